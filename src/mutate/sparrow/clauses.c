#include "mutate/sparrow/clauses.h"

#include "base/bug.h"
#include "smt/edit/subst.h"
#include "smt/print/print.h"
#include "smt/walk/parts.h"

#include <string.h>

enum { LARGEST = 1 << 16, MOST_TIMES = 16, MOST_TERMS = 1 << 16 };

void clauses_init(clauses_t *c, bank_t *bank, mem_t *mem) {
    *c = (clauses_t){.mem = mem, .bank = bank};
    strbuf_init(&c->text, mem);
    strbuf_init(&c->definitions, mem);
    strbuf_init(&c->asserted, mem);
    reach_init(&c->reach, bank);
}

void clauses_done(clauses_t *c) {
    strbuf_done(&c->text);
    strbuf_done(&c->definitions);
    strbuf_done(&c->asserted);
    vec_free(c->mem, &c->literals);
    vec_free(c->mem, &c->atoms);
    vec_free(c->mem, &c->wanted);
    reach_done(&c->reach);
}

static bool fail(clauses_t *c, const char *why) {
    c->why = why;
    return false;
}

/* --- the skeleton --- */

/* Connectives that clauses are made of; the others are atoms. */
static bool is_connective(const bank_t *bank, term_t term) {
    uint32_t count;
    const term_t *children = term_children(bank, term, &count);
    switch (term_op(bank, term)) {
    case OP_AND:
    case OP_OR:
    case OP_NOT:
    case OP_IMPLIES:
    case OP_XOR:
    case OP_ANNOT:
        return true;
    case OP_ITE:
        return term_sort(bank, term) == SORT_BOOL;
    case OP_EQ:
    case OP_DISTINCT:
        return count == 2 && term_sort(bank, children[0]) == SORT_BOOL &&
               term_sort(bank, children[1]) == SORT_BOOL;
    default:
        return false;
    }
}

/* Marks the formulas that are reached through connectives alone. */
static void mark_skeleton(clauses_t *c, term_t root) {
    assert(term_sort(c->bank, root) == SORT_BOOL);
    reach_clear(&c->reach);
    reach_add(&c->reach, root);
    c->wanted.len = 0;
    for (uint32_t i = 0; i < c->reach.order.len; i++)
        *vec_push(c->mem, &c->wanted) = 0;
    c->wanted.data[reach_place(&c->reach, root)] = 1;
    for (uint32_t i = c->reach.order.len; i-- > 0;) {
        term_t term = c->reach.order.data[i];
        uint32_t count;
        if (!c->wanted.data[i] || !is_connective(c->bank, term))
            continue;
        const term_t *children = parts_children(c->bank, term, &count);
        for (uint32_t k = 0; k < count; k++)
            c->wanted.data[reach_place(&c->reach, children[k])] = 1;
    }
}

/* A term is a DAG, and its text a tree: whether that is short enough. */
static bool is_printable(clauses_t *c) {
    u32_vec_t sizes = {0};
    (void)vec_extend(c->mem, &sizes, c->reach.order.len);
    bool ok = true;
    for (uint32_t i = 0; i < c->reach.order.len; i++) {
        uint32_t count;
        const term_t *children = term_children(c->bank, c->reach.order.data[i], &count);
        uint64_t size = 1;
        for (uint32_t k = 0; k < count; k++)
            size += sizes.data[reach_place(&c->reach, children[k])];
        sizes.data[i] = size > LARGEST ? LARGEST : (uint32_t)size;
        ok &=
            !c->wanted.data[i] || is_connective(c->bank, c->reach.order.data[i]) || size < LARGEST;
    }
    vec_free(c->mem, &sizes);
    return ok;
}

/* --- clauses --- */

static uint32_t new_atom(clauses_t *c, term_t term) {
    *vec_push(c->mem, &c->atoms) = (struct clause_atom){term, term == TERM_NONE ? c->names++ : 0};
    return 2 * (c->atoms.len - 1);
}

static void write_literal(const clauses_t *c, uint32_t literal, strbuf_t *out) {
    assert(literal / 2 < c->atoms.len);
    const struct clause_atom *atom = &c->atoms.data[literal / 2];
    strbuf_str(out, literal & 1 ? "(not " : "");
    if (atom->term == TERM_NONE)
        strbuf_format(out, "%s%u", c->prefix, atom->name);
    else
        print_term(c->bank, atom->term, out);
    strbuf_str(out, literal & 1 ? ")" : "");
}

static void write_clause(clauses_t *c, const uint32_t *literals, uint32_t count) {
    assert(count > 0);
    if (c->asserted.len > c->most)
        return;
    strbuf_str(&c->asserted, count == 1 ? "(assert " : "(assert (or");
    for (uint32_t i = 0; i < count; i++) {
        strbuf_str(&c->asserted, count == 1 ? "" : " ");
        write_literal(c, literals[i], &c->asserted);
    }
    strbuf_str(&c->asserted, count == 1 ? ")\n" : "))\n");
}

static void write_pair(clauses_t *c, uint32_t a, uint32_t b) {
    write_clause(c, (uint32_t[]){a, b}, 2);
}

static void write_triple(clauses_t *c, uint32_t x, uint32_t y, uint32_t z) {
    write_clause(c, (uint32_t[]){x, y, z}, 3);
}

static void define(clauses_t *c, uint32_t literal, const char *op, const uint32_t *literals,
                   uint32_t count) {
    strbuf_t *out = &c->definitions;
    assert((literal & 1) == 0 && c->atoms.data[literal / 2].term == TERM_NONE);
    if (out->len > c->most)
        return;
    strbuf_str(out, "(define-fun ");
    write_literal(c, literal, out);
    strbuf_format(out, " () Bool (%s", op);
    for (uint32_t i = 0; i < count; i++) {
        strbuf_char(out, ' ');
        write_literal(c, literals[i], out);
    }
    strbuf_str(out, "))\n");
}

/* A constant that is the disjunction of the literals. */
static uint32_t define_or(clauses_t *c, const uint32_t *literals, uint32_t count) {
    uint32_t made = new_atom(c, TERM_NONE);
    u32_vec_t clause = {0};
    *vec_push(c->mem, &clause) = made ^ 1;
    for (uint32_t i = 0; i < count; i++) {
        *vec_push(c->mem, &clause) = literals[i];
        write_pair(c, made, literals[i] ^ 1);
    }
    write_clause(c, clause.data, clause.len);
    define(c, made, "or", literals, count);
    vec_free(c->mem, &clause);
    return made;
}

static uint32_t define_xor(clauses_t *c, uint32_t a, uint32_t b) {
    uint32_t made = new_atom(c, TERM_NONE);
    write_triple(c, made ^ 1, a, b);
    write_triple(c, made ^ 1, a ^ 1, b ^ 1);
    write_triple(c, made, a ^ 1, b);
    write_triple(c, made, a, b ^ 1);
    define(c, made, "xor", (uint32_t[]){a, b}, 2);
    return made;
}

static uint32_t define_ite(clauses_t *c, uint32_t cond, uint32_t a, uint32_t b) {
    uint32_t made = new_atom(c, TERM_NONE);
    write_triple(c, made ^ 1, cond ^ 1, a);
    write_triple(c, made ^ 1, cond, b);
    write_triple(c, made, cond ^ 1, a ^ 1);
    write_triple(c, made, cond, b ^ 1);
    define(c, made, "ite", (uint32_t[]){cond, a, b}, 3);
    return made;
}

/* --- formulas --- */

/* The literals of the children; of => all but the last are negated, of and all are. */
static void child_literals(clauses_t *c, term_t term, u32_vec_t *out) {
    uint32_t count;
    op_t op = term_op(c->bank, term);
    const term_t *children = parts_children(c->bank, term, &count);
    out->len = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t place = reach_place(&c->reach, children[i]);
        assert(place < c->literals.len); /* children come before their parents */
        uint32_t literal = c->literals.data[place];
        bool negate = op == OP_AND || (op == OP_IMPLIES && i + 1 < count);
        *vec_push(c->mem, out) = literal ^ negate;
    }
}

static uint32_t literal_of(clauses_t *c, term_t term, u32_vec_t *scratch) {
    if (!is_connective(c->bank, term))
        return new_atom(c, term);
    child_literals(c, term, scratch);
    const uint32_t *child = scratch->data;
    uint32_t literal;
    switch (term_op(c->bank, term)) {
    case OP_NOT:
        assert(scratch->len == 1);
        return child[0] ^ 1;
    case OP_ANNOT:
        return child[0];
    case OP_AND:
        return define_or(c, child, scratch->len) ^ 1;
    case OP_EQ:
        return define_xor(c, child[0], child[1]) ^ 1;
    case OP_ITE:
        assert(scratch->len == 3);
        return define_ite(c, child[0], child[1], child[2]);
    case OP_XOR:
    case OP_DISTINCT:
        literal = child[0];
        for (uint32_t i = 1; i < scratch->len; i++)
            literal = define_xor(c, literal, child[i]);
        return literal;
    default:
        return define_or(c, child, scratch->len);
    }
}

/* One conjunct: the disjunction at its top is a clause, everything below it is named. */
static bool write_formula(clauses_t *c, term_t formula) {
    mark_skeleton(c, formula);
    if (!is_printable(c))
        return fail(c, "its clauses are too large");
    u32_vec_t scratch = {0};
    uint32_t top = reach_place(&c->reach, formula);
    op_t op = term_op(c->bank, formula);
    bool clause = op == OP_OR || op == OP_IMPLIES;
    c->literals.len = 0;
    for (uint32_t i = 0; i < c->reach.order.len; i++) {
        bool skip = !c->wanted.data[i] || (i == top && clause);
        uint32_t literal = skip ? 0 : literal_of(c, c->reach.order.data[i], &scratch);
        *vec_push(c->mem, &c->literals) = literal;
    }
    if (clause)
        child_literals(c, formula, &scratch);
    write_clause(c, clause ? scratch.data : &c->literals.data[top], clause ? scratch.len : 1);
    vec_free(c->mem, &scratch);
    return c->asserted.len <= c->most || fail(c, "its clauses are too large");
}

/* Conjunctions at the top are several formulas. */
static bool write_assertion(clauses_t *c, term_t assertion) {
    u32_vec_t stack = {0};
    bool ok = true;
    *vec_push(c->mem, &stack) = assertion;
    while (ok && stack.len > 0) {
        term_t term = vec_pop(&stack);
        op_t op = term_op(c->bank, term);
        uint32_t count;
        if (op != OP_AND && op != OP_ANNOT) {
            ok = write_formula(c, term);
            continue;
        }
        const term_t *children = parts_children(c->bank, term, &count);
        for (uint32_t i = count; i-- > 0;)
            *vec_push(c->mem, &stack) = children[i];
    }
    vec_free(c->mem, &stack);
    return ok;
}

/* --- seeds --- */

static bool uses_names(const clauses_t *c, const seed_t *seed) {
    for (uint32_t i = 0; i < seed->terms.len; i++) {
        uint32_t count;
        term_t term = seed->terms.data[i];
        if (term_op(c->bank, term) == OP_APP &&
            fun_row(c->bank, term_head(c->bank, term, &count)[0])->kind == FUN_NAMED)
            return true;
    }
    return false;
}

void clauses_find_prefix(const seed_t *seed, char letter, char prefix[CLAUSES_PREFIX]) {
    size_t len = 0;
    prefix[len++] = letter;
    do {
        prefix[len++] = '!';
        prefix[len] = '\0';
    } while (len + 1 < CLAUSES_PREFIX && memmem(seed->text, seed->len, prefix, len));
}

static bool write_assertions(clauses_t *c, const seed_t *seed) {
    for (uint32_t i = 0; i < seed->roots.len; i++) {
        term_t root = seed->spots.data[seed->roots.data[i]].term;
        if (term_flags(c->bank, root) & TERM_HAS_LET)
            root = subst_expand_lets(c->bank, root, MOST_TERMS);
        if (root == TERM_NONE)
            return fail(c, "its let cannot be expanded");
        if (!write_assertion(c, root))
            return false;
    }
    return true;
}

bool clauses_make(clauses_t *c, const seed_t *seed, const char **why) {
    strbuf_clear(&c->text);
    strbuf_clear(&c->definitions);
    strbuf_clear(&c->asserted);
    c->atoms.len = 0;
    c->names = 0;
    c->most = (size_t)MOST_TIMES * seed->len + LARGEST;
    *why = "it names a formula and uses the name";
    if (uses_names(c, seed))
        return false;
    clauses_find_prefix(seed, 't', c->prefix);
    bank_mark_t mark = bank_mark(c->bank);
    bool ok = write_assertions(c, seed);
    bank_release(c->bank, mark);
    *why = c->why;
    if (!ok)
        return false;
    assert(seed->declarations_end <= seed->len && c->asserted.len > 0);
    strbuf_add(&c->text, seed->text, seed->declarations_end);
    for (uint32_t i = 0; i < c->names; i++)
        strbuf_format(&c->text, "(declare-fun %s%u () Bool)\n", c->prefix, i);
    strbuf_add(&c->text, c->asserted.data, c->asserted.len);
    strbuf_str(&c->text, "(check-sat)\n");
    return true;
}
