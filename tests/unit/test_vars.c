/* Free and bound variables, what terms use, and where they may stand. */
#include "bool_fixture.h"
#include "move_fixture.h"

#include "smt/edit/uses.h"
#include "smt/walk/vars.h"

static const char declarations[] =
    "(declare-sort U 0) (define-sort Ints () (Array Int Int))"
    "(declare-datatype L ((nil) (cons (hd Int) (tl L))))"
    "(declare-const a Ints) (declare-const x Int) (declare-const l L) (declare-const u U)"
    "(declare-fun f (Int) Int) (declare-fun g (Int Int) Bool)"
    "(define-fun twice ((z Int)) Int (* 2 z))";

static void read_formula(fixture_t *f, const char *formula) {
    strbuf_t text;
    strbuf_init(&text, &f->mem);
    strbuf_format(&text, "%s(assert %s)", declarations, formula);
    parse(f, strbuf_text(&text));
    strbuf_done(&text);
}

static void assert_names(fixture_t *f, const u32_vec_t *vars, const char *names) {
    strbuf_clear(&f->out);
    for (uint32_t i = 0; i < vars->len; i++) {
        strbuf_str(&f->out, i > 0 ? " " : "");
        print_term(&f->bank, vars->data[i], &f->out);
    }
    assert_string_equal(strbuf_text(&f->out), names);
}

/* At a path of the formula: free, bound. */
static void assert_vars(const char *formula, const uint32_t *path, uint32_t len, const char *free,
                        const char *bound) {
    fixture_t f;
    fixture_init(&f);
    read_formula(&f, formula);
    position_t at;
    vars_t vars;
    u32_vec_t list = {0};
    position_init(&at, &f.bank);
    vars_init(&vars, &f.bank);
    assert_true(position_set(&at, assertion(&f, 0), path, len));
    term_t term = position_term(&at);
    vars_free(&vars, term, &list);
    assert_names(&f, &list, free);
    assert_int_equal(vars_closed(&vars, term), list.len == 0);
    for (uint32_t i = 0; i < list.len; i++)
        assert_true(vars_occurs_free(&vars, term, list.data[i]));
    vars_bound(&vars, term, &list);
    assert_names(&f, &list, bound);
    for (uint32_t i = 0; i < list.len; i++)
        assert_false(vars_occurs_free(&vars, term, list.data[i]));
    vec_free(&f.mem, &list);
    vars_done(&vars);
    position_done(&at);
    fixture_done(&f);
}

#define PATH(...) (uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t)

static void test_free_and_bound(void **state) {
    const char *nested = "(forall ((i Int) (j Int)) (exists ((i Int)) (g i j)))";
    assert_vars(nested, NULL, 0, "", "i i j");
    assert_vars(nested, PATH(0), "j", "i");
    assert_vars(nested, PATH(0, 0), "i j", "");
    const char *let = "(let ((i x) (j 1)) (let ((i (f i))) (g i j)))";
    assert_vars(let, NULL, 0, "", "i i j");
    assert_vars(let, PATH(2), "i j", "i");
    assert_vars(let, PATH(2, 0), "i", "");
    assert_vars(let, PATH(2, 1), "i j", "");
    const char *match = "(match l ((nil true) ((cons h t) (g h (hd t)))))";
    assert_vars(match, NULL, 0, "", "h t");
    assert_vars(match, PATH(2), "h t", "");
    assert_vars("(forall ((i Int)) (! (g i x) :pattern ((f i))))", PATH(0), "i", "");
    assert_vars("(g x x)", NULL, 0, "", "");
}

/* A formula below its own binder: the variable is bound twice, and free in between. */
static void test_bound_again(void **state) {
    fixture_t f;
    fixture_init(&f);
    read_formula(&f, "(forall ((i Int)) (and (g i 0) (g i 1)))");
    term_t root = assertion(&f, 0);
    position_t at;
    vars_t vars;
    u32_vec_t list = {0};
    position_init(&at, &f.bank);
    vars_init(&vars, &f.bank);
    assert_true(position_set(&at, root, PATH(0, 1)));
    position_replace(&at, root);
    assert_true(position_set(&at, position_root(&at), PATH(0)));
    term_t body = position_term(&at);
    assert_term(&f, body, "(and (g i 0) (forall ((i Int)) (and (g i 0) (g i 1))))");
    vars_free(&vars, body, &list);
    assert_int_equal(list.len, 1);
    vars_bound(&vars, body, &list);
    assert_int_equal(list.len, 1);
    assert_true(vars_occurs_free(&vars, body, list.data[0]));
    assert_true(vars_closed(&vars, position_root(&at)));
    vec_free(&f.mem, &list);
    vars_done(&vars);
    position_done(&at);
    fixture_done(&f);
}

/* --- uses --- */

static void assert_uses(const char *formula, bool closed, const char *funs, const char *sorts) {
    fixture_t f;
    fixture_init(&f);
    read_formula(&f, formula);
    uses_t uses;
    uses_init(&uses, &f.bank);
    uses_term(&uses, assertion(&f, 0));
    if (closed)
        uses_close(&uses);
    strbuf_clear(&f.out);
    for (uint32_t i = 0; i < uses.funs.len; i++) {
        strbuf_str(&f.out, i > 0 ? " " : "");
        print_symbol(&f.bank, fun_row(&f.bank, uses.funs.data[i])->name, &f.out);
        assert_true(uses_has_fun(&uses, uses.funs.data[i]));
    }
    assert_string_equal(strbuf_text(&f.out), funs);
    strbuf_clear(&f.out);
    for (uint32_t i = 0; i < uses.sortdecls.len; i++) {
        strbuf_str(&f.out, i > 0 ? " " : "");
        print_symbol(&f.bank, sortdecl_row(&f.bank, uses.sortdecls.data[i])->name, &f.out);
        assert_true(uses_has_sortdecl(&uses, uses.sortdecls.data[i]));
    }
    for (uint32_t i = 0; i < uses.sort_names.len; i++) {
        strbuf_str(&f.out, f.out.len > 0 ? " " : "");
        print_symbol(&f.bank, uses.sort_names.data[i], &f.out);
        assert_true(uses_has_sort_name(&uses, uses.sort_names.data[i]));
    }
    assert_string_equal(strbuf_text(&f.out), sorts);
    uses_clear(&uses);
    uses_term(&uses, assertion(&f, 0));
    uses_done(&uses);
    fixture_done(&f);
}

static void test_uses(void **state) {
    assert_uses("(g x (f x))", false, "x f g", "");
    assert_uses("(= u u)", false, "u", "U");
    assert_uses("(= (select a 0) 1)", false, "a", "Ints");
    assert_uses("(= l nil)", false, "l nil", "L");
    assert_uses("(= l nil)", true, "l nil cons hd tl", "L");
    assert_uses("((_ is cons) l)", false, "l cons", "L");
    assert_uses("(is-cons l)", false, "l is-cons", "L");
    assert_uses("(match l ((nil true) ((cons h t) (= h 0))))", false, "l nil cons", "L");
    assert_uses("(forall ((v U) (w Ints)) true)", false, "", "U Ints");
    assert_uses("(= (twice x) 0)", false, "x twice", "");
    assert_uses("(! (= (twice x) 0) :named n)", false, "x twice n", "");
}

/* --- where a term may stand --- */

/* Whether the term at one path may be moved to another. */
static void assert_moves(const char *formula, const uint32_t *from, uint32_t from_len,
                         const uint32_t *to, uint32_t to_len, bool expected) {
    fixture_t f;
    fixture_init(&f);
    read_formula(&f, formula);
    position_t at;
    vars_t vars;
    position_init(&at, &f.bank);
    vars_init(&vars, &f.bank);
    assert_true(position_set(&at, assertion(&f, 0), from, from_len));
    term_t term = position_term(&at);
    assert_true(position_set(&at, assertion(&f, 0), to, to_len));
    assert_int_equal(vars_may_move(&vars, term, &at), expected);
    vars_done(&vars);
    position_done(&at);
    fixture_done(&f);
}

static void test_moves(void **state) {
    const char *two = "(and (g x 0) (forall ((i Int)) (and (g i 0) (exists ((i Int)) (g i 1)))))";
    assert_moves(two, PATH(0), PATH(1, 0, 0), true);           /* a closed term goes anywhere */
    assert_moves(two, PATH(1, 0, 0), PATH(0), false);          /* not out of its binder */
    assert_moves(two, PATH(1, 0, 0), PATH(1, 0, 0), true);     /* stays */
    assert_moves(two, PATH(1, 0, 0), PATH(1, 0, 1), true);     /* below the same binder */
    assert_moves(two, PATH(1, 0, 0), PATH(1, 0, 1, 0), false); /* hidden by another i */
    assert_moves(two, PATH(1, 0, 1, 0), PATH(1, 0, 0), false); /* that i is not bound here */
    assert_moves(two, PATH(1), PATH(1, 0, 0), true);           /* closed, and binds its own i */
    const char *constant = "(and (g x 0) (forall ((x Int)) (g x 1)))";
    assert_moves(constant, PATH(0), PATH(1, 0), false); /* x the constant, x the variable */
    const char *function = "(and (g x 0) (forall ((g Int)) (= g 1)))";
    assert_moves(function, PATH(0), PATH(1, 0), false);
    const char *operator= "(and (= (select a 0) 1) (forall ((select Int)) (= select 1)))";
    assert_moves(operator, PATH(0), PATH(1, 0), false);
    const char *constructor = "(and ((_ is nil) l) (forall ((nil Int)) (= nil 1)))";
    assert_moves(constructor, PATH(0), PATH(1, 0), false);
    const char *let = "(let ((i x)) (let ((j (f i)) (k i)) (g j k)))";
    assert_moves(let, PATH(1, 0), PATH(1, 2, 0), true);
    assert_moves(let, PATH(1, 2, 0), PATH(1, 0), false); /* values are outside */
    assert_moves(let, PATH(1, 2, 1), PATH(1, 2, 0), true);
}

/* When a term may be moved, the text of the result means what its ids mean. */
static void test_moves_keep_meaning(void **state) {
    rng_t rng = rng_make(unit_seed());
    uint32_t moved = 0;
    for (uint32_t round = 0; round < 400; round++) {
        fixture_t f;
        fixture_init(&f);
        term_t root = bool_random(&f, &rng, 5);
        mover_t mover;
        mover_init(&mover, &f.bank);
        for (uint32_t i = 0; i < 8; i++) {
            term_t term;
            if (!mover_draw(&mover, &rng, root, &term))
                continue;
            term_t mutant = position_replace(&mover.at, term);
            if (bool_cost(&f, mutant) > 5000)
                continue;
            root = mutant;
            moved++;
            assert_int_equal(bool_table(&f, root), bool_text_table(&f, root));
        }
        mover_done(&mover);
        fixture_done(&f);
    }
    assert_true(moved > 200);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_free_and_bound),
        cmocka_unit_test(test_bound_again),
        cmocka_unit_test(test_uses),
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_moves_keep_meaning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
