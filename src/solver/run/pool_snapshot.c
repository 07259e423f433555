/* pool_snapshot.c - a child of a template per query.
 *
 * A template has read a prologue, which is, byte for byte, the beginning of the queries that its
 * children go on with: so a query is to the solver what it would be in a fresh process. A slot
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

/* With a prologue, of one solver on one slot. */
enum { TEMPLATES_MAX = 4 };

/* ---- Choosing a template ------------------------------------------------------------------- */

static runner_t *find_runner(const slot_t *slot, const char *prologue, size_t len) {
    for (uint32_t i = 0; i < slot->kept.len; i++) {
        runner_t *runner = slot->kept.data[i];
        const snapshot_t *snapshot = &runner->snapshot;
        if (runner->mode == MODE_SNAPSHOT && runner->solver == slot->solver &&
            snapshot->prologue_len == len &&
            (len == 0 || memcmp(snapshot->prologue, prologue, len) == 0))
            return runner;
    }
    return NULL;
}

/* Of those with a prologue, the one that was not used for the longest time, when there are as many
 * as there may be; else NULL. */
static runner_t *find_oldest(const slot_t *slot) {
    uint32_t count = 0;
    runner_t *oldest = NULL;
    for (uint32_t i = 0; i < slot->kept.len; i++) {
        runner_t *runner = slot->kept.data[i];
        if (runner->mode != MODE_SNAPSHOT || runner->solver != slot->solver ||
            runner->snapshot.prologue_len == 0)
            continue;
        count++;
        if (!oldest || runner->snapshot.used < oldest->snapshot.used)
            oldest = runner;
    }
    return count < TEMPLATES_MAX ? NULL : oldest;
}

static void close_template(runner_t *runner) {
    template_end(&runner->snapshot.template);
    runner->process.pid = 0; /* it was the template's to reap, or is gone with it */
    process_reap(&runner->process, &(process_end_t){0});
    runner->snapshot.state = STATE_OFF;
    runner->generation++;
}

/* A place for a new template: of an old one, or one more. */
static runner_t *make_runner(pool_t *pool, slot_t *slot, runner_t *old, const char *prologue,
                             size_t len) {
    char *copy = mem_alloc(pool->mem, len);
    if (len > 0)
        memcpy(copy, prologue, len);
    runner_t *runner = old;
    if (old) {
        close_template(old);
        mem_free(pool->mem, old->snapshot.prologue);
        old->snapshot.bad = false;
    } else {
        vec_reserve(pool->mem, &slot->kept, (uint64_t)slot->kept.len + 1);
        runner = pool_runner(pool, slot, MODE_SNAPSHOT, slot->solver);
        *vec_push(pool->mem, &slot->kept) = runner;
    }
    runner->snapshot.prologue = copy;
    runner->snapshot.prologue_len = len;
    return runner;
}

/* When all places are taken, a new prologue gets one only if it was also the last that had none:
 * starting a template costs as much as a fresh process, so it must be used more than once. */
static runner_t *choose_runner(pool_t *pool, slot_t *slot) {
    const char *text = slot->query.text;
    size_t len = slot->query.prologue;
    assert(len <= slot->query.len);
    runner_t *runner = find_runner(slot, text, len);
    if (!runner && len > 0) {
        runner_t *oldest = find_oldest(slot);
        uint64_t hash = hash_bytes(text, len);
        if (!oldest || slot->missed == hash)
            runner = make_runner(pool, slot, oldest, text, len);
        slot->missed = hash;
    }
    if (!runner || runner->snapshot.bad)
        runner = find_runner(slot, NULL, 0);
    return runner ? runner : make_runner(pool, slot, NULL, NULL, 0);
}

/* ---- Trouble ------------------------------------------------------------------------------- */

/* The template is gone, or never was one. */
static void give_up(pool_t *pool, slot_t *slot, runner_t *runner, const char *why) {
    snapshot_t *snapshot = &runner->snapshot;
    solver_t *solver = runner->solver;
    bool started = snapshot->state == STATE_IDLE || snapshot->state == STATE_RUNNING;
    bool hopeless = !started && snapshot->template.hopeless;
    close_template(runner);
    if (!started && !hopeless && snapshot->prologue_len > 0)
        snapshot->bad = true;
    else if (hopeless || ++solver->troubles >= TROUBLES_MAX)
        solver_fall_back(pool, solver, why);
    if (slot->runner != runner)
        return;
    if (slot->stopping) { /* it was to be killed anyway, and with its template it is */
        slot_finish(pool, slot, &(process_end_t){.exit_status = -1, .signal = SIGKILL});
        return;
    }
    slot_forget(slot);
    spawn_begin(pool, slot);
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

static bool send_order(const slot_t *slot, runner_t *runner) {
    const limits_t *limits = &slot->query.limits;
    const char *error;
    int out = -1;
    int err = -1;
    int in = process_input(slot->query.text, slot->query.len, &error);
    const snapshot_order_t order = {
        .cpu_limit = limits->cpu > 0 ? (uint64_t)(limits->cpu * 1.5) + 2 : 0,
        .memory_limit = slot->solver->profile->limit_rss ? 0 : limits->memory,
    };
    bool ok = in >= 0 && lseek(in, (off_t)runner->snapshot.prologue_len, SEEK_SET) >= 0 &&
              make_pipe(&runner->process.out, &out) && make_pipe(&runner->process.err, &err) &&
              template_order(&runner->snapshot.template, &order, in, out, err);
    const int done[] = {in, out, err};
    for (size_t i = 0; i < sizeof done / sizeof done[0]; i++)
        if (done[i] >= 0)
            close(done[i]);
    return ok;
}

static void order(pool_t *pool, slot_t *slot, runner_t *runner) {
    runner->snapshot.used = pool->queries;
    slot_begin(pool, slot, 0);
    /* There is nothing to look at before the child has a number. */
    slot->cpu_check = slot->memory_check = INFINITY;
    if (send_order(slot, runner))
        runner->snapshot.state = STATE_RUNNING;
    else
        give_up(pool, slot, runner, "its template is gone");
}

void snapshot_begin(pool_t *pool, slot_t *slot) {
    runner_t *runner = choose_runner(pool, slot);
    snapshot_t *snapshot = &runner->snapshot;
    slot->runner = runner;
    if (snapshot->state == STATE_IDLE) {
        order(pool, slot, runner);
        return;
    }
    assert(snapshot->state == STATE_OFF);
    const char *error;
    slot_begin(pool, slot, 0);
    runner->generation++;
    if (!template_start(&snapshot->template, runner->solver->argv.data, runner->solver->env.data,
                        pool->mark, snapshot->prologue, snapshot->prologue_len, &error)) {
        give_up(pool, slot, runner, error);
        return;
    }
    snapshot->state = STATE_STARTING;
    slot_rest(slot);
    slot->wall_end = snapshot->template.deadline;
    if (!runner_watch(pool, runner, CHANNEL_TEMPLATE, snapshot->template.socket, EPOLLIN))
        give_up(pool, slot, runner, strerror(errno));
}

void snapshot_stop(runner_t *runner) {
    process_kill_others(&runner->snapshot.template.process);
}

static void started(const pool_t *pool, slot_t *slot, runner_t *runner, pid_t pid) {
    runner->process.pid = pid;
    if (slot->stopping) { /* the limit came before the child */
        snapshot_stop(runner);
        return;
    }
    slot_watch_process(pool, slot);
}

static void ended(pool_t *pool, slot_t *slot, runner_t *runner, const snapshot_report_t *report) {
    int status = report->value;
    const process_end_t end = {
        .exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
        .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
        .cpu_ms = (double)report->cpu_us / 1e3,
        .peak_kb = report->peak_kb,
    };
    slot_collect(pool, slot, CHANNEL_OUT, true);
    slot_collect(pool, slot, CHANNEL_ERR, true);
    process_reap_others(&runner->snapshot.template.process);
    runner->process.pid = 0;
    process_reap(&runner->process, &(process_end_t){0});
    runner->snapshot.state = STATE_IDLE;
    runner->solver->troubles = 0;
    slot_finish(pool, slot, &end);
}

static void reported(pool_t *pool, runner_t *runner, const snapshot_report_t *report) {
    slot_t *slot = runner->slot;
    snapshot_t *snapshot = &runner->snapshot;
    switch ((snapshot_word_t)report->word) {
    case SNAPSHOT_READY:
        snapshot->state = STATE_IDLE;
        if (slot->runner == runner)
            order(pool, slot, runner);
        return;
    case SNAPSHOT_REFUSED:
        if (report->value == SNAPSHOT_NO_SECCOMP) /* no other prologue will do better */
            solver_fall_back(pool, runner->solver, snapshot_why_text(SNAPSHOT_NO_SECCOMP));
        give_up(pool, slot, runner, snapshot_why_text((snapshot_why_t)report->value));
        return;
    case SNAPSHOT_STARTED:
        if (snapshot->state == STATE_RUNNING)
            started(pool, slot, runner, report->value);
        return;
    case SNAPSHOT_ENDED:
        if (snapshot->state == STATE_RUNNING)
            ended(pool, slot, runner, report);
        return;
    }
}

void snapshot_event(pool_t *pool, runner_t *runner, channel_t channel) {
    slot_t *slot = runner->slot;
    if (channel != CHANNEL_TEMPLATE) {
        if (slot->runner == runner && runner->snapshot.state == STATE_RUNNING)
            slot_collect(pool, slot, channel, false);
        return;
    }
    uint32_t generation = runner->generation;
    snapshot_report_t report;
    int got = 1;
    while (got > 0 && runner->generation == generation) {
        got = template_report(&runner->snapshot.template, &report);
        if (got > 0)
            reported(pool, runner, &report);
        else if (got < 0)
            give_up(pool, slot, runner, runner->snapshot.template.why);
    }
}
