#include "oracle/confirm.h"

#include "oracle/ask.h"

#include <assert.h>
#include <string.h>

const confirm_options_t confirm_defaults = {.times = 3,
                                            .limits = {.wall = 10, .memory = UINT64_C(4096) << 20}};

void confirmation_init(confirmation_t *confirmation, mem_t *mem) {
    *confirmation = (confirmation_t){0};
    arena_init(&confirmation->texts, mem);
    confirmation->empty = arena_mark(&confirmation->texts);
}

void confirmation_done(confirmation_t *confirmation) {
    arena_done(&confirmation->texts);
}

/* --- asking --- */

/* Queries that are asked together. The tag of one is the place of its answer. */
typedef struct batch {
    pool_t *pool;
    answer_t *answers;
    uint32_t waiting;
    uint32_t lanes; /* of the pool, which is ours alone */
} batch_t;

static void batch_take(batch_t *batch) {
    solver_t *solver;
    uint64_t tag;
    answer_t answer;
    while (!pool_next(batch->pool, -1, &solver, &tag, &answer)) /* a signal */
        assert(pool_free(batch->pool) < batch->lanes);
    batch->answers[tag] = answer;
    batch->waiting--;
}

static void batch_submit(batch_t *batch, solver_t *solver, const query_t *query) {
    while (pool_free(batch->pool) == 0)
        batch_take(batch);
    pool_submit(batch->pool, solver, query);
    batch->waiting++;
}

static void batch_finish(batch_t *batch) {
    while (batch->waiting > 0)
        batch_take(batch);
}

/* --- questions of the judge --- */

/* Everything asked about a case so far. */
typedef struct inquiry {
    mem_t *mem;
    VEC(reply_t) replies;
    VEC(answer_t *) answers; /* one per reply; NULL where it could not be asked */
} inquiry_t;

static void inquiry_done(inquiry_t *inquiry) {
    for (uint32_t i = 0; i < inquiry->answers.len; i++) {
        if (!inquiry->answers.data[i])
            continue;
        answer_done(inquiry->answers.data[i]);
        mem_free(inquiry->mem, inquiry->answers.data[i]);
    }
    vec_free(inquiry->mem, &inquiry->replies);
    vec_free(inquiry->mem, &inquiry->answers);
}

static bool can_ask(const solver_t *solver, const follow_t *follow) {
    const profile_t *profile = solver_profile(solver);
    const char *why;
    return (follow->kind != FOLLOW_MODEL || profile->models) &&
           ask_suits(profile, follow->text, follow->len, &why);
}

static void inquire(inquiry_t *inquiry, pool_t *pool, solver_t *const *solvers,
                    const limits_t *limits, bool fresh, const judgement_t *judgement) {
    uint32_t count = judgement->ask.len;
    answer_t *answers = mem_zalloc(inquiry->mem, count, sizeof *answers);
    batch_t batch = {.pool = pool, .answers = answers, .lanes = pool_free(pool)};
    for (uint32_t i = 0; i < count; i++) {
        const follow_t *follow = &judgement->ask.data[i];
        query_t query = {.tag = i,
                         .text = follow->text,
                         .len = follow->len,
                         .prologue = follow->prologue,
                         .limits = *limits,
                         .fresh = fresh};
        if (can_ask(solvers[follow->run], follow))
            batch_submit(&batch, solvers[follow->run], &query);
    }
    batch_finish(&batch);
    for (uint32_t i = 0; i < count; i++) {
        const follow_t *follow = &judgement->ask.data[i];
        answer_t *kept = NULL;
        if (answers[i].mem) { /* it was asked */
            kept = mem_alloc(inquiry->mem, sizeof *kept);
            *kept = answers[i];
        }
        *vec_push(inquiry->mem, &inquiry->answers) = kept;
        *vec_push(inquiry->mem, &inquiry->replies) =
            (reply_t){.kind = follow->kind, .run = follow->run, .of = follow->of, .answer = kept};
    }
    mem_free(inquiry->mem, answers);
}

void confirm_judge(judge_t *judge, pool_t *pool, solver_t *const *solvers, const case_t *c,
                   const limits_t *limits, bool fresh, judgement_t *judgement) {
    enum { ROUNDS = 3 }; /* for models, with them put in, and none that is not needed */
    inquiry_t inquiry = {.mem = judge->mem};
    judge_case(judge, c, judgement);
    for (uint32_t round = 0; round < ROUNDS && judgement->ask.len > 0; round++) {
        inquire(&inquiry, pool, solvers, limits, fresh, judgement);
        case_t again = *c;
        again.replies = inquiry.replies.data;
        again.reply_count = inquiry.replies.len;
        judge_case(judge, &again, judgement);
    }
    inquiry_done(&inquiry);
}

/* --- again --- */

/* Whether b, of the case as it is now, is a again. A dispute may have been decided against either
 * side. */
static bool is_again(const case_t *before, const case_t *now, const finding_t *a,
                     const finding_t *b) {
    finding_again_t how = finding_kind_info(a->kind)->again;
    if (a->disputed && how == AGAIN_VERDICT && finding_kind_info(b->kind)->again == how &&
        (b->run == a->run || b->run == a->other))
        return true;
    if (a->kind != b->kind || strcmp(before->runs[a->run].solver, now->runs[b->run].solver) != 0)
        return false;
    return how != AGAIN_SIGNATURE || slice_equal(a->signature, b->signature);
}

/* Takes a finding with its texts. */
static void keep(confirmation_t *confirmation, const finding_t *finding) {
    arena_t *texts = &confirmation->texts;
    finding_t *kept = &confirmation->finding;
    arena_release(texts, confirmation->empty);
    *kept = *finding;
    slice_t *const parts[] = {&kept->says, &kept->why, &kept->witness, &kept->signature};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i]->len > 0)
            parts[i]->data = arena_copy(texts, parts[i]->data, parts[i]->len);
}

typedef struct attempt {
    judge_t *judge;
    pool_t *pool;
    solver_t *const *solvers;
    const case_t *c;
    const finding_t *finding;
    const confirm_options_t *options;
    strbuf_t texts[2]; /* the query for a solver without models, and for others */
    size_t prologues[2];
} attempt_t;

/* Whether a run is to be made again: the culprit, and the one that accuses it without proof. */
static bool is_involved(const attempt_t *attempt, uint32_t run) {
    return run == attempt->finding->run ||
           (run == attempt->finding->other && attempt->finding->grade != GRADE_CERTIFIED);
}

static void run_again(const attempt_t *attempt, answer_t *answers) {
    batch_t batch = {.pool = attempt->pool, .answers = answers, .lanes = pool_free(attempt->pool)};
    for (uint32_t i = 0; i < attempt->c->run_count; i++) {
        if (!is_involved(attempt, i))
            continue;
        bool models = solver_profile(attempt->solvers[i])->models != NULL;
        query_t query = {.tag = i,
                         .text = attempt->texts[models].data,
                         .len = attempt->texts[models].len,
                         .prologue = attempt->prologues[models],
                         .limits = attempt->options->limits,
                         .fresh = true};
        batch_submit(&batch, attempt->solvers[i], &query);
    }
    batch_finish(&batch);
}

/* One attempt; whether the finding came back. */
static bool try_again(const attempt_t *attempt, confirmation_t *confirmation) {
    const case_t *c = attempt->c;
    mem_t *mem = attempt->judge->mem;
    answer_t *answers = mem_zalloc(mem, c->run_count, sizeof *answers);
    run_t *runs = mem_alloc(mem, c->run_count * sizeof *runs);
    run_again(attempt, answers);
    for (uint32_t i = 0; i < c->run_count; i++) {
        runs[i] = c->runs[i];
        if (answers[i].mem)
            runs[i].answer = &answers[i];
    }
    case_t now = *c;
    now.runs = runs;
    now.reply_count = 0;
    judgement_t judgement;
    judgement_init(&judgement, mem);
    confirm_judge(attempt->judge, attempt->pool, attempt->solvers, &now, &attempt->options->limits,
                  true, &judgement);
    const finding_t *found = NULL;
    for (uint32_t i = 0; i < judgement.findings.len && !found; i++)
        if (is_again(c, &now, &confirmation->finding, &judgement.findings.data[i]))
            found = &judgement.findings.data[i];
    if (found && confirmation->same == 0)
        keep(confirmation, found);
    bool again = found != NULL;
    judgement_done(&judgement);
    for (uint32_t i = 0; i < c->run_count; i++)
        if (answers[i].mem)
            answer_done(&answers[i]);
    mem_free(mem, answers);
    mem_free(mem, runs);
    return again;
}

void confirm_finding(judge_t *judge, pool_t *pool, solver_t *const *solvers, const case_t *c,
                     const finding_t *finding, const confirm_options_t *options,
                     confirmation_t *confirmation) {
    attempt_t attempt = {.judge = judge,
                         .pool = pool,
                         .solvers = solvers,
                         .c = c,
                         .finding = finding,
                         .options = options};
    for (int i = 0; i < 2; i++) {
        strbuf_init(&attempt.texts[i], judge->mem);
        ask_text(c->text, c->len, i == 0 ? ASK_VERDICT : c->wants, &attempt.texts[i],
                 &attempt.prologues[i]);
    }
    confirmation->same = 0;
    confirmation->times = options->times;
    keep(confirmation, finding);
    for (uint32_t i = 0; i < options->times; i++)
        confirmation->same += try_again(&attempt, confirmation);
    finding_t *kept = &confirmation->finding;
    kept->repeat = confirmation->same < options->times ? REPEAT_FLAKY : REPEAT_CONFIRMED;
    bool crash = finding_kind_info(finding->kind)->again == AGAIN_SIGNATURE;
    if (crash && confirmation->same > 0) {
        kept->grade = GRADE_CERTIFIED;
        kept->certificate = CERTIFICATE_REPEATED;
    }
    strbuf_done(&attempt.texts[0]);
    strbuf_done(&attempt.texts[1]);
}
