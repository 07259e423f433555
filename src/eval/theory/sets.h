/* sets.h - sets and bags as sorted words: what sets.c, relations.c and bags.c share.
 *
 * Elements are exact values (value_exact), so that equality of bits tells them apart; an operation
 * that would make a set of others is unknown. */
#ifndef EVAL_SETS_H
#define EVAL_SETS_H

#include "eval/theory/array.h"

/* The sort of the elements of argument i. */
sort_t set_element_sort(const eval_t *eval, const call_t *call, uint32_t i);

/* The elements of argument i, copied; false, with a reason, for an infinite set. Charges for them.
 */
bool set_elements(eval_t *eval, const call_t *call, uint32_t i, value_vec_t *out);

/* The set of these values, in any order and with repeats. False, with a reason, when one is not
 * exact or there are too many. */
bool set_from(eval_t *eval, const call_t *call, sort_t element, value_vec_t *values, value_t *out);

/* The universe of the sets of these elements, which is a choice. */
bool set_universe(eval_t *eval, const call_t *call, sort_t element, value_t *out);

/* --- bags: an element and how often it is there, as a number --- */

typedef struct bag_item {
    value_t value;
    value_t count;
} bag_item_t;

typedef VEC(bag_item_t) bag_items_t;

bool bag_elements(eval_t *eval, const call_t *call, uint32_t i, bag_items_t *out);

/* The bag of these: counts of equal elements are added up, those below 1 dropped. */
bool bag_from(eval_t *eval, const call_t *call, sort_t element, bag_items_t *items, value_t *out);

value_t count_add(values_t *values, value_t a, value_t b);
bool count_mul(eval_t *eval, const call_t *call, value_t a, value_t b, value_t *out);

/* --- groups and folds --- */

/* Tuples sorted by the components that the indices of the call name: the keys of groups. Returns
 * for each tuple the number of its group; groups are numbered in the order of their first tuple. */
uint32_t group_tuples(eval_t *eval, const call_t *call, const value_t *tuples, uint32_t stride,
                      uint32_t count, u32_vec_t *group_of);

/* f(element, f(element, ... start)): each element as often as its count says. The order of the
 * elements is not specified, so with more than one application the function must be seen not to
 * care. The function is argument 0 and the start argument 1. */
bool fold_items(eval_t *eval, const call_t *call, const bag_items_t *items, value_t *out);

#endif
