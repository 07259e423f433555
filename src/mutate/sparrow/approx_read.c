/* approx_read.c - rules of approximation from text. data/rules/approx.sexp shows the form. */
#include "mutate/sparrow/approx_priv.h"

#include <stddef.h>
#include <string.h>

/* The table of the clauses of all rules is shared: it reads into the rule_t. */
_Static_assert(offsetof(approx_rule_t, rule) == 0, "a rule of approximation begins with a rule");

/* --- names --- */

static bool names(const sexpr_tree_t *tree, uint32_t node, const sexpr_t *atom) {
    return atom->kind == TOKEN_SYMBOL && sexpr_same(sexpr_at(tree, node), atom);
}

uint32_t approx_term_of(const sexpr_tree_t *tree, const approx_rule_t *row, const sexpr_t *atom) {
    uint32_t i = 0;
    while (i < row->term_count && !names(tree, row->terms[i].name, atom))
        i++;
    return i;
}

uint32_t approx_literal_of(const sexpr_tree_t *tree, const approx_rule_t *row,
                           const sexpr_t *atom) {
    uint32_t i = 0;
    while (i < row->rule.coefficient_count && !names(tree, row->rule.coefficients[i].name, atom))
        i++;
    return i;
}

uint32_t approx_constructor_of(const sexpr_tree_t *tree, const approx_rule_t *row,
                               const sexpr_t *atom) {
    uint32_t i = 0;
    while (i < row->constructor_count && !names(tree, row->constructors[i].name, atom))
        i++;
    return i;
}

uint32_t approx_selector_of(const sexpr_tree_t *tree, const approx_rule_t *row, const sexpr_t *atom,
                            uint32_t *field) {
    for (uint32_t i = 0; i < row->constructor_count; i++)
        for (uint32_t k = 0; k < row->constructors[i].fields; k++)
            if (names(tree, row->constructors[i].selectors[k], atom)) {
                *field = k;
                return i;
            }
    return row->constructor_count;
}

bool approx_is_predicate(const sexpr_tree_t *tree, const approx_rule_t *row, const sexpr_t *atom) {
    return row->predicate != RULE_NO_NODE && names(tree, row->predicate, atom);
}

static bool is_taken(const sexpr_tree_t *tree, const approx_rule_t *row, const sexpr_t *name) {
    return rule_name_is_taken(tree, &row->rule, name) ||
           approx_term_of(tree, row, name) < row->term_count ||
           approx_is_predicate(tree, row, name);
}

/* A new name, or a complaint. */
static bool take_name(reader_t *r, const approx_rule_t *row, uint32_t node) {
    const sexpr_t *name = reader_at(r, node);
    if (!reader_symbol(r, node, "a name"))
        return false;
    return !is_taken(r->tree, row, name) ||
           reader_fail(r, node, "the name '%.*s' is taken", (int)name->len, name->text);
}

/* --- clauses --- */

/* (among A S ...) */
static void clause_among(reader_t *r, uint32_t list, void *into) {
    approx_rule_t *row = into;
    uint32_t variable = rule_variable_of(&row->rule, reader_at(r, list + 2));
    if (variable == row->rule.variable_count || row->rule.variables[variable].width)
        reader_fail(r, list + 2, "expected one of the types said before");
    else if (row->among[variable] != RULE_NO_NODE)
        reader_fail(r, list + 2, "what the type is among is said twice");
    else
        row->among[variable] = list;
}

/* (terms (x y SORT) ...) */
static void clause_terms(reader_t *r, uint32_t list, void *into) {
    approx_rule_t *row = into;
    for (uint32_t i = list + 2; i < reader_next(r, list); i = reader_next(r, i)) {
        if (!reader_has_members(r, i, 2, CLAUSE_ANY)) {
            reader_fail(r, i, "expected (NAME ... SORT)");
            continue;
        }
        uint32_t sort = i + 1;
        while (reader_next(r, sort) < reader_next(r, i))
            sort = reader_next(r, sort);
        for (uint32_t k = i + 1; k < sort; k = reader_next(r, k)) {
            if (!take_name(r, row, k))
                continue;
            if (row->term_count == APPROX_TERMS)
                reader_fail(r, k, "more than %d terms", APPROX_TERMS);
            else
                row->terms[row->term_count++] = (approx_term_t){.name = k, .sort = sort};
        }
    }
}

/* (predicate P SORT) */
static void clause_predicate(reader_t *r, uint32_t list, void *into) {
    approx_rule_t *row = into;
    if (!take_name(r, row, list + 2))
        return;
    row->predicate = list + 2;
    row->predicate_sort = reader_next(r, list + 2);
}

static void read_side(reader_t *r, uint32_t list, uint32_t *side, uint32_t node) {
    if (*side != RULE_NO_NODE)
        reader_fail(r, list, "the formulas are here twice");
    *side = node;
}

static void clause_strong(reader_t *r, uint32_t list, void *into) {
    read_side(r, list, &((approx_rule_t *)into)->sides[0], list + 2);
}

static void clause_weak(reader_t *r, uint32_t list, void *into) {
    read_side(r, list, &((approx_rule_t *)into)->sides[1], list + 2);
}

static void clause_same(reader_t *r, uint32_t list, void *into) {
    clause_strong(r, list, into);
    read_side(r, list, &((approx_rule_t *)into)->sides[1], reader_next(r, list + 2));
    ((approx_rule_t *)into)->same = true;
}

static void clause_weight(reader_t *r, uint32_t list, void *into) {
    enum { MOST = 100 };
    uint64_t weight;
    if (!sexpr_uint(reader_at(r, list + 2), MOST, &weight))
        reader_fail(r, list + 2, "expected a weight of up to %d", MOST);
    else
        *(uint32_t *)into = (uint32_t)weight;
}

/* The columns for the weight of a direction. */
#define WEIGHT(direction) clause_weight, CLAUSE_FIELD(approx_rule_t, weights[direction], uint32_t)

static const clause_t clauses[] = {
    {"terms", "(terms (NAME... SORT)...)", 1, APPROX_TERMS, CLAUSE_OPTIONAL, clause_terms, 0},
    {"among", "(among TYPE SORT...)", 2, CLAUSE_ANY, CLAUSE_REPEATED, clause_among, 0},
    {"predicate", "(predicate NAME SORT)", 2, 2, CLAUSE_OPTIONAL, clause_predicate, 0},
    {"strong", "(strong FORMULA)", 1, 1, CLAUSE_OPTIONAL, clause_strong, 0},
    {"weak", "(weak FORMULA)", 1, 1, CLAUSE_OPTIONAL, clause_weak, 0},
    {"same", "(same FORMULA FORMULA)", 2, 2, CLAUSE_OPTIONAL, clause_same, 0},
    {"over", "(over WEIGHT)", 1, 1, CLAUSE_OPTIONAL, WEIGHT(APPROX_OVER)},
    {"under", "(under WEIGHT)", 1, 1, CLAUSE_OPTIONAL, WEIGHT(APPROX_UNDER)},
};

static const clause_table_t table = {.row = "this rule",
                                     .clauses = clauses,
                                     .count = sizeof clauses / sizeof *clauses,
                                     .shared = &rule_clauses};

/* --- sorts --- */

static bool code_index(const approx_rule_t *row, const sexpr_t *node, uint32_t *word) {
    enum { LARGEST = 1 << 24 };
    uint64_t number;
    uint32_t variable = rule_variable_of(&row->rule, node);
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
static bool code_node(reader_t *r, approxes_t *all, const approx_rule_t *row, uint32_t at,
                      uint32_t *members) {
    mem_t *mem = all->mem;
    const sexpr_t *node = reader_at(r, at);
    *members = node->next; /* none */
    if (!sexpr_is_list(node)) {
        uint32_t variable = rule_variable_of(&row->rule, node);
        bool type = variable < row->rule.variable_count && !row->rule.variables[variable].width;
        bool data = row->rule.datatype != RULE_NO_NODE &&
                    sexpr_same(reader_at(r, row->rule.datatype + 2), node);
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
    bool indexed = node->next > at + 1 && sexpr_is_word(reader_at(r, at + 1), "_");
    uint32_t head = at + 1 + indexed;
    uint32_t kind = SORT_LAST_PLAIN + 1;
    while (kind < SORT_KINDS && (head >= node->next || !names_kind(reader_at(r, head), kind)))
        kind++;
    uint32_t count = sexpr_count(r->tree, at);
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
    for (uint32_t i = head + 1; indexed && i < node->next; i = reader_next(r, i)) {
        uint32_t word;
        if (!code_index(row, reader_at(r, i), &word))
            return false;
        *vec_push(mem, &all->codes) = word;
    }
    return true;
}

/* The code of a sort in the rule; a complaint when it is none. */
static uint32_t make_code(reader_t *r, approxes_t *all, const approx_rule_t *row, uint32_t node) {
    uint32_t code = all->codes.len;
    bool ok = true;
    for (uint32_t at = node, next; ok && at < reader_next(r, node); at = next) {
        ok = code_node(r, all, row, at, &next);
        if (!ok)
            reader_fail(r, at,
                        "expected a sort: a type of the rule, its datatype, or one such as Int, "
                        "(_ BitVec n), (Array A B)");
    }
    return code;
}

/* --- what the clauses say together --- */

/* (c (s S) ...) or (c ...) */
static void read_constructor(reader_t *r, approxes_t *all, approx_rule_t *row, uint32_t list) {
    if (row->constructor_count == APPROX_CONSTRUCTORS ||
        !reader_has_members(r, list, 1, CLAUSE_ANY)) {
        reader_fail(r, list, "expected up to %d constructors (c (s SORT) ...)",
                    APPROX_CONSTRUCTORS);
        return;
    }
    approx_constructor_t made = {.name = list + 1};
    if (!take_name(r, row, list + 1))
        return;
    for (uint32_t i = list + 2; i < reader_next(r, list); i = reader_next(r, i)) {
        if (reader_has_members(r, list, 2, 2) && sexpr_is_word(reader_at(r, i), "...")) {
            made.any = true;
        } else if (made.fields == APPROX_FIELDS || !reader_has_members(r, i, 2, 2) ||
                   reader_at(r, i + 1)->kind != TOKEN_SYMBOL) {
            reader_fail(r, i, "expected up to %d fields (s SORT), or ... alone", APPROX_FIELDS);
        } else {
            made.selectors[made.fields] = i + 1;
            made.codes[made.fields++] = make_code(r, all, row, i + 2);
        }
    }
    row->constructors[row->constructor_count++] = made;
}

static void check_row(reader_t *r, approxes_t *all, approx_rule_t *row) {
    const rule_t *rule = &row->rule;
    assert(row->term_count <= APPROX_TERMS && row->constructor_count == 0);
    if (row->sides[0] == RULE_NO_NODE || row->sides[1] == RULE_NO_NODE)
        reader_fail(r, rule->node, "the rule %s has no (strong F) and (weak G), or (same F G)",
                    rule->name);
    if (rule->datatype != RULE_NO_NODE &&
        reader_symbol(r, rule->datatype + 2, "the name of a datatype"))
        for (uint32_t i = reader_next(r, rule->datatype + 2); i < reader_next(r, rule->datatype);
             i = reader_next(r, i))
            read_constructor(r, all, row, i);
    for (uint32_t i = 0; i < row->term_count; i++)
        row->terms[i].code = make_code(r, all, row, row->terms[i].sort);
    for (uint32_t i = 0; i < rule->coefficient_count; i++) {
        const rule_coefficient_t *literal = &rule->coefficients[i];
        const sexpr_t *name = reader_at(r, literal->name);
        if (literal->sort == RULE_NO_NODE)
            reader_fail(r, literal->name, "expected (c SORT) or (c SORT CONDITION)");
        if (approx_term_of(r->tree, row, name) < row->term_count)
            reader_fail(r, literal->name, "the name '%.*s' is taken", (int)name->len, name->text);
    }
}

/* --- rules --- */

static bool has_name(const approxes_t *all, const char *name) {
    for (uint32_t i = 0; i < all->rows.len; i++)
        if (strcmp(all->rows.data[i].rule.name, name) == 0)
            return true;
    return false;
}

static void read_rule(reader_t *r, uint32_t list, approxes_t *all, uint32_t source) {
    uint32_t mistakes = r->mistakes;
    approx_rule_t row = {.rule = {.name = rule_begins(r, list, "approx"),
                                  .source = source,
                                  .node = list,
                                  .where = RULE_NO_NODE,
                                  .datatype = RULE_NO_NODE},
                         .sides = {RULE_NO_NODE, RULE_NO_NODE},
                         .weights = {1, 1},
                         .predicate = RULE_NO_NODE};
    for (uint32_t i = 0; i < RULE_VARIABLES; i++)
        row.among[i] = RULE_NO_NODE;
    if (!row.rule.name)
        return;
    if (has_name(all, row.rule.name))
        reader_fail(r, list + 2, "there is a rule %s already", row.rule.name);
    if (reader_clauses(r, list, &table, &row))
        check_row(r, all, &row);
    if (r->mistakes == mistakes)
        *vec_push(all->mem, &all->rows) = row;
}

/* --- files --- */

static void try_form(reader_t *r, approxes_t *all, const approx_form_t *form) {
    enum { CASES = 1024 };
    strbuf_t why;
    strbuf_init(&why, all->mem);
    const rule_t *rule = &all->rows.data[form->rule].rule;
    if (approx_try(all, form, CASES, &why).verdict == TRIAL_REFUTED)
        reader_fail(r, rule->node, "the rule %s does not hold: %s", rule->name, strbuf_text(&why));
    strbuf_done(&why);
}

/* One sample is enough to know what the formulas are, but all are tried. */
static void check_rule(reader_t *r, approxes_t *all, uint32_t number, bool trial) {
    uint32_t before = r->mistakes;
    bool fits = false;     /* a sample */
    bool compiled = false; /* and there are literals for it */
    bool made = true;
    approx_form_t form;
    for (uint32_t k = 0; r->mistakes == before && (trial || !compiled) &&
                         approx_make_sample(all, number, k, &form, &made, r);
         k++) {
        if (!made)
            continue;
        fits = true;
        term_t literals[RULE_COEFFICIENTS];
        rng_t rng = rng_make(1);
        if (!compiled && approx_draw(all, &form, &rng, literals)) {
            compiled = true;
            approx_compile(all, number, &form, r);
        }
        if (trial)
            try_form(r, all, &form);
        approx_form_done(all, &form);
    }
    const rule_t *rule = &all->rows.data[number].rule;
    if (!compiled && r->mistakes == before)
        reader_fail(r, rule->node,
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
    for (uint32_t i = 0; i < all->uses.len; i++) {
        assert(all->uses.data[i].root <= OP_NONE);
        firsts[all->uses.data[i].root * APPROX_DIRECTIONS + all->uses.data[i].direction + 1]++;
    }
    for (uint32_t i = 1; i < size; i++)
        firsts[i] += firsts[i - 1];
    assert(firsts[size - 1] == all->uses.len);
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
    arena_t *texts = &all->base.texts;
    uint32_t source = all->base.sources.len;
    sexpr_tree_t *tree = vec_push(all->mem, &all->base.sources);
    sexpr_init(tree, all->mem);
    reader_t r = {.tree = tree, .texts = texts, .diags = diags};
    bool ok = sexpr_read(tree, arena_copy(texts, text, len), len, diags);
    for (uint32_t i = 0; ok && i < tree->nodes.len; i = reader_next(&r, i))
        read_rule(&r, i, all, source);
    for (uint32_t i = rows; i < all->rows.len; i++)
        check_rule(&r, all, i, trial);
    ok = ok && r.mistakes == 0;
    if (!ok) {
        all->rows.len = rows;
        all->uses.len = uses;
    }
    index_uses(all);
    return ok;
}
