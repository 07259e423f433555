/* Rules of approximation: the strong formula implies the weak one. */
#include "proof/proof_priv.h"

/* Literals are left open, and a few are put in where that decides nothing. Languages have to be put
 * in: each draw of them is an obligation of its own. */
static void ask_form(approxes_t *all, const approx_form_t *form, prover_t *prover) {
    enum { LITERALS = 3, LANGUAGES = 4 };
    script_t scripts[1 + LITERALS];
    uint32_t rounds = form->languages ? LANGUAGES : 1;
    uint32_t count = 1 + (form->literals > 0 && !form->languages ? LITERALS : 0);
    prover->partly |= form->languages;
    for (uint32_t round = 0; round < rounds && prover->verdict != PROOF_REFUTED; round++) {
        for (uint32_t i = 0; i < count; i++)
            approx_obligation(all, form, form->languages ? 1 + round : i, &scripts[i]);
        prover_ask(prover, scripts, count, all->rows.data[form->rule].same ? "same" : "implies");
        for (uint32_t i = 0; i < count; i++)
            script_done(&scripts[i]);
    }
}

static void prove_form(approxes_t *all, const approx_form_t *form, prover_t *prover) {
    enum { CASES = 2000 };
    strbuf_t why;
    strbuf_init(&why, all->mem);
    trial_result_t result = approx_try(all, form, CASES, &why);
    bool all_tried = result.verdict == TRIAL_HOLDS && result.exhaustive;
    prover_values(prover,
                  result.verdict == TRIAL_REFUTED ? PROOF_REFUTED
                  : all_tried                     ? PROOF_PROVED
                                                  : PROOF_UNKNOWN,
                  result.cases, strbuf_text(&why));
    if (prover->log)
        fprintf(prover->log, " %.*s: %llu values%s\n", (int)form->sorts.len, form->sorts.data,
                (unsigned long long)result.cases, all_tried ? ", all there are" : "");
    if (prover->verdict != PROOF_REFUTED)
        ask_form(all, form, prover);
    strbuf_done(&why);
}

void prove_approx(rule_book_t *book, const rule_entry_t *entry, prover_t *prover) {
    approxes_t *all = &book->approx;
    approx_form_t form;
    bool made;
    for (uint32_t k = 0;
         prover->verdict != PROOF_REFUTED && approx_sample(all, entry->first, k, &form, &made);
         k++) {
        if (!made)
            continue;
        prove_form(all, &form, prover);
        approx_form_done(all, &form);
    }
}
