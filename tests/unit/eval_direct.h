/* eval_direct.h - operators of the evaluator applied to values, without a term: for tests that do
 * it a million times.
 *
 *     direct_t d;
 *     direct_init(&d);
 *     sort_t sort = sort_float(&d.bank, 8, 24);
 *     value_t args[] = {ROUND_RNE, a, b};
 *     sort_t sorts[] = {SORT_ROUNDING, sort, sort};
 *     value_t sum = direct_call(&d, OP_FP_ADD, sort, sorts, args, 3);
 *     direct_done(&d); */
#ifndef EVAL_DIRECT_H
#define EVAL_DIRECT_H

#include "unit.h"

#include "eval/engine/eval_priv.h"

typedef struct direct {
    mem_t mem;
    bank_t bank;
    values_t values;
    eval_t eval;
} direct_t;

static inline void direct_init(direct_t *d) {
    mem_init(&d->mem);
    bank_init(&d->bank, &d->mem);
    values_init(&d->values, &d->bank, &d->mem);
    eval_init(&d->eval, &d->bank, &d->values, NULL, &d->mem);
}

static inline void direct_done(direct_t *d) {
    eval_done(&d->eval);
    values_done(&d->values);
    bank_done(&d->bank);
    assert_int_equal(d->mem.used, 0);
    mem_done(&d->mem);
}

/* False when the evaluator does not know. index is only looked at by operators that have some. */
static inline bool direct_try(direct_t *d, op_t op, const uint32_t *index, sort_t result,
                              const sort_t *sorts, const value_t *args, uint32_t count,
                              value_t *out) {
    call_t call = {.op = op,
                   .count = count,
                   .sort = result,
                   .index = index,
                   .index_count = index ? (uint32_t)op_index_count(op) : 0,
                   .sorts = sorts,
                   .args = args};
    d->eval.steps = d->eval.limits.steps;
    d->eval.choices.len = 0;
    return eval_rule(op)(&d->eval, &call, out);
}

/* Whether the last call's value was left open. */
static inline bool direct_chose(const direct_t *d) {
    return d->eval.choices.len > 0;
}

static inline value_t direct_call(direct_t *d, op_t op, sort_t result, const sort_t *sorts,
                                  const value_t *args, uint32_t count) {
    value_t out = 0;
    if (!direct_try(d, op, NULL, result, sorts, args, count, &out))
        fail_msg("%s is unknown", op_info(op)->name);
    return out;
}

#endif
