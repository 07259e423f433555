/* Properties of positions, substitution, renaming and pruning on real scripts: the files below
 * ASSAY_SHARED (../shared), when they are there. */
#include "move_fixture.h"
#include "script_fixture.h"

#include "base/file.h"
#include "smt/edit/logic.h"
#include "smt/edit/prune.h"
#include "smt/edit/rename.h"
#include "smt/edit/subst.h"
#include "smt/walk/parts.h"

/* Runs check on every script that can be read. */
static void for_each_script(const char *folder,
                            void (*check)(fixture_t *f, rng_t *rng, const char *name)) {
    const char *shared = getenv("ASSAY_SHARED");
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", shared ? shared : "../shared", folder);
    if (!file_is_dir(path))
        skip();
    rng_t rng = rng_make(unit_seed());
    mem_t mem;
    mem_init(&mem);
    name_vec_t names = {0};
    const char *error;
    assert_true(file_walk(&mem, path, ".smt2", &names, &error));
    for (uint32_t i = 0; i < names.len; i++) {
        fixture_t f;
        fixture_init(&f);
        file_text_t text;
        assert_true(file_read(&mem, names.data[i], &text, &error));
        diag_list_t diags;
        diag_init(&diags, &f.mem);
        bool ok = parse_script(&f.script, text.data, text.len, &diags);
        diag_done(&diags);
        file_release(&mem, &text);
        if (ok)
            check(&f, &rng, names.data[i]);
        fixture_done(&f);
        mem_free(&mem, names.data[i]);
    }
    vec_free(&mem, &names);
    mem_done(&mem);
}

static char *copy_text(fixture_t *f, const script_t *script) {
    const char *text = script_text(f, script);
    char *copy = mem_alloc(&f->mem, strlen(text) + 1);
    memcpy(copy, text, strlen(text) + 1);
    return copy;
}

static void assert_readable(fixture_t *f, const script_t *script, const char *name) {
    char *text = copy_text(f, script);
    script_t again;
    script_init(&again, &f->bank);
    if (!try_parse(f, &again, text, strlen(text)))
        fail_msg("%s:\n%s", name, text);
    script_done(&again);
    mem_free(&f->mem, text);
}

/* --- renaming and pruning --- */

static char *canonical(fixture_t *f, rename_t *rename, const script_t *script) {
    script_t out;
    script_init(&out, &f->bank);
    rename_all(rename, &out, script, NULL);
    char *text = copy_text(f, &out);
    script_done(&out);
    return text;
}

/* With a suffix on all names, a script has the same canonical form, and needs the same logic. */
static void check_renaming(fixture_t *f, rng_t *rng, const char *name) {
    rename_t rename;
    rename_init(&rename, &f->bank);
    script_t apart;
    script_init(&apart, &f->bank);
    rename_suffix(&rename, &apart, &f->script, "!b");
    assert_readable(f, &apart, name);
    char *before = canonical(f, &rename, &f->script);
    char *after = canonical(f, &rename, &apart);
    if (strcmp(before, after) != 0)
        fail_msg("%s\n--- before\n%s\n--- after\n%s", name, before, after);
    assert_int_equal(logic_infer(&apart), logic_infer(&f->script));
    mem_free(&f->mem, before);
    mem_free(&f->mem, after);
    script_done(&apart);
    rename_done(&rename);
    prune_script(&f->script, PRUNE_DECLARATIONS);
    assert_readable(f, &f->script, name);
}

static void test_renaming(void **state) {
    for_each_script("seeds", check_renaming);
}

static void test_renaming_odd(void **state) {
    for_each_script("regress", check_renaming);
}

/* --- positions --- */

/* The text of a mutant is the text of its original with one span replaced. */
static void check_span(fixture_t *f, mover_t *mover, term_t by) {
    position_t *at = &mover->at;
    term_t root = position_root(at);
    print_span_vec_t spans = {0};
    strbuf_t before;
    strbuf_t expected;
    strbuf_init(&before, &f->mem);
    strbuf_init(&expected, &f->mem);
    print_term_spans(&f->bank, root, &before, &f->mem, &spans);
    assert_int_equal(positions_count(&mover->all, root), spans.len);
    print_span_t span = spans.data[mover->k];
    assert_int_equal(span.term, position_term(at));
    strbuf_add(&expected, before.data, span.start);
    print_term(&f->bank, by, &expected);
    strbuf_add(&expected, before.data + span.end, before.len - span.end);
    assert_term(f, position_replace(at, by), strbuf_text(&expected));
    strbuf_done(&before);
    strbuf_done(&expected);
    vec_free(&f->mem, &spans);
}

/* Whether the position is, or is below, a term with a :named attribute. */
static bool is_named(const position_t *at) {
    for (uint32_t i = 0; i < at->terms.len; i++) {
        parts_names_t names = parts_names_start(at->bank, at->terms.data[i]);
        while (term_op(at->bank, at->terms.data[i]) == OP_ANNOT && parts_names_next(&names))
            if (names.fun != FUN_NONE)
                return true;
    }
    return false;
}

/* Replaces at random positions by terms that may stand there. */
static void mutate(fixture_t *f, rng_t *rng, uint32_t *assertion) {
    mover_t mover;
    mover_init(&mover, &f->bank);
    for (uint32_t i = 0; i < 8; i++) {
        term_t by;
        if (positions_count(&mover.all, *assertion) > 20000)
            break;
        if (!mover_draw(&mover, rng, *assertion, &by) || is_named(&mover.at) ||
            term_flags(&f->bank, by) & TERM_HAS_ANNOT)
            continue;
        check_span(f, &mover, by);
        *assertion = position_root(&mover.at);
    }
    mover_done(&mover);
}

/* Mutants are well-sorted scripts; without lets they mean the same and are readable too. */
static void check_mutants(fixture_t *f, rng_t *rng, const char *name) {
    for (uint32_t i = 0; i < script_count(&f->script); i++) {
        uint32_t count;
        if (script_kind(&f->script, i) == CMD_ASSERT)
            mutate(f, rng, script_words(&f->script, i, &count));
    }
    assert_readable(f, &f->script, name);
    positions_t all;
    positions_init(&all, &f->bank);
    for (uint32_t i = 0; i < script_count(&f->script); i++) {
        uint32_t count;
        if (script_kind(&f->script, i) != CMD_ASSERT)
            continue;
        uint32_t *words = script_words(&f->script, i, &count);
        term_t expanded = subst_expand_lets(&f->bank, words[0], 100000);
        if (expanded == TERM_NONE)
            continue;
        assert_false(term_flags(&f->bank, expanded) & TERM_HAS_LET);
        if (!(term_flags(&f->bank, expanded) & TERM_HAS_ANNOT) &&
            positions_count(&all, expanded) < 20000)
            words[0] = expanded;
    }
    positions_done(&all);
    assert_readable(f, &f->script, name);
}

static void test_mutants(void **state) {
    for_each_script("seeds", check_mutants);
}

static void test_mutants_odd(void **state) {
    for_each_script("regress", check_mutants);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_renaming),
        cmocka_unit_test(test_renaming_odd),
        cmocka_unit_test(test_mutants),
        cmocka_unit_test(test_mutants_odd),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
