/* ordering.h - the values of an ordered sort as numbers in their order.
 *
 * Int and Real are numbers. Bool, bit-vectors (unsigned), characters, rounding modes and finite
 * fields are numbers from 0 on. Floats are numbered in their order:
 *
 *     ... , the smallest negative -2, -0 is -1, +0 is 0, the smallest positive 1, ... , +oo, NaN
 *
 * so that a set of values of one of these sorts is a set of numbers, and one kind of interval
 * serves all: fp.leq x +0 is everything up to 0, a signed comparison of bit-vectors two intervals.
 *
 *     value_order_t order;
 *     if (ordering_of(values, sort, &order)) key = ordering_key(values, &order, value); */
#ifndef EVAL_ORDERING_H
#define EVAL_ORDERING_H

#include "eval/theory/rational.h"

/* (ordering_t is a name of FLINT's.) */
typedef struct value_order {
    sort_t sort;
    sort_kind_t kind;
    bool whole;           /* all its numbers are whole */
    bool bounded;         /* from first to last */
    uint32_t width;       /* BitVec, FloatingPoint: bits of the pattern */
    uint32_t exponent;    /* FloatingPoint: bits of the exponent */
    uint32_t significand; /* FloatingPoint: bits of the significand, with the hidden one */
    value_t first, last;  /* keys, where it is bounded */
} value_order_t;

/* False when the sort is not ordered, or a vector is too wide. */
bool ordering_of(values_t *values, sort_t sort, value_order_t *order);

value_t ordering_key(values_t *values, const value_order_t *order, value_t value);

/* The inverse: key is the number of a value of the sort. */
value_t ordering_value(values_t *values, const value_order_t *order, value_t key);

/* The key of a float's infinity; NaN is the next one. */
value_t ordering_infinity(values_t *values, const value_order_t *order);

/* The key of the smallest normal positive float. */
value_t ordering_normal(values_t *values, const value_order_t *order);

#endif
