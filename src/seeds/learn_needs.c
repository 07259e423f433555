#include "seeds/learn_needs.h"

#include <assert.h>

uint32_t learn_needs_wants(const seed_t *seed, uint32_t needs) {
    uint32_t wants = 0;
    if ((needs & NEEDS_MODEL) && !seed->model && seed->status != STATUS_UNSAT)
        wants |= LEARN_MODEL;
    if ((needs & NEEDS_CORE) && seed->core.len == 0 && seed->status != STATUS_SAT)
        wants |= LEARN_CORE;
    if ((needs & NEEDS_STATUS) && seed->status == STATUS_UNKNOWN)
        wants |= LEARN_STATUS;
    return wants;
}

bool learn_needs_any(const learn_needs_t *needs, const seeds_t *seeds) {
    for (uint32_t i = 0; i < seeds->rows.len; i++)
        if (learn_needs_wants(seeds->rows.data[i], needs->needs) != 0)
            return true;
    return false;
}

static bool has_what_was_wanted(const inquiry_t *inquiry) {
    const seed_t *seed = inquiry->seed;
    return ((inquiry->wants & LEARN_MODEL) && seed->model) ||
           ((inquiry->wants & LEARN_CORE) && seed->core.len > 0) ||
           ((inquiry->wants & LEARN_STATUS) && seed->status != STATUS_UNKNOWN);
}

/* Waits for the answers about one seed; false when none is being asked about. */
static bool finish_one(const learn_needs_t *needs, seed_learner_t *learner, uint32_t *learned) {
    inquiry_t *inquiry = learn_next(learner);
    if (!inquiry)
        return false;
    *learned += has_what_was_wanted(inquiry);
    if (needs->ended)
        needs->ended(needs->arg, inquiry);
    learn_end(inquiry);
    return true;
}

uint32_t learn_needs(const learn_needs_t *needs, seed_learner_t *learner, seeds_t *seeds) {
    assert(needs->lanes > 0);
    assert(learner->active == 0);
    uint32_t learned = 0;
    for (uint32_t i = 0; i < seeds->rows.len; i++) {
        seed_t *seed = seeds->rows.data[i];
        uint32_t wants = learn_needs_wants(seed, needs->needs);
        if (wants == 0)
            continue;
        learn_begin(learner, seeds, seed, wants, NULL);
        while (learner->active >= needs->lanes && finish_one(needs, learner, &learned))
            continue;
        if (needs->begun)
            needs->begun(needs->arg, seed);
    }
    while (finish_one(needs, learner, &learned))
        continue;
    return learned;
}
