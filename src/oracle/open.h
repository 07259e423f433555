/* open.h - what the standard leaves open in a formula.
 *
 * A difference that may depend on a place where the value is left open is no evidence against any
 * solver, unless the evaluator shows that it does not depend on it. open_ops.h says which operators
 * these are, and what the classes mean.
 *
 * Recursive definitions are LOOSE: they are axioms, and evaluating some calls does not show that
 * there is a function at all. */
#ifndef ORACLE_OPEN_H
#define ORACLE_OPEN_H

#include "eval/engine/eval.h"
#include "smt/term/open_ops.h"
#include "smt/term/script.h"

/* What of a script may be left open: the worst class, and the first term of it (TERM_NONE when it
 * is a definition). Looks at all terms that an assertion or a definition has. */
typedef struct opened {
    open_t class;
    term_t term;
    bool recursive;  /* it has recursive definitions */
    bool quantified; /* forall, exists and the like occur */
} opened_t;

opened_t open_script(const script_t *script);

/* Appends what is open in words: "div: division by zero is any function of the dividend". */
void open_describe(const bank_t *bank, const opened_t *opened, strbuf_t *out);

/* The worst class of what the evaluator has chosen since its start, or taken from what the model
 * says of operators. Functions that the model misses are not among it: any will do. */
open_t open_chosen(const eval_t *eval);

#endif
