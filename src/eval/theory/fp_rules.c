/* Floats: constants, classes, comparisons, signs, fp.min and fp.max. These only look at the
 * patterns. */
#include "eval/theory/fp_priv.h"

#include "base/bug.h"

/* --- constants --- */

bool eval_fp_mode(eval_t *eval, const call_t *call, value_t *out) {
    (void)eval;
    switch (call->op) {
    case OP_RNE:
        *out = ROUND_RNE;
        return true;
    case OP_RNA:
        *out = ROUND_RNA;
        return true;
    case OP_RTP:
        *out = ROUND_RTP;
        return true;
    case OP_RTN:
        *out = ROUND_RTN;
        return true;
    case OP_RTZ:
        *out = ROUND_RTZ;
        return true;
    default:
        BUG("%s is no rounding mode", op_info(call->op)->name);
    }
}

bool eval_fp_constant(eval_t *eval, const call_t *call, value_t *out) {
    float_format_t format = format_of(eval, call->sort);
    if (!take_format(eval, call, format))
        return false;
    switch (call->op) {
    case OP_FP_PLUS_INF:
    case OP_FP_MINUS_INF:
        *out = float_infinity(eval->values, format, call->op == OP_FP_MINUS_INF);
        return true;
    case OP_FP_PLUS_ZERO:
    case OP_FP_MINUS_ZERO:
        *out = float_zero(eval->values, format, call->op == OP_FP_MINUS_ZERO);
        return true;
    case OP_FP_NAN:
        *out = float_nan(eval->values, format);
        return true;
    default:
        BUG("%s is no constant float", op_info(call->op)->name);
    }
}

/* (fp sign exponent fraction), z3's to_fp of the same */
bool eval_fp_of_parts(eval_t *eval, const call_t *call, value_t *out) {
    values_t *values = eval->values;
    float_format_t format = format_of(eval, call->sort);
    if (!take_format(eval, call, format))
        return false;
    uint32_t fraction = format.significand - 1;
    value_t pattern;
    if (float_width(format) <= 64) {
        pattern =
            call->args[0] << (float_width(format) - 1) | call->args[1] << fraction | call->args[2];
    } else {
        bits_room_t room;
        uint64_t *limbs = bits_open(&room, values, float_width(format));
        bits_copy(limbs, 0, bits_limbs(values, fraction, &call->args[2]), 0, fraction);
        bits_copy(limbs, fraction, bits_limbs(values, format.exponent, &call->args[1]), 0,
                  format.exponent);
        bits_copy(limbs, float_width(format) - 1, &call->args[0], 0, 1);
        pattern = bits_close(&room, values, float_width(format));
    }
    *out = float_of_pattern(values, format, pattern);
    return true;
}

/* --- classes --- */

bool eval_fp_class(eval_t *eval, const call_t *call, value_t *out) {
    float_format_t format = arg_format(eval, call, 0);
    if (!take_format(eval, call, format))
        return false;
    float_class_t class = float_class(eval->values, format, call->args[0]);
    switch (call->op) {
    case OP_FP_IS_NORMAL:
        *out = class == FLOAT_NORMAL;
        return true;
    case OP_FP_IS_SUBNORMAL:
        *out = class == FLOAT_SUBNORMAL;
        return true;
    case OP_FP_IS_ZERO:
        *out = class == FLOAT_ZERO;
        return true;
    case OP_FP_IS_INFINITE:
        *out = class == FLOAT_INFINITE;
        return true;
    case OP_FP_IS_NAN:
        *out = class == FLOAT_NAN;
        return true;
    case OP_FP_IS_NEGATIVE:
        *out = class != FLOAT_NAN && float_negative(eval->values, format, call->args[0]);
        return true;
    case OP_FP_IS_POSITIVE:
        *out = class != FLOAT_NAN && !float_negative(eval->values, format, call->args[0]);
        return true;
    default:
        BUG("%s is no class of floats", op_info(call->op)->name);
    }
}

/* --- comparisons --- */

static bool is_ordered(op_t op, int order) {
    switch (op) {
    case OP_FP_LT:
        return order == -1;
    case OP_FP_LEQ:
        return order == -1 || order == 0;
    case OP_FP_GT:
        return order == 1;
    case OP_FP_GEQ:
        return order == 1 || order == 0;
    case OP_FP_EQ:
        return order == 0;
    default:
        BUG("%s is no order of floats", op_info(op)->name);
    }
}

/* A chain: each argument and the next. */
bool eval_fp_compare(eval_t *eval, const call_t *call, value_t *out) {
    float_format_t format = arg_format(eval, call, 0);
    *out = 1;
    for (uint32_t i = 0; i + 1 < call->count && *out; i++) {
        if (!take_format(eval, call, format))
            return false;
        int order = float_compare(eval->values, format, call->args[i], call->args[i + 1]);
        *out = is_ordered(call->op, order);
    }
    return true;
}

/* --- signs --- */

/* fp.abs, fp.neg, and fp.sub of one argument: all but NaN get another sign bit. */
bool eval_fp_sign(eval_t *eval, const call_t *call, value_t *out) {
    values_t *values = eval->values;
    float_format_t format = format_of(eval, call->sort);
    uint32_t width = float_width(format);
    if (!take_format(eval, call, format))
        return false;
    value_t bits = call->args[0];
    if (float_class(values, format, bits) == FLOAT_NAN) {
        *out = bits;
        return true;
    }
    bool negative = call->op != OP_FP_ABS && !float_negative(values, format, bits);
    bits_room_t room;
    uint64_t *limbs = bits_open(&room, values, width);
    bits_copy(limbs, 0, bits_limbs(values, width, &bits), 0, width - 1);
    if (negative)
        bits_fill(limbs, width - 1, 1);
    *out = bits_close(&room, values, width);
    return true;
}

/* --- fp.min, fp.max --- */

bool eval_fp_minmax(eval_t *eval, const call_t *call, value_t *out) {
    values_t *values = eval->values;
    float_format_t format = format_of(eval, call->sort);
    if (!take_format(eval, call, format))
        return false;
    value_t a = call->args[0];
    value_t b = call->args[1];
    bool min = call->op == OP_FP_MIN || call->op == OP_FP_MIN_I || call->op == OP_FP_MIN_TOTAL;
    int order = float_compare(values, format, a, b);
    if (order == FLOAT_UNORDERED) {
        *out = float_class(values, format, a) == FLOAT_NAN ? b : a;
        return true;
    }
    if (order != 0 || a == b) {
        *out = (order < 0) == min ? a : b;
        return true;
    }
    /* Two zeros of different signs. cvc5 says that the bit of fp.min_total and fp.max_total is
     * whether the left one is taken; but its fp.max_total does the opposite. */
    if (call->op == OP_FP_MIN_TOTAL) {
        *out = call->args[2] ? a : b;
        return true;
    }
    if (call->op == OP_FP_MAX_TOTAL)
        return eval_unknown(eval, REASON_UNSUPPORTED, call->term);
    return eval_open(eval, call, call->op, call->args, call->count, &a, out);
}
