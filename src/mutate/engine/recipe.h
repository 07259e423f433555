/* recipe.h - how a mutant was made, as one line of text.
 *
 *     recipe = LINK { " | " LINK }
 *     LINK   = STRATEGY [seed=HASH[+HASH]] rng=HEX,HEX,HEX,HEX { WORD }
 *     WORD   = status=[S][+S]        what was known of the seeds: sat or unsat
 *            | model=[HASH][+HASH]   the seeds' models, by seed->model_hash
 *            | core=I,J              assertions of the seed that are an unsatisfiable core
 *            | loose=I,J             spots in these assertions that do not matter
 *            | steps=N | growth=N | FLAG ...        options, where they are not the defaults
 *            | ops=HASH | rules=HASH                of the files of --ops and --rules
 *            | undo=I,J              edits that are taken back (mutant_undo)
 *
 * A link after the first mutates the mutant before it and names no first seed: seed=+HASH is the
 * second seed of fusion. strategy_make writes recipes, and chain_replay (chain.h) makes the mutant
 * again, byte for byte. Seeds, models and files are not in the recipe: they are found by their
 * hashes, and when one is missing or another, no mutant is made. */
#ifndef MUTATE_RECIPE_H
#define MUTATE_RECIPE_H

#include "mutate/engine/strategy.h"

typedef struct recipe_link {
    strategy_kind_t kind;
    uint64_t seeds[2]; /* hashes; 0: the mutant before it, or no second one */
    status_t status[2];
    uint64_t models[2]; /* hashes; 0: none */
    rng_t rng;
    strategy_options_t options; /* steps, max_growth and flags; the rest are the defaults */
    uint64_t ops, rules;        /* hashes; 0: none */
    uint32_t core, core_count;  /* in recipe->numbers */
    uint32_t loose, loose_count;
    uint32_t undo, undo_count;
} recipe_link_t;

typedef struct recipe {
    mem_t *mem;
    VEC(recipe_link_t) links; /* one at least */
    u32_vec_t numbers;
} recipe_t;

void recipe_init(recipe_t *recipe, mem_t *mem);
void recipe_done(recipe_t *recipe);

/* False when the text is no recipe; *why says what is wrong. */
bool recipe_read(recipe_t *recipe, const char *text, const char **why);

#endif
