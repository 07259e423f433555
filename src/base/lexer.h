/* lexer.h - SMT-LIB text to tokens.
 *
 * Tokens are pieces of the text; nothing is copied. Any byte sequence is read to the end: what is
 * no token is TOKEN_ERROR with a message, and the next call goes on after it. Comments are
 * skipped, and listed for a caller that asks for them. */
#ifndef BASE_LEXER_H
#define BASE_LEXER_H

#include "base/slice.h"
#include "base/vec.h"

typedef enum {
    TOKEN_END,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_SYMBOL,  /* abc, also reserved words */
    TOKEN_QUOTED,  /* |abc|: text without the bars */
    TOKEN_KEYWORD, /* :abc, with the colon */
    TOKEN_NUMERAL,
    TOKEN_DECIMAL,
    TOKEN_HEX,    /* #x1F */
    TOKEN_BINARY, /* #b101 */
    TOKEN_FIELD,  /* #f3m7 */
    TOKEN_STRING, /* "abc": text without the outer quotes, inner "" as they are */
    TOKEN_ERROR   /* lexer->error says what is wrong */
} token_kind_t;

typedef struct token {
    token_kind_t kind;
    uint32_t offset;  /* of the first byte, quotes included */
    const char *text; /* len bytes */
    uint32_t len;
    uint32_t end; /* offset of the byte after the last */
} token_t;

static inline slice_t token_slice(const token_t *token) {
    return (slice_t){token->text, token->len};
}

typedef struct span {
    uint32_t offset;
    uint32_t len;
} span_t;

typedef VEC(span_t) span_vec_t;

typedef struct lexer {
    const char *text;
    const char *at;
    const char *end;
    const char *error;
    mem_t *mem;           /* for comments */
    span_vec_t *comments; /* gets the comments passed over; NULL: not wanted */
} lexer_t;

/* len must be below 4 GiB. */
void lexer_init(lexer_t *lexer, const char *text, size_t len);

token_t lexer_next(lexer_t *lexer);

/* For messages: "a numeral", "')'", ... */
const char *token_kind_name(token_kind_t kind);

#endif
