#include "smt/print/print_priv.h"

#include "base/bug.h"

/* --- widths --- */

/* What a node adds to its children, through a pen on one line. */
static uint32_t form_width(printer_t *printer, term_t term) {
    pen_t pen = {.bank = printer->bank, .out = &printer->scratch};
    strbuf_clear(&printer->scratch);
    form_t form = form_start(term);
    while (form_next(&pen, &form) != TERM_NONE)
        if (printer->scratch.len > UINT16_MAX)
            return UINT16_MAX;
    return printer->scratch.len < UINT16_MAX ? (uint32_t)printer->scratch.len : UINT16_MAX;
}

static uint32_t symbol_width(const bank_t *bank, sym_t sym) {
    const symbol_t *row = symbol_row(&bank->symbols, sym);
    uint32_t len = row->bare ? row->len : row->len + 2;
    return row->len < UINT16_MAX ? len : UINT16_MAX;
}

/* A node without its children, but with the spaces before them. */
static uint32_t own_width(printer_t *printer, term_t term, uint32_t children) {
    const bank_t *bank = printer->bank;
    uint32_t count;
    const uint32_t *words = term_words(bank, term, &count);
    uint32_t more = children == 0 ? 0 : 2;
    op_t op = term_op(bank, term);
    switch (print_node_kind(op)) {
    case NODE_TEXT:
    case NODE_VAR:
        return symbol_width(bank, words[0]);
    case NODE_APP:
        more += symbol_width(bank, fun_row(bank, words[0])->name);
        break;
    case NODE_PLAIN:
        more += symbol_width(bank, op_symbol(bank, term_opcode(bank, term)));
        break;
    case NODE_LITERAL:
    case NODE_HEAD:
    case NODE_BAD:
        if (children == 0) {
            strbuf_clear(&printer->scratch);
            print_term(bank, term, &printer->scratch);
            size_t len = printer->scratch.len;
            return len < UINT16_MAX ? (uint32_t)len : UINT16_MAX;
        }
        return form_width(printer, term);
    case NODE_LET:
    case NODE_FORM:
        return form_width(printer, term);
    }
    return children < UINT16_MAX - more ? more + children : UINT16_MAX;
}

/* The width of a term on one line, at most UINT16_MAX. */
static uint32_t flat_width(printer_t *printer, term_t term) {
    assert(term < bank_term_count(printer->bank));
    while (printer->widths.len <= term) {
        term_t next = printer->widths.len;
        uint32_t count;
        const term_t *children = term_children(printer->bank, next, &count);
        uint32_t sum = own_width(printer, next, count);
        for (uint32_t i = 0; i < count && sum < UINT16_MAX; i++)
            sum += printer->widths.data[children[i]];
        *vec_push(printer->bank->mem, &printer->widths) =
            (uint16_t)(sum < UINT16_MAX ? sum : UINT16_MAX);
    }
    return printer->widths.data[term];
}

/* --- the pen --- */

static uint32_t here(const pen_t *pen) {
    size_t column = pen->out->len - pen->printer->line;
    return column < UINT16_MAX ? (uint32_t)column : UINT16_MAX;
}

static bool fits(const pen_t *pen, uint32_t more) {
    return here(pen) + more <= pen->printer->style.width;
}

static void new_line(pen_t *pen, uint32_t column) {
    strbuf_char(pen->out, '\n');
    pen->printer->line = pen->out->len;
    strbuf_fill(pen->out, ' ', column < PRINT_DEEPEST ? column : PRINT_DEEPEST);
}

void pen_break(pen_t *pen, uint32_t offset) {
    if (pen->printer == NULL)
        strbuf_char(pen->out, ' ');
    else
        new_line(pen, pen->column + offset);
}

void pen_hug(pen_t *pen, term_t term, uint32_t offset, uint32_t after) {
    if (pen->printer == NULL || fits(pen, 1 + flat_width(pen->printer, term) + after))
        strbuf_char(pen->out, ' ');
    else
        new_line(pen, pen->column + offset);
}

static void add_items(pen_t *pen, const uint32_t *items, uint32_t count, uint32_t after,
                      pen_item_t *item) {
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0)
            pen_break(pen, 0);
        pen->after = i + 1 == count ? after : 0;
        item(pen, items, i);
    }
}

void pen_list(pen_t *pen, const uint32_t *items, uint32_t count, uint32_t after, pen_item_t *item) {
    pen_t inner = *pen;
    size_t start = pen->out->len;
    inner.printer = NULL;
    add_items(&inner, items, count, after, item);
    if (pen->printer == NULL || fits(pen, after))
        return;
    pen->out->len = start;
    inner.printer = pen->printer;
    inner.column = here(pen);
    add_items(&inner, items, count, after, item);
}

/* --- terms in broken lines --- */

typedef struct fmt_frame {
    form_t form;
    uint32_t column;
    uint32_t after;
} fmt_frame_t;

/* What does not fit where it is gets a frame and is written piece by piece; what fits is written by
 * the fast loop. A leaf has no pieces. */
static bool is_broken(const pen_t *pen, term_t term, uint32_t after) {
    if (pen->printer == NULL || fits(pen, flat_width(pen->printer, term) + after))
        return false;
    uint32_t count;
    term_children(pen->bank, term, &count);
    return count > 0;
}

void pen_term(pen_t *pen, term_t term, uint32_t after) {
    if (!is_broken(pen, term, after)) {
        print_term(pen->bank, term, pen->out);
        return;
    }
    mem_t *mem = pen->out->mem;
    pen_t inner = *pen;
    VEC(fmt_frame_t) stack = {0};
    *vec_push(mem, &stack) =
        (fmt_frame_t){.form = form_start(term), .column = here(pen), .after = after};
    while (stack.len > 0) {
        fmt_frame_t *top = &vec_last(&stack);
        inner.column = top->column;
        inner.after = top->after;
        term_t child = form_next(&inner, &top->form);
        uint32_t after_child = top->form.after;
        if (child == TERM_NONE)
            stack.len--;
        else if (is_broken(&inner, child, after_child))
            *vec_push(mem, &stack) = (fmt_frame_t){
                .form = form_start(child), .column = here(&inner), .after = after_child};
        else
            print_term(pen->bank, child, pen->out);
    }
    vec_free(mem, &stack);
}

/* --- the printer --- */

void printer_init(printer_t *printer, bank_t *bank, const print_style_t *style) {
    *printer = (printer_t){.bank = bank};
    if (style != NULL)
        printer->style = *style;
    if (printer->style.width == 0)
        printer->style.width = PRINT_WIDTH;
    assert(printer->style.width < 60000);
    strbuf_init(&printer->scratch, bank->mem);
    reach_init(&printer->reach, bank);
}

void printer_done(printer_t *printer) {
    vec_free(printer->bank->mem, &printer->widths);
    vec_free(printer->bank->mem, &printer->terms);
    strbuf_done(&printer->scratch);
    reach_done(&printer->reach);
}

/* Replaces the terms in work by shared ones. */
static void share_terms(printer_t *printer) {
    share_start(printer);
    for (uint32_t i = 0; i < printer->terms.len; i++)
        printer->terms.data[i] = share_term(printer, printer->terms.data[i]);
}

/* Forgets the terms that sharing made. */
static void unshare(printer_t *printer, bank_mark_t mark) {
    bank_release(printer->bank, mark);
    if (printer->widths.len > bank_term_count(printer->bank))
        printer->widths.len = bank_term_count(printer->bank);
}

/* Whether the terms in work may fit on one line. */
static bool maybe_short(printer_t *printer) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < printer->terms.len && sum <= printer->style.width; i++)
        sum += flat_width(printer, printer->terms.data[i]);
    return sum <= printer->style.width;
}

static void add_command(printer_t *printer, const script_t *script, uint32_t i, strbuf_t *out) {
    pen_t pen = {.bank = printer->bank, .out = out, .terms = printer->terms.data};
    size_t start = out->len;
    if (!printer->style.indent || maybe_short(printer)) {
        pen_command(&pen, script, i);
        if (!printer->style.indent || out->len - start <= printer->style.width)
            return;
        out->len = start;
    }
    printer->line = start;
    pen.printer = printer;
    pen.terms = printer->terms.data;
    pen_command(&pen, script, i);
}

/* A comment goes on the line of the command before it, unless there is none or it is a comment. */
static bool trails(const script_t *script, uint32_t i) {
    return i > 0 && i < script_count(script) && script_kind(script, i) == CMD_COMMENT &&
           (script->commands.data[i].flags & COMMAND_TRAILING) != 0 &&
           script_kind(script, i - 1) != CMD_COMMENT;
}

/* In broken lines, or with let. */
static void add_styled(printer_t *printer, const script_t *script, uint32_t i, strbuf_t *out) {
    bank_t *bank = printer->bank;
    printer->terms.len = 0;
    command_terms(script, i, bank->mem, &printer->terms);
    bank_mark_t mark = bank_mark(bank);
    if (printer->style.share)
        share_terms(printer);
    add_command(printer, script, i, out);
    if (printer->style.share)
        unshare(printer, mark);
}

void printer_command(printer_t *printer, const script_t *script, uint32_t i, strbuf_t *out) {
    assert(script->bank == printer->bank);
    if (trails(script, i))
        strbuf_str(out, "  ");
    else if (printer->style.indent && i > 0 &&
             (script->commands.data[i].flags & COMMAND_BLANK) != 0)
        strbuf_char(out, '\n');
    if (printer->style.indent || printer->style.share)
        add_styled(printer, script, i, out);
    else
        print_command(script, i, out);
    if (!trails(script, i + 1))
        strbuf_char(out, '\n');
}

void print_script(const script_t *script, const print_style_t *style, strbuf_t *out) {
    printer_t printer;
    printer_init(&printer, script->bank, style);
    for (uint32_t i = 0; i < script_count(script); i++)
        printer_command(&printer, script, i, out);
    printer_done(&printer);
}
