#include "cli/mutate_stats.h"

#include "cli/common/json.h"

#include <stdio.h>

/* --- text --- */

static void print_counts(const strategy_stats_t *counts) {
    double total = 0;
    for (uint32_t i = 0; i < PHASE_COUNT; i++)
        total += counts->seconds[i];
    fprintf(stderr, "%llu mutant%s, %llu draws led nowhere; %llu candidates, %llu accepted\n",
            (unsigned long long)counts->made, counts->made == 1 ? "" : "s",
            (unsigned long long)counts->failed, (unsigned long long)counts->tries,
            (unsigned long long)counts->accepted);
    for (uint32_t i = 0; i < REJECT_COUNT; i++)
        if (counts->rejected[i] > 0)
            fprintf(stderr, "  %10llu rejected: %s\n", (unsigned long long)counts->rejected[i],
                    reject_doc((reject_t)i));
    fprintf(stderr, "time: %.3f s", total);
    for (uint32_t i = 0; i < PHASE_COUNT; i++)
        if (counts->seconds[i] > 0)
            fprintf(stderr, ", %s %.0f %%", phase_name((phase_t)i),
                    100 * counts->seconds[i] / total);
    fputc('\n', stderr);
}

static void print_logic(const seed_usage_t *usage, const usage_logic_t *logic) {
    fprintf(stderr, "%-14s %6u %6u ", logic->name, logic->seeds, logic->used);
    bool begun = false;
    for (uint32_t i = logic->first; i < logic->end; i++) {
        const usage_row_t *row = &usage->rows.data[i];
        if (!row->why)
            continue;
        fprintf(stderr, "%s %u: %s", begun ? ";" : "", row->seeds, row->why);
        begun = true;
    }
    fputc('\n', stderr);
}

static void print_logics(const seed_usage_t *usage) {
    uint32_t seeds = 0;
    uint32_t used = 0;
    fprintf(stderr, "%-14s %6s %6s  %s\n", "logic", "seeds", "used", "why not the others");
    usage_logic_t logic = {0};
    while (seed_usage_next(usage, &logic)) {
        print_logic(usage, &logic);
        seeds += logic.seeds;
        used += logic.used;
    }
    fprintf(stderr, "%-14s %6u %6u  %u seed%s left out\n", "all", seeds, used, seeds - used,
            seeds - used == 1 ? "" : "s");
}

/* --- JSON --- */

static json_t *number(uint64_t count) {
    return json_integer((json_int_t)count);
}

static void print_counts_json(const char *strategy, const strategy_stats_t *counts) {
    json_t *rejected = json_object();
    for (uint32_t i = 0; i < REJECT_COUNT; i++)
        if (counts->rejected[i] > 0)
            json_object_set_new(rejected, reject_name((reject_t)i), number(counts->rejected[i]));
    json_t *seconds = json_object();
    for (uint32_t i = 0; i < PHASE_COUNT; i++)
        json_object_set_new(seconds, phase_name((phase_t)i), json_real(counts->seconds[i]));
    json_line(json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "event", "stats", "strategy",
                        strategy, "made", number(counts->made), "failed", number(counts->failed),
                        "tries", number(counts->tries), "accepted", number(counts->accepted),
                        "rejected", rejected, "seconds", seconds));
}

static void print_logics_json(const seed_usage_t *usage, const char *strategy) {
    usage_logic_t logic = {0};
    while (seed_usage_next(usage, &logic)) {
        json_t *reasons = json_object();
        for (uint32_t i = logic.first; i < logic.end; i++) {
            const usage_row_t *row = &usage->rows.data[i];
            if (row->why)
                json_object_set_new(reasons, row->why, number(row->seeds));
        }
        json_line(json_pack("{s:s, s:s, s:o, s:o, s:o, s:o}", "event", "logic", "strategy",
                            strategy, "logic", json_text(logic.name), "seeds", number(logic.seeds),
                            "used", number(logic.used), "reasons", reasons));
    }
}

void mutate_stats_print(const seed_usage_t *usage, const char *strategy,
                        const strategy_stats_t *counts, bool json) {
    if (json) {
        print_counts_json(strategy, counts);
        print_logics_json(usage, strategy);
        return;
    }
    print_logics(usage);
    print_counts(counts);
}
