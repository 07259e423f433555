/* backward_priv.h - what the files with backward rules share. */
#ifndef MUTATE_BACKWARD_PRIV_H
#define MUTATE_BACKWARD_PRIV_H

#include "mutate/diver/backward.h"

/* A rule is asked only where the term's set is neither ANY nor NONE. */
typedef wanted_t backward_rule_t(backward_t *node, uint32_t i);

#define BACKWARD(id, rule) backward_rule_t rule;
#include "mutate/diver/backward.def"

/* --- answers --- */

static inline wanted_t wanted_any(void) {
    return (wanted_t){CONSTRAINT_ANY, true};
}

static inline wanted_t wanted_nothing(void) {
    return (wanted_t){CONSTRAINT_NONE, false};
}

/* The present value, or nothing where there is none. */
wanted_t wanted_present(const backward_t *node, uint32_t i);

/* The same where nothing else would do. */
wanted_t wanted_only_present(const backward_t *node, uint32_t i);

/* The set when it says something, else the present value; exact when the rule is. Where intervals
 * that were cut (intervals.h) have lost the present value, it is that alone. */
wanted_t wanted_set(const backward_t *node, uint32_t i, constraint_t set, bool exact);
wanted_t wanted_intervals(const backward_t *node, uint32_t i, const value_order_t *order,
                          const intervals_t *intervals, bool exact);

/* The numbers with a residue, of an argument whose set may have a modulus. */
wanted_t wanted_residue(const backward_t *node, uint32_t i, value_t modulus, value_t residue,
                        bool exact);

/* What is wanted of the term, for an argument whose value is the term's. */
wanted_t wanted_pass(const backward_t *node, uint32_t i);

static inline wanted_t wanted_truth(const backward_t *node, bool truth) {
    return (wanted_t){constraint_truth(truth), node->want.exact};
}

/* --- questions --- */

static inline values_t *values_of(const backward_t *node) {
    return node->set->values;
}

static inline sort_t sort_of_child(const backward_t *node, uint32_t i) {
    return term_sort(node->set->eval->bank, node->children[i]);
}

/* The one truth value that is wanted of the term. */
static inline bool want_truth(const backward_t *node, bool *truth) {
    return constraint_is_truth(node->want.set, truth);
}

/* The numbers that are wanted of the term. */
bool want_intervals(const backward_t *node, value_order_t *order, intervals_t *intervals);

static inline bool child_order(const backward_t *node, uint32_t i, value_order_t *order) {
    return ordering_of(values_of(node), sort_of_child(node, i), order);
}

/* All arguments but this one have values. */
bool others_known(const backward_t *node, uint32_t i);

/* Whether two arguments that have values are equal: 1, 0, or -1 when that cannot be said. */
int args_equal(const backward_t *node, uint32_t i, uint32_t k);

/* Index i of the operator, when it is a small number. */
bool node_index(const backward_t *node, uint32_t i, uint32_t *out);

/* --- chains of comparisons --- */

/* The numbers for argument i with which it is in relation to its neighbour k, which has a value.
 * k is i - 1 or i + 1. */
typedef bool link_t(const backward_t *node, uint32_t i, uint32_t k, const value_order_t *order,
                    intervals_t *intervals);

wanted_t backward_chain(const backward_t *node, uint32_t i, link_t *link);

/* Argument i of several vectors that stand in a row and are, as one number, in the set. */
wanted_t backward_parts(const backward_t *node, uint32_t i, const intervals_t *intervals);

#endif
