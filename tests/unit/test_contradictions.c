/* Contradictions: what is in the file has no model on values that are tried, what is wrong is
 * found, and bindings come out as SMT-LIB. */
#include "unit.h"

#include "mutate/gen/contradictions.h"

static const char *const any_sorts[] = {"Bool", "Int", "(_ BitVec 4)", NULL};
static const uint32_t some_widths[] = {1, 2, 3, 8, 0};
static const sort_texts_t sorts = {
    .any = any_sorts, .widths = some_widths, .exponent = 8, .significand = 24};

static void no_values_satisfy_one(void **state) {
    mem_t mem;
    contradictions_t all;
    strbuf_t why;
    mem_init(&mem);
    strbuf_init(&why, &mem);
    contradictions_init(&all, &mem);
    contradictions_embedded(&all);
    assert_true(all.rows.len > 250);
    rng_t base = rng_make(unit_seed());
    for (uint32_t i = 0; i < all.rows.len; i++)
        for (uint32_t k = 0; k < 2; k++) {
            contradiction_binding_t binding;
            rng_t row = rng_split(&base, i);
            rng_t rng = rng_split(&row, k);
            assert_true(contradiction_draw(&all, i, &sorts, &rng, &binding));
            if (!contradiction_try(&all, i, &binding, &rng, 60, &why))
                fail_msg("%s: %s", all.rows.data[i].name, strbuf_text(&why));
        }
    contradictions_done(&all);
    strbuf_done(&why);
    assert_int_equal(mem.used, 0);
    mem_done(&mem);
}

/* Reads a text; the message of the first mistake, or "". */
static bool read_text(mem_t *mem, contradictions_t *all, const char *text, char *said,
                      size_t size) {
    diag_list_t diags;
    diag_init(&diags, mem);
    contradictions_init(all, mem);
    bool good = contradictions_read(all, text, strlen(text), &diags);
    said[0] = '\0';
    if (diags.rows.len > 0)
        snprintf(said, size, "%u:%u: %s", diags.rows.data[0].line, diags.rows.data[0].column,
                 diags.rows.data[0].message);
    diag_done(&diags);
    return good;
}

static void wrong_ones_are_refuted(void **state) {
    static const char *const wrong[] = {
        "(contradiction a (declare-const x Int) (assert (< x 3)))",
        "(contradiction b (declare-const x (_ BitVec 8)) (assert (bvule x (bvadd x x))))",
        "(contradiction c (types A) (declare-const x A) (declare-const y A) (assert (= x y)))",
        "(contradiction d (declare-const s String) (assert (not (= (str.len s) 1))))",
        "(contradiction e (floats (F e s)) (declare-const x F) (assert (fp.eq x x)))"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        mem_t mem;
        contradictions_t all;
        contradiction_binding_t binding;
        strbuf_t why;
        char said[200];
        mem_init(&mem);
        strbuf_init(&why, &mem);
        assert_true(read_text(&mem, &all, wrong[i], said, sizeof said));
        rng_t rng = rng_make(7);
        assert_true(contradiction_draw(&all, 0, &sorts, &rng, &binding));
        assert_false(contradiction_try(&all, 0, &binding, &rng, 200, &why));
        assert_non_null(strstr(strbuf_text(&why), " = "));
        mem_done(&mem);
    }
}

static void mistakes_have_a_place(void **state) {
    static const char *const bad[][2] = {
        {"(contradiction)", "1:1: expected (contradiction NAME ...)"},
        {"(paradox a (assert false))", "1:1: expected (contradiction NAME ...)"},
        {"(contradiction a (assert (< x 3)))", "1:1: x is not declared"},
        {"(contradiction a (assert false))\n(contradiction a (assert false))", "2:16: there is a"},
        {"(contradiction a (numbers (k 5 2)) (assert false))", "expected (NAME LOW HIGH)"},
        {"(contradiction a (floats (F e)) (assert false))", "expected (SORT EXPONENT"},
        {"(contradiction a (types (A)) (assert false))", "expected (NAME SORT ...)"},
        {"(contradiction a (types (A Int) (B Int)) (assert false))", "once"},
        {"(contradiction a (widths 3) (assert false))", "expected a name"},
        {"(contradiction a (numbers (k 1 2)) (where (< k 1)) (assert false))",
         "no numbers satisfy"},
        {"(contradiction a (numbers (k 1 2)) (assert (= 1 (% (^ k 2)))))", "no-number"},
        {"(contradiction a (push 1))", "unknown clause 'push'; known are widths, types"},
        {"(contradiction a assert)", "expected a clause such as (widths NAME...), not 'assert'"},
        {"(contradiction a (assert false)", "1:"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        mem_t mem;
        contradictions_t all;
        char said[200];
        mem_init(&mem);
        if (read_text(&mem, &all, bad[i][0], said, sizeof said) || !strstr(said, bad[i][1]))
            fail_msg("%s: %s", bad[i][0], said);
        mem_done(&mem);
    }
}

/* Rules of other kinds stay in the file for their readers. */
static void variables_are_put_in(void **state) {
    static const char text[] =
        "(fusion whatever)"
        "(contradiction a (widths n) (numbers (k 3 3)) (where (= n 8)) (types (A Int Real) B)"
        " (declare-datatypes ((D 0)) (((c (s B)))))"
        " (declare-const x A) (declare-fun f (B (_ BitVec n)) D)"
        " (assert (< (% A (- 2 k)) x (% A (* k 2)))) (assert (= x (- (% A k) x))))";
    static const char ints[] = "(declare-datatypes ((_D 0)) (((_c (_s Bool)))))\n"
                               "(declare-const _x Int)\n(declare-fun _f (Bool (_ BitVec 8)) _D)\n"
                               "(assert (< (- 1) _x 6))\n(assert (= _x (- 3 _x)))\n";
    static const char reals[] = "(declare-datatypes ((_D 0)) (((_c (_s Bool)))))\n"
                                "(declare-const _x Real)\n(declare-fun _f (Bool (_ BitVec 8)) _D)\n"
                                "(assert (< (- 1.0) _x 6.0))\n(assert (= _x (- 3.0 _x)))\n";
    static const char *const bools[] = {"Bool", NULL};
    sort_texts_t few = {.any = bools, .widths = some_widths};
    mem_t mem;
    contradictions_t all;
    char said[200];
    mem_init(&mem);
    if (!read_text(&mem, &all, text, said, sizeof said))
        fail_msg("%s", said);
    assert_int_equal(all.rows.len, 2);
    for (uint32_t i = 0; i < 2; i++) {
        contradiction_binding_t binding;
        strbuf_t out;
        strbuf_init(&out, &mem);
        rng_t rng = rng_make(1);
        assert_true(contradiction_draw(&all, i, &few, &rng, &binding));
        assert_int_equal(contradiction_write(&all, i, &binding, "_", &out), 2);
        assert_string_equal(strbuf_text(&out), i == 0 ? ints : reals);
    }
    assert_true(logic_contains(all.rows.data[0].needs, LOGIC_INT | LOGIC_DT | LOGIC_UF));
    assert_false(all.rows.data[0].needs & LOGIC_REAL);
    assert_true(all.rows.data[1].needs & LOGIC_REAL);
    mem_done(&mem);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_values_satisfy_one),
        cmocka_unit_test(wrong_ones_are_refuted),
        cmocka_unit_test(mistakes_have_a_place),
        cmocka_unit_test(variables_are_put_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
