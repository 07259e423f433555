#include "mutate/engine/chain.h"

#include "base/bug.h"
#include "base/hash.h"
#include "mutate/engine/strategy_priv.h"

#include <string.h>

enum { SMALLEST_LIMIT = 4096 };

static void kept_init(chain_seed_t *kept, mem_t *mem) {
    strbuf_init(&kept->name, mem);
    strbuf_init(&kept->text, mem);
    strbuf_init(&kept->recipe, mem);
    strbuf_init(&kept->model, mem);
}

static void kept_done(chain_seed_t *kept, mem_t *mem) {
    strbuf_done(&kept->name);
    strbuf_done(&kept->text);
    strbuf_done(&kept->recipe);
    strbuf_done(&kept->model);
    vec_free(mem, &kept->core);
    vec_free(mem, &kept->loose);
}

static void kept_clear(chain_seed_t *kept) {
    strbuf_clear(&kept->name);
    strbuf_clear(&kept->text);
    strbuf_clear(&kept->recipe);
    strbuf_clear(&kept->model);
    kept->core.len = 0;
    kept->loose.len = 0;
    kept->status = STATUS_UNKNOWN;
    kept->source = SEED_UNSAID;
}

void chain_init(chain_t *chain, const strategy_options_t *options, mem_t *mem) {
    *chain = (chain_t){.mem = mem, .options = *options};
    bank_init(&chain->bank, mem);
    seeds_init(&chain->seeds, &chain->bank, mem);
    for (int i = 0; i < 2; i++)
        kept_init(&chain->kept[i], mem);
}

void chain_done(chain_t *chain) {
    for (uint32_t i = 0; i < STRATEGY_COUNT; i++)
        strategy_close(chain->strategies[i]);
    for (int i = 0; i < 2; i++)
        kept_done(&chain->kept[i], chain->mem);
    seeds_done(&chain->seeds);
    bank_done(&chain->bank);
}

/* --- seeds --- */

/* The strategies come last: one that is opened again makes terms in the bank that must stay. */
static void clear(chain_t *chain) {
    while (chain->seeds.rows.len > 0)
        seeds_drop_last(&chain->seeds);
    chain->seed = NULL;
    for (uint32_t i = 0; i < STRATEGY_COUNT; i++)
        if (chain->strategies[i])
            strategy_forget(chain->strategies[i]);
}

/* The seed, or NULL with the reason. */
static seed_t *load(chain_t *chain, chain_seed_t *from, const char **why) {
    diag_list_t diags;
    diag_init(&diags, chain->mem);
    seed_t *seed = seed_add(&chain->seeds, strbuf_text(&from->name), strbuf_text(&from->text),
                            from->text.len, &diags);
    assert(!seed || seed == vec_last(&chain->seeds.rows));
    *why = seed ? NULL : "it is not well-sorted";
    if (seed) {
        seed->status = from->status;
        seed->source = from->source;
        if (from->recipe.len > 0)
            seed->recipe = arena_copy(&chain->seeds.texts, from->recipe.data, from->recipe.len);
        if (from->model.len > 0 && seed_set_model(&chain->seeds, seed, from->model.data,
                                                  from->model.len, &diags) == MODEL_FALSE)
            *why = "its model does not satisfy it";
        if (!seed_set_core(&chain->seeds, seed, from->core.data, from->core.len) ||
            !seed_set_loose(&chain->seeds, seed, from->loose.data, from->loose.len))
            *why = "its core has assertions or spots that it has not";
    }
    diag_done(&diags);
    if (!*why)
        return seed;
    if (seed)
        seeds_drop_last(&chain->seeds);
    return NULL;
}

/* --- starting --- */

static void keep_seed(chain_t *chain, chain_seed_t *to, const seed_t *seed) {
    assert(seed->roots.len > 0); /* and not a text that fusion made of one */
    kept_clear(to);
    strbuf_str(&to->name, seed->name);
    strbuf_add(&to->text, seed->text, seed->len);
    if (seed->recipe)
        strbuf_str(&to->recipe, seed->recipe);
    if (seed->model_text)
        strbuf_add(&to->model, seed->model_text, seed->model_len);
    to->status = seed->status;
    to->source = seed->source;
    for (uint32_t i = 0; i < seed->core.len; i++)
        *vec_push(chain->mem, &to->core) = seed->core.data[i];
    for (uint32_t i = 0; i < seed->loose.len; i++)
        *vec_push(chain->mem, &to->loose) = seed->loose.data[i];
}

/* A copy of a seed that was read before is read, and has the same text. */
static const seed_t *load_copy(chain_t *chain, chain_seed_t *from, uint64_t hash) {
    const char *why;
    const seed_t *seed = load(chain, from, &why);
    if (!seed || seed->hash != hash)
        BUG("a seed cannot be read again");
    return seed;
}

static void begin(chain_t *chain, uint64_t hash) {
    uint64_t len = chain->kept[chain->current].text.len;
    clear(chain);
    assert(len > 0);
    chain->length = 0;
    chain->max_bytes = (len < SMALLEST_LIMIT ? SMALLEST_LIMIT : len) * chain->options.max_growth;
    chain->seed = load_copy(chain, &chain->kept[chain->current], hash);
    assert(chain->seeds.rows.len == 1);
}

void chain_start(chain_t *chain, const seed_t *seed) {
    keep_seed(chain, &chain->kept[chain->current], seed);
    begin(chain, seed->hash);
}

const seed_t *chain_second(chain_t *chain, const seed_t *seed) {
    assert(chain->seed);
    const seed_t *there = seeds_find(&chain->seeds, seed->hash);
    if (there)
        return there;
    chain_seed_t *next = &chain->kept[!chain->current];
    keep_seed(chain, next, seed);
    return load_copy(chain, next, seed->hash);
}

/* --- strategies --- */

static bool same_options(const strategy_options_t *a, const strategy_options_t *b) {
    bool same = a->steps == b->steps && a->max_growth == b->max_growth;
#define FLAG(field, name, doc) same = same && a->field == b->field;
#include "mutate/engine/strategy_flags.def"
    return same;
}

strategy_t *chain_strategy(chain_t *chain, strategy_kind_t kind,
                           const strategy_options_t *options) {
    strategy_options_t wanted = chain->options;
    if (options) {
        wanted.steps = options->steps;
        wanted.max_growth = options->max_growth;
#define FLAG(field, name, doc) wanted.field = options->field;
#include "mutate/engine/strategy_flags.def"
    }
    strategy_t **place = &chain->strategies[kind];
    if (*place && same_options(strategy_options(*place), &wanted))
        return *place;
    /* What it makes in the bank must be there before the seeds: dropping them releases the rest. */
    uint64_t hash = chain->seed ? chain->seed->hash : 0;
    clear(chain);
    strategy_close(*place);
    diag_list_t diags;
    diag_init(&diags, chain->mem);
    *place = strategy_open(kind, &chain->seeds, &wanted, chain->mem, &diags);
    diag_done(&diags);
    assert(chain->seeds.rows.len == 0 &&
           (!*place || same_options(strategy_options(*place), &wanted)));
    if (hash != 0)
        chain->seed = load_copy(chain, &chain->kept[chain->current], hash);
    return *place;
}

/* --- pushing --- */

bool chain_push(chain_t *chain, strategy_t *strategy, const mutant_t *mutant, const char **why) {
    static const status_t status_of[] = {
        [CLAIM_NONE] = STATUS_UNKNOWN, [CLAIM_SAT] = STATUS_SAT, [CLAIM_UNSAT] = STATUS_UNSAT};
    const char *unsaid = NULL;
    why = why ? why : &unsaid;
    assert(chain->seed && chain->strategies[strategy->kind] == strategy);
    assert(mutant->recipe.len > 0);
    uint64_t hash = chain->seed->hash;
    chain_seed_t *next = &chain->kept[!chain->current];
    kept_clear(next);
    strbuf_str(&next->name, mutant->seeds[0]->name);
    mutant_print(mutant, &next->text);
    *why = "it is too large";
    if (next->text.len > chain->max_bytes)
        return false;
    strbuf_add(&next->recipe, mutant->recipe.data, mutant->recipe.len);
    next->status = status_of[mutant->claim];
    next->source = mutant->claim == CLAIM_NONE ? SEED_UNSAID : SEED_CLAIM;
    if (mutant->claim == CLAIM_SAT && !strategy_model(strategy, mutant, &next->model))
        strbuf_clear(&next->model);
    if (mutant->claim == CLAIM_UNSAT && !strategy_core(strategy, mutant, &next->core))
        next->core.len = 0;
    clear(chain);
    chain->seed = load(chain, next, why);
    if (!chain->seed) {
        chain->seed = load_copy(chain, &chain->kept[chain->current], hash);
        return false;
    }
    assert(chain->seeds.rows.len == 1 && chain->seed->recipe);
    chain->current = !chain->current;
    chain->length++;
    return true;
}

/* --- recipes --- */

/* A seed as the recipe says it was known. */
static bool find_seed(chain_t *chain, const seeds_t *seeds, const recipe_t *recipe, uint32_t i,
                      int which, chain_seed_t *out, strbuf_t *why) {
    const recipe_link_t *link = &recipe->links.data[i];
    assert(link->core + link->core_count <= recipe->numbers.len);
    assert(link->loose + link->loose_count <= recipe->numbers.len);
    const seed_t *seed = seeds_find(seeds, link->seeds[which]);
    if (!seed) {
        strbuf_format(why, "seed %d of the recipe is not among the files", which + 1);
        return false;
    }
    keep_seed(chain, out, seed);
    if (link->models[which] == 0) {
        strbuf_clear(&out->model);
    } else if (link->models[which] != seed->model_hash) {
        strbuf_format(why, "the recipe needs %s model of %s",
                      seed->model_hash == 0 ? "a" : "another", seed->name);
        return false;
    }
    if (link->status[which] != STATUS_UNKNOWN)
        out->status = link->status[which];
    if (which == 1)
        return true;
    out->core.len = 0;
    out->loose.len = 0;
    for (uint32_t k = 0; k < link->core_count; k++)
        *vec_push(chain->mem, &out->core) = recipe->numbers.data[link->core + k];
    for (uint32_t k = 0; k < link->loose_count; k++)
        *vec_push(chain->mem, &out->loose) = recipe->numbers.data[link->loose + k];
    if (link->core_count > 0)
        out->status = STATUS_UNSAT;
    if (out->core.len > 0 && vec_last(&out->core) >= seed->roots.len) {
        strbuf_format(why, "%s has fewer assertions than the core of the recipe", seed->name);
        return false;
    }
    if (!seed_can_be_loose(seeds, seed, out->loose.data, out->loose.len)) {
        strbuf_format(why, "%s has other spots than the core of the recipe", seed->name);
        return false;
    }
    return true;
}

static bool same_file(const char *text, size_t len, uint64_t hash, const char *option,
                      strbuf_t *why) {
    uint64_t ours = text ? hash_bytes(text, len) : 0;
    if (hash == ours)
        return true;
    if (hash == 0)
        strbuf_format(why, "the recipe was made without a file for %s", option);
    else
        strbuf_format(why, "the recipe needs %s file for %s", ours == 0 ? "the" : "another",
                      option);
    return false;
}

/* The strategy of a link, with the options and files that it was made with. */
static strategy_t *open_link(chain_t *chain, const recipe_link_t *link, strbuf_t *why) {
    const strategy_options_t *options = &chain->options;
    uint32_t needs = strategy_info(link->kind)->needs;
    if (((needs & USES_OPS) &&
         !same_file(options->ops_text, options->ops_len, link->ops, "--ops", why)) ||
        ((needs & USES_RULES) &&
         !same_file(options->rules_text, options->rules_len, link->rules, "--rules", why)))
        return NULL;
    strategy_t *strategy = chain_strategy(chain, link->kind, &link->options);
    if (!strategy)
        strbuf_str(why, "the strategy cannot be opened");
    return strategy;
}

static strategy_t *replay_link(chain_t *chain, const seeds_t *seeds, const recipe_t *recipe,
                               uint32_t i, mutant_t *mutant, strbuf_t *why) {
    const recipe_link_t *link = &recipe->links.data[i];
    strategy_t *strategy = open_link(chain, link, why);
    if (!strategy)
        return NULL;
    const seed_t *second = NULL;
    if (strategy_info(link->kind)->seeds == 2) {
        chain_seed_t *next = &chain->kept[!chain->current];
        if (link->seeds[1] == 0) {
            strbuf_str(why, "the recipe lacks a second seed");
            return NULL;
        }
        if (!find_seed(chain, seeds, recipe, i, 1, next, why))
            return NULL;
        second = load_copy(chain, next, link->seeds[1]);
    }
    rng_t rng = link->rng;
    if (!strategy_make(strategy, chain->seed, second, &rng, mutant)) {
        strbuf_str(why, "the recipe makes nothing: was it made by another version?");
        return NULL;
    }
    assert(link->undo + link->undo_count <= recipe->numbers.len);
    if (link->undo_count > 0 &&
        !mutant_undo(mutant, recipe->numbers.data + link->undo, link->undo_count)) {
        strbuf_str(why, "the recipe undoes what cannot be undone");
        return NULL;
    }
    return strategy;
}

strategy_t *chain_replay(chain_t *chain, const seeds_t *seeds, const recipe_t *recipe,
                         mutant_t *mutant, strbuf_t *why) {
    assert(recipe->links.len > 0);
    const recipe_link_t *first = &recipe->links.data[0];
    if (!find_seed(chain, seeds, recipe, 0, 0, &chain->kept[chain->current], why))
        return NULL;
    begin(chain, first->seeds[0]);
    strategy_t *strategy = NULL;
    for (uint32_t i = 0; i < recipe->links.len; i++) {
        const char *reason;
        if (i > 0 && !chain_push(chain, strategy, mutant, &reason)) {
            strbuf_format(why, "mutant %u of the chain is no seed: %s", i, reason);
            return NULL;
        }
        strategy = replay_link(chain, seeds, recipe, i, mutant, why);
        if (!strategy)
            return NULL;
    }
    assert(chain->length + 1 == recipe->links.len);
    return strategy;
}
