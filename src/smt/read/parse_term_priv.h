/* parse_term_priv.h - how terms are read, shared by parse_term.c (the machine), parse_head.c
 * (leaves and what stands in front of arguments), parse_binder.c (let, quantifiers, annotations)
 * and parse_match.c.
 *
 * No recursion: an open bracket is a frame on a stack, and its finished children are words on
 * another. The machine starts items; every finished one is fed to the innermost frame, which either
 * wants another item or is finished itself. */
#ifndef SMT_PARSE_TERM_PRIV_H
#define SMT_PARSE_TERM_PRIV_H

#include "smt/read/parse_priv.h"

enum {
    FRAME_CALL,    /* (f ...): words are head and arguments */
    FRAME_APPLY,   /* (t ...) where t is a term: words are the children of OP_APPLY */
    FRAME_UNKNOWN, /* (f ...) where f is not declared: arguments are read and dropped */
    FRAME_LET,     /* a value of a let list; names has the variables so far */
    FRAME_BODY,    /* the body of a binder: words are n, variables, (values,) body */
    FRAME_ANNOT,   /* (! t ...): the term */
    FRAME_PATTERN, /* a term inside :pattern (...) */
    FRAME_TRIGGER, /* the one term after :pattern */
    FRAME_MATCH,   /* (match t ...): the scrutinee */
    FRAME_CASE     /* (pattern t): the body of a case */
};

/* What came of an item. */
typedef enum {
    ITEM_DONE, /* a term, in *term */
    ITEM_OPEN, /* a frame was opened, or wants its next item */
    ITEM_LOST
} item_t;

frame_t *term_open_frame(parser_t *p, uint8_t kind, uint32_t offset);

static inline void term_push_word(parser_t *p, uint32_t word) {
    *vec_push(p->mem, &p->words) = word;
}

/* --- parse_head.c --- */

/* What follows "(" in head position, or "(" alone. Its words are pushed. */
typedef struct item_head {
    enum { HEADED_CALL, HEADED_TERM, HEADED_BAD } kind;
    call_t call;
    term_t term; /* HEADED_TERM */
} item_head_t;

/* The literal or symbol at hand. */
term_t term_leaf(parser_t *p);

/* After "(_" and "(as": read up to and over the closing bracket. */
item_head_t term_indexed_head(parser_t *p, uint32_t offset);
item_head_t term_qualified_head(parser_t *p);

/* After "(__array_store_all__": what older versions of cvc4 write for (as const S). */
item_head_t term_store_all_head(parser_t *p);

/* Applies the head to the words after it, from base on, and takes them from the stack. */
term_t term_call(parser_t *p, const call_t *call, uint32_t base, uint32_t offset);

void term_undeclared(parser_t *p, sym_t sym, uint32_t offset);

/* --- parse_binder.c --- */

item_t term_open_let(parser_t *p, uint32_t offset);
item_t term_open_binder(parser_t *p, opcode_t op, uint32_t offset);

/* After a value of a let list, after a binder's body, after a term or a pattern of (! ...). */
item_t term_next_binding(parser_t *p);
item_t term_close_body(parser_t *p, term_t *term);
item_t term_next_attribute(parser_t *p, term_t *term);

/* --- parse_match.c --- */

/* At the '(' of the next case, or at the end of the list. */
item_t term_next_case(parser_t *p, term_t *term);

#endif
