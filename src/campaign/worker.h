/* worker.h - one worker of a campaign: a process that makes mutants, asks solvers, and judges.
 *
 * It is a fork of the supervisor, finds the plan and the seeds in its memory, and talks over a
 * socket (wire.def). It has a pool with one lane: as many queries at a time as workers, and so as
 * many busy processors. It keeps nothing that must not be lost: what it finds it says at once. */
#ifndef CAMPAIGN_WORKER_H
#define CAMPAIGN_WORKER_H

#include "base/vec.h"
#include "campaign/crash_note.h"
#include "campaign/plan.h"

/* A cluster that is known when a worker starts: see triage.h. */
typedef struct known {
    const char *key;
    uint32_t rank;  /* of its grade; higher is better. 0: it is not confirmed */
    uint32_t bytes; /* of its trigger, reduced */
} known_t;

typedef VEC(known_t) known_vec_t;

typedef struct worker_spec {
    const plan_t *plan;
    crash_note_t *slot;
    const known_vec_t *known; /* when it starts */
} worker_spec_t;

/* How a worker ends. */
enum { WORKER_DONE = 0, WORKER_LARGE = 1, WORKER_NO_SOLVER = 2 };

/* A worker that has more memory than this ends after its work, to be replaced. */
enum { WORKER_MEMORY_MB = 1500 };

/* For child_start(); arg is a worker_spec_t. */
int worker_run(void *arg, int socket);

#endif
