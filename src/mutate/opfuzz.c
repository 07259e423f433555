/* Type-aware operator mutation: the head of a term becomes another that takes the same arguments
 * and gives the same sort. */
#include "mutate/allowed.h"
#include "mutate/strategy_priv.h"
#include "smt/check.h"

#include <string.h>

/* What is known of one seed: the spots that can change, and for each the operators. */
typedef struct prepared {
    u32_vec_t spots;
    u32_vec_t first; /* by place in spots: start in ops; one more at the end */
    u32_vec_t ops;
    bool done;
} prepared_t;

typedef struct state {
    VEC(prepared_t) seeds; /* by number */
} state_t;

static bool opfuzz_open(strategy_t *strategy, diag_list_t *diags) {
    (void)diags;
    strategy->state = mem_zalloc(strategy->mem, 1, sizeof(state_t));
    return true;
}

static void opfuzz_forget(strategy_t *strategy) {
    state_t *state = strategy->state;
    for (uint32_t i = 0; i < state->seeds.len; i++) {
        vec_free(strategy->mem, &state->seeds.data[i].spots);
        vec_free(strategy->mem, &state->seeds.data[i].first);
        vec_free(strategy->mem, &state->seeds.data[i].ops);
    }
    state->seeds.len = 0;
}

static void opfuzz_close(strategy_t *strategy) {
    state_t *state = strategy->state;
    opfuzz_forget(strategy);
    vec_free(strategy->mem, &state->seeds);
    mem_free(strategy->mem, state);
}

/* Whether op may stand in the place of the term's operator. */
static bool fits(bank_t *bank, const seed_t *seed, term_t term, op_t op) {
    uint32_t count;
    const term_t *args = term_children(bank, term, &count);
    op_attr_t attr = op_info(op)->attr;
    if (count == 1 && (attr == OP_ATTR_LEFT || attr == OP_ATTR_RIGHT || attr == OP_ATTR_CHAIN ||
                       attr == OP_ATTR_PAIR))
        return false;
    if (!allowed_call(bank, op, args, count) || !allowed_in_logic(bank, seed, op, args, count))
        return false;
    return check_row(bank, op, NULL, 0, SORT_NONE, args, count) == term_sort(bank, term);
}

static void add_spot(strategy_t *strategy, prepared_t *prepared, const seed_t *seed, uint32_t spot,
                     uint32_t theories) {
    bank_t *bank = strategy->bank;
    term_t term = seed->spots.data[spot].term;
    op_t old = term_op(bank, term);
    uint32_t start = prepared->ops.len;
    const char *name = op_info(old)->name;
    for (uint32_t op = OP_FIRST_ROW; op < OP_COUNT; op++) {
        const op_info_t *info = op_info((op_t)op);
        if (!(theories >> info->theory & 1) || info->attr == OP_ATTR_BIND ||
            info->attr == OP_ATTR_AS || info->indices[0] != '\0' || strcmp(info->name, name) == 0)
            continue;
        if (fits(bank, seed, term, (op_t)op))
            *vec_push(strategy->mem, &prepared->ops) = op;
    }
    if (prepared->ops.len == start)
        return;
    *vec_push(strategy->mem, &prepared->spots) = spot;
    *vec_push(strategy->mem, &prepared->first) = start;
}

static prepared_t *prepare(strategy_t *strategy, const seed_t *seed) {
    state_t *state = strategy->state;
    while (state->seeds.len <= seed->number)
        *vec_push(strategy->mem, &state->seeds) = (prepared_t){.done = false};
    prepared_t *prepared = &state->seeds.data[seed->number];
    if (prepared->done)
        return prepared;
    prepared->done = true;
    phase_t before = strategy_enter(strategy, PHASE_PREPARE);
    uint32_t theories = allowed_theories(strategy->bank, seed);
    for (uint32_t i = 0; i < seed->spots.len; i++) {
        term_t term = seed->spots.data[i].term;
        op_t op = term_op(strategy->bank, term);
        uint32_t count;
        term_children(strategy->bank, term, &count);
        if (op >= OP_FIRST_ROW && count > 0 && op_info(op)->attr != OP_ATTR_BIND &&
            op_info(op)->attr != OP_ATTR_AS && op_info(op)->indices[0] == '\0' &&
            allowed_at(strategy->bank, seed, i))
            add_spot(strategy, prepared, seed, i, theories);
    }
    *vec_push(strategy->mem, &prepared->first) = prepared->ops.len;
    strategy_enter(strategy, before);
    return prepared;
}

static bool opfuzz_takes(strategy_t *strategy, const seed_t *first, const seed_t *second,
                         const char **why) {
    (void)second;
    *why = "no operator in it has another that fits its arguments";
    return prepare(strategy, first)->spots.len > 0;
}

static bool opfuzz_make(strategy_t *strategy, const seed_t *first, const seed_t *second, rng_t *rng,
                        mutant_t *mutant) {
    (void)second;
    const prepared_t *prepared = prepare(strategy, first);
    if (prepared->spots.len == 0)
        return false;
    uint32_t changed = 0;
    uint32_t steps = strategy_steps(strategy, rng);
    for (uint32_t i = 0; i < steps; i++) {
        uint32_t k = (uint32_t)rng_below(rng, prepared->spots.len);
        uint32_t count = prepared->first.data[k + 1] - prepared->first.data[k];
        op_t op = (op_t)prepared->ops.data[prepared->first.data[k] + rng_below(rng, count)];
        uint32_t at = prepared->spots.data[k];
        /* "(" head " " first argument */
        uint32_t start = first->spots.data[at].start + 1;
        uint32_t end = first->spots.data[at + 1].start - 1;
        const char *name = op_info(op)->name;
        strategy_try(strategy);
        if (mutant_replace(mutant, 0, start, end, name, strlen(name))) {
            strategy_accept(strategy);
            changed++;
        } else {
            strategy_reject(strategy, REJECT_OVERLAP);
        }
    }
    mutant->reason = "solvers must agree";
    return changed > 0;
}

const strategy_rows_t opfuzz_rows = {.open = opfuzz_open,
                                     .close = opfuzz_close,
                                     .takes = opfuzz_takes,
                                     .make = opfuzz_make,
                                     .forget = opfuzz_forget};
