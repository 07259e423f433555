/* confirm.h - whether a finding happens again.
 *
 *     confirmation_t confirmation;
 *     confirmation_init(&confirmation, mem);
 *     confirm_finding(&judge, pool, solvers, &c, &finding, &confirm_defaults, &confirmation);
 *     if (confirmation.same > 0 && confirmation.finding.repeat == REPEAT_CONFIRMED) ...
 *
 * The culprit is asked the same again (case_t.wants), each time in a fresh process, with the
 * options of its tier and nothing else; so is the solver that speaks against it, unless the
 * evaluator has decided already. Each time is judged like the first, with all questions that
 * follow: what counts is a finding of the same kind against the same solver, of crashes with the
 * same signature. It may well come back with a better grade; and one that was disputed may come
 * back against the other side, which then has to be so every time.
 *
 * The pool is used while no other query is in flight. */
#ifndef ORACLE_CONFIRM_H
#define ORACLE_CONFIRM_H

#include "oracle/judge.h"
#include "solver/run/pool.h"

typedef struct confirm_options {
    uint32_t times; /* 3 */
    limits_t limits;
} confirm_options_t;

extern const confirm_options_t confirm_defaults; /* 3 times, 10 s, 4 GB */

typedef struct confirmation {
    uint32_t same;     /* times that it happened; 0: it is gone */
    uint32_t times;    /* attempts */
    finding_t finding; /* as it came back first; as it was when it is gone. finding.repeat says
                          whether it came back every time */
    arena_t texts;     /* of it */
    arena_mark_t empty;
} confirmation_t;

void confirmation_init(confirmation_t *confirmation, mem_t *mem);
void confirmation_done(confirmation_t *confirmation);

/* solvers[i] made the answer of c->runs[i]. */
void confirm_finding(judge_t *judge, pool_t *pool, solver_t *const *solvers, const case_t *c,
                     const finding_t *finding, const confirm_options_t *options,
                     confirmation_t *confirmation);

#endif
