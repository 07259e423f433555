/* logic.h - logic names and what they allow.
 *
 * A logic is a set of features, one bit each: a logic that contains another has all its bits, and
 * the join of two logics has those of both. The named ones are the rows of logics.def; any other
 * name is read by the same convention (QF_, then A or AX, UF, BV, FP, DT, S, then the arithmetic),
 * with the additions of cvc5: HO_, SEP_, FF, C, FS, T. A name that cannot be read allows everything
 * that ALL does; so does a script without one.
 *
 *     logic_t needs = logic_infer(&script);
 *     logic_t both = logic_join(needs, logic_parse("QF_S"));
 *     puts(logic_name(both));                       // the smallest name that has it all
 *
 * What the features mean:
 *   - Arithmetic is difference constraints unless LOGIC_LINEAR is set, which LOGIC_NONLINEAR
 *     includes. The shapes are those of the standard (see logic_infer.c).
 *   - Bit-vector sorts, their literals and Real literals belong to the floating-point theory, and
 *     Int literals and lengths to that of strings, as the standard has it: QF_FP does not have
 *     LOGIC_BV, QF_S not LOGIC_INT.
 *   - Higher-order syntax needs the prefix HO_. */
#ifndef SMT_LOGIC_H
#define SMT_LOGIC_H

#include "smt/term/script.h"

typedef uint32_t logic_t;

enum {
    LOGIC_QUANT = 1 << 0, /* quantifiers; recursive functions */
    LOGIC_SORTS = 1 << 1, /* uninterpreted sorts */
    LOGIC_UF = 1 << 2,    /* uninterpreted functions with arguments */
    LOGIC_ARRAYS = 1 << 3,
    LOGIC_BV = 1 << 4, /* bit-vectors: variables of their own, and operators */
    LOGIC_FP = 1 << 5,
    LOGIC_DT = 1 << 6,      /* datatypes */
    LOGIC_STRINGS = 1 << 7, /* strings and regular expressions */
    LOGIC_INT = 1 << 8,
    LOGIC_REAL = 1 << 9,
    LOGIC_LINEAR = 1 << 10, /* more than difference constraints */
    LOGIC_NONLINEAR = 1 << 11,
    LOGIC_TRANS = 1 << 12, /* transcendental functions */
    LOGIC_SETS = 1 << 13,  /* finite sets and relations (cvc5) */
    LOGIC_SEP = 1 << 14,   /* separation logic (cvc5) */
    LOGIC_FF = 1 << 15,    /* finite fields (cvc5) */
    LOGIC_CARD = 1 << 16,  /* cardinality constraints (cvc5) */
    LOGIC_OTHER = 1 << 17, /* what no logic name speaks of: sequences, bags, tables, ... */
    LOGIC_HO = 1 << 18     /* functions as values */
};

#define LOGIC_EVERYTHING ((logic_t)((1 << 19) - 1))
#define LOGIC_ALL (LOGIC_EVERYTHING & ~(logic_t)LOGIC_HO)

/* The features of a name. NULL and "" are no logic: LOGIC_ALL. */
logic_t logic_parse(const char *name);

static inline bool logic_contains(logic_t big, logic_t small) {
    return (small & ~big) == 0;
}

/* The union. In a logic of bit-vectors without numbers (QF_AUFBV) arrays are of bit-vectors alone:
 * where one of the two may have others, numbers are added, which takes that away. */
static inline logic_t logic_join(logic_t a, logic_t b) {
    logic_t both = a | b;
    bool others = (a & (LOGIC_ARRAYS | LOGIC_BV)) == LOGIC_ARRAYS ||
                  (b & (LOGIC_ARRAYS | LOGIC_BV)) == LOGIC_ARRAYS;
    return others && (both & LOGIC_BV) && !(both & (LOGIC_INT | LOGIC_REAL))
               ? both | LOGIC_INT | LOGIC_LINEAR
               : both;
}

/* The official name with the fewest features besides these; "ALL" or "HO_ALL" when no other row of
 * logics.def has them all. */
const char *logic_name(logic_t logic);

/* What a script needs: everything it declares and every term in it, whatever its set-logic says.
 * Commands kept as text are not looked into. */
logic_t logic_infer(const script_t *script);

/* What one term needs, with the functions and sorts it uses. */
logic_t logic_infer_term(bank_t *bank, term_t term);

/* --- for reading a script --- */

/* Whether a numeral without a dot is a Real: the logic has Reals and no Ints. */
bool logic_int_real(const char *name);

/* Whether the name begins with HO_. */
bool logic_is_higher_order(const char *name);

#endif
