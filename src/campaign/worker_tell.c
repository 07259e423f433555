/* worker_tell.c - what a worker tells the supervisor of candidates: findings with the answers of
 * the solvers, sightings of known clusters, triggers that became smaller. */
#include "base/bug.h"
#include "base/clock.h"
#include "campaign/worker_priv.h"

#include <string.h>

/* Output of a solver that is kept with a finding. */
enum { OUTPUT_MAX = 1 << 16 };

/* ---- For triage ---------------------------------------------------------------------------- */

static void note_step(void *arg, triage_step_t step) {
    worker_t *worker = arg;
    worker->slot->task = step == TRIAGE_CONFIRMS ? TASK_CONFIRM : TASK_REDUCE;
}

/* Something new may want this worker; the rest can wait. */
static bool goes_on(void *arg) {
    worker_t *worker = arg;
    look_for_news(worker);
    return !worker->drop;
}

triage_t *worker_triage(worker_t *worker, judge_t *judge, const known_vec_t *known) {
    const plan_t *plan = worker->plan;
    triage_t *triage =
        triage_open(&(triage_setup_t){.mem = &worker->mem,
                                      .judge = judge,
                                      .pool = worker->pool,
                                      .seeds = plan->seeds,
                                      .strategy_options = &plan->strategy_options,
                                      .confirming = plan_limits(plan, plan->limit * 2),
                                      .reducing = plan_limits(plan, plan->limit),
                                      .arg = worker,
                                      .begins = note_step,
                                      .goes_on = goes_on});
    for (uint32_t i = 0; i < known->len; i++)
        triage_know(triage, slice_of(known->data[i].key), known->data[i].rank,
                    known->data[i].bytes);
    return triage;
}

/* ---- Findings ------------------------------------------------------------------------------ */

static slice_t cut(const strbuf_t *text) {
    return (slice_t){text->data, text->len < OUTPUT_MAX ? text->len : OUTPUT_MAX};
}

static void put_answers(worker_t *worker, const candidate_t *candidate, const uint32_t *numbers,
                        const finding_t *finding) {
    for (uint32_t i = 0; i < candidate->c->run_count; i++) {
        const answer_t *answer = candidate->c->runs[i].answer;
        assert(numbers[i] < worker->plan->solver_count);
        wire_put_answer(&worker->out,
                        &(wire_answer_t){.solver = numbers[i],
                                         .role = i == finding->run     ? ROLE_CULPRIT
                                                 : i == finding->other ? ROLE_WITNESS
                                                                       : ROLE_OTHER,
                                         .mode = answer->fresh ? MODE_SPAWN
                                                               : solver_mode(candidate->solvers[i]),
                                         .outcome = answer->outcome,
                                         .status = (uint32_t)answer->exit_status,
                                         .signal = (uint32_t)answer->signal,
                                         .cpu_ms = answer->cpu_ms,
                                         .wall_ms = answer->wall_ms,
                                         .signature = strbuf_slice(&answer->signature),
                                         .message = cut(&answer->message),
                                         .model = cut(&answer->model),
                                         .out = cut(&answer->out),
                                         .err = cut(&answer->err)});
    }
}

/* Adds what triage does not know, and sends it. */
static void tell_finding(worker_t *worker, const candidate_t *candidate, const uint32_t *numbers,
                         finding_t *finding) {
    const mutant_t *mutant = &worker->mutant;
    const symbols_t *symbols = &worker->plan->seeds->bank->symbols;
    sym_t logic = worker->sources[0]->logic;
    uint64_t hashes[2];
    uint32_t count = 0;
    strbuf_t seeds;
    strbuf_init(&seeds, &worker->mem);
    for (int i = 0; i < 2; i++) {
        if (!worker->sources[i])
            continue;
        strbuf_format(&seeds, "%s\n", worker->sources[i]->name);
        hashes[count++] = worker->sources[i]->hash;
    }
    assert(finding->run < candidate->c->run_count && finding->key.len > 0);
    put_answers(worker, candidate, numbers, finding);
    finding->run = numbers[finding->run];
    finding->other = finding->other < candidate->c->run_count ? numbers[finding->other] : RUN_NONE;
    finding->seeds = strbuf_slice(&seeds);
    finding->claim = mutant->claim;
    finding->reason = slice_of(mutant->reason);
    finding->logic = slice_of(logic == SYM_NONE ? "" : symbol_text(symbols, logic));
    finding->trigger = strbuf_slice(&worker->round.query);
    wire_put_finding(&worker->out,
                     &(wire_finding_t){.arm = worker->work.arm,
                                       .hashes = {(const char *)hashes, count * sizeof *hashes},
                                       .finding = *finding});
    worker_send(worker);
    strbuf_done(&seeds);
}

void tell_candidate(worker_t *worker, const candidate_t *candidate, const uint32_t *numbers) {
    finding_t finding;
    const char *known;
    triage_end_t end = triage_candidate(worker->triage, candidate, &finding, &known);
    size_t bytes = finding.reduced.len > 0 ? finding.reduced.len : candidate->text.len;
    if (end == TRIAGE_GONE || (end == TRIAGE_FINDING && finding.repeat == REPEAT_SESSION))
        worker->result.gone++;
    if (end == TRIAGE_DUPLICATE) {
        assert(known[0] != '\0' && candidate->recipe.len > 0);
        wire_put_sighting(&worker->out, &(wire_sighting_t){.arm = worker->work.arm,
                                                           .bytes = (uint32_t)bytes,
                                                           .key = slice_of(known),
                                                           .recipe = candidate->recipe});
        worker_send(worker);
    }
    if (end != TRIAGE_FINDING)
        return;
    tell_finding(worker, candidate, numbers, &finding);
    triage_know(worker->triage, finding.key,
                finding.repeat == REPEAT_FLAKY ? 0 : grade_rank(finding.grade), (uint32_t)bytes);
}

/* ---- Triggers that wait to be reduced ------------------------------------------------------ */

/* The texts of the message are gone when the next one is read. */
static void keep_texts(arena_t *arena, finding_t *finding) {
    slice_t *const texts[] = {&finding->signature, &finding->witness, &finding->trigger,
                              &finding->recipe};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        texts[i]->data = arena_copy(arena, texts[i]->data, texts[i]->len);
}

void do_reduce(worker_t *worker, const wire_reduce_t *task) {
    const plan_t *plan = worker->plan;
    finding_t finding = task->finding;
    assert(finding.id > 0 && finding.run < plan->solver_count);
    arena_t texts;
    strbuf_t out;
    arena_init(&texts, &worker->mem);
    strbuf_init(&out, &worker->mem);
    keep_texts(&texts, &finding);
    solver_t *other =
        finding.other < plan->solver_count ? worker->round.solvers[finding.other] : NULL;
    triage_reduce(worker->triage, &finding, worker->round.solvers[finding.run], other,
                  finding.trigger, finding.recipe, &out);
    double now = clock_cpu();
    double solved = pool_cpu_ms(worker->pool) / 1e3;
    wire_put_reduced(&worker->out, &(wire_reduced_t){.finding = (uint64_t)finding.id,
                                                     .own_cpu = now - worker->cpu_before,
                                                     .solver_cpu = solved - worker->solved_before,
                                                     .trigger = strbuf_slice(&out)});
    worker->cpu_before = now;
    worker->solved_before = solved;
    worker_send(worker);
    strbuf_done(&out);
    arena_done(&texts);
}
