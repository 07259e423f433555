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

/* The file of the rule, and a reader of it that counts mistakes only. Neither is good any more when
 * another file is read. */
static inline const sexpr_tree_t *rule_tree(const rules_t *rules, const rule_t *rule) {
    return &rules->sources.data[rule->source];
}

static inline reader_t rule_quiet(const rules_t *rules, const rule_t *rule) {
    return (reader_t){.tree = rule_tree(rules, rule)};
}

/* The variable of the rule that the node names, or their count. */
uint32_t rule_variable_of(const rule_t *rule, const sexpr_t *node);

/* --- reading (rules_read.c) --- */

/* The name of the rule (KIND NAME ...), copied to r->texts. NULL when the list is a rule of another
 * kind, which another reader takes, and when it is none, with a complaint. */
const char *rule_begins(reader_t *r, uint32_t list, const char *kind);

bool rule_name_is_taken(const sexpr_tree_t *tree, const rule_t *rule, const sexpr_t *name);

/* The clauses that rules of all kinds have; what is read begins with a rule_t. */
extern const clause_table_t rule_clauses;

/* Whether the sort is an instance of the pattern at node; binds variables. */
bool rule_match(const rules_t *rules, const rule_t *rule, uint32_t node, sort_t sort,
                rule_binding_t *binding);

/* The number that an index expression over widths stands for. */
bool rule_index(const sexpr_tree_t *tree, const rule_t *rule, uint32_t node,
                const rule_binding_t *binding, int64_t *value);

/* Whether the rule's (where ...) holds; false with a complaint when it is malformed. */
bool rule_where(reader_t *r, const rule_t *rule, const rule_binding_t *binding);

/* --- writing a rule for concrete sorts as a script (rules_form.c) --- */

/* Text from out on is that of the node. */
typedef struct rule_place {
    uint32_t out;
    uint32_t node;
} rule_place_t;

typedef struct rule_maker {
    rules_t *rules;
    const rule_t *rule;
    const rule_binding_t *binding;
    reader_t *r; /* of the rule's file; gets the mistakes */
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

/* Parses what was written; mistakes are told at the place in the rules file that they come from. */
bool maker_parse(rule_maker_t *m, script_t *script);

/* Values of the sort: all of a small one, and the answer is true; else some, the smallest among
 * them. */
bool rules_sample_values(rules_t *rules, sort_t sort, value_vec_t *list);

/* Makes the form; NULL, with complaints, when it has mistakes. sorts_fit, which may be NULL when it
 * is known, gets whether at least x and y have a sort: not every width makes one. Without keep, the
 * terms of a form are released when nothing needs them again. */
form_t *form_make(rules_t *rules, uint32_t rule, const rule_binding_t *binding, bool keep,
                  reader_t *r, bool *sorts_fit);
void form_free(rules_t *rules, form_t *form);

#endif
