#include "solver/run/pool.h"

#include "base/bug.h"
#include "base/clock.h"
#include "solver/read.h"
#include "solver/run/pool_priv.h"
#include "solver/run/z3wasm.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { EVENTS_MAX = 64 };

/* ---- Solvers ------------------------------------------------------------------------------- */

static void push_option(pool_t *pool, solver_t *solver, const char *text) {
    *vec_push(pool->mem, &solver->argv) = arena_copy(&pool->texts, text, strlen(text));
}

void solver_fall_back(pool_t *pool, solver_t *solver, const char *why) {
    solver->mode = MODE_SPAWN;
    solver->fallback = arena_copy(&pool->texts, why, strlen(why));
}

/* The words of the solver's command, with the program's full path. False with a message. */
static bool find_command(pool_t *pool, const solver_spec_t *spec, text_vec_t *words,
                         strbuf_t *why) {
    const profile_t *profile = spec->profile;
    const char *program = spec->program ? spec->program : profile->command.data[0];
    if (strcmp(program, Z3WASM_COMMAND) == 0)
        return z3wasm_command(&pool->texts, spec->version, words, why);
    char *path = process_find(pool->mem, program);
    if (!path) {
        strbuf_format(why, "%s: there is no such program%s", program,
                      strchr(program, '/') ? "" : " on PATH");
        return false;
    }
    *vec_push(pool->mem, words) = arena_copy(&pool->texts, path, strlen(path));
    mem_free(pool->mem, path);
    for (uint32_t i = 1; i < profile->command.len; i++)
        *vec_push(pool->mem, words) = profile->command.data[i];
    return true;
}

static void add_solver(pool_t *pool, solver_t *solver, const solver_spec_t *spec,
                       const text_vec_t *words) {
    const profile_t *profile = spec->profile;
    solver->profile = profile;
    solver->tier = spec->tier;
    solver->mode = spec->mode;
    for (uint32_t i = 0; i < words->len; i++)
        push_option(pool, solver, words->data[i]);
    for (uint32_t i = 0; spec->tier && i < spec->tier->options.len; i++)
        push_option(pool, solver, spec->tier->options.data[i]);
    for (uint32_t i = 0; i < spec->options.len; i++)
        push_option(pool, solver, spec->options.data[i]);
    *vec_push(pool->mem, &solver->argv) = NULL;
    for (uint32_t i = 0; i < profile->environment.len; i++)
        *vec_push(pool->mem, &solver->env) = profile->environment.data[i];
    *vec_push(pool->mem, &solver->env) = NULL;
    if (!profile->modes[spec->mode]) {
        strbuf_t why;
        strbuf_init(&why, pool->mem);
        strbuf_format(&why, "the profile of %s has no mode %s", profile->name,
                      run_mode_name(spec->mode));
        solver_fall_back(pool, solver, strbuf_text(&why));
        strbuf_done(&why);
    }
}

solver_t *pool_solver(pool_t *pool, const solver_spec_t *spec, strbuf_t *why) {
    assert(spec->profile->command.len > 0);
    text_vec_t words = {0};
    solver_t *solver = NULL;
    if (find_command(pool, spec, &words, why)) {
        solver = mem_zalloc(pool->mem, 1, sizeof *solver);
        *vec_push(pool->mem, &pool->solvers) = solver;
        add_solver(pool, solver, spec, &words);
    }
    vec_free(pool->mem, &words);
    return solver;
}

run_mode_t solver_mode(const solver_t *solver) {
    return solver->mode;
}

const char *solver_fallback(const solver_t *solver) {
    return solver->fallback;
}

const profile_t *solver_profile(const solver_t *solver) {
    return solver->profile;
}

const tier_t *solver_tier(const solver_t *solver) {
    return solver->tier;
}

const char *const *solver_words(const solver_t *solver) {
    return solver->argv.data;
}

/* ---- Runners ------------------------------------------------------------------------------- */

runner_t *pool_runner(pool_t *pool, slot_t *slot, run_mode_t mode, solver_t *solver) {
    runner_t *runner = mem_zalloc(pool->mem, 1, sizeof *runner);
    runner->id = pool->runners.len;
    runner->mode = mode;
    runner->slot = slot;
    runner->solver = solver;
    runner->process = (process_t){.pidfd = -1, .in = -1, .out = -1, .err = -1};
    strbuf_init(&runner->session.transcript, pool->mem);
    runner->snapshot.template.socket = -1;
    *vec_push(pool->mem, &pool->runners) = runner;
    return runner;
}

/* An event's data: generation, runner, channel. */
enum { DATA_CHANNEL_BITS = 4, DATA_RUNNER_BITS = 28 };

bool runner_watch(const pool_t *pool, const runner_t *runner, channel_t channel, int fd,
                  uint32_t events) {
    assert(runner->id < UINT32_C(1) << DATA_RUNNER_BITS);
    struct epoll_event event = {.events = events};
    event.data.u64 = (uint64_t)runner->generation << 32 |
                     (uint64_t)runner->id << DATA_CHANNEL_BITS | (uint64_t)channel;
    return epoll_ctl(pool->epoll, EPOLL_CTL_ADD, fd, &event) == 0;
}

static void handle(pool_t *pool, uint64_t data) {
    uint32_t id = (uint32_t)data >> DATA_CHANNEL_BITS;
    channel_t channel = (channel_t)(data & ((1U << DATA_CHANNEL_BITS) - 1));
    runner_t *runner = pool->runners.data[id];
    if (runner->generation != (uint32_t)(data >> 32))
        return;
    switch (runner->mode) {
    case MODE_SPAWN:
        spawn_event(pool, runner, channel);
        return;
    case MODE_SESSION:
        session_event(pool, runner, channel);
        return;
    case MODE_SNAPSHOT:
        snapshot_event(pool, runner, channel);
        return;
    case MODE_COUNT:
        break;
    }
    BUG("a runner with mode %d", (int)runner->mode);
}

/* ---- Life ---------------------------------------------------------------------------------- */

pool_t *pool_make(mem_t *mem, uint32_t slots) {
    assert(slots > 0);
    process_setup();
    pool_t *pool = mem_zalloc(mem, 1, sizeof *pool);
    pool->mem = mem;
    pool->epoll = -1;
    arena_init(&pool->texts, mem);
    pool->scratch = mem_alloc(mem, POOL_SCRATCH);
    pool->slots = mem_zalloc(mem, slots, sizeof *pool->slots);
    for (uint32_t i = 0; i < slots; i++) {
        slot_t *slot = &pool->slots[i];
        strbuf_init(&slot->text, mem);
        slot_rest(slot);
        slot->fresh = pool_runner(pool, slot, MODE_SPAWN, NULL);
    }
    vec_reserve(mem, &pool->ended, slots);
    pool->slot_count = slots;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    pool->processors = processors > 1 ? (double)processors : 1;
    pool->mark = process_pool_mark();
    pool->watcher = watcher_start(pool->mark);
    pool->epoll = pool->watcher > 0 ? epoll_create1(EPOLL_CLOEXEC) : -1;
    if (pool->epoll >= 0)
        return pool;
    int code = errno;
    pool_end(pool);
    errno = code;
    return NULL;
}

static void end_runner(mem_t *mem, runner_t *runner) {
    if (runner->mode == MODE_SNAPSHOT) {
        template_end(&runner->snapshot.template);
        runner->process.pid = 0; /* was the template's to reap; this closes its pipes */
    }
    process_reap(&runner->process, &(process_end_t){0});
    strbuf_done(&runner->session.transcript);
    mem_free(mem, runner->snapshot.prologue);
    mem_free(mem, runner);
}

void pool_end(pool_t *pool) {
    if (!pool)
        return;
    mem_t *mem = pool->mem;
    for (uint32_t i = 0; i < pool->runners.len; i++)
        if (pool->runners.data[i]->mode != MODE_SNAPSHOT)
            process_kill(&pool->runners.data[i]->process);
    for (uint32_t i = 0; i < pool->runners.len; i++)
        end_runner(mem, pool->runners.data[i]);
    for (uint32_t i = 0; i < pool->slot_count; i++) {
        slot_t *slot = &pool->slots[i];
        if (slot->busy)
            answer_done(&slot->answer);
        vec_free(mem, &slot->kept);
        strbuf_done(&slot->text);
    }
    for (uint32_t i = 0; i < pool->solvers.len; i++) {
        vec_free(mem, &pool->solvers.data[i]->argv);
        vec_free(mem, &pool->solvers.data[i]->env);
        mem_free(mem, pool->solvers.data[i]);
    }
    watcher_end(pool->watcher);
    if (pool->epoll >= 0)
        close(pool->epoll);
    vec_free(mem, &pool->runners);
    vec_free(mem, &pool->solvers);
    vec_free(mem, &pool->ended);
    arena_done(&pool->texts);
    mem_free(mem, pool->scratch);
    mem_free(mem, pool->slots);
    mem_free(mem, pool);
}

/* ---- Queries ------------------------------------------------------------------------------- */

double pool_cpu_ms(const pool_t *pool) {
    return pool->cpu_ms;
}

uint32_t pool_free(const pool_t *pool) {
    return pool->slot_count - pool->busy;
}

static bool keeps(const slot_t *slot, const solver_t *solver) {
    for (uint32_t i = 0; i < slot->kept.len; i++)
        if (slot->kept.data[i]->solver == solver)
            return true;
    return false;
}

/* A slot that has something of this solver running already, if there is one. */
static slot_t *choose_slot(pool_t *pool, const solver_t *solver) {
    slot_t *chosen = NULL;
    for (uint32_t i = 0; i < pool->slot_count; i++) {
        slot_t *slot = &pool->slots[i];
        if (slot->busy)
            continue;
        if (solver->mode == MODE_SPAWN || keeps(slot, solver))
            return slot;
        if (!chosen)
            chosen = slot;
    }
    assert(chosen);
    return chosen;
}

/* Some solvers want to be told that there is more than one question: in the query, in front of its
 * set-logic, or on the command line of a process of its own. */
static void prepare_incremental(slot_t *slot, const char *option) {
    if (option[0] == '-') {
        slot->option = option;
        slot->query.fresh = true;
        return;
    }
    strbuf_clear(&slot->text);
    strbuf_format(&slot->text, "(set-option %s true) ", option);
    strbuf_add(&slot->text, slot->query.text, slot->query.len);
    slot->query.text = slot->text.data;
    slot->query.len = slot->text.len;
    slot->query.prologue = 0;
}

void pool_submit(pool_t *pool, solver_t *solver, const query_t *query) {
    slot_t *slot = choose_slot(pool, solver);
    answer_init(&slot->answer, pool->mem);
    asked_t asked = read_asked(query->text, query->len);
    slot->answer.asked = asked.checks;
    slot->busy = true;
    slot->ended = false;
    slot->solver = solver;
    slot->query = *query;
    slot->option = NULL;
    if (asked.incremental && solver->profile->incremental)
        prepare_incremental(slot, solver->profile->incremental);
    slot_forget(slot);
    pool->busy++;
    pool->queries++;
    if (slot->query.fresh || solver->mode == MODE_SPAWN)
        spawn_begin(pool, slot);
    else if (solver->mode == MODE_SNAPSHOT)
        snapshot_begin(pool, slot);
    else if (session_takes(&slot->query))
        session_begin(pool, slot);
    else
        spawn_begin(pool, slot);
}

const strbuf_t *pool_transcript(const pool_t *pool, const solver_t *solver, uint64_t tag) {
    for (uint32_t i = 0; i < pool->runners.len; i++) {
        const runner_t *runner = pool->runners.data[i];
        if (runner->mode == MODE_SESSION && runner->solver == solver &&
            runner->session.queries > 0 && runner->session.tag == tag)
            return &runner->session.transcript;
    }
    return NULL;
}

/* ---- The loop ------------------------------------------------------------------------------ */

static bool take_ended(pool_t *pool, solver_t **solver, uint64_t *tag, answer_t *answer) {
    if (pool->ended.len == 0)
        return false;
    slot_t *slot = &pool->slots[pool->ended.data[0]];
    pool->ended.len--;
    memmove(pool->ended.data, pool->ended.data + 1, pool->ended.len * sizeof *pool->ended.data);
    *solver = slot->solver;
    *tag = slot->query.tag;
    *answer = slot->answer;
    pool->cpu_ms += answer->cpu_ms;
    slot->busy = false;
    pool->busy--;
    return true;
}

/* Looks after all limits; when the next one is due. */
static double tick(pool_t *pool, double now) {
    double wake = INFINITY;
    for (uint32_t i = 0; i < pool->slot_count; i++) {
        slot_t *slot = &pool->slots[i];
        if (!slot->busy || slot->ended)
            continue;
        slot_tick(pool, slot, now);
        wake = sooner(wake, slot_wake(slot));
    }
    return wake;
}

/* Milliseconds, rounded up, for epoll. */
static int pause_until(double wake, double now) {
    if (wake == INFINITY)
        return -1;
    double ms = (wake - now) * 1e3;
    return ms <= 0 ? 0 : ms > 1e6 ? 1000000 : (int)ms + 1;
}

bool pool_next(pool_t *pool, double timeout, solver_t **solver, uint64_t *tag, answer_t *answer) {
    double now = clock_wall();
    double until = timeout < 0 ? INFINITY : now + timeout;
    bool looked = false;
    for (;;) {
        if (take_ended(pool, solver, tag, answer))
            return true;
        if (pool->busy == 0 || (looked && now >= until))
            return false;
        double wake = sooner(tick(pool, now), until);
        struct epoll_event events[EVENTS_MAX];
        int pause = pool->ended.len > 0 ? 0 : pause_until(wake, now);
        int count = epoll_wait(pool->epoll, events, EVENTS_MAX, pause);
        if (count < 0 && errno == EINTR)
            return false;
        for (int i = 0; i < count; i++)
            handle(pool, events[i].data.u64);
        now = clock_wall();
        looked = true;
    }
}
