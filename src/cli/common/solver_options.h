/* solver_options.h - options that subcommands which ask solvers have in common.
 *
 *     enum { OPTION_JSON = SOLVER_OPTIONS };              // the subcommand's own come after
 *     static const option_t options[] = {
 *         SOLVER_OPTION_ROWS("the solver that is wrong; repeatable"),
 *         {0, "json", NULL, "one JSON object at the end"},
 *         {0},
 *     };
 *     int code = args_read_all(&args, read_option, &job);
 *
 * and in read_option
 *
 *     if (option < SOLVER_OPTIONS)
 *         return solver_options_read(args, option, &job->solvers, &job->limits); */
#ifndef CLI_SOLVER_OPTIONS_H
#define CLI_SOLVER_OPTIONS_H

#include "cli/common/options.h"
#include "cli/common/solvers.h"

/* In the order of the rows. */
enum {
    SOLVER_OPTION_SOLVER,
    SOLVER_OPTION_PROFILE,
    SOLVER_OPTION_LIMIT,
    SOLVER_OPTION_MEMORY,
    SOLVER_OPTIONS
};

#define SOLVER_OPTION_ROW(letter, name, value, help)                                               \
    { letter, name, value, help }
#define SOLVER_OPTION_ROWS(solver)                                                                 \
    SOLVER_OPTION_ROW('s', "solver", "S", solver),                                                 \
        SOLVER_OPTION_ROW(0, "profile", "FILE", "read solver profiles from FILE"),                 \
        SOLVER_OPTION_ROW('t', "limit", "SECONDS",                                                 \
                          "time limit of one run of a solver (default 10)"),                       \
        SOLVER_OPTION_ROW(0, "memory", "MB", "memory limit of one run (default 4096)")

/* Reads one of them; false when its value is wrong, with a message. */
bool solver_options_read(const args_t *args, int option, solvers_t *solvers, limits_t *limits);

/* Reads all options of the command line. The exit code, or -1 to go on. */
int args_read_all(args_t *args, bool (*read)(args_t *args, int option, void *job), void *job);

#endif
