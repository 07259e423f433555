/* proof_priv.h - what the files of rule_book.h share. */
#ifndef PROOF_PRIV_H
#define PROOF_PRIV_H

#include "proof/rule_book.h"

void prove_fusion(rule_book_t *book, const rule_entry_t *entry, prover_t *prover);
void prove_approx(rule_book_t *book, const rule_entry_t *entry, prover_t *prover);
void prove_contradiction(rule_book_t *book, const rule_entry_t *entry, prover_t *prover);

#endif
