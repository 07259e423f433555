/* pool_faults.h - the fakes for one query, and what is to be made of each, in any mode. */
#ifndef POOL_FAULTS_H
#define POOL_FAULTS_H

#include "pool_fixture.h"

typedef struct fault_row {
    const char *fake;
    outcome_t outcome;
    limits_t limits;
    stop_t stop;
    double most; /* seconds it may take */
} fault_row_t;

static const fault_row_t fault_rows[] = {
    {"answer sat", OUTCOME_SAT, {.wall = 20}, STOP_NONE, 5},
    {"answer unsat", OUTCOME_UNSAT, {.wall = 20}, STOP_NONE, 5},
    {"answer unknown", OUTCOME_UNKNOWN, {.wall = 20}, STOP_NONE, 5},
    {"answer timeout", OUTCOME_TIMEOUT, {.wall = 20}, STOP_NONE, 5},
    {"deaf sat", OUTCOME_SAT, {.wall = 20}, STOP_NONE, 5},
    {"deaf-sleep", OUTCOME_TIMEOUT, {.wall = 0.2}, STOP_WALL, 2},
    {"late 0.1", OUTCOME_SAT, {.wall = 10}, STOP_NONE, 5},
    {"late 100", OUTCOME_TIMEOUT, {.wall = 0.2}, STOP_WALL, 2},
    {"error-then-sat", OUTCOME_ERROR, {.wall = 20}, STOP_NONE, 5},
    {"two-verdicts", OUTCOME_ERROR, {.wall = 20}, STOP_NONE, 5},
    {"garbage", OUTCOME_ERROR, {.wall = 20}, STOP_NONE, 5},
    {"nothing", OUTCOME_ERROR, {.wall = 20}, STOP_NONE, 5},
    {"exit 3", OUTCOME_ERROR, {.wall = 20}, STOP_NONE, 5},
    {"partial", OUTCOME_TIMEOUT, {.wall = 0.2}, STOP_WALL, 2},
    {"segfault", OUTCOME_CRASH, {.wall = 20}, STOP_NONE, 5},
    {"signal 6", OUTCOME_CRASH, {.wall = 20}, STOP_NONE, 5},
    {"signal 7", OUTCOME_CRASH, {.wall = 20}, STOP_NONE, 5},
    {"signal 8", OUTCOME_CRASH, {.wall = 20}, STOP_NONE, 5},
    {"signal 4", OUTCOME_CRASH, {.wall = 20}, STOP_NONE, 5},
    {"signal 9", OUTCOME_MEMOUT, {.wall = 20}, STOP_MEMORY, 5},
    {"hang", OUTCOME_TIMEOUT, {.wall = 0.2}, STOP_WALL, 2},
    {"spin", OUTCOME_TIMEOUT, {.wall = 0.2}, STOP_WALL, 2},
    {"spin", OUTCOME_TIMEOUT, {.wall = 20, .cpu = 0.2}, STOP_CPU, 10},
    {"bomb", OUTCOME_TIMEOUT, {.wall = 0.3}, STOP_WALL, 3},
    {"bomb sat", OUTCOME_SAT, {.wall = 20}, STOP_NONE, 5},
    {"hydra", OUTCOME_TIMEOUT, {.wall = 0.3}, STOP_WALL, 10},
    {"flood", OUTCOME_ERROR, {.wall = 20}, STOP_OUTPUT, 10},
    {"flood err", OUTCOME_ERROR, {.wall = 20}, STOP_OUTPUT, 10},
    {"flood", OUTCOME_ERROR, {.wall = 20, .output = 10}, STOP_OUTPUT, 10},
    {"hog", OUTCOME_MEMOUT, {.wall = 20, .memory = 300 << 20}, STOP_MEMORY, 10},
    {"hog say", OUTCOME_MEMOUT, {.wall = 20, .memory = 300 << 20}, STOP_MEMORY, 10},
    {"hog segfault", OUTCOME_MEMOUT, {.wall = 20, .memory = 300 << 20}, STOP_MEMORY, 10},
    {"assertion cvc5", OUTCOME_CRASH, {.wall = 20}, STOP_NONE, 5},
    {"assertion cvc4", OUTCOME_CRASH, {.wall = 20}, STOP_NONE, 5},
    {"assertion boolector", OUTCOME_CRASH, {.wall = 20}, STOP_NONE, 5},
    {"assertion c", OUTCOME_CRASH, {.wall = 20}, STOP_NONE, 5},
    {"assertion c++", OUTCOME_CRASH, {.wall = 20}, STOP_NONE, 5},
};

/* For a snapshot the fakes must read. */
static inline void fault_run(pool_bench_t *bench, const fault_row_t *row, run_mode_t mode) {
    char words[100];
    snprintf(words, sizeof words, "%s%s", mode == MODE_SNAPSHOT ? "read " : "", row->fake);
    solver_t *solver = add_fake(bench, words, mode);
    query_t query = query_of(plain);
    query.limits = row->limits;
    if (query.limits.wall == 0)
        query.limits.wall = 20;
    double start = clock_wall();
    answer_t answer = ask(bench, solver, query);
    double took = clock_wall() - start;
    expect(&answer, row->outcome, row->fake);
    if (answer.stop != row->stop)
        fail_msg("%s: stop %d", row->fake, (int)answer.stop);
    if (took > row->most * (fixture_sanitized() ? 4 : 1))
        fail_msg("%s: took %.1f s", row->fake, took);
    uint64_t cap = row->limits.output ? row->limits.output : POOL_OUTPUT;
    assert_true(answer.out.len <= cap && answer.err.len <= cap);
    assert_int_equal(answer.cut, row->stop == STOP_OUTPUT);
    assert_int_equal(answer.signature.len > 0, row->outcome == OUTCOME_CRASH);
    answer_done(&answer);
    if (solver_mode(solver) != mode)
        fail_msg("%s: not in mode %s: %s", row->fake, run_mode_name(mode), solver_fallback(solver));
    if (mode == MODE_SPAWN)
        assert_true(fixture_no_children());
}

#endif
