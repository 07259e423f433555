/* position.h - occurrences of terms: counting, picking, replacing.
 *
 * A term is a DAG, a formula a tree: (and p p) holds the term p once and has it at two positions. A
 * position is a path from a root, as the numbers of the children to go through. Terms inside
 * patterns have no position; values and bodies of let, scrutinee and bodies of match have.
 *
 * Positions are ordered as they are read: a term before its children, left to right (preorder).
 *
 *     positions_t all;                                  // counts, for formulas of one bank
 *     positions_init(&all, &bank);
 *     position_t at;                                    // a path, used again and again
 *     position_init(&at, &bank);
 *
 *     uint64_t n = positions_count(&all, root);
 *     positions_pick(&all, root, rng_below(&rng, n), &at);
 *     term_t mutant = position_replace(&at, other);     // the path is made again, nothing else
 *
 * Picking costs the depth times the number of children on the way, and no allocation once the
 * buffers have grown; replacing makes one term for each step of the path.
 *
 * Names: a term moved to another position may be captured by a binder there; see vars.h for whether
 * it may be moved, subst.h for moving it with variables renamed. */
#ifndef SMT_POSITION_H
#define SMT_POSITION_H

#include "smt/walk/reach.h"

/* --- one position --- */

typedef struct position {
    bank_t *bank;
    u32_vec_t path;  /* numbers of children, from the root */
    u32_vec_t terms; /* the terms on the way: one more than path has steps, the root first */
    u32_vec_t words; /* for replacing */
} position_t;

void position_init(position_t *at, bank_t *bank);
void position_done(position_t *at);

static inline term_t position_root(const position_t *at) {
    return at->terms.data[0];
}

static inline term_t position_term(const position_t *at) {
    return vec_last(&at->terms);
}

/* The root itself: the first position of all. */
void position_start(position_t *at, term_t root);

/* Goes on to the next position; false, with the position at the root again, after the last. A loop
 * over all of them:
 *
 *     position_start(&at, root);
 *     do visit(&at); while (position_next(&at)); */
bool position_next(position_t *at);

/* The position with this path, when root has it. */
bool position_set(position_t *at, term_t root, const uint32_t *path, uint32_t len);

/* The root with the term at the position replaced by one of the same sort. The position is then the
 * same path in the new root, ready for the next replacement.
 *
 * A replacement below a :named annotation changes what the name stands for in the printed script,
 * but not the row of the fun it names. */
term_t position_replace(position_t *at, term_t term);

/* Puts the variables bound above the position into vars, which is emptied first: outermost binder
 * first, so of two with the same name the last is the visible one. */
void position_bound(const position_t *at, u32_vec_t *vars);

/* --- counting and picking --- */

typedef struct positions {
    bank_t *bank;
    reach_t reach;        /* the terms counted so far */
    VEC(uint64_t) counts; /* by place in reach */
} positions_t;

/* Counts are kept for the terms that were asked about, and computed once for each: asking about a
 * mutant costs its new terms. */
void positions_init(positions_t *all, bank_t *bank);
void positions_done(positions_t *all);

/* Terms added after the mark are forgotten. Needed whenever the bank is released:
 *
 *     bank_mark_t mark = bank_mark(&bank); uint32_t counted = positions_mark(&all);
 *     ...
 *     positions_release(&all, counted); bank_release(&bank, mark); */
uint32_t positions_mark(const positions_t *all);
void positions_release(positions_t *all, uint32_t mark);

/* How many positions root has; UINT64_MAX is that many or more. */
uint64_t positions_count(positions_t *all, term_t root);

/* The k-th of them, k below their count. */
void positions_pick(positions_t *all, term_t root, uint64_t k, position_t *at);

#endif
