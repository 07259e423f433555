/* fp_priv.h - what the files with the rules for floats share. */
#ifndef EVAL_FP_PRIV_H
#define EVAL_FP_PRIV_H

#include "eval/engine/eval_priv.h"
#include "eval/theory/fp.h"

static inline float_format_t format_of(const eval_t *eval, sort_t sort) {
    float_format_t format;
    sort_float_size(eval->bank, sort, &format.exponent, &format.significand);
    return format;
}

static inline float_format_t arg_format(const eval_t *eval, const call_t *call, uint32_t i) {
    return format_of(eval, call_sort(eval, call, i));
}

/* Whether floats of this size are evaluated. One operation on them is charged. */
static inline bool take_format(eval_t *eval, const call_t *call, float_format_t format) {
    uint64_t width = (uint64_t)format.exponent + format.significand;
    if (width > eval->limits.bits || width > BITS_MAX_WIDTH)
        return eval_unknown(eval, REASON_TOO_LARGE, call->term);
    uint64_t limbs = width / 64;
    return limbs <= 2 || eval_charge(eval, call, limbs * FLINT_BIT_COUNT(limbs));
}

#endif
