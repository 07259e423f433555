/* data.h - values of datatypes: a constructor and its fields. */
#ifndef EVAL_DATA_H
#define EVAL_DATA_H

#include "eval/engine/eval_priv.h"

/* The constructor (a fun_t) and the fields of an OBJ_DATA. */
static inline uint64_t data_constructor(const values_t *values, value_t value) {
    uint32_t count;
    return value_words(values, value, &count)[0];
}

static inline const uint64_t *data_fields(const values_t *values, value_t value, uint32_t *count) {
    const uint64_t *words = value_words(values, value, count);
    --*count;
    return words + 1;
}

/* Applications of a datatype's functions to call->args. */
bool data_construct(eval_t *eval, const call_t *call, fun_t constructor, value_t *out);
bool data_select(eval_t *eval, const call_t *call, fun_t selector, value_t *out);
bool data_test(eval_t *eval, const call_t *call, fun_t constructor, value_t *out);

/* The numeral indices of an operator, without the count that the head of some starts with. */
const uint32_t *call_indices(const call_t *call, uint32_t *count);

/* The tuple of these components of a tuple. */
value_t data_project(eval_t *eval, value_t tuple, const uint32_t *indices, uint32_t count);

#endif
