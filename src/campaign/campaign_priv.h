/* campaign_priv.h - inside the supervisor. */
#ifndef CAMPAIGN_CAMPAIGN_PRIV_H
#define CAMPAIGN_CAMPAIGN_PRIV_H

#include "campaign/campaign.h"
#include "campaign/crash_note.h"
#include "campaign/ledger.h"
#include "solver/run/child.h"

/* A worker, as the supervisor sees it. */
typedef struct post {
    child_t child;
    int words; /* a memory file that is its standard error; -1: none */
    wire_in_t in;
    strbuf_t out;
    strbuf_t event; /* answers, until their finding comes */
    bool working;
    int64_t reducing; /* a finding, instead of mutants; 0: none */
    batch_t batch;    /* at work, */
    uint64_t done;    /* of which the mutants before this one are done */
    uint64_t memory_kb;
    uint64_t killed;   /* the mutant that somebody killed it at, and 1; 0: none */
    uint32_t failures; /* starts in a row that came to nothing */
    double start_at;   /* when to start it again */
} worker_slot_t;

typedef struct campaign {
    mem_t *mem;
    const plan_t *plan;
    const campaign_options_t *options;
    const campaign_sink_t *sink;
    campaign_end_t *end;
    schedule_t schedule;
    ledger_t ledger;
    crash_note_t *board;
    worker_slot_t *posts;
    int signals;
    known_vec_t known;
    strbuf_t backlog; /* events that could not be stored yet */
    double stalled;   /* since when nothing can be stored; negative: it can */
    bool exhausted;   /* no arm is left */
    double begun;     /* clock_wall() */
    double before;    /* seconds of earlier sittings */
    double own_cpu;   /* of this process, when it was last counted */
    double saved;     /* when */
    double shown;
    double sample_at; /* for rates */
    uint64_t sample_made, sample_tested;
    double made_rate, tested_rate;
    uint64_t tested_before; /* this sitting */
    bool ending;
} campaign_t;

/* ---- crew.c ---- */

bool workers_start(campaign_t *campaign);

/* Waits for messages up to a moment, and takes them in. */
void workers_listen(campaign_t *campaign, double seconds);

/* Gives work to those without. */
void workers_feed(campaign_t *campaign);

/* Tells all to stop, and waits a little for what they have; at once: without waiting. */
void workers_stop(campaign_t *campaign);
void workers_end(campaign_t *campaign);

/* ---- campaign.c ---- */

/* Stores an event that came in: a finding with its answers, or an alarm. Puts it aside when that
 * does not work. */
void campaign_event(campaign_t *campaign, const char *bytes, size_t len);

/* A trigger became smaller, or not. */
void campaign_reduced(campaign_t *campaign, const wire_reduced_t *reduced);

/* An alarm of our own. */
void campaign_alarm(campaign_t *campaign, uint32_t arm, alarm_kind_t kind, const char *recipe,
                    const char *text);

#endif
