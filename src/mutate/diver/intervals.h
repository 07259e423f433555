/* intervals.h - sets of the numbers of an ordering (eval/value/ordering.h): a few intervals, and
 * what else may hold.
 *
 *     intervals_t intervals;
 *     intervals_start(&intervals);
 *     intervals_add(values, &order, &intervals, interval_from(low, false)); // low and all above
 *     intervals_close(values, &order, &intervals);                          // now it is a set
 *
 * A closed set has disjoint intervals in rising order that do not touch; in an ordering of whole
 * numbers their ends are included, in a bounded one they have ends. So two sets of intervals are
 * equal exactly when they are written alike. Beside the intervals there may be a modulus (a number
 * is in the set when it is the residue plus a multiple of it) and known bits (of a bit-vector of up
 * to 64 bits); all three must hold.
 *
 * Where more than INTERVALS_MOST intervals would be needed some are left out, and cut says so: a
 * cut set is smaller than what was asked for, and all in it is right.
 *
 * Functions that return bool are false when a number has no exact result (eval/theory/rational.h),
 * and the set is then of no use. */
#ifndef MUTATE_INTERVALS_H
#define MUTATE_INTERVALS_H

#include "eval/value/ordering.h"

enum { INTERVALS_MOST = 8 };

typedef struct interval {
    value_t low, high;
    bool no_low, no_high;     /* without end on that side */
    bool low_open, high_open; /* the end itself is not in it */
} interval_t;

typedef struct intervals {
    uint32_t count;
    bool cut;
    interval_t list[INTERVALS_MOST];
    value_t modulus, residue; /* 0 <= residue < modulus; a modulus of 0: none */
    uint64_t mask, bits;      /* bits of the mask are as in bits; 0: none */
} intervals_t;

static inline interval_t interval_all(void) {
    return (interval_t){.no_low = true, .no_high = true};
}

static inline interval_t interval_from(value_t low, bool open) {
    return (interval_t){.low = low, .low_open = open, .no_high = true};
}

static inline interval_t interval_to(value_t high, bool open) {
    return (interval_t){.high = high, .high_open = open, .no_low = true};
}

static inline interval_t interval_of(value_t low, value_t high) {
    return (interval_t){.low = low, .high = high};
}

/* --- building --- */

void intervals_start(intervals_t *intervals);

/* The part of the interval that is in the ordering. */
void intervals_add(values_t *values, const value_order_t *order, intervals_t *intervals,
                   interval_t interval);
void intervals_close(values_t *values, const value_order_t *order, intervals_t *intervals);

/* Closed sets: everything in the ordering, one interval, all but one number. */
void intervals_all(values_t *values, const value_order_t *order, intervals_t *intervals);
void intervals_one(values_t *values, const value_order_t *order, intervals_t *intervals,
                   interval_t interval);
void intervals_but(values_t *values, const value_order_t *order, intervals_t *intervals,
                   value_t number);

/* --- questions --- */

/* Whether it is a closed set of this ordering: for assertions. */
bool intervals_closed(values_t *values, const value_order_t *order, const intervals_t *intervals);

bool intervals_empty(const intervals_t *intervals);

/* Whether it is everything in the ordering. */
bool intervals_full(values_t *values, const value_order_t *order, const intervals_t *intervals);

/* The set is these intervals, and nothing is asked beside. */
static inline bool intervals_plain(const intervals_t *intervals) {
    return intervals->modulus == 0 && intervals->mask == 0;
}

/* The only number, when there is one. */
bool intervals_point(const intervals_t *intervals, value_t *number);

bool intervals_has(values_t *values, const intervals_t *intervals, value_t number);

/* How many numbers, for whole ones, or how long the intervals are together; may be infinite. */
double intervals_size(const values_t *values, const value_order_t *order,
                      const intervals_t *intervals);

/* --- made of others; a result is closed, and may be its argument --- */

/* Intersection of sets of one ordering; false also when two moduli differ. */
bool intervals_meet(values_t *values, const value_order_t *order, const intervals_t *a,
                    const intervals_t *b, intervals_t *out);

/* Everything else in the ordering; false when the set, which is closed, is not plain, or cut. */
bool intervals_not(values_t *values, const value_order_t *order, const intervals_t *intervals,
                   intervals_t *out);

/* All x with x + number (number - x) in the set. The ordering is that of x. */
bool intervals_shift(values_t *values, const value_order_t *order, const intervals_t *intervals,
                     value_t number, intervals_t *out);
bool intervals_turn(values_t *values, const value_order_t *order, const intervals_t *intervals,
                    value_t number, intervals_t *out);

/* All x with x * factor in the set; factor is not 0. Plain sets. */
bool intervals_quotient(values_t *values, const value_order_t *order, const intervals_t *intervals,
                        value_t factor, intervals_t *out);

/* All whole x with floor(x / divisor) in the set; divisor is whole and above 0. Plain sets. */
bool intervals_multiple(values_t *values, const value_order_t *order, const intervals_t *intervals,
                        value_t divisor, intervals_t *out);

/* The plain set moved by multiples of the ordering's length until it is in the ordering, which
 * begins at 0: arithmetic of bit-vectors. intervals need not be closed in this ordering. */
bool intervals_wrap(values_t *values, const value_order_t *order, const intervals_t *intervals,
                    intervals_t *out);

/* The same numbers in another ordering, as far as they are there. */
void intervals_move(values_t *values, const value_order_t *to, const intervals_t *intervals,
                    intervals_t *out);

/* All whole numbers: for what is computed between two orderings. */
extern const value_order_t ordering_whole;

#endif
