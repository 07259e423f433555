/* Substitution, let expansion, inlining. */
#include "bool_fixture.h"
#include "move_fixture.h"

#include "smt/edit/subst.h"

static const char declarations[] =
    "(declare-sort U 0) (declare-sort V 0)"
    "(declare-datatype L ((nil) (cons (hd Int) (tl L))))"
    "(declare-datatype M ((empty) (more (first Int) (rest M))))"
    "(declare-const a Int) (declare-const b Int) (declare-const l L) (declare-const m M)"
    "(declare-fun f (Int) Int) (declare-fun h (Int) Int) (declare-fun g (Int Int) Bool)";

static void read_formulas(fixture_t *f, const char *first, const char *second) {
    strbuf_t text;
    strbuf_init(&text, &f->mem);
    strbuf_format(&text, "%s(assert %s)(assert %s)", declarations, first, second);
    parse(f, strbuf_text(&text));
    strbuf_done(&text);
}

static term_t constant_term(fixture_t *f, const char *name) {
    fun_t fun = fun_called(f, name);
    return term_make(&f->bank, OP_APP, &fun, 1, fun_result(&f->bank, fun));
}

/* first with the constant a replaced by the left side of second, an equation. */
static void assert_constant(const char *first, const char *second, const char *expected) {
    fixture_t f;
    fixture_init(&f);
    read_formulas(&f, first, second);
    uint32_t count;
    term_t by = term_children(&f.bank, assertion(&f, 1), &count)[0];
    subst_t subst;
    subst_init(&subst, &f.bank);
    subst_const(&subst, fun_called(&f, "a"), by);
    term_t result = subst_apply(&subst, assertion(&f, 0));
    assert_term(&f, result, expected);
    if (strcmp(first, expected) == 0)
        assert_int_equal(result, assertion(&f, 0));
    subst_done(&subst);
    fixture_done(&f);
}

static void test_constants(void **state) {
    assert_constant("(g a b)", "(= (f b) 0)", "(g (f b) b)");
    assert_constant("(g b b)", "(= (f b) 0)", "(g b b)");
    assert_constant("(g a a)", "(= (+ a 1) 0)", "(g (+ a 1) (+ a 1))"); /* at once, not again */
    assert_constant("(forall ((a Int)) (g a b))", "(= b 0)", "(forall ((a Int)) (g a b))");
    assert_constant("(forall ((b Int)) (g a b))", "(= b 0)", "(forall ((b!0 Int)) (g b b!0))");
    assert_constant("(forall ((c Int)) (g a c))", "(= b 0)", "(forall ((c Int)) (g b c))");
    assert_constant("(forall ((b Int)) (and (g b b) (exists ((c Int)) (g a c))))", "(= b 0)",
                    "(forall ((b!0 Int)) (and (g b!0 b!0) (exists ((c Int)) (g b c))))");
    assert_constant("(and (forall ((b Int)) (g a b)) (forall ((b Int)) (g b b)))", "(= b 0)",
                    "(and (forall ((b!0 Int)) (g b b!0)) (forall ((b Int)) (g b b)))");
    assert_constant("(let ((b a)) (g a b))", "(= b 0)", "(let ((b!0 b)) (g b b!0))");
    assert_constant("(let ((b 1)) (g b (let ((b a)) b)))", "(= b 0)",
                    "(let ((b!0 1)) (g b!0 (let ((b b)) b)))");
    assert_constant("(exists ((f Int)) (= a f))", "(= (f b) 0)",
                    "(exists ((f!0 Int)) (= (f b) f!0))");
    assert_constant("(exists ((b!0 Int)) (forall ((b Int)) (and (g a b) (g b!0 b))))", "(= b 0)",
                    "(exists ((b!0 Int)) (forall ((b!1 Int)) (and (g b b!1) (g b!0 b!1))))");
    assert_constant("(match l ((nil true) ((cons b c) (g a b))))", "(= b 0)",
                    "(match l ((nil true) ((cons b!0 c) (g b b!0))))");
    assert_constant("(forall ((b Int)) (! (g a b) :pattern ((f b)) :qid |b|))", "(= b 0)",
                    "(forall ((b!0 Int)) (! (g b b!0) :pattern ((f b!0)) :qid |b|))");
    assert_constant("(exists ((+ Int)) (= a +))", "(= (+ b 1) 0)",
                    "(exists ((+!0 Int)) (= (+ b 1) +!0))");
}

/* In a body that was taken out of its binder the variable is free. */
static void test_variables(void **state) {
    fixture_t f;
    fixture_init(&f);
    read_formulas(&f, "(forall ((x Int) (y Int)) (and (g x y) (exists ((y Int)) (g x y))))",
                  "true");
    term_t root = assertion(&f, 0);
    uint32_t count;
    term_t x = term_bound(&f.bank, root, &count)[0];
    term_t y = term_bound(&f.bank, root, &count)[1];
    term_t body = term_children(&f.bank, root, &count)[0];
    subst_t subst;
    subst_init(&subst, &f.bank);
    subst_var(&subst, x, y);
    subst_var(&subst, y, x);
    assert_term(&f, subst_apply(&subst, body), "(and (g y x) (exists ((y!0 Int)) (g y y!0)))");
    assert_int_equal(subst_apply(&subst, root), root); /* nothing free there */
    subst_clear(&subst);
    assert_int_equal(subst_apply(&subst, body), body);
    subst_done(&subst);
    fixture_done(&f);
}

/* A formula below its own binder: the same variable is free and bound. */
static void test_bound_again(void **state) {
    fixture_t f;
    fixture_init(&f);
    read_formulas(&f, "(forall ((x Int)) (and (g x 0) (g x 1)))", "true");
    term_t root = assertion(&f, 0);
    uint32_t count;
    term_t x = term_bound(&f.bank, root, &count)[0];
    position_t at;
    position_init(&at, &f.bank);
    assert_true(position_set(&at, root, (uint32_t[]){0, 1}, 2));
    position_replace(&at, root);
    assert_true(position_set(&at, position_root(&at), (uint32_t[]){0}, 1));
    term_t body = position_term(&at);
    subst_t subst;
    subst_init(&subst, &f.bank);
    subst_var(&subst, x, constant_term(&f, "a"));
    term_t result = subst_apply(&subst, body);
    assert_term(&f, result, "(and (g a 0) (forall ((x Int)) (and (g x 0) (g x 1))))");
    /* x is free here, so only the bound one may be renamed. */
    subst_clear(&subst);
    fun_t g = fun_called(&f, "g");
    term_t free_x =
        term_make(&f.bank, OP_APP, (uint32_t[]){g, x, constant_term(&f, "a")}, 3, SORT_BOOL);
    position_set(&at, root, (uint32_t[]){0, 0, 1}, 3);
    term_t with_a = position_replace(&at, constant_term(&f, "a"));
    term_t both = term_make(&f.bank, OP_AND, (term_t[]){free_x, with_a}, 2, SORT_BOOL);
    assert_term(&f, both, "(and (g x a) (forall ((x Int)) (and (g x a) (g x 1))))");
    subst_const(&subst, fun_called(&f, "a"), x);
    assert_term(&f, subst_apply(&subst, both),
                "(and (g x x) (forall ((x!0 Int)) (and (g x!0 x) (g x!0 1))))");
    subst_done(&subst);
    position_done(&at);
    fixture_done(&f);
}

static void test_functions_and_sorts(void **state) {
    fixture_t f;
    fixture_init(&f);
    read_formulas(&f,
                  "(match (ite ((_ is cons) l) ((_ update hd) l (f 1)) (as nil L))"
                  " ((nil (is-cons l)) ((cons f t) (! (= t (cons (hd t) (tl t))) :note n))))",
                  "(forall ((u U) (h (Array U Int))) (= (f (select h u)) 0))");
    subst_t subst;
    subst_init(&subst, &f.bank);
    subst_fun(&subst, fun_called(&f, "f"), fun_called(&f, "h"));
    subst_sortdecl(&subst, sort_called(&f, "U"), sort_called(&f, "V"));
    assert_term(&f, subst_apply(&subst, assertion(&f, 1)),
                "(forall ((u V) (h!0 (Array V Int))) (= (h (select h!0 u)) 0))");
    static const char *const pairs[][2] = {
        {"nil", "empty"}, {"cons", "more"}, {"hd", "first"}, {"tl", "rest"}, {"l", "m"}};
    for (uint32_t i = 0; i < 5; i++)
        subst_fun(&subst, fun_called(&f, pairs[i][0]), fun_called(&f, pairs[i][1]));
    subst_fun(&subst, fun_called(&f, "is-cons"), fun_called(&f, "is-more"));
    subst_sortdecl(&subst, sort_called(&f, "L"), sort_called(&f, "M"));
    term_t result = subst_apply(&subst, assertion(&f, 0));
    assert_term(&f, result,
                "(match (ite ((_ is more) m) ((_ update first) m (h 1)) (as empty M))"
                " ((empty (is-more m)) ((more f t) (! (= t (more (first t) (rest t))) :note n))))");
    sort_t m = term_sort(&f.bank, constant_term(&f, "m"));
    sort_t l = term_sort(&f.bank, constant_term(&f, "l"));
    assert_int_equal(subst_apply_sort(&subst, l), m);
    assert_int_equal(subst_apply_sort(&subst, sort_of(&f.bank, SORT_ARRAY, (sort_t[]){l, l}, 2)),
                     sort_of(&f.bank, SORT_ARRAY, (sort_t[]){m, m}, 2));
    assert_int_equal(subst_apply_sort(&subst, SORT_INT), SORT_INT);
    subst_done(&subst);
    fixture_done(&f);
}

/* A model of the result is a model of the original with the constant's value changed. */
static void test_meaning(void **state) {
    rng_t rng = rng_make(unit_seed());
    for (uint32_t round = 0; round < 600; round++) {
        fixture_t f;
        fixture_init(&f);
        strbuf_t text;
        strbuf_init(&text, &f.mem);
        strbuf_format(&text, "%s(assert ", bool_declarations);
        bool_generate(&text, &rng, 5, 7);
        strbuf_str(&text, ")(assert ");
        bool_generate(&text, &rng, 3, 7);
        strbuf_str(&text, ")(assert ");
        bool_generate(&text, &rng, 3, 7);
        strbuf_str(&text, ")");
        parse(&f, strbuf_text(&text));
        strbuf_done(&text);
        term_t root = assertion(&f, 0);
        term_t by[] = {assertion(&f, 1), assertion(&f, 2)};
        subst_t subst;
        subst_init(&subst, &f.bank);
        subst_const(&subst, fun_called(&f, "p"), by[0]);
        subst_const(&subst, fun_called(&f, "q"), by[1]);
        term_t result = subst_apply(&subst, root);
        subst_done(&subst);
        uint32_t before = bool_table(&f, root);
        uint32_t tables[] = {bool_table(&f, by[0]), bool_table(&f, by[1])};
        uint32_t after = bool_table(&f, result);
        for (uint32_t m = 0; m < BOOL_MODELS; m++) {
            uint32_t other = (m & 4) | (tables[0] >> m & 1) | (tables[1] >> m & 1) << 1;
            assert_int_equal(after >> m & 1, before >> other & 1);
        }
        assert_int_equal(bool_text_table(&f, result), after);
        fixture_done(&f);
    }
}

/* Mutants of a formula, joined with it: several versions of its binders, some below themselves. */
static term_t entangled(fixture_t *f, rng_t *rng, term_t root) {
    mover_t mover;
    mover_init(&mover, &f->bank);
    term_t result = root;
    for (uint32_t i = 0; i < 12; i++) {
        term_t term;
        if (!mover_draw(&mover, rng, result, &term))
            continue;
        term_t mutant = position_replace(&mover.at, term);
        if (bool_cost(f, mutant) < 3000)
            result = mutant;
    }
    mover_done(&mover);
    return term_make(&f->bank, OP_XOR, (term_t[]){root, result}, 2, SORT_BOOL);
}

static void test_meaning_entangled(void **state) {
    rng_t rng = rng_make(unit_seed());
    for (uint32_t round = 0; round < 400; round++) {
        fixture_t f;
        fixture_init(&f);
        term_t root = entangled(&f, &rng, bool_random(&f, &rng, 4));
        uint32_t before = bool_table(&f, root);
        subst_t subst;
        subst_init(&subst, &f.bank);
        /* p becomes q and q becomes (not p). */
        term_t p = constant_term(&f, "p");
        subst_const(&subst, fun_called(&f, "p"), constant_term(&f, "q"));
        subst_const(&subst, fun_called(&f, "q"), term_make(&f.bank, OP_NOT, &p, 1, SORT_BOOL));
        term_t result = subst_apply(&subst, root);
        subst_done(&subst);
        uint32_t after = bool_table(&f, result);
        for (uint32_t m = 0; m < BOOL_MODELS; m++) {
            uint32_t other = (m & 4) | (m >> 1 & 1) | (~m & 1) << 1;
            assert_int_equal(after >> m & 1, before >> other & 1);
        }
        assert_int_equal(bool_text_table(&f, result), after);
        fixture_done(&f);
    }
}

/* --- let --- */

static void assert_expanded(const char *formula, const char *expected) {
    fixture_t f;
    fixture_init(&f);
    read_formulas(&f, formula, "true");
    assert_term(&f, subst_expand_lets(&f.bank, assertion(&f, 0), 10000), expected);
    fixture_done(&f);
}

static void test_expand(void **state) {
    assert_expanded("(g a b)", "(g a b)");
    assert_expanded("(let ((x a)) (g x x))", "(g a a)");
    assert_expanded("(let ((a b) (b a)) (g a b))", "(g b a)");
    assert_expanded("(let ((x a)) (let ((x (f x))) (g x b)))", "(g (f a) b)");
    assert_expanded("(let ((x a) (y 1)) (g b b))", "(g b b)");
    assert_expanded("(forall ((x Int)) (let ((y (f x))) (g y x)))",
                    "(forall ((x Int)) (g (f x) x))");
    assert_expanded("(forall ((x Int)) (let ((y (f x))) (exists ((x Int)) (g y x))))",
                    "(forall ((x Int)) (exists ((x!0 Int)) (g (f x) x!0)))");
    assert_expanded("(let ((y (f a))) (exists ((a Int)) (g y a)))",
                    "(exists ((a!0 Int)) (g (f a) a!0))");
    assert_expanded("(let ((y (f a))) (exists ((f Int)) (g y f)))",
                    "(exists ((f!0 Int)) (g (f a) f!0))");
    assert_expanded("(let ((y true)) (and y (let ((y (not y))) (or y y))))",
                    "(and true (or (not true) (not true)))");
    assert_expanded("(forall ((x Int)) (! (let ((y x)) (g y y)) :pattern ((let ((z x)) (f z)))))",
                    "(forall ((x Int)) (! (g x x) :pattern ((f x))))");
}

/* The tree doubles with every let, the DAG grows by one. */
static void test_expand_keeps_sharing(void **state) {
    enum { LETS = 2000 };
    fixture_t f;
    fixture_init(&f);
    strbuf_t text;
    strbuf_init(&text, &f.mem);
    strbuf_str(&text, "(declare-const p Bool)(assert (let ((x0 p))");
    for (uint32_t i = 1; i < LETS; i++)
        strbuf_format(&text, "(let ((x%u (and x%u x%u)))", i, i - 1, i - 1);
    strbuf_format(&text, "x%u", LETS - 1);
    strbuf_fill(&text, ')', LETS + 1);
    parse(&f, strbuf_text(&text));
    strbuf_done(&text);
    uint32_t before = bank_term_count(&f.bank);
    term_t result = subst_expand_lets(&f.bank, assertion(&f, 0), 10000);
    assert_true(bank_term_count(&f.bank) - before <= LETS);
    assert_false(term_flags(&f.bank, result) & (TERM_HAS_LET | TERM_HAS_VAR));
    fixture_done(&f);
}

static void test_expand_meaning(void **state) {
    rng_t rng = rng_make(unit_seed());
    for (uint32_t round = 0; round < 600; round++) {
        fixture_t f;
        fixture_init(&f);
        term_t root = bool_random(&f, &rng, 5);
        if (round % 2)
            root = entangled(&f, &rng, root);
        term_t result = subst_expand_lets(&f.bank, root, 100000);
        if (result == TERM_NONE) {
            fixture_done(&f);
            continue;
        }
        assert_false(term_flags(&f.bank, result) & TERM_HAS_LET);
        if (bool_cost(&f, result) < 20000) {
            uint32_t table = bool_table(&f, root);
            assert_int_equal(bool_table(&f, result), table);
            assert_int_equal(bool_text_table(&f, result), table);
        }
        fixture_done(&f);
    }
}

/* --- macros --- */

static void assert_inlined(const char *definitions, const char *formula, const char *expected) {
    fixture_t f;
    fixture_init(&f);
    strbuf_t text;
    strbuf_init(&text, &f.mem);
    strbuf_format(&text, "%s%s(assert %s)", declarations, definitions, formula);
    parse(&f, strbuf_text(&text));
    strbuf_done(&text);
    assert_term(&f, subst_inline(&f.bank, assertion(&f, 0), 1000), expected);
    fixture_done(&f);
}

static void test_inline(void **state) {
    assert_inlined("", "(g a b)", "(g a b)");
    assert_inlined("(define-fun c () Int (f a))", "(g c c)", "(g (f a) (f a))");
    assert_inlined("(define-fun k ((x Int) (y Int)) Bool (g y x))", "(k a b)", "(g b a)");
    assert_inlined("(define-fun k ((x Int)) Int (f x)) (define-fun k2 ((x Int)) Int (k (k x)))",
                   "(g (k2 a) (k2 (k2 b)))", "(g (f (f a)) (f (f (f (f b)))))");
    assert_inlined("(define-fun k ((x Int)) Bool (forall ((b Int)) (g x b)))", "(k b)",
                   "(forall ((b!0 Int)) (g b b!0))");
    assert_inlined("(define-fun k ((x Int)) Bool (g x b))", "(exists ((b Int)) (k b))",
                   "(exists ((b!0 Int)) (g b!0 b))");
    assert_inlined("(define-fun k ((x Int)) Int (f x))", "(exists ((x Int)) (g (k x) x))",
                   "(exists ((x Int)) (g (f x) x))");
    assert_inlined("(define-fun-rec k ((x Int)) Int (k x))", "(g (k a) b)", "(g (k a) b)");
}

static void test_inline_limit(void **state) {
    fixture_t f;
    fixture_init(&f);
    strbuf_t text;
    strbuf_init(&text, &f.mem);
    strbuf_str(&text, "(declare-fun f (Int Int) Int)(define-fun k0 ((x Int)) Int (f x (+ x 1)))");
    for (uint32_t i = 1; i < 60; i++)
        strbuf_format(&text, "(define-fun k%u ((x Int)) Int (f (k%u x) (k%u (+ x 1))))", i, i - 1,
                      i - 1);
    strbuf_str(&text, "(assert (= (k59 0) 0)) (assert (= (k3 0) 0))");
    parse(&f, strbuf_text(&text));
    strbuf_done(&text);
    assert_int_equal(subst_inline(&f.bank, assertion(&f, 0), 20000), TERM_NONE);
    assert_int_not_equal(subst_inline(&f.bank, assertion(&f, 1), 20000), TERM_NONE);
    fixture_done(&f);
}

static void test_depth(void **state) {
    enum { DEPTH = 200000 };
    fixture_t f;
    fixture_init(&f);
    read_formulas(&f, "(g a b)", "true");
    term_t a = constant_term(&f, "a");
    fun_t fun = fun_called(&f, "f");
    term_t term = a;
    for (uint32_t i = 0; i < DEPTH; i++)
        term = term_make(&f.bank, OP_APP, (uint32_t[]){fun, term}, 2, SORT_INT);
    subst_t subst;
    subst_init(&subst, &f.bank);
    subst_const(&subst, fun_called(&f, "a"), constant_term(&f, "b"));
    term_t result = subst_apply(&subst, term);
    assert_int_not_equal(result, term);
    subst_done(&subst);
    fixture_done(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_constants),      cmocka_unit_test(test_variables),
        cmocka_unit_test(test_bound_again),    cmocka_unit_test(test_functions_and_sorts),
        cmocka_unit_test(test_meaning),        cmocka_unit_test(test_meaning_entangled),
        cmocka_unit_test(test_expand),         cmocka_unit_test(test_expand_keeps_sharing),
        cmocka_unit_test(test_expand_meaning), cmocka_unit_test(test_inline),
        cmocka_unit_test(test_inline_limit),   cmocka_unit_test(test_depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
