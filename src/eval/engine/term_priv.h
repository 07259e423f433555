/* term_priv.h - values as terms: the leaves, for value_term.c. */
#ifndef EVAL_TERM_PRIV_H
#define EVAL_TERM_PRIV_H

#include "eval/value/value.h"

/* The term of a value whose sort has no arguments and is not declared, numbers, bits, floats,
 * strings and so on; and of a language. */
term_t leaf_term(values_t *values, bank_t *bank, sort_t sort, value_t value);

/* An integer, as Int or Real. */
term_t number_term(values_t *values, bank_t *bank, sort_t sort, value_t value);

/* (as @S_3 S): a constant for element number 3 of an uninterpreted sort S, declared when there is
 * none of that name and sort. */
term_t element_term(bank_t *bank, sort_t sort, uint64_t number);

#endif
