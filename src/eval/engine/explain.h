/* explain.h - why a formula has the value it has: its smallest parts that decide it.
 *
 * A false conjunction is false for its false members, a true negation for its false argument, and
 * so on down to where a part is no more made of formulas by and, or, not, =>, ite or a name. */
#ifndef EVAL_EXPLAIN_H
#define EVAL_EXPLAIN_H

#include "eval/engine/eval.h"

/* Appends those parts of a formula as text, two columns in: each with its value, and below it its
 * arguments and constants, whose values say why.
 *
 *       (< (+ x 1) y) is false
 *         (+ x 1) = 4
 *         y = 3
 *
 * Terms are made in the evaluator's bank. */
void explain_print(eval_t *eval, term_t formula, strbuf_t *out);

/* Appends what the model does not say and was chosen, separated by commas. */
void explain_choices(const eval_t *eval, strbuf_t *out);

#endif
