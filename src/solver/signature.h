/* signature.h - names for crashes that stay the same.
 *
 * Two crashes of one bug give the same text, whatever the addresses, paths, process ids and
 * formulas were: an assertion by file:line and condition, a sanitizer report by its kind and its
 * first frames that are the solver's own, a bare signal by its name, with the message's words but
 * without numbers, quoted texts and terms. */
#ifndef SOLVER_SIGNATURE_H
#define SOLVER_SIGNATURE_H

#include "solver/outcome.h"

/* Writes the signature of a crash into answer->signature, from out, err, message and signal. */
void signature_make(answer_t *answer);

#endif
