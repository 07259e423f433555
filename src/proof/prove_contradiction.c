/* Contradictions for `assay rules`: what one asserts is the obligation, and a model of it the
 * counterexample. */
#include "mutate/gen/contradictions.h"
#include "proof/rule_kind.h"
#include "smt/edit/logic.h"
#include "smt/read/parse.h"

#include <string.h>

typedef struct state {
    contradictions_t all;
    u32_vec_t first; /* row: one for each list of the file, which may be several rows */
} state_t;

static void *open_rules(mem_t *mem) {
    state_t *state = mem_zalloc(mem, 1, sizeof *state);
    contradictions_init(&state->all, mem);
    return state;
}

static void close_rules(void *rules) {
    state_t *state = rules;
    mem_t *mem = state->all.mem;
    vec_free(mem, &state->first);
    contradictions_done(&state->all);
    mem_free(mem, state);
}

static void find_first(state_t *state) {
    for (uint32_t i = 0; i < state->all.rows.len; i++)
        if (i == 0 || state->all.rows.data[i].node != state->all.rows.data[i - 1].node)
            *vec_push(state->all.mem, &state->first) = i;
}

static void add_embedded(void *rules) {
    state_t *state = rules;
    contradictions_embedded(&state->all);
    find_first(state);
}

static bool read_rules(void *rules, const char *text, size_t len, diag_list_t *diags) {
    state_t *state = rules;
    bool good = contradictions_read(&state->all, text, len, diags);
    find_first(state);
    return good;
}

static uint32_t count_rules(const void *rules) {
    return ((const state_t *)rules)->first.len;
}

static const contradiction_t *row_of(const state_t *state, uint32_t rule) {
    return &state->all.rows.data[state->first.data[rule]];
}

static const char *name_of_rule(const void *rules, uint32_t rule) {
    return row_of(rules, rule)->name;
}

static void print_rule(const void *rules, uint32_t rule, strbuf_t *out) {
    const state_t *state = rules;
    strbuf_slice_add(out, sexpr_source(&state->all.tree, row_of(state, rule)->node));
}

/* The script, with the smallest logic that has it all. */
static void make_script(const state_t *state, uint32_t row, const contradiction_binding_t *binding,
                        script_t *script) {
    mem_t *mem = state->all.mem;
    bank_t *bank = script->bank;
    sym_t logic = symbol_make(&bank->symbols, "ALL", 3);
    script_add(script, CMD_SET_LOGIC, &logic, 1, 0, 0);
    strbuf_t text;
    diag_list_t diags;
    strbuf_init(&text, mem);
    diag_init(&diags, mem);
    contradiction_write(&state->all, row, binding, "", &text);
    parse_script(script, text.data, text.len, &diags);
    const char *name = logic_name(logic_infer(script));
    uint32_t count;
    script_words(script, 0, &count)[0] = symbol_make(&bank->symbols, name, strlen(name));
    diag_done(&diags);
    strbuf_done(&text);
}

static void prove_row(const state_t *state, uint32_t row, const sort_texts_t *sorts,
                      const rng_t *base, prover_t *prover) {
    enum { INSTANCES = 4, TRIES = 100 };
    for (uint32_t k = 0; k < INSTANCES && prover->verdict != PROOF_REFUTED; k++) {
        contradiction_binding_t binding;
        rng_t rng = rng_split(base, k);
        if (!contradiction_draw(&state->all, row, sorts, &rng, &binding))
            continue;
        strbuf_t why;
        strbuf_init(&why, state->all.mem);
        bool holds = contradiction_try(&state->all, row, &binding, &rng, TRIES, &why);
        prover_values(prover, holds ? PROOF_UNKNOWN : PROOF_REFUTED, TRIES, strbuf_text(&why));
        strbuf_done(&why);
        if (!holds)
            break;
        bank_t bank;
        script_t script;
        bank_init(&bank, state->all.mem);
        script_init(&script, &bank);
        make_script(state, row, &binding, &script);
        prover_ask(prover, &script, 1, "");
        script_done(&script);
        bank_done(&bank);
        if (state->all.rows.data[row].variable_count == 0)
            break; /* there is no other instance */
    }
}

static void prove_rule(void *rules, uint32_t rule, prover_t *prover) {
    static const char *const any[] = {"Bool", "Int", "(_ BitVec 8)", NULL};
    static const uint32_t widths[] = {1, 2, 3, 4, 8, 13, 32, 0};
    sort_texts_t sorts = {.any = any, .widths = widths, .exponent = 8, .significand = 24};
    const state_t *state = rules;
    uint32_t end = rule + 1 < state->first.len ? state->first.data[rule + 1] : state->all.rows.len;
    for (uint32_t row = state->first.data[rule]; row < end; row++) {
        rng_t base = rng_make(row);
        prove_row(state, row, &sorts, &base, prover);
    }
}

const rule_kind_t rule_kind_contradiction = {
    .open = open_rules,
    .close = close_rules,
    .embedded = add_embedded,
    .read = read_rules,
    .count = count_rules,
    .name = name_of_rule,
    .print = print_rule,
    .prove = prove_rule,
};
