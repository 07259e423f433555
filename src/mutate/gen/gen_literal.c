/* Literals as people write them: small numbers mostly, and those at the edges. */
#include "base/bug.h"
#include "mutate/gen/gen_priv.h"
#include "smt/term/check.h"

static term_t literal(gen_t *gen, op_t kind, sort_t sort) {
    sym_t text = symbol_make(&gen->bank.symbols, gen->scratch.data, gen->scratch.len);
    return term_literal(&gen->bank, kind, text, sort);
}

/* Up to as many digits as the option says, the first not 0; fewer more often. */
static void write_digits(gen_t *gen) {
    uint32_t digits = gen_between(gen, 1, gen->plan.digits);
    strbuf_clear(&gen->scratch);
    if (digits == 1 || gen_chance(gen, 40)) {
        strbuf_uint(&gen->scratch, rng_below(gen->rng, 10));
        return;
    }
    strbuf_char(&gen->scratch, (char)('1' + rng_below(gen->rng, 9)));
    while (--digits > 0)
        strbuf_char(&gen->scratch, (char)('0' + rng_below(gen->rng, 10)));
}

term_t gen_plain_real(gen_t *gen) {
    static const char *const fractions[] = {".0", ".0", ".0", ".0", ".5", ".25", ".1", ".75"};
    write_digits(gen);
    strbuf_str(&gen->scratch, fractions[rng_below(gen->rng, 8)]);
    return literal(gen, OP_DECIMAL, SORT_REAL);
}

static term_t number(gen_t *gen, sort_t sort) {
    if (sort == SORT_REAL) {
        term_t real = gen_plain_real(gen);
        bool zero = gen->scratch.data[0] == '0';
        return gen_chance(gen, 20) && !zero ? check_op(&gen->bank, OP_NEG, &real, 1) : real;
    }
    write_digits(gen);
    bool zero = gen->scratch.data[0] == '0';
    term_t term = literal(gen, OP_NUMERAL, sort);
    return gen_chance(gen, 20) && !zero ? check_op(&gen->bank, OP_NEG, &term, 1) : term;
}

term_t gen_factor(gen_t *gen, sort_t sort) {
    assert(sort == SORT_INT || sort == SORT_REAL);
    uint32_t value = gen_chance(gen, 80) ? gen_between(gen, 2, 5) : gen_between(gen, 1, 12);
    strbuf_clear(&gen->scratch);
    strbuf_uint(&gen->scratch, value);
    if (sort == SORT_REAL)
        strbuf_str(&gen->scratch, gen_chance(gen, 20) ? ".5" : ".0");
    term_t term = literal(gen, sort == SORT_REAL ? OP_DECIMAL : OP_NUMERAL, sort);
    return gen_chance(gen, 15) ? check_op(&gen->bank, OP_NEG, &term, 1) : term;
}

/* Zero, one, all ones, the extremes of signed numbers, small ones, anything. */
static term_t bits(gen_t *gen, sort_t sort) {
    uint32_t count;
    uint32_t width = sort_words(&gen->bank, sort, &count)[0];
    assert(count == 1 && width > 0);
    uint64_t draw = rng_below(gen->rng, 10);
    bool hex = width % 4 == 0;
    strbuf_clear(&gen->scratch);
    strbuf_str(&gen->scratch, hex ? "#x" : "#b");
    uint32_t digit = 0;
    for (uint32_t i = 0; i < width; i++) {
        bool last = i + 1 == width;
        bool bit = draw == 0   ? false
                   : draw == 1 ? true
                   : draw == 2 ? i == 0
                   : draw == 3 ? last
                   : draw < 7  ? i + 4 >= width && rng_one_in(gen->rng, 2)
                               : rng_one_in(gen->rng, 2);
        digit = 2 * digit + bit;
        if (!hex || i % 4 == 3) {
            strbuf_char(&gen->scratch, "0123456789abcdef"[digit]);
            digit = 0;
        }
    }
    return literal(gen, hex ? OP_HEX : OP_BINARY, sort);
}

static term_t string(gen_t *gen) {
    static const char *const common[] = {"a", "b", "c", "ab", "0", "1", "ba", "x"};
    static const char *const rare[] = {"A", "-",    " ",       ".",         "/",
                                       "<", "\"\"", "\\u{e9}", "\\u{1F600}"};
    uint32_t left = gen_between(gen, 0, gen->plan.length);
    strbuf_clear(&gen->scratch);
    while (left > 0) {
        const char *piece =
            gen_chance(gen, 88) ? common[rng_below(gen->rng, 8)] : rare[rng_below(gen->rng, 9)];
        strbuf_str(&gen->scratch, piece);
        uint32_t len = piece == common[3] || piece == common[6] ? 2 : 1;
        left = left > len ? left - len : 0;
    }
    return literal(gen, OP_STRING, SORT_STRING);
}

static term_t character(gen_t *gen, const char *text) {
    strbuf_clear(&gen->scratch);
    strbuf_str(&gen->scratch, text);
    return literal(gen, OP_STRING, SORT_STRING);
}

term_t gen_character(gen_t *gen) {
    static const char *const texts[] = {"a", "b", "c", "m", "z", "0", "5", "9", "A", "Z"};
    return character(gen, texts[rng_below(gen->rng, 10)]);
}

static term_t language(gen_t *gen) {
    static const char *const ranges[][2] = {
        {"a", "z"}, {"0", "9"}, {"a", "c"}, {"A", "Z"}, {"0", "1"}};
    bank_t *bank = &gen->bank;
    uint64_t draw = rng_below(gen->rng, 12);
    if (draw == 0)
        return check_op(bank, OP_RE_ALL, NULL, 0);
    if (draw <= 2)
        return check_op(bank, OP_RE_ALLCHAR, NULL, 0);
    if (draw <= 5) {
        uint64_t k = rng_below(gen->rng, 5);
        term_t ends[2] = {character(gen, ranges[k][0]), character(gen, ranges[k][1])};
        return check_op(bank, OP_RE_RANGE, ends, 2);
    }
    term_t text = string(gen);
    return check_op(bank, OP_STR_TO_RE, &text, 1);
}

/* Numbers that one knows rather than patterns of bits: (to_fp RNE 0.5), zeros, infinities, NaN. */
static term_t float_number(gen_t *gen, sort_t sort) {
    if (gen_chance(gen, 45))
        return random_literal(&gen->grow, gen->rng, sort);
    uint32_t count;
    const uint32_t *words = sort_words(&gen->bank, sort, &count);
    assert(count == 2);
    uint32_t size[2] = {words[0], words[1]};
    term_t args[2];
    args[0] = random_literal(&gen->grow, gen->rng, SORT_ROUNDING);
    args[1] = gen_plain_real(gen);
    head_t head = {.kind = HEAD_OP,
                   .op = OP_TO_FP_REAL,
                   .fun = FUN_NONE,
                   .indices = size,
                   .index_count = 2,
                   .as = SORT_NONE};
    term_t term = check_apply(&gen->bank, &head, args, 2, NULL);
    if (term != TERM_BAD && gen_chance(gen, 20))
        term = check_op(&gen->bank, OP_FP_NEG, &term, 1);
    return term == TERM_BAD ? TERM_NONE : term;
}

/* The array that is the same everywhere. cvc5 wants a value there, and (fp ...) is none to it. */
static term_t constant_array(gen_t *gen, sort_t sort) {
    uint32_t count;
    sort_t element = sort_args(&gen->bank, sort, &count)[1];
    sort_kind_t kind = sort_kind(&gen->bank, element);
    bool plain = kind == SORT_BOOL || kind == SORT_INT || kind == SORT_REAL ||
                 kind == SORT_BITVEC || kind == SORT_STRING;
    term_t value = gen->plan.mode == GEN_UNSAT || !plain
                       ? TERM_NONE
                       : random_literal(&gen->grow, gen->rng, element);
    if (value == TERM_NONE)
        return TERM_NONE;
    head_t head = {.kind = HEAD_OP, .op = OP_CONST_ARRAY, .fun = FUN_NONE, .as = sort};
    term_t term = check_apply(&gen->bank, &head, &value, 1, NULL);
    return term == TERM_BAD ? TERM_NONE : term;
}

term_t gen_literal(gen_t *gen, sort_t sort) {
    switch (sort_kind(&gen->bank, sort)) {
    case SORT_INT:
    case SORT_REAL:
        return number(gen, sort);
    case SORT_BITVEC:
        return bits(gen, sort);
    case SORT_STRING:
        return string(gen);
    case SORT_REGLAN:
        return language(gen);
    case SORT_FLOAT:
        return float_number(gen, sort);
    case SORT_ARRAY:
        return constant_array(gen, sort);
    default:
        return random_literal(&gen->grow, gen->rng, sort);
    }
}
