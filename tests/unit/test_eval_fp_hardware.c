/* Floats against the processor's, and the C library's: Float32 and Float64, random and special
 * operands, the four rounding modes that hardware has; the fifth, ties away from zero, against
 * rational numbers. 20,000 rounds of all operations; a million with ASSAY_LONG=1. */
#include "eval_direct.h"

#include <fenv.h>
#include <float.h>
#include <gmp.h>
#include <math.h>
#include <string.h>

_Static_assert(LDBL_MANT_DIG >= 64, "64-bit numbers must be exact as long double");

static const rounding_t modes[] = {ROUND_RNE, ROUND_RTP, ROUND_RTN, ROUND_RTZ};
static const int native_modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};

/* Everything that touches hardware goes through volatile variables, so that it is not computed
 * ahead of time in another mode. */
typedef struct native {
    volatile float f[3];
    volatile double d[3];
    volatile float fr;
    volatile double dr;
} native_t;

static uint32_t float_bits(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return isnan(x) ? 0x7FC00000 : bits;
}

static uint64_t double_bits(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return isnan(x) ? 0x7FF8000000000000 : bits;
}

static float float_from(uint64_t bits) {
    uint32_t low = (uint32_t)bits;
    float x;
    memcpy(&x, &low, sizeof x);
    return x;
}

static double double_from(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* --- operands --- */

typedef struct layout {
    uint32_t exponent, fraction;
} layout_t;

static const layout_t sizes[] = {{8, 23}, {11, 52}};

static uint64_t special(rng_t *rng, layout_t size) {
    uint64_t one = (uint64_t)1 << size.fraction;
    uint64_t infinity = (((uint64_t)1 << size.exponent) - 1) << size.fraction;
    uint64_t bias = ((uint64_t)1 << (size.exponent - 1)) - 1;
    const uint64_t patterns[] = {
        0,
        1,
        2,
        one - 1,
        one,
        one + 1,
        bias * one,
        bias * one + 1,
        bias * one - 1,
        (bias - 1) * one,
        (bias + 1) * one,
        (bias + size.fraction) * one,
        (bias + size.fraction) * one + 1,
        (bias + size.fraction + 1) * one,
        bias * one + one / 2,
        infinity - 1,
        infinity - one,
        infinity,
        infinity + one / 2,
    };
    return patterns[rng_below(rng, sizeof patterns / sizeof *patterns)];
}

/* near is an operand drawn before: cancellation needs close ones. */
static uint64_t draw(rng_t *rng, layout_t size, uint64_t near) {
    uint32_t width = 1 + size.exponent + size.fraction;
    uint64_t sign = rng_below(rng, 2) << (width - 1);
    uint64_t infinity = (((uint64_t)1 << size.exponent) - 1) << size.fraction;
    uint64_t magnitude;
    switch (rng_below(rng, 6)) {
    case 0:
        magnitude = special(rng, size);
        break;
    case 1: /* few bits set: ties and exact results */
        magnitude = (rng_below(rng, (uint64_t)1 << size.exponent) << size.fraction) |
                    (rng_below(rng, 8) << (size.fraction - 3)) | rng_below(rng, 4);
        break;
    case 2: /* near the other one */
        magnitude = near + (uint64_t)rng_range(rng, -3, 3);
        break;
    case 3: /* its exponent nearly the same */
        magnitude = (near & ~(((uint64_t)1 << size.fraction) - 1)) +
                    ((uint64_t)rng_range(rng, -30, 30) << size.fraction) +
                    rng_below(rng, (uint64_t)1 << size.fraction);
        break;
    case 4: { /* around 1 */
        uint64_t bias = ((uint64_t)1 << (size.exponent - 1)) - 1;
        magnitude = ((bias + (uint64_t)rng_range(rng, -4, 70)) << size.fraction) +
                    rng_below(rng, (uint64_t)1 << size.fraction);
        break;
    }
    default:
        magnitude = rng_next(rng);
        break;
    }
    magnitude &= ((uint64_t)1 << (width - 1)) - 1;
    if (magnitude > infinity)
        return infinity + ((uint64_t)1 << (size.fraction - 1)); /* the NaN of the evaluator */
    return sign | magnitude;
}

/* --- operations --- */

enum { ADD, SUB, MUL, DIV, FMA, SQRT, REM, WHOLE, OPERATIONS };

static const op_t ops[] = {OP_FP_ADD, OP_FP_SUB,  OP_FP_MUL, OP_FP_DIV,
                           OP_FP_FMA, OP_FP_SQRT, OP_FP_REM, OP_FP_RTI};
static const uint32_t arities[] = {2, 2, 2, 2, 3, 1, 2, 1};

static uint64_t native_float(native_t *n, int operation) {
    switch (operation) {
    case ADD:
        n->fr = n->f[0] + n->f[1];
        break;
    case SUB:
        n->fr = n->f[0] - n->f[1];
        break;
    case MUL:
        n->fr = n->f[0] * n->f[1];
        break;
    case DIV:
        n->fr = n->f[0] / n->f[1];
        break;
    case FMA:
        n->fr = fmaf(n->f[0], n->f[1], n->f[2]);
        break;
    case SQRT:
        n->fr = sqrtf(n->f[0]);
        break;
    case REM:
        n->fr = (float)remainderl(n->f[0], n->f[1]);
        break;
    default:
        n->fr = nearbyintf(n->f[0]);
        break;
    }
    return float_bits(n->fr);
}

static uint64_t native_double(native_t *n, int operation) {
    switch (operation) {
    case ADD:
        n->dr = n->d[0] + n->d[1];
        break;
    case SUB:
        n->dr = n->d[0] - n->d[1];
        break;
    case MUL:
        n->dr = n->d[0] * n->d[1];
        break;
    case DIV:
        n->dr = n->d[0] / n->d[1];
        break;
    case FMA:
        n->dr = fma(n->d[0], n->d[1], n->d[2]);
        break;
    case SQRT:
        n->dr = sqrt(n->d[0]);
        break;
    case REM:
        n->dr = (double)remainderl(n->d[0], n->d[1]);
        break;
    default:
        n->dr = nearbyint(n->d[0]);
        break;
    }
    return double_bits(n->dr);
}

/* What the evaluator says, in a mode. fp.rem has no mode. */
static uint64_t evaluate(direct_t *d, int operation, sort_t sort, rounding_t mode,
                         const uint64_t *operands) {
    sort_t sorts[] = {SORT_ROUNDING, sort, sort, sort};
    value_t args[] = {mode, operands[0], operands[1], operands[2]};
    if (operation == REM)
        return direct_call(d, OP_FP_REM, sort, sorts + 1, args + 1, 2);
    return direct_call(d, ops[operation], sort, sorts, args, arities[operation] + 1);
}

static void expect(uint64_t got, uint64_t wanted, const char *name, rounding_t mode,
                   const uint64_t *operands) {
    if (got != wanted) {
        fesetround(FE_TONEAREST);
        fail_msg("%s mode %d of %#llx %#llx %#llx: %#llx, the processor says %#llx", name,
                 (int)mode, (unsigned long long)operands[0], (unsigned long long)operands[1],
                 (unsigned long long)operands[2], (unsigned long long)got,
                 (unsigned long long)wanted);
    }
}

static uint64_t rounds(void) {
    const char *wish = getenv("ASSAY_LONG");
    return wish && strcmp(wish, "1") == 0 ? 1000000 : 20000;
}

static void draw_operands(rng_t *rng, layout_t size, uint64_t *operands) {
    operands[0] = draw(rng, size, rng_next(rng));
    operands[1] = draw(rng, size, operands[0]);
    operands[2] = draw(rng, size, operands[rng_below(rng, 2)]);
}

/* fma cancels only when the addend is close to the product. */
static void aim_addend(native_t *n, int kind, rng_t *rng, uint64_t *operands) {
    if (!rng_one_in(rng, 3))
        return;
    uint64_t sign = (uint64_t)1 << (kind == 0 ? 31 : 63);
    uint64_t product = kind == 0 ? native_float(n, MUL) : native_double(n, MUL);
    uint64_t infinity = kind == 0 ? 0x7F800000 : 0x7FF0000000000000;
    uint64_t moved = (product & ~sign) + (uint64_t)rng_range(rng, -2, 2);
    if ((moved & ~sign) < infinity)
        operands[2] = moved | (~product & sign);
}

static void arithmetic(void **state) {
    rng_t rng = rng_make(unit_seed());
    direct_t d;
    direct_init(&d);
    sort_t sorts[] = {sort_float(&d.bank, 8, 24), sort_float(&d.bank, 11, 53)};
    native_t n;
    for (uint64_t round = rounds(); round-- > 0;) {
        uint32_t m = (uint32_t)rng_below(&rng, 4);
        for (int kind = 0; kind < 2; kind++) {
            uint64_t operands[3];
            draw_operands(&rng, sizes[kind], operands);
            for (uint32_t i = 0; i < 2; i++) {
                n.f[i] = float_from(operands[i]);
                n.d[i] = double_from(operands[i]);
            }
            aim_addend(&n, kind, &rng, operands);
            n.f[2] = float_from(operands[2]);
            n.d[2] = double_from(operands[2]);
            for (int operation = 0; operation < OPERATIONS; operation++) {
                uint64_t got = evaluate(&d, operation, sorts[kind], modes[m], operands);
                /* A remainder is exact. It is taken from remainderl(): older C libraries get the
                 * sign of a remainder 0 wrong in remainder(), and in modes other than this. */
                fesetround(operation == REM ? FE_TONEAREST : native_modes[m]);
                uint64_t wanted =
                    kind == 0 ? native_float(&n, operation) : native_double(&n, operation);
                fesetround(FE_TONEAREST);
                expect(got, wanted, op_info(ops[operation])->name, modes[m], operands);
            }
        }
    }
    direct_done(&d);
}

static void comparisons(void **state) {
    rng_t rng = rng_make(unit_seed());
    direct_t d;
    direct_init(&d);
    sort_t sorts[] = {sort_float(&d.bank, 8, 24), sort_float(&d.bank, 11, 53)};
    const op_t orders[] = {OP_FP_LT, OP_FP_LEQ, OP_FP_GT, OP_FP_GEQ, OP_FP_EQ};
    const op_t classes[] = {OP_FP_IS_NAN,     OP_FP_IS_INFINITE,  OP_FP_IS_ZERO,
                            OP_FP_IS_NORMAL,  OP_FP_IS_SUBNORMAL, OP_FP_IS_NEGATIVE,
                            OP_FP_IS_POSITIVE};
    for (uint64_t round = rounds(); round-- > 0;) {
        int kind = (int)rng_below(&rng, 2);
        uint64_t x[3];
        draw_operands(&rng, sizes[kind], x);
        double a = kind == 0 ? float_from(x[0]) : double_from(x[0]);
        double b = kind == 0 ? float_from(x[1]) : double_from(x[1]);
        sort_t same[] = {sorts[kind], sorts[kind]};
        const bool ordered[] = {a<b, a <= b, a> b, a >= b, a == b};
        for (uint32_t i = 0; i < 5; i++)
            expect(direct_call(&d, orders[i], SORT_BOOL, same, x, 2), ordered[i],
                   op_info(orders[i])->name, 0, x);
        int class = kind == 0 ? fpclassify(float_from(x[0])) : fpclassify(a);
        const bool fits[] = {class == FP_NAN,
                             class == FP_INFINITE,
                             class == FP_ZERO,
                             class == FP_NORMAL,
                             class == FP_SUBNORMAL,
                             class != FP_NAN && signbit(a),
                             class != FP_NAN && !signbit(a)};
        for (uint32_t i = 0; i < 7; i++)
            expect(direct_call(&d, classes[i], SORT_BOOL, same, x, 1), fits[i],
                   op_info(classes[i])->name, 0, x);
        /* fmin and fmax may do with different zeros as they like; fp.min leaves that open */
        if (a != 0 || b != 0) {
            double least = fmin(a, b);
            double most = fmax(a, b);
            expect(direct_call(&d, OP_FP_MIN, sorts[kind], same, x, 2),
                   kind == 0 ? float_bits((float)least) : double_bits(least), "fp.min", 0, x);
            expect(direct_call(&d, OP_FP_MAX, sorts[kind], same, x, 2),
                   kind == 0 ? float_bits((float)most) : double_bits(most), "fp.max", 0, x);
        }
        double positive = fabs(a);
        expect(direct_call(&d, OP_FP_ABS, sorts[kind], same, x, 1),
               kind == 0 ? float_bits((float)positive) : double_bits(positive), "fp.abs", 0, x);
        expect(direct_call(&d, OP_FP_NEG, sorts[kind], same, x, 1),
               kind == 0 ? float_bits((float)-a) : double_bits(-a), "fp.neg", 0, x);
    }
    direct_done(&d);
}

static uint64_t convert(direct_t *d, op_t op, sort_t to, sort_t from, rounding_t mode,
                        uint64_t value) {
    sort_t sorts[] = {SORT_ROUNDING, from};
    value_t args[] = {mode, value};
    return direct_call(d, op, to, sorts, args, 2);
}

/* fp.to_sbv and fp.to_ubv of 32 and 64 bits, where they are defined. */
static void to_integers(direct_t *d, native_t *n, uint32_t m, int kind, const uint64_t *x,
                        sort_t from) {
    fesetround(native_modes[m]);
    n->dr = kind == 0 ? nearbyintf(n->f[0]) : nearbyint(n->d[0]);
    fesetround(FE_TONEAREST);
    double whole = n->dr;
    for (uint32_t width = 32; width <= 64; width += 32) {
        double size = width == 32 ? 0x1p32 : 0x1p64;
        sort_t to = sort_bitvec(&d->bank, width);
        sort_t sorts[] = {SORT_ROUNDING, from};
        value_t args[] = {modes[m], x[0]};
        value_t got;
        uint64_t mask = width == 32 ? UINT32_MAX : UINT64_MAX;
        bool fits = whole >= -size / 2 && whole < size / 2;
        bool known = direct_try(d, OP_FP_TO_SBV, &width, to, sorts, args, 2, &got);
        if (fits != (known && !direct_chose(d)))
            fail_msg("fp.to_sbv of %#llx is defined, or is not", (unsigned long long)x[0]);
        if (fits)
            expect(got, (uint64_t)(int64_t)whole & mask, "fp.to_sbv", modes[m], x);
        fits = whole >= 0 && whole < size;
        known = direct_try(d, OP_FP_TO_UBV, &width, to, sorts, args, 2, &got);
        if (fits != (known && !direct_chose(d)))
            fail_msg("fp.to_ubv of %#llx is defined, or is not", (unsigned long long)x[0]);
        if (fits)
            expect(got, (uint64_t)whole, "fp.to_ubv", modes[m], x);
    }
}

static void conversions(void **state) {
    rng_t rng = rng_make(unit_seed());
    direct_t d;
    direct_init(&d);
    sort_t single = sort_float(&d.bank, 8, 24);
    sort_t twice = sort_float(&d.bank, 11, 53);
    sort_t word = sort_bitvec(&d.bank, 64);
    native_t n;
    volatile int64_t i64;
    volatile long double u64;
    for (uint64_t round = rounds(); round-- > 0;) {
        uint32_t m = (uint32_t)rng_below(&rng, 4);
        uint64_t x[3];
        /* a double that a float may be near to */
        draw_operands(&rng, sizes[1], x);
        if (rng_one_in(&rng, 2))
            x[0] = (x[0] & 0x800FFFFFFFFFFFFF) | (0x380 - 30 + rng_below(&rng, 330)) << 52;
        n.d[0] = double_from(x[0]);
        fesetround(native_modes[m]);
        n.fr = (float)n.d[0];
        fesetround(FE_TONEAREST);
        expect(convert(&d, OP_TO_FP_FP, single, twice, modes[m], x[0]), float_bits(n.fr),
               "double to float", modes[m], x);
        to_integers(&d, &n, m, 1, x, twice);
        draw_operands(&rng, sizes[0], x);
        n.f[0] = float_from(x[0]);
        expect(convert(&d, OP_TO_FP_FP, twice, single, modes[m], x[0]), double_bits(n.f[0]),
               "float to double", modes[m], x);
        to_integers(&d, &n, m, 0, x, single);
        uint64_t number = rng_next(&rng) >> rng_below(&rng, 64);
        if (rng_one_in(&rng, 4)) /* a few bits that are far apart: ties */
            number = (uint64_t)1 << rng_below(&rng, 64) | (uint64_t)1 << rng_below(&rng, 64) |
                     (uint64_t)1 << rng_below(&rng, 64);
        if (rng_one_in(&rng, 2))
            number = -number;
        x[0] = number;
        i64 = (int64_t)number;
        /* exact; clang's own conversion of unsigned numbers makes 0 negative in one mode */
        u64 = (long double)number;
        fesetround(native_modes[m]);
        n.f[0] = (float)i64;
        n.d[0] = (double)i64;
        n.f[1] = (float)u64;
        n.d[1] = (double)u64;
        fesetround(FE_TONEAREST);
        expect(convert(&d, OP_TO_FP_SBV, single, word, modes[m], number), float_bits(n.f[0]),
               "signed to float", modes[m], x);
        expect(convert(&d, OP_TO_FP_SBV, twice, word, modes[m], number), double_bits(n.d[0]),
               "signed to double", modes[m], x);
        expect(convert(&d, OP_TO_FP_UNSIGNED, single, word, modes[m], number), float_bits(n.f[1]),
               "unsigned to float", modes[m], x);
        expect(convert(&d, OP_TO_FP_UNSIGNED, twice, word, modes[m], number), double_bits(n.d[1]),
               "unsigned to double", modes[m], x);
    }
    direct_done(&d);
}

/* --- ties away from zero --- */

/* The exact result, as a rational; of a root, its square. False when it is no number. */
static bool exact_result(int operation, const double *x, mpq_t out) {
    for (uint32_t i = 0; i < arities[operation]; i++)
        if (!isfinite(x[i]))
            return false;
    mpq_t b;
    mpq_init(b);
    mpq_set_d(out, x[0]);
    bool defined = true;
    if (arities[operation] > 1)
        mpq_set_d(b, x[1]);
    switch (operation) {
    case ADD:
        mpq_add(out, out, b);
        break;
    case SUB:
        mpq_sub(out, out, b);
        break;
    case MUL:
        mpq_mul(out, out, b);
        break;
    case DIV:
        defined = x[1] != 0;
        if (defined)
            mpq_div(out, out, b);
        break;
    case FMA:
        mpq_mul(out, out, b);
        mpq_set_d(b, x[2]);
        mpq_add(out, out, b);
        break;
    default:
        defined = x[0] >= 0;
        break;
    }
    mpq_clear(b);
    return defined;
}

/* The double for a rational, ties away from zero; a root is given by its square. The nearest one
 * below it in absolute value is what the processor computed toward zero; what is beyond the largest
 * is given by the tie between it and 2^1024. */
static double away(const mpq_t exact, bool root, double toward) {
    double below = fabs(toward);
    double above = nextafter(below, INFINITY);
    mpq_t low;
    mpq_t high;
    mpq_init(low);
    mpq_init(high);
    mpq_set_d(low, below);
    if (isinf(above)) {
        mpq_set_ui(high, 1, 1);
        mpq_mul_2exp(high, high, 1024);
    } else {
        mpq_set_d(high, above);
    }
    mpq_add(low, low, high); /* the middle */
    mpq_div_2exp(low, low, 1);
    if (root)
        mpq_mul(low, low, low);
    mpq_abs(high, exact);
    bool up = mpq_cmp(high, low) >= 0;
    mpq_clear(low);
    mpq_clear(high);
    return copysign(up ? above : below, toward);
}

static void ties_away(void **state) {
    rng_t rng = rng_make(unit_seed());
    direct_t d;
    direct_init(&d);
    sort_t sort = sort_float(&d.bank, 11, 53);
    native_t n;
    mpq_t exact;
    mpq_init(exact);
    uint64_t ties = 0;
    for (uint64_t round = rounds() / 4; round-- > 0;) {
        uint64_t operands[3];
        draw_operands(&rng, sizes[1], operands);
        for (uint32_t i = 0; i < 3; i++)
            n.d[i] = double_from(operands[i]);
        for (int operation = ADD; operation <= SQRT; operation++) {
            uint64_t got = evaluate(&d, operation, sort, ROUND_RNA, operands);
            double x[] = {n.d[0], n.d[1], n.d[2]};
            fesetround(FE_TOWARDZERO);
            native_double(&n, operation);
            double toward = n.dr;
            fesetround(FE_TONEAREST);
            uint64_t even = native_double(&n, operation);
            /* no rounding is needed for 0, which has its own rule for the sign, and specials */
            bool plain = exact_result(operation, x, exact) && mpq_sgn(exact) != 0;
            uint64_t wanted = plain ? double_bits(away(exact, operation == SQRT, toward)) : even;
            ties += wanted != even;
            expect(got, wanted, op_info(ops[operation])->name, ROUND_RNA, operands);
        }
    }
    mpq_clear(exact);
    direct_done(&d);
    assert_true(ties > rounds() / 1000); /* or nothing was tested */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic),
        cmocka_unit_test(comparisons),
        cmocka_unit_test(conversions),
        cmocka_unit_test(ties_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
