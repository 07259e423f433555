/* fuzz_printer - what is printed, in every style, parses back, and printing that again gives the
 * same text. */
#include "base/bug.h"
#include "smt/print/print.h"
#include "smt/read/parse.h"

#include <stdio.h>

enum { MOST = 1 << 22 }; /* a longer text says nothing new */

typedef struct job {
    mem_t *mem;
    const char *text;
    size_t size;
} job_t;

/* Parses text and prints it in the style; false when it has errors. */
static bool reprint(job_t *job, const char *text, size_t size, const print_style_t *style,
                    strbuf_t *out) {
    bank_t bank;
    bank_init(&bank, job->mem);
    script_t script;
    script_init(&script, &bank);
    diag_list_t diags;
    diag_init(&diags, job->mem);
    bool ok = parse_script(&script, text, size, &diags);
    if (ok)
        print_script(&script, style, out);
    return ok;
}

static void compare(job_t *job, const print_style_t *style, bool same) {
    strbuf_t once;
    strbuf_t twice;
    strbuf_init(&once, job->mem);
    strbuf_init(&twice, job->mem);
    if (!reprint(job, job->text, job->size, style, &once) || once.len == 0 || once.len > MOST)
        return;
    if (!reprint(job, once.data, once.len, style, &twice)) {
        fwrite(once.data, 1, once.len, stderr);
        BUG("what was printed does not parse");
    }
    if (same && (once.len != twice.len || memcmp(once.data, twice.data, once.len) != 0)) {
        fwrite(once.data, 1, once.len, stderr);
        fwrite(twice.data, 1, twice.len, stderr);
        BUG("printing twice gives another text");
    }
}

static void run(void *arg) {
    job_t *job = arg;
    compare(job, NULL, true);
    compare(job, &(print_style_t){.indent = true}, true);
    compare(job, &(print_style_t){.indent = true, .width = 30}, true);
    compare(job, &(print_style_t){.share = true}, false);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    mem_t mem;
    mem_init(&mem);
    mem.limit = 512u << 20;
    job_t job = {&mem, (const char *)data, size};
    mem_try(&mem, run, &job);
    mem_done(&mem);
    return 0;
}
