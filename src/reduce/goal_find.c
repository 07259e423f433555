#include "reduce/goal_find.h"

#include "base/bug.h"
#include "oracle/ask.h"
#include "oracle/batch.h"
#include "oracle/settle.h"

/* Each solver once; false when the user wants to stop. */
static bool ask_all(pool_t *pool, solver_t *const *solvers, uint32_t count, const char *text,
                    size_t len, const goal_t *goal, answer_t *answers, mem_t *mem) {
    batch_script_t script;
    batch_script_init(&script, text, len, ASK_MODEL, mem);
    query_batch_t batch = batch_of(pool, answers);
    batch.stop = goal->stop;
    for (uint32_t i = 0; i < count; i++)
        batch_submit_script(&batch, solvers[i], &script, i, &goal->limits);
    bool all = batch_finish(&batch);
    if (all)
        batch_script_done(&script); /* else a solver may be reading it */
    return all;
}

static char *copy_text(mem_t *mem, const char *text, size_t len) {
    char *copy = mem_alloc(mem, len + 1);
    if (len > 0)
        memcpy(copy, text, len);
    copy[len] = '\0';
    return copy;
}

/* kinds.def has the gravest kind first. */
static const finding_t *gravest(const judgement_t *judgement) {
    const finding_t *best = NULL;
    for (uint32_t i = 0; i < judgement->findings.len; i++) {
        const finding_t *finding = &judgement->findings.data[i];
        if (finding_kind_info(finding->kind)->goal != GOAL_NONE &&
            (!best || finding->kind < best->kind))
            best = finding;
    }
    return best;
}

/* A solver of another family, where the finding names none. */
static solver_t *another(solver_t *const *solvers, uint32_t count, const solver_t *culprit) {
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(solver_profile(solvers[i])->family, solver_profile(culprit)->family) != 0)
            return solvers[i];
    return NULL;
}

static void fill_goal(const finding_t *finding, solver_t *const *solvers, uint32_t count,
                      goal_t *goal, mem_t *mem) {
    bool any = goal_of_finding(finding, goal);
    assert(any && finding->run < count);
    goal->culprit = solvers[finding->run];
    if (finding->other < count)
        goal->other = solvers[finding->other];
    else if (goal_wants_other(finding))
        goal->other = another(solvers, count, goal->culprit);
    slice_t *const texts[] = {&goal->signature, &goal->witness};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i]->len > 0)
            texts[i]->data = copy_text(mem, texts[i]->data, texts[i]->len);
}

/* Who says what, where nothing is wrong. */
static void list_answers(const run_t *runs, uint32_t count, strbuf_t *said) {
    for (uint32_t i = 0; i < count; i++)
        strbuf_format(said, "%s%s says %s", i > 0 ? ", " : "", runs[i].solver,
                      outcome_name(runs[i].answer->outcome));
}

/* All have answered. */
static bool judge_answers(pool_t *pool, solver_t *const *solvers, const case_t *c, goal_t *goal,
                          strbuf_t *said, mem_t *mem) {
    judge_t judge;
    judgement_t judgement;
    judge_init(&judge, mem);
    judgement_init(&judgement, mem);
    settle_case(&judge, pool, solvers, c, &goal->limits, true, &judgement);
    const finding_t *finding = gravest(&judgement);
    bool found = finding != NULL;
    if (found) {
        strbuf_format(said, "%s (%s): %s", finding_kind_name(finding->kind),
                      grade_name(finding->grade), finding->says.data);
        fill_goal(finding, solvers, c->run_count, goal, mem);
    } else {
        list_answers(c->runs, c->run_count, said);
    }
    judgement_done(&judgement);
    judge_done(&judge);
    return found;
}

bool goal_find(pool_t *pool, solver_t *const *solvers, uint32_t count, const char *text, size_t len,
               goal_t *goal, strbuf_t *said, mem_t *mem) {
    answer_t *answers = mem_zalloc(mem, count, sizeof *answers);
    run_t *runs = mem_zalloc(mem, count, sizeof *runs);
    case_t c = {
        .text = text, .len = len, .claim = OUTCOME_UNKNOWN, .runs = runs, .run_count = count};
    bool found = false;
    if (ask_all(pool, solvers, count, text, len, goal, answers, mem)) {
        for (uint32_t i = 0; i < count; i++)
            runs[i] = settle_run(solvers[i], &answers[i]);
        found = judge_answers(pool, solvers, &c, goal, said, mem);
    }
    for (uint32_t i = 0; i < count; i++)
        if (answers[i].mem)
            answer_done(&answers[i]);
    mem_free(mem, runs);
    mem_free(mem, answers);
    return found;
}
