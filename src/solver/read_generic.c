/* read_generic.c - what lines mean whoever prints them: the C and C++ libraries, the sanitizers,
 * other run-time systems. */
#include "solver/read.h"

static const line_rule_t rules[] = {
    /* Not bugs: memory ran out. */
    {.text = "std::bad_alloc", .outcome = OUTCOME_MEMOUT},
    {.text = "out of memory", .outcome = OUTCOME_MEMOUT},
    {.text = "out-of-memory", .outcome = OUTCOME_MEMOUT},
    {.text = "Out of memory", .outcome = OUTCOME_MEMOUT},
    {.text = "memory exhausted", .outcome = OUTCOME_MEMOUT},
    {.text = "memory allocation of", .outcome = OUTCOME_MEMOUT}, /* Rust */
    {.text = "Cannot allocate memory", .outcome = OUTCOME_MEMOUT},
    {.text = "hard rss limit exhausted", .outcome = OUTCOME_MEMOUT},
    {.text = "Sanitizer failed to allocate", .outcome = OUTCOME_MEMOUT},
    {.text = "Sanitizer: failed to allocate", .outcome = OUTCOME_MEMOUT},
    /* Not bugs: the solver or its sanitizer could not start, or not look. */
    {.text = "error while loading shared libraries", .outcome = OUTCOME_ERROR},
    {.text = "runtime does not come first in initial library list", .outcome = OUTCOME_ERROR},
    {.text = "Shadow memory range interleaves", .outcome = OUTCOME_ERROR},
    {.text = "LeakSanitizer has encountered a fatal error", .outcome = OUTCOME_ERROR},

    /* Sanitizers. A leak report ends in a summary that names another one. */
    {.text = "LeakSanitizer: ", .outcome = OUTCOME_CRASH},
    {.text = "AddressSanitizer: ", .outcome = OUTCOME_CRASH},
    {.text = "AddressSanitizer:DEADLYSIGNAL", .outcome = OUTCOME_CRASH},
    {.text = "MemorySanitizer: ", .outcome = OUTCOME_CRASH},
    {.text = "ThreadSanitizer: ", .outcome = OUTCOME_CRASH},
    {.text = ": runtime error: ", .outcome = OUTCOME_CRASH},
    {.text = "UndefinedBehaviorSanitizer: ", .outcome = OUTCOME_CRASH},
    {.text = "UndefinedBehaviorSanitizer:DEADLYSIGNAL", .outcome = OUTCOME_CRASH},
    /* Assertions: glibc, libstdc++, BSD. */
    {.text = "Assertion `", .outcome = OUTCOME_CRASH},
    {.text = "Assertion '", .outcome = OUTCOME_CRASH},
    {.text = "Assertion failed: ", .outcome = OUTCOME_CRASH},
    /* C++ */
    {.text = "terminate called after throwing", .outcome = OUTCOME_CRASH},
    {.text = "terminate called without an active exception", .outcome = OUTCOME_CRASH},
    {.text = "terminate called recursively", .outcome = OUTCOME_CRASH},
    {.text = "libc++abi: terminating", .outcome = OUTCOME_CRASH},
    {.text = "pure virtual method called", .outcome = OUTCOME_CRASH},
    /* glibc's heap and stack checks. */
    {.text = "double free or corruption", .outcome = OUTCOME_CRASH},
    {.text = "corrupted size vs. prev_size", .outcome = OUTCOME_CRASH},
    {.text = "corrupted double-linked list", .outcome = OUTCOME_CRASH},
    {.text = "munmap_chunk(): ", .outcome = OUTCOME_CRASH},
    {.text = "malloc(): ", .outcome = OUTCOME_CRASH},
    {.text = "calloc(): ", .outcome = OUTCOME_CRASH},
    {.text = "realloc(): ", .outcome = OUTCOME_CRASH},
    {.text = "free(): ", .outcome = OUTCOME_CRASH},
    {.text = "malloc_consolidate(): ", .outcome = OUTCOME_CRASH},
    {.text = "*** stack smashing detected ***", .outcome = OUTCOME_CRASH},
    {.text = "*** buffer overflow detected ***", .outcome = OUTCOME_CRASH},
    {.text = "*** bit out of range ", .outcome = OUTCOME_CRASH},
    /* Rust, OCaml, Java, Go. */
    {.text = "' panicked at ", .outcome = OUTCOME_CRASH},
    {.text = "Fatal error: exception ", .outcome = OUTCOME_CRASH},
    {.text = "Exception in thread \"", .outcome = OUTCOME_CRASH},
    {.text = "goroutine 1 [running]", .outcome = OUTCOME_CRASH},
    /* A shell between us and the solver. */
    {.text = "Segmentation fault", .outcome = OUTCOME_CRASH},
    {.text = "core dumped", .outcome = OUTCOME_CRASH},
};

const line_rule_t *read_generic_rules(uint32_t *count) {
    *count = sizeof rules / sizeof *rules;
    return rules;
}
