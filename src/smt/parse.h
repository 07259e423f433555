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
#include "smt/script.h"

/* Appends the commands of text to script. False when there was an error or memory ran out (then
 * diags says so too); what could be read is in script all the same. */
bool parse_script(script_t *script, const char *text, size_t len, diag_list_t *diags);

#endif
