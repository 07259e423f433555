/* Unsatisfiable by construction: a contradiction in disguise.
 *
 * The assertions of a row of contradictions.sexp have no model, whatever its constants are. So
 * everything done here keeps that:
 *   - its constants become any terms of their sorts;
 *   - an assertion about a constant x becomes one about all x, which implies it;
 *   - all of them together become one about some x;
 *   - a part of them gets a name: (= c t), and c for t;
 *   - of two contradictions, (or A B) and (ite p A B) are one;
 *   - assertions are joined, in one of the ways to write an and;
 *   - others are added. */
#include "mutate/gen/gen_priv.h"

#include "base/bug.h"
#include "smt/edit/subst.h"
#include "smt/term/check.h"
#include "smt/walk/reach.h"
#include "smt/walk/vars.h"

#include <string.h>

/* --- choosing --- */

static bool draw_row(gen_t *gen, logic_t allowed, uint32_t *chosen) {
    const contradictions_t *all = &gen->contradictions;
    uint32_t found = 0;
    for (uint32_t i = 0; i < all->rows.len; i++) {
        logic_t needs = all->rows.data[i].needs;
        /* What is about the logic's own theories is of more interest. */
        uint32_t weight = needs == 0 ? 1 : 3;
        if (!logic_contains(allowed, needs))
            continue;
        found += weight;
        if (rng_below(gen->rng, found) < weight)
            *chosen = i;
    }
    return found > 0;
}

/* The sorts that the types of a row may be. cvc5 has no arrays with arrays for indices. */
static void list_sorts(const gen_t *gen, logic_t needs, const char **any, uint32_t most) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < gen->sorts.len && count < most; i++) {
        const gen_sort_t *sort = &gen->sorts.data[i];
        bool arrays = (needs & LOGIC_ARRAYS) != 0;
        bool fits = sort->weight > 0 && sort->constants &&
                    !(arrays && strncmp(sort->text, "(A", 2) == 0) &&
                    !(arrays && gen_wants_bits(gen) && strncmp(sort->text, "(_ B", 4) != 0);
        if (fits)
            any[count++] = sort->text;
    }
    any[count] = NULL;
}

static bool add_contradiction(gen_t *gen, uint32_t number, uint32_t *assertions) {
    enum { TRIES = 10, MOST = 32 };
    const char *any[MOST + 1];
    assert(gen->widths.len > 0 && vec_last(&gen->widths) == 0);
    sort_texts_t sorts = {.any = any,
                          .widths = gen->widths.data,
                          .exponent = gen->plan.exponent,
                          .significand = gen->plan.significand};
    for (int tries = 0; tries < TRIES; tries++) {
        uint32_t row = 0;
        contradiction_binding_t binding;
        logic_t allowed = tries < TRIES / 2 ? gen->used : gen->logic & ~(logic_t)LOGIC_SETS;
        if (!draw_row(gen, allowed, &row))
            continue;
        list_sorts(gen, gen->contradictions.rows.data[row].needs, any, MOST);
        if (!contradiction_draw(&gen->contradictions, row, &sorts, gen->rng, &binding))
            continue;
        *assertions = contradiction_write(&gen->contradictions, row, &binding,
                                          number == 0 ? "k_" : "j_", &gen->prologue);
        assert(number < 2 && *assertions > 0);
        gen->core_names[number] = gen->contradictions.rows.data[row].name;
        return true;
    }
    return false;
}

bool gen_add_contradictions(gen_t *gen) {
    uint32_t second;
    *vec_push(gen->mem, &gen->widths) = 0; /* ends the list */
    gen->core_names[1] = NULL;
    bool good = add_contradiction(gen, 0, &gen->core_split);
    if (good && gen_chance(gen, 35))
        add_contradiction(gen, 1, &second);
    gen->widths.len--;
    return good;
}

/* --- variables --- */

static bool is_name_of(const gen_t *gen, term_t constant, char letter) {
    uint32_t count;
    fun_t fun = term_words(&gen->bank, constant, &count)[0];
    const char *name = symbol_text(&gen->bank.symbols, fun_row(&gen->bank, fun)->name);
    return name[0] == letter && name[1] == '_';
}

static bool is_difference_logic(const gen_t *gen) {
    return !(gen->used & LOGIC_LINEAR) && (gen->used & (LOGIC_INT | LOGIC_REAL)) != 0;
}

/* What the constant becomes; TERM_NONE: nothing else. */
static term_t draw_replacement(gen_t *gen, term_t constant) {
    enum { BUDGET = 8 };
    sort_t sort = term_sort(&gen->bank, constant);
    sort_kind_t kind = sort_kind(&gen->bank, sort);
    uint32_t draw = (uint32_t)rng_below(gen->rng, 100);
    if (draw < 40)
        return TERM_NONE;
    bool heavy = kind == SORT_FLOAT || kind == SORT_STRING || kind == SORT_SEQ;
    gen->budget = BUDGET;
    uint32_t depth = draw < 60 || is_difference_logic(gen) ? 0 : heavy ? 1 : 2;
    if (kind == SORT_BOOL)
        return gen_bool(gen, depth);
    /* A literal says more than a constant: contradictions that are seen at once are of no use. */
    term_t term = gen_term(gen, sort, depth);
    if (term == TERM_NONE || op_is_literal(term_op(&gen->bank, term)))
        return TERM_NONE;
    return term;
}

/* The constants of the contradiction, in [first, end) of the core, become terms; all but the one
 * that is kept, if any. */
static void replace_constants(gen_t *gen, char letter, uint32_t first, uint32_t end, term_t kept) {
    subst_t subst;
    assert(first < end && end <= gen->core.len);
    subst_init(&subst, &gen->bank);
    for (uint32_t i = 0; i < gen->constants.len; i++) {
        term_t constant = gen->constants.data[i];
        if (!is_name_of(gen, constant, letter))
            continue;
        term_t by = draw_replacement(gen, constant);
        uint32_t count;
        assert(by == TERM_NONE || term_sort(&gen->bank, by) == term_sort(&gen->bank, constant));
        if (by != TERM_NONE && by != constant && constant != kept)
            subst_const(&subst, term_words(&gen->bank, constant, &count)[0], by);
    }
    for (uint32_t i = first; i < end; i++)
        gen->core.data[i] = subst_apply(&subst, gen->core.data[i]);
    subst_done(&subst);
}

/* --- quantifiers --- */

static term_t bind(gen_t *gen, op_t op, term_t constant, term_t body) {
    bank_t *bank = &gen->bank;
    uint32_t count;
    assert(term_sort(bank, body) == SORT_BOOL);
    strbuf_clear(&gen->scratch);
    strbuf_format(&gen->scratch, "b%u", gen->names++);
    sym_t name = symbol_make(&bank->symbols, gen->scratch.data, gen->scratch.len);
    term_t var = term_fresh_var(bank, name, term_sort(bank, constant));
    subst_t subst;
    subst_init(&subst, bank);
    subst_const(&subst, term_words(bank, constant, &count)[0], var);
    term_t inside = subst_apply(&subst, body);
    subst_done(&subst);
    if (inside == body)
        return body;
    return term_make(bank, op, (uint32_t[]){1, var, inside}, 3, SORT_BOOL);
}

/* (and ...) of some of the core. */
static term_t conjunction(gen_t *gen, uint32_t first, uint32_t end) {
    assert(first < end && end <= gen->core.len);
    if (end - first == 1)
        return gen->core.data[first];
    return check_op(&gen->bank, OP_AND, gen->core.data + first, end - first);
}

/* Puts one assertion in the place of [first, end). */
static void collapse(gen_t *gen, uint32_t first, uint32_t end, term_t term) {
    assert(first < end && end <= gen->core.len && term_sort(&gen->bank, term) == SORT_BOOL);
    gen->core.data[first] = term;
    for (uint32_t i = end; i < gen->core.len; i++)
        gen->core.data[i - end + first + 1] = gen->core.data[i];
    gen->core.len -= end - first - 1;
}

static term_t draw_variable(gen_t *gen, char letter) {
    term_t chosen = TERM_NONE;
    uint32_t found = 0;
    for (uint32_t i = 0; i < gen->constants.len; i++)
        if (is_name_of(gen, gen->constants.data[i], letter) && rng_one_in(gen->rng, ++found))
            chosen = gen->constants.data[i];
    return chosen;
}

/* Disguises one contradiction, which is [first, end) of the core; returns its new end. */
static uint32_t disguise(gen_t *gen, char letter, uint32_t first, uint32_t end) {
    bool quantify = (gen->used & LOGIC_QUANT) && gen_chance(gen, 60);
    bool some = gen_chance(gen, 40);
    term_t bound = draw_variable(gen, letter);
    if (!quantify || is_difference_logic(gen))
        bound = TERM_NONE;
    replace_constants(gen, letter, first, end, bound);
    if (bound == TERM_NONE)
        return end;
    if (some) {
        collapse(gen, first, end, bind(gen, OP_EXISTS, bound, conjunction(gen, first, end)));
        return first + 1;
    }
    uint32_t one = first + (uint32_t)rng_below(gen->rng, end - first);
    gen->core.data[one] = bind(gen, OP_FORALL, bound, gen->core.data[one]);
    return end;
}

/* --- names for parts --- */

/* root with one term in place of another; both are closed. */
static term_t replace_term(gen_t *gen, term_t root, term_t from, term_t to) {
    bank_t *bank = &gen->bank;
    reach_t reach;
    u32_vec_t args = {0};
    assert(term_sort(bank, from) == term_sort(bank, to));
    reach_init(&reach, bank);
    reach_add(&reach, root);
    term_t *made = mem_alloc(gen->mem, reach.order.len * sizeof *made); /* by place */
    term_t result = root;
    for (uint32_t i = 0; i < reach.order.len; i++) {
        term_t term = reach.order.data[i];
        uint32_t count;
        const term_t *children = term_children(bank, term, &count);
        bool changed = false;
        args.len = 0;
        for (uint32_t k = 0; k < count; k++) {
            uint32_t place = reach_place(&reach, children[k]);
            assert(place < i); /* children come before their parents */
            term_t child = made[place];
            changed |= child != children[k];
            *vec_push(gen->mem, &args) = child;
        }
        result = term == from ? to : changed ? term_with_children(bank, term, args.data) : term;
        made[i] = result;
    }
    mem_free(gen->mem, made);
    vec_free(gen->mem, &args);
    reach_done(&reach);
    return result;
}

/* A part of the assertion that may have a name. */
static term_t draw_part(gen_t *gen, term_t root) {
    bank_t *bank = &gen->bank;
    reach_t reach;
    reach_init(&reach, bank);
    reach_add(&reach, root);
    term_t chosen = TERM_NONE;
    uint32_t found = 0;
    for (uint32_t i = 0; i < reach.order.len; i++) {
        term_t term = reach.order.data[i];
        sort_t sort = term_sort(bank, term);
        bool number = sort == SORT_INT || sort == SORT_REAL;
        bool fits = term != root && (term_flags(bank, term) & TERM_COMPOUND) &&
                    !(term_flags(bank, term) & TERM_HAS_VAR) && term_op(bank, term) != OP_NEG &&
                    sort != SORT_REGLAN && !(number && is_difference_logic(gen));
        if (fits && rng_one_in(gen->rng, ++found))
            chosen = term;
    }
    reach_done(&reach);
    return chosen;
}

static void name_parts(gen_t *gen) {
    assert(gen->core.len > 0);
    uint32_t names = gen_between(gen, 0, 2);
    for (uint32_t i = 0; i < names; i++) {
        uint32_t at = (uint32_t)rng_below(gen->rng, gen->core.len);
        term_t part = draw_part(gen, gen->core.data[at]);
        if (part == TERM_NONE || term_sort(&gen->bank, part) == SORT_BOOL)
            continue;
        /* Nothing new in logics that allow no variables of the sort. */
        sort_t sort = term_sort(&gen->bank, part);
        if ((sort == SORT_INT && !(gen->used & LOGIC_INT)) ||
            (sort_kind(&gen->bank, sort) == SORT_BITVEC && !(gen->used & LOGIC_BV)))
            continue;
        term_t sides[2];
        sides[0] = gen_fresh_constant(gen, sort);
        sides[1] = part;
        for (uint32_t k = 0; k < gen->core.len; k++)
            if (k == at || gen_chance(gen, 50))
                gen->core.data[k] = replace_term(gen, gen->core.data[k], part, sides[0]);
        if (gen_chance(gen, 50)) {
            term_t other = sides[0];
            sides[0] = sides[1];
            sides[1] = other;
        }
        *vec_push(gen->mem, &gen->core) = check_op(&gen->bank, OP_EQ, sides, 2);
    }
}

/* --- joining --- */

static term_t negate(gen_t *gen, term_t term) {
    uint32_t count;
    if (term_op(&gen->bank, term) == OP_NOT)
        return term_children(&gen->bank, term, &count)[0];
    return check_op(&gen->bank, OP_NOT, &term, 1);
}

/* a and b, in one of the ways to say it. */
static term_t join(gen_t *gen, term_t a, term_t b) {
    bank_t *bank = &gen->bank;
    term_t pair[2] = {a, b};
    switch (rng_below(gen->rng, 4)) {
    case 0:
        pair[0] = negate(gen, a);
        pair[1] = negate(gen, b);
        a = check_op(bank, OP_OR, pair, 2);
        return check_op(bank, OP_NOT, &a, 1);
    case 1:
        pair[1] = negate(gen, b);
        a = check_op(bank, OP_IMPLIES, pair, 2);
        return check_op(bank, OP_NOT, &a, 1);
    case 2: {
        term_t branches[3] = {a, b, check_op(bank, OP_FALSE, NULL, 0)};
        return check_op(bank, OP_ITE, branches, 3);
    }
    default:
        return check_op(bank, OP_AND, pair, 2);
    }
}

static void join_some(gen_t *gen) {
    while (gen->core.len > 1 && gen_chance(gen, 30)) {
        uint32_t at = (uint32_t)rng_below(gen->rng, gen->core.len - 1);
        gen->core.data[at] = join(gen, gen->core.data[at], gen->core.data[at + 1]);
        for (uint32_t i = at + 1; i + 1 < gen->core.len; i++)
            gen->core.data[i] = gen->core.data[i + 1];
        gen->core.len--;
    }
}

/* Two contradictions, [0, split) and the rest, become one formula. */
static void split_cases(gen_t *gen, uint32_t split) {
    bank_t *bank = &gen->bank;
    term_t branches[3];
    assert(split > 0 && split < gen->core.len);
    bool choose = gen_chance(gen, 50);
    branches[0] = choose ? gen_bool(gen, 1) : TERM_NONE;
    branches[1] = conjunction(gen, 0, split);
    branches[2] = conjunction(gen, split, gen->core.len);
    term_t term = branches[0] == TERM_NONE ? check_op(bank, OP_OR, branches + 1, 2)
                                           : check_op(bank, OP_ITE, branches, 3);
    gen->core.len = 0;
    *vec_push(gen->mem, &gen->core) = term;
}

static void add_noise(gen_t *gen) {
    enum { BUDGET = 30 };
    for (uint32_t i = gen->core.len; i < gen->plan.assertions; i++) {
        gen->budget = BUDGET;
        term_t term = gen_bool(gen, gen->plan.depth > 2 ? 2 : gen->plan.depth);
        if (gen_is_assertion(gen, term))
            *vec_push(gen->mem, &gen->assertions) = term;
    }
}

static void shuffle(gen_t *gen) {
    for (uint32_t i = gen->assertions.len; i > 1; i--) {
        uint32_t k = (uint32_t)rng_below(gen->rng, i);
        term_t swap = gen->assertions.data[i - 1];
        gen->assertions.data[i - 1] = gen->assertions.data[k];
        gen->assertions.data[k] = swap;
    }
}

bool gen_unsat(gen_t *gen) {
    assert(gen->core_split > 0 && gen->core_split <= gen->core.len);
    bool two = gen->core.len > gen->core_split;
    assert(two == (gen->core_names[1] != NULL));
    uint32_t split = disguise(gen, 'k', 0, gen->core_split);
    if (two) {
        disguise(gen, 'j', split, gen->core.len);
        split_cases(gen, split);
    }
    name_parts(gen);
    join_some(gen);
    for (uint32_t i = 0; i < gen->core.len; i++)
        *vec_push(gen->mem, &gen->assertions) = gen->core.data[i];
    add_noise(gen);
    shuffle(gen);
    return true;
}
