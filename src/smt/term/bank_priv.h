/* bank_priv.h - the undo steps of bank_release. */
#ifndef SMT_BANK_PRIV_H
#define SMT_BANK_PRIV_H

#include "smt/term/bank.h"

/* Forget the newest row, but not its words. */
void term_drop_last(bank_t *bank);
void sort_drop_last(bank_t *bank);

#endif
