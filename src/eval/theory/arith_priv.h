/* arith_priv.h - exact arithmetic on numbers, within the limits of an evaluator: what the rules of
 * Ints, Reals and their extensions share, and other theories may use for counts and lengths.
 *
 * All of them store the result and return true, or note the reason (TOO_LARGE, BUDGET) and return
 * false. Small integers are quick everywhere. */
#ifndef EVAL_ARITH_PRIV_H
#define EVAL_ARITH_PRIV_H

#include "eval/engine/eval_priv.h"
#include "eval/value/num.h"

/* args[0] + args[1] + ..., or args[0] - args[1] - ...; count is at least 1. */
bool arith_sum(eval_t *eval, const call_t *call, const value_t *args, uint32_t count, bool minus,
               value_t *out);
bool arith_product(eval_t *eval, const call_t *call, const value_t *args, uint32_t count,
                   value_t *out);
bool arith_negate(eval_t *eval, const call_t *call, value_t num, value_t *out);

/* a / b; b is not 0. */
bool arith_divide(eval_t *eval, const call_t *call, value_t a, value_t b, value_t *out);

/* Of integers; b is not 0. The remainder is never negative. */
bool arith_div_mod(eval_t *eval, const call_t *call, value_t a, value_t b, value_t *quotient,
                   value_t *remainder);

/* base to the power of an integer; base is not 0 when the exponent is not above 0. */
bool arith_power(eval_t *eval, const call_t *call, value_t base, value_t exponent, value_t *out);

/* The n-th root, n > 0, of a number that is not negative. */
bool arith_root(eval_t *eval, const call_t *call, value_t num, uint64_t n, value_t *out);

/* The largest integer that is not above the number. */
value_t arith_floor(values_t *values, value_t num);

/* -1, 0 or 1 in *order; charges for what is not small. */
bool arith_compare(eval_t *eval, const call_t *call, value_t a, value_t b, int *order);

/* Makes the number when it is within the limits. */
bool arith_of_fmpz(eval_t *eval, const call_t *call, const fmpz_t i, value_t *out);
bool arith_of_fmpq(eval_t *eval, const call_t *call, const fmpq_t q, value_t *out);
bool arith_of_root(eval_t *eval, const call_t *call, const qqbar_t root, value_t *out);

/* An index of an operator or sort: the word itself, or the numeral of any length that it names. */
void arith_index(const bank_t *bank, uint32_t word, fmpz_t out);

/* Decimal digits, maybe after a '-', of any length: bounded by the caller. text ends in NUL. */
void arith_digits(const char *text, fmpz_t out);

#endif
