/* strings.h - strings of characters as values.
 *
 * A string is an object OBJ_STRING: its length and its code points, two in a word. Code points are
 * below STRING_CODES; equal strings are the same object.
 *
 *     for (uint32_t i = 0; i < string_length(values, string); i++)
 *         use(string_code(values, string, i));
 *
 * The operators on strings and on sequences work on rows of elements: see elements_priv.h. */
#ifndef EVAL_STRINGS_H
#define EVAL_STRINGS_H

#include "base/strbuf.h"
#include "eval/value/value.h"

/* How many characters there are: the standard's are 0 to 0x2FFFF. */
#define STRING_CODES 0x30000u

/* codes are all below STRING_CODES and do not point into the store. */
value_t string_make(values_t *values, const uint32_t *codes, uint32_t len);

uint32_t string_length(const values_t *values, value_t string);
uint32_t string_code(const values_t *values, value_t string, uint32_t i);

/* The string that the text of a literal stands for: without the outer quotes, "" still doubled,
 * with the standard's escapes. False when it has a byte above 126, or a control character that is
 * no white space: the standard gives those no meaning, and the solvers differ. */
bool string_read(values_t *values, const char *text, size_t len, value_t *out);

/* Appends the string as the text of a literal, in printable ASCII; string_read is the inverse. */
void string_write(const values_t *values, value_t string, strbuf_t *out);

#endif
