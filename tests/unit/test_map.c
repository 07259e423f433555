#include "unit.h"

#include "base/map.h"

#include <string.h>

static void test_all_zero_is_empty(void **state) {
    mem_t mem;
    mem_init(&mem);
    map_t map = {0};
    assert_int_equal(map_get(&map, 0), MAP_NONE);
    assert_int_equal(map_get(&map, UINT32_MAX), MAP_NONE);
    map_clear(&map);
    map_free(&mem, &map);
    assert_int_equal(mem.calls, 0);
    mem_done(&mem);
}

static void test_put_and_get(void **state) {
    mem_t mem;
    mem_init(&mem);
    map_t map = {0};
    assert_int_equal(*map_put(&mem, &map, 7), MAP_NONE);
    assert_int_equal(map.len, 1);
    *map_put(&mem, &map, 7) = 70;
    assert_int_equal(map.len, 1);
    assert_int_equal(map_get(&map, 7), 70);
    assert_int_equal(*map_put(&mem, &map, 7), 70);
    assert_int_equal(map_get(&map, 8), MAP_NONE);
    assert_int_equal(map_get(&map, UINT32_MAX), MAP_NONE);
    *map_put(&mem, &map, 0) = 0;
    *map_put(&mem, &map, UINT32_MAX - 1) = 1;
    assert_int_equal(map_get(&map, 0), 0);
    assert_int_equal(map_get(&map, UINT32_MAX - 1), 1);
    assert_int_equal(map_get(&map, 7), 70);
    map_free(&mem, &map);
    assert_null(map.slots);
    assert_int_equal(map_get(&map, 7), MAP_NONE);
    assert_int_equal(mem.used, 0);
    mem_done(&mem);
}

/* Keys in steps of a power of two are what bad multipliers stumble over. */
static void test_growth(void **state) {
    for (int shift = 0; shift < 18; shift += 3) {
        mem_t mem;
        mem_init(&mem);
        map_t map = {0};
        uint32_t count = UINT32_C(1) << (shift < 4 ? 14 : 31 - shift > 13 ? 13 : 31 - shift);
        for (uint32_t i = 0; i < count; i++) {
            *map_put(&mem, &map, i << shift) = i;
            assert_int_equal(map.len, i + 1);
            assert_true(map.len <= map.mask);
        }
        for (uint32_t i = 0; i < count; i++)
            assert_int_equal(map_get(&map, i << shift), i);
        for (uint32_t i = count; i < count + 1000; i++)
            assert_int_equal(map_get(&map, (i << shift) | (shift ? 1 : 0)), MAP_NONE);
        assert_true(mem.used <= (size_t)count * 4 * sizeof(map_slot_t));
        mem_done(&mem);
    }
}

/* Searches stay short: the probes for all keys of dense and of strided sets. */
static void test_keys_are_spread(void **state) {
    for (uint32_t stride = 1; stride <= 1 << 16; stride *= 16) {
        mem_t mem;
        mem_init(&mem);
        map_t map = {0};
        enum { COUNT = 10000 };
        for (uint32_t i = 0; i < COUNT; i++)
            *map_put(&mem, &map, i * stride) = i;
        uint32_t run = 0;
        uint32_t longest = 0;
        for (uint32_t i = 0; i <= map.mask; i++) {
            run = map.slots[i].key == UINT32_MAX ? 0 : run + 1;
            longest = run > longest ? run : longest;
        }
        assert_true(longest < 400);
        mem_done(&mem);
    }
}

static void test_clear_keeps_memory(void **state) {
    mem_t mem;
    mem_init(&mem);
    map_t map = {0};
    uint64_t calls = 0;
    for (uint32_t round = 0; round < 5; round++) {
        for (uint32_t key = 0; key < 1000; key++) {
            assert_int_equal(map_get(&map, key), MAP_NONE);
            *map_put(&mem, &map, key) = key + round;
        }
        for (uint32_t key = 0; key < 1000; key++)
            assert_int_equal(map_get(&map, key), key + round);
        if (round == 0)
            calls = mem.calls;
        assert_int_equal(mem.calls, calls);
        map_clear(&map);
        assert_int_equal(map.len, 0);
        for (uint32_t key = 0; key < 1000; key++)
            assert_int_equal(map_get(&map, key), MAP_NONE);
    }
    mem_done(&mem);
}

static void test_random_calls(void **state) {
    rng_t rng = rng_make(unit_seed());
    enum { KEYS = 3000 };
    static uint32_t model[KEYS];
    static bool present[KEYS];
    mem_t mem;
    mem_init(&mem);
    map_t map = {0};
    uint32_t len = 0;
    uint32_t top = UINT32_MAX - 1;
    for (int step = 0; step < 100000; step++) {
        uint32_t i = (uint32_t)rng_below(&rng, KEYS);
        uint32_t key = i % 2 ? top - i : i; /* both ends of the range */
        assert_int_equal(map_get(&map, key), present[i] ? model[i] : MAP_NONE);
        if (rng_one_in(&rng, 20000)) {
            map_clear(&map);
            memset(present, 0, sizeof present);
            len = 0;
        } else if (rng_one_in(&rng, 3)) {
            uint32_t *place = map_put(&mem, &map, key);
            assert_int_equal(*place, present[i] ? model[i] : MAP_NONE);
            *place = model[i] = (uint32_t)rng_next(&rng);
            len += !present[i];
            present[i] = true;
        }
        assert_int_equal(map.len, len);
    }
    for (uint32_t i = 0; i < KEYS; i++)
        assert_int_equal(map_get(&map, i % 2 ? top - i : i), present[i] ? model[i] : MAP_NONE);
    map_free(&mem, &map);
    assert_int_equal(mem.used, 0);
    mem_done(&mem);
}

typedef struct filling {
    mem_t *mem;
    map_t *map;
} filling_t;

static void fill(void *arg) {
    filling_t *f = arg;
    for (;;) {
        uint32_t key = f->map->len;
        *map_put(f->mem, f->map, key) = key * 3;
    }
}

static void test_failed_growth_keeps_the_map(void **state) {
    mem_t mem;
    mem_init(&mem);
    map_t map = {0};
    mem.limit = 10000;
    filling_t f = {&mem, &map};
    assert_true(unit_fails(&mem, fill, &f));
    assert_true(map.len >= 12);
    for (uint32_t key = 0; key < map.len; key++)
        assert_int_equal(map_get(&map, key), key * 3);
    assert_int_equal(map_get(&map, map.len), MAP_NONE);
    mem_done(&mem);
}

static void test_slots_have_a_limit(void **state) {
    mem_t mem;
    mem_init(&mem);
    map_slot_t slot = {0, 0};
    map_t map = {&slot, UINT32_MAX / 2, UINT32_MAX / 2}; /* as if full; nothing may touch it */
    filling_t f = {&mem, &map};
    assert_true(unit_fails(&mem, fill, &f));
    assert_int_equal(mem.calls, 0);
    mem_done(&mem);
}

static void build(mem_t *mem, void *arg) {
    map_t map = {0};
    for (uint32_t key = 0; key < 1000; key++)
        *map_put(mem, &map, key) = key;
    map_free(mem, &map);
    assert_int_equal(mem->used, 0);
}

static void test_every_allocation_fails(void **state) {
    assert_true(unit_fail_each(build, NULL, NULL) >= 8);
}

#ifndef NDEBUG
static void put_none(void *arg) {
    filling_t *f = arg;
    map_put(f->mem, f->map, UINT32_MAX);
}

static void test_forbidden_key_aborts(void **state) {
    mem_t mem;
    mem_init(&mem);
    map_t map = {0};
    filling_t f = {&mem, &map};
    char said[500];
    assert_true(unit_aborts(put_none, &f, said, sizeof said));
    assert_non_null(strstr(said, "map.c"));
    mem_done(&mem);
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_zero_is_empty),
        cmocka_unit_test(test_put_and_get),
        cmocka_unit_test(test_growth),
        cmocka_unit_test(test_keys_are_spread),
        cmocka_unit_test(test_clear_keeps_memory),
        cmocka_unit_test(test_random_calls),
        cmocka_unit_test(test_failed_growth_keeps_the_map),
        cmocka_unit_test(test_slots_have_a_limit),
        cmocka_unit_test(test_every_allocation_fails),
#ifndef NDEBUG
        cmocka_unit_test(test_forbidden_key_aborts),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
