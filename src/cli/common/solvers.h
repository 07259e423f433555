/* solvers.h - the solvers that a command line names, with messages on stderr.
 *
 *     {'s', "solver", "S", "ask this solver; repeatable", TAKE_SOLVER(job_t, solvers)},
 *
 *     solvers_init(&job.solvers, &job.mem);
 *     if (!solvers_open(&job.solvers, pool)) return EXIT_INPUT; */
#ifndef CLI_SOLVERS_H
#define CLI_SOLVERS_H

#include "cli/common/options.h"
#include "solver/run/solvers.h"

/* Of one run, where nothing else is said. */
extern const limits_t solvers_limits;

/* Reads the files of --profile; false with messages. */
bool solvers_read_files(solvers_t *solvers);

/* Finds and opens them; says what is wrong, and returns false when one that was wanted cannot be
 * used, or none is there. */
bool solvers_open(solvers_t *solvers, pool_t *pool);

/* What the rows of --solver, --profile and --mode do (options.h): they fill solvers. */
#define TAKE_SOLVER(type, field) .take = take_solver, .offset = TAKE_FIELD(type, field, solvers_t)
#define TAKE_PROFILE(type, field) .take = take_profile, .offset = TAKE_FIELD(type, field, solvers_t)
#define TAKE_MODE(type, field) .take = take_mode, .offset = TAKE_FIELD(type, field, solvers_t)

bool take_solver(const args_t *args, void *target);
bool take_profile(const args_t *args, void *target);
bool take_mode(const args_t *args, void *target);

#endif
