#include "base/mem.h"

#include "base/bug.h"

#include <setjmp.h>
#include <stdlib.h>
#include <sys/mman.h>

/* Blocks are few and large (arenas and vectors), so a doubly linked header costs nothing. */
struct mem_block {
    mem_block_t *prev;
    mem_block_t *next;
    size_t size;
    size_t pad; /* keeps the payload aligned for any type */
};

struct mem_trap {
    jmp_buf jump;
    mem_trap_t *outer;
};

_Static_assert(sizeof(mem_block_t) % _Alignof(max_align_t) == 0, "payload must stay aligned");

void mem_init(mem_t *mem) {
    *mem = (mem_t){.limit = SIZE_MAX};
}

void mem_done(mem_t *mem) {
    assert(!mem->trap); /* inside mem_try() the work may still be using its blocks */
    mem_block_t *block = mem->head;
    while (block) {
        mem_block_t *next = block->next;
        free(block);
        block = next;
    }
    mem_init(mem);
}

bool mem_try(mem_t *mem, void (*work)(void *arg), void *arg) {
    mem_trap_t trap;
    trap.outer = mem->trap;
    mem->trap = &trap;
    if (setjmp(trap.jump) != 0) { /* NOLINT(cert-err52-cpp): the only one, see mem.h */
        mem->trap = trap.outer;
        return false;
    }
    work(arg);
    mem->trap = trap.outer;
    return true;
}

void mem_fail(mem_t *mem) {
    if (!mem->trap)
        BUG("out of memory");
    longjmp(mem->trap->jump, 1); /* NOLINT(cert-err52-cpp) */
}

/* Counts the call, and fails it when it is the chosen one or would go over the limit. */
static void admit(mem_t *mem, size_t old, size_t size) {
    mem->calls++;
    if (mem->calls == mem->fail_at)
        mem_fail(mem);
    size_t left = mem->used < mem->limit ? mem->limit - mem->used : 0;
    if (size > SIZE_MAX / 2 || (size > old && size - old > left))
        mem_fail(mem);
}

static void link_block(mem_t *mem, mem_block_t *block) {
    block->prev = NULL;
    block->next = mem->head;
    if (mem->head)
        mem->head->prev = block;
    mem->head = block;
}

static void unlink_block(mem_t *mem, mem_block_t *block) {
    if (block->prev)
        block->prev->next = block->next;
    else
        mem->head = block->next;
    if (block->next)
        block->next->prev = block->prev;
}

static void *adopt(mem_t *mem, mem_block_t *block, size_t size) {
    if (!block)
        mem_fail(mem);
    block->size = size;
    link_block(mem, block);
    mem->used += size;
    if (mem->used > mem->peak)
        mem->peak = mem->used;
    return block + 1;
}

void *mem_alloc(mem_t *mem, size_t size) {
    admit(mem, 0, size);
    return adopt(mem, malloc(sizeof(mem_block_t) + size), size);
}

void *mem_zalloc(mem_t *mem, size_t count, size_t size) {
    bool fits = size == 0 || count <= SIZE_MAX / 2 / size;
    size_t total = fits ? count * size : SIZE_MAX;
    admit(mem, 0, total);
    return adopt(mem, calloc(1, sizeof(mem_block_t) + total), total);
}

void mem_random_access(void *block, size_t size) {
    enum { SMALL_PAGE = 4096, LARGE_PAGE = 2 << 20 };
    uintptr_t start = ((uintptr_t)block + SMALL_PAGE - 1) & ~(uintptr_t)(SMALL_PAGE - 1);
    uintptr_t end = ((uintptr_t)block + size) & ~(uintptr_t)(SMALL_PAGE - 1);
    if (end > start && end - start >= 2 * (uintptr_t)LARGE_PAGE)
        madvise((void *)start, end - start, MADV_HUGEPAGE); /* only a hint: failing is fine */
}

void *mem_resize(mem_t *mem, void *old, size_t size) {
    if (!old)
        return mem_alloc(mem, size);
    mem_block_t *block = (mem_block_t *)old - 1;
    size_t old_size = block->size;
    admit(mem, old_size, size);
    unlink_block(mem, block);
    mem_block_t *grown = realloc(block, sizeof(mem_block_t) + size);
    if (!grown) {
        link_block(mem, block); /* realloc left it alone: it is still ours to free */
        mem_fail(mem);
    }
    mem->used -= old_size;
    return adopt(mem, grown, size);
}

void mem_free(mem_t *mem, void *old) {
    if (!old)
        return;
    mem_block_t *block = (mem_block_t *)old - 1;
    unlink_block(mem, block);
    mem->used -= block->size;
    free(block);
}
