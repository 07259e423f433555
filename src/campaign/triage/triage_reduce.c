/* triage_reduce.c - smaller triggers: for a few seconds when a finding is new, and for longer when
 * there is nothing better to do. */
#include "campaign/triage/triage_priv.h"

#include "base/bug.h"

/* Seconds for a trigger that is reduced for its own sake. */
static const double patience = 120;

static bool goes_on(const triage_t *triage, reduce_t *work) {
    bool more = reduce_step(work);
    return triage->setup.goes_on(triage->setup.arg) && more;
}

/* The first run says how long the others may take. What is left shows it in a fresh process. */
static bool undo_steps(triage_t *triage, goals_t *goals, const reduction_t *reduction) {
    const triage_setup_t *setup = &triage->setup;
    undone_t *undone = &triage->undone;
    slice_t text = reduction->text;
    undo_t undo = undo_make(goals_predicate(goals), &undo_defaults);
    undone_clear(undone);
    if (reduction->recipe.len == 0 || !goals_holds(goals, text.data, text.len, false) ||
        !undo_recipe(&undo, setup->seeds, setup->strategy_options, reduction->recipe.data, undone))
        return false;
    if (goals_holds(goals, undone->text.data, undone->text.len, true))
        return true;
    undone_clear(undone);
    return false;
}

bool reduce_text_of(triage_t *triage, const reduction_t *reduction, strbuf_t *out) {
    const triage_setup_t *setup = &triage->setup;
    goal_t goal = reduction->goal;
    assert(goal_is_complete(&goal) && goal.culprit && reduction->text.len > 0);
    goal.limits = setup->reducing;
    setup->begins(setup->arg, TRIAGE_REDUCES);
    goals_t *goals = goals_open(setup->pool, 1, &goal, setup->mem);
    reduce_options_t options = reduce_defaults;
    options.time = reduction->seconds;
    options.model = goal.witness;
    diag_list_t diags;
    diag_init(&diags, setup->mem);
    slice_t text = reduction->text;
    if (undo_steps(triage, goals, reduction))
        text = strbuf_slice(&triage->undone.text);
    reduce_t *work =
        reduce_open(text.data, text.len, goals_predicate(goals), &options, setup->mem, &diags);
    strbuf_clear(out);
    bool whole = false;
    if (work) {
        while (goes_on(triage, work))
            continue;
        const strbuf_t *best = reduce_text(work);
        assert(best->len > 0);
        whole = reduce_stats(work)->finished;
        if (best->len < reduction->text.len && goals_holds(goals, best->data, best->len, true))
            goals_query(goals, best->data, best->len, out);
        reduce_close(work);
    }
    diag_done(&diags);
    goals_close(goals);
    return whole;
}

bool triage_reduce(triage_t *triage, const finding_t *finding, solver_t *culprit, solver_t *other,
                   slice_t trigger, slice_t recipe, strbuf_t *out) {
    reduction_t reduction = {.goal = {.culprit = culprit, .other = other},
                             .text = trigger,
                             .recipe = recipe,
                             .seconds = patience};
    strbuf_clear(out);
    return finding_kind_info(finding->kind)->reduced && goal_of_finding(finding, &reduction.goal) &&
           goal_is_complete(&reduction.goal) && reduce_text_of(triage, &reduction, out);
}
