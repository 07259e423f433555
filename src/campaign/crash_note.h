/* crash_note.h - what each worker is doing, in memory that it shares with the supervisor.
 *
 * A worker writes down what it is about to do; when it dies, the supervisor reads what that was.
 * Nothing else goes this way. One writer and one reader, who reads when the writer is dead. */
#ifndef CAMPAIGN_CRASH_NOTE_H
#define CAMPAIGN_CRASH_NOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
#define TASK(id, doc) TASK_##id,
#include "campaign/tasks.def"
    TASK_COUNT
} task_t;

/* "making a mutant" */
const char *task_text(task_t task);

enum { CRASH_NOTE_RECIPE = 8192 };

typedef struct crash_note {
    uint32_t task;
    uint32_t arm;
    uint64_t mutant; /* its number in the arm */
    uint32_t len;
    char recipe[CRASH_NOTE_RECIPE]; /* cut when it is longer */
} crash_note_t;

/* NULL with errno when there is no memory. */
crash_note_t *crash_notes_open(uint32_t slots);
void crash_notes_close(crash_note_t *notes, uint32_t slots);

void crash_note_recipe(crash_note_t *slot, const char *recipe, size_t len);

#endif
