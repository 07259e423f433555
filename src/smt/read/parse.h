/* parse.h - from text to a script.
 *
 *     diag_list_t diags;
 *     diag_init(&diags, mem);
 *     script_t script;
 *     script_init(&script, &bank);
 *     if (!parse_script(&script, text, len, &diags)) ...   // diags says what and where
 *
 * The parser accepts what the standard, z3 or cvc5 accepts, and rejects what all of them reject. It
 * reports an error and goes on with the next argument or command, so that one run shows all
 * mistakes. Nesting costs memory, never stack. */
#ifndef SMT_PARSE_H
#define SMT_PARSE_H

#include "base/diag.h"
#include "smt/term/script.h"

/* Appends the commands of text to script. False when there was an error or memory ran out (then
 * diags says so too); what could be read is in script all the same. */
bool parse_script(script_t *script, const char *text, size_t len, diag_list_t *diags);

/* Reads what a solver answered to (get-model) or (get-value ...), for that script, and appends to
 * model, a script of the same bank:
 *   CMD_DEFINE_FUN   what a function of the script, or an operator (/0), means: a fun of its own
 *                    with the name
 *   CMD_DECLARE_FUN  an element of an uninterpreted sort, as it is met
 *   CMD_ASSERT       what is said of a sort: (forall ((x U)) (or (= x U!val!0) ...))
 *   CMD_COMMENT      cvc writes cardinalities there */
bool parse_model(script_t *model, const script_t *script, const char *text, size_t len,
                 diag_list_t *diags);

#endif
