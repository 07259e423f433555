/* log.h and clock.h. */
#include "unit.h"

#include "base/bug.h"
#include "base/clock.h"
#include "base/log.h"

#include <errno.h>
#include <string.h>
#include <wchar.h>

enum { LINE_MOST = 1023 };

/* A stream that keeps what is written, and how often. */
typedef struct sink {
    char text[8192];
    size_t len;
    int writes;
} sink_t;

static ssize_t sink_write(void *cookie, const char *data, size_t len) {
    sink_t *sink = cookie;
    assert_true(sink->len + len < sizeof sink->text);
    memcpy(sink->text + sink->len, data, len);
    sink->len += len;
    sink->text[sink->len] = '\0';
    sink->writes++;
    return (ssize_t)len;
}

static log_t open_log(sink_t *sink, log_level_t level) {
    *sink = (sink_t){.len = 0};
    FILE *out = fopencookie(sink, "w", (cookie_io_functions_t){.write = sink_write});
    assert_non_null(out);
    return (log_t){.out = out, .level = level};
}

static void test_levels(void **state) {
    static const char *const lines[] = {"assay: error: m 0\n", "assay: warning: m 1\n",
                                        "assay: info: m 2\n", "assay: debug: m 3\n"};
    for (int level = LOG_ERROR; level <= LOG_DEBUG; level++) {
        sink_t sink;
        log_t log = open_log(&sink, (log_level_t)level);
        char want[200] = "";
        for (int said = LOG_ERROR; said <= LOG_DEBUG; said++) {
            log_say(&log, (log_level_t)said, "m %d", said);
            if (said <= level)
                memcpy(want + strlen(want), lines[said], strlen(lines[said]) + 1);
        }
        assert_string_equal(sink.text, want); /* without fclose: each line was flushed */
        assert_int_equal(sink.writes, level + 1);
        fclose(log.out);
    }
}

static void test_no_stream_is_silent(void **state) {
    log_t log = {.level = LOG_DEBUG, .stamp = true};
    log_say(&log, LOG_ERROR, "%s", "nobody hears this");
    assert_true(log.start == 0);
}

static void test_empty_message(void **state) {
    sink_t sink;
    log_t log = open_log(&sink, LOG_INFO);
    log_say(&log, LOG_INFO, "%s", "");
    assert_string_equal(sink.text, "assay: info: \n");
    fclose(log.out);
}

/* Every length around the limit, with and without a time: one line, one write, the start kept. */
static void test_long_messages_are_cut(void **state) {
    static char text[3000];
    memset(text, 'x', sizeof text - 1);
    for (int stamp = 0; stamp < 2; stamp++) {
        size_t head = strlen("assay: error: ") + (stamp ? strlen("[    0.000] ") : 0);
        for (size_t len = LINE_MOST - 60; len < LINE_MOST + 20; len++) {
            sink_t sink;
            log_t log = open_log(&sink, LOG_ERROR);
            log.stamp = stamp;
            log_say(&log, LOG_ERROR, "%.*s", (int)len, text);
            size_t full = head + len + 1;
            assert_int_equal(sink.len, full < LINE_MOST ? full : LINE_MOST);
            assert_int_equal(sink.writes, 1);
            assert_int_equal(strspn(sink.text + head, "x"), sink.len - head - 1);
            assert_string_equal(sink.text + sink.len - 2, "x\n");
            fclose(log.out);
        }
    }
}

static void test_message_that_cannot_be_formatted(void **state) {
    sink_t sink;
    log_t log = open_log(&sink, LOG_ERROR);
    log_say(&log, LOG_ERROR, "%lc", (wint_t)0x7FFFFFFF);
    assert_int_equal(sink.writes, 1);
    assert_memory_equal(sink.text, "assay: error: ", 14);
    assert_int_equal(sink.text[sink.len - 1], '\n');
    fclose(log.out);
}

static void pause_for(double seconds) {
    struct timespec wait = {0, (long)(seconds * 1e9)};
    while (nanosleep(&wait, &wait) != 0)
        assert_int_equal(errno, EINTR);
}

static void test_stamps(void **state) {
    sink_t sink;
    log_t log = open_log(&sink, LOG_ERROR);
    log.stamp = true;
    double before = clock_wall();
    log_say(&log, LOG_ERROR, "first");
    assert_string_equal(sink.text, "[    0.000] assay: error: first\n");
    assert_true(log.start >= before && log.start <= clock_wall());
    double start = log.start;
    pause_for(0.02);
    sink.len = 0;
    log_say(&log, LOG_ERROR, "second");
    assert_true(log.start == start);
    char *end;
    double stamp = strtod(sink.text + 1, &end);
    assert_string_equal(end, "] assay: error: second\n");
    assert_true(stamp >= 0.019 && stamp <= clock_wall() - start + 0.001);
    fclose(log.out);
}

static void test_wall_clock(void **state) {
    double last = clock_wall();
    for (int i = 0; i < 10000; i++) {
        double now = clock_wall();
        assert_true(now >= last);
        last = now;
    }
    pause_for(0.02);
    double slept = clock_wall() - last;
    assert_true(slept >= 0.019 && slept < 60);
}

static void test_cpu_clock(void **state) {
    double start = clock_cpu();
    assert_true(start >= 0);
    double wall = clock_wall();
    while (clock_cpu() - start < 0.01) /* work is counted... */
        assert_true(clock_wall() - wall < 60);
    start = clock_cpu();
    pause_for(0.2);
    assert_true(clock_cpu() - start < 0.1); /* ...and sleep is not */
}

static void report(void *arg) {
    BUG("%s has %d legs", "spider", *(int *)arg);
}

static void test_bug_says_where_and_what(void **state) {
    int legs = 7;
    char said[500];
    assert_true(unit_aborts(report, &legs, said, sizeof said));
    assert_non_null(strstr(said, "assay: bug at "));
    assert_non_null(strstr(said, "test_log.c:"));
    assert_non_null(strstr(said, ": spider has 7 legs\n"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_no_stream_is_silent),
        cmocka_unit_test(test_empty_message),
        cmocka_unit_test(test_long_messages_are_cut),
        cmocka_unit_test(test_message_that_cannot_be_formatted),
        cmocka_unit_test(test_stamps),
        cmocka_unit_test(test_wall_clock),
        cmocka_unit_test(test_cpu_clock),
        cmocka_unit_test(test_bug_says_where_and_what),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
