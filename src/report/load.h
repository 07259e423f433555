/* load.h - a campaign's database as one structure, for whoever writes about it.
 *
 *     report_t report;
 *     if (!report_load(&report, store, mem))
 *         fputs(store_why(store), stderr);
 *     for (uint32_t i = 0; i < report.findings.len; i++) ...
 *     report_done(&report);
 *
 * Findings are ranked as their readers want them: refutation soundness, solution soundness, invalid
 * models, crashes, the rest; certified ones first; then those met most often. Everything is copied:
 * the store may be closed. */
#ifndef REPORT_LOAD_H
#define REPORT_LOAD_H

#include "base/vec.h"
#include "store/store.h"

/* A cluster with the best of its triggers and what the solvers said to it. */
typedef struct report_finding {
    store_cluster_t cluster;
    store_finding_t best;
    VEC(store_answer_t) answers;
} report_finding_t;

typedef struct report {
    mem_t *mem;
    arena_t texts;
    VEC(report_finding_t) findings;
    VEC(store_solver_t) solvers;
    VEC(store_strategy_t) strategies;
    VEC(store_alarm_t) alarms;
    VEC(store_stat_t) stats; /* in order of time */
    VEC(store_sitting_t) sittings;
    VEC(store_sighting_t) sightings; /* in order of time */
} report_t;

bool report_load(report_t *report, store_t *store, mem_t *mem);

/* The same with this finding alone, and the solvers: enough for report_markdown(). */
bool report_load_one(report_t *report, store_t *store, int64_t cluster, mem_t *mem);

/* After a load that failed, too. */
void report_done(report_t *report);

/* The one with this id of its cluster; NULL when there is none. */
const report_finding_t *report_find(const report_t *report, int64_t cluster);

/* Whether the finding is one of this report: what is written about it needs the solvers there. */
bool report_has(const report_t *report, const report_finding_t *finding);

/* The row of a solver with these options; NULL when there is none. */
const store_solver_t *report_solver(const report_t *report, slice_t name, slice_t options);

/* The number in what a solver says of its version: 4.8.12 of "Z3 version 4.8.12 - 64 bit"; all of
 * it when there is none. A part of the text. */
slice_t report_version_number(slice_t version);

/* Appends a solver with that number: "z3 4.8.12". */
void report_solver_name(const report_t *report, slice_t name, slice_t options, strbuf_t *out);

/* The trigger to show: the reduced one when there is one. */
slice_t report_trigger(const report_finding_t *finding);

/* The file in the finding's directory that the solver is fed to show it. */
const char *report_input_file(const report_finding_t *finding);

#endif
