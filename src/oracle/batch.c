#include "oracle/batch.h"

#include <assert.h>

query_batch_t batch_of(pool_t *pool, answer_t *answers) {
    assert(pool_free(pool) > 0);
    return (query_batch_t){.pool = pool, .answers = answers, .room = pool_free(pool)};
}

static void take(query_batch_t *batch) {
    solver_t *solver;
    uint64_t tag;
    answer_t answer;
    while (!pool_next(batch->pool, -1, &solver, &tag, &answer)) /* a signal */
        assert(pool_free(batch->pool) < batch->room);
    batch->answers[tag] = answer;
    batch->waiting--;
}

void batch_submit(query_batch_t *batch, solver_t *solver, const query_t *query) {
    while (pool_free(batch->pool) == 0)
        take(batch);
    pool_submit(batch->pool, solver, query);
    batch->waiting++;
}

void batch_finish(query_batch_t *batch) {
    while (batch->waiting > 0)
        take(batch);
}
