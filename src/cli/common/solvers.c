#include "cli/common/solvers.h"

#include <stdio.h>

const limits_t solvers_limits = {.wall = 10, .memory = UINT64_C(4096) << 20};

bool solvers_read_files(solvers_t *solvers) {
    strbuf_t messages;
    strbuf_init(&messages, solvers->mem);
    bool ok = solvers_read_profiles(solvers, &messages);
    strbuf_write(&messages, stderr);
    strbuf_done(&messages);
    return ok;
}

bool solvers_open(solvers_t *solvers, pool_t *pool) {
    strbuf_t messages;
    strbuf_init(&messages, solvers->mem);
    bool ok = solvers_open_in(solvers, pool, &messages);
    strbuf_write(&messages, stderr);
    strbuf_done(&messages);
    return ok;
}

bool take_solver(const args_t *args, void *target) {
    solvers_t *solvers = target;
    *vec_push(solvers->mem, &solvers->wanted) = args->value;
    return true;
}

bool take_profile(const args_t *args, void *target) {
    solvers_t *solvers = target;
    *vec_push(solvers->mem, &solvers->files) = args->value;
    return true;
}

bool take_mode(const args_t *args, void *target) {
    solvers_t *solvers = target;
    solvers->any_mode = false;
    if (run_mode_of_name(slice_of(args->value), &solvers->mode))
        return true;
    args_complain(args, "--mode is spawn, session or snapshot, not '%s'", args->value);
    return false;
}
