/* diver_priv.h - what the files of the strategy diver share. */
#ifndef MUTATE_DIVER_PRIV_H
#define MUTATE_DIVER_PRIV_H

#include "mutate/diver/analysis.h"
#include "mutate/engine/random_term.h"
#include "mutate/engine/strategy_priv.h"
#include "mutate/generic/ops_config.h"
#include "smt/walk/position.h"
#include "smt/walk/vars.h"

/* The variables and literals of one sort in the seed. */
typedef struct leaf_pool {
    uint32_t vars, var_count;           /* in diver.leaves */
    uint32_t constants, constant_count; /* in diver.leaves */
} leaf_pool_t;

/* An assertion that has been changed in this mutant. */
typedef struct changed_root {
    uint32_t root; /* a spot */
    term_t term;
} changed_root_t;

/* Where a term is to be put, and what came of it. */
typedef struct candidate {
    uint32_t spot;
    uint32_t root;     /* the spot of its assertion */
    term_t formula;    /* the assertion, with the changes so far */
    bool untouched;    /* that is as in the seed: what is wanted of the spot counts */
    term_t term;       /* what is put there */
    wanted_t want;     /* what it must be; once it is found, as much as is known to be enough */
    term_t result;     /* the assertion with it */
    bool leaves_logic; /* something of it is not in the seed's logic */
} candidate_t;

typedef struct diver {
    strategy_t *strategy;
    /* The model, seen with values of our own: those of one seed are dropped for the next. */
    values_t values;
    model_t model;
    eval_t eval;
    eval_t again; /* for formulas with quantifiers: see diver.c */
    constraints_t set;
    constraints_mark_t set_start;
    values_mark_t values_start;
    analysis_t analysis;
    /* the seed that all this is about: */
    const seed_t *seed;
    const model_t *seed_model;
    const char *refusal;  /* why nothing can be done with it, or NULL */
    VEC(double) sums;     /* by spot: of the weights up to it */
    bool bound_to_logic;  /* its numerals would be of other sorts in ALL */
    uint32_t declared;    /* bit k: something of a sort of kind k is declared in it */
    bool free_sorts;      /* it has declare-sort */
    uint32_t first_fresh; /* the number of its first fresh variable, d!N */
    /* drawing terms: */
    random_term_t grow;
    ops_config_t config; /* of --ops */
    bool configured;
    u32_vec_t leaves;
    map_t pool_of; /* sort to its place in pools */
    VEC(leaf_pool_t) pools;
    u32_vec_t scope; /* variables that are visible at the spot */
    bool free;       /* the logic may be left */
    uint32_t fresh;  /* variables made for this mutant */
    /* work space: */
    vars_t vars;
    position_t at, inside;
    u32_vec_t path, stack;
    value_vec_t args;
    VEC(bool) known;
    VEC(changed_root_t) changed;
    strbuf_t text, declarations, assertions, model_lines;
} diver_t;

/* --- diver_term.c --- */

/* What terms may be made of, for the seed in work. */
void diver_learn_terms(diver_t *diver);

/* A random term for the spot, or TERM_NONE. */
term_t diver_draw_term(diver_t *diver, uint32_t spot, rng_t *rng);

/* Whether the operator may be applied to these: solvers take it, and so does the logic unless it
 * may be left. */
bool diver_fits(const diver_t *diver, op_t op, const term_t *args, uint32_t count);

/* Whether a variable of the sort may be declared in the seed's logic: something like it is, or all
 * may be. Solvers know numbers of BitVec in QF_FP, but not the name of the sort. */
bool diver_may_declare(const diver_t *diver, sort_t sort);

/* Whether the names of all operators in the term mean these in the seed: it may declare others. */
bool diver_names_hold(diver_t *diver, term_t term);

/* Whether all operators in the term are of the seed's logic. */
bool diver_in_logic(diver_t *diver, term_t term);

/* --- diver_fresh.c --- */

/* Replaces a few leaves of the candidate's term by fresh variables, and writes what is declared,
 * asserted and said of them in the model. False, and nothing is changed, when none will do. */
bool diver_complicate(diver_t *diver, candidate_t *candidate, rng_t *rng);

/* --- diver.c --- */

/* The candidate's formula with a term of the same sort at its spot, in candidate->result; whether it
 * is definitely true. */
reject_t diver_judge(diver_t *diver, candidate_t *candidate, term_t term);

/* Whether a true formula stays true when solvers choose otherwise where the standard leaves
 * something open, or any choice is theirs to make. */
bool diver_choices_hold(const eval_t *eval);

#endif
