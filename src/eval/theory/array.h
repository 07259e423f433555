/* array.h - arrays as tables: a default and entries.
 *
 * Two tables may be one array only over a finite index sort, where the entries may cover most
 * indices, so that another value is the better default. array_make decides: when the sort has at
 * most twice as many values as there are entries, the default becomes the value that is there most
 * often, and of several such the one with the smallest bits. So a value at more than half of the
 * indices is always the default, and without one the table does not depend on how it was made:
 * arrays are equal exactly when their tables are, as far as their values are exact. Keys always
 * are.
 *
 * Functions in general (OBJ_LAMBDA, OBJ_FUN, OBJ_OP) are arrays, too, and (Set a) stands in for
 * (Array a Bool): array_table makes a table of all of them where it can. A table may also be the
 * value of a function sort. */
#ifndef EVAL_ARRAY_H
#define EVAL_ARRAY_H

#include "eval/engine/eval_priv.h"
#include "eval/model/domain_priv.h"

/* The value at a key of an OBJ_ARRAY; a key of several indices is an OBJ_TUPLE. */
value_t array_get(const values_t *values, value_t array, value_t key);

static inline value_t array_standard(const values_t *values, value_t array) {
    return value_words(values, array, &(uint32_t){0})[0];
}

/* The number of entries; entry i is at words[1 + 2 i], words[2 + 2 i]. */
static inline uint32_t array_entries(const values_t *values, value_t array) {
    uint32_t count;
    value_words(values, array, &count);
    return count / 2;
}

/* The array with this default, but for these entries: key, value, key, value, ... in any order, no
 * key twice. They get another order. */
value_t array_make(values_t *values, domain_t keys, value_t standard, uint64_t *entries,
                   uint32_t count);

/* The table of any array, function or set of this sort; false, with a reason, when there is none.
 */
bool array_table(eval_t *eval, const call_t *call, sort_t sort, value_t array, value_t *out);

/* The same without a reason, and without evaluating anything for what is no table yet. */
bool array_is_table(const values_t *values, value_t array);

/* What the keys of an array, a function or a set of this sort are. */
domain_t array_keys(eval_t *eval, sort_t sort);

/* One key from as many values as there are index sorts. */
value_t array_key(values_t *values, const value_t *index, uint32_t count);

/* The value of an array, function or set at an index. */
bool array_select(eval_t *eval, const call_t *call, sort_t sort, value_t array,
                  const value_t *index, uint32_t count, value_t *out);

/* Whether there are more than count keys: 1, 0, or -1 when the model may say so. */
int array_has_more(eval_t *eval, domain_t keys, uint64_t count);

/* Whether there are more keys than any number, for sure. */
bool array_endless(eval_t *eval, domain_t keys);

/* Keys that occur in one of several tables, ascending, each once. */
void array_all_keys(eval_t *eval, const value_t *tables, uint32_t count, value_vec_t *out);

/* Whether two lambdas are the same but for the names of bound variables; lambda_equal.c. */
bool lambda_equal(eval_t *eval, value_t a, value_t b);

/* The value of sort from where to is wanted: z3 rounds a Real down where an Int is expected, and
 * sets are arrays. False, with a reason, when it has none. */
bool eval_coerce(eval_t *eval, const call_t *call, sort_t from, sort_t to, value_t *value);

#endif
