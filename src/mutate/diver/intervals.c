#include "mutate/diver/intervals.h"

#include "base/bug.h"

#include <math.h>

const value_order_t ordering_whole = {.sort = SORT_INT, .kind = SORT_INT, .whole = true};

static value_t one(values_t *values) {
    return rational_of(values, 1);
}

/* --- ends --- */

/* Which of two intervals begins first: an open end begins after a closed one. */
static int compare_lows(const values_t *values, const interval_t *a, const interval_t *b) {
    if (a->no_low || b->no_low)
        return b->no_low - a->no_low;
    int sign = rational_compare(values, a->low, b->low);
    return sign != 0 ? sign : a->low_open - b->low_open;
}

static int compare_highs(const values_t *values, const interval_t *a, const interval_t *b) {
    if (a->no_high || b->no_high)
        return a->no_high - b->no_high;
    int sign = rational_compare(values, a->high, b->high);
    return sign != 0 ? sign : b->high_open - a->high_open;
}

static bool is_empty(const values_t *values, const interval_t *interval) {
    if (interval->no_low || interval->no_high)
        return false;
    int sign = rational_compare(values, interval->low, interval->high);
    return sign > 0 || (sign == 0 && (interval->low_open || interval->high_open));
}

/* Whole ends that are included. */
static void round_ends(values_t *values, interval_t *interval) {
    if (!interval->no_low) {
        value_t low = interval->low;
        bool whole = rational_is_whole(values, low);
        interval->low = rational_ceiling(values, low);
        if (whole && interval->low_open)
            (void)rational_add(values, low, one(values), &interval->low);
        interval->low_open = false;
    }
    if (!interval->no_high) {
        value_t high = interval->high;
        bool whole = rational_is_whole(values, high);
        interval->high = rational_floor(values, high);
        if (whole && interval->high_open)
            (void)rational_sub(values, high, one(values), &interval->high);
        interval->high_open = false;
    }
}

static interval_t cut_to(const values_t *values, interval_t interval, interval_t other) {
    if (compare_lows(values, &interval, &other) < 0) {
        interval.low = other.low;
        interval.no_low = other.no_low;
        interval.low_open = other.low_open;
    }
    if (compare_highs(values, &interval, &other) > 0) {
        interval.high = other.high;
        interval.no_high = other.no_high;
        interval.high_open = other.high_open;
    }
    return interval;
}

/* --- building --- */

void intervals_start(intervals_t *intervals) {
    *intervals = (intervals_t){.count = 0};
}

void intervals_add(values_t *values, const value_order_t *order, intervals_t *intervals,
                   interval_t interval) {
    assert(order->whole || !order->bounded); /* the values of a bounded ordering are counted */
    assert(intervals->count <= INTERVALS_MOST);
    if (order->whole)
        round_ends(values, &interval);
    if (order->bounded)
        interval = cut_to(values, interval, interval_of(order->first, order->last));
    if (is_empty(values, &interval))
        return;
    /* Unused ends are all alike. */
    if (interval.no_low)
        interval.low = interval.low_open = 0;
    if (interval.no_high)
        interval.high = interval.high_open = 0;
    if (intervals->count == INTERVALS_MOST) {
        intervals->cut = true;
        return;
    }
    uint32_t at = intervals->count++;
    while (at > 0 && compare_lows(values, &interval, &intervals->list[at - 1]) < 0) {
        intervals->list[at] = intervals->list[at - 1];
        at--;
    }
    intervals->list[at] = interval;
}

/* Whether the second begins before, or right where, the first ends. */
static bool touches(values_t *values, const value_order_t *order, const interval_t *a,
                    const interval_t *b) {
    if (a->no_high || b->no_low)
        return true;
    int sign = rational_compare(values, b->low, a->high);
    if (sign == 0)
        return !a->high_open || !b->low_open;
    value_t next;
    return sign < 0 ||
           (order->whole && rational_add(values, a->high, one(values), &next) && next == b->low);
}

void intervals_close(values_t *values, const value_order_t *order, intervals_t *intervals) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < intervals->count; i++) {
        const interval_t *next = &intervals->list[i];
        interval_t *last = kept > 0 ? &intervals->list[kept - 1] : NULL;
        if (!last || !touches(values, order, last, next)) {
            intervals->list[kept++] = *next;
        } else if (compare_highs(values, last, next) < 0) {
            last->high = next->high;
            last->no_high = next->no_high;
            last->high_open = next->high_open;
        }
    }
    intervals->count = kept;
}

void intervals_one(values_t *values, const value_order_t *order, intervals_t *intervals,
                   interval_t interval) {
    intervals_start(intervals);
    intervals_add(values, order, intervals, interval);
}

void intervals_all(values_t *values, const value_order_t *order, intervals_t *intervals) {
    intervals_one(values, order, intervals, interval_all());
}

void intervals_but(values_t *values, const value_order_t *order, intervals_t *intervals,
                   value_t number) {
    intervals_start(intervals);
    intervals_add(values, order, intervals, interval_to(number, true));
    intervals_add(values, order, intervals, interval_from(number, true));
    intervals_close(values, order, intervals);
}

/* --- questions --- */

/* Whether an interval of a closed set may look like this. */
static bool is_closed(const values_t *values, const value_order_t *order,
                      const interval_t *interval) {
    bool loose = (interval->no_low && (interval->low != 0 || interval->low_open)) ||
                 (interval->no_high && (interval->high != 0 || interval->high_open));
    if (loose || is_empty(values, interval))
        return false;
    if (order->whole &&
        (interval->low_open || interval->high_open || !rational_is_whole(values, interval->low) ||
         !rational_is_whole(values, interval->high)))
        return false;
    return !order->bounded || (!interval->no_low && !interval->no_high &&
                               rational_compare(values, interval->low, order->first) >= 0 &&
                               rational_compare(values, interval->high, order->last) <= 0);
}

bool intervals_closed(values_t *values, const value_order_t *order, const intervals_t *intervals) {
    if (intervals->count > INTERVALS_MOST || (intervals->bits & ~intervals->mask) != 0)
        return false;
    for (uint32_t i = 0; i < intervals->count; i++) {
        const interval_t *interval = &intervals->list[i];
        if (!is_closed(values, order, interval) ||
            (i > 0 && (compare_lows(values, interval - 1, interval) >= 0 ||
                       touches(values, order, interval - 1, interval))))
            return false;
    }
    return intervals->modulus == 0 ||
           (rational_sign(values, intervals->residue) >= 0 &&
            rational_compare(values, intervals->residue, intervals->modulus) < 0);
}

bool intervals_empty(const intervals_t *intervals) {
    return intervals->count == 0;
}

bool intervals_full(values_t *values, const value_order_t *order, const intervals_t *intervals) {
    intervals_t all;
    intervals_all(values, order, &all);
    return intervals_plain(intervals) && intervals->count == 1 &&
           compare_lows(values, &intervals->list[0], &all.list[0]) <= 0 &&
           compare_highs(values, &intervals->list[0], &all.list[0]) >= 0;
}

bool intervals_point(const intervals_t *intervals, value_t *number) {
    const interval_t *interval = &intervals->list[0];
    if (intervals->count != 1 || interval->no_low || interval->no_high ||
        interval->low != interval->high)
        return false;
    *number = interval->low;
    return true;
}

/* A number of up to 64 bits; above 62 it is read in halves. */
static bool get_bits(values_t *values, value_t number, uint64_t *bits) {
    int64_t words[2];
    if (rational_get(values, number, &words[0])) {
        *bits = (uint64_t)words[0];
        return true;
    }
    value_t half = rational_power2(values, 32);
    value_t low;
    value_t high;
    if (!rational_mod(values, number, half, &low) || !rational_sub(values, number, low, &high) ||
        !rational_div(values, high, half, &high) || !rational_get(values, low, &words[0]) ||
        !rational_get(values, high, &words[1]))
        return false;
    *bits = (uint64_t)words[1] << 32 | (uint64_t)words[0];
    return true;
}

static bool beside(values_t *values, const intervals_t *intervals, value_t number) {
    if (intervals->modulus != 0) {
        value_t rest;
        if (!rational_mod(values, number, intervals->modulus, &rest) || rest != intervals->residue)
            return false;
    }
    if (intervals->mask != 0) {
        uint64_t bits;
        assert(rational_sign(values, number) >= 0 && rational_is_whole(values, number));
        if (!get_bits(values, number, &bits) || (bits & intervals->mask) != intervals->bits)
            return false;
    }
    return true;
}

bool intervals_has(values_t *values, const intervals_t *intervals, value_t number) {
    for (uint32_t i = 0; i < intervals->count; i++) {
        const interval_t *interval = &intervals->list[i];
        if (!interval->no_low) {
            int sign = rational_compare(values, number, interval->low);
            if (sign < 0 || (sign == 0 && interval->low_open))
                continue;
        }
        if (!interval->no_high) {
            int sign = rational_compare(values, number, interval->high);
            if (sign > 0 || (sign == 0 && interval->high_open))
                continue;
        }
        return intervals_plain(intervals) || beside(values, intervals, number);
    }
    return false;
}

double intervals_size(const values_t *values, const value_order_t *order,
                      const intervals_t *intervals) {
    double size = 0;
    for (uint32_t i = 0; i < intervals->count; i++) {
        const interval_t *interval = &intervals->list[i];
        if (interval->no_low || interval->no_high)
            return INFINITY;
        assert(rational_compare(values, interval->low, interval->high) <= 0);
        size += rational_double(values, interval->high) - rational_double(values, interval->low);
        size += order->whole;
    }
    if (intervals->modulus != 0)
        size /= rational_double(values, intervals->modulus);
    for (uint64_t mask = intervals->mask; mask != 0; mask &= mask - 1)
        size /= 2;
    return size;
}

/* --- made of others --- */

static void copy_beside(const intervals_t *from, intervals_t *to) {
    to->modulus = from->modulus;
    to->residue = from->residue;
    to->mask = from->mask;
    to->bits = from->bits;
    to->cut |= from->cut;
}

bool intervals_meet(values_t *values, const value_order_t *order, const intervals_t *a,
                    const intervals_t *b, intervals_t *out) {
    intervals_t meet;
    intervals_start(&meet);
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t k = 0; k < b->count; k++)
            intervals_add(values, order, &meet, cut_to(values, a->list[i], b->list[k]));
    intervals_close(values, order, &meet);
    copy_beside(a, &meet);
    meet.cut |= b->cut;
    if (b->modulus != 0) {
        if (a->modulus != 0 && (a->modulus != b->modulus || a->residue != b->residue))
            return false;
        meet.modulus = b->modulus;
        meet.residue = b->residue;
    }
    if ((a->mask & b->mask & (a->bits ^ b->bits)) != 0)
        return false;
    meet.mask |= b->mask;
    meet.bits |= b->bits;
    assert(intervals_closed(values, order, &meet));
    *out = meet;
    return true;
}

bool intervals_not(values_t *values, const value_order_t *order, const intervals_t *intervals,
                   intervals_t *out) {
    assert(intervals_closed(values, order, intervals));
    if (!intervals_plain(intervals) || intervals->cut)
        return false;
    intervals_t rest;
    intervals_start(&rest);
    interval_t next = interval_all(); /* what follows the intervals done */
    for (uint32_t i = 0; i < intervals->count; i++) {
        const interval_t *interval = &intervals->list[i];
        if (!interval->no_low) {
            interval_t before = next;
            before.no_high = false;
            before.high = interval->low;
            before.high_open = !interval->low_open;
            intervals_add(values, order, &rest, before);
        }
        if (interval->no_high) {
            *out = rest;
            return true;
        }
        next = interval_from(interval->high, !interval->high_open);
    }
    intervals_add(values, order, &rest, next);
    intervals_close(values, order, &rest);
    *out = rest;
    return true;
}

/* Each interval with its ends changed, maybe swapped, and what of it is in the ordering. */
typedef bool change_t(values_t *values, value_t end, value_t number, bool high, value_t *out);

static bool change_all(values_t *values, const value_order_t *order, const intervals_t *intervals,
                       change_t *change, value_t number, bool swap, intervals_t *out) {
    intervals_t result;
    intervals_start(&result);
    for (uint32_t i = 0; i < intervals->count; i++) {
        interval_t from = intervals->list[i];
        interval_t to = from;
        if (!from.no_low && !change(values, from.low, number, false, swap ? &to.high : &to.low))
            return false;
        if (!from.no_high && !change(values, from.high, number, true, swap ? &to.low : &to.high))
            return false;
        if (swap) {
            to.no_low = from.no_high;
            to.no_high = from.no_low;
            to.low_open = from.high_open;
            to.high_open = from.low_open;
        }
        intervals_add(values, order, &result, to);
    }
    intervals_close(values, order, &result);
    result.cut |= intervals->cut;
    *out = result;
    return true;
}

static bool minus(values_t *values, value_t end, value_t number, bool high, value_t *out) {
    (void)high;
    return rational_sub(values, end, number, out);
}

static bool from(values_t *values, value_t end, value_t number, bool high, value_t *out) {
    (void)high;
    return rational_sub(values, number, end, out);
}

static bool over(values_t *values, value_t end, value_t number, bool high, value_t *out) {
    (void)high;
    return rational_div(values, end, number, out);
}

/* low * number up to high * number + number - 1 */
static bool times(values_t *values, value_t end, value_t number, bool high, value_t *out) {
    if (high && !rational_add(values, end, one(values), &end))
        return false;
    return rational_mul(values, end, number, out) &&
           (!high || rational_sub(values, *out, one(values), out));
}

bool intervals_shift(values_t *values, const value_order_t *order, const intervals_t *intervals,
                     value_t number, intervals_t *out) {
    intervals_t before = *intervals;
    if (before.mask != 0 || !change_all(values, order, &before, minus, number, false, out))
        return false;
    if (before.modulus != 0) {
        out->modulus = before.modulus;
        return rational_sub(values, before.residue, number, &out->residue) &&
               rational_mod(values, out->residue, before.modulus, &out->residue);
    }
    return true;
}

bool intervals_turn(values_t *values, const value_order_t *order, const intervals_t *intervals,
                    value_t number, intervals_t *out) {
    intervals_t before = *intervals;
    if (before.mask != 0 || !change_all(values, order, &before, from, number, true, out))
        return false;
    if (before.modulus != 0) {
        out->modulus = before.modulus;
        return rational_sub(values, number, before.residue, &out->residue) &&
               rational_mod(values, out->residue, before.modulus, &out->residue);
    }
    return true;
}

bool intervals_quotient(values_t *values, const value_order_t *order, const intervals_t *intervals,
                        value_t factor, intervals_t *out) {
    assert(rational_sign(values, factor) != 0);
    return intervals_plain(intervals) && change_all(values, order, intervals, over, factor,
                                                    rational_sign(values, factor) < 0, out);
}

bool intervals_multiple(values_t *values, const value_order_t *order, const intervals_t *intervals,
                        value_t divisor, intervals_t *out) {
    assert(order->whole);
    assert(rational_is_whole(values, divisor) && rational_sign(values, divisor) > 0);
    return intervals_plain(intervals) &&
           change_all(values, order, intervals, times, divisor, false, out);
}

bool intervals_wrap(values_t *values, const value_order_t *order, const intervals_t *intervals,
                    intervals_t *out) {
    value_t length;
    intervals_t result;
    assert(order->bounded && order->whole && rational_sign(values, order->first) == 0);
    if (!intervals_plain(intervals) || !rational_add(values, order->last, one(values), &length))
        return false;
    intervals_start(&result);
    for (uint32_t i = 0; i < intervals->count; i++) {
        interval_t interval = intervals->list[i];
        value_t size;
        value_t low;
        value_t high;
        if (interval.no_low || interval.no_high) {
            intervals_all(values, order, out);
            return true;
        }
        assert(rational_is_whole(values, interval.low) && rational_is_whole(values, interval.high));
        if (!rational_sub(values, interval.high, interval.low, &size) ||
            !rational_mod(values, interval.low, length, &low) ||
            !rational_mod(values, interval.high, length, &high))
            return false;
        if (rational_compare(values, size, order->last) >= 0) {
            intervals_all(values, order, out);
            return true;
        }
        if (rational_compare(values, low, high) <= 0) {
            intervals_add(values, order, &result, interval_of(low, high));
        } else {
            intervals_add(values, order, &result, interval_of(order->first, high));
            intervals_add(values, order, &result, interval_of(low, order->last));
        }
    }
    intervals_close(values, order, &result);
    result.cut |= intervals->cut;
    *out = result;
    return true;
}

void intervals_move(values_t *values, const value_order_t *to, const intervals_t *intervals,
                    intervals_t *out) {
    intervals_t result;
    intervals_start(&result);
    for (uint32_t i = 0; i < intervals->count; i++)
        intervals_add(values, to, &result, intervals->list[i]);
    intervals_close(values, to, &result);
    copy_beside(intervals, &result);
    *out = result;
}
