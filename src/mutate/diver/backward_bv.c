/* Backward rules of bit-vectors as numbers: order, sums, divisions, conversions. Sets are intervals
 * of the unsigned number; what is an interval of signed numbers is two of those. */
#include "mutate/diver/backward_priv.h"

#include "base/bug.h"

/* --- signed and unsigned --- */

/* 2^(width - 1) */
static value_t half_of(const backward_t *node, const value_order_t *order) {
    assert(order->kind == SORT_BITVEC && order->width > 0);
    return rational_power2(values_of(node), order->width - 1);
}

/* The signed numbers of a vector with this ordering. */
static void signed_range(const backward_t *node, const value_order_t *order,
                         intervals_t *intervals) {
    values_t *values = values_of(node);
    value_t half = half_of(node, order);
    value_t low = rational_of(values, 0);
    value_t high = half;
    (void)rational_sub(values, low, half, &low);
    (void)rational_sub(values, half, rational_of(values, 1), &high);
    intervals_one(values, &ordering_whole, intervals, interval_of(low, high));
}

/* The signed number of a value. */
static value_t signed_key(const backward_t *node, const value_order_t *order, value_t value) {
    values_t *values = values_of(node);
    value_t key = ordering_key(values, order, value);
    if (rational_compare(values, key, half_of(node, order)) >= 0)
        (void)rational_sub(values, key, rational_power2(values, order->width), &key);
    assert(rational_compare(values, key, half_of(node, order)) < 0);
    return key;
}

/* A plain set of unsigned numbers as signed ones. */
static bool to_signed(const backward_t *node, const value_order_t *order,
                      const intervals_t *intervals, intervals_t *out) {
    values_t *values = values_of(node);
    value_t half = half_of(node, order);
    intervals_t low;
    intervals_t high;
    intervals_one(values, order, &low, interval_to(half, true));
    intervals_one(values, order, &high, interval_from(half, false));
    if (!intervals_plain(intervals) || !intervals_meet(values, order, intervals, &low, &low) ||
        !intervals_meet(values, order, intervals, &high, &high) ||
        !intervals_shift(values, &ordering_whole, &high, rational_power2(values, order->width),
                         &high))
        return false;
    *out = high;
    for (uint32_t k = 0; k < low.count; k++)
        intervals_add(values, &ordering_whole, out, low.list[k]);
    intervals_close(values, &ordering_whole, out);
    out->cut |= low.cut;
    return true;
}

/* Back again, what is outside the signed range left out. */
static bool from_signed(const backward_t *node, const value_order_t *order,
                        intervals_t *intervals) {
    intervals_t range;
    signed_range(node, order, &range);
    return intervals_meet(values_of(node), &ordering_whole, intervals, &range, intervals) &&
           intervals_wrap(values_of(node), order, intervals, intervals);
}

/* --- comparisons --- */

static bool link_bv(const backward_t *node, uint32_t i, uint32_t k, const value_order_t *order,
                    intervals_t *intervals) {
    op_t op = node->op;
    bool is_signed = op == OP_BVSLT || op == OP_BVSLE || op == OP_BVSGT || op == OP_BVSGE;
    bool strict = op == OP_BVULT || op == OP_BVUGT || op == OP_BVSLT || op == OP_BVSGT;
    bool rising = op == OP_BVULT || op == OP_BVULE || op == OP_BVSLT || op == OP_BVSLE;
    bool below = (i < k) == rising;
    values_t *values = values_of(node);
    assert(node->known[k] && (i + 1 == k || k + 1 == i));
    value_t end = is_signed ? signed_key(node, order, node->args[k])
                            : ordering_key(values, order, node->args[k]);
    intervals_one(values, is_signed ? &ordering_whole : order, intervals,
                  below ? interval_to(end, strict) : interval_from(end, strict));
    return !is_signed || from_signed(node, order, intervals);
}

wanted_t backward_bv_order(backward_t *node, uint32_t i) {
    return backward_chain(node, i, link_bv);
}

/* --- sums --- */

wanted_t backward_bv_sum(backward_t *node, uint32_t i) {
    value_order_t order;
    intervals_t intervals;
    values_t *values = values_of(node);
    if (!want_intervals(node, &order, &intervals) || !node->value_known || !node->known[i])
        return wanted_present(node, i);
    value_t total = ordering_key(values, &order, node->value);
    value_t own = ordering_key(values, &order, node->args[i]);
    bool minus = node->op == OP_BVNEG || (node->op == OP_BVSUB && i > 0);
    value_t others;
    bool ok = minus ? rational_add(values, total, own, &others) &&
                          intervals_turn(values, &ordering_whole, &intervals, others, &intervals)
                    : rational_sub(values, total, own, &others) &&
                          intervals_shift(values, &ordering_whole, &intervals, others, &intervals);
    if (!ok || !intervals_wrap(values, &order, &intervals, &intervals))
        return wanted_present(node, i);
    return wanted_intervals(node, i, &order, &intervals, true);
}

/* --- divisions --- */

wanted_t backward_bv_udiv(backward_t *node, uint32_t i) {
    value_order_t order;
    intervals_t intervals;
    values_t *values = values_of(node);
    if (i > 0 || !node->known[1] || !want_intervals(node, &order, &intervals))
        return wanted_present(node, i);
    value_t divisor = ordering_key(values, &order, node->args[1]);
    if (rational_sign(values, divisor) == 0) /* all ones, whatever the dividend is */
        return wanted_any();
    if (!intervals_multiple(values, &order, &intervals, divisor, &intervals))
        return wanted_present(node, i);
    return wanted_intervals(node, i, &order, &intervals, true);
}

wanted_t backward_bv_urem(backward_t *node, uint32_t i) {
    value_order_t order;
    intervals_t intervals;
    intervals_t range;
    value_t rest;
    values_t *values = values_of(node);
    if (i > 0 || !node->known[1] || !node->value_known || !want_intervals(node, &order, &intervals))
        return wanted_present(node, i);
    value_t modulus = ordering_key(values, &order, node->args[1]);
    if (rational_sign(values, modulus) == 0) /* the dividend itself */
        return wanted_pass(node, i);
    intervals_one(values, &order, &range, interval_to(modulus, true));
    if (!intervals_plain(&intervals) ||
        !intervals_meet(values, &order, &intervals, &range, &intervals))
        return wanted_present(node, i);
    if (intervals.count == 1 && intervals.list[0].low == range.list[0].low &&
        intervals.list[0].high == range.list[0].high)
        return wanted_any();
    value_t own = ordering_key(values, &order, node->value);
    return wanted_residue(node, i, modulus, own, intervals_point(&intervals, &rest) && rest == own);
}

/* --- equality as a bit --- */

/* The truth value of the one bit that is wanted. */
static bool want_bit(const backward_t *node, bool *truth) {
    value_t value;
    if (!constraint_single(node->set, node->sort, node->want.set, &value))
        return false;
    assert(value <= 1);
    *truth = value != 0;
    return true;
}

static wanted_t compared(const backward_t *node, uint32_t i, value_t with, bool equal) {
    sort_t sort = sort_of_child(node, i);
    return wanted_set(node, i,
                      equal ? constraint_only(node->set, sort, with)
                            : constraint_but(node->set, sort, &with, 1),
                      true);
}

wanted_t backward_bv_comp(backward_t *node, uint32_t i) {
    bool truth;
    assert(node->count == 2);
    if (!node->known[1 - i] || !want_bit(node, &truth))
        return wanted_present(node, i);
    return compared(node, i, node->args[1 - i], truth);
}

wanted_t backward_bv_reduce(backward_t *node, uint32_t i) {
    bool truth;
    value_order_t order;
    if (!want_bit(node, &truth) || !child_order(node, i, &order))
        return wanted_present(node, i);
    bool all = node->op == OP_BVREDAND;
    value_t with = ordering_value(values_of(node), &order, all ? order.last : order.first);
    return compared(node, i, with, truth == all);
}

/* --- wider, narrower, and whole numbers --- */

wanted_t backward_bv_zero(backward_t *node, uint32_t i) {
    value_order_t extended;
    value_order_t order;
    intervals_t intervals;
    if (!want_intervals(node, &extended, &intervals) || !child_order(node, i, &order))
        return wanted_present(node, i);
    assert(order.width <= extended.width);
    intervals_move(values_of(node), &order, &intervals, &intervals);
    if (intervals.mask != 0) { /* the bits in front are 0, and known to be so */
        uint64_t own = UINT64_MAX >> (64 - order.width);
        intervals.mask &= own;
        intervals.bits &= own;
    }
    return wanted_intervals(node, i, &order, &intervals, true);
}

wanted_t backward_bv_sign(backward_t *node, uint32_t i) {
    value_order_t order;
    intervals_t intervals;
    if (!want_intervals(node, &order, &intervals) ||
        !to_signed(node, &order, &intervals, &intervals) || !child_order(node, i, &order) ||
        !from_signed(node, &order, &intervals))
        return wanted_present(node, i);
    return wanted_intervals(node, i, &order, &intervals, true);
}

wanted_t backward_bv_to_int(backward_t *node, uint32_t i) {
    value_order_t order;
    intervals_t intervals;
    if (!want_intervals(node, &order, &intervals) || !child_order(node, i, &order))
        return wanted_present(node, i);
    if (node->op == OP_SBV_TO_INT) {
        if (!from_signed(node, &order, &intervals))
            return wanted_present(node, i);
    } else {
        intervals_move(values_of(node), &order, &intervals, &intervals);
    }
    return wanted_intervals(node, i, &order, &intervals, true);
}

wanted_t backward_int_to_bv(backward_t *node, uint32_t i) {
    value_order_t order;
    intervals_t intervals;
    value_t rest;
    assert(node->count == 1);
    if (!want_intervals(node, &order, &intervals) || !node->value_known ||
        sort_of_child(node, i) != SORT_INT)
        return wanted_present(node, i);
    value_t own = ordering_key(values_of(node), &order, node->value);
    return wanted_residue(node, i, rational_power2(values_of(node), order.width), own,
                          intervals_plain(&intervals) && intervals_point(&intervals, &rest));
}

/* --- overflow --- */

/* Numbers of argument i, signed where the operator is, with which it overflows. */
static bool overflowing(const backward_t *node, uint32_t i, const value_order_t *order,
                        intervals_t *intervals) {
    values_t *values = values_of(node);
    value_t end;
    if (node->op == OP_BVNEGO) {
        end = half_of(node, order);
        intervals_one(values, order, intervals, interval_of(end, end));
        return true;
    }
    assert(node->count == 2);
    if (!node->known[1 - i])
        return false;
    value_t other = ordering_key(values, order, node->args[1 - i]);
    switch (node->op) {
    case OP_BVUADDO:
        if (!rational_sub(values, order->last, other, &end))
            return false;
        intervals_one(values, order, intervals, interval_from(end, true));
        return true;
    case OP_BVUSUBO:
        intervals_one(values, order, intervals,
                      i == 0 ? interval_to(other, true) : interval_from(other, true));
        return true;
    case OP_BVUMULO:
        intervals_start(intervals);
        if (rational_sign(values, other) == 0)
            return true;
        if (!rational_div(values, order->last, other, &end))
            return false;
        intervals_add(values, order, intervals, interval_from(end, true));
        return true;
    default:
        break;
    }
    /* Signed: the result is what is wanted outside the signed range, brought back to x. */
    intervals_t range;
    signed_range(node, order, &range);
    other = signed_key(node, order, node->args[1 - i]);
    value_t zero = rational_of(values, 0);
    bool ok = intervals_not(values, &ordering_whole, &range, intervals);
    if (node->op == OP_BVSSUBO && i == 1)
        ok = ok && intervals_turn(values, &ordering_whole, intervals, other, intervals);
    else if (node->op == OP_BVSSUBO)
        ok = ok && rational_sub(values, zero, other, &other) &&
             intervals_shift(values, &ordering_whole, intervals, other, intervals);
    else
        ok = ok && intervals_shift(values, &ordering_whole, intervals, other, intervals);
    return ok && from_signed(node, order, intervals);
}

wanted_t backward_bv_overflow(backward_t *node, uint32_t i) {
    bool truth;
    value_order_t order;
    intervals_t intervals;
    if (!want_truth(node, &truth) || !child_order(node, i, &order) ||
        !overflowing(node, i, &order, &intervals))
        return wanted_present(node, i);
    if (!truth && !intervals_not(values_of(node), &order, &intervals, &intervals))
        return wanted_present(node, i);
    return wanted_intervals(node, i, &order, &intervals, true);
}
