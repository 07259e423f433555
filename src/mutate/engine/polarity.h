/* polarity.h - where a formula may be made weaker or stronger.
 *
 *     monotone_vec_t spots = {0};
 *     polarity_find(bank, seed, mem, &spots);
 *
 * An assertion is monotone in a formula inside it when making that formula weaker makes the
 * assertion weaker (a positive spot), or when it makes it stronger (a negative one). Polarity goes
 * through and, or, =>, not, the branches of ite, quantifiers, the cases of match, annotations and
 * let. The condition of ite, the arguments of xor, of = and distinct over Bool, and whatever is
 * below a term that is no formula, have both polarities and are left alone. A formula that let
 * binds has the polarity of its uses, when all have the same; so has a named one (:named), whose
 * own place is one use more.
 *
 * Spots may be changed together, in the same direction: applied in the order of the text, each
 * change finds the uses of what it changes as they were. */
#ifndef MUTATE_POLARITY_H
#define MUTATE_POLARITY_H

#include "mutate/engine/seed.h"

typedef struct monotone {
    uint32_t spot;
    bool negative;
    bool atom; /* no connective, quantifier, let or annotation */
} monotone_t;

typedef VEC(monotone_t) monotone_vec_t;

/* Appends the Bool spots that are monotone, in the order of the text: also occurrences of
 * variables, where one occurrence may change. */
void polarity_find(const bank_t *bank, const seed_t *seed, mem_t *mem, monotone_vec_t *out);

#endif
