#include "eval/theory/rational.h"

#include "eval/theory/arith_priv.h"

#include <math.h>

value_t rational_of(values_t *values, int64_t i) {
    return num_of_i64(values, i);
}

value_t rational_power2(values_t *values, uint32_t exponent) {
    if (exponent < 62)
        return num_of_i64(values, (int64_t)1 << exponent);
    fmpz_t power;
    fmpz_init(power);
    fmpz_one_2exp(power, exponent);
    value_t number = num_of_fmpz(values, power);
    fmpz_clear(power);
    return number;
}

int rational_sign(const values_t *values, value_t a) {
    return num_sign(values, a);
}

int rational_compare(const values_t *values, value_t a, value_t b) {
    return num_compare(values, a, b);
}

bool rational_is_whole(const values_t *values, value_t a) {
    return num_is_integer(values, a);
}

bool rational_is(const values_t *values, value_t a) {
    return num_is_rational(values, a);
}

value_t rational_floor(values_t *values, value_t a) {
    return arith_floor(values, a);
}

value_t rational_ceiling(values_t *values, value_t a) {
    value_t up = arith_floor(values, a);
    if (!num_is_integer(values, a))
        (void)rational_add(values, up, num_of_small(1), &up);
    return up;
}

typedef void operation_t(fmpq_t out, const fmpq_t a, const fmpq_t b);

static void mod(fmpq_t out, const fmpq_t a, const fmpq_t b) {
    fmpz_t floor;
    fmpz_init(floor);
    fmpq_div(out, a, b);
    fmpz_fdiv_q(floor, fmpq_numref(out), fmpq_denref(out));
    fmpq_mul_fmpz(out, b, floor);
    fmpq_sub(out, a, out);
    fmpz_clear(floor);
}

static bool compute(values_t *values, operation_t *operation, value_t a, value_t b, value_t *out) {
    if (!num_is_rational(values, a) || !num_is_rational(values, b))
        return false;
    fmpq_t x, y, z;
    fmpq_init(x);
    fmpq_init(y);
    fmpq_init(z);
    num_get_fmpq(values, a, x);
    num_get_fmpq(values, b, y);
    operation(z, x, y);
    bool fits =
        fmpz_bits(fmpq_numref(z)) <= RATIONAL_BITS && fmpz_bits(fmpq_denref(z)) <= RATIONAL_BITS;
    if (fits)
        *out = num_of_fmpq(values, z);
    fmpq_clear(x);
    fmpq_clear(y);
    fmpq_clear(z);
    return fits;
}

/* Small numbers are their doubles, and so are their sums. */
bool rational_add(values_t *values, value_t a, value_t b, value_t *out) {
    int64_t sum;
    if (num_is_small(a) && num_is_small(b) &&
        !__builtin_add_overflow((int64_t)a, (int64_t)b, &sum)) {
        *out = (value_t)sum;
        return true;
    }
    return compute(values, fmpq_add, a, b, out);
}

bool rational_sub(values_t *values, value_t a, value_t b, value_t *out) {
    int64_t difference;
    if (num_is_small(a) && num_is_small(b) &&
        !__builtin_sub_overflow((int64_t)a, (int64_t)b, &difference)) {
        *out = (value_t)difference;
        return true;
    }
    return compute(values, fmpq_sub, a, b, out);
}

bool rational_mul(values_t *values, value_t a, value_t b, value_t *out) {
    int64_t product;
    if (num_is_small(a) && num_is_small(b) &&
        !__builtin_mul_overflow((int64_t)a, num_small(b), &product)) {
        *out = (value_t)product;
        return true;
    }
    return compute(values, fmpq_mul, a, b, out);
}

bool rational_div(values_t *values, value_t a, value_t b, value_t *out) {
    return compute(values, fmpq_div, a, b, out);
}

bool rational_mod(values_t *values, value_t a, value_t b, value_t *out) {
    if (num_is_small(a) && num_is_small(b)) {
        int64_t rest = num_small(a) % num_small(b);
        *out = num_of_small(rest < 0 ? rest + num_small(b) : rest);
        return true;
    }
    return compute(values, mod, a, b, out);
}

bool rational_get(const values_t *values, value_t a, int64_t *out) {
    return num_get_i64(values, a, out);
}

double rational_double(const values_t *values, value_t a) {
    if (num_is_small(a))
        return (double)num_small(a);
    fmpq_t q;
    fmpq_init(q);
    if (num_is_rational(values, a)) {
        num_get_fmpq(values, a, q);
    } else {
        fmpz_t floor;
        fmpz_init(floor);
        qqbar_floor(floor, num_root(values, a));
        fmpq_set_fmpz(q, floor);
        fmpz_clear(floor);
    }
    slong bits = (slong)fmpz_bits(fmpq_numref(q)) - (slong)fmpz_bits(fmpq_denref(q));
    double near = bits > 1000 ? (double)fmpq_sgn(q) * INFINITY : bits < -1000 ? 0 : fmpq_get_d(q);
    fmpq_clear(q);
    return near;
}
