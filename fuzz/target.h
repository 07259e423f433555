/* target.h - what fuzz targets share. A target is a function of one input:
 *
 *     static void run(void *arg) {
 *         input_t *input = arg;
 *         if (!reads(input->mem, input->text, input->len)) BUG("what must not be");
 *     }
 *
 *     int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
 *         return input_run(data, size, run);
 *     }
 *
 * It has 512 MB. To run out of memory is a fine answer. */
#ifndef FUZZ_TARGET_H
#define FUZZ_TARGET_H

#include "base/bug.h"
#include "smt/read/parse.h"

/* libFuzzer calls it, or replay.c. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct input {
    mem_t *mem;
    const char *text; /* without a NUL at its end */
    size_t len;
    void (*finish)(void *state); /* called at the end, whatever happened; or NULL */
    void *state;
} input_t;

/* Returns 0, for libFuzzer. */
static inline int input_run(const uint8_t *data, size_t size, void (*run)(void *input)) {
    mem_t mem;
    mem_init(&mem);
    mem.limit = 512u << 20;
    input_t input = {.mem = &mem, .text = (const char *)data, .len = size};
    mem_try(&mem, run, &input);
    if (input.finish)
        input.finish(input.state);
    mem_done(&mem);
    return 0;
}

/* A script that was read, or its errors. */
typedef struct reading {
    bank_t bank;
    bank_mark_t start; /* the bank before the script */
    script_t script;
    diag_list_t diags;
} reading_t;

/* False when it has errors. All of it goes with the memory. */
static inline bool reading_of(reading_t *reading, mem_t *mem, const char *text, size_t len) {
    bank_init(&reading->bank, mem);
    reading->start = bank_mark(&reading->bank);
    script_init(&reading->script, &reading->bank);
    diag_init(&reading->diags, mem);
    return parse_script(&reading->script, text, len, &reading->diags);
}

/* There is an error exactly when the text was refused, and each has its place in the text. */
static inline void check_diags(const diag_list_t *diags, bool ok, size_t len) {
    if (ok != (diags->total == 0))
        BUG("errors and verdict disagree");
    for (uint32_t i = 0; i < diags->rows.len; i++)
        if (diags->rows.data[i].offset > len || diags->rows.data[i].line == 0)
            BUG("an error outside the text");
}

#endif
