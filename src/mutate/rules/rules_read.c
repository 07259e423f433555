/* rules_read.c - rules from text. data/rules/fusion.sexp shows the form. */
#include "mutate/rules/rules_priv.h"

#include "base/bug.h"

#include <string.h>

/* --- names --- */

bool rule_name_is_taken(const sexpr_tree_t *tree, const rule_t *rule, const sexpr_t *name) {
    if (rule_variable_of(rule, name) < rule->variable_count)
        return true;
    for (uint32_t i = 0; i < rule->coefficient_count; i++)
        if (sexpr_same(sexpr_at(tree, rule->coefficients[i].name), name))
            return true;
    return rule->xyz && name->len == 1 && name->text[0] >= 'x' && name->text[0] <= 'z';
}

/* A new name for something, or a complaint. */
static bool take_name(reader_t *r, const rule_t *rule, uint32_t node, const char *what) {
    const sexpr_t *name = reader_at(r, node);
    if (!reader_symbol(r, node, what))
        return false;
    return !rule_name_is_taken(r->tree, rule, name) ||
           reader_fail(r, node, "the name '%.*s' is taken", (int)name->len, name->text);
}

/* --- clauses that all kinds have --- */

static void read_variables(reader_t *r, uint32_t list, rule_t *rule, bool width) {
    for (uint32_t i = list + 2; i < reader_next(r, list); i = reader_next(r, i)) {
        const sexpr_t *name = reader_at(r, i);
        if (!take_name(r, rule, i, "a name"))
            continue;
        if (rule->variable_count == RULE_VARIABLES)
            reader_fail(r, i, "more than %d widths and types", RULE_VARIABLES);
        else
            rule->variables[rule->variable_count++] =
                (rule_variable_t){.name = {name->text, name->len}, .width = width};
    }
}

static void clause_widths(reader_t *r, uint32_t list, void *into) {
    read_variables(r, list, into, true);
}

static void clause_types(reader_t *r, uint32_t list, void *into) {
    read_variables(r, list, into, false);
}

static bool is_type(const reader_t *r, const rule_t *rule, uint32_t node) {
    uint32_t variable = rule_variable_of(rule, reader_at(r, node));
    return variable < rule->variable_count && !rule->variables[variable].width;
}

/* D, or (D A ...) with types of the rule. */
static void clause_datatype(reader_t *r, uint32_t list, void *into) {
    rule_t *rule = into;
    rule->datatype = list;
    rule->parametric = reader_is_list(r, list + 2);
    if (!rule->parametric || reader_next(r, list + 2) == list + 3) {
        reader_symbol(r, list + 2, "the name of a datatype");
        return;
    }
    reader_symbol(r, list + 3, "the name of a datatype");
    for (uint32_t i = list + 4; i < reader_next(r, list + 2); i = reader_next(r, i))
        if (!is_type(r, rule, i))
            reader_fail(r, i, "a parameter of a datatype is one of the rule's (types ...)");
}

static void add_coefficient(reader_t *r, rule_t *rule, rule_coefficient_t row) {
    assert(row.inverse == RULE_NO_NODE || row.inverse < rule->coefficient_count);
    if (!take_name(r, rule, row.name, "the name of a coefficient"))
        return;
    if (rule->coefficient_count == RULE_COEFFICIENTS)
        reader_fail(r, row.name, "more than %d coefficients", RULE_COEFFICIENTS);
    else
        rule->coefficients[rule->coefficient_count++] = row;
}

static void clause_coefficients(reader_t *r, uint32_t list, void *into) {
    for (uint32_t i = list + 2; i < reader_next(r, list); i = reader_next(r, i)) {
        rule_coefficient_t row = {
            .name = i, .sort = RULE_NO_NODE, .holds = RULE_NO_NODE, .inverse = RULE_NO_NODE};
        if (reader_has_members(r, i, 2, 3)) {
            row.name = i + 1;
            row.sort = reader_next(r, i + 1);
            if (reader_next(r, row.sort) < reader_next(r, i))
                row.holds = reader_next(r, row.sort);
        } else if (reader_is_list(r, i)) {
            reader_fail(r, i, "expected c, (c SORT) or (c SORT CONDITION)");
            continue;
        }
        add_coefficient(r, into, row);
    }
}

static const clause_t shared[] = {
    {"widths", "(widths NAME...)", 1, RULE_VARIABLES, CLAUSE_OPTIONAL, clause_widths, 0},
    {"types", "(types NAME...)", 1, RULE_VARIABLES, CLAUSE_OPTIONAL, clause_types, 0},
    {"where", "(where CONDITION...)", 1, CLAUSE_ANY, CLAUSE_OPTIONAL, CLAUSE_NODE(rule_t, where)},
    {"datatype", "(datatype NAME (CONSTRUCTOR ...)...)", 2, CLAUSE_ANY, CLAUSE_OPTIONAL,
     clause_datatype, 0},
    {"coefficients", "(coefficients NAME...)", 1, CLAUSE_ANY, CLAUSE_OPTIONAL, clause_coefficients,
     0},
};

const clause_table_t rule_clauses = {
    .row = "this rule", .clauses = shared, .count = sizeof shared / sizeof *shared};

/* --- clauses of fusion --- */

static void clause_sort(reader_t *r, uint32_t list, void *into) {
    rule_t *rule = into;
    bool three = reader_has_members(r, list, 4, 4);
    if (rule->sorts[0] != RULE_NO_NODE)
        reader_fail(r, list, "the sorts are here twice");
    for (uint32_t i = 0, at = list + 2; i < 3; i++, at = three ? reader_next(r, at) : at)
        rule->sorts[i] = at;
}

static void clause_inverse(reader_t *r, uint32_t list, void *into) {
    rule_t *rule = into;
    rule_coefficient_t row = {
        .name = list + 2, .sort = RULE_NO_NODE, .holds = RULE_NO_NODE, .inverse = RULE_NO_NODE};
    uint32_t base = reader_next(r, list + 2);
    for (uint32_t i = 0; i < rule->coefficient_count; i++)
        if (sexpr_same(reader_at(r, rule->coefficients[i].name), reader_at(r, base)) &&
            rule->coefficients[i].inverse == RULE_NO_NODE)
            row.inverse = i;
    if (row.inverse == RULE_NO_NODE)
        reader_expected(r, base, "a coefficient said before");
    else
        add_coefficient(r, rule, row);
}

/* (x RX) or (x RX (needs C)). */
static void read_side(reader_t *r, uint32_t list, rule_t *rule, form_part_t part) {
    rule->terms[part] = list + 2;
    uint32_t needs = reader_next(r, list + 2);
    if (needs >= reader_next(r, list))
        return;
    if (!reader_has_members(r, needs, 2, 2) || !sexpr_is_word(reader_at(r, needs + 1), "needs"))
        reader_fail(r, needs, "expected (needs CONDITION)");
    else
        rule->needs[part] = needs + 2;
}

static void clause_x(reader_t *r, uint32_t list, void *into) {
    read_side(r, list, into, FORM_X);
}

static void clause_y(reader_t *r, uint32_t list, void *into) {
    read_side(r, list, into, FORM_Y);
}

static void clause_z(reader_t *r, uint32_t list, void *into) {
    (void)r;
    ((rule_t *)into)->terms[FORM_Z] = list + 2;
}

static const clause_t clauses[] = {
    {"sort", "(sort SORT)", 1, 1, CLAUSE_OPTIONAL, clause_sort, 0},
    {"sorts", "(sorts X Y Z)", 3, 3, CLAUSE_OPTIONAL, clause_sort, 0},
    {"inverse", "(inverse NAME COEFFICIENT)", 2, 2, CLAUSE_REPEATED, clause_inverse, 0},
    {"z", "(z FUNCTION)", 1, 1, CLAUSE_NEEDED, clause_z, 0},
    {"x", "(x INVERSION) or (x INVERSION (needs CONDITION))", 1, 2, CLAUSE_NEEDED, clause_x, 0},
    {"y", "(y INVERSION) or (y INVERSION (needs CONDITION))", 1, 2, CLAUSE_NEEDED, clause_y, 0},
};

static const clause_table_t table = {.row = "this rule",
                                     .clauses = clauses,
                                     .count = sizeof clauses / sizeof *clauses,
                                     .shared = &rule_clauses};

/* --- rules --- */

static bool is_other_kind(const reader_t *r, uint32_t list, const char *mine) {
    static const char *const words[] = {
#define RULE_KIND(id, word) word,
#include "mutate/rules/rule_kinds.def"
    };
    if (!reader_has_members(r, list, 1, CLAUSE_ANY))
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (sexpr_is_word(reader_at(r, list + 1), words[i]))
            return strcmp(words[i], mine) != 0;
    return false;
}

const char *rule_begins(reader_t *r, uint32_t list, const char *kind) {
    if (is_other_kind(r, list, kind) || !reader_begins(r, list, kind, "NAME") ||
        !reader_symbol(r, list + 2, "the name of the rule"))
        return NULL;
    return reader_word(r, list + 2);
}

static bool has_name(const rules_t *rules, const char *name) {
    for (uint32_t i = 0; i < rules->rows.len; i++)
        if (strcmp(rules->rows.data[i].name, name) == 0)
            return true;
    return false;
}

static void read_rule(reader_t *r, uint32_t list, rules_t *rules, uint32_t source) {
    uint32_t mistakes = r->mistakes;
    rule_t rule = {.name = rule_begins(r, list, "fusion"),
                   .source = source,
                   .node = list,
                   .sorts = {RULE_NO_NODE, RULE_NO_NODE, RULE_NO_NODE},
                   .needs = {RULE_NO_NODE, RULE_NO_NODE},
                   .where = RULE_NO_NODE,
                   .datatype = RULE_NO_NODE,
                   .xyz = true};
    if (!rule.name)
        return;
    if (has_name(rules, rule.name))
        reader_fail(r, list + 2, "there is a rule %s already", rule.name);
    reader_clauses(r, list, &table, &rule);
    if (rule.sorts[0] == RULE_NO_NODE)
        reader_fail(r, list, "this rule has no (sort ...)");
    if (r->mistakes > mistakes)
        return;
    assert(rule.variable_count <= RULE_VARIABLES && rule.coefficient_count <= RULE_COEFFICIENTS);
    for (uint32_t i = 0; i < 3; i++)
        assert(rule.terms[i] > list && rule.terms[i] < reader_next(r, list));
    *vec_push(rules->mem, &rules->rows) = rule;
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

static void make_samples(rules_t *rules, uint32_t number, reader_t *r, form_vec_t *out) {
    const rule_t *rule = &rules->rows.data[number];
    uint32_t digits[RULE_VARIABLES] = {0};
    bool any = false;
    do {
        rule_binding_t binding = {.bound = (1u << rule->variable_count) - 1};
        for (uint32_t i = 0; i < rule->variable_count; i++)
            binding.values[i] = sample_at(rules, &rule->variables[i], digits[i]);
        uint32_t before = r->mistakes;
        if (!rule_where(r, rule, &binding)) {
            if (r->mistakes > before)
                return;
            continue;
        }
        /* Widths that make no sort are passed over, but when none does. */
        reader_t quiet = rule_quiet(rules, rule);
        bool fit = true;
        form_t *form = form_make(rules, number, &binding, true, &quiet, &fit);
        if (form) {
            *vec_push(rules->mem, out) = form;
        } else if (fit) {
            form_make(rules, number, &binding, true, r, &fit);
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
        uint32_t before = r->mistakes;
        form_make(rules, number, &binding, true, r, &fit);
        if (r->mistakes == before)
            reader_fail(r, rule->node, "the rule %s fits no small widths", rule->name);
    }
}

void rules_samples(rules_t *rules, uint32_t rule, form_vec_t *out) {
    reader_t quiet = rule_quiet(rules, &rules->rows.data[rule]);
    make_samples(rules, rule, &quiet, out);
}

/* --- files --- */

static void check_rule(reader_t *r, rules_t *rules, uint32_t number, rules_care_t care) {
    enum { CASES = 2048 };
    const rule_t *rule = &rules->rows.data[number];
    form_vec_t forms = {0};
    make_samples(rules, number, r, &forms);
    strbuf_t why;
    strbuf_init(&why, rules->mem);
    for (uint32_t i = 0; care == RULES_TRY && i < forms.len; i++) {
        strbuf_clear(&why);
        if (form_try(rules, forms.data[i], CASES, &why).verdict != TRIAL_REFUTED)
            continue;
        reader_fail(r, rule->node, "the rule %s does not hold: %s", rule->name, strbuf_text(&why));
        break;
    }
    strbuf_done(&why);
    vec_free(rules->mem, &forms);
}

bool rules_read(rules_t *rules, const char *text, size_t len, rules_care_t care,
                diag_list_t *diags) {
    uint32_t kept = rules->rows.len;
    uint32_t source = rules->sources.len;
    sexpr_tree_t *tree = vec_push(rules->mem, &rules->sources);
    sexpr_init(tree, rules->mem);
    reader_t r = {.tree = tree, .texts = &rules->texts, .diags = diags};
    bool ok = sexpr_read(tree, arena_copy(&rules->texts, text, len), len, diags);
    for (uint32_t i = 0; ok && i < tree->nodes.len; i = reader_next(&r, i))
        read_rule(&r, i, rules, source);
    for (uint32_t i = kept; care != RULES_TRUST && i < rules->rows.len; i++)
        check_rule(&r, rules, i, care);
    ok = ok && r.mistakes == 0;
    if (!ok)
        rules->rows.len = kept;
    return ok;
}
