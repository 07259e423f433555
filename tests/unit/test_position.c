/* Positions, against a plain walk over the tree. */
#include "script_fixture.h"

#include "smt/walk/parts.h"
#include "smt/walk/position.h"

static const char declarations[] =
    "(declare-sort U 0) (declare-datatype L ((nil) (cons (hd Int) (tl L))))"
    "(declare-const p Bool) (declare-const q Bool) (declare-const r Bool)"
    "(declare-const x Int) (declare-const y Int) (declare-const l L)"
    "(declare-fun f (Int) Int) (declare-fun g (Int) Bool)";

/* One assertion of this formula. */
static term_t formula(fixture_t *f, const char *text) {
    strbuf_clear(&f->out);
    strbuf_format(&f->out, "%s(assert %s)", declarations, text);
    script_done(&f->script);
    script_init(&f->script, &f->bank);
    size_t len = f->out.len;
    char *copy = mem_alloc(&f->mem, len);
    memcpy(copy, f->out.data, len);
    assert_true(try_parse(f, &f->script, copy, len));
    mem_free(&f->mem, copy);
    return assertion(f, 0);
}

/* --- a naive model: the tree, made of copied paths; fine for small formulas --- */

typedef struct node {
    uint32_t path[32];
    uint32_t depth;
    term_t term;
} node_t;

typedef VEC(node_t) tree_t;

static void list_nodes(mem_t *mem, const bank_t *bank, const node_t *node, tree_t *tree) {
    *vec_push(mem, tree) = *node;
    uint32_t count;
    const term_t *children = term_children(bank, node->term, &count);
    if (term_op(bank, node->term) == OP_ANNOT)
        count = 1;
    for (uint32_t i = 0; i < count; i++) {
        node_t child = *node;
        assert_true(node->depth < 32);
        child.path[child.depth++] = i;
        child.term = children[i];
        list_nodes(mem, bank, &child, tree);
    }
}

static term_t replace_naively(mem_t *mem, bank_t *bank, term_t root, const node_t *node,
                              uint32_t depth, term_t by) {
    if (depth == node->depth)
        return by;
    uint32_t count;
    const term_t *children = term_children(bank, root, &count);
    term_t *copy = mem_alloc(mem, count * sizeof *copy);
    memcpy(copy, children, count * sizeof *copy);
    copy[node->path[depth]] =
        replace_naively(mem, bank, copy[node->path[depth]], node, depth + 1, by);
    term_t made = term_with_children(bank, root, copy);
    mem_free(mem, copy);
    return made;
}

/* Everything that can be asked about the positions of root. */
static void compare(positions_t *all, position_t *at, const tree_t *tree) {
    term_t root = tree->data[0].term;
    assert_int_equal(positions_count(all, root), tree->len);
    for (uint32_t i = 0; i < tree->len; i++) {
        const node_t *node = &tree->data[i];
        positions_pick(all, root, i, at);
        assert_int_equal(at->path.len, node->depth);
        assert_memory_equal(at->path.data, node->path, node->depth * sizeof *node->path);
        assert_int_equal(position_term(at), node->term);
        assert_int_equal(position_root(at), root);
    }
}

/* The walk of position_next; the spans of the printer are positions in the same order. */
static void compare_walk(fixture_t *f, position_t *at, const tree_t *tree) {
    print_span_vec_t spans = {0};
    strbuf_clear(&f->out);
    print_term_spans(&f->bank, tree->data[0].term, &f->out, &f->mem, &spans);
    assert_int_equal(spans.len, tree->len);
    position_start(at, tree->data[0].term);
    uint32_t i = 0;
    do {
        assert_true(i < tree->len);
        assert_int_equal(at->path.len, tree->data[i].depth);
        assert_memory_equal(at->path.data, tree->data[i].path, at->path.len * sizeof(uint32_t));
        assert_int_equal(position_term(at), tree->data[i].term);
        assert_int_equal(position_term(at), spans.data[i].term);
        i++;
    } while (position_next(at));
    assert_int_equal(i, tree->len);
    assert_int_equal(at->path.len, 0);
    vec_free(&f->mem, &spans);
}

static void compare_replacements(fixture_t *f, position_t *at, const tree_t *tree, rng_t *rng) {
    term_t root = tree->data[0].term;
    for (uint32_t i = 0; i < tree->len; i++) {
        const node_t *node = &tree->data[i];
        const node_t *other = &tree->data[rng_below(rng, tree->len)];
        if (term_sort(&f->bank, other->term) != term_sort(&f->bank, node->term))
            continue;
        bank_mark_t mark = bank_mark(&f->bank);
        assert_true(position_set(at, root, node->path, node->depth));
        term_t made = position_replace(at, other->term);
        assert_int_equal(made, replace_naively(&f->mem, &f->bank, root, node, 0, other->term));
        assert_int_equal(position_root(at), made);
        assert_int_equal(position_term(at), other->term);
        assert_int_equal(position_replace(at, node->term), root);
        bank_release(&f->bank, mark);
    }
}

static void check_all(fixture_t *f, term_t root, rng_t *rng) {
    tree_t tree = {0};
    list_nodes(&f->mem, &f->bank, &(node_t){.term = root}, &tree);
    positions_t all;
    position_t at;
    positions_init(&all, &f->bank);
    position_init(&at, &f->bank);
    compare(&all, &at, &tree);
    compare_walk(f, &at, &tree);
    compare_replacements(f, &at, &tree, rng);
    positions_done(&all);
    position_done(&at);
    vec_free(&f->mem, &tree);
}

static const char *const formulas[] = {
    "p",
    "(and p p)",
    "(and (or p q) (or p q) (not (and p q)))",
    "(= (f x) (f (f x)) (+ x y 1))",
    "(forall ((x Int)) (! (=> (g x) (> (f x) 0)) :pattern ((f x)) :pattern ((g x) (f x))))",
    "(let ((a (f x)) (b (+ x 1))) (let ((a (+ a b)) (c a)) (and (g a) (= b c))))",
    "(match l ((nil (g 0)) ((cons h t) (and (g h) (= l t)))))",
    "(! (and (! p :named n) q) :note \"x\")",
    "(exists ((x Int) (y Int)) (forall ((x Int)) (< x y)))",
    "((_ is cons) (ite p l (cons 1 l)))",
};

static void test_formulas(void **state) {
    rng_t rng = rng_make(unit_seed());
    for (uint32_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
        fixture_t f;
        fixture_init(&f);
        check_all(&f, formula(&f, formulas[i]), &rng);
        fixture_done(&f);
    }
}

/* A random formula of little depth with much sharing, put together from the ones made before. */
static term_t random_formula(fixture_t *f, rng_t *rng) {
    term_t pool[24];
    uint32_t count = 0;
    for (const char *name = "pqr"; *name != '\0'; name++) {
        fun_t fun = fun_called(f, (const char[]){*name, '\0'});
        pool[count++] = term_make(&f->bank, OP_APP, &fun, 1, SORT_BOOL);
    }
    static const op_t ops[] = {OP_AND, OP_OR, OP_NOT, OP_XOR, OP_IMPLIES, OP_ITE};
    for (uint32_t depth = 0; depth < 6; depth++) {
        op_t op = ops[rng_below(rng, 6)];
        uint32_t args = op == OP_NOT ? 1 : op == OP_ITE ? 3 : 2;
        term_t words[3];
        for (uint32_t i = 0; i < args; i++)
            words[i] = pool[rng_below(rng, count)];
        pool[count++] = term_make(&f->bank, (opcode_t)op, words, args, SORT_BOOL);
    }
    return pool[count - 1];
}

static void test_random(void **state) {
    rng_t rng = rng_make(unit_seed());
    fixture_t f;
    fixture_init(&f);
    formula(&f, "p");
    for (uint32_t i = 0; i < 200; i++)
        check_all(&f, random_formula(&f, &rng), &rng);
    fixture_done(&f);
}

/* --- growing and shrinking --- */

/* A Boolean position of root, at random. */
static void pick_bool(positions_t *all, rng_t *rng, term_t root, position_t *at) {
    uint64_t count = positions_count(all, root);
    do
        positions_pick(all, root, rng_below(rng, count), at);
    while (term_sort(at->bank, position_term(at)) != SORT_BOOL);
}

static void test_mutants(void **state) {
    rng_t rng = rng_make(unit_seed());
    fixture_t f;
    fixture_init(&f);
    term_t root = formula(&f, "(and (or p q (g x)) (not (or p (g (f x)))) (= (f y) (+ x y)))");
    fun_t r = fun_called(&f, "r");
    term_t other = term_make(&f.bank, OP_APP, &r, 1, SORT_BOOL);
    positions_t all;
    position_t at;
    positions_init(&all, &f.bank);
    position_init(&at, &f.bank);
    uint64_t count = positions_count(&all, root);
    assert_int_equal(count, 18);
    for (uint32_t i = 0; i < 500; i++) {
        bank_mark_t mark = bank_mark(&f.bank);
        uint32_t counted = positions_mark(&all);
        term_t mutant = root;
        for (uint32_t step = 0; step < 3; step++) {
            pick_bool(&all, &rng, mutant, &at);
            mutant = position_replace(&at, rng_below(&rng, 2) ? other : root);
        }
        tree_t tree = {0};
        list_nodes(&f.mem, &f.bank, &(node_t){.term = mutant}, &tree);
        compare(&all, &at, &tree);
        vec_free(&f.mem, &tree);
        positions_release(&all, counted);
        bank_release(&f.bank, mark);
    }
    assert_int_equal(positions_count(&all, root), count);
    positions_done(&all);
    position_done(&at);
    fixture_done(&f);
}

/* Once the buffers have grown, making mutants allocates nothing. */
static void test_no_allocation(void **state) {
    rng_t rng = rng_make(1);
    fixture_t f;
    fixture_init(&f);
    term_t root = formula(&f, "(and (or p q (g x)) (not (or p (g (f x)))) (= (f y) (+ x y)))");
    positions_t all;
    position_t at;
    positions_init(&all, &f.bank);
    position_init(&at, &f.bank);
    term_t other = root;
    uint64_t calls = 0;
    for (uint32_t i = 0; i < 2000; i++) {
        if (i == 1000)
            calls = f.mem.calls;
        bank_mark_t mark = bank_mark(&f.bank);
        uint32_t counted = positions_mark(&all);
        pick_bool(&all, &rng, root, &at);
        term_t mutant = position_replace(&at, other);
        positions_count(&all, mutant);
        positions_release(&all, counted);
        bank_release(&f.bank, mark);
    }
    assert_int_equal(f.mem.calls, calls);
    positions_done(&all);
    position_done(&at);
    fixture_done(&f);
}

static void test_paths(void **state) {
    fixture_t f;
    fixture_init(&f);
    term_t root = formula(&f, "(and (or p q) (= x 1) (! (g x) :named n))");
    position_t at;
    position_init(&at, &f.bank);
    assert_true(position_set(&at, root, (uint32_t[]){0, 1}, 2));
    assert_term(&f, position_term(&at), "q");
    assert_true(position_set(&at, root, (uint32_t[]){2, 0, 0}, 3));
    assert_term(&f, position_term(&at), "x");
    assert_true(position_set(&at, root, NULL, 0));
    assert_int_equal(position_term(&at), root);
    assert_false(position_set(&at, root, (uint32_t[]){3}, 1));
    assert_false(position_set(&at, root, (uint32_t[]){0, 1, 0}, 3));
    assert_false(position_set(&at, root, (uint32_t[]){2, 0, 0, 0}, 4));
    position_done(&at);
    fixture_done(&f);
}

/* --- counts beyond any tree --- */

static void test_saturation(void **state) {
    fixture_t f;
    fixture_init(&f);
    term_t root = formula(&f, "p");
    positions_t all;
    position_t at;
    positions_init(&all, &f.bank);
    position_init(&at, &f.bank);
    uint64_t expected = 1;
    for (uint32_t i = 0; i < 80; i++) {
        root = term_make(&f.bank, OP_AND, (term_t[]){root, root}, 2, SORT_BOOL);
        expected = expected > (UINT64_MAX - 1) / 2 ? UINT64_MAX : 2 * expected + 1;
        assert_true(positions_count(&all, root) == expected);
    }
    positions_pick(&all, root, UINT64_MAX - 1, &at);
    assert_true(at.path.len > 60);
    positions_done(&all);
    position_done(&at);
    fixture_done(&f);
}

static void test_depth(void **state) {
    enum { DEPTH = 300000 };
    fixture_t f;
    fixture_init(&f);
    term_t p = formula(&f, "p");
    term_t root = p;
    for (uint32_t i = 0; i < DEPTH; i++)
        root = term_make(&f.bank, OP_NOT, &root, 1, SORT_BOOL);
    positions_t all;
    position_t at;
    positions_init(&all, &f.bank);
    position_init(&at, &f.bank);
    assert_int_equal(positions_count(&all, root), DEPTH + 1);
    positions_pick(&all, root, DEPTH, &at);
    assert_int_equal(position_term(&at), p);
    fun_t q = fun_called(&f, "q");
    term_t made = position_replace(&at, term_make(&f.bank, OP_APP, &q, 1, SORT_BOOL));
    assert_int_equal(positions_count(&all, made), DEPTH + 1);
    positions_done(&all);
    position_done(&at);
    fixture_done(&f);
}

/* --- scopes --- */

static void assert_scope(const char *text, const uint32_t *path, uint32_t len, const char *names) {
    fixture_t f;
    fixture_init(&f);
    term_t root = formula(&f, text);
    position_t at;
    position_init(&at, &f.bank);
    assert_true(position_set(&at, root, path, len));
    u32_vec_t vars = {0};
    position_bound(&at, &vars);
    strbuf_clear(&f.out);
    for (uint32_t i = 0; i < vars.len; i++) {
        strbuf_str(&f.out, i > 0 ? " " : "");
        print_term(&f.bank, vars.data[i], &f.out);
    }
    assert_string_equal(strbuf_text(&f.out), names);
    vec_free(&f.mem, &vars);
    position_done(&at);
    fixture_done(&f);
}

#define PATH(...) (uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t)

static void test_scopes(void **state) {
    const char *let = "(let ((a (f x)) (b 1)) (let ((a b)) (g a)))";
    assert_scope(let, PATH(0, 0), "");
    assert_scope(let, PATH(1), "");
    assert_scope(let, PATH(2), "a b");
    assert_scope(let, PATH(2, 0), "a b");
    assert_scope(let, PATH(2, 1, 0), "a b a");
    assert_scope("(forall ((a Int) (b Int)) (exists ((c Int)) (< a b c)))", PATH(0, 0, 1), "a b c");
    const char *match = "(match l ((nil (g 0)) ((cons h t) (= l t)) (z (= z l))))";
    assert_scope(match, PATH(0), "");
    assert_scope(match, PATH(1), "");
    assert_scope(match, PATH(2, 0), "h t");
    assert_scope(match, PATH(3), "z");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formulas), cmocka_unit_test(test_random),
        cmocka_unit_test(test_mutants),  cmocka_unit_test(test_no_allocation),
        cmocka_unit_test(test_paths),    cmocka_unit_test(test_saturation),
        cmocka_unit_test(test_depth),    cmocka_unit_test(test_scopes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
