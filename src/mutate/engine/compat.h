/* compat.h - which operators may come into a seed, and what that does to its logic.
 *
 * They are operators of theories that the seed uses, and of standard theories that it has sorts of.
 * Every solver that has all operators of the seed must have them, too. One may take the formula out
 * of its logic (a product of variables in a linear one): then the logic has to be ALL. */
#ifndef MUTATE_COMPAT_H
#define MUTATE_COMPAT_H

#include "base/strbuf.h"
#include "mutate/engine/seed.h"

/* The theories that the seed uses or has sorts of, as bits. */
uint32_t compat_theories(const bank_t *bank, const seed_t *seed);

/* The solvers that have all operators of the seed, as bits (HAS_Z3 and so on). */
uint32_t compat_solvers(const bank_t *bank, const seed_t *seed);

/* Whether all of these solvers have the operator. */
bool compat_solvers_have(uint32_t solvers, op_t op);

/* Whether the operator's name means the operator everywhere in the seed. */
bool compat_name_is_free(const seed_t *seed, op_t op);

/* Whether any term of the sort may stand at the spot: not where solvers want a literal. */
bool compat_takes_any_term(const bank_t *bank, const seed_t *seed, uint32_t spot);

/* Whether the operator may be applied to these arguments: both z3 and cvc5 take it, without putting
 * a conversion between Int and Real somewhere. */
bool compat_call(const bank_t *bank, op_t op, const term_t *args, uint32_t count);

/* Whether a term of sort Int at the spot may become one of sort Real, or the other way round: all
 * that is above it, up to a predicate or a conversion, takes both, and so does the logic. */
bool compat_takes_int_and_real(const bank_t *bank, const seed_t *seed, uint32_t spot);

/* Whether the application stays inside the seed's logic. */
bool compat_call_stays_in_logic(const bank_t *bank, const seed_t *seed, op_t op, const term_t *args,
                                uint32_t count);

/* Whether another term may stand at the spot without leaving the logic: not at a factor in a linear
 * one. */
bool compat_spot_stays_in_logic(const bank_t *bank, const seed_t *seed, uint32_t spot);

/* The set-logic that has everything, with a newline: ALL, or HO_ALL where functions are values,
 * since (f x) of a function with two arguments is a term only there. */
const char *compat_widest_logic(const bank_t *bank, const seed_t *seed);

/* The set-logic for a seed that the operator takes out of its logic, with a newline. It is the
 * widest, but where 1 is a Real, as it is not in ALL, a logic of nonlinear Reals. False when there
 * is none. */
bool compat_wider_logic(const bank_t *bank, const seed_t *seed, op_t op, strbuf_t *out);

#endif
