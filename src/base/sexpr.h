/* sexpr.h - a text as a tree of s-expressions, for the files that assay itself defines.
 *
 *     (profile z3 (command "z3" "-in"))
 *
 * The nodes lie in one array in the order of the text, each list before its members, and each knows
 * the place behind itself; so there is no recursion, neither in reading nor in walking:
 *
 *     for (uint32_t i = 0; i < tree.nodes.len; i = tree.nodes.data[i].next)               // top
 * level for (uint32_t i = list + 1; i < tree.nodes.data[list].next; i = tree.nodes.data[i].next)
 *
 * Nodes point into the text, which must outlive the tree. */
#ifndef BASE_SEXPR_H
#define BASE_SEXPR_H

#include "base/diag.h"
#include "base/lexer.h"
#include "base/strbuf.h"

typedef struct sexpr {
    token_kind_t kind; /* TOKEN_OPEN: a list; never TOKEN_CLOSE, TOKEN_ERROR or TOKEN_END */
    uint32_t offset;   /* of the first byte, quotes and parentheses included */
    uint32_t end;      /* behind the last byte */
    uint32_t next;     /* index of the node behind this one and its members */
    const char *text;  /* atoms: as token_t.text */
    uint32_t len;
} sexpr_t;

typedef struct sexpr_tree {
    mem_t *mem;
    VEC(sexpr_t) nodes;
} sexpr_tree_t;

void sexpr_init(sexpr_tree_t *tree, mem_t *mem);
void sexpr_done(sexpr_tree_t *tree);

/* Replaces what the tree held. False when the text has errors, which are added to diags; the tree
 * then holds what could be read, with lists that are not closed ending at the end of the text. len
 * must be below 4 GiB. */
bool sexpr_read(sexpr_tree_t *tree, const char *text, size_t len, diag_list_t *diags);

static inline bool sexpr_is_list(const sexpr_t *node) {
    return node->kind == TOKEN_OPEN;
}

/* Is it the symbol word? A quoted one is not: |x| is how a file says "x, but not the keyword". */
bool sexpr_is_word(const sexpr_t *node, const char *word);

/* The number of members of a list. */
uint32_t sexpr_count(const sexpr_tree_t *tree, uint32_t list);

/* Appends what an atom says: a string with its "" undone, anything else as it is. */
void sexpr_value(const sexpr_t *node, strbuf_t *out);

/* A numeral's value; false when it is none, or larger than max. */
bool sexpr_uint(const sexpr_t *node, uint64_t max, uint64_t *value);

#endif
