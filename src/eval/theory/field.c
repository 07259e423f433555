/* Finite fields: residues modulo the order of the sort, which is a prime of any size. */
#include "eval/theory/arith_priv.h"

/* The order, when it is one. */
static bool field_order(eval_t *eval, const call_t *call, fmpz_t order) {
    arith_index(eval->bank, sort_words(eval->bank, call->sort, &(uint32_t){0})[0], order);
    if (fmpz_sgn(order) <= 0)
        return eval_unknown(eval, REASON_UNSUPPORTED, call->term);
    return eval_charge(eval, call, (uint64_t)fmpz_bits(order) / 8);
}

bool eval_field(eval_t *eval, const call_t *call, value_t *out) {
    fmpz_t order, total, x;
    fmpz_init(order);
    fmpz_init(total);
    fmpz_init(x);
    bool ok = field_order(eval, call, order);
    if (ok && call->op == OP_FF_MUL)
        fmpz_one(total);
    for (uint32_t i = 0; ok && i < call->count; i++) {
        /* bitsum: from the last argument, doubling what is there */
        num_get_fmpz(eval->values, call->args[call->op == OP_FF_BITSUM ? call->count - 1 - i : i],
                     x);
        if (call->op == OP_FF_MUL) {
            fmpz_mul(total, total, x);
        } else if (call->op == OP_FF_NEG) {
            fmpz_neg(total, x);
        } else {
            if (call->op == OP_FF_BITSUM)
                fmpz_mul_2exp(total, total, 1);
            fmpz_add(total, total, x);
        }
        fmpz_fdiv_r(total, total, order);
        ok = eval_charge(eval, call, (uint64_t)fmpz_bits(order) / 64);
    }
    ok = ok && arith_of_fmpz(eval, call, total, out);
    fmpz_clear(order);
    fmpz_clear(total);
    fmpz_clear(x);
    return ok;
}
