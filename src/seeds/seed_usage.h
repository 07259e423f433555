/* seed_usage.h - of which seeds a strategy made mutants, by logic, and why not of the others.
 *
 *     seed_usage_t usage;
 *     seed_usage_init(&usage, mem);
 *     seed_usage_add(&usage, "QF_LIA", NULL);                 // mutants were made of it
 *     seed_usage_add(&usage, "QF_LIA", "it has no ...");      // or why none
 *     seed_usage_sort(&usage);
 *     usage_logic_t logic = {0};
 *     while (seed_usage_next(&usage, &logic)) print(logic.name, logic.seeds, logic.used);
 *     seed_usage_done(&usage); */
#ifndef SEEDS_SEED_USAGE_H
#define SEEDS_SEED_USAGE_H

#include "base/mem.h"
#include "base/vec.h"

#include <stdbool.h>

/* Seeds of one logic that had the same fate. */
typedef struct usage_row {
    const char *logic;
    const char *why; /* NULL: mutants were made */
    uint32_t seeds;
} usage_row_t;

typedef struct seed_usage {
    mem_t *mem;
    VEC(usage_row_t) rows; /* each pair of logic and reason once */
} seed_usage_t;

/* The rows of a logic: [first, end). */
typedef struct usage_logic {
    const char *name;
    uint32_t first, end;
    uint32_t seeds;
    uint32_t used; /* of them, those of which mutants were made */
} usage_logic_t;

void seed_usage_init(seed_usage_t *usage, mem_t *mem);
void seed_usage_done(seed_usage_t *usage);

/* The texts must live until the end. */
void seed_usage_add(seed_usage_t *usage, const char *logic, const char *why);

/* By logic; in each the seeds that were used first, then the commonest reason. */
void seed_usage_sort(seed_usage_t *usage);

/* The logic after this one, the first after an empty one; false when there is no more. The rows
 * are sorted. */
bool seed_usage_next(const seed_usage_t *usage, usage_logic_t *logic);

#endif
