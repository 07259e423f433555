#include "oracle/witness.h"

#include "base/bug.h"
#include "eval/engine/explain.h"
#include "smt/read/parse.h"

void witness_init(witness_t *witness, mem_t *mem) {
    *witness = (witness_t){.mem = mem, .limits = eval_default_limits};
    witness->limits.steps = WITNESS_STEPS;
    bank_init(&witness->own, mem);
    witness->empty = bank_mark(&witness->own);
}

void witness_forget(witness_t *witness) {
    if (!witness->tested)
        return;
    eval_done(&witness->eval);
    model_done(&witness->model);
    values_done(&witness->values);
    bank_release(witness->bank, witness->mark);
    witness->tested = false;
}

static void forget_script(witness_t *witness) {
    witness_forget(witness);
    witness->formulas.len = 0;
    witness->known_open = false;
    if (witness->script == &witness->read) {
        script_done(&witness->read);
        bank_release(&witness->own, witness->empty);
    }
    witness->script = NULL;
}

void witness_done(witness_t *witness) {
    forget_script(witness);
    vec_free(witness->mem, &witness->formulas);
    bank_done(&witness->own);
}

/* --- scripts --- */

/* Whether the evaluator's idea of the script is the solver's: assertions, and nothing that adds to
 * them or changes what a verdict means. */
static bool is_understood(const script_t *script, uint32_t last) {
    for (uint32_t i = 0; i < last; i++)
        switch (script_kind(script, i)) {
        case CMD_TEXT:
        case CMD_DECLARE_VAR:
        case CMD_DECLARE_REL:
        case CMD_RULE:
        case CMD_DECLARE_HEAP:
        case CMD_BLOCK_MODEL_VALUES:
        case CMD_DECLARE_SORT_PARAMETER:
            return false;
        default:
            break;
        }
    return true;
}

bool witness_use(witness_t *witness, const script_t *script) {
    if (script != &witness->read)
        forget_script(witness);
    uint32_t last = script_last_check(script);
    if (last == UINT32_MAX)
        last = script_count(script);
    if (!is_understood(script, last))
        return false;
    witness->script = script;
    witness->bank = script->bank;
    script_in_force(script, last, witness->mem, &witness->formulas);
    return true;
}

bool witness_read(witness_t *witness, const char *text, size_t len) {
    forget_script(witness);
    diag_list_t diags;
    diag_init(&diags, witness->mem);
    script_init(&witness->read, &witness->own);
    bool ok =
        parse_script(&witness->read, text, len, &diags) && witness_use(witness, &witness->read);
    diag_done(&diags);
    if (ok)
        return true;
    script_done(&witness->read);
    bank_release(&witness->own, witness->empty);
    return false;
}

const opened_t *witness_opened(witness_t *witness) {
    assert(witness->script);
    if (!witness->known_open)
        witness->opened = open_script(witness->script);
    witness->known_open = true;
    return &witness->opened;
}

/* --- models --- */

static tested_t evaluate(witness_t *witness) {
    tested_t tested = {.holds = HOLDS_YES, .readable = true};
    for (uint32_t i = 0; i < witness->formulas.len; i++) {
        holds_t holds = eval_formula(&witness->eval, witness->formulas.data[i].term);
        if (holds == HOLDS_NO) {
            tested.holds = HOLDS_NO;
            tested.assertion = i;
            break; /* the rest cannot save it */
        }
        if (holds == HOLDS_UNKNOWN)
            tested.holds = HOLDS_UNKNOWN;
    }
    return tested;
}

bool witness_counts(witness_t *witness, const tested_t *tested) {
    if (tested->holds == HOLDS_UNKNOWN)
        return false;
    const opened_t *opened = witness_opened(witness);
    if (opened->class == OPEN_DISPUTED)
        return false;
    return tested->holds == HOLDS_NO || (!opened->recursive && tested->chosen <= OPEN_FREE);
}

tested_t witness_test(witness_t *witness, const char *model, size_t len) {
    assert(witness->script && witness->bank == witness->script->bank);
    witness_forget(witness);
    witness->mark = bank_mark(witness->bank);
    values_init(&witness->values, witness->bank, witness->mem);
    model_init(&witness->model, &witness->values, witness->mem);
    diag_list_t diags;
    diag_init(&diags, witness->mem);
    bool readable = model_read(&witness->model, witness->script, model, len, &diags);
    diag_done(&diags);
    eval_init(&witness->eval, witness->bank, &witness->values, &witness->model, witness->mem);
    witness->eval.limits = witness->limits;
    witness->tested = true;
    if (!readable)
        return (tested_t){.holds = HOLDS_UNKNOWN};
    tested_t tested = evaluate(witness);
    tested.chosen = open_chosen(&witness->eval);
    return tested;
}

void witness_explain(witness_t *witness, const tested_t *tested, strbuf_t *out) {
    assert(witness->tested && tested->holds == HOLDS_NO);
    assert(tested->assertion < witness->formulas.len);
    term_t term = witness->formulas.data[tested->assertion].term;
    strbuf_str(out, "(assert ");
    eval_describe(&witness->eval, term, out);
    strbuf_str(out, ") is false\n");
    explain_print(&witness->eval, term, out);
}
