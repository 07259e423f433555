/* reduce_finding.c - smaller triggers: for a few seconds when a finding is new, and as a task of its own
 * when the supervisor has nothing better to do. */
#include "base/clock.h"
#include "campaign/worker_priv.h"

#include <string.h>

/* Seconds for a trigger that has a task of its own. */
static const double task_seconds = 120;

/* Something new may want this worker; the rest can wait. */
static bool goes_on(worker_t *worker, reduce_t *work) {
    bool more = reduce_step(work);
    look_for_news(worker);
    return more && !worker->drop;
}

/* The first run says how long the others may take. What is left shows it in a fresh process. */
static bool undo_steps(const worker_t *worker, goals_t *goals, const reduction_task_t *task,
                       undone_t *undone) {
    const plan_t *plan = worker->plan;
    undo_t undo = undo_make(goals_predicate(goals), &undo_defaults);
    undone_clear(undone);
    if (!task->recipe || !goals_holds(goals, task->text, task->len, false) ||
        !undo_recipe(&undo, plan->seeds, &plan->strategy_options, task->recipe, undone))
        return false;
    if (goals_holds(goals, undone->text.data, undone->text.len, true))
        return true;
    undone_clear(undone);
    return false;
}

bool shrink(worker_t *worker, reduction_task_t *task, undone_t *undone, strbuf_t *out) {
    mem_t *mem = &worker->mem;
    worker->slot->task = TASK_REDUCE;
    task->goal.limits = trial_limits(worker->plan, worker->plan->limit);
    goals_t *goals = goals_open(worker->pool, 1, &task->goal, mem);
    reduce_options_t options = reduce_defaults;
    options.time = task->seconds;
    options.model = task->goal.witness;
    options.model_len = task->goal.witness_len;
    diag_list_t diags;
    diag_init(&diags, mem);
    bool fewer = undo_steps(worker, goals, task, undone);
    reduce_t *work =
        reduce_open(fewer ? undone->text.data : task->text, fewer ? undone->text.len : task->len,
                    goals_predicate(goals), &options, mem, &diags);
    strbuf_clear(out);
    bool whole = false;
    if (work) {
        while (goes_on(worker, work))
            continue;
        const strbuf_t *best = reduce_text(work);
        whole = reduce_stats(work)->finished;
        if (best->len < task->len && goals_holds(goals, best->data, best->len, true))
            goals_query(goals, best->data, best->len, out);
        reduce_close(work);
    }
    diag_done(&diags);
    goals_close(goals);
    return whole;
}

static const char *copy(arena_t *arena, slice_t bytes) {
    return arena_copy(arena, bytes.data, bytes.len);
}

void do_reduce(worker_t *worker, const wire_reduce_t *task) {
    arena_t texts; /* the message is gone when news come */
    arena_init(&texts, &worker->mem);
    reduction_task_t work = {
        .goal = {.culprit = worker->trial.solvers[task->solver], .certified = task->certified != 0},
        .text = copy(&texts, task->trigger),
        .len = task->trigger.len,
        .recipe = task->recipe.len > 0 ? copy(&texts, task->recipe) : NULL,
        .seconds = task_seconds};
    goal_t *goal = &work.goal;
    if (task->other < worker->plan->solver_count)
        goal->other = worker->trial.solvers[task->other];
    if (task->signature.len > 0)
        goal->signature = copy(&texts, task->signature);
    finding_kind_t kind;
    strbuf_t out;
    undone_t undone;
    strbuf_init(&out, &worker->mem);
    undone_init(&undone, &worker->mem);
    if (finding_kind_of_name(copy(&texts, task->kind), &kind) && goal_to_reduce(kind, goal)) {
        if (kind == FINDING_REFUTATION && task->witness.len > 0) {
            goal->witness = copy(&texts, task->witness);
            goal->witness_len = task->witness.len;
        }
        shrink(worker, &work, &undone, &out);
    }
    double now = clock_cpu();
    double solved = pool_cpu_ms(worker->pool) / 1e3;
    wire_put_reduced(&worker->out, &(wire_reduced_t){.finding = task->finding,
                                                     .own_cpu = now - worker->cpu_before,
                                                     .solver_cpu = solved - worker->solved_before,
                                                     .trigger = strbuf_slice(&out)});
    worker->cpu_before = now;
    worker->solved_before = solved;
    worker_send(worker);
    undone_done(&undone);
    strbuf_done(&out);
    arena_done(&texts);
}
