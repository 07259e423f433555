/* seed_priv.h - what seed.c and seed_model.c share. */
#ifndef MUTATE_SEED_PRIV_H
#define MUTATE_SEED_PRIV_H

#include "mutate/engine/seed.h"

/* Frees the seed's model, if there is one. */
void seed_drop_model(seeds_t *seeds, seed_t *seed);

#endif
