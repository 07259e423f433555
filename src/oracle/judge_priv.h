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

struct trial {
    judge_t *judge;
    const case_t *c;
    judgement_t *out;
    voice_t *voices;
    outcome_t claim;  /* the case's, as long as it stands */
    bool read;        /* the formula was looked at, */
    bool readable;    /* and could be read */
    uint32_t witness; /* a run, RUN_CLAIM or RUN_NONE */
};

typedef struct trial trial_t;

/* judge.c */

/* Reads the formula, once; false when assay cannot. */
bool trial_formula(trial_t *trial);

/* Which class of open values the formula may hang on; OPEN_DISPUTED when nobody can say. */
open_t trial_opened(trial_t *trial);

const char *trial_name(const trial_t *trial, uint32_t run);
bool trial_is_default(const trial_t *trial, uint32_t run);
bool trial_speaks(const trial_t *trial, uint32_t run, outcome_t said);

/* A text of the judgement, as printf. */
slice_t trial_text(trial_t *trial, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds a finding, or a suspicion, which is told what is open; not twice for one solver. */
void trial_find(trial_t *trial, finding_t finding);
void trial_suspect(trial_t *trial, finding_t finding);

/* The model's text, as one of the judgement; nothing for NULL. */
slice_t trial_keep(trial_t *trial, const char *text, size_t len);

/* judge_conflict.c: solvers against each other and against the claim, without a witness. */
void judge_conflict(trial_t *trial);

#endif
