/* strategy.h - the ways to make mutants, behind one interface.
 *
 * A strategy is a row of strategies.def and three functions: prepare what it needs to know of a
 * seed or of two (done once, kept with the seed), make a mutant from the RNG, and say which seeds
 * it can work on and why not on others.
 *
 *     strategy_t *fusion = strategy_open(STRATEGY_FUSION, &seeds, &options, mem);
 *     if (strategy_takes(fusion, seed, NULL, &why)) ...
 *     rng_t rng = rng_split(&base, k);
 *     if (strategy_make(fusion, seed, other, &rng, &mutant)) send(&mutant);
 *
 * Everything random comes from the RNG that is handed in, and nothing is remembered from one mutant
 * to the next: the k-th mutant of a seed is the same in every run and for every number of workers.
 * The recipe of a mutant is
 *
 *     STRATEGY seed=HASH[+HASH] rng=HEX64,HEX64,HEX64,HEX64 [steps=N] [FLAG ...]
 *
 * and strategy_make with that RNG and those options gives the same bytes again. */
#ifndef MUTATE_STRATEGY_H
#define MUTATE_STRATEGY_H

#include "mutate/mutant.h"

typedef enum {
#define STRATEGY(id, name, seeds, needs, doc) STRATEGY_##id,
#include "mutate/strategies.def"
    STRATEGY_COUNT
} strategy_kind_t;

/* What must be known of a seed: its status, a model of it, an unsatisfiable core of it. */
enum { NEEDS_STATUS = 1, NEEDS_MODEL = 2, NEEDS_CORE = 4 };

typedef struct strategy_info {
    const char *name;
    uint32_t seeds; /* how many it takes: 1 or 2 */
    uint32_t needs; /* bits */
    const char *doc;
} strategy_info_t;

const strategy_info_t *strategy_info(strategy_kind_t kind);
bool strategy_of_name(const char *name, strategy_kind_t *kind);

typedef struct strategy_options {
    uint32_t steps;       /* mutations in a mutant; 0: as suits the strategy */
    uint32_t max_growth;  /* a mutant is at most so many times its seed's size: 4 */
    const char *ops_text; /* --ops: a configuration of operators, or NULL: all */
    size_t ops_len;
    const char *rules_text; /* --rules: more rules, or NULL */
    size_t rules_len;
#define FLAG(field, name, doc) bool field;
#include "mutate/strategy_flags.def"
} strategy_options_t;

extern const strategy_options_t strategy_defaults;

typedef struct strategy strategy_t;

/* NULL with diags when an option's file is wrong. The seeds must outlive it. */
strategy_t *strategy_open(strategy_kind_t kind, seeds_t *seeds, const strategy_options_t *options,
                          mem_t *mem, diag_list_t *diags);
void strategy_close(strategy_t *strategy);

/* Whether it can do something with the seed (and the second, for fusion); *why says why not. */
bool strategy_takes(strategy_t *strategy, const seed_t *first, const seed_t *second,
                    const char **why);

/* Makes a mutant; false when this draw led nowhere. The RNG as it came in is in the recipe. */
bool strategy_make(strategy_t *strategy, const seed_t *first, const seed_t *second, rng_t *rng,
                   mutant_t *mutant);

/* Appends the model that the sat claim of the mutant comes with, as define-funs for all its
 * constants and functions; false when the claim has none. The mutant must be the last one that the
 * strategy made. */
bool strategy_model(strategy_t *strategy, const mutant_t *mutant, strbuf_t *out);

/* --- recipes --- */

typedef struct recipe {
    strategy_kind_t kind;
    uint64_t seeds[2]; /* hashes; the second is 0 when there is none */
    rng_t rng;
    strategy_options_t options; /* what the recipe says, over the defaults */
} recipe_t;

/* False when the text is no recipe; *why says what is wrong. */
bool recipe_read(const char *text, recipe_t *recipe, const char **why);

#endif
