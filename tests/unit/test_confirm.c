/* Confirming with planted solvers: what happens again, what does not, what happens now and then. */
#include "planted_fixture.h"

#include "oracle/confirm.h"
#include "oracle/settle.h"

static const char text[] = "(set-logic QF_LIA)(declare-const x Int)(assert (> x 3))(check-sat)";
static const char contradiction[] =
    "(set-logic QF_LIA)(declare-const x Int)(assert (> x 3))(assert (< x 3))(check-sat)";

/* As it came back; test_close() lets go of it. */
static confirmation_t confirmation;

static void test_open(court_t *court, const char *script) {
    court_open(court, script);
    confirmation_init(&confirmation, &court->bench.mem);
}

static void test_close(court_t *court) {
    confirmation_done(&confirmation);
    court_close(court);
}

/* Judges, and confirms the one finding there is. */
static const finding_t *confirm(court_t *court, uint32_t same) {
    static const confirm_options_t options = {.times = 3, .limits = {.wall = 60}};
    judge_case(&court->judge, &court->c, &court->judgement);
    assert_int_equal(court->judgement.findings.len, 1);
    confirm_finding(&court->judge, court->bench.pool, court->solvers, &court->c,
                    &court->judgement.findings.data[0], &options, &confirmation);
    assert_int_equal(confirmation.times, 3);
    assert_int_equal(confirmation.same, same);
    assert_int_equal(confirmation.finding.repeat, same == 3 ? REPEAT_CONFIRMED : REPEAT_FLAKY);
    return &confirmation.finding;
}

static void test_crash(void **state) {
    court_t court;
    test_open(&court, text);
    add(&court, "crasher", "read segfault", OUTCOME_CRASH, NULL);
    const finding_t *finding = confirm(&court, 3);
    assert_int_equal(finding->kind, FINDING_CRASH);
    assert_int_equal(finding->grade, GRADE_CERTIFIED);
    assert_int_equal(finding->certificate, CERTIFICATE_REPEATED);
    assert_string_equal(finding->says.data, "crasher crashes: SIGSEGV");
    test_close(&court);
}

static void test_another_crash(void **state) {
    court_t court;
    test_open(&court, text);
    add(&court, "crasher", "read assertion c", OUTCOME_CRASH, NULL); /* it was a SIGSEGV */
    const finding_t *finding = confirm(&court, 0);
    assert_int_equal(finding->grade, GRADE_CLAIMED);
    test_close(&court);
}

static void test_gone(void **state) {
    court_t court;
    test_open(&court, text);
    add(&court, "crasher", "answer sat", OUTCOME_CRASH, NULL);
    assert_int_equal(confirm(&court, 0)->certificate, CERTIFICATE_NONE);
    test_close(&court);
}

static void test_flaky(void **state) {
    char path[] = "/tmp/assay-flaky.XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    char words[100];
    snprintf(words, sizeof words, "read flaky %s", path);
    court_t court;
    test_open(&court, text);
    add(&court, "crasher", words, OUTCOME_CRASH, NULL);
    confirm(&court, 1); /* the second time of three */
    test_close(&court);
    unlink(path);
}

/* A wrong unsat, with a witness: only the liar is asked again. */
static void test_liar(void **state) {
    court_t court;
    test_open(&court, text);
    add(&court, "liar", "answer unsat", OUTCOME_UNSAT, NULL);
    add(&court, "honest", "segfault", OUTCOME_SAT, "((define-fun x () Int 4))");
    const finding_t *finding = confirm(&court, 3);
    assert_int_equal(finding->kind, FINDING_REFUTATION);
    assert_int_equal(finding->grade, GRADE_CERTIFIED);
    assert_string_equal(finding->witness.data, "((define-fun x () Int 4))");
    test_close(&court);
}

/* A wrong sat against another solver: that one must say it again, too. */
static void test_cross_checked(void **state) {
    court_t court;
    test_open(&court, contradiction);
    court.c.claim = OUTCOME_UNSAT;
    add(&court, "liar", "answer sat", OUTCOME_SAT, NULL);
    add(&court, "honest", "answer unsat", OUTCOME_UNSAT, NULL);
    assert_int_equal(confirm(&court, 3)->grade, GRADE_CROSS_CHECKED);
    test_close(&court);

    test_open(&court, contradiction);
    add(&court, "liar", "answer unknown", OUTCOME_UNSAT, NULL); /* so it was a slip of theirs */
    add(&court, "honest", "answer sat", OUTCOME_SAT, NULL);
    confirm(&court, 0);
    test_close(&court);

    test_open(&court, contradiction);
    court.c.claim = OUTCOME_SAT;
    court.c.labelled = true;
    add(&court, "accused", "answer unsat", OUTCOME_UNSAT, NULL);
    add(&court, "accuser", "answer unsat", OUTCOME_SAT, NULL); /* changes its mind */
    confirm(&court, 0);
    test_close(&court);
}

/* The model comes only when asked for: the finding gets better. */
static void test_better(void **state) {
    court_t court;
    test_open(&court, text);
    add(&court, "liar", "answer unsat", OUTCOME_UNSAT, NULL);
    add(&court, "honest", "answer 'sat\n((define-fun x () Int 4))'", OUTCOME_SAT, NULL);
    judge_case(&court.judge, &court.c, &court.judgement);
    assert_int_equal(court.judgement.findings.data[0].grade, GRADE_CROSS_CHECKED);
    assert_true(court.judgement.findings.data[0].disputed);
    const finding_t *finding = confirm(&court, 3);
    assert_int_equal(finding->grade, GRADE_CERTIFIED);
    assert_int_equal(finding->certificate, CERTIFICATE_WITNESS);
    assert_false(finding->disputed);
    test_close(&court);
}

/* The accuser was the one who is wrong. */
static void test_other_side(void **state) {
    court_t court;
    test_open(&court, contradiction);
    add(&court, "honest", "answer unsat", OUTCOME_UNSAT, NULL);
    add(&court, "liar", "answer 'sat\n((define-fun x () Int 4))'", OUTCOME_SAT, NULL);
    judge_case(&court.judge, &court.c, &court.judgement);
    assert_int_equal(court.judgement.findings.data[0].run, 0);
    const finding_t *finding = confirm(&court, 3);
    assert_int_equal(finding->kind, FINDING_SOLUTION);
    assert_int_equal(finding->grade, GRADE_CERTIFIED);
    assert_int_equal(finding->run, 1);
    test_close(&court);
}

static void test_invalid_model(void **state) {
    court_t court;
    test_open(&court, text);
    add(&court, "wrong", "answer 'sat\n((define-fun x () Int 3))'", OUTCOME_SAT,
        "((define-fun x () Int 3))");
    const finding_t *finding = confirm(&court, 3);
    assert_int_equal(finding->kind, FINDING_INVALID_MODEL);
    assert_int_equal(finding->certificate, CERTIFICATE_OWN_MODEL);
    assert_non_null(strstr(finding->why.data, "x = 3"));
    test_close(&court);
}

/* Judging with all questions asked: first the model, then with the model put in. */
static void test_questions(void **state) {
    static const char hard[] = "(set-logic ALL)(declare-const x Int)(declare-fun f (Int) Int)"
                               "(assert (forall ((y Int)) (> (f y) x)))(check-sat)";
    static const limits_t limits = {.wall = 60};
    court_t court;
    test_open(&court, hard);
    add(&court, "sure", "answer 'sat\n((define-fun x () Int 0))'", OUTCOME_SAT, NULL);
    add(&court, "turncoat", "answer sat", OUTCOME_UNSAT, NULL);
    settle_case(&court.judge, court.bench.pool, court.solvers, &court.c, &limits, false,
                &court.judgement);
    assert_int_equal(court.judgement.ask.len, 0);
    assert_int_equal(court.judgement.findings.len, 1);
    const finding_t *finding = &court.judgement.findings.data[0];
    assert_int_equal(finding->certificate, CERTIFICATE_SELF_CONTRADICTION);
    assert_int_equal(finding->run, 1);
    test_close(&court);
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
