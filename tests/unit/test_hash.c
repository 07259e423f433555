#include "unit.h"

#include "base/hash.h"

#include <string.h>

/* The buffer and the values of xxHash's own self-test (XXH3, 64 bits, no seed). */
static void test_bytes_are_xxh3(void **state) {
    static const struct {
        size_t len;
        uint64_t hash;
    } known[] = {
        {0, UINT64_C(0x2D06800538D394C2)},    {1, UINT64_C(0xC44BDFF4074EECDB)},
        {6, UINT64_C(0x27B56A84CD2D7325)},    {12, UINT64_C(0xA713DAF0DFBB77E7)},
        {24, UINT64_C(0xA3FE70BF9D3510EB)},   {48, UINT64_C(0x397DA259ECBA1F11)},
        {80, UINT64_C(0xBCDEFBBB2C47C90A)},   {195, UINT64_C(0xCD94217EE362EC3A)},
        {403, UINT64_C(0xCDEB804D65C6DEA4)},  {512, UINT64_C(0x617E49599013CB6B)},
        {2048, UINT64_C(0xDD59E2C3A5F038E0)}, {2240, UINT64_C(0x6E73A90539CF2948)},
    };
    static unsigned char bytes[2240];
    uint64_t generator = UINT64_C(2654435761);
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (unsigned char)(generator >> 56);
        generator *= UINT64_C(11400714785074694797);
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_int_equal(hash_bytes(bytes, known[i].len), known[i].hash);
    assert_int_equal(hash_bytes(NULL, 0), known[0].hash);
    assert_int_equal(hash_bytes("abc", 3), UINT64_C(0x78AF5F94892F3950));
}

static void test_bytes_anywhere_in_memory(void **state) {
    static const char text[] = "(assert (= x (+ y 1))) ; and so on, until it is longer than a lane";
    char room[sizeof text + 16];
    uint64_t hash = hash_bytes(text, sizeof text);
    for (size_t offset = 0; offset < 16; offset++) {
        memset(room, 0x55, sizeof room);
        memcpy(room + offset, text, sizeof text);
        assert_int_equal(hash_bytes(room + offset, sizeof text), hash);
    }
}

static uint32_t hash_words(uint32_t seed, const uint32_t *words, size_t count) {
    uint64_t hash = hash_start(seed);
    for (size_t i = 0; i < count; i++)
        hash = hash_word(hash, words[i]);
    return hash_finish(hash);
}

/* Computed apart from this program: table order, and all that follows from it, depends on these. */
static void test_words_are_frozen(void **state) {
    static const uint32_t zeros[] = {0, 0};
    static const uint32_t three[] = {1, 2, 3};
    static const uint32_t ones[] = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX};
    assert_int_equal(hash_words(0, NULL, 0), 0x26B9E6B8);
    assert_int_equal(hash_words(1, NULL, 0), 0x73C41277);
    assert_int_equal(hash_words(0, zeros, 1), 0x41F23017);
    assert_int_equal(hash_words(0, zeros, 2), 0x1CDEB88E);
    assert_int_equal(hash_words(7, three, 3), 0x09C03BC8);
    assert_int_equal(hash_words(UINT32_MAX, ones, 4), 0x68721AB5);
}

static int by_value(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Small terms are pairs of small numbers: 2^18 such keys under several seeds. 2^36 / 2 / 2^32 = 8
 * collisions are to be expected of a random function, and every slot of a table gets its share. */
static void test_small_words_are_spread(void **state) {
    enum { SIDE = 512, COUNT = SIDE * SIDE, SLOTS = 256 };
    uint32_t *hashes = malloc(COUNT * sizeof *hashes);
    assert_non_null(hashes);
    for (uint32_t seed = 0; seed < 4; seed++) {
        uint32_t fill[SLOTS] = {0};
        for (uint32_t a = 0; a < SIDE; a++)
            for (uint32_t b = 0; b < SIDE; b++) {
                uint32_t hash = hash_words(seed, (uint32_t[]){a, b}, 2);
                hashes[a * SIDE + b] = hash;
                fill[hash % SLOTS]++;
            }
        for (int i = 0; i < SLOTS; i++)
            assert_in_range(fill[i], COUNT / SLOTS * 3 / 4, COUNT / SLOTS * 5 / 4);
        qsort(hashes, COUNT, sizeof *hashes, by_value);
        int same = 0;
        for (int i = 1; i < COUNT; i++)
            same += hashes[i] == hashes[i - 1];
        assert_true(same < 40);
    }
    free(hashes);
}

static void test_order_count_and_seed_matter(void **state) {
    static const uint32_t ab[] = {1, 2};
    static const uint32_t ba[] = {2, 1};
    static const uint32_t zeros[] = {0, 0, 0};
    assert_int_not_equal(hash_words(0, ab, 2), hash_words(0, ba, 2));
    assert_int_not_equal(hash_words(0, ab, 1), hash_words(0, ab, 2));
    assert_int_not_equal(hash_words(0, zeros, 2), hash_words(0, zeros, 3));
    assert_int_not_equal(hash_words(0, ab, 2), hash_words(1, ab, 2));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes_are_xxh3),
        cmocka_unit_test(test_bytes_anywhere_in_memory),
        cmocka_unit_test(test_words_are_frozen),
        cmocka_unit_test(test_small_words_are_spread),
        cmocka_unit_test(test_order_count_and_seed_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
