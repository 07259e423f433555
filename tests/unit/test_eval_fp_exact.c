/* Floats of small sizes against their definition: all values of a size as rational numbers in a
 * sorted list, in which the rounding of a rational result is looked up. Shares nothing with the
 * evaluator's way of rounding. */
#include "eval_direct.h"

#include <gmp.h>

static const rounding_t modes[] = {ROUND_RNE, ROUND_RNA, ROUND_RTP, ROUND_RTN, ROUND_RTZ};

/* --- the size --- */

typedef struct list {
    uint32_t eb, sb;
    sort_t sort;
    uint64_t sign;     /* bit */
    uint64_t infinity; /* pattern */
    uint64_t nan;
    mpq_t *values; /* by pattern without sign; of infinity's, the number that would come next */
} list_t;

static void scale(mpq_t x, int64_t by) {
    if (by >= 0)
        mpq_mul_2exp(x, x, (mp_bitcnt_t)by);
    else
        mpq_div_2exp(x, x, (mp_bitcnt_t)-by);
}

static void list_init(list_t *l, bank_t *bank, uint32_t eb, uint32_t sb) {
    *l = (list_t){.eb = eb, .sb = sb, .sort = sort_float(bank, eb, sb)};
    l->sign = (uint64_t)1 << (eb + sb - 1);
    l->infinity = (((uint64_t)1 << eb) - 1) << (sb - 1);
    l->nan = l->infinity | (uint64_t)1 << (sb - 2);
    l->values = malloc((l->infinity + 1) * sizeof *l->values);
    int64_t bias = ((int64_t)1 << (eb - 1)) - 1;
    for (uint64_t i = 0; i <= l->infinity; i++) {
        uint64_t exponent = i >> (sb - 1);
        uint64_t fraction = i & (((uint64_t)1 << (sb - 1)) - 1);
        if (exponent > 0) /* the hidden bit */
            fraction |= (uint64_t)1 << (sb - 1);
        else
            exponent = 1;
        mpq_init(l->values[i]);
        mpq_set_ui(l->values[i], fraction, 1);
        scale(l->values[i], (int64_t)exponent - bias - (int64_t)(sb - 1));
        if (i > 0)
            assert_true(mpq_cmp(l->values[i - 1], l->values[i]) < 0);
    }
}

static void list_done(list_t *l) {
    for (uint64_t i = 0; i <= l->infinity; i++)
        mpq_clear(l->values[i]);
    free(l->values);
}

static bool is_nan(const list_t *l, uint64_t x) {
    return (x & ~l->sign) > l->infinity;
}

static bool is_infinite(const list_t *l, uint64_t x) {
    return (x & ~l->sign) == l->infinity;
}

static bool is_zero(const list_t *l, uint64_t x) {
    return (x & ~l->sign) == 0;
}

static void get(const list_t *l, uint64_t x, mpq_t out) {
    mpq_set(out, l->values[x & ~l->sign]);
    if (x & l->sign)
        mpq_neg(out, out);
}

/* --- rounding --- */

/* -1, 0, 1: number i of the list, or halfway to the next one, against |x| or the root of x. */
static int compare(const list_t *l, uint64_t i, bool halfway, const mpq_t x, bool root) {
    mpq_t y;
    mpq_t size;
    mpq_init(y);
    mpq_init(size);
    mpq_set(y, l->values[i]);
    if (halfway) {
        mpq_add(y, y, l->values[i + 1]);
        mpq_div_2exp(y, y, 1);
    }
    if (root)
        mpq_mul(y, y, y);
    mpq_abs(size, x);
    int order = mpq_cmp(y, size);
    mpq_clear(y);
    mpq_clear(size);
    return order < 0 ? -1 : order > 0;
}

/* The pattern for x, or for its root. x is not 0. */
static uint64_t round_number(const list_t *l, rounding_t mode, const mpq_t x, bool root) {
    bool negative = mpq_sgn(x) < 0;
    uint64_t low = 0; /* the last number that is not above it */
    uint64_t high = l->infinity;
    while (low < high) {
        uint64_t middle = (low + high + 1) / 2;
        if (compare(l, middle, false, x, root) <= 0)
            low = middle;
        else
            high = middle - 1;
    }
    bool outward = mode == (negative ? ROUND_RTN : ROUND_RTP);
    bool nearest = mode == ROUND_RNE || mode == ROUND_RNA;
    uint64_t result = low;
    if (low == l->infinity) {
        result = nearest || outward ? low : low - 1;
    } else if (compare(l, low, false, x, root) != 0) {
        int half = nearest ? compare(l, low, true, x, root) : 0;
        if (nearest)
            result += half < 0 || (half == 0 && (mode == ROUND_RNA || low % 2 == 1));
        else
            result += outward;
    }
    return result | (negative ? l->sign : 0);
}

/* The integer for x, in a mode. */
static void round_whole(rounding_t mode, const mpq_t x, mpz_t out) {
    mpq_t rest;
    mpq_t half;
    mpq_init(rest);
    mpq_init(half);
    mpz_fdiv_q(out, mpq_numref(x), mpq_denref(x));
    mpq_set_z(rest, out);
    mpq_sub(rest, x, rest);
    mpq_set_ui(half, 1, 2);
    int order = mpq_cmp(rest, half);
    bool up = false;
    switch (mode) {
    case ROUND_RNE:
        up = order > 0 || (order == 0 && mpz_odd_p(out));
        break;
    case ROUND_RNA:
        up = order > 0 || (order == 0 && mpq_sgn(x) > 0);
        break;
    case ROUND_RTP:
        up = mpq_sgn(rest) > 0;
        break;
    case ROUND_RTN:
        break;
    case ROUND_RTZ:
        up = mpq_sgn(rest) > 0 && mpq_sgn(x) < 0;
        break;
    }
    if (up)
        mpz_add_ui(out, out, 1);
    mpq_clear(rest);
    mpq_clear(half);
}

/* --- operators --- */

static void get_both(const list_t *l, uint64_t a, uint64_t b, mpq_t x, mpq_t y) {
    mpq_init(x);
    mpq_init(y);
    get(l, a, x);
    get(l, b, y);
}

/* Infinities by the table of IEEE 754; finite ones by the rational result; the sign of 0. */
static uint64_t product(const list_t *l, op_t op, rounding_t mode, uint64_t a, uint64_t b) {
    uint64_t sign = (a ^ b) & l->sign;
    if (is_nan(l, a) || is_nan(l, b))
        return l->nan;
    bool over = op == OP_FP_DIV;
    if (over ? (is_infinite(l, a) && is_infinite(l, b)) || (is_zero(l, a) && is_zero(l, b))
             : (is_infinite(l, a) && is_zero(l, b)) || (is_zero(l, a) && is_infinite(l, b)))
        return l->nan;
    if (is_infinite(l, a) || (over ? is_zero(l, b) : is_infinite(l, b)))
        return l->infinity | sign;
    if (is_zero(l, a) || (over ? is_infinite(l, b) : is_zero(l, b)))
        return sign;
    mpq_t x;
    mpq_t y;
    get_both(l, a, b, x, y);
    if (over)
        mpq_div(x, x, y);
    else
        mpq_mul(x, x, y);
    uint64_t result = round_number(l, mode, x, false);
    mpq_clear(x);
    mpq_clear(y);
    return result;
}

/* a + b, or a * b + c: x is the exact first summand, with its sign. */
static uint64_t sum(const list_t *l, rounding_t mode, bool infinite, uint64_t sign, mpq_t x,
                    uint64_t c) {
    if (is_nan(l, c) || (infinite && is_infinite(l, c) && sign != (c & l->sign)))
        return l->nan;
    if (infinite)
        return l->infinity | sign;
    if (is_infinite(l, c))
        return c;
    bool zeros = mpq_sgn(x) == 0 && is_zero(l, c);
    mpq_t z;
    mpq_init(z);
    get(l, c, z);
    mpq_add(x, x, z);
    mpq_clear(z);
    if (mpq_sgn(x) != 0)
        return round_number(l, mode, x, false);
    if (zeros && sign == (c & l->sign))
        return sign;
    return mode == ROUND_RTN ? l->sign : 0;
}

static uint64_t add(const list_t *l, rounding_t mode, uint64_t a, uint64_t b) {
    if (is_nan(l, a))
        return l->nan;
    mpq_t x;
    mpq_init(x);
    get(l, a, x);
    uint64_t result = sum(l, mode, is_infinite(l, a), a & l->sign, x, b);
    mpq_clear(x);
    return result;
}

static uint64_t fused(const list_t *l, rounding_t mode, uint64_t a, uint64_t b, uint64_t c) {
    bool infinite = is_infinite(l, a) || is_infinite(l, b);
    if (is_nan(l, a) || is_nan(l, b) || (infinite && (is_zero(l, a) || is_zero(l, b))))
        return l->nan;
    mpq_t x;
    mpq_t y;
    get_both(l, a, b, x, y);
    mpq_mul(x, x, y);
    uint64_t result = sum(l, mode, infinite, (a ^ b) & l->sign, x, c);
    mpq_clear(x);
    mpq_clear(y);
    return result;
}

static uint64_t rest(const list_t *l, uint64_t a, uint64_t b) {
    if (is_nan(l, a) || is_nan(l, b) || is_infinite(l, a) || is_zero(l, b))
        return l->nan;
    if (is_infinite(l, b))
        return a;
    mpq_t x;
    mpq_t y;
    mpq_t n;
    mpz_t whole;
    get_both(l, a, b, x, y);
    mpq_init(n);
    mpz_init(whole);
    mpq_div(n, x, y);
    round_whole(ROUND_RNE, n, whole);
    mpq_set_z(n, whole);
    mpq_mul(n, n, y);
    mpq_sub(x, x, n);
    uint64_t result = a & l->sign;
    if (mpq_sgn(x) != 0) {
        result = round_number(l, ROUND_RTZ, x, false);
        get(l, result, y);
        assert_true(mpq_equal(x, y)); /* a remainder is always a float */
    }
    mpq_clear(x);
    mpq_clear(y);
    mpq_clear(n);
    mpz_clear(whole);
    return result;
}

static uint64_t root(const list_t *l, rounding_t mode, uint64_t a) {
    if (is_zero(l, a))
        return a;
    if (is_nan(l, a) || (a & l->sign))
        return l->nan;
    return is_infinite(l, a) ? a : round_number(l, mode, l->values[a], true);
}

static uint64_t whole(const list_t *l, rounding_t mode, uint64_t a) {
    if (is_nan(l, a) || is_infinite(l, a) || is_zero(l, a))
        return a;
    mpq_t x;
    mpz_t n;
    mpq_init(x);
    mpz_init(n);
    get(l, a, x);
    round_whole(mode, x, n);
    mpq_set_z(x, n);
    uint64_t result = mpq_sgn(x) == 0 ? a & l->sign : round_number(l, mode, x, false);
    mpq_clear(x);
    mpz_clear(n);
    return result;
}

/* --- comparing --- */

static void check(direct_t *d, const list_t *l, op_t op, rounding_t mode, const uint64_t *x,
                  uint32_t count, uint64_t wanted) {
    sort_t sorts[] = {SORT_ROUNDING, l->sort, l->sort, l->sort};
    value_t args[] = {mode, x[0], count > 1 ? x[1] : 0, count > 2 ? x[2] : 0};
    bool moded = op != OP_FP_REM;
    value_t got = moded ? direct_call(d, op, l->sort, sorts, args, count + 1)
                        : direct_call(d, op, l->sort, sorts + 1, args + 1, count);
    if (got != wanted)
        fail_msg("(%u, %u): %s mode %d of %#llx %#llx %#llx is %#llx, not %#llx", l->eb, l->sb,
                 op_info(op)->name, (int)mode, (unsigned long long)args[1],
                 (unsigned long long)args[2], (unsigned long long)args[3],
                 (unsigned long long)wanted, (unsigned long long)got);
}

static void check_one(direct_t *d, const list_t *l, uint64_t a) {
    for (uint32_t m = 0; m < 5; m++) {
        check(d, l, OP_FP_SQRT, modes[m], &a, 1, root(l, modes[m], a));
        check(d, l, OP_FP_RTI, modes[m], &a, 1, whole(l, modes[m], a));
    }
}

static void check_two(direct_t *d, const list_t *l, const uint64_t *x) {
    check(d, l, OP_FP_REM, ROUND_RNE, x, 2, rest(l, x[0], x[1]));
    for (uint32_t m = 0; m < 5; m++) {
        uint64_t minus = is_nan(l, x[1]) ? x[1] : x[1] ^ l->sign;
        check(d, l, OP_FP_ADD, modes[m], x, 2, add(l, modes[m], x[0], x[1]));
        check(d, l, OP_FP_SUB, modes[m], x, 2, add(l, modes[m], x[0], minus));
        check(d, l, OP_FP_MUL, modes[m], x, 2, product(l, OP_FP_MUL, modes[m], x[0], x[1]));
        check(d, l, OP_FP_DIV, modes[m], x, 2, product(l, OP_FP_DIV, modes[m], x[0], x[1]));
    }
}

static void check_three(direct_t *d, const list_t *l, const uint64_t *x) {
    for (uint32_t m = 0; m < 5; m++)
        check(d, l, OP_FP_FMA, modes[m], x, 3, fused(l, modes[m], x[0], x[1], x[2]));
}

/* The patterns of floats: NaN once. */
static bool next_float(const list_t *l, uint64_t *x) {
    do
        ++*x;
    while (is_nan(l, *x) && *x != l->nan && *x < 2 * l->sign);
    return *x < 2 * l->sign;
}

static void all(direct_t *d, uint32_t eb, uint32_t sb, bool three) {
    list_t l;
    list_init(&l, &d->bank, eb, sb);
    uint64_t x[3] = {0};
    do {
        check_one(d, &l, x[0]);
        x[1] = 0;
        do {
            check_two(d, &l, x);
            x[2] = 0;
            do {
                if (three)
                    check_three(d, &l, x);
            } while (three && next_float(&l, &x[2]));
        } while (next_float(&l, &x[1]));
    } while (next_float(&l, &x[0]));
    list_done(&l);
}

static void exhaustive(void **state) {
    direct_t d;
    direct_init(&d);
    all(&d, 2, 2, true);
    all(&d, 2, 3, true);
    all(&d, 3, 2, true);
    all(&d, 2, 4, false);
    all(&d, 3, 4, false);
    all(&d, 4, 2, false);
    direct_done(&d);
}

static void draw(rng_t *rng, const list_t *l, uint64_t *x) {
    for (uint32_t i = 0; i < 3; i++) {
        x[i] = rng_below(rng, 2 * l->sign);
        if (i > 0 && rng_one_in(rng, 3))
            x[i] = (x[i - 1] + rng_below(rng, 5)) & (2 * l->sign - 1);
        if (is_nan(l, x[i]))
            x[i] = l->nan;
    }
}

static void random_operands(void **state) {
    rng_t rng = rng_make(unit_seed());
    direct_t d;
    direct_init(&d);
    const uint32_t sizes[][2] = {{3, 5}, {5, 11}, {4, 8}, {2, 12}, {8, 4}};
    for (uint32_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        list_t l;
        list_init(&l, &d.bank, sizes[i][0], sizes[i][1]);
        for (uint32_t round = 0; round < 1000; round++) {
            uint64_t x[3];
            draw(&rng, &l, x);
            check_one(&d, &l, x[0]);
            check_two(&d, &l, x);
            check_three(&d, &l, x);
        }
        list_done(&l);
    }
    direct_done(&d);
}

/* --- conversions --- */

/* A float of one size to all other sizes. */
static void sizes_to_sizes(void **state) {
    direct_t d;
    direct_init(&d);
    const uint32_t sizes[][2] = {{2, 2}, {2, 3}, {3, 2}, {3, 5}, {2, 7}, {5, 4}};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    list_t lists[SIZES];
    for (uint32_t i = 0; i < SIZES; i++)
        list_init(&lists[i], &d.bank, sizes[i][0], sizes[i][1]);
    mpq_t x;
    mpq_init(x);
    for (uint32_t i = 0; i < SIZES * SIZES; i++) {
        const list_t *from = &lists[i / SIZES];
        const list_t *to = &lists[i % SIZES];
        uint64_t a = 0;
        do
            for (uint32_t m = 0; m < 5; m++) {
                get(from, is_nan(from, a) ? 0 : a, x);
                uint64_t sign = a & from->sign ? to->sign : 0;
                uint64_t wanted = is_nan(from, a)        ? to->nan
                                  : is_infinite(from, a) ? to->infinity | sign
                                  : is_zero(from, a)     ? sign
                                                         : round_number(to, modes[m], x, false);
                sort_t sorts[] = {SORT_ROUNDING, from->sort};
                value_t args[] = {modes[m], a};
                assert_int_equal(direct_call(&d, OP_TO_FP_FP, to->sort, sorts, args, 2), wanted);
            }
        while (next_float(from, &a));
    }
    mpq_clear(x);
    for (uint32_t i = 0; i < SIZES; i++)
        list_done(&lists[i]);
    direct_done(&d);
}

/* Numbers of 6 bits to floats, and floats to numbers of 1 to 6 bits. */
static void bits_and_back(void **state) {
    direct_t d;
    direct_init(&d);
    list_t l;
    list_init(&l, &d.bank, 3, 4);
    mpq_t x;
    mpz_t n;
    mpq_init(x);
    mpz_init(n);
    sort_t six = sort_bitvec(&d.bank, 6);
    for (uint32_t i = 0; i < 5 * 64; i++) {
        rounding_t mode = modes[i / 64];
        sort_t sorts[] = {SORT_ROUNDING, six};
        value_t args[] = {mode, i % 64};
        mpq_set_ui(x, i % 64, 1);
        assert_int_equal(direct_call(&d, OP_TO_FP_UNSIGNED, l.sort, sorts, args, 2),
                         i % 64 == 0 ? 0 : round_number(&l, mode, x, false));
        mpq_set_si(x, i % 64 < 32 ? i % 64 : (long)(i % 64) - 64, 1);
        assert_int_equal(direct_call(&d, OP_TO_FP_SBV, l.sort, sorts, args, 2),
                         i % 64 == 0 ? 0 : round_number(&l, mode, x, false));
    }
    uint64_t a = 0;
    do
        for (uint32_t i = 0; i < 5 * 6 * 2; i++) {
            rounding_t mode = modes[i / 12];
            uint32_t width = i % 12 / 2 + 1;
            bool is_signed = i % 2;
            long size = 1L << width;
            bool finite = !is_nan(&l, a) && !is_infinite(&l, a);
            get(&l, finite ? a : 0, x);
            round_whole(mode, x, n);
            long number = mpz_get_si(n);
            bool fits = finite && (is_signed ? number >= -size / 2 && number < size / 2
                                             : number >= 0 && number < size);
            sort_t sorts[] = {SORT_ROUNDING, l.sort};
            value_t args[] = {mode, a};
            value_t got = 0;
            bool known = direct_try(&d, is_signed ? OP_FP_TO_SBV : OP_FP_TO_UBV, &width,
                                    sort_bitvec(&d.bank, width), sorts, args, 2, &got) &&
                         !direct_chose(&d);
            assert_int_equal(known, fits);
            if (fits)
                assert_int_equal(got, (uint64_t)number & (uint64_t)(size - 1));
        }
    while (next_float(&l, &a));
    mpq_clear(x);
    mpz_clear(n);
    list_done(&l);
    direct_done(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exhaustive),
        cmocka_unit_test(random_operands),
        cmocka_unit_test(sizes_to_sizes),
        cmocka_unit_test(bits_and_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
