/* chain.h - mutants that become seeds.
 *
 *     chain_t chain;
 *     chain_init(&chain, &options, mem);
 *     chain_start(&chain, seed);                           // forgets the last chain
 *     strategy_t *s = chain_strategy(&chain, STRATEGY_TYPEFUZZ, &options);
 *     if (strategy_make(s, chain_seed(&chain), NULL, &rng, &mutant))
 *         send(&mutant), chain_push(&chain, s, &mutant);   // chain_seed() is the mutant now
 *
 * A mutant that is pushed is printed, read again and made ready like any seed. Its status follows
 * from the claim; the model of a sat claim, where the strategy has one, is read, evaluated and
 * kept; so is a core. Its recipe goes in front of those of its mutants, so that each mutant of a
 * chain can be made again from the first seed alone.
 *
 * A chain is a world of its own: a bank, the one seed it is at, second seeds while they are needed,
 * strategies that work on them. What is outside is only read, and after each step nothing is left
 * but the seed: memory stays flat however long the chain is, and however many there are. */
#ifndef MUTATE_CHAIN_H
#define MUTATE_CHAIN_H

#include "mutate/engine/recipe.h"

/* All that makes a seed what it is, as text. */
typedef struct chain_seed {
    strbuf_t name, text, recipe, model;
    status_t status;
    status_source_t source;
    u32_vec_t core, loose;
} chain_seed_t;

typedef struct chain {
    mem_t *mem;
    strategy_options_t options;
    bank_t bank;
    seeds_t seeds;
    const seed_t *seed;                     /* where it is; NULL before the start */
    uint32_t length;                        /* mutants pushed */
    uint64_t max_bytes;                     /* bytes a seed of this chain may have */
    chain_seed_t kept[2];                   /* the seed, and what it is about to become */
    uint32_t current;                       /* which of them it is */
    strategy_t *strategies[STRATEGY_COUNT]; /* opened on seeds, when they are first asked for */
} chain_t;

/* The texts of the options (ops, rules) must outlive the chain. */
void chain_init(chain_t *chain, const strategy_options_t *options, mem_t *mem);
void chain_done(chain_t *chain);

/* A copy of the seed, with its status, model and core. The seed may be of any seeds_t. */
void chain_start(chain_t *chain, const seed_t *seed);

static inline const seed_t *chain_seed(const chain_t *chain) {
    return chain->seed;
}

/* A copy of a further seed, for strategies that take two; good until the next push or start. */
const seed_t *chain_second(chain_t *chain, const seed_t *seed);

/* The strategy, opened on the chain's seeds; good until the chain is done. Options are those of
 * chain_init but for steps, max_growth and flags, which are options' (NULL: chain_init's). NULL
 * when the strategy cannot be opened, which whoever opened it before has been told. */
strategy_t *chain_strategy(chain_t *chain, strategy_kind_t kind, const strategy_options_t *options);

/* The mutant, just made by this strategy of chain_seed(), becomes the seed. False, and everything
 * is as before, when it is larger than the first seed times options.max_growth (and 4 kB), or its
 * claim does not stand up to the evaluator: *why says so, it may be NULL. The mutant is no longer
 * good. */
bool chain_push(chain_t *chain, strategy_t *strategy, const mutant_t *mutant, const char **why);

/* Makes the mutant of a recipe, from seeds that are there: the chain is then at its last seed, and
 * the strategy that made it is returned. NULL when that cannot be done, with the reason in why. */
strategy_t *chain_replay(chain_t *chain, const seeds_t *seeds, const recipe_t *recipe,
                         mutant_t *mutant, strbuf_t *why);

#endif
