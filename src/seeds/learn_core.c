/* learn_core.c - an unsatisfiable core, and how it becomes small.
 *
 * One solver is asked for a core of the units (cuts.h); what it leaves out is cut. A solver of
 * another family must call what is left unsatisfiable. Then each cut that is still possible is
 * tried, and made when both say unsat again, as long as the learner has patience. */
#include "oracle/ask.h"
#include "seeds/learn_priv.h"

#include <assert.h>

static void add_reply(lesson_t *lesson, const answer_t *answer) {
    *vec_push(lesson->learner->mem, &lesson->replies) = (lesson_reply_t){
        .solver = lesson->work->solver, .outcome = answer->outcome, .cpu_ms = answer->cpu_ms};
}

static void set_step(lesson_work_t *work, lesson_step_t step) {
    work->step = step;
    work->turn = 0;
}

void core_begin(lesson_t *lesson) {
    assert(!lesson->work->cut);
    core_shrink_init(&lesson->work->cuts, lesson->seeds, lesson->seed, lesson->learner->mem);
    lesson->work->cut = true;
    set_step(lesson->work, STEP_NAMED);
}

static void prepare(lesson_t *lesson, solver_t *solver) {
    lesson->work->solver = solver;
    lesson->work->share = 1;
}

/* Whether the solver was asked about the whole seed, and could not say unsat. */
static bool has_failed(const lesson_t *lesson, const solver_t *solver) {
    const lesson_reply_t *reply = lesson_reply(lesson, solver);
    return reply && reply->outcome != OUTCOME_UNSAT;
}

static void add_judge(lesson_work_t *work, solver_t *solver, double cpu_ms) {
    assert(work->judge_count < 2);
    work->judges[work->judge_count] = solver;
    work->judge_ms[work->judge_count++] = cpu_ms;
}

/* --- the first core --- */

/* Asks for the verdict on what is left. */
static void write_left(lesson_t *lesson, const core_shrink_t *cuts) {
    lesson_work_t *work = lesson->work;
    strbuf_t left;
    strbuf_init(&left, lesson->learner->mem);
    core_shrink_text(cuts, &left);
    strbuf_clear(&work->text);
    ask_text(left.data, left.len, ASK_VERDICT, &work->text, &work->prologue);
    strbuf_done(&left);
}

static bool write_named(lesson_t *lesson) {
    lesson_work_t *work = lesson->work;
    strbuf_t named;
    strbuf_init(&named, lesson->learner->mem);
    bool ok = core_shrink_named(&work->cuts, &named);
    strbuf_clear(&work->text);
    if (ok)
        ask_text(named.data, named.len, ASK_CORE, &work->text, &work->prologue);
    strbuf_done(&named);
    return ok;
}

/* Somebody who called the whole seed unsatisfiable. */
static bool find_judge(lesson_t *lesson) {
    for (uint32_t i = 0; i < lesson->replies.len; i++) {
        const lesson_reply_t *reply = &lesson->replies.data[i];
        for (uint32_t k = 0; k < lesson->learner->solvers.len; k++) {
            solver_t *solver = lesson->learner->solvers.data[k];
            if (solver != reply->solver || reply->outcome != OUTCOME_UNSAT)
                continue;
            add_judge(lesson->work, solver, reply->cpu_ms);
            return true;
        }
    }
    return false;
}

static bool named_query(lesson_t *lesson) {
    learner_t *learner = lesson->learner;
    lesson_work_t *work = lesson->work;
    const char *why;
    while (work->turn < learner->solvers.len) {
        solver_t *solver = learner->solvers.data[work->turn++];
        const profile_t *profile = solver_profile(solver);
        if (!profile->cores || has_failed(lesson, solver) || !write_named(lesson) ||
            !ask_suits(profile, work->text.data, work->text.len, &why))
            continue;
        prepare(lesson, solver);
        return true;
    }
    /* No core from anybody: all of it is one, if it is unsatisfiable. */
    work->whole = true;
    set_step(work, find_judge(lesson) ? STEP_CONFIRM : STEP_OVER);
    return false;
}

static void named_answer(lesson_t *lesson, const answer_t *answer) {
    lesson_work_t *work = lesson->work;
    add_reply(lesson, answer);
    if (answer->outcome == OUTCOME_SAT) { /* nobody's core would be worth anything */
        set_step(work, STEP_OVER);
    } else if (answer->outcome == OUTCOME_UNSAT) {
        add_judge(work, work->solver, answer->cpu_ms);
        work->whole = !core_shrink_read_core(&work->cuts, answer->out.data, answer->out.len);
        set_step(work, STEP_CONFIRM);
    }
}

/* --- the second opinion --- */

static void start_shrinking(lesson_t *lesson) {
    lesson_work_t *work = lesson->work;
    assert(work->judge_count > 0 && lesson->core_by.len == 0);
    for (uint32_t i = 0; i < work->judge_count; i++)
        *vec_push(lesson->learner->mem, &lesson->core_by) = work->judges[i];
    if (work->judge_count == 2 && work->judge_ms[1] < work->judge_ms[0]) {
        solver_t *quick = work->judges[1];
        double quick_ms = work->judge_ms[1];
        work->judges[1] = work->judges[0];
        work->judge_ms[1] = work->judge_ms[0];
        work->judges[0] = quick;
        work->judge_ms[0] = quick_ms;
    }
    set_step(work, STEP_SHRINK);
    work->judge = 0;
    work->spent_ms = lesson->cpu_ms;
}

/* A solver of another family that called the whole seed unsatisfiable. */
static const lesson_reply_t *find_agreeing(const lesson_t *lesson) {
    assert(lesson->work->judge_count == 1);
    for (uint32_t i = 0; i < lesson->replies.len; i++) {
        const lesson_reply_t *reply = &lesson->replies.data[i];
        if (reply->outcome == OUTCOME_UNSAT && !same_family(reply->solver, lesson->work->judges[0]))
            return reply;
    }
    return NULL;
}

/* Nobody confirms what is left: then the whole seed, if somebody does. */
static bool confirm_whole(lesson_t *lesson) {
    lesson_work_t *work = lesson->work;
    if (!learner_has_two_families(lesson->learner)) {
        start_shrinking(lesson);
        return true;
    }
    if (work->whole)
        return false;
    core_shrink_clear(&work->cuts);
    work->whole = true;
    work->turn = 0;
    return true;
}

static bool confirm_query(lesson_t *lesson) {
    learner_t *learner = lesson->learner;
    lesson_work_t *work = lesson->work;
    const char *why;
    const lesson_reply_t *agreeing = work->whole ? find_agreeing(lesson) : NULL;
    for (uint32_t i = 0; agreeing && i < learner->solvers.len; i++) {
        if (learner->solvers.data[i] != agreeing->solver)
            continue;
        add_judge(work, learner->solvers.data[i], agreeing->cpu_ms);
        start_shrinking(lesson);
        return false;
    }
    while (work->turn < learner->solvers.len) {
        solver_t *solver = learner->solvers.data[work->turn++];
        if (same_family(solver, work->judges[0]) || (work->whole && has_failed(lesson, solver)))
            continue;
        write_left(lesson, &work->cuts);
        if (!ask_suits(solver_profile(solver), work->text.data, work->text.len, &why))
            continue;
        prepare(lesson, solver);
        return true;
    }
    if (!confirm_whole(lesson))
        set_step(work, STEP_OVER);
    return false;
}

static void confirm_answer(lesson_t *lesson, const answer_t *answer) {
    lesson_work_t *work = lesson->work;
    if (work->whole)
        add_reply(lesson, answer);
    if (answer->outcome == OUTCOME_UNSAT) {
        if (!work->whole && !find_agreeing(lesson))
            add_reply(lesson, answer); /* the seed implies what is left */
        add_judge(work, work->solver, answer->cpu_ms);
        start_shrinking(lesson);
    } else if (answer->outcome == OUTCOME_SAT && !work->whole) {
        work->disputed = true;
        lesson_say(lesson, "%s says that a core of %s is satisfiable",
                   solver_profile(work->solver)->name, solver_profile(work->judges[0])->name);
    }
}

/* --- smaller --- */

static bool shrink_query(lesson_t *lesson) {
    enum { TIMES = 10 };
    lesson_work_t *work = lesson->work;
    const learner_t *learner = lesson->learner;
    bool enough = lesson->cpu_ms - work->spent_ms > learner->patience * 1000;
    work->trial = enough ? CORE_SHRINK_NONE : core_shrink_next(&work->cuts);
    if (work->trial == CORE_SHRINK_NONE) {
        set_step(work, STEP_OVER);
        return false;
    }
    assert(work->judge < work->judge_count && !work->cuts.rows.data[work->trial].cut);
    work->cuts.rows.data[work->trial].cut = true;
    write_left(lesson, &work->cuts);
    prepare(lesson, work->judges[work->judge]);
    /* What is hard now is not worth waiting for. */
    double seconds = TIMES * work->judge_ms[work->judge] / 1000 + 0.1;
    if (seconds < learner_seconds(learner))
        work->share = seconds / learner_seconds(learner);
    return true;
}

static void shrink_answer(lesson_t *lesson, const answer_t *answer) {
    lesson_work_t *work = lesson->work;
    assert(work->cuts.rows.data[work->trial].cut);
    bool yes = answer->outcome == OUTCOME_UNSAT;
    if (yes && work->judge + 1 < work->judge_count) {
        work->judge++;
        work->cuts.rows.data[work->trial].cut = false;
        return;
    }
    core_shrink_settle(&work->cuts, work->trial, yes);
    work->judge = 0;
}

/* --- together --- */

static void keep_core(lesson_t *lesson) {
    lesson_work_t *work = lesson->work;
    u32_vec_t places = {0}, spots = {0};
    assert(work->cut && lesson->core_by.len <= 2);
    if (lesson->core_by.len > 0)
        core_shrink_core(&work->cuts, &places);
    if (lesson->core_by.len > 0 && places.len == 0) {
        lesson_say(lesson, "%s says unsat even when nothing is left",
                   solver_profile(work->judges[0])->name);
        work->disputed = true;
        lesson->core_by.len = 0;
    }
    if (lesson->core_by.len > 0) {
        core_shrink_loose(&work->cuts, &spots);
        bool kept = seed_set_core(lesson->seeds, lesson->seed, places.data, places.len) &&
                    seed_set_loose(lesson->seeds, lesson->seed, spots.data, spots.len);
        assert(kept);
        (void)kept;
    }
    vec_free(work->cuts.mem, &places);
    vec_free(work->cuts.mem, &spots);
}

bool core_query(lesson_t *lesson) {
    for (;;) {
        bool found = false;
        switch (lesson->work->step) {
        case STEP_NAMED:
            found = named_query(lesson);
            break;
        case STEP_CONFIRM:
            found = confirm_query(lesson);
            break;
        case STEP_SHRINK:
            found = shrink_query(lesson);
            break;
        case STEP_ASK:
        case STEP_OVER:
            keep_core(lesson);
            return false;
        }
        if (found)
            return true;
    }
}

void core_answer(lesson_t *lesson, const answer_t *answer) {
    switch (lesson->work->step) {
    case STEP_NAMED:
        named_answer(lesson, answer);
        break;
    case STEP_CONFIRM:
        confirm_answer(lesson, answer);
        break;
    case STEP_SHRINK:
        shrink_answer(lesson, answer);
        break;
    case STEP_ASK:
    case STEP_OVER:
        break;
    }
}
