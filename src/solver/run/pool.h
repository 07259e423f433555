/* pool.h - many queries at once, on solvers that are started in the way that suits them.
 *
 *     pool_t *pool = pool_make(mem, 2);
 *     solver_t *z3 = pool_solver(pool, &(solver_spec_t){.profile = profile}, &why);
 *     pool_submit(pool, z3, &query);               // up to pool_free(pool) at a time
 *     while (pool_next(pool, -1, &solver, &tag, &answer)) ...
 *     pool_end(pool);                              // nothing of any solver is left
 *
 * One thread: an event loop over epoll and pidfds. Each of the pool's lanes runs one query at a
 * time, and keeps the session or snapshot processes of the solvers it was used for.
 *
 * spawn     a fresh process per query; the query is its standard input, a sealed memory file
 * session   a long-lived process; "(reset)" between queries, framed by echo markers; started again
 *           after a crash, a limit, an error or SESSION_QUERIES queries. The transcript since its
 *           start is kept and handed out with an answer that asks for it.
 * snapshot  a template process, stopped at its first read of standard input after a prologue
 *           (set-logic), forks a child per query: see snapshot.h. Falls back to spawn where that
 *           cannot work, and says why. */
#ifndef SOLVER_POOL_H
#define SOLVER_POOL_H

#include "solver/profile.h"

typedef struct pool pool_t;
typedef struct solver solver_t;

typedef struct limits {
    double wall;     /* seconds; 0: none */
    double cpu;      /* seconds; 0: none */
    uint64_t memory; /* bytes; 0: none */
    uint64_t output; /* bytes kept of each stream; 0: POOL_OUTPUT */
} limits_t;

enum { POOL_OUTPUT = 1 << 20, SESSION_QUERIES = 500 };

typedef struct solver_spec {
    const profile_t *profile;
    const char *program; /* instead of the profile's; NULL: the profile's */
    const char *version; /* z3-wasm: of its package; NULL: any. Others have just the one on PATH */
    const tier_t *tier;  /* a row of the profile: its options; NULL: none */
    text_vec_t options;  /* further options */
    run_mode_t mode;
} solver_spec_t;

typedef struct query {
    uint64_t tag;     /* the caller's, comes back with the answer */
    const char *text; /* SMT-LIB; must live until the answer has come */
    size_t len;
    /* How many bytes at the start of text many queries have in common (options, set-logic): a
     * snapshot's template has read them already. 0: none. */
    size_t prologue;
    limits_t limits;
    bool fresh; /* spawn, whatever the solver's mode: for confirmations */
} query_t;

/* NULL, with errno, when the kernel has no descriptor or process left for it. Should the caller be
 * killed, a watcher (watcher.h) ends everything: make the pool while the program is small and has
 * one thread. */
pool_t *pool_make(mem_t *mem, uint32_t slots);

/* Kills all processes and frees the pool. Must be called before mem_done(), which would free the
 * pool and leave the processes, also after a failed allocation in another call. NULL is allowed. */
void pool_end(pool_t *pool);

/* The solver is good until pool_end. NULL with a message in *why. */
solver_t *pool_solver(pool_t *pool, const solver_spec_t *spec, strbuf_t *why);

/* The mode it really runs in, and why it is not the one asked for (NULL when it is). */
run_mode_t solver_mode(const solver_t *solver);
const char *solver_fallback(const solver_t *solver);
const profile_t *solver_profile(const solver_t *solver);

/* The row of the profile that it was opened with, or NULL. */
const tier_t *solver_tier(const solver_t *solver);

/* The words that start it, with a NULL at the end. */
const char *const *solver_words(const solver_t *solver);

/* CPU milliseconds of all answers so far. */
double pool_cpu_ms(const pool_t *pool);

/* How many queries may be submitted now: lanes without one. */
uint32_t pool_free(const pool_t *pool);

/* There must be a free lane. */
void pool_submit(pool_t *pool, solver_t *solver, const query_t *query);

/* Waits up to timeout seconds (negative: for ever) for the next answer, which becomes the caller's
 * (answer_done). False when the time is up, a signal was caught, or no query is in flight. */
bool pool_next(pool_t *pool, double timeout, solver_t **solver, uint64_t *tag, answer_t *answer);

/* What a session was fed since its start, up to and with the query just answered; NULL in other
 * modes. Good until the next pool_submit on this solver. */
const strbuf_t *pool_transcript(const pool_t *pool, const solver_t *solver, uint64_t tag);

#endif
