#include "unit.h"

#include "base/diag.h"

#include <string.h>

typedef struct fixture {
    mem_t mem;
    diag_list_t list;
    strbuf_t out;
} fixture_t;

static void start(fixture_t *f) {
    mem_init(&f->mem);
    diag_init(&f->list, &f->mem);
    strbuf_init(&f->out, &f->mem);
}

static void stop(fixture_t *f) {
    strbuf_done(&f->out);
    diag_done(&f->list);
    assert_int_equal(f->mem.used, 0);
    mem_done(&f->mem);
}

/* The error at this offset, alone, printed with its source line. */
static void shows(const char *text, size_t len, size_t offset, const char *expected) {
    fixture_t f;
    start(&f);
    char *copy = malloc(len ? len : 1); /* ends where the text does */
    assert_non_null(copy);
    memcpy(copy, text, len);
    diag_add(&f.list, copy, len, offset, "oh");
    diag_print(&f.list.rows.data[0], "f", copy, len, &f.out);
    assert_string_equal(strbuf_text(&f.out), expected);
    free(copy);
    stop(&f);
}

static void shows_text(const char *text, size_t offset, const char *expected) {
    shows(text, strlen(text), offset, expected);
}

static void test_places(void **state) {
    shows_text("abc", 0, "f:1:1: error: oh\n    abc\n    ^\n");
    shows_text("abc", 2, "f:1:3: error: oh\n    abc\n      ^\n");
    shows_text("abc", 3, "f:1:4: error: oh\n    abc\n       ^\n");
    shows_text("abc", 99, "f:1:4: error: oh\n    abc\n       ^\n"); /* past the end: the end */
    shows_text("", 0, "f:1:1: error: oh\n");                        /* nothing to show */
    shows_text("a\nbc\nd", 3, "f:2:2: error: oh\n    bc\n     ^\n");
    shows_text("a\nbc\nd", 1, "f:1:2: error: oh\n    a\n     ^\n"); /* at the newline */
    shows_text("a\n\n\nd", 4, "f:4:1: error: oh\n    d\n    ^\n");
    shows_text("a\n\n\nd", 3, "f:3:1: error: oh\n");
    shows_text("a\nbc\n", 5, "f:3:1: error: oh\n");
}

static void test_odd_bytes(void **state) {
    /* CRLF: the line ends before the carriage return. */
    shows_text("ab\r\ncd\r\n", 5, "f:2:2: error: oh\n    cd\n     ^\n");
    shows_text("ab\r\ncd", 3, "f:1:4: error: oh\n    ab\n      ^\n");
    /* A carriage return alone ends no line, wherever after it the error is. */
    shows_text("ab\rcd", 4, "f:1:5: error: oh\n    ab cd\n        ^\n");
    char returns[300];
    memset(returns, '\r', sizeof returns);
    returns[0] = 'a';
    char expected[300] = "f:1:300: error: oh\n    ";
    size_t used = strlen(expected);
    memset(expected + used, ' ', 50);
    memcpy(expected + used + 50, "\n    ", 5);
    memset(expected + used + 55, ' ', 50);
    memcpy(expected + used + 105, "^\n", 3);
    shows(returns, sizeof returns, 299, expected);
    /* A tab is one column and one space, so that the caret is below its place. */
    shows_text("\ta\tb", 3, "f:1:4: error: oh\n     a b\n       ^\n");
    shows("a\0b\x1b\x7f", 5, 2, "f:1:3: error: oh\n    a b  \n      ^\n");
    /* Columns count bytes, the caret counts characters. */
    shows_text("\xc3\xa4\xc3\xb6x", 4, "f:1:5: error: oh\n    \xc3\xa4\xc3\xb6x\n      ^\n");
    shows_text("\xe2\x82\xac y", 4, "f:1:5: error: oh\n    \xe2\x82\xac y\n      ^\n");
    shows("\xff\xfe", 2, 1, "f:1:2: error: oh\n    \xff\xfe\n     ^\n");
}

/* Where the caret of a printed error points, and how long its source line is. */
static char pointed_at(fixture_t *f, const diag_t *diag, const char *text, size_t len,
                       size_t *width) {
    strbuf_clear(&f->out);
    diag_print(diag, "f", text, len, &f->out);
    const char *line = strchr(strbuf_text(&f->out), '\n') + 1;
    const char *next = strchr(line, '\n') + 1;
    const char *caret = strchr(next, '^');
    assert_non_null(caret);
    *width = (size_t)(next - 1 - line);
    return caret - next < next - 1 - line ? line[caret - next] : '\0';
}

static void test_long_lines(void **state) {
    enum { LEN = 20000 };
    fixture_t f;
    start(&f);
    char *text = malloc(LEN);
    assert_non_null(text);
    size_t width;
    for (size_t offset = 0; offset < LEN; offset += offset < 400 ? 1 : 977) {
        memset(text, 'a', LEN);
        text[offset] = 'X';
        diag_list_t list;
        diag_init(&list, &f.mem);
        diag_add(&list, text, LEN, offset, "oh");
        assert_int_equal(list.rows.data[0].column, offset + 1);
        assert_int_equal(pointed_at(&f, &list.rows.data[0], text, LEN, &width), 'X');
        assert_true(width <= 104);
        diag_done(&list);
    }
    /* A window that would start inside a character starts after it. */
    for (size_t i = 0; i + 1 < LEN; i += 2)
        memcpy(text + i, "\xc3\xa4", 2);
    for (size_t offset = 500; offset < 520; offset++) {
        diag_list_t list;
        diag_init(&list, &f.mem);
        diag_add(&list, text, LEN, offset, "oh");
        pointed_at(&f, &list.rows.data[0], text, LEN, &width);
        assert_true(((unsigned char)strchr(strbuf_text(&f.out), '\n')[5] & 0xC0) != 0x80);
        diag_done(&list);
    }
    free(text);
    stop(&f);
}

/* Any order of errors gives the right lines. */
static void test_orders(void **state) {
    enum { LEN = 500 };
    rng_t rng = rng_make(unit_seed());
    char text[LEN];
    for (size_t i = 0; i < LEN; i++)
        text[i] = rng_one_in(&rng, 7) ? '\n' : 'a';
    fixture_t f;
    start(&f);
    for (uint32_t i = 0; i < DIAG_MAX; i++) {
        size_t offset = rng_below(&rng, LEN + 1);
        diag_add(&f.list, text, LEN, offset, "oh");
        uint32_t line = 1;
        uint32_t column = 1;
        for (size_t k = 0; k < offset; k++) {
            line += text[k] == '\n';
            column = text[k] == '\n' ? 1 : column + 1;
        }
        const diag_t *diag = &f.list.rows.data[i];
        assert_int_equal(diag->offset, offset);
        assert_int_equal(diag->line, line);
        assert_int_equal(diag->column, column);
    }
    stop(&f);
}

static void test_many(void **state) {
    fixture_t f;
    start(&f);
    char message[] = "number 000";
    for (uint32_t i = 0; i < 3 * DIAG_MAX; i++) {
        snprintf(message, sizeof message, "number %u", i);
        diag_add(&f.list, "abc", 3, 1, message);
    }
    assert_int_equal(f.list.total, 3 * DIAG_MAX);
    assert_int_equal(f.list.rows.len, DIAG_MAX);
    assert_string_equal(f.list.rows.data[0].message, "number 0"); /* a copy */
    assert_string_equal(f.list.rows.data[DIAG_MAX - 1].message, "number 99");
    diag_print(&f.list.rows.data[7], "dir/x.smt2", NULL, 0, &f.out); /* no source line */
    assert_string_equal(strbuf_text(&f.out), "dir/x.smt2:1:2: error: number 7\n");
    diag_done(&f.list);
    assert_int_equal(f.list.total, 0);
    diag_init(&f.list, &f.mem);
    stop(&f);
}

static void fill(mem_t *mem, void *arg) {
    diag_list_t list;
    diag_init(&list, mem);
    for (int i = 0; i < 50; i++)
        diag_add(&list, "abc\ndef", 7, (size_t)(i % 8), "a message of some length");
    strbuf_t out;
    strbuf_init(&out, mem);
    diag_print(&list.rows.data[49], "f", "abc\ndef", 7, &out);
}

static void test_out_of_memory(void **state) {
    unit_fail_each(fill, NULL, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),     cmocka_unit_test(test_odd_bytes),
        cmocka_unit_test(test_long_lines), cmocka_unit_test(test_orders),
        cmocka_unit_test(test_many),       cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
