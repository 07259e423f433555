/* Makes mutants of seeds. */
#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/input.h"
#include "cli/json.h"
#include "cli/options.h"
#include "mutate/strategy.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum {
    OPTION_STRATEGY,
    OPTION_NUMBER,
    OPTION_SEED,
    OPTION_STEPS,
    OPTION_OUTPUT,
    OPTION_PLAIN,
    OPTION_RECIPE,
    OPTION_OPS,
    OPTION_RULES,
    OPTION_STATS,
    OPTION_JSON,
    OPTION_FLAGS /* and behind it */
};

static const option_t options[] = {
    {'S', "strategy", "S", "how to make them; see below"},
    {'n', "number", "N", "mutants of each seed (default 1)"},
    {0, "seed", "K", "where random numbers start (default 1): the same K, the same mutants"},
    {0, "steps", "N", "mutations in each mutant (default: 1, opfuzz: drawn)"},
    {'o', "output", "DIR", "write a file for each mutant into DIR, which is made when missing"},
    {0, "plain", NULL, "without the comment that says how the mutant was made"},
    {0, "recipe", "R", "make the mutant with this recipe again; its seeds must be among the files"},
    {0, "ops", "FILE", "typefuzz: the operators to use, one (name sorts... result) for each"},
    {0, "rules", "FILE", "fusion: more rules, in the form that assay rules prints"},
    {0, "stats", NULL, "say at the end how many draws led somewhere, and what seeds were left out"},
    {0, "json", NULL, "one JSON object per mutant, and no mutants unless -o is given"},
#define FLAG(field, name, doc) {0, name, NULL, doc},
#include "mutate/strategy_flags.def"
    {0, NULL, NULL, NULL},
};

static const command_line_t command = {
    .name = "mutate",
    .usage = "--strategy S [-n N] [--seed K] [-o DIR] SEED...\n"
             "       assay mutate --recipe R SEED...",
    .summary = "Makes mutants of SMT-LIB files.",
    .about = "A SEED is a file or a directory (all *.smt2 below it). The strategies:\n"
#define STRATEGY(id, name, seeds, needs, doc) "  " name ": " doc "\n"
#include "mutate/strategies.def"
             "A mutant begins with a comment: strategy, recipe, claim (sat, unsat, or none when\n"
             "solvers only have to agree). --recipe makes the same bytes again.\n"
             "Exit code: 0; 2 when a file cannot be used or there is no mutant.",
    .options = options,
};

typedef struct job {
    mem_t mem;
    bank_t bank;
    seeds_t seeds;
    strategy_t *strategy;
    strategy_kind_t kind;
    strategy_options_t options;
    mutant_t mutant;
    piece_vec_t pieces;
    const char *directory;
    const char *recipe;
    uint64_t number;
    uint64_t start;
    bool rules; /* the file is of --rules, not of --ops: no strategy has both */
    bool named;
    bool plain;
    bool json;
    bool stats;
    bool trouble;
    uint64_t made;
    uint64_t failed;
    uint64_t left_out;
} job_t;

/* --- seeds --- */

static void read_seed(job_t *job, const char *path) {
    file_text_t text = {0};
    const char *error = NULL;
    diag_list_t diags;
    diag_init(&diags, &job->mem);
    if (!file_read(&job->mem, path, &text, &error)) {
        fprintf(stderr, "assay: %s: %s\n", path, error);
        job->trouble = true;
        return;
    }
    const char *name = strcmp(path, "-") == 0 ? "<stdin>" : path;
    if (!seed_add(&job->seeds, name, text.data, text.len, &diags)) {
        strbuf_t out;
        strbuf_init(&out, &job->mem);
        for (uint32_t i = 0; i < diags.rows.len; i++)
            diag_print(&diags.rows.data[i], name, text.data, text.len, &out);
        fwrite(out.data, 1, out.len, stderr);
        strbuf_done(&out);
        job->trouble = true;
    }
    diag_done(&diags);
    file_release(&job->mem, &text);
}

/* --- mutants --- */

static void print_header(FILE *out, const job_t *job) {
    const mutant_t *mutant = &job->mutant;
    fprintf(out, "; strategy: %s\n; recipe: %.*s\n; seeds: %s", strategy_info(job->kind)->name,
            (int)mutant->recipe.len, mutant->recipe.data, mutant->seeds[0]->name);
    if (mutant->seeds[1])
        fprintf(out, " + %s", mutant->seeds[1]->name);
    fprintf(out, "\n; claim: %s (%s)\n", claim_name(mutant->claim), mutant->reason);
}

static void print_mutant(FILE *out, job_t *job) {
    if (!job->plain)
        print_header(out, job);
    mutant_pieces(&job->mutant, &job->pieces);
    for (uint32_t i = 0; i < job->pieces.len; i++)
        fwrite(job->pieces.data[i].text, 1, job->pieces.data[i].len, out);
}

/* DIR/STEM-STRATEGY-K.smt2 */
static void name_file(const job_t *job, const seed_t *seed, uint64_t k, strbuf_t *out) {
    const char *base = strrchr(seed->name, '/');
    base = base ? base + 1 : seed->name;
    size_t len = strlen(base);
    if (len > 5 && strcmp(base + len - 5, ".smt2") == 0)
        len -= 5;
    strbuf_format(out, "%s/%.*s-%u-%s-%llu.smt2", job->directory, (int)len, base, seed->number,
                  strategy_info(job->kind)->name, (unsigned long long)k);
}

static void print_json(const job_t *job, const char *file) {
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
    json_line(object);
}

static void put_mutant(job_t *job, const seed_t *seed, uint64_t k) {
    job->made++;
    if (!job->directory) {
        if (job->json)
            print_json(job, NULL);
        else
            print_mutant(stdout, job);
        return;
    }
    strbuf_t name;
    strbuf_init(&name, &job->mem);
    name_file(job, seed, k, &name);
    FILE *out = fopen(strbuf_text(&name), "w");
    if (out) {
        print_mutant(out, job);
        if (fclose(out) != 0)
            out = NULL;
    }
    if (!out) {
        fprintf(stderr, "assay: %s: %s\n", strbuf_text(&name), strerror(errno));
        job->trouble = true;
    } else if (job->json) {
        print_json(job, strbuf_text(&name));
    }
    strbuf_done(&name);
}

/* Another seed than the first, where the strategy takes both; NULL when a few draws find none. */
static const seed_t *draw_partner(job_t *job, const seed_t *first, rng_t *rng) {
    const char *why;
    for (int tries = 0; tries < 50 && job->seeds.rows.len > 0; tries++) {
        const seed_t *second = job->seeds.rows.data[rng_below(rng, job->seeds.rows.len)];
        if (strategy_takes(job->strategy, first, second, &why))
            return second;
    }
    return NULL;
}

static void mutate_seed(job_t *job, const seed_t *seed, const rng_t *base) {
    const char *why = "no other seed goes with it";
    bool two = strategy_info(job->kind)->seeds == 2;
    bool takes = two || strategy_takes(job->strategy, seed, NULL, &why);
    rng_t mine = rng_split(base, seed->hash);
    uint64_t before = job->made;
    for (uint64_t k = 0; takes && k < job->number; k++) {
        rng_t rng = rng_split(&mine, k);
        const seed_t *second = two ? draw_partner(job, seed, &rng) : NULL;
        if ((!two || second) && strategy_make(job->strategy, seed, second, &rng, &job->mutant))
            put_mutant(job, seed, k);
        else
            job->failed++;
    }
    if (job->made > before)
        return;
    job->left_out++;
    if (job->stats)
        fprintf(stderr, "%s: no mutants: %s\n", seed->name, why);
}

static void replay(job_t *job) {
    recipe_t recipe;
    const char *why = NULL;
    const seed_t *seeds[2] = {NULL, NULL};
    if (!recipe_read(job->recipe, &recipe, &why)) {
        fprintf(stderr, "assay mutate: '%s' is no recipe: %s\n", job->recipe, why);
        job->trouble = true;
        return;
    }
    for (int i = 0; i < 2; i++) {
        if (recipe.seeds[i] == 0)
            continue;
        seeds[i] = seeds_find(&job->seeds, recipe.seeds[i]);
        if (!seeds[i]) {
            fprintf(stderr, "assay mutate: seed %d of the recipe is not among the files\n", i + 1);
            job->trouble = true;
            return;
        }
    }
    if (!strategy_make(job->strategy, seeds[0], seeds[1], &recipe.rng, &job->mutant)) {
        fputs("assay mutate: the recipe makes nothing: was it made by another version?\n", stderr);
        job->trouble = true;
        return;
    }
    put_mutant(job, seeds[0], 0);
}

static bool open_strategy(job_t *job, const char *ops) {
    file_text_t text = {0};
    const char *error = NULL;
    if (ops && !file_read(&job->mem, ops, &text, &error)) {
        fprintf(stderr, "assay: %s: %s\n", ops, error);
        return false;
    }
    job->options.ops_text = job->rules ? NULL : text.data;
    job->options.ops_len = text.len;
    job->options.rules_text = job->rules ? text.data : NULL;
    job->options.rules_len = text.len;
    diag_list_t diags;
    diag_init(&diags, &job->mem);
    job->strategy = strategy_open(job->kind, &job->seeds, &job->options, &job->mem, &diags);
    strbuf_t out;
    strbuf_init(&out, &job->mem);
    for (uint32_t i = 0; i < diags.rows.len; i++)
        diag_print(&diags.rows.data[i], ops ? ops : "rules", text.data, text.len, &out);
    fwrite(out.data, 1, out.len, stderr);
    strbuf_done(&out);
    diag_done(&diags);
    file_release(&job->mem, &text);
    return job->strategy != NULL;
}

static bool make_directory(const char *path) {
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return true;
    fprintf(stderr, "assay: %s: %s\n", path, strerror(errno));
    return false;
}

static void run(job_t *job, char **paths, int count, const char *ops) {
    name_vec_t files = {0};
    job->trouble |= !input_list(&job->mem, paths, count, &files);
    for (uint32_t i = 0; i < files.len; i++)
        read_seed(job, files.data[i]);
    if (!open_strategy(job, ops) || (job->directory && !make_directory(job->directory))) {
        job->trouble = true;
        return;
    }
    if (job->recipe) {
        replay(job);
        return;
    }
    rng_t base = rng_make(job->start);
    uint32_t seeds = job->seeds.rows.len;
    for (uint32_t i = 0; i < seeds; i++)
        mutate_seed(job, job->seeds.rows.data[i], &base);
    if (job->stats)
        fprintf(stderr, "%llu mutants of %u seeds; %llu draws led nowhere; %llu seeds left out\n",
                (unsigned long long)job->made, seeds, (unsigned long long)job->failed,
                (unsigned long long)job->left_out);
}

/* The flag of that row. */
static void set_flag(strategy_options_t *flags, int row) {
#define FLAG(field, name, doc)                                                                     \
    if (row-- == 0)                                                                                \
        flags->field = true;
#include "mutate/strategy_flags.def"
}

static bool read_options(args_t *args, job_t *job, const char **ops, int *code) {
    int option;
    uint64_t number;
    recipe_t recipe;
    const char *why;
    *code = EXIT_USAGE;
    while ((option = args_next(args)) >= 0) {
        switch (option) {
        case OPTION_STRATEGY:
            if (!strategy_of_name(args->value, &job->kind)) {
                args_complain(args, "there is no strategy '%s'", args->value);
                return false;
            }
            job->named = true;
            break;
        case OPTION_NUMBER:
            if (!args_number(args, "--number", 1, UINT64_C(1) << 40, &job->number))
                return false;
            break;
        case OPTION_SEED:
            if (!args_number(args, "--seed", 0, UINT64_MAX, &job->start))
                return false;
            break;
        case OPTION_STEPS:
            if (!args_number(args, "--steps", 1, 1000, &number))
                return false;
            job->options.steps = (uint32_t)number;
            break;
        case OPTION_OUTPUT:
            job->directory = args->value;
            break;
        case OPTION_PLAIN:
            job->plain = true;
            break;
        case OPTION_RECIPE:
            job->recipe = args->value;
            if (recipe_read(job->recipe, &recipe, &why)) {
                job->kind = recipe.kind;
                job->options = recipe.options;
            }
            job->named = true;
            break;
        case OPTION_OPS:
        case OPTION_RULES:
            job->rules = option == OPTION_RULES;
            *ops = args->value;
            break;
        case OPTION_STATS:
            job->stats = true;
            break;
        case OPTION_JSON:
            job->json = true;
            break;
        default:
            set_flag(&job->options, option - OPTION_FLAGS);
            break;
        }
    }
    *code = option == ARGS_HELP ? EXIT_NOTHING : EXIT_USAGE;
    return option == ARGS_END;
}

int cmd_mutate(int argc, char **argv) {
    job_t job = {.number = 1, .start = 1, .options = strategy_defaults};
    mem_init(&job.mem);
    args_t args;
    args_init(&args, &command, argc, argv);
    int code;
    const char *ops = NULL;
    if (!read_options(&args, &job, &ops, &code)) {
        mem_done(&job.mem);
        return code;
    }
    if (!job.named || args.next == argc) {
        mem_done(&job.mem);
        return args_complain(&args, job.named ? "no seed given" : "--strategy is missing");
    }
    bank_init(&job.bank, &job.mem);
    seeds_init(&job.seeds, &job.bank, &job.mem);
    mutant_init(&job.mutant, &job.mem);
    run(&job, argv + args.next, argc - args.next, ops);
    code = job.trouble || job.made == 0 ? EXIT_INPUT : EXIT_NOTHING;
    strategy_close(job.strategy);
    mem_done(&job.mem);
    return code;
}
