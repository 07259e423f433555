/* Strings: what the standard says of each operator, at its edges and beyond them. */
#include "eval_fixture.h"

#include "eval/text/strings.h"

/* --- positions outside --- */

static void at_outside_is_empty(void **state) {
    expect("(str.at \"abc\" 0)", "\"a\"");
    expect("(str.at \"abc\" 2)", "\"c\"");
    expect("(str.at \"abc\" 3)", "\"\"");
    expect("(str.at \"abc\" (- 1))", "\"\"");
    expect("(str.at \"\" 0)", "\"\"");
    expect("(str.at \"abc\" 18446744073709551616)", "\"\"");
}

static void substr_is_cut_at_the_end(void **state) {
    expect("(str.substr \"hello\" 1 3)", "\"ell\"");
    expect("(str.substr \"hello\" 1 100)", "\"ello\"");
    expect("(str.substr \"hello\" 0 5)", "\"hello\"");
    expect("(str.substr \"hello\" 1 18446744073709551616)", "\"ello\"");
}

static void substr_outside_is_empty(void **state) {
    expect("(str.substr \"hello\" 5 1)", "\"\"");
    expect("(str.substr \"hello\" (- 1) 3)", "\"\"");
    expect("(str.substr \"hello\" 2 0)", "\"\"");
    expect("(str.substr \"hello\" 2 (- 2))", "\"\"");
    expect("(str.substr \"\" 0 1)", "\"\"");
}

static void indexof_finds_the_first(void **state) {
    expect("(str.indexof \"abcabc\" \"bc\" 0)", "1");
    expect("(str.indexof \"abcabc\" \"bc\" 1)", "1");
    expect("(str.indexof \"abcabc\" \"bc\" 2)", "4");
    expect("(str.indexof \"abcabc\" \"bc\" 5)", "(- 1)");
    expect("(str.indexof \"abc\" \"d\" 0)", "(- 1)");
    expect("(str.indexof \"abc\" \"abcd\" 0)", "(- 1)");
    expect("(str.indexof \"abcabc\" \"bc\")", "1");
}

static void indexof_of_the_empty_string_is_the_position_within_range(void **state) {
    expect("(str.indexof \"abc\" \"\" 0)", "0");
    expect("(str.indexof \"abc\" \"\" 2)", "2");
    expect("(str.indexof \"abc\" \"\" 3)", "3");
    expect("(str.indexof \"abc\" \"\" 4)", "(- 1)");
    expect("(str.indexof \"abc\" \"\" (- 1))", "(- 1)");
    expect("(str.indexof \"\" \"\" 0)", "0");
    expect("(str.indexof \"\" \"a\" 0)", "(- 1)");
}

static void indexof_from_outside_is_minus_one(void **state) {
    expect("(str.indexof \"abc\" \"a\" (- 1))", "(- 1)");
    expect("(str.indexof \"abc\" \"c\" 3)", "(- 1)");
    expect("(str.indexof \"abc\" \"c\" 4)", "(- 1)");
}

static void indexof_steps_back_no_further_than_it_must(void **state) {
    expect("(str.indexof \"aabaabaaab\" \"aabaaab\" 0)", "3");
    expect("(str.indexof \"ababababac\" \"ababac\" 0)", "4");
    expect("(str.indexof \"aaaaaaaaaaaaaaaaaaaaaaaab\" \"aaaaaaaaaaaaaaaaaaaab\" 0)", "4");
}

/* --- replacing --- */

static void replace_takes_the_first(void **state) {
    expect("(str.replace \"abab\" \"ab\" \"X\")", "\"Xab\"");
    expect("(str.replace \"abab\" \"ba\" \"\")", "\"ab\"");
    expect("(str.replace \"abab\" \"c\" \"X\")", "\"abab\"");
    expect("(str.replace \"ab\" \"ab\" \"\")", "\"\"");
}

static void replace_of_the_empty_string_prepends(void **state) {
    expect("(str.replace \"abc\" \"\" \"X\")", "\"Xabc\"");
    expect("(str.replace \"\" \"\" \"X\")", "\"X\"");
}

static void replace_all_takes_all_from_the_left(void **state) {
    expect("(str.replace_all \"aaa\" \"aa\" \"b\")", "\"ba\"");
    expect("(str.replace_all \"abcabc\" \"bc\" \"bcbc\")", "\"abcbcabcbc\"");
    expect("(str.replace_all \"aXbXc\" \"X\" \"\")", "\"abc\"");
    expect("(str.replace_all \"abc\" \"d\" \"X\")", "\"abc\"");
}

static void replace_all_of_the_empty_string_is_the_identity(void **state) {
    expect("(str.replace_all \"abc\" \"\" \"X\")", "\"abc\"");
    expect("(str.replace_all \"\" \"\" \"X\")", "\"\"");
}

static void update_keeps_the_length(void **state) {
    expect("(str.update \"abcde\" 1 \"XY\")", "\"aXYde\"");
    expect("(str.update \"abc\" 1 \"XYZ\")", "\"aXY\"");
    expect("(str.update \"abc\" 0 \"\")", "\"abc\"");
    expect("(str.update \"abc\" 3 \"X\")", "\"abc\"");
    expect("(str.update \"abc\" (- 1) \"X\")", "\"abc\"");
}

/* --- parts --- */

static void prefix_suffix_contains(void **state) {
    expect_true("(str.prefixof \"ab\" \"abc\")");
    expect_false("(str.prefixof \"abc\" \"ab\")");
    expect_true("(str.prefixof \"\" \"\")");
    expect_false("(str.prefixof \"bc\" \"abc\")");
    expect_true("(str.suffixof \"bc\" \"abc\")");
    expect_false("(str.suffixof \"abc\" \"bc\")");
    expect_true("(str.suffixof \"\" \"a\")");
    expect_false("(str.suffixof \"ab\" \"abc\")");
    expect_true("(str.contains \"abc\" \"b\")");
    expect_true("(str.contains \"abc\" \"\")");
    expect_false("(str.contains \"abc\" \"ac\")");
    expect_false("(str.contains \"b\" \"abc\")");
}

static void concat_and_length(void **state) {
    expect("(str.++ \"a\" \"bc\" \"\" \"d\")", "\"abcd\"");
    expect("(str.++ \"\" \"\")", "\"\"");
    expect("(str.len (str.++ \"a\" \"\\u{1F600}\"))", "2");
    expect("(str.len \"\")", "0");
    expect("(str.rev \"abc\")", "\"cba\"");
    expect("(str.rev \"\")", "\"\"");
}

/* --- order --- */

static void order_is_by_code_point(void **state) {
    expect_true("(str.< \"abc\" \"abd\")");
    expect_true("(str.< \"ab\" \"abc\")");
    expect_true("(str.< \"\" \"a\")");
    expect_true("(str.< \"Z\" \"a\")");
    expect_true("(str.< \"z\" \"\\u{100}\")");
    expect_false("(str.< \"a\" \"a\")");
    expect_false("(str.< \"\" \"\")");
    expect_false("(str.< \"b\" \"abc\")");
    expect_true("(str.<= \"a\" \"a\")");
    expect_true("(str.<= \"\" \"\")");
    expect_false("(str.<= \"b\" \"a\")");
    expect_false("(str.<= \"ab\" \"a\")");
}

/* --- numbers --- */

static void to_int_takes_digits_only(void **state) {
    expect("(str.to_int \"0\")", "0");
    expect("(str.to_int \"007\")", "7");
    expect("(str.to_int \"000\")", "0");
    expect("(str.to_int \"\")", "(- 1)");
    expect("(str.to_int \"-5\")", "(- 1)");
    expect("(str.to_int \"+5\")", "(- 1)");
    expect("(str.to_int \" 5\")", "(- 1)");
    expect("(str.to_int \"5a\")", "(- 1)");
    expect("(str.to_int \"\\u{661}\")", "(- 1)");
}

static void to_int_of_many_digits(void **state) {
    expect("(str.to_int \"4611686018427387903\")", "4611686018427387903");
    expect("(str.to_int \"4611686018427387904\")", "4611686018427387904");
    expect("(str.to_int \"00000000000000000000000000000012\")", "12");
    expect("(str.to_int \"123456789012345678901234567890\")", "123456789012345678901234567890");
}

static void from_int_of_a_negative_number_is_empty(void **state) {
    expect("(str.from_int 0)", "\"0\"");
    expect("(str.from_int 1203)", "\"1203\"");
    expect("(str.from_int (- 1))", "\"\"");
    expect("(str.from_int 123456789012345678901234567890)", "\"123456789012345678901234567890\"");
    expect("(str.from_int (- 123456789012345678901234567890))", "\"\"");
}

static void codes(void **state) {
    expect("(str.to_code \"A\")", "65");
    expect("(str.to_code \"\")", "(- 1)");
    expect("(str.to_code \"AB\")", "(- 1)");
    expect("(str.to_code \"\\u{2FFFF}\")", "196607");
    expect("(str.from_code 65)", "\"A\"");
    expect("(str.from_code 0)", "\"\\u{0}\"");
    expect("(str.from_code 196607)", "\"\\u{2FFFF}\"");
    expect("(str.from_code 196608)", "\"\"");
    expect("(str.from_code (- 1))", "\"\"");
    expect("(str.from_code 18446744073709551681)", "\"\"");
}

static void is_digit(void **state) {
    expect_true("(str.is_digit \"0\")");
    expect_true("(str.is_digit \"9\")");
    expect_false("(str.is_digit \"/\")");
    expect_false("(str.is_digit \":\")");
    expect_false("(str.is_digit \"\")");
    expect_false("(str.is_digit \"00\")");
    expect_false("(str.is_digit \"\\u{661}\")");
}

static void case_is_ascii_only(void **state) {
    expect("(str.to_lower \"aBZ[@\\u{C4}\")", "\"abz[@\\u{C4}\"");
    expect("(str.to_upper \"aBz{`\\u{E4}\")", "\"ABZ{`\\u{E4}\"");
}

static void unit_of_no_code_point_is_not_said(void **state) {
    expect("(str.unit 65)", "\"A\"");
    expect_unknown("", "", "(= (str.unit 196608) \"\")", REASON_UNSUPPORTED);
    expect_unknown("", "", "(= (str.unit (- 1)) \"\")", REASON_UNSUPPORTED);
}

static void from_bit_vectors(void **state) {
    expect("(str.from_ubv #xFA)", "\"250\"");
    expect("(str.from_sbv #xFA)", "\"-6\"");
    expect("(str.from_sbv #x7F)", "\"127\"");
    expect("(str.from_sbv #x80)", "\"-128\"");
    expect("(str.from_ubv #x00)", "\"0\"");
    expect("(str.from_ubv #xFFFFFFFFFFFFFFFF)", "\"18446744073709551615\"");
    expect("(str.from_sbv #x8000000000000000)", "\"-9223372036854775808\"");
    expect("(str.from_ubv #x10000000000000000)", "\"18446744073709551616\"");
    expect("(str.from_sbv #xFFFFFFFFFFFFFFFFFF)", "\"-1\"");
}

/* --- characters --- */

static void characters(void **state) {
    expect_true("(char.<= (_ Char 65) (_ Char 66))");
    expect_true("(char.<= (_ Char 65) (_ Char 65))");
    expect_false("(char.<= (_ Char 66) (_ Char 65))");
    expect("(char.to_int (_ Char 65))", "65");
    expect("(char.to_bv (_ Char 65))", "#b000000000001000001");
    expect("(char.to_int (char.from_bv #b000000000001000001))", "65");
    expect_true("(char.is_digit (_ Char 48))");
    expect_false("(char.is_digit (_ Char 58))");
    expect_unknown("", "", "(= (char.from_bv #b110000000000000000) (_ Char 65))",
                   REASON_UNSUPPORTED);
}

/* --- literals --- */

static void escapes(void **state) {
    expect("(str.len \"\\u{41}\")", "1");
    expect("\"\\u{41}\"", "\"A\"");
    expect("\"\\u0041\"", "\"A\"");
    expect("(str.len \"\\u00411\")", "2");
    expect("(str.to_code \"\\u{2fFfF}\")", "196607");
    expect("(str.len \"\"\"\")", "1");
    expect("\"\"\"\"", "(str.from_code 34)");
    expect("(_ char #x41)", "\"A\"");
}

/* What is no escape stands for itself. */
static void not_escapes(void **state) {
    expect("(str.len \"\\u{30000}\")", "9");
    expect("(str.len \"\\u{000041}\")", "10");
    expect("(str.len \"\\u{}\")", "4");
    expect("(str.len \"\\u{4g}\")", "6");
    expect("(str.len \"\\u{41\")", "5");
    expect("(str.len \"\\u004\")", "5");
    expect("(str.len \"\\x41\")", "4");
    expect("(str.len \"\\U0041\")", "6");
    expect("(str.len \"\\\")", "1");
    expect("(str.len \"\\\\u{41}\")", "2");
    expect("(str.len \"\\n\")", "2");
}

static void written_and_read_again(void **state) {
    evaluator_t e;
    evaluator_init(&e, "", "");
    rng_t rng = rng_make(unit_seed());
    for (int i = 0; i < 2000; i++) {
        uint32_t codes[70];
        uint32_t len = (uint32_t)rng_below(&rng, 70);
        for (uint32_t k = 0; k < len; k++)
            codes[k] = (uint32_t)rng_below(&rng, rng_below(&rng, 3) ? 128 : STRING_CODES);
        value_t string = string_make(&e.values, codes, len);
        assert_int_equal(string_length(&e.values, string), len);
        for (uint32_t k = 0; k < len; k++)
            assert_int_equal(string_code(&e.values, string, k), codes[k]);
        strbuf_clear(&e.f.out);
        string_write(&e.values, string, &e.f.out);
        value_t again;
        assert_true(string_read(&e.values, e.f.out.data, e.f.out.len, &again));
        assert_int_equal(string, again);
    }
    evaluator_done(&e);
}

static void bytes_without_a_meaning_are_refused(void **state) {
    evaluator_t e;
    evaluator_init(&e, "", "");
    value_t string;
    assert_false(string_read(&e.values, "\xC3\xA4", 2, &string));
    assert_false(string_read(&e.values, "\x7F", 1, &string));
    assert_false(string_read(&e.values, "\x01", 1, &string));
    assert_true(string_read(&e.values, "a\tb\n", 4, &string));
    assert_int_equal(string_length(&e.values, string), 4);
    evaluator_done(&e);
}

/* --- size --- */

/* "a" doubled n times. */
static void doubled(char *out, size_t size, unsigned n) {
    size_t at = 0;
    for (unsigned i = 0; i < n; i++)
        at += (size_t)snprintf(out + at, size - at, "(let ((x%u (str.++ %s%u %s%u))) ", i + 1, "x",
                               i, "x", i);
}

static void too_long_is_unknown(void **state) {
    char lets[4000];
    char text[4200];
    doubled(lets, sizeof lets, 22);
    snprintf(text, sizeof text, "(let ((x0 \"a\")) %s(= (str.len x22) 4194304)%s)", lets,
             "))))))))))))))))))))))");
    expect_true(text);
    doubled(lets, sizeof lets, 23);
    snprintf(text, sizeof text, "(let ((x0 \"a\")) %s(= (str.len x23) 8388608)%s)", lets,
             ")))))))))))))))))))))))");
    expect_unknown("", "", text, REASON_TOO_LARGE);
    doubled(lets, sizeof lets, 12);
    snprintf(text, sizeof text,
             "(let ((x0 \"a\")) %s(= 0 (str.len (str.replace_all x12 \"a\" x12)))%s)", lets,
             "))))))))))))");
    expect_unknown("", "", text, REASON_TOO_LARGE);
    doubled(lets, sizeof lets, 22);
    snprintf(text, sizeof text, "(let ((x0 \"7\")) %s(= 0 (str.to_int x22))%s)", lets,
             "))))))))))))))))))))))");
    expect_unknown("", "", text, REASON_TOO_LARGE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_outside_is_empty),
        cmocka_unit_test(substr_is_cut_at_the_end),
        cmocka_unit_test(substr_outside_is_empty),
        cmocka_unit_test(indexof_finds_the_first),
        cmocka_unit_test(indexof_of_the_empty_string_is_the_position_within_range),
        cmocka_unit_test(indexof_from_outside_is_minus_one),
        cmocka_unit_test(indexof_steps_back_no_further_than_it_must),
        cmocka_unit_test(replace_takes_the_first),
        cmocka_unit_test(replace_of_the_empty_string_prepends),
        cmocka_unit_test(replace_all_takes_all_from_the_left),
        cmocka_unit_test(replace_all_of_the_empty_string_is_the_identity),
        cmocka_unit_test(update_keeps_the_length),
        cmocka_unit_test(prefix_suffix_contains),
        cmocka_unit_test(concat_and_length),
        cmocka_unit_test(order_is_by_code_point),
        cmocka_unit_test(to_int_takes_digits_only),
        cmocka_unit_test(to_int_of_many_digits),
        cmocka_unit_test(from_int_of_a_negative_number_is_empty),
        cmocka_unit_test(codes),
        cmocka_unit_test(is_digit),
        cmocka_unit_test(case_is_ascii_only),
        cmocka_unit_test(unit_of_no_code_point_is_not_said),
        cmocka_unit_test(from_bit_vectors),
        cmocka_unit_test(characters),
        cmocka_unit_test(escapes),
        cmocka_unit_test(not_escapes),
        cmocka_unit_test(written_and_read_again),
        cmocka_unit_test(bytes_without_a_meaning_are_refused),
        cmocka_unit_test(too_long_is_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
