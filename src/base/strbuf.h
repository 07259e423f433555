/* strbuf.h - a growable text.
 *
 *     strbuf_t out;
 *     strbuf_init(&out, mem);
 *     strbuf_format(&out, "%u terms", n);
 *     fputs(strbuf_text(&out), stdout);
 *     strbuf_done(&out);
 *
 * data[0..len) may hold any bytes; strbuf_text() ends them with a NUL. What is added must not lie
 * in the buffer itself, which moves when it grows. */
#ifndef BASE_STRBUF_H
#define BASE_STRBUF_H

#include "base/mem.h"
#include "base/slice.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct strbuf {
    mem_t *mem;
    char *data;
    size_t len;
    size_t cap;
} strbuf_t;

void strbuf_init(strbuf_t *buf, mem_t *mem);
void strbuf_done(strbuf_t *buf);

/* Makes room for this many bytes after len. */
void strbuf_reserve(strbuf_t *buf, size_t more);

static inline void strbuf_add(strbuf_t *buf, const char *text, size_t len) {
    if (buf->cap - buf->len < len)
        strbuf_reserve(buf, len);
    if (len != 0)
        memcpy(buf->data + buf->len, text, len);
    buf->len += len;
}

static inline void strbuf_slice_add(strbuf_t *buf, slice_t slice) {
    strbuf_add(buf, slice.data, slice.len);
}

static inline void strbuf_char(strbuf_t *buf, char c) {
    if (buf->cap == buf->len)
        strbuf_reserve(buf, 1);
    buf->data[buf->len++] = c;
}

void strbuf_str(strbuf_t *buf, const char *text);
void strbuf_fill(strbuf_t *buf, char c, size_t count);
void strbuf_uint(strbuf_t *buf, uint64_t value);

/* As printf; a single result of more than INT_MAX bytes is an allocation failure. */
void strbuf_format(strbuf_t *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void strbuf_vformat(strbuf_t *buf, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/* Writes it to a stream; false when that fails. An empty one may have no data, which fwrite does
 * not allow. */
bool strbuf_write(const strbuf_t *buf, FILE *out);

/* The text as a slice, good until the next change. */
static inline slice_t strbuf_slice(const strbuf_t *buf) {
    return (slice_t){buf->data, buf->len};
}

/* The text as a C string, good until the next change. */
const char *strbuf_text(strbuf_t *buf);

static inline void strbuf_clear(strbuf_t *buf) {
    buf->len = 0;
}

#endif
