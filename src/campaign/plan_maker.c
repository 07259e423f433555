#include "campaign/plan_maker.h"

#include "base/file.h"
#include "mutate/engine/embedded_seeds.h"
#include "seeds/seed_files.h"
#include "solver/run/program.h"
#include "solver/run/version.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

void plan_maker_init(plan_maker_t *maker, FILE *messages, mem_t *mem) {
    *maker = (plan_maker_t){.mem = mem, .messages = messages, .others = true};
    arena_init(&maker->texts, mem);
    bank_init(&maker->bank, mem);
    seeds_init(&maker->seeds, &maker->bank, mem);
    solvers_init(&maker->solvers, mem);
    maker->plan = (plan_t){.seeds = &maker->seeds,
                           .strategy_options = strategy_defaults,
                           .seed = 1,
                           .first_limit = 0.1,
                           .limit = 5,
                           .memory = UINT64_C(2048) << 20};
}

void plan_maker_done(plan_maker_t *maker) {
    vec_free(maker->mem, &maker->rows);
    vec_free(maker->mem, &maker->paths);
    solvers_done(&maker->solvers);
    seeds_done(&maker->seeds);
    bank_done(&maker->bank);
    arena_done(&maker->texts);
}

/* ---- Strategies ---------------------------------------------------------------------------- */

static void add_strategy(plan_t *plan, strategy_kind_t kind) {
    for (uint32_t i = 0; i < plan->strategy_count; i++)
        if (plan->strategies[i] == kind)
            return;
    assert(plan->strategy_count < STRATEGY_COUNT);
    plan->strategies[plan->strategy_count++] = kind;
}

bool plan_maker_strategies(plan_maker_t *maker, const char *names, const char **wrong) {
    maker->named = true;
    while (*names) {
        size_t len = strcspn(names, ",");
        const char *name = arena_copy(&maker->texts, names, len);
        strategy_kind_t kind;
        if (!strategy_of_name(name, &kind)) {
            *wrong = name;
            return false;
        }
        add_strategy(&maker->plan, kind);
        names += len + (names[len] == ',');
    }
    return true;
}

/* Reads a file whole; the text stays until the maker is done. No path: no text. */
static bool read_file(plan_maker_t *maker, const char *path, const char **text, size_t *len) {
    file_text_t file = {0};
    const char *error = NULL;
    if (!path)
        return true;
    if (!file_read(maker->mem, path, &file, &error)) {
        fprintf(maker->messages, "assay: %s: %s\n", path, error);
        return false;
    }
    *text = arena_copy(&maker->texts, file.data, file.len);
    *len = file.len;
    file_release(maker->mem, &file);
    return true;
}

static const char *file_of(const plan_maker_t *maker, strategy_kind_t kind, const char **text,
                           size_t *len) {
    const strategy_options_t *options = &maker->plan.strategy_options;
    bool rules = (strategy_info(kind)->needs & USES_RULES) != 0;
    *text = rules ? options->rules_text : options->ops_text;
    *len = rules ? options->rules_len : options->ops_len;
    const char *name = rules ? maker->rules : maker->ops;
    return name ? name : "rules";
}

/* Opens each once: what is wrong with its files is said here, and not by the workers. */
static bool try_strategies(plan_maker_t *maker) {
    plan_t *plan = &maker->plan;
    bool ok = true;
    for (uint32_t i = 0; i < plan->strategy_count; i++) {
        diag_list_t diags;
        diag_init(&diags, maker->mem);
        strategy_t *strategy = strategy_open(plan->strategies[i], &maker->seeds,
                                             &plan->strategy_options, maker->mem, &diags);
        ok = ok && strategy;
        const char *text;
        size_t len;
        const char *name = file_of(maker, plan->strategies[i], &text, &len);
        strbuf_t out;
        strbuf_init(&out, maker->mem);
        for (uint32_t k = 0; k < diags.rows.len; k++)
            diag_print(&diags.rows.data[k], name, text, len, &out);
        strbuf_write(&out, maker->messages);
        strbuf_done(&out);
        strategy_close(strategy);
        diag_done(&diags);
    }
    return ok;
}

static bool make_strategies(plan_maker_t *maker) {
    strategy_options_t *options = &maker->plan.strategy_options;
    for (uint32_t i = 0; !maker->named && i < STRATEGY_COUNT; i++)
        add_strategy(&maker->plan, (strategy_kind_t)i);
    return read_file(maker, maker->ops, &options->ops_text, &options->ops_len) &&
           read_file(maker, maker->rules, &options->rules_text, &options->rules_len) &&
           try_strategies(maker);
}

/* ---- Seeds --------------------------------------------------------------------------------- */

static bool make_seeds(plan_maker_t *maker) {
    if (maker->paths.len == 0) {
        embedded_seeds_add(&maker->seeds);
        return true;
    }
    seed_files_t files;
    seed_files_init(&files, &maker->seeds, maker->messages, maker->mem);
    files.originals = true;
    seed_files_read(&files, maker->paths.data, maker->paths.len);
    if (files.left_out > 0)
        fprintf(maker->messages, "assay: left out %u duplicate%s of other seeds\n", files.left_out,
                files.left_out == 1 ? "" : "s");
    if (maker->seeds.rows.len == 0)
        fputs("assay: none of the seeds can be used\n", maker->messages);
    return maker->seeds.rows.len > 0;
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

static const char *keep(plan_maker_t *maker, strbuf_t *text) {
    const char *kept = arena_copy(&maker->texts, text->data, text->len);
    strbuf_clear(text);
    return kept;
}

/* In its own words, which may name the build; or the number, as SMT-LIB asks for it. */
static const char *ask_version(plan_maker_t *maker, pool_t *pool, solver_t *solver) {
    const profile_t *profile = solver_profile(solver);
    strbuf_t out, err, version;
    strbuf_init(&out, maker->mem);
    strbuf_init(&err, maker->mem);
    strbuf_init(&version, maker->mem);
    const char *const argv[] = {solver_words(solver)[0], profile->version, NULL};
    const char *error;
    if (profile->version && program_run(argv, &out, &err, &error))
        program_version(strbuf_text(&out), &version);
    if (version.len == 0)
        version_ask(pool, solver, &version);
    const char *kept = keep(maker, &version);
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

static void add_row(plan_maker_t *maker, const solver_spec_t *spec, const solver_t *solver,
                    const char *version) {
    plan_solver_t row = {.spec = *spec, .name = spec->profile->name, .version = version};
    strbuf_t text;
    strbuf_init(&text, maker->mem);
    row.tier = spec->tier ? spec->tier->name : "default";
    solvers_options(spec->tier, &text);
    row.options = keep(maker, &text);
    add_command(spec->profile, solver, &text);
    row.command = keep(maker, &text);
    strbuf_done(&text);
    *vec_push(maker->mem, &maker->rows) = row;
}

/* The other tiers of a solver. They are asked seldom, so a process for each query will do. */
static void add_others(plan_maker_t *maker, pool_t *pool, uint32_t main) {
    const plan_solver_t *row = &maker->rows.data[main];
    solver_spec_t spec = row->spec;
    const char *version = row->version;
    const char *asked = row->tier;
    if (!spec.profile->modes[MODE_SPAWN])
        return;
    spec.mode = MODE_SPAWN;
    strbuf_t why;
    strbuf_init(&why, maker->mem);
    for (uint32_t i = 0; i < spec.profile->tiers.len; i++) {
        spec.tier = &spec.profile->tiers.data[i];
        const solver_t *solver =
            strcmp(spec.tier->name, asked) == 0 ? NULL : pool_solver(pool, &spec, &why);
        if (solver)
            add_row(maker, &spec, solver, version);
    }
    strbuf_done(&why);
}

static bool open_solvers(plan_maker_t *maker, pool_t *pool) {
    strbuf_t messages;
    strbuf_init(&messages, maker->mem);
    bool ok = solvers_open_in(&maker->solvers, pool, &messages);
    strbuf_write(&messages, maker->messages);
    strbuf_done(&messages);
    return ok;
}

static void add_rows(plan_maker_t *maker, pool_t *pool) {
    const char *version = "";
    for (uint32_t i = 0; i < maker->solvers.rows.len; i++) {
        const solver_spec_t *spec = &maker->solvers.specs.data[i];
        solver_t *solver = maker->solvers.rows.data[i];
        if (i == 0 || spec->profile != maker->solvers.specs.data[i - 1].profile)
            version = ask_version(maker, pool, solver);
        add_row(maker, spec, solver, version);
    }
    maker->plan.mains = maker->rows.len;
    for (uint32_t i = 0; maker->others && i < maker->plan.mains; i++)
        add_others(maker, pool, i);
    maker->plan.solvers = maker->rows.data;
    maker->plan.solver_count = maker->rows.len;
    assert(maker->plan.mains > 0 && maker->plan.mains <= maker->plan.solver_count);
}

/* Opened here to see that they are there; the workers open their own. */
static bool make_solvers(plan_maker_t *maker) {
    pool_t *pool = pool_make(maker->mem, 1);
    if (!pool) {
        fprintf(maker->messages, "assay: cannot start solvers: %s\n", strerror(errno));
        return false;
    }
    bool ok = open_solvers(maker, pool);
    if (ok)
        add_rows(maker, pool);
    pool_end(pool);
    return ok;
}

bool plan_maker_make(plan_maker_t *maker) {
    assert(maker->rows.len == 0);
    return make_solvers(maker) && make_seeds(maker) && make_strategies(maker);
}
