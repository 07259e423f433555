/* print_priv.h - what the files of the printer share.
 *
 *   print.c       terms on one line: the fast loop
 *   print_form.c  nodes with a syntax of their own: let, quantifiers, match, annotations
 *   print_cmd.c   commands
 *   fmt.c         broken lines
 *   share.c       let for subterms that occur more than once
 *
 * A pen writes both kinds of text. Syntax is written down once, in print_form.c and print_cmd.c,
 * with the places where a line may break; a pen on one line makes spaces of them. */
#ifndef SMT_PRINT_PRIV_H
#define SMT_PRINT_PRIV_H

#include "smt/print/print.h"

typedef struct pen {
    const bank_t *bank;
    strbuf_t *out;
    printer_t *printer;  /* NULL: everything on one line */
    uint32_t column;     /* of the '(' of what is being written */
    uint32_t after;      /* bytes that will follow its ')' on the same line */
    const term_t *terms; /* commands: what to print in place of their own terms, or NULL */
} pen_t;

/* A space, or a new line offset columns right of pen->column. */
void pen_break(pen_t *pen, uint32_t offset);

/* A space when everything is on one line or when the term and the bytes after it fit on this line;
 * else a new line. */
void pen_hug(pen_t *pen, term_t term, uint32_t offset, uint32_t after);

/* The term where the pen is; this many bytes follow it on its line. */
void pen_term(pen_t *pen, term_t term, uint32_t after);

/* Items with spaces between, or when they and after more bytes do not fit on the line, below each
 * other. pen->after is what follows the item while it is written. */
typedef void pen_item_t(pen_t *pen, const uint32_t *items, uint32_t i);
void pen_list(pen_t *pen, const uint32_t *items, uint32_t count, uint32_t after, pen_item_t *item);

void pen_symbol(pen_t *pen, sym_t sym);
void pen_sort(pen_t *pen, sort_t sort);

/* A list item: (name sort) of a variable. */
pen_item_t pen_sorted_var;

/* How a node is printed. */
typedef enum {
    NODE_BAD,
    NODE_TEXT,    /* a literal that is its text */
    NODE_LITERAL, /* any other literal */
    NODE_VAR,
    NODE_APP,   /* of a declared function */
    NODE_PLAIN, /* of an operator that is a symbol */
    NODE_HEAD,  /* a head of several tokens: (_ extract 3 0), (as const S) */
    NODE_LET,
    NODE_FORM /* special syntax: print_form.c */
} node_kind_t;

node_kind_t print_node_kind(op_t op);

/* The head of a NODE_HEAD. */
void print_head(const bank_t *bank, term_t term, strbuf_t *out);

/* Walks through a node with children, of any kind but NODE_BAD, literals and variables:
 *
 *     form_t form = form_start(term);
 *     while ((child = form_next(&pen, &form)) != TERM_NONE) pen_term(&pen, child, form.after);
 *
 * form_next writes what stands in front of the child, or in the end what closes the node. */
typedef struct form {
    term_t term;
    uint32_t next;  /* the child to come */
    uint32_t word;  /* how much of the head has been written */
    uint32_t left;  /* OP_ANNOT: terms left in the pattern being written, plus one */
    uint32_t after; /* bytes that will follow the child on its line */
    bool pattern;   /* the child is part of a pattern */
} form_t;

static inline form_t form_start(term_t term) {
    return (form_t){.term = term};
}

term_t form_next(pen_t *pen, form_t *form);

/* The command without the newline. */
void pen_command(pen_t *pen, const script_t *script, uint32_t i);

/* The terms that pen_command prints, in their order. */
void command_terms(const script_t *script, uint32_t i, mem_t *mem, u32_vec_t *terms);

/* The term with let for what occurs more than once: new terms of the bank. share_start comes before
 * the first term of a command; names are new for each of its terms. */
void share_start(printer_t *printer);
term_t share_term(printer_t *printer, term_t term);

#endif
