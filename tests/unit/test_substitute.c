#include "unit.h"

#include "oracle/substitute.h"

/* The script with the model put in must be this text; NULL: nothing can be put in. */
static void expect(const char *script, const char *model, const char *want) {
    mem_t mem;
    mem_init(&mem);
    witness_t witness;
    witness_init(&witness, &mem);
    strbuf_t out;
    strbuf_init(&out, &mem);
    assert_true(witness_read(&witness, script, strlen(script)));
    assert_true(witness_test(&witness, model, strlen(model)).readable);
    assert_int_equal(substitute_model(&witness, &out), want != NULL);
    assert_string_equal(strbuf_text(&out), want ? want : "");
    if (want) /* what is printed is a script */
        assert_true(witness_read(&witness, out.data, out.len));
    strbuf_done(&out);
    witness_done(&witness);
    assert_int_equal(mem.used, 0);
    mem_done(&mem);
}

static void test_constants(void **state) {
    expect("(set-logic QF_LIRA)(declare-const x Int)(declare-fun y () Real)(assert (> x y))"
           "(check-sat)",
           "((define-fun x () Int (- 3)) (define-fun y () Real (/ 1 2)))",
           "(set-logic QF_LIRA)\n(define-fun x () Int (- 3))\n"
           "(define-fun y () Real (/ 1.0 2.0))\n(assert (> x y))\n(check-sat)\n");
    expect("(declare-const v (_ BitVec 8))(declare-const s String)(check-sat)",
           "((v #b00000101) (s \"a\"))",
           "(define-fun v () (_ BitVec 8) #x05)\n(define-fun s () String \"a\")\n(check-sat)\n");
}

/* What the model does not say stays declared. */
static void test_partial(void **state) {
    expect("(declare-const x Int)(declare-const y Int)(assert (> x y))(check-sat)", "((y 2))",
           "(declare-const x Int)\n(define-fun y () Int 2)\n(assert (> x y))\n(check-sat)\n");
    expect("(declare-const x Int)(assert (> x 0))(check-sat)", "()", NULL);
    expect("(declare-const x Int)(assert (= (div x 0) 0))(check-sat)",
           "((define-fun div0 ((a Int) (b Int)) Int 7))", NULL);
}

static void test_functions(void **state) {
    expect("(declare-fun f (Int Int) Int)(assert (= (f 1 2) 3))(check-sat)",
           "((define-fun f ((a Int) (b Int)) Int (ite (= a 1) 3 b)))",
           "(define-fun f ((a Int) (b Int)) Int (ite (= a 1) 3 b))\n(assert (= (f 1 2) 3))\n"
           "(check-sat)\n");
    /* One that needs another, which the script declares later. */
    expect("(declare-fun f (Int) Int)(declare-fun g (Int) Int)(assert (= (f 1) 3))(check-sat)",
           "((define-fun f ((a Int)) Int (g a)) (define-fun g ((a Int)) Int 3))",
           "(define-fun g ((a Int)) Int 3)\n(define-fun f ((a Int)) Int (g a))\n"
           "(assert (= (f 1) 3))\n(check-sat)\n");
    expect("(declare-fun f (Int) Int)(assert (= (f 1) 3))(declare-fun g (Int) Int)(check-sat)",
           "((define-fun f ((a Int)) Int (g a)) (define-fun g ((a Int)) Int 3))", NULL);
}

/* z3 has functions of its own in models. */
static void test_helpers(void **state) {
    expect("(declare-fun f (Int) Int)(assert (= (f 1) 3))(check-sat)",
           "((define-fun f ((a Int)) Int (f!2 (k!1 a))) (define-fun f!2 ((a Int)) Int (k!1 a))"
           " (define-fun k!1 ((a Int)) Int (ite (= a 3) 3 1)))",
           "(define-fun k!1 ((a Int)) Int (ite (= a 3) 3 1))\n"
           "(define-fun f!2 ((a Int)) Int (k!1 a))\n"
           "(define-fun f ((a Int)) Int (f!2 (k!1 a)))\n(assert (= (f 1) 3))\n(check-sat)\n");
    expect("(declare-const a (Array Int Int))(assert (= (select a 1) 3))(check-sat)",
           "((define-fun a () (Array Int Int) (_ as-array k!0))"
           " (define-fun k!0 ((x Int)) Int (ite (= x 1) 3 0)))",
           "(define-fun a () (Array Int Int) (store ((as const (Array Int Int)) 0) 1 3))\n"
           "(assert (= (select a 1) 3))\n(check-sat)\n");
}

static void test_elements(void **state) {
    expect("(declare-sort U 0)(declare-const u U)(declare-const v U)(declare-fun f (U) Bool)"
           "(assert (and (f u) (distinct u v)))(check-sat)",
           "((declare-fun U!val!0 () U) (declare-fun U!val!1 () U) (define-fun u () U U!val!0)"
           " (define-fun v () U U!val!1) (define-fun f ((x U)) Bool (= x U!val!0)))",
           "(declare-sort U 0)\n(declare-fun element () U)\n(define-fun u () U element)\n"
           "(declare-fun element!0 () U)\n(define-fun v () U element!0)\n"
           "(define-fun f ((x U)) Bool (= x element))\n"
           "(assert (and (f u) (distinct u v)))\n(check-sat)\n");
    expect("(declare-sort U 0)(declare-const element U)(check-sat)",
           "((define-fun element () U (as @U_0 U)))",
           "(declare-sort U 0)\n(declare-fun element!0 () U)\n(define-fun element () U "
           "element!0)\n(check-sat)\n");
}

static void test_datatypes(void **state) {
    expect("(declare-datatype L ((nil) (cons (hd Int) (tl L))))(declare-const l L)"
           "(define-fun g () Int (hd l))(assert (= g 1))(check-sat)",
           "((define-fun l () L (cons 1 nil)))",
           "(declare-datatype L ((nil) (cons (hd Int) (tl L))))\n"
           "(define-fun l () L (cons 1 nil))\n(define-fun g () Int (hd l))\n(assert (= g 1))\n"
           "(check-sat)\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_constants), cmocka_unit_test(test_partial),
        cmocka_unit_test(test_functions), cmocka_unit_test(test_helpers),
        cmocka_unit_test(test_elements),  cmocka_unit_test(test_datatypes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
