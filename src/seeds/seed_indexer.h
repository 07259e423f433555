/* seed_indexer.h - makes the index of seeds: what they are, and what solvers know of them.
 *
 *     seed_indexer_t indexer = {.mem = mem, .wants = LEARN_MODEL, .learner = &learner, .lanes = 2,
 *                               .messages = stderr};
 *     if (!seed_indexer_open(&indexer, NULL, "benchmarks/")) ...   // benchmarks/assay-seeds.sexp
 *     seed_indexer_run(&indexer, paths, count);
 *     seed_indexer_write(&indexer);
 *     seed_indexer_done(&indexer);
 *
 * What an index that is there says of seeds that did not change is used again, and the file is
 * written now and then: work that is interrupted can go on later. Each seed is read into memory of
 * its own, so that nothing is left of it but its row. */
#ifndef SEEDS_SEED_INDEXER_H
#define SEEDS_SEED_INDEXER_H

#include "seeds/seed_index.h"

#include <stdio.h>

typedef struct seed_indexer {
    /* What the caller says. */
    mem_t *mem;
    seed_learner_t *learner; /* may be NULL when wants is 0 */
    uint32_t lanes;          /* of the learner's pool */
    uint32_t wants;          /* LEARN_...: what to ask about each seed; 0: nothing */
    bool again;              /* do not use what the index says already */
    FILE *messages;          /* whole lines about what cannot be read or written */

    /* What happens is told with arg; each may be NULL. */
    void *arg;
    void (*conflict)(void *arg, const char *path, const char *what);
    void (*progress)(void *arg, uint32_t done);
    bool (*stop)(void *arg); /* true: begin no seed any more, and wait for none */

    /* What came of it. */
    seed_index_t index;
    const char *output; /* the path of the index */
    uint32_t done;      /* seeds, also those that cannot be read */
    uint32_t reused;    /* seeds of which the index knew all that is wanted */
    bool trouble;       /* something could not be read or written */
    bool conflicts;     /* there was one */

    char *directory; /* of the output, without links; "" is the root */
    double written;  /* when the index was written */
    double writing;  /* how long that took */
} seed_indexer_t;

/* Finds where the index belongs, and reads it if it is there. output may be NULL: then it has the
 * usual name in the directory that is the first path, or here. False, with a message, when there is
 * no such directory. */
bool seed_indexer_open(seed_indexer_t *indexer, const char *output, const char *first);
void seed_indexer_done(seed_indexer_t *indexer);

/* Adds a row for each file, or renews it. The learner has no other work. */
void seed_indexer_run(seed_indexer_t *indexer, const char *const *paths, uint32_t count);

/* Writes the index; rows of files that are gone are left out. */
void seed_indexer_write(seed_indexer_t *indexer);

#endif
