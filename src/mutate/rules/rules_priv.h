/* rules_priv.h - what the files of rules.h share. */
#ifndef MUTATE_RULES_PRIV_H
#define MUTATE_RULES_PRIV_H

#include "mutate/rules/rules.h"

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

/* --- reading (rules_read.c) --- */

/* What reads a rule, of any kind; the first members are the same for all. */
typedef struct rule_reader {
    rules_t *rules;
    rule_report_t report;
    rule_t rule;   /* the one being read */
    uint32_t seen; /* bit i: clause i was there */
    bool xyz;      /* the names x, y and z have a meaning of their own */
} rule_reader_t;

#define RULE_FAIL(r, node, ...)                                                                    \
    rule_fail((r)->rules, &(r)->rule, &(r)->report,                                                \
              rule_node((r)->rules, &(r)->rule, node)->offset, __VA_ARGS__)

typedef struct rule_clause {
    const char *word;
    uint32_t least, most; /* members behind the word */
    bool many;            /* may be there more than once */
    void (*read)(rule_reader_t *r, uint32_t list);
} rule_clause_t;

/* Reads a clause of the rule: one of own, or one that all kinds have (widths, types, where,
 * datatype, coefficients). */
void rule_read_clause(rule_reader_t *r, uint32_t list, const rule_clause_t *own, uint32_t count);

bool rule_want_symbol(rule_reader_t *r, uint32_t node, const char *what);
bool rule_name_is_taken(const rule_reader_t *r, const sexpr_t *name);

/* Whether the list is a rule of another kind than mine, for another reader. */
bool rule_is_other_kind(const rule_reader_t *r, uint32_t list, const char *mine);

/* Whether the sort is an instance of the pattern at node; binds variables. */
bool rule_match(const rules_t *rules, const rule_t *rule, uint32_t node, sort_t sort,
                rule_binding_t *binding);

/* The number that an index expression over widths stands for. */
bool rule_index(const rules_t *rules, const rule_t *rule, uint32_t node,
                const rule_binding_t *binding, int64_t *value);

/* Whether the rule's (where ...) holds; false and a report when it is malformed. */
bool rule_where(const rules_t *rules, const rule_t *rule, const rule_binding_t *binding,
                rule_report_t *report);

/* --- writing a rule for concrete sorts as a script (rules_form.c) --- */

/* Text from out on is from source on. */
typedef struct rule_place {
    uint32_t out;
    uint32_t source;
} rule_place_t;

typedef struct rule_maker {
    rules_t *rules;
    const rule_t *rule;
    const rule_binding_t *binding;
    rule_report_t *report;
    strbuf_t out;
    VEC(rule_place_t) places;
    char suffix[16]; /* of the names of the datatype */
    bool declaring;  /* in the declaration of a datatype with parameters, which are just names */
} rule_maker_t;

/* Append the node; (declare-fun name () sort); (assert node), or (assert (= left node)) when left
 * is not NULL. Variables of the rule become what they stand for. */
void maker_node(rule_maker_t *m, uint32_t node);
void maker_constant(rule_maker_t *m, const char *name, uint32_t len, uint32_t sort);
void maker_assert(rule_maker_t *m, const char *left, uint32_t node);

/* Appends what the variables stand for, for messages. */
void maker_describe(const rule_maker_t *m, strbuf_t *out);

/* Parses what was written; errors are reported at the place in the rules file they come from. */
bool maker_parse(rule_maker_t *m, script_t *script);

/* Values of the sort: all of a small one, and the answer is true; else some, the smallest among
 * them. */
bool rules_sample_values(rules_t *rules, sort_t sort, value_vec_t *list);

/* Makes the form; NULL, with a report, when it has mistakes. sorts_fit, which may be NULL when it
 * is known, gets whether at least x and y have a sort: not every width makes one. Without keep, a
 * form whose terms nobody asks for again leaves none. */
form_t *form_make(rules_t *rules, uint32_t rule, const rule_binding_t *binding, bool keep,
                  rule_report_t *report, bool *sorts_fit);
void form_free(rules_t *rules, form_t *form);

#endif
