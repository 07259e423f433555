/* rational.h - exact arithmetic with integers and fractions, for code outside the evaluator.
 *
 * The numbers are values of Int and Real. How they are packed into a value_t is the business of
 * eval/value/num.h, which brings FLINT along; who only computes with them includes this. (value.h:
 * a Real that is whole has the bits of that Int, and equal numbers have equal bits.)
 *
 *     value_t sum;
 *     if (rational_add(values, a, b, &sum)) ...
 *
 * What returns bool is false, with nothing stored, when an operand is irrational, or the result has
 * more than RATIONAL_BITS bits: bounds of that size are of no use. Comparing and rounding work for
 * irrational numbers, too. */
#ifndef EVAL_RATIONAL_H
#define EVAL_RATIONAL_H

#include "eval/value/value.h"

enum { RATIONAL_BITS = 1 << 14 };

value_t rational_of(values_t *values, int64_t i);

/* 2 to this power. */
value_t rational_power2(values_t *values, uint32_t exponent);

int rational_sign(const values_t *values, value_t a);
int rational_compare(const values_t *values, value_t a, value_t b);
bool rational_is_whole(const values_t *values, value_t a);

/* Whether the number is one: false for an irrational algebraic number. */
bool rational_is(const values_t *values, value_t a);

/* The largest whole number that is not above, the smallest that is not below. */
value_t rational_floor(values_t *values, value_t a);
value_t rational_ceiling(values_t *values, value_t a);

bool rational_add(values_t *values, value_t a, value_t b, value_t *out);
bool rational_sub(values_t *values, value_t a, value_t b, value_t *out);
bool rational_mul(values_t *values, value_t a, value_t b, value_t *out);

/* b is not 0. */
bool rational_div(values_t *values, value_t a, value_t b, value_t *out);

/* a - b * floor(a / b): of any rational numbers, b > 0. */
bool rational_mod(values_t *values, value_t a, value_t b, value_t *out);

/* The number when it is whole and fits. */
bool rational_get(const values_t *values, value_t a, int64_t *out);

/* Near enough to say how much it is: infinite when it is beyond all doubles. */
double rational_double(const values_t *values, value_t a);

#endif
