/* The values of domains: the i-th one, the one that stands for it, one that is none of these. */
#include "eval/model/domain_priv.h"

#include "base/bug.h"
#include "base/map.h"
#include "eval/text/regex.h"
#include "eval/theory/array.h"
#include "eval/value/bits.h"
#include "eval/value/num.h"

#include <stdlib.h>

/* Recursion here follows a finite domain, or ranks: never deeper than domain.c allows. */
/* NOLINTBEGIN(misc-no-recursion) */

int value_order(const void *a, const void *b) {
    value_t x = *(const value_t *)a;
    value_t y = *(const value_t *)b;
    return (x > y) - (x < y);
}

static value_t make(values_t *values, obj_kind_t kind, value_vec_t *words) {
    value_t value = value_make(values, kind, words->data, words->len);
    vec_free(values->mem, words);
    return value;
}

/* --- floats: the numbers from +0 up to infinity, from -0 down to minus infinity, NaN --- */

/* How many have the same sign. */
static uint64_t float_half(const values_t *values, domain_t domain) {
    uint32_t exponent = domain_index(values, domain, 0);
    uint32_t significand = domain_index(values, domain, 1);
    return (((UINT64_C(1) << exponent) - 1) << (significand - 1)) + 1;
}

static uint64_t float_sign(const values_t *values, domain_t domain) {
    return UINT64_C(1) << (domain_index(values, domain, 0) + domain_index(values, domain, 1) - 1);
}

static value_t float_at(const values_t *values, domain_t domain, uint64_t i) {
    uint64_t half = float_half(values, domain);
    if (i < half)
        return i;
    if (i < 2 * half)
        return float_sign(values, domain) | (i - half);
    uint64_t quiet = UINT64_C(1) << (domain_index(values, domain, 1) - 2);
    return (half - 1) | quiet;
}

static uint64_t float_rank(const values_t *values, domain_t domain, value_t value) {
    uint64_t half = float_half(values, domain);
    uint64_t sign = float_sign(values, domain);
    if (value < half)
        return value;
    return value & sign ? half + (value & ~sign) : 2 * half;
}

/* --- the i-th value --- */

/* Values of several domains, the first one changing fastest. */
static void at_parts(values_t *values, uint32_t parts, uint32_t count, uint64_t i,
                     value_vec_t *out) {
    for (uint32_t k = 0; k < count; k++) {
        domain_t part = values->domains->parts.data[parts + k];
        uint64_t size = domain_size(values, part);
        value_t value = domain_at(values, part, i % size);
        *vec_push(values->mem, out) = value;
        i /= size;
    }
}

static value_t data_at(values_t *values, domain_t domain, uint64_t i) {
    domain_row_t row = *domain_solved(values, domain);
    for (uint32_t c = 0; c < row.member_count; c++) {
        domain_member_t member = values->domains->members.data[row.members + c];
        uint64_t size = 1;
        for (uint32_t k = 0; k < member.count; k++)
            size *= domain_size(values, values->domains->parts.data[member.fields + k]);
        if (i >= size) {
            i -= size;
            continue;
        }
        value_vec_t words = {0};
        *vec_push(values->mem, &words) = member.constructor;
        at_parts(values, member.fields, member.count, i, &words);
        return make(values, OBJ_DATA, &words);
    }
    BUG("a datatype has fewer values than it was said to have");
}

/* Value number k is the digit k of i, in a system with as many digits as there are elements. */
static value_t array_at(values_t *values, domain_t domain, uint64_t i) {
    domain_t element = domain_element(values, domain);
    domain_t keys = domain_keys(values, domain);
    uint64_t digits = domain_size(values, element);
    value_t standard = domain_at(values, element, 0);
    value_vec_t entries = {0};
    for (uint64_t k = 0, rest = i; rest > 0; k++, rest /= digits) {
        value_t key = domain_at(values, keys, k);
        value_t value = domain_at(values, element, rest % digits);
        *vec_push(values->mem, &entries) = key;
        *vec_push(values->mem, &entries) = value;
    }
    value_t array = array_make(values, keys, standard, entries.data, entries.len / 2);
    vec_free(values->mem, &entries);
    return array;
}

static value_t set_at(values_t *values, domain_t domain, uint64_t i) {
    domain_t element = domain_part(values, domain, 0);
    value_vec_t words = {0};
    for (uint32_t k = 0; i >> k != 0; k++)
        if (i >> k & 1) {
            value_t value = domain_at(values, element, k);
            *vec_push(values->mem, &words) = value;
        }
    if (words.len > 1)
        qsort(words.data, words.len, sizeof *words.data, value_order);
    return make(values, OBJ_SET, &words);
}

value_t domain_at(values_t *values, domain_t domain, uint64_t i) {
    const domain_row_t *row = domain_solved(values, domain);
    assert(row->size != SORT_INFINITE && i < row->size);
    value_vec_t words = {0};
    switch ((sort_kind_t)row->kind) {
    case SORT_BOOL:
    case SORT_ROUNDING:
    case SORT_CHAR:
    case SORT_BITVEC:
        return i;
    case SORT_FLOAT:
        return float_at(values, domain, i);
    case SORT_FIELD:
        return num_of_u64(values, i);
    case SORT_ARRAY:
    case SORT_FUN:
        return array_at(values, domain, i);
    case SORT_SET:
        return set_at(values, domain, i);
    case SORT_TUPLE:
        at_parts(values, row->parts, row->part_count, i, &words);
        return make(values, OBJ_TUPLE, &words);
    case SORT_NULLABLE:
        *vec_push(values->mem, &words) = i == 0 ? OP_NULLABLE_NULL : OP_NULLABLE_SOME;
        if (i > 0) {
            value_t inner = domain_at(values, domain_part(values, domain, 0), i - 1);
            *vec_push(values->mem, &words) = inner;
        }
        return make(values, OBJ_DATA, &words);
    case SORT_USER:
        return data_at(values, domain, i);
    default:
        BUG("a domain of kind %u is not finite", row->kind);
    }
}

/* --- and back --- */

static uint64_t rank_parts(values_t *values, uint32_t parts, uint32_t count, value_t object,
                           uint32_t first) {
    uint64_t rank = 0;
    for (uint32_t k = count; k-- > 0;) {
        domain_t part = values->domains->parts.data[parts + k];
        uint32_t words;
        value_t value = value_words(values, object, &words)[first + k];
        rank = rank * domain_size(values, part) + domain_rank(values, part, value);
    }
    return rank;
}

static uint64_t data_rank(values_t *values, domain_t domain, value_t value) {
    uint32_t members = domain_solved(values, domain)->members;
    uint32_t count;
    uint64_t constructor = value_words(values, value, &count)[0];
    uint64_t rank = 0;
    for (uint32_t c = 0;; c++) {
        domain_member_t member = values->domains->members.data[members + c];
        if (member.constructor == constructor)
            return rank + rank_parts(values, member.fields, member.count, value, 1);
        uint64_t size = 1;
        for (uint32_t k = 0; k < member.count; k++)
            size *= domain_size(values, values->domains->parts.data[member.fields + k]);
        rank += size;
    }
}

static uint64_t array_rank(values_t *values, domain_t domain, value_t array) {
    domain_t element = domain_element(values, domain);
    domain_t keys = domain_keys(values, domain);
    uint64_t digits = domain_size(values, element);
    if (value_kind(values, array) != OBJ_ARRAY)
        return SORT_INFINITE;
    uint64_t rank = 0;
    for (uint64_t k = digits == 1 ? 0 : domain_size(values, keys); k-- > 0;) {
        value_t key = domain_at(values, keys, k);
        uint64_t digit = domain_rank(values, element, array_get(values, array, key));
        if (digit == SORT_INFINITE)
            return SORT_INFINITE;
        rank = rank * digits + digit;
    }
    return rank;
}

static uint64_t set_rank(values_t *values, domain_t domain, value_t set) {
    domain_t element = domain_part(values, domain, 0);
    uint32_t count;
    value_words(values, set, &count);
    uint64_t rank = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t bit = domain_rank(values, element, value_words(values, set, &count)[i]);
        assert(bit < 64);
        rank |= UINT64_C(1) << bit;
    }
    return rank;
}

uint64_t domain_rank(values_t *values, domain_t domain, value_t value) {
    const domain_row_t *row = domain_solved(values, domain);
    assert(row->size != SORT_INFINITE);
    uint32_t count;
    int64_t residue;
    switch ((sort_kind_t)row->kind) {
    case SORT_FLOAT:
        return float_rank(values, domain, value);
    case SORT_FIELD:
        return num_get_i64(values, value, &residue) ? (uint64_t)residue : SORT_INFINITE;
    case SORT_ARRAY:
    case SORT_FUN:
        return array_rank(values, domain, value);
    case SORT_SET:
        return set_rank(values, domain, value);
    case SORT_TUPLE:
        return rank_parts(values, row->parts, row->part_count, value, 0);
    case SORT_NULLABLE:
        if (value_words(values, value, &count)[0] == OP_NULLABLE_NULL)
            return 0;
        return 1 + domain_rank(values, domain_part(values, domain, 0),
                               value_words(values, value, &count)[1]);
    case SORT_USER:
        return data_rank(values, domain, value);
    default:
        return value;
    }
}

/* --- defaults --- */

static value_t default_of(values_t *values, domain_t domain);

static void default_parts(values_t *values, uint32_t parts, uint32_t count, value_vec_t *out) {
    for (uint32_t k = 0; k < count; k++) {
        value_t value = default_of(values, values->domains->parts.data[parts + k]);
        *vec_push(values->mem, out) = value;
    }
}

static value_t make_default(values_t *values, domain_t domain) {
    domain_row_t row = *domain_row(values, domain);
    value_vec_t words = {0};
    switch ((sort_kind_t)row.kind) {
    case SORT_BITVEC:
        return bits_of_u64(values, domain_index(values, domain, 0), 0);
    case SORT_FLOAT:
        return bits_of_u64(values,
                           domain_index(values, domain, 0) + domain_index(values, domain, 1), 0);
    case SORT_STRING:
        return value_make(values, OBJ_STRING, (uint64_t[]){0}, 1);
    case SORT_REGLAN:
    case SORT_REGEX:
        return regex_none(values);
    case SORT_SEQ:
        return value_make(values, OBJ_SEQ, NULL, 0);
    case SORT_SET:
        return value_make(values, OBJ_SET, NULL, 0);
    case SORT_BAG:
        return value_make(values, OBJ_BAG, NULL, 0);
    case SORT_LIST:
        return value_make(values, OBJ_DATA, (uint64_t[]){OP_LIST_NIL}, 1);
    case SORT_NULLABLE:
        return value_make(values, OBJ_DATA, (uint64_t[]){OP_NULLABLE_NULL}, 1);
    case SORT_ARRAY:
    case SORT_FUN:
        default_parts(values, row.parts + row.part_count - 1, 1, &words);
        return make(values, OBJ_ARRAY, &words);
    case SORT_TUPLE:
        default_parts(values, row.parts, row.part_count, &words);
        return make(values, OBJ_TUPLE, &words);
    case SORT_USER: {
        if (row.member_count == 0)
            return value_make(values, OBJ_ELEMENT, (uint64_t[]){row.sort, 0}, 2);
        domain_member_t member = values->domains->members.data[row.members + row.choice];
        *vec_push(values->mem, &words) = member.constructor;
        default_parts(values, member.fields, member.count, &words);
        return make(values, OBJ_DATA, &words);
    }
    default:
        return 0;
    }
}

static value_t default_of(values_t *values, domain_t domain) {
    domain_row_t *row = domain_solved(values, domain);
    if (row->made != 0)
        return row->standard;
    value_t value = make_default(values, domain);
    row = domain_row(values, domain);
    row->standard = value;
    row->made = values_mark(values) + 1;
    return value;
}

bool domain_default(values_t *values, domain_t domain, value_t *out) {
    if (domain_solved(values, domain)->rank == DOMAIN_NO_RANK)
        return false;
    *out = default_of(values, domain);
    return true;
}

/* --- one more value --- */

typedef struct maker {
    values_t *values;
    uint64_t number; /* of the value: two numbers give two values */
} maker_t;

enum { FUEL = 8 };

static bool nth(const maker_t *maker, domain_t domain, uint32_t fuel, value_t *out);

/* A constructor with the n-th value in one field and defaults in the others. */
static bool nth_data(const maker_t *maker, domain_t domain, uint32_t fuel, value_t *out) {
    values_t *values = maker->values;
    domain_row_t row = *domain_solved(values, domain);
    for (uint32_t c = 0; c < row.member_count; c++) {
        domain_member_t member = values->domains->members.data[row.members + c];
        uint32_t vary = member.count;
        bool whole = true;
        for (uint32_t k = 0; k < member.count; k++) {
            domain_t field = values->domains->parts.data[member.fields + k];
            whole &= domain_solved(values, field)->rank != DOMAIN_NO_RANK;
            if (domain_size(values, field) == SORT_INFINITE &&
                (vary == member.count || field == domain))
                vary = k;
        }
        if (!whole || vary == member.count)
            continue;
        domain_t field = values->domains->parts.data[member.fields + vary];
        bool nests = field == domain;
        value_t inner;
        if (nests ? !domain_default(values, domain, &inner) : !nth(maker, field, fuel, &inner))
            continue;
        value_vec_t words = {0};
        *vec_push(values->mem, &words) = member.constructor;
        default_parts(values, member.fields, member.count, &words);
        for (uint64_t i = 0; i < (nests ? maker->number : 1); i++) {
            words.data[1 + vary] = inner;
            inner = value_make(values, OBJ_DATA, words.data, words.len);
        }
        vec_free(values->mem, &words);
        *out = inner;
        return true;
    }
    return false;
}

static bool nth_array(const maker_t *maker, domain_t domain, uint32_t fuel, value_t *out) {
    values_t *values = maker->values;
    domain_t element = domain_element(values, domain);
    if (domain_size(values, element) == SORT_INFINITE) {
        value_t inner;
        if (!nth(maker, element, fuel, &inner))
            return false;
        *out = value_make(values, OBJ_ARRAY, &inner, 1);
        return true;
    }
    domain_t keys = domain_keys(values, domain);
    uint64_t entry[2];
    if (!nth(maker, keys, fuel, &entry[0]))
        return false;
    entry[1] = domain_at(values, element, 1);
    *out = array_make(values, keys, domain_at(values, element, 0), entry, 1);
    return true;
}

static bool nth_tuple(const maker_t *maker, domain_t domain, uint32_t fuel, value_t *out) {
    values_t *values = maker->values;
    if (domain_solved(values, domain)->rank == DOMAIN_NO_RANK)
        return false;
    domain_row_t row = *domain_row(values, domain);
    for (uint32_t i = 0; i < row.part_count; i++) {
        value_t inner;
        domain_t part = domain_part(values, domain, i);
        if (domain_size(values, part) != SORT_INFINITE || !nth(maker, part, fuel, &inner))
            continue;
        value_vec_t words = {0};
        default_parts(values, row.parts, row.part_count, &words);
        assert(words.len > i);
        words.data[i] = inner;
        *out = make(values, OBJ_TUPLE, &words);
        return true;
    }
    return false;
}

/* A set, a bag or a nullable value with the n-th element. */
static bool nth_wrapped(const maker_t *maker, domain_t domain, uint32_t fuel, value_t *out) {
    values_t *values = maker->values;
    value_t inner;
    if (!nth(maker, domain_part(values, domain, 0), fuel, &inner))
        return false;
    if (domain_kind(values, domain) == SORT_SET)
        *out = value_make(values, OBJ_SET, &inner, 1);
    else
        *out = value_make(values, OBJ_DATA, (uint64_t[]){OP_NULLABLE_SOME, inner}, 2);
    return true;
}

/* A bag or sequence that holds the element's default this number of times. */
static bool nth_repeated(const maker_t *maker, domain_t domain, value_t *out) {
    values_t *values = maker->values;
    value_t inner;
    if (!domain_default(values, domain_part(values, domain, 0), &inner))
        return false;
    value_vec_t words = {0};
    switch (domain_kind(values, domain)) {
    case SORT_BAG:
        *vec_push(values->mem, &words) = inner;
        *vec_push(values->mem, &words) = num_of_small((int64_t)maker->number);
        *out = maker->number == 0 ? value_make(values, OBJ_BAG, NULL, 0)
                                  : value_make(values, OBJ_BAG, words.data, words.len);
        break;
    case SORT_LIST:
        *out = value_make(values, OBJ_DATA, (uint64_t[]){OP_LIST_NIL}, 1);
        for (uint64_t i = 0; i < maker->number; i++)
            *out = value_make(values, OBJ_DATA, (uint64_t[]){OP_LIST_INSERT, inner, *out}, 3);
        break;
    default:
        for (uint64_t i = 0; i < maker->number; i++)
            *vec_push(values->mem, &words) = inner;
        *out = value_make(values, OBJ_SEQ, words.data, words.len);
        break;
    }
    vec_free(values->mem, &words);
    return true;
}

/* A string of length n: words hold two characters each. */
static value_t nth_string(values_t *values, uint64_t n) {
    value_vec_t words = {0};
    *vec_push(values->mem, &words) = n;
    for (uint64_t i = 0; i < n; i += 2)
        *vec_push(values->mem, &words) = i + 1 < n ? UINT64_C(0x4100000041) : 0x41;
    return make(values, OBJ_STRING, &words);
}

static bool nth(const maker_t *maker, domain_t domain, uint32_t fuel, value_t *out) {
    values_t *values = maker->values;
    const domain_row_t *row = domain_solved(values, domain);
    if (row->opaque || row->rank == DOMAIN_NO_RANK || fuel == 0)
        return false;
    if (row->size != SORT_INFINITE) {
        if (maker->number >= row->size)
            return false;
        *out = domain_at(values, domain, maker->number);
        return true;
    }
    switch ((sort_kind_t)row->kind) {
    case SORT_INT:
    case SORT_REAL:
    case SORT_FIELD:
        *out = num_of_small((int64_t)maker->number);
        return true;
    case SORT_STRING:
        *out = nth_string(values, maker->number);
        return true;
    case SORT_BITVEC:
        *out = bits_of_u64(values, domain_index(values, domain, 0), maker->number);
        return true;
    case SORT_FLOAT: /* from 0 up: of 64 bits and more, so none of these is NaN */
        *out =
            bits_of_u64(values, domain_index(values, domain, 0) + domain_index(values, domain, 1),
                        maker->number);
        return true;
    case SORT_ARRAY:
    case SORT_FUN:
        return nth_array(maker, domain, fuel - 1, out);
    case SORT_SEQ:
    case SORT_BAG:
    case SORT_LIST:
        return nth_repeated(maker, domain, out);
    case SORT_SET:
    case SORT_NULLABLE:
        return nth_wrapped(maker, domain, fuel - 1, out);
    case SORT_TUPLE:
        return nth_tuple(maker, domain, fuel - 1, out);
    case SORT_USER:
        if (row->member_count > 0)
            return nth_data(maker, domain, fuel - 1, out);
        if (row->sort == SORT_NONE)
            return false;
        *out = value_make(values, OBJ_ELEMENT, (uint64_t[]){row->sort, maker->number}, 2);
        return true;
    default:
        return false;
    }
}
/* NOLINTEND(misc-no-recursion) */

bool domain_fresh(values_t *values, domain_t domain, const value_t *avoid, uint32_t count,
                  value_t *out) {
    for (uint32_t i = 0; i <= count; i++) {
        maker_t maker = {values, i};
        if (!nth(&maker, domain, FUEL, out))
            return false;
        if (count == 0 || !bsearch(out, avoid, count, sizeof *avoid, value_order))
            return true;
    }
    BUG("two numbers gave the same value");
}

/* --- exactness --- */

typedef struct part {
    domain_t domain;
    value_t value;
} part_t;

typedef struct walk {
    VEC(part_t) todo;
    map_t seen; /* object to the last domain it was met in: what is shared is looked at once */
} walk_t;

static void walk_push(values_t *values, walk_t *walk, domain_t domain, value_t value) {
    if (domain_exact(values, domain))
        return;
    if (map_get(&walk->seen, (uint32_t)value) == domain)
        return;
    *map_put(values->mem, &walk->seen, (uint32_t)value) = domain;
    *vec_push(values->mem, &walk->todo) = (part_t){domain, value};
}

/* Adds what lies in an object whose sort is not exact; false when it is a function, a language, or
 * something of which too little is known. */
static bool walk_parts(values_t *values, walk_t *walk, part_t part) {
    domain_t domain = part.domain;
    uint32_t count;
    const uint64_t *words = value_words(values, part.value, &count);
    switch (domain_kind(values, domain)) {
    case SORT_ARRAY:
    case SORT_FUN: {
        domain_t keys = domain_keys(values, domain);
        if (value_kind(values, part.value) != OBJ_ARRAY || domain_free(values, keys) ||
            domain_opaque(values, keys))
            return false;
        walk_push(values, walk, domain_element(values, domain), words[0]);
        for (uint32_t i = 2; i < count; i += 2)
            walk_push(values, walk, domain_element(values, domain), words[i]);
        return true;
    }
    case SORT_SEQ:
    case SORT_TUPLE:
        for (uint32_t i = 0; i < count; i++)
            walk_push(values, walk,
                      domain_part(values, domain, domain_kind(values, domain) == SORT_SEQ ? 0 : i),
                      words[i]);
        return true;
    case SORT_LIST:
    case SORT_NULLABLE:
    case SORT_USER:
        for (uint32_t i = 1; i < count; i++)
            walk_push(values, walk, domain_field(values, domain, words[0], i - 1), words[i]);
        return true;
    default:
        return false;
    }
}

bool domain_value_exact(values_t *values, domain_t domain, value_t value) {
    if (domain_exact(values, domain))
        return true;
    if (domain_opaque(values, domain))
        return false;
    walk_t walk = {0};
    walk_push(values, &walk, domain, value);
    bool exact = true;
    while (exact && walk.todo.len > 0)
        exact = walk_parts(values, &walk, vec_pop(&walk.todo));
    vec_free(values->mem, &walk.todo);
    map_free(values->mem, &walk.seen);
    return exact;
}
