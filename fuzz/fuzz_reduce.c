/* fuzz_reduce - any formula is reduced, with a predicate that looks at a hash: every candidate
 * parses and is smaller, and the work ends. */
#include "base/bug.h"
#include "base/hash.h"
#include "reduce/cost.h"
#include "reduce/reduce.h"
#include "smt/read/parse.h"

typedef struct job {
    mem_t *mem;
    const char *text;
    size_t len;
    const char *candidate;
    size_t candidate_len;
    uint64_t tries;
} job_t;

enum { MOST_TRIES = 300 };

static void start(void *state, uint32_t lane, const char *text, size_t len) {
    job_t *job = state;
    (void)lane;
    job->candidate = text;
    job->candidate_len = len;
}

static bool wait_for(void *state, uint32_t *lane, bool *interesting) {
    job_t *job = state;
    mem_t mem;
    mem_init(&mem);
    bank_t bank;
    script_t script;
    diag_list_t diags;
    bank_init(&bank, &mem);
    script_init(&script, &bank);
    diag_init(&diags, &mem);
    if (!parse_script(&script, job->candidate, job->candidate_len, &diags))
        BUG("a candidate with errors");
    mem_done(&mem);
    *lane = 0;
    *interesting = hash_bytes(job->candidate, job->candidate_len) % 3 == 0;
    return ++job->tries < MOST_TRIES;
}

static void run(void *arg) {
    job_t *job = arg;
    predicate_t predicate = {job, 1, start, wait_for};
    diag_list_t diags;
    diag_init(&diags, job->mem);
    reduce_t *reduce =
        reduce_open(job->text, job->len, &predicate, &reduce_defaults, job->mem, &diags);
    uint64_t cost = UINT64_MAX;
    while (reduce && reduce_step(reduce)) {
        uint64_t now = cost_of_text(reduce_text(reduce)->data, reduce_text(reduce)->len);
        if (now > cost)
            BUG("it got larger");
        cost = now;
    }
    reduce_close(reduce);
    diag_done(&diags);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 4096)
        return 0;
    mem_t mem;
    mem_init(&mem);
    mem.limit = 1 << 30;
    job_t job = {.mem = &mem, .text = (const char *)data, .len = size};
    mem_try(&mem, run, &job);
    mem_done(&mem);
    return 0;
}
