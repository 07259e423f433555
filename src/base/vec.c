#include "base/vec.h"

void *vec_grow(mem_t *mem, void *data, uint32_t *cap, uint64_t want, size_t size) {
    uint64_t room = *cap < 8 ? 8 : *cap + (uint64_t)*cap / 2;
    if (room < want)
        room = want;
    if (room > UINT32_MAX)
        room = UINT32_MAX;
    if (want > room)
        mem_fail(mem);
    void *grown = mem_resize(mem, data, room * size);
    *cap = (uint32_t)room;
    return grown;
}
