/* Floats: conversions from and to bit-vectors, numbers and other sizes. */
#include "eval/theory/fp_priv.h"
#include "eval/value/num.h"

#include <arb.h>

#include "base/bug.h"

/* --- to floats --- */

/* to_fp, to_fp_bv: from the pattern. */
bool eval_fp_of_pattern(eval_t *eval, const call_t *call, value_t *out) {
    float_format_t format = format_of(eval, call->sort);
    if (!take_format(eval, call, format))
        return false;
    *out = float_of_pattern(eval->values, format, call->args[0]);
    return true;
}

/* to_fp, to_fp_fp: from another size. */
bool eval_fp_of_fp(eval_t *eval, const call_t *call, value_t *out) {
    values_t *values = eval->values;
    float_format_t format = format_of(eval, call->sort);
    float_format_t from = arg_format(eval, call, 1);
    if (!take_format(eval, call, format) || !take_format(eval, call, from))
        return false;
    value_t bits = call->args[1];
    bool negative = float_negative(values, from, bits);
    switch (float_class(values, from, bits)) {
    case FLOAT_NAN:
        *out = float_nan(values, format);
        return true;
    case FLOAT_INFINITE:
        *out = float_infinity(values, format, negative);
        return true;
    case FLOAT_ZERO:
        *out = float_zero(values, format, negative);
        return true;
    default:
        break;
    }
    dyadic_t x;
    dyadic_init(&x);
    float_get(values, from, bits, &x);
    *out = float_round(values, format, (rounding_t)call->args[0], &x);
    dyadic_clear(&x);
    return true;
}

/* to_fp, to_fp_signed, to_fp_unsigned: from a bit-vector as a number. */
bool eval_fp_of_bv(eval_t *eval, const call_t *call, value_t *out) {
    values_t *values = eval->values;
    float_format_t format = format_of(eval, call->sort);
    uint32_t width = sort_width(eval->bank, call_sort(eval, call, 1));
    if (!take_format(eval, call, format) ||
        (width > 64 && !eval_charge(eval, call, bits_limb_count(width))))
        return false;
    dyadic_t x;
    dyadic_init(&x);
    if (call->op == OP_TO_FP_UNSIGNED)
        bits_get_fmpz(values, width, call->args[1], x.significand);
    else
        bits_get_signed(values, width, call->args[1], x.significand);
    x.negative = fmpz_sgn(x.significand) < 0;
    fmpz_abs(x.significand, x.significand);
    *out = fmpz_is_zero(x.significand) ? float_zero(values, format, false)
                                       : float_round(values, format, (rounding_t)call->args[0], &x);
    dyadic_clear(&x);
    return true;
}

/* A quotient of integers times 2^scale, rounded. */
static value_t round_ratio(values_t *values, float_format_t format, rounding_t mode,
                           const fmpq_t ratio, const fmpz_t scale) {
    if (fmpq_is_zero(ratio))
        return float_zero(values, format, false);
    dyadic_t x;
    dyadic_init(&x);
    x.negative = fmpq_sgn(ratio) < 0;
    fmpz_set(x.exponent, scale);
    fmpz_abs(x.significand, fmpq_numref(ratio));
    if (!fmpz_is_one(fmpq_denref(ratio))) {
        /* Two bits more than the format has. */
        flint_bitcnt_t want = fmpz_bits(fmpq_denref(ratio)) + format.significand + 2;
        flint_bitcnt_t have = fmpz_bits(x.significand);
        ulong by = want > have ? want - have : 0;
        fmpz_t rest;
        fmpz_init(rest);
        fmpz_mul_2exp(x.significand, x.significand, by);
        fmpz_sub_ui(x.exponent, x.exponent, by);
        fmpz_tdiv_qr(x.significand, rest, x.significand, fmpq_denref(ratio));
        x.more = !fmpz_is_zero(rest);
        fmpz_clear(rest);
    }
    value_t result = float_round(values, format, mode, &x);
    dyadic_clear(&x);
    return result;
}

/* bound * 2^exponent, rounded. */
static value_t round_bound(values_t *values, float_format_t format, rounding_t mode,
                           const fmpz_t bound, const fmpz_t exponent) {
    dyadic_t x;
    dyadic_init(&x);
    x.negative = fmpz_sgn(bound) < 0;
    fmpz_abs(x.significand, bound);
    fmpz_set(x.exponent, exponent);
    value_t result = float_round(values, format, mode, &x);
    dyadic_clear(&x);
    return result;
}

/* An irrational root times 2^scale: it lies between two dyadic numbers that come closer until both
 * round to the same float. They do at last, as the root itself is no float and halfway between
 * none. */
static bool round_root(eval_t *eval, const call_t *call, float_format_t format, value_t number,
                       const fmpz_t scale, value_t *out) {
    values_t *values = eval->values;
    rounding_t mode = (rounding_t)call->args[0];
    qqbar_t root;
    arb_t ball;
    fmpz_t low;
    fmpz_t high;
    fmpz_t exponent;
    qqbar_init(root);
    arb_init(ball);
    fmpz_init(low);
    fmpz_init(high);
    fmpz_init(exponent);
    num_get_root(values, number, root);
    bool known = false;
    bool paid = true;
    for (uint64_t bits = format.significand + 32UL; !known && paid; bits *= 2) {
        paid = bits > 2UL * eval->limits.bits
                   ? eval_unknown(eval, REASON_TOO_LARGE, call->term)
                   : eval_charge(eval, call, bits * (uint64_t)qqbar_degree(root));
        if (!paid)
            break;
        qqbar_get_arb(ball, root, (slong)bits);
        arb_get_interval_fmpz_2exp(low, high, exponent, ball);
        if (fmpz_sgn(low) * fmpz_sgn(high) <= 0)
            continue;
        fmpz_add(exponent, exponent, scale);
        value_t one = round_bound(values, format, mode, low, exponent);
        *out = round_bound(values, format, mode, high, exponent);
        known = one == *out;
    }
    qqbar_clear(root);
    arb_clear(ball);
    fmpz_clear(low);
    fmpz_clear(high);
    fmpz_clear(exponent);
    return known;
}

static bool round_number(eval_t *eval, const call_t *call, value_t number, const fmpz_t scale,
                         value_t *out) {
    values_t *values = eval->values;
    float_format_t format = format_of(eval, call->sort);
    if (!num_is_rational(values, number))
        return round_root(eval, call, format, number, scale, out);
    fmpq_t ratio;
    fmpq_init(ratio);
    num_get_fmpq(values, number, ratio);
    bool paid =
        num_is_small(number) ||
        eval_charge(eval, call, fmpz_size(fmpq_numref(ratio)) + fmpz_size(fmpq_denref(ratio)));
    if (paid)
        *out = round_ratio(values, format, (rounding_t)call->args[0], ratio, scale);
    fmpq_clear(ratio);
    return paid;
}

/* to_fp, to_fp_real: from a Real. */
bool eval_fp_of_real(eval_t *eval, const call_t *call, value_t *out) {
    if (!take_format(eval, call, format_of(eval, call->sort)))
        return false;
    fmpz_t scale;
    fmpz_init(scale);
    bool known = round_number(eval, call, call->args[1], scale, out);
    fmpz_clear(scale);
    return known;
}

/* z3: from a number and a power of two, in either order. */
bool eval_fp_of_scaled(eval_t *eval, const call_t *call, value_t *out) {
    if (!take_format(eval, call, format_of(eval, call->sort)))
        return false;
    bool power_first = call->op == OP_TO_FP_EXP_REAL;
    fmpz_t scale;
    fmpz_init(scale);
    num_get_fmpz(eval->values, call->args[power_first ? 1 : 2], scale);
    bool known = round_number(eval, call, call->args[power_first ? 2 : 1], scale, out);
    fmpz_clear(scale);
    return known;
}

/* --- from floats --- */

/* The pattern. Which one it is of a NaN is open. */
bool eval_fp_to_pattern(eval_t *eval, const call_t *call, value_t *out) {
    float_format_t format = arg_format(eval, call, 0);
    if (!take_format(eval, call, format))
        return false;
    *out = call->args[0];
    if (float_class(eval->values, format, call->args[0]) == FLOAT_NAN)
        return eval_open(eval, call, call->op, call->args, 1, &call->args[0], out);
    return true;
}

/* The finite float as a whole number, with sign; false when it has more bits than are of use. */
static bool get_whole(const values_t *values, float_format_t format, rounding_t mode, value_t bits,
                      uint32_t most, fmpz_t out) {
    dyadic_t x;
    dyadic_init(&x);
    float_get(values, format, bits, &x);
    bool fits = true;
    if (!dyadic_round_whole(&x, mode) && !fmpz_is_zero(x.significand)) {
        fits = fmpz_cmp_ui(x.exponent, most) <= 0;
        if (fits)
            fmpz_mul_2exp(x.significand, x.significand, fmpz_get_ui(x.exponent));
    }
    if (x.negative)
        fmpz_neg(x.significand, x.significand);
    fmpz_swap(out, x.significand);
    dyadic_clear(&x);
    return fits;
}

/* fp.to_ubv, fp.to_sbv, cvc5's fp.to_ubv_total, fp.to_sbv_total */
bool eval_fp_to_bv(eval_t *eval, const call_t *call, value_t *out) {
    values_t *values = eval->values;
    float_format_t format = arg_format(eval, call, 1);
    uint32_t width = sort_width(eval->bank, call->sort);
    if (width > eval->limits.bits || width > BITS_MAX_WIDTH)
        return eval_unknown(eval, REASON_TOO_LARGE, call->term);
    if (!take_format(eval, call, format) ||
        (width > 64 && !eval_charge(eval, call, bits_limb_count(width))))
        return false;
    bool is_signed = call->op == OP_FP_TO_SBV || call->op == OP_FP_TO_SBV_TOTAL;
    float_class_t class = float_class(values, format, call->args[1]);
    if (class != FLOAT_NAN && class != FLOAT_INFINITE) {
        fmpz_t whole;
        fmpz_init(whole);
        bool fits =
            get_whole(values, format, (rounding_t)call->args[0], call->args[1], width, whole);
        if (fits && is_signed) {
            bool negative = fmpz_sgn(whole) < 0;
            if (negative) /* -2^(width - 1) is in range: count the bits of -whole - 1 */
                fmpz_add_ui(whole, whole, 1);
            fits = fmpz_bits(whole) < width;
            if (negative)
                fmpz_sub_ui(whole, whole, 1);
        } else {
            fits = fits && fmpz_sgn(whole) >= 0 && fmpz_bits(whole) <= width;
        }
        if (fits)
            *out = bits_of_fmpz(values, width, whole);
        fmpz_clear(whole);
        if (fits)
            return true;
    }
    if (call->op == OP_FP_TO_UBV_TOTAL || call->op == OP_FP_TO_SBV_TOTAL) {
        *out = call->args[2];
        return true;
    }
    return eval_open(eval, call, call->op, call->args, call->count, NULL, out);
}

/* significand * 2^exponent as a fraction; false when it is too large. */
static bool get_ratio(const eval_t *eval, const dyadic_t *x, fmpq_t out) {
    uint32_t most = eval->limits.bits;
    fmpq_zero(out);
    if (fmpz_is_zero(x->significand))
        return true;
    if (fmpz_cmp_si(x->exponent, most) > 0 || fmpz_cmp_si(x->exponent, -(slong)most) < 0)
        return false;
    slong exponent = fmpz_get_si(x->exponent);
    fmpz_set(fmpq_numref(out), x->significand);
    if (exponent >= 0)
        fmpq_mul_2exp(out, out, (ulong)exponent);
    else
        fmpq_div_2exp(out, out, (ulong)-exponent);
    if (x->negative)
        fmpq_neg(out, out);
    return fmpz_bits(fmpq_numref(out)) <= most;
}

/* fp.to_real, cvc5's fp.to_real_total */
bool eval_fp_to_real(eval_t *eval, const call_t *call, value_t *out) {
    values_t *values = eval->values;
    float_format_t format = arg_format(eval, call, 0);
    if (!take_format(eval, call, format))
        return false;
    float_class_t class = float_class(values, format, call->args[0]);
    if (class == FLOAT_NAN || class == FLOAT_INFINITE) {
        if (call->op == OP_FP_TO_REAL)
            return eval_open(eval, call, call->op, call->args, call->count, NULL, out);
        *out = call->args[1];
        return true;
    }
    dyadic_t x;
    fmpq_t ratio;
    dyadic_init(&x);
    fmpq_init(ratio);
    float_get(values, format, call->args[0], &x);
    bool small = get_ratio(eval, &x, ratio);
    bool paid = small && eval_charge(eval, call,
                                     fmpz_size(fmpq_numref(ratio)) + fmpz_size(fmpq_denref(ratio)));
    if (paid)
        *out = num_of_fmpq(values, ratio);
    dyadic_clear(&x);
    fmpq_clear(ratio);
    return paid || (!small && eval_unknown(eval, REASON_TOO_LARGE, call->term));
}
