#include "oracle/batch.h"

#include "base/bug.h"
#include "oracle/ask.h"

query_batch_t batch_of(pool_t *pool, answer_t *answers) {
    assert(pool_free(pool) > 0);
    return (query_batch_t){.pool = pool, .answers = answers, .room = pool_free(pool)};
}

static bool is_stopped(const query_batch_t *batch) {
    return batch->stop && *batch->stop;
}

/* Waits for one answer; false when the user wants to stop. */
static bool take(query_batch_t *batch) {
    solver_t *solver;
    uint64_t tag;
    answer_t answer;
    while (!is_stopped(batch)) {
        if (!pool_next(batch->pool, 1, &solver, &tag, &answer)) {
            assert(pool_free(batch->pool) < batch->room);
            continue;
        }
        assert(batch->waiting > 0 && !batch->answers[tag].mem);
        batch->answers[tag] = answer;
        batch->waiting--;
        return true;
    }
    return false;
}

void batch_submit(query_batch_t *batch, solver_t *solver, const query_t *query) {
    while (pool_free(batch->pool) == 0)
        if (!take(batch))
            return;
    assert(!batch->answers[query->tag].mem);
    pool_submit(batch->pool, solver, query);
    batch->waiting++;
}

bool batch_finish(query_batch_t *batch) {
    while (batch->waiting > 0)
        if (!take(batch))
            return false;
    assert(is_stopped(batch) || pool_free(batch->pool) == batch->room);
    return !is_stopped(batch);
}

/* --- one script for several solvers --- */

void batch_script_init(batch_script_t *script, const char *text, size_t len, uint32_t wants,
                       mem_t *mem) {
    for (uint32_t models = 0; models < 2; models++) {
        strbuf_init(&script->texts[models], mem);
        ask_text(text, len, models ? wants : ASK_VERDICT, &script->texts[models],
                 &script->prologues[models]);
    }
}

void batch_script_done(batch_script_t *script) {
    strbuf_done(&script->texts[0]);
    strbuf_done(&script->texts[1]);
}

void batch_submit_script(query_batch_t *batch, solver_t *solver, const batch_script_t *script,
                         uint32_t tag, const limits_t *limits) {
    uint32_t models = solver_profile(solver)->models != NULL;
    query_t query = {.tag = tag,
                     .text = script->texts[models].data,
                     .len = script->texts[models].len,
                     .prologue = script->prologues[models],
                     .limits = *limits,
                     .fresh = true};
    batch_submit(batch, solver, &query);
}
