/* ops_config.h - a file that says which operators typefuzz uses, in the syntax of the paper's
 * Figure 4, and more:
 *
 *     ; a comment
 *     (not Bool Bool)                       the sorts of the arguments, then of the result
 *     (+ Int Int Int :left-assoc)           also :chainable and so on: there may be more arguments
 *     (par (A) (= A A Bool :chainable))     A stands for any sort, the same everywhere in the row
 *     (bvadd (_ BitVec n) (_ BitVec n) (_ BitVec n))       n for any number
 *     ((_ extract 7 0) (_ BitVec 16) (_ BitVec 8))         just these indices
 *     ((_ zero_extend i) (_ BitVec n) (_ BitVec m) :weight 5)   any; drawn five times as often
 *     (str.rev String String)               an operator of one solver: named here, it is used
 *
 * An operator that assay does not know, sorts that it does not take, and anything else that is not
 * like this are errors with their place.
 *
 *     ops_config_t config;
 *     ops_config_init(&config, bank, mem);
 *     if (!ops_config_read(&config, text, len, &diags)) ...
 *     if (ops_config_draw(&config, row, sort, &sorts, &rng, &fit)) ... */
#ifndef MUTATE_OPS_CONFIG_H
#define MUTATE_OPS_CONFIG_H

#include "base/diag.h"
#include "smt/edit/invert.h"

enum { CONFIG_MAX_ARGS = FIT_MAX_ARGS, CONFIG_MAX_WEIGHT = 1000 };

/* Patterns of sorts and indices are words of config->words: see ops_config.c. */
typedef struct config_row {
    op_t op;
    uint32_t weight;
    bool repeats;   /* there may be more arguments like the last */
    bool open;      /* has names that stand for something */
    uint32_t count; /* of arguments */
    uint32_t args[CONFIG_MAX_ARGS];
    uint32_t result;
    uint32_t index_count;
    uint32_t indices[FIT_MAX_INDICES];
} config_row_t;

typedef struct ops_config {
    bank_t *bank;
    mem_t *mem;
    VEC(config_row_t) rows;
    u32_vec_t words;
} ops_config_t;

void ops_config_init(ops_config_t *config, bank_t *bank, mem_t *mem);
void ops_config_done(ops_config_t *config);

/* False with diags when the text has errors. Sorts are made in the bank. */
bool ops_config_read(ops_config_t *config, const char *text, size_t len, diag_list_t *diags);

/* Whether a row is about the operator. */
bool ops_config_has(const ops_config_t *config, op_t op);

/* Whether the row may give the sort. */
bool ops_config_gives(const ops_config_t *config, uint32_t row, sort_t result);

/* Indices and sorts of arguments for the row, that give the sort; what is open is drawn, from the
 * sorts given where they fit. False when a few draws find none. */
bool ops_config_draw(const ops_config_t *config, uint32_t row, sort_t result,
                     const u32_vec_t *sorts, rng_t *rng, fit_t *fit);

#endif
