#include "cli/seed_learn.h"

#include "seeds/learn_needs.h"

#include <stdio.h>
#include <unistd.h>

static void show_progress(void *arg, const seed_t *seed) {
    const seeds_t *seeds = arg;
    fprintf(stderr, "\rasking about seed %u of %u ", seed->number + 1, seeds->rows.len);
}

static void tell_conflict(void *arg, const inquiry_t *inquiry) {
    (void)arg;
    if (inquiry->result == LEARNED_CONFLICT || inquiry->wrong_model)
        fprintf(stderr, "%s: warning: %.*s\n", inquiry->seed->name, (int)inquiry->said.len,
                inquiry->said.data);
}

static void say_solvers(const solvers_t *solvers) {
    if (solvers->wanted.len > 0)
        return;
    fputs("assay: asking the solvers on PATH about seeds:", stderr);
    for (uint32_t i = 0; i < solvers->rows.len; i++)
        fprintf(stderr, " %s", solver_profile(solvers->rows.data[i])->name);
    fputs(" (--solver names others, assay seeds keeps what they say)\n", stderr);
}

bool seed_learn(solvers_t *solvers, double limit, seeds_t *seeds, uint32_t needs, mem_t *mem) {
    enum { WALL_TIMES = 5 }; /* a busy machine changes what is learned only when it is that busy */
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    bool shows = isatty(STDERR_FILENO) == 1;
    learn_needs_t learn = {.needs = needs,
                           .lanes = processors > 0 ? (uint32_t)processors : 1,
                           .arg = seeds,
                           .begun = shows ? show_progress : NULL,
                           .ended = tell_conflict};
    if (!learn_needs_any(&learn, seeds))
        return true;
    pool_t *pool = pool_make(mem, learn.lanes);
    bool ok = pool && solvers_open(solvers, pool);
    if (ok) {
        say_solvers(solvers);
        seed_learner_t learner;
        limits_t limits = {
            .cpu = limit, .wall = WALL_TIMES * limit, .memory = UINT64_C(4096) << 20};
        seed_learner_init(&learner, pool, solvers->rows.data, solvers->rows.len, &limits, mem);
        learn_needs(&learn, &learner, seeds);
        seed_learner_done(&learner);
    }
    if (ok && shows)
        fputs("\r\033[K", stderr);
    pool_end(pool);
    return ok;
}
