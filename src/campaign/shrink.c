/* shrink.c - smaller triggers: for a few seconds when a finding is new, and as a task of its own
 * when the supervisor has nothing better to do. */
#include "base/clock.h"
#include "campaign/worker_priv.h"

#include <string.h>

/* Seconds for a trigger that has a task of its own. */
static const double task_seconds = 120;

/* That a solver does not decide is no finding alone: a smaller formula may be undecided by all. */
bool shrink_kind(finding_kind_t kind, goal_t *goal) {
    return kind != FINDING_INCOMPLETENESS && goal_of_kind(kind, goal);
}

/* Something new may want this worker; the rest can wait. */
static bool goes_on(worker_t *worker, reduce_t *work) {
    bool more = reduce_step(work);
    look_for_news(worker);
    return more && !worker->drop;
}

bool shrink(worker_t *worker, goal_t *goal, const char *text, size_t len, double seconds,
            strbuf_t *out) {
    mem_t *mem = &worker->mem;
    worker->slot->task = TASK_REDUCE;
    goal->limits = trial_limits(worker->plan, worker->plan->limit);
    goals_t *goals = goals_open(worker->pool, 1, goal, mem);
    reduce_options_t options = reduce_defaults;
    options.time = seconds;
    options.model = goal->witness;
    options.model_len = goal->witness_len;
    diag_list_t diags;
    diag_init(&diags, mem);
    reduce_t *work = reduce_open(text, len, goals_predicate(goals), &options, mem, &diags);
    strbuf_clear(out);
    bool whole = false;
    if (work) {
        while (goes_on(worker, work))
            continue;
        const strbuf_t *best = reduce_text(work);
        whole = reduce_stats(work)->finished;
        if (best->len < len && goals_holds(goals, best->data, best->len, true))
            strbuf_add(out, best->data, best->len);
        reduce_close(work);
    }
    diag_done(&diags);
    goals_close(goals);
    return whole;
}

static const char *copy(arena_t *arena, wire_bytes_t bytes) {
    return arena_copy(arena, bytes.data, bytes.len);
}

void do_reduce(worker_t *worker, const wire_reduce_t *task) {
    arena_t texts; /* the message is gone when news come */
    arena_init(&texts, &worker->mem);
    const char *trigger = copy(&texts, task->trigger);
    size_t len = task->trigger.len;
    goal_t goal = {.culprit = worker->trial.solvers[task->solver],
                   .certified = task->certified != 0};
    if (task->other < worker->plan->solver_count)
        goal.other = worker->trial.solvers[task->other];
    if (task->signature.len > 0)
        goal.signature = copy(&texts, task->signature);
    finding_kind_t kind;
    strbuf_t out;
    strbuf_init(&out, &worker->mem);
    if (finding_kind_of_name(copy(&texts, task->kind), &kind) && shrink_kind(kind, &goal)) {
        if (kind == FINDING_REFUTATION && task->witness.len > 0) {
            goal.witness = copy(&texts, task->witness);
            goal.witness_len = task->witness.len;
        }
        shrink(worker, &goal, trigger, len, task_seconds, &out);
    }
    double now = clock_cpu();
    double solved = pool_cpu_ms(worker->pool) / 1e3;
    wire_put_reduced(&worker->out, &(wire_reduced_t){.finding = task->finding,
                                                     .own_cpu = now - worker->cpu_before,
                                                     .solver_cpu = solved - worker->solved_before,
                                                     .trigger = wire_of(&out)});
    worker->cpu_before = now;
    worker->solved_before = solved;
    worker_send(worker);
    strbuf_done(&out);
    arena_done(&texts);
}
