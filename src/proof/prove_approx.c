/* The rules of approximation for `assay rules`: the strong formula implies the weak one. */
#include "mutate/sparrow/approx.h"
#include "proof/rule_kind.h"

static void *open_rules(mem_t *mem) {
    approxes_t *all = mem_alloc(mem, sizeof *all);
    approx_init(all, mem);
    return all;
}

static void close_rules(void *state) {
    approxes_t *all = state;
    mem_t *mem = all->mem;
    approx_done(all);
    mem_free(mem, all);
}

static void add_embedded(void *state) {
    approx_embedded(state);
}

static bool read_rules(void *state, const char *text, size_t len, diag_list_t *diags) {
    return approx_read(state, text, len, false, diags);
}

static uint32_t count_rules(const void *state) {
    return ((const approxes_t *)state)->rows.len;
}

static const char *name_of_rule(const void *state, uint32_t rule) {
    return ((const approxes_t *)state)->rows.data[rule].rule.name;
}

static void print_rule(const void *state, uint32_t rule, strbuf_t *out) {
    const approxes_t *all = state;
    rules_print(&all->base, &all->rows.data[rule].rule, out);
}

/* --- obligations --- */

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

static void prove_rule(void *state, uint32_t rule, prover_t *prover) {
    approxes_t *all = state;
    approx_form_t form;
    bool made;
    for (uint32_t k = 0;
         prover->verdict != PROOF_REFUTED && approx_sample(all, rule, k, &form, &made); k++) {
        if (!made)
            continue;
        prove_form(all, &form, prover);
        approx_form_done(all, &form);
    }
}

const rule_kind_t rule_kind_approx = {
    .open = open_rules,
    .close = close_rules,
    .embedded = add_embedded,
    .read = read_rules,
    .count = count_rules,
    .name = name_of_rule,
    .print = print_rule,
    .prove = prove_rule,
};
