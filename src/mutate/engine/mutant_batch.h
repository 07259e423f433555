/* mutant_batch.h - a number of mutants of each seed, one by one or in chains.
 *
 *     mutant_batch_t batch = {.seeds = &seeds, .kind = kind, .strategy = strategy, .chain = &chain,
 *                             .number = 300, .mutant = &mutant, .made = print, .arg = job};
 *     rng_t base = rng_make(1);
 *     const char *why = mutant_batch_seed(&batch, seed, &base);
 *     if (why) say(why);                                  // no mutant of this seed
 *
 * What is drawn for a seed depends on the seed and on base alone: not on seeds before it. */
#ifndef MUTATE_MUTANT_BATCH_H
#define MUTATE_MUTANT_BATCH_H

#include "mutate/engine/chain.h"

/* Where a mutant stands among those of its seed: the number of the draw, and of the link in a
 * chain. */
typedef struct batch_place {
    const seed_t *seed;
    uint64_t draw;
    uint64_t link;
} batch_place_t;

typedef struct mutant_batch {
    seeds_t *seeds; /* partners are drawn from these */
    strategy_kind_t kind;
    strategy_t *strategy; /* opened on seeds */
    chain_t *chain;       /* for mutants of mutants */
    uint64_t number;      /* of draws for a seed */
    uint64_t links;       /* in a chain; 0: no chains, a draw is one mutant */
    mutant_t *mutant;
    void *arg;
    /* Called for each mutant, which is in batch->mutant and made by this strategy. */
    void (*made)(void *arg, strategy_t *strategy, const batch_place_t *place);
} mutant_batch_t;

/* Makes the mutants of a seed. NULL, or why there is none. */
const char *mutant_batch_seed(mutant_batch_t *batch, const seed_t *seed, const rng_t *base);

#endif
