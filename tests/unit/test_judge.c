/* The rules of the judge, one after the other, with answers made by hand. */
#include "judge_fixture.h"

static const char sat_text[] = "(declare-const x Int)(assert (> x 3))(assert (< x 9))(check-sat)";
static const char unsat_text[] = "(declare-const x Int)(assert (> x 3))(assert (< x 3))(check-sat)";
static const char good_model[] = "((define-fun x () Int 4))";
static const char bad_model[] = "((define-fun x () Int 3))";

/* The evaluator does not know: any x, for all y. */
static const char hard_text[] =
    "(declare-const x Int)(declare-fun f (Int) Int)(assert (forall ((y Int)) (> (f y) x)))"
    "(check-sat)";
static const char hard_model[] =
    "((define-fun x () Int 0) (define-fun f ((z Int)) Int (+ 1 (* z z))))";

/* --- nothing --- */

static void test_agreement(void **state) {
    court_t court;
    court_open(&court, sat_text);
    claims(&court, OUTCOME_SAT, good_model);
    says(&court, "z3", OUTCOME_SAT, good_model);
    says(&court, "cvc5", OUTCOME_SAT, NULL);
    says(&court, "yices", OUTCOME_UNKNOWN, NULL);
    judge(&court);
    expect_nothing(&court);
    assert_int_equal(court.judgement.ask.len, 0);
    court_close(&court);
}

/* Nothing is read when there is nothing to look into: this text cannot be. */
static void test_cheap(void **state) {
    court_t court;
    court_open(&court, "(this is no script");
    claims(&court, OUTCOME_SAT, "(nor is this a model");
    says(&court, "z3", OUTCOME_SAT, NULL);
    says(&court, "cvc5", OUTCOME_TIMEOUT, NULL);
    judge(&court);
    expect_nothing(&court);
    assert_null(court.judge.witness.script);
    assert_int_equal(court.judge.witness.mem->used, court.mem.used);
    court_close(&court);
}

/* What is not an answer is evidence for nothing. */
static void test_no_evidence(void **state) {
    static const outcome_t outcomes[] = {OUTCOME_UNKNOWN, OUTCOME_TIMEOUT, OUTCOME_MEMOUT,
                                         OUTCOME_ERROR, OUTCOME_UNSUPPORTED};
    for (size_t i = 0; i < sizeof outcomes / sizeof *outcomes; i++)
        for (int claim = OUTCOME_SAT; claim <= OUTCOME_UNKNOWN; claim++) {
            court_t court;
            court_open(&court, sat_text);
            claims(&court, (outcome_t)claim, NULL);
            says(&court, "z3", outcomes[i], NULL);
            if (claim != OUTCOME_UNKNOWN)
                says(&court, "cvc5", (outcome_t)claim, NULL);
            judge(&court);
            expect_nothing(&court);
            court_close(&court);
        }
}

/* --- witnesses --- */

static void test_witness_of_solver(void **state) {
    court_t court;
    court_open(&court, sat_text);
    says(&court, "cvc5", OUTCOME_UNSAT, NULL);
    says(&court, "z3", OUTCOME_SAT, good_model);
    judge(&court);
    expect_counts(&court, 1, 0, 0);
    const finding_t *finding =
        expect_finding(&court, FINDING_REFUTATION, GRADE_CERTIFIED, CERTIFICATE_WITNESS, "cvc5");
    assert_string_equal(finding->witness.data, good_model);
    assert_int_equal(finding->other, 1);
    assert_false(finding->disputed);
    assert_string_equal(finding->says.data, "cvc5 says unsat, but the model of z3 is true");
    assert_int_equal(court.judgement.ask.len, 0);
    court_close(&court);
}

static void test_witness_of_claim(void **state) {
    court_t court;
    court_open(&court, sat_text);
    claims(&court, OUTCOME_SAT, good_model);
    says(&court, "cvc5", OUTCOME_UNSAT, NULL);
    says(&court, "cvc4", OUTCOME_UNSAT, NULL);
    says(&court, "z3", OUTCOME_UNSAT, NULL);
    judge(&court);
    expect_counts(&court, 3, 0, 0); /* all are wrong: the evaluator says so */
    const finding_t *finding =
        expect_finding(&court, FINDING_REFUTATION, GRADE_CERTIFIED, CERTIFICATE_WITNESS, "z3");
    assert_int_equal(finding->other, RUN_CLAIM);
    court_close(&court);
}

/* --- models --- */

static void test_invalid_model(void **state) {
    court_t court;
    court_open(&court, sat_text);
    says(&court, "z3", OUTCOME_SAT, bad_model);
    says(&court, "cvc5", OUTCOME_SAT, good_model);
    judge(&court);
    expect_counts(&court, 1, 0, 0);
    const finding_t *finding =
        expect_finding(&court, FINDING_INVALID_MODEL, GRADE_CERTIFIED, CERTIFICATE_OWN_MODEL, "z3");
    assert_string_equal(finding->witness.data, bad_model);
    assert_string_equal(finding->why.data,
                        "(assert (> x 3)) is false\n  (> x 3) is false\n    x = 3\n");
    court_close(&court);
}

/* A model that cannot be read, or whose value is not known, is nothing. */
static void test_no_model_evidence(void **state) {
    static const char *const models[] = {"((define-fun x () Int", "((define-fun x () Bool true))",
                                         "()"};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        court_t court;
        court_open(&court, sat_text);
        says(&court, "z3", OUTCOME_SAT, models[i]);
        says(&court, "cvc5", OUTCOME_SAT, NULL);
        judge(&court);
        expect_nothing(&court);
        court_close(&court);
    }
}

static void test_solution_by_own_model(void **state) {
    court_t court;
    court_open(&court, unsat_text);
    says(&court, "z3", OUTCOME_SAT, good_model);
    says(&court, "cvc5", OUTCOME_UNSAT, NULL);
    judge(&court);
    expect_counts(&court, 1, 0, 0);
    expect_finding(&court, FINDING_SOLUTION, GRADE_CERTIFIED, CERTIFICATE_OWN_MODEL, "z3");
    court_close(&court);

    court_open(&court, unsat_text);
    claims(&court, OUTCOME_UNSAT, NULL);
    says(&court, "z3", OUTCOME_SAT, good_model);
    judge(&court);
    expect_counts(&court, 1, 0, 0);
    expect_finding(&court, FINDING_SOLUTION, GRADE_CERTIFIED, CERTIFICATE_OWN_MODEL, "z3");
    court_close(&court);
}

/* Only its own family says unsat: that says nothing about the formula. */
static void test_invalid_model_in_a_family(void **state) {
    court_t court;
    court_open(&court, sat_text);
    says_tier(&court, "cvc5", "default", OUTCOME_SAT, bad_model);
    says_tier(&court, "cvc4", "default", OUTCOME_UNSAT, NULL);
    judge(&court);
    expect_counts(&court, 1, 0, 0);
    expect_finding(&court, FINDING_INVALID_MODEL, GRADE_CERTIFIED, CERTIFICATE_OWN_MODEL, "cvc5");
    court_close(&court);
}

/* The verdict is right, since there is a witness: only the model is wrong. And who says unsat is.
 */
static void test_invalid_model_beside_witness(void **state) {
    court_t court;
    court_open(&court, sat_text);
    says(&court, "z3", OUTCOME_SAT, bad_model);
    says(&court, "cvc5", OUTCOME_UNSAT, NULL);
    says(&court, "yices", OUTCOME_SAT, good_model);
    judge(&court);
    expect_counts(&court, 2, 0, 0);
    expect_finding(&court, FINDING_INVALID_MODEL, GRADE_CERTIFIED, CERTIFICATE_OWN_MODEL, "z3");
    expect_finding(&court, FINDING_REFUTATION, GRADE_CERTIFIED, CERTIFICATE_WITNESS, "cvc5");
    court_close(&court);
}

/* --- the claim alone --- */

static void test_claimed(void **state) {
    court_t court;
    for (int labelled = 0; labelled < 2; labelled++) {
        court_open(&court, sat_text);
        claims(&court, OUTCOME_SAT, NULL);
        court.c.labelled = labelled;
        says(&court, "z3", OUTCOME_UNSAT, NULL);
        says(&court, "cvc5", OUTCOME_TIMEOUT, NULL);
        judge(&court);
        expect_counts(&court, 1, 0, 0);
        const finding_t *finding =
            expect_finding(&court, FINDING_REFUTATION, GRADE_CLAIMED, CERTIFICATE_NONE, "z3");
        assert_int_equal(finding->other, RUN_CLAIM);
        court_close(&court);
    }
    court_open(&court, unsat_text);
    claims(&court, OUTCOME_UNSAT, NULL);
    says(&court, "cvc5", OUTCOME_SAT, NULL);
    says(&court, "cvc4", OUTCOME_SAT, NULL); /* the same family: no second opinion */
    judge(&court);
    expect_counts(&court, 2, 0, 0);
    expect_finding(&court, FINDING_SOLUTION, GRADE_CLAIMED, CERTIFICATE_NONE, "cvc5");
    expect_finding(&court, FINDING_SOLUTION, GRADE_CLAIMED, CERTIFICATE_NONE, "cvc4");
    assert_int_equal(court.judgement.ask.len, 2); /* and their models would tell */
    assert_int_equal(court.judgement.ask.data[0].kind, FOLLOW_MODEL);
    court_close(&court);
}

/* --- alarms --- */

static void test_alarm_refuted(void **state) {
    court_t court;
    court_open(&court, sat_text);
    claims(&court, OUTCOME_UNSAT, NULL);
    says(&court, "z3", OUTCOME_SAT, good_model);
    judge(&court);
    expect_counts(&court, 0, 0, 1);
    expect_alarm(&court, ALARM_REFUTED);
    assert_string_equal(court.judgement.alarms.data[0].model.data, good_model);
    assert_int_equal(court.judgement.alarms.data[0].run, 0);
    court_close(&court);

    /* Who agrees with a wrong claim is wrong as well. */
    court_open(&court, sat_text);
    claims(&court, OUTCOME_UNSAT, NULL);
    says(&court, "z3", OUTCOME_SAT, good_model);
    says(&court, "cvc5", OUTCOME_UNSAT, NULL);
    judge(&court);
    expect_counts(&court, 1, 0, 1);
    expect_alarm(&court, ALARM_REFUTED);
    expect_finding(&court, FINDING_REFUTATION, GRADE_CERTIFIED, CERTIFICATE_WITNESS, "cvc5");
    court_close(&court);
}

static void test_alarm_unfounded(void **state) {
    static const char *const models[] = {bad_model, "((define-fun x () Int", "()"};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        court_t court;
        court_open(&court, sat_text);
        claims(&court, OUTCOME_SAT, models[i]);
        says(&court, "z3", OUTCOME_UNSAT, NULL);
        judge(&court);
        expect_counts(&court, 0, 0, 1); /* and no finding: the claim is none */
        expect_alarm(&court, ALARM_UNFOUNDED);
        court_close(&court);
    }
}

static void test_alarm_outvoted(void **state) {
    court_t court;
    court_open(&court, unsat_text);
    claims(&court, OUTCOME_SAT, NULL);
    says(&court, "z3", OUTCOME_UNSAT, NULL);
    says(&court, "cvc5", OUTCOME_UNSAT, NULL);
    judge(&court);
    expect_counts(&court, 0, 0, 1);
    expect_alarm(&court, ALARM_OUTVOTED);
    court_close(&court);

    court_open(&court, hard_text);
    claims(&court, OUTCOME_UNSAT, NULL);
    court.c.labelled = true;
    says(&court, "z3", OUTCOME_SAT, NULL);
    says(&court, "cvc5", OUTCOME_SAT, NULL);
    says(&court, "yices", OUTCOME_UNKNOWN, NULL);
    judge(&court);
    expect_counts(&court, 0, 0, 1);
    expect_alarm(&court, ALARM_OUTVOTED);
    court_close(&court);
}

/* --- solvers against each other --- */

static void test_cross_checked_by_claim(void **state) {
    court_t court;
    for (int labelled = 0; labelled < 2; labelled++) {
        court_open(&court, hard_text);
        claims(&court, OUTCOME_SAT, NULL);
        court.c.labelled = labelled;
        says(&court, "z3", OUTCOME_SAT, hard_model);
        says(&court, "cvc5", OUTCOME_UNSAT, NULL);
        judge(&court);
        expect_counts(&court, 1, 0, 0);
        assert_false(expect_finding(&court, FINDING_REFUTATION, GRADE_CROSS_CHECKED,
                                    CERTIFICATE_NONE, "cvc5")
                         ->disputed);
        court_close(&court);
    }
    court_open(&court, hard_text);
    claims(&court, OUTCOME_UNSAT, NULL);
    says(&court, "z3", OUTCOME_SAT, hard_model);
    says(&court, "cvc5", OUTCOME_UNSAT, NULL);
    judge(&court);
    expect_counts(&court, 1, 0, 0);
    expect_finding(&court, FINDING_SOLUTION, GRADE_CROSS_CHECKED, CERTIFICATE_NONE, "z3");
    court_close(&court);
}

static void test_majority_of_families(void **state) {
    court_t court;
    court_open(&court, hard_text);
    says(&court, "z3", OUTCOME_SAT, hard_model);
    says(&court, "yices", OUTCOME_UNSAT, NULL);
    says(&court, "cvc5", OUTCOME_UNSAT, NULL);
    judge(&court);
    expect_counts(&court, 1, 0, 0);
    assert_false(
        expect_finding(&court, FINDING_SOLUTION, GRADE_CROSS_CHECKED, CERTIFICATE_NONE, "z3")
            ->disputed);
    court_close(&court);
}

/* Two of one family are one voice: it is not known who is wrong. */
static void test_no_majority_in_a_family(void **state) {
    court_t court;
    court_open(&court, hard_text);
    says(&court, "z3", OUTCOME_SAT, hard_model);
    says(&court, "cvc4", OUTCOME_UNSAT, NULL);
    says(&court, "cvc5", OUTCOME_UNSAT, NULL);
    judge(&court);
    expect_counts(&court, 1, 0, 0);
    const finding_t *finding =
        expect_finding(&court, FINDING_REFUTATION, GRADE_CROSS_CHECKED, CERTIFICATE_NONE, "cvc4");
    assert_true(finding->disputed);
    assert_int_equal(finding->other, 0);
    assert_string_equal(finding->says.data, "z3 says sat, cvc4 says unsat");
    court_close(&court);
}

/* The claim and a family against two families: a checked claim decides, a label does not. */
static void test_tie(void **state) {
    for (int labelled = 0; labelled < 2; labelled++) {
        court_t court;
        court_open(&court, hard_text);
        claims(&court, OUTCOME_UNSAT, NULL);
        court.c.labelled = labelled;
        says(&court, "z3", OUTCOME_SAT, hard_model);
        says(&court, "yices", OUTCOME_SAT, hard_model);
        says(&court, "cvc5", OUTCOME_UNSAT, NULL);
        judge(&court);
        if (labelled) {
            expect_counts(&court, 1, 0, 0);
            assert_true(court.judgement.findings.data[0].disputed);
        } else {
            expect_counts(&court, 2, 0, 0);
            expect_finding(&court, FINDING_SOLUTION, GRADE_CROSS_CHECKED, CERTIFICATE_NONE, "z3");
            expect_finding(&court, FINDING_SOLUTION, GRADE_CROSS_CHECKED, CERTIFICATE_NONE,
                           "yices");
        }
        court_close(&court);
    }
}

/* --- tiers --- */

static void test_tiers_by_witness(void **state) {
    court_t court;
    court_open(&court, sat_text);
    says_tier(&court, "z3", "common", OUTCOME_SAT, good_model);
    says_tier(&court, "z3", "default", OUTCOME_UNSAT, NULL);
    judge(&court);
    expect_counts(&court, 1, 0, 0);
    assert_int_equal(
        expect_finding(&court, FINDING_REFUTATION, GRADE_CERTIFIED, CERTIFICATE_WITNESS, "z3")->run,
        1);
    court_close(&court);
}

static void test_tiers_by_others(void **state) {
    court_t court;
    court_open(&court, hard_text);
    says_tier(&court, "z3", "default", OUTCOME_UNSAT, NULL);
    says_tier(&court, "z3", "common", OUTCOME_SAT, NULL);
    says_tier(&court, "cvc5", "default", OUTCOME_SAT, hard_model);
    judge(&court);
    expect_counts(&court, 1, 0, 0);
    const finding_t *finding =
        expect_finding(&court, FINDING_REFUTATION, GRADE_CROSS_CHECKED, CERTIFICATE_NONE, "z3");
    assert_int_equal(finding->run, 0);
    assert_int_equal(finding->other, 2);
    assert_false(finding->disputed);
    court_close(&court);
}

static void test_tiers_alone(void **state) {
    court_t court;
    court_open(&court, hard_text);
    says_tier(&court, "z3", "common", OUTCOME_SAT, hard_model);
    says_tier(&court, "z3", "default", OUTCOME_UNSAT, NULL);
    judge(&court);
    expect_counts(&court, 1, 0, 0);
    const finding_t *finding =
        expect_finding(&court, FINDING_SOLUTION, GRADE_CROSS_CHECKED, CERTIFICATE_NONE, "z3");
    assert_int_equal(finding->run, 0);
    assert_true(finding->disputed);
    court_close(&court);

    court_open(&court, hard_text);
    says_tier(&court, "z3", "default", OUTCOME_SAT, hard_model);
    says_tier(&court, "z3", "common", OUTCOME_UNSAT, NULL);
    judge(&court);
    expect_finding(&court, FINDING_REFUTATION, GRADE_CROSS_CHECKED, CERTIFICATE_NONE, "z3");
    assert_int_equal(court.judgement.findings.data[0].run, 1);
    court_close(&court);
}

/* One finding for one solver, and it is the default tier's. */
static void test_one_finding_a_solver(void **state) {
    court_t court;
    court_open(&court, sat_text);
    claims(&court, OUTCOME_SAT, good_model);
    says_tier(&court, "z3", "common", OUTCOME_UNSAT, NULL);
    says_tier(&court, "z3", "default", OUTCOME_UNSAT, NULL);
    says_tier(&court, "z3", "common", OUTCOME_UNSAT, NULL);
    judge(&court);
    expect_counts(&court, 1, 0, 0);
    assert_int_equal(court.judgement.findings.data[0].run, 1);
    court_close(&court);
}

/* --- questions --- */

static void test_ask_for_models(void **state) {
    court_t court;
    court_open(&court, sat_text);
    says(&court, "z3", OUTCOME_SAT, NULL);
    says(&court, "cvc5", OUTCOME_UNSAT, NULL);
    judge(&court);
    expect_counts(&court, 1, 0, 0);
    assert_true(court.judgement.findings.data[0].disputed);
    assert_int_equal(court.judgement.ask.len, 1);
    follow_t follow = court.judgement.ask.data[0];
    assert_int_equal(follow.kind, FOLLOW_MODEL);
    assert_int_equal(follow.run, 0);
    assert_non_null(strstr(follow.text, "(get-model)"));
    replies(&court, FOLLOW_MODEL, 0, 0, OUTCOME_SAT, good_model);
    judge(&court);
    expect_counts(&court, 1, 0, 0);
    expect_finding(&court, FINDING_REFUTATION, GRADE_CERTIFIED, CERTIFICATE_WITNESS, "cvc5");
    assert_int_equal(court.judgement.ask.len, 0);
    court_close(&court);
}

/* No model can be had: asked once, and not again. */
static void test_ask_once(void **state) {
    court_t court;
    court_open(&court, sat_text);
    says(&court, "z3", OUTCOME_SAT, NULL);
    says(&court, "cvc5", OUTCOME_UNSAT, NULL);
    replies(&court, FOLLOW_MODEL, 0, 0, OUTCOME_SAT, NULL);
    court.replies[0].answer = NULL;
    judge(&court);
    expect_counts(&court, 1, 0, 0);
    assert_int_equal(court.judgement.ask.len, 0);
    court_close(&court);
}

static void test_ask_substituted(void **state) {
    court_t court;
    court_open(&court, hard_text);
    says(&court, "yices", OUTCOME_UNKNOWN, NULL);
    says(&court, "z3", OUTCOME_SAT, hard_model);
    says(&court, "cvc5", OUTCOME_UNSAT, NULL);
    judge(&court);
    assert_int_equal(court.judgement.ask.len, 2);
    for (uint32_t i = 0; i < 2; i++) {
        follow_t follow = court.judgement.ask.data[i];
        assert_int_equal(follow.kind, FOLLOW_SUBSTITUTED);
        assert_int_equal(follow.of, 1);
        assert_int_equal(follow.run, i + 1);
        assert_string_equal(follow.text,
                            "(define-fun x () Int 0)\n(define-fun f ((z Int)) Int (+ 1 (* z z)))\n"
                            "(assert (forall ((y Int)) (> (f y) x)))\n(check-sat)\n");
    }
    court_close(&court);
}

static void test_self_contradiction(void **state) {
    court_t court;
    court_open(&court, hard_text); /* cvc5: unsat, but sat with the model */
    says(&court, "z3", OUTCOME_SAT, hard_model);
    says(&court, "cvc5", OUTCOME_UNSAT, NULL);
    replies(&court, FOLLOW_SUBSTITUTED, 0, 0, OUTCOME_SAT, NULL);
    replies(&court, FOLLOW_SUBSTITUTED, 1, 0, OUTCOME_SAT, NULL);
    judge(&court);
    expect_counts(&court, 1, 0, 0);
    const finding_t *finding = expect_finding(&court, FINDING_REFUTATION, GRADE_CROSS_CHECKED,
                                              CERTIFICATE_SELF_CONTRADICTION, "cvc5");
    assert_false(finding->disputed);
    assert_string_equal(finding->witness.data, hard_model);
    court_close(&court);

    court_open(&court, hard_text); /* z3: sat, but not with its own model */
    says(&court, "z3", OUTCOME_SAT, hard_model);
    says(&court, "cvc5", OUTCOME_UNSAT, NULL);
    replies(&court, FOLLOW_SUBSTITUTED, 0, 0, OUTCOME_UNSAT, NULL);
    replies(&court, FOLLOW_SUBSTITUTED, 1, 0, OUTCOME_UNSAT, NULL);
    judge(&court);
    expect_counts(&court, 1, 0, 0);
    expect_finding(&court, FINDING_SOLUTION, GRADE_CROSS_CHECKED, CERTIFICATE_SELF_CONTRADICTION,
                   "z3");
    court_close(&court);

    court_open(&court, hard_text); /* the model of another solver may well be wrong */
    says(&court, "z3", OUTCOME_SAT, hard_model);
    says(&court, "yices", OUTCOME_SAT, NULL);
    says(&court, "cvc5", OUTCOME_UNSAT, NULL);
    replies(&court, FOLLOW_SUBSTITUTED, 0, 0, OUTCOME_UNKNOWN, NULL);
    replies(&court, FOLLOW_SUBSTITUTED, 1, 0, OUTCOME_UNSAT, NULL);
    judge(&court);
    expect_counts(&court, 1, 0, 0);
    expect_finding(&court, FINDING_REFUTATION, GRADE_CROSS_CHECKED, CERTIFICATE_NONE, "cvc5");
    court_close(&court);

    court_open(&court, hard_text); /* each stays with what it said: still disputed */
    says(&court, "z3", OUTCOME_SAT, hard_model);
    says(&court, "cvc5", OUTCOME_UNSAT, NULL);
    replies(&court, FOLLOW_SUBSTITUTED, 0, 0, OUTCOME_SAT, NULL);
    replies(&court, FOLLOW_SUBSTITUTED, 1, 0, OUTCOME_UNSAT, NULL);
    judge(&court);
    expect_counts(&court, 1, 0, 0);
    assert_true(court.judgement.findings.data[0].disputed);
    assert_int_equal(court.judgement.ask.len, 0);
    court_close(&court);
}

/* --- crashes and validators --- */

static void test_crash(void **state) {
    court_t court;
    court_open(&court, sat_text);
    says(&court, "cvc5", OUTCOME_SAT, good_model);
    crashes(&court, "z3", NULL, "assert smt.cpp:12", NULL);
    crashes(&court, "z3", "common", "assert smt.cpp:12", NULL); /* the same */
    crashes(&court, "z3", "common", "assert smt.cpp:13", NULL); /* another */
    judge(&court);
    expect_counts(&court, 2, 0, 0);
    const finding_t *finding =
        expect_finding(&court, FINDING_CRASH, GRADE_CLAIMED, CERTIFICATE_NONE, "z3");
    assert_int_equal(finding->run, 1);
    assert_string_equal(finding->says.data, "z3 crashes: assert smt.cpp:12");
    court_close(&court);
}

static const char complaint[] = "line 4 column 10: an invalid model was generated";

static void test_validator(void **state) {
    court_t court;
    court_open(&court, sat_text); /* the evaluator agrees */
    crashes(&court, "z3", "validate", complaint, bad_model);
    judge(&court);
    expect_counts(&court, 1, 0, 0);
    expect_finding(&court, FINDING_INVALID_MODEL, GRADE_CERTIFIED, CERTIFICATE_OWN_MODEL, "z3");
    court_close(&court);

    court_open(&court, sat_text); /* the evaluator does not: a false alarm of theirs */
    crashes(&court, "z3", "validate", complaint, good_model);
    judge(&court);
    expect_nothing(&court);
    court_close(&court);

    court_open(&court, sat_text); /* no model to be seen */
    crashes(&court, "cvc5", "validate",
            "Internal error detected SolverEngine::checkModel(): ERRORS SATISFYING ASSERTIONS WITH "
            "MODEL:",
            NULL);
    judge(&court);
    expect_counts(&court, 1, 0, 0);
    expect_finding(&court, FINDING_INVALID_MODEL, GRADE_CLAIMED, CERTIFICATE_VALIDATOR, "cvc5");
    court_close(&court);

    court_open(&court, hard_text); /* where validators are known to err */
    crashes(&court, "z3", "validate", complaint, NULL);
    judge(&court);
    expect_suspicion(&court, FINDING_INVALID_MODEL);
    court_close(&court);

    court_open(&court, "(declare-const x Int)(assert (= (div x x) 2))");
    crashes(&court, "z3", "validate", complaint, "((define-fun x () Int 0))");
    judge(&court);
    expect_suspicion(&court, FINDING_INVALID_MODEL);
    court_close(&court);
}

/* --- on request --- */

static void test_performance(void **state) {
    static const struct {
        double slow, fast, seed;
        outcome_t outcome;
        bool found;
    } rows[] = {
        {5000, 10, 20, OUTCOME_TIMEOUT, true},  {5000, 10, 20, OUTCOME_SAT, true},
        {5000, 10, 1000, OUTCOME_SAT, false}, /* the seed is as hard */
        {5000, 1000, 20, OUTCOME_SAT, false},   {90, 1, 1, OUTCOME_SAT, false},
        {5000, 10, 20, OUTCOME_UNKNOWN, false}, {110, 0, 0, OUTCOME_SAT, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        court_t court;
        court_open(&court, sat_text);
        says(&court, "z3", rows[i].outcome, NULL);
        says(&court, "cvc5", OUTCOME_SAT, NULL);
        court.answers[0].cpu_ms = rows[i].slow;
        court.answers[1].cpu_ms = rows[i].fast;
        court.runs[0].seeded = true;
        court.runs[0].seed_ms = rows[i].seed;
        judge(&court);
        expect_nothing(&court); /* it was not asked for */
        court.c.slow_factor = 20;
        court.c.slow_ms = 100;
        judge(&court);
        expect_counts(&court, rows[i].found, 0, 0);
        if (rows[i].found)
            expect_finding(&court, FINDING_PERFORMANCE, GRADE_CROSS_CHECKED, CERTIFICATE_NONE,
                           "z3");
        court.runs[0].seeded = false;
        judge(&court);
        expect_nothing(&court);
        court_close(&court);
    }
}

static void test_performance_of_a_family(void **state) {
    court_t court;
    court_open(&court, sat_text);
    says(&court, "cvc4", OUTCOME_TIMEOUT, NULL);
    says(&court, "cvc5", OUTCOME_SAT, NULL); /* the newer one of the family is no measure */
    court.answers[0].cpu_ms = 5000;
    court.runs[0].seeded = true;
    court.c.slow_factor = 20;
    judge(&court);
    expect_nothing(&court);
    court_close(&court);
}

static void test_incompleteness(void **state) {
    court_t court;
    court_open(&court, sat_text);
    says(&court, "z3", OUTCOME_UNKNOWN, NULL);
    says(&court, "cvc5", OUTCOME_UNSAT, NULL);
    court.runs[0].seeded = true;
    court.runs[0].seed_outcome = OUTCOME_SAT;
    judge(&court);
    expect_nothing(&court);
    court.c.incompleteness = true;
    judge(&court);
    expect_counts(&court, 1, 0, 0);
    expect_finding(&court, FINDING_INCOMPLETENESS, GRADE_CROSS_CHECKED, CERTIFICATE_NONE, "z3");
    court.runs[0].seed_outcome = OUTCOME_UNKNOWN;
    judge(&court);
    expect_nothing(&court);
    court_close(&court);
}

/* --- the rest --- */

static void fail_work(mem_t *mem, void *arg) {
    judge_t judge;
    judgement_t judgement;
    judge_init(&judge, mem);
    judgement_init(&judgement, mem);
    judge_case(&judge, arg, &judgement);
    if (judgement.ask.len == 0) /* the reader caught the failure: a text is then as good as wrong */
        mem_fail(mem);
    judgement_done(&judgement);
    judge_done(&judge);
}

static void test_no_memory(void **state) {
    court_t court;
    court_open(&court, hard_text);
    says(&court, "z3", OUTCOME_SAT, hard_model);
    says(&court, "cvc5", OUTCOME_UNSAT, NULL);
    crashes(&court, "boolector", NULL, "SIGSEGV", NULL);
    unit_fail_each(fail_work, NULL, &court.c);
    court_close(&court);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agreement),
        cmocka_unit_test(test_cheap),
        cmocka_unit_test(test_no_evidence),
        cmocka_unit_test(test_witness_of_solver),
        cmocka_unit_test(test_witness_of_claim),
        cmocka_unit_test(test_invalid_model),
        cmocka_unit_test(test_no_model_evidence),
        cmocka_unit_test(test_solution_by_own_model),
        cmocka_unit_test(test_invalid_model_in_a_family),
        cmocka_unit_test(test_invalid_model_beside_witness),
        cmocka_unit_test(test_claimed),
        cmocka_unit_test(test_alarm_refuted),
        cmocka_unit_test(test_alarm_unfounded),
        cmocka_unit_test(test_alarm_outvoted),
        cmocka_unit_test(test_cross_checked_by_claim),
        cmocka_unit_test(test_majority_of_families),
        cmocka_unit_test(test_no_majority_in_a_family),
        cmocka_unit_test(test_tie),
        cmocka_unit_test(test_tiers_by_witness),
        cmocka_unit_test(test_tiers_by_others),
        cmocka_unit_test(test_tiers_alone),
        cmocka_unit_test(test_one_finding_a_solver),
        cmocka_unit_test(test_ask_for_models),
        cmocka_unit_test(test_ask_once),
        cmocka_unit_test(test_ask_substituted),
        cmocka_unit_test(test_self_contradiction),
        cmocka_unit_test(test_crash),
        cmocka_unit_test(test_validator),
        cmocka_unit_test(test_performance),
        cmocka_unit_test(test_performance_of_a_family),
        cmocka_unit_test(test_incompleteness),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
