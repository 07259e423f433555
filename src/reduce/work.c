#include "reduce/work_priv.h"

#include "reduce/cost.h"
#include "smt/print/print.h"
#include "smt/read/parse.h"

/* --- loading --- */

static void start(work_t *work) {
    bank_init(&work->bank, work->mem);
    script_init(&work->script, &work->bank);
    positions_init(&work->positions, &work->bank);
    position_init(&work->at, &work->bank);
    vars_init(&work->vars, &work->bank);
    values_init(&work->values, &work->bank, work->mem);
    model_init(&work->model, &work->values, work->mem);
    eval_init(&work->eval, &work->bank, &work->values, &work->model, work->mem);
    work->eval.limits.steps = 100000;
    work->eval.limits.words = 1 << 20;
}

static void stop(work_t *work) {
    eval_done(&work->eval);
    model_done(&work->model);
    values_done(&work->values);
    vars_done(&work->vars);
    position_done(&work->at);
    positions_done(&work->positions);
    script_done(&work->script);
    bank_done(&work->bank);
    work->slots.len = 0;
    work->has_model = false;
}

void work_init(work_t *work, const reduce_options_t *options, mem_t *mem) {
    *work = (work_t){.mem = mem, .options = options};
    strbuf_init(&work->text, mem);
    start(work);
}

void work_done(work_t *work) {
    stop(work);
    vec_free(work->mem, &work->slots);
    strbuf_done(&work->text);
}

static void list_slots(work_t *work) {
    for (uint32_t i = 0; i < script_count(&work->script); i++) {
        uint32_t first, count;
        script_terms(&work->script, i, &first, &count);
        for (uint32_t k = 0; k < count; k++)
            *vec_push(work->mem, &work->slots) = (slot_t){i, first + k};
    }
}

/* The model helps where it can be read; names that are gone are no mistake. */
static void load_model(work_t *work) {
    const reduce_options_t *options = work->options;
    if (options->model.len == 0)
        return;
    diag_list_t diags;
    diag_init(&diags, work->mem);
    model_read(&work->model, &work->script, options->model.data, options->model.len, &diags);
    work->has_model = true;
    diag_done(&diags);
}

bool work_load(work_t *work, const char *text, size_t len, diag_list_t *diags) {
    stop(work);
    start(work);
    if (!parse_script(&work->script, text, len, diags))
        return false;
    strbuf_clear(&work->text);
    strbuf_add(&work->text, text, len);
    work->cost = cost_of_text(text, len);
    list_slots(work);
    load_model(work);
    return true;
}

/* --- candidates --- */

void work_copy(const work_t *work, uint32_t i, script_t *out) {
    uint32_t count;
    const uint32_t *words = script_words(&work->script, i, &count);
    script_add(out, script_kind(&work->script, i), words, count, 0, 0);
}

void work_with_term(const work_t *work, uint32_t slot, term_t term, script_t *out) {
    assert(term_sort(&work->bank, term) == term_sort(&work->bank, work_term(work, slot)));
    assert(script_count(out) == 0);
    for (uint32_t i = 0; i < script_count(&work->script); i++)
        work_copy(work, i, out);
    uint32_t count;
    const slot_t *row = &work->slots.data[slot];
    script_words(out, row->command, &count)[row->word] = term;
}

void work_pick(work_t *work, const site_t *site) {
    positions_pick(&work->positions, work_term(work, site->slot), site->spot, &work->at);
}

bool work_replace(work_t *work, const site_t *site, term_t by, script_t *out) {
    work_pick(work, site);
    term_t old = position_term(&work->at);
    if (by == TERM_NONE || by == TERM_BAD || by == old ||
        term_sort(&work->bank, by) != term_sort(&work->bank, old) ||
        !vars_may_move(&work->vars, by, &work->at))
        return false;
    work_with_term(work, site->slot, position_replace(&work->at, by), out);
    return true;
}

bool work_map(work_t *work, work_change_t *change, void *context, script_t *out) {
    for (uint32_t i = 0; i < script_count(&work->script); i++)
        work_copy(work, i, out);
    for (uint32_t i = 0; i < work->slots.len; i++) {
        term_t term = change(work, context, work_term(work, i));
        if (term == TERM_NONE || term == TERM_BAD)
            return false;
        assert(term_sort(&work->bank, term) == term_sort(&work->bank, work_term(work, i)));
        uint32_t count;
        const slot_t *row = &work->slots.data[i];
        script_words(out, row->command, &count)[row->word] = term;
    }
    return true;
}

void work_each(work_t *work, work_visit_t *visit, site_vec_t *sites) {
    for (uint32_t slot = 0; slot < work->slots.len; slot++) {
        uint32_t spot = 0;
        position_start(&work->at, work_term(work, slot));
        do
            visit(work, slot, spot++, sites);
        while (position_next(&work->at));
    }
}

term_t work_literal(work_t *work, sort_t sort, uint32_t which) {
    value_t value;
    if (sort == SORT_BOOL)
        return which > 1 ? TERM_NONE
                         : value_term(&work->values, &work->bank, sort, which == 0 ? 1 : 0);
    if (which > 0 || !value_default(&work->values, sort, &value))
        return TERM_NONE;
    return value_term(&work->values, &work->bank, sort, value);
}
