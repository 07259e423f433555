/* Arithmetic beyond the standard: powers, and integers as bit-vectors. */
#include "eval/theory/arith_priv.h"

/* --- powers --- */

/* What 0^0 is: z3 leaves it open (^0 in models), cvc5 says 1, which is our choice therefore. */
static bool zero_power(eval_t *eval, const call_t *call, value_t *out) {
    value_t zeros[] = {num_of_small(0), num_of_small(0)};
    value_t one = num_of_small(1);
    if (!eval_open(eval, call, OP_POW0, zeros, 2, &one, out))
        return false;
    if (call->sort == SORT_INT && !num_is_integer(eval->values, *out))
        return eval_unknown(eval, REASON_UNDERSPECIFIED, call->term);
    return true;
}

/* Open to dispute, and therefore unknown: 0 to a negative power, an Int that would be a fraction, a
 * power that is no integer (z3 takes it for any number, cvc5 refuses it). */
bool eval_pow(eval_t *eval, const call_t *call, value_t *out) {
    const values_t *values = eval->values;
    value_t base = call->args[0];
    value_t exponent = call->args[1];
    if (base == num_of_small(1) || exponent == num_of_small(1)) {
        *out = base;
        return true;
    }
    int base_sign = num_sign(values, base);
    int exponent_sign = num_sign(values, exponent);
    bool whole = num_is_integer(values, exponent);
    if (base_sign == 0 && exponent_sign == 0)
        return zero_power(eval, call, out);
    if (base_sign == 0 && exponent_sign > 0) {
        *out = base;
        return true;
    }
    bool fraction = call->sort == SORT_INT && exponent_sign < 0 && base != num_of_small(-1);
    if (base_sign == 0 || !whole || fraction)
        return eval_unknown(eval, REASON_UNDERSPECIFIED, call->term);
    return arith_power(eval, call, base, exponent, out);
}

bool eval_pow0(eval_t *eval, const call_t *call, value_t *out) {
    value_t one = num_of_small(1);
    return eval_open(eval, call, OP_POW0, call->args, 2, &one, out);
}

/* --- powers of two --- */

bool eval_pow2(eval_t *eval, const call_t *call, value_t *out) {
    *out = num_of_small(0);
    if (num_sign(eval->values, call->args[0]) < 0)
        return true;
    return arith_power(eval, call, num_of_small(2), call->args[0], out);
}

/* The place of the highest bit of an integer, and whether it is the only one. False when the
 * integer is not above 0. */
static bool highest_bit(const values_t *values, value_t num, int64_t *place, bool *alone) {
    if (num_sign(values, num) <= 0)
        return false;
    fmpz_t i;
    fmpz_init(i);
    num_get_fmpz(values, num, i);
    *place = (int64_t)fmpz_bits(i) - 1;
    *alone = fmpz_val2(i) == (flint_bitcnt_t)*place;
    fmpz_clear(i);
    return true;
}

/* 0 for what is not above 0. */
bool eval_log2(eval_t *eval, const call_t *call, value_t *out) {
    int64_t place;
    bool alone;
    *out = num_of_small(highest_bit(eval->values, call->args[0], &place, &alone) ? place : 0);
    return true;
}

bool eval_ispow2(eval_t *eval, const call_t *call, value_t *out) {
    int64_t place;
    bool alone;
    *out = highest_bit(eval->values, call->args[0], &place, &alone) && alone;
    return true;
}

/* --- integers as k-bit vectors --- */

/* x << y or x >> y, arithmetically for OP_ARITH_ASHR; both are k-bit vectors. */
static void shift(op_t op, uint32_t k, fmpz_t x, const fmpz_t y) {
    bool far = fmpz_cmp_ui(y, k) >= 0;
    ulong distance = far ? k : fmpz_get_ui(y);
    if (op == OP_ARITH_SHL) {
        if (far)
            fmpz_zero(x);
        else
            fmpz_mul_2exp(x, x, distance);
    } else {
        if (op == OP_ARITH_ASHR && fmpz_bits(x) == k) { /* the number as a signed one */
            fmpz_t size;
            fmpz_init(size);
            fmpz_one_2exp(size, k);
            fmpz_sub(x, x, size);
            fmpz_clear(size);
        }
        fmpz_fdiv_q_2exp(x, x, distance);
    }
    fmpz_fdiv_r_2exp(x, x, k);
}

static bool bitwise(eval_t *eval, const call_t *call, uint32_t k, const value_t *args,
                    value_t *out) {
    if (k > eval->limits.bits)
        return eval_unknown(eval, REASON_TOO_LARGE, call->term);
    bool is_and = call->op == OP_IAND || call->op == OP_PIAND || call->op == OP_ARITH_BAND;
    if (is_and && k <= 61 && num_is_small(args[0]) && num_is_small(args[1])) {
        int64_t mask = ((int64_t)1 << k) - 1;
        *out = num_of_small(num_small(args[0]) & num_small(args[1]) & mask);
        return true;
    }
    if (!eval_charge(eval, call, k / 64))
        return false;
    fmpz_t x, y;
    fmpz_init(x);
    fmpz_init(y);
    num_get_fmpz(eval->values, args[0], x);
    num_get_fmpz(eval->values, args[1], y);
    fmpz_fdiv_r_2exp(x, x, k);
    fmpz_fdiv_r_2exp(y, y, k);
    if (is_and)
        fmpz_and(x, x, y);
    else if (k == 0)
        fmpz_zero(x);
    else
        shift(call->op, k, x, y);
    bool ok = arith_of_fmpz(eval, call, x, out);
    fmpz_clear(x);
    fmpz_clear(y);
    return ok;
}

/* iand, band, shl, lshr, ashr: the width is an index. */
bool eval_int_bitwise(eval_t *eval, const call_t *call, value_t *out) {
    uint32_t k;
    if (!call_index(eval, call, 0, &k))
        return eval_unknown(eval, REASON_TOO_LARGE, call->term);
    return bitwise(eval, call, k, call->args, out);
}

/* piand: the width is an argument, and 0 bits are left of a negative one. */
bool eval_piand(eval_t *eval, const call_t *call, value_t *out) {
    int64_t k;
    if (num_sign(eval->values, call->args[0]) < 0)
        k = 0;
    else if (!num_get_i64(eval->values, call->args[0], &k) || k > INT32_MAX)
        return eval_unknown(eval, REASON_TOO_LARGE, call->term);
    return bitwise(eval, call, (uint32_t)k, call->args + 1, out);
}
