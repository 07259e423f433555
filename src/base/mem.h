/* mem.h - checked allocation.
 *
 * All heap memory of the library comes from a mem_t, which is passed to whoever allocates. A mem_t
 * knows how much it handed out, may have a limit, and can be told to fail at the n-th call, so that
 * tests can try every failure.
 *
 * An allocation never returns NULL. When it cannot be served, control goes back to the innermost
 * mem_try() on that mem_t, which returns false; everything allocated since then stays owned by the
 * mem_t and is freed by mem_done(). Outside mem_try() a failure aborts the process.
 *
 *     mem_t mem;
 *     mem_init(&mem);
 *     if (!mem_try(&mem, work, &job)) ...   // out of memory somewhere inside work(&job)
 *     mem_done(&mem);                       // frees all blocks, whatever happened
 *
 * A failure passes over the frames in between without telling them. Whoever holds something else
 * than memory (a descriptor, a handle) while it allocates does so inside a mem_try() of its own,
 * lets go, and passes the failure on with mem_fail(); file.c shows how.
 *
 * A mem_t belongs to one thread. Zero-sized blocks are allowed. */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct mem_block mem_block_t;
typedef struct mem_trap mem_trap_t;

typedef struct mem {
    size_t used;       /* bytes handed out now, without bookkeeping */
    size_t peak;       /* largest value of used */
    size_t limit;      /* a request that would lift used above this fails; SIZE_MAX is no limit */
    uint64_t calls;    /* allocations and resizes so far */
    uint64_t fail_at;  /* the call with this number fails; 0 is never */
    mem_block_t *head; /* every live block, newest first */
    mem_trap_t *trap;  /* innermost mem_try in progress */
} mem_t;

void mem_init(mem_t *mem);

/* Frees every live block. The mem_t is then as after mem_init, without a limit too. Not for use
 * inside mem_try(). */
void mem_done(mem_t *mem);

/* Runs work(arg). False when an allocation from mem failed inside it. May be nested. */
bool mem_try(mem_t *mem, void (*work)(void *arg), void *arg);

void *mem_alloc(mem_t *mem, size_t size);
void *mem_zalloc(mem_t *mem, size_t count, size_t size);

/* A hint that all of a large block is going to be used in random order: large pages then save most
 * of the address translation. */
void mem_random_access(void *block, size_t size);

/* old may be NULL. The contents up to the smaller size are kept. */
void *mem_resize(mem_t *mem, void *old, size_t size);

/* old may be NULL. */
void mem_free(mem_t *mem, void *old);

/* The failure itself, for a module that hits a limit of its own (too many terms for 32-bit ids). */
_Noreturn void mem_fail(mem_t *mem);

#endif
