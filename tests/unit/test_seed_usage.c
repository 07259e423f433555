/* Which seeds were used, by logic. */
#include "unit.h"

#include "seeds/seed_usage.h"

#include <string.h>

static void by_logic_with_the_commonest_reason_first(void **state) {
    mem_t mem;
    mem_init(&mem);
    seed_usage_t usage;
    seed_usage_init(&usage, &mem);
    seed_usage_add(&usage, "QF_UF", "too small");
    seed_usage_add(&usage, "QF_BV", "too small");
    seed_usage_add(&usage, "QF_BV", "too large");
    seed_usage_add(&usage, "QF_BV", "too large");
    seed_usage_add(&usage, "QF_BV", NULL);
    seed_usage_sort(&usage);
    usage_logic_t logic = {0};
    assert_true(seed_usage_next(&usage, &logic));
    assert_string_equal(logic.name, "QF_BV");
    assert_int_equal(logic.seeds, 4);
    assert_int_equal(logic.used, 1);
    assert_int_equal(logic.end - logic.first, 3);
    assert_null(usage.rows.data[logic.first].why);
    assert_string_equal(usage.rows.data[logic.first + 1].why, "too large");
    assert_int_equal(usage.rows.data[logic.first + 1].seeds, 2);
    assert_true(seed_usage_next(&usage, &logic));
    assert_string_equal(logic.name, "QF_UF");
    assert_int_equal(logic.used, 0);
    assert_false(seed_usage_next(&usage, &logic));
    seed_usage_done(&usage);
    mem_done(&mem);
}

static void nothing(void **state) {
    mem_t mem;
    mem_init(&mem);
    seed_usage_t usage;
    seed_usage_init(&usage, &mem);
    seed_usage_sort(&usage);
    usage_logic_t logic = {0};
    assert_false(seed_usage_next(&usage, &logic));
    seed_usage_done(&usage);
    mem_done(&mem);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_logic_with_the_commonest_reason_first),
        cmocka_unit_test(nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
