/* Satisfiable by construction: formulas that are true under values that were drawn before them.
 *
 * A random formula is true or false under the model. A true one is kept. A false one is repaired:
 * the smallest parts that make it false are turned round (an order into the opposite one, an
 * equality with the value that its other side has), so that what is asserted is not a heap of
 * negations. Only what is known for sure counts: an evaluation that had to choose a value which the
 * standard leaves open is no answer. */
#include "mutate/gen/gen_priv.h"

#include "base/bug.h"
#include "smt/term/check.h"

enum { FAILED = 2 };

/* 0, 1, or FAILED. */
static int truth(gen_t *gen, term_t term) {
    result_t result = eval_term(&gen->eval, term);
    return result.known && !result.chosen ? (int)(result.value != 0) : FAILED;
}

static term_t negate(gen_t *gen, term_t term) {
    bank_t *bank = &gen->bank;
    uint32_t count;
    assert(term_sort(bank, term) == SORT_BOOL);
    if (term_op(bank, term) == OP_NOT)
        return term_children(bank, term, &count)[0];
    if (term_op(bank, term) == OP_TRUE || term_op(bank, term) == OP_FALSE)
        return check_op(bank, term_op(bank, term) == OP_TRUE ? OP_FALSE : OP_TRUE, NULL, 0);
    return check_op(bank, OP_NOT, &term, 1);
}

/* The opposite of an order that is total. */
static op_t opposite(op_t op) {
    static const op_t pairs[][2] = {{OP_LT, OP_GE},       {OP_GT, OP_LE},
                                    {OP_BVULT, OP_BVUGE}, {OP_BVUGT, OP_BVULE},
                                    {OP_BVSLT, OP_BVSGE}, {OP_BVSGT, OP_BVSLE}};
    for (uint32_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        for (int k = 0; k < 2; k++)
            if (pairs[i][k] == op)
                return pairs[i][1 - k];
    return OP_NONE;
}

/* Sorts whose values have a short text that both solvers read everywhere. */
static bool is_writable(const gen_t *gen, sort_t sort) {
    switch (sort_kind(&gen->bank, sort)) {
    case SORT_INT:
    case SORT_REAL:
    case SORT_BITVEC:
    case SORT_FLOAT:
    case SORT_STRING:
        return true;
    default:
        return false;
    }
}

static term_t value_of(gen_t *gen, term_t term) {
    sort_t sort = term_sort(&gen->bank, term);
    if (!is_writable(gen, sort))
        return TERM_NONE;
    result_t result = eval_term(&gen->eval, term);
    if (!result.known || result.chosen)
        return TERM_NONE;
    return value_term(&gen->values, &gen->bank, sort, result.value);
}

static bool is_literal(const gen_t *gen, term_t term) {
    uint32_t count;
    op_t op = term_op(&gen->bank, term);
    if (op == OP_NEG)
        op = term_op(&gen->bank, term_children(&gen->bank, term, &count)[0]);
    return op_is_literal(op);
}

/* (= a b) made true: one side becomes the value of the other. */
static term_t equate(gen_t *gen, const term_t *args, uint32_t count) {
    if (count != 2)
        return TERM_NONE;
    uint32_t kept = is_literal(gen, args[0]) ? 1 : 0;
    if (!is_literal(gen, args[0]) && !is_literal(gen, args[1])) {
        /* In a difference logic, what is compared has a shape. */
        if (!(gen->used & LOGIC_LINEAR) && (gen->used & (LOGIC_INT | LOGIC_REAL)))
            return TERM_NONE;
        kept = gen_chance(gen, 50);
    }
    term_t sides[2];
    sides[kept] = args[kept];
    sides[1 - kept] = value_of(gen, args[kept]);
    if (sides[1 - kept] == TERM_NONE || sides[0] == sides[1])
        return TERM_NONE;
    assert(term_sort(&gen->bank, sides[0]) == term_sort(&gen->bank, sides[1]));
    term_t term = check_op(&gen->bank, OP_EQ, sides, 2);
    return term == TERM_BAD ? TERM_NONE : term;
}

static term_t repair(gen_t *gen, term_t term, bool want);

/* The operator on children of which those that are marked have become what they were not. */
/* NOLINTNEXTLINE(misc-no-recursion): formulas are as deep as the option depth */
static term_t repair_children(gen_t *gen, term_t term, uint32_t marked) {
    enum { MOST = 8 };
    bank_t *bank = &gen->bank;
    term_t args[MOST];
    uint32_t count;
    const term_t *children = term_children(bank, term, &count);
    if (count > MOST)
        return TERM_NONE;
    assert(marked != 0 && marked >> count == 0);
    for (uint32_t i = 0; i < count; i++)
        args[i] = children[i];
    for (uint32_t i = 0; i < count; i++) {
        if (!(marked >> i & 1))
            continue;
        int value = truth(gen, args[i]);
        args[i] = value == FAILED ? TERM_NONE : repair(gen, args[i], !value);
        if (args[i] == TERM_NONE)
            return TERM_NONE;
    }
    return term_with_children(bank, term, args);
}

/* Children whose value is this one, as bits. */
static uint32_t children_that_are(gen_t *gen, term_t term, int value) {
    uint32_t marked = 0;
    uint32_t count;
    term_children(&gen->bank, term, &count);
    for (uint32_t i = 0; i < count && i < 8; i++)
        if (truth(gen, term_children(&gen->bank, term, &count)[i]) == value)
            marked |= 1u << i;
    return marked;
}

static uint32_t draw_child(gen_t *gen, term_t term) {
    uint32_t count;
    term_children(&gen->bank, term, &count);
    assert(count > 0 && count < 32);
    return 1u << rng_below(gen->rng, count);
}

/* Which children have to change so that the connective does; 0 when that is not the way. */
static uint32_t marks_for(gen_t *gen, term_t term, bool want) {
    uint32_t count;
    const term_t *children = term_children(&gen->bank, term, &count);
    switch (term_op(&gen->bank, term)) {
    case OP_AND:
        return want ? children_that_are(gen, term, 0) : draw_child(gen, term);
    case OP_OR:
        return want ? draw_child(gen, term) : children_that_are(gen, term, 1);
    case OP_IMPLIES:
        return want && count == 2 ? draw_child(gen, term) : 0;
    case OP_XOR:
        return count == 2 ? draw_child(gen, term) : 0;
    case OP_EQ:
        return count == 2 && term_sort(&gen->bank, children[0]) == SORT_BOOL ? draw_child(gen, term)
                                                                             : 0;
    case OP_ITE: {
        assert(count == 3);
        int condition = truth(gen, children[0]);
        return condition == FAILED ? 0 : condition ? 2 : 4;
    }
    default:
        return 0;
    }
}

static term_t repair_atom(gen_t *gen, term_t term, bool want) {
    bank_t *bank = &gen->bank;
    uint32_t count;
    const term_t *children = term_children(bank, term, &count);
    op_t op = term_op(bank, term);
    if (count != 2)
        return negate(gen, term);
    term_t args[2] = {children[0], children[1]};
    if (opposite(op) != OP_NONE)
        return check_op(bank, opposite(op), args, 2);
    if (op == OP_EQ && !want)
        return check_op(bank, OP_DISTINCT, args, 2);
    if (op == OP_EQ || (op == OP_DISTINCT && want)) {
        term_t equal = op == OP_EQ ? equate(gen, args, 2) : TERM_NONE;
        if (equal != TERM_NONE)
            return equal;
    }
    return negate(gen, term);
}

/* The formula, which is not what is wanted, changed into one that is. Binders are not looked into,
 * so everything here is closed. */
/* NOLINTNEXTLINE(misc-no-recursion): formulas are as deep as the option depth */
static term_t repair(gen_t *gen, term_t term, bool want) {
    uint32_t count;
    assert(term_sort(&gen->bank, term) == SORT_BOOL);
    if (term_op(&gen->bank, term) == OP_NOT) {
        term_t inside = repair(gen, term_children(&gen->bank, term, &count)[0], !want);
        return inside == TERM_NONE ? TERM_NONE : negate(gen, inside);
    }
    uint32_t marked = marks_for(gen, term, want);
    return marked ? repair_children(gen, term, marked) : repair_atom(gen, term, want);
}

static term_t make_true(gen_t *gen, term_t term) {
    for (int rounds = 0; rounds < 3; rounds++) {
        int value = truth(gen, term);
        if (value != 0)
            return value == 1 ? term : TERM_NONE;
        term = repair(gen, term, true);
        if (term == TERM_NONE)
            return TERM_NONE;
    }
    return truth(gen, term) == 1 ? term : TERM_NONE;
}

/* (= t v), (<= t k): what pins a term down. */
static term_t draw_pin(gen_t *gen) {
    static const op_t orders[] = {OP_LE, OP_GE, OP_LT, OP_GT};
    sort_t sort = gen_draw_sort(gen);
    if (!is_writable(gen, sort) ||
        !(gen->used & LOGIC_LINEAR || sort_kind(&gen->bank, sort) > SORT_REAL))
        return TERM_NONE;
    term_t sides[2];
    sides[0] = gen_term(gen, sort, gen->plan.depth > 1 ? gen->plan.depth - 1 : 1);
    if (sides[0] == TERM_NONE || !(term_flags(&gen->bank, sides[0]) & TERM_COMPOUND))
        return TERM_NONE;
    bool number = sort == SORT_INT || sort == SORT_REAL;
    sides[1] = gen_literal(gen, sort);
    if (sides[1] == TERM_NONE)
        return TERM_NONE;
    assert(term_sort(&gen->bank, sides[0]) == sort && term_sort(&gen->bank, sides[1]) == sort);
    op_t op = number && gen_chance(gen, 50) ? orders[rng_below(gen->rng, 4)] : OP_EQ;
    term_t term = check_op(&gen->bank, op, sides, 2);
    return term == TERM_BAD ? TERM_NONE : term;
}

static bool add_assertion(gen_t *gen) {
    enum { TRIES = 20, BUDGET = 60 };
    for (int tries = 0; tries < TRIES; tries++) {
        gen->budget = BUDGET;
        term_t term = gen_chance(gen, 25) ? draw_pin(gen) : TERM_NONE;
        if (term == TERM_NONE)
            term = gen_bool(gen, gen->plan.depth);
        if (!gen_is_assertion(gen, term))
            continue;
        term = make_true(gen, term);
        if (!gen_is_assertion(gen, term))
            continue;
        *vec_push(gen->mem, &gen->assertions) = term;
        return true;
    }
    return false;
}

bool gen_sat(gen_t *gen) {
    assert(gen->assertions.len == 0);
    if (!gen_draw_model(gen))
        return false;
    for (uint32_t i = 0; i < gen->plan.assertions; i++)
        add_assertion(gen);
    return gen->assertions.len > 0;
}
