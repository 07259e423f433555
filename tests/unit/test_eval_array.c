/* Arrays: tables and their canonical form, functions as arrays, what finite index sorts change. */
#include "eval_fixture.h"

#include "eval/theory/array.h"

/* --- select, store, const --- */

static void a_store_is_read_back(void **state) {
    expect("(select (store ((as const (Array Int Int)) 0) 1 5) 1)", "5");
    expect("(select (store ((as const (Array Int Int)) 0) 1 5) 2)", "0");
    expect("(select (store (store ((as const (Array Int Int)) 0) 1 5) 1 6) 1)", "6");
    expect("(select ((as const (Array String Bool)) true) \"a\")", "true");
}

static void the_order_of_stores_to_different_indices_does_not_matter(void **state) {
    expect("(store (store ((as const (Array Int Int)) 0) 1 5) 2 6)",
           "(store (store ((as const (Array Int Int)) 0) 2 6) 1 5)");
    expect("(store (store ((as const (Array Int Int)) 0) 1 5) 1 0)",
           "((as const (Array Int Int)) 0)");
    expect_false("(= (store ((as const (Array Int Int)) 0) 1 5) ((as const (Array Int Int)) 0))");
    expect_false("(= ((as const (Array Int Int)) 1) ((as const (Array Int Int)) 0))");
}

/* z3 puts to_int before an index of an Int array: 1.5 is 1, -1.5 is -2. */
static void a_real_index_is_rounded_down(void **state) {
    expect("(select (store ((as const (Array Int Int)) 0) 1 5) 1.5)", "5");
    expect("(select (store ((as const (Array Int Int)) 0) (- 2) 5) (- 1.5))", "5");
    expect("(store ((as const (Array Int Int)) 0) 1.5 2.5)",
           "(store ((as const (Array Int Int)) 0) 1 2)");
    expect("(select (store ((as const (Array Real Int)) 0) 1 5) 1.0)", "5");
}

static void arrays_of_arrays(void **state) {
    const char *one =
        "(store ((as const (Array Int (Array Int Int))) ((as const (Array Int Int)) 0)) "
        "1 (store ((as const (Array Int Int)) 0) 2 3))";
    char text[400];
    snprintf(text, sizeof text, "(select (select %s 1) 2)", one);
    expect(text, "3");
    snprintf(text, sizeof text, "(select (select %s 2) 2)", one);
    expect(text, "0");
}

static void several_indices(void **state) {
    expect("(select (store ((as const (Array Int Bool Int)) 0) 1 true 5) 1 true)", "5");
    expect("(select (store ((as const (Array Int Bool Int)) 0) 1 true 5) 1 false)", "0");
    expect("(store (store ((as const (Array Int Bool Int)) 0) 1 true 5) 1 true 0)",
           "((as const (Array Int Bool Int)) 0)");
    /* both indices finite: the default does not matter when all four are stored */
    expect("(store (store (store (store ((as const (Array Bool Bool Int)) 0) true true 1) "
           "true false 1) false true 1) false false 2)",
           "(store ((as const (Array Bool Bool Int)) 1) false false 2)");
}

/* --- finite index sorts --- */

static void over_bool_two_stores_say_all(void **state) {
    expect("(store (store ((as const (Array Bool Int)) 0) true 5) false 6)",
           "(store (store ((as const (Array Bool Int)) 9) false 6) true 5)");
    expect("(store (store ((as const (Array Bool Int)) 0) true 5) false 5)",
           "((as const (Array Bool Int)) 5)");
    expect_false(
        "(= (store ((as const (Array Bool Int)) 0) true 5) ((as const (Array Bool Int)) 5))");
}

static void over_a_bit_vector_of_two_bits(void **state) {
    /* three of four are 1, whichever way it is said */
    expect("(store (store (store ((as const (Array (_ BitVec 2) Int)) 0) #b00 1) #b01 1) #b11 1)",
           "(store ((as const (Array (_ BitVec 2) Int)) 1) #b10 0)");
    /* half and half */
    expect("(store (store ((as const (Array (_ BitVec 2) Bool)) false) #b00 true) #b01 true)",
           "(store (store ((as const (Array (_ BitVec 2) Bool)) true) #b10 false) #b11 false)");
    /* z3 4.8.12 says these are equal: they differ at #b10 */
    expect_false("(= (store (store (store ((as const (Array (_ BitVec 2) Bool)) true) #b01 false) "
                 "#b00 false) #b11 false) ((as const (Array (_ BitVec 2) Bool)) false))");
}

static void an_array_over_a_unit_sort_is_its_value(void **state) {
    const char *unit = "(declare-datatype U ((unit)))";
    expect_in(unit, "", "(store ((as const (Array U Int)) 0) unit 5)",
              "((as const (Array U Int)) 5)");
    expect_in(unit, "",
              "(= ((as const (Array Int U)) unit) (store ((as const (Array Int U)) unit) 1 unit))",
              "true");
}

/* The tables of two equal arrays are one object, however they were made. */
static void tables_are_canonical(void **state) {
    evaluator_t e;
    evaluator_init(&e, "(declare-const a (Array (_ BitVec 3) (_ BitVec 2)))", "");
    domain_t domain = domain_of(&e.values, fun_result(&e.f.bank, fun_called(&e.f, "a")));
    domain_t keys = domain_keys(&e.values, domain);
    rng_t rng = rng_make(unit_seed());
    for (int round = 0; round < 2000; round++) {
        uint64_t want[8];
        for (int i = 0; i < 8; i++)
            want[i] = rng_below(&rng, round % 3 + 2) % 4;
        value_t made[2];
        for (int k = 0; k < 2; k++) {
            value_t standard = rng_below(&rng, 4);
            uint64_t entries[16];
            uint32_t count = 0;
            uint32_t start = (uint32_t)rng_below(&rng, 8);
            for (uint32_t i = 0; i < 8; i++) {
                uint32_t key = (start + i * 3) % 8;
                if (want[key] == standard && rng_below(&rng, 2) == 0)
                    continue;
                entries[2 * count] = key;
                entries[2 * count + 1] = want[key];
                count++;
            }
            made[k] = array_make(&e.values, keys, standard, entries, count);
        }
        assert_int_equal(made[0], made[1]);
        for (uint64_t i = 0; i < 8; i++)
            assert_int_equal(array_get(&e.values, made[0], i), want[i]);
    }
    evaluator_done(&e);
}

/* --- functions as arrays --- */

static void a_lambda_is_selected_from(void **state) {
    expect("(select (lambda ((x Int)) (+ x 1)) 4)", "5");
    expect("(select (lambda ((x Int) (y Int)) (- x y)) 4 1)", "3");
    expect("(let ((z 7)) (select (lambda ((x Int)) (+ x z)) 4))", "11");
}

static void a_lambda_decided_by_equalities_is_a_table(void **state) {
    expect("(lambda ((x Int)) (ite (= x 3) 4 5))", "(store ((as const (Array Int Int)) 5) 3 4)");
    expect("(lambda ((x Int)) (and (not (= x 3)) (or (= 4 x) (distinct x 5))))",
           "(store (store ((as const (Array Int Bool)) true) 3 false) 5 false)");
    expect("(lambda ((x Int)) (let ((y (ite (= x 1) 2 3))) (+ y y)))",
           "(store ((as const (Array Int Int)) 6) 1 4)");
    expect("(store (lambda ((x Int)) (ite (= x 3) 4 5)) 3 5)", "((as const (Array Int Int)) 5)");
    expect("(lambda ((x Int)) (+ 1 (select (store ((as const (Array Int Int)) 0) 7 8) x)))",
           "(store ((as const (Array Int Int)) 1) 7 9)");
    expect("(lambda ((x Int)) (set.member x (set.singleton 2)))",
           "(store ((as const (Array Int Bool)) false) 2 true)");
    expect("(let ((z 9)) (lambda ((x Int)) (= x (+ z 1))))",
           "(store ((as const (Array Int Bool)) false) 10 true)");
    expect("(lambda ((x Real)) (ite (= x 0.5) 1 0))",
           "(store ((as const (Array Real Int)) 0) 0.5 1)");
}

static void a_lambda_of_two_parameters(void **state) {
    expect("(lambda ((x Int) (y Int)) (ite (and (= x 1) (= y 2)) 3 4))",
           "(store ((as const (Array Int Int Int)) 4) 1 2 3)");
    /* a whole row differs: no table says so */
    expect_unknown("", "",
                   "(= (store (lambda ((x Int) (y Int)) (ite (= x 1) 3 4)) 0 0 0) "
                   "((as const (Array Int Int Int)) 4))",
                   REASON_UNSUPPORTED);
    expect_false(
        "(= (lambda ((x Int) (y Int)) (ite (= x 1) 3 4)) ((as const (Array Int Int Int)) 3))");
}

static void a_lambda_over_a_finite_sort_is_asked_everywhere(void **state) {
    expect(
        "(store (lambda ((x (_ BitVec 2))) (bvadd x #b01)) #b00 #b00)",
        "(store (store (store (store ((as const (Array (_ BitVec 2) (_ BitVec 2))) #b00) #b00 #b00) "
        "#b01 #b10) #b10 #b11) #b11 #b00)");
    expect_true(
        "(= (lambda ((x (_ BitVec 8))) (bvadd x x)) (lambda ((y (_ BitVec 8))) (bvshl y #x01)))");
}

/* A variable that is bound again inside is another one there. */
static void a_bound_variable_is_no_value_to_compare_with(void **state) {
    expect_unknown(
        "", "",
        "(= (store (lambda ((x Int)) (exists ((y Int)) (and (= x y) (> (* y y) 10)))) 0 true) "
        "((as const (Array Int Bool)) true))",
        REASON_UNSUPPORTED);
}

static void functions_that_differ_somewhere_are_different(void **state) {
    expect_false("(= (lambda ((x Int)) (+ x 1)) ((as const (Array Int Int)) 5))");
    expect_false("(= (lambda ((x Int)) (+ x 1)) (lambda ((x Int)) (+ x 2)))");
    expect_true("(distinct (lambda ((x Int)) (+ x 1)) ((as const (Array Int Int)) 5))");
    expect_unknown("", "", "(= (lambda ((x Int)) (+ x 1)) (lambda ((y Int)) (+ 1 y)))",
                   REASON_COMPARISON);
}

static void names_of_parameters_do_not_matter(void **state) {
    expect_true("(= (lambda ((x Int)) (+ x 1)) (lambda ((y Int)) (+ y 1)))");
    expect_true(
        "(let ((z 7)) (= (lambda ((x Int)) (+ x z)) (let ((w 7)) (lambda ((y Int)) (+ y w)))))");
    expect_true(
        "(= (lambda ((x Int)) (exists ((y Int)) (< x y))) (lambda ((a Int)) (exists ((b Int)) (< a b))))");
    /* which is which does */
    expect_unknown("", "",
                   "(= (lambda ((x Int) (y Int)) (- (* x x) (* y y)))"
                   "   (lambda ((x Int) (y Int)) (- (* y y) (* x x))))",
                   REASON_COMPARISON);
    expect_unknown("", "",
                   "(= (lambda ((x Int)) (exists ((y Int)) (< x y)))"
                   "   (lambda ((a Int)) (exists ((b Int)) (< b b))))",
                   REASON_COMPARISON);
    expect_false("(let ((z 7) (w 8)) (= (lambda ((x Int)) (+ x z)) (lambda ((y Int)) (+ y w))))");
}

static void functions_inside_other_values(void **state) {
    expect_true("(= (seq.unit (lambda ((x Int)) (ite (= x 1) 1 0))) "
                "(seq.unit (lambda ((x Int)) (ite (not (= 1 x)) 0 1))))");
    expect_false("(= (seq.unit (lambda ((x Int)) x)) (as seq.empty (Seq (-> Int Int))))");
    expect_false("(= (tuple 1 (lambda ((x Int)) x)) (tuple 2 (lambda ((x Int)) x)))");
    expect_unknown("", "",
                   "(= (tuple 1 (lambda ((x Int)) (+ x 1))) (tuple 1 (lambda ((x Int)) (+ 1 x))))",
                   REASON_COMPARISON);
    expect_false("(= (tuple 1 (lambda ((x Int)) (+ x 1))) (tuple 2 (lambda ((x Int)) (+ 1 x))))");
    /* an array of functions, a key that is a function */
    expect_true("(= (store ((as const (Array Int (-> Int Int))) (lambda ((x Int)) 0)) 1 "
                "(lambda ((x Int)) (ite (= x 5) 0 0))) "
                "((as const (Array Int (-> Int Int))) (lambda ((x Int)) 0)))");
    expect_unknown("", "",
                   "(= 0 (select (store ((as const (Array (-> Int Int) Int)) 0) "
                   "(lambda ((x Int)) (+ x 1)) 1) (lambda ((x Int)) (+ 1 x))))",
                   REASON_COMPARISON);
}

static void as_array_is_what_the_model_defines(void **state) {
    const char *script = "(declare-const a (Array Int Int)) (declare-fun f (Int) Int)";
    const char *model =
        "((define-fun a () (Array Int Int) (_ as-array k!0))\n"
        " (define-fun k!0 ((x!0 Int)) Int (ite (= x!0 5) 6 (ite (= x!0 (- 7)) 8 0))))";
    expect_in(script, model, "a", "(store (store ((as const (Array Int Int)) 0) 5 6) (- 7) 8)");
    expect_in(script, model, "(select a 5)", "6");
    expect_in(script, model, "(store a 5 0)", "(store ((as const (Array Int Int)) 0) (- 7) 8)");
}

/* --- uninterpreted index sorts --- */

static void elements_of_uninterpreted_sorts_are_indices(void **state) {
    const char *script = "(declare-sort U 0) (declare-const a U) (declare-const b U)";
    const char *open = "((define-fun a () U (as @U_0 U)) (define-fun b () U (as @U_1 U)))";
    expect_in(script, open,
              "(= (store ((as const (Array U Int)) 0) a 1) ((as const (Array U Int)) 0))", "false");
    expect_in(script, open, "(select (store ((as const (Array U Int)) 0) a 1) b)", "0");
}

static void a_universe_makes_an_uninterpreted_sort_finite(void **state) {
    evaluator_t e;
    evaluator_init(&e,
                   "(declare-sort U 0) (declare-const a U) (declare-const b U)"
                   "(assert (= (store (store ((as const (Array U Int)) 0) a 1) b 1)"
                   "           ((as const (Array U Int)) 1)))"
                   "(assert (= (store ((as const (Array U Int)) 0) a 1)"
                   "           ((as const (Array U Int)) 1)))"
                   "(declare-fun f (U U) Bool)"
                   "(assert (= (lambda ((x U)) (ite (f x x) 1 1)) "
                   "           (store (store ((as const (Array U Int)) 0) a 1) b 1)))",
                   "((define-fun a () U (as @U_0 U)) (define-fun b () U (as @U_1 U)))");
    sort_t sort = fun_result(&e.f.bank, fun_called(&e.f, "a"));
    *map_put(&e.f.mem, &e.model.universe, sort) = 2;
    eval_set_model(&e.eval, &e.model);
    assert_int_equal(eval_formula(&e.eval, assertion(&e.f, 0)), HOLDS_YES);
    assert_int_equal(eval_formula(&e.eval, assertion(&e.f, 1)), HOLDS_NO);
    /* no difference is found at an element that is not there */
    assert_int_equal(eval_formula(&e.eval, assertion(&e.f, 2)), HOLDS_UNKNOWN);
    *map_put(&e.f.mem, &e.model.universe, sort) = 3;
    eval_set_model(&e.eval, &e.model);
    assert_int_equal(eval_formula(&e.eval, assertion(&e.f, 0)), HOLDS_NO);
    evaluator_done(&e);
}

/* --- the extensions --- */

static void map_is_pointwise(void **state) {
    expect("((_ map +) ((as const (Array Int Int)) 3) (store ((as const (Array Int Int)) 1) 5 2))",
           "(store ((as const (Array Int Int)) 4) 5 5)");
    expect("((_ map not) (store ((as const (Array Int Bool)) false) 1 true))",
           "(store ((as const (Array Int Bool)) true) 1 false)");
    expect("((_ map -) ((as const (Array Int Int)) 3))", "((as const (Array Int Int)) (- 3))");
    expect("((_ map -) ((as const (Array Int Int)) 3) ((as const (Array Int Int)) 1))",
           "((as const (Array Int Int)) 2)");
    expect("((_ map ite) (store ((as const (Array Int Bool)) false) 1 true) "
           "((as const (Array Int Int)) 7) ((as const (Array Int Int)) 8))",
           "(store ((as const (Array Int Int)) 8) 1 7)");
    expect_in("(define-fun f ((x Int)) Int (* x x))", "",
              "((_ map f) (store ((as const (Array Int Int)) 2) 1 3))",
              "(store ((as const (Array Int Int)) 4) 1 9)");
    /* over a finite sort the default is not asked when every index is there */
    expect("((_ map div) (store (store ((as const (Array Bool Int)) 1) true 6) false 4) "
           "(store (store ((as const (Array Bool Int)) 0) true 3) false 2))",
           "((as const (Array Bool Int)) 2)");
}

static void default_is_known_over_infinite_sorts(void **state) {
    expect("(default (store ((as const (Array Int Int)) 3) 1 2))", "3");
    expect("(default ((as const (Array Bool Int)) 3))", "3");
    expect_unknown("", "", "(= 3 (default (store ((as const (Array Bool Int)) 3) true 2)))",
                   REASON_UNDERSPECIFIED);
}

static void array_ext_is_a_choice_of_an_index_where_they_differ(void **state) {
    expect("(array-ext (store ((as const (Array Int Int)) 3) 1 2) ((as const (Array Int Int)) 3))",
           "1");
    expect_chosen("", "",
                  "(let ((a ((as const (Array Int Int)) 3)) (b ((as const (Array Int Int)) 4))) "
                  "(distinct (select a (array-ext a b)) (select b (array-ext a b))))");
    expect_chosen(
        "", "",
        "(let ((a (store ((as const (Array Int Int)) 3) 1 4)) (b ((as const (Array Int Int)) 4))) "
        "(distinct (select a ((_ array-ext 0) a b)) (select b ((_ array-ext 0) a b))))");
}

static void eqrange_looks_at_the_range_only(void **state) {
    const char *a = "(store ((as const (Array Int Int)) 0) 3 1)";
    char text[300];
    snprintf(text, sizeof text, "(eqrange %s ((as const (Array Int Int)) 0) 0 2)", a);
    expect_true(text);
    snprintf(text, sizeof text, "(eqrange %s ((as const (Array Int Int)) 0) 0 3)", a);
    expect_false(text);
    snprintf(text, sizeof text, "(eqrange %s ((as const (Array Int Int)) 0) 5 0)", a);
    expect_true(text);
    snprintf(text, sizeof text, "(eqrange %s ((as const (Array Int Int)) 1) 3 3)", a);
    expect_true(text);
    snprintf(text, sizeof text, "(eqrange %s ((as const (Array Int Int)) 1) 3 4)", a);
    expect_false(text);
    /* unsigned, and all indices of the range are stored */
    expect_true("(eqrange (store (store ((as const (Array (_ BitVec 8) Int)) 0) #x7f 5) #x80 5) "
                "(store (store ((as const (Array (_ BitVec 8) Int)) 1) #x7f 5) #x80 5) #x7f #x80)");
    expect_true(
        "(eqrange ((as const (Array (_ BitVec 8) Int)) 0) ((as const (Array (_ BitVec 8) Int)) 1) #x80 #x7f)");
    /* between two reals there is always another */
    expect_false("(eqrange (store (store ((as const (Array Real Int)) 0) 0.0 5) 1.0 5) "
                 "(store (store ((as const (Array Real Int)) 1) 0.0 5) 1.0 5) 0.0 1.0)");
    expect_true("(eqrange (store ((as const (Array Real Int)) 0) 0.0 5) "
                "(store ((as const (Array Real Int)) 1) 0.0 5) 0.0 0.0)");
}

/* An array from floats that is 7 at plus zero. */
static void zeros(char *out, size_t size, int standard, int minus_zero) {
    snprintf(out, size,
             "(store (store ((as const (Array (_ FloatingPoint 3 3) Int)) %d) (_ +zero 3 3) 7) "
             "(_ -zero 3 3) %d)",
             standard, minus_zero);
}

/* fp.leq: both zeros are in between when one is, and NaN never is. */
static void eqrange_of_floats(void **state) {
    char a[200], b[200], text[600];
    zeros(a, sizeof a, 0, 7);
    zeros(b, sizeof b, 1, 7);
    snprintf(text, sizeof text, "(eqrange %s %s (_ +zero 3 3) (_ -zero 3 3))", a, b);
    expect_true(text);
    zeros(b, sizeof b, 1, 8);
    snprintf(text, sizeof text, "(eqrange %s %s (_ +zero 3 3) (_ +zero 3 3))", a, b);
    expect_false(text);
    snprintf(text, sizeof text, "(eqrange %s %s (_ NaN 3 3) (_ +zero 3 3))", a, b);
    expect_true(text);
    /* minus zero is there, too, where the defaults differ */
    expect_false(
        "(eqrange (store ((as const (Array (_ FloatingPoint 3 3) Int)) 0) (_ +zero 3 3) 7) "
        "(store ((as const (Array (_ FloatingPoint 3 3) Int)) 1) (_ +zero 3 3) 7) "
        "(_ +zero 3 3) (_ +zero 3 3))");
    snprintf(text, sizeof text, "(eqrange %s %s (_ -oo 3 3) (_ +oo 3 3))", a, a);
    expect_true(text);
}

static void sets_of_z3_are_arrays_to_bool(void **state) {
    const char *one = "(store ((as const (Array Int Bool)) false) 1 true)";
    const char *not_one = "(store ((as const (Array Int Bool)) true) 1 false)";
    char text[400];
    snprintf(text, sizeof text, "(union %s %s)", one, not_one);
    expect(text, "((as const (Array Int Bool)) true)");
    snprintf(text, sizeof text, "(intersection %s %s)", one, not_one);
    expect(text, "((as const (Array Int Bool)) false)");
    snprintf(text, sizeof text, "(complement %s)", one);
    expect(text, not_one);
    snprintf(text, sizeof text, "(setminus ((as const (Array Int Bool)) true) %s)", one);
    expect(text, not_one);
    snprintf(text, sizeof text, "(subset %s %s)", one, not_one);
    expect_false(text);
    snprintf(text, sizeof text, "(subset %s ((as const (Array Int Bool)) true))", one);
    expect_true(text);
    /* all four indices are stored: the default is at none */
    expect_true(
        "(subset (store (store ((as const (Array Bool Bool)) true) true false) false false) "
        "((as const (Array Bool Bool)) false))");
}

/* --- what is too much --- */

static void a_table_too_long_is_unknown(void **state) {
    evaluator_t e;
    evaluator_init(
        &e, "(assert (= (select (store (store ((as const (Array Int Int)) 0) 1 1) 2 2) 1) 1))", "");
    e.eval.limits.length = 1;
    assert_int_equal(eval_formula(&e.eval, assertion(&e.f, 0)), HOLDS_UNKNOWN);
    assert_int_equal(e.eval.reason.kind, REASON_TOO_LARGE);
    evaluator_done(&e);
}

static void many_stores(void **state) {
    strbuf_t text;
    mem_t mem;
    mem_init(&mem);
    strbuf_init(&text, &mem);
    strbuf_str(&text, "(assert (= 999 (select ");
    for (int i = 0; i < 2000; i++)
        strbuf_str(&text, "(store ");
    strbuf_str(&text, "((as const (Array Int Int)) 0)");
    for (int i = 0; i < 2000; i++)
        strbuf_format(&text, " %d %d)", (i * 7) % 2000, (i * 7) % 2000);
    strbuf_str(&text, " 999)))");
    reason_kind_t why;
    result_t result = evaluate(strbuf_text(&text), "", &why);
    assert_true(result.known && result.value);
    strbuf_done(&text);
    mem_done(&mem);
}

static void running_out_of_memory(void **state) {
    expect_in_little_memory(
        "(assert (= (lambda ((x (_ BitVec 1))) (ite (= x #b0) 1 2))"
        "(store (store ((as const (Array (_ BitVec 1) Int)) 0) #b0 1) #b1 2)))");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_store_is_read_back),
        cmocka_unit_test(the_order_of_stores_to_different_indices_does_not_matter),
        cmocka_unit_test(a_real_index_is_rounded_down),
        cmocka_unit_test(arrays_of_arrays),
        cmocka_unit_test(several_indices),
        cmocka_unit_test(over_bool_two_stores_say_all),
        cmocka_unit_test(over_a_bit_vector_of_two_bits),
        cmocka_unit_test(an_array_over_a_unit_sort_is_its_value),
        cmocka_unit_test(tables_are_canonical),
        cmocka_unit_test(a_lambda_is_selected_from),
        cmocka_unit_test(a_lambda_decided_by_equalities_is_a_table),
        cmocka_unit_test(a_lambda_of_two_parameters),
        cmocka_unit_test(a_lambda_over_a_finite_sort_is_asked_everywhere),
        cmocka_unit_test(a_bound_variable_is_no_value_to_compare_with),
        cmocka_unit_test(functions_that_differ_somewhere_are_different),
        cmocka_unit_test(names_of_parameters_do_not_matter),
        cmocka_unit_test(functions_inside_other_values),
        cmocka_unit_test(as_array_is_what_the_model_defines),
        cmocka_unit_test(elements_of_uninterpreted_sorts_are_indices),
        cmocka_unit_test(a_universe_makes_an_uninterpreted_sort_finite),
        cmocka_unit_test(map_is_pointwise),
        cmocka_unit_test(default_is_known_over_infinite_sorts),
        cmocka_unit_test(array_ext_is_a_choice_of_an_index_where_they_differ),
        cmocka_unit_test(eqrange_looks_at_the_range_only),
        cmocka_unit_test(eqrange_of_floats),
        cmocka_unit_test(sets_of_z3_are_arrays_to_bool),
        cmocka_unit_test(a_table_too_long_is_unknown),
        cmocka_unit_test(many_stores),
        cmocka_unit_test(running_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
