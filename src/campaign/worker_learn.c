/* worker_learn.c - what a strategy must know of a seed before it can work on it: asked of the
 * solvers when the seed is first drawn for it, and told to the supervisor, who keeps it and tells
 * the other workers. */
#include "base/bug.h"
#include "campaign/worker_priv.h"
#include "seeds/learn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct worker_learner {
    seed_learner_t seeds;
    VEC(solver_t *) solvers;
    strbuf_t core;
};

/* CPU seconds a solver may think about a seed, unless the plan allows less for a mutant. */
static const double learn_limit = 1;

worker_learner_t *worker_learner_open(worker_t *worker) {
    mem_t *mem = &worker->mem;
    worker_learner_t *learner = mem_zalloc(mem, 1, sizeof *learner);
    double limit = worker->plan->limit < learn_limit ? worker->plan->limit : learn_limit;
    limits_t limits = plan_limits(worker->plan, limit);
    for (uint32_t i = 0; i < worker->plan->mains; i++)
        *vec_push(mem, &learner->solvers) = worker->round.solvers[i];
    seed_learner_init(&learner->seeds, worker->pool, learner->solvers.data, learner->solvers.len,
                      &limits, mem);
    strbuf_init(&learner->core, mem);
    return learner;
}

void worker_learner_close(worker_learner_t *learner) {
    seed_learner_done(&learner->seeds);
}

/* ---- Cores as text: "0 3;14 60", the assertions and what is loose in them -------------------- */

static void write_numbers(const u32_vec_t *numbers, strbuf_t *out) {
    for (uint32_t i = 0; i < numbers->len; i++)
        strbuf_format(out, "%s%u", i > 0 ? " " : "", numbers->data[i]);
}

static void read_numbers(mem_t *mem, const char **text, u32_vec_t *numbers) {
    while (**text != '\0' && **text != ';') {
        char *end;
        *vec_push(mem, numbers) = (uint32_t)strtoul(*text, &end, 10);
        if (end == *text)
            return;
        *text = end + strspn(end, " ");
    }
    if (**text == ';')
        ++*text;
}

static void take_core(worker_t *worker, seed_t *seed, slice_t text) {
    seeds_t *seeds = worker->plan->seeds;
    mem_t *mem = &worker->mem;
    u32_vec_t core = {0};
    u32_vec_t loose = {0};
    strbuf_t copy;
    strbuf_init(&copy, mem);
    strbuf_add(&copy, text.data, text.len);
    const char *at = strbuf_text(&copy);
    read_numbers(mem, &at, &core);
    read_numbers(mem, &at, &loose);
    if (seed_set_core(seeds, seed, core.data, core.len))
        seed_set_loose(seeds, seed, loose.data, loose.len);
    strbuf_done(&copy);
    vec_free(mem, &core);
    vec_free(mem, &loose);
}

/* ---- Taking over --------------------------------------------------------------------------- */

void take_learned(worker_t *worker, const wire_work_t *work) {
    seeds_t *seeds = worker->plan->seeds;
    assert(work->seed < seeds->rows.len);
    seed_t *seed = seeds->rows.data[work->seed];
    assert(seed->number == work->seed);
    if (work->source > seed->source)
        seed_set_status(seed, (status_t)work->status, (status_source_t)work->source);
    if (work->model.len > 0 && !seed->model) {
        diag_list_t diags;
        diag_init(&diags, &worker->mem);
        seed_set_model(seeds, seed, work->model.data, work->model.len, &diags);
        diag_done(&diags);
    }
    if (work->core.len > 0 && seed->core.len == 0)
        take_core(worker, seed, work->core);
}

/* ---- Learning ------------------------------------------------------------------------------ */

static uint32_t wanted(const seed_t *seed, uint32_t needs, uint32_t tried) {
    uint32_t wants = 0;
    if ((needs & NEEDS_STATUS) && seed->status == STATUS_UNKNOWN)
        wants |= LEARN_STATUS;
    if ((needs & NEEDS_MODEL) && seed->status != STATUS_UNSAT && !seed->model)
        wants |= LEARN_MODEL;
    if ((needs & NEEDS_CORE) && seed->status != STATUS_SAT && seed->core.len == 0)
        wants |= LEARN_CORE;
    return wants & ~tried;
}

/* What contradicts a label is told: no claim may rest on it. */
static void report_conflict(worker_t *worker, const seed_t *seed, const inquiry_t *inquiry) {
    strbuf_t key;
    strbuf_init(&key, &worker->mem);
    strbuf_format(&key, "%s %016llx", alarm_kind_name(ALARM_SEED), (unsigned long long)seed->hash);
    strbuf_t text;
    strbuf_init(&text, &worker->mem);
    strbuf_format(&text, "%s: %.*s", seed->name, (int)inquiry->said.len,
                  inquiry->said.len > 0 ? inquiry->said.data : "");
    wire_put_alarm(&worker->out, &(wire_alarm_t){.arm = worker->work.arm,
                                                 .key = strbuf_slice(&key),
                                                 .kind = ALARM_SEED,
                                                 .text = strbuf_slice(&text),
                                                 .trigger = {seed->text, seed->len}});
    strbuf_done(&key);
    strbuf_done(&text);
}

void learn_for(worker_t *worker, seed_t *seed, uint32_t needs) {
    worker_learner_t *learner = worker->learner;
    uint32_t wants = wanted(seed, needs, worker->work.tried);
    if (wants == 0)
        return;
    assert(learner->seeds.active == 0);
    worker->slot->task = TASK_LEARN;
    crash_note_recipe(worker->slot, seed->name, strlen(seed->name));
    learn_begin(&learner->seeds, worker->plan->seeds, seed, wants, NULL);
    inquiry_t *inquiry;
    while (!(inquiry = learn_next(&learner->seeds)))
        assert(learner->seeds.active == 1); /* a signal came: else it would wait for ever */
    assert(inquiry->seed == seed);
    strbuf_clear(&learner->core);
    if (seed->core.len > 0) {
        write_numbers(&seed->core, &learner->core);
        strbuf_char(&learner->core, ';');
        write_numbers(&seed->loose, &learner->core);
    }
    if (inquiry->result == LEARNED_CONFLICT)
        report_conflict(worker, seed, inquiry);
    learn_end(inquiry);
    wire_put_learned(&worker->out, &(wire_learned_t){.seed = seed->number,
                                                     .tried = wants,
                                                     .status = (uint32_t)seed->status,
                                                     .source = (uint32_t)seed->source,
                                                     .model = {seed->model_text, seed->model_len},
                                                     .core = strbuf_slice(&learner->core)});
    worker_send(worker);
}
