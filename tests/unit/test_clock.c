/* clock.h and bug.h. */
#include "unit.h"

#include "base/bug.h"
#include "base/clock.h"

#include <errno.h>
#include <string.h>

static void pause_for(double seconds) {
    struct timespec wait = {0, (long)(seconds * 1e9)};
    while (nanosleep(&wait, &wait) != 0)
        assert_int_equal(errno, EINTR);
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
    assert_non_null(strstr(said, "test_clock.c:"));
    assert_non_null(strstr(said, ": spider has 7 legs\n"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wall_clock),
        cmocka_unit_test(test_cpu_clock),
        cmocka_unit_test(test_bug_says_where_and_what),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
