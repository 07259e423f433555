#include "solver/read_priv.h"

#include "base/chars.h"
#include "base/lexer.h"

#include <string.h>

/* A parenthesis that is never closed makes a scan run to the end of the output. Hostile output has
 * many; after this many of them a parenthesis is just text. */
enum { MOST_FAILURES = 8 };

pieces_t pieces_of(const strbuf_t *text) {
    const char *start = text->len > 0 ? text->data : ""; /* an empty buffer has none */
    return (pieces_t){.at = start, .end = start + text->len};
}

bool slice_has(slice_t slice, const char *word) {
    return memmem(slice.data, slice.len, word, strlen(word)) != NULL;
}

void trim(const char **text, size_t *len) {
    while (*len > 0 && chars_is_space((unsigned char)**text)) {
        (*text)++;
        (*len)--;
    }
    while (*len > 0 && chars_is_space((unsigned char)(*text)[*len - 1]))
        (*len)--;
}

bool next_line(const char **at, const char *end, const char **line, size_t *len) {
    if (*at == end)
        return false;
    const char *stop = memchr(*at, '\n', (size_t)(end - *at));
    *line = *at;
    *len = (size_t)((stop ? stop : end) - *at);
    *at = stop ? stop + 1 : end;
    return true;
}

/* The end of the s-expression at start, which must be the end of a line too; NULL if there is
 * none: "(C)ontinue, (A)bort" is a line. */
static const char *form_end(const char *start, const char *end) {
    lexer_t lexer;
    lexer_init(&lexer, start, (size_t)(end - start));
    uint32_t depth = 0;
    for (;;) {
        token_t token = lexer_next(&lexer);
        if (token.kind == TOKEN_END)
            return NULL;
        depth += token.kind == TOKEN_OPEN;
        if (token.kind == TOKEN_CLOSE && --depth == 0)
            break;
    }
    const char *stop = lexer.at;
    while (stop < end && *stop != '\n') {
        if (!chars_is_space((unsigned char)*stop))
            return NULL;
        stop++;
    }
    return lexer.at;
}

/* An (error "...") whose text has parentheses and quotes that do not match: it ends with the first
 * line that ends in ") */
static const char *error_end(const char *start, const char *end) {
    const char *at = start;
    const char *line;
    size_t len;
    while (next_line(&at, end, &line, &len)) {
        trim(&line, &len);
        if (len >= 2 && memcmp(line + len - 2, "\")", 2) == 0)
            return line + len;
    }
    return NULL;
}

piece_t pieces_next(pieces_t *pieces) {
    const char *line;
    size_t len;
    if (!next_line(&pieces->at, pieces->end, &line, &len))
        return (piece_t){.kind = PIECE_END};
    piece_t piece = {.kind = PIECE_LINE, .text = line, .len = len};
    bool error = slice_starts((slice_t){line, len}, "(error");
    if (len > 0 && *line == '(' && pieces->failures < MOST_FAILURES) {
        const char *stop = form_end(line, pieces->end);
        if (!stop)
            pieces->failures++;
        if (!stop && error)
            stop = error_end(line, pieces->end);
        if (stop) {
            piece.kind = PIECE_FORM;
            piece.len = (size_t)(stop - line);
            const char *newline = memchr(stop, '\n', (size_t)(pieces->end - stop));
            pieces->at = newline ? newline + 1 : pieces->end;
        }
    }
    if (error)
        piece.kind = PIECE_ERROR;
    piece.whole = pieces->at[-1] == '\n';
    return piece;
}
