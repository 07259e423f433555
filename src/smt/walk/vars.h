/* vars.h - free and bound variables, and whether a term may stand somewhere else.
 *
 *     vars_t vars;
 *     vars_init(&vars, bank);
 *     u32_vec_t free = {0};
 *     vars_free(&vars, term, &free);              // OP_VAR terms that nothing in term binds
 *     if (vars_may_move(&vars, term, &at)) position_replace(&at, term);
 *
 * Variables are terms and differ by id: x under one binder and x under another are two. Still one
 * term may bind the same variable twice and have it free as well, when a mutation put a formula
 * below its own binder; a variable counts as free if one occurrence is.
 *
 * See uses.h for functions and sorts. A vars_t is work space, to be used again and again; no
 * answer depends on an earlier one. */
#ifndef SMT_VARS_H
#define SMT_VARS_H

#include "base/map.h"
#include "smt/walk/position.h"
#include "smt/walk/reach.h"

typedef struct vars {
    bank_t *bank;
    reach_t reach;
    reach_t seen;
    map_t bound;
    u32_vec_t list;
    u32_vec_t stack;
    u32_vec_t scope;
} vars_t;

void vars_init(vars_t *vars, bank_t *bank);
void vars_done(vars_t *vars);

/* Puts the free variables of term into list, each once, in the order of their first occurrence.
 * list is emptied first. */
void vars_free(vars_t *vars, term_t term, u32_vec_t *list);

/* The same for the variables bound by a binder inside term. */
void vars_bound(vars_t *vars, term_t term, u32_vec_t *list);

/* Whether term has no free variable. */
bool vars_closed(vars_t *vars, term_t term);

/* Whether var has a free occurrence in term. */
bool vars_occurs_free(vars_t *vars, term_t term, term_t var);

/* Whether term, put at the position unchanged, would be printed and read back as what it is now:
 *   - its free variables are bound above the position, and none of them is hidden there by a
 *     closer binder with the same name;
 *   - no binder above the position has the name of a function or operator that term uses. */
bool vars_may_move(vars_t *vars, term_t term, const position_t *at);

/* The same for a list of variables in scope, outermost first, as position_bound gives it. Takes
 * time in the size of the term only when there are variables on either side. */
bool vars_may_stand(vars_t *vars, term_t term, const u32_vec_t *scope);

#endif
