#include "eval/theory/array.h"

#include "base/bug.h"
#include "eval/value/num.h"

#include <stdlib.h>
#include <string.h>

/* --- tables --- */

/* Where the key is among entries, or where it belongs. */
static uint32_t find_entry(const uint64_t *entries, uint32_t count, value_t key) {
    uint32_t low = 0;
    uint32_t high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (entries[2 * (size_t)middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

value_t array_get(const values_t *values, value_t array, value_t key) {
    uint32_t count;
    const uint64_t *words = value_words(values, array, &count);
    uint32_t at = find_entry(words + 1, count / 2, key);
    return at < count / 2 && words[1 + 2 * (size_t)at] == key ? words[2 + 2 * (size_t)at]
                                                              : words[0];
}

/* The value that is most often there, of several the smallest. */
static value_t most_frequent(values_t *values, uint64_t size, value_t standard,
                             const uint64_t *entries, uint32_t count) {
    value_vec_t all = {0};
    for (uint32_t i = 0; i < count; i++)
        *vec_push(values->mem, &all) = entries[2 * (size_t)i + 1];
    if (all.len > 1)
        qsort(all.data, all.len, sizeof *all.data, value_order);
    value_t best = standard;
    uint64_t times = size - count;
    for (uint32_t i = 0; i < all.len;) {
        uint32_t start = i;
        while (i < all.len && all.data[i] == all.data[start])
            i++;
        uint64_t run = i - start;
        if (run > times || (run == times && all.data[start] < best)) {
            best = all.data[start];
            times = run;
        }
    }
    vec_free(values->mem, &all);
    return best;
}

/* The words of the table with another default, over a domain of this size. */
static void change_standard(values_t *values, domain_t keys, uint64_t size, value_t standard,
                            value_t better, value_vec_t *words) {
    value_vec_t all = {0};
    *vec_push(values->mem, &all) = better;
    for (uint64_t i = 0; i < size; i++) {
        value_t key = domain_at(values, keys, i);
        uint32_t at = find_entry(words->data + 1, words->len / 2, key);
        bool there = at < words->len / 2 && words->data[1 + 2 * (size_t)at] == key;
        value_t value = there ? words->data[2 + 2 * (size_t)at] : standard;
        if (value == better)
            continue;
        *vec_push(values->mem, &all) = key;
        *vec_push(values->mem, &all) = value;
    }
    if (all.len > 3)
        qsort(all.data + 1, all.len / 2, 2 * sizeof *all.data, value_order);
    vec_free(values->mem, words);
    *words = all;
}

/* words: the default, then entries, keys ascending. They are freed. */
static value_t finish_table(values_t *values, domain_t keys, value_vec_t *words) {
    uint32_t kept = 1;
    value_t standard = words->data[0];
    for (uint32_t i = 1; i < words->len; i += 2) {
        if (words->data[i + 1] == standard)
            continue;
        words->data[kept] = words->data[i];
        words->data[kept + 1] = words->data[i + 1];
        kept += 2;
    }
    words->len = kept;
    uint64_t size = kept == 1 ? SORT_INFINITE : domain_size(values, keys);
    if (size <= kept - 1) { /* twice the number of entries */
        value_t better = most_frequent(values, size, standard, words->data + 1, words->len / 2);
        if (better != standard)
            change_standard(values, keys, size, standard, better, words);
    }
    value_t array = value_make(values, OBJ_ARRAY, words->data, words->len);
    vec_free(values->mem, words);
    return array;
}

value_t array_make(values_t *values, domain_t keys, value_t standard, uint64_t *entries,
                   uint32_t count) {
    if (count > 1)
        qsort(entries, count, 2 * sizeof *entries, value_order);
    value_vec_t words = {0};
    value_t *place = vec_extend(values->mem, &words, 1 + 2 * (uint64_t)count);
    place[0] = standard;
    if (count > 0)
        memcpy(place + 1, entries, 2 * (size_t)count * sizeof *entries);
    return finish_table(values, keys, &words);
}

value_t array_key(values_t *values, const value_t *index, uint32_t count) {
    return count == 1 ? index[0] : value_make(values, OBJ_TUPLE, index, count);
}

domain_t array_keys(eval_t *eval, sort_t sort) {
    domain_t domain = domain_of(eval->values, sort);
    return domain_kind(eval->values, domain) == SORT_SET ? domain_part(eval->values, domain, 0)
                                                         : domain_keys(eval->values, domain);
}

/* --- what is an array --- */

bool array_is_table(const values_t *values, value_t array) {
    obj_kind_t kind = value_kind(values, array);
    return kind == OBJ_ARRAY || kind == OBJ_SET || kind == OBJ_COSET;
}

static value_t table_of_set(values_t *values, domain_t keys, value_t set) {
    uint32_t count;
    value_words(values, set, &count);
    bool inside = value_kind(values, set) == OBJ_SET;
    value_vec_t words = {0};
    *vec_push(values->mem, &words) = !inside;
    for (uint32_t i = 0; i < count; i++) {
        *vec_push(values->mem, &words) = value_words(values, set, &count)[i];
        *vec_push(values->mem, &words) = inside;
    }
    return finish_table(values, keys, &words);
}

bool array_table(eval_t *eval, const call_t *call, sort_t sort, value_t array, value_t *out) {
    switch (value_kind(eval->values, array)) {
    case OBJ_ARRAY:
        *out = array;
        return true;
    case OBJ_SET:
    case OBJ_COSET:
        *out = table_of_set(eval->values, array_keys(eval, sort), array);
        return true;
    default:
        eval->reason.kind = REASON_NONE;
        if (eval_tabulate(eval, sort, array, out))
            return true;
        if (eval->reason.kind == REASON_BUDGET)
            return false;
        return eval_unknown(eval, REASON_UNSUPPORTED, call->term);
    }
}

/* A table as a value of the sort: an OBJ_SET for (Set a). */
static bool table_as(eval_t *eval, const call_t *call, sort_t sort, value_t table, value_t *out) {
    *out = table;
    if (sort_kind(eval->bank, sort) != SORT_SET)
        return true;
    values_t *values = eval->values;
    domain_t keys = array_keys(eval, sort);
    value_vec_t words = {0};
    bool inside = array_standard(values, table) == 0;
    uint64_t size = domain_size(values, keys);
    if (!inside && size != SORT_INFINITE) {
        if (size > eval->limits.length || !eval_charge(eval, call, size))
            return eval_unknown(eval, REASON_TOO_LARGE, call->term);
        for (uint64_t i = 0; i < size; i++) {
            value_t key = domain_at(values, keys, i);
            if (array_get(values, table, key))
                *vec_push(values->mem, &words) = key;
        }
        if (words.len > 1)
            qsort(words.data, words.len, sizeof *words.data, value_order);
        inside = true;
    } else if (!inside && !array_endless(eval, keys)) {
        return eval_unknown(eval, REASON_UNSUPPORTED, call->term);
    } else {
        uint32_t entries = array_entries(values, table);
        for (uint32_t i = 0; i < entries; i++)
            *vec_push(values->mem, &words) =
                value_words(values, table, &(uint32_t){0})[1 + 2 * (size_t)i];
    }
    *out = value_make(values, inside ? OBJ_SET : OBJ_COSET, words.data, words.len);
    vec_free(values->mem, &words);
    return true;
}

/* Keys of an uninterpreted sort. Where the model does not state how many there are, what it lists
 * is there, and the rest is a choice. */
static int elements_left(eval_t *eval, sort_t sort, uint64_t count) {
    const model_t *model = eval->model;
    uint32_t universe = model && sort != SORT_NONE ? map_get(&model->universe, sort) : MAP_NONE;
    bool more = universe == MAP_NONE || count < universe;
    bool sure =
        count == 0 || (universe != MAP_NONE && (count < universe || model_is_closed(model, sort)));
    if (!sure)
        eval_chose(eval);
    return more;
}

int array_has_more(eval_t *eval, domain_t keys, uint64_t count) {
    values_t *values = eval->values;
    const domain_row_t *row = domain_solved(values, keys);
    if (row->size != SORT_INFINITE)
        return count < row->size;
    if (row->opaque)
        return count == 0 ? 1 : -1;
    if (!row->free)
        return 1;
    if (row->kind == SORT_USER && row->member_count == 0)
        return elements_left(eval, row->sort, count);
    if (count == 0)
        return 1;
    if (eval->model && eval->model->universe.len > 0)
        return -1;
    eval_chose(eval);
    return 1;
}

bool array_endless(eval_t *eval, domain_t keys) {
    return array_has_more(eval, keys, UINT64_MAX - 1) == 1;
}

void array_all_keys(eval_t *eval, const value_t *tables, uint32_t count, value_vec_t *out) {
    values_t *values = eval->values;
    out->len = 0;
    for (uint32_t t = 0; t < count; t++) {
        uint32_t words;
        const uint64_t *word = value_words(values, tables[t], &words);
        for (uint32_t i = 1; i < words; i += 2)
            *vec_push(eval->mem, out) = word[i];
    }
    if (out->len < 2)
        return;
    qsort(out->data, out->len, sizeof *out->data, value_order);
    uint32_t kept = 1;
    for (uint32_t i = 1; i < out->len; i++)
        if (out->data[i] != out->data[kept - 1])
            out->data[kept++] = out->data[i];
    out->len = kept;
}

/* --- arguments --- */

/* Rounds a number down. */
static bool round_down(eval_t *eval, const call_t *call, value_t *value) {
    if (num_is_integer(eval->values, *value))
        return true;
    if (!num_is_rational(eval->values, *value))
        return eval_unknown(eval, REASON_UNSUPPORTED, call->term);
    fmpz_t floor;
    fmpq_t number;
    fmpz_init(floor);
    fmpq_init(number);
    num_get_fmpq(eval->values, *value, number);
    fmpz_fdiv_q(floor, fmpq_numref(number), fmpq_denref(number));
    *value = num_of_fmpz(eval->values, floor);
    fmpq_clear(number);
    fmpz_clear(floor);
    return true;
}

bool eval_coerce(eval_t *eval, const call_t *call, sort_t from, sort_t to, value_t *value) {
    if (from == to)
        return true;
    if (from == SORT_REAL && to == SORT_INT)
        return round_down(eval, call, value);
    bool set = sort_kind(eval->bank, from) == SORT_SET;
    if (set == (sort_kind(eval->bank, to) == SORT_SET))
        return true;
    value_t table;
    return array_table(eval, call, from, *value, &table) && table_as(eval, call, to, table, value);
}

/* The index sorts and the element sort; those of (Set a) are a and Bool. */
static sort_t part_sort(const eval_t *eval, sort_t sort, uint32_t i) {
    uint32_t count;
    const sort_t *sorts = sort_args(eval->bank, sort, &count);
    return i < count ? sorts[i] : SORT_BOOL;
}

/* The arguments from 1 on as values of the array's own sorts. */
static bool coerce_parts(eval_t *eval, const call_t *call, value_vec_t *out) {
    for (uint32_t i = 1; i < call->count; i++) {
        value_t value = call->args[i];
        if (!eval_coerce(eval, call, call_sort(eval, call, i),
                         part_sort(eval, call_sort(eval, call, 0), i - 1), &value))
            return false;
        *vec_push(eval->mem, out) = value;
    }
    return true;
}

/* --- select, store, const --- */

static bool select_set(eval_t *eval, const call_t *call, sort_t sort, value_t set, value_t element,
                       value_t *out) {
    values_t *values = eval->values;
    uint32_t count;
    const uint64_t *words = value_words(values, set, &count);
    bool there = count > 0 && bsearch(&element, words, count, sizeof *words, value_order);
    if (!there && count > 0 && !value_exact(values, part_sort(eval, sort, 0), element))
        return eval_unknown(eval, REASON_COMPARISON, call->term);
    *out = there == (value_kind(values, set) == OBJ_SET);
    return true;
}

bool array_select(eval_t *eval, const call_t *call, sort_t sort, value_t array,
                  const value_t *index, uint32_t count, value_t *out) {
    values_t *values = eval->values;
    obj_kind_t kind = value_kind(values, array);
    if (kind == OBJ_SET || kind == OBJ_COSET)
        return select_set(eval, call, sort, array, index[0], out);
    if (kind != OBJ_ARRAY)
        return eval_apply(eval, call, sort, array, index, count, out);
    uint32_t words;
    const uint64_t *word = value_words(values, array, &words);
    if (words == 1) {
        *out = word[0];
        return true;
    }
    value_t key = array_key(values, index, count);
    word = value_words(values, array, &words);
    uint32_t at = 1 + 2 * find_entry(word + 1, words / 2, key);
    if (at < words && word[at] == key) {
        *out = word[at + 1];
        return true;
    }
    *out = word[0];
    for (uint32_t i = 0; i < count; i++)
        if (!value_exact(values, part_sort(eval, sort, i), index[i]))
            return eval_unknown(eval, REASON_COMPARISON, call->term);
    return true;
}

bool eval_select(eval_t *eval, const call_t *call, value_t *out) {
    sort_t sort = call_sort(eval, call, 0);
    if (call->count == 2) { /* nothing to gather */
        value_t index = call->args[1];
        return eval_coerce(eval, call, call_sort(eval, call, 1), part_sort(eval, sort, 0),
                           &index) &&
               array_select(eval, call, sort, call->args[0], &index, 1, out);
    }
    value_vec_t index = {0};
    bool known = coerce_parts(eval, call, &index);
    assert(index.data || !known);
    known = known && array_select(eval, call, sort, call->args[0], index.data, index.len, out);
    vec_free(eval->mem, &index);
    return known;
}

/* The table with one more entry. */
static value_t put_entry(values_t *values, domain_t keys, value_t table, value_t key,
                         value_t value) {
    uint32_t count;
    const uint64_t *have = value_words(values, table, &count);
    uint32_t at = 1 + 2 * find_entry(have + 1, count / 2, key);
    bool there = at < count && have[at] == key;
    value_vec_t words = {0};
    uint32_t gap = there ? 0 : 2;
    value_t *place = vec_extend(values->mem, &words, (uint64_t)count + gap);
    have = value_words(values, table, &count);
    memcpy(place, have, at * sizeof *have);
    memcpy(place + at + gap, have + at, (count - at) * sizeof *have);
    place[at] = key;
    place[at + 1] = value;
    return finish_table(values, keys, &words);
}

static bool store(eval_t *eval, const call_t *call, const value_vec_t *parts, value_t *out) {
    values_t *values = eval->values;
    sort_t sort = call_sort(eval, call, 0);
    assert(parts->len > 1);
    value_t table;
    if (!array_table(eval, call, sort, call->args[0], &table))
        return false;
    uint32_t entries = array_entries(values, table);
    if (!eval_charge(eval, call, entries))
        return false;
    if (entries >= eval->limits.length)
        return eval_unknown(eval, REASON_TOO_LARGE, call->term);
    for (uint32_t i = 0; i + 1 < parts->len; i++)
        if (!value_exact(values, part_sort(eval, sort, i), parts->data[i]))
            return eval_unknown(eval, REASON_COMPARISON, call->term);
    value_t key = array_key(values, parts->data, parts->len - 1);
    table = put_entry(values, array_keys(eval, sort), table, key, parts->data[parts->len - 1]);
    return table_as(eval, call, call->sort, table, out);
}

bool eval_store(eval_t *eval, const call_t *call, value_t *out) {
    value_vec_t parts = {0};
    bool known = coerce_parts(eval, call, &parts) && store(eval, call, &parts, out);
    vec_free(eval->mem, &parts);
    return known;
}

bool eval_const_array(eval_t *eval, const call_t *call, value_t *out) {
    value_t table = value_make(eval->values, OBJ_ARRAY, call->args, 1);
    return table_as(eval, call, call->sort, table, out);
}
