/* ask.h - the text of a script that is sent to a solver.
 *
 *     strbuf_clear(&query);
 *     ask_text(text, len, ASK_MODEL, &query, &prologue);
 *     if (ask_suits(profile, query.data, query.len, &why)) ...      // submit it
 *
 * Facts for people are not sent: a wrong :status makes cvc5 abort, and a :source of several lines
 * breaks its reading of standard input. So comments and set-info are left out, but for the version
 * of the language. Nothing is sent from (exit) on: the end of the text ends a fresh process as
 * well, and a session is to go on. */
#ifndef ORACLE_ASK_H
#define ORACLE_ASK_H

#include "base/strbuf.h"
#include "smt/term/script.h"
#include "solver/profile.h"

/* What is asked after the last check, with the options that it needs: a model, the names of the
 * assertions that contradict each other (those without :named are not among them). */
enum { ASK_VERDICT = 0, ASK_MODEL = 1, ASK_CORE = 2 };

/* Appends the script. wants is a sum of the above. *prologue is the length of the part that only
 * sets options and the logic, which many queries share (pool.h); 0 when there is no set-logic. */
void ask_script(const script_t *script, uint32_t wants, strbuf_t *out, size_t *prologue);

/* The same for a text, which is not parsed: commands are copied as they are written. From where
 * parentheses do not match on, the text is copied unchanged. */
void ask_text(const char *text, size_t len, uint32_t wants, strbuf_t *out, size_t *prologue);

/* Whether the profile lets the solver have the query: its logic, and no command that it lacks. *why
 * says what does not fit. A query that sets no logic suits only solvers of all logics. For a solver
 * without models (profile->models is NULL) ask none. */
bool ask_suits(const profile_t *profile, const char *text, size_t len, const char **why);

#endif
