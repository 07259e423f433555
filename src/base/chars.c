#include "base/chars.h"

#define S CHAR_SPACE
#define Y CHAR_SYMBOL
#define D (CHAR_SYMBOL | CHAR_DIGIT | CHAR_HEX)
#define X (CHAR_SYMBOL | CHAR_HEX)

/* clang-format off */
/* The symbol characters are letters, digits and ~ ! @ $ % ^ & * _ - + = < > . ? / */
const uint8_t chars_class[256] = {
    ['\t'] = S, ['\n'] = S, ['\r'] = S, ['\f'] = S, [' '] = S,
    ['~'] = Y,  ['!'] = Y,  ['@'] = Y,  ['$'] = Y,  ['%'] = Y,  ['^'] = Y,
    ['&'] = Y,  ['*'] = Y,  ['_'] = Y,  ['-'] = Y,  ['+'] = Y,  ['='] = Y,
    ['<'] = Y,  ['>'] = Y,  ['.'] = Y,  ['?'] = Y,  ['/'] = Y,
    ['0'] = D,  ['1'] = D,  ['2'] = D,  ['3'] = D,  ['4'] = D,
    ['5'] = D,  ['6'] = D,  ['7'] = D,  ['8'] = D,  ['9'] = D,
    ['a'] = X,  ['b'] = X,  ['c'] = X,  ['d'] = X,  ['e'] = X,  ['f'] = X,
    ['A'] = X,  ['B'] = X,  ['C'] = X,  ['D'] = X,  ['E'] = X,  ['F'] = X,
    ['g'] = Y,  ['h'] = Y,  ['i'] = Y,  ['j'] = Y,  ['k'] = Y,  ['l'] = Y,  ['m'] = Y,
    ['n'] = Y,  ['o'] = Y,  ['p'] = Y,  ['q'] = Y,  ['r'] = Y,  ['s'] = Y,  ['t'] = Y,
    ['u'] = Y,  ['v'] = Y,  ['w'] = Y,  ['x'] = Y,  ['y'] = Y,  ['z'] = Y,
    ['G'] = Y,  ['H'] = Y,  ['I'] = Y,  ['J'] = Y,  ['K'] = Y,  ['L'] = Y,  ['M'] = Y,
    ['N'] = Y,  ['O'] = Y,  ['P'] = Y,  ['Q'] = Y,  ['R'] = Y,  ['S'] = Y,  ['T'] = Y,
    ['U'] = Y,  ['V'] = Y,  ['W'] = Y,  ['X'] = Y,  ['Y'] = Y,  ['Z'] = Y,
};
/* clang-format on */
