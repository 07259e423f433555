/* learn.h - what solvers can tell of a seed: its status, a model, an unsatisfiable core.
 *
 *     seed_learner_t learner;
 *     seed_learner_init(&learner, pool, solvers, count, &limits, mem); // solvers open in the pool
 *     if (learn_model(&learner, &seeds, seed) != LEARNED)
 *         say(strbuf_text(&learner.said));
 *     seed_learner_done(&learner);
 *
 * No solver is trusted alone:
 *   status  sat or unsat is known when solvers of two families say so and none contradicts, or when
 *           there is a model. What one family says alone is SEED_SOLVER, weaker than a label.
 *   model   is kept (seed_set_model) when the evaluator finds every assertion definitely true. The
 *           status is then sat, whatever solvers and labels say.
 *   core    one solver names the assertions, another family confirms that these alone are
 *           unsatisfiable, and both confirm every step that makes it smaller. Where there is only
 *           one family, nothing confirms the core: inquiry->core_by has one solver.
 * Evidence against a label, or of solvers against each other, is a conflict: it is told, and the
 * seed is left without a status, unless a model decides.
 *
 * An inquiry is all that is asked about one seed, one query after the other. Many go on at once, as
 * many as the pool has lanes:
 *
 *     learn_begin(&learner, &seeds, seed, LEARN_STATUS | LEARN_MODEL, mine);
 *     while ((inquiry = learn_next(&learner))) {
 *         use(inquiry, inquiry->owner);
 *         learn_end(inquiry);
 *     }
 *
 * The pool must have no other queries meanwhile. */
#ifndef SEEDS_LEARN_H
#define SEEDS_LEARN_H

#include "mutate/engine/seed.h"
#include "solver/run/pool.h"

typedef enum { LEARNED, LEARNED_NOT, LEARNED_CONFLICT } learned_t;

enum { LEARN_STATUS = 1, LEARN_MODEL = 2, LEARN_CORE = 4 };

typedef struct inquiry inquiry_t;

typedef struct seed_learner {
    mem_t *mem;
    pool_t *pool;
    VEC(solver_t *) solvers;
    limits_t limits;     /* of one query */
    double core_seconds; /* CPU time for making a core smaller; at first that of a query */
    bool thorough; /* ask all solvers, also when the answer is known: contradictions are seen */
    VEC(inquiry_t *) ready; /* with a query to submit */
    VEC(inquiry_t *) done;
    uint32_t active; /* inquiries begun and not ended */
    strbuf_t said;   /* of the last of learn_status, learn_model, learn_core */
} seed_learner_t;

/* What one solver said to the whole seed. */
typedef struct inquiry_reply {
    const solver_t *solver;
    outcome_t outcome;
    bool modelled;   /* it gave a model */
    model_fit_t fit; /* what became of that model */
    double cpu_ms;
} inquiry_reply_t;

/* The status that was written down for the seed, without evidence: by a label, a directory, an
 * older index. */
static inline status_t seed_label(const seed_t *seed) {
    return seed->source >= SEED_LABEL && seed->source < SEED_SOLVERS ? seed->status
                                                                     : STATUS_UNKNOWN;
}

struct inquiry {
    seed_learner_t *learner;
    seeds_t *seeds;
    seed_t *seed;
    uint32_t wants;
    void *owner; /* the caller's */
    learned_t result;
    bool wrong_model; /* of a solver: it makes an assertion false */
    strbuf_t said;    /* why not, what contradicts what, whose model is wrong; mostly empty */
    status_t label;   /* seed_label of the seed, before */
    VEC(inquiry_reply_t) replies;
    VEC(const solver_t *) core_by; /* who says that the core is unsatisfiable */
    double cpu_ms;                 /* of all solvers together */
    struct inquiry_work *work;     /* learn_priv.h */
};

void seed_learner_init(seed_learner_t *learner, pool_t *pool, solver_t *const *solvers,
                       uint32_t count, const limits_t *limits, mem_t *mem);
void seed_learner_done(seed_learner_t *learner);

/* One seed after the other. What is known already is not asked again. LEARNED_NOT and LEARNED_CONFLICT
 * say why in learner->said. */
learned_t learn_status(seed_learner_t *learner, seeds_t *seeds, seed_t *seed);
learned_t learn_model(seed_learner_t *learner, seeds_t *seeds, seed_t *seed);
learned_t learn_core(seed_learner_t *learner, seeds_t *seeds, seed_t *seed);

/* --- many at once --- */

/* wants is a sum of LEARN_...; the seed must not change until the inquiry ends. */
void learn_begin(seed_learner_t *learner, seeds_t *seeds, seed_t *seed, uint32_t wants,
                 void *owner);

/* The next inquiry that is over, waiting for it; NULL when none is going on, or a signal came. */
inquiry_t *learn_next(seed_learner_t *learner);
void learn_end(inquiry_t *inquiry);

/* Whether solvers of two families (profile.h) are among the learner's: without, nothing is
 * confirmed. */
bool seed_learner_has_two_families(const seed_learner_t *learner);

#endif
