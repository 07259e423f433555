/* fuzz_model - any bytes are a model of a script or have errors with a place in the text, and all
 * assertions have a value under it or a reason; the same again when they are evaluated once more.
 *
 * The input is a script and a model of it, with a line ";;; model" between. */
#include "base/bug.h"
#include "eval/engine/eval.h"
#include "smt/read/parse.h"

#include <string.h>

typedef struct job {
    mem_t *mem;
    const char *text;
    size_t size;
    values_t values;
    bool started; /* values holds something */
} job_t;

static void evaluate(eval_t *eval, const script_t *script) {
    strbuf_t why;
    strbuf_init(&why, eval->mem);
    for (uint32_t i = 0; i < script_count(script); i++) {
        uint32_t count;
        const uint32_t *words = script_words(script, i, &count);
        if (script_kind(script, i) != CMD_ASSERT)
            continue;
        result_t once = eval_term(eval, words[0]);
        if (!once.known) {
            if (once.reason.kind == REASON_NONE)
                BUG("unknown without a reason");
            eval_why(eval, once.reason, &why);
            continue;
        }
        if (once.value > 1)
            BUG("a formula that is neither true nor false");
        result_t twice = eval_term(eval, words[0]);
        if (!twice.known || twice.value != once.value)
            BUG("another value the second time");
    }
}

static void run(void *arg) {
    job_t *job = arg;
    static const char line[] = "\n;;; model\n";
    const char *cut = memmem(job->text, job->size, line, sizeof line - 1);
    size_t script_size = cut ? (size_t)(cut - job->text) : job->size;
    const char *model_text = cut ? cut + sizeof line - 1 : job->text + job->size;
    size_t model_size = job->size - (size_t)(model_text - job->text);

    bank_t bank;
    bank_init(&bank, job->mem);
    script_t script;
    script_init(&script, &bank);
    diag_list_t diags;
    diag_init(&diags, job->mem);
    if (!parse_script(&script, job->text, script_size, &diags))
        return;
    values_init(&job->values, &bank, job->mem);
    job->started = true;
    model_t model;
    model_init(&model, &job->values, job->mem);
    bool ok = model_read(&model, &script, model_text, model_size, &diags);
    if (ok != (diags.total == 0))
        BUG("errors and verdict disagree");
    for (uint32_t i = 0; i < diags.rows.len; i++)
        if (diags.rows.data[i].offset > model_size || diags.rows.data[i].line == 0)
            BUG("an error outside the text");
    eval_t eval;
    eval_init(&eval, &bank, &job->values, &model, job->mem);
    eval.limits = (eval_limits_t){.steps = 100000,
                                  .words = 1000000,
                                  .bits = 4096,
                                  .length = 10000,
                                  .depth = 10000,
                                  .instances = 256};
    evaluate(&eval, &script);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    mem_t mem;
    mem_init(&mem);
    mem.limit = 256u << 20;
    job_t job = {.mem = &mem, .text = (const char *)data, .size = size};
    mem_try(&mem, run, &job); /* out of memory is a fine answer */
    if (job.started)
        values_done(&job.values);
    mem_done(&mem);
    return 0;
}
