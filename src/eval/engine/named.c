#include "eval/engine/named.h"

/* An index word with this bit is the symbol of an operator. */
#define OPERATOR_INDEX 0x80000000u

/* Whether an argument pattern can take the sort, as far as one sees without looking inside. Rows of
 * one name differ in the kinds of their arguments, and a term is only made when one row fits. */
static bool pattern_fits(const bank_t *bank, const uint32_t *pattern, sort_t sort) {
    sort_kind_t kind = sort_kind(bank, sort);
    uint32_t count;
    switch (pattern[0]) {
    case PAT_SORT:
        return sort == pattern[1] || (pattern[1] == SORT_REAL && sort == SORT_INT);
    case PAT_NUM:
        return sort == SORT_INT || sort == SORT_REAL;
    case PAT_MAKE: {
        sort_words(bank, sort, &count);
        bool twins = (kind == SORT_FUN && pattern[1] == SORT_ARRAY) ||
                     (kind == SORT_ARRAY && pattern[1] == SORT_FUN);
        return (kind == (sort_kind_t)pattern[1] || twins) && count == pattern[2] + pattern[3];
    }
    default:
        return true;
    }
}

static bool row_fits(eval_t *eval, op_t op, const sort_t *sorts, uint32_t count) {
    const sig_row_t *sig = sig_get(eval->bank, op);
    if (op_info(op)->attr == OP_ATTR_BIND || op_index_count(op) != 0 || count < sig->least ||
        (count > sig->patterns && !sig->repeats))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t pattern = i < sig->patterns ? i : sig->patterns - 1u;
        if (!pattern_fits(eval->bank, eval->bank->sigs.words.data + sig->args[pattern], sorts[i]))
            return false;
    }
    return true;
}

bool named_apply(eval_t *eval, const call_t *call, uint32_t index, const sort_t *sorts,
                 const value_t *args, uint32_t count, sort_t result, value_t *out) {
    if (!(index & OPERATOR_INDEX))
        return eval_call(eval, call, index, args, count, out);
    opcode_t code = op_of_symbol(eval->bank, index & ~OPERATOR_INDEX);
    for (; code != OP_NONE; code = op_next_overload(eval->bank, code))
        if (row_fits(eval, op_of_code(code), sorts, count))
            return eval_operator(eval, call, op_of_code(code), NULL, 0, sorts, args, count, result,
                                 out);
    return eval_unknown(eval, REASON_UNSUPPORTED, call->term);
}
