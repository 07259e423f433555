/* Indexes seeds: what they are, and what solvers know of them. */
#include "base/clock.h"
#include "base/file.h"
#include "cli/commands.h"
#include "cli/common/exit.h"
#include "cli/common/input.h"
#include "cli/common/options.h"
#include "cli/common/solvers.h"
#include "cli/seeds_report.h"
#include "seeds/seed_files.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    OPTION_LABEL,
    OPTION_MODELS,
    OPTION_CORES,
    OPTION_SOLVER,
    OPTION_PROFILE,
    OPTION_LIMIT,
    OPTION_WORKERS,
    OPTION_OUTPUT,
    OPTION_AGAIN,
    OPTION_JSON
};

static const option_t options[] = {
    {0, "label", NULL, "ask solvers for the status of each seed"},
    {0, "models", NULL, "and for a model of those that are satisfiable, which is checked"},
    {0, "cores", NULL, "and for an unsatisfiable core of the others, which is confirmed"},
    {'s', "solver", "S", "a solver to ask, as for assay solve; repeatable (default: all on PATH)"},
    {0, "profile", "FILE", "read solver profiles from FILE"},
    {'t', "limit", "SECONDS", "CPU time of one query (default 2)"},
    {'j', "workers", "N", "queries at once (default: the number of processors)"},
    {'o', "output", "FILE", "the index (default: " SEED_INDEX_NAME " in the directory)"},
    {0, "again", NULL, "do not use what an index that is there says"},
    {0, "json", NULL, "one JSON object per seed; the table on standard error"},
    {0, NULL, NULL, NULL},
};

static const command_line_t command = {
    .name = "seeds",
    .usage = "[--label] [--models] [--cores] [--solver S]... [-o FILE] [--json] DIR...",
    .summary = "Indexes SMT-LIB files as seeds: logic, features, status, model, core.",
    .about =
        "A DIR may also be a file. The index says of each seed what it is like, which others are\n"
        "the same but for names, and its status: by a directory sat/ or unsat/, by (set-info\n"
        ":status ...), by solvers of two families that agree, or by a model that assay itself\n"
        "has checked. What contradicts a label or a solver is shown. assay mutate and assay fuzz\n"
        "read the index. An index that is there is used again for seeds that did not change, so\n"
        "a run that was interrupted goes on.\n"
        "Exit code: 0; 10 when a label or a solver is contradicted; 2 when a file or a solver\n"
        "cannot be used.",
    .options = options,
};

/* A busy machine changes what is learned only when it is that busy. */
enum { WALL_TIMES = 5 };

typedef struct job {
    mem_t mem;
    solvers_t solvers;
    limits_t limits;
    uint32_t workers;
    uint32_t wants;
    pool_t *pool;
    learner_t learner;
    seed_index_t index;
    const char *output;
    char directory[PATH_MAX]; /* of the output, without links */
    bool again;
    bool json;
    bool trouble;
    bool against;
    bool shows; /* progress */
    bool interrupted;
    double start, written, writing;
    uint32_t files, done, reused;
} job_t;

/* One seed in work. */
typedef struct task {
    job_t *job;
    mem_t mem;
    bank_t bank;
    seeds_t seeds;
    seed_t *seed;
    const char *path;
    const char *row; /* its path in the index */
    uint64_t bytes;
} task_t;

/* --- the index file --- */

/* What the index calls the file: from its directory on, or in full. */
static const char *row_path(job_t *job, const char *path) {
    char full[PATH_MAX];
    const char *name = path;
    size_t len = strlen(job->directory);
    if (realpath(path, full)) {
        bool below = strncmp(full, job->directory, len) == 0 && full[len] == '/';
        name = below ? full + len + 1 : full;
    }
    char *copy = mem_alloc(&job->mem, strlen(name) + 1);
    memcpy(copy, name, strlen(name) + 1);
    return copy;
}

/* Files that are gone have no row. */
static void drop_missing(job_t *job) {
    strbuf_t name;
    strbuf_init(&name, &job->mem);
    for (uint32_t i = 0; i < job->index.rows.len; i++) {
        seed_row_t *row = &job->index.rows.data[i];
        strbuf_clear(&name);
        if (row->path[0] != '/')
            strbuf_format(&name, "%s/", job->directory);
        strbuf_str(&name, row->path);
        row->gone = access(strbuf_text(&name), F_OK) != 0;
    }
    strbuf_done(&name);
}

static void write_index(job_t *job) {
    double start = clock_wall();
    const char *error = NULL;
    strbuf_t text;
    strbuf_init(&text, &job->mem);
    drop_missing(job);
    seed_index_write(&job->index, &text);
    if (!file_write(&job->mem, job->output, text.data, text.len, &error)) {
        fprintf(stderr, "assay: %s: %s\n", job->output, error);
        job->trouble = true;
    }
    strbuf_done(&text);
    job->written = clock_wall();
    job->writing = job->written - start;
}

/* Now and then, so that little is lost; large ones more seldom. */
static void save(job_t *job) {
    enum { SECONDS = 10, TIMES = 50 };
    double wait = TIMES * job->writing;
    if (clock_wall() - job->written > (wait > SECONDS ? wait : SECONDS))
        write_index(job);
}

/* --- progress --- */

static void show_progress(job_t *job) {
    if (job->shows)
        fprintf(stderr, "\r%u of %u seeds, %.0f s ", job->done, job->files,
                clock_wall() - job->start);
}

static void hide_progress(const job_t *job) {
    if (job->shows)
        fputs("\r\033[K", stderr);
}

static void tell(job_t *job, const char *path, const char *what) {
    hide_progress(job);
    fprintf(job->json ? stderr : stdout, "%s: %s\n", path, what);
    job->against = true;
}

/* --- one seed --- */

static void end_task(task_t *task) {
    job_t *job = task->job;
    if (task->seed)
        seeds_done(&task->seeds);
    mem_done(&task->mem);
    mem_free(&job->mem, task);
    job->done++;
    show_progress(job);
}

static void load(void *arg) {
    task_t *task = arg;
    bank_init(&task->bank, &task->mem);
    seeds_init(&task->seeds, &task->bank, &task->mem);
    task->seed = seed_files_add(&task->seeds, &task->mem, task->path, &task->bytes, stderr);
}

static void describe(void *arg) {
    task_t *task = arg;
    seed_index_t *index = &task->job->index;
    seed_row_t *row = seed_index_put(index, task->row);
    seed_row_describe(index, row, &task->seeds, task->seed, task->bytes);
}

/* Whether the index knows all that is wanted of the seed. */
static bool is_known(const job_t *job, const task_t *task) {
    const seed_row_t *row = seed_index_find(&job->index, task->row);
    return row && !job->again && seed_row_fits(row, task->seed) &&
           (row->asked & job->wants) == job->wants;
}

static void begin(job_t *job, const char *path) {
    task_t *task = mem_zalloc(&job->mem, 1, sizeof *task);
    task->job = job;
    task->path = path;
    task->row = row_path(job, path);
    mem_init(&task->mem);
    if (!mem_try(&task->mem, load, task))
        fprintf(stderr, "assay: %s: out of memory\n", path);
    if (!task->seed) {
        job->trouble = true;
        end_task(task);
        return;
    }
    if (is_known(job, task)) {
        const char *conflict = seed_index_find(&job->index, task->row)->conflict;
        if (conflict)
            tell(job, path, conflict);
        job->reused++;
        end_task(task);
        return;
    }
    describe(task);
    if (job->wants != 0)
        learn_begin(&job->learner, &task->seeds, task->seed, job->wants, task);
    else
        end_task(task);
}

static bool is_interrupted(job_t *job) {
    sigset_t pending;
    if (sigpending(&pending) == 0)
        job->interrupted |=
            sigismember(&pending, SIGINT) == 1 || sigismember(&pending, SIGTERM) == 1;
    return job->interrupted;
}

/* Waits for a lesson; false when none is going on. */
static bool finish_one(job_t *job) {
    lesson_t *lesson = learn_next(&job->learner);
    if (!lesson)
        return false;
    task_t *task = lesson->owner;
    seed_row_t *row = seed_index_find(&job->index, task->row);
    seed_row_learned(&job->index, row, lesson);
    if (row->conflict)
        tell(job, task->path, row->conflict);
    learn_end(lesson);
    end_task(task);
    save(job);
    return true;
}

static void index_files(job_t *job, const name_vec_t *files) {
    job->files = files->len;
    for (uint32_t i = 0; i < files->len && !is_interrupted(job); i++) {
        begin(job, files->data[i]);
        while (job->learner.active >= job->workers && finish_one(job))
            continue;
    }
    while (!is_interrupted(job) && finish_one(job))
        continue;
}

/* --- the command --- */

/* The index, and its directory. False with a message. */
static bool choose_output(job_t *job, const char *first) {
    strbuf_t name;
    strbuf_init(&name, &job->mem);
    if (!job->output) {
        if (file_is_dir(first))
            strbuf_format(&name, "%s%s", first, first[strlen(first) - 1] == '/' ? "" : "/");
        strbuf_str(&name, SEED_INDEX_NAME);
        job->output = strbuf_text(&name); /* stays until the end */
    }
    const char *slash = strrchr(job->output, '/');
    char directory[PATH_MAX] = ".";
    if (slash && (size_t)(slash - job->output) + 1 < sizeof directory) {
        size_t len = (size_t)(slash - job->output) + 1; /* with the slash, for "/" */
        memcpy(directory, job->output, len);
        directory[len] = '\0';
    }
    if (realpath(directory, job->directory)) {
        if (strcmp(job->directory, "/") == 0)
            job->directory[0] = '\0';
        return true;
    }
    fprintf(stderr, "assay: %s: there is no such directory\n", directory);
    return false;
}

static bool open_solvers(job_t *job) {
    if (job->wants == 0)
        return true;
    job->pool = pool_make(&job->mem, job->workers);
    if (!job->pool || !solvers_open(&job->solvers, job->pool))
        return false;
    learner_init(&job->learner, job->pool, job->solvers.rows.data, job->solvers.rows.len,
                 &job->limits, &job->mem);
    job->learner.thorough = true;
    if (!learner_has_two_families(&job->learner))
        fputs("assay: warning: all solvers are of one family: nothing they say is confirmed\n",
              stderr);
    return true;
}

static int run(job_t *job, char **paths, int count) {
    name_vec_t files = {0};
    job->trouble |= !input_list(&job->mem, paths, count, &files);
    if (!choose_output(job, paths[0]) || !open_solvers(job))
        return EXIT_INPUT;
    seed_index_init(&job->index, &job->mem);
    if (!seed_files_index(&job->mem, job->output, true, &job->index, stderr) &&
        job->index.rows.len > 0)
        fprintf(stderr, "assay: %s: what is wrong in it is made again\n", job->output);
    job->shows = isatty(STDERR_FILENO) == 1;
    job->start = job->written = clock_wall();
    sigset_t stop, before;
    sigemptyset(&stop);
    sigaddset(&stop, SIGINT);
    sigaddset(&stop, SIGTERM);
    sigprocmask(SIG_BLOCK, &stop, &before);
    index_files(job, &files);
    write_index(job);
    hide_progress(job);
    if (job->json)
        seeds_report_json(&job->index);
    seeds_report_table(&job->index, &job->mem, job->json ? stderr : stdout);
    fprintf(stderr, "%s: %u of %u seeds in %.1f s, %u of them known before%s\n", job->output,
            job->done, job->files, clock_wall() - job->start, job->reused,
            job->interrupted ? "; interrupted" : "");
    fflush(NULL);
    pool_end(job->pool);
    job->pool = NULL;
    sigprocmask(SIG_SETMASK, &before, NULL); /* a signal that waits ends us here */
    return job->against ? EXIT_FINDINGS : job->trouble ? EXIT_INPUT : EXIT_NOTHING;
}

static bool read_options(args_t *args, job_t *job, int *code) {
    int option;
    uint64_t number;
    *code = EXIT_USAGE;
    while ((option = args_next(args)) >= 0) {
        switch (option) {
        case OPTION_LABEL:
            job->wants |= LEARN_STATUS;
            break;
        case OPTION_MODELS:
            job->wants |= LEARN_STATUS | LEARN_MODEL;
            break;
        case OPTION_CORES:
            job->wants |= LEARN_STATUS | LEARN_CORE;
            break;
        case OPTION_SOLVER:
            job->wants |= LEARN_STATUS;
            *vec_push(&job->mem, &job->solvers.wanted) = args->value;
            break;
        case OPTION_PROFILE:
            *vec_push(&job->mem, &job->solvers.files) = args->value;
            break;
        case OPTION_LIMIT:
            if (!args_seconds(args, "--limit", &job->limits.cpu))
                return false;
            job->limits.wall = WALL_TIMES * job->limits.cpu;
            break;
        case OPTION_WORKERS:
            if (!args_number(args, "--workers", 1, 256, &number))
                return false;
            job->workers = (uint32_t)number;
            break;
        case OPTION_OUTPUT:
            job->output = args->value;
            break;
        case OPTION_AGAIN:
            job->again = true;
            break;
        default:
            job->json = true;
            break;
        }
    }
    *code = option == ARGS_HELP ? EXIT_NOTHING : EXIT_USAGE;
    return option == ARGS_END;
}

int cmd_seeds(int argc, char **argv) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    job_t job = {.limits = {.cpu = 2, .wall = 2 * WALL_TIMES, .memory = UINT64_C(4096) << 20},
                 .workers = processors > 0 ? (uint32_t)processors : 1};
    mem_init(&job.mem);
    solvers_init(&job.solvers, &job.mem);
    args_t args;
    args_init(&args, &command, argc, argv);
    int code;
    if (read_options(&args, &job, &code)) {
        if (args.next == argc)
            code = args_complain(&args, "no directory given");
        else
            code = run(&job, argv + args.next, argc - args.next);
    }
    pool_end(job.pool);
    mem_done(&job.mem);
    return code;
}
