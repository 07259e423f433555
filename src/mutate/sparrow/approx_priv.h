/* approx_priv.h - what the files of approx.h share. */
#ifndef MUTATE_APPROX_PRIV_H
#define MUTATE_APPROX_PRIV_H

#include "mutate/rules/rules_priv.h"
#include "mutate/sparrow/approx.h"

static inline const sexpr_t *approx_at(const approxes_t *all, const approx_rule_t *row,
                                       uint32_t index) {
    return rule_node(&all->base, &row->rule, index);
}

static inline bool approx_same_atom(const sexpr_t *a, const sexpr_t *b) {
    return a->len == b->len && memcmp(a->text, b->text, a->len) == 0;
}

/* What an atom of a rule names, or the count of them. */
uint32_t approx_term_of(const approxes_t *all, const approx_rule_t *row, const sexpr_t *atom);
uint32_t approx_literal_of(const approxes_t *all, const approx_rule_t *row, const sexpr_t *atom);
uint32_t approx_variable_of(const approx_rule_t *row, const sexpr_t *atom);
uint32_t approx_constructor_of(const approxes_t *all, const approx_rule_t *row,
                               const sexpr_t *atom);
/* The constructor that has the selector, and which field it is. */
uint32_t approx_selector_of(const approxes_t *all, const approx_rule_t *row, const sexpr_t *atom,
                            uint32_t *field);
bool approx_is_predicate(const approxes_t *all, const approx_rule_t *row, const sexpr_t *atom);

/* The code of a sort in the rule; false, with a report, when it is none. */
bool approx_code(approxes_t *all, const approx_rule_t *row, uint32_t node, rule_report_t *report,
                 uint32_t *code);

/* Makes the uses of a rule from its form. */
void approx_compile(approxes_t *all, uint32_t rule, const approx_form_t *form,
                    rule_report_t *report);

/* As approx_sample, and says what is wrong. */
bool approx_make_sample(approxes_t *all, uint32_t rule, uint32_t k, approx_form_t *form, bool *made,
                        rule_report_t *report);

/* Literals for the constants of the form that stand for literals, such that its conditions hold;
 * they are terms of the bank. */
bool approx_draw(approxes_t *all, const approx_form_t *form, rng_t *rng, term_t *values);

/* A language for each constant that is one; TERM_NONE for the others. */
void approx_draw_languages(approxes_t *all, const approx_form_t *form, rng_t *rng, term_t *values);

#endif
