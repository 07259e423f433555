/* open_ops.h - which operators have values that the standard leaves open, and where.
 *
 * Two solvers may differ there and both be right: (fp.min -0 +0) may be either zero. open.def has
 * the operators, each with one of these classes:
 *
 *   FREE      any function will do, and solvers agree that it is so: (/ x 0). Satisfiable means
 *             satisfiable for some such function, so a model that is made complete by a choice
 *             proves it.
 *   LOOSE     a solver may decide on one value, or means something of its own: another choice
 *             proves nothing against it.
 *   DISPUTED  solvers do not agree what the operator means, also where the evaluator is sure:
 *             nothing is proved by evaluating it.
 *
 * The judge looks at what a formula may depend on (oracle/open.h), fusion at what two formulas would
 * share, generation at what it draws where solvers only have to agree. */
#ifndef SMT_OPEN_OPS_H
#define SMT_OPEN_OPS_H

#include "smt/term/term.h"

typedef enum { OPEN_NOT, OPEN_FREE, OPEN_LOOSE, OPEN_DISPUTED } open_t;

/* What a solver may choose anew for each formula; open.def says what for. */
typedef enum {
    CHOICE_NONE,
    CHOICE_REALS,
    CHOICE_INTS,
    CHOICE_FLOATS,
    CHOICE_SEQUENCES,
    CHOICE_OTHER
} open_choice_t;

/* The class of the operator where its value is open; OPEN_NOT when it has a value everywhere. */
open_t open_op(op_t op);

/* The same, but OPEN_NOT also when the arguments of a term may show that nothing is open there, as
 * those of (/ x 2) do. */
open_t open_op_always(op_t op);

/* Whether a term's own operator may be applied where its value is open: its class; OPEN_NOT when the
 * arguments show that it is not. Selectors are open where another constructor made the value. */
open_t open_term(const bank_t *bank, term_t term);

open_choice_t open_op_choice(op_t op);

/* What is open in words; NULL when nothing is. */
const char *open_op_doc(op_t op);

#endif
