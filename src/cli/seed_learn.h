/* seed_learn.h - asks solvers for what strategies need of seeds, with progress on stderr.
 *
 *     if (!seed_learn(&solvers, 2, &seeds, NEEDS_MODEL, mem)) ...
 *
 * The solvers asked are those that --solver named, or else those on PATH, which is said. So are
 * contradictions. */
#ifndef CLI_SEED_LEARN_H
#define CLI_SEED_LEARN_H

#include "cli/common/solvers.h"
#include "mutate/engine/strategy.h"

/* solvers are not open yet; limit is CPU seconds of one query; needs is a sum of NEEDS_...
 * (strategy.h). False when the solvers cannot be used. */
bool seed_learn(solvers_t *solvers, double limit, seeds_t *seeds, uint32_t needs, mem_t *mem);

#endif
