#include "smt/term/open_ops.h"

#include "smt/term/bank.h"

typedef enum { WHERE_ALWAYS, WHERE_DIVISOR, WHERE_EXPONENT, WHERE_FRACTION } where_t;

typedef struct row {
    open_t class;
    where_t where;
    open_choice_t choice;
    const char *doc;
} row_t;

static const row_t rows[OP_COUNT] = {
#define OPEN(op, class, where, choice, doc)                                                        \
    [OP_##op] = {OPEN_##class, WHERE_##where, CHOICE_##choice, doc},
#include "smt/term/open.def"
};

open_t open_op(op_t op) {
    return rows[op].class;
}

open_t open_op_always(op_t op) {
    return rows[op].where == WHERE_ALWAYS ? rows[op].class : OPEN_NOT;
}

open_choice_t open_op_choice(op_t op) {
    return rows[op].choice;
}

const char *open_op_doc(op_t op) {
    return rows[op].doc;
}

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
