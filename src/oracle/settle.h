/* settle.h - judging to the end: the judge runs no solver, so what it wants to know is asked here.
 *
 *     settle_case(&judge, pool, solvers, &c, &limits, true, &judgement);
 *
 * The pool is used while no other query is in flight. */
#ifndef ORACLE_SETTLE_H
#define ORACLE_SETTLE_H

#include "oracle/judge.h"
#include "solver/run/pool.h"

/* Judges a case and asks what the judge wants to know, until it wants nothing more. The case has no
 * replies yet; solvers[i] made the answer of c->runs[i]. fresh: in a process of its own each. The
 * judgement is as judge_case leaves it. */
void settle_case(judge_t *judge, pool_t *pool, solver_t *const *solvers, const case_t *c,
                 const limits_t *limits, bool fresh, judgement_t *judgement);

/* What a solver said, for a case; how it did on the seed is not known. */
run_t settle_run(const solver_t *solver, const answer_t *answer);

#endif
