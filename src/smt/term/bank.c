#include "smt/term/bank.h"

#include "base/bug.h"
#include "smt/term/bank_priv.h"

void bank_init(bank_t *bank, mem_t *mem) {
    *bank = (bank_t){.mem = mem};
    symbols_init(&bank->symbols, mem);
    op_names_init(&bank->ops, &bank->symbols, mem);
    sig_cache_init(&bank->sigs, mem);
    index_init(mem, &bank->sort_index);
    index_init(mem, &bank->term_index);
    /* Words are found by adding to these pointers, also when there are none. */
    vec_reserve(mem, &bank->sort_words, 1);
    vec_reserve(mem, &bank->fun_words, 1);
    vec_reserve(mem, &bank->term_words, 1);
    *vec_push(mem, &bank->sorts) = (sort_row_t){0};
    *vec_push(mem, &bank->terms) = (term_row_t){0};
    for (uint32_t kind = SORT_BAD; kind <= SORT_LAST_PLAIN; kind++) {
        sort_t sort = sort_make(bank, (sort_kind_t)kind, NULL, 0);
        assert(sort == kind);
        (void)sort;
    }
    term_t bad = term_make(bank, OP_BAD, NULL, 0, SORT_BAD);
    assert(bad == TERM_BAD);
    (void)bad;
}

void bank_done(bank_t *bank) {
    mem_t *mem = bank->mem;
    symbols_done(&bank->symbols);
    op_names_done(&bank->ops, mem);
    sig_cache_done(&bank->sigs, mem);
    vec_free(mem, &bank->sorts);
    vec_free(mem, &bank->sort_words);
    index_done(mem, &bank->sort_index);
    vec_free(mem, &bank->sortdecls);
    vec_free(mem, &bank->funs);
    vec_free(mem, &bank->fun_words);
    vec_free(mem, &bank->terms);
    vec_free(mem, &bank->term_words);
    index_done(mem, &bank->term_index);
    vec_free(mem, &bank->scratch);
}

bank_mark_t bank_mark(const bank_t *bank) {
    return (bank_mark_t){
        .symbols = symbols_mark(&bank->symbols),
        .sorts = bank->sorts.len,
        .sort_words = bank->sort_words.len,
        .sortdecls = bank->sortdecls.len,
        .funs = bank->funs.len,
        .fun_words = bank->fun_words.len,
        .terms = bank->terms.len,
        .var_serial = bank->var_serial,
    };
}

void bank_release(bank_t *bank, bank_mark_t mark) {
    assert(mark.terms <= bank->terms.len && mark.sorts <= bank->sorts.len);
    while (bank->terms.len > mark.terms)
        term_drop_last(bank);
    bank->term_words.len = vec_last(&bank->terms).words;
    if (bank->sorts.len > mark.sorts)
        sig_cache_forget(&bank->sigs, mark.sorts - 1);
    bank->sorts_dropped += bank->sorts.len - mark.sorts;
    while (bank->sorts.len > mark.sorts)
        sort_drop_last(bank);
    bank->sort_words.len = mark.sort_words;
    bank->sortdecls.len = mark.sortdecls;
    bank->funs.len = mark.funs;
    bank->fun_words.len = mark.fun_words;
    bank->var_serial = mark.var_serial;
    symbols_release(&bank->symbols, mark.symbols);
}
