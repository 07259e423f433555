#include "solver/outcome.h"

void answer_init(answer_t *answer, mem_t *mem) {
    *answer = (answer_t){.mem = mem, .outcome = OUTCOME_ERROR, .exit_status = -1};
    strbuf_init(&answer->out, mem);
    strbuf_init(&answer->err, mem);
    strbuf_init(&answer->model, mem);
    strbuf_init(&answer->message, mem);
    strbuf_init(&answer->signature, mem);
}

void answer_done(answer_t *answer) {
    vec_free(answer->mem, &answer->verdicts);
    strbuf_done(&answer->out);
    strbuf_done(&answer->err);
    strbuf_done(&answer->model);
    strbuf_done(&answer->message);
    strbuf_done(&answer->signature);
}
