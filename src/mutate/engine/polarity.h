/* polarity.h - how each formula of a seed enters its assertion, and so where one may be made weaker
 * or stronger.
 *
 *     polarity_vec_t polarities = {0};
 *     polarity_find(bank, seed, mem, &polarities);        // a polarity_t for each spot
 *
 *     monotone_vec_t places = {0};
 *     polarity_monotone(bank, seed, mem, &places);        // the spots that may change
 *
 * A formula is positive when making it true more often makes its assertion true more often, and
 * negative when it makes it true less often. Polarity goes through and, or, =>, not, the branches
 * of ite, quantifiers, the cases of match, annotations and let. The condition of ite, the arguments
 * of xor, of = and distinct over Bool, and all that is below a term that is no formula have both
 * polarities, whether or not the value of that term is looked at. A formula that let binds has the
 * polarities of its uses: none when it has no use. What a used name stands for (:named) has both.
 *
 * Formulas may be changed together, all to be weaker or all to be stronger: applied in the order of
 * the text, each change finds the uses of what it changes as they were. */
#ifndef MUTATE_POLARITY_H
#define MUTATE_POLARITY_H

#include "mutate/engine/seed.h"

/* A set: of what the uses of a formula are. */
typedef enum {
    POLARITY_NONE,
    POLARITY_POSITIVE = 1,
    POLARITY_NEGATIVE = 2,
    POLARITY_BOTH = 3
} polarity_t;

typedef VEC(uint8_t) polarity_vec_t;

/* Replaces what is in the vector: a polarity_t for each spot. Of a spot that is no formula it says
 * nothing. Takes time in the size of the seed. */
void polarity_find(const bank_t *bank, const seed_t *seed, mem_t *mem, polarity_vec_t *out);

/* A formula that its assertion is monotone in. */
typedef struct monotone {
    uint32_t spot;
    bool negative;
    bool atom; /* no connective, quantifier, let or annotation */
} monotone_t;

typedef VEC(monotone_t) monotone_vec_t;

/* Appends the formulas that are positive or negative, in the order of the text: also occurrences of
 * variables, where one occurrence may change. */
void polarity_monotone(const bank_t *bank, const seed_t *seed, mem_t *mem, monotone_vec_t *out);

#endif
