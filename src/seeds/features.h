/* features.h - what a seed is like, in numbers and words: for its index, and for scheduling. */
#ifndef CAMPAIGN_FEATURES_H
#define CAMPAIGN_FEATURES_H

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
    uint32_t assertions; /* how many of them, */
    uint32_t spots;      /* of occurrences of terms, */
    uint32_t terms;      /* of different terms, */
    uint32_t operators;  /* of different operators, */
    uint32_t depth;      /* and how deep the deepest spot is: 1 for a constant */
} features_t;

features_t features_of(const seeds_t *seeds, const seed_t *seed);

#endif
