#include "eval/engine/elements_priv.h"

#include "base/bug.h"
#include "eval/value/num.h"

#include <string.h>

elements_t elements_of(const values_t *values, value_t value) {
    uint32_t count;
    const uint64_t *words = value_words(values, value, &count);
    if (value_kind(values, value) == OBJ_STRING)
        return (elements_t){.words = words + 1, .len = (uint32_t)words[0], .narrow = true};
    return (elements_t){.words = words, .len = count};
}

bool elements_match(const elements_t *hay, uint32_t at, const elements_t *needle) {
    for (uint32_t i = 0; i < needle->len; i++)
        if (elements_at(hay, at + i) != elements_at(needle, i))
            return false;
    return true;
}

/* --- finding --- */

void finder_init(finder_t *finder, mem_t *mem, elements_t needle) {
    finder->mem = mem;
    finder->needle = needle;
    finder->borders = finder->few;
    if (needle.len > sizeof finder->few / sizeof *finder->few)
        finder->borders = mem_alloc(mem, needle.len * sizeof *finder->borders);
    uint32_t border = 0;
    if (needle.len > 0)
        finder->borders[0] = 0;
    for (uint32_t i = 1; i < needle.len; i++) {
        uint64_t next = elements_at(&needle, i);
        while (border > 0 && elements_at(&needle, border) != next)
            border = finder->borders[border - 1];
        if (elements_at(&needle, border) == next)
            border++;
        finder->borders[i] = border;
    }
}

void finder_done(finder_t *finder) {
    if (finder->borders != finder->few)
        mem_free(finder->mem, finder->borders);
}

/* One pass over the hay; ends at the first occurrence, or notes the last one. */
static uint32_t scan(const finder_t *finder, const elements_t *hay, uint32_t from, bool last) {
    const elements_t *needle = &finder->needle;
    if (needle->len == 0)
        return last ? hay->len : from <= hay->len ? from : ELEMENTS_NONE;
    uint32_t found = ELEMENTS_NONE;
    uint32_t have = 0;
    for (uint32_t i = from; i < hay->len; i++) {
        uint64_t next = elements_at(hay, i);
        while (have > 0 && elements_at(needle, have) != next)
            have = finder->borders[have - 1];
        if (elements_at(needle, have) == next)
            have++;
        if (have < needle->len)
            continue;
        found = i + 1 - have;
        if (!last)
            break;
        have = finder->borders[have - 1];
    }
    return found;
}

uint32_t finder_first(const finder_t *finder, const elements_t *hay, uint32_t from) {
    return scan(finder, hay, from, false);
}

uint32_t finder_last(const finder_t *finder, const elements_t *hay) {
    return scan(finder, hay, 0, true);
}

/* --- results --- */

bool builder_start(builder_t *builder, eval_t *eval, const call_t *call, bool narrow,
                   uint64_t len) {
    builder->mem = eval->mem;
    builder->narrow = narrow;
    builder->at = 0;
    builder->len = (uint32_t)len;
    builder->words = builder->few;
    if (len > eval->limits.length)
        return eval_unknown(eval, REASON_TOO_LARGE, call->term);
    if (!eval_charge(eval, call, len / 8))
        return false;
    size_t count = narrow ? 1 + (len + 1) / 2 : len;
    if (count > sizeof builder->few / sizeof *builder->few)
        builder->words = mem_alloc(eval->mem, count * sizeof *builder->words);
    if (narrow)
        builder->words[0] = len;
    return true;
}

void builder_elements(builder_t *builder, const elements_t *elements) {
    for (uint32_t i = 0; i < elements->len; i++)
        builder_put(builder, elements_at(elements, i));
}

value_t builder_end(builder_t *builder, values_t *values) {
    assert(builder->at == builder->len);
    value_t value;
    if (builder->narrow)
        value = value_make(values, OBJ_STRING, builder->words, 1 + (builder->len + 1) / 2);
    else
        value = value_make(values, OBJ_SEQ, builder->words, builder->len);
    builder_drop(builder);
    return value;
}

void builder_drop(builder_t *builder) {
    if (builder->words != builder->few)
        mem_free(builder->mem, builder->words);
}

bool elements_copy(eval_t *eval, const call_t *call, elements_t elements, value_t *out) {
    builder_t builder;
    if (!builder_start(&builder, eval, call, elements.narrow, elements.len))
        return false;
    builder_elements(&builder, &elements);
    *out = builder_end(&builder, eval->values);
    return true;
}

int64_t elements_number(values_t *values, value_t num) {
    if (num_is_small(num))
        return num_small(num);
    return num_sign(values, num) < 0 ? NUM_SMALL_MIN : NUM_SMALL_MAX;
}

sort_t elements_sort(const bank_t *bank, sort_t sort) {
    sort_kind_t kind = sort_kind(bank, sort);
    if (kind == SORT_REGEX) {
        sort = sort_args(bank, sort, &(uint32_t){0})[0];
        kind = sort_kind(bank, sort);
    }
    if (kind == SORT_STRING || kind == SORT_REGLAN)
        return SORT_CHAR;
    return kind == SORT_SEQ ? sort_args(bank, sort, &(uint32_t){0})[0] : SORT_NONE;
}
