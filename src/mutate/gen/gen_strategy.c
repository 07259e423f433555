/* Generation (gen.h) as a strategy: a formula from nothing, in the place of the seed's text. Of the
 * seed only the logic matters: the solvers that seeds of a logic are for know it. */
#include "mutate/engine/strategy_priv.h"
#include "mutate/gen/gen.h"

typedef struct state {
    gen_t *gen;
    gen_formula_t formula; /* the last one */
} state_t;

static bool open_gen(strategy_t *strategy, diag_list_t *diags) {
    (void)diags;
    state_t *state = mem_alloc(strategy->mem, sizeof *state);
    state->gen = gen_open(strategy->mem);
    gen_formula_init(&state->formula, strategy->mem);
    strategy->state = state;
    return true;
}

static void close_gen(strategy_t *strategy) {
    state_t *state = strategy->state;
    gen_formula_done(&state->formula);
    gen_close(state->gen);
    mem_free(strategy->mem, state);
}

static gen_options_t options_for(const strategy_t *strategy, const seed_t *seed) {
    gen_options_t options = gen_defaults;
    options.logic = "ALL";
    if (seed->logic != SYM_NONE)
        options.logic = symbol_text(&strategy->bank->symbols, seed->logic);
    return options;
}

static bool takes_gen(strategy_t *strategy, const seed_t *first, const seed_t *second,
                      const char **why) {
    (void)second;
    gen_options_t options = options_for(strategy, first);
    return gen_options_fit(&options, why);
}

static bool make_gen(strategy_t *strategy, const seed_t *first, const seed_t *second, rng_t *rng,
                     mutant_t *mutant) {
    (void)second;
    state_t *state = strategy->state;
    gen_formula_t *formula = &state->formula;
    gen_options_t options = options_for(strategy, first);
    strategy_try(strategy);
    if (!gen_make(state->gen, &options, rng, formula))
        return strategy_reject(strategy, REJECT_OPERATOR);
    strategy_accept(strategy);
    mutant_replace(mutant, 0, 0, first->len, formula->text.data, formula->text.len);
    mutant->claim = formula->claim;
    mutant->reason = strbuf_text(&formula->reason);
    return true;
}

static bool model_gen(strategy_t *strategy, const mutant_t *mutant, strbuf_t *out) {
    (void)mutant;
    const state_t *state = strategy->state;
    strbuf_add(out, state->formula.model.data, state->formula.model.len);
    return state->formula.claim == CLAIM_SAT;
}

/* Nothing is known of seeds. */
static void forget_gen(strategy_t *strategy) {
    (void)strategy;
}

const strategy_functions_t gen_functions = {.open = open_gen,
                                            .close = close_gen,
                                            .takes = takes_gen,
                                            .make = make_gen,
                                            .model = model_gen,
                                            .forget = forget_gen};
