/* Literals: their text to a value. */
#include "eval/theory/arith_priv.h"

#include <string.h>

#include "eval/text/strings.h"
#include "eval/value/bits.h"

/* Digits of a small number; longer ones go through FLINT. 18 decimal digits fit 62 bits. */
enum { FEW_DIGITS = 18 };

static bool too_large(eval_t *eval, term_t term) {
    return eval_unknown(eval, REASON_TOO_LARGE, term);
}

/* At most 15 hexadecimal digits, 62 binary ones, 18 decimal ones. */
static uint64_t read_small(const char *digits, uint32_t len, uint32_t base) {
    uint64_t number = 0;
    for (uint32_t i = 0; i < len; i++) {
        char c = digits[i];
        uint32_t digit = c <= '9' ? (uint32_t)(c - '0') : (uint32_t)((c | 32) - 'a') + 10;
        number = number * base + digit;
    }
    return number;
}

/* Whether decimal digits are few enough: more than 3.3 bits each. Charges for them. */
static bool may_read(eval_t *eval, term_t term, uint32_t digits) {
    if (digits / 10 * 33 > eval->limits.bits)
        return too_large(eval, term);
    return eval_charge(eval, &(call_t){.term = term}, digits);
}

/* --- numbers --- */

static bool read_numeral(eval_t *eval, term_t term, const symbol_t *text, value_t *out) {
    bool negative = text->text[0] == '-';
    uint32_t digits = text->len - negative;
    if (digits <= FEW_DIGITS) {
        int64_t number = (int64_t)read_small(text->text + negative, digits, 10);
        *out = num_of_small(negative ? -number : number);
        return true;
    }
    if (!may_read(eval, term, digits))
        return false;
    fmpz_t i;
    fmpz_init(i);
    arith_digits(text->text, i);
    bool ok = arith_of_fmpz(eval, &(call_t){.term = term}, i, out);
    fmpz_clear(i);
    return ok;
}

static bool read_long_decimal(eval_t *eval, term_t term, const symbol_t *text, uint32_t point,
                              value_t *out) {
    if (!may_read(eval, term, text->len))
        return false;
    uint32_t places = text->len - point - 1;
    char *digits = mem_alloc(eval->mem, text->len);
    memcpy(digits, text->text, point);
    memcpy(digits + point, text->text + point + 1, places + 1);
    fmpq_t q;
    fmpq_init(q);
    arith_digits(digits, fmpq_numref(q));
    fmpz_ui_pow_ui(fmpq_denref(q), 10, places);
    fmpq_canonicalise(q);
    mem_free(eval->mem, digits);
    bool ok = arith_of_fmpq(eval, &(call_t){.term = term}, q, out);
    fmpq_clear(q);
    return ok;
}

/* 4.20, -0.5 */
static bool read_decimal(eval_t *eval, term_t term, const symbol_t *text, value_t *out) {
    const char *dot = memchr(text->text, '.', text->len);
    uint32_t point = (uint32_t)(dot - text->text);
    if (text->len > FEW_DIGITS)
        return read_long_decimal(eval, term, text, point, out);
    bool negative = text->text[0] == '-';
    uint32_t places = text->len - point - 1;
    int64_t scale = 1;
    for (uint32_t i = 0; i < places; i++)
        scale *= 10;
    int64_t whole = (int64_t)read_small(text->text + negative, point - negative, 10);
    int64_t number = whole * scale + (int64_t)read_small(dot + 1, places, 10);
    *out = num_of_small_ratio(eval->values, negative ? -number : number, scale);
    return true;
}

/* --- bit-vectors --- */

/* number modulo 2^width */
static bool read_long_bits(eval_t *eval, term_t term, const char *digits, uint32_t len, int base,
                           uint32_t width, value_t *out) {
    if (!eval_charge(eval, &(call_t){.term = term}, len))
        return false;
    fmpz_t i;
    fmpz_init(i);
    if (fmpz_set_str(i, digits, base) != 0)
        fmpz_zero(i);
    *out = bits_of_fmpz(eval->values, width, i);
    fmpz_clear(i);
    return true;
}

/* #x2A, #b101010; (_ bv42 8) */
static bool read_bits(eval_t *eval, term_t term, const char *digits, uint32_t len, uint32_t base,
                      value_t *out) {
    uint32_t width = sort_width(eval->bank, term_sort(eval->bank, term));
    if (width > BITS_MAX_WIDTH || width > eval->limits.bits || len / 10 * 33 / 64 > BITS_MAX_WIDTH)
        return too_large(eval, term);
    uint32_t few = base == 10 ? FEW_DIGITS : base == 16 ? 16 : 64;
    if (len > few || width > 64)
        return read_long_bits(eval, term, digits, len, (int)base, width, out);
    *out = bits_of_u64(eval->values, width, read_small(digits, len, base));
    return true;
}

/* --- finite fields --- */

/* #f3m7, or ff3 and ff-3 in (as ff3 F) without the ff */
static bool read_field(eval_t *eval, term_t term, const symbol_t *text, value_t *out) {
    if (!may_read(eval, term, text->len))
        return false;
    const char *digits = text->text;
    char *copy = NULL;
    if (digits[0] == '#') {
        size_t len = strcspn(digits + 2, "m");
        copy = mem_alloc(eval->mem, len + 1);
        memcpy(copy, digits + 2, len);
        copy[len] = '\0';
        digits = copy;
    }
    fmpz_t i, order;
    fmpz_init(i);
    fmpz_init(order);
    arith_digits(digits, i);
    mem_free(eval->mem, copy);
    arith_index(eval->bank, sort_words(eval->bank, term_sort(eval->bank, term), &(uint32_t){0})[0],
                order);
    bool ok = fmpz_sgn(order) > 0;
    if (ok) {
        fmpz_fdiv_r(i, i, order);
        ok = arith_of_fmpz(eval, &(call_t){.term = term}, i, out);
    } else {
        eval_unknown(eval, REASON_UNSUPPORTED, term);
    }
    fmpz_clear(i);
    fmpz_clear(order);
    return ok;
}

/* --- characters and strings --- */

/* (_ char #x2A), (_ Char 42) */
static bool read_char(eval_t *eval, term_t term, const symbol_t *text, value_t *out) {
    bool marked = text->text[0] == '#';
    uint32_t base = !marked ? 10 : text->text[1] == 'x' ? 16 : 2;
    const char *digits = text->text + (marked ? 2 : 0);
    while (*digits == '0')
        digits++;
    size_t len = strlen(digits);
    uint64_t code = len <= FEW_DIGITS ? read_small(digits, (uint32_t)len, base) : STRING_CODES;
    if (code >= STRING_CODES || (base == 16 && len > 15))
        return eval_unknown(eval, REASON_UNSUPPORTED, term);
    uint32_t character = (uint32_t)code;
    *out = term_sort(eval->bank, term) == SORT_CHAR ? character
                                                    : string_make(eval->values, &character, 1);
    return true;
}

static bool read_string(eval_t *eval, term_t term, const symbol_t *text, value_t *out) {
    if (text->len > eval->limits.length)
        return too_large(eval, term);
    if (!eval_charge(eval, &(call_t){.term = term}, text->len / 16))
        return false;
    return string_read(eval->values, text->text, text->len, out) ||
           eval_unknown(eval, REASON_UNSUPPORTED, term);
}

bool eval_literal(eval_t *eval, term_t term, value_t *out) {
    uint32_t count;
    const symbol_t *text =
        symbol_row(&eval->bank->symbols, term_words(eval->bank, term, &count)[0]);
    switch (term_op(eval->bank, term)) {
    case OP_NUMERAL:
        return read_numeral(eval, term, text, out);
    case OP_DECIMAL:
        return read_decimal(eval, term, text, out);
    case OP_HEX:
        return read_bits(eval, term, text->text + 2, text->len - 2, 16, out);
    case OP_BINARY:
        return read_bits(eval, term, text->text + 2, text->len - 2, 2, out);
    case OP_BVNUM:
        return read_bits(eval, term, text->text, text->len, 10, out);
    case OP_FIELD:
        return read_field(eval, term, text, out);
    case OP_CHAR:
        return read_char(eval, term, text, out);
    default:
        return read_string(eval, term, text, out);
    }
}
