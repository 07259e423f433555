/* normal_priv.h - texts of crashes without what changes from run to run.
 *
 * Each appends to out. */
#ifndef SOLVER_NORMAL_PRIV_H
#define SOLVER_NORMAL_PRIV_H

#include "base/strbuf.h"

/* Words of a message: quoted texts and terms become "_", numbers "N", paths their last part; a
 * file:line stays. At most most bytes. */
void normal_message(const char *text, size_t len, size_t most, strbuf_t *out);

/* A condition of the source: the same text, with single spaces. */
void normal_condition(const char *text, size_t len, size_t most, strbuf_t *out);

/* "z3: ../src/ast/ast.cpp:12:7" is "ast.cpp:12": the first file:line in the text, or the last part
 * of the path when there is no line. */
void normal_place(const char *text, size_t len, strbuf_t *out);

/* The place after the first file:line in a text, NULL when there is none. */
const char *normal_find_place_end(const char *text, size_t len);

/* "virtual int A<T>::f(int) const [with T = int]" is "A<T>::f". */
void normal_function(const char *text, size_t len, strbuf_t *out);

#endif
