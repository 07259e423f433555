#include "seeds/learn.h"

#include "oracle/ask.h"
#include "seeds/learn_priv.h"

#include <assert.h>
#include <string.h>

void learner_init(learner_t *learner, pool_t *pool, solver_t *const *solvers, uint32_t count,
                  const limits_t *limits, mem_t *mem) {
    *learner = (learner_t){.mem = mem, .pool = pool, .limits = *limits};
    learner->patience = learner_seconds(learner);
    strbuf_init(&learner->said, mem);
    for (uint32_t i = 0; i < count; i++)
        *vec_push(mem, &learner->solvers) = solvers[i];
}

void learner_done(learner_t *learner) {
    vec_free(learner->mem, &learner->solvers);
    vec_free(learner->mem, &learner->ready);
    vec_free(learner->mem, &learner->done);
    strbuf_done(&learner->said);
}

bool learner_has_two_families(const learner_t *learner) {
    for (uint32_t i = 1; i < learner->solvers.len; i++)
        if (!same_family(learner->solvers.data[i], learner->solvers.data[0]))
            return true;
    return false;
}

/* --- words --- */

void lesson_say(lesson_t *lesson, const char *format, ...) {
    va_list args;
    if (lesson->said.len > 0)
        strbuf_str(&lesson->said, "; ");
    va_start(args, format);
    strbuf_vformat(&lesson->said, format, args);
    va_end(args);
}

const lesson_reply_t *lesson_reply(const lesson_t *lesson, const solver_t *solver) {
    for (uint32_t i = lesson->replies.len; i-- > 0;)
        if (lesson->replies.data[i].solver == solver)
            return &lesson->replies.data[i];
    return NULL;
}

/* Adds "z3 and cvc5 say unsat". */
static void say_sayers(lesson_t *lesson, outcome_t outcome) {
    uint32_t count = 0;
    lesson_say(lesson, "%s", "");
    for (uint32_t i = 0; i < lesson->replies.len; i++) {
        const lesson_reply_t *reply = &lesson->replies.data[i];
        if (reply->outcome == outcome)
            strbuf_format(&lesson->said, "%s%s", count++ > 0 ? " and " : "",
                          solver_profile(reply->solver)->name);
    }
    strbuf_format(&lesson->said, " %s %s", count > 1 ? "say" : "says", outcome_name(outcome));
}

/* --- what the replies amount to --- */

/* 0, 1, or 2 for more. */
static uint32_t families_saying(const lesson_t *lesson, outcome_t outcome) {
    const lesson_reply_t *first = NULL;
    for (uint32_t i = 0; i < lesson->replies.len; i++) {
        const lesson_reply_t *reply = &lesson->replies.data[i];
        if (reply->outcome != outcome)
            continue;
        if (!first)
            first = reply;
        else if (!same_family(first->solver, reply->solver))
            return 2;
    }
    return first ? 1 : 0;
}

static bool knows_model(const lesson_t *lesson) {
    return lesson->seed->model != NULL;
}

/* A model was checked: the seed is satisfiable, and who says otherwise is wrong. */
static void settle_model(lesson_t *lesson) {
    lesson->result = LEARNED;
    if (lesson->label == STATUS_UNSAT)
        lesson_say(lesson, "its label says unsat");
    if (families_saying(lesson, OUTCOME_UNSAT) > 0)
        say_sayers(lesson, OUTCOME_UNSAT);
    else if (lesson->label != STATUS_UNSAT)
        return;
    strbuf_str(&lesson->said, ", but there is a model that makes every assertion true");
    lesson->result = LEARNED_CONFLICT;
}

static void settle_conflict(lesson_t *lesson) {
    lesson->result = LEARNED_CONFLICT;
    lesson->seed->status = STATUS_UNKNOWN;
    lesson->seed->source = SEED_UNSAID;
}

static void settle_status(lesson_t *lesson) {
    uint32_t sat = families_saying(lesson, OUTCOME_SAT);
    uint32_t unsat = families_saying(lesson, OUTCOME_UNSAT);
    status_t said = sat > 0 ? STATUS_SAT : unsat > 0 ? STATUS_UNSAT : STATUS_UNKNOWN;
    lesson->result = LEARNED;
    if (knows_model(lesson)) {
        settle_model(lesson);
    } else if (sat > 0 && unsat > 0) {
        say_sayers(lesson, OUTCOME_SAT);
        say_sayers(lesson, OUTCOME_UNSAT);
        settle_conflict(lesson);
    } else if (said != STATUS_UNKNOWN && lesson->label != STATUS_UNKNOWN && lesson->label != said) {
        lesson_say(lesson, "its label says %s", status_name(lesson->label));
        say_sayers(lesson, sat > 0 ? OUTCOME_SAT : OUTCOME_UNSAT);
        settle_conflict(lesson);
    } else if (said != STATUS_UNKNOWN) {
        seed_set_status(lesson->seed, said, sat + unsat > 1 ? SEED_SOLVERS : SEED_SOLVER);
    }
}

static void say_wrong_models(lesson_t *lesson) {
    for (uint32_t i = 0; i < lesson->replies.len; i++) {
        const lesson_reply_t *reply = &lesson->replies.data[i];
        if (!reply->modelled || reply->fit != MODEL_FALSE)
            continue;
        lesson_say(lesson, "the model of %s makes an assertion false",
                   solver_profile(reply->solver)->name);
        lesson->wrong_model = true;
    }
}

/* Why there is not what was asked for; settle_status has found no conflict. */
static void settle_missing(lesson_t *lesson) {
    assert(lesson->result == LEARNED);
    const seed_t *seed = lesson->seed;
    if ((lesson->wants & LEARN_STATUS) && seed->status == STATUS_UNKNOWN)
        lesson_say(lesson, "no solver decides it");
    else if (lesson->wants == LEARN_MODEL && !knows_model(lesson))
        lesson_say(lesson, seed->status == STATUS_UNSAT ? "it is unsatisfiable"
                                                        : "no solver gives a model that holds");
    else if (lesson->wants == LEARN_CORE && seed->core.len == 0)
        lesson_say(lesson, seed->status == STATUS_SAT ? "it is satisfiable"
                                                      : "no two solvers agree on a core");
    else
        return;
    lesson->result = LEARNED_NOT;
}

static void settle(lesson_t *lesson) {
    settle_status(lesson);
    if (lesson->work->disputed)
        settle_conflict(lesson);
    if (lesson->result == LEARNED)
        settle_missing(lesson);
    say_wrong_models(lesson);
    lesson->work->step = STEP_OVER;
    assert(lesson->learner->done.len < lesson->learner->active);
    *vec_push(lesson->learner->mem, &lesson->learner->done) = lesson;
}

/* --- status and model --- */

/* Whether the solvers that were asked are enough. */
static bool is_decided(const lesson_t *lesson) {
    if (knows_model(lesson))
        return true;
    if (families_saying(lesson, OUTCOME_UNSAT) > 1)
        return true;
    return !(lesson->wants & LEARN_MODEL) && families_saying(lesson, OUTCOME_SAT) > 1;
}

/* The next solver's query about the whole seed. */
static bool ask_query(lesson_t *lesson) {
    learner_t *learner = lesson->learner;
    lesson_work_t *work = lesson->work;
    const char *why;
    while (work->turn < learner->solvers.len && (learner->thorough || !is_decided(lesson))) {
        solver_t *solver = learner->solvers.data[work->turn++];
        bool model = (lesson->wants & LEARN_MODEL) && solver_profile(solver)->models;
        strbuf_clear(&work->text);
        ask_text(lesson->seed->text, lesson->seed->len, model ? ASK_MODEL : ASK_VERDICT,
                 &work->text, &work->prologue);
        if (!ask_suits(solver_profile(solver), work->text.data, work->text.len, &why))
            continue;
        work->solver = solver;
        work->share = 1;
        return true;
    }
    return false;
}

static void ask_answer(lesson_t *lesson, const answer_t *answer) {
    lesson_reply_t reply = {
        .solver = lesson->work->solver, .outcome = answer->outcome, .cpu_ms = answer->cpu_ms};
    if ((lesson->wants & LEARN_MODEL) && answer->outcome == OUTCOME_SAT && answer->model.len > 0) {
        diag_list_t diags;
        diag_init(&diags, lesson->seeds->mem);
        model_fit_t fit = MODEL_KEPT;
        if (!knows_model(lesson) || lesson->learner->thorough)
            fit = seed_set_model(lesson->seeds, lesson->seed, answer->model.data, answer->model.len,
                                 &diags);
        reply.modelled = true;
        reply.fit = fit;
        diag_done(&diags);
    }
    *vec_push(lesson->learner->mem, &lesson->replies) = reply;
}

/* --- steps --- */

static bool may_have_core(const lesson_t *lesson) {
    if (!(lesson->wants & LEARN_CORE) || knows_model(lesson) ||
        families_saying(lesson, OUTCOME_SAT) > 0 || lesson->seed->core.len > 0 ||
        lesson->label == STATUS_SAT)
        return false;
    return lesson->wants == LEARN_CORE || families_saying(lesson, OUTCOME_UNSAT) > 0;
}

/* The next query of the lesson, if there is one. */
static bool next_query(lesson_t *lesson) {
    lesson_work_t *work = lesson->work;
    if (work->step == STEP_ASK) {
        if (lesson->wants != LEARN_CORE && ask_query(lesson))
            return true;
        if (!may_have_core(lesson))
            return false;
        core_begin(lesson);
    }
    return core_query(lesson);
}

static void advance(lesson_t *lesson) {
    if (next_query(lesson))
        *vec_push(lesson->learner->mem, &lesson->learner->ready) = lesson;
    else
        settle(lesson);
}

/* Whether everything is known already, or known not to be there. */
static bool is_idle(const lesson_t *lesson) {
    const seed_t *seed = lesson->seed;
    switch (lesson->wants) {
    case LEARN_STATUS:
        return seed->source >= SEED_SOLVERS;
    case LEARN_MODEL:
        return seed->model || (seed->status == STATUS_UNSAT && !lesson->learner->thorough);
    case LEARN_CORE:
        return seed->core.len > 0 || seed->status == STATUS_SAT;
    default:
        return false;
    }
}

void learn_begin(learner_t *learner, seeds_t *seeds, seed_t *seed, uint32_t wants, void *owner) {
    assert(wants != 0 && (wants & ~(uint32_t)(LEARN_STATUS | LEARN_MODEL | LEARN_CORE)) == 0);
    lesson_t *lesson = mem_alloc(learner->mem, sizeof *lesson);
    *lesson = (lesson_t){
        .learner = learner, .seeds = seeds, .seed = seed, .wants = wants, .owner = owner};
    lesson->label = lesson_label(seed);
    strbuf_init(&lesson->said, learner->mem);
    lesson->work = mem_zalloc(learner->mem, 1, sizeof *lesson->work);
    strbuf_init(&lesson->work->text, learner->mem);
    learner->active++;
    if (is_idle(lesson))
        settle(lesson);
    else
        advance(lesson);
}

static void submit(learner_t *learner) {
    while (learner->ready.len > 0 && pool_free(learner->pool) > 0) {
        lesson_t *lesson = vec_pop(&learner->ready);
        lesson_work_t *work = lesson->work;
        assert(work->solver && work->text.len > 0);
        assert(work->share > 0 && work->share <= 1 && work->prologue <= work->text.len);
        query_t query = {.tag = (uint64_t)(uintptr_t)lesson,
                         .text = work->text.data,
                         .len = work->text.len,
                         .prologue = work->prologue,
                         .limits = learner->limits};
        query.limits.wall *= work->share;
        query.limits.cpu *= work->share;
        pool_submit(learner->pool, work->solver, &query);
    }
}

lesson_t *learn_next(learner_t *learner) {
    solver_t *solver;
    uint64_t tag;
    answer_t answer;
    if (learner->active == 0)
        return NULL;
    while (learner->done.len == 0) {
        submit(learner);
        if (!pool_next(learner->pool, -1, &solver, &tag, &answer))
            return NULL;
        lesson_t *lesson = (lesson_t *)(uintptr_t)tag;
        assert(lesson->learner == learner && lesson->work->solver == solver);
        lesson->cpu_ms += answer.cpu_ms;
        if (lesson->work->step == STEP_ASK)
            ask_answer(lesson, &answer);
        else
            core_answer(lesson, &answer);
        answer_done(&answer);
        advance(lesson);
    }
    return vec_pop(&learner->done);
}

void learn_end(lesson_t *lesson) {
    learner_t *learner = lesson->learner;
    assert(learner->active > 0 && lesson->work->step == STEP_OVER);
    learner->active--;
    if (lesson->work->cut)
        core_shrink_done(&lesson->work->cuts);
    strbuf_done(&lesson->work->text);
    mem_free(learner->mem, lesson->work);
    vec_free(learner->mem, &lesson->replies);
    vec_free(learner->mem, &lesson->core_by);
    strbuf_done(&lesson->said);
    mem_free(learner->mem, lesson);
}

/* --- one at a time --- */

static learned_t learn_one(learner_t *learner, seeds_t *seeds, seed_t *seed, uint32_t wants) {
    assert(learner->active == 0);
    strbuf_clear(&learner->said);
    learn_begin(learner, seeds, seed, wants, NULL);
    lesson_t *lesson = learn_next(learner);
    if (!lesson) {
        strbuf_str(&learner->said, "interrupted");
        return LEARNED_NOT;
    }
    strbuf_add(&learner->said, lesson->said.data, lesson->said.len);
    learned_t result = lesson->result;
    learn_end(lesson);
    return result;
}

learned_t learn_status(learner_t *learner, seeds_t *seeds, seed_t *seed) {
    return learn_one(learner, seeds, seed, LEARN_STATUS);
}

learned_t learn_model(learner_t *learner, seeds_t *seeds, seed_t *seed) {
    return learn_one(learner, seeds, seed, LEARN_MODEL);
}

learned_t learn_core(learner_t *learner, seeds_t *seeds, seed_t *seed) {
    return learn_one(learner, seeds, seed, LEARN_CORE);
}
