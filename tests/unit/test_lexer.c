#include "unit.h"

#include "base/chars.h"
#include "base/lexer.h"

#include <string.h>

/* A lexer over a copy that ends where the text does. */
typedef struct fixture {
    char *copy;
    lexer_t lexer;
} fixture_t;

static void start_bytes(fixture_t *f, const char *text, size_t len) {
    f->copy = malloc(len ? len : 1);
    assert_non_null(f->copy);
    memcpy(f->copy, text, len);
    lexer_init(&f->lexer, f->copy, len);
}

static void start(fixture_t *f, const char *text) {
    start_bytes(f, text, strlen(text));
}

static void stop(fixture_t *f) {
    free(f->copy);
}

static void expect(fixture_t *f, token_kind_t kind, const char *text, uint32_t offset,
                   uint32_t end) {
    token_t token = lexer_next(&f->lexer);
    assert_string_equal(token_kind_name(token.kind), token_kind_name(kind));
    assert_int_equal(token.len, strlen(text));
    assert_memory_equal(token.text, text, token.len);
    assert_int_equal(token.offset, offset);
    assert_int_equal(token.end, end);
}

/* The whole text is one token with this piece of it as its text. */
static void one(token_kind_t kind, const char *text, const char *inside) {
    fixture_t f;
    start(&f, text);
    expect(&f, kind, inside, 0, (uint32_t)strlen(text));
    expect(&f, TOKEN_END, "", (uint32_t)strlen(text), (uint32_t)strlen(text));
    expect(&f, TOKEN_END, "", (uint32_t)strlen(text), (uint32_t)strlen(text));
    stop(&f);
}

static void plain(token_kind_t kind, const char *text) {
    one(kind, text, text);
}

static void test_kinds(void **state) {
    plain(TOKEN_OPEN, "(");
    plain(TOKEN_CLOSE, ")");
    plain(TOKEN_SYMBOL, "abc");
    plain(TOKEN_SYMBOL, "let");
    plain(TOKEN_SYMBOL, "~!@$%^&*_-+=<>.?/");
    plain(TOKEN_SYMBOL, "-5");
    plain(TOKEN_SYMBOL, ".5");
    plain(TOKEN_SYMBOL, "x1");
    one(TOKEN_QUOTED, "||", "");
    one(TOKEN_QUOTED, "|a b|", "a b");
    one(TOKEN_QUOTED, "|a\n;\"(\\\xff|", "a\n;\"(\\\xff");
    plain(TOKEN_KEYWORD, ":named");
    plain(TOKEN_KEYWORD, ":1");
    plain(TOKEN_NUMERAL, "0");
    plain(TOKEN_NUMERAL, "0012");
    plain(TOKEN_NUMERAL, "123456789012345678901234567890");
    plain(TOKEN_DECIMAL, "1.5");
    plain(TOKEN_DECIMAL, "0.00");
    plain(TOKEN_DECIMAL, "1.");
    plain(TOKEN_HEX, "#x0123456789abcdefABCDEF");
    plain(TOKEN_BINARY, "#b0110");
    plain(TOKEN_FIELD, "#f3m7");
    plain(TOKEN_FIELD, "#f-3m7");
    one(TOKEN_STRING, "\"\"", "");
    one(TOKEN_STRING, "\"a b\"", "a b");
    one(TOKEN_STRING, "\"a\"\"b\"", "a\"\"b");
    one(TOKEN_STRING, "\"\"\"\"", "\"\"");
    one(TOKEN_STRING, "\"\n;(\\u{41}\xff|\"", "\n;(\\u{41}\xff|");
    plain(TOKEN_END, "");
}

static void wrong(const char *text, size_t len, uint32_t end, const char *error) {
    fixture_t f;
    start_bytes(&f, text, len);
    token_t token = lexer_next(&f.lexer);
    assert_int_equal(token.kind, TOKEN_ERROR);
    assert_string_equal(f.lexer.error, error);
    assert_int_equal(token.offset, 0);
    assert_int_equal(token.end, end);
    stop(&f);
}

static void test_errors(void **state) {
    const char *digit = "a symbol cannot start with a digit; write it between bars, |1x|";
    const char *digits = "expected digits: #x1F, #b101";
    const char *literal = "not a literal; known forms are #x1F and #b101";
    const char *outside = "unexpected character; only |quoted| symbols, strings and comments may "
                          "hold characters outside ASCII";
    wrong("1x)", 3, 2, digit);
    wrong("1.5x ", 5, 4, digit);
    wrong("1.2.3", 5, 5, digit);
    wrong("\"abc", 4, 4, "this string has no closing quote");
    wrong("\"abc\"\"", 6, 6, "this string has no closing quote");
    wrong("\"", 1, 1, "this string has no closing quote");
    wrong("|abc", 4, 4, "this quoted symbol has no closing bar");
    wrong("|", 1, 1, "this quoted symbol has no closing bar");
    wrong("#", 1, 1, digits);
    wrong("#x", 2, 2, digits);
    wrong("#b)", 3, 2, digits);
    wrong("#xg ", 4, 3, literal);
    wrong("#b12", 4, 4, literal);
    wrong("#o77", 4, 4, literal);
    wrong("#X1F", 4, 4, literal);
    wrong("#fm7", 4, 4, literal);
    wrong("#f3m", 4, 4, literal);
    wrong("#f3", 3, 3, literal);
    wrong("#f-m7", 5, 5, literal);
    wrong("#f3mx", 5, 5, literal);
    wrong("#f-", 3, 3, literal);
    wrong(":", 1, 1, "a keyword needs a name after the colon");
    wrong(":)", 2, 1, "a keyword needs a name after the colon");
    wrong("'a", 2, 1, "unexpected character");
    wrong("{", 1, 1, "unexpected character");
    wrong("\v", 1, 1, "unexpected character");
    wrong("\x7f", 1, 1, "unexpected character");
    wrong("\0\0\0a", 4, 3, "unexpected NUL byte: is this a text file?");
    wrong("\xc3\xa4 ", 3, 2, outside);
    wrong("\xff\0\xfe", 3, 3, outside);
}

/* The lexer goes on after an error. */
static void test_after_error(void **state) {
    fixture_t f;
    start(&f, "{a} #q1 1x \xc3\xa4"
              "b \"c");
    expect(&f, TOKEN_ERROR, "{", 0, 1);
    expect(&f, TOKEN_SYMBOL, "a", 1, 2);
    expect(&f, TOKEN_ERROR, "}", 2, 3);
    expect(&f, TOKEN_ERROR, "#q1", 4, 7);
    expect(&f, TOKEN_ERROR, "1x", 8, 10);
    expect(&f, TOKEN_ERROR, "\xc3\xa4", 11, 13);
    expect(&f, TOKEN_SYMBOL, "b", 13, 14);
    expect(&f, TOKEN_ERROR, "\"c", 15, 17);
    expect(&f, TOKEN_END, "", 17, 17);
    stop(&f);
}

static void test_offsets(void **state) {
    fixture_t f;
    start(&f, " (a|b c| \"d\"\"e\"\r\n\t\f12 1.5)#xF:k");
    expect(&f, TOKEN_OPEN, "(", 1, 2);
    expect(&f, TOKEN_SYMBOL, "a", 2, 3);
    expect(&f, TOKEN_QUOTED, "b c", 3, 8);
    expect(&f, TOKEN_STRING, "d\"\"e", 9, 15);
    expect(&f, TOKEN_NUMERAL, "12", 19, 21);
    expect(&f, TOKEN_DECIMAL, "1.5", 22, 25);
    expect(&f, TOKEN_CLOSE, ")", 25, 26);
    expect(&f, TOKEN_HEX, "#xF", 26, 29);
    expect(&f, TOKEN_KEYWORD, ":k", 29, 31);
    expect(&f, TOKEN_END, "", 31, 31);
    stop(&f);
}

/* One byte alone: its kind follows from the standard's character classes. */
static void test_all_bytes(void **state) {
    for (int c = 0; c < 256; c++) {
        char byte = (char)c;
        fixture_t f;
        start_bytes(&f, &byte, 1);
        token_t token = lexer_next(&f.lexer);
        token_kind_t want = TOKEN_ERROR;
        if (strchr(" \t\n\r\f;", c) && c != 0)
            want = TOKEN_END;
        else if (c == '(')
            want = TOKEN_OPEN;
        else if (c == ')')
            want = TOKEN_CLOSE;
        else if (c >= '0' && c <= '9')
            want = TOKEN_NUMERAL;
        else if (chars_is_symbol((unsigned char)c))
            want = TOKEN_SYMBOL;
        assert_int_equal(token.kind, want);
        if (want == TOKEN_ERROR)
            assert_non_null(f.lexer.error);
        assert_int_equal(lexer_next(&f.lexer).kind, TOKEN_END);
        stop(&f);
    }
}

static void test_comments(void **state) {
    mem_t mem;
    mem_init(&mem);
    span_vec_t comments = {0};
    fixture_t f;
    start(&f, "; one  \r\na;two\n;\n  ;;last");
    f.lexer.mem = &mem;
    f.lexer.comments = &comments;
    expect(&f, TOKEN_SYMBOL, "a", 9, 10);
    assert_int_equal(comments.len, 1);
    expect(&f, TOKEN_END, "", 25, 25);
    static const struct {
        uint32_t offset;
        const char *text;
    } spans[] = {{0, "; one"}, {10, ";two"}, {15, ";"}, {19, ";;last"}};
    assert_int_equal(comments.len, 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(comments.data[i].offset, spans[i].offset);
        assert_int_equal(comments.data[i].len, strlen(spans[i].text));
        assert_memory_equal(f.copy + spans[i].offset, spans[i].text, comments.data[i].len);
    }
    stop(&f);
    start(&f, "; only a comment that is not wanted");
    expect(&f, TOKEN_END, "", 35, 35);
    stop(&f);
    mem_done(&mem);
}

/* Tokens of any bytes: they do not overlap, come in order, and end at the end. */
static void test_noise(void **state) {
    static const char likely[] = "()|\"#xbf:;.-09azAZ \n\0\xff";
    rng_t rng = rng_make(unit_seed());
    for (int round = 0; round < 3000; round++) {
        char text[64];
        size_t len = rng_below(&rng, sizeof text);
        for (size_t i = 0; i < len; i++)
            text[i] = rng_one_in(&rng, 4) ? (char)rng_next(&rng)
                                          : likely[rng_below(&rng, sizeof likely - 1)];
        fixture_t f;
        start_bytes(&f, text, len);
        uint32_t at = 0;
        for (;;) {
            token_t token = lexer_next(&f.lexer);
            assert_true(token.offset >= at && token.end <= len);
            if (token.kind == TOKEN_END)
                break;
            assert_true(token.end > token.offset);
            assert_true(token.text >= f.copy + token.offset &&
                        token.text + token.len <= f.copy + token.end);
            at = token.end;
        }
        stop(&f);
    }
}

static void test_names(void **state) {
    for (int a = TOKEN_END; a <= TOKEN_ERROR; a++)
        for (int b = TOKEN_END; b < a; b++)
            assert_string_not_equal(token_kind_name((token_kind_t)a),
                                    token_kind_name((token_kind_t)b));
    assert_string_equal(token_kind_name(TOKEN_CLOSE), "')'");
    assert_string_equal(token_kind_name(TOKEN_END), "the end of the file");
    assert_string_equal(token_kind_name(TOKEN_STRING), "a string");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),       cmocka_unit_test(test_errors),
        cmocka_unit_test(test_after_error), cmocka_unit_test(test_offsets),
        cmocka_unit_test(test_all_bytes),   cmocka_unit_test(test_comments),
        cmocka_unit_test(test_noise),       cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
