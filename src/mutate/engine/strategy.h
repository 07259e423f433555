/* strategy.h - the ways to make mutants, with one interface for all.
 *
 * A strategy is a row of strategies.def and a few functions (strategy_priv.h). It says which seeds
 * it can work on and why not on others, prepares what it needs to know of a seed once, and makes
 * mutants from random numbers.
 *
 *     strategy_t *fusion = strategy_open(STRATEGY_FUSION, &seeds, &options, mem, &diags);
 *     if (strategy_takes(fusion, seed, other, &why)) {
 *         rng_t rng = rng_split(&base, k);
 *         if (strategy_make(fusion, seed, other, &rng, &mutant)) send(&mutant);
 *     }
 *
 * Everything random comes from the RNG that is handed in, and nothing is remembered from one mutant
 * to the next: the k-th mutant of a seed is the same in every run and for every number of workers.
 * It depends on the seeds (text, status, model, core), the RNG and the options; not on ids, so a
 * copy of the seed in another bank gives the same bytes. All that is in the recipe (recipe.h). */
#ifndef MUTATE_STRATEGY_H
#define MUTATE_STRATEGY_H

#include "mutate/engine/mutant.h"

typedef enum {
#define STRATEGY(id, name, seeds, number, needs, doc) STRATEGY_##id,
#include "mutate/engine/strategies.def"
    STRATEGY_COUNT
} strategy_kind_t;

/* What must be known of a seed, and what a strategy looks at when it is there. */
enum {
    NEEDS_STATUS = 1,
    NEEDS_MODEL = 2,
    NEEDS_CORE = 4, /* an unsatisfiable one */
    USES_MODEL = 8,
    USES_OPS = 16,  /* the file of --ops */
    USES_RULES = 32 /* the file of --rules */
};

typedef struct strategy_info {
    const char *name;
    uint32_t seeds;  /* how many it takes: 1 or 2 */
    uint32_t number; /* mutants of a seed, by default */
    uint32_t needs;  /* bits */
    const char *doc;
} strategy_info_t;

const strategy_info_t *strategy_info(strategy_kind_t kind);
bool strategy_of_name(const char *name, strategy_kind_t *kind);

typedef struct strategy_options {
    uint32_t steps;       /* mutations in a mutant; 0: as suits the strategy */
    uint32_t max_growth;  /* a mutant is at most this many times as large as its seed */
    const char *ops_text; /* --ops: a configuration of operators, or NULL: all */
    size_t ops_len;
    const char *rules_text; /* --rules: more rules, or NULL */
    size_t rules_len;
    bool timed; /* fill strategy_stats_t.seconds, which costs time */
#define FLAG(field, name, doc) bool field;
#include "mutate/engine/strategy_flags.def"
} strategy_options_t;

extern const strategy_options_t strategy_defaults;

typedef struct strategy strategy_t;

/* NULL with diags when an option's file is wrong. The seeds and the texts of the options must
 * outlive it. */
strategy_t *strategy_open(strategy_kind_t kind, seeds_t *seeds, const strategy_options_t *options,
                          mem_t *mem, diag_list_t *diags);
void strategy_close(strategy_t *strategy);

const strategy_options_t *strategy_options(const strategy_t *strategy);

/* Forgets all seeds that it saw. Call it when seeds are dropped: new ones get their numbers. */
void strategy_forget(strategy_t *strategy);

/* Whether it can work on the seed (and the second one, if it takes two; NULL: on the first with
 * some other). *why says why not. */
bool strategy_takes(strategy_t *strategy, const seed_t *first, const seed_t *second,
                    const char **why);

/* Makes a mutant; false when this draw led nowhere. The RNG as it came in is in the recipe. */
bool strategy_make(strategy_t *strategy, const seed_t *first, const seed_t *second, rng_t *rng,
                   mutant_t *mutant);

/* Appends the model that the sat claim of the mutant comes with, as define-funs for all its
 * constants and functions; false when the claim has none. The mutant must be the last one that the
 * strategy made. */
bool strategy_model(strategy_t *strategy, const mutant_t *mutant, strbuf_t *out);

/* Appends the places in its text of the assertions that are an unsatisfiable core of the mutant;
 * false when the strategy does not know one. The last mutant that it made. */
bool strategy_core(strategy_t *strategy, const mutant_t *mutant, u32_vec_t *places);

/* --- statistics --- */

typedef enum {
#define REJECT(id, name, doc) REJECT_##id,
#include "mutate/engine/strategy_rejects.def"
    REJECT_COUNT
} reject_t;

typedef enum {
#define PHASE(id, name, doc) PHASE_##id,
#include "mutate/engine/strategy_phases.def"
    PHASE_COUNT
} phase_t;

typedef struct strategy_stats {
    uint64_t tries;    /* candidates that were looked at */
    uint64_t accepted; /* of them, those that are in a mutant */
    uint64_t rejected[REJECT_COUNT];
    uint64_t made;               /* mutants */
    uint64_t failed;             /* calls of strategy_make that made none */
    double seconds[PHASE_COUNT]; /* when options.timed is set */
} strategy_stats_t;

const char *reject_name(reject_t reject);
const char *reject_doc(reject_t reject);
const char *phase_name(phase_t phase);

const strategy_stats_t *strategy_stats(const strategy_t *strategy);
void strategy_stats_add(strategy_stats_t *sum, const strategy_stats_t *more);

#endif
