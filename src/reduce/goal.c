#include "reduce/goal.h"

#include "base/bug.h"
#include "oracle/ask.h"
#include "oracle/settle.h"

#include <string.h>

/* What a lane is about to learn. */
typedef enum { STAGE_IDLE, STAGE_CULPRIT, STAGE_OTHER, STAGE_DONE } stage_t;

typedef struct lane {
    stage_t stage;
    const char *text;
    size_t len;
    strbuf_t query;
    answer_t said;    /* GOAL_JUDGED: by the culprit, at STAGE_OTHER */
    bool witnessed;   /* the known model satisfies the text */
    bool interesting; /* at STAGE_DONE */
    double spent;     /* seconds, of the slower of its runs */
} lane_t;

struct goals {
    mem_t *mem;
    pool_t *pool;
    goal_t goal;
    predicate_t predicate;
    lane_t *lanes;
    judge_t judge;
    judgement_t judgement;
    double longest;    /* seconds of a run in the last success; 0: none yet */
    outcome_t outcome; /* of the culprit's last run */
    uint64_t runs;
};

enum { SLACK = 8 }; /* times the last success a try may take */

#define LEAST_LIMIT 1.0

bool goal_of_finding(const finding_t *finding, goal_t *goal) {
    goal->kind = finding_kind_info(finding->kind)->goal;
    goal->judged = finding->kind;
    goal->certified = finding->grade == GRADE_CERTIFIED;
    goal->signature = finding_kind_is_crash(finding->kind) ? finding->signature : (slice_t){0};
    goal->witness = goal->kind == GOAL_REFUTATION ? finding->witness : (slice_t){0};
    return goal->kind != GOAL_NONE;
}

bool goal_wants_other(const finding_t *finding) {
    return finding_kind_info(finding->kind)->goal == GOAL_SOLUTION ||
           (!finding_kind_is_crash(finding->kind) && finding->certificate != CERTIFICATE_OWN_MODEL);
}

bool goal_is_complete(const goal_t *goal) {
    if (goal->kind == GOAL_REFUTATION)
        return goal->other || goal->witness.len > 0;
    return goal->kind != GOAL_SOLUTION || goal->other;
}

/* --- questions --- */

static bool wants_model(const goals_t *goals, const solver_t *solver) {
    goal_kind_t kind = goals->goal.kind;
    if (!solver_profile(solver)->models)
        return false;
    if (solver == goals->goal.other)
        return kind == GOAL_JUDGED || (kind == GOAL_REFUTATION && goals->goal.certified);
    return kind == GOAL_JUDGED || kind == GOAL_MODEL ||
           (kind == GOAL_SOLUTION && goals->goal.certified);
}

static limits_t limits_now(const goals_t *goals) {
    limits_t limits = goals->goal.limits;
    double tight = SLACK * goals->longest;
    /* A timeout may be what is wanted, and an unknown takes the time it takes. */
    bool patient = goals->goal.kind == GOAL_OUTCOME || goals->goal.kind == GOAL_UNKNOWN;
    if (goals->longest > 0 && !patient) {
        tight = tight < LEAST_LIMIT ? LEAST_LIMIT : tight;
        if (limits.wall == 0 || tight < limits.wall)
            limits.wall = tight;
    }
    return limits;
}

/* Appends what the solver is asked about a text; the result is the length of its prologue. */
static size_t add_query(const goals_t *goals, const solver_t *solver, const char *text, size_t len,
                        strbuf_t *out) {
    size_t prologue = 0;
    if (goals->goal.kind == GOAL_COMMAND)
        strbuf_add(out, text, len);
    else
        ask_text(text, len, wants_model(goals, solver) ? ASK_MODEL : ASK_VERDICT, out, &prologue);
    return prologue;
}

void goals_query(const goals_t *goals, const char *text, size_t len, strbuf_t *out) {
    add_query(goals, goals->goal.culprit, text, len, out);
}

/* Whom a lane is waiting for. */
static const solver_t *solver_of(const goals_t *goals, const lane_t *lane) {
    assert(lane->stage == STAGE_CULPRIT || lane->stage == STAGE_OTHER);
    return lane->stage == STAGE_CULPRIT ? goals->goal.culprit : goals->goal.other;
}

static void submit(goals_t *goals, uint32_t number, solver_t *solver, bool fresh) {
    lane_t *lane = &goals->lanes[number];
    assert(solver == solver_of(goals, lane));
    strbuf_clear(&lane->query);
    size_t prologue = add_query(goals, solver, lane->text, lane->len, &lane->query);
    query_t query = {.tag = number,
                     .text = lane->query.data,
                     .len = lane->query.len,
                     .prologue = prologue,
                     .limits = limits_now(goals),
                     .fresh = fresh || goals->goal.fresh};
    goals->runs++;
    pool_submit(goals->pool, solver, &query);
}

/* Whether a model satisfies the text, without any doubt. */
static bool satisfies(goals_t *goals, const lane_t *lane, const char *model, size_t len,
                      holds_t want) {
    witness_t *witness = &goals->judge.witness;
    if (!witness_read(witness, lane->text, lane->len))
        return false;
    tested_t tested = witness_test(witness, model, len);
    return tested.holds == want && witness_counts(witness, &tested);
}

static void drop_said(lane_t *lane) {
    if (lane->said.mem)
        answer_done(&lane->said);
    lane->said = (answer_t){0};
}

static void finish(lane_t *lane, bool interesting) {
    assert(lane->stage != STAGE_DONE);
    drop_said(lane);
    lane->stage = STAGE_DONE;
    lane->interesting = interesting;
}

static void begin(goals_t *goals, uint32_t number, const char *text, size_t len, bool fresh) {
    lane_t *lane = &goals->lanes[number];
    const goal_t *goal = &goals->goal;
    assert(lane->stage == STAGE_IDLE && !lane->said.mem);
    lane->text = text;
    lane->len = len;
    lane->spent = 0;
    lane->witnessed = false;
    if (goal->kind == GOAL_REFUTATION && goal->witness.len > 0)
        lane->witnessed = satisfies(goals, lane, goal->witness.data, goal->witness.len, HOLDS_YES);
    if (goal->kind == GOAL_REFUTATION && !lane->witnessed && !goal->other) {
        finish(lane, false);
        return;
    }
    lane->stage = STAGE_CULPRIT;
    submit(goals, number, goal->culprit, fresh);
}

/* --- answers --- */

static bool same_signature(const goal_t *goal, const answer_t *answer) {
    return goal->signature.len == 0 ||
           slice_equal(strbuf_slice(&answer->signature), goal->signature);
}

static bool own_model_is_false(goals_t *goals, const lane_t *lane, const answer_t *answer) {
    return answer->outcome == OUTCOME_SAT && answer->model.len > 0 &&
           satisfies(goals, lane, answer->model.data, answer->model.len, HOLDS_NO);
}

/* Whether this is what is wanted of the judge. Crashes are certified by happening again. */
static bool is_wanted(const goal_t *goal, const finding_t *finding) {
    if (finding->kind != goal->judged)
        return false;
    if (finding_kind_is_crash(finding->kind))
        return goal->signature.len == 0 || slice_equal(finding->signature, goal->signature);
    return !goal->certified || finding->grade == GRADE_CERTIFIED;
}

/* What the judge says to the answers; against is the other solver's, or NULL. */
static bool is_judged(goals_t *goals, const lane_t *lane, const answer_t *said,
                      const answer_t *against) {
    enum { CULPRIT, OTHER, RUNS };
    const goal_t *goal = &goals->goal;
    run_t runs[RUNS] = {[CULPRIT] = settle_run(goal->culprit, said)};
    if (against)
        runs[OTHER] = settle_run(goal->other, against);
    case_t c = {.text = lane->text,
                .len = lane->len,
                .wants = ASK_MODEL,
                .claim = OUTCOME_UNKNOWN,
                .runs = runs,
                .run_count = against ? RUNS : OTHER};
    judge_case(&goals->judge, &c, &goals->judgement);
    for (uint32_t i = 0; i < goals->judgement.findings.len; i++) {
        const finding_t *finding = &goals->judgement.findings.data[i];
        if (finding->run == CULPRIT && is_wanted(goal, finding))
            return true;
    }
    return false;
}

/* What the culprit's answer decides; false when the other solver is to be asked. */
static bool decides(goals_t *goals, lane_t *lane, const answer_t *answer) {
    const goal_t *goal = &goals->goal;
    bool interesting = false;
    switch (goal->kind) {
    case GOAL_CRASH:
        interesting = answer->outcome == OUTCOME_CRASH && same_signature(goal, answer);
        break;
    case GOAL_UNKNOWN:
        interesting = answer->outcome == OUTCOME_UNKNOWN;
        break;
    case GOAL_OUTCOME:
        interesting = answer->outcome == goal->outcome;
        break;
    case GOAL_COMMAND:
        interesting = answer->exit_status == 0 && answer->signal == 0 && answer->stop == STOP_NONE;
        break;
    case GOAL_MODEL:
        interesting = own_model_is_false(goals, lane, answer);
        break;
    case GOAL_REFUTATION:
        if (answer->outcome == OUTCOME_UNSAT && !lane->witnessed)
            return false;
        interesting = answer->outcome == OUTCOME_UNSAT;
        break;
    case GOAL_SOLUTION: /* that a candidate is unsatisfiable, only another solver can say */
        if (answer->outcome == OUTCOME_SAT && goal->other &&
            (!goal->certified || own_model_is_false(goals, lane, answer)))
            return false;
        break;
    case GOAL_JUDGED:
        if (goal->other)
            return false;
        interesting = is_judged(goals, lane, answer, NULL);
        break;
    case GOAL_NONE:
    case GOAL_COUNT:
        BUG("goal %u cannot be asked about", (unsigned)goal->kind);
    }
    finish(lane, interesting);
    return true;
}

static void take_other(goals_t *goals, lane_t *lane, const answer_t *answer) {
    const goal_t *goal = &goals->goal;
    if (goal->kind == GOAL_JUDGED) {
        finish(lane, is_judged(goals, lane, &lane->said, answer));
        return;
    }
    assert(goal->kind == GOAL_REFUTATION || goal->kind == GOAL_SOLUTION);
    bool right = answer->outcome == (goal->kind == GOAL_REFUTATION ? OUTCOME_SAT : OUTCOME_UNSAT);
    if (right && goal->kind == GOAL_REFUTATION && goal->certified)
        right = answer->model.len > 0 &&
                satisfies(goals, lane, answer->model.data, answer->model.len, HOLDS_YES);
    finish(lane, right);
}

/* The answer becomes the lane's, or is dropped. */
static void take_answer(goals_t *goals, uint32_t number, answer_t *answer, bool fresh) {
    lane_t *lane = &goals->lanes[number];
    double seconds = answer->wall_ms / 1000;
    lane->spent = seconds > lane->spent ? seconds : lane->spent;
    if (lane->stage == STAGE_CULPRIT)
        goals->outcome = answer->outcome;
    if (lane->stage == STAGE_OTHER) {
        take_other(goals, lane, answer);
    } else if (!decides(goals, lane, answer)) {
        assert(goals->goal.other && !lane->said.mem);
        lane->stage = STAGE_OTHER;
        lane->said = *answer;
        submit(goals, number, goals->goal.other, fresh);
        return;
    }
    answer_done(answer);
    if (lane->interesting)
        goals->longest = lane->spent;
}

static bool is_asking(const lane_t *lane) {
    return lane->stage == STAGE_CULPRIT || lane->stage == STAGE_OTHER;
}

static bool is_any_asking(const goals_t *goals) {
    for (uint32_t i = 0; i < goals->predicate.lanes; i++)
        if (is_asking(&goals->lanes[i]))
            return true;
    return false;
}

static bool wants_stop(const goals_t *goals) {
    return goals->goal.stop && *goals->goal.stop;
}

/* Waits for one answer; false when the user wants to stop. */
static bool await(goals_t *goals, bool fresh) {
    solver_t *solver;
    uint64_t tag;
    answer_t answer;
    while (!wants_stop(goals))
        if (pool_next(goals->pool, 1, &solver, &tag, &answer)) {
            assert(tag < goals->predicate.lanes && solver == solver_of(goals, &goals->lanes[tag]));
            take_answer(goals, (uint32_t)tag, &answer, fresh);
            return true;
        }
    return false;
}

/* --- the predicate --- */

static void start_try(void *state, uint32_t lane, const char *text, size_t len) {
    begin(state, lane, text, len, false);
}

static bool wait_try(void *state, uint32_t *lane, bool *interesting) {
    goals_t *goals = state;
    for (;;) {
        for (uint32_t i = 0; i < goals->predicate.lanes; i++)
            if (goals->lanes[i].stage == STAGE_DONE) {
                goals->lanes[i].stage = STAGE_IDLE;
                *lane = i;
                *interesting = goals->lanes[i].interesting;
                return !wants_stop(goals);
            }
        assert(is_any_asking(goals)); /* else this would wait for ever */
        if (!await(goals, false))
            return false;
    }
}

/* The reducer does not wait any more for tries that are under way, but their lanes are needed.
 * False when the user wants to stop. */
static bool clear_lanes(goals_t *goals) {
    for (uint32_t i = 0; i < goals->predicate.lanes; i++) {
        while (is_asking(&goals->lanes[i]))
            if (!await(goals, false))
                return false;
        goals->lanes[i].stage = STAGE_IDLE;
    }
    return true;
}

bool goals_holds(goals_t *goals, const char *text, size_t len, bool fresh) {
    if (!clear_lanes(goals))
        return false;
    begin(goals, 0, text, len, fresh);
    while (goals->lanes[0].stage != STAGE_DONE)
        if (!await(goals, fresh))
            return false;
    goals->lanes[0].stage = STAGE_IDLE;
    return goals->lanes[0].interesting;
}

goals_t *goals_open(pool_t *pool, uint32_t lanes, const goal_t *goal, mem_t *mem) {
    assert(goal->kind != GOAL_NONE && goal->other != goal->culprit);
    assert(lanes > 0 && pool_free(pool) >= lanes);
    goals_t *goals = mem_zalloc(mem, 1, sizeof *goals);
    goals->mem = mem;
    goals->pool = pool;
    goals->goal = *goal;
    goals->predicate = (predicate_t){goals, lanes, start_try, wait_try};
    goals->lanes = mem_zalloc(mem, lanes, sizeof *goals->lanes);
    for (uint32_t i = 0; i < lanes; i++)
        strbuf_init(&goals->lanes[i].query, mem);
    judge_init(&goals->judge, mem);
    judgement_init(&goals->judgement, mem);
    return goals;
}

void goals_close(goals_t *goals) {
    if (!goals)
        return;
    for (uint32_t i = 0; i < goals->predicate.lanes; i++) {
        strbuf_done(&goals->lanes[i].query);
        drop_said(&goals->lanes[i]);
    }
    judgement_done(&goals->judgement);
    judge_done(&goals->judge);
    mem_free(goals->mem, goals->lanes);
    mem_free(goals->mem, goals);
}

const predicate_t *goals_predicate(goals_t *goals) {
    return &goals->predicate;
}

outcome_t goals_outcome(const goals_t *goals) {
    return goals->outcome;
}

uint64_t goals_runs(const goals_t *goals) {
    return goals->runs;
}
