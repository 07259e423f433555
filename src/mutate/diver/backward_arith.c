/* Backward rules of integers and reals. Sets are intervals with open and closed ends, and one
 * modulus (intervals.h). */
#include "mutate/diver/backward_priv.h"

#include "base/bug.h"

static bool is_zero(const backward_t *node, value_t number) {
    return number == rational_of(values_of(node), 0);
}

/* --- comparisons --- */

static bool link_order(const backward_t *node, uint32_t i, uint32_t k, const value_order_t *order,
                       intervals_t *intervals) {
    bool rising = node->op == OP_LE || node->op == OP_LT;
    bool strict = node->op == OP_LT || node->op == OP_GT;
    bool below = (i < k) == rising;
    value_t end = node->args[k];
    assert(node->known[k] && (i + 1 == k || k + 1 == i));
    intervals_one(values_of(node), order, intervals,
                  below ? interval_to(end, strict) : interval_from(end, strict));
    return true;
}

wanted_t backward_order(backward_t *node, uint32_t i) {
    return backward_chain(node, i, link_order);
}

/* --- sums --- */

/* The term's value without what argument i gives to it. */
static bool sum_of_others(const backward_t *node, uint32_t i, bool minus, value_t *out) {
    if (!node->value_known || !node->known[i])
        return false;
    values_t *values = values_of(node);
    return minus ? rational_add(values, node->value, node->args[i], out)
                 : rational_sub(values, node->value, node->args[i], out);
}

/* x + others, or others - x, in what is wanted. */
static wanted_t summand(const backward_t *node, uint32_t i, value_t others, bool minus) {
    value_order_t order;
    intervals_t intervals;
    if (!want_intervals(node, &order, &intervals) || !child_order(node, i, &order))
        return wanted_present(node, i);
    bool ok = minus ? intervals_turn(values_of(node), &order, &intervals, others, &intervals)
                    : intervals_shift(values_of(node), &order, &intervals, others, &intervals);
    return ok ? wanted_intervals(node, i, &order, &intervals, true) : wanted_present(node, i);
}

wanted_t backward_add(backward_t *node, uint32_t i) {
    value_t others;
    if (!sum_of_others(node, i, false, &others))
        return wanted_present(node, i);
    return summand(node, i, others, false);
}

wanted_t backward_sub(backward_t *node, uint32_t i) {
    value_t others;
    if (!sum_of_others(node, i, i > 0, &others))
        return wanted_present(node, i);
    return summand(node, i, others, i > 0);
}

wanted_t backward_neg(backward_t *node, uint32_t i) {
    assert(node->count == 1);
    return summand(node, i, rational_of(values_of(node), 0), true);
}

/* --- products and quotients --- */

static bool product_of_others(const backward_t *node, uint32_t i, uint32_t from, value_t *out) {
    enum { MOST = 32 };
    if (node->count > MOST || !others_known(node, i))
        return false;
    *out = rational_of(values_of(node), 1);
    for (uint32_t k = from; k < node->count; k++)
        if (k != i && !rational_mul(values_of(node), *out, node->args[k], out))
            return false;
    return true;
}

static wanted_t factor(const backward_t *node, uint32_t i, value_t others) {
    value_order_t order;
    intervals_t intervals;
    assert(!is_zero(node, others));
    if (!want_intervals(node, &order, &intervals) || !child_order(node, i, &order) ||
        !intervals_quotient(values_of(node), &order, &intervals, others, &intervals))
        return wanted_present(node, i);
    return wanted_intervals(node, i, &order, &intervals, true);
}

wanted_t backward_mul(backward_t *node, uint32_t i) {
    value_t others;
    if (!product_of_others(node, i, 0, &others))
        return wanted_present(node, i);
    if (is_zero(node, others)) /* the product is 0 now, and stays so */
        return wanted_any();
    return factor(node, i, others);
}

wanted_t backward_divide(backward_t *node, uint32_t i) {
    value_t divisor;
    value_t one = rational_of(values_of(node), 1);
    if (i > 0 || !product_of_others(node, i, 1, &divisor) || is_zero(node, divisor) ||
        !rational_div(values_of(node), one, divisor, &divisor))
        return wanted_present(node, i);
    return factor(node, i, divisor);
}

/* The dividend and the divisor of a division of integers, the divisor not 0. */
static bool int_division(const backward_t *node, uint32_t i) {
    assert(node->op == OP_DIV || node->op == OP_MOD);
    return i == 0 && node->count == 2 && node->known[1] && !is_zero(node, node->args[1]) &&
           sort_of_child(node, 0) == SORT_INT && sort_of_child(node, 1) == SORT_INT;
}

/* x div -d is -(x div d). */
wanted_t backward_div(backward_t *node, uint32_t i) {
    value_order_t order;
    intervals_t intervals;
    values_t *values = values_of(node);
    value_t zero = rational_of(values, 0);
    if (!int_division(node, i) || !want_intervals(node, &order, &intervals))
        return wanted_present(node, i);
    value_t divisor = node->args[1];
    if (rational_sign(values, divisor) < 0 &&
        (!rational_sub(values, zero, divisor, &divisor) ||
         !intervals_turn(values, &ordering_whole, &intervals, zero, &intervals)))
        return wanted_present(node, i);
    if (!intervals_multiple(values, &order, &intervals, divisor, &intervals))
        return wanted_present(node, i);
    return wanted_intervals(node, i, &order, &intervals, true);
}

wanted_t backward_mod(backward_t *node, uint32_t i) {
    value_order_t order;
    intervals_t intervals;
    intervals_t range;
    value_t last;
    value_t rest;
    values_t *values = values_of(node);
    value_t zero = rational_of(values, 0);
    value_t one = rational_of(values, 1);
    if (!int_division(node, i) || !node->value_known || !want_intervals(node, &order, &intervals))
        return wanted_present(node, i);
    value_t modulus = node->args[1];
    if (rational_sign(values, modulus) < 0 && !rational_sub(values, zero, modulus, &modulus))
        return wanted_present(node, i);
    if (!rational_sub(values, modulus, one, &last))
        return wanted_present(node, i);
    intervals_one(values, &order, &range, interval_of(zero, last));
    if (!intervals_plain(&intervals) ||
        !intervals_meet(values, &order, &intervals, &range, &intervals))
        return wanted_present(node, i);
    if (intervals.count == 1 && intervals.list[0].low == zero && intervals.list[0].high == last)
        return wanted_any();
    bool single = intervals_point(&intervals, &rest);
    return wanted_residue(node, i, modulus, node->value, single && rest == node->value);
}

wanted_t backward_divisible(backward_t *node, uint32_t i) {
    bool truth;
    uint32_t index;
    value_t rest;
    values_t *values = values_of(node);
    if (!want_truth(node, &truth) || !node_index(node, 0, &index) || index == 0 ||
        sort_of_child(node, i) != SORT_INT)
        return wanted_present(node, i);
    value_t modulus = rational_of(values, index);
    if (truth)
        return wanted_residue(node, i, modulus, rational_of(values, 0), true);
    if (!node->known[i] || !rational_mod(values, node->args[i], modulus, &rest))
        return wanted_present(node, i);
    return wanted_residue(node, i, modulus, rest, index == 2);
}

/* --- between Int and Real --- */

wanted_t backward_abs(backward_t *node, uint32_t i) {
    value_order_t order;
    intervals_t intervals;
    intervals_t above;
    intervals_t below;
    values_t *values = values_of(node);
    value_t zero = rational_of(values, 0);
    assert(node->count == 1 && node->sort == sort_of_child(node, i));
    if (!want_intervals(node, &order, &intervals) || !intervals_plain(&intervals) ||
        !child_order(node, i, &order))
        return wanted_present(node, i);
    intervals_one(values, &order, &above, interval_from(zero, false));
    if (!intervals_meet(values, &order, &intervals, &above, &above) ||
        !intervals_turn(values, &order, &above, zero, &below))
        return wanted_present(node, i);
    for (uint32_t k = 0; k < below.count; k++)
        intervals_add(values, &order, &above, below.list[k]);
    intervals_close(values, &order, &above);
    above.cut |= intervals.cut;
    return wanted_intervals(node, i, &order, &above, true);
}

wanted_t backward_to_real(backward_t *node, uint32_t i) {
    return sort_of_child(node, i) == SORT_INT ? wanted_pass(node, i) : wanted_present(node, i);
}

/* Rounding down: [a, b] is what is from a on and below b + 1. */
wanted_t backward_to_int(backward_t *node, uint32_t i) {
    value_order_t order;
    intervals_t intervals;
    intervals_t result;
    values_t *values = values_of(node);
    assert(node->sort == SORT_INT);
    if (sort_of_child(node, i) == SORT_INT)
        return wanted_pass(node, i);
    if (!want_intervals(node, &order, &intervals) || !intervals_plain(&intervals) ||
        !child_order(node, i, &order))
        return wanted_present(node, i);
    intervals_start(&result);
    for (uint32_t k = 0; k < intervals.count; k++) {
        interval_t interval = intervals.list[k];
        if (!interval.no_high &&
            !rational_add(values, interval.high, rational_of(values, 1), &interval.high))
            return wanted_present(node, i);
        interval.high_open = !interval.no_high;
        intervals_add(values, &order, &result, interval);
    }
    intervals_close(values, &order, &result);
    result.cut |= intervals.cut;
    return wanted_intervals(node, i, &order, &result, true);
}

wanted_t backward_is_int(backward_t *node, uint32_t i) {
    bool truth;
    values_t *values = values_of(node);
    if (!want_truth(node, &truth) || !truth || sort_of_child(node, i) != SORT_REAL)
        return wanted_present(node, i);
    return wanted_residue(node, i, rational_of(values, 1), rational_of(values, 0), true);
}
