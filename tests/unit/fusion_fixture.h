/* fusion_fixture.h - seeds, a strategy of two seeds, and the mutant it makes. */
#ifndef FUSION_FIXTURE_H
#define FUSION_FIXTURE_H

#include "unit.h"

#include "eval/engine/eval.h"
#include "mutate/fusion/fusion_priv.h"
#include "smt/read/parse.h"

typedef struct fixture {
    mem_t mem;
    bank_t bank;
    seeds_t seeds;
    mutant_t mutant;
    strategy_t *strategy;
    strbuf_t out;
} fixture_t;

static inline void setup(fixture_t *f) {
    *f = (fixture_t){0};
    mem_init(&f->mem);
    bank_init(&f->bank, &f->mem);
    seeds_init(&f->seeds, &f->bank, &f->mem);
    mutant_init(&f->mutant, &f->mem);
    strbuf_init(&f->out, &f->mem);
}

static inline void open_strategy(fixture_t *f, strategy_kind_t kind, uint32_t steps) {
    diag_list_t diags;
    strategy_options_t options = strategy_defaults;
    options.steps = steps;
    diag_init(&diags, &f->mem);
    f->strategy = strategy_open(kind, &f->seeds, &options, &f->mem, &diags);
    assert_non_null(f->strategy);
    diag_done(&diags);
}

static inline void teardown(fixture_t *f) {
    strategy_close(f->strategy);
    strbuf_done(&f->out);
    mutant_done(&f->mutant);
    seeds_done(&f->seeds);
    bank_done(&f->bank);
    assert_null(f->mem.head);
    mem_done(&f->mem);
}

static inline seed_t *add(fixture_t *f, const char *text, status_t status) {
    diag_list_t diags;
    diag_init(&diags, &f->mem);
    seed_t *seed = seed_add(&f->seeds, "seed", text, strlen(text), &diags);
    if (!seed)
        fail_msg("%s: %s", text, diags.rows.data[0].message);
    diag_done(&diags);
    seed_set_status(seed, status, SEED_MODEL);
    return seed;
}

static inline void set_model(fixture_t *f, seed_t *seed, const char *text) {
    diag_list_t diags;
    diag_init(&diags, &f->mem);
    model_fit_t fit = seed_set_model(&f->seeds, seed, text, strlen(text), &diags);
    if (fit != MODEL_KEPT)
        fail_msg("not kept (%d): %s: %s", fit, text,
                 diags.rows.len > 0 ? diags.rows.data[0].message : "");
    diag_done(&diags);
}

/* The mutant's text. */
static inline const char *made(fixture_t *f) {
    strbuf_clear(&f->out);
    mutant_print(&f->mutant, &f->out);
    return strbuf_text(&f->out);
}

/* A script of its own, read. */
typedef struct reading {
    bank_t bank;
    script_t script;
} reading_t;

static inline void read_mutant(fixture_t *f, reading_t *r) {
    diag_list_t diags;
    bank_init(&r->bank, &f->mem);
    script_init(&r->script, &r->bank);
    diag_init(&diags, &f->mem);
    const char *text = made(f);
    if (!parse_script(&r->script, text, f->out.len, &diags))
        fail_msg("%s + %s:%u: %s\n%s", f->mutant.seeds[0]->name, f->mutant.seeds[1]->name,
                 diags.rows.data[0].line, diags.rows.data[0].message,
                 f->out.len < 4000 ? text : "");
    diag_done(&diags);
}

static inline void reading_done(reading_t *r) {
    script_done(&r->script);
    bank_done(&r->bank);
}

static inline void expect_parses(fixture_t *f) {
    reading_t r;
    read_mutant(f, &r);
    reading_done(&r);
}

/* The worst that an assertion of the mutant is under the model. */
static inline holds_t holds_under(fixture_t *f, const char *text, size_t len) {
    reading_t r;
    values_t values;
    model_t model;
    eval_t eval;
    diag_list_t diags;
    read_mutant(f, &r);
    diag_init(&diags, &f->mem);
    values_init(&values, &r.bank, &f->mem);
    model_init(&model, &values, &f->mem);
    if (!model_read(&model, &r.script, text, len, &diags))
        fail_msg("%s: %s", diags.rows.data[0].message, text);
    eval_init(&eval, &r.bank, &values, &model, &f->mem);
    holds_t worst = HOLDS_YES;
    for (uint32_t i = 0; i < script_count(&r.script); i++) {
        uint32_t count;
        if (script_kind(&r.script, i) != CMD_ASSERT)
            continue;
        holds_t holds = eval_formula(&eval, script_words(&r.script, i, &count)[0]);
        if (worst == HOLDS_YES || holds == HOLDS_NO)
            worst = holds;
    }
    eval_done(&eval);
    model_done(&model);
    values_done(&values);
    diag_done(&diags);
    reading_done(&r);
    return worst;
}

/* The sat claim of the mutant comes with a model, which makes it true. */
static inline void expect_model(fixture_t *f) {
    strbuf_t text;
    strbuf_init(&text, &f->mem);
    if (!strategy_model(f->strategy, &f->mutant, &text))
        fail_msg("no model: %s", made(f));
    if (holds_under(f, text.data, text.len) != HOLDS_YES)
        fail_msg("not a model: %s\n%s", made(f), strbuf_text(&text));
    strbuf_done(&text);
}

#endif
