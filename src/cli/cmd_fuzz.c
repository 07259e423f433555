/* Hunts for bugs in solvers. */
#include "cli/commands.h"

#include "base/clock.h"
#include "campaign/campaign.h"
#include "campaign/plan_maker.h"
#include "cli/common/exit.h"
#include "cli/common/options.h"
#include "cli/common/solvers.h"
#include "cli/finding_report.h"
#include "cli/fuzz_events.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef struct fuzz {
    mem_t mem;
    plan_maker_t maker;
    campaign_options_t campaign;
    fuzz_events_t events;
    const char *out;
    const char *resume;
    strbuf_t record; /* options that --resume takes up, a line each */
    uint64_t given;  /* bit i: row i was on the command line */
} fuzz_t;

/* ---- Options ------------------------------------------------------------------------------- */

/* Marks of rows. */
enum {
    OF_THIS_RUN = 1, /* it says how to run, and does not belong to the campaign */
    IS_PATH = 2
};

static bool take_strategies(const args_t *args, void *target) {
    fuzz_t *fuzz = target;
    const char *wrong = NULL;
    if (plan_maker_strategies(&fuzz->maker, args->value, &wrong))
        return true;
    args_complain(args, "there is no strategy '%s'", wrong);
    return false;
}

static bool take_schedule(const args_t *args, void *target) {
    fuzz_t *fuzz = target;
    fuzz->campaign.uniform = strcmp(args->value, "uniform") == 0;
    if (fuzz->campaign.uniform || strcmp(args->value, "learning") == 0)
        return true;
    args_complain(args, "--schedule is learning or uniform, not '%s'", args->value);
    return false;
}

static const option_row_t rows[] = {
    {'s', "solver", "S", "a solver: z3, cvc5, ..., a path to one, or \"command args\"; repeatable",
     TAKE_SOLVER(fuzz_t, maker.solvers)},
    {'S', "strategy", "S[,S]",
     "how to make mutants: names from above, with commas (default: all that fit)",
     TAKE_WITH(take_strategies)},
    {0, "time", "T", "how long: 90, 90s, 10m, 8h, 2d (default: until Ctrl-C)",
     TAKE_DURATION(fuzz_t, campaign.time), .marks = OF_THIS_RUN},
    {'j', "workers", "N", "mutants at work at the same time (default: the number of processors)",
     TAKE_COUNT(fuzz_t, campaign.workers, 1, 1024), .marks = OF_THIS_RUN},
    {'o', "out", "DIR", "the campaign's directory, which must not exist (default assay-out-DATE)",
     TAKE_TEXT(fuzz_t, out), .marks = OF_THIS_RUN},
    {0, "resume", "DIR", "go on with the campaign in DIR, with its options unless others are given",
     TAKE_TEXT(fuzz_t, resume), .marks = OF_THIS_RUN},
    {'t', "limit", "SECONDS", "CPU time of one run of a solver at most (default 5)",
     TAKE_SECONDS(fuzz_t, maker.plan.limit)},
    {0, "memory", "MB", "memory of one run of a solver (default 2048)",
     TAKE_MEGABYTES(fuzz_t, maker.plan.memory)},
    {0, "seed", "K", "start of the random numbers (default 1): the same K gives the same mutants",
     TAKE_NUMBER(fuzz_t, maker.plan.seed, 0, UINT64_MAX)},
    {0, "tier", "T", "run a solver with each set of options of this name in its profile",
     TAKE_TEXT(fuzz_t, maker.solvers.tier)},
    {0, "profile", "FILE", "read solver profiles from FILE", TAKE_PROFILE(fuzz_t, maker.solvers),
     .marks = IS_PATH},
    {0, "mode", "M", "spawn, session or snapshot (default: the fastest that works)",
     TAKE_MODE(fuzz_t, maker.solvers)},
    {0, "schedule", "S",
     "learning (default), or uniform: all seeds and strategies get the same share",
     TAKE_WITH(take_schedule)},
    {0, "performance", NULL,
     "report solvers that are far slower than another, and than they were on the seed",
     TAKE_FLAG(fuzz_t, maker.plan.performance)},
    {0, "incompleteness", NULL,
     "report unknown where another solver decides it, and the seed was decided",
     TAKE_FLAG(fuzz_t, maker.plan.incompleteness)},
    {0, "ops", "FILE", "typefuzz: the operators to use, one (name sorts... result) for each",
     TAKE_TEXT(fuzz_t, maker.ops), .marks = IS_PATH},
    {0, "rules", "FILE", "fusion: more rules, in the form that assay rules prints",
     TAKE_TEXT(fuzz_t, maker.rules), .marks = IS_PATH},
    {0, "fail-fast", NULL, "end with the first finding", TAKE_FLAG(fuzz_t, campaign.fail_fast),
     .marks = OF_THIS_RUN},
    {'q', "quiet", NULL, "findings and the summary, nothing in between",
     TAKE_FLAG(fuzz_t, events.quiet), .marks = OF_THIS_RUN},
    {0, "json", NULL, "one JSON object per event: stats, finding, alarm, end",
     TAKE_FLAG(fuzz_t, events.json), .marks = OF_THIS_RUN},
#define FLAG(field, name, doc)                                                                     \
    {0, name, NULL, doc, TAKE_FLAG(fuzz_t, maker.plan.strategy_options.field)},
#include "mutate/engine/strategy_flags.def"
    {0},
};

_Static_assert(sizeof rows / sizeof *rows <= 64, "fuzz_t.given has a bit for each row");

static const command_line_t command = {
    .name = "fuzz",
    .usage = "[SEED...] [--solver S]... [--strategy S[,S]] [--time T] [--out DIR]\n"
             "       assay fuzz --resume DIR",
    .summary = "Hunts for bugs in SMT solvers.",
    .about =
        "Makes mutants of the seeds, asks all solvers about them, and judges what they say:\n"
        "against what is known of the mutant, against each other, and their models against\n"
        "an exact evaluator. A SEED is a file or a directory (all *.smt2 below it).\n"
        "The strategies:\n"
#define STRATEGY(id, name, seeds, number, needs, doc) "  " #name ": " doc "\n"
#include "mutate/engine/strategies.def"
        "Everything is kept in DIR: the database campaign.db, and each finding as plain files\n"
        "below findings/. Ctrl-C ends the campaign; --resume goes on with it.\n"
        "Exit code: 0; 10 when there are findings; 2 when it cannot run, or store.",
    .rows = rows,
};

/* ---- The record: what --resume takes up ---------------------------------------------------- */

/* The path from the root on, which is right in every directory. */
static const char *absolute(fuzz_t *fuzz, const char *path) {
    char *real = realpath(path, NULL);
    const char *kept = real ? arena_copy(&fuzz->maker.texts, real, strlen(real)) : path;
    free(real);
    return kept;
}

static void record(fuzz_t *fuzz, const char *name, const char *value) {
    strbuf_format(&fuzz->record, "%s=%s\n", name, value ? value : "");
}

static int find_option(const char *name, size_t len) {
    for (int i = 0; rows[i].name; i++)
        if (strlen(rows[i].name) == len && memcmp(rows[i].name, name, len) == 0)
            return i;
    return -1;
}

/* One line of the record. What was given on the command line stands. */
static bool recall_line(fuzz_t *fuzz, const char *line, size_t len, bool seeds) {
    const char *equals = memchr(line, '=', len);
    if (!equals)
        return true;
    size_t name_len = (size_t)(equals - line);
    const char *value = arena_copy(&fuzz->maker.texts, equals + 1, len - name_len - 1);
    if (name_len == 4 && memcmp(line, "path", 4) == 0) {
        if (!seeds)
            *vec_push(&fuzz->mem, &fuzz->maker.paths) = value;
        return true;
    }
    int option = find_option(line, name_len);
    if (option < 0 || (fuzz->given >> option & 1))
        return true;
    args_t args = {.command = &command, .row = &rows[option], .value = value};
    record(fuzz, rows[option].name, value);
    return args_take_one(&args, fuzz);
}

static bool recall(fuzz_t *fuzz) {
    strbuf_t text;
    strbuf_init(&text, &fuzz->mem);
    strbuf_format(&text, "%s/" CAMPAIGN_DB, fuzz->campaign.directory);
    strbuf_t why;
    strbuf_init(&why, &fuzz->mem);
    store_t *store = store_open(&fuzz->mem, strbuf_text(&text), STORE_READ, &why);
    const char *line = store ? store_fact(store, "options", &fuzz->maker.texts) : NULL;
    if (!store)
        fprintf(stderr, "assay: %s\n", strbuf_text(&why));
    else if (!line)
        fprintf(stderr, "assay: %s: the campaign was not set up to the end\n",
                fuzz->campaign.directory);
    store_close(store);
    strbuf_done(&text);
    strbuf_done(&why);
    bool ok = line != NULL;
    bool seeds = fuzz->maker.paths.len > 0;
    while (ok && *line) {
        size_t len = strcspn(line, "\n");
        ok = recall_line(fuzz, line, len, seeds);
        line += len + (line[len] == '\n');
    }
    return ok;
}

/* ---- The directory ------------------------------------------------------------------------- */

static bool make_directory(fuzz_t *fuzz) {
    char name[64];
    time_t now = time(NULL);
    struct tm parts;
    localtime_r(&now, &parts);
    size_t len = strftime(name, sizeof name, "assay-out-%Y%m%d-%H%M%S", &parts);
    const char *wanted = fuzz->campaign.directory;
    for (int k = 2; k < 100; k++) {
        const char *path = wanted ? wanted : name;
        if (mkdir(path, 0777) == 0) {
            fuzz->campaign.directory = arena_copy(&fuzz->maker.texts, path, strlen(path));
            return true;
        }
        if (wanted || errno != EEXIST) {
            fprintf(stderr, "assay: %s: %s%s\n", path, strerror(errno),
                    errno == EEXIST ? "; choose another, or go on with it: --resume" : "");
            return false;
        }
        snprintf(name + len, sizeof name - len, "-%d", k);
    }
    fputs("assay: cannot make a directory: name one with --out\n", stderr);
    return false;
}

/* ---- Running ------------------------------------------------------------------------------- */

static const char *command_text(fuzz_t *fuzz, int argc, char **argv) {
    strbuf_t text;
    strbuf_init(&text, &fuzz->mem);
    for (int i = 0; i < argc; i++)
        strbuf_format(&text, "%s%s", i > 0 ? " " : "", argv[i]);
    const char *kept = arena_copy(&fuzz->maker.texts, text.data, text.len);
    strbuf_done(&text);
    return kept;
}

static int run(fuzz_t *fuzz) {
    campaign_end_t end;
    if (fuzz->campaign.resume && !recall(fuzz))
        return EXIT_INPUT;
    for (uint32_t i = 0; i < fuzz->maker.paths.len; i++) {
        const char *path = absolute(fuzz, fuzz->maker.paths.data[i]);
        record(fuzz, "path", path);
    }
    fuzz->maker.others = !fuzz->maker.solvers.tier;
    if (!plan_maker_make(&fuzz->maker) || (!fuzz->campaign.resume && !make_directory(fuzz)))
        return EXIT_INPUT;
    fuzz->campaign.record = strbuf_text(&fuzz->record);
    fuzz->campaign.report = finding_report;
    fuzz_events_open(&fuzz->events, &fuzz->campaign, &fuzz->maker.plan, &fuzz->mem);
    campaign_run(&fuzz->maker.plan, &fuzz->campaign, &fuzz->events.sink, &fuzz->mem, &end);
    int code = end.error.len > 0 ? EXIT_INPUT : end.fails ? EXIT_FINDINGS : EXIT_NOTHING;
    fuzz_events_close(&fuzz->events, &end, code);
    strbuf_done(&end.error);
    return code;
}

/* ARGS_END, or the exit code. */
static int read_options(fuzz_t *fuzz, args_t *args) {
    int option;
    while ((option = args_next(args)) >= 0) {
        const option_row_t *row = args->row;
        if (!args_take_one(args, fuzz))
            return EXIT_USAGE;
        fuzz->given |= UINT64_C(1) << option;
        if (!(row->marks & OF_THIS_RUN))
            record(fuzz, row->name,
                   row->marks & IS_PATH ? absolute(fuzz, args->value) : args->value);
    }
    if (option != ARGS_END)
        return option == ARGS_HELP ? EXIT_NOTHING : EXIT_USAGE;
    if (fuzz->out && fuzz->resume)
        return args_complain(args, "--out is for a new campaign, --resume for one that is there");
    fuzz->campaign.directory = fuzz->resume ? fuzz->resume : fuzz->out;
    fuzz->campaign.resume = fuzz->resume != NULL;
    return ARGS_END;
}

int cmd_fuzz(int argc, char **argv) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    fuzz_t fuzz = {.campaign = {.workers = processors > 0 ? (uint32_t)processors : 1}};
    mem_init(&fuzz.mem);
    plan_maker_init(&fuzz.maker, stderr, &fuzz.mem);
    strbuf_init(&fuzz.record, &fuzz.mem);
    fuzz.campaign.command = command_text(&fuzz, argc, argv);
    args_t args;
    args_init(&args, &command, argc, argv);
    int code = read_options(&fuzz, &args);
    for (int i = args.next; code == ARGS_END && i < argc; i++)
        *vec_push(&fuzz.mem, &fuzz.maker.paths) = argv[i];
    if (code == ARGS_END)
        code = run(&fuzz);
    plan_maker_done(&fuzz.maker); /* mem_done does not free numbers in models */
    mem_done(&fuzz.mem);
    return code;
}
