/* spot_polarity.h - how each spot of a seed enters the seed's assertions.
 *
 *     polarity_vec_t polarities = {0};
 *     spot_polarities(&seeds, seed, &polarities);          // by spot: a polarity_t
 *
 * A Boolean spot is positive when making it true more often makes its assertion true more often,
 * negative when less often; both when neither can be said, which is so below every atom; none when
 * its value is never looked at (the value of a let whose variable does not occur). position.h says
 * through which operators that goes. */
#ifndef MUTATE_SPOT_POLARITY_H
#define MUTATE_SPOT_POLARITY_H

#include "mutate/engine/seed.h"
#include "smt/term/position.h"

typedef VEC(uint8_t) polarity_vec_t;

/* Replaces what is in the vector, which is of seeds->mem. Takes time in the size of the seed. */
void spot_polarities(const seeds_t *seeds, const seed_t *seed, polarity_vec_t *out);

/* Whether the term gives a name, (! t :named n); and whether such a name may be used somewhere in
 * the seed: if so, what is below the name stands in other places as well. */
bool spot_gives_name(const bank_t *bank, term_t term);
bool spot_names_are_used(const seeds_t *seeds, const seed_t *seed);

/* The first spot below a spot, or SPOT_NONE; the one behind a spot with the same parent. */
static inline uint32_t spot_first_child(const seed_t *seed, uint32_t spot) {
    return seed->spots.data[spot].after > spot + 1 ? spot + 1 : SPOT_NONE;
}

static inline uint32_t spot_next_child(const seed_t *seed, uint32_t spot) {
    const spot_t *row = &seed->spots.data[spot];
    return row->parent != SPOT_NONE && row->after < seed->spots.data[row->parent].after ? row->after
                                                                                        : SPOT_NONE;
}

#endif
