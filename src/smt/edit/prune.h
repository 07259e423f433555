/* prune.h - scripts without declarations that nothing needs.
 *
 *     uint32_t gone = prune_script(&script, PRUNE_DECLARATIONS);
 *
 * Needed is what a command other than a declaration mentions, and all that is needed by what is
 * needed: bodies of definitions, sorts of signatures, datatypes with everything declared beside
 * them in one command. Texts count as well: a name that stands in an unknown command or in an
 * attribute's value is needed.
 *
 * A recursive definition is an axiom: one that is never called can still make a script
 * unsatisfiable, such as (f x) = (f x) + 1. Only PRUNE_RECURSIVE removes those, for callers that
 * check the outcome. */
#ifndef SMT_PRUNE_H
#define SMT_PRUNE_H

#include "smt/term/script.h"

typedef enum {
    PRUNE_DECLARATIONS, /* whatever cannot matter */
    PRUNE_RECURSIVE     /* recursive definitions too */
} prune_t;

/* Removes commands, and functions from define-funs-rec, in place; a comment that trails a command
 * goes with it. Returns how many functions, sorts and groups of datatypes are gone. */
uint32_t prune_script(script_t *script, prune_t what);

#endif
