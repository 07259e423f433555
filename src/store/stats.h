/* stats.h - the state of a campaign in numbers, as the dashboard shows it.
 *
 * A snapshot: the campaign fills it, whoever shows it only reads. Texts and rows are the
 * campaign's, good until the next snapshot. What is counted is said in stats.def, solver_stats.def
 * and strategy_stats.def. */
#ifndef STORE_STATS_H
#define STORE_STATS_H

#include "words/words.h"

typedef struct stats {
#define COUNT(field, doc) uint64_t field;
#define TIME(field, doc) double field;
#include "store/stats.def"
} stats_t;

typedef struct stats_solver {
    const char *name;    /* of its profile */
    const char *options; /* of its tier; empty: none */
    const char *version;
    const char *mode;
#define COUNT(field, doc) uint64_t field;
#define TIME(field, doc) double field;
#include "store/solver_stats.def"
} stats_solver_t;

typedef struct stats_strategy {
    const char *name;
#define COUNT(field, doc) uint64_t field;
#define TIME(field, doc) double field;
#include "store/strategy_stats.def"
} stats_strategy_t;

/* Findings of one kind and grade. */
typedef struct stats_finding {
    finding_kind_t kind;
    grade_t grade;
    uint64_t clusters;
    uint64_t triggers; /* duplicates among them */
} stats_finding_t;

/* What happened last, newest first. */
typedef struct stats_event {
    double at;        /* seconds of the campaign */
    const char *what; /* finding, alarm */
    const char *text; /* one line */
} stats_event_t;

enum { STATS_EVENTS = 8 };

/* Everything the dashboard shows. */
typedef struct stats_view {
    stats_t all;
    double limit;            /* seconds the campaign is to take; 0: no limit */
    double last_cluster;     /* seconds of the campaign at the last new finding; negative: none */
    double made_rate;        /* a second, in the last seconds */
    double tested_rate;      /* a second, in the last seconds */
    double mean_tested_rate; /* a second, since this sitting began */
    const char *phase;       /* "breadth", "learning", "uniform", "ending" */
    uint32_t workers;
    uint32_t seeds;        /* all of them */
    uint32_t seeds_left;   /* those that no mutant was tested of yet */
    uint32_t seeds_rested; /* those that are rested since they only time out */
    uint32_t arms;         /* seed and strategy; those that fit, as far as known */
    uint32_t arms_left;    /* those that have not had their first mutants */
    uint64_t memory_kb;    /* resident, of assay and its workers */
    uint32_t solver_count;
    uint32_t strategy_count;
    uint32_t finding_count;
    uint32_t event_count;
    const stats_solver_t *solvers;
    const stats_strategy_t *strategies;
    const stats_finding_t *findings;
    const stats_event_t *events; /* up to STATS_EVENTS */
    const char *directory;
} stats_view_t;

#endif
