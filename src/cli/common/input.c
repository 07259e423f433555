#include "cli/common/input.h"

#include <stdio.h>
#include <string.h>

bool input_list(mem_t *mem, char **paths, int count, name_vec_t *files) {
    bool ok = true;
    for (int i = 0; i < count; i++) {
        if (!file_is_dir(paths[i])) {
            *vec_push(mem, files) = paths[i];
            continue;
        }
        const char *error = NULL;
        if (!file_walk(mem, paths[i], ".smt2", files, &error)) {
            fprintf(stderr, "assay: %s: %s\n", paths[i], error);
            ok = false;
        }
    }
    return ok;
}

static void open_job(void *arg) {
    input_t *input = arg;
    diag_init(&input->diags, &input->mem);
    bank_init(&input->bank, &input->mem);
    script_init(&input->script, &input->bank);
    const char *path = strcmp(input->name, "<stdin>") == 0 ? "-" : input->name;
    const char *error = NULL;
    input->readable = file_read(&input->mem, path, &input->text, &error);
    if (!input->readable) {
        diag_add(&input->diags, "", 0, 0, error);
        return;
    }
    input->ok = parse_script(&input->script, input->text.data, input->text.len, &input->diags);
}

void input_open(input_t *input, const char *path) {
    *input = (input_t){.name = strcmp(path, "-") == 0 ? "<stdin>" : path};
    mem_init(&input->mem);
    if (!mem_try(&input->mem, open_job, input)) {
        input->ok = false;
        input->diags.total++;
    }
}

void input_close(input_t *input) {
    file_release(&input->mem, &input->text);
    mem_done(&input->mem);
}

static void report_job(void *arg) {
    input_t *input = arg;
    strbuf_t out;
    strbuf_init(&out, &input->mem);
    for (uint32_t i = 0; i < input->diags.rows.len; i++) {
        strbuf_clear(&out);
        diag_print(&input->diags.rows.data[i], input->name, input->text.data, input->text.len,
                   &out);
        strbuf_write(&out, stderr);
    }
    strbuf_done(&out);
}

void input_report(input_t *input) {
    diag_list_t *diags = &input->diags;
    if (!input->readable && diags->rows.len == 1) {
        fprintf(stderr, "%s: error: %s\n", input->name, diags->rows.data[0].message);
        return;
    }
    if (!mem_try(&input->mem, report_job, input) || diags->rows.len == 0)
        fprintf(stderr, "%s: error: out of memory\n", input->name);
    if (diags->total > diags->rows.len)
        fprintf(stderr, "%s: %u more error%s\n", input->name, diags->total - diags->rows.len,
                diags->total - diags->rows.len == 1 ? "" : "s");
}
