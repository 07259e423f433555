#include "seeds/learn.h"

#include "oracle/ask.h"
#include "seeds/learn_priv.h"

#include <assert.h>
#include <string.h>

void seed_learner_init(seed_learner_t *learner, pool_t *pool, solver_t *const *solvers,
                       uint32_t count, const limits_t *limits, mem_t *mem) {
    *learner = (seed_learner_t){.mem = mem, .pool = pool, .limits = *limits};
    learner->core_seconds = seed_learner_seconds(learner);
    strbuf_init(&learner->said, mem);
    for (uint32_t i = 0; i < count; i++)
        *vec_push(mem, &learner->solvers) = solvers[i];
}

void seed_learner_done(seed_learner_t *learner) {
    vec_free(learner->mem, &learner->solvers);
    vec_free(learner->mem, &learner->ready);
    vec_free(learner->mem, &learner->done);
    strbuf_done(&learner->said);
}

bool seed_learner_has_two_families(const seed_learner_t *learner) {
    for (uint32_t i = 1; i < learner->solvers.len; i++)
        if (!same_family(learner->solvers.data[i], learner->solvers.data[0]))
            return true;
    return false;
}

/* --- words --- */

void inquiry_say(inquiry_t *inquiry, const char *format, ...) {
    va_list args;
    if (inquiry->said.len > 0)
        strbuf_str(&inquiry->said, "; ");
    va_start(args, format);
    strbuf_vformat(&inquiry->said, format, args);
    va_end(args);
}

const inquiry_reply_t *inquiry_reply(const inquiry_t *inquiry, const solver_t *solver) {
    for (uint32_t i = inquiry->replies.len; i-- > 0;)
        if (inquiry->replies.data[i].solver == solver)
            return &inquiry->replies.data[i];
    return NULL;
}

/* Adds "z3 and cvc5 say unsat". */
static void say_sayers(inquiry_t *inquiry, outcome_t outcome) {
    uint32_t count = 0;
    inquiry_say(inquiry, "%s", "");
    for (uint32_t i = 0; i < inquiry->replies.len; i++) {
        const inquiry_reply_t *reply = &inquiry->replies.data[i];
        if (reply->outcome == outcome)
            strbuf_format(&inquiry->said, "%s%s", count++ > 0 ? " and " : "",
                          solver_profile(reply->solver)->name);
    }
    strbuf_format(&inquiry->said, " %s %s", count > 1 ? "say" : "says", outcome_name(outcome));
}

/* --- what the replies amount to --- */

/* 0, 1, or 2 for more. */
static uint32_t families_saying(const inquiry_t *inquiry, outcome_t outcome) {
    const inquiry_reply_t *first = NULL;
    for (uint32_t i = 0; i < inquiry->replies.len; i++) {
        const inquiry_reply_t *reply = &inquiry->replies.data[i];
        if (reply->outcome != outcome)
            continue;
        if (!first)
            first = reply;
        else if (!same_family(first->solver, reply->solver))
            return 2;
    }
    return first ? 1 : 0;
}

static bool knows_model(const inquiry_t *inquiry) {
    return inquiry->seed->model != NULL;
}

/* A model was checked: the seed is satisfiable, and who says otherwise is wrong. */
static void settle_model(inquiry_t *inquiry) {
    inquiry->result = LEARNED;
    if (inquiry->label == STATUS_UNSAT)
        inquiry_say(inquiry, "its label says unsat");
    if (families_saying(inquiry, OUTCOME_UNSAT) > 0)
        say_sayers(inquiry, OUTCOME_UNSAT);
    else if (inquiry->label != STATUS_UNSAT)
        return;
    strbuf_str(&inquiry->said, ", but there is a model that makes every assertion true");
    inquiry->result = LEARNED_CONFLICT;
}

static void settle_conflict(inquiry_t *inquiry) {
    inquiry->result = LEARNED_CONFLICT;
    inquiry->seed->status = STATUS_UNKNOWN;
    inquiry->seed->source = SEED_UNSAID;
}

static void settle_status(inquiry_t *inquiry) {
    uint32_t sat = families_saying(inquiry, OUTCOME_SAT);
    uint32_t unsat = families_saying(inquiry, OUTCOME_UNSAT);
    status_t said = sat > 0 ? STATUS_SAT : unsat > 0 ? STATUS_UNSAT : STATUS_UNKNOWN;
    inquiry->result = LEARNED;
    if (knows_model(inquiry)) {
        settle_model(inquiry);
    } else if (sat > 0 && unsat > 0) {
        say_sayers(inquiry, OUTCOME_SAT);
        say_sayers(inquiry, OUTCOME_UNSAT);
        settle_conflict(inquiry);
    } else if (said != STATUS_UNKNOWN && inquiry->label != STATUS_UNKNOWN &&
               inquiry->label != said) {
        inquiry_say(inquiry, "its label says %s", status_name(inquiry->label));
        say_sayers(inquiry, sat > 0 ? OUTCOME_SAT : OUTCOME_UNSAT);
        settle_conflict(inquiry);
    } else if (said != STATUS_UNKNOWN) {
        seed_set_status(inquiry->seed, said, sat + unsat > 1 ? SEED_SOLVERS : SEED_SOLVER);
    }
}

static void say_wrong_models(inquiry_t *inquiry) {
    for (uint32_t i = 0; i < inquiry->replies.len; i++) {
        const inquiry_reply_t *reply = &inquiry->replies.data[i];
        if (!reply->modelled || reply->fit != MODEL_FALSE)
            continue;
        inquiry_say(inquiry, "the model of %s makes an assertion false",
                    solver_profile(reply->solver)->name);
        inquiry->wrong_model = true;
    }
}

/* Why there is not what was asked for; settle_status has found no conflict. */
static void settle_missing(inquiry_t *inquiry) {
    assert(inquiry->result == LEARNED);
    const seed_t *seed = inquiry->seed;
    if ((inquiry->wants & LEARN_STATUS) && seed->status == STATUS_UNKNOWN)
        inquiry_say(inquiry, "no solver decides it");
    else if (inquiry->wants == LEARN_MODEL && !knows_model(inquiry))
        inquiry_say(inquiry, seed->status == STATUS_UNSAT ? "it is unsatisfiable"
                                                          : "no solver gives a model that holds");
    else if (inquiry->wants == LEARN_CORE && seed->core.len == 0)
        inquiry_say(inquiry, seed->status == STATUS_SAT ? "it is satisfiable"
                                                        : "no two solvers agree on a core");
    else
        return;
    inquiry->result = LEARNED_NOT;
}

static void settle(inquiry_t *inquiry) {
    settle_status(inquiry);
    if (inquiry->work->disputed)
        settle_conflict(inquiry);
    if (inquiry->result == LEARNED)
        settle_missing(inquiry);
    say_wrong_models(inquiry);
    inquiry->work->step = STEP_OVER;
    assert(inquiry->learner->done.len < inquiry->learner->active);
    *vec_push(inquiry->learner->mem, &inquiry->learner->done) = inquiry;
}

/* --- status and model --- */

/* Whether the solvers that were asked are enough. */
static bool is_decided(const inquiry_t *inquiry) {
    if (knows_model(inquiry))
        return true;
    if (families_saying(inquiry, OUTCOME_UNSAT) > 1)
        return true;
    return !(inquiry->wants & LEARN_MODEL) && families_saying(inquiry, OUTCOME_SAT) > 1;
}

/* The next solver's query about the whole seed. */
static bool ask_query(inquiry_t *inquiry) {
    seed_learner_t *learner = inquiry->learner;
    inquiry_work_t *work = inquiry->work;
    const char *why;
    while (work->turn < learner->solvers.len && (learner->thorough || !is_decided(inquiry))) {
        solver_t *solver = learner->solvers.data[work->turn++];
        bool model = (inquiry->wants & LEARN_MODEL) && solver_profile(solver)->models;
        strbuf_clear(&work->text);
        ask_text(inquiry->seed->text, inquiry->seed->len, model ? ASK_MODEL : ASK_VERDICT,
                 &work->text, &work->prologue);
        if (!ask_suits(solver_profile(solver), work->text.data, work->text.len, &why))
            continue;
        work->solver = solver;
        work->share = 1;
        return true;
    }
    return false;
}

static void ask_answer(inquiry_t *inquiry, const answer_t *answer) {
    inquiry_reply_t reply = {
        .solver = inquiry->work->solver, .outcome = answer->outcome, .cpu_ms = answer->cpu_ms};
    if ((inquiry->wants & LEARN_MODEL) && answer->outcome == OUTCOME_SAT && answer->model.len > 0) {
        diag_list_t diags;
        diag_init(&diags, inquiry->seeds->mem);
        model_fit_t fit = MODEL_KEPT;
        if (!knows_model(inquiry) || inquiry->learner->thorough)
            fit = seed_set_model(inquiry->seeds, inquiry->seed, answer->model.data,
                                 answer->model.len, &diags);
        reply.modelled = true;
        reply.fit = fit;
        diag_done(&diags);
    }
    *vec_push(inquiry->learner->mem, &inquiry->replies) = reply;
}

/* --- steps --- */

static bool may_have_core(const inquiry_t *inquiry) {
    if (!(inquiry->wants & LEARN_CORE) || knows_model(inquiry) ||
        families_saying(inquiry, OUTCOME_SAT) > 0 || inquiry->seed->core.len > 0 ||
        inquiry->label == STATUS_SAT)
        return false;
    return inquiry->wants == LEARN_CORE || families_saying(inquiry, OUTCOME_UNSAT) > 0;
}

/* The next query of the inquiry, if there is one. */
static bool next_query(inquiry_t *inquiry) {
    inquiry_work_t *work = inquiry->work;
    if (work->step == STEP_ASK) {
        if (inquiry->wants != LEARN_CORE && ask_query(inquiry))
            return true;
        if (!may_have_core(inquiry))
            return false;
        core_begin(inquiry);
    }
    return core_query(inquiry);
}

static void advance(inquiry_t *inquiry) {
    if (next_query(inquiry))
        *vec_push(inquiry->learner->mem, &inquiry->learner->ready) = inquiry;
    else
        settle(inquiry);
}

/* Whether everything is known already, or known not to be there. */
static bool is_idle(const inquiry_t *inquiry) {
    const seed_t *seed = inquiry->seed;
    switch (inquiry->wants) {
    case LEARN_STATUS:
        return seed->source >= SEED_SOLVERS;
    case LEARN_MODEL:
        return seed->model || (seed->status == STATUS_UNSAT && !inquiry->learner->thorough);
    case LEARN_CORE:
        return seed->core.len > 0 || seed->status == STATUS_SAT;
    default:
        return false;
    }
}

void learn_begin(seed_learner_t *learner, seeds_t *seeds, seed_t *seed, uint32_t wants,
                 void *owner) {
    assert(wants != 0 && (wants & ~(uint32_t)(LEARN_STATUS | LEARN_MODEL | LEARN_CORE)) == 0);
    inquiry_t *inquiry = mem_alloc(learner->mem, sizeof *inquiry);
    *inquiry = (inquiry_t){
        .learner = learner, .seeds = seeds, .seed = seed, .wants = wants, .owner = owner};
    inquiry->label = seed_label(seed);
    strbuf_init(&inquiry->said, learner->mem);
    inquiry->work = mem_zalloc(learner->mem, 1, sizeof *inquiry->work);
    strbuf_init(&inquiry->work->text, learner->mem);
    learner->active++;
    if (is_idle(inquiry))
        settle(inquiry);
    else
        advance(inquiry);
}

static void submit(seed_learner_t *learner) {
    while (learner->ready.len > 0 && pool_free(learner->pool) > 0) {
        inquiry_t *inquiry = vec_pop(&learner->ready);
        inquiry_work_t *work = inquiry->work;
        assert(work->solver && work->text.len > 0);
        assert(work->share > 0 && work->share <= 1 && work->prologue <= work->text.len);
        query_t query = {.tag = (uint64_t)(uintptr_t)inquiry,
                         .text = work->text.data,
                         .len = work->text.len,
                         .prologue = work->prologue,
                         .limits = learner->limits};
        query.limits.wall *= work->share;
        query.limits.cpu *= work->share;
        pool_submit(learner->pool, work->solver, &query);
    }
}

inquiry_t *learn_next(seed_learner_t *learner) {
    solver_t *solver;
    uint64_t tag;
    answer_t answer;
    if (learner->active == 0)
        return NULL;
    while (learner->done.len == 0) {
        submit(learner);
        if (!pool_next(learner->pool, -1, &solver, &tag, &answer))
            return NULL;
        inquiry_t *inquiry = (inquiry_t *)(uintptr_t)tag;
        assert(inquiry->learner == learner && inquiry->work->solver == solver);
        inquiry->cpu_ms += answer.cpu_ms;
        if (inquiry->work->step == STEP_ASK)
            ask_answer(inquiry, &answer);
        else
            core_answer(inquiry, &answer);
        answer_done(&answer);
        advance(inquiry);
    }
    return vec_pop(&learner->done);
}

void learn_end(inquiry_t *inquiry) {
    seed_learner_t *learner = inquiry->learner;
    assert(learner->active > 0 && inquiry->work->step == STEP_OVER);
    learner->active--;
    if (inquiry->work->cutting)
        core_shrink_done(&inquiry->work->shrink);
    strbuf_done(&inquiry->work->text);
    mem_free(learner->mem, inquiry->work);
    vec_free(learner->mem, &inquiry->replies);
    vec_free(learner->mem, &inquiry->core_by);
    strbuf_done(&inquiry->said);
    mem_free(learner->mem, inquiry);
}

/* --- one at a time --- */

static learned_t learn_one(seed_learner_t *learner, seeds_t *seeds, seed_t *seed, uint32_t wants) {
    assert(learner->active == 0);
    strbuf_clear(&learner->said);
    learn_begin(learner, seeds, seed, wants, NULL);
    inquiry_t *inquiry = learn_next(learner);
    if (!inquiry) {
        strbuf_str(&learner->said, "interrupted");
        return LEARNED_NOT;
    }
    strbuf_add(&learner->said, inquiry->said.data, inquiry->said.len);
    learned_t result = inquiry->result;
    learn_end(inquiry);
    return result;
}

learned_t learn_status(seed_learner_t *learner, seeds_t *seeds, seed_t *seed) {
    return learn_one(learner, seeds, seed, LEARN_STATUS);
}

learned_t learn_model(seed_learner_t *learner, seeds_t *seeds, seed_t *seed) {
    return learn_one(learner, seeds, seed, LEARN_MODEL);
}

learned_t learn_core(seed_learner_t *learner, seeds_t *seeds, seed_t *seed) {
    return learn_one(learner, seeds, seed, LEARN_CORE);
}
