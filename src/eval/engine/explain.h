/* explain.h - why a formula has the value it has: its smallest parts that decide it.
 *
 * A false conjunction is false for its false members, a true negation for its false argument, and
 * so on down to where a part is no more made of formulas by and, or, not, =>, ite or a name. */
#ifndef EVAL_EXPLAIN_H
#define EVAL_EXPLAIN_H

#include "eval/engine/eval.h"

typedef struct culprit {
    term_t term;
    bool value; /* what it is, and should not be for the formula to be otherwise */
} culprit_t;

typedef VEC(culprit_t) culprit_vec_t;

/* Appends up to most of them, each once. The formula should be without let (subst_expand_lets):
 * what is below a binder is not looked at. */
void explain_formula(eval_t *eval, term_t formula, uint32_t most, culprit_vec_t *out);

/* Appends the subterms whose values say why a culprit has its own: its arguments and the constants
 * of the script in it, each once, without literals. */
void explain_terms(const eval_t *eval, term_t term, uint32_t most, mem_t *mem, u32_vec_t *out);

/* Appends all that as text, two columns in: each part with its value, and below it the values that
 * say why.
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
