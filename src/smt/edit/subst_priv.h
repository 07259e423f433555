/* subst_priv.h - the machine of substitution, let expansion and inlining.
 *
 * One run goes over the distinct terms of a formula three times, children first:
 *
 *   collect   the bound variables and their names
 *   names     what is inserted below each term, as far as it has the name of a binder; a binder
 *             that would capture something is given a new variable
 *   build     the results
 *
 * A run works because a bound variable becomes the same thing wherever it occurs. Where that is not
 * so, since the variable is also free in the formula, the bound one is made another first
 * (part_var). */
#ifndef SMT_SUBST_PRIV_H
#define SMT_SUBST_PRIV_H

#include "smt/edit/subst.h"
#include "smt/walk/vars.h"

typedef VEC(uint64_t) mask_vec_t;

/* A name that binders of the formula use. */
typedef struct binder_name {
    sym_t name;
    uint64_t any;  /* bits of everything with this name */
    uint64_t fun;  /* the bit of functions and operators with it */
    uint32_t vars; /* how many bound variables have it */
    bool used;     /* by a function or operator */
} binder_name_t;

typedef struct subst_work {
    reach_t reach;
    u32_vec_t made;     /* by place: the result */
    mask_vec_t below;   /* by place: what is free there and has the name of a binder, as bits */
    mask_vec_t inserts; /* by place: what of that the run puts there */
    u32_vec_t bound;    /* variables bound in the formula */
    map_t bound_set;
    map_t renamed; /* variable to the one it becomes */
    map_t taken;   /* names that a new variable must not have; filled when one is needed */
    map_t names;   /* to rows of binder_names */
    VEC(binder_name_t) binder_names;
    map_t bits; /* let expansion: variable to the number of its bit */
    uint32_t bit_count;
    map_t sorts; /* results of subst_apply_sort */
    u32_vec_t sort_order;
    u32_vec_t words;
    u32_vec_t list;
    vars_t vars;
    reach_t other;

    /* let expansion: variable to value; NULL in other runs */
    const map_t *lets;

    /* inlining: fun to body; NULL in other runs */
    const map_t *macros;
    subst_t *instance;
    uint32_t start; /* terms there were before */
    uint32_t limit; /* a run that makes more gives up */
} subst_work_t;

/* --- shared by the files of the machine --- */

/* Clearing a map costs as much as it was ever large: one that a huge formula left is dropped. */
static inline void subst_reset(const subst_t *subst, map_t *map) {
    if (map->mask > 4095)
        map_free(subst->bank->mem, map);
    else if (map->len > 0)
        map_clear(map);
}

/* What key is mapped to, or itself. */
static inline uint32_t subst_mapped(const map_t *map, uint32_t key) {
    uint32_t value = map_get(map, key);
    return value == MAP_NONE ? key : value;
}

/* Whether the run makes the term disappear: a let that is expanded. */
static inline bool subst_vanishes(const subst_work_t *work, op_t op) {
    return op == OP_LET && work->lets != NULL;
}

/* Makes var another variable of this name. */
void subst_rename_var(subst_t *subst, term_t var, sym_t name);

/* What the term becomes when it is one of those that are replaced; TERM_NONE for others. */
term_t subst_replacement(const subst_t *subst, term_t term);

/* The function when the term is a full application of one that is inlined; else FUN_NONE. */
fun_t subst_macro_of(const subst_t *subst, term_t term);

/* The names pass: renames the variables of binders that would capture something. */
void subst_find_captures(subst_t *subst);

/* --- runs --- */

/* The run itself: root with all replacements made; TERM_NONE when the limit was passed. For let
 * expansion work->reach already holds the terms, values before the variables that stand for
 * them. */
term_t subst_run(subst_t *subst, term_t root);

#endif
