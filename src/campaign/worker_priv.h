/* worker_priv.h - inside a worker. */
#ifndef CAMPAIGN_WORKER_PRIV_H
#define CAMPAIGN_WORKER_PRIV_H

#include "campaign/query_round.h"
#include "campaign/triage/triage.h"
#include "campaign/wire.h"
#include "campaign/worker.h"
#include "mutate/engine/chain.h"

typedef struct tester tester_t;
typedef struct worker_learner worker_learner_t;

typedef VEC(uint64_t) u64_vec_t;

typedef struct worker {
    mem_t mem;
    const plan_t *plan;
    crash_note_t *slot;
    int socket;
    pool_t *pool;
    query_round_t round;
    rng_t base;
    wire_in_t in;
    strbuf_t out;
    bool drop; /* the rest of the mutants is not wanted any more */

    /* The work at hand. */
    wire_work_t work;
    const double *limits; /* by solver */
    double *limit_room;
    wire_result_t result;
    u64_vec_t behaviours;
    double cpu_before;    /* CPU seconds of this process, at the last result */
    double solved_before; /* CPU seconds of its solvers, at the last result */

    /* Making. */
    strategy_t *strategies[STRATEGY_COUNT]; /* opened at their first use */
    const seed_t *sources[2]; /* of the mutant, or of the chain that it is in; NULL: no second */
    mutant_t mutant;
    strbuf_t text;
    chain_t chain;

    judge_t judge;
    triage_t *triage;
    tester_t *tester;
    worker_learner_t *learner;
} worker_t;

/* ---- worker.c ---- */

/* Sends what is in worker->out; ends the process when the supervisor is gone. */
void worker_send(worker_t *worker);

/* Takes in what the supervisor says meanwhile, without waiting. */
void look_for_news(worker_t *worker);

/* ---- worker_learn.c ---- */

worker_learner_t *worker_learner_open(worker_t *worker);
void worker_learner_close(worker_learner_t *learner);

/* Takes over what others learned of the seed of this work. */
void take_learned(worker_t *worker, const wire_work_t *work);

/* Has the solvers say what a strategy with these needs must know of the seed, unless that was tried
 * before; and tells the supervisor. */
void learn_for(worker_t *worker, seed_t *seed, uint32_t needs);

/* ---- test_mutant.c ---- */

tester_t *tester_open(worker_t *worker);
void tester_close(tester_t *tester);

/* Asks the solvers about worker->mutant, which this strategy has just made, and reports what comes
 * of it. rng decides what is done only now and then. */
void test_mutant(worker_t *worker, strategy_t *strategy, rng_t *rng);

/* ---- worker_tell.c ---- */

triage_t *worker_triage(worker_t *worker, judge_t *judge, const known_vec_t *known);

/* Has triage look at a candidate, and tells the supervisor what came of it. numbers are those of
 * the candidate's solvers in the plan. */
void tell_candidate(worker_t *worker, const candidate_t *candidate, const uint32_t *numbers);

/* A task of the supervisor's. */
void do_reduce(worker_t *worker, const wire_reduce_t *task);

#endif
