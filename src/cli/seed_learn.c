#include "cli/seed_learn.h"

#include "seeds/learn.h"

#include <stdio.h>
#include <unistd.h>

/* What to ask about a seed, as LEARN_...; 0: nothing. */
static uint32_t missing(const seed_t *seed, uint32_t needs) {
    uint32_t wants = 0;
    if ((needs & NEEDS_MODEL) && !seed->model && seed->status != STATUS_UNSAT)
        wants |= LEARN_MODEL;
    if ((needs & NEEDS_CORE) && seed->core.len == 0 && seed->status != STATUS_SAT)
        wants |= LEARN_CORE;
    if ((needs & NEEDS_STATUS) && seed->status == STATUS_UNKNOWN)
        wants |= LEARN_STATUS;
    return wants;
}

static bool has(const lesson_t *lesson) {
    const seed_t *seed = lesson->seed;
    return ((lesson->wants & LEARN_MODEL) && seed->model) ||
           ((lesson->wants & LEARN_CORE) && seed->core.len > 0) ||
           ((lesson->wants & LEARN_STATUS) && seed->status != STATUS_UNKNOWN);
}

/* Waits for a lesson; false when none is going on. */
static bool finish_one(seed_learn_t *learn, learner_t *learner) {
    lesson_t *lesson = learn_next(learner);
    if (!lesson)
        return false;
    learn->learned += has(lesson);
    if (lesson->result == LEARNED_CONFLICT || lesson->wrong_model)
        fprintf(stderr, "%s: warning: %.*s\n", lesson->seed->name, (int)lesson->said.len,
                lesson->said.data);
    learn_end(lesson);
    return true;
}

static void ask_all(seed_learn_t *learn, learner_t *learner, seeds_t *seeds, uint32_t needs,
                    uint32_t lanes) {
    bool shows = isatty(STDERR_FILENO) == 1;
    for (uint32_t i = 0; i < seeds->rows.len; i++) {
        uint32_t wants = missing(seeds->rows.data[i], needs);
        if (wants == 0)
            continue;
        learn->asked++;
        learn_begin(learner, seeds, seeds->rows.data[i], wants, NULL);
        while (learner->active >= lanes && finish_one(learn, learner))
            continue;
        if (shows)
            fprintf(stderr, "\rasking about seed %u of %u ", i + 1, seeds->rows.len);
    }
    while (finish_one(learn, learner))
        continue;
    if (shows)
        fputs("\r\033[K", stderr);
}

static void say_solvers(const seed_learn_t *learn) {
    if (learn->solvers->wanted.len > 0)
        return;
    fputs("assay: asking the solvers on PATH about seeds:", stderr);
    for (uint32_t i = 0; i < learn->solvers->rows.len; i++)
        fprintf(stderr, " %s", solver_profile(learn->solvers->rows.data[i])->name);
    fputs(" (--solver names others, assay seeds keeps what they say)\n", stderr);
}

bool seed_learn(seed_learn_t *learn, seeds_t *seeds, uint32_t needs, mem_t *mem) {
    bool any = false;
    for (uint32_t i = 0; i < seeds->rows.len && !any; i++)
        any = missing(seeds->rows.data[i], needs) != 0;
    if (!any)
        return true;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    uint32_t lanes = processors > 0 ? (uint32_t)processors : 1;
    pool_t *pool = pool_make(mem, lanes);
    bool ok = pool && solvers_open(learn->solvers, pool);
    if (ok) {
        say_solvers(learn);
        learner_t learner;
        limits_t limits = {
            .cpu = learn->limit, .wall = 5 * learn->limit, .memory = UINT64_C(4096) << 20};
        learner_init(&learner, pool, learn->solvers->rows.data, learn->solvers->rows.len, &limits,
                     mem);
        ask_all(learn, &learner, seeds, needs, lanes);
        learner_done(&learner);
    }
    pool_end(pool);
    return ok;
}
