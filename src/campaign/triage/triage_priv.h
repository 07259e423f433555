/* triage_priv.h - inside triage. */
#ifndef CAMPAIGN_TRIAGE_PRIV_H
#define CAMPAIGN_TRIAGE_PRIV_H

#include "campaign/triage/triage.h"
#include "oracle/confirm.h"

/* A cluster that is known: what a trigger must be better than to be worth confirming. */
typedef struct known {
    const char *key;
    uint32_t rank;   /* of its grade; higher is better. 0: it is not confirmed */
    uint32_t bytes;  /* of its trigger, reduced */
    uint32_t likely; /* triggers that were taken for its own without looking closer */
} known_t;

struct triage {
    triage_setup_t setup;
    VEC(known_t) known;
    arena_t keys;
    confirmation_t confirmation;
    strbuf_t key;
    strbuf_t reduced_key;
    strbuf_t reduced;
    undone_t undone; /* the mutant without the steps that it does not need */
    strbuf_t evidence;
};

/* A text that is to get smaller. */
typedef struct reduction {
    goal_t goal; /* what is true of it; the limits are triage's */
    slice_t text;
    slice_t recipe; /* of the mutant that it is, or empty */
    double seconds;
} reduction_t;

/* Undoes the steps of the recipe that are not needed, and then reduces. out is the result, or
 * empty; triage->undone is what was there in between, with empty texts when no step could be
 * undone. True when it cannot get smaller. */
bool reduce_text_of(triage_t *triage, const reduction_t *reduction, strbuf_t *out);

#endif
