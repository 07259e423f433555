/* print_name.h - how names and indices are written. It is not part of the printer because messages
 * of the sort checker need it too. */
#ifndef SMT_PRINT_NAME_H
#define SMT_PRINT_NAME_H

#include "base/strbuf.h"
#include "smt/term/bank.h"

/* With bars when it needs them. */
void print_symbol(const bank_t *bank, sym_t sym, strbuf_t *out);

/* The text of a literal, as it was read. */
void print_text(const bank_t *bank, sym_t sym, strbuf_t *out);

/* An index word: a number, or the text of a numeral too large for 31 bits. */
void print_index(const bank_t *bank, uint32_t index, strbuf_t *out);

#endif
