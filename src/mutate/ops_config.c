#include "mutate/ops_config.h"

#include "base/sexpr.h"
#include "smt/parse.h"

#include <string.h>

void ops_config_init(ops_config_t *config, bank_t *bank, mem_t *mem) {
    *config = (ops_config_t){.bank = bank, .mem = mem};
}

void ops_config_done(ops_config_t *config) {
    vec_free(config->mem, &config->rows);
}

/* --- reading --- */

typedef struct reader {
    ops_config_t *config;
    const char *text;
    size_t len;
    sexpr_tree_t tree;
    diag_list_t *diags;
    uint32_t params; /* the list of par, or UINT32_MAX */
} reader_t;

static const sexpr_t *node_of(const reader_t *r, uint32_t i) {
    return &r->tree.nodes.data[i];
}

static void complain(reader_t *r, uint32_t node, const char *message) {
    diag_add(r->diags, r->text, r->len, node_of(r, node)->offset, message);
}

static bool is_param(const reader_t *r, uint32_t node) {
    if (r->params == UINT32_MAX || sexpr_is_list(node_of(r, node)))
        return false;
    for (uint32_t i = r->params + 1; i < node_of(r, r->params)->next; i = node_of(r, i)->next)
        if (node_of(r, i)->len == node_of(r, node)->len &&
            memcmp(node_of(r, i)->text, node_of(r, node)->text, node_of(r, i)->len) == 0)
            return true;
    return false;
}

/* Equal texts get equal numbers above 0. */
static uint32_t name_number(const reader_t *r, uint32_t node) {
    const sexpr_t *at = node_of(r, node);
    return 1 + symbol_make(&r->config->bank->symbols, r->text + at->offset, at->end - at->offset);
}

/* Whether something in the sort stands for anything: a parameter, or a name as an index. */
static bool is_open(const reader_t *r, uint32_t node) {
    bool indexed = false;
    for (uint32_t i = node; i < node_of(r, node)->next; i++) {
        if (is_param(r, i))
            return true;
        if (!sexpr_is_list(node_of(r, i)) && indexed && node_of(r, i)->kind == TOKEN_SYMBOL &&
            node_of(r, i)->len == 1)
            return true;
        indexed |= sexpr_is_word(node_of(r, i), "_");
    }
    return false;
}

static sort_t read_exact(reader_t *r, uint32_t node) {
    const sexpr_t *at = node_of(r, node);
    strbuf_t text;
    strbuf_init(&text, r->config->mem);
    strbuf_str(&text, "(declare-const x ");
    strbuf_add(&text, r->text + at->offset, at->end - at->offset);
    strbuf_char(&text, ')');
    script_t script;
    script_init(&script, r->config->bank);
    diag_list_t diags;
    diag_init(&diags, r->config->mem);
    sort_t sort = SORT_NONE;
    uint32_t count;
    if (parse_script(&script, text.data, text.len, &diags) && script_count(&script) == 1)
        sort = fun_result(r->config->bank, script_words(&script, 0, &count)[0]);
    diag_done(&diags);
    script_done(&script);
    strbuf_done(&text);
    return sort;
}

static sort_kind_t read_kind(const reader_t *r, uint32_t node) {
    uint32_t head = node + 1;
    if (sexpr_is_word(node_of(r, head), "_"))
        head++;
    for (uint32_t kind = SORT_BAD + 1; kind < SORT_USER; kind++)
        if (sexpr_is_word(node_of(r, head), sort_info((sort_kind_t)kind)->name))
            return (sort_kind_t)kind;
    return SORT_BAD;
}

static bool read_sort(reader_t *r, uint32_t node, config_sort_t *out) {
    *out = (config_sort_t){.sort = SORT_NONE, .kind = SORT_BAD};
    if (is_param(r, node)) {
        out->same = name_number(r, node);
        return true;
    }
    if (is_open(r, node)) {
        out->kind = read_kind(r, node);
        out->same = name_number(r, node);
        if (out->kind == SORT_BAD)
            complain(r, node, "this is no sort");
        return out->kind != SORT_BAD;
    }
    out->sort = read_exact(r, node);
    if (out->sort == SORT_NONE)
        complain(r, node, "this is no sort");
    return out->sort != SORT_NONE;
}

/* The name: a symbol, or that of (_ extract 7 0), whose indices are drawn anew. */
static opcode_t read_name(reader_t *r, uint32_t node) {
    uint32_t name = node;
    if (sexpr_is_list(node_of(r, node)) && sexpr_is_word(node_of(r, node + 1), "_"))
        name = node + 2;
    const sexpr_t *at = node_of(r, name);
    sym_t sym =
        sexpr_is_list(at) ? SYM_NONE : symbol_find(&r->config->bank->symbols, at->text, at->len);
    opcode_t op = sym == SYM_NONE ? OP_NONE : op_of_symbol(r->config->bank, sym);
    if (op == OP_NONE)
        complain(r, node, "there is no operator of this name");
    return op;
}

static void add_rows(reader_t *r, opcode_t code, config_row_t row) {
    for (; code != OP_NONE; code = op_next_overload(r->config->bank, code)) {
        row.op = op_of_code(code);
        *vec_push(r->config->mem, &r->config->rows) = row;
    }
}

static void read_row(reader_t *r, uint32_t list) {
    if (!sexpr_is_list(node_of(r, list)) || sexpr_count(&r->tree, list) < 2) {
        complain(r, list, "expected (operator sorts...), the sort of the result last");
        return;
    }
    uint32_t at = list + 1;
    opcode_t code = read_name(r, at);
    config_row_t row = {0};
    config_sort_t sorts[CONFIG_MAX_SORTS + 1];
    uint32_t count = 0;
    bool fine = code != OP_NONE;
    for (at = node_of(r, at)->next; at < node_of(r, list)->next; at = node_of(r, at)->next) {
        if (node_of(r, at)->kind == TOKEN_KEYWORD) {
            row.repeats = true;
        } else if (count > CONFIG_MAX_SORTS) {
            complain(r, at, "that are too many sorts");
            return;
        } else {
            fine &= read_sort(r, at, &sorts[count++]);
        }
    }
    if (!fine)
        return;
    if (count == 0) {
        complain(r, list, "the sort of the result is missing");
        return;
    }
    row.count = count - 1;
    memcpy(row.args, sorts, row.count * sizeof *sorts);
    row.result = sorts[count - 1];
    add_rows(r, code, row);
}

bool ops_config_read(ops_config_t *config, const char *text, size_t len, diag_list_t *diags) {
    uint32_t before = diags->total;
    reader_t r = {.config = config, .text = text, .len = len, .diags = diags, .params = UINT32_MAX};
    sexpr_init(&r.tree, config->mem);
    sexpr_read(&r.tree, text, len, diags);
    for (uint32_t i = 0; i < r.tree.nodes.len; i = node_of(&r, i)->next) {
        bool par = sexpr_is_list(node_of(&r, i)) && sexpr_count(&r.tree, i) == 3 &&
                   sexpr_is_word(node_of(&r, i + 1), "par");
        r.params = par ? i + 2 : UINT32_MAX;
        read_row(&r, par ? node_of(&r, i + 2)->next : i);
    }
    sexpr_done(&r.tree);
    return diags->total == before;
}

/* --- asking --- */

bool ops_config_has(const ops_config_t *config, op_t op) {
    for (uint32_t i = 0; i < config->rows.len; i++)
        if (config->rows.data[i].op == op)
            return true;
    return false;
}

static bool sort_fits(const bank_t *bank, const config_sort_t *want, sort_t sort) {
    if (want->sort != SORT_NONE)
        return want->sort == sort;
    return want->kind == SORT_BAD || sort_kind(bank, sort) == want->kind;
}

static bool row_fits(const ops_config_t *config, const config_row_t *row, const term_t *args,
                     uint32_t count, sort_t result) {
    const bank_t *bank = config->bank;
    if (row->repeats ? count < row->count : count != row->count)
        return false;
    if (!sort_fits(bank, &row->result, result))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = i < row->count ? i : row->count - 1;
        sort_t sort = term_sort(bank, args[i]);
        if (!sort_fits(bank, &row->args[k], sort))
            return false;
        /* Equal names, equal sorts. */
        for (uint32_t j = 0; j < i && row->args[k].same != 0; j++) {
            uint32_t m = j < row->count ? j : row->count - 1;
            if (row->args[m].same == row->args[k].same && term_sort(bank, args[j]) != sort)
                return false;
        }
        if (row->result.same != 0 && row->result.same == row->args[k].same && sort != result)
            return false;
    }
    return true;
}

bool ops_config_fits(const ops_config_t *config, op_t op, const term_t *args, uint32_t count,
                     sort_t result) {
    for (uint32_t i = 0; i < config->rows.len; i++)
        if (config->rows.data[i].op == op &&
            row_fits(config, &config->rows.data[i], args, count, result))
            return true;
    return false;
}
