#include "smt/term/fun.h"

#include "base/bug.h"
#include "smt/term/bank.h"

#include <string.h>

uint32_t fun_words_add(bank_t *bank, const uint32_t *words, uint32_t count) {
    uint32_t start = bank->fun_words.len;
    uint32_t *place = vec_extend(bank->mem, &bank->fun_words, count);
    if (count != 0)
        memcpy(place, words, count * sizeof *words);
    return start;
}

fun_t fun_make(bank_t *bank, fun_kind_t kind, sym_t name, const sort_t *params, uint32_t arity,
               sort_t result) {
    fun_t fun = bank->funs.len;
    uint32_t start = fun_words_add(bank, params, arity);
    *vec_push(bank->mem, &bank->funs) = (fun_row_t){
        .name = name,
        .kind = kind,
        .arity = arity,
        .params = start,
        .result = result,
        .body = TERM_NONE,
        .owner = FUN_NONE,
        .overload = FUN_NONE,
    };
    return fun;
}

fun_row_t *fun_row(const bank_t *bank, fun_t fun) {
    assert(fun < bank->funs.len);
    return &bank->funs.data[fun];
}

sort_t fun_param(const bank_t *bank, fun_t fun, uint32_t i) {
    const fun_row_t *row = fun_row(bank, fun);
    assert(i < row->arity);
    return sort_canon(bank, bank->fun_words.data[row->params + i]);
}

sort_t fun_result(const bank_t *bank, fun_t fun) {
    return sort_canon(bank, fun_row(bank, fun)->result);
}
