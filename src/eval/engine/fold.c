/* Folds over sets and bags, and their groups.
 *
 * cvc5 does not say in which order the elements of a set are combined. Where there is more than one
 * order, the result is only computed when the function is seen not to care: when it puts the
 * accumulated value and something that depends on the element alone into an operator like +, for
 * which (a + x) + y is (a + y) + x. */
#include "eval/engine/machine_priv.h"
#include "eval/theory/data.h"
#include "eval/theory/sets.h"
#include "eval/value/num.h"

#include <stdlib.h>

/* --- functions that do not care --- */

static bool is_commutative(op_t op) {
    switch (op) {
    case OP_ADD:
    case OP_MUL:
    case OP_AND:
    case OP_OR:
    case OP_XOR:
    case OP_BVADD:
    case OP_BVMUL:
    case OP_BVAND:
    case OP_BVOR:
    case OP_BVXOR:
    case OP_FF_ADD:
    case OP_FF_MUL:
    case OP_SET_UNION:
    case OP_SET_INTER:
    case OP_OLD_UNION:
    case OP_OLD_INTER:
    case OP_BAG_UNION_MAX:
    case OP_BAG_UNION_DISJOINT:
    case OP_BAG_INTER_MIN:
        return true;
    default:
        return false;
    }
}

/* Takes away from its first argument. */
static bool is_subtraction(op_t op) {
    return op == OP_SUB || op == OP_BVSUB || op == OP_SET_MINUS || op == OP_OLD_MINUS ||
           op == OP_BAG_DIFFERENCE_SUBTRACT || op == OP_BAG_DIFFERENCE_REMOVE;
}

/* Whether the accumulated value is one argument of the body's operator, where it may be, and the
 * others do not depend on it. */
static bool body_commutes(eval_t *eval, term_t body, term_t accumulated) {
    if (body == accumulated)
        return true;
    op_t op = term_op(eval->bank, body);
    uint32_t count;
    const term_t *children = term_children(eval->bank, body, &count);
    bool insert = op == OP_SET_INSERT || op == OP_OLD_INSERT;
    if (count < 2 || (!is_commutative(op) && !is_subtraction(op) && !insert))
        return false;
    uint32_t place = count;
    for (uint32_t i = 0; i < count; i++) {
        if (children[i] == accumulated && place == count)
            place = i;
        else if (vars_occurs_free(&eval->machine->vars, children[i], accumulated))
            return false;
    }
    return place < count && (!is_subtraction(op) || place == 0) && (!insert || place + 1 == count);
}

static bool function_commutes(eval_t *eval, value_t function) {
    uint32_t count;
    uint32_t n;
    const uint64_t *words = value_words(eval->values, function, &count);
    switch (value_kind(eval->values, function)) {
    case OBJ_OP:
        return is_commutative((op_t)words[0]);
    case OBJ_LAMBDA: {
        term_t lambda = (term_t)words[0];
        const term_t *vars = term_bound(eval->bank, lambda, &n);
        return n == 2 && body_commutes(eval, term_children(eval->bank, lambda, &count)[0], vars[1]);
    }
    case OBJ_FUN: {
        fun_t definition = call_definition(eval, (fun_t)words[0]);
        if (definition == FUN_NONE)
            return false;
        const fun_row_t *row = fun_row(eval->bank, definition);
        return row->arity == count + 1 && row->body != TERM_NONE &&
               body_commutes(eval, row->body, eval->bank->fun_words.data[row->vars + count]);
    }
    default:
        return false;
    }
}

/* --- folding --- */

bool fold_items(eval_t *eval, const call_t *call, const bag_items_t *items, value_t *out) {
    enum { MOST = 1 << 20 };
    if (items->len > 1 && !function_commutes(eval, call->args[0]))
        return eval_unknown(eval, REASON_UNDERSPECIFIED, call->term);
    value_t result = call->args[1];
    for (uint32_t i = 0; i < items->len; i++) {
        int64_t times;
        if (!num_get_i64(eval->values, items->data[i].count, &times) || times > MOST)
            return eval_unknown(eval, REASON_TOO_LARGE, call->term);
        for (int64_t k = 0; k < times; k++) {
            value_t args[] = {items->data[i].value, result};
            if (!eval_charge(eval, call, 1) || !array_select(eval, call, call_sort(eval, call, 0),
                                                             call->args[0], args, 2, &result))
                return false;
        }
    }
    *out = result;
    return true;
}

/* --- groups --- */

uint32_t group_tuples(eval_t *eval, const call_t *call, const value_t *tuples, uint32_t stride,
                      uint32_t count, u32_vec_t *group_of) {
    uint32_t index_count;
    const uint32_t *indices = call_indices(call, &index_count);
    map_t groups = {0}; /* projected tuple to its group */
    uint32_t next = 0;
    for (uint32_t i = 0; i < count; i++) {
        value_t key = data_project(eval, tuples[(size_t)i * stride], indices, index_count);
        uint32_t *place = map_put(eval->mem, &groups, (uint32_t)key);
        if (*place == MAP_NONE)
            *place = next++;
        *vec_push(eval->mem, group_of) = *place;
    }
    map_free(eval->mem, &groups);
    return next;
}
