#include "eval/theory/sets.h"

#include "eval/value/num.h"

#include <stdlib.h>
#include <string.h>

/* --- elements --- */

sort_t set_element_sort(const eval_t *eval, const call_t *call, uint32_t i) {
    return sort_args(eval->bank, call_sort(eval, call, i), &(uint32_t){0})[0];
}

/* Sorts values and drops repeats. */
static void normalise(value_vec_t *values) {
    if (values->len < 2)
        return;
    qsort(values->data, values->len, sizeof *values->data, value_order);
    uint32_t kept = 1;
    for (uint32_t i = 1; i < values->len; i++)
        if (values->data[i] != values->data[kept - 1])
            values->data[kept++] = values->data[i];
    values->len = kept;
}

/* All words of a set or coset. */
static void copy_words(eval_t *eval, value_t set, value_vec_t *out) {
    uint32_t count;
    value_words(eval->values, set, &count);
    out->len = 0;
    value_t *place = vec_extend(eval->mem, out, count);
    if (place && count > 0)
        memcpy(place, value_words(eval->values, set, &count), count * sizeof *place);
}

bool set_elements(eval_t *eval, const call_t *call, uint32_t i, value_vec_t *out) {
    if (value_kind(eval->values, call->args[i]) != OBJ_SET)
        return eval_unknown(eval, REASON_UNSUPPORTED, call->term);
    uint32_t count;
    value_words(eval->values, call->args[i], &count);
    if (!eval_charge(eval, call, count))
        return false;
    copy_words(eval, call->args[i], out);
    return true;
}

static bool all_exact(eval_t *eval, const call_t *call, sort_t element, const value_vec_t *values) {
    if (sort_exact(eval->values, element))
        return true;
    for (uint32_t i = 0; i < values->len; i++)
        if (!value_exact(eval->values, element, values->data[i]))
            return eval_unknown(eval, REASON_COMPARISON, call->term);
    return true;
}

bool set_from(eval_t *eval, const call_t *call, sort_t element, value_vec_t *values, value_t *out) {
    if (!all_exact(eval, call, element, values) || !eval_charge(eval, call, values->len))
        return false;
    normalise(values);
    if (values->len > eval->limits.length)
        return eval_unknown(eval, REASON_TOO_LARGE, call->term);
    *out = value_make(eval->values, OBJ_SET, values->data, values->len);
    return true;
}

/* --- Boolean algebra --- */

/* A finite set, or all values but those of one. */
typedef struct side {
    bool outside;
    value_vec_t values;
} side_t;

static bool side_open(eval_t *eval, const call_t *call, value_t set, side_t *side) {
    obj_kind_t kind = value_kind(eval->values, set);
    if (kind != OBJ_SET && kind != OBJ_COSET)
        return eval_unknown(eval, REASON_UNSUPPORTED, call->term);
    uint32_t count;
    value_words(eval->values, set, &count);
    side->outside = kind == OBJ_COSET;
    if (!eval_charge(eval, call, count))
        return false;
    copy_words(eval, set, &side->values);
    return true;
}

static value_t side_value(eval_t *eval, const side_t *side) {
    return value_make(eval->values, side->outside ? OBJ_COSET : OBJ_SET, side->values.data,
                      side->values.len);
}

enum { ONLY_A = 1, ONLY_B = 2, BOTH = 4 };

/* a becomes the values that are in the parts of the two lists that are asked for. */
static void merge(eval_t *eval, value_vec_t *a, const value_vec_t *b, uint32_t parts) {
    value_vec_t all = {0};
    uint32_t i = 0;
    uint32_t k = 0;
    while (i < a->len || k < b->len) {
        uint32_t part = k == b->len || (i < a->len && a->data[i] < b->data[k]) ? ONLY_A
                        : i == a->len || b->data[k] < a->data[i]               ? ONLY_B
                                                                               : BOTH;
        if (parts & part)
            *vec_push(eval->mem, &all) = part == ONLY_B ? b->data[k] : a->data[i];
        i += part != ONLY_B;
        k += part != ONLY_A;
    }
    vec_free(eval->mem, a);
    *a = all;
}

/* a becomes the intersection of both. */
static void intersect(eval_t *eval, side_t *a, const side_t *b) {
    uint32_t parts = a->outside   ? (b->outside ? ONLY_A | ONLY_B | BOTH : ONLY_B)
                     : b->outside ? ONLY_A
                                  : BOTH;
    merge(eval, &a->values, &b->values, parts);
    a->outside = a->outside && b->outside;
}

typedef enum { SET_AND, SET_OR, SET_BUT } set_op_t;

static void combine(eval_t *eval, set_op_t op, side_t *a, side_t *b) {
    a->outside ^= op == SET_OR;
    b->outside ^= op != SET_AND;
    intersect(eval, a, b);
    a->outside ^= op == SET_OR;
}

/* (a op b) op c ... */
static bool algebra(eval_t *eval, const call_t *call, set_op_t op, value_t *out) {
    side_t all = {0};
    bool known = side_open(eval, call, call->args[0], &all);
    for (uint32_t i = 1; i < call->count && known; i++) {
        side_t next = {0};
        known = side_open(eval, call, call->args[i], &next);
        if (known)
            combine(eval, op, &all, &next);
        vec_free(eval->mem, &next.values);
    }
    if (known && all.values.len > eval->limits.length)
        known = eval_unknown(eval, REASON_TOO_LARGE, call->term);
    if (known)
        *out = side_value(eval, &all);
    vec_free(eval->mem, &all.values);
    return known;
}

bool eval_set_union(eval_t *eval, const call_t *call, value_t *out) {
    return algebra(eval, call, SET_OR, out);
}

bool eval_set_inter(eval_t *eval, const call_t *call, value_t *out) {
    return algebra(eval, call, SET_AND, out);
}

bool eval_set_minus(eval_t *eval, const call_t *call, value_t *out) {
    return algebra(eval, call, SET_BUT, out);
}

/* Whether nothing of the first is outside the second. */
bool eval_set_subset(eval_t *eval, const call_t *call, value_t *out) {
    value_t rest;
    if (!algebra(eval, call, SET_BUT, &rest))
        return false;
    uint32_t count;
    value_words(eval->values, rest, &count);
    *out = value_kind(eval->values, rest) == OBJ_SET && count == 0;
    return true;
}

bool eval_set_empty(eval_t *eval, const call_t *call, value_t *out) {
    (void)call;
    *out = value_make(eval->values, OBJ_SET, NULL, 0);
    return true;
}

/* All values of the sort of elements, also of an uninterpreted one when the model lists them. */
static bool all_values(eval_t *eval, const call_t *call, sort_t element, value_t *out) {
    values_t *values = eval->values;
    domain_t domain = domain_of(values, element);
    uint64_t size = domain_size(values, domain);
    uint32_t universe = eval->model ? map_get(&eval->model->universe, element) : MAP_NONE;
    if (universe != MAP_NONE)
        size = universe;
    if (size == SORT_INFINITE && array_endless(eval, domain)) {
        *out = value_make(values, OBJ_COSET, NULL, 0);
        return true;
    }
    if (size == SORT_INFINITE)
        return eval_unknown(eval, REASON_UNSUPPORTED, call->term);
    if (size > eval->limits.length)
        return eval_unknown(eval, REASON_TOO_LARGE, call->term);
    if (!eval_charge(eval, call, size))
        return false;
    value_vec_t all = {0};
    for (uint64_t i = 0; i < size; i++) {
        value_t value = universe != MAP_NONE
                            ? value_make(values, OBJ_ELEMENT, (uint64_t[]){element, i}, 2)
                            : domain_at(values, domain, i);
        *vec_push(eval->mem, &all) = value;
    }
    bool known = set_from(eval, call, element, &all, out);
    vec_free(eval->mem, &all);
    return known;
}

/* The universe of cvc5 is not all values of the sort: it is any set that includes all the others.
 * All values are one; whatever holds for them holds for a finite one that is large enough, too. But
 * it is a choice. z3 takes the complement of a Set to all values: the same, and no choice, which we
 * do not know here. */
bool set_universe(eval_t *eval, const call_t *call, sort_t element, value_t *out) {
    value_t all;
    return all_values(eval, call, element, &all) &&
           eval_open(eval, call, OP_SET_UNIVERSE, NULL, 0, &all, out);
}

bool eval_set_universe(eval_t *eval, const call_t *call, value_t *out) {
    return set_universe(eval, call, sort_args(eval->bank, call->sort, &(uint32_t){0})[0], out);
}

bool eval_set_complement(eval_t *eval, const call_t *call, value_t *out) {
    value_t universe;
    if (!set_universe(eval, call, set_element_sort(eval, call, 0), &universe))
        return false;
    call_t minus = *call;
    sort_t sorts[] = {call_sort(eval, call, 0), call_sort(eval, call, 0)};
    value_t args[] = {universe, call->args[0]};
    minus.count = 2;
    minus.sorts = sorts;
    minus.args = args;
    return algebra(eval, &minus, SET_BUT, out);
}

/* --- single elements --- */

bool eval_set_singleton(eval_t *eval, const call_t *call, value_t *out) {
    if (!value_exact(eval->values, call_sort(eval, call, 0), call->args[0]))
        return eval_unknown(eval, REASON_COMPARISON, call->term);
    *out = value_make(eval->values, OBJ_SET, call->args, 1);
    return true;
}

bool eval_set_member(eval_t *eval, const call_t *call, value_t *out) {
    return array_select(eval, call, call_sort(eval, call, 1), call->args[1], call->args, 1, out);
}

bool eval_set_insert(eval_t *eval, const call_t *call, value_t *out) {
    uint32_t last = call->count - 1;
    sort_t element = set_element_sort(eval, call, last);
    side_t set = {0};
    side_t added = {0};
    bool known = side_open(eval, call, call->args[last], &set);
    for (uint32_t i = 0; i < last && known; i++) {
        value_t value = call->args[i];
        known = eval_coerce(eval, call, call_sort(eval, call, i), element, &value);
        *vec_push(eval->mem, &added.values) = value;
    }
    known = known && all_exact(eval, call, element, &added.values);
    if (known) {
        normalise(&added.values);
        combine(eval, SET_OR, &set, &added);
        *out = side_value(eval, &set);
    }
    vec_free(eval->mem, &set.values);
    vec_free(eval->mem, &added.values);
    return known;
}

bool eval_set_card(eval_t *eval, const call_t *call, value_t *out) {
    if (value_kind(eval->values, call->args[0]) != OBJ_SET)
        return eval_unknown(eval, REASON_UNSUPPORTED, call->term);
    uint32_t count;
    value_words(eval->values, call->args[0], &count);
    *out = num_of_small(count);
    return true;
}

/* set.is_empty, set.is_singleton; an infinite set is neither. */
bool eval_set_is(eval_t *eval, const call_t *call, value_t *out) {
    obj_kind_t kind = value_kind(eval->values, call->args[0]);
    if (kind != OBJ_SET && kind != OBJ_COSET)
        return eval_unknown(eval, REASON_UNSUPPORTED, call->term);
    uint32_t count;
    value_words(eval->values, call->args[0], &count);
    *out = kind == OBJ_SET && count == (call->op == OP_SET_IS_SINGLETON);
    return true;
}

bool eval_set_choose(eval_t *eval, const call_t *call, value_t *out) {
    value_t set = call->args[0];
    obj_kind_t kind = value_kind(eval->values, set);
    if (kind != OBJ_SET && kind != OBJ_COSET)
        return eval_unknown(eval, REASON_UNSUPPORTED, call->term);
    uint32_t count;
    const uint64_t *words = value_words(eval->values, set, &count);
    value_t choice = 0;
    if (kind == OBJ_COSET) {
        value_vec_t avoid = {0};
        copy_words(eval, set, &avoid);
        bool found = domain_fresh(eval->values, domain_of(eval->values, call->sort), avoid.data,
                                  avoid.len, &choice);
        vec_free(eval->mem, &avoid);
        if (!found)
            return eval_unknown(eval, REASON_NO_VALUE, call->term);
    } else if (count > 0) {
        choice = words[0];
    }
    if (kind == OBJ_SET && count == 1) {
        *out = choice;
        return true;
    }
    return eval_open(eval, call, call->op, call->args, 1,
                     kind == OBJ_COSET || count > 0 ? &choice : NULL, out);
}

/* (set.range a b) */
bool eval_set_range(eval_t *eval, const call_t *call, value_t *out) {
    int64_t low;
    int64_t high;
    if (num_compare(eval->values, call->args[0], call->args[1]) > 0)
        return eval_set_empty(eval, call, out);
    if (!num_get_i64(eval->values, call->args[0], &low) ||
        !num_get_i64(eval->values, call->args[1], &high) ||
        (uint64_t)high - (uint64_t)low >= eval->limits.length)
        return eval_unknown(eval, REASON_TOO_LARGE, call->term);
    value_vec_t all = {0};
    for (uint64_t i = 0; i <= (uint64_t)high - (uint64_t)low; i++) {
        value_t number = num_of_i64(eval->values, (int64_t)((uint64_t)low + i));
        *vec_push(eval->mem, &all) = number;
    }
    bool known = set_from(eval, call, SORT_INT, &all, out);
    vec_free(eval->mem, &all);
    return known;
}

/* --- functions on the elements: the function is argument 0, the set argument 1 --- */

static bool apply(eval_t *eval, const call_t *call, value_t element, value_t *out) {
    return array_select(eval, call, call_sort(eval, call, 0), call->args[0], &element, 1, out);
}

bool eval_set_map(eval_t *eval, const call_t *call, value_t *out) {
    value_vec_t all = {0};
    bool known = set_elements(eval, call, 1, &all);
    for (uint32_t i = 0; i < all.len && known; i++)
        known = apply(eval, call, all.data[i], &all.data[i]);
    known = known &&
            set_from(eval, call, sort_args(eval->bank, call->sort, &(uint32_t){0})[0], &all, out);
    vec_free(eval->mem, &all);
    return known;
}

bool eval_set_filter(eval_t *eval, const call_t *call, value_t *out) {
    value_vec_t all = {0};
    bool known = set_elements(eval, call, 1, &all);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < all.len && known; i++) {
        value_t truth;
        known = apply(eval, call, all.data[i], &truth);
        if (known && truth)
            all.data[kept++] = all.data[i];
    }
    if (known)
        *out = value_make(eval->values, OBJ_SET, all.data, kept);
    vec_free(eval->mem, &all);
    return known;
}

/* set.all, set.some: one element may decide, whatever is unknown of the others. */
bool eval_set_quantifier(eval_t *eval, const call_t *call, value_t *out) {
    value_vec_t all = {0};
    if (!set_elements(eval, call, 1, &all))
        return false;
    bool some = call->op == OP_SET_SOME;
    bool unknown = false;
    *out = !some;
    for (uint32_t i = 0; i < all.len && *out == !some; i++) {
        value_t truth;
        if (!apply(eval, call, all.data[i], &truth))
            unknown = true;
        else if (truth == some)
            *out = some;
    }
    vec_free(eval->mem, &all);
    return !unknown || *out == some;
}

bool eval_set_fold(eval_t *eval, const call_t *call, value_t *out) {
    value_vec_t all = {0};
    bag_items_t items = {0};
    bool known = set_elements(eval, call, 2, &all);
    for (uint32_t i = 0; i < all.len; i++)
        *vec_push(eval->mem, &items) = (bag_item_t){all.data[i], num_of_small(1)};
    known = known && fold_items(eval, call, &items, out);
    vec_free(eval->mem, &all);
    vec_free(eval->mem, &items);
    return known;
}
