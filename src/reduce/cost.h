/* cost.h - how large a formula is for its reader.
 *
 * Bytes mislead: long names and white space are no difficulty, a large number is. The cost of a
 * text is a sum over its tokens: every symbol and parenthesis counts the same, literals count less
 * and what is in them, and an operator a little more for each simpler one that could stand in its
 * place (simpler.def). */
#ifndef REDUCE_COST_H
#define REDUCE_COST_H

#include <stddef.h>
#include <stdint.h>

uint64_t cost_of_text(const char *text, size_t len);

/* A simpler operator with the same arguments: the k-th for this name, or NULL. */
const char *cost_simpler(const char *name, uint32_t k);

#endif
