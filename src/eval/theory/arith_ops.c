/* Exact arithmetic on numbers. Small integers are done here in 64 bits. The others are read into
 * FLINT's forms, and every result is checked before the next step uses it: no intermediate value is
 * more than a few times as large as the limits allow. */
#include "eval/theory/arith_priv.h"

#include <stdlib.h>

/* --- sizes --- */

static uint64_t fmpq_size(const fmpq_t q) {
    return (uint64_t)(fmpz_bits(fmpq_numref(q)) + fmpz_bits(fmpq_denref(q)));
}

static bool too_large(eval_t *eval, const call_t *call) {
    return eval_unknown(eval, REASON_TOO_LARGE, call->term);
}

bool arith_of_fmpz(eval_t *eval, const call_t *call, const fmpz_t i, value_t *out) {
    if (fmpz_bits(i) > eval->limits.bits)
        return too_large(eval, call);
    *out = num_of_fmpz(eval->values, i);
    return true;
}

static bool fmpq_fits(eval_t *eval, const call_t *call, const fmpq_t q) {
    if (fmpz_bits(fmpq_numref(q)) > eval->limits.bits ||
        fmpz_bits(fmpq_denref(q)) > eval->limits.bits)
        return too_large(eval, call);
    return true;
}

bool arith_of_fmpq(eval_t *eval, const call_t *call, const fmpq_t q, value_t *out) {
    if (!fmpq_fits(eval, call, q))
        return false;
    *out = num_of_fmpq(eval->values, q);
    return true;
}

bool arith_of_root(eval_t *eval, const call_t *call, const qqbar_t root, value_t *out) {
    return num_of_root(eval->values, root, out) || too_large(eval, call);
}

/* Work for an operation on these two: fractions are reduced, which costs more. */
static bool charge_rational(eval_t *eval, const call_t *call, const fmpq_t a, const fmpq_t b) {
    uint64_t limbs = (fmpq_size(a) + fmpq_size(b)) / 64;
    bool whole = fmpz_is_one(fmpq_denref(a)) && fmpz_is_one(fmpq_denref(b));
    return limbs < 4 || eval_charge(eval, call, whole ? limbs : limbs * 32);
}

/* An operation on two roots makes a polynomial whose degree is the product of theirs, with
 * coefficients about as large as a power of theirs, factors it, and finds its roots: tenths of a
 * second at these limits. */
static bool root_within(eval_t *eval, const call_t *call, uint64_t degree, uint64_t bits) {
    enum { MOST_DEGREE = 64, EASY_DEGREE = 8 };
    if (degree > MOST_DEGREE || bits > NUM_ROOT_BITS)
        return too_large(eval, call);
    uint64_t each = (degree > EASY_DEGREE ? 20000 : 2000) + 100 * degree + 16 * bits;
    return eval_charge(eval, call, degree * each);
}

static bool pair_within(eval_t *eval, const call_t *call, const qqbar_t a, const qqbar_t b) {
    uint64_t m = (uint64_t)qqbar_degree(a);
    uint64_t n = (uint64_t)qqbar_degree(b);
    return root_within(eval, call, m * n,
                       n * (uint64_t)qqbar_height_bits(a) + m * (uint64_t)qqbar_height_bits(b));
}

/* --- sums and products --- */

typedef enum { MIX_ADD, MIX_SUB, MIX_MUL } mix_t;

static bool mix_rational(eval_t *eval, const call_t *call, mix_t mix, fmpq_t total, value_t num) {
    fmpq_t q;
    fmpq_init(q);
    num_get_fmpq(eval->values, num, q);
    bool ok = charge_rational(eval, call, total, q);
    if (ok) {
        if (mix == MIX_ADD)
            fmpq_add(total, total, q);
        else if (mix == MIX_SUB)
            fmpq_sub(total, total, q);
        else
            fmpq_mul(total, total, q);
        ok = fmpq_fits(eval, call, total);
    }
    fmpq_clear(q);
    return ok;
}

static bool mix_root(eval_t *eval, const call_t *call, mix_t mix, qqbar_t total,
                     const qqbar_t root) {
    if (!pair_within(eval, call, total, root))
        return false;
    if (mix == MIX_ADD)
        qqbar_add(total, total, root);
    else if (mix == MIX_SUB)
        qqbar_sub(total, total, root);
    else
        qqbar_mul(total, total, root);
    return qqbar_within_limits(total, NUM_ROOT_DEGREE, NUM_ROOT_BITS) || too_large(eval, call);
}

/* The arguments of a sum or product: the first, and the rest. */
typedef struct mixed {
    mix_t mix;
    value_t first;
    const value_t *rest;
    uint32_t count;
} mixed_t;

static value_t mixed_arg(const mixed_t *mixed, uint32_t i, mix_t *how) {
    *how = i == 0 && mixed->mix == MIX_SUB ? MIX_ADD : mixed->mix;
    return i == 0 ? mixed->first : mixed->rest[i - 1];
}

static bool mix_rationals(eval_t *eval, const call_t *call, const mixed_t *mixed, fmpq_t total,
                          bool *rooted) {
    *rooted = false;
    if (mixed->mix == MIX_MUL)
        fmpq_one(total);
    for (uint32_t i = 0; i <= mixed->count; i++) {
        mix_t how;
        value_t num = mixed_arg(mixed, i, &how);
        if (num_is_root(eval->values, num))
            *rooted = true;
        else if (!mix_rational(eval, call, how, total, num))
            return false;
    }
    return true;
}

static bool mix_roots(eval_t *eval, const call_t *call, const mixed_t *mixed, const fmpq_t rational,
                      value_t *out) {
    qqbar_t total;
    qqbar_init(total);
    qqbar_set_fmpq(total, rational);
    bool ok = true;
    for (uint32_t i = 0; ok && i <= mixed->count; i++) {
        mix_t how;
        value_t num = mixed_arg(mixed, i, &how);
        if (num_is_root(eval->values, num))
            ok = mix_root(eval, call, how, total, num_root(eval->values, num));
    }
    ok = ok && arith_of_root(eval, call, total, out);
    qqbar_clear(total);
    return ok;
}

/* The number as a fraction of two numbers below 2^30, when it is one. */
static bool small_fraction(const values_t *values, value_t num, int64_t *top, int64_t *bottom) {
    const int64_t most = (int64_t)1 << 30;
    value_t parts[] = {num, num_of_small(1)};
    if (!num_is_small(num)) {
        uint32_t count;
        const uint64_t *words = value_words(values, num >> 1, &count);
        if (value_kind(values, num >> 1) != OBJ_RATIO || !num_is_small(words[0]) ||
            !num_is_small(words[1]))
            return false;
        parts[0] = words[0];
        parts[1] = words[1];
    }
    *top = num_small(parts[0]);
    *bottom = num_small(parts[1]);
    return -most < *top && *top < most && *bottom < most;
}

/* Two such fractions need no FLINT. */
static bool mix_small(eval_t *eval, const mixed_t *mixed, value_t *out) {
    int64_t a, b, c, d;
    if (mixed->count != 1 || !small_fraction(eval->values, mixed->first, &a, &b) ||
        !small_fraction(eval->values, mixed->rest[0], &c, &d))
        return false;
    int64_t top = mixed->mix == MIX_MUL   ? a * c
                  : mixed->mix == MIX_ADD ? a * d + c * b
                                          : a * d - c * b;
    *out = num_of_small_ratio(eval->values, top, b * d);
    return true;
}

/* First the rational arguments, then the others: the order does not matter, and nothing but the
 * result becomes an object. */
static bool mix_all(eval_t *eval, const call_t *call, const mixed_t *mixed, value_t *out) {
    if (mix_small(eval, mixed, out))
        return true;
    fmpq_t rational;
    fmpq_init(rational);
    bool rooted;
    bool ok = mix_rationals(eval, call, mixed, rational, &rooted);
    if (ok)
        ok = rooted ? mix_roots(eval, call, mixed, rational, out)
                    : arith_of_fmpq(eval, call, rational, out);
    fmpq_clear(rational);
    return ok;
}

bool arith_sum(eval_t *eval, const call_t *call, const value_t *args, uint32_t count, bool minus,
               value_t *out) {
    value_t total = args[0];
    for (uint32_t i = 1; i < count; i++) {
        int64_t sum; /* of the doubles, which is the double of the sum */
        bool large = !num_is_small(total) || !num_is_small(args[i]) ||
                     (minus ? __builtin_sub_overflow((int64_t)total, (int64_t)args[i], &sum)
                            : __builtin_add_overflow((int64_t)total, (int64_t)args[i], &sum));
        if (large) {
            mixed_t mixed = {minus ? MIX_SUB : MIX_ADD, total, args + i, count - i};
            return mix_all(eval, call, &mixed, out);
        }
        total = (value_t)sum;
    }
    *out = total;
    return true;
}

bool arith_product(eval_t *eval, const call_t *call, const value_t *args, uint32_t count,
                   value_t *out) {
    value_t total = args[0];
    for (uint32_t i = 1; i < count; i++) {
        int64_t product;
        bool large = !num_is_small(total) || !num_is_small(args[i]) ||
                     __builtin_mul_overflow((int64_t)total, num_small(args[i]), &product);
        if (large) {
            for (uint32_t k = i; k < count; k++)
                if (args[k] == num_of_small(0))
                    total = num_of_small(0);
            if (total == num_of_small(0)) {
                *out = total;
                return true;
            }
            mixed_t mixed = {MIX_MUL, total, args + i, count - i};
            return mix_all(eval, call, &mixed, out);
        }
        total = (value_t)product;
    }
    *out = total;
    return true;
}

bool arith_negate(eval_t *eval, const call_t *call, value_t num, value_t *out) {
    value_t pair[] = {num_of_small(0), num};
    return arith_sum(eval, call, pair, 2, true, out);
}

/* --- quotients --- */

static bool divide_rational(eval_t *eval, const call_t *call, value_t a, value_t b, value_t *out) {
    fmpq_t x, y;
    fmpq_init(x);
    fmpq_init(y);
    num_get_fmpq(eval->values, a, x);
    num_get_fmpq(eval->values, b, y);
    fmpq_inv(y, y); /* so that what is charged knows of fractions */
    bool ok = charge_rational(eval, call, x, y);
    if (ok) {
        fmpq_mul(x, x, y);
        ok = arith_of_fmpq(eval, call, x, out);
    }
    fmpq_clear(x);
    fmpq_clear(y);
    return ok;
}

bool arith_divide(eval_t *eval, const call_t *call, value_t a, value_t b, value_t *out) {
    if (num_is_small(a) && num_is_small(b)) {
        *out = num_of_small_ratio(eval->values, num_small(a), num_small(b));
        return true;
    }
    if (num_is_rational(eval->values, a) && num_is_rational(eval->values, b))
        return divide_rational(eval, call, a, b, out);
    qqbar_t x, y;
    qqbar_init(x);
    qqbar_init(y);
    num_get_root(eval->values, a, x);
    num_get_root(eval->values, b, y);
    bool ok = pair_within(eval, call, x, y);
    if (ok) {
        qqbar_div(x, x, y);
        ok = arith_of_root(eval, call, x, out);
    }
    qqbar_clear(x);
    qqbar_clear(y);
    return ok;
}

bool arith_div_mod(eval_t *eval, const call_t *call, value_t a, value_t b, value_t *quotient,
                   value_t *remainder) {
    if (num_is_small(a) && num_is_small(b)) {
        int64_t x = num_small(a);
        int64_t y = num_small(b);
        int64_t q = x / y;
        int64_t r = x % y;
        if (r < 0) {
            r += y < 0 ? -y : y;
            q += y < 0 ? 1 : -1;
        }
        *quotient = num_of_i64(eval->values, q);
        *remainder = num_of_small(r);
        return true;
    }
    fmpz_t x, y, q, r;
    fmpz_init(x);
    fmpz_init(y);
    fmpz_init(q);
    fmpz_init(r);
    num_get_fmpz(eval->values, a, x);
    num_get_fmpz(eval->values, b, y);
    bool ok = eval_charge(eval, call, (uint64_t)(fmpz_bits(x) + fmpz_bits(y)) / 16);
    if (ok) {
        if (fmpz_sgn(y) > 0)
            fmpz_fdiv_qr(q, r, x, y);
        else
            fmpz_cdiv_qr(q, r, x, y);
        ok = arith_of_fmpz(eval, call, q, quotient) && arith_of_fmpz(eval, call, r, remainder);
    }
    fmpz_clear(x);
    fmpz_clear(y);
    fmpz_clear(q);
    fmpz_clear(r);
    return ok;
}

/* --- powers --- */

/* |exponent| as far as it matters here. */
static uint64_t exponent_size(const values_t *values, value_t exponent) {
    int64_t e;
    if (!num_get_i64(values, exponent, &e) || e == INT64_MIN)
        return UINT32_MAX;
    uint64_t size = e < 0 ? (uint64_t)-e : (uint64_t)e;
    return size > UINT32_MAX ? UINT32_MAX : size;
}

static bool power_rational(eval_t *eval, const call_t *call, value_t base, slong exponent,
                           value_t *out) {
    fmpq_t q;
    fmpq_init(q);
    num_get_fmpq(eval->values, base, q);
    uint64_t bits = fmpq_size(q) * (uint64_t)labs(exponent);
    /* A number of n bits may be just above 2^(n-1): what is too large for sure. */
    bool ok = bits <= 4 * (uint64_t)eval->limits.bits || too_large(eval, call);
    ok = ok && eval_charge(eval, call, bits / 16);
    if (ok) {
        fmpq_pow_si(q, q, exponent);
        ok = arith_of_fmpq(eval, call, q, out);
    }
    fmpq_clear(q);
    return ok;
}

static bool power_root(eval_t *eval, const call_t *call, value_t base, slong exponent,
                       value_t *out) {
    qqbar_t x;
    qqbar_init(x);
    num_get_root(eval->values, base, x);
    uint64_t size = (uint64_t)labs(exponent);
    bool ok =
        root_within(eval, call, (uint64_t)qqbar_degree(x), (uint64_t)qqbar_height_bits(x) * size);
    if (ok) {
        qqbar_pow_si(x, x, exponent);
        ok = arith_of_root(eval, call, x, out);
    }
    qqbar_clear(x);
    return ok;
}

bool arith_power(eval_t *eval, const call_t *call, value_t base, value_t exponent, value_t *out) {
    if (base == num_of_small(0) || base == num_of_small(1)) {
        *out = base;
        return true;
    }
    if (base == num_of_small(-1)) {
        value_t half, odd;
        if (!arith_div_mod(eval, call, exponent, num_of_small(2), &half, &odd))
            return false;
        *out = odd ? base : num_of_small(1);
        return true;
    }
    uint64_t size = exponent_size(eval->values, exponent);
    if (size == UINT32_MAX || size > 4 * (uint64_t)eval->limits.bits)
        return too_large(eval, call);
    slong e = num_sign(eval->values, exponent) < 0 ? -(slong)size : (slong)size;
    if (num_is_rational(eval->values, base))
        return power_rational(eval, call, base, e, out);
    return power_root(eval, call, base, e, out);
}

/* The root of a rational when that is rational. */
static bool rational_root(eval_t *eval, const call_t *call, value_t num, uint64_t n, bool *exact,
                          value_t *out) {
    *exact = false;
    fmpq_t q;
    fmpq_init(q);
    num_get_fmpq(eval->values, num, q);
    bool ok = eval_charge(eval, call, fmpq_size(q) / 4);
    if (ok) {
        fmpz_t numerator, denominator;
        fmpz_init(numerator);
        fmpz_init(denominator);
        *exact = fmpz_root(numerator, fmpq_numref(q), (slong)n) &&
                 fmpz_root(denominator, fmpq_denref(q), (slong)n);
        if (*exact) {
            fmpz_set(fmpq_numref(q), numerator);
            fmpz_set(fmpq_denref(q), denominator);
            ok = arith_of_fmpq(eval, call, q, out);
        }
        fmpz_clear(numerator);
        fmpz_clear(denominator);
    }
    fmpq_clear(q);
    return ok;
}

bool arith_root(eval_t *eval, const call_t *call, value_t num, uint64_t n, value_t *out) {
    if (n > INT32_MAX)
        return too_large(eval, call);
    if (num_is_rational(eval->values, num)) {
        bool exact;
        if (!rational_root(eval, call, num, n, &exact, out))
            return false;
        if (exact)
            return true;
    }
    qqbar_t x;
    qqbar_init(x);
    num_get_root(eval->values, num, x);
    uint64_t degree = (uint64_t)qqbar_degree(x);
    bool ok = n <= NUM_ROOT_DEGREE || too_large(eval, call);
    ok = ok && root_within(eval, call, degree * n, (uint64_t)qqbar_height_bits(x) * n);
    if (ok) {
        qqbar_root_ui(x, x, n);
        ok = arith_of_root(eval, call, x, out);
    }
    qqbar_clear(x);
    return ok;
}

/* --- the rest --- */

value_t arith_floor(values_t *values, value_t num) {
    if (num_is_integer(values, num))
        return num;
    fmpz_t i;
    fmpz_init(i);
    if (num_is_root(values, num)) {
        qqbar_floor(i, num_root(values, num));
    } else {
        fmpq_t q;
        fmpq_init(q);
        num_get_fmpq(values, num, q);
        fmpz_fdiv_q(i, fmpq_numref(q), fmpq_denref(q));
        fmpq_clear(q);
    }
    value_t floor = num_of_fmpz(values, i);
    fmpz_clear(i);
    return floor;
}

static uint32_t integer_limbs(const values_t *values, value_t num) {
    uint32_t count = 0;
    if (!num_is_small(num))
        (void)value_words(values, num >> 1, &count);
    return count;
}

static uint64_t compare_work(const values_t *values, value_t num) {
    if (num_is_integer(values, num))
        return integer_limbs(values, num);
    if (num_is_root(values, num))
        return 1000;
    uint32_t count;
    const uint64_t *words = value_words(values, num >> 1, &count);
    return (uint64_t)integer_limbs(values, words[0]) + integer_limbs(values, words[1]);
}

bool arith_compare(eval_t *eval, const call_t *call, value_t a, value_t b, int *order) {
    if (!num_is_small(a) || !num_is_small(b)) {
        uint64_t work = compare_work(eval->values, a) + compare_work(eval->values, b);
        if (!eval_charge(eval, call, work))
            return false;
    }
    *order = num_compare(eval->values, a, b);
    return true;
}

void arith_digits(const char *text, fmpz_t out) {
    bool negative = *text == '-';
    if (fmpz_set_str(out, text + negative, 10) != 0)
        fmpz_zero(out);
    if (negative)
        fmpz_neg(out, out);
}

void arith_index(const bank_t *bank, uint32_t word, fmpz_t out) {
    if (word >> 31)
        arith_digits(symbol_text(&bank->symbols, word & INT32_MAX), out);
    else
        fmpz_set_ui(out, word);
}
