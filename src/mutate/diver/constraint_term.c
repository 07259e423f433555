/* Constraints as formulas: what Complicate asserts of a fresh variable. */
#include "mutate/diver/constraint.h"

#include "base/bug.h"
#include "smt/term/check.h"

typedef struct writer {
    constraints_t *set;
    bank_t *bank;
    value_order_t order;
    term_t x;
} writer_t;

/* TERM_NONE when an argument is, or it does not fit. */
static term_t apply(const writer_t *w, op_t op, const term_t *args, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (args[i] == TERM_NONE)
            return TERM_NONE;
    term_t term = check_op(w->bank, op, args, count);
    return term == TERM_BAD ? TERM_NONE : term;
}

static term_t apply_one(const writer_t *w, op_t op, term_t arg) {
    return apply(w, op, &arg, 1);
}

static term_t apply_two(const writer_t *w, op_t op, term_t a, term_t b) {
    return apply(w, op, (term_t[]){a, b}, 2);
}

/* and, or of as many as there are: none and one need no operator. */
static term_t join(const writer_t *w, op_t op, const term_t *args, uint32_t count) {
    assert(op == OP_AND || op == OP_OR);
    if (count == 0)
        return check_op(w->bank, op == OP_AND ? OP_TRUE : OP_FALSE, NULL, 0);
    return count == 1 ? args[0] : apply(w, op, args, count);
}

/* The value with this key. Irrational numbers have no term that all solvers read. */
static term_t end_term(const writer_t *w, value_t key) {
    values_t *values = w->set->values;
    if (w->order.kind == SORT_REAL && !rational_is(values, key))
        return TERM_NONE;
    return value_term(values, w->bank, w->order.sort, ordering_value(values, &w->order, key));
}

/* --- intervals --- */

static term_t equals(const writer_t *w, value_t key) {
    return apply_two(w, OP_EQ, w->x, end_term(w, key));
}

/* low <= x, x <= high, with the operators of the sort. Nothing is said of an end that is the first
 * or the last value. */
static term_t bounded(const writer_t *w, const interval_t *interval) {
    bool bits = w->order.kind == SORT_BITVEC;
    term_t parts[2];
    uint32_t count = 0;
    assert(!bits || (!interval->low_open && !interval->high_open));
    if (!interval->no_low && !(w->order.bounded && interval->low == w->order.first))
        parts[count++] = apply_two(w,
                                   bits                 ? OP_BVULE
                                   : interval->low_open ? OP_LT
                                                        : OP_LE,
                                   end_term(w, interval->low), w->x);
    if (!interval->no_high && !(w->order.bounded && interval->high == w->order.last))
        parts[count++] = apply_two(w,
                                   bits                  ? OP_BVULE
                                   : interval->high_open ? OP_LT
                                                         : OP_LE,
                                   w->x, end_term(w, interval->high));
    return join(w, OP_AND, parts, count);
}

/* In the order of floats the zeros are one number: which of them an interval begins or ends with
 * is said by the sign. An interval that ends with NaN is one without it, or NaN. */
static term_t floats(const writer_t *w, interval_t interval) {
    assert(!interval.no_low && !interval.no_high);
    values_t *values = w->set->values;
    value_t infinity = ordering_infinity(values, &w->order);
    value_t plus_zero = rational_of(values, 0);
    value_t minus_zero = rational_of(values, -1);
    term_t nan = apply_one(w, OP_FP_IS_NAN, w->x);
    bool has_nan = interval.high == w->order.last;
    if (has_nan && interval.low == w->order.last)
        return nan;
    if (has_nan)
        interval.high = infinity;
    term_t parts[5];
    uint32_t count = 0;
    if (interval.low == plus_zero)
        parts[count++] = apply_one(w, OP_FP_IS_POSITIVE, w->x);
    if (interval.high == minus_zero)
        parts[count++] = apply_one(w, OP_FP_IS_NEGATIVE, w->x);
    if (interval.low != w->order.first && interval.low != plus_zero)
        parts[count++] = apply_two(w, OP_FP_LEQ, end_term(w, interval.low), w->x);
    if (interval.high != infinity && interval.high != minus_zero)
        parts[count++] = apply_two(w, OP_FP_LEQ, w->x, end_term(w, interval.high));
    if (count == 0)
        parts[count++] = apply_one(w, OP_NOT, nan);
    term_t inside = join(w, OP_AND, parts, count);
    return has_nan ? apply_two(w, OP_OR, inside, nan) : inside;
}

/* All values of a small sort, one by one. */
static term_t listed(const writer_t *w, const interval_t *interval) {
    enum { MOST = 16 };
    values_t *values = w->set->values;
    term_t parts[MOST];
    uint32_t count = 0;
    value_t key = interval->low;
    assert(!interval->no_low && !interval->no_high);
    while (rational_compare(values, key, interval->high) <= 0) {
        if (count == MOST)
            return TERM_NONE;
        parts[count++] = equals(w, key);
        if (!rational_add(values, key, rational_of(values, 1), &key))
            return TERM_NONE;
    }
    return join(w, OP_OR, parts, count);
}

static term_t interval_term(const writer_t *w, const interval_t *interval) {
    bool ends = !interval->no_low && !interval->no_high;
    switch (w->order.kind) {
    case SORT_BOOL:
        assert(interval->low == interval->high);
        return interval->low == w->order.first ? apply_one(w, OP_NOT, w->x) : w->x;
    case SORT_INT:
    case SORT_REAL:
    case SORT_BITVEC:
        return ends && interval->low == interval->high ? equals(w, interval->low)
                                                       : bounded(w, interval);
    case SORT_FLOAT:
        return interval->low == interval->high ? equals(w, interval->low) : floats(w, *interval);
    default:
        return listed(w, interval);
    }
}

/* --- beside the intervals --- */

static term_t residue_term(const writer_t *w, const intervals_t *intervals) {
    values_t *values = w->set->values;
    switch (w->order.kind) {
    case SORT_INT:
        return apply_two(w, OP_EQ, apply_two(w, OP_MOD, w->x, end_term(w, intervals->modulus)),
                         end_term(w, intervals->residue));
    case SORT_BITVEC:
        return apply_two(w, OP_EQ, apply_two(w, OP_BVUREM, w->x, end_term(w, intervals->modulus)),
                         end_term(w, intervals->residue));
    case SORT_REAL:
        if (intervals->modulus != rational_of(values, 1))
            return TERM_NONE;
        if (intervals->residue == rational_of(values, 0))
            return apply_one(w, OP_IS_INT, w->x);
        return apply_one(w, OP_IS_INT, apply_two(w, OP_SUB, w->x, end_term(w, intervals->residue)));
    default:
        return TERM_NONE;
    }
}

static term_t bits_term(const writer_t *w, const intervals_t *intervals) {
    values_t *values = w->set->values;
    assert(w->order.width <= 64);
    term_t mask = value_term(values, w->bank, w->order.sort, intervals->mask);
    term_t bits = value_term(values, w->bank, w->order.sort, intervals->bits);
    return apply_two(w, OP_EQ, apply_two(w, OP_BVAND, w->x, mask), bits);
}

static term_t intervals_term(writer_t *w, constraint_t constraint) {
    intervals_t intervals;
    term_t parts[3];
    uint32_t count = 0;
    constraint_intervals(w->set, &w->order, constraint, &intervals);
    term_t ranges[INTERVALS_MOST];
    for (uint32_t i = 0; i < intervals.count; i++)
        ranges[i] = interval_term(w, &intervals.list[i]);
    parts[count++] = join(w, OP_OR, ranges, intervals.count);
    intervals_t plain = intervals;
    plain.modulus = plain.mask = 0;
    if (intervals_full(w->set->values, &w->order, &plain))
        count = 0;
    if (intervals.modulus != 0)
        parts[count++] = residue_term(w, &intervals);
    if (intervals.mask != 0)
        parts[count++] = bits_term(w, &intervals);
    return join(w, OP_AND, parts, count);
}

/* --- values --- */

static term_t values_term(const writer_t *w, sort_t sort, constraint_t constraint) {
    enum { MOST = 8 };
    term_t parts[MOST];
    uint32_t count;
    constraint_values(w->set, constraint, &count);
    bool only = constraint_kind(w->set, constraint) == SET_ONLY;
    assert(count <= MOST);
    for (uint32_t i = 0; i < count; i++) {
        value_t value = constraint_values(w->set, constraint, &count)[i];
        parts[i] = apply_two(w, OP_EQ, w->x, value_term(w->set->values, w->bank, sort, value));
        if (!only)
            parts[i] = apply_one(w, OP_NOT, parts[i]);
    }
    return join(w, OP_AND, parts, count);
}

term_t constraint_term(constraints_t *set, sort_t sort, constraint_t constraint, term_t term) {
    writer_t w = {.set = set, .bank = set->eval->bank, .x = term};
    value_t language;
    assert(term_sort(w.bank, term) == sort);
    switch (constraint_kind(set, constraint)) {
    case SET_ANY:
        return check_op(w.bank, OP_TRUE, NULL, 0);
    case SET_INTERVALS:
        return ordering_of(set->values, sort, &w.order) ? intervals_term(&w, constraint)
                                                        : TERM_NONE;
    case SET_LANGUAGE:
        constraint_language(set, constraint, &language);
        return apply_two(&w, OP_STR_IN_RE, term, language_term(set->values, w.bank, language));
    case SET_ONLY:
    case SET_NOT:
        return values_term(&w, sort, constraint);
    default:
        return TERM_NONE;
    }
}
