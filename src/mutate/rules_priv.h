/* rules_priv.h - what the files of rules.h share. */
#ifndef MUTATE_RULES_PRIV_H
#define MUTATE_RULES_PRIV_H

#include "mutate/rules.h"

/* The names of the opaque sorts: no other text of a form has them in it. */
#define RULE_OPAQUE_FIRST "sort!1"
#define RULE_OPAQUE_SECOND "sort!2"

/* What a rule's variables stand for: a width, or a sort. */
typedef struct rule_binding {
    uint32_t values[RULE_VARIABLES];
    uint32_t bound; /* bit i: variable i has a value */
} rule_binding_t;

/* Where mistakes go; NULL diags: nowhere. */
typedef struct rule_report {
    diag_list_t *diags;
    uint32_t count;
} rule_report_t;

const sexpr_t *rule_node(const rules_t *rules, const rule_t *rule, uint32_t index);

void rule_fail(const rules_t *rules, const rule_t *rule, rule_report_t *report, uint32_t offset,
               const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Whether the sort is an instance of the pattern at node; binds variables. */
bool rule_match(const rules_t *rules, const rule_t *rule, uint32_t node, sort_t sort,
                rule_binding_t *binding);

/* The number that an index expression over widths stands for. */
bool rule_index(const rules_t *rules, const rule_t *rule, uint32_t node,
                const rule_binding_t *binding, int64_t *value);

/* Whether the rule's (where ...) holds; false and a report when it is malformed. */
bool rule_where(const rules_t *rules, const rule_t *rule, const rule_binding_t *binding,
                rule_report_t *report);

/* Makes the form; NULL, with a report, when it has mistakes. sorts_fit, which may be NULL when it
 * is known, gets whether at least x and y have a sort: not every width makes one. Without keep, a
 * form whose terms nobody asks for again leaves none. */
form_t *form_make(rules_t *rules, uint32_t rule, const rule_binding_t *binding, bool keep,
                  rule_report_t *report, bool *sorts_fit);
void form_free(rules_t *rules, form_t *form);

#endif
