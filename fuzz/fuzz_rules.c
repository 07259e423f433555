/* fuzz_rules - files of rules and of operators: any text is read or refused, with a position in it
 * for each mistake. */
#include "base/bug.h"
#include "mutate/gen/contradictions.h"
#include "mutate/generic/ops_config.h"
#include "mutate/rules/rules.h"
#include "mutate/sparrow/approx.h"

typedef struct job {
    mem_t *mem;
    const char *text;
    size_t len;
} job_t;

static void check_diags(const diag_list_t *diags, bool ok, size_t len) {
    if (!ok && diags->rows.len == 0)
        BUG("refused without a reason");
    for (uint32_t i = 0; i < diags->rows.len; i++)
        if (diags->rows.data[i].offset > len)
            BUG("a position outside the text");
}

static void run(void *arg) {
    const job_t *job = arg;
    rules_t rules;
    diag_list_t diags;
    diag_init(&diags, job->mem);
    rules_init(&rules, job->mem);
    bool ok = rules_read(&rules, job->text, job->len, false, &diags);
    check_diags(&diags, ok, job->len);
    rules_done(&rules);
    diag_done(&diags);
}

static void run_approx(void *arg) {
    const job_t *job = arg;
    approxes_t all;
    diag_list_t diags;
    diag_init(&diags, job->mem);
    approx_init(&all, job->mem);
    bool ok = approx_read(&all, job->text, job->len, false, &diags);
    check_diags(&diags, ok, job->len);
    approx_done(&all);
    diag_done(&diags);
}

static void run_ops(void *arg) {
    const job_t *job = arg;
    bank_t bank;
    ops_config_t config;
    diag_list_t diags;
    diag_init(&diags, job->mem);
    bank_init(&bank, job->mem);
    ops_config_init(&config, &bank, job->mem);
    bool ok = ops_config_read(&config, job->text, job->len, &diags);
    check_diags(&diags, ok, job->len);
    ops_config_done(&config);
    bank_done(&bank);
    diag_done(&diags);
}

static void run_contradictions(void *arg) {
    const job_t *job = arg;
    contradictions_t all;
    diag_list_t diags;
    diag_init(&diags, job->mem);
    contradictions_init(&all, job->mem);
    bool ok = contradictions_read(&all, job->text, job->len, &diags);
    check_diags(&diags, ok, job->len);
    contradictions_done(&all);
    diag_done(&diags);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 1 << 14)
        return 0;
    mem_t mem;
    mem_init(&mem);
    mem.limit = 512 << 20;
    job_t job = {&mem, (const char *)data, size};
    mem_try(&mem, run, &job);
    mem_try(&mem, run_approx, &job);
    mem_try(&mem, run_ops, &job);
    mem_try(&mem, run_contradictions, &job);
    mem_done(&mem);
    return 0;
}
