#include "cli/seed_input.h"

#include "base/file.h"
#include "cli/common/input.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

void seed_input_init(seed_input_t *input, seeds_t *seeds, mem_t *mem) {
    *input = (seed_input_t){.mem = mem, .seeds = seeds};
}

static void print_diags(mem_t *mem, const diag_list_t *diags, const char *name,
                        const file_text_t *text) {
    strbuf_t out;
    strbuf_init(&out, mem);
    for (uint32_t i = 0; i < diags->rows.len; i++)
        diag_print(&diags->rows.data[i], name, text->data, text->len, &out);
    strbuf_write(&out, stderr);
    strbuf_done(&out);
}

seed_t *seed_input_add(seeds_t *seeds, mem_t *mem, const char *path, uint64_t *bytes) {
    file_text_t text = {0};
    const char *error = NULL;
    if (!file_read(mem, path, &text, &error)) {
        fprintf(stderr, "assay: %s: %s\n", path, error);
        return NULL;
    }
    diag_list_t diags;
    diag_init(&diags, mem);
    const char *name = strcmp(path, "-") == 0 ? "<stdin>" : path;
    seed_t *seed = seed_add(seeds, name, text.data, text.len, &diags);
    if (!seed)
        print_diags(mem, &diags, name, &text);
    *bytes = text.len;
    diag_done(&diags);
    file_release(mem, &text);
    return seed;
}

bool seed_input_index(mem_t *mem, const char *path, bool may_miss, seed_index_t *index) {
    file_text_t text = {0};
    const char *error = NULL;
    if (may_miss && access(path, F_OK) != 0)
        return false;
    if (!file_read(mem, path, &text, &error)) {
        fprintf(stderr, "assay: %s: %s\n", path, error);
        return false;
    }
    diag_list_t diags;
    diag_init(&diags, mem);
    bool ok = seed_index_read(index, text.data, text.len, &diags);
    print_diags(mem, &diags, path, &text);
    diag_done(&diags);
    file_release(mem, &text);
    return ok;
}

/* --- seeds --- */

/* The seed of a file, with what its row says; row may be NULL. */
static void add_seed(seed_input_t *input, const char *path, const seed_row_t *row) {
    uint64_t bytes;
    if (row && row->duplicate_of != 0 && input->originals) {
        input->left_out++;
        return;
    }
    seed_t *seed = seed_input_add(input->seeds, input->mem, path, &bytes);
    if (!seed) {
        input->trouble = true;
        return;
    }
    if (!row)
        return;
    if (!seed_row_fits(row, seed)) {
        fprintf(stderr, "assay: %s: warning: it has changed since it was indexed\n", path);
        input->stale++;
    } else if (!seed_row_apply(row, input->seeds, seed)) {
        fprintf(stderr, "assay: %s: warning: what the index says of it does not hold\n", path);
        input->stale++;
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

/* All seeds of an index, which are named from its directory on. */
static void add_index(seed_input_t *input, const char *path) {
    seed_index_t index;
    seed_index_init(&index, input->mem);
    strbuf_t name;
    strbuf_init(&name, input->mem);
    const char *slash = strrchr(path, '/');
    input->trouble |= !seed_input_index(input->mem, path, false, &index);
    input->indexed = true;
    for (uint32_t i = 0; i < index.rows.len; i++)
        add_seed(input,
                 join(&name, path, slash ? (size_t)(slash - path + 1) : 0, index.rows.data[i].path),
                 &index.rows.data[i]);
    strbuf_done(&name);
    seed_index_done(&index);
}

static void add_directory(seed_input_t *input, char *path) {
    seed_index_t index;
    seed_index_init(&index, input->mem);
    strbuf_t name;
    strbuf_init(&name, input->mem);
    size_t len = strlen(path);
    input->indexed |=
        seed_input_index(input->mem, join(&name, path, len, SEED_INDEX_NAME), true, &index);
    name_vec_t files = {0};
    input->trouble |= !input_list(input->mem, &path, 1, &files);
    for (uint32_t i = 0; i < files.len; i++) {
        const char *below = files.data[i] + len;
        add_seed(input, files.data[i], seed_index_find(&index, below + strspn(below, "/")));
        mem_free(input->mem, files.data[i]);
    }
    vec_free(input->mem, &files);
    strbuf_done(&name);
    seed_index_done(&index);
}

static bool is_index(const char *path) {
    static const char end[] = ".sexp";
    size_t len = strlen(path);
    return len >= sizeof end - 1 && strcmp(path + len - (sizeof end - 1), end) == 0;
}

void seed_input_read(seed_input_t *input, char **paths, int count) {
    for (int i = 0; i < count; i++) {
        if (file_is_dir(paths[i]))
            add_directory(input, paths[i]);
        else if (is_index(paths[i]))
            add_index(input, paths[i]);
        else
            add_seed(input, paths[i], NULL);
    }
}
