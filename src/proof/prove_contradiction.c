/* Contradictions: what one asserts is the obligation, and a model of it the counterexample. */
#include "mutate/rules/obligation.h"
#include "proof/proof_priv.h"
#include "smt/read/parse.h"

static void make_script(const contradictions_t *all, uint32_t row,
                        const contradiction_binding_t *binding, bank_t *bank, script_t *script) {
    mem_t *mem = all->mem;
    obligation_begin(script, bank);
    strbuf_t text;
    diag_list_t diags;
    strbuf_init(&text, mem);
    diag_init(&diags, mem);
    contradiction_write(all, row, binding, "", &text);
    parse_script(script, text.data, text.len, &diags);
    obligation_end(script);
    diag_done(&diags);
    strbuf_done(&text);
}

static void prove_row(const contradictions_t *all, uint32_t row, const sort_texts_t *sorts,
                      const rng_t *base, prover_t *prover) {
    enum { INSTANCES = 4, TRIES = 100 };
    for (uint32_t k = 0; k < INSTANCES && prover->verdict != PROOF_REFUTED; k++) {
        contradiction_binding_t binding;
        rng_t rng = rng_split(base, k);
        if (!contradiction_draw(all, row, sorts, &rng, &binding))
            continue;
        strbuf_t why;
        strbuf_init(&why, all->mem);
        bool holds = contradiction_try(all, row, &binding, &rng, TRIES, &why);
        prover_values(prover, holds ? PROOF_UNKNOWN : PROOF_REFUTED, TRIES, strbuf_text(&why));
        strbuf_done(&why);
        if (!holds)
            break;
        bank_t bank;
        script_t script;
        bank_init(&bank, all->mem);
        make_script(all, row, &binding, &bank, &script);
        prover_ask(prover, &script, 1, "");
        script_done(&script);
        bank_done(&bank);
        if (all->rows.data[row].variable_count == 0)
            break; /* there is no other instance */
    }
}

void prove_contradiction(rule_book_t *book, const rule_entry_t *entry, prover_t *prover) {
    static const char *const any[] = {"Bool", "Int", "(_ BitVec 8)", NULL};
    static const uint32_t widths[] = {1, 2, 3, 4, 8, 13, 32, 0};
    sort_texts_t sorts = {.any = any, .widths = widths, .exponent = 8, .significand = 24};
    for (uint32_t row = entry->first; row < entry->first + entry->count; row++) {
        rng_t base = rng_make(row);
        prove_row(&book->contradictions, row, &sorts, &base, prover);
    }
}
