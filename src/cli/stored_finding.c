#include "cli/stored_finding.h"

#include <stdio.h>

/* --- who it is about --- */

static const store_answer_t *answer_of(const report_finding_t *finding, role_t role) {
    for (uint32_t i = 0; i < finding->answers.len; i++)
        if (finding->answers.data[i].role == role)
            return &finding->answers.data[i];
    return NULL;
}

/* Whether it answered as is right for the kind: with any verdict, where none is blamed. */
static bool is_right(finding_kind_t kind, outcome_t outcome) {
    outcome_t right = finding_kind_info(kind)->right;
    return outcome_is_verdict(right) ? outcome == right : outcome_is_verdict(outcome);
}

/* Who spoke against the culprit; where that was a claim, a solver that answered as is right. */
static const store_answer_t *answer_against(const report_finding_t *finding) {
    const store_answer_t *found = answer_of(finding, ROLE_WITNESS);
    for (uint32_t i = 0; !found && i < finding->answers.len; i++)
        if (finding->answers.data[i].role == ROLE_OTHER &&
            is_right(finding->best.kind, finding->answers.data[i].outcome))
            found = &finding->answers.data[i];
    return found;
}

static solver_t *open_answer(const store_answer_t *answer, solvers_t *solvers, pool_t *pool,
                             strbuf_t *why) {
    strbuf_t reason;
    strbuf_init(&reason, solvers->mem);
    solver_t *solver =
        solvers_stored(solvers, pool, stored_text(answer->solver), stored_text(answer->tier),
                       stored_text(answer->options), &reason);
    if (!solver)
        strbuf_format(why, "its solver %s is not on this machine: %s", stored_text(answer->solver),
                      strbuf_text(&reason));
    strbuf_done(&reason);
    return solver;
}

static bool open_solvers(const report_finding_t *finding, solvers_t *solvers, pool_t *pool,
                         goal_t *goal, strbuf_t *why) {
    const store_answer_t *culprit = answer_of(finding, ROLE_CULPRIT);
    if (!culprit) {
        strbuf_str(why, "the campaign does not say which solver is wrong");
        return false;
    }
    goal->culprit = open_answer(culprit, solvers, pool, why);
    if (!goal->culprit)
        return false;
    if (!goal_wants_other(&finding->best))
        return true;
    const store_answer_t *other = answer_against(finding);
    if (other)
        goal->other = open_answer(other, solvers, pool, why);
    else if (!goal_is_complete(goal))
        strbuf_str(why, "no other solver and no model says what is right");
    return goal_is_complete(goal);
}

bool stored_to_reduce(const report_finding_t *finding, solvers_t *solvers, pool_t *pool,
                      goal_t *goal, strbuf_t *said, strbuf_t *why) {
    const store_finding_t *best = &finding->best;
    if (!finding_kind_info(best->kind)->reduced || !goal_of_finding(best, goal)) {
        strbuf_format(why, "a finding of the kind %s cannot be reduced",
                      finding_kind_name(best->kind));
        return false;
    }
    const char *evidence = stored_text(best->evidence);
    strbuf_format(said, "%s (%s): %.*s", finding_kind_name(best->kind), grade_name(best->grade),
                  (int)strcspn(evidence, "\n"), evidence);
    return open_solvers(finding, solvers, pool, goal, why);
}

/* --- how it was made --- */

typedef struct origin {
    seeds_t *seeds;
    const char *recipe;
} origin_t;

/* What is known of a seed is in the recipe, but for its model. */
static bool take_seed(void *arg, const store_seed_t *row) {
    const origin_t *origin = arg;
    seeds_t *seeds = origin->seeds;
    char hash[17];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)row->hash);
    if (row->text.len == 0 || !strstr(origin->recipe, hash))
        return true;
    diag_list_t diags;
    diag_init(&diags, seeds->mem);
    seed_t *seed = seed_add(seeds, "", row->text.data, row->text.len, &diags);
    if (seed && row->model.len > 0)
        seed_set_model(seeds, seed, row->model.data, row->model.len, &diags);
    diag_done(&diags);
    return true;
}

bool stored_undo(campaign_dir_t *dir, const report_finding_t *finding, undo_t *undo,
                 undone_t *undone) {
    store_t *store = campaign_dir_store(dir, STORE_READ);
    if (!store)
        return false;
    bank_t bank;
    seeds_t seeds;
    bank_init(&bank, dir->mem);
    seeds_init(&seeds, &bank, dir->mem);
    origin_t origin = {&seeds, stored_text(finding->best.recipe)};
    bool found = store_each_seed(store, take_seed, &origin) &&
                 undo_recipe(undo, &seeds, &strategy_defaults, origin.recipe, undone);
    seeds_done(&seeds);
    bank_done(&bank);
    store_close(store);
    return found;
}
