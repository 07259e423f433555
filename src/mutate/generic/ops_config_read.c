/* Reading a file of operators: ops_config.h. */
#include "base/reader.h"
#include "mutate/generic/ops_config_priv.h"
#include "smt/read/parse.h"
#include "smt/term/check.h"

#include <string.h>

enum { NO_NODE = UINT32_MAX };

typedef struct ops_reader {
    reader_t base;
    ops_config_t *config;
    /* of the row */
    uint32_t params; /* the list of par, or NO_NODE */
    const sexpr_t *names[CONFIG_MAX_NAMES];
    uint32_t name_count;
} ops_reader_t;

static const sexpr_t *node_at(const ops_reader_t *r, uint32_t node) {
    return reader_at(&r->base, node);
}

static uint32_t after(const ops_reader_t *r, uint32_t node) {
    return reader_next(&r->base, node);
}

static bool complain(ops_reader_t *r, uint32_t node, const char *message) {
    return reader_fail(&r->base, node, "%s", message);
}

static uint32_t push_word(ops_reader_t *r, uint32_t word) {
    *vec_push(r->config->mem, &r->config->words) = word;
    return r->config->words.len - 1;
}

/* --- names --- */

/* The number of a name in the row; false with a message when there are too many. */
static bool name_number(ops_reader_t *r, uint32_t node, uint32_t *number) {
    for (*number = 0; *number < r->name_count; ++*number)
        if (sexpr_same(r->names[*number], node_at(r, node)))
            return true;
    if (r->name_count == CONFIG_MAX_NAMES)
        return complain(r, node, "there are too many names in this row");
    r->names[r->name_count++] = node_at(r, node);
    return true;
}

static bool is_param(const ops_reader_t *r, uint32_t node) {
    if (r->params == NO_NODE || sexpr_is_list(node_at(r, node)))
        return false;
    for (uint32_t i = r->params + 1; i < after(r, r->params); i = after(r, i))
        if (sexpr_same(node_at(r, i), node_at(r, node)))
            return true;
    return false;
}

/* --- indices and sorts --- */

static bool read_index(ops_reader_t *r, uint32_t node) {
    uint64_t number;
    uint32_t name;
    if (sexpr_uint(node_at(r, node), INT32_MAX, &number)) {
        push_word(r, INDEX_NUMBER);
        push_word(r, (uint32_t)number);
        return true;
    }
    if (node_at(r, node)->kind != TOKEN_SYMBOL)
        return complain(r, node, "an index is a number, or a name that stands for any");
    if (!name_number(r, node, &name))
        return false;
    push_word(r, INDEX_NAME);
    push_word(r, name);
    return true;
}

/* Whether something in the sort stands for anything: a parameter, or a symbol as an index. */
static bool is_open(const ops_reader_t *r, uint32_t node) {
    bool indexed = false;
    uint32_t place = 0; /* of the atom after "_" */
    for (uint32_t i = node; i < after(r, node); i++) {
        const sexpr_t *at = node_at(r, i);
        if (is_param(r, i))
            return true;
        if (sexpr_is_list(at)) {
            indexed = false;
        } else if (sexpr_is_word(at, "_")) {
            indexed = true;
            place = 0;
        } else if (indexed && place++ > 0 && at->kind == TOKEN_SYMBOL) {
            return true;
        }
    }
    return false;
}

/* A sort without names, by the parser of scripts. */
static sort_t parse_exact(ops_reader_t *r, uint32_t node) {
    strbuf_t text;
    strbuf_init(&text, r->config->mem);
    strbuf_str(&text, "(declare-const x ");
    strbuf_slice_add(&text, sexpr_source(r->base.tree, node));
    strbuf_char(&text, ')');
    script_t script;
    script_init(&script, r->config->bank);
    diag_list_t diags;
    diag_init(&diags, r->config->mem);
    sort_t sort = SORT_NONE;
    uint32_t count;
    if (parse_script(&script, text.data, text.len, &diags) && script_count(&script) == 1 &&
        script_kind(&script, 0) == CMD_DECLARE_CONST)
        sort = fun_result(r->config->bank, script_words(&script, 0, &count)[0]);
    diag_done(&diags);
    script_done(&script);
    strbuf_done(&text);
    return sort;
}

static sort_kind_t kind_of_name(const sexpr_t *name) {
    for (uint32_t kind = SORT_BAD + 1; kind < SORT_USER; kind++)
        if (sexpr_is_word(name, sort_info((sort_kind_t)kind)->name))
            return (sort_kind_t)kind;
    return SORT_BAD;
}

/* A pattern into words; depth is how much deeper it may be. */
/* NOLINTNEXTLINE(misc-no-recursion): as deep as depth */
static bool read_sort(ops_reader_t *r, uint32_t node, uint32_t depth) {
    uint32_t name;
    if (is_param(r, node)) {
        if (!name_number(r, node, &name))
            return false;
        push_word(r, PATTERN_NAME);
        push_word(r, name);
        return true;
    }
    if (!is_open(r, node)) {
        sort_t sort = parse_exact(r, node);
        push_word(r, PATTERN_SORT);
        push_word(r, sort);
        return sort != SORT_NONE || complain(r, node, "this is no sort");
    }
    if (depth == 0)
        return complain(r, node, "the sort is nested too deeply");
    bool indexed = sexpr_is_word(node_at(r, node + 1), "_");
    uint32_t head = node + 1 + indexed;
    sort_kind_t kind = kind_of_name(node_at(r, head));
    if (kind == SORT_BAD)
        return complain(r, node, "this is no sort");
    push_word(r, PATTERN_MAKE);
    push_word(r, kind);
    uint32_t sizes = push_word(r, 0);
    push_word(r, 0);
    uint32_t count = 0;
    for (uint32_t i = after(r, head); i < after(r, node); i = after(r, i), count++)
        if (indexed ? !read_index(r, i) : !read_sort(r, i, depth - 1))
            return false;
    r->config->words.data[sizes + !indexed] = count;
    int wanted = indexed ? sort_info(kind)->indices : sort_info(kind)->arguments;
    bool fits = wanted >= 0 ? count == (uint32_t)wanted : count >= 1;
    return fits || complain(r, node, "the sort has another number of arguments");
}

/* --- operators --- */

/* The operator's name: a symbol, or (_ name i j). */
static opcode_t read_name(ops_reader_t *r, uint32_t node, config_row_t *row) {
    uint32_t name = node;
    if (sexpr_is_list(node_at(r, node))) {
        if (sexpr_count(r->base.tree, node) < 3 || !sexpr_is_word(node_at(r, node + 1), "_")) {
            complain(r, node, "expected the name of an operator, or (_ name indices...)");
            return OP_NONE;
        }
        name = node + 2;
        for (uint32_t i = node + 3; i < after(r, node); i = after(r, i)) {
            if (row->index_count == FIT_MAX_INDICES) {
                complain(r, i, "there are too many indices");
                return OP_NONE;
            }
            row->indices[row->index_count++] = r->config->words.len;
            if (!read_index(r, i))
                return OP_NONE;
        }
    }
    const sexpr_t *at = node_at(r, name);
    bool symbol = at->kind == TOKEN_SYMBOL || at->kind == TOKEN_QUOTED;
    sym_t sym = symbol ? symbol_find(&r->config->bank->symbols, at->text, at->len) : SYM_NONE;
    opcode_t op = sym == SYM_NONE ? OP_NONE : op_of_symbol(r->config->bank, sym);
    if (op == OP_NONE)
        complain(r, name, "assay knows no operator of this name");
    return op;
}

/* :left-assoc or another of its kind, :weight N. *at is the keyword, and then what follows it. */
static bool read_keyword(ops_reader_t *r, uint32_t list, uint32_t *at, config_row_t *row) {
    static const char *const repeated[] = {":left-assoc", ":right-assoc", ":chainable",
                                           ":pairwise"};
    slice_t keyword = sexpr_source(r->base.tree, *at);
    uint32_t value = after(r, *at);
    for (size_t i = 0; i < sizeof repeated / sizeof *repeated; i++)
        if (slice_is(keyword, repeated[i])) {
            row->repeats = true;
            *at = value;
            return true;
        }
    if (!slice_is(keyword, ":weight"))
        return complain(r, *at,
                        "expected :left-assoc, :right-assoc, :chainable, :pairwise or :weight");
    uint64_t weight = 0;
    bool there = value < after(r, list);
    if (!there || !sexpr_uint(node_at(r, value), CONFIG_MAX_WEIGHT, &weight) || weight == 0)
        return complain(r, there ? value : *at, "a weight is a number from 1 to 1000");
    row->weight = (uint32_t)weight;
    *at = after(r, value);
    return true;
}

/* --- does the operator take these sorts? --- */

/* The sort that the operator gives for exactly this, or SORT_NONE. */
static sort_t try_exact(ops_config_t *config, const config_row_t *row, const fit_t *fit) {
    bank_t *bank = config->bank;
    bank_mark_t mark = bank_mark(bank);
    term_t args[FIT_MAX_ARGS] = {0};
    sym_t name = symbol_make(&bank->symbols, "x", 1);
    uint32_t indices[FIT_MAX_INDICES];
    memcpy(indices, fit->indices, sizeof indices);
    for (uint32_t i = 0; i < fit->count; i++)
        args[i] =
            check_fun(bank, fun_make(bank, FUN_DECLARED, name, NULL, 0, fit->args[i]), NULL, 0);
    sort_t sort = SORT_NONE;
    if (op_index_count(row->op) == (int)fit->index_count)
        sort = check_row(bank, row->op, indices, fit->index_count, SORT_NONE, args, fit->count);
    bank_release(bank, mark);
    return sort;
}

/* Some instance of an open row: by drawing, for a few sorts of the result. */
static bool try_open(ops_config_t *config, const config_row_t *row) {
    enum { TRIES = 300 };
    bank_t *bank = config->bank;
    u32_vec_t sorts = {0};
    static const uint32_t widths[] = {1, 4, 8, 16, 32};
    bank_mark_t mark = bank_mark(bank);
    for (uint32_t sort = SORT_BOOL; sort <= SORT_REGLAN; sort++)
        *vec_push(config->mem, &sorts) = sort;
    for (uint32_t i = 0; i < 5; i++)
        *vec_push(config->mem, &sorts) = sort_bitvec(bank, widths[i]);
    *vec_push(config->mem, &sorts) = sort_float(bank, 5, 11);
    static const sort_kind_t made[] = {SORT_ARRAY, SORT_SEQ, SORT_SET, SORT_BAG};
    for (uint32_t i = 0; i < 4; i++)
        *vec_push(config->mem, &sorts) =
            sort_of(bank, made[i], (sort_t[]){SORT_INT, SORT_INT}, made[i] == SORT_ARRAY ? 2 : 1);
    rng_t rng = rng_make(1);
    bool found = false;
    for (uint32_t i = 0; i < sorts.len && !found; i++)
        for (uint32_t k = 0; k < TRIES && !found; k++) {
            fit_t fit;
            sort_t result = sorts.data[i];
            found = invert_row(bank, row->op, result, &sorts, &rng, &fit) &&
                    config_row_fits(config, row, &fit, result);
        }
    vec_free(config->mem, &sorts);
    bank_release(bank, mark);
    return found;
}

static bool takes(ops_config_t *config, const config_row_t *row) {
    if (row->open)
        return try_open(config, row);
    fit_t fit;
    config_row_exact(config, row, &fit);
    return try_exact(config, row, &fit) == config->words.data[row->result + 1];
}

/* --- rows --- */

static bool read_sorts(ops_reader_t *r, uint32_t list, uint32_t at, config_row_t *row) {
    uint32_t last = NO_NODE;
    while (at < after(r, list)) {
        if (node_at(r, at)->kind == TOKEN_KEYWORD) {
            if (!read_keyword(r, list, &at, row))
                return false;
            continue;
        }
        /* The one before was an argument, then. */
        if (last != NO_NODE && row->count == CONFIG_MAX_ARGS)
            return complain(r, at, "there are too many sorts");
        if (last != NO_NODE)
            row->args[row->count++] = row->result;
        row->result = r->config->words.len;
        if (!read_sort(r, at, CONFIG_DEPTH))
            return false;
        last = at;
        at = after(r, at);
    }
    return last != NO_NODE || complain(r, list, "the sort of the result is missing");
}

static void read_row(ops_reader_t *r, uint32_t list) {
    r->name_count = 0;
    if (!reader_has_members(&r->base, list, 1, CLAUSE_ANY)) {
        complain(r, list, "expected (operator sorts...), the sort of the result last");
        return;
    }
    config_row_t row = {.weight = 1};
    opcode_t code = read_name(r, list + 1, &row);
    if (code == OP_NONE || !read_sorts(r, list, after(r, list + 1), &row))
        return;
    row.open = r->name_count > 0;
    bool any = false;
    for (; code != OP_NONE; code = op_next_overload(r->config->bank, code)) {
        row.op = op_of_code(code);
        op_attr_t attr = op_info(row.op)->attr;
        if (attr == OP_ATTR_AS || attr == OP_ATTR_BIND || !takes(r->config, &row))
            continue;
        *vec_push(r->config->mem, &r->config->rows) = row;
        any = true;
    }
    if (!any)
        complain(r, list, "the operator does not take these sorts, or gives another one");
}

bool ops_config_read(ops_config_t *config, const char *text, size_t len, diag_list_t *diags) {
    uint32_t before = diags->total;
    sexpr_tree_t tree;
    sexpr_init(&tree, config->mem);
    sexpr_read(&tree, text, len, diags);
    ops_reader_t r = {.base = {.tree = &tree, .diags = diags}, .config = config};
    for (uint32_t i = 0; i < tree.nodes.len; i = after(&r, i)) {
        bool par = reader_has_members(&r.base, i, 1, CLAUSE_ANY) &&
                   sexpr_is_word(node_at(&r, i + 1), "par");
        if (par && (!reader_has_members(&r.base, i, 3, 3) || !reader_is_list(&r.base, i + 2))) {
            complain(&r, i, "expected (par (names...) (operator sorts...))");
            continue;
        }
        r.params = par ? i + 2 : NO_NODE;
        read_row(&r, par ? after(&r, i + 2) : i);
    }
    if (config->rows.len == 0 && diags->total == before)
        diag_add(diags, tree.text, len, 0, "there is no operator in the file");
    sexpr_done(&tree);
    return diags->total == before;
}
