/* strategy_priv.h - what strategy.c asks of a strategy's file. */
#ifndef MUTATE_STRATEGY_PRIV_H
#define MUTATE_STRATEGY_PRIV_H

#include "base/bug.h"
#include "mutate/engine/strategy.h"

struct strategy {
    strategy_kind_t kind;
    mem_t *mem;
    seeds_t *seeds;
    bank_t *bank;
    strategy_options_t options;
    uint64_t ops_hash, rules_hash; /* of the files, where the strategy uses them; else 0 */
    strategy_stats_t stats;
    phase_t phase; /* PHASE_COUNT: none */
    double since;  /* when the phase began */
    void *state;   /* the strategy's own */
};

/* The functions of a strategy; see strategy.h for what they do. open fills state, and close frees
 * it, also when open failed. */
typedef struct strategy_functions {
    bool (*open)(strategy_t *strategy, diag_list_t *diags);
    void (*close)(strategy_t *strategy);
    bool (*takes)(strategy_t *strategy, const seed_t *first, const seed_t *second,
                  const char **why);
    bool (*make)(strategy_t *strategy, const seed_t *first, const seed_t *second, rng_t *rng,
                 mutant_t *mutant);
    /* The rest may be NULL. */
    bool (*model)(strategy_t *strategy, const mutant_t *mutant, strbuf_t *out);
    bool (*core)(strategy_t *strategy, const mutant_t *mutant, u32_vec_t *places);
    /* Drops all that is known of seeds, and what was made in the bank since open: both are gone
     * already, so it looks at neither. Without it, the strategy is closed and opened again. */
    void (*forget)(strategy_t *strategy);
} strategy_functions_t;

/* One for each row of strategies.def, such as opfuzz_functions; the strategy's file defines it. */
#define STRATEGY(id, name, seeds, number, needs, doc)                                              \
    extern const strategy_functions_t name##_functions;
#include "mutate/engine/strategies.def"

/* How many mutations this mutant gets: what the options say; else 1 in half of the mutants, 2 in a
 * quarter, and so on. */
uint32_t strategy_steps(const strategy_t *strategy, rng_t *rng);

/* Appends the recipe: recipe.h. */
void recipe_write(const strategy_t *strategy, const seed_t *first, const seed_t *second,
                  const rng_t *rng, strbuf_t *out);

/* --- statistics: tries++ for a candidate, then one of these --- */

static inline void strategy_try(strategy_t *strategy) {
    strategy->stats.tries++;
}

static inline void strategy_accept(strategy_t *strategy) {
    strategy->stats.accepted++;
    assert(strategy->stats.accepted <= strategy->stats.tries);
}

/* False, to be returned. */
static inline bool strategy_reject(strategy_t *strategy, reject_t why) {
    assert((uint32_t)why < REJECT_COUNT);
    strategy->stats.rejected[why]++;
    return false;
}

/* Counts time for this phase from now on. Returns the phase before, to go back to it.
 *
 *     phase_t before = strategy_enter(strategy, PHASE_CHECK);
 *     ...
 *     strategy_enter(strategy, before); */
phase_t strategy_enter_timed(strategy_t *strategy, phase_t phase);

static inline phase_t strategy_enter(strategy_t *strategy, phase_t phase) {
    return strategy->options.timed ? strategy_enter_timed(strategy, phase) : PHASE_COUNT;
}

#endif
