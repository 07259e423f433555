/* random_term.h - random well-sorted terms over the operator table.
 *
 *     random_term_t source;
 *     random_term_init(&source, bank);
 *     random_term_allow(&source, OP_BVADD);       // which operators; and so on
 *     random_term_sort(&source, sort);            // sorts to use where any would do
 *     random_term_leaf(&source, term);            // terms to use beside fresh literals
 *     term_t drawn = random_term(&source, &rng, sort, 4);
 *
 * Every term that comes out has the sort asked for and passed the sort checker. Sorts without
 * literals (free sorts, functions) need leaves; without any, the answer is TERM_NONE. */
#ifndef MUTATE_RANDOM_TERM_H
#define MUTATE_RANDOM_TERM_H

#include "base/map.h"
#include "base/rng.h"
#include "base/strbuf.h"
#include "smt/edit/invert.h"
#include "smt/term/bank.h"

/* A leaf of the sort, in place of the leaves given; TERM_NONE: a literal; TERM_BAD: none exists. */
typedef term_t random_term_leaf_t(void *context, rng_t *rng, sort_t sort);

/* Whether the operator may be applied to these arguments. It is asked first without arguments
 * (NULL, 0), before they are drawn. */
typedef bool random_term_fits_t(void *context, op_t op, const term_t *args, uint32_t count);

typedef struct random_term {
    bank_t *bank;
    mem_t *mem;
    u32_vec_t sorts;
    u32_vec_t rows[SORT_KINDS]; /* by kind: operators that may give a sort of it */
    u32_vec_t funs;             /* functions of the script that may be used */
    map_t first_leaf;           /* sort to the first of its leaves in leaves */
    map_t leaf_count;           /* sort to their number */
    VEC(struct leaf_link {
        term_t term;
        uint32_t next;
    })
    leaves;
    uint32_t literals; /* of 100 leaves, as many are fresh literals */
    strbuf_t text;     /* of a literal under construction */
    /* These may be NULL. */
    random_term_leaf_t *draw;
    random_term_fits_t *fits;
    void *context;
} random_term_t;

void random_term_init(random_term_t *source, bank_t *bank);
void random_term_done(random_term_t *source);

void random_term_allow(random_term_t *source, op_t op);

/* All rows of a theory that have arguments, but no special forms. */
void random_term_allow_theory(random_term_t *source, theory_t theory);

void random_term_fun(random_term_t *source, fun_t fun);
void random_term_sort(random_term_t *source, sort_t sort);
void random_term_leaf(random_term_t *source, term_t term);

/* Forgets the leaves, and nothing else. */
void random_term_clear_leaves(random_term_t *source);

/* A term of that sort with at most depth operators above each other; TERM_NONE when there is none.
 */
term_t random_term(random_term_t *source, rng_t *rng, sort_t sort, uint32_t depth);

/* The same with this operator at its root. */
term_t random_term_row(random_term_t *source, rng_t *rng, op_t op, sort_t sort, uint32_t depth);

/* The operator with the indices of fit, applied to as many arguments as fit has; TERM_BAD when that
 * is not well-sorted. */
term_t random_term_apply(bank_t *bank, op_t op, const fit_t *fit, const term_t *args);

/* A literal, or a small term that is a value: ((as const S) 0), (fp ...), (cons 1 nil). TERM_NONE
 * when the sort has none. */
term_t random_literal(random_term_t *source, rng_t *rng, sort_t sort);

#endif
