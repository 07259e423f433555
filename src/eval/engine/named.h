/* named.h - functions that stand as indices: (_ map f), (_ nullable.lift f). */
#ifndef EVAL_NAMED_H
#define EVAL_NAMED_H

#include "eval/engine/eval_priv.h"

/* Applies the function that an index of kind F (ops.def) names to values of these sorts. */
bool named_apply(eval_t *eval, const call_t *call, uint32_t index, const sort_t *sorts,
                 const value_t *args, uint32_t count, sort_t result, value_t *out);

#endif
