/* Rules of approximation tried on values: a wrong one is found by a small counterexample. */
#include "mutate/sparrow/approx_priv.h"

#include "base/bug.h"
#include "smt/edit/subst.h"
#include "smt/print/print.h"
#include "smt/term/check.h"

enum { MOST_CONSTANTS = APPROX_TERMS + RULE_COEFFICIENTS, LANGUAGES = 12, MOST_ELEMENTS = 4 };

typedef struct trial_run {
    approxes_t *all;
    const approx_form_t *form;
    strbuf_t *why;
    uint64_t most;
    rng_t rng;
    term_t languages[MOST_CONSTANTS]; /* by constant; TERM_NONE: it has values */
    value_vec_t values[MOST_CONSTANTS];
    uint32_t chosen[MOST_CONSTANTS]; /* of its values */
    term_t goal;
    trial_result_t result;
} trial_run_t;

static void show_case(trial_run_t *run) {
    rules_t *rules = &run->all->base;
    bank_t *bank = rules->bank;
    for (uint32_t i = 0; i < run->form->constants.len; i++) {
        fun_t fun = run->form->constants.data[i];
        assert(run->languages[i] != TERM_NONE || run->chosen[i] < run->values[i].len);
        term_t term = run->languages[i];
        if (term == TERM_NONE)
            term = value_term(&rules->values, bank, fun_result(bank, fun),
                              run->values[i].data[run->chosen[i]]);
        strbuf_str(run->why, i > 0 ? ", " : "");
        print_symbol(bank, fun_row(bank, fun)->name, run->why);
        strbuf_str(run->why, " = ");
        if (term == TERM_NONE)
            strbuf_char(run->why, '?');
        else
            print_term(bank, term, run->why);
    }
    for (uint32_t side = 0; side < 2; side++) {
        bool holds = eval_formula(&rules->eval, run->form->sides[side]) == HOLDS_YES;
        if (run->form->languages)
            continue;
        strbuf_str(run->why, side == 0 ? ": " : ", but ");
        print_term(bank, run->form->sides[side], run->why);
        strbuf_str(run->why, holds ? " is true" : " is not");
    }
}

/* A goal that is false under a choice (a division by zero) is wrong: a solver may choose so, too.
 */
static void try_case(trial_run_t *run) {
    rules_t *rules = &run->all->base;
    for (uint32_t i = 0; i < run->form->constants.len; i++)
        if (run->languages[i] == TERM_NONE)
            model_set(&rules->model, run->form->constants.data[i],
                      run->values[i].data[run->chosen[i]]);
    eval_set_model(&rules->eval, &rules->model);
    for (uint32_t i = 0; i < run->form->holds.len; i++)
        if (eval_formula(&rules->eval, run->form->holds.data[i]) != HOLDS_YES)
            return;
    run->result.cases++;
    result_t goal = eval_term(&rules->eval, run->goal);
    if (goal.known && goal.value == 0) {
        run->result.verdict = TRIAL_REFUTED;
        show_case(run);
    } else if (!goal.known || goal.chosen) {
        run->result.verdict = TRIAL_OPEN;
    }
}

/* The next combination, as a number with a digit for each constant. */
static bool next_case(trial_run_t *run) {
    for (uint32_t i = 0; i < run->form->constants.len; i++) {
        if (run->languages[i] != TERM_NONE)
            continue;
        if (++run->chosen[i] < run->values[i].len)
            return true;
        run->chosen[i] = 0;
    }
    return false;
}

/* Rules fail where values are equal, or small: those come first in the lists, which are the same
 * for the same sort. */
static void draw_case(trial_run_t *run) {
    enum { SMALL = 9 };
    for (uint32_t i = 0; i < run->form->constants.len; i++) {
        uint32_t count = run->values[i].len;
        if (run->languages[i] != TERM_NONE)
            continue;
        if (i > 0 && run->values[i - 1].len == count && rng_one_in(&run->rng, 4))
            run->chosen[i] = run->chosen[i - 1];
        else
            run->chosen[i] = (uint32_t)rng_below(
                &run->rng, count > SMALL && rng_one_in(&run->rng, 2) ? SMALL : count);
    }
}

/* All combinations when they are few enough, else run->most of them at random. */
static void try_values(trial_run_t *run, bool complete, uint64_t combinations) {
    if (combinations <= run->most) {
        run->result.exhaustive = complete;
        for (uint32_t i = 0; i < run->form->constants.len; i++)
            run->chosen[i] = 0;
        do
            try_case(run);
        while (run->result.verdict != TRIAL_REFUTED && next_case(run));
        return;
    }
    run->result.exhaustive = false;
    for (uint64_t i = 0; i < run->most && run->result.verdict != TRIAL_REFUTED; i++) {
        draw_case(run);
        try_case(run);
    }
}

/* Puts languages in for the constants that are some. */
static void set_languages(trial_run_t *run) {
    subst_t subst;
    subst_init(&subst, run->all->base.bank);
    approx_draw_languages(run->all, run->form, &run->rng, run->languages);
    for (uint32_t i = 0; i < run->form->constants.len; i++)
        if (run->languages[i] != TERM_NONE)
            subst_const(&subst, run->form->constants.data[i], run->languages[i]);
    run->goal = subst_apply(&subst, run->form->goal);
    subst_done(&subst);
}

/* The predicate as a set of the first values of its sort, by the bits of round. */
static void set_predicate(trial_run_t *run, uint32_t round) {
    rules_t *rules = &run->all->base;
    bank_t *bank = rules->bank;
    fun_t fun = run->form->predicate;
    assert(round < 1u << MOST_ELEMENTS);
    sort_t sort = fun_param(bank, fun, 0);
    sym_t name = symbol_make(&bank->symbols, "v", 1);
    term_t var = term_fresh_var(bank, name, sort);
    term_t body = check_op(bank, OP_FALSE, NULL, 0);
    for (uint32_t i = 0; round >> i != 0; i++) {
        if (!(round >> i & 1))
            continue;
        term_t value = value_term(&rules->values, bank, sort, value_at(&rules->values, sort, i));
        term_t equal = check_op(bank, OP_EQ, (term_t[]){var, value}, 2);
        body = check_op(bank, OP_OR, (term_t[]){body, equal}, 2);
    }
    fun_t made = fun_make(bank, FUN_DEFINED, name, &sort, 1, SORT_BOOL);
    uint32_t vars = fun_words_add(bank, &var, 1);
    fun_row(bank, made)->vars = vars;
    fun_row(bank, made)->body = body;
    model_define(&rules->model, fun, made);
}

/* How often the values are tried, with other languages or another predicate each time; 0: there are
 * too many of those. */
static uint32_t count_rounds(trial_run_t *run) {
    rules_t *rules = &run->all->base;
    if (run->form->predicate == FUN_NONE)
        return run->form->languages ? LANGUAGES : 1;
    uint64_t size = sort_size(&rules->values, fun_param(rules->bank, run->form->predicate, 0));
    return size <= MOST_ELEMENTS ? 1u << size : 0;
}

trial_result_t approx_try(approxes_t *all, const approx_form_t *form, uint64_t most,
                          strbuf_t *why) {
    rules_t *rules = &all->base;
    trial_run_t run = {.all = all, .form = form, .why = why, .most = most, .rng = rng_make(1)};
    assert(form->constants.len <= MOST_CONSTANTS);
    uint32_t rounds = count_rounds(&run);
    bool complete = true;
    uint64_t combinations = rounds > 0 ? 1 : 0;
    model_clear(&rules->model);
    eval_set_model(&rules->eval, &rules->model);
    for (uint32_t i = 0; i < form->constants.len; i++) {
        sort_t sort = fun_result(rules->bank, form->constants.data[i]);
        if (sort == SORT_REGLAN) {
            complete = false;
            continue;
        }
        complete &= rules_sample_values(rules, sort, &run.values[i]);
        combinations = combinations > most ? combinations : combinations * run.values[i].len;
    }
    if (combinations == 0)
        run.result.verdict = TRIAL_OPEN;
    for (uint32_t i = 0; combinations > 0 && i < rounds; i++) {
        run.most = most / rounds + 1;
        set_languages(&run);
        if (form->predicate != FUN_NONE)
            set_predicate(&run, i);
        if (run.result.verdict != TRIAL_REFUTED)
            try_values(&run, complete, combinations);
    }
    model_clear(&rules->model);
    eval_set_model(&rules->eval, &rules->model);
    for (uint32_t i = 0; i < form->constants.len; i++)
        vec_free(all->mem, &run.values[i]);
    return run.result;
}
