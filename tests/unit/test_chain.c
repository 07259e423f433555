/* Models and cores of seeds; mutants that become seeds; edits undone. */
#include "chain_fixture.h"

#include "eval/model/model_text.h"

static model_fit_t set_model(world_t *w, seed_t *seed, const char *text) {
    diag_list_t diags;
    diag_init(&diags, &w->f.mem);
    model_fit_t fit = seed_set_model(&w->seeds, seed, text, strlen(text), &diags);
    diag_done(&diags);
    return fit;
}

static const char numbers[] = "(set-logic QF_UFLIA)(declare-fun f (Int) Int)(declare-const a Int)"
                              "(declare-const b Int)"
                              "(assert (and (< a b) (= (+ (f a) 1) b) (> b 7)))"
                              "(assert (or (= a 2) (distinct a b (f b))))";

/* --- models --- */

static void a_model_is_kept_when_it_is_one(void **state) {
    world_t w;
    world_init(&w);
    seed_t *seed = add(&w, numbers);
    assert_int_equal(set_model(&w, seed, "((define-fun a () Int 2) (define-fun b () Int 1))"),
                     MODEL_FALSE);
    assert_int_equal(set_model(&w, seed, "((define-fun a () Int 2) (define-fun b () Bool true))"),
                     MODEL_UNREAD);
    assert_null(seed->model);
    assert_int_equal(seed->status, STATUS_UNKNOWN);
    assert_int_equal(set_model(&w, seed,
                               "(model (define-fun f ((x Int)) Int (ite (= x 2) 8 0))\n"
                               "  (define-fun b () Int 9) ; b\n  (define-fun a () Int 2))"),
                     MODEL_KEPT);
    assert_int_equal(seed->status, STATUS_SAT);
    assert_int_equal(seed->source, SEED_MODEL);
    assert_string_equal(seed->model_text, "(define-fun f ((x Int)) Int (ite (= x 2) 8 0))\n"
                                          "(define-fun a () Int 2)\n(define-fun b () Int 9)\n");
    uint64_t hash = seed->model_hash;
    /* A wrong one later changes nothing; the same one in other words is the same. */
    assert_int_equal(set_model(&w, seed, "((define-fun b () Int 1))"), MODEL_FALSE);
    assert_int_equal(seed->model_hash, hash);
    assert_int_equal(set_model(&w, seed, seed->model_text), MODEL_KEPT);
    assert_int_equal(seed->model_hash, hash);
    world_done(&w);
}

/* What solvers write is read, written, and read again as the same. */
static void models_of_all_kinds_have_a_text(void **state) {
    static const struct {
        const char *seed, *model;
    } rows[] = {
        {"(declare-sort U 0)(declare-fun u () U)(declare-fun v () U)(declare-fun g (U) Bool)"
         "(assert (and (distinct u v) (g u) (not (g v))))",
         "((declare-fun U!val!0 () U)(declare-fun U!val!1 () U)"
         "(forall ((x U)) (or (= x U!val!0) (= x U!val!1)))"
         "(define-fun v () U U!val!1)(define-fun u () U U!val!0)"
         "(define-fun g ((x!0 U)) Bool (= x!0 U!val!0)))"},
        {"(declare-sort U 0)(declare-fun u () U)(declare-fun v () U)(assert (distinct u v))",
         "(\n; cardinality of U is 2\n(define-fun u () U (as @a0 U))"
         "(define-fun v () U (as @a1 U))\n)"},
        {"(declare-fun a () (Array Int Int))(declare-fun i () Int)(assert (= (select a i) 7))"
         "(assert (= (select a 0) 1))",
         "(model (define-fun i () Int 3)(define-fun a () (Array Int Int) (_ as-array k!0))"
         "(define-fun k!0 ((x!0 Int)) Int (ite (= x!0 3) 7 1)))"},
        {"(declare-fun x () Real)(assert (= (/ x 0.0) 2.0))(assert (> (* x x) 1.9))",
         "((define-fun x () Real 3.0)(define-fun /0 ((y Real)) Real 2.0))"},
        {"(declare-fun x () Real)(assert (= (* x x) 2.0))",
         "((define-fun x () Real (root-obj (+ (^ x 2) (- 2)) 2)))"},
        {"(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))(declare-fun l () L)"
         "(assert ((_ is cons) l))(declare-fun |a b| () String)(assert (= |a b| \"x\\u{0}\"))",
         "((define-fun l () L (cons 1 nil))(define-fun |a b| () String \"x\\u{0}\"))"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        world_t w;
        world_init(&w);
        seed_t *seed = add(&w, rows[i].seed);
        model_fit_t fit = set_model(&w, seed, rows[i].model);
        if (fit != MODEL_KEPT)
            print_message("%s\n", rows[i].model);
        assert_int_equal(fit, MODEL_KEPT);
        world_done(&w);
    }
}

static void cores_are_in_order(void **state) {
    world_t w;
    world_init(&w);
    seed_t *seed = add(&w, numbers);
    assert_false(seed_set_core(&w.seeds, seed, (uint32_t[]){2}, 1));
    assert_false(seed_set_core(&w.seeds, seed, (uint32_t[]){1, 0}, 2));
    assert_int_equal(seed->core.len, 0);
    assert_true(seed_set_core(&w.seeds, seed, (uint32_t[]){0, 1}, 2));
    assert_int_equal(seed->core.len, 2);
    assert_false(seed_set_loose(&w.seeds, seed, (uint32_t[]){0, 1}, 2)); /* one below the other */
    assert_false(seed_set_loose(&w.seeds, seed, &(uint32_t){seed->roots.data[1] - 1}, 1));
    assert_true(seed_set_loose(&w.seeds, seed, (uint32_t[]){0}, 1));
    assert_int_equal(seed->loose.len, 1);
    assert_true(seed_set_core(&w.seeds, seed, (uint32_t[]){0}, 1));
    assert_int_equal(seed->loose.len, 0);
    world_done(&w);
}

/* --- seeds that go --- */

static void the_last_seed_can_be_dropped(void **state) {
    world_t w;
    world_init(&w);
    add(&w, "(declare-const p Bool)(assert p)");
    size_t used = 0;
    uint32_t terms = bank_term_count(&w.f.bank);
    for (int i = 0; i < 50; i++) {
        seed_t *seed = add(&w, numbers);
        assert_int_equal(seed->number, 1);
        assert_int_equal(set_model(&w, seed,
                                   "((define-fun a () Int 2)(define-fun b () Int 9)"
                                   "(define-fun f ((x Int)) Int 8))"),
                         MODEL_KEPT);
        seeds_drop_last(&w.seeds);
        assert_int_equal(bank_term_count(&w.f.bank), terms);
        if (i == 0)
            used = w.f.mem.used;
        assert_int_equal(w.f.mem.used, used);
    }
    world_done(&w);
}

/* --- chains --- */

/* Makes a mutant of the chain's seed; false when the draw led nowhere. */
static bool make(world_t *w, strategy_kind_t kind, rng_t rng) {
    strategy_t *strategy = chain_strategy(&w->chain, kind, NULL);
    strbuf_clear(&w->text);
    if (!strategy_make(strategy, chain_seed(&w->chain), NULL, &rng, &w->mutant))
        return false;
    mutant_print(&w->mutant, &w->text);
    return true;
}

/* Replays the recipe in a world of its own. */
static void replays(world_t *w, const char *recipe_text) {
    recipe_t recipe;
    recipe_init(&recipe, &w->f.mem);
    const char *why = NULL;
    assert_true(recipe_read(&recipe, recipe_text, &why));
    chain_t chain;
    chain_init(&chain, &strategy_defaults, &w->f.mem);
    mutant_t mutant;
    mutant_init(&mutant, &w->f.mem);
    strbuf_clear(&w->why);
    if (!chain_replay(&chain, &w->seeds, &recipe, &mutant, &w->why))
        fail_msg("%s: %s", recipe_text, strbuf_text(&w->why));
    strbuf_t text;
    strbuf_init(&text, &w->f.mem);
    mutant_print(&mutant, &text);
    assert_string_equal(strbuf_text(&text), strbuf_text(&w->text));
    assert_string_equal(strbuf_text(&mutant.recipe), recipe_text);
    strbuf_done(&text);
    mutant_done(&mutant);
    chain_done(&chain);
    recipe_done(&recipe);
}

static void chains_are_made_again(void **state) {
    world_t w;
    world_init(&w);
    const seed_t *seed = add(&w, numbers);
    rng_t base = rng_make(unit_seed());
    for (uint64_t k = 0; k < 20; k++) {
        rng_t mine = rng_split(&base, k);
        chain_start(&w.chain, seed);
        for (uint64_t link = 0; link < 8; link++) {
            strategy_kind_t kind = link % 2 == 0 ? STRATEGY_TYPEFUZZ : STRATEGY_OPFUZZ;
            if (!make(&w, kind, rng_split(&mine, link)))
                continue;
            strbuf_t recipe;
            strbuf_init(&recipe, &w.f.mem);
            strbuf_add(&recipe, w.mutant.recipe.data, w.mutant.recipe.len);
            replays(&w, strbuf_text(&recipe));
            strbuf_done(&recipe);
            uint32_t before = w.chain.length;
            bool pushed =
                chain_push(&w.chain, chain_strategy(&w.chain, kind, NULL), &w.mutant, NULL);
            assert_int_equal(w.chain.length, before + pushed);
            if (pushed)
                assert_string_equal(chain_seed(&w.chain)->text, strbuf_text(&w.text));
        }
        assert_true(w.chain.length >= 4);
    }
    world_done(&w);
}

/* A model that says nothing is a model. */
static void a_chain_keeps_an_empty_model(void **state) {
    world_t w;
    world_init(&w);
    seed_t *seed = add(&w, "(assert (not (forall ((x Int)) (= (+ x x) x))))");
    assert_int_equal(set_model(&w, seed, ""), MODEL_KEPT);
    chain_start(&w.chain, seed);
    assert_non_null(chain_seed(&w.chain)->model);
    assert_true(make(&w, STRATEGY_DIVER, rng_make(unit_seed())));
    replays(&w, strbuf_text(&w.mutant.recipe));
    world_done(&w);
}

/* A recipe may name a second seed for a strategy that takes one: by hand, not by assay. */
static void a_second_seed_may_be_too_many(void **state) {
    world_t w;
    world_init(&w);
    const seed_t *seed = add(&w, numbers);
    chain_start(&w.chain, seed);
    assert_true(make(&w, STRATEGY_OPFUZZ, rng_make(unit_seed())));
    strbuf_t text;
    strbuf_init(&text, &w.f.mem);
    const char *made = strbuf_text(&w.mutant.recipe);
    size_t first = strlen("opfuzz seed=0123456789abcdef");
    strbuf_format(&text, "%.*s+0123456789abcdef%s", (int)first, made, made + first);
    recipe_t recipe;
    recipe_init(&recipe, &w.f.mem);
    const char *why = NULL;
    assert_true(recipe_read(&recipe, strbuf_text(&text), &why));
    assert_int_not_equal(recipe.links.data[0].seeds[1], 0);
    assert_non_null(chain_replay(&w.chain, &w.seeds, &recipe, &w.mutant, &w.why));
    strbuf_clear(&text);
    mutant_print(&w.mutant, &text);
    assert_string_equal(strbuf_text(&text), strbuf_text(&w.text));
    strbuf_done(&text);
    recipe_done(&recipe);
    world_done(&w);
}

/* A copy of a seed gives the same mutants, whatever else is in its bank. */
static void mutants_depend_on_the_seed_alone(void **state) {
    world_t w;
    world_init(&w);
    add(&w, "(declare-const z Int)(declare-const b Int)(assert (> (* z b 3) 7))");
    const seed_t *seed = add(&w, numbers);
    rng_t base = rng_make(unit_seed());
    for (uint32_t kind = 0; kind < STRATEGY_COUNT; kind++) {
        if (strategy_info((strategy_kind_t)kind)->seeds != 1 ||
            (strategy_info((strategy_kind_t)kind)->needs & ~(uint32_t)USES_OPS) != 0)
            continue;
        diag_list_t diags;
        diag_init(&diags, &w.f.mem);
        strategy_t *strategy =
            strategy_open((strategy_kind_t)kind, &w.seeds, &strategy_defaults, &w.f.mem, &diags);
        chain_start(&w.chain, seed);
        for (uint64_t k = 0; k < 100; k++) {
            rng_t rng = rng_split(&base, k);
            if (!make(&w, (strategy_kind_t)kind, rng))
                continue;
            mutant_t mutant;
            mutant_init(&mutant, &w.f.mem);
            assert_true(strategy_make(strategy, seed, NULL, &rng, &mutant));
            strbuf_clear(&w.why);
            mutant_print(&mutant, &w.why);
            assert_string_equal(strbuf_text(&w.why), strbuf_text(&w.text));
            mutant_done(&mutant);
        }
        strategy_close(strategy);
        diag_done(&diags);
    }
    world_done(&w);
}

static void long_chains_stay_small(void **state) {
    world_t w;
    world_init(&w);
    const seed_t *seed = add(&w, "(declare-const a Int)(declare-const b Int)"
                                 "(assert (and (< a b) (= (+ a 1) b) (> b 7)))");
    rng_t base = rng_make(7);
    size_t used = 0;
    for (uint64_t k = 0; k < 40; k++) {
        rng_t mine = rng_split(&base, k);
        chain_start(&w.chain, seed);
        for (uint64_t link = 0; link < 50; link++)
            if (make(&w, STRATEGY_TYPEFUZZ, rng_split(&mine, link))) {
                chain_push(&w.chain, chain_strategy(&w.chain, STRATEGY_TYPEFUZZ, NULL), &w.mutant,
                           NULL);
                assert_true(chain_seed(&w.chain)->len <= 4 * 4096);
            }
        chain_start(&w.chain, seed);
        if (k == 20)
            used = w.f.mem.used;
        if (k > 20) /* buffers may still grow a little, nothing else does */
            assert_in_range(w.f.mem.used, 0, used + (64 << 10));
    }
    world_done(&w);
}

static void recipes_miss_what_they_need(void **state) {
    static const struct {
        const char *recipe, *why;
    } rows[] = {
        {"opfuzz seed=1 rng=1,2,3,4", "seed 1 of the recipe is not among the files"},
        {"opfuzz seed=%s rng=1,2,3,4 model=7", "the recipe needs a model of x.smt2"},
        {"fusion seed=%s rng=1,2,3,4", "the recipe lacks a second seed"},
        {"fusion seed=%s+%s rng=1,2,3,4 rules=7", "the recipe needs the file for --rules"},
        {"typefuzz seed=%s rng=1,2,3,4 ops=7", "the recipe needs the file for --ops"},
        {"opfuzz seed=%s rng=1,2,3,4 steps=1 undo=0", "the recipe undoes what cannot be undone"},
        {"opfuzz seed=%s rng=1,2,3,4 core=0,9", "x.smt2 has fewer assertions than the core"},
        {"opfuzz seed=%s rng=1,2,3,4 core=0 loose=1,999", "x.smt2 has other spots than the core"},
    };
    world_t w;
    world_init(&w);
    const seed_t *seed = add(&w, numbers);
    char hash[17];
    snprintf(hash, sizeof hash, "%llx", (unsigned long long)seed->hash);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        strbuf_clear(&w.text);
        for (const char *at = rows[i].recipe; *at; at++)
            if (at[0] == '%')
                strbuf_str(&w.text, hash), at++;
            else
                strbuf_char(&w.text, *at);
        recipe_t recipe;
        recipe_init(&recipe, &w.f.mem);
        const char *why = NULL;
        assert_true(recipe_read(&recipe, strbuf_text(&w.text), &why));
        strbuf_clear(&w.why);
        assert_null(chain_replay(&w.chain, &w.seeds, &recipe, &w.mutant, &w.why));
        if (!strstr(strbuf_text(&w.why), rows[i].why))
            fail_msg("%s: %s", rows[i].recipe, strbuf_text(&w.why));
        recipe_done(&recipe);
    }
    world_done(&w);
}

/* --- undoing --- */

static void edits_are_undone(void **state) {
    world_t w;
    world_init(&w);
    const seed_t *seed = add(&w, numbers);
    chain_start(&w.chain, seed);
    strategy_options_t options = strategy_defaults;
    options.steps = 4;
    strategy_t *strategy = chain_strategy(&w.chain, STRATEGY_OPFUZZ, &options);
    rng_t base = rng_make(unit_seed());
    uint32_t undone = 0;
    for (uint64_t k = 0; k < 50; k++) {
        rng_t rng = rng_split(&base, k);
        if (!strategy_make(strategy, chain_seed(&w.chain), NULL, &rng, &w.mutant) ||
            w.mutant.edits.len < 3)
            continue;
        edit_t kept = w.mutant.edits.data[1];
        assert_false(mutant_undo(&w.mutant, (uint32_t[]){1, 0}, 2));
        assert_false(mutant_undo(&w.mutant, (uint32_t[]){9}, 1));
        assert_true(mutant_undo(&w.mutant, (uint32_t[]){0, 2}, 2));
        assert_int_equal(w.mutant.edits.data[0].start, kept.start);
        strbuf_clear(&w.text);
        mutant_print(&w.mutant, &w.text);
        replays(&w, strbuf_text(&w.mutant.recipe));
        undone++;
    }
    assert_true(undone > 10);
    /* What is required stays. */
    mutant_start(&w.mutant, seed, NULL);
    assert_true(mutant_require(&w.mutant, 0, 0, 0, "; a\n", 4));
    assert_true(mutant_replace(&w.mutant, 0, seed->len, seed->len, "; b\n", 4));
    assert_true(mutant_replace(&w.mutant, 0, seed->len, seed->len, "; c\n", 4));
    assert_false(mutant_undo(&w.mutant, (uint32_t[]){0}, 1));
    assert_false(mutant_undo(&w.mutant, (uint32_t[]){1, 2}, 2));
    assert_true(mutant_undo(&w.mutant, (uint32_t[]){1}, 1));
    world_done(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_model_is_kept_when_it_is_one),
        cmocka_unit_test(models_of_all_kinds_have_a_text),
        cmocka_unit_test(cores_are_in_order),
        cmocka_unit_test(the_last_seed_can_be_dropped),
        cmocka_unit_test(chains_are_made_again),
        cmocka_unit_test(a_chain_keeps_an_empty_model),
        cmocka_unit_test(a_second_seed_may_be_too_many),
        cmocka_unit_test(mutants_depend_on_the_seed_alone),
        cmocka_unit_test(long_chains_stay_small),
        cmocka_unit_test(recipes_miss_what_they_need),
        cmocka_unit_test(edits_are_undone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
