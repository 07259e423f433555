/* Regular languages: what the standard says of the operators, which languages are the same, and how
 * they are written as terms. */
#include "regex_fixture.h"

/* --- the operators --- */

static void basic_languages(void **state) {
    expect_false("(str.in_re \"\" re.none)");
    expect_false("(str.in_re \"a\" re.none)");
    expect_true("(str.in_re \"\" re.all)");
    expect_true("(str.in_re \"abc\" re.all)");
    expect_true("(str.in_re \"a\" re.allchar)");
    expect_true("(str.in_re \"\\u{2FFFF}\" re.allchar)");
    expect_false("(str.in_re \"\" re.allchar)");
    expect_false("(str.in_re \"ab\" re.allchar)");
    expect_true("(str.in_re \"ab\" (str.to_re \"ab\"))");
    expect_false("(str.in_re \"a\" (str.to_re \"ab\"))");
    expect_false("(str.in_re \"abc\" (str.to_re \"ab\"))");
    expect_true("(str.in_re \"\" (str.to_re \"\"))");
}

static void range_needs_single_characters(void **state) {
    expect_true("(str.in_re \"b\" (re.range \"a\" \"c\"))");
    expect_true("(str.in_re \"a\" (re.range \"a\" \"c\"))");
    expect_true("(str.in_re \"c\" (re.range \"a\" \"c\"))");
    expect_false("(str.in_re \"d\" (re.range \"a\" \"c\"))");
    expect("(re.range \"ab\" \"c\")", "re.none");
    expect("(re.range \"a\" \"\")", "re.none");
    expect("(re.range \"\" \"\")", "re.none");
    expect("(re.range \"c\" \"a\")", "re.none");
    expect("(re.range \"a\" \"a\")", "(str.to_re \"a\")");
}

static void loop_with_crossed_bounds_is_empty(void **state) {
    expect("((_ re.loop 3 2) (str.to_re \"a\"))", "re.none");
    expect("((_ re.loop 1 0) (str.to_re \"a\"))", "re.none");
    expect("((_ re.loop 3 2) (str.to_re \"\"))", "re.none");
    expect("((_ re.loop 0 0) (str.to_re \"a\"))", "(str.to_re \"\")");
    expect("((_ re.loop 2 2) (str.to_re \"a\"))", "(str.to_re \"aa\")");
    expect_true("(str.in_re \"aaa\" ((_ re.loop 2 3) (str.to_re \"a\")))");
    expect_false("(str.in_re \"a\" ((_ re.loop 2 3) (str.to_re \"a\")))");
    expect_false("(str.in_re \"aaaa\" ((_ re.loop 2 3) (str.to_re \"a\")))");
}

static void powers(void **state) {
    expect("((_ re.^ 0) (str.to_re \"a\"))", "(str.to_re \"\")");
    expect("((_ re.^ 0) re.none)", "(str.to_re \"\")");
    expect("((_ re.^ 3) (str.to_re \"ab\"))", "(str.to_re \"ababab\")");
    expect("((_ re.^ 1) re.none)", "re.none");
    expect("(re.* re.none)", "(str.to_re \"\")");
    expect("(re.+ re.none)", "re.none");
    expect("(re.opt re.none)", "(str.to_re \"\")");
}

#define A "(str.to_re \"a\")"

/* Loops in a union become one where their counts meet, and loops of loops where there are no gaps.
 */
static void loops_are_joined_where_they_meet(void **state) {
    const struct {
        const char *regex;
        unsigned least, most, gap; /* a number between the two that is left out */
    } rows[] = {
        {"(re.union ((_ re.loop 0 2) " A ") ((_ re.loop 3 5) " A "))", 0, 5, 99},
        {"(re.union ((_ re.loop 2 3) " A ") ((_ re.loop 5 7) " A "))", 2, 7, 4},
        {"(re.union ((_ re.loop 2 4) " A ") ((_ re.loop 3 7) " A "))", 2, 7, 99},
        {"(re.union ((_ re.loop 2 9) " A ") ((_ re.loop 3 4) " A "))", 2, 9, 99},
        {"((_ re.loop 0 3) ((_ re.loop 0 4) " A "))", 0, 12, 99},
        {"((_ re.loop 2 3) ((_ re.loop 0 4) " A "))", 0, 12, 99},
        {"((_ re.loop 2 3) ((_ re.loop 2 2) " A "))", 4, 6, 5},
        {"((_ re.loop 0 3) ((_ re.loop 2 2) ((_ re.loop 0 1) " A ")))", 0, 6, 99},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned n = 0; n < 16; n++) {
            char text[300];
            snprintf(text, sizeof text, "(str.in_re \"%.*s\" %s)", (int)n, "aaaaaaaaaaaaaaaa",
                     rows[i].regex);
            bool in = n >= rows[i].least && n <= rows[i].most && n != rows[i].gap;
            expect(text, in ? "true" : "false");
        }
}

#undef A

static void loops_of_z3(void **state) {
    expect_true("(str.in_re \"aaaaa\" ((_ re.loop 2) (str.to_re \"a\")))");
    expect_false("(str.in_re \"a\" ((_ re.loop 2) (str.to_re \"a\")))");
    expect("(re.loop (str.to_re \"a\") 2 3)", "((_ re.loop 2 3) (str.to_re \"a\"))");
    expect("(re.loop (str.to_re \"a\") 3 2)", "re.none");
    expect("(re.loop (str.to_re \"a\") 2)", "((_ re.loop 2) (str.to_re \"a\"))");
    expect_unknown("", "", "(= re.none (re.loop (str.to_re \"a\") (- 1) 3))", REASON_UNSUPPORTED);
    expect_unknown("", "", "(= re.none (re.loop (str.to_re \"a\") (- 1)))", REASON_UNSUPPORTED);
}

static void boolean_operators(void **state) {
    expect_true("(str.in_re \"b\" (re.comp (str.to_re \"a\")))");
    expect_true("(str.in_re \"\" (re.comp (str.to_re \"a\")))");
    expect_false("(str.in_re \"a\" (re.comp (str.to_re \"a\")))");
    expect_true("(str.in_re \"ab\" (re.inter (re.++ (str.to_re \"a\") re.all)"
                " (re.++ re.all (str.to_re \"b\"))))");
    expect_false("(str.in_re \"ac\" (re.inter (re.++ (str.to_re \"a\") re.all)"
                 " (re.++ re.all (str.to_re \"b\"))))");
    expect_true("(str.in_re \"a\" (re.diff re.all (str.to_re \"b\") (str.to_re \"c\")))");
    expect_false("(str.in_re \"c\" (re.diff re.all (str.to_re \"b\") (str.to_re \"c\")))");
    expect("(re.diff re.allchar re.allchar)", "re.none");
}

static void reversed(void **state) {
    expect("(re.reverse (str.to_re \"abc\"))", "(str.to_re \"cba\")");
    expect("(re.reverse (re.++ (str.to_re \"ab\") (re.* (str.to_re \"cd\"))))",
           "(re.++ (re.* (str.to_re \"dc\")) (str.to_re \"ba\"))");
    expect("(re.reverse (re.comp (re.++ (str.to_re \"a\") re.all)))",
           "(re.comp (re.++ re.all (str.to_re \"a\")))");
}

static void derivatives(void **state) {
    expect("(re.derivative (_ Char 97) (str.to_re \"ab\"))", "(str.to_re \"b\")");
    expect("(re.derivative (_ Char 98) (str.to_re \"ab\"))", "re.none");
    expect("(re.derivative (_ Char 97) (re.* (str.to_re \"ab\")))",
           "(re.++ (str.to_re \"b\") (re.* (str.to_re \"ab\")))");
}

static void characters_of_a_predicate(void **state) {
    expect("(re.of.pred (lambda ((c Unicode)) (char.<= c (_ Char 70))))",
           "(re.range \"\\u{0}\" \"F\")");
    expect("(re.of.pred (lambda ((c Unicode)) (not (= c (_ Char 70)))))",
           "(re.inter re.allchar (re.comp (str.to_re \"F\")))");
    expect("(re.of.pred ((as const (Array Unicode Bool)) false))", "re.none");
    expect("(re.of.pred ((as const (Array Unicode Bool)) true))", "re.allchar");
    expect("(re.of.pred (store (store ((as const (Array Unicode Bool)) false) (_ Char 66) true)"
           " (_ Char 65) true))",
           "(re.range \"A\" \"B\")");
    expect("(re.of.pred (store ((as const (Array Unicode Bool)) true) (_ Char 0) false))",
           "(re.range \"\\u{1}\" \"\\u{2FFFF}\")");
    expect("(re.of.pred (store ((as const (Array Unicode Bool)) true) (_ Char 196607) false))",
           "(re.range \"\\u{0}\" \"\\u{2FFFE}\")");
}

/* --- replacing matches --- */

static void replace_re_takes_the_shortest_leftmost(void **state) {
    expect("(str.replace_re \"xabab\" (re.+ (str.to_re \"ab\")) \"Y\")", "\"xYab\"");
    expect("(str.replace_re \"abc\" (re.++ re.allchar (str.to_re \"c\")) \"Y\")", "\"aY\"");
    expect("(str.replace_re \"abc\" (str.to_re \"d\") \"Y\")", "\"abc\"");
    expect("(str.replace_re \"aab\" (re.union (str.to_re \"aab\") (str.to_re \"a\")) \"Y\")",
           "\"Yab\"");
    expect("(str.replace_re \"bab\" (re.union (str.to_re \"b\") (str.to_re \"a\")) \"\")",
           "\"ab\"");
}

static void replace_re_may_take_the_empty_match(void **state) {
    expect("(str.replace_re \"abc\" (re.* (str.to_re \"b\")) \"Y\")", "\"Yabc\"");
    expect("(str.replace_re \"\" (re.* (str.to_re \"b\")) \"Y\")", "\"Y\"");
    expect("(str.replace_re \"\" (str.to_re \"b\") \"Y\")", "\"\"");
}

static void replace_re_all_takes_no_empty_match(void **state) {
    expect("(str.replace_re_all \"abcb\" (re.opt (str.to_re \"b\")) \"Y\")", "\"aYcY\"");
    expect("(str.replace_re_all \"bb\" (re.* (str.to_re \"b\")) \"Y\")", "\"YY\"");
    expect("(str.replace_re_all \"abc\" re.all \"Y\")", "\"YYY\"");
    expect("(str.replace_re_all \"\" re.all \"Y\")", "\"\"");
    expect("(str.replace_re_all \"aXXb\" (str.to_re \"XX\") \"\")", "\"ab\"");
    expect("(str.replace_re_all \"aaa\" ((_ re.^ 2) (str.to_re \"a\")) \"b\")", "\"ba\"");
}

static void indexof_re_finds_where_a_match_starts(void **state) {
    expect("(str.indexof_re \"abcb\" (str.to_re \"b\") 0)", "1");
    expect("(str.indexof_re \"abcb\" (str.to_re \"b\") 2)", "3");
    expect("(str.indexof_re \"abcb\" (str.to_re \"d\") 0)", "(- 1)");
    expect("(str.indexof_re \"abc\" (str.to_re \"\") 3)", "3");
    expect("(str.indexof_re \"abc\" (str.to_re \"\") 4)", "(- 1)");
    expect("(str.indexof_re \"abc\" re.all (- 1))", "(- 1)");
    expect("(str.indexof_re \"aab\" (re.++ (re.+ (str.to_re \"a\")) (str.to_re \"b\")) 1)", "1");
}

/* --- equality --- */

static void same_language_said_differently(void **state) {
    expect("(re.++ (re.++ (str.to_re \"a\") (str.to_re \"b\")) (str.to_re \"c\"))",
           "(str.to_re \"abc\")");
    expect("(re.* (re.union (str.to_re \"a\") (str.to_re \"b\")))",
           "(re.* (re.++ (re.* (str.to_re \"a\")) (re.* (str.to_re \"b\"))))");
    expect("(re.comp (re.union (str.to_re \"a\") (str.to_re \"bc\")))",
           "(re.inter (re.comp (str.to_re \"a\")) (re.comp (str.to_re \"bc\")))");
    expect(
        "(re.union (re.* (str.to_re \"aa\")) (re.++ (str.to_re \"a\") (re.* (str.to_re \"aa\"))))",
        "(re.* (str.to_re \"a\"))");
    expect("((_ re.loop 0 3) (re.* (str.to_re \"a\")))", "(re.* (str.to_re \"a\"))");
    expect("(re.union re.allchar (str.to_re \"\"))", "(re.opt re.allchar)");
    expect("(re.inter (re.+ (str.to_re \"aa\")) (re.+ (str.to_re \"aaa\")))",
           "(re.+ (str.to_re \"aaaaaa\"))");
    expect(
        "(re.++ re.all (str.to_re \"a\") re.all)",
        "(re.comp (re.* (re.union (re.range \"\\u{0}\" \"`\") (re.range \"b\" \"\\u{2FFFF}\"))))");
}

static void different_languages(void **state) {
    expect_false("(= (re.* (str.to_re \"a\")) (re.+ (str.to_re \"a\")))");
    expect_false("(= (re.range \"a\" \"z\") (re.range \"a\" \"y\"))");
    expect_false("(= re.allchar (re.range \"\\u{0}\" \"\\u{2FFFE}\"))");
    expect_false("(= ((_ re.loop 0 50) (str.to_re \"a\")) ((_ re.loop 0 51) (str.to_re \"a\")))");
    expect_true("(distinct re.all re.none re.allchar (str.to_re \"\"))");
}

static void too_many_states_to_compare(void **state) {
    expect_unknown("", "",
                   "(= ((_ re.loop 0 1000000000) (str.to_re \"a\"))"
                   " ((_ re.loop 0 1000000001) (str.to_re \"a\")))",
                   REASON_COMPARISON);
    /* 2^40 states: the 40th letter from the end. */
    expect_unknown("", "",
                   "(= (re.++ re.all (str.to_re \"a\") ((_ re.^ 40) re.allchar))"
                   " (re.++ re.all (str.to_re \"a\") ((_ re.loop 40 41) re.allchar)))",
                   REASON_COMPARISON);
}

/* The evaluation goes on after a comparison that was too expensive. */
static void the_rest_is_still_evaluated(void **state) {
    expect_true("(or (= ((_ re.loop 0 1000000000) (str.to_re \"a\"))"
                " ((_ re.loop 0 1000000001) (str.to_re \"a\"))) (= (str.len \"abc\") 3))");
}

/* --- terms --- */

static void written_as(const char *text, const char *expected) {
    lab_t lab;
    lab_init(&lab);
    value_t regex = lab_value(&lab, text);
    term_t term = value_term(&lab.e.values, &lab.e.f.bank, SORT_REGLAN, regex);
    strbuf_clear(&lab.e.f.out);
    if (term == TERM_NONE)
        strbuf_str(&lab.e.f.out, "none");
    else
        print_term(&lab.e.f.bank, term, &lab.e.f.out);
    assert_string_equal(strbuf_text(&lab.e.f.out), expected);
    lab_done(&lab);
}

static void forms_of_terms(void **state) {
    written_as("re.none", "re.none");
    written_as("re.all", "re.all");
    written_as("re.allchar", "re.allchar");
    written_as("(str.to_re \"\")", "(str.to_re \"\")");
    written_as("(str.to_re \"a\")", "(str.to_re \"a\")");
    written_as("(str.to_re \"ab\")", "(str.to_re \"ab\")");
    written_as("(re.union (re.range \"x\" \"z\") (re.range \"a\" \"c\"))",
               "(re.union (re.range \"a\" \"c\") (re.range \"x\" \"z\"))");
    written_as("(re.of.pred (store ((as const (Array Unicode Bool)) true) (_ Char 196607) false))",
               "(re.range \"\\u{0}\" \"\\u{2fffe}\")");
    written_as("(re.* (str.to_re \"a\"))", "(re.* (str.to_re \"a\"))");
    written_as("(re.+ (str.to_re \"a\"))", "(re.+ (str.to_re \"a\"))");
    written_as("((_ re.^ 4) (str.to_re \"a\"))", "((_ re.^ 4) (str.to_re \"a\"))");
    written_as("((_ re.loop 2 4) (str.to_re \"a\"))", "((_ re.loop 2 4) (str.to_re \"a\"))");
    written_as("((_ re.loop 2) (str.to_re \"a\"))",
               "(re.++ ((_ re.^ 2) (str.to_re \"a\")) (re.* (str.to_re \"a\")))");
    written_as("((_ re.loop 2 9999999999) (str.to_re \"a\"))", "none");
    written_as("(re.comp (re.++ (str.to_re \"ab\") re.all))",
               "(re.comp (re.++ (str.to_re \"ab\") re.all))");
}

/* A set without some letters is a set. */
static void letters_are_subtracted(void **state) {
    written_as("(re.diff re.allchar (str.to_re \"a\"))",
               "(re.union (re.range \"\\u{0}\" \"`\") (re.range \"b\" \"\\u{2ffff}\"))");
    written_as("(re.inter (re.range \"a\" \"e\") (re.comp (re.union (str.to_re \"ab\")"
               " (str.to_re \"b\") (str.to_re \"\") (re.range \"d\" \"x\"))))",
               "(re.union (str.to_re \"a\") (str.to_re \"c\"))");
    written_as("(re.diff (re.range \"b\" \"c\") re.allchar)", "re.none");
    written_as("(re.diff (re.range \"b\" \"c\") (re.range \"a\" \"b\") (re.range \"c\" \"d\"))",
               "re.none");
    written_as("(re.diff (re.range \"b\" \"c\") (str.to_re \"bc\"))", "(re.range \"b\" \"c\")");
    written_as("(re.diff (re.range \"b\" \"c\") (re.* (str.to_re \"b\")))",
               "(re.inter (re.comp (re.* (str.to_re \"b\"))) (re.range \"b\" \"c\"))");
}

static void a_language_without_a_value_is_chosen(void **state) {
    expect_chosen("(declare-const r RegLan)", "", "(= r re.none)");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(basic_languages),
        cmocka_unit_test(range_needs_single_characters),
        cmocka_unit_test(loop_with_crossed_bounds_is_empty),
        cmocka_unit_test(powers),
        cmocka_unit_test(loops_are_joined_where_they_meet),
        cmocka_unit_test(loops_of_z3),
        cmocka_unit_test(boolean_operators),
        cmocka_unit_test(reversed),
        cmocka_unit_test(derivatives),
        cmocka_unit_test(characters_of_a_predicate),
        cmocka_unit_test(replace_re_takes_the_shortest_leftmost),
        cmocka_unit_test(replace_re_may_take_the_empty_match),
        cmocka_unit_test(replace_re_all_takes_no_empty_match),
        cmocka_unit_test(indexof_re_finds_where_a_match_starts),
        cmocka_unit_test(same_language_said_differently),
        cmocka_unit_test(different_languages),
        cmocka_unit_test(too_many_states_to_compare),
        cmocka_unit_test(the_rest_is_still_evaluated),
        cmocka_unit_test(forms_of_terms),
        cmocka_unit_test(letters_are_subtracted),
        cmocka_unit_test(a_language_without_a_value_is_chosen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
