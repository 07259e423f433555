/* Makes mutants of seeds. */
#include "cli/commands.h"
#include "cli/common/exit.h"
#include "cli/common/input.h"
#include "cli/common/json.h"
#include "cli/common/options.h"
#include "cli/mutate_stats.h"
#include "cli/seed_learn.h"
#include "mutate/engine/mutant_batch.h"
#include "seeds/seed_files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_MODELS = 64 };

/* A file that an option names; it is kept, since strategies may be opened again. */
typedef struct option_file {
    const char *path;
    file_text_t text;
} option_file_t;

typedef struct job {
    mem_t mem;
    solvers_t solvers;
    double limit;
    bank_t bank;
    seeds_t seeds;
    strategy_t *strategy; /* on the seeds; NULL when mutants come from the chain */
    chain_t chain;
    bool named; /* a strategy was named */
    strategy_kind_t kind;
    strategy_options_t options;
    mutant_t mutant;
    slice_vec_t pieces;
    strbuf_t name;
    strbuf_t model;
    const char *directory;
    const char *recipe_text; /* to be made again, or NULL */
    recipe_t recipe;
    uint64_t number;
    uint64_t start;
    uint64_t links; /* of a chain; 0: no chains */
    option_file_t ops, rules;
    option_file_t models[MOST_MODELS];
    uint32_t model_count;
    seed_usage_t usage;
    bool indexed; /* an index told of seeds */
    bool plain;
    bool with_models;
    bool json;
    bool with_stats;
    bool trouble;
    uint64_t made;
} job_t;

/* --- options --- */

static bool take_strategy(const args_t *args, void *target) {
    job_t *job = target;
    if (!strategy_of_name(args->value, &job->kind)) {
        args_complain(args, "there is no strategy '%s'", args->value);
        return false;
    }
    return job->named = true;
}

static bool take_model(const args_t *args, void *target) {
    job_t *job = target;
    if (job->model_count == MOST_MODELS) {
        args_complain(args, "more than %d models", MOST_MODELS);
        return false;
    }
    job->models[job->model_count++].path = args->value;
    return true;
}

static const option_row_t rows[] = {
    {'S', "strategy", "S", "how to make them: a name from above", TAKE_WITH(take_strategy)},
    {'n', "number", "N", "mutants of each seed (default 1; sparrow: 300)",
     TAKE_NUMBER(job_t, number, 1, UINT64_C(1) << 40)},
    {0, "seed", "K", "start of the random numbers (default 1): the same K gives the same mutants",
     TAKE_NUMBER(job_t, start, 0, UINT64_MAX)},
    {0, "steps", "N", "mutations in each mutant (default: 1, opfuzz: drawn)",
     TAKE_COUNT(job_t, options.steps, 1, 1000)},
    {0, "chain", "N", "make N mutants instead of one, each from the one before",
     TAKE_NUMBER(job_t, links, 1, UINT64_C(1) << 40)},
    {'o', "output", "DIR", "write a file for each mutant into DIR, which is made when missing",
     TAKE_TEXT(job_t, directory)},
    {0, "plain", NULL, "without the comment that says how the mutant was made",
     TAKE_FLAG(job_t, plain)},
    {0, "recipe", "R", "make the mutant with this recipe again; its seeds must be among the files",
     TAKE_TEXT(job_t, recipe_text)},
    {0, "model", "FILE", "a model: it is given to each seed that is true under it; repeatable",
     TAKE_WITH(take_model)},
    {0, "models", NULL,
     "with a claim sat its model, too: as a comment, or in FILE.model beside FILE",
     TAKE_FLAG(job_t, with_models)},
    {0, "ops", "FILE", "typefuzz: the operators to use, one (name sorts... result) for each",
     TAKE_TEXT(job_t, ops.path)},
    {0, "rules", "FILE", "fusion, sparrow: more rules, in the form that assay rules prints",
     TAKE_TEXT(job_t, rules.path)},
    {'s', "solver", "S", "ask this solver for what the strategy needs of seeds; repeatable",
     TAKE_SOLVER(job_t, solvers)},
    {'t', "limit", "SECONDS", "CPU time of a question to a solver (default 2)",
     TAKE_SECONDS(job_t, limit)},
    {0, "stats", NULL, "say at the end what became of the draws, and which seeds were left out",
     TAKE_FLAG(job_t, with_stats)},
    {0, "json", NULL, "one JSON object per mutant, and no mutants unless -o is given",
     TAKE_FLAG(job_t, json)},
#define FLAG(field, name, doc) {0, name, NULL, doc, TAKE_FLAG(job_t, options.field)},
#include "mutate/engine/strategy_flags.def"
    {0},
};

static const command_line_t command = {
    .name = "mutate",
    .usage = "--strategy S [-n N] [--seed K] [-o DIR] SEED...\n"
             "       assay mutate --recipe R SEED...",
    .summary = "Makes mutants of SMT-LIB files.",
    .about = "A SEED is a file, a directory (all *.smt2 below it) or an index of assay seeds;\n"
             "what the index says of them is used. The strategies:\n"
#define STRATEGY(id, name, seeds, number, needs, doc) "  " #name ": " doc "\n"
#include "mutate/engine/strategies.def"
             "A mutant begins with a comment: strategy, recipe, claim (sat, unsat, or none when\n"
             "solvers only have to agree). --recipe makes the same bytes again.\n"
             "Exit code: 0; 2 when a file cannot be used or there is no mutant.",
    .rows = rows,
};

static void complain(job_t *job, const char *name, const char *message) {
    fprintf(stderr, "assay: %s: %s\n", name, message);
    job->trouble = true;
}

static bool read_file(job_t *job, option_file_t *file) {
    const char *error = NULL;
    if (!file->path || file_read(&job->mem, file->path, &file->text, &error))
        return true;
    complain(job, file->path, error);
    return false;
}

static void print_diags(job_t *job, const diag_list_t *diags, const char *name,
                        const file_text_t *text) {
    strbuf_t out;
    strbuf_init(&out, &job->mem);
    for (uint32_t i = 0; i < diags->rows.len; i++)
        diag_print(&diags->rows.data[i], name, text->data, text->len, &out);
    strbuf_write(&out, stderr);
    strbuf_done(&out);
}

/* --- seeds --- */

/* All seeds that the command line names, with what is known of them. */
static void add_seeds(job_t *job, char **paths, int count) {
    seed_files_t files;
    seed_files_init(&files, &job->seeds, stderr, &job->mem);
    seed_files_read(&files, (const char *const *)paths, (uint32_t)count);
    job->trouble |= files.trouble;
    job->indexed = files.indexed;
}

/* What the strategy needs and the seeds lack. Solvers are asked when some are named, or nothing
 * else is. */
static void learn_seeds(job_t *job) {
    uint32_t needs = strategy_info(job->kind)->needs;
    bool wanted = job->solvers.wanted.len > 0;
    if (wanted && (needs & USES_MODEL))
        needs |= NEEDS_MODEL;
    if (!wanted)
        needs &= job->indexed || job->model_count > 0 ? 0 : NEEDS_MODEL | NEEDS_CORE;
    if (job->recipe_text)
        needs = 0; /* the recipe says what it takes */
    if (!seed_learn(&job->solvers, job->limit, &job->seeds, needs, &job->mem))
        job->trouble |= wanted;
}

/* The model's hash that the recipe wants for this seed; 0: any would do. */
static uint64_t wanted_model(const job_t *job, const seed_t *seed) {
    for (uint32_t i = 0; i < job->recipe.links.len; i++)
        for (int k = 0; k < 2; k++)
            if (job->recipe.links.data[i].seeds[k] == seed->hash &&
                job->recipe.links.data[i].models[k] != 0)
                return job->recipe.links.data[i].models[k];
    return 0;
}

/* Gives each seed the first of the models that it is true under; or that of the recipe. */
static void add_models(job_t *job) {
    diag_list_t diags;
    for (uint32_t m = 0; m < job->model_count; m++) {
        option_file_t *file = &job->models[m];
        if (!read_file(job, file))
            continue;
        bool used = false;
        for (uint32_t i = 0; i < job->seeds.rows.len; i++) {
            seed_t *seed = job->seeds.rows.data[i];
            uint64_t wanted = wanted_model(job, seed);
            if (seed->model && (wanted == 0 || seed->model_hash == wanted))
                continue;
            diag_init(&diags, &job->mem);
            used |= seed_set_model(&job->seeds, seed, file->text.data, file->text.len, &diags) ==
                    MODEL_KEPT;
            if (job->seeds.rows.len == 1)
                print_diags(job, &diags, file->path, &file->text);
            diag_done(&diags);
        }
        if (!used)
            complain(job, file->path, "it is a model of no seed: none is true under it");
    }
}

/* --- mutants --- */

static void print_header(FILE *out, const job_t *job) {
    const mutant_t *mutant = &job->mutant;
    fprintf(out, "; strategy: %s\n; recipe: %.*s\n; seeds: %s", strategy_info(job->kind)->name,
            (int)mutant->recipe.len, mutant->recipe.data, mutant->seeds[0]->name);
    if (mutant->seeds[1])
        fprintf(out, " + %s", mutant->seeds[1]->name);
    fprintf(out, "\n; claim: %s (%s)\n", claim_name(mutant->claim), mutant->reason);
    if (job->directory)
        return;
    /* The model in a comment, line by line; beside a file it has a file of its own. */
    for (size_t at = 0; at < job->model.len;) {
        const char *line = job->model.data + at;
        const char *end = memchr(line, '\n', job->model.len - at);
        size_t len = end ? (size_t)(end - line) : job->model.len - at;
        fprintf(out, "; model: %.*s\n", (int)len, line);
        at += len + 1;
    }
}

static void print_mutant(FILE *out, job_t *job) {
    if (!job->plain)
        print_header(out, job);
    mutant_pieces(&job->mutant, &job->pieces);
    for (uint32_t i = 0; i < job->pieces.len; i++)
        fwrite(job->pieces.data[i].data, 1, job->pieces.data[i].len, out);
}

/* DIR/STEM-NUMBER-STRATEGY-K[-LINK].smt2 */
static void name_file(job_t *job, const batch_place_t *place) {
    const seed_t *seed = place->seed;
    const char *base = strrchr(seed->name, '/');
    base = base ? base + 1 : seed->name;
    size_t len = strlen(base);
    if (len > 5 && strcmp(base + len - 5, ".smt2") == 0)
        len -= 5;
    strbuf_clear(&job->name);
    strbuf_format(&job->name, "%s/%.*s-%u-%s-%llu", job->directory, (int)len, base, seed->number,
                  strategy_info(job->kind)->name, (unsigned long long)place->draw);
    if (job->links > 0)
        strbuf_format(&job->name, "-%llu", (unsigned long long)place->link);
    strbuf_str(&job->name, ".smt2");
}

static void print_json(job_t *job, const char *file) {
    const mutant_t *mutant = &job->mutant;
    json_t *seeds = json_array();
    for (int i = 0; i < 2; i++)
        if (mutant->seeds[i])
            json_array_append_new(seeds, json_text(mutant->seeds[i]->name));
    json_t *object = json_pack("{s:s, s:s, s:o, s:o}", "strategy", strategy_info(job->kind)->name,
                               "claim", claim_name(mutant->claim), "recipe",
                               json_bytes(mutant->recipe.data, mutant->recipe.len), "seeds", seeds);
    if (file)
        json_object_set_new(object, "file", json_text(file));
    if (job->model.len > 0)
        json_object_set_new(object, "model", json_bytes(job->model.data, job->model.len));
    json_line(object);
}

static bool close_file(job_t *job, FILE *out) {
    if (out && fclose(out) == 0)
        return true;
    complain(job, strbuf_text(&job->name), strerror(errno));
    return false;
}

/* The mutant into its file, and its model into another beside it. */
static void write_files(job_t *job) {
    FILE *out = fopen(strbuf_text(&job->name), "w");
    if (out)
        print_mutant(out, job);
    if (!close_file(job, out))
        return;
    if (job->json)
        print_json(job, strbuf_text(&job->name));
    if (job->model.len == 0)
        return;
    strbuf_str(&job->name, ".model");
    out = fopen(strbuf_text(&job->name), "w");
    if (out)
        strbuf_write(&job->model, out);
    close_file(job, out);
}

static void put_mutant(job_t *job, strategy_t *strategy, const batch_place_t *place) {
    job->made++;
    strbuf_clear(&job->model);
    if (job->with_models && job->mutant.claim == CLAIM_SAT &&
        !strategy_model(strategy, &job->mutant, &job->model))
        strbuf_clear(&job->model);
    if (job->directory) {
        name_file(job, place);
        write_files(job);
    } else if (job->json) {
        print_json(job, NULL);
    } else {
        print_mutant(stdout, job);
    }
}

static void print_made(void *arg, strategy_t *strategy, const batch_place_t *place) {
    put_mutant(arg, strategy, place);
}

/* All seeds, and in usage what became of each. */
static void mutate_seeds(job_t *job) {
    mutant_batch_t batch = {.seeds = &job->seeds,
                            .kind = job->kind,
                            .strategy = job->strategy,
                            .chain = &job->chain,
                            .number = job->number,
                            .links = job->links,
                            .mutant = &job->mutant,
                            .made = print_made,
                            .arg = job};
    rng_t base = rng_make(job->start);
    for (uint32_t i = 0; i < job->seeds.rows.len; i++) {
        const seed_t *seed = job->seeds.rows.data[i];
        const char *why = mutant_batch_seed(&batch, seed, &base);
        const char *logic =
            seed->logic == SYM_NONE ? "none" : symbol_text(&job->bank.symbols, seed->logic);
        seed_usage_add(&job->usage, logic, why);
    }
}

static void replay(job_t *job) {
    strbuf_t why;
    strbuf_init(&why, &job->mem);
    strategy_t *strategy = chain_replay(&job->chain, &job->seeds, &job->recipe, &job->mutant, &why);
    if (strategy) {
        put_mutant(job, strategy, &(batch_place_t){.seed = chain_seed(&job->chain)});
    } else {
        fprintf(stderr, "assay mutate: %s\n", strbuf_text(&why));
        job->trouble = true;
    }
    strbuf_done(&why);
}

/* --- the job --- */

static bool open_strategy(job_t *job) {
    if (!read_file(job, &job->ops) || !read_file(job, &job->rules))
        return false;
    job->options.ops_text = job->ops.text.data;
    job->options.ops_len = job->ops.text.len;
    job->options.rules_text = job->rules.text.data;
    job->options.rules_len = job->rules.text.len;
    job->options.timed = job->with_stats;
    chain_init(&job->chain, &job->options, &job->mem);
    diag_list_t diags;
    diag_init(&diags, &job->mem);
    job->strategy = strategy_open(job->kind, &job->seeds, &job->options, &job->mem, &diags);
    bool rules = (strategy_info(job->kind)->needs & USES_RULES) != 0;
    const option_file_t *file = rules ? &job->rules : &job->ops;
    print_diags(job, &diags, file->path ? file->path : "rules", &file->text);
    diag_done(&diags);
    return job->strategy != NULL;
}

/* Memory is freed as a whole; this is for what is held beside it. */
static void end_job(job_t *job) {
    strategy_close(job->strategy);
    if (job->chain.mem)
        chain_done(&job->chain);
    seeds_done(&job->seeds);
    file_release(&job->mem, &job->ops.text);
    file_release(&job->mem, &job->rules.text);
    for (uint32_t i = 0; i < job->model_count; i++)
        file_release(&job->mem, &job->models[i].text);
    mem_done(&job->mem);
}

static bool make_directory(const char *path) {
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return true;
    fprintf(stderr, "assay: %s: %s\n", path, strerror(errno));
    return false;
}

static void print_stats(job_t *job) {
    strategy_stats_t counts = *strategy_stats(job->strategy);
    if (job->links > 0)
        strategy_stats_add(&counts, strategy_stats(chain_strategy(&job->chain, job->kind, NULL)));
    mutate_stats_print(&job->usage, strategy_info(job->kind)->name, &counts, job->json);
}

/* Files that the strategy does not look at. */
static void warn_of_files(const job_t *job) {
    uint32_t needs = strategy_info(job->kind)->needs;
    const char *name = strategy_info(job->kind)->name;
    if (job->ops.path && !(needs & USES_OPS))
        fprintf(stderr, "assay mutate: warning: %s does not use --ops\n", name);
    if (job->rules.path && !(needs & USES_RULES))
        fprintf(stderr, "assay mutate: warning: %s does not use --rules\n", name);
}

/* Why there is no mutant, and what may help. */
static void say_why_none(job_t *job) {
    const uint32_t learnt = NEEDS_STATUS | NEEDS_MODEL | NEEDS_CORE;
    for (uint32_t i = 0; i < job->usage.rows.len; i++) {
        const usage_row_t *row = &job->usage.rows.data[i];
        if (row->why)
            fprintf(stderr, "assay mutate: no mutant of %u seed%s (logic %s): %s\n", row->seeds,
                    row->seeds == 1 ? "" : "s", row->logic, row->why);
    }
    if ((strategy_info(job->kind)->needs & learnt) && job->solvers.wanted.len == 0)
        fprintf(stderr, "assay mutate: --solver S asks solvers for what %s needs\n",
                strategy_info(job->kind)->name);
}

static void run(job_t *job, char **paths, int count) {
    add_seeds(job, paths, count);
    add_models(job);
    learn_seeds(job);
    if (!open_strategy(job) || (job->directory && !make_directory(job->directory))) {
        job->trouble = true;
        return;
    }
    if (job->recipe_text) {
        replay(job);
        return;
    }
    warn_of_files(job);
    mutate_seeds(job);
    seed_usage_sort(&job->usage);
    if (job->with_stats)
        print_stats(job);
    else if (job->made == 0)
        say_why_none(job);
}

/* The recipe, and the strategy and options of its last link. ARGS_END, or the exit code. */
static int read_recipe(job_t *job) {
    const char *why = NULL;
    if (!job->recipe_text)
        return ARGS_END;
    if (!recipe_read(&job->recipe, job->recipe_text, &why)) {
        fprintf(stderr, "assay mutate: '%s' is no recipe: %s\n", job->recipe_text, why);
        return EXIT_INPUT;
    }
    const recipe_link_t *last = &vec_last(&job->recipe.links);
    job->kind = last->kind;
    job->options = last->options;
    job->named = true;
    return ARGS_END;
}

static int read_options(args_t *args, job_t *job) {
    int code = args_take(args, job);
    if (code == ARGS_END)
        code = read_recipe(job);
    if (code != ARGS_END)
        return code;
    if (!job->named)
        return args_complain(args, "--strategy is missing");
    if (args->next == args->argc)
        return args_complain(args, "no seed given");
    if (job->number == 0)
        job->number = job->links > 0 ? 1 : strategy_info(job->kind)->number;
    return ARGS_END;
}

int cmd_mutate(int argc, char **argv) {
    job_t job = {.start = 1, .limit = 2, .options = strategy_defaults};
    mem_init(&job.mem);
    solvers_init(&job.solvers, &job.mem);
    recipe_init(&job.recipe, &job.mem);
    args_t args;
    args_init(&args, &command, argc, argv);
    int code = read_options(&args, &job);
    if (code != ARGS_END) {
        mem_done(&job.mem);
        return code;
    }
    bank_init(&job.bank, &job.mem);
    seeds_init(&job.seeds, &job.bank, &job.mem);
    mutant_init(&job.mutant, &job.mem);
    strbuf_init(&job.name, &job.mem);
    strbuf_init(&job.model, &job.mem);
    seed_usage_init(&job.usage, &job.mem);
    run(&job, argv + args.next, argc - args.next);
    code = job.trouble || job.made == 0 ? EXIT_INPUT : EXIT_NOTHING;
    end_job(&job);
    return code;
}
