/* goal.h - what must stay true while a formula gets smaller: predicates on a pool of solvers.
 *
 *     goal_t goal = {.kind = GOAL_REFUTATION, .culprit = z3, .other = cvc5, .certified = true};
 *     goals_t *goals = goals_open(pool, lanes, &goal, mem);
 *     reduce_t *reduce =
 *         reduce_open(text, len, goals_predicate(goals), &reduce_defaults, mem, &diags);
 *
 *   crash        the culprit crashes with this signature
 *   refutation   the culprit says unsat, and the formula is satisfiable: the witness, a model that
 *                was known before, still satisfies it by the evaluator's word, or else the other
 *                solver says sat (certified: with a model that the evaluator finds true)
 *   solution     the culprit says sat (certified: with a model that is false by the evaluator's
 *                word), and the other solver unsat; without another nothing is interesting
 *   model        the culprit says sat, and its own model is false by the evaluator's word
 *   judged       the judge, with what the culprit and the other solver say, finds this kind against
 *                the culprit (certified: with that grade; crashes: with this signature). What a new
 *                kind of finding needs no goal of its own for
 *   unknown      the culprit says unknown
 *   outcome      the culprit's run ends in this outcome
 *   command      a program of the user's ends with 0
 *
 * The cheapest question comes first, and the next only when the answer fits: the evaluator, the
 * culprit, the other solver. The judge needs both answers: there both are asked. The time that a
 * try may take follows what the last success took, so that a candidate on which a solver does not
 * end does not hold up the rest. */
#ifndef REDUCE_GOAL_H
#define REDUCE_GOAL_H

#include "oracle/judgement.h"
#include "reduce/reduce.h"
#include "solver/run/pool.h"

#include <signal.h>

typedef struct goal {
    goal_kind_t kind;
    solver_t *culprit;
    solver_t *other; /* or NULL: there is none, and none is needed */
    bool certified;
    finding_kind_t judged;             /* GOAL_JUDGED */
    outcome_t outcome;                 /* GOAL_OUTCOME */
    slice_t signature;                 /* of a crash; empty: any */
    slice_t witness;                   /* define-funs, or empty */
    limits_t limits;                   /* of one run at most */
    bool fresh;                        /* a new process for each run, whatever the solver's mode */
    const volatile sig_atomic_t *stop; /* not 0: the user wants to stop; may be NULL */
} goal_t;

/* What is to stay true of a finding, but for its solvers and the limits: those are the caller's.
 * False for kinds that have no goal. The goal's texts are the finding's. */
bool goal_of_finding(const finding_t *finding, goal_t *goal);

/* Whether the word of another solver belongs to it. */
bool goal_wants_other(const finding_t *finding);

/* Whether it can be asked about: where a verdict is blamed, another solver or a witness says what
 * is right. */
bool goal_is_complete(const goal_t *goal);

typedef struct goals goals_t;

/* The pool has at least that many free lanes, and no other query in flight meanwhile. The goal is
 * copied, its texts are not. */
goals_t *goals_open(pool_t *pool, uint32_t lanes, const goal_t *goal, mem_t *mem);
void goals_close(goals_t *goals);

const predicate_t *goals_predicate(goals_t *goals);

/* One text, now: with the goal as it is, or with a fresh process for each run. Tries that are still
 * under way end first, and their answers are dropped. */
bool goals_holds(goals_t *goals, const char *text, size_t len, bool fresh);

/* Appends the text as the culprit is asked about it: where its model is what is wrong, that is
 * asked for. So the text shows by itself what the goal is about. */
void goals_query(const goals_t *goals, const char *text, size_t len, strbuf_t *out);

/* How the culprit's last run ended. */
outcome_t goals_outcome(const goals_t *goals);

/* Runs of solvers so far. */
uint64_t goals_runs(const goals_t *goals);

#endif
