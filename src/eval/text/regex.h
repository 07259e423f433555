/* regex.h - regular languages as values.
 *
 * A language is an object OBJ_REGEX, a node whose words are its kind and
 *
 *   REGEX_NONE     -                       no string
 *   REGEX_EPSILON  -                       the empty string
 *   REGEX_ALL      -                       every string
 *   REGEX_SET      sort, low, high, ...    the strings of one letter from these ranges
 *   REGEX_WORD     sort, string, from      that one string, without its first letters; two or more
 *                                          are left
 *   REGEX_CONCAT   first, second
 *   REGEX_LOOP     body, least, most       least to most times, REGEX_FOREVER is without end
 *   REGEX_UNION    first, rest             rest may be another REGEX_UNION: a list of languages
 *   REGEX_INTER    first, rest             the same
 *   REGEX_COMP     body                    all other strings
 *
 * The strings may be sequences of any sort. A letter is 64 bits: a character is its code point, a
 * value of a finite sort its rank, of another sort its bits. A set's ranges are ascending, with
 * gaps between them. Over an infinite sort, all sets are finite or all but finite, whatever letters
 * lie in the gaps between values: so no set that has a range is empty.
 *
 * Nodes are simplified when they are made, but two nodes may still be the same language: regex_same
 * compares languages. A list is in falling order of the ids, so that a long union that grows by one
 * language at a time shares its rest with the one before; in a list of up to REGEX_SMALL no two
 * elements are simplified away by one another. Whether the empty string is in the language is in
 * the node's note.
 *
 * Nothing here recurses: a language may be nested a million deep. */
#ifndef EVAL_REGEX_H
#define EVAL_REGEX_H

#include "eval/engine/eval_priv.h"

typedef enum {
    REGEX_NONE,
    REGEX_EPSILON,
    REGEX_ALL,
    REGEX_SET,
    REGEX_WORD,
    REGEX_CONCAT,
    REGEX_LOOP,
    REGEX_UNION,
    REGEX_INTER,
    REGEX_COMP
} regex_kind_t;

#define REGEX_FOREVER UINT64_MAX

enum { REGEX_SMALL = 64 };

static inline regex_kind_t regex_kind(const values_t *values, value_t regex) {
    return (regex_kind_t)value_words(values, regex, &(uint32_t){0})[0];
}

/* Operand i, from 0: a node, a letter, a count. */
static inline uint64_t regex_part(const values_t *values, value_t regex, uint32_t i) {
    return value_words(values, regex, &(uint32_t){0})[1 + i];
}

/* The empty string is in it. */
static inline bool regex_nullable(const values_t *values, value_t regex) {
    return values->rows.data[regex].note & 1;
}

/* --- makers: they cost no more than the lists they are given are long --- */

value_t regex_none(values_t *values);
value_t regex_epsilon(values_t *values);
value_t regex_all(values_t *values);

/* One letter between two, of the sort; none when high < low. */
value_t regex_range(values_t *values, sort_t sort, uint64_t low, uint64_t high);

/* One letter of any value of the sort. */
value_t regex_any(values_t *values, sort_t sort);

/* One letter of these ranges, low and high in turn: ascending, not touching. */
value_t regex_set(values_t *values, sort_t sort, const uint64_t *ranges, uint32_t count);

/* A string or sequence of elements of the sort, without its first letters. */
value_t regex_word(values_t *values, sort_t sort, value_t string, uint32_t from);

value_t regex_concat(values_t *values, value_t a, value_t b);
value_t regex_union(values_t *values, value_t a, value_t b);
value_t regex_inter(values_t *values, value_t a, value_t b);
value_t regex_comp(values_t *values, value_t a);

/* From least to most times; none when least > most. */
value_t regex_loop(values_t *values, value_t body, uint64_t least, uint64_t most);

/* How many languages a list has; 1 for another node. */
uint32_t regex_count(const values_t *values, value_t regex, regex_kind_t kind);

/* The last letter of a sort: letters are 0 to that. */
uint64_t regex_last_letter(values_t *values, sort_t sort);

/* The letter of an element. */
uint64_t regex_letter(values_t *values, sort_t sort, value_t element);

/* --- work: false, with the reason, when the budget is used up --- */

/* What may follow the letter. */
bool regex_derive(eval_t *eval, const call_t *call, value_t regex, uint64_t letter, value_t *out);

/* All strings backwards. */
bool regex_reverse(eval_t *eval, const call_t *call, value_t regex, value_t *out);

/* Whether a string or sequence of elements of the sort is in the language. */
bool regex_has(eval_t *eval, const call_t *call, value_t regex, sort_t sort, value_t string,
               bool *has);

/* The first match in a string from a position on: the leftmost, and of those the shortest; *found
 * is false when there is none. */
typedef struct regex_search {
    eval_t *eval;
    const call_t *call;
    value_t regex;
    sort_t sort;
    value_t string;
    uint32_t len;
    uint8_t *starts; /* for a long string: where matches start */
} regex_search_t;

bool regex_search_init(regex_search_t *search, eval_t *eval, const call_t *call, value_t regex,
                       sort_t sort, value_t string);
void regex_search_done(regex_search_t *search);
bool regex_search_next(regex_search_t *search, uint32_t from, bool *found, uint32_t *start,
                       uint32_t *end);

/* Strings from this length on are first searched backwards, in linear time. */
enum { REGEX_LONG_SEARCH = 64 };

/* The language as a term of sort RegLan or (RegEx S); TERM_NONE when a letter has no term. */
term_t regex_term(values_t *values, bank_t *bank, sort_t sort, value_t regex);

/* --- side storage: the derivatives known (value.c calls these) --- */

void regexes_release(values_t *values, values_mark_t mark);
void regexes_done(values_t *values);

#endif
