/* uses.h - which declarations terms, sorts and commands refer to.
 *
 *     uses_t uses;
 *     uses_init(&uses, bank);
 *     uses_term(&uses, term);
 *     for (uint32_t i = 0; i < uses.funs.len; i++) ...    // functions applied in term
 *     uses_close(&uses);                                  // and all that those need themselves
 *
 * An abbreviation (define-sort) is kept in sorts by its name alone, so names of written sorts are
 * listed too: a declaration SORTDECL_DEFINED is in use when its name is. */
#ifndef SMT_USES_H
#define SMT_USES_H

#include "base/map.h"
#include "smt/term/script.h"
#include "smt/walk/reach.h"

typedef struct uses {
    bank_t *bank;
    u32_vec_t funs;       /* fun_t, in the order they were met */
    u32_vec_t sortdecls;  /* sortdecl_t: free sorts, datatypes, parameters */
    u32_vec_t sort_names; /* sym_t of written sorts */
    u32_vec_t sorts;      /* sort_t: every sort met, and the sorts inside it */
    map_t fun_set, sortdecl_set, sort_name_set, sort_set;
    reach_t terms; /* every term met */
    uint32_t funs_closed, sortdecls_closed;
} uses_t;

void uses_init(uses_t *uses, bank_t *bank);
void uses_done(uses_t *uses);
void uses_clear(uses_t *uses);

/* Adds what is mentioned: by a term and the terms below it, by a sort, by a fun's signature and
 * the fun itself. */
void uses_term(uses_t *uses, term_t term);
void uses_sort(uses_t *uses, sort_t sort);
void uses_fun(uses_t *uses, fun_t fun);
void uses_sortdecl(uses_t *uses, sortdecl_t decl);

/* Adds what a command mentions, also one that declares. */
void uses_command(uses_t *uses, const script_t *script, uint32_t i);

/* Adds, until nothing is missing, what the things in use need: bodies of definitions and named
 * terms, constructors and selectors of datatypes, the datatype of a constructor, bodies of
 * abbreviations. */
void uses_close(uses_t *uses);

static inline bool uses_has_fun(const uses_t *uses, fun_t fun) {
    return map_get(&uses->fun_set, fun) != MAP_NONE;
}

static inline bool uses_has_sortdecl(const uses_t *uses, sortdecl_t decl) {
    return map_get(&uses->sortdecl_set, decl) != MAP_NONE;
}

static inline bool uses_has_sort_name(const uses_t *uses, sym_t name) {
    return map_get(&uses->sort_name_set, name) != MAP_NONE;
}

#endif
