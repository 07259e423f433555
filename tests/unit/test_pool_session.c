/* pool.h, sessions: framing, restarts, and processes that misbehave between queries. */
#include "pool_fixture.h"

static void test_session(void **state) {
    static const char *const fakes[] = {"session", "session-quoted"};
    for (size_t k = 0; k < 2; k++) {
        pool_bench_t bench;
        bench_open(&bench, 1);
        solver_t *solver = add_fake(&bench, fakes[k], MODE_SESSION);
        for (unsigned i = 0; i < 30; i++) {
            query_t query = query_of(plain);
            query.tag = i;
            answer_t answer = ask(&bench, solver, query);
            expect(&answer, OUTCOME_SAT, fakes[k]);
            assert_string_equal(strbuf_text(&answer.out), "sat\n");
            assert_int_equal(answer.exit_status, -1);
            assert_int_equal(answer.signal, 0);
            assert_int_equal(answer.verdicts.len, 1);
            assert_true(answer.peak_kb > 0);
            assert_false(answer.fresh);
            answer_done(&answer);
            const strbuf_t *transcript = pool_transcript(bench.pool, solver, i);
            assert_non_null(transcript);
            assert_true(transcript->len > (i + 1) * strlen(plain));
            assert_null(pool_transcript(bench.pool, solver, i + 1));
        }
        assert_int_equal(solver_mode(solver), MODE_SESSION);
        assert_null(solver_fallback(solver));
        query_t query = query_of(plain);
        query.fresh = true;
        query.tag = 99;
        answer_t answer = ask(&bench, solver, query);
        expect(&answer, OUTCOME_SAT, fakes[k]);
        assert_int_equal(answer.exit_status, 0);
        assert_true(answer.fresh);
        assert_null(pool_transcript(bench.pool, solver, 99));
        answer_done(&answer);
        bench_close(&bench);
    }
}

/* It is started again after SESSION_QUERIES queries, and after a large transcript. */
static void test_session_renewal(void **state) {
    pool_bench_t bench;
    bench_open(&bench, 1);
    solver_t *solver = add_fake(&bench, "session", MODE_SESSION);
    for (unsigned i = 0; i < SESSION_QUERIES + 2; i++) {
        ask_expect(&bench, solver, query_of(plain), OUTCOME_SAT);
        size_t len = pool_transcript(bench.pool, solver, 7)->len;
        assert_int_equal(len < 2 * strlen(plain), i == 0 || i == SESSION_QUERIES);
    }
    strbuf_t large;
    strbuf_init(&large, &bench.mem);
    strbuf_fill(&large, '\n', 5 << 20);
    strbuf_str(&large, plain);
    for (unsigned i = 0; i < 4; i++) {
        query_t query = query_of(strbuf_text(&large));
        query.tag = i;
        ask_expect(&bench, solver, query, OUTCOME_SAT);
        size_t count = pool_transcript(bench.pool, solver, i)->len / (5 << 20);
        assert_true(count == 1 || count == 2);
        assert_int_equal(count, i % 2 + 1);
    }
    strbuf_done(&large);
    bench_close(&bench);
}

static void test_session_dies(void **state) {
    pool_bench_t bench;
    bench_open(&bench, 1);
    solver_t *solver = add_fake(&bench, "session-dies 3", MODE_SESSION);
    for (unsigned i = 1; i <= 9; i++) {
        answer_t answer = ask(&bench, solver, query_of(plain));
        expect(&answer, i % 3 == 0 ? OUTCOME_CRASH : OUTCOME_SAT, "session-dies");
        assert_int_equal(answer.signal, i % 3 == 0 ? SIGABRT : 0);
        assert_int_equal(answer.signature.len > 0, i % 3 == 0);
        const strbuf_t *transcript = pool_transcript(bench.pool, solver, 7);
        assert_true(transcript->len > ((i - 1) % 3 + 1) * strlen(plain));
        answer_done(&answer);
    }
    solver = add_fake(&bench, "session-quits 2", MODE_SESSION);
    for (unsigned i = 1; i <= 4; i++) {
        answer_t answer = ask(&bench, solver, query_of(plain));
        expect(&answer, OUTCOME_SAT, "session-quits"); /* of a new process, where it is the first */
        assert_int_equal(answer.exit_status, -1);
        answer_done(&answer);
    }
    solver = add_fake(&bench, "session-quits 1", MODE_SESSION);
    for (unsigned i = 0; i < 2; i++) {
        answer_t answer = ask(&bench, solver, query_of(plain));
        expect(&answer, OUTCOME_ERROR, "session-quits");
        assert_int_equal(answer.exit_status, 0);
        answer_done(&answer);
    }
    solver = add_fake(&bench, "session-silent 2", MODE_SESSION);
    for (unsigned i = 1; i <= 4; i++) {
        query_t query = query_of(plain);
        query.limits.wall = i % 2 == 0 ? 0.2 : 20;
        answer_t answer = ask(&bench, solver, query);
        expect(&answer, i % 2 == 0 ? OUTCOME_TIMEOUT : OUTCOME_SAT, "session-silent");
        assert_int_equal(answer.stop, i % 2 == 0 ? STOP_WALL : STOP_NONE);
        answer_done(&answer);
    }
    bench_close(&bench);
}

/* A verdict after the marker belongs to no query: not to this one, and not to the next. */
static void test_session_late(void **state) {
    static const char *const fakes[] = {"session-late", "session-late-long"};
    for (size_t k = 0; k < 2; k++) {
        pool_bench_t bench;
        bench_open(&bench, 1);
        solver_t *solver = add_fake(&bench, fakes[k], MODE_SESSION);
        for (unsigned i = 0; i < 4; i++) {
            ask_expect(&bench, solver, query_of(plain), OUTCOME_ERROR);
            query_t query = query_of("(echo \"quiet\")\n");
            ask_expect(&bench, solver, query, OUTCOME_ERROR);
        }
        bench_close(&bench);
    }
}

static void test_session_without_reset(void **state) {
    pool_bench_t bench;
    bench_open(&bench, 1);
    solver_t *solver = add_fake(&bench, "session-no-reset", MODE_SESSION);
    for (unsigned i = 0; i < 10; i++) {
        answer_t answer = ask(&bench, solver, query_of(plain));
        expect(&answer, OUTCOME_SAT, "session-no-reset");
        assert_string_equal(strbuf_text(&answer.out), "sat\n");
        answer_done(&answer);
    }
    assert_int_equal(solver_mode(solver), MODE_SPAWN);
    assert_non_null(strstr(solver_fallback(solver), "unsupported"));
    bench_close(&bench);
}

/* It goes away when it is not asked. */
static void test_session_leaves(void **state) {
    pool_bench_t bench;
    bench_open(&bench, 1);
    solver_t *solver = add_fake(&bench, "session-leaves", MODE_SESSION);
    for (unsigned i = 0; i < 10; i++) {
        ask_expect(&bench, solver, query_of(plain), OUTCOME_SAT);
        if (i % 2 == 0)
            usleep(20000);
    }
    bench_close(&bench);
}

/* What would break the framing gets a process of its own, or ends the session. */
static void test_session_framing(void **state) {
    pool_bench_t bench;
    bench_open(&bench, 1);
    solver_t *solver = add_fake(&bench, "session", MODE_SESSION);
    static const char *const odd[] = {
        "(check-sat)\n(exit)\n",
        "(check-sat)\n(exit)\n(check-sat)\n",
        "(reset)\n(check-sat)\n(reset)\n",
        "(check-sat)\n(assert \"not closed\n",
        "(check-sat)\n(assert (not closed\n",
        "(check-sat)\n; a comment without an end of line",
        "(check-sat)\n|a symbol\n",
        "(set-option :regular-output-channel \"/dev/null\")\n(check-sat)\n",
        "(check-sat)\n)\n",
    };
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        query_t query = query_of(odd[i]);
        query.limits.wall = 5;
        answer_t answer = ask(&bench, solver, query);
        if (answer.verdicts.len != 1 || answer.verdicts.data[0] != OUTCOME_SAT)
            fail_msg("%s: %s", odd[i], strbuf_text(&answer.out));
        answer_done(&answer);
        ask_expect(&bench, solver, query_of(plain), OUTCOME_SAT);
    }
    assert_int_equal(solver_mode(solver), MODE_SESSION);
    bench_close(&bench);
}

/* A session that does not read, and one that says too much. */
static void test_session_limits(void **state) {
    pool_bench_t bench;
    bench_open(&bench, 1);
    solver_t *deaf = add_fake(&bench, "deaf-sleep", MODE_SESSION);
    strbuf_t large;
    strbuf_init(&large, &bench.mem);
    strbuf_fill(&large, '\n', 1 << 20);
    strbuf_str(&large, plain);
    query_t query = query_of(strbuf_text(&large));
    query.limits.wall = 0.2;
    ask_expect(&bench, deaf, query, OUTCOME_TIMEOUT);
    solver_t *gone = add_fake(&bench, "exit 3", MODE_SESSION);
    query.limits.wall = 20;
    ask_expect(&bench, gone, query, OUTCOME_ERROR);
    strbuf_done(&large);

    solver_t *floods = add_fake(&bench, "session-floods", MODE_SESSION);
    for (unsigned i = 0; i < 2; i++) {
        answer_t answer = ask(&bench, floods, query_of(plain));
        assert_true(answer.cut);
        assert_int_equal(answer.out.len, POOL_OUTPUT);
        answer_done(&answer);
    }
    query = query_of(plain);
    query.limits.output = 1000;
    answer_t answer = ask(&bench, floods, query);
    assert_int_equal(answer.stop, STOP_OUTPUT);
    assert_int_equal(answer.out.len, 1000);
    answer_done(&answer);
    bench_close(&bench);
}

static void test_session_cap_is_exact(void **state) {
    pool_bench_t bench;
    bench_open(&bench, 1);
    solver_t *solver = add_fake(&bench, "session", MODE_SESSION);
    for (unsigned i = 0; i < 3; i++) {
        query_t query = query_of(plain);
        query.limits.output = 4;
        answer_t answer = ask(&bench, solver, query);
        expect(&answer, OUTCOME_SAT, "session");
        assert_false(answer.cut);
        answer_done(&answer);
    }
    bench_close(&bench);
}

/* What is rejected because of the queries before is asked again: nothing of the first attempt is in
 * the answer. What is wrong for a new process too is an error. */
static void test_session_stale(void **state) {
    static const char *const fakes[] = {"session-stale", "session-stale-ends"};
    for (unsigned k = 0; k < 2; k++) {
        pool_bench_t bench;
        bench_open(&bench, 1);
        solver_t *solver = add_fake(&bench, fakes[k], MODE_SESSION);
        for (unsigned i = 0; i < 4; i++) {
            answer_t answer = ask(&bench, solver, query_of(plain));
            expect(&answer, OUTCOME_SAT, fakes[k]);
            assert_string_equal(strbuf_text(&answer.out), "sat\n");
            assert_int_equal(answer.verdicts.len, 1);
            assert_int_equal(answer.message.len, 0);
            assert_int_equal(answer.exit_status, -1);
            assert_false(answer.fresh);
            answer_done(&answer);
        }
        ask_expect(&bench, solver, query_of("(reset)\n(check-sat)\n"), OUTCOME_ERROR);
        ask_expect(&bench, solver, query_of(plain), OUTCOME_SAT);
        bench_close(&bench);
    }
}

int main(void) {
    process_setup();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_session),
        cmocka_unit_test(test_session_renewal),
        cmocka_unit_test(test_session_dies),
        cmocka_unit_test(test_session_late),
        cmocka_unit_test(test_session_without_reset),
        cmocka_unit_test(test_session_leaves),
        cmocka_unit_test(test_session_stale),
        cmocka_unit_test(test_session_framing),
        cmocka_unit_test(test_session_limits),
        cmocka_unit_test(test_session_cap_is_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
