/* elements_priv.h - strings and sequences seen alike: a row of elements.
 *
 * An elements_t looks into the store, so it is good until the next object is made. The operators
 * read their arguments as rows of elements, gather the result in a builder, which is outside the
 * store, and make an object of it at the end. */
#ifndef EVAL_ELEMENTS_PRIV_H
#define EVAL_ELEMENTS_PRIV_H

#include "eval/engine/eval_priv.h"

typedef struct elements {
    const uint64_t *words;
    uint32_t start; /* of the first element, counted from words */
    uint32_t len;
    bool narrow; /* two elements in a word: a string */
} elements_t;

/* Of an OBJ_STRING or OBJ_SEQ. */
elements_t elements_of(const values_t *values, value_t value);

static inline uint64_t elements_at(const elements_t *elements, uint32_t i) {
    i += elements->start;
    return elements->narrow ? (uint32_t)(elements->words[i >> 1] >> ((i & 1) * 32))
                            : elements->words[i];
}

/* len elements from a position on. */
static inline elements_t elements_part(const elements_t *elements, uint32_t from, uint32_t len) {
    return (elements_t){elements->words, elements->start + from, len, elements->narrow};
}

/* The needle stands at this position of the hay, which has room for it. */
bool elements_match(const elements_t *hay, uint32_t at, const elements_t *needle);

/* --- finding one row in another, in linear time (Knuth, Morris, Pratt) --- */

#define ELEMENTS_NONE UINT32_MAX

typedef struct finder {
    mem_t *mem;
    elements_t needle;
    uint32_t *borders; /* of each prefix: length of the longest proper prefix that is a suffix */
    uint32_t few[16];
} finder_t;

void finder_init(finder_t *finder, mem_t *mem, elements_t needle);
void finder_done(finder_t *finder);

/* Where the needle first occurs from a position on, where it last occurs; ELEMENTS_NONE when it
 * does not. The empty needle is at every position up to the end. */
uint32_t finder_first(const finder_t *finder, const elements_t *hay, uint32_t from);
uint32_t finder_last(const finder_t *finder, const elements_t *hay);

/* --- results --- */

typedef struct builder {
    mem_t *mem;
    uint64_t *words;
    uint32_t at;
    uint32_t len;
    bool narrow;
    uint64_t few[32];
} builder_t;

/* A result of len elements, all of which must be put. False, with the reason, when it is longer
 * than the limit; charges for it. */
bool builder_start(builder_t *builder, eval_t *eval, const call_t *call, bool narrow, uint64_t len);
void builder_elements(builder_t *builder, const elements_t *elements);
value_t builder_end(builder_t *builder, values_t *values);

/* Gives up a result. */
void builder_drop(builder_t *builder);

static inline void builder_put(builder_t *builder, uint64_t element) {
    uint32_t i = builder->at++;
    if (!builder->narrow)
        builder->words[i] = element;
    else if (i & 1)
        builder->words[1 + (i >> 1)] |= element << 32;
    else
        builder->words[1 + (i >> 1)] = element;
}

/* Part of one string or sequence as a result. */
bool elements_copy(eval_t *eval, const call_t *call, elements_t elements, value_t *out);

/* A number that says a position or a length; beyond 64 bits it is the nearest that is not. */
int64_t elements_number(values_t *values, value_t num);

/* The sort of the elements of a String, a sequence, or of a regular language's strings; SORT_NONE
 * for other sorts. */
sort_t elements_sort(const bank_t *bank, sort_t sort);

#endif
