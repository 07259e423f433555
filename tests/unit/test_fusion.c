/* Tests of the strategies fusion and concat: the paper's examples can be made, mutants parse,
 * claims and refusals are right, and what each costs. test_fusion_sound.c has the traps. */
#include "fusion_fixture.h"

#include "base/file.h"

/* Whether one of many draws gives this text. */
static bool can_make(fixture_t *f, const seed_t *first, const seed_t *second, const char *text,
                     claim_t claim) {
    enum { DRAWS = 200000 };
    rng_t base = rng_make(1);
    for (uint64_t i = 0; i < DRAWS; i++) {
        rng_t rng = rng_split(&base, i);
        if (!strategy_make(f->strategy, first, second, &rng, &f->mutant))
            continue;
        assert_int_equal(f->mutant.claim, claim);
        if (strcmp(made(f), text) == 0)
            return true;
    }
    return false;
}

/* --- the paper --- */

static const char phi1[] = "(declare-fun x () Int)(declare-fun w () Bool)(assert (= x (- 1)))"
                           "(assert (= w (= x (- 1))))(assert w)";
static const char phi2[] = "(declare-fun y () Int)(declare-fun v () Bool)"
                           "(assert (= v (not (= y (- 1)))))(assert (ite v false (= y (- 1))))";
static const char phi3[] = "(set-logic QF_NRA)(declare-fun x () Real)"
                           "(assert (not (= (+ (+ 1.0 x) 6.0) (+ 7.0 x))))";
static const char phi4[] =
    "(set-logic QF_NRA)(declare-fun y () Real)(declare-fun w () Real)(declare-fun v () Real)"
    "(assert (and (< y v) (>= w v) (< (/ w v) 0) (> y 0)))";

static const char figure3[] = "(set-logic ALL)\n"
                              "(declare-fun x () Int)\n(declare-fun w () Bool)\n"
                              "(declare-fun y!b () Int)\n(declare-fun v!b () Bool)\n"
                              "(declare-fun z0!c () Int)\n"
                              "(assert (= (div z0!c y!b) (- 1)))\n"
                              "(assert (= w (= x (- 1))))\n(assert w)\n"
                              "(assert (= v!b (not (= y!b (- 1)))))\n"
                              "(assert (ite v!b false (= (div z0!c x) (- 1))))\n"
                              "(check-sat)\n";

/* Its inversions divide by x and y: only the models say that these are not 0. */
static void test_figure_3(void **state) {
    fixture_t f;
    setup(&f);
    seed_t *first = add(&f, phi1, STATUS_SAT);
    seed_t *second = add(&f, phi2, STATUS_SAT);
    open_strategy(&f, STRATEGY_FUSION, 1);
    assert_false(can_make(&f, first, second, figure3, CLAIM_SAT));
    set_model(&f, first, "((x (- 1)) (w true))");
    set_model(&f, second, "((define-fun y () Int (- 1)) (define-fun v () Bool false))");
    assert_true(can_make(&f, first, second, figure3, CLAIM_SAT));
    assert_non_null(strstr(f.mutant.reason, "models"));
    strbuf_clear(&f.out);
    assert_true(strategy_model(f.strategy, &f.mutant, &f.out));
    assert_string_equal(strbuf_text(&f.out), "(define-fun x () Int (- 1))\n"
                                             "(define-fun w () Bool true)\n"
                                             "(define-fun y!b () Int (- 1))\n"
                                             "(define-fun v!b () Bool false)\n"
                                             "(define-fun z0!c () Int 1)\n");
    teardown(&f);
}

static void test_figure_5(void **state) {
    fixture_t f;
    setup(&f);
    seed_t *first = add(&f, phi3, STATUS_UNSAT);
    seed_t *second = add(&f, phi4, STATUS_UNSAT);
    open_strategy(&f, STRATEGY_FUSION, 1);
    assert_true(can_make(&f, first, second,
                         "(set-logic QF_NRA)\n(declare-fun x () Real)\n"
                         "(declare-fun y!b () Real)\n(declare-fun w!b () Real)\n"
                         "(declare-fun v!b () Real)\n(declare-fun z0!c () Real)\n"
                         "(assert (or (not (= (+ (+ 1.0 (/ z0!c y!b)) 6.0) (+ 7.0 x))) "
                         "(and (< (/ z0!c x) v!b) (>= w!b v!b) (< (/ w!b v!b) 0.0) "
                         "(> (/ z0!c x) 0.0))))\n"
                         "(assert (= z0!c (* x y!b)))\n(assert (= x (/ z0!c y!b)))\n"
                         "(assert (= y!b (/ z0!c x)))\n(check-sat)\n",
                         CLAIM_UNSAT));
    teardown(&f);
}

/* --- all pairs of statuses --- */

static void test_claims(void **state) {
    fixture_t f;
    setup(&f);
    seed_t *sat = add(&f, "(declare-const x Int)(assert (> x 1))(assert (< x 9))", STATUS_SAT);
    seed_t *unsat = add(&f, "(declare-const x Int)(assert (> x 1))(assert (< x 1))", STATUS_UNSAT);
    static const strategy_kind_t kinds[] = {STRATEGY_FUSION, STRATEGY_CONCAT};
    for (int k = 0; k < 2; k++) {
        open_strategy(&f, kinds[k], 1);
        uint32_t seen[2][2][3] = {0};
        rng_t rng = rng_make(7);
        for (int i = 0; i < 4000; i++) {
            bool a = rng_one_in(&rng, 2);
            bool b = rng_one_in(&rng, 2);
            if (!strategy_make(f.strategy, a ? sat : unsat, b ? sat : unsat, &rng, &f.mutant))
                continue;
            seen[a][b][f.mutant.claim]++;
            const char *text = made(&f);
            bool disjunction = strstr(text, "(assert (or ") != NULL;
            if (a != b)
                assert_int_equal(f.mutant.claim, disjunction ? CLAIM_SAT : CLAIM_UNSAT);
            if (a && b)
                assert_false(disjunction);
            if (kinds[k] != STRATEGY_FUSION)
                continue;
            /* The equations stand in every unsat fusion; no conditional rule is in a sat one. */
            if (f.mutant.claim == CLAIM_UNSAT)
                assert_true(strstr(text, "(assert (= x ") && strstr(text, "(assert (= x!b "));
            else if (a && b)
                assert_null(strstr(text, "(div z0!c x"));
        }
        assert_true(seen[1][1][CLAIM_SAT] > 500 && seen[1][1][CLAIM_UNSAT] == 0);
        assert_true(seen[0][0][CLAIM_UNSAT] > 500 && seen[0][0][CLAIM_SAT] == 0);
        assert_true(seen[0][1][CLAIM_SAT] > 200 && seen[0][1][CLAIM_UNSAT] > 200);
        assert_true(seen[1][0][CLAIM_SAT] > 200 && seen[1][0][CLAIM_UNSAT] > 200);
        strategy_close(f.strategy);
    }
    f.strategy = NULL;
    teardown(&f);
}

/* --- refusals --- */

static void expect_takes(fixture_t *f, const seed_t *first, const seed_t *second,
                         const char *reason) {
    const char *why = NULL;
    bool takes = strategy_takes(f->strategy, first, second, &why);
    if (takes != !reason || (reason && !strstr(why, reason)))
        fail_msg("%s, expected %s", takes ? "taken" : why, reason ? reason : "taken");
}

static void test_refusals(void **state) {
    fixture_t f;
    setup(&f);
    seed_t *plain = add(&f, "(declare-const x Int)(assert (> x 1))", STATUS_SAT);
    seed_t *unknown = add(&f, "(declare-const x Int)(assert (> x 2))", STATUS_UNKNOWN);
    seed_t *zero = add(&f, "(declare-const x Int)(assert (= (div 1 x) 2))", STATUS_SAT);
    seed_t *literal = add(&f, "(declare-const x Int)(assert (= (div x (- 2)) 2))", STATUS_SAT);
    seed_t *sorts = add(&f, "(declare-sort U 0)(declare-const u U)(assert (= u u))", STATUS_SAT);
    seed_t *closed = add(&f, "(assert (forall ((x Int)) (> (+ x 1) x)))", STATUS_SAT);
    seed_t *hidden = add(&f,
                         "(define-fun f ((a Int)) Int (mod a a))(declare-const x Int)"
                         "(assert (= (f x) 0))",
                         STATUS_SAT);
    seed_t *never =
        add(&f, "(declare-const x Int)(assert (= (div 1 x) (+ 1 (div 1 x))))", STATUS_UNSAT);
    open_strategy(&f, STRATEGY_FUSION, 1);
    expect_takes(&f, plain, plain, NULL);
    expect_takes(&f, unknown, plain, "status is not known");
    expect_takes(&f, plain, unknown, "status is not known");
    expect_takes(&f, zero, zero, "division by what may be zero");
    expect_takes(&f, zero, hidden, "division by what may be zero");
    expect_takes(&f, zero, plain, NULL);
    expect_takes(&f, zero, literal, NULL);
    expect_takes(&f, zero, never, NULL);
    expect_takes(&f, sorts, plain, NULL);
    expect_takes(&f, plain, sorts, NULL);
    expect_takes(&f, closed, NULL, "no constants");
    expect_takes(&f, plain, closed, "no constants");
    teardown(&f);
}

/* --- names --- */

/* Everything that has a name in both, bound variables that would capture, names as fusion makes
 * them, an operator's name. */
static void test_names(void **state) {
    fixture_t f;
    setup(&f);
    static const char *const texts[] = {
        "(declare-sort U 0)(declare-datatype T ((c (s Int)) (d)))(declare-fun x () Int)"
        "(declare-fun f (Int U) Int)(declare-const u U)(declare-const t T)"
        "(define-fun g ((y Int)) Int (+ x y))"
        "(assert (exists ((y Int) (z Int)) (= (f (g x) u) (+ y z x (s t)))))"
        "(assert (! (let ((y x) (x!b 3)) (> (+ y x x!b) 0)) :named n))(assert n)",
        "(declare-fun y () Int)(declare-fun z0!c () Int)(declare-fun x!b () Int)"
        "(assert (forall ((x Int)) (=> (> x y) (> (+ x z0!c x!b) y))))",
        "(set-logic QF_LRA)(declare-fun pi () Real)(declare-fun x () Real)(assert (> (+ x pi) 3))",
        "(set-logic QF_NIRA)(declare-fun x () Real)(declare-fun i () Int)"
        "(assert (> (+ x (to_real i)) 3.0))",
    };
    seed_t *seeds[4];
    for (int i = 0; i < 4; i++)
        seeds[i] = add(&f, texts[i], STATUS_SAT);
    open_strategy(&f, STRATEGY_FUSION, 0);
    rng_t rng = rng_make(3);
    uint32_t count = 0;
    for (int i = 0; i < 3000; i++) {
        const seed_t *first = seeds[rng_below(&rng, 4)];
        const seed_t *second = seeds[rng_below(&rng, 4)];
        if (!strategy_make(f.strategy, first, second, &rng, &f.mutant))
            continue;
        expect_parses(&f);
        count++;
    }
    assert_true(count > 2000);
    /* Reals stay Reals beside Ints. */
    rng_t again = rng_make(1);
    assert_true(strategy_make(f.strategy, seeds[2], seeds[3], &again, &f.mutant));
    assert_non_null(strstr(made(&f), " 3.0)"));
    teardown(&f);
}

/* The same draws give the same bytes, whatever else was made before and is in the bank. */
static void test_same_again(void **state) {
    fixture_t f, g;
    setup(&f);
    setup(&g);
    static const char bits[] = "(declare-const a (_ BitVec 8))(declare-const b (_ BitVec 16))"
                               "(declare-const c (_ BitVec 4))(declare-const d Int)"
                               "(assert (= (concat a c c) b))(assert (> d (bv2nat c)))";
    const seed_t *a = add(&f, phi1, STATUS_SAT);
    const seed_t *b = add(&f, bits, STATUS_SAT);
    const seed_t *other = add(&g,
                              "(declare-const b (_ BitVec 16))(declare-const c (_ BitVec 4))"
                              "(declare-const a (_ BitVec 8))(assert (= (concat c a c) b))",
                              STATUS_UNSAT);
    const seed_t *d = add(&g, bits, STATUS_SAT);
    const seed_t *c = add(&g, phi1, STATUS_SAT);
    open_strategy(&f, STRATEGY_FUSION, 0);
    open_strategy(&g, STRATEGY_FUSION, 0);
    rng_t base = rng_make(11);
    for (uint64_t i = 0; i < 300; i++) {
        rng_t one = rng_split(&base, i);
        rng_t two = rng_split(&base, 299 - i);
        strategy_make(g.strategy, other, i % 2 ? d : other, &two, &g.mutant);
        two = one;
        bool ok = strategy_make(f.strategy, a, b, &one, &f.mutant);
        assert_int_equal(ok, strategy_make(g.strategy, c, d, &two, &g.mutant));
        if (ok)
            assert_string_equal(made(&f), made(&g));
    }
    teardown(&f);
    teardown(&g);
}

/* A user's rules join the others; wrong ones keep the strategy from opening. */
static void test_user_rules(void **state) {
    fixture_t f;
    setup(&f);
    const seed_t *seed = add(&f, phi1, STATUS_SAT);
    strategy_options_t options = strategy_defaults;
    diag_list_t diags;
    diag_init(&diags, &f.mem);
    options.rules_text = "(fusion mine (sort Int) (z (+ x y 77)) (x (- z y 77)) (y (- z x 77)))";
    options.rules_len = strlen(options.rules_text);
    f.strategy = strategy_open(STRATEGY_FUSION, &f.seeds, &options, &f.mem, &diags);
    assert_non_null(f.strategy);
    bool used = false;
    rng_t rng = rng_make(1);
    for (int i = 0; i < 500 && !used; i++)
        used = strategy_make(f.strategy, seed, seed, &rng, &f.mutant) &&
               strstr(made(&f), "77)") != NULL;
    assert_true(used);
    options.rules_text = "(fusion mine (sort Int) (z (* x y)) (x (div z y)) (y (div z x)))";
    options.rules_len = strlen(options.rules_text);
    assert_null(strategy_open(STRATEGY_FUSION, &f.seeds, &options, &f.mem, &diags));
    assert_non_null(strstr(diags.rows.data[0].message, "mine does not hold: x ="));
    diag_done(&diags);
    teardown(&f);
}

/* --- cost --- */

/* A formula of about 95 kB in many assertions, or one that is 20,000 deep. */
static seed_t *add_large(fixture_t *f, bool deep) {
    strbuf_t text;
    strbuf_init(&text, &f->mem);
    for (int i = 0; i < 40; i++)
        strbuf_format(&text, "(declare-fun v%d () Int)", i);
    if (deep) {
        strbuf_str(&text, "(assert (> ");
        for (int i = 0; i < 20000; i++)
            strbuf_format(&text, "(+ v%d ", i % 40);
        strbuf_str(&text, "0");
        strbuf_fill(&text, ')', 20000);
        strbuf_str(&text, " 5))");
    }
    for (int i = 0; !deep && i < 3800; i++)
        strbuf_format(&text, "(assert (< v%d (+ v%d 9)))", i % 40, (i * 7 + 1) % 40);
    seed_t *seed = add(f, strbuf_text(&text), STATUS_SAT);
    strbuf_done(&text);
    return seed;
}

/* What is done for a mutant, however large the seeds are: edits, and bytes that they insert. The
 * texts of the seeds are written once. */
static uint64_t work_of(fixture_t *f, const seed_t *first, const seed_t *second) {
    enum { MUTANTS = 200 };
    const fusion_t *fusion = f->strategy->state;
    uint64_t written = fusion->seeds.work;
    uint64_t work = 0;
    rng_t base = rng_make(5);
    for (uint64_t i = 0; i < MUTANTS; i++) {
        rng_t rng = rng_split(&base, i);
        assert_true(strategy_make(f->strategy, first, second, &rng, &f->mutant));
        work += f->mutant.edits.len + f->mutant.text.len;
    }
    assert_true(fusion->seeds.work - written <= 3 * ((uint64_t)first->len + second->len));
    return work / MUTANTS;
}

static void test_cost(void **state) {
    fixture_t f;
    setup(&f);
    seed_t *flat = add_large(&f, false);
    seed_t *deep = add_large(&f, true);
    seed_t *small = add(&f, "(declare-fun x () Int)(assert (> x 1))", STATUS_SAT);
    assert_true(flat->len > 90000 && deep->len > 90000);
    open_strategy(&f, STRATEGY_FUSION, 1);
    uint64_t least = work_of(&f, small, small);
    /* One variable has at most 64 occurrences that are looked at, half of which are replaced. */
    assert_true(work_of(&f, flat, small) < 40 * least);
    assert_true(work_of(&f, small, deep) < 40 * least);
    assert_true(work_of(&f, flat, deep) < 40 * least);
    teardown(&f);
}

/* --- real seeds --- */

static void load(fixture_t *f, const char *path) {
    name_vec_t files = {0};
    const char *error;
    if (!file_walk(&f->mem, path, ".smt2", &files, &error))
        return;
    for (uint32_t i = 0; i < files.len; i++) {
        file_text_t text = {0};
        diag_list_t diags;
        diag_init(&diags, &f->mem);
        enum { LARGEST = 20000 };
        if (file_read(&f->mem, files.data[i], &text, &error) && text.len < LARGEST)
            seed_add(&f->seeds, files.data[i], text.data, text.len, &diags);
        diag_done(&diags);
        file_release(&f->mem, &text);
        mem_free(&f->mem, files.data[i]);
    }
    vec_free(&f->mem, &files);
}

static void test_real_seeds(void **state) {
    fixture_t f;
    char path[4096];
    const char *shared = getenv("ASSAY_SHARED");
    snprintf(path, sizeof path, "%s/seeds", shared ? shared : "../shared");
    if (!file_is_dir(path))
        skip();
    setup(&f);
    load(&f, path);
    open_strategy(&f, STRATEGY_FUSION, 0);
    rng_t rng = rng_make(unit_seed());
    uint32_t count = 0;
    for (uint32_t tries = 0; tries < 40000 && count < 2000; tries++) {
        const seed_t *first = f.seeds.rows.data[rng_below(&rng, f.seeds.rows.len)];
        const seed_t *second = f.seeds.rows.data[rng_below(&rng, f.seeds.rows.len)];
        if (!strategy_make(f.strategy, first, second, &rng, &f.mutant))
            continue;
        assert_int_not_equal(f.mutant.claim, CLAIM_NONE);
        expect_parses(&f);
        count++;
    }
    assert_int_equal(count, 2000);
    teardown(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_figure_3),   cmocka_unit_test(test_figure_5),
        cmocka_unit_test(test_claims),     cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_names),      cmocka_unit_test(test_same_again),
        cmocka_unit_test(test_user_rules), cmocka_unit_test(test_cost),
        cmocka_unit_test(test_real_seeds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
