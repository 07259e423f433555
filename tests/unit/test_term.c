#include "front.h"
#include "make_node.h"

#include "smt/term/check.h"
#include "smt/term/term.h"

#define op(f, code, sort, ...) make_node(&(f)->bank, code, sort, __VA_ARGS__)

static void test_interning(void **state) {
    front_t f;
    front_init(&f);
    assert_int_equal(bank_term_count(&f.bank), 1);
    assert_int_equal(term_op(&f.bank, TERM_BAD), OP_BAD);
    assert_int_equal(term_sort(&f.bank, TERM_BAD), SORT_BAD);
    assert_int_equal(term_flags(&f.bank, TERM_BAD), TERM_HAS_BAD);
    term_t p = front_const(&f, "p", SORT_BOOL);
    term_t q = front_const(&f, "q", SORT_BOOL);
    term_t pq = op(&f, OP_AND, SORT_BOOL, 2, p, q);
    assert_int_equal(op(&f, OP_AND, SORT_BOOL, 2, p, q), pq);
    assert_true(op(&f, OP_AND, SORT_BOOL, 2, q, p) != pq);
    assert_true(op(&f, OP_OR, SORT_BOOL, 2, p, q) != pq);
    assert_true(op(&f, OP_AND, SORT_BOOL, 3, p, q, q) != pq);
    assert_true(op(&f, OP_AND, SORT_BOOL, 1, p) != pq);
    /* Two spellings are two terms of one operator. */
    opcode_t implies = op_of_symbol(&f.bank, front_sym(&f, "implies"));
    uint32_t words[] = {p, q};
    term_t old = term_make(&f.bank, implies, words, 2, SORT_BOOL);
    term_t now = op(&f, OP_IMPLIES, SORT_BOOL, 2, p, q);
    assert_true(old != now);
    assert_int_equal(term_op(&f.bank, old), OP_IMPLIES);
    assert_int_equal(term_op(&f.bank, now), OP_IMPLIES);
    assert_int_equal(term_opcode(&f.bank, old), implies);
    /* 1 and 1.0 and the Real 1 are three. */
    term_t one = term_literal(&f.bank, OP_NUMERAL, front_sym(&f, "1"), SORT_INT);
    assert_int_equal(term_literal(&f.bank, OP_NUMERAL, front_sym(&f, "1"), SORT_INT), one);
    assert_true(term_literal(&f.bank, OP_NUMERAL, front_sym(&f, "1"), SORT_REAL) != one);
    assert_true(term_literal(&f.bank, OP_DECIMAL, front_sym(&f, "1"), SORT_REAL) != one);
    front_done(&f);
}

/* A term may have any number of parents, and each is found again: the first few are kept with the
 * child, the others in the table. */
static void test_many_parents(void **state) {
    enum { PARENTS = 50 };
    front_t f;
    front_init(&f);
    term_t leaf = front_const(&f, "p", SORT_BOOL);
    term_t child = op(&f, OP_NOT, SORT_BOOL, 1, leaf);
    term_t leaves[PARENTS];
    term_t parents[PARENTS];
    for (int i = 0; i < PARENTS; i++) {
        char name[16];
        snprintf(name, sizeof name, "q%d", i);
        leaves[i] = front_const(&f, name, SORT_BOOL);
    }
    child = op(&f, OP_NOT, SORT_BOOL, 1, leaves[PARENTS - 1]);
    bank_mark_t marks[PARENTS];
    for (int i = 0; i < PARENTS; i++) {
        marks[i] = bank_mark(&f.bank);
        parents[i] = op(&f, OP_AND, SORT_BOOL, 2, child, leaves[i]);
        assert_int_equal(parents[i], child + 1 + (term_t)i);
    }
    for (int kept = PARENTS; kept > 0; kept--) {
        for (int i = 0; i < kept; i++)
            assert_int_equal(op(&f, OP_AND, SORT_BOOL, 2, child, leaves[i]), parents[i]);
        assert_int_equal(bank_term_count(&f.bank), child + 1 + (term_t)kept);
        bank_release(&f.bank, marks[kept - 1]);
    }
    assert_int_equal(op(&f, OP_AND, SORT_BOOL, 2, child, leaves[7]), child + 1);
    assert_int_equal(op(&f, OP_OR, SORT_BOOL, 2, child, leaves[7]), child + 2);
    assert_int_equal(op(&f, OP_AND, SORT_BOOL, 2, leaves[7], child), child + 3);
    front_done(&f);
}

/* The head of every kind of node, as the table in term.h says. */
static void test_heads(void **state) {
    front_t f;
    front_init(&f);
    sort_t bv8 = sort_bitvec(&f.bank, 8);
    term_t x = front_const(&f, "x", bv8);
    term_t p = front_const(&f, "p", SORT_BOOL);
    fun_t fun = front_fun(&f, "f", &bv8, 1, SORT_INT);
    term_t v = term_fresh_var(&f.bank, front_sym(&f, "v"), SORT_INT);
    term_t w = term_fresh_var(&f.bank, front_sym(&f, "w"), SORT_INT);
    term_t body = op(&f, OP_EQ, SORT_BOOL, 2, v, w);
    sort_t array = sort_of(&f.bank, SORT_ARRAY, (sort_t[]){SORT_INT, SORT_INT}, 2);
    const struct {
        term_t term;
        uint32_t head;
        uint32_t children;
    } cases[] = {
        {term_literal(&f.bank, OP_HEX, front_sym(&f, "#x01"), bv8), 2, 0},
        {v, 3, 0},
        {x, 1, 0},
        {op(&f, OP_APP, SORT_INT, 2, fun, x), 1, 1},
        {op(&f, OP_APP_AS, SORT_INT, 3, fun, SORT_INT, x), 2, 1},
        {op(&f, OP_APPLY, SORT_INT, 2, x, x), 0, 2},
        {op(&f, OP_AND, SORT_BOOL, 3, p, p, p), 0, 3},
        {op(&f, OP_TRUE, SORT_BOOL, 0), 0, 0},
        {op(&f, OP_EXTRACT, bv8, 3, 7, 0, x), 2, 1},
        {op(&f, OP_REPEAT, bv8, 2, 1, x), 1, 1},
        {op(&f, OP_CONST_ARRAY, array, 2, array, v), 1, 1},
        {op(&f, OP_PBEQ, SORT_BOOL, 6, 3, 1, 2, 2, p, p), 4, 2},
        {op(&f, OP_LET, SORT_BOOL, 6, 2, v, w, v, w, body), 3, 3},
        {op(&f, OP_FORALL, SORT_BOOL, 4, 2, v, w, body), 3, 1},
        {op(&f, OP_ANNOT, SORT_BOOL, 5, 3, front_sym(&f, ":a"), ATTR_NONE, 0, p), 4, 1},
        {op(&f, OP_MATCH, SORT_BOOL, 6, 3, FUN_NONE, 1, v, x, p), 4, 2},
        {op(&f, OP_IS, SORT_BOOL, 2, fun, x), 1, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t head;
        uint32_t children;
        uint32_t words;
        const uint32_t *start = term_words(&f.bank, cases[i].term, &words);
        assert_ptr_equal(term_head(&f.bank, cases[i].term, &head), start);
        assert_ptr_equal(term_children(&f.bank, cases[i].term, &children), start + head);
        assert_int_equal(head, cases[i].head);
        assert_int_equal(children, cases[i].children);
        assert_int_equal(words, head + children);
    }
    front_done(&f);
}

static uint32_t flags_of(front_t *f, term_t term) {
    uint32_t count;
    term_children(&f->bank, term, &count);
    assert_int_equal((term_flags(&f->bank, term) & TERM_COMPOUND) != 0, count > 0);
    return term_flags(&f->bank, term) & ~(uint32_t)TERM_COMPOUND;
}

static void test_flags(void **state) {
    front_t f;
    front_init(&f);
    term_t v = term_fresh_var(&f.bank, front_sym(&f, "v"), SORT_BOOL);
    term_t p = front_const(&f, "p", SORT_BOOL);
    assert_int_equal(flags_of(&f, p), 0);
    assert_int_equal(flags_of(&f, v), TERM_HAS_VAR);
    assert_int_equal(flags_of(&f, op(&f, OP_AND, SORT_BOOL, 2, p, p)), 0);
    term_t open = op(&f, OP_AND, SORT_BOOL, 2, p, v);
    assert_int_equal(flags_of(&f, open), TERM_HAS_VAR);
    term_t all = op(&f, OP_FORALL, SORT_BOOL, 3, 1, v, open);
    assert_int_equal(flags_of(&f, all), TERM_HAS_VAR | TERM_HAS_BINDER);
    /* The variables of a head are no children: a binder over a closed body has none below. */
    assert_int_equal(flags_of(&f, op(&f, OP_EXISTS, SORT_BOOL, 3, 1, v, p)), TERM_HAS_BINDER);
    term_t let = op(&f, OP_LET, SORT_BOOL, 4, 1, v, p, p);
    assert_int_equal(flags_of(&f, let) & TERM_HAS_LET, TERM_HAS_LET);
    term_t match = op(&f, OP_MATCH, SORT_BOOL, 6, 3, FUN_NONE, 1, v, p, p);
    assert_int_equal(flags_of(&f, match), TERM_HAS_BINDER);
    term_t annot = op(&f, OP_ANNOT, SORT_BOOL, 5, 3, front_sym(&f, ":a"), ATTR_NONE, 0, p);
    assert_int_equal(flags_of(&f, annot), TERM_HAS_ANNOT);
    term_t bad = op(&f, OP_NOT, SORT_BOOL, 1, TERM_BAD);
    term_t all_of_it = op(&f, OP_AND, SORT_BOOL, 4, annot, let, all, bad);
    assert_int_equal(flags_of(&f, all_of_it),
                     TERM_HAS_VAR | TERM_HAS_BINDER | TERM_HAS_LET | TERM_HAS_ANNOT | TERM_HAS_BAD);
    front_done(&f);
}

static void test_variables(void **state) {
    front_t f;
    front_init(&f);
    sym_t name = front_sym(&f, "x");
    uint32_t words[] = {front_sym(&f, "Word"), sort_bitvec(&f.bank, 8)};
    sort_t word = sort_make(&f.bank, SORT_WRITTEN, words, 2);
    term_t x = term_fresh_var(&f.bank, name, word);
    term_t y = term_fresh_var(&f.bank, name, word);
    assert_true(x != y);
    assert_int_equal(term_sort(&f.bank, x), sort_bitvec(&f.bank, 8));
    uint32_t count;
    const uint32_t *head = term_head(&f.bank, x, &count);
    assert_int_equal(head[0], name);
    assert_int_equal(head[1], word);
    assert_true(head[2] != term_head(&f.bank, y, &count)[2]);
    term_t body = op(&f, OP_EQ, SORT_BOOL, 2, x, y);
    term_t all = op(&f, OP_FORALL, SORT_BOOL, 4, 2, x, y, body);
    const term_t *bound = term_bound(&f.bank, all, &count);
    assert_int_equal(count, 2);
    assert_int_equal(bound[0], x);
    assert_int_equal(bound[1], y);
    front_done(&f);
}

static void test_with_children(void **state) {
    front_t f;
    front_init(&f);
    term_t p = front_const(&f, "p", SORT_BOOL);
    term_t q = front_const(&f, "q", SORT_BOOL);
    term_t r = front_const(&f, "r", SORT_BOOL);
    term_t pq = op(&f, OP_AND, SORT_BOOL, 2, p, q);
    term_t children[20] = {q, r};
    assert_int_equal(term_with_children(&f.bank, pq, children), op(&f, OP_AND, SORT_BOOL, 2, q, r));
    children[0] = p;
    children[1] = q;
    assert_int_equal(term_with_children(&f.bank, pq, children), pq);
    assert_int_equal(term_with_children(&f.bank, p, NULL), p);
    sort_t bv4 = sort_bitvec(&f.bank, 4);
    term_t x = front_const(&f, "x", sort_bitvec(&f.bank, 8));
    term_t y = front_const(&f, "y", sort_bitvec(&f.bank, 8));
    term_t low = op(&f, OP_EXTRACT, bv4, 3, 3, 0, x);
    assert_int_equal(term_with_children(&f.bank, low, &y), op(&f, OP_EXTRACT, bv4, 3, 3, 0, y));
    /* More words than the function keeps on its stack. */
    for (int i = 0; i < 20; i++)
        children[i] = i % 2 ? p : q;
    term_t wide = term_make(&f.bank, OP_OR, children, 20, SORT_BOOL);
    for (int i = 0; i < 20; i++)
        children[i] = r;
    term_t other = term_with_children(&f.bank, wide, children);
    assert_int_equal(other, term_make(&f.bank, OP_OR, children, 20, SORT_BOOL));
    front_done(&f);
}

/* A term over the ones that are there; not always a new one. */
static term_t random_term(front_t *f, rng_t *rng) {
    term_t a = (term_t)rng_below(rng, bank_term_count(&f->bank));
    term_t b = (term_t)rng_below(rng, bank_term_count(&f->bank));
    if (rng_one_in(rng, 2)) /* some with very many parents */
        a = (term_t)rng_below(rng, bank_term_count(&f->bank) / 8 + 1);
    char name[16];
    switch (rng_below(rng, 7)) {
    case 0:
        snprintf(name, sizeof name, "c%u", (unsigned)rng_below(rng, 30));
        front_fun(f, name, (sort_t[]){SORT_INT}, 1, SORT_INT);
        return front_const(f, name, SORT_BOOL);
    case 1:
        return term_fresh_var(&f->bank, front_sym(f, "v"), sort_bitvec(&f->bank, 1 + a % 5));
    case 2:
        return op(f, OP_NOT, SORT_BOOL, 1, a);
    case 3:
        snprintf(name, sizeof name, "%u", (unsigned)rng_below(rng, 30));
        return term_literal(&f->bank, OP_NUMERAL, front_sym(f, name), SORT_INT);
    case 4:
        return op(f, OP_FORALL, SORT_BOOL, 3, 1, term_fresh_var(&f->bank, 0, SORT_BOOL), a);
    default:
        return op(f, rng_one_in(rng, 2) ? OP_AND : OP_OR, SORT_BOOL, 2, a, b);
    }
}

/* Everything about every term, symbol and function, as one text. */
static void dump(front_t *f, strbuf_t *out) {
    strbuf_clear(out);
    for (term_t term = 0; term < bank_term_count(&f->bank); term++) {
        uint32_t count;
        const uint32_t *words = term_words(&f->bank, term, &count);
        strbuf_format(out, "%u: op %u sort %u flags %u:", term, term_opcode(&f->bank, term),
                      term_sort(&f->bank, term), term_flags(&f->bank, term));
        for (uint32_t i = 0; i < count; i++)
            strbuf_format(out, " %u", words[i]);
        strbuf_char(out, '\n');
    }
    for (fun_t fun = 0; fun < f->bank.funs.len; fun++)
        strbuf_format(out, "fun %u: name %u\n", fun, fun_row(&f->bank, fun)->name);
    strbuf_format(out, "%u symbols, %u sorts, %u fun words, serial %u\n", f->bank.symbols.rows.len,
                  f->bank.sorts.len, f->bank.fun_words.len, f->bank.var_serial);
}

/* What was there is found again. */
static void check_terms(front_t *f, const bank_mark_t *mark) {
    assert_int_equal(mark->terms, f->bank.terms.len);
    assert_int_equal(f->bank.term_words.len, vec_last(&f->bank.terms).words);
    for (term_t term = 0; term < bank_term_count(&f->bank); term++) {
        uint32_t count;
        uint32_t words[8];
        const uint32_t *have = term_words(&f->bank, term, &count);
        assert_true(count <= 8);
        if (count > 0)
            memcpy(words, have, count * sizeof *words);
        assert_int_equal(term_make(&f->bank, term_opcode(&f->bank, term), words, count,
                                   term_sort(&f->bank, term)),
                         term);
    }
}

static void test_mark_release(void **state) {
    front_check_release(300, random_term, dump, check_terms);
}

/* A child's id is smaller than its parent's, and flags are those of the children and more. */
static void test_topological(void **state) {
    rng_t rng = rng_make(unit_seed());
    front_t f;
    front_init(&f);
    for (int i = 0; i < 3000; i++)
        random_term(&f, &rng);
    for (term_t term = 0; term < bank_term_count(&f.bank); term++) {
        uint32_t count;
        const term_t *children = term_children(&f.bank, term, &count);
        for (uint32_t i = 0; i < count; i++) {
            assert_true(children[i] < term);
            uint32_t flags = term_flags(&f.bank, children[i]);
            assert_int_equal(flags & term_flags(&f.bank, term), flags);
        }
    }
    front_done(&f);
}

/* What the checker remembers about sorts does not outlive them: the id comes back as another. */
static void test_release_and_checker(void **state) {
    front_t f;
    front_init(&f);
    bank_mark_t mark = bank_mark(&f.bank);
    sort_t bv = sort_bitvec(&f.bank, 8);
    term_t x = front_const(&f, "x", bv);
    assert_int_equal(term_sort(&f.bank, check_op(&f.bank, OP_BVADD, (term_t[]){x, x}, 2)), bv);
    bank_release(&f.bank, mark);
    sort_t seq = sort_of(&f.bank, SORT_SEQ, (sort_t[]){SORT_INT}, 1);
    assert_int_equal(seq, bv); /* the same id */
    term_t s = front_const(&f, "s", seq);
    assert_int_equal(check_op(&f.bank, OP_BVADD, (term_t[]){s, s}, 2), TERM_BAD);
    bank_release(&f.bank, mark);
    /* The same for a result that is gone: a set of sets, then something else with its id. */
    term_t p = front_const(&f, "p", SORT_BOOL);
    sort_t set = term_sort(&f.bank, check_op(&f.bank, OP_SET_SINGLETON, &p, 1));
    assert_string_equal(front_sort(&f, set), "(Set Bool)");
    bank_release(&f.bank, mark);
    assert_int_equal(sort_bitvec(&f.bank, 1), set);
    p = front_const(&f, "p", SORT_BOOL);
    set = term_sort(&f.bank, check_op(&f.bank, OP_SET_SINGLETON, &p, 1));
    assert_string_equal(front_sort(&f, set), "(Set Bool)");
    front_done(&f);
}

typedef struct torture {
    front_t *front;
    term_t last;
    uint32_t step;
} torture_t;

static void make_terms(void *arg) {
    torture_t *t = arg;
    front_t *f = t->front;
    for (; t->step < 300; t->step++) {
        term_t made = op(f, OP_NOT, SORT_BOOL, 1, t->last);
        t->last = op(f, OP_AND, SORT_BOOL, 3, made, t->last, made);
    }
}

/* A term that could not be made leaves the others as they are. */
static void test_out_of_memory(void **state) {
    for (uint64_t n = 1;; n++) {
        front_t f;
        front_init(&f);
        torture_t t = {.front = &f, .last = op(&f, OP_TRUE, SORT_BOOL, 0)};
        term_t first = t.last;
        f.mem.fail_at = f.mem.calls + n;
        bool failed = unit_fails(&f.mem, make_terms, &t);
        f.mem.fail_at = 0;
        make_terms(&t);
        assert_int_equal(bank_term_count(&f.bank), first + 1 + 600);
        for (term_t term = first + 1; term < bank_term_count(&f.bank); term++) {
            uint32_t count;
            term_children(&f.bank, term, &count);
            assert_int_equal(count, term_op(&f.bank, term) == OP_NOT ? 1 : 3);
        }
        mem_done(&f.mem);
        if (!failed)
            break;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_interning),
        cmocka_unit_test(test_many_parents),
        cmocka_unit_test(test_heads),
        cmocka_unit_test(test_flags),
        cmocka_unit_test(test_variables),
        cmocka_unit_test(test_with_children),
        cmocka_unit_test(test_mark_release),
        cmocka_unit_test(test_topological),
        cmocka_unit_test(test_release_and_checker),
        cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
