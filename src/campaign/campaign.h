/* campaign.h - assay fuzz: workers that are supervised, a schedule, books that are kept.
 *
 *     campaign_run(&plan, &options, &sink, mem, &end);
 *
 * The calling process is the supervisor: it hands out work, takes in results, stores what was found
 * and replaces workers that die. It runs until the time is over, a signal says so (SIGINT, SIGTERM,
 * SIGHUP: a second one ends it at once), nothing is left to do, or nothing can be stored.
 *
 * The directory is made by the caller and holds
 *   campaign.db          the store, which is the truth
 *   findings/ID/         each finding as plain files, made from the store (finding_files.h)
 *   flaky/ID/            those that do not happen every time */
#ifndef CAMPAIGN_CAMPAIGN_H
#define CAMPAIGN_CAMPAIGN_H

#include "campaign/finding_files.h"
#include "campaign/plan.h"
#include "store/stats.h"
#include "store/store.h"

#define CAMPAIGN_DB "campaign.db"

typedef struct campaign_options {
    const char *directory;
    const char *command; /* what was typed, for the record */
    const char *record;  /* how to set up the same campaign again: the fact "options" */
    bool resume;         /* the store is there */
    double time;         /* seconds of this sitting; 0: no limit */
    uint32_t workers;
    bool uniform;   /* schedule */
    bool fail_fast; /* ends with the first finding */
    double pause;   /* seconds between two views */
    finding_report_t *report;
} campaign_options_t;

/* Who is told. All texts are good during the call. */
typedef struct campaign_sink {
    void *arg;
    void (*stats)(void *arg, const stats_view_t *view);
    /* A finding that is new (STORED_NEW) or better than what was known of its cluster. */
    void (*finding)(void *arg, const store_cluster_t *cluster, const store_finding_t *finding,
                    stored_t how);
    /* The first alarm of its key. */
    void (*alarm)(void *arg, alarm_kind_t kind, const char *strategy, const char *recipe,
                  const char *text);
    /* Something outside is wrong, such as a full disk: a line. */
    void (*warning)(void *arg, const char *text);
    /* Whether the user wants to end. */
    bool (*quit)(void *arg);
} campaign_sink_t;

/* How it ended. */
typedef struct campaign_end {
    const char *how; /* "time", "signal", "nothing left", "finding", "error" */
    strbuf_t error;  /* what went wrong; empty: nothing */
    uint64_t findings;
    bool fails; /* one of them is of a kind that the exit code tells */
    uint64_t alarms;
} campaign_end_t;

/* The error says what is wrong when it cannot run, or had to end; else it is empty. */
void campaign_run(const plan_t *plan, const campaign_options_t *options,
                  const campaign_sink_t *sink, mem_t *mem, campaign_end_t *end);

#endif
