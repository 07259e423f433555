#include "unit.h"

#include "base/arena.h"

#include <string.h>

enum { CHUNK = 64 * 1024, ALIGN = 16 };

static bool is_aligned(const void *place) {
    return (uintptr_t)place % ALIGN == 0;
}

static void test_alloc_is_aligned_and_apart(void **state) {
    mem_t mem;
    mem_init(&mem);
    arena_t arena;
    arena_init(&arena, &mem);
    char *places[300];
    for (size_t size = 0; size < 300; size++) {
        places[size] = arena_alloc(&arena, size);
        assert_non_null(places[size]);
        assert_true(is_aligned(places[size]));
        memset(places[size], (int)size, size);
        if (size % 3 == 0)
            arena_copy(&arena, "odd", size % 4); /* leaves the arena at an odd place */
    }
    for (size_t size = 0; size < 300; size++)
        for (size_t i = 0; i < size; i++)
            assert_int_equal((unsigned char)places[size][i], (unsigned char)size);
    arena_done(&arena);
    assert_int_equal(mem.used, 0);
    mem_done(&mem);
}

static void test_copy(void **state) {
    mem_t mem;
    mem_init(&mem);
    arena_t arena;
    arena_init(&arena, &mem);
    char *empty = arena_copy(&arena, NULL, 0);
    assert_string_equal(empty, "");
    char *part = arena_copy(&arena, "hello world", 5);
    assert_string_equal(part, "hello");
    char *bytes = arena_copy(&arena, "a\0b", 3);
    assert_memory_equal(bytes, "a\0b", 4);
    assert_ptr_equal(bytes, part + 6); /* texts lie side by side */
    assert_string_equal(empty, "");
    assert_string_equal(part, "hello");
    mem_done(&mem);
}

/* Chunks are used to the last byte, and no further. */
static void test_chunk_edges(void **state) {
    mem_t mem;
    mem_init(&mem);
    arena_t arena;
    arena_init(&arena, &mem);
    for (size_t rest = 0; rest <= (size_t)3 * ALIGN; rest++) {
        uint64_t calls = mem.calls;
        char *most = arena_alloc(&arena, CHUNK - rest);
        memset(most, 1, CHUNK - rest);
        assert_int_equal(mem.calls, calls + 1);
        size_t room = rest / ALIGN * ALIGN;
        char *fits = arena_alloc(&arena, room);
        assert_int_equal(mem.calls, calls + 1);
        memset(fits, 2, room);
        char *over = arena_alloc(&arena, 1);
        *over = 3;
        assert_int_equal(mem.calls, calls + 2);
        assert_int_equal(most[CHUNK - rest - 1], 1);
        arena_alloc(&arena,
                    CHUNK - ALIGN); /* to the end of the chunk: the next round is like this */
        assert_int_equal(mem.calls, calls + 2);
    }
    mem_done(&mem);
}

static void test_copy_at_chunk_edge(void **state) {
    mem_t mem;
    mem_init(&mem);
    arena_t arena;
    arena_init(&arena, &mem);
    arena_alloc(&arena, CHUNK - 4);
    assert_string_equal(arena_copy(&arena, "abc", 3), "abc");
    assert_int_equal(mem.calls, 1);
    assert_string_equal(arena_copy(&arena, "", 0), "");
    assert_int_equal(mem.calls, 2);
    mem_done(&mem);
}

static void test_large_blocks_are_given_back(void **state) {
    mem_t mem;
    mem_init(&mem);
    arena_t arena;
    arena_init(&arena, &mem);
    char *before = arena_copy(&arena, "before", 6);
    size_t small = mem.used;
    for (size_t size = CHUNK + 1; size < CHUNK + 40; size++) {
        arena_mark_t mark = arena_mark(&arena);
        char *large = arena_alloc(&arena, size);
        memset(large, 7, size);
        assert_true(mem.used >= small + size);
        assert_true(is_aligned(arena_alloc(&arena, 0)));
        assert_true(is_aligned(arena_alloc(&arena, 10)));
        assert_int_equal(large[size - 1], 7);
        arena_release(&arena, mark);
        assert_string_equal(before, "before");
        assert_string_equal(arena_copy(&arena, "x", 1), "x");
        assert_true(mem.used <= small + CHUNK + 100); /* one spare chunk, no large one */
    }
    arena_done(&arena);
    assert_int_equal(mem.used, 0);
    mem_done(&mem);
}

static void test_release_keeps_chunks_for_reuse(void **state) {
    mem_t mem;
    mem_init(&mem);
    arena_t arena;
    arena_init(&arena, &mem);
    arena_mark_t start = arena_mark(&arena);
    uint64_t calls = 0;
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 10000; i++)
            memset(arena_alloc(&arena, 100), round, 100);
        if (round == 0)
            calls = mem.calls;
        assert_int_equal(mem.calls, calls);
        arena_release(&arena, start);
    }
    assert_true(calls > 10);
    arena_done(&arena);
    assert_int_equal(mem.used, 0);
    mem_done(&mem);
}

static void test_done_arena_can_be_used_again(void **state) {
    mem_t mem;
    mem_init(&mem);
    arena_t arena;
    arena_init(&arena, &mem);
    arena_done(&arena);
    arena_alloc(&arena, 10);
    arena_done(&arena);
    assert_int_equal(mem.used, 0);
    assert_string_equal(arena_copy(&arena, "again", 5), "again");
    mem_done(&mem);
}

/* One text a step, of random length, and a mark before it. */
typedef struct step {
    arena_mark_t mark;
    unsigned char *data;
    size_t len;
    unsigned char fill;
} step_t;

static size_t random_size(rng_t *rng) {
    switch (rng_below(rng, 10)) {
    case 0:
        return rng_below(rng, (uint64_t)3 * CHUNK);
    case 1:
        return CHUNK - 20 + rng_below(rng, 40);
    case 2:
        return 0;
    default:
        return rng_below(rng, 3000);
    }
}

static void make_step(arena_t *arena, rng_t *rng, step_t *step) {
    step->mark = arena_mark(arena);
    step->len = random_size(rng);
    step->fill = (unsigned char)rng_next(rng);
    if (rng_one_in(rng, 2)) {
        step->data = arena_alloc(arena, step->len);
        assert_true(is_aligned(step->data));
    } else {
        char *text = calloc(1, step->len + 1);
        step->data = (unsigned char *)arena_copy(arena, text, step->len);
        free(text);
        assert_int_equal(step->data[step->len], 0);
    }
    memset(step->data, step->fill, step->len);
}

static void check_steps(const step_t *steps, size_t count) {
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < steps[i].len; j++)
            if (steps[i].data[j] != steps[i].fill)
                fail_msg("step %zu, byte %zu", i, j);
}

enum { STEPS = 60 };

/* Whatever mark is released to, what came before it is untouched and the arena goes on. */
static void test_release_to_every_mark(void **state) {
    uint64_t seed = unit_seed();
    for (size_t target = 0; target <= STEPS; target++) {
        rng_t rng = rng_make(seed);
        mem_t mem;
        mem_init(&mem);
        arena_t arena;
        arena_init(&arena, &mem);
        step_t steps[STEPS];
        for (size_t i = 0; i < STEPS; i++)
            make_step(&arena, &rng, &steps[i]);
        check_steps(steps, STEPS);
        if (target < STEPS) {
            arena_release(&arena, steps[target].mark);
            arena_mark_t now = arena_mark(&arena);
            assert_ptr_equal(now.chunk, steps[target].mark.chunk);
            assert_int_equal(now.used, steps[target].mark.used);
        }
        check_steps(steps, target);
        for (size_t i = target; i < STEPS; i++)
            make_step(&arena, &rng, &steps[i]);
        check_steps(steps, STEPS);
        arena_done(&arena);
        assert_int_equal(mem.used, 0);
        mem_done(&mem);
    }
}

static void test_random_marks(void **state) {
    rng_t rng = rng_make(unit_seed());
    mem_t mem;
    mem_init(&mem);
    arena_t arena;
    arena_init(&arena, &mem);
    step_t steps[STEPS];
    size_t len = 0;
    for (int round = 0; round < 1500; round++) {
        if (len == STEPS || (len > 0 && rng_one_in(&rng, 4))) {
            len = rng_below(&rng, len);
            arena_release(&arena, steps[len].mark);
            check_steps(steps, len);
        } else {
            make_step(&arena, &rng, &steps[len++]);
        }
    }
    check_steps(steps, len);
    arena_done(&arena);
    assert_int_equal(mem.used, 0);
    mem_done(&mem);
}

typedef struct request {
    arena_t *arena;
    size_t size;
} request_t;

static void do_alloc(void *arg) {
    request_t *r = arg;
    arena_alloc(r->arena, r->size);
}

static void test_absurd_sizes_fail(void **state) {
    static const size_t sizes[] = {SIZE_MAX,      SIZE_MAX - 1,  SIZE_MAX - 15,   SIZE_MAX - 16,
                                   SIZE_MAX - 17, SIZE_MAX - 64, SIZE_MAX / 2 + 1};
    mem_t mem;
    mem_init(&mem);
    arena_t arena;
    arena_init(&arena, &mem);
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            request_t r = {&arena, sizes[i]};
            assert_true(unit_fails(&mem, do_alloc, &r));
        }
        assert_string_equal(arena_copy(&arena, "alive", 5), "alive");
    }
    mem_done(&mem);
}

static void build(mem_t *mem, void *arg) {
    arena_t arena;
    arena_init(&arena, mem);
    for (int round = 0; round < 3; round++) {
        arena_mark_t mark = arena_mark(&arena);
        for (size_t i = 0; i < 8; i++)
            memset(arena_alloc(&arena, i * 15000), 1, i * 15000);
        arena_release(&arena, mark);
    }
    arena_done(&arena);
    assert_int_equal(mem->used, 0);
}

static void test_every_allocation_fails(void **state) {
    assert_true(unit_fail_each(build, NULL, NULL) > 10);
}

#ifndef NDEBUG
static void release_foreign(void *arg) {
    arena_release(arg, (arena_mark_t){(arena_chunk_t *)arg, 0});
}

static void test_foreign_mark_aborts(void **state) {
    mem_t mem;
    mem_init(&mem);
    arena_t arena;
    arena_init(&arena, &mem);
    arena_alloc(&arena, 1);
    char said[500];
    assert_true(unit_aborts(release_foreign, &arena, said, sizeof said));
    assert_non_null(strstr(said, "arena.c"));
    mem_done(&mem);
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alloc_is_aligned_and_apart),
        cmocka_unit_test(test_copy),
        cmocka_unit_test(test_chunk_edges),
        cmocka_unit_test(test_copy_at_chunk_edge),
        cmocka_unit_test(test_large_blocks_are_given_back),
        cmocka_unit_test(test_release_keeps_chunks_for_reuse),
        cmocka_unit_test(test_done_arena_can_be_used_again),
        cmocka_unit_test(test_release_to_every_mark),
        cmocka_unit_test(test_random_marks),
        cmocka_unit_test(test_absurd_sizes_fail),
        cmocka_unit_test(test_every_allocation_fails),
#ifndef NDEBUG
        cmocka_unit_test(test_foreign_mark_aborts),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
