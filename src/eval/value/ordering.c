#include "eval/value/ordering.h"

#include "base/bug.h"
#include "eval/text/strings.h"
#include "eval/theory/fp.h"
#include "eval/value/num.h"

enum { WIDEST = 4096 };

static float_format_t format_of(const value_order_t *order) {
    return (float_format_t){order->exponent, order->significand};
}

/* (2^bits - 1) * 2^shift */
static value_t ones(values_t *values, uint32_t bits, uint32_t shift) {
    if (bits + shift < 62)
        return num_of_small((int64_t)((UINT64_C(1) << bits) - 1) << shift);
    fmpz_t number;
    fmpz_init(number);
    fmpz_one_2exp(number, bits);
    fmpz_sub_ui(number, number, 1);
    fmpz_mul_2exp(number, number, shift);
    value_t value = num_of_fmpz(values, number);
    fmpz_clear(number);
    return value;
}

value_t ordering_infinity(values_t *values, const value_order_t *order) {
    return ones(values, order->exponent, order->significand - 1);
}

value_t ordering_normal(values_t *values, const value_order_t *order) {
    return ones(values, 1, order->significand - 1);
}

/* -1 - a, which turns magnitudes round. */
static value_t turned(values_t *values, value_t a) {
    value_t out = a;
    bool ok = rational_sub(values, num_of_small(-1), a, &out);
    assert(ok);
    (void)ok;
    return out;
}

bool ordering_of(values_t *values, sort_t sort, value_order_t *order) {
    const bank_t *bank = values->bank;
    uint32_t count;
    const uint32_t *words = sort_words(bank, sort, &count);
    *order = (value_order_t){
        .sort = sort, .kind = sort_kind(bank, sort), .whole = true, .bounded = true};
    switch (order->kind) {
    case SORT_INT:
    case SORT_REAL:
        order->whole = order->kind == SORT_INT;
        order->bounded = false;
        return true;
    case SORT_BOOL:
        order->last = num_of_small(1);
        return true;
    case SORT_ROUNDING:
        order->last = num_of_small(ROUND_RTZ);
        return true;
    case SORT_CHAR:
        order->last = num_of_small(STRING_CODES - 1);
        return true;
    case SORT_BITVEC:
        order->width = words[0];
        if (order->width > WIDEST)
            return false;
        order->last = ones(values, order->width, 0);
        return true;
    case SORT_FIELD:
        if (words[0] >> 31) /* a symbol: too large for a word */
            return false;
        order->last = num_of_small((int64_t)words[0] - 1);
        return true;
    case SORT_FLOAT:
        order->exponent = words[0];
        order->significand = words[1];
        if (words[0] > WIDEST || words[1] > WIDEST)
            return false;
        order->width = words[0] + words[1];
        order->first = turned(values, ordering_infinity(values, order));
        (void)rational_add(values, ordering_infinity(values, order), num_of_small(1), &order->last);
        return true;
    default:
        return false;
    }
}

static value_t key_of_bits(values_t *values, uint32_t width, value_t bits) {
    if (width <= 64)
        return num_of_u64(values, bits);
    fmpz_t number;
    fmpz_init(number);
    bits_get_fmpz(values, width, bits, number);
    value_t key = num_of_fmpz(values, number);
    fmpz_clear(number);
    return key;
}

static value_t bits_of_key(values_t *values, uint32_t width, value_t key) {
    if (num_is_small(key))
        return bits_of_u64(values, width, (uint64_t)num_small(key));
    fmpz_t number;
    fmpz_init(number);
    num_get_fmpz(values, key, number);
    value_t bits = bits_of_fmpz(values, width, number);
    fmpz_clear(number);
    return bits;
}

static value_t key_of_float(values_t *values, const value_order_t *order, value_t value) {
    float_format_t format = format_of(order);
    if (float_class(values, format, value) == FLOAT_NAN)
        return order->last;
    bool negative = float_negative(values, format, value);
    value_t key = key_of_bits(values, order->width, value);
    if (!negative)
        return key;
    (void)rational_sub(values, key, rational_power2(values, order->width - 1), &key);
    return turned(values, key);
}

static value_t float_of_key(values_t *values, const value_order_t *order, value_t key) {
    if (key == order->last)
        return float_nan(values, format_of(order));
    if (num_sign(values, key) >= 0)
        return bits_of_key(values, order->width, key);
    value_t pattern = turned(values, key);
    (void)rational_add(values, pattern, rational_power2(values, order->width - 1), &pattern);
    return bits_of_key(values, order->width, pattern);
}

value_t ordering_key(values_t *values, const value_order_t *order, value_t value) {
    switch (order->kind) {
    case SORT_BITVEC:
        return key_of_bits(values, order->width, value);
    case SORT_FLOAT:
        return key_of_float(values, order, value);
    case SORT_BOOL:
    case SORT_ROUNDING:
    case SORT_CHAR:
        return num_of_small((int64_t)value);
    default:
        return value;
    }
}

value_t ordering_value(values_t *values, const value_order_t *order, value_t key) {
    switch (order->kind) {
    case SORT_BITVEC:
        return bits_of_key(values, order->width, key);
    case SORT_FLOAT:
        return float_of_key(values, order, key);
    case SORT_BOOL:
    case SORT_ROUNDING:
    case SORT_CHAR:
        return (value_t)num_small(key);
    default:
        return key;
    }
}
