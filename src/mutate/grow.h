/* grow.h - random well-sorted terms over the operator table.
 *
 *     grow_t grow;
 *     grow_init(&grow, bank);
 *     grow_allow(&grow, OP_BVADD);  ...             // which operators
 *     grow_sort(&grow, sort);  ...                  // sorts to use where an operator leaves them
 * open grow_leaf(&grow, term);  ...                  // terms to use beside fresh literals term_t
 * term = grow_term(&grow, &rng, sort, 4);
 *
 * Every term that comes out has the sort asked for and passed the sort checker. Sorts without
 * literals (free sorts, functions) need leaves; without any, the answer is TERM_NONE. */
#ifndef MUTATE_GROW_H
#define MUTATE_GROW_H

#include "base/map.h"
#include "base/rng.h"
#include "base/strbuf.h"
#include "smt/bank.h"

/* A leaf of the sort, in place of the leaves given; TERM_NONE: a literal; TERM_BAD: there is none.
 */
typedef term_t grow_leaf_t(void *context, rng_t *rng, sort_t sort);

/* Whether the operator may be applied to these arguments; asked first without any, so that none are
 * made in vain. */
typedef bool grow_fits_t(void *context, op_t op, const term_t *args, uint32_t count);

typedef struct grow {
    bank_t *bank;
    mem_t *mem;
    u32_vec_t sorts;
    u32_vec_t rows[SORT_KINDS]; /* allowed operators that may give a sort of the kind */
    u32_vec_t funs;             /* functions of the script that may be used */
    map_t pools;                /* sort to the first of its leaves in links */
    VEC(struct leaf_link {
        term_t term;
        uint32_t next;
    })
    links;
    map_t pool_sizes;
    uint32_t literals; /* out of 100 leaves, so many are fresh literals */
    strbuf_t text;     /* of a literal under construction */
    grow_leaf_t *draw; /* these may be NULL */
    grow_fits_t *fits;
    void *context;
} grow_t;

void grow_init(grow_t *grow, bank_t *bank);
void grow_done(grow_t *grow);

void grow_allow(grow_t *grow, op_t op);

/* All rows of a theory that have arguments, but for the special forms. */
void grow_allow_theory(grow_t *grow, theory_t theory);

void grow_fun(grow_t *grow, fun_t fun);
void grow_sort(grow_t *grow, sort_t sort);
void grow_leaf(grow_t *grow, term_t term);

/* Forgets the leaves, and nothing else. */
void grow_clear_leaves(grow_t *grow);

/* A term of that sort with at most depth operators above each other; TERM_NONE when there is none.
 */
term_t grow_term(grow_t *grow, rng_t *rng, sort_t sort, uint32_t depth);

/* The same with this operator at its root. */
term_t grow_row(grow_t *grow, rng_t *rng, op_t op, sort_t sort, uint32_t depth);

/* A literal, or a small term that is a value: ((as const S) 0), (fp ...), (cons 1 nil). */
term_t grow_literal(grow_t *grow, rng_t *rng, sort_t sort);

#endif
