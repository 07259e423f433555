/* Rules of approximation: keeping them, matching them with seeds, and their results as text. */
#include "mutate/sparrow/approx.h"

#include "base/bug.h"
#include "base/embed.h"
#include "mutate/sparrow/approx_priv.h"
#include "smt/print/print.h"

#include <string.h>

EMBED(approx_rules); /* data/rules/approx.sexp */

void approx_init(approxes_t *all, mem_t *mem) {
    *all = (approxes_t){.mem = mem};
    rules_init(&all->base, mem);
    bank_t *bank = all->base.bank;
    sym_t name = symbol_make(&bank->symbols, "U", 1);
    uint32_t decl = sortdecl_make(bank, name, SORTDECL_FREE, 0);
    all->free_sort = sort_make(bank, SORT_USER, &decl, 1);
}

void approx_done(approxes_t *all) {
    mem_t *mem = all->mem;
    for (uint32_t i = 0; i < all->pools.len; i++)
        mem_free(mem, all->pools.data[i]);
    vec_free(mem, &all->pools);
    vec_free(mem, &all->rows);
    vec_free(mem, &all->uses);
    vec_free(mem, &all->nodes);
    vec_free(mem, &all->pieces);
    vec_free(mem, &all->codes);
    vec_free(mem, &all->firsts);
    vec_free(mem, &all->order);
    rules_done(&all->base);
}

void approx_embedded(approxes_t *all) {
    diag_list_t diags;
    diag_init(&diags, all->mem);
    const char *text = (const char *)embed_approx_rules;
    if (!approx_read(all, text, embed_approx_rules_size, false, &diags)) {
        strbuf_t why;
        strbuf_init(&why, all->mem);
        for (uint32_t i = 0; i < diags.rows.len; i++)
            diag_print(&diags.rows.data[i], "data/rules/approx.sexp", text, embed_approx_rules_size,
                       &why);
        BUG("the embedded rules have mistakes:\n%s", strbuf_text(&why));
    }
    diag_done(&diags);
}

const uint32_t *approx_uses(const approxes_t *all, op_t root, approx_direction_t direction,
                            uint32_t *count) {
    *count = 0;
    if (all->firsts.len == 0)
        return NULL;
    uint32_t place = (uint32_t)root * APPROX_DIRECTIONS + direction;
    assert(direction < APPROX_DIRECTIONS && place + 1 < all->firsts.len);
    assert(all->firsts.data[place] <= all->firsts.data[place + 1]);
    *count = all->firsts.data[place + 1] - all->firsts.data[place];
    return *count > 0 ? all->order.data + all->firsts.data[place] : NULL;
}

/* --- sorts --- */

static bool bind(approx_match_t *match, uint32_t variable, uint32_t value) {
    assert(variable < RULE_VARIABLES);
    if (match->bound >> variable & 1)
        return match->values[variable] == value;
    match->bound |= 1u << variable;
    match->values[variable] = value;
    return true;
}

static bool bind_index(approx_match_t *match, uint32_t word, uint32_t value) {
    return word & CODE_WIDTH ? bind(match, word & ~CODE_WIDTH, value) : word == value;
}

static bool is_among(const approxes_t *all, const approx_rule_t *rule, uint32_t variable,
                     sort_t sort) {
    assert(variable < rule->rule.variable_count && !rule->rule.variables[variable].width);
    uint32_t list = rule->among[variable];
    if (list == RULE_NO_NODE)
        return true;
    if (sort > SORT_LAST_PLAIN)
        return false;
    const char *name = sort_info((sort_kind_t)sort)->name;
    const sexpr_tree_t *tree = approx_tree(all, rule);
    for (uint32_t i = list + 3; i < sexpr_next(tree, list); i = sexpr_next(tree, i))
        if (sexpr_is_word(sexpr_at(tree, i), name))
            return true;
    return false;
}

static bool bind_data(const bank_t *bank, sort_t sort, approx_match_t *match) {
    if (match->data != SORT_NONE)
        return match->data == sort;
    if (sort_kind(bank, sort) != SORT_USER)
        return false;
    const sortdecl_row_t *decl = sortdecl_row(bank, sort_decl(bank, sort));
    match->data = sort;
    return decl->kind == SORTDECL_DATATYPE && decl->arity == 0;
}

bool approx_sort_fits(const approxes_t *all, const approx_rule_t *rule, uint32_t code,
                      const bank_t *bank, sort_t sort, approx_match_t *match) {
    enum { DEEPEST = 32 };
    sort_t stack[DEEPEST];
    uint32_t depth = 0;
    const uint32_t *word = all->codes.data + code;
    stack[depth++] = sort;
    while (depth > 0) {
        sort = stack[--depth];
        switch ((code_t)*word++) {
        case CODE_SORT:
            if (sort != *word++)
                return false;
            break;
        case CODE_TYPE: {
            uint32_t variable = *word++;
            if (!bind(match, variable, sort) || !is_among(all, rule, variable, sort))
                return false;
            break;
        }
        case CODE_DATA:
            if (!bind_data(bank, sort, match))
                return false;
            break;
        case CODE_MAKE: {
            uint32_t kind = *word++;
            uint32_t indices = *word++;
            uint32_t args = *word++;
            uint32_t count;
            const uint32_t *words = sort_words(bank, sort, &count);
            if (sort_kind(bank, sort) != kind || count != indices + args || depth + args > DEEPEST)
                return false;
            for (uint32_t i = 0; i < indices; i++)
                if (!bind_index(match, *word++, words[i]))
                    return false;
            for (uint32_t i = count; i > indices; i--)
                stack[depth++] = words[i - 1];
            break;
        }
        }
    }
    assert(word <= all->codes.data + all->codes.len);
    return true;
}

/* --- datatypes --- */

static bool bind_constructor(const approxes_t *all, const approx_rule_t *rule, uint32_t number,
                             const bank_t *bank, fun_t fun, approx_match_t *match) {
    const approx_constructor_t *made = &rule->constructors[number];
    const fun_row_t *row = fun_row(bank, fun);
    assert(number < rule->constructor_count && row->kind == FUN_CONSTRUCTOR);
    if (match->constructors[number] != FUN_NONE)
        return match->constructors[number] == fun;
    for (uint32_t i = 0; i < rule->constructor_count; i++)
        if (match->constructors[i] == fun)
            return false;
    if (row->sort_param_count > 0 || (!made->any && row->arity != made->fields))
        return false;
    match->constructors[number] = fun;
    for (uint32_t i = 0; i < made->fields; i++)
        if (!approx_sort_fits(all, rule, made->codes[i], bank, fun_param(bank, fun, i), match))
            return false;
    return bind_data(bank, fun_result(bank, fun), match);
}

/* Binds the constructor to the k-th one it can be; else how many there are. */
static bool choose_constructor(const approxes_t *all, const approx_rule_t *rule, uint32_t number,
                               const bank_t *bank, uint32_t k, approx_match_t *match,
                               uint32_t *count) {
    assert(match->data != SORT_NONE); /* no use has constructors without a datatype */
    const sortdecl_row_t *decl = sortdecl_row(bank, sort_decl(bank, match->data));
    *count = 0;
    for (uint32_t i = 0; i < decl->count; i++) {
        approx_match_t trial = *match;
        fun_t fun = bank->fun_words.data[decl->members + i];
        if (bind_constructor(all, rule, number, bank, fun, &trial) && (*count)++ == k) {
            *match = trial;
            return true;
        }
    }
    return false;
}

bool approx_other_constructors(const approxes_t *all, const approx_use_t *use, const bank_t *bank,
                               uint32_t k, approx_match_t *match) {
    const approx_rule_t *rule = &all->rows.data[use->rule];
    assert(use->constructors >> rule->constructor_count == 0);
    for (uint32_t number = 0; number < rule->constructor_count; number++) {
        uint32_t count;
        if (match->constructors[number] != FUN_NONE || !(use->constructors >> number & 1))
            continue;
        if (choose_constructor(all, rule, number, bank, k, match, &count)) {
            k = 0;
        } else if (count == 0 || number + 1 == rule->constructor_count) {
            return false;
        } else {
            choose_constructor(all, rule, number, bank, k % count, match, &count);
            k /= count;
        }
    }
    return k == 0;
}

/* The constructor that a tester is of, in either spelling; FUN_NONE for another term. */
static fun_t tested(const bank_t *bank, term_t term) {
    uint32_t count;
    op_t op = term_op(bank, term);
    const uint32_t *head = term_head(bank, term, &count);
    if (op == OP_IS)
        return head[0];
    return op == OP_APP && fun_row(bank, head[0])->kind == FUN_TESTER
               ? fun_row(bank, head[0])->owner
               : FUN_NONE;
}

static bool fits_data(const approxes_t *all, const approx_rule_t *rule, const approx_node_t *node,
                      const bank_t *bank, term_t term, approx_match_t *match) {
    uint32_t count;
    fun_t fun;
    if (node->kind == NODE_IS) {
        fun = tested(bank, term);
        return fun != FUN_NONE && bind_constructor(all, rule, node->number, bank, fun, match);
    }
    if (term_op(bank, term) != OP_APP)
        return false;
    fun = term_head(bank, term, &count)[0];
    const fun_row_t *row = fun_row(bank, fun);
    if (node->kind == NODE_MAKE)
        return row->kind == FUN_CONSTRUCTOR &&
               bind_constructor(all, rule, node->number, bank, fun, match);
    if (row->kind != FUN_SELECTOR ||
        !bind_constructor(all, rule, node->number, bank, row->owner, match))
        return false;
    const fun_row_t *owner = fun_row(bank, row->owner);
    assert(node->indices[0] < owner->arity);
    return bank->fun_words.data[owner->members + node->indices[0]] == fun;
}

/* --- terms --- */

static bool fits_term(const approxes_t *all, const approx_rule_t *rule, uint32_t number,
                      const bank_t *bank, const seed_t *seed, uint32_t spot,
                      approx_match_t *match) {
    term_t term = seed->spots.data[spot].term;
    assert(number < rule->term_count);
    if (match->spots[number] != SPOT_NONE)
        return seed->spots.data[match->spots[number]].term == term;
    match->spots[number] = spot;
    return approx_sort_fits(all, rule, rule->terms[number].code, bank, term_sort(bank, term),
                            match);
}

static bool fits_app(const approx_node_t *node, const bank_t *bank, term_t term,
                     approx_match_t *match) {
    if (term_op(bank, term) != node->op)
        return false;
    uint32_t count;
    const uint32_t *head = term_head(bank, term, &count);
    if (op_info(node->op)->attr == OP_ATTR_AS)
        return true;
    if (count != node->index_count)
        return false;
    assert(count <= sizeof node->indices / sizeof *node->indices);
    for (uint32_t i = 0; i < count; i++)
        if (!bind_index(match, node->indices[i], head[i]))
            return false;
    return true;
}

static bool fits_literal(const approx_node_t *node, const bank_t *bank, term_t term) {
    uint32_t count;
    if (term_op(bank, term) != node->op)
        return false;
    const symbol_t *text = symbol_row(&bank->symbols, term_head(bank, term, &count)[0]);
    return text->len == node->text.len && memcmp(text->text, node->text.data, text->len) == 0;
}

/* A quantifier; its body without the patterns. */
static bool fits_quantifier(const approx_node_t *node, const bank_t *bank, const seed_t *seed,
                            uint32_t spot, approx_match_t *match) {
    if (term_op(bank, seed->spots.data[spot].term) != node->op)
        return false;
    assert(match->quant == SPOT_NONE); /* a pattern has no more than one */
    match->quant = spot;
    match->body = spot + 1;
    while (term_op(bank, seed->spots.data[match->body].term) == OP_ANNOT)
        match->body++;
    return true;
}

static bool fits_node(const approxes_t *all, const approx_rule_t *rule, const approx_node_t *node,
                      const bank_t *bank, const seed_t *seed, uint32_t spot,
                      approx_match_t *match) {
    term_t term = seed->spots.data[spot].term;
    switch (node->kind) {
    case NODE_TERM:
        return fits_term(all, rule, node->number, bank, seed, spot, match);
    case NODE_APP:
        return fits_app(node, bank, term, match);
    case NODE_LITERAL:
        return fits_literal(node, bank, term);
    case NODE_QUANT:
        return fits_quantifier(node, bank, seed, spot, match);
    default:
        return fits_data(all, rule, node, bank, term, match);
    }
}

/* Puts the children on the stack, the first on top; false when their number is another. */
static bool push_children(const seed_t *seed, uint32_t spot, uint32_t count, bool swapped,
                          uint32_t *stack, uint32_t *depth) {
    uint32_t after = seed->spots.data[spot].after;
    uint32_t child = spot + 1;
    assert(*depth + count <= APPROX_NODES);
    for (uint32_t i = 0; i < count; i++) {
        if (child >= after)
            return false;
        stack[*depth + (swapped ? i : count - 1 - i)] = child;
        child = seed->spots.data[child].after;
    }
    *depth += count;
    return child >= after;
}

bool approx_match(const approxes_t *all, const approx_use_t *use, const bank_t *bank,
                  const seed_t *seed, uint32_t spot, bool swapped, approx_match_t *match) {
    const approx_rule_t *rule = &all->rows.data[use->rule];
    *match = (approx_match_t){.data = SORT_NONE, .quant = SPOT_NONE, .body = SPOT_NONE};
    for (uint32_t i = 0; i < APPROX_TERMS; i++)
        match->spots[i] = SPOT_NONE;
    for (uint32_t i = 0; i < APPROX_CONSTRUCTORS; i++)
        match->constructors[i] = FUN_NONE;
    uint32_t stack[APPROX_NODES];
    uint32_t depth = 0;
    stack[depth++] = spot;
    for (uint32_t i = 0; i < use->node_count; i++) {
        const approx_node_t *node = &all->nodes.data[use->node + i];
        assert(depth > 0);
        uint32_t at = stack[--depth];
        if (!fits_node(all, rule, node, bank, seed, at, match))
            return false;
        bool has_children = node->kind == NODE_APP || node->kind >= NODE_IS;
        if (has_children && !push_children(seed, at, node->count, swapped && i == 0, stack, &depth))
            return false;
    }
    assert(depth == 0);
    if (rule->rule.where == RULE_NO_NODE)
        return true;
    rule_binding_t binding = {.bound = match->bound};
    reader_t quiet = rule_quiet(&all->base, &rule->rule);
    memcpy(binding.values, match->values, sizeof binding.values);
    return rule_where(&quiet, &rule->rule, &binding);
}

/* --- results --- */

static void write_piece(const approxes_t *all, const approx_rule_t *rule,
                        const approx_piece_t *piece, const bank_t *bank,
                        const approx_match_t *match, const char *prefix, strbuf_t *text) {
    fun_t fun;
    int64_t number = 0;
    rule_binding_t binding = {.bound = match->bound};
    switch (piece->kind) {
    case PIECE_NUMBER:
        memcpy(binding.values, match->values, sizeof binding.values);
        rule_index(approx_tree(all, rule), &rule->rule, piece->node, &binding, &number);
        strbuf_uint(text, (uint64_t)number);
        break;
    case PIECE_TYPE:
        assert(match->bound >> piece->number & 1);
        sort_print(bank, match->values[piece->number], text);
        break;
    case PIECE_CONSTRUCTOR:
        fun = match->constructors[piece->number];
        assert(fun != FUN_NONE);
        print_symbol(bank, fun_row(bank, fun)->name, text);
        break;
    case PIECE_SELECTOR:
        fun = match->constructors[piece->number];
        assert(fun != FUN_NONE && piece->node < fun_row(bank, fun)->arity);
        fun = bank->fun_words.data[fun_row(bank, fun)->members + piece->node];
        print_symbol(bank, fun_row(bank, fun)->name, text);
        break;
    case PIECE_NAME:
        strbuf_format(text, "%s%u", prefix, piece->number);
        break;
    default:
        strbuf_add(text, piece->text.data, piece->text.len);
        break;
    }
}

void approx_resolve(const approxes_t *all, const approx_use_t *use, const bank_t *bank,
                    const approx_match_t *match, const char *prefix, strbuf_t *text,
                    approx_chunk_vec_t *chunks) {
    const approx_rule_t *rule = &all->rows.data[use->rule];
    uint32_t start = (uint32_t)text->len;
    assert(use->piece_count > 0 && use->piece + use->piece_count <= all->pieces.len);
    for (uint32_t i = 0; i < use->piece_count; i++) {
        const approx_piece_t *piece = &all->pieces.data[use->piece + i];
        if (piece->kind < PIECE_TERM) {
            write_piece(all, rule, piece, bank, match, prefix, text);
            continue;
        }
        *vec_push(all->mem, chunks) =
            (approx_chunk_t){start, (uint32_t)text->len - start, piece->kind, piece->number};
        start = (uint32_t)text->len;
    }
    *vec_push(all->mem, chunks) =
        (approx_chunk_t){start, (uint32_t)text->len - start, PIECE_TEXT, 0};
}
