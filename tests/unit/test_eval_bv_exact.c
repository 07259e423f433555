/* Bit-vectors of random widths against the standard's definitions, written down with integers:
 * every operator is a formula on the unsigned or signed values of its arguments. */
#include "eval_direct.h"

#include "eval/value/bits.h"

#include <gmp.h>

typedef struct wide {
    direct_t d;
    rng_t rng;
    uint32_t width;
    sort_t sort;
    value_t bits[3]; /* operands */
    mpz_t u[3];      /* unsigned, */
    mpz_t s[3];      /* signed */
    mpz_t size;      /* 2^width */
    mpz_t half;      /* 2^(width - 1) */
    mpz_t out;
} wide_t;

static void wide_init(wide_t *w) {
    direct_init(&w->d);
    w->rng = rng_make(unit_seed());
    for (uint32_t i = 0; i < 3; i++)
        mpz_inits(w->u[i], w->s[i], NULL);
    mpz_inits(w->size, w->half, w->out, NULL);
}

static void wide_done(wide_t *w) {
    for (uint32_t i = 0; i < 3; i++)
        mpz_clears(w->u[i], w->s[i], NULL);
    mpz_clears(w->size, w->half, w->out, NULL);
    direct_done(&w->d);
}

/* x as a value of this width, from GMP's side: nothing of bits.c but the layout. */
static value_t to_value(wide_t *w, uint32_t width, const mpz_t x) {
    mpz_t cut;
    mpz_init(cut);
    mpz_fdiv_r_2exp(cut, x, width);
    uint64_t words[40] = {width};
    assert_true(width <= 39 * 64);
    mpz_export(words + 1, NULL, -1, sizeof *words, 0, 0, cut);
    mpz_clear(cut);
    return width <= 64 ? words[1]
                       : value_make(&w->d.values, OBJ_BITS, words, 1 + (width + 63) / 64);
}

static void draw_number(wide_t *w, mpz_t out) {
    switch (rng_below(&w->rng, 6)) {
    case 0: /* small */
        mpz_set_si(out, rng_range(&w->rng, -3, 3));
        break;
    case 1: /* the smallest and its neighbours */
        mpz_set(out, w->half);
        mpz_add_ui(out, out, rng_below(&w->rng, 2));
        mpz_sub_ui(out, out, rng_below(&w->rng, 2));
        break;
    case 2: /* a power of two, more or less */
        mpz_set_ui(out, 1);
        mpz_mul_2exp(out, out, rng_below(&w->rng, w->width));
        mpz_sub_ui(out, out, rng_below(&w->rng, 2));
        break;
    default: /* random, of a random length */
        mpz_set_ui(out, 0);
        for (uint32_t i = 0; i <= w->width / 64; i++) {
            mpz_mul_2exp(out, out, 64);
            mpz_add_ui(out, out, rng_next(&w->rng));
        }
        mpz_fdiv_q_2exp(out, out, rng_below(&w->rng, w->width + 64));
        break;
    }
    mpz_fdiv_r_2exp(out, out, w->width);
}

static void draw_width(wide_t *w, uint32_t most) {
    w->width = 1 + (uint32_t)rng_below(&w->rng, rng_one_in(&w->rng, 3) ? most : 70);
    if (rng_one_in(&w->rng, 4)) /* whole limbs, and next to them */
        w->width = 64 * (1 + (uint32_t)rng_below(&w->rng, 4)) + (uint32_t)rng_below(&w->rng, 3) - 1;
    w->sort = sort_bitvec(&w->d.bank, w->width);
    mpz_set_ui(w->half, 1);
    mpz_mul_2exp(w->half, w->half, w->width - 1);
    mpz_mul_2exp(w->size, w->half, 1);
    for (uint32_t i = 0; i < 3; i++) {
        draw_number(w, w->u[i]);
        if (i > 0 && rng_one_in(&w->rng, 8))
            mpz_set(w->u[i], w->u[i - 1]);
        mpz_set(w->s[i], w->u[i]);
        if (mpz_cmp(w->u[i], w->half) >= 0)
            mpz_sub(w->s[i], w->s[i], w->size);
        w->bits[i] = to_value(w, w->width, w->u[i]);
    }
}

static void show(wide_t *w, const char *name, value_t got, value_t wanted) {
    gmp_printf("%s of width %u: %#Zx %#Zx %#Zx\n", name, w->width, w->u[0], w->u[1], w->u[2]);
    assert_int_equal(got, wanted);
}

/* The operator on the first count operands gives w->out. */
static void check_bits(wide_t *w, op_t op, uint32_t count) {
    sort_t sorts[] = {w->sort, w->sort, w->sort};
    value_t got = direct_call(&w->d, op, w->sort, sorts, w->bits, count);
    value_t wanted = to_value(w, w->width, w->out);
    if (got != wanted)
        show(w, op_info(op)->name, got, wanted);
}

static void check_bool(wide_t *w, op_t op, uint32_t count, sort_t result, bool wanted) {
    sort_t sorts[] = {w->sort, w->sort, w->sort};
    value_t got = direct_call(&w->d, op, result, sorts, w->bits, count);
    if (got != wanted)
        show(w, op_info(op)->name, got, wanted);
}

static void check_bitwise(wide_t *w) {
    mpz_com(w->out, w->u[0]);
    check_bits(w, OP_BVNOT, 1);
    mpz_and(w->out, w->u[0], w->u[1]);
    mpz_and(w->out, w->out, w->u[2]);
    check_bits(w, OP_BVAND, 3);
    mpz_ior(w->out, w->u[0], w->u[1]);
    mpz_ior(w->out, w->out, w->u[2]);
    check_bits(w, OP_BVOR, 3);
    mpz_xor(w->out, w->u[0], w->u[1]);
    check_bits(w, OP_BVXOR, 2);
    mpz_com(w->out, w->out);
    check_bits(w, OP_BVXNOR, 2);
    mpz_xor(w->out, w->out, w->u[2]);
    mpz_com(w->out, w->out);
    check_bits(w, OP_BVXNOR, 3);
    mpz_and(w->out, w->u[0], w->u[1]);
    mpz_com(w->out, w->out);
    check_bits(w, OP_BVNAND, 2);
    mpz_ior(w->out, w->u[0], w->u[1]);
    mpz_com(w->out, w->out);
    check_bits(w, OP_BVNOR, 2);
    sort_t bit = sort_bitvec(&w->d.bank, 1);
    mpz_sub_ui(w->out, w->size, 1);
    check_bool(w, OP_BVREDAND, 1, bit, mpz_cmp(w->u[0], w->out) == 0);
    check_bool(w, OP_BVREDOR, 1, bit, mpz_sgn(w->u[0]) != 0);
}

static void check_arithmetic(wide_t *w) {
    mpz_neg(w->out, w->u[0]);
    check_bits(w, OP_BVNEG, 1);
    mpz_add(w->out, w->u[0], w->u[1]);
    mpz_add(w->out, w->out, w->u[2]);
    check_bits(w, OP_BVADD, 3);
    mpz_sub(w->out, w->u[0], w->u[1]);
    check_bits(w, OP_BVSUB, 2);
    mpz_mul(w->out, w->u[0], w->u[1]);
    check_bits(w, OP_BVMUL, 2);
    mpz_mul(w->out, w->out, w->u[2]);
    check_bits(w, OP_BVMUL, 3);
}

static void check_division(wide_t *w) {
    bool zero = mpz_sgn(w->u[1]) == 0;
    if (zero)
        mpz_set_si(w->out, -1);
    else
        mpz_fdiv_q(w->out, w->u[0], w->u[1]);
    check_bits(w, OP_BVUDIV, 2);
    if (zero)
        mpz_set(w->out, w->u[0]);
    else
        mpz_fdiv_r(w->out, w->u[0], w->u[1]);
    check_bits(w, OP_BVUREM, 2);
    if (zero)
        mpz_set_si(w->out, mpz_sgn(w->s[0]) < 0 ? 1 : -1);
    else
        mpz_tdiv_q(w->out, w->s[0], w->s[1]);
    check_bits(w, OP_BVSDIV, 2);
    if (zero)
        mpz_set(w->out, w->u[0]);
    else
        mpz_tdiv_r(w->out, w->s[0], w->s[1]);
    check_bits(w, OP_BVSREM, 2);
    if (!zero)
        mpz_fdiv_r(w->out, w->s[0], w->s[1]); /* has the sign of the divisor */
    check_bits(w, OP_BVSMOD, 2);
}

static void check_shifts(wide_t *w) {
    /* half of the distances are within the width */
    if (rng_one_in(&w->rng, 2)) {
        mpz_set_ui(w->u[1], rng_below(&w->rng, w->width + 1));
        w->bits[1] = to_value(w, w->width, w->u[1]);
        mpz_fdiv_r_2exp(w->u[1], w->u[1], w->width);
    }
    uint64_t by = mpz_cmp_ui(w->u[1], w->width) > 0 ? w->width : mpz_get_ui(w->u[1]);
    mpz_mul_2exp(w->out, w->u[0], by);
    check_bits(w, OP_BVSHL, 2);
    mpz_fdiv_q_2exp(w->out, w->u[0], by);
    check_bits(w, OP_BVLSHR, 2);
    mpz_fdiv_q_2exp(w->out, w->s[0], by);
    check_bits(w, OP_BVASHR, 2);
    /* x * 2^k has its upper half added to its lower one */
    uint64_t turn = mpz_fdiv_ui(w->u[1], w->width);
    mpz_t high;
    mpz_init(high);
    for (uint32_t right = 0; right < 2; right++) {
        mpz_mul_2exp(w->out, w->u[0], right ? w->width - turn : turn);
        mpz_fdiv_q_2exp(high, w->out, w->width);
        mpz_add(w->out, w->out, high);
        check_bits(w, right ? OP_EXT_ROTATE_RIGHT : OP_EXT_ROTATE_LEFT, 2);
        uint32_t index = (uint32_t)(turn + w->width * rng_below(&w->rng, 3));
        value_t got;
        assert_true(direct_try(&w->d, right ? OP_ROTATE_RIGHT : OP_ROTATE_LEFT, &index, w->sort,
                               &w->sort, w->bits, 1, &got));
        assert_int_equal(got, to_value(w, w->width, w->out));
    }
    mpz_clear(high);
}

static void check_comparisons(wide_t *w) {
    int u = mpz_cmp(w->u[0], w->u[1]);
    int s = mpz_cmp(w->s[0], w->s[1]);
    sort_t bit = sort_bitvec(&w->d.bank, 1);
    check_bool(w, OP_BVULT, 2, SORT_BOOL, u < 0);
    check_bool(w, OP_BVULE, 2, SORT_BOOL, u <= 0);
    check_bool(w, OP_BVUGT, 2, SORT_BOOL, u > 0);
    check_bool(w, OP_BVUGE, 2, SORT_BOOL, u >= 0);
    check_bool(w, OP_BVSLT, 2, SORT_BOOL, s < 0);
    check_bool(w, OP_BVSLE, 2, SORT_BOOL, s <= 0);
    check_bool(w, OP_BVSGT, 2, SORT_BOOL, s > 0);
    check_bool(w, OP_BVSGE, 2, SORT_BOOL, s >= 0);
    check_bool(w, OP_BVCOMP, 2, bit, u == 0);
    check_bool(w, OP_BVULTBV, 2, bit, u < 0);
    check_bool(w, OP_BVSLTBV, 2, bit, s < 0);
}

/* Where w->out lies: -1 below the signed numbers, 1 above them. */
static int signed_range(wide_t *w) {
    if (mpz_cmp(w->out, w->half) >= 0)
        return 1;
    mpz_add(w->out, w->out, w->half);
    return mpz_sgn(w->out) < 0 ? -1 : 0;
}

static void check_overflow(wide_t *w) {
    mpz_neg(w->out, w->s[0]);
    check_bool(w, OP_BVNEGO, 1, SORT_BOOL, signed_range(w) != 0);
    mpz_add(w->out, w->u[0], w->u[1]);
    check_bool(w, OP_BVUADDO, 2, SORT_BOOL, mpz_cmp(w->out, w->size) >= 0);
    mpz_sub(w->out, w->u[0], w->u[1]);
    check_bool(w, OP_BVUSUBO, 2, SORT_BOOL, mpz_sgn(w->out) < 0);
    mpz_mul(w->out, w->u[0], w->u[1]);
    bool over = mpz_cmp(w->out, w->size) >= 0;
    check_bool(w, OP_BVUMULO, 2, SORT_BOOL, over);
    check_bool(w, OP_BVUMUL_NOOVFL, 2, SORT_BOOL, !over);
    mpz_add(w->out, w->s[0], w->s[1]);
    check_bool(w, OP_BVSADDO, 2, SORT_BOOL, signed_range(w) != 0);
    mpz_sub(w->out, w->s[0], w->s[1]);
    check_bool(w, OP_BVSSUBO, 2, SORT_BOOL, signed_range(w) != 0);
    mpz_mul(w->out, w->s[0], w->s[1]);
    int range = signed_range(w);
    check_bool(w, OP_BVSMULO, 2, SORT_BOOL, range != 0);
    if (w->width > 1) /* z3 has a mind of its own about one bit */
        check_bool(w, OP_BVSMUL_NOOVFL, 2, SORT_BOOL, range <= 0);
    check_bool(w, OP_BVSMUL_NOUDFL, 2, SORT_BOOL, range >= 0);
    if (mpz_sgn(w->s[1]) != 0) {
        mpz_tdiv_q(w->out, w->s[0], w->s[1]);
        check_bool(w, OP_BVSDIVO, 2, SORT_BOOL, signed_range(w) != 0);
    } else {
        check_bool(w, OP_BVSDIVO, 2, SORT_BOOL, false);
    }
}

static void check_cutting(wide_t *w) {
    bank_t *bank = &w->d.bank;
    value_t got;
    uint32_t low = (uint32_t)rng_below(&w->rng, w->width);
    uint32_t part = 1 + (uint32_t)rng_below(&w->rng, w->width - low);
    uint32_t range[] = {low + part - 1, low};
    mpz_fdiv_q_2exp(w->out, w->u[0], low);
    assert_true(
        direct_try(&w->d, OP_EXTRACT, range, sort_bitvec(bank, part), &w->sort, w->bits, 1, &got));
    assert_int_equal(got, to_value(w, part, w->out));
    bool bit = mpz_tstbit(w->u[0], low);
    assert_true(direct_try(&w->d, OP_BIT2BOOL, &low, SORT_BOOL, &w->sort, w->bits, 1, &got));
    assert_int_equal(got, bit);
    assert_true(direct_try(&w->d, OP_BIT_AT, &low, SORT_BOOL, &w->sort, w->bits, 1, &got));
    assert_int_equal(got, bit);

    /* a part of the first, all of the second */
    value_t pair[] = {to_value(w, part, w->out), w->bits[1]};
    sort_t sorts[] = {sort_bitvec(bank, part), w->sort};
    mpz_fdiv_r_2exp(w->out, w->out, part);
    mpz_mul_2exp(w->out, w->out, w->width);
    mpz_add(w->out, w->out, w->u[1]);
    uint32_t whole = part + w->width;
    assert_int_equal(direct_call(&w->d, OP_CONCAT, sort_bitvec(bank, whole), sorts, pair, 2),
                     to_value(w, whole, w->out));

    uint32_t extra = (uint32_t)rng_below(&w->rng, 100);
    sort_t longer = sort_bitvec(bank, w->width + extra);
    assert_true(direct_try(&w->d, OP_ZERO_EXTEND, &extra, longer, &w->sort, w->bits, 1, &got));
    assert_int_equal(got, to_value(w, w->width + extra, w->u[0]));
    assert_true(direct_try(&w->d, OP_SIGN_EXTEND, &extra, longer, &w->sort, w->bits, 1, &got));
    assert_int_equal(got, to_value(w, w->width + extra, w->s[0]));

    uint32_t times = 1 + (uint32_t)rng_below(&w->rng, 4);
    mpz_set_ui(w->out, 0);
    for (uint32_t i = 0; i < times; i++) {
        mpz_mul_2exp(w->out, w->out, w->width);
        mpz_add(w->out, w->out, w->u[0]);
    }
    assert_true(direct_try(&w->d, OP_REPEAT, &times, sort_bitvec(bank, times * w->width), &w->sort,
                           w->bits, 1, &got));
    assert_int_equal(got, to_value(w, times * w->width, w->out));
}

/* bits.h itself */
static void check_numbers(wide_t *w) {
    fmpz_t number;
    fmpz_init(number);
    mpz_t back;
    mpz_init(back);
    bits_get_fmpz(&w->d.values, w->width, w->bits[0], number);
    fmpz_get_mpz(back, number);
    assert_int_equal(mpz_cmp(back, w->u[0]), 0);
    assert_int_equal(bits_of_fmpz(&w->d.values, w->width, number), w->bits[0]);
    bits_get_signed(&w->d.values, w->width, w->bits[0], number);
    fmpz_get_mpz(back, number);
    assert_int_equal(mpz_cmp(back, w->s[0]), 0);
    assert_int_equal(bits_of_fmpz(&w->d.values, w->width, number), w->bits[0]);
    fmpz_mul(number, number, number); /* twice as wide */
    fmpz_neg(number, number);
    fmpz_get_mpz(back, number);
    assert_int_equal(bits_of_fmpz(&w->d.values, w->width, number), to_value(w, w->width, back));
    uint64_t limit = 1 + rng_next(&w->rng) % 1000;
    assert_int_equal(bits_clamped(&w->d.values, w->width, w->bits[0], limit),
                     mpz_cmp_ui(w->u[0], limit) < 0 ? mpz_get_ui(w->u[0]) : limit);
    uint64_t small = rng_next(&w->rng);
    mpz_set_ui(back, small);
    assert_int_equal(bits_of_u64(&w->d.values, w->width, small), to_value(w, w->width, back));
    mpz_clear(back);
    fmpz_clear(number);
}

static void random_widths(void **state) {
    wide_t w;
    wide_init(&w);
    values_mark_t mark = values_mark(&w.d.values);
    for (uint32_t round = 0; round < 20000; round++) {
        draw_width(&w, 300);
        check_bitwise(&w);
        check_arithmetic(&w);
        check_division(&w);
        check_comparisons(&w);
        check_overflow(&w);
        check_cutting(&w);
        check_numbers(&w);
        check_shifts(&w);
        values_release(&w.d.values, mark);
    }
    wide_done(&w);
}

/* Too wide for the room that a vector is built in without an allocation. */
static void very_wide(void **state) {
    wide_t w;
    wide_init(&w);
    for (uint32_t round = 0; round < 300; round++) {
        draw_width(&w, 600);
        w.width += 1200;
        w.sort = sort_bitvec(&w.d.bank, w.width);
        mpz_set_ui(w.half, 1);
        mpz_mul_2exp(w.half, w.half, w.width - 1);
        mpz_mul_2exp(w.size, w.half, 1);
        for (uint32_t i = 0; i < 3; i++) {
            mpz_mul_2exp(w.u[i], w.u[i], rng_below(&w.rng, 1200));
            if (rng_one_in(&w.rng, 2))
                mpz_sub(w.u[i], w.size, w.u[i]);
            mpz_fdiv_r_2exp(w.u[i], w.u[i], w.width);
            w.bits[i] = to_value(&w, w.width, w.u[i]);
            mpz_set(w.s[i], w.u[i]);
            if (mpz_cmp(w.u[i], w.half) >= 0)
                mpz_sub(w.s[i], w.s[i], w.size);
        }
        check_bitwise(&w);
        check_arithmetic(&w);
        check_division(&w);
        check_comparisons(&w);
        check_overflow(&w);
        check_numbers(&w);
        check_shifts(&w);
    }
    wide_done(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_widths),
        cmocka_unit_test(very_wide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
