/* parts.h - what the words of a term's head are.
 *
 * A head holds numbers, texts, sorts, functions and variables, in an order that depends on the
 * operator (term.h). Code that must find or change one kind of them goes through it like this:
 *
 *     uint32_t len;
 *     const uint32_t *head = term_head(bank, term, &len);
 *     parts_t parts = parts_start(term_op(bank, term), head, len);
 *     while (parts_next(&parts))
 *         if (parts.part == PART_FUN) use(head[parts.at]);
 *
 * The words may also be a copy that is changed on the way, as long as lengths and kinds stay. */
#ifndef SMT_PARTS_H
#define SMT_PARTS_H

#include "smt/term/bank.h"

typedef enum {
    PART_NUMBER, /* an index, a count, a serial; anything that refers to nothing */
    PART_TEXT,   /* a symbol that is only text: a literal, a keyword, an attribute's value */
    PART_NAME,   /* a symbol that is a name: of a variable, of an operator as index */
    PART_SORT,   /* as written */
    PART_FUN,
    PART_VAR /* a variable that the term binds */
} part_t;

typedef struct parts {
    uint32_t at; /* the word in question */
    part_t part; /* what it is */
    /* private */
    op_t op;
    const uint32_t *head;
    uint32_t len;
    uint32_t next;
    uint32_t left;
} parts_t;

parts_t parts_start(op_t op, const uint32_t *head, uint32_t len);

/* Goes on to the next word of the head; false after the last. */
bool parts_next(parts_t *parts);

/* The same, for the variables that the term binds and nothing else: none when it is no binder.
 *
 *     parts_t parts = parts_vars(bank, term);
 *     while ((var = parts_next_var(&parts)) != TERM_NONE) use(var); */
parts_t parts_vars(const bank_t *bank, term_t term);
term_t parts_next_var(parts_t *parts);

/* Whether heads of this operator are numbers only, so that there is nothing to look for. */
bool parts_are_numbers(op_t op);

/* The names of functions and operators that the node itself uses, without its children: what a
 * binder of the same name above it would capture. Names of variables are not among them.
 *
 *     parts_names_t names = parts_names_start(bank, term);
 *     while (parts_names_next(&names)) use(names.name); */
typedef struct parts_names {
    sym_t name;
    fun_t fun; /* what has the name; FUN_NONE for an operator */
    /* private */
    const bank_t *bank;
    opcode_t op; /* to come, or OP_NONE */
    parts_t parts;
} parts_names_t;

parts_names_t parts_names_start(const bank_t *bank, term_t term);
bool parts_names_next(parts_names_t *names);

/* The variables that a term binds in its child with this number: for let only in the body, for
 * match those of the case. Good until the next term is made. */
const term_t *parts_bound_in(const bank_t *bank, term_t term, uint32_t child, uint32_t *count);

/* Whether var is one of them. */
bool parts_binds_in(const bank_t *bank, term_t term, uint32_t child, term_t var);

/* The children that are part of the formula: all, but of an annotation only the first, without the
 * terms of patterns. Good until the next term is made. */
const term_t *parts_children(const bank_t *bank, term_t term, uint32_t *count);

#endif
