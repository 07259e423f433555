/* script_fixture.h - scripts and terms from text, and back: for the tests of what works on terms.
 */
#ifndef SCRIPT_FIXTURE_H
#define SCRIPT_FIXTURE_H

#include "unit.h"

#include "smt/print/print.h"
#include "smt/read/parse.h"

#include <string.h>

typedef struct fixture {
    mem_t mem;
    bank_t bank;
    script_t script; /* what read() read */
    strbuf_t out;
} fixture_t;

static inline void fixture_init(fixture_t *f) {
    mem_init(&f->mem);
    bank_init(&f->bank, &f->mem);
    script_init(&f->script, &f->bank);
    strbuf_init(&f->out, &f->mem);
}

/* Nothing may be left over. */
static inline void fixture_done(fixture_t *f) {
    strbuf_done(&f->out);
    script_done(&f->script);
    bank_done(&f->bank);
    assert_int_equal(f->mem.used, 0);
    mem_done(&f->mem);
}

/* Appends text to script; false when it has errors, which are shown. */
static inline bool try_parse(fixture_t *f, script_t *script, const char *text, size_t len) {
    diag_list_t diags;
    diag_init(&diags, &f->mem);
    bool ok = parse_script(script, text, len, &diags);
    for (uint32_t i = 0; i < diags.rows.len; i++)
        print_message("%u:%u: %s\n", diags.rows.data[i].line, diags.rows.data[i].column,
                      diags.rows.data[i].message);
    diag_done(&diags);
    return ok;
}

static inline void parse_into(fixture_t *f, script_t *script, const char *text) {
    assert_true(try_parse(f, script, text, strlen(text)));
}

/* f->script becomes this one. */
static inline void parse(fixture_t *f, const char *text) {
    script_done(&f->script);
    script_init(&f->script, &f->bank);
    parse_into(f, &f->script, text);
}

/* The n-th assertion of f->script. */
static inline term_t assertion(const fixture_t *f, uint32_t n) {
    for (uint32_t i = 0; i < script_count(&f->script); i++) {
        uint32_t count;
        if (script_kind(&f->script, i) == CMD_ASSERT && n-- == 0)
            return script_words(&f->script, i, &count)[0];
    }
    fail();
    return TERM_NONE;
}

/* The newest fun of this name. */
static inline fun_t fun_called(const fixture_t *f, const char *name) {
    for (uint32_t i = f->bank.funs.len; i-- > 0;)
        if (strcmp(symbol_text(&f->bank.symbols, fun_row(&f->bank, i)->name), name) == 0)
            return i;
    fail();
    return FUN_NONE;
}

/* The newest sort declaration of this name. */
static inline sortdecl_t sort_called(const fixture_t *f, const char *name) {
    for (uint32_t i = f->bank.sortdecls.len; i-- > 0;)
        if (strcmp(symbol_text(&f->bank.symbols, sortdecl_row(&f->bank, i)->name), name) == 0)
            return i;
    fail();
    return 0;
}

static inline const char *term_text(fixture_t *f, term_t term) {
    strbuf_clear(&f->out);
    print_term(&f->bank, term, &f->out);
    return strbuf_text(&f->out);
}

static inline const char *script_text(fixture_t *f, const script_t *script) {
    strbuf_clear(&f->out);
    print_script(script, NULL, &f->out);
    return strbuf_text(&f->out);
}

/* A script in memory of the caller's, for work under unit_fail_each. */
typedef struct bare_script {
    bank_t bank;
    script_t script;
    diag_list_t diags;
} bare_script_t;

static inline void bare_script_init(bare_script_t *bare, mem_t *mem) {
    bank_init(&bare->bank, mem);
    script_init(&bare->script, &bare->bank);
    diag_init(&bare->diags, mem);
}

/* The parser catches failures; here they go on. */
static inline void bare_script_parse(bare_script_t *bare, const char *text) {
    if (!parse_script(&bare->script, text, strlen(text), &bare->diags))
        mem_fail(bare->bank.mem);
}

#define assert_term(f, term, text) assert_string_equal(term_text(f, term), text)
#define assert_script(f, script, text) assert_string_equal(script_text(f, script), text)

#endif
