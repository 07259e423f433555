/* batch.h - queries that are asked together, and answered all.
 *
 *     query_batch_t batch = batch_of(pool, answers);
 *     batch_submit(&batch, solver, &query);       // query.tag is the place of its answer
 *     if (!batch_finish(&batch)) ...              // the user wants to stop
 *
 * No other query is in flight in the pool meanwhile. An answer that was not asked for stays as it
 * is. */
#ifndef ORACLE_BATCH_H
#define ORACLE_BATCH_H

#include "solver/run/pool.h"

#include <signal.h>

typedef struct query_batch {
    pool_t *pool;
    answer_t *answers;
    uint32_t waiting;
    uint32_t room;                     /* queries that the pool takes at a time */
    const volatile sig_atomic_t *stop; /* not 0: the user wants to stop; may be NULL */
} query_batch_t;

query_batch_t batch_of(pool_t *pool, answer_t *answers);

/* Waits for an answer first when the pool is full. */
void batch_submit(query_batch_t *batch, solver_t *solver, const query_t *query);

/* Waits for all that are left. False when it was stopped: answers are missing then, and the pool
 * can only be ended. */
bool batch_finish(query_batch_t *batch);

/* A script as several solvers are asked about it: for what is wanted (ask.h) where a solver gives
 * models, for the verdict alone where it does not. */
typedef struct batch_script {
    strbuf_t texts[2]; /* for a solver without models, and with them */
    size_t prologues[2];
} batch_script_t;

void batch_script_init(batch_script_t *script, const char *text, size_t len, uint32_t wants,
                       mem_t *mem);
void batch_script_done(batch_script_t *script);

/* Asks in a process of its own; tag is the place of the answer. */
void batch_submit_script(query_batch_t *batch, solver_t *solver, const batch_script_t *script,
                         uint32_t tag, const limits_t *limits);

#endif
