#include "eval/theory/fp.h"

#include "base/bug.h"

#include <gmp.h>

/* --- patterns --- */

float_class_t float_class(const values_t *values, float_format_t format, value_t bits) {
    uint32_t width = float_width(format);
    uint32_t fraction = format.significand - 1;
    if (width <= 64) {
        uint64_t exponent = bits >> fraction & bits_mask(format.exponent);
        bool whole = (bits & bits_mask(fraction)) == 0;
        if (exponent == 0)
            return whole ? FLOAT_ZERO : FLOAT_SUBNORMAL;
        if (exponent == bits_mask(format.exponent))
            return whole ? FLOAT_INFINITE : FLOAT_NAN;
        return FLOAT_NORMAL;
    }
    const uint64_t *limbs = bits_limbs(values, width, &bits);
    if (bits_all(limbs, fraction, format.exponent, false))
        return bits_all(limbs, 0, fraction, false) ? FLOAT_ZERO : FLOAT_SUBNORMAL;
    if (bits_all(limbs, fraction, format.exponent, true))
        return bits_all(limbs, 0, fraction, false) ? FLOAT_INFINITE : FLOAT_NAN;
    return FLOAT_NORMAL;
}

bool float_negative(const values_t *values, float_format_t format, value_t bits) {
    return bits_test(values, float_width(format), bits, float_width(format) - 1);
}

/* A pattern with all exponent bits set, or none. */
static value_t make_special(values_t *values, float_format_t format, bool negative, bool ones,
                            bool quiet) {
    uint32_t width = float_width(format);
    uint32_t fraction = format.significand - 1;
    bits_room_t room;
    uint64_t *limbs = bits_open(&room, values, width);
    if (ones)
        bits_fill(limbs, fraction, format.exponent);
    if (quiet)
        bits_fill(limbs, fraction - 1, 1);
    if (negative)
        bits_fill(limbs, width - 1, 1);
    return bits_close(&room, values, width);
}

value_t float_nan(values_t *values, float_format_t format) {
    return make_special(values, format, false, true, true);
}

value_t float_infinity(values_t *values, float_format_t format, bool negative) {
    return make_special(values, format, negative, true, false);
}

value_t float_zero(values_t *values, float_format_t format, bool negative) {
    return make_special(values, format, negative, false, false);
}

value_t float_of_pattern(values_t *values, float_format_t format, value_t pattern) {
    return float_class(values, format, pattern) == FLOAT_NAN ? float_nan(values, format) : pattern;
}

int float_compare(const values_t *values, float_format_t format, value_t a, value_t b) {
    uint32_t width = float_width(format);
    float_class_t a_class = float_class(values, format, a);
    float_class_t b_class = float_class(values, format, b);
    if (a_class == FLOAT_NAN || b_class == FLOAT_NAN)
        return FLOAT_UNORDERED;
    if (a == b || (a_class == FLOAT_ZERO && b_class == FLOAT_ZERO))
        return 0;
    bool negative = float_negative(values, format, a);
    if (negative != float_negative(values, format, b))
        return negative ? -1 : 1;
    /* Of one sign, they are ordered as their patterns are. */
    int order = mpn_cmp(bits_limbs(values, width, &a), bits_limbs(values, width, &b),
                        bits_limb_count(width));
    return (order < 0) == negative ? 1 : -1;
}

/* --- dyadic numbers --- */

void dyadic_init(dyadic_t *x) {
    x->negative = false;
    x->more = false;
    fmpz_init(x->significand);
    fmpz_init(x->exponent);
}

void dyadic_clear(dyadic_t *x) {
    fmpz_clear(x->significand);
    fmpz_clear(x->exponent);
}

/* The exponent of the last bit of the smallest numbers: 3 - 2^(eb - 1) - sb. */
static void get_lowest(float_format_t format, fmpz_t out) {
    fmpz_one_2exp(out, format.exponent - 1);
    fmpz_neg(out, out);
    fmpz_add_ui(out, out, 3);
    fmpz_sub_ui(out, out, format.significand);
}

void float_get(const values_t *values, float_format_t format, value_t bits, dyadic_t *out) {
    uint32_t width = float_width(format);
    uint32_t fraction = format.significand - 1;
    fmpz_t field; /* the exponent's bits */
    fmpz_init(field);
    if (width <= 64) {
        fmpz_set_ui(out->significand, bits & bits_mask(fraction));
        fmpz_set_ui(field, bits >> fraction & bits_mask(format.exponent));
    } else {
        bits_get_fmpz(values, width, bits, out->significand);
        fmpz_fdiv_q_2exp(field, out->significand, fraction);
        fmpz_fdiv_r_2exp(field, field, format.exponent);
        fmpz_fdiv_r_2exp(out->significand, out->significand, fraction);
    }
    if (!fmpz_is_zero(field)) {
        fmpz_setbit(out->significand, fraction);
        fmpz_sub_ui(field, field, 1);
    }
    get_lowest(format, out->exponent);
    fmpz_add(out->exponent, out->exponent, field);
    out->negative = float_negative(values, format, bits);
    out->more = false;
    fmpz_clear(field);
}

/* Divides the significand by 2^shift, above 0, and rounds it to a whole number. There is no more
 * then. The exponent is not touched. */
static void drop_bits(dyadic_t *x, const fmpz_t shift, rounding_t mode) {
    flint_bitcnt_t bits = fmpz_bits(x->significand);
    bool half = false; /* the first bit dropped */
    bool rest = x->more;
    if (fmpz_cmp_ui(shift, bits) > 0) {
        rest = rest || bits > 0;
        fmpz_zero(x->significand);
    } else {
        ulong by = fmpz_get_ui(shift);
        half = fmpz_tstbit(x->significand, by - 1);
        rest = rest || fmpz_val2(x->significand) < by - 1;
        fmpz_tdiv_q_2exp(x->significand, x->significand, by);
    }
    x->more = false;
    bool up = false;
    switch (mode) {
    case ROUND_RNE:
        up = half && (rest || fmpz_is_odd(x->significand));
        break;
    case ROUND_RNA:
        up = half;
        break;
    case ROUND_RTP:
        up = !x->negative && (half || rest);
        break;
    case ROUND_RTN:
        up = x->negative && (half || rest);
        break;
    case ROUND_RTZ:
        break;
    }
    if (up)
        fmpz_add_ui(x->significand, x->significand, 1);
}

bool dyadic_round_whole(dyadic_t *x, rounding_t mode) {
    assert(!x->more);
    if (fmpz_sgn(x->exponent) >= 0)
        return false;
    fmpz_neg(x->exponent, x->exponent);
    drop_bits(x, x->exponent, mode);
    fmpz_zero(x->exponent);
    return true;
}

/* What a number beyond the largest float becomes. */
static value_t overflow(values_t *values, float_format_t format, rounding_t mode, bool negative) {
    uint32_t width = float_width(format);
    if (mode != ROUND_RTZ && mode != (negative ? ROUND_RTP : ROUND_RTN))
        return float_infinity(values, format, negative);
    /* The largest: one pattern before infinity. */
    bits_room_t room;
    uint64_t *limbs = bits_open(&room, values, width);
    bits_fill(limbs, 0, format.significand - 1);
    bits_fill(limbs, format.significand, format.exponent - 1);
    if (negative)
        bits_fill(limbs, width - 1, 1);
    return bits_close(&room, values, width);
}

/* The pattern without the sign. Exponent field and fraction are one number: a significand of sb
 * bits, its hidden bit in the last place of the field, is added to a field that is one less; so
 * subnormals need no case of their own, and rounding up carries into the field. */
static void join_fields(float_format_t format, const fmpz_t field, dyadic_t *x) {
    fmpz_t high;
    fmpz_init(high);
    fmpz_mul_2exp(high, field, format.significand - 1);
    fmpz_add(x->significand, x->significand, high);
    fmpz_clear(high);
}

value_t float_round(values_t *values, float_format_t format, rounding_t mode, dyadic_t *x) {
    assert(fmpz_sgn(x->significand) > 0);
    flint_bitcnt_t bits = fmpz_bits(x->significand);
    fmpz_t lowest; /* exponent of the last bit that any float has */
    fmpz_t last;   /* exponent of the last bit that this one will have */
    fmpz_t shift;
    fmpz_init(lowest);
    fmpz_init(last);
    fmpz_init(shift);
    get_lowest(format, lowest);
    fmpz_add_ui(last, x->exponent, bits);
    fmpz_sub_ui(last, last, format.significand);
    if (fmpz_cmp(last, lowest) < 0)
        fmpz_set(last, lowest);
    fmpz_sub(shift, last, x->exponent);
    if (fmpz_sgn(shift) > 0) {
        drop_bits(x, shift, mode);
    } else {
        assert(!x->more);
        fmpz_neg(shift, shift); /* at most the format's bits */
        fmpz_mul_2exp(x->significand, x->significand, fmpz_get_ui(shift));
    }
    fmpz_sub(last, last, lowest); /* the exponent's field, less one */
    value_t result;
    if (fmpz_bits(last) > format.exponent) {
        result = overflow(values, format, mode, x->negative);
    } else {
        join_fields(format, last, x);
        fmpz_one_2exp(shift, format.exponent);
        fmpz_sub_ui(shift, shift, 1);
        fmpz_mul_2exp(shift, shift, format.significand - 1); /* the pattern of infinity */
        if (fmpz_cmp(x->significand, shift) >= 0) {
            result = overflow(values, format, mode, x->negative);
        } else {
            if (x->negative)
                fmpz_setbit(x->significand, float_width(format) - 1);
            result = bits_of_fmpz(values, float_width(format), x->significand);
        }
    }
    fmpz_clear(lowest);
    fmpz_clear(last);
    fmpz_clear(shift);
    return result;
}
