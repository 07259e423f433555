/* Floats: arithmetic. Each operator finds the exact result, or enough of it with the knowledge that
 * there is more, and rounds once (fp.h). */
#include "eval/theory/fp_priv.h"

#include "base/bug.h"

/* --- exact numbers --- */

/* x = x + y. When they are so far apart that the small one lies below every bit the rounding looks
 * at, it only counts as more (or less) than the large one. */
static void add_exactly(dyadic_t *x, dyadic_t *y, float_format_t format) {
    if (fmpz_cmp(x->exponent, y->exponent) < 0) {
        dyadic_t other = *x;
        *x = *y;
        *y = other;
    }
    fmpz_t distance;
    fmpz_init(distance);
    fmpz_sub(distance, x->exponent, y->exponent);
    ulong guard = format.significand + 3UL;
    if (fmpz_cmp_ui(distance, fmpz_bits(y->significand) + guard) > 0 &&
        !fmpz_is_zero(x->significand) && !fmpz_is_zero(y->significand)) {
        fmpz_mul_2exp(x->significand, x->significand, guard);
        fmpz_sub_ui(x->exponent, x->exponent, guard);
        if (x->negative != y->negative) /* x - y is x - 1 and more */
            fmpz_sub_ui(x->significand, x->significand, 1);
        x->more = true;
    } else if (fmpz_is_zero(x->significand)) {
        fmpz_swap(x->significand, y->significand);
        fmpz_swap(x->exponent, y->exponent);
        x->negative = y->negative;
    } else if (!fmpz_is_zero(y->significand)) {
        fmpz_mul_2exp(x->significand, x->significand, fmpz_get_ui(distance));
        fmpz_set(x->exponent, y->exponent);
        if (x->negative == y->negative)
            fmpz_add(x->significand, x->significand, y->significand);
        else
            fmpz_sub(x->significand, x->significand, y->significand);
        if (fmpz_sgn(x->significand) < 0) {
            x->negative = !x->negative;
            fmpz_neg(x->significand, x->significand);
        }
    }
    fmpz_clear(distance);
}

/* The sum of two, neither of them NaN or infinite, of which at most the first may have more bits
 * than the format. y is overwritten. */
static value_t add_and_round(values_t *values, float_format_t format, rounding_t mode, dyadic_t *x,
                             dyadic_t *y) {
    bool zeros = fmpz_is_zero(x->significand) && fmpz_is_zero(y->significand);
    bool alike = x->negative == y->negative;
    bool negative = x->negative;
    if (!zeros)
        add_exactly(x, y, format);
    if (!fmpz_is_zero(x->significand))
        return float_round(values, format, mode, x);
    /* An exact 0 has the sign of both, or what the mode says. */
    return float_zero(values, format, alike ? negative : mode == ROUND_RTN);
}

static void multiply(dyadic_t *x, const dyadic_t *y) {
    fmpz_mul(x->significand, x->significand, y->significand);
    fmpz_add(x->exponent, x->exponent, y->exponent);
    x->negative = x->negative != y->negative;
}

/* x = x / y, neither of them 0, with two bits more than the format has. */
static void divide(dyadic_t *x, const dyadic_t *y, float_format_t format) {
    flint_bitcnt_t want = fmpz_bits(y->significand) + format.significand + 2;
    flint_bitcnt_t have = fmpz_bits(x->significand);
    ulong scale = want > have ? want - have : 0;
    fmpz_t rest;
    fmpz_init(rest);
    fmpz_mul_2exp(x->significand, x->significand, scale);
    fmpz_tdiv_qr(x->significand, rest, x->significand, y->significand);
    fmpz_sub(x->exponent, x->exponent, y->exponent);
    fmpz_sub_ui(x->exponent, x->exponent, scale);
    x->negative = x->negative != y->negative;
    x->more = !fmpz_is_zero(rest);
    fmpz_clear(rest);
}

/* x = sqrt(x), above 0, with two bits more than the format has. */
static void take_root(dyadic_t *x, float_format_t format) {
    flint_bitcnt_t want = 2 * (format.significand + 2UL);
    flint_bitcnt_t have = fmpz_bits(x->significand);
    ulong scale = want > have ? want - have : 0;
    if (fmpz_is_odd(x->exponent) != (scale % 2 == 1))
        scale++;
    fmpz_t rest;
    fmpz_init(rest);
    fmpz_mul_2exp(x->significand, x->significand, scale);
    fmpz_sub_ui(x->exponent, x->exponent, scale);
    fmpz_fdiv_q_2exp(x->exponent, x->exponent, 1);
    fmpz_sqrtrem(x->significand, rest, x->significand);
    x->more = !fmpz_is_zero(rest);
    fmpz_clear(rest);
}

/* x = x - n * y, n the integer nearest to x / y, the even one of two; neither of them 0. */
static void take_rest(dyadic_t *x, const dyadic_t *y) {
    fmpz_t shift;
    fmpz_t divisor;
    fmpz_t twice;
    fmpz_init(shift);
    fmpz_init_set(divisor, y->significand);
    fmpz_init(twice);
    fmpz_sub(shift, x->exponent, y->exponent);
    bool tiny = false; /* less than half of y */
    if (fmpz_sgn(shift) < 0) {
        fmpz_neg(shift, shift);
        tiny = fmpz_cmp_ui(shift, fmpz_bits(x->significand)) > 0;
        if (!tiny)
            fmpz_mul_2exp(divisor, divisor, fmpz_get_ui(shift));
        fmpz_zero(shift);
    } else {
        fmpz_set(x->exponent, y->exponent);
    }
    if (!tiny) {
        /* x * 2^shift modulo 2y tells the rest and whether the quotient is odd. */
        fmpz_mul_2exp(twice, divisor, 1);
        fmpz_t power;
        fmpz_init_set_ui(power, 2);
        fmpz_powm(power, power, shift, twice);
        fmpz_mul(x->significand, x->significand, power);
        fmpz_mod(x->significand, x->significand, twice);
        fmpz_clear(power);
        bool odd = fmpz_cmp(x->significand, divisor) >= 0;
        if (odd)
            fmpz_sub(x->significand, x->significand, divisor);
        fmpz_mul_2exp(twice, x->significand, 1);
        int half = fmpz_cmp(twice, divisor);
        if (half > 0 || (half == 0 && odd)) {
            fmpz_sub(x->significand, divisor, x->significand);
            x->negative = !x->negative;
        }
    }
    fmpz_clear(shift);
    fmpz_clear(divisor);
    fmpz_clear(twice);
}

/* --- rules --- */

typedef struct operand {
    float_class_t class;
    bool negative;
    value_t bits;
} operand_t;

static operand_t operand(const eval_t *eval, float_format_t format, value_t bits) {
    return (operand_t){float_class(eval->values, format, bits),
                       float_negative(eval->values, format, bits), bits};
}

static bool is_finite(operand_t x) {
    return x.class != FLOAT_INFINITE && x.class != FLOAT_NAN;
}

bool eval_fp_add(eval_t *eval, const call_t *call, value_t *out) {
    values_t *values = eval->values;
    float_format_t format = format_of(eval, call->sort);
    if (!take_format(eval, call, format))
        return false;
    operand_t a = operand(eval, format, call->args[1]);
    operand_t b = operand(eval, format, call->args[2]);
    if (call->op == OP_FP_SUB)
        b.negative = !b.negative;
    if (a.class == FLOAT_NAN || b.class == FLOAT_NAN ||
        (a.class == FLOAT_INFINITE && b.class == FLOAT_INFINITE && a.negative != b.negative)) {
        *out = float_nan(values, format);
        return true;
    }
    if (!is_finite(a) || !is_finite(b)) {
        *out = float_infinity(values, format, is_finite(a) ? b.negative : a.negative);
        return true;
    }
    dyadic_t x;
    dyadic_t y;
    dyadic_init(&x);
    dyadic_init(&y);
    float_get(values, format, a.bits, &x);
    float_get(values, format, b.bits, &y);
    y.negative = b.negative;
    *out = add_and_round(values, format, (rounding_t)call->args[0], &x, &y);
    dyadic_clear(&x);
    dyadic_clear(&y);
    return true;
}

bool eval_fp_mul(eval_t *eval, const call_t *call, value_t *out) {
    values_t *values = eval->values;
    float_format_t format = format_of(eval, call->sort);
    if (!take_format(eval, call, format))
        return false;
    operand_t a = operand(eval, format, call->args[1]);
    operand_t b = operand(eval, format, call->args[2]);
    bool negative = a.negative != b.negative;
    if (a.class == FLOAT_NAN || b.class == FLOAT_NAN || (!is_finite(a) && b.class == FLOAT_ZERO) ||
        (!is_finite(b) && a.class == FLOAT_ZERO)) {
        *out = float_nan(values, format);
        return true;
    }
    if (!is_finite(a) || !is_finite(b)) {
        *out = float_infinity(values, format, negative);
        return true;
    }
    if (a.class == FLOAT_ZERO || b.class == FLOAT_ZERO) {
        *out = float_zero(values, format, negative);
        return true;
    }
    dyadic_t x;
    dyadic_t y;
    dyadic_init(&x);
    dyadic_init(&y);
    float_get(values, format, a.bits, &x);
    float_get(values, format, b.bits, &y);
    multiply(&x, &y);
    *out = float_round(values, format, (rounding_t)call->args[0], &x);
    dyadic_clear(&x);
    dyadic_clear(&y);
    return true;
}

bool eval_fp_div(eval_t *eval, const call_t *call, value_t *out) {
    values_t *values = eval->values;
    float_format_t format = format_of(eval, call->sort);
    if (!take_format(eval, call, format))
        return false;
    operand_t a = operand(eval, format, call->args[1]);
    operand_t b = operand(eval, format, call->args[2]);
    bool negative = a.negative != b.negative;
    if (a.class == FLOAT_NAN || b.class == FLOAT_NAN || (!is_finite(a) && !is_finite(b)) ||
        (a.class == FLOAT_ZERO && b.class == FLOAT_ZERO)) {
        *out = float_nan(values, format);
        return true;
    }
    if (!is_finite(a) || b.class == FLOAT_ZERO) {
        *out = float_infinity(values, format, negative);
        return true;
    }
    if (!is_finite(b) || a.class == FLOAT_ZERO) {
        *out = float_zero(values, format, negative);
        return true;
    }
    dyadic_t x;
    dyadic_t y;
    dyadic_init(&x);
    dyadic_init(&y);
    float_get(values, format, a.bits, &x);
    float_get(values, format, b.bits, &y);
    divide(&x, &y, format);
    *out = float_round(values, format, (rounding_t)call->args[0], &x);
    dyadic_clear(&x);
    dyadic_clear(&y);
    return true;
}

bool eval_fp_fma(eval_t *eval, const call_t *call, value_t *out) {
    values_t *values = eval->values;
    float_format_t format = format_of(eval, call->sort);
    if (!take_format(eval, call, format))
        return false;
    operand_t a = operand(eval, format, call->args[1]);
    operand_t b = operand(eval, format, call->args[2]);
    operand_t c = operand(eval, format, call->args[3]);
    bool negative = a.negative != b.negative; /* the product */
    bool infinite = !is_finite(a) || !is_finite(b);
    if (a.class == FLOAT_NAN || b.class == FLOAT_NAN || c.class == FLOAT_NAN ||
        (infinite && (a.class == FLOAT_ZERO || b.class == FLOAT_ZERO)) ||
        (infinite && !is_finite(c) && negative != c.negative)) {
        *out = float_nan(values, format);
        return true;
    }
    if (infinite || !is_finite(c)) {
        *out = float_infinity(values, format, infinite ? negative : c.negative);
        return true;
    }
    dyadic_t x;
    dyadic_t y;
    dyadic_init(&x);
    dyadic_init(&y);
    float_get(values, format, a.bits, &x);
    float_get(values, format, b.bits, &y);
    multiply(&x, &y);
    float_get(values, format, c.bits, &y);
    *out = add_and_round(values, format, (rounding_t)call->args[0], &x, &y);
    dyadic_clear(&x);
    dyadic_clear(&y);
    return true;
}

bool eval_fp_sqrt(eval_t *eval, const call_t *call, value_t *out) {
    values_t *values = eval->values;
    float_format_t format = format_of(eval, call->sort);
    if (!take_format(eval, call, format))
        return false;
    operand_t a = operand(eval, format, call->args[1]);
    if (a.class == FLOAT_NAN || a.class == FLOAT_ZERO) {
        *out = a.bits; /* -0 is its own root */
        return true;
    }
    if (a.negative) {
        *out = float_nan(values, format);
        return true;
    }
    if (a.class == FLOAT_INFINITE) {
        *out = a.bits;
        return true;
    }
    dyadic_t x;
    dyadic_init(&x);
    float_get(values, format, a.bits, &x);
    take_root(&x, format);
    *out = float_round(values, format, (rounding_t)call->args[0], &x);
    dyadic_clear(&x);
    return true;
}

/* What a remainder costs: a multiplication for each bit of the distance of the exponents. */
static bool charge_rest(eval_t *eval, const call_t *call, float_format_t format, const dyadic_t *x,
                        const dyadic_t *y) {
    fmpz_t distance;
    fmpz_init(distance);
    fmpz_sub(distance, x->exponent, y->exponent);
    uint64_t steps = fmpz_sgn(distance) > 0 ? fmpz_bits(distance) : 1;
    fmpz_clear(distance);
    uint64_t limbs = bits_limb_count(format.significand);
    return steps * limbs < 64 ||
           eval_charge(eval, call, steps * limbs * FLINT_BIT_COUNT(limbs) / 8);
}

bool eval_fp_rem(eval_t *eval, const call_t *call, value_t *out) {
    values_t *values = eval->values;
    float_format_t format = format_of(eval, call->sort);
    if (!take_format(eval, call, format))
        return false;
    operand_t a = operand(eval, format, call->args[0]);
    operand_t b = operand(eval, format, call->args[1]);
    if (a.class == FLOAT_NAN || b.class == FLOAT_NAN || a.class == FLOAT_INFINITE ||
        b.class == FLOAT_ZERO) {
        *out = float_nan(values, format);
        return true;
    }
    if (a.class == FLOAT_ZERO || b.class == FLOAT_INFINITE) {
        *out = a.bits;
        return true;
    }
    dyadic_t x;
    dyadic_t y;
    dyadic_init(&x);
    dyadic_init(&y);
    float_get(values, format, a.bits, &x);
    float_get(values, format, b.bits, &y);
    bool paid = charge_rest(eval, call, format, &x, &y);
    if (paid) {
        take_rest(&x, &y);
        /* Always a float: no mode matters. 0 has the sign of the dividend. */
        *out = fmpz_is_zero(x.significand) ? float_zero(values, format, a.negative)
                                           : float_round(values, format, ROUND_RTZ, &x);
    }
    dyadic_clear(&x);
    dyadic_clear(&y);
    return paid;
}

/* fp.roundToIntegral. A format with few exponent bits has floats that are not whole next to its
 * largest one: the whole number above may be beyond it, and is then rounded as any other result. */
bool eval_fp_whole(eval_t *eval, const call_t *call, value_t *out) {
    values_t *values = eval->values;
    float_format_t format = format_of(eval, call->sort);
    if (!take_format(eval, call, format))
        return false;
    rounding_t mode = (rounding_t)call->args[0];
    operand_t a = operand(eval, format, call->args[1]);
    *out = a.bits;
    if (!is_finite(a) || a.class == FLOAT_ZERO)
        return true;
    dyadic_t x;
    dyadic_init(&x);
    float_get(values, format, a.bits, &x);
    if (dyadic_round_whole(&x, mode))
        *out = fmpz_is_zero(x.significand) ? float_zero(values, format, a.negative)
                                           : float_round(values, format, mode, &x);
    dyadic_clear(&x);
    return true;
}
