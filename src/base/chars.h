/* chars.h - what a byte can be in SMT-LIB text. */
#ifndef BASE_CHARS_H
#define BASE_CHARS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    CHAR_SPACE = 1,  /* white space */
    CHAR_SYMBOL = 2, /* may stand in a simple symbol */
    CHAR_DIGIT = 4,
    CHAR_HEX = 8
};

extern const uint8_t chars_class[256];

static inline bool chars_is_symbol(unsigned char c) {
    return chars_class[c] & CHAR_SYMBOL;
}

static inline bool chars_is_space(unsigned char c) {
    return chars_class[c] & CHAR_SPACE;
}

static inline bool chars_is_digit(unsigned char c) {
    return chars_class[c] & CHAR_DIGIT;
}

static inline bool chars_is_hex(unsigned char c) {
    return chars_class[c] & CHAR_HEX;
}

#endif
