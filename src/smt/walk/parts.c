#include "smt/walk/parts.h"

#include "base/bug.h"
#include "smt/term/check_priv.h"

parts_t parts_start(op_t op, const uint32_t *head, uint32_t len) {
    return (parts_t){.op = op, .head = head, .len = len};
}

/* Rows of ops.def: an index letter is S for a sort, C for a constructor, F for a function or the
 * name of an operator; anything else is a number. */
static part_t index_part(const parts_t *parts) {
    const op_info_t *info = op_info(parts->op);
    if (info->attr == OP_ATTR_AS && parts->at + 1 == parts->len)
        return PART_SORT;
    if (op_head(parts->op) < 0)
        return PART_NUMBER;
    switch (info->indices[2 * (size_t)parts->at]) {
    case 'S':
        return PART_SORT;
    case 'C':
        return PART_FUN;
    case 'F':
        return parts->head[parts->at] & CHECK_TEXT_INDEX ? PART_NAME : PART_FUN;
    default:
        return PART_NUMBER;
    }
}

/* [n, then cases: constructor or FUN_NONE, k, k variables]. left is the number of variables still
 * to come, or COUNT_NEXT between a constructor and its k. */
#define COUNT_NEXT UINT32_MAX

static part_t match_part(parts_t *parts) {
    uint32_t word = parts->head[parts->at];
    if (parts->at == 0)
        return PART_NUMBER;
    if (parts->left == COUNT_NEXT) {
        parts->left = word;
        return PART_NUMBER;
    }
    if (parts->left > 0) {
        parts->left--;
        return PART_VAR;
    }
    parts->left = COUNT_NEXT;
    return word == FUN_NONE ? PART_NUMBER : PART_FUN;
}

/* [n, then attributes: keyword, kind, value] */
static part_t annot_part(const parts_t *parts) {
    if (parts->at == 0)
        return PART_NUMBER;
    switch (parts->at % 3) {
    case 1:
        return PART_TEXT;
    case 2:
        return PART_NUMBER;
    default:
        break;
    }
    switch (parts->head[parts->at - 1]) {
    case ATTR_TEXT:
        return PART_TEXT;
    case ATTR_NAMED:
        return PART_FUN;
    default:
        return PART_NUMBER;
    }
}

static part_t part_at(parts_t *parts) {
    switch (parts->op) {
    case OP_VAR:
        return (part_t[]){PART_NAME, PART_SORT, PART_NUMBER}[parts->at];
    case OP_APP:
        return PART_FUN;
    case OP_APP_AS:
        return parts->at == 0 ? PART_FUN : PART_SORT;
    case OP_MATCH:
        return match_part(parts);
    case OP_ANNOT:
        return annot_part(parts);
    default:
        break;
    }
    if (op_is_literal(parts->op))
        return parts->at == 0 ? PART_TEXT : PART_SORT;
    if (op_is_binder(parts->op))
        return parts->at == 0 ? PART_NUMBER : PART_VAR;
    return index_part(parts);
}

bool parts_next(parts_t *parts) {
    if (parts->next >= parts->len)
        return false;
    parts->at = parts->next++;
    parts->part = part_at(parts);
    return true;
}

parts_t parts_vars(const bank_t *bank, term_t term) {
    op_t op = term_op(bank, term);
    uint32_t len;
    const uint32_t *head = term_head(bank, term, &len);
    return parts_start(op, head, op_binds(op) ? len : 0);
}

term_t parts_next_var(parts_t *parts) {
    while (parts_next(parts))
        if (parts->part == PART_VAR)
            return parts->head[parts->at];
    return TERM_NONE;
}

bool parts_are_numbers(op_t op) {
    if (op_head(op) == 0)
        return true;
    if (op < OP_FIRST_ROW || op == OP_ANNOT || op_binds(op))
        return false;
    const op_info_t *info = op_info(op);
    for (const char *letter = info->indices; *letter != '\0'; letter++)
        if (*letter == 'S' || *letter == 'C' || *letter == 'F')
            return false;
    return info->attr != OP_ATTR_AS;
}

parts_names_t parts_names_start(const bank_t *bank, term_t term) {
    parts_names_t names = {.bank = bank, .op = OP_NONE};
    op_t op = term_op(bank, term);
    if (op >= OP_FIRST_ROW && op_info(op)->attr != OP_ATTR_BIND)
        names.op = term_opcode(bank, term);
    if (op != OP_VAR && !parts_are_numbers(op)) {
        uint32_t len;
        const uint32_t *head = term_head(bank, term, &len);
        names.parts = parts_start(op, head, len);
    }
    return names;
}

bool parts_names_next(parts_names_t *names) {
    if (names->op != OP_NONE) {
        names->name = op_symbol(names->bank, names->op);
        names->fun = FUN_NONE;
        names->op = OP_NONE;
        return true;
    }
    while (parts_next(&names->parts)) {
        uint32_t word = names->parts.head[names->parts.at];
        bool fun = names->parts.part == PART_FUN;
        if (!fun && names->parts.part != PART_NAME)
            continue;
        names->fun = fun ? word : FUN_NONE;
        names->name = fun ? fun_row(names->bank, word)->name : word & ~CHECK_TEXT_INDEX;
        return true;
    }
    return false;
}

/* The variables of the case whose body is this child. */
static const term_t *case_vars(const bank_t *bank, term_t term, uint32_t child, uint32_t *count) {
    uint32_t len;
    const uint32_t *head = term_head(bank, term, &len);
    uint32_t at = 1;
    for (uint32_t skip = 1; skip < child; skip++)
        at += 2 + head[at + 1];
    assert(at + 1 < len);
    *count = head[at + 1];
    return head + at + 2;
}

const term_t *parts_bound_in(const bank_t *bank, term_t term, uint32_t child, uint32_t *count) {
    op_t op = term_op(bank, term);
    *count = 0;
    if (op == OP_MATCH)
        return child == 0 ? NULL : case_vars(bank, term, child, count);
    if (!op_is_binder(op))
        return NULL;
    const term_t *vars = term_bound(bank, term, count);
    if (op == OP_LET && child < *count)
        *count = 0;
    return vars;
}

bool parts_binds_in(const bank_t *bank, term_t term, uint32_t child, term_t var) {
    uint32_t count;
    const term_t *vars = parts_bound_in(bank, term, child, &count);
    for (uint32_t i = 0; i < count; i++)
        if (vars[i] == var)
            return true;
    return false;
}

const term_t *parts_children(const bank_t *bank, term_t term, uint32_t *count) {
    const term_t *children = term_children(bank, term, count);
    if (*count > 1 && term_op(bank, term) == OP_ANNOT)
        *count = 1;
    return children;
}
