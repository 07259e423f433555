/* The stream is frozen: recipes name seeds, and a seed means the same mutant for ever. The numbers
 * below come from published vectors and from a program apart from this one. */
#include "unit.h"

#include <string.h>

static void assert_stream(rng_t rng, const uint64_t *want, size_t count) {
    for (size_t i = 0; i < count; i++)
        assert_int_equal(rng_next(&rng), want[i]);
}

/* The vector that implementations of xoshiro256** share: state 1, 2, 3, 4. */
static void test_next_is_xoshiro(void **state) {
    static const uint64_t want[] = {
        11520,
        0,
        1509978240,
        UINT64_C(1215971899390074240),
        UINT64_C(1216172134540287360),
        UINT64_C(607988272756665600),
        UINT64_C(16172922978634559625),
        UINT64_C(8476171486693032832),
        UINT64_C(10595114339597558777),
        UINT64_C(2904607092377533576),
    };
    assert_stream((rng_t){{1, 2, 3, 4}}, want, sizeof want / sizeof *want);
}

/* The vector that implementations of splitmix64 share: seed 1234567. */
static void test_make_is_splitmix(void **state) {
    static const uint64_t want[4] = {UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
                                     UINT64_C(9817491932198370423), UINT64_C(4593380528125082431)};
    rng_t rng = rng_make(1234567);
    assert_memory_equal(rng.state, want, sizeof want);
}

static void test_streams_are_frozen(void **state) {
    static const uint64_t zero[] = {UINT64_C(0x99EC5F36CB75F2B4), UINT64_C(0xBF6E1F784956452A),
                                    UINT64_C(0x1A5F849D4933E6E0), UINT64_C(0x6AA594F1262D2D2C),
                                    UINT64_C(0xBBA5AD4A1F842E59), UINT64_C(0xFFEF8375D9EBCACA)};
    static const uint64_t answer[] = {UINT64_C(0x15780B2E0C2EC716), UINT64_C(0x6104D9866D113A7E),
                                      UINT64_C(0xAE17533239E499A1), UINT64_C(0xECB8AD4703B360A1),
                                      UINT64_C(0xFDE6DC7FE2EC5E64), UINT64_C(0xC50DA53101795238)};
    static const uint64_t most[] = {UINT64_C(0x8F5520D52A7EAD08), UINT64_C(0xC476A018CAA1802D),
                                    UINT64_C(0x81DE31C0D260469E), UINT64_C(0xBF658D7E065F3C2F)};
    assert_stream(rng_make(0), zero, 6);
    assert_stream(rng_make(42), answer, 6);
    assert_stream(rng_make(UINT64_MAX), most, 4);
}

static void test_splits_are_frozen(void **state) {
    static const struct {
        uint64_t seed, label, want[3];
    } known[] = {
        {0,
         0,
         {UINT64_C(0x9D710055C221F9EF), UINT64_C(0x7EFA84E2A2A0240C),
          UINT64_C(0xC5FEBE3398E1FC72)}},
        {42,
         0,
         {UINT64_C(0x174A5A59DDEC6A9F), UINT64_C(0x12DAF298CF41275C),
          UINT64_C(0xDA40E2DF57354CAF)}},
        {42,
         3,
         {UINT64_C(0x08C3B398357951A1), UINT64_C(0xE419D20B3845FF20),
          UINT64_C(0x239AB8B4EC04DE60)}},
        {42,
         UINT64_MAX,
         {UINT64_C(0x9CF5FE95793F900A), UINT64_C(0x79862D5B8315DBFB),
          UINT64_C(0x74D08FADCEA01534)}},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        rng_t rng = rng_make(known[i].seed);
        rng_t before = rng;
        assert_stream(rng_split(&rng, known[i].label), known[i].want, 3);
        assert_memory_equal(&rng, &before, sizeof rng);
    }
}

/* Labels, parents and positions in the parent's stream all give streams of their own. */
static void test_splits_are_apart(void **state) {
    enum { COUNT = 3000 };
    static uint64_t first[COUNT];
    size_t n = 0;
    rng_t parents[] = {rng_make(0), rng_make(1), rng_make(1)};
    rng_next(&parents[2]);
    for (size_t p = 0; p < 3; p++)
        for (uint64_t label = 0; label < COUNT / 3; label++) {
            rng_t child = rng_split(&parents[p], label);
            first[n++] = rng_next(&child);
        }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            if (first[i] == first[j])
                fail_msg("splits %zu and %zu begin alike", j, i);
}

static void test_below_is_frozen(void **state) {
    static const uint64_t dice[] = {0, 2, 4, 5, 5, 4, 4, 5, 4, 3, 4, 1, 4, 1, 4, 5, 3, 5, 4, 4};
    rng_t rng = rng_make(42);
    for (size_t i = 0; i < 20; i++)
        assert_int_equal(rng_below(&rng, 6), dice[i]);
    static const uint64_t prime[] = {83862971, 378980253, 680043415, 924692951, 991803921};
    rng = rng_make(42);
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(rng_below(&rng, 1000000007), prime[i]);
    /* Just above a half of the range: every second number of the stream is rejected. */
    static const uint64_t half[] = {UINT64_C(9147776489032658738), UINT64_C(7099593415032875292),
                                    UINT64_C(6633989454467100377), UINT64_C(7022439175346172479)};
    rng = rng_make(42);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(rng_below(&rng, (UINT64_C(1) << 63) + 1), half[i]);
}

static void test_below_extremes(void **state) {
    rng_t rng = rng_make(unit_seed());
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(rng_below(&rng, 1), 0);
        assert_true(rng_below(&rng, 2) < 2);
        assert_true(rng_below(&rng, UINT64_MAX) < UINT64_MAX);
        uint64_t bound = rng_next(&rng) >> rng_below(&rng, 64);
        if (bound != 0)
            assert_true(rng_below(&rng, bound) < bound);
    }
    rng_t copy = rng;
    for (int i = 0; i < 100; i++) /* a power of two takes the high bits as they are */
        assert_int_equal(rng_below(&rng, UINT64_C(1) << 32), rng_next(&copy) >> 32);
}

/* Seeds are fixed where numbers are counted: such a test fails for a reason, or never. */
static void test_below_is_uniform(void **state) {
    enum { DRAWS = 100000 };
    rng_t rng = rng_make(1);
    for (uint64_t bound = 2; bound <= 20; bound++) {
        uint64_t seen[20] = {0};
        for (int i = 0; i < DRAWS; i++)
            seen[rng_below(&rng, bound)]++;
        for (uint64_t value = 0; value < bound; value++)
            assert_in_range(seen[value], DRAWS / bound * 9 / 10, DRAWS / bound * 11 / 10 + 1);
    }
}

/* Three quarters of the range: without rejection, multiples of 3 would come twice as often. */
static void test_below_is_without_bias(void **state) {
    enum { DRAWS = 30000 };
    rng_t rng = rng_make(2);
    uint64_t seen[3] = {0};
    for (int i = 0; i < DRAWS; i++)
        seen[rng_below(&rng, UINT64_C(3) << 62) % 3]++;
    for (int i = 0; i < 3; i++)
        assert_in_range(seen[i], DRAWS / 3 - 500, DRAWS / 3 + 500);
}

static void test_range(void **state) {
    static const int64_t want[] = {-84, -24, 36, 85, 99, 54, 44, 70, 53, 17};
    rng_t rng = rng_make(42);
    for (size_t i = 0; i < 10; i++)
        assert_int_equal(rng_range(&rng, -100, 100), want[i]);
    int seen[5] = {0};
    for (int i = 0; i < 1000; i++) {
        int64_t value = rng_range(&rng, -2, 2);
        assert_true(value >= -2 && value <= 2);
        seen[value + 2]++;
        assert_true(rng_range(&rng, 7, 7) == 7);
        assert_true(rng_range(&rng, INT64_MIN, INT64_MIN) == INT64_MIN);
        assert_true(rng_range(&rng, INT64_MAX - 1, INT64_MAX) >= INT64_MAX - 1);
        assert_true(rng_range(&rng, INT64_MIN, INT64_MAX - 1) < INT64_MAX);
    }
    for (int i = 0; i < 5; i++)
        assert_true(seen[i] > 100);
    rng_t copy = rng;
    for (int i = 0; i < 100; i++) { /* the whole range takes numbers as they come */
        uint64_t raw = rng_next(&copy) + (UINT64_C(1) << 63);
        assert_int_equal((uint64_t)rng_range(&rng, INT64_MIN, INT64_MAX), raw);
    }
}

static void test_one_in(void **state) {
    rng_t rng = rng_make(3);
    for (uint64_t n = 1; n <= 10; n++) {
        uint64_t hits = 0;
        for (int i = 0; i < 100000; i++)
            hits += rng_one_in(&rng, n);
        assert_in_range(hits, 100000 / n * 95 / 100, 100000 / n * 105 / 100 + 1);
    }
}

static void test_unit(void **state) {
    rng_t rng = rng_make(42);
    assert_true(rng_unit(&rng) == 0x1.5780b2e0c2ec0p-4);
    assert_true(rng_unit(&rng) == 0x1.84136619b444ep-2);
    assert_true(rng_unit(&rng) == 0x1.5c2ea66473c93p-1);
    double sum = 0;
    double least = 1;
    double most = 0;
    for (int i = 0; i < 100000; i++) {
        double u = rng_unit(&rng);
        assert_true(u >= 0 && u < 1);
        assert_true(u * 0x1p53 == (double)(uint64_t)(u * 0x1p53));
        sum += u;
        least = u < least ? u : least;
        most = u > most ? u : most;
    }
    assert_true(sum > 49500 && sum < 50500);
    assert_true(least < 0.001 && most > 0.999);
    rng_t full = {{0, UINT64_C(0x8E38E38E38E38E39), 0, 0}};
    rng_t copy = full;
    assert_true(rng_unit(&full) == (double)(rng_next(&copy) >> 11) / 9007199254740992.0);
}

/* Each of the 64 bits is set half of the time. */
static void test_bits_are_even(void **state) {
    enum { DRAWS = 20000 };
    rng_t rng = rng_make(4);
    int set[64] = {0};
    for (int i = 0; i < DRAWS; i++) {
        uint64_t x = rng_next(&rng);
        for (int bit = 0; bit < 64; bit++)
            set[bit] += (int)(x >> bit & 1);
    }
    for (int bit = 0; bit < 64; bit++)
        assert_in_range(set[bit], DRAWS / 2 - 400, DRAWS / 2 + 400);
}

#ifndef NDEBUG
static void below_nothing(void *arg) {
    rng_below(arg, 0);
}

static void one_in_nothing(void *arg) {
    rng_one_in(arg, 0);
}

static void range_upside_down(void *arg) {
    rng_range(arg, 1, 0);
}

static void test_misuse_aborts(void **state) {
    rng_t rng = rng_make(0);
    char said[500];
    assert_true(unit_aborts(below_nothing, &rng, said, sizeof said));
    assert_true(unit_aborts(one_in_nothing, &rng, said, sizeof said));
    assert_true(unit_aborts(range_upside_down, &rng, said, sizeof said));
    assert_non_null(strstr(said, "rng.c"));
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_next_is_xoshiro),
        cmocka_unit_test(test_make_is_splitmix),
        cmocka_unit_test(test_streams_are_frozen),
        cmocka_unit_test(test_splits_are_frozen),
        cmocka_unit_test(test_splits_are_apart),
        cmocka_unit_test(test_below_is_frozen),
        cmocka_unit_test(test_below_extremes),
        cmocka_unit_test(test_below_is_uniform),
        cmocka_unit_test(test_below_is_without_bias),
        cmocka_unit_test(test_range),
        cmocka_unit_test(test_one_in),
        cmocka_unit_test(test_unit),
        cmocka_unit_test(test_bits_are_even),
#ifndef NDEBUG
        cmocka_unit_test(test_misuse_aborts),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
