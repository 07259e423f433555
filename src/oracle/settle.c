#include "oracle/settle.h"

#include "base/bug.h"
#include "oracle/ask.h"
#include "oracle/batch.h"

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

/* What has been asked is known: the judge does not ask it again. */
static bool was_asked(const inquiry_t *inquiry, const follow_t *follow) {
    for (uint32_t i = 0; i < inquiry->replies.len; i++) {
        const reply_t *reply = &inquiry->replies.data[i];
        if (reply->kind == follow->kind && reply->run == follow->run && reply->of == follow->of)
            return true;
    }
    return false;
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
    query_batch_t batch = batch_of(pool, answers);
    for (uint32_t i = 0; i < count; i++) {
        const follow_t *follow = &judgement->ask.data[i];
        query_t query = {.tag = i,
                         .text = follow->text,
                         .len = follow->len,
                         .prologue = follow->prologue,
                         .limits = *limits,
                         .fresh = fresh};
        assert(!was_asked(inquiry, follow));
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

run_t settle_run(const solver_t *solver, const answer_t *answer) {
    const tier_t *tier = solver_tier(solver);
    return (run_t){.solver = solver_profile(solver)->name,
                   .family = solver_profile(solver)->family,
                   .tier = tier ? tier->name : NULL,
                   .answer = answer};
}

void settle_case(judge_t *judge, pool_t *pool, solver_t *const *solvers, const case_t *c,
                 const limits_t *limits, bool fresh, judgement_t *judgement) {
    enum { ROUNDS = 3 }; /* for models, with them put in, and none that is not needed */
    inquiry_t inquiry = {.mem = judge->mem};
    assert(c->reply_count == 0); /* the replies are those to what is asked here */
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
