/* Seeds, mutants, recipes; opfuzz and typefuzz on the papers' examples. */
#include "script_fixture.h"

#include "mutate/recipe.h"

typedef struct world {
    fixture_t f;
    seeds_t seeds;
    strategy_t *strategy;
    mutant_t mutant;
    strbuf_t text;
} world_t;

static void world_init(world_t *w) {
    fixture_init(&w->f);
    seeds_init(&w->seeds, &w->f.bank, &w->f.mem);
    mutant_init(&w->mutant, &w->f.mem);
    strbuf_init(&w->text, &w->f.mem);
    w->strategy = NULL;
}

static void world_done(world_t *w) {
    strategy_close(w->strategy);
    strbuf_done(&w->text);
    mutant_done(&w->mutant);
    seeds_done(&w->seeds);
    fixture_done(&w->f);
}

static const seed_t *add(world_t *w, const char *text) {
    diag_list_t diags;
    diag_init(&diags, &w->f.mem);
    const seed_t *seed = seed_add(&w->seeds, "dir/sat/x.smt2", text, strlen(text), &diags);
    assert_non_null(seed);
    diag_done(&diags);
    return seed;
}

static void open_strategy(world_t *w, strategy_kind_t kind, strategy_options_t options) {
    diag_list_t diags;
    diag_init(&diags, &w->f.mem);
    w->strategy = strategy_open(kind, &w->seeds, &options, &w->f.mem, &diags);
    for (uint32_t i = 0; i < diags.rows.len; i++)
        print_message("%u:%u: %s\n", diags.rows.data[i].line, diags.rows.data[i].column,
                      diags.rows.data[i].message);
    diag_done(&diags);
    assert_non_null(w->strategy);
}

static bool make(world_t *w, const seed_t *seed, rng_t rng) {
    strbuf_clear(&w->text);
    if (!strategy_make(w->strategy, seed, NULL, &rng, &w->mutant))
        return false;
    mutant_print(&w->mutant, &w->text);
    return true;
}

static void well_sorted(world_t *w) {
    script_t script;
    script_init(&script, &w->f.bank);
    bool ok = try_parse(&w->f, &script, w->text.data, w->text.len);
    if (!ok)
        print_message("%s\n", strbuf_text(&w->text));
    script_done(&script);
    assert_true(ok);
}

/* Draws until a mutant contains the text. */
static void reaches(world_t *w, const seed_t *seed, const char *wanted, uint32_t draws) {
    rng_t base = rng_make(1);
    for (uint32_t k = 0; k < draws; k++)
        if (make(w, seed, rng_split(&base, k)) && strstr(strbuf_text(&w->text), wanted))
            return;
    fail_msg("never made: %s", wanted);
}

/* --- seeds --- */

static void a_seed_is_flat(void **state) {
    world_t w;
    world_init(&w);
    const seed_t *seed =
        add(&w, "(set-info :status unsat)(set-logic QF_LIA)(set-option :opt true)"
                "(declare-const a Int)(assert (> a 0))(push 1)(declare-const b Int)"
                "(assert (= a b))(check-sat)(pop 1)(declare-const c Int)"
                "(assert (< a c))(check-sat)(get-model)(exit)");
    assert_string_equal(seed->text, "(set-logic QF_LIA)\n(declare-const a Int)\n"
                                    "(declare-const c Int)\n(assert (> a 0))\n(assert (< a c))\n"
                                    "(check-sat)\n");
    assert_int_equal(seed->status, STATUS_SAT); /* the directory is later than the label */
    assert_int_equal(seed->source, SEED_DIRECTORY);
    assert_int_equal(seed->spots.len, 6);
    assert_int_equal(seed->roots.len, 2);
    assert_int_equal(seed->constants.len, 2);
    assert_int_equal(seed->constants.data[0].count, 2);
    for (uint32_t i = 0; i < seed->spots.len; i++) {
        const spot_t *spot = &seed->spots.data[i];
        strbuf_clear(&w.text);
        print_term(&w.f.bank, spot->term, &w.text);
        assert_int_equal(w.text.len, spot->end - spot->start);
        assert_memory_equal(w.text.data, seed->text + spot->start, w.text.len);
    }
    world_done(&w);
}

static void spots_know_their_binders(void **state) {
    world_t w;
    world_init(&w);
    const seed_t *seed = add(&w, "(declare-datatype L ((nil) (cons (hd Int) (tl L))))"
                                 "(declare-const l L)"
                                 "(assert (forall ((x Int)) (let ((y (+ x 1)) (z 2)) "
                                 "(match l ((nil (> y x)) ((cons h t) (> h z)))))))");
    u32_vec_t vars = {0};
    uint32_t seen = 0;
    static const char *const scopes[] = {"(> h z)", "x y z h t", "(> y x)", "x y z",
                                         "(+ x 1)", "x",         "l",       "x y z"};
    for (uint32_t i = 0; i < seed->spots.len; i++) {
        const spot_t *spot = &seed->spots.data[i];
        for (uint32_t k = 0; k < 8; k += 2) {
            size_t len = strlen(scopes[k]);
            if (spot->end - spot->start != len ||
                memcmp(seed->text + spot->start, scopes[k], len) != 0)
                continue;
            seed_scope(&w.seeds, seed, i, &vars);
            strbuf_clear(&w.text);
            for (uint32_t v = 0; v < vars.len; v++) {
                strbuf_str(&w.text, v > 0 ? " " : "");
                print_term(&w.f.bank, vars.data[v], &w.text);
            }
            assert_string_equal(strbuf_text(&w.text), scopes[k + 1]);
            seen++;
        }
    }
    assert_int_equal(seen, 4);
    vec_free(&w.f.mem, &vars);
    world_done(&w);
}

/* --- mutants --- */

static void edits_do_not_overlap(void **state) {
    world_t w;
    world_init(&w);
    const seed_t *seed = add(&w, "(declare-const a Int)(assert (= a 12345))");
    mutant_start(&w.mutant, seed, NULL);
    uint32_t at = (uint32_t)(strstr(seed->text, "12345") - seed->text);
    assert_true(mutant_replace(&w.mutant, 0, at + 2, at + 3, "X", 1));
    assert_true(mutant_replace(&w.mutant, 0, at, at + 2, "YY", 2));
    assert_false(mutant_replace(&w.mutant, 0, at + 1, at + 4, "no", 2));
    assert_false(mutant_replace(&w.mutant, 0, at + 2, at + 4, "no", 2));
    assert_true(mutant_replace(&w.mutant, 0, at + 5, at + 5, "Z", 1));
    mutant_print(&w.mutant, &w.text);
    assert_non_null(strstr(strbuf_text(&w.text), "(= a YYX45Z)"));
    world_done(&w);
}

static void recipes_make_the_same_bytes(void **state) {
    world_t w;
    world_init(&w);
    const seed_t *seed = add(&w, "(set-logic QF_LIA)(declare-const a Int)(declare-const b Int)"
                                 "(assert (and (< a b) (= (+ a 1) b) (> b 7)))");
    for (uint32_t kind = 0; kind < STRATEGY_COUNT; kind++) {
        if (strategy_info((strategy_kind_t)kind)->seeds != 1)
            continue;
        open_strategy(&w, (strategy_kind_t)kind, strategy_defaults);
        rng_t base = rng_make(unit_seed());
        for (uint32_t k = 0; k < 200; k++) {
            if (!make(&w, seed, rng_split(&base, k)))
                continue;
            strbuf_t first;
            strbuf_init(&first, &w.f.mem);
            strbuf_add(&first, w.text.data, w.text.len);
            recipe_t recipe;
            recipe_init(&recipe, &w.f.mem);
            const char *why;
            assert_true(recipe_read(&recipe, strbuf_text(&w.mutant.recipe), &why));
            assert_int_equal(recipe.links.len, 1);
            const recipe_link_t *link = &recipe.links.data[0];
            assert_int_equal(link->kind, kind);
            assert_ptr_equal(seeds_find(&w.seeds, link->seeds[0]), seed);
            assert_true(make(&w, seed, link->rng));
            recipe_done(&recipe);
            assert_int_equal(first.len, w.text.len);
            assert_memory_equal(first.data, w.text.data, first.len);
            strbuf_done(&first);
        }
        strategy_close(w.strategy);
        w.strategy = NULL;
    }
    world_done(&w);
}

static void bad_recipes_are_refused(void **state) {
    static const char *const bad[] = {"",
                                      "nothing seed=1 rng=1,2,3,4",
                                      "opfuzz",
                                      "opfuzz seed= rng=1,2,3,4",
                                      "opfuzz seed=1 rng=1,2,3",
                                      "opfuzz seed=1+ rng=1,2,3,4",
                                      "opfuzz seed=1 rng=1,2,3,4 steps=0",
                                      "opfuzz seed=1 rng=1,2,3,4 more",
                                      "opfuzz rng=1,2,3,4",
                                      "opfuzz seed=1",
                                      "opfuzz seed=+1 rng=1,2,3,4",
                                      "opfuzz seed=1 rng=1,2,3,4 |",
                                      "opfuzz seed=1 rng=1,2,3,4 | nothing rng=1,2,3,4",
                                      "opfuzz seed=1 rng=1,2,3,4 | opfuzz seed=1 rng=1,2,3,4",
                                      "opfuzz seed=1 rng=1,2,3,4 status=maybe",
                                      "opfuzz seed=1 rng=1,2,3,4 model=",
                                      "opfuzz seed=1 rng=1,2,3,4 model=1+",
                                      "opfuzz seed=1 rng=1,2,3,4 core=2,1",
                                      "opfuzz seed=1 rng=1,2,3,4 undo=1,",
                                      "opfuzz seed=1 rng=1,2,3,4 undo=99999999999",
                                      "opfuzz seed=1 rng=1,2,3,4 ops=x",
                                      "opfuzz seed=1 rng=1,2,3,4 growth=0",
                                      "opfuzz seed=1 rng=g,2,3,4"};
    mem_t mem;
    mem_init(&mem);
    recipe_t recipe;
    recipe_init(&recipe, &mem);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *why = NULL;
        assert_false(recipe_read(&recipe, bad[i], &why));
        assert_non_null(why);
    }
    mem_done(&mem);
}

/* --- strategies --- */

/* Figure 2: x becomes (str.from_int 0). */
static void typefuzz_figure_2(void **state) {
    world_t w;
    world_init(&w);
    const seed_t *seed = add(&w, "(declare-fun x () String)(declare-fun y () String)"
                                 "(assert (= (str.substr x 0 (str.len y)) y))"
                                 "(assert (not (= x y)))");
    strategy_options_t options = strategy_defaults;
    options.steps = 1;
    open_strategy(&w, STRATEGY_TYPEFUZZ, options);
    reaches(&w, seed, "(str.substr (str.from_int 0) 0 (str.len y))", 200000);
    world_done(&w);
}

/* Figure 3 and Example 3.4: the replaced term is an argument of the new one. */
static void typefuzz_example_3_4(void **state) {
    world_t w;
    world_init(&w);
    const seed_t *seed =
        add(&w, "(declare-fun x () String)(declare-fun y () String)"
                "(assert (= (str.replace x \"B\" (str.++ \"B\" \"B\")) (str.++ y \"B\")))");
    strategy_options_t options = strategy_defaults;
    options.steps = 1;
    options.same_term = true;
    open_strategy(&w, STRATEGY_TYPEFUZZ, options);
    reaches(&w, seed,
            "(= (str.replace (str.replace x \"B\" (str.++ \"B\" \"B\")) \"B\" (str.++ y \"B\")) "
            "(str.++ y \"B\"))",
            400000);
    world_done(&w);
}

/* The paper's trap: z is known under its quantifier only. */
static void typefuzz_keeps_variables_at_home(void **state) {
    world_t w;
    world_init(&w);
    const seed_t *seed =
        add(&w, "(declare-const x Int)(declare-const y Int)"
                "(assert (and (> x 10) (forall ((z Int)) (< z y)) (let ((z (= x y)) (u (+ x 1))) "
                "(or z (exists ((x Int)) (= x u)) (exists ((z Bool) (y Int)) (and z (= y u)))))))");
    open_strategy(&w, STRATEGY_TYPEFUZZ, strategy_defaults);
    rng_t base = rng_make(unit_seed());
    uint32_t made = 0;
    for (uint32_t k = 0; k < 3000; k++)
        if (make(&w, seed, rng_split(&base, k))) {
            well_sorted(&w);
            made++;
        }
    assert_in_range(made, 2500, 3000);
    world_done(&w);
}

static void opfuzz_keeps_sorts(void **state) {
    world_t w;
    world_init(&w);
    const seed_t *seed = add(&w, "(set-logic QF_UFBV)(declare-const x (_ BitVec 8))"
                                 "(declare-const y (_ BitVec 8))"
                                 "(assert (and (bvult x (bvadd y #x01)) (= x ((_ rotate_left 2) y))"
                                 "(distinct (bvmul x y x) (ite (bvsle x y) x (bvneg y)))))");
    strategy_options_t options = strategy_defaults;
    options.steps = 1;
    open_strategy(&w, STRATEGY_OPFUZZ, options);
    reaches(&w, seed, "(bvuge x (bvadd y #x01))", 2000);
    reaches(&w, seed, "(bvult x (bvurem y #x01))", 2000);
    reaches(&w, seed, "(or (bvult", 2000);
    reaches(&w, seed, "(bvxor x y x)", 2000);
    rng_t base = rng_make(unit_seed());
    for (uint32_t k = 0; k < 500; k++) {
        assert_true(make(&w, seed, rng_split(&base, k)));
        well_sorted(&w);
        assert_null(strstr(strbuf_text(&w.text), "(bvsub x y x)")); /* takes two */
    }
    world_done(&w);
}

/* The file of Figure 4 is read as it is, and nothing else comes in. */
static void typefuzz_reads_a_configuration(void **state) {
    static const char config[] = ";;; Functions from the core theory\n(not Bool Bool)\n"
                                 "(=> Bool Bool Bool :right-assoc)\n"
                                 "(par (A) (= A A Bool :chainable))\n(par (A) (ite Bool A A A))\n"
                                 "(+ Int Int Int :left-assoc)\n(- Int Int)\n"
                                 "(bvadd (_ BitVec n) (_ BitVec n) (_ BitVec n))\n"
                                 "((_ extract 3 0) (_ BitVec 8) (_ BitVec 4))\n";
    world_t w;
    world_init(&w);
    const seed_t *seed = add(&w, "(declare-const a Int)(declare-const b Int)(declare-const x (_ "
                                 "BitVec 8))(assert (and (< a b) (bvult x #x07)))");
    strategy_options_t options = strategy_defaults;
    options.steps = 1;
    options.ops_text = config;
    options.ops_len = strlen(config);
    open_strategy(&w, STRATEGY_TYPEFUZZ, options);
    reaches(&w, seed, "(+ b b)", 2000);
    reaches(&w, seed, "(bvadd x x)", 2000);
    reaches(&w, seed, "(=> ", 2000);
    rng_t base = rng_make(3);
    for (uint32_t k = 0; k < 2000; k++) {
        if (!make(&w, seed, rng_split(&base, k)))
            continue;
        well_sorted(&w);
        assert_null(strstr(strbuf_text(&w.text), "(or "));
        assert_null(strstr(strbuf_text(&w.text), "(* "));
        assert_null(strstr(strbuf_text(&w.text), "bvmul"));
    }
    world_done(&w);
}

static void bad_configurations_have_places(void **state) {
    static const struct {
        const char *text;
        uint32_t line, column;
    } rows[] = {{"(nothing Int Int)", 1, 2},
                {"(not Bool Bool)\n(+ Int Itn)", 2, 8},
                {"(+", 1, 1},
                {"not", 1, 1},
                {"(not)", 1, 1},
                {"(par (A) (= A A Bool)", 1, 1},
                {"(bvadd (_ BitVek n) Int)", 1, 8}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        world_t w;
        world_init(&w);
        add(&w, "(declare-const a Int)(assert (= a 1))");
        strategy_options_t options = strategy_defaults;
        options.ops_text = rows[i].text;
        options.ops_len = strlen(rows[i].text);
        diag_list_t diags;
        diag_init(&diags, &w.f.mem);
        w.strategy = strategy_open(STRATEGY_TYPEFUZZ, &w.seeds, &options, &w.f.mem, &diags);
        assert_null(w.strategy);
        assert_true(diags.rows.len > 0);
        assert_int_equal(diags.rows.data[0].line, rows[i].line);
        assert_int_equal(diags.rows.data[0].column, rows[i].column);
        diag_done(&diags);
        world_done(&w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_is_flat),
        cmocka_unit_test(spots_know_their_binders),
        cmocka_unit_test(edits_do_not_overlap),
        cmocka_unit_test(recipes_make_the_same_bytes),
        cmocka_unit_test(bad_recipes_are_refused),
        cmocka_unit_test(typefuzz_figure_2),
        cmocka_unit_test(typefuzz_example_3_4),
        cmocka_unit_test(typefuzz_keeps_variables_at_home),
        cmocka_unit_test(opfuzz_keeps_sorts),
        cmocka_unit_test(typefuzz_reads_a_configuration),
        cmocka_unit_test(bad_configurations_have_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
