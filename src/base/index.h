/* index.h - the table of hashes and ids that interners look things up in.
 *
 * It maps hashes to ids and leaves comparing to its owner, who keeps the things themselves:
 *
 *     index_cursor_t at = index_find(&index, hash);
 *     while ((id = index_next(&index, &at)) != INDEX_NONE)
 *         if (same(thing[id], key)) return id;
 *     index_add(mem, &index, at, id);             // at is now the free place
 *
 * Between the search and index_add() the table must not change. Any entry can be dropped again; a
 * table that shrinks keeps its slots. */
#ifndef BASE_INDEX_H
#define BASE_INDEX_H

#include "base/mem.h"

#define INDEX_NONE UINT32_MAX

typedef struct index_slot {
    uint32_t hash;
    uint32_t id; /* id + 1; 0 is a free slot */
} index_slot_t;

typedef struct index {
    index_slot_t *slots;
    uint32_t mask; /* number of slots - 1 */
    uint32_t len;
} index_t;

typedef struct index_cursor {
    uint32_t hash;
    uint32_t at;
} index_cursor_t;

void index_init(mem_t *mem, index_t *index);
void index_done(mem_t *mem, index_t *index);

static inline index_cursor_t index_find(const index_t *index, uint32_t hash) {
    return (index_cursor_t){hash, hash & index->mask};
}

/* The next id with the cursor's hash, or INDEX_NONE with the cursor at the free place. */
static inline uint32_t index_next(const index_t *index, index_cursor_t *cursor) {
    for (;;) {
        index_slot_t slot = index->slots[cursor->at];
        if (slot.id == 0)
            return INDEX_NONE;
        cursor->at = (cursor->at + 1) & index->mask;
        if (slot.hash == cursor->hash)
            return slot.id - 1;
    }
}

/* Adds id, which is not INDEX_NONE, where a search for its hash ended. */
void index_add(mem_t *mem, index_t *index, index_cursor_t cursor, uint32_t id);

/* Removes the entry with this hash and id, which must be there. */
void index_drop(index_t *index, uint32_t hash, uint32_t id);

#endif
