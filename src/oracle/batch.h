/* batch.h - queries that are asked together, and answered all.
 *
 *     query_batch_t batch = batch_of(pool, answers);
 *     batch_submit(&batch, solver, &query);       // query.tag is the place of its answer
 *     batch_finish(&batch);
 *
 * The pool is nobody else's meanwhile. An answer that was not asked for stays as it is. */
#ifndef ORACLE_BATCH_H
#define ORACLE_BATCH_H

#include "solver/run/pool.h"

typedef struct query_batch {
    pool_t *pool;
    answer_t *answers;
    uint32_t waiting;
    uint32_t room; /* queries that the pool takes at a time */
} query_batch_t;

query_batch_t batch_of(pool_t *pool, answer_t *answers);

/* Waits for an answer first when the pool is full. */
void batch_submit(query_batch_t *batch, solver_t *solver, const query_t *query);

/* Waits for all that are left. */
void batch_finish(query_batch_t *batch);

#endif
