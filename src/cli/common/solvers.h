/* solvers.h - the solvers that a command line names, with messages on stderr.
 *
 *     solvers_t solvers;
 *     solvers_init(&solvers, &mem);
 *     *vec_push(&mem, &solvers.wanted) = args.value;      // of --solver
 *     if (!solvers_open(&solvers, pool)) return EXIT_INPUT; */
#ifndef CLI_SOLVERS_H
#define CLI_SOLVERS_H

#include "solver/run/solvers.h"

/* Of one run, where nothing else is said. */
extern const limits_t solvers_limits;

/* Reads the files of --profile; false with messages. */
bool solvers_read_files(solvers_t *solvers);

/* Finds and opens them; says what is wrong, and returns false when one that was wanted cannot be
 * used, or none is there. */
bool solvers_open(solvers_t *solvers, pool_t *pool);

#endif
