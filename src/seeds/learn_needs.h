/* learn_needs.h - learning what strategies need of seeds, before the work begins.
 *
 *     learn_needs_t needs = {.needs = NEEDS_MODEL, .lanes = 2};
 *     if (learn_needs_any(&needs, &seeds)) {
 *         seed_learner_init(&learner, ...);
 *         learn_needs(&needs, &learner, &seeds);
 *
 * Only what a seed lacks is asked. A seed that nothing is learned of stays as it is. */
#ifndef SEEDS_LEARN_NEEDS_H
#define SEEDS_LEARN_NEEDS_H

#include "mutate/engine/strategy.h"
#include "seeds/learn.h"

typedef struct learn_needs {
    uint32_t needs; /* a sum of NEEDS_... (strategy.h) */
    uint32_t lanes; /* of the learner's pool */

    /* What happens is told with arg; either may be NULL. */
    void *arg;
    void (*begun)(void *arg, const seed_t *seed);       /* the solvers are asked about it */
    void (*ended)(void *arg, const inquiry_t *inquiry); /* they have answered */
} learn_needs_t;

/* What to ask about a seed, as LEARN_...; 0: nothing. */
uint32_t learn_needs_wants(const seed_t *seed, uint32_t needs);

/* Whether there is anything to ask. */
bool learn_needs_any(const learn_needs_t *needs, const seeds_t *seeds);

/* Asks. The number of seeds that now have some of what was asked for. */
uint32_t learn_needs(const learn_needs_t *needs, seed_learner_t *learner, seeds_t *seeds);

#endif
