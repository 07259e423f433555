/* What strings have and sequences have not: code points, decimal numbers, the order, literals; and
 * single characters. The rest is in seq.c. */
#include "eval/text/strings.h"

#include "base/chars.h"
#include "eval/engine/elements_priv.h"
#include "eval/value/bits.h"
#include "eval/value/num.h"

#include <string.h>

value_t string_make(values_t *values, const uint32_t *codes, uint32_t len) {
    uint64_t few[32];
    uint64_t *words = few;
    uint32_t count = 1 + len / 2 + len % 2;
    if (count > sizeof few / sizeof *few)
        words = mem_alloc(values->mem, count * sizeof *words);
    words[0] = len;
    for (uint32_t i = 0; i < len; i++) {
        uint64_t low = i % 2 == 0 ? 0 : words[1 + i / 2];
        words[1 + i / 2] = low | (uint64_t)codes[i] << (i % 2 * 32);
    }
    value_t string = value_make(values, OBJ_STRING, words, count);
    if (words != few)
        mem_free(values->mem, words);
    return string;
}

uint32_t string_length(const values_t *values, value_t string) {
    return elements_of(values, string).len;
}

uint32_t string_code(const values_t *values, value_t string, uint32_t i) {
    elements_t elements = elements_of(values, string);
    return (uint32_t)elements_at(&elements, i);
}

static uint32_t hex_digit(unsigned char c) {
    return chars_is_digit(c) ? c - (uint32_t)'0' : (c | 0x20u) - 'a' + 10;
}

/* The escape at the start of the text, after its backslash: udddd, u{d} to u{ddddd} with a code
 * point that exists. Returns its length, 0 when this is no escape and the backslash stands for
 * itself. */
static size_t read_escape(const char *text, size_t len, uint32_t *code) {
    if (len < 2 || text[0] != 'u')
        return 0;
    bool braced = text[1] == '{';
    size_t start = braced ? 2 : 1;
    size_t most = braced ? 5 : 4;
    size_t digits = 0;
    *code = 0;
    while (digits < most && start + digits < len &&
           chars_is_hex((unsigned char)text[start + digits]))
        *code = *code << 4 | hex_digit((unsigned char)text[start + digits++]);
    if (!braced)
        return digits == 4 ? 5 : 0;
    size_t end = start + digits;
    return digits > 0 && end < len && text[end] == '}' && *code < STRING_CODES ? end + 1 : 0;
}

bool string_read(values_t *values, const char *text, size_t len, value_t *out) {
    u32_vec_t codes = {0};
    vec_reserve(values->mem, &codes, len);
    bool ok = true;
    for (size_t i = 0; i < len && ok; i++) {
        unsigned char c = (unsigned char)text[i];
        uint32_t code = c;
        if (c == '\\') {
            size_t used = read_escape(text + i + 1, len - i - 1, &code);
            if (used == 0)
                code = c;
            i += used;
        } else if (c == '"') {
            i++;
        } else {
            ok = (c >= 0x20 && c < 0x7F) || chars_is_space(c);
        }
        *vec_push(values->mem, &codes) = code;
    }
    if (ok)
        *out = string_make(values, codes.data, codes.len);
    vec_free(values->mem, &codes);
    return ok;
}

void string_write(const values_t *values, value_t string, strbuf_t *out) {
    elements_t elements = elements_of(values, string);
    for (uint32_t i = 0; i < elements.len; i++) {
        uint32_t code = (uint32_t)elements_at(&elements, i);
        if (code == '"')
            strbuf_str(out, "\"\"");
        else if (code < 0x20 || code > 0x7E || code == '\\')
            strbuf_format(out, "\\u{%x}", code);
        else
            strbuf_char(out, (char)code);
    }
}

/* --- order --- */

bool eval_str_order(eval_t *eval, const call_t *call, value_t *out) {
    elements_t a = elements_of(eval->values, call->args[0]);
    elements_t b = elements_of(eval->values, call->args[1]);
    uint32_t common = a.len < b.len ? a.len : b.len;
    if (!eval_charge(eval, call, common / 8))
        return false;
    uint32_t i = 0;
    while (i < common && elements_at(&a, i) == elements_at(&b, i))
        i++;
    if (i < common)
        *out = elements_at(&a, i) < elements_at(&b, i);
    else
        *out = call->op == OP_STR_LT ? a.len < b.len : a.len <= b.len;
    return true;
}

/* --- code points --- */

static value_t one_character(values_t *values, uint32_t code) {
    return string_make(values, &code, 1);
}

static bool is_digit(uint64_t code) {
    return code >= '0' && code <= '9';
}

bool eval_str_is_digit(eval_t *eval, const call_t *call, value_t *out) {
    elements_t s = elements_of(eval->values, call->args[0]);
    *out = s.len == 1 && is_digit(elements_at(&s, 0));
    return true;
}

bool eval_str_to_code(eval_t *eval, const call_t *call, value_t *out) {
    elements_t s = elements_of(eval->values, call->args[0]);
    *out = num_of_small(s.len == 1 ? (int64_t)elements_at(&s, 0) : -1);
    return true;
}

/* str.from_code is empty for what is no code point. str.unit is cvc5's own term for a character
 * whose code it knows to be one, and says nothing about other numbers. */
bool eval_str_from_code(eval_t *eval, const call_t *call, value_t *out) {
    int64_t code = elements_number(eval->values, call->args[0]);
    bool exists = code >= 0 && code < (int64_t)STRING_CODES;
    if (!exists && call->op == OP_STR_UNIT)
        return eval_unknown(eval, REASON_UNSUPPORTED, call->term);
    *out =
        exists ? one_character(eval->values, (uint32_t)code) : string_make(eval->values, NULL, 0);
    return true;
}

/* ASCII letters only: other characters have no case in cvc5. */
bool eval_str_case(eval_t *eval, const call_t *call, value_t *out) {
    elements_t s = elements_of(eval->values, call->args[0]);
    uint64_t first = call->op == OP_STR_TO_LOWER ? 'A' : 'a';
    builder_t builder;
    if (!builder_start(&builder, eval, call, true, s.len))
        return false;
    for (uint32_t i = 0; i < s.len; i++) {
        uint64_t code = elements_at(&s, i);
        builder_put(&builder, code >= first && code < first + 26 ? code ^ 0x20 : code);
    }
    *out = builder_end(&builder, eval->values);
    return true;
}

/* --- decimal numbers --- */

/* A number with more digits than fit a word. */
static bool read_large(eval_t *eval, const call_t *call, const elements_t *digits, value_t *out) {
    /* A digit is 3.33 bits: more digits than that, and the number is beyond the limit. */
    if ((uint64_t)digits->len * 33 / 10 > eval->limits.bits)
        return eval_unknown(eval, REASON_TOO_LARGE, call->term);
    if (!eval_charge(eval, call, digits->len))
        return false;
    char *text = mem_alloc(eval->mem, (size_t)digits->len + 1);
    for (uint32_t i = 0; i < digits->len; i++)
        text[i] = (char)elements_at(digits, i);
    text[digits->len] = '\0';
    fmpz_t number;
    fmpz_init(number);
    fmpz_set_str(number, text, 10);
    mem_free(eval->mem, text);
    *out = num_of_fmpz(eval->values, number);
    fmpz_clear(number);
    return true;
}

bool eval_str_to_int(eval_t *eval, const call_t *call, value_t *out) {
    elements_t s = elements_of(eval->values, call->args[0]);
    if (!eval_charge(eval, call, s.len / 8))
        return false;
    *out = num_of_small(-1);
    if (s.len == 0)
        return true;
    for (uint32_t i = 0; i < s.len; i++)
        if (!is_digit(elements_at(&s, i)))
            return true;
    uint32_t zeros = 0;
    while (zeros < s.len && elements_at(&s, zeros) == '0')
        zeros++;
    elements_t digits = elements_part(&s, zeros, s.len - zeros);
    if (digits.len > 18)
        return read_large(eval, call, &digits, out);
    int64_t number = 0;
    for (uint32_t i = 0; i < digits.len; i++)
        number = number * 10 + (int64_t)(elements_at(&digits, i) - '0');
    *out = num_of_small(number);
    return true;
}

static value_t write_small(values_t *values, uint64_t number, bool negative) {
    uint32_t codes[24];
    uint32_t at = 24;
    do {
        codes[--at] = '0' + (uint32_t)(number % 10);
        number /= 10;
    } while (number > 0);
    if (negative)
        codes[--at] = '-';
    return string_make(values, codes + at, 24 - at);
}

/* Writes a number of any size. It is cleared in any case. */
static bool write_large(eval_t *eval, const call_t *call, fmpz_t number, value_t *out) {
    size_t size = fmpz_sizeinbase(number, 10) + 2;
    bool ok = eval_charge(eval, call, size);
    builder_t builder;
    if (ok) {
        char *text = mem_alloc(eval->mem, size);
        fmpz_get_str(text, 10, number);
        size_t len = strlen(text);
        ok = builder_start(&builder, eval, call, true, len);
        for (size_t i = 0; i < len && ok; i++)
            builder_put(&builder, (unsigned char)text[i]);
        mem_free(eval->mem, text);
    }
    fmpz_clear(number);
    if (ok)
        *out = builder_end(&builder, eval->values);
    return ok;
}

bool eval_str_from_int(eval_t *eval, const call_t *call, value_t *out) {
    value_t num = call->args[0];
    if (num_is_small(num) ? num_small(num) < 0 : num_sign(eval->values, num) < 0) {
        *out = string_make(eval->values, NULL, 0);
        return true;
    }
    if (num_is_small(num)) {
        *out = write_small(eval->values, (uint64_t)num_small(num), false);
        return true;
    }
    fmpz_t number;
    fmpz_init(number);
    num_get_fmpz(eval->values, num, number);
    return write_large(eval, call, number, out);
}

/* str.from_sbv writes a minus before a negative number, unlike str.from_int. */
bool eval_str_from_bv(eval_t *eval, const call_t *call, value_t *out) {
    uint32_t width = sort_width(eval->bank, call_sort(eval, call, 0));
    bool is_signed = call->op == OP_STR_FROM_SBV;
    value_t bits = call->args[0];
    if (width <= 64) {
        bool negative = is_signed && (bits >> (width - 1)) != 0;
        uint64_t mask = width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
        *out = write_small(eval->values, negative ? (~bits + 1) & mask : bits, negative);
        return true;
    }
    fmpz_t number;
    fmpz_init(number);
    if (is_signed)
        bits_get_signed(eval->values, width, bits, number);
    else
        bits_get_fmpz(eval->values, width, bits, number);
    return write_large(eval, call, number, out);
}

/* --- characters (z3) --- */

bool eval_char_le(eval_t *eval, const call_t *call, value_t *out) {
    (void)eval;
    *out = call->args[0] <= call->args[1];
    return true;
}

bool eval_char_to_int(eval_t *eval, const call_t *call, value_t *out) {
    (void)eval;
    *out = num_of_small((int64_t)call->args[0]);
    return true;
}

bool eval_char_to_bv(eval_t *eval, const call_t *call, value_t *out) {
    (void)eval;
    *out = call->args[0];
    return true;
}

/* 18 bits are more than there are characters; z3 does not say what the others give. */
bool eval_char_from_bv(eval_t *eval, const call_t *call, value_t *out) {
    *out = call->args[0];
    return *out < STRING_CODES || eval_unknown(eval, REASON_UNSUPPORTED, call->term);
}

bool eval_char_is_digit(eval_t *eval, const call_t *call, value_t *out) {
    (void)eval;
    *out = is_digit(call->args[0]);
    return true;
}
