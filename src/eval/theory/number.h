/* number.h - exact arithmetic on numbers, for whoever computes with values outside the evaluator.
 *
 * Numbers are values of Int and Real (value.h: a Real that is whole has the bits of that Int, and
 * equal numbers have equal bits).
 *
 *     value_t sum;
 *     if (number_add(values, a, b, &sum)) ...
 *
 * What returns bool is false, with nothing stored, when an operand is an irrational number, or the
 * result has more than NUMBER_BITS bits: bounds of that size are of no use to anybody. Comparing
 * and rounding work for all numbers. */
#ifndef EVAL_NUMBER_H
#define EVAL_NUMBER_H

#include "eval/value/value.h"

enum { NUMBER_BITS = 1 << 14 };

value_t number_of(values_t *values, int64_t i);

/* 2 to this power. */
value_t number_power2(values_t *values, uint32_t exponent);

int number_sign(const values_t *values, value_t a);
int number_compare(const values_t *values, value_t a, value_t b);
bool number_is_whole(const values_t *values, value_t a);
bool number_is_rational(const values_t *values, value_t a);

/* The largest whole number that is not above, the smallest that is not below. */
value_t number_floor(values_t *values, value_t a);
value_t number_ceiling(values_t *values, value_t a);

bool number_add(values_t *values, value_t a, value_t b, value_t *out);
bool number_sub(values_t *values, value_t a, value_t b, value_t *out);
bool number_mul(values_t *values, value_t a, value_t b, value_t *out);

/* b is not 0. */
bool number_div(values_t *values, value_t a, value_t b, value_t *out);

/* a - b * floor(a / b): of any rational numbers, b > 0. */
bool number_mod(values_t *values, value_t a, value_t b, value_t *out);

/* The number when it is whole and fits. */
bool number_get(const values_t *values, value_t a, int64_t *out);

/* Near enough to say how much it is: infinite when it is beyond all doubles. */
double number_double(const values_t *values, value_t a);

#endif
