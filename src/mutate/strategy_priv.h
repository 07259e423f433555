/* strategy_priv.h - what strategy.c asks of a strategy's file. */
#ifndef MUTATE_STRATEGY_PRIV_H
#define MUTATE_STRATEGY_PRIV_H

#include "mutate/strategy.h"

struct strategy {
    strategy_kind_t kind;
    mem_t *mem;
    seeds_t *seeds;
    bank_t *bank;
    strategy_options_t options;
    void *state; /* the strategy's own */
};

/* A row of functions for each row of strategies.def; see strategy.h for what they do. open fills
 * state, and close frees it, also when open failed. */
typedef struct strategy_rows {
    bool (*open)(strategy_t *strategy, diag_list_t *diags);
    void (*close)(strategy_t *strategy);
    bool (*takes)(strategy_t *strategy, const seed_t *first, const seed_t *second,
                  const char **why);
    bool (*make)(strategy_t *strategy, const seed_t *first, const seed_t *second, rng_t *rng,
                 mutant_t *mutant);
    bool (*model)(strategy_t *strategy, const mutant_t *mutant, strbuf_t *out); /* or NULL */
} strategy_rows_t;

extern const strategy_rows_t opfuzz_rows, typefuzz_rows, fusion_rows, concat_rows, sparrow_rows;

/* How many mutations this mutant gets: what the options say, or 1, half as often 2, and so on. */
uint32_t strategy_steps(const strategy_t *strategy, rng_t *rng);

#endif
