/* Generative type-aware mutation: the paper's examples, local compatibility, files of operators. */
#include "mutate_fixture.h"

#include "base/file.h"

static strategy_options_t one_step(void) {
    strategy_options_t options = strategy_defaults;
    options.steps = 1;
    return options;
}

/* --- the paper --- */

static void figure_2(void **state) {
    world_t w;
    world_init(&w);
    const seed_t *seed = add(&w, "(declare-fun x () String)"
                                 "(assert (> (- (str.to_int (str.++ x x))) 0))(check-sat)");
    open_strategy(&w, STRATEGY_TYPEFUZZ, one_step());
    reaches(&w, seed,
            "(declare-fun x () String)\n"
            "(assert (> (- (str.to_int (str.++ (str.from_int 0) x))) 0))\n(check-sat)\n",
            400000);
    world_done(&w);
}

/* Figure 3 and Example 3.4: the replaced term is an argument of the new one, which Algorithm 2
 * excludes. */
static void figure_3(void **state) {
    world_t w;
    world_init(&w);
    const seed_t *seed =
        add(&w, "(declare-fun x () String)(declare-fun y () String)"
                "(assert (= (str.replace x \"B\" (str.++ \"B\" \"B\")) (str.++ y \"B\")))"
                "(check-sat)");
    static const char mutant[] =
        "(declare-fun x () String)\n(declare-fun y () String)\n"
        "(assert (= (str.replace (str.replace x \"B\" (str.++ \"B\" \"B\")) \"B\" "
        "(str.++ y \"B\")) (str.++ y \"B\")))\n(check-sat)\n";
    strategy_options_t options = one_step();
    options.same_term = true;
    open_strategy(&w, STRATEGY_TYPEFUZZ, options);
    reaches(&w, seed, mutant, 2000000);
    /* Its recipe makes it again. */
    recipe_t recipe;
    recipe_init(&recipe, &w.f.mem);
    const char *why;
    assert_true(recipe_read(&recipe, strbuf_text(&w.mutant.recipe), &why));
    assert_true(recipe.links.data[0].options.same_term);
    assert_true(make(&w, seed, recipe.links.data[0].rng));
    assert_string_equal(strbuf_text(&w.text), mutant);
    recipe_done(&recipe);
    world_done(&w);
}

static void the_replaced_term_is_no_argument(void **state) {
    world_t w;
    world_init(&w);
    const seed_t *seed = add(&w, "(declare-fun x () Int)(declare-fun p () Bool)(assert p)"
                                 "(assert (= (+ x 1) (+ x 1)))");
    open_strategy(&w, STRATEGY_TYPEFUZZ, one_step());
    rng_t base = rng_make(unit_seed());
    for (uint32_t k = 0; k < 2000; k++)
        if (make(&w, seed, rng_split(&base, k)))
            assert_null(strstr(strbuf_text(&w.text), "(assert (not p))\n(assert (= (+ x 1)"));
    world_done(&w);
}

/* Section 3.1, the trap: z is known under its quantifier only. */
static void variables_stay_at_home(void **state) {
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

/* The operator that binds the argument of each application of the function, in all the mutant. */
static void bound_by(world_t *w, const seed_t *mutant, const char *function, op_t binder) {
    const bank_t *bank = &w->f.bank;
    for (uint32_t i = 0; i < mutant->spots.len; i++) {
        uint32_t count;
        term_t term = mutant->spots.data[i].term;
        const uint32_t *head = term_head(bank, term, &count);
        if (term_op(bank, term) != OP_APP ||
            strcmp(symbol_text(&bank->symbols, fun_row(bank, head[0])->name), function) != 0)
            continue;
        term_t var = mutant->spots.data[i + 1].term;
        if (term_op(bank, var) != OP_VAR)
            continue; /* replaced */
        uint32_t at = mutant->spots.data[i + 1].scope;
        for (bool found = false; !found; at = found ? at : mutant->spots.data[at].scope) {
            assert_true(at != SPOT_NONE);
            const term_t *bound = term_bound(bank, mutant->spots.data[at].term, &count);
            for (uint32_t k = 0; k < count; k++)
                found |= bound[k] == var;
        }
        if (term_op(bank, mutant->spots.data[at].term) != binder)
            fail_msg("captured: %s", mutant->text);
    }
}

/* p is applied to the variable of one binder and q to that of another with the same name. As
 * applications of functions are not made anew, those in a mutant have been moved, and must not have
 * changed their meaning. */
static void shadowed_names_are_other_variables(void **state) {
    static const struct {
        const char *seed;
        op_t p, q;
    } rows[] = {
        {"(forall ((z Int)) (or (p z) (exists ((z Int)) (and (q z) (q z)))))", OP_FORALL,
         OP_EXISTS},
        {"(forall ((z Int)) (or (p z) (let ((z 2)) (and (q z) (= z 3)))))", OP_FORALL, OP_LET},
        {"(let ((z 2)) (or (p z) (forall ((z Int) (y Int)) (and (q z) (= z y)))))", OP_LET,
         OP_FORALL},
        /* A let binds in its body, not in its values. */
        {"(exists ((z Int)) (let ((z (ite (p z) 1 2)) (y 2)) (and (q z) (q y) (= z y))))",
         OP_EXISTS, OP_LET},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        world_t w;
        world_init(&w);
        strbuf_format(&w.text, "(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)(assert %s)",
                      rows[i].seed);
        const seed_t *seed = add(&w, strbuf_text(&w.text));
        open_strategy(&w, STRATEGY_TYPEFUZZ, one_step());
        rng_t base = rng_make(unit_seed());
        for (uint32_t k = 0; k < 3000; k++) {
            if (!make(&w, seed, rng_split(&base, k)))
                continue;
            const seed_t *mutant = add(&w, strbuf_text(&w.text));
            bound_by(&w, mutant, "p", rows[i].p);
            bound_by(&w, mutant, "q", rows[i].q);
            seeds_drop_last(&w.seeds);
        }
        world_done(&w);
    }
}

/* Names belong to their term: a term with one is neither copied nor replaced. */
static void named_terms_stay(void **state) {
    world_t w;
    world_init(&w);
    const seed_t *seed = add(&w, "(declare-fun x () Int)(assert (! (> x 1) :named a))"
                                 "(assert (or (= x 2) a))");
    open_strategy(&w, STRATEGY_TYPEFUZZ, one_step());
    rng_t base = rng_make(unit_seed());
    for (uint32_t k = 0; k < 2000; k++) {
        if (!make(&w, seed, rng_split(&base, k)))
            continue;
        well_sorted(&w);
        const char *name = strstr(strbuf_text(&w.text), ":named");
        assert_non_null(name);
        assert_null(strstr(name + 1, ":named"));
    }
    world_done(&w);
}

/* Floats want a rounding mode, though the seed has none. */
static void rounding_modes_are_made(void **state) {
    world_t w;
    world_init(&w);
    const seed_t *seed = add(&w, "(set-logic QF_FP)(declare-fun x () Float16)"
                                 "(declare-fun y () Float16)(assert (fp.lt x (fp.neg y)))");
    open_strategy(&w, STRATEGY_TYPEFUZZ, one_step());
    reaches(&w, seed, "(fp.add R", 3000);
    reaches(&w, seed, "(fp.sqrt R", 3000);
    world_done(&w);
}

/* --- files of operators --- */

static void open_with(world_t *w, const char *config) {
    strategy_options_t options = one_step();
    options.ops_text = config;
    options.ops_len = strlen(config);
    open_strategy(w, STRATEGY_TYPEFUZZ, options);
}

/* The file is read as it is, and nothing else comes in. */
static void figure_4(void **state) {
    world_t w;
    world_init(&w);
    const char *error;
    file_text_t text;
    assert_true(file_read(&w.f.mem, "tests/ops/figure4.ops", &text, &error));
    const seed_t *seed =
        add(&w, "(declare-fun x () String)(declare-fun i () Int)(declare-fun r () Real)"
                "(declare-fun b () (_ BitVec 8))"
                "(assert (str.in_re x (re.* (str.to_re \"a\"))))"
                "(assert (and (= (str.len x) i) (> r 1.5) (bvult b #x05)))");
    strategy_options_t options = one_step();
    options.ops_text = text.data;
    options.ops_len = text.len;
    open_strategy(&w, STRATEGY_TYPEFUZZ, options);
    static const char *const wanted[] = {"(str.from_code ", "(re.comp ",  "(re.range ",
                                         "(to_int ",        "(is_int ",   "(str.replace_re_all ",
                                         "(distinct ",      "re.allchar", "(ite "};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        reaches(&w, seed, wanted[i], 20000);
    rng_t base = rng_make(unit_seed());
    for (uint32_t k = 0; k < 3000; k++) {
        if (!make(&w, seed, rng_split(&base, k)))
            continue;
        well_sorted(&w);
        assert_null(strstr(strbuf_text(&w.text), "bvadd"));
        assert_null(strstr(strbuf_text(&w.text), "re.loop"));
        assert_null(strstr(strbuf_text(&w.text), "(assert true"));
    }
    file_release(&w.f.mem, &text);
    world_done(&w);
}

static const char bits[] = "(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 16))"
                           "(declare-const i Int)"
                           "(assert (and (bvult x #x07) (= y #x0102) (> i 3)))";

static void indices_and_sorts_of_rows(void **state) {
    world_t w;
    world_init(&w);
    const seed_t *seed = add(&w, bits);
    open_with(&w, "((_ extract 11 4) (_ BitVec 16) (_ BitVec 8))\n"
                  "((_ zero_extend i) (_ BitVec n) (_ BitVec m))\n"
                  "(bvadd (_ BitVec n) (_ BitVec n) (_ BitVec n))\n"
                  "(bvxor (_ BitVec 16) (_ BitVec 16) (_ BitVec 16) :left-assoc)\n");
    reaches(&w, seed, "(bvult ((_ extract 11 4) y) #x07)", 2000);
    reaches(&w, seed, "((_ zero_extend 8) ", 4000);
    reaches(&w, seed, "(bvadd x #x07)", 4000);
    reaches(&w, seed, "(bvadd #x0102 #x0102)", 4000);
    reaches(&w, seed, "(bvxor #x0102 #x0102 #x0102", 4000);
    rng_t base = rng_make(unit_seed());
    for (uint32_t k = 0; k < 3000; k++) {
        if (!make(&w, seed, rng_split(&base, k)))
            continue;
        well_sorted(&w);
        const char *at = strstr(strbuf_text(&w.text), "(_ extract");
        assert_true(!at || strncmp(at, "(_ extract 11 4)", 16) == 0);
        assert_null(strstr(strbuf_text(&w.text), "(bvxor x"));
        assert_null(strstr(strbuf_text(&w.text), "(bvxor #x07"));
    }
    world_done(&w);
}

static void sorts_with_parameters(void **state) {
    world_t w;
    world_init(&w);
    const seed_t *seed = add(&w, "(declare-const a (Array Int Bool))(declare-const i Int)"
                                 "(declare-const s (Seq Int))"
                                 "(assert (and (select a i) (= s s) (> i 3)))");
    open_with(&w, "(par (K V) (store (Array K V) K V (Array K V)))\n"
                  "(par (K V) (select (Array K V) K V))\n"
                  "(par (A) (seq.++ (Seq A) (Seq A) (Seq A) :left-assoc))\n"
                  "(par (A) (seq.len (Seq A) Int))\n");
    reaches(&w, seed, "(select (store a ", 2000);
    reaches(&w, seed, "(seq.len s)", 2000);
    reaches(&w, seed, "(> (seq.len s) 3)", 2000);
    world_done(&w);
}

/* A row that weighs 50 comes about 50 times as often. */
static void rows_have_weights(void **state) {
    world_t w;
    world_init(&w);
    const seed_t *seed = add(&w, "(declare-const i Int)(declare-const k Int)(assert (= i k))");
    open_with(&w, "(+ Int Int Int :left-assoc :weight 50)(- Int Int)");
    uint32_t sums = 0;
    uint32_t negations = 0;
    rng_t base = rng_make(1);
    for (uint32_t k = 0; k < 4000; k++)
        if (make(&w, seed, rng_split(&base, k))) {
            sums += strstr(strbuf_text(&w.text), "(= (+") || strstr(strbuf_text(&w.text), " (+");
            negations +=
                strstr(strbuf_text(&w.text), "(= (-") || strstr(strbuf_text(&w.text), " (-");
        }
    assert_in_range(sums, 3700, 4000);
    assert_in_range(negations, 20, 3700);
    world_done(&w);
}

/* Functions with missing arguments are terms in logics with HO_ alone: a mutant that leaves its
 * logic stays in one of those. */
static void functions_stay_values(void **state) {
    world_t w;
    world_init(&w);
    const seed_t *seed = add(&w, "(set-logic HO_ALL)(declare-fun f (Int Int) Int)"
                                 "(declare-const g (-> Int Int))"
                                 "(assert (= g (f 1)))(assert (= (g 2) 7))");
    open_strategy(&w, STRATEGY_TYPEFUZZ, one_step());
    reaches(&w, seed, "(mod ", 2000);
    rng_t base = rng_make(unit_seed());
    for (uint32_t k = 0; k < 1000; k++)
        if (make(&w, seed, rng_split(&base, k)))
            well_sorted(&w);
    world_done(&w);
}

/* An operator that one solver has alone comes in when the file names it. */
static void operators_of_one_solver(void **state) {
    world_t w;
    world_init(&w);
    const seed_t *seed = add(&w, "(declare-const x String)(declare-const i Int)"
                                 "(assert (and (= x \"ab\") (> i 3)))");
    open_with(&w, "(str.rev String String)((_ divisible n) Int Bool)");
    reaches(&w, seed, "(str.rev ", 1000);
    reaches(&w, seed, "((_ divisible ", 1000);
    world_done(&w);
}

static void bad_files_have_places(void **state) {
    static const struct {
        const char *text;
        uint32_t line, column;
        const char *message;
    } rows[] = {
        {"(nothing Int Int)", 1, 2, "no operator of this name"},
        {"(not Bool Bool)\n(+ Int Itn)", 2, 8, "this is no sort"},
        {"(+", 1, 1, ""},
        {"not", 1, 1, "expected (operator"},
        {"()", 1, 1, "expected (operator"},
        {"(not)", 1, 1, "the sort of the result is missing"},
        {"(par (A) (= A A Bool)", 1, 1, ""},
        {"(par (A))", 1, 1, "expected (par"},
        {"(par A (= A A Bool))", 1, 1, "expected (par"},
        {"(bvadd (_ BitVek n) Int)", 1, 8, "this is no sort"},
        {"(bvadd (_ BitVec n m) Int)", 1, 8, "another number of arguments"},
        {"(not Bool Bool Bool)", 1, 1, "does not take these sorts"},
        {"(not Bool Bool)\n  (not Int Bool)", 2, 3, "does not take these sorts"},
        {"(+ Int Int Bool)", 1, 1, "gives another one"},
        {"(bvadd (_ BitVec 8) (_ BitVec 9) (_ BitVec 8))", 1, 1, "does not take these sorts"},
        {"(bvult (_ BitVec n) (_ BitVec n) (_ BitVec n))", 1, 1, "gives another one"},
        {"((_ extract 3) (_ BitVec 8) (_ BitVec 4))", 1, 1, "does not take these sorts"},
        {"((_ extract 9 0) (_ BitVec 8) (_ BitVec 10))", 1, 1, "does not take these sorts"},
        {"((_ extract \"3\" 0) (_ BitVec 8) (_ BitVec 4))", 1, 13, "an index is a number"},
        {"((extract 3 0) (_ BitVec 8) (_ BitVec 4))", 1, 2, "expected the name of an operator"},
        {"(not Bool Bool :often)", 1, 16, "expected :left-assoc"},
        {"(not Bool Bool :weight)", 1, 16, "a weight is a number from 1 to 1000"},
        {"(not Bool Bool :weight 0)", 1, 24, "a weight is a number from 1 to 1000"},
        {"(not Bool Bool :weight 1001)", 1, 24, "a weight is a number from 1 to 1000"},
        {"(and Bool Bool Bool Bool Bool Bool Bool Bool Bool Bool)", 1, 51, "too many sorts"},
        {"(forall Bool Bool)", 1, 1, "does not take these sorts"},
        {"; nothing\n", 1, 1, "there is no operator in the file"},
        {"(par (A) (= (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq A))))))))) A Bool))", 1, 53,
         "nested too deeply"},
    };
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
        if (w.strategy || diags.rows.len == 0)
            fail_msg("accepted: %s", rows[i].text);
        const diag_t *diag = &diags.rows.data[0];
        if (diag->line != rows[i].line || diag->column != rows[i].column ||
            !strstr(diag->message, rows[i].message))
            fail_msg("%s: %u:%u: %s", rows[i].text, diag->line, diag->column, diag->message);
        diag_done(&diags);
        world_done(&w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figure_2),
        cmocka_unit_test(figure_3),
        cmocka_unit_test(the_replaced_term_is_no_argument),
        cmocka_unit_test(variables_stay_at_home),
        cmocka_unit_test(shadowed_names_are_other_variables),
        cmocka_unit_test(named_terms_stay),
        cmocka_unit_test(rounding_modes_are_made),
        cmocka_unit_test(figure_4),
        cmocka_unit_test(indices_and_sorts_of_rows),
        cmocka_unit_test(sorts_with_parameters),
        cmocka_unit_test(rows_have_weights),
        cmocka_unit_test(functions_stay_values),
        cmocka_unit_test(operators_of_one_solver),
        cmocka_unit_test(bad_files_have_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
