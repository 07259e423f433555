/* What the standard permits: differences that may depend on open values are no findings, unless the
 * evaluator shows that they do not. */
#include "judge_fixture.h"

/* A formula on which solvers may differ; a model that is true under a choice of ours, or NULL. */
typedef struct permitted {
    const char *text;
    const char *model;
    bool free; /* any choice is as good as another: the model is a proof */
} permitted_t;

static const permitted_t permitted[] = {
    {"(declare-const x Real)(assert (= (/ x 0.0) 0.0))", "((x 1.0))", true},
    {"(declare-const x Int)(assert (= (div x 0) 0))", "((x 1))", true},
    {"(declare-const x Int)(assert (= (mod x 0) 0))", "((x 1))", true},
    {"(declare-datatype L ((n) (c (h Int))))(declare-const l L)(assert (= (h l) 0))", "((l n))",
     true},
    {"(declare-const x Int)(assert (= (rem x 0) 0))", "((x 1))", false},
    {"(declare-const x Int)(assert (= (^ x x) 1))", "((x 0))", false},
    {"(declare-const x Real)(assert (= (^ x (- 1)) 1.0))", NULL, false},
    {"(declare-const x Real)(assert (= (to_real x) 0.5))", NULL, false},
    {"(declare-const x Real)(assert (= (sqrt x) 0.0))", "((x (- 1.0)))", false},
    {"(declare-const x Real)(assert (= (arccos x) 0.0))", "((x 2.0))", false},
    {"(declare-const x Real)(assert (= (arcsin x) 0.0))", "((x 2.0))", false},
    {"(declare-const x Real)(assert (= (cot x) 0.0))", "((x 0.0))", false},
    {"(declare-const x Float16)(assert (= (fp.min x (fp.neg x)) x))", "((x (_ +zero 5 11)))",
     false},
    {"(declare-const x Float16)(assert (= (fp.max x (fp.neg x)) x))", "((x (_ -zero 5 11)))",
     false},
    {"(declare-const x Float16)(assert (= ((_ fp.to_ubv 8) RNE x) #x00))", "((x (_ NaN 5 11)))",
     false},
    {"(declare-const x Float16)(assert (= ((_ fp.to_sbv 8) RNE x) #x00))", "((x (_ +oo 5 11)))",
     false},
    {"(declare-const x Float16)(assert (= (fp.to_real x) 0.0))", "((x (_ NaN 5 11)))", false},
    {"(declare-const x Float16)(assert (= (fp.to_ieee_bv x) #x7e00))", "((x (_ NaN 5 11)))", false},
    {"(declare-const s (Seq Int))(assert (= (seq.nth s 3) 0))", "((s (as seq.empty (Seq Int))))",
     false},
    {"(declare-const s (Set Int))(assert (= (set.choose s) 0))", "((s (as set.empty (Set Int))))",
     false},
    {"(define-fun-rec f ((x Int)) Int (ite (= x 0) 0 (+ 1 (f x))))(declare-const x Int)"
     "(assert (= (f x) 0))",
     "((x 0))", false},
    {"(declare-const a (Array Int Int))(assert (= (default a) 0))", NULL, false},
    {"(declare-const x Int)(assert (= x (witness ((y Int)) (> y x))))", NULL, false},
};

enum { ROWS = sizeof permitted / sizeof *permitted };

/* Solvers differ, and none shows a model. */
static void test_disagreement(void **state) {
    for (uint32_t i = 0; i < ROWS; i++) {
        court_t court;
        court_open(&court, permitted[i].text);
        says(&court, "z3", OUTCOME_SAT, NULL);
        says(&court, "cvc5", OUTCOME_UNSAT, NULL);
        judge(&court);
        expect_suspicion(&court, FINDING_REFUTATION);
        assert_non_null(court.judge.witness.script); /* not because it could not be read */
        court_close(&court);
    }
}

/* One solver against the claim. */
static void test_claim(void **state) {
    for (uint32_t i = 0; i < ROWS; i++) {
        court_t court;
        court_open(&court, permitted[i].text);
        claims(&court, OUTCOME_SAT, NULL);
        says(&court, "z3", OUTCOME_UNSAT, NULL);
        judge(&court);
        expect_suspicion(&court, FINDING_REFUTATION);
        court_close(&court);

        court_open(&court, permitted[i].text);
        claims(&court, OUTCOME_UNSAT, NULL);
        says(&court, "z3", OUTCOME_SAT, NULL);
        judge(&court);
        expect_suspicion(&court, FINDING_SOLUTION);
        court_close(&court);
    }
}

/* A model that is true under a choice proves something only where any choice will do. */
static void test_witness(void **state) {
    for (uint32_t i = 0; i < ROWS; i++) {
        if (!permitted[i].model)
            continue;
        court_t court;
        court_open(&court, permitted[i].text);
        says(&court, "z3", OUTCOME_SAT, permitted[i].model);
        says(&court, "cvc5", OUTCOME_UNSAT, NULL);
        judge(&court);
        if (permitted[i].free) {
            expect_counts(&court, 1, 0, 0);
            expect_finding(&court, FINDING_REFUTATION, GRADE_CERTIFIED, CERTIFICATE_WITNESS,
                           "cvc5");
        } else {
            expect_suspicion(&court, FINDING_REFUTATION);
        }
        court_close(&court);

        court_open(&court, permitted[i].text); /* the claim's model */
        claims(&court, OUTCOME_SAT, permitted[i].model);
        says(&court, "z3", OUTCOME_UNSAT, NULL);
        says(&court, "cvc5", OUTCOME_UNSAT, NULL);
        judge(&court);
        expect_counts(&court, permitted[i].free ? 2 : 0, permitted[i].free ? 0 : 2, 0);
        court_close(&court);

        court_open(&court, permitted[i].text); /* against an unsat claim */
        claims(&court, OUTCOME_UNSAT, NULL);
        says(&court, "z3", OUTCOME_SAT, permitted[i].model);
        judge(&court);
        expect_counts(&court, 0, !permitted[i].free, permitted[i].free);
        court_close(&court);
    }
}

/* All solvers against a claim without a model: where they may have decided on a value, none need
 * be wrong. */
static void test_outvoted(void **state) {
    for (uint32_t i = 0; i < ROWS; i++) {
        court_t court;
        court_open(&court, permitted[i].text);
        claims(&court, OUTCOME_SAT, NULL);
        says(&court, "z3", OUTCOME_UNSAT, NULL);
        says(&court, "cvc5", OUTCOME_UNSAT, NULL);
        judge(&court);
        expect_counts(&court, 0, permitted[i].free ? 0 : 2, permitted[i].free);
        court_close(&court);
    }
}

/* Contradicting oneself is not permitted where any value will do; where one may have been decided
 * on, it may have been another one the second time. */
static void test_self_contradiction(void **state) {
    for (uint32_t i = 0; i < ROWS; i++) {
        court_t court;
        court_open(&court, permitted[i].text);
        says(&court, "z3", OUTCOME_SAT, "((nothing 1))");
        says(&court, "cvc5", OUTCOME_UNSAT, NULL);
        replies(&court, FOLLOW_SUBSTITUTED, 1, 0, OUTCOME_SAT, NULL);
        judge(&court);
        expect_counts(&court, permitted[i].free, !permitted[i].free, 0);
        court_close(&court);
    }
}

/* Tiers of one solver have the same idea of what is free. */
static void test_tiers(void **state) {
    for (uint32_t i = 0; i < ROWS; i++) {
        court_t court;
        court_open(&court, permitted[i].text);
        says_tier(&court, "z3", "default", OUTCOME_SAT, NULL);
        says_tier(&court, "z3", "common", OUTCOME_UNSAT, NULL);
        judge(&court);
        expect_counts(&court, permitted[i].free, !permitted[i].free, 0);
        court_close(&court);
    }
}

/* A model that is false whatever is chosen is false. */
static void test_certified(void **state) {
    static const char *const rows[][2] = {
        {"(declare-const x Int)(assert (= x (+ x (div x 0) 1)))(assert (= x 2))", "((x 1))"},
        {"(declare-const x Float16)(assert (fp.isNaN (fp.min x x)))", "((x (_ +zero 5 11)))"},
        {"(declare-const s (Seq Int))(assert (= (seq.nth s 0) 0))", "((s (seq.unit 1)))"},
        {"(declare-const x Real)(assert (= (sqrt x) 2.0))", "((x 9.0))"},
        {"(declare-const x Int)(assert (= (div x 0) 7))",
         "((define-fun x () Int 1) (define-fun div0 ((a Int) (b Int)) Int 8))"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        court_t court;
        court_open(&court, rows[i][0]);
        says(&court, "z3", OUTCOME_SAT, rows[i][1]);
        judge(&court);
        expect_counts(&court, 1, 0, 0);
        expect_finding(&court, FINDING_INVALID_MODEL, GRADE_CERTIFIED, CERTIFICATE_OWN_MODEL, "z3");
        court_close(&court);
    }
}

/* A model under which what is open would decide is neither true nor false. */
static void test_undecided(void **state) {
    static const char *const rows[][2] = {
        {"(declare-const x Int)(assert (= (div x 0) 7))", "((x 1))"},
        {"(declare-const x Float16)(assert (distinct (fp.min x (fp.neg x)) x))",
         "((x (_ +zero 5 11)))"},
        {"(declare-const s (Seq Int))(assert (= (seq.nth s 3) 1))",
         "((s (as seq.empty (Seq Int))))"},
        {"(declare-const x Real)(assert (= (to_real x) 0.5))", "((x 0.5))"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        court_t court;
        court_open(&court, rows[i][0]);
        says(&court, "z3", OUTCOME_SAT, rows[i][1]);
        says(&court, "cvc5", OUTCOME_SAT, NULL);
        judge(&court);
        expect_nothing(&court);
        court_close(&court);
    }
}

/* Where solvers do not agree what an operator means, even a false model is nothing. */
static void test_disputed(void **state) {
    court_t court;
    court_open(&court, "(declare-const a (Array Int Int))(declare-const x Int)"
                       "(assert (> x (default a)))(assert (= x 1))");
    says(&court, "z3", OUTCOME_SAT, "((x 0) (a ((as const (Array Int Int)) 0)))");
    judge(&court);
    expect_suspicion(&court, FINDING_INVALID_MODEL);
    court_close(&court);
}

/* What assay cannot read may be anything. */
static void test_unreadable(void **state) {
    court_t court;
    court_open(&court, "(declare-const x Int)(assert (frobnicate x))(check-sat)");
    says(&court, "z3", OUTCOME_SAT, "((x 1))");
    says(&court, "cvc5", OUTCOME_UNSAT, NULL);
    judge(&court);
    expect_suspicion(&court, FINDING_REFUTATION);
    court_close(&court);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_disagreement),
        cmocka_unit_test(test_claim),
        cmocka_unit_test(test_witness),
        cmocka_unit_test(test_outvoted),
        cmocka_unit_test(test_self_contradiction),
        cmocka_unit_test(test_tiers),
        cmocka_unit_test(test_certified),
        cmocka_unit_test(test_undecided),
        cmocka_unit_test(test_disputed),
        cmocka_unit_test(test_unreadable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
