/* machine.h, on this one. */
#include "solver_fixture.h"

#include "solver/machine.h"

static void test_texts(void **state) {
    for (unsigned i = 0; i < MACHINE_COUNT; i++) {
        const char *name = machine_name((machine_t)i);
        assert_true(strlen(name) > 0 && strlen(name) <= 12); /* a column of doctor's */
        assert_true(strlen(machine_use((machine_t)i)) > 0);
        assert_true(strlen(machine_help((machine_t)i)) > 0);
        for (unsigned j = 0; j < i; j++)
            assert_string_not_equal(name, machine_name((machine_t)j));
    }
}

/* The tests of the pool need these, so this machine has them. Trying leaves nothing behind: no
 * descriptor, no child, no limit. */
static void test_tries(void **state) {
    struct rlimit before[2];
    struct rlimit after[2];
    getrlimit(RLIMIT_AS, &before[0]);
    getrlimit(RLIMIT_LOCKS, &before[1]);
    unsigned fds = fixture_fds();
    assert_true(machine_has(MACHINE_PIDFD));
    assert_true(machine_has(MACHINE_MEMFD));
    assert_true(machine_has(MACHINE_PROC));
    assert_true(machine_has(MACHINE_MARK));
    for (unsigned i = 0; i < MACHINE_COUNT; i++)
        machine_has((machine_t)i);
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
