/* Rules of fusion: z = f(x, y), and what an inversion needs, imply x = r_x
 * and y = r_y. */
#include "mutate/rules/obligation.h"
#include "mutate/rules/rules.h"
#include "proof/proof_priv.h"
#include "smt/edit/subst.h"
#include "smt/term/check.h"

/* z = f, needs, what holds of the coefficients, not x = r_x. draw: literals for the coefficients,
 * or form->draws to leave them open. */
static void write_obligation(rules_t *rules, form_t *form, form_part_t side, uint32_t draw,
                             script_t *script) {
    bank_t *bank = rules->bank;
    subst_t subst;
    subst_init(&subst, bank);
    const term_t *values = draw < form->draws ? form_values(rules, form, draw) : NULL;
    for (uint32_t i = 0; values && i < form->coefficient_count; i++)
        subst_const(&subst, form->coefficients[i], values[i]);
    obligation_begin(script, bank);
    for (uint32_t i = 0; i < script_count(&form->script); i++) {
        uint32_t count;
        const uint32_t *words = script_words(&form->script, i, &count);
        if (script_kind(&form->script, i) != CMD_ASSERT)
            script_add(script, script_kind(&form->script, i), words, count, 0, 0);
    }
    u32_vec_t formulas = {0};
    *vec_push(rules->mem, &formulas) = form->equations[FORM_Z];
    if (form->needs[side] != TERM_NONE)
        *vec_push(rules->mem, &formulas) = form->needs[side];
    for (uint32_t i = 0; draw >= form->draws && i < form->holds.len; i++)
        *vec_push(rules->mem, &formulas) = form->holds.data[i];
    *vec_push(rules->mem, &formulas) = check_op(bank, OP_NOT, &form->equations[side], 1);
    for (uint32_t i = 0; i < formulas.len; i++)
        obligation_assert(script, subst_apply(&subst, formulas.data[i]));
    obligation_end(script);
    vec_free(rules->mem, &formulas);
    subst_done(&subst);
}

static proof_t prove_side(rules_t *rules, form_t *form, form_part_t side, prover_t *prover) {
    enum { LITERALS = 3 };
    script_t scripts[1 + LITERALS];
    uint32_t count = 0;
    uint32_t literals = form->coefficient_count == 0 ? 0
                        : form->draws < LITERALS     ? form->draws
                                                     : LITERALS;
    write_obligation(rules, form, side, form->draws, &scripts[count++]);
    for (uint32_t draw = 0; draw < literals; draw++)
        write_obligation(rules, form, side, draw, &scripts[count++]);
    proof_t verdict = prover_ask(prover, scripts, count, side == FORM_X ? "x" : "y");
    while (count > 0)
        script_done(&scripts[--count]);
    return verdict;
}

static void try_form(rules_t *rules, form_t *form, prover_t *prover) {
    enum { CASES = 5000 };
    strbuf_t text;
    strbuf_init(&text, rules->mem);
    trial_result_t result = form_try(rules, form, CASES, &text);
    bool all = result.exhaustive && form->coefficient_count == 0;
    proof_t verdict = result.verdict == TRIAL_REFUTED        ? PROOF_REFUTED
                      : result.verdict == TRIAL_HOLDS && all ? PROOF_PROVED
                                                             : PROOF_UNKNOWN;
    prover_values(prover, verdict, result.cases, strbuf_text(&text));
    if (prover->log) {
        strbuf_clear(&text);
        sort_print(rules->bank, form->sorts[FORM_X], &text);
        strbuf_char(&text, ' ');
        sort_print(rules->bank, form->sorts[FORM_Y], &text);
        fprintf(prover->log, "  %s: %llu values%s\n", strbuf_text(&text),
                (unsigned long long)result.cases,
                result.exhaustive && result.verdict != TRIAL_REFUTED ? ", all there are" : "");
    }
    strbuf_done(&text);
}

/* The samples of the rule, and common sorts: cvc5 has no other floats. */
static void list_forms(rules_t *rules, uint32_t number, form_vec_t *forms) {
    rules_samples(rules, number, forms);
    const rule_t *rule = &rules->rows.data[number];
    bool types = false;
    for (uint32_t i = 0; i < rule->variable_count; i++)
        types |= !rule->variables[i].width;
    if (rule->variable_count == 0)
        return;
    bank_t *bank = rules->bank;
    const sort_t sorts[] = {sort_bitvec(bank, 32),
                            sort_bitvec(bank, 64),
                            sort_float(bank, 5, 11),
                            sort_float(bank, 8, 24),
                            SORT_BOOL,
                            SORT_INT};
    enum { SORTS = sizeof sorts / sizeof *sorts };
    for (uint32_t i = 0; i < SORTS * SORTS; i++) {
        /* Types take any two sorts: the same ones will do. */
        if (types && i / SORTS != i % SORTS)
            continue;
        form_t *form = rules_form(rules, number, sorts[i / SORTS], sorts[i % SORTS]);
        if (form)
            *vec_push(rules->mem, forms) = form;
    }
}

void prove_fusion(rule_book_t *book, const rule_entry_t *entry, prover_t *prover) {
    rules_t *rules = &book->fusion;
    form_vec_t forms = {0};
    list_forms(rules, entry->first, &forms);
    for (uint32_t i = 0; i < forms.len && prover->verdict != PROOF_REFUTED; i++) {
        try_form(rules, forms.data[i], prover);
        for (uint32_t side = FORM_X; side <= FORM_Y && prover->verdict != PROOF_REFUTED; side++)
            prove_side(rules, forms.data[i], (form_part_t)side, prover);
    }
    vec_free(rules->mem, &forms);
}
