/* learn_core.c - an unsatisfiable core, and how it becomes small.
 *
 * One solver is asked for a core of the units (core_shrink.h); what it leaves out is cut. A solver of
 * another family must call what is left unsatisfiable. Then each cut that is still possible is
 * tried, and made when both say unsat again, until that has cost learner->core_seconds. */
#include "oracle/ask.h"
#include "seeds/learn_priv.h"

#include <assert.h>

static void add_reply(inquiry_t *inquiry, const answer_t *answer) {
    *vec_push(inquiry->learner->mem, &inquiry->replies) = (inquiry_reply_t){
        .solver = inquiry->work->solver, .outcome = answer->outcome, .cpu_ms = answer->cpu_ms};
}

static void set_step(inquiry_work_t *work, inquiry_step_t step) {
    work->step = step;
    work->turn = 0;
}

void core_begin(inquiry_t *inquiry) {
    assert(!inquiry->work->cutting);
    core_shrink_init(&inquiry->work->shrink, inquiry->seeds, inquiry->seed, inquiry->learner->mem);
    inquiry->work->cutting = true;
    set_step(inquiry->work, STEP_NAMED);
}

static void prepare(inquiry_t *inquiry, solver_t *solver) {
    inquiry->work->solver = solver;
    inquiry->work->share = 1;
}

/* Whether the solver was asked about the whole seed, and could not say unsat. */
static bool has_failed(const inquiry_t *inquiry, const solver_t *solver) {
    const inquiry_reply_t *reply = inquiry_reply(inquiry, solver);
    return reply && reply->outcome != OUTCOME_UNSAT;
}

static void add_unsat(inquiry_work_t *work, solver_t *solver, double cpu_ms) {
    assert(work->unsat_count < 2);
    work->unsat_by[work->unsat_count] = solver;
    work->unsat_ms[work->unsat_count++] = cpu_ms;
}

/* --- the first core --- */

/* Asks for the verdict on what is left. */
static void write_left(inquiry_t *inquiry, const core_shrink_t *shrink) {
    inquiry_work_t *work = inquiry->work;
    strbuf_t left;
    strbuf_init(&left, inquiry->learner->mem);
    core_shrink_text(shrink, &left);
    strbuf_clear(&work->text);
    ask_text(left.data, left.len, ASK_VERDICT, &work->text, &work->prologue);
    strbuf_done(&left);
}

static bool write_named(inquiry_t *inquiry) {
    inquiry_work_t *work = inquiry->work;
    strbuf_t named;
    strbuf_init(&named, inquiry->learner->mem);
    bool ok = core_shrink_named(&work->shrink, &named);
    strbuf_clear(&work->text);
    if (ok)
        ask_text(named.data, named.len, ASK_CORE, &work->text, &work->prologue);
    strbuf_done(&named);
    return ok;
}

/* A solver that called the whole seed unsatisfiable. */
static bool find_unsat(inquiry_t *inquiry) {
    for (uint32_t i = 0; i < inquiry->replies.len; i++) {
        const inquiry_reply_t *reply = &inquiry->replies.data[i];
        for (uint32_t k = 0; k < inquiry->learner->solvers.len; k++) {
            solver_t *solver = inquiry->learner->solvers.data[k];
            if (solver != reply->solver || reply->outcome != OUTCOME_UNSAT)
                continue;
            add_unsat(inquiry->work, solver, reply->cpu_ms);
            return true;
        }
    }
    return false;
}

static bool named_query(inquiry_t *inquiry) {
    seed_learner_t *learner = inquiry->learner;
    inquiry_work_t *work = inquiry->work;
    const char *why;
    while (work->turn < learner->solvers.len) {
        solver_t *solver = learner->solvers.data[work->turn++];
        const profile_t *profile = solver_profile(solver);
        if (!profile->cores || has_failed(inquiry, solver) || !write_named(inquiry) ||
            !ask_suits(profile, work->text.data, work->text.len, &why))
            continue;
        prepare(inquiry, solver);
        return true;
    }
    /* No solver gives a core: the whole seed is one, if it is unsatisfiable. */
    work->whole = true;
    set_step(work, find_unsat(inquiry) ? STEP_CONFIRM : STEP_OVER);
    return false;
}

static void named_answer(inquiry_t *inquiry, const answer_t *answer) {
    inquiry_work_t *work = inquiry->work;
    add_reply(inquiry, answer);
    if (answer->outcome == OUTCOME_SAT) { /* no core of another would be worth anything */
        set_step(work, STEP_OVER);
    } else if (answer->outcome == OUTCOME_UNSAT) {
        add_unsat(work, work->solver, answer->cpu_ms);
        work->whole = !core_shrink_read_core(&work->shrink, answer->out.data, answer->out.len);
        set_step(work, STEP_CONFIRM);
    }
}

/* --- the second opinion --- */

static void start_shrinking(inquiry_t *inquiry) {
    inquiry_work_t *work = inquiry->work;
    assert(work->unsat_count > 0 && inquiry->core_by.len == 0);
    for (uint32_t i = 0; i < work->unsat_count; i++)
        *vec_push(inquiry->learner->mem, &inquiry->core_by) = work->unsat_by[i];
    if (work->unsat_count == 2 && work->unsat_ms[1] < work->unsat_ms[0]) {
        solver_t *quick = work->unsat_by[1];
        double quick_ms = work->unsat_ms[1];
        work->unsat_by[1] = work->unsat_by[0];
        work->unsat_ms[1] = work->unsat_ms[0];
        work->unsat_by[0] = quick;
        work->unsat_ms[0] = quick_ms;
    }
    set_step(work, STEP_SHRINK);
    work->asked = 0;
    work->spent_ms = inquiry->cpu_ms;
}

/* A solver of another family that called the whole seed unsatisfiable. */
static const inquiry_reply_t *find_agreeing(const inquiry_t *inquiry) {
    assert(inquiry->work->unsat_count == 1);
    for (uint32_t i = 0; i < inquiry->replies.len; i++) {
        const inquiry_reply_t *reply = &inquiry->replies.data[i];
        if (reply->outcome == OUTCOME_UNSAT &&
            !same_family(reply->solver, inquiry->work->unsat_by[0]))
            return reply;
    }
    return NULL;
}

/* No solver confirms what is left: then the whole seed, if one confirms that. */
static bool confirm_whole(inquiry_t *inquiry) {
    inquiry_work_t *work = inquiry->work;
    if (!seed_learner_has_two_families(inquiry->learner)) {
        start_shrinking(inquiry);
        return true;
    }
    if (work->whole)
        return false;
    core_shrink_clear(&work->shrink);
    work->whole = true;
    work->turn = 0;
    return true;
}

static bool confirm_query(inquiry_t *inquiry) {
    seed_learner_t *learner = inquiry->learner;
    inquiry_work_t *work = inquiry->work;
    const char *why;
    const inquiry_reply_t *agreeing = work->whole ? find_agreeing(inquiry) : NULL;
    for (uint32_t i = 0; agreeing && i < learner->solvers.len; i++) {
        if (learner->solvers.data[i] != agreeing->solver)
            continue;
        add_unsat(work, learner->solvers.data[i], agreeing->cpu_ms);
        start_shrinking(inquiry);
        return false;
    }
    while (work->turn < learner->solvers.len) {
        solver_t *solver = learner->solvers.data[work->turn++];
        if (same_family(solver, work->unsat_by[0]) || (work->whole && has_failed(inquiry, solver)))
            continue;
        write_left(inquiry, &work->shrink);
        if (!ask_suits(solver_profile(solver), work->text.data, work->text.len, &why))
            continue;
        prepare(inquiry, solver);
        return true;
    }
    if (!confirm_whole(inquiry))
        set_step(work, STEP_OVER);
    return false;
}

static void confirm_answer(inquiry_t *inquiry, const answer_t *answer) {
    inquiry_work_t *work = inquiry->work;
    if (work->whole)
        add_reply(inquiry, answer);
    if (answer->outcome == OUTCOME_UNSAT) {
        if (!work->whole && !find_agreeing(inquiry))
            add_reply(inquiry, answer); /* the seed implies what is left */
        add_unsat(work, work->solver, answer->cpu_ms);
        start_shrinking(inquiry);
    } else if (answer->outcome == OUTCOME_SAT && !work->whole) {
        work->disputed = true;
        inquiry_say(inquiry, "%s says that a core of %s is satisfiable",
                    solver_profile(work->solver)->name, solver_profile(work->unsat_by[0])->name);
    }
}

/* --- smaller --- */

static bool shrink_query(inquiry_t *inquiry) {
    enum { TIMES = 10 };
    inquiry_work_t *work = inquiry->work;
    const seed_learner_t *learner = inquiry->learner;
    bool enough = inquiry->cpu_ms - work->spent_ms > learner->core_seconds * 1000;
    work->tried = enough ? CORE_SHRINK_NONE : core_shrink_next(&work->shrink);
    if (work->tried == CORE_SHRINK_NONE) {
        set_step(work, STEP_OVER);
        return false;
    }
    assert(work->asked < work->unsat_count && !work->shrink.rows.data[work->tried].cut);
    work->shrink.rows.data[work->tried].cut = true;
    write_left(inquiry, &work->shrink);
    prepare(inquiry, work->unsat_by[work->asked]);
    /* What is hard now is not worth waiting for. */
    double seconds = TIMES * work->unsat_ms[work->asked] / 1000 + 0.1;
    if (seconds < seed_learner_seconds(learner))
        work->share = seconds / seed_learner_seconds(learner);
    return true;
}

static void shrink_answer(inquiry_t *inquiry, const answer_t *answer) {
    inquiry_work_t *work = inquiry->work;
    assert(work->shrink.rows.data[work->tried].cut);
    bool yes = answer->outcome == OUTCOME_UNSAT;
    if (yes && work->asked + 1 < work->unsat_count) {
        work->asked++;
        work->shrink.rows.data[work->tried].cut = false;
        return;
    }
    core_shrink_settle(&work->shrink, work->tried, yes);
    work->asked = 0;
}

/* --- together --- */

static void keep_core(inquiry_t *inquiry) {
    inquiry_work_t *work = inquiry->work;
    u32_vec_t places = {0}, spots = {0};
    assert(work->cutting && inquiry->core_by.len <= 2);
    if (inquiry->core_by.len > 0)
        core_shrink_core(&work->shrink, &places);
    if (inquiry->core_by.len > 0 && places.len == 0) {
        inquiry_say(inquiry, "%s says unsat even when nothing is left",
                    solver_profile(work->unsat_by[0])->name);
        work->disputed = true;
        inquiry->core_by.len = 0;
    }
    if (inquiry->core_by.len > 0) {
        core_shrink_loose(&work->shrink, &spots);
        bool kept = seed_set_core(inquiry->seeds, inquiry->seed, places.data, places.len) &&
                    seed_set_loose(inquiry->seeds, inquiry->seed, spots.data, spots.len);
        assert(kept);
        (void)kept;
    }
    vec_free(work->shrink.mem, &places);
    vec_free(work->shrink.mem, &spots);
}

bool core_query(inquiry_t *inquiry) {
    for (;;) {
        bool found = false;
        switch (inquiry->work->step) {
        case STEP_NAMED:
            found = named_query(inquiry);
            break;
        case STEP_CONFIRM:
            found = confirm_query(inquiry);
            break;
        case STEP_SHRINK:
            found = shrink_query(inquiry);
            break;
        case STEP_ASK:
        case STEP_OVER:
            keep_core(inquiry);
            return false;
        }
        if (found)
            return true;
    }
}

void core_answer(inquiry_t *inquiry, const answer_t *answer) {
    switch (inquiry->work->step) {
    case STEP_NAMED:
        named_answer(inquiry, answer);
        break;
    case STEP_CONFIRM:
        confirm_answer(inquiry, answer);
        break;
    case STEP_SHRINK:
        shrink_answer(inquiry, answer);
        break;
    case STEP_ASK:
    case STEP_OVER:
        break;
    }
}
