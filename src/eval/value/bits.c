#include "eval/value/bits.h"

#include "base/bug.h"

#include <gmp.h>
#include <string.h>

/* The limbs of GMP and the words of FLINT are those of value.h. */
_Static_assert(sizeof(mp_limb_t) == sizeof(uint64_t) && GMP_NUMB_BITS == 64 && FLINT_BITS == 64,
               "bits.c wants 64-bit limbs");

uint64_t *bits_open(bits_room_t *room, values_t *values, uint32_t width) {
    uint32_t count = bits_limb_count(width);
    room->words = room->near;
    if (count + 1 > sizeof room->near / sizeof *room->near)
        room->words = mem_alloc(values->mem, (count + 1) * sizeof *room->words);
    room->words[0] = width;
    memset(room->words + 1, 0, count * sizeof *room->words);
    return room->words + 1;
}

value_t bits_close(bits_room_t *room, values_t *values, uint32_t width) {
    uint32_t count = bits_limb_count(width);
    room->words[count] &= bits_mask(width - (count - 1) * 64);
    value_t value =
        width <= 64 ? room->words[1] : value_make(values, OBJ_BITS, room->words, count + 1);
    bits_drop(room, values);
    return value;
}

void bits_drop(bits_room_t *room, values_t *values) {
    if (room->words != room->near)
        mem_free(values->mem, room->words);
    room->words = NULL;
}

value_t bits_of_u64(values_t *values, uint32_t width, uint64_t number) {
    if (width <= 64)
        return number & bits_mask(width);
    bits_room_t room;
    bits_open(&room, values, width)[0] = number;
    return bits_close(&room, values, width);
}

/* The lowest 64 bits, in two's complement. */
static uint64_t low_limb(const fmpz_t number) {
    if (!COEFF_IS_MPZ(*number))
        return (uint64_t)*number;
    const __mpz_struct *big = COEFF_TO_PTR(*number);
    uint64_t low = mpz_getlimbn(big, 0);
    return mpz_sgn(big) < 0 ? -low : low;
}

value_t bits_of_fmpz(values_t *values, uint32_t width, const fmpz_t number) {
    if (width <= 64)
        return low_limb(number) & bits_mask(width);
    bits_room_t room;
    uint64_t *limbs = bits_open(&room, values, width);
    if (fmpz_sgn(number) >= 0 && fmpz_bits(number) <= width) {
        fmpz_get_ui_array(limbs, bits_limb_count(width), number);
    } else {
        fmpz_t cut;
        fmpz_init(cut);
        fmpz_fdiv_r_2exp(cut, number, width);
        fmpz_get_ui_array(limbs, bits_limb_count(width), cut);
        fmpz_clear(cut);
    }
    return bits_close(&room, values, width);
}

void bits_get_fmpz(const values_t *values, uint32_t width, value_t bits, fmpz_t out) {
    if (width <= 64)
        fmpz_set_ui(out, bits);
    else
        fmpz_set_ui_array(out, bits_limbs(values, width, &bits), bits_limb_count(width));
}

void bits_get_signed(const values_t *values, uint32_t width, value_t bits, fmpz_t out) {
    bits_get_fmpz(values, width, bits, out);
    if (bits_test(values, width, bits, width - 1)) {
        fmpz_t size;
        fmpz_init(size);
        fmpz_one_2exp(size, width);
        fmpz_sub(out, out, size);
        fmpz_clear(size);
    }
}

bool bits_test(const values_t *values, uint32_t width, value_t bits, uint32_t i) {
    assert(i < width);
    return bits_limbs(values, width, &bits)[i / 64] >> (i % 64) & 1;
}

uint64_t bits_clamped(const values_t *values, uint32_t width, value_t bits, uint64_t limit) {
    const uint64_t *limbs = bits_limbs(values, width, &bits);
    for (uint32_t i = 1; i < bits_limb_count(width); i++)
        if (limbs[i] != 0)
            return limit;
    return limbs[0] < limit ? limbs[0] : limit;
}

void bits_copy(uint64_t *target, uint32_t at, const uint64_t *source, uint32_t from,
               uint32_t count) {
    while (count > 0) {
        /* As many as one limb of the target still takes; they may be spread over two limbs of the
         * source. */
        uint32_t room = 64 - at % 64;
        uint32_t take = count < room ? count : room;
        uint32_t skip = from % 64;
        uint64_t chunk = source[from / 64] >> skip;
        if (take > 64 - skip)
            chunk |= source[from / 64 + 1] << (64 - skip);
        target[at / 64] |= (chunk & bits_mask(take)) << (at % 64);
        at += take;
        from += take;
        count -= take;
    }
}

void bits_fill(uint64_t *target, uint32_t at, uint32_t count) {
    while (count > 0) {
        uint32_t room = 64 - at % 64;
        uint32_t take = count < room ? count : room;
        target[at / 64] |= bits_mask(take) << (at % 64);
        at += take;
        count -= take;
    }
}

bool bits_all(const uint64_t *limbs, uint32_t at, uint32_t count, bool bit) {
    while (count > 0) {
        uint32_t room = 64 - at % 64;
        uint32_t take = count < room ? count : room;
        uint64_t mask = bits_mask(take);
        if ((limbs[at / 64] >> (at % 64) & mask) != (bit ? mask : 0))
            return false;
        at += take;
        count -= take;
    }
    return true;
}
