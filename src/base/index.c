#include "base/index.h"

#include "base/bug.h"

enum { FIRST_SLOTS = 64 };

void index_init(mem_t *mem, index_t *index) {
    index->slots = mem_zalloc(mem, FIRST_SLOTS, sizeof *index->slots);
    index->mask = FIRST_SLOTS - 1;
    index->len = 0;
}

void index_done(mem_t *mem, index_t *index) {
    mem_free(mem, index->slots);
    *index = (index_t){0};
}

static uint32_t free_place(const index_slot_t *slots, uint32_t mask, uint32_t hash) {
    uint32_t at = hash & mask;
    while (slots[at].id != 0)
        at = (at + 1) & mask;
    return at;
}

static void grow(mem_t *mem, index_t *index) {
    if (index->mask >= UINT32_MAX / 2)
        mem_fail(mem);
    uint32_t mask = index->mask * 2 + 1;
    index_slot_t *slots = mem_zalloc(mem, (size_t)mask + 1, sizeof *slots);
    mem_random_access(slots, ((size_t)mask + 1) * sizeof *slots);
    for (uint32_t i = 0; i <= index->mask; i++) {
        index_slot_t slot = index->slots[i];
        if (slot.id != 0)
            slots[free_place(slots, mask, slot.hash)] = slot;
    }
    mem_free(mem, index->slots);
    index->slots = slots;
    index->mask = mask;
}

void index_add(mem_t *mem, index_t *index, index_cursor_t cursor, uint32_t id) {
    assert(id != INDEX_NONE);
    if (index->len >= index->mask - index->mask / 4) { /* at most three quarters full */
        grow(mem, index);
        cursor.at = free_place(index->slots, index->mask, cursor.hash);
    }
    assert(index->slots[cursor.at].id == 0);
    index->slots[cursor.at] = (index_slot_t){cursor.hash, id + 1};
    index->len++;
}

/* No tombstones: of the entries after the hole, up to the next free slot, each moves back into it
 * unless that would put it before its home, where no search would find it. */
void index_drop(index_t *index, uint32_t hash, uint32_t id) {
    uint32_t hole = hash & index->mask;
    while (index->slots[hole].id != id + 1 || index->slots[hole].hash != hash) {
        assert(index->slots[hole].id != 0);
        hole = (hole + 1) & index->mask;
    }
    uint32_t at = hole;
    for (;;) {
        at = (at + 1) & index->mask;
        index_slot_t slot = index->slots[at];
        if (slot.id == 0)
            break;
        uint32_t home = slot.hash & index->mask;
        if (((at - home) & index->mask) >= ((at - hole) & index->mask)) {
            index->slots[hole] = slot;
            hole = at;
        }
    }
    index->slots[hole].id = 0;
    index->len--;
}
