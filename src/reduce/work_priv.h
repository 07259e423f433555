/* work_priv.h - the formula at hand, and how passes change it.
 *
 * A pass lists sites, places where something can be tried, and makes the candidate for one of them.
 * It sees the formula through a work_t and never changes it: a candidate is a script of the same
 * bank, which is released when the text has been printed. After each success the formula is read
 * again from its text into an empty bank, and the pass goes on at the same number in the new list:
 * what was at that site is gone or smaller, so nothing is passed over.
 *
 * Sites come in levels (chunks of half the list, of a quarter, ...): a pass without levels has
 * sites for level 0 only. */
#ifndef REDUCE_WORK_PRIV_H
#define REDUCE_WORK_PRIV_H

#include "base/bug.h"
#include "eval/engine/eval.h"
#include "reduce/reduce.h"
#include "smt/term/position.h"
#include "smt/term/script.h"
#include "smt/term/vars.h"

/* A term of a command. */
typedef struct slot {
    uint32_t command;
    uint32_t word;
} slot_t;

typedef struct site {
    uint32_t slot;  /* in work->slots */
    uint32_t spot;  /* the number of a position in it, in preorder */
    uint32_t how;   /* the pass's own */
    uint32_t first; /* the pass's own */
    term_t by;      /* the replacement, in the bank before candidates; or the pass's own */
} site_t;

typedef VEC(site_t) site_vec_t;

typedef struct work {
    mem_t *mem;
    bank_t bank;
    script_t script;
    VEC(slot_t) slots;
    positions_t positions;
    position_t at;
    vars_t vars;
    values_t values;
    model_t model;
    eval_t eval;
    bool has_model;
    strbuf_t text;
    uint64_t cost;
    const reduce_options_t *options;
} work_t;

void work_init(work_t *work, const reduce_options_t *options, mem_t *mem);
void work_done(work_t *work);

/* Takes a text; false with diags when it has errors, and then it is not to be used. */
bool work_load(work_t *work, const char *text, size_t len, diag_list_t *diags);

static inline term_t work_term(const work_t *work, uint32_t slot) {
    uint32_t count;
    assert(slot < work->slots.len);
    const slot_t *row = &work->slots.data[slot];
    return script_words(&work->script, row->command, &count)[row->word];
}

/* The position of a site, in work->at. */
void work_pick(work_t *work, const site_t *site);

/* Appends command i of the formula to out. */
void work_copy(const work_t *work, uint32_t i, script_t *out);

/* Copies the whole formula with another term in one slot. */
void work_with_term(const work_t *work, uint32_t slot, term_t term, script_t *out);

/* Copies the formula with the term at the site's position replaced; false when the replacement does
 * not fit there. */
bool work_replace(work_t *work, const site_t *site, term_t by, script_t *out);

/* Copies the formula with every term t replaced by change(context, t); false as soon as one is
 * TERM_NONE or TERM_BAD. */
typedef term_t work_change_t(work_t *work, void *context, term_t term);
bool work_map(work_t *work, work_change_t *change, void *context, script_t *out);

/* Calls visit for every position of every slot, in order; work->at is the position. */
typedef void work_visit_t(work_t *work, uint32_t slot, uint32_t spot, site_vec_t *sites);
void work_each(work_t *work, work_visit_t *visit, site_vec_t *sites);

/* A plain literal of the sort, the which-th; TERM_NONE when there is none. */
term_t work_literal(work_t *work, sort_t sort, uint32_t which);

typedef struct pass {
    const char *name;
    const char *doc;
    /* Appends the sites of a level; false when there is no such level. */
    bool (*list)(work_t *work, uint32_t level, site_vec_t *sites);
    /* Makes the candidate; false when there is none. */
    bool (*make)(work_t *work, const site_t *site, script_t *out);
} pass_t;

#define PASS(name, doc)                                                                            \
    bool pass_##name##_list(work_t *work, uint32_t level, site_vec_t *sites);                      \
    bool pass_##name##_make(work_t *work, const site_t *site, script_t *out);
#include "reduce/passes.def"

#endif
