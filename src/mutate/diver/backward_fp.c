/* Backward rules of floats: intervals in the order of the floats, where -0 is just below +0 and NaN
 * comes after +oo (eval/value/ordering.h). */
#include "mutate/diver/backward_priv.h"

#include "base/bug.h"

/* --- comparisons --- */

/* IEEE order and equality: the zeros are one number, NaN is related to nothing. */
static bool link_fp(const backward_t *node, uint32_t i, uint32_t k, const value_order_t *order,
                    intervals_t *intervals) {
    op_t op = node->op;
    values_t *values = values_of(node);
    value_t end = ordering_key(values, order, node->args[k]);
    value_t infinity = ordering_infinity(values, order);
    value_t minus_zero = rational_of(values, -1);
    value_t plus_zero = rational_of(values, 0);
    assert(node->known[k] && (i + 1 == k || k + 1 == i));
    assert(order->kind == SORT_FLOAT);
    intervals_start(intervals);
    if (end == order->last)
        return true;
    bool zero = end == minus_zero || end == plus_zero;
    value_t low = zero ? minus_zero : end;
    value_t high = zero ? plus_zero : end;
    if (op == OP_FP_EQ) {
        intervals_one(values, order, intervals, interval_of(low, high));
        return true;
    }
    bool rising = op == OP_FP_LEQ || op == OP_FP_LT;
    bool strict = op == OP_FP_LT || op == OP_FP_GT;
    interval_t interval = {.low = order->first, .high = infinity};
    if ((i < k) == rising) {
        interval.high = strict ? low : high;
        interval.high_open = strict;
    } else {
        interval.low = strict ? high : low;
        interval.low_open = strict;
    }
    intervals_one(values, order, intervals, interval);
    return true;
}

wanted_t backward_fp_order(backward_t *node, uint32_t i) {
    return backward_chain(node, i, link_fp);
}

/* --- signs --- */

/* The part of the set in an interval, in the same ordering. */
static bool part_of(const backward_t *node, const value_order_t *order,
                    const intervals_t *intervals, value_t low, value_t high, intervals_t *out) {
    intervals_t range;
    intervals_one(values_of(node), order, &range, interval_of(low, high));
    return intervals_meet(values_of(node), order, intervals, &range, out);
}

static void add_all(const backward_t *node, const value_order_t *order, const intervals_t *from,
                    intervals_t *to) {
    for (uint32_t k = 0; k < from->count; k++)
        intervals_add(values_of(node), order, to, from->list[k]);
    to->cut |= from->cut;
}

/* Turning the sign is turning round the middle between the zeros: x becomes -1 - x. */
wanted_t backward_fp_sign(backward_t *node, uint32_t i) {
    value_order_t order;
    intervals_t intervals;
    intervals_t same;
    intervals_t turned;
    values_t *values = values_of(node);
    value_t middle = rational_of(values, -1);
    if (!want_intervals(node, &order, &intervals))
        return wanted_present(node, i);
    bool absolute = node->op == OP_FP_ABS;
    value_t low = absolute ? rational_of(values, 0) : order.first;
    if (!part_of(node, &order, &intervals, low, ordering_infinity(values, &order), &same) ||
        !intervals_turn(values, &order, &same, middle, &turned))
        return wanted_present(node, i);
    if (absolute)
        add_all(node, &order, &same, &turned);
    if (intervals_has(values, &intervals, order.last))
        intervals_add(values, &order, &turned, interval_of(order.last, order.last));
    intervals_close(values, &order, &turned);
    return wanted_intervals(node, i, &order, &turned, true);
}

/* --- classes --- */

/* Magnitudes from low to high, with both signs. */
static void add_magnitudes(values_t *values, const value_order_t *order, intervals_t *intervals,
                           value_t low, value_t high) {
    value_t negative[2];
    value_t middle = rational_of(values, -1);
    assert(rational_sign(values, low) >= 0 && rational_compare(values, low, high) <= 0);
    intervals_add(values, order, intervals, interval_of(low, high));
    if (rational_sub(values, middle, high, &negative[0]) &&
        rational_sub(values, middle, low, &negative[1]))
        intervals_add(values, order, intervals, interval_of(negative[0], negative[1]));
}

static void floats_of_class(const backward_t *node, const value_order_t *order,
                            intervals_t *intervals) {
    values_t *values = values_of(node);
    value_t zero = rational_of(values, 0);
    value_t one = rational_of(values, 1);
    value_t infinity = ordering_infinity(values, order);
    value_t normal = ordering_normal(values, order);
    value_t before;
    intervals_start(intervals);
    switch (node->op) {
    case OP_FP_IS_NORMAL:
        (void)rational_sub(values, infinity, one, &before);
        add_magnitudes(values, order, intervals, normal, before);
        break;
    case OP_FP_IS_SUBNORMAL:
        (void)rational_sub(values, normal, one, &before);
        add_magnitudes(values, order, intervals, one, before);
        break;
    case OP_FP_IS_ZERO:
        add_magnitudes(values, order, intervals, zero, zero);
        break;
    case OP_FP_IS_INFINITE:
        add_magnitudes(values, order, intervals, infinity, infinity);
        break;
    case OP_FP_IS_NAN:
        intervals_add(values, order, intervals, interval_of(order->last, order->last));
        break;
    case OP_FP_IS_NEGATIVE:
        intervals_add(values, order, intervals, interval_to(zero, true));
        break;
    default:
        assert(node->op == OP_FP_IS_POSITIVE);
        intervals_add(values, order, intervals, interval_of(zero, infinity));
        break;
    }
    intervals_close(values, order, intervals);
}

wanted_t backward_fp_class(backward_t *node, uint32_t i) {
    bool truth;
    value_order_t order;
    intervals_t intervals;
    if (!want_truth(node, &truth) || !child_order(node, i, &order))
        return wanted_present(node, i);
    floats_of_class(node, &order, &intervals);
    if (!truth && !intervals_not(values_of(node), &order, &intervals, &intervals))
        return wanted_present(node, i);
    return wanted_intervals(node, i, &order, &intervals, true);
}

/* --- patterns --- */

/* The bit patterns of the floats in the set, all NaNs with NaN. */
static bool patterns_of(const backward_t *node, const value_order_t *order,
                        const intervals_t *intervals, intervals_t *out) {
    values_t *values = values_of(node);
    value_t infinity = ordering_infinity(values, order);
    value_t zero = rational_of(values, 0);
    value_t middle = rational_of(values, -1);
    value_t sign = rational_power2(values, order->width - 1);
    value_t minus;
    assert(order->kind == SORT_FLOAT);
    intervals_t negative;
    if (!rational_sub(values, zero, sign, &minus) ||
        !part_of(node, order, intervals, zero, infinity, out) ||
        !part_of(node, order, intervals, order->first, middle, &negative) ||
        !intervals_turn(values, &ordering_whole, &negative, middle, &negative) ||
        !intervals_shift(values, &ordering_whole, &negative, minus, &negative))
        return false;
    add_all(node, &ordering_whole, &negative, out);
    if (intervals_has(values, intervals, order->last)) {
        value_t top;
        interval_t nan = {.low = infinity, .low_open = true, .high = sign, .high_open = true};
        intervals_add(values, &ordering_whole, out, nan);
        if (!rational_add(values, infinity, sign, &nan.low) ||
            !rational_add(values, sign, sign, &top))
            return false;
        nan.high = top;
        intervals_add(values, &ordering_whole, out, nan);
    }
    intervals_close(values, &ordering_whole, out);
    return true;
}

wanted_t backward_fp_pattern(backward_t *node, uint32_t i) {
    value_order_t order;
    intervals_t intervals;
    intervals_t patterns;
    if (!want_intervals(node, &order, &intervals) ||
        !patterns_of(node, &order, &intervals, &patterns))
        return wanted_present(node, i);
    return backward_parts(node, i, &patterns);
}
