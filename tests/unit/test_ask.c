#include "script_fixture.h"

#include "oracle/ask.h"

/* What is asked of a script and of its text, which must be the same. */
static const char *asked(fixture_t *f, const char *text, uint32_t wants, size_t *prologue) {
    parse(f, text);
    strbuf_t parsed;
    strbuf_init(&parsed, &f->mem);
    size_t from_script;
    ask_script(&f->script, wants, &parsed, &from_script);
    strbuf_clear(&f->out);
    strbuf_str(&f->out, "before ");
    ask_text(text, strlen(text), wants, &f->out, prologue);
    assert_string_equal(strbuf_text(&f->out) + 7, strbuf_text(&parsed));
    assert_int_equal(*prologue, from_script);
    strbuf_done(&parsed);
    return strbuf_text(&f->out) + 7;
}

static void test_plain(void **state) {
    fixture_t f;
    size_t prologue;
    fixture_init(&f);
    const char *text = asked(&f,
                             "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 3))\n"
                             "(check-sat)\n",
                             ASK_VERDICT, &prologue);
    assert_string_equal(text, "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 3))\n"
                              "(check-sat)\n");
    assert_int_equal(prologue, strlen("(set-logic QF_LIA)\n"));
    fixture_done(&f);
}

static void test_remarks(void **state) {
    fixture_t f;
    size_t prologue;
    fixture_init(&f);
    const char *text = asked(
        &f,
        "; (check-sat)\n(set-info :smt-lib-version 2.6)\n(set-info :status unsat)\n"
        "(set-info :source |\n(exit)\n|)\n(set-option :print-success false)\n"
        "(set-logic ALL) ; (exit)\n(set-info :notes \"(exit)\")\n(check-sat)\n(exit)\n(pop 1)",
        ASK_MODEL, &prologue);
    static const char head[] = "(set-option :produce-models true)\n"
                               "(set-info :smt-lib-version 2.6)\n"
                               "(set-option :print-success false)\n(set-logic ALL)\n";
    assert_int_equal(prologue, strlen(head));
    assert_memory_equal(text, head, strlen(head));
    assert_string_equal(text + prologue, "(check-sat)\n(get-model)\n");
    fixture_done(&f);
}

/* The model is that of the last check. */
static void test_last_check(void **state) {
    fixture_t f;
    size_t prologue;
    fixture_init(&f);
    const char *text = asked(&f,
                             "(declare-const p Bool)\n(push 1)\n(check-sat)\n(pop 1)\n"
                             "(check-sat-assuming (p))\n(echo \"(check-sat)\")\n",
                             ASK_MODEL | ASK_CORE, &prologue);
    assert_int_equal(prologue, 0);
    assert_string_equal(
        text, "(set-option :produce-models true)\n(set-option :produce-unsat-cores true)\n"
              "(declare-const p Bool)\n(push 1)\n(check-sat)\n(pop 1)\n(check-sat-assuming (p))\n"
              "(get-model)\n(get-unsat-core)\n(echo \"(check-sat)\")\n");
    fixture_done(&f);
}

/* Parentheses inside texts, names and comments are none. */
static void test_quotes(void **state) {
    fixture_t f;
    size_t prologue;
    fixture_init(&f);
    const char *text =
        asked(&f,
              "(declare-const |a)(check-sat)| Bool)\n(declare-const s String)\n"
              "(assert (=> |a)(check-sat)| (= s \"(\"\")) |(check-sat)\")))\n(check-sat)\n",
              ASK_MODEL, &prologue);
    assert_non_null(strstr(text, "(check-sat)\")))\n(check-sat)\n(get-model)\n"));
    static const char commented[] = "(assert true ; (check-sat)\n)(check-sat)";
    strbuf_clear(&f.out);
    ask_text(commented, strlen(commented), ASK_VERDICT, &f.out, &prologue);
    assert_string_equal(strbuf_text(&f.out), "(assert true ; (check-sat)\n)\n(check-sat)\n");
    fixture_done(&f);
}

static void test_no_check(void **state) {
    fixture_t f;
    size_t prologue;
    fixture_init(&f);
    assert_string_equal(asked(&f, "", ASK_MODEL, &prologue), "(set-option :produce-models true)\n");
    assert_string_equal(asked(&f, "(set-logic QF_S)", ASK_CORE, &prologue),
                        "(set-option :produce-unsat-cores true)\n(set-logic QF_S)\n");
    fixture_done(&f);
}

/* What is no script is passed on: the solver shall say what it thinks of it. */
static void test_wrong_text(void **state) {
    static const char *const tails[] = {"(assert (> x 1)", "nonsense (exit)",   "((x)) ; no", "\"",
                                        "(assert |x)",     "(assert (= s \"))", ")"};
    fixture_t f;
    fixture_init(&f);
    for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
        size_t prologue;
        strbuf_t text;
        strbuf_init(&text, &f.mem);
        strbuf_format(&text, "(check-sat)(set-info :status sat)%s", tails[i]);
        strbuf_clear(&f.out);
        ask_text(text.data, text.len, ASK_MODEL, &f.out, &prologue);
        strbuf_clear(&text);
        strbuf_format(&text, "(set-option :produce-models true)\n(check-sat)\n(get-model)\n%s",
                      tails[i]);
        assert_string_equal(strbuf_text(&f.out), strbuf_text(&text));
        strbuf_done(&text);
    }
    fixture_done(&f);
}

static bool suits(const profile_t *profile, const char *text) {
    const char *why = NULL;
    bool ok = ask_suits(profile, text, strlen(text), &why);
    assert_true(ok == (why == NULL));
    return ok;
}

static void test_suits(void **state) {
    mem_t mem;
    mem_init(&mem);
    profiles_t profiles;
    profiles_init(&profiles, &mem);
    profiles_embedded(&profiles);
    const profile_t *z3 = profiles_find(&profiles, "z3");
    const profile_t *boolector = profiles_find(&profiles, "boolector");
    const profile_t *bitwuzla = profiles_find(&profiles, "bitwuzla");
    assert_true(suits(z3, "(set-logic WHATEVER)(push 1)"));
    assert_true(suits(boolector, "(set-logic QF_BV)(declare-fun x () (_ BitVec 8))(check-sat)"));
    assert_false(suits(boolector, "(set-logic QF_LIA)(check-sat)"));
    assert_false(suits(boolector, "(set-logic QF_BV)(push 1)(check-sat)"));
    assert_true(suits(boolector, "(set-logic QF_BV)(check-sat)(exit)(push 1)"));
    assert_false(suits(boolector, "(set-logic QF_BV)(check-sat)(get-model)"));
    assert_false(suits(bitwuzla, "(check-sat)"));
    assert_true(suits(bitwuzla, "(set-logic ALL)(check-sat)"));
    profiles_done(&profiles);
    assert_int_equal(mem.used, 0);
    mem_done(&mem);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),      cmocka_unit_test(test_remarks),
        cmocka_unit_test(test_last_check), cmocka_unit_test(test_no_check),
        cmocka_unit_test(test_quotes),     cmocka_unit_test(test_wrong_text),
        cmocka_unit_test(test_suits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
