/* witness.h - a formula, and models of it that the evaluator checks.
 *
 *     witness_t witness;
 *     witness_init(&witness, mem);
 *     if (!witness_read(&witness, text, len)) ...             // assay cannot read the script
 *     tested_t tested = witness_test(&witness, model, model_len);
 *     if (tested.holds == HOLDS_YES && witness_counts(&witness, &tested)) ...   // satisfiable
 *     witness_done(&witness);
 *
 * One witness_t serves any number of formulas and models, one after the other: the script is read
 * once for all its models, and reading another one forgets it, so memory stays flat.
 *
 * What a result is worth (witness_counts; open.h says which operators are left open, and how):
 *   - HOLDS_NO: an assertion is false, whatever is chosen for values that are left open. The
 *     solver's model is wrong, unless operators are disputed.
 *   - HOLDS_YES: all assertions are true in the model made complete. That proves the formula
 *     satisfiable where any choice is as good as another.
 *   - HOLDS_UNKNOWN, also for a model that could not be read in full: evidence for nothing. */
#ifndef ORACLE_WITNESS_H
#define ORACLE_WITNESS_H

#include "eval/engine/eval.h"
#include "oracle/open.h"

typedef struct witness {
    mem_t *mem;
    bank_t *bank;           /* own, or that of the script in use */
    const script_t *script; /* read, or the caller's; NULL: none */
    in_force_vec_t formulas;
    eval_limits_t limits;
    values_t values; /* of the last model */
    model_t model;
    eval_t eval;
    bool tested;      /* values, model and eval are there */
    bank_mark_t mark; /* the bank without the last model */
    /* private */
    bank_t own;
    bank_mark_t empty;
    script_t read;
    bool known_open; /* opened is known */
    opened_t opened;
} witness_t;

/* The limits are the evaluator's, with WITNESS_STEPS: a campaign cannot wait for long. */
enum { WITNESS_STEPS = 2000000 };

void witness_init(witness_t *witness, mem_t *mem);
void witness_done(witness_t *witness);

/* Reads a script. False when it has errors, or commands that change what an answer means and that
 * assay does not understand; there is then no script. */
bool witness_read(witness_t *witness, const char *text, size_t len);

/* Takes a script that was read already, which must stay as it is. Models are read into its bank,
 * and taken out of it again by witness_forget with all that was made there since. */
bool witness_use(witness_t *witness, const script_t *script);

typedef struct tested {
    holds_t holds;
    bool readable;      /* the model's text */
    open_t chosen;      /* what the evaluator had to choose, at its worst */
    uint32_t assertion; /* HOLDS_NO: the first one that is false, in witness->formulas */
} tested_t;

/* Evaluates the formulas in force at the last check under a model. The model, its values and the
 * evaluator stay for questions until the next call. There must be a script. */
tested_t witness_test(witness_t *witness, const char *model, size_t len);

/* Whether the result of a test proves what it says: see above. Looks at the whole script, once. */
bool witness_counts(witness_t *witness, const tested_t *tested);

/* Appends the assertion that is false, and why: after a test that gave HOLDS_NO. */
void witness_explain(witness_t *witness, const tested_t *tested, strbuf_t *out);

/* What of the script is left open: found once. */
const opened_t *witness_opened(witness_t *witness);

/* Forgets the last model. */
void witness_forget(witness_t *witness);

#endif
