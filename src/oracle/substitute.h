/* substitute.h - a script with a model put in.
 *
 *     witness_test(&witness, model, len);
 *     if (substitute_model(&witness, &out)) ...      // each declare-fun became a define-fun
 *
 * A formula M that says what the symbols of F mean makes the question of F easy: with everything
 * defined there is little left to decide. Two things follow, whatever M is:
 *   - If F with M put in is satisfiable, then so is F: a solver that says unsat to F and sat to
 *     that contradicts itself.
 *   - If F with M put in is unsatisfiable, then M is no model of F: a solver that says sat to F
 *     with this model, and unsat to that, contradicts itself.
 * So M may leave things out: what it does not define stays declared, values that the standard
 * leaves open stay open, and elements of uninterpreted sorts become constants.
 *
 * Constants are defined by their values, in the words of the standard; functions, and values that
 * have no such words, as the solver wrote them, which another solver may not understand. */
#ifndef ORACLE_SUBSTITUTE_H
#define ORACLE_SUBSTITUTE_H

#include "oracle/witness.h"

/* Appends the script of the witness with its last model put in. False, with nothing appended, when
 * nothing of the model can be put in, or its definitions need what the script declares too late.
 * The model's elements get other names: take explanations before. */
bool substitute_model(witness_t *witness, strbuf_t *out);

#endif
