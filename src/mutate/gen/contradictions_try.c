/* A contradiction that is none mostly shows on small values. */
#include "mutate/gen/contradictions.h"

#include "eval/engine/eval.h"
#include "mutate/engine/random_term.h"
#include "smt/print/print.h"
#include "smt/read/parse.h"

typedef struct trial {
    bank_t bank;
    script_t script;
    values_t values;
    model_t model;
    eval_t eval;
    random_term_t grow;
    u32_vec_t constants; /* fun_t */
    u32_vec_t literals;  /* their values, as terms */
    u32_vec_t formulas;
} trial_t;

static void take_commands(trial_t *trial, mem_t *mem) {
    for (uint32_t i = 0; i < script_count(&trial->script); i++) {
        uint32_t count;
        const uint32_t *words = script_words(&trial->script, i, &count);
        if (script_kind(&trial->script, i) == CMD_DECLARE_CONST)
            *vec_push(mem, &trial->constants) = words[0];
        else if (script_kind(&trial->script, i) == CMD_ASSERT)
            *vec_push(mem, &trial->formulas) = words[0];
    }
}

/* Gives each constant a value; false when one has none that can be written. */
static bool draw_values(trial_t *trial, mem_t *mem, rng_t *rng) {
    model_clear(&trial->model);
    trial->literals.len = 0;
    for (uint32_t i = 0; i < trial->constants.len; i++) {
        fun_t fun = trial->constants.data[i];
        term_t literal = random_literal(&trial->grow, rng, fun_result(&trial->bank, fun));
        if (literal == TERM_NONE)
            return false;
        eval_set_model(&trial->eval, NULL);
        result_t result = eval_term(&trial->eval, literal);
        if (!result.known)
            return false;
        model_set(&trial->model, fun, result.value);
        *vec_push(mem, &trial->literals) = literal;
    }
    eval_set_model(&trial->eval, &trial->model);
    return true;
}

static bool all_true(trial_t *trial) {
    for (uint32_t i = 0; i < trial->formulas.len; i++) {
        result_t result = eval_term(&trial->eval, trial->formulas.data[i]);
        if (!result.known || result.chosen || result.value == 0)
            return false;
    }
    return true;
}

static void write_values(const trial_t *trial, strbuf_t *why) {
    for (uint32_t i = 0; i < trial->constants.len; i++) {
        if (i > 0)
            strbuf_str(why, ", ");
        print_symbol(&trial->bank, fun_row(&trial->bank, trial->constants.data[i])->name, why);
        strbuf_str(why, " = ");
        print_term(&trial->bank, trial->literals.data[i], why);
    }
}

bool contradiction_try(const contradictions_t *all, uint32_t row,
                       const contradiction_binding_t *binding, rng_t *rng, uint32_t times,
                       strbuf_t *why) {
    trial_t trial = {.constants = {0}};
    mem_t *mem = all->mem;
    bank_init(&trial.bank, mem);
    script_init(&trial.script, &trial.bank);
    values_init(&trial.values, &trial.bank, mem);
    model_init(&trial.model, &trial.values, mem);
    eval_init(&trial.eval, &trial.bank, &trial.values, &trial.model, mem);
    random_term_init(&trial.grow, &trial.bank);
    strbuf_t text;
    strbuf_init(&text, mem);
    contradiction_write(all, row, binding, "", &text);
    diag_list_t diags;
    diag_init(&diags, mem);
    bool holds = true;
    if (parse_script(&trial.script, text.data, text.len, &diags)) {
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
    random_term_done(&trial.grow);
    eval_done(&trial.eval);
    model_done(&trial.model);
    values_done(&trial.values);
    script_done(&trial.script);
    bank_done(&trial.bank);
    return holds;
}
