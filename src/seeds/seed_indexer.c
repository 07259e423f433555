#include "seeds/seed_indexer.h"

#include "base/clock.h"
#include "base/file.h"
#include "seeds/seed_files.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A seed that is being worked on. */
typedef struct task {
    seed_indexer_t *indexer;
    mem_t mem;
    bank_t bank;
    seeds_t seeds;
    seed_t *seed;
    const char *path;
    char *row; /* its path in the index */
    uint64_t bytes;
} task_t;

static char *copy_text(mem_t *mem, const char *text) {
    size_t size = strlen(text) + 1;
    return memcpy(mem_alloc(mem, size), text, size);
}

/* --- the index file --- */

/* The directory of the output, without links. */
static bool find_directory(seed_indexer_t *indexer) {
    char full[PATH_MAX];
    char directory[PATH_MAX] = ".";
    const char *slash = strrchr(indexer->output, '/');
    size_t len = slash ? (size_t)(slash - indexer->output) + 1 : 0; /* with the slash, for "/" */
    if (len > 0 && len < sizeof directory) {
        memcpy(directory, indexer->output, len);
        directory[len] = '\0';
    }
    if (!realpath(directory, full)) {
        fprintf(indexer->messages, "assay: %s: there is no such directory\n", directory);
        return false;
    }
    indexer->directory = copy_text(indexer->mem, strcmp(full, "/") == 0 ? "" : full);
    return true;
}

bool seed_indexer_open(seed_indexer_t *indexer, const char *output, const char *first) {
    assert(indexer->wants == 0 || (indexer->learner && indexer->lanes > 0));
    strbuf_t name;
    strbuf_init(&name, indexer->mem);
    if (output)
        strbuf_str(&name, output);
    else if (file_is_dir(first))
        strbuf_format(&name, "%s%s" SEED_INDEX_NAME, first,
                      first[strlen(first) - 1] == '/' ? "" : "/");
    else
        strbuf_str(&name, SEED_INDEX_NAME);
    indexer->output = copy_text(indexer->mem, strbuf_text(&name));
    strbuf_done(&name);
    seed_index_init(&indexer->index, indexer->mem);
    if (!find_directory(indexer))
        return false;
    if (!seed_files_index(indexer->mem, indexer->output, true, &indexer->index,
                          indexer->messages) &&
        indexer->index.rows.len > 0)
        fprintf(indexer->messages, "assay: %s: what is wrong in it is made again\n",
                indexer->output);
    indexer->written = clock_wall();
    return true;
}

void seed_indexer_done(seed_indexer_t *indexer) {
    seed_index_done(&indexer->index);
    mem_free(indexer->mem, (char *)(uintptr_t)indexer->output);
    mem_free(indexer->mem, indexer->directory);
}

/* What the index calls the file: from its directory on, or in full. */
static char *row_path(const seed_indexer_t *indexer, const char *path) {
    char full[PATH_MAX];
    const char *name = path;
    size_t len = strlen(indexer->directory);
    if (realpath(path, full)) {
        bool below = strncmp(full, indexer->directory, len) == 0 && full[len] == '/';
        name = below ? full + len + 1 : full;
    }
    return copy_text(indexer->mem, name);
}

/* Files that are gone have no row. */
static void drop_missing(seed_indexer_t *indexer) {
    strbuf_t name;
    strbuf_init(&name, indexer->mem);
    for (uint32_t i = 0; i < indexer->index.rows.len; i++) {
        seed_row_t *row = &indexer->index.rows.data[i];
        strbuf_clear(&name);
        if (row->path[0] != '/')
            strbuf_format(&name, "%s/", indexer->directory);
        strbuf_str(&name, row->path);
        row->gone = access(strbuf_text(&name), F_OK) != 0;
    }
    strbuf_done(&name);
}

void seed_indexer_write(seed_indexer_t *indexer) {
    assert(indexer->directory);
    double start = clock_wall();
    const char *error = NULL;
    strbuf_t text;
    strbuf_init(&text, indexer->mem);
    drop_missing(indexer);
    seed_index_write(&indexer->index, &text);
    if (!file_write(indexer->mem, indexer->output, text.data, text.len, &error)) {
        fprintf(indexer->messages, "assay: %s: %s\n", indexer->output, error);
        indexer->trouble = true;
    }
    strbuf_done(&text);
    indexer->written = clock_wall();
    indexer->writing = indexer->written - start;
}

/* Now and then, so that little is lost; large ones more seldom. */
static void save(seed_indexer_t *indexer) {
    enum { SECONDS = 10, TIMES = 50 };
    double wait = TIMES * indexer->writing;
    if (clock_wall() - indexer->written > (wait > SECONDS ? wait : SECONDS))
        seed_indexer_write(indexer);
}

/* --- one seed --- */

static void tell_conflict(seed_indexer_t *indexer, const char *path, const char *what) {
    indexer->conflicts = true;
    if (indexer->conflict)
        indexer->conflict(indexer->arg, path, what);
}

static void end_task(task_t *task) {
    seed_indexer_t *indexer = task->indexer;
    if (task->seed)
        seeds_done(&task->seeds);
    mem_done(&task->mem);
    mem_free(indexer->mem, task->row);
    mem_free(indexer->mem, task);
    indexer->done++;
    if (indexer->progress)
        indexer->progress(indexer->arg, indexer->done);
}

static void load(void *arg) {
    task_t *task = arg;
    bank_init(&task->bank, &task->mem);
    seeds_init(&task->seeds, &task->bank, &task->mem);
    task->seed =
        seed_files_add(&task->seeds, &task->mem, task->path, &task->bytes, task->indexer->messages);
}

/* Whether the index knows all that is wanted of the seed. */
static bool is_known(const seed_indexer_t *indexer, const task_t *task) {
    const seed_row_t *row = seed_index_find(&indexer->index, task->row);
    return row && !indexer->again && seed_row_fits(row, task->seed) &&
           (row->asked & indexer->wants) == indexer->wants;
}

static void reuse_row(task_t *task) {
    seed_indexer_t *indexer = task->indexer;
    const char *conflict = seed_index_find(&indexer->index, task->row)->conflict;
    if (conflict)
        tell_conflict(indexer, task->path, conflict);
    indexer->reused++;
    end_task(task);
}

static task_t *load_task(seed_indexer_t *indexer, const char *path) {
    task_t *task = mem_zalloc(indexer->mem, 1, sizeof *task);
    task->indexer = indexer;
    task->path = path;
    task->row = row_path(indexer, path);
    mem_init(&task->mem);
    if (!mem_try(&task->mem, load, task))
        fprintf(indexer->messages, "assay: %s: out of memory\n", path);
    return task;
}

static void begin(seed_indexer_t *indexer, const char *path) {
    task_t *task = load_task(indexer, path);
    if (!task->seed) {
        indexer->trouble = true;
        end_task(task);
        return;
    }
    if (is_known(indexer, task)) {
        reuse_row(task);
        return;
    }
    seed_row_t *row = seed_index_put(&indexer->index, task->row);
    seed_row_describe(&indexer->index, row, &task->seeds, task->seed, task->bytes);
    if (indexer->wants != 0)
        learn_begin(indexer->learner, &task->seeds, task->seed, indexer->wants, task);
    else
        end_task(task);
}

/* Waits for the answers about one seed; false when none is being asked about. */
static bool finish_one(seed_indexer_t *indexer) {
    inquiry_t *inquiry = indexer->wants != 0 ? learn_next(indexer->learner) : NULL;
    if (!inquiry)
        return false;
    task_t *task = inquiry->owner;
    seed_row_t *row = seed_index_find(&indexer->index, task->row);
    assert(row);
    seed_row_learned(&indexer->index, row, inquiry);
    if (row->conflict)
        tell_conflict(indexer, task->path, row->conflict);
    learn_end(inquiry);
    end_task(task);
    save(indexer);
    return true;
}

static bool is_stopped(const seed_indexer_t *indexer) {
    return indexer->stop && indexer->stop(indexer->arg);
}

void seed_indexer_run(seed_indexer_t *indexer, const char *const *paths, uint32_t count) {
    assert(indexer->directory);
    for (uint32_t i = 0; i < count && !is_stopped(indexer); i++) {
        begin(indexer, paths[i]);
        while (indexer->wants != 0 && indexer->learner->active >= indexer->lanes &&
               finish_one(indexer))
            continue;
    }
    while (!is_stopped(indexer) && finish_one(indexer))
        continue;
    assert(indexer->reused <= indexer->done);
}
