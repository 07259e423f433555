/* hash.h - the two hashes in use: of bytes (xxHash) and of 32-bit words.
 *
 * Both are the same on every machine, so that whatever depends on table order is reproducible. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

static inline uint64_t hash_bytes(const void *data, size_t len) {
    return XXH3_64bits(data, len);
}

/* Word by word, for short keys that are built on the way: start, add..., finish. */
static inline uint64_t hash_start(uint32_t seed) {
    return (seed + UINT64_C(0x9E3779B97F4A7C15)) * UINT64_C(0xD6E8FEB86659FD93);
}

static inline uint64_t hash_word(uint64_t hash, uint32_t word) {
    hash = (hash ^ word) * UINT64_C(0xD6E8FEB86659FD93);
    return hash ^ (hash >> 32);
}

static inline uint32_t hash_finish(uint64_t hash) {
    hash *= UINT64_C(0x9E3779B97F4A7C15);
    return (uint32_t)(hash >> 32);
}

#endif
