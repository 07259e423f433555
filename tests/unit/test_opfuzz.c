/* Type-aware operator mutation. */
#include "mutate_fixture.h"

#include "base/hash.h"

/* Opens opfuzz for mutants with one change. */
static const seed_t *start(world_t *w, const char *text) {
    world_init(w);
    const seed_t *seed = add(w, text);
    strategy_options_t options = strategy_defaults;
    options.steps = 1;
    open_strategy(w, STRATEGY_OPFUZZ, options);
    return seed;
}

/* No mutant contains the text. */
static void never(world_t *w, const seed_t *seed, const char *text) {
    rng_t base = rng_make(unit_seed());
    for (uint32_t k = 0; k < 2000; k++)
        if (make(w, seed, rng_split(&base, k)) && strstr(strbuf_text(&w->text), text))
            fail_msg("made: %s", text);
}

static void all_well_sorted(world_t *w, const seed_t *seed, uint32_t draws) {
    rng_t base = rng_make(unit_seed());
    for (uint32_t k = 0; k < draws; k++)
        if (make(w, seed, rng_split(&base, k)))
            well_sorted(w);
}

static void operators_keep_sorts(void **state) {
    world_t w;
    const seed_t *seed =
        start(&w, "(set-logic QF_UFBV)(declare-const x (_ BitVec 8))"
                  "(declare-const y (_ BitVec 8))"
                  "(assert (and (bvult x (bvadd y #x01)) (= x ((_ rotate_left 2) y))"
                  "(distinct (bvmul x y x) (ite (bvsle x y) x (bvneg y)))))");
    reaches(&w, seed, "(bvuge x (bvadd y #x01))", 2000);
    reaches(&w, seed, "(bvult x (bvurem y #x01))", 2000);
    reaches(&w, seed, "(or (bvult", 2000);
    reaches(&w, seed, "(bvxor x y x)", 2000);
    reaches(&w, seed, "((_ rotate_right 2) y)", 2000);
    all_well_sorted(&w, seed, 500);
    world_done(&w);
}

/* As many arguments as there are: bvsub takes two, concat at least two, and so does +. */
static void arity_stays_legal(void **state) {
    world_t w;
    const seed_t *seed =
        start(&w, "(declare-const x (_ BitVec 8))(declare-const i Int)(declare-const r Real)"
                  "(assert (and (= (bvadd x x x) (bvnot x)) (= (- i) (+ i i i)) (xor true true)"
                  "(> i i i) (= (abs i) (mod i i)) (fp.isNaN ((_ to_fp 5 11) RNE r))))");
    never(&w, seed, "(bvsub x x x)");
    never(&w, seed, "(concat x)");
    never(&w, seed, "(bvor x)");
    never(&w, seed, "(+ i)");
    never(&w, seed, "(mod i i i)");
    never(&w, seed, "(mod i)");
    never(&w, seed, "(abs i i)");
    reaches(&w, seed, "(bvneg x)", 3000);
    reaches(&w, seed, "(div i i i)", 3000);
    reaches(&w, seed, "(distinct i i i)", 3000);
    all_well_sorted(&w, seed, 500);
    world_done(&w);
}

/* Int below Real: both directions, where everything above takes both. */
static void int_and_real_cross(void **state) {
    world_t w;
    const seed_t *seed = start(&w, "(declare-fun x () Int)(declare-fun y () Int)"
                                   "(declare-fun r () Real)(declare-fun f (Int) Int)"
                                   "(declare-fun a () (Array Int Real))"
                                   "(assert (< (+ (div x y) 1) y))"
                                   "(assert (>= (- r) (to_real x)))"
                                   "(assert (= (f (mod x y)) (ite (< x y) (div y x) 2)))"
                                   "(assert (= (select a (div x 7)) r))");
    reaches(&w, seed, "(< (+ (/ x y) 1) y)", 5000);         /* up */
    reaches(&w, seed, "(>= (to_int r) (to_real x))", 5000); /* down */
    reaches(&w, seed, "(>= (- r) (abs x))", 5000);
    never(&w, seed, "(f (/ x y))");
    never(&w, seed, "(/ y x)");
    never(&w, seed, "(/ x 7)");
    never(&w, seed, "(mod r"); /* cvc5 takes no Reals there */
    all_well_sorted(&w, seed, 1000);
    world_done(&w);
}

static void crossing_stays_in_the_logic(void **state) {
    world_t w;
    const seed_t *seed = start(&w, "(set-logic QF_NIA)(declare-fun x () Int)(declare-fun y () Int)"
                                   "(assert (< (+ (div x y) 1) y))");
    never(&w, seed, "(/ ");
    world_done(&w);
    seed = start(&w, "(set-logic QF_LIRA)(declare-fun x () Int)(declare-fun r () Real)"
                     "(assert (< (+ (- x) 1) x))(assert (> (* 2.0 r) (- r)))");
    never(&w, seed, "(/ "); /* linear */
    reaches(&w, seed, "(to_int r)", 2000);
    world_done(&w);
}

static void functions_change_places(void **state) {
    world_t w;
    const seed_t *seed =
        start(&w, "(declare-sort U 0)(declare-fun f (U Int) Int)(declare-fun g (U Int) Int)"
                  "(declare-fun |h h| (U Int) Int)(declare-fun k (U U) Int)(declare-fun u () U)"
                  "(assert (= (f u 1) (k u u)))"
                  "(assert (forall ((g Int)) (= (f u 2) g)))");
    reaches(&w, seed, "(= (g u 1) (k u u))", 500);
    reaches(&w, seed, "(= (|h h| u 1) (k u u))", 500);
    reaches(&w, seed, "(= (|h h| u 2) g)", 500);
    never(&w, seed, "(g u 2)"); /* a variable has that name there */
    never(&w, seed, "(k u 1)");
    all_well_sorted(&w, seed, 300);
    world_done(&w);
}

/* A name that means something else is not an operator's. */
static void hidden_operators_are_left_out(void **state) {
    world_t w;
    const seed_t *seed = start(&w, "(declare-fun x () Int)(declare-fun div (Int) Int)"
                                   "(assert (forall ((mod Int)) (= (+ x mod) (- (div x) 3))))");
    never(&w, seed, "(mod x");
    never(&w, seed, "(div x mod)");
    all_well_sorted(&w, seed, 300);
    world_done(&w);
}

/* A solver that has the operators of a seed has those of its mutants: names of older solvers, or of
 * one solver alone, come in where such a name is in the seed. */
static void solvers_keep_their_names(void **state) {
    world_t w;
    const seed_t *seed =
        start(&w, "(declare-const s (Set Int))(declare-const t (Set Int))"
                  "(assert (set.subset (set.inter s t) (set.minus s (set.singleton 9))))");
    never(&w, seed, "(subset ");
    never(&w, seed, "(setminus ");
    never(&w, seed, "(union ");
    never(&w, seed, "(set.difference ");
    reaches(&w, seed, "(set.union s t)", 2000);
    world_done(&w);
    seed = start(&w, "(declare-const s (Set Int))(declare-const t (Set Int))"
                     "(assert (subset (intersection s t) t))");
    never(&w, seed, "(set.");
    reaches(&w, seed, "(setminus s t)", 2000);
    world_done(&w);
    seed = start(&w, "(declare-const s (Array Int Bool))(declare-const t (Array Int Bool))"
                     "(assert (subset s (union s t)))");
    reaches(&w, seed, "(setminus s t)", 2000);
    never(&w, seed, "(difference ");
    world_done(&w);
}

/* Without --steps: many changes where single ones are few. */
static void mutants_of_small_seeds_differ(void **state) {
    world_t w;
    world_init(&w);
    const seed_t *seed = add(&w, "(declare-fun x () Int)(declare-fun y () Int)"
                                 "(assert (and (< x y) (<= (+ x 1) y) (> (* x y) 3)))"
                                 "(assert (or (= x y) (>= (- x y) 0)))");
    open_strategy(&w, STRATEGY_OPFUZZ, strategy_defaults);
    uint64_t hashes[100];
    rng_t base = rng_make(unit_seed());
    uint32_t distinct = 0;
    for (uint32_t k = 0; k < 100; k++) {
        assert_true(make(&w, seed, rng_split(&base, k)));
        hashes[k] = hash_bytes(w.text.data, w.text.len);
        bool seen = false;
        for (uint32_t i = 0; i < k; i++)
            seen |= hashes[i] == hashes[k];
        distinct += !seen;
    }
    assert_in_range(distinct, 95, 100);
    world_done(&w);
}

/* A seed without an operator has no mutant, however often it is tried. */
static void nothing_to_change(void **state) {
    world_t w;
    const seed_t *seed = start(&w, "(declare-const p Bool)(assert p)");
    rng_t base = rng_make(unit_seed());
    for (uint32_t k = 0; k < 10; k++)
        assert_false(make(&w, seed, rng_split(&base, k)));
    world_done(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_keep_sorts),     cmocka_unit_test(arity_stays_legal),
        cmocka_unit_test(int_and_real_cross),       cmocka_unit_test(crossing_stays_in_the_logic),
        cmocka_unit_test(functions_change_places),  cmocka_unit_test(hidden_operators_are_left_out),
        cmocka_unit_test(solvers_keep_their_names), cmocka_unit_test(mutants_of_small_seeds_differ),
        cmocka_unit_test(nothing_to_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
