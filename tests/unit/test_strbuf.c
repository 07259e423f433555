#include "unit.h"

#include "base/strbuf.h"

#include <inttypes.h>
#include <wchar.h>

static void assert_holds(const strbuf_t *buf, const char *bytes, size_t len) {
    assert_int_equal(buf->len, len);
    assert_true(buf->cap >= buf->len);
    if (len != 0)
        assert_memory_equal(buf->data, bytes, len);
}

static void test_empty(void **state) {
    mem_t mem;
    mem_init(&mem);
    strbuf_t buf;
    strbuf_init(&buf, &mem);
    strbuf_reserve(&buf, 0);
    strbuf_add(&buf, NULL, 0);
    strbuf_str(&buf, "");
    strbuf_fill(&buf, 'x', 0);
    strbuf_clear(&buf);
    assert_int_equal(mem.calls, 0);
    strbuf_format(&buf, "%s", "");
    assert_int_equal(buf.len, 0);
    assert_string_equal(strbuf_text(&buf), "");
    strbuf_done(&buf);
    assert_null(buf.data);
    assert_int_equal(mem.used, 0);
    assert_string_equal(strbuf_text(&buf), ""); /* as after strbuf_init */
    mem_done(&mem);
}

static void test_each_way_to_add(void **state) {
    mem_t mem;
    mem_init(&mem);
    strbuf_t buf;
    strbuf_init(&buf, &mem);
    strbuf_add(&buf, "abcdef", 3);
    strbuf_char(&buf, ' ');
    strbuf_str(&buf, "str");
    strbuf_fill(&buf, '-', 4);
    strbuf_uint(&buf, 90210);
    strbuf_format(&buf, "[%s %d %5.2f]", "x", -3, 1.5);
    assert_string_equal(strbuf_text(&buf), "abc str----90210[x -3  1.50]");
    assert_int_equal(buf.len, 28);
    strbuf_clear(&buf);
    assert_string_equal(strbuf_text(&buf), "");
    strbuf_str(&buf, "new");
    assert_string_equal(strbuf_text(&buf), "new");
    mem_done(&mem);
}

static void test_any_bytes(void **state) {
    mem_t mem;
    mem_init(&mem);
    strbuf_t buf;
    strbuf_init(&buf, &mem);
    strbuf_add(&buf, "a\0b", 3);
    strbuf_char(&buf, '\0');
    strbuf_fill(&buf, '\xFF', 2);
    assert_holds(&buf, "a\0b\0\xFF\xFF", 6);
    assert_int_equal(strbuf_text(&buf)[6], 0);
    assert_holds(&buf, "a\0b\0\xFF\xFF", 6);
    mem_done(&mem);
}

static void test_uint(void **state) {
    mem_t mem;
    mem_init(&mem);
    strbuf_t buf;
    strbuf_init(&buf, &mem);
    strbuf_uint(&buf, 0);
    assert_string_equal(strbuf_text(&buf), "0");
    strbuf_clear(&buf);
    strbuf_uint(&buf, UINT64_MAX);
    assert_string_equal(strbuf_text(&buf), "18446744073709551615");
    uint64_t power = 1;
    for (int digits = 1; digits <= 19; digits++, power *= 10) {
        for (uint64_t value = power - 1; value <= power + 1; value++) {
            char want[32];
            snprintf(want, sizeof want, "%" PRIu64, value);
            strbuf_clear(&buf);
            strbuf_uint(&buf, value);
            assert_string_equal(strbuf_text(&buf), want);
        }
    }
    mem_done(&mem);
}

/* Texts of every length around the points where the buffer is full. */
static void test_growth_at_every_length(void **state) {
    char line[400];
    memset(line, 'q', sizeof line);
    for (size_t len = 0; len < sizeof line; len++) {
        mem_t mem;
        mem_init(&mem);
        strbuf_t buf;
        strbuf_init(&buf, &mem);
        strbuf_add(&buf, line, len);
        strbuf_format(&buf, "%.*s", (int)len, line);
        strbuf_fill(&buf, 'q', len);
        strbuf_char(&buf, 'q');
        assert_int_equal(buf.len, 3 * len + 1);
        assert_int_equal(strspn(strbuf_text(&buf), "q"), 3 * len + 1);
        assert_int_equal(mem.used, buf.cap);
        mem_done(&mem);
    }
}

static void test_reserve(void **state) {
    mem_t mem;
    mem_init(&mem);
    strbuf_t buf;
    strbuf_init(&buf, &mem);
    strbuf_str(&buf, "keep");
    strbuf_reserve(&buf, 100000);
    assert_true(buf.cap - buf.len >= 100000);
    uint64_t calls = mem.calls;
    memset(buf.data + buf.len, 'x', 100000); /* the room is really there */
    strbuf_fill(&buf, 'y', 100000);
    assert_int_equal(mem.calls, calls);
    assert_memory_equal(buf.data, "keepy", 5);
    mem_done(&mem);
}

static void test_growth_is_by_a_factor(void **state) {
    mem_t mem;
    mem_init(&mem);
    strbuf_t buf;
    strbuf_init(&buf, &mem);
    for (int i = 0; i < 1000000; i++)
        strbuf_char(&buf, (char)i);
    assert_true(mem.calls < 50);
    for (int i = 0; i < 1000000; i++)
        if (buf.data[i] != (char)i)
            fail_msg("byte %d", i);
    mem_done(&mem);
}

typedef struct request {
    strbuf_t *buf;
    size_t more;
} request_t;

static void do_reserve(void *arg) {
    request_t *r = arg;
    strbuf_reserve(r->buf, r->more);
}

static void test_absurd_sizes_fail(void **state) {
    static const size_t sizes[] = {SIZE_MAX, SIZE_MAX - 3, SIZE_MAX / 2, SIZE_MAX / 4 + 1};
    mem_t mem;
    mem_init(&mem);
    strbuf_t buf;
    strbuf_init(&buf, &mem);
    strbuf_str(&buf, "hello");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        request_t r = {&buf, sizes[i]};
        assert_true(unit_fails(&mem, do_reserve, &r));
        assert_string_equal(strbuf_text(&buf), "hello");
    }
    mem_done(&mem);
}

static void format_bad_character(void *arg) {
    strbuf_format(arg, "%lc", (wint_t)0x7FFFFFFF); /* no such character: vsnprintf() returns -1 */
}

static void test_format_that_cannot_be_done(void **state) {
    mem_t mem;
    mem_init(&mem);
    strbuf_t buf;
    strbuf_init(&buf, &mem);
    strbuf_str(&buf, "hello");
    assert_true(unit_fails(&mem, format_bad_character, &buf));
    assert_string_equal(strbuf_text(&buf), "hello");
    mem_done(&mem);
}

static void test_random_additions(void **state) {
    rng_t rng = rng_make(unit_seed());
    mem_t mem;
    mem_init(&mem);
    strbuf_t buf;
    strbuf_init(&buf, &mem);
    static char model[300000];
    size_t len = 0;
    for (int step = 0; step < 20000; step++) {
        char *end = model + len;
        char c = (char)rng_below(&rng, 256);
        size_t count = rng_below(&rng, 150);
        uint64_t value = rng_next(&rng) >> rng_below(&rng, 64);
        switch (rng_below(&rng, len > sizeof model - 200 || rng_one_in(&rng, 500) ? 1 : 6)) {
        case 0:
            strbuf_clear(&buf);
            len = 0;
            break;
        case 1:
            *end = c;
            strbuf_char(&buf, c);
            len++;
            break;
        case 2:
            memset(end, c, count);
            strbuf_fill(&buf, c, count);
            len += count;
            break;
        case 3:
            len += (size_t)snprintf(end, 40, "%" PRIu64, value);
            strbuf_uint(&buf, value);
            break;
        case 4:
            len += (size_t)snprintf(end, 200, "%*d|", (int)count, (int)c);
            strbuf_format(&buf, "%*d|", (int)count, (int)c);
            break;
        default:
            count = count < len ? count : len;
            memcpy(end, model, count);
            strbuf_add(&buf, model, count);
            len += count;
        }
        assert_int_equal(buf.len, len);
        if (step % 64 == 0) {
            assert_memory_equal(strbuf_text(&buf), model, len);
            assert_int_equal(buf.data[len], 0);
        }
    }
    strbuf_done(&buf);
    assert_int_equal(mem.used, 0);
    mem_done(&mem);
}

static void build(mem_t *mem, void *arg) {
    strbuf_t buf;
    strbuf_init(&buf, mem);
    for (unsigned i = 0; i < 100; i++) {
        strbuf_str(&buf, "text");
        strbuf_fill(&buf, ' ', i);
        strbuf_format(&buf, "%u", i);
        strbuf_char(&buf, '\n');
    }
    strbuf_text(&buf);
    strbuf_done(&buf);
    assert_int_equal(mem->used, 0);
}

static void test_every_allocation_fails(void **state) {
    assert_true(unit_fail_each(build, NULL, NULL) > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_each_way_to_add),
        cmocka_unit_test(test_any_bytes),
        cmocka_unit_test(test_uint),
        cmocka_unit_test(test_growth_at_every_length),
        cmocka_unit_test(test_reserve),
        cmocka_unit_test(test_growth_is_by_a_factor),
        cmocka_unit_test(test_absurd_sizes_fail),
        cmocka_unit_test(test_format_that_cannot_be_done),
        cmocka_unit_test(test_random_additions),
        cmocka_unit_test(test_every_allocation_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
