/* Bit-vectors. Every operator has a path for 64 bits, in which a value is its number, and one on
 * limbs for all widths. */
#include "eval/engine/eval_priv.h"
#include "eval/value/bits.h"
#include "eval/value/num.h"

#include "base/bug.h"

#include <gmp.h>
#include <string.h>

static uint32_t arg_width(const eval_t *eval, const call_t *call, uint32_t i) {
    return sort_width(eval->bank, call_sort(eval, call, i));
}

static uint32_t result_width(const eval_t *eval, const call_t *call) {
    return sort_width(eval->bank, call->sort);
}

/* Whether vectors of this width are evaluated. One operation on them is charged. */
static bool take_width(eval_t *eval, const call_t *call, uint32_t width) {
    if (width > eval->limits.bits || width > BITS_MAX_WIDTH)
        return eval_unknown(eval, REASON_TOO_LARGE, call->term);
    return width <= 64 || eval_charge(eval, call, (uint64_t)bits_limb_count(width) * call->count);
}

/* The same for a product or a quotient, which costs more than a pass over the limbs. */
static bool take_product(eval_t *eval, const call_t *call, uint32_t width) {
    uint64_t limbs = bits_limb_count(width);
    return take_width(eval, call, width) &&
           (width <= 64 || eval_charge(eval, call, limbs * FLINT_BIT_COUNT(limbs) * call->count));
}

/* The number as a signed one, in 64 bits. */
static int64_t to_signed(uint64_t number, uint32_t width) {
    return (int64_t)(number << (64 - width)) >> (64 - width);
}

static bool has_sign(const uint64_t *limbs, uint32_t width) {
    return limbs[(width - 1) / 64] >> ((width - 1) % 64) & 1;
}

/* target = -source, in its width. They may be the same. */
static void negate(uint64_t *target, const uint64_t *source, uint32_t width) {
    uint32_t count = bits_limb_count(width);
    mpn_neg(target, source, count);
    target[count - 1] &= bits_mask(width - (count - 1) * 64);
}

/* --- bitwise --- */

static inline uint64_t combine(op_t op, uint64_t a, uint64_t b) {
    switch (op) {
    case OP_BVAND:
        return a & b;
    case OP_BVOR:
        return a | b;
    case OP_BVXOR:
        return a ^ b;
    case OP_BVXNOR:
        return ~(a ^ b);
    case OP_BVNAND:
        return ~(a & b);
    case OP_BVNOR:
        return ~(a | b);
    default:
        BUG("%s is not bitwise", op_info(op)->name);
    }
}

bool eval_bv_bitwise(eval_t *eval, const call_t *call, value_t *out) {
    uint32_t width = result_width(eval, call);
    if (!take_width(eval, call, width))
        return false;
    /* Only z3 takes one argument; it negates it, where the row's LEFT would give it back. */
    if (call->op == OP_BVXNOR && call->count == 1)
        return eval_unknown(eval, REASON_UNSUPPORTED, call->term);
    if (width <= 64) {
        uint64_t bits = call->args[0];
        for (uint32_t i = 1; i < call->count; i++)
            bits = combine(call->op, bits, call->args[i]);
        *out = bits & bits_mask(width);
        return true;
    }
    bits_room_t room;
    uint64_t *bits = bits_open(&room, eval->values, width);
    bits_copy(bits, 0, bits_limbs(eval->values, width, &call->args[0]), 0, width);
    for (uint32_t i = 1; i < call->count; i++) {
        const uint64_t *next = bits_limbs(eval->values, width, &call->args[i]);
        for (uint32_t k = 0; k < bits_limb_count(width); k++)
            bits[k] = combine(call->op, bits[k], next[k]);
    }
    *out = bits_close(&room, eval->values, width);
    return true;
}

bool eval_bv_not(eval_t *eval, const call_t *call, value_t *out) {
    uint32_t width = result_width(eval, call);
    if (!take_width(eval, call, width))
        return false;
    bits_room_t room;
    uint64_t *bits = bits_open(&room, eval->values, width);
    mpn_com(bits, bits_limbs(eval->values, width, call->args), bits_limb_count(width));
    *out = bits_close(&room, eval->values, width);
    return true;
}

bool eval_bv_neg(eval_t *eval, const call_t *call, value_t *out) {
    uint32_t width = result_width(eval, call);
    if (!take_width(eval, call, width))
        return false;
    bits_room_t room;
    uint64_t *bits = bits_open(&room, eval->values, width);
    negate(bits, bits_limbs(eval->values, width, call->args), width);
    *out = bits_close(&room, eval->values, width);
    return true;
}

/* bvredand and bvredor: one bit. */
bool eval_bv_reduce(eval_t *eval, const call_t *call, value_t *out) {
    uint32_t width = arg_width(eval, call, 0);
    if (!take_width(eval, call, width))
        return false;
    const uint64_t *bits = bits_limbs(eval->values, width, call->args);
    *out =
        call->op == OP_BVREDAND ? bits_all(bits, 0, width, true) : !bits_all(bits, 0, width, false);
    return true;
}

bool eval_bv_ite(eval_t *eval, const call_t *call, value_t *out) {
    (void)eval;
    *out = call->args[call->args[0] ? 1 : 2];
    return true;
}

/* --- sums and products --- */

/* bvadd of any number, bvsub of two. */
bool eval_bv_sum(eval_t *eval, const call_t *call, value_t *out) {
    uint32_t width = result_width(eval, call);
    if (!take_width(eval, call, width))
        return false;
    if (width <= 64) {
        uint64_t sum = call->args[0];
        for (uint32_t i = 1; i < call->count; i++)
            sum = call->op == OP_BVADD ? sum + call->args[i] : sum - call->args[i];
        *out = sum & bits_mask(width);
        return true;
    }
    bits_room_t room;
    uint64_t *sum = bits_open(&room, eval->values, width);
    uint32_t count = bits_limb_count(width);
    bits_copy(sum, 0, bits_limbs(eval->values, width, &call->args[0]), 0, width);
    for (uint32_t i = 1; i < call->count; i++) {
        const uint64_t *next = bits_limbs(eval->values, width, &call->args[i]);
        if (call->op == OP_BVADD)
            mpn_add_n(sum, sum, next, count);
        else
            mpn_sub_n(sum, sum, next, count);
    }
    *out = bits_close(&room, eval->values, width);
    return true;
}

bool eval_bv_mul(eval_t *eval, const call_t *call, value_t *out) {
    uint32_t width = result_width(eval, call);
    if (!take_product(eval, call, width))
        return false;
    if (width <= 64) {
        uint64_t product = call->args[0];
        for (uint32_t i = 1; i < call->count; i++)
            product *= call->args[i];
        *out = product & bits_mask(width);
        return true;
    }
    uint32_t count = bits_limb_count(width);
    bits_room_t room;
    bits_room_t twice; /* a full product */
    uint64_t *product = bits_open(&room, eval->values, width);
    uint64_t *full = bits_open(&twice, eval->values, 2 * 64 * count);
    bits_copy(product, 0, bits_limbs(eval->values, width, &call->args[0]), 0, width);
    for (uint32_t i = 1; i < call->count; i++) {
        mpn_mul_n(full, product, bits_limbs(eval->values, width, &call->args[i]), count);
        memcpy(product, full, count * sizeof *full);
    }
    bits_drop(&twice, eval->values);
    *out = bits_close(&room, eval->values, width);
    return true;
}

/* --- division --- */

/* What the division is about, whatever it is called. */
typedef struct division {
    bool is_signed;
    bool quotient;
    bool modulo; /* the remainder takes the sign of the divisor */
} division_t;

static division_t division_of(op_t op) {
    switch (op) {
    case OP_BVUDIV:
    case OP_BVUDIV_I:
    case OP_BVUDIV0:
        return (division_t){.quotient = true};
    case OP_BVUREM:
    case OP_BVUREM_I:
    case OP_BVUREM0:
        return (division_t){0};
    case OP_BVSDIV:
    case OP_BVSDIV_I:
    case OP_BVSDIV0:
        return (division_t){.is_signed = true, .quotient = true};
    case OP_BVSREM:
    case OP_BVSREM_I:
    case OP_BVSREM0:
        return (division_t){.is_signed = true};
    case OP_BVSMOD:
    case OP_BVSMOD_I:
    case OP_BVSMOD0:
        return (division_t){.is_signed = true, .modulo = true};
    default:
        BUG("%s is no division", op_info(op)->name);
    }
}

/* The standard defines the signed divisions by the unsigned ones on absolute values, also where the
 * divisor is 0. */
static uint64_t divide(division_t what, uint32_t width, uint64_t a, uint64_t b) {
    uint64_t mask = bits_mask(width);
    bool a_negative = what.is_signed && a >> (width - 1);
    bool b_negative = what.is_signed && b >> (width - 1);
    uint64_t x = a_negative ? -a & mask : a;
    uint64_t y = b_negative ? -b & mask : b;
    if (what.quotient) {
        uint64_t quotient = y == 0 ? mask : x / y;
        return a_negative == b_negative ? quotient : -quotient & mask;
    }
    uint64_t rest = y == 0 ? x : x % y;
    if (a_negative)
        rest = -rest & mask;
    if (what.modulo && rest != 0 && a_negative != b_negative)
        rest = (rest + b) & mask;
    return rest;
}

/* quotient and rest of x by y, all of count limbs; by 0 as the standard wants it. */
static void divide_limbs(uint64_t *quotient, uint64_t *rest, const uint64_t *x, const uint64_t *y,
                         uint32_t count) {
    uint32_t used = count;
    while (used > 0 && y[used - 1] == 0)
        used--;
    if (used == 0) {
        memset(quotient, 0xFF, count * sizeof *quotient);
        memcpy(rest, x, count * sizeof *rest);
        return;
    }
    memset(quotient, 0, count * sizeof *quotient);
    memset(rest, 0, count * sizeof *rest);
    mpn_tdiv_qr(quotient, rest, 0, x, count, y, used);
}

static value_t divide_wide(values_t *values, division_t what, uint32_t width, const value_t *args) {
    uint32_t count = bits_limb_count(width);
    bits_room_t rooms[4];
    uint64_t *quotient = bits_open(&rooms[0], values, width);
    uint64_t *rest = bits_open(&rooms[1], values, width);
    uint64_t *x = bits_open(&rooms[2], values, width);
    uint64_t *y = bits_open(&rooms[3], values, width);
    const uint64_t *a = bits_limbs(values, width, &args[0]);
    const uint64_t *b = bits_limbs(values, width, &args[1]);
    bool a_negative = what.is_signed && has_sign(a, width);
    bool b_negative = what.is_signed && has_sign(b, width);
    memcpy(x, a, count * sizeof *x);
    memcpy(y, b, count * sizeof *y);
    if (a_negative)
        negate(x, x, width);
    if (b_negative)
        negate(y, y, width);
    divide_limbs(quotient, rest, x, y, count);
    if (a_negative != b_negative)
        negate(quotient, quotient, width);
    if (a_negative)
        negate(rest, rest, width);
    if (what.modulo && a_negative != b_negative && !mpn_zero_p(rest, count))
        mpn_add_n(rest, rest, b, count);
    bits_drop(&rooms[3], values);
    bits_drop(&rooms[2], values);
    bits_drop(&rooms[what.quotient ? 1 : 0], values);
    return bits_close(&rooms[what.quotient ? 0 : 1], values, width);
}

static value_t divide_any(values_t *values, division_t what, uint32_t width, const value_t *args) {
    return width <= 64 ? divide(what, width, args[0], args[1])
                       : divide_wide(values, what, width, args);
}

bool eval_bv_divide(eval_t *eval, const call_t *call, value_t *out) {
    uint32_t width = result_width(eval, call);
    if (!take_product(eval, call, width))
        return false;
    *out = divide_any(eval->values, division_of(call->op), width, call->args);
    return true;
}

/* z3's bvudiv0(x) and bvudiv_i(x, 0). It lets a model say what bvudiv0 is, so what the standard
 * says for bvudiv by 0 is a choice, no fact. */
bool eval_bv_divide_open(eval_t *eval, const call_t *call, value_t *out) {
    uint32_t width = result_width(eval, call);
    if (!take_product(eval, call, width))
        return false;
    value_t zero = bits_of_u64(eval->values, width, 0);
    value_t args[] = {call->args[0], call->count == 2 ? call->args[1] : zero};
    value_t usual = divide_any(eval->values, division_of(call->op), width, args);
    if (args[1] != zero) {
        *out = usual;
        return true;
    }
    return eval_open(eval, call, call->op, call->args, call->count, &usual, out);
}

/* --- shifts and rotations --- */

bool eval_bv_shift(eval_t *eval, const call_t *call, value_t *out) {
    values_t *values = eval->values;
    uint32_t width = result_width(eval, call);
    if (!take_width(eval, call, width))
        return false;
    uint32_t by = (uint32_t)bits_clamped(values, width, call->args[1], width);
    if (width <= 64) {
        uint64_t bits = call->args[0];
        bool negative = call->op == OP_BVASHR && bits >> (width - 1);
        if (by == width)
            bits = negative ? UINT64_MAX : 0;
        else if (call->op == OP_BVSHL)
            bits <<= by;
        else
            bits = negative ? ~(~(bits | ~bits_mask(width)) >> by) : bits >> by;
        *out = bits & bits_mask(width);
        return true;
    }
    bits_room_t room;
    uint64_t *target = bits_open(&room, values, width);
    const uint64_t *source = bits_limbs(values, width, call->args);
    if (call->op == OP_BVSHL)
        bits_copy(target, by, source, 0, width - by);
    else
        bits_copy(target, 0, source, by, width - by);
    if (call->op == OP_BVASHR && has_sign(source, width))
        bits_fill(target, width - by, by);
    *out = bits_close(&room, values, width);
    return true;
}

/* by < width. */
static value_t rotate_left(values_t *values, uint32_t width, value_t bits, uint32_t by) {
    bits_room_t room;
    uint64_t *target = bits_open(&room, values, width);
    const uint64_t *source = bits_limbs(values, width, &bits);
    bits_copy(target, by, source, 0, width - by);
    bits_copy(target, 0, source, width - by, by);
    return bits_close(&room, values, width);
}

bool eval_bv_rotate(eval_t *eval, const call_t *call, value_t *out) {
    uint32_t width = result_width(eval, call);
    uint32_t by;
    if (!take_width(eval, call, width))
        return false;
    if (!call_index(eval, call, 0, &by))
        return eval_unknown(eval, REASON_TOO_LARGE, call->term);
    by %= width;
    if (call->op == OP_ROTATE_RIGHT && by > 0)
        by = width - by;
    *out = rotate_left(eval->values, width, call->args[0], by);
    return true;
}

/* z3: by the number modulo the width. */
bool eval_bv_rotate_by(eval_t *eval, const call_t *call, value_t *out) {
    uint32_t width = result_width(eval, call);
    if (!take_width(eval, call, width))
        return false;
    uint32_t by = (uint32_t)mpn_mod_1(bits_limbs(eval->values, width, &call->args[1]),
                                      bits_limb_count(width), width);
    if (call->op == OP_EXT_ROTATE_RIGHT && by > 0)
        by = width - by;
    *out = rotate_left(eval->values, width, call->args[0], by);
    return true;
}

/* --- putting together and taking apart --- */

bool eval_bv_concat(eval_t *eval, const call_t *call, value_t *out) {
    values_t *values = eval->values;
    uint32_t width = result_width(eval, call);
    if (!take_width(eval, call, width))
        return false;
    if (width <= 64 && call->count == 2) {
        *out = call->args[0] << arg_width(eval, call, 1) | call->args[1];
        return true;
    }
    bits_room_t room;
    uint64_t *target = bits_open(&room, values, width);
    uint32_t at = 0;
    for (uint32_t i = call->count; i-- > 0;) {
        uint32_t part = arg_width(eval, call, i);
        bits_copy(target, at, bits_limbs(values, part, &call->args[i]), 0, part);
        at += part;
    }
    *out = bits_close(&room, values, width);
    return true;
}

bool eval_bv_extract(eval_t *eval, const call_t *call, value_t *out) {
    values_t *values = eval->values;
    uint32_t width = result_width(eval, call);
    uint32_t whole = arg_width(eval, call, 0);
    uint32_t low;
    if (!take_width(eval, call, width))
        return false;
    if (!call_index(eval, call, 1, &low))
        return eval_unknown(eval, REASON_TOO_LARGE, call->term);
    if (whole <= 64) {
        *out = call->args[0] >> low & bits_mask(width);
        return true;
    }
    bits_room_t room;
    uint64_t *target = bits_open(&room, values, width);
    bits_copy(target, 0, bits_limbs(values, whole, call->args), low, width);
    *out = bits_close(&room, values, width);
    return true;
}

bool eval_bv_repeat(eval_t *eval, const call_t *call, value_t *out) {
    values_t *values = eval->values;
    uint32_t width = result_width(eval, call);
    uint32_t part = arg_width(eval, call, 0);
    if (!take_width(eval, call, width) || !eval_charge(eval, call, width / part))
        return false;
    bits_room_t room;
    uint64_t *target = bits_open(&room, values, width);
    for (uint32_t at = 0; at < width; at += part)
        bits_copy(target, at, bits_limbs(values, part, call->args), 0, part);
    *out = bits_close(&room, values, width);
    return true;
}

bool eval_bv_extend(eval_t *eval, const call_t *call, value_t *out) {
    values_t *values = eval->values;
    uint32_t width = result_width(eval, call);
    uint32_t part = arg_width(eval, call, 0);
    bool is_signed = call->op == OP_SIGN_EXTEND;
    if (!take_width(eval, call, width))
        return false;
    if (width <= 64) {
        *out = (is_signed ? (uint64_t)to_signed(call->args[0], part) : call->args[0]) &
               bits_mask(width);
        return true;
    }
    bits_room_t room;
    uint64_t *target = bits_open(&room, values, width);
    const uint64_t *source = bits_limbs(values, part, call->args);
    bits_copy(target, 0, source, 0, part);
    if (is_signed && has_sign(source, part))
        bits_fill(target, part, width - part);
    *out = bits_close(&room, values, width);
    return true;
}

/* (_ bit2bool i), (_ @bit i) */
bool eval_bv_bit(eval_t *eval, const call_t *call, value_t *out) {
    uint32_t i;
    if (!call_index(eval, call, 0, &i))
        return eval_unknown(eval, REASON_TOO_LARGE, call->term);
    *out = bits_test(eval->values, arg_width(eval, call, 0), call->args[0], i);
    return true;
}

/* mkbv, @from_bools: the first is the lowest bit, in both. */
bool eval_bv_of_bools(eval_t *eval, const call_t *call, value_t *out) {
    uint32_t width = result_width(eval, call);
    if (!take_width(eval, call, width))
        return false;
    bits_room_t room;
    uint64_t *target = bits_open(&room, eval->values, width);
    for (uint32_t i = 0; i < call->count; i++)
        target[i / 64] |= call->args[i] << (i % 64);
    *out = bits_close(&room, eval->values, width);
    return true;
}

/* bit0, bit1 */
bool eval_bv_constant(eval_t *eval, const call_t *call, value_t *out) {
    (void)eval;
    *out = call->op == OP_BIT1;
    return true;
}

/* --- comparisons --- */

/* Below 0, 0 or above 0. */
static int compare(const values_t *values, uint32_t width, bool is_signed, value_t a, value_t b) {
    if (a == b)
        return 0;
    if (width <= 64) {
        uint64_t flip = is_signed ? (uint64_t)1 << (width - 1) : 0;
        return (a ^ flip) < (b ^ flip) ? -1 : 1;
    }
    const uint64_t *x = bits_limbs(values, width, &a);
    const uint64_t *y = bits_limbs(values, width, &b);
    if (is_signed && has_sign(x, width) != has_sign(y, width))
        return has_sign(x, width) ? -1 : 1;
    return mpn_cmp(x, y, bits_limb_count(width));
}

bool eval_bv_compare(eval_t *eval, const call_t *call, value_t *out) {
    uint32_t width = arg_width(eval, call, 0);
    if (!take_width(eval, call, width))
        return false;
    bool is_signed = call->op == OP_BVSLT || call->op == OP_BVSLE || call->op == OP_BVSGT ||
                     call->op == OP_BVSGE || call->op == OP_BVSLTBV;
    int order = compare(eval->values, width, is_signed, call->args[0], call->args[1]);
    switch (call->op) {
    case OP_BVULT:
    case OP_BVSLT:
    case OP_BVULTBV:
    case OP_BVSLTBV:
        *out = order < 0;
        return true;
    case OP_BVULE:
    case OP_BVSLE:
        *out = order <= 0;
        return true;
    case OP_BVUGT:
    case OP_BVSGT:
        *out = order > 0;
        return true;
    case OP_BVUGE:
    case OP_BVSGE:
        *out = order >= 0;
        return true;
    case OP_BVCOMP:
        *out = order == 0;
        return true;
    default:
        BUG("%s is no comparison", op_info(call->op)->name);
    }
}

/* --- overflow --- */

/* Where the exact product lies. */
typedef enum { PRODUCT_FITS, PRODUCT_BELOW, PRODUCT_ABOVE } product_t;

static product_t place_product(values_t *values, uint32_t width, bool is_signed, value_t a,
                               value_t b) {
    uint32_t count = bits_limb_count(width);
    bits_room_t rooms[3];
    uint64_t *x = bits_open(&rooms[0], values, width);
    uint64_t *y = bits_open(&rooms[1], values, width);
    uint64_t *product = bits_open(&rooms[2], values, 2 * 64 * count);
    memcpy(x, bits_limbs(values, width, &a), count * sizeof *x);
    memcpy(y, bits_limbs(values, width, &b), count * sizeof *y);
    bool negative = false;
    if (is_signed && has_sign(x, width)) {
        negate(x, x, width);
        negative = true;
    }
    if (is_signed && has_sign(y, width)) {
        negate(y, y, width);
        negative = !negative;
    }
    mpn_mul_n(product, x, y, count);
    uint32_t room = is_signed ? width - 1 : width; /* bits that the absolute value may have */
    bool fits = bits_all(product, room, 2 * 64 * count - room, false);
    if (!fits && negative) /* the smallest one */
        fits = bits_all(product, 0, room, false) && (product[room / 64] >> (room % 64) & 1) &&
               bits_all(product, room + 1, 2 * 64 * count - room - 1, false);
    for (uint32_t i = 0; i < 3; i++)
        bits_drop(&rooms[i], values);
    return fits ? PRODUCT_FITS : negative ? PRODUCT_BELOW : PRODUCT_ABOVE;
}

bool eval_bv_mul_overflow(eval_t *eval, const call_t *call, value_t *out) {
    uint32_t width = arg_width(eval, call, 0);
    value_t a = call->args[0];
    value_t b = call->args[1];
    if (!take_product(eval, call, width))
        return false;
    bool is_signed = call->op != OP_BVUMULO && call->op != OP_BVUMUL_NOOVFL;
    product_t place = place_product(eval->values, width, is_signed, a, b);
    switch (call->op) {
    case OP_BVUMULO:
    case OP_BVSMULO:
        *out = place != PRODUCT_FITS;
        return true;
    case OP_BVUMUL_NOOVFL:
        *out = place == PRODUCT_FITS;
        return true;
    case OP_BVSMUL_NOOVFL:
        /* With one bit, -1 * -1 is 1 and exceeds the largest, 0; z3 says that it does not. */
        if (width == 1 && place == PRODUCT_ABOVE)
            return eval_unknown(eval, REASON_UNSUPPORTED, call->term);
        *out = place != PRODUCT_ABOVE;
        return true;
    case OP_BVSMUL_NOUDFL:
        *out = place != PRODUCT_BELOW;
        return true;
    default:
        BUG("%s is no overflow of a product", op_info(call->op)->name);
    }
}

/* Whether this is the smallest signed number. */
static bool is_smallest(const values_t *values, uint32_t width, value_t bits) {
    const uint64_t *limbs = bits_limbs(values, width, &bits);
    return has_sign(limbs, width) && bits_all(limbs, 0, width - 1, false);
}

static bool sum_overflows(const eval_t *eval, const call_t *call, uint32_t width, value_t sum) {
    const values_t *values = eval->values;
    bool a = bits_test(values, width, call->args[0], width - 1);
    bool b = bits_test(values, width, call->args[1], width - 1);
    bool r = bits_test(values, width, sum, width - 1);
    switch (call->op) {
    case OP_BVUADDO: /* it wrapped around */
        return compare(values, width, false, sum, call->args[0]) < 0;
    case OP_BVUSUBO:
        return compare(values, width, false, call->args[0], call->args[1]) < 0;
    case OP_BVSADDO:
        return a == b && r != a;
    case OP_BVSSUBO:
        return a != b && r != a;
    default:
        BUG("%s is no overflow of a sum", op_info(call->op)->name);
    }
}

bool eval_bv_sum_overflow(eval_t *eval, const call_t *call, value_t *out) {
    call_t sum = *call;
    sum.op = call->op == OP_BVUADDO || call->op == OP_BVSADDO ? OP_BVADD : OP_BVSUB;
    sum.sort = call_sort(eval, call, 0);
    value_t bits;
    if (!eval_bv_sum(eval, &sum, &bits))
        return false;
    *out = sum_overflows(eval, call, arg_width(eval, call, 0), bits);
    return true;
}

/* bvnego, bvsdivo: the absolute value of the smallest number is one too large. */
bool eval_bv_neg_overflow(eval_t *eval, const call_t *call, value_t *out) {
    const values_t *values = eval->values;
    uint32_t width = arg_width(eval, call, 0);
    if (!take_width(eval, call, width))
        return false;
    *out = is_smallest(values, width, call->args[0]) &&
           (call->op == OP_BVNEGO ||
            bits_all(bits_limbs(values, width, &call->args[1]), 0, width, true));
    return true;
}

/* --- integers --- */

bool eval_bv_to_int(eval_t *eval, const call_t *call, value_t *out) {
    values_t *values = eval->values;
    uint32_t width = arg_width(eval, call, 0);
    bool is_signed = call->op == OP_SBV_TO_INT;
    if (!take_width(eval, call, width))
        return false;
    if (width <= 64) {
        *out = is_signed ? num_of_i64(values, to_signed(call->args[0], width))
                         : num_of_u64(values, call->args[0]);
        return true;
    }
    fmpz_t number;
    fmpz_init(number);
    if (is_signed)
        bits_get_signed(values, width, call->args[0], number);
    else
        bits_get_fmpz(values, width, call->args[0], number);
    *out = num_of_fmpz(values, number);
    fmpz_clear(number);
    return true;
}

/* int_to_bv, @bv */
bool eval_bv_of_int(eval_t *eval, const call_t *call, value_t *out) {
    values_t *values = eval->values;
    uint32_t width = result_width(eval, call);
    value_t number = call->args[0];
    if (!take_width(eval, call, width))
        return false;
    if (num_is_small(number) && width <= 64) {
        *out = (uint64_t)num_small(number) & bits_mask(width);
        return true;
    }
    fmpz_t big;
    fmpz_init(big);
    num_get_fmpz(values, number, big);
    *out = bits_of_fmpz(values, width, big);
    fmpz_clear(big);
    return true;
}

/* @bvsize */
bool eval_bv_size(eval_t *eval, const call_t *call, value_t *out) {
    *out = num_of_small(arg_width(eval, call, 0));
    return true;
}
