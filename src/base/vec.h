/* vec.h - growable arrays.
 *
 * VEC(int) is an anonymous struct type; name it once where it is shared:
 *
 *     typedef VEC(uint32_t) u32_vec_t;
 *     u32_vec_t v = {0};
 *     *vec_push(mem, &v) = 7;          // vec_push returns the new, uninitialised place
 *     for (uint32_t i = 0; i < v.len; i++) use(v.data[i]);
 *     vec_free(mem, &v);
 *
 * A vector that is all zero is empty. Pointers into it are good until the next growth; so what is
 * assigned to vec_push() must not push to the same vector itself. Lengths are 32 bits; growth past
 * that is an allocation failure (mem.h). The macros evaluate their arguments more than once. */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include "base/mem.h"

#define VEC(type)                                                                                  \
    struct {                                                                                       \
        type *data;                                                                                \
        uint32_t len;                                                                              \
        uint32_t cap;                                                                              \
    }

typedef VEC(uint32_t) u32_vec_t;
typedef VEC(const char *) text_vec_t;

/* Returns data with room for at least want elements of the given size, and updates *cap. */
void *vec_grow(mem_t *mem, void *data, uint32_t *cap, uint64_t want, size_t size);

#define vec_reserve(mem, v, want)                                                                  \
    ((uint64_t)(want) <= (v)->cap                                                                  \
         ? (void)0                                                                                 \
         : (void)((v)->data = vec_grow((mem), (v)->data, &(v)->cap, (want), sizeof *(v)->data)))

#define vec_push(mem, v) (vec_reserve((mem), (v), (uint64_t)(v)->len + 1), (v)->data + (v)->len++)

/* count new uninitialised places at the end; the first of them, which is NULL for no places in a
 * vector that never had any. */
#define vec_extend(mem, v, count)                                                                  \
    (vec_reserve((mem), (v), (uint64_t)(v)->len + (count)), (v)->len += (uint32_t)(count),         \
     (v)->data ? (v)->data + ((v)->len - (uint32_t)(count)) : (v)->data)

#define vec_last(v) ((v)->data[(v)->len - 1])
#define vec_pop(v) ((v)->data[--(v)->len])

#define vec_free(mem, v) (mem_free((mem), (v)->data), (v)->data = NULL, (v)->len = 0, (v)->cap = 0)

#endif
