/* Makes formulas from nothing. */
#include "base/file.h"
#include "cli/commands.h"
#include "cli/common/exit.h"
#include "cli/common/json.h"
#include "cli/common/options.h"
#include "mutate/engine/embedded_seeds.h"
#include "mutate/gen/gen.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

typedef struct job {
    mem_t mem;
    gen_t *gen;
    gen_options_t options;
    gen_formula_t formula;
    gen_recipe_t recipe;
    VEC(const char *) logics;
    char logic[32];     /* of the formula */
    const char *replay; /* a recipe's text, or NULL */
    const char *directory;
    uint64_t number;
    uint64_t start;
    bool models, indent, plain, json, embedded;
    bool trouble;
    uint64_t made;
} job_t;

/* --- options --- */

static bool take_logic(const args_t *args, void *target) {
    job_t *job = target;
    if (strcmp(args->value, "every") != 0) {
        *vec_push(&job->mem, &job->logics) = args->value;
        return true;
    }
    for (uint32_t i = 0; gen_logic(i); i++)
        *vec_push(&job->mem, &job->logics) = gen_logic(i);
    return true;
}

static bool take_theory(const args_t *args, void *target) {
    job_t *job = target;
    job->options.any_theory = false;
    if (gen_theory(args->value, &job->options.theories))
        return true;
    args_complain(args, "there is no theory '%s'", args->value);
    return false;
}

static bool take_known(const args_t *args, void *target) {
    job_t *job = target;
    if (gen_mode_of_name(args->value, &job->options.mode))
        return true;
    args_complain(args, "there is no mode '%s'", args->value);
    return false;
}

static bool take_recipe(const args_t *args, void *target) {
    job_t *job = target;
    const char *why;
    job->replay = args->value;
    if (gen_recipe_read(job->replay, &job->recipe, &why))
        return true;
    args_complain(args, "'%s' is no recipe: %s", args->value, why);
    return false;
}

static const option_row_t rows[] = {
    {'n', "number", "N", "how many formulas (default 1)",
     TAKE_NUMBER(job_t, number, 1, UINT64_C(1) << 40)},
    {0, "logic", "L", "of this logic; repeatable: of each in turn; every: of all logics in turn",
     TAKE_WITH(take_logic)},
    {0, "theory", "T", "with this theory (see above); repeatable: with all that are named",
     TAKE_WITH(take_theory)},
    {0, "mode", "M", "none, sat or unsat: what is known of the formulas (default: drawn)",
     TAKE_WITH(take_known)},
    {0, "seed", "K", "start of the random numbers (default 1): the same K gives the same formulas",
     TAKE_NUMBER(job_t, start, 0, UINT64_MAX)},
    {'o', "output", "DIR", "write files DIR/LOGIC/sat/gen-K.smt2, or unsat, or none",
     TAKE_TEXT(job_t, directory)},
    {0, "models", NULL, "with the model of each formula that is sat: as a comment, or beside it",
     TAKE_FLAG(job_t, models)},
    {0, "indent", NULL, "break long lines, as assay fmt does", TAKE_FLAG(job_t, indent)},
    {0, "plain", NULL, "without the comment that says how the formula was made",
     TAKE_FLAG(job_t, plain)},
    {0, "json", NULL, "one JSON object per formula, and no formulas unless -o is given",
     TAKE_FLAG(job_t, json)},
    {0, "recipe", "R", "make the formula with this recipe again", TAKE_WITH(take_recipe)},
    {0, "embedded", NULL, "instead list the seeds that are part of assay, or write them with -o",
     TAKE_FLAG(job_t, embedded)},
#define GEN_NUMBER(field, name, low, high, doc)                                                    \
    {0, name, "N", doc, TAKE_COUNT(job_t, options.field, low, high)},
#include "mutate/gen/gen_options.def"
    {0},
};

static const command_line_t command = {
    .name = "gen",
    .usage = "[-n N] [--logic L]... [--theory T]... [--mode none|sat|unsat] [--size S] [-o DIR]\n"
             "       assay gen --recipe R\n"
             "       assay gen --embedded [-o DIR]",
    .summary = "Makes formulas from nothing.",
    .about = "A formula that is sat comes with a model: values were drawn first, and what is\n"
             "asserted is true under them. One that is unsat is a contradiction in disguise. The\n"
             "theories:\n"
#define GEN_THEORY(name, features, doc) "  " name ": " doc "\n"
#include "mutate/gen/gen_theories.def"
             "A formula begins with a comment: recipe and claim. --recipe makes the same bytes\n"
             "again. Exit code: 0; 2 when a file cannot be written or there is no formula.",
    .rows = rows,
};

/* --- files --- */

static void complain(job_t *job, const char *path, const char *error) {
    fprintf(stderr, "assay: %s: %s\n", path, error);
    job->trouble = true;
}

/* Makes the directories of a path below the output's. */
static bool make_directories(job_t *job, char *path) {
    for (char *at = path + strlen(job->directory); at; at = strchr(at + 1, '/')) {
        if (*at != '/')
            continue;
        *at = '\0';
        bool made = mkdir(path, 0777) == 0 || errno == EEXIST;
        if (!made)
            complain(job, path, strerror(errno));
        *at = '/';
        if (!made)
            return false;
    }
    return true;
}

static void write_file(job_t *job, strbuf_t *path, const strbuf_t *text) {
    const char *error = NULL;
    (void)strbuf_text(path);
    if (make_directories(job, path->data) &&
        !file_write(&job->mem, path->data, text->data, text->len, &error))
        complain(job, path->data, error);
}

/* --- formulas --- */

/* The name after "(set-logic ". */
static const char *logic_of(job_t *job) {
    const char *at = job->formula.text.data + strlen("(set-logic ");
    size_t len = 0;
    while (len + 1 < sizeof job->logic && at[len] != ')')
        len++;
    memcpy(job->logic, at, len);
    job->logic[len] = '\0';
    return job->logic;
}

/* Text as comment lines. */
static void add_comment(const strbuf_t *text, strbuf_t *out) {
    for (size_t at = 0; at < text->len;) {
        const char *line = text->data + at;
        const char *end = memchr(line, '\n', text->len - at);
        size_t len = end ? (size_t)(end - line) : text->len - at;
        strbuf_str(out, "; ");
        strbuf_add(out, line, len);
        strbuf_char(out, '\n');
        at += len + 1;
    }
}

static void put_text(job_t *job, strbuf_t *out) {
    gen_formula_t *formula = &job->formula;
    if (!job->plain) {
        strbuf_format(out, "; recipe: %s\n; claim: %s (%s)\n", strbuf_text(&formula->recipe),
                      claim_name(formula->claim), strbuf_text(&formula->reason));
        if (job->models && !job->directory && formula->model.len > 0) {
            strbuf_str(out, "; model:\n");
            add_comment(&formula->model, out);
        }
    }
    strbuf_add(out, formula->text.data, formula->text.len);
}

static void print_json(job_t *job, const char *file) {
    gen_formula_t *formula = &job->formula;
    json_t *object =
        json_pack("{s:s, s:s, s:o}", "strategy", "gen", "claim", claim_name(formula->claim),
                  "recipe", json_bytes(formula->recipe.data, formula->recipe.len));
    json_object_set_new(object, "logic", json_text(logic_of(job)));
    if (job->models && formula->claim == CLAIM_SAT)
        json_object_set_new(object, "model", json_bytes(formula->model.data, formula->model.len));
    if (file)
        json_object_set_new(object, "file", json_text(file));
    json_line(object);
}

static void put_files(job_t *job, uint64_t k, const strbuf_t *text, strbuf_t *path) {
    gen_formula_t *formula = &job->formula;
    strbuf_format(path, "%s/%s/%s/gen-%llu.smt2", job->directory, logic_of(job),
                  claim_name(formula->claim), (unsigned long long)k);
    write_file(job, path, text);
    if (!job->models || formula->claim != CLAIM_SAT)
        return;
    size_t len = path->len;
    path->len -= 4;
    strbuf_str(path, "model");
    write_file(job, path, &formula->model);
    path->len = len - 4;
    strbuf_str(path, "smt2");
}

static void put_formula(job_t *job, uint64_t k) {
    strbuf_t text, path;
    strbuf_init(&text, &job->mem);
    strbuf_init(&path, &job->mem);
    job->made++;
    put_text(job, &text);
    if (job->directory)
        put_files(job, k, &text, &path);
    if (job->json)
        print_json(job, job->directory ? strbuf_text(&path) : NULL);
    else if (!job->directory)
        strbuf_write(&text, stdout);
    strbuf_done(&text);
    strbuf_done(&path);
}

static void make_formulas(job_t *job) {
    gen_set_layout(job->gen, job->indent);
    if (job->replay) {
        rng_t rng = job->recipe.rng;
        if (gen_make(job->gen, &job->recipe.options, &rng, &job->formula))
            put_formula(job, 0);
        else
            fputs("assay gen: the recipe makes nothing: was it made by another version?\n", stderr);
        return;
    }
    rng_t base = rng_make(job->start);
    for (uint64_t k = 0; k < job->number; k++) {
        rng_t rng = rng_split(&base, k);
        if (job->logics.len > 0)
            job->options.logic = job->logics.data[k % job->logics.len];
        if (gen_make(job->gen, &job->options, &rng, &job->formula))
            put_formula(job, k);
        else
            fprintf(stderr, "assay gen: draw %llu led nowhere\n", (unsigned long long)k);
    }
}

/* --- what is embedded --- */

static void put_seeds(job_t *job) {
    strbuf_t path, text;
    strbuf_init(&path, &job->mem);
    strbuf_init(&text, &job->mem);
    embedded_seed_t seed = {0};
    while (embedded_seed_next(&seed)) {
        job->made++;
        if (!job->directory) {
            printf("%.*s\t%s\t%.*s\n", (int)seed.name_len, seed.name,
                   seed.status == STATUS_SAT ? "sat" : "unsat", (int)seed.evidence_len,
                   seed.evidence);
            continue;
        }
        strbuf_clear(&path);
        strbuf_format(&path, "%s/%.*s", job->directory, (int)seed.name_len, seed.name);
        strbuf_clear(&text);
        strbuf_add(&text, seed.text, seed.len);
        write_file(job, &path, &text);
        if (!job->models || seed.model_len == 0)
            continue;
        path.len -= 4;
        strbuf_str(&path, "model");
        strbuf_clear(&text);
        strbuf_add(&text, seed.model, seed.model_len);
        write_file(job, &path, &text);
    }
    strbuf_done(&path);
    strbuf_done(&text);
}

/* --- the command --- */

/* Whether the options fit together, for each logic; or the exit code. */
static int check_options(const args_t *args, job_t *job) {
    const char *why;
    if (args->next < args->argc)
        return args_complain(args, "'%s' is not an option", args->argv[args->next]);
    for (uint32_t i = 0; i < job->logics.len || i == 0; i++) {
        job->options.logic = job->logics.len ? job->logics.data[i] : NULL;
        if (!gen_options_fit(&job->options, &why))
            return args_complain(args, "%s%s%s", job->options.logic ? job->options.logic : "",
                                 job->options.logic ? ": " : "", why);
    }
    return ARGS_END;
}

int cmd_gen(int argc, char **argv) {
    job_t job = {.number = 1, .start = 1, .options = gen_defaults};
    mem_init(&job.mem);
    args_t args;
    args_init(&args, &command, argc, argv);
    int code = args_take(&args, &job);
    if (code == ARGS_END)
        code = check_options(&args, &job);
    if (code == ARGS_END) {
        gen_formula_init(&job.formula, &job.mem);
        if (job.embedded) {
            put_seeds(&job);
        } else {
            job.gen = gen_open(&job.mem);
            make_formulas(&job);
        }
        code = job.trouble || job.made == 0 ? EXIT_INPUT : EXIT_NOTHING;
    }
    mem_done(&job.mem);
    return code;
}
