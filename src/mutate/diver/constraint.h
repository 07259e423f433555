/* constraint.h - sets of values that one position of a formula may have.
 *
 *     constraints_t set;
 *     constraints_init(&set, &eval, mem);
 *     constraint_t positive = constraint_of_intervals(&set, &order, &intervals);
 *     if (constraint_has(&set, sort, positive, value) == FITS_YES) ...
 *
 * A constraint is an id; the same set is written in one way only, so equal sets of one kind have
 * equal ids. By sort:
 *
 *   Bool, Int, Real, bit-vectors, floats,
 *   characters, rounding modes, fields       intervals of numbers (intervals.h)
 *   String                                   a regular language (eval/text/language.h)
 *   RegLan                                   the languages that have, or lack, one string
 *   everything else                          one value, or all but a few values
 *
 * and for every sort: any value at all, and none. None is what is said where nothing is known to
 * be safe; it is no claim that nothing is.
 *
 * The values are of eval->values. Constraints and their values are released to marks, newest
 * first. A set is asked with the sort that it was made for: assertions see to that where the forms
 * differ. */
#ifndef MUTATE_CONSTRAINT_H
#define MUTATE_CONSTRAINT_H

#include "eval/text/language.h"
#include "mutate/diver/intervals.h"

typedef uint32_t constraint_t;

#define CONSTRAINT_NONE 0u
#define CONSTRAINT_ANY 1u
#define CONSTRAINT_FALSE 2u /* of Bool */
#define CONSTRAINT_TRUE 3u

typedef enum {
    SET_NONE,
    SET_ANY,
    SET_INTERVALS,
    SET_LANGUAGE, /* [language] */
    SET_HOLDS,    /* [string, whether the languages have it] */
    SET_ONLY,     /* [value] */
    SET_NOT       /* [values, ascending] */
} constraint_kind_t;

typedef struct constraint_row {
    uint32_t words; /* start in constraints.words; the next row's start is the end */
    uint32_t hash;
    uint8_t kind;
} constraint_row_t;

typedef struct constraints {
    mem_t *mem;
    eval_t *eval;
    values_t *values;
    VEC(constraint_row_t) rows; /* one more than there are constraints */
    VEC(uint64_t) words;
    index_t index;
} constraints_t;

void constraints_init(constraints_t *set, eval_t *eval, mem_t *mem);
void constraints_done(constraints_t *set);

typedef uint32_t constraints_mark_t;

constraints_mark_t constraints_mark(const constraints_t *set);
void constraints_release(constraints_t *set, constraints_mark_t mark);

/* --- makers: the simplest form; what is everything is CONSTRAINT_ANY, what is empty NONE --- */

/* intervals are closed in the ordering. */
constraint_t constraint_of_intervals(constraints_t *set, const value_order_t *order,
                                     const intervals_t *intervals);
constraint_t constraint_of_language(constraints_t *set, value_t language);
constraint_t constraint_of_holds(constraints_t *set, value_t string, bool has);

/* One value; all others. NONE where the others cannot be told (languages, functions). */
constraint_t constraint_only(constraints_t *set, sort_t sort, value_t value);
constraint_t constraint_but(constraints_t *set, sort_t sort, const value_t *values, uint32_t count);

constraint_t constraint_truth(bool truth);

/* Values in both; false when that set has no form. */
bool constraint_meet(constraints_t *set, sort_t sort, constraint_t a, constraint_t b,
                     constraint_t *out);

/* --- questions --- */

constraint_kind_t constraint_kind(const constraints_t *set, constraint_t constraint);

/* As one of these forms; ANY and NONE are of every form. False when it is of another. */
bool constraint_intervals(const constraints_t *set, const value_order_t *order,
                          constraint_t constraint, intervals_t *intervals);
bool constraint_language(const constraints_t *set, constraint_t constraint, value_t *language);
bool constraint_holds(const constraints_t *set, constraint_t constraint, value_t *string,
                      bool *has);

/* The values of SET_ONLY and SET_NOT, good until the next constraint is made; NULL for others. */
const value_t *constraint_values(const constraints_t *set, constraint_t constraint,
                                 uint32_t *count);

/* Whether it is just one truth value. */
bool constraint_is_truth(constraint_t constraint, bool *truth);

/* The only value, when there is one and that can be seen. */
bool constraint_single(const constraints_t *set, sort_t sort, constraint_t constraint,
                       value_t *value);

typedef enum { FITS_NO, FITS_YES, FITS_UNKNOWN } fits_t;

fits_t constraint_has(constraints_t *set, sort_t sort, constraint_t constraint, value_t value);

/* How little it asks, from 0.001 to 1: the score of DIVER's section III-B, continued to sorts that
 * the paper leaves out. NONE has the least. */
double constraint_score(const constraints_t *set, sort_t sort, constraint_t constraint);

/* A formula that says it of a term of the sort; true for ANY, TERM_NONE for what has no formula.
 * constraint_term.c. */
term_t constraint_term(constraints_t *set, sort_t sort, constraint_t constraint, term_t term);

#endif
