#include "smt/term/symbol.h"

#include "base/bug.h"
#include "base/chars.h"
#include "base/hash.h"

#include <stdio.h>
#include <string.h>

void symbols_init(symbols_t *symbols, mem_t *mem) {
    *symbols = (symbols_t){.mem = mem};
    arena_init(&symbols->texts, mem);
    index_init(mem, &symbols->index);
}

void symbols_done(symbols_t *symbols) {
    arena_done(&symbols->texts);
    vec_free(symbols->mem, &symbols->rows);
    index_done(symbols->mem, &symbols->index);
}

bool symbol_reserved(const char *text, size_t len) {
#define WORD(text)                                                                                 \
    { text, sizeof(text) - 1 }
    static const struct {
        const char *text;
        size_t len;
    } words[] = {
        WORD("!"),       WORD("_"),      WORD("as"),          WORD("BINARY"), WORD("DECIMAL"),
        WORD("exists"),  WORD("forall"), WORD("HEXADECIMAL"), WORD("let"),    WORD("match"),
        WORD("NUMERAL"), WORD("par"),    WORD("STRING"),
#define CMD(id, name, shape, doc) WORD(name),
#include "smt/term/commands.def"
    };
#undef WORD
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].len == len && len > 0 && memcmp(words[i].text, text, len) == 0)
            return true;
    return false;
}

/* Whether the text reads back as this symbol without bars. */
static bool is_bare(const char *text, size_t len) {
    if (len == 0)
        return false;
    const char *digit = text + (len > 1 && text[0] == '-'); /* -5 is a number to z3 */
    if (chars_is_digit((unsigned char)*digit))
        return false;
    for (size_t i = 0; i < len; i++)
        if (!chars_is_symbol((unsigned char)text[i]))
            return false;
    return !symbol_reserved(text, len);
}

static uint64_t prefix_of(const char *text, size_t len) {
    uint64_t prefix = 0;
    if (len >= 8) {
        memcpy(&prefix, text, 8);
        return prefix;
    }
    /* In pieces of fixed size, which the compiler turns into moves. */
    size_t done = 0;
    if (len & 4) {
        memcpy(&prefix, text, 4);
        done = 4;
    }
    uint32_t tail = 0;
    if (len & 2) {
        memcpy(&tail, text + done, 2);
        prefix |= (uint64_t)tail << 8 * done;
        done += 2;
    }
    if (len & 1)
        prefix |= (uint64_t)(unsigned char)text[done] << 8 * done;
    return prefix;
}

/* Most names are short, and their prefix is all there is of them. */
static uint32_t hash_text(const char *text, size_t len, uint64_t prefix) {
    if (len > 8)
        return (uint32_t)hash_bytes(text, len);
    uint64_t hash = hash_word(hash_start((uint32_t)len), (uint32_t)prefix);
    return hash_finish(hash_word(hash, (uint32_t)(prefix >> 32)));
}

static sym_t lookup(const symbols_t *symbols, const char *text, size_t len, uint64_t prefix,
                    index_cursor_t *cursor) {
    *cursor = index_find(&symbols->index, hash_text(text, len, prefix));
    for (;;) {
        uint32_t id = index_next(&symbols->index, cursor);
        if (id == INDEX_NONE)
            return SYM_NONE;
        const symbol_t *row = symbol_row(symbols, id);
        if (row->prefix == prefix && row->len == len &&
            (len <= 8 || memcmp(row->text + 8, text + 8, len - 8) == 0))
            return id;
    }
}

sym_t symbol_make(symbols_t *symbols, const char *text, size_t len) {
    index_cursor_t cursor;
    uint64_t prefix = prefix_of(text, len);
    sym_t sym = lookup(symbols, text, len, prefix, &cursor);
    if (sym != SYM_NONE)
        return sym;
    if (len >= UINT32_MAX)
        mem_fail(symbols->mem);
    sym = symbols->rows.len;
    const char *copy = arena_copy(&symbols->texts, text, len);
    vec_reserve(symbols->mem, &symbols->rows, (uint64_t)sym + 1); /* before the index knows sym */
    index_add(symbols->mem, &symbols->index, cursor, sym);
    *vec_push(symbols->mem, &symbols->rows) = (symbol_t){
        .text = copy, .prefix = prefix, .len = (uint32_t)len, .bare = is_bare(text, len)};
    return sym;
}

sym_t symbol_find(const symbols_t *symbols, const char *text, size_t len) {
    index_cursor_t cursor;
    return lookup(symbols, text, len, prefix_of(text, len), &cursor);
}

sym_t symbol_fresh(symbols_t *symbols, const char *base) {
    size_t len = strlen(base);
    if (symbol_find(symbols, base, len) == SYM_NONE)
        return symbol_make(symbols, base, len);
    char *text = mem_alloc(symbols->mem, len + 16);
    memcpy(text, base, len);
    sym_t sym = SYM_NONE;
    for (uint32_t i = 0; sym == SYM_NONE; i++) {
        size_t full = len + (size_t)snprintf(text + len, 16, "!%u", i);
        if (symbol_find(symbols, text, full) == SYM_NONE)
            sym = symbol_make(symbols, text, full);
    }
    mem_free(symbols->mem, text);
    return sym;
}

symbols_mark_t symbols_mark(const symbols_t *symbols) {
    return (symbols_mark_t){symbols->rows.len, arena_mark(&symbols->texts)};
}

void symbols_release(symbols_t *symbols, symbols_mark_t mark) {
    assert(mark.len <= symbols->rows.len);
    while (symbols->rows.len > mark.len) {
        symbol_t row = vec_pop(&symbols->rows);
        index_drop(&symbols->index, hash_text(row.text, row.len, row.prefix), symbols->rows.len);
    }
    arena_release(&symbols->texts, mark.texts);
}
