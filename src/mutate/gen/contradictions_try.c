/* A contradiction that is none mostly shows on small values. */
#include "mutate/gen/contradictions.h"

#include "base/bug.h"
#include "mutate/rules/workbench.h"
#include "smt/print/print.h"
#include "smt/read/parse.h"

typedef struct trial {
    workbench_t bench;
    u32_vec_t constants; /* fun_t */
    u32_vec_t literals;  /* their values, as terms */
    u32_vec_t formulas;
} trial_t;

static void take_commands(trial_t *trial, mem_t *mem) {
    for (uint32_t i = 0; i < script_count(&trial->bench.script); i++) {
        uint32_t count;
        const uint32_t *words = script_words(&trial->bench.script, i, &count);
        if (script_kind(&trial->bench.script, i) == CMD_DECLARE_CONST)
            *vec_push(mem, &trial->constants) = words[0];
        else if (script_kind(&trial->bench.script, i) == CMD_ASSERT)
            *vec_push(mem, &trial->formulas) = words[0];
    }
}

/* Gives each constant a value; false when one has none that can be written. */
static bool draw_values(trial_t *trial, mem_t *mem, rng_t *rng) {
    model_clear(&trial->bench.model);
    trial->literals.len = 0;
    for (uint32_t i = 0; i < trial->constants.len; i++) {
        fun_t fun = trial->constants.data[i];
        term_t literal =
            random_literal(&trial->bench.random, rng, fun_result(&trial->bench.bank, fun));
        if (literal == TERM_NONE)
            return false;
        eval_set_model(&trial->bench.eval, NULL);
        result_t result = eval_term(&trial->bench.eval, literal);
        if (!result.known)
            return false;
        model_set(&trial->bench.model, fun, result.value);
        *vec_push(mem, &trial->literals) = literal;
    }
    eval_set_model(&trial->bench.eval, &trial->bench.model);
    return true;
}

static bool all_true(trial_t *trial) {
    for (uint32_t i = 0; i < trial->formulas.len; i++) {
        result_t result = eval_term(&trial->bench.eval, trial->formulas.data[i]);
        if (!result.known || result.chosen || result.value == 0)
            return false;
    }
    return true;
}

static void write_values(const trial_t *trial, strbuf_t *why) {
    assert(trial->literals.len == trial->constants.len);
    for (uint32_t i = 0; i < trial->constants.len; i++) {
        if (i > 0)
            strbuf_str(why, ", ");
        print_symbol(&trial->bench.bank,
                     fun_row(&trial->bench.bank, trial->constants.data[i])->name, why);
        strbuf_str(why, " = ");
        print_term(&trial->bench.bank, trial->literals.data[i], why);
    }
}

bool contradiction_try(const contradictions_t *all, uint32_t row,
                       const contradiction_binding_t *binding, rng_t *rng, uint32_t times,
                       strbuf_t *why) {
    trial_t trial = {.constants = {0}};
    mem_t *mem = all->mem;
    workbench_init(&trial.bench, mem);
    strbuf_t text;
    strbuf_init(&text, mem);
    contradiction_write(all, row, binding, "", &text);
    diag_list_t diags;
    diag_init(&diags, mem);
    bool holds = true;
    if (parse_script(&trial.bench.script, text.data, text.len, &diags)) {
        take_commands(&trial, mem);
        for (uint32_t i = 0; i < times && holds && draw_values(&trial, mem, rng); i++)
            holds = !all_true(&trial);
    }
    if (!holds)
        write_values(&trial, why);
    diag_done(&diags);
    strbuf_done(&text);
    vec_free(mem, &trial.constants);
    vec_free(mem, &trial.literals);
    vec_free(mem, &trial.formulas);
    workbench_done(&trial.bench);
    return holds;
}
