/* solvers.h - which solvers to work with, and opening them in a pool.
 *
 *     solvers_t solvers;
 *     solvers_init(&solvers, mem);                       // knows the embedded profiles
 *     *vec_push(mem, &solvers.wanted) = "cvc5";
 *     if (!solvers_open_in(&solvers, pool, &messages)) ...
 *     pool_submit(pool, solvers.rows.data[0], &query);
 *
 * A wanted solver is the name of a profile (z3), the path of a program whose name is that of a
 * profile (/opt/z3-4.13/bin/z3), either of them with further options after it, or any other command
 * line. Nothing wanted: every profile whose program is on PATH. Each is opened once for each row of
 * its profile that has the name of the tier.
 *
 * Messages are whole lines for people; there may be some although all went well. */
#ifndef SOLVER_SOLVERS_H
#define SOLVER_SOLVERS_H

#include "solver/run/pool.h"

typedef struct solvers {
    mem_t *mem;
    profiles_t profiles;
    text_vec_t wanted;
    text_vec_t files; /* with further profiles */
    const char *tier; /* NULL: default */
    run_mode_t mode;
    bool any_mode;            /* the fastest mode that the profile allows */
    VEC(solver_t *) rows;     /* after solvers_open_in */
    VEC(solver_spec_t) specs; /* what each was opened with */
} solvers_t;

void solvers_init(solvers_t *solvers, mem_t *mem);

/* The pool that they are open in must have ended. */
void solvers_done(solvers_t *solvers);

/* Reads the files of profiles; false when one has errors or cannot be read. */
bool solvers_read_profiles(solvers_t *solvers, strbuf_t *messages);

/* Reads the files, then finds and opens the solvers; false when one that was wanted cannot be used,
 * or none is there. */
bool solvers_open_in(solvers_t *solvers, pool_t *pool, strbuf_t *messages);

/* The options of a row of a profile, with spaces, as a campaign stores them. NULL has none. */
void solvers_options(const tier_t *tier, strbuf_t *out);

/* One solver as a campaign stored it: a name (of a profile, or a command line), a tier, and the
 * options of that. NULL, with a message in *why, when it is not on this machine. */
solver_t *solvers_stored(solvers_t *solvers, pool_t *pool, const char *name, const char *tier,
                         const char *options, strbuf_t *why);

#endif
