/* print.h - from terms and scripts to text.
 *
 * Printing is faithful: what is printed parses back to the same thing. It runs without recursion,
 * whatever the depth, and appends to a buffer.
 *
 * A term is a DAG and its text is a tree: a term with much sharing can be small and its text too
 * large for any disk. The style "share" writes such a term with let, in size linear in the DAG.
 *
 *     print_script(&script, NULL, &out);                           // one line per command
 *
 *     printer_t printer;                                           // styled, and in pieces
 *     printer_init(&printer, &bank, &(print_style_t){.indent = true});
 *     for (uint32_t i = 0; i < script_count(&script); i++) {
 *         printer_command(&printer, &script, i, &out);
 *         if (out.len > 1 << 20) ...                               // write it out, strbuf_clear
 *     }
 *     printer_done(&printer);
 *
 * The style of indented text:
 *   - what fits into the width stands on one line; what does not is broken outermost first
 *   - an argument on a line of its own is two columns right of the '(' it belongs to, but never
 *     right of column PRINT_DEEPEST, so that a deep term does not give a quadratic text
 *   - an argument follows its head on the same line when it fits there and is a leaf or does not
 *     play the same part as the ones after it (ite, store; not and, +)
 *   - empty lines between commands are kept, one where there were many
 * Where lines break depends on the terms alone, so formatting a formatted text changes nothing. */
#ifndef SMT_PRINT_H
#define SMT_PRINT_H

#include "smt/term/print_name.h"
#include "smt/term/script.h"
#include "smt/walk/reach.h"

enum { PRINT_WIDTH = 100, PRINT_DEEPEST = 40 };

typedef struct print_style {
    bool indent;    /* break lines and indent, as assay fmt does */
    uint32_t width; /* columns to stay within when indenting, below 60000; 0 is PRINT_WIDTH */
    bool share;     /* bind subterms that occur more than once with let */
} print_style_t;

/* On one line. */
void print_term(const bank_t *bank, term_t term, strbuf_t *out);

/* Where a subterm stands in a text: bytes [start, end), counted from where the term begins. */
typedef struct print_span {
    term_t term;
    uint32_t start;
    uint32_t end;
} print_span_t;

typedef VEC(print_span_t) print_span_vec_t;

/* As print_term, and appends the spans of all occurrences of subterms, parents first and in the
 * order of the text. Terms inside patterns have none: they are not positions. A text of 4 GB or
 * more is an allocation failure. */
void print_term_spans(const bank_t *bank, term_t term, strbuf_t *out, mem_t *mem,
                      print_span_vec_t *spans);

/* One command on one line, without a newline. */
void print_command(const script_t *script, uint32_t i, strbuf_t *out);

/* All commands, each ended by a newline. style may be NULL: one line per command. */
void print_script(const script_t *script, const print_style_t *style, strbuf_t *out);

/* --- command by command, in a style --- */

/* Keeps the widths of terms between commands. While it lives, terms may be made but not released:
 * it knows them by their ids. Printing with share makes terms and symbols in the bank, and releases
 * them again before it returns. */
typedef struct printer {
    bank_t *bank;
    print_style_t style;
    VEC(uint16_t) widths; /* by term: bytes on one line, at most UINT16_MAX */
    strbuf_t scratch;
    u32_vec_t terms;     /* those of the command in work, shared when the style says so */
    size_t line;         /* where the current line starts in the output */
    reach_t reach;       /* of the term that is being shared */
    uint32_t share_base; /* names _s0, _s1, ... below this number are in use */
    uint32_t share_next; /* as share_base, counting the names made for the command in work */
} printer_t;

/* style may be NULL: one line per command. */
void printer_init(printer_t *printer, bank_t *bank, const print_style_t *style);
void printer_done(printer_t *printer);

/* Command i with the empty line before it and the newline after it. A comment that trails a command
 * stands on its line; so commands are to be printed in order, from 0. */
void printer_command(printer_t *printer, const script_t *script, uint32_t i, strbuf_t *out);

#endif
