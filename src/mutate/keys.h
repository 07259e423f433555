/* keys.h - sets of numbers on a line (eval/line.h): a few intervals, and what may hold beside.
 *
 *     keys_t keys;
 *     keys_start(&keys);
 *     keys_add(values, &line, &keys, interval_from(low, false));     // low and everything above
 *     keys_close(values, &line, &keys);                              // now it is a set
 *
 * A closed set has disjoint intervals in rising order that do not touch; on a line of whole numbers
 * their ends are included, on a bounded line they have ends. So two sets of intervals are equal
 * exactly when they are written alike. Beside the intervals there may be a modulus (a number is in
 * the set when it is the residue plus a multiple of it) and known bits (of a bit-vector of up to 64
 * bits); all three must hold.
 *
 * Where more than KEYS_MOST intervals would be needed some are left out, and cut says so: a cut set
 * is smaller than what was asked for, and all in it is right.
 *
 * Functions that return bool are false when a number has no exact result (eval/number.h), and the
 * set is then of no use. */
#ifndef MUTATE_KEYS_H
#define MUTATE_KEYS_H

#include "base/rng.h"
#include "eval/line.h"

enum { KEYS_MOST = 8 };

typedef struct interval {
    value_t low, high;
    bool no_low, no_high;     /* without end on that side */
    bool low_open, high_open; /* the end itself is not in it */
} interval_t;

typedef struct keys {
    uint32_t count;
    bool cut;
    interval_t intervals[KEYS_MOST];
    value_t modulus, residue; /* 0 <= residue < modulus; a modulus of 0: none */
    uint64_t mask, bits;      /* bits of the mask are as in bits; 0: none */
} keys_t;

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

void keys_start(keys_t *keys);

/* The part of the interval that is on the line. */
void keys_add(values_t *values, const line_t *line, keys_t *keys, interval_t interval);
void keys_close(values_t *values, const line_t *line, keys_t *keys);

/* Closed sets: everything on the line, one interval, all but one number. */
void keys_all(values_t *values, const line_t *line, keys_t *keys);
void keys_one(values_t *values, const line_t *line, keys_t *keys, interval_t interval);
void keys_but(values_t *values, const line_t *line, keys_t *keys, value_t number);

/* --- questions --- */

bool keys_empty(const keys_t *keys);

/* Everything on the line. */
bool keys_full(values_t *values, const line_t *line, const keys_t *keys);

/* The set is these intervals, and nothing is asked beside. */
static inline bool keys_plain(const keys_t *keys) {
    return keys->modulus == 0 && keys->mask == 0;
}

/* The only number, when there is one. */
bool keys_point(const keys_t *keys, value_t *number);

bool keys_has(values_t *values, const keys_t *keys, value_t number);

/* How many numbers, for whole ones, or how long the intervals are together; may be infinite. */
double keys_size(const values_t *values, const line_t *line, const keys_t *keys);

/* A random number in the set; false when a few draws find none. */
bool keys_draw(values_t *values, const line_t *line, const keys_t *keys, rng_t *rng,
               value_t *number);

/* --- made of others; a result is closed, and may be its argument --- */

/* Intersection of sets on one line; false also when two moduli differ. */
bool keys_meet(values_t *values, const line_t *line, const keys_t *a, const keys_t *b, keys_t *out);

/* Everything else on the line; false when it is not plain, or cut. */
bool keys_not(values_t *values, const line_t *line, const keys_t *keys, keys_t *out);

/* All x with x + number (number - x) in the set. The line is that of x. */
bool keys_shift(values_t *values, const line_t *line, const keys_t *keys, value_t number,
                keys_t *out);
bool keys_turn(values_t *values, const line_t *line, const keys_t *keys, value_t number,
               keys_t *out);

/* All x with x * factor in the set; factor is not 0. Plain sets. */
bool keys_quotient(values_t *values, const line_t *line, const keys_t *keys, value_t factor,
                   keys_t *out);

/* All whole x with floor(x / divisor) in the set; divisor is whole and above 0. Plain sets. */
bool keys_multiple(values_t *values, const line_t *line, const keys_t *keys, value_t divisor,
                   keys_t *out);

/* The plain set moved by multiples of the line's length until it is on the line, which begins at 0:
 * arithmetic of bit-vectors. keys need not be closed on this line. */
bool keys_wrap(values_t *values, const line_t *line, const keys_t *keys, keys_t *out);

/* The same numbers on another line, as far as they are there. */
void keys_move(values_t *values, const line_t *to, const keys_t *keys, keys_t *out);

/* A line without ends, of whole numbers or of all: for numbers on the way. */
extern const line_t line_whole, line_real;

#endif
