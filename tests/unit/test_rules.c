/* Tests of mutate/rules/rules.h: the rules of the tree hold, wrong ones are found, mistakes are
 * told. */
#include "unit.h"

#include "mutate/rules/rules.h"
#include "smt/print/print.h"

#include <string.h>

typedef struct fixture {
    mem_t mem;
    rules_t rules;
    strbuf_t out;
} fixture_t;

static void setup(fixture_t *f) {
    mem_init(&f->mem);
    rules_init(&f->rules, &f->mem);
    strbuf_init(&f->out, &f->mem);
}

static void teardown(fixture_t *f) {
    strbuf_done(&f->out);
    rules_done(&f->rules);
    assert_null(f->mem.head);
    mem_done(&f->mem);
}

static uint32_t rule_named(const rules_t *rules, const char *name) {
    for (uint32_t i = 0; i < rules->rows.len; i++)
        if (strcmp(rules->rows.data[i].name, name) == 0)
            return i;
    fail_msg("no rule %s", name);
    return 0;
}

/* --- the rules of the tree --- */

static void test_embedded_hold(void **state) {
    fixture_t f;
    setup(&f);
    rules_embedded(&f.rules);
    assert_true(f.rules.rows.len > 30);
    uint32_t exhaustive = 0;
    for (uint32_t i = 0; i < f.rules.rows.len; i++) {
        form_vec_t forms = {0};
        rules_samples(&f.rules, i, &forms);
        assert_true(forms.len > 0);
        for (uint32_t k = 0; k < forms.len; k++) {
            strbuf_clear(&f.out);
            trial_result_t result = form_try(&f.rules, forms.data[k], 1000, &f.out);
            if (result.verdict != TRIAL_HOLDS)
                fail_msg("%s: %s", f.rules.rows.data[i].name, strbuf_text(&f.out));
            assert_true(result.cases > 0);
            exhaustive += result.exhaustive;
        }
        vec_free(&f.mem, &forms);
    }
    assert_true(exhaustive > 20);
    teardown(&f);
}

static const char *written(fixture_t *f, const form_t *form, form_part_t part, uint32_t draw) {
    slice_t names[FORM_FILLS] = {{"a", 1}, {"b!0", 3}, {"|c d|", 5}};
    strbuf_clear(&f->out);
    form_write(form, part, names, draw, &f->out);
    return strbuf_text(&f->out);
}

static void test_write(void **state) {
    fixture_t f;
    setup(&f);
    rules_embedded(&f.rules);
    form_t *form = rules_form(&f.rules, rule_named(&f.rules, "int.mul"), SORT_INT, SORT_INT);
    assert_string_equal(written(&f, form, FORM_Z, 0), "(* a b!0)");
    assert_string_equal(written(&f, form, FORM_X, 0), "(div |c d| b!0)");
    assert_string_equal(written(&f, form, FORM_Y, 0), "(div |c d| a)");
    assert_false(form_unconditional(form, FORM_X));
    sort_t wide = sort_bitvec(f.rules.bank, 100);
    sort_t bit = sort_bitvec(f.rules.bank, 1);
    form = rules_form(&f.rules, rule_named(&f.rules, "bv.concat"), wide, bit);
    assert_string_equal(written(&f, form, FORM_X, 0), "((_ extract 100 1) |c d|)");
    assert_int_equal(form->sorts[FORM_Z], sort_bitvec(f.rules.bank, 101));
    assert_null(rules_form(&f.rules, rule_named(&f.rules, "bv.concat"), SORT_INT, bit));
    assert_null(rules_form(&f.rules, rule_named(&f.rules, "bv.rotate-half"), bit, bit));
    assert_null(rules_form(&f.rules, rule_named(&f.rules, "bv.add"), wide, bit));
    form = rules_form(&f.rules, rule_named(&f.rules, "data.pair"), SORT_INT, wide);
    assert_memory_equal(written(&f, form, FORM_DATATYPE, 0), "(declare-datatypes ((Pair!h", 27);
    teardown(&f);
}

/* Coefficients satisfy their conditions, at widths far beyond a word too. */
static void test_inverses(void **state) {
    fixture_t f;
    setup(&f);
    rules_embedded(&f.rules);
    static const uint32_t widths[] = {1, 2, 5, 64, 65, 200};
    for (uint32_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        sort_t sort = sort_bitvec(f.rules.bank, widths[i]);
        form_t *form = rules_form(&f.rules, rule_named(&f.rules, "bv.linear"), sort, sort);
        assert_non_null(form);
        assert_int_equal(form->draws, FORM_DRAWS);
        assert_int_equal(form->coefficient_count, 5);
        assert_int_equal(form_try(&f.rules, form, 200, &f.out).verdict, TRIAL_HOLDS);
    }
    teardown(&f);
}

static void test_lists(void **state) {
    fixture_t f;
    setup(&f);
    rules_embedded(&f.rules);
    form_list_t *ints = rules_forms(&f.rules, SORT_INT, SORT_INT);
    assert_ptr_equal(ints, rules_forms(&f.rules, SORT_INT, SORT_INT));
    assert_true(ints->rows.len >= 7);
    form_list_t *mixed = rules_forms(&f.rules, SORT_INT, SORT_BOOL);
    bool swapped = false;
    for (uint32_t i = 0; i < mixed->rows.len; i++)
        swapped |= mixed->rows.data[i].swapped &&
                   mixed->rows.data[i].rule == rule_named(&f.rules, "int.bool");
    assert_true(swapped);
    teardown(&f);
}

/* --- wrong rules --- */

static void expect_refuted(const char *text, const char *said) {
    fixture_t f;
    diag_list_t diags;
    setup(&f);
    diag_init(&diags, &f.mem);
    if (rules_read(&f.rules, text, strlen(text), RULES_TRY, &diags))
        fail_msg("not refuted: %s", text);
    assert_int_equal(diags.rows.len, 1);
    if (!strstr(diags.rows.data[0].message, said))
        fail_msg("'%s' is not in '%s'", said, diags.rows.data[0].message);
    assert_int_equal(f.rules.rows.len, 0);
    diag_done(&diags);
    teardown(&f);
}

static void test_refuted(void **state) {
    /* division by zero */
    expect_refuted("(fusion m (sort Int) (z (* x y)) (x (div z y)) (y (div z x)))",
                   "does not hold: x = ");
    expect_refuted("(fusion m (sort Real) (z (* x y)) (x (/ z y)) (y (/ z x)))", "can be");
    /* a coefficient that may be 0; an inexact division */
    expect_refuted("(fusion l (sort Int) (coefficients c) (z (+ (* c x) y)) (x (div (- z y) c))"
                   " (y (- z (* c x))))",
                   "c = 0");
    expect_refuted("(fusion s (sort String) (z (str.++ x y)) (x (str.substr z 0 (str.len x)))"
                   " (y (str.replace z y \"\")))",
                   "does not hold");
    expect_refuted("(fusion b (widths n) (sort (_ BitVec n)) (z (bvor x y)) (x (bvand z x))"
                   " (y (bvsub z x)))",
                   "x = #b1, y = #b1, z = #b1, but (bvsub z x) = #b0");
    expect_refuted("(fusion e (widths n) (sort (_ BitVec n)) (coefficients c) (z (bvmul c x))"
                   " (x z) (y y))",
                   "does not hold");
    expect_refuted("(fusion f (widths e s) (sort (_ FloatingPoint e s)) (z (fp.add RNE x y))"
                   " (x (fp.sub RNE z y)) (y (fp.sub RNE z x)))",
                   "does not hold");
}

/* --- mistakes --- */

static void expect_mistake(const char *text, uint32_t line, uint32_t column, const char *said) {
    fixture_t f;
    diag_list_t diags;
    setup(&f);
    diag_init(&diags, &f.mem);
    assert_false(rules_read(&f.rules, text, strlen(text), RULES_CHECK, &diags));
    assert_true(diags.rows.len > 0);
    const diag_t *diag = &diags.rows.data[0];
    if (diag->line != line || diag->column != column || !strstr(diag->message, said))
        fail_msg("%s\n%u:%u: %s", text, diag->line, diag->column, diag->message);
    diag_done(&diags);
    teardown(&f);
}

static void test_mistakes(void **state) {
    expect_mistake("(fission a)", 1, 1, "expected (fusion NAME ...)");
    expect_mistake("(fusion \"a\")", 1, 9, "the name of the rule");
    expect_mistake("(fusion a (sort Int) (z x)\n(x z) (y y) (w 1))", 2, 14, "unknown clause 'w'");
    expect_mistake("(fusion a (z x) (x z) (y y))", 1, 1, "no (sort ...)");
    expect_mistake("(fusion a (sort Int) (z x) (x z))", 1, 1, "no (y ...)");
    expect_mistake("(fusion a (sort Int) (sort Int) (z x) (x z) (y y))", 1, 22, "twice");
    expect_mistake("(fusion a (sort Int) (sorts Int Int Int) (z x) (x z) (y y))", 1, 22, "twice");
    expect_mistake("(fusion a (sort Int Int) (z x) (x z) (y y))", 1, 11,
                   "expected (sort SORT), not '(sort Int Int)'");
    expect_mistake("(fusion a (sort Int) (z (+ x w))\n (x z) (y y))", 1, 30, "w");
    expect_mistake("(fusion a (sort Int) (z (+ x z)) (x z) (y y))", 1, 25, "cannot have z");
    expect_mistake("(fusion a (sort Int) (z (> x y)) (x z) (y y))", 1, 25, "got Int Bool");
    expect_mistake("(fusion a (sorts Int Int Real) (z (+ x y)) (x z) (y y))", 1, 47, "its sort is");
    expect_mistake("(fusion a (sort Int) (z x) (x z (needs (> z 0))) (y y))", 1, 40, "without z");
    expect_mistake("(fusion a (sort Int) (z x) (x z (when true)) (y y))", 1, 33,
                   "(needs CONDITION)");
    expect_mistake("(fusion a (widths n) (sort (_ BitVec n)) (z ((_ extract n 0) x))\n"
                   " (x x) (y y))",
                   1, 45, "n = 1");
    expect_mistake("(fusion a (widths n) (where (odd n)) (sort (_ BitVec n)) (z x) (x z) (y y))", 1,
                   29, "comparison");
    expect_mistake("(fusion a (widths n) (where (> n 99)) (sort (_ BitVec n)) (z x) (x z) (y y))",
                   1, 1, "fits no small widths");
    expect_mistake("(fusion a (widths x) (sort Int) (z x) (x z) (y y))", 1, 19, "taken");
    expect_mistake("(fusion a (sort Int) (coefficients c c) (z x) (x z) (y y))", 1, 38, "taken");
    expect_mistake("(fusion a (sort Int) (coefficients (c)) (z x) (x z) (y y))", 1, 36,
                   "expected c");
    expect_mistake("(fusion a (sort Int) (coefficients (c Int (< c c))) (z x) (x z) (y y))", 1, 1,
                   "no literals");
    expect_mistake("(fusion a (sort Int) (coefficients c) (inverse d c) (z x) (x z) (y y))", 1, 48,
                   "bit-vector");
    expect_mistake("(fusion a (sort Int) (inverse d c) (z x) (x z) (y y))", 1, 33,
                   "expected a coefficient said before, not 'c'");
    expect_mistake("(fusion a (sort Int) (z x y) (x z) (y y))", 1, 22, "expected (z FUNCTION)");
    expect_mistake("(fusion a (sort Int) (z x) (x z) (y y))\n"
                   "(fusion a (sort Int) (z x) (x z) (y y))",
                   2, 9, "already");
    expect_mistake("(fusion a (sort Int", 1, 11, "");
}

static void test_random_text(void **state) {
    uint64_t seed = unit_seed();
    rng_t rng = rng_make(seed);
    static const char *const words[] = {
        "(",   ")",      "fusion", "sort", "sorts",   "x",     "y",       "z",
        "Int", "needs",  "where",  "n",    "widths",  "types", "inverse", "coefficients",
        "_",   "BitVec", "7",      "+",    "datatype"};
    for (int round = 0; round < 300; round++) {
        fixture_t f;
        diag_list_t diags;
        setup(&f);
        diag_init(&diags, &f.mem);
        strbuf_str(&f.out, "(fusion a (sort Int) ");
        for (uint64_t i = rng_below(&rng, 60); i > 0; i--) {
            strbuf_str(&f.out, words[rng_below(&rng, sizeof words / sizeof *words)]);
            strbuf_char(&f.out, ' ');
        }
        rules_read(&f.rules, f.out.data, f.out.len, RULES_TRY, &diags);
        diag_done(&diags);
        teardown(&f);
    }
}

/* The parser catches a failed allocation itself, so a rule may seem wrong then; what matters is
 * that nothing is lost. */
static void read_all(void *arg) {
    fixture_t *f = arg;
    static const char text[] =
        "(fusion a (widths n) (sort (_ BitVec n)) (coefficients c) (z (bvadd x c))"
        " (x (bvsub z c)) (y y))";
    diag_list_t diags;
    diag_init(&diags, &f->mem);
    rules_init(&f->rules, &f->mem);
    rules_read(&f->rules, text, strlen(text), RULES_TRY, &diags);
    rules_done(&f->rules);
    diag_done(&diags);
}

static void test_out_of_memory(void **state) {
    bool through = false;
    uint64_t runs = 0;
    for (uint64_t n = 1; !through; n += 1 + n / 20, runs++) {
        fixture_t f;
        mem_init(&f.mem);
        f.mem.fail_at = n;
        mem_try(&f.mem, read_all, &f);
        assert_null(f.mem.trap);
        through = f.mem.calls < n;
        mem_done(&f.mem);
        assert_int_equal(f.mem.used, 0);
    }
    assert_true(runs > 30);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_embedded_hold), cmocka_unit_test(test_write),
        cmocka_unit_test(test_inverses),      cmocka_unit_test(test_lists),
        cmocka_unit_test(test_refuted),       cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_random_text),   cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
