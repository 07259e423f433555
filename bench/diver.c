/* diver - what a mutant of the strategy diver costs, and what its weights are worth.
 *
 *     bench_diver [INDEX]
 *
 * The seeds are the satisfiable ones of $ASSAY_SHARED/seeds (../shared/seeds). Their models are
 * asked of z3 and cvc5 with a limit of 2 seconds, or read from INDEX (an index of `assay seeds`,
 * which is written when it is not there); seeds with quantifiers are left out, since few models of
 * theirs can be evaluated, and that takes long. Then, with PER_SEED draws of each seed and its
 * preparation counted:
 *
 *     CPU microseconds per accepted mutant, with weights and without
 *     mutants per second with weights, over those without (the paper: 1.6)
 *     the same by logic
 *     how the time is spent, why candidates were rejected, memory before and after */
#include "base/clock.h"
#include "base/hash.h"
#include "distinct.h"
#include "mutate/engine/strategy.h"
#include "seeds.h"
#include "seeds/seed_index.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PER_SEED = 100, LOGICS = 64, LARGEST = 5 << 10 };

typedef struct world {
    mem_t mem;
    bank_t bank;
    seeds_t seeds;
    seed_index_t index;
    uint32_t with_model;
} world_t;

typedef struct tally {
    char logic[32];
    uint32_t seeds;
    uint64_t draws, made;
    double seconds;
} tally_t;

/* --- models --- */

static void learn_models(world_t *w) {
    profiles_t profiles;
    strbuf_t why;
    strbuf_init(&why, &w->mem);
    profiles_init(&profiles, &w->mem);
    profiles_embedded(&profiles);
    pool_t *pool = pool_make(&w->mem, 2);
    solver_t *solvers[2];
    uint32_t count = 0;
    static const char *const names[] = {"z3", "cvc5"};
    for (int i = 0; i < 2 && pool; i++) {
        const profile_t *profile = profiles_find(&profiles, names[i]);
        solver_spec_t spec = {.profile = profile, .mode = MODE_SPAWN};
        solver_t *solver = profile ? pool_solver(pool, &spec, &why) : NULL;
        if (solver)
            solvers[count++] = solver;
    }
    limits_t limits = {.wall = 2, .cpu = 2};
    seed_learner_t learner;
    seed_learner_init(&learner, pool, solvers, count, &limits, &w->mem);
    for (uint32_t i = 0; i < w->seeds.rows.len && count > 0; i++) {
        seed_t *seed = w->seeds.rows.data[i];
        if (seed->quantified)
            continue;
        learn_begin(&learner, &w->seeds, seed, LEARN_MODEL, NULL);
        inquiry_t *inquiry = learn_next(&learner);
        seed_row_t *row = seed_index_put(&w->index, seed->name);
        seed_row_describe(&w->index, row, &w->seeds, seed, seed->len);
        seed_row_learned(&w->index, row, inquiry);
        learn_end(inquiry);
    }
    seed_learner_done(&learner);
    pool_end(pool);
    profiles_done(&profiles);
    strbuf_done(&why);
}

static bool read_index(world_t *w, const char *path) {
    file_text_t text = {0};
    const char *error = NULL;
    if (!path || !file_read(&w->mem, path, &text, &error))
        return false;
    diag_list_t diags;
    diag_init(&diags, &w->mem);
    bool ok = seed_index_read(&w->index, text.data, text.len, &diags);
    diag_done(&diags);
    file_release(&w->mem, &text);
    for (uint32_t i = 0; ok && i < w->seeds.rows.len; i++) {
        seed_t *seed = w->seeds.rows.data[i];
        const seed_row_t *row = seed_index_find(&w->index, seed->name);
        if (row && seed_row_fits(row, seed))
            seed_row_apply(row, &w->seeds, seed);
    }
    return ok;
}

static void write_index(world_t *w, const char *path) {
    strbuf_t text;
    strbuf_init(&text, &w->mem);
    seed_index_write(&w->index, &text);
    FILE *out = fopen(path, "w");
    if (out) {
        fwrite(text.data, 1, text.len, out);
        fclose(out);
    }
    strbuf_done(&text);
}

static bool load(world_t *w, const char *index) {
    name_vec_t files = {0};
    const char *error = NULL;
    seeds_walk(&w->mem, &files);
    for (uint32_t i = 0; i < files.len; i++) {
        file_text_t text = {0};
        diag_list_t diags;
        diag_init(&diags, &w->mem);
        if (!strstr(files.data[i], "/unsat/") && file_read(&w->mem, files.data[i], &text, &error)) {
            if (text.len <= LARGEST)
                seed_add(&w->seeds, files.data[i], text.data, text.len, &diags);
            file_release(&w->mem, &text);
        }
        diag_done(&diags);
    }
    if (!read_index(w, index)) {
        learn_models(w);
        if (index)
            write_index(w, index);
    }
    for (uint32_t i = 0; i < w->seeds.rows.len; i++)
        w->with_model += w->seeds.rows.data[i]->model != NULL;
    printf("%u satisfiable seeds, %u with a model\n", w->seeds.rows.len, w->with_model);
    return w->with_model > 0;
}

/* --- measuring --- */

static tally_t *tally_of(tally_t *tallies, const char *logic) {
    for (int i = 0; i < LOGICS; i++) {
        if (tallies[i].seeds == 0)
            snprintf(tallies[i].logic, sizeof tallies[i].logic, "%s", logic);
        if (strcmp(tallies[i].logic, logic) == 0)
            return &tallies[i];
    }
    return &tallies[LOGICS - 1];
}

static void run(world_t *w, const strategy_options_t *options, tally_t *tallies, tally_t *all) {
    diag_list_t diags;
    diag_init(&diags, &w->mem);
    size_t before = w->mem.used;
    strategy_t *strategy = strategy_open(STRATEGY_DIVER, &w->seeds, options, &w->mem, &diags);
    mutant_t mutant;
    mutant_init(&mutant, &w->mem);
    slice_vec_t pieces = {0};
    strbuf_t text;
    strbuf_init(&text, &w->mem);
    rng_t base = rng_make(1);
    uint64_t distinct = 0;
    uint64_t bytes = 0;
    size_t most = 0;
    for (uint32_t i = 0; i < w->seeds.rows.len; i++) {
        const seed_t *seed = w->seeds.rows.data[i];
        if (!seed->model)
            continue;
        const char *logic =
            seed->logic == SYM_NONE ? "none" : symbol_text(&w->bank.symbols, seed->logic);
        tally_t *tally = tally_of(tallies, logic);
        tally->seeds++;
        rng_t mine = rng_split(&base, seed->hash);
        uint64_t hashes[PER_SEED];
        uint32_t count = 0;
        for (uint64_t k = 0; k < PER_SEED; k++) {
            rng_t rng = rng_split(&mine, k);
            double start = clock_cpu();
            bool made = strategy_make(strategy, seed, NULL, &rng, &mutant);
            if (made)
                mutant_pieces(&mutant, &pieces);
            tally->seconds += clock_cpu() - start;
            tally->draws++;
            tally->made += made;
            if (!made)
                continue;
            strbuf_clear(&text);
            mutant_print(&mutant, &text);
            bytes += text.len;
            hashes[count++] = hash_bytes(text.data, text.len);
        }
        distinct += distinct_count(hashes, count);
        if (w->mem.used > most)
            most = w->mem.used;
    }
    for (int i = 0; i < LOGICS; i++) {
        all->seeds += tallies[i].seeds;
        all->draws += tallies[i].draws;
        all->made += tallies[i].made;
        all->seconds += tallies[i].seconds;
    }
    printf("%s: %.1f us a mutant (target 100), %llu mutants of %llu draws, %llu bytes each, "
           "%.1f %% distinct\n",
           options->no_weights ? "without weights" : "with weights",
           all->seconds / (double)all->made * 1e6, (unsigned long long)all->made,
           (unsigned long long)all->draws, (unsigned long long)(bytes / (all->made + 1)),
           100.0 * (double)distinct / (double)all->made);
    const strategy_stats_t *stats = strategy_stats(strategy);
    printf("    %llu candidates, %llu accepted", (unsigned long long)stats->tries,
           (unsigned long long)stats->accepted);
    for (uint32_t i = 0; i < REJECT_COUNT; i++)
        if (stats->rejected[i] > 0)
            printf(", %s %llu", reject_name((reject_t)i), (unsigned long long)stats->rejected[i]);
    printf("\n");
    if (options->timed)
        for (uint32_t i = 0; i < PHASE_COUNT; i++)
            printf("    %-8s %.3f s\n", phase_name((phase_t)i), stats->seconds[i]);
    strategy_close(strategy);
    mutant_done(&mutant);
    strbuf_done(&text);
    vec_free(&w->mem, &pieces);
    diag_done(&diags);
    printf("    memory before %zu, at most %zu, after %zu\n", before, most, w->mem.used);
}

int main(int argc, char **argv) {
    world_t w = {0};
    mem_init(&w.mem);
    bank_init(&w.bank, &w.mem);
    seeds_init(&w.seeds, &w.bank, &w.mem);
    seed_index_init(&w.index, &w.mem);
    if (load(&w, argc > 1 ? argv[1] : NULL)) {
        static tally_t with[LOGICS];
        static tally_t without[LOGICS];
        tally_t all[2] = {0};
        strategy_options_t options = strategy_defaults;
        options.timed = getenv("BENCH_TIMED") != NULL;
        run(&w, &options, with, &all[0]);
        options.no_weights = true;
        run(&w, &options, without, &all[1]);
        printf("with weights %.2f times as many mutants a second (the paper: 1.6)\n",
               (double)all[0].made / all[0].seconds / ((double)all[1].made / all[1].seconds));
        printf("%-12s %6s %12s %8s %10s %8s\n", "logic", "seeds", "us a mutant", "made", "even: us",
               "made");
        for (int i = 0; i < LOGICS && with[i].seeds > 0; i++)
            printf("%-12s %6u %12.1f %7.1f%% %10.1f %7.1f%%\n", with[i].logic, with[i].seeds,
                   with[i].seconds / (double)with[i].made * 1e6,
                   100.0 * (double)with[i].made / (double)with[i].draws,
                   without[i].seconds / (double)without[i].made * 1e6,
                   100.0 * (double)without[i].made / (double)without[i].draws);
    }
    seed_index_done(&w.index);
    seeds_done(&w.seeds);
    bank_done(&w.bank);
    mem_done(&w.mem);
    return 0;
}
