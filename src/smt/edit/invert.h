/* invert.h - the rows of ops.def read backwards: from the sort of the result to indices and
 * argument sorts that give it.
 *
 *     fit_t fit;
 *     if (invert_row(bank, OP_EXTRACT, bv8, &sorts, &rng, &fit)) ...
 *         // (_ extract 11 4) of a (_ BitVec 16), say
 *
 * What the result leaves open is drawn at random, from the sorts given where they fit. */
#ifndef SMT_INVERT_H
#define SMT_INVERT_H

#include "base/rng.h"
#include "base/vec.h"
#include "smt/term/bank.h"

enum { FIT_MAX_ARGS = 8, FIT_MAX_INDICES = 4 };

typedef struct fit {
    uint32_t indices[FIT_MAX_INDICES];
    uint32_t index_count;
    sort_t args[FIT_MAX_ARGS];
    uint32_t count;
    sort_t as; /* for rows that are written with their sort, else SORT_NONE */
} fit_t;

/* Whether some sort of this kind may be the result of the row. Rows with a syntax of their own, and
 * rows with names of functions or sorts among the indices, have none. */
bool invert_may_give(bank_t *bank, op_t op, sort_kind_t kind);

/* False when nothing was found (a few draws are made). For a TYPED row, what was found may still be
 * refused by check_apply. */
bool invert_row(bank_t *bank, op_t op, sort_t result, const u32_vec_t *sorts, rng_t *rng,
                fit_t *fit);

#endif
