/* solvers.h - which solvers a subcommand works with: what --solver, --mode, --tier and --profile
 * say.
 *
 * A wanted solver is the name of a profile (z3), the path of a program whose name is that of a
 * profile (/opt/z3-4.13/bin/z3), either of them with further options behind it, or any other
 * command line. Nothing wanted: every profile whose program is on PATH. Each is opened once for
 * each row of its profile that has the name of the tier. */
#ifndef CLI_SOLVERS_H
#define CLI_SOLVERS_H

#include "solver/run/pool.h"

typedef struct solvers {
    mem_t *mem;
    profiles_t profiles;
    text_vec_t wanted;
    text_vec_t files; /* of --profile */
    const char *tier; /* NULL: default */
    run_mode_t mode;
    bool any_mode;            /* the fastest mode that the profile allows */
    VEC(solver_t *) rows;     /* after solvers_open */
    VEC(solver_spec_t) specs; /* what each was opened with */
} solvers_t;

/* Of one run, where nothing else is said. */
extern const limits_t solvers_limits;

void solvers_init(solvers_t *solvers, mem_t *mem);

/* Reads the files of --profile; false with messages. */
bool solvers_read_files(solvers_t *solvers);

/* Finds and opens them; says what is wrong on stderr, and returns false when one that was wanted
 * cannot be used, or none is there. */
bool solvers_open(solvers_t *solvers, pool_t *pool);

/* The options of a row of a profile, with spaces, as a campaign stores them. NULL has none. */
void solvers_options(const tier_t *tier, strbuf_t *out);

/* One solver as a campaign stored it: a name (of a profile, or a command line), a tier, and the
 * options of that. NULL, with a message in *why, when it is not on this machine. */
solver_t *solvers_stored(solvers_t *solvers, pool_t *pool, const char *name, const char *tier,
                         const char *options, strbuf_t *why);

#endif
