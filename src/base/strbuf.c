#include "base/strbuf.h"

#include <stdio.h>

void strbuf_init(strbuf_t *buf, mem_t *mem) {
    *buf = (strbuf_t){.mem = mem};
}

void strbuf_done(strbuf_t *buf) {
    mem_free(buf->mem, buf->data);
    strbuf_init(buf, buf->mem);
}

void strbuf_reserve(strbuf_t *buf, size_t more) {
    if (buf->cap - buf->len >= more)
        return;
    if (more > SIZE_MAX / 4)
        mem_fail(buf->mem);
    size_t cap = buf->cap + buf->cap / 2 + 64;
    if (cap < buf->len + more)
        cap = buf->len + more;
    buf->data = mem_resize(buf->mem, buf->data, cap);
    buf->cap = cap;
}

void strbuf_str(strbuf_t *buf, const char *text) {
    strbuf_add(buf, text, strlen(text));
}

void strbuf_fill(strbuf_t *buf, char c, size_t count) {
    strbuf_reserve(buf, count);
    if (count != 0)
        memset(buf->data + buf->len, c, count);
    buf->len += count;
}

void strbuf_uint(strbuf_t *buf, uint64_t value) {
    char digits[20];
    size_t n = 0;
    do {
        digits[sizeof digits - ++n] = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    strbuf_add(buf, digits + sizeof digits - n, n);
}

void strbuf_vformat(strbuf_t *buf, const char *format, va_list args) {
    va_list probe;
    va_copy(probe, args);
    int len = vsnprintf(NULL, 0, format, probe);
    va_end(probe);
    if (len < 0)
        mem_fail(buf->mem);
    strbuf_reserve(buf, (size_t)len + 1);
    vsnprintf(buf->data + buf->len, (size_t)len + 1, format, args);
    buf->len += (size_t)len;
}

void strbuf_format(strbuf_t *buf, const char *format, ...) {
    va_list args;
    va_start(args, format);
    strbuf_vformat(buf, format, args);
    va_end(args);
}

bool strbuf_write(const strbuf_t *buf, FILE *out) {
    return buf->len == 0 || fwrite(buf->data, 1, buf->len, out) == buf->len;
}

const char *strbuf_text(strbuf_t *buf) {
    strbuf_reserve(buf, 1);
    buf->data[buf->len] = '\0';
    return buf->data;
}
