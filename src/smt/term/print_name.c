#include "smt/term/print_name.h"

static void add_symbol(const symbol_t *row, strbuf_t *out) {
    if (!row->bare)
        strbuf_char(out, '|');
    strbuf_add(out, row->text, row->len);
    if (!row->bare)
        strbuf_char(out, '|');
}

void print_symbol(const bank_t *bank, sym_t sym, strbuf_t *out) {
    add_symbol(symbol_row(&bank->symbols, sym), out);
}

void print_text(const bank_t *bank, sym_t sym, strbuf_t *out) {
    const symbol_t *row = symbol_row(&bank->symbols, sym);
    strbuf_add(out, row->text, row->len);
}

void print_index(const bank_t *bank, uint32_t index, strbuf_t *out) {
    if (index >> 31 != 0)
        print_text(bank, index & ~(UINT32_C(1) << 31), out);
    else
        strbuf_uint(out, index);
}
