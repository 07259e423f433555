/* fuzz_parser - any bytes are a script or have errors with a place in the text; all terms are well
 * formed; what was made after a mark is gone after a release. */
#include "base/bug.h"
#include "smt/read/parse.h"

static void check_terms(const bank_t *bank) {
    for (term_t t = 1; t < bank_term_count(bank); t++) {
        uint32_t count;
        const term_t *children = term_children(bank, t, &count);
        for (uint32_t i = 0; i < count; i++)
            if (children[i] >= t || children[i] == TERM_BAD)
                BUG("a child that is younger than its parent, or wrong");
        if (sort_canon(bank, term_sort(bank, t)) != term_sort(bank, t))
            BUG("a term with a written sort");
    }
}

typedef struct job {
    mem_t *mem;
    const char *text;
    size_t size;
} job_t;

static void run(void *arg) {
    job_t *job = arg;
    bank_t bank;
    bank_init(&bank, job->mem);
    bank_mark_t mark = bank_mark(&bank);
    script_t script;
    script_init(&script, &bank);
    diag_list_t diags;
    diag_init(&diags, job->mem);
    bool ok = parse_script(&script, job->text, job->size, &diags);
    if (ok != (diags.total == 0))
        BUG("errors and verdict disagree");
    for (uint32_t i = 0; i < diags.rows.len; i++)
        if (diags.rows.data[i].offset > job->size || diags.rows.data[i].line == 0)
            BUG("an error outside the text");
    check_terms(&bank);
    bank_release(&bank, mark);
    if (bank.terms.len != mark.terms || bank.symbols.rows.len != mark.symbols.len)
        BUG("release kept something");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    mem_t mem;
    mem_init(&mem);
    mem.limit = 256u << 20;
    job_t job = {&mem, (const char *)data, size};
    mem_try(&mem, run, &job); /* out of memory is a fine answer */
    mem_done(&mem);
    return 0;
}
