/* pool.h: the fakes, each read right, within its limits, and with nothing left running. */
#include "pool_faults.h"

#include <sys/stat.h>

/* ---- Fresh processes ------------------------------------------------------------------------- */

static void test_fakes(void **state) {
    pool_bench_t bench;
    bench_open(&bench, 2);
    for (size_t i = 0; i < sizeof fault_rows / sizeof *fault_rows; i++)
        fault_run(&bench, &fault_rows[i], MODE_SPAWN);
    bench_close(&bench);
}

/* A solver's own exit statuses count only with its profile. */
static void test_fakes_of_profiles(void **state) {
    static const char *const pairs[][2] = {{"z3", "z3"},        {"z3", "z3-unreachable"},
                                           {"yices2", "yices"}, {"cvc5", "cvc5"},
                                           {"cvc4", "cvc4"},    {"boolector", "boolector"}};
    pool_bench_t bench;
    bench_open(&bench, 1);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        profile_t profile = *profiles_find(&bench.profiles, pairs[i][0]);
        const char *command[] = {fixture_fake(), "assertion", pairs[i][1]};
        profile.command.data = command;
        profile.command.len = 3;
        solver_t *solver = add_solver(&bench, &profile, MODE_SPAWN);
        ask_expect(&bench, solver, query_of(plain), OUTCOME_CRASH);
    }
    bench_close(&bench);
}

/* It closed its output, and lives on. */
static void test_mute(void **state) {
    pool_bench_t bench;
    bench_open(&bench, 1);
    solver_t *solver = add_fake(&bench, "mute", MODE_SPAWN);
    query_t query = query_of(plain);
    query.limits.wall = 0.3;
    answer_t answer = ask(&bench, solver, query);
    assert_int_equal(answer.stop, STOP_WALL);
    assert_string_equal(strbuf_text(&answer.out), "sat\n");
    answer_done(&answer);
    bench_close(&bench);
}

static void test_watched_memory(void **state) {
    pool_bench_t bench;
    bench_open(&bench, 1);
    solver_t *solver = add_fake(&bench, "hog", MODE_SPAWN);
    profile_t profile = *solver_profile(solver);
    profile.limit_rss = true;
    solver = add_solver(&bench, &profile, MODE_SPAWN);
    query_t query = query_of(plain);
    query.limits.memory = 200 << 20;
    answer_t answer = ask(&bench, solver, query);
    expect(&answer, OUTCOME_MEMOUT, "hog");
    assert_int_equal(answer.stop, STOP_MEMORY);
    assert_true(answer.peak_kb > 200 << 10);
    answer_done(&answer);
    bench_close(&bench);
}

static void test_measures(void **state) {
    pool_bench_t bench;
    bench_open(&bench, 1);
    solver_t *solver = add_fake(&bench, "spin", MODE_SPAWN);
    query_t query = query_of(plain);
    query.limits.cpu = 0.3;
    answer_t answer = ask(&bench, solver, query);
    assert_true(answer.cpu_ms > 290 && answer.cpu_ms < 600);
    assert_true(answer.wall_ms >= answer.cpu_ms / 2);
    assert_int_equal(answer.exit_status, -1);
    assert_int_equal(answer.signal, SIGKILL);
    answer_done(&answer);
    solver = add_fake(&bench, "late 0.2", MODE_SPAWN);
    answer = ask(&bench, solver, query_of(plain));
    assert_true(answer.wall_ms > 190 && answer.wall_ms < 5000 && answer.cpu_ms < 150);
    assert_int_equal(answer.exit_status, 0);
    answer_done(&answer);
    bench_close(&bench);
}

/* ---- Solvers that are none ------------------------------------------------------------------- */

/* The variables of a profile, in every mode and instead of ours. */
static void test_environment(void **state) {
    static const char *const rows[] = {"LANG=profile", "GLIBC_TUNABLES=glibc.malloc.hugetlb=0"};
    pool_bench_t bench;
    bench_open(&bench, 1);
    for (unsigned mode = 0; mode < MODE_COUNT; mode++) {
        /* A template is made of a solver that reads; a session never comes to its end. */
        const char *words = mode == MODE_SNAPSHOT ? "read env" : "env";
        solver_t *fake = add_fake(&bench, words, (run_mode_t)mode);
        profile_t profile = *solver_profile(fake);
        profile.environment.data = (const char **)(uintptr_t)rows;
        profile.environment.len = 2;
        solver_t *solver = add_solver(&bench, &profile, (run_mode_t)mode);
        answer_t answer = ask(&bench, solver, query_of(plain));
        assert_int_equal(solver_mode(solver), mode);
        for (size_t i = 0; i < 2; i++)
            if (!strstr(strbuf_text(&answer.out), rows[i]))
                fail_msg("%s: no %s in: %s", run_mode_name((run_mode_t)mode), rows[i],
                         strbuf_text(&answer.out));
        assert_null(strstr(strbuf_text(&answer.out), "LANG=C"));
        answer_done(&answer);
    }
    bench_close(&bench);
}

static void test_no_solver(void **state) {
    pool_bench_t bench;
    bench_open(&bench, 1);
    const profile_t *z3 = profiles_find(&bench.profiles, "z3");
    const char *const programs[] = {"no-such-solver-anywhere", "/nonexistent/z3", "/etc/passwd",
                                    "/tmp"};
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        strbuf_clear(&bench.why);
        solver_spec_t spec = {.profile = z3, .program = programs[i]};
        assert_null(pool_solver(bench.pool, &spec, &bench.why));
        assert_non_null(strstr(strbuf_text(&bench.why), programs[i]));
    }
    bench_close(&bench);
}

/* The options of the tier follow the command's. */
static void test_tier(void **state) {
    pool_bench_t bench;
    bench_open(&bench, 1);
    static const char text[] = "(profile echo (command \"sh\") (modes spawn)\n"
                               " (tier common \"-c\" \"echo sat\")\n"
                               " (tier common \"-c\" \"echo unsat\"))";
    assert_true(profiles_read(&bench.profiles, "test", text, strlen(text), &bench.why));
    const profile_t *profile = profiles_find(&bench.profiles, "echo");
    static const outcome_t said[] = {OUTCOME_SAT, OUTCOME_UNSAT};
    unsigned count = 0;
    for (const tier_t *tier = NULL; (tier = profile_next_tier(profile, "common", tier)); count++) {
        solver_spec_t spec = {.profile = profile, .tier = tier};
        solver_t *solver = pool_solver(bench.pool, &spec, &bench.why);
        assert_non_null(solver);
        assert_ptr_equal(solver_tier(solver), tier);
        assert_true(count < 2);
        ask_expect(&bench, solver, query_of(plain), said[count]);
    }
    assert_int_equal(count, 2);
    assert_null(profile_next_tier(profile, "validate", NULL));
    bench_close(&bench);
}

/* The program goes away between two queries: an error with a message, in every mode. */
static void test_vanished(void **state) {
    for (unsigned mode = 0; mode < MODE_COUNT; mode++) {
        pool_bench_t bench;
        bench_open(&bench, 1);
        char path[] = "/tmp/assay-pool-XXXXXX";
        int fd = mkstemp(path);
        assert_true(fd >= 0);
        fchmod(fd, 0755);
        close(fd);
        profile_t profile = *profiles_find(&bench.profiles, "z3");
        solver_spec_t spec = {.profile = &profile, .program = path, .mode = (run_mode_t)mode};
        solver_t *solver = pool_solver(bench.pool, &spec, &bench.why);
        assert_non_null(solver);
        unlink(path);
        answer_t answer = ask(&bench, solver, query_of(plain));
        expect(&answer, OUTCOME_ERROR, path);
        assert_non_null(strstr(strbuf_text(&answer.message), "No such file"));
        answer_done(&answer);
        bench_close(&bench);
    }
}

typedef struct few {
    pool_bench_t *bench;
    solver_t *solver;
    unsigned answered;
} few_t;

static void try_ask(void *arg) {
    few_t *few = arg;
    answer_t answer = ask(few->bench, few->solver, query_of(plain));
    few->answered += answer.outcome == OUTCOME_SAT;
    if (answer.outcome != OUTCOME_SAT) {
        expect(&answer, OUTCOME_ERROR, "few descriptors");
        assert_non_null(strstr(strbuf_text(&answer.message), "Too many open files"));
    }
    answer_done(&answer);
}

static void test_few_descriptors(void **state) {
    static const char *const fakes[MODE_COUNT] = {"answer sat", "session", "answer sat"};
    for (unsigned mode = 0; mode < MODE_COUNT; mode++) {
        pool_bench_t bench;
        bench_open(&bench, 1);
        few_t few = {.bench = &bench};
        few.solver = add_fake(&bench, fakes[mode], (run_mode_t)mode);
        fixture_few_fds(try_ask, &few);
        assert_in_range(few.answered, 1, 11);
        bench_close(&bench);
    }
}

static void test_mode_of_profile(void **state) {
    pool_bench_t bench;
    bench_open(&bench, 1);
    strbuf_t command;
    strbuf_init(&command, &bench.mem);
    strbuf_format(&command, "%s answer sat", fixture_fake());
    const profile_t *profile = profiles_command(&bench.profiles, strbuf_text(&command), &bench.why);
    strbuf_done(&command);
    solver_t *solver = add_solver(&bench, profile, MODE_SESSION);
    assert_int_equal(solver_mode(solver), MODE_SPAWN);
    assert_non_null(strstr(solver_fallback(solver), "session"));
    ask_expect(&bench, solver, query_of(plain), OUTCOME_SAT);
    solver = add_solver(&bench, profile, MODE_SPAWN);
    assert_null(solver_fallback(solver));
    bench_close(&bench);
}

/* ---- Many at once ---------------------------------------------------------------------------- */

static void test_in_flight(void **state) {
    enum { LANES = 50, QUERIES = 200 };
    pool_bench_t bench;
    bench_open(&bench, LANES);
    solver_t *solver = add_fake(&bench, "late 0.05", MODE_SPAWN);
    bool seen[QUERIES] = {false};
    unsigned sent = 0;
    unsigned got = 0;
    while (got < QUERIES) {
        while (sent < QUERIES && pool_free(bench.pool) > 0) {
            query_t query = query_of(plain);
            query.tag = sent++;
            pool_submit(bench.pool, solver, &query);
        }
        assert_true(sent == QUERIES || pool_free(bench.pool) == 0);
        answer_t answer;
        uint64_t tag;
        solver_t *from;
        assert_true(pool_next(bench.pool, 30, &from, &tag, &answer));
        expect(&answer, OUTCOME_SAT, "late");
        assert_true(tag < QUERIES && !seen[tag]);
        seen[tag] = true;
        got++;
        answer_done(&answer);
    }
    answer_t none;
    assert_false(pool_next(bench.pool, -1, &solver, &(uint64_t){0}, &none));
    assert_int_equal(pool_free(bench.pool), LANES);
    bench_close(&bench);
}

static void test_timeout_of_next(void **state) {
    pool_bench_t bench;
    bench_open(&bench, 2);
    solver_t *slow = add_fake(&bench, "late 0.3", MODE_SPAWN);
    query_t query = query_of(plain);
    pool_submit(bench.pool, slow, &query);
    answer_t answer;
    uint64_t tag;
    solver_t *from;
    double start = clock_wall();
    assert_false(pool_next(bench.pool, 0, &from, &tag, &answer));
    assert_false(pool_next(bench.pool, 0.05, &from, &tag, &answer));
    assert_true(clock_wall() - start < 0.25);
    assert_true(pool_next(bench.pool, 20, &from, &tag, &answer));
    answer_done(&answer);
    bench_close(&bench);
}

/* Ending the pool in the middle of everything. */
static void test_end_early(void **state) {
    static const char *const fakes[] = {"bomb", "hydra", "flood", "hang", "session-silent 1"};
    pool_bench_t bench;
    bench_open(&bench, 5);
    for (size_t i = 0; i < sizeof fakes / sizeof *fakes; i++) {
        query_t query = query_of(plain);
        query.limits.wall = 0;
        pool_submit(bench.pool, add_fake(&bench, fakes[i], i == 4 ? MODE_SESSION : MODE_SPAWN),
                    &query);
    }
    answer_t answer;
    solver_t *from;
    while (pool_next(bench.pool, 0.1, &from, &(uint64_t){0}, &answer))
        answer_done(&answer);
    bench_close(&bench);
}

/* ---- Nothing is left running ----------------------------------------------------------------- */

static void run_many(run_mode_t mode, const char *fake, unsigned count) {
    pool_bench_t bench;
    bench_open(&bench, 2);
    solver_t *solver = add_fake(&bench, fake, mode);
    size_t used = 0;
    uint64_t resident = 0;
    for (unsigned i = 0; i < count; i++) {
        ask_expect(&bench, solver, query_of(plain), OUTCOME_SAT);
        if (i == count / 4) {
            resident = fixture_resident_kb();
            used = bench.mem.used;
        }
    }
    assert_int_equal(solver_mode(solver), mode);
    /* Transcripts grow and are dropped. */
    if (mode != MODE_SESSION)
        assert_int_equal(bench.mem.used, used);
    if (!fixture_sanitized() && fixture_resident_kb() > resident + 1024)
        fail_msg("%s: %lu kB more", fake, (unsigned long)(fixture_resident_kb() - resident));
    bench_close(&bench);
}

static void test_flat(void **state) {
    unsigned count = fixture_long() ? 20000 : 2000;
    run_many(MODE_SPAWN, "answer sat", count);
    run_many(MODE_SESSION, "session", count);
    run_many(MODE_SNAPSHOT, "answer sat", count);
}

/* ---- Our own death --------------------------------------------------------------------------- */

/* A runner in the middle of queries is killed: what it started dies, too. */
static void die_while(const char *words, run_mode_t mode) {
    fflush(NULL);
    pid_t runner = fork();
    assert_true(runner >= 0); /* kill(-1) is not what is meant */
    if (runner == 0) {
        pool_bench_t bench;
        bench_open(&bench, 4);
        solver_t *solver = add_fake(&bench, words, mode);
        for (unsigned i = 0; i < 4; i++) {
            query_t query = query_of(plain);
            query.limits.wall = 100;
            pool_submit(bench.pool, solver, &query);
        }
        answer_t answer;
        pool_next(bench.pool, -1, &solver, &(uint64_t){0}, &answer);
        _exit(1);
    }
    usleep(300000);
    assert_int_equal(waitpid(runner, NULL, WNOHANG), 0);
    kill(runner, SIGKILL);
    if (!fixture_children_end(10))
        fail_msg("%s in %s survived", words, run_mode_name(mode));
}

static void test_death(void **state) {
    die_while("spin", MODE_SPAWN);
    die_while("hang", MODE_SPAWN);
    die_while("session-silent 1", MODE_SESSION);
    die_while("session-silent 1", MODE_SNAPSHOT);
    die_while("hang", MODE_SNAPSHOT);
    /* Those whose parent lives on, in sessions of their own, or without parent. */
    die_while("bomb", MODE_SPAWN);
    die_while("bomb", MODE_SESSION);
    die_while("read bomb", MODE_SNAPSHOT);
    die_while("hydra", MODE_SPAWN);
}

/* ---- Memory that fails ----------------------------------------------------------------------- */

typedef struct failing {
    pool_t *pool;
    run_mode_t mode;
    const profile_t *profile;
} failing_t;

static void failing_work(mem_t *mem, void *arg) {
    failing_t *job = arg;
    strbuf_t why;
    strbuf_init(&why, mem);
    solver_spec_t spec = {.profile = job->profile, .mode = job->mode};
    job->pool = pool_make(mem, 2);
    solver_t *solver = pool_solver(job->pool, &spec, &why);
    answer_t answer;
    for (unsigned i = 0; i < 2; i++) {
        query_t query = query_of(plain);
        pool_submit(job->pool, solver, &query);
        while (pool_next(job->pool, 20, &solver, &(uint64_t){0}, &answer))
            answer_done(&answer);
    }
    strbuf_done(&why);
}

static void test_out_of_memory(void **state) {
    pool_bench_t bench;
    bench_open(&bench, 1);
    static const char *const fakes[MODE_COUNT] = {"answer sat", "session", "answer sat"};
    for (unsigned mode = 0; mode < MODE_COUNT; mode++) {
        failing_t job = {.mode = (run_mode_t)mode};
        job.profile = solver_profile(add_fake(&bench, fakes[mode], (run_mode_t)mode));
        for (uint64_t n = 1;; n++) {
            unit_job_t unit = {.work = failing_work, .arg = &job};
            mem_init(&unit.mem);
            unit.mem.fail_at = n;
            job.pool = NULL;
            bool ok = mem_try(&unit.mem, unit_job_work, &unit);
            unit.mem.fail_at = 0;
            pool_end(job.pool);
            mem_done(&unit.mem);
            assert_true(fixture_no_children());
            if (ok)
                break;
        }
    }
    bench_close(&bench);
}

/* ---- Real solvers ---------------------------------------------------------------------------- */

static const char contradiction[] = "(set-logic QF_LIA)\n(declare-const x Int)\n"
                                    "(assert (and (> x 2) (< x 2)))\n(check-sat)\n";

static const struct formula {
    const char *text;
    outcome_t outcome;
} formulas[] = {
    {plain, OUTCOME_SAT},
    {contradiction, OUTCOME_UNSAT},
    {"(set-logic QF_BV)\n(declare-const a (_ BitVec 8))\n(assert (= (bvmul a a) #x04))\n"
     "(check-sat)\n",
     OUTCOME_SAT},
    {"(set-logic QF_BV)\n(declare-const a (_ BitVec 8))\n(assert (= (bvadd a a) #x03))\n"
     "(check-sat)\n(exit)\n",
     OUTCOME_UNSAT},
    {"(set-logic QF_BV)\n(declare-const a Bool)\n(assert (and a b))\n(check-sat)\n", OUTCOME_ERROR},
    {"(set-option :produce-models true)\n(set-logic QF_BV)\n(declare-const a Bool)\n(assert a)\n"
     "(check-sat)\n(get-model)\n",
     OUTCOME_SAT},
};

static void run_real(pool_bench_t *bench, const char *name, run_mode_t mode) {
    const profile_t *profile = profiles_find(&bench->profiles, name);
    assert_non_null(profile);
    solver_t *solver = add_solver(bench, profile, mode);
    for (unsigned round = 0; round < 3; round++)
        for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
            query_t query = query_of(formulas[i].text);
            query.limits = (limits_t){.wall = 20, .cpu = 10, .memory = UINT64_C(4) << 30};
            const char *logic = strstr(query.text, "(set-logic");
            query.prologue = (size_t)(strchr(logic, '\n') + 1 - query.text);
            answer_t answer = ask(bench, solver, query);
            char what[100];
            snprintf(what, sizeof what, "%s in %s, formula %zu", name, run_mode_name(mode), i);
            expect(&answer, formulas[i].outcome, what);
            assert_true(answer.cpu_ms > 0 && answer.cpu_ms < 10000);
            /* A fresh process may be gone before one can look. */
            assert_true(answer.peak_kb > 1000 || answer.peak_kb == 0);
            assert_int_equal(answer.model.len > 0, i == 5);
            answer_done(&answer);
        }
    if (solver_mode(solver) != mode)
        fail_msg("%s does not run in mode %s: %s", name, run_mode_name(mode),
                 solver_fallback(solver));
}

static void test_real(void **state) {
    static const char *const names[] = {"z3", "cvc5", "cvc4"};
    unsigned found = 0;
    pool_bench_t bench;
    bench_open(&bench, 1);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *path = process_find(&bench.mem, names[i]);
        if (!path)
            continue;
        mem_free(&bench.mem, path);
        found++;
        for (unsigned mode = 0; mode < MODE_COUNT; mode++)
            run_real(&bench, names[i], (run_mode_t)mode);
    }
    bench_close(&bench);
    if (found == 0)
        skip();
}

int main(void) {
    process_setup();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fakes),
        cmocka_unit_test(test_fakes_of_profiles),
        cmocka_unit_test(test_mute),
        cmocka_unit_test(test_watched_memory),
        cmocka_unit_test(test_measures),
        cmocka_unit_test(test_environment),
        cmocka_unit_test(test_no_solver),
        cmocka_unit_test(test_tier),
        cmocka_unit_test(test_vanished),
        cmocka_unit_test(test_few_descriptors),
        cmocka_unit_test(test_mode_of_profile),
        cmocka_unit_test(test_in_flight),
        cmocka_unit_test(test_timeout_of_next),
        cmocka_unit_test(test_end_early),
        cmocka_unit_test(test_flat),
        cmocka_unit_test(test_death),
        cmocka_unit_test(test_out_of_memory),
        cmocka_unit_test(test_real),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
