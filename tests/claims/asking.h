/* asking.h - what solvers say of mutants: that they take them, and that no claim is contradicted.
 *
 *     asking_t asking;
 *     asking_init(&asking, mem, names, count);
 *     asking_mutant(&asking, &mutant);           // all solvers, one after the other
 *     ... asking.asked[i] ... */
#ifndef CLAIMS_ASKING_H
#define CLAIMS_ASKING_H

#include "base/map.h"
#include "mutate/engine/mutant.h"
#include "solver/run/pool.h"

enum { MOST_SOLVERS = 4 };

typedef struct asked {
    uint64_t outcomes[OUTCOME_COUNT];
    uint64_t refused;      /* error or unsupported, though its seeds are taken */
    uint64_t seed_refused; /* a seed is refused, too */
    uint64_t contradicted; /* the claim, by a verdict */
    uint64_t known;        /* rows of known.def */
} asked_t;

typedef struct asking {
    mem_t *mem;
    profiles_t profiles;
    pool_t *pool;
    solver_t *solvers[MOST_SOLVERS];
    uint32_t count;
    double limit;     /* seconds */
    const char *keep; /* a directory for what is wrong, or NULL */
    uint32_t kept;    /* files in it */
    asked_t asked[MOST_SOLVERS];
    uint64_t disagreed;          /* one says sat and another unsat where nothing is claimed */
    map_t refuses[MOST_SOLVERS]; /* by hash of a seed: 1 when the solver refuses it, 0 when not */
    strbuf_t text;               /* of the mutant */
} asking_t;

/* Solvers by name; those that are not there are left out. */
void asking_init(asking_t *asking, mem_t *mem, const char *const *names, uint32_t count);
void asking_done(asking_t *asking);

/* Forgets the counts. */
void asking_clear(asking_t *asking);

void asking_mutant(asking_t *asking, const mutant_t *mutant);

/* Writes asking->text with a header into the directory to keep; WHAT-N.smt2. */
void asking_keep(asking_t *asking, const mutant_t *mutant, const char *what);

const char *asking_name(const asking_t *asking, uint32_t solver);

#endif
