#include "eval/engine/machine_priv.h"

/* Whether a result with this memo holds now; the term is no variable. */
static bool holds(const machine_t *m, const memo_t *memo) {
    if (memo->state == MEMO_NONE)
        return false;
    if (memo->level == 0)
        return true;
    return memo->level < m->scopes.len && memo->stamp >= m->floor &&
           memo->stamp >= m->scopes.data[memo->level].since;
}

memo_t *memo_find(eval_t *eval, term_t term) {
    if (term >= eval->memos.len)
        return NULL;
    memo_t *memo = &eval->memos.data[term];
    if (memo->active)
        return memo;
    if (!holds(eval->machine, memo))
        return NULL;
    return eval->bank->terms.data[term].op == OP_VAR ? NULL : memo;
}

/* The memo of a term about to change. */
static memo_t *memo_change(eval_t *eval, term_t term) {
    machine_t *m = eval->machine;
    if (term >= eval->memos.len) {
        uint32_t old = eval->memos.len;
        uint32_t want = bank_term_count(eval->bank);
        (void)vec_extend(eval->mem, &eval->memos, want - old);
        for (uint32_t i = old; i < want; i++)
            eval->memos.data[i] = (memo_t){.state = MEMO_NONE};
    }
    memo_t *memo = &eval->memos.data[term];
    if (term < m->guard)
        *vec_push(eval->mem, &m->trail) = (trailed_t){term, *memo};
    return memo;
}

void memo_put(eval_t *eval, term_t term, uint32_t state, value_t value, uint32_t level) {
    memo_t *memo = memo_change(eval, term);
    *memo = (memo_t){.value = value,
                     .stamp = eval->machine->clock,
                     .level = level & 0x3ffffff,
                     .state = state & 15};
}

/* Before the clock runs over, restart_clock gives up all that was found under a binder. */
static uint32_t tick(eval_t *eval) {
    machine_t *m = eval->machine;
    return ++m->clock;
}

void scope_enter(eval_t *eval) {
    machine_t *m = eval->machine;
    uint32_t since = vec_last(&m->scopes).since;
    *vec_push(eval->mem, &m->scopes) = (scope_t){.since = since, .saved = m->saved.len};
}

void scope_bind(eval_t *eval, term_t var, uint32_t state, value_t value) {
    machine_t *m = eval->machine;
    uint32_t level = scope_level(eval);
    memo_t *memo = memo_change(eval, var);
    *vec_push(eval->mem, &m->saved) = (saved_t){var, *memo};
    bool seen = memo->state != MEMO_NONE;
    if (memo->active || (seen && memo->level != level))
        m->floor = tick(eval);
    if (seen && (memo->value != value || memo->state != state))
        memo->stamp = tick(eval);
    memo->value = value;
    memo->state = state & 15;
    memo->level = level & 0x3ffffff;
    memo->active = 1;
    scope_t *scope = &vec_last(&m->scopes);
    if (scope->since < memo->stamp)
        scope->since = memo->stamp;
}

void scope_leave(eval_t *eval) {
    machine_t *m = eval->machine;
    uint32_t base = vec_pop(&m->scopes).saved;
    while (m->saved.len > base) {
        saved_t saved = vec_pop(&m->saved);
        memo_t *memo = &eval->memos.data[saved.var];
        if (!saved.memo.active) {
            memo->active = 0;
            continue;
        }
        /* The variable was bound inside its own scope. */
        uint32_t stamp = m->floor = tick(eval);
        *memo = saved.memo;
        memo->stamp = stamp;
    }
}

void eval_enter(eval_t *eval, const term_t *vars, const result_t *results, uint32_t count) {
    scope_enter(eval);
    for (uint32_t i = 0; i < count; i++) {
        result_t result = results[i];
        uint32_t state = !result.known ? MEMO_UNKNOWN : result.chosen ? MEMO_CHOSEN : MEMO_KNOWN;
        scope_bind(eval, vars[i], state, result.known ? result.value : reason_pack(result.reason));
    }
}

void eval_leave(eval_t *eval) {
    scope_leave(eval);
}
