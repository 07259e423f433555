/* query_round.h - one mutant before the solvers.
 *
 *     query_round_open(&round, &plan, pool, mem, &why);     // opens the plan's solvers in the pool
 *     query_round_start(&round, text, len);                 // forgets the last one
 *     query_round_ask(&round, solver, limit, false);        // a run more
 *     query_round_close(&round);
 *
 * Solvers are asked for a model after the verdict where they have one to give. The runs of the
 * mutant are kept with their answers until the next start. */
#ifndef CAMPAIGN_QUERY_ROUND_H
#define CAMPAIGN_QUERY_ROUND_H

#include "campaign/plan.h"
#include "campaign/wire.h"

typedef struct round_run {
    uint32_t solver; /* number in the plan */
    double limit;    /* CPU seconds it was given */
    answer_t answer;
} round_run_t;

typedef struct query_round {
    mem_t *mem;
    const plan_t *plan;
    pool_t *pool;
    solver_t **solvers;  /* by number; NULL: it cannot be opened */
    run_count_t *counts; /* by number; the caller clears them */
    double *average;     /* by number: CPU seconds of a run, recent ones above all */
    strbuf_t query;      /* what is sent: the options, the text, what asks for the model */
    size_t start;        /* of the text in the query */
    size_t len;          /* of the text */
    size_t prologue;     /* length of the set-logic that the text begins with */
    VEC(round_run_t) runs;
} query_round_t;

/* False with a message when a solver cannot be opened. */
bool query_round_open(query_round_t *round, const plan_t *plan, pool_t *pool, mem_t *mem,
                      strbuf_t *why);
void query_round_close(query_round_t *round);

/* The text must be a script with one check-sat, at its end, that sets its logic first or not at
 * all, as those of mutants are. */
void query_round_start(query_round_t *round, const char *text, size_t len);

/* Runs it, in a process of its own when fresh. The run is good until the next one is added. */
const round_run_t *query_round_ask(query_round_t *round, uint32_t solver, double limit, bool fresh);

/* Runs the solver of this run again, with another limit: the new run takes the place of the old. */
const round_run_t *query_round_again(query_round_t *round, uint32_t place, double limit);

/* Whether the solver takes the formula, as far as its profile says. */
bool query_round_fits(const query_round_t *round, uint32_t solver);

/* Writes the numbers of the first count solvers into order, cheapest first. */
void query_round_order(const query_round_t *round, uint32_t count, uint32_t *order);

/* What one solver may use, for a limit of this many CPU seconds. */
limits_t plan_limits(const plan_t *plan, double cpu);

#endif
