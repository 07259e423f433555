/* claims - mutants by the thousand: well-sorted, made again by their recipes, taken by solvers, and
 * none of their claims contradicted.
 *
 *     claims [-n MUTANTS] [-a ASKED] [-l SECONDS] [-s SEED] [-k DIR] [-d SEEDS] [-m SEEDS]
 *            [STRATEGY...]
 *
 * For each strategy it makes MUTANTS mutants, spread over all seeds: those of $ASSAY_SHARED/seeds
 * (../shared/seeds), or of tests/accept where that is missing. Of each:
 *
 *   - its text is parsed and sort-checked;
 *   - its recipe is read and replayed in a world of its own: the same bytes;
 *   - the model of a sat claim, where there is one, is evaluated: true;
 *   - two other processes make it again, in another order: the same hash;
 *   - ASKED of them are sent to z3 and cvc5 with a limit of SECONDS of CPU: no error, and no
 *     verdict that contradicts the claim, but for the bugs in known.def.
 *
 * Then it counts how many of 100 mutants of one seed are distinct, for -d SEEDS seeds (0: all).
 * Strategies that look at models or cores get them from the solvers, for -m SEEDS seeds (0: all).
 * What is wrong is printed, and kept in DIR. Exit code 1 when something is, 77 without seeds. */
#include "asking.h"

#include "base/file.h"
#include "base/hash.h"
#include "mutate/engine/chain.h"
#include "seeds/learn.h"
#include "smt/read/parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct counts {
    uint64_t made, nowhere;
    uint64_t ill_sorted, not_replayed, order;
    uint64_t claims[3];
    uint64_t models[4]; /* by model_fit_t */
} counts_t;

typedef struct run {
    mem_t mem;
    bank_t bank;
    seeds_t seeds;
    chain_t chain;
    asking_t asking;
    bank_t check_bank; /* for texts that are parsed once */
    bank_mark_t check_mark;
    strategy_kind_t kind;
    strategy_t *strategy;
    mutant_t mutant;
    mutant_t again;
    strbuf_t text;
    strbuf_t text_again;
    recipe_t recipe;
    u32_vec_t taken; /* numbers of the seeds that the strategy takes */
    rng_t base;
    uint64_t wanted;
    uint64_t asked;
    uint64_t distinct_seeds;
    uint64_t learned_seeds;
    bool has_models, has_cores;
    uint64_t *hashes; /* shared with the other processes: by number of the mutant */
    counts_t counts;
} run_t;

/* --- seeds --- */

static bool load_directory(run_t *run, const char *path) {
    name_vec_t files = {0};
    const char *error = NULL;
    if (!file_walk(&run->mem, path, ".smt2", &files, &error))
        return false;
    for (uint32_t i = 0; i < files.len; i++) {
        file_text_t text = {0};
        diag_list_t diags;
        diag_init(&diags, &run->mem);
        if (file_read(&run->mem, files.data[i], &text, &error))
            seed_add(&run->seeds, files.data[i], text.data, text.len, &diags);
        diag_done(&diags);
        file_release(&run->mem, &text);
    }
    printf("%u seeds of %s\n", run->seeds.rows.len, path);
    return run->seeds.rows.len > 0;
}

static bool load(run_t *run) {
    const char *shared = getenv("ASSAY_SHARED");
    strbuf_t path;
    strbuf_init(&path, &run->mem);
    strbuf_format(&path, "%s/seeds", shared ? shared : "../shared");
    bool loaded = load_directory(run, strbuf_text(&path)) || load_directory(run, "tests/accept");
    strbuf_done(&path);
    return loaded;
}

/* Models of the satisfiable seeds, or cores of the others, as the solvers say. */
static uint64_t learn(run_t *run, status_t status,
                      learned_t (*what)(seed_learner_t *, seeds_t *, seed_t *)) {
    uint64_t seeds = 0;
    uint64_t learned = 0;
    for (uint32_t i = 0; i < run->seeds.rows.len; i++)
        seeds += run->seeds.rows.data[i]->status == status;
    uint64_t wanted = run->learned_seeds == 0 ? seeds : run->learned_seeds;
    uint64_t step = seeds / wanted > 0 ? seeds / wanted : 1;
    limits_t limits = {
        .cpu = run->asking.limit, .wall = 10 * run->asking.limit + 2, .memory = UINT64_C(2) << 30};
    seed_learner_t learner;
    seed_learner_init(&learner, run->asking.pool, run->asking.solvers, run->asking.count, &limits,
                      &run->mem);
    uint64_t at = 0;
    for (uint32_t i = 0; i < run->seeds.rows.len; i++) {
        seed_t *seed = run->seeds.rows.data[i];
        if (seed->status == status && at++ % step == 0)
            learned += what(&learner, &run->seeds, seed) == LEARNED;
    }
    seed_learner_done(&learner);
    return learned;
}

static void learn_needs(run_t *run, uint32_t needs) {
    if ((needs & (NEEDS_MODEL | USES_MODEL)) && !run->has_models) {
        run->has_models = true;
        printf("%llu models\n", (unsigned long long)learn(run, STATUS_SAT, learn_model));
    }
    if ((needs & NEEDS_CORE) && !run->has_cores) {
        run->has_cores = true;
        printf("%llu cores\n", (unsigned long long)learn(run, STATUS_UNSAT, learn_core));
    }
}

/* The seeds that the strategy works on, the first of two. */
static void list_taken(run_t *run) {
    const char *why;
    run->taken.len = 0;
    for (uint32_t i = 0; i < run->seeds.rows.len; i++)
        if (strategy_takes(run->strategy, run->seeds.rows.data[i], NULL, &why))
            *vec_push(&run->mem, &run->taken) = i;
}

/* --- making --- */

static const seed_t *draw_partner(run_t *run, const seed_t *first, rng_t *rng) {
    const char *why;
    for (int tries = 0; tries < 20; tries++) {
        uint32_t number = run->taken.data[rng_below(rng, run->taken.len)];
        const seed_t *second = run->seeds.rows.data[number];
        if (strategy_takes(run->strategy, first, second, &why))
            return second;
    }
    return NULL;
}

/* Mutant number k of a seed, into run->text. */
static bool make(run_t *run, const seed_t *first, uint64_t k) {
    rng_t mine = rng_split(&run->base, first->hash);
    rng_t rng = rng_split(&mine, k);
    bool two = strategy_info(run->kind)->seeds == 2;
    const seed_t *second = two ? draw_partner(run, first, &rng) : NULL;
    strbuf_clear(&run->text);
    if ((two && !second) || !strategy_make(run->strategy, first, second, &rng, &run->mutant))
        return false;
    mutant_print(&run->mutant, &run->text);
    return true;
}

/* Mutants are numbered over all seeds: neighbours are of different ones. */
static bool make_number(run_t *run, uint64_t number) {
    uint32_t seed = run->taken.data[number % run->taken.len];
    return make(run, run->seeds.rows.data[seed], number / run->taken.len);
}

static uint64_t hash_of(run_t *run, uint64_t number) {
    if (!make_number(run, number))
        return 0;
    return hash_bytes(run->text.data, run->text.len) | 1;
}

/* --- checking --- */

static void complain(run_t *run, const char *what) {
    strbuf_clear(&run->asking.text);
    strbuf_add(&run->asking.text, run->text.data, run->text.len);
    asking_keep(&run->asking, &run->mutant, what);
}

static void check_sorts(run_t *run) {
    diag_list_t diags;
    diag_init(&diags, &run->mem);
    script_t script;
    script_init(&script, &run->check_bank);
    if (!parse_script(&script, run->text.data, run->text.len, &diags)) {
        run->counts.ill_sorted++;
        printf("%u:%u: %s\n", diags.rows.data[0].line, diags.rows.data[0].column,
               diags.rows.data[0].message);
        complain(run, "ill-sorted");
    }
    script_done(&script);
    bank_release(&run->check_bank, run->check_mark);
    diag_done(&diags);
}

static void check_recipe(run_t *run) {
    const char *reason = "";
    strbuf_t why;
    strbuf_init(&why, &run->mem);
    bool same = recipe_read(&run->recipe, strbuf_text(&run->mutant.recipe), &reason) &&
                chain_replay(&run->chain, &run->seeds, &run->recipe, &run->again, &why);
    strbuf_clear(&run->text_again);
    if (same)
        mutant_print(&run->again, &run->text_again);
    if (!same || run->text.len != run->text_again.len ||
        memcmp(run->text.data, run->text_again.data, run->text.len) != 0 ||
        run->mutant.claim != run->again.claim) {
        run->counts.not_replayed++;
        printf("not replayed: %s%s\n", reason, strbuf_text(&why));
        complain(run, "not-replayed");
    }
    strbuf_done(&why);
}

/* The model that comes with a sat claim, on the mutant as it is read. */
static void check_model(run_t *run) {
    if (run->mutant.claim != CLAIM_SAT)
        return;
    strbuf_clear(&run->text_again);
    if (!strategy_model(run->strategy, &run->mutant, &run->text_again))
        return;
    seeds_t seeds;
    seeds_init(&seeds, &run->check_bank, &run->mem);
    diag_list_t diags;
    diag_init(&diags, &run->mem);
    seed_t *seed = seed_add(&seeds, "mutant", run->text.data, run->text.len, &diags);
    model_fit_t fit = MODEL_UNREAD;
    if (seed)
        fit = seed_set_model(&seeds, seed, run->text_again.data, run->text_again.len, &diags);
    run->counts.models[fit]++;
    if (fit == MODEL_FALSE || fit == MODEL_UNREAD)
        complain(run, fit == MODEL_FALSE ? "false-model" : "unread-model");
    diag_done(&diags);
    seeds_done(&seeds);
    bank_release(&run->check_bank, run->check_mark);
}

static void check_all(run_t *run) {
    counts_t *counts = &run->counts;
    uint64_t every = run->asked == 0 ? 0 : (run->wanted + run->asked - 1) / run->asked;
    for (uint64_t i = 0; i < run->wanted; i++) {
        if (!make_number(run, i)) {
            counts->nowhere++;
            continue;
        }
        run->hashes[i] = hash_bytes(run->text.data, run->text.len) | 1;
        counts->made++;
        counts->claims[run->mutant.claim]++;
        check_sorts(run);
        check_model(run);
        if (every > 0 && i % every == 0)
            asking_mutant(&run->asking, &run->mutant);
        check_recipe(run);
    }
}

/* Two processes make all mutants once more, each its half and from the end. */
static void check_order(run_t *run) {
    uint64_t *others = mmap(NULL, run->wanted * sizeof *others + 1, PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (others == MAP_FAILED)
        exit(2);
    fflush(stdout);
    pid_t children[2];
    for (uint64_t half = 0; half < 2; half++) {
        children[half] = fork();
        if (children[half] != 0)
            continue;
        for (uint64_t i = run->wanted; i-- > 0;)
            if (i % 2 == half)
                others[i] = hash_of(run, i);
        _exit(0);
    }
    bool ended = true;
    for (int half = 0; half < 2; half++) {
        int status = 1;
        ended &= children[half] > 0 && waitpid(children[half], &status, 0) == children[half] &&
                 status == 0;
    }
    for (uint64_t i = 0; i < run->wanted; i++)
        run->counts.order += run->hashes[i] != others[i];
    if (!ended)
        run->counts.order++;
    munmap(others, run->wanted * sizeof *others + 1);
}

/* --- distinct mutants --- */

enum { DRAWN = 100, MANY = 20000, ENOUGH = 1000, SLOTS = 1 << 12 };

/* How many of a seed's mutants are distinct, up to ENOUGH. */
static uint32_t count_distinct(run_t *run, const seed_t *seed, uint32_t drawn) {
    static uint64_t slots[SLOTS];
    memset(slots, 0, sizeof slots);
    uint32_t distinct = 0;
    for (uint64_t k = 0; k < drawn && distinct < ENOUGH; k++) {
        if (!make(run, seed, k))
            continue;
        uint64_t hash = hash_bytes(run->text.data, run->text.len) | 1;
        uint64_t at = hash >> 32 & (SLOTS - 1);
        while (slots[at] != 0 && slots[at] != hash)
            at = (at + 1) & (SLOTS - 1);
        distinct += slots[at] == 0;
        slots[at] = hash;
    }
    return distinct;
}

/* Seeds by how many of 100 mutants are distinct; and of those with few, how many mutants there are
 * at all, as far as MANY draws tell: 100 even draws from 1000 are 95 distinct ones. */
static void print_distinct(run_t *run) {
    static const uint32_t bounds[] = {95, 90, 80, 60, 40, 20, 0};
    enum { BOUNDS = sizeof bounds / sizeof *bounds };
    uint64_t seeds[BOUNDS] = {0};
    uint64_t sum = 0;
    uint64_t small = 0;
    uint64_t few = 0;
    uint64_t looked = run->distinct_seeds == 0 ? run->taken.len : run->distinct_seeds;
    uint64_t step = run->taken.len / looked > 0 ? run->taken.len / looked : 1;
    uint64_t count = 0;
    for (uint64_t i = 0; i < run->taken.len; i += step, count++) {
        const seed_t *seed = run->seeds.rows.data[run->taken.data[i]];
        uint32_t distinct = count_distinct(run, seed, DRAWN);
        uint32_t row = 0;
        while (distinct < bounds[row])
            row++;
        seeds[row]++;
        sum += distinct;
        if (row == 0)
            continue;
        uint32_t all = count_distinct(run, seed, MANY);
        small += all < ENOUGH;
        few += all >= ENOUGH;
        if (getenv("CLAIMS_VERBOSE"))
            printf("%u distinct of %d, %u of %d: %s, %u terms\n", distinct, DRAWN, all, MANY,
                   seed->name, seed->spots.len);
    }
    printf("  of %d mutants of a seed %.1f are distinct; seeds by that:", DRAWN,
           (double)sum / (double)(count ? count : 1));
    for (uint32_t i = 0; i < BOUNDS; i++)
        if (seeds[i] > 0)
            printf(" %u+: %llu,", bounds[i], (unsigned long long)seeds[i]);
    printf(" below 95: %llu have fewer than %d mutants at all, %llu have more\n",
           (unsigned long long)small, ENOUGH, (unsigned long long)few);
}

/* --- one strategy --- */

static bool print_solvers(const run_t *run) {
    bool right = true;
    for (uint32_t i = 0; i < run->asking.count; i++) {
        const asked_t *asked = &run->asking.asked[i];
        uint64_t total = 0;
        for (uint32_t k = 0; k < OUTCOME_COUNT; k++)
            total += asked->outcomes[k];
        if (total == 0)
            continue;
        printf("  %s: %llu asked, %llu refused (%llu more with a seed that it refuses), "
               "%llu claims contradicted, %llu known;",
               asking_name(&run->asking, i), (unsigned long long)total,
               (unsigned long long)asked->refused, (unsigned long long)asked->seed_refused,
               (unsigned long long)asked->contradicted, (unsigned long long)asked->known);
        for (uint32_t k = 0; k < OUTCOME_COUNT; k++)
            if (asked->outcomes[k] > 0)
                printf(" %llu %s", (unsigned long long)asked->outcomes[k],
                       outcome_name((outcome_t)k));
        printf("\n");
        right &= asked->refused == 0 && asked->contradicted == 0;
    }
    return right;
}

static bool print_counts(const run_t *run) {
    const counts_t *c = &run->counts;
    printf("%s: %llu mutants of %u seeds, %llu draws led nowhere; %llu ill-sorted, %llu not "
           "replayed, %llu other in another order\n",
           strategy_info(run->kind)->name, (unsigned long long)c->made, run->taken.len,
           (unsigned long long)c->nowhere, (unsigned long long)c->ill_sorted,
           (unsigned long long)c->not_replayed, (unsigned long long)c->order);
    printf(
        "  claims: %llu sat, %llu unsat, %llu none; models: %llu true, %llu false, %llu unknown, "
        "%llu unreadable; %llu disagreements where nothing is claimed\n",
        (unsigned long long)c->claims[CLAIM_SAT], (unsigned long long)c->claims[CLAIM_UNSAT],
        (unsigned long long)c->claims[CLAIM_NONE], (unsigned long long)c->models[MODEL_KEPT],
        (unsigned long long)c->models[MODEL_FALSE], (unsigned long long)c->models[MODEL_UNKNOWN],
        (unsigned long long)c->models[MODEL_UNREAD], (unsigned long long)run->asking.disagreed);
    return print_solvers(run) && c->made > 0 && c->ill_sorted == 0 && c->not_replayed == 0 &&
           c->order == 0 && c->models[MODEL_FALSE] == 0 && c->models[MODEL_UNREAD] == 0;
}

static bool run_strategy(run_t *run, strategy_kind_t kind) {
    diag_list_t diags;
    diag_init(&diags, &run->mem);
    run->kind = kind;
    run->counts = (counts_t){0};
    asking_clear(&run->asking);
    learn_needs(run, strategy_info(kind)->needs);
    run->strategy = strategy_open(kind, &run->seeds, &strategy_defaults, &run->mem, &diags);
    diag_done(&diags);
    list_taken(run);
    bool right = true;
    if (run->taken.len == 0) {
        printf("%s: no seed has what it needs\n", strategy_info(kind)->name);
    } else {
        memset(run->hashes, 0, run->wanted * sizeof *run->hashes);
        check_all(run);
        check_order(run);
        right = print_counts(run);
        print_distinct(run);
    }
    fflush(stdout);
    strategy_close(run->strategy);
    return right;
}

static int run_all(run_t *run, char **names, int count) {
    bool right = true;
    run->hashes = mem_zalloc(&run->mem, run->wanted + 1, sizeof *run->hashes);
    for (uint32_t kind = 0; kind < STRATEGY_COUNT; kind++) {
        bool named = count == 0;
        for (int i = 0; i < count; i++)
            named |= strcmp(names[i], strategy_info((strategy_kind_t)kind)->name) == 0;
        if (named)
            right &= run_strategy(run, (strategy_kind_t)kind);
    }
    return right ? 0 : 1;
}

static void run_init(run_t *run) {
    static const char *const solvers[] = {"z3", "cvc5"};
    mem_init(&run->mem);
    asking_init(&run->asking, &run->mem, solvers, 2); /* while the program is small */
    bank_init(&run->bank, &run->mem);
    bank_init(&run->check_bank, &run->mem);
    run->check_mark = bank_mark(&run->check_bank);
    seeds_init(&run->seeds, &run->bank, &run->mem);
    chain_init(&run->chain, &strategy_defaults, &run->mem);
    mutant_init(&run->mutant, &run->mem);
    mutant_init(&run->again, &run->mem);
    strbuf_init(&run->text, &run->mem);
    strbuf_init(&run->text_again, &run->mem);
    recipe_init(&run->recipe, &run->mem);
}

int main(int argc, char **argv) {
    static run_t run;
    uint64_t seed = 1;
    run.wanted = 2000;
    run.asked = 40;
    run.learned_seeds = 60;
    run_init(&run);
    int at = 1;
    for (; at + 1 < argc && argv[at][0] == '-' && strlen(argv[at]) == 2; at += 2) {
        const char *value = argv[at + 1];
        switch (argv[at][1]) {
        case 'n':
            run.wanted = strtoull(value, NULL, 10);
            break;
        case 'a':
            run.asked = strtoull(value, NULL, 10);
            break;
        case 'l':
            run.asking.limit = strtod(value, NULL);
            break;
        case 's':
            seed = strtoull(value, NULL, 10);
            break;
        case 'k':
            run.asking.keep = value;
            break;
        case 'd':
            run.distinct_seeds = strtoull(value, NULL, 10);
            break;
        case 'm':
            run.learned_seeds = strtoull(value, NULL, 10);
            break;
        default:
            fprintf(stderr, "claims: unknown option %s\n", argv[at]);
            return 2;
        }
    }
    run.base = rng_make(seed);
    int code = load(&run) ? run_all(&run, argv + at, argc - at) : 77;
    asking_done(&run.asking);
    mem_done(&run.mem);
    return code;
}
