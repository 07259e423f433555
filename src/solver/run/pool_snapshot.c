/* pool_snapshot.c - a child of a template per query.
 *
 * A template has read a prologue, which is, byte for byte, the beginning of the queries that its
 * children go on with: so a query is to the solver what it would be in a fresh process. A lane
 * keeps a few templates of each solver for the beginnings in use, and one without any for the
 * others.
 *
 * Where a template cannot be had, or dies, the query goes to a fresh process. That may pass: the
 * system was out of descriptors, or too busy. So the next query tries again, and only after
 * TROUBLES_MAX failures in a row, or when the program's file shows that it can never be a template,
 * the solver is run in fresh processes from then on. */
#include "base/hash.h"
#include "solver/run/pool_priv.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/wait.h>
#include <unistd.h>

_Static_assert((int)TEMPLATE_ENV >= (int)PROFILE_ENVIRONMENT,
               "a template does not take all variables");

/* With a prologue, of one solver on one lane. */
enum { TEMPLATES_MAX = 4 };

/* ---- Choosing a template ------------------------------------------------------------------- */

static seat_t *find_seat(const lane_t *lane, const char *prologue, size_t len) {
    for (uint32_t i = 0; i < lane->kept.len; i++) {
        seat_t *seat = lane->kept.data[i];
        const snapshot_t *snapshot = &seat->snapshot;
        if (seat->mode == MODE_SNAPSHOT && seat->solver == lane->solver &&
            snapshot->prologue_len == len &&
            (len == 0 || memcmp(snapshot->prologue, prologue, len) == 0))
            return seat;
    }
    return NULL;
}

/* Of those with a prologue, the one that was not used for the longest time, when there are as many
 * as there may be; else NULL. */
static seat_t *find_oldest(const lane_t *lane) {
    uint32_t count = 0;
    seat_t *oldest = NULL;
    for (uint32_t i = 0; i < lane->kept.len; i++) {
        seat_t *seat = lane->kept.data[i];
        if (seat->mode != MODE_SNAPSHOT || seat->solver != lane->solver ||
            seat->snapshot.prologue_len == 0)
            continue;
        count++;
        if (!oldest || seat->snapshot.used < oldest->snapshot.used)
            oldest = seat;
    }
    return count < TEMPLATES_MAX ? NULL : oldest;
}

static void close_template(seat_t *seat) {
    template_end(&seat->snapshot.template);
    seat->process.pid = 0; /* it was the template's to reap, or is gone with it */
    process_reap(&seat->process, &(process_end_t){0});
    seat->snapshot.state = STATE_OFF;
    seat->generation++;
}

/* A place for a new template: of an old one, or one more. */
static seat_t *make_seat(pool_t *pool, lane_t *lane, seat_t *old, const char *prologue,
                         size_t len) {
    char *copy = mem_alloc(pool->mem, len);
    if (len > 0)
        memcpy(copy, prologue, len);
    seat_t *seat = old;
    if (old) {
        close_template(old);
        mem_free(pool->mem, old->snapshot.prologue);
        old->snapshot.bad = false;
    } else {
        vec_reserve(pool->mem, &lane->kept, (uint64_t)lane->kept.len + 1);
        seat = pool_seat(pool, lane, MODE_SNAPSHOT, lane->solver);
        *vec_push(pool->mem, &lane->kept) = seat;
    }
    seat->snapshot.prologue = copy;
    seat->snapshot.prologue_len = len;
    return seat;
}

/* When all places are taken, a new prologue gets one only if it was also the last that had none:
 * starting a template costs as much as a fresh process, so it must be used more than once. */
static seat_t *choose_seat(pool_t *pool, lane_t *lane) {
    const char *text = lane->query.text;
    size_t len = lane->query.prologue;
    assert(len <= lane->query.len);
    seat_t *seat = find_seat(lane, text, len);
    if (!seat && len > 0) {
        seat_t *oldest = find_oldest(lane);
        uint64_t hash = hash_bytes(text, len);
        if (!oldest || lane->missed == hash)
            seat = make_seat(pool, lane, oldest, text, len);
        lane->missed = hash;
    }
    if (!seat || seat->snapshot.bad)
        seat = find_seat(lane, NULL, 0);
    return seat ? seat : make_seat(pool, lane, NULL, NULL, 0);
}

/* ---- Trouble ------------------------------------------------------------------------------- */

/* The template is gone, or never was one. */
static void give_up(pool_t *pool, lane_t *lane, seat_t *seat, const char *why) {
    snapshot_t *snapshot = &seat->snapshot;
    solver_t *solver = seat->solver;
    bool started = snapshot->state == STATE_IDLE || snapshot->state == STATE_RUNNING;
    bool hopeless = !started && snapshot->template.hopeless;
    close_template(seat);
    if (!started && !hopeless && snapshot->prologue_len > 0)
        snapshot->bad = true;
    else if (hopeless || ++solver->troubles >= TROUBLES_MAX)
        solver_fall_back(pool, solver, why);
    if (lane->seat != seat)
        return;
    if (lane->stopping) { /* it was to be killed anyway, and with its template it is */
        lane_finish(pool, lane, &(process_end_t){.exit_status = -1, .signal = SIGKILL});
        return;
    }
    lane_forget(lane);
    spawn_begin(pool, lane);
}

/* ---- Running ------------------------------------------------------------------------------- */

/* A pipe for the child to write into; ours is the end to read from. */
static bool make_pipe(int *ours, int *theirs) {
    int fds[2];
    if (pipe2(fds, O_CLOEXEC) != 0)
        return false;
    *ours = fds[0];
    *theirs = fds[1];
    return fcntl(fds[0], F_SETFL, O_NONBLOCK) == 0;
}

static bool send_order(const lane_t *lane, seat_t *seat) {
    const limits_t *limits = &lane->query.limits;
    const char *error;
    int out = -1;
    int err = -1;
    int in = process_input(lane->query.text, lane->query.len, &error);
    const snapshot_order_t order = {
        .cpu_limit = limits->cpu > 0 ? (uint64_t)(limits->cpu * 1.5) + 2 : 0,
        .memory_limit = lane->solver->profile->limit_rss ? 0 : limits->memory,
    };
    bool ok = in >= 0 && lseek(in, (off_t)seat->snapshot.prologue_len, SEEK_SET) >= 0 &&
              make_pipe(&seat->process.out, &out) && make_pipe(&seat->process.err, &err) &&
              template_order(&seat->snapshot.template, &order, in, out, err);
    const int done[] = {in, out, err};
    for (size_t i = 0; i < sizeof done / sizeof done[0]; i++)
        if (done[i] >= 0)
            close(done[i]);
    return ok;
}

static void order(pool_t *pool, lane_t *lane, seat_t *seat) {
    seat->snapshot.used = pool->queries;
    lane_begin(pool, lane, 0);
    /* There is nothing to look at before the child has a number. */
    lane->cpu_check = lane->memory_check = INFINITY;
    if (send_order(lane, seat))
        seat->snapshot.state = STATE_RUNNING;
    else
        give_up(pool, lane, seat, "its template is gone");
}

void snapshot_begin(pool_t *pool, lane_t *lane) {
    seat_t *seat = choose_seat(pool, lane);
    snapshot_t *snapshot = &seat->snapshot;
    lane->seat = seat;
    if (snapshot->state == STATE_IDLE) {
        order(pool, lane, seat);
        return;
    }
    assert(snapshot->state == STATE_OFF);
    const char *error;
    lane_begin(pool, lane, 0);
    seat->generation++;
    if (!template_start(&snapshot->template, seat->solver->argv.data, seat->solver->env.data,
                        pool->clan, snapshot->prologue, snapshot->prologue_len, &error)) {
        give_up(pool, lane, seat, error);
        return;
    }
    snapshot->state = STATE_STARTING;
    lane_rest(lane);
    lane->wall_end = snapshot->template.deadline;
    if (!seat_watch(pool, seat, CHANNEL_TEMPLATE, snapshot->template.socket, EPOLLIN))
        give_up(pool, lane, seat, strerror(errno));
}

void snapshot_stop(seat_t *seat) {
    process_kill_others(&seat->snapshot.template.process);
}

static void started(const pool_t *pool, lane_t *lane, seat_t *seat, pid_t pid) {
    seat->process.pid = pid;
    if (lane->stopping) { /* the limit came before the child */
        snapshot_stop(seat);
        return;
    }
    lane_watch_process(pool, lane);
}

static void ended(pool_t *pool, lane_t *lane, seat_t *seat, const snapshot_report_t *report) {
    int status = report->value;
    const process_end_t end = {
        .exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
        .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
        .cpu_ms = (double)report->cpu_us / 1e3,
        .peak_kb = report->peak_kb,
    };
    lane_collect(pool, lane, CHANNEL_OUT, true);
    lane_collect(pool, lane, CHANNEL_ERR, true);
    process_reap_others(&seat->snapshot.template.process);
    seat->process.pid = 0;
    process_reap(&seat->process, &(process_end_t){0});
    seat->snapshot.state = STATE_IDLE;
    seat->solver->troubles = 0;
    lane_finish(pool, lane, &end);
}

static void reported(pool_t *pool, seat_t *seat, const snapshot_report_t *report) {
    lane_t *lane = seat->lane;
    snapshot_t *snapshot = &seat->snapshot;
    switch ((snapshot_word_t)report->word) {
    case SNAPSHOT_READY:
        snapshot->state = STATE_IDLE;
        if (lane->seat == seat)
            order(pool, lane, seat);
        return;
    case SNAPSHOT_REFUSED:
        if (report->value == SNAPSHOT_NO_SECCOMP) /* no other prologue will do better */
            solver_fall_back(pool, seat->solver, snapshot_why_text(SNAPSHOT_NO_SECCOMP));
        give_up(pool, lane, seat, snapshot_why_text((snapshot_why_t)report->value));
        return;
    case SNAPSHOT_STARTED:
        if (snapshot->state == STATE_RUNNING)
            started(pool, lane, seat, report->value);
        return;
    case SNAPSHOT_ENDED:
        if (snapshot->state == STATE_RUNNING)
            ended(pool, lane, seat, report);
        return;
    }
}

void snapshot_event(pool_t *pool, seat_t *seat, channel_t channel) {
    lane_t *lane = seat->lane;
    if (channel != CHANNEL_TEMPLATE) {
        if (lane->seat == seat && seat->snapshot.state == STATE_RUNNING)
            lane_collect(pool, lane, channel, false);
        return;
    }
    uint32_t generation = seat->generation;
    snapshot_report_t report;
    int got = 1;
    while (got > 0 && seat->generation == generation) {
        got = template_report(&seat->snapshot.template, &report);
        if (got > 0)
            reported(pool, seat, &report);
        else if (got < 0)
            give_up(pool, lane, seat, seat->snapshot.template.why);
    }
}
