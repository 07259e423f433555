/* pool.h, snapshots: as fresh processes, in every respect. */
#include "pool_faults.h"

#include <sys/stat.h>

static void test_faults(void **state) {
    pool_bench_t bench;
    bench_open(&bench, 1);
    for (size_t i = 0; i < sizeof fault_rows / sizeof *fault_rows; i++) {
        fault_run(&bench, &fault_rows[i], MODE_SNAPSHOT);
        fault_run(&bench, &fault_rows[i], MODE_SNAPSHOT);
    }
    bench_close(&bench);
}

/* More beginnings than there are templates, in an order that does not repeat, and in one that does.
 * The child sees the query as if it had been read from its start. */
static void test_prologues(void **state) {
    enum { BEGINNINGS = 7, QUERIES = 60 };
    pool_bench_t bench;
    bench_open(&bench, 2);
    solver_t *solver = add_fake(&bench, "copy", MODE_SNAPSHOT);
    for (unsigned i = 0; i < QUERIES; i++) {
        char text[200];
        unsigned beginning = i < QUERIES / 2 ? i * 3 % BEGINNINGS : i / 4 % BEGINNINGS;
        int prologue = snprintf(text, sizeof text, "(set-logic L%u)\n", beginning);
        snprintf(text + prologue, sizeof text - (size_t)prologue, "(check-sat) ; %u\n", i);
        query_t query = query_of(text);
        query.prologue = i % 5 == 0 ? 0 : (size_t)prologue;
        answer_t answer = ask(&bench, solver, query);
        assert_string_equal(strbuf_text(&answer.out), text);
        assert_false(answer.fresh);
        answer_done(&answer);
    }
    assert_int_equal(solver_mode(solver), MODE_SNAPSHOT);
    bench_close(&bench);
}

/* A solver that ends while it reads the prologue is not condemned for that. */
static void test_bad_prologue(void **state) {
    pool_bench_t bench;
    bench_open(&bench, 1);
    solver_t *solver = add_fake(&bench, "session", MODE_SNAPSHOT);
    for (unsigned i = 0; i < 3; i++) {
        query_t query = query_of("(exit)\n(check-sat)\n");
        query.prologue = strlen("(exit)\n");
        ask_expect(&bench, solver, query, OUTCOME_ERROR);
        ask_expect(&bench, solver, query_of(plain), OUTCOME_SAT);
    }
    assert_int_equal(solver_mode(solver), MODE_SNAPSHOT);
    bench_close(&bench);
}

/* Those that cannot be templates are run as fresh processes, and say why. */
static void test_fallback(void **state) {
    pool_bench_t bench;
    bench_open(&bench, 1);
    solver_t *solver = add_fake(&bench, "nothing", MODE_SNAPSHOT);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(solver_mode(solver), MODE_SNAPSHOT);
        ask_expect(&bench, solver, query_of(plain), OUTCOME_ERROR);
    }
    assert_int_equal(solver_mode(solver), MODE_SPAWN);
    assert_non_null(solver_fallback(solver));
    profile_t profile = *solver_profile(solver);
    const char *script[] = {"/bin/sh", "-c", "cat >/dev/null; echo sat"};
    profile.command.data = script;
    profile.command.len = 3;
    solver = add_solver(&bench, &profile, MODE_SNAPSHOT);
    for (unsigned i = 0; i < 5; i++)
        ask_expect(&bench, solver, query_of(plain), OUTCOME_SAT);
    bench_close(&bench);
}

/* What the file shows needs no second try. */
static void test_hopeless(void **state) {
    pool_bench_t bench;
    bench_open(&bench, 1);
    char path[] = "/tmp/assay-script-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    static const char text[] = "#!/bin/sh\ncat >/dev/null; echo sat\n";
    assert_int_equal(write(fd, text, sizeof text - 1), sizeof text - 1);
    fchmod(fd, 0755);
    close(fd);
    const char *script[] = {path};
    profile_t profile = *solver_profile(add_fake(&bench, "copy", MODE_SNAPSHOT));
    profile.command.data = script;
    profile.command.len = 1;
    solver_t *solver = add_solver(&bench, &profile, MODE_SNAPSHOT);
    ask_expect(&bench, solver, query_of(plain), OUTCOME_SAT);
    assert_int_equal(solver_mode(solver), MODE_SPAWN);
    assert_string_equal(solver_fallback(solver), "it is a script");
    unlink(path);
    bench_close(&bench);
}

/* Asks while the process may open nothing. */
static void ask_without_descriptors(pool_bench_t *bench, solver_t *solver) {
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    int next = dup(0);
    assert_true(next > 0);
    close(next);
    struct rlimit few = {(rlim_t)next, before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    ask_expect(bench, solver, query_of(plain), OUTCOME_ERROR);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
}

/* A template that could not be started is tried again, a few times. */
static void test_transient(void **state) {
    pool_bench_t bench;
    bench_open(&bench, 1);
    solver_t *lucky = add_fake(&bench, "read answer sat", MODE_SNAPSHOT);
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned i = 0; i < 2; i++)
            ask_without_descriptors(&bench, lucky);
        ask_expect(&bench, lucky, query_of(plain), OUTCOME_SAT);
        assert_int_equal(solver_mode(lucky), MODE_SNAPSHOT);
        fixture_kill_children(); /* and once more, from the start */
        usleep(20000);
        ask_expect(&bench, lucky, query_of(plain), OUTCOME_SAT);
        ask_expect(&bench, lucky, query_of(plain), OUTCOME_SAT);
    }
    solver_t *poor = add_fake(&bench, "read answer unsat", MODE_SNAPSHOT);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(solver_mode(poor), MODE_SNAPSHOT);
        ask_without_descriptors(&bench, poor);
    }
    assert_int_equal(solver_mode(poor), MODE_SPAWN);
    assert_non_null(solver_fallback(poor));
    ask_expect(&bench, poor, query_of(plain), OUTCOME_UNSAT);
    bench_close(&bench);
}

/* Somebody kills the template: while it is idle, and while its child runs. */
static void test_killed_template(void **state) {
    pool_bench_t bench;
    bench_open(&bench, 1);
    solver_t *solver = add_fake(&bench, "read late 0.2", MODE_SNAPSHOT);
    for (unsigned i = 0; i < 6; i++) {
        ask_expect(&bench, solver, query_of(plain), OUTCOME_SAT);
        fixture_kill_children();
        if (i == 1)
            usleep(20000);
    }
    for (unsigned i = 0; i < 2; i++) {
        ask_expect(&bench, solver, query_of(plain), OUTCOME_SAT);
        ask_expect(&bench, solver, query_of(plain), OUTCOME_SAT); /* of a template again */
        query_t query = query_of(plain);
        pool_submit(bench.pool, solver, &query);
        answer_t answer;
        solver_t *from;
        assert_false(pool_next(bench.pool, 0.1, &from, &(uint64_t){0}, &answer));
        assert_int_equal(fixture_kill_children(), 1);
        assert_true(pool_next(bench.pool, 20, &from, &(uint64_t){0}, &answer));
        expect(&answer, OUTCOME_SAT, "killed template");
        answer_done(&answer);
    }
    assert_int_equal(solver_mode(solver), MODE_SNAPSHOT);
    bench_close(&bench);
}

int main(void) {
    process_setup();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_faults),          cmocka_unit_test(test_prologues),
        cmocka_unit_test(test_bad_prologue),    cmocka_unit_test(test_fallback),
        cmocka_unit_test(test_hopeless),        cmocka_unit_test(test_transient),
        cmocka_unit_test(test_killed_template),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
