#include "reduce/goal_find.h"

#include "oracle/ask.h"
#include "oracle/judge.h"
#include "oracle/settle.h"

typedef struct asked {
    strbuf_t query;
    answer_t answer;
    bool answered;
    run_t run;
} asked_t;

/* Each solver once, as many at a time as the pool takes. */
static void ask_all(pool_t *pool, solver_t *const *solvers, uint32_t count, const char *text,
                    size_t len, const limits_t *limits, asked_t *asked, mem_t *mem) {
    uint32_t next = 0;
    uint32_t open = 0;
    while (next < count || open > 0) {
        for (; next < count && pool_free(pool) > 0; next++, open++) {
            asked_t *one = &asked[next];
            size_t prologue;
            strbuf_init(&one->query, mem);
            ask_text(text, len, solver_profile(solvers[next])->models ? ASK_MODEL : ASK_VERDICT,
                     &one->query, &prologue);
            query_t query = {.tag = next,
                             .text = one->query.data,
                             .len = one->query.len,
                             .prologue = prologue,
                             .limits = *limits,
                             .fresh = true};
            pool_submit(pool, solvers[next], &query);
        }
        solver_t *solver;
        uint64_t tag;
        answer_t answer;
        if (!pool_next(pool, -1, &solver, &tag, &answer))
            return;
        open--;
        const tier_t *tier = solver_tier(solver);
        asked[tag].answer = answer;
        asked[tag].answered = true;
        asked[tag].run = (run_t){.solver = solver_profile(solver)->name,
                                 .family = solver_profile(solver)->family,
                                 .tier = tier ? tier->name : NULL,
                                 .answer = &asked[tag].answer};
    }
}

static char *copy_text(mem_t *mem, const char *text, size_t len) {
    char *copy = mem_alloc(mem, len + 1);
    if (len > 0)
        memcpy(copy, text, len);
    copy[len] = '\0';
    return copy;
}

/* A crash in the first place of the kinds is not the gravest: the order of kinds.def is. */
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

/* Somebody of another family, where the finding names nobody. */
static solver_t *another(solver_t *const *solvers, uint32_t count, const solver_t *culprit) {
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(solver_profile(solvers[i])->family, solver_profile(culprit)->family) != 0)
            return solvers[i];
    return NULL;
}

static void fill_goal(const finding_t *finding, solver_t *const *solvers, uint32_t count,
                      goal_t *goal, mem_t *mem) {
    goal_of_finding(finding, goal);
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

bool goal_find(pool_t *pool, solver_t *const *solvers, uint32_t count, const char *text, size_t len,
               goal_t *goal, strbuf_t *said, mem_t *mem) {
    asked_t *asked = mem_zalloc(mem, count, sizeof *asked);
    run_t *runs = mem_zalloc(mem, count, sizeof *runs);
    ask_all(pool, solvers, count, text, len, &goal->limits, asked, mem);
    judge_t judge;
    judgement_t judgement;
    judge_init(&judge, mem);
    judgement_init(&judgement, mem);
    bool all = true;
    for (uint32_t i = 0; i < count; i++) {
        all &= asked[i].answered;
        runs[i] = asked[i].run;
    }
    const finding_t *finding = NULL;
    if (all) {
        case_t c = {
            .text = text, .len = len, .claim = OUTCOME_UNKNOWN, .runs = runs, .run_count = count};
        settle_case(&judge, pool, solvers, &c, &goal->limits, true, &judgement);
        finding = gravest(&judgement);
    }
    if (finding) {
        strbuf_format(said, "%s (%s): %s", finding_kind_name(finding->kind),
                      grade_name(finding->grade), finding->says.data);
        fill_goal(finding, solvers, count, goal, mem);
    } else {
        for (uint32_t i = 0; all && i < count; i++)
            strbuf_format(said, "%s%s says %s", i > 0 ? ", " : "", runs[i].solver,
                          outcome_name(asked[i].answer.outcome));
    }
    bool found = finding != NULL;
    judgement_done(&judgement);
    judge_done(&judge);
    for (uint32_t i = 0; i < count; i++) {
        if (asked[i].answered)
            answer_done(&asked[i].answer);
        strbuf_done(&asked[i].query);
    }
    mem_free(mem, runs);
    mem_free(mem, asked);
    return found;
}
