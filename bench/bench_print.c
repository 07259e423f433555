/* How fast scripts are printed.
 *
 *     bench_print [FILE|FOLDER]...        default: the seeds of ASSAY_SHARED (../shared)
 *
 * Everything is read first, each script into a bank of its own, and then printed again and again
 * for a second in each style. */
#include "base/clock.h"
#include "seeds.h"
#include "smt/print/print.h"
#include "smt/read/parse.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct doc {
    bank_t bank;
    script_t script;
} doc_t;

typedef VEC(doc_t *) doc_vec_t;

static void read_doc(mem_t *mem, const char *path, doc_vec_t *docs) {
    file_text_t text;
    const char *error;
    if (!file_read(mem, path, &text, &error)) {
        fprintf(stderr, "%s: %s\n", path, error);
        return;
    }
    doc_t *doc = mem_alloc(mem, sizeof *doc);
    bank_init(&doc->bank, mem);
    script_init(&doc->script, &doc->bank);
    diag_list_t diags;
    diag_init(&diags, mem);
    if (parse_script(&doc->script, text.data, text.len, &diags))
        *vec_push(mem, docs) = doc;
    diag_done(&diags);
    file_release(mem, &text);
}

static void measure(mem_t *mem, const doc_vec_t *docs, const char *name,
                    const print_style_t *style) {
    strbuf_t out;
    strbuf_init(&out, mem);
    double start = clock_cpu();
    double spent = 0;
    double bytes = 0;
    while (spent < 1) {
        for (uint32_t i = 0; i < docs->len; i++) {
            strbuf_clear(&out);
            print_script(&docs->data[i]->script, style, &out);
            bytes += (double)out.len;
        }
        spent = clock_cpu() - start;
    }
    printf("%-16s %7.0f MB/s\n", name, bytes / 1e6 / spent);
    strbuf_done(&out);
}

int main(int argc, char **argv) {
    mem_t mem;
    mem_init(&mem);
    name_vec_t names = {0};
    const char *error;
    doc_vec_t docs = {0};
    if (argc == 1)
        seeds_walk(&mem, &names);
    for (int i = 1; i < argc; i++) {
        if (!file_is_dir(argv[i]))
            read_doc(&mem, argv[i], &docs);
        else if (!file_walk(&mem, argv[i], ".smt2", &names, &error))
            fprintf(stderr, "%s: %s\n", argv[i], error);
    }
    for (uint32_t i = 0; i < names.len; i++)
        read_doc(&mem, names.data[i], &docs);
    if (docs.len == 0) {
        fprintf(stderr, "bench_print: nothing to print\n");
        return 2;
    }
    printf("%u scripts\n", docs.len);
    measure(&mem, &docs, "one line", NULL);
    measure(&mem, &docs, "indented", &(print_style_t){.indent = true});
    measure(&mem, &docs, "shared", &(print_style_t){.share = true});
    mem_done(&mem);
    return 0;
}
