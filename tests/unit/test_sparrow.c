/* Tests of the strategy sparrow: the paper's examples, and what always holds of its mutants: they
 * are implied by a seed that is sat, and imply one that is unsat. */
#include "mutate_fixture.h"

#include "eval/engine/eval.h"
#include "mutate/engine/chain.h"
#include "mutate/engine/random_term.h"
#include "smt/edit/logic.h"

static const seed_t *add_as(world_t *w, const char *text, status_t status) {
    diag_list_t diags;
    diag_init(&diags, &w->f.mem);
    seed_t *seed = seed_add(&w->seeds, "seed", text, strlen(text), &diags);
    for (uint32_t i = 0; i < diags.rows.len; i++)
        print_message("%s: %s\n", text, diags.rows.data[i].message);
    assert_non_null(seed);
    diag_done(&diags);
    seed_set_status(seed, status, SEED_MODEL);
    return seed;
}

static strategy_options_t one_step(void) {
    strategy_options_t options = strategy_defaults;
    options.steps = 1;
    return options;
}

/* None of many draws has the text. */
static void never(world_t *w, const seed_t *seed, const char *text, uint32_t draws) {
    rng_t base = rng_make(1);
    for (uint32_t k = 0; k < draws; k++)
        if (make(w, seed, rng_split(&base, k)) && strstr(strbuf_text(&w->text), text))
            fail_msg("%s in %s", text, strbuf_text(&w->text));
}

/* --- the paper --- */

#define INTS "(declare-const x Int)(declare-const y Int)(declare-const z Int)"

static void test_examples(void **state) {
    world_t w;
    world_init(&w);
    open_strategy(&w, STRATEGY_SPARROW, one_step());
    /* 3.2 */
    const seed_t *seed =
        add_as(&w, INTS "(assert (or (and (< x 10) (> y 5)) (or (> x 2) (> z 3))))", STATUS_SAT);
    reaches(&w, seed, "(or (and (<= x 10) (> y 5)) (or (> x 2) (> z 3)))", 20000);
    /* 3.3: the premise gets stronger. */
    seed = add_as(&w, INTS "(assert (=> (> x 5) (> y 10)))", STATUS_SAT);
    never(&w, seed, "(=> (>= x 5) (> y 10))", 5000);
    reaches(&w, seed, "(=> (> x 5) (>= y 10))", 20000);
    reaches(&w, seed, "(=> (>= x (+ 5 ", 20000);
    /* 4.2, by Proposition 4.2 */
    seed = add_as(&w,
                  "(declare-const x String)(declare-const y String)"
                  "(assert (not (str.prefixof x y)))",
                  STATUS_SAT);
    reaches(&w, seed, "(not (= y (str.++ x ", 20000);
    /* 4.3 */
    seed = add_as(&w, INTS "(assert (> (+ x y) 5))", STATUS_SAT);
    reaches(&w, seed, "(or (> (+ x y) 5) (< x ", 20000);
    seed = add_as(&w, INTS "(assert (> (+ x y) 5))", STATUS_UNSAT);
    reaches(&w, seed, "(and (> (+ x y) 5) (< x ", 20000);
    never(&w, seed, "(assert (or (> (+ x y) 5) (< ", 5000);
    world_done(&w);
}

/* What the paper has no rule for, and what its rules get wrong. */
static void test_beyond_the_paper(void **state) {
    world_t w;
    world_init(&w);
    open_strategy(&w, STRATEGY_SPARROW, one_step());
    const seed_t *seed = add_as(&w,
                                "(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))"
                                "(assert (bvule x y))",
                                STATUS_SAT);
    reaches(&w, seed, "(assert (or (bvult x (bvadd y ", 20000);
    seed = add_as(
        &w, "(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))(assert (bvsle x y))",
        STATUS_UNSAT);
    reaches(&w, seed, "(assert (bvslt x y))", 20000);
    never(&w, seed, "(assert (bvsgt x y))", 5000);
    seed =
        add_as(&w, "(declare-const x Float16)(declare-const y Float16)(assert (not (fp.lt x y)))",
               STATUS_SAT);
    never(&w, seed, "(assert (fp.geq x y))", 5000);
    reaches(&w, seed, "(assert (or (fp.geq x y) (fp.isNaN x) (fp.isNaN y)))", 20000);
    seed = add_as(&w, "(declare-const x String)(declare-const y String)(assert (str.suffixof x y))",
                  STATUS_SAT);
    never(&w, seed, "(assert (str.<= x y))", 5000);
    reaches(&w, seed, "(assert (<= (str.len x) (str.len y)))", 20000);
    seed = add_as(&w, "(assert (forall ((x Int) (y Int)) (! (< x y) :pattern (x))))", STATUS_SAT);
    reaches(&w, seed, "(assert (let ((x ", 20000);
    reaches(&w, seed, "(assert (forall ((x Int) (y Int)) (< x y)))", 20000);
    world_done(&w);
}

/* --- implication --- */

/* Formulas of all sorts, with connectives that turn the direction round. */
static const char *const formulas[] = {
    INTS "(assert (=> (< x y) (not (<= z 3))))(assert (distinct x y z))(assert (= (+ x 1) y))",
    "(set-logic QF_LRA)(declare-const x Real)(declare-const y Real)"
    "(assert (or (< x y) (and (>= x 2.5) (not (= y 1.0)))))(assert (> (* 2.0 x) y))",
    "(declare-const x Real)(declare-const i Int)"
    "(assert (=> (is_int x) (<= i (to_int x))))(assert (not (= x (to_real i))))",
    "(declare-const x (_ BitVec 3))(declare-const y (_ BitVec 3))(declare-const z (_ BitVec 2))"
    "(assert (and (bvult x y) (not (bvsge x (bvadd y #b001)))))"
    "(assert (or (= (concat x z) (concat y z)) (bvuge x y) (distinct x y)))",
    "(declare-const x (_ FloatingPoint 3 3))(declare-const y (_ FloatingPoint 3 3))"
    "(declare-const r RoundingMode)"
    "(assert (=> (not (fp.leq x y)) (or (fp.isNaN x) (fp.gt (fp.add r x y) y))))"
    "(assert (or (= x y) (fp.eq x y) (fp.isZero x) (not (fp.isNormal y))))",
    "(declare-const x String)(declare-const y String)"
    "(assert (or (str.prefixof x y) (not (str.contains y x)) (str.< y x)))"
    "(assert (=> (str.<= x y) (or (= x y) (distinct (str.len x) 1) (str.suffixof x y))))",
    "(declare-const x String)(declare-const y String)"
    "(assert (str.in_re x (re.union (re.* (str.to_re \"ab\")) (re.opt (re.range \"a\" \"z\")))))"
    "(assert (not (str.in_re (str.++ x y) (re.inter re.all (re.+ (str.to_re \"b\"))))))",
    "(declare-const a (Array Int Int))(declare-const b (Array Int Int))(declare-const i Int)"
    "(assert (=> (= a (store b i 3)) (not (= (select a i) (select b 2)))))(assert (distinct a b))",
    "(declare-datatypes ((T 0)) (((c (s Int)) (d) (e (t Bool) (u Int)))))"
    "(declare-const x T)(declare-const y T)"
    "(assert (or ((_ is c) x) (= y (e true 3)) (not ((_ is d) y))))(assert (=> (= x y) (= x d)))",
    "(declare-const x (Seq Int))(declare-const y (Seq Int))"
    "(assert (or (seq.prefixof x y) (not (seq.contains y x)) (= x (seq.++ y (seq.unit 1)))))",
    "(declare-const x (Set Int))(declare-const y (Set Int))(declare-const e Int)"
    "(assert (=> (set.member e (set.union x y)) (set.subset x y)))(assert (not (= x y)))",
    "(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)"
    "(assert (let ((v (and p q)) (u (or p (not r)))) (=> v (ite q u (not (xor v r))))))"
    "(assert (or (! (and p r) :named n) (not (= p q r))))",
    "(declare-fun f (Int) Int)(declare-fun g (Int Bool) Bool)(declare-const x Int)"
    "(assert (=> (g x true) (distinct (f x) (f (f x)))))(assert (or (g 1 false) (= (f x) 3)))",
    "(declare-const x (_ BitVec 2))"
    "(assert (forall ((y (_ BitVec 2))) (or (bvule x y) (exists ((z (_ BitVec 2))) (bvult z y)))))"
    "(assert (not (exists ((x (_ BitVec 2)) (b Bool)) (and b (distinct x #b00) (not b)))))",
};

enum { FORMULAS = sizeof formulas / sizeof *formulas };

/* A random model of the constants and functions that the script declares, as text. */
static void write_model(world_t *w, const seed_t *seed, random_term_t *grow, rng_t *rng,
                        strbuf_t *out) {
    const bank_t *bank = &w->f.bank;
    for (uint32_t i = 0; i < script_count(&seed->script); i++) {
        uint32_t count;
        if (script_kind(&seed->script, i) != CMD_DECLARE_CONST &&
            script_kind(&seed->script, i) != CMD_DECLARE_FUN)
            continue;
        fun_t fun = script_words(&seed->script, i, &count)[0];
        const fun_row_t *row = fun_row(bank, fun);
        strbuf_str(out, "(define-fun ");
        print_symbol(bank, row->name, out);
        strbuf_str(out, " (");
        for (uint32_t k = 0; k < row->arity; k++) {
            strbuf_format(out, "(a%u ", k);
            sort_print(bank, fun_param(bank, fun, k), out);
            strbuf_char(out, ')');
        }
        strbuf_str(out, ") ");
        sort_print(bank, fun_result(bank, fun), out);
        strbuf_char(out, ' ');
        term_t value = random_literal(grow, rng, fun_result(bank, fun));
        if (value == TERM_NONE) /* an array */
            strbuf_str(out, "?");
        else
            print_term(bank, value, out);
        strbuf_str(out, ")\n");
    }
}

/* What the assertions of the text are worth together. */
static holds_t worth(world_t *w, const char *text, size_t len, const char *model_text) {
    mem_t *mem = &w->f.mem;
    script_t script;
    values_t values;
    model_t model;
    eval_t eval;
    diag_list_t diags;
    script_init(&script, &w->f.bank);
    if (!try_parse(&w->f, &script, text, len))
        fail_msg("%.*s", (int)len, text);
    diag_init(&diags, mem);
    values_init(&values, &w->f.bank, mem);
    model_init(&model, &values, mem);
    if (!model_read(&model, &script, model_text, strlen(model_text), &diags))
        fail_msg("%s: %s", model_text, diags.rows.data[0].message);
    eval_init(&eval, &w->f.bank, &values, &model, mem);
    holds_t sum = HOLDS_YES;
    for (uint32_t i = 0; i < script_count(&script); i++) {
        uint32_t count;
        if (script_kind(&script, i) != CMD_ASSERT)
            continue;
        holds_t one = eval_formula(&eval, script_words(&script, i, &count)[0]);
        if (one == HOLDS_NO || (one == HOLDS_UNKNOWN && sum == HOLDS_YES))
            sum = one;
    }
    eval_done(&eval);
    model_done(&model);
    values_done(&values);
    diag_done(&diags);
    script_done(&script);
    return sum;
}

/* Mutants of the formula, of which nothing is known: as if it was sat they are implied by it, as if
 * it was unsat they imply it. Whether it is does not matter. */
static void check_formula(const char *formula, status_t status, bool cnf, uint64_t seed_number,
                          uint32_t *decided) {
    enum { MUTANTS = 40, MODELS = 5 };
    world_t w;
    world_init(&w);
    strategy_options_t options = strategy_defaults;
    options.cnf = cnf;
    open_strategy(&w, STRATEGY_SPARROW, options);
    const seed_t *seed = add_as(&w, formula, status);
    random_term_t grow;
    random_term_init(&grow, &w.f.bank);
    strbuf_t model;
    strbuf_init(&model, &w.f.mem);
    rng_t base = rng_make(seed_number);
    for (uint32_t k = 0; k < MUTANTS; k++) {
        assert_true(make(&w, seed, rng_split(&base, k)));
        assert_int_equal(w.mutant.claim, status == STATUS_SAT ? CLAIM_SAT : CLAIM_UNSAT);
        assert_in_range(w.mutant.edits.len, 1, 5);
        bank_mark_t mark = bank_mark(&w.f.bank);
        for (uint32_t i = 0; i < MODELS; i++) {
            rng_t rng = rng_split(&base, 1000 + k * MODELS + i);
            strbuf_clear(&model);
            write_model(&w, seed, &grow, &rng, &model);
            holds_t before = worth(&w, seed->text, seed->len, strbuf_text(&model));
            holds_t after = worth(&w, w.text.data, w.text.len, strbuf_text(&model));
            bool wrong = status == STATUS_SAT ? before == HOLDS_YES && after == HOLDS_NO
                                              : before == HOLDS_NO && after == HOLDS_YES;
            if (wrong)
                fail_msg("under\n%s the seed\n%sand the mutant\n%s differ", strbuf_text(&model),
                         seed->text, strbuf_text(&w.text));
            *decided += status == STATUS_SAT ? before == HOLDS_YES && after == HOLDS_YES
                                             : before == HOLDS_NO && after == HOLDS_NO;
        }
        bank_release(&w.f.bank, mark);
    }
    strbuf_done(&model);
    random_term_done(&grow);
    world_done(&w);
}

static void test_implication(void **state) {
    uint64_t seed = unit_seed();
    uint32_t decided = 0;
    for (uint32_t i = 0; i < FORMULAS; i++) {
        check_formula(formulas[i], STATUS_SAT, false, seed, &decided);
        check_formula(formulas[i], STATUS_UNSAT, false, seed + 1, &decided);
    }
    assert_true(decided > 500);
}

/* --- models --- */

static const struct {
    const char *text, *model;
} satisfied[] = {
    {INTS "(assert (=> (< x y) (not (<= z 3))))(assert (distinct x y z))", "((x 1) (y 2) (z 7))"},
    {"(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))"
     "(assert (bvult x y))(assert (not (= (bvadd x #x01) #x00)))",
     "((x #x05) (y #xf0))"},
    {"(declare-const x Float32)(assert (not (fp.leq x x)))", "((x (_ NaN 8 24)))"},
    {"(declare-const x String)(assert (str.in_re x (re.+ (str.to_re \"ab\"))))"
     "(assert (not (= x \"ab\")))",
     "((x \"abab\"))"},
    {"(declare-const p Bool)(declare-const q Bool)"
     "(assert (let ((v (and p (not q)))) (ite v (=> q p) (xor p q))))",
     "((p true) (q false))"},
};

/* The model of the seed comes along, and makes the mutant true: also that of its clauses. */
static void test_models(void **state) {
    for (uint32_t i = 0; i < 2 * sizeof satisfied / sizeof *satisfied; i++) {
        world_t w;
        diag_list_t diags;
        world_init(&w);
        diag_init(&diags, &w.f.mem);
        strategy_options_t options = strategy_defaults;
        options.cnf = i % 2 == 1;
        open_strategy(&w, STRATEGY_SPARROW, options);
        const char *text = satisfied[i / 2].text;
        seed_t *seed = seed_add(&w.seeds, "seed", text, strlen(text), &diags);
        assert_non_null(seed);
        const char *model = satisfied[i / 2].model;
        assert_int_equal(seed_set_model(&w.seeds, seed, model, strlen(model), &diags), MODEL_KEPT);
        strbuf_t out;
        strbuf_init(&out, &w.f.mem);
        rng_t base = rng_make(3);
        uint32_t with = 0;
        for (uint32_t k = 0; k < 100; k++) {
            assert_true(make(&w, seed, rng_split(&base, k)));
            strbuf_clear(&out);
            if (!strategy_model(w.strategy, &w.mutant, &out))
                continue;
            with++;
            seeds_t seeds;
            seeds_init(&seeds, &w.f.bank, &w.f.mem);
            seed_t *mutant = seed_add(&seeds, "mutant", w.text.data, w.text.len, &diags);
            assert_non_null(mutant);
            if (seed_set_model(&seeds, mutant, out.data, out.len, &diags) != MODEL_KEPT)
                fail_msg("%s%s", strbuf_text(&w.text), strbuf_text(&out));
            seeds_done(&seeds);
        }
        assert_true(with > 80);
        strbuf_done(&out);
        diag_done(&diags);
        world_done(&w);
    }
}

/* --- logics --- */

static const char *const logics[] = {
    "(set-logic QF_LIA)" INTS "(assert (or (< x y) (= (+ x (* 3 y)) z)))",
    "(set-logic QF_LRA)(declare-const x Real)(declare-const y Real)(assert (< (* 2.0 x) y))",
    "(set-logic QF_IDL)" INTS "(assert (or (< x y) (<= (- y z) (- 3)) (= x z)))",
    "(set-logic QF_RDL)(declare-const x Real)(declare-const y Real)(assert (distinct x y))",
    "(set-logic QF_BV)(declare-const x (_ BitVec 8))(assert (bvult x #x10))",
    "(set-logic QF_S)(declare-const x String)(assert (= (str.++ x \"a\") (str.at x 1)))",
    "(set-logic QF_AX)(declare-sort I 0)(declare-sort E 0)(declare-const a (Array I E))"
    "(declare-const b (Array I E))(declare-const i I)(assert (= a (store b i (select a i))))",
    "(set-logic QF_FP)(declare-const x Float32)(assert (fp.lt x (fp.neg x)))",
    "(set-logic QF_UF)(declare-sort U 0)(declare-fun f (U) U)(declare-const a U)"
    "(assert (not (= (f a) a)))",
};

/* Mutants stay inside the logic that the seed says. */
static void test_logics(void **state) {
    for (uint32_t i = 0; i < 2 * sizeof logics / sizeof *logics; i++) {
        world_t w;
        world_init(&w);
        open_strategy(&w, STRATEGY_SPARROW, strategy_defaults);
        const seed_t *seed = add_as(&w, logics[i / 2], i % 2 == 0 ? STATUS_SAT : STATUS_UNSAT);
        logic_t logic = logic_parse(symbol_text(&w.f.bank.symbols, seed->logic));
        rng_t base = rng_make(5);
        for (uint32_t k = 0; k < 300; k++) {
            assert_true(make(&w, seed, rng_split(&base, k)));
            bank_mark_t mark = bank_mark(&w.f.bank);
            script_t script;
            script_init(&script, &w.f.bank);
            assert_true(try_parse(&w.f, &script, w.text.data, w.text.len));
            if (!logic_contains(logic, logic_infer(&script)))
                fail_msg("%s", strbuf_text(&w.text));
            script_done(&script);
            bank_release(&w.f.bank, mark);
        }
        world_done(&w);
    }
}

/* --- scopes --- */

/* Variables with the names of constants, of functions, and of each other. */
static void test_scopes(void **state) {
    static const char *const texts[] = {
        INTS "(assert (forall ((x Bool) (u String)) (or x (exists ((x Int) (v Bool)) (> x y)))))",
        "(declare-fun f (Int) Bool)(assert (exists ((f Int)) (and (> f 1) (let ((f true)) f))))",
        ("(declare-datatypes ((T 0)) (((c (s Int)) (d))))(declare-const t T)(declare-const n Bool)"
         "(assert (match t (((c n) (> n 1)) (d (not n)))))"),
        "(declare-sort U 0)(assert (forall ((a U) (b U)) (=> (= a b) (not (distinct b a)))))",
    };
    for (uint32_t i = 0; i < 2 * sizeof texts / sizeof *texts; i++) {
        world_t w;
        world_init(&w);
        open_strategy(&w, STRATEGY_SPARROW, strategy_defaults);
        const seed_t *seed = add_as(&w, texts[i / 2], i % 2 == 0 ? STATUS_SAT : STATUS_UNSAT);
        rng_t base = rng_make(9);
        for (uint32_t k = 0; k < 400; k++) {
            assert_true(make(&w, seed, rng_split(&base, k)));
            bank_mark_t mark = bank_mark(&w.f.bank);
            well_sorted(&w);
            bank_release(&w.f.bank, mark);
        }
        world_done(&w);
    }
}

/* A name that is given stays, and is given once. */
static void test_names(void **state) {
    world_t w;
    world_init(&w);
    open_strategy(&w, STRATEGY_SPARROW, strategy_defaults);
    const seed_t *seed = add_as(&w,
                                INTS "(assert (and (! (< x y) :named a) (or (< y z) (= x z))))"
                                     "(assert (! (=> (> x 1) (> y 1)) :named b))(assert (or a b))",
                                STATUS_SAT);
    rng_t base = rng_make(2);
    for (uint32_t k = 0; k < 500; k++) {
        assert_true(make(&w, seed, rng_split(&base, k)));
        bank_mark_t mark = bank_mark(&w.f.bank);
        well_sorted(&w);
        bank_release(&w.f.bank, mark);
        const char *first = strstr(strbuf_text(&w.text), ":named a");
        assert_non_null(first);
        assert_null(strstr(first + 1, ":named a"));
        /* It is used elsewhere: what it names may not change. */
        assert_non_null(strstr(strbuf_text(&w.text), "(! (< x y) :named a)"));
    }
    world_done(&w);
}

/* --- the strategy --- */

static void test_takes(void **state) {
    world_t w;
    world_init(&w);
    open_strategy(&w, STRATEGY_SPARROW, strategy_defaults);
    const char *why = NULL;
    seed_t *seed = NULL;
    diag_list_t diags;
    diag_init(&diags, &w.f.mem);
    seed =
        seed_add(&w.seeds, "x", INTS "(assert (< x y))", strlen(INTS "(assert (< x y))"), &diags);
    assert_false(strategy_takes(w.strategy, seed, NULL, &why));
    assert_string_equal(why, "its status is not known");
    assert_false(make(&w, seed, rng_make(1)));
    /* What is found out later counts. */
    seed_set_status(seed, STATUS_UNSAT, SEED_LABEL);
    assert_true(strategy_takes(w.strategy, seed, NULL, &why));
    assert_true(make(&w, seed, rng_make(1)));
    assert_int_equal(w.mutant.claim, CLAIM_UNSAT);
    seed_set_status(seed, STATUS_SAT, SEED_MODEL);
    assert_true(make(&w, seed, rng_make(1)));
    assert_int_equal(w.mutant.claim, CLAIM_SAT);
    strbuf_t out;
    strbuf_init(&out, &w.f.mem);
    assert_false(strategy_model(w.strategy, &w.mutant, &out)); /* there is none */
    strbuf_done(&out);
    diag_done(&diags);
    world_done(&w);
}

static void test_steps(void **state) {
    world_t w;
    world_init(&w);
    strategy_options_t options = strategy_defaults;
    options.steps = 3;
    open_strategy(&w, STRATEGY_SPARROW, options);
    const seed_t *seed = add_as(
        &w, INTS "(assert (< x y))(assert (< y z))(assert (< z x))(assert (= x y))", STATUS_UNSAT);
    uint32_t full = 0;
    rng_t base = rng_make(4);
    for (uint32_t k = 0; k < 100; k++) {
        assert_true(make(&w, seed, rng_split(&base, k)));
        assert_in_range(w.mutant.edits.len, 1, 3);
        full += w.mutant.edits.len == 3;
        assert_non_null(strstr(strbuf_text(&w.mutant.recipe), " steps=3"));
    }
    assert_true(full > 90);
    const strategy_stats_t *stats = strategy_stats(w.strategy);
    assert_int_equal(stats->made, 100);
    assert_true(stats->tries >= stats->accepted);
    assert_true(stats->accepted >= 290);
    world_done(&w);
}

/* Another bank, another order, and after all was forgotten: the same bytes. */
static void test_same_bytes(void **state) {
    world_t w[2];
    for (int i = 0; i < 2; i++) {
        world_init(&w[i]);
        if (i == 1)
            add_as(&w[i], formulas[3], STATUS_SAT);
        open_strategy(&w[i], STRATEGY_SPARROW, strategy_defaults);
    }
    for (uint32_t i = 0; i < FORMULAS; i++) {
        status_t status = i % 2 == 0 ? STATUS_SAT : STATUS_UNSAT;
        const seed_t *seeds[2] = {add_as(&w[0], formulas[i], status),
                                  add_as(&w[1], formulas[i], status)};
        rng_t base = rng_make(i);
        for (uint32_t k = 0; k < 20; k++) {
            assert_true(make(&w[0], seeds[0], rng_split(&base, k)));
            assert_true(make(&w[1], seeds[1], rng_split(&base, 19 - k)));
            assert_true(make(&w[1], seeds[1], rng_split(&base, k)));
            assert_string_equal(strbuf_text(&w[0].text), strbuf_text(&w[1].text));
            assert_string_equal(strbuf_text(&w[0].mutant.recipe), strbuf_text(&w[1].mutant.recipe));
        }
        strategy_forget(w[0].strategy);
    }
    world_done(&w[0]);
    world_done(&w[1]);
}

/* Mutants become seeds, and their mutants can be made again. */
static void test_chain(void **state) {
    world_t w;
    world_init(&w);
    chain_t chain;
    chain_init(&chain, &strategy_defaults, &w.f.mem);
    const seed_t *seed = add_as(&w, formulas[0], STATUS_SAT);
    strbuf_t recipe;
    strbuf_init(&recipe, &w.f.mem);
    rng_t base = rng_make(6);
    for (uint32_t i = 0; i < 10; i++) {
        chain_start(&chain, seed);
        for (uint32_t k = 0; k < 4; k++) {
            strategy_t *strategy = chain_strategy(&chain, STRATEGY_SPARROW, NULL);
            assert_non_null(strategy);
            rng_t rng = rng_split(&base, 10 * i + k);
            assert_true(strategy_make(strategy, chain_seed(&chain), NULL, &rng, &w.mutant));
            assert_int_equal(w.mutant.claim, CLAIM_SAT);
            strbuf_clear(&w.text);
            mutant_print(&w.mutant, &w.text);
            strbuf_clear(&recipe);
            strbuf_add(&recipe, w.mutant.recipe.data, w.mutant.recipe.len);
            if (!chain_push(&chain, strategy, &w.mutant, NULL))
                break;
            assert_int_equal(chain_seed(&chain)->status, STATUS_SAT);
        }
        recipe_t read;
        const char *why = NULL;
        strbuf_t said, again;
        recipe_init(&read, &w.f.mem);
        strbuf_init(&said, &w.f.mem);
        strbuf_init(&again, &w.f.mem);
        assert_true(recipe_read(&read, strbuf_text(&recipe), &why));
        if (!chain_replay(&chain, &w.seeds, &read, &w.mutant, &said))
            fail_msg("%s", strbuf_text(&said));
        mutant_print(&w.mutant, &again);
        assert_string_equal(strbuf_text(&again), strbuf_text(&w.text));
        strbuf_done(&said);
        strbuf_done(&again);
        recipe_done(&read);
    }
    strbuf_done(&recipe);
    chain_done(&chain);
    world_done(&w);
}

/* A user's rules are used, and a wrong one is refused with what refutes it. */
static void test_rules(void **state) {
    static const char mine[] = "(approx mine (terms (x y Int)) (over 100)"
                               "(strong (< x y)) (weak (distinct (* 77 x) (* 77 y))))";
    static const char wrong[] = "(approx wrong (terms (x y Int)) (strong (<= x y)) (weak (< x y)))";
    world_t w;
    world_init(&w);
    strategy_options_t options = one_step();
    options.rules_text = mine;
    options.rules_len = sizeof mine - 1;
    open_strategy(&w, STRATEGY_SPARROW, options);
    const seed_t *seed = add_as(&w, INTS "(assert (< x y))", STATUS_SAT);
    reaches(&w, seed, "(assert (distinct (* 77 x) (* 77 y)))", 1000);
    assert_non_null(strstr(strbuf_text(&w.mutant.recipe), " rules="));
    options.rules_text = wrong;
    options.rules_len = sizeof wrong - 1;
    diag_list_t diags;
    diag_init(&diags, &w.f.mem);
    assert_null(strategy_open(STRATEGY_SPARROW, &w.seeds, &options, &w.f.mem, &diags));
    assert_int_equal(diags.rows.len, 1);
    assert_non_null(strstr(diags.rows.data[0].message, "the rule wrong does not hold: x = "));
    diag_done(&diags);
    world_done(&w);
}

/* --- clauses --- */

/* The clauses imply the seed, with the definitions of their names they are implied by it, and every
 * mutant of them is what it is claimed to be. */
static void test_clauses(void **state) {
    uint64_t seed = unit_seed();
    uint32_t decided = 0;
    static const uint32_t chosen[] = {0, 3, 4, 5, 12};
    for (uint32_t i = 0; i < sizeof chosen / sizeof *chosen; i++) {
        /* A mutant that implies the clauses implies the seed. */
        check_formula(formulas[chosen[i]], STATUS_UNSAT, true, seed, &decided);
    }
    assert_true(decided > 50);
    world_t w;
    world_init(&w);
    strategy_options_t options = one_step();
    options.cnf = true;
    open_strategy(&w, STRATEGY_SPARROW, options);
    const char *why = NULL;
    assert_false(strategy_takes(
        w.strategy,
        add_as(&w, "(declare-const p Bool)(assert (! p :named n))(assert n)", STATUS_SAT), NULL,
        &why));
    assert_string_equal(why, "it names a formula and uses the name");
    const seed_t *text = add_as(&w, INTS "(assert (=> (xor (< x y) (< y z)) (= x z)))", STATUS_SAT);
    assert_true(make(&w, text, rng_make(1)));
    assert_non_null(strstr(strbuf_text(&w.text), "(declare-fun t!0 () Bool)"));
    assert_non_null(strstr(strbuf_text(&w.mutant.recipe), " cnf"));
    world_done(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples),    cmocka_unit_test(test_beyond_the_paper),
        cmocka_unit_test(test_implication), cmocka_unit_test(test_models),
        cmocka_unit_test(test_logics),      cmocka_unit_test(test_scopes),
        cmocka_unit_test(test_names),       cmocka_unit_test(test_takes),
        cmocka_unit_test(test_steps),       cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_chain),       cmocka_unit_test(test_rules),
        cmocka_unit_test(test_clauses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
