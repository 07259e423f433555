/* Confirming with planted solvers: what happens again, what does not, what happens now and then. */
#include "pool_fixture.h"

#include "oracle/ask.h"
#include "oracle/confirm.h"
#include "oracle/settle.h"

static const char text[] = "(set-logic QF_LIA)(declare-const x Int)(assert (> x 3))(check-sat)";
static const char contradiction[] =
    "(set-logic QF_LIA)(declare-const x Int)(assert (> x 3))(assert (< x 3))(check-sat)";

enum { MOST = 4 };

typedef struct court {
    pool_bench_t bench;
    judge_t judge;
    judgement_t judgement;
    confirmation_t confirmation;
    case_t c;
    solver_t *solvers[MOST];
    run_t runs[MOST];
    answer_t answers[MOST];
} court_t;

static void court_open(court_t *court, const char *script) {
    *court = (court_t){0};
    bench_open(&court->bench, 2);
    judge_init(&court->judge, &court->bench.mem);
    judgement_init(&court->judgement, &court->bench.mem);
    confirmation_init(&court->confirmation, &court->bench.mem);
    court->c = (case_t){.text = script,
                        .len = strlen(script),
                        .claim = OUTCOME_UNKNOWN,
                        .wants = ASK_MODEL,
                        .runs = court->runs};
}

static void court_close(court_t *court) {
    for (uint32_t i = 0; i < court->c.run_count; i++)
        answer_done(&court->answers[i]);
    confirmation_done(&court->confirmation);
    judgement_done(&court->judgement);
    judge_done(&court->judge);
    bench_close(&court->bench);
}

/* A planted solver, and what it is said to have said. */
static void add(court_t *court, const char *name, const char *words, outcome_t outcome,
                const char *model) {
    uint32_t at = court->c.run_count++;
    court->solvers[at] = add_fake(&court->bench, words, MODE_SPAWN);
    answer_t *answer = &court->answers[at];
    answer_init(answer, &court->bench.mem);
    answer->outcome = outcome;
    if (outcome == OUTCOME_CRASH)
        strbuf_str(&answer->signature, "SIGSEGV");
    if (model)
        strbuf_str(&answer->model, model);
    court->runs[at] = (run_t){.solver = name, .family = name, .answer = answer};
}

/* Judges, and confirms the one finding there is. */
static const finding_t *confirm(court_t *court, uint32_t same) {
    static const confirm_options_t options = {.times = 3, .limits = {.wall = 60}};
    judge_case(&court->judge, &court->c, &court->judgement);
    assert_int_equal(court->judgement.findings.len, 1);
    confirm_finding(&court->judge, court->bench.pool, court->solvers, &court->c,
                    &court->judgement.findings.data[0], &options, &court->confirmation);
    assert_int_equal(court->confirmation.times, 3);
    assert_int_equal(court->confirmation.same, same);
    assert_int_equal(court->confirmation.finding.repeat,
                     same == 3 ? REPEAT_CONFIRMED : REPEAT_FLAKY);
    return &court->confirmation.finding;
}

static void test_crash(void **state) {
    court_t court;
    court_open(&court, text);
    add(&court, "crasher", "read segfault", OUTCOME_CRASH, NULL);
    const finding_t *finding = confirm(&court, 3);
    assert_int_equal(finding->kind, FINDING_CRASH);
    assert_int_equal(finding->grade, GRADE_CERTIFIED);
    assert_int_equal(finding->certificate, CERTIFICATE_REPEATED);
    assert_string_equal(finding->says.data, "crasher crashes: SIGSEGV");
    court_close(&court);
}

static void test_another_crash(void **state) {
    court_t court;
    court_open(&court, text);
    add(&court, "crasher", "read assertion c", OUTCOME_CRASH, NULL); /* it was a SIGSEGV */
    const finding_t *finding = confirm(&court, 0);
    assert_int_equal(finding->grade, GRADE_CLAIMED);
    court_close(&court);
}

static void test_gone(void **state) {
    court_t court;
    court_open(&court, text);
    add(&court, "crasher", "answer sat", OUTCOME_CRASH, NULL);
    assert_int_equal(confirm(&court, 0)->certificate, CERTIFICATE_NONE);
    court_close(&court);
}

static void test_flaky(void **state) {
    char path[] = "/tmp/assay-flaky.XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    char words[100];
    snprintf(words, sizeof words, "read flaky %s", path);
    court_t court;
    court_open(&court, text);
    add(&court, "crasher", words, OUTCOME_CRASH, NULL);
    confirm(&court, 1); /* the second time of three */
    court_close(&court);
    unlink(path);
}

/* A wrong unsat, with a witness: only the liar is asked again. */
static void test_liar(void **state) {
    court_t court;
    court_open(&court, text);
    add(&court, "liar", "answer unsat", OUTCOME_UNSAT, NULL);
    add(&court, "honest", "segfault", OUTCOME_SAT, "((define-fun x () Int 4))");
    const finding_t *finding = confirm(&court, 3);
    assert_int_equal(finding->kind, FINDING_REFUTATION);
    assert_int_equal(finding->grade, GRADE_CERTIFIED);
    assert_string_equal(finding->witness.data, "((define-fun x () Int 4))");
    court_close(&court);
}

/* A wrong sat against another solver: that one must say it again, too. */
static void test_cross_checked(void **state) {
    court_t court;
    court_open(&court, contradiction);
    court.c.claim = OUTCOME_UNSAT;
    add(&court, "liar", "answer sat", OUTCOME_SAT, NULL);
    add(&court, "honest", "answer unsat", OUTCOME_UNSAT, NULL);
    assert_int_equal(confirm(&court, 3)->grade, GRADE_CROSS_CHECKED);
    court_close(&court);

    court_open(&court, contradiction);
    add(&court, "liar", "answer unknown", OUTCOME_UNSAT, NULL); /* so it was a slip of theirs */
    add(&court, "honest", "answer sat", OUTCOME_SAT, NULL);
    confirm(&court, 0);
    court_close(&court);

    court_open(&court, contradiction);
    court.c.claim = OUTCOME_SAT;
    court.c.labelled = true;
    add(&court, "accused", "answer unsat", OUTCOME_UNSAT, NULL);
    add(&court, "accuser", "answer unsat", OUTCOME_SAT, NULL); /* changes its mind */
    confirm(&court, 0);
    court_close(&court);
}

/* The model comes only when asked for: the finding gets better. */
static void test_better(void **state) {
    court_t court;
    court_open(&court, text);
    add(&court, "liar", "answer unsat", OUTCOME_UNSAT, NULL);
    add(&court, "honest", "answer 'sat\n((define-fun x () Int 4))'", OUTCOME_SAT, NULL);
    judge_case(&court.judge, &court.c, &court.judgement);
    assert_int_equal(court.judgement.findings.data[0].grade, GRADE_CROSS_CHECKED);
    assert_true(court.judgement.findings.data[0].disputed);
    const finding_t *finding = confirm(&court, 3);
    assert_int_equal(finding->grade, GRADE_CERTIFIED);
    assert_int_equal(finding->certificate, CERTIFICATE_WITNESS);
    assert_false(finding->disputed);
    court_close(&court);
}

/* The accuser was the one who is wrong. */
static void test_other_side(void **state) {
    court_t court;
    court_open(&court, contradiction);
    add(&court, "honest", "answer unsat", OUTCOME_UNSAT, NULL);
    add(&court, "liar", "answer 'sat\n((define-fun x () Int 4))'", OUTCOME_SAT, NULL);
    judge_case(&court.judge, &court.c, &court.judgement);
    assert_int_equal(court.judgement.findings.data[0].run, 0);
    const finding_t *finding = confirm(&court, 3);
    assert_int_equal(finding->kind, FINDING_SOLUTION);
    assert_int_equal(finding->grade, GRADE_CERTIFIED);
    assert_int_equal(finding->run, 1);
    court_close(&court);
}

static void test_invalid_model(void **state) {
    court_t court;
    court_open(&court, text);
    add(&court, "wrong", "answer 'sat\n((define-fun x () Int 3))'", OUTCOME_SAT,
        "((define-fun x () Int 3))");
    const finding_t *finding = confirm(&court, 3);
    assert_int_equal(finding->kind, FINDING_INVALID_MODEL);
    assert_int_equal(finding->certificate, CERTIFICATE_OWN_MODEL);
    assert_non_null(strstr(finding->why.data, "x = 3"));
    court_close(&court);
}

/* Judging with all questions asked: first the model, then with the model put in. */
static void test_questions(void **state) {
    static const char hard[] = "(set-logic ALL)(declare-const x Int)(declare-fun f (Int) Int)"
                               "(assert (forall ((y Int)) (> (f y) x)))(check-sat)";
    static const limits_t limits = {.wall = 60};
    court_t court;
    court_open(&court, hard);
    add(&court, "sure", "answer 'sat\n((define-fun x () Int 0))'", OUTCOME_SAT, NULL);
    add(&court, "turncoat", "answer sat", OUTCOME_UNSAT, NULL);
    settle_case(&court.judge, court.bench.pool, court.solvers, &court.c, &limits, false,
                &court.judgement);
    assert_int_equal(court.judgement.ask.len, 0);
    assert_int_equal(court.judgement.findings.len, 1);
    const finding_t *finding = &court.judgement.findings.data[0];
    assert_int_equal(finding->certificate, CERTIFICATE_SELF_CONTRADICTION);
    assert_int_equal(finding->run, 1);
    court_close(&court);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_crash),      cmocka_unit_test(test_another_crash),
        cmocka_unit_test(test_gone),       cmocka_unit_test(test_flaky),
        cmocka_unit_test(test_liar),       cmocka_unit_test(test_cross_checked),
        cmocka_unit_test(test_better),     cmocka_unit_test(test_invalid_model),
        cmocka_unit_test(test_other_side), cmocka_unit_test(test_questions),
    };
    process_setup();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
