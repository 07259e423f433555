/* fuzz_plan.h - from the options of assay fuzz to the plan of a campaign. */
#ifndef CLI_FUZZ_PLAN_H
#define CLI_FUZZ_PLAN_H

#include "campaign/plan.h"
#include "cli/common/solvers.h"

typedef struct fuzz_plan {
    mem_t *mem;
    arena_t texts;
    bank_t bank;
    seeds_t seeds;
    solvers_t solvers;
    text_vec_t paths; /* of seeds; none: the embedded ones */
    bool named;       /* strategies were: those of the plan; else all */
    const char *ops;  /* files */
    const char *rules;
    bool others; /* tiers besides the one that is asked for, now and then */
    VEC(plan_solver_t) rows;
    plan_t plan;
} fuzz_plan_t;

void fuzz_plan_init(fuzz_plan_t *fuzz, mem_t *mem);
void fuzz_plan_done(fuzz_plan_t *fuzz);

/* Adds strategies by name, with commas between them; false with the wrong one in *wrong, a text of
 * fuzz->texts. */
bool fuzz_plan_strategies(fuzz_plan_t *fuzz, const char *names, const char **wrong);

/* Opens solvers, reads seeds and files, and fills the plan. False with messages on stderr. */
bool fuzz_plan_make(fuzz_plan_t *fuzz);

#endif
