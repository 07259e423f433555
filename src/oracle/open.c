#include "oracle/open.h"

#include "smt/edit/uses.h"

typedef enum { WHERE_ALWAYS, WHERE_DIVISOR, WHERE_EXPONENT, WHERE_FRACTION } where_t;

typedef struct row {
    open_t class;
    where_t where;
    const char *doc;
} row_t;

static const row_t rows[OP_COUNT] = {
#define OPEN(op, class, where, doc) [OP_##op] = {OPEN_##class, WHERE_##where, doc},
#include "oracle/open.def"
};

/* --- literals --- */

/* A literal other than zero, perhaps negated or made a Real. */
static bool is_not_zero(const bank_t *bank, term_t term) {
    for (;;) {
        uint32_t count;
        op_t op = term_op(bank, term);
        if (op == OP_NEG || op == OP_NEG_TILDE || op == OP_TO_REAL) {
            term = term_children(bank, term, &count)[0];
            continue;
        }
        if (op != OP_NUMERAL && op != OP_DECIMAL)
            return false;
        const char *text = symbol_text(&bank->symbols, term_head(bank, term, &count)[0]);
        for (; *text; text++)
            if (*text != '0' && *text != '.')
                return true;
        return false;
    }
}

static bool is_positive_numeral(const bank_t *bank, term_t term) {
    return term_op(bank, term) == OP_NUMERAL && is_not_zero(bank, term);
}

/* --- terms --- */

static bool is_there(const bank_t *bank, term_t term, where_t where) {
    uint32_t count;
    const term_t *children = term_children(bank, term, &count);
    switch (where) {
    case WHERE_DIVISOR:
        for (uint32_t i = 1; i < count; i++)
            if (!is_not_zero(bank, children[i]))
                return true;
        return count == 0; /* the operator itself, as a function */
    case WHERE_EXPONENT:
        return count < 2 || !is_positive_numeral(bank, children[1]);
    case WHERE_FRACTION:
        for (uint32_t i = 0; i < count; i++)
            if (term_sort(bank, children[i]) == SORT_REAL)
                return true;
        return false;
    default:
        return true;
    }
}

/* A selector is open where another constructor made the value. */
static open_t open_selector(const bank_t *bank, term_t term, fun_t fun) {
    const fun_row_t *selector = fun_row(bank, fun);
    if (selector->kind != FUN_SELECTOR || sortdecl_row(bank, selector->sort)->count == 1)
        return OPEN_NOT;
    uint32_t count;
    const term_t *children = term_children(bank, term, &count);
    if (count == 0)
        return OPEN_FREE;
    op_t op = term_op(bank, children[0]);
    bool made = (op == OP_APP || op == OP_APP_AS) &&
                term_head(bank, children[0], &count)[0] == selector->owner;
    return made ? OPEN_NOT : OPEN_FREE;
}

open_t open_term(const bank_t *bank, term_t term) {
    op_t op = term_op(bank, term);
    if (op == OP_APP || op == OP_APP_AS) {
        uint32_t count;
        return open_selector(bank, term, term_head(bank, term, &count)[0]);
    }
    row_t row = rows[op];
    return row.class != OPEN_NOT && is_there(bank, term, row.where) ? row.class : OPEN_NOT;
}

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
    if (rows[op].doc)
        strbuf_format(out, "%s: %s", op_info(op)->name, rows[op].doc);
    else
        strbuf_str(out, "selectors: on what another constructor made, any value");
}

/* --- choices --- */

/* An operator without a row that the evaluator made a choice for: nobody thought about it. */
static open_t class_of(op_t op) {
    return rows[op].class == OPEN_NOT ? OPEN_LOOSE : rows[op].class;
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
        if (choice->fun == FUN_NONE && rows[term_op(eval->bank, choice->term)].class > class)
            class = rows[term_op(eval->bank, choice->term)].class;
        worst = class > worst ? class : worst;
    }
    if (!eval->model || eval->model->ops.len == 0)
        return worst;
    for (uint32_t op = 0; op < OP_COUNT; op++)
        if (map_get(&eval->model->ops, op) != MAP_NONE && class_of((op_t)op) > worst)
            worst = class_of((op_t)op);
    return worst;
}
