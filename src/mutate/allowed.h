/* allowed.h - which operators may come into a seed, and what that does to its logic.
 *
 * Operators of the theories that the seed uses, or has the sorts of: the standard's, and of the
 * extensions those that occur in it, since not every solver has the others. An operator that takes
 * the formula out of its logic (a product of variables in a linear one) is allowed, and then the
 * logic has to be ALL. */
#ifndef MUTATE_ALLOWED_H
#define MUTATE_ALLOWED_H

#include "mutate/seed.h"

/* The theories, as bits. */
uint32_t allowed_theories(const bank_t *bank, const seed_t *seed);

/* Whether the operator may be applied to these arguments: both z3 and cvc5 take it, without putting
 * a conversion between Int and Real somewhere. */
bool allowed_call(const bank_t *bank, op_t op, const term_t *args, uint32_t count);

/* Whether the application stays inside the seed's logic. */
bool allowed_in_logic(const bank_t *bank, const seed_t *seed, op_t op, const term_t *args,
                      uint32_t count);

#endif
