/* Random terms for diver: any operator that the seed's theories have, its variables, constants of
 * the formula and of the model. */
#include "mutate/diver/diver_priv.h"

#include "base/bug.h"
#include "mutate/engine/compat.h"
#include "smt/term/check.h"

#include <string.h>

enum { DEPTH = 5 };

/* --- leaves --- */

static bool is_constant(const bank_t *bank, term_t term) {
    op_t op = term_op(bank, term);
    uint32_t count;
    const term_t *children = term_children(bank, term, &count);
    if (op == OP_NEG)
        return op_is_literal(term_op(bank, children[0]));
    if (op == OP_FP) /* three literals */
        return op_is_literal(term_op(bank, children[0])) &&
               op_is_literal(term_op(bank, children[1])) &&
               op_is_literal(term_op(bank, children[2]));
    return op_is_literal(op) || (op >= OP_FIRST_ROW && count == 0);
}

/* A declared constant, or a constructor without fields. */
static bool is_variable(const bank_t *bank, term_t term) {
    uint32_t count;
    const uint32_t *words = term_words(bank, term, &count);
    if (term_op(bank, term) != OP_APP || count != 1)
        return false;
    fun_kind_t kind = fun_row(bank, words[0])->kind;
    return kind == FUN_DECLARED || kind == FUN_CONSTRUCTOR;
}

static leaf_pool_t *pool_of(diver_t *diver, sort_t sort) {
    uint32_t *place = map_put(diver->strategy->mem, &diver->pool_of, sort);
    if (*place == MAP_NONE) {
        *place = diver->pools.len;
        *vec_push(diver->strategy->mem, &diver->pools) = (leaf_pool_t){0};
    }
    return &diver->pools.data[*place];
}

static bool takes_leaf(const diver_t *diver, term_t term, bool variable) {
    const bank_t *bank = diver->strategy->bank;
    return variable ? is_variable(bank, term) : is_constant(bank, term);
}

/* Counts, then places, in the order of the seed's terms. */
static void learn_leaves(diver_t *diver) {
    const seed_t *seed = diver->seed;
    const bank_t *bank = diver->strategy->bank;
    map_clear(&diver->pool_of);
    diver->pools.len = 0;
    for (uint32_t i = 0; i < seed->terms.len; i++) {
        leaf_pool_t *pool = pool_of(diver, term_sort(bank, seed->terms.data[i]));
        pool->var_count += takes_leaf(diver, seed->terms.data[i], true);
        pool->constant_count += takes_leaf(diver, seed->terms.data[i], false);
    }
    uint32_t total = 0;
    for (uint32_t i = 0; i < diver->pools.len; i++) {
        leaf_pool_t *pool = &diver->pools.data[i];
        pool->vars = total;
        pool->constants = total + pool->var_count;
        total += pool->var_count + pool->constant_count;
        pool->var_count = pool->constant_count = 0;
    }
    diver->leaves.len = 0;
    (void)vec_extend(diver->strategy->mem, &diver->leaves, total);
    for (uint32_t i = 0; i < seed->terms.len; i++) {
        term_t term = seed->terms.data[i];
        leaf_pool_t *pool = pool_of(diver, term_sort(bank, term));
        if (takes_leaf(diver, term, true))
            diver->leaves.data[pool->vars + pool->var_count++] = term;
        else if (takes_leaf(diver, term, false))
            diver->leaves.data[pool->constants + pool->constant_count++] = term;
        assert(pool->vars + pool->var_count <= pool->constants);
        assert(pool->constants + pool->constant_count <= total);
    }
}

/* The value that a variable has in the model. */
static term_t model_constant(diver_t *diver, term_t var) {
    const bank_t *bank = diver->strategy->bank;
    sort_t sort = term_sort(bank, var);
    value_order_t order;
    if (sort != SORT_STRING && !ordering_of(&diver->values, sort, &order))
        return TERM_NONE;
    result_t result = eval_term(&diver->eval, var);
    if (!result.known || (sort == SORT_REAL && !rational_is(&diver->values, result.value)))
        return TERM_NONE;
    return value_term(&diver->values, diver->strategy->bank, sort, result.value);
}

static term_t draw_bound(const diver_t *diver, rng_t *rng, sort_t sort) {
    term_t chosen = TERM_NONE;
    uint32_t found = 0;
    for (uint32_t i = 0; i < diver->scope.len; i++)
        if (term_sort(diver->strategy->bank, diver->scope.data[i]) == sort &&
            rng_one_in(rng, ++found))
            chosen = diver->scope.data[i];
    return chosen;
}

static term_t draw_leaf(void *context, rng_t *rng, sort_t sort) {
    diver_t *diver = context;
    uint64_t draw = rng_below(rng, 10);
    if (diver->scope.len > 0 && draw < 4) {
        term_t bound = draw_bound(diver, rng, sort);
        if (bound != TERM_NONE)
            return bound;
    }
    /* z3 has constant arrays only in ALL, and cvc5 gives up on two of them: where the seed has
     * none, there are none. */
    bool no_literals = sort_kind(diver->strategy->bank, sort) == SORT_ARRAY &&
                       !(diver->seed->theories >> THEORY_ARRAYS_X & 1);
    uint32_t place = map_get(&diver->pool_of, sort);
    if (place == MAP_NONE)
        return no_literals ? TERM_BAD : TERM_NONE;
    const leaf_pool_t *pool = &diver->pools.data[place];
    if (draw == 9 && !no_literals) /* one of its own */
        return TERM_NONE;
    if (pool->constant_count > 0 && (draw >= 7 || pool->var_count == 0))
        return diver->leaves.data[pool->constants + rng_below(rng, pool->constant_count)];
    if (pool->var_count == 0)
        return no_literals ? TERM_BAD : TERM_NONE;
    term_t var = diver->leaves.data[pool->vars + rng_below(rng, pool->var_count)];
    if (draw == 6) {
        term_t value = model_constant(diver, var);
        return value == TERM_NONE ? var : value;
    }
    return var;
}

/* --- operators --- */

/* Whether the seed has the sort of the term: solvers do not take every array that can be said. */
static bool has_sort(const diver_t *diver, term_t term) {
    return map_get(&diver->pool_of, term_sort(diver->strategy->bank, term)) != MAP_NONE;
}

bool diver_fits(const diver_t *diver, op_t op, const term_t *args, uint32_t count) {
    const bank_t *bank = diver->strategy->bank;
    if (count > 0 && !compat_call(bank, op, args, count))
        return false;
    if ((op == OP_SELECT || op == OP_STORE) && count > 0 && !has_sort(diver, args[0]))
        return false;
    if (op == OP_RE_RANGE || op == OP_CONST_ARRAY) /* cvc5 wants values, and no terms */
        for (uint32_t i = 0; i < count; i++)
            if (!is_constant(bank, args[i]))
                return false;
    return diver->free || compat_call_stays_in_logic(bank, diver->seed, op, args, count);
}

static bool fits(void *context, op_t op, const term_t *args, uint32_t count) {
    return diver_fits(context, op, args, count);
}

static void learn_functions(diver_t *diver) {
    const bank_t *bank = diver->strategy->bank;
    const seed_t *seed = diver->seed;
    for (uint32_t i = 0; i < seed->terms.len; i++) {
        uint32_t count;
        if (term_op(bank, seed->terms.data[i]) != OP_APP)
            continue;
        fun_t fun = term_words(bank, seed->terms.data[i], &count)[0];
        if (count > 1 && fun_row(bank, fun)->kind != FUN_RECURSIVE)
            random_term_fun(&diver->grow, fun);
    }
}

static void add_declared(diver_t *diver, sort_t sort) {
    diver->declared |= 1u << sort_kind(diver->strategy->bank, sort);
}

_Static_assert((int)SORT_KINDS <= 32, "a bit for each kind of sort");

static void learn_declared(diver_t *diver) {
    const bank_t *bank = diver->strategy->bank;
    const script_t *script = &diver->seed->script;
    diver->declared = 1u << SORT_BOOL;
    diver->free_sorts = false;
    for (uint32_t i = 0; i < script_count(script); i++) {
        uint32_t count;
        const uint32_t *words = script_words(script, i, &count);
        diver->free_sorts |= script_kind(script, i) == CMD_DECLARE_SORT;
        if (cmd_info(script_kind(script, i))->shape != SHAPE_FUN)
            continue;
        for (uint32_t k = 0; k < count; k++) {
            add_declared(diver, fun_result(bank, words[k]));
            for (uint32_t p = 0; p < fun_row(bank, words[k])->arity; p++)
                add_declared(diver, fun_param(bank, words[k], p));
        }
    }
}

bool diver_may_declare(const diver_t *diver, sort_t sort) {
    const bank_t *bank = diver->strategy->bank;
    sym_t logic = diver->seed->logic;
    return logic == SYM_NONE || strcmp(symbol_text(&bank->symbols, logic), "ALL") == 0 ||
           (diver->declared >> sort_kind(bank, sort) & 1) != 0;
}

void diver_learn_terms(diver_t *diver) {
    bank_t *bank = diver->strategy->bank;
    const seed_t *seed = diver->seed;
    uint32_t theories = compat_theories(bank, seed);
    uint32_t solvers = compat_solvers(bank, seed);
    random_term_done(&diver->grow);
    random_term_init(&diver->grow, bank);
    diver->grow.draw = draw_leaf;
    diver->grow.fits = fits;
    diver->grow.context = diver;
    for (uint32_t op = OP_FIRST_ROW; op < OP_COUNT; op++) {
        const op_info_t *info = op_info((op_t)op);
        bool wanted = diver->configured ? ops_config_has(&diver->config, (op_t)op)
                                        : (theories >> info->theory & 1) != 0 &&
                                              compat_solvers_have(solvers, (op_t)op);
        if (wanted && info->args[0] != '\0' && info->attr != OP_ATTR_BIND &&
            compat_name_is_free(seed, (op_t)op))
            random_term_allow(&diver->grow, (op_t)op);
    }
    for (uint32_t i = 0; i < seed->sorts.len; i++)
        random_term_sort(&diver->grow, seed->sorts.data[i]);
    learn_functions(diver);
    learn_leaves(diver);
    learn_declared(diver);
}

term_t diver_draw_term(diver_t *diver, uint32_t spot, rng_t *rng) {
    const bank_t *bank = diver->strategy->bank;
    sort_t sort = term_sort(bank, diver->seed->spots.data[spot].term);
    term_t term = random_term(&diver->grow, rng, sort, 1 + (uint32_t)rng_below(rng, DEPTH));
    assert(term == TERM_NONE || term_sort(bank, term) == sort);
    return term;
}

static bool is_fraction(const bank_t *bank, const term_t *parts, uint32_t count) {
    return count == 2 && op_is_literal(term_op(bank, parts[0])) &&
           op_is_literal(term_op(bank, parts[1]));
}

bool diver_names_hold(diver_t *diver, term_t term) {
    const bank_t *bank = diver->strategy->bank;
    u32_vec_t *stack = &diver->stack;
    stack->len = 0;
    if (diver->seed->hidden.len > 0)
        *vec_push(diver->strategy->mem, stack) = term;
    while (stack->len > 0) {
        uint32_t count;
        term_t next = vec_pop(stack);
        const term_t *children = term_children(bank, next, &count);
        if (!compat_name_is_free(diver->seed, term_op(bank, next)))
            return false;
        for (uint32_t i = 0; i < count; i++)
            *vec_push(diver->strategy->mem, stack) = children[i];
    }
    return true;
}

bool diver_in_logic(diver_t *diver, term_t term) {
    const bank_t *bank = diver->strategy->bank;
    u32_vec_t *stack = &diver->stack;
    stack->len = 0;
    *vec_push(diver->strategy->mem, stack) = term;
    while (stack->len > 0) {
        term_t next = vec_pop(stack);
        uint32_t count;
        const term_t *children = term_children(bank, next, &count);
        op_t op = term_op(bank, next);
        if (op == OP_DIVIDE && is_fraction(bank, children, count)) /* a number */
            continue;
        if (op >= OP_FIRST_ROW &&
            !compat_call_stays_in_logic(bank, diver->seed, op, children, count))
            return false;
        for (uint32_t i = 0; i < count; i++)
            *vec_push(diver->strategy->mem, stack) = children[i];
    }
    return true;
}
