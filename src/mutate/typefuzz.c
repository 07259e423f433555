/* Generative type-aware mutation (TypeFuzz, OOPSLA'21, Algorithm 2): a term becomes an operator of
 * its sort applied to terms of the formula. */
#include "mutate/allowed.h"
#include "mutate/ops_config.h"
#include "mutate/strategy_priv.h"
#include "smt/check.h"
#include "smt/invert.h"
#include "smt/vars.h"

#include <string.h>

/* The distinct terms of one sort, and the operators that may give it. A term with :named in it
 * would be named twice. */
typedef struct sort_pool {
    sort_t sort;
    uint32_t first, count; /* in prepared.terms */
    uint32_t op, ops;      /* in prepared.ops */
} sort_pool_t;

typedef struct prepared {
    VEC(sort_pool_t) pools;
    map_t pool_of; /* sort to its place in pools */
    u32_vec_t terms;
    u32_vec_t ops;
    bool done;
} prepared_t;

typedef struct state {
    VEC(prepared_t) seeds; /* by number */
    ops_config_t config;   /* of --ops */
    bool configured;
    vars_t vars;
    u32_vec_t scope;
    strbuf_t text;
} state_t;

static bool typefuzz_open(strategy_t *strategy, diag_list_t *diags) {
    state_t *state = mem_zalloc(strategy->mem, 1, sizeof *state);
    vars_init(&state->vars, strategy->bank);
    strbuf_init(&state->text, strategy->mem);
    strategy->state = state;
    state->configured = strategy->options.ops_text != NULL;
    ops_config_init(&state->config, strategy->bank, strategy->mem);
    return !state->configured || ops_config_read(&state->config, strategy->options.ops_text,
                                                 strategy->options.ops_len, diags);
}

static void typefuzz_forget(strategy_t *strategy) {
    mem_t *mem = strategy->mem;
    state_t *state = strategy->state;
    for (uint32_t i = 0; i < state->seeds.len; i++) {
        prepared_t *prepared = &state->seeds.data[i];
        vec_free(mem, &prepared->pools);
        map_free(mem, &prepared->pool_of);
        vec_free(mem, &prepared->terms);
        vec_free(mem, &prepared->ops);
    }
    state->seeds.len = 0;
}

static void typefuzz_close(strategy_t *strategy) {
    mem_t *mem = strategy->mem;
    state_t *state = strategy->state;
    typefuzz_forget(strategy);
    vec_free(mem, &state->seeds);
    ops_config_done(&state->config);
    vars_done(&state->vars);
    vec_free(mem, &state->scope);
    strbuf_done(&state->text);
    mem_free(mem, state);
}

/* --- once per seed --- */

static void add_ops(strategy_t *strategy, prepared_t *prepared, sort_pool_t *pool,
                    uint32_t theories) {
    const state_t *state = strategy->state;
    bank_t *bank = strategy->bank;
    pool->op = prepared->ops.len;
    for (uint32_t op = OP_FIRST_ROW; op < OP_COUNT; op++) {
        const op_info_t *info = op_info((op_t)op);
        bool wanted = state->configured ? ops_config_has(&state->config, (op_t)op)
                                        : (theories >> info->theory & 1) != 0;
        if (wanted && info->args[0] != '\0' && info->attr != OP_ATTR_AS &&
            invert_may_give(bank, (op_t)op, sort_kind(bank, pool->sort)))
            *vec_push(strategy->mem, &prepared->ops) = op;
    }
    pool->ops = prepared->ops.len - pool->op;
}

static const prepared_t *prepare(strategy_t *strategy, const seed_t *seed) {
    state_t *state = strategy->state;
    mem_t *mem = strategy->mem;
    while (state->seeds.len <= seed->number)
        *vec_push(mem, &state->seeds) = (prepared_t){.done = false};
    prepared_t *prepared = &state->seeds.data[seed->number];
    if (prepared->done)
        return prepared;
    prepared->done = true;
    phase_t before = strategy_enter(strategy, PHASE_PREPARE);
    uint32_t theories = allowed_theories(strategy->bank, seed);
    for (uint32_t i = 0; i < seed->sorts.len; i++) {
        sort_pool_t pool = {.sort = seed->sorts.data[i], .first = prepared->terms.len};
        for (uint32_t k = 0; k < seed->terms.len; k++)
            if (term_sort(strategy->bank, seed->terms.data[k]) == pool.sort &&
                !(term_flags(strategy->bank, seed->terms.data[k]) & TERM_HAS_ANNOT))
                *vec_push(mem, &prepared->terms) = seed->terms.data[k];
        pool.count = prepared->terms.len - pool.first;
        add_ops(strategy, prepared, &pool, theories);
        *map_put(mem, &prepared->pool_of, pool.sort) = prepared->pools.len;
        *vec_push(mem, &prepared->pools) = pool;
    }
    strategy_enter(strategy, before);
    return prepared;
}

static bool typefuzz_takes(strategy_t *strategy, const seed_t *first, const seed_t *second,
                           const char **why) {
    (void)second;
    const prepared_t *prepared = prepare(strategy, first);
    *why = "no operator gives one of its sorts";
    for (uint32_t i = 0; i < prepared->pools.len; i++)
        if (prepared->pools.data[i].ops > 0)
            return true;
    return false;
}

/* --- one mutation --- */

/* A term of the sort that may stand at the place, which state->scope describes; TERM_NONE when a
 * few draws find none. */
static term_t draw_argument(strategy_t *strategy, const prepared_t *prepared, sort_t sort,
                            term_t replaced, rng_t *rng) {
    state_t *state = strategy->state;
    uint32_t place = map_get(&prepared->pool_of, sort);
    if (place == MAP_NONE)
        return TERM_NONE;
    const sort_pool_t *pool = &prepared->pools.data[place];
    if (pool->count == 0)
        return TERM_NONE;
    for (int tries = 0; tries < 8; tries++) {
        term_t term = prepared->terms.data[pool->first + rng_below(rng, pool->count)];
        if (term == replaced && !strategy->options.same_term)
            continue;
        bool closed = !(term_flags(strategy->bank, term) & TERM_HAS_VAR);
        if ((closed && state->scope.len == 0) || vars_may_stand(&state->vars, term, &state->scope))
            return term;
    }
    return TERM_NONE;
}

/* (op, ((_ op i j), and for a constant (_ op i j. */
static void write_head(op_t op, const fit_t *fit, strbuf_t *out) {
    if (fit->count > 0)
        strbuf_char(out, '(');
    if (fit->index_count > 0)
        strbuf_str(out, "(_ ");
    strbuf_str(out, op_info(op)->name);
    for (uint32_t i = 0; i < fit->index_count; i++) {
        strbuf_char(out, ' ');
        strbuf_uint(out, fit->indices[i]);
    }
    if (fit->index_count > 0)
        strbuf_char(out, ')');
}

/* The new term as text, from the texts of its arguments in the seed. */
static bool draw_term(strategy_t *strategy, const seed_t *seed, const prepared_t *prepared,
                      uint32_t spot, rng_t *rng, bool *leaves_logic) {
    state_t *state = strategy->state;
    bank_t *bank = strategy->bank;
    term_t replaced = seed->spots.data[spot].term;
    sort_t sort = term_sort(bank, replaced);
    if (term_flags(bank, replaced) & TERM_HAS_ANNOT) /* a name in it may be used elsewhere */
        return strategy_reject(strategy, REJECT_PLACE);
    const sort_pool_t *pool = &prepared->pools.data[map_get(&prepared->pool_of, sort)];
    if (pool->ops == 0)
        return strategy_reject(strategy, REJECT_PLACE);
    op_t op = (op_t)prepared->ops.data[pool->op + rng_below(rng, pool->ops)];
    fit_t fit;
    if (!invert_row(bank, op, sort, &seed->sorts, rng, &fit))
        return strategy_reject(strategy, REJECT_OPERATOR);
    state->scope.len = 0;
    if (seed->spots.data[spot].scope != SPOT_NONE)
        seed_scope(strategy->seeds, seed, spot, &state->scope);
    term_t args[FIT_MAX_ARGS] = {0};
    for (uint32_t i = 0; i < fit.count; i++) {
        args[i] = draw_argument(strategy, prepared, fit.args[i], replaced, rng);
        if (args[i] == TERM_NONE)
            return strategy_reject(strategy, REJECT_ARGUMENT);
    }
    if (!allowed_call(bank, op, args, fit.count))
        return strategy_reject(strategy, REJECT_SOLVER);
    if (check_row(bank, op, fit.indices, fit.index_count, fit.as, args, fit.count) != sort)
        return strategy_reject(strategy, REJECT_SORT);
    if (state->configured && !ops_config_fits(&state->config, op, args, fit.count, sort))
        return strategy_reject(strategy, REJECT_OPERATOR);
    *leaves_logic |=
        !allowed_in_logic(bank, seed, op, args, fit.count) || !allowed_at(bank, seed, spot);
    strbuf_clear(&state->text);
    write_head(op, &fit, &state->text);
    for (uint32_t i = 0; i < fit.count; i++) {
        const spot_t *from = &seed->spots.data[map_get(&seed->first_spot, args[i])];
        strbuf_char(&state->text, ' ');
        strbuf_add(&state->text, seed->text + from->start, from->end - from->start);
    }
    if (fit.count > 0)
        strbuf_char(&state->text, ')');
    return state->text.len <= (size_t)seed->len * strategy->options.max_growth ||
           strategy_reject(strategy, REJECT_SIZE);
}

static bool typefuzz_make(strategy_t *strategy, const seed_t *first, const seed_t *second,
                          rng_t *rng, mutant_t *mutant) {
    (void)second;
    const state_t *state = strategy->state;
    const prepared_t *prepared = prepare(strategy, first);
    uint32_t made = 0;
    uint32_t steps = strategy->options.steps > 0 ? strategy->options.steps : 1;
    bool leaves_logic = false;
    bank_mark_t mark = bank_mark(strategy->bank); /* sorts may be made */
    for (uint32_t tries = 0; tries < 40 * steps && made < steps; tries++) {
        uint32_t spot = (uint32_t)rng_below(rng, first->spots.len);
        bool leaves = false;
        strategy_try(strategy);
        if (!draw_term(strategy, first, prepared, spot, rng, &leaves))
            continue;
        if (mutant_replace(mutant, 0, first->spots.data[spot].start, first->spots.data[spot].end,
                           state->text.data, state->text.len)) {
            strategy_accept(strategy);
            made++;
            leaves_logic |= leaves;
        } else {
            strategy_reject(strategy, REJECT_OVERLAP);
        }
    }
    bank_release(strategy->bank, mark);
    static const char all[] = "(set-logic ALL)\n";
    if (leaves_logic)
        mutant_require(mutant, 0, 0, first->logic_end, all, sizeof all - 1);
    mutant->reason = "solvers must agree";
    return made > 0;
}

const strategy_rows_t typefuzz_rows = {.open = typefuzz_open,
                                       .close = typefuzz_close,
                                       .takes = typefuzz_takes,
                                       .make = typefuzz_make,
                                       .forget = typefuzz_forget};
