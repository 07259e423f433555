/* Bit-vector terms, by hand. Random ones are in test_eval_bv_exact.c. */
#include "eval_fixture.h"

static void division_by_zero(void **state) {
    expect("(bvudiv #x7 #x0)", "#xf");
    expect("(bvurem #x7 #x0)", "#x7");
    expect("(bvsdiv #x7 #x0)", "#xf"); /* -1 */
    expect("(bvsdiv #x9 #x0)", "#x1"); /* of a negative one */
    expect("(bvsdiv #x0 #x0)", "#xf");
    expect("(bvsrem #x9 #x0)", "#x9");
    expect("(bvsmod #x9 #x0)", "#x9");
    expect("(bvudiv (_ bv7 100) (_ bv0 100))", "(bvnot (_ bv0 100))");
    expect("(bvsdiv (bvneg (_ bv7 100)) (_ bv0 100))", "(_ bv1 100)");
    expect("(bvsmod (bvneg (_ bv7 100)) (_ bv0 100))", "(bvneg (_ bv7 100))");
}

static void signed_division(void **state) {
    /* 7 and 2 in all signs: -7 is #x9, -2 is #xe */
    expect("(bvsdiv #x9 #x2)", "#xd");
    expect("(bvsdiv #x7 #xe)", "#xd");
    expect("(bvsdiv #x9 #xe)", "#x3");
    expect("(bvsrem #x9 #x2)", "#xf");
    expect("(bvsrem #x7 #xe)", "#x1");
    expect("(bvsrem #x9 #xe)", "#xf");
    expect("(bvsmod #x9 #x2)", "#x1");
    expect("(bvsmod #x7 #xe)", "#xf");
    expect("(bvsmod #x9 #xe)", "#xf");
    expect("(bvsmod #x8 #x4)", "#x0");
    expect("(bvsdiv #x8 #xf)", "#x8"); /* overflows to itself */
    expect("(bvsrem #x8 #xf)", "#x0");
}

static void shifts(void **state) {
    expect("(bvshl #x9 #x1)", "#x2");
    expect("(bvshl #x9 #x4)", "#x0");
    expect("(bvlshr #x9 #x3)", "#x1");
    expect("(bvlshr #x9 #xf)", "#x0");
    expect("(bvashr #x9 #x1)", "#xc");
    expect("(bvashr #x9 #xf)", "#xf");
    expect("(bvashr #x7 #xf)", "#x0");
    expect("(bvshl #x0000000000000001 #x000000000000003f)", "#x8000000000000000");
    expect("(bvshl #x0000000000000001 #x0000000000000040)", "#x0000000000000000");
    expect("(bvashr #x8000000000000000 #x0000000000000040)", "#xffffffffffffffff");
    /* a distance that has no 32 bits */
    expect("(bvlshr #xffffffffffffffff #x0000000100000000)", "#x0000000000000000");
    expect("(bvshl (_ bv1 128) (_ bv127 128))", "(concat #b1 (_ bv0 127))");
    expect("(bvashr (concat #b1 (_ bv0 127)) (_ bv127 128))", "(bvnot (_ bv0 128))");
    expect("(bvlshr (bvnot (_ bv0 128)) (bvnot (_ bv0 128)))", "(_ bv0 128)");
    expect("((_ rotate_left 5) #b0011)", "#b0110");
    expect("((_ rotate_right 5) #b0011)", "#b1001");
    expect("((_ rotate_left 0) #b0011)", "#b0011");
    expect("(ext_rotate_left #b00110 #b00110)", "#b01100");
    expect("(ext_rotate_right #b00110 #b00110)", "#b00011");
}

static void together_and_apart(void **state) {
    expect("(concat #b1 #b01 #b0)", "#b1010");
    expect("(concat #b1)", "#b1");
    expect("(concat #xffffffffffffffff #b0)", "(bvshl (bvnot (_ bv0 65)) (_ bv1 65))");
    expect("((_ extract 2 1) #b1011)", "#b01");
    expect("((_ extract 64 1) (concat #xffffffffffffffff #b0))", "#xffffffffffffffff");
    expect("((_ repeat 3) #b10)", "#b101010");
    expect("((_ zero_extend 2) #b10)", "#b0010");
    expect("((_ sign_extend 2) #b10)", "#b1110");
    expect("((_ sign_extend 0) #b10)", "#b10");
    expect("((_ sign_extend 100) #b1)", "(bvnot (_ bv0 101))");
    expect("(bvcomp #b10 #b10)", "#b1");
    expect("(bvcomp #b10 #b11)", "#b0");
    expect("(bvcomp (_ bv5 90) (_ bv5 90))", "#b1");
}

/* (bvxnor a b c) is (bvxnor (bvxnor a b) c). */
static void many_arguments(void **state) {
    expect("(bvand #b1110 #b0111 #b1111)", "#b0110");
    expect("(bvor #b1000 #b0001 #b0000)", "#b1001");
    expect("(bvxor #b1100 #b1010 #b1111)", "#b1001");
    expect("(bvxnor #b0011 #b0101 #b0110)", "#b0000");
    expect("(bvadd #xf #xf #x3)", "#x1");
    expect("(bvmul #x3 #x5 #x7)", "#x9");
    expect("(bvadd #x3)", "#x3");
    expect_unknown("", "", "(= (bvxnor #x3) #x3)", REASON_UNSUPPORTED);
}

static void overflow(void **state) {
    expect_true("(bvnego #x8)");
    expect_false("(bvnego #x9)");
    expect_true("(bvnego #b1)");
    expect_true("(bvuaddo #xf #x1)");
    expect_false("(bvuaddo #xe #x1)");
    expect_true("(bvsaddo #x7 #x1)");
    expect_true("(bvsaddo #x8 #xf)");
    expect_false("(bvsaddo #x8 #x7)");
    expect_true("(bvumulo #x4 #x4)");
    expect_false("(bvumulo #x5 #x3)");
    expect_true("(bvsmulo #x4 #x2)");
    expect_false("(bvsmulo #xc #x2)"); /* -8 */
    expect_true("(bvsmulo #x8 #xf)");  /* 8 */
    expect_true("(bvusubo #x0 #x1)");
    expect_false("(bvusubo #x1 #x1)");
    expect_true("(bvssubo #x8 #x1)");
    expect_true("(bvssubo #x0 #x8)");
    expect_false("(bvssubo #x7 #x7)");
    expect_true("(bvsdivo #x8 #xf)");
    expect_false("(bvsdivo #x8 #x1)");
    expect_false("(bvsdivo #x8 #x0)");
    expect_true("(bvumulo #xffffffffffffffff #x0000000000000002)");
    expect_false("(bvsmulo #xffffffffffffffff #x0000000000000002)");
}

static void integers(void **state) {
    expect("(ubv_to_int #xff)", "255");
    expect("(bv2nat #xff)", "255");
    expect("(sbv_to_int #xff)", "(- 1)");
    expect("(sbv_to_int #x80)", "(- 128)");
    expect("(ubv_to_int #xffffffffffffffff)", "18446744073709551615");
    expect("(sbv_to_int #x8000000000000000)", "(- 9223372036854775808)");
    expect("(ubv_to_int (concat #b1 (_ bv0 64)))", "18446744073709551616");
    expect("(sbv_to_int (concat #b1 (_ bv0 64)))", "(- 18446744073709551616)");
    expect("((_ int_to_bv 4) 18)", "#x2");
    expect("((_ int2bv 4) (- 3))", "#xd");
    expect("((_ int2bv 70) (- 1))", "(bvnot (_ bv0 70))");
    expect("((_ int2bv 64) (- 18446744073709551617))", "#xffffffffffffffff");
    expect("((_ int2bv 8) 18446744073709551617)", "#x01");
}

/* What z3 and cvc5 add. */
static void extensions(void **state) {
    expect("(bvredand #xf)", "#b1");
    expect("(bvredand #xe)", "#b0");
    expect("(bvredor #x0)", "#b0");
    expect("(bvredor (_ bv1 99))", "#b1");
    expect("(bvultbv #x1 #xf)", "#b1");
    expect("(bvsltbv #x1 #xf)", "#b0");
    expect("(bvite #b1 #x1 #x2)", "#x1");
    expect("(bvite #b0 #x1 #x2)", "#x2");
    expect_false("(bvumul_noovfl #x4 #x4)");
    expect_true("(bvumul_noovfl #x5 #x3)");
    expect_false("(bvsmul_noovfl #x8 #xf)");
    expect_true("(bvsmul_noovfl #x8 #x2)"); /* too small is not too large */
    expect_false("(bvsmul_noudfl #x8 #x2)");
    expect_true("(bvsmul_noudfl #x8 #xf)");
    expect_unknown("", "", "(bvsmul_noovfl #b1 #b1)", REASON_UNSUPPORTED);
    expect_true("((_ bit2bool 1) #b010)");
    expect_false("((_ @bit 0) #b010)");
    expect("(mkbv true false false)", "#b001");
    expect("(@from_bools true true false)", "#b011");
    expect("bit1", "#b1");
    expect("bit0", "#b0");
    expect("(@bv 18 4)", "#x2");
    expect("(@bvsize #x123)", "12");
    expect("(bvudiv_i #x7 #x2)", "#x3");
    expect("(bvsmod_i #x9 #x2)", "#x1");
}

/* bvudiv0 is a function of the model in z3; without one, what bvudiv says is a choice. */
static void division_open(void **state) {
    expect_chosen("", "", "(= (bvudiv_i #x7 #x0) #xf)");
    expect_chosen("", "", "(= (bvudiv0 #x7) #xf)");
    expect_chosen("", "", "(= (bvsdiv0 #x9) #x1)");
    expect_chosen("", "", "(= (bvurem0 #x7) #x7)");
    expect_chosen("", "", "(= (bvsmod0 #x9) (bvsrem0 #x9))");
}

static void too_wide(void **state) {
    expect_unknown("", "", "(bvult ((_ zero_extend 1048576) #b1) (_ bv0 1048577))",
                   REASON_TOO_LARGE);
    expect_unknown("", "", "(= ((_ repeat 2000000) #b1) ((_ repeat 2000000) #b0))",
                   REASON_TOO_LARGE);
    expect_unknown("", "", "(= ((_ int_to_bv 100000000) 1) ((_ int_to_bv 100000000) 2))",
                   REASON_TOO_LARGE);
    expect("(bvredand ((_ repeat 1048576) #b1))", "#b1");
    expect("(bvudiv ((_ repeat 1048576) #b1) ((_ repeat 1048576) #b1))",
           "((_ zero_extend 1048575) #b1)");
}

/* Whole machine words, wide ones, and values that are objects, inside each other. */
static void models(void **state) {
    expect_in("(declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 80))",
              "((x #xf0) (y (_ bv3 80)))", "(bvmul y ((_ sign_extend 72) x))",
              "(bvneg (_ bv48 80))");
}

/* Vectors too wide for the stack. */
static void failing_memory(void **state) {
    expect_in_little_memory(
        "(define-fun x () (_ BitVec 2000) (bvneg (_ bv12345678901234567890 2000)))"
        "(define-fun y () (_ BitVec 2000) (concat ((_ repeat 199) #b1010000111) #b0101010101))"
        "(assert (distinct (bvmul x y) (bvadd (bvsmod y (bvudiv y x)) (bvshl x (_ bv7 2000)))))"
        "(assert (bvsmulo ((_ rotate_left 77) x) ((_ extract 1999 0) (concat x y))))");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(division_by_zero), cmocka_unit_test(signed_division),
        cmocka_unit_test(shifts),           cmocka_unit_test(together_and_apart),
        cmocka_unit_test(many_arguments),   cmocka_unit_test(overflow),
        cmocka_unit_test(integers),         cmocka_unit_test(extensions),
        cmocka_unit_test(division_open),    cmocka_unit_test(too_wide),
        cmocka_unit_test(models),           cmocka_unit_test(failing_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
