/* pool_fixture.h - a pool with the fakes in it, and what is to be true when it ends. */
#ifndef POOL_FIXTURE_H
#define POOL_FIXTURE_H

#include "solver_fixture.h"

#include "solver/run/pool.h"

typedef struct pool_bench {
    mem_t mem;
    profiles_t profiles;
    pool_t *pool;
    strbuf_t why;
    unsigned fds; /* open before */
} pool_bench_t;

static inline void bench_open(pool_bench_t *bench, uint32_t lanes) {
    bench->fds = fixture_fds();
    mem_init(&bench->mem);
    profiles_init(&bench->profiles, &bench->mem);
    profiles_embedded(&bench->profiles);
    strbuf_init(&bench->why, &bench->mem);
    bench->pool = pool_make(&bench->mem, lanes);
    assert_non_null(bench->pool);
}

static inline void bench_close(pool_bench_t *bench) {
    pool_end(bench->pool);
    assert_true(fixture_no_children());
    assert_int_equal(fixture_fds(), bench->fds);
    strbuf_done(&bench->why);
    profiles_done(&bench->profiles);
    assert_int_equal(bench->mem.used, 0);
    mem_done(&bench->mem);
}

static inline solver_t *add_solver(pool_bench_t *bench, const profile_t *profile, run_mode_t mode) {
    solver_spec_t spec = {.profile = profile, .mode = mode};
    solver_t *solver = pool_solver(bench->pool, &spec, &bench->why);
    if (!solver)
        fail_msg("%s", strbuf_text(&bench->why));
    return solver;
}

/* The fake of this name, in a mode that command lines do not have. */
static inline solver_t *add_fake(pool_bench_t *bench, const char *words, run_mode_t mode) {
    strbuf_t command;
    strbuf_init(&command, &bench->mem);
    strbuf_format(&command, "%s %s", fixture_fake(), words);
    const profile_t *found = profiles_command(&bench->profiles, strbuf_text(&command), &bench->why);
    strbuf_done(&command);
    if (!found)
        fail_msg("%s", strbuf_text(&bench->why));
    profile_t *profile = arena_alloc(&bench->profiles.texts, sizeof *profile);
    *profile = *found;
    for (unsigned i = 0; i < MODE_COUNT; i++)
        profile->modes[i] = true;
    return add_solver(bench, profile, mode);
}

static const char plain[] = "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 2))\n"
                            "(check-sat)\n";

static inline query_t query_of(const char *text) {
    return (query_t){.tag = 7, .text = text, .len = strlen(text), .limits = {.wall = 20}};
}

static inline answer_t ask(pool_bench_t *bench, solver_t *solver, query_t query) {
    answer_t answer;
    solver_t *from;
    uint64_t tag;
    pool_submit(bench->pool, solver, &query);
    if (!pool_next(bench->pool, 60, &from, &tag, &answer))
        fail_msg("no answer");
    assert_ptr_equal(from, solver);
    assert_int_equal(tag, query.tag);
    return answer;
}

static inline void expect(answer_t *answer, outcome_t outcome, const char *what) {
    if (answer->outcome != outcome)
        fail_msg("%s: %s, expected %s; message: %s; out: %.300s; err: %.300s; status %d signal %d",
                 what, outcome_name(answer->outcome), outcome_name(outcome),
                 strbuf_text(&answer->message), strbuf_text(&answer->out),
                 strbuf_text(&answer->err), answer->exit_status, answer->signal);
}

static inline void ask_expect(pool_bench_t *bench, solver_t *solver, query_t query,
                              outcome_t outcome) {
    answer_t answer = ask(bench, solver, query);
    expect(&answer, outcome, query.text);
    answer_done(&answer);
}

#endif
