/* pool_spawn.c - a fresh process per query. The run ends with the process that was started. */
#include "solver/run/pool_priv.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

/* A limit for the kernel to keep, well above our own: it counts ticks, not time. */
static double backstop(const pool_t *pool, const limits_t *limits) {
    if (limits->cpu > 0)
        return limits->cpu * 1.5 + 1;
    return limits->wall > 0 ? limits->wall * pool->processors + 1 : 0;
}

static bool start(const pool_t *pool, slot_t *slot, runner_t *runner, const char **error) {
    const query_t *query = &slot->query;
    const limits_t *limits = &query->limits;
    int input = process_input(query->text, query->len, error);
    if (input < 0)
        return false;
    /* An option of this query alone follows the program. */
    VEC(const char *) argv = {0};
    for (uint32_t i = 0; slot->option && i < slot->solver->argv.len; i++) {
        *vec_push(pool->mem, &argv) = slot->solver->argv.data[i];
        if (i == 0)
            *vec_push(pool->mem, &argv) = slot->option;
    }
    const process_spec_t spec = {
        .argv = slot->option ? argv.data : slot->solver->argv.data,
        .env = slot->solver->env.data,
        .stdin_fd = input,
        .pool_mark = pool->mark,
        .cpu_limit = backstop(pool, limits),
        .memory_limit = slot->solver->profile->limit_rss ? 0 : limits->memory,
    };
    bool ok = process_start(&runner->process, &spec, error);
    close(input);
    vec_free(pool->mem, &argv);
    return ok;
}

void spawn_begin(pool_t *pool, slot_t *slot) {
    slot->answer.fresh = true;
    runner_t *runner = slot->fresh;
    assert(runner->process.pid == 0);
    const char *error;
    slot->runner = runner;
    runner->generation++;
    slot_begin(pool, slot, 0);
    if (!start(pool, slot, runner, &error)) {
        slot_fail(pool, slot, slot->solver->argv.data[0], error);
        return;
    }
    if (!runner_watch(pool, runner, CHANNEL_EXIT, runner->process.pidfd, EPOLLIN)) {
        error = strerror(errno);
        process_kill(&runner->process);
        process_reap(&runner->process, &(process_end_t){0});
        slot_fail(pool, slot, slot->solver->argv.data[0], error);
    }
}

void spawn_event(pool_t *pool, runner_t *runner, channel_t channel) {
    slot_t *slot = runner->slot;
    assert(slot->runner == runner);
    if (channel != CHANNEL_EXIT) {
        /* The first verdict comes near the end: a good moment to look. */
        if (slot->solver->peak_unknown && slot->out_total == 0)
            slot_look_at_peak(slot);
        slot_collect(pool, slot, channel, false);
        return;
    }
    slot_collect(pool, slot, CHANNEL_OUT, true);
    slot_collect(pool, slot, CHANNEL_ERR, true);
    process_end_t end;
    process_reap(&runner->process, &end);
    runner->generation++;
    slot->solver->peak_unknown = end.peak_kb == 0;
    slot_finish(pool, slot, &end);
}
