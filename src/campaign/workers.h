/* workers.h - the workers of a campaign, as its supervisor sees them: started, fed, listened to,
 * replaced when they die.
 *
 *     workers_t *workers = workers_open(&setup);
 *     if (workers_start(workers))
 *         while (workers_feed(workers))             // false: no arm is left
 *             workers_listen(workers, 0.1);         // results go to the ledger, the rest to setup
 *     workers_stop(workers);                        // lets them finish, for a little while
 *     workers_close(workers);
 *
 * Results, sightings and what was learned go to the ledger and to the schedule. What must be stored
 * at once is handed to the caller, who knows what to do when the store fails. */
#ifndef CAMPAIGN_WORKERS_H
#define CAMPAIGN_WORKERS_H

#include "campaign/ledger.h"

/* More would not fit into one poll(). */
enum { WORKERS_MAX = 1024 };

typedef struct workers_setup {
    mem_t *mem;
    const plan_t *plan;
    schedule_t *schedule;
    ledger_t *ledger;
    uint32_t count; /* from 1 to WORKERS_MAX */
    int signals;    /* a descriptor that ends the waiting */
    void *arg;      /* for these: */
    /* A finding with its answers, or an alarm: whole messages (wire.h). */
    void (*event)(void *arg, const char *bytes, size_t len);
    /* A trigger became smaller, or not. */
    void (*reduced)(void *arg, const wire_reduced_t *reduced);
    /* A worker died of this. */
    void (*died)(void *arg, uint32_t arm, const char *recipe, const char *text);
    void (*warning)(void *arg, const char *text);
} workers_setup_t;

typedef struct workers workers_t;

workers_t *workers_open(const workers_setup_t *setup);

/* Takes back what they had not done, and ends them at once. NULL is allowed. */
void workers_close(workers_t *workers);

/* False, after a warning, when one cannot be started. */
bool workers_start(workers_t *workers);

/* Gives work to those without, and replaces the dead; false when no arm is left. */
bool workers_feed(workers_t *workers);

/* Waits for messages up to a moment, and takes them in. */
void workers_listen(workers_t *workers, double seconds);

/* Tells all to stop, and waits a little for what they have, or until a signal comes. */
void workers_stop(workers_t *workers);

/* Tells all of a cluster that is new, or whose finding got better. */
void workers_know(workers_t *workers, const known_t *known);

/* Ends processes that were left by those that workers started (child.h). */
void workers_reap(workers_t *workers);

bool workers_idle(const workers_t *workers);
uint64_t workers_memory_kb(const workers_t *workers);

/* Mutants that a worker still has are not done: their arms are not safe beyond them. */
void workers_mark_safe(const workers_t *workers);

#endif
