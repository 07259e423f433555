/* print_fixture.h - a bank, a script and a buffer, and short ways to make terms: for the tests of
 * the printer. */
#ifndef PRINT_FIXTURE_H
#define PRINT_FIXTURE_H

#include "unit.h"

#include "smt/print.h"

#include <string.h>

typedef struct fixture {
    mem_t mem;
    bank_t bank;
    script_t script;
    strbuf_t out;
    term_t term;
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

static inline sym_t sym(fixture_t *f, const char *text) {
    return symbol_make(&f->bank.symbols, text, strlen(text));
}

/* A new declaration each time. */
static inline term_t constant(fixture_t *f, const char *name, sort_t sort) {
    fun_t fun = fun_make(&f->bank, FUN_DECLARED, sym(f, name), NULL, 0, sort);
    return term_make(&f->bank, OP_APP, &fun, 1, sort);
}

static inline term_t literal(fixture_t *f, op_t kind, const char *text, sort_t sort) {
    return term_literal(&f->bank, kind, sym(f, text), sort);
}

/* An operator without indices, of sort Bool. */
static inline term_t op(fixture_t *f, op_t code, uint32_t count, ...) {
    uint32_t words[8];
    va_list args;
    va_start(args, count);
    for (uint32_t i = 0; i < count && i < 8; i++)
        words[i] = va_arg(args, uint32_t);
    va_end(args);
    return term_make(&f->bank, (opcode_t)code, words, count, SORT_BOOL);
}

static inline void assert_term(fixture_t *f, term_t term, const char *text) {
    strbuf_clear(&f->out);
    print_term(&f->bank, term, &f->out);
    assert_string_equal(strbuf_text(&f->out), text);
}

#endif
