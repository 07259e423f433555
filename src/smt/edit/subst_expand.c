/* Let expansion and inlining of macros: two uses of the machine in subst.c. */
#include "smt/edit/subst_priv.h"
#include "smt/walk/parts.h"

#include <string.h>

/* --- let --- */

/* As a rule every variable is bound once. Then a let variable has one value, wherever it occurs,
 * and all lets are expanded in one run. But a formula can hold several versions of a binder with
 * the same variables, when a mutant and its seed were put together, or even have a binder below
 * itself. Then lets are expanded one by one, from the inside out. */

/* Whether no variable is bound twice, or bound and free; lets gets the values. */
static bool is_regular(bank_t *bank, const reach_t *reach, const u32_vec_t *free, map_t *lets) {
    map_t binders = {0};
    bool regular = true;
    for (uint32_t i = 0; i < free->len; i++)
        *map_put(bank->mem, &binders, free->data[i]) = TERM_BAD;
    for (uint32_t i = 0; i < reach->order.len && regular; i++) {
        term_t term = reach->order.data[i];
        op_t op = term_op(bank, term);
        uint32_t count;
        const term_t *children = term_children(bank, term, &count);
        parts_t parts = parts_vars(bank, term);
        term_t var;
        while ((var = parts_next_var(&parts)) != TERM_NONE) {
            uint32_t *owner = map_put(bank->mem, &binders, var);
            uint32_t claim = op == OP_LET ? children[parts.at - 1] : term;
            regular &= *owner == MAP_NONE || *owner == claim;
            *owner = claim;
            if (op == OP_LET)
                *map_put(bank->mem, lets, var) = claim;
        }
    }
    map_free(bank->mem, &binders);
    return regular;
}

/* Fills the reach so that a value stands before its variable. A let needs its body only: values
 * that are not used are not visited. */
static void order_values_first(reach_t *reach, const map_t *lets, term_t root) {
    const bank_t *bank = reach->bank;
    u32_vec_t *stack = &reach->stack;
    reach_clear(reach);
    stack->len = 0;
    *vec_push(bank->mem, stack) = root;
    while (stack->len > 0) {
        term_t term = vec_last(stack);
        uint32_t before = stack->len;
        uint32_t value = map_get(lets, term);
        if (reach_has(reach, term)) {
            stack->len--;
            continue;
        }
        uint32_t count;
        const term_t *needs = term_children(bank, term, &count);
        if (term_op(bank, term) == OP_LET) {
            needs += count - 1;
            count = 1;
        } else if (value != MAP_NONE) {
            needs = &value;
            count = 1;
        }
        for (uint32_t i = count; i-- > 0;)
            if (!reach_has(reach, needs[i]))
                *vec_push(bank->mem, stack) = needs[i];
        if (stack->len == before) {
            stack->len--;
            reach_push(reach, term);
        }
    }
}

static term_t expand_at_once(bank_t *bank, term_t term, const map_t *lets) {
    subst_t subst;
    subst_init(&subst, bank);
    order_values_first(&subst.work->reach, lets, term);
    subst.work->lets = lets;
    term_t result = subst_run(&subst, term);
    subst_done(&subst);
    return result;
}

static term_t expand_one(bank_t *bank, subst_t *subst, term_t let) {
    uint32_t count;
    const term_t *vars = term_bound(bank, let, &count);
    const term_t *values = vars + count;
    subst_clear(subst);
    for (uint32_t i = 0; i < count; i++)
        subst_var(subst, vars[i], values[i]);
    return subst_run(subst, values[count]);
}

static term_t expand_one_by_one(bank_t *bank, const reach_t *reach, uint32_t limit) {
    term_t *made = mem_alloc(bank->mem, reach->order.len * sizeof *made);
    u32_vec_t children = {0};
    subst_t subst;
    subst_init(&subst, bank);
    uint32_t start = bank_term_count(bank);
    term_t term = TERM_NONE;
    for (uint32_t i = 0; i < reach->order.len; i++) {
        term = reach->order.data[i];
        uint32_t count;
        const term_t *old = term_children(bank, term, &count);
        children.len = 0;
        term_t *fresh = vec_extend(bank->mem, &children, count);
        for (uint32_t j = 0; j < count; j++)
            fresh[j] = made[reach->places.data[old[j]]];
        if (count > 0)
            term = term_with_children(bank, term, fresh);
        if (term_op(bank, term) == OP_LET)
            term = expand_one(bank, &subst, term);
        made[i] = term;
        if (bank_term_count(bank) - start > limit) {
            term = TERM_NONE;
            break;
        }
    }
    subst_done(&subst);
    mem_free(bank->mem, made);
    vec_free(bank->mem, &children);
    return term; /* the root comes last */
}

term_t subst_expand_lets(bank_t *bank, term_t term, uint32_t limit) {
    if (!(term_flags(bank, term) & TERM_HAS_LET))
        return term;
    reach_t reach;
    reach_init(&reach, bank);
    reach_add(&reach, term);
    vars_t vars;
    vars_init(&vars, bank);
    u32_vec_t free = {0};
    vars_free(&vars, term, &free);
    map_t lets = {0};
    term_t result = is_regular(bank, &reach, &free, &lets) ? expand_at_once(bank, term, &lets)
                                                           : expand_one_by_one(bank, &reach, limit);
    vars_done(&vars);
    vec_free(bank->mem, &free);
    reach_done(&reach);
    map_free(bank->mem, &lets);
    return result;
}

/* --- macros --- */

typedef struct inlining {
    bank_t *bank;
    subst_t outer;
    subst_t instance;
    map_t bodies;    /* macro to its body, inlined */
    u32_vec_t stack; /* macros whose bodies are wanted */
    reach_t reach;
} inlining_t;

/* Puts the macros that term applies, and that are not done, on the stack; true when there are any.
 * Bodies mention only functions that were declared before, so this ends. */
static bool push_macros(inlining_t *work, term_t term) {
    bank_t *bank = work->bank;
    uint32_t before = work->stack.len;
    reach_clear(&work->reach);
    reach_add(&work->reach, term);
    for (uint32_t i = 0; i < work->reach.order.len; i++) {
        term_t next = work->reach.order.data[i];
        if (term_op(bank, next) != OP_APP)
            continue;
        uint32_t count;
        fun_t fun = term_head(bank, next, &count)[0];
        if (fun_row(bank, fun)->kind == FUN_DEFINED && fun_row(bank, fun)->body != TERM_NONE &&
            map_get(&work->bodies, fun) == MAP_NONE)
            *vec_push(bank->mem, &work->stack) = fun;
    }
    return work->stack.len > before;
}

static bool inline_bodies(inlining_t *work) {
    while (work->stack.len > 0) {
        fun_t fun = vec_last(&work->stack);
        term_t body = fun_row(work->bank, fun)->body;
        if (map_get(&work->bodies, fun) != MAP_NONE) {
            work->stack.len--;
        } else if (!push_macros(work, body)) {
            work->stack.len--;
            term_t result = subst_run(&work->outer, body);
            if (result == TERM_NONE)
                return false;
            *map_put(work->bank->mem, &work->bodies, fun) = result;
        }
    }
    return true;
}

term_t subst_inline(bank_t *bank, term_t term, uint32_t limit) {
    inlining_t work = {.bank = bank};
    reach_init(&work.reach, bank);
    subst_init(&work.outer, bank);
    subst_init(&work.instance, bank);
    work.outer.work->macros = &work.bodies;
    work.outer.work->instance = &work.instance;
    work.outer.work->start = bank_term_count(bank);
    work.outer.work->limit = limit;
    term_t result = term;
    if (push_macros(&work, term))
        result = inline_bodies(&work) ? subst_run(&work.outer, term) : TERM_NONE;
    subst_done(&work.outer);
    subst_done(&work.instance);
    reach_done(&work.reach);
    map_free(bank->mem, &work.bodies);
    vec_free(bank->mem, &work.stack);
    return result;
}
