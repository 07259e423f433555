/* bits.h - bit-vectors of any width as values: up to 64 bits the number itself, wider ones an
 * object.
 *
 * Code that serves all widths works on limbs, lowest first, which a value of either form has:
 *
 *     bits_room_t room;
 *     uint64_t *sum = bits_open(&room, values, width);            // zero limbs to write to
 *     mpn_add_n(sum, bits_limbs(values, width, &a), bits_limbs(values, width, &b),
 *               bits_limb_count(width));
 *     *out = bits_close(&room, values, width);                    // cuts to the width
 */
#ifndef EVAL_BITS_H
#define EVAL_BITS_H

#include <flint/fmpz.h>

#include "eval/value/value.h"

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

/* --- limbs --- */

static inline uint32_t bits_limb_count(uint32_t width) {
    return (width + 63) / 64;
}

/* The low width bits set, of width bits up to 64. */
static inline uint64_t bits_mask(uint32_t width) {
    return UINT64_MAX >> (64 - width);
}

/* The limbs of a value, good until the next object is made; a narrow value is its own limb. */
static inline const uint64_t *bits_limbs(const values_t *values, uint32_t width,
                                         const value_t *bits) {
    uint32_t count;
    return width <= 64 ? bits : value_words(values, *bits, &count) + 1;
}

/* Where a vector is built. Not to be copied. */
typedef struct bits_room {
    uint64_t *words;   /* the object's: the width, then the limbs */
    uint64_t near[18]; /* the words of vectors that are not very wide */
} bits_room_t;

/* Zero limbs for a vector of this width. */
uint64_t *bits_open(bits_room_t *room, values_t *values, uint32_t width);

/* The vector; bits above the width are cut off. */
value_t bits_close(bits_room_t *room, values_t *values, uint32_t width);

/* Instead of bits_close, when the limbs were work space only. */
void bits_drop(bits_room_t *room, values_t *values);

/* Ors count bits of source, from bit from on, into target from bit at on. */
void bits_copy(uint64_t *target, uint32_t at, const uint64_t *source, uint32_t from,
               uint32_t count);

/* Sets count bits of target from bit at on. */
void bits_fill(uint64_t *target, uint32_t at, uint32_t count);

/* Whether all of count bits from bit at on are as bit says. */
bool bits_all(const uint64_t *limbs, uint32_t at, uint32_t count, bool bit);

#endif
