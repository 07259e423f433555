/* language.h - sets of strings as regular languages, for code outside the evaluator.
 *
 * A language is the value that a term of sort RegLan has (regex.h). These make and ask languages
 * of characters:
 *
 *     value_t starts_with_a = language_concat(values, language_range(values, 'a', 'a'),
 *                                             language_all(values));
 *     bool has;
 *     if (language_has(&eval, starts_with_a, string, &has)) ...
 *
 * What takes an eval_t works within a budget of its own; it is false when that is used up. */
#ifndef EVAL_LANGUAGE_H
#define EVAL_LANGUAGE_H

#include "eval/engine/eval.h"

#define LANGUAGE_FOREVER UINT64_MAX

/* --- makers --- */

value_t language_none(values_t *values);
value_t language_all(values_t *values);
value_t language_any(values_t *values);   /* one character */
value_t language_empty(values_t *values); /* the empty string alone */
value_t language_word(values_t *values, value_t string);

/* One character between two; none when high < low. */
value_t language_range(values_t *values, uint32_t low, uint32_t high);

value_t language_concat(values_t *values, value_t a, value_t b);
value_t language_union(values_t *values, value_t a, value_t b);
value_t language_inter(values_t *values, value_t a, value_t b);
value_t language_comp(values_t *values, value_t a);

/* From least to most times; LANGUAGE_FOREVER is without end. */
value_t language_loop(values_t *values, value_t body, uint64_t least, uint64_t most);

/* --- questions --- */

/* Whether it is the makers' none or all; one that is empty in a less obvious way is not found. */
bool language_is_none(values_t *values, value_t language);
bool language_is_all(values_t *values, value_t language);

/* Whether the empty string is in it. */
bool language_nullable(const values_t *values, value_t language);

/* Whether something in it may be repeated without end: (-)* of the papers. A complement counts. */
bool language_starred(values_t *values, value_t language);

/* Nodes of its expression, at most as many as most says. */
uint32_t language_size(values_t *values, value_t language, uint32_t most);

/* The ranges of a language of single characters; 0 when it is another, or there are more. */
uint32_t language_letters(const values_t *values, value_t language, uint32_t *ranges,
                          uint32_t most);

bool language_has(eval_t *eval, value_t language, value_t string, bool *has);

/* The strings that may follow it, and those that may stand before it. */
bool language_after(eval_t *eval, value_t language, value_t string, value_t *out);
bool language_before(eval_t *eval, value_t language, value_t string, value_t *out);

/* All its strings backwards. */
bool language_reverse(eval_t *eval, value_t language, value_t *out);

/* As a term of sort RegLan. */
term_t language_term(values_t *values, bank_t *bank, value_t language);

#endif
