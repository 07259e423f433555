#include "smt/walk/vars.h"

#include "smt/walk/parts.h"

void vars_init(vars_t *vars, bank_t *bank) {
    *vars = (vars_t){.bank = bank};
    reach_init(&vars->reach, bank);
    reach_init(&vars->seen, bank);
}

void vars_done(vars_t *vars) {
    mem_t *mem = vars->bank->mem;
    reach_done(&vars->reach);
    reach_done(&vars->seen);
    map_free(mem, &vars->bound);
    vec_free(mem, &vars->list);
    vec_free(mem, &vars->stack);
    vec_free(mem, &vars->scope);
}

/* Clearing costs as much as the map was ever large: one that a huge formula left is dropped. */
static void reset_bound(vars_t *vars) {
    if (vars->bound.mask > 4095)
        map_free(vars->bank->mem, &vars->bound);
    else
        map_clear(&vars->bound);
}

/* Puts the variables that binders in vars->reach bind into vars->bound, and into list. */
static void collect_bound(vars_t *vars, u32_vec_t *list) {
    bank_t *bank = vars->bank;
    reset_bound(vars);
    for (uint32_t i = 0; i < vars->reach.order.len; i++) {
        parts_t parts = parts_vars(bank, vars->reach.order.data[i]);
        term_t var;
        while ((var = parts_next_var(&parts)) != TERM_NONE) {
            uint32_t *place = map_put(bank->mem, &vars->bound, var);
            if (*place == MAP_NONE && list != NULL)
                *vec_push(bank->mem, list) = var;
            *place = 1;
        }
    }
}

/* Looks for var without going where a binder binds it. seen is used as a plain set here: its order
 * is not bottom-up. */
bool vars_occurs_free(vars_t *vars, term_t term, term_t var) {
    bank_t *bank = vars->bank;
    if (!(term_flags(bank, term) & TERM_HAS_VAR))
        return false;
    u32_vec_t *stack = &vars->stack;
    stack->len = 0;
    reach_clear(&vars->seen);
    *vec_push(bank->mem, stack) = term;
    while (stack->len > 0) {
        term_t next = vec_pop(stack);
        if (next == var)
            return true;
        if (reach_has(&vars->seen, next))
            continue;
        reach_push(&vars->seen, next);
        uint32_t count;
        const term_t *children = term_children(bank, next, &count);
        bool binder = op_binds(term_op(bank, next));
        for (uint32_t i = 0; i < count; i++)
            if (term_flags(bank, children[i]) & TERM_HAS_VAR &&
                !(binder && parts_binds_in(bank, next, i, var)))
                *vec_push(bank->mem, stack) = children[i];
    }
    return false;
}

void vars_free(vars_t *vars, term_t term, u32_vec_t *list) {
    bank_t *bank = vars->bank;
    list->len = 0;
    if (!(term_flags(bank, term) & TERM_HAS_VAR))
        return;
    bool binders = term_flags(bank, term) & (TERM_HAS_BINDER | TERM_HAS_LET);
    reach_clear(&vars->reach);
    reach_add(&vars->reach, term);
    if (binders)
        collect_bound(vars, NULL);
    for (uint32_t i = 0; i < vars->reach.order.len; i++) {
        term_t var = vars->reach.order.data[i];
        if (term_op(bank, var) != OP_VAR)
            continue;
        if (!binders || map_get(&vars->bound, var) == MAP_NONE || vars_occurs_free(vars, term, var))
            *vec_push(bank->mem, list) = var;
    }
}

void vars_bound(vars_t *vars, term_t term, u32_vec_t *list) {
    list->len = 0;
    reach_clear(&vars->reach);
    if (!(term_flags(vars->bank, term) & (TERM_HAS_BINDER | TERM_HAS_LET)))
        return;
    reach_add(&vars->reach, term);
    collect_bound(vars, list);
}

bool vars_closed(vars_t *vars, term_t term) {
    vars_free(vars, term, &vars->list);
    return vars->list.len == 0;
}

/* Whether a name that the node itself uses is in vars->bound, here a map from names. */
static bool node_clashes(const vars_t *vars, term_t term) {
    parts_names_t names = parts_names_start(vars->bank, term);
    while (parts_names_next(&names))
        if (map_get(&vars->bound, names.name) != MAP_NONE)
            return true;
    return false;
}

bool vars_may_stand(vars_t *vars, term_t term, const u32_vec_t *scope) {
    bank_t *bank = vars->bank;
    vars_free(vars, term, &vars->list);
    if (scope->len == 0)
        return vars->list.len == 0;
    reset_bound(vars);
    for (uint32_t i = 0; i < scope->len; i++)
        *map_put(bank->mem, &vars->bound, term_var_name(bank, scope->data[i])) = scope->data[i];
    for (uint32_t i = 0; i < vars->list.len; i++)
        if (map_get(&vars->bound, term_var_name(bank, vars->list.data[i])) != vars->list.data[i])
            return false;
    reach_clear(&vars->reach);
    reach_add(&vars->reach, term);
    for (uint32_t i = 0; i < vars->reach.order.len; i++)
        if (node_clashes(vars, vars->reach.order.data[i]))
            return false;
    return true;
}

bool vars_may_move(vars_t *vars, term_t term, const position_t *at) {
    position_bound(at, &vars->scope);
    return vars_may_stand(vars, term, &vars->scope);
}
