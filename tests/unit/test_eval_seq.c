/* Sequences: what holds for strings holds for them, with elements of any sort; and what only they
 * have. */
#include "eval_fixture.h"

#define E "(as seq.empty (Seq Int))"
#define S1 "(seq.unit 1)"
#define S12 "(seq.++ (seq.unit 1) (seq.unit 2))"
#define S121 "(seq.++ (seq.unit 1) (seq.unit 2) (seq.unit 1))"
#define S1212 "(seq.++ (seq.unit 1) (seq.unit 2) (seq.unit 1) (seq.unit 2))"

static void made_and_taken_apart(void **state) {
    expect("(seq.len " S121 ")", "3");
    expect("(seq.len " E ")", "0");
    expect("(seq.++ " S1 " " E " " S12 ")", "(seq.++ " S1 " " S1 " (seq.unit 2))");
    expect("(seq.at " S12 " 1)", "(seq.unit 2)");
    expect("(seq.at " S12 " 2)", E);
    expect("(seq.at " S12 " (- 1))", E);
    expect("(seq.extract " S1212 " 1 2)", "(seq.++ (seq.unit 2) (seq.unit 1))");
    expect("(seq.extract " S1212 " 3 20)", "(seq.unit 2)");
    expect("(seq.extract " S1212 " 4 1)", E);
    expect("(seq.extract " S1212 " (- 1) 3)", E);
    expect("(seq.extract " S1212 " 0 0)", E);
    expect("(seq.rev " S12 ")", "(seq.++ (seq.unit 2) (seq.unit 1))");
}

static void found_and_replaced(void **state) {
    expect_true("(seq.prefixof " S1 " " S12 ")");
    expect_false("(seq.suffixof " S1 " " S12 ")");
    expect_true("(seq.suffixof " S1 " " S121 ")");
    expect_true("(seq.contains " S1212 " (seq.++ (seq.unit 2) (seq.unit 1)))");
    expect_true("(seq.contains " E " " E ")");
    expect_false("(seq.contains " S12 " (seq.unit 3))");
    expect("(seq.indexof " S1212 " (seq.unit 2) 0)", "1");
    expect("(seq.indexof " S1212 " (seq.unit 2) 2)", "3");
    expect("(seq.indexof " S1212 " (seq.unit 2))", "1");
    expect("(seq.indexof " S12 " " E " 2)", "2");
    expect("(seq.indexof " S12 " " E " 3)", "(- 1)");
    expect("(seq.indexof " S12 " " S1 " (- 1))", "(- 1)");
    expect("(seq.replace " S1212 " " S12 " " E ")", S12);
    expect("(seq.replace " S12 " " E " " S1 ")", "(seq.++ " S1 " " S12 ")");
    expect("(seq.replace " S12 " (seq.unit 3) " S1 ")", S12);
    expect("(seq.replace_all " S1212 " " S1 " " E ")", "(seq.++ (seq.unit 2) (seq.unit 2))");
    expect("(seq.replace_all " S12 " " E " " S1 ")", S12);
    expect("(seq.update " S1212 " 1 (seq.++ (seq.unit 7) (seq.unit 8)))",
           "(seq.++ (seq.unit 1) (seq.unit 7) (seq.unit 8) (seq.unit 2))");
    expect("(seq.update " S12 " 1 (seq.++ (seq.unit 7) (seq.unit 8)))",
           "(seq.++ (seq.unit 1) (seq.unit 7))");
    expect("(seq.update " S12 " 2 " S1 ")", S12);
}

static void last_indexof(void **state) {
    expect("(seq.last_indexof " S1212 " (seq.unit 1))", "2");
    expect("(seq.last_indexof " S1212 " " S12 ")", "2");
    expect("(seq.last_indexof " S12 " (seq.unit 3))", "(- 1)");
    expect("(seq.last_indexof " S12 " " E ")", "2");
    expect("(seq.last_indexof \"aaa\" \"aa\")", "1");
    expect("(seq.last_indexof \"abcabc\" \"bc\")", "4");
    expect("(seq.last_indexof \"\" \"\")", "0");
}

/* z3 takes a String where it takes a sequence of characters; cvc5 takes sequences for strings. */
static void one_name_for_both(void **state) {
    expect("(as seq.empty String)", "\"\"");
    expect("(seq.unit (_ Char 65))", "\"A\"");
    expect("(seq.++ \"ab\" \"c\")", "\"abc\"");
    expect("(seq.len \"abc\")", "3");
    expect("(seq.at \"abc\" 1)", "\"b\"");
    expect("(seq.extract \"abc\" 1 2)", "\"bc\"");
    expect("(seq.indexof \"abc\" \"c\" 0)", "2");
    expect("(seq.replace \"abc\" \"b\" \"x\")", "\"axc\"");
    expect_true("(seq.prefixof \"a\" \"abc\")");
    expect_true("(seq.in.re \"ab\" (seq.to.re \"ab\"))");
    expect("(str.++ " S1 " " S1 ")", "(seq.++ " S1 " " S1 ")");
    expect("(str.len " S12 ")", "2");
    expect("(str.at " S12 " 0)", S1);
    expect("(str.substr " S12 " 0 1)", S1);
    expect("(str.indexof " S12 " (seq.unit 2) 0)", "1");
    expect("(str.replace " S12 " " S1 " " E ")", "(seq.unit 2)");
    expect("(str.rev " S12 ")", "(seq.++ (seq.unit 2) (seq.unit 1))");
    expect_true("(str.contains " S12 " " S1 ")");
}

static void nth_outside_is_left_open(void **state) {
    expect("(seq.nth " S12 " 0)", "1");
    expect("(seq.nth " S12 " 1)", "2");
    expect("(seq.nth \"abc\" 1)", "(_ Char 98)");
    const char *const outside[] = {"(seq.nth " S12 " 2)", "(seq.nth " S12 " (- 1))",
                                   "(seq.nth " E " 0)", "(char.to_int (seq.nth \"abc\" 3))"};
    for (int i = 0; i < 4; i++) {
        char text[300];
        snprintf(text, sizeof text, "(or (< %s 5) (>= %s 5))", outside[i], outside[i]);
        expect_chosen("", "", text);
    }
}

static void functions_on_the_elements(void **state) {
    expect("(seq.map (lambda ((x Int)) (+ x 10)) " S12 ")", "(seq.++ (seq.unit 11) (seq.unit 12))");
    expect("(seq.map (lambda ((x Int)) (> x 1)) " S12 ")",
           "(seq.++ (seq.unit false) (seq.unit true))");
    expect("(seq.map (lambda ((x Int)) x) " E ")", E);
    expect("(seq.mapi (lambda ((i Int) (x Int)) (+ (* 10 i) x)) 5 " S12 ")",
           "(seq.++ (seq.unit 51) (seq.unit 62))");
    expect("(seq.foldl (lambda ((a Int) (x Int)) (+ (* 10 a) x)) 7 " S121 ")", "7121");
    expect("(seq.foldl (lambda ((a Int) (x Int)) (+ (* 10 a) x)) 7 " E ")", "7");
    expect("(seq.foldli (lambda ((i Int) (a Int) (x Int)) (+ (* 100 i) (* 10 a) x)) 5 7 " S12 ")",
           "6312");
}

static void functions_from_the_script(void **state) {
    expect_in("(define-fun f ((x Int)) Int (* x x))", "", "(seq.map f " S121 ")",
              "(seq.++ (seq.unit 1) (seq.unit 4) (seq.unit 1))");
    expect_in("(define-fun f ((a Int) (x Int)) Int (- a x))", "", "(seq.foldl f 0 " S121 ")",
              "(- 4)");
}

static void sequences_of_sequences(void **state) {
    expect("(seq.at (seq.++ (seq.unit " S12 ") (seq.unit " E ")) 1)", "(seq.unit " E ")");
    expect("(seq.indexof (seq.++ (seq.unit " S12 ") (seq.unit " S1 ")) (seq.unit " S1 ") 0)", "1");
    expect("(seq.nth (seq.unit \"ab\") 0)", "\"ab\"");
}

/* Elements that are languages: the same one may be written in two ways. */
static void inexact_elements(void **state) {
    const char *const a = "(re.* (re.union (str.to_re \"a\") (str.to_re \"b\")))";
    const char *const b = "(re.* (re.++ (re.* (str.to_re \"a\")) (re.* (str.to_re \"b\"))))";
    char text[1000];
    snprintf(text, sizeof text,
             "(seq.indexof (seq.++ (seq.unit re.all) (seq.unit %s)) (seq.unit %s) 0)", a, b);
    expect(text, "1");
    snprintf(text, sizeof text,
             "(seq.prefixof (seq.unit %s) (seq.++ (seq.unit %s) (seq.unit re.all)))", a, b);
    expect(text, "true");
    snprintf(text, sizeof text,
             "(seq.len (seq.replace_all (seq.++ (seq.unit %s) (seq.unit %s)) (seq.unit %s)"
             " (as seq.empty (Seq RegLan))))",
             a, b, a);
    expect(text, "0");
    expect_unknown("", "",
                   "(seq.contains (seq.unit ((_ re.loop 0 1000000000) (str.to_re \"a\")))"
                   " (seq.unit ((_ re.loop 0 1000000001) (str.to_re \"a\"))))",
                   REASON_COMPARISON);
    /* Too short to hold it, whatever the elements are. */
    expect_false("(seq.contains (seq.unit re.all) (seq.++ (seq.unit re.all) (seq.unit re.all)))");
}

/* --- regular languages of sequences --- */

#define RE "(RegEx (Seq Int))"
#define R1 "(seq.to.re (seq.unit 1))"
#define R2 "(seq.to.re (seq.unit 2))"

static void languages_of_sequences(void **state) {
    expect_true("(seq.in.re " S12 " (seq.to.re " S12 "))");
    expect_false("(seq.in.re " S1 " (seq.to.re " S12 "))");
    expect_true("(seq.in.re " S1212 " (re.* (seq.to.re " S12 ")))");
    expect_false("(seq.in.re " S121 " (re.* (seq.to.re " S12 ")))");
    expect_true("(seq.in.re " S121 " (re.+ (re.union " R1 " " R2 ")))");
    expect_true("(seq.in.re (seq.unit (- 77)) (as re.allchar " RE "))");
    expect_false("(seq.in.re " S12 " (as re.allchar " RE "))");
    expect_true("(seq.in.re " S12 " (as re.all " RE "))");
    expect_false("(seq.in.re " S12 " (as re.none " RE "))");
    expect_true("(seq.in.re (seq.unit 3) (re.comp " R1 "))");
    expect_false("(seq.in.re " S1 " (re.comp " R1 "))");
    expect_true("(seq.in.re (seq.++ " S12 " (seq.unit 3)) (re.++ (re.opt " R1 ") " R2
                " (re.diff (as re.allchar " RE ") " R1 ")))");
    expect_true("(seq.in.re " S1212 " ((_ re.loop 1 2) (seq.to.re " S12 ")))");
    expect_true("(seq.in.re " S1212 " ((_ re.^ 2) (seq.to.re " S12 ")))");
    expect_false("(seq.in.re " S1212 " ((_ re.loop 3) (seq.to.re " S12 ")))");
}

static void equal_languages_of_sequences(void **state) {
    expect("(re.reverse (seq.to.re " S12 "))", "(re.++ " R2 " " R1 ")");
    expect("(re.derivative 1 (seq.to.re " S12 "))", R2);
    expect("(re.derivative 2 (seq.to.re " S12 "))", "(as re.empty " RE ")");
    expect_false("(= (re.* " R1 ") (re.* " R2 "))");
    /* There are more Ints than are named, */
    expect_false("(= (as re.allchar " RE ") (re.union " R1 " " R2 "))");
    /* but no third Bool. */
    expect("(re.union (seq.to.re (seq.unit true)) (seq.to.re (seq.unit false)))",
           "(as re.allchar (RegEx (Seq Bool)))");
    expect("(re.inter (as re.allchar (RegEx (Seq Bool))) (re.comp (seq.to.re (seq.unit true))))",
           "(seq.to.re (seq.unit false))");
}

/* How many elements a free sort has is up to the model. */
static void languages_over_a_free_sort(void **state) {
    const char *const decls = "(declare-sort U 0)(declare-const u U)";
    expect_in(decls, "((u (as @U_0 U)))", "(seq.in.re (seq.unit u) (seq.to.re (seq.unit u)))",
              "true");
    expect_unknown(decls, "((u (as @U_0 U)))",
                   "(= (as re.allchar (RegEx (Seq U))) (seq.to.re (seq.unit u)))",
                   REASON_COMPARISON);
}

static void predicates_on_elements(void **state) {
    expect("(re.of.pred (store ((as const (Array Int Bool)) false) 1 true))", R1);
    expect("(re.of.pred (store ((as const (Array Int Bool)) true) 1 false))",
           "(re.diff (as re.allchar " RE ") " R1 ")");
    expect("(re.of.pred (lambda ((x (_ BitVec 2))) (bvult x #b10)))",
           "(re.union (seq.to.re (seq.unit #b00)) (seq.to.re (seq.unit #b01)))");
}

static void matches_in_sequences(void **state) {
    expect("(str.replace_re " S1212 " " R2 " " E ")", "(seq.++ " S1 " " S12 ")");
    expect("(str.replace_re_all " S1212 " " R2 " " E ")", "(seq.++ " S1 " " S1 ")");
}

static void written_as(const char *sort, const char *text, const char *expected) {
    char script[500];
    snprintf(script, sizeof script, "(define-fun r () %s %s)", sort, text);
    evaluator_t e;
    evaluator_init(&e, script, "");
    term_t term = fun_row(&e.f.bank, fun_called(&e.f, "r"))->body;
    result_t result = eval_term(&e.eval, term);
    assert_true(result.known);
    term_t again = value_term(&e.values, &e.f.bank, term_sort(&e.f.bank, term), result.value);
    assert_int_not_equal(again, TERM_NONE);
    print_term(&e.f.bank, again, &e.f.out);
    assert_string_equal(strbuf_text(&e.f.out), expected);
    result_t known = eval_term(&e.eval, again);
    assert_true(known.known);
    assert_int_equal(known.value, result.value);
    evaluator_done(&e);
}

static void languages_as_terms(void **state) {
    written_as(RE, "(re.diff (as re.allchar " RE ") " R1 ")",
               "(re.diff (as re.allchar (RegEx (Seq Int))) (seq.to.re (seq.unit 1)))");
    written_as(RE, "(re.union " R1 " (seq.to.re (seq.unit 5)))",
               "(re.union (seq.to.re (seq.unit 1)) (seq.to.re (seq.unit 5)))");
    written_as(RE, "(re.of.pred (store ((as const (Array Int Bool)) true) 1 false))",
               "(re.diff (as re.allchar (RegEx (Seq Int))) (seq.to.re (seq.unit 1)))");
    written_as("(RegEx (Seq Bool))", "(re.* (seq.to.re (seq.++ (seq.unit true) (seq.unit false))))",
               "(re.* (seq.to.re (seq.++ (seq.unit true) (seq.unit false))))");
    written_as("(RegEx (Seq Bool))", "(seq.to.re (seq.unit true))", "(seq.to.re (seq.unit true))");
    written_as("(RegEx (Seq Bool))", "(as re.allchar (RegEx (Seq Bool)))",
               "(as re.allchar (RegEx (Seq Bool)))");
    written_as("(RegEx (Seq (_ BitVec 3)))",
               "(re.of.pred (lambda ((x (_ BitVec 3))) (bvult x #b010)))",
               "(re.union (seq.to.re (seq.unit #b000)) (seq.to.re (seq.unit #b001)))");
    written_as("(RegEx (Seq (_ BitVec 3)))",
               "(re.of.pred (lambda ((x (_ BitVec 3))) (bvult x #b111)))",
               "(re.diff (as re.allchar (RegEx (Seq (_ BitVec 3)))) (seq.to.re (seq.unit #b111)))");
}

static void not_evaluated(void **state) {
    expect_unknown("", "", "(= (re.range " S1 " " S12 ") (as re.none " RE "))", REASON_UNSUPPORTED);
    expect_unknown("", "", "(seq.in.re (seq.unit re.all) (seq.to.re (seq.unit re.all)))",
                   REASON_UNSUPPORTED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(made_and_taken_apart),
        cmocka_unit_test(found_and_replaced),
        cmocka_unit_test(last_indexof),
        cmocka_unit_test(one_name_for_both),
        cmocka_unit_test(nth_outside_is_left_open),
        cmocka_unit_test(functions_on_the_elements),
        cmocka_unit_test(functions_from_the_script),
        cmocka_unit_test(sequences_of_sequences),
        cmocka_unit_test(inexact_elements),
        cmocka_unit_test(languages_of_sequences),
        cmocka_unit_test(equal_languages_of_sequences),
        cmocka_unit_test(languages_over_a_free_sort),
        cmocka_unit_test(predicates_on_elements),
        cmocka_unit_test(matches_in_sequences),
        cmocka_unit_test(languages_as_terms),
        cmocka_unit_test(not_evaluated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
