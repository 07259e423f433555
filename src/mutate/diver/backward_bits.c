/* Backward rules of bit-vectors as bits. Where a set is one value or known bits, and vectors have
 * up to 64 bits, they are exact; shifts and parts that are intervals stay intervals. */
#include "mutate/diver/backward_priv.h"

#include "base/bug.h"

typedef struct known_bits {
    uint32_t width; /* of the term */
    uint64_t mask, bits;
} known_bits_t;

static uint64_t ones(uint32_t width) {
    assert(width <= 64);
    return width == 0 ? 0 : UINT64_MAX >> (64 - width);
}

/* What is wanted of the term as known bits: all of them for one value. */
static bool want_bits(const backward_t *node, known_bits_t *want) {
    value_order_t order;
    intervals_t intervals;
    intervals_t all;
    value_t key;
    if (!want_intervals(node, &order, &intervals) || order.width > 64 || intervals.modulus != 0)
        return false;
    want->width = order.width;
    if (intervals_point(&intervals, &key)) {
        want->mask = ones(order.width);
        want->bits = ordering_value(values_of(node), &order, key);
        return true;
    }
    intervals_all(values_of(node), &order, &all);
    want->mask = intervals.mask;
    want->bits = intervals.bits;
    return intervals.mask != 0 && intervals.count == 1 &&
           intervals.list[0].low == all.list[0].low && intervals.list[0].high == all.list[0].high;
}

/* The values of argument i with these bits. */
static wanted_t with_bits(const backward_t *node, uint32_t i, uint64_t mask, uint64_t bits) {
    value_order_t order;
    intervals_t intervals;
    if (!child_order(node, i, &order) || order.width > 64)
        return wanted_present(node, i);
    mask &= ones(order.width);
    bits &= mask;
    if (mask == ones(order.width))
        return wanted_set(node, i, constraint_only(node->set, order.sort, bits), true);
    intervals_all(values_of(node), &order, &intervals);
    intervals.mask = mask;
    intervals.bits = bits;
    return wanted_intervals(node, i, &order, &intervals, true);
}

/* --- one bit at a time --- */

wanted_t backward_bv_not(backward_t *node, uint32_t i) {
    value_order_t order;
    intervals_t intervals;
    if (!want_intervals(node, &order, &intervals))
        return wanted_present(node, i);
    uint64_t mask = intervals.mask;
    uint64_t bits = intervals.bits;
    intervals.mask = intervals.bits = 0;
    if (!intervals_turn(values_of(node), &order, &intervals, order.last, &intervals))
        return wanted_present(node, i);
    intervals.mask = mask;
    intervals.bits = ~bits & mask;
    return wanted_intervals(node, i, &order, &intervals, true);
}

/* The others together, under the operator without a negation. */
static uint64_t combine_others(const backward_t *node, uint32_t i, op_t op) {
    assert(op == OP_BVAND || op == OP_BVOR || op == OP_BVXOR);
    uint64_t all = op == OP_BVAND ? UINT64_MAX : 0;
    for (uint32_t k = 0; k < node->count; k++) {
        if (k == i)
            continue;
        uint64_t bits = node->args[k];
        all = op == OP_BVAND ? all & bits : op == OP_BVOR ? all | bits : all ^ bits;
    }
    return all;
}

wanted_t backward_bv_bitwise(backward_t *node, uint32_t i) {
    known_bits_t want;
    op_t op = node->op;
    bool negated = op == OP_BVNAND || op == OP_BVNOR || op == OP_BVXNOR;
    op = op == OP_BVNAND ? OP_BVAND : op == OP_BVNOR ? OP_BVOR : op == OP_BVXNOR ? OP_BVXOR : op;
    if ((negated && node->count != 2) || !want_bits(node, &want) || !others_known(node, i))
        return wanted_present(node, i);
    uint64_t others = combine_others(node, i, op);
    uint64_t bits = negated ? ~want.bits : want.bits;
    switch (op) {
    case OP_BVAND: /* where the others are 0 the result is, and is wanted to be */
        return with_bits(node, i, want.mask & others, bits);
    case OP_BVOR:
        return with_bits(node, i, want.mask & ~others, bits);
    default:
        return with_bits(node, i, want.mask, bits ^ others);
    }
}

wanted_t backward_bv_bit(backward_t *node, uint32_t i) {
    bool truth;
    uint32_t bit;
    if (!want_truth(node, &truth) || !node_index(node, 0, &bit) || bit >= 64)
        return wanted_present(node, i);
    return with_bits(node, i, UINT64_C(1) << bit, (uint64_t)truth << bit);
}

/* --- products --- */

/* The inverse of an odd number modulo 2^64: each step doubles the bits that are right. */
static uint64_t inverse(uint64_t odd) {
    assert((odd & 1) != 0);
    uint64_t x = odd;
    for (int step = 0; step < 6; step++)
        x *= 2 - odd * x;
    return x;
}

/* x * 2^k * odd is the value: the lower bits of x are known, the k highest do not matter. */
wanted_t backward_bv_mul(backward_t *node, uint32_t i) {
    known_bits_t want;
    if (!want_bits(node, &want) || want.mask != ones(want.width) || !others_known(node, i))
        return wanted_present(node, i);
    uint64_t others = 1;
    for (uint32_t k = 0; k < node->count; k++)
        if (k != i)
            others *= node->args[k];
    others &= ones(want.width);
    if (others == 0)
        return wanted_any();
    uint32_t zeros = (uint32_t)__builtin_ctzll(others);
    assert(zeros < want.width);
    if ((want.bits & ones(zeros)) != 0)
        return wanted_present(node, i);
    return with_bits(node, i, ones(want.width - zeros),
                     (want.bits >> zeros) * inverse(others >> zeros));
}

/* --- parts --- */

/* How many bits follow argument i. */
static uint32_t bits_after(const backward_t *node, uint32_t i) {
    uint32_t bits = 0;
    for (uint32_t k = i + 1; k < node->count; k++) {
        value_order_t order;
        bits += child_order(node, k, &order) ? order.width : 0;
    }
    return bits;
}

wanted_t backward_parts(const backward_t *node, uint32_t i, const intervals_t *intervals) {
    value_order_t order;
    intervals_t part = *intervals;
    values_t *values = values_of(node);
    if (!others_known(node, i) || intervals->modulus != 0 || !child_order(node, i, &order))
        return wanted_present(node, i);
    uint32_t after = bits_after(node, i);
    assert(intervals->mask == 0 || after + order.width <= 64);
    /* What the others are worth together. */
    value_t others = rational_of(values, 0);
    for (uint32_t k = 0; k < node->count; k++) {
        value_order_t other;
        value_t key;
        if (k == i)
            continue;
        if (!child_order(node, k, &other))
            return wanted_present(node, i);
        key = ordering_key(values, &other, node->args[k]);
        if (!rational_mul(values, key, rational_power2(values, bits_after(node, k)), &key) ||
            !rational_add(values, others, key, &others))
            return wanted_present(node, i);
    }
    uint64_t mask = part.mask;
    uint64_t bits = part.bits;
    part.mask = part.bits = 0;
    if (!intervals_shift(values, &ordering_whole, &part, others, &part) ||
        !intervals_quotient(values, &order, &part, rational_power2(values, after), &part))
        return wanted_present(node, i);
    if (mask != 0) {
        part.mask = (mask >> after) & ones(order.width);
        part.bits = (bits >> after) & part.mask;
    }
    return wanted_intervals(node, i, &order, &part, true);
}

wanted_t backward_concat(backward_t *node, uint32_t i) {
    value_order_t order;
    intervals_t intervals;
    if (!want_intervals(node, &order, &intervals))
        return wanted_present(node, i);
    return backward_parts(node, i, &intervals);
}

wanted_t backward_extract(backward_t *node, uint32_t i) {
    value_order_t order;
    value_order_t part;
    intervals_t intervals;
    known_bits_t want;
    uint32_t high;
    uint32_t low;
    value_t key;
    values_t *values = values_of(node);
    if (!node_index(node, 0, &high) || !node_index(node, 1, &low) ||
        !child_order(node, i, &order) || !want_intervals(node, &part, &intervals))
        return wanted_present(node, i);
    assert(low <= high && high < order.width && part.width == high - low + 1);
    if (order.width <= 64 && want_bits(node, &want))
        return with_bits(node, i, want.mask << low, want.bits << low);
    if (high + 1 == order.width) {
        if (!intervals_multiple(values, &order, &intervals, rational_power2(values, low),
                                &intervals))
            return wanted_present(node, i);
        return wanted_intervals(node, i, &order, &intervals, true);
    }
    if (low > 0 || !intervals_plain(&intervals) || !intervals_point(&intervals, &key))
        return wanted_present(node, i);
    intervals_all(values, &order, &intervals);
    intervals.modulus = rational_power2(values, high + 1);
    intervals.residue = key;
    return wanted_intervals(node, i, &order, &intervals, true);
}

/* --- shifts --- */

static wanted_t shifted_right(const backward_t *node, uint32_t i, const value_order_t *order,
                              intervals_t *intervals, uint32_t distance) {
    values_t *values = values_of(node);
    assert(distance < order->width);
    if (intervals->mask != 0) {
        known_bits_t want;
        if (!want_bits(node, &want))
            return wanted_present(node, i);
        return with_bits(node, i, want.mask << distance, want.bits << distance);
    }
    if (!intervals_multiple(values, order, intervals, rational_power2(values, distance), intervals))
        return wanted_present(node, i);
    return wanted_intervals(node, i, order, intervals, true);
}

/* In signed numbers, moved up by 2^(width - 1) so that they are in the ordering again: x >> s is
 * then floor((x - half) / 2^s) + half. */
static wanted_t shifted_signed(const backward_t *node, uint32_t i, const value_order_t *order,
                               intervals_t *intervals, uint32_t distance) {
    values_t *values = values_of(node);
    value_t half = rational_power2(values, order->width - 1);
    value_t minus;
    assert(distance <= order->width);
    intervals_t range;
    intervals_t result;
    if (!intervals_plain(intervals) || !rational_sub(values, rational_of(values, 0), half, &minus))
        return wanted_present(node, i);
    intervals_start(&result);
    for (uint32_t side = 0; side < 2; side++) {
        /* The numbers from 0 on, and the negative ones, each by themselves. */
        intervals_t part;
        intervals_one(values, order, &range,
                      side == 0 ? interval_to(half, true) : interval_from(half, false));
        value_t back = side == 0 ? rational_of(values, 0) : rational_power2(values, order->width);
        if (!intervals_meet(values, order, intervals, &range, &part) ||
            !intervals_shift(values, &ordering_whole, &part, back, &part) ||
            !intervals_multiple(values, &ordering_whole, &part, rational_power2(values, distance),
                                &part))
            return wanted_present(node, i);
        intervals_one(
            values, &ordering_whole, &range,
            side == 0
                ? (interval_t){.low = rational_of(values, 0), .high = half, .high_open = true}
                : (interval_t){.low = minus, .high = rational_of(values, 0), .high_open = true});
        if (!intervals_meet(values, &ordering_whole, &part, &range, &part) ||
            !intervals_wrap(values, order, &part, &part))
            return wanted_present(node, i);
        for (uint32_t k = 0; k < part.count; k++)
            intervals_add(values, order, &result, part.list[k]);
        result.cut |= part.cut;
    }
    intervals_close(values, order, &result);
    return wanted_intervals(node, i, order, &result, true);
}

wanted_t backward_bv_shift(backward_t *node, uint32_t i) {
    value_order_t order;
    intervals_t intervals;
    known_bits_t want;
    int64_t distance;
    values_t *values = values_of(node);
    if (i > 0 || !node->known[1] || !want_intervals(node, &order, &intervals) ||
        intervals.modulus != 0)
        return wanted_present(node, i);
    value_t key = ordering_key(values, &order, node->args[1]);
    bool far = !rational_get(values, key, &distance) || distance >= (int64_t)order.width;
    if (node->op == OP_BVASHR)
        return shifted_signed(node, i, &order, &intervals, far ? order.width : (uint32_t)distance);
    if (far) /* all zeros */
        return wanted_any();
    if (node->op == OP_BVLSHR)
        return shifted_right(node, i, &order, &intervals, (uint32_t)distance);
    if (!want_bits(node, &want))
        return wanted_present(node, i);
    return with_bits(node, i, want.mask >> distance, want.bits >> distance);
}

static uint64_t rotate(uint64_t bits, uint32_t width, uint32_t left) {
    assert(left < width);
    return left == 0 ? bits : ((bits << left) | (bits >> (width - left))) & ones(width);
}

wanted_t backward_bv_rotate(backward_t *node, uint32_t i) {
    known_bits_t want;
    uint32_t distance;
    if (!want_bits(node, &want) || !node_index(node, 0, &distance))
        return wanted_present(node, i);
    distance %= want.width;
    uint32_t left = node->op == OP_ROTATE_RIGHT ? distance : (want.width - distance) % want.width;
    return with_bits(node, i, rotate(want.mask, want.width, left),
                     rotate(want.bits, want.width, left));
}
