/* bank.h - where symbols, sorts, functions and terms live.
 *
 * One bank serves any number of scripts. All ids are of one bank; they stay good until bank_done or
 * a bank_release to a mark taken before they were made. */
#ifndef SMT_BANK_H
#define SMT_BANK_H

#include "smt/term/sig.h"
#include "smt/term/term.h"

struct bank {
    mem_t *mem;
    symbols_t symbols;
    op_names_t ops;

    VEC(sort_row_t) sorts;
    u32_vec_t sort_words;
    index_t sort_index;
    /* By bank_release, ever. A module that keeps things by sort sees here whether an id may mean
     * another sort now. */
    uint64_t sorts_dropped;
    VEC(sortdecl_row_t) sortdecls;

    VEC(fun_row_t) funs;
    u32_vec_t fun_words;

    VEC(term_row_t) terms; /* one row more than there are terms: the end of the last one's words */
    u32_vec_t term_words;
    index_t term_index;
    uint32_t var_serial; /* of the next variable */

    sig_cache_t sigs;  /* compiled rows of ops.def */
    u32_vec_t scratch; /* worklist of the non-recursive sort walks */
};

typedef struct bank_mark {
    symbols_mark_t symbols;
    uint32_t sorts, sort_words, sortdecls, funs, fun_words, terms, var_serial;
} bank_mark_t;

void bank_init(bank_t *bank, mem_t *mem);
void bank_done(bank_t *bank);

bank_mark_t bank_mark(const bank_t *bank);
void bank_release(bank_t *bank, bank_mark_t mark);

/* Number of terms made so far: ids are below it. */
static inline uint32_t bank_term_count(const bank_t *bank) {
    return bank->terms.len - 1;
}

#endif
