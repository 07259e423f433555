/* ledger_reduce.c - triggers that wait to be reduced. A cluster's best finding is reduced once: as
 * it was found, or in a task of its own. */
#include "campaign/ledger_priv.h"
#include "oracle/finding.h"

typedef struct answers {
    const plan_t *plan;
    uint32_t culprit;
    uint32_t witness;
} answers_t;

static bool is_text(store_text_t text, const char *word) {
    return text.len == strlen(word) && memcmp(text.data, word, text.len) == 0;
}

static uint32_t number_of(const plan_t *plan, const store_answer_t *row) {
    for (uint32_t i = 0; i < plan->solver_count; i++)
        if (is_text(row->solver, plan->solvers[i].name) &&
            is_text(row->tier, plan->solvers[i].tier) &&
            is_text(row->options, plan->solvers[i].options))
            return i;
    return WIRE_NOBODY;
}

static bool look_at_answer(void *arg, const store_answer_t *row) {
    answers_t *answers = arg;
    if (is_text(row->role, "culprit"))
        answers->culprit = number_of(answers->plan, row);
    if (is_text(row->role, "witness"))
        answers->witness = number_of(answers->plan, row);
    return true;
}

static wire_bytes_t sent(store_text_t text) {
    return (wire_bytes_t){text.data, text.len};
}

bool ledger_to_reduce(ledger_t *ledger, arena_t *arena, wire_reduce_t *task) {
    for (uint32_t i = 0; i < ledger->clusters.len; i++) {
        cluster_book_t *book = &ledger->clusters.data[i];
        store_finding_t finding = {0};
        if (book->whole)
            continue;
        book->whole = true; /* once, whatever comes of it */
        answers_t answers = {ledger->plan, WIRE_NOBODY, WIRE_NOBODY};
        if (!store_get_finding(ledger->store, book->finding, arena, &finding) ||
            !store_finding_answers(ledger->store, finding.id, look_at_answer, &answers) ||
            answers.culprit == WIRE_NOBODY)
            continue;
        store_text_t best = finding.reduced.len > 0 ? finding.reduced : finding.trigger;
        *task = (wire_reduce_t){.finding = (uint64_t)finding.id,
                                .solver = answers.culprit,
                                .other = answers.witness,
                                .certified = is_text(finding.grade, grade_name(GRADE_CERTIFIED)),
                                .kind = sent(finding.kind),
                                .signature = sent(finding.signature),
                                .witness = sent(finding.witness),
                                .trigger = sent(best)};
        if (finding.reduced.len == 0)
            task->recipe = sent(finding.recipe);
        return true;
    }
    return false;
}

bool ledger_reduced(ledger_t *ledger, const wire_reduced_t *reduced, int64_t *cluster) {
    *cluster = 0;
    ledger->all.own_cpu += reduced->own_cpu;
    ledger->all.solver_cpu += reduced->solver_cpu;
    for (uint32_t i = 0; i < ledger->clusters.len; i++) {
        cluster_book_t *book = &ledger->clusters.data[i];
        if (book->finding != (int64_t)reduced->finding)
            continue;
        if (!store_set_reduced(ledger->store, book->finding, stored(reduced->trigger)))
            return false;
        if (reduced->trigger.len == 0)
            return true;
        book->bytes = (uint32_t)reduced->trigger.len;
        *cluster = book->id;
    }
    return true;
}
