#include "mutate/engine/random_term.h"

#include "smt/edit/invert.h"
#include "smt/term/check.h"

void random_term_init(random_term_t *grow, bank_t *bank) {
    *grow = (random_term_t){.bank = bank, .mem = bank->mem, .literals = 50};
    strbuf_init(&grow->text, bank->mem);
}

void random_term_done(random_term_t *grow) {
    vec_free(grow->mem, &grow->sorts);
    for (uint32_t i = 0; i < SORT_KINDS; i++)
        vec_free(grow->mem, &grow->rows[i]);
    vec_free(grow->mem, &grow->funs);
    vec_free(grow->mem, &grow->links);
    map_free(grow->mem, &grow->pools);
    map_free(grow->mem, &grow->pool_sizes);
    strbuf_done(&grow->text);
}

static void add_once(mem_t *mem, u32_vec_t *list, uint32_t word) {
    for (uint32_t i = 0; i < list->len; i++)
        if (list->data[i] == word)
            return;
    *vec_push(mem, list) = word;
}

void random_term_allow(random_term_t *grow, op_t op) {
    for (uint32_t kind = SORT_BAD + 1; kind < SORT_KINDS; kind++)
        if (invert_may_give(grow->bank, op, (sort_kind_t)kind))
            add_once(grow->mem, &grow->rows[kind], op);
}

void random_term_allow_theory(random_term_t *grow, theory_t theory) {
    for (uint32_t op = OP_FIRST_ROW; op < OP_COUNT; op++)
        if (op_info((op_t)op)->theory == theory && op_info((op_t)op)->args[0] != '\0')
            random_term_allow(grow, (op_t)op);
}

void random_term_fun(random_term_t *grow, fun_t fun) {
    add_once(grow->mem, &grow->funs, fun);
}

void random_term_sort(random_term_t *grow, sort_t sort) {
    add_once(grow->mem, &grow->sorts, sort);
}

/* --- leaves --- */

void random_term_leaf(random_term_t *grow, term_t term) {
    sort_t sort = term_sort(grow->bank, term);
    uint32_t *first = map_put(grow->mem, &grow->pools, sort);
    uint32_t *size = map_put(grow->mem, &grow->pool_sizes, sort);
    uint32_t place = grow->links.len;
    *vec_push(grow->mem, &grow->links) = (struct leaf_link){term, *first};
    *first = place;
    *size = *size == MAP_NONE ? 1 : *size + 1;
}

void random_term_clear_leaves(random_term_t *grow) {
    map_clear(&grow->pools);
    map_clear(&grow->pool_sizes);
    grow->links.len = 0;
}

static term_t draw_leaf(random_term_t *grow, rng_t *rng, sort_t sort) {
    uint32_t size = map_get(&grow->pool_sizes, sort);
    if (size == MAP_NONE)
        return TERM_NONE;
    uint32_t at = map_get(&grow->pools, sort);
    for (uint64_t k = rng_below(rng, size); k > 0; k--)
        at = grow->links.data[at].next;
    return grow->links.data[at].term;
}

static term_t leaf(random_term_t *grow, rng_t *rng, sort_t sort) {
    term_t term = TERM_NONE;
    if (grow->draw) {
        term = grow->draw(grow->context, rng, sort);
        if (term == TERM_BAD)
            return TERM_NONE;
    } else if (rng_below(rng, 100) >= grow->literals) {
        term = draw_leaf(grow, rng, sort);
    }
    if (term == TERM_NONE)
        term = random_literal(grow, rng, sort);
    return term == TERM_NONE ? draw_leaf(grow, rng, sort) : term;
}

/* --- applications --- */

static term_t apply(random_term_t *grow, op_t op, const fit_t *fit, const term_t *args,
                    sort_t sort) {
    if (grow->fits && !grow->fits(grow->context, op, args, fit->count))
        return TERM_NONE;
    head_t head = {.kind = HEAD_OP,
                   .op = (opcode_t)op,
                   .fun = FUN_NONE,
                   .indices = fit->indices,
                   .index_count = fit->index_count,
                   .as = fit->as};
    term_t term = check_apply(grow->bank, &head, args, fit->count, NULL);
    if (term == TERM_BAD || term_sort(grow->bank, term) != sort)
        return TERM_NONE;
    return term;
}

/* Depth is small: the caller's. */
term_t random_term_row(random_term_t *grow, rng_t *rng, op_t op,
                       sort_t sort, /* NOLINT(misc-no-recursion) */
                       uint32_t depth) {
    fit_t fit;
    term_t args[FIT_MAX_ARGS];
    if (grow->fits && !grow->fits(grow->context, op, NULL, 0))
        return TERM_NONE;
    if (!invert_row(grow->bank, op, sort, &grow->sorts, rng, &fit))
        return TERM_NONE;
    for (uint32_t i = 0; i < fit.count; i++) {
        args[i] = random_term(grow, rng, fit.args[i], depth > 0 ? depth - 1 : 0);
        if (args[i] == TERM_NONE)
            return TERM_NONE;
    }
    return apply(grow, op, &fit, args, sort);
}

static term_t grow_call(random_term_t *grow, rng_t *rng, fun_t fun, /* NOLINT(misc-no-recursion) */
                        uint32_t depth) {
    enum { MOST = 16 };
    term_t args[MOST];
    uint32_t arity = fun_row(grow->bank, fun)->arity;
    if (arity > MOST || fun_row(grow->bank, fun)->sort_param_count > 0)
        return TERM_NONE;
    for (uint32_t i = 0; i < arity; i++) {
        args[i] = random_term(grow, rng, fun_param(grow->bank, fun, i), depth > 0 ? depth - 1 : 0);
        if (args[i] == TERM_NONE)
            return TERM_NONE;
    }
    term_t term = check_fun(grow->bank, fun, args, arity);
    return term == TERM_BAD ? TERM_NONE : term;
}

/* NOLINTNEXTLINE(misc-no-recursion) */
term_t random_term(random_term_t *grow, rng_t *rng, sort_t sort, uint32_t depth) {
    const u32_vec_t *rows = &grow->rows[sort_kind(grow->bank, sort)];
    uint64_t total = (uint64_t)rows->len + grow->funs.len;
    if (depth == 0 || total == 0 || rng_one_in(rng, 5))
        return leaf(grow, rng, sort);
    for (int tries = 0; tries < 8; tries++) {
        uint64_t k = rng_below(rng, total);
        term_t term = TERM_NONE;
        if (k < rows->len) {
            term = random_term_row(grow, rng, (op_t)rows->data[k], sort, depth);
        } else {
            fun_t fun = grow->funs.data[k - rows->len];
            if (fun_result(grow->bank, fun) == sort)
                term = grow_call(grow, rng, fun, depth);
        }
        if (term != TERM_NONE)
            return term;
    }
    return leaf(grow, rng, sort);
}
