/* judgement.h - what judging gives: findings, suspicions, alarms, and questions. */
#ifndef ORACLE_JUDGEMENT_H
#define ORACLE_JUDGEMENT_H

#include "base/arena.h"
#include "base/vec.h"
#include "words/finding.h"

typedef struct alarm {
    alarm_kind_t kind;
    uint32_t run;   /* whose model or answer speaks against the claim, or RUN_NONE */
    slice_t reason; /* one line */
    slice_t model;  /* the witness, or the claim's model; or empty */
} alarm_t;

typedef enum { FOLLOW_MODEL, FOLLOW_SUBSTITUTED } follow_kind_t;

/* A question for a solver: as a query, ready to be submitted. */
typedef struct follow {
    follow_kind_t kind;
    uint32_t run; /* who is asked */
    uint32_t of;  /* whose model is put in; FOLLOW_MODEL: the same as run */
    const char *text;
    size_t len;
    size_t prologue;
} follow_t;

/* The texts are the judgement's. Of a finding the judge fills kind, grade, certificate, signature,
 * witness, run, other, disputed, says and why; the numbers are those of runs of the case. */
typedef struct judgement {
    mem_t *mem;
    arena_t texts;
    arena_mark_t empty;
    VEC(finding_t) findings;
    VEC(finding_t) suspicions;
    VEC(alarm_t) alarms;
    VEC(follow_t) ask;
} judgement_t;

void judgement_init(judgement_t *judgement, mem_t *mem);
void judgement_done(judgement_t *judgement);
void judgement_clear(judgement_t *judgement);

#endif
