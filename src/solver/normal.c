#include "solver/normal_priv.h"

#include "base/chars.h"

#include <string.h>

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_word(char c) {
    return is_letter(c) || chars_is_digit((unsigned char)c) || c == '_';
}

static bool is_space(char c) {
    return chars_is_space((unsigned char)c) || (unsigned char)c < ' ';
}

/* The length of the ":12" at text[at], after the name of a source file; 0 if there is none. *skip is
 * the same with the column that may follow: ":12:7". */
static size_t line_number(const char *text, size_t len, size_t at, size_t *skip) {
    size_t i = at;
    if (i >= len || text[i] != ':')
        return 0;
    for (i++; i < len && chars_is_digit((unsigned char)text[i]);)
        i++;
    if (i == at + 1)
        return 0;
    size_t line = i - at;
    if (i < len && text[i] == ':' && i + 1 < len && chars_is_digit((unsigned char)text[i + 1]))
        for (i++; i < len && chars_is_digit((unsigned char)text[i]);)
            i++;
    *skip = i - at;
    return line;
}

/* Does the piece [start, end) look like the name of a source file: letters after a last dot? */
static bool is_file(const char *text, size_t start, size_t end) {
    size_t dot = end;
    while (dot > start && is_word(text[dot - 1]))
        dot--;
    return dot > start + 1 && dot < end && end - dot <= 5 && text[dot - 1] == '.' &&
           is_letter(text[dot]);
}

static bool is_path(char c) {
    return is_word(c) || c == '.' || c == '/' || c == '-' || c == '+' || c == '~' || c == '@';
}

/* A path at start: where it ends, and where its last part begins. */
static size_t path_end(const char *text, size_t len, size_t start, size_t *base) {
    size_t end = start;
    *base = start;
    while (end < len && is_path(text[end])) {
        if (text[end] == '/')
            *base = end + 1;
        end++;
    }
    return end;
}

/* The first file:line from a place on. */
static bool find_place(const char *text, size_t len, size_t *base, size_t *end, size_t *after) {
    for (size_t i = 0; i < len;) {
        if (!is_path(text[i])) {
            i++;
            continue;
        }
        size_t start;
        size_t stop = path_end(text, len, i, &start);
        size_t skip = 0;
        size_t line = is_file(text, start, stop) ? line_number(text, len, stop, &skip) : 0;
        if (line > 0) {
            *base = start;
            *end = stop + line;
            *after = stop + skip;
            return true;
        }
        i = stop;
    }
    return false;
}

const char *normal_find_place_end(const char *text, size_t len) {
    size_t base;
    size_t end;
    size_t after;
    return find_place(text, len, &base, &end, &after) ? text + after : NULL;
}

void normal_place(const char *text, size_t len, strbuf_t *out) {
    size_t base;
    size_t end;
    size_t after;
    if (!find_place(text, len, &base, &end, &after)) {
        const char *slash = len > 0 ? memrchr(text, '/', len) : NULL;
        base = slash ? (size_t)(slash + 1 - text) : 0;
        end = len;
    }
    strbuf_add(out, text + base, end - base);
}

void normal_condition(const char *text, size_t len, size_t most, strbuf_t *out) {
    size_t start = out->len;
    bool blank = false;
    for (size_t i = 0; i < len && out->len - start < most; i++) {
        if (is_space(text[i])) {
            blank = out->len > start;
            continue;
        }
        if (blank)
            strbuf_char(out, ' ');
        blank = false;
        strbuf_char(out, (unsigned char)text[i] < 0x7F ? text[i] : '?');
    }
}

/* ---- Messages ---- */

/* The end of a quoted text that starts at i, or i when it is none: an apostrophe inside a word
 * opens nothing. `x' and 'x' and "x" and |x|. */
static size_t quoted_end(const char *text, size_t len, size_t i) {
    char open = text[i];
    char close = open == '`' ? '\'' : open;
    if (open != '"' && open != '\'' && open != '`' && open != '|')
        return i;
    if (open == '\'' && i > 0 && is_word(text[i - 1]))
        return i;
    for (size_t k = i + 1; k < len; k++)
        if (text[k] == close && !(close == '\'' && k + 1 < len && is_word(text[k + 1])))
            return k + 1;
    return open == '\'' || open == '`' ? i : len; /* the rest was cut off */
}

/* The end of a term in parentheses that starts at i, cut off ones included; f() is no term. */
static size_t term_end(const char *text, size_t len, size_t i) {
    if (text[i] != '(' || (i + 1 < len && text[i + 1] == ')'))
        return i;
    size_t depth = 0;
    for (size_t k = i; k < len; k++) {
        depth += text[k] == '(';
        depth -= text[k] == ')';
        if (depth == 0)
            return k + 1;
    }
    return len;
}

/* A word at i: paths lose their folders, numbers become N, literals (#x1f, 0x7ffc) "_" and "0xN".
 * Returns its end. */
static size_t add_word(const char *text, size_t len, size_t i, strbuf_t *out) {
    size_t base;
    size_t end = path_end(text, len, i, &base);
    size_t skip = 0;
    size_t line = is_file(text, base, end) ? line_number(text, len, end, &skip) : 0;
    if (line > 0) {
        strbuf_add(out, text + base, end + line - base);
        return end + skip;
    }
    if (end - i > 2 && text[i] == '0' && text[i + 1] == 'x') {
        strbuf_str(out, "0xN");
        return end;
    }
    for (size_t k = base; k < end; k++) {
        if (!chars_is_digit((unsigned char)text[k]))
            strbuf_char(out, text[k]);
        else if (k == base || !chars_is_digit((unsigned char)text[k - 1]))
            strbuf_char(out, 'N');
    }
    return end;
}

/* \x1b[31m: colours. */
static size_t escape_end(const char *text, size_t len, size_t i) {
    if (text[i] != '\x1b')
        return i;
    size_t k = i + 1;
    while (k < len && !is_letter(text[k]))
        k++;
    return k < len ? k + 1 : len;
}

void normal_message(const char *text, size_t len, size_t most, strbuf_t *out) {
    size_t start = out->len;
    bool blank = false;
    for (size_t i = 0; i < len && out->len - start < most;) {
        size_t end = escape_end(text, len, i);
        if (end > i) {
            i = end;
            continue;
        }
        if (is_space(text[i])) {
            blank = out->len > start;
            i++;
            continue;
        }
        if (blank)
            strbuf_char(out, ' ');
        blank = false;
        end = quoted_end(text, len, i);
        if (end == i)
            end = term_end(text, len, i);
        if (end == i && text[i] == '#')
            for (end = i + 1; end < len && is_word(text[end]);)
                end++;
        if (end > i) {
            strbuf_char(out, '_');
            i = end;
        } else if (is_path(text[i])) {
            i = add_word(text, len, i, out);
        } else {
            strbuf_char(out, (unsigned char)text[i] < 0x7F ? text[i] : '?');
            i++;
        }
    }
}

/* ---- Functions ---- */

/* The parenthesis that opens the parameters, or len. Those in template arguments, in
 * "operator()" and in "(anonymous namespace)" do not. */
static size_t parameters(const char *text, size_t len) {
    size_t depth = 0;
    for (size_t i = 0; i < len; i++) {
        if (text[i] == '<' && !(i >= 8 && memcmp(text + i - 8, "operator", 8) == 0))
            depth++;
        else if (text[i] == '>' && depth > 0 && text[i - 1] != '-')
            depth--;
        if (text[i] != '(' || depth > 0)
            continue;
        if (i >= 8 && memcmp(text + i - 8, "operator", 8) == 0 && i + 1 < len) {
            i++;
            continue;
        }
        if (i + 10 < len && memcmp(text + i, "(anonymous", 10) == 0) {
            while (i < len && text[i] != ')')
                i++;
            continue;
        }
        return i;
    }
    return len;
}

void normal_function(const char *text, size_t len, strbuf_t *out) {
    size_t end = parameters(text, len);
    size_t start = 0;
    size_t depth = 0;
    for (size_t i = 0; i < end; i++) {
        depth += text[i] == '<' || text[i] == '(';
        depth -= depth > 0 && (text[i] == '>' || text[i] == ')');
        if (text[i] == ' ' && depth == 0 && i + 1 < end)
            start = i + 1;
    }
    while (start < end && (text[start] == '*' || text[start] == '&'))
        start++;
    while (end > start && is_space(text[end - 1]))
        end--;
    strbuf_add(out, text + start, end - start);
}
