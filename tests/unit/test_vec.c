#include "unit.h"

#include "base/vec.h"

#include <string.h>

typedef struct odd {
    unsigned char bytes[7];
} odd_t;

typedef VEC(odd_t) odd_vec_t;
typedef VEC(uint64_t) u64_vec_t;

static void test_all_zero_is_empty(void **state) {
    mem_t mem;
    mem_init(&mem);
    u32_vec_t v = {0};
    vec_reserve(&mem, &v, 0);
    assert_null(v.data);
    assert_null(vec_extend(&mem, &v, 0));
    vec_free(&mem, &v);
    assert_int_equal(mem.calls, 0);
    mem_done(&mem);
}

static void test_push_and_pop(void **state) {
    mem_t mem;
    mem_init(&mem);
    u64_vec_t v = {0};
    for (uint64_t i = 0; i < 100000; i++) {
        *vec_push(&mem, &v) = i * i;
        assert_int_equal(v.len, i + 1);
        assert_true(v.cap >= v.len);
        assert_int_equal(mem.used, v.cap * sizeof(uint64_t));
    }
    assert_true(mem.calls < 50); /* growth is by a factor, not by a step */
    for (uint64_t i = 0; i < 100000; i++)
        assert_int_equal(v.data[i], i * i);
    for (uint64_t i = 100000; i-- > 0;) {
        assert_int_equal(vec_last(&v), i * i);
        assert_int_equal(vec_pop(&v), i * i);
    }
    assert_int_equal(v.len, 0);
    vec_free(&mem, &v);
    assert_null(v.data);
    assert_int_equal(v.cap, 0);
    assert_int_equal(mem.used, 0);
    mem_done(&mem);
}

static void test_pushes_before_growth_keep_pointers(void **state) {
    mem_t mem;
    mem_init(&mem);
    u32_vec_t v = {0};
    vec_reserve(&mem, &v, 1000);
    assert_true(v.cap >= 1000);
    assert_int_equal(v.len, 0);
    uint32_t *first = vec_push(&mem, &v);
    *first = 5;
    while (v.len < v.cap)
        *vec_push(&mem, &v) = 6;
    assert_ptr_equal(first, v.data);
    assert_int_equal(*first, 5);
    assert_int_equal(mem.calls, 1);
    vec_reserve(&mem, &v, v.cap);
    assert_int_equal(mem.calls, 1);
    *vec_push(&mem, &v) = 7;
    assert_int_equal(mem.calls, 2);
    assert_int_equal(v.data[0], 5);
    assert_int_equal(vec_last(&v), 7);
    mem_done(&mem);
}

static void test_extend(void **state) {
    mem_t mem;
    mem_init(&mem);
    odd_vec_t v = {0};
    for (uint32_t count = 0; count < 60; count++) {
        uint32_t before = v.len;
        odd_t *place = vec_extend(&mem, &v, count);
        assert_int_equal(v.len, before + count);
        if (v.data)
            assert_ptr_equal(place, v.data + before);
        if (count != 0)
            memset(place, (int)count, count * sizeof *place);
    }
    uint32_t at = 0;
    for (uint32_t count = 0; count < 60; count++)
        for (uint32_t i = 0; i < count; i++, at++)
            for (int b = 0; b < 7; b++)
                assert_int_equal(v.data[at].bytes[b], count);
    assert_int_equal(at, v.len);
    mem_done(&mem);
}

static void test_grow_gives_what_is_wanted(void **state) {
    mem_t mem;
    mem_init(&mem);
    uint32_t cap = 0;
    void *data = vec_grow(&mem, NULL, &cap, 1, 4);
    assert_true(cap >= 1);
    assert_int_equal(mem.used, cap * 4);
    data = vec_grow(&mem, data, &cap, 1000, 4);
    assert_true(cap >= 1000);
    uint32_t before = cap;
    data = vec_grow(&mem, data, &cap, cap + 1, 4);
    assert_true(cap >= before + before / 4);
    assert_int_equal(mem.used, (size_t)cap * 4);
    mem_free(&mem, data);
    mem_done(&mem);
}

/* Elements of no size show the arithmetic at 32 bits without four gigabytes. */
typedef struct growth {
    mem_t *mem;
    uint32_t cap;
    uint64_t want;
    size_t size;
} growth_t;

static void do_grow(void *arg) {
    growth_t *g = arg;
    vec_grow(g->mem, NULL, &g->cap, g->want, g->size);
}

static void test_32_bit_limit(void **state) {
    mem_t mem;
    mem_init(&mem);
    growth_t most = {&mem, 0, UINT32_MAX, 0};
    assert_false(unit_fails(&mem, do_grow, &most));
    assert_int_equal(most.cap, UINT32_MAX);
    growth_t clamped = {&mem, 0xF0000000, 0xF0000001, 0};
    assert_false(unit_fails(&mem, do_grow, &clamped));
    assert_int_equal(clamped.cap, UINT32_MAX);
    growth_t past = {&mem, 0, (uint64_t)UINT32_MAX + 1, 0};
    assert_true(unit_fails(&mem, do_grow, &past));
    assert_int_equal(past.cap, 0);
    growth_t full = {&mem, UINT32_MAX, (uint64_t)UINT32_MAX + 1, 0};
    assert_true(unit_fails(&mem, do_grow, &full));
    assert_int_equal(full.cap, UINT32_MAX);
    mem.limit = 1000;
    growth_t large = {&mem, 0, 0x80000000, 8}; /* 16 GB: the product must not be taken in 32 bits */
    assert_true(unit_fails(&mem, do_grow, &large));
    assert_int_equal(large.cap, 0);
    mem_done(&mem);
}

typedef struct pushing {
    mem_t *mem;
    u32_vec_t v;
} pushing_t;

static void push_many(void *arg) {
    pushing_t *p = arg;
    for (uint32_t i = 0;; i++)
        *vec_push(p->mem, &p->v) = i;
}

static void test_failed_growth_keeps_the_vector(void **state) {
    mem_t mem;
    mem_init(&mem);
    mem.limit = 10000;
    pushing_t p = {.mem = &mem};
    assert_true(unit_fails(&mem, push_many, &p));
    assert_int_equal(p.v.len, p.v.cap);
    assert_true(p.v.len > 1000);
    for (uint32_t i = 0; i < p.v.len; i++)
        assert_int_equal(p.v.data[i], i);
    mem_done(&mem);
}

static void build(mem_t *mem, void *arg) {
    u32_vec_t v = {0};
    odd_vec_t w = {0};
    for (uint32_t i = 0; i < 200; i++) {
        *vec_push(mem, &v) = i;
        (void)vec_extend(mem, &w, i % 5);
    }
    vec_free(mem, &v);
    vec_free(mem, &w);
    assert_int_equal(mem->used, 0);
}

static void test_every_allocation_fails(void **state) {
    assert_true(unit_fail_each(build, NULL, NULL) > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_zero_is_empty),
        cmocka_unit_test(test_push_and_pop),
        cmocka_unit_test(test_pushes_before_growth_keep_pointers),
        cmocka_unit_test(test_extend),
        cmocka_unit_test(test_grow_gives_what_is_wanted),
        cmocka_unit_test(test_32_bit_limit),
        cmocka_unit_test(test_failed_growth_keeps_the_vector),
        cmocka_unit_test(test_every_allocation_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
