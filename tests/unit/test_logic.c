/* Logic names, and what scripts need. */
#include "script_fixture.h"

#include "base/file.h"
#include "smt/edit/logic.h"

typedef struct row {
    const char *name;
    logic_t logic;
} row_t;

static const char *const official[] = {
#define LOGIC(name, quantifiers, arrays, free, bits, floats, data, text, arithmetic) name,
#include "smt/edit/logics.def"
};

enum { OFFICIAL = sizeof official / sizeof *official };

static void test_rows(void **state) {
    assert_int_equal(OFFICIAL, 94);
    for (uint32_t i = 0; i < OFFICIAL; i++) {
        /* The columns say what the name says, so a row's name is the smallest for its features. */
        assert_string_equal(logic_name(logic_parse(official[i])), official[i]);
        for (uint32_t j = 0; j < i; j++)
            assert_string_not_equal(official[i], official[j]);
    }
}

static void test_names(void **state) {
    static const row_t rows[] = {
        {"QF_LIA", LOGIC_INT | LOGIC_LINEAR},
        {"QF_IDL", LOGIC_INT},
        {"QF_AX", LOGIC_ARRAYS | LOGIC_SORTS},
        {"QF_UFLIAFS", LOGIC_UF | LOGIC_SORTS | LOGIC_INT | LOGIC_LINEAR | LOGIC_SETS},
        {"QF_NRAT", LOGIC_REAL | LOGIC_LINEAR | LOGIC_NONLINEAR | LOGIC_TRANS},
        {"UFC", LOGIC_QUANT | LOGIC_UF | LOGIC_SORTS | LOGIC_CARD},
        {"UFCDT", LOGIC_QUANT | LOGIC_UF | LOGIC_SORTS | LOGIC_CARD | LOGIC_DT},
        {"QF_SEP_LIA", LOGIC_SEP | LOGIC_INT | LOGIC_LINEAR},
        {"QF_FF", LOGIC_FF},
        {"HO_UF", LOGIC_HO | LOGIC_QUANT | LOGIC_UF | LOGIC_SORTS},
        {"QF_SNIA", LOGIC_STRINGS | LOGIC_INT | LOGIC_LINEAR | LOGIC_NONLINEAR},
        {"SAT", LOGIC_QUANT},
        {"QF_SAT", 0},
        {"QF_ALL", LOGIC_ALL & ~(logic_t)LOGIC_QUANT},
        {"ALL", LOGIC_ALL},
        {"HO_ALL", LOGIC_EVERYTHING},
        {"HORN", LOGIC_ALL},
        {"", LOGIC_ALL},
        {NULL, LOGIC_ALL},
        {"QF_MAGIC", LOGIC_ALL},
        {"qf_lia", LOGIC_ALL},
    };
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(logic_parse(rows[i].name), rows[i].logic);
}

static void test_smallest_names(void **state) {
    assert_string_equal(logic_name(0), "QF_UF");
    assert_string_equal(logic_name(LOGIC_QUANT), "UF");
    assert_string_equal(logic_name(LOGIC_ALL), "ALL");
    assert_string_equal(logic_name(LOGIC_HO), "HO_ALL");
    assert_string_equal(logic_name(LOGIC_OTHER), "ALL");
    assert_string_equal(logic_name(logic_join(logic_parse("QF_LIA"), logic_parse("QF_S"))),
                        "QF_SLIA");
    assert_string_equal(logic_name(logic_join(logic_parse("QF_IDL"), logic_parse("QF_UF"))),
                        "QF_UFIDL");
    assert_string_equal(logic_name(logic_join(logic_parse("LIA"), logic_parse("QF_AX"))), "AUFLIA");
    assert_string_equal(logic_name(logic_join(logic_parse("LRA"), logic_parse("QF_BV"))),
                        "BVFPLRA");
    assert_string_equal(logic_name(logic_join(logic_parse("QF_SLIA"), logic_parse("BV"))), "ALL");
    /* Arrays of other sorts than bit-vectors are not in QF_AUFBV. */
    assert_string_equal(logic_name(logic_join(logic_parse("QF_AX"), logic_parse("QF_BV"))),
                        "QF_AUFBVLIA");
    assert_string_equal(logic_name(logic_join(logic_parse("QF_ABV"), logic_parse("QF_UFBV"))),
                        "QF_AUFBV");
}

static void test_for_the_parser(void **state) {
    assert_true(logic_int_real("QF_LRA"));
    assert_true(logic_int_real("QF_RDL"));
    assert_true(logic_int_real("UFLRA"));
    assert_true(logic_int_real("QF_ABVFPLRA"));
    assert_false(logic_int_real("QF_LIA"));
    assert_false(logic_int_real("AUFLIRA"));
    assert_false(logic_int_real("QF_FP"));
    assert_false(logic_int_real("ALL"));
    assert_false(logic_int_real(NULL));
    assert_true(logic_is_higher_order("HO_QF_AUFBVLIA"));
    assert_false(logic_is_higher_order("ALL"));
    assert_false(logic_is_higher_order(NULL));
}

/* --- inference --- */

typedef struct example {
    const char *logic;
    const char *text;
} example_t;

static const example_t examples[] = {
    {"QF_UF", "(assert (and true false))"},
    {"QF_UF", "(declare-const p Bool) (assert (=> p p))"},
    {"QF_UF", "(declare-sort S 0) (declare-fun f (S) S) (declare-const a S) (assert (= (f a) a))"},
    {"UF", "(declare-sort S 0) (assert (forall ((x S)) (= x x)))"},
    {"UF", "(assert (exists ((p Bool)) p))"},

    {"QF_IDL", "(declare-const x Int) (declare-const y Int) (assert (<= (- x y) 3))"},
    {"QF_IDL", "(declare-const x Int) (declare-const y Int) (assert (= (- x y) (- 3)))"},
    {"QF_IDL", "(declare-const x Int) (declare-const y Int) (assert (distinct x y))"},
    {"QF_IDL",
     "(declare-const x Int) (declare-const y Int) (assert (let ((d (- x y)) (c 3)) (< d c)))"},
    {"QF_LIA", "(declare-const x Int) (assert (<= x 3))"},
    {"QF_LIA", "(declare-const x Int) (declare-const y Int) (assert (<= (- x y) x))"},
    {"QF_LIA", "(declare-const x Int) (declare-const y Int) (assert (<= (+ x y) 3))"},
    {"QF_LIA", "(declare-const x Int) (declare-const p Bool) (assert (< (ite p x 0) x))"},
    {"QF_LIA", "(declare-const x Int) (assert (< (* 2 x) 3))"},
    {"QF_LIA", "(declare-const x Int) (assert (< (* (- 2) (+ 1 2) x) 3))"},
    {"QF_LIA", "(declare-const x Int) (assert (let ((c 2)) (< (* c x) 3)))"},
    {"QF_LIA", "(define-fun c () Int 2) (declare-const x Int) (assert (< (* c x) 3))"},
    {"QF_NIA", "(declare-const x Int) (declare-const y Int) (assert (< (* x y) 3))"},
    {"QF_NIA", "(declare-const x Int) (assert (let ((a x)) (< (* a a) 3)))"},
    {"QF_LIA", "(declare-const x Int) (assert (= (div x 3) (mod x 3)))"},
    {"QF_NIA", "(declare-const x Int) (assert (= (div x 0) 1))"},
    {"QF_NIA", "(declare-const x Int) (assert (= (mod 3 x) 1))"},
    {"QF_LIA", "(declare-const x Int) (assert (= (abs x) 1))"},
    {"QF_LIA", "(declare-const x Int) (assert ((_ divisible 3) x))"},
    {"LIA", "(assert (forall ((x Int)) (<= x x)))"},

    {"QF_RDL", "(declare-const x Real) (declare-const y Real) (assert (<= (- x y) (/ 1 2)))"},
    {"QF_RDL",
     "(declare-const x Real) (declare-const y Real) (assert (<= (- (+ x x) (+ y y)) (- 1.5)))"},
    {"QF_LRA",
     "(declare-const x Real) (declare-const y Real) (assert (<= (- (+ x x) (+ y y y)) (- 1.5)))"},
    {"QF_LRA", "(declare-const x Real) (assert (< (/ x 2) 1))"},
    {"QF_LRA", "(set-logic QF_LRA) (declare-const x Real) (assert (< (* 2 x) 1))"},
    {"QF_NRA", "(declare-const x Real) (assert (< (/ 1.0 x) 1.0))"},
    {"QF_NRA", "(declare-const x Real) (assert (< (/ x 0.0) 1.0))"},
    {"QF_NRA", "(declare-const x Real) (assert (< (/ x (- 1.0 1.0)) 1.0))"},
    {"QF_LIRA", "(declare-const x Int) (assert (< (to_real x) 1.5))"},
    {"QF_LIRA", "(declare-const x Real) (assert (< (to_int x) 1))"},
    {"QF_LIRA", "(declare-const x Real) (assert (is_int x))"},
    {"QF_NIRA", "(declare-const x Int) (declare-const y Real) (assert (< (* x x) (to_int y)))"},

    {"QF_UFIDL", "(declare-fun f (Int) Int) (declare-const x Int) (assert (< (f (+ x 1)) (f x)))"},
    {"QF_UFLIA", "(declare-fun f (Int) Int) (declare-const x Int) (assert (< (f (+ x x)) 1))"},
    {"UFLIA", "(declare-fun f (Int) Int) (assert (forall ((x Int)) (< (f (* 2 x)) 1)))"},

    {"QF_AX", "(declare-sort I 0) (declare-sort E 0) (declare-const a (Array I E))"
              "(declare-const i I) (assert (= a (store a i (select a i))))"},
    {"QF_ALIA", "(declare-const a (Array Int Int)) (assert (= (select a 0) 1))"},
    {"QF_AUFLIA", "(declare-sort E 0) (declare-const a (Array Int E))"
                  "(assert (= (select a 0) (select a 1)))"},
    {"QF_ABV", "(declare-const a (Array (_ BitVec 8) (_ BitVec 8))) (assert (= a a))"},
    {"ALL", "(assert (= ((as const (Array Int Int)) 0) ((as const (Array Int Int)) 1)))"},

    {"QF_BV", "(declare-const x (_ BitVec 8)) (assert (bvult x (bvadd x #x01)))"},
    {"QF_BV", "(assert (= #b1 #b0))"},
    {"QF_AUFBVLIA", "(declare-const x (_ BitVec 8)) (declare-fun f (Int) Int)"
                    "(declare-const a (Array Int Int))"
                    "(assert (= (bv2nat x) (f (select a 0))))"},
    {"QF_FP",
     "(declare-const x Float32) (assert (fp.lt x (fp #b0 #x00 #b00000000000000000000000)))"},
    {"QF_FP", "(declare-const x Float32) (assert (= x ((_ to_fp 8 24) RNE 0.5)))"},
    {"QF_FP", "(declare-const x Float32) (assert (= x ((_ to_fp 8 24) RNE (/ 1 10))))"},
    {"QF_FPLRA", "(declare-const x Float32) (assert (< (fp.to_real x) 0.5))"},
    {"QF_BVFP", "(declare-const x (_ BitVec 32)) (assert (fp.isNaN ((_ to_fp 8 24) x)))"},
    {"QF_S", "(declare-const x String) (assert (= (str.len x) 3))"},
    {"QF_S", "(declare-const x String) (assert (= (str.at x 0) \"a\"))"},
    {"QF_SLIA", "(declare-const x String) (assert (<= (str.len x) 3))"},
    {"QF_SLIA", "(declare-const x String) (assert (= (str.to_int x) (- 1)))"},
    {"QF_SNIA", "(declare-const x String) (assert (= (* (str.len x) (str.len x)) 4))"},

    {"QF_DT", "(declare-datatype L ((nil) (cons (hd Bool) (tl L)))) (declare-const l L)"
              "(assert (= l (cons true nil)))"},
    {"QF_UFDTLIA", "(declare-datatype L ((nil) (cons (hd Int) (tl L)))) (declare-const l L)"
                   "(assert (< (hd l) 0))"},
    {"UFDTLIA", "(declare-datatype L ((nil) (cons (hd Int) (tl L))))"
                "(define-fun-rec len ((l L)) Int (match l ((nil 0) ((cons h t) (+ 1 (len t))))))"
                "(assert (= (len nil) 0))"},
    {"QF_LIA", "(define-fun f ((x Int)) Int (+ x 1)) (assert (= (f 1) 2))"},
    {"ALL", "(declare-const s (Seq Int)) (assert (= (seq.len s) 0))"},
    {"ALL", "(declare-const x Real) (assert (= (sin x) 0.0))"},
    {"HO_ALL", "(set-logic HO_ALL) (declare-const f (-> Int Int)) (assert (= (f 0) 0))"},
};

static void test_inference(void **state) {
    for (uint32_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        fixture_t f;
        fixture_init(&f);
        parse(&f, examples[i].text);
        const char *name = logic_name(logic_infer(&f.script));
        if (strcmp(name, examples[i].logic) != 0)
            print_message("%s\n", examples[i].text);
        assert_string_equal(name, examples[i].logic);
        fixture_done(&f);
    }
}

static void test_inference_of_terms(void **state) {
    fixture_t f;
    fixture_init(&f);
    parse(&f, "(declare-const x Int) (declare-fun f (Int) Int)"
              "(assert (< (- x x) 3)) (assert (< (f x) 3))");
    assert_string_equal(logic_name(logic_infer_term(&f.bank, assertion(&f, 0))), "QF_IDL");
    assert_string_equal(logic_name(logic_infer_term(&f.bank, assertion(&f, 1))), "QF_UFIDL");
    assert_string_equal(logic_name(logic_infer(&f.script)), "QF_UFLIA");
    fixture_done(&f);
}

/* A script fits the logic it names: for the seeds below ASSAY_SHARED (../shared), when they are
 * there. */
static void test_seeds(void **state) {
    const char *shared = getenv("ASSAY_SHARED");
    char seeds[4096];
    snprintf(seeds, sizeof seeds, "%s/seeds", shared ? shared : "../shared");
    if (!file_is_dir(seeds))
        skip();
    mem_t mem;
    mem_init(&mem);
    name_vec_t names = {0};
    const char *error;
    assert_true(file_walk(&mem, seeds, ".smt2", &names, &error));
    uint32_t outside = 0;
    for (uint32_t i = 0; i < names.len; i++) {
        fixture_t f;
        fixture_init(&f);
        file_text_t text;
        assert_true(file_read(&mem, names.data[i], &text, &error));
        bool ok = try_parse(&f, &f.script, text.data, text.len);
        if (!ok)
            print_message("%s: not read\n", names.data[i]);
        sym_t declared = script_logic(&f.script);
        const char *logic = declared == SYM_NONE ? NULL : symbol_text(&f.bank.symbols, declared);
        logic_t needs = logic_infer(&f.script);
        if (ok && !logic_contains(logic_parse(logic), needs)) {
            print_message("%s: %s, needs %s\n", names.data[i], logic, logic_name(needs));
            outside++;
        }
        file_release(&mem, &text);
        fixture_done(&f);
        mem_free(&mem, names.data[i]);
    }
    print_message("%u of %u scripts do not fit their logic\n", outside, names.len);
    assert_true(outside * 50 <= names.len);
    vec_free(&mem, &names);
    mem_done(&mem);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),           cmocka_unit_test(test_names),
        cmocka_unit_test(test_smallest_names), cmocka_unit_test(test_for_the_parser),
        cmocka_unit_test(test_inference),      cmocka_unit_test(test_inference_of_terms),
        cmocka_unit_test(test_seeds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
