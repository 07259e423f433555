/* worker_priv.h - inside a worker. */
#ifndef CAMPAIGN_WORKER_PRIV_H
#define CAMPAIGN_WORKER_PRIV_H

#include "campaign/trial.h"
#include "campaign/undo_edits.h"
#include "campaign/wire.h"
#include "campaign/worker.h"
#include "mutate/engine/chain.h"
#include "oracle/judge.h"
#include "reduce/goal.h"

typedef struct tester tester_t;
typedef struct pupil pupil_t;

typedef VEC(uint64_t) u64_vec_t;

typedef struct worker {
    mem_t mem;
    const plan_t *plan;
    crash_note_t *slot;
    int socket;
    pool_t *pool;
    trial_t trial;
    rng_t base;
    known_vec_t known;
    arena_t keys; /* of those that came later */
    wire_in_t in;
    strbuf_t out;
    bool drop; /* the rest of the mutants is not wanted any more */

    /* The work at hand. */
    wire_work_t work;
    const double *limits; /* by solver */
    double *limit_room;
    wire_result_t result;
    u64_vec_t behaviours;
    double cpu_before;    /* of this process, at the last result */
    double solved_before; /* of its solvers */

    /* Making. */
    strategy_t *strategies[STRATEGY_COUNT]; /* opened at their first use */
    const seed_t *sources[2]; /* of the mutant, or of the chain that it is in; NULL: no second */
    mutant_t mutant;
    strbuf_t text;
    chain_t chain;

    tester_t *tester;
    pupil_t *pupil;
} worker_t;

/* ---- worker.c ---- */

/* Sends what is in worker->out; ends the process when nobody is there any more. */
void worker_send(worker_t *worker);

/* A cluster is new, or its finding got better. */
void worker_know(worker_t *worker, const wire_known_t *message);

/* Takes in what the supervisor says meanwhile, without waiting. */
void look_for_news(worker_t *worker);

/* ---- worker_learn.c ---- */

pupil_t *pupil_open(worker_t *worker);
void pupil_close(pupil_t *pupil);

/* Takes over what others learned of the seed of this work. */
void take_lesson(worker_t *worker, const wire_work_t *work);

/* Has the solvers say what a strategy with these needs must know of the seed, unless that was tried
 * before; and tells the supervisor. */
void learn_for(worker_t *worker, seed_t *seed, uint32_t needs);

/* ---- test_mutant.c ---- */

tester_t *tester_open(worker_t *worker);
void tester_close(tester_t *tester);

/* Asks the solvers about worker->mutant, which this strategy has just made, and reports what comes
 * of it. rng decides what is done only now and then. */
void test_mutant(worker_t *worker, strategy_t *strategy, rng_t *rng);

/* ---- shrink.c ---- */

/* A text that is to get smaller. */
typedef struct shrink_task {
    goal_t goal; /* what is true of it; the limits need not be there */
    const char *text;
    size_t len;
    const char *recipe; /* of the mutant that it is, or NULL */
    double seconds;
} reduction_task_t;

/* Undoes what the recipe does without need, and then reduces. out is the result, or empty; undone
 * is what was there in between, with empty texts when all steps are needed, or nobody knows. True
 * when it cannot get smaller. */
bool shrink(worker_t *worker, reduction_task_t *task, undone_t *undone, strbuf_t *out);

/* A task of the supervisor's. */
void do_reduce(worker_t *worker, const wire_reduce_t *task);

/* ---- sift.c ---- */

/* A candidate: a finding before anything was done about it. */
typedef struct candidate {
    const case_t *c;
    const finding_t *finding;
    solver_t *const *solvers;    /* that made the runs of the case */
    const uint32_t *numbers;     /* and their numbers in the plan */
    const strbuf_t *transcripts; /* of those in a session, by run; else empty */
    rng_t *rng;
} candidate_t;

typedef struct triage triage_t;

triage_t *triage_open(worker_t *worker, judge_t *judge);
void triage_close(triage_t *triage);

/* Is it known, does it happen again, what is left of it when it is reduced: and says so to the
 * supervisor. */
void triage_candidate(triage_t *triage, const candidate_t *candidate);

#endif
