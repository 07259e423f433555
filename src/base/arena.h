/* arena.h - memory that is freed by the batch.
 *
 * Allocation moves a pointer; nothing is freed alone. arena_mark() remembers a moment and
 * arena_release() frees all that came after it, keeping the chunks for reuse.
 *
 *     arena_mark_t mark = arena_mark(&arena);
 *     char *name = arena_copy(&arena, text, len);
 *     arena_release(&arena, mark);     // name is gone
 *
 * Pointers stay valid until released: chunks never move. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "base/mem.h"

typedef struct arena_chunk arena_chunk_t;

typedef struct arena {
    mem_t *mem;
    arena_chunk_t *chunk; /* the one in use; older ones follow it */
    arena_chunk_t *spare; /* chunks given back by a release */
    size_t used;          /* bytes used in chunk */
} arena_t;

typedef struct arena_mark {
    arena_chunk_t *chunk;
    size_t used;
} arena_mark_t;

void arena_init(arena_t *arena, mem_t *mem);
void arena_done(arena_t *arena);

/* Aligned for any type up to 16 bytes. */
void *arena_alloc(arena_t *arena, size_t size);

/* A copy of len bytes with a NUL at its end; not aligned. text may be NULL when len is 0. */
char *arena_copy(arena_t *arena, const char *text, size_t len);

/* Marks are released in reverse order; releasing one ends all that were taken after it. */
arena_mark_t arena_mark(const arena_t *arena);
void arena_release(arena_t *arena, arena_mark_t mark);

#endif
