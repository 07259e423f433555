/* rules_read.c - rules from text. data/rules/fusion.sexp shows the form. */
#include "mutate/rules/rules_priv.h"

#include "base/bug.h"

#include <string.h>

typedef rule_reader_t reader_t;

static const sexpr_t *node_at(const reader_t *r, uint32_t index) {
    return rule_node(r->rules, &r->rule, index);
}

#define FAIL RULE_FAIL

static int shown(const sexpr_t *node) {
    enum { MOST = 40 };
    uint32_t len = node->end - node->offset;
    return (int)(len < MOST ? len : MOST);
}

static const char *source_at(const reader_t *r, const sexpr_t *node) {
    return r->rules->sources.data[r->rule.source].text + node->offset;
}

bool rule_want_symbol(reader_t *r, uint32_t node, const char *what) {
    const sexpr_t *at = node_at(r, node);
    if (at->kind == TOKEN_SYMBOL)
        return true;
    FAIL(r, node, "expected %s, not '%.*s'", what, shown(at), source_at(r, at));
    return false;
}

bool rule_name_is_taken(const reader_t *r, const sexpr_t *name) {
    for (uint32_t i = 0; i < r->rule.variable_count; i++)
        if (r->rule.variables[i].len == name->len &&
            memcmp(r->rule.variables[i].name, name->text, name->len) == 0)
            return true;
    for (uint32_t i = 0; i < r->rule.coefficient_count; i++) {
        const sexpr_t *other = node_at(r, r->rule.coefficients[i].name);
        if (other->len == name->len && memcmp(other->text, name->text, name->len) == 0)
            return true;
    }
    return false;
}

static bool is_type(const reader_t *r, const sexpr_t *name) {
    for (uint32_t i = 0; i < r->rule.variable_count; i++)
        if (!r->rule.variables[i].width && r->rule.variables[i].len == name->len &&
            memcmp(r->rule.variables[i].name, name->text, name->len) == 0)
            return true;
    return false;
}

static bool is_taken(const reader_t *r, const sexpr_t *name) {
    return (r->xyz && name->len == 1 && name->text[0] >= 'x' && name->text[0] <= 'z') ||
           rule_name_is_taken(r, name);
}

/* --- clauses --- */

static void read_variables(reader_t *r, uint32_t list, bool width) {
    for (uint32_t i = list + 2; i < node_at(r, list)->next; i = node_at(r, i)->next) {
        if (!rule_want_symbol(r, i, "a name"))
            continue;
        const sexpr_t *name = node_at(r, i);
        if (is_taken(r, name)) {
            FAIL(r, i, "the name '%.*s' is taken", shown(name), name->text);
        } else if (r->rule.variable_count == RULE_VARIABLES) {
            FAIL(r, i, "more than %d widths and types", RULE_VARIABLES);
        } else {
            r->rule.variables[r->rule.variable_count++] =
                (rule_variable_t){.name = name->text, .len = name->len, .width = width};
        }
    }
}

static void row_widths(reader_t *r, uint32_t list) {
    read_variables(r, list, true);
}

static void row_types(reader_t *r, uint32_t list) {
    read_variables(r, list, false);
}

static void row_where(reader_t *r, uint32_t list) {
    r->rule.where = list;
}

static void row_sort(reader_t *r, uint32_t list) {
    if (r->rule.sorts[0] != RULE_NO_NODE)
        FAIL(r, list, "the sorts are here twice");
    for (uint32_t i = 0; i < 3; i++)
        r->rule.sorts[i] = list + 2;
}

static void row_sorts(reader_t *r, uint32_t list) {
    if (r->rule.sorts[0] != RULE_NO_NODE)
        FAIL(r, list, "the sorts are here twice");
    uint32_t at = list + 2;
    for (uint32_t i = 0; i < 3; i++, at = node_at(r, at)->next)
        r->rule.sorts[i] = at;
}

/* D, or (D A ...) with types of the rule. */
static void row_datatype(reader_t *r, uint32_t list) {
    r->rule.datatype = list;
    const sexpr_t *name = node_at(r, list + 2);
    r->rule.parametric = sexpr_is_list(name);
    if (!r->rule.parametric || name->next == list + 3) {
        rule_want_symbol(r, list + 2, "the name of a datatype");
        return;
    }
    rule_want_symbol(r, list + 3, "the name of a datatype");
    for (uint32_t i = list + 4; i < name->next; i = node_at(r, i)->next)
        if (!rule_want_symbol(r, i, "a type of the rule") || !is_type(r, node_at(r, i)))
            FAIL(r, i, "a parameter of a datatype is one of the rule's (types ...)");
}

static void add_coefficient(reader_t *r, uint32_t name, rule_coefficient_t row) {
    const sexpr_t *at = node_at(r, name);
    if (!rule_want_symbol(r, name, "the name of a coefficient"))
        return;
    if (is_taken(r, at)) {
        FAIL(r, name, "the name '%.*s' is taken", shown(at), at->text);
    } else if (r->rule.coefficient_count == RULE_COEFFICIENTS) {
        FAIL(r, name, "more than %d coefficients", RULE_COEFFICIENTS);
    } else {
        row.name = name;
        r->rule.coefficients[r->rule.coefficient_count++] = row;
    }
}

static void row_coefficients(reader_t *r, uint32_t list) {
    const sexpr_tree_t *tree = &r->rules->sources.data[r->rule.source].tree;
    for (uint32_t i = list + 2; i < node_at(r, list)->next; i = node_at(r, i)->next) {
        rule_coefficient_t row = {
            .sort = RULE_NO_NODE, .holds = RULE_NO_NODE, .inverse = RULE_NO_NODE};
        if (!sexpr_is_list(node_at(r, i))) {
            add_coefficient(r, i, row);
            continue;
        }
        uint32_t count = sexpr_count(tree, i);
        if (count < 2 || count > 3) {
            FAIL(r, i, "expected c, (c SORT) or (c SORT CONDITION)");
            continue;
        }
        row.sort = node_at(r, i + 1)->next;
        if (count == 3)
            row.holds = node_at(r, row.sort)->next;
        add_coefficient(r, i + 1, row);
    }
}

static void row_inverse(reader_t *r, uint32_t list) {
    rule_coefficient_t row = {.sort = RULE_NO_NODE, .holds = RULE_NO_NODE, .inverse = RULE_NO_NODE};
    const sexpr_t *base = node_at(r, node_at(r, list + 2)->next);
    for (uint32_t i = 0; i < r->rule.coefficient_count; i++) {
        const sexpr_t *name = node_at(r, r->rule.coefficients[i].name);
        if (name->len == base->len && memcmp(name->text, base->text, base->len) == 0 &&
            r->rule.coefficients[i].inverse == RULE_NO_NODE)
            row.inverse = i;
    }
    if (row.inverse == RULE_NO_NODE)
        FAIL(r, list, "'%.*s' is no coefficient said before", shown(base), source_at(r, base));
    else
        add_coefficient(r, list + 2, row);
}

/* (x RX) or (x RX (needs C)). */
static void read_side(reader_t *r, uint32_t list, form_part_t part) {
    r->rule.terms[part] = list + 2;
    uint32_t third = node_at(r, list + 2)->next;
    if (third >= node_at(r, list)->next)
        return;
    const sexpr_t *node = node_at(r, third);
    const sexpr_tree_t *tree = &r->rules->sources.data[r->rule.source].tree;
    if (part == FORM_Z || !sexpr_is_list(node) || sexpr_count(tree, third) != 2 ||
        !sexpr_is_word(node_at(r, third + 1), "needs"))
        FAIL(r, third,
             part == FORM_Z ? "nothing stands behind a fusion function"
                            : "expected (needs CONDITION)");
    else
        r->rule.needs[part] = third + 2;
}

static void row_x(reader_t *r, uint32_t list) {
    read_side(r, list, FORM_X);
}

static void row_y(reader_t *r, uint32_t list) {
    read_side(r, list, FORM_Y);
}

static void row_z(reader_t *r, uint32_t list) {
    read_side(r, list, FORM_Z);
}

static const rule_clause_t shared[] = {
    {"widths", 1, RULE_VARIABLES, false, row_widths},
    {"types", 1, RULE_VARIABLES, false, row_types},
    {"where", 1, UINT32_MAX, false, row_where},
    {"datatype", 2, UINT32_MAX, false, row_datatype},
    {"coefficients", 1, UINT32_MAX, false, row_coefficients},
};

static const rule_clause_t clauses[] = {
    {"sort", 1, 1, false, row_sort},
    {"sorts", 3, 3, false, row_sorts},
    {"inverse", 2, 2, true, row_inverse},
    {"z", 1, 2, false, row_z},
    {"x", 1, 2, false, row_x},
    {"y", 1, 2, false, row_y},
};

enum { SHARED = sizeof shared / sizeof *shared, CLAUSES = sizeof clauses / sizeof *clauses };

static void unknown_clause(reader_t *r, uint32_t list, const rule_clause_t *own, uint32_t count) {
    const sexpr_t *word = node_at(r, list + 1);
    strbuf_t known;
    strbuf_init(&known, r->rules->mem);
    for (uint32_t i = 0; i < SHARED + count; i++)
        strbuf_format(&known, "%s%s", i > 0 ? ", " : "",
                      i < SHARED ? shared[i].word : own[i - SHARED].word);
    FAIL(r, list, "unknown clause '%.*s'; known are %s", shown(word), word->text,
         strbuf_text(&known));
    strbuf_done(&known);
}

void rule_read_clause(reader_t *r, uint32_t list, const rule_clause_t *own, uint32_t own_count) {
    const sexpr_t *node = node_at(r, list);
    if (!sexpr_is_list(node) || node->next == list + 1 ||
        node_at(r, list + 1)->kind != TOKEN_SYMBOL) {
        FAIL(r, list, "expected a clause such as (widths n), not '%.*s'", shown(node),
             source_at(r, node));
        return;
    }
    uint32_t row = 0;
    const rule_clause_t *clause = NULL;
    for (; row < SHARED + own_count; row++) {
        clause = row < SHARED ? &shared[row] : &own[row - SHARED];
        if (sexpr_is_word(node_at(r, list + 1), clause->word))
            break;
    }
    if (row == SHARED + own_count) {
        unknown_clause(r, list, own, own_count);
        return;
    }
    uint32_t count = sexpr_count(&r->rules->sources.data[r->rule.source].tree, list) - 1;
    if (count < clause->least || count > clause->most)
        FAIL(r, list, "'%s' with %u member%s", clause->word, count, count == 1 ? "" : "s");
    else if ((r->seen >> row & 1) && !clause->many)
        FAIL(r, list, "'%s' is here twice", clause->word);
    else
        clause->read(r, list);
    r->seen |= 1u << row;
}

static bool has_name(const rules_t *rules, const char *name) {
    for (uint32_t i = 0; i < rules->rows.len; i++)
        if (strcmp(rules->rows.data[i].name, name) == 0)
            return true;
    return false;
}

bool rule_is_other_kind(const reader_t *r, uint32_t list, const char *mine) {
    static const char *const words[] = {
#define RULE_KIND(id, word) word,
#include "mutate/rules/rule_kinds.def"
    };
    const sexpr_t *node = &r->rules->sources.data[r->rule.source].tree.nodes.data[list];
    if (!sexpr_is_list(node) || node->next < list + 2)
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (sexpr_is_word(node + 1, words[i]))
            return !sexpr_is_word(node + 1, mine);
    return false;
}

static void read_rule(reader_t *r, uint32_t list, uint32_t source) {
    uint32_t before = r->report.count;
    r->rule = (rule_t){.name = "?",
                       .source = source,
                       .node = list,
                       .sorts = {RULE_NO_NODE, RULE_NO_NODE, RULE_NO_NODE},
                       .terms = {RULE_NO_NODE, RULE_NO_NODE, RULE_NO_NODE},
                       .needs = {RULE_NO_NODE, RULE_NO_NODE},
                       .where = RULE_NO_NODE,
                       .datatype = RULE_NO_NODE};
    r->seen = 0;
    if (rule_is_other_kind(r, list, "fusion"))
        return;
    const sexpr_t *node = node_at(r, list);
    if (!sexpr_is_list(node) || node->next < list + 3 ||
        !sexpr_is_word(node_at(r, list + 1), "fusion")) {
        FAIL(r, list, "expected (fusion NAME ...), not '%.*s'", shown(node), source_at(r, node));
        return;
    }
    if (!rule_want_symbol(r, list + 2, "the name of the rule"))
        return;
    const sexpr_t *name = node_at(r, list + 2);
    r->rule.name = arena_copy(&r->rules->texts, name->text, name->len);
    if (has_name(r->rules, r->rule.name))
        FAIL(r, list + 2, "there is a rule %s already", r->rule.name);
    for (uint32_t i = list + 3; i < node->next; i = node_at(r, i)->next)
        rule_read_clause(r, i, clauses, CLAUSES);
    static const char *const parts[3] = {"x", "y", "z"};
    if (r->rule.sorts[0] == RULE_NO_NODE)
        FAIL(r, list, "the rule %s has no (sort ...)", r->rule.name);
    for (uint32_t i = 0; i < 3; i++)
        if (r->rule.terms[i] == RULE_NO_NODE)
            FAIL(r, list, "the rule %s has no (%s ...)", r->rule.name, parts[i]);
    if (r->report.count == before)
        *vec_push(r->rules->mem, &r->rules->rows) = r->rule;
}

/* --- a few sorts for a rule --- */

/* 5 and 11 make Float16, for the rules with two widths that are no bit-vectors' */
static const uint32_t sample_widths[] = {1, 2, 3, 8};

static uint32_t sample_count(const rule_variable_t *variable) {
    return variable->width ? sizeof sample_widths / sizeof *sample_widths : 2;
}

static uint32_t sample_at(rules_t *rules, const rule_variable_t *variable, uint32_t i) {
    if (variable->width)
        return sample_widths[i];
    return i == 0 ? (uint32_t)SORT_INT : sort_bitvec(rules->bank, 2);
}

/* The next combination, as a number with a digit for each variable. */
static bool next_sample(const rule_t *rule, uint32_t *digits) {
    for (uint32_t i = 0; i < rule->variable_count; i++) {
        if (++digits[i] < sample_count(&rule->variables[i]))
            return true;
        digits[i] = 0;
    }
    return false;
}

static void make_samples(rules_t *rules, uint32_t number, rule_report_t *report, form_vec_t *out) {
    const rule_t *rule = &rules->rows.data[number];
    uint32_t digits[RULE_VARIABLES] = {0};
    bool any = false;
    do {
        rule_binding_t binding = {.bound = (1u << rule->variable_count) - 1};
        for (uint32_t i = 0; i < rule->variable_count; i++)
            binding.values[i] = sample_at(rules, &rule->variables[i], digits[i]);
        uint32_t before = report->count;
        if (!rule_where(rules, rule, &binding, report)) {
            if (report->count > before)
                return;
            continue;
        }
        /* Widths that make no sort are passed over, but when none does. */
        rule_report_t quiet = {0};
        bool fit = true;
        form_t *form = form_make(rules, number, &binding, true, &quiet, &fit);
        if (form) {
            *vec_push(rules->mem, out) = form;
        } else if (fit) {
            form_make(rules, number, &binding, true, report, &fit);
            return;
        }
        any |= fit;
        rule = &rules->rows.data[number];
    } while (next_sample(rule, digits));
    if (!any) {
        rule_binding_t binding = {.bound = (1u << rule->variable_count) - 1};
        for (uint32_t i = 0; i < rule->variable_count; i++)
            binding.values[i] = sample_at(rules, &rule->variables[i], 0);
        bool fit;
        uint32_t before = report->count;
        form_make(rules, number, &binding, true, report, &fit);
        if (report->count == before)
            rule_fail(rules, rule, report, rule_node(rules, rule, rule->node)->offset,
                      "the rule %s fits no small widths", rule->name);
    }
}

void rules_samples(rules_t *rules, uint32_t rule, form_vec_t *out) {
    rule_report_t report = {0};
    make_samples(rules, rule, &report, out);
}

/* --- files --- */

static void check_rule(reader_t *r, uint32_t number, rules_care_t care) {
    enum { CASES = 2048 };
    rules_t *rules = r->rules;
    form_vec_t forms = {0};
    make_samples(rules, number, &r->report, &forms);
    strbuf_t why;
    strbuf_init(&why, rules->mem);
    for (uint32_t i = 0; care == RULES_TRY && i < forms.len; i++) {
        strbuf_clear(&why);
        if (form_try(rules, forms.data[i], CASES, &why).verdict != TRIAL_REFUTED)
            continue;
        const rule_t *rule = &rules->rows.data[number];
        rule_fail(rules, rule, &r->report, rule_node(rules, rule, rule->node)->offset,
                  "the rule %s does not hold: %s", rule->name, strbuf_text(&why));
        break;
    }
    strbuf_done(&why);
    vec_free(rules->mem, &forms);
}

bool rules_read(rules_t *rules, const char *text, size_t len, rules_care_t care,
                diag_list_t *diags) {
    uint32_t kept = rules->rows.len;
    uint32_t source = rules->sources.len;
    rule_source_t *row = vec_push(rules->mem, &rules->sources);
    *row = (rule_source_t){.len = len};
    sexpr_init(&row->tree, rules->mem);
    row->text = arena_copy(&rules->texts, text, len);
    reader_t r = {.rules = rules, .report = {.diags = diags}, .xyz = true};
    bool ok = sexpr_read(&row->tree, row->text, len, diags);
    uint32_t count = rules->sources.data[source].tree.nodes.len;
    for (uint32_t i = 0; ok && i < count; i = rules->sources.data[source].tree.nodes.data[i].next)
        read_rule(&r, i, source);
    for (uint32_t i = kept; care != RULES_TRUST && i < rules->rows.len; i++)
        check_rule(&r, i, care);
    ok = ok && r.report.count == 0;
    if (!ok)
        rules->rows.len = kept;
    return ok;
}
