/* term.h - terms, interned to 32-bit ids.
 *
 * A term is an operator and words: a head that says which one (indices, the function, the bound
 * variables), then the child terms. Interning makes equal terms the same id, and a child's id is
 * always smaller than its parent's, so that a loop over ids is a bottom-up traversal: no pass
 * recurses.
 *
 *   operator                head                               children
 *   a row of ops.def        its indices (the sort for AS rows) the arguments
 *   OP_NUMERAL .. OP_FIELD  [text, sort]                       -
 *   OP_VAR                  [name, sort as written, serial]    -
 *   OP_APP                  [fun]                              arguments
 *   OP_APP_AS               [fun, sort as written]             arguments
 *   OP_APPLY                -                                  a function value, arguments
 *   OP_LET                  [n, n variables]                   n values, body
 *   OP_FORALL, OP_EXISTS,
 *   OP_LAMBDA, ...          [n, n variables]                   body (and a second one where the
 *                                                              operator takes it)
 *   OP_MATCH                [n, cases]                         scrutinee, one body per case
 *                           a case is constructor or FUN_NONE, k, k variables
 *   OP_ANNOT                [n, attributes]                    body, terms of all patterns
 *                           an attribute is keyword, kind, value (see ATTR_ below)
 *   OP_IS, OP_UPDATE        [constructor], [selector]          arguments
 *   OP_MAP, OP_AS_ARRAY     [fun or FUN_NONE, index as text]   arguments
 *
 * A head whose first word is n has n more words (op_info.head < 0).
 *
 * Every binder has variables of its own: OP_VAR carries a serial, so x under one quantifier and x
 * under another are two terms, and whether a term mentions a variable is a question of ids. Names
 * matter only when a term is printed: see subst.h for moving terms under binders.
 *
 * bank_mark() and bank_release() free everything made since, in time proportional to it. */
#ifndef SMT_TERM_H
#define SMT_TERM_H

#include "smt/term/fun.h"
#include "smt/term/op.h"

typedef uint32_t term_t;

#define TERM_BAD 0u /* a rejected term: of sort SORT_BAD */
#define TERM_NONE UINT32_MAX

/* What is somewhere below a term (or is the term). */
enum {
    TERM_HAS_VAR = 1,    /* a variable, free or bound: without it the term is closed */
    TERM_HAS_BINDER = 2, /* a quantifier, lambda or match */
    TERM_HAS_LET = 4,
    TERM_HAS_ANNOT = 8,
    TERM_HAS_BAD = 16,
    TERM_COMPOUND = 32 /* the term has children */
};

/* The kinds of an attribute's value in OP_ANNOT. */
enum {
    ATTR_NONE,    /* :keyword alone; the value word is 0 */
    ATTR_TEXT,    /* value: a symbol whose text is the value as it was written */
    ATTR_NAMED,   /* :named; value: the fun that was named */
    ATTR_PATTERN, /* value: the number of terms in the list, next ones among the children */
};

typedef struct term_row {
    opcode_t op;
    uint16_t flags;
    sort_t sort;
    uint32_t words; /* start in bank->term_words; the next row's start is the end */
    term_t parent;  /* newest term whose youngest child this is, or TERM_BAD: see term.c */
    term_t sibling; /* the next older one with the same youngest child */
} term_row_t;

/* Finds or makes the term. The caller guarantees that sort is right for it: see check.h for
 * building terms that may be ill-sorted. */
term_t term_make(bank_t *bank, opcode_t op, const uint32_t *words, uint32_t count, sort_t sort);

op_t term_op(const bank_t *bank, term_t term);
opcode_t term_opcode(const bank_t *bank, term_t term);
sort_t term_sort(const bank_t *bank, term_t term);
uint32_t term_flags(const bank_t *bank, term_t term);

/* All words; the head alone; the children alone. Good until the next term is made. */
const uint32_t *term_words(const bank_t *bank, term_t term, uint32_t *count);
const uint32_t *term_head(const bank_t *bank, term_t term, uint32_t *count);
const term_t *term_children(const bank_t *bank, term_t term, uint32_t *count);

/* A variable that differs from all others. sort may be written. */
term_t term_fresh_var(bank_t *bank, sym_t name, sort_t sort);

/* The name of a variable, and its sort as it was written. */
sym_t term_var_name(const bank_t *bank, term_t var);
sort_t term_var_sort(const bank_t *bank, term_t var);

/* A literal; sort decides between Int and Real for numerals. */
term_t term_literal(bank_t *bank, op_t kind, sym_t text, sort_t sort);

/* The same term with other children of the same sorts. */
term_t term_with_children(bank_t *bank, term_t term, const term_t *children);

/* The variables a binder binds (OP_LET, quantifiers; not OP_MATCH, whose cases have their own). */
const term_t *term_bound(const bank_t *bank, term_t term, uint32_t *count);

#endif
