/* outcome.h - what a solver run showed.
 *
 * One run of one solver on one query gives an answer_t: a verdict for every check-sat that was
 * reached, and what is known of the run as a whole. The texts are blocks of the answer's mem_t.
 *
 * Rules of reading (read.c):
 *   - A verdict is a whole line, sat, unsat or unknown; one per check-sat. More of them than were
 *     asked for are an error, and then none is believed.
 *   - An (error ...) before a verdict voids that verdict and all later ones: the solver may have
 *     dropped an assertion and carried on. An error of get-model after unsat does not.
 *   - What the profile lists as "not a bug" wins over everything that looks like one.
 *   - A signal that we sent (at a limit) is a timeout or memout, never a crash; what the solver
 *     said before it is still read.
 *   - What happens after the last verdict asked for (no memory left for a model, say) takes back
 *     nothing, unless it is a crash. */
#ifndef SOLVER_OUTCOME_H
#define SOLVER_OUTCOME_H

#include "base/strbuf.h"
#include "base/vec.h"
#include "words/words.h"

/* Why a run was ended by us. */
typedef enum { STOP_NONE, STOP_WALL, STOP_CPU, STOP_MEMORY, STOP_OUTPUT, STOP_CANCEL } stop_t;

typedef VEC(outcome_t) outcome_vec_t;

typedef struct answer {
    mem_t *mem;
    outcome_t outcome;      /* of the run: its last verdict, or why there is none */
    outcome_vec_t verdicts; /* one per check-sat answered, in order; a void one is OUTCOME_ERROR */
    uint32_t asked;         /* check-sats in the query (read_asked); 0: not known */
    double wall_ms;
    double cpu_ms;    /* of this query alone, also in a session */
    uint64_t peak_kb; /* 0: not known (process.h says when), null in JSON */
    int exit_status;  /* -1 when it did not exit by itself, as in a session */
    int signal;       /* that ended it, or 0 */
    stop_t stop;
    bool fresh;         /* it had a process of its own, in whatever mode the solver runs */
    bool cut;           /* output went over the cap and was cut */
    strbuf_t out;       /* standard output, up to the cap */
    strbuf_t err;       /* standard error, up to the cap */
    strbuf_t model;     /* the model's text after the last sat, or empty */
    strbuf_t message;   /* the line that decided on error, crash, unsupported ... */
    strbuf_t signature; /* crashes: the same for the same bug, whatever the formula (signature.h) */
} answer_t;

void answer_init(answer_t *answer, mem_t *mem);
void answer_done(answer_t *answer);

#endif
