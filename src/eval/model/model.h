/* model.h - what a solver says the symbols mean.
 *
 * A model belongs to a script: it maps the script's declared functions, and the operators that the
 * standard leaves open (/0, div0, mod0, ...), to definitions. A definition is a fun with parameters
 * and a body (FUN_DEFINED) in the same bank, or a value.
 *
 *     model_t model;
 *     model_init(&model, &values, mem);
 *     if (!model_read(&model, &script, text, len, &diags)) ...
 *
 * All spellings of the solvers are read: (model ...) or a bare list, define-fun with any body,
 * (as const ...), lambdas, (_ as-array f), root-obj, real algebraic numbers, elements of
 * uninterpreted sorts (U!val!0, @U_0, (as @a0 U), @uc_U_0), a list of pairs ((x 1) ...) as
 * get-value gives it, (= x 1) as yices does, "x 0010" lines as boolector does. */
#ifndef EVAL_MODEL_H
#define EVAL_MODEL_H

#include "base/diag.h"
#include "base/map.h"
#include "eval/value/value.h"
#include "smt/term/script.h"

typedef struct meant {
    fun_t body;    /* the definition, or FUN_NONE when it is the value */
    uint32_t next; /* of an operator: place of another definition, for other sorts, or MAP_NONE */
    value_t value; /* of a constant */
} meant_t;

typedef struct model {
    mem_t *mem;
    values_t *values;
    VEC(meant_t) meanings;
    map_t funs;         /* fun_t to its place in meanings */
    map_t ops;          /* op_t, the same */
    u32_vec_t elements; /* fun_t: constants that are elements of uninterpreted sorts */
    map_t element_of;   /* fun_t to its number among the elements of its sort */
    map_t universe;     /* sort_t to how many elements the model says it has, when it says so */
    map_t closed;       /* sort_t: of these, the ones that a formula of the model says it of. Of the
                           others a comment does: there may as well be more elements */
} model_t;

void model_init(model_t *model, values_t *values, mem_t *mem);
void model_done(model_t *model);
void model_clear(model_t *model);

/* Reads a solver's answer to get-model (or get-value), without the verdict. Definitions are made in
 * the script's bank. False when something could not be read: diags says what and where; the rest is
 * in the model. */
bool model_read(model_t *model, const script_t *script, const char *text, size_t len,
                diag_list_t *diags);

/* Whether there are certainly no more elements than those. */
static inline bool model_is_closed(const model_t *model, sort_t sort) {
    return map_get(&model->closed, sort) != MAP_NONE;
}

/* Gives a constant a value; a function a definition. */
void model_set(model_t *model, fun_t constant, value_t value);
void model_define(model_t *model, fun_t fun, fun_t body);

/* NULL when the model does not say. */
const meant_t *model_get(const model_t *model, fun_t fun);

/* An operator may be defined for several sorts (bvudiv0 for each width): the one that gives this
 * sort. */
const meant_t *model_get_op(const model_t *model, op_t op, sort_t result);

#endif
