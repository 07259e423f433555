#include "campaign/crash_note.h"

#include "base/bug.h"

#include <string.h>
#include <sys/mman.h>

const char *task_text(task_t task) {
    static const char *const texts[] = {
#define TASK(id, doc) [TASK_##id] = (doc),
#include "campaign/tasks.def"
    };
    return task < TASK_COUNT ? texts[task] : "doing something unknown";
}

crash_note_t *crash_notes_open(uint32_t slots) {
    assert(slots > 0);
    void *notes = mmap(NULL, slots * sizeof(crash_note_t), PROT_READ | PROT_WRITE,
                       /* cppcheck-suppress invalidFunctionArg ; -1 goes with MAP_ANONYMOUS */
                       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    /* cppcheck-suppress memleak ; it is what is returned */
    return notes == MAP_FAILED ? NULL : notes;
}

void crash_notes_close(crash_note_t *notes, uint32_t slots) {
    if (notes)
        munmap(notes, slots * sizeof *notes);
}

void crash_note_recipe(crash_note_t *slot, const char *recipe, size_t len) {
    assert(recipe);
    if (len > CRASH_NOTE_RECIPE)
        len = CRASH_NOTE_RECIPE;
    slot->len = 0; /* it may be read in the middle */
    memcpy(slot->recipe, recipe, len);
    slot->len = (uint32_t)len;
}
