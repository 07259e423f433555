/* Transcendental functions. All our numbers are algebraic, and by Lindemann's theorem none of these
 * functions is algebraic there, but for the few points below and the square root. Everything else
 * has no exact form. */
#include "eval/theory/arith_priv.h"

/* The function is value at that point. */
typedef struct point {
    op_t op;
    int8_t at;
    int8_t value;
} point_t;

static const point_t points[] = {
    {OP_EXP, 0, 1},    {OP_LOG, 1, 0},    {OP_SIN, 0, 0},    {OP_COS, 0, 1},
    {OP_TAN, 0, 0},    {OP_SEC, 0, 1},    {OP_ARCSIN, 0, 0}, {OP_ARCCOS, 1, 0},
    {OP_ARCTAN, 0, 0}, {OP_ARCSEC, 1, 0}, {OP_SINH, 0, 0},   {OP_COSH, 0, 1},
    {OP_TANH, 0, 0},   {OP_ASINH, 0, 0},  {OP_ACOSH, 1, 0},  {OP_ATANH, 0, 0},
};

/* Whether the function has a value there. */
static bool is_defined(const values_t *values, op_t op, value_t num) {
    int from_minus_one = num_compare(values, num, num_of_small(-1));
    int from_one = num_compare(values, num, num_of_small(1));
    switch (op) {
    case OP_ARCSIN:
    case OP_ARCCOS:
        return from_minus_one >= 0 && from_one <= 0;
    case OP_ARCCSC:
    case OP_ARCSEC:
        return from_minus_one <= 0 || from_one >= 0;
    case OP_ATANH:
        return from_minus_one > 0 && from_one < 0;
    case OP_ACOSH:
        return from_one >= 0;
    case OP_LOG:
        return num_sign(values, num) > 0;
    default:
        return true;
    }
}

bool eval_trans(eval_t *eval, const call_t *call, value_t *out) {
    value_t num = call->args[0];
    for (uint32_t i = 0; i < sizeof points / sizeof *points; i++)
        if (points[i].op == call->op && num_of_small(points[i].at) == num) {
            *out = num_of_small(points[i].value);
            return true;
        }
    if (num == num_of_small(0) && (call->op == OP_CSC || call->op == OP_COT)) {
        value_t one_by_zero[] = {num_of_small(1), num_of_small(0)}; /* 1/sin 0, cos 0/sin 0 */
        return eval_open(eval, call, OP_DIVIDE0, one_by_zero, 2, NULL, out);
    }
    if (!is_defined(eval->values, call->op, num))
        return eval_open(eval, call, call->op, call->args, 1, NULL, out);
    return eval_unknown(eval, REASON_INEXACT, call->term);
}

bool eval_sqrt(eval_t *eval, const call_t *call, value_t *out) {
    if (num_sign(eval->values, call->args[0]) < 0)
        return eval_open(eval, call, OP_SQRT, call->args, 1, NULL, out);
    return arith_root(eval, call, call->args[0], 2, out);
}

/* pi, e; and atan2, of which the solvers do not say which argument is which coordinate. */
bool eval_inexact(eval_t *eval, const call_t *call, value_t *out) {
    *out = 0;
    return eval_unknown(eval, REASON_INEXACT, call->term);
}
