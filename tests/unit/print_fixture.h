/* print_fixture.h - script_fixture.h and short ways to make terms without reading: for the tests of
 * the printer. */
#ifndef PRINT_FIXTURE_H
#define PRINT_FIXTURE_H

#include "make_node.h"
#include "script_fixture.h"

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

/* An operator without indices, of sort Bool: op(f, OP_AND, 2, p, q). */
#define op(f, code, ...) make_node(&(f)->bank, code, SORT_BOOL, __VA_ARGS__)

/* f->out becomes the text of a script that asserts the term. */
static inline void print_assert(fixture_t *f, term_t term, const print_style_t *style) {
    script_t script;
    script_init(&script, &f->bank);
    script_add(&script, CMD_ASSERT, (uint32_t[]){term, SYM_NONE}, 2, 0, 0);
    strbuf_clear(&f->out);
    print_script(&script, style, &f->out);
    script_done(&script);
}

#endif
