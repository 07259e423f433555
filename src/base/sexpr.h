/* sexpr.h - a text as a tree of s-expressions, for the files that assay itself defines.
 *
 *     (profile z3 (command "z3" "-in"))
 *
 * The nodes lie in one array in the order of the text, each list before its members, and each knows
 * which node follows it and its members. So there is no recursion, neither in reading nor in walking:
 *
 *     sexpr_tree_t tree;
 *     sexpr_init(&tree, mem);
 *     if (!sexpr_read(&tree, text, len, &diags)) ...
 *     for (uint32_t i = 0; i < tree.nodes.len; i = sexpr_next(&tree, i)) ...      // the top level
 *     for (uint32_t i = list + 1; i < sexpr_next(&tree, list); i = sexpr_next(&tree, i)) ...
 *     sexpr_done(&tree);
 *
 * Nodes point into the text, which must outlive the tree. reader.h is for files with rows and
 * clauses. */
#ifndef BASE_SEXPR_H
#define BASE_SEXPR_H

#include "base/bug.h"
#include "base/diag.h"
#include "base/lexer.h"
#include "base/strbuf.h"

typedef struct sexpr {
    token_kind_t kind; /* TOKEN_OPEN: a list; never TOKEN_CLOSE, TOKEN_ERROR or TOKEN_END */
    uint32_t offset;   /* of the first byte, quotes and parentheses included */
    uint32_t end;      /* of the last byte, and 1 more */
    uint32_t next;     /* index of the node that follows this one and its members */
    const char *text;  /* atoms: as token_t.text */
    uint32_t len;
} sexpr_t;

typedef struct sexpr_tree {
    mem_t *mem;
    const char *text; /* what was read */
    size_t len;
    VEC(sexpr_t) nodes;
} sexpr_tree_t;

void sexpr_init(sexpr_tree_t *tree, mem_t *mem);
void sexpr_done(sexpr_tree_t *tree);

/* Replaces what the tree held; an empty text may be NULL. False when the text has errors, which are
 * added to diags; the tree then holds what could be read, with lists that are not closed ending at
 * the end of the text. A text of 4 GiB or more is such an error. */
bool sexpr_read(sexpr_tree_t *tree, const char *text, size_t len, diag_list_t *diags);

static inline const sexpr_t *sexpr_at(const sexpr_tree_t *tree, uint32_t node) {
    assert(node < tree->nodes.len);
    return &tree->nodes.data[node];
}

static inline uint32_t sexpr_next(const sexpr_tree_t *tree, uint32_t node) {
    return sexpr_at(tree, node)->next;
}

static inline bool sexpr_is_list(const sexpr_t *node) {
    return node->kind == TOKEN_OPEN;
}

/* Is it the symbol word? A quoted one is not: |x| is how a file says "x, but not the keyword". */
bool sexpr_is_word(const sexpr_t *node, const char *word);

/* Whether two atoms have the same text: x and |x| do. */
bool sexpr_same(const sexpr_t *a, const sexpr_t *b);

/* The number of members of a list. */
uint32_t sexpr_count(const sexpr_tree_t *tree, uint32_t list);

/* The text from the first byte of the node to its last. */
slice_t sexpr_source(const sexpr_tree_t *tree, uint32_t node);

/* Appends what an atom says: a string with its "" undone, anything else as it is. */
void sexpr_value(const sexpr_t *node, strbuf_t *out);

/* A numeral's value; false when it is none, or larger than max. */
bool sexpr_uint(const sexpr_t *node, uint64_t max, uint64_t *value);

#endif
