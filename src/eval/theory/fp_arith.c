/* Floats: arithmetic. Each operator finds the exact result, or enough of it with the knowledge that
 * there is more, and rounds once (fp.h). */
#include "eval/theory/fp_priv.h"

#include "base/bug.h"

/* --- exact numbers --- */

/* x = x + y. When they are so far apart that the small one lies below every bit the rounding looks
 * at, it only counts as more (or less) than the large one. */
static void add_exactly(dyadic_t *x, dyadic_t *y, float_format_t format) {
    if (fmpz_cmp(x->exponent, y->exponent) < 0) {
        dyadic_t other = *x;
        *x = *y;
        *y = other;
    }
    fmpz_t distance;
    fmpz_init(distance);
    fmpz_sub(distance, x->exponent, y->exponent);
    ulong guard = format.significand + 3UL;
    if (fmpz_cmp_ui(distance, fmpz_bits(y->significand) + guard) > 0 &&
        !fmpz_is_zero(x->significand) && !fmpz_is_zero(y->significand)) {
        fmpz_mul_2exp(x->significand, x->significand, guard);
        fmpz_sub_ui(x->exponent, x->exponent, guard);
        if (x->negative != y->negative) /* x - y is x - 1 and more */
            fmpz_sub_ui(x->significand, x->significand, 1);
        x->more = true;
    } else if (fmpz_is_zero(x->significand)) {
        fmpz_swap(x->significand, y->significand);
        fmpz_swap(x->exponent, y->exponent);
        x->negative = y->negative;
    } else if (!fmpz_is_zero(y->significand)) {
        fmpz_mul_2exp(x->significand, x->significand, fmpz_get_ui(distance));
        fmpz_set(x->exponent, y->exponent);
        if (x->negative == y->negative)
            fmpz_add(x->significand, x->significand, y->significand);
        else
            fmpz_sub(x->significand, x->significand, y->significand);
        if (fmpz_sgn(x->significand) < 0) {
            x->negative = !x->negative;
            fmpz_neg(x->significand, x->significand);
        }
    }
    fmpz_clear(distance);
}

/* The sum of two, neither of them NaN or infinite, of which at most the first may have more bits
 * than the format. y is overwritten. */
static value_t add_and_round(values_t *values, float_format_t format, rounding_t mode, dyadic_t *x,
                             dyadic_t *y) {
    bool zeros = fmpz_is_zero(x->significand) && fmpz_is_zero(y->significand);
    bool alike = x->negative == y->negative;
    bool negative = x->negative;
    if (!zeros)
        add_exactly(x, y, format);
    if (!fmpz_is_zero(x->significand))
        return float_round(values, format, mode, x);
    /* An exact 0 has the sign of both, or what the mode says. */
    return float_zero(values, format, alike ? negative : mode == ROUND_RTN);
}

static void multiply(dyadic_t *x, const dyadic_t *y) {
    fmpz_mul(x->significand, x->significand, y->significand);
    fmpz_add(x->exponent, x->exponent, y->exponent);
    x->negative = x->negative != y->negative;
}

/* x = x / y, neither of them 0, with two bits more than the format has. */
static void divide(dyadic_t *x, const dyadic_t *y, float_format_t format) {
    flint_bitcnt_t want = fmpz_bits(y->significand) + format.significand + 2;
    flint_bitcnt_t have = fmpz_bits(x->significand);
    ulong scale = want > have ? want - have : 0;
    fmpz_t rest;
    fmpz_init(rest);
    fmpz_mul_2exp(x->significand, x->significand, scale);
    fmpz_tdiv_qr(x->significand, rest, x->significand, y->significand);
    fmpz_sub(x->exponent, x->exponent, y->exponent);
    fmpz_sub_ui(x->exponent, x->exponent, scale);
    x->negative = x->negative != y->negative;
    x->more = !fmpz_is_zero(rest);
    fmpz_clear(rest);
}

/* x = sqrt(x), above 0, with two bits more than the format has. */
static void take_root(dyadic_t *x, float_format_t format) {
    flint_bitcnt_t want = 2 * (format.significand + 2UL);
    flint_bitcnt_t have = fmpz_bits(x->significand);
    ulong scale = want > have ? want - have : 0;
    if (fmpz_is_odd(x->exponent) != (scale % 2 == 1))
        scale++;
    fmpz_t rest;
    fmpz_init(rest);
    fmpz_mul_2exp(x->significand, x->significand, scale);
    fmpz_sub_ui(x->exponent, x->exponent, scale);
    fmpz_fdiv_q_2exp(x->exponent, x->exponent, 1);
    fmpz_sqrtrem(x->significand, rest, x->significand);
    x->more = !fmpz_is_zero(rest);
    fmpz_clear(rest);
}

/* x = x - n * y, n the integer nearest to x / y, the even one of two; neither of them 0. */
static void take_rest(dyadic_t *x, const dyadic_t *y) {
    fmpz_t shift;
    fmpz_t divisor;
    fmpz_t twice;
    fmpz_init(shift);
    fmpz_init_set(divisor, y->significand);
    fmpz_init(twice);
    fmpz_sub(shift, x->exponent, y->exponent);
    bool tiny = false; /* less than half of y */
    if (fmpz_sgn(shift) < 0) {
        fmpz_neg(shift, shift);
        tiny = fmpz_cmp_ui(shift, fmpz_bits(x->significand)) > 0;
        if (!tiny)
            fmpz_mul_2exp(divisor, divisor, fmpz_get_ui(shift));
        fmpz_zero(shift);
    } else {
        fmpz_set(x->exponent, y->exponent);
    }
    if (!tiny) {
        /* x * 2^shift modulo 2y tells the rest and whether the quotient is odd. */
        fmpz_mul_2exp(twice, divisor, 1);
        fmpz_t power;
        fmpz_init_set_ui(power, 2);
        fmpz_powm(power, power, shift, twice);
        fmpz_mul(x->significand, x->significand, power);
        fmpz_mod(x->significand, x->significand, twice);
        fmpz_clear(power);
        bool odd = fmpz_cmp(x->significand, divisor) >= 0;
        if (odd)
            fmpz_sub(x->significand, x->significand, divisor);
        fmpz_mul_2exp(twice, x->significand, 1);
        int half = fmpz_cmp(twice, divisor);
        if (half > 0 || (half == 0 && odd)) {
            fmpz_sub(x->significand, divisor, x->significand);
            x->negative = !x->negative;
        }
    }
    fmpz_clear(shift);
    fmpz_clear(divisor);
    fmpz_clear(twice);
}

/* --- rules --- */

typedef struct operand {
    float_class_t class;
    bool negative;
    value_t bits;
} operand_t;

static bool is_nan(operand_t x) {
    return x.class == FLOAT_NAN;
}

static bool is_infinite(operand_t x) {
    return x.class == FLOAT_INFINITE;
}

static bool is_zero(operand_t x) {
    return x.class == FLOAT_ZERO;
}

/* Whether a product or quotient of the two has the sign. */
static bool signs_differ(operand_t a, operand_t b) {
    return a.negative != b.negative;
}

/* An operator at work. */
typedef struct rule {
    values_t *values;
    value_t *out;
    float_format_t format;
    rounding_t mode;
    operand_t args[3];
    dyadic_t x, y; /* the numbers of the first two, from rule_open to rule_close */
} rule_t;

static operand_t operand(const rule_t *rule, value_t bits) {
    return (operand_t){float_class(rule->values, rule->format, bits),
                       float_negative(rule->values, rule->format, bits), bits};
}

/* Reads count floats, which follow the rounding mode where there is one. False, with the reason,
 * when floats of this size are not evaluated. Inline, so that count is a constant. */
static inline bool rule_start(rule_t *rule, eval_t *eval, const call_t *call, uint32_t count,
                              value_t *out) {
    bool has_mode = call->op != OP_FP_REM;
    rule->values = eval->values;
    rule->out = out;
    rule->format = format_of(eval, call->sort);
    if (!take_format(eval, call, rule->format))
        return false;
    rule->mode = has_mode ? (rounding_t)call->args[0] : ROUND_RTZ;
    const value_t *args = call->args + has_mode;
    rule->args[0] = operand(rule, args[0]);
    if (count > 1)
        rule->args[1] = operand(rule, args[1]);
    if (count > 2)
        rule->args[2] = operand(rule, args[2]);
    return true;
}

static bool give_nan(const rule_t *rule) {
    *rule->out = float_nan(rule->values, rule->format);
    return true;
}

static bool give_infinity(const rule_t *rule, bool negative) {
    *rule->out = float_infinity(rule->values, rule->format, negative);
    return true;
}

static bool give_zero(const rule_t *rule, bool negative) {
    *rule->out = float_zero(rule->values, rule->format, negative);
    return true;
}

static bool give_operand(const rule_t *rule, operand_t x) {
    *rule->out = x.bits;
    return true;
}

/* The numbers of the first floats, one or two, which are finite. */
static void rule_open(rule_t *rule, uint32_t count) {
    dyadic_init(&rule->x);
    dyadic_init(&rule->y);
    float_get(rule->values, rule->format, rule->args[0].bits, &rule->x);
    if (count > 1)
        float_get(rule->values, rule->format, rule->args[1].bits, &rule->y);
}

static bool rule_close(rule_t *rule) {
    dyadic_clear(&rule->x);
    dyadic_clear(&rule->y);
    return true;
}

/* Rounds x, which is not 0. */
static bool give_rounded(rule_t *rule) {
    *rule->out = float_round(rule->values, rule->format, rule->mode, &rule->x);
    return rule_close(rule);
}

bool eval_fp_add(eval_t *eval, const call_t *call, value_t *out) {
    rule_t rule;
    if (!rule_start(&rule, eval, call, 2, out))
        return false;
    operand_t a = rule.args[0];
    operand_t b = rule.args[1];
    if (call->op == OP_FP_SUB)
        b.negative = !b.negative;
    if (is_nan(a) || is_nan(b) || (is_infinite(a) && is_infinite(b) && a.negative != b.negative))
        return give_nan(&rule);
    if (is_infinite(a) || is_infinite(b))
        return give_infinity(&rule, is_infinite(a) ? a.negative : b.negative);
    rule_open(&rule, 2);
    rule.y.negative = b.negative;
    *out = add_and_round(rule.values, rule.format, rule.mode, &rule.x, &rule.y);
    return rule_close(&rule);
}

bool eval_fp_mul(eval_t *eval, const call_t *call, value_t *out) {
    rule_t rule;
    if (!rule_start(&rule, eval, call, 2, out))
        return false;
    operand_t a = rule.args[0];
    operand_t b = rule.args[1];
    if (is_nan(a) || is_nan(b) || (is_infinite(a) && is_zero(b)) || (is_infinite(b) && is_zero(a)))
        return give_nan(&rule);
    if (is_infinite(a) || is_infinite(b))
        return give_infinity(&rule, signs_differ(a, b));
    if (is_zero(a) || is_zero(b))
        return give_zero(&rule, signs_differ(a, b));
    rule_open(&rule, 2);
    multiply(&rule.x, &rule.y);
    return give_rounded(&rule);
}

bool eval_fp_div(eval_t *eval, const call_t *call, value_t *out) {
    rule_t rule;
    if (!rule_start(&rule, eval, call, 2, out))
        return false;
    operand_t a = rule.args[0];
    operand_t b = rule.args[1];
    if (is_nan(a) || is_nan(b) || (is_infinite(a) && is_infinite(b)) || (is_zero(a) && is_zero(b)))
        return give_nan(&rule);
    if (is_infinite(a) || is_zero(b))
        return give_infinity(&rule, signs_differ(a, b));
    if (is_infinite(b) || is_zero(a))
        return give_zero(&rule, signs_differ(a, b));
    rule_open(&rule, 2);
    divide(&rule.x, &rule.y, rule.format);
    return give_rounded(&rule);
}

bool eval_fp_fma(eval_t *eval, const call_t *call, value_t *out) {
    rule_t rule;
    if (!rule_start(&rule, eval, call, 3, out))
        return false;
    operand_t a = rule.args[0];
    operand_t b = rule.args[1];
    operand_t c = rule.args[2];
    bool infinite = is_infinite(a) || is_infinite(b);
    if (is_nan(a) || is_nan(b) || is_nan(c) || (infinite && (is_zero(a) || is_zero(b))) ||
        (infinite && is_infinite(c) && signs_differ(a, b) != c.negative))
        return give_nan(&rule);
    if (infinite || is_infinite(c))
        return give_infinity(&rule, infinite ? signs_differ(a, b) : c.negative);
    rule_open(&rule, 2);
    multiply(&rule.x, &rule.y);
    float_get(rule.values, rule.format, c.bits, &rule.y);
    *out = add_and_round(rule.values, rule.format, rule.mode, &rule.x, &rule.y);
    return rule_close(&rule);
}

bool eval_fp_sqrt(eval_t *eval, const call_t *call, value_t *out) {
    rule_t rule;
    if (!rule_start(&rule, eval, call, 1, out))
        return false;
    operand_t a = rule.args[0];
    if (is_nan(a) || is_zero(a)) /* -0 is its own root */
        return give_operand(&rule, a);
    if (a.negative)
        return give_nan(&rule);
    if (is_infinite(a))
        return give_operand(&rule, a);
    rule_open(&rule, 1);
    take_root(&rule.x, rule.format);
    return give_rounded(&rule);
}

/* What a remainder costs: a multiplication for each bit of the distance of the exponents. */
static bool charge_rest(eval_t *eval, const call_t *call, float_format_t format, const dyadic_t *x,
                        const dyadic_t *y) {
    fmpz_t distance;
    fmpz_init(distance);
    fmpz_sub(distance, x->exponent, y->exponent);
    uint64_t steps = fmpz_sgn(distance) > 0 ? fmpz_bits(distance) : 1;
    fmpz_clear(distance);
    uint64_t limbs = bits_limb_count(format.significand);
    return steps * limbs < 64 ||
           eval_charge(eval, call, steps * limbs * FLINT_BIT_COUNT(limbs) / 8);
}

bool eval_fp_rem(eval_t *eval, const call_t *call, value_t *out) {
    rule_t rule;
    if (!rule_start(&rule, eval, call, 2, out))
        return false;
    operand_t a = rule.args[0];
    operand_t b = rule.args[1];
    if (is_nan(a) || is_nan(b) || is_infinite(a) || is_zero(b))
        return give_nan(&rule);
    if (is_zero(a) || is_infinite(b))
        return give_operand(&rule, a);
    rule_open(&rule, 2);
    if (!charge_rest(eval, call, rule.format, &rule.x, &rule.y))
        return !rule_close(&rule);
    take_rest(&rule.x, &rule.y);
    if (!fmpz_is_zero(rule.x.significand)) /* always a float: no mode matters */
        return give_rounded(&rule);
    return rule_close(&rule) && give_zero(&rule, a.negative);
}

/* fp.roundToIntegral. A format with few exponent bits has floats that are not whole next to its
 * largest one: the whole number above may be beyond it, and is then rounded as any other result. */
bool eval_fp_whole(eval_t *eval, const call_t *call, value_t *out) {
    rule_t rule;
    if (!rule_start(&rule, eval, call, 1, out))
        return false;
    operand_t a = rule.args[0];
    if (is_nan(a) || is_infinite(a) || is_zero(a))
        return give_operand(&rule, a);
    rule_open(&rule, 1);
    bool changed = dyadic_round_whole(&rule.x, rule.mode);
    if (changed && !fmpz_is_zero(rule.x.significand))
        return give_rounded(&rule);
    rule_close(&rule);
    return changed ? give_zero(&rule, a.negative) : give_operand(&rule, a);
}
