/* front.h - a bank, a script and diagnostics, and short ways to read text: for the tests of the
 * front end.
 *
 *     front_t f;
 *     front_init(&f);
 *     front_ok(&f, "(declare-const x Int)");
 *     front_rejects(&f, "(assert y)", "1:9: y is not declared\n");
 *     front_done(&f);
 */
#ifndef FRONT_H
#define FRONT_H

#include "unit.h"

#include "smt/print/print.h"
#include "smt/read/parse.h"

#include <string.h>
#include <sys/mman.h>

typedef struct front {
    mem_t mem;
    bank_t bank;
    script_t script;
    diag_list_t diags;
    strbuf_t out;
} front_t;

static inline void front_init(front_t *f) {
    mem_init(&f->mem);
    bank_init(&f->bank, &f->mem);
    script_init(&f->script, &f->bank);
    diag_init(&f->diags, &f->mem);
    strbuf_init(&f->out, &f->mem);
}

/* Nothing may be left over. */
static inline void front_done(front_t *f) {
    strbuf_done(&f->out);
    diag_done(&f->diags);
    script_done(&f->script);
    bank_done(&f->bank);
    assert_int_equal(f->mem.used, 0);
    mem_done(&f->mem);
}

/* Forgets the script and the errors, not the bank. */
static inline void front_clear(front_t *f) {
    diag_done(&f->diags);
    script_done(&f->script);
    script_init(&f->script, &f->bank);
    diag_init(&f->diags, &f->mem);
}

/* Parses a copy of the text that ends at the end of a page, with none after it: reading on is a
 * crash. (A sanitizer would miss what the C library reads.) */
static inline bool front_parse(front_t *f, const char *text, size_t len) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t size = (len / page + 1) * page;
    char *pages =
        mmap(NULL, size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(pages != MAP_FAILED);
    assert_int_equal(mprotect(pages + size, page, PROT_NONE), 0);
    char *copy = pages + size - len;
    if (len > 0)
        memcpy(copy, text, len);
    bool ok = parse_script(&f->script, copy, len, &f->diags);
    munmap(pages, size + page);
    return ok;
}

/* The part of a message that these tests care about: of "f takes Int; got Bool" they leave the
 * words about what f takes to tests/reject.expect, and look at "got Bool". */
static inline const char *front_brief(const char *message) {
    const char *got = strstr(message, "; got ");
    return got && strstr(message, " takes ") ? got + 2 : message;
}

/* All errors so far as "line:column: message" lines, brief. */
static inline const char *front_errors(front_t *f) {
    strbuf_clear(&f->out);
    for (uint32_t i = 0; i < f->diags.rows.len; i++) {
        const diag_t *diag = &f->diags.rows.data[i];
        strbuf_format(&f->out, "%u:%u: %s\n", diag->line, diag->column, front_brief(diag->message));
    }
    return strbuf_text(&f->out);
}

/* Forgets what was read before, parses, and expects no error. */
static inline void front_ok(front_t *f, const char *text) {
    front_clear(f);
    bool ok = front_parse(f, text, strlen(text));
    assert_string_equal(front_errors(f), "");
    assert_true(ok);
}

/* The same, and expects exactly these errors. */
static inline void front_rejects(front_t *f, const char *text, const char *errors) {
    front_clear(f);
    bool ok = front_parse(f, text, strlen(text));
    assert_string_equal(front_errors(f), errors);
    assert_false(ok);
}

/* The same, where only the places matter: "1:9 2:14". */
static inline void front_rejects_at(front_t *f, const char *text, const char *places) {
    front_clear(f);
    assert_false(front_parse(f, text, strlen(text)));
    strbuf_clear(&f->out);
    for (uint32_t i = 0; i < f->diags.rows.len; i++)
        strbuf_format(&f->out, "%s%u:%u", i > 0 ? " " : "", f->diags.rows.data[i].line,
                      f->diags.rows.data[i].column);
    if (strcmp(strbuf_text(&f->out), places) != 0)
        fail_msg("%s\nerrors at %s, expected at %s", text, strbuf_text(&f->out), places);
}

static inline sym_t front_sym(front_t *f, const char *text) {
    return symbol_make(&f->bank.symbols, text, strlen(text));
}

/* The words of command i, which must be of this kind and have this many. */
static inline const uint32_t *front_command(front_t *f, uint32_t i, cmd_t kind, uint32_t count) {
    assert_true(i < script_count(&f->script));
    assert_int_equal(script_kind(&f->script, i), kind);
    uint32_t have;
    const uint32_t *words = script_words(&f->script, i, &have);
    assert_int_equal(have, count);
    return words;
}

static inline const char *front_term(front_t *f, term_t term) {
    strbuf_clear(&f->out);
    print_term(&f->bank, term, &f->out);
    return strbuf_text(&f->out);
}

static inline const char *front_sort(front_t *f, sort_t sort) {
    strbuf_clear(&f->out);
    sort_print(&f->bank, sort, &f->out);
    return strbuf_text(&f->out);
}

/* After a release the bank is as it was at the mark, whatever happened in between: make adds
 * something at random, up to most times; dump tells all there is; check may look closer. */
static inline void front_check_release(uint64_t most, uint32_t (*make)(front_t *f, rng_t *rng),
                                       void (*dump)(front_t *f, strbuf_t *out),
                                       void (*check)(front_t *f, const bank_mark_t *mark)) {
    rng_t rng = rng_make(unit_seed());
    front_t f;
    front_init(&f);
    strbuf_t before;
    strbuf_t after;
    strbuf_init(&before, &f.mem);
    strbuf_init(&after, &f.mem);
    for (int round = 0; round < 60; round++) {
        for (uint64_t i = rng_below(&rng, 8); i > 0; i--)
            make(&f, &rng);
        bank_mark_t mark = bank_mark(&f.bank);
        dump(&f, &before);
        for (uint64_t i = rng_below(&rng, most); i > 0; i--)
            make(&f, &rng);
        bank_release(&f.bank, mark);
        dump(&f, &after);
        assert_string_equal(strbuf_text(&before), strbuf_text(&after));
        check(&f, &mark);
    }
    strbuf_done(&before);
    strbuf_done(&after);
    front_done(&f);
}

static inline fun_t front_fun(front_t *f, const char *name, const sort_t *params, uint32_t arity,
                              sort_t result) {
    return fun_make(&f->bank, FUN_DECLARED, front_sym(f, name), params, arity, result);
}

/* A constant of its own. */
static inline term_t front_const(front_t *f, const char *name, sort_t sort) {
    fun_t fun = front_fun(f, name, NULL, 0, sort);
    return term_make(&f->bank, OP_APP, &fun, 1, sort_canon(&f->bank, sort));
}

#endif
