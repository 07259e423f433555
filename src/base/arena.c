#include "base/arena.h"

#include "base/bug.h"

#include <string.h>

enum { CHUNK_SIZE = 64 * 1024, ALIGN = 16 };

struct arena_chunk {
    arena_chunk_t *older;
    size_t size; /* of data; a multiple of ALIGN, so that aligning never leaves the chunk */
    _Alignas(ALIGN) char data[];
};

_Static_assert(ALIGN <= _Alignof(max_align_t), "blocks of mem_t are not aligned enough");

void arena_init(arena_t *arena, mem_t *mem) {
    *arena = (arena_t){.mem = mem};
}

static void free_chunks(mem_t *mem, arena_chunk_t *chunk) {
    while (chunk) {
        arena_chunk_t *older = chunk->older;
        mem_free(mem, chunk);
        chunk = older;
    }
}

void arena_done(arena_t *arena) {
    free_chunks(arena->mem, arena->chunk);
    free_chunks(arena->mem, arena->spare);
    arena_init(arena, arena->mem);
}

static size_t align(size_t size) {
    return (size + ALIGN - 1) / ALIGN * ALIGN;
}

static void add_chunk(arena_t *arena, size_t size) {
    arena_chunk_t *chunk = arena->spare;
    if (chunk && chunk->size >= size) {
        arena->spare = chunk->older;
    } else {
        if (size > SIZE_MAX / 4) /* far from where the sums below wrap around */
            mem_fail(arena->mem);
        size_t room = size > CHUNK_SIZE ? align(size) : CHUNK_SIZE;
        chunk = mem_alloc(arena->mem, sizeof *chunk + room);
        chunk->size = room;
    }
    chunk->older = arena->chunk;
    arena->chunk = chunk;
    arena->used = 0;
}

static char *take(arena_t *arena, size_t size) {
    if (!arena->chunk || size > arena->chunk->size - arena->used)
        add_chunk(arena, size);
    char *place = arena->chunk->data + arena->used;
    arena->used += size;
    return place;
}

void *arena_alloc(arena_t *arena, size_t size) {
    arena->used = align(arena->used);
    return take(arena, size);
}

char *arena_copy(arena_t *arena, const char *text, size_t len) {
    char *copy = take(arena, len + 1);
    if (len != 0)
        memcpy(copy, text, len);
    copy[len] = '\0';
    return copy;
}

arena_mark_t arena_mark(const arena_t *arena) {
    return (arena_mark_t){arena->chunk, arena->used};
}

void arena_release(arena_t *arena, arena_mark_t mark) {
    while (arena->chunk != mark.chunk) {
        assert(arena->chunk); /* a mark of this arena, not yet released past */
        arena_chunk_t *chunk = arena->chunk;
        arena->chunk = chunk->older;
        if (chunk->size > CHUNK_SIZE) { /* one large text must not stay for ever */
            mem_free(arena->mem, chunk);
        } else {
            chunk->older = arena->spare;
            arena->spare = chunk;
        }
    }
    arena->used = mark.used;
}
