/* ask.h - the text of a script that is sent to a solver.
 *
 * Facts for people are not sent: a wrong :status makes cvc5 abort, and a :source of several lines
 * breaks its reading of standard input. So comments and set-info are left out, but for the version
 * of the language. Nothing is sent from (exit) on: the end of the text ends a fresh process as
 * well, and a session is to go on. */
#ifndef ORACLE_ASK_H
#define ORACLE_ASK_H

#include "base/strbuf.h"
#include "smt/script.h"

/* Appends the script; with models, the options and the (get-model) behind the last check that ask
 * for one. *prologue is the length of the part that only sets options and the logic, which many
 * queries share (pool.h); 0 when there is no set-logic. */
void ask_script(const script_t *script, bool models, strbuf_t *out, size_t *prologue);

#endif
