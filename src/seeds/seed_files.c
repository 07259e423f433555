#include "seeds/seed_files.h"

#include "base/file.h"

#include <assert.h>
#include <string.h>
#include <unistd.h>

void seed_files_init(seed_files_t *files, seeds_t *seeds, FILE *messages, mem_t *mem) {
    *files = (seed_files_t){.mem = mem, .seeds = seeds, .messages = messages};
}

static void print_diags(mem_t *mem, const diag_list_t *diags, const char *name,
                        const file_text_t *text, FILE *messages) {
    strbuf_t out;
    strbuf_init(&out, mem);
    for (uint32_t i = 0; i < diags->rows.len; i++)
        diag_print(&diags->rows.data[i], name, text->data, text->len, &out);
    strbuf_write(&out, messages);
    strbuf_done(&out);
}

seed_t *seed_files_add(seeds_t *seeds, mem_t *mem, const char *path, uint64_t *bytes,
                       FILE *messages) {
    file_text_t text = {0};
    const char *error = NULL;
    if (!file_read(mem, path, &text, &error)) {
        fprintf(messages, "assay: %s: %s\n", path, error);
        return NULL;
    }
    diag_list_t diags;
    diag_init(&diags, mem);
    const char *name = strcmp(path, "-") == 0 ? "<stdin>" : path;
    seed_t *seed = seed_add(seeds, name, text.data, text.len, &diags);
    assert(seed || diags.total > 0);
    if (!seed)
        print_diags(mem, &diags, name, &text, messages);
    *bytes = text.len;
    diag_done(&diags);
    file_release(mem, &text);
    return seed;
}

bool seed_files_index(mem_t *mem, const char *path, bool may_miss, seed_index_t *index,
                      FILE *messages) {
    file_text_t text = {0};
    const char *error = NULL;
    if (may_miss && access(path, F_OK) != 0)
        return false;
    if (!file_read(mem, path, &text, &error)) {
        fprintf(messages, "assay: %s: %s\n", path, error);
        return false;
    }
    diag_list_t diags;
    diag_init(&diags, mem);
    bool ok = seed_index_read(index, text.data, text.len, &diags);
    assert(ok == (diags.total == 0));
    print_diags(mem, &diags, path, &text, messages);
    diag_done(&diags);
    file_release(mem, &text);
    return ok;
}

/* --- seeds --- */

/* The seed of a file, with what its row says; row may be NULL. */
static void add_seed(seed_files_t *files, const char *path, const seed_row_t *row) {
    uint64_t bytes;
    if (row && row->duplicate_of != 0 && files->originals) {
        files->left_out++;
        return;
    }
    seed_t *seed = seed_files_add(files->seeds, files->mem, path, &bytes, files->messages);
    if (!seed) {
        files->trouble = true;
        return;
    }
    if (!row)
        return;
    if (!seed_row_fits(row, seed)) {
        fprintf(files->messages, "assay: %s: warning: it has changed since it was indexed\n", path);
        files->stale++;
    } else if (!seed_row_apply(row, files->seeds, seed)) {
        fprintf(files->messages, "assay: %s: warning: what the index says of it does not hold\n",
                path);
        files->stale++;
    }
}

/* DIRECTORY/NAME; NAME when the directory is empty or the name absolute. */
static const char *join(strbuf_t *out, const char *directory, size_t len, const char *name) {
    strbuf_clear(out);
    if (len > 0 && name[0] != '/') {
        strbuf_add(out, directory, len);
        if (directory[len - 1] != '/')
            strbuf_char(out, '/');
    }
    strbuf_str(out, name);
    return strbuf_text(out);
}

/* All seeds of an index, whose names begin at the directory of the index. */
static void add_index(seed_files_t *files, const char *path) {
    seed_index_t index;
    seed_index_init(&index, files->mem);
    strbuf_t name;
    strbuf_init(&name, files->mem);
    const char *slash = strrchr(path, '/');
    size_t directory = slash ? (size_t)(slash - path + 1) : 0;
    files->trouble |= !seed_files_index(files->mem, path, false, &index, files->messages);
    files->indexed = true;
    for (uint32_t i = 0; i < index.rows.len; i++)
        add_seed(files, join(&name, path, directory, index.rows.data[i].path), &index.rows.data[i]);
    strbuf_done(&name);
    seed_index_done(&index);
}

static void add_directory(seed_files_t *files, const char *path) {
    seed_index_t index;
    seed_index_init(&index, files->mem);
    strbuf_t name;
    strbuf_init(&name, files->mem);
    size_t len = strlen(path);
    join(&name, path, len, SEED_INDEX_NAME);
    files->indexed |=
        seed_files_index(files->mem, strbuf_text(&name), true, &index, files->messages);
    name_vec_t found = {0};
    const char *error = NULL;
    if (!file_walk(files->mem, path, ".smt2", &found, &error)) {
        fprintf(files->messages, "assay: %s: %s\n", path, error);
        files->trouble = true;
    }
    for (uint32_t i = 0; i < found.len; i++) {
        assert(strncmp(found.data[i], path, len) == 0);
        const char *below = found.data[i] + len;
        add_seed(files, found.data[i], seed_index_find(&index, below + strspn(below, "/")));
        mem_free(files->mem, found.data[i]);
    }
    vec_free(files->mem, &found);
    strbuf_done(&name);
    seed_index_done(&index);
}

static bool is_index(const char *path) {
    static const char end[] = ".sexp";
    size_t len = strlen(path);
    return len >= sizeof end - 1 && strcmp(path + len - (sizeof end - 1), end) == 0;
}

void seed_files_read(seed_files_t *files, const char *const *paths, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (file_is_dir(paths[i]))
            add_directory(files, paths[i]);
        else if (is_index(paths[i]))
            add_index(files, paths[i]);
        else
            add_seed(files, paths[i], NULL);
    }
}
