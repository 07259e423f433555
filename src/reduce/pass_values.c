/* Values of terms, simpler operators, smaller literals. */
#include "reduce/work_priv.h"

#include "reduce/cost.h"
#include "smt/term/check.h"

#include <string.h>

/* --- values --- */

/* Closed terms whose value the evaluator knows: without a model these are the ground ones. What a
 * model was not asked about is left open by the evaluator (chosen), and is no value. */
static void visit_value(work_t *work, uint32_t slot, uint32_t spot, site_vec_t *sites) {
    term_t term = position_term(&work->at);
    const bank_t *bank = &work->bank;
    bool named = term_op(bank, term) == OP_APP && work->has_model;
    if (!(term_flags(bank, term) & TERM_COMPOUND) && !named)
        return;
    if (!vars_closed(&work->vars, term))
        return;
    result_t result = eval_term(&work->eval, term);
    if (!result.known || result.chosen)
        return;
    term_t by = value_term(&work->values, &work->bank, term_sort(bank, term), result.value);
    if (by != TERM_NONE && by != term)
        *vec_push(work->mem, sites) = (site_t){.slot = slot, .spot = spot, .by = by};
}

bool pass_values_list(work_t *work, uint32_t level, site_vec_t *sites) {
    if (level > 0)
        return false;
    work_each(work, visit_value, sites);
    return true;
}

bool pass_values_make(work_t *work, const site_t *site, script_t *out) {
    return work_replace(work, site, site->by, out);
}

/* --- operators --- */

static void visit_operator(work_t *work, uint32_t slot, uint32_t spot, site_vec_t *sites) {
    term_t term = position_term(&work->at);
    if (term_op(&work->bank, term) < OP_FIRST_ROW ||
        !(term_flags(&work->bank, term) & TERM_COMPOUND))
        return;
    const char *name =
        symbol_text(&work->bank.symbols, op_symbol(&work->bank, term_opcode(&work->bank, term)));
    for (uint32_t k = 0; cost_simpler(name, k); k++)
        *vec_push(work->mem, sites) = (site_t){.slot = slot, .spot = spot, .how = k};
}

bool pass_operators_list(work_t *work, uint32_t level, site_vec_t *sites) {
    if (level > 0)
        return false;
    work_each(work, visit_operator, sites);
    return true;
}

bool pass_operators_make(work_t *work, const site_t *site, script_t *out) {
    bank_t *bank = &work->bank;
    work_pick(work, site);
    term_t term = position_term(&work->at);
    const char *name = symbol_text(&bank->symbols, op_symbol(bank, term_opcode(bank, term)));
    const char *to = cost_simpler(name, site->how);
    opcode_t code = op_of_symbol(bank, symbol_make(&bank->symbols, to, strlen(to)));
    if (code == OP_NONE)
        return false;
    uint32_t count, indices;
    const uint32_t *index_words = term_head(bank, term, &indices);
    const term_t *children = term_children(bank, term, &count);
    u32_vec_t words = {0};
    for (uint32_t i = 0; i < indices; i++)
        *vec_push(work->mem, &words) = index_words[i];
    for (uint32_t i = 0; i < count; i++)
        *vec_push(work->mem, &words) = children[i];
    head_t head = {.kind = HEAD_OP,
                   .op = code,
                   .indices = words.data,
                   .index_count = indices,
                   .as = SORT_NONE};
    term_t by = check_apply(bank, &head, words.data + indices, count, NULL);
    vec_free(work->mem, &words);
    return work_replace(work, site, by, out);
}
