/* distinct.h - how many of the mutants of a benchmark differ.
 *
 *     hashes[count++] = hash_bytes(text.data, text.len);
 *     uint32_t different = distinct_count(hashes, count); */
#ifndef BENCH_DISTINCT_H
#define BENCH_DISTINCT_H

#include <stdint.h>
#include <stdlib.h>

static inline int distinct_compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* The number of hashes without repetitions. Sorts them. */
static inline uint32_t distinct_count(uint64_t *hashes, uint32_t count) {
    uint32_t distinct = 0;
    if (count > 0)
        qsort(hashes, count, sizeof *hashes, distinct_compare);
    for (uint32_t i = 0; i < count; i++)
        distinct += i == 0 || hashes[i] != hashes[i - 1];
    return distinct;
}

#endif
