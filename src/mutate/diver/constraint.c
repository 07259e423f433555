#include "mutate/diver/constraint.h"

#include "base/bug.h"
#include "base/hash.h"

#include <string.h>

enum {
    INTERVALS_HEAD = 5,
    INTERVALS_EACH = 3,
    INTERVALS_WORDS = INTERVALS_HEAD + INTERVALS_EACH * INTERVALS_MOST
};

/* --- the store --- */

static void add_end(constraints_t *set) {
    *vec_push(set->mem, &set->rows) = (constraint_row_t){.words = set->words.len};
}

static constraint_t make(constraints_t *set, constraint_kind_t kind, const uint64_t *words,
                         uint32_t count) {
    assert(count > 0);
    uint64_t hash64 = hash_bytes(words, count * sizeof *words) + kind;
    uint32_t hash = (uint32_t)(hash64 ^ (hash64 >> 32));
    index_cursor_t at = index_find(&set->index, hash);
    uint32_t id;
    while ((id = index_next(&set->index, &at)) != INDEX_NONE) {
        const constraint_row_t *row = &set->rows.data[id];
        if (row->kind == kind && row[1].words - row[0].words == count &&
            memcmp(set->words.data + row->words, words, count * sizeof *words) == 0)
            return id;
    }
    id = set->rows.len - 1;
    index_add(set->mem, &set->index, at, id);
    uint64_t *place = vec_extend(set->mem, &set->words, count);
    memcpy(place, words, count * sizeof *words);
    constraint_row_t *row = &vec_last(&set->rows);
    *row = (constraint_row_t){.words = row->words, .hash = hash, .kind = (uint8_t)kind};
    add_end(set);
    return id;
}

void constraints_init(constraints_t *set, eval_t *eval, mem_t *mem) {
    *set = (constraints_t){.mem = mem, .eval = eval, .values = eval->values};
    index_init(mem, &set->index);
    add_end(set);
    constraint_t none = make(set, SET_NONE, (uint64_t[]){0}, 1);
    constraint_t any = make(set, SET_ANY, (uint64_t[]){0}, 1);
    constraint_t no = constraint_only(set, SORT_BOOL, 0);
    constraint_t yes = constraint_only(set, SORT_BOOL, 1);
    assert(none == CONSTRAINT_NONE && any == CONSTRAINT_ANY && no == CONSTRAINT_FALSE &&
           yes == CONSTRAINT_TRUE);
    (void)(none + any + no + yes);
}

void constraints_done(constraints_t *set) {
    vec_free(set->mem, &set->rows);
    vec_free(set->mem, &set->words);
    index_done(set->mem, &set->index);
}

constraints_mark_t constraints_mark(const constraints_t *set) {
    return set->rows.len - 1;
}

void constraints_release(constraints_t *set, constraints_mark_t mark) {
    assert(mark > CONSTRAINT_TRUE && mark < set->rows.len);
    for (uint32_t id = mark; id + 1 < set->rows.len; id++)
        index_drop(&set->index, set->rows.data[id].hash, id);
    set->words.len = set->rows.data[mark].words;
    set->rows.len = mark;
    add_end(set);
}

static const uint64_t *words_of(const constraints_t *set, constraint_t constraint,
                                uint32_t *count) {
    assert(constraint + 1 < set->rows.len); /* not released */
    const constraint_row_t *row = &set->rows.data[constraint];
    *count = row[1].words - row[0].words;
    return set->words.data + row->words;
}

constraint_kind_t constraint_kind(const constraints_t *set, constraint_t constraint) {
    assert(constraint + 1 < set->rows.len);
    return (constraint_kind_t)set->rows.data[constraint].kind;
}

/* --- numbers --- */

constraint_t constraint_of_intervals(constraints_t *set, const value_order_t *order,
                                     const intervals_t *intervals) {
    uint64_t words[INTERVALS_WORDS];
    value_t modulus = intervals->modulus;
    assert(intervals_closed(set->values, order, intervals));
    assert(intervals->mask == 0 || (order->kind == SORT_BITVEC && order->width <= 64));
    if (order->whole && modulus == rational_of(set->values, 1)) {
        if (intervals->residue != rational_of(set->values, 0))
            return CONSTRAINT_NONE;
        modulus = 0;
    }
    intervals_t plain = *intervals;
    plain.modulus = modulus;
    if (intervals_empty(intervals))
        return CONSTRAINT_NONE;
    if (intervals_full(set->values, order, &plain))
        return CONSTRAINT_ANY;
    words[0] = intervals->count;
    words[1] = modulus;
    words[2] = modulus == 0 ? 0 : intervals->residue;
    words[3] = intervals->mask;
    words[4] = intervals->bits;
    for (uint32_t i = 0; i < intervals->count; i++) {
        const interval_t *interval = &intervals->list[i];
        uint64_t *place = words + INTERVALS_HEAD + (size_t)INTERVALS_EACH * i;
        place[0] = interval->low;
        place[1] = interval->high;
        place[2] = (uint64_t)interval->no_low | (uint64_t)interval->no_high << 1 |
                   (uint64_t)interval->low_open << 2 | (uint64_t)interval->high_open << 3;
    }
    return make(set, SET_INTERVALS, words, INTERVALS_HEAD + INTERVALS_EACH * intervals->count);
}

bool constraint_intervals(const constraints_t *set, const value_order_t *order,
                          constraint_t constraint, intervals_t *intervals) {
    intervals_start(intervals);
    if (constraint == CONSTRAINT_NONE)
        return true;
    if (constraint == CONSTRAINT_ANY) {
        intervals_all(set->values, order, intervals);
        return true;
    }
    if (constraint_kind(set, constraint) != SET_INTERVALS)
        return false;
    uint32_t count;
    const uint64_t *words = words_of(set, constraint, &count);
    assert(count == INTERVALS_HEAD + INTERVALS_EACH * words[0]);
    intervals->count = (uint32_t)words[0];
    intervals->modulus = words[1];
    intervals->residue = words[2];
    intervals->mask = words[3];
    intervals->bits = words[4];
    for (uint32_t i = 0; i < intervals->count; i++) {
        const uint64_t *place = words + INTERVALS_HEAD + (size_t)INTERVALS_EACH * i;
        intervals->list[i] = (interval_t){.low = place[0],
                                          .high = place[1],
                                          .no_low = place[2] & 1,
                                          .no_high = place[2] >> 1 & 1,
                                          .low_open = place[2] >> 2 & 1,
                                          .high_open = place[2] >> 3 & 1};
    }
    assert(intervals_closed(set->values, order, intervals)); /* it was made for this sort */
    return true;
}

constraint_t constraint_truth(bool truth) {
    return truth ? CONSTRAINT_TRUE : CONSTRAINT_FALSE;
}

bool constraint_is_truth(constraint_t constraint, bool *truth) {
    *truth = constraint == CONSTRAINT_TRUE;
    return constraint == CONSTRAINT_TRUE || constraint == CONSTRAINT_FALSE;
}

/* --- languages and values --- */

constraint_t constraint_of_language(constraints_t *set, value_t language) {
    assert(value_kind(set->values, language) == OBJ_REGEX);
    if (language_is_all(set->values, language))
        return CONSTRAINT_ANY;
    if (language_is_none(set->values, language))
        return CONSTRAINT_NONE;
    return make(set, SET_LANGUAGE, &language, 1);
}

bool constraint_language(const constraints_t *set, constraint_t constraint, value_t *language) {
    uint32_t count;
    switch (constraint_kind(set, constraint)) {
    case SET_NONE:
        *language = language_none(set->values);
        return true;
    case SET_ANY:
        *language = language_all(set->values);
        return true;
    case SET_LANGUAGE:
        *language = words_of(set, constraint, &count)[0];
        return true;
    default:
        return false;
    }
}

constraint_t constraint_of_holds(constraints_t *set, value_t string, bool has) {
    assert(value_kind(set->values, string) == OBJ_STRING);
    return make(set, SET_HOLDS, (uint64_t[]){string, has}, 2);
}

bool constraint_holds(const constraints_t *set, constraint_t constraint, value_t *string,
                      bool *has) {
    if (constraint_kind(set, constraint) != SET_HOLDS)
        return false;
    uint32_t count;
    const uint64_t *words = words_of(set, constraint, &count);
    *string = words[0];
    *has = words[1] != 0;
    return true;
}

const value_t *constraint_values(const constraints_t *set, constraint_t constraint,
                                 uint32_t *count) {
    constraint_kind_t kind = constraint_kind(set, constraint);
    return kind == SET_ONLY || kind == SET_NOT ? words_of(set, constraint, count) : NULL;
}

constraint_t constraint_only(constraints_t *set, sort_t sort, value_t value) {
    value_order_t order;
    assert(sort != SORT_BOOL || value <= 1);
    if (sort == SORT_STRING)
        return constraint_of_language(set, language_word(set->values, value));
    if (!ordering_of(set->values, sort, &order))
        return make(set, SET_ONLY, &value, 1);
    intervals_t intervals;
    value_t key = ordering_key(set->values, &order, value);
    intervals_one(set->values, &order, &intervals, interval_of(key, key));
    return constraint_of_intervals(set, &order, &intervals);
}

/* All but these numbers; a cut set would have holes filled, so there is none then. */
static constraint_t but_intervals(constraints_t *set, const value_order_t *order,
                                  const value_t *values, uint32_t count) {
    intervals_t rest;
    intervals_all(set->values, order, &rest);
    for (uint32_t i = 0; i < count; i++) {
        intervals_t others;
        intervals_but(set->values, order, &others, ordering_key(set->values, order, values[i]));
        if (!intervals_meet(set->values, order, &rest, &others, &rest) || rest.cut)
            return CONSTRAINT_NONE;
    }
    return constraint_of_intervals(set, order, &rest);
}

constraint_t constraint_but(constraints_t *set, sort_t sort, const value_t *values,
                            uint32_t count) {
    enum { MOST = 8 };
    value_order_t order;
    if (ordering_of(set->values, sort, &order))
        return but_intervals(set, &order, values, count);
    if (sort == SORT_STRING) {
        value_t words = language_none(set->values);
        for (uint32_t i = 0; i < count; i++)
            words = language_union(set->values, words, language_word(set->values, values[i]));
        return constraint_of_language(set, language_comp(set->values, words));
    }
    uint64_t list[MOST];
    uint32_t len = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!value_exact(set->values, sort, values[i]))
            return CONSTRAINT_NONE;
        uint32_t at = 0;
        while (at < len && list[at] < values[i])
            at++;
        if (at < len && list[at] == values[i])
            continue;
        if (len == MOST)
            return CONSTRAINT_NONE;
        memmove(list + at + 1, list + at, (len - at) * sizeof *list);
        list[at] = values[i];
        len++;
    }
    for (uint32_t i = 1; i < len; i++)
        assert(list[i - 1] < list[i]);
    return len == 0 ? CONSTRAINT_ANY : make(set, SET_NOT, list, len);
}

bool constraint_single(const constraints_t *set, sort_t sort, constraint_t constraint,
                       value_t *value) {
    value_order_t order;
    intervals_t intervals;
    uint32_t count;
    value_t key;
    switch (constraint_kind(set, constraint)) {
    case SET_INTERVALS:
        if (!ordering_of(set->values, sort, &order) ||
            !constraint_intervals(set, &order, constraint, &intervals) ||
            !intervals_point(&intervals, &key))
            return false;
        *value = ordering_value(set->values, &order, key);
        return true;
    case SET_ONLY:
        *value = words_of(set, constraint, &count)[0];
        return true;
    default:
        return false;
    }
}

/* --- both --- */

static bool meet_values(constraints_t *set, sort_t sort, constraint_t a, constraint_t b,
                        constraint_t *out) {
    constraint_kind_t kind = constraint_kind(set, b);
    uint32_t count;
    if (constraint_kind(set, a) != SET_ONLY || (kind != SET_ONLY && kind != SET_NOT))
        return false;
    value_t value = words_of(set, a, &count)[0];
    fits_t fits = constraint_has(set, sort, b, value);
    *out = fits == FITS_YES ? a : CONSTRAINT_NONE;
    return fits != FITS_UNKNOWN;
}

bool constraint_meet(constraints_t *set, sort_t sort, constraint_t a, constraint_t b,
                     constraint_t *out) {
    if (a == b || b == CONSTRAINT_ANY || a == CONSTRAINT_NONE) {
        *out = a;
        return true;
    }
    if (a == CONSTRAINT_ANY || b == CONSTRAINT_NONE) {
        *out = b;
        return true;
    }
    assert(sort != SORT_BOOL || (a <= CONSTRAINT_TRUE && b <= CONSTRAINT_TRUE));
    value_order_t order;
    intervals_t x;
    intervals_t y;
    value_t one;
    value_t two;
    if (ordering_of(set->values, sort, &order)) {
        if (!constraint_intervals(set, &order, a, &x) ||
            !constraint_intervals(set, &order, b, &y) ||
            !intervals_meet(set->values, &order, &x, &y, &x))
            return false;
        *out = constraint_of_intervals(set, &order, &x);
        return true;
    }
    if (constraint_kind(set, a) == SET_LANGUAGE && constraint_kind(set, b) == SET_LANGUAGE) {
        constraint_language(set, a, &one);
        constraint_language(set, b, &two);
        *out = constraint_of_language(set, language_inter(set->values, one, two));
        return true;
    }
    return meet_values(set, sort, a, b, out) || meet_values(set, sort, b, a, out);
}

/* --- questions --- */

static fits_t has_value(constraints_t *set, sort_t sort, constraint_t constraint, value_t value) {
    uint32_t count;
    const uint64_t *words = words_of(set, constraint, &count);
    bool only = constraint_kind(set, constraint) == SET_ONLY;
    value_t first = words[0];
    for (uint32_t i = 0; i < count; i++)
        if (words[i] == value)
            return only ? FITS_YES : FITS_NO;
    if (!value_exact(set->values, sort, value) || (only && !value_exact(set->values, sort, first)))
        return FITS_UNKNOWN;
    return only ? FITS_NO : FITS_YES;
}

fits_t constraint_has(constraints_t *set, sort_t sort, constraint_t constraint, value_t value) {
    value_order_t order;
    intervals_t intervals;
    value_t other;
    bool has;
    bool wanted;
    switch (constraint_kind(set, constraint)) {
    case SET_NONE:
        return FITS_NO;
    case SET_ANY:
        return FITS_YES;
    case SET_INTERVALS:
        if (!ordering_of(set->values, sort, &order))
            return FITS_UNKNOWN;
        constraint_intervals(set, &order, constraint, &intervals);
        return intervals_has(set->values, &intervals, ordering_key(set->values, &order, value))
                   ? FITS_YES
                   : FITS_NO;
    case SET_LANGUAGE:
        assert(sort == SORT_STRING);
        constraint_language(set, constraint, &other);
        return !language_has(set->eval, other, value, &has) ? FITS_UNKNOWN
               : has                                        ? FITS_YES
                                                            : FITS_NO;
    case SET_HOLDS:
        assert(sort == SORT_REGLAN);
        constraint_holds(set, constraint, &other, &wanted);
        return !language_has(set->eval, value, other, &has) ? FITS_UNKNOWN
               : has == wanted                              ? FITS_YES
                                                            : FITS_NO;
    default:
        return has_value(set, sort, constraint, value);
    }
}

/* --- the score --- */

static double within(double score) {
    return score > 1 ? 1 : score >= 0.001 ? score : 0.001;
}

static double score_intervals(const constraints_t *set, const value_order_t *order,
                              const intervals_t *intervals) {
    double size = intervals_size(set->values, order, intervals);
    if (!order->bounded) {
        if (size > 1e18)
            return intervals->modulus == 0 ? 1
                                           : 1 / rational_double(set->values, intervals->modulus);
        return (size + (order->whole ? 0 : intervals->count)) / 1000;
    }
    double all =
        rational_double(set->values, order->last) - rational_double(set->values, order->first) + 1;
    double share = size / all;
    return share > size / 1000 ? share : size / 1000;
}

double constraint_score(const constraints_t *set, sort_t sort, constraint_t constraint) {
    value_order_t order;
    intervals_t intervals;
    value_t language;
    uint64_t size;
    switch (constraint_kind(set, constraint)) {
    case SET_ANY:
        return 1;
    case SET_INTERVALS:
        if (!ordering_of(set->values, sort, &order))
            return 0.001;
        constraint_intervals(set, &order, constraint, &intervals);
        return within(score_intervals(set, &order, &intervals));
    case SET_LANGUAGE:
        constraint_language(set, constraint, &language);
        return language_starred(set->values, language) ? 1 : 0.001;
    case SET_HOLDS:
        return 0.5;
    case SET_ONLY:
        size = sort_size(set->values, sort);
        return size == SORT_INFINITE ? 0.001 : within(1 / (double)size);
    case SET_NOT:
        return 1;
    default:
        return 0.001;
    }
}
