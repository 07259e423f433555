/* reach.h - the distinct terms below some roots, children first.
 *
 *     reach_t reach;
 *     reach_init(&reach, bank);
 *     reach_add(&reach, root);
 *     for (uint32_t i = 0; i < reach.order.len; i++) visit(reach.order.data[i]);
 *     reach_clear(&reach);                     // ready for the next formula, in constant time
 *
 * Each term has a place, its index in the order, so that what is computed for a formula is kept in
 * arrays as long as the formula, however many terms the bank holds. A reach can grow by further
 * roots and be cut back to an earlier length; a child's place is always before its parents'.
 *
 * It is a sparse set (Briggs and Torczon, "An efficient representation for sparse sets", 1993): the
 * place of a term is a guess that the order confirms, so nothing is ever wiped.
 *
 * Terms released from the bank must be cut off before new ones are made: their ids come again. */
#ifndef SMT_REACH_H
#define SMT_REACH_H

#include "smt/term/bank.h"

#define REACH_NONE UINT32_MAX

typedef struct reach {
    const bank_t *bank;
    u32_vec_t order;  /* terms, children before parents */
    u32_vec_t places; /* by term: its place, if order[place] is the term */
    u32_vec_t stack;
    bool patterns; /* descend into the terms of patterns; reach_init sets it */
} reach_t;

void reach_init(reach_t *reach, const bank_t *bank);
void reach_done(reach_t *reach);

/* The place of term, or REACH_NONE. */
static inline uint32_t reach_place(const reach_t *reach, term_t term) {
    if (term >= reach->places.len)
        return REACH_NONE;
    uint32_t place = reach->places.data[term];
    return place < reach->order.len && reach->order.data[place] == term ? place : REACH_NONE;
}

static inline bool reach_has(const reach_t *reach, term_t term) {
    return reach_place(reach, term) != REACH_NONE;
}

/* Adds root and what is below it; returns its place. */
uint32_t reach_add(reach_t *reach, term_t root);

/* Adds one term whose children are all there. */
uint32_t reach_push(reach_t *reach, term_t term);

/* Back to the first len terms. */
static inline void reach_cut(reach_t *reach, uint32_t len) {
    reach->order.len = len;
}

static inline void reach_clear(reach_t *reach) {
    reach->order.len = 0;
}

#endif
