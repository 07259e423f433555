/* analysis.h - what each position of a satisfied formula may be: DIVER's pre-analysis.
 *
 * Given a seed and an evaluator with a model that makes all its assertions true, finds for every
 * spot the values that this one position may have so that they stay true (the paper's Algorithm 2):
 *
 *     analysis_t analysis;
 *     analysis_init(&analysis, &constraints, mem);
 *     if (analysis_run(&analysis, seed)) use(analysis.spots.data[spot]);
 *
 * A value inside is always right. Where a spot's set is exact, one outside is always wrong; else it
 * may still be right, and only evaluating the formula tells.
 *
 * The value of a let is one position with many uses. One use: it may be what the use may be.
 * Several uses in different conjuncts: what all of them may be, since each conjunct sees one
 * change. Two uses in one conjunct: only the present value.
 *
 * Below a quantifier a position has no one value. What is wanted of it there is right when it has
 * that value for all values of the variables, as a closed term has. */
#ifndef MUTATE_ANALYSIS_H
#define MUTATE_ANALYSIS_H

#include "mutate/diver/backward.h"
#include "mutate/engine/seed.h"

typedef VEC(wanted_t) wanted_vec_t;

typedef struct analysis {
    mem_t *mem;
    constraints_t *set;
    const seed_t *seed;
    wanted_vec_t spots;   /* by spot of the seed */
    eval_limits_t limits; /* for the value of a spot; assertions have the evaluator's own */
    /* work space: */
    map_t uses;                    /* variable of a let to its place in used */
    VEC(struct analysis_use) used; /* see analysis.c */
    VEC(struct analysis_frame) frames;
    VEC(result_t) results;
    value_vec_t args;
    VEC(bool) known;
    u32_vec_t path;
} analysis_t;

void analysis_init(analysis_t *analysis, constraints_t *set, mem_t *mem);
void analysis_done(analysis_t *analysis);

/* False when an assertion is not definitely true. */
bool analysis_run(analysis_t *analysis, const seed_t *seed);

/* Opens the evaluator's scopes of all binders above a spot, so that a term can be evaluated there;
 * returns how many, for analysis_leave. */
uint32_t analysis_enter(analysis_t *analysis, const seed_t *seed, uint32_t spot);
void analysis_leave(analysis_t *analysis, uint32_t scopes);

#endif
