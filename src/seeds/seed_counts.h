/* seed_counts.h - how many seeds of an index are what, by logic.
 *
 *     seed_counts_vec_t counts = {0};
 *     seed_counts_t sum;
 *     seed_counts(&index, mem, &counts, &sum);
 *     for (uint32_t i = 0; i < counts.len; i++) print(&counts.data[i]);
 *     vec_free(mem, &counts); */
#ifndef SEEDS_SEED_COUNTS_H
#define SEEDS_SEED_COUNTS_H

#include "seeds/seed_index.h"

typedef struct seed_counts {
    const char *logic; /* a text of the index; "none" where no logic is set */
    uint32_t seeds;
    uint32_t status[STATUS_UNSAT + 1];       /* by status_t */
    uint32_t by_model, by_solvers, by_label; /* how sat and unsat are known */
    uint32_t cores;
    uint32_t duplicates;
    uint32_t conflicts;
} seed_counts_t;

typedef VEC(seed_counts_t) seed_counts_vec_t;

/* Appends a row for each logic, in order, and gives the sum of them. Rows that are gone are not
 * counted; duplicate_of must be found (seed_index_write). */
void seed_counts(const seed_index_t *index, mem_t *mem, seed_counts_vec_t *counts,
                 seed_counts_t *sum);

#endif
