/* Models in the spelling of every solver: what they say of the script's symbols. */
#include "eval_fixture.h"

/* The model has one error, at this place; the rest of it is there, and makes the formula true. */
static void expect_error(const char *script, const char *model, uint32_t line, uint32_t column,
                         const char *message, const char *formula) {
    evaluator_t e;
    fixture_init(&e.f);
    strbuf_t text;
    strbuf_init(&text, &e.f.mem);
    strbuf_format(&text, "%s\n(assert %s)", script, formula);
    parse(&e.f, strbuf_text(&text));
    strbuf_done(&text);
    values_init(&e.values, &e.f.bank, &e.f.mem);
    model_init(&e.model, &e.values, &e.f.mem);
    diag_list_t diags;
    diag_init(&diags, &e.f.mem);
    assert_false(model_read(&e.model, &e.f.script, model, strlen(model), &diags));
    for (uint32_t i = 0; i < diags.rows.len; i++)
        print_message("%u:%u: %s\n", diags.rows.data[i].line, diags.rows.data[i].column,
                      diags.rows.data[i].message);
    assert_int_equal(diags.rows.len, 1);
    assert_string_equal(diags.rows.data[0].message, message);
    assert_int_equal(diags.rows.data[0].line, line);
    assert_int_equal(diags.rows.data[0].column, column);
    diag_done(&diags);
    eval_init(&e.eval, &e.f.bank, &e.values, &e.model, &e.f.mem);
    result_t result = eval_term(&e.eval, assertion(&e.f, 0));
    assert_true(result.known && result.value && !result.chosen);
    evaluator_done(&e);
}

static void holds(const char *script, const char *model, const char *formula) {
    expect_in(script, model, formula, "true");
}

#define SORT_U "(declare-sort U 0)(declare-const a U)(declare-const b U)(declare-fun f (U Int) U)"

/* --- z3 --- */

static void test_z3(void **state) {
    const char *bare = "(\n"
                       "  ;; universe for U:\n  ;;   U!val!1 U!val!0 \n"
                       "  (declare-fun U!val!1 () U)\n  (declare-fun U!val!0 () U)\n"
                       "  ;; cardinality constraint:\n"
                       "  (forall ((x U)) (or (= x U!val!1) (= x U!val!0)))\n"
                       "  ;; -----------\n"
                       "  (define-fun b () U\n    U!val!1)\n  (define-fun a () U\n    U!val!0)\n"
                       "  (define-fun f ((x!0 U) (x!1 Int)) U\n"
                       "    (ite (and (= x!0 U!val!0) (= x!1 2)) U!val!0\n      U!val!1))\n)";
    holds(SORT_U, bare, "(and (distinct a b) (= (f a 2) a) (= (f a 1) b (f b 2)))");
    holds(SORT_U, bare, "(forall ((x U)) (or (= x a) (= x b)))");
    holds(SORT_U, bare, "(not (exists ((x U) (y U) (z U)) (distinct x y z)))");
    const char *consts = "(declare-const x Int)(declare-const y Bool)";
    holds(consts, "sat\n(model\n  (define-fun x () Int (- 3))\n  (define-fun y () Bool true))",
          "(and y (= x (- 3)))");
    holds(consts, "((define-fun x () Int 4) (define-const y Bool false))", "(=> y (= x 3))");
    holds("(declare-const |a b| Int)", "((define-fun |a b| () Int 7))", "(= |a b| 7)");
}

static void test_z3_arrays(void **state) {
    const char *array = "(declare-const a (Array Int Int))";
    holds(array,
          "((define-fun a () (Array Int Int) (_ as-array k!0))"
          " (define-fun k!0 ((x!0 Int)) Int (ite (= x!0 1) 5 (k!1 x!0)))"
          " (define-fun k!1 ((x!0 Int)) Int (ite (= x!0 2) 6 7)))",
          "(and (= (select a 1) 5) (= (select a 2) 6) (= (select a 9) 7))");
    holds(array,
          "((define-fun k!0 ((x!0 Int)) Int (ite (= x!0 1) 5 7))"
          " (define-fun a () (Array Int Int) (_ as-array k!0)))",
          "(= a (store ((as const (Array Int Int)) 7) 1 5))");
    holds(array, "((define-fun a () (Array Int Int) (lambda ((i Int)) (ite (<= i 0) 1 2))))",
          "(and (= (select a 0) (select a (- 7)) 1) (= (select a 3) 2))");
    holds("(declare-const a (Array Int Bool Int))",
          "((define-fun a () (Array Int Bool Int)"
          "   (store ((as const (Array Int Bool Int)) 0) 1 true 5)))",
          "(and (= (select a 1 true) 5) (= (select a 1 false) 0))");
}

static void test_z3_open(void **state) {
    const char *reals = "(declare-const x Real)(declare-const i Int)";
    holds(reals, "((define-fun x () Real 2.0) (define-fun /0 ((x!0 Real) (x!1 Real)) Real 5.0))",
          "(= (/ x 0.0) 5.0)");
    holds(reals, "((define-fun x () Real 2.0) (define-fun /0 ((x!0 Real)) Real x!0))",
          "(= (/ x 0.0) 2.0)");
    holds(reals,
          "((define-fun i () Int 7) (define-fun div0 ((x!0 Int)) Int (+ x!0 1))"
          " (define-fun mod0 ((x!0 Int) (x!1 Int)) Int (ite (= x!0 7) 3 x!1)))",
          "(and (= (div i 0) 8) (= (mod i 0) 3) (= (mod 1 0) 0))");
    holds("",
          "((define-fun bvudiv0 ((x!0 (_ BitVec 4))) (_ BitVec 4) #xf)"
          " (define-fun bvudiv0 ((x!0 (_ BitVec 8))) (_ BitVec 8) #xff))",
          "(and (= (bvudiv #x3 #x0) #xf) (= (bvudiv #x03 #x00) #xff))");
    expect_chosen(reals, "((define-fun x () Real 2.0))", "(= (/ x 0.0) (/ (+ x 0.0) 0.0))");
}

static void test_z3_values(void **state) {
    holds("(declare-const x Real)", "((define-fun x () Real (root-obj (+ (^ x 2) (- 2)) 2)))",
          "(and (> x 0.0) (= (* x x) 2.0))");
    holds("(declare-const x Real)", "((define-fun x () Real (root-obj (+ (^ x 2) (- 2)) 1)))",
          "(and (< x 0.0) (= (* x x) 2.0))");
    holds("(declare-const s String)(declare-const q (Seq Int))",
          "((define-fun s () String \"a\\u{62}\"\"\")"
          " (define-fun q () (Seq Int) (seq.++ (seq.unit 1) (seq.unit 2))))",
          "(and (= (str.len s) 3) (= (str.at s 1) \"b\") (= (seq.len q) 2) (= (seq.nth q 1) 2))");
    holds(
        "(declare-const x Float32)(declare-const r RoundingMode)(declare-const y Float16)",
        "((define-fun x () (_ FloatingPoint 8 24) (_ -zero 8 24))"
        " (define-fun r () RoundingMode RTZ)"
        " (define-fun y () (_ FloatingPoint 5 11) (fp #b0 #b01111 #b0000000000)))",
        "(and (fp.isZero x) (fp.isNegative x) (= r roundTowardZero) (= y ((_ to_fp 5 11) r 1.0)))");
    holds("(declare-datatype L ((nil) (cons (hd Int) (tl L))))(declare-const l L)",
          "((define-fun l () L (cons 1 (cons 2 nil))) (define-fun hd ((x!0 L)) Int 9))",
          "(and (= (hd (tl l)) 2) (= (hd nil) 9))");
}

/* --- cvc5, cvc4 --- */

static void test_cvc(void **state) {
    const char *cvc5 = "(\n; cardinality of U is 2\n; rep: (as @U_0 U)\n; rep: (as @U_1 U)\n"
                       "(define-fun f ((_arg_1 U) (_arg_2 Int)) U (ite (= (as @U_1 U) _arg_1)"
                       " (ite (= _arg_2 2) (as @U_1 U) (as @U_0 U)) (as @U_0 U)))\n"
                       "(define-fun a () U (as @U_1 U))\n(define-fun b () U (as @U_0 U))\n)";
    const char *older = "(model\n; cardinality of U is 2\n(define-fun a () U (as @a1 U))\n"
                        "(define-fun b () U (as @a0 U))\n(define-fun f ((x U) (n Int)) U"
                        " (ite (and (= x (as @a1 U)) (= n 2)) (as @a1 U) (as @a0 U))))";
    const char *cvc4 = "(model\n; cardinality of U is 2\n(declare-sort U 0)\n; rep: @uc_U_0\n"
                       "; rep: @uc_U_1\n"
                       "(define-fun f ((BOUND_VARIABLE_1 U) (BOUND_VARIABLE_2 Int)) U"
                       " (ite (= @uc_U_1 BOUND_VARIABLE_1)"
                       " (ite (= BOUND_VARIABLE_2 2) @uc_U_1 @uc_U_0) @uc_U_0))\n"
                       "(define-fun a () U @uc_U_1)\n(define-fun b () U @uc_U_0)\n)";
    const char *opensmt = "(model\n(define-fun a () U\n (as @1 U))\n(define-fun b () U (as @0 U))\n"
                          "(define-fun f ((x!0 U) (x!1 Int)) U (ite (and (= x!0 (as @1 U))"
                          " (= 2 x!1)) (as @1 U) (as @0 U))))";
    const char *const models[] = {cvc5, older, cvc4, opensmt};
    for (uint32_t i = 0; i < 4; i++)
        holds(SORT_U, models[i], "(and (distinct a b) (= (f a 2) a) (= (f a 1) b (f b 2)))");
    for (uint32_t i = 0; i < 3; i++)
        expect_chosen(SORT_U, models[i], "(forall ((x U)) (or (= x a) (= x b)))");
    expect_unknown(SORT_U, opensmt, "(forall ((x U)) (or (= x a) (= x b)))", REASON_QUANTIFIER);
    expect_chosen("(declare-sort |U V| 0)(declare-const a |U V|)",
                  "(\n; cardinality of |U V| is 1\n(define-fun a () |U V| (as |@U V_0| |U V|)))",
                  "(forall ((x |U V|)) (= x a))");
}

static void test_cvc_values(void **state) {
    const char *reals = "(declare-const x Real)(declare-const y Real)";
    holds(reals, "((define-fun x () Real 3) (define-fun y () Real (/ 1 2)))",
          "(and (= x 3.0) (= y 0.5))");
    holds(reals, "((define-fun x () Real (- 3)) (define-fun y () Real (/ (- 1) 2)))",
          "(and (= x (- 3.0)) (= y (- 0.5)))");
    const char *array = "(declare-const a (Array Int Int))";
    holds(array, "((define-fun a () (Array Int Int) (store ((as const (Array Int Int)) 0) 3 4)))",
          "(and (= (select a 3) 4) (= (select a 4) 0))");
    holds(array,
          "(model (define-fun a () (Array Int Int) (store (__array_store_all__ (Array Int Int) 0)"
          " 3 4)))",
          "(and (= (select a 3) 4) (= (select a 4) 0))");
    holds(array, "((define-fun a () (Array Int Int) (lambda ((x Int)) (* 2 x))))",
          "(= (select a 21) 42)");
    holds("(set-logic HO_ALL)(declare-const g (-> Int Int))",
          "((define-fun g ((x Int)) Int (+ x 1)))", "(= (g 1) 2)");
}

/* --- boolector, bitwuzla, mathsat --- */

#define BITS                                                                                       \
    "(declare-const x (_ BitVec 4))(declare-const |q r| (_ BitVec 4))(declare-const p Bool)"       \
    "(declare-const a (Array (_ BitVec 4) (_ BitVec 4)))"

static void test_bits(void **state) {
    holds(BITS, "(model\n  (define-fun x () (_ BitVec 4) #b0101)\n)", "(= x #x5)");
    holds(BITS, "(\n  (define-fun x () (_ BitVec 4) #b0101)\n)", "(= x #x5)");
    holds(BITS, "sat\nx 0101\n|q r| x1x1\np 1\na[0010] 0100\na[0000] 0011\n",
          "(and p (= x |q r| #x5))");
    /* Something must be chosen for the other indices, and the array is one value. */
    expect_chosen(BITS, "a[0010] 0100\na[0000] 0011\n",
                  "(and (= (select a #x2) #x4) (= (select a #x0) #x3))");
    holds(BITS, "2 0101 x\n3 0000 |q r|\n4 0 p\n5[0010] 0100 a\n6 1 other\n",
          "(and (not p) (= x #x5))");
    expect_chosen(BITS, "5[0010] 0100 a", "(= (select a #x2) #x4)");
    expect_chosen(BITS, "a[0010] 0100", "(= (select a #x3) (select a (bvadd #x2 #x1)))");
    expect_error(BITS, "x 01010\np 1", 1, 1, "the value of x has another sort", "p");
    expect_error(BITS, "x[1] 0101\np 1", 1, 1, "x has another number of arguments", "p");
}

/* --- yices --- */

static void test_yices(void **state) {
    const char *script = "(declare-const x Int)(declare-fun f (Int Int) Int)"
                         "(declare-const a (Array Int Int))(declare-sort U 0)(declare-const u U)"
                         "(declare-const v U)(declare-fun g (U) U)";
    const char *model = "(= x (- 3))\n(= u @const_0)\n(= v @const_1)\n"
                        "(function f\n (type (-> int int int))\n (= (f 0 1) 1)\n (= (f 0 2) 5)\n"
                        " (default 2))\n"
                        "(function a\n (type (-> int int))\n (= (a 0) 1)\n (default 7))\n"
                        "(function g\n (type (-> U U))\n (= (g @const_0) @const_1)\n"
                        " (default @const_0))\n";
    holds(script, model, "(and (= x (- 3)) (= (f 0 1) 1) (= (f 0 2) 5) (= (f 1 0) 2))");
    holds(script, model, "(= a (store ((as const (Array Int Int)) 7) 0 1))");
    holds(script, model, "(and (distinct u v) (= (g u) v) (= (g v) u))");
    /* The first of two values counts, and without a default the rest is open. */
    holds(script, "(function f (= (f 0 1) 1) (= (f 0 1) 2))", "(= (f 0 1) 1)");
    expect_chosen(script, "(function f (= (f 0 1) 1))", "(= (f 3 1) (f 3 (+ 0 1)))");
    expect_error(script, "(function h (type (-> int int)) (default 1))\n(= x 1)", 1, 11,
                 "h is not declared", "(= x 1)");
    expect_error(script, "(function f (= (f 0 true) 1) (default 4))\n(= x 1)", 1, 21,
                 "the value of f has another sort", "(= (f 1 1) (+ x 3))");
    expect_error(script, "(function f (what 1))\n(= x 1)", 1, 14,
                 "expected type, = or default, got what", "(= x 1)");
}

/* --- get-value --- */

static void test_get_value(void **state) {
    const char *script = "(declare-const x Int)(declare-fun f (Int) Int)"
                         "(declare-const a (Array Int Int))(define-fun d () Int 9)";
    const char *model = "((x 1)\n ((f 2) 3) ((f x) 4) ((+ x 1) 2) ((select a 5) 6) (d 9)\n"
                        " ((f (f 2)) 8))";
    holds(script, model, "(and (= x 1) (= (f 2) 3) (= (f 1) 4))");
    expect_chosen(script, model, "(= (select a 5) 6)");
    expect_chosen(script, model, "(= (f 3) (f (+ 2 1)))");
    holds(script, "(((f 2) 3))", "(= (f 2) 3)");
    /* What defines the whole comes before single values. */
    holds(script, "((define-fun f ((x Int)) Int 1))\n(((f 2) 3))", "(= (f 2) 1)");
    holds(script, "(((select a 1) 2) (a ((as const (Array Int Int)) 3)))", "(= (select a 1) 3)");
    expect_error(script, "((x true) ((f 1) 2))", 1, 2, "the value of x has another sort",
                 "(= (f 1) 2)");
    expect_error(script, "((x 1 2) ((f 1) 2))", 1, 7, "expected ')' after the value, got 2",
                 "(= (f 1) 2)");
}

/* --- names --- */

static void test_names(void **state) {
    /* One name, several sorts. */
    const char *overloaded = "(declare-fun f (Int) Int)(declare-fun f (Bool) Int)"
                             "(declare-const c Int)(declare-fun g (Int) Bool)"
                             "(declare-fun g (Int) Int)";
    holds(overloaded, "((define-fun f ((x Bool)) Int 1) (define-fun f ((x Int)) Int 2))",
          "(and (= (f true) 1) (= (f 0) 2))");
    holds(overloaded, "((define-fun g ((x Int)) Bool true) (define-fun g ((x Int)) Int 5))",
          "(and ((as g Bool) 0) (= ((as g Int) 0) 5))");
    /* Declared again after pop, with the same sort and with another one. */
    holds("(push 1)(declare-const x Int)(assert (= x 1))(pop 1)(declare-const x Int)",
          "((define-fun x () Int 5))", "(= x 5)");
    holds("(push 1)(declare-const x Bool)(assert x)(pop 1)(declare-const x Int)",
          "((define-fun x () Int 5))", "(= x 5)");
    /* The script's own definitions stand. */
    holds("(define-fun g ((x Int)) Int (+ x 1))", "((define-fun g ((x Int)) Int 0))",
          "(= (g 1) 2)");
    /* What is not used is no error; nor is what a solver says of itself. */
    holds("(declare-const x Int)",
          "((define-fun unused ((y Int)) Int y) (define-fun x () Int 1))\n(objectives (x 1))\n"
          "(error \"no more\")",
          "(= x 1)");
}

/* --- what is wrong --- */

static void test_errors(void **state) {
    const char *script = "(declare-const x Int)(declare-const y Int)(declare-fun f (Int) Int)";
    const char *rest = "(= y 2)";
    expect_error(script, "((define-fun x () Int true)\n (define-fun y () Int 2))", 1, 23,
                 "the body of x is Bool, not Int", rest);
    expect_error(script, "((define-fun y () Int 2)\n (define-fun x () Int (g 1)))", 2, 23,
                 "g is not declared", rest);
    expect_error(script, "((define-fun y () Int 2)\n (define-fun x () Nowhere 1))", 2, 19,
                 "sort Nowhere is not declared", rest);
    expect_error(script, "((define-fun f ((x Int) (z Int)) Int 1)\n (define-fun y () Int 2))", 1, 2,
                 "f is declared with other sorts", rest);
    expect_error(script, "((define-fun f () Int 1)\n (define-fun y () Int 2))", 1, 2,
                 "f is declared with other sorts", rest);
    expect_error(script, "((define-fun x () Bool true)\n (define-fun y () Int 2))", 1, 2,
                 "x is declared with other sorts", rest);
    expect_error(script, "((define-fun x () Int)\n (define-fun y () Int 2))", 1, 22,
                 "expected a term, got ')'", rest);
    expect_error(script, "((define-fun y () Int 2)\n (define-fun x () Int (+ 1", 2, 27,
                 "expected a term, got the end of the file", rest);
    expect_error(script, "((define-fun y () Int 2) (define-fun x () Int \001))", 1, 47,
                 "unexpected character", rest);
}

/* A wrong definition is no definition: its name is left open. */
static void test_wrong_is_open(void **state) {
    evaluator_t e;
    fixture_init(&e.f);
    parse(&e.f, "(declare-const x Int)(assert (> x 3))");
    values_init(&e.values, &e.f.bank, &e.f.mem);
    model_init(&e.model, &e.values, &e.f.mem);
    diag_list_t diags;
    diag_init(&diags, &e.f.mem);
    const char *model = "((define-fun x () Int true))";
    assert_false(model_read(&e.model, &e.f.script, model, strlen(model), &diags));
    diag_done(&diags);
    eval_init(&e.eval, &e.f.bank, &e.values, &e.model, &e.f.mem);
    assert_int_equal(eval_formula(&e.eval, assertion(&e.f, 0)), HOLDS_UNKNOWN);
    evaluator_done(&e);
}

static void test_nothing(void **state) {
    const char *const models[] = {"", "()", "(model)", "sat\n()", "(model )\n", "; nothing\n"};
    for (uint32_t i = 0; i < sizeof models / sizeof *models; i++)
        expect_chosen("(declare-const x Int)", models[i], "(= x x x)");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_z3),        cmocka_unit_test(test_z3_arrays),
        cmocka_unit_test(test_z3_open),   cmocka_unit_test(test_z3_values),
        cmocka_unit_test(test_cvc),       cmocka_unit_test(test_cvc_values),
        cmocka_unit_test(test_bits),      cmocka_unit_test(test_yices),
        cmocka_unit_test(test_get_value), cmocka_unit_test(test_names),
        cmocka_unit_test(test_errors),    cmocka_unit_test(test_wrong_is_open),
        cmocka_unit_test(test_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
