/* slice.h - a stretch of bytes that something else owns.
 *
 *     slice_t word = slice_of("sat");
 *     if (slice_is(word, "sat")) ...
 *
 * It need not end with a NUL and may hold any bytes. An empty one may have NULL as data. Whoever
 * hands one out says how long its bytes are good. */
#ifndef BASE_SLICE_H
#define BASE_SLICE_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef struct slice {
    const char *data;
    size_t len;
} slice_t;

/* Of a string with a NUL; NULL is empty. */
static inline slice_t slice_of(const char *text) {
    return (slice_t){text, text ? strlen(text) : 0};
}

static inline bool slice_equal(slice_t a, slice_t b) {
    return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}

static inline bool slice_is(slice_t slice, const char *word) {
    return slice_equal(slice, slice_of(word));
}

static inline bool slice_starts(slice_t slice, const char *word) {
    size_t len = strlen(word);
    return slice.len >= len && memcmp(slice.data, word, len) == 0;
}

#endif
