/* Operators that strings and sequences share: what follows holds for both, with characters for
 * elements. Positions are counted from 0.
 *
 * Elements are compared by their bits. Where that does not do, because they hold functions or
 * languages, those that are equal are first replaced by one of them (args_load). */
#include "eval/engine/elements_priv.h"
#include "eval/value/num.h"

#include <string.h>

/* --- arguments whose elements are compared --- */

typedef struct args {
    mem_t *mem;
    uint64_t *block; /* the elements of inexact sequences, equal ones made the same */
    elements_t elements[3];
} args_t;

static bool unify(eval_t *eval, const call_t *call, sort_t sort, uint64_t *elements,
                  uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        if (!eval_charge(eval, call, i))
            return false;
        for (uint32_t k = 0; k < i; k++) {
            bool equal = elements[i] == elements[k];
            if (!equal && !eval_equal(eval, call, sort, elements[i], elements[k], &equal))
                return false;
            if (equal) {
                elements[i] = elements[k];
                break;
            }
        }
    }
    return true;
}

/* Makes the first count arguments that are strings or sequences ready for comparisons, and charges
 * for a pass over them. args_done is due when it returns true. */
static bool args_load(args_t *args, eval_t *eval, const call_t *call, uint32_t count) {
    *args = (args_t){.mem = eval->mem};
    uint64_t total = 0;
    for (uint32_t i = 0; i < count; i++) {
        args->elements[i] = elements_of(eval->values, call->args[i]);
        total += args->elements[i].len;
    }
    if (!eval_charge(eval, call, total / 8))
        return false;
    sort_t element = elements_sort(eval->bank, call_sort(eval, call, 0));
    if (args->elements[0].narrow || element == SORT_NONE || sort_exact(eval->values, element))
        return true;
    args->block = mem_alloc(eval->mem, total * sizeof *args->block);
    uint32_t at = 0;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < args->elements[i].len; k++)
            args->block[at + k] = elements_at(&args->elements[i], k);
        args->elements[i] = (elements_t){args->block, at, args->elements[i].len, false};
        at += args->elements[i].len;
    }
    if (unify(eval, call, element, args->block, at))
        return true;
    mem_free(eval->mem, args->block);
    return false;
}

static void args_done(args_t *args) {
    mem_free(args->mem, args->block);
}

/* --- making and taking apart --- */

bool eval_seq_empty(eval_t *eval, const call_t *call, value_t *out) {
    bool narrow = sort_kind(eval->bank, call->sort) == SORT_STRING;
    builder_t builder;
    if (!builder_start(&builder, eval, call, narrow, 0))
        return false;
    *out = builder_end(&builder, eval->values);
    return true;
}

bool eval_seq_unit(eval_t *eval, const call_t *call, value_t *out) {
    bool narrow = sort_kind(eval->bank, call->sort) == SORT_STRING;
    builder_t builder;
    if (!builder_start(&builder, eval, call, narrow, 1))
        return false;
    builder_put(&builder, call->args[0]);
    *out = builder_end(&builder, eval->values);
    return true;
}

bool eval_seq_concat(eval_t *eval, const call_t *call, value_t *out) {
    uint64_t len = 0;
    for (uint32_t i = 0; i < call->count; i++)
        len += elements_of(eval->values, call->args[i]).len;
    builder_t builder;
    bool narrow = elements_of(eval->values, call->args[0]).narrow;
    if (!builder_start(&builder, eval, call, narrow, len))
        return false;
    for (uint32_t i = 0; i < call->count; i++) {
        elements_t part = elements_of(eval->values, call->args[i]);
        builder_elements(&builder, &part);
    }
    *out = builder_end(&builder, eval->values);
    return true;
}

bool eval_seq_len(eval_t *eval, const call_t *call, value_t *out) {
    *out = num_of_small(elements_of(eval->values, call->args[0]).len);
    return true;
}

/* Of s from a position at most count elements; empty where the position is outside. */
static bool extract(eval_t *eval, const call_t *call, int64_t from, int64_t count, value_t *out) {
    elements_t s = elements_of(eval->values, call->args[0]);
    if (from < 0 || from >= s.len || count <= 0)
        return elements_copy(eval, call, elements_part(&s, 0, 0), out);
    if (count > s.len - from)
        count = s.len - from;
    return elements_copy(eval, call, elements_part(&s, (uint32_t)from, (uint32_t)count), out);
}

bool eval_seq_at(eval_t *eval, const call_t *call, value_t *out) {
    return extract(eval, call, elements_number(eval->values, call->args[1]), 1, out);
}

bool eval_seq_extract(eval_t *eval, const call_t *call, value_t *out) {
    return extract(eval, call, elements_number(eval->values, call->args[1]),
                   elements_number(eval->values, call->args[2]), out);
}

bool eval_seq_nth(eval_t *eval, const call_t *call, value_t *out) {
    elements_t s = elements_of(eval->values, call->args[0]);
    int64_t at = elements_number(eval->values, call->args[1]);
    if (at < 0 || at >= s.len)
        return eval_open(eval, call, call->op, call->args, 2, NULL, out);
    *out = elements_at(&s, (uint32_t)at);
    return true;
}

bool eval_seq_rev(eval_t *eval, const call_t *call, value_t *out) {
    elements_t s = elements_of(eval->values, call->args[0]);
    builder_t builder;
    if (!builder_start(&builder, eval, call, s.narrow, s.len))
        return false;
    for (uint32_t i = s.len; i > 0; i--)
        builder_put(&builder, elements_at(&s, i - 1));
    *out = builder_end(&builder, eval->values);
    return true;
}

/* As much of the third as has room is written over the first, from a position in it. */
bool eval_seq_update(eval_t *eval, const call_t *call, value_t *out) {
    elements_t s = elements_of(eval->values, call->args[0]);
    elements_t over = elements_of(eval->values, call->args[2]);
    int64_t from = elements_number(eval->values, call->args[1]);
    if (from < 0 || from >= s.len) {
        *out = call->args[0];
        return true;
    }
    uint32_t at = (uint32_t)from;
    if (over.len > s.len - at)
        over.len = s.len - at;
    elements_t before = elements_part(&s, 0, at);
    elements_t after = elements_part(&s, at + over.len, s.len - at - over.len);
    builder_t builder;
    if (!builder_start(&builder, eval, call, s.narrow, s.len))
        return false;
    builder_elements(&builder, &before);
    builder_elements(&builder, &over);
    builder_elements(&builder, &after);
    *out = builder_end(&builder, eval->values);
    return true;
}

/* --- finding and replacing --- */

/* The first argument begins the second, or ends it. */
static bool has_end(eval_t *eval, const call_t *call, bool suffix, value_t *out) {
    uint32_t len = elements_of(eval->values, call->args[0]).len;
    uint32_t room = elements_of(eval->values, call->args[1]).len;
    *out = 0;
    if (len > room)
        return true;
    args_t args;
    if (!args_load(&args, eval, call, 2))
        return false;
    *out = elements_match(&args.elements[1], suffix ? room - len : 0, &args.elements[0]);
    args_done(&args);
    return true;
}

bool eval_seq_prefixof(eval_t *eval, const call_t *call, value_t *out) {
    return has_end(eval, call, false, out);
}

bool eval_seq_suffixof(eval_t *eval, const call_t *call, value_t *out) {
    return has_end(eval, call, true, out);
}

/* Where the second argument occurs in the first, from a position on. */
static bool find(eval_t *eval, const call_t *call, uint32_t from, bool last, uint32_t *at) {
    uint32_t room = elements_of(eval->values, call->args[0]).len - from;
    *at = ELEMENTS_NONE;
    if (elements_of(eval->values, call->args[1]).len > room)
        return true;
    args_t args;
    if (!args_load(&args, eval, call, 2))
        return false;
    finder_t finder;
    finder_init(&finder, eval->mem, args.elements[1]);
    *at = last ? finder_last(&finder, &args.elements[0])
               : finder_first(&finder, &args.elements[0], from);
    finder_done(&finder);
    args_done(&args);
    return true;
}

static value_t position(uint32_t at) {
    return num_of_small(at == ELEMENTS_NONE ? -1 : (int64_t)at);
}

bool eval_seq_contains(eval_t *eval, const call_t *call, value_t *out) {
    uint32_t at;
    if (!find(eval, call, 0, false, &at))
        return false;
    *out = at != ELEMENTS_NONE;
    return true;
}

/* The position to start from is 0 where it is left out. The empty sequence is found there, even at
 * the end, but not outside. */
bool eval_seq_indexof(eval_t *eval, const call_t *call, value_t *out) {
    int64_t from = call->count > 2 ? elements_number(eval->values, call->args[2]) : 0;
    uint32_t at = ELEMENTS_NONE;
    bool inside = from >= 0 && from <= elements_of(eval->values, call->args[0]).len;
    if (inside && !find(eval, call, (uint32_t)from, false, &at))
        return false;
    *out = position(at);
    return true;
}

/* The empty sequence is last found at the end: so z3 since 4.8.13; before, its answers vary. */
bool eval_seq_last_indexof(eval_t *eval, const call_t *call, value_t *out) {
    uint32_t at;
    if (!find(eval, call, 0, true, &at))
        return false;
    *out = position(at);
    return true;
}

/* The empty sequence occurs first at 0: the third argument is put before the first. */
bool eval_seq_replace(eval_t *eval, const call_t *call, value_t *out) {
    uint32_t at;
    if (!find(eval, call, 0, false, &at))
        return false;
    if (at == ELEMENTS_NONE) {
        *out = call->args[0];
        return true;
    }
    elements_t s = elements_of(eval->values, call->args[0]);
    uint32_t old = elements_of(eval->values, call->args[1]).len;
    elements_t with = elements_of(eval->values, call->args[2]);
    elements_t before = elements_part(&s, 0, at);
    elements_t after = elements_part(&s, at + old, s.len - at - old);
    builder_t builder;
    if (!builder_start(&builder, eval, call, s.narrow, (uint64_t)s.len - old + with.len))
        return false;
    builder_elements(&builder, &before);
    builder_elements(&builder, &with);
    builder_elements(&builder, &after);
    *out = builder_end(&builder, eval->values);
    return true;
}

/* Occurrences from the left that do not overlap. */
static bool replace_found(eval_t *eval, const call_t *call, const args_t *args,
                          const finder_t *finder, value_t *out) {
    const elements_t *s = &args->elements[0];
    const elements_t *old = &args->elements[1];
    const elements_t *with = &args->elements[2];
    uint64_t count = 0;
    uint32_t at = 0;
    while ((at = finder_first(finder, s, at)) != ELEMENTS_NONE) {
        count++;
        at += old->len;
    }
    if (count == 0) {
        *out = call->args[0];
        return true;
    }
    builder_t builder;
    uint64_t len = s->len - count * old->len + count * with->len;
    if (!builder_start(&builder, eval, call, s->narrow, len))
        return false;
    uint32_t done = 0;
    while ((at = finder_first(finder, s, done)) != ELEMENTS_NONE) {
        elements_t between = elements_part(s, done, at - done);
        builder_elements(&builder, &between);
        builder_elements(&builder, with);
        done = at + old->len;
    }
    elements_t rest = elements_part(s, done, s->len - done);
    builder_elements(&builder, &rest);
    *out = builder_end(&builder, eval->values);
    return true;
}

/* Nothing is replaced when the second argument is empty. */
bool eval_seq_replace_all(eval_t *eval, const call_t *call, value_t *out) {
    if (elements_of(eval->values, call->args[1]).len == 0) {
        *out = call->args[0];
        return true;
    }
    args_t args;
    if (!args_load(&args, eval, call, 3))
        return false;
    finder_t finder;
    finder_init(&finder, eval->mem, args.elements[1]);
    bool known = replace_found(eval, call, &args, &finder, out);
    finder_done(&finder);
    args_done(&args);
    return known;
}

/* --- functions on the elements (z3) --- */

/* The elements outside the store: applying a function makes objects. */
static uint64_t *copy_elements(eval_t *eval, value_t seq, uint32_t *count) {
    elements_t s = elements_of(eval->values, seq);
    uint64_t *elements = mem_alloc(eval->mem, s.len * sizeof *elements);
    for (uint32_t i = 0; i < s.len; i++)
        elements[i] = elements_at(&s, i);
    *count = s.len;
    return elements;
}

/* seq.map, and seq.mapi, where the function gets the position before the element. */
bool eval_seq_map(eval_t *eval, const call_t *call, value_t *out) {
    bool indexed = call->op == OP_SEQ_MAPI || call->op == OP_SEQ_MAPI_FUN;
    int64_t first = indexed ? elements_number(eval->values, call->args[1]) : 0;
    if (first <= NUM_SMALL_MIN || first >= NUM_SMALL_MAX - UINT32_MAX)
        return eval_unknown(eval, REASON_TOO_LARGE, call->term);
    value_t function = call->args[0];
    sort_t sort = call_sort(eval, call, 0);
    uint32_t count;
    uint64_t *elements = copy_elements(eval, call->args[indexed ? 2 : 1], &count);
    bool narrow = sort_kind(eval->bank, call->sort) == SORT_STRING;
    builder_t builder;
    bool known = builder_start(&builder, eval, call, narrow, count);
    bool started = known;
    for (uint32_t i = 0; i < count && known; i++) {
        value_t args[2] = {num_of_small(first + i), elements[i]};
        value_t image = 0;
        known = eval_apply(eval, call, sort, function, indexed ? args : args + 1, indexed ? 2 : 1,
                           &image);
        builder_put(&builder, image);
    }
    mem_free(eval->mem, elements);
    if (known)
        *out = builder_end(&builder, eval->values);
    else if (started)
        builder_drop(&builder);
    return known;
}

/* seq.foldl, and seq.foldli, where the function gets the position before the rest. */
bool eval_seq_fold(eval_t *eval, const call_t *call, value_t *out) {
    bool indexed = call->op == OP_SEQ_FOLDLI || call->op == OP_SEQ_FOLDLI_FUN;
    int64_t first = indexed ? elements_number(eval->values, call->args[1]) : 0;
    if (first <= NUM_SMALL_MIN || first >= NUM_SMALL_MAX - UINT32_MAX)
        return eval_unknown(eval, REASON_TOO_LARGE, call->term);
    value_t function = call->args[0];
    sort_t sort = call_sort(eval, call, 0);
    value_t result = call->args[indexed ? 2 : 1];
    uint32_t count;
    uint64_t *elements = copy_elements(eval, call->args[indexed ? 3 : 2], &count);
    bool known = true;
    for (uint32_t i = 0; i < count && known; i++) {
        value_t args[3] = {num_of_small(first + i), result, elements[i]};
        known = eval_apply(eval, call, sort, function, indexed ? args : args + 1, indexed ? 3 : 2,
                           &result);
    }
    mem_free(eval->mem, elements);
    *out = result;
    return known;
}
