#include "unit.h"

#include "base/sexpr.h"

#include <string.h>

typedef struct fixture {
    mem_t mem;
    sexpr_tree_t tree;
    diag_list_t diags;
    strbuf_t out;
} fixture_t;

static void start(fixture_t *f) {
    mem_init(&f->mem);
    sexpr_init(&f->tree, &f->mem);
    diag_init(&f->diags, &f->mem);
    strbuf_init(&f->out, &f->mem);
}

static void stop(fixture_t *f) {
    strbuf_done(&f->out);
    diag_done(&f->diags);
    sexpr_done(&f->tree);
    assert_int_equal(f->mem.used, 0);
    mem_done(&f->mem);
}

/* The tree in another form: lists in brackets with their number of members. */
static void show(fixture_t *f) {
    u32_vec_t ends = {0}; /* of the lists around */
    for (uint32_t i = 0; i < f->tree.nodes.len; i++) {
        const sexpr_t *node = &f->tree.nodes.data[i];
        if (f->out.len > 0 && vec_last(&f->out) != '[')
            strbuf_char(&f->out, ' ');
        if (sexpr_is_list(node)) {
            strbuf_format(&f->out, "%u[", sexpr_count(&f->tree, i));
            *vec_push(&f->mem, &ends) = node->next;
        } else {
            sexpr_value(node, &f->out);
        }
        while (ends.len > 0 && vec_last(&ends) == i + 1) {
            strbuf_char(&f->out, ']');
            ends.len--;
        }
    }
    vec_free(&f->mem, &ends);
}

static void reads(const char *text, const char *expected, const char *errors) {
    fixture_t f;
    start(&f);
    bool ok = sexpr_read(&f.tree, text, strlen(text), &f.diags);
    assert_int_equal(ok, f.diags.total == 0);
    show(&f);
    assert_string_equal(strbuf_text(&f.out), expected);
    strbuf_clear(&f.out);
    for (uint32_t i = 0; i < f.diags.rows.len; i++)
        diag_print(&f.diags.rows.data[i], "f", NULL, 0, &f.out);
    assert_string_equal(strbuf_text(&f.out), errors);
    stop(&f);
}

static void test_trees(void **state) {
    reads("", "", "");
    reads(" ; nothing\n", "", "");
    reads("a", "a", "");
    reads("()", "0[]", "");
    reads("(a b) c ((d) () (e (f)))", "2[a b] c 3[1[d] 0[] 2[e 1[f]]]", "");
    reads("(\"a \"\"b\"\" (c)\" |d e| :f 12 1.5 #x1F #b01)",
          "7[a \"b\" (c) d e :f 12 1.5 #x1F #b01]", "");
    reads("(\"\" \"\"\"\" \"\"\"\"\"\")", "3[\" \"\"]", "");
    reads("(a ; b)\n c)", "2[a c]", "");
}

static void test_errors(void **state) {
    reads(")", "", "f:1:1: error: this ')' closes nothing\n");
    reads("(a) ) (b)", "1[a] 1[b]", "f:1:5: error: this ')' closes nothing\n");
    reads("(a\n (b", "2[a 1[b]]",
          "f:2:2: error: this list is not closed; expected ')'\n"
          "f:1:1: error: this list is not closed; expected ')'\n");
    reads("(a \"b", "1[a]",
          "f:1:4: error: this string has no closing quote\n"
          "f:1:1: error: this list is not closed; expected ')'\n");
    reads("(a \x01 b)", "2[a b]", "f:1:4: error: unexpected character\n");
}

static void test_places(void **state) {
    fixture_t f;
    start(&f);
    const char *text = " (ab \"c\") |d|";
    assert_true(sexpr_read(&f.tree, text, strlen(text), &f.diags));
    static const uint32_t places[][3] = {{1, 9, 3}, {2, 4, 2}, {5, 8, 3}, {10, 13, 4}};
    assert_int_equal(f.tree.nodes.len, 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(f.tree.nodes.data[i].offset, places[i][0]);
        assert_int_equal(f.tree.nodes.data[i].end, places[i][1]);
        assert_int_equal(f.tree.nodes.data[i].next, places[i][2]);
    }
    assert_true(sexpr_is_word(&f.tree.nodes.data[1], "ab"));
    assert_false(sexpr_is_word(&f.tree.nodes.data[1], "a"));
    assert_false(sexpr_is_word(&f.tree.nodes.data[1], "abc"));
    assert_false(sexpr_is_word(&f.tree.nodes.data[3], "d"));
    assert_true(sexpr_read(&f.tree, "x", 1, &f.diags)); /* the old tree is gone */
    assert_int_equal(f.tree.nodes.len, 1);
    stop(&f);
}

static void test_atoms(void **state) {
    fixture_t f;
    start(&f);
    const char *text = "(a |a| b ( (a \"a\"";
    assert_false(sexpr_read(&f.tree, text, strlen(text), &f.diags));
    assert_true(sexpr_same(sexpr_at(&f.tree, 1), sexpr_at(&f.tree, 2)));
    assert_true(sexpr_same(sexpr_at(&f.tree, 1), sexpr_at(&f.tree, 7)));
    assert_false(sexpr_same(sexpr_at(&f.tree, 1), sexpr_at(&f.tree, 3)));
    assert_false(sexpr_same(sexpr_at(&f.tree, 4), sexpr_at(&f.tree, 5))); /* two lists */
    assert_true(slice_is(sexpr_source(&f.tree, 2), "|a|"));
    assert_true(slice_is(sexpr_source(&f.tree, 5), "(a \"a\""));
    assert_int_equal(sexpr_next(&f.tree, 0), 8);
    stop(&f);
}

static void test_too_large(void **state) {
    fixture_t f;
    start(&f);
    assert_false(sexpr_read(&f.tree, "", UINT32_MAX, &f.diags));
    assert_string_equal(f.diags.rows.data[0].message, "this file is too large");
    assert_int_equal(f.tree.nodes.len, 0);
    assert_true(sexpr_read(&f.tree, NULL, 0, &f.diags));
    stop(&f);
}

static void numeral(const char *text, uint64_t max, bool ok, uint64_t expected) {
    fixture_t f;
    start(&f);
    uint64_t value = 0;
    sexpr_read(&f.tree, text, strlen(text), &f.diags);
    assert_int_equal(sexpr_uint(&f.tree.nodes.data[0], max, &value), ok);
    if (ok)
        assert_true(value == expected);
    stop(&f);
}

static void test_numerals(void **state) {
    numeral("0", 0, true, 0);
    numeral("1", 0, false, 0);
    numeral("5", 4, false, 0);
    numeral("255", 255, true, 255);
    numeral("256", 255, false, 0);
    numeral("18446744073709551615", UINT64_MAX, true, UINT64_MAX);
    numeral("18446744073709551616", UINT64_MAX, false, 0);
    numeral("99999999999999999999999", UINT64_MAX, false, 0);
    numeral("1.0", UINT64_MAX, false, 0);
    numeral("x", UINT64_MAX, false, 0);
}

/* No recursion: depth costs nothing. */
static void test_deep(void **state) {
    enum { DEPTH = 1000000 };
    fixture_t f;
    start(&f);
    char *text = malloc(2 * (size_t)DEPTH);
    assert_non_null(text);
    memset(text, '(', DEPTH);
    memset(text + DEPTH, ')', DEPTH);
    assert_true(sexpr_read(&f.tree, text, 2 * (size_t)DEPTH, &f.diags));
    assert_int_equal(f.tree.nodes.len, DEPTH);
    assert_int_equal(f.tree.nodes.data[0].next, DEPTH);
    assert_false(sexpr_read(&f.tree, text, DEPTH, &f.diags));
    assert_int_equal(f.diags.total, DEPTH);
    free(text);
    stop(&f);
}

static void fill(mem_t *mem, void *arg) {
    sexpr_tree_t tree;
    diag_list_t diags;
    sexpr_init(&tree, mem);
    diag_init(&diags, mem);
    sexpr_read(&tree, "(a (b c) d) (e (f) g h) ) (", 27, &diags);
}

static void test_out_of_memory(void **state) {
    unit_fail_each(fill, NULL, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_trees),    cmocka_unit_test(test_errors),
        cmocka_unit_test(test_places),   cmocka_unit_test(test_atoms),
        cmocka_unit_test(test_numerals), cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_deep),     cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
