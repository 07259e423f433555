#include "eval/engine/term_priv.h"

#include "base/strbuf.h"
#include "eval/text/regex.h"
#include "eval/text/strings.h"
#include "eval/value/bits.h"
#include "eval/value/num.h"
#include "smt/print/print.h"
#include "smt/term/check.h"

#include <inttypes.h>

static term_t literal(bank_t *bank, op_t op, strbuf_t *text, sort_t sort) {
    sym_t sym = symbol_make(&bank->symbols, strbuf_text(text), text->len);
    strbuf_done(text);
    return term_literal(bank, op, sym, sort);
}

static term_t negative(bank_t *bank, term_t term, bool is_negative) {
    return is_negative ? check_op(bank, OP_NEG, &term, 1) : term;
}

/* --- numbers --- */

/* The digits of an integer without its sign; true when it is negative. */
static bool add_digits(const values_t *values, value_t number, strbuf_t *out) {
    if (num_is_small(number)) {
        int64_t small = num_small(number);
        strbuf_format(out, "%" PRId64, small < 0 ? -small : small);
        return small < 0;
    }
    fmpz_t large;
    fmpz_init(large);
    num_get_fmpz(values, number, large);
    bool is_negative = fmpz_sgn(large) < 0;
    fmpz_abs(large, large);
    char *digits = fmpz_get_str(NULL, 10, large);
    fmpz_clear(large);
    strbuf_str(out, digits);
    flint_free(digits);
    return is_negative;
}

term_t number_term(values_t *values, bank_t *bank, sort_t sort, value_t value) {
    strbuf_t text;
    strbuf_init(&text, bank->mem);
    bool is_negative = add_digits(values, value, &text);
    if (sort == SORT_REAL)
        strbuf_str(&text, ".0");
    term_t term = literal(bank, sort == SORT_REAL ? OP_DECIMAL : OP_NUMERAL, &text, sort);
    return negative(bank, term, is_negative);
}

/* (/ 1.0 3.0), the sign in front of it */
static term_t ratio_term(values_t *values, bank_t *bank, value_t value) {
    uint32_t count;
    uint64_t parts[2];
    parts[0] = value_words(values, value, &count)[0];
    parts[1] = value_words(values, value, &count)[1];
    strbuf_t text;
    term_t terms[2];
    bool is_negative = false;
    for (int i = 0; i < 2; i++) {
        strbuf_init(&text, bank->mem);
        is_negative |= add_digits(values, parts[i], &text);
        strbuf_str(&text, ".0");
        terms[i] = literal(bank, OP_DECIMAL, &text, SORT_REAL);
    }
    return negative(bank, check_op(bank, OP_DIVIDE, terms, 2), is_negative);
}

/* c x^k */
static term_t monomial(values_t *values, bank_t *bank, value_t coefficient, term_t x, uint32_t k) {
    term_t number = number_term(values, bank, SORT_INT, coefficient);
    if (k == 0)
        return number;
    term_t power = x;
    if (k > 1) {
        term_t exponent = number_term(values, bank, SORT_INT, num_of_small(k));
        power = check_op(bank, OP_POW, (term_t[]){x, exponent}, 2);
    }
    return coefficient == num_of_small(1) ? power
                                          : check_op(bank, OP_MUL, (term_t[]){number, power}, 2);
}

/* (root-obj (+ (^ x 2) (- 2)) 1): roots are counted from 1, upward. */
static term_t root_term(values_t *values, bank_t *bank, value_t root) {
    uint32_t count;
    uint64_t k = value_words(values, root, &count)[0];
    term_t x = term_fresh_var(bank, symbol_make(&bank->symbols, "x", 1), SORT_REAL);
    u32_vec_t sum = {0};
    for (uint32_t i = count; i-- > 1;) {
        value_t coefficient = value_words(values, root, &count)[i];
        if (coefficient == num_of_small(0))
            continue;
        term_t term = monomial(values, bank, coefficient, x, i - 1);
        *vec_push(bank->mem, &sum) = term;
    }
    term_t polynomial = sum.len == 1 ? sum.data[0] : check_op(bank, OP_ADD, sum.data, sum.len);
    vec_free(bank->mem, &sum);
    term_t index = number_term(values, bank, SORT_INT, num_of_small((int64_t)k + 1));
    uint32_t words[] = {1, x, polynomial, index};
    return term_make(bank, OP_ROOT_OBJ, words, 4, SORT_REAL);
}

static term_t real_term(values_t *values, bank_t *bank, value_t value) {
    if (num_is_integer(values, value))
        return number_term(values, bank, SORT_REAL, value);
    value_t object = value >> 1;
    return value_kind(values, object) == OBJ_RATIO ? ratio_term(values, bank, object)
                                                   : root_term(values, bank, object);
}

/* #f3m7 */
static term_t field_term(const values_t *values, bank_t *bank, sort_t sort, value_t value) {
    strbuf_t text;
    strbuf_init(&text, bank->mem);
    strbuf_str(&text, "#f");
    add_digits(values, value, &text);
    strbuf_char(&text, 'm');
    print_index(bank, sort_words(bank, sort, &(uint32_t){0})[0], &text);
    return literal(bank, OP_FIELD, &text, sort);
}

/* --- bits --- */

/* Bits from high down to low of a vector of this width: #x where the number of bits allows. */
static term_t bits_term(const values_t *values, bank_t *bank, uint32_t width, value_t value,
                        uint32_t high, uint32_t low) {
    uint32_t size = high - low + 1;
    uint32_t step = size % 4 == 0 ? 4 : 1;
    strbuf_t text;
    strbuf_init(&text, bank->mem);
    strbuf_str(&text, step == 4 ? "#x" : "#b");
    for (uint32_t at = size; at > 0; at -= step) {
        uint32_t digit = 0;
        for (uint32_t i = 0; i < step; i++)
            digit = 2 * digit + bits_test(values, width, value, low + at - 1 - i);
        strbuf_char(&text, "0123456789abcdef"[digit]);
    }
    return literal(bank, step == 4 ? OP_HEX : OP_BINARY, &text, sort_bitvec(bank, size));
}

static bool all_bits(const values_t *values, uint32_t width, value_t value, uint32_t high,
                     uint32_t low, bool bit) {
    for (uint32_t i = low; i <= high; i++)
        if (bits_test(values, width, value, i) != bit)
            return false;
    return true;
}

static term_t float_term(const values_t *values, bank_t *bank, sort_t sort, value_t value) {
    uint32_t indices[2];
    indices[0] = sort_words(bank, sort, &(uint32_t){0})[0];
    indices[1] = sort_words(bank, sort, &(uint32_t){0})[1];
    uint32_t width = indices[0] + indices[1];
    uint32_t fraction = indices[1] - 1;
    bool sign = bits_test(values, width, value, width - 1);
    bool zeros = all_bits(values, width, value, fraction - 1, 0, false);
    op_t op = OP_NONE;
    if (all_bits(values, width, value, width - 2, fraction, true))
        op = !zeros ? OP_FP_NAN : sign ? OP_FP_MINUS_INF : OP_FP_PLUS_INF;
    else if (zeros && all_bits(values, width, value, width - 2, fraction, false))
        op = sign ? OP_FP_MINUS_ZERO : OP_FP_PLUS_ZERO;
    if (op != OP_NONE) {
        head_t head = {.kind = HEAD_OP,
                       .op = (opcode_t)op,
                       .indices = indices,
                       .index_count = 2,
                       .as = SORT_NONE};
        return check_apply(bank, &head, NULL, 0, NULL);
    }
    term_t parts[] = {bits_term(values, bank, width, value, width - 1, width - 1),
                      bits_term(values, bank, width, value, width - 2, fraction),
                      bits_term(values, bank, width, value, fraction - 1, 0)};
    return check_op(bank, OP_FP, parts, 3);
}

/* --- the rest --- */

static term_t rounding_term(bank_t *bank, value_t value) {
    static const op_t ops[] = {[ROUND_RNE] = OP_RNE,
                               [ROUND_RNA] = OP_RNA,
                               [ROUND_RTP] = OP_RTP,
                               [ROUND_RTN] = OP_RTN,
                               [ROUND_RTZ] = OP_RTZ};
    return check_op(bank, ops[value], NULL, 0);
}

static term_t text_term(const values_t *values, bank_t *bank, sort_t sort, value_t value) {
    strbuf_t text;
    strbuf_init(&text, bank->mem);
    if (sort == SORT_CHAR)
        strbuf_uint(&text, value);
    else
        string_write(values, value, &text);
    return literal(bank, sort == SORT_CHAR ? OP_CHAR : OP_STRING, &text, sort);
}

term_t leaf_term(values_t *values, bank_t *bank, sort_t sort, value_t value) {
    switch (sort_kind(bank, sort)) {
    case SORT_BOOL:
        return check_op(bank, value ? OP_TRUE : OP_FALSE, NULL, 0);
    case SORT_INT:
        return number_term(values, bank, SORT_INT, value);
    case SORT_REAL:
        return real_term(values, bank, value);
    case SORT_FIELD:
        return field_term(values, bank, sort, value);
    case SORT_BITVEC: {
        uint32_t width = sort_words(bank, sort, &(uint32_t){0})[0];
        return bits_term(values, bank, width, value, width - 1, 0);
    }
    case SORT_FLOAT:
        return float_term(values, bank, sort, value);
    case SORT_ROUNDING:
        return rounding_term(bank, value);
    case SORT_CHAR:
    case SORT_STRING:
        return text_term(values, bank, sort, value);
    case SORT_REGLAN:
    case SORT_REGEX:
        return regex_term(values, bank, sort, value);
    default:
        return TERM_NONE;
    }
}

/* --- elements --- */

static fun_t find_constant(const bank_t *bank, sym_t name, sort_t sort) {
    for (fun_t fun = bank->funs.len; fun-- > 0;) {
        const fun_row_t *row = fun_row(bank, fun);
        if (row->name == name && row->arity == 0 && sort_canon(bank, row->result) == sort)
            return fun;
    }
    return FUN_NONE;
}

term_t element_term(bank_t *bank, sort_t sort, uint64_t number) {
    const symbol_t *row =
        symbol_row(&bank->symbols, sortdecl_row(bank, sort_decl(bank, sort))->name);
    strbuf_t text;
    strbuf_init(&text, bank->mem);
    strbuf_char(&text, '@');
    strbuf_add(&text, row->text, row->len);
    strbuf_char(&text, '_');
    strbuf_uint(&text, number);
    sym_t name = symbol_make(&bank->symbols, text.data, text.len);
    strbuf_done(&text);
    fun_t fun = find_constant(bank, name, sort);
    if (fun == FUN_NONE)
        fun = fun_make(bank, FUN_DECLARED, name, NULL, 0, sort);
    uint32_t words[] = {fun, sort};
    return term_make(bank, OP_APP_AS, words, 2, sort);
}
