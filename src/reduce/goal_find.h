/* goal_find.h - what is to stay true of a formula, found out by asking solvers.
 *
 *     goal_t goal = {.limits = limits};
 *     if (goal_find(pool, solvers, count, text, len, &goal, &said, mem)) ... */
#ifndef REDUCE_GOAL_FIND_H
#define REDUCE_GOAL_FIND_H

#include "reduce/goal.h"

/* Asks all solvers, in fresh processes and with models, judges, and makes the gravest finding the
 * goal. False when nothing is wrong: said is then what they answered. Also false, with said empty,
 * when the user wants to stop (goal->stop); the pool can then only be ended. The goal's texts are
 * blocks of mem. */
bool goal_find(pool_t *pool, solver_t *const *solvers, uint32_t count, const char *text, size_t len,
               goal_t *goal, strbuf_t *said, mem_t *mem);

#endif
