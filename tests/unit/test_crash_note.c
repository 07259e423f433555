/* What a worker was doing is read when it is dead. */
#include "unit.h"

#include "campaign/crash_note.h"

#include <sys/wait.h>

/* A note is in memory that both processes have, and ends with its writer. */
static void test_dead_writer(void **state) {
    (void)state;
    crash_note_t *notes = crash_notes_open(3);
    assert_non_null(notes);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        crash_note_recipe(&notes[1], "opfuzz seed=1", 13);
        notes[1].task = TASK_SOLVE;
        notes[1].mutant = 7;
        raise(SIGKILL);
    }
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    assert_int_equal(notes[1].mutant, 7);
    assert_int_equal(notes[1].len, 13);
    assert_memory_equal(notes[1].recipe, "opfuzz seed=1", 13);
    assert_string_equal(task_text((task_t)notes[1].task), "asking solvers about a mutant");
    assert_int_equal(notes[0].task, TASK_IDLE);
    assert_int_equal(notes[2].len, 0);
    crash_notes_close(notes, 3);
    crash_notes_close(NULL, 3);
}

/* A recipe that is too long is cut, and does not run into the next note. */
static void test_long_recipe(void **state) {
    (void)state;
    static char text[2 * CRASH_NOTE_RECIPE];
    memset(text, 'x', sizeof text);
    crash_note_t *notes = crash_notes_open(2);
    notes[1].task = TASK_MAKE;
    crash_note_recipe(&notes[0], text, sizeof text);
    assert_int_equal(notes[0].len, CRASH_NOTE_RECIPE);
    assert_int_equal(notes[1].task, TASK_MAKE);
    crash_notes_close(notes, 2);
}

/* The memory is that of a process that went wrong: any number may stand there. */
static void test_unknown_task(void **state) {
    (void)state;
    assert_string_equal(task_text((task_t)12345), "doing something unknown");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dead_writer),
        cmocka_unit_test(test_long_recipe),
        cmocka_unit_test(test_unknown_task),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
