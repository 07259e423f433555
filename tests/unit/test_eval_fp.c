/* Floating-point terms, by hand: what the standard says of the cases that are easy to get wrong.
 * Random ones are in test_eval_fp_exact.c and test_eval_fp_hardware.c. */
#include "eval_fixture.h"

/* Numbers of Float16: the term NUMBER is exact there. */
#define HALF(number) "((_ to_fp 5 11) RNE " number ")"
#define SINGLE(pattern) "((_ to_fp 8 24) #x" pattern ")"
#define DOUBLE(pattern) "((_ to_fp 11 53) #x" pattern ")"
#define LARGEST HALF("65504.0")
#define TINIEST "(fp #b0 #b00000 #b0000000001)"

static void one_nan(void **state) {
    expect("(fp #b1 #b11 #b01)", "(_ NaN 2 3)");
    expect("((_ to_fp 2 3) #b11101)", "(_ NaN 2 3)");
    expect("((_ to_fp_bv 2 3) #b01110)", "(_ NaN 2 3)");
    expect("((_ to_fp 2 3) #b1 #b11 #b11)", "(_ NaN 2 3)");
    expect("(fp.neg (_ NaN 2 3))", "(_ NaN 2 3)");
    expect("(fp.abs (_ NaN 2 3))", "(_ NaN 2 3)");
    expect("(fp #b1 (_ bv32767 15) #xffffffffffffffffffffffffffff)", "(_ NaN 15 113)");
    expect("(fp.add RNE (_ +oo 15 113) (_ -oo 15 113))", "(_ NaN 15 113)");
    expect_false("(fp.eq (_ NaN 2 3) (_ NaN 2 3))");
    expect_false("(fp.leq (_ NaN 2 3) (_ NaN 2 3))");
    expect_false("(fp.isNegative (_ NaN 2 3))");
    expect_false("(fp.isPositive (fp #b1 #b11 #b01))");
    expect_false("(= (fp #b0 #b11 #b00) (_ NaN 2 3))"); /* infinity */
}

static void two_zeros(void **state) {
    expect_true("(fp.eq (_ +zero 3 5) (_ -zero 3 5))");
    expect_false("(= (_ +zero 3 5) (_ -zero 3 5))");
    expect_false("(fp.lt (_ -zero 3 5) (_ +zero 3 5))");
    expect_true("(fp.isNegative (_ -zero 3 5))");
    expect_true("(fp.geq (_ -zero 3 5) (_ +zero 3 5) (_ -zero 3 5))");
    expect("(fp.sqrt RTP (_ -zero 3 5))", "(_ -zero 3 5)");
    expect("(fp.roundToIntegral RTP (_ -zero 3 5))", "(_ -zero 3 5)");
    expect("(fp.mul RNE (_ -zero 3 5) (_ +zero 3 5))", "(_ -zero 3 5)");
    expect("(fp.neg (_ +zero 3 5))", "(_ -zero 3 5)");
    expect("(fp.sub (_ +zero 3 5))", "(_ -zero 3 5)");
    expect("(fp.to_real (_ -zero 3 5))", "0.0");
    expect("((_ to_fp 3 5) RTN 0.0)", "(_ +zero 3 5)");
    expect("((_ to_fp 3 5) RTN #x0)", "(_ +zero 3 5)");
    expect("((_ to_fp 3 5) RTP (_ -zero 11 53))", "(_ -zero 3 5)");
}

/* The sum of zeros, and of a number with its opposite. */
static void sign_of_sum(void **state) {
    expect("(fp.add RTN (_ -zero 3 5) (_ -zero 3 5))", "(_ -zero 3 5)");
    expect("(fp.add RTN (_ +zero 3 5) (_ +zero 3 5))", "(_ +zero 3 5)");
    expect("(fp.add RNE (_ -zero 3 5) (_ +zero 3 5))", "(_ +zero 3 5)");
    expect("(fp.add RTN (_ +zero 3 5) (_ -zero 3 5))", "(_ -zero 3 5)");
    expect("(fp.sub RTZ " HALF("3.0") " " HALF("3.0") ")", "(_ +zero 5 11)");
    expect("(fp.sub RTN " HALF("3.0") " " HALF("3.0") ")", "(_ -zero 5 11)");
    expect("(fp.sub RNE (_ -zero 5 11) (_ +zero 5 11))", "(_ -zero 5 11)");
    expect("(fp.fma RTN " HALF("3.0") " " HALF("2.0") " " HALF("(- 6.0)") ")", "(_ -zero 5 11)");
    expect("(fp.fma RNE (_ -zero 5 11) " HALF("2.0") " (_ -zero 5 11))", "(_ -zero 5 11)");
}

/* 2049 is halfway between 2048 and 2050. */
static void halfway(void **state) {
    expect("((_ to_fp 5 11) RNE 2049.0)", HALF("2048.0"));
    expect("((_ to_fp 5 11) RNE 2051.0)", HALF("2052.0"));
    expect("((_ to_fp 5 11) RNA 2049.0)", HALF("2050.0"));
    expect("((_ to_fp 5 11) RNA (- 2049.0))", HALF("(- 2050.0)"));
    expect("((_ to_fp 5 11) RTP 2049.0)", HALF("2050.0"));
    expect("((_ to_fp 5 11) RTN 2049.0)", HALF("2048.0"));
    expect("((_ to_fp 5 11) RTZ (- 2049.0))", HALF("(- 2048.0)"));
    expect("((_ to_fp 5 11) RTN (- 2049.0))", HALF("(- 2050.0)"));
    expect("((_ to_fp 5 11) RTP (- 2049.0))", HALF("(- 2048.0)"));
    expect("((_ to_fp 5 11) RNE 2049.0000000000000000000001)", HALF("2050.0"));
    expect("((_ to_fp 5 11) RNA 2048.9999999999999999999999)", HALF("2048.0"));
    expect("(fp.add RNA " HALF("2048.0") " " HALF("1.0") ")", HALF("2050.0"));
    expect("(fp.add RNE " HALF("2048.0") " " HALF("1.0") ")", HALF("2048.0"));
    /* one bit below the tie, far away */
    expect("(fp.sub RNA " HALF("2050.0") " (fp.add RNE " HALF("1.0") " " HALF("0.0009765625") "))",
           HALF("2048.0"));
}

static void overflow(void **state) {
    expect("((_ to_fp 5 11) RNE 65519.99)", LARGEST);
    expect("((_ to_fp 5 11) RNE 65520.0)", "(_ +oo 5 11)");
    expect("((_ to_fp 5 11) RNA 65520.0)", "(_ +oo 5 11)");
    expect("((_ to_fp 5 11) RTZ 100000000.0)", LARGEST);
    expect("((_ to_fp 5 11) RTN 100000000.0)", LARGEST);
    expect("((_ to_fp 5 11) RTP 65504.5)", "(_ +oo 5 11)");
    expect("((_ to_fp 5 11) RTP (- 100000000.0))", "(fp.neg " LARGEST ")");
    expect("((_ to_fp 5 11) RTN (- 65504.5))", "(_ -oo 5 11)");
    expect("(fp.mul RTZ " LARGEST " " LARGEST ")", LARGEST);
    expect("(fp.mul RNE " LARGEST " (fp.neg " LARGEST "))", "(_ -oo 5 11)");
    expect("(fp.add RNE " LARGEST " " LARGEST ")", "(_ +oo 5 11)");
    expect("(fp.add RTN " LARGEST " " LARGEST ")", LARGEST);
}

/* The tiniest number is 2^-24. */
static void underflow(void **state) {
    expect("(fp.div RNE " TINIEST " " HALF("2.0") ")", "(_ +zero 5 11)");
    expect("(fp.div RNA " TINIEST " " HALF("2.0") ")", TINIEST);
    expect("(fp.div RTP " TINIEST " " HALF("2.0") ")", TINIEST);
    expect("(fp.div RTP " TINIEST " " HALF("(- 2.0)") ")", "(_ -zero 5 11)");
    expect("(fp.div RTN " TINIEST " " HALF("(- 2.0)") ")", "(fp.neg " TINIEST ")");
    expect("(fp.mul RTP " TINIEST " " TINIEST ")", TINIEST);
    expect("(fp.mul RNA " TINIEST " " TINIEST ")", "(_ +zero 5 11)");
    /* a subnormal rounds up to the smallest normal */
    expect("(fp.add RNE (fp #b0 #b00000 #b1111111111) " TINIEST ")",
           "(fp #b0 #b00001 #b0000000000)");
    expect_true("(fp.isSubnormal (fp #b0 #b00000 #b1111111111))");
    expect_true("(fp.isNormal (fp #b0 #b00001 #b0000000000))");
}

static void infinities(void **state) {
    expect("(fp.sub RNE (_ +oo 5 11) (_ +oo 5 11))", "(_ NaN 5 11)");
    expect("(fp.add RNE (_ -oo 5 11) " LARGEST ")", "(_ -oo 5 11)");
    expect("(fp.mul RNE (_ -oo 5 11) (_ +zero 5 11))", "(_ NaN 5 11)");
    expect("(fp.mul RNE (_ -oo 5 11) " TINIEST ")", "(_ -oo 5 11)");
    expect("(fp.div RNE (_ +oo 5 11) (_ -oo 5 11))", "(_ NaN 5 11)");
    expect("(fp.div RNE " TINIEST " (_ -oo 5 11))", "(_ -zero 5 11)");
    expect("(fp.div RNE " TINIEST " (_ -zero 5 11))", "(_ -oo 5 11)");
    expect("(fp.div RNE (_ +zero 5 11) (_ -zero 5 11))", "(_ NaN 5 11)");
    expect("(fp.sqrt RNE (_ -oo 5 11))", "(_ NaN 5 11)");
    expect("(fp.sqrt RNE (_ +oo 5 11))", "(_ +oo 5 11)");
    expect("(fp.fma RNE (_ +oo 5 11) (_ +zero 5 11) " TINIEST ")", "(_ NaN 5 11)");
    expect("(fp.fma RNE (_ +oo 5 11) " TINIEST " (_ -oo 5 11))", "(_ NaN 5 11)");
    expect("(fp.roundToIntegral RNE (_ -oo 5 11))", "(_ -oo 5 11)");
}

/* (1 + 2^-10)^2 - (1 + 2^-9) is 2^-20: gone when the product is rounded first. */
static void fused(void **state) {
    expect("(fp.fma RNE " HALF("1.0009765625") " " HALF("1.0009765625") " " HALF(
               "(- 1.001953125)") ")",
           "(fp #b0 #b00000 #b0000010000)");
    expect("(fp.add RNE (fp.mul RNE " HALF("1.0009765625") " " HALF("1.0009765625") ") " HALF(
               "(- 1.001953125)") ")",
           "(_ +zero 5 11)");
}

static void roots(void **state) {
    expect("(fp.sqrt RNE " HALF("4.0") ")", HALF("2.0"));
    expect("(fp.sqrt RNE " HALF("(- 4.0)") ")", "(_ NaN 5 11)");
    expect("(fp.sqrt RNE " DOUBLE("4000000000000000") ")", DOUBLE("3ff6a09e667f3bcd"));
    expect("(fp.sqrt RTZ " DOUBLE("4000000000000000") ")", DOUBLE("3ff6a09e667f3bcc"));
    expect("(fp.sqrt RNA " DOUBLE("4000000000000000") ")", DOUBLE("3ff6a09e667f3bcd"));
}

/* The quotient is rounded to the nearest, and to the even one of two. */
static void remainders(void **state) {
    expect("(fp.rem " HALF("5.0") " " HALF("3.0") ")", HALF("(- 1.0)"));
    expect("(fp.rem " HALF("5.0") " " HALF("2.0") ")", HALF("1.0"));
    expect("(fp.rem " HALF("3.0") " " HALF("2.0") ")", HALF("(- 1.0)"));
    expect("(fp.rem " HALF("(- 5.0)") " " HALF("2.0") ")", HALF("(- 1.0)"));
    expect("(fp.rem " HALF("5.0") " " HALF("(- 3.0)") ")", HALF("(- 1.0)"));
    expect("(fp.rem " HALF("(- 4.0)") " " HALF("2.0") ")", "(_ -zero 5 11)");
    expect("(fp.rem " HALF("4.0") " " HALF("(- 2.0)") ")", "(_ +zero 5 11)");
    expect("(fp.rem " HALF("1.0") " " HALF("2.0") ")", HALF("1.0"));
    expect("(fp.rem " HALF("1.0") " " HALF("4.0") ")", HALF("1.0"));
    expect("(fp.rem " LARGEST " (_ -oo 5 11))", LARGEST);
    expect("(fp.rem (_ +oo 5 11) " LARGEST ")", "(_ NaN 5 11)");
    expect("(fp.rem " LARGEST " (_ +zero 5 11))", "(_ NaN 5 11)");
    expect("(fp.rem (_ -zero 5 11) " LARGEST ")", "(_ -zero 5 11)");
    /* 65504 = 31 * 2113 + 1 */
    expect("(fp.rem " LARGEST " " HALF("31.0") ")", HALF("1.0"));
    /* 2^1023 and 2^1022 by 3: 2 is -1, and so are its odd powers */
    expect("(fp.rem " DOUBLE("7fe0000000000000") " " DOUBLE("4008000000000000") ")",
           DOUBLE("bff0000000000000"));
    expect("(fp.rem " DOUBLE("7fd0000000000000") " " DOUBLE("4008000000000000") ")",
           DOUBLE("3ff0000000000000"));
}

static void whole_numbers(void **state) {
    expect("(fp.roundToIntegral RNE " HALF("2.5") ")", HALF("2.0"));
    expect("(fp.roundToIntegral RNE " HALF("3.5") ")", HALF("4.0"));
    expect("(fp.roundToIntegral RNA " HALF("2.5") ")", HALF("3.0"));
    expect("(fp.roundToIntegral RNA " HALF("(- 2.5)") ")", HALF("(- 3.0)"));
    expect("(fp.roundToIntegral RTZ " HALF("(- 2.75)") ")", HALF("(- 2.0)"));
    expect("(fp.roundToIntegral RTN " HALF("(- 2.25)") ")", HALF("(- 3.0)"));
    expect("(fp.roundToIntegral RNE " HALF("(- 0.5)") ")", "(_ -zero 5 11)");
    expect("(fp.roundToIntegral RTP " HALF("(- 0.75)") ")", "(_ -zero 5 11)");
    expect("(fp.roundToIntegral RTN " HALF("0.75") ")", "(_ +zero 5 11)");
    expect("(fp.roundToIntegral RTP " TINIEST ")", HALF("1.0"));
    expect("(fp.roundToIntegral RNE " LARGEST ")", LARGEST);
    /* 3.875 is the largest, and 4 beyond it */
    expect("(fp.roundToIntegral RNE (fp #b0 #b10 #b1111))", "(_ +oo 2 5)");
    expect("(fp.roundToIntegral RTN (fp #b1 #b10 #b1111))", "(_ -oo 2 5)");
    expect("(fp.roundToIntegral RTZ (fp #b1 #b10 #b1111))", "(fp #b1 #b10 #b1000)");
    /* 0.25 and 0.5: z3 4.8.12 rounds them to 1 in sizes with two exponent bits */
    expect("(fp.roundToIntegral RNE (fp #b0 #b00 #b01))", "(_ +zero 2 3)");
    expect("(fp.roundToIntegral RNE (fp #b1 #b00 #b10))", "(_ -zero 2 3)");
}

/* fp.min and fp.max of two zeros, and of NaN. */
static void smaller_and_larger(void **state) {
    expect("(fp.min " HALF("1.0") " " HALF("(- 2.0)") ")", HALF("(- 2.0)"));
    expect("(fp.max " HALF("1.0") " " HALF("(- 2.0)") ")", HALF("1.0"));
    expect("(fp.min (_ NaN 5 11) " HALF("1.0") ")", HALF("1.0"));
    expect("(fp.max " HALF("1.0") " (_ NaN 5 11))", HALF("1.0"));
    expect("(fp.min (_ NaN 5 11) (_ NaN 5 11))", "(_ NaN 5 11)");
    expect("(fp.min (_ -zero 5 11) (_ -zero 5 11))", "(_ -zero 5 11)");
    expect_chosen("", "", "(fp.isZero (fp.min (_ -zero 5 11) (_ +zero 5 11)))");
    expect_chosen("", "", "(fp.isZero (fp.max (_ -zero 5 11) (_ +zero 5 11)))");
    expect("(fp.min_total (_ -zero 5 11) (_ +zero 5 11) #b1)", "(_ -zero 5 11)");
    expect("(fp.min_total (_ -zero 5 11) (_ +zero 5 11) #b0)", "(_ +zero 5 11)");
    expect("(fp.max_total " HALF("1.0") " " HALF("2.0") " #b1)", HALF("2.0"));
    expect_unknown("", "", "(fp.isZero (fp.max_total (_ -zero 5 11) (_ +zero 5 11) #b0))",
                   REASON_UNSUPPORTED);
    expect("(fp.min_i " HALF("1.0") " " HALF("2.0") ")", HALF("1.0"));
    expect_chosen("", "", "(fp.isZero (fp.max_i (_ -zero 5 11) (_ +zero 5 11)))");
}

static void comparisons(void **state) {
    expect_true("(fp.lt " HALF("(- 2.0)") " " HALF("1.0") " " LARGEST " (_ +oo 5 11))");
    expect_false("(fp.lt " HALF("1.0") " " HALF("2.0") " " HALF("2.0") ")");
    expect_true("(fp.gt " HALF("(- 1.0)") " " HALF("(- 2.0)") " (_ -oo 5 11))");
    expect_true("(fp.eq (_ +oo 5 11) (_ +oo 5 11))");
    expect_true("(fp.lt (_ -oo 15 113) (_ -zero 15 113) (_ +oo 15 113))");
    expect_true("(fp.leq (_ +zero 15 113) (_ -zero 15 113))");
}

static void to_bits(void **state) {
    expect("((_ fp.to_ubv 8) RNE " HALF("(- 0.25)") ")", "#x00");
    expect("((_ fp.to_ubv 8) RTZ " HALF("255.5") ")", "#xff");
    expect("((_ fp.to_sbv 8) RNE " HALF("(- 128.5)") ")", "#x80");
    expect("((_ fp.to_sbv 8) RTZ " HALF("127.5") ")", "#x7f");
    expect("((_ fp.to_sbv 100) RTZ " HALF("(- 7.0)") ")", "(bvneg (_ bv7 100))");
    expect("((_ fp.to_ubv 130) RTZ ((_ to_fp 15 113) RNE 3.0 127))", "(concat #b011 (_ bv0 127))");
    expect_chosen("", "", "(= ((_ fp.to_ubv 8) RTN " HALF("(- 0.25)") ") #x00)");
    expect_chosen("", "", "(= ((_ fp.to_ubv 8) RNE " HALF("255.5") ") #x00)");
    expect_chosen("", "", "(= ((_ fp.to_sbv 8) RTP " HALF("127.5") ") #x00)");
    expect_chosen("", "", "(= ((_ fp.to_sbv 8) RNE (_ NaN 5 11)) #x00)");
    expect_chosen("", "", "(= ((_ fp.to_ubv 8) RNE (_ +oo 5 11)) #x00)");
    expect("((_ fp.to_ubv_total 8) RNE " HALF("256.0") " #x12)", "#x12");
    expect("((_ fp.to_sbv_total 8) RNE (_ NaN 5 11) #x12)", "#x12");
    expect("((_ fp.to_sbv_total 8) RNE " HALF("3.0") " #x12)", "#x03");
}

static void patterns(void **state) {
    expect("(fp.to_ieee_bv (_ -oo 8 24))", "#xff800000");
    expect("(fp.to_ieee_bv " SINGLE("00000001") ")", "#x00000001");
    expect_chosen("", "", "(= (fp.to_ieee_bv (_ NaN 8 24)) #x7fc00000)");
    expect("((_ to_fp 8 24) #xffffffff)", "(_ NaN 8 24)");
    expect("((_ to_fp 15 113) #x3fff0000000000000000000000000000)", "((_ to_fp 15 113) RNE 1.0)");
}

static void reals(void **state) {
    expect("((_ to_fp 8 24) RNE (/ 1.0 3.0))", SINGLE("3eaaaaab"));
    expect("((_ to_fp 8 24) RTZ (/ 1.0 3.0))", SINGLE("3eaaaaaa"));
    expect("((_ to_fp 8 24) RNA (/ 1.0 3.0))", SINGLE("3eaaaaab"));
    expect("((_ to_fp 11 53) RNE 0.1)", DOUBLE("3fb999999999999a"));
    expect("((_ to_fp_real 11 53) RNE 0.1)", DOUBLE("3fb999999999999a"));
    expect("(fp.to_real " SINGLE("3dcccccd") ")", "(/ 13421773.0 134217728.0)");
    expect("(fp.to_real " SINGLE("c0400000") ")", "(- 3.0)");
    expect("(fp.to_real " SINGLE("7f000000") ")", "170141183460469231731687303715884105728.0");
    expect_chosen("", "", "(= (fp.to_real (_ +oo 8 24)) 0.0)");
    expect_chosen("", "", "(= (fp.to_real (_ NaN 8 24)) 0.0)");
    expect("(fp.to_real_total (_ NaN 8 24) 1.5)", "1.5");
    expect("(fp.to_real_total " SINGLE("3f000000") " 1.5)", "0.5");
    /* 1.5 * 2^2 */
    expect("((_ to_fp 3 5) RNE 1.5 2)", "((_ to_fp 3 5) RNE 6.0)");
    expect("((_ to_fp 3 5) RNE 2 1.5)", "((_ to_fp 3 5) RNE 6.0)");
    expect("((_ to_fp 5 11) RTZ 1.0 100000000000000000000000)", LARGEST);
    expect("((_ to_fp 5 11) RTP 1.0 (- 100000000000000000000000))", TINIEST);
    expect("((_ to_fp 5 11) RNE 0.0 100000000000000000000000)", "(_ +zero 5 11)");
}

/* The square root and the cube root of 2. */
#define ROOT "(root-obj (+ (^ x 2) (- 2)) 2)"
#define CUBE "(root-obj (+ (^ x 3) (- 2)) 1)"

static void irrational(void **state) {
    expect("((_ to_fp 11 53) RNE " ROOT ")", DOUBLE("3ff6a09e667f3bcd"));
    expect("((_ to_fp 11 53) RNA " ROOT ")", DOUBLE("3ff6a09e667f3bcd"));
    expect("((_ to_fp 11 53) RTZ " ROOT ")", DOUBLE("3ff6a09e667f3bcc"));
    expect("((_ to_fp 11 53) RTP (- " ROOT "))", DOUBLE("bff6a09e667f3bcc"));
    expect("((_ to_fp 8 24) RNE " CUBE ")", SINGLE("3fa14518"));
    expect("((_ to_fp 8 24) RTN " CUBE ")", SINGLE("3fa14517"));
    expect("((_ to_fp 8 24) RNE " CUBE " (- 200))", "(_ +zero 8 24)");
    expect("((_ to_fp 8 24) RTP " CUBE " (- 200))", SINGLE("00000001"));
    expect("((_ to_fp 8 24) RTN " CUBE " 127)", SINGLE("7f214517"));
    expect("((_ to_fp 8 24) RTN " CUBE " 128)", SINGLE("7f7fffff"));
    expect("((_ to_fp 30 600) RTN " ROOT ")", "(fp.sqrt RTN ((_ to_fp 30 600) RNE 2.0))");
}

/* The square root of 1 - 2^-200, which is 1 for all but a few hundred bits. */
#define NEAR_ONE                                                                                   \
    "(root-obj (+ (* 1606938044258990275541962092341162602522202993782792835301376 (^ x 2)) "      \
    "(- 1606938044258990275541962092341162602522202993782792835301375)) 2)"

static void nearly_a_float(void **state) {
    expect("((_ to_fp 5 11) RTN " NEAR_ONE ")", "(fp #b0 #b01110 #b1111111111)");
    expect("((_ to_fp 5 11) RTZ " NEAR_ONE ")", "(fp #b0 #b01110 #b1111111111)");
    expect("((_ to_fp 5 11) RTP " NEAR_ONE ")", HALF("1.0"));
    expect("((_ to_fp 5 11) RNE " NEAR_ONE ")", HALF("1.0"));
    expect("((_ to_fp 5 11) RTP (- " NEAR_ONE "))", "(fp #b1 #b01110 #b1111111111)");
    /* nearly halfway between 2048 and 2050, below and above */
    expect("((_ to_fp 5 11) RNA (+ 2048.0 " NEAR_ONE "))", HALF("2048.0"));
    expect("((_ to_fp 5 11) RNE (- 2050.0 " NEAR_ONE "))", HALF("2050.0"));
}

static void integers(void **state) {
    expect("((_ to_fp 5 11) RNE #xff)", HALF("(- 1.0)"));
    expect("((_ to_fp_signed 5 11) RNE #x80)", HALF("(- 128.0)"));
    expect("((_ to_fp_unsigned 5 11) RNE #xff)", HALF("255.0"));
    expect("((_ to_fp_unsigned 5 11) RNA #x0801)", HALF("2050.0"));
    expect("((_ to_fp_unsigned 5 11) RNE #xffff)", "(_ +oo 5 11)");
    expect("((_ to_fp_unsigned 5 11) RTZ #xffff)", LARGEST);
    expect("((_ to_fp 8 24) RNE (bvneg (_ bv1 200)))", SINGLE("bf800000"));
    expect("((_ to_fp_unsigned 8 24) RNE (bvneg (_ bv1 200)))", "(_ +oo 8 24)");
    expect("((_ to_fp_unsigned 8 24) RTZ (bvneg (_ bv1 200)))", SINGLE("7f7fffff"));
    expect("((_ to_fp 2 2) RNE #b1)", "((_ to_fp 2 2) RNE (- 1.0))");
}

/* Forty exponent bits: no number of this size can be shifted into place. */
#define BIG(exponent, fraction) "(fp #b0 #x" exponent " #b" fraction ")"
#define BIG_ONE BIG("7fffffffff", "0000000")
#define BIG_TINIEST BIG("0000000000", "0000001")
#define BIG_LARGEST BIG("fffffffffe", "1111111")
#define BIG_THREE BIG("8000000000", "1000000")

static void large_exponents(void **state) {
    expect("(fp.add RNE " BIG_ONE " " BIG_TINIEST ")", BIG_ONE);
    expect("(fp.add RNA " BIG_TINIEST " " BIG_ONE ")", BIG_ONE);
    expect("(fp.add RTP " BIG_ONE " " BIG_TINIEST ")", BIG("7fffffffff", "0000001"));
    expect("(fp.sub RNE " BIG_ONE " " BIG_TINIEST ")", BIG_ONE);
    expect("(fp.sub RTZ " BIG_ONE " " BIG_TINIEST ")", BIG("7ffffffffe", "1111111"));
    expect("(fp.sub RTN " BIG_ONE " " BIG_TINIEST ")", BIG("7ffffffffe", "1111111"));
    expect("(fp.sub RTP " BIG_TINIEST " " BIG_ONE ")", "(fp.neg " BIG("7ffffffffe", "1111111") ")");
    expect("(fp.add RTP " BIG_LARGEST " " BIG_TINIEST ")", "(_ +oo 40 8)");
    expect("(fp.add RNE " BIG_LARGEST " " BIG_TINIEST ")", BIG_LARGEST);
    expect("(fp.mul RTP " BIG_TINIEST " " BIG_TINIEST ")", BIG_TINIEST);
    expect("(fp.mul RNE " BIG_TINIEST " " BIG_TINIEST ")", "(_ +zero 40 8)");
    expect("(fp.mul RNE " BIG_LARGEST " " BIG_LARGEST ")", "(_ +oo 40 8)");
    expect("(fp.mul RTZ " BIG_LARGEST " " BIG_LARGEST ")", BIG_LARGEST);
    expect("(fp.div RTZ " BIG_LARGEST " " BIG_TINIEST ")", BIG_LARGEST);
    expect("(fp.fma RTP " BIG_TINIEST " " BIG_TINIEST " " BIG_ONE ")",
           BIG("7fffffffff", "0000001"));
    expect("(fp.fma RNE " BIG_LARGEST " " BIG_LARGEST " " BIG_ONE ")", "(_ +oo 40 8)");
    /* the smallest normal is 2^(2-2^39) */
    expect("(fp.sqrt RNE " BIG("0000000001", "0000000") ")", BIG("4000000000", "0000000"));
    expect("(fp.roundToIntegral RTP " BIG_TINIEST ")", BIG_ONE);
    expect("(fp.roundToIntegral RTP " BIG_LARGEST ")", BIG_LARGEST);
    expect("((_ to_fp 8 24) RNE " BIG_LARGEST ")", "(_ +oo 8 24)");
    expect("((_ to_fp 8 24) RTP " BIG_TINIEST ")", SINGLE("00000001"));
    expect("((_ to_fp 8 24) RTN " BIG_TINIEST ")", "(_ +zero 8 24)");
    expect_chosen("", "", "(= ((_ fp.to_ubv 8) RNE " BIG_LARGEST ") #x00)");
    expect_unknown("", "", "(> (fp.to_real " BIG_LARGEST ") 0.0)", REASON_TOO_LARGE);
    expect_unknown("", "", "(> (fp.to_real " BIG_TINIEST ") 0.0)", REASON_TOO_LARGE);
}

/* 2^(2^38) and twice that, by 3; the same with exponents of 98 bits. */
static void large_remainders(void **state) {
    expect("(fp.rem " BIG("bfffffffff", "0000000") " " BIG_THREE ")", BIG_ONE);
    expect("(fp.rem " BIG("c000000000", "0000000") " " BIG_THREE ")", "(fp.neg " BIG_ONE ")");
    expect("(fp.rem " BIG_TINIEST " " BIG_LARGEST ")", BIG_TINIEST);
    expect("(fp.rem (fp.neg " BIG_LARGEST ") " BIG_TINIEST ")", "(_ -zero 40 8)");
    expect("(fp.rem (fp #b0 (bvsub (bvor (bvshl (_ bv1 100) (_ bv99 100)) (bvshl (_ bv1 100) "
           "(_ bv98 100))) (_ bv1 100)) (_ bv0 29)) ((_ to_fp 100 30) RNE 3.0))",
           "((_ to_fp 100 30) RNE 1.0)");
    expect("(fp.sqrt RNE (fp #b0 (_ bv1 100) (_ bv0 29)))",
           "(fp #b0 (bvshl (_ bv1 100) (_ bv98 100)) (_ bv0 29))");
    expect("(fp.add RTP ((_ to_fp 100 30) RNE 1.0) (fp #b0 (_ bv0 100) (_ bv1 29)))",
           "(fp #b0 (bvnot (bvshl (_ bv1 100) (_ bv99 100))) (_ bv1 29))");
}

static void too_large(void **state) {
    expect_unknown("", "", "(fp.isZero (_ +zero 1048576 2))", REASON_TOO_LARGE);
    expect_unknown("", "", "(fp.isZero ((_ to_fp 2 1048576) RNE 1.0))", REASON_TOO_LARGE);
    expect_true("(fp.isZero (_ -zero 500000 500000))");
    expect("(fp.rem ((_ to_fp 500000 500000) RNE 3.0) ((_ to_fp 500000 500000) RNE 2.0))",
           "((_ to_fp 500000 500000) RNE (- 1.0))");
    expect_unknown("", "",
                   "(fp.isZero (fp.rem (fp #b0 (bvneg (_ bv2 500000)) (_ bv0 499999)) "
                   "((_ to_fp 500000 500000) RNE (/ 1.0 3.0))))",
                   REASON_BUDGET);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_nan),         cmocka_unit_test(two_zeros),
        cmocka_unit_test(sign_of_sum),     cmocka_unit_test(halfway),
        cmocka_unit_test(overflow),        cmocka_unit_test(underflow),
        cmocka_unit_test(infinities),      cmocka_unit_test(fused),
        cmocka_unit_test(roots),           cmocka_unit_test(remainders),
        cmocka_unit_test(whole_numbers),   cmocka_unit_test(smaller_and_larger),
        cmocka_unit_test(comparisons),     cmocka_unit_test(to_bits),
        cmocka_unit_test(patterns),        cmocka_unit_test(reals),
        cmocka_unit_test(irrational),      cmocka_unit_test(integers),
        cmocka_unit_test(large_exponents), cmocka_unit_test(large_remainders),
        cmocka_unit_test(too_large),       cmocka_unit_test(nearly_a_float),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
