/* rule_book.h - the rules of all strategies: those of fusion, approximations, contradictions.
 *
 *     rule_book_t book;
 *     rule_book_init(&book, mem);
 *     rule_book_embedded(&book);              // or rule_book_read() for the rules of a file
 *     for (uint32_t i = 0; i < book.rows.len; i++) {
 *         prover_begin(&prover);
 *         rule_book_prove(&book, i, &prover);
 *         prover_end(&prover, &line);         // "proved (3 sorts, 192 values, z3: proved)"
 *     }
 *     rule_book_done(&book);
 *
 * A file may mix kinds (mutate/rules/rule_kinds.def), so each kind reads all of it and takes its
 * own. What a rule has to fulfil is in a file for each kind, prove_fusion.c and its neighbours. */
#ifndef PROOF_RULE_BOOK_H
#define PROOF_RULE_BOOK_H

#include "mutate/gen/contradictions.h"
#include "mutate/rules/rules.h"
#include "mutate/sparrow/approx.h"
#include "proof/prover.h"

typedef struct rule_book rule_book_t;
typedef struct rule_entry rule_entry_t;

struct rule_entry {
    const char *name;
    slice_t text;          /* as it was read */
    uint32_t first, count; /* its rows among those of its kind */
    void (*prove)(rule_book_t *book, const rule_entry_t *entry, prover_t *prover);
};

struct rule_book {
    mem_t *mem;
    rules_t fusion;
    approxes_t approx;
    contradictions_t contradictions;
    VEC(rule_entry_t) rows;
};

/* It must not be moved afterwards. */
void rule_book_init(rule_book_t *book, mem_t *mem);
void rule_book_done(rule_book_t *book);

/* Fills the book, once: with the rules of this tree; or with those of a text, which is copied and not
 * tried. False when there are mistakes: diags has those of the first kind that has any. */
void rule_book_embedded(rule_book_t *book);
bool rule_book_read(rule_book_t *book, const char *text, size_t len, diag_list_t *diags);

/* Tries the rule on values and asks the prover; between prover_begin and prover_end. */
void rule_book_prove(rule_book_t *book, uint32_t row, prover_t *prover);

#endif
