/* Operators on whole arrays: map, default, array-ext, eqrange, and z3's sets. */
#include "eval/engine/named.h"
#include "eval/theory/array.h"
#include "eval/value/bits.h"
#include "eval/value/num.h"

/* --- all arguments as tables --- */

typedef struct tables {
    value_vec_t tables;
    value_vec_t keys; /* of all of them, ascending */
    domain_t domain;  /* of the keys */
} tables_t;

static void tables_done(eval_t *eval, tables_t *all) {
    vec_free(eval->mem, &all->tables);
    vec_free(eval->mem, &all->keys);
}

/* The first count arguments. */
static bool tables_open(eval_t *eval, const call_t *call, uint32_t count, tables_t *all) {
    *all = (tables_t){0};
    all->domain = array_keys(eval, call_sort(eval, call, 0));
    uint64_t work = count;
    for (uint32_t i = 0; i < count; i++) {
        value_t table;
        if (!array_table(eval, call, call_sort(eval, call, i), call->args[i], &table)) {
            tables_done(eval, all);
            return false;
        }
        *vec_push(eval->mem, &all->tables) = table;
        work += array_entries(eval->values, table);
    }
    if (!eval_charge(eval, call, work)) {
        tables_done(eval, all);
        return false;
    }
    array_all_keys(eval, all->tables.data, count, &all->keys);
    return true;
}

/* What the tables say at a key; at their defaults for the last one, which is no key. */
static void row_at(const eval_t *eval, const tables_t *all, uint32_t i, value_t *row) {
    for (uint32_t k = 0; k < all->tables.len; k++)
        row[k] = i < all->keys.len ? array_get(eval->values, all->tables.data[k], all->keys.data[i])
                                   : array_standard(eval->values, all->tables.data[k]);
}

/* --- map --- */

static sort_t element_sort(const eval_t *eval, sort_t sort) {
    uint32_t count;
    const sort_t *sorts = sort_args(eval->bank, sort, &count);
    return sorts[count - 1];
}

/* The function at every key, and at the defaults where there are other keys. */
static bool map_rows(eval_t *eval, const call_t *call, const tables_t *all, const sort_t *sorts,
                     value_t *row, value_vec_t *entries, value_t *standard) {
    sort_t result = element_sort(eval, call->sort);
    for (uint32_t i = 0; i < all->keys.len; i++) {
        row_at(eval, all, i, row);
        value_t value;
        if (!named_apply(eval, call, call->index[0], sorts, row, all->tables.len, result, &value))
            return false;
        *vec_push(eval->mem, entries) = all->keys.data[i];
        *vec_push(eval->mem, entries) = value;
        *standard = value;
    }
    if (array_has_more(eval, all->domain, all->keys.len) == 0)
        return true;
    row_at(eval, all, all->keys.len, row);
    return named_apply(eval, call, call->index[0], sorts, row, all->tables.len, result, standard);
}

bool eval_array_map(eval_t *eval, const call_t *call, value_t *out) {
    tables_t all;
    if (!tables_open(eval, call, call->count, &all))
        return false;
    value_t *row = mem_alloc(eval->mem, call->count * sizeof *row);
    sort_t *sorts = mem_alloc(eval->mem, call->count * sizeof *sorts);
    for (uint32_t i = 0; i < call->count; i++)
        sorts[i] = element_sort(eval, call_sort(eval, call, i));
    value_vec_t entries = {0};
    value_t standard = 0;
    bool known = map_rows(eval, call, &all, sorts, row, &entries, &standard);
    if (known)
        *out = array_make(eval->values, all.domain, standard, entries.data, entries.len / 2);
    vec_free(eval->mem, &entries);
    mem_free(eval->mem, sorts);
    mem_free(eval->mem, row);
    tables_done(eval, &all);
    return known;
}

/* --- default, as-array, array-ext --- */

/* Over a finite index sort the axioms of z3 say what it is for a constant array alone. */
bool eval_array_default(eval_t *eval, const call_t *call, value_t *out) {
    value_t table;
    sort_t sort = call_sort(eval, call, 0);
    if (!array_table(eval, call, sort, call->args[0], &table))
        return false;
    if (array_entries(eval->values, table) > 0 && !array_endless(eval, array_keys(eval, sort)))
        return eval_unknown(eval, REASON_UNDERSPECIFIED, call->term);
    *out = array_standard(eval->values, table);
    return true;
}

bool eval_as_array(eval_t *eval, const call_t *call, value_t *out) {
    value_t function = value_make(eval->values, OBJ_FUN, (uint64_t[]){call->index[0]}, 1);
    if (!eval_tabulate(eval, call->sort, function, out))
        *out = function;
    return true;
}

/* Any index where they differ, or any at all: the first one in the order of the keys is the choice.
 * One that is the only one is certain. */
bool eval_array_ext(eval_t *eval, const call_t *call, value_t *out) {
    tables_t all;
    if (!tables_open(eval, call, 2, &all))
        return false;
    sort_t element = element_sort(eval, call_sort(eval, call, 0));
    value_t row[2];
    uint32_t found = 0;
    bool known = true;
    value_t choice = 0;
    for (uint32_t i = 0; i < all.keys.len && known; i++) {
        bool equal;
        row_at(eval, &all, i, row);
        known = eval_equal(eval, call, element, row[0], row[1], &equal);
        if (known && !equal && found++ == 0)
            choice = all.keys.data[i];
    }
    row_at(eval, &all, all.keys.len, row);
    bool equal = true;
    int more = row[0] == row[1] ? 0 : array_has_more(eval, all.domain, all.keys.len);
    if (known && more != 0)
        known = eval_equal(eval, call, element, row[0], row[1], &equal);
    if (known && !equal && found == 0)
        known = (more == 1 &&
                 domain_fresh(eval->values, all.domain, all.keys.data, all.keys.len, &choice)) ||
                eval_unknown(eval, REASON_NO_VALUE, call->term);
    tables_done(eval, &all);
    if (!known)
        return false;
    if (found == 1 && equal) {
        *out = choice;
        return true;
    }
    return eval_open(eval, call, call->op, call->args, 2, found > 0 || !equal ? &choice : NULL,
                     out);
}

/* --- eqrange --- */

/* Indices as integers in their order: signed zeros and what compares unequal to itself are told
 * apart by the caller. */
typedef struct range {
    fmpz_t low, high, number;
    bool dense; /* Real: between two there is always another */
    bool zeros; /* FloatingPoint: 0 is there twice */
    bool nan;   /* FloatingPoint: a bound is no number, so nothing is in between */
} range_t;

/* The position of a float among the numbers; false for NaN. */
static bool float_position(eval_t *eval, sort_t sort, value_t value, fmpz_t out) {
    uint32_t exponent;
    uint32_t significand;
    sort_float_size(eval->bank, sort, &exponent, &significand);
    uint32_t width = exponent + significand;
    bits_get_fmpz(eval->values, width, value, out);
    bool negative = bits_test(eval->values, width, value, width - 1);
    if (negative)
        fmpz_clrbit(out, width - 1);
    fmpz_t infinity;
    fmpz_init(infinity);
    fmpz_one_2exp(infinity, exponent);
    fmpz_sub_ui(infinity, infinity, 1);
    fmpz_mul_2exp(infinity, infinity, significand - 1);
    bool is_number = fmpz_cmp(out, infinity) <= 0;
    fmpz_clear(infinity);
    if (negative)
        fmpz_neg(out, out);
    return is_number;
}

static bool index_position(eval_t *eval, sort_t sort, value_t value, fmpz_t out) {
    switch (sort_kind(eval->bank, sort)) {
    case SORT_INT:
        num_get_fmpz(eval->values, value, out);
        return true;
    case SORT_BITVEC:
        bits_get_fmpz(eval->values, sort_width(eval->bank, sort), value, out);
        return true;
    default:
        return float_position(eval, sort, value, out);
    }
}

static bool in_range(eval_t *eval, sort_t sort, range_t *range, const value_t *bounds,
                     value_t key) {
    if (range->dense)
        return num_compare(eval->values, bounds[0], key) <= 0 &&
               num_compare(eval->values, key, bounds[1]) <= 0;
    return index_position(eval, sort, key, range->number) &&
           fmpz_cmp(range->low, range->number) <= 0 && fmpz_cmp(range->number, range->high) <= 0;
}

/* Whether the range holds more indices than count. */
static bool range_has_more(eval_t *eval, range_t *range, const value_t *bounds, uint32_t count) {
    if (range->dense) {
        int order = num_compare(eval->values, bounds[0], bounds[1]);
        return order < 0 || (order == 0 && count == 0);
    }
    fmpz_sub(range->number, range->high, range->low);
    fmpz_add_ui(range->number, range->number, 1);
    if (fmpz_sgn(range->number) <= 0)
        return false;
    if (range->zeros && fmpz_sgn(range->low) <= 0 && fmpz_sgn(range->high) >= 0)
        fmpz_add_ui(range->number, range->number, 1);
    return fmpz_cmp_ui(range->number, count) > 0;
}

static bool compare_range(eval_t *eval, const call_t *call, const tables_t *all, range_t *range,
                          const value_t *bounds, value_t *out) {
    sort_t sort = call_sort(eval, call, 0);
    sort_t index = sort_args(eval->bank, sort, &(uint32_t){0})[0];
    sort_t element = element_sort(eval, sort);
    value_t row[2];
    uint32_t inside = 0;
    bool unknown = false;
    bool equal = true;
    for (uint32_t i = 0; i < all->keys.len && equal; i++) {
        if (!in_range(eval, index, range, bounds, all->keys.data[i]))
            continue;
        inside++;
        row_at(eval, all, i, row);
        if (!eval_equal(eval, call, element, row[0], row[1], &equal))
            unknown = equal = true;
    }
    row_at(eval, all, all->keys.len, row);
    if (equal && row[0] != row[1] && range_has_more(eval, range, bounds, inside) &&
        !eval_equal(eval, call, element, row[0], row[1], &equal))
        unknown = equal = true;
    *out = equal;
    return !equal || !unknown;
}

/* Orders: <= on Int and Real, bvule on bit-vectors, fp.leq on floats. */
bool eval_eqrange(eval_t *eval, const call_t *call, value_t *out) {
    sort_t index = sort_args(eval->bank, call_sort(eval, call, 0), &(uint32_t){0})[0];
    sort_kind_t kind = sort_kind(eval->bank, index);
    if (kind != SORT_INT && kind != SORT_REAL && kind != SORT_BITVEC && kind != SORT_FLOAT)
        return eval_unknown(eval, REASON_UNSUPPORTED, call->term);
    value_t bounds[2] = {call->args[2], call->args[3]};
    tables_t all;
    if (!eval_coerce(eval, call, call_sort(eval, call, 2), index, &bounds[0]) ||
        !eval_coerce(eval, call, call_sort(eval, call, 3), index, &bounds[1]) ||
        !tables_open(eval, call, 2, &all))
        return false;
    range_t range = {.dense = kind == SORT_REAL, .zeros = kind == SORT_FLOAT};
    fmpz_init(range.low);
    fmpz_init(range.high);
    fmpz_init(range.number);
    if (!range.dense)
        range.nan = !index_position(eval, index, bounds[0], range.low) ||
                    !index_position(eval, index, bounds[1], range.high);
    *out = 1;
    bool known = range.nan || compare_range(eval, call, &all, &range, bounds, out);
    fmpz_clear(range.low);
    fmpz_clear(range.high);
    fmpz_clear(range.number);
    tables_done(eval, &all);
    return known;
}

/* --- z3's sets --- */

static value_t combine(op_t op, const value_t *row, uint32_t count) {
    value_t result = row[0];
    switch (op) {
    case OP_ASET_UNION:
        for (uint32_t i = 1; i < count; i++)
            result |= row[i];
        return result;
    case OP_ASET_INTER:
    case OP_ASET_INTERSECT:
        for (uint32_t i = 1; i < count; i++)
            result &= row[i];
        return result;
    case OP_ASET_COMPLEMENT:
        return !result;
    case OP_ASET_SUBSET:
        return !result || row[1];
    default: /* difference */
        return result && !row[1];
    }
}

bool eval_array_set(eval_t *eval, const call_t *call, value_t *out) {
    tables_t all;
    if (!tables_open(eval, call, call->count, &all))
        return false;
    value_t *row = mem_zalloc(eval->mem, call->count + (size_t)1, sizeof *row);
    value_vec_t entries = {0};
    for (uint32_t i = 0; i < all.keys.len; i++) {
        row_at(eval, &all, i, row);
        *vec_push(eval->mem, &entries) = all.keys.data[i];
        *vec_push(eval->mem, &entries) = combine(call->op, row, call->count);
    }
    row_at(eval, &all, all.keys.len, row);
    value_t standard = combine(call->op, row, call->count);
    *out = array_make(eval->values, all.domain, standard, entries.data, entries.len / 2);
    vec_free(eval->mem, &entries);
    mem_free(eval->mem, row);
    tables_done(eval, &all);
    return true;
}

bool eval_array_subset(eval_t *eval, const call_t *call, value_t *out) {
    tables_t all;
    if (!tables_open(eval, call, 2, &all))
        return false;
    value_t row[2] = {0};
    *out = 1;
    for (uint32_t i = 0; i < all.keys.len; i++) {
        row_at(eval, &all, i, row);
        *out &= combine(OP_ASET_SUBSET, row, 2);
    }
    row_at(eval, &all, all.keys.len, row);
    bool known = true;
    if (*out && !combine(OP_ASET_SUBSET, row, 2)) {
        int more = array_has_more(eval, all.domain, all.keys.len);
        known = more >= 0 || eval_unknown(eval, REASON_COMPARISON, call->term);
        *out = more == 0;
    }
    tables_done(eval, &all);
    return known;
}
