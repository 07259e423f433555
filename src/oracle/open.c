#include "oracle/open.h"

#include "smt/edit/uses.h"

/* --- scripts --- */

static bool is_recursive(const script_t *script) {
    for (uint32_t i = 0; i < script_count(script); i++)
        if (script_kind(script, i) == CMD_DEFINE_FUN_REC ||
            script_kind(script, i) == CMD_DEFINE_FUNS_REC)
            return true;
    return false;
}

opened_t open_script(const script_t *script) {
    const bank_t *bank = script->bank;
    opened_t opened = {.class = OPEN_NOT, .term = TERM_NONE};
    opened.recursive = is_recursive(script);
    if (opened.recursive)
        opened.class = OPEN_LOOSE;
    uses_t uses;
    uses_init(&uses, script->bank);
    for (uint32_t i = 0; i < script_count(script); i++)
        uses_command(&uses, script, i);
    uses_close(&uses);
    for (uint32_t i = 0; i < uses.terms.order.len; i++) {
        term_t term = uses.terms.order.data[i];
        open_t class = open_term(bank, term);
        if (class > opened.class) {
            opened.class = class;
            opened.term = term;
        }
        op_t op = term_op(bank, term);
        opened.quantified |= op == OP_FORALL || op == OP_EXISTS || op == OP_LAMBDA;
    }
    uses_done(&uses);
    return opened;
}

void open_describe(const bank_t *bank, const opened_t *opened, strbuf_t *out) {
    if (opened->term == TERM_NONE) {
        strbuf_str(out, opened->recursive ? "recursive definitions: there may be no such function"
                                          : "nothing is open");
        return;
    }
    op_t op = term_op(bank, opened->term);
    if (open_op_doc(op))
        strbuf_format(out, "%s: %s", op_info(op)->name, open_op_doc(op));
    else
        strbuf_str(out, "selectors: on what another constructor made, any value");
}

/* --- choices --- */

/* An operator that the evaluator made a choice for, but which the table does not have, is loose. */
static open_t class_of(op_t op) {
    return open_op(op) == OPEN_NOT ? OPEN_LOOSE : open_op(op);
}

open_t open_chosen(const eval_t *eval) {
    open_t worst = OPEN_NOT;
    for (uint32_t i = 0; i < eval->choices.len; i++) {
        const choice_t *choice = &eval->choices.data[i];
        open_t class = OPEN_NOT; /* a function that the model misses */
        if (choice->fun == FUN_NONE)
            class = class_of(choice->op);
        else if (fun_row(eval->bank, choice->fun)->kind == FUN_SELECTOR)
            class = OPEN_FREE;
        if (choice->fun == FUN_NONE && open_op(term_op(eval->bank, choice->term)) > class)
            class = open_op(term_op(eval->bank, choice->term));
        worst = class > worst ? class : worst;
    }
    if (!eval->model || eval->model->ops.len == 0)
        return worst;
    for (uint32_t op = 0; op < OP_COUNT; op++)
        if (map_get(&eval->model->ops, op) != MAP_NONE && class_of((op_t)op) > worst)
            worst = class_of((op_t)op);
    return worst;
}
