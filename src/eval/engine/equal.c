/* Equality of values that hold functions or languages: true, false or not known. */
#include "base/bug.h"
#include "eval/theory/array.h"
#include "eval/theory/data.h"

#include <stdlib.h>
#include <string.h>

typedef struct pair {
    sort_t sort;
    value_t a, b;
} pair_t;

typedef struct comparison {
    eval_t *eval;
    const call_t *call;
    VEC(pair_t) todo;
    VEC(pair_t) met;
    map_t seen;     /* a to the last pair it was in, in met: what is shared is looked at once */
    bool different; /* for sure */
    bool unknown;   /* some part could not be compared */
} comparison_t;

static void compare(comparison_t *c, sort_t sort, value_t a, value_t b) {
    if (a == b || c->different)
        return;
    values_t *values = c->eval->values;
    if (sort_exact(values, sort)) {
        c->different = true;
        return;
    }
    uint32_t last = map_get(&c->seen, (uint32_t)a);
    assert(last == MAP_NONE || last < c->met.len);
    if (last != MAP_NONE && c->met.data[last].b == b && c->met.data[last].sort == sort)
        return;
    *map_put(c->eval->mem, &c->seen, (uint32_t)a) = c->met.len;
    *vec_push(c->eval->mem, &c->met) = (pair_t){sort, a, b};
    *vec_push(c->eval->mem, &c->todo) = (pair_t){sort, a, b};
}

/* The sort of a field in this instance of the datatype. */
static sort_t field_sort(eval_t *eval, sort_t sort, fun_t constructor, uint32_t i) {
    const fun_row_t *row = fun_row(eval->bank, constructor);
    sort_t field = fun_param(eval->bank, constructor, i);
    if (row->sort_param_count == 0)
        return field;
    uint32_t count;
    const sort_t *words = sort_args(eval->bank, sort, &count);
    sort_t args[16];
    if (count > sizeof args / sizeof *args || count != row->sort_param_count)
        return SORT_NONE;
    memcpy(args, words, count * sizeof *args);
    return sort_canon(eval->bank,
                      sort_instantiate(eval->bank, field, row->sort_params, args, count));
}

static void compare_data(comparison_t *c, pair_t pair) {
    eval_t *eval = c->eval;
    values_t *values = eval->values;
    uint64_t constructor = data_constructor(values, pair.a);
    if (constructor != data_constructor(values, pair.b)) {
        c->different = true;
        return;
    }
    uint32_t count;
    data_fields(values, pair.a, &count);
    for (uint32_t i = 0; i < count; i++) {
        sort_t sort = sort_kind(eval->bank, pair.sort) == SORT_USER
                          ? field_sort(eval, pair.sort, (fun_t)constructor, i)
                      : i == 0 ? sort_args(eval->bank, pair.sort, &(uint32_t){0})[0]
                               : pair.sort;
        value_t a = data_fields(values, pair.a, &count)[i];
        value_t b = data_fields(values, pair.b, &count)[i];
        if (sort != SORT_NONE)
            compare(c, sort, a, b);
        else
            c->unknown |= a != b;
    }
}

/* Sequences and tuples: element by element. */
static void compare_list(comparison_t *c, pair_t pair) {
    values_t *values = c->eval->values;
    uint32_t n;
    uint32_t m;
    value_words(values, pair.a, &n);
    value_words(values, pair.b, &m);
    if (n != m) {
        c->different = true;
        return;
    }
    bool tuple = sort_kind(c->eval->bank, pair.sort) == SORT_TUPLE;
    for (uint32_t i = 0; i < n; i++) {
        sort_t sort = sort_args(c->eval->bank, pair.sort, &m)[tuple ? i : 0];
        compare(c, sort, value_words(values, pair.a, &m)[i], value_words(values, pair.b, &m)[i]);
    }
}

static bool is_mapping(const values_t *values, value_t value) {
    switch (value_kind(values, value)) {
    case OBJ_ARRAY:
    case OBJ_FUN:
    case OBJ_OP:
    case OBJ_LAMBDA:
        return true;
    default:
        return false;
    }
}

/* Recursion is as deep as arrays hold arrays. */
/* NOLINTBEGIN(misc-no-recursion) */

static void compare_pair(comparison_t *c, pair_t pair) {
    eval_t *eval = c->eval;
    bool equal = false;
    bool known = false;
    if (domain_opaque(eval->values, domain_of(eval->values, pair.sort)) &&
        sort_kind(eval->bank, pair.sort) != SORT_USER) {
        c->unknown = true;
        return;
    }
    switch (sort_kind(eval->bank, pair.sort)) {
    case SORT_SEQ:
    case SORT_TUPLE:
        compare_list(c, pair);
        return;
    case SORT_LIST:
    case SORT_NULLABLE:
        compare_data(c, pair);
        return;
    case SORT_USER:
        if (value_kind(eval->values, pair.a) == OBJ_DATA &&
            value_kind(eval->values, pair.b) == OBJ_DATA) {
            compare_data(c, pair);
            return;
        }
        break;
    case SORT_ARRAY:
    case SORT_FUN:
    case SORT_SET:
        known = eval_equal_arrays(eval, c->call, pair.sort, pair.a, pair.b, &equal);
        break;
    case SORT_REGLAN:
    case SORT_REGEX:
        known = eval_equal_regex(eval, c->call, pair.a, pair.b, &equal);
        break;
    default:
        break;
    }
    c->unknown |= !known;
    c->different |= known && !equal;
}

/* Sorts that stand in for each other meet here: a Set may be compared with an Array to Bool. */
static bool is_mixed(const eval_t *eval, sort_t sort, value_t a, value_t b) {
    sort_kind_t kind = sort_kind(eval->bank, sort);
    if (kind != SORT_SET && kind != SORT_ARRAY && kind != SORT_FUN)
        return false;
    return is_mapping(eval->values, a) != is_mapping(eval->values, b);
}

bool eval_equal(eval_t *eval, const call_t *call, sort_t sort, value_t a, value_t b, bool *equal) {
    *equal = a == b;
    if (a == b)
        return true;
    if (is_mixed(eval, sort, a, b))
        return eval_equal_arrays(eval, call, sort, a, b, equal);
    if (sort_exact(eval->values, sort))
        return true;
    comparison_t c = {.eval = eval, .call = call};
    compare(&c, sort, a, b);
    while (c.todo.len > 0 && !c.different) {
        pair_t pair = vec_pop(&c.todo);
        compare_pair(&c, pair);
    }
    vec_free(eval->mem, &c.todo);
    vec_free(eval->mem, &c.met);
    map_free(eval->mem, &c.seen);
    *equal = !c.different;
    if (c.different || !c.unknown)
        return true;
    return eval->reason.kind == REASON_BUDGET ? false
                                              : eval_unknown(eval, REASON_COMPARISON, call->term);
}

/* --- arrays --- */

/* What is known of two arrays so far. */
typedef struct arrays {
    eval_t *eval;
    const call_t *call;
    sort_t sort;
    sort_t element;
    value_t a, b;
    bool different;
    bool unknown;
} arrays_t;

static void note_values(arrays_t *arrays, value_t a, value_t b) {
    bool equal;
    if (!eval_equal(arrays->eval, arrays->call, arrays->element, a, b, &equal))
        arrays->unknown = true;
    else if (!equal)
        arrays->different = true;
}

/* Two tables: at all keys of either, and at all others where there are others. */
static void compare_tables(arrays_t *arrays) {
    eval_t *eval = arrays->eval;
    values_t *values = eval->values;
    domain_t keys = array_keys(eval, arrays->sort);
    value_vec_t all = {0};
    array_all_keys(eval, (value_t[]){arrays->a, arrays->b}, 2, &all);
    for (uint32_t i = 0; i < all.len && !arrays->different; i++)
        note_values(arrays, array_get(values, arrays->a, all.data[i]),
                    array_get(values, arrays->b, all.data[i]));
    value_t a = array_standard(values, arrays->a);
    value_t b = array_standard(values, arrays->b);
    int more = a == b ? 0 : array_has_more(eval, keys, all.len);
    if (more == 1 && !arrays->different) {
        note_values(arrays, a, b);
    } else if (more == -1 && !arrays->different) {
        bool equal;
        arrays->unknown |= !eval_equal(eval, arrays->call, arrays->element, a, b, &equal) || !equal;
    }
    vec_free(eval->mem, &all);
}

/* One of them is no table: only a difference can be found, at keys of the other one, and at one
 * that is none of them. */
static void look_for_difference(arrays_t *arrays, bool a_table, bool b_table) {
    enum { MOST = 64 };
    eval_t *eval = arrays->eval;
    values_t *values = eval->values;
    domain_t keys = array_keys(eval, arrays->sort);
    bool tuples = domain_part_count(values, domain_of(values, arrays->sort)) > 2;
    value_vec_t all = {0};
    array_all_keys(eval, a_table ? &arrays->a : &arrays->b, a_table || b_table, &all);
    value_t fresh;
    bool more = array_has_more(eval, keys, all.len) == 1 &&
                domain_fresh(values, keys, all.data, all.len, &fresh);
    if (all.len > MOST)
        all.len = MOST;
    if (more)
        *vec_push(eval->mem, &all) = fresh;
    arrays->unknown = true;
    for (uint32_t i = 0; i < all.len && !arrays->different; i++) {
        value_vec_t index = {0};
        uint32_t count = 1;
        const uint64_t *parts = tuples ? value_words(values, all.data[i], &count) : &all.data[i];
        for (uint32_t k = 0; k < count; k++)
            *vec_push(eval->mem, &index) = parts[k];
        value_t a;
        value_t b;
        if (array_select(eval, arrays->call, arrays->sort, arrays->a, index.data, count, &a) &&
            array_select(eval, arrays->call, arrays->sort, arrays->b, index.data, count, &b))
            note_values(arrays, a, b);
        vec_free(eval->mem, &index);
        if (eval->steps == 0)
            break;
    }
    vec_free(eval->mem, &all);
}

bool eval_equal_arrays(eval_t *eval, const call_t *call, sort_t sort, value_t a, value_t b,
                       bool *equal) {
    uint32_t count;
    const sort_t *sorts = sort_args(eval->bank, sort, &count);
    arrays_t arrays = {.eval = eval, .call = call, .sort = sort, .a = a, .b = b};
    arrays.element = count == 1 ? SORT_BOOL : sorts[count - 1];
    bool a_table = array_table(eval, call, sort, a, &arrays.a);
    bool b_table = array_table(eval, call, sort, b, &arrays.b);
    if (eval->steps == 0)
        return false;
    if (!a_table)
        arrays.a = a;
    if (!b_table)
        arrays.b = b;
    if (arrays.a == arrays.b || lambda_equal(eval, arrays.a, arrays.b)) {
        *equal = true;
        return true;
    }
    domain_t keys = array_keys(eval, sort);
    if (a_table && b_table && sort_exact(eval->values, arrays.element) &&
        !domain_free(eval->values, keys) && !domain_opaque(eval->values, keys)) {
        *equal = false; /* tables are canonical */
        return true;
    }
    if (a_table && b_table)
        compare_tables(&arrays);
    else
        look_for_difference(&arrays, a_table, b_table);
    *equal = !arrays.different;
    if (arrays.different || !arrays.unknown)
        return true;
    return eval->reason.kind == REASON_BUDGET ? false
                                              : eval_unknown(eval, REASON_COMPARISON, call->term);
}
/* NOLINTEND(misc-no-recursion) */
