#include "base/map.h"

#include "base/bug.h"

#include <string.h>

#define FREE UINT32_MAX

enum { FIRST_SLOTS = 16 };

static uint32_t home(const map_t *map, uint32_t key) {
    return (uint32_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & map->mask;
}

static map_slot_t *locate(const map_t *map, uint32_t key) {
    uint32_t at = home(map, key);
    while (map->slots[at].key != FREE && map->slots[at].key != key)
        at = (at + 1) & map->mask;
    return &map->slots[at];
}

uint32_t map_get(const map_t *map, uint32_t key) {
    if (!map->slots)
        return MAP_NONE;
    map_slot_t *slot = locate(map, key);
    return slot->key == FREE ? MAP_NONE : slot->value;
}

static map_slot_t *new_slots(mem_t *mem, uint32_t count) {
    map_slot_t *slots = mem_alloc(mem, count * sizeof *slots);
    memset(slots, 0xFF, count * sizeof *slots);
    return slots;
}

static void grow(mem_t *mem, map_t *map) {
    if (map->mask >= UINT32_MAX / 2)
        mem_fail(mem);
    map_t bigger = {.mask = map->slots ? map->mask * 2 + 1 : FIRST_SLOTS - 1, .len = map->len};
    bigger.slots = new_slots(mem, bigger.mask + 1);
    for (uint32_t i = 0; map->slots && i <= map->mask; i++)
        if (map->slots[i].key != FREE)
            *locate(&bigger, map->slots[i].key) = map->slots[i];
    mem_free(mem, map->slots);
    *map = bigger;
}

uint32_t *map_put(mem_t *mem, map_t *map, uint32_t key) {
    assert(key != FREE);
    if (!map->slots || map->len >= map->mask - map->mask / 4)
        grow(mem, map);
    map_slot_t *slot = locate(map, key);
    if (slot->key == FREE) {
        *slot = (map_slot_t){key, MAP_NONE};
        map->len++;
    }
    return &slot->value;
}

void map_clear(map_t *map) {
    if (map->slots)
        memset(map->slots, 0xFF, ((size_t)map->mask + 1) * sizeof *map->slots);
    map->len = 0;
}

void map_free(mem_t *mem, map_t *map) {
    mem_free(mem, map->slots);
    *map = (map_t){0};
}
