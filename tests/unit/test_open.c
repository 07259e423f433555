#include "script_fixture.h"

#include "oracle/open.h"

/* The class of a script with this assertion. */
static open_t class_of(const char *declarations, const char *formula) {
    fixture_t f;
    fixture_init(&f);
    strbuf_t text;
    strbuf_init(&text, &f.mem);
    strbuf_format(&text, "%s(assert %s)(check-sat)", declarations, formula);
    parse(&f, strbuf_text(&text));
    open_t class = open_script(&f.script).class;
    strbuf_done(&text);
    fixture_done(&f);
    return class;
}

static void test_division(void **state) {
    static const char ints[] = "(declare-const x Int)(declare-const y Int)";
    static const char reals[] = "(declare-const a Real)(declare-const b Real)";
    assert_int_equal(class_of(ints, "(= (div x y) 1)"), OPEN_FREE);
    assert_int_equal(class_of(ints, "(= (div x 0) 1)"), OPEN_FREE);
    assert_int_equal(class_of(ints, "(= (div x 00) 1)"), OPEN_FREE);
    assert_int_equal(class_of(ints, "(= (div x 2) 1)"), OPEN_NOT);
    assert_int_equal(class_of(ints, "(= (div x 2 y) 1)"), OPEN_FREE);
    assert_int_equal(class_of(ints, "(= (mod x (- 2)) 1)"), OPEN_NOT);
    assert_int_equal(class_of(ints, "(= (mod x (- y)) 1)"), OPEN_FREE);
    assert_int_equal(class_of(ints, "(let ((z 2)) (= (mod x z) 1))"), OPEN_FREE);
    assert_int_equal(class_of(reals, "(= (/ a b) 1.0)"), OPEN_FREE);
    assert_int_equal(class_of(reals, "(= (/ a 0.0) 1.0)"), OPEN_FREE);
    assert_int_equal(class_of(reals, "(= (/ a 0.01) 1.0)"), OPEN_NOT);
    assert_int_equal(class_of(reals, "(= (/ a (to_real 3)) 1.0)"), OPEN_NOT);
    assert_int_equal(class_of(ints, "(= (rem x y) 1)"), OPEN_LOOSE);
    assert_int_equal(class_of(ints, "(= (rem x 3) 1)"), OPEN_NOT);
    assert_int_equal(class_of("(declare-const v (_ BitVec 8))", "(= (bvudiv v #x00) v)"), OPEN_NOT);
}

static void test_arithmetic(void **state) {
    static const char some[] = "(declare-const x Int)(declare-const a Real)";
    assert_int_equal(class_of(some, "(= (^ x 2) 4)"), OPEN_NOT);
    assert_int_equal(class_of(some, "(= (^ x 0) 4)"), OPEN_LOOSE);
    assert_int_equal(class_of(some, "(= (^ 2 x) 4)"), OPEN_LOOSE);
    assert_int_equal(class_of(some, "(= (^ x (- 1)) 4)"), OPEN_LOOSE);
    assert_int_equal(class_of(some, "(= (to_real x) 4.0)"), OPEN_NOT);
    assert_int_equal(class_of(some, "(= (to_real a) 4.0)"), OPEN_LOOSE);
    assert_int_equal(class_of(some, "(= (sqrt a) 4.0)"), OPEN_LOOSE);
    assert_int_equal(class_of(some, "(= (arccos a) 4.0)"), OPEN_LOOSE);
    assert_int_equal(class_of(some, "(= (sin a) 0.0)"), OPEN_NOT);
}

static void test_floats_and_sequences(void **state) {
    static const char floats[] = "(declare-const x Float32)(declare-const m RoundingMode)";
    assert_int_equal(class_of(floats, "(= (fp.min x x) x)"), OPEN_LOOSE);
    assert_int_equal(class_of(floats, "(= (fp.max x x) x)"), OPEN_LOOSE);
    assert_int_equal(class_of(floats, "(= ((_ fp.to_ubv 8) m x) #x00)"), OPEN_LOOSE);
    assert_int_equal(class_of(floats, "(= ((_ fp.to_sbv 8) m x) #x00)"), OPEN_LOOSE);
    assert_int_equal(class_of(floats, "(= (fp.to_real x) 0.0)"), OPEN_LOOSE);
    assert_int_equal(class_of(floats, "(= (fp.to_ieee_bv x) #x00000000)"), OPEN_LOOSE);
    assert_int_equal(class_of(floats, "(fp.lt (fp.rem x x) (fp.add m x x))"), OPEN_NOT);
    assert_int_equal(class_of("(declare-const s (Seq Int))", "(= (seq.nth s 0) 0)"), OPEN_LOOSE);
    assert_int_equal(class_of("(declare-const s (Seq Int))", "(= (seq.len s) 0)"), OPEN_NOT);
    assert_int_equal(class_of("(declare-const a (Array Int Int))", "(= (default a) 0)"),
                     OPEN_DISPUTED);
}

static void test_selectors(void **state) {
    static const char lists[] =
        "(declare-datatype L ((nil) (cons (hd Int) (tl L))))(declare-datatype P ((pair (a Int))))"
        "(declare-const l L)(declare-const p P)";
    assert_int_equal(class_of(lists, "(= (hd l) 0)"), OPEN_FREE);
    assert_int_equal(class_of(lists, "(= (hd (cons 1 nil)) 0)"), OPEN_NOT);
    assert_int_equal(class_of(lists, "(= (hd nil) 0)"), OPEN_FREE);
    assert_int_equal(class_of(lists, "(= (a p) 0)"), OPEN_NOT);
    assert_int_equal(class_of(lists, "((_ is cons) l)"), OPEN_NOT);
}

/* What fusion and generation ask: of operators alone. */
static void test_operators(void **state) {
    assert_int_equal(open_op(OP_DIVIDE), OPEN_FREE);
    assert_int_equal(open_op(OP_FP_MIN), OPEN_LOOSE);
    assert_int_equal(open_op(OP_ADD), OPEN_NOT);
    assert_int_equal(open_op_always(OP_DIVIDE), OPEN_NOT);
    assert_int_equal(open_op_always(OP_TO_REAL), OPEN_NOT);
    assert_int_equal(open_op_always(OP_FP_MIN), OPEN_LOOSE);
    assert_int_equal(open_op_choice(OP_DIV), open_op_choice(OP_MOD0));
    assert_int_not_equal(open_op_choice(OP_DIV), open_op_choice(OP_DIVIDE));
    assert_int_equal(open_op_choice(OP_TO_REAL), CHOICE_NONE);
    for (uint32_t op = 0; op < OP_COUNT; op++) {
        bool open = open_op((op_t)op) != OPEN_NOT;
        assert_int_equal(open_op_doc((op_t)op) != NULL, open);
        assert_true(open || open_op_choice((op_t)op) == CHOICE_NONE);
        assert_true(open_op_always((op_t)op) <= open_op((op_t)op));
        /* What the standard leaves open, a solver may choose; except where it says nothing. */
        if (open && op != OP_TO_REAL && theory_is_standard(op_info((op_t)op)->theory))
            assert_int_not_equal(open_op_choice((op_t)op), CHOICE_NONE);
    }
}

/* What stands in definitions counts, and what is bound does. */
static void test_everywhere(void **state) {
    assert_int_equal(class_of("(define-fun f ((x Int)) Int (div 1 x))", "(= (f 2) 0)"), OPEN_FREE);
    assert_int_equal(class_of("", "(forall ((x Int)) (= (mod 1 x) 0))"), OPEN_FREE);
    assert_int_equal(class_of("(define-fun-rec f ((x Int)) Int (+ 1 (f x)))", "true"), OPEN_LOOSE);
    assert_int_equal(class_of("(declare-const x Int)", "(= (div x x) (^ x x))"), OPEN_LOOSE);
    fixture_t f;
    fixture_init(&f);
    parse(&f, "(declare-const x Int)(assert (forall ((y Int)) (= (div x y) 1)))");
    opened_t opened = open_script(&f.script);
    assert_true(opened.quantified);
    assert_false(opened.recursive);
    assert_term(&f, opened.term, "(div x y)");
    parse(&f, "(declare-const x Int)(assert (= x 1))");
    opened = open_script(&f.script);
    assert_false(opened.quantified);
    assert_int_equal(opened.term, TERM_NONE);
    fixture_done(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_division),
        cmocka_unit_test(test_arithmetic),
        cmocka_unit_test(test_floats_and_sequences),
        cmocka_unit_test(test_selectors),
        cmocka_unit_test(test_operators),
        cmocka_unit_test(test_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
