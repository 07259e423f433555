/* The uses of a rule: one side as a pattern for the terms of seeds, the other as text with holes.
 *
 * The formulas are walked twice at once, as s-expressions, which have the names of the rule in
 * them, and as the terms of a sample, which say what operators the names are. */
#include "mutate/sparrow/approx_priv.h"

#include "base/bug.h"
#include "smt/edit/subst.h"
#include "smt/walk/reach.h"

#include <string.h>

typedef struct compiler {
    approxes_t *all;
    const sexpr_tree_t *tree; /* of the rule's file */
    const approx_rule_t *row;
    const approx_form_t *form;
    approx_use_t use;
    uint32_t bound;   /* variables of the rule that the pattern binds */
    uint32_t matched; /* terms that it has */
    uint32_t made;    /* constructors that it has */
    bool data;        /* a term in it is of the rule's datatype */
    bool quantifier;  /* it has one, with the predicate for its body */
    u32_vec_t names;  /* nodes: variables bound by quantifiers of the result */
    uint32_t inside;  /* with a predicate: the quantifier of the result that is at work, or 0 */
    strbuf_t text;    /* of the result, since the last hole */
    bool usable;
} compiler_t;

static const sexpr_t *at(const compiler_t *c, uint32_t node) {
    return sexpr_at(c->tree, node);
}

static uint32_t after(const compiler_t *c, uint32_t node) {
    return sexpr_next(c->tree, node);
}

static bool is_word(const compiler_t *c, uint32_t node, const char *word) {
    return sexpr_is_word(at(c, node), word);
}

/* --- what a pattern binds --- */

static void bind_code(compiler_t *c, uint32_t code) {
    assert(code < c->all->codes.len);
    const uint32_t *word = c->all->codes.data + code;
    for (uint32_t left = 1; left > 0; left--)
        switch ((code_t)*word++) {
        case CODE_SORT:
            word++;
            break;
        case CODE_TYPE:
            c->bound |= 1u << *word++;
            break;
        case CODE_DATA:
            c->data = true;
            break;
        case CODE_MAKE: {
            uint32_t indices = word[1];
            left += word[2];
            word += 3;
            for (uint32_t i = 0; i < indices; i++, word++)
                if (*word & CODE_WIDTH)
                    c->bound |= 1u << (*word & ~CODE_WIDTH);
            break;
        }
        }
}

static void bind_constructor(compiler_t *c, uint32_t number) {
    assert(number < c->row->constructor_count);
    c->made |= 1u << number;
    for (uint32_t i = 0; i < c->row->constructors[number].fields; i++)
        bind_code(c, c->row->constructors[number].codes[i]);
}

/* --- patterns --- */

static bool is_quantifier(const compiler_t *c, uint32_t list) {
    return sexpr_is_list(at(c, list)) && after(c, list) > list + 2 &&
           (is_word(c, list + 1, "forall") || is_word(c, list + 1, "exists")) &&
           sexpr_is_list(at(c, list + 2));
}

/* Whether it binds one variable. */
static bool binds_one(const compiler_t *c, uint32_t quantifier) {
    return after(c, quantifier + 3) == after(c, quantifier + 2);
}

/* (forall ((v A)) (P v)), P being the predicate. */
static bool is_plain_quantifier(const compiler_t *c, uint32_t list) {
    if (c->row->predicate == RULE_NO_NODE || !is_quantifier(c, list) || !binds_one(c, list))
        return false;
    uint32_t body = after(c, list + 2);
    return sexpr_is_list(at(c, list + 2)) && body + 3 == after(c, list) &&
           sexpr_is_list(at(c, body)) && approx_is_predicate(c->tree, c->row, at(c, body + 1)) &&
           sexpr_same(at(c, body + 2), at(c, list + 4));
}

static slice_t keep(compiler_t *c, const char *text, size_t len) {
    return (slice_t){arena_copy(&c->all->base.texts, text, len), (uint32_t)len};
}

static bool atom_node(compiler_t *c, uint32_t node, term_t term, approx_node_t *out) {
    const sexpr_t *atom = at(c, node);
    const bank_t *bank = c->all->base.bank;
    uint32_t count;
    uint32_t number = approx_term_of(c->tree, c->row, atom);
    if (number < c->row->term_count) {
        *out = (approx_node_t){.kind = NODE_TERM, .number = number};
        c->matched |= 1u << number;
        bind_code(c, c->row->terms[number].code);
        return true;
    }
    number = approx_constructor_of(c->tree, c->row, atom);
    if (number < c->row->constructor_count) {
        *out = (approx_node_t){.kind = NODE_MAKE, .number = number};
        bind_constructor(c, number);
        return true;
    }
    op_t op = term_op(bank, term);
    if (op_is_literal(op)) {
        const symbol_t *text = symbol_row(&bank->symbols, term_head(bank, term, &count)[0]);
        *out =
            (approx_node_t){.kind = NODE_LITERAL, .op = op, .text = keep(c, text->text, text->len)};
        return true;
    }
    *out = (approx_node_t){.kind = NODE_APP, .op = op};
    return op >= OP_FIRST_ROW;
}

/* (_ op i j), (_ is c), (as op S) in front of arguments. */
static bool head_node(compiler_t *c, uint32_t head, approx_node_t *out) {
    if (is_word(c, head + 1, "as"))
        return true;
    if (!is_word(c, head + 1, "_"))
        return false;
    if (is_word(c, head + 2, "is")) {
        uint32_t number = approx_constructor_of(c->tree, c->row, at(c, head + 3));
        *out = (approx_node_t){.kind = NODE_IS, .op = OP_IS, .number = number};
        if (number < c->row->constructor_count)
            bind_constructor(c, number);
        return number < c->row->constructor_count;
    }
    for (uint32_t i = head + 3; i < after(c, head); i = after(c, i)) {
        uint64_t number;
        uint32_t variable = rule_variable_of(&c->row->rule, at(c, i));
        if (out->index_count == 2)
            return false;
        if (variable < c->row->rule.variable_count) {
            c->bound |= 1u << variable;
            out->indices[out->index_count++] = CODE_WIDTH + variable;
        } else if (sexpr_uint(at(c, i), INT32_MAX, &number)) {
            out->indices[out->index_count++] = (uint32_t)number;
        } else {
            return false;
        }
    }
    return true;
}

static bool list_node(compiler_t *c, uint32_t list, term_t term, approx_node_t *out) {
    const sexpr_t *head = at(c, list + 1);
    op_t op = term_op(c->all->base.bank, term);
    *out = (approx_node_t){.kind = NODE_APP, .op = op};
    if (is_plain_quantifier(c, list)) {
        out->kind = NODE_QUANT;
        if (c->quantifier)
            return false; /* of two, the bodies would have to be the same */
        c->quantifier = true;
        return true;
    }
    if (sexpr_is_list(head))
        return head_node(c, list + 1, out);
    uint32_t field = 0;
    uint32_t number = approx_constructor_of(c->tree, c->row, head);
    if (number < c->row->constructor_count) {
        *out = (approx_node_t){.kind = NODE_MAKE, .op = OP_APP, .number = number};
    } else {
        number = approx_selector_of(c->tree, c->row, head, &field);
        if (number < c->row->constructor_count)
            *out = (approx_node_t){
                .kind = NODE_SELECT, .op = OP_APP, .number = number, .indices = {field}};
    }
    if (number < c->row->constructor_count) {
        bind_constructor(c, number);
        return true;
    }
    return op >= OP_FIRST_ROW && op_info(op)->attr != OP_ATTR_BIND && !sexpr_is_word(head, "_") &&
           !sexpr_is_word(head, "as");
}

typedef struct pair {
    uint32_t node;
    term_t term;
} pair_t;

static bool compile_pattern(compiler_t *c, uint32_t side) {
    const bank_t *bank = c->all->base.bank;
    pair_t stack[APPROX_NODES];
    uint32_t depth = 0;
    c->use.node = c->all->nodes.len;
    stack[depth++] = (pair_t){c->row->sides[side], c->form->sides[side]};
    while (depth > 0) {
        pair_t top = stack[--depth];
        approx_node_t node;
        bool list = sexpr_is_list(at(c, top.node));
        if (list ? !list_node(c, top.node, top.term, &node)
                 : !atom_node(c, top.node, top.term, &node))
            return false;
        uint32_t count = 0;
        const term_t *children = NULL;
        if (list && node.kind != NODE_QUANT)
            children = term_children(bank, top.term, &count);
        if (depth + count > APPROX_NODES || c->use.node_count + depth + count >= APPROX_NODES)
            return false;
        uint32_t member = list ? after(c, top.node + 1) : top.node;
        for (uint32_t i = 0; i < count; i++, member = after(c, member)) {
            if (member >= after(c, top.node))
                return false;
            stack[depth + count - 1 - i] = (pair_t){member, children[i]};
        }
        depth += count;
        node.count = count;
        *vec_push(c->all->mem, &c->all->nodes) = node;
        c->use.node_count++;
    }
    assert(c->use.node_count > 0 && c->all->nodes.len == c->use.node + c->use.node_count);
    const approx_node_t *root = &c->all->nodes.data[c->use.node];
    bool plain = root->kind == NODE_TERM;
    c->use.root = plain ? OP_NONE : root->op;
    c->use.swaps = root->kind == NODE_APP && root->count == 2 &&
                   (root->op == OP_EQ || root->op == OP_DISTINCT || root->op == OP_FP_EQ) &&
                   !(root[1].kind == NODE_TERM && root[2].kind == NODE_TERM);
    return true;
}

/* --- results --- */

static void end_text(compiler_t *c) {
    if (c->text.len == 0)
        return;
    *vec_push(c->all->mem, &c->all->pieces) =
        (approx_piece_t){.kind = PIECE_TEXT, .text = keep(c, c->text.data, c->text.len)};
    strbuf_clear(&c->text);
}

static void add_hole(compiler_t *c, piece_kind_t kind, uint32_t number, uint32_t node) {
    assert(kind != PIECE_TEXT);
    end_text(c);
    *vec_push(c->all->mem, &c->all->pieces) =
        (approx_piece_t){.kind = kind, .number = number, .node = node};
}

static void add_source(compiler_t *c, uint32_t node) {
    strbuf_slice_add(&c->text, sexpr_source(c->tree, node));
}

static uint32_t name_of(const compiler_t *c, uint32_t node) {
    uint32_t i = 0;
    while (i < c->names.len && !sexpr_same(at(c, c->names.data[i]), at(c, node)))
        i++;
    return i;
}

static void want_variable(compiler_t *c, uint32_t variable) {
    c->usable &= (c->bound >> variable & 1) != 0;
}

/* Below a quantifier whose variables are the seed's, no term may stand: they might capture it. */
static void atom_piece(compiler_t *c, uint32_t node) {
    const sexpr_t *atom = at(c, node);
    if (c->inside != 0)
        c->usable &= approx_term_of(c->tree, c->row, atom) == c->row->term_count &&
                     !sexpr_same(atom, at(c, c->inside + 4));
    uint32_t field = 0;
    uint32_t number = approx_term_of(c->tree, c->row, atom);
    if (number < c->row->term_count) {
        if (!(c->matched >> number & 1))
            c->use.drawn |= 1u << number;
        add_hole(c, PIECE_TERM, number, node);
    } else if ((number = approx_literal_of(c->tree, c->row, atom)) <
               c->row->rule.coefficient_count) {
        add_hole(c, PIECE_LITERAL, number, node);
    } else if ((number = rule_variable_of(&c->row->rule, atom)) < c->row->rule.variable_count) {
        want_variable(c, number);
        add_hole(c, c->row->rule.variables[number].width ? PIECE_NUMBER : PIECE_TYPE, number, node);
    } else if ((number = approx_constructor_of(c->tree, c->row, atom)) <
               c->row->constructor_count) {
        add_hole(c, PIECE_CONSTRUCTOR, number, node);
    } else if ((number = approx_selector_of(c->tree, c->row, atom, &field)) <
               c->row->constructor_count) {
        add_hole(c, PIECE_SELECTOR, number, field);
    } else if ((number = name_of(c, node)) < c->names.len) {
        add_hole(c, PIECE_NAME, number, node);
    } else {
        add_source(c, node);
    }
}

/* An index: a number made of widths. */
static void index_piece(compiler_t *c, uint32_t node) {
    if (!sexpr_is_list(at(c, node))) {
        atom_piece(c, node);
        return;
    }
    for (uint32_t i = node; i < after(c, node); i++) {
        uint32_t variable = rule_variable_of(&c->row->rule, at(c, i));
        if (variable < c->row->rule.variable_count)
            want_variable(c, variable);
    }
    add_hole(c, PIECE_NUMBER, 0, node);
}

/* Lists that are not text and members; false for the others. */
static bool special_piece(compiler_t *c, uint32_t list) {
    uint32_t end = after(c, list);
    if (end == list + 1)
        return false;
    if (is_word(c, list + 1, "_")) {
        strbuf_str(&c->text, "(_");
        for (uint32_t i = list + 2; i < end; i = after(c, i)) {
            strbuf_char(&c->text, ' ');
            index_piece(c, i);
        }
        strbuf_char(&c->text, ')');
        return true;
    }
    if (!approx_is_predicate(c->tree, c->row, at(c, list + 1)))
        return false;
    uint32_t number = approx_term_of(c->tree, c->row, at(c, list + 2));
    c->usable &= c->quantifier;
    if (number == c->row->term_count) {
        c->usable &= c->inside != 0 && sexpr_same(at(c, list + 2), at(c, c->inside + 4));
        add_hole(c, PIECE_BODY, 0, list);
        return true;
    }
    c->usable &= c->inside == 0;
    c->use.instances |= 1u << number;
    add_hole(c, PIECE_INSTANCE, number, list);
    return true;
}

/* The variables that quantifiers of the result bind. */
static void collect_names(compiler_t *c, uint32_t side) {
    c->names.len = 0;
    for (uint32_t i = side; i < after(c, side); i++) {
        if (!is_quantifier(c, i))
            continue;
        c->use.quantifies |= c->use.root != OP_FORALL && c->use.root != OP_EXISTS;
        if (c->row->predicate != RULE_NO_NODE)
            continue;
        for (uint32_t k = i + 3; k < after(c, i + 2); k = after(c, k))
            *vec_push(c->all->mem, &c->names) = k + 1;
    }
}

static void compile_result(compiler_t *c, uint32_t side) {
    mem_t *mem = c->all->mem;
    uint32_t start = c->row->sides[side];
    u32_vec_t ends = {0};
    collect_names(c, start);
    c->use.piece = c->all->pieces.len;
    for (uint32_t i = start; i < after(c, start);) {
        if (i > start)
            strbuf_char(&c->text, ' ');
        const sexpr_t *node = at(c, i);
        if (!sexpr_is_list(node)) {
            atom_piece(c, i);
            i++;
        } else if (special_piece(c, i)) {
            i = node->next;
        } else if (c->row->predicate != RULE_NO_NODE && is_quantifier(c, i)) {
            c->usable &= c->quantifier && c->inside == 0 && binds_one(c, i);
            c->inside = i;
            strbuf_str(&c->text, is_word(c, i + 1, "forall") ? "(forall " : "(exists ");
            add_hole(c, PIECE_BINDERS, 0, i);
            *vec_push(mem, &ends) = node->next;
            i = after(c, i + 2);
        } else {
            strbuf_char(&c->text, '(');
            *vec_push(mem, &ends) = node->next;
            i++;
            /* The first member follows without a space. */
            if (i < node->next && !sexpr_is_list(at(c, i)))
                atom_piece(c, i++);
        }
        while (ends.len > 0 && vec_last(&ends) <= i) {
            ends.len--;
            strbuf_char(&c->text, ')');
        }
        if (c->inside != 0 && after(c, c->inside) <= i)
            c->inside = 0;
    }
    end_text(c);
    c->use.piece_count = c->all->pieces.len - c->use.piece;
    c->use.names = c->names.len;
    vec_free(mem, &ends);
}

/* Terms and literals of the result must have sorts that the pattern fixes; constructors that it
 * names must be those of one datatype. */
static void check_result(compiler_t *c) {
    assert((c->use.drawn & c->matched) == 0 && c->use.piece_count > 0);
    uint32_t before = c->bound;
    bool data = c->data || c->made != 0;
    for (uint32_t i = 0; i < c->row->term_count; i++)
        if (c->use.drawn >> i & 1)
            bind_code(c, c->row->terms[i].code);
    c->usable &= c->bound == before;
    /* Of the terms for the variable of the quantifier, only the body is written. */
    c->usable &= (c->use.instances & (c->use.drawn | c->matched)) == 0;
    for (uint32_t i = 0; i < c->use.piece_count; i++) {
        const approx_piece_t *piece = &c->all->pieces.data[c->use.piece + i];
        if ((piece->kind == PIECE_CONSTRUCTOR || piece->kind == PIECE_SELECTOR) &&
            !(c->made >> piece->number & 1))
            c->use.constructors |= 1u << piece->number;
        if (piece->kind != PIECE_LITERAL)
            continue;
        c->use.literals = true;
        assert(piece->number < c->row->rule.coefficient_count);
        uint32_t sort = c->row->rule.coefficients[piece->number].sort;
        for (uint32_t k = sort; k < after(c, sort); k++) {
            uint32_t variable = rule_variable_of(&c->row->rule, at(c, k));
            if (variable < c->row->rule.variable_count)
                want_variable(c, variable);
        }
    }
    c->usable &= data || c->use.constructors == 0;
}

/* --- logics --- */

/* Whether terms of the sort may be numbers: those of a type of the rule may. */
static bool may_be_number(const compiler_t *c, sort_t sort) {
    if (sort == SORT_INT || sort == SORT_REAL)
        return true;
    assert(c->form->constants.len >= c->row->term_count); /* terms come first */
    for (uint32_t i = 0; i < c->row->term_count; i++)
        if (c->all->codes.data[c->row->terms[i].code] == CODE_TYPE &&
            fun_result(c->all->base.bank, c->form->constants.data[i]) == sort)
            return true;
    return false;
}

/* Whether every comparison of numbers in the result compares two terms that the pattern compares,
 * and numbers are nowhere else. */
static bool keeps_differences(const compiler_t *c, term_t from, term_t to) {
    const bank_t *bank = c->all->base.bank;
    reach_t reach[2];
    bool keeps = true;
    for (uint32_t side = 0; side < 2; side++) {
        reach_init(&reach[side], bank);
        reach_add(&reach[side], side == 0 ? from : to);
    }
    for (uint32_t i = 0; keeps && i < reach[1].order.len; i++) {
        uint32_t count;
        const term_t *args = term_children(bank, reach[1].order.data[i], &count);
        bool number = false;
        for (uint32_t k = 0; k < count; k++)
            number |= may_be_number(c, term_sort(bank, args[k]));
        if (!number)
            continue;
        keeps = false;
        for (uint32_t k = 0; k < reach[0].order.len && count == 2; k++) {
            uint32_t other;
            const term_t *pair = term_children(bank, reach[0].order.data[k], &other);
            keeps |= other == 2 && ((pair[0] == args[0] && pair[1] == args[1]) ||
                                    (pair[0] == args[1] && pair[1] == args[0]));
        }
        keeps &= term_sort(bank, reach[1].order.data[i]) == SORT_BOOL;
    }
    reach_done(&reach[0]);
    reach_done(&reach[1]);
    return keeps;
}

static void find_needs(compiler_t *c, uint32_t from) {
    bank_t *bank = c->all->base.bank;
    term_t values[RULE_COEFFICIENTS];
    rng_t rng = rng_make(1);
    subst_t subst;
    subst_init(&subst, bank);
    uint32_t first = c->form->constants.len - c->form->literals;
    if (approx_draw(c->all, c->form, &rng, values))
        for (uint32_t i = 0; i < c->form->literals; i++)
            subst_const(&subst, c->form->constants.data[first + i], values[i]);
    else
        c->usable = false;
    term_t result = subst_apply(&subst, c->form->sides[1 - from]);
    c->use.needs = logic_infer_term(bank, result) & ~logic_infer_term(bank, c->form->sides[from]);
    if (c->row->predicate != RULE_NO_NODE)
        c->use.needs &= ~(logic_t)LOGIC_UF;
    c->use.differences = keeps_differences(c, c->form->sides[from], result);
    subst_done(&subst);
}

/* --- all of it --- */

static bool compile_use(compiler_t *c, uint32_t from, approx_direction_t direction) {
    approxes_t *all = c->all;
    uint32_t nodes = all->nodes.len;
    uint32_t pieces = all->pieces.len;
    c->use = (approx_use_t){.rule = c->form->rule,
                            .from = from,
                            .direction = direction,
                            .weight = c->row->weights[direction]};
    c->bound = c->matched = c->made = c->inside = 0;
    c->data = c->quantifier = false;
    c->usable = c->use.weight > 0 && compile_pattern(c, from);
    if (c->usable) {
        compile_result(c, 1 - from);
        check_result(c);
    }
    if (c->usable)
        find_needs(c, from);
    strbuf_clear(&c->text);
    if (c->usable) {
        assert(!c->use.instances || c->quantifier);
        *vec_push(all->mem, &all->uses) = c->use;
        return true;
    }
    all->nodes.len = nodes;
    all->pieces.len = pieces;
    return false;
}

void approx_compile(approxes_t *all, uint32_t rule, const approx_form_t *form, reader_t *r) {
    compiler_t c = {.all = all, .tree = r->tree, .row = &all->rows.data[rule], .form = form};
    strbuf_init(&c.text, all->mem);
    bool any = false;
    for (uint32_t from = 0; from < 2; from++)
        for (uint32_t direction = 0; direction < APPROX_DIRECTIONS; direction++)
            if (c.row->same || from == direction)
                any |= compile_use(&c, from, (approx_direction_t)direction);
    if (!any)
        reader_fail(r, c.row->rule.node,
                    "neither formula of %s can be a pattern for the other: it has literals, or "
                    "something of the other's sorts is not in it",
                    c.row->rule.name);
    strbuf_done(&c.text);
    vec_free(all->mem, &c.names);
}
