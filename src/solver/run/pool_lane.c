/* pool_lane.c - a query on its way: clock, limits, output, answer. The same in every mode. */
#include "base/clock.h"
#include "solver/read.h"
#include "solver/run/pool_priv.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

/* Seconds between two looks at the resident size; the least between two at the CPU clock. */
static const double memory_pause = 0.02;
static const double cpu_pause = 0.002;

/* Seconds between two looks for zombies that the process left to us. */
static const double zombie_pause = 0.25;

/* Most queries are over in a few milliseconds with a few bytes of output, which the pipe holds
 * until the end. Only for those that take longer is it worth to be woken by output. */
static const double listen_pause = 0.05;

/* ---- Clock and limits ---------------------------------------------------------------------- */

void lane_begin(const pool_t *pool, lane_t *lane, double used_ms) {
    const limits_t *limits = &lane->query.limits;
    lane->start = clock_wall();
    lane->cpu_before = used_ms;
    lane->wall_end = limits->wall > 0 ? lane->start + limits->wall : INFINITY;
    lane_watch_process(pool, lane);
    lane->zombie_check = lane->start + zombie_pause;
    lane->listen_at = lane->seat->mode == MODE_SESSION ? INFINITY : lane->start + listen_pause;
    lane->stopping = false;
}

void lane_watch_process(const pool_t *pool, lane_t *lane) {
    const limits_t *limits = &lane->query.limits;
    double first = lane->start + limits->cpu / pool->processors;
    lane->cpu_check = limits->cpu > 0 ? first : INFINITY;
    bool watch = limits->memory > 0 && lane->solver->profile->limit_rss;
    lane->memory_check = watch ? lane->start + memory_pause : INFINITY;
}

void lane_rest(lane_t *lane) {
    lane->wall_end = lane->cpu_check = lane->memory_check = INFINITY;
    lane->zombie_check = lane->listen_at = INFINITY;
}

double lane_wake(const lane_t *lane) {
    double often = sooner(lane->memory_check, lane->zombie_check);
    return sooner(sooner(lane->wall_end, lane->listen_at), sooner(lane->cpu_check, often));
}

void lane_stop(pool_t *pool, lane_t *lane, stop_t stop) {
    (void)pool;
    if (lane->stopping)
        return;
    lane->answer.stop = stop;
    lane->stopping = true;
    lane_rest(lane);
    if (lane->seat->mode == MODE_SNAPSHOT)
        snapshot_stop(lane->seat);
    else
        process_kill(&lane->seat->process);
}

void lane_look_at_peak(lane_t *lane) {
    uint64_t kb = process_peak_kb(lane->seat->process.pid);
    if (kb > lane->answer.peak_kb)
        lane->answer.peak_kb = kb;
}

/* Threads of the solver may use up the CPU time faster than the clock goes, so the next look comes
 * before the limit can be reached, and the pauses get shorter as it draws near. */
static void check_cpu(pool_t *pool, lane_t *lane, double now) {
    double used = (process_cpu_ms(lane->seat->process.pid) - lane->cpu_before) / 1e3;
    double left = lane->query.limits.cpu - used;
    if (left <= 0)
        lane_stop(pool, lane, STOP_CPU);
    else
        lane->cpu_check = now + cpu_pause + left / pool->processors;
}

static void check_memory(pool_t *pool, lane_t *lane, double now) {
    uint64_t kb = process_resident_kb(lane->seat->process.pid);
    if (kb > lane->answer.peak_kb)
        lane->answer.peak_kb = kb;
    if (kb > lane->query.limits.memory / 1024)
        lane_stop(pool, lane, STOP_MEMORY);
    else
        lane->memory_check = now + memory_pause;
}

static void start_listening(pool_t *pool, lane_t *lane) {
    const seat_t *seat = lane->seat;
    lane->listen_at = INFINITY;
    if (!seat_watch(pool, seat, CHANNEL_OUT, seat->process.out, EPOLLIN) ||
        !seat_watch(pool, seat, CHANNEL_ERR, seat->process.err, EPOLLIN))
        lane_stop(pool, lane, STOP_CANCEL); /* the kernel has no memory for it */
}

static void check_zombies(lane_t *lane, double now) {
    const seat_t *seat = lane->seat;
    process_reap_dead(seat->mode == MODE_SNAPSHOT ? &seat->snapshot.template.process
                                                  : &seat->process);
    lane->zombie_check = now + zombie_pause;
}

void lane_tick(pool_t *pool, lane_t *lane, double now) {
    seat_t *seat = lane->seat;
    if (now < lane_wake(lane))
        return;
    if (seat->mode == MODE_SNAPSHOT && seat->snapshot.state == STATE_STARTING)
        snapshot_event(pool, seat, CHANNEL_TEMPLATE);
    else if (now >= lane->wall_end)
        lane_stop(pool, lane, STOP_WALL);
    else if (now >= lane->listen_at)
        start_listening(pool, lane);
    else if (now >= lane->cpu_check)
        check_cpu(pool, lane, now);
    else if (now >= lane->memory_check)
        check_memory(pool, lane, now);
    else
        check_zombies(lane, now);
}

/* ---- Output -------------------------------------------------------------------------------- */

void lane_forget(lane_t *lane) {
    strbuf_clear(&lane->answer.out);
    strbuf_clear(&lane->answer.err);
    strbuf_clear(&lane->answer.model);
    strbuf_clear(&lane->answer.message);
    strbuf_clear(&lane->answer.signature);
    lane->answer.verdicts.len = 0;
    lane->answer.outcome = OUTCOME_ERROR;
    lane->answer.exit_status = -1;
    lane->answer.signal = 0;
    lane->answer.peak_kb = 0;
    lane->out_total = 0;
    lane->err_total = 0;
}

ssize_t lane_read(pool_t *pool, int *fd) {
    if (*fd < 0)
        return -1;
    ssize_t got;
    do
        got = read(*fd, pool->scratch, POOL_SCRATCH);
    while (got < 0 && errno == EINTR);
    if (got > 0)
        return got;
    if (got < 0 && errno == EAGAIN)
        return 0;
    close(*fd);
    *fd = -1;
    return -1;
}

/* What is over the cap is counted and dropped. */
static void keep(pool_t *pool, lane_t *lane, strbuf_t *text, uint64_t *total, const char *data,
                 size_t len) {
    uint64_t cap = lane->query.limits.output > 0 ? lane->query.limits.output : POOL_OUTPUT;
    *total += len;
    size_t room = text->len < cap ? cap - text->len : 0;
    strbuf_add(text, data, len < room ? len : room);
    if (*total / POOL_FLOOD > cap)
        lane_stop(pool, lane, STOP_OUTPUT);
}

void lane_keep_out(pool_t *pool, lane_t *lane, const char *data, size_t len) {
    keep(pool, lane, &lane->answer.out, &lane->out_total, data, len);
}

void lane_keep_err(pool_t *pool, lane_t *lane, const char *data, size_t len) {
    keep(pool, lane, &lane->answer.err, &lane->err_total, data, len);
}

void lane_collect(pool_t *pool, lane_t *lane, channel_t channel, bool all) {
    process_t *process = &lane->seat->process;
    bool out = channel == CHANNEL_OUT;
    ssize_t got;
    do {
        got = lane_read(pool, out ? &process->out : &process->err);
        if (got > 0 && out)
            lane_keep_out(pool, lane, pool->scratch, (size_t)got);
        else if (got > 0)
            lane_keep_err(pool, lane, pool->scratch, (size_t)got);
        /* An orphan may hold the pipe, and write for ever: a flood is where we stop listening. */
    } while (all && got > 0 && lane->answer.stop != STOP_OUTPUT);
}

/* ---- The end ------------------------------------------------------------------------------- */

static bool says(const strbuf_t *text, const char *words) {
    return text->len > 0 && memmem(text->data, text->len, words, strlen(words)) != NULL;
}

static bool says_no_memory(const answer_t *answer) {
    static const char *const words[] = {"bad_alloc", "out of memory", "Out of memory",
                                        "memory exhausted", "Cannot allocate memory"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (says(&answer->err, words[i]) || says(&answer->out, words[i]))
            return true;
    return false;
}

/* Limits that the kernel watches for us show as a death by signal, or as a solver that does not
 * bear being refused memory. Neither is a crash. */
static stop_t stop_of_end(const lane_t *lane) {
    const answer_t *answer = &lane->answer;
    const limits_t *limits = &lane->query.limits;
    bool by_kernel = answer->signal == SIGKILL || answer->signal == SIGXCPU;
    /* The kernel's limit counts ticks, so it may strike early by the exact clock. */
    if (by_kernel && limits->cpu > 0 && answer->cpu_ms >= limits->cpu * 1e3 / 2)
        return STOP_CPU;
    /* Not from us, and nobody kills himself this way: the system was out of memory. */
    if (answer->signal == SIGKILL)
        return STOP_MEMORY;
    bool died = answer->signal != 0 || answer->exit_status > 0;
    if (limits->memory == 0 || !died)
        return STOP_NONE;
    bool close = answer->signal != 0 && answer->peak_kb >= limits->memory / 1024 / 4 * 3;
    return close || says_no_memory(answer) ? STOP_MEMORY : STOP_NONE;
}

void lane_deliver(pool_t *pool, lane_t *lane) {
    lane->seat = NULL;
    lane->ended = true;
    lane_rest(lane);
    *vec_push(pool->mem, &pool->ended) = (uint32_t)(lane - pool->lanes);
}

void lane_judge(lane_t *lane, const process_end_t *end) {
    answer_t *answer = &lane->answer;
    answer->wall_ms = (clock_wall() - lane->start) * 1e3;
    answer->cut = lane->out_total > answer->out.len || lane->err_total > answer->err.len;
    if (end) {
        answer->exit_status = end->exit_status;
        answer->signal = end->signal;
        answer->cpu_ms = end->cpu_ms > lane->cpu_before ? end->cpu_ms - lane->cpu_before : 0;
        if (end->peak_kb > answer->peak_kb)
            answer->peak_kb = end->peak_kb;
        if (answer->stop == STOP_NONE)
            answer->stop = stop_of_end(lane);
    }
    read_answer(lane->solver->profile, answer);
}

void lane_finish(pool_t *pool, lane_t *lane, const process_end_t *end) {
    lane_judge(lane, end);
    lane_deliver(pool, lane);
}

void lane_fail(pool_t *pool, lane_t *lane, const char *what, const char *why) {
    lane->answer.outcome = OUTCOME_ERROR;
    strbuf_format(&lane->answer.message, "%s: %s", what, why);
    lane_deliver(pool, lane);
}
