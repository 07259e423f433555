/* read.h - from a solver's output to an answer.
 *
 * Fills verdicts, outcome, model, message and signature of an answer whose out, err, exit status,
 * signal, stop, cut and asked are known. Pure: no process is looked at. */
#ifndef SOLVER_READ_H
#define SOLVER_READ_H

#include "solver/profile.h"

void read_answer(const profile_t *profile, answer_t *answer);

/* What a query asks for, up to (exit): how many check-sat and check-sat-assuming commands, for
 * answer_t.asked, and whether the solver must be able to go on after one: there are several, or
 * push or pop. */
typedef struct asked {
    uint32_t checks;
    bool incremental;
} asked_t;

asked_t read_asked(const char *text, size_t len);

/* The rules that hold for every solver: sanitizers, C assertions, uncaught exceptions. A profile's
 * own rows come before them; here too those that do not say crash win. */
const line_rule_t *read_generic_rules(uint32_t *count);

#endif
