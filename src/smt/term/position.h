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
 *     uint64_t n = positions_count(&all, POSITIONS_ALL, root);
 *     positions_pick(&all, POSITIONS_ALL, root, rng_below(&rng, n), &at);
 *     term_t mutant = position_replace(&at, other);     // the path is made again, nothing else
 *
 * Picking costs the depth times the number of children on the way, and no allocation once the
 * buffers have grown; replacing makes one term for each step of the path.
 *
 * Names: a term moved to another position may be captured by a binder there; see vars.h for whether
 * it may be moved, subst.h for moving it with variables renamed. */
#ifndef SMT_POSITION_H
#define SMT_POSITION_H

#include "smt/term/reach.h"

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

static inline uint32_t position_depth(const position_t *at) {
    return at->path.len;
}

/* The root itself: the first position of all. */
void position_start(position_t *at, term_t root);

/* Goes on to the next position; false, with the position at the root again, after the last. A loop
 * over all of them:
 *
 *     position_start(&at, root);
 *     do visit(&at); while (position_next(&at)); */
bool position_next(position_t *at);

/* The same, but passes over what is below the present position. */
bool position_skip(position_t *at);

/* The next position whose term has this sort. */
bool position_next_of_sort(position_t *at, sort_t sort);

/* Steps to a child, or back to the parent; false where there is none. */
bool position_down(position_t *at, uint32_t child);
bool position_up(position_t *at);

/* The position with this path, when root has it. */
bool position_set(position_t *at, term_t root, const uint32_t *path, uint32_t len);

void position_copy(position_t *to, const position_t *from);

/* The root with the term at the position replaced by one of the same sort. The position is then the
 * same path in the new root, ready for the next replacement.
 *
 * A replacement below a :named annotation changes what the name stands for in the printed script,
 * but not the row of the fun it names: see position_is_named. */
term_t position_replace(position_t *at, term_t term);

/* Whether the position is, or is below, a term with a :named attribute. */
bool position_is_named(const position_t *at);

/* Puts the variables bound above the position into vars, which is emptied first: outermost binder
 * first, so of two with the same name the last is the visible one. */
void position_bound(const position_t *at, u32_vec_t *vars);

/* --- counting and picking --- */

/* Which positions: all, or those of a counter made by positions_of_... */
typedef uint32_t positions_which_t;

#define POSITIONS_ALL 0u

/* Whether positions of this term are meant. */
typedef bool positions_test_t(const bank_t *bank, term_t term, const void *context);

typedef struct positions_counter {
    enum { COUNTER_ALL, COUNTER_SORT, COUNTER_TERM, COUNTER_TEST } kind;
    uint32_t id; /* the sort or the term */
    positions_test_t *test;
    const void *context;
    VEC(uint64_t) counts; /* by place in reach */
} positions_counter_t;

typedef struct positions {
    bank_t *bank;
    reach_t reach; /* the terms counted so far */
    VEC(positions_counter_t) counters;
    uint32_t slots; /* counters that were ever in use keep their memory */
} positions_t;

/* Counts are kept for the terms that were asked about, and computed once for each: asking about a
 * mutant costs its new terms. Work with one formula (or a few), then clear. */
void positions_init(positions_t *all, bank_t *bank);
void positions_done(positions_t *all);

/* Forgets all terms, and all counters but POSITIONS_ALL. */
void positions_clear(positions_t *all);

/* Terms added after the mark are forgotten. Needed whenever the bank is released:
 *
 *     bank_mark_t mark = bank_mark(&bank); uint32_t counted = positions_mark(&all);
 *     ...
 *     positions_release(&all, counted); bank_release(&bank, mark); */
uint32_t positions_mark(const positions_t *all);
void positions_release(positions_t *all, uint32_t mark);

/* Counters of the positions of a sort; of one term (the occurrences of a variable); of the terms
 * that pass a test. The first two are found again when they exist. */
positions_which_t positions_of_sort(positions_t *all, sort_t sort);
positions_which_t positions_of_term(positions_t *all, term_t term);
positions_which_t positions_where(positions_t *all, positions_test_t *test, const void *context);

/* How many positions root has; UINT64_MAX is that many or more. */
uint64_t positions_count(positions_t *all, positions_which_t which, term_t root);

/* The k-th of them, k below their count. */
void positions_pick(positions_t *all, positions_which_t which, term_t root, uint64_t k,
                    position_t *at);

/* How many of them come before the position: the k that picks it. */
uint64_t positions_rank(positions_t *all, positions_which_t which, const position_t *at);

#endif
