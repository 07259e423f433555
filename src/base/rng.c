#include "base/rng.h"

#include "base/bug.h"

static uint64_t splitmix(uint64_t *state) {
    uint64_t z = (*state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

rng_t rng_make(uint64_t seed) {
    rng_t rng;
    for (int i = 0; i < 4; i++)
        rng.state[i] = splitmix(&seed);
    return rng;
}

rng_t rng_split(const rng_t *rng, uint64_t label) {
    uint64_t mix = label;
    for (int i = 0; i < 4; i++) {
        mix ^= rng->state[i];
        mix = splitmix(&mix);
    }
    return rng_make(mix);
}

static uint64_t rotate(uint64_t x, int k) {
    return (x << k) | (x >> (64 - k));
}

uint64_t rng_next(rng_t *rng) {
    uint64_t *s = rng->state;
    uint64_t result = rotate(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

/* Lemire, "Fast random integer generation in an interval", 2019: multiply, and reject the few low
 * products that would favour some results. */
uint64_t rng_below(rng_t *rng, uint64_t bound) {
    assert(bound != 0);
    __extension__ typedef unsigned __int128 u128;
    u128 product = (u128)rng_next(rng) * bound;
    if ((uint64_t)product < bound) {
        uint64_t floor = -bound % bound;
        while ((uint64_t)product < floor)
            product = (u128)rng_next(rng) * bound;
    }
    return (uint64_t)(product >> 64);
}

int64_t rng_range(rng_t *rng, int64_t low, int64_t high) {
    assert(low <= high);
    uint64_t span = (uint64_t)high - (uint64_t)low + 1;
    uint64_t offset = span == 0 ? rng_next(rng) : rng_below(rng, span);
    return (int64_t)((uint64_t)low + offset);
}

bool rng_one_in(rng_t *rng, uint64_t n) {
    return rng_below(rng, n) == 0;
}

double rng_unit(rng_t *rng) {
    return (double)(rng_next(rng) >> 11) * 0x1p-53;
}
