/* chain.h - mutants that become seeds.
 *
 *     chain_t chain;
 *     chain_init(&chain, &options, mem);
 *     chain_start(&chain, seed);                           // forgets the last chain
 *     strategy_t *s = chain_strategy(&chain, STRATEGY_TYPEFUZZ, &options);
 *     if (strategy_make(s, chain_seed(&chain), NULL, &rng, &mutant))
 *         chain_push(&chain, s, &mutant, &why);            // chain_seed() is the mutant now
 *
 * A mutant that is pushed is printed, read again and made ready like any seed. Its status follows
 * from the claim; the model of a sat claim, where the strategy has one, is read, evaluated and
 * kept; so is a core. Its recipe stands before those of its mutants, so that each mutant of a chain
 * can be made again from the first seed alone.
 *
 * A chain shares nothing with what is outside: it has a bank, the one seed that it is at, second
 * seeds while they are needed, and strategies that work on them. Seeds outside are only read. After
 * each step nothing is left but the seed, so memory does not grow with the length of a chain or the
 * number of chains. */
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
    uint64_t max_bytes;                     /* of a seed of this chain */
    chain_seed_t kept[2];                   /* the seed, and what is to become the seed */
    uint32_t current;                       /* which of kept is the seed */
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

/* The strategy, opened on the chain's seeds; good until the chain is done. steps, max_growth and
 * flags are those of options, the rest is as in chain_init; NULL: all is as in chain_init. Returns
 * NULL when the strategy cannot be opened; strategy_open says why. */
strategy_t *chain_strategy(chain_t *chain, strategy_kind_t kind, const strategy_options_t *options);

/* The mutant, which this strategy has just made of chain_seed(), becomes the seed. False, and the
 * seed is the one before, when the mutant is larger than options.max_growth times the first seed
 * (or 4 kB, if that is more), or when the evaluator refutes its claim. *why then says so; why may
 * be NULL. The mutant is no longer good. */
bool chain_push(chain_t *chain, strategy_t *strategy, const mutant_t *mutant, const char **why);

/* Makes the mutant of a recipe from the seeds given. The chain is then at the last seed of the
 * recipe, and the strategy that made the mutant is returned. NULL, with the reason in why, when it
 * cannot be made. */
strategy_t *chain_replay(chain_t *chain, const seeds_t *seeds, const recipe_t *recipe,
                         mutant_t *mutant, strbuf_t *why);

#endif
