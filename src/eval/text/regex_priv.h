/* regex_priv.h - what regex.c and regex_derive.c keep beside the store: work space, and the
 * derivatives found so far. */
#ifndef EVAL_REGEX_PRIV_H
#define EVAL_REGEX_PRIV_H

#include "eval/text/regex.h"

typedef struct derived {
    uint64_t letter;
    uint32_t regex;
    uint32_t result;
    uint32_t born; /* number of objects when it was found: regex and result are below it */
    uint32_t hash;
} derived_t;

/* A union's element that is prefix . body{least,most} . suffix. */
typedef struct counted {
    value_t whole;
    value_t prefix, body, suffix;
    uint64_t least, most;
} counted_t;

typedef struct regexes {
    value_t constants[3]; /* none, epsilon, all; REGEX_UNMADE when not made yet */
    value_vec_t list;     /* a stack: elements of the lists that are being made */
    value_vec_t ranges;   /* the set that is being made */
    VEC(counted_t) counted;
    value_vec_t stack;      /* nodes whose derivative is being computed */
    VEC(derived_t) derived; /* born in rising order */
    index_t index;
} regexes_t;

#define REGEX_UNMADE UINT64_MAX

/* The side storage; made at the first call. */
regexes_t *regexes_of(values_t *values);

/* Takes the elements of the list from base on as the elements of a union or intersection. */
value_t regex_join_list(values_t *values, regex_kind_t kind, uint32_t base);

/* Pushes a language, or all of a list of this kind, to the list. */
void regex_push(values_t *values, regex_kind_t kind, value_t regex);

#endif
