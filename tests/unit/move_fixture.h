/* move_fixture.h - terms of a formula that are moved to other places of it, at random.
 *
 *     mover_t mover;
 *     mover_init(&mover, &bank);
 *     term_t term;
 *     if (mover_draw(&mover, &rng, root, &term)) mutant = position_replace(&mover.at, term);
 *     mover_done(&mover); */
#ifndef MOVE_FIXTURE_H
#define MOVE_FIXTURE_H

#include "base/rng.h"
#include "smt/walk/vars.h"

typedef struct mover {
    positions_t all;
    vars_t vars;
    position_t at; /* the place that was drawn */
    uint64_t k;    /* its number among all positions */
} mover_t;

static inline void mover_init(mover_t *mover, bank_t *bank) {
    positions_init(&mover->all, bank);
    vars_init(&mover->vars, bank);
    position_init(&mover->at, bank);
}

static inline void mover_done(mover_t *mover) {
    position_done(&mover->at);
    vars_done(&mover->vars);
    positions_done(&mover->all);
}

/* Draws a term of root and a place for it, of the same sort. False when it may not stand there. */
static inline bool mover_draw(mover_t *mover, rng_t *rng, term_t root, term_t *term) {
    const bank_t *bank = mover->at.bank;
    position_t *at = &mover->at;
    uint64_t count = positions_count(&mover->all, root);
    positions_pick(&mover->all, root, rng_below(rng, count), at);
    *term = position_term(at);
    mover->k = rng_below(rng, count);
    positions_pick(&mover->all, root, mover->k, at);
    while (term_sort(bank, position_term(at)) != term_sort(bank, *term))
        mover->k = position_next(at) ? mover->k + 1 : 0;
    return vars_may_move(&mover->vars, *term, at);
}

#endif
