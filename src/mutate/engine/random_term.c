#include "mutate/engine/random_term.h"

#include "base/bug.h"

#include "smt/term/check.h"

void random_term_init(random_term_t *source, bank_t *bank) {
    *source = (random_term_t){.bank = bank, .mem = bank->mem, .literals = 50};
    strbuf_init(&source->text, bank->mem);
}

void random_term_done(random_term_t *source) {
    vec_free(source->mem, &source->sorts);
    for (uint32_t i = 0; i < SORT_KINDS; i++)
        vec_free(source->mem, &source->rows[i]);
    vec_free(source->mem, &source->funs);
    vec_free(source->mem, &source->leaves);
    map_free(source->mem, &source->first_leaf);
    map_free(source->mem, &source->leaf_count);
    strbuf_done(&source->text);
}

static void add_once(mem_t *mem, u32_vec_t *list, uint32_t word) {
    for (uint32_t i = 0; i < list->len; i++)
        if (list->data[i] == word)
            return;
    *vec_push(mem, list) = word;
}

void random_term_allow(random_term_t *source, op_t op) {
    assert(op >= OP_FIRST_ROW && op < OP_COUNT);
    for (uint32_t kind = SORT_BAD + 1; kind < SORT_KINDS; kind++)
        if (invert_may_give(source->bank, op, (sort_kind_t)kind))
            add_once(source->mem, &source->rows[kind], op);
}

void random_term_allow_theory(random_term_t *source, theory_t theory) {
    for (uint32_t op = OP_FIRST_ROW; op < OP_COUNT; op++)
        if (op_info((op_t)op)->theory == theory && op_info((op_t)op)->args[0] != '\0')
            random_term_allow(source, (op_t)op);
}

void random_term_fun(random_term_t *source, fun_t fun) {
    add_once(source->mem, &source->funs, fun);
}

void random_term_sort(random_term_t *source, sort_t sort) {
    add_once(source->mem, &source->sorts, sort);
}

/* --- leaves --- */

void random_term_leaf(random_term_t *source, term_t term) {
    assert(term != TERM_NONE && term != TERM_BAD);
    sort_t sort = term_sort(source->bank, term);
    uint32_t *first = map_put(source->mem, &source->first_leaf, sort);
    uint32_t *size = map_put(source->mem, &source->leaf_count, sort);
    uint32_t place = source->leaves.len;
    *vec_push(source->mem, &source->leaves) = (struct leaf_link){term, *first};
    *first = place;
    *size = *size == MAP_NONE ? 1 : *size + 1;
}

void random_term_clear_leaves(random_term_t *source) {
    map_clear(&source->first_leaf);
    map_clear(&source->leaf_count);
    source->leaves.len = 0;
}

static term_t draw_leaf(random_term_t *source, rng_t *rng, sort_t sort) {
    uint32_t size = map_get(&source->leaf_count, sort);
    if (size == MAP_NONE)
        return TERM_NONE;
    uint32_t at = map_get(&source->first_leaf, sort);
    for (uint64_t k = rng_below(rng, size); k > 0; k--)
        at = source->leaves.data[at].next;
    assert(at < source->leaves.len);
    assert(term_sort(source->bank, source->leaves.data[at].term) == sort);
    return source->leaves.data[at].term;
}

static term_t leaf(random_term_t *source, rng_t *rng, sort_t sort) {
    term_t term = TERM_NONE;
    if (source->draw) {
        term = source->draw(source->context, rng, sort);
        if (term == TERM_BAD)
            return TERM_NONE;
        assert(term == TERM_NONE || term_sort(source->bank, term) == sort);
    } else if (rng_below(rng, 100) >= source->literals) {
        term = draw_leaf(source, rng, sort);
    }
    if (term == TERM_NONE)
        term = random_literal(source, rng, sort);
    return term == TERM_NONE ? draw_leaf(source, rng, sort) : term;
}

/* --- applications --- */

term_t random_term_apply(bank_t *bank, op_t op, const fit_t *fit, const term_t *args) {
    head_t head = {.kind = HEAD_OP,
                   .op = (opcode_t)op,
                   .fun = FUN_NONE,
                   .indices = fit->indices,
                   .index_count = fit->index_count,
                   .as = fit->as};
    return check_apply(bank, &head, args, fit->count, NULL);
}

static term_t apply(random_term_t *source, op_t op, const fit_t *fit, const term_t *args,
                    sort_t sort) {
    if (source->fits && !source->fits(source->context, op, args, fit->count))
        return TERM_NONE;
    term_t term = random_term_apply(source->bank, op, fit, args);
    if (term == TERM_BAD || term_sort(source->bank, term) != sort)
        return TERM_NONE;
    return term;
}

/* Depth is small: the caller's. */
/* NOLINTNEXTLINE(misc-no-recursion) */
term_t random_term_row(random_term_t *source, rng_t *rng, op_t op, sort_t sort, uint32_t depth) {
    fit_t fit;
    term_t args[FIT_MAX_ARGS];
    if (source->fits && !source->fits(source->context, op, NULL, 0))
        return TERM_NONE;
    if (!invert_row(source->bank, op, sort, &source->sorts, rng, &fit))
        return TERM_NONE;
    assert(fit.count <= FIT_MAX_ARGS);
    for (uint32_t i = 0; i < fit.count; i++) {
        args[i] = random_term(source, rng, fit.args[i], depth > 0 ? depth - 1 : 0);
        if (args[i] == TERM_NONE)
            return TERM_NONE;
    }
    return apply(source, op, &fit, args, sort);
}

/* NOLINTNEXTLINE(misc-no-recursion) */
static term_t random_call(random_term_t *source, rng_t *rng, fun_t fun, uint32_t depth) {
    enum { MOST = 16 };
    term_t args[MOST];
    uint32_t arity = fun_row(source->bank, fun)->arity;
    if (arity > MOST || fun_row(source->bank, fun)->sort_param_count > 0)
        return TERM_NONE;
    for (uint32_t i = 0; i < arity; i++) {
        args[i] =
            random_term(source, rng, fun_param(source->bank, fun, i), depth > 0 ? depth - 1 : 0);
        if (args[i] == TERM_NONE)
            return TERM_NONE;
    }
    term_t term = check_fun(source->bank, fun, args, arity);
    return term == TERM_BAD ? TERM_NONE : term;
}

/* NOLINTNEXTLINE(misc-no-recursion) */
term_t random_term(random_term_t *source, rng_t *rng, sort_t sort, uint32_t depth) {
    const u32_vec_t *rows = &source->rows[sort_kind(source->bank, sort)];
    uint64_t total = (uint64_t)rows->len + source->funs.len;
    if (depth == 0 || total == 0 || rng_one_in(rng, 5))
        return leaf(source, rng, sort);
    for (int tries = 0; tries < 8; tries++) {
        uint64_t k = rng_below(rng, total);
        term_t term = TERM_NONE;
        if (k < rows->len) {
            term = random_term_row(source, rng, (op_t)rows->data[k], sort, depth);
        } else {
            fun_t fun = source->funs.data[k - rows->len];
            if (fun_result(source->bank, fun) == sort)
                term = random_call(source, rng, fun, depth);
        }
        if (term == TERM_NONE)
            continue;
        assert(term_sort(source->bank, term) == sort);
        return term;
    }
    return leaf(source, rng, sort);
}
