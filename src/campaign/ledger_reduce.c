/* ledger_reduce.c - triggers that wait to be reduced. A cluster's best finding is reduced once: as
 * it was found, or in a task of its own. */
#include "base/bug.h"
#include "campaign/ledger_priv.h"

typedef struct answers {
    const plan_t *plan;
    uint32_t culprit;
    uint32_t witness;
} answers_t;

static bool look_at_answer(void *arg, const store_answer_t *row) {
    answers_t *answers = arg;
    if (row->role == ROLE_CULPRIT)
        answers->culprit = ledger_solver(answers->plan, row->solver, row->tier, row->options);
    if (row->role == ROLE_WITNESS)
        answers->witness = ledger_solver(answers->plan, row->solver, row->tier, row->options);
    return true;
}

bool ledger_to_reduce(ledger_t *ledger, arena_t *arena, wire_reduce_t *task) {
    for (uint32_t i = 0; i < ledger->clusters.len; i++) {
        cluster_book_t *book = &ledger->clusters.data[i];
        finding_t *finding = &task->finding;
        if (book->whole)
            continue;
        book->whole = true; /* once, whatever comes of it */
        answers_t answers = {ledger->plan, RUN_NONE, RUN_NONE};
        if (!store_get_finding(ledger->store, book->finding, arena, finding) ||
            !store_finding_answers(ledger->store, finding->id, look_at_answer, &answers) ||
            answers.culprit == RUN_NONE)
            continue;
        assert(finding->id == book->finding && answers.culprit < ledger->plan->solver_count);
        finding->run = answers.culprit;
        finding->other = answers.witness;
        if (finding->reduced.len > 0) { /* no mutant any more */
            finding->trigger = finding->reduced;
            finding->recipe = (slice_t){0};
        }
        return true;
    }
    return false;
}

bool ledger_reduced(ledger_t *ledger, const wire_reduced_t *reduced, int64_t *cluster) {
    *cluster = 0;
    assert(reduced->own_cpu >= 0 && reduced->solver_cpu >= 0);
    ledger->all.own_cpu += reduced->own_cpu;
    ledger->all.solver_cpu += reduced->solver_cpu;
    for (uint32_t i = 0; i < ledger->clusters.len; i++) {
        cluster_book_t *book = &ledger->clusters.data[i];
        if (book->finding != (int64_t)reduced->finding)
            continue;
        if (!store_set_reduced(ledger->store, book->finding, reduced->trigger))
            return false;
        if (reduced->trigger.len == 0)
            return true;
        book->bytes = (uint32_t)reduced->trigger.len;
        *cluster = book->id;
    }
    return true;
}
