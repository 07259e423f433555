/* DIVER (Kim, So, Oh: "DIVER: Oracle-Guided SMT Solver Testing with Unrestricted Random Mutations",
 * ICSE 2023). A term of a satisfied formula becomes any random term with which the formula is still
 * true under the same model: it is satisfiable by construction, and has nothing else in common with
 * the seed. A pre-analysis (analysis.h) finds what each position may be; where that is much, terms
 * are tried more often (section III-B).
 *
 * Changed from the paper:
 *   - all sorts, with sets that are exact where the paper steps by 1e-6 or takes one character;
 *   - what a set says is enough to give a candidate up, where the set is exact, but never to take
 *     it: each mutant is evaluated, and must be definitely true;
 *   - nothing may depend on a value that the standard leaves to the solver (fp.min of two zeros);
 *   - let and definitions stay as they are. */
#include "mutate/diver/diver_priv.h"

#include "base/bug.h"
#include "mutate/engine/compat.h"
#include "smt/print/print.h"
#include "smt/term/open_ops.h"

#include <stdlib.h>
#include <string.h>

enum { TRIES = 50 }; /* terms for one spot: as in the paper */

/* A candidate is small, so is what it may cost; quantifiers are what is expensive. A seed that is
 * beyond SEED_STEPS would cost that whenever it is looked at. */
static const eval_limits_t candidate_limits = {.steps = 20000,
                                               .words = 1 << 16,
                                               .bits = 1 << 12,
                                               .length = 1 << 12,
                                               .depth = 4000000,
                                               .instances = 1024};

enum { SEED_STEPS = 1000000 };

/* --- opening --- */

static bool open_diver(strategy_t *strategy, diag_list_t *diags) {
    mem_t *mem = strategy->mem;
    diver_t *diver = mem_zalloc(mem, 1, sizeof *diver);
    strategy->state = diver;
    diver->strategy = strategy;
    values_init(&diver->values, strategy->bank, mem);
    eval_init(&diver->eval, strategy->bank, &diver->values, NULL, mem);
    eval_init(&diver->again, strategy->bank, &diver->values, NULL, mem);
    constraints_init(&diver->set, &diver->eval, mem);
    analysis_init(&diver->analysis, &diver->set, mem);
    random_term_init(&diver->grow, strategy->bank);
    vars_init(&diver->vars, strategy->bank);
    position_init(&diver->at, strategy->bank);
    position_init(&diver->inside, strategy->bank);
    strbuf_init(&diver->text, mem);
    strbuf_init(&diver->declarations, mem);
    strbuf_init(&diver->assertions, mem);
    strbuf_init(&diver->model_lines, mem);
    diver->set_start = constraints_mark(&diver->set);
    diver->values_start = values_mark(&diver->values);
    diver->configured = strategy->options.ops_text != NULL;
    ops_config_init(&diver->config, strategy->bank, mem);
    return !diver->configured || ops_config_read(&diver->config, strategy->options.ops_text,
                                                 strategy->options.ops_len, diags);
}

/* Nothing of a seed is left. */
static void forget_diver(strategy_t *strategy) {
    diver_t *diver = strategy->state;
    diver->seed = NULL;
    eval_set_model(&diver->eval, NULL);
    constraints_release(&diver->set, diver->set_start);
    values_release(&diver->values, diver->values_start);
}

static void close_diver(strategy_t *strategy) {
    mem_t *mem = strategy->mem;
    diver_t *diver = strategy->state;
    ops_config_done(&diver->config);
    strbuf_done(&diver->model_lines);
    strbuf_done(&diver->assertions);
    strbuf_done(&diver->declarations);
    strbuf_done(&diver->text);
    position_done(&diver->inside);
    position_done(&diver->at);
    vars_done(&diver->vars);
    random_term_done(&diver->grow);
    analysis_done(&diver->analysis);
    constraints_done(&diver->set);
    eval_done(&diver->again);
    eval_done(&diver->eval);
    values_done(&diver->values);
    vec_free(mem, &diver->sums);
    vec_free(mem, &diver->leaves);
    vec_free(mem, &diver->pools);
    map_free(mem, &diver->pool_of);
    vec_free(mem, &diver->scope);
    vec_free(mem, &diver->path);
    vec_free(mem, &diver->stack);
    vec_free(mem, &diver->args);
    vec_free(mem, &diver->known);
    vec_free(mem, &diver->changed);
    mem_free(mem, diver);
}

/* --- once per seed --- */

/* Whether the model is made of definitions alone: values are of another store. */
static bool is_defined(const model_t *model) {
    for (uint32_t i = 0; i < model->meanings.len; i++)
        if (model->meanings.data[i].body == FUN_NONE)
            return false;
    return true;
}

bool diver_choices_hold(const eval_t *eval) {
    for (uint32_t i = 0; i < eval->choices.len; i++) {
        choice_t choice = eval->choices.data[i];
        if (choice.fun == FUN_NONE && open_op(choice.op) != OPEN_FREE)
            return false;
    }
    return true;
}

/* Whether a named term is used by its name somewhere: what is below it must then stay. */
static bool uses_names(const bank_t *bank, const seed_t *seed) {
    for (uint32_t i = 0; i < seed->terms.len; i++) {
        uint32_t count;
        const uint32_t *words = term_words(bank, seed->terms.data[i], &count);
        if (term_op(bank, seed->terms.data[i]) == OP_APP && count == 1 &&
            fun_row(bank, words[0])->kind == FUN_NAMED)
            return true;
    }
    return false;
}

/* The weights of all spots, summed up: the paper's score, or 1 each. */
static void sum_weights(diver_t *diver) {
    const strategy_t *strategy = diver->strategy;
    const bank_t *bank = strategy->bank;
    const seed_t *seed = diver->seed;
    bool named = uses_names(bank, seed);
    uint32_t named_end = 0;
    double sum = 0;
    diver->sums.len = 0;
    for (uint32_t i = 0; i < seed->spots.len; i++) {
        const spot_t *spot = &seed->spots.data[i];
        sort_t sort = term_sort(bank, spot->term);
        if (named && term_op(bank, spot->term) == OP_ANNOT && spot->after > named_end)
            named_end = spot->after;
        bool fixed = i < named_end || (named && (term_flags(bank, spot->term) & TERM_HAS_ANNOT)) ||
                     (diver->bound_to_logic && !compat_spot_stays_in_logic(bank, seed, i));
        double weight =
            strategy->options.no_weights
                ? 1
                : constraint_score(&diver->set, sort, diver->analysis.spots.data[i].set);
        assert(weight >= 0.001 && weight <= 1);
        sum += fixed ? 0 : weight;
        *vec_push(strategy->mem, &diver->sums) = sum;
    }
}

/* Numerals of sort Real are that because the logic has no Int. */
static bool has_real_numerals(const bank_t *bank, const seed_t *seed) {
    for (uint32_t i = 0; i < seed->terms.len; i++)
        if (term_op(bank, seed->terms.data[i]) == OP_NUMERAL &&
            term_sort(bank, seed->terms.data[i]) == SORT_REAL)
            return true;
    return false;
}

/* The first number N such that no d!N or above is a name in the seed. */
static uint32_t free_number(const seed_t *seed) {
    uint32_t free = 0;
    for (uint32_t i = 0; i + 2 < seed->len; i++) {
        if (seed->text[i] != 'd' || seed->text[i + 1] != '!')
            continue;
        unsigned long number = strtoul(seed->text + i + 2, NULL, 10);
        if (number >= free && number < UINT32_MAX / 2)
            free = (uint32_t)number + 1;
    }
    return free;
}

static const char *learn_seed(diver_t *diver, const seed_t *seed) {
    if (!seed->model)
        return "it has no model";
    if (!is_defined(seed->model))
        return "its model has values without a definition";
    diver->model = *seed->model;
    diver->model.values = &diver->values;
    eval_set_model(&diver->eval, &diver->model);
    diver->eval.limits = eval_default_limits;
    diver->eval.limits.steps = SEED_STEPS;
    diver->analysis.limits = candidate_limits;
    if (!analysis_run(&diver->analysis, seed))
        return "its model does not make it true, or that takes long to see";
    if (!diver_choices_hold(&diver->eval))
        return "its model leaves open what solvers may decide in their own way";
    diver->bound_to_logic = has_real_numerals(diver->strategy->bank, seed);
    sum_weights(diver);
    if (vec_last(&diver->sums) <= 0)
        return "there is no place to change";
    diver->eval.limits = candidate_limits;
    diver->first_fresh = free_number(seed);
    diver_learn_terms(diver);
    return NULL;
}

static bool prepare(strategy_t *strategy, const seed_t *seed) {
    diver_t *diver = strategy->state;
    if (diver->seed == seed && diver->seed_model == seed->model)
        return diver->refusal == NULL;
    phase_t before = strategy_enter(strategy, PHASE_PREPARE);
    forget_diver(strategy);
    diver->seed = seed;
    diver->seed_model = seed->model;
    diver->refusal = learn_seed(diver, seed);
    strategy_enter(strategy, before);
    return diver->refusal == NULL;
}

static bool takes_diver(strategy_t *strategy, const seed_t *first, const seed_t *second,
                        const char **why) {
    (void)second;
    bool takes = prepare(strategy, first);
    *why = ((const diver_t *)strategy->state)->refusal;
    return takes;
}

/* --- one mutation --- */

static uint32_t draw_spot(const diver_t *diver, rng_t *rng) {
    double place = rng_unit(rng) * vec_last(&diver->sums);
    uint32_t low = 0;
    uint32_t high = diver->sums.len - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (diver->sums.data[middle] > place)
            high = middle;
        else
            low = middle + 1;
    }
    assert(diver->sums.data[low] > (low > 0 ? diver->sums.data[low - 1] : 0)); /* has a weight */
    return low;
}

/* The path of children from the assertion to the spot; returns the assertion's spot. */
static uint32_t find_path(diver_t *diver, uint32_t spot) {
    const seed_t *seed = diver->seed;
    u32_vec_t *path = &diver->path;
    path->len = 0;
    for (; seed->spots.data[spot].parent != SPOT_NONE; spot = seed->spots.data[spot].parent)
        *vec_push(diver->strategy->mem, path) = seed->spots.data[spot].child;
    for (uint32_t i = 0; i < path->len / 2; i++) {
        uint32_t swap = path->data[i];
        path->data[i] = path->data[path->len - 1 - i];
        path->data[path->len - 1 - i] = swap;
    }
    return spot;
}

reject_t diver_judge(diver_t *diver, candidate_t *candidate, term_t term) {
    if (!position_set(&diver->at, candidate->formula, diver->path.data, diver->path.len))
        return REJECT_PLACE;
    assert(term_sort(diver->strategy->bank, term) ==
           term_sort(diver->strategy->bank, position_term(&diver->at)));
    candidate->result = position_replace(&diver->at, term);
    result_t result = eval_term(&diver->eval, candidate->result);
    if (!result.known)
        return REJECT_UNKNOWN;
    if (!result.value)
        return REJECT_FALSE;
    return result.chosen && !diver_choices_hold(&diver->eval) ? REJECT_UNKNOWN : REJECT_COUNT;
}

/* Whether the term may stand at the spot, as text. */
static bool may_stand(diver_t *diver, term_t term) {
    return diver->scope.len == 0 || vars_may_stand(&diver->vars, term, &diver->scope);
}

/* Why a term will not do, or REJECT_COUNT. */
static reject_t check_term(diver_t *diver, candidate_t *candidate, term_t term) {
    const seed_t *seed = diver->seed;
    const bank_t *bank = diver->strategy->bank;
    if (term == TERM_NONE)
        return REJECT_OPERATOR;
    if (term == seed->spots.data[candidate->spot].term)
        return REJECT_SAME;
    if (!may_stand(diver, term) || !diver_names_hold(diver, term))
        return REJECT_ARGUMENT;
    uint32_t scopes = analysis_enter(&diver->analysis, seed, candidate->spot);
    result_t result = eval_term(&diver->eval, term);
    sort_t sort = term_sort(bank, term);
    wanted_t want = diver->analysis.spots.data[candidate->spot];
    fits_t fits =
        result.known ? constraint_has(&diver->set, sort, want.set, result.value) : FITS_UNKNOWN;
    analysis_leave(&diver->analysis, scopes);
    if (candidate->untouched && want.exact && want.set != CONSTRAINT_ANY && fits != FITS_YES)
        return result.known ? REJECT_FALSE : REJECT_UNKNOWN;
    reject_t reject = diver_judge(diver, candidate, term);
    if (reject != REJECT_COUNT)
        return reject;
    candidate->term = term;
    candidate->want = (wanted_t){CONSTRAINT_NONE, false};
    if (candidate->untouched && fits == FITS_YES)
        candidate->want = want;
    else if (result.known)
        candidate->want.set = constraint_only(&diver->set, sort, result.value);
    return REJECT_COUNT;
}

static bool find_term(diver_t *diver, candidate_t *candidate, rng_t *rng) {
    strategy_t *strategy = diver->strategy;
    for (uint32_t i = 0; i < TRIES; i++) {
        strategy_try(strategy);
        bank_mark_t mark = bank_mark(strategy->bank);
        eval_mark_t known = eval_mark(&diver->eval);
        term_t term = diver_draw_term(diver, candidate->spot, rng);
        phase_t before = strategy_enter(strategy, PHASE_CHECK);
        reject_t reject = check_term(diver, candidate, term);
        strategy_enter(strategy, before);
        if (reject == REJECT_COUNT)
            return true;
        strategy_reject(strategy, reject);
        eval_release(&diver->eval, known);
        bank_release(strategy->bank, mark);
    }
    return false;
}

static void start_candidate(diver_t *diver, uint32_t spot, candidate_t *candidate) {
    *candidate = (candidate_t){.spot = spot, .root = find_path(diver, spot), .untouched = true};
    candidate->formula = diver->seed->spots.data[candidate->root].term;
    for (uint32_t i = 0; i < diver->changed.len; i++)
        if (diver->changed.data[i].root == candidate->root) {
            candidate->formula = diver->changed.data[i].term;
            candidate->untouched = false;
        }
    diver->scope.len = 0;
    if (diver->seed->spots.data[spot].scope != SPOT_NONE)
        seed_scope(diver->strategy->seeds, diver->seed, spot, &diver->scope);
}

static void keep_formula(diver_t *diver, const candidate_t *candidate) {
    assert(term_sort(diver->strategy->bank, candidate->result) == SORT_BOOL);
    for (uint32_t i = 0; i < diver->changed.len; i++)
        if (diver->changed.data[i].root == candidate->root) {
            diver->changed.data[i].term = candidate->result;
            return;
        }
    *vec_push(diver->strategy->mem, &diver->changed) =
        (changed_root_t){candidate->root, candidate->result};
}

static bool overlaps(const mutant_t *mutant, const spot_t *spot) {
    for (uint32_t i = 0; i < mutant->edits.len; i++)
        if (mutant->edits.data[i].start < spot->end && spot->start < mutant->edits.data[i].end)
            return true;
    return false;
}

/* Whether the mutant with this candidate is true when nothing was evaluated before it. What is
 * tried for a quantified variable depends on what was evaluated before: an evaluator that reads the
 * mutant and its model afresh must not miss a witness that was found here. */
static bool holds_again(diver_t *diver, const candidate_t *candidate) {
    const seed_t *seed = diver->seed;
    bool holds = true;
    if (!seed->quantified)
        return true;
    eval_set_model(&diver->again, &diver->model);
    diver->again.limits.steps = SEED_STEPS;
    for (uint32_t i = 0; i < seed->roots.len && holds; i++) {
        uint32_t root = seed->roots.data[i];
        term_t formula = seed->spots.data[root].term;
        for (uint32_t k = 0; k < diver->changed.len; k++)
            if (diver->changed.data[k].root == root)
                formula = diver->changed.data[k].term;
        if (root == candidate->root)
            formula = candidate->result;
        holds = eval_formula(&diver->again, formula) == HOLDS_YES;
    }
    eval_set_model(&diver->again, NULL);
    return holds;
}

/* One more term of the mutant is another. */
static bool mutate(diver_t *diver, rng_t *rng, mutant_t *mutant, bool *leaves_logic) {
    strategy_t *strategy = diver->strategy;
    const bank_t *bank = strategy->bank;
    candidate_t candidate;
    uint32_t spot = draw_spot(diver, rng);
    const spot_t *row = &diver->seed->spots.data[spot];
    if (overlaps(mutant, row)) {
        strategy_try(strategy);
        return strategy_reject(strategy, REJECT_OVERLAP);
    }
    start_candidate(diver, spot, &candidate);
    if (!find_term(diver, &candidate, rng))
        return false;
    phase_t before = strategy_enter(strategy, PHASE_CHECK);
    if (!strategy->options.no_complicate && rng_one_in(rng, 2))
        (void)diver_complicate(diver, &candidate, rng);
    candidate.leaves_logic |= !diver_in_logic(diver, candidate.term) ||
                              !compat_spot_stays_in_logic(bank, diver->seed, spot);
    bool holds = holds_again(diver, &candidate);
    strategy_enter(strategy, before);
    if (!holds)
        return strategy_reject(strategy, REJECT_UNKNOWN);
    if (candidate.leaves_logic && diver->bound_to_logic)
        return strategy_reject(strategy, REJECT_LOGIC);
    strbuf_clear(&diver->text);
    print_term(bank, candidate.term, &diver->text);
    if (mutant->text.len + diver->text.len >
        (size_t)diver->seed->len * strategy->options.max_growth)
        return strategy_reject(strategy, REJECT_SIZE);
    if (!mutant_replace(mutant, 0, row->start, row->end, diver->text.data, diver->text.len))
        return strategy_reject(strategy, REJECT_OVERLAP);
    strategy_accept(strategy);
    keep_formula(diver, &candidate);
    *leaves_logic |= candidate.leaves_logic;
    return true;
}

static void write_rest(diver_t *diver, mutant_t *mutant, bool leaves_logic) {
    const seed_t *seed = diver->seed;
    const char *all = compat_widest_logic(diver->strategy->bank, seed);
    if (leaves_logic && seed->logic != SYM_NONE)
        mutant_require(mutant, 0, 0, seed->logic_end, all, strlen(all));
    if (diver->declarations.len > 0)
        mutant_require(mutant, 0, seed->declarations_end, seed->declarations_end,
                       diver->declarations.data, diver->declarations.len);
    if (diver->assertions.len > 0)
        mutant_replace(mutant, 0, seed->assertions_end, seed->assertions_end,
                       diver->assertions.data, diver->assertions.len);
    mutant->claim = CLAIM_SAT;
    mutant->reason = "the model makes it true";
}

static bool make_diver(strategy_t *strategy, const seed_t *first, const seed_t *second, rng_t *rng,
                       mutant_t *mutant) {
    (void)second;
    diver_t *diver = strategy->state;
    if (!prepare(strategy, first))
        return false;
    assert(diver->seed == first && diver->sums.len == first->spots.len);
    uint32_t steps = strategy->options.steps > 0 ? strategy->options.steps : 1;
    bool leaves_logic = false;
    uint32_t made = 0;
    diver->changed.len = 0;
    diver->fresh = 0;
    strbuf_clear(&diver->declarations);
    strbuf_clear(&diver->assertions);
    strbuf_clear(&diver->model_lines);
    diver->free = !diver->bound_to_logic && (rng_one_in(rng, 8) || diver->configured);
    bank_mark_t mark = bank_mark(strategy->bank);
    eval_mark_t known = eval_mark(&diver->eval);
    constraints_mark_t sets = constraints_mark(&diver->set);
    for (uint32_t i = 0; i < steps; i++)
        made += mutate(diver, rng, mutant, &leaves_logic);
    constraints_release(&diver->set, sets);
    eval_release(&diver->eval, known);
    bank_release(strategy->bank, mark);
    if (made == 0)
        return false;
    write_rest(diver, mutant, leaves_logic);
    return true;
}

static bool model_of_diver(strategy_t *strategy, const mutant_t *mutant, strbuf_t *out) {
    const diver_t *diver = strategy->state;
    const seed_t *seed = mutant->seeds[0];
    if (!seed->model_text)
        return false;
    strbuf_add(out, seed->model_text, seed->model_len);
    strbuf_add(out, diver->model_lines.data, diver->model_lines.len);
    return true;
}

const strategy_functions_t diver_functions = {.open = open_diver,
                                              .close = close_diver,
                                              .takes = takes_diver,
                                              .make = make_diver,
                                              .model = model_of_diver,
                                              .forget = forget_diver};
