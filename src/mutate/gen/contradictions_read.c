/* contradictions_read.c - contradictions from text. data/rules/contradictions.sexp shows the form. */
#include "mutate/gen/contradictions.h"

#include "mutate/rules/rules_priv.h"
#include "smt/read/parse.h"

#include <string.h>

enum { NO_CHOICE = UINT32_MAX };

/* A row that is being read. */
typedef struct draft {
    contradiction_t row;
    uint32_t choice; /* the variable that has a list of sorts, or NO_CHOICE */
} draft_t;

/* --- variables --- */

static void add_variable(reader_t *r, draft_t *draft, bound_t variable) {
    contradiction_t *row = &draft->row;
    if (row->variable_count == CONTRADICTION_VARIABLES ||
        reader_at(r, variable.name)->kind != TOKEN_SYMBOL)
        reader_fail(r, variable.name, "expected a name, and at most 8 of them");
    else
        row->variables[row->variable_count++] = variable;
}

static void clause_widths(reader_t *r, uint32_t list, void *into) {
    for (uint32_t i = list + 2; i < reader_next(r, list); i = reader_next(r, i))
        add_variable(r, into, (bound_t){.kind = BOUND_WIDTH, .name = i});
}

static void read_number(reader_t *r, uint32_t node, draft_t *draft) {
    uint64_t low, high;
    if (!reader_has_members(r, node, 3, 3) ||
        !sexpr_uint(reader_at(r, reader_next(r, node + 1)), INT32_MAX, &low) ||
        !sexpr_uint(reader_at(r, reader_next(r, reader_next(r, node + 1))), INT32_MAX, &high) ||
        low > high)
        reader_fail(r, node, "expected (NAME LOW HIGH)");
    else
        add_variable(r, draft,
                     (bound_t){.kind = BOUND_NUMBER,
                               .name = node + 1,
                               .low = (uint32_t)low,
                               .high = (uint32_t)high});
}

static void clause_numbers(reader_t *r, uint32_t list, void *into) {
    for (uint32_t i = list + 2; i < reader_next(r, list); i = reader_next(r, i))
        read_number(r, i, into);
}

static void clause_floats(reader_t *r, uint32_t list, void *into) {
    for (uint32_t i = list + 2; i < reader_next(r, list); i = reader_next(r, i)) {
        if (!reader_has_members(r, i, 3, 3)) {
            reader_fail(r, i, "expected (SORT EXPONENT SIGNIFICAND)");
            continue;
        }
        uint32_t e = reader_next(r, i + 1);
        add_variable(r, into, (bound_t){.kind = BOUND_FLOAT, .name = i + 1});
        add_variable(r, into, (bound_t){.kind = BOUND_SIZE, .name = e});
        add_variable(r, into, (bound_t){.kind = BOUND_SIZE, .name = reader_next(r, e)});
    }
}

/* (types A (B Int Real)): one row for each choice, since each is of another logic. */
static void clause_types(reader_t *r, uint32_t list, void *into) {
    draft_t *draft = into;
    for (uint32_t i = list + 2; i < reader_next(r, list); i = reader_next(r, i)) {
        bound_t variable = {.kind = BOUND_SORT, .name = i, .choices = UINT32_MAX};
        if (reader_is_list(r, i)) {
            if (!reader_has_members(r, i, 2, CLAUSE_ANY) || draft->choice != NO_CHOICE) {
                reader_fail(r, i, "expected (NAME SORT ...), once");
                continue;
            }
            variable.name = i + 1;
            variable.choices = reader_next(r, i + 1);
            draft->choice = draft->row.variable_count;
        }
        add_variable(r, draft, variable);
    }
}

/* --- commands: the names that they declare can be found, and the parser sees to the rest --- */

static void clause_declare(reader_t *r, uint32_t list, void *into) {
    (void)into;
    if (reader_at(r, list + 2)->kind != TOKEN_SYMBOL)
        reader_fail(r, list, "expected names where it declares something");
}

/* A list whose first member is a symbol. */
static bool is_named(const reader_t *r, uint32_t node) {
    return reader_has_members(r, node, 1, CLAUSE_ANY) &&
           reader_at(r, node + 1)->kind == TOKEN_SYMBOL;
}

/* Whether all members of the list are such lists, from one of them on. */
static bool are_named(const reader_t *r, uint32_t first, uint32_t list) {
    for (uint32_t i = first; i < reader_next(r, list); i = reader_next(r, i))
        if (!is_named(r, i))
            return false;
    return true;
}

/* ((c (s S) ...) ...) */
static bool are_constructors(const reader_t *r, uint32_t list) {
    if (!reader_is_list(r, list) || !are_named(r, list + 1, list))
        return false;
    for (uint32_t c = list + 1; c < reader_next(r, list); c = reader_next(r, c))
        if (!are_named(r, reader_next(r, c + 1), c))
            return false;
    return true;
}

/* (declare-datatypes ((D 0) ...) (((c (s S) ...) ...) ...)) */
static void clause_datatypes(reader_t *r, uint32_t list, void *into) {
    (void)into;
    uint32_t sorts = list + 2;
    uint32_t bodies = reader_next(r, sorts);
    bool good =
        reader_is_list(r, sorts) && reader_is_list(r, bodies) && are_named(r, sorts + 1, sorts);
    for (uint32_t d = bodies + 1; good && d < reader_next(r, bodies); d = reader_next(r, d))
        good = are_constructors(r, d);
    if (!good)
        reader_fail(r, list, "expected names where it declares something");
}

static const clause_t clauses[] = {
    {"widths", "(widths NAME...)", 1, CLAUSE_ANY, CLAUSE_REPEATED, clause_widths, 0},
    {"types", "(types NAME...)", 1, CLAUSE_ANY, CLAUSE_REPEATED, clause_types, 0},
    {"floats", "(floats (SORT EXPONENT SIGNIFICAND)...)", 1, CLAUSE_ANY, CLAUSE_REPEATED,
     clause_floats, 0},
    {"numbers", "(numbers (NAME LOW HIGH)...)", 1, CLAUSE_ANY, CLAUSE_REPEATED, clause_numbers, 0},
    {"where", "(where CONDITION...)", 1, CLAUSE_ANY, CLAUSE_OPTIONAL,
     CLAUSE_NODE(draft_t, row.where)},
    {"declare-const", "(declare-const NAME SORT)", 2, 2, CLAUSE_REPEATED, clause_declare, 0},
    {"declare-fun", "(declare-fun NAME (SORT...) SORT)", 3, 3, CLAUSE_REPEATED, clause_declare, 0},
    {"declare-sort", "(declare-sort NAME NUMBER)", 2, 2, CLAUSE_REPEATED, clause_declare, 0},
    {"declare-datatypes", "(declare-datatypes (SORT...) (CONSTRUCTORS...))", 2, 2, CLAUSE_REPEATED,
     clause_datatypes, 0},
    {"assert", "(assert FORMULA)", 1, 1, CLAUSE_REPEATED, NULL, 0},
};

static const clause_table_t table = {
    .row = "this contradiction", .clauses = clauses, .count = sizeof clauses / sizeof *clauses};

/* --- rows --- */

/* What it needs of a logic, and whether it is well-sorted: found out by reading it. */
static bool find_needs(reader_t *r, contradictions_t *all, bank_t *bank, uint32_t row_number) {
    static const char *const any[] = {"Bool", NULL};
    static const uint32_t widths[] = {8, 4, 0};
    sort_texts_t sorts = {.any = any, .widths = widths, .exponent = 8, .significand = 24};
    contradiction_t *row = &all->rows.data[row_number];
    contradiction_binding_t binding;
    rng_t rng = rng_make(row_number);
    if (!contradiction_draw(all, row_number, &sorts, &rng, &binding))
        return reader_fail(r, row->node, "no numbers satisfy what is said of them");
    strbuf_t text;
    strbuf_init(&text, all->mem);
    contradiction_write(all, row_number, &binding, "", &text);
    bank_mark_t mark = bank_mark(bank);
    script_t script;
    script_init(&script, bank);
    diag_list_t mistakes;
    diag_init(&mistakes, all->mem);
    bool good = parse_script(&script, text.data, text.len, &mistakes);
    if (good)
        row->needs = logic_infer(&script);
    else
        reader_fail(r, row->node, "%s", mistakes.rows.data[0].message);
    diag_done(&mistakes);
    script_done(&script);
    bank_release(bank, mark);
    strbuf_done(&text);
    return good;
}

/* A row for each sort that the variable with choices may be. */
static void add_rows(reader_t *r, contradictions_t *all, bank_t *bank, draft_t *draft) {
    bound_t *variable = draft->choice == NO_CHOICE ? NULL : &draft->row.variables[draft->choice];
    do {
        assert(draft->row.variable_count <= CONTRADICTION_VARIABLES);
        *vec_push(all->mem, &all->rows) = draft->row;
        if (!find_needs(r, all, bank, all->rows.len - 1) || !variable)
            return;
        variable->choices = reader_next(r, variable->choices);
    } while (variable->choices < reader_next(r, variable->name - 1)); /* the list (NAME SORT ...) */
}

static bool has_name(const contradictions_t *all, const char *name) {
    for (uint32_t i = 0; i < all->rows.len; i++)
        if (strcmp(all->rows.data[i].name, name) == 0)
            return true;
    return false;
}

static void read_row(reader_t *r, uint32_t list, contradictions_t *all, bank_t *bank) {
    uint32_t mistakes = r->mistakes;
    draft_t draft = {
        .row = {.name = rule_begins(r, list, "contradiction"), .node = list, .where = UINT32_MAX},
        .choice = NO_CHOICE};
    if (!draft.row.name)
        return;
    if (has_name(all, draft.row.name))
        reader_fail(r, list + 2, "there is a contradiction of this name already");
    reader_clauses(r, list, &table, &draft);
    if (r->mistakes == mistakes)
        add_rows(r, all, bank, &draft);
}

bool contradictions_read(contradictions_t *all, const char *text, size_t len, diag_list_t *diags) {
    all->rows.len = 0;
    if (!sexpr_read(&all->tree, arena_copy(&all->texts, text, len), len, diags))
        return false;
    reader_t r = {.tree = &all->tree, .texts = &all->texts, .diags = diags};
    bank_t bank; /* to find out what they need */
    bank_init(&bank, all->mem);
    for (uint32_t i = 0; i < all->tree.nodes.len; i = reader_next(&r, i))
        read_row(&r, i, all, &bank);
    bank_done(&bank);
    return r.mistakes == 0;
}
