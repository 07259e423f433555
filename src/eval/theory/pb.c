/* Pseudo-boolean constraints: weights of the true arguments against a bound. */
#include "eval/theory/arith_priv.h"

static bool holds(op_t op, int order) {
    switch (op) {
    case OP_AT_MOST:
    case OP_PBLE:
        return order <= 0;
    case OP_AT_LEAST:
    case OP_PBGE:
        return order >= 0;
    default:
        return order == 0;
    }
}

/* The indices are the bound and, for the weighted ones, a weight for each argument; the head of a
 * row with any number of indices says first how many there are. */
bool eval_pb(eval_t *eval, const call_t *call, value_t *out) {
    bool weighted = call->op == OP_PBEQ || call->op == OP_PBLE || call->op == OP_PBGE;
    const uint32_t *index = call->index;
    uint32_t want = weighted ? call->count + 1 : 1;
    if (call->index_count < want)
        return eval_unknown(eval, REASON_UNSUPPORTED, call->term);
    index += call->index_count - want;
    if (!eval_charge(eval, call, call->count / 8))
        return false;
    fmpz_t total, x;
    fmpz_init(total);
    fmpz_init(x);
    for (uint32_t i = 0; i < call->count; i++) {
        if (!call->args[i])
            continue;
        if (weighted)
            arith_index(eval->bank, index[i + 1], x);
        else
            fmpz_one(x);
        fmpz_add(total, total, x);
    }
    arith_index(eval->bank, index[0], x);
    *out = holds(call->op, fmpz_cmp(total, x));
    fmpz_clear(total);
    fmpz_clear(x);
    return true;
}
