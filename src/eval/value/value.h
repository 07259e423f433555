/* value.h - exact values of every sort, 64 bits each.
 *
 * What the bits of a value_t mean depends on its sort, which the caller knows from the term:
 *
 *   Bool                    0 or 1
 *   BitVec n, n <= 64       the number; a wider one is an object OBJ_BITS
 *   FloatingPoint e s       its IEEE pattern as a bit-vector of e + s bits, the only NaN being
 *                           the quiet positive one: sign 0, exponent all ones, significand 10..0
 *   Int, Real               a number: see num.h. A Real that is whole has the bits of that Int
 *   FiniteField             the residue, as a number
 *   RoundingMode            a rounding_t
 *   Unicode (Char)          the code point
 *   everything else         an object
 *
 * An object is an id into a values_t: a kind and 64-bit words, interned, so two objects made alike
 * are one. All makers give canonical words: two values of a sort are equal exactly when their bits
 * are, unless one of them holds a function or a language inside (value_exact); eval_equal
 * (eval_priv.h) compares those.
 *
 * Objects live until values_done or a values_release to a mark taken before they were made. */
#ifndef EVAL_VALUE_H
#define EVAL_VALUE_H

#include "base/index.h"
#include "base/vec.h"
#include "smt/term/bank.h"

typedef uint64_t value_t;

typedef VEC(value_t) value_vec_t;

typedef enum { ROUND_RNE, ROUND_RNA, ROUND_RTP, ROUND_RTN, ROUND_RTZ } rounding_t;

typedef enum {
    OBJ_BITS,    /* [width, limbs, lowest first]: more than 64 bits; unused high bits are 0 */
    OBJ_INT,     /* [negative, limbs]: an integer too large for a small number */
    OBJ_RATIO,   /* [numerator, denominator] as numbers: coprime, the denominator above 1 */
    OBJ_ROOT,    /* [k, c0, ..., cn]: the k-th real root, from 0 upward, of the minimal polynomial
                    with these coefficients (numbers, coprime, cn > 0); never rational */
    OBJ_STRING,  /* [length, code points, two in a word, low half first] */
    OBJ_SEQ,     /* [elements] */
    OBJ_REGEX,   /* [node kind, operands]: see regex.h */
    OBJ_ARRAY,   /* [default, k1, v1, k2, v2, ...]: keys ascending as numbers, no value is the
                    default. With several index sorts a key is an OBJ_TUPLE. See array.h for how
                    the default is chosen over a finite index sort */
    OBJ_DATA,    /* [constructor, fields]: a datatype's value. Of (List a), (Nullable a): the
                    constructor is OP_LIST_NIL, OP_LIST_INSERT, OP_NULLABLE_NULL, ..._SOME */
    OBJ_TUPLE,   /* [components] */
    OBJ_SET,     /* [elements, ascending as numbers] */
    OBJ_COSET,   /* the same: all values of the sort but these; only over an infinite sort */
    OBJ_BAG,     /* [e1, n1, e2, n2, ...]: elements ascending as numbers, counts are numbers above
                    0 */
    OBJ_ELEMENT, /* [sort, n]: the n-th element of an uninterpreted sort */
    OBJ_FUN,     /* [fun, arguments]: a declared or defined function that wants more arguments */
    OBJ_OP,      /* [operator, number of indices, indices]: an operator as a function */
    OBJ_LAMBDA,  /* [term, free variable 1, value 1, ...]: a lambda and what it captured; for
                    arrays, too, when it is no OBJ_ARRAY */
    OBJ_CALL     /* [fun, arguments]: a key of the cache of calls, no value */
} obj_kind_t;

typedef struct obj_row {
    uint32_t words; /* start in values->words; the next row's start is the end */
    uint32_t hash;
    uint8_t kind;
    uint64_t note; /* whatever its module remembers about the object: 0 at first */
} obj_row_t;

typedef struct values {
    mem_t *mem;
    const bank_t *bank;
    VEC(obj_row_t) rows; /* one row more than there are objects */
    VEC(uint64_t) words;
    index_t index;
    struct roots *roots;     /* num.c: algebraic numbers in FLINT's form */
    struct regexes *regexes; /* regex.c: derivatives that are known */
    struct domain *domains;  /* value.c: what is known of sorts, by sort */
    uint32_t domain_count;
} values_t;

void values_init(values_t *values, const bank_t *bank, mem_t *mem);
void values_done(values_t *values);

typedef uint32_t values_mark_t;

values_mark_t values_mark(const values_t *values);
void values_release(values_t *values, values_mark_t mark);

/* Finds or makes the object. words must not point into the store. */
value_t value_make(values_t *values, obj_kind_t kind, const uint64_t *words, uint32_t count);

static inline obj_kind_t value_kind(const values_t *values, value_t object) {
    return (obj_kind_t)values->rows.data[object].kind;
}

/* The words of an object, good until the next object is made. */
static inline const uint64_t *value_words(const values_t *values, value_t object, uint32_t *count) {
    const obj_row_t *row = &values->rows.data[object];
    *count = row[1].words - row[0].words;
    return values->words.data + row->words;
}

static inline uint64_t *value_note(values_t *values, value_t object) {
    return &values->rows.data[object].note;
}

/* --- sorts and their values --- */

/* How many values a sort has; SORT_INFINITE when infinitely many, or more than fit 63 bits. An
 * uninterpreted sort is infinite here; see model.h for its elements in a model. */
#define SORT_INFINITE UINT64_MAX
uint64_t sort_size(values_t *values, sort_t sort);

/* The i-th value of a finite sort, i < sort_size; value_rank is its inverse. */
value_t value_at(values_t *values, sort_t sort, uint64_t i);
uint64_t value_rank(values_t *values, sort_t sort, value_t value);

/* A value of the sort: what a variable without a value in the model gets. False for a sort without
 * one we can build (a codatatype, a type parameter). */
bool value_default(values_t *values, sort_t sort, value_t *out);

/* Whether equality of bits is equality of values: nothing inside is a function or a language. */
bool value_exact(values_t *values, sort_t sort, value_t value);

/* Whether that holds for all values of the sort. */
bool sort_exact(values_t *values, sort_t sort);

/* The value as a term. Makes terms in bank, which is values->bank but may be written. TERM_NONE
 * where SMT-LIB has no term for it (an array that is no OBJ_ARRAY is printed as its lambda). */
term_t value_term(values_t *values, bank_t *bank, sort_t sort, value_t value);

#endif
