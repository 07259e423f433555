/* chain_fixture.h - seeds, a chain, and the mutants that it makes. */
#ifndef CHAIN_FIXTURE_H
#define CHAIN_FIXTURE_H

#include "script_fixture.h"

#include "mutate/engine/chain.h"

typedef struct world {
    fixture_t f;
    seeds_t seeds;
    chain_t chain;
    mutant_t mutant;
    strbuf_t text;
    strbuf_t why;
} world_t;

static inline void world_init(world_t *w) {
    fixture_init(&w->f);
    seeds_init(&w->seeds, &w->f.bank, &w->f.mem);
    chain_init(&w->chain, &strategy_defaults, &w->f.mem);
    mutant_init(&w->mutant, &w->f.mem);
    strbuf_init(&w->text, &w->f.mem);
    strbuf_init(&w->why, &w->f.mem);
}

static inline void world_done(world_t *w) {
    strbuf_done(&w->why);
    strbuf_done(&w->text);
    mutant_done(&w->mutant);
    chain_done(&w->chain);
    seeds_done(&w->seeds);
    fixture_done(&w->f);
}

static inline seed_t *add(world_t *w, const char *text) {
    diag_list_t diags;
    diag_init(&diags, &w->f.mem);
    seed_t *seed = seed_add(&w->seeds, "x.smt2", text, strlen(text), &diags);
    assert_non_null(seed);
    diag_done(&diags);
    return seed;
}

#endif
