/* The index of seeds: written and read back, mistakes told, rows given to seeds; canonical hashes; features.
 */
#include "unit.h"

#include "seeds/canonical_hash.h"
#include "seeds/seed_index.h"

#include <string.h>

typedef struct world {
    mem_t mem;
    bank_t bank;
    seeds_t seeds;
    seed_index_t index;
    strbuf_t out;
} world_t;

static void world_init(world_t *w) {
    mem_init(&w->mem);
    bank_init(&w->bank, &w->mem);
    seeds_init(&w->seeds, &w->bank, &w->mem);
    seed_index_init(&w->index, &w->mem);
    strbuf_init(&w->out, &w->mem);
}

static void world_done(world_t *w) {
    strbuf_done(&w->out);
    seed_index_done(&w->index);
    seeds_done(&w->seeds);
    bank_done(&w->bank);
    assert_null(w->mem.head);
    mem_done(&w->mem);
}

static seed_t *add(world_t *w, const char *text) {
    diag_list_t diags;
    diag_init(&diags, &w->mem);
    seed_t *seed = seed_add(&w->seeds, "seed.smt2", text, strlen(text), &diags);
    assert_non_null(seed);
    diag_done(&diags);
    return seed;
}

static const char script[] =
    "(set-logic QF_UFLIA)(set-info :status sat)(declare-fun f (Int) Int)(declare-const x Int)"
    "(assert (let ((y (f x))) (and (> y 3) (< x y))))(assert (= (+ x 1) (f x)))";

static const char model[] =
    "((define-fun x () Int 7) (define-fun f ((a Int)) Int (ite (= a 7) 8 0)))";

/* --- files --- */

static void what_is_written_is_read(void **state) {
    world_t w;
    world_init(&w);
    seed_t *seed = add(&w, script);
    diag_list_t diags;
    diag_init(&diags, &w.mem);
    seed_row_t *row = seed_index_put(&w.index, "b \"quoted\".smt2");
    seed_row_describe(&w.index, row, &w.seeds, seed, 123);
    assert_int_equal(row->label, STATUS_SAT);
    assert_int_equal(seed_set_model(&w.seeds, seed, model, sizeof model - 1, &diags), MODEL_KEPT);
    row->status = STATUS_SAT;
    row->source = SEED_MODEL;
    row->model = seed->model_text;
    row->model_len = seed->model_len;
    row->asked = LEARN_STATUS | LEARN_MODEL;
    *vec_push(&w.mem, &row->by) = "/opt/my solver --quiet";
    seed_row_t *other = seed_index_put(&w.index, "a.smt2");
    seed_row_describe(&w.index, other, &w.seeds, seed, 123);
    other->status = STATUS_UNSAT;
    other->source = SEED_SOLVERS;
    other->conflict = "its label says sat";
    for (uint32_t i = 0; i < 2; i++)
        *vec_push(&w.mem, &other->core) = i;
    *vec_push(&w.mem, &other->loose) = 7;
    *vec_push(&w.mem, &other->core_by) = "z3";
    seed_index_write(&w.index, &w.out);
    assert_true(strncmp(w.out.data, "(assay-seeds 1)\n(seed \"a.smt2\" (hash #x", 39) == 0);

    seed_index_t again;
    strbuf_t text;
    seed_index_init(&again, &w.mem);
    strbuf_init(&text, &w.mem);
    assert_true(seed_index_read(&again, w.out.data, w.out.len, &diags));
    seed_index_write(&again, &text);
    assert_string_equal(strbuf_text(&text), strbuf_text(&w.out));
    row = seed_index_find(&again, "b \"quoted\".smt2");
    assert_non_null(row);
    assert_int_equal(row->hash, seed->hash);
    assert_int_equal(row->bytes, 123);
    assert_string_equal(row->logic, "QF_UFLIA");
    assert_int_equal(row->theories, seed->theories);
    assert_int_equal(row->asked, LEARN_STATUS | LEARN_MODEL);
    assert_int_equal(row->model_len, seed->model_len);
    assert_string_equal(row->by.data[0], "/opt/my solver --quiet");
    assert_int_equal(row->duplicate_of, seed->hash); /* of a.smt2, which has the same text */
    assert_int_equal(seed_index_find(&again, "a.smt2")->duplicate_of, 0);
    assert_null(seed_index_find(&again, "c.smt2"));
    strbuf_done(&text);
    seed_index_done(&again);
    diag_done(&diags);
    world_done(&w);
}

static void rows_are_given_to_seeds(void **state) {
    world_t w;
    world_init(&w);
    seed_t *seed = add(&w, script);
    seed_row_t row = {.hash = seed->hash,
                      .status = STATUS_SAT,
                      .source = SEED_MODEL,
                      .model = model,
                      .model_len = sizeof model - 1};
    assert_true(seed_row_fits(&row, seed));
    assert_true(seed_row_apply(&row, &w.seeds, seed));
    assert_int_equal(seed->source, SEED_MODEL);
    assert_non_null(seed->model);
    row.hash++;
    assert_false(seed_row_fits(&row, seed));

    /* A model that does not hold is not believed, and neither is the status that stood on it. */
    seed = add(&w, "(declare-const x Int)(assert (= x 1))");
    static const char wrong[] = "((define-fun x () Int 7))";
    row = (seed_row_t){.hash = seed->hash,
                       .status = STATUS_SAT,
                       .source = SEED_MODEL,
                       .model = wrong,
                       .model_len = sizeof wrong - 1};
    assert_false(seed_row_apply(&row, &w.seeds, seed));
    assert_null(seed->model);
    assert_int_equal(seed->status, STATUS_UNKNOWN);

    /* A seed with a conflict has no status, whatever its label says. */
    seed = add(&w, script);
    row = (seed_row_t){.hash = seed->hash, .conflict = "z3 says sat; cvc5 says unsat"};
    assert_true(seed_row_apply(&row, &w.seeds, seed));
    assert_int_equal(seed->status, STATUS_UNKNOWN);

    /* A core that this seed cannot have. */
    row = (seed_row_t){.hash = seed->hash, .status = STATUS_UNSAT, .source = SEED_SOLVERS};
    *vec_push(&w.mem, &row.core) = 5;
    assert_false(seed_row_apply(&row, &w.seeds, seed));
    assert_int_equal(seed->core.len, 0);
    vec_free(&w.mem, &row.core);
    world_done(&w);
}

static void mistakes_are_told(void **state) {
    static const struct {
        const char *text, *said;
        uint32_t rows;
    } cases[] = {
        {"", "this is no index of seeds", 0},
        {"(profile z3)", "this is no index of seeds", 0},
        {"(assay-seeds 2)", "this is no index of seeds", 0},
        {"(assay-seeds 1)(seed)", "expected (seed \"PATH\" ...)", 0},
        {"(assay-seeds 1)(seed a.smt2)", "expected a string, not 'a.smt2'", 0},
        {"(assay-seeds 1) x (seed \"a\")", "expected (seed \"PATH\" ...)", 1},
        {"(assay-seeds 1)(seed \"a\" hash)", "expected a clause such as (bytes NUMBER), not 'hash'",
         0},
        {"(assay-seeds 1)(seed \"a\" ())", "expected a clause such as", 0},
        {"(assay-seeds 1)(seed \"a\" (hash 12))", "expected #x", 0},
        {"(assay-seeds 1)(seed \"a\" (hash #x12345678901234567))", "expected #x", 0},
        {"(assay-seeds 1)(seed \"a\" (bytes x))", "expected a number", 0},
        {"(assay-seeds 1)(seed \"a\" (bytes 1 2))", "expected (bytes NUMBER), not '(bytes 1 2)'",
         0},
        {"(assay-seeds 1)(seed \"a\" (status sat))", "expected (status STATUS SOURCE)", 0},
        {"(assay-seeds 1)(seed \"a\" (status so model))", "expected sat, unsat or unknown", 0},
        {"(assay-seeds 1)(seed \"a\" (status sat so))", "expected how the status is known", 0},
        {"(assay-seeds 1)(seed \"a\" (status sat (model)))", "expected a word, not '(model)'", 0},
        {"(assay-seeds 1)(seed \"a\" (core 0 x))", "expected a number", 0},
        {"(assay-seeds 1)(seed \"a\" (core 4294967295))", "expected a number", 0},
        {"(assay-seeds 1)(seed \"a\" (by (z3)))", "expected a string, not '(z3)'", 0},
        {"(assay-seeds 1)(seed \"a\" (model 5 6))", "expected (model \"MODEL\")", 0},
        {"(assay-seeds 1)(seed \"a\" (depth 1) (depth 2))", "'depth' is here twice", 0},
        {"(assay-seeds 1)(seed \"a\"", "", 0},
    };
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        world_t w;
        world_init(&w);
        diag_list_t diags;
        diag_init(&diags, &w.mem);
        assert_false(seed_index_read(&w.index, cases[i].text, strlen(cases[i].text), &diags));
        assert_true(diags.rows.len > 0);
        if (!strstr(diags.rows.data[0].message, cases[i].said))
            fail_msg("%s: %s", cases[i].text, diags.rows.data[0].message);
        assert_int_equal(w.index.rows.len, cases[i].rows);
        diag_done(&diags);
        world_done(&w);
    }
    world_t w;
    world_init(&w);
    diag_list_t diags;
    diag_init(&diags, &w.mem);
    static const char later[] =
        "(assay-seeds 1)(seed \"a\" (news (of) \"later\") (theories Core Xs))";
    assert_true(seed_index_read(&w.index, later, sizeof later - 1, &diags));
    assert_int_equal(w.index.rows.data[0].theories, 1u << THEORY_CORE);
    diag_done(&diags);
    world_done(&w);
}

/* --- canonical hashes --- */

static void names_do_not_change_the_hash(void **state) {
    static const struct {
        const char *one, *two;
        bool same;
    } cases[] = {
        {"(declare-const x Int)(assert (> x 3))", "(declare-const y Int)(assert (> y 3))", true},
        {"(declare-const x Int)(assert (> x 3))", "(declare-const x Int)(assert (> x 4))", false},
        {"(declare-const x Int)(assert (> x 3))", "(declare-const x Real)(assert (> x 3))", false},
        {"(declare-const x Int)(declare-const y Int)(assert (> x y))",
         "(declare-const x Int)(declare-const y Int)(assert (> y x))", true},
        {"(declare-const x Int)(declare-const y Int)(assert (> x y))",
         "(declare-const x Int)(assert (> x x))", false},
        {"(declare-const x Int)(declare-const y Int)(assert (> x y))(assert (= x 1))",
         "(declare-const x Int)(declare-const y Int)(assert (> x y))(assert (= y 1))", false},
        {"(set-logic QF_LIA)(declare-const z Bool)(declare-const x Int)(assert (> x 3))",
         "(declare-const y Int)(assert (> y 3)) ; a remark", true},
        {"(assert (forall ((x Int)) (> x 3)))", "(assert (forall ((y Int)) (> y 3)))", true},
        {"(assert (forall ((x Int) (y Int)) (> x 3)))", "(assert (forall ((x Int)) (> x 3)))",
         false},
        {"(assert (forall ((x Int)) (exists ((y Int)) (> x y))))",
         "(assert (forall ((x Int)) (exists ((y Int)) (> y x))))", false},
        {"(declare-fun f (Int) Int)(assert (= (f 1) 1))",
         "(declare-fun g (Int) Int)(assert (= (g 1) 1))", true},
        {"(define-fun f ((a Int)) Int (+ a 1))(assert (= (f 1) 1))",
         "(define-fun g ((b Int)) Int (+ b 1))(assert (= (g 1) 1))", true},
        {"(define-fun f ((a Int)) Int (+ a 1))(assert (= (f 1) 1))",
         "(define-fun f ((a Int)) Int (+ a 2))(assert (= (f 1) 1))", false},
        {"(declare-sort S 0)(declare-const a S)(declare-const b S)(assert (= a b))",
         "(declare-sort T 0)(declare-const b T)(declare-const a T)(assert (= b a))", true},
        {"(declare-sort S 0)(declare-sort T 0)(declare-fun f (S) T)(declare-const a S)"
         "(declare-const b S)(assert (= (f a) (f b)))",
         "(declare-sort S 0)(declare-fun f (S) S)(declare-const a S)(declare-const b S)"
         "(assert (= (f a) (f b)))",
         false},
        {"(declare-datatype L ((nil) (cons (hd Int) (tl L))))(declare-const a L)"
         "(assert (= (hd a) 1))",
         "(declare-datatype M ((none) (some (first Int) (rest M))))(declare-const a M)"
         "(assert (= (first a) 1))",
         true},
        {"(declare-datatype L ((nil) (cons (hd Int) (tl Int))))(declare-const a L)"
         "(assert (= (hd a) 1))",
         "(declare-datatype L ((nil) (cons (hd Int) (tl Int))))(declare-const a L)"
         "(assert (= (tl a) 1))",
         false},
        {"(declare-const x (_ BitVec 8))(assert (= ((_ extract 3 0) x) #x1))",
         "(declare-const x (_ BitVec 8))(assert (= ((_ extract 4 1) x) #x1))", false},
        {"(declare-const p Bool)(assert (! p :named a))(assert (not a))",
         "(declare-const p Bool)(assert (! p :named b))(assert (not b))", true},
        {"(declare-const s String)(assert (= s \"a\"))",
         "(declare-const s String)(assert (= s \"b\"))", false},
    };
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        world_t w, v; /* a bank of its own each: ids differ */
        world_init(&w);
        world_init(&v);
        add(&v, script);
        bool same = canonical_hash(&w.seeds, add(&w, cases[i].one)) ==
                    canonical_hash(&v.seeds, add(&v, cases[i].two));
        if (same != cases[i].same)
            fail_msg("%s\n%s\n%s the same hash", cases[i].one, cases[i].two, same ? "have" : "not");
        world_done(&v);
        world_done(&w);
    }
}

static void features_are_counted(void **state) {
    world_t w;
    world_init(&w);
    features_t features = features_of(&w.seeds, add(&w, script));
    assert_int_equal(features.bits, 1u << FEATURE_LET | 1u << FEATURE_FUNCTIONS);
    assert_int_equal(features.assertions, 2);
    assert_int_equal(features.operators, 6); /* let and > < = + */
    assert_int_equal(features.depth, 4);
    features = features_of(
        &w.seeds, add(&w, "(declare-sort S 0)(declare-datatype D ((d (e Int))))"
                          "(define-fun-rec f ((x Int)) Int (ite (< x 1) 0 (f (- x 1))))"
                          "(define-fun g ((x Int)) Int (+ x 1))(declare-const x Int)"
                          "(assert (forall ((y Int)) (! (> (* x y) 1) :pattern ((* x y)))))"));
    assert_int_equal(features.bits, 1u << FEATURE_SORTS | 1u << FEATURE_DATATYPES |
                                        1u << FEATURE_RECURSION | 1u << FEATURE_DEFINITIONS |
                                        1u << FEATURE_QUANTIFIERS | 1u << FEATURE_ANNOTATIONS |
                                        1u << FEATURE_NONLINEAR);
    for (uint32_t i = 0; i < FEATURE_COUNT; i++) {
        feature_t feature;
        assert_true(feature_of_name(feature_name((feature_t)i), &feature));
        assert_int_equal(feature, i);
    }
    world_done(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(rows_are_given_to_seeds),
        cmocka_unit_test(mistakes_are_told),
        cmocka_unit_test(features_are_counted),
        cmocka_unit_test(names_do_not_change_the_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
