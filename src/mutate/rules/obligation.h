/* obligation.h - a script whose models are counterexamples to a rule, for provers.
 *
 *     script_t script;
 *     obligation_begin(&script, bank);
 *     script_add(&script, CMD_DECLARE_FUN, words, count, 0, 0);
 *     obligation_assert(&script, formula);
 *     obligation_end(&script);
 *     ...
 *     script_done(&script);
 *
 * It has no check-sat. Its first command sets the smallest logic that has all of it. */
#ifndef MUTATE_OBLIGATION_H
#define MUTATE_OBLIGATION_H

#include "smt/term/script.h"

void obligation_begin(script_t *script, bank_t *bank);
void obligation_assert(script_t *script, term_t formula);
void obligation_end(script_t *script);

#endif
