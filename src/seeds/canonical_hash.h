/* canonical_hash.h - seeds that differ in names only.
 *
 *     if (canonical_hash(&seeds, one) == canonical_hash(&seeds, other)) ...    // duplicates
 *
 * It is a hash of a seed's assertions as a graph, where every function, sort and variable that the
 * script declares or binds is a number, in the order in which it is met. Two seeds with the same
 * hash are the same formula but for names; also for the logic, comments, options, and declarations
 * that nothing needs or that stand in another order. Arguments in another order make another hash.
 * Index files call it the shape of a seed. */
#ifndef SEEDS_CANONICAL_HASH_H
#define SEEDS_CANONICAL_HASH_H

#include "mutate/engine/seed.h"

uint64_t canonical_hash(const seeds_t *seeds, const seed_t *seed);

#endif
