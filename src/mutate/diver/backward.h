/* backward.h - from what a term may be to what each of its arguments may be.
 *
 * DIVER's constraint rules (Tables I and II of the paper, and the other operators): a term has a
 * value in the model and a set of values that would do; the rule of its operator gives, for one
 * argument, values with which the term's own stays in that set while all other arguments keep
 * theirs.
 *
 *     backward_t node;
 *     backward_start(&node, &constraints, term, want, args, known);
 *     wanted_t want_of_child = backward_child(&node, i);
 *
 * What a rule gives is always sufficient. It is exact when it is also necessary, and so was what
 * was wanted of the term: then a value outside makes the formula false. Where a rule knows nothing
 * better, the argument's present value is what it gives, which is always sufficient.
 *
 * An argument without a value (one that depends on a quantified variable) can still get a set: it
 * must then do for every value of the variables. A rule looks at the values of other arguments only
 * where they are known, and at what their present values must be from the set wanted of the term.
 *
 * backward.def has the rule of each operator. */
#ifndef MUTATE_BACKWARD_H
#define MUTATE_BACKWARD_H

#include "mutate/diver/constraint.h"

typedef struct wanted {
    constraint_t set;
    bool exact;
} wanted_t;

typedef struct backward {
    constraints_t *set;
    term_t term;
    op_t op;
    sort_t sort;
    uint32_t count; /* arguments */
    const term_t *children;
    const value_t *args; /* values of the arguments, where known says so */
    const bool *known;   /* which arguments have a value */
    value_t value;       /* the term's own */
    bool value_known;
    wanted_t want;
    bool counted;               /* deciding and unknown are there: junctions count them once */
    uint32_t deciding, unknown; /* arguments that decide a junction; arguments without a value */
} backward_t;

/* Fills a node for a term whose children are positions; args and known are the caller's, with room
 * for all children. The values are asked of the evaluator, in whose scopes the term must stand. */
void backward_start(backward_t *node, constraints_t *set, term_t term, wanted_t want, value_t *args,
                    bool *known);

/* What argument i may be, i below count. For any operator but binders, whose insides are the caller's
 * business. No term is made. */
wanted_t backward_child(backward_t *node, uint32_t i);

#endif
