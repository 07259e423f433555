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

/* ---- Seats --------------------------------------------------------------------------------- */

seat_t *pool_seat(pool_t *pool, lane_t *lane, run_mode_t mode, solver_t *solver) {
    seat_t *seat = mem_zalloc(pool->mem, 1, sizeof *seat);
    seat->id = pool->seats.len;
    seat->mode = mode;
    seat->lane = lane;
    seat->solver = solver;
    seat->process = (process_t){.pidfd = -1, .in = -1, .out = -1, .err = -1};
    strbuf_init(&seat->session.transcript, pool->mem);
    seat->snapshot.template.socket = -1;
    *vec_push(pool->mem, &pool->seats) = seat;
    return seat;
}

/* An event's data: generation, seat, channel. */
enum { DATA_CHANNEL_BITS = 4, DATA_SEAT_BITS = 28 };

bool seat_watch(const pool_t *pool, const seat_t *seat, channel_t channel, int fd,
                uint32_t events) {
    assert(seat->id < UINT32_C(1) << DATA_SEAT_BITS);
    struct epoll_event event = {.events = events};
    event.data.u64 = (uint64_t)seat->generation << 32 | (uint64_t)seat->id << DATA_CHANNEL_BITS |
                     (uint64_t)channel;
    return epoll_ctl(pool->epoll, EPOLL_CTL_ADD, fd, &event) == 0;
}

static void handle(pool_t *pool, uint64_t data) {
    uint32_t id = (uint32_t)data >> DATA_CHANNEL_BITS;
    channel_t channel = (channel_t)(data & ((1U << DATA_CHANNEL_BITS) - 1));
    seat_t *seat = pool->seats.data[id];
    if (seat->generation != (uint32_t)(data >> 32))
        return;
    switch (seat->mode) {
    case MODE_SPAWN:
        spawn_event(pool, seat, channel);
        return;
    case MODE_SESSION:
        session_event(pool, seat, channel);
        return;
    case MODE_SNAPSHOT:
        snapshot_event(pool, seat, channel);
        return;
    case MODE_COUNT:
        break;
    }
    BUG("a seat with mode %d", (int)seat->mode);
}

/* ---- Life ---------------------------------------------------------------------------------- */

pool_t *pool_make(mem_t *mem, uint32_t lanes) {
    assert(lanes > 0);
    process_setup();
    pool_t *pool = mem_zalloc(mem, 1, sizeof *pool);
    pool->mem = mem;
    pool->epoll = -1;
    arena_init(&pool->texts, mem);
    pool->scratch = mem_alloc(mem, POOL_SCRATCH);
    pool->lanes = mem_zalloc(mem, lanes, sizeof *pool->lanes);
    for (uint32_t i = 0; i < lanes; i++) {
        lane_t *lane = &pool->lanes[i];
        strbuf_init(&lane->text, mem);
        lane_rest(lane);
        lane->fresh = pool_seat(pool, lane, MODE_SPAWN, NULL);
    }
    vec_reserve(mem, &pool->ended, lanes);
    pool->lane_count = lanes;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    pool->processors = processors > 1 ? (double)processors : 1;
    pool->clan = process_clan();
    pool->watcher = watcher_start(pool->clan);
    pool->epoll = pool->watcher > 0 ? epoll_create1(EPOLL_CLOEXEC) : -1;
    if (pool->epoll >= 0)
        return pool;
    int code = errno;
    pool_end(pool);
    errno = code;
    return NULL;
}

static void end_seat(mem_t *mem, seat_t *seat) {
    if (seat->mode == MODE_SNAPSHOT) {
        template_end(&seat->snapshot.template);
        seat->process.pid = 0; /* was the template's to reap; this closes its pipes */
    }
    process_reap(&seat->process, &(process_end_t){0});
    strbuf_done(&seat->session.transcript);
    mem_free(mem, seat->snapshot.prologue);
    mem_free(mem, seat);
}

void pool_end(pool_t *pool) {
    if (!pool)
        return;
    mem_t *mem = pool->mem;
    for (uint32_t i = 0; i < pool->seats.len; i++)
        if (pool->seats.data[i]->mode != MODE_SNAPSHOT)
            process_kill(&pool->seats.data[i]->process);
    for (uint32_t i = 0; i < pool->seats.len; i++)
        end_seat(mem, pool->seats.data[i]);
    for (uint32_t i = 0; i < pool->lane_count; i++) {
        lane_t *lane = &pool->lanes[i];
        if (lane->busy)
            answer_done(&lane->answer);
        vec_free(mem, &lane->kept);
        strbuf_done(&lane->text);
    }
    for (uint32_t i = 0; i < pool->solvers.len; i++) {
        vec_free(mem, &pool->solvers.data[i]->argv);
        vec_free(mem, &pool->solvers.data[i]->env);
        mem_free(mem, pool->solvers.data[i]);
    }
    watcher_end(pool->watcher);
    if (pool->epoll >= 0)
        close(pool->epoll);
    vec_free(mem, &pool->seats);
    vec_free(mem, &pool->solvers);
    vec_free(mem, &pool->ended);
    arena_done(&pool->texts);
    mem_free(mem, pool->scratch);
    mem_free(mem, pool->lanes);
    mem_free(mem, pool);
}

/* ---- Queries ------------------------------------------------------------------------------- */

double pool_cpu_ms(const pool_t *pool) {
    return pool->cpu_ms;
}

uint32_t pool_free(const pool_t *pool) {
    return pool->lane_count - pool->busy;
}

static bool keeps(const lane_t *lane, const solver_t *solver) {
    for (uint32_t i = 0; i < lane->kept.len; i++)
        if (lane->kept.data[i]->solver == solver)
            return true;
    return false;
}

/* A lane that has something of this solver running already, if there is one. */
static lane_t *choose_lane(pool_t *pool, const solver_t *solver) {
    lane_t *chosen = NULL;
    for (uint32_t i = 0; i < pool->lane_count; i++) {
        lane_t *lane = &pool->lanes[i];
        if (lane->busy)
            continue;
        if (solver->mode == MODE_SPAWN || keeps(lane, solver))
            return lane;
        if (!chosen)
            chosen = lane;
    }
    assert(chosen);
    return chosen;
}

/* Some solvers want to be told that there is more than one question: in the query, in front of its
 * set-logic, or on the command line of a process of its own. */
static void prepare_incremental(lane_t *lane, const char *option) {
    if (option[0] == '-') {
        lane->option = option;
        lane->query.fresh = true;
        return;
    }
    strbuf_clear(&lane->text);
    strbuf_format(&lane->text, "(set-option %s true) ", option);
    strbuf_add(&lane->text, lane->query.text, lane->query.len);
    lane->query.text = lane->text.data;
    lane->query.len = lane->text.len;
    lane->query.prologue = 0;
}

void pool_submit(pool_t *pool, solver_t *solver, const query_t *query) {
    lane_t *lane = choose_lane(pool, solver);
    answer_init(&lane->answer, pool->mem);
    asked_t asked = read_asked(query->text, query->len);
    lane->answer.asked = asked.checks;
    lane->busy = true;
    lane->ended = false;
    lane->solver = solver;
    lane->query = *query;
    lane->option = NULL;
    if (asked.incremental && solver->profile->incremental)
        prepare_incremental(lane, solver->profile->incremental);
    lane_forget(lane);
    pool->busy++;
    pool->queries++;
    if (lane->query.fresh || solver->mode == MODE_SPAWN)
        spawn_begin(pool, lane);
    else if (solver->mode == MODE_SNAPSHOT)
        snapshot_begin(pool, lane);
    else if (session_takes(&lane->query))
        session_begin(pool, lane);
    else
        spawn_begin(pool, lane);
}

const strbuf_t *pool_transcript(const pool_t *pool, const solver_t *solver, uint64_t tag) {
    for (uint32_t i = 0; i < pool->seats.len; i++) {
        const seat_t *seat = pool->seats.data[i];
        if (seat->mode == MODE_SESSION && seat->solver == solver && seat->session.queries > 0 &&
            seat->session.tag == tag)
            return &seat->session.transcript;
    }
    return NULL;
}

/* ---- The loop ------------------------------------------------------------------------------ */

static bool take_ended(pool_t *pool, solver_t **solver, uint64_t *tag, answer_t *answer) {
    if (pool->ended.len == 0)
        return false;
    lane_t *lane = &pool->lanes[pool->ended.data[0]];
    pool->ended.len--;
    memmove(pool->ended.data, pool->ended.data + 1, pool->ended.len * sizeof *pool->ended.data);
    *solver = lane->solver;
    *tag = lane->query.tag;
    *answer = lane->answer;
    pool->cpu_ms += answer->cpu_ms;
    lane->busy = false;
    pool->busy--;
    return true;
}

/* Looks after all limits; when the next one is due. */
static double tick(pool_t *pool, double now) {
    double wake = INFINITY;
    for (uint32_t i = 0; i < pool->lane_count; i++) {
        lane_t *lane = &pool->lanes[i];
        if (!lane->busy || lane->ended)
            continue;
        lane_tick(pool, lane, now);
        wake = sooner(wake, lane_wake(lane));
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
