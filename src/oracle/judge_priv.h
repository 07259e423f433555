/* judge_priv.h - one case while it is judged. */
#ifndef ORACLE_JUDGE_PRIV_H
#define ORACLE_JUDGE_PRIV_H

#include "oracle/judge.h"

/* What one run has to say. */
typedef struct voice {
    outcome_t said;    /* OUTCOME_SAT, OUTCOME_UNSAT, else OUTCOME_UNKNOWN */
    const char *model; /* its text, or NULL */
    size_t model_len;
    tested_t tested; /* the model; unknown when there is none */
    slice_t why;     /* HOLDS_NO: the assertion that is false */
    bool complaint;  /* it crashed with a complaint about its model */
    bool refuted;    /* its own model is false: it says nothing any more */
} voice_t;

struct judging {
    judge_t *judge;
    const case_t *c;
    judgement_t *out;
    voice_t *voices;
    outcome_t claim;  /* the case's, as long as it stands */
    bool read;        /* the formula was looked at */
    bool readable;    /* it was, and it has no errors */
    uint32_t witness; /* a run, RUN_CLAIM or RUN_NONE */
};

typedef struct judging judging_t;

/* judge.c */

/* Reads the formula, once; false when assay cannot. */
bool judging_formula(judging_t *judging);

/* Which class of open values the formula may depend on; OPEN_DISPUTED when it cannot be read. */
open_t judging_opened(judging_t *judging);

const char *judging_name(const judging_t *judging, uint32_t run);
bool judging_is_default(const judging_t *judging, uint32_t run);
bool judging_speaks(const judging_t *judging, uint32_t run, outcome_t said);

/* A text of the judgement, as printf. */
slice_t judging_text(judging_t *judging, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds a finding, or a suspicion, which is told what is open; not twice for one solver. */
void judging_find(judging_t *judging, finding_t finding);
void judging_suspect(judging_t *judging, finding_t finding);

void judging_alarm(judging_t *judging, alarm_t alarm);

/* The model's text, as one of the judgement; nothing for NULL. */
slice_t judging_keep(judging_t *judging, const char *text, size_t len);

/* judge_conflict.c: solvers against each other and against the claim, without a witness. */
void judge_conflict(judging_t *judging);

#endif
