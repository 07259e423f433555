/* Ints and Reals: the standard's operators. An Int-valued operator of z3 takes Reals, too, which it
 * rounds down: to_int stands between. */
#include "eval/theory/arith_priv.h"

bool eval_neg(eval_t *eval, const call_t *call, value_t *out) {
    return arith_negate(eval, call, call->args[0], out);
}

bool eval_sub(eval_t *eval, const call_t *call, value_t *out) {
    return arith_sum(eval, call, call->args, call->count, true, out);
}

bool eval_add(eval_t *eval, const call_t *call, value_t *out) {
    return arith_sum(eval, call, call->args, call->count, false, out);
}

bool eval_mul(eval_t *eval, const call_t *call, value_t *out) {
    return arith_product(eval, call, call->args, call->count, out);
}

/* Each two neighbours. */
bool eval_num_order(eval_t *eval, const call_t *call, value_t *out) {
    *out = 0;
    for (uint32_t i = 0; i + 1 < call->count; i++) {
        int order;
        if (!arith_compare(eval, call, call->args[i], call->args[i + 1], &order))
            return false;
        bool holds = call->op == OP_LE   ? order <= 0
                     : call->op == OP_LT ? order < 0
                     : call->op == OP_GE ? order >= 0
                                         : order > 0;
        if (!holds)
            return true;
    }
    *out = 1;
    return true;
}

/* /, and /_total where x/0 is 0. */
bool eval_divide(eval_t *eval, const call_t *call, value_t *out) {
    value_t result = call->args[0];
    for (uint32_t i = 1; i < call->count; i++) {
        value_t args[] = {result, call->args[i]};
        if (args[1] != num_of_small(0)) {
            if (!arith_divide(eval, call, args[0], args[1], &result))
                return false;
        } else if (call->op == OP_DIVIDE_TOTAL) {
            result = num_of_small(0);
        } else if (!eval_open(eval, call, OP_DIVIDE0, args, 2, NULL, &result)) {
            return false;
        }
    }
    *out = result;
    return true;
}

/* div, and div_total where x div 0 is 0. */
bool eval_int_div(eval_t *eval, const call_t *call, value_t *out) {
    value_t result = arith_floor(eval->values, call->args[0]);
    for (uint32_t i = 1; i < call->count; i++) {
        value_t args[] = {result, arith_floor(eval->values, call->args[i])};
        value_t remainder;
        if (args[1] != num_of_small(0)) {
            if (!arith_div_mod(eval, call, args[0], args[1], &result, &remainder))
                return false;
        } else if (call->op == OP_DIV_TOTAL) {
            result = num_of_small(0);
        } else if (!eval_open(eval, call, OP_DIV0, args, 2, NULL, &result)) {
            return false;
        }
    }
    *out = result;
    return true;
}

/* mod; rem, with the sign of the divisor; mod_total where x mod 0 is x. */
bool eval_int_mod(eval_t *eval, const call_t *call, value_t *out) {
    value_t args[] = {arith_floor(eval->values, call->args[0]),
                      arith_floor(eval->values, call->args[1])};
    if (args[1] == num_of_small(0)) {
        if (call->op == OP_MOD_TOTAL) {
            *out = args[0];
            return true;
        }
        return eval_open(eval, call, call->op == OP_REM ? OP_REM0 : OP_MOD0, args, 2, NULL, out);
    }
    value_t quotient;
    if (!arith_div_mod(eval, call, args[0], args[1], &quotient, out))
        return false;
    if (call->op == OP_REM && num_sign(eval->values, args[1]) < 0)
        return arith_negate(eval, call, *out, out);
    return true;
}

/* /0, div0, mod0, rem0 as they stand in models. */
bool eval_by_zero(eval_t *eval, const call_t *call, value_t *out) {
    value_t args[] = {call->args[0], call->args[1]};
    if (call->op != OP_DIVIDE0) {
        args[0] = arith_floor(eval->values, args[0]);
        args[1] = arith_floor(eval->values, args[1]);
    }
    return eval_open(eval, call, call->op, args, 2, NULL, out);
}

bool eval_num_abs(eval_t *eval, const call_t *call, value_t *out) {
    *out = call->args[0];
    if (num_sign(eval->values, *out) < 0)
        return arith_negate(eval, call, *out, out);
    return true;
}

bool eval_divisible(eval_t *eval, const call_t *call, value_t *out) {
    fmpz_t i;
    fmpz_init(i);
    arith_index(eval->bank, call->index[0], i);
    value_t divisor, quotient, remainder;
    bool ok = fmpz_is_zero(i) ? eval_unknown(eval, REASON_UNSUPPORTED, call->term)
                              : arith_of_fmpz(eval, call, i, &divisor);
    fmpz_clear(i);
    if (!ok || !arith_div_mod(eval, call, call->args[0], divisor, &quotient, &remainder))
        return false;
    *out = remainder == num_of_small(0);
    return true;
}

/* Of a Real it is the same number to cvc5, and to z3 the number rounded down. */
bool eval_to_real(eval_t *eval, const call_t *call, value_t *out) {
    if (!num_is_integer(eval->values, call->args[0]))
        return eval_unknown(eval, REASON_UNDERSPECIFIED, call->term);
    *out = call->args[0];
    return true;
}

bool eval_to_int(eval_t *eval, const call_t *call, value_t *out) {
    *out = arith_floor(eval->values, call->args[0]);
    return true;
}

bool eval_is_int(eval_t *eval, const call_t *call, value_t *out) {
    *out = num_is_integer(eval->values, call->args[0]);
    return true;
}
