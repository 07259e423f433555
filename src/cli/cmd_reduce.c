/* Makes a formula smaller that shows something about a solver. */
#include "base/clock.h"
#include "base/file.h"
#include "cli/commands.h"
#include "cli/common/exit.h"
#include "cli/common/json.h"
#include "cli/common/options.h"
#include "cli/common/solvers.h"
#include "cli/stored_finding.h"
#include "reduce/goal_find.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct job {
    mem_t mem;
    solvers_t solvers;
    slice_t model; /* --model */
    goal_t goal;
    reduce_options_t options;
    const char *path;
    bool stored; /* path is a finding's */
    campaign_dir_t dir;
    const report_finding_t *finding; /* NULL: of a file */
    file_text_t file;
    slice_t text;
    undone_t undone; /* where the work began; empty: with the text */
    strbuf_t shows;  /* what is to stay, in words */
    const char *output;
    const char *expect;
    const char *program;
    const char *model_path;
    uint32_t workers;
    bool quiet;
    bool json;
    bool terminal;
    double started;
    double told;
    pool_t *pool;
    goals_t *goals;
    reduce_t *reduce;
} job_t;

static const option_row_t rows[] = {
    {'o', "output", "FILE", "write the result to FILE, after every success (default: stdout)",
     TAKE_TEXT(job_t, output)},
    {'s', "solver", "S", "the solver that is wrong, then others to compare with; repeatable",
     TAKE_SOLVER(job_t, solvers)},
    {0, "expect", "E", "what S shall show: an outcome (crash, unsat, ...) or a kind of finding",
     TAKE_TEXT(job_t, expect)},
    {0, "cmd", "COMMAND", "a program that ends with 0 when its standard input is interesting",
     TAKE_TEXT(job_t, program)},
    {0, "model", "FILE", "a model that the formula shall keep", TAKE_TEXT(job_t, model_path)},
    {0, "time", "SECONDS", "stop then with the best so far (default: when nothing more is found)",
     TAKE_SECONDS(job_t, options.time)},
    {'j', "workers", "N", "tries at once (default: the number of processors)",
     TAKE_COUNT(job_t, workers, 1, 256)},
    {'t', "limit", "SECONDS", "time limit of one run of a solver (default 10)",
     TAKE_SECONDS(job_t, goal.limits.wall)},
    {0, "memory", "MB", "memory limit of one run (default 4096)",
     TAKE_MEGABYTES(job_t, goal.limits.memory)},
    {0, "keep-names", NULL, "leave names as they are", TAKE_FLAG(job_t, options.keep_names)},
    {0, "profile", "FILE", "read solver profiles from FILE", TAKE_PROFILE(job_t, solvers)},
    {0, "tier", "T", "the set of options of this name in the solvers' profiles",
     TAKE_TEXT(job_t, solvers.tier)},
    {'q', "quiet", NULL, "say nothing but errors", TAKE_FLAG(job_t, quiet)},
    {0, "json", NULL, "one JSON object at the end", TAKE_FLAG(job_t, json)},
    {0},
};

static const command_line_t command = {
    .name = "reduce",
    .usage = "[--solver S]... [--expect E] [-o OUT] FILE\n"
             "       assay reduce --cmd COMMAND [-o OUT] FILE\n"
             "       assay reduce [-o OUT] DIR/findings/ID",
    .summary = "Makes a formula smaller that still shows the same.",
    .about =
        "Without --expect, the solvers (or all on PATH) are asked about FILE, and what is wrong\n"
        "then has to stay wrong: the same solver, the same kind of finding, the same signature\n"
        "of a crash, certified if it was. Every candidate is well-sorted and smaller. Ctrl-C\n"
        "ends with the best so far; FILE may be that one to go on.\n"
        "COMMAND gets the formula on standard input, and /dev/stdin as its last argument.\n"
        "Of a finding of a campaign, the smallest trigger gets smaller. The finding says what is\n"
        "to stay: its solver with its options, its kind, signature and model. So --solver,\n"
        "--tier, --expect, --cmd and --model do not go with it. Where the trigger was not reduced\n"
        "before, steps of its recipe that it does not need are undone first.\n"
        "Exit code: 0; 2 when a file, a finding or a solver cannot be used, or FILE itself does\n"
        "not show what is wanted.",
    .rows = rows,
};

static volatile sig_atomic_t stop_wanted;

static void on_signal(int number) {
    (void)number;
    stop_wanted = 1;
}

/* The first one ends the work, a second one the program. */
static void catch_signals(void) {
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* --- what is wanted --- */

static bool command_goal(job_t *job) {
    strbuf_t words, why;
    strbuf_init(&words, &job->mem);
    strbuf_init(&why, &job->mem);
    strbuf_format(&words, "%s /dev/stdin", job->program);
    const profile_t *profile = profiles_command(&job->solvers.profiles, strbuf_text(&words), &why);
    job->goal.kind = GOAL_COMMAND;
    if (profile)
        job->goal.culprit = pool_solver(job->pool, &(solver_spec_t){.profile = profile}, &why);
    if (!job->goal.culprit)
        fprintf(stderr, "assay reduce: --cmd '%s': %s\n", job->program, strbuf_text(&why));
    strbuf_done(&words);
    strbuf_done(&why);
    return job->goal.culprit != NULL;
}

/* --expect: the name of a kind of finding or of an outcome. */
static bool expected_goal(job_t *job) {
    goal_t *goal = &job->goal;
    slice_t word = slice_of(job->expect);
    finding_t wanted = {.grade = GRADE_CLAIMED, .witness = job->model};
    goal->culprit = job->solvers.rows.data[0];
    goal->other = job->solvers.rows.len > 1 ? job->solvers.rows.data[1] : NULL;
    bool known = finding_kind_of_name(word, &wanted.kind) && goal_of_finding(&wanted, goal);
    if (!known && outcome_of_name(word, &goal->outcome)) {
        goal->kind = GOAL_OUTCOME;
        known = true;
    }
    if (!known)
        fprintf(stderr, "assay reduce: --expect takes an outcome or a kind of finding, not '%s'\n",
                job->expect);
    else if (!goal_is_complete(goal))
        fprintf(stderr, "assay reduce: --expect %s needs a second --solver, or --model\n",
                job->expect);
    return known && goal_is_complete(goal);
}

/* What the finding says. */
static bool finding_goal(job_t *job) {
    strbuf_t why;
    strbuf_init(&why, &job->mem);
    bool ok =
        solvers_read_files(&job->solvers) &&
        stored_to_reduce(job->finding, &job->solvers, job->pool, &job->goal, &job->shows, &why);
    if (why.len > 0)
        fprintf(stderr, "assay reduce: %s: %s%s\n", job->path, strbuf_text(&why),
                ok ? "; going on without" : "");
    if (ok && !job->quiet)
        fprintf(stderr, "%s: %s\n", job->path, strbuf_text(&job->shows));
    strbuf_done(&why);
    return ok;
}

static bool find_goal(job_t *job) {
    if (job->finding)
        return finding_goal(job);
    if (job->program)
        return command_goal(job);
    if (!solvers_open(&job->solvers, job->pool))
        return false;
    if (job->expect)
        return expected_goal(job);
    bool found = goal_find(job->pool, job->solvers.rows.data, job->solvers.rows.len, job->text.data,
                           job->text.len, &job->goal, &job->shows, &job->mem);
    if (!found && !stop_wanted)
        fprintf(stderr,
                "assay reduce: %s: nothing is wrong here: %s; say with --expect or --cmd what is "
                "to stay\n",
                job->path, strbuf_text(&job->shows));
    if (found && !job->quiet)
        fprintf(stderr, "%s: %s\n", job->path, strbuf_text(&job->shows));
    return found;
}

/* --- at work --- */

static bool save(job_t *job) {
    const char *error = NULL;
    const strbuf_t *text = reduce_text(job->reduce);
    if (!job->output || file_write(&job->mem, job->output, text->data, text->len, &error))
        return true;
    fprintf(stderr, "assay: %s: %s\n", job->output, error);
    return false;
}

static void tell(job_t *job) {
    const reduce_stats_t *stats = reduce_stats(job->reduce);
    double now = clock_wall();
    if (!job->terminal || now - job->told < 0.2)
        return;
    job->told = now;
    fprintf(stderr, "\r\033[K%zu -> %zu bytes, %llu tries, %llu accepted, round %u, %s",
            job->text.len, reduce_text(job->reduce)->len, (unsigned long long)stats->tries,
            (unsigned long long)stats->accepted, stats->round, stats->pass ? stats->pass : "end");
    fflush(stderr);
}

/* The first pass, where the recipe of the text is known. */
static void undo_steps(job_t *job) {
    undone_clear(&job->undone);
    if (!job->finding || job->finding->best.reduced.len > 0)
        return;
    undo_t undo =
        undo_make(goals_predicate(job->goals),
                  &(undo_options_t){.tries = undo_defaults.tries, .seconds = job->options.time});
    if (!stored_undo(&job->dir, job->finding, &undo, &job->undone) || job->quiet)
        return;
    fprintf(stderr, "undone: %u edits, %u links: %s\n", job->undone.edits, job->undone.links,
            strbuf_text(&job->undone.recipe));
}

/* Runs to the end; false when the file cannot be read or written. */
static bool reduce_file(job_t *job, const char *text, size_t len) {
    diag_list_t diags;
    diag_init(&diags, &job->mem);
    job->reduce =
        reduce_open(text, len, goals_predicate(job->goals), &job->options, &job->mem, &diags);
    if (!job->reduce) {
        strbuf_t out;
        strbuf_init(&out, &job->mem);
        for (uint32_t i = 0; i < diags.rows.len; i++)
            diag_print(&diags.rows.data[i], job->path, text, len, &out);
        strbuf_write(&out, stderr);
        strbuf_done(&out);
        return false;
    }
    bool ok = save(job);
    while (ok && !stop_wanted && reduce_step(job->reduce)) {
        ok = save(job);
        tell(job);
    }
    if (job->terminal)
        fputs("\r\033[K", stderr);
    return ok;
}

static json_t *json_unless_empty(const strbuf_t *text) {
    return text->len > 0 ? json_bytes(text->data, text->len) : NULL;
}

static void print_end(job_t *job, bool confirmed) {
    const reduce_stats_t *stats = reduce_stats(job->reduce);
    const strbuf_t *text = reduce_text(job->reduce);
    double seconds = clock_wall() - job->started;
    if (job->json)
        json_line(json_pack("{s:o, s:o*, s:o*, s:I, s:I, s:I, s:I, s:I, s:f, s:b, s:b}", "file",
                            json_text(job->path), "shows", json_unless_empty(&job->shows), "recipe",
                            json_unless_empty(&job->undone.recipe), "bytes_before",
                            (json_int_t)job->text.len, "bytes", (json_int_t)text->len, "tries",
                            (json_int_t)stats->tries, "accepted", (json_int_t)stats->accepted,
                            "runs", (json_int_t)goals_runs(job->goals), "seconds", seconds,
                            "finished", (int)stats->finished, "confirmed", (int)confirmed));
    else if (!job->quiet)
        fprintf(stderr, "%zu -> %zu bytes, %llu tries, %llu runs, %.1f s%s%s\n", job->text.len,
                text->len, (unsigned long long)stats->tries,
                (unsigned long long)goals_runs(job->goals), seconds,
                stats->finished ? "" : "; stopped before the end",
                confirmed ? "" : "; NOT seen again in a fresh process");
    if (!job->output && !job->json)
        strbuf_write(text, stdout);
}

/* Whether the result shows it in a fresh process, too. */
static bool reduce_once(job_t *job, bool *confirmed) {
    slice_t text = job->text;
    if (!goals_holds(job->goals, text.data, text.len, true)) {
        if (!stop_wanted)
            fprintf(stderr, "assay reduce: %s does not show what is wanted\n", job->path);
        return false;
    }
    undo_steps(job);
    if (job->undone.text.len > 0)
        text = (slice_t){job->undone.text.data, job->undone.text.len};
    if (!reduce_file(job, text.data, text.len))
        return false;
    const strbuf_t *best = reduce_text(job->reduce);
    *confirmed = stop_wanted || goals_holds(job->goals, best->data, best->len, true);
    return true;
}

/* What only a copied process shows is reduced once more with fresh ones. */
static bool reduce_confirmed(job_t *job) {
    bool confirmed = false;
    if (!reduce_once(job, &confirmed))
        return false;
    if (!confirmed) {
        reduce_close(job->reduce);
        goals_close(job->goals);
        job->goal.fresh = true;
        job->goals = goals_open(job->pool, job->workers, &job->goal, &job->mem);
        if (!reduce_once(job, &confirmed))
            return false;
    }
    print_end(job, confirmed);
    return true;
}

static bool read_model(job_t *job) {
    file_text_t text;
    const char *error = NULL;
    if (!job->model_path)
        return true;
    if (!file_read(&job->mem, job->model_path, &text, &error)) {
        fprintf(stderr, "assay: %s: %s\n", job->model_path, error);
        return false;
    }
    job->model = (slice_t){text.data, text.len};
    return true;
}

static bool read_text(job_t *job) {
    const char *error = NULL;
    if (job->stored) {
        job->finding = campaign_dir_finding(&job->dir, job->path, &job->mem);
        if (job->finding)
            job->text = report_trigger(job->finding);
        return job->finding != NULL;
    }
    if (!file_read(&job->mem, job->path, &job->file, &error)) {
        fprintf(stderr, "assay: %s: %s\n", job->path, error);
        return false;
    }
    job->text = (slice_t){job->file.data, job->file.len};
    return true;
}

static bool run(job_t *job) {
    if (!read_text(job) || !read_model(job) || !find_goal(job))
        return false;
    if (job->goal.kind == GOAL_REFUTATION && job->goal.witness.len == 0)
        job->goal.witness = job->model;
    job->options.model = job->goal.witness.len > 0 ? job->goal.witness : job->model;
    job->goals = goals_open(job->pool, job->workers, &job->goal, &job->mem);
    bool ok = reduce_confirmed(job);
    file_release(&job->mem, &job->file);
    campaign_dir_done(&job->dir);
    return ok;
}

/* ARGS_END to go on, else the exit code. */
static int read_options(args_t *args, job_t *job) {
    int code = args_take(args, job);
    if (code != ARGS_END)
        return code;
    if (args->next + 1 != args->argc)
        return args_complain(args,
                             args->next == args->argc ? "no file given" : "one file at a time");
    job->path = args->argv[args->next];
    job->stored = campaign_dir_is_meant(job->path);
    if (job->stored && (job->expect || job->program || job->model_path || job->solvers.tier ||
                        job->solvers.wanted.len > 0))
        return args_complain(args, "a finding says what is to stay: without --solver, --tier, "
                                   "--expect, --cmd and --model");
    if (job->expect && job->solvers.wanted.len == 0)
        return args_complain(args, "--expect says what a --solver shall show");
    return ARGS_END;
}

int cmd_reduce(int argc, char **argv) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    job_t job = {.goal = {.limits = solvers_limits, .stop = &stop_wanted},
                 .workers = processors > 0 ? (uint32_t)processors : 1,
                 .options = reduce_defaults,
                 .started = clock_wall()};
    mem_init(&job.mem);
    solvers_init(&job.solvers, &job.mem);
    undone_init(&job.undone, &job.mem);
    strbuf_init(&job.shows, &job.mem);
    args_t args;
    args_init(&args, &command, argc, argv);
    int code = read_options(&args, &job);
    if (code == ARGS_END) {
        job.terminal = !job.quiet && !job.json && isatty(STDERR_FILENO);
        catch_signals();
        job.pool = pool_make(&job.mem, job.workers);
        code = job.pool && run(&job) ? EXIT_NOTHING : EXIT_INPUT;
        pool_end(job.pool);
    }
    mem_done(&job.mem);
    return code;
}
