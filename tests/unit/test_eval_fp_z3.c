/* Floats of odd sizes against z3's (simplify ...): each line of one batch says that an operator on
 * constants gives what the evaluator found. Skipped without z3. */
#include "eval_direct.h"

#include "eval/theory/fp.h"
#include "eval/value/bits.h"
#include "eval/value/num.h"

#include "base/strbuf.h"

#include <string.h>

static const char *const mode_names[] = {"RNE", "RNA", "RTP", "RTN", "RTZ"};

static const uint32_t sizes[][2] = {{2, 3}, {3, 5}, {5, 11}, {8, 24}, {11, 53}, {15, 113}};

enum { CASES = 6000 };

typedef struct batch {
    direct_t d;
    rng_t rng;
    strbuf_t script; /* one (simplify ...) a line */
} batch_t;

static void batch_init(batch_t *b) {
    direct_init(&b->d);
    b->rng = rng_make(unit_seed());
    strbuf_init(&b->script, &b->d.mem);
}

static void batch_done(batch_t *b) {
    strbuf_done(&b->script);
    direct_done(&b->d);
}

/* --- operands --- */

static void print_bits(batch_t *b, uint32_t width, value_t bits, uint32_t from, uint32_t count) {
    strbuf_str(&b->script, "#b");
    for (uint32_t i = from + count; i-- > from;)
        strbuf_char(&b->script, bits_test(&b->d.values, width, bits, i) ? '1' : '0');
}

static void print_float(batch_t *b, float_format_t f, value_t bits) {
    uint32_t width = float_width(f);
    if (float_class(&b->d.values, f, bits) == FLOAT_NAN) {
        strbuf_format(&b->script, "(_ NaN %u %u)", f.exponent, f.significand);
        return;
    }
    strbuf_str(&b->script, "(fp ");
    print_bits(b, width, bits, width - 1, 1);
    strbuf_str(&b->script, " ");
    print_bits(b, width, bits, f.significand - 1, f.exponent);
    strbuf_str(&b->script, " ");
    print_bits(b, width, bits, 0, f.significand - 1);
    strbuf_str(&b->script, ")");
}

static value_t draw_bits(batch_t *b, uint32_t width) {
    bits_room_t room;
    uint64_t *limbs = bits_open(&room, &b->d.values, width);
    for (uint32_t i = 0; i < bits_limb_count(width); i++)
        limbs[i] = rng_next(&b->rng);
    return bits_close(&room, &b->d.values, width);
}

/* Fields that are random, all zeros, all ones, or in the middle of the exponents. */
static value_t draw_float(batch_t *b, float_format_t f) {
    uint32_t width = float_width(f);
    uint32_t fraction = f.significand - 1;
    value_t random = draw_bits(b, width);
    if (rng_one_in(&b->rng, 2))
        return float_of_pattern(&b->d.values, f, random);
    bits_room_t room;
    uint64_t *limbs = bits_open(&room, &b->d.values, width);
    const uint64_t *source = bits_limbs(&b->d.values, width, &random);
    bits_copy(limbs, width - 1, source, width - 1, 1);
    switch (rng_below(&b->rng, 4)) {
    case 0:
        break;
    case 1:
        bits_fill(limbs, fraction, f.exponent - 1); /* near 1 */
        limbs[fraction / 64] ^= rng_below(&b->rng, 4) << (fraction % 64);
        break;
    case 2:
        bits_fill(limbs, fraction + 1, f.exponent - 1); /* near the largest */
        break;
    default:
        bits_copy(limbs, fraction, source, fraction, f.exponent);
        break;
    }
    switch (rng_below(&b->rng, 4)) {
    case 0:
        break;
    case 1:
        bits_fill(limbs, 0, fraction);
        break;
    case 2:
        bits_fill(limbs, fraction - 1, 1);
        break;
    default:
        bits_copy(limbs, 0, source, 0, fraction);
        break;
    }
    value_t pattern = bits_close(&room, &b->d.values, width);
    return float_of_pattern(&b->d.values, f, pattern);
}

/* --- one line --- */

static void put_head(batch_t *b, const char *name, rounding_t mode) {
    strbuf_str(&b->script, "(simplify (= (");
    strbuf_str(&b->script, name);
    if (mode <= ROUND_RTZ)
        strbuf_format(&b->script, " %s", mode_names[mode]);
}

/* count floats of one size to a float, or a Bool. */
static void put_operator(batch_t *b, op_t op, uint32_t count, bool moded, bool predicate) {
    const uint32_t *size = sizes[rng_below(&b->rng, sizeof sizes / sizeof *sizes)];
    float_format_t f = {size[0], size[1]};
    /* z3 (4.8.12 at least) is wrong here; test_eval_fp_exact.c tries all operands. */
    if ((op == OP_FP_FMA && f.significand <= 3) || (op == OP_FP_RTI && f.exponent == 2))
        return;
    sort_t sort = sort_float(&b->d.bank, f.exponent, f.significand);
    sort_t sorts[] = {SORT_ROUNDING, sort, sort, sort};
    value_t args[4] = {rng_below(&b->rng, 5)};
    for (uint32_t i = 0; i < count; i++)
        args[i + 1] = draw_float(b, f);
    value_t got;
    if (!direct_try(&b->d, op, NULL, predicate ? SORT_BOOL : sort, moded ? sorts : sorts + 1,
                    moded ? args : args + 1, count + moded, &got) ||
        direct_chose(&b->d))
        return; /* open: z3 may say what it likes */
    put_head(b, op_info(op)->name, moded ? (rounding_t)args[0] : ROUND_RTZ + 1);
    for (uint32_t i = 0; i < count; i++) {
        strbuf_str(&b->script, " ");
        print_float(b, f, args[i + 1]);
    }
    strbuf_str(&b->script, ") ");
    if (predicate)
        strbuf_str(&b->script, got ? "true" : "false");
    else
        print_float(b, f, got);
    strbuf_str(&b->script, "))\n");
}

/* To another size. */
static void put_resize(batch_t *b) {
    const uint32_t *size = sizes[rng_below(&b->rng, sizeof sizes / sizeof *sizes)];
    const uint32_t *other = sizes[rng_below(&b->rng, sizeof sizes / sizeof *sizes)];
    float_format_t from = {size[0], size[1]};
    float_format_t to = {other[0], other[1]};
    sort_t sorts[] = {SORT_ROUNDING, sort_float(&b->d.bank, size[0], size[1])};
    value_t args[] = {rng_below(&b->rng, 5), draw_float(b, from)};
    value_t got =
        direct_call(&b->d, OP_TO_FP_FP, sort_float(&b->d.bank, other[0], other[1]), sorts, args, 2);
    char name[64];
    snprintf(name, sizeof name, "(_ to_fp %u %u)", other[0], other[1]);
    put_head(b, name, (rounding_t)args[0]);
    strbuf_str(&b->script, " ");
    print_float(b, from, args[1]);
    strbuf_str(&b->script, ") ");
    print_float(b, to, got);
    strbuf_str(&b->script, "))\n");
}

/* From and to bit-vectors. */
static void put_integer(batch_t *b, bool to_float) {
    const uint32_t *size = sizes[rng_below(&b->rng, sizeof sizes / sizeof *sizes)];
    float_format_t f = {size[0], size[1]};
    uint32_t width = 1 + (uint32_t)rng_below(&b->rng, 130);
    sort_t sort = sort_float(&b->d.bank, size[0], size[1]);
    sort_t bits = sort_bitvec(&b->d.bank, width);
    sort_t sorts[] = {SORT_ROUNDING, to_float ? bits : sort};
    value_t args[] = {rng_below(&b->rng, 5), to_float ? draw_bits(b, width) : draw_float(b, f)};
    bool is_signed = rng_one_in(&b->rng, 2);
    op_t op = to_float    ? (is_signed ? OP_TO_FP_SBV : OP_TO_FP_UNSIGNED)
              : is_signed ? OP_FP_TO_SBV
                          : OP_FP_TO_UBV;
    value_t got;
    if (!direct_try(&b->d, op, &width, to_float ? sort : bits, sorts, args, 2, &got) ||
        direct_chose(&b->d))
        return;
    char name[64];
    if (to_float)
        snprintf(name, sizeof name, "(_ %s %u %u)", op_info(op)->name, size[0], size[1]);
    else
        snprintf(name, sizeof name, "(_ %s %u)", op_info(op)->name, width);
    put_head(b, name, (rounding_t)args[0]);
    strbuf_str(&b->script, " ");
    if (to_float)
        print_bits(b, width, args[1], 0, width);
    else
        print_float(b, f, args[1]);
    strbuf_str(&b->script, ") ");
    if (to_float)
        print_float(b, f, got);
    else
        print_bits(b, width, got, 0, width);
    strbuf_str(&b->script, "))\n");
}

/* --- numbers --- */

static void print_real(batch_t *b, const fmpq_t q) {
    char *top = fmpz_get_str(NULL, 10, fmpq_numref(q));
    char *bottom = fmpz_get_str(NULL, 10, fmpq_denref(q));
    bool negative = top[0] == '-';
    strbuf_format(&b->script, negative ? "(- (/ %s.0 %s.0))" : "(/ %s.0 %s.0)", top + negative,
                  bottom);
    flint_free(top);
    flint_free(bottom);
}

/* A Real, or a Real and a power of two, to a float. */
static void put_from_real(batch_t *b) {
    const uint32_t *size = sizes[rng_below(&b->rng, sizeof sizes / sizeof *sizes)];
    sort_t sort = sort_float(&b->d.bank, size[0], size[1]);
    fmpq_t q;
    fmpq_init(q);
    uint64_t top = rng_next(&b->rng) >> rng_below(&b->rng, 64);
    uint64_t bottom = rng_one_in(&b->rng, 2) ? (uint64_t)1 << rng_below(&b->rng, 63)
                                             : rng_next(&b->rng) >> rng_below(&b->rng, 63);
    fmpz_set_ui(fmpq_numref(q), top);
    fmpz_set_ui(fmpq_denref(q), bottom + (bottom == 0));
    fmpq_canonicalise(q);
    if (rng_one_in(&b->rng, 2))
        fmpq_neg(q, q);
    bool scaled = rng_one_in(&b->rng, 2);
    int64_t power = rng_range(&b->rng, -1100, 1100) / rng_range(&b->rng, 1, 100);
    sort_t sorts[] = {SORT_ROUNDING, SORT_REAL, SORT_INT};
    value_t args[] = {rng_below(&b->rng, 5), num_of_fmpq(&b->d.values, q), num_of_small(power)};
    value_t got = direct_call(&b->d, scaled ? OP_TO_FP_REAL_EXP : OP_TO_FP_REAL, sort, sorts, args,
                              2 + scaled);
    char name[64];
    snprintf(name, sizeof name, "(_ to_fp %u %u)", size[0], size[1]);
    put_head(b, name, (rounding_t)args[0]);
    strbuf_str(&b->script, " ");
    print_real(b, q);
    if (scaled)
        strbuf_format(&b->script, power < 0 ? " (- %llu)" : " %llu",
                      (unsigned long long)(power < 0 ? -power : power));
    strbuf_str(&b->script, ") ");
    print_float(b, (float_format_t){size[0], size[1]}, got);
    strbuf_str(&b->script, "))\n");
    fmpq_clear(q);
}

static void put_to_real(batch_t *b) {
    const uint32_t *size = sizes[rng_below(&b->rng, sizeof sizes / sizeof *sizes)];
    float_format_t f = {size[0], size[1]};
    sort_t sort = sort_float(&b->d.bank, size[0], size[1]);
    value_t x = draw_float(b, f);
    value_t got;
    if (!direct_try(&b->d, OP_FP_TO_REAL, NULL, SORT_REAL, &sort, &x, 1, &got) ||
        direct_chose(&b->d) || f.exponent > 11)
        return;
    fmpq_t q;
    fmpq_init(q);
    num_get_fmpq(&b->d.values, got, q);
    strbuf_str(&b->script, "(simplify (= (fp.to_real ");
    print_float(b, f, x);
    strbuf_str(&b->script, ") ");
    print_real(b, q);
    strbuf_str(&b->script, "))\n");
    fmpq_clear(q);
}

/* --- asking --- */

static bool have_z3(void) {
    return system("z3 -version >/dev/null 2>&1") == 0;
}

/* Runs the batch; the number of lines that z3 does not agree with, which are shown. */
static uint32_t ask(batch_t *b) {
    char script[] = "/tmp/assay-fp-XXXXXX";
    int fd = mkstemp(script);
    assert_true(fd >= 0);
    FILE *file = fdopen(fd, "w");
    fwrite(b->script.data, 1, b->script.len, file);
    assert_int_equal(fclose(file), 0);
    char command[64];
    snprintf(command, sizeof command, "z3 %s", script);
    FILE *answers = popen(command, "r");
    assert_non_null(answers);
    uint32_t wrong = 0;
    const char *line = b->script.data;
    const char *end = line + b->script.len;
    char answer[4096];
    while (line < end) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        assert_non_null(fgets(answer, sizeof answer, answers));
        if (strcmp(answer, "true\n") != 0) {
            wrong++;
            print_message("%.*s: %s", (int)(next - line), line, answer);
        }
        line = next + 1;
    }
    assert_null(fgets(answer, sizeof answer, answers));
    pclose(answers);
    unlink(script);
    return wrong;
}

static const struct {
    op_t op;
    uint32_t count;
    bool moded, predicate;
} operators[] = {
    {OP_FP_ADD, 2, true, false},         {OP_FP_SUB, 2, true, false},
    {OP_FP_MUL, 2, true, false},         {OP_FP_DIV, 2, true, false},
    {OP_FP_FMA, 3, true, false},         {OP_FP_SQRT, 1, true, false},
    {OP_FP_RTI, 1, true, false},         {OP_FP_REM, 2, false, false},
    {OP_FP_MIN, 2, false, false},        {OP_FP_MAX, 2, false, false},
    {OP_FP_ABS, 1, false, false},        {OP_FP_NEG, 1, false, false},
    {OP_FP_LT, 2, false, true},          {OP_FP_LEQ, 2, false, true},
    {OP_FP_GT, 2, false, true},          {OP_FP_GEQ, 2, false, true},
    {OP_FP_EQ, 2, false, true},          {OP_FP_IS_NAN, 1, false, true},
    {OP_FP_IS_ZERO, 1, false, true},     {OP_FP_IS_NORMAL, 1, false, true},
    {OP_FP_IS_INFINITE, 1, false, true}, {OP_FP_IS_SUBNORMAL, 1, false, true},
    {OP_FP_IS_NEGATIVE, 1, false, true}, {OP_FP_IS_POSITIVE, 1, false, true},
};

static void agree(void **state) {
    if (!have_z3())
        skip();
    batch_t b;
    batch_init(&b);
    enum { OPERATORS = sizeof operators / sizeof *operators };
    for (uint32_t i = 0; i < CASES; i++) {
        uint32_t k = (uint32_t)rng_below(&b.rng, OPERATORS + 12);
        if (k < OPERATORS)
            put_operator(&b, operators[k].op, operators[k].count, operators[k].moded,
                         operators[k].predicate);
        else if (k < OPERATORS + 2)
            put_resize(&b);
        else if (k < OPERATORS + 6)
            put_integer(&b, k % 2);
        else if (k < OPERATORS + 10)
            put_from_real(&b);
        else
            put_to_real(&b);
    }
    assert_int_equal(ask(&b), 0);
    batch_done(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
