/* learn_priv.h - an inquiry that goes on: learn.c asks for status and model, learn_core.c for a core. */
#ifndef SEEDS_LEARN_PRIV_H
#define SEEDS_LEARN_PRIV_H

#include "seeds/core_shrink.h"
#include "seeds/learn.h"

typedef enum {
    STEP_ASK,     /* the whole seed, of each solver in turn */
    STEP_NAMED,   /* the seed with its units named, of each that gives cores */
    STEP_CONFIRM, /* what is left, of each solver of another family */
    STEP_SHRINK,  /* one cut more, of the first of the two, then the second */
    STEP_OVER
} inquiry_step_t;

typedef struct inquiry_work {
    inquiry_step_t step;
    uint32_t turn; /* the next solver to ask in this step */

    /* The query in flight. */
    strbuf_t text;
    size_t prologue;
    solver_t *solver;
    double share; /* of the limits that it may use up: 1, or less for what should be quick */

    /* The core. */
    bool disputed; /* solvers contradict each other about what is left */
    core_shrink_t shrink;
    bool cutting;          /* shrink is filled */
    bool whole;            /* nothing is cut away */
    solver_t *unsat_by[2]; /* who say that what is left is unsatisfiable; the quicker one first */
    double unsat_ms[2];    /* the CPU time that each took for it */
    uint32_t unsat_count;  /* of these */
    uint32_t asked;        /* which of these is asked now */
    uint32_t tried;        /* the cut that is tried */
    double spent_ms;       /* CPU time of the inquiry when shrinking began */
} inquiry_work_t;

/* What one query may take. */
static inline double seed_learner_seconds(const seed_learner_t *learner) {
    return learner->limits.cpu > 0 ? learner->limits.cpu : learner->limits.wall;
}

static inline bool same_family(const solver_t *a, const solver_t *b) {
    return strcmp(solver_profile(a)->family, solver_profile(b)->family) == 0;
}

/* Adds a sentence to what the inquiry says. */
void inquiry_say(inquiry_t *inquiry, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The last reply of the solver, or NULL. */
const inquiry_reply_t *inquiry_reply(const inquiry_t *inquiry, const solver_t *solver);

/* --- learn_core.c --- */

void core_begin(inquiry_t *inquiry);

/* Makes the next query (work->text, prologue, solver, wall); false when there is none, and the core
 * is found or not. */
bool core_query(inquiry_t *inquiry);
void core_answer(inquiry_t *inquiry, const answer_t *answer);

#endif
