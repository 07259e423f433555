/* Tests of what makes fusion sound: the traps that the published rules fall into, and the models
 * that sat claims come with. */
#include "fusion_fixture.h"

#include <string.h>

enum { DRAWS = 300 };

/* Makes many mutants of the pair and hands each to look. */
static uint32_t each_mutant(fixture_t *f, const seed_t *first, const seed_t *second,
                            void (*look)(fixture_t *f)) {
    rng_t base = rng_make(9);
    uint32_t count = 0;
    for (uint64_t i = 0; i < DRAWS; i++) {
        rng_t rng = rng_split(&base, i);
        if (!strategy_make(f->strategy, first, second, &rng, &f->mutant))
            continue;
        look(f);
        count++;
    }
    return count;
}

/* --- division by zero --- */

static const char zeros[] = "(declare-const y1 Int)(declare-const y2 Int)"
                            "(assert (= y1 0))(assert (= y2 0))";
static const char ones[] = "(declare-const x1 Int)(declare-const x2 Int)"
                           "(assert (= x1 1))(assert (= x2 (- 1)))";

/* z = x * y with y = 0 and x = 1 for one pair, -1 for the other: x = (div z y) twice would need two
 * values of (div 0 0). */
static void no_division_by_y(fixture_t *f) {
    const char *text = made(f);
    for (const char *at = text; (at = strstr(at, "(div z")) != NULL; at++)
        if (strncmp(at + 5, " y", 2) == 0 || strstr(at, "!c y") == at + 7)
            fail_msg("divides by zero: %s", text);
    expect_model(f);
}

static void test_division_by_zero(void **state) {
    fixture_t f;
    setup(&f);
    seed_t *first = add(&f, ones, STATUS_SAT);
    seed_t *second = add(&f, zeros, STATUS_SAT);
    set_model(&f, first, "((x1 1) (x2 (- 1)))");
    set_model(&f, second, "((y1 0) (y2 0))");
    open_strategy(&f, STRATEGY_FUSION, 0);
    assert_true(each_mutant(&f, first, second, no_division_by_y) > DRAWS / 2);
    assert_true(each_mutant(&f, second, first, no_division_by_y) > DRAWS / 2);
    teardown(&f);
}

/* What the trap is: the fused formula of the paper's rule with one more pair has no model, while
 * that with a single pair has. */
static void test_paper_trap(void **state) {
    fixture_t f;
    setup(&f);
    open_strategy(&f, STRATEGY_FUSION, 0);
    seed_t *trap = add(&f,
                       "(declare-const x1 Int)(declare-const y1 Int)(declare-const z1 Int)"
                       "(assert (= (div z1 y1) 1))(assert (= y1 0))(assert (= z1 0))",
                       STATUS_SAT);
    mutant_start(&f.mutant, trap, NULL);
    static const char model[] = "((define-fun z1 () Int 0) (define-fun y1 () Int 0)"
                                " (define-fun div0 ((x Int) (y Int)) Int 1))";
    assert_int_equal(holds_under(&f, model, strlen(model)), HOLDS_YES);
    seed_t *both = add(&f,
                       "(declare-const z1 Int)(declare-const y1 Int)"
                       "(declare-const z2 Int)(declare-const y2 Int)"
                       "(assert (= (div z1 y1) 1))(assert (= (div z2 y2) (- 1)))",
                       STATUS_UNSAT);
    mutant_start(&f.mutant, both, NULL);
    for (int value = -1; value <= 1; value++) {
        strbuf_t text;
        strbuf_init(&text, &f.mem);
        strbuf_format(&text,
                      "((define-fun z1 () Int 0) (define-fun y1 () Int 0)"
                      " (define-fun z2 () Int 0) (define-fun y2 () Int 0)"
                      " (define-fun div0 ((x Int) (y Int)) Int %s))",
                      value < 0    ? "(- 1)"
                      : value == 0 ? "0"
                                   : "1");
        assert_int_equal(holds_under(&f, text.data, text.len), HOLDS_NO);
        strbuf_done(&text);
    }
    teardown(&f);
}

/* Algorithm 2, line 11, asserts z = f(x, y) alone. With z = x * y that is satisfiable where the
 * seeds are not; the equations of Figure 5 exclude it. */
static void equations_are_there(fixture_t *f) {
    const char *text = made(f);
    if (f->mutant.claim != CLAIM_UNSAT || !strstr(text, "(div z0!c y!b)"))
        return;
    static const char model[] = "((define-fun x () Int 1) (define-fun y!b () Int 0)"
                                " (define-fun z0!c () Int 0)"
                                " (define-fun div0 ((x Int) (y Int)) Int (- 1)))";
    assert_int_equal(holds_under(f, model, strlen(model)), HOLDS_NO);
    assert_non_null(strstr(text, "(assert (= x (div z0!c y!b)))\n"));
    assert_non_null(strstr(text, "(assert (= y!b (div z0!c x)))\n"));
}

static void test_unsat_equations(void **state) {
    fixture_t f;
    setup(&f);
    seed_t *first = add(&f, "(declare-const x Int)(assert (> x 0))(assert (< x 0))", STATUS_UNSAT);
    seed_t *second = add(&f, "(declare-const y Int)(assert (not (= y y)))", STATUS_UNSAT);
    open_strategy(&f, STRATEGY_FUSION, 1);
    assert_true(each_mutant(&f, first, second, equations_are_there) > DRAWS / 2);
    /* The formula that the paper's algorithm makes, and a model of it. */
    seed_t *wrong = add(&f,
                        "(declare-const x Int)(declare-const y!b Int)(declare-const z0!c Int)"
                        "(assert (or (and (> x 0) (< (div z0!c y!b) 0)) (not (= y!b y!b))))"
                        "(assert (= z0!c (* x y!b)))",
                        STATUS_UNKNOWN);
    mutant_start(&f.mutant, wrong, NULL);
    static const char model[] = "((define-fun x () Int 1) (define-fun y!b () Int 0)"
                                " (define-fun z0!c () Int 0)"
                                " (define-fun div0 ((x Int) (y Int)) Int (- 1)))";
    assert_int_equal(holds_under(&f, model, strlen(model)), HOLDS_YES);
    teardown(&f);
}

/* --- what two seeds share --- */

static void test_shared_functions(void **state) {
    fixture_t f;
    setup(&f);
    seed_t *first = add(&f,
                        "(declare-sort U 0)(declare-fun f (Int) Int)(declare-const u U)"
                        "(declare-const x Int)(declare-datatype T ((c (s Int)) (d)))"
                        "(declare-const t T)(define-fun g ((x Int)) Int (+ x 1))"
                        "(assert (= (f 0) 1))(assert (= (g x) 3))(assert (= u u))"
                        "(assert (= t (c 5)))",
                        STATUS_SAT);
    seed_t *second = add(&f,
                         "(declare-sort U 0)(declare-fun f (Int) Int)(declare-const u U)"
                         "(declare-const v U)(declare-const x Int)"
                         "(declare-datatype T ((d (s Int))))(declare-const t T)"
                         "(define-fun g ((x Int)) Int (- x 1))"
                         "(assert (= (f 0) 2))(assert (= (g x) 3))(assert (distinct u v))"
                         "(assert (= t (d 7)))",
                         STATUS_SAT);
    set_model(&f, first,
              "((define-fun f ((x!0 Int)) Int 1) (define-fun x () Int 2) (define-fun t () T (c 5))"
              " (declare-fun U!val!0 () U) (define-fun u () U U!val!0))");
    set_model(&f, second,
              "((define-fun f ((x!0 Int)) Int (h x!0)) (define-fun h ((y Int)) Int 2)"
              " (define-fun x () Int 4) (define-fun t () T (d 7))"
              " (declare-fun U!val!0 () U) (declare-fun U!val!1 () U)"
              " (define-fun u () U U!val!1) (define-fun v () U U!val!0))");
    static const strategy_kind_t kinds[] = {STRATEGY_FUSION, STRATEGY_CONCAT};
    for (int k = 0; k < 2; k++) {
        open_strategy(&f, kinds[k], 0);
        assert_true(each_mutant(&f, first, second, expect_model) > DRAWS / 2);
        assert_true(each_mutant(&f, second, first, expect_model) > DRAWS / 2);
        assert_true(each_mutant(&f, second, second, expect_model) > DRAWS / 2);
        strategy_close(f.strategy);
    }
    f.strategy = NULL;
    teardown(&f);
}

static void expect_goes(fixture_t *f, const seed_t *first, const seed_t *second, bool goes) {
    const char *why = NULL;
    if (strategy_takes(f->strategy, first, second, &why) != goes)
        fail_msg("%s", goes ? why : "taken");
}

/* (div 7 y) is a function of both seeds where y is 0. A model with another y shows that a seed does
 * not need it. */
static void test_open_operators(void **state) {
    fixture_t f;
    setup(&f);
    seed_t *three = add(&f, "(declare-const y Int)(assert (= (div 7 y) 3))", STATUS_SAT);
    seed_t *at_zero = add(&f, "(declare-const y Int)(assert (= (div 7 (* y 0)) 4))", STATUS_SAT);
    seed_t *at_zero_too =
        add(&f, "(declare-const y Int)(assert (= (div 7 (* y 0)) 5))", STATUS_SAT);
    open_strategy(&f, STRATEGY_FUSION, 0);
    expect_goes(&f, three, at_zero, false);
    expect_goes(&f, at_zero, at_zero_too, false);
    set_model(&f, three, "((define-fun y () Int 0) (define-fun div0 ((a Int) (b Int)) Int 3))");
    expect_goes(&f, three, at_zero, false);
    set_model(&f, three, "((y 2))");
    set_model(&f, at_zero, "((define-fun y () Int 9) (define-fun div0 ((a Int) (b Int)) Int 4))");
    set_model(&f, at_zero_too,
              "((define-fun y () Int 9) (define-fun div0 ((a Int) (b Int)) Int 5))");
    expect_goes(&f, three, at_zero, true);
    expect_goes(&f, at_zero, three, true);
    expect_goes(&f, at_zero, at_zero_too, false);
    /* True for what the evaluator would choose is not true for all. */
    for (int value = 0; value < 2; value++) {
        char text[200];
        snprintf(text, sizeof text, "(declare-const y Int)(assert (= (div 8 (* y 0)) %d))", value);
        seed_t *chosen = add(&f, text, STATUS_SAT);
        snprintf(text, sizeof text,
                 "((define-fun y () Int 9) (define-fun div0 ((a Int) (b Int)) Int %d))", value);
        set_model(&f, chosen, text);
        expect_goes(&f, chosen, at_zero, false);
    }
    assert_true(each_mutant(&f, three, at_zero, expect_model) > DRAWS / 2);
    assert_true(each_mutant(&f, at_zero, three, expect_model) > DRAWS / 2);
    teardown(&f);
}

/* --- binders --- */

static void nothing_captured(fixture_t *f) {
    const char *text = made(f);
    /* A bound variable is never replaced, and has no name of the other seed's. */
    assert_non_null(strstr(text, "(forall ((y!b Bool))"));
    assert_non_null(strstr(text, "(exists ((q!b Bool))"));
    assert_non_null(strstr(text, "(let ((w!b 3)) (> w!b 2))"));
    assert_null(strstr(text, "((y Bool))"));
    expect_model(f);
}

static void test_binders(void **state) {
    fixture_t f;
    setup(&f);
    seed_t *first = add(&f,
                        "(declare-const y Int)(declare-const w Int)(declare-const q Bool)"
                        "(assert (= y (+ w 1)))(assert (not q))",
                        STATUS_SAT);
    seed_t *second = add(&f,
                         "(declare-const y Int)(declare-const w Int)"
                         "(assert (and (> w 4) (forall ((y Bool)) (or (> w 1) y))))"
                         "(assert (let ((w 3)) (> w 2)))(assert (> y w))"
                         "(declare-const p Bool)(assert (exists ((q Bool)) (and p q)))",
                         STATUS_SAT);
    set_model(&f, first, "((y 4) (w 3) (q false))");
    set_model(&f, second, "((y 6) (w 5) (p true))");
    open_strategy(&f, STRATEGY_FUSION, 0);
    assert_true(each_mutant(&f, first, second, nothing_captured) > DRAWS / 2);
    teardown(&f);
}

/* --- models --- */

static void mixed_has_model(fixture_t *f) {
    if (f->mutant.claim == CLAIM_SAT)
        expect_model(f);
    else
        assert_false(strategy_model(f->strategy, &f->mutant, &f->out));
}

/* sat or unsat: the variables of the second can be anything, but inversions may divide by them. */
static void test_mixed_models(void **state) {
    fixture_t f;
    setup(&f);
    seed_t *sat = add(&f,
                      "(declare-const x Int)(declare-const r Real)(declare-const s String)"
                      "(declare-const b (_ BitVec 4))(declare-const a (Array Int Int))"
                      "(assert (> x 3))(assert (< r 0.5))(assert (= (str.len s) 2))"
                      "(assert (bvugt b #x3))(assert (= (select a x) 1))",
                      STATUS_SAT);
    seed_t *unsat = add(&f,
                        "(declare-sort V 0)(declare-fun g (V Int) Bool)(declare-const v V)"
                        "(declare-const x Int)(declare-const r Real)(declare-const s String)"
                        "(declare-const b (_ BitVec 4))(declare-const a (Array Int Int))"
                        "(assert (and (> x 3) (< x 3)))(assert (> r 0.5))(assert (= s \"\"))"
                        "(assert (g v (select a x)))(assert (= b b))",
                        STATUS_UNSAT);
    open_strategy(&f, STRATEGY_FUSION, 0);
    rng_t rng = rng_make(2);
    while (!strategy_make(f.strategy, sat, unsat, &rng, &f.mutant) || f.mutant.claim != CLAIM_SAT)
        continue;
    assert_false(strategy_model(f.strategy, &f.mutant, &f.out)); /* no seed has one */
    set_model(&f, sat,
              "((x 4) (r (/ 1.0 3.0)) (s \"ab\") (b #x9) (a ((as const (Array Int Int)) 1)))");
    assert_true(each_mutant(&f, sat, unsat, mixed_has_model) > DRAWS / 2);
    assert_true(each_mutant(&f, unsat, sat, mixed_has_model) > DRAWS / 2);
    assert_true(each_mutant(&f, sat, sat, mixed_has_model) > DRAWS / 2);
    teardown(&f);
}

/* Names that are operators', names that fusion gives, numerals that are Reals, in definitions too.
 */
static void test_models_of_names(void **state) {
    fixture_t f;
    setup(&f);
    seed_t *op = add(&f,
                     "(set-logic QF_LRA)(declare-fun pi () Real)(declare-fun x!b () Real)"
                     "(define-fun f ((abs Real)) Real (+ abs 3))"
                     "(assert (> pi 3))(assert (< (f pi) 7))(assert (= x!b 1))",
                     STATUS_SAT);
    seed_t *quoted = add(&f,
                         "(set-logic QF_LIA)(declare-fun |a b| () Int)(declare-fun |let| () Int)"
                         "(declare-fun z0!c () Int)(assert (= |a b| (+ |let| 1)))"
                         "(assert (! (> z0!c 0) :named |n m|))(assert |n m|)",
                         STATUS_SAT);
    set_model(&f, op, "((define-fun pi () Real 3.5) (define-fun x!b () Real 1.0))");
    set_model(&f, quoted, "((|a b| 1) (|let| 0) (z0!c 7))");
    open_strategy(&f, STRATEGY_FUSION, 0);
    seed_t *seeds[] = {op, quoted};
    for (int i = 0; i < 4; i++)
        assert_true(each_mutant(&f, seeds[i / 2], seeds[i % 2], expect_model) > DRAWS / 2);
    teardown(&f);
}

/* --- logics --- */

static void expect_logic(const char *a, const char *b, const char *joined) {
    fixture_t f;
    strbuf_t text;
    setup(&f);
    strbuf_init(&text, &f.mem);
    const seed_t *seeds[2];
    for (int i = 0; i < 2; i++) {
        strbuf_clear(&text);
        strbuf_format(&text, "(set-logic %s)(declare-const p Bool)(assert p)", i == 0 ? a : b);
        seeds[i] = add(&f, strbuf_text(&text), STATUS_SAT);
    }
    open_strategy(&f, STRATEGY_CONCAT, 0);
    rng_t rng = rng_make(1);
    assert_true(strategy_make(f.strategy, seeds[0], seeds[1], &rng, &f.mutant));
    strbuf_clear(&text);
    strbuf_format(&text, "(set-logic %s)\n", joined);
    if (strncmp(made(&f), strbuf_text(&text), text.len) != 0)
        fail_msg("%s + %s: %s", a, b, made(&f));
    strbuf_done(&text);
    teardown(&f);
}

static void test_logics(void **state) {
    expect_logic("QF_LIA", "QF_LIA", "QF_LIA");
    expect_logic("QF_LIA", "LIA", "LIA");
    expect_logic("QF_LIA", "QF_NIA", "QF_NIA");
    expect_logic("QF_LRA", "QF_UF", "QF_UFLRA");
    expect_logic("QF_S", "QF_LIA", "QF_SLIA");
    expect_logic("QF_BV", "QF_LIA", "QF_UFBVLIA");
    expect_logic("ALL", "QF_LIA", "ALL");
}

/* A linear seed stays linear only while the rules are. */
static void logic_fits(fixture_t *f) {
    const char *text = made(f);
    bool product = strstr(text, "(* x x!b)") || strstr(text, "(* x!b x)");
    if (product)
        assert_null(strstr(text, "(set-logic QF_LIA)"));
}

static void test_logic_of_rules(void **state) {
    fixture_t f;
    setup(&f);
    seed_t *seed =
        add(&f, "(set-logic QF_LIA)(declare-const x Int)(assert (< x 0 x))", STATUS_UNSAT);
    open_strategy(&f, STRATEGY_FUSION, 0);
    assert_true(each_mutant(&f, seed, seed, logic_fits) > DRAWS / 2);
    teardown(&f);
}

/* --- one status --- */

/* Of several checks the last one counts, with what is in force there. */
static void test_one_check(void **state) {
    fixture_t f;
    setup(&f);
    seed_t *seed = add(&f,
                       "(declare-const x Int)(assert (> x 1))(check-sat)(push)(assert (< x 0))"
                       "(check-sat)(pop)(assert (< x 9))(check-sat)",
                       STATUS_SAT);
    open_strategy(&f, STRATEGY_CONCAT, 0);
    rng_t rng = rng_make(1);
    assert_true(strategy_make(f.strategy, seed, seed, &rng, &f.mutant));
    assert_string_equal(made(&f),
                        "(set-logic ALL)\n(declare-const x Int)\n(declare-const x!b Int)\n"
                        "(assert (> x 1))\n(assert (< x 9))\n"
                        "(assert (> x!b 1))\n(assert (< x!b 9))\n(check-sat)\n");
    teardown(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_division_by_zero), cmocka_unit_test(test_paper_trap),
        cmocka_unit_test(test_unsat_equations),  cmocka_unit_test(test_shared_functions),
        cmocka_unit_test(test_open_operators),   cmocka_unit_test(test_binders),
        cmocka_unit_test(test_mixed_models),     cmocka_unit_test(test_models_of_names),
        cmocka_unit_test(test_logics),           cmocka_unit_test(test_logic_of_rules),
        cmocka_unit_test(test_one_check),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
