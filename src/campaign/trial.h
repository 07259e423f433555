/* trial.h - one mutant before the solvers.
 *
 *     trial_open(&trial, &plan, pool, mem);           // opens the plan's solvers in the pool
 *     trial_start(&trial, text, len);                 // forgets the last one
 *     trial_ask(&trial, solver, limit, false);        // a run more
 *     trial_done(&trial);
 *
 * Solvers are asked for a model behind the verdict where they have one to give. The runs of the
 * mutant are kept with their answers until the next start. */
#ifndef CAMPAIGN_TRIAL_H
#define CAMPAIGN_TRIAL_H

#include "campaign/plan.h"
#include "campaign/wire.h"

typedef struct trial_run {
    uint32_t solver; /* number in the plan */
    double limit;    /* CPU seconds it was given */
    answer_t answer;
} trial_run_t;

typedef struct trial {
    mem_t *mem;
    const plan_t *plan;
    pool_t *pool;
    solver_t **solvers;  /* by number; NULL: it cannot be opened */
    run_count_t *counts; /* by number; the caller clears them */
    double *average;     /* by number: CPU seconds of a run, of late */
    strbuf_t query;      /* what is sent: the options, the text, what asks for the model */
    size_t start;        /* of the text in it */
    size_t len;          /* of the text */
    size_t prologue;     /* of the text: its set-logic */
    VEC(trial_run_t) runs;
} trial_t;

/* False with a message when a solver cannot be opened. */
bool trial_open(trial_t *trial, const plan_t *plan, pool_t *pool, mem_t *mem, strbuf_t *why);
void trial_close(trial_t *trial);

/* The text must be a script with one check-sat, at its end, that sets its logic first or not at
 * all, as those of mutants are. */
void trial_start(trial_t *trial, const char *text, size_t len);

/* Runs it, in a process of its own when fresh. The run is good until the next one is added. */
const trial_run_t *trial_ask(trial_t *trial, uint32_t solver, double limit, bool fresh);

/* Runs the solver of this run again, with another limit: the new run takes the place of the old. */
const trial_run_t *trial_again(trial_t *trial, uint32_t place, double limit);

/* Whether the solver takes the formula, as far as its profile says. */
bool trial_fits(const trial_t *trial, uint32_t solver);

/* Writes the numbers of the first count solvers into order, cheapest first. */
void trial_order(const trial_t *trial, uint32_t count, uint32_t *order);

/* What one solver may use, for a limit of so many CPU seconds. */
limits_t trial_limits(const plan_t *plan, double cpu);

#endif
