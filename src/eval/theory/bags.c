/* Bags, and tables: bags of tuples. */
#include "eval/theory/data.h"
#include "eval/theory/sets.h"
#include "eval/value/num.h"

#include <stdlib.h>
#include <string.h>

/* --- counts --- */

static value_t from_fmpz(values_t *values, fmpz_t number) {
    value_t value = num_of_fmpz(values, number);
    fmpz_clear(number);
    return value;
}

static value_t large_sum(values_t *values, value_t a, value_t b, bool minus) {
    fmpz_t x;
    fmpz_t y;
    fmpz_init(x);
    fmpz_init(y);
    num_get_fmpz(values, a, x);
    num_get_fmpz(values, b, y);
    if (minus)
        fmpz_sub(x, x, y);
    else
        fmpz_add(x, x, y);
    fmpz_clear(y);
    return from_fmpz(values, x);
}

value_t count_add(values_t *values, value_t a, value_t b) {
    if (num_is_small(a) && num_is_small(b))
        return num_of_i64(values, num_small(a) + num_small(b));
    return large_sum(values, a, b, false);
}

static value_t count_sub(values_t *values, value_t a, value_t b) {
    if (num_is_small(a) && num_is_small(b))
        return num_of_i64(values, num_small(a) - num_small(b));
    return large_sum(values, a, b, true);
}

bool count_mul(eval_t *eval, const call_t *call, value_t a, value_t b, value_t *out) {
    int64_t product;
    if (num_is_small(a) && num_is_small(b) &&
        !__builtin_mul_overflow(num_small(a), num_small(b), &product)) {
        *out = num_of_i64(eval->values, product);
        return true;
    }
    fmpz_t x;
    fmpz_t y;
    fmpz_init(x);
    fmpz_init(y);
    num_get_fmpz(eval->values, a, x);
    num_get_fmpz(eval->values, b, y);
    bool fits = fmpz_bits(x) + fmpz_bits(y) <= eval->limits.bits;
    if (fits)
        fmpz_mul(x, x, y);
    fmpz_clear(y);
    if (!fits) {
        fmpz_clear(x);
        return eval_unknown(eval, REASON_TOO_LARGE, call->term);
    }
    *out = from_fmpz(eval->values, x);
    return true;
}

/* --- elements --- */

bool bag_elements(eval_t *eval, const call_t *call, uint32_t i, bag_items_t *out) {
    uint32_t count;
    const uint64_t *words = value_words(eval->values, call->args[i], &count);
    if (!eval_charge(eval, call, count / 2))
        return false;
    bag_item_t *place = vec_extend(eval->mem, out, count / 2);
    for (uint32_t k = 0; k < count; k += 2)
        place[k / 2] = (bag_item_t){words[k], words[k + 1]};
    return true;
}

static int item_order(const void *a, const void *b) {
    return value_order(&((const bag_item_t *)a)->value, &((const bag_item_t *)b)->value);
}

static value_t make_bag(eval_t *eval, const bag_items_t *items) {
    value_vec_t words = {0};
    for (uint32_t i = 0; i < items->len; i++) {
        *vec_push(eval->mem, &words) = items->data[i].value;
        *vec_push(eval->mem, &words) = items->data[i].count;
    }
    value_t bag = value_make(eval->values, OBJ_BAG, words.data, words.len);
    vec_free(eval->mem, &words);
    return bag;
}

bool bag_from(eval_t *eval, const call_t *call, sort_t element, bag_items_t *items, value_t *out) {
    values_t *values = eval->values;
    if (!eval_charge(eval, call, items->len))
        return false;
    bool exact = sort_exact(values, element);
    for (uint32_t i = 0; i < items->len && !exact; i++)
        if (!value_exact(values, element, items->data[i].value))
            return eval_unknown(eval, REASON_COMPARISON, call->term);
    if (items->len > 1)
        qsort(items->data, items->len, sizeof *items->data, item_order);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < items->len;) {
        bag_item_t item = items->data[i++];
        while (i < items->len && items->data[i].value == item.value)
            item.count = count_add(values, item.count, items->data[i++].count);
        if (num_sign(values, item.count) > 0)
            items->data[kept++] = item;
    }
    items->len = kept;
    if (kept > eval->limits.length / 2)
        return eval_unknown(eval, REASON_TOO_LARGE, call->term);
    *out = make_bag(eval, items);
    return true;
}

static sort_t result_element(const eval_t *eval, const call_t *call) {
    return sort_args(eval->bank, call->sort, &(uint32_t){0})[0];
}

/* --- element by element --- */

static value_t combine(eval_t *eval, op_t op, value_t a, value_t b) {
    bool less = op != OP_BAG_UNION_DISJOINT && num_compare(eval->values, a, b) < 0;
    switch (op) {
    case OP_BAG_UNION_MAX:
        return less ? b : a;
    case OP_BAG_UNION_DISJOINT:
        return count_add(eval->values, a, b);
    case OP_BAG_INTER_MIN:
        return less ? a : b;
    case OP_BAG_DIFFERENCE_SUBTRACT:
        return less ? num_of_small(0) : count_sub(eval->values, a, b);
    default: /* difference_remove */
        return num_sign(eval->values, b) > 0 ? num_of_small(0) : a;
    }
}

/* a becomes a op b; both have their elements ascending. */
static void merge(eval_t *eval, op_t op, bag_items_t *a, const bag_items_t *b) {
    bag_items_t all = {0};
    uint32_t i = 0;
    uint32_t k = 0;
    while (i < a->len || k < b->len) {
        bool left = k == b->len || (i < a->len && a->data[i].value <= b->data[k].value);
        bool right = i == a->len || (k < b->len && b->data[k].value <= a->data[i].value);
        value_t count = combine(eval, op, left ? a->data[i].count : num_of_small(0),
                                right ? b->data[k].count : num_of_small(0));
        if (num_sign(eval->values, count) > 0)
            *vec_push(eval->mem, &all) =
                (bag_item_t){left ? a->data[i].value : b->data[k].value, count};
        i += left;
        k += right;
    }
    vec_free(eval->mem, a);
    *a = all;
}

bool eval_bag_merge(eval_t *eval, const call_t *call, value_t *out) {
    bag_items_t all = {0};
    bool known = bag_elements(eval, call, 0, &all);
    for (uint32_t i = 1; i < call->count && known; i++) {
        bag_items_t next = {0};
        known = bag_elements(eval, call, i, &next) && eval_charge(eval, call, all.len);
        if (known)
            merge(eval, call->op, &all, &next);
        vec_free(eval->mem, &next);
    }
    if (known && all.len > eval->limits.length / 2)
        known = eval_unknown(eval, REASON_TOO_LARGE, call->term);
    if (known)
        *out = make_bag(eval, &all);
    vec_free(eval->mem, &all);
    return known;
}

bool eval_bag_subbag(eval_t *eval, const call_t *call, value_t *out) {
    bag_items_t a = {0};
    bag_items_t b = {0};
    bool known = bag_elements(eval, call, 0, &a) && bag_elements(eval, call, 1, &b);
    if (known) {
        merge(eval, OP_BAG_DIFFERENCE_SUBTRACT, &a, &b);
        *out = a.len == 0;
    }
    vec_free(eval->mem, &a);
    vec_free(eval->mem, &b);
    return known;
}

bool eval_bag_empty(eval_t *eval, const call_t *call, value_t *out) {
    (void)call;
    *out = value_make(eval->values, OBJ_BAG, NULL, 0);
    return true;
}

bool eval_bag_make(eval_t *eval, const call_t *call, value_t *out) {
    bag_items_t items = {0};
    value_t count = call->args[1];
    if (!eval_coerce(eval, call, call_sort(eval, call, 1), SORT_INT, &count))
        return false;
    *vec_push(eval->mem, &items) = (bag_item_t){call->args[0], count};
    bool known = bag_from(eval, call, call_sort(eval, call, 0), &items, out);
    vec_free(eval->mem, &items);
    return known;
}

/* bag.count, bag.member */
bool eval_bag_count(eval_t *eval, const call_t *call, value_t *out) {
    uint32_t count;
    const uint64_t *words = value_words(eval->values, call->args[1], &count);
    *out = num_of_small(0);
    bool found = false;
    for (uint32_t low = 0, high = count / 2; low < high && !found;) {
        uint32_t middle = low + (high - low) / 2;
        found = words[2 * (size_t)middle] == call->args[0];
        if (found)
            *out = words[2 * (size_t)middle + 1];
        else if (words[2 * (size_t)middle] < call->args[0])
            low = middle + 1;
        else
            high = middle;
    }
    if (!found && count > 0 && !value_exact(eval->values, call_sort(eval, call, 0), call->args[0]))
        return eval_unknown(eval, REASON_COMPARISON, call->term);
    if (call->op == OP_BAG_MEMBER)
        *out = found;
    return true;
}

bool eval_bag_card(eval_t *eval, const call_t *call, value_t *out) {
    bag_items_t items = {0};
    bool known = bag_elements(eval, call, 0, &items);
    *out = num_of_small(0);
    for (uint32_t i = 0; i < items.len; i++)
        *out = count_add(eval->values, *out, items.data[i].count);
    vec_free(eval->mem, &items);
    return known;
}

bool eval_bag_is_singleton(eval_t *eval, const call_t *call, value_t *out) {
    uint32_t count;
    const uint64_t *words = value_words(eval->values, call->args[0], &count);
    *out = count == 2 && words[1] == num_of_small(1);
    return true;
}

bool eval_bag_choose(eval_t *eval, const call_t *call, value_t *out) {
    uint32_t count;
    const uint64_t *words = value_words(eval->values, call->args[0], &count);
    value_t choice = count > 0 ? words[0] : 0;
    if (count == 2) {
        *out = choice;
        return true;
    }
    return eval_open(eval, call, call->op, call->args, 1, count > 0 ? &choice : NULL, out);
}

/* bag.setof */
bool eval_bag_setof(eval_t *eval, const call_t *call, value_t *out) {
    bag_items_t items = {0};
    bool known = bag_elements(eval, call, 0, &items);
    for (uint32_t i = 0; i < items.len; i++)
        items.data[i].count = num_of_small(1);
    if (known)
        *out = make_bag(eval, &items);
    vec_free(eval->mem, &items);
    return known;
}

bool eval_bag_from_set(eval_t *eval, const call_t *call, value_t *out) {
    value_vec_t all = {0};
    bag_items_t items = {0};
    bool known = set_elements(eval, call, 0, &all);
    for (uint32_t i = 0; i < all.len; i++)
        *vec_push(eval->mem, &items) = (bag_item_t){all.data[i], num_of_small(1)};
    if (known)
        *out = make_bag(eval, &items);
    vec_free(eval->mem, &all);
    vec_free(eval->mem, &items);
    return known;
}

bool eval_bag_to_set(eval_t *eval, const call_t *call, value_t *out) {
    bag_items_t items = {0};
    value_vec_t all = {0};
    bool known = bag_elements(eval, call, 0, &items);
    for (uint32_t i = 0; i < items.len; i++)
        *vec_push(eval->mem, &all) = items.data[i].value;
    if (known)
        *out = value_make(eval->values, OBJ_SET, all.data, all.len);
    vec_free(eval->mem, &items);
    vec_free(eval->mem, &all);
    return known;
}

/* --- functions on the elements: the function is argument 0, the bag the last --- */

static bool apply(eval_t *eval, const call_t *call, const value_t *args, uint32_t count,
                  value_t *out) {
    return array_select(eval, call, call_sort(eval, call, 0), call->args[0], args, count, out);
}

bool eval_bag_map(eval_t *eval, const call_t *call, value_t *out) {
    bag_items_t items = {0};
    bool known = bag_elements(eval, call, 1, &items);
    for (uint32_t i = 0; i < items.len && known; i++) {
        value_t element = items.data[i].value;
        known = apply(eval, call, &element, 1, &items.data[i].value);
    }
    known = known && bag_from(eval, call, result_element(eval, call), &items, out);
    vec_free(eval->mem, &items);
    return known;
}

bool eval_bag_filter(eval_t *eval, const call_t *call, value_t *out) {
    bag_items_t items = {0};
    bool known = bag_elements(eval, call, 1, &items);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < items.len && known; i++) {
        value_t truth;
        known = apply(eval, call, &items.data[i].value, 1, &truth);
        if (known && truth)
            items.data[kept++] = items.data[i];
    }
    items.len = kept;
    if (known)
        *out = make_bag(eval, &items);
    vec_free(eval->mem, &items);
    return known;
}

/* bag.all, bag.some: one element may decide, whatever is unknown of the others. */
bool eval_bag_quantifier(eval_t *eval, const call_t *call, value_t *out) {
    bag_items_t items = {0};
    if (!bag_elements(eval, call, 1, &items))
        return false;
    bool some = call->op == OP_BAG_SOME;
    bool unknown = false;
    *out = !some;
    for (uint32_t i = 0; i < items.len && *out == !some; i++) {
        value_t truth;
        if (!apply(eval, call, &items.data[i].value, 1, &truth))
            unknown = true;
        else if (truth == some)
            *out = some;
    }
    vec_free(eval->mem, &items);
    return !unknown || *out == some;
}

bool eval_bag_fold(eval_t *eval, const call_t *call, value_t *out) {
    bag_items_t items = {0};
    bool known = bag_elements(eval, call, 2, &items) && fold_items(eval, call, &items, out);
    vec_free(eval->mem, &items);
    return known;
}

/* --- groups --- */

/* The items of each group as a bag, once; or their fold. */
static bool collect_groups(eval_t *eval, const call_t *call, const bag_items_t *items,
                           const u32_vec_t *group_of, uint32_t groups, value_t *out) {
    bool fold = call->op == OP_TABLE_AGGR || call->op == OP_TABLE_AGGR_0;
    bag_items_t results = {0};
    bool known = eval_charge(eval, call, (uint64_t)groups * items->len);
    for (uint32_t g = 0; g < groups && known; g++) {
        bag_items_t group = {0};
        for (uint32_t i = 0; i < items->len; i++)
            if (group_of->data[i] == g)
                *vec_push(eval->mem, &group) = items->data[i];
        value_t result = 0;
        if (fold)
            known = fold_items(eval, call, &group, &result);
        else
            result = make_bag(eval, &group);
        *vec_push(eval->mem, &results) = (bag_item_t){result, num_of_small(1)};
        vec_free(eval->mem, &group);
    }
    known = known && bag_from(eval, call, result_element(eval, call), &results, out);
    vec_free(eval->mem, &results);
    return known;
}

/* table.group, table.aggr. The empty table is one group, which is empty. */
bool eval_table_group(eval_t *eval, const call_t *call, value_t *out) {
    bag_items_t items = {0};
    u32_vec_t group_of = {0};
    bool known = bag_elements(eval, call, call->count - 1, &items);
    if (known) {
        uint32_t groups = group_tuples(eval, call, items.len > 0 ? &items.data[0].value : NULL,
                                       sizeof *items.data / sizeof(value_t), items.len, &group_of);
        known = collect_groups(eval, call, &items, &group_of, items.len == 0 ? 1 : groups, out);
    }
    vec_free(eval->mem, &items);
    vec_free(eval->mem, &group_of);
    return known;
}

/* Asks for every pair whether it is equivalent. What is no equivalence relation on the elements
 * gives no partition. */
static bool find_classes(eval_t *eval, const call_t *call, const bag_items_t *items,
                         u32_vec_t *class_of, uint32_t *classes) {
    uint32_t n = items->len;
    uint8_t *related = mem_zalloc(eval->mem, (size_t)n * n + 1, 1);
    bool known = true;
    for (uint32_t i = 0; i < n && known; i++)
        for (uint32_t k = 0; k < n && known; k++) {
            value_t args[] = {items->data[i].value, items->data[k].value};
            value_t truth = 0;
            known = apply(eval, call, args, 2, &truth);
            related[(size_t)i * n + k] = truth != 0;
        }
    *classes = 0;
    for (uint32_t i = 0; i < n && known; i++) {
        uint32_t first = 0;
        while (first < n && !related[(size_t)i * n + first])
            first++;
        uint32_t class = first < i ? class_of->data[first] : (*classes)++;
        *vec_push(eval->mem, class_of) = class;
    }
    for (uint32_t i = 0; i < n && known; i++)
        for (uint32_t k = 0; k < n && known; k++)
            known = related[(size_t)i * n + k] == (class_of->data[i] == class_of->data[k]) ||
                    eval_unknown(eval, REASON_UNDERSPECIFIED, call->term);
    mem_free(eval->mem, related);
    return known;
}

bool eval_bag_partition(eval_t *eval, const call_t *call, value_t *out) {
    enum { MOST = 1024 };
    bag_items_t items = {0};
    u32_vec_t class_of = {0};
    uint32_t classes = 0;
    bool known = bag_elements(eval, call, 1, &items);
    if (known && items.len > MOST)
        known = eval_unknown(eval, REASON_TOO_LARGE, call->term);
    known = known && eval_charge(eval, call, (uint64_t)items.len * items.len) &&
            find_classes(eval, call, &items, &class_of, &classes) &&
            collect_groups(eval, call, &items, &class_of, classes, out);
    vec_free(eval->mem, &items);
    vec_free(eval->mem, &class_of);
    return known;
}

/* --- tables --- */

static value_t joined(eval_t *eval, value_t a, value_t b) {
    value_vec_t words = {0};
    uint32_t n;
    uint32_t m;
    value_words(eval->values, a, &n);
    value_words(eval->values, b, &m);
    value_t *place = vec_extend(eval->mem, &words, n + m);
    for (uint32_t i = 0; i < n + m; i++)
        place[i] =
            i < n ? value_words(eval->values, a, &n)[i] : value_words(eval->values, b, &m)[i - n];
    value_t made = value_make(eval->values, OBJ_TUPLE, words.data, words.len);
    vec_free(eval->mem, &words);
    return made;
}

static bool rows_match(const eval_t *eval, value_t a, value_t b, const uint32_t *indices,
                       uint32_t count) {
    uint32_t n;
    for (uint32_t i = 0; i + 1 < count; i += 2)
        if (value_words(eval->values, a, &n)[indices[i]] !=
            value_words(eval->values, b, &n)[indices[i + 1]])
            return false;
    return true;
}

/* table.product, table.join */
bool eval_table_pair(eval_t *eval, const call_t *call, value_t *out) {
    bag_items_t left = {0};
    bag_items_t right = {0};
    bag_items_t all = {0};
    uint32_t count = 0;
    const uint32_t *indices = NULL;
    if (call->op == OP_TABLE_JOIN)
        indices = call_indices(call, &count);
    bool known = bag_elements(eval, call, 0, &left) && bag_elements(eval, call, 1, &right) &&
                 eval_charge(eval, call, (uint64_t)left.len * right.len);
    for (uint32_t i = 0; i < left.len && known; i++)
        for (uint32_t k = 0; k < right.len && known; k++) {
            bag_item_t a = left.data[i];
            bag_item_t b = right.data[k];
            if (!rows_match(eval, a.value, b.value, indices, count))
                continue;
            bag_item_t item = {joined(eval, a.value, b.value), 0};
            known = count_mul(eval, call, a.count, b.count, &item.count);
            *vec_push(eval->mem, &all) = item;
        }
    known = known && bag_from(eval, call, result_element(eval, call), &all, out);
    vec_free(eval->mem, &left);
    vec_free(eval->mem, &right);
    vec_free(eval->mem, &all);
    return known;
}

bool eval_table_project(eval_t *eval, const call_t *call, value_t *out) {
    bag_items_t items = {0};
    uint32_t count;
    const uint32_t *indices = call_indices(call, &count);
    bool known = bag_elements(eval, call, 0, &items);
    for (uint32_t i = 0; i < items.len; i++)
        items.data[i].value = data_project(eval, items.data[i].value, indices, count);
    known = known && bag_from(eval, call, result_element(eval, call), &items, out);
    vec_free(eval->mem, &items);
    return known;
}
