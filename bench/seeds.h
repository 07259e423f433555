/* seeds.h - the seeds that benchmarks take: those of $ASSAY_SHARED/seeds, or of ../shared/seeds.
 *
 *     name_vec_t files = {0};
 *     if (!seeds_walk(&mem, &files)) return 0;   // has said on stdout that there are none */
#ifndef BENCH_SEEDS_H
#define BENCH_SEEDS_H

#include "base/file.h"
#include "base/strbuf.h"

#include <stdio.h>
#include <stdlib.h>

/* Appends the folder, which may be missing. */
static inline void seeds_folder(strbuf_t *out) {
    const char *shared = getenv("ASSAY_SHARED");
    strbuf_format(out, "%s/seeds", shared ? shared : "../shared");
}

/* Appends the paths of its *.smt2 files. */
static inline bool seeds_walk(mem_t *mem, name_vec_t *files) {
    strbuf_t folder;
    strbuf_init(&folder, mem);
    seeds_folder(&folder);
    const char *error = NULL;
    bool ok = file_walk(mem, strbuf_text(&folder), ".smt2", files, &error);
    if (!ok)
        printf("no seeds: %s: %s\n", strbuf_text(&folder), error);
    strbuf_done(&folder);
    return ok;
}

#endif
