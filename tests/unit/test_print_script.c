/* Properties of printing, on every script at hand: tests/accept, and the seeds and regressions of
 * ASSAY_SHARED (../shared) when they are there. What does not parse is left to the tests of the
 * parser. */
#include "unit.h"

#include "base/file.h"
#include "smt/print/print.h"
#include "smt/read/parse.h"

#include <string.h>

/* A script with a bank of its own. */
typedef struct doc {
    mem_t mem;
    bank_t bank;
    script_t script;
    bool ok;
} doc_t;

static void doc_init(doc_t *doc, const char *text, size_t len) {
    mem_init(&doc->mem);
    bank_init(&doc->bank, &doc->mem);
    script_init(&doc->script, &doc->bank);
    diag_list_t diags;
    diag_init(&diags, &doc->mem);
    doc->ok = parse_script(&doc->script, text, len, &diags);
    diag_done(&diags);
}

static void doc_done(doc_t *doc) {
    script_done(&doc->script);
    bank_done(&doc->bank);
    assert_int_equal(doc->mem.used, 0);
    mem_done(&doc->mem);
}

/* A text that outlives its doc. */
typedef struct text {
    char *data;
    size_t len;
} text_t;

static text_t doc_print(doc_t *doc, const print_style_t *style) {
    strbuf_t out;
    strbuf_init(&out, &doc->mem);
    print_script(&doc->script, style, &out);
    text_t text = {malloc(out.len + 1), out.len};
    assert_non_null(text.data);
    memcpy(text.data, strbuf_text(&out), out.len + 1);
    strbuf_done(&out);
    return text;
}

static void assert_same(const char *path, const char *what, text_t a, text_t b) {
    if (a.len == b.len && memcmp(a.data, b.data, a.len) == 0)
        return;
    size_t i = 0;
    while (i < a.len && i < b.len && a.data[i] == b.data[i])
        i++;
    size_t from = i < 200 ? 0 : i - 200;
    fail_msg("%s: %s differs at byte %zu:\n%.*s\n--- not\n%.*s", path, what, i,
             (int)(a.len - from < 400 ? a.len - from : 400), a.data + from,
             (int)(b.len - from < 400 ? b.len - from : 400), b.data + from);
}

/* Prints in the style, reads that and prints it in the styles again and then. */
static void check_again(const char *path, doc_t *doc, const print_style_t *style,
                        const print_style_t *then, text_t want, const char *what) {
    text_t once = doc_print(doc, style);
    doc_t again;
    doc_init(&again, once.data, once.len);
    if (!again.ok)
        fail_msg("%s: %s does not parse:\n%.*s", path, what, (int)once.len, once.data);
    assert_int_equal(script_count(&again.script), script_count(&doc->script));
    for (uint32_t i = 0; i < script_count(&doc->script); i++)
        assert_int_equal(script_kind(&again.script, i), script_kind(&doc->script, i));
    text_t twice = doc_print(&again, style);
    assert_same(path, what, once, twice);
    if (want.data != NULL) {
        text_t other = doc_print(&again, then);
        assert_same(path, what, want, other);
        free(other.data);
    }
    doc_done(&again);
    free(once.data);
    free(twice.data);
}

static bool check_file(mem_t *mem, const char *path) {
    file_text_t file;
    const char *error;
    assert_true(file_read(mem, path, &file, &error));
    doc_t doc;
    doc_init(&doc, file.data, file.len);
    file_release(mem, &file);
    bool ok = doc.ok;
    if (ok) {
        text_t none = {0};
        text_t raw = doc_print(&doc, NULL);
        uint32_t terms = bank_term_count(&doc.bank);
        check_again(path, &doc, NULL, NULL, none, "print");
        for (uint32_t width = 0; width <= 40; width += 40) {
            print_style_t indent = {.indent = true, .width = width};
            check_again(path, &doc, &indent, NULL, raw, "fmt");
        }
        check_again(path, &doc, &(print_style_t){.share = true}, NULL, none, "share");
        print_style_t both = {.share = true, .indent = true, .width = 60};
        check_again(path, &doc, &both, NULL, none, "share and fmt");
        assert_int_equal(bank_term_count(&doc.bank), terms);
        text_t after = doc_print(&doc, NULL);
        assert_same(path, "print after the other styles", raw, after);
        free(raw.data);
        free(after.data);
    }
    doc_done(&doc);
    return ok;
}

static void check_folder(const char *folder) {
    mem_t mem;
    mem_init(&mem);
    name_vec_t names = {0};
    const char *error;
    if (!file_is_dir(folder) || !file_walk(&mem, folder, ".smt2", &names, &error)) {
        print_message("no %s\n", folder);
        mem_done(&mem);
        skip();
    }
    uint32_t good = 0;
    for (uint32_t i = 0; i < names.len; i++)
        good += check_file(&mem, names.data[i]);
    print_message("%u of %u scripts in %s\n", good, names.len, folder);
    assert_true(good > 0);
    mem_done(&mem);
}

static void test_accept(void **state) {
    check_folder("tests/accept");
}

static void check_shared(const char *folder) {
    const char *shared = getenv("ASSAY_SHARED");
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", shared ? shared : "../shared", folder);
    check_folder(path);
}

static void test_seeds(void **state) {
    check_shared("seeds");
}

static void test_regress(void **state) {
    check_shared("regress");
}

/* Commands one by one give the same as all at once. */
static void test_in_pieces(void **state) {
    static const char text[] =
        "; a\n(declare-const p Bool)\n\n(assert (and p (not p)))  ; b\n; c\n(exit)";
    doc_t doc;
    doc_init(&doc, text, sizeof text - 1);
    assert_true(doc.ok);
    text_t whole = doc_print(&doc, &(print_style_t){.indent = true});
    assert_string_equal(whole.data,
                        "; a\n(declare-const p Bool)\n\n(assert (and p (not p)))  ; b\n; c\n"
                        "(exit)\n");
    printer_t printer;
    printer_init(&printer, &doc.bank, &(print_style_t){.indent = true});
    strbuf_t out;
    strbuf_t all;
    strbuf_init(&out, &doc.mem);
    strbuf_init(&all, &doc.mem);
    for (uint32_t i = 0; i < script_count(&doc.script); i++) {
        printer_command(&printer, &doc.script, i, &out);
        strbuf_add(&all, out.data, out.len);
        strbuf_clear(&out);
    }
    assert_string_equal(strbuf_text(&all), whole.data);
    printer_done(&printer);
    strbuf_done(&out);
    strbuf_done(&all);
    free(whole.data);
    doc_done(&doc);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_in_pieces),
        cmocka_unit_test(test_accept),
        cmocka_unit_test(test_regress),
        cmocka_unit_test(test_seeds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
