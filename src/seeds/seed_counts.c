#include "seeds/seed_counts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void count_row(seed_counts_t *counts, const seed_row_t *row) {
    counts->seeds++;
    counts->status[row->status]++;
    if (row->status != STATUS_UNKNOWN) {
        counts->by_model += row->source == SEED_MODEL;
        counts->by_solvers += row->source == SEED_SOLVERS;
        counts->by_label += row->source < SEED_SOLVERS;
    }
    counts->cores += row->core.len > 0;
    counts->duplicates += row->duplicate_of != 0;
    counts->conflicts += row->conflict != NULL;
}

static seed_counts_t *counts_of(seed_counts_vec_t *all, mem_t *mem, const char *logic) {
    for (uint32_t i = 0; i < all->len; i++)
        if (strcmp(all->data[i].logic, logic) == 0)
            return &all->data[i];
    seed_counts_t *fresh = vec_push(mem, all);
    *fresh = (seed_counts_t){.logic = logic};
    return fresh;
}

static int by_logic(const void *a, const void *b) {
    const seed_counts_t *first = a;
    const seed_counts_t *second = b;
    return strcmp(first->logic, second->logic);
}

void seed_counts(const seed_index_t *index, mem_t *mem, seed_counts_vec_t *counts,
                 seed_counts_t *sum) {
    assert(counts->len == 0);
    *sum = (seed_counts_t){.logic = "all"};
    for (uint32_t i = 0; i < index->rows.len; i++) {
        const seed_row_t *row = &index->rows.data[i];
        if (row->gone)
            continue;
        count_row(counts_of(counts, mem, row->logic ? row->logic : "none"), row);
        count_row(sum, row);
    }
    if (counts->len > 0)
        qsort(counts->data, counts->len, sizeof *counts->data, by_logic);
    assert(sum->status[STATUS_UNKNOWN] + sum->status[STATUS_SAT] + sum->status[STATUS_UNSAT] ==
           sum->seeds);
    assert(sum->by_model + sum->by_solvers + sum->by_label <= sum->seeds);
}
