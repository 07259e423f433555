/* pool_slot.c - a query that is being answered, in any mode: clock, limits, output, answer. */
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
 * until the end. Only for those that take longer does it pay to be woken by output. */
static const double listen_pause = 0.05;

/* ---- Clock and limits ---------------------------------------------------------------------- */

void slot_begin(const pool_t *pool, slot_t *slot, double used_ms) {
    const limits_t *limits = &slot->query.limits;
    slot->start = clock_wall();
    slot->cpu_before = used_ms;
    slot->wall_end = limits->wall > 0 ? slot->start + limits->wall : INFINITY;
    slot_watch_process(pool, slot);
    slot->zombie_check = slot->start + zombie_pause;
    slot->listen_at = slot->runner->mode == MODE_SESSION ? INFINITY : slot->start + listen_pause;
    slot->stopping = false;
}

void slot_watch_process(const pool_t *pool, slot_t *slot) {
    const limits_t *limits = &slot->query.limits;
    double first = slot->start + limits->cpu / pool->processors;
    slot->cpu_check = limits->cpu > 0 ? first : INFINITY;
    bool watch = limits->memory > 0 && slot->solver->profile->limit_rss;
    slot->memory_check = watch ? slot->start + memory_pause : INFINITY;
}

void slot_rest(slot_t *slot) {
    slot->wall_end = slot->cpu_check = slot->memory_check = INFINITY;
    slot->zombie_check = slot->listen_at = INFINITY;
}

double slot_wake(const slot_t *slot) {
    double often = sooner(slot->memory_check, slot->zombie_check);
    return sooner(sooner(slot->wall_end, slot->listen_at), sooner(slot->cpu_check, often));
}

/* Kills the run for this reason; its end is still to come. */
static void stop_run(slot_t *slot, stop_t stop) {
    if (slot->stopping)
        return;
    slot->answer.stop = stop;
    slot->stopping = true;
    slot_rest(slot);
    if (slot->runner->mode == MODE_SNAPSHOT)
        snapshot_stop(slot->runner);
    else
        process_kill(&slot->runner->process);
}

void slot_look_at_peak(slot_t *slot) {
    uint64_t kb = process_peak_kb(slot->runner->process.pid);
    if (kb > slot->answer.peak_kb)
        slot->answer.peak_kb = kb;
}

/* Threads of the solver may use up the CPU time faster than the clock goes, so the next look comes
 * before the limit can be reached, and the pauses get shorter as it draws near. */
static void check_cpu(pool_t *pool, slot_t *slot, double now) {
    double used = (process_cpu_ms(slot->runner->process.pid) - slot->cpu_before) / 1e3;
    double left = slot->query.limits.cpu - used;
    if (left <= 0)
        stop_run(slot, STOP_CPU);
    else
        slot->cpu_check = now + cpu_pause + left / pool->processors;
}

static void check_memory(slot_t *slot, double now) {
    uint64_t kb = process_resident_kb(slot->runner->process.pid);
    if (kb > slot->answer.peak_kb)
        slot->answer.peak_kb = kb;
    if (kb > slot->query.limits.memory / 1024)
        stop_run(slot, STOP_MEMORY);
    else
        slot->memory_check = now + memory_pause;
}

static void start_listening(pool_t *pool, slot_t *slot) {
    const runner_t *runner = slot->runner;
    slot->listen_at = INFINITY;
    if (!runner_watch(pool, runner, CHANNEL_OUT, runner->process.out, EPOLLIN) ||
        !runner_watch(pool, runner, CHANNEL_ERR, runner->process.err, EPOLLIN))
        stop_run(slot, STOP_CANCEL); /* the kernel has no memory for it */
}

static void check_zombies(slot_t *slot, double now) {
    const runner_t *runner = slot->runner;
    process_reap_dead(runner->mode == MODE_SNAPSHOT ? &runner->snapshot.template.process
                                                    : &runner->process);
    slot->zombie_check = now + zombie_pause;
}

void slot_tick(pool_t *pool, slot_t *slot, double now) {
    runner_t *runner = slot->runner;
    if (now < slot_wake(slot))
        return;
    if (runner->mode == MODE_SNAPSHOT && runner->snapshot.state == STATE_STARTING)
        snapshot_event(pool, runner, CHANNEL_TEMPLATE);
    else if (now >= slot->wall_end)
        stop_run(slot, STOP_WALL);
    else if (now >= slot->listen_at)
        start_listening(pool, slot);
    else if (now >= slot->cpu_check)
        check_cpu(pool, slot, now);
    else if (now >= slot->memory_check)
        check_memory(slot, now);
    else
        check_zombies(slot, now);
}

/* ---- Output -------------------------------------------------------------------------------- */

void slot_forget(slot_t *slot) {
    strbuf_clear(&slot->answer.out);
    strbuf_clear(&slot->answer.err);
    strbuf_clear(&slot->answer.model);
    strbuf_clear(&slot->answer.message);
    strbuf_clear(&slot->answer.signature);
    slot->answer.verdicts.len = 0;
    slot->answer.outcome = OUTCOME_ERROR;
    slot->answer.exit_status = -1;
    slot->answer.signal = 0;
    slot->answer.peak_kb = 0;
    slot->out_total = 0;
    slot->err_total = 0;
}

ssize_t slot_read(pool_t *pool, int *fd) {
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
static void keep(slot_t *slot, strbuf_t *text, uint64_t *total, const char *data, size_t len) {
    uint64_t cap = slot->query.limits.output > 0 ? slot->query.limits.output : POOL_OUTPUT;
    *total += len;
    size_t room = text->len < cap ? cap - text->len : 0;
    strbuf_add(text, data, len < room ? len : room);
    if (*total / POOL_FLOOD > cap)
        stop_run(slot, STOP_OUTPUT);
}

void slot_keep_out(slot_t *slot, const char *data, size_t len) {
    keep(slot, &slot->answer.out, &slot->out_total, data, len);
}

static void keep_err(slot_t *slot, const char *data, size_t len) {
    keep(slot, &slot->answer.err, &slot->err_total, data, len);
}

void slot_collect(pool_t *pool, slot_t *slot, channel_t channel, bool all) {
    process_t *process = &slot->runner->process;
    bool out = channel == CHANNEL_OUT;
    ssize_t got;
    do {
        got = slot_read(pool, out ? &process->out : &process->err);
        if (got > 0 && out)
            slot_keep_out(slot, pool->scratch, (size_t)got);
        else if (got > 0)
            keep_err(slot, pool->scratch, (size_t)got);
        /* An orphan may hold the pipe and write for ever: reading ends when there is too much. */
    } while (all && got > 0 && slot->answer.stop != STOP_OUTPUT);
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
static stop_t stop_of_end(const slot_t *slot) {
    const answer_t *answer = &slot->answer;
    const limits_t *limits = &slot->query.limits;
    bool by_kernel = answer->signal == SIGKILL || answer->signal == SIGXCPU;
    /* The kernel's limit counts ticks, so it may strike early by the exact clock. */
    if (by_kernel && limits->cpu > 0 && answer->cpu_ms >= limits->cpu * 1e3 / 2)
        return STOP_CPU;
    /* We did not send it, and no solver does this to itself: the system was out of memory. */
    if (answer->signal == SIGKILL)
        return STOP_MEMORY;
    bool died = answer->signal != 0 || answer->exit_status > 0;
    if (limits->memory == 0 || !died)
        return STOP_NONE;
    bool close = answer->signal != 0 && answer->peak_kb >= limits->memory / 1024 / 4 * 3;
    return close || says_no_memory(answer) ? STOP_MEMORY : STOP_NONE;
}

void slot_deliver(pool_t *pool, slot_t *slot) {
    slot->runner = NULL;
    slot->ended = true;
    slot_rest(slot);
    *vec_push(pool->mem, &pool->ended) = (uint32_t)(slot - pool->slots);
}

void slot_judge(slot_t *slot, const process_end_t *end) {
    answer_t *answer = &slot->answer;
    answer->wall_ms = (clock_wall() - slot->start) * 1e3;
    answer->cut = slot->out_total > answer->out.len || slot->err_total > answer->err.len;
    if (end) {
        answer->exit_status = end->exit_status;
        answer->signal = end->signal;
        answer->cpu_ms = end->cpu_ms > slot->cpu_before ? end->cpu_ms - slot->cpu_before : 0;
        if (end->peak_kb > answer->peak_kb)
            answer->peak_kb = end->peak_kb;
        if (answer->stop == STOP_NONE)
            answer->stop = stop_of_end(slot);
    }
    read_answer(slot->solver->profile, answer);
}

void slot_finish(pool_t *pool, slot_t *slot, const process_end_t *end) {
    slot_judge(slot, end);
    slot_deliver(pool, slot);
}

void slot_fail(pool_t *pool, slot_t *slot, const char *what, const char *why) {
    slot->answer.outcome = OUTCOME_ERROR;
    strbuf_format(&slot->answer.message, "%s: %s", what, why);
    slot_deliver(pool, slot);
}
