/* plan.h - what is fixed for a campaign before it starts. The supervisor makes it, and its workers,
 * which are forks, find it in their memory. Nothing of it changes. */
#ifndef CAMPAIGN_PLAN_H
#define CAMPAIGN_PLAN_H

#include "mutate/engine/strategy.h"
#include "solver/run/pool.h"

/* A solver with a set of options. */
typedef struct plan_solver {
    solver_spec_t spec;
    const char *name;    /* of its profile */
    const char *tier;    /* of its options */
    const char *options; /* the options of the tier, with spaces */
    const char *version;
    const char *command; /* that runs a file on standard input, quoted for a shell */
} plan_solver_t;

typedef struct plan {
    seeds_t *seeds;
    /* The first mains of them are asked about every mutant, the others now and then: the solvers'
     * own validators, and the same solvers with other options. */
    plan_solver_t *solvers;
    uint32_t solver_count;
    uint32_t mains;
    strategy_kind_t strategies[STRATEGY_COUNT];
    uint32_t strategy_count;
    strategy_options_t strategy_options;
    uint64_t seed;      /* of all random numbers */
    double first_limit; /* CPU seconds of a run, at first */
    double limit;       /* CPU seconds of a run, at most */
    uint64_t memory;    /* bytes a solver may use */
    bool performance;
    bool incompleteness;
} plan_t;

/* One mutant in PLAN_OTHER_ONE_IN is also given to one of the other solvers. */
enum { PLAN_OTHER_ONE_IN = 8 };

/* One run in PLAN_STRETCH_ONE_IN that timed out is tried again, with PLAN_STRETCH times its limit.
 */
enum { PLAN_STRETCH_ONE_IN = 16, PLAN_STRETCH = 4 };

#endif
