#include "campaign/finding_files.h"

#include "base/bug.h"
#include "base/file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct files {
    store_t *store;
    finding_report_t *report;
    mem_t *mem;
    strbuf_t *why;
    strbuf_t dir;  /* of this finding */
    strbuf_t path; /* scratch */
    strbuf_t text; /* scratch */
    bool ok;
} files_t;

static bool make_dir(files_t *files, const char *path) {
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return true;
    strbuf_format(files->why, "%s: %s", path, strerror(errno));
    return files->ok = false;
}

static void write_file(files_t *files, const char *name, const char *data, size_t len) {
    const char *error = NULL;
    assert(files->dir.len > 0);
    strbuf_clear(&files->path);
    strbuf_format(&files->path, "%s/%s", strbuf_text(&files->dir), name);
    if (!files->ok)
        return;
    if (len == 0) { /* one of an earlier finding may be there */
        unlink(strbuf_text(&files->path));
        return;
    }
    files->ok = file_write(files->mem, strbuf_text(&files->path), data, len, &error);
    if (!files->ok)
        strbuf_format(files->why, "%s: %s", strbuf_text(&files->path), error);
}

static void write_text(files_t *files, const char *name, slice_t text) {
    write_file(files, name, text.data, text.len);
}

#define ARG(text) (int)(text).len, (text).data

/* Bytes of the name of a file, without its end. */
enum { OUTPUT_NAME = 120 };

/* Letters, digits and a few signs of the text, with a '-' for each of the others. */
static void add_plain(strbuf_t *name, slice_t text) {
    for (size_t i = 0; i < text.len && name->len < OUTPUT_NAME; i++) {
        char c = text.data[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                     c == '.' || c == '_';
        strbuf_char(name, plain ? c : '-');
    }
}

/* output-SOLVER.txt, or output-SOLVER-OPTIONS.txt. A solver may be a path: ./mine is mine. */
static void name_output(const store_answer_t *row, strbuf_t *name) {
    slice_t solver = row->solver;
    for (; solver.len > 0 && (*solver.data == '.' || *solver.data == '/'); solver.len--)
        solver.data++;
    strbuf_clear(name);
    strbuf_str(name, "output-");
    add_plain(name, solver);
    if (row->options.len > 0) {
        strbuf_char(name, '-');
        add_plain(name, row->options);
    }
    strbuf_str(name, ".txt");
}

typedef struct answers {
    files_t *files;
    strbuf_t name;
} answers_t;

static bool write_answer(void *arg, const store_answer_t *row) {
    answers_t *answers = arg;
    strbuf_t *text = &answers->files->text;
    strbuf_clear(text);
    strbuf_format(text, "%.*s %.*s: %s\ncpu %.1f ms, wall %.1f ms, exit %lld, signal %lld\n",
                  ARG(row->solver), ARG(row->options), outcome_name(row->outcome), row->cpu_ms,
                  row->wall_ms, (long long)row->status, (long long)row->signal);
    if (row->signature.len > 0)
        strbuf_format(text, "signature: %.*s\n", ARG(row->signature));
    strbuf_str(text, "---- standard output ----\n");
    strbuf_add(text, row->out.data, row->out.len);
    strbuf_str(text, "---- standard error ----\n");
    strbuf_add(text, row->err.data, row->err.len);
    name_output(row, &answers->name);
    write_file(answers->files, strbuf_text(&answers->name), text->data, text->len);
    return true;
}

/* What shows it, in the directory of the files. */
static void write_command(files_t *files, const store_finding_t *finding) {
    const char *input = finding->repeat == REPEAT_SESSION ? "transcript.smt2"
                        : finding->reduced.len > 0        ? "reduced.smt2"
                                                          : "trigger.smt2";
    strbuf_t *text = &files->text;
    strbuf_clear(text);
    strbuf_format(text, "#!/bin/sh\n# %s in %.*s\ncd \"$(dirname \"$0\")\" || exit\n%.*s <%s\n",
                  finding_kind_name(finding->kind), ARG(finding->solver), ARG(finding->command),
                  input);
    write_file(files, "command", text->data, text->len);
    if (files->ok)
        chmod(strbuf_text(&files->path), 0755);
}

static void fail_store(files_t *files) {
    strbuf_str(files->why, store_why(files->store));
    files->ok = false;
}

static void write_report(files_t *files, int64_t cluster) {
    strbuf_clear(&files->text);
    if (files->report(files->store, cluster, files->mem, &files->text))
        write_file(files, "report.md", files->text.data, files->text.len);
    else
        fail_store(files);
}

static void write_recipe(files_t *files, const store_finding_t *finding) {
    strbuf_clear(&files->text);
    strbuf_format(&files->text, "%.*s\n", ARG(finding->recipe));
    write_file(files, "recipe", files->text.data, files->text.len);
    strbuf_clear(&files->text);
    strbuf_format(&files->text, "%.*s", ARG(finding->seeds));
    write_file(files, "seeds", files->text.data, files->text.len);
}

static void write_all(files_t *files, const store_finding_t *finding) {
    answers_t answers = {.files = files};
    strbuf_init(&answers.name, files->mem);
    write_text(files, "trigger.smt2", finding->trigger);
    write_text(files, "reduced.smt2", finding->reduced);
    write_text(files, "transcript.smt2", finding->transcript);
    write_text(files, "model.smt2", finding->witness);
    write_command(files, finding);
    write_recipe(files, finding);
    if (!store_finding_answers(files->store, finding->id, write_answer, &answers))
        fail_store(files);
    write_report(files, finding->cluster);
    strbuf_done(&answers.name);
}

static const char *place_of(repeat_t repeat) {
    return repeat == REPEAT_FLAKY ? "flaky" : "findings";
}

void finding_files_path(repeat_t repeat, int64_t cluster, strbuf_t *out) {
    assert(cluster > 0 && repeat < REPEAT_COUNT);
    strbuf_format(out, "%s/%04lld", place_of(repeat), (long long)cluster);
}

static void write_cluster(files_t *files, const char *directory, int64_t id, arena_t *arena) {
    store_cluster_t cluster = {0};
    store_finding_t finding = {0};
    if (!store_get_cluster(files->store, id, arena, &cluster) ||
        !store_cluster_finding(files->store, &cluster, arena, &finding)) {
        fail_store(files);
        return;
    }
    strbuf_format(&files->dir, "%s/%s", directory, place_of(finding.repeat));
    if (!make_dir(files, strbuf_text(&files->dir)))
        return;
    strbuf_clear(&files->dir);
    strbuf_format(&files->dir, "%s/", directory);
    finding_files_path(finding.repeat, id, &files->dir);
    if (!make_dir(files, strbuf_text(&files->dir)))
        return;
    write_all(files, &finding);
    if (files->ok && !store_set_written(files->store, id, finding.id))
        fail_store(files);
}

bool finding_files_write(store_t *store, const char *directory, int64_t cluster,
                         finding_report_t *report, mem_t *mem, strbuf_t *why) {
    files_t files = {.store = store, .report = report, .mem = mem, .why = why, .ok = true};
    assert(report && cluster > 0);
    arena_t arena;
    arena_init(&arena, mem);
    strbuf_init(&files.dir, mem);
    strbuf_init(&files.path, mem);
    strbuf_init(&files.text, mem);
    write_cluster(&files, directory, cluster, &arena);
    strbuf_done(&files.dir);
    strbuf_done(&files.path);
    strbuf_done(&files.text);
    arena_done(&arena);
    return files.ok;
}

typedef struct missing {
    mem_t *mem;
    VEC(int64_t) ids;
} missing_t;

static bool note_missing(void *arg, const store_cluster_t *row) {
    missing_t *missing = arg;
    if (row->written != row->finding)
        *vec_push(missing->mem, &missing->ids) = row->id;
    return true;
}

bool finding_files_missing(store_t *store, const char *directory, finding_report_t *report,
                           mem_t *mem, strbuf_t *why) {
    missing_t missing = {.mem = mem};
    bool ok = store_each_cluster(store, note_missing, &missing);
    if (!ok)
        strbuf_str(why, store_why(store));
    for (uint32_t i = 0; ok && i < missing.ids.len; i++)
        ok = finding_files_write(store, directory, missing.ids.data[i], report, mem, why);
    vec_free(mem, &missing.ids);
    return ok;
}
