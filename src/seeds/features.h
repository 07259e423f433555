/* features.h - what a seed is like, in numbers and words: for its index, and for scheduling. */
#ifndef SEEDS_FEATURES_H
#define SEEDS_FEATURES_H

#include "mutate/engine/seed.h"

typedef enum {
#define FEATURE(id, name, doc) FEATURE_##id,
#include "seeds/features.def"
    FEATURE_COUNT
} feature_t;

const char *feature_name(feature_t feature);
bool feature_of_name(const char *name, feature_t *feature);

typedef struct features {
    uint32_t bits;       /* bit f: feature f */
    uint32_t assertions; /* number of assertions */
    uint32_t spots;      /* occurrences of terms */
    uint32_t terms;      /* different terms */
    uint32_t operators;  /* different operators */
    uint32_t depth;      /* of the deepest spot: 1 for a constant */
} features_t;

features_t features_of(const seeds_t *seeds, const seed_t *seed);

#endif
