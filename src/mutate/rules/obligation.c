#include "mutate/rules/obligation.h"

#include "base/bug.h"
#include "smt/edit/logic.h"

#include <string.h>

void obligation_begin(script_t *script, bank_t *bank) {
    script_init(script, bank);
    sym_t all = symbol_make(&bank->symbols, "ALL", 3);
    script_add(script, CMD_SET_LOGIC, &all, 1, 0, 0);
}

void obligation_assert(script_t *script, term_t formula) {
    assert(term_sort(script->bank, formula) == SORT_BOOL);
    script_add(script, CMD_ASSERT, (uint32_t[]){formula, SYM_NONE}, 2, 0, 0);
}

void obligation_end(script_t *script) {
    uint32_t count;
    assert(script_count(script) > 0 && script_kind(script, 0) == CMD_SET_LOGIC);
    const char *name = logic_name(logic_infer(script));
    script_words(script, 0, &count)[0] = symbol_make(&script->bank->symbols, name, strlen(name));
}
