/* approx_priv.h - what the files of approx.h share. */
#ifndef MUTATE_APPROX_PRIV_H
#define MUTATE_APPROX_PRIV_H

#include "mutate/rules/rules_priv.h"
#include "mutate/sparrow/approx.h"

static inline const sexpr_tree_t *approx_tree(const approxes_t *all, const approx_rule_t *row) {
    return rule_tree(&all->base, &row->rule);
}

/* What an atom of a rule names, or the count of them. */
uint32_t approx_term_of(const sexpr_tree_t *tree, const approx_rule_t *row, const sexpr_t *atom);
uint32_t approx_literal_of(const sexpr_tree_t *tree, const approx_rule_t *row, const sexpr_t *atom);
uint32_t approx_constructor_of(const sexpr_tree_t *tree, const approx_rule_t *row,
                               const sexpr_t *atom);
/* The constructor that has the selector, and which field it is. */
uint32_t approx_selector_of(const sexpr_tree_t *tree, const approx_rule_t *row, const sexpr_t *atom,
                            uint32_t *field);
bool approx_is_predicate(const sexpr_tree_t *tree, const approx_rule_t *row, const sexpr_t *atom);

/* Makes the uses of a rule from its form. */
void approx_compile(approxes_t *all, uint32_t rule, const approx_form_t *form, reader_t *r);

/* As approx_sample, and says what is wrong. */
bool approx_make_sample(approxes_t *all, uint32_t rule, uint32_t k, approx_form_t *form, bool *made,
                        reader_t *r);

/* Literals for the constants of the form that stand for literals, such that its conditions hold;
 * they are terms of the bank. */
bool approx_draw(approxes_t *all, const approx_form_t *form, rng_t *rng, term_t *values);

/* A language for each constant that is one; TERM_NONE for the others. */
void approx_draw_languages(approxes_t *all, const approx_form_t *form, rng_t *rng, term_t *values);

#endif
