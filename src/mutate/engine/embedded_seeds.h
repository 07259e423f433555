/* embedded_seeds.h - the seeds that are part of the binary: all of data/seeds/, with what is known
 * of them.
 *
 *     embedded_seeds_add(&seeds);                 // as seeds of a campaign
 *
 *     embedded_seed_t seed = {0};                 // or one by one
 *     while (embedded_seed_next(&seed)) ...
 *
 * data/seeds/index.tsv says how each status is known; ./dev seeds asks the solvers again. */
#ifndef MUTATE_EMBEDDED_SEEDS_H
#define MUTATE_EMBEDDED_SEEDS_H

#include "mutate/engine/seed.h"

/* Nothing is copied, and nothing ends with a NUL. */
typedef struct embedded_seed {
    const char *name; /* "QF_LIA/sat/queens.smt2" */
    size_t name_len;
    const char *text;
    size_t len;
    const char *model; /* text for model_read, or NULL */
    size_t model_len;
    const char *evidence; /* "z3 cvc5 model": who says so */
    size_t evidence_len;
    status_t status; /* sat or unsat */
    size_t next;     /* where the next one is */
} embedded_seed_t;

/* Goes on to the next seed, in the order of their names; from {0} to the first. False after the
 * last. */
bool embedded_seed_next(embedded_seed_t *seed);

/* Adds them all, named embedded/..., with their status: by SEED_SOLVERS, or by SEED_MODEL where the
 * model is evaluated again. Returns how many. */
uint32_t embedded_seeds_add(seeds_t *seeds);

#endif
