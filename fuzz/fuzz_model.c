/* fuzz_model - any bytes are a model of a script or have errors with a place in the text, and all
 * assertions have a value under it or a reason; the same again when they are evaluated once more.
 *
 * The input is a script and a model of it, with a line ";;; model" between. */
#include "eval/engine/eval.h"
#include "target.h"

#include <string.h>

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

/* Numbers have memory of their own. */
static void finish(void *values) {
    values_done(values);
}

static void run(void *arg) {
    input_t *input = arg;
    static const char line[] = "\n;;; model\n";
    const char *cut = memmem(input->text, input->len, line, sizeof line - 1);
    size_t script_len = cut ? (size_t)(cut - input->text) : input->len;
    const char *model_text = cut ? cut + sizeof line - 1 : input->text + input->len;
    size_t model_len = input->len - (size_t)(model_text - input->text);

    reading_t reading;
    if (!reading_of(&reading, input->mem, input->text, script_len))
        return;
    values_t *values = mem_alloc(input->mem, sizeof *values);
    values_init(values, &reading.bank, input->mem);
    input->state = values;
    input->finish = finish;
    model_t model;
    model_init(&model, values, input->mem);
    bool ok = model_read(&model, &reading.script, model_text, model_len, &reading.diags);
    check_diags(&reading.diags, ok, model_len);
    eval_t eval;
    eval_init(&eval, &reading.bank, values, &model, input->mem);
    eval.limits = (eval_limits_t){.steps = 100000,
                                  .words = 1000000,
                                  .bits = 4096,
                                  .length = 10000,
                                  .depth = 10000,
                                  .instances = 256};
    evaluate(&eval, &reading.script);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return input_run(data, size, run);
}
