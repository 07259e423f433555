/* bits.h - bit-vectors of any width as values: up to 64 bits the number itself, wider ones an
 * object. */
#ifndef EVAL_BITS_H
#define EVAL_BITS_H

#include <flint/fmpz.h>

#include "eval/value.h"

/* Wider vectors are not evaluated: eval answers unknown before it makes one. */
enum { BITS_MAX_WIDTH = 1 << 20 };

/* The number modulo 2^width. */
value_t bits_of_fmpz(values_t *values, uint32_t width, const fmpz_t number);
value_t bits_of_u64(values_t *values, uint32_t width, uint64_t number);

/* The unsigned and the signed number. out is initialised by the caller. */
void bits_get_fmpz(const values_t *values, uint32_t width, value_t bits, fmpz_t out);
void bits_get_signed(const values_t *values, uint32_t width, value_t bits, fmpz_t out);

bool bits_test(const values_t *values, uint32_t width, value_t bits, uint32_t i);

/* The number when it fits, else limit: for shift distances. */
uint64_t bits_clamped(const values_t *values, uint32_t width, value_t bits, uint64_t limit);

#endif
