#include "script_fixture.h"

#include "oracle/cluster.h"

static void expect_key(const char *text, const char *want) {
    fixture_t f;
    fixture_init(&f);
    parse(&f, text);
    strbuf_clear(&f.out);
    cluster_key(&(finding_t){.kind = FINDING_REFUTATION}, "z3", &f.script, &f.out);
    assert_string_equal(strbuf_text(&f.out), want);
    fixture_done(&f);
}

static void test_operators(void **state) {
    expect_key("(set-logic ALL)(declare-const x Int)(assert (> (* x x) (+ x 1)))(check-sat)",
               "refutation-soundness z3 QF_NIA * +");
    /* The same, whatever the names, the order and the logic that is set. */
    expect_key("(set-logic QF_NIA)(declare-fun b () Int)(assert (> (+ 7 b) (+ 1 (* b b b))))",
               "refutation-soundness z3 QF_NIA * +");
    /* Core, equality, literals and constants are left out; so are indices. */
    expect_key(
        "(declare-const v (_ BitVec 8))(assert (or (= ((_ extract 3 0) v) #xF) (and (bvult v "
        "#x02) (not (= v (ite (= v #x01) v #x00))))))",
        "refutation-soundness z3 QF_BV bvult extract");
    expect_key("(declare-const s String)(assert (str.in_re s (re.++ re.all re.allchar)))",
               "refutation-soundness z3 QF_S re.++ str.in_re");
    expect_key("(declare-const p Bool)(assert p)", "refutation-soundness z3 QF_UF");
}

/* Older spellings are the same operator. */
static void test_spellings(void **state) {
    expect_key("(declare-const s String)(assert (= (str.to.int s) 1))",
               "refutation-soundness z3 QF_S str.to_int");
    expect_key("(declare-const s String)(assert (= (str.to_int s) 1))",
               "refutation-soundness z3 QF_S str.to_int");
}

/* What is only declared does not matter; what a definition uses does, where it is used. */
static void test_definitions(void **state) {
    expect_key("(declare-const x Int)(define-fun f ((y Int)) Int (div y 2))"
               "(define-fun g ((y Int)) Int (mod y 2))(assert (= (f x) x))",
               "refutation-soundness z3 QF_LIA div");
    expect_key("(assert (forall ((x Int)) (let ((y (abs x))) (= x y))))",
               "refutation-soundness z3 LIA abs");
}

static void test_datatypes(void **state) {
    expect_key("(declare-datatype L ((nil) (cons (hd Int) (tl L))))(declare-const l L)"
               "(assert (and ((_ is cons) l) (= (hd l) 1) (= l (cons 1 nil))))",
               "refutation-soundness z3 QF_UFDTLIA constructor is selector");
}

static void test_findings(void **state) {
    mem_t mem;
    mem_init(&mem);
    judge_t judge;
    judge_init(&judge, &mem);
    strbuf_t out;
    strbuf_init(&out, &mem);
    finding_t finding = {.kind = FINDING_CRASH, .signature = slice_of("assert smt.cpp:12: x > 0")};
    static const char text[] = "(declare-const x Real)(assert (< x 0.5))(check-sat)";
    cluster_finding(&judge, &finding, "cvc5", slice_of(text), &out);
    assert_string_equal(strbuf_text(&out), "crash cvc5 assert smt.cpp:12: x > 0");
    strbuf_clear(&out);
    finding = (finding_t){.kind = FINDING_INVALID_MODEL};
    cluster_finding(&judge, &finding, "cvc5", slice_of(text), &out);
    assert_string_equal(strbuf_text(&out), "invalid-model cvc5 QF_LRA");
    /* Slow answers are never reduced: what operators are there says nothing. */
    static const char large[] = "(declare-const x Real)(assert (< (- x) (+ x 0.5)))(check-sat)";
    strbuf_clear(&out);
    finding.kind = FINDING_PERFORMANCE;
    cluster_finding(&judge, &finding, "cvc5", slice_of(large), &out);
    assert_string_equal(strbuf_text(&out), "performance cvc5 QF_NRA");
    strbuf_clear(&out);
    finding.kind = FINDING_SOLUTION;
    cluster_finding(&judge, &finding, "cvc5", (slice_t){text, 10}, &out);
    assert_string_equal(strbuf_text(&out), "solution-soundness cvc5");
    strbuf_done(&out);
    judge_done(&judge);
    assert_int_equal(mem.used, 0);
    mem_done(&mem);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_operators),   cmocka_unit_test(test_spellings),
        cmocka_unit_test(test_definitions), cmocka_unit_test(test_datatypes),
        cmocka_unit_test(test_findings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
