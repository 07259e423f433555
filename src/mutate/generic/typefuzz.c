/* Generative type-aware mutation (Park, Winterer, Zhang, Su: "Generative Type-Aware Mutation for
 * Testing SMT Solvers", OOPSLA 2021, Algorithm 2): a term becomes an operator of its sort applied
 * to terms of the formula. Algorithm 1's chain of n is chain.h.
 *
 * Changed from the paper:
 *   - Operators are those of the operator table, for all theories that the seed uses; indices and
 *     the sorts of arguments follow from the sort that is wanted. With --ops they are the file's.
 *   - Local compatibility is about variables, not names: an argument may use a variable only below
 *     the binder that it belongs to, and where no other of that name is in between.
 *   - In a small seed, where there are few terms to choose from, an argument may be made in the
 * same way: two links of the paper's chain in one. */
#include "base/bug.h"
#include "mutate/engine/compat.h"
#include "mutate/engine/random_term.h"
#include "mutate/engine/strategy_priv.h"
#include "mutate/generic/ops_config.h"
#include "smt/term/check.h"
#include "smt/walk/vars.h"

#include <string.h>

enum { DEPTH = 2 }; /* of what is made: operators above each other */

/* An operator that may give a sort, or a row of the file of --ops. */
typedef struct candidate {
    uint32_t op;         /* or the number of a row */
    uint64_t weight_sum; /* up to this one */
} candidate_t;

/* The distinct terms of one sort, and what may give it. Terms with :named in them are left out:
 * they would be named twice. */
typedef struct sort_pool {
    sort_t sort;
    uint32_t first, count;                     /* in prepared.terms */
    uint32_t first_candidate, candidate_count; /* in prepared.candidates */
} sort_pool_t;

typedef struct prepared {
    VEC(sort_pool_t) pools;
    map_t pool_of; /* sort to its place in pools */
    u32_vec_t terms;
    VEC(candidate_t) candidates;
    uint32_t percent_made; /* of the arguments: they are made and not taken from the seed */
    bool done;
} prepared_t;

typedef struct state {
    VEC(prepared_t) seeds; /* by number */
    ops_config_t config;   /* of --ops */
    bool configured;
    vars_t vars;
    u32_vec_t scope; /* of the spot that is changed */
    strbuf_t text;
    strbuf_t logic; /* the set-logic, if the mutant leaves that of its seed */
} state_t;

static bool typefuzz_open(strategy_t *strategy, diag_list_t *diags) {
    state_t *state = mem_zalloc(strategy->mem, 1, sizeof *state);
    vars_init(&state->vars, strategy->bank);
    strbuf_init(&state->text, strategy->mem);
    strbuf_init(&state->logic, strategy->mem);
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
        vec_free(mem, &prepared->candidates);
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
    strbuf_done(&state->logic);
    mem_free(mem, state);
}

/* --- once per seed --- */

static void add_candidate(strategy_t *strategy, prepared_t *prepared, sort_pool_t *pool,
                          uint32_t op, uint32_t weight) {
    assert(weight > 0 && pool->first_candidate + pool->candidate_count == prepared->candidates.len);
    uint64_t before = pool->candidate_count > 0 ? vec_last(&prepared->candidates).weight_sum : 0;
    *vec_push(strategy->mem, &prepared->candidates) = (candidate_t){op, before + weight};
    pool->candidate_count++;
}

static void add_candidates(strategy_t *strategy, const seed_t *seed, prepared_t *prepared,
                           sort_pool_t *pool, uint32_t theories, uint32_t solvers) {
    const state_t *state = strategy->state;
    bank_t *bank = strategy->bank;
    pool->first_candidate = prepared->candidates.len;
    for (uint32_t i = 0; i < state->config.rows.len; i++) {
        const config_row_t *row = &state->config.rows.data[i];
        if (compat_name_is_free(seed, row->op) && ops_config_gives(&state->config, i, pool->sort))
            add_candidate(strategy, prepared, pool, i, row->weight);
    }
    for (uint32_t op = OP_FIRST_ROW; op < OP_COUNT && !state->configured; op++) {
        const op_info_t *info = op_info((op_t)op);
        if ((theories >> info->theory & 1) && compat_name_is_free(seed, (op_t)op) &&
            info->attr != OP_ATTR_AS &&
            invert_may_give(bank, (op_t)op, sort_kind(bank, pool->sort)) &&
            compat_solvers_have(solvers, (op_t)op))
            add_candidate(strategy, prepared, pool, op, 1);
    }
}

/* How many of 100 arguments are made. Few terms make few mutants: then there are more. */
static uint32_t percent_to_make(uint32_t spots) {
    return spots < 24 ? 75 : spots < 48 ? 50 : spots < 200 ? 25 : 0;
}

/* The terms that use a name of (! t :named n), which is known only after that term. */
static void list_named(strategy_t *strategy, const seed_t *seed, map_t *named) {
    const bank_t *bank = strategy->bank;
    bool annotated = false;
    for (uint32_t i = 0; i < seed->roots.len; i++)
        annotated |=
            (term_flags(bank, seed->spots.data[seed->roots.data[i]].term) & TERM_HAS_ANNOT) != 0;
    if (!annotated)
        return;
    /* Spots come parents first; so from the end, children first. */
    for (uint32_t i = seed->spots.len; i-- > 0;) {
        term_t term = seed->spots.data[i].term;
        uint32_t count;
        const uint32_t *words = term_words(bank, term, &count);
        if (term_op(bank, term) == OP_APP && fun_row(bank, words[0])->kind == FUN_NAMED)
            *map_put(strategy->mem, named, term) = 0;
        uint32_t parent = seed->spots.data[i].parent;
        assert(parent == SPOT_NONE || parent < i);
        if (parent != SPOT_NONE && map_get(named, term) != MAP_NONE)
            *map_put(strategy->mem, named, seed->spots.data[parent].term) = 0;
    }
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
    prepared->percent_made = percent_to_make(seed->spots.len);
    phase_t before = strategy_enter(strategy, PHASE_PREPARE);
    uint32_t theories = compat_theories(strategy->bank, seed);
    uint32_t solvers = compat_solvers(strategy->bank, seed);
    map_t named = {0};
    list_named(strategy, seed, &named);
    for (uint32_t i = 0; i < seed->sorts.len; i++) {
        sort_pool_t pool = {.sort = seed->sorts.data[i], .first = prepared->terms.len};
        for (uint32_t k = 0; k < seed->terms.len; k++)
            if (term_sort(strategy->bank, seed->terms.data[k]) == pool.sort &&
                !(term_flags(strategy->bank, seed->terms.data[k]) & TERM_HAS_ANNOT) &&
                map_get(&named, seed->terms.data[k]) == MAP_NONE)
                *vec_push(mem, &prepared->terms) = seed->terms.data[k];
        pool.count = prepared->terms.len - pool.first;
        add_candidates(strategy, seed, prepared, &pool, theories, solvers);
        *map_put(mem, &prepared->pool_of, pool.sort) = prepared->pools.len;
        *vec_push(mem, &prepared->pools) = pool;
    }
    map_free(mem, &named);
    strategy_enter(strategy, before);
    return prepared;
}

static bool typefuzz_takes(strategy_t *strategy, const seed_t *first, const seed_t *second,
                           const char **why) {
    (void)second;
    const prepared_t *prepared = prepare(strategy, first);
    *why = "no operator gives one of its sorts";
    return prepared->candidates.len > 0;
}

/* --- one mutation --- */

/* What is being made, and for which place. */
typedef struct making {
    strategy_t *strategy;
    const seed_t *seed;
    const prepared_t *prepared;
    rng_t *rng;
    term_t replaced;
    bool leaves_logic;
    bool nested; /* an argument is being made; if that fails, one is taken from the seed */
} making_t;

static bool reject(making_t *m, reject_t why) {
    if (!m->nested)
        strategy_reject(m->strategy, why);
    return false;
}

static bool make_term(making_t *m, sort_t sort, uint32_t depth, term_t *made);

static const sort_pool_t *pool_of(const prepared_t *prepared, sort_t sort) {
    uint32_t place = map_get(&prepared->pool_of, sort);
    return place == MAP_NONE ? NULL : &prepared->pools.data[place];
}

/* A term of the sort that may stand at the place, which state->scope describes; TERM_NONE when a
 * few draws find none. */
static term_t draw_argument(making_t *m, const sort_pool_t *pool) {
    state_t *state = m->strategy->state;
    if (!pool || pool->count == 0)
        return TERM_NONE;
    for (int tries = 0; tries < 8; tries++) {
        term_t term = m->prepared->terms.data[pool->first + rng_below(m->rng, pool->count)];
        assert(term_sort(m->strategy->bank, term) == pool->sort);
        if (term == m->replaced && !m->strategy->options.same_term)
            continue;
        bool closed = !(term_flags(m->strategy->bank, term) & TERM_HAS_VAR);
        if ((closed && state->scope.len == 0) || vars_may_stand(&state->vars, term, &state->scope))
            return term;
    }
    return TERM_NONE;
}

static const candidate_t *draw_candidate(const making_t *m, const sort_pool_t *pool) {
    const candidate_t *all = m->prepared->candidates.data + pool->first_candidate;
    uint64_t total = all[pool->candidate_count - 1].weight_sum;
    uint64_t drawn = rng_below(m->rng, total);
    if (total == pool->candidate_count) /* all weigh 1 */
        return &all[drawn];
    uint32_t low = 0;
    for (uint32_t high = pool->candidate_count - 1; low < high;) {
        uint32_t middle = low + (high - low) / 2;
        if (all[middle].weight_sum > drawn)
            high = middle;
        else
            low = middle + 1;
    }
    assert(drawn < all[low].weight_sum && (low == 0 || drawn >= all[low - 1].weight_sum));
    return &all[low];
}

/* An operator, and the sorts of its arguments. */
static bool draw_operator(making_t *m, const sort_pool_t *pool, op_t *op, fit_t *fit) {
    const state_t *state = m->strategy->state;
    if (!pool || pool->candidate_count == 0)
        return reject(m, REJECT_PLACE);
    const candidate_t *candidate = draw_candidate(m, pool);
    bool found;
    if (state->configured) {
        *op = state->config.rows.data[candidate->op].op;
        found = ops_config_draw(&state->config, candidate->op, pool->sort, &m->seed->sorts, m->rng,
                                fit);
    } else {
        *op = (op_t)candidate->op;
        found = invert_row(m->strategy->bank, *op, pool->sort, &m->seed->sorts, m->rng, fit);
    }
    return found || reject(m, REJECT_OPERATOR);
}

/* "(op" or "((_ op i j)"; for a constant "op" or "(_ op i j)". */
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

/* Notes that the operator leaves the logic; false when it must not. */
static bool leave_logic(making_t *m, op_t op) {
    state_t *state = m->strategy->state;
    if (!compat_wider_logic(m->strategy->bank, m->seed, op, &state->logic))
        return reject(m, REJECT_LOGIC);
    m->leaves_logic = true;
    return true;
}

/* Whether the application is well-sorted, and solvers take it. What a file of --ops has is taken
 * without asking the second. */
static bool check_application(making_t *m, op_t op, fit_t *fit, const term_t *args, sort_t sort) {
    const state_t *state = m->strategy->state;
    bank_t *bank = m->strategy->bank;
    if (!state->configured && !compat_call(bank, op, args, fit->count))
        return reject(m, REJECT_SOLVER);
    if (check_row(bank, op, fit->indices, fit->index_count, fit->as, args, fit->count) != sort)
        return reject(m, REJECT_SORT);
    return compat_call_stays_in_logic(bank, m->seed, op, args, fit->count) || leave_logic(m, op);
}

/* Appends a rounding mode, for seeds that have none: without one, no sum can be made of floats. */
static term_t make_rounding(making_t *m) {
    static const op_t modes[] = {OP_RNE, OP_RNA, OP_RTP, OP_RTN, OP_RTZ};
    state_t *state = m->strategy->state;
    op_t mode = modes[rng_below(m->rng, sizeof modes / sizeof *modes)];
    strbuf_str(&state->text, op_info(mode)->name);
    return check_op(m->strategy->bank, mode, NULL, 0);
}

/* Appends an argument: mostly a text of the seed. */
/* NOLINTNEXTLINE(misc-no-recursion) */
static bool make_argument(making_t *m, sort_t sort, uint32_t depth, term_t *made) {
    state_t *state = m->strategy->state;
    const sort_pool_t *pool = pool_of(m->prepared, sort);
    if (!pool && sort == SORT_ROUNDING && !state->configured) {
        *made = make_rounding(m);
        return true;
    }
    if (depth > 0 && m->prepared->percent_made > 0 &&
        rng_below(m->rng, 100) < m->prepared->percent_made) {
        size_t before = state->text.len;
        making_t as_before = *m;
        m->nested = true;
        bool done = make_term(m, sort, depth, made);
        m->nested = as_before.nested;
        if (done)
            return true;
        m->leaves_logic = as_before.leaves_logic;
        state->text.len = before;
    }
    *made = draw_argument(m, pool);
    if (*made == TERM_NONE)
        return reject(m, REJECT_ARGUMENT);
    uint32_t first = map_get(&m->seed->first_spot, *made);
    assert(first != MAP_NONE);
    const spot_t *from = &m->seed->spots.data[first];
    strbuf_add(&state->text, m->seed->text + from->start, from->end - from->start);
    return true;
}

/* Appends a new term of the sort, at most depth operators high; its arguments are texts of the
 * seed. The term itself is only made where it is wanted, for the operator above it. */
/* NOLINTNEXTLINE(misc-no-recursion) */
static bool make_term(making_t *m, sort_t sort, uint32_t depth, term_t *made) {
    state_t *state = m->strategy->state;
    op_t op;
    fit_t fit;
    term_t args[FIT_MAX_ARGS] = {0};
    assert(depth > 0);
    if (!draw_operator(m, pool_of(m->prepared, sort), &op, &fit))
        return false;
    /* There are few constants, and they would come again and again. */
    if (fit.count == 0 && !state->configured && !rng_one_in(m->rng, 8))
        return reject(m, REJECT_OPERATOR);
    assert(fit.count <= FIT_MAX_ARGS);
    write_head(op, &fit, &state->text);
    for (uint32_t i = 0; i < fit.count; i++) {
        strbuf_char(&state->text, ' ');
        if (!make_argument(m, fit.args[i], depth - 1, &args[i]))
            return false;
    }
    if (fit.count > 0)
        strbuf_char(&state->text, ')');
    if (!check_application(m, op, &fit, args, sort))
        return false;
    if (made)
        *made = random_term_apply(m->strategy->bank, op, &fit, args);
    assert(!made || *made == TERM_BAD || term_sort(m->strategy->bank, *made) == sort);
    return !made || *made != TERM_BAD || reject(m, REJECT_SORT);
}

/* The new term for a spot, as text. */
static bool draw_term(making_t *m, uint32_t number) {
    state_t *state = m->strategy->state;
    bank_t *bank = m->strategy->bank;
    const spot_t *spot = &m->seed->spots.data[number];
    strategy_try(m->strategy);
    m->replaced = spot->term;
    m->leaves_logic = false;
    if ((term_flags(bank, m->replaced) & TERM_HAS_ANNOT) || /* a name in it may be used elsewhere */
        !compat_takes_any_term(bank, m->seed, number))
        return reject(m, REJECT_PLACE);
    state->scope.len = 0;
    if (spot->scope != SPOT_NONE)
        seed_scope(m->strategy->seeds, m->seed, number, &state->scope);
    strbuf_clear(&state->text);
    if (!make_term(m, term_sort(bank, m->replaced), DEPTH, NULL))
        return false;
    if (!compat_spot_stays_in_logic(bank, m->seed, number) && !leave_logic(m, OP_MUL))
        return false;
    if (state->text.len > (size_t)m->seed->len * m->strategy->options.max_growth)
        return reject(m, REJECT_SIZE);
    if (state->text.len == spot->end - spot->start &&
        memcmp(state->text.data, m->seed->text + spot->start, state->text.len) == 0)
        return reject(m, REJECT_SAME);
    return true;
}

static bool typefuzz_make(strategy_t *strategy, const seed_t *first, const seed_t *second,
                          rng_t *rng, mutant_t *mutant) {
    (void)second;
    const state_t *state = strategy->state;
    making_t m = {.strategy = strategy, .seed = first, .rng = rng};
    m.prepared = prepare(strategy, first);
    uint32_t made = 0;
    uint32_t steps = strategy->options.steps > 0 ? strategy->options.steps : 1;
    bool leaves_logic = false;
    bank_mark_t mark = bank_mark(strategy->bank); /* sorts and terms may be made */
    for (uint32_t tries = 0; tries < 40 * steps && made < steps; tries++) {
        uint32_t number = (uint32_t)rng_below(rng, first->spots.len);
        const spot_t *spot = &first->spots.data[number];
        if (!draw_term(&m, number))
            continue;
        if (mutant_replace(mutant, 0, spot->start, spot->end, state->text.data, state->text.len)) {
            strategy_accept(strategy);
            made++;
            leaves_logic |= m.leaves_logic;
        } else {
            strategy_reject(strategy, REJECT_OVERLAP);
        }
    }
    bank_release(strategy->bank, mark);
    assert(made == mutant->edits.len);
    if (leaves_logic &&
        !mutant_require(mutant, 0, 0, first->logic_end, state->logic.data, state->logic.len))
        BUG("there is a term before the logic");
    mutant->reason = "solvers must agree";
    return made > 0;
}

const strategy_functions_t typefuzz_functions = {.open = typefuzz_open,
                                                 .close = typefuzz_close,
                                                 .takes = typefuzz_takes,
                                                 .make = typefuzz_make,
                                                 .forget = typefuzz_forget};
