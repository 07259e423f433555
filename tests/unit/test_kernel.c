/* kernel.h, on this one. */
#include "solver_fixture.h"

#include "solver/run/kernel.h"

static void test_texts(void **state) {
    for (unsigned i = 0; i < KERNEL_COUNT; i++) {
        const char *name = kernel_name((kernel_t)i);
        assert_true(strlen(name) > 0 && strlen(name) <= 12); /* a column of doctor's */
        assert_true(strlen(kernel_use((kernel_t)i)) > 0);
        assert_true(strlen(kernel_help((kernel_t)i)) > 0);
        for (unsigned j = 0; j < i; j++)
            assert_string_not_equal(name, kernel_name((kernel_t)j));
    }
}

/* The tests of the pool need these, so this machine has them. Trying leaves nothing: no
 * descriptor, no child, no limit. */
static void test_tries(void **state) {
    struct rlimit before[2];
    struct rlimit after[2];
    getrlimit(RLIMIT_AS, &before[0]);
    getrlimit(RLIMIT_LOCKS, &before[1]);
    unsigned fds = fixture_fds();
    assert_true(kernel_has(KERNEL_PIDFD));
    assert_true(kernel_has(KERNEL_MEMFD));
    assert_true(kernel_has(KERNEL_PROC));
    assert_true(kernel_has(KERNEL_MARK));
    for (unsigned i = 0; i < KERNEL_COUNT; i++)
        kernel_has((kernel_t)i);
    assert_int_equal(fixture_fds(), fds);
    assert_true(fixture_no_children());
    getrlimit(RLIMIT_AS, &after[0]);
    getrlimit(RLIMIT_LOCKS, &after[1]);
    assert_memory_equal(before, after, sizeof before);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_tries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
