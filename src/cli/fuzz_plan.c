#include "cli/fuzz_plan.h"

#include "base/file.h"
#include "mutate/engine/embedded_seeds.h"
#include "seeds/seed_files.h"
#include "solver/run/program.h"
#include "solver/run/version.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

void fuzz_plan_init(fuzz_plan_t *fuzz, mem_t *mem) {
    *fuzz = (fuzz_plan_t){.mem = mem, .others = true};
    arena_init(&fuzz->texts, mem);
    bank_init(&fuzz->bank, mem);
    seeds_init(&fuzz->seeds, &fuzz->bank, mem);
    solvers_init(&fuzz->solvers, mem);
    fuzz->plan = (plan_t){.seeds = &fuzz->seeds,
                          .strategy_options = strategy_defaults,
                          .seed = 1,
                          .first_limit = 0.1,
                          .limit = 5,
                          .memory = UINT64_C(2048) << 20};
}

void fuzz_plan_done(fuzz_plan_t *fuzz) {
    vec_free(fuzz->mem, &fuzz->rows);
    seeds_done(&fuzz->seeds);
    bank_done(&fuzz->bank);
    arena_done(&fuzz->texts);
}

/* ---- Strategies ---------------------------------------------------------------------------- */

static void add_strategy(plan_t *plan, strategy_kind_t kind) {
    for (uint32_t i = 0; i < plan->strategy_count; i++)
        if (plan->strategies[i] == kind)
            return;
    plan->strategies[plan->strategy_count++] = kind;
}

bool fuzz_plan_strategies(fuzz_plan_t *fuzz, const char *names, const char **wrong) {
    fuzz->named = true;
    while (*names) {
        size_t len = strcspn(names, ",");
        const char *name = arena_copy(&fuzz->texts, names, len);
        strategy_kind_t kind;
        if (!strategy_of_name(name, &kind)) {
            *wrong = name;
            return false;
        }
        add_strategy(&fuzz->plan, kind);
        names += len + (names[len] == ',');
    }
    return true;
}

/* Reads a file whole, for as long as the program runs. */
static bool read_file(fuzz_plan_t *fuzz, const char *path, const char **text, size_t *len) {
    file_text_t file = {0};
    const char *error = NULL;
    if (!path)
        return true;
    if (!file_read(fuzz->mem, path, &file, &error)) {
        fprintf(stderr, "assay: %s: %s\n", path, error);
        return false;
    }
    *text = arena_copy(&fuzz->texts, file.data, file.len);
    *len = file.len;
    file_release(fuzz->mem, &file);
    return true;
}

static const char *file_of(const fuzz_plan_t *fuzz, strategy_kind_t kind, const char **text,
                           size_t *len) {
    const strategy_options_t *options = &fuzz->plan.strategy_options;
    bool rules = (strategy_info(kind)->needs & USES_RULES) != 0;
    *text = rules ? options->rules_text : options->ops_text;
    *len = rules ? options->rules_len : options->ops_len;
    const char *name = rules ? fuzz->rules : fuzz->ops;
    return name ? name : "rules";
}

/* Opens each once: what is wrong with its files is said here, and not by the workers. */
static bool try_strategies(fuzz_plan_t *fuzz) {
    plan_t *plan = &fuzz->plan;
    bool ok = true;
    for (uint32_t i = 0; i < plan->strategy_count; i++) {
        diag_list_t diags;
        diag_init(&diags, fuzz->mem);
        strategy_t *strategy = strategy_open(plan->strategies[i], &fuzz->seeds,
                                             &plan->strategy_options, fuzz->mem, &diags);
        ok = ok && strategy;
        const char *text;
        size_t len;
        const char *name = file_of(fuzz, plan->strategies[i], &text, &len);
        strbuf_t out;
        strbuf_init(&out, fuzz->mem);
        for (uint32_t k = 0; k < diags.rows.len; k++)
            diag_print(&diags.rows.data[k], name, text, len, &out);
        strbuf_write(&out, stderr);
        strbuf_done(&out);
        strategy_close(strategy);
        diag_done(&diags);
    }
    return ok;
}

static bool make_strategies(fuzz_plan_t *fuzz) {
    strategy_options_t *options = &fuzz->plan.strategy_options;
    for (uint32_t i = 0; !fuzz->named && i < STRATEGY_COUNT; i++)
        add_strategy(&fuzz->plan, (strategy_kind_t)i);
    return read_file(fuzz, fuzz->ops, &options->ops_text, &options->ops_len) &&
           read_file(fuzz, fuzz->rules, &options->rules_text, &options->rules_len) &&
           try_strategies(fuzz);
}

/* ---- Seeds --------------------------------------------------------------------------------- */

static bool make_seeds(fuzz_plan_t *fuzz) {
    if (fuzz->paths.len == 0) {
        embedded_seeds_add(&fuzz->seeds);
        return true;
    }
    seed_files_t files;
    seed_files_init(&files, &fuzz->seeds, stderr, fuzz->mem);
    files.originals = true;
    seed_files_read(&files, fuzz->paths.data, fuzz->paths.len);
    if (files.left_out > 0)
        fprintf(stderr, "assay: left out %u seeds\n", files.left_out);
    if (fuzz->seeds.rows.len == 0)
        fputs("assay: none of the seeds can be used\n", stderr);
    return fuzz->seeds.rows.len > 0;
}

/* ---- Solvers ------------------------------------------------------------------------------- */

static bool is_plain(const char *word) {
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                               "_-+=./:,@%";
    return *word != '\0' && word[strspn(word, safe)] == '\0';
}

/* As a shell reads it. */
static void quote_word(const char *word, strbuf_t *out) {
    if (is_plain(word)) {
        strbuf_str(out, word);
        return;
    }
    strbuf_char(out, '\'');
    for (; *word; word++)
        if (*word == '\'')
            strbuf_str(out, "'\\''");
        else
            strbuf_char(out, *word);
    strbuf_char(out, '\'');
}

static const char *keep(fuzz_plan_t *fuzz, strbuf_t *text) {
    const char *kept = arena_copy(&fuzz->texts, text->data, text->len);
    strbuf_clear(text);
    return kept;
}

/* In its own words, which may name the build; or the number, as SMT-LIB asks for it. */
static const char *ask_version(fuzz_plan_t *fuzz, pool_t *pool, solver_t *solver) {
    const profile_t *profile = solver_profile(solver);
    strbuf_t out, err, version;
    strbuf_init(&out, fuzz->mem);
    strbuf_init(&err, fuzz->mem);
    strbuf_init(&version, fuzz->mem);
    const char *const argv[] = {solver_words(solver)[0], profile->version, NULL};
    const char *error;
    if (profile->version && program_run(argv, &out, &err, &error))
        program_version(strbuf_text(&out), &version);
    if (version.len == 0)
        version_ask(pool, solver, &version);
    const char *kept = keep(fuzz, &version);
    strbuf_done(&out);
    strbuf_done(&err);
    strbuf_done(&version);
    return kept;
}

/* The words that start the solver, for a shell. A program that was found on PATH goes by its name:
 * to others that says more than where it is here. */
static void add_command(const profile_t *profile, const solver_t *solver, strbuf_t *out) {
    const char *program = profile->command.data[0];
    const char *const *words = solver_words(solver);
    const char *base = strrchr(words[0], '/');
    bool found = base && strcmp(base + 1, program) == 0;
    quote_word(found ? program : words[0], out);
    for (words++; *words; words++) {
        strbuf_char(out, ' ');
        quote_word(*words, out);
    }
}

static void add_row(fuzz_plan_t *fuzz, const solver_spec_t *spec, const solver_t *solver,
                    const char *version) {
    plan_solver_t row = {.spec = *spec, .name = spec->profile->name, .version = version};
    strbuf_t text;
    strbuf_init(&text, fuzz->mem);
    row.tier = spec->tier ? spec->tier->name : "default";
    solvers_options(spec->tier, &text);
    row.options = keep(fuzz, &text);
    add_command(spec->profile, solver, &text);
    row.command = keep(fuzz, &text);
    strbuf_done(&text);
    *vec_push(fuzz->mem, &fuzz->rows) = row;
}

/* The other tiers of a solver. They are asked seldom, so a process for each query will do. */
static void add_others(fuzz_plan_t *fuzz, pool_t *pool, uint32_t main) {
    const plan_solver_t *row = &fuzz->rows.data[main];
    solver_spec_t spec = row->spec;
    const char *version = row->version;
    const char *asked = row->tier;
    if (!spec.profile->modes[MODE_SPAWN])
        return;
    spec.mode = MODE_SPAWN;
    strbuf_t why;
    strbuf_init(&why, fuzz->mem);
    for (uint32_t i = 0; i < spec.profile->tiers.len; i++) {
        spec.tier = &spec.profile->tiers.data[i];
        const solver_t *solver =
            strcmp(spec.tier->name, asked) == 0 ? NULL : pool_solver(pool, &spec, &why);
        if (solver)
            add_row(fuzz, &spec, solver, version);
    }
    strbuf_done(&why);
}

static bool open_solvers(fuzz_plan_t *fuzz, pool_t *pool) {
    if (!solvers_open(&fuzz->solvers, pool))
        return false;
    const char *version = "";
    for (uint32_t i = 0; i < fuzz->solvers.rows.len; i++) {
        const solver_spec_t *spec = &fuzz->solvers.specs.data[i];
        solver_t *solver = fuzz->solvers.rows.data[i];
        if (i == 0 || spec->profile != fuzz->solvers.specs.data[i - 1].profile)
            version = ask_version(fuzz, pool, solver);
        add_row(fuzz, spec, solver, version);
    }
    fuzz->plan.mains = fuzz->rows.len;
    for (uint32_t i = 0; fuzz->others && i < fuzz->plan.mains; i++)
        add_others(fuzz, pool, i);
    fuzz->plan.solvers = fuzz->rows.data;
    fuzz->plan.solver_count = fuzz->rows.len;
    return true;
}

/* Opened here to see that they are there; the workers open their own. */
static bool make_solvers(fuzz_plan_t *fuzz) {
    pool_t *pool = pool_make(fuzz->mem, 1);
    if (!pool) {
        fprintf(stderr, "assay: cannot start solvers: %s\n", strerror(errno));
        return false;
    }
    bool ok = open_solvers(fuzz, pool);
    pool_end(pool);
    return ok;
}

bool fuzz_plan_make(fuzz_plan_t *fuzz) {
    return make_solvers(fuzz) && make_seeds(fuzz) && make_strategies(fuzz);
}
