/* The strategy core: no mutant has a model, which all assignments show; the mutant's own core has
 * none either; recipes make the same mutant; seeds that it cannot take. */
#include "unit.h"

#include "eval/engine/eval.h"
#include "mutate/engine/chain.h"
#include "smt/read/parse.h"

#include <string.h>

typedef struct world {
    mem_t mem;
    bank_t bank, other;
    seeds_t seeds;
    mutant_t mutant;
    strategy_t *strategy;
    strbuf_t out;
} world_t;

static void world_init(world_t *w) {
    *w = (world_t){0};
    mem_init(&w->mem);
    bank_init(&w->bank, &w->mem);
    bank_init(&w->other, &w->mem);
    seeds_init(&w->seeds, &w->bank, &w->mem);
    mutant_init(&w->mutant, &w->mem);
    strbuf_init(&w->out, &w->mem);
    diag_list_t diags;
    diag_init(&diags, &w->mem);
    w->strategy = strategy_open(STRATEGY_CORE, &w->seeds, &strategy_defaults, &w->mem, &diags);
    assert_non_null(w->strategy);
    diag_done(&diags);
}

static void world_done(world_t *w) {
    strategy_close(w->strategy);
    strbuf_done(&w->out);
    mutant_done(&w->mutant);
    seeds_done(&w->seeds);
    bank_done(&w->bank);
    bank_done(&w->other);
    assert_null(w->mem.head);
    mem_done(&w->mem);
}

typedef struct example {
    const char *text;
    uint32_t core[4], core_count;
    const char *loose[4]; /* the first spot with this text below the one before */
} example_t;

/* Constants of Bool and of bit-vectors of 2 bits: few enough to try all values. */
static const example_t examples[] = {
    {"(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)"
     "(assert (or p q))(assert r)(assert (not p))(assert (not q))",
     {0, 2, 3},
     3,
     {NULL}},
    {"(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)"
     "(assert (and (=> p q) (or r q) (not (=> p (or q r)))))",
     {0},
     1,
     {"(or r q)", NULL}},
    {"(set-logic QF_BV)(declare-const x (_ BitVec 2))(declare-const y (_ BitVec 2))"
     "(declare-const p Bool)(assert (let ((v (bvult x y)) (u (and p (= x #b01)))) (and v u"
     " (ite p (bvule y x) (= x y)))))(assert (bvule x (bvadd y #b01)))",
     {0},
     1,
     {"(= x #b01)", "(= x y)", NULL}},
    {"(set-logic BV)(declare-const x (_ BitVec 2))(declare-const y (_ BitVec 2))"
     "(assert (forall ((z (_ BitVec 2))) (and (bvule z x) (or (bvule x z) (= y z)))))"
     "(assert (not (= x #b11)))(assert (exists ((z (_ BitVec 2))) (bvult z y)))",
     {0, 1},
     2,
     {"(or (bvule x z) (= y z))", NULL}},
    {"(declare-const p Bool)(declare-const q Bool)(assert (! (and p q) :named n))"
     "(assert (or (not n) q))(assert (not n))",
     {0, 2},
     2,
     {NULL}},
    {"(declare-const p Bool)(declare-const q Bool)(assert (! (and p q) :named a))"
     "(assert (! (or p q) :named b))(assert (! (not p) :named c))",
     {0, 2},
     2,
     {"q", NULL}},
};

enum { EXAMPLES = sizeof examples / sizeof *examples };

static seed_t *add(world_t *w, const example_t *example) {
    diag_list_t diags;
    diag_init(&diags, &w->mem);
    seed_t *seed = seed_add(&w->seeds, "seed", example->text, strlen(example->text), &diags);
    assert_non_null(seed);
    diag_done(&diags);
    seed_set_status(seed, STATUS_UNSAT, SEED_SOLVERS);
    assert_true(seed_set_core(&w->seeds, seed, example->core, example->core_count));
    uint32_t spots[4], count = 0;
    uint32_t at = 0;
    for (; example->loose[count]; count++) {
        size_t len = strlen(example->loose[count]);
        while (seed->spots.data[at].end - seed->spots.data[at].start != len ||
               memcmp(seed->text + seed->spots.data[at].start, example->loose[count], len) != 0)
            at++;
        spots[count] = at;
    }
    assert_true(seed_set_loose(&w->seeds, seed, spots, count));
    return seed;
}

static const char *made(world_t *w) {
    strbuf_clear(&w->out);
    mutant_print(&w->mutant, &w->out);
    return strbuf_text(&w->out);
}

/* --- all assignments --- */

/* What is tried on all assignments of a text's constants. */
typedef struct trial {
    bank_t *bank;
    script_t script;
    values_t values;
    model_t model;
    eval_t eval;
    u32_vec_t constants;
    in_force_vec_t formulas;
} trial_t;

static void trial_read(trial_t *t, const char *text, mem_t *mem) {
    script_init(&t->script, t->bank);
    values_init(&t->values, t->bank, mem);
    model_init(&t->model, &t->values, mem);
    diag_list_t diags;
    diag_init(&diags, mem);
    if (!parse_script(&t->script, text, strlen(text), &diags))
        fail_msg("%s: %s", diags.rows.data[0].message, text);
    diag_done(&diags);
    for (uint32_t i = 0; i < script_count(&t->script); i++) {
        uint32_t count;
        const uint32_t *words = script_words(&t->script, i, &count);
        if (cmd_info(script_kind(&t->script, i))->shape == SHAPE_FUN)
            *vec_push(mem, &t->constants) = words[0];
    }
    script_in_force(&t->script, script_count(&t->script), mem, &t->formulas);
    eval_init(&t->eval, t->bank, &t->values, &t->model, mem);
}

static void set_constants(trial_t *t, uint64_t k) {
    for (uint32_t i = 0; i < t->constants.len; i++) {
        sort_t sort = fun_result(t->bank, t->constants.data[i]);
        uint64_t size = sort_size(&t->values, sort);
        model_set(&t->model, t->constants.data[i], value_at(&t->values, sort, k % size));
        k /= size;
    }
    eval_set_model(&t->eval, &t->model);
}

/* Whether these assertions may be true; all, when places is NULL. */
static bool may_hold(trial_t *t, const u32_vec_t *places) {
    for (uint32_t i = 0; i < (places ? places->len : t->formulas.len); i++) {
        uint32_t place = places ? places->data[i] : i;
        assert_true(place < t->formulas.len);
        if (eval_formula(&t->eval, t->formulas.data[place].term) == HOLDS_NO)
            return false;
    }
    return true;
}

/* Whether some assignment makes the text true, or the assertions at these places. */
static bool has_model(world_t *w, const char *text, const u32_vec_t *places) {
    mem_t *mem = &w->mem;
    bank_mark_t mark = bank_mark(&w->other);
    trial_t t = {.bank = &w->other};
    trial_read(&t, text, mem);
    uint64_t total = 1;
    for (uint32_t i = 0; i < t.constants.len; i++)
        total *= sort_size(&t.values, fun_result(t.bank, t.constants.data[i]));
    bool found = false;
    for (uint64_t k = 0; k < total && !found; k++) {
        set_constants(&t, k);
        found = may_hold(&t, places);
    }
    eval_done(&t.eval);
    model_done(&t.model);
    values_done(&t.values);
    script_done(&t.script);
    vec_free(mem, &t.constants);
    vec_free(mem, &t.formulas);
    bank_release(&w->other, mark);
    return found;
}

/* --- tests --- */

static void no_mutant_has_a_model(void **state) {
    enum { MUTANTS = 1000 };
    rng_t base = rng_make(unit_seed());
    u32_vec_t places = {0};
    for (uint32_t e = 0; e < EXAMPLES; e++) {
        world_t w;
        world_init(&w);
        const seed_t *seed = add(&w, &examples[e]);
        assert_false(has_model(&w, seed->text, NULL));
        uint32_t count = 0;
        for (uint64_t k = 0; k < MUTANTS; k++) {
            rng_t rng = rng_split(&base, e * MUTANTS + k);
            if (!strategy_make(w.strategy, seed, NULL, &rng, &w.mutant))
                continue;
            count++;
            assert_int_equal(w.mutant.claim, CLAIM_UNSAT);
            const char *text = made(&w);
            assert_true(strategy_core(w.strategy, &w.mutant, &places));
            if (has_model(&w, text, &places)) /* all the more so are all assertions */
                fail_msg("satisfiable: %s\n%s", strbuf_text(&w.mutant.recipe), text);
        }
        assert_true(count > MUTANTS * 9 / 10);
        vec_free(&w.mem, &places);
        world_done(&w);
    }
}

/* Loose spots become anything: with what is not loose called so, models turn up. */
static void the_test_can_fail(void **state) {
    static const example_t wrong = {
        "(declare-const p Bool)(declare-const q Bool)(assert (and p q (not p)))",
        {0},
        1,
        {"p", NULL}};
    world_t w;
    world_init(&w);
    const seed_t *seed = add(&w, &wrong);
    rng_t base = rng_make(unit_seed());
    uint32_t satisfiable = 0;
    for (uint64_t k = 0; k < 100; k++) {
        rng_t rng = rng_split(&base, k);
        if (strategy_make(w.strategy, seed, NULL, &rng, &w.mutant))
            satisfiable += has_model(&w, made(&w), NULL);
    }
    assert_true(satisfiable > 0);
    world_done(&w);
}

static void mutants_differ_and_can_be_made_again(void **state) {
    enum { MUTANTS = 100 };
    rng_t base = rng_make(unit_seed());
    for (uint32_t e = 0; e < EXAMPLES; e++) {
        world_t w;
        world_init(&w);
        const seed_t *seed = add(&w, &examples[e]);
        char *texts[MUTANTS];
        uint32_t count = 0, different = 0;
        strbuf_t why;
        strbuf_init(&why, &w.mem);
        chain_t chain;
        chain_init(&chain, &strategy_defaults, &w.mem);
        for (uint64_t k = 0; k < MUTANTS; k++) {
            rng_t rng = rng_split(&base, k);
            if (!strategy_make(w.strategy, seed, NULL, &rng, &w.mutant))
                continue;
            texts[count] = strdup(made(&w));
            bool fresh = true;
            for (uint32_t i = 0; i < count; i++)
                fresh &= strcmp(texts[i], texts[count]) != 0;
            different += fresh;
            recipe_t recipe;
            const char *wrong;
            recipe_init(&recipe, &w.mem);
            assert_true(recipe_read(&recipe, strbuf_text(&w.mutant.recipe), &wrong));
            if (!chain_replay(&chain, &w.seeds, &recipe, &w.mutant, &why))
                fail_msg("%s", strbuf_text(&why));
            assert_string_equal(made(&w), texts[count]);
            recipe_done(&recipe);
            count++;
        }
        assert_true(different > count * 3 / 4); /* such small seeds have small mutants */
        for (uint32_t i = 0; i < count; i++)
            free(texts[i]);
        chain_done(&chain);
        strbuf_done(&why);
        world_done(&w);
    }
}

/* A chain goes on with the core of each mutant. */
static void chains_stay_unsatisfiable(void **state) {
    rng_t base = rng_make(unit_seed());
    for (uint32_t e = 0; e < EXAMPLES; e++) {
        world_t w;
        world_init(&w);
        chain_t chain;
        chain_init(&chain, &strategy_defaults, &w.mem);
        chain_start(&chain, add(&w, &examples[e]));
        strategy_t *strategy = chain_strategy(&chain, STRATEGY_CORE, NULL);
        uint32_t pushed = 0;
        for (uint64_t k = 0; k < 30; k++) {
            rng_t rng = rng_split(&base, k);
            if (!strategy_make(strategy, chain_seed(&chain), NULL, &rng, &w.mutant))
                continue;
            if (has_model(&w, made(&w), NULL))
                fail_msg("satisfiable: %s", strbuf_text(&w.mutant.recipe));
            pushed += chain_push(&chain, strategy, &w.mutant, NULL);
        }
        assert_true(pushed > 5);
        assert_true(chain_seed(&chain)->core.len > 0);
        chain_done(&chain);
        world_done(&w);
    }
}

static void a_seed_without_a_core_is_refused(void **state) {
    world_t w;
    world_init(&w);
    seed_t *seed = add(&w, &examples[0]);
    const char *why = NULL;
    assert_true(strategy_takes(w.strategy, seed, NULL, &why));
    strategy_forget(w.strategy);
    seed->core.len = 0;
    assert_false(strategy_takes(w.strategy, seed, NULL, &why));
    assert_string_equal(why, "no unsatisfiable core of it is known");
    rng_t rng = rng_make(1);
    assert_false(strategy_make(w.strategy, seed, NULL, &rng, &w.mutant));
    world_done(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_mutant_has_a_model),
        cmocka_unit_test(the_test_can_fail),
        cmocka_unit_test(mutants_differ_and_can_be_made_again),
        cmocka_unit_test(chains_stay_unsatisfiable),
        cmocka_unit_test(a_seed_without_a_core_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
