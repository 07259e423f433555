/* Seeds, mutants, recipes. */
#include "mutate_fixture.h"

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

/* What was declared inside a level stays, when the script says so; assertions do not. */
static void global_declarations_outlive_their_level(void **state) {
    world_t w;
    world_init(&w);
    const seed_t *seed =
        add(&w, "(set-option :global-declarations true)(set-logic QF_LIA)(push 1)"
                "(declare-const a Int)(assert (> a 0))(pop 1)(assert (< a 0))(check-sat)");
    assert_string_equal(seed->text, "(set-logic QF_LIA)\n(declare-const a Int)\n"
                                    "(assert (< a 0))\n(check-sat)\n");
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_is_flat),
        cmocka_unit_test(global_declarations_outlive_their_level),
        cmocka_unit_test(spots_know_their_binders),
        cmocka_unit_test(edits_do_not_overlap),
        cmocka_unit_test(recipes_make_the_same_bytes),
        cmocka_unit_test(bad_recipes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
