/* open.h - what the standard leaves open, and where a formula may hang on it.
 *
 * Two solvers may differ and both be right: (fp.min -0 +0) may be either zero. A difference that
 * may hang on such a place is no evidence against anybody, unless the evaluator shows that it does
 * not. open.def has the operators, each with one of these classes:
 *
 *   FREE      any function will do, and solvers agree that it is so: (/ x 0). Satisfiable means
 *             satisfiable for some such function, so a model that is made complete by a choice
 *             proves it.
 *   LOOSE     a solver may decide on one value, or means something of its own: another choice
 *             proves nothing against it.
 *   DISPUTED  solvers do not agree what the operator means, also where the evaluator is sure:
 *             nothing is proved by evaluating it.
 *
 * Recursive definitions are LOOSE: they are axioms, and evaluating some calls does not show that
 * there is a function at all. */
#ifndef ORACLE_OPEN_H
#define ORACLE_OPEN_H

#include "eval/engine/eval.h"
#include "smt/term/script.h"

typedef enum { OPEN_NOT, OPEN_FREE, OPEN_LOOSE, OPEN_DISPUTED } open_t;

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

/* Whether a term's own operator may be applied where its value is open; OPEN_NOT when the arguments
 * show that it is not: (/ x 2). */
open_t open_term(const bank_t *bank, term_t term);

/* The worst class of what the evaluator has chosen since its start, or taken from what the model
 * says of operators. Functions that the model misses are not among it: any will do. */
open_t open_chosen(const eval_t *eval);

#endif
