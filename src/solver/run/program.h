/* program.h - running a program for what it prints, and what of that is its version. */
#ifndef SOLVER_PROGRAM_H
#define SOLVER_PROGRAM_H

#include "base/strbuf.h"

/* What the program writes to standard output and standard error, with nothing to read. False with a
 * message when it cannot be started. It has ten seconds. */
bool program_run(const char *const *argv, strbuf_t *out, strbuf_t *err, const char **error);

/* Appends the first line that has a digit. */
void program_version(const char *text, strbuf_t *version);

#endif
