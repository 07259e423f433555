/* mutate - what a mutant costs, made and ready to be written.
 *
 * For each strategy: CPU microseconds a mutant, on average over all seeds and PER_SEED mutants of
 * each, the preparation of the seeds included (parsing them is not); the share of distinct mutants
 * in 100 of one seed; how many seeds it works on, by logic. The seeds are those of
 * $ASSAY_SHARED/seeds (../shared/seeds); without them there is nothing to measure. Cores are those
 * of the index $ASSAY_INDEX (assay seeds --cores -o INDEX); without it, an unsatisfiable seed is
 * its own core. Arguments name the strategies to measure; without any, all are. */
#include "base/clock.h"
#include "base/file.h"
#include "base/hash.h"
#include "campaign/seed_index.h"
#include "mutate/strategy.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PER_SEED = 200 };

static const double targets[] = {
    [STRATEGY_OPFUZZ] = 3,  [STRATEGY_TYPEFUZZ] = 5, [STRATEGY_FUSION] = 10,
    [STRATEGY_CONCAT] = 10, [STRATEGY_DIVER] = 100, /* needs models: see diver.c */
    [STRATEGY_SPARROW] = 5, [STRATEGY_CORE] = 5,     [STRATEGY_GEN] = 200,
};

typedef struct world {
    mem_t mem;
    bank_t bank;
    seeds_t seeds;
} world_t;

static bool load(world_t *w) {
    const char *shared = getenv("ASSAY_SHARED");
    strbuf_t path;
    strbuf_init(&path, &w->mem);
    strbuf_format(&path, "%s/seeds", shared ? shared : "../shared");
    name_vec_t files = {0};
    const char *error = NULL;
    if (!file_walk(&w->mem, strbuf_text(&path), ".smt2", &files, &error)) {
        printf("no seeds: %s: %s\n", strbuf_text(&path), error);
        return false;
    }
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < files.len; i++) {
        file_text_t text = {0};
        diag_list_t diags;
        diag_init(&diags, &w->mem);
        if (file_read(&w->mem, files.data[i], &text, &error))
            seed_add(&w->seeds, files.data[i], text.data, text.len, &diags);
        bytes += text.len;
        diag_done(&diags);
        file_release(&w->mem, &text);
    }
    printf("%u seeds, %llu bytes on average\n", w->seeds.rows.len,
           (unsigned long long)(bytes / (files.len ? files.len : 1)));
    return true;
}

static void give_cores(world_t *w) {
    const char *path = getenv("ASSAY_INDEX");
    const char *error = NULL;
    file_text_t text = {0};
    diag_list_t diags;
    seed_index_t index;
    diag_init(&diags, &w->mem);
    seed_index_init(&index, &w->mem);
    if (path && (!file_read(&w->mem, path, &text, &error) ||
                 !seed_index_read(&index, text.data, text.len, &diags)))
        printf("%s cannot be read\n", path);
    uint32_t cores = 0;
    for (uint32_t i = 0; i < w->seeds.rows.len; i++) {
        seed_t *seed = w->seeds.rows.data[i];
        char full[PATH_MAX];
        const seed_row_t *row = realpath(seed->name, full) ? seed_index_find(&index, full) : NULL;
        if (row && seed_row_fits(row, seed) && seed->status == STATUS_UNSAT)
            seed_row_apply(row, &w->seeds, seed);
        uint32_t all = seed->status == STATUS_UNSAT && !path ? seed->roots.len : 0;
        u32_vec_t places = {0};
        for (uint32_t k = 0; k < all; k++)
            *vec_push(&w->mem, &places) = k;
        if (all > 0)
            seed_set_core(&w->seeds, seed, places.data, places.len);
        vec_free(&w->mem, &places);
        cores += seed->core.len > 0;
    }
    printf("%u seeds with a core\n", cores);
    seed_index_done(&index);
    diag_done(&diags);
    file_release(&w->mem, &text);
}

static const seed_t *partner(const world_t *w, strategy_t *strategy, const seed_t *first,
                             rng_t *rng) {
    const char *why;
    for (int tries = 0; tries < 20; tries++) {
        const seed_t *second = w->seeds.rows.data[rng_below(rng, w->seeds.rows.len)];
        if (strategy_takes(strategy, first, second, &why))
            return second;
    }
    return NULL;
}

static int compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void bench(world_t *w, strategy_kind_t kind) {
    diag_list_t diags;
    diag_init(&diags, &w->mem);
    strategy_t *strategy = strategy_open(kind, &w->seeds, &strategy_defaults, &w->mem, &diags);
    mutant_t mutant;
    mutant_init(&mutant, &w->mem);
    piece_vec_t pieces = {0};
    rng_t base = rng_make(1);
    bool two = strategy_info(kind)->seeds == 2;
    uint64_t made = 0;
    uint64_t taken = 0;
    uint64_t bytes = 0;
    uint32_t seeds = w->seeds.rows.len;
    double start = clock_cpu();
    for (uint32_t i = 0; i < seeds; i++) {
        const seed_t *seed = w->seeds.rows.data[i];
        rng_t mine = rng_split(&base, seed->hash);
        uint64_t before = made;
        for (uint64_t k = 0; k < PER_SEED; k++) {
            rng_t rng = rng_split(&mine, k);
            const seed_t *second = two ? partner(w, strategy, seed, &rng) : NULL;
            if ((two && !second) || !strategy_make(strategy, seed, second, &rng, &mutant))
                continue;
            mutant_pieces(&mutant, &pieces);
            for (uint32_t p = 0; p < pieces.len; p++)
                bytes += pieces.data[p].len;
            made++;
        }
        taken += made > before;
    }
    double time = clock_cpu() - start;
    /* How many of 100 are distinct. */
    uint64_t distinct = 0;
    uint64_t drawn = 0;
    strbuf_t text;
    strbuf_init(&text, &w->mem);
    for (uint32_t i = 0; i < seeds; i += 16) {
        uint64_t hashes[100];
        uint32_t count = 0;
        rng_t mine = rng_split(&base, w->seeds.rows.data[i]->hash);
        for (uint64_t k = 0; k < 100; k++) {
            rng_t rng = rng_split(&mine, k);
            const seed_t *first = w->seeds.rows.data[i];
            const seed_t *second = two ? partner(w, strategy, first, &rng) : NULL;
            if ((two && !second) || !strategy_make(strategy, first, second, &rng, &mutant))
                continue;
            strbuf_clear(&text);
            mutant_print(&mutant, &text);
            hashes[count++] = hash_bytes(text.data, text.len);
        }
        qsort(hashes, count, sizeof *hashes, compare);
        for (uint32_t k = 0; k < count; k++)
            distinct += k == 0 || hashes[k] != hashes[k - 1];
        drawn += count;
    }
    printf(
        "%-9s %.2f us a mutant (target %g), %llu mutants of %llu seeds, %llu bytes each, %.1f %% "
        "of 100 distinct\n",
        strategy_info(kind)->name, time / (double)made * 1e6, targets[kind],
        (unsigned long long)made, (unsigned long long)taken,
        (unsigned long long)(bytes / (made ? made : 1)),
        100.0 * (double)distinct / (double)(drawn ? drawn : 1));
    strbuf_done(&text);
    vec_free(&w->mem, &pieces);
    mutant_done(&mutant);
    strategy_close(strategy);
    diag_done(&diags);
}

/* The strategies that are named, or all. */
static bool is_wanted(const char *name, int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return true;
    return argc < 2;
}

int main(int argc, char **argv) {
    world_t w;
    mem_init(&w.mem);
    bank_init(&w.bank, &w.mem);
    seeds_init(&w.seeds, &w.bank, &w.mem);
    bool loaded = load(&w);
    if (loaded)
        give_cores(&w);
    if (loaded)
        for (uint32_t kind = 0; kind < STRATEGY_COUNT; kind++) {
            if (!is_wanted(strategy_info((strategy_kind_t)kind)->name, argc, argv))
                continue;
            size_t before = w.mem.used;
            bench(&w, (strategy_kind_t)kind);
            printf("          memory before %zu, after %zu\n", before, w.mem.used);
        }
    seeds_done(&w.seeds);
    bank_done(&w.bank);
    mem_done(&w.mem);
    return 0;
}
