/* rng.h - splittable random numbers, the same stream on every machine.
 *
 *     rng_t rng = rng_make(42);
 *     rng_t worker = rng_split(&rng, 3);      // a stream of its own; rng is not changed
 *     uint64_t k = rng_below(&worker, n);     // uniform in [0, n)
 *
 * The generator is xoshiro256**, seeded through splitmix64 (Blackman and Vigna, "Scrambled linear
 * pseudorandom number generators", 2021). A split depends only on the parent's state and the label:
 * the k-th mutant of the n-th seed can be made without making the ones before it. */
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include <stdbool.h>
#include <stdint.h>

typedef struct rng {
    uint64_t state[4];
} rng_t;

rng_t rng_make(uint64_t seed);
rng_t rng_split(const rng_t *rng, uint64_t label);

uint64_t rng_next(rng_t *rng);

/* Uniform in [0, bound), without bias. bound must not be 0. */
uint64_t rng_below(rng_t *rng, uint64_t bound);

/* Uniform in [low, high], both included. */
int64_t rng_range(rng_t *rng, int64_t low, int64_t high);

/* True in one of n cases. n must not be 0. */
bool rng_one_in(rng_t *rng, uint64_t n);

/* Uniform in [0, 1), a multiple of 2^-53. */
double rng_unit(rng_t *rng);

#endif
