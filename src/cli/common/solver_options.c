#include "cli/common/solver_options.h"

#include "base/bug.h"
#include "cli/common/exit.h"

bool solver_options_read(const args_t *args, int option, solvers_t *solvers, limits_t *limits) {
    switch (option) {
    case SOLVER_OPTION_SOLVER:
        *vec_push(solvers->mem, &solvers->wanted) = args->value;
        return true;
    case SOLVER_OPTION_PROFILE:
        *vec_push(solvers->mem, &solvers->files) = args->value;
        return true;
    case SOLVER_OPTION_LIMIT:
        return args_seconds(args, "--limit", &limits->wall);
    case SOLVER_OPTION_MEMORY:
        return args_megabytes(args, "--memory", &limits->memory);
    default:
        BUG("option %d is not one of all solvers", option);
    }
}

int args_read_all(args_t *args, bool (*read)(args_t *args, int option, void *job), void *job) {
    int option;
    while ((option = args_next(args)) >= 0)
        if (!read(args, option, job))
            return EXIT_USAGE;
    if (option == ARGS_HELP)
        return EXIT_NOTHING;
    return option == ARGS_END ? -1 : EXIT_USAGE;
}
