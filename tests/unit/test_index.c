#include "unit.h"

#include "base/index.h"

#include <string.h>

/* How often id is filed under hash. */
static int count_of(const index_t *index, uint32_t hash, uint32_t id) {
    index_cursor_t at = index_find(index, hash);
    int count = 0;
    uint32_t found;
    while ((found = index_next(index, &at)) != INDEX_NONE)
        count += found == id;
    assert_int_equal(index->slots[at.at].id, 0);
    return count;
}

static void add(mem_t *mem, index_t *index, uint32_t hash, uint32_t id) {
    index_cursor_t at = index_find(index, hash);
    while (index_next(index, &at) != INDEX_NONE)
        continue;
    index_add(mem, index, at, id);
}

/* No free slot between an entry and its home, and as many entries as len says. */
static void check_slots(const index_t *index) {
    uint32_t len = 0;
    assert_int_equal(index->mask & (index->mask + 1), 0);
    for (uint32_t i = 0; i <= index->mask; i++) {
        if (index->slots[i].id == 0)
            continue;
        len++;
        for (uint32_t at = index->slots[i].hash & index->mask; at != i; at = (at + 1) & index->mask)
            assert_int_not_equal(index->slots[at].id, 0);
    }
    assert_int_equal(len, index->len);
    assert_true(len <= ((uint64_t)index->mask + 1) * 3 / 4);
}

static void test_empty(void **state) {
    mem_t mem;
    mem_init(&mem);
    index_t index;
    index_init(&mem, &index);
    for (uint32_t hash = 0; hash < 200; hash++) {
        index_cursor_t at = index_find(&index, hash);
        assert_int_equal(index_next(&index, &at), INDEX_NONE);
        assert_int_equal(index_next(&index, &at), INDEX_NONE);
    }
    check_slots(&index);
    index_done(&mem, &index);
    assert_null(index.slots);
    assert_int_equal(mem.used, 0);
    mem_done(&mem);
}

static void test_find_by_hash_only(void **state) {
    mem_t mem;
    mem_init(&mem);
    index_t index;
    index_init(&mem, &index);
    uint32_t apart = index.mask + 1; /* hashes with one home that are different all the same */
    add(&mem, &index, 5, 10);
    add(&mem, &index, 5 + apart, 11);
    add(&mem, &index, 5, 12);
    add(&mem, &index, 6, 13);
    assert_int_equal(count_of(&index, 5, 10), 1);
    assert_int_equal(count_of(&index, 5, 11), 0);
    assert_int_equal(count_of(&index, 5, 12), 1);
    assert_int_equal(count_of(&index, 5 + apart, 11), 1);
    assert_int_equal(count_of(&index, 5 + apart, 10), 0);
    assert_int_equal(count_of(&index, 6, 13), 1);
    assert_int_equal(count_of(&index, 7, 13), 0);
    check_slots(&index);
    mem_done(&mem);
}

static void test_extreme_ids_and_hashes(void **state) {
    mem_t mem;
    mem_init(&mem);
    index_t index;
    index_init(&mem, &index);
    static const uint32_t values[] = {0, 1, UINT32_MAX - 1};
    static const uint32_t hashes[] = {0, 1, UINT32_MAX - 1, UINT32_MAX};
    for (int h = 0; h < 4; h++)
        for (int v = 0; v < 3; v++)
            add(&mem, &index, hashes[h], values[v]);
    for (int h = 0; h < 4; h++)
        for (int v = 0; v < 3; v++)
            assert_int_equal(count_of(&index, hashes[h], values[v]), 1);
    check_slots(&index);
    mem_done(&mem);
}

/* An id under two hashes: only the named entry goes. */
static void test_drop_looks_at_the_hash(void **state) {
    mem_t mem;
    mem_init(&mem);
    index_t index;
    index_init(&mem, &index);
    uint32_t other = 3 + index.mask + 1;
    add(&mem, &index, 3, 7);
    add(&mem, &index, other, 7);
    index_drop(&index, other, 7);
    assert_int_equal(count_of(&index, 3, 7), 1);
    assert_int_equal(count_of(&index, other, 7), 0);
    mem_done(&mem);
}

/* A run of entries over the end of the table, dropped one by one in every order. */
enum { RUN = 6 };

static void drop_in_order(const uint32_t *hashes, const int *order) {
    mem_t mem;
    mem_init(&mem);
    index_t index;
    index_init(&mem, &index);
    for (uint32_t id = 0; id < RUN; id++)
        add(&mem, &index, hashes[id], id);
    bool dropped[RUN] = {false};
    for (int i = 0; i < RUN; i++) {
        index_drop(&index, hashes[order[i]], (uint32_t)order[i]);
        dropped[order[i]] = true;
        for (uint32_t id = 0; id < RUN; id++)
            assert_int_equal(count_of(&index, hashes[id], id), !dropped[id]);
        check_slots(&index);
    }
    for (uint32_t i = 0; i <= index.mask; i++)
        assert_int_equal(index.slots[i].id, 0);
    mem_done(&mem);
}

/* NOLINTNEXTLINE(misc-no-recursion): RUN deep */
static int permute(const uint32_t *hashes, int *order, int at) {
    if (at == RUN) {
        drop_in_order(hashes, order);
        return 1;
    }
    int count = 0;
    for (int i = at; i < RUN; i++) {
        int first = order[at];
        order[at] = order[i];
        order[i] = first;
        count += permute(hashes, order, at + 1);
        order[i] = order[at];
        order[at] = first;
    }
    return count;
}

static void test_wrapped_run_dropped_in_every_order(void **state) {
    static const uint32_t runs[][RUN] = {
        {63, 63, 63, 63, 63, 63}, {62, 63, 0, 62, 63, 0}, {61, 62, 63, 0, 1, 2},
        {63, 0, 127, 64, 1, 63},  {60, 0, 60, 1, 63, 62},
    };
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        int order[RUN] = {0, 1, 2, 3, 4, 5};
        assert_int_equal(permute(runs[i], order, 0), 720);
    }
}

static uint32_t scatter(uint32_t id) {
    return id * UINT32_C(2654435761);
}

static void test_growth_and_lifo_drops(void **state) {
    enum { COUNT = 20000 };
    mem_t mem;
    mem_init(&mem);
    index_t index;
    index_init(&mem, &index);
    for (uint32_t id = 0; id < COUNT; id++)
        add(&mem, &index, scatter(id), id);
    check_slots(&index);
    assert_int_equal(index.len, COUNT);
    uint32_t mask = index.mask;
    for (uint32_t id = COUNT; id-- > 0;) {
        assert_int_equal(count_of(&index, scatter(id), id), 1);
        index_drop(&index, scatter(id), id);
        assert_int_equal(count_of(&index, scatter(id), id), 0);
        assert_int_equal(index.len, id);
    }
    assert_int_equal(index.mask, mask);
    check_slots(&index);
    mem_done(&mem);
}

/* The cursor of a search is good after the table has grown under it. */
static void test_growth_at_every_fill(void **state) {
    mem_t mem;
    mem_init(&mem);
    index_t index;
    index_init(&mem, &index);
    for (uint32_t id = 0; id < 500; id++) {
        add(&mem, &index, id % 7, id); /* few hashes, long runs */
        check_slots(&index);
    }
    for (uint32_t id = 0; id < 500; id++)
        assert_int_equal(count_of(&index, id % 7, id), 1);
    mem_done(&mem);
}

/* Random additions and drops against a table of what is filed under which hash. */
static void random_calls(rng_t *rng, uint32_t hashes, int steps) {
    enum { IDS = 600 };
    mem_t mem;
    mem_init(&mem);
    index_t index;
    index_init(&mem, &index);
    uint32_t hash_of[IDS];
    bool present[IDS] = {false};
    uint32_t len = 0;
    for (int step = 0; step < steps; step++) {
        uint32_t id = (uint32_t)rng_below(rng, IDS);
        if (present[id]) {
            assert_int_equal(count_of(&index, hash_of[id], id), 1);
            index_drop(&index, hash_of[id], id);
            len--;
        } else {
            hash_of[id] = (uint32_t)(UINT32_MAX - hashes / 2 + rng_below(rng, hashes));
            assert_int_equal(count_of(&index, hash_of[id], id), 0);
            add(&mem, &index, hash_of[id], id);
            len++;
        }
        present[id] = !present[id];
        assert_int_equal(index.len, len);
        if (step % 100 == 0)
            check_slots(&index);
    }
    for (uint32_t id = 0; id < IDS; id++)
        if (present[id])
            assert_int_equal(count_of(&index, hash_of[id], id), 1);
    check_slots(&index);
    index_done(&mem, &index);
    assert_int_equal(mem.used, 0);
    mem_done(&mem);
}

static void test_random_calls(void **state) {
    rng_t rng = rng_make(unit_seed());
    random_calls(&rng, 1, 5000);
    random_calls(&rng, 20, 10000);
    random_calls(&rng, 300, 20000);
    random_calls(&rng, UINT32_MAX, 20000);
}

typedef struct filling {
    mem_t *mem;
    index_t *index;
} filling_t;

static void fill(void *arg) {
    filling_t *f = arg;
    for (;;)
        add(f->mem, f->index, scatter(f->index->len), f->index->len);
}

static void test_failed_growth_keeps_the_table(void **state) {
    mem_t mem;
    mem_init(&mem);
    index_t index;
    index_init(&mem, &index);
    mem.limit = 10000;
    filling_t f = {&mem, &index};
    assert_true(unit_fails(&mem, fill, &f));
    check_slots(&index);
    assert_true(index.len >= 48);
    for (uint32_t id = 0; id < index.len; id++)
        assert_int_equal(count_of(&index, scatter(id), id), 1);
    index_drop(&index, scatter(0), 0);
    check_slots(&index);
    mem_done(&mem);
}

static void add_at_start(void *arg) {
    filling_t *f = arg;
    index_add(f->mem, f->index, (index_cursor_t){0, 0}, 0);
}

static void test_slots_have_a_limit(void **state) {
    mem_t mem;
    mem_init(&mem);
    index_slot_t slot = {0, 0};
    index_t index = {&slot, UINT32_MAX / 2, UINT32_MAX / 2}; /* as if full; nothing may touch it */
    filling_t f = {&mem, &index};
    assert_true(unit_fails(&mem, add_at_start, &f));
    assert_int_equal(mem.calls, 0);
    mem_done(&mem);
}

static void build(mem_t *mem, void *arg) {
    index_t index;
    index_init(mem, &index);
    for (uint32_t id = 0; id < 1000; id++)
        add(mem, &index, scatter(id), id);
    index_done(mem, &index);
    assert_int_equal(mem->used, 0);
}

static void test_every_allocation_fails(void **state) {
    assert_true(unit_fail_each(build, NULL, NULL) >= 6);
}

#ifndef NDEBUG
static void add_none(void *arg) {
    filling_t *f = arg;
    add(f->mem, f->index, 1, INDEX_NONE);
}

static void add_at_taken_place(void *arg) {
    filling_t *f = arg;
    index_add(f->mem, f->index, index_find(f->index, 5), 9);
}

static void drop_absent(void *arg) {
    filling_t *f = arg;
    index_drop(f->index, 5, 6);
}

static void test_misuse_aborts(void **state) {
    mem_t mem;
    mem_init(&mem);
    index_t index;
    index_init(&mem, &index);
    add(&mem, &index, 5, 5);
    filling_t f = {&mem, &index};
    char said[500];
    assert_true(unit_aborts(add_none, &f, said, sizeof said));
    assert_true(unit_aborts(add_at_taken_place, &f, said, sizeof said));
    assert_true(unit_aborts(drop_absent, &f, said, sizeof said));
    assert_non_null(strstr(said, "index.c"));
    assert_int_equal(index.len, 1);
    mem_done(&mem);
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_find_by_hash_only),
        cmocka_unit_test(test_extreme_ids_and_hashes),
        cmocka_unit_test(test_drop_looks_at_the_hash),
        cmocka_unit_test(test_wrapped_run_dropped_in_every_order),
        cmocka_unit_test(test_growth_and_lifo_drops),
        cmocka_unit_test(test_growth_at_every_fill),
        cmocka_unit_test(test_random_calls),
        cmocka_unit_test(test_failed_growth_keeps_the_table),
        cmocka_unit_test(test_slots_have_a_limit),
        cmocka_unit_test(test_every_allocation_fails),
#ifndef NDEBUG
        cmocka_unit_test(test_misuse_aborts),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
