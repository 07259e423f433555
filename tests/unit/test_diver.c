/* The strategy diver and its pre-analysis: the paper's examples, what is wanted of positions under
 * let, quantifiers and the rest, mutants that are true, recipes, switches. */
#include "constraint_fixture.h"
#include "script_fixture.h"

#include "mutate/diver/diver_priv.h"
#include "mutate/engine/chain.h"

typedef struct world {
    fixture_t f;
    seeds_t seeds;
    strategy_t *strategy;
    mutant_t mutant;
    strbuf_t text, model;
} world_t;

static void world_init(world_t *w) {
    *w = (world_t){0};
    fixture_init(&w->f);
    seeds_init(&w->seeds, &w->f.bank, &w->f.mem);
    mutant_init(&w->mutant, &w->f.mem);
    strbuf_init(&w->text, &w->f.mem);
    strbuf_init(&w->model, &w->f.mem);
}

static void world_done(world_t *w) {
    strategy_close(w->strategy);
    strbuf_done(&w->model);
    strbuf_done(&w->text);
    mutant_done(&w->mutant);
    seeds_done(&w->seeds);
    fixture_done(&w->f);
}

static void open_strategy(world_t *w, const strategy_options_t *options) {
    diag_list_t diags;
    diag_init(&diags, &w->f.mem);
    strategy_close(w->strategy);
    w->strategy = strategy_open(STRATEGY_DIVER, &w->seeds, options, &w->f.mem, &diags);
    assert_non_null(w->strategy);
    diag_done(&diags);
}

static seed_t *add(world_t *w, const char *text, const char *model) {
    diag_list_t diags;
    diag_init(&diags, &w->f.mem);
    seed_t *seed = seed_add(&w->seeds, "x.smt2", text, strlen(text), &diags);
    for (uint32_t i = 0; i < diags.rows.len; i++)
        print_message("%s\n", diags.rows.data[i].message);
    assert_non_null(seed);
    if (model)
        assert_int_equal(seed_set_model(&w->seeds, seed, model, strlen(model), &diags), MODEL_KEPT);
    diag_done(&diags);
    return seed;
}

static diver_t *diver_of(const world_t *w) {
    return w->strategy->state;
}

/* What is wanted of the spot, as text. */
static const char *wanted_text(world_t *w, const seed_t *seed, uint32_t spot) {
    diver_t *diver = diver_of(w);
    strbuf_clear(&w->text);
    constraint_print(&diver->set, term_sort(&w->f.bank, seed->spots.data[spot].term),
                     diver->analysis.spots.data[spot].set, &w->text);
    return strbuf_text(&w->text);
}

static uint32_t find_spot(const seed_t *seed, const char *term) {
    uint32_t skip = (uint32_t)strspn(term, "#");
    if (strncmp(term, "#b", 2) == 0 || strncmp(term, "#x", 2) == 0)
        skip = 0;
    term += skip;
    for (uint32_t i = 0; i < seed->spots.len; i++) {
        const spot_t *spot = &seed->spots.data[i];
        if (spot->end - spot->start == strlen(term) &&
            memcmp(seed->text + spot->start, term, spot->end - spot->start) == 0 && skip-- == 0)
            return i;
    }
    fail_msg("%s has no spot %s", seed->text, term);
    return 0;
}

/* --- the paper --- */

/* Section II-B: the map of constraints, and the probabilities. */
static void the_running_example(void **state) {
    static const struct {
        const char *term, *wanted;
        double probability; /* with four digits */
    } expected[] = {
        {"(and (<= 0.0 y) (= x (+ 2.0 y)))", "true", 0.1427},
        {"(<= 0.0 y)", "true", 0.1427},
        {"0.0", "[-oo, 1.0]", 0.2854},
        {"y", "[0.0, +oo]", 0.2854},
        {"(= x (+ 2.0 y))", "true", 0.1427},
        {"x", "[3.0, 3.0]", 0.0003},
        {"(+ 2.0 y)", "[3.0, 3.0]", 0.0003},
        {"2.0", "[2.0, 2.0]", 0.0003},
        {"y", "[1.0, 1.0]", 0.0003},
    };
    world_t w;
    world_init(&w);
    open_strategy(&w, &strategy_defaults);
    const seed_t *seed = add(&w,
                             "(set-logic QF_LRA)(declare-fun x () Real)(declare-fun y () Real)"
                             "(assert (and (<= 0.0 y) (= x (+ 2.0 y))))",
                             "((define-fun x () Real 3.0) (define-fun y () Real 1.0))");
    const char *why;
    assert_true(strategy_takes(w.strategy, seed, NULL, &why));
    const diver_t *diver = diver_of(&w);
    assert_int_equal(seed->spots.len, 9);
    assert_true(vec_last(&diver->sums) > 3.504 - 1e-12 && vec_last(&diver->sums) < 3.504 + 1e-12);
    for (uint32_t i = 0; i < 9; i++) {
        const spot_t *spot = &seed->spots.data[i];
        assert_int_equal(spot->end - spot->start, strlen(expected[i].term));
        assert_memory_equal(seed->text + spot->start, expected[i].term, spot->end - spot->start);
        assert_string_equal(wanted_text(&w, seed, i), expected[i].wanted);
        assert_true(diver->analysis.spots.data[i].exact);
        double weight = diver->sums.data[i] - (i == 0 ? 0 : diver->sums.data[i - 1]);
        double digits = (double)(int)(weight / vec_last(&diver->sums) * 10000 + 0.5) / 10000;
        assert_true(digits == expected[i].probability);
    }
    world_done(&w);
}

/* The mutation of section II-B, y to (/ (- y 1.0) x) at l4, may be made. */
static void the_example_mutation_is_one(void **state) {
    world_t w;
    world_init(&w);
    open_strategy(&w, &strategy_defaults);
    const seed_t *seed = add(&w,
                             "(set-logic QF_NRA)(declare-fun x () Real)(declare-fun y () Real)"
                             "(assert (and (<= 0.0 y) (= x (+ 2.0 y))))"
                             "(assert (<= 0.0 (/ (- y 1.0) x)))",
                             "((define-fun x () Real 3.0) (define-fun y () Real 1.0))");
    const char *why;
    assert_true(strategy_takes(w.strategy, seed, NULL, &why));
    diver_t *diver = diver_of(&w);
    term_t term = seed->spots.data[find_spot(seed, "(/ (- y 1.0) x)")].term;
    result_t result = eval_term(&diver->eval, term);
    assert_true(result.known);
    assert_int_equal(
        constraint_has(&diver->set, SORT_REAL, diver->analysis.spots.data[3].set, result.value),
        FITS_YES);
    world_done(&w);
}

/* --- what is wanted --- */

typedef struct wanted_case {
    const char *text, *model;
    const char *term; /* where it stands first; each '#' in front of it skips one place */
    const char *wanted;
} wanted_case_t;

#define INTS "(declare-const x Int)(declare-const y Int)(declare-const b Bool)"
#define X3Y5 "((define-fun x () Int 3) (define-fun y () Int 5) (define-fun b () Bool true))"

static const wanted_case_t cases[] = {
    /* Table I: and */
    {INTS "(assert (or b (and (< x 1) (< y 1))))", X3Y5, "(< x 1)", "any"},
    {INTS "(assert (not (and (< x 1) (< y 9))))", X3Y5, "(< x 1)", "false"},
    {INTS "(assert (not (and (< x 1) (< y 9))))", X3Y5, "(< y 9)", "any"},
    {INTS "(assert (not (and (< x 1) (< y 1))))", X3Y5, "(< x 1)", "any"},
    {INTS "(assert (not (and (< x 1) (< y 1))))", X3Y5, "(< y 1)", "any"},
    {INTS "(assert (=> (< x 1) (< y 1)))", X3Y5, "(< y 1)", "any"},
    {INTS "(assert (=> b (< x y)))", X3Y5, "(< x y)", "true"},
    {INTS "(assert (xor b (> x y)))", X3Y5, "(> x y)", "false"},
    /* Table I: >=, true and false, with open bounds for reals */
    {INTS "(assert (>= y x))", X3Y5, "y", "[3, +oo]"},
    {INTS "(assert (>= y x))", X3Y5, "x", "[-oo, 5]"},
    {INTS "(assert (not (>= x y)))", X3Y5, "x", "[-oo, 4]"},
    {INTS "(assert (not (>= x y)))", X3Y5, "y", "[4, +oo]"},
    {"(declare-const r Real)(assert (not (>= r 2.5)))", "((define-fun r () Real 1.0))", "r",
     "[-oo, (/ 5.0 2.0))"},
    {"(declare-const r Real)(assert (not (>= r 2.5)))", "((define-fun r () Real 1.0))", "2.5",
     "(1.0, +oo]"},
    {INTS "(assert (< x 4 y))", X3Y5, "4", "[4, 4]"},
    {INTS "(assert (not (< x 9 y)))", X3Y5, "9", "[-oo, 3] or [5, +oo]"},
    {INTS "(assert (not (< x 9 y)))", X3Y5, "x", "any"},
    /* Table I: + */
    {INTS "(assert (<= (+ x y 1) 20))", X3Y5, "x", "[-oo, 14]"},
    {INTS "(assert (<= (- 20 x y) 12))", X3Y5, "x", "[3, +oo]"},
    {INTS "(assert (<= (- 20 x y) 12))", X3Y5, "20", "[-oo, 20]"},
    {INTS "(assert (< (* 2 x) 9))", X3Y5, "x", "[-oo, 4]"},
    {INTS "(assert (< (* (- 2) x) 9))", X3Y5, "x", "[(- 4), +oo]"},
    {INTS "(assert (< (* (- x 3) y) 9))", X3Y5, "y", "any"},
    /* Table II gives the present value; these are exact */
    {INTS "(assert (= (mod x 4) 3))", X3Y5, "x", "[-oo, +oo] and 3.0 modulo 4.0"},
    {INTS "(assert (= (div x 2) 1))", X3Y5, "x", "[2, 3]"},
    {INTS "(assert (= (div x (- 2)) (- 1)))", X3Y5, "x", "[2, 3]"},
    {INTS "(assert (= (mod x 4) 3))", X3Y5, "4", "[4, 4]"},
    {INTS "(assert (distinct x y 7))", X3Y5, "7", "[-oo, 2] or [4, 4] or [6, +oo]"},
    {INTS "(assert (<= (abs x) 4))", X3Y5, "x", "[(- 4), 4]"},
    {INTS "(assert (ite (< x y) b (not b)))", X3Y5, "(not b)", "any"},
    {INTS "(assert (< (ite b x y) 9))", X3Y5, "b", "any"},
    {INTS "(assert (< (ite b x y) 4))", X3Y5, "b", "true"},
    {INTS "(assert (is_int (+ (to_real x) 2.0)))", X3Y5, "x", "any"},
    {"(declare-const r Real)(assert (= (to_int r) 2))", "((define-fun r () Real 2.5))", "r",
     "[2.0, 3.0)"},
    {"(declare-const r Real)(assert (is_int r))", "((define-fun r () Real 2.0))", "r",
     "[-oo, +oo] and 0.0 modulo 1.0"},
    /* strings */
    {"(declare-const s String)(assert (str.< s \"b\"))", "((define-fun s () String \"a\"))", "s",
     "(re.union (re.++ (re.range \"\\u{0}\" \"a\") re.all) (str.to_re \"\"))"},
    {"(declare-const s String)(assert (str.< \"\" s))", "((define-fun s () String \"a\"))", "s",
     "(re.++ re.allchar re.all)"},
    {"(declare-const s String)(assert (not (str.< s \"\")))", "((define-fun s () String \"a\"))",
     "s", "any"},
    {"(declare-const s String)(assert (= (str.++ \"a\" s \"c\") \"abc\"))",
     "((define-fun s () String \"b\"))", "s", "(str.to_re \"b\")"},
    {"(declare-const s String)(assert (< (str.len s) 3))", "((define-fun s () String \"b\"))", "s",
     "((_ re.loop 0 2) re.allchar)"},
    {"(declare-const s String)(assert (str.in_re s (re.* (str.to_re \"ab\"))))",
     "((define-fun s () String \"abab\"))", "(re.* (str.to_re \"ab\"))", "has \"abab\""},
    {"(declare-const s String)(assert (str.in_re s (re.union (str.to_re \"a\") re.all)))",
     "((define-fun s () String \"b\"))", "(str.to_re \"a\")", "any"},
    {"(declare-const s String)(assert (= (str.replace s \"x\" \"y\") \"ab\"))",
     "((define-fun s () String \"ab\"))", "\"y\"", "any"},
    /* bit-vectors: the example of section V, signed ranges, known bits */
    {"(declare-const u (_ BitVec 8))(assert (bvuge u #x03))",
     "((define-fun u () (_ BitVec 8) #x07))", "u", "[#x03, #xff]"},
    {"(declare-const u (_ BitVec 8))(assert (bvuge u #x03))",
     "((define-fun u () (_ BitVec 8) #x07))", "#x03", "[#x00, #x07]"},
    {"(declare-const u (_ BitVec 8))(assert (bvslt u #x03))",
     "((define-fun u () (_ BitVec 8) #x01))", "u", "[#x00, #x02] or [#x80, #xff]"},
    {"(declare-const u (_ BitVec 8))(assert (= (bvand u #x0f) #x03))",
     "((define-fun u () (_ BitVec 8) #xa3))", "u", "[#x00, #xff] and 3 of bits f"},
    {"(declare-const u (_ BitVec 8))(assert (= ((_ extract 7 4) u) #xa))",
     "((define-fun u () (_ BitVec 8) #xa3))", "u", "[#x00, #xff] and a0 of bits f0"},
    {"(declare-const u (_ BitVec 8))(assert (bvult (bvadd u #x10) #x08))",
     "((define-fun u () (_ BitVec 8) #xf3))", "u", "[#xf0, #xf7]"},
    {"(declare-const u (_ BitVec 8))(assert (= (bvmul u #x04) #x08))",
     "((define-fun u () (_ BitVec 8) #x02))", "u", "[#x00, #xff] and 2 of bits 3f"},
    /* floats */
    {"(declare-const u Float16)(assert (fp.leq u (_ +zero 5 11)))",
     "((define-fun u () Float16 (_ -zero 5 11)))", "u", "[(_ -oo 5 11), (_ +zero 5 11)]"},
    {"(declare-const u Float16)(assert (not (fp.lt u (_ +zero 5 11))))",
     "((define-fun u () Float16 (_ NaN 5 11)))", "u", "[(_ -zero 5 11), (_ NaN 5 11)]"},
    {"(declare-const u Float16)(assert (= u (_ -zero 5 11)))",
     "((define-fun u () Float16 (_ -zero 5 11)))", "u", "[(_ -zero 5 11), (_ -zero 5 11)]"},
    /* values of other sorts */
    {"(declare-datatype E ((red) (green)))(declare-const e E)(assert (distinct e red))",
     "((define-fun e () E green))", "e", "not red"},
    {"(declare-datatype L ((nil) (cons (head Int) (tail L))))(declare-const l L)"
     "(assert (not (= l (cons 1 nil))))",
     "((define-fun l () L (cons 2 nil)))", "1", "[-oo, 1] or [3, +oo]"},
    {"(declare-const a (Array Int Int))(assert (> (select a 1) 0))",
     "((define-fun a () (Array Int Int) ((as const (Array Int Int)) 4)))", "1", "[1, 1]"},
    {"(declare-fun f (Int) Int)(assert (> (f 1) 0))", "((define-fun f ((x Int)) Int 4))", "1",
     "[1, 1]"},
    {"(declare-fun f (Int) Int)(assert (or (> (f 1) 0) true))", "((define-fun f ((x Int)) Int 4))",
     "1", "any"},
    /* let: one use; two conjuncts; two uses in one; none */
    {INTS "(assert (let ((v (+ x 1))) (< v 9)))", X3Y5, "(+ x 1)", "[-oo, 8]"},
    {INTS "(assert (let ((v (+ x 1))) (< v 9)))", X3Y5, "x", "[-oo, 7]"},
    {INTS "(assert (let ((v (+ x 1))) (and (< v 9) (> v 0))))", X3Y5, "(+ x 1)", "[1, 8]"},
    {INTS "(assert (let ((v (+ x 1))) (and (< v 9) (not (or (< v 1) (> v 7))))))", X3Y5, "(+ x 1)",
     "[1, 7]"},
    {INTS "(assert (let ((v (+ x 1))) (< (- v) v)))", X3Y5, "(+ x 1)", "[4, 4]"},
    {INTS "(assert (let ((v (+ x 1))) (or (< v 9) (> v 0))))", X3Y5, "(+ x 1)", "[4, 4]"},
    {INTS "(assert (let ((v (+ x 1))) b))", X3Y5, "(+ x 1)", "any"},
    {INTS "(assert (let ((v (+ x 1))) (let ((u (* v 2))) (and (< u 9) (> v 0)))))", X3Y5, "(+ x 1)",
     "[1, 4]"},
    {INTS "(assert (let ((v (+ x 1))) (let ((u (* v 2))) (and (< u 9) (> u v)))))", X3Y5, "(+ x 1)",
     "[4, 4]"},
    {INTS "(assert (let ((v b)) (and v (or v (< x y)))))", X3Y5, "b", "true"},
    /* quantifiers: what is closed below them */
    {INTS "(assert (forall ((k (_ BitVec 2))) (or (= k #b00) (< x y))))", X3Y5, "(< x y)", "true"},
    {INTS "(assert (forall ((k (_ BitVec 2))) (or (= k #b00) (< x y))))", X3Y5, "(= k #b00)",
     "any"},
    {INTS "(assert (forall ((k (_ BitVec 2))) (or (= k #b00) (< x y))))", X3Y5, "x", "[-oo, 4]"},
    {INTS "(assert (exists ((k (_ BitVec 2))) (and (= k #b01) (< x y))))", X3Y5, "(= k #b01)",
     "true"},
    {INTS "(assert (exists ((k (_ BitVec 2))) (and (= k #b01) (< x y))))", X3Y5, "#b01",
     "[#b01, #b01]"},
    {"(assert (forall ((k (_ BitVec 2))) (= (bvadd k #b01) (bvadd #b01 k))))", "()",
     "(bvadd k #b01)", "none"},
    /* annotations */
    {INTS "(assert (! (< x y) :named n))", X3Y5, "(< x y)", "true"},
    /* match */
    {"(declare-datatype L ((nil) (cons (head Int) (tail L))))(declare-const l L)"
     "(assert (match l ((nil false) ((cons h t) (< h 9)))))",
     "((define-fun l () L (cons 2 nil)))", "9", "[3, +oo]"},
    {"(declare-datatype L ((nil) (cons (head Int) (tail L))))(declare-const l L)"
     "(assert (match l ((nil false) ((cons h t) (< h 9)))))",
     "((define-fun l () L (cons 2 nil)))", "false", "any"},
};

static void what_is_wanted(void **state) {
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        world_t w;
        world_init(&w);
        open_strategy(&w, &strategy_defaults);
        const seed_t *seed = add(&w, cases[i].text, cases[i].model);
        const char *why = NULL;
        if (!strategy_takes(w.strategy, seed, NULL, &why))
            fail_msg("%s: %s", cases[i].text, why);
        const char *wanted = wanted_text(&w, seed, find_spot(seed, cases[i].term));
        if (strcmp(wanted, cases[i].wanted) != 0) {
            print_message("%s: %s wants %s, not %s\n", cases[i].text, cases[i].term, wanted,
                          cases[i].wanted);
            wrong++;
        }
        world_done(&w);
    }
    assert_int_equal(wrong, 0);
}

/* The scores that the paper gives, and their continuation. */
static void scores(void **state) {
    static const struct {
        const char *text, *model, *term;
        double score;
    } rows[] = {
        {INTS "(assert (or b (< x 1)))", X3Y5, "(< x 1)", 1},
        {INTS "(assert (and b (< x 9)))", X3Y5, "b", 0.5},
        {INTS "(assert (< x 9))", X3Y5, "x", 1},
        {INTS "(assert (< 0 x 900))", X3Y5, "x", 0.899},
        {INTS "(assert (< 0 x 1001))", X3Y5, "x", 1},
        {INTS "(assert (= x 3))", X3Y5, "x", 0.001},
        {INTS "(assert (= (mod x 4) 3))", X3Y5, "x", 0.25},
        {"(declare-const r Real)(assert (<= 1.0 r 3.5))", "((define-fun r () Real 2.5))", "r",
         0.0035},
        {"(declare-const s String)(assert (= s \"a\"))", "((define-fun s () String \"a\"))", "s",
         0.001},
        {"(declare-const s String)(assert (str.prefixof \"a\" s))",
         "((define-fun s () String \"a\"))", "s", 1},
        {"(declare-const u (_ BitVec 4))(assert (bvult u #x8))",
         "((define-fun u () (_ BitVec 4) #x1))", "u", 0.5},
    };
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        world_t w;
        world_init(&w);
        open_strategy(&w, &strategy_defaults);
        const seed_t *seed = add(&w, rows[i].text, rows[i].model);
        const char *why;
        assert_true(strategy_takes(w.strategy, seed, NULL, &why));
        uint32_t spot = find_spot(seed, rows[i].term);
        diver_t *diver = diver_of(&w);
        double score =
            constraint_score(&diver->set, term_sort(&w.f.bank, seed->spots.data[spot].term),
                             diver->analysis.spots.data[spot].set);
        if (score < rows[i].score - 1e-9 || score > rows[i].score + 1e-9)
            fail_msg("%s: the score of %s is %g", rows[i].text, rows[i].term, score);
        world_done(&w);
    }
}

/* --- mutants --- */

typedef struct sample {
    const char *text, *model;
} sample_t;

static const sample_t samples[] = {
    {"(set-logic QF_LIA)" INTS "(assert (and (< x y) (or b (= x 9))))(assert (> (+ x (* 2 y)) 3))",
     X3Y5},
    {"(set-logic QF_LRA)(declare-const r Real)(declare-const q Real)(assert (< r (+ q 1)))"
     "(assert (let ((v (- r q))) (and (> v (- 9)) (distinct v 3))))",
     "((define-fun r () Real (/ 1 3)) (define-fun q () Real 0.5))"},
    {"(set-logic QF_SLIA)(declare-fun t () String)(assert (str.prefixof \"-\" (str.substr t 0 1)))"
     "(assert (> (str.len (str.substr t 0 2)) 1))"
     "(assert (not (= (- 1) (str.to_int (str.substr t 1 1)))))(assert (>= (+ 0 2) (str.len t)))"
     "(assert (str.in_re t (re.+ (re.union (str.to_re \"-\") (re.range \"0\" \"9\")))))",
     "((define-fun t () String \"-0\"))"},
    {"(set-logic QF_BV)(declare-const u (_ BitVec 8))(declare-const v (_ BitVec 4))"
     "(assert (bvult (bvadd u #x10) #x20))(assert (= ((_ extract 3 0) u) v))"
     "(assert (let ((w (concat v v))) (bvsle w (bvor w u))))",
     "((define-fun u () (_ BitVec 8) #x03) (define-fun v () (_ BitVec 4) #x3))"},
    {"(set-logic QF_FP)(declare-const p Float32)(declare-const m RoundingMode)"
     "(assert (fp.lt (fp.add m p p) ((_ to_fp 8 24) RNE 9.5)))(assert (not (fp.isNaN p)))",
     "((define-fun p () Float32 (fp #b0 #x7f #b00000000000000000000000)) (define-fun m () "
     "RoundingMode RTZ))"},
    {"(set-logic QF_AUFLIA)(declare-const a (Array Int Int))(declare-const i Int)"
     "(declare-fun f (Int) Int)(assert (= (select (store a i 4) i) 4))(assert (> (f (select a 0)) i))",
     "((define-fun a () (Array Int Int) ((as const (Array Int Int)) 7)) (define-fun i () Int 2)"
     " (define-fun f ((k Int)) Int (ite (= k 7) 9 0)))"},
    {"(set-logic ALL)(declare-datatype L ((nil) (cons (head Int) (tail L))))(declare-const l L)"
     "(assert ((_ is cons) l))(assert (match l ((nil false) ((cons h k) (and (< h 9) (= k nil))))))",
     "((define-fun l () L (cons 2 nil)))"},
    {"(set-logic ALL)" INTS
     "(assert (forall ((k (_ BitVec 2)) (x Bool)) (or x (not x) (= k #b00))))"
     "(assert (exists ((k (_ BitVec 2))) (and (distinct k #b01) (< x y))))"
     "(assert (let ((b (+ x y)) (x b)) (and x (< b 20))))",
     X3Y5},
    {"(set-logic ALL)(declare-sort U 0)(declare-const p U)(declare-const q U)"
     "(declare-fun g (U) Bool)(assert (distinct p q))(assert (or (g p) (g q)))",
     "((declare-fun U!0 () U) (declare-fun U!1 () U) (define-fun p () U U!0) (define-fun q () U U!1)"
     " (define-fun g ((z U)) Bool (= z U!0)))"},
    {"(set-logic ALL)(declare-fun mod (Int Int) Int)(declare-const abs Int)"
     "(assert (= (mod abs 4) 3))(assert (< abs 9))",
     "((define-fun mod ((a Int) (b Int)) Int 3) (define-fun abs () Int 3))"},
    {"(set-logic QF_LIA)" INTS "(assert (! (< x y) :named n))(assert (=> n (< x (+ y 1))))", X3Y5},
};

enum { SAMPLES = sizeof samples / sizeof *samples };

static bool make(world_t *w, const seed_t *seed, uint64_t k) {
    rng_t base = rng_make(7);
    rng_t rng = rng_split(&base, k);
    if (!strategy_make(w->strategy, seed, NULL, &rng, &w->mutant))
        return false;
    strbuf_clear(&w->text);
    mutant_print(&w->mutant, &w->text);
    strbuf_clear(&w->model);
    assert_true(strategy_model(w->strategy, &w->mutant, &w->model));
    return true;
}

/* The text, read again in another bank, is true under the model as text. */
static void check_mutant(world_t *w) {
    mem_t *mem = &w->f.mem;
    bank_t bank;
    seeds_t seeds;
    diag_list_t diags;
    bank_init(&bank, mem);
    seeds_init(&seeds, &bank, mem);
    diag_init(&diags, mem);
    seed_t *seed = seed_add(&seeds, "mutant", strbuf_text(&w->text), w->text.len, &diags);
    if (!seed)
        fail_msg("%s: %s", strbuf_text(&w->text), diags.rows.data[0].message);
    model_fit_t fit = seed_set_model(&seeds, seed, strbuf_text(&w->model), w->model.len, &diags);
    if (fit != MODEL_KEPT)
        fail_msg("fit %d: %s%s", (int)fit, strbuf_text(&w->text), strbuf_text(&w->model));
    diag_done(&diags);
    seeds_done(&seeds);
    bank_done(&bank);
}

static void mutants_are_true(void **state) {
    uint64_t start = unit_seed() * 1000;
    uint64_t fresh = 0;
    for (uint32_t i = 0; i < SAMPLES; i++) {
        world_t w;
        world_init(&w);
        strategy_options_t options = strategy_defaults;
        options.steps = i % 3;
        open_strategy(&w, &options);
        const seed_t *seed = add(&w, samples[i].text, samples[i].model);
        uint32_t made = 0;
        size_t used = 0;
        for (uint64_t k = 0; k < 200; k++) {
            if (!make(&w, seed, start + k))
                continue;
            made++;
            assert_int_equal(w.mutant.claim, CLAIM_SAT);
            check_mutant(&w);
            fresh += strstr(strbuf_text(&w.text), "d!0 ()") != NULL;
            if (k == 150)
                used = w.f.mem.used;
        }
        if (made < 150)
            fail_msg("%s: only %u mutants", samples[i].text, made);
        assert_true(used == 0 || w.f.mem.used < used + used / 8 + 65536);
        assert_int_equal(strategy_stats(w.strategy)->made, made);
        world_done(&w);
    }
    assert_true(fresh > 300);
}

/* n stands for what it names: a change there would change the second assertion unseen. */
static void named_terms_stay(void **state) {
    world_t w;
    world_init(&w);
    open_strategy(&w, &strategy_defaults);
    const seed_t *seed = add(&w, samples[SAMPLES - 1].text, samples[SAMPLES - 1].model);
    for (uint64_t k = 0; k < 100; k++)
        if (make(&w, seed, k))
            assert_non_null(strstr(strbuf_text(&w.text), "(assert (! (< x y) :named n))"));
    world_done(&w);
}

/* In QF_LRA a numeral is a Real; in ALL it would be an Int. */
static void the_logic_stays_where_it_must(void **state) {
    world_t w;
    world_init(&w);
    open_strategy(&w, &strategy_defaults);
    const seed_t *seed = add(&w, samples[1].text, samples[1].model);
    for (uint64_t k = 0; k < 100; k++)
        if (make(&w, seed, k))
            assert_non_null(strstr(strbuf_text(&w.text), "(set-logic QF_LRA)"));
    world_done(&w);
}

static void recipes_and_chains(void **state) {
    for (uint32_t i = 0; i < SAMPLES; i++) {
        world_t w;
        chain_t chain;
        world_init(&w);
        open_strategy(&w, &strategy_defaults);
        chain_init(&chain, &strategy_defaults, &w.f.mem);
        const seed_t *seed = add(&w, samples[i].text, samples[i].model);
        chain_start(&chain, seed);
        strategy_t *diver = chain_strategy(&chain, STRATEGY_DIVER, NULL);
        strbuf_t recipe, made, again, why;
        strbuf_init(&recipe, &w.f.mem);
        strbuf_init(&made, &w.f.mem);
        strbuf_init(&again, &w.f.mem);
        strbuf_init(&why, &w.f.mem);
        rng_t base = rng_make(i);
        uint32_t links = 0;
        for (uint64_t k = 0; k < 12 && links < 5; k++) {
            rng_t rng = rng_split(&base, k);
            const char *reason;
            if (!strategy_make(diver, chain_seed(&chain), NULL, &rng, &w.mutant))
                continue;
            strbuf_clear(&made);
            mutant_print(&w.mutant, &made);
            strbuf_clear(&recipe);
            strbuf_add(&recipe, w.mutant.recipe.data, w.mutant.recipe.len);
            if (chain_push(&chain, diver, &w.mutant, &reason)) {
                links++;
                assert_non_null(chain_seed(&chain)->model);
            } else if (strcmp(reason, "it is too large") != 0) {
                fail_msg("%s: %s", strbuf_text(&made), reason);
            }
        }
        assert_true(links > 1);
        assert_non_null(strstr(strbuf_text(&recipe), " model="));
        recipe_t read;
        const char *wrong;
        recipe_init(&read, &w.f.mem);
        assert_true(recipe_read(&read, strbuf_text(&recipe), &wrong));
        if (!chain_replay(&chain, &w.seeds, &read, &w.mutant, &why))
            fail_msg("%s: %s", strbuf_text(&recipe), strbuf_text(&why));
        mutant_print(&w.mutant, &again);
        assert_string_equal(strbuf_text(&again), strbuf_text(&made));
        recipe_done(&read);
        strbuf_done(&why);
        strbuf_done(&again);
        strbuf_done(&made);
        strbuf_done(&recipe);
        chain_done(&chain);
        world_done(&w);
    }
}

/* --- switches and refusals --- */

static void switches(void **state) {
    world_t w;
    world_init(&w);
    strategy_options_t options = strategy_defaults;
    options.no_complicate = true;
    options.no_weights = true;
    open_strategy(&w, &options);
    const seed_t *seed = add(&w, samples[0].text, samples[0].model);
    uint64_t at[64] = {0};
    for (uint64_t k = 0; k < 500; k++) {
        if (!make(&w, seed, k))
            continue;
        assert_null(strstr(strbuf_text(&w.text), "d!"));
        assert_non_null(strstr(strbuf_text(&w.mutant.recipe), " no-weights no-complicate"));
    }
    const diver_t *diver = diver_of(&w);
    assert_true(vec_last(&diver->sums) == (double)seed->spots.len);
    rng_t rng = rng_make(3);
    for (int k = 0; k < 5000; k++) {
        double place = rng_unit(&rng) * vec_last(&diver->sums);
        at[(uint32_t)place]++;
    }
    for (uint32_t i = 0; i < seed->spots.len; i++)
        assert_true(at[i] > 0);
    world_done(&w);
}

static void refusals(void **state) {
    world_t w;
    world_init(&w);
    open_strategy(&w, &strategy_defaults);
    const char *why = NULL;
    const seed_t *seed = add(&w, "(declare-const x Int)(assert (> x 0))", NULL);
    assert_false(strategy_takes(w.strategy, seed, NULL, &why));
    assert_string_equal(why, "it has no model");
    assert_false(make(&w, seed, 1));
    seed = add(&w, "(declare-const p Float16)(assert (= p (fp.min (_ +zero 5 11) (_ -zero 5 11))))",
               "((define-fun p () Float16 (_ +zero 5 11)))");
    if (strategy_takes(w.strategy, seed, NULL, &why))
        fail_msg("a choice that solvers may make otherwise");
    assert_non_null(strstr(why, "leaves open"));
    world_done(&w);
}

/* An operator of --ops alone. */
static void operators_of_a_file(void **state) {
    world_t w;
    world_init(&w);
    strategy_options_t options = strategy_defaults;
    options.ops_text = "(str.rev String String)";
    options.ops_len = strlen(options.ops_text);
    options.no_complicate = true;
    open_strategy(&w, &options);
    const seed_t *seed = add(&w, samples[2].text, samples[2].model);
    uint32_t found = 0;
    for (uint64_t k = 0; k < 100; k++)
        if (make(&w, seed, k)) {
            check_mutant(&w);
            found += strstr(strbuf_text(&w.text), "str.rev") != NULL;
        }
    assert_true(found > 5);
    world_done(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_running_example),
        cmocka_unit_test(the_example_mutation_is_one),
        cmocka_unit_test(what_is_wanted),
        cmocka_unit_test(scores),
        cmocka_unit_test(mutants_are_true),
        cmocka_unit_test(named_terms_stay),
        cmocka_unit_test(the_logic_stays_where_it_must),
        cmocka_unit_test(recipes_and_chains),
        cmocka_unit_test(switches),
        cmocka_unit_test(refusals),
        cmocka_unit_test(operators_of_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
