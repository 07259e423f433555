/* Rules tried on values: a wrong one is found by a small counterexample or not at all. */
#include "mutate/rules/rules_priv.h"

#include "base/bug.h"

#include "smt/print/print.h"
#include "smt/term/check.h"

enum { SAMPLES = 40, SMALL_SORT = 256, DRAWS = 24 };

typedef struct trial_run {
    rules_t *rules;
    form_t *form;
    strbuf_t *why;
    trial_result_t result;
} trial_run_t;

static void add_value(rules_t *rules, value_vec_t *list, value_t value) {
    for (uint32_t i = 0; i < list->len; i++)
        if (list->data[i] == value)
            return;
    *vec_push(rules->mem, list) = value;
}

static void add_integer(rules_t *rules, sort_t sort, int number, value_vec_t *list) {
    bank_t *bank = rules->bank;
    strbuf_clear(&rules->scratch);
    strbuf_format(&rules->scratch, "%d%s", number < 0 ? -number : number,
                  sort == SORT_REAL ? ".0" : "");
    sym_t text = symbol_make(&bank->symbols, rules->scratch.data, rules->scratch.len);
    term_t term = term_literal(bank, sort == SORT_REAL ? OP_DECIMAL : OP_NUMERAL, text, sort);
    if (number < 0)
        term = check_op(bank, OP_NEG, &term, 1);
    result_t result = eval_term(&rules->eval, term);
    if (result.known)
        add_value(rules, list, result.value);
}

bool rules_sample_values(rules_t *rules, sort_t sort, value_vec_t *list) {
    uint64_t size = sort_size(&rules->values, sort);
    if (size <= SMALL_SORT) {
        for (uint64_t i = 0; i < size; i++)
            *vec_push(rules->mem, list) = value_at(&rules->values, sort, i);
        return true;
    }
    if (sort == SORT_INT || sort == SORT_REAL)
        for (int i = -4; i <= 4; i++)
            add_integer(rules, sort, i, list);
    rng_t rng = rng_make(sort);
    for (uint32_t tries = 0; tries < 4 * SAMPLES && list->len < SAMPLES; tries++) {
        term_t term = random_literal(&rules->grow, &rng, sort);
        if (term == TERM_NONE)
            break;
        result_t result = eval_term(&rules->eval, term);
        if (result.known && !result.chosen && value_exact(&rules->values, sort, result.value))
            add_value(rules, list, result.value);
    }
    return false;
}

static void show_value(trial_run_t *run, const char *name, sort_t sort, value_t value) {
    bank_t *bank = run->rules->bank;
    term_t term = value_term(&run->rules->values, bank, sort, value);
    strbuf_format(run->why, "%s%s", name, name[0] == ' ' ? " " : " = ");
    if (term == TERM_NONE)
        strbuf_str(run->why, "?");
    else
        print_term(bank, term, run->why);
}

static void show_case(trial_run_t *run, form_part_t side, value_t x, value_t y, value_t z,
                      uint32_t draw) {
    const form_t *form = run->form;
    rules_t *rules = run->rules;
    assert(side <= FORM_Y && draw < form->draws);
    show_value(run, "x", form->sorts[FORM_X], x);
    show_value(run, ", y", form->sorts[FORM_Y], y);
    for (uint32_t i = 0; i < form->coefficient_count; i++) {
        const slice_t *text = &form->literals[draw * form->coefficient_count + i];
        strbuf_str(run->why, ", ");
        print_symbol(rules->bank, fun_row(rules->bank, form->coefficients[i])->name, run->why);
        strbuf_format(run->why, " = %.*s", (int)text->len, text->data);
    }
    show_value(run, ", z", form->sorts[FORM_Z], z);
    result_t got = eval_term(&rules->eval, form->terms[side]);
    strbuf_str(run->why, ", but ");
    print_term(rules->bank, form->terms[side], run->why);
    if (got.known)
        show_value(run, got.chosen ? " can be" : "", form->sorts[side], got.value);
}

/* An inversion that is wrong under a choice (a division by zero) is wrong: a solver may choose so,
 * too. One that is right under a choice need not be. */
static void try_side(trial_run_t *run, form_part_t side, value_t x, value_t y, value_t z,
                     uint32_t draw) {
    rules_t *rules = run->rules;
    const form_t *form = run->form;
    if (run->result.verdict == TRIAL_REFUTED)
        return;
    if (form->needs[side] != TERM_NONE) {
        result_t needs = eval_term(&rules->eval, form->needs[side]);
        if (needs.known && !needs.chosen && needs.value == 0)
            return;
        if (!needs.known || needs.chosen) {
            run->result.verdict = TRIAL_OPEN;
            return;
        }
    }
    result_t holds = eval_term(&rules->eval, form->equations[side]);
    if (holds.known && holds.value == 0) {
        run->result.verdict = TRIAL_REFUTED;
        show_case(run, side, x, y, z, draw);
    } else if (!holds.known || holds.chosen) {
        run->result.verdict = TRIAL_OPEN;
    }
}

static void try_values(trial_run_t *run, value_t x, value_t y, uint32_t draw) {
    rules_t *rules = run->rules;
    const form_t *form = run->form;
    model_set(&rules->model, form->funs[FORM_X], x);
    model_set(&rules->model, form->funs[FORM_Y], y);
    eval_set_model(&rules->eval, &rules->model);
    result_t z = eval_term(&rules->eval, form->terms[FORM_Z]);
    run->result.cases++;
    assert(term_sort(rules->bank, form->terms[FORM_Z]) == form->sorts[FORM_Z]);
    if (!z.known || z.chosen) {
        run->result.verdict = TRIAL_OPEN;
        return;
    }
    model_set(&rules->model, form->funs[FORM_Z], z.value);
    eval_set_model(&rules->eval, &rules->model);
    try_side(run, FORM_X, x, y, z.value, draw);
    try_side(run, FORM_Y, x, y, z.value, draw);
}

static bool set_draw(trial_run_t *run, uint32_t draw) {
    rules_t *rules = run->rules;
    const form_t *form = run->form;
    const term_t *values = form_values(rules, run->form, draw);
    for (uint32_t i = 0; values && i < form->coefficient_count; i++) {
        result_t value = eval_term(&rules->eval, values[i]);
        model_set(&rules->model, form->coefficients[i], value.value);
    }
    return values != NULL;
}

trial_result_t form_try(rules_t *rules, form_t *form, uint64_t most, strbuf_t *why) {
    assert(form->kept && most > 0);
    trial_run_t run = {.rules = rules, .form = form, .why = why};
    value_vec_t xs = {0};
    value_vec_t ys = {0};
    model_clear(&rules->model);
    eval_set_model(&rules->eval, &rules->model);
    eval_mark_t mark = eval_mark(&rules->eval);
    bool all_x = rules_sample_values(rules, form->sorts[FORM_X], &xs);
    bool all_y = rules_sample_values(rules, form->sorts[FORM_Y], &ys);
    uint64_t pairs = (uint64_t)xs.len * ys.len;
    uint64_t draws = form->draws < DRAWS ? form->draws : DRAWS;
    /* Too many pairs: every k-th, where k divides neither side's number of values. */
    uint64_t step = pairs * draws > most ? pairs * draws / most | 1 : 1;
    while (step > 1 && (xs.len % step == 0 || ys.len % step == 0))
        step += 2;
    assert(step > 0);
    run.result.exhaustive = all_x && all_y && step == 1;
    if (pairs == 0)
        run.result.verdict = TRIAL_OPEN;
    for (uint32_t draw = 0; draw < draws && run.result.verdict != TRIAL_REFUTED; draw++) {
        bool found = set_draw(&run, draw);
        for (uint64_t i = draw % step; found && i < pairs && run.result.verdict != TRIAL_REFUTED;
             i += step)
            if (ys.len > 0)
                try_values(&run, xs.data[i / ys.len], ys.data[i % ys.len], draw);
    }
    model_clear(&rules->model);
    eval_set_model(&rules->eval, &rules->model);
    eval_release(&rules->eval, mark);
    vec_free(rules->mem, &xs);
    vec_free(rules->mem, &ys);
    return run.result;
}

bool form_needs_hold(rules_t *rules, const form_t *form, form_part_t side, const value_t *x,
                     const value_t *y) {
    assert(side <= FORM_Y); /* nothing is needed of z */
    if (form->needs[side] == TERM_NONE)
        return true;
    assert(form->kept); /* its terms are still there */
    model_clear(&rules->model);
    eval_set_model(&rules->eval, &rules->model);
    eval_mark_t mark = eval_mark(&rules->eval);
    if (x)
        model_set(&rules->model, form->funs[FORM_X], *x);
    if (y)
        model_set(&rules->model, form->funs[FORM_Y], *y);
    eval_set_model(&rules->eval, &rules->model);
    /* A value that is not known is chosen, and what depends on the choice does not count. */
    result_t result = eval_term(&rules->eval, form->needs[side]);
    bool holds = result.known && !result.chosen && result.value == 1;
    model_clear(&rules->model);
    eval_set_model(&rules->eval, &rules->model);
    eval_release(&rules->eval, mark);
    return holds;
}
