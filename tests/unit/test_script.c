#include "front.h"

#include "smt/term/script.h"

static void test_table(void **state) {
    for (uint32_t a = 0; a < CMD_COUNT; a++) {
        const cmd_info_t *info = cmd_info((cmd_t)a);
        assert_true(strlen(info->doc) > 0);
        assert_true(info->shape <= SHAPE_COMMENT);
        bool nameless = a == CMD_TEXT || a == CMD_COMMENT;
        assert_int_equal(info->name[0] == '\0', nameless);
        for (uint32_t b = 0; b < a && !nameless; b++)
            assert_string_not_equal(info->name, cmd_info((cmd_t)b)->name);
    }
    assert_string_equal(cmd_info(CMD_CHECK_SAT)->name, "check-sat");
    assert_int_equal(cmd_info(CMD_ASSERT)->shape, SHAPE_TERM);
}

static void test_commands(void **state) {
    front_t f;
    front_init(&f);
    assert_int_equal(script_count(&f.script), 0);
    uint32_t logic = front_sym(&f, "QF_LIA");
    uint32_t other = front_sym(&f, "QF_BV");
    uint32_t words[] = {7, 8, 9};
    assert_int_equal(script_logic(&f.script), SYM_NONE);
    script_add(&f.script, CMD_SET_LOGIC, &logic, 1, 0, 3);
    script_add(&f.script, CMD_CHECK_SAT, NULL, 0, COMMAND_BLANK, 10);
    script_add(&f.script, CMD_GET_VALUE, words, 3, 0, 20);
    script_add(&f.script, CMD_SET_LOGIC, &other, 1, 0, 30);
    assert_int_equal(script_count(&f.script), 4);
    assert_int_equal(front_command(&f, 0, CMD_SET_LOGIC, 1)[0], logic);
    front_command(&f, 1, CMD_CHECK_SAT, 0);
    assert_memory_equal(front_command(&f, 2, CMD_GET_VALUE, 3), words, sizeof words);
    assert_int_equal(f.script.commands.data[1].flags, COMMAND_BLANK);
    assert_int_equal(f.script.commands.data[2].offset, 20);
    assert_int_equal(script_logic(&f.script), other); /* the last one */
    uint32_t count;
    script_words(&f.script, 2, &count)[1] = 80; /* in place */
    assert_int_equal(front_command(&f, 2, CMD_GET_VALUE, 3)[1], 80);
    front_done(&f);
}

static void has_terms(front_t *f, uint32_t i, uint32_t first, uint32_t count) {
    uint32_t got_first;
    uint32_t got_count;
    script_terms(&f->script, i, &got_first, &got_count);
    assert_int_equal(got_count, count);
    if (count > 0)
        assert_int_equal(got_first, first);
    uint32_t words;
    const uint32_t *data = script_words(&f->script, i, &words);
    assert_true(got_first + got_count <= words);
    for (uint32_t k = 0; k < got_count; k++)
        assert_true(data[got_first + k] < bank_term_count(&f->bank));
}

static void test_terms(void **state) {
    front_t f;
    front_init(&f);
    front_ok(&f, "(declare-const p Bool)(define-fun q () Bool p)"
                 "(assert (and p q))(assert-soft p :weight 3)(check-sat-assuming (p q p))"
                 "(get-value (p))(get-abduct A (not p))(declare-pool P Int (1 2))"
                 "(check-sat)(minimize 3)(block-model-values (p q))(check-sat-assuming ())");
    has_terms(&f, 0, 0, 0);
    has_terms(&f, 1, 0, 0); /* the body belongs to the function */
    has_terms(&f, 2, 0, 1);
    has_terms(&f, 3, 0, 1);
    has_terms(&f, 4, 0, 3);
    has_terms(&f, 5, 0, 1);
    has_terms(&f, 6, 1, 1);
    has_terms(&f, 7, 1, 2);
    has_terms(&f, 8, 0, 0);
    has_terms(&f, 9, 0, 1);
    has_terms(&f, 10, 0, 2);
    has_terms(&f, 11, 0, 0);
    front_done(&f);
}

static void add_commands(void *arg) {
    front_t *f = arg;
    uint32_t words[] = {1, 2, 3};
    while (script_count(&f->script) < 300)
        script_add(&f->script, CMD_GET_VALUE, words, 3, 0, script_count(&f->script));
}

/* A command that could not be added leaves the others as they are. */
static void test_out_of_memory(void **state) {
    for (uint64_t n = 1;; n++) {
        front_t f;
        front_init(&f);
        f.mem.fail_at = f.mem.calls + n;
        bool failed = unit_fails(&f.mem, add_commands, &f);
        f.mem.fail_at = 0;
        add_commands(&f);
        for (uint32_t i = 0; i < 300; i++) {
            const uint32_t *words = front_command(&f, i, CMD_GET_VALUE, 3);
            assert_true(words[0] == 1 && words[1] == 2 && words[2] == 3);
            assert_int_equal(f.script.commands.data[i].offset, i);
        }
        mem_done(&f.mem);
        if (!failed)
            break;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_commands),
        cmocka_unit_test(test_terms),
        cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
