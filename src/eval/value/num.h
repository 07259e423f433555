/* num.h - exact numbers as values: integers, rationals, real algebraic numbers.
 *
 * The bits of a number: an integer of up to 62 bits is its double; everything else is twice an
 * object's id plus one: OBJ_INT, OBJ_RATIO or OBJ_ROOT (value.h). So 3 as an Int and 3 as a Real
 * are the same bits, and equal numbers always have equal bits. */
#ifndef EVAL_NUM_H
#define EVAL_NUM_H

#include <flint/fmpq.h>
#include <flint/fmpz.h>

#include <calcium/qqbar.h>

#include "eval/value/value.h"

#define NUM_SMALL_MAX (INT64_MAX / 2)
#define NUM_SMALL_MIN (INT64_MIN / 2)

static inline bool num_is_small(value_t num) {
    return (num & 1) == 0;
}

static inline int64_t num_small(value_t num) {
    return (int64_t)num >> 1;
}

/* i between NUM_SMALL_MIN and NUM_SMALL_MAX. */
static inline value_t num_of_small(int64_t i) {
    return (value_t)i << 1;
}

value_t num_of_i64(values_t *values, int64_t i);
value_t num_of_u64(values_t *values, uint64_t i);
value_t num_of_fmpz(values_t *values, const fmpz_t i);
value_t num_of_fmpq(values_t *values, const fmpq_t q);

/* numerator / denominator; the denominator is not 0. Both as for num_of_small. */
value_t num_of_small_ratio(values_t *values, int64_t numerator, int64_t denominator);

/* The largest degree, and bits of the largest coefficient, of an algebraic number's polynomial. */
enum { NUM_ROOT_DEGREE = 24, NUM_ROOT_BITS = 4096 };

/* A real algebraic number; rational ones become OBJ_RATIO or an integer. False when it is not
 * real, or its degree or height is beyond what we compute with. */
bool num_of_root(values_t *values, const qqbar_t root, value_t *out);

bool num_is_integer(const values_t *values, value_t num);
bool num_is_rational(const values_t *values, value_t num);

/* out is initialised by the caller. The number must be an integer, a rational; qqbar takes all. */
void num_get_fmpz(const values_t *values, value_t num, fmpz_t out);
void num_get_fmpq(const values_t *values, value_t num, fmpq_t out);
void num_get_root(const values_t *values, value_t num, qqbar_t out);

/* A root's own polynomial and enclosure, good until the next object is made or released. */
const qqbar_struct *num_root(const values_t *values, value_t num);

static inline bool num_is_root(const values_t *values, value_t num) {
    return !num_is_small(num) && value_kind(values, num >> 1) == OBJ_ROOT;
}

/* The number when it is an integer that fits. */
bool num_get_i64(const values_t *values, value_t num, int64_t *out);

/* -1, 0 or 1. */
int num_sign(const values_t *values, value_t num);
int num_compare(const values_t *values, value_t a, value_t b);

/* The same for two real numbers known to differ. */
int num_compare_roots(const qqbar_t a, const qqbar_t b);

/* Side storage of the roots (values_release, values_done call these). It is FLINT's memory, not of
 * a mem_t: where an allocation fails and values_done is never called, it is lost. */
void roots_release(values_t *values, values_mark_t mark);
void roots_done(values_t *values);

#endif
