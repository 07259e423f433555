/* invert_priv.h - what invert.c and invert_typed.c share. */
#ifndef SMT_INVERT_PRIV_H
#define SMT_INVERT_PRIV_H

#include "smt/edit/invert.h"

/* The TYPED rows that are drawn by a rule of their own. False: op is none of them. */
bool invert_typed(bank_t *bank, op_t op, sort_t result, const u32_vec_t *sorts, rng_t *rng,
                  fit_t *fit, bool *found);

#endif
