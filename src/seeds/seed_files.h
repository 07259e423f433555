/* seed_files.h - the seeds that paths name, with what is known of them.
 *
 *     seed_files_t files;
 *     seed_files_init(&files, &seeds, stderr, mem);
 *     seed_files_read(&files, paths, count);
 *     if (files.trouble) ...                                // was said on stderr
 *
 * A path is a file, - for standard input, a directory (all *.smt2 below it) or an index that
 * `assay seeds` wrote (a name that ends in .sexp: all seeds in it). A directory with an index of
 * the usual name uses it: its seeds get their status, model and core from there. A row that does
 * not fit its file any more is passed over, with a warning.
 *
 * Messages are whole lines for people, on the stream that the caller names. */
#ifndef SEEDS_SEED_FILES_H
#define SEEDS_SEED_FILES_H

#include "seeds/seed_index.h"

#include <stdio.h>

typedef struct seed_files {
    mem_t *mem;
    seeds_t *seeds;
    FILE *messages;
    bool originals; /* leave out seeds that an index calls duplicates of others */
    bool trouble;   /* something could not be read */
    bool indexed;   /* there was an index */
    uint32_t stale; /* rows that did not fit */
    uint32_t left_out;
} seed_files_t;

void seed_files_init(seed_files_t *files, seeds_t *seeds, FILE *messages, mem_t *mem);

/* Adds seeds in the order of the paths. */
void seed_files_read(seed_files_t *files, const char *const *paths, uint32_t count);

/* --- one at a time --- */

/* Reads an index file; false, with messages, when there is none or it has errors. One that is not
 * there is no trouble if it may be missing. */
bool seed_files_index(mem_t *mem, const char *path, bool may_miss, seed_index_t *index,
                      FILE *messages);

/* Reads a seed; NULL, with messages. */
seed_t *seed_files_add(seeds_t *seeds, mem_t *mem, const char *path, uint64_t *bytes,
                       FILE *messages);

#endif
