#include "cli/mutate_stats.h"

#include "cli/common/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void mutate_stats_init(mutate_stats_t *stats, mem_t *mem) {
    *stats = (mutate_stats_t){.mem = mem};
}

void mutate_stats_done(mutate_stats_t *stats) {
    vec_free(stats->mem, &stats->rows);
}

static bool same(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

void mutate_stats_seed(mutate_stats_t *stats, const char *logic, const char *why) {
    for (uint32_t i = 0; i < stats->rows.len; i++) {
        mutate_row_t *row = &stats->rows.data[i];
        if (same(row->logic, logic) && same(row->why, why)) {
            row->seeds++;
            return;
        }
    }
    *vec_push(stats->mem, &stats->rows) = (mutate_row_t){logic, why, 1};
}

/* By logic, then those that were used, then the commonest reason. */
static int compare(const void *a, const void *b) {
    const mutate_row_t *x = a;
    const mutate_row_t *y = b;
    int order = strcmp(x->logic, y->logic);
    if (order != 0)
        return order;
    if (!x->why || !y->why)
        return x->why ? 1 : y->why ? -1 : 0;
    if (x->seeds != y->seeds)
        return x->seeds < y->seeds ? 1 : -1;
    return strcmp(x->why, y->why);
}

/* The rows of one logic: [first, end). */
static uint32_t logic_end(const mutate_stats_t *stats, uint32_t first, uint32_t *seeds,
                          uint32_t *taken) {
    uint32_t end = first;
    *seeds = 0;
    *taken = 0;
    for (; end < stats->rows.len; end++) {
        const mutate_row_t *row = &stats->rows.data[end];
        if (!same(row->logic, stats->rows.data[first].logic))
            break;
        *seeds += row->seeds;
        *taken += row->why ? 0 : row->seeds;
    }
    return end;
}

/* --- text --- */

static void print_counts(const strategy_stats_t *counts) {
    double total = 0;
    for (uint32_t i = 0; i < PHASE_COUNT; i++)
        total += counts->seconds[i];
    fprintf(stderr, "%llu mutants, %llu draws led nowhere; %llu candidates, %llu accepted\n",
            (unsigned long long)counts->made, (unsigned long long)counts->failed,
            (unsigned long long)counts->tries, (unsigned long long)counts->accepted);
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

static void print_logics(const mutate_stats_t *stats) {
    uint32_t all = 0;
    uint32_t all_taken = 0;
    fprintf(stderr, "%-14s %6s %6s  %s\n", "logic", "seeds", "used", "why not the others");
    for (uint32_t first = 0; first < stats->rows.len;) {
        uint32_t seeds;
        uint32_t taken;
        uint32_t end = logic_end(stats, first, &seeds, &taken);
        fprintf(stderr, "%-14s %6u %6u ", stats->rows.data[first].logic, seeds, taken);
        bool begun = false;
        for (uint32_t i = first; i < end; i++) {
            const mutate_row_t *row = &stats->rows.data[i];
            if (!row->why)
                continue;
            fprintf(stderr, "%s %u: %s", begun ? ";" : "", row->seeds, row->why);
            begun = true;
        }
        fputc('\n', stderr);
        all += seeds;
        all_taken += taken;
        first = end;
    }
    fprintf(stderr, "%-14s %6u %6u  %u seeds left out\n", "all", all, all_taken, all - all_taken);
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

static void print_logics_json(const mutate_stats_t *stats, const char *strategy) {
    for (uint32_t first = 0; first < stats->rows.len;) {
        uint32_t seeds;
        uint32_t taken;
        uint32_t end = logic_end(stats, first, &seeds, &taken);
        json_t *reasons = json_object();
        for (uint32_t i = first; i < end; i++)
            if (stats->rows.data[i].why)
                json_object_set_new(reasons, stats->rows.data[i].why,
                                    number(stats->rows.data[i].seeds));
        json_line(json_pack("{s:s, s:s, s:o, s:o, s:o, s:o}", "event", "logic", "strategy",
                            strategy, "logic", json_text(stats->rows.data[first].logic), "seeds",
                            number(seeds), "used", number(taken), "reasons", reasons));
        first = end;
    }
}

void mutate_stats_print(mutate_stats_t *stats, const char *strategy, const strategy_stats_t *counts,
                        bool json) {
    if (stats->rows.len > 0)
        qsort(stats->rows.data, stats->rows.len, sizeof *stats->rows.data, compare);
    if (json) {
        print_counts_json(strategy, counts);
        print_logics_json(stats, strategy);
        return;
    }
    print_logics(stats);
    print_counts(counts);
}
