/* probe.h - is a solver on this machine, does it start, and in which modes does it really answer?
 *
 *     strbuf_t path, version, why;
 *     if (!probe_program(mem, profile, &path, &version, &why)) say(strbuf_text(&why));
 *     else if (!probe_mode(mem, profile, MODE_SESSION, &why)) say(strbuf_text(&why));
 *
 * A reason is one line that says what to do about it, where that is known. */
#ifndef SOLVER_PROBE_H
#define SOLVER_PROBE_H

#include "solver/profile.h"

/* Finds the program of the profile, appends its path, starts it to ask for its version, and appends
 * that; nothing where it does not say. False, with why, when it is not there or does not start. */
bool probe_program(mem_t *mem, const profile_t *profile, strbuf_t *path, strbuf_t *version,
                   strbuf_t *why);

/* Gives it a small query in this mode. False, with why, when the answer is wrong or came in another
 * mode. */
bool probe_mode(mem_t *mem, const profile_t *profile, run_mode_t mode, strbuf_t *why);

#endif
