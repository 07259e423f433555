#include "eval/value/ordering.h"

#include "base/bug.h"
#include "eval/text/strings.h"
#include "eval/theory/fp.h"
#include "eval/value/num.h"

enum { WIDEST = 4096 };

static float_format_t format_of(const value_order_t *line) {
    return (float_format_t){line->exponent, line->significand};
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

value_t ordering_infinity(values_t *values, const value_order_t *line) {
    return ones(values, line->exponent, line->significand - 1);
}

value_t ordering_normal(values_t *values, const value_order_t *line) {
    return ones(values, 1, line->significand - 1);
}

/* -1 - a, which turns magnitudes round. */
static value_t turned(values_t *values, value_t a) {
    value_t out = a;
    bool ok = rational_sub(values, num_of_small(-1), a, &out);
    assert(ok);
    (void)ok;
    return out;
}

bool ordering_of(values_t *values, sort_t sort, value_order_t *line) {
    const bank_t *bank = values->bank;
    uint32_t count;
    const uint32_t *words = sort_words(bank, sort, &count);
    *line = (value_order_t){
        .sort = sort, .kind = sort_kind(bank, sort), .whole = true, .bounded = true};
    switch (line->kind) {
    case SORT_INT:
    case SORT_REAL:
        line->whole = line->kind == SORT_INT;
        line->bounded = false;
        return true;
    case SORT_BOOL:
        line->last = num_of_small(1);
        return true;
    case SORT_ROUNDING:
        line->last = num_of_small(ROUND_RTZ);
        return true;
    case SORT_CHAR:
        line->last = num_of_small(STRING_CODES - 1);
        return true;
    case SORT_BITVEC:
        line->width = words[0];
        if (line->width > WIDEST)
            return false;
        line->last = ones(values, line->width, 0);
        return true;
    case SORT_FIELD:
        if (words[0] >> 31) /* a symbol: too large for a word */
            return false;
        line->last = num_of_small((int64_t)words[0] - 1);
        return true;
    case SORT_FLOAT:
        line->exponent = words[0];
        line->significand = words[1];
        if (words[0] > WIDEST || words[1] > WIDEST)
            return false;
        line->width = words[0] + words[1];
        line->first = turned(values, ordering_infinity(values, line));
        (void)rational_add(values, ordering_infinity(values, line), num_of_small(1), &line->last);
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

static value_t key_of_float(values_t *values, const value_order_t *line, value_t value) {
    float_format_t format = format_of(line);
    if (float_class(values, format, value) == FLOAT_NAN)
        return line->last;
    bool negative = float_negative(values, format, value);
    value_t key = key_of_bits(values, line->width, value);
    if (!negative)
        return key;
    (void)rational_sub(values, key, rational_power2(values, line->width - 1), &key);
    return turned(values, key);
}

static value_t float_of_key(values_t *values, const value_order_t *line, value_t key) {
    if (key == line->last)
        return float_nan(values, format_of(line));
    if (num_sign(values, key) >= 0)
        return bits_of_key(values, line->width, key);
    value_t pattern = turned(values, key);
    (void)rational_add(values, pattern, rational_power2(values, line->width - 1), &pattern);
    return bits_of_key(values, line->width, pattern);
}

value_t ordering_key(values_t *values, const value_order_t *line, value_t value) {
    switch (line->kind) {
    case SORT_BITVEC:
        return key_of_bits(values, line->width, value);
    case SORT_FLOAT:
        return key_of_float(values, line, value);
    case SORT_BOOL:
    case SORT_ROUNDING:
    case SORT_CHAR:
        return num_of_small((int64_t)value);
    default:
        return value;
    }
}

value_t ordering_value(values_t *values, const value_order_t *line, value_t key) {
    switch (line->kind) {
    case SORT_BITVEC:
        return bits_of_key(values, line->width, key);
    case SORT_FLOAT:
        return float_of_key(values, line, key);
    case SORT_BOOL:
    case SORT_ROUNDING:
    case SORT_CHAR:
        return (value_t)num_small(key);
    default:
        return key;
    }
}
