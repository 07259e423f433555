/* plan_maker.h - from wishes to the plan of a campaign: solvers are opened to see that they are
 * there, seeds and files are read, each strategy is tried once.
 *
 *     plan_maker_t maker;
 *     plan_maker_init(&maker, stderr, mem);
 *     *vec_push(mem, &maker.solvers.wanted) = "z3";
 *     maker.plan.limit = 2;
 *     if (plan_maker_make(&maker)) campaign_run(&maker.plan, ...);
 *     plan_maker_done(&maker);
 *
 * The plan points into its maker. Messages are whole lines for people, on the stream that the
 * caller names. */
#ifndef CAMPAIGN_PLAN_MAKER_H
#define CAMPAIGN_PLAN_MAKER_H

#include "campaign/plan.h"
#include "solver/run/solvers.h"

#include <stdio.h>

typedef struct plan_maker {
    mem_t *mem;
    FILE *messages;
    arena_t texts;
    bank_t bank;
    seeds_t seeds;
    solvers_t solvers; /* the wishes */
    bool others;       /* their other tiers as well, which are asked now and then */
    text_vec_t paths;  /* of seeds; none: the embedded ones */
    bool named;        /* strategies were: those of the plan; else all */
    const char *ops;   /* file of operators, or NULL */
    const char *rules; /* file of rules, or NULL */
    VEC(plan_solver_t) rows;
    plan_t plan; /* its numbers and flags may be changed before it is made */
} plan_maker_t;

void plan_maker_init(plan_maker_t *maker, FILE *messages, mem_t *mem);
void plan_maker_done(plan_maker_t *maker);

/* Adds strategies by name, with commas between them; false with the wrong one in *wrong, a text of
 * the maker. */
bool plan_maker_strategies(plan_maker_t *maker, const char *names, const char **wrong);

/* Fills the plan. False with messages. */
bool plan_maker_make(plan_maker_t *maker);

#endif
