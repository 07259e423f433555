/* rebuild_priv.h - the whole formula again, with other sorts and signatures.
 *
 *     rebuild_t rebuild;
 *     rebuild_init(&rebuild, work);
 *     *map_put(work->mem, &rebuild.sorts, old) = new;      // these sorts change
 *     rebuild.drop_fun = f;  rebuild.drop_param = 0;       // f loses a parameter
 *     bool made = rebuild_script(&rebuild, out);
 *     rebuild_done(&rebuild);
 *
 * Terms are made anew from the leaves up and checked; where one does not fit its new arguments, or
 * something occurs that cannot be changed (definitions, datatypes over changed sorts, match), there
 * is no candidate. Literals of a changed sort keep what fits of their value. */
#ifndef REDUCE_REBUILD_PRIV_H
#define REDUCE_REBUILD_PRIV_H

#include "reduce/work_priv.h"

typedef struct rebuild {
    work_t *work;
    map_t sorts;         /* canonical sort to its new one */
    uint32_t halve;      /* 1: indices of operators over bit-vectors are halved too */
    fun_t drop_fun;      /* or FUN_NONE */
    uint32_t drop_param; /* of it */
    map_t funs;          /* to the new one */
    map_t terms;         /* to the new one */
} rebuild_t;

void rebuild_init(rebuild_t *rebuild, work_t *work);
void rebuild_done(rebuild_t *rebuild);
bool rebuild_script(rebuild_t *rebuild, script_t *out);

#endif
