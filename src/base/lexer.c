#include "base/lexer.h"

#include "base/bug.h"
#include "base/chars.h"

#include <string.h>

void lexer_init(lexer_t *lexer, const char *text, size_t len) {
    assert(len < UINT32_MAX);
    if (!text)
        text = ""; /* an empty buffer */
    *lexer = (lexer_t){.text = text, .at = text, .end = text + len};
}

static const char *find(const char *from, const char *end, char c) {
    const char *found = from < end ? memchr(from, c, (size_t)(end - from)) : NULL;
    return found ? found : end;
}

static void skip_comment(lexer_t *lexer) {
    const char *start = lexer->at;
    const char *stop = find(start, lexer->end, '\n');
    lexer->at = stop;
    if (!lexer->comments)
        return;
    while (stop > start && chars_is_space((unsigned char)stop[-1]))
        stop--;
    *vec_push(lexer->mem, lexer->comments) =
        (span_t){(uint32_t)(start - lexer->text), (uint32_t)(stop - start)};
}

static void skip_blanks(lexer_t *lexer) {
    while (lexer->at < lexer->end) {
        if (chars_is_space((unsigned char)*lexer->at))
            lexer->at++;
        else if (*lexer->at == ';')
            skip_comment(lexer);
        else
            break;
    }
}

static inline token_t make(const lexer_t *lexer, token_kind_t kind, const char *start,
                           const char *text, const char *text_end) {
    return (token_t){
        .kind = kind,
        .offset = (uint32_t)(start - lexer->text),
        .text = text,
        .len = (uint32_t)(text_end - text),
        .end = (uint32_t)(lexer->at - lexer->text),
    };
}

static token_t fail(lexer_t *lexer, const char *start, const char *error) {
    lexer->error = error;
    return make(lexer, TOKEN_ERROR, start, start, lexer->at);
}

static const char *symbol_end(const char *at, const char *end) {
    while (at < end && chars_is_symbol((unsigned char)*at))
        at++;
    return at;
}

static const char *digits_end(const char *at, const char *end) {
    while (at < end && chars_is_digit((unsigned char)*at))
        at++;
    return at;
}

static token_t read_number(lexer_t *lexer, const char *start) {
    lexer->at = digits_end(start, lexer->end);
    token_kind_t kind = TOKEN_NUMERAL;
    if (lexer->at < lexer->end && *lexer->at == '.') { /* z3 takes 1. as well */
        lexer->at = digits_end(lexer->at + 1, lexer->end);
        kind = TOKEN_DECIMAL;
    }
    if (lexer->at < lexer->end && chars_is_symbol((unsigned char)*lexer->at)) {
        lexer->at = symbol_end(lexer->at, lexer->end);
        return fail(lexer, start,
                    "a symbol cannot start with a digit; write it between bars, |1x|");
    }
    return make(lexer, kind, start, start, lexer->at);
}

static token_t read_string(lexer_t *lexer, const char *start) {
    const char *at = start + 1;
    for (;;) {
        at = find(at, lexer->end, '"');
        if (at == lexer->end) {
            lexer->at = at;
            return fail(lexer, start, "this string has no closing quote");
        }
        if (at + 1 == lexer->end || at[1] != '"')
            break;
        at += 2;
    }
    lexer->at = at + 1;
    return make(lexer, TOKEN_STRING, start, start + 1, at);
}

static token_t read_quoted(lexer_t *lexer, const char *start) {
    const char *close = find(start + 1, lexer->end, '|');
    if (close == lexer->end) {
        lexer->at = close;
        return fail(lexer, start, "this quoted symbol has no closing bar");
    }
    lexer->at = close + 1;
    return make(lexer, TOKEN_QUOTED, start, start + 1, close);
}

/* #x1F, #b101, #f3m7 */
static token_t read_hash(lexer_t *lexer, const char *start) {
    const char *stop = symbol_end(start + 1, lexer->end);
    lexer->at = stop;
    if (stop < start + 3)
        return fail(lexer, start, "expected digits: #x1F, #b101");
    bool ok = true;
    token_kind_t kind = TOKEN_HEX;
    switch (start[1]) {
    case 'x':
        for (const char *at = start + 2; at < stop; at++)
            ok &= chars_is_hex((unsigned char)*at);
        break;
    case 'b':
        kind = TOKEN_BINARY;
        for (const char *at = start + 2; at < stop; at++)
            ok &= *at == '0' || *at == '1';
        break;
    case 'f': {
        kind = TOKEN_FIELD;
        const char *at = start + 2 + (start[2] == '-');
        const char *m = digits_end(at, stop);
        ok = m > at && m < stop && *m == 'm' && m + 1 < stop && digits_end(m + 1, stop) == stop;
        break;
    }
    default:
        ok = false;
    }
    return ok ? make(lexer, kind, start, start, stop)
              : fail(lexer, start, "not a literal; known forms are #x1F and #b101");
}

/* A byte that starts no token. A run of them is one error. */
static token_t read_noise(lexer_t *lexer, const char *start) {
    const char *at = start;
    while (at < lexer->end && (*at == '\0' || (unsigned char)*at >= 0x80))
        at++;
    lexer->at = at > start ? at : start + 1;
    if (*start == '\0')
        return fail(lexer, start, "unexpected NUL byte: is this a text file?");
    if ((unsigned char)*start >= 0x80)
        return fail(lexer, start,
                    "unexpected character; only |quoted| symbols, strings and "
                    "comments may hold characters outside ASCII");
    return fail(lexer, start, "unexpected character");
}

/* The tokens that start with a byte of their own. */
static token_t read_special(lexer_t *lexer, const char *start) {
    switch (*start) {
    case '"':
        return read_string(lexer, start);
    case '|':
        return read_quoted(lexer, start);
    case '#':
        return read_hash(lexer, start);
    case ':':
        lexer->at = symbol_end(start + 1, lexer->end);
        return lexer->at == start + 1 ? fail(lexer, start, "a keyword needs a name after the colon")
                                      : make(lexer, TOKEN_KEYWORD, start, start, lexer->at);
    default:
        return read_noise(lexer, start);
    }
}

token_t lexer_next(lexer_t *lexer) {
    const char *start = lexer->at;
    const char *end = lexer->end;
    while (start < end && chars_is_space((unsigned char)*start))
        start++;
    if (start < end && *start == ';') {
        lexer->at = start;
        skip_blanks(lexer);
        start = lexer->at;
    }
    if (start == end) {
        lexer->at = end;
        return make(lexer, TOKEN_END, start, start, start);
    }
    unsigned char first = (unsigned char)*start;
    if (first == '(' || first == ')') {
        lexer->at = start + 1;
        return make(lexer, first == '(' ? TOKEN_OPEN : TOKEN_CLOSE, start, start, start + 1);
    }
    if (chars_is_digit(first))
        return read_number(lexer, start);
    if (!chars_is_symbol(first))
        return read_special(lexer, start);
    lexer->at = symbol_end(start + 1, end);
    return make(lexer, TOKEN_SYMBOL, start, start, lexer->at);
}

const char *token_kind_name(token_kind_t kind) {
    static const char *const names[] = {
        "the end of the file",
        "'('",
        "')'",
        "a symbol",
        "a quoted symbol",
        "a keyword",
        "a numeral",
        "a decimal",
        "a hexadecimal literal",
        "a binary literal",
        "a field literal",
        "a string",
        "an error",
    };
    return names[kind];
}
