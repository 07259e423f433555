/* test_mutant.c - a mutant before the solvers and the judge.
 *
 * All solvers of the plan that the mutant suits are asked, the cheapest first; now and then one
 * with other options, or its validator, too. What they say makes the mutant's behaviour, and goes
 * to the judge; candidates go to triage, alarms are reported. */
#include "base/bug.h"
#include "base/hash.h"
#include "campaign/worker_priv.h"
#include "oracle/ask.h"
#include "oracle/settle.h"

#include <stdio.h>
#include <string.h>

/* Performance: this many times slower than another solver and than the seed, and at least this many
 * milliseconds. */
static const double slow_factor = 20, slow_ms = 1000;

/* How a solver did on a seed itself. */
typedef struct baseline {
    bool known;
    outcome_t outcome;
    double cpu_ms;
} baseline_t;

struct tester {
    worker_t *worker;
    judgement_t judgement;
    uint32_t *order;
    VEC(run_t) runs;
    VEC(solver_t *) solvers;
    u32_vec_t numbers;
    VEC(strbuf_t) transcripts;
    strbuf_t names;        /* of solvers with options, for texts */
    u32_vec_t name_at;     /* in names, by number */
    strbuf_t model;        /* of the claim */
    baseline_t *baselines; /* seeds times mains; NULL: not needed */
};

static void name_solvers(tester_t *tester) {
    const plan_t *plan = tester->worker->plan;
    for (uint32_t i = 0; i < plan->solver_count; i++) {
        *vec_push(&tester->worker->mem, &tester->name_at) = (uint32_t)tester->names.len;
        strbuf_str(&tester->names, plan->solvers[i].name);
        if (plan->solvers[i].options[0] != '\0')
            strbuf_format(&tester->names, " %s", plan->solvers[i].options);
        strbuf_char(&tester->names, '\0');
    }
    assert(tester->name_at.len == plan->solver_count);
}

tester_t *tester_open(worker_t *worker) {
    mem_t *mem = &worker->mem;
    const plan_t *plan = worker->plan;
    tester_t *tester = mem_zalloc(mem, 1, sizeof *tester);
    tester->worker = worker;
    judgement_init(&tester->judgement, mem);
    tester->order = mem_zalloc(mem, plan->solver_count, sizeof *tester->order);
    strbuf_init(&tester->names, mem);
    strbuf_init(&tester->model, mem);
    name_solvers(tester);
    if (plan->performance || plan->incompleteness)
        tester->baselines =
            mem_zalloc(mem, (size_t)plan->seeds->rows.len * plan->mains, sizeof *tester->baselines);
    return tester;
}

void tester_close(tester_t *tester) {
    judgement_done(&tester->judgement);
}

/* ---- Asking -------------------------------------------------------------------------------- */

/* With more time: if that pays, the next limit will be longer (schedule.h). */
static void stretch(worker_t *worker, uint32_t place, double limit) {
    query_round_t *round = &worker->round;
    uint32_t solver = round->runs.data[place].solver;
    if (limit > worker->plan->limit)
        limit = worker->plan->limit;
    assert(limit > round->runs.data[place].limit); /* or it would time out again */
    const round_run_t *run = query_round_again(round, place, limit);
    round->counts[solver].stretched++;
    round->counts[solver].paid += outcome_is_verdict(run->answer.outcome);
    assert(round->counts[solver].paid <= round->counts[solver].stretched);
}

/* One run. One that timed out is tried again now and then. */
static void ask(worker_t *worker, uint32_t solver, rng_t *rng) {
    query_round_t *round = &worker->round;
    double limit = worker->limits[solver];
    const round_run_t *run = query_round_ask(round, solver, limit, false);
    if (run->answer.outcome == OUTCOME_TIMEOUT && limit < worker->plan->limit &&
        rng_one_in(rng, PLAN_STRETCH_ONE_IN))
        stretch(worker, round->runs.len - 1, limit * PLAN_STRETCH);
}

/* Performance: who timed out where another solver was quick is given the time to be slow. */
static void ask_slow(worker_t *worker) {
    query_round_t *round = &worker->round;
    bool quick = false;
    for (uint32_t i = 0; i < round->runs.len; i++)
        quick = quick || (outcome_is_verdict(round->runs.data[i].answer.outcome) &&
                          round->runs.data[i].answer.cpu_ms * slow_factor < slow_ms);
    for (uint32_t i = 0; quick && i < round->runs.len; i++)
        if (round->runs.data[i].answer.outcome == OUTCOME_TIMEOUT &&
            round->runs.data[i].limit < worker->plan->limit)
            stretch(worker, i, worker->plan->limit);
}

static void ask_mains(tester_t *tester, rng_t *rng) {
    worker_t *worker = tester->worker;
    query_round_order(&worker->round, worker->plan->mains, tester->order);
    for (uint32_t i = 0; i < worker->plan->mains; i++) {
        uint32_t solver = tester->order[i];
        assert(solver < worker->plan->mains);
        if (worker->limits[solver] > 0 && query_round_fits(&worker->round, solver))
            ask(worker, solver, rng);
        else
            worker->round.counts[solver].skipped++;
    }
}

static void ask_other(tester_t *tester, rng_t *rng) {
    worker_t *worker = tester->worker;
    uint32_t others = worker->plan->solver_count - worker->plan->mains;
    if (others == 0 || !rng_one_in(rng, PLAN_OTHER_ONE_IN))
        return;
    uint32_t solver = worker->plan->mains + (uint32_t)rng_below(rng, others);
    assert(solver < worker->plan->solver_count);
    if (worker->limits[solver] > 0 && query_round_fits(&worker->round, solver))
        ask(worker, solver, rng);
}

/* ---- Behaviour ----------------------------------------------------------------------------- */

/* What the main solvers made of a formula of its logic. Order and time do not count. */
static void note_behaviour(const tester_t *tester) {
    worker_t *worker = tester->worker;
    const query_round_t *round = &worker->round;
    uint64_t hash = hash_bytes(round->query.data, round->start + round->prologue);
    for (uint32_t i = 0; i < round->runs.len; i++) {
        const round_run_t *run = &round->runs.data[i];
        if (run->solver >= worker->plan->mains)
            continue;
        uint64_t part = hash_start(run->solver);
        part = hash_word(part, (uint32_t)run->answer.outcome);
        if (run->answer.outcome == OUTCOME_CRASH)
            part ^= hash_bytes(run->answer.signature.data, run->answer.signature.len);
        hash += part * UINT64_C(0x9E3779B97F4A7C15);
    }
    *vec_push(&worker->mem, &worker->behaviours) = hash;
}

/* ---- Judging ------------------------------------------------------------------------------- */

static bool is_label(const seed_t *seed) {
    return seed && seed->source < SEED_SOLVERS;
}

/* How the solver does on the seed, asked once. */
static const baseline_t *baseline_of(tester_t *tester, uint32_t solver) {
    worker_t *worker = tester->worker;
    const seed_t *seed = worker->sources[0];
    assert(seed->number < worker->plan->seeds->rows.len);
    if (!tester->baselines || solver >= worker->plan->mains)
        return NULL;
    baseline_t *baseline = &tester->baselines[(size_t)seed->number * worker->plan->mains + solver];
    if (baseline->known)
        return baseline;
    query_round_t own; /* not the one whose runs are being judged */
    own = worker->round;
    own.runs.data = NULL;
    own.runs.len = own.runs.cap = 0;
    strbuf_init(&own.query, &worker->mem);
    query_round_start(&own, seed->text, seed->len);
    const round_run_t *run = query_round_ask(&own, solver, worker->plan->limit, false);
    *baseline = (baseline_t){true, run->answer.outcome, run->answer.cpu_ms};
    answer_done(&own.runs.data[0].answer);
    vec_free(&worker->mem, &own.runs);
    strbuf_done(&own.query);
    return baseline;
}

static void add_run(tester_t *tester, const round_run_t *from) {
    worker_t *worker = tester->worker;
    const plan_solver_t *solver = &worker->plan->solvers[from->solver];
    run_t run = {.solver = solver->name,
                 .family = solver->spec.profile->family,
                 .tier = solver->tier,
                 .name = tester->names.data + tester->name_at.data[from->solver],
                 .answer = &from->answer};
    const baseline_t *baseline = baseline_of(tester, from->solver);
    if (baseline) {
        run.seeded = true;
        run.seed_outcome = baseline->outcome;
        run.seed_ms = baseline->cpu_ms;
    }
    *vec_push(&worker->mem, &tester->runs) = run;
    *vec_push(&worker->mem, &tester->solvers) = worker->round.solvers[from->solver];
    *vec_push(&worker->mem, &tester->numbers) = from->solver;
}

/* The model of a sat claim is looked at when a solver denies it. */
static bool wants_model(const worker_t *worker) {
    for (uint32_t i = 0; i < worker->round.runs.len; i++)
        if (worker->round.runs.data[i].answer.outcome == OUTCOME_UNSAT)
            return true;
    return false;
}

static case_t make_case(tester_t *tester, strategy_t *strategy) {
    worker_t *worker = tester->worker;
    const mutant_t *mutant = &worker->mutant;
    const plan_t *plan = worker->plan;
    tester->runs.len = 0;
    tester->solvers.len = 0;
    tester->numbers.len = 0;
    for (uint32_t i = 0; i < worker->round.runs.len; i++)
        add_run(tester, &worker->round.runs.data[i]);
    assert(tester->runs.len > 0 && tester->solvers.len == tester->runs.len &&
           tester->numbers.len == tester->runs.len);
    case_t c = {.text = worker->round.query.data,
                .len = worker->round.query.len,
                .wants = ASK_MODEL,
                .claim = mutant->claim == CLAIM_SAT     ? OUTCOME_SAT
                         : mutant->claim == CLAIM_UNSAT ? OUTCOME_UNSAT
                                                        : OUTCOME_UNKNOWN,
                .runs = tester->runs.data,
                .run_count = tester->runs.len,
                .slow_factor = plan->performance ? slow_factor : 0,
                .slow_ms = slow_ms,
                .incompleteness = plan->incompleteness};
    strbuf_clear(&tester->model);
    if (mutant->claim == CLAIM_SAT && wants_model(worker) &&
        strategy_model(strategy, mutant, &tester->model)) {
        c.claim_model = tester->model.data;
        c.claim_model_len = tester->model.len;
    }
    uint32_t needs = strategy_info((strategy_kind_t)worker->work.strategy)->needs;
    c.labelled = mutant->claim != CLAIM_NONE && !c.claim_model && (needs & NEEDS_STATUS) &&
                 (is_label(worker->sources[0]) || is_label(worker->sources[1]));
    return c;
}

/* What sessions were fed, before they are asked more. */
static void keep_transcripts(tester_t *tester) {
    worker_t *worker = tester->worker;
    for (uint32_t i = 0; i < tester->runs.len; i++) {
        if (i == tester->transcripts.len)
            strbuf_init(vec_push(&worker->mem, &tester->transcripts), &worker->mem);
        strbuf_t *kept = &tester->transcripts.data[i];
        strbuf_clear(kept);
        if (solver_mode(tester->solvers.data[i]) != MODE_SESSION ||
            tester->runs.data[i].answer->fresh)
            continue;
        const strbuf_t *transcript = pool_transcript(worker->pool, tester->solvers.data[i], 0);
        if (transcript)
            strbuf_add(kept, transcript->data, transcript->len);
    }
}

static void report_alarm(tester_t *tester, const alarm_t *alarm) {
    worker_t *worker = tester->worker;
    strbuf_t key;
    strbuf_init(&key, &worker->mem);
    assert(worker->sources[0] && alarm->reason.len > 0);
    strbuf_format(&key, "%s %s %016llx", alarm_kind_name(alarm->kind),
                  strategy_info((strategy_kind_t)worker->work.strategy)->name,
                  (unsigned long long)worker->sources[0]->hash);
    if (worker->sources[1])
        strbuf_format(&key, "+%016llx", (unsigned long long)worker->sources[1]->hash);
    wire_put_alarm(&worker->out, &(wire_alarm_t){.arm = worker->work.arm,
                                                 .key = strbuf_slice(&key),
                                                 .kind = alarm->kind,
                                                 .recipe = strbuf_slice(&worker->mutant.recipe),
                                                 .text = alarm->reason,
                                                 .trigger = strbuf_slice(&worker->round.query)});
    worker_send(worker);
    strbuf_done(&key);
}

static void judge(tester_t *tester, strategy_t *strategy, rng_t *rng) {
    worker_t *worker = tester->worker;
    judgement_t *judgement = &tester->judgement;
    case_t c = make_case(tester, strategy);
    worker->slot->task = TASK_JUDGE;
    judge_case(&worker->judge, &c, judgement);
    if (judgement->findings.len > 0 || judgement->ask.len > 0)
        keep_transcripts(tester);
    limits_t limits = plan_limits(worker->plan, worker->plan->limit);
    if (judgement->ask.len > 0)
        settle_case(&worker->judge, worker->pool, tester->solvers.data, &c, &limits, false,
                    judgement);
    for (uint32_t i = 0; i < judgement->alarms.len; i++)
        report_alarm(tester, &judgement->alarms.data[i]);
    for (uint32_t i = 0; i < judgement->findings.len; i++) {
        assert(tester->transcripts.len >= tester->runs.len);
        worker->result.candidates++;
        tell_candidate(worker,
                       &(candidate_t){.c = &c,
                                      .finding = &judgement->findings.data[i],
                                      .solvers = tester->solvers.data,
                                      .transcripts = tester->transcripts.data,
                                      .text = strbuf_slice(&worker->text),
                                      .recipe = slice_of(strbuf_text(&worker->mutant.recipe)),
                                      .rng = rng},
                       tester->numbers.data);
    }
}

void test_mutant(worker_t *worker, strategy_t *strategy, rng_t *rng) {
    tester_t *tester = worker->tester;
    query_round_t *round = &worker->round;
    crash_note_recipe(worker->slot, worker->mutant.recipe.data, worker->mutant.recipe.len);
    worker->slot->task = TASK_SOLVE;
    strbuf_clear(&worker->text);
    mutant_print(&worker->mutant, &worker->text);
    query_round_start(round, worker->text.data, worker->text.len);
    ask_mains(tester, rng);
    if (worker->plan->performance)
        ask_slow(worker);
    ask_other(tester, rng);
    if (round->runs.len == 0)
        return;
    worker->result.tested++;
    assert(worker->result.tested <= worker->result.made);
    bool decided = false;
    for (uint32_t i = 0; i < round->runs.len; i++)
        decided = decided || outcome_is_verdict(round->runs.data[i].answer.outcome);
    worker->result.undecided += !decided;
    note_behaviour(tester);
    judge(tester, strategy, rng);
}
