#include "oracle/confirm.h"

#include "base/bug.h"
#include "oracle/batch.h"
#include "oracle/settle.h"

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
    batch_script_t script;
} attempt_t;

/* Whether a run is to be made again: the culprit, and the one that accuses it without proof. */
static bool is_involved(const attempt_t *attempt, uint32_t run) {
    return run == attempt->finding->run ||
           (run == attempt->finding->other && attempt->finding->grade != GRADE_CERTIFIED);
}

static void run_again(const attempt_t *attempt, answer_t *answers) {
    query_batch_t batch = batch_of(attempt->pool, answers);
    for (uint32_t i = 0; i < attempt->c->run_count; i++)
        if (is_involved(attempt, i))
            batch_submit_script(&batch, attempt->solvers[i], &attempt->script, i,
                                &attempt->options->limits);
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
    settle_case(attempt->judge, attempt->pool, attempt->solvers, &now, &attempt->options->limits,
                true, &judgement);
    const finding_t *found = NULL;
    for (uint32_t i = 0; i < judgement.findings.len && !found; i++)
        if (is_again(c, &now, &confirmation->finding, &judgement.findings.data[i]))
            found = &judgement.findings.data[i];
    assert(!found || found->run < c->run_count);
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
    assert(options->times > 0 && finding->run < c->run_count);
    assert(finding->certificate != CERTIFICATE_REPEATED); /* that is found out here */
    attempt_t attempt = {.judge = judge,
                         .pool = pool,
                         .solvers = solvers,
                         .c = c,
                         .finding = finding,
                         .options = options};
    batch_script_init(&attempt.script, c->text, c->len, c->wants, judge->mem);
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
    assert(confirmation->same <= confirmation->times);
    assert(kept->grade != GRADE_CERTIFIED || kept->certificate != CERTIFICATE_NONE);
    assert(kept->kind == finding->kind || finding->disputed);
    batch_script_done(&attempt.script);
}
