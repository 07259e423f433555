/* pool_priv.h - inside the pool: query slots, runners, and what each mode of running does.
 *
 * A slot (pool.h calls it a lane) holds one query at a time, its clock and its answer in the
 * making. A runner is what runs queries: one process, and what is known of it. Every slot has a
 * runner for fresh processes, and one for each session and template that it keeps. While a query
 * runs, slot->runner is the one it runs in; a runner that its slot does not use is idle.
 *
 * Every descriptor that epoll watches belongs to a runner, and its event carries the runner's
 * number and generation. The generation changes with the processes of the runner, so that events of
 * one that is gone are not taken for its successor's.
 *
 * Memory may fail in any call that allocates (mem.h). Processes and descriptors are therefore
 * always held by a runner before anything is allocated: pool_end() finds them. */
#ifndef SOLVER_POOL_PRIV_H
#define SOLVER_POOL_PRIV_H

#include "base/arena.h"
#include "solver/run/pool.h"
#include "solver/run/process.h"
#include "solver/run/template.h"
#include "solver/run/watcher.h"

typedef struct slot slot_t;

/* What an event is about. */
typedef enum { CHANNEL_EXIT, CHANNEL_OUT, CHANNEL_ERR, CHANNEL_IN, CHANNEL_TEMPLATE } channel_t;

struct solver {
    const profile_t *profile;
    const tier_t *tier;     /* NULL: none */
    VEC(const char *) argv; /* with the NULL */
    VEC(const char *) env;  /* of the profile, with a NULL */
    run_mode_t mode;
    const char *fallback;
    uint32_t troubles; /* failures of sessions or templates, since one last worked */
    bool peak_unknown; /* of the last fresh process, from the kernel: see process.h */
};

/* After this many a solver is run in fresh processes. */
enum { TROUBLES_MAX = 3 };

enum { SESSION_LINE = 80, SESSION_TRANSCRIPT = 8 << 20 };

/* A session's process is in runner->process. */
typedef struct session {
    strbuf_t transcript; /* all that it was given, or is to be given */
    size_t fed;          /* bytes of it that were written */
    bool pipe_full;      /* epoll tells when to go on */
    uint32_t queries;
    uint64_t nonce;
    uint64_t memory;                            /* the limit it runs under */
    uint64_t tag;                               /* of the last query */
    enum { SESSION_GAP, SESSION_ANSWER } phase; /* before the first marker, before the second */
    char marker[SESSION_LINE];
    char line[SESSION_LINE]; /* the line of output that is being read; longer ones are no markers */
    size_t line_len;
    size_t line_at;      /* where the line starts in the answer's text */
    uint64_t line_total; /* where it starts in the output, counting what was not kept */
} session_t;

/* runner->process is the child that runs a query: only pid, out and err. */
typedef struct snapshot {
    template_t template;
    enum { STATE_OFF, STATE_STARTING, STATE_IDLE, STATE_RUNNING } state;
    char *prologue; /* a prefix of the queries it is for */
    size_t prologue_len;
    bool bad;      /* the solver ends while it reads this prologue */
    uint64_t used; /* when, in the pool's queries */
} snapshot_t;

typedef struct runner {
    uint32_t id;         /* in pool->runners */
    uint32_t generation; /* of its processes */
    run_mode_t mode;
    slot_t *slot;
    solver_t *solver; /* NULL for fresh processes, which are of any */
    process_t process;
    bool dying; /* killed while idle; its end was not seen yet */
    session_t session;
    snapshot_t snapshot;
} runner_t;

struct slot {
    bool busy;  /* has a query, or an answer that was not fetched */
    bool ended; /* has an answer */
    solver_t *solver;
    query_t query;
    strbuf_t text;      /* the query's, when it is not the caller's own */
    const char *option; /* for this query alone, on the command line; NULL: none */
    answer_t answer;
    runner_t *runner;     /* that runs the query; NULL: none */
    runner_t *fresh;      /* for MODE_SPAWN */
    VEC(runner_t *) kept; /* sessions and templates */
    uint64_t missed;      /* hash of the last prologue without a template */
    uint64_t out_total;   /* bytes that came, kept or not */
    uint64_t err_total;
    double start;      /* clock_wall() */
    double cpu_before; /* ms used before this query */
    bool stopping;     /* killed; waiting for its end */
    /* clock_wall() times at which something is due; INFINITY: never. */
    double wall_end;
    double cpu_check;
    double memory_check;
    double zombie_check;
    double listen_at; /* epoll is to watch the output of a process for one query */
};

struct pool {
    mem_t *mem;
    arena_t texts;
    int epoll;
    uint32_t mark; /* of all its processes: see process.h */
    pid_t watcher;
    uint32_t slot_count;
    uint32_t busy; /* slots */
    slot_t *slots;
    VEC(runner_t *) runners;
    VEC(solver_t *) solvers;
    u32_vec_t ended; /* slots with an answer, in order */
    uint64_t queries;
    double cpu_ms; /* of all answers */
    double processors;
    char *scratch; /* POOL_SCRATCH bytes */
};

enum { POOL_SCRATCH = 1 << 16 };

/* A solver that prints this many times what is kept is stopped. */
enum { POOL_FLOOD = 64 };

/* ---- pool.c ---- */

/* A new runner of the slot. */
runner_t *pool_runner(pool_t *pool, slot_t *slot, run_mode_t mode, solver_t *solver);

/* False when the kernel refuses; errno says why. */
bool runner_watch(const pool_t *pool, const runner_t *runner, channel_t channel, int fd,
                  uint32_t events);

/* Runs this solver in fresh processes from now on. why is copied. */
void solver_fall_back(pool_t *pool, solver_t *solver, const char *why);

static inline double sooner(double a, double b) {
    return a < b ? a : b;
}

/* ---- pool_slot.c ---- */

/* The clock of the query starts, with the limits; used_ms is the CPU time the process has used for
 * others. */
void slot_begin(const pool_t *pool, slot_t *slot, double used_ms);

/* From now on CPU time and memory of runner->process are looked at; part of slot_begin(). */
void slot_watch_process(const pool_t *pool, slot_t *slot);

/* Forgets what came of an attempt that is going to be repeated. */
void slot_forget(slot_t *slot);

/* Reads once, to pool->scratch: how many bytes, 0 when there is nothing now; at the end of the file
 * -1, and the descriptor is closed. */
ssize_t slot_read(pool_t *pool, int *fd);

/* Adds to the answer, up to the cap; stops a flood. */
void slot_keep_out(slot_t *slot, const char *data, size_t len);

/* Reads what is there, all of it when the writer has ended. */
void slot_collect(pool_t *pool, slot_t *slot, channel_t channel, bool all);

/* The answer is complete: reads it and queues the slot. end is NULL when the process goes on. */
void slot_finish(pool_t *pool, slot_t *slot, const process_end_t *end);

/* Its two halves, for a mode that may ask again (slot_forget) between them. */
void slot_judge(slot_t *slot, const process_end_t *end);
void slot_deliver(pool_t *pool, slot_t *slot);

/* It could not be run. */
void slot_fail(pool_t *pool, slot_t *slot, const char *what, const char *why);

/* Nothing more to look after. */
void slot_rest(slot_t *slot);

/* Notes the peak of memory so far. */
void slot_look_at_peak(slot_t *slot);

/* Looks at the limits; when to do so next. */
void slot_tick(pool_t *pool, slot_t *slot, double now);
double slot_wake(const slot_t *slot);

/* ---- pool_spawn.c, pool_session.c, pool_snapshot.c ---- */

void spawn_begin(pool_t *pool, slot_t *slot);
void spawn_event(pool_t *pool, runner_t *runner, channel_t channel);

/* False when the query would break the framing: then it needs a fresh process. */
bool session_takes(const query_t *query);
void session_begin(pool_t *pool, slot_t *slot);
void session_event(pool_t *pool, runner_t *runner, channel_t channel);

void snapshot_begin(pool_t *pool, slot_t *slot);
void snapshot_event(pool_t *pool, runner_t *runner, channel_t channel);
void snapshot_stop(runner_t *runner);

#endif
