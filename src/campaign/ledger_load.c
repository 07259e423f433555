/* ledger_load.c - what an earlier sitting left in the store. Rows of what is not in the plan any
 * more (a seed whose file is gone, a solver that is not asked) stay in the store and are passed
 * over. A row that cannot be ends the loading: what is in the books is never negative. */
#include "base/bug.h"
#include "base/hash.h"
#include "campaign/ledger_priv.h"
#include "seeds/seed_index.h"

#include <math.h>

/* Amounts of the store; false when one cannot be. */
static bool take_count(int64_t from, uint64_t *to) {
    *to = (uint64_t)from;
    return from >= 0;
}

static bool take_time(double from, double *to) {
    *to = from;
    return isfinite(from) && from >= 0;
}

static bool load_solver(void *arg, const store_solver_t *row) {
    ledger_t *ledger = arg;
    uint32_t solver = ledger_solver(ledger->plan, row->name, row->tier, row->options);
    if (solver == RUN_NONE)
        return true;
    ledger->solver_rows[solver] = row->id;
    stats_solver_t *to = &ledger->solvers[solver];
    bool ok = true;
#define COUNT(field, doc) ok = take_count(row->field, &to->field) && ok;
#define TIME(field, doc) ok = take_time(row->field, &to->field) && ok;
#include "store/solver_stats.def"
    return ok || store_refuse(ledger->store, "solvers", row->id);
}

static bool load_strategy(void *arg, const store_strategy_t *row) {
    ledger_t *ledger = arg;
    bool ok = true;
    for (uint32_t i = 0; i < ledger->plan->strategy_count; i++) {
        stats_strategy_t *to = &ledger->strategies[i];
        if (!slice_is(row->name, to->name))
            continue;
        ledger->strategy_rows[i] = row->id;
        /* Version 0.1.0 could leave less than nothing: it took off one strategy what it had counted
         * for another. */
#define COUNT(field, doc) to->field = row->field > 0 ? (uint64_t)row->field : 0;
#define TIME(field, doc) ok = take_time(row->field, &to->field) && ok;
#include "store/strategy_stats.def"
    }
    return ok || store_refuse(ledger->store, "strategies", row->id);
}

static char *copy_text(mem_t *mem, slice_t text) {
    if (text.len == 0)
        return NULL;
    char *copy = mem_alloc(mem, text.len + 1);
    memcpy(copy, text.data, text.len);
    copy[text.len] = '\0';
    return copy;
}

static bool load_seed(void *arg, const store_seed_t *row) {
    ledger_t *ledger = arg;
    const seed_t *seed = seeds_find(ledger->plan->seeds, (uint64_t)row->hash);
    if (!seed)
        return true;
    seed_book_t *book = &ledger->seeds[seed->number];
    seed_state_t *state = &ledger->schedule->seeds.data[seed->number];
    book->tried = (uint32_t)row->tried;
    book->model = copy_text(ledger->mem, row->model);
    book->core = copy_text(ledger->mem, row->core);
    book->text = row->text.len > 0;
    status_source_t source;
    char word[32] = {0};
    memcpy(word, row->source.data, row->source.len < sizeof word ? row->source.len : 0);
    if (status_source_of_name(word, &source) && source > seed->source)
        book->source = source, status_of_name(row->status.data, row->status.len, &book->status);
    state->row = row->id;
    state->runs = (double)row->runs;
    state->stuck = (double)row->stuck;
    state->rests = (uint32_t)row->rests;
    return (take_time(row->rested, &state->rested) && row->runs >= 0 && row->stuck >= 0 &&
            row->rests >= 0 && row->rests <= UINT32_MAX) ||
           store_refuse(ledger->store, "seeds", row->id);
}

static bool load_arm(void *arg, const store_arm_t *row) {
    ledger_t *ledger = arg;
    const seed_t *seed = seeds_find(ledger->plan->seeds, (uint64_t)row->seed);
    bool ok = true;
    for (uint32_t i = 0; seed && i < ledger->plan->strategy_count; i++) {
        if (!slice_is(row->strategy, ledger->strategies[i].name))
            continue;
        arm_t *arm = &ledger->schedule->arms.data[seed->number * ledger->plan->strategy_count + i];
        arm->row = row->id;
        ok = take_count(row->next, &arm->next) && take_count(row->made, &arm->made) &&
             take_count(row->tested, &arm->tested) && take_time(row->cost, &arm->cost) &&
             take_time(row->gain, &arm->gain);
        arm->safe = arm->next;
        arm->closed = row->closed != 0;
        ledger->schedule->seeds.data[seed->number].tested += arm->tested;
    }
    return ok || store_refuse(ledger->store, "arms", row->id);
}

static bool load_pace(void *arg, const store_pace_t *row) {
    ledger_t *ledger = arg;
    const seed_t *seed = seeds_find(ledger->plan->seeds, (uint64_t)row->seed);
    bool ok = true;
    for (uint32_t i = 0; seed && i < ledger->plan->solver_count; i++) {
        if (ledger->solver_rows[i] != row->solver)
            continue;
        pace_t *pace = &ledger->schedule->paces.data[seed->number * ledger->plan->solver_count + i];
        pace->row = row->id;
        double slowest;
        ok = take_time(row->slowest, &slowest) && row->refused >= 0 && row->refused <= UINT16_MAX;
        pace->slowest = (float)slowest;
        pace->refused = (uint16_t)row->refused;
    }
    return ok || store_refuse(ledger->store, "paces", row->id);
}

static bool load_stat(void *arg, const store_stat_t *row) {
    ledger_t *ledger = arg;
    bool ok = true;
#define COUNT(field, doc) ok = take_count(row->field, &ledger->all.field) && ok;
#define TIME(field, doc) ok = take_time(row->field, &ledger->all.field) && ok;
#include "store/stats.def"
    return ok || store_refuse(ledger->store, "stats", row->id);
}

static bool load_sitting(void *arg, const store_sitting_t *row) {
    ledger_t *ledger = arg;
    if (row->until > ledger->all.elapsed)
        ledger->all.elapsed = row->until;
    return true;
}

static bool load_cluster(void *arg, const store_cluster_t *row) {
    ledger_t *ledger = arg;
    const cluster_book_t book = {.id = row->id,
                                 .hash = hash_bytes(row->key.data, row->key.len),
                                 .key = ledger_text(ledger, row->key),
                                 .kind = row->kind,
                                 .grade = row->grade,
                                 .solver = ledger_text(ledger, row->solver),
                                 .repeat = row->repeat,
                                 .count = (uint64_t)row->count,
                                 .bytes = (uint32_t)row->bytes,
                                 .finding = row->finding,
                                 .whole = row->repeat != REPEAT_CONFIRMED ||
                                          row->settled == row->finding};
    *vec_push(ledger->mem, &ledger->clusters) = book;
    if (book.repeat != REPEAT_FLAKY && row->first > ledger->last_cluster)
        ledger->last_cluster = row->first;
    return (row->count >= 0 && row->bytes >= 0 && row->bytes <= UINT32_MAX) ||
           store_refuse(ledger->store, "clusters", row->id);
}

static bool load_behaviour(void *arg, const store_behaviour_t *row) {
    ledger_behaviour(arg, (uint64_t)row->hash);
    return true;
}

/* Findings and alarms are stored at once, counters every few seconds: where the two differ, the
 * tables are right and the last row of counters is old. */
static void settle(ledger_t *ledger) {
    stats_t *all = &ledger->all;
    all->clusters = all->flaky = all->triggers = 0;
    for (uint32_t i = 0; i < ledger->clusters.len; i++) {
        const cluster_book_t *cluster = &ledger->clusters.data[i];
        *(cluster->repeat == REPEAT_FLAKY ? &all->flaky : &all->clusters) += 1;
        all->triggers += cluster->count;
    }
    all->behaviours = ledger->behaviours.len;
    ledger->behaviours_saved = ledger->behaviours.len;
    ledger->schedule->now = all->solver_cpu + all->own_cpu;
}

static bool load_alarm(void *arg, const store_alarm_t *row) {
    ledger_t *ledger = arg;
    uint64_t count;
    bool ok = take_count(row->count, &count);
    ledger->all.alarms += count;
    return ok || store_refuse(ledger->store, "alarms", row->id);
}

/* Reads all rows of a table; a visit that stops has said why. */
#define LOAD(ledger, name)                                                                         \
    (store_each_##name((ledger)->store, load_##name, ledger) && ledger_why(ledger)[0] == '\0')

bool ledger_load(ledger_t *ledger, strbuf_t *why) {
    assert(ledger->clusters.len == 0 && ledger->behaviours.len == 0); /* it is loaded once */
    bool ok = LOAD(ledger, solver) && LOAD(ledger, strategy) && LOAD(ledger, seed) &&
              LOAD(ledger, arm) && LOAD(ledger, pace) && LOAD(ledger, stat) &&
              LOAD(ledger, sitting) && LOAD(ledger, cluster) && LOAD(ledger, behaviour);
    ledger->all.alarms = 0;
    ok = ok && LOAD(ledger, alarm);
    if (ok)
        settle(ledger);
    else
        strbuf_str(why, ledger_why(ledger));
    return ok;
}
