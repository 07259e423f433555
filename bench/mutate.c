/* mutate - what a mutant costs, made and ready to be written.
 *
 * A table with a row for each strategy but diver, which needs models (diver.c); an unsatisfiable
 * seed is its own core:
 *
 *   us          CPU microseconds a mutant, on average over all seeds and PER_SEED mutants of each;
 *               the preparation of the seeds included, parsing them not
 *   prepare     of these, what preparing takes
 *   aim         what it should be
 *   bytes       of a mutant, on average
 *   seeds       of which there are mutants
 *   distinct    of 100 mutants of one seed, on average over every 16th seed
 *   flat, deep  microseconds for a mutant of a seed of 95 kB, and of one with 20000 terms nested in
 *               each other: they should follow from what changes, not from the size
 *   grown       bytes of memory that MANY mutants more took, or as many as can be made in a minute
 *
 * The seeds are those of $ASSAY_SHARED/seeds (../shared/seeds); without them there is nothing to
 * measure. Names of strategies as arguments: only these. */
#include "base/clock.h"
#include "base/hash.h"
#include "distinct.h"
#include "mutate/engine/strategy.h"
#include "seeds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PER_SEED = 200, MANY = 10000000, DRAWN = 100 };

static const double aims[STRATEGY_COUNT] = {
    [STRATEGY_OPFUZZ] = 3,  [STRATEGY_TYPEFUZZ] = 5, [STRATEGY_FUSION] = 10, [STRATEGY_CONCAT] = 10,
    [STRATEGY_SPARROW] = 5, [STRATEGY_CORE] = 5,     [STRATEGY_GEN] = 200,
};

typedef struct world {
    mem_t mem;
    bank_t bank;
    seeds_t seeds;
    uint32_t small; /* the seeds of the shared data; large ones follow */
    seed_t *flat, *deep;
    strategy_kind_t kind;
    strategy_t *strategy;
    mutant_t mutant;
    slice_vec_t pieces;
    strbuf_t text;
    uint64_t bytes;
} world_t;

/* --- seeds --- */

static seed_t *add_seed(world_t *w, const char *name, const char *text, size_t len) {
    diag_list_t diags;
    diag_init(&diags, &w->mem);
    seed_t *seed = seed_add(&w->seeds, name, text, len, &diags);
    diag_done(&diags);
    return seed;
}

static bool load(world_t *w) {
    name_vec_t files = {0};
    const char *error = NULL;
    if (!seeds_walk(&w->mem, &files))
        return false;
    uint64_t bytes = 0;
    double start = clock_cpu();
    for (uint32_t i = 0; i < files.len; i++) {
        file_text_t text = {0};
        if (file_read(&w->mem, files.data[i], &text, &error))
            add_seed(w, files.data[i], text.data, text.len);
        bytes += text.len;
        file_release(&w->mem, &text);
    }
    w->small = w->seeds.rows.len;
    printf("%u seeds, %llu bytes on average, %.0f us to read each\n", w->small,
           (unsigned long long)(bytes / (files.len ? files.len : 1)),
           1e6 * (clock_cpu() - start) / (w->small ? w->small : 1));
    return w->small > 0;
}

/* An unsatisfiable seed is its own core. */
static void give_cores(world_t *w) {
    u32_vec_t places = {0};
    for (uint32_t i = 0; i < w->seeds.rows.len; i++) {
        seed_t *seed = w->seeds.rows.data[i];
        places.len = 0;
        for (uint32_t k = 0; k < seed->roots.len; k++)
            *vec_push(&w->mem, &places) = k;
        if (seed->status == STATUS_UNSAT)
            seed_set_core(&w->seeds, seed, places.data, places.len);
    }
    vec_free(&w->mem, &places);
}

/* Assertions side by side up to 95 kB, and terms nested 20000 deep. */
static void make_large(world_t *w) {
    static const char start[] = "(set-logic QF_LIA)(set-info :status sat)\n";
    strbuf_clear(&w->text);
    strbuf_str(&w->text, start);
    for (int i = 0; i < 50; i++)
        strbuf_format(&w->text, "(declare-fun x%d () Int)", i);
    for (unsigned i = 0; w->text.len < 95000; i++)
        strbuf_format(&w->text, "(assert (or (< (+ x%u %u) x%u) (>= x%u (- x%u %u))))\n", i % 50, i,
                      i * 7 % 50, i * 11 % 50, i * 3 % 50, i);
    w->flat = add_seed(w, "flat", w->text.data, w->text.len);
    strbuf_clear(&w->text);
    strbuf_str(&w->text, start);
    strbuf_str(&w->text, "(declare-fun x () Int)(declare-fun y () Int)(assert (< y ");
    for (int i = 0; i < 20000; i++)
        strbuf_str(&w->text, i % 2 ? "(+ x " : "(- y ");
    strbuf_str(&w->text, "x");
    strbuf_fill(&w->text, ')', 20002);
    w->deep = add_seed(w, "deep", w->text.data, w->text.len);
}

/* --- mutants --- */

static const seed_t *partner(const world_t *w, const seed_t *first, rng_t *rng) {
    const char *why;
    for (int tries = 0; tries < 20; tries++) {
        const seed_t *second = w->seeds.rows.data[rng_below(rng, w->small)];
        if (strategy_takes(w->strategy, first, second, &why))
            return second;
    }
    return NULL;
}

static bool make(world_t *w, const seed_t *seed, rng_t rng) {
    bool two = strategy_info(w->kind)->seeds == 2;
    const seed_t *second = two ? partner(w, seed, &rng) : NULL;
    if ((two && !second) || !strategy_make(w->strategy, seed, second, &rng, &w->mutant))
        return false;
    mutant_pieces(&w->mutant, &w->pieces);
    for (uint32_t i = 0; i < w->pieces.len; i++)
        w->bytes += w->pieces.data[i].len;
    return true;
}

/* Of 100 mutants of a seed. */
static uint32_t count_distinct(world_t *w, const seed_t *seed, const rng_t *mine) {
    uint64_t hashes[DRAWN];
    uint32_t made = 0;
    for (uint64_t k = 0; k < DRAWN; k++) {
        if (!make(w, seed, rng_split(mine, k)))
            continue;
        strbuf_clear(&w->text);
        mutant_print(&w->mutant, &w->text);
        hashes[made++] = hash_bytes(w->text.data, w->text.len);
    }
    return distinct_count(hashes, made);
}

static double measure_distinct(world_t *w, const rng_t *base) {
    uint64_t sum = 0;
    uint64_t seeds = 0;
    const char *why;
    for (uint32_t i = 0; i < w->small; i += 16) {
        const seed_t *seed = w->seeds.rows.data[i];
        rng_t mine = rng_split(base, seed->hash);
        if (!strategy_takes(w->strategy, seed, NULL, &why))
            continue;
        sum += count_distinct(w, seed, &mine);
        seeds++;
    }
    return (double)sum / (double)(seeds ? seeds : 1);
}

/* Microseconds for a mutant of one large seed, once it is prepared; 0: there is none. */
static double measure_large(world_t *w, const seed_t *seed, const rng_t *base) {
    enum { TIMES = 2000 };
    const char *why;
    if (!seed || !strategy_takes(w->strategy, seed, NULL, &why))
        return 0;
    make(w, seed, *base);
    uint64_t made = 0;
    double start = clock_cpu();
    for (uint64_t k = 0; k < TIMES; k++)
        made += make(w, seed, rng_split(base, k));
    return made ? 1e6 * (clock_cpu() - start) / (double)made : 0;
}

/* Memory that many mutants take; *made is how many they were. */
static int64_t measure_memory(world_t *w, const rng_t *base, uint64_t *made) {
    size_t before = w->mem.used;
    double start = clock_cpu();
    *made = 0;
    for (uint64_t k = 0; *made < MANY && (k % 1024 != 0 || clock_cpu() - start < 60); k++) {
        const seed_t *seed = w->seeds.rows.data[k % w->small];
        rng_t mine = rng_split(base, seed->hash + 1);
        *made += make(w, seed, rng_split(&mine, k / w->small));
    }
    return (int64_t)(w->mem.used - before);
}

static void bench(world_t *w) {
    diag_list_t diags;
    diag_init(&diags, &w->mem);
    strategy_options_t options = strategy_defaults;
    w->strategy = strategy_open(w->kind, &w->seeds, &options, &w->mem, &diags);
    diag_done(&diags);
    rng_t base = rng_make(1);
    uint64_t made = 0;
    uint64_t taken = 0;
    double prepare = 0;
    const char *why;
    w->bytes = 0;
    double start = clock_cpu();
    for (uint32_t i = 0; i < w->small; i++) {
        const seed_t *seed = w->seeds.rows.data[i];
        rng_t mine = rng_split(&base, seed->hash);
        uint64_t before = made;
        double preparing = clock_cpu();
        bool takes = strategy_takes(w->strategy, seed, NULL, &why);
        prepare += clock_cpu() - preparing;
        for (uint64_t k = 0; takes && k < PER_SEED; k++)
            made += make(w, seed, rng_split(&mine, k));
        taken += made > before;
    }
    double time = clock_cpu() - start;
    double each = 1e6 / (double)(made ? made : 1);
    uint64_t bytes = w->bytes / (made ? made : 1);
    double distinct = measure_distinct(w, &base);
    double flat = measure_large(w, w->flat, &base);
    double deep = measure_large(w, w->deep, &base);
    uint64_t many;
    int64_t grown = measure_memory(w, &base, &many);
    printf("%-9s %8.2f %8.2f %5g %7llu %6llu %8.1f %8.2f %8.2f %9lld in %.1f M\n",
           strategy_info(w->kind)->name, time * each, prepare * each, aims[w->kind],
           (unsigned long long)bytes, (unsigned long long)taken, distinct, flat, deep,
           (long long)grown, (double)many / 1e6);
    fflush(stdout);
    strategy_close(w->strategy);
}

int main(int argc, char **argv) {
    static world_t w;
    mem_init(&w.mem);
    bank_init(&w.bank, &w.mem);
    seeds_init(&w.seeds, &w.bank, &w.mem);
    mutant_init(&w.mutant, &w.mem);
    strbuf_init(&w.text, &w.mem);
    if (load(&w)) {
        make_large(&w);
        give_cores(&w);
        printf("%-9s %8s %8s %5s %7s %6s %8s %8s %8s %s\n", "strategy", "us", "prepare", "aim",
               "bytes", "seeds", "distinct", "flat", "deep", "grown");
        for (uint32_t kind = 0; kind < STRATEGY_COUNT; kind++) {
            const strategy_info_t *info = strategy_info((strategy_kind_t)kind);
            bool named = argc < 2;
            for (int i = 1; i < argc; i++)
                named |= strcmp(argv[i], info->name) == 0;
            w.kind = (strategy_kind_t)kind;
            if (named && !(info->needs & NEEDS_MODEL))
                bench(&w);
        }
    }
    seeds_done(&w.seeds);
    bank_done(&w.bank);
    mem_done(&w.mem);
    return 0;
}
