#include "campaign/worker.h"

#include "base/bug.h"
#include "base/clock.h"
#include "campaign/schedule.h"
#include "campaign/worker_priv.h"
#include "solver/run/process.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* One mutant in CHAIN_ONE_IN becomes a seed, for up to CHAIN_LENGTH further ones. */
enum { CHAIN_ONE_IN = 6, CHAIN_LENGTH = 3 };

/* Draws for a second seed that goes with the first. */
enum { PARTNER_DRAWS = 50 };

/* Seconds after which the supervisor hears how it goes, in the middle of a batch. */
static const double report_pause = 1;

void worker_send(worker_t *worker) {
    if (!wire_send(worker->socket, &worker->out))
        _exit(WORKER_DONE); /* the supervisor is gone */
}

/* ---- Reports ------------------------------------------------------------------------------- */

static void start_result(worker_t *worker, uint64_t first) {
    worker->result = (wire_result_t){.arm = worker->work.arm, .first = first};
    worker->behaviours.len = 0;
    memset(worker->round.counts, 0, worker->plan->solver_count * sizeof *worker->round.counts);
}

static void send_result(worker_t *worker, uint64_t next, bool last) {
    wire_result_t *result = &worker->result;
    double now = clock_cpu();
    double solved = pool_cpu_ms(worker->pool) / 1e3;
    assert(next >= result->first && next - result->first <= worker->work.count);
    assert(now >= worker->cpu_before && solved >= worker->solved_before);
    result->own_cpu = now - worker->cpu_before;
    result->solver_cpu = solved - worker->solved_before;
    worker->cpu_before = now;
    worker->solved_before = solved;
    result->count = (uint32_t)(next - result->first);
    result->last = last;
    result->memory_kb = process_resident_kb(getpid());
    result->runs = (slice_t){(const char *)worker->round.counts,
                             worker->plan->solver_count * sizeof *worker->round.counts};
    result->behaviours = (slice_t){(const char *)worker->behaviours.data,
                                   worker->behaviours.len * sizeof *worker->behaviours.data};
    wire_put_result(&worker->out, result);
    worker_send(worker);
    start_result(worker, next);
}

/* ---- Making -------------------------------------------------------------------------------- */

/* NULL when its options are wrong, which the supervisor has found out before. */
static strategy_t *open_strategy(worker_t *worker, strategy_kind_t kind) {
    if (worker->strategies[kind])
        return worker->strategies[kind];
    diag_list_t diags;
    diag_init(&diags, &worker->mem);
    worker->strategies[kind] = strategy_open(kind, worker->plan->seeds,
                                             &worker->plan->strategy_options, &worker->mem, &diags);
    diag_done(&diags);
    return worker->strategies[kind];
}

static const seed_t *draw_partner(worker_t *worker, strategy_t *strategy, const seed_t *first,
                                  rng_t *rng) {
    const seeds_t *seeds = worker->plan->seeds;
    const char *why;
    for (int draw = 0; draw < PARTNER_DRAWS; draw++) {
        const seed_t *second = seeds->rows.data[rng_below(rng, seeds->rows.len)];
        if (strategy_takes(strategy, first, second, &why))
            return second;
    }
    return NULL;
}

/* What it is about to make, in case it dies of it. */
static void note_making(worker_t *worker, strategy_kind_t kind, const seed_t *seed, uint64_t k,
                        const rng_t *rng) {
    char text[256];
    int len = snprintf(text, sizeof text,
                       "%s seed=%016llx rng=%016llx,%016llx,%016llx,%016llx (mutant %llu of %s)",
                       strategy_info(kind)->name, (unsigned long long)seed->hash,
                       (unsigned long long)rng->state[0], (unsigned long long)rng->state[1],
                       (unsigned long long)rng->state[2], (unsigned long long)rng->state[3],
                       (unsigned long long)k, seed->name);
    worker->slot->mutant = k;
    crash_note_recipe(worker->slot, text, len < (int)sizeof text ? (size_t)len : sizeof text - 1);
    worker->slot->task = TASK_MAKE;
}

/* The mutant that was just made and tested becomes the seed of a few more. Made again inside the
 * chain, where nothing is left of it afterwards, it is the same. */
static void run_chain(worker_t *worker, strategy_kind_t kind, const seed_t *seed,
                      const seed_t *second, rng_t made, rng_t *rng) {
    chain_t *chain = &worker->chain;
    assert(!second == (strategy_info(kind)->seeds == 1));
    chain_start(chain, seed);
    strategy_t *strategy = chain_strategy(chain, kind, NULL);
    for (int link = 0; strategy && link <= CHAIN_LENGTH && !worker->drop; link++) {
        const seed_t *other = second ? chain_second(chain, second) : NULL;
        const char *why;
        if (!strategy_takes(strategy, chain_seed(chain), other, &why) ||
            !strategy_make(strategy, chain_seed(chain), other, &made, &worker->mutant))
            return;
        if (link > 0) {
            worker->result.made++;
            worker->result.chained++;
            test_mutant(worker, strategy, rng);
        }
        if (!chain_push(chain, strategy, &worker->mutant, &why))
            return;
        made = rng_split(rng, (uint64_t)link);
    }
}

/* The k-th mutant of the arm at hand. */
static void do_mutant(worker_t *worker, strategy_t *strategy, const seed_t *seed, uint64_t k) {
    strategy_kind_t kind = (strategy_kind_t)worker->work.strategy;
    assert(k >= worker->work.first && k - worker->work.first < worker->work.count);
    rng_t rng = schedule_rng(&worker->base, seed->hash, strategy_info(kind)->name, k);
    rng_t rest = rng_split(&rng, 1);
    note_making(worker, kind, seed, k, &rng);
    const seed_t *second = NULL;
    if (strategy_info(kind)->seeds == 2) {
        second = draw_partner(worker, strategy, seed, &rng);
        if (!second) {
            worker->result.nowhere++;
            return;
        }
    }
    rng_t made = rng;
    worker->sources[0] = seed;
    worker->sources[1] = second;
    if (!strategy_make(strategy, seed, second, &rng, &worker->mutant)) {
        worker->result.nowhere++;
        return;
    }
    worker->result.made++;
    test_mutant(worker, strategy, &rest);
    if (rng_one_in(&rest, CHAIN_ONE_IN))
        run_chain(worker, kind, seed, second, made, &rest);
}

/* ---- Messages ------------------------------------------------------------------------------ */

/* The next message that asks for something; others are taken in. */
static wire_kind_t next_message(worker_t *worker, wire_body_t *body) {
    for (;;) {
        wire_kind_t kind = wire_next(&worker->in, body);
        wire_known_t known;
        wire_quit_t quit;
        if (kind == WIRE_KNOWN && wire_get_known(body, &known)) {
            triage_know(worker->triage, known.key, known.rank, known.bytes);
            continue;
        }
        if (kind == WIRE_QUIT && wire_get_quit(body, &quit))
            worker->drop = true;
        return kind;
    }
}

/* Looks whether there is news, without waiting. While there is work the supervisor sends no more of
 * it: all that comes is news. */
void look_for_news(worker_t *worker) {
    struct pollfd ready = {.fd = worker->socket, .events = POLLIN};
    wire_body_t body;
    if (poll(&ready, 1, 0) <= 0)
        return;
    if (!wire_receive(worker->socket, &worker->in))
        _exit(WORKER_DONE);
    next_message(worker, &body);
}

/* A batch that turns out to cost far more than it should is given back, so that a seed which is
 * expensive by surprise does not take the time of many others. */
static bool is_over(const worker_t *worker, uint64_t done, double start) {
    return done >= SCHEDULE_BREADTH &&
           pool_cpu_ms(worker->pool) / 1e3 - start > 2 * SCHEDULE_BATCH_CPU;
}

static void do_work(worker_t *worker) {
    const wire_work_t *work = &worker->work;
    assert(work->count > 0 && work->seed < worker->plan->seeds->rows.len);
    uint64_t next = work->first;
    uint64_t end = work->first + work->count;
    seed_t *seed = worker->plan->seeds->rows.data[work->seed];
    strategy_t *strategy = open_strategy(worker, (strategy_kind_t)work->strategy);
    const char *why;
    bool two = strategy_info((strategy_kind_t)work->strategy)->seeds == 2;
    start_result(worker, next);
    worker->slot->arm = work->arm;
    worker->slot->mutant = next;
    learn_for(worker, seed, strategy_info((strategy_kind_t)work->strategy)->needs);
    if (!strategy || (!two && !strategy_takes(strategy, seed, NULL, &why))) {
        worker->result.closed = 1;
        next = end;
    }
    double reported = clock_wall();
    double start = pool_cpu_ms(worker->pool) / 1e3;
    while (next < end && !worker->drop && !is_over(worker, next - work->first, start)) {
        do_mutant(worker, strategy, seed, next++);
        worker->slot->task = TASK_IDLE;
        look_for_news(worker);
        if (next < end && clock_wall() - reported > report_pause) {
            send_result(worker, next, false);
            reported = clock_wall();
        }
    }
    send_result(worker, next, true);
}

/* The texts of the message lie in worker->in, which look_for_news() changes. */
static void keep_work(worker_t *worker, const wire_work_t *work) {
    assert(work->strategy < STRATEGY_COUNT);
    assert(work->limits.len == worker->plan->solver_count * sizeof *worker->limit_room);
    worker->work = *work;
    take_learned(worker, work);
    memcpy(worker->limit_room, work->limits.data,
           worker->plan->solver_count * sizeof *worker->limit_room);
}

static int serve(worker_t *worker) {
    for (;;) {
        wire_body_t body;
        wire_work_t work;
        wire_reduce_t task;
        wire_kind_t kind = next_message(worker, &body);
        if (kind == WIRE_QUIT || worker->drop)
            return WORKER_DONE;
        if (kind == WIRE_WORK && wire_get_work(&body, &work)) {
            keep_work(worker, &work);
            do_work(worker);
            if (process_resident_kb(getpid()) > (uint64_t)WORKER_MEMORY_MB << 10)
                return WORKER_LARGE;
            continue;
        }
        if (kind == WIRE_REDUCE && wire_get_reduce(&body, &task)) {
            do_reduce(worker, &task);
            worker->slot->task = TASK_IDLE;
            continue;
        }
        if (!wire_receive(worker->socket, &worker->in))
            return WORKER_DONE;
    }
}

/* ---- Life ---------------------------------------------------------------------------------- */

int worker_run(void *arg, int socket) {
    const worker_spec_t *spec = arg;
    assert(spec->slot && spec->known && spec->plan->seeds->rows.len > 0);
    worker_t *worker = &(worker_t){.plan = spec->plan, .slot = spec->slot, .socket = socket};
    mem_t *mem = &worker->mem;
    mem_init(mem);
    worker->pool = pool_make(mem, 1);
    strbuf_t why;
    strbuf_init(&why, mem);
    if (!worker->pool || !query_round_open(&worker->round, worker->plan, worker->pool, mem, &why)) {
        pool_end(worker->pool);
        return WORKER_NO_SOLVER;
    }
    worker->base = rng_make(worker->plan->seed);
    worker->limit_room = mem_zalloc(mem, worker->plan->solver_count, sizeof *worker->limit_room);
    worker->limits = worker->limit_room;
    worker->cpu_before = clock_cpu();
    wire_in_init(&worker->in, mem);
    strbuf_init(&worker->out, mem);
    strbuf_init(&worker->text, mem);
    mutant_init(&worker->mutant, mem);
    chain_init(&worker->chain, &worker->plan->strategy_options, mem);
    judge_init(&worker->judge, mem);
    worker->triage = worker_triage(worker, &worker->judge, spec->known);
    worker->tester = tester_open(worker);
    worker->learner = worker_learner_open(worker);
    int status = serve(worker);
    worker_learner_close(worker->learner);
    tester_close(worker->tester);
    triage_close(worker->triage);
    judge_done(&worker->judge);
    pool_end(worker->pool);
    return status;
}
