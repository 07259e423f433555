#include "script_fixture.h"

#include "oracle/witness.h"

/* What a model's text shows of a script: holds, and whether it counts. */
static tested_t test_model(witness_t *witness, const char *model, bool *counts) {
    tested_t tested = witness_test(witness, model, strlen(model));
    *counts = witness_counts(witness, &tested);
    return tested;
}

static void expect(const char *script, const char *model, holds_t holds, bool counts) {
    mem_t mem;
    mem_init(&mem);
    witness_t witness;
    witness_init(&witness, &mem);
    assert_true(witness_read(&witness, script, strlen(script)));
    bool found;
    assert_int_equal(test_model(&witness, model, &found).holds, holds);
    assert_int_equal(found, counts);
    witness_done(&witness);
    assert_int_equal(mem.used, 0);
    mem_done(&mem);
}

static void test_plain(void **state) {
    static const char script[] = "(declare-const x Int)(declare-fun f (Int) Int)"
                                 "(assert (> x 3))(assert (= (f x) 2))(check-sat)";
    expect(script, "((define-fun x () Int 4) (define-fun f ((y Int)) Int 2))", HOLDS_YES, true);
    expect(script, "((define-fun x () Int 3) (define-fun f ((y Int)) Int 2))", HOLDS_NO, true);
    expect(script, "((define-fun x () Int 4))", HOLDS_UNKNOWN, false); /* f may be 2 */
    expect(script, "((define-fun x () Int 3))", HOLDS_NO, true);       /* whatever f is */
    expect(script, "", HOLDS_UNKNOWN, false);
}

/* What could not be read is no evidence, whatever the rest says. */
static void test_unreadable(void **state) {
    static const char script[] = "(declare-const x Int)(declare-const y Int)(assert (> x 3))";
    static const char *const models[] = {
        "((define-fun x () Int 4) (define-fun y () Int",
        "((define-fun x () Int 2) (define-fun y () Int (what 1)))",
        "((define-fun x () Bool true))",
    };
    mem_t mem;
    mem_init(&mem);
    witness_t witness;
    witness_init(&witness, &mem);
    assert_true(witness_read(&witness, script, strlen(script)));
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        bool counts;
        tested_t tested = test_model(&witness, models[i], &counts);
        assert_int_equal(tested.holds, HOLDS_UNKNOWN);
        assert_false(tested.readable || counts);
    }
    witness_done(&witness);
    mem_done(&mem);
}

/* True under a choice: proof where any function will do, and none where solvers may have decided.
 */
static void test_choices(void **state) {
    expect("(declare-const x Int)(assert (= (div x 0) 0))", "((define-fun x () Int 1))", HOLDS_YES,
           true);
    expect("(declare-const x Int)(assert (= (div x 0) 7))",
           "((define-fun x () Int 1) (define-fun div0 ((a Int) (b Int)) Int 7))", HOLDS_YES, true);
    expect("(declare-const x Int)(assert (= (div x 0) 7))",
           "((define-fun x () Int 1) (define-fun div0 ((a Int) (b Int)) Int 8))", HOLDS_NO, true);
    expect("(declare-const x Int)(assert (= (div x 0) 7))", "((define-fun x () Int 1))",
           HOLDS_UNKNOWN, false);
    expect("(declare-const x Float16)(assert (distinct x (fp.neg x)))"
           "(assert (= x (fp.min x (fp.neg x))))",
           "((define-fun x () Float16 (_ +zero 5 11)))", HOLDS_YES, false);
    expect("(declare-const x Int)(assert (= (^ x x) 1))", "((define-fun x () Int 0))", HOLDS_YES,
           false);
    expect("(declare-const x Int)(assert (= (^ x x) 1))", "((define-fun x () Int 1))", HOLDS_YES,
           true);
    expect("(declare-const s (Seq Int))(assert (= (seq.nth s 4) 0))",
           "((define-fun s () (Seq Int) (as seq.empty (Seq Int))))", HOLDS_YES, false);
    expect("(declare-datatype L ((nil) (cons (hd Int) (tl L))))(assert (= (hd nil) 0))", "()",
           HOLDS_YES, true);
}

static void test_recursive(void **state) {
    static const char script[] = "(define-fun-rec f ((n Int)) Int (ite (= n 0) 0 (+ 1 (f n))))"
                                 "(declare-const x Int)(assert (= (f x) 0))";
    expect(script, "((define-fun x () Int 0))", HOLDS_YES, false); /* there is no such f */
    expect("(define-fun-rec f ((n Int)) Int (ite (<= n 0) 0 (+ 1 (f (- n 1)))))"
           "(declare-const x Int)(assert (= (f x) 0))",
           "((define-fun x () Int 3))", HOLDS_NO, true);
}

static void test_disputed(void **state) {
    static const char script[] = "(declare-const a (Array Int Int))(declare-const x Int)"
                                 "(assert (= x 1))(assert (= (default a) (default a)))";
    expect(script, "((define-fun x () Int 2))", HOLDS_NO, false);
}

static void test_scopes(void **state) {
    expect("(declare-const x Int)(push 1)(assert (= x 1))(pop 1)(assert (> x 5))(check-sat)"
           "(assert false)",
           "((define-fun x () Int 6))", HOLDS_YES, true);
    expect("(declare-const p Bool)(check-sat-assuming ((not p)))", "((define-fun p () Bool true))",
           HOLDS_NO, true);
}

/* Scripts whose verdicts mean something else. */
static void test_not_understood(void **state) {
    static const char *const scripts[] = {
        "(declare-const x Int)(query-something x)(check-sat)",
        "(declare-rel r (Int))(check-sat)",
        "(declare-const x Int)(assert (> x y))",
        "(assert",
    };
    mem_t mem;
    mem_init(&mem);
    witness_t witness;
    witness_init(&witness, &mem);
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
        assert_false(witness_read(&witness, scripts[i], strlen(scripts[i])));
    static const char good[] = "(declare-const x Int)(check-sat)(whatever)";
    assert_true(witness_read(&witness, good, strlen(good)));
    witness_done(&witness);
    assert_int_equal(mem.used, 0);
    mem_done(&mem);
}

/* Many formulas and models in one: nothing of one is seen by the next, and memory stays flat. */
static void test_again(void **state) {
    mem_t mem;
    mem_init(&mem);
    witness_t witness;
    witness_init(&witness, &mem);
    size_t used = 0;
    for (uint32_t round = 1; round < 200; round++) {
        char script[200];
        char model[200];
        snprintf(script, sizeof script,
                 "(declare-sort U 0)(declare-const x%u Int)(declare-const u U)(declare-fun f (U) "
                 "Int)(assert (= x%u %u (f u)))",
                 round, round, round);
        snprintf(model, sizeof model,
                 "((declare-fun U!val!0 () U) (define-fun u () U U!val!0) (define-fun x%u () Int "
                 "%u) (define-fun f ((v U)) Int %u))",
                 round, round, round);
        assert_true(witness_read(&witness, script, strlen(script)));
        bool counts;
        for (int i = 0; i < 3; i++) {
            assert_int_equal(test_model(&witness, model, &counts).holds, HOLDS_YES);
            assert_true(counts);
            assert_int_equal(test_model(&witness, "((define-fun missing () Int 1))", &counts).holds,
                             HOLDS_UNKNOWN);
        }
        if (round == 20)
            used = mem.used;
    }
    assert_true(mem.used <= used);
    witness_done(&witness);
    assert_int_equal(mem.used, 0);
    mem_done(&mem);
}

static void test_use_and_explain(void **state) {
    fixture_t f;
    fixture_init(&f);
    parse(&f, "(declare-const x Int)(assert (< x 9))(assert (> (+ x 1) 5))(check-sat)");
    uint32_t terms = bank_term_count(&f.bank);
    witness_t witness;
    witness_init(&witness, &f.mem);
    assert_true(witness_use(&witness, &f.script));
    bool counts;
    tested_t tested = test_model(&witness, "((define-fun x () Int 2))", &counts);
    assert_int_equal(tested.holds, HOLDS_NO);
    assert_int_equal(tested.assertion, 1);
    strbuf_clear(&f.out);
    witness_explain(&witness, &tested, &f.out);
    assert_string_equal(strbuf_text(&f.out), "(assert (> (+ x 1) 5)) is false\n"
                                             "  (> (+ x 1) 5) is false\n"
                                             "    (+ x 1) = 3\n    x = 2\n");
    witness_forget(&witness);
    assert_int_equal(bank_term_count(&f.bank), terms);
    witness_done(&witness);
    fixture_done(&f);
}

static void fail_work(mem_t *mem, void *arg) {
    static const char script[] = "(declare-const x Real)(assert (= (* x x) 0.25))(check-sat)";
    static const char model[] = "((define-fun x () Real (/ 1 2)))";
    witness_t witness;
    witness_init(&witness, mem);
    /* The reader catches the failure itself: the text is then as good as wrong. */
    if (!witness_read(&witness, script, sizeof script - 1))
        mem_fail(mem);
    tested_t tested = witness_test(&witness, model, sizeof model - 1);
    if (!tested.readable)
        mem_fail(mem);
    assert_int_equal(tested.holds, HOLDS_YES);
    witness_done(&witness);
}

static void test_no_memory(void **state) {
    unit_fail_each(fail_work, NULL, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),           cmocka_unit_test(test_unreadable),
        cmocka_unit_test(test_choices),         cmocka_unit_test(test_recursive),
        cmocka_unit_test(test_disputed),        cmocka_unit_test(test_scopes),
        cmocka_unit_test(test_not_understood),  cmocka_unit_test(test_again),
        cmocka_unit_test(test_use_and_explain), cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
