/* Indexes seeds: what they are, and what solvers know of them. */
#include "base/clock.h"
#include "cli/commands.h"
#include "cli/common/exit.h"
#include "cli/common/input.h"
#include "cli/common/options.h"
#include "cli/common/solvers.h"
#include "cli/seeds_report.h"
#include "seeds/seed_indexer.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

/* A busy machine changes what is learned only when it is that busy. */
enum { WALL_TIMES = 5 };

typedef struct job {
    mem_t mem;
    solvers_t solvers;
    limits_t limits;
    uint32_t workers;
    pool_t *pool;
    seed_learner_t learner;
    seed_indexer_t indexer;
    const char *output;
    bool json;
    bool shows_progress;
    bool interrupted;
    double start;
    uint32_t files;
} job_t;

/* To name a solver is to want it asked. */
static bool take_asked(const args_t *args, void *target) {
    job_t *job = target;
    job->indexer.wants |= LEARN_STATUS;
    return take_solver(args, &job->solvers);
}

static const option_row_t rows[] = {
    {0, "label", NULL, "ask solvers for the status of each seed",
     TAKE_BITS(job_t, indexer.wants, LEARN_STATUS)},
    {0, "models", NULL, "and for a model of those that are satisfiable, which is checked",
     TAKE_BITS(job_t, indexer.wants, LEARN_STATUS | LEARN_MODEL)},
    {0, "cores", NULL, "and for an unsatisfiable core of the others, which is confirmed",
     TAKE_BITS(job_t, indexer.wants, LEARN_STATUS | LEARN_CORE)},
    {'s', "solver", "S", "a solver to ask, as for assay solve; repeatable (default: all on PATH)",
     TAKE_WITH(take_asked)},
    {0, "profile", "FILE", "read solver profiles from FILE", TAKE_PROFILE(job_t, solvers)},
    {'t', "limit", "SECONDS", "CPU time of one query (default 2)", TAKE_SECONDS(job_t, limits.cpu)},
    {'j', "workers", "N", "queries at once (default: the number of processors)",
     TAKE_COUNT(job_t, workers, 1, 256)},
    {'o', "output", "FILE", "the index (default: " SEED_INDEX_NAME " in the directory)",
     TAKE_TEXT(job_t, output)},
    {0, "again", NULL, "ask again, whatever an older index says", TAKE_FLAG(job_t, indexer.again)},
    {0, "json", NULL, "one JSON object per seed; the table on standard error",
     TAKE_FLAG(job_t, json)},
    {0},
};

static const command_line_t command = {
    .name = "seeds",
    .usage = "[--label] [--models] [--cores] [--solver S]... [-o FILE] [--json] DIR...",
    .summary = "Indexes SMT-LIB files as seeds: logic, features, status, model, core.",
    .about =
        "A DIR may also be a file. The index says of each seed its features, which others are\n"
        "the same but for names, and its status: by a directory sat/ or unsat/, by (set-info\n"
        ":status ...), by solvers of two families that agree, or by a model that assay itself\n"
        "has checked. What contradicts a label or a solver is shown. assay mutate and assay fuzz\n"
        "read the index. What an older index says is used again for seeds that did not change,\n"
        "so a run that was interrupted goes on.\n"
        "Exit code: 0; 10 when a label or a solver is contradicted; 2 when a file or a solver\n"
        "cannot be used.",
    .rows = rows,
};

/* --- what the indexer tells --- */

static void show_progress(void *arg, uint32_t done) {
    const job_t *job = arg;
    if (job->shows_progress)
        fprintf(stderr, "\r%u of %u seeds, %.0f s ", done, job->files, clock_wall() - job->start);
}

static void hide_progress(const job_t *job) {
    if (job->shows_progress)
        fputs("\r\033[K", stderr);
}

static void print_conflict(void *arg, const char *path, const char *what) {
    const job_t *job = arg;
    hide_progress(job);
    fprintf(job->json ? stderr : stdout, "%s: %s\n", path, what);
}

/* The signals are blocked, so that the index is written before one of them ends the program. */
static bool is_interrupted(void *arg) {
    job_t *job = arg;
    sigset_t pending;
    if (sigpending(&pending) == 0)
        job->interrupted |=
            sigismember(&pending, SIGINT) == 1 || sigismember(&pending, SIGTERM) == 1;
    return job->interrupted;
}

/* --- the command --- */

static bool open_solvers(job_t *job) {
    if (job->indexer.wants == 0)
        return true;
    job->pool = pool_make(&job->mem, job->workers);
    if (!job->pool || !solvers_open(&job->solvers, job->pool))
        return false;
    seed_learner_init(&job->learner, job->pool, job->solvers.rows.data, job->solvers.rows.len,
                      &job->limits, &job->mem);
    job->learner.thorough = true;
    if (!seed_learner_has_two_families(&job->learner))
        fputs("assay: warning: all solvers are of one family: nothing they say is confirmed\n",
              stderr);
    return true;
}

static bool open_indexer(job_t *job, const char *first) {
    seed_indexer_t *indexer = &job->indexer;
    indexer->mem = &job->mem;
    indexer->learner = &job->learner;
    indexer->lanes = job->workers;
    indexer->messages = stderr;
    indexer->arg = job;
    indexer->conflict = print_conflict;
    indexer->progress = show_progress;
    indexer->stop = is_interrupted;
    return seed_indexer_open(indexer, job->output, first);
}

static void make_index(job_t *job, const name_vec_t *files) {
    sigset_t stop, before;
    sigemptyset(&stop);
    sigaddset(&stop, SIGINT);
    sigaddset(&stop, SIGTERM);
    sigprocmask(SIG_BLOCK, &stop, &before);
    seed_indexer_run(&job->indexer, (const char *const *)files->data, files->len);
    seed_indexer_write(&job->indexer);
    hide_progress(job);
    if (job->json)
        seeds_report_json(&job->indexer.index);
    seeds_report_table(&job->indexer.index, &job->mem, job->json ? stderr : stdout);
    fprintf(stderr, "%s: %u of %u seeds in %.1f s, %u of them known before%s\n",
            job->indexer.output, job->indexer.done, job->files, clock_wall() - job->start,
            job->indexer.reused, job->interrupted ? "; interrupted" : "");
    fflush(NULL);
    pool_end(job->pool);
    job->pool = NULL;
    sigprocmask(SIG_SETMASK, &before, NULL); /* a signal that waits ends us here */
}

static int run(job_t *job, char **paths, int count) {
    name_vec_t files = {0};
    bool listed = input_list(&job->mem, paths, count, &files);
    if (!open_indexer(job, paths[0]) || !open_solvers(job))
        return EXIT_INPUT;
    job->files = files.len;
    job->shows_progress = isatty(STDERR_FILENO) == 1;
    job->start = clock_wall();
    make_index(job, &files);
    return job->indexer.conflicts            ? EXIT_FINDINGS
           : job->indexer.trouble || !listed ? EXIT_INPUT
                                             : EXIT_NOTHING;
}

int cmd_seeds(int argc, char **argv) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    job_t job = {.limits = {.cpu = 2, .memory = UINT64_C(4096) << 20},
                 .workers = processors > 0 ? (uint32_t)processors : 1};
    mem_init(&job.mem);
    solvers_init(&job.solvers, &job.mem);
    args_t args;
    args_init(&args, &command, argc, argv);
    int code = args_take(&args, &job);
    job.limits.wall = WALL_TIMES * job.limits.cpu;
    if (code == ARGS_END && args.next == argc)
        code = args_complain(&args, "no directory given");
    if (code == ARGS_END)
        code = run(&job, argv + args.next, argc - args.next);
    pool_end(job.pool);
    mem_done(&job.mem);
    return code;
}
