/* map.h - 32-bit keys to 32-bit values.
 *
 *     map_t map = {0};
 *     *map_put(mem, &map, key) = value;         // a new key starts at MAP_NONE
 *     uint32_t value = map_get(&map, key);      // MAP_NONE when the key is not there
 *     map_free(mem, &map);
 *
 * A map that is all zero is empty. The key UINT32_MAX cannot be put. */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include "base/mem.h"

#define MAP_NONE UINT32_MAX

typedef struct map_slot {
    uint32_t key;
    uint32_t value;
} map_slot_t;

typedef struct map {
    map_slot_t *slots;
    uint32_t mask;
    uint32_t len;
} map_t;

uint32_t map_get(const map_t *map, uint32_t key);

/* The place of key's value, good until the next map_put. */
uint32_t *map_put(mem_t *mem, map_t *map, uint32_t key);

/* Forgets all keys and keeps the memory. Costs as much as the map was ever large. */
void map_clear(map_t *map);
void map_free(mem_t *mem, map_t *map);

#endif
