/* fusion_priv.h - what fusion.c and fused_model.c share: how the last mutant was put together. */
#ifndef MUTATE_FUSION_PRIV_H
#define MUTATE_FUSION_PRIV_H

#include "mutate/engine/strategy_priv.h"
#include "mutate/fusion/fusible.h"

enum { FUSION_PAIRS = 16 };

/* Two variables tied by a third. */
typedef struct fused_pair {
    fuse_target_t *targets[2]; /* of the first and the second seed */
    form_t *form;
    form_part_t sides[2]; /* which of x and y each of them is */
    bool replace[2];      /* whether the inversion holds there */
    uint32_t draw;
    slice_t fills[FORM_FILLS];
    char z[32];
} fused_pair_t;

/* How two formulas are put together. */
typedef struct plan {
    bool joined;         /* by or, else by and */
    bool with_equations; /* for x, y and z */
    bool must_hold[2];   /* the formula is to be true, and so inversions in it, too */
    claim_t claim;
    const char *reason;
} plan_t;

/* An occurrence that is replaced. */
typedef struct replaced {
    uint32_t start, end;
    uint32_t pair;
} replaced_t;

typedef struct fusion {
    rules_t rules;
    fusibles_t seeds;
    arena_t lines;
    map_t logics; /* logic_t to a place in logic_lines */
    VEC(slice_t) logic_lines;
    strbuf_t text;
    strbuf_t inversions; /* of all pairs, for the text that is being written */
    VEC(replaced_t) replaced;
    value_t one; /* 1, as Int and Real */
    /* How the last mutant was made. */
    fusible_t *rows[2];
    const fused_text_t *texts[2];
    plan_t plan;
    fused_pair_t pairs[FUSION_PAIRS];
    uint32_t pair_count;
    bool conditional; /* an inversion holds because of values in the models */
} fusion_t;

/* See strategy_model. */
bool fusion_model(strategy_t *strategy, const mutant_t *mutant, strbuf_t *out);

#endif
