/* fp.h - IEEE floats of any size as values, and their exact numbers.
 *
 * A float is its pattern, a bit-vector (value.h): sign, exponent bits, fraction bits. All NaNs are
 * one pattern. A finite float is a dyadic number, significand * 2^exponent, with integers of any
 * size; operators compute with these without a rounding, and round once at the end:
 *
 *     dyadic_t x, y;
 *     dyadic_init(&x);  dyadic_init(&y);
 *     float_get(values, format, a, &x);
 *     float_get(values, format, b, &y);
 *     fmpz_mul(x.significand, x.significand, y.significand);
 *     fmpz_add(x.exponent, x.exponent, y.exponent);
 *     x.negative = x.negative != y.negative;
 *     *out = float_round(values, format, mode, &x);
 *     dyadic_clear(&x);  dyadic_clear(&y);
 *
 * Exponents are as large as the format's exponent bits allow, beyond any shift: who aligns two
 * numbers looks at the distance first. */
#ifndef EVAL_FP_H
#define EVAL_FP_H

#include "eval/value/bits.h"

typedef struct float_format {
    uint32_t exponent;    /* bits of it: 2 or more */
    uint32_t significand; /* bits of it with the hidden one: 2 or more */
} float_format_t;

/* Bits of the pattern. */
static inline uint32_t float_width(float_format_t format) {
    return format.exponent + format.significand;
}

typedef enum { FLOAT_ZERO, FLOAT_SUBNORMAL, FLOAT_NORMAL, FLOAT_INFINITE, FLOAT_NAN } float_class_t;

float_class_t float_class(const values_t *values, float_format_t format, value_t bits);
bool float_negative(const values_t *values, float_format_t format, value_t bits);

value_t float_nan(values_t *values, float_format_t format);
value_t float_infinity(values_t *values, float_format_t format, bool negative);
value_t float_zero(values_t *values, float_format_t format, bool negative);

/* The float with this pattern; whatever NaN it is becomes the one. */
value_t float_of_pattern(values_t *values, float_format_t format, value_t pattern);

/* IEEE order: -1, 0, 1, or FLOAT_UNORDERED when one is NaN. Zeros are equal. */
enum { FLOAT_UNORDERED = 2 };
int float_compare(const values_t *values, float_format_t format, value_t a, value_t b);

typedef struct dyadic {
    bool negative;
    bool more; /* the exact significand is larger, by less than 1 */
    fmpz_t significand;
    fmpz_t exponent;
} dyadic_t;

void dyadic_init(dyadic_t *x);
void dyadic_clear(dyadic_t *x);

/* The number of a finite float; 0 has the significand 0, and its sign. */
void float_get(const values_t *values, float_format_t format, value_t bits, dyadic_t *out);

/* The float for x, which is not 0, and is changed. If there is more, the significand must have at
 * least two bits more than the format's, so that the rounding can be told. */
value_t float_round(values_t *values, float_format_t format, rounding_t mode, dyadic_t *x);

/* Rounds x to a whole number, with exponent 0; returns false, and leaves x as it is, when it is
 * one already. */
bool dyadic_round_whole(dyadic_t *x, rounding_t mode);

#endif
