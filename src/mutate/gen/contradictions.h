/* contradictions.h - small sets of formulas that no values satisfy, read from s-expressions.
 *
 *     (contradiction false.bv.order (widths n)
 *         (declare-const x (_ BitVec n)) (declare-const y (_ BitVec n))
 *         (assert (bvult x y)) (assert (bvult y x)))
 *
 *     contradictions_t all;
 *     contradictions_init(&all, mem);
 *     contradictions_embedded(&all);
 *     if (contradiction_draw(&all, i, &sorts, &rng, &binding))
 *         contradiction_write(&all, i, &binding, "k0_", &out);   // declarations and assertions
 *
 * data/rules/contradictions.sexp is embedded and says what a row may have. A row is a pattern: it
 * is written out as SMT-LIB for a binding of its widths, sorts and numbers. Its assertions have no
 * model, whatever its constants are; so any terms of the same sorts may stand for them.
 * `assay rules --verify` has the solvers prove that of every row. */
#ifndef MUTATE_CONTRADICTIONS_H
#define MUTATE_CONTRADICTIONS_H

#include "base/rng.h"
#include "base/sexpr.h"
#include "base/strbuf.h"
#include "smt/edit/logic.h"

enum { CONTRADICTION_VARIABLES = 8 };

typedef enum {
    BOUND_WIDTH,  /* of a bit-vector */
    BOUND_NUMBER, /* between two others */
    BOUND_SORT,   /* any, or one of a list */
    BOUND_FLOAT,  /* a float sort; the next two variables are its sizes */
    BOUND_SIZE
} bound_kind_t;

typedef struct bound {
    bound_kind_t kind;
    uint32_t name;      /* a node */
    uint32_t low, high; /* BOUND_NUMBER */
    uint32_t choices;   /* BOUND_SORT: a node, the sort that it is; UINT32_MAX: any */
} bound_t;

/* All uint32_t are nodes of the tree. */
typedef struct contradiction {
    const char *name;
    uint32_t node;
    uint32_t where; /* the list, or UINT32_MAX */
    bound_t variables[CONTRADICTION_VARIABLES];
    uint32_t variable_count;
    logic_t needs; /* features, for the smallest binding */
} contradiction_t;

typedef struct contradictions {
    mem_t *mem;
    sexpr_tree_t tree;
    VEC(contradiction_t) rows;
    arena_t texts;
} contradictions_t;

/* What the variables of a row stand for. The texts of sorts are those of the row or of
 * sort_texts_t. */
typedef struct contradiction_binding {
    int64_t numbers[CONTRADICTION_VARIABLES];
    slice_t sorts[CONTRADICTION_VARIABLES];
} contradiction_binding_t;

/* The sorts of a formula to be made, for rows that take any. */
typedef struct sort_texts {
    const char *const *any; /* sorts as SMT-LIB, NULL after the last */
    const uint32_t *widths; /* of its bit-vectors, 0 after the last */
    uint32_t exponent;      /* of its floats */
    uint32_t significand;
} sort_texts_t;

/* It must not be moved afterwards. */
void contradictions_init(contradictions_t *all, mem_t *mem);
void contradictions_done(contradictions_t *all);

/* The rows of this tree. */
void contradictions_embedded(contradictions_t *all);

/* Replaces the rows by those of a text, which is copied; rules of other kinds (rule_kinds.def) are
 * passed over. False when it has mistakes, which diags has. */
bool contradictions_read(contradictions_t *all, const char *text, size_t len, diag_list_t *diags);

/* Draws what the variables stand for; false when nothing fits. */
bool contradiction_draw(const contradictions_t *all, uint32_t row, const sort_texts_t *sorts,
                        rng_t *rng, contradiction_binding_t *binding);

/* Appends its declarations and assertions, each on a line, with prefix in front of all names that
 * it declares. Returns the number of assertions. */
uint32_t contradiction_write(const contradictions_t *all, uint32_t row,
                             const contradiction_binding_t *binding, const char *prefix,
                             strbuf_t *out);

/* --- trying a row on values --- */

/* Draws values of its constants a number of times, and looks whether all assertions are definitely
 * true under them. False when they are: the values are appended to why. Functions that it declares
 * have no values, and so such rows pass. */
bool contradiction_try(const contradictions_t *all, uint32_t row,
                       const contradiction_binding_t *binding, rng_t *rng, uint32_t times,
                       strbuf_t *why);

#endif
