/* fuzz_reduce - any formula is reduced, with a predicate that looks at a hash: every candidate
 * parses and is smaller, and the work ends. */
#include "base/hash.h"
#include "reduce/cost.h"
#include "reduce/reduce.h"
#include "target.h"

typedef struct candidate {
    const char *text;
    size_t len;
    uint64_t tries;
} candidate_t;

enum { MOST_TRIES = 300, MOST_BYTES = 4096 };

static void start(void *state, uint32_t lane, const char *text, size_t len) {
    candidate_t *candidate = state;
    (void)lane;
    candidate->text = text;
    candidate->len = len;
}

static bool wait_for(void *state, uint32_t *lane, bool *interesting) {
    candidate_t *candidate = state;
    mem_t mem;
    mem_init(&mem);
    reading_t reading;
    if (!reading_of(&reading, &mem, candidate->text, candidate->len))
        BUG("a candidate with errors");
    mem_done(&mem);
    *lane = 0;
    *interesting = hash_bytes(candidate->text, candidate->len) % 3 == 0;
    return ++candidate->tries < MOST_TRIES;
}

static void run(void *arg) {
    const input_t *input = arg;
    candidate_t candidate = {0};
    predicate_t predicate = {&candidate, 1, start, wait_for};
    diag_list_t diags;
    diag_init(&diags, input->mem);
    reduce_t *reduce =
        reduce_open(input->text, input->len, &predicate, &reduce_defaults, input->mem, &diags);
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
    return size > MOST_BYTES ? 0 : input_run(data, size, run);
}
