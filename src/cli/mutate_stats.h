/* mutate_stats.h - what `assay mutate --stats` says at its end.
 *
 *     mutate_stats_t stats;
 *     mutate_stats_init(&stats, mem);
 *     mutate_stats_seed(&stats, "QF_LIA", NULL);              // mutants were made of it
 *     mutate_stats_seed(&stats, "QF_LIA", "it has no ...");   // or why none
 *     mutate_stats_print(&stats, "opfuzz", strategy_stats(strategy), json); */
#ifndef CLI_MUTATE_STATS_H
#define CLI_MUTATE_STATS_H

#include "mutate/engine/strategy.h"

typedef struct mutate_row {
    const char *logic;
    const char *why; /* NULL: mutants were made */
    uint32_t seeds;
} mutate_row_t;

typedef struct mutate_stats {
    mem_t *mem;
    VEC(mutate_row_t) rows; /* each pair of logic and reason once */
} mutate_stats_t;

void mutate_stats_init(mutate_stats_t *stats, mem_t *mem);
void mutate_stats_done(mutate_stats_t *stats);

/* The texts must live until the end. */
void mutate_stats_seed(mutate_stats_t *stats, const char *logic, const char *why);

/* Tables on stderr; with json, objects on stdout: one of event "stats", and for each logic one of
 * event "logic". */
void mutate_stats_print(mutate_stats_t *stats, const char *strategy, const strategy_stats_t *counts,
                        bool json);

#endif
