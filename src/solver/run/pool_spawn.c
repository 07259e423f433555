/* pool_spawn.c - a fresh process per query. The run ends with the process that was started. */
#include "solver/run/pool_priv.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

/* A limit for the kernel to keep, well behind our own: it counts ticks, not time. */
static double backstop(const pool_t *pool, const limits_t *limits) {
    if (limits->cpu > 0)
        return limits->cpu * 1.5 + 1;
    return limits->wall > 0 ? limits->wall * pool->processors + 1 : 0;
}

static bool start(const pool_t *pool, lane_t *lane, seat_t *seat, const char **error) {
    const query_t *query = &lane->query;
    const limits_t *limits = &query->limits;
    int input = process_input(query->text, query->len, error);
    if (input < 0)
        return false;
    /* An option of this query alone stands behind the program. */
    VEC(const char *) argv = {0};
    for (uint32_t i = 0; lane->option && i < lane->solver->argv.len; i++) {
        *vec_push(pool->mem, &argv) = lane->solver->argv.data[i];
        if (i == 0)
            *vec_push(pool->mem, &argv) = lane->option;
    }
    const process_spec_t spec = {
        .argv = lane->option ? argv.data : lane->solver->argv.data,
        .env = lane->solver->env.data,
        .stdin_fd = input,
        .clan = pool->clan,
        .cpu_limit = backstop(pool, limits),
        .memory_limit = lane->solver->profile->limit_rss ? 0 : limits->memory,
    };
    bool ok = process_start(&seat->process, &spec, error);
    close(input);
    vec_free(pool->mem, &argv);
    return ok;
}

void spawn_begin(pool_t *pool, lane_t *lane) {
    lane->answer.fresh = true;
    seat_t *seat = lane->fresh;
    assert(seat->process.pid == 0);
    const char *error;
    lane->seat = seat;
    seat->generation++;
    lane_begin(pool, lane, 0);
    if (!start(pool, lane, seat, &error)) {
        lane_fail(pool, lane, lane->solver->argv.data[0], error);
        return;
    }
    if (!seat_watch(pool, seat, CHANNEL_EXIT, seat->process.pidfd, EPOLLIN)) {
        error = strerror(errno);
        process_kill(&seat->process);
        process_reap(&seat->process, &(process_end_t){0});
        lane_fail(pool, lane, lane->solver->argv.data[0], error);
    }
}

void spawn_event(pool_t *pool, seat_t *seat, channel_t channel) {
    lane_t *lane = seat->lane;
    assert(lane->seat == seat);
    if (channel != CHANNEL_EXIT) {
        /* The first verdict comes near the end: a good moment to look. */
        if (lane->solver->blind && lane->out_total == 0)
            lane_look_at_peak(lane);
        lane_collect(pool, lane, channel, false);
        return;
    }
    lane_collect(pool, lane, CHANNEL_OUT, true);
    lane_collect(pool, lane, CHANNEL_ERR, true);
    process_end_t end;
    process_reap(&seat->process, &end);
    seat->generation++;
    lane->solver->blind = end.peak_kb == 0;
    lane_finish(pool, lane, &end);
}
