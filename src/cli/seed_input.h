/* seed_input.h - the seeds that a command line names, with what is known of them.
 *
 *     seed_input_t input;
 *     seed_input_init(&input, &seeds, mem);
 *     seed_input_read(&input, paths, count);
 *     if (input.trouble) ...                                // was said on stderr
 *
 * A path is a file, - for standard input, a directory (all *.smt2 below it) or an index that
 * `assay seeds` wrote (a name that ends in .sexp: all seeds in it). A directory with an index of
 * the usual name uses it: its seeds get their status, model and core from there. A row that does
 * not fit its file any more is passed over, with a warning. */
#ifndef CLI_SEED_INPUT_H
#define CLI_SEED_INPUT_H

#include "seeds/seed_index.h"

typedef struct seed_input {
    mem_t *mem;
    seeds_t *seeds;
    bool originals; /* leave out seeds that an index calls duplicates of others */
    bool trouble;   /* something could not be read */
    bool indexed;   /* there was an index */
    uint32_t stale; /* rows that did not fit */
    uint32_t left_out;
} seed_input_t;

void seed_input_init(seed_input_t *input, seeds_t *seeds, mem_t *mem);

/* Adds seeds in the order of the paths. */
void seed_input_read(seed_input_t *input, char **paths, int count);

/* --- parts of it, for assay seeds --- */

/* Reads an index file; false, with messages, when there is none or it has errors. One that is not
 * there is no trouble if it may be missing. */
bool seed_input_index(mem_t *mem, const char *path, bool may_miss, seed_index_t *index);

/* Reads a seed; NULL, with messages. */
seed_t *seed_input_add(seeds_t *seeds, mem_t *mem, const char *path, uint64_t *bytes);

#endif
