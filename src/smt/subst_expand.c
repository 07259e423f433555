/* Let expansion and inlining of macros: two uses of the machine in subst.c. */
#include "smt/parts.h"
#include "smt/subst_priv.h"

#include <string.h>

/* --- let --- */

/* The variables of a formula are bound once each, or nearly so: when a mutant and its seed are put
 * into one formula, both versions of a binder are there, with the same variables. A let variable
 * must have one value, and a value must not meet another binder of its own variables. So the second
 * version of a binder gets variables of its own. */
typedef struct unsharing {
    reach_t reach;
    u32_vec_t made;
    map_t owners; /* variable to its value, or to its binder when that is no let */
    u32_vec_t words;
} unsharing_t;

/* Whether another binder owns one of the variables; if not, they belong to this one. */
static bool owned_elsewhere(bank_t *bank, unsharing_t *work, term_t binder) {
    op_t op = term_op(bank, binder);
    uint32_t len;
    uint32_t count;
    const uint32_t *head = term_head(bank, binder, &len);
    const term_t *children = term_children(bank, binder, &count);
    bool elsewhere = false;
    parts_t parts = parts_start(op, head, len);
    while (parts_next(&parts)) {
        if (parts.part != PART_VAR)
            continue;
        uint32_t *owner = map_put(bank->mem, &work->owners, head[parts.at]);
        uint32_t claim = op == OP_LET ? children[parts.at - 1] : binder;
        if (*owner == MAP_NONE)
            *owner = claim;
        elsewhere |= *owner != claim;
    }
    return elsewhere;
}

static term_t with_made_children(bank_t *bank, unsharing_t *work, term_t term) {
    uint32_t count;
    const term_t *children = term_children(bank, term, &count);
    bool same = true;
    work->words.len = 0;
    term_t *made = vec_extend(bank->mem, &work->words, count);
    for (uint32_t i = 0; i < count; i++) {
        made[i] = work->made.data[work->reach.places.data[children[i]]];
        same &= made[i] == children[i];
    }
    return same ? term : term_with_children(bank, term, made);
}

static term_t unshare(bank_t *bank, term_t root) {
    unsharing_t work = {0};
    reach_init(&work.reach, bank);
    reach_add(&work.reach, root);
    vars_t vars;
    vars_init(&vars, bank);
    vars_free(&vars, root, &work.words);
    for (uint32_t i = 0; i < work.words.len; i++)
        *map_put(bank->mem, &work.owners, work.words.data[i]) = TERM_BAD;
    vars_done(&vars);
    for (uint32_t i = 0; i < work.reach.order.len; i++) {
        term_t term = with_made_children(bank, &work, work.reach.order.data[i]);
        op_t op = term_op(bank, term);
        if ((op == OP_MATCH || op_is_binder(op)) && owned_elsewhere(bank, &work, term))
            term = subst_copy_bound(bank, term);
        *vec_push(bank->mem, &work.made) = term;
    }
    term_t result = work.made.data[reach_place(&work.reach, root)];
    reach_done(&work.reach);
    vec_free(bank->mem, &work.made);
    map_free(bank->mem, &work.owners);
    vec_free(bank->mem, &work.words);
    return result;
}

static void collect_lets(bank_t *bank, term_t root, map_t *lets) {
    reach_t reach;
    reach_init(&reach, bank);
    reach_add(&reach, root);
    for (uint32_t i = 0; i < reach.order.len; i++) {
        term_t term = reach.order.data[i];
        if (term_op(bank, term) != OP_LET)
            continue;
        uint32_t count;
        const term_t *vars = term_bound(bank, term, &count);
        for (uint32_t j = 0; j < count; j++)
            *map_put(bank->mem, lets, vars[j]) = vars[j + count];
    }
    reach_done(&reach);
}

/* Fills the reach so that a value stands before its variable. A let needs its body only: values
 * that nobody uses are not visited. */
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

term_t subst_expand_lets(bank_t *bank, term_t term) {
    if (!(term_flags(bank, term) & TERM_HAS_LET))
        return term;
    term = unshare(bank, term);
    map_t lets = {0};
    collect_lets(bank, term, &lets);
    subst_t subst;
    subst_init(&subst, bank);
    order_values_first(&subst.work->reach, &lets, term);
    subst.work->lets = &lets;
    term_t result = subst_run(&subst, term);
    subst_done(&subst);
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
