/* solvers - what a query costs, in each mode of running a solver and in a plain shell loop.
 *
 *     bench_solvers [SOLVER]...       default: z3, cvc5, cvc4 and boolector, those that are there
 *
 * For each solver the 500 smallest formulas that it decides fast, out of the seeds of ASSAY_SHARED
 * (../shared), or made here when there are none (fewer are used several times); they are sent as
 * `assay solve` sends them, in the order of their files. Each line is the best of several rounds,
 * since other work on the machine only makes them worse:
 *
 *     queries per CPU second   all CPU time counts, of solvers, templates, forks and of the runner
 *     to spawn                 how many times as many as with a process per query
 *     runner                   CPU time of the runner alone, per query
 *
 * Targets stand beside the figures. They are not checked. */
#include "base/rng.h"
#include "seeds.h"
#include "smt/print/print.h"
#include "smt/read/parse.h"
#include "solver/run/pool.h"
#include "solver/run/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { QUERIES = 500, ROUNDS = 2, EMPTY_RUNS = 5 };

/* What is fast: a fresh process takes at most this many times the CPU time of an empty query. With
 * harder ones the solving is measured, and not the running. */
static const double fast = 2;

typedef struct formula {
    char *path;  /* NULL: made here */
    size_t size; /* of the file */
    uint32_t place;
    bool loaded;
    strbuf_t text; /* as it is sent; empty when it cannot be */
    size_t prologue;
    char logic[32];
} formula_t;

typedef VEC(formula_t *) formula_vec_t;

/* ---- Formulas ------------------------------------------------------------------------------ */

static bool is_sent(const script_t *script, uint32_t i) {
    uint32_t count;
    if (script_kind(script, i) != CMD_SET_INFO)
        return script_kind(script, i) != CMD_COMMENT;
    sym_t keyword = script_words(script, i, &count)[0];
    return strcmp(symbol_text(&script->bank->symbols, keyword), ":smt-lib-version") == 0;
}

/* As src/cli/cmd_solve.c does: no remarks, and the prologue ends with set-logic. */
static void write_text(formula_t *formula, const script_t *script) {
    bool opening = true;
    for (uint32_t i = 0; i < script_count(script); i++) {
        cmd_t kind = script_kind(script, i);
        if (!is_sent(script, i))
            continue;
        print_command(script, i, &formula->text);
        strbuf_char(&formula->text, '\n');
        if (opening && kind == CMD_SET_LOGIC) {
            uint32_t count;
            sym_t logic = script_words(script, i, &count)[0];
            formula->prologue = formula->text.len;
            snprintf(formula->logic, sizeof formula->logic, "%s",
                     symbol_text(&script->bank->symbols, logic));
        }
        opening = opening && (kind == CMD_SET_INFO || kind == CMD_SET_OPTION);
    }
}

static void load(mem_t *mem, formula_t *formula) {
    file_text_t text;
    const char *error;
    if (formula->loaded)
        return;
    formula->loaded = true;
    if (!file_read(mem, formula->path, &text, &error)) {
        fprintf(stderr, "%s: %s\n", formula->path, error);
        return;
    }
    bank_t bank;
    script_t script;
    diag_list_t diags;
    bank_init(&bank, mem);
    script_init(&script, &bank);
    diag_init(&diags, mem);
    if (parse_script(&script, text.data, text.len, &diags))
        write_text(formula, &script);
    diag_done(&diags);
    script_done(&script);
    bank_done(&bank);
    file_release(mem, &text);
}

static formula_t *add_formula(mem_t *mem, formula_vec_t *all, char *path, size_t size) {
    formula_t *formula = mem_zalloc(mem, 1, sizeof *formula);
    formula->path = path;
    formula->size = size;
    formula->place = all->len;
    strbuf_init(&formula->text, mem);
    *vec_push(mem, all) = formula;
    return formula;
}

static bool find_seeds(mem_t *mem, formula_vec_t *all) {
    name_vec_t names = {0};
    if (!seeds_walk(mem, &names))
        return false;
    for (uint32_t i = 0; i < names.len; i++) {
        struct stat info;
        if (stat(names.data[i], &info) == 0)
            add_formula(mem, all, names.data[i], (size_t)info.st_size);
    }
    vec_free(mem, &names);
    return all->len > 0;
}

/* A few assertions over a few constants. */
static void make_formula(formula_t *formula, rng_t *rng, bool bits) {
    static const char *const bit_words[] = {"bvadd", "bvmul", "bvand", "bvxor", "bvult", "bvsle"};
    static const char *const int_words[] = {"+", "-", "+", "-", "<", "<="};
    const char *const *words = bits ? bit_words : int_words;
    strbuf_t *out = &formula->text;
    snprintf(formula->logic, sizeof formula->logic, "%s", bits ? "QF_BV" : "QF_LIA");
    strbuf_format(out, "(set-logic %s)\n", formula->logic);
    formula->prologue = out->len;
    for (unsigned i = 0; i < 4; i++)
        strbuf_format(out, "(declare-fun x%u () %s)\n", i, bits ? "(_ BitVec 8)" : "Int");
    for (unsigned i = 0; i < 4; i++)
        strbuf_format(
            out, "(assert (%s (%s x%u x%u) (%s x%u x%u)))\n", words[4 + rng_below(rng, 2)],
            words[rng_below(rng, 4)], (unsigned)rng_below(rng, 4), (unsigned)rng_below(rng, 4),
            words[rng_below(rng, 4)], (unsigned)rng_below(rng, 4), (unsigned)rng_below(rng, 4));
    strbuf_str(out, "(check-sat)\n");
    formula->size = out->len;
    formula->loaded = true;
}

static void make_formulas(mem_t *mem, formula_vec_t *all) {
    rng_t rng = rng_make(1);
    for (unsigned i = 0; i < 2 * QUERIES; i++)
        make_formula(add_formula(mem, all, NULL, 0), &rng, i < QUERIES);
}

static int by_size(const void *left, const void *right) {
    const formula_t *a = *(formula_t *const *)left;
    const formula_t *b = *(formula_t *const *)right;
    if (a->size != b->size)
        return a->size < b->size ? -1 : 1;
    return a->place < b->place ? -1 : 1;
}

static int by_place(const void *left, const void *right) {
    const formula_t *a = *(formula_t *const *)left;
    const formula_t *b = *(formula_t *const *)right;
    return a->place < b->place ? -1 : 1;
}

/* ---- Asking -------------------------------------------------------------------------------- */

static bool takes_logic(const profile_t *profile, const char *logic) {
    for (uint32_t i = 0; i < profile->logics.len; i++)
        if (strcmp(profile->logics.data[i], logic) == 0)
            return true;
    return profile->logics.len == 0;
}

/* The limits of `assay solve`. */
static query_t query_of(const formula_t *formula) {
    return (query_t){.text = formula->text.data,
                     .len = formula->text.len,
                     .prologue = formula->prologue,
                     .limits = {.wall = 10, .memory = UINT64_C(4096) << 20}};
}

static outcome_t ask(pool_t *pool, solver_t *solver, const query_t *query, double *cpu_ms) {
    uint64_t tag;
    answer_t answer;
    pool_submit(pool, solver, query);
    while (!pool_next(pool, -1, &solver, &tag, &answer))
        continue;
    outcome_t outcome = answer.outcome;
    *cpu_ms = answer.cpu_ms;
    answer_done(&answer);
    return outcome;
}

static pool_t *open_pool(mem_t *mem, const profile_t *profile, run_mode_t mode, solver_t **solver) {
    strbuf_t why;
    strbuf_init(&why, mem);
    pool_t *pool = pool_make(mem, 1);
    solver_spec_t spec = {.profile = profile, .mode = mode};
    *solver = pool ? pool_solver(pool, &spec, &why) : NULL;
    if (!*solver) {
        fprintf(stderr, "%s: %s\n", profile->name, pool ? strbuf_text(&why) : "no pool");
        exit(2);
    }
    strbuf_done(&why);
    return pool;
}

/* CPU milliseconds of a fresh process that is asked next to nothing, the least of a few. */
static double empty_ms(pool_t *pool, solver_t *solver) {
    static const char text[] = "(set-logic QF_BV)\n(check-sat)\n";
    const query_t query = {.text = text, .len = sizeof text - 1, .limits = {.wall = 10}};
    double least = 0;
    for (unsigned i = 0; i < EMPTY_RUNS; i++) {
        double cpu_ms;
        ask(pool, solver, &query, &cpu_ms);
        least = i == 0 || cpu_ms < least ? cpu_ms : least;
    }
    return least;
}

/* The smallest that it decides fast, in the order of their files; all is sorted by size. */
static void choose(mem_t *mem, const profile_t *profile, const formula_vec_t *all,
                   formula_vec_t *chosen) {
    solver_t *solver;
    pool_t *pool = open_pool(mem, profile, MODE_SPAWN, &solver);
    double most_ms = fast * empty_ms(pool, solver);
    for (uint32_t i = 0; i < all->len && chosen->len < QUERIES; i++) {
        formula_t *formula = all->data[i];
        double cpu_ms;
        load(mem, formula);
        if (formula->text.len == 0 || !takes_logic(profile, formula->logic))
            continue;
        query_t query = query_of(formula);
        query.limits.cpu = most_ms / 1e3;
        outcome_t outcome = ask(pool, solver, &query, &cpu_ms);
        if ((outcome == OUTCOME_SAT || outcome == OUTCOME_UNSAT) && cpu_ms <= most_ms)
            *vec_push(mem, chosen) = formula;
    }
    pool_end(pool);
    if (chosen->len > 0)
        qsort(chosen->data, chosen->len, sizeof *chosen->data, by_place);
}

/* ---- Measuring ----------------------------------------------------------------------------- */

typedef struct cost {
    double all;    /* CPU seconds of QUERIES queries */
    double runner; /* the part that is ours */
    uint32_t undecided;
    bool fell_back;
} cost_t;

static double cpu_of(int who) {
    struct rusage usage;
    getrusage(who, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

/* When the pool has ended, all processes of its solvers are reaped, and those of templates by
 * them: our children's time is theirs. */
static cost_t run_mode(mem_t *mem, const profile_t *profile, run_mode_t mode,
                       const formula_vec_t *chosen) {
    cost_t cost = {0};
    double children = cpu_of(RUSAGE_CHILDREN);
    double self = cpu_of(RUSAGE_SELF);
    solver_t *solver;
    pool_t *pool = open_pool(mem, profile, mode, &solver);
    for (uint32_t i = 0; i < QUERIES; i++) {
        double cpu_ms;
        query_t query = query_of(chosen->data[i % chosen->len]);
        outcome_t outcome = ask(pool, solver, &query, &cpu_ms);
        cost.undecided += outcome != OUTCOME_SAT && outcome != OUTCOME_UNSAT;
    }
    cost.fell_back = solver_mode(solver) != mode;
    pool_end(pool);
    cost.runner = cpu_of(RUSAGE_SELF) - self;
    cost.all = cost.runner + cpu_of(RUSAGE_CHILDREN) - children;
    return cost;
}

/* The same queries as files, in this folder. */
static bool write_files(mem_t *mem, const char *folder, const formula_vec_t *chosen) {
    for (uint32_t i = 0; i < QUERIES; i++) {
        const formula_t *formula = chosen->data[i % chosen->len];
        char path[128];
        const char *error;
        snprintf(path, sizeof path, "%s/%04u.smt2", folder, i);
        if (!file_write(mem, path, formula->text.data, formula->text.len, &error)) {
            fprintf(stderr, "%s: %s\n", path, error);
            return false;
        }
    }
    return true;
}

static cost_t run_shell(mem_t *mem, const profile_t *profile, const char *folder) {
    strbuf_t command;
    strbuf_init(&command, mem);
    strbuf_format(&command, "for f in %s/*.smt2; do", folder);
    for (uint32_t i = 0; i < profile->command.len; i++)
        strbuf_format(&command, " %s", profile->command.data[i]);
    strbuf_str(&command, " <\"$f\"; done >/dev/null 2>&1; true");
    double before = cpu_of(RUSAGE_CHILDREN);
    int status = system(strbuf_text(&command)); /* NOLINT: a benchmark runs a command */
    cost_t cost = {.all = cpu_of(RUSAGE_CHILDREN) - before};
    if (status != 0)
        fprintf(stderr, "the shell loop failed\n");
    strbuf_done(&command);
    return cost;
}

/* ---- Report -------------------------------------------------------------------------------- */

static void keep_best(cost_t *best, cost_t cost) {
    cost_t old = *best;
    if (old.all == 0 || cost.all < old.all)
        *best = cost;
    if (old.all != 0 && old.runner < best->runner)
        best->runner = old.runner;
    best->undecided = old.undecided > cost.undecided ? old.undecided : cost.undecided;
    best->fell_back = old.fell_back || cost.fell_back;
}

/* How many times as fast as spawn the better of session and snapshot is to be; 0: no target. */
static double target_of(const char *solver) {
    static const struct {
        const char *solver;
        double times;
    } targets[] = {{"z3", 3}, {"cvc4", 3}, {"cvc5", 2.5}};
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
        if (strcmp(targets[i].solver, solver) == 0)
            return targets[i].times;
    return 0;
}

static void print_cost(const char *name, const cost_t *cost, const cost_t *spawn) {
    printf("  %-10s %8.0f queries per CPU second", name, QUERIES / cost->all);
    if (spawn->all > 0)
        printf("  %5.2f to spawn", spawn->all / cost->all);
    if (cost->runner > 0)
        printf("  runner %.3f ms (target < 0.3)", cost->runner * 1e3 / QUERIES);
    if (cost->undecided > 0)
        printf("  %u not decided", cost->undecided);
    if (cost->fell_back)
        printf("  fell back to spawn");
    putchar('\n');
}

static void report(const profile_t *profile, const cost_t costs[MODE_COUNT], const cost_t *shell) {
    const cost_t *spawn = &costs[MODE_SPAWN];
    double best = 0;
    print_cost("shell", shell, spawn);
    for (unsigned mode = 0; mode < MODE_COUNT; mode++) {
        if (!profile->modes[mode])
            continue;
        print_cost(run_mode_name((run_mode_t)mode), &costs[mode], spawn);
        if (mode != MODE_SPAWN && spawn->all / costs[mode].all > best)
            best = spawn->all / costs[mode].all;
    }
    if (profile->modes[MODE_SPAWN])
        printf("  spawn to shell %.2f (target >= 1)", shell->all / spawn->all);
    if (target_of(profile->name) > 0)
        printf(", the fastest to spawn %.2f (target >= %.1f)", best, target_of(profile->name));
    putchar('\n');
    fflush(stdout);
}

static void bench(mem_t *mem, const profile_t *profile, const formula_vec_t *all) {
    formula_vec_t chosen = {0};
    char folder[] = "/tmp/assay-bench-XXXXXX";
    choose(mem, profile, all, &chosen);
    printf("%s: %d queries of %u formulas\n", profile->name, QUERIES, chosen.len);
    fflush(stdout);
    if (chosen.len == 0 || !mkdtemp(folder))
        return;
    cost_t costs[MODE_COUNT] = {0};
    cost_t shell = {0};
    bool written = write_files(mem, folder, &chosen);
    for (unsigned round = 0; written && round < ROUNDS; round++) {
        keep_best(&shell, run_shell(mem, profile, folder));
        for (unsigned mode = 0; mode < MODE_COUNT; mode++)
            if (profile->modes[mode])
                keep_best(&costs[mode], run_mode(mem, profile, (run_mode_t)mode, &chosen));
    }
    if (written)
        report(profile, costs, &shell);
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (system(command) != 0) /* NOLINT: as above */
        fprintf(stderr, "%s is left\n", folder);
    vec_free(mem, &chosen);
}

int main(int argc, char **argv) {
    static const char *const usual[] = {"z3", "cvc5", "cvc4", "boolector"};
    mem_t mem;
    mem_init(&mem);
    profiles_t profiles;
    profiles_init(&profiles, &mem);
    profiles_embedded(&profiles);
    formula_vec_t all = {0};
    if (!find_seeds(&mem, &all)) {
        printf("there are no seeds: made some formulas\n");
        make_formulas(&mem, &all);
    }
    qsort(all.data, all.len, sizeof *all.data, by_size);
    int count = argc > 1 ? argc - 1 : (int)(sizeof usual / sizeof *usual);
    for (int i = 0; i < count; i++) {
        const char *name = argc > 1 ? argv[i + 1] : usual[i];
        const profile_t *profile = profiles_find(&profiles, name);
        char *path = profile ? process_find(&mem, profile->command.data[0]) : NULL;
        if (path)
            bench(&mem, profile, &all);
        else
            printf("%s: is not here\n", name);
        mem_free(&mem, path);
    }
    mem_done(&mem);
    return 0;
}
