/* symbol.h - names and literal texts, interned to 32-bit ids.
 *
 * |x| and x are the same symbol: the text is kept without bars, and a symbol remembers whether it
 * needs them when it is printed. Literals and verbatim texts are interned here too, so that a node
 * holds nothing but 32-bit words.
 *
 * Symbols below BUILTIN count are the names of the operator table, in its order (see op.h). */
#ifndef SMT_SYMBOL_H
#define SMT_SYMBOL_H

#include "base/arena.h"
#include "base/index.h"
#include "base/vec.h"

typedef uint32_t sym_t;

#define SYM_NONE UINT32_MAX

typedef struct symbol {
    const char *text; /* NUL-terminated; may hold any bytes but '|' and '\\' when it is a name */
    uint64_t prefix;  /* the first 8 bytes, with zeros after the end: tells short texts apart */
    uint32_t len;
    bool bare; /* prints without bars */
} symbol_t;

typedef struct symbols {
    mem_t *mem;
    arena_t texts;
    VEC(symbol_t) rows;
    index_t index;
} symbols_t;

typedef struct symbols_mark {
    uint32_t len;
    arena_mark_t texts;
} symbols_mark_t;

void symbols_init(symbols_t *symbols, mem_t *mem);
void symbols_done(symbols_t *symbols);

sym_t symbol_make(symbols_t *symbols, const char *text, size_t len);

/* SYM_NONE when there is no such symbol yet. */
sym_t symbol_find(const symbols_t *symbols, const char *text, size_t len);

/* base when it is not in use, else base!0, base!1, ...: a symbol that did not exist before. */
sym_t symbol_fresh(symbols_t *symbols, const char *base);

static inline const symbol_t *symbol_row(const symbols_t *symbols, sym_t sym) {
    return &symbols->rows.data[sym];
}

static inline const char *symbol_text(const symbols_t *symbols, sym_t sym) {
    return symbols->rows.data[sym].text;
}

symbols_mark_t symbols_mark(const symbols_t *symbols);
void symbols_release(symbols_t *symbols, symbols_mark_t mark);

/* The reserved words of the standard, names of commands included: never names unless quoted. */
bool symbol_reserved(const char *text, size_t len);

#endif
