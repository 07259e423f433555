/* ledger_load.c - what an earlier sitting left in the store. Rows of what is not in the plan any
 * more (a seed whose file is gone, a solver that is not asked) stay in the store and are passed
 * over. */
#include "base/hash.h"
#include "campaign/ledger_priv.h"
#include "seeds/seed_index.h"

static bool load_solver(void *arg, const store_solver_t *row) {
    ledger_t *ledger = arg;
    uint32_t solver = ledger_solver(ledger->plan, row->name, row->tier, row->options);
    if (solver == RUN_NONE)
        return true;
    ledger->solver_rows[solver] = row->id;
    stats_solver_t *to = &ledger->solvers[solver];
#define COUNT(field, doc) to->field = (uint64_t)row->field;
#define TIME(field, doc) to->field = row->field;
#include "store/solver_stats.def"
    return true;
}

static bool load_strategy(void *arg, const store_strategy_t *row) {
    ledger_t *ledger = arg;
    for (uint32_t i = 0; i < ledger->plan->strategy_count; i++) {
        stats_strategy_t *to = &ledger->strategies[i];
        if (!slice_is(row->name, to->name))
            continue;
        ledger->strategy_rows[i] = row->id;
#define COUNT(field, doc) to->field = (uint64_t)row->field;
#define TIME(field, doc) to->field = row->field;
#include "store/strategy_stats.def"
    }
    return true;
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
    state->rested = row->rested;
    return true;
}

static bool load_arm(void *arg, const store_arm_t *row) {
    ledger_t *ledger = arg;
    const seed_t *seed = seeds_find(ledger->plan->seeds, (uint64_t)row->seed);
    for (uint32_t i = 0; seed && i < ledger->plan->strategy_count; i++) {
        if (!slice_is(row->strategy, ledger->strategies[i].name))
            continue;
        arm_t *arm = &ledger->schedule->arms.data[seed->number * ledger->plan->strategy_count + i];
        arm->row = row->id;
        arm->next = arm->safe = (uint64_t)row->next;
        arm->made = (uint64_t)row->made;
        arm->tested = (uint64_t)row->tested;
        arm->closed = row->closed != 0;
        arm->cost = row->cost;
        arm->gain = row->gain;
        ledger->schedule->seeds.data[seed->number].tested += arm->tested;
    }
    return true;
}

static bool load_pace(void *arg, const store_pace_t *row) {
    ledger_t *ledger = arg;
    const seed_t *seed = seeds_find(ledger->plan->seeds, (uint64_t)row->seed);
    for (uint32_t i = 0; seed && i < ledger->plan->solver_count; i++) {
        if (ledger->solver_rows[i] != row->solver)
            continue;
        pace_t *pace = &ledger->schedule->paces.data[seed->number * ledger->plan->solver_count + i];
        pace->row = row->id;
        pace->slowest = (float)row->slowest;
        pace->refused = (uint16_t)row->refused;
    }
    return true;
}

static bool load_stat(void *arg, const store_stat_t *row) {
    ledger_t *ledger = arg;
#define COUNT(field, doc) ledger->all.field = (uint64_t)row->field;
#define TIME(field, doc) ledger->all.field = row->field;
#include "store/stats.def"
    return true;
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
    return true;
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

static bool count_alarm(void *arg, const store_alarm_t *row) {
    ((ledger_t *)arg)->all.alarms += (uint64_t)row->count;
    return true;
}

bool ledger_load(ledger_t *ledger, strbuf_t *why) {
    store_t *store = ledger->store;
    bool ok =
        store_each_solver(store, load_solver, ledger) &&
        store_each_strategy(store, load_strategy, ledger) &&
        store_each_seed(store, load_seed, ledger) && store_each_arm(store, load_arm, ledger) &&
        store_each_pace(store, load_pace, ledger) && store_each_stat(store, load_stat, ledger) &&
        store_each_sitting(store, load_sitting, ledger) &&
        store_each_cluster(store, load_cluster, ledger) &&
        store_each_behaviour(store, load_behaviour, ledger);
    ledger->all.alarms = 0;
    ok = ok && store_each_alarm(store, count_alarm, ledger);
    if (ok)
        settle(ledger);
    else
        strbuf_str(why, store_why(store));
    return ok;
}
