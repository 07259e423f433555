/* seed_index_priv.h - the words of the index file, for who writes and who reads it. */
#ifndef SEEDS_SEED_INDEX_PRIV_H
#define SEEDS_SEED_INDEX_PRIV_H

#include "seeds/seed_index.h"

enum { INDEX_VERSION = 1, INDEX_ASKED = 3 };

void seed_row_done(seed_index_t *index, seed_row_t *row);

/* The words that stand for bits. */
const char *index_theory_word(uint32_t bit);
const char *index_feature_word(uint32_t bit);
const char *index_asked_word(uint32_t bit);

#endif
