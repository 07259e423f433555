/* Tries the findings of a campaign on other solvers: which versions are affected, what is fixed. */
#include "cli/commands.h"
#include "cli/common/exit.h"
#include "cli/common/json.h"
#include "cli/common/options.h"
#include "cli/common/solvers.h"
#include "cli/stored_finding.h"
#include "solver/run/version.h"

#include <stdio.h>
#include <string.h>

typedef struct job {
    mem_t mem;
    solvers_t solvers;
    solvers_t others;
    goal_t base;
    bool only_new; /* --fail-on new */
    bool json;
    pool_t *pool;
    campaign_dir_t dir;
    strbuf_t *names; /* by solver: its name and version */
    uint32_t seen;   /* times that a solver shows a finding */
    uint32_t fresh;  /* times that it shows one that it did not show last time */
} job_t;

/* --- options --- */

static bool take_fail_on(const args_t *args, void *target) {
    job_t *job = target;
    job->only_new = strcmp(args->value, "new") == 0;
    if (job->only_new || strcmp(args->value, "any") == 0)
        return true;
    args_complain(args, "--fail-on takes any or new, not '%s'", args->value);
    return false;
}

/* What is compared with may be of the same profiles. */
static bool take_profiles(const args_t *args, void *target) {
    job_t *job = target;
    return take_profile(args, &job->solvers) && take_profile(args, &job->others);
}

static const option_row_t rows[] = {
    {'s', "solver", "S", "a solver or a version to try them on; repeatable",
     TAKE_SOLVER(job_t, solvers)},
    {0, "other", "S", "who to compare with where a finding needs it (default: as it was found)",
     TAKE_SOLVER(job_t, others)},
    {0, "fail-on", "W", "exit with 10 on: any finding seen (default), new: not seen last time",
     TAKE_WITH(take_fail_on)},
    {'t', "limit", "SECONDS", "time limit of one run of a solver (default 10)",
     TAKE_SECONDS(job_t, base.limits.wall)},
    {0, "memory", "MB", "memory limit of one run (default 4096)",
     TAKE_MEGABYTES(job_t, base.limits.memory)},
    {0, "profile", "FILE", "read solver profiles from FILE", TAKE_WITH(take_profiles)},
    {0, "json", NULL, "one JSON object per finding and solver", TAKE_FLAG(job_t, json)},
    {0},
};

static const command_line_t command = {
    .name = "replay",
    .usage = "[--fail-on any|new] [--json] --solver S [--solver S]... DIR|DIR/findings/ID",
    .summary = "Tries the findings of a campaign on other solvers or versions.",
    .about =
        "For each finding and each solver: there, when the solver shows the same (the same kind,\n"
        "for a crash any crash of the same signature), fixed, when it answers rightly, or why\n"
        "nothing can be said (timeout, unsupported, ...). The result is kept with the campaign:\n"
        "assay report shows it as the affected versions, and --fail-on new compares with it.\n"
        "Exit code: 0; 10 as --fail-on says; 2 when something cannot be used.",
    .rows = rows,
};

/* --- one finding on one solver --- */

/* Who spoke against the culprit, among the solvers of --other. */
static solver_t *other_of(const job_t *job, const report_finding_t *finding) {
    for (uint32_t i = 0; i < finding->answers.len; i++)
        for (uint32_t k = 0; k < job->others.rows.len; k++)
            if (slice_is(finding->answers.data[i].solver,
                         solver_profile(job->others.rows.data[k])->name) &&
                finding->answers.data[i].role != ROLE_CULPRIT)
                return job->others.rows.data[k];
    return job->others.rows.len > 0 ? job->others.rows.data[0] : NULL;
}

static bool make_goal(const job_t *job, const report_finding_t *finding, solver_t *solver,
                      goal_t *goal) {
    *goal = job->base;
    if (!goal_of_finding(&finding->best, goal))
        return false;
    goal->culprit = solver;
    goal->fresh = true;
    if (goal_wants_other(&finding->best))
        goal->other = other_of(job, finding);
    return true;
}

typedef enum { SEEN_NO, SEEN_YES, SEEN_UNKNOWN } seen_t;

/* Where nothing can be said, the reason stands instead. */
static const char *const seen_words[] = {[SEEN_NO] = "fixed", [SEEN_YES] = "there"};

/* What is tried: the smallest trigger; but a witness is of the trigger as it was found, and
 * certifies that without another solver. */
static slice_t input_of(const report_finding_t *finding) {
    bool witness = finding->best.certificate == CERTIFICATE_WITNESS;
    return witness ? finding->best.trigger : report_trigger(finding);
}

static seen_t try_finding(job_t *job, const report_finding_t *finding, solver_t *solver,
                          const char **word) {
    goal_t goal;
    *word = "not tried: this kind is not replayed";
    if (!make_goal(job, finding, solver, &goal))
        return SEEN_UNKNOWN;
    goals_t *goals = goals_open(job->pool, 1, &goal, &job->mem);
    slice_t text = input_of(finding);
    bool holds = goals_holds(goals, text.data, text.len, true);
    outcome_t outcome = goals_outcome(goals);
    goals_close(goals);
    seen_t seen = holds ? SEEN_YES : outcome_is_verdict(outcome) ? SEEN_NO : SEEN_UNKNOWN;
    *word = seen == SEEN_UNKNOWN ? outcome_name(outcome) : seen_words[seen];
    return seen;
}

/* --- what was seen last time --- */

/* The lines of the last replay say "- NAME: WORD"; whether one says there for this solver. */
static bool was_there(const char *last, const char *name) {
    const char *word = seen_words[SEEN_YES];
    size_t len = strlen(name);
    for (const char *at = last; at && (at = strstr(at, "- ")); at += 2)
        if (strncmp(at + 2, name, len) == 0 && strncmp(at + 2 + len, ": ", 2) == 0 &&
            strncmp(at + 4 + len, word, strlen(word)) == 0)
            return true;
    return false;
}

static void print_json(const job_t *job, const report_finding_t *finding, uint32_t solver,
                       const char *word, bool fresh) {
    json_line(
        json_pack("{s:I, s:o, s:o, s:o, s:s, s:b}", "cluster", (json_int_t)finding->cluster.id,
                  "kind", json_string(finding_kind_name(finding->best.kind)), "grade",
                  json_string(grade_name(finding->best.grade)), "solver",
                  json_text(strbuf_text(&job->names[solver])), "result", word, "new", (int)fresh));
}

static void print_cells(const report_finding_t *finding, strbuf_t *row) {
    printf("%6lld  %-21s %-14s %-10.*s%s\n", (long long)finding->cluster.id,
           finding_kind_name(finding->best.kind), grade_name(finding->best.grade),
           (int)finding->best.solver.len, finding->best.solver.data, strbuf_text(row));
}

static void replay_finding(job_t *job, store_t *store, const report_finding_t *finding) {
    strbuf_t key, lines, row;
    strbuf_init(&key, &job->mem);
    strbuf_init(&lines, &job->mem);
    strbuf_init(&row, &job->mem);
    campaign_dir_replay_key(finding->cluster.id, &key);
    const char *last = store_fact(store, strbuf_text(&key), &job->dir.report.texts);
    for (uint32_t i = 0; i < job->solvers.rows.len; i++) {
        const char *word;
        seen_t seen = try_finding(job, finding, job->solvers.rows.data[i], &word);
        const char *name = strbuf_text(&job->names[i]);
        bool fresh = seen == SEEN_YES && last && !was_there(last, name);
        job->seen += seen == SEEN_YES;
        job->fresh += fresh;
        strbuf_format(&lines, "- %s: %s\n", name, word);
        strbuf_format(&row, "  %-16s", word);
        if (job->json)
            print_json(job, finding, i, word, fresh);
    }
    if (!job->json)
        print_cells(finding, &row);
    if (!store_set(store, strbuf_text(&key), strbuf_text(&lines)))
        fprintf(stderr, "assay: %s\n", store_why(store));
    strbuf_done(&key);
    strbuf_done(&lines);
    strbuf_done(&row);
}

/* --- all of them --- */

static void print_head(job_t *job) {
    if (job->json)
        return;
    printf("%6s  %-21s %-14s %-10s", "id", "kind", "grade", "found in");
    for (uint32_t i = 0; i < job->solvers.rows.len; i++)
        printf("  %-16s", strbuf_text(&job->names[i]));
    putchar('\n');
}

static void name_solvers(job_t *job) {
    job->names = mem_zalloc(&job->mem, job->solvers.rows.len, sizeof *job->names);
    for (uint32_t i = 0; i < job->solvers.rows.len; i++) {
        strbuf_init(&job->names[i], &job->mem);
        version_name(job->pool, job->solvers.rows.data[i], &job->names[i]);
    }
}

/* The solvers that findings were found with, where a finding is only as good as another's word. */
static bool open_others(job_t *job) {
    const report_t *report = &job->dir.report;
    bool chosen = job->others.wanted.len > 0; /* by --other */
    for (uint32_t i = 0; !chosen && i < report->solvers.len; i++)
        if (report->solvers.data[i].options.len == 0)
            *vec_push(&job->mem, &job->others.wanted) = stored_text(report->solvers.data[i].name);
    if (job->others.wanted.len == 0)
        return true;
    if (solvers_open(&job->others, job->pool))
        return true;
    fputs("assay replay: going on without some of the solvers that findings were compared with\n",
          stderr);
    return true;
}

static bool run(job_t *job, const char *path) {
    if (!campaign_dir_open(&job->dir, path, &job->mem) || !solvers_open(&job->solvers, job->pool) ||
        !open_others(job))
        return false;
    store_t *store = campaign_dir_store(&job->dir, STORE_WRITE);
    if (!store)
        return false;
    name_solvers(job);
    print_head(job);
    for (uint32_t i = 0; i < job->dir.report.findings.len; i++)
        if (campaign_dir_has(&job->dir, &job->dir.report.findings.data[i]))
            replay_finding(job, store, &job->dir.report.findings.data[i]);
    store_close(store);
    campaign_dir_done(&job->dir);
    return true;
}

/* ARGS_END to go on, else the exit code. */
static int read_options(args_t *args, job_t *job) {
    int code = args_take(args, job);
    if (code != ARGS_END)
        return code;
    if (args->next + 1 != args->argc)
        return args_complain(args, "one directory is needed");
    if (job->solvers.wanted.len == 0)
        return args_complain(args, "--solver says what to try the findings on");
    return ARGS_END;
}

int cmd_replay(int argc, char **argv) {
    job_t job = {.base = {.limits = solvers_limits}};
    mem_init(&job.mem);
    solvers_init(&job.solvers, &job.mem);
    solvers_init(&job.others, &job.mem);
    args_t args;
    args_init(&args, &command, argc, argv);
    int code = read_options(&args, &job);
    if (code == ARGS_END) {
        job.pool = pool_make(&job.mem, 2);
        code = EXIT_INPUT;
        if (job.pool && run(&job, argv[args.next]))
            code = (job.only_new ? job.fresh : job.seen) > 0 ? EXIT_FINDINGS : EXIT_NOTHING;
        pool_end(job.pool);
    }
    mem_done(&job.mem);
    return code;
}
