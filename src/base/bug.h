/* bug.h - what must not happen.
 *
 * BUG is for broken invariants of our own, never for bad input: it names the place and aborts.
 * assert() states preconditions and is compiled into every build, the release too. */
#ifndef BASE_BUG_H
#define BASE_BUG_H

#include <assert.h>

#define BUG(...) bug_report(__FILE__, __LINE__, __VA_ARGS__)

_Noreturn void bug_report(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
