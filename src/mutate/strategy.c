#include "mutate/strategy.h"

#include "mutate/strategy_priv.h"

#include <string.h>

const strategy_options_t strategy_defaults = {.max_growth = 4};

static const strategy_info_t infos[] = {
#define STRATEGY(id, name, seeds, needs, doc) [STRATEGY_##id] = {name, seeds, needs, doc},
#include "mutate/strategies.def"
};

static const strategy_rows_t *const rows[] = {
    [STRATEGY_OPFUZZ] = &opfuzz_rows,   [STRATEGY_TYPEFUZZ] = &typefuzz_rows,
    [STRATEGY_FUSION] = &fusion_rows,   [STRATEGY_CONCAT] = &concat_rows,
    [STRATEGY_SPARROW] = &sparrow_rows,
};

_Static_assert(sizeof rows / sizeof *rows == STRATEGY_COUNT, "a strategy has no functions");

const strategy_info_t *strategy_info(strategy_kind_t kind) {
    return &infos[kind];
}

bool strategy_of_name(const char *name, strategy_kind_t *kind) {
    for (uint32_t i = 0; i < STRATEGY_COUNT; i++)
        if (strcmp(infos[i].name, name) == 0) {
            *kind = (strategy_kind_t)i;
            return true;
        }
    return false;
}

strategy_t *strategy_open(strategy_kind_t kind, seeds_t *seeds, const strategy_options_t *options,
                          mem_t *mem, diag_list_t *diags) {
    strategy_t *strategy = mem_alloc(mem, sizeof *strategy);
    *strategy = (strategy_t){
        .kind = kind, .mem = mem, .seeds = seeds, .bank = seeds->bank, .options = *options};
    if (rows[kind]->open(strategy, diags))
        return strategy;
    strategy_close(strategy);
    return NULL;
}

void strategy_close(strategy_t *strategy) {
    if (!strategy)
        return;
    rows[strategy->kind]->close(strategy);
    mem_free(strategy->mem, strategy);
}

bool strategy_takes(strategy_t *strategy, const seed_t *first, const seed_t *second,
                    const char **why) {
    return rows[strategy->kind]->takes(strategy, first, second, why);
}

uint32_t strategy_steps(const strategy_t *strategy, rng_t *rng) {
    enum { MOST = 8 };
    uint32_t steps = strategy->options.steps;
    if (steps > 0)
        return steps;
    for (steps = 1; steps < MOST && rng_one_in(rng, 2); steps++)
        continue;
    return steps;
}

static void write_hex(strbuf_t *out, uint64_t number) {
    for (int shift = 60; shift >= 0; shift -= 4)
        strbuf_char(out, "0123456789abcdef"[number >> shift & 15]);
}

/* The seeds by name are for people; the hash is what counts. */
static void write_recipe(const strategy_t *strategy, const seed_t *first, const seed_t *second,
                         const rng_t *rng, strbuf_t *out) {
    strbuf_str(out, infos[strategy->kind].name);
    strbuf_str(out, " seed=");
    write_hex(out, first->hash);
    if (second) {
        strbuf_char(out, '+');
        write_hex(out, second->hash);
    }
    strbuf_str(out, " rng=");
    for (int i = 0; i < 4; i++) {
        if (i > 0)
            strbuf_char(out, ',');
        write_hex(out, rng->state[i]);
    }
    if (strategy->options.steps > 0)
        strbuf_format(out, " steps=%u", strategy->options.steps);
#define FLAG(field, name, doc)                                                                     \
    if (strategy->options.field)                                                                   \
        strbuf_str(out, " " name);
#include "mutate/strategy_flags.def"
}

bool strategy_make(strategy_t *strategy, const seed_t *first, const seed_t *second, rng_t *rng,
                   mutant_t *mutant) {
    rng_t start = *rng;
    mutant_start(mutant, first, infos[strategy->kind].seeds == 2 ? second : NULL);
    if (!rows[strategy->kind]->make(strategy, first, second, rng, mutant))
        return false;
    write_recipe(strategy, first, mutant->seeds[1] ? second : NULL, &start, &mutant->recipe);
    return true;
}

bool strategy_model(strategy_t *strategy, const mutant_t *mutant, strbuf_t *out) {
    return rows[strategy->kind]->model && rows[strategy->kind]->model(strategy, mutant, out);
}
