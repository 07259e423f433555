/* ops_config.h - a file that says which operators typefuzz uses, in the syntax of the paper's
 * Figure 4:
 *
 *     ; a comment
 *     (not Bool Bool)                       the sorts of the arguments, then of the result
 *     (+ Int Int Int :left-assoc)           the attribute is read over: the operator table knows
 *     (par (A) (= A A Bool :chainable))     A stands for any sort
 *     ((_ extract 7 0) (_ BitVec 16) (_ BitVec 8))
 *     (bvadd (_ BitVec n) (_ BitVec n) (_ BitVec n))       n, m, ... stand for any width
 *
 * An operator that assay does not know, or sorts that it does not take, are errors with their
 * place. */
#ifndef MUTATE_OPS_CONFIG_H
#define MUTATE_OPS_CONFIG_H

#include "base/diag.h"
#include "smt/bank.h"

enum { CONFIG_MAX_SORTS = 8 };

/* The pattern of a sort: exact, or with any index, or any at all. */
typedef struct config_sort {
    sort_t sort;      /* exactly this; SORT_NONE: see below */
    sort_kind_t kind; /* of this kind; SORT_BAD: any */
    uint32_t same;    /* names of the parameters: equal names, equal sorts; 0: none */
} config_sort_t;

typedef struct config_row {
    op_t op;
    uint32_t count; /* of arguments */
    bool repeats;   /* :left-assoc and the like: more arguments like the last */
    config_sort_t args[CONFIG_MAX_SORTS];
    config_sort_t result;
} config_row_t;

typedef struct ops_config {
    bank_t *bank;
    mem_t *mem;
    VEC(config_row_t) rows;
} ops_config_t;

void ops_config_init(ops_config_t *config, bank_t *bank, mem_t *mem);
void ops_config_done(ops_config_t *config);
bool ops_config_read(ops_config_t *config, const char *text, size_t len, diag_list_t *diags);

/* Whether a row of the file is about the operator; whether one allows this application. */
bool ops_config_has(const ops_config_t *config, op_t op);
bool ops_config_fits(const ops_config_t *config, op_t op, const term_t *args, uint32_t count,
                     sort_t result);

#endif
