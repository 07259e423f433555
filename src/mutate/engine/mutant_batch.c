#include "mutate/engine/mutant_batch.h"

#include <assert.h>

static bool takes_two(const mutant_batch_t *batch) {
    return strategy_info(batch->kind)->seeds == 2;
}

/* Another seed than the first, where the strategy takes both; NULL when a few draws find none. */
static const seed_t *draw_partner(mutant_batch_t *batch, strategy_t *strategy, const seed_t *first,
                                  rng_t *rng) {
    enum { TRIES = 50 };
    const char *why;
    for (int i = 0; i < TRIES && batch->seeds->rows.len > 0; i++) {
        const seed_t *second = batch->seeds->rows.data[rng_below(rng, batch->seeds->rows.len)];
        if (batch->links > 0)
            second = chain_second(batch->chain, second);
        if (strategy_takes(strategy, first, second, &why))
            return second;
    }
    return NULL;
}

static bool make_mutant(mutant_batch_t *batch, strategy_t *strategy, const seed_t *seed,
                        rng_t *rng) {
    const seed_t *second = takes_two(batch) ? draw_partner(batch, strategy, seed, rng) : NULL;
    return (!takes_two(batch) || second) &&
           strategy_make(strategy, seed, second, rng, batch->mutant);
}

/* A mutant, then one of that, and so on. A draw that leads nowhere, or to what is too large to go
 * on with, is passed over: the chain goes on from where it was. */
static uint64_t make_chain(mutant_batch_t *batch, const seed_t *seed, uint64_t draw,
                           const rng_t *base) {
    uint64_t made = 0;
    chain_start(batch->chain, seed);
    strategy_t *strategy = chain_strategy(batch->chain, batch->kind, NULL);
    for (uint64_t link = 0; link < batch->links; link++) {
        rng_t rng = rng_split(base, link);
        if (!make_mutant(batch, strategy, chain_seed(batch->chain), &rng))
            continue;
        made++;
        batch->made(batch->arg, strategy, &(batch_place_t){seed, draw, link});
        chain_push(batch->chain, strategy, batch->mutant, NULL);
    }
    return made;
}

static uint64_t make_one(mutant_batch_t *batch, const seed_t *seed, uint64_t draw, rng_t *rng) {
    if (!make_mutant(batch, batch->strategy, seed, rng))
        return 0;
    batch->made(batch->arg, batch->strategy, &(batch_place_t){seed, draw, 0});
    return 1;
}

const char *mutant_batch_seed(mutant_batch_t *batch, const seed_t *seed, const rng_t *base) {
    assert(batch->number > 0);
    assert(batch->links == 0 || batch->chain);
    const char *refusal = NULL;
    bool takes = strategy_takes(batch->strategy, seed, NULL, &refusal);
    rng_t mine = rng_split(base, seed->hash);
    uint64_t made = 0;
    for (uint64_t k = 0; (takes || takes_two(batch)) && k < batch->number; k++) {
        rng_t rng = rng_split(&mine, k);
        made +=
            batch->links > 0 ? make_chain(batch, seed, k, &rng) : make_one(batch, seed, k, &rng);
    }
    return made > 0 ? NULL : takes ? "no draw led to a mutant" : refusal;
}
