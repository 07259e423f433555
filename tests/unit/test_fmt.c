/* The indented style on terms and commands made by hand. That it is idempotent on real scripts is
 * in test_print_script.c. */
#include "unit.h"

#include "print_fixture.h"

#include <string.h>

/* A term that is broken, or that leaves no room for "(assert ", is printed below that, two columns
 * to the right and with one bracket after it. text is the term alone, within the width. */
static void assert_fmt(fixture_t *f, term_t term, uint32_t width, const char *text) {
    print_assert(f, term, &(print_style_t){.indent = true, .width = width + 3});
    strbuf_t want;
    strbuf_init(&want, &f->mem);
    size_t len = strlen(text);
    bool below = strchr(text, '\n') != NULL || len + strlen("(assert )") > width + 3;
    strbuf_str(&want, below ? "(assert\n  " : "(assert ");
    for (const char *at = text; *at != '\0'; at++) {
        strbuf_char(&want, *at);
        if (*at == '\n')
            strbuf_str(&want, "  ");
    }
    strbuf_str(&want, ")\n");
    assert_string_equal(strbuf_text(&f->out), strbuf_text(&want));
    strbuf_done(&want);
}

static void assert_width(fixture_t *f, uint32_t width, const char *text) {
    strbuf_clear(&f->out);
    print_script(&f->script, &(print_style_t){.indent = true, .width = width}, &f->out);
    assert_string_equal(strbuf_text(&f->out), text);
}

/* The width counts the closing brackets. */
static void test_what_fits_is_on_one_line(void **state) {
    fixture_t f;
    fixture_init(&f);
    term_t p = constant(&f, "p", SORT_BOOL);
    term_t t = op(&f, OP_AND, 2, p, op(&f, OP_NOT, 1, p));
    assert_fmt(&f, t, 15, "(and p (not p))");
    assert_fmt(&f, t, 14, "(and p\n  (not p))");
    assert_fmt(&f, t, 10, "(and p\n  (not p))");
    assert_fmt(&f, t, 9, "(and p\n  (not\n    p))");
    assert_fmt(&f, t, 4, "(and\n  p\n  (not\n    p))");
    assert_fmt(&f, p, 1, "p");
    fixture_done(&f);
}

static void test_first_argument(void **state) {
    fixture_t f;
    fixture_init(&f);
    term_t p = constant(&f, "ppp", SORT_BOOL);
    term_t q = op(&f, OP_NOT, 1, p);
    assert_fmt(&f, op(&f, OP_AND, 3, q, p, q), 16, "(and\n  (not ppp)\n  ppp\n  (not ppp))");
    assert_fmt(&f, op(&f, OP_ITE, 3, q, p, q), 16, "(ite (not ppp)\n  ppp\n  (not ppp))");
    assert_fmt(&f, op(&f, OP_NOT, 1, q), 13, "(not\n  (not ppp))");
    fixture_done(&f);
}

static void test_forms(void **state) {
    fixture_t f;
    fixture_init(&f);
    bank_t *b = &f.bank;
    term_t x = term_fresh_var(b, sym(&f, "x"), SORT_BOOL);
    term_t y = term_fresh_var(b, sym(&f, "y"), SORT_BOOL);
    term_t p = constant(&f, "ppp", SORT_BOOL);
    term_t q = op(&f, OP_NOT, 1, p);
    term_t xy = op(&f, OP_AND, 2, x, y);
    term_t let = term_make(b, OP_LET, (uint32_t[]){2, x, y, q, p, xy}, 6, SORT_BOOL);
    assert_fmt(&f, let, 40, "(let ((x (not ppp)) (y ppp)) (and x y))");
    assert_fmt(&f, let, 38, "(let ((x (not ppp))\n      (y ppp))\n  (and x y))");
    assert_fmt(&f, let, 16,
               "(let ((x\n        (not\n          ppp))\n      (y ppp))\n  (and x y))");
    term_t all = term_make(b, OP_FORALL, (uint32_t[]){2, x, y, xy}, 4, SORT_BOOL);
    assert_fmt(&f, all, 30, "(forall ((x Bool) (y Bool))\n  (and x y))");
    assert_fmt(&f, all, 20, "(forall ((x Bool)\n         (y Bool))\n  (and x y))");
    fun_t name = fun_make(b, FUN_NAMED, sym(&f, "n"), NULL, 0, SORT_BOOL);
    uint32_t words[] = {
        6, sym(&f, ":pattern"), ATTR_PATTERN, 2, sym(&f, ":named"), ATTR_NAMED, name, xy, xy, q};
    term_t annot = term_make(b, OP_ANNOT, words, 10, SORT_BOOL);
    assert_fmt(&f, annot, 40, "(! (and x y)\n  :pattern ((and x y) (not ppp))\n  :named n)");
    assert_fmt(&f, annot, 24, "(! (and x y)\n  :pattern ((and x y)\n    (not ppp))\n  :named n)");
    fun_t nil = fun_make(b, FUN_CONSTRUCTOR, sym(&f, "nil"), NULL, 0, SORT_INT);
    fun_t cons =
        fun_make(b, FUN_CONSTRUCTOR, sym(&f, "cons"), (sort_t[]){SORT_INT, SORT_INT}, 2, SORT_INT);
    uint32_t match[] = {6, nil, 0, cons, 2, x, y, p, q, xy};
    term_t cases = term_make(b, OP_MATCH, match, 10, SORT_BOOL);
    assert_fmt(&f, cases, 60, "(match ppp ((nil (not ppp)) ((cons x y) (and x y))))");
    assert_fmt(&f, cases, 30, "(match ppp\n  ((nil (not ppp))\n   ((cons x y) (and x y))))");
    assert_fmt(&f, cases, 20, "(match ppp\n  ((nil (not ppp))\n   ((cons x y)\n     (and x y))))");
    fixture_done(&f);
}

/* Indentation stops growing, so that the text grows with the depth and not with its square. */
static void test_deep(void **state) {
    enum { DEEP = 1000000 };
    fixture_t f;
    fixture_init(&f);
    bank_t *b = &f.bank;
    term_t t = constant(&f, "p", SORT_BOOL);
    for (uint32_t i = 0; i < DEEP; i++) {
        t = op(&f, OP_NOT, 1, t);
        if (i % 100 == 0) {
            term_t x = term_fresh_var(b, sym(&f, "x"), SORT_INT);
            t = term_make(b, OP_FORALL, (uint32_t[]){1, x, t}, 3, SORT_BOOL);
        }
    }
    print_assert(&f, t, &(print_style_t){.indent = true});
    assert_true(f.out.len < 50 * (size_t)DEEP);
    fixture_done(&f);
}

/* Widths that do not fit their 16 bits. */
static void test_huge_names(void **state) {
    fixture_t f;
    fixture_init(&f);
    char *name = mem_alloc(&f.mem, 100001);
    memset(name, 'a', 100000);
    name[100000] = '\0';
    term_t p = constant(&f, name, SORT_BOOL);
    term_t t = op(&f, OP_AND, 3, p, p, p);
    print_assert(&f, t, &(print_style_t){.indent = true});
    assert_int_equal(f.out.len, 300000 + strlen("(assert\n  (and\n    \n    \n    ))\n"));
    mem_free(&f.mem, name);
    fixture_done(&f);
}

static void test_commands(void **state) {
    fixture_t f;
    fixture_init(&f);
    bank_t *b = &f.bank;
    script_t *s = &f.script;
    term_t x = term_fresh_var(b, sym(&f, "x"), SORT_BOOL);
    term_t p = constant(&f, "ppp", SORT_BOOL);
    term_t q = op(&f, OP_OR, 2, p, op(&f, OP_NOT, 1, p));
    script_add(s, CMD_COMMENT, (uint32_t[]){sym(&f, "; first")}, 1, COMMAND_BLANK, 0);
    script_add(s, CMD_SET_INFO,
               (uint32_t[]){sym(&f, ":source"), sym(&f, "|long\ntext here and here|")}, 2, 0, 0);
    script_add(s, CMD_ASSERT, (uint32_t[]){q, SYM_NONE}, 2, COMMAND_BLANK, 0);
    script_add(s, CMD_COMMENT, (uint32_t[]){sym(&f, "; after")}, 1, COMMAND_TRAILING, 0);
    script_add(s, CMD_GET_VALUE, (uint32_t[]){p, q}, 2, 0, 0);
    fun_t d = fun_make(b, FUN_DEFINED, sym(&f, "d"), (sort_t[]){SORT_BOOL}, 1, SORT_BOOL);
    uint32_t vars = fun_words_add(b, &x, 1);
    fun_row(b, d)->vars = vars;
    fun_row(b, d)->body = q;
    script_add(s, CMD_DEFINE_FUN, &d, 1, 0, 0);
    script_add(s, CMD_DEFINE_FUNS_REC, (uint32_t[]){d, d}, 2, 0, 0);
    script_add(s, CMD_EXIT, NULL, 0, COMMAND_BLANK, 0);
    assert_width(&f, 24,
                 "; first\n"
                 "(set-info :source |long\n"
                 "text here and here|)\n"
                 "\n"
                 "(assert\n"
                 "  (or ppp (not ppp)))  ; after\n"
                 "(get-value\n"
                 "  (ppp\n"
                 "   (or ppp (not ppp))))\n"
                 "(define-fun d ((x Bool)) Bool\n"
                 "  (or ppp (not ppp)))\n"
                 "(define-funs-rec\n"
                 "  ((d ((x Bool)) Bool)\n"
                 "   (d ((x Bool)) Bool))\n"
                 "  ((or ppp (not ppp))\n"
                 "   (or ppp (not ppp))))\n"
                 "\n"
                 "(exit)\n");
    fixture_done(&f);
}

static void test_datatypes(void **state) {
    fixture_t f;
    fixture_init(&f);
    bank_t *b = &f.bank;
    sortdecl_t decl = sortdecl_make(b, sym(&f, "Tree"), SORTDECL_DATATYPE, 0);
    sort_t tree = sort_make(b, SORT_USER, &decl, 1);
    fun_t leaf = fun_make(b, FUN_CONSTRUCTOR, sym(&f, "leaf"), NULL, 0, tree);
    fun_t node = fun_make(b, FUN_CONSTRUCTOR, sym(&f, "node"), (sort_t[]){tree, tree}, 2, tree);
    fun_t members[] = {fun_make(b, FUN_SELECTOR, sym(&f, "left"), &tree, 1, tree),
                       fun_make(b, FUN_SELECTOR, sym(&f, "right"), &tree, 1, tree)};
    uint32_t fields = fun_words_add(b, members, 2);
    fun_row(b, node)->members = fields;
    uint32_t constructors = fun_words_add(b, (uint32_t[]){leaf, node}, 2);
    sortdecl_row(b, decl)->members = constructors;
    sortdecl_row(b, decl)->count = 2;
    script_add(&f.script, CMD_DECLARE_DATATYPE, &decl, 1, 0, 0);
    script_add(&f.script, CMD_DECLARE_DATATYPES, &decl, 1, 0, 0);
    assert_width(&f, 60,
                 "(declare-datatype Tree\n"
                 "  ((leaf) (node (left Tree) (right Tree))))\n"
                 "(declare-datatypes ((Tree 0))\n"
                 "  (((leaf) (node (left Tree) (right Tree)))))\n");
    assert_width(&f, 36,
                 "(declare-datatype Tree\n"
                 "  ((leaf)\n"
                 "   (node (left Tree) (right Tree))))\n"
                 "(declare-datatypes ((Tree 0))\n"
                 "  (((leaf)\n"
                 "    (node (left Tree)\n"
                 "          (right Tree)))))\n");
    fixture_done(&f);
}

static void format_once(mem_t *mem, void *arg) {
    bank_t bank;
    bank_init(&bank, mem);
    sym_t name = symbol_make(&bank.symbols, "name", 4);
    fun_t fun = fun_make(&bank, FUN_DECLARED, name, NULL, 0, SORT_BOOL);
    term_t t = term_make(&bank, OP_APP, &fun, 1, SORT_BOOL);
    for (int i = 0; i < 30; i++) {
        term_t x = term_fresh_var(&bank, name, SORT_BOOL);
        t = term_make(&bank, OP_LET, (uint32_t[]){1, x, t, x}, 4, SORT_BOOL);
        t = term_make(&bank, OP_AND, (uint32_t[]){t, t}, 2, SORT_BOOL);
    }
    script_t script;
    script_init(&script, &bank);
    script_add(&script, CMD_ASSERT, (uint32_t[]){t, SYM_NONE}, 2, 0, 0);
    strbuf_t out;
    strbuf_init(&out, mem);
    print_script(&script, &(print_style_t){.indent = true, .share = true}, &out);
    assert_true(out.len < 4000);
    strbuf_done(&out);
    script_done(&script);
    bank_done(&bank);
}

static void test_every_allocation_fails(void **state) {
    assert_true(unit_fail_each(format_once, NULL, NULL) > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_fits_is_on_one_line),
        cmocka_unit_test(test_first_argument),
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_deep),
        cmocka_unit_test(test_huge_names),
        cmocka_unit_test(test_commands),
        cmocka_unit_test(test_datatypes),
        cmocka_unit_test(test_every_allocation_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
