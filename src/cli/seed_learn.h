/* seed_learn.h - asks solvers for what strategies need of seeds, before the work begins.
 *
 *     seed_learn_t learn = {.solvers = &solvers, .limit = 2};
 *     seed_learn(&learn, &seeds, NEEDS_MODEL, mem);
 *
 * Only what a seed lacks is asked, of the solvers that --solver named, or else of those on PATH,
 * which is said on stderr. So are contradictions; a seed that nothing is learned of stays as it is.
 */
#ifndef CLI_SEED_LEARN_H
#define CLI_SEED_LEARN_H

#include "cli/common/solvers.h"
#include "mutate/engine/strategy.h"

typedef struct seed_learn {
    solvers_t *solvers; /* not open yet */
    double limit;       /* CPU seconds of one query; five times that by the clock */
    uint32_t asked;     /* seeds, */
    uint32_t learned;   /* and those of them that have now what was asked for */
} seed_learn_t;

/* needs is a sum of NEEDS_... (strategy.h). False when the solvers cannot be used. */
bool seed_learn(seed_learn_t *learn, seeds_t *seeds, uint32_t needs, mem_t *mem);

#endif
