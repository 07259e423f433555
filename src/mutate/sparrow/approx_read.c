/* approx_read.c - rules of approximation from text. data/rules/approx.sexp shows the form. */
#include "mutate/sparrow/approx_priv.h"

#include "base/bug.h"

#include <string.h>

typedef struct reader {
    rule_reader_t base; /* first: the shared clauses know no more than this */
    approxes_t *all;
    approx_rule_t row;
    bool said[2]; /* strong, weak */
} reader_t;

static reader_t *own(rule_reader_t *r) {
    return (reader_t *)r;
}

static const sexpr_t *node_at(const rule_reader_t *r, uint32_t index) {
    return rule_node(r->rules, &r->rule, index);
}

static const sexpr_tree_t *tree_of(const rule_reader_t *r) {
    return &r->rules->sources.data[r->rule.source].tree;
}

/* --- names --- */

uint32_t approx_term_of(const approxes_t *all, const approx_rule_t *row, const sexpr_t *atom) {
    uint32_t i = 0;
    while (i < row->term_count &&
           !(atom->kind == TOKEN_SYMBOL &&
             approx_same_atom(approx_at(all, row, row->terms[i].name), atom)))
        i++;
    return i;
}

uint32_t approx_literal_of(const approxes_t *all, const approx_rule_t *row, const sexpr_t *atom) {
    uint32_t i = 0;
    while (i < row->rule.coefficient_count &&
           !(atom->kind == TOKEN_SYMBOL &&
             approx_same_atom(approx_at(all, row, row->rule.coefficients[i].name), atom)))
        i++;
    return i;
}

uint32_t approx_variable_of(const approx_rule_t *row, const sexpr_t *atom) {
    uint32_t i = 0;
    while (i < row->rule.variable_count &&
           !(atom->kind == TOKEN_SYMBOL && row->rule.variables[i].len == atom->len &&
             memcmp(row->rule.variables[i].name, atom->text, atom->len) == 0))
        i++;
    return i;
}

uint32_t approx_constructor_of(const approxes_t *all, const approx_rule_t *row,
                               const sexpr_t *atom) {
    uint32_t i = 0;
    while (i < row->constructor_count &&
           !(atom->kind == TOKEN_SYMBOL &&
             approx_same_atom(approx_at(all, row, row->constructors[i].name), atom)))
        i++;
    return i;
}

uint32_t approx_selector_of(const approxes_t *all, const approx_rule_t *row, const sexpr_t *atom,
                            uint32_t *field) {
    for (uint32_t i = 0; i < row->constructor_count; i++)
        for (uint32_t k = 0; k < row->constructors[i].fields; k++)
            if (atom->kind == TOKEN_SYMBOL &&
                approx_same_atom(approx_at(all, row, row->constructors[i].selectors[k]), atom)) {
                *field = k;
                return i;
            }
    return row->constructor_count;
}

bool approx_is_predicate(const approxes_t *all, const approx_rule_t *row, const sexpr_t *atom) {
    return row->predicate != RULE_NO_NODE && atom->kind == TOKEN_SYMBOL &&
           approx_same_atom(approx_at(all, row, row->predicate), atom);
}

static bool is_taken(rule_reader_t *r, const sexpr_t *name) {
    reader_t *reader = own(r);
    reader->row.rule = r->rule; /* what shared clauses read */
    return rule_name_is_taken(r, name) ||
           approx_term_of(reader->all, &reader->row, name) < reader->row.term_count ||
           approx_is_predicate(reader->all, &reader->row, name);
}

/* A new name, or a report. */
static bool take_name(rule_reader_t *r, uint32_t node) {
    const sexpr_t *name = node_at(r, node);
    if (!rule_want_symbol(r, node, "a name"))
        return false;
    if (!is_taken(r, name))
        return true;
    RULE_FAIL(r, node, "the name '%.*s' is taken", (int)name->len, name->text);
    return false;
}

/* --- clauses --- */

/* (among A S ...) */
static void row_among(rule_reader_t *r, uint32_t list) {
    reader_t *reader = own(r);
    reader->row.rule = r->rule;
    uint32_t variable = approx_variable_of(&reader->row, node_at(r, list + 2));
    if (variable == r->rule.variable_count || r->rule.variables[variable].width)
        RULE_FAIL(r, list + 2, "expected one of the types said before");
    else if (reader->row.among[variable] != RULE_NO_NODE)
        RULE_FAIL(r, list + 2, "what the type is among is said twice");
    else
        reader->row.among[variable] = list;
}

/* (terms (x y SORT) ...) */
static void row_terms(rule_reader_t *r, uint32_t list) {
    reader_t *reader = own(r);
    for (uint32_t i = list + 2; i < node_at(r, list)->next; i = node_at(r, i)->next) {
        if (!sexpr_is_list(node_at(r, i)) || sexpr_count(tree_of(r), i) < 2) {
            RULE_FAIL(r, i, "expected (NAME ... SORT)");
            continue;
        }
        uint32_t sort = i + 1;
        while (node_at(r, sort)->next < node_at(r, i)->next)
            sort = node_at(r, sort)->next;
        for (uint32_t k = i + 1; k < sort; k = node_at(r, k)->next) {
            if (!take_name(r, k))
                continue;
            if (reader->row.term_count == APPROX_TERMS)
                RULE_FAIL(r, k, "more than %d terms", APPROX_TERMS);
            else
                reader->row.terms[reader->row.term_count++] =
                    (approx_term_t){.name = k, .sort = sort};
        }
    }
}

/* (predicate P SORT) */
static void row_predicate(rule_reader_t *r, uint32_t list) {
    if (!take_name(r, list + 2))
        return;
    own(r)->row.predicate = list + 2;
    own(r)->row.predicate_sort = node_at(r, list + 2)->next;
}

static void read_side(rule_reader_t *r, uint32_t list, uint32_t side, uint32_t node) {
    reader_t *reader = own(r);
    if (reader->said[side])
        RULE_FAIL(r, list, "the formulas are here twice");
    reader->said[side] = true;
    reader->row.sides[side] = node;
}

static void row_strong(rule_reader_t *r, uint32_t list) {
    read_side(r, list, 0, list + 2);
}

static void row_weak(rule_reader_t *r, uint32_t list) {
    read_side(r, list, 1, list + 2);
}

static void row_same(rule_reader_t *r, uint32_t list) {
    read_side(r, list, 0, list + 2);
    read_side(r, list, 1, node_at(r, list + 2)->next);
    own(r)->row.same = true;
}

static void read_weight(rule_reader_t *r, uint32_t list, approx_direction_t direction) {
    enum { MOST = 100 };
    uint64_t weight;
    if (!sexpr_uint(node_at(r, list + 2), MOST, &weight))
        RULE_FAIL(r, list + 2, "expected a weight of up to %d", MOST);
    else
        own(r)->row.weights[direction] = (uint32_t)weight;
}

static void row_over(rule_reader_t *r, uint32_t list) {
    read_weight(r, list, APPROX_OVER);
}

static void row_under(rule_reader_t *r, uint32_t list) {
    read_weight(r, list, APPROX_UNDER);
}

static const rule_clause_t clauses[] = {
    {"among", 2, UINT32_MAX, true, row_among}, {"terms", 1, APPROX_TERMS, false, row_terms},
    {"predicate", 2, 2, false, row_predicate}, {"strong", 1, 1, false, row_strong},
    {"weak", 1, 1, false, row_weak},           {"same", 2, 2, false, row_same},
    {"over", 1, 1, false, row_over},           {"under", 1, 1, false, row_under},
};

enum { CLAUSES = sizeof clauses / sizeof *clauses };

/* --- what the clauses say together --- */

/* (c (s S) ...) or (c ...) */
static void read_constructor(reader_t *reader, uint32_t list) {
    rule_reader_t *r = &reader->base;
    approx_rule_t *row = &reader->row;
    const sexpr_t *node = node_at(r, list);
    if (row->constructor_count == APPROX_CONSTRUCTORS || !sexpr_is_list(node) ||
        node->next == list + 1) {
        RULE_FAIL(r, list, "expected up to %d constructors (c (s SORT) ...)", APPROX_CONSTRUCTORS);
        return;
    }
    approx_constructor_t made = {.name = list + 1};
    if (!take_name(r, list + 1))
        return;
    for (uint32_t i = list + 2; i < node->next; i = node_at(r, i)->next) {
        if (i == list + 2 && node->next == list + 3 && sexpr_is_word(node_at(r, i), "...")) {
            made.any = true;
        } else if (made.fields == APPROX_FIELDS || !sexpr_is_list(node_at(r, i)) ||
                   sexpr_count(tree_of(r), i) != 2 || node_at(r, i + 1)->kind != TOKEN_SYMBOL) {
            RULE_FAIL(r, i, "expected up to %d fields (s SORT), or ... alone", APPROX_FIELDS);
        } else {
            made.selectors[made.fields] = i + 1;
            approx_code(reader->all, row, i + 2, &r->report, &made.codes[made.fields++]);
        }
    }
    row->constructors[row->constructor_count++] = made;
}

static void check_row(reader_t *reader, uint32_t list) {
    rule_reader_t *r = &reader->base;
    approx_rule_t *row = &reader->row;
    row->rule = r->rule;
    if (!reader->said[0] || !reader->said[1])
        RULE_FAIL(r, list, "the rule %s has no (strong F) and (weak G), or (same F G)",
                  r->rule.name);
    if (r->rule.datatype != RULE_NO_NODE)
        for (uint32_t i = r->rule.datatype + 3; i < node_at(r, r->rule.datatype)->next;
             i = node_at(r, i)->next)
            read_constructor(reader, i);
    for (uint32_t i = 0; i < row->term_count; i++)
        approx_code(reader->all, row, row->terms[i].sort, &r->report, &row->terms[i].code);
    for (uint32_t i = 0; i < r->rule.coefficient_count; i++) {
        const rule_coefficient_t *literal = &r->rule.coefficients[i];
        const sexpr_t *name = node_at(r, literal->name);
        if (literal->sort == RULE_NO_NODE)
            RULE_FAIL(r, literal->name, "expected (c SORT) or (c SORT CONDITION)");
        if (approx_term_of(reader->all, row, name) < row->term_count)
            RULE_FAIL(r, literal->name, "the name '%.*s' is taken", (int)name->len, name->text);
    }
}

static bool has_name(const approxes_t *all, const char *name) {
    for (uint32_t i = 0; i < all->rows.len; i++)
        if (strcmp(all->rows.data[i].rule.name, name) == 0)
            return true;
    return false;
}

static void read_rule(reader_t *reader, uint32_t list, uint32_t source) {
    rule_reader_t *r = &reader->base;
    uint32_t before = r->report.count;
    r->rule = (rule_t){.name = "?",
                       .source = source,
                       .node = list,
                       .where = RULE_NO_NODE,
                       .datatype = RULE_NO_NODE};
    r->seen = 0;
    reader->said[0] = reader->said[1] = false;
    reader->row = (approx_rule_t){.weights = {1, 1}, .predicate = RULE_NO_NODE};
    for (uint32_t i = 0; i < RULE_VARIABLES; i++)
        reader->row.among[i] = RULE_NO_NODE;
    reader->row.rule = r->rule;
    if (rule_is_other_kind(r, list, "approx"))
        return;
    const sexpr_t *node = node_at(r, list);
    if (!sexpr_is_list(node) || node->next < list + 3 ||
        !sexpr_is_word(node_at(r, list + 1), "approx")) {
        RULE_FAIL(r, list, "expected (approx NAME ...)");
        return;
    }
    if (!rule_want_symbol(r, list + 2, "the name of the rule"))
        return;
    const sexpr_t *name = node_at(r, list + 2);
    r->rule.name = arena_copy(&r->rules->texts, name->text, name->len);
    if (has_name(reader->all, r->rule.name))
        RULE_FAIL(r, list + 2, "there is a rule %s already", r->rule.name);
    for (uint32_t i = list + 3; i < node->next; i = node_at(r, i)->next)
        rule_read_clause(r, i, clauses, CLAUSES);
    if (r->report.count == before)
        check_row(reader, list);
    if (r->report.count == before)
        *vec_push(reader->all->mem, &reader->all->rows) = reader->row;
}

/* --- sorts --- */

static bool code_index(const approx_rule_t *row, const sexpr_t *node, uint32_t *word) {
    enum { LARGEST = 1 << 24 };
    uint64_t number;
    uint32_t variable = approx_variable_of(row, node);
    if (variable < row->rule.variable_count && row->rule.variables[variable].width) {
        *word = CODE_WIDTH + variable;
        return true;
    }
    *word = 0;
    if (!sexpr_uint(node, LARGEST, &number))
        return false;
    *word = (uint32_t)number;
    return true;
}

static bool names_kind(const sexpr_t *node, uint32_t kind) {
    const char *name = sort_info((sort_kind_t)kind)->name;
    return node->kind == TOKEN_SYMBOL && name[0] != '\0' && sexpr_is_word(node, name);
}

/* One node of a sort; members that are sorts themselves come later. */
static bool code_node(approxes_t *all, const approx_rule_t *row, uint32_t at, uint32_t *members) {
    mem_t *mem = all->mem;
    const sexpr_t *node = approx_at(all, row, at);
    *members = node->next; /* none */
    if (!sexpr_is_list(node)) {
        uint32_t variable = approx_variable_of(row, node);
        bool type = variable < row->rule.variable_count && !row->rule.variables[variable].width;
        bool data = row->rule.datatype != RULE_NO_NODE &&
                    approx_same_atom(approx_at(all, row, row->rule.datatype + 2), node);
        uint32_t kind = SORT_BAD + 1;
        while (kind <= SORT_LAST_PLAIN && !names_kind(node, kind))
            kind++;
        if (!type && !data && kind > SORT_LAST_PLAIN)
            return false;
        *vec_push(mem, &all->codes) = type ? CODE_TYPE : data ? CODE_DATA : CODE_SORT;
        if (!data)
            *vec_push(mem, &all->codes) = type ? variable : kind;
        return true;
    }
    bool indexed = node->next > at + 1 && sexpr_is_word(approx_at(all, row, at + 1), "_");
    uint32_t head = at + 1 + indexed;
    uint32_t kind = SORT_LAST_PLAIN + 1;
    while (kind < SORT_KINDS &&
           (head >= node->next || !names_kind(approx_at(all, row, head), kind)))
        kind++;
    uint32_t count = sexpr_count(&all->base.sources.data[row->rule.source].tree, at);
    count -= 1 + (count > 0 && indexed);
    if (kind == SORT_KINDS ||
        (uint32_t)sort_info((sort_kind_t)kind)->indices != (indexed ? count : 0))
        return false;
    *vec_push(mem, &all->codes) = CODE_MAKE;
    *vec_push(mem, &all->codes) = kind;
    *vec_push(mem, &all->codes) = indexed ? count : 0;
    *vec_push(mem, &all->codes) = indexed ? 0 : count;
    if (!indexed)
        *members = head + 1;
    for (uint32_t i = head + 1; indexed && i < node->next; i = approx_at(all, row, i)->next) {
        uint32_t word;
        if (!code_index(row, approx_at(all, row, i), &word))
            return false;
        *vec_push(mem, &all->codes) = word;
    }
    return true;
}

bool approx_code(approxes_t *all, const approx_rule_t *row, uint32_t node, rule_report_t *report,
                 uint32_t *code) {
    *code = all->codes.len;
    uint32_t end = approx_at(all, row, node)->next;
    for (uint32_t at = node, next; at < end; at = next)
        if (!code_node(all, row, at, &next)) {
            rule_fail(&all->base, &row->rule, report, approx_at(all, row, at)->offset,
                      "expected a sort: a type of the rule, its datatype, or one such as Int, "
                      "(_ BitVec n), (Array A B)");
            return false;
        }
    return true;
}

/* --- files --- */

static void try_form(approxes_t *all, const approx_form_t *form, rule_report_t *report) {
    enum { CASES = 1024 };
    strbuf_t why;
    strbuf_init(&why, all->mem);
    const rule_t *rule = &all->rows.data[form->rule].rule;
    if (approx_try(all, form, CASES, &why).verdict == TRIAL_REFUTED)
        rule_fail(&all->base, rule, report, rule_node(&all->base, rule, rule->node)->offset,
                  "the rule %s does not hold: %s", rule->name, strbuf_text(&why));
    strbuf_done(&why);
}

/* One sample is enough to know what the formulas are, but all are tried. */
static void check_rule(reader_t *reader, uint32_t number, bool trial) {
    approxes_t *all = reader->all;
    rule_report_t *report = &reader->base.report;
    uint32_t before = report->count;
    bool fits = false;     /* a sample */
    bool compiled = false; /* and there are literals for it */
    bool made = true;
    approx_form_t form;
    for (uint32_t k = 0; report->count == before && (trial || !compiled) &&
                         approx_make_sample(all, number, k, &form, &made, report);
         k++) {
        if (!made)
            continue;
        fits = true;
        term_t literals[RULE_COEFFICIENTS];
        rng_t rng = rng_make(1);
        if (!compiled && approx_draw(all, &form, &rng, literals)) {
            compiled = true;
            approx_compile(all, number, &form, report);
        }
        if (trial)
            try_form(all, &form, report);
        approx_form_done(all, &form);
    }
    const rule_t *rule = &all->rows.data[number].rule;
    if (!compiled && report->count == before)
        rule_fail(&all->base, rule, report, rule_node(&all->base, rule, rule->node)->offset,
                  fits ? "no literals were found for the coefficients of %s"
                       : "the rule %s fits no small sorts",
                  rule->name);
}

/* Uses by their roots: a count, then places. */
static void index_uses(approxes_t *all) {
    uint32_t size = (OP_NONE + 1) * APPROX_DIRECTIONS + 1;
    all->firsts.len = 0;
    for (uint32_t *at = vec_extend(all->mem, &all->firsts, size), i = 0; i < size; i++)
        at[i] = 0;
    all->order.len = 0;
    (void)vec_extend(all->mem, &all->order, all->uses.len);
    uint32_t *firsts = all->firsts.data;
    for (uint32_t i = 0; i < all->uses.len; i++)
        firsts[all->uses.data[i].root * APPROX_DIRECTIONS + all->uses.data[i].direction + 1]++;
    for (uint32_t i = 1; i < size; i++)
        firsts[i] += firsts[i - 1];
    u32_vec_t next = {0};
    (void)vec_extend(all->mem, &next, size);
    for (uint32_t i = 0; i < size; i++)
        next.data[i] = firsts[i];
    for (uint32_t i = 0; i < all->uses.len; i++)
        all->order.data[next.data[all->uses.data[i].root * APPROX_DIRECTIONS +
                                  all->uses.data[i].direction]++] = i;
    vec_free(all->mem, &next);
}

bool approx_read(approxes_t *all, const char *text, size_t len, bool trial, diag_list_t *diags) {
    uint32_t rows = all->rows.len;
    uint32_t uses = all->uses.len;
    rules_t *rules = &all->base;
    uint32_t source = rules->sources.len;
    rule_source_t *row = vec_push(all->mem, &rules->sources);
    *row = (rule_source_t){.len = len};
    sexpr_init(&row->tree, all->mem);
    row->text = arena_copy(&rules->texts, text, len);
    reader_t reader = {.base = {.rules = rules, .report = {.diags = diags}}, .all = all};
    bool ok = sexpr_read(&row->tree, row->text, len, diags);
    uint32_t count = rules->sources.data[source].tree.nodes.len;
    for (uint32_t i = 0; ok && i < count; i = rules->sources.data[source].tree.nodes.data[i].next)
        read_rule(&reader, i, source);
    for (uint32_t i = rows; i < all->rows.len; i++)
        check_rule(&reader, i, trial);
    ok = ok && reader.base.report.count == 0;
    if (!ok) {
        all->rows.len = rows;
        all->uses.len = uses;
    }
    index_uses(all);
    return ok;
}
