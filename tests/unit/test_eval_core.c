/* The machine: Bool, let, quantifiers, functions, what is kept and what is forgotten. */
#include "eval_fixture.h"

#include "smt/walk/position.h"

static void bool_operators(void **state) {
    expect_true("true");
    expect_false("false");
    expect_true("(and true)");
    expect_false("(or false)");
    expect_true("(=> false true false)");
    expect_false("(=> true true false)");
    expect_true("(=> true false false)");
    expect_true("(xor true false)");
    expect_true("(xor true true true)");
    expect_true("(= true true true)");
    expect_false("(= true true false)");
    expect_true("(distinct true false)");
    expect_false("(distinct true false true)");
    expect("(ite true 1 2)", "1");
    expect("(ite false 1 2)", "2");
}

static const char consts[] = "(declare-const x Int)(declare-const y Int)(declare-const p Bool)"
                             "(declare-fun f (Int) Int)(declare-fun g (Int Int) Bool)";

static void constants_and_functions_come_from_the_model(void **state) {
    expect_in(consts, "((define-fun x () Int 3))", "(+ x 1)", "4");
    expect_in(consts, "((x 3) (y (- 2)))", "(+ x y)", "1");
    expect_in(consts, "(model (define-fun f ((a Int)) Int (ite (= a 1) 5 7)))", "(+ (f 1) (f 2))",
              "12");
    expect_in(consts,
              "((define-fun f ((a Int)) Int (k!0 a)) (define-fun k!0 ((a Int)) Int (* a a)))",
              "(f 9)", "81");
    expect_in(consts, "((define-fun g ((a Int) (b Int)) Bool (< a b)))", "(g 1 2)", "true");
}

static void what_is_missing_is_chosen(void **state) {
    expect_chosen(consts, "", "(= x x y)");
    expect_chosen(consts, "((x 0))", "(= y x)");
    reason_kind_t why;
    result_t result = evaluate_formula(consts, "", "(= x 1)", &why);
    assert_true(result.known && result.chosen && !result.value);
    /* What is false without the choice is false. */
    result = evaluate_formula(consts, "((x 0))", "(and (= y 0) (= x 1))", &why);
    assert_true(result.known && !result.chosen && !result.value);
    result = evaluate_formula(consts, "((x 0))", "(and (= y 1) (= x 1))", &why);
    assert_true(result.known && !result.chosen && !result.value);
    result = evaluate_formula(consts, "((x 0))", "(or (= y 5) (= x 0))", &why);
    assert_true(result.known && !result.chosen && result.value);
}

static void a_decided_formula_does_not_wait_for_the_rest(void **state) {
    static const char unknown[] = "(exists ((z Int)) (= (* z z z) 123456789))";
    char text[200];
    snprintf(text, sizeof text, "(and %s false)", unknown);
    expect_false(text);
    snprintf(text, sizeof text, "(or %s true)", unknown);
    expect_true(text);
    snprintf(text, sizeof text, "(=> %s true)", unknown);
    expect_true(text);
    snprintf(text, sizeof text, "(let ((u %s)) (= u u))", unknown);
    expect_true(text);
    snprintf(text, sizeof text, "(= 3 (ite %s 3 3))", unknown);
    expect_true(text);
    snprintf(text, sizeof text, "(and %s true)", unknown);
    expect_unknown("", "", text, REASON_QUANTIFIER);
}

static void let_binds_at_once(void **state) {
    expect("(let ((a 1)) (let ((a 2) (b a)) (+ (* 10 a) b)))", "21");
    expect("(let ((a 1)) (+ (let ((a 5)) a) a))", "6");
    expect("(let ((a (let ((b 2)) (* b b)))) (let ((c a)) (+ a c)))", "8");
}

static void quantifiers_over_small_domains(void **state) {
    expect_true("(forall ((a Bool)) (or a (not a)))");
    expect_false("(forall ((a Bool) (b Bool)) (=> a b))");
    expect_true("(exists ((a Bool) (b Bool)) (and a (not b)))");
    expect_true("(forall ((a (_ BitVec 4))) (= (bvnot (bvnot a)) a))");
    expect_true("(forall ((a (_ BitVec 3))) (exists ((b (_ BitVec 3))) (= (bvadd a b) #b000)))");
    expect_false("(exists ((a (_ BitVec 4))) (bvult a #x0))");
    expect_false("(forall ((a Int)) (> a 0))");
    expect_true("(exists ((a Int)) (= a 77))");
    expect_unknown("", "", "(forall ((a Int)) (>= (* a a) 0))", REASON_QUANTIFIER);
}

/* The model's constants are tried, whether they were evaluated before or not. */
static void quantifiers_try_the_model_s_constants(void **state) {
    static const char decl[] = "(declare-const a Int)";
    static const char model[] = "(define-fun a () Int (- 10))";
    expect_in(decl, model, "(exists ((x Int)) (= (* x x x) (- 1000)))", "true");
    expect_in(decl, model, "(forall ((x Int)) (distinct (* x x x) (- 1000)))", "false");
    expect_unknown(decl, "(define-fun a () Int 9)", "(exists ((x Int)) (= (* x x x) 1000))",
                   REASON_QUANTIFIER);
}

static void quantifiers_over_a_model_s_universe(void **state) {
    static const char decl[] = "(declare-sort U 0)(declare-fun q (U) Bool)(declare-const u U)";
    static const char model[] = "((declare-fun U!val!0 () U) (declare-fun U!val!1 () U)"
                                "(forall ((x U)) (or (= x U!val!0) (= x U!val!1)))"
                                "(define-fun u () U U!val!1)"
                                "(define-fun q ((x U)) Bool (= x U!val!0)))";
    expect_in(decl, model, "(forall ((x U)) (xor (q x) (= x u)))", "true");
    expect_in(decl, model, "(forall ((x U)) (q x))", "false");
    static const char cvc[] = "; cardinality of U is 2\n((define-fun u () U (as @U_1 U))"
                              "(define-fun q ((x U)) Bool (= x (as @U_0 U))))";
    expect_in(decl, cvc, "(exists ((x U)) (q x))", "true");
    expect_in(decl, cvc, "(q u)", "false");
    static const char cvc4[] = "(model\n; cardinality of U is 1\n(declare-sort U 0)\n; rep: "
                               "@uc_U_0\n(define-fun u () U @uc_U_0)\n(define-fun q ((x U)) Bool "
                               "true))";
    /* Only a comment says that there are no others: true for a choice, and never false. */
    expect_chosen(decl, cvc4, "(forall ((x U)) (and (q x) (= x u)))");
    expect_chosen(decl, cvc4, "(not (exists ((x U)) (distinct x u)))");
}

/* With one index both arrays are the same, with more they are not: a comment does not tell. */
static void comments_do_not_count_elements(void **state) {
    static const char decl[] = "(declare-sort U 0)(declare-const a (Array U Int))"
                               "(declare-const b (Array U Int))(declare-const u U)";
    static const char said[] = "(define-fun u () U (as @U_0 U))"
                               "(define-fun a () (Array U Int) ((as const (Array U Int)) 1))"
                               "(define-fun b () (Array U Int) "
                               "(store ((as const (Array U Int)) 0) (as @U_0 U) 1))";
    char model[512];
    snprintf(model, sizeof model, "; cardinality of U is 1\n%s", said);
    expect_chosen(decl, model, "(= a b)");
    expect_in(decl, model, "(= (select a u) (select b u))", "true");
    expect_chosen(decl, said, "(distinct a b)");
    snprintf(model, sizeof model, "; cardinality of U is 2\n%s", said);
    expect_in(decl, model, "(= a b)", "false");
    static const char z3[] = "((declare-fun U!val!0 () U)(forall ((x U)) (= x U!val!0))"
                             "(define-fun u () U U!val!0)"
                             "(define-fun a () (Array U Int) ((as const (Array U Int)) 1))"
                             "(define-fun b () (Array U Int) "
                             "(store ((as const (Array U Int)) 0) U!val!0 1)))";
    expect_in(decl, z3, "(= a b)", "true");
}

static void defined_and_recursive_functions(void **state) {
    expect_in("(define-fun sq ((a Int)) Int (* a a))", "", "(sq (sq 3))", "81");
    expect_in("(define-fun-rec fib ((n Int)) Int (ite (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))",
              "", "(fib 60)", "1548008755920");
    expect_in("(define-funs-rec ((ev ((n Int)) Bool) (od ((n Int)) Bool))"
              "((ite (= n 0) true (od (- n 1))) (ite (= n 0) false (ev (- n 1)))))",
              "", "(ev 1001)", "false");
    expect_unknown("(define-fun-rec down ((n Int)) Int (down (- n 1)))", "", "(= (down 0) 0)",
                   REASON_BUDGET);
    /* The variable of the outer call has its value again after the inner one. */
    expect_in("(define-fun-rec s ((n Int)) Int (ite (<= n 0) 0 (+ (s (- n 1)) n (s (- n 2)) n)))",
              "", "(s 3)", "14");
}

static void functions_as_values(void **state) {
    static const char ho[] = "(set-logic HO_ALL)";
    expect_in(ho, "", "((lambda ((a Int)) (+ a 1)) 3)", "4");
    expect_in(ho, "", "(let ((b 10)) ((lambda ((a Int)) (+ a b)) 3))", "13");
    expect("(select (lambda ((a Int)) (+ a 1)) 3)", "4");
    expect_in("(set-logic HO_ALL)(define-fun add ((a Int) (b Int)) Int (+ a b))", "", "((add 3) 4)",
              "7");
    expect_in("(set-logic HO_ALL)(declare-const h (-> Int Int))",
              "((define-fun h ((a Int)) Int (* 2 a)))", "(h 21)", "42");
}

/* A replacement below a let changes what its variables are, and the body is the same term. */
static void replacing_in_a_let_value(void **state) {
    evaluator_t e;
    evaluator_init(&e, "(assert (let ((a 1) (b 2)) (let ((c (+ a b))) (= c 3))))(assert (= 5 6))",
                   "");
    term_t root = assertion(&e.f, 0);
    assert_int_equal(eval_formula(&e.eval, root), HOLDS_YES);
    uint32_t count;
    term_t five = term_children(&e.f.bank, assertion(&e.f, 1), &count)[0];
    position_t at;
    position_init(&at, &e.f.bank);
    for (int round = 0; round < 3; round++) {
        bank_mark_t mark = bank_mark(&e.f.bank);
        eval_mark_t known = eval_mark(&e.eval);
        assert_true(position_set(&at, root, (uint32_t[]){0}, 1));
        term_t mutant = position_replace(&at, five);
        assert_int_equal(eval_formula(&e.eval, mutant), HOLDS_NO);
        assert_int_equal(eval_formula(&e.eval, root), HOLDS_YES);
        assert_int_equal(eval_formula(&e.eval, mutant), HOLDS_NO);
        eval_release(&e.eval, known);
        bank_release(&e.f.bank, mark);
        uint64_t before = e.eval.nodes;
        assert_int_equal(eval_formula(&e.eval, root), HOLDS_YES);
        assert_int_equal(e.eval.nodes, before); /* it was known */
    }
    position_done(&at);
    evaluator_done(&e);
}

/* Only the path is evaluated again. */
static void a_replacement_costs_its_path(void **state) {
    evaluator_t e;
    evaluator_init(
        &e,
        "(declare-const x Int)"
        "(assert (and (< x 10) (let ((a (+ x 1)) (b (* x x))) (and (= a 4) (= b 9) (< (+ "
        "a b) 20)))))(assert (= 30 40))",
        "((x 3))");
    term_t root = assertion(&e.f, 0);
    assert_int_equal(eval_formula(&e.eval, root), HOLDS_YES);
    uint32_t count;
    term_t thirty = term_children(&e.f.bank, assertion(&e.f, 1), &count)[0];
    position_t at;
    position_init(&at, &e.f.bank);
    assert_true(position_set(&at, root, (uint32_t[]){1, 2, 2, 1}, 4)); /* the 20 */
    bank_mark_t mark = bank_mark(&e.f.bank);
    eval_mark_t known = eval_mark(&e.eval);
    term_t mutant = position_replace(&at, thirty);
    uint64_t before = e.eval.nodes;
    assert_int_equal(eval_formula(&e.eval, mutant), HOLDS_YES);
    assert_in_range(e.eval.nodes - before, 1, 5);
    eval_release(&e.eval, known);
    bank_release(&e.f.bank, mark);
    position_done(&at);
    evaluator_done(&e);
}

static void deep_terms_do_not_overflow(void **state) {
    enum { DEPTH = 300000 };
    char *text = malloc(DEPTH * 12);
    size_t len = 0;
    len += (size_t)sprintf(text + len, "(assert ");
    for (int i = 0; i < DEPTH; i++)
        len += (size_t)sprintf(text + len, "(not ");
    len += (size_t)sprintf(text + len, "true");
    memset(text + len, ')', DEPTH + 1);
    text[len + DEPTH + 1] = '\0';
    reason_kind_t why;
    result_t result = evaluate(text, "", &why);
    assert_true(result.known && result.value);
    len = (size_t)sprintf(text, "(assert ");
    for (int i = 0; i < DEPTH / 10; i++)
        len += (size_t)sprintf(text + len, i ? "(let ((a%d (not a%d))) " : "(let ((a%d true)) ", i,
                               i - 1);
    len += (size_t)sprintf(text + len, "a%d", DEPTH / 10 - 1);
    memset(text + len, ')', DEPTH / 10 + 1);
    text[len + DEPTH / 10 + 1] = '\0';
    result = evaluate(text, "", &why);
    assert_true(result.known && !result.value);
    free(text);
}

static void the_budget_ends_everything(void **state) {
    evaluator_t e;
    evaluator_init(&e, "(assert (= (+ 1 2 (* 3 4)) (- 20 5)))", "");
    e.eval.limits.steps = 3;
    assert_int_equal(eval_formula(&e.eval, assertion(&e.f, 0)), HOLDS_UNKNOWN);
    assert_int_equal(e.eval.reason.kind, REASON_BUDGET);
    e.eval.limits.steps = 100; /* what was not finished is not kept as unknown */
    assert_int_equal(eval_formula(&e.eval, assertion(&e.f, 0)), HOLDS_YES);
    evaluator_done(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bool_operators),
        cmocka_unit_test(constants_and_functions_come_from_the_model),
        cmocka_unit_test(what_is_missing_is_chosen),
        cmocka_unit_test(a_decided_formula_does_not_wait_for_the_rest),
        cmocka_unit_test(let_binds_at_once),
        cmocka_unit_test(quantifiers_over_small_domains),
        cmocka_unit_test(quantifiers_try_the_model_s_constants),
        cmocka_unit_test(quantifiers_over_a_model_s_universe),
        cmocka_unit_test(comments_do_not_count_elements),
        cmocka_unit_test(defined_and_recursive_functions),
        cmocka_unit_test(functions_as_values),
        cmocka_unit_test(replacing_in_a_let_value),
        cmocka_unit_test(a_replacement_costs_its_path),
        cmocka_unit_test(deep_terms_do_not_overflow),
        cmocka_unit_test(the_budget_ends_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
