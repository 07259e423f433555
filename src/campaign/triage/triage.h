/* triage.h - from a candidate to a finding: is it known, does it happen again, what is left of it
 * when it is reduced, and which cluster is it of.
 *
 *     triage_t *triage = triage_open(&setup);
 *     triage_know(triage, key, rank, bytes);              // a cluster of before, or of elsewhere
 *     finding_t finding;
 *     const char *known;
 *     switch (triage_candidate(triage, &candidate, &finding, &known)) ...
 *     triage_close(triage);
 *
 * A candidate that is like a known cluster, and no better than what is known of it, is a duplicate.
 * Others run again in fresh processes. What happened every time is made smaller for a few seconds,
 * since the key of a cluster says something only of a small trigger.
 *
 * Triggers of one bug differ before they are reduced. So that a bug that is met all the time does
 * not take all the time, a candidate that has everything that a known cluster's key has is taken
 * for one of its own, more often the more of them there were, but never always.
 *
 * Nothing here knows of workers, messages or a store: the caller tells what came of it. */
#ifndef CAMPAIGN_TRIAGE_H
#define CAMPAIGN_TRIAGE_H

#include "campaign/triage/undo_edits.h"
#include "oracle/judge.h"
#include "reduce/goal.h"

typedef enum { TRIAGE_CONFIRMS, TRIAGE_REDUCES } triage_step_t;

typedef struct triage_setup {
    mem_t *mem;
    judge_t *judge;
    pool_t *pool;         /* no other query is in flight meanwhile */
    const seeds_t *seeds; /* to make recipes again */
    const strategy_options_t *strategy_options;
    limits_t confirming; /* of one run, while a finding is confirmed */
    limits_t reducing;   /* of one run, while it is reduced */
    void *arg;           /* for begins and goes_on */
    void (*begins)(void *arg, triage_step_t step);
    bool (*goes_on)(void *arg); /* asked now and then while it is reduced; false: stop now */
} triage_setup_t;

/* A finding of the judge before anything was done about it. */
typedef struct candidate {
    const case_t *c;
    const finding_t *finding;
    solver_t *const *solvers;    /* that made the runs of the case */
    const strbuf_t *transcripts; /* of those in a session, by run; else empty */
    slice_t text;                /* the mutant */
    slice_t recipe;              /* ends with a NUL */
    rng_t *rng;
} candidate_t;

typedef enum {
    TRIAGE_GONE,      /* it did not happen again, and no transcript can tell how it came about */
    TRIAGE_DUPLICATE, /* of the cluster with the key *known */
    TRIAGE_FINDING    /* of a new cluster, or better than what is known of its own */
} triage_end_t;

typedef struct triage triage_t;

triage_t *triage_open(const triage_setup_t *setup);
void triage_close(triage_t *triage);

/* A cluster is known, or its finding got better: the rank of its grade (0: it is not confirmed),
 * and the size of its trigger, reduced. The key is copied. */
void triage_know(triage_t *triage, slice_t key, uint32_t rank, uint32_t bytes);

/* On TRIAGE_FINDING fills *finding, but for what only the plan of the campaign knows: who the
 * solver is, the trigger as it was asked, its seeds. On TRIAGE_DUPLICATE *known is the key of its
 * cluster, and finding->reduced what it came down to. The texts are good until the next call. */
triage_end_t triage_candidate(triage_t *triage, const candidate_t *candidate, finding_t *finding,
                              const char **known);

/* Makes the trigger of a finding that is stored smaller, for two minutes at most. recipe is that of
 * the trigger, or empty. out is what is left, or empty; true when it cannot get smaller. */
bool triage_reduce(triage_t *triage, const finding_t *finding, solver_t *culprit, solver_t *other,
                   slice_t trigger, slice_t recipe, strbuf_t *out);

#endif
