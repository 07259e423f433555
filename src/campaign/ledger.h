/* ledger.h - the books of a campaign: what is counted and known, in memory and in the store.
 *
 *     ledger_open(&ledger, &plan, &schedule, path, resume, command, mem, &why);
 *     ledger_finding(&ledger, bytes, len, &news);  // stored at once, in one transaction
 *     ledger_result(&ledger, &result);             // counted, and stored with the next save
 *     ledger_save(&ledger);                        // every few seconds
 *     ledger_close(&ledger);
 *
 * What must not be lost goes to the store at once. Counters go there together with the places of
 * the arms, so that work whose counters were lost is done again, and counted then. A call that
 * fails has changed nothing, and can be made again when there is room on the disk. */
#ifndef CAMPAIGN_LEDGER_H
#define CAMPAIGN_LEDGER_H

#include "base/index.h"
#include "campaign/plan.h"
#include "campaign/schedule.h"
#include "campaign/wire.h"
#include "campaign/worker.h"
#include "store/stats.h"
#include "store/store.h"

/* What was learned of a seed. */
typedef struct seed_book {
    uint32_t tried; /* LEARN_... bits */
    status_t status;
    status_source_t source;
    char *model; /* a block of the ledger's memory, or NULL */
    char *core;
    bool text; /* its text is in the store */
} seed_book_t;

typedef struct cluster_book {
    int64_t id;
    uint64_t hash; /* of its key */
    const char *key;
    finding_kind_t kind;
    grade_t grade;
    const char *solver;
    repeat_t repeat;
    uint64_t count;
    uint32_t bytes;
    int64_t finding; /* the best one */
    bool whole;      /* its best one is reduced as far as it goes, or was tried to be */
} cluster_book_t;

/* A trigger that only counts, until the next save. */
typedef struct sighting_book {
    char *key;
    char *recipe;
    uint32_t bytes;
    double at;
} sighting_book_t;

typedef struct ledger {
    mem_t *mem;
    arena_t texts;
    const plan_t *plan;
    schedule_t *schedule;
    store_t *store;
    stats_t all;
    stats_solver_t *solvers; /* by number */
    int64_t *solver_rows;
    stats_strategy_t *strategies; /* by place in the plan */
    int64_t *strategy_rows;
    seed_book_t *seeds; /* by number */
    VEC(cluster_book_t) clusters;
    VEC(sighting_book_t) sightings;
    VEC(uint64_t) behaviours;
    uint32_t behaviours_saved;
    index_t behaviour_index;
    VEC(stats_event_t) events; /* newest first */
    double last_cluster;
    store_sitting_t sitting;
    VEC(stats_finding_t) findings; /* for the view */
} ledger_t;

/* Opens the store and, when it is resumed, fills the schedule and the counters from it. False with
 * a message. command is what was typed, for the record. */
bool ledger_open(ledger_t *ledger, const plan_t *plan, schedule_t *schedule, const char *path,
                 bool resume, const char *command, mem_t *mem, strbuf_t *why);
void ledger_close(ledger_t *ledger);

/* In a worker: the store is not its own. */
void ledger_forget(ledger_t *ledger);

const char *ledger_why(const ledger_t *ledger);

/* Whether a finding that is not flaky is of a kind that the exit code tells. */
bool ledger_fails(const ledger_t *ledger);

/* The clusters, as workers know them. */
void ledger_known(const ledger_t *ledger, known_vec_t *known);

/* What came of a finding. */
typedef struct news {
    stored_t how;
    cluster_book_t *cluster;
    store_cluster_t row; /* texts are good until the next call */
    store_finding_t finding;
    uint32_t arm;
} news_t;

/* Stores a finding: the bytes are its answers and itself, as they came. */
bool ledger_finding(ledger_t *ledger, const char *bytes, size_t len, news_t *news);

/* *fresh: there was none of its key yet. */
bool ledger_alarm(ledger_t *ledger, const wire_alarm_t *alarm, bool *fresh);

/* Counts. */
void ledger_result(ledger_t *ledger, const wire_result_t *result);
void ledger_sighting(ledger_t *ledger, const wire_sighting_t *sighting);

/* A finding that is to be reduced, as a task for a worker; false when there is none. The texts are
 * copied to the arena. */
bool ledger_to_reduce(ledger_t *ledger, arena_t *arena, wire_reduce_t *task);

/* What came of that: stored. *cluster is the one it belongs to, or 0: nothing is new. */
bool ledger_reduced(ledger_t *ledger, const wire_reduced_t *reduced, int64_t *cluster);

/* What a worker learned of a seed. */
void ledger_learned(ledger_t *ledger, const wire_learned_t *learned);

/* Writes all that changed. */
bool ledger_save(ledger_t *ledger);

/* The last word of this sitting. */
bool ledger_end(ledger_t *ledger, const char *how);

/* Fills what the ledger knows of the view. */
void ledger_view(ledger_t *ledger, stats_view_t *view);

#endif
