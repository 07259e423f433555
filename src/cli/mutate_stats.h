/* mutate_stats.h - what `assay mutate --stats` says at its end. */
#ifndef CLI_MUTATE_STATS_H
#define CLI_MUTATE_STATS_H

#include "mutate/engine/strategy.h"
#include "seeds/seed_usage.h"

/* Tables on stderr; with json, objects on stdout: one of event "stats", and for each logic one of
 * event "logic". The rows of usage are sorted. */
void mutate_stats_print(const seed_usage_t *usage, const char *strategy,
                        const strategy_stats_t *counts, bool json);

#endif
