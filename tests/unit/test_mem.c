#include "unit.h"

#include <string.h>

/* Lets malloc() return NULL under the address sanitizer, as it does without. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "allocator_may_return_null=1";
}

/* One request, for unit_fails(). */
typedef struct request {
    mem_t *mem;
    void *block;
    size_t count;
    size_t size;
    void *result;
} request_t;

static void do_alloc(void *arg) {
    request_t *r = arg;
    r->result = mem_alloc(r->mem, r->size);
}

static void do_zalloc(void *arg) {
    request_t *r = arg;
    r->result = mem_zalloc(r->mem, r->count, r->size);
}

static void do_resize(void *arg) {
    request_t *r = arg;
    r->result = mem_resize(r->mem, r->block, r->size);
}

static bool alloc_fails(mem_t *mem, size_t size) {
    request_t r = {.mem = mem, .size = size};
    bool failed = unit_fails(mem, do_alloc, &r);
    assert_true(failed == (r.result == NULL));
    return failed;
}

static bool zalloc_fails(mem_t *mem, size_t count, size_t size) {
    request_t r = {.mem = mem, .count = count, .size = size};
    return unit_fails(mem, do_zalloc, &r);
}

static bool resize_fails(mem_t *mem, void *block, size_t size) {
    request_t r = {.mem = mem, .block = block, .size = size};
    return unit_fails(mem, do_resize, &r);
}

static void assert_fresh(const mem_t *mem) {
    assert_int_equal(mem->used, 0);
    assert_int_equal(mem->peak, 0);
    assert_true(mem->limit == SIZE_MAX);
    assert_int_equal(mem->calls, 0);
    assert_int_equal(mem->fail_at, 0);
    assert_null(mem->head);
    assert_null(mem->trap);
}

static void test_starts_and_ends_fresh(void **state) {
    mem_t mem;
    memset(&mem, 0xA5, sizeof mem);
    mem_init(&mem);
    assert_fresh(&mem);
    mem_alloc(&mem, 10);
    mem_alloc(&mem, 20);
    mem.limit = 1000;
    mem.fail_at = 77;
    mem_done(&mem);
    assert_fresh(&mem);
    mem_done(&mem);
    assert_fresh(&mem);
}

static void test_counts_bytes_and_calls(void **state) {
    mem_t mem;
    mem_init(&mem);
    char *a = mem_alloc(&mem, 100);
    char *b = mem_zalloc(&mem, 10, 20);
    assert_int_equal(mem.used, 300);
    assert_int_equal(mem.peak, 300);
    a = mem_resize(&mem, a, 40);
    assert_int_equal(mem.used, 240);
    assert_int_equal(mem.peak, 300);
    b = mem_resize(&mem, b, 500);
    assert_int_equal(mem.used, 540);
    assert_int_equal(mem.peak, 540);
    mem_free(&mem, a);
    assert_int_equal(mem.used, 500);
    mem_free(&mem, NULL);
    mem_free(&mem, b);
    assert_int_equal(mem.used, 0);
    assert_int_equal(mem.peak, 540);
    assert_int_equal(mem.calls, 4);
    assert_null(mem.head);
    mem_done(&mem);
}

static void test_zero_sized_blocks(void **state) {
    mem_t mem;
    mem_init(&mem);
    void *blocks[] = {mem_alloc(&mem, 0), mem_zalloc(&mem, 0, 8), mem_zalloc(&mem, 8, 0),
                      mem_resize(&mem, NULL, 0), mem_resize(&mem, mem_alloc(&mem, 9), 0)};
    for (size_t i = 0; i < 5; i++) {
        assert_non_null(blocks[i]);
        for (size_t j = 0; j < i; j++)
            assert_ptr_not_equal(blocks[i], blocks[j]);
    }
    assert_int_equal(mem.used, 0);
    char *grown = mem_resize(&mem, blocks[0], 3);
    memset(grown, 1, 3);
    for (size_t i = 1; i < 5; i++)
        mem_free(&mem, blocks[i]);
    mem_free(&mem, grown);
    assert_null(mem.head);
    mem_done(&mem);
}

static void test_blocks_are_aligned(void **state) {
    mem_t mem;
    mem_init(&mem);
    for (size_t size = 0; size < 70; size++) {
        void *a = mem_alloc(&mem, size);
        void *z = mem_zalloc(&mem, 1, size);
        assert_int_equal((uintptr_t)a % _Alignof(max_align_t), 0);
        assert_int_equal((uintptr_t)z % _Alignof(max_align_t), 0);
        a = mem_resize(&mem, a, size * 3 + 1);
        assert_int_equal((uintptr_t)a % _Alignof(max_align_t), 0);
    }
    mem_done(&mem);
}

static void test_zalloc_is_zero(void **state) {
    mem_t mem;
    mem_init(&mem);
    for (int round = 0; round < 50; round++) {
        unsigned char *dirty = mem_alloc(&mem, 300);
        memset(dirty, 0xFF, 300);
        mem_free(&mem, dirty);
        unsigned char *clean = mem_zalloc(&mem, 60, 5);
        for (int i = 0; i < 300; i++)
            assert_int_equal(clean[i], 0);
    }
    mem_done(&mem);
}

static void test_resize_keeps_contents(void **state) {
    mem_t mem;
    mem_init(&mem);
    char *text = mem_resize(&mem, NULL, 6);
    memcpy(text, "hello", 6);
    text = mem_resize(&mem, text, 100000);
    assert_string_equal(text, "hello");
    text = mem_resize(&mem, text, 3);
    assert_memory_equal(text, "hel", 3);
    assert_int_equal(mem.used, 3);
    mem_done(&mem);
}

/* The list of blocks survives removal at its head, middle and end; the sanitizer sees the rest. */
static void test_free_in_any_order(void **state) {
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                     {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int o = 0; o < 6; o++) {
        for (int freed = 0; freed <= 3; freed++) {
            mem_t mem;
            mem_init(&mem);
            void *blocks[3];
            for (size_t i = 0; i < 3; i++)
                blocks[i] = mem_alloc(&mem, 8);
            for (int i = 0; i < freed; i++)
                mem_free(&mem, blocks[orders[o][i]]);
            assert_int_equal(mem.used, 8 * (3 - freed));
            mem_done(&mem);
        }
    }
}

static void test_limit(void **state) {
    mem_t mem;
    mem_init(&mem);
    mem.limit = 100;
    char *a = mem_alloc(&mem, 60);
    assert_true(alloc_fails(&mem, 41));
    assert_true(zalloc_fails(&mem, 41, 1));
    assert_true(resize_fails(&mem, a, 101));
    assert_int_equal(mem.used, 60);
    assert_false(alloc_fails(&mem, 40));
    assert_int_equal(mem.used, 100);
    assert_true(alloc_fails(&mem, 1));
    assert_false(alloc_fails(&mem, 0));
    assert_true(resize_fails(&mem, a, 61));
    assert_false(resize_fails(&mem, a, 60));
    mem_done(&mem);
}

static void test_limit_below_what_is_used(void **state) {
    mem_t mem;
    mem_init(&mem);
    char *a = mem_alloc(&mem, 100);
    mem.limit = 50;
    assert_true(alloc_fails(&mem, 1));
    assert_true(resize_fails(&mem, a, 101));
    a = mem_resize(&mem, a, 80); /* less is always granted, even where it is still too much */
    assert_true(alloc_fails(&mem, 1));
    mem_resize(&mem, a, 10);
    assert_false(alloc_fails(&mem, 40));
    assert_true(alloc_fails(&mem, 1));
    mem_done(&mem);
}

static void test_absurd_sizes_fail(void **state) {
    mem_t mem;
    mem_init(&mem);
    char *a = mem_alloc(&mem, 4);
    memcpy(a, "abc", 4);
    static const size_t sizes[] = {SIZE_MAX, SIZE_MAX - 1, SIZE_MAX - sizeof(size_t) * 4,
                                   SIZE_MAX / 2 + 1, SIZE_MAX / 2};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_true(alloc_fails(&mem, sizes[i]));
        assert_true(zalloc_fails(&mem, sizes[i], 1));
        assert_true(zalloc_fails(&mem, 1, sizes[i]));
        assert_true(resize_fails(&mem, a, sizes[i]));
        assert_non_null(mem.head); /* a failed resize leaves the block ours */
        assert_string_equal(a, "abc");
    }
    assert_true(zalloc_fails(&mem, SIZE_MAX, 2));
    assert_true(zalloc_fails(&mem, SIZE_MAX / 2 + 2, 2)); /* the product wraps around to 2 */
    assert_true(zalloc_fails(&mem, (size_t)1 << 33, (size_t)1 << 33));
    assert_int_equal(mem.used, 4);
    mem_free(&mem, a);
    assert_null(mem.head);
    mem_done(&mem);
}

/* Traps: who gets the control, and in which order. */
typedef struct nest {
    mem_t *mem;
    int depth;
    bool pass_on;
    int returned; /* levels that came back from their inner mem_try */
} nest_t;

static void nest_work(void *arg) {
    nest_t *nest = arg;
    if (nest->depth-- == 0)
        mem_fail(nest->mem);
    mem_trap_t *mine = nest->mem->trap;
    bool ok = mem_try(nest->mem, nest_work, nest);
    assert_ptr_equal(nest->mem->trap, mine);
    nest->returned++;
    if (!ok && nest->pass_on)
        mem_fail(nest->mem);
}

static void test_try_nested(void **state) {
    mem_t mem;
    mem_init(&mem);
    nest_t caught = {&mem, 5, false, 0};
    assert_true(mem_try(&mem, nest_work, &caught));
    assert_int_equal(caught.returned, 5);
    nest_t passed = {&mem, 5, true, 0};
    assert_false(mem_try(&mem, nest_work, &passed));
    assert_int_equal(passed.returned, 5);
    nest_t direct = {&mem, 0, false, 0};
    assert_false(mem_try(&mem, nest_work, &direct));
    assert_null(mem.trap);
    mem_done(&mem);
}

static void try_then_fail(void *arg) {
    nest_t *nest = arg;
    nest->depth = 1;
    assert_true(mem_try(nest->mem, nest_work, nest));
    nest->returned = 100;
    mem_fail(nest->mem); /* the inner traps are gone: this goes to ours */
}

static void test_try_after_inner_try(void **state) {
    mem_t mem;
    mem_init(&mem);
    nest_t nest = {.mem = &mem};
    assert_false(mem_try(&mem, try_then_fail, &nest));
    assert_int_equal(nest.returned, 100);
    mem_done(&mem);
}

static void three_calls(void *arg) {
    mem_t *mem = arg;
    void *a = mem_alloc(mem, 10);
    void *z = mem_zalloc(mem, 2, 10);
    mem_resize(mem, a, 30);
    mem_free(mem, z);
}

static void test_fail_at(void **state) {
    static const size_t left[] = {0, 0, 10, 30, 30};
    for (uint64_t n = 1; n <= 4; n++) {
        mem_t mem;
        mem_init(&mem);
        mem.fail_at = n;
        assert_int_equal(mem_try(&mem, three_calls, &mem), n == 4);
        assert_int_equal(mem.used, left[n]);
        assert_int_equal(mem.calls, n == 4 ? 3 : n);
        if (n < 4)
            assert_false(alloc_fails(&mem, 1)); /* one call fails, not all after it */
        mem_done(&mem);
    }
}

static void three_calls_job(mem_t *mem, void *arg) {
    three_calls(mem);
}

static void test_fail_each_counts(void **state) {
    assert_int_equal(unit_fail_each(three_calls_job, NULL, NULL), 4);
}

static void fail_outside(void *arg) {
    mem_alloc(arg, 1000);
}

static void test_failure_outside_try_aborts(void **state) {
    mem_t mem;
    mem_init(&mem);
    mem.limit = 10;
    char said[500];
    assert_true(unit_aborts(fail_outside, &mem, said, sizeof said));
    assert_non_null(strstr(said, "assay: bug at "));
    assert_non_null(strstr(said, "mem.c:"));
    assert_non_null(strstr(said, "out of memory\n"));
    mem_done(&mem);
}

#ifndef NDEBUG
static void done_inside(void *arg) {
    mem_done(arg);
}

static void try_done(void *arg) {
    mem_try(arg, done_inside, arg);
}

static void test_done_inside_try_aborts(void **state) {
    mem_t mem;
    mem_init(&mem);
    char said[500];
    assert_true(unit_aborts(try_done, &mem, said, sizeof said));
    assert_non_null(strstr(said, "trap"));
}
#endif

/* Random calls against an array of the blocks we believe to own, each filled with its number. */
enum { SLOTS = 40 };

static void check_fill(const unsigned char *block, size_t size, int fill) {
    for (size_t i = 0; i < size; i++)
        assert_int_equal(block[i], fill);
}

static void test_random_calls(void **state) {
    rng_t rng = rng_make(unit_seed());
    mem_t mem;
    mem_init(&mem);
    mem.limit = 20000;
    unsigned char *blocks[SLOTS] = {0};
    size_t sizes[SLOTS] = {0};
    size_t sum = 0;
    size_t peak = 0;
    for (int step = 0; step < 20000; step++) {
        int i = (int)rng_below(&rng, SLOTS);
        size_t size = rng_below(&rng, rng_one_in(&rng, 10) ? 5000 : 100);
        check_fill(blocks[i], sizes[i], i);
        if (blocks[i] && rng_one_in(&rng, 3)) {
            mem_free(&mem, blocks[i]);
            blocks[i] = NULL;
            size = 0;
        } else {
            request_t r = {.mem = &mem, .block = blocks[i], .size = size};
            bool fits = size <= sizes[i] || sum - sizes[i] + size <= mem.limit;
            assert_int_equal(unit_fails(&mem, do_resize, &r), !fits);
            if (!fits)
                continue;
            blocks[i] = r.result;
            check_fill(blocks[i], size < sizes[i] ? size : sizes[i], i);
            memset(blocks[i], i, size);
        }
        sum = sum - sizes[i] + size;
        sizes[i] = size;
        peak = sum > peak ? sum : peak;
        assert_int_equal(mem.used, sum);
        assert_int_equal(mem.peak, peak);
    }
    for (int i = 0; i < SLOTS; i += 2)
        mem_free(&mem, blocks[i]);
    mem_done(&mem);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_starts_and_ends_fresh),
        cmocka_unit_test(test_counts_bytes_and_calls),
        cmocka_unit_test(test_zero_sized_blocks),
        cmocka_unit_test(test_blocks_are_aligned),
        cmocka_unit_test(test_zalloc_is_zero),
        cmocka_unit_test(test_resize_keeps_contents),
        cmocka_unit_test(test_free_in_any_order),
        cmocka_unit_test(test_limit),
        cmocka_unit_test(test_limit_below_what_is_used),
        cmocka_unit_test(test_absurd_sizes_fail),
        cmocka_unit_test(test_try_nested),
        cmocka_unit_test(test_try_after_inner_try),
        cmocka_unit_test(test_fail_at),
        cmocka_unit_test(test_fail_each_counts),
        cmocka_unit_test(test_failure_outside_try_aborts),
#ifndef NDEBUG
        cmocka_unit_test(test_done_inside_try_aborts),
#endif
        cmocka_unit_test(test_random_calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
