/* canonical_hash.h - seeds that differ in names only.
 *
 * The shape of a seed is a hash of its assertions as a graph, where every function, sort and
 * variable that the script declares or binds is a number, in the order in which it is met. Two
 * seeds of the same shape are the same formula but for names; also for the logic, comments,
 * options, and declarations that nothing needs or that stand in another order. Arguments in another
 * order make another shape. */
#ifndef CAMPAIGN_SHAPE_H
#define CAMPAIGN_SHAPE_H

#include "mutate/engine/seed.h"

uint64_t canonical_hash(const seeds_t *seeds, const seed_t *seed);

#endif
