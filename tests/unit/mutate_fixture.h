/* Seeds, a strategy, and the mutants that it makes. */
#ifndef MUTATE_FIXTURE_H
#define MUTATE_FIXTURE_H

#include "script_fixture.h"

#include "mutate/engine/recipe.h"

typedef struct world {
    fixture_t f;
    seeds_t seeds;
    strategy_t *strategy;
    mutant_t mutant;
    strbuf_t text;
} world_t;

static inline void world_init(world_t *w) {
    fixture_init(&w->f);
    seeds_init(&w->seeds, &w->f.bank, &w->f.mem);
    mutant_init(&w->mutant, &w->f.mem);
    strbuf_init(&w->text, &w->f.mem);
    w->strategy = NULL;
}

static inline void world_done(world_t *w) {
    strategy_close(w->strategy);
    strbuf_done(&w->text);
    mutant_done(&w->mutant);
    seeds_done(&w->seeds);
    fixture_done(&w->f);
}

static inline const seed_t *add(world_t *w, const char *text) {
    diag_list_t diags;
    diag_init(&diags, &w->f.mem);
    const seed_t *seed = seed_add(&w->seeds, "dir/sat/x.smt2", text, strlen(text), &diags);
    assert_non_null(seed);
    diag_done(&diags);
    return seed;
}

static inline void open_strategy(world_t *w, strategy_kind_t kind, strategy_options_t options) {
    diag_list_t diags;
    diag_init(&diags, &w->f.mem);
    w->strategy = strategy_open(kind, &w->seeds, &options, &w->f.mem, &diags);
    for (uint32_t i = 0; i < diags.rows.len; i++)
        print_message("%u:%u: %s\n", diags.rows.data[i].line, diags.rows.data[i].column,
                      diags.rows.data[i].message);
    diag_done(&diags);
    assert_non_null(w->strategy);
}

/* The mutant's text is in w->text. */
static inline bool make(world_t *w, const seed_t *seed, rng_t rng) {
    strbuf_clear(&w->text);
    if (!strategy_make(w->strategy, seed, NULL, &rng, &w->mutant))
        return false;
    mutant_print(&w->mutant, &w->text);
    return true;
}

static inline void well_sorted(world_t *w) {
    script_t script;
    script_init(&script, &w->f.bank);
    bool ok = try_parse(&w->f, &script, w->text.data, w->text.len);
    if (!ok)
        print_message("%s\n", strbuf_text(&w->text));
    script_done(&script);
    assert_true(ok);
}

/* Draws until a mutant contains the text. */
static inline void reaches(world_t *w, const seed_t *seed, const char *wanted, uint32_t draws) {
    rng_t base = rng_make(1);
    for (uint32_t k = 0; k < draws; k++)
        if (make(w, seed, rng_split(&base, k)) && strstr(strbuf_text(&w->text), wanted))
            return;
    fail_msg("never made: %s", wanted);
}

#endif
