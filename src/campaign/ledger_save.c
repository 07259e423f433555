/* ledger_save.c - all that changed, in one transaction. Rows that are new get their ids there,
 * which are noted only when it is done: a transaction that failed is tried again as it was. */
#include "base/bug.h"
#include "campaign/ledger_priv.h"
#include "seeds/seed_index.h"

typedef struct fresh {
    int64_t *place;
    int64_t id;
} fresh_t;

typedef struct save {
    ledger_t *ledger;
    store_t *store;
    VEC(fresh_t) fresh;
} save_t;

/* NOLINTNEXTLINE(readability-non-const-parameter): it is written to when all is done */
static void note(save_t *save, int64_t *place, int64_t id) {
    if (*place == 0)
        *vec_push(save->ledger->mem, &save->fresh) = (fresh_t){place, id};
}

static bool save_solvers(save_t *save) {
    ledger_t *ledger = save->ledger;
    bool ok = true;
    for (uint32_t i = 0; ok && i < ledger->plan->solver_count; i++) {
        const stats_solver_t *from = &ledger->solvers[i];
        const plan_solver_t *solver = &ledger->plan->solvers[i];
        store_solver_t row = {.id = ledger->solver_rows[i],
                              .name = slice_of(solver->name),
                              .family = slice_of(solver->spec.profile->family),
                              .tier = slice_of(solver->tier),
                              .options = slice_of(solver->options),
                              .version = slice_of(solver->version),
                              .command = slice_of(solver->command),
                              .mode = slice_of(from->mode)};
#define COUNT(field, doc) row.field = (int64_t)from->field;
#define TIME(field, doc) row.field = from->field;
#include "store/solver_stats.def"
        ok = store_put_solver(save->store, &row);
        note(save, &ledger->solver_rows[i], row.id);
    }
    return ok;
}

static bool save_strategies(save_t *save) {
    ledger_t *ledger = save->ledger;
    bool ok = true;
    for (uint32_t i = 0; ok && i < ledger->plan->strategy_count; i++) {
        const stats_strategy_t *from = &ledger->strategies[i];
        store_strategy_t row = {.id = ledger->strategy_rows[i], .name = slice_of(from->name)};
#define COUNT(field, doc) row.field = (int64_t)from->field;
#define TIME(field, doc) row.field = from->field;
#include "store/strategy_stats.def"
        ok = store_put_strategy(save->store, &row);
        note(save, &ledger->strategy_rows[i], row.id);
    }
    return ok;
}

static bool save_seeds(save_t *save) {
    ledger_t *ledger = save->ledger;
    const seeds_t *seeds = ledger->plan->seeds;
    bool ok = true;
    for (uint32_t i = 0; ok && i < ledger->schedule->seeds.len; i++) {
        seed_state_t *state = &ledger->schedule->seeds.data[i];
        const seed_book_t *book = &ledger->seeds[i];
        const seed_t *seed = seeds->rows.data[i];
        assert(seed->number == i);
        if (!state->dirty)
            continue;
        const char *logic =
            seed->logic == SYM_NONE ? "" : symbol_text(&seeds->bank->symbols, seed->logic);
        store_seed_t row = {.id = state->row,
                            .hash = (int64_t)seed->hash,
                            .name = slice_of(seed->name),
                            .logic = slice_of(logic),
                            .status = slice_of(status_name(book->status)),
                            .source = slice_of(status_source_name(book->source)),
                            .model = slice_of(book->model),
                            .core = slice_of(book->core),
                            .tried = book->tried,
                            .runs = (int64_t)state->runs,
                            .stuck = (int64_t)state->stuck,
                            .rests = state->rests,
                            .rested = state->rested};
        if (book->text)
            row.text = (slice_t){seed->text, seed->len};
        ok = store_put_seed(save->store, &row);
        note(save, &state->row, row.id);
    }
    return ok;
}

static bool save_arms(save_t *save) {
    ledger_t *ledger = save->ledger;
    bool ok = true;
    for (uint32_t i = 0; ok && i < ledger->schedule->arms.len; i++) {
        arm_t *arm = &ledger->schedule->arms.data[i];
        if (!arm->dirty)
            continue;
        const seed_t *seed = ledger->plan->seeds->rows.data[arm->seed];
        assert(arm->cost >= 0 && arm->gain >= 0);
        store_arm_t row = {.id = arm->row,
                           .seed = (int64_t)seed->hash,
                           .strategy = slice_of(ledger->strategies[arm->strategy].name),
                           .next = (int64_t)(arm->next < arm->safe ? arm->next : arm->safe),
                           .made = (int64_t)arm->made,
                           .tested = (int64_t)arm->tested,
                           .closed = arm->closed,
                           .cost = arm->cost,
                           .gain = arm->gain};
        ok = store_put_arm(save->store, &row);
        note(save, &arm->row, row.id);
    }
    return ok;
}

static bool save_paces(save_t *save) {
    ledger_t *ledger = save->ledger;
    uint32_t solvers = ledger->plan->solver_count;
    bool ok = true;
    assert(ledger->schedule->paces.len == ledger->schedule->seeds.len * solvers);
    for (uint32_t i = 0; ok && i < ledger->schedule->paces.len; i++) {
        pace_t *pace = &ledger->schedule->paces.data[i];
        if (!pace->dirty)
            continue;
        assert(ledger->solver_rows[i % solvers] > 0); /* solvers are saved first */
        store_pace_t row = {.id = pace->row,
                            .seed = (int64_t)ledger->plan->seeds->rows.data[i / solvers]->hash,
                            .solver = ledger->solver_rows[i % solvers],
                            .slowest = (double)pace->slowest,
                            .refused = pace->refused};
        ok = store_put_pace(save->store, &row);
        note(save, &pace->row, row.id);
    }
    return ok;
}

static bool save_behaviours(save_t *save) {
    const ledger_t *ledger = save->ledger;
    bool ok = true;
    assert(ledger->behaviours_saved <= ledger->behaviours.len);
    for (uint32_t i = ledger->behaviours_saved; ok && i < ledger->behaviours.len; i++) {
        store_behaviour_t row = {.hash = (int64_t)ledger->behaviours.data[i],
                                 .at = ledger->all.elapsed};
        ok = store_put_behaviour(save->store, &row);
    }
    return ok;
}

static bool save_sightings(save_t *save) {
    const ledger_t *ledger = save->ledger;
    bool ok = true;
    for (uint32_t i = 0; ok && i < ledger->sightings.len; i++) {
        const sighting_book_t *from = &ledger->sightings.data[i];
        ok = store_add_sighting(save->store, slice_of(from->key), from->at, from->bytes,
                                slice_of(from->recipe));
    }
    return ok;
}

static bool save_stat(save_t *save) {
    const stats_t *from = &save->ledger->all;
    store_stat_t row = {.at = from->elapsed};
#define COUNT(field, doc) row.field = (int64_t)from->field;
#define TIME(field, doc) row.field = from->field;
#include "store/stats.def"
    return store_put_stat(save->store, &row);
}

static bool save_sitting(save_t *save) {
    ledger_t *ledger = save->ledger;
    ledger->sitting.until = ledger->all.elapsed;
    return store_put_sitting(save->store, &ledger->sitting);
}

/* Done: from now on the new rows have ids. */
static void take_ids(const save_t *save) {
    for (uint32_t i = 0; i < save->fresh.len; i++) {
        const fresh_t *fresh = &save->fresh.data[i];
        assert(*fresh->place == 0 && fresh->id > 0);
        *fresh->place = fresh->id;
    }
}

static void all_clean(const save_t *save) {
    ledger_t *ledger = save->ledger;
    schedule_t *schedule = ledger->schedule;
    for (uint32_t i = 0; i < schedule->seeds.len; i++)
        schedule->seeds.data[i].dirty = false;
    for (uint32_t i = 0; i < schedule->arms.len; i++)
        schedule->arms.data[i].dirty = false;
    for (uint32_t i = 0; i < schedule->paces.len; i++)
        schedule->paces.data[i].dirty = false;
    ledger->behaviours_saved = ledger->behaviours.len;
    ledger_drop_sightings(ledger);
}

bool ledger_save(ledger_t *ledger) {
    save_t save = {.ledger = ledger, .store = ledger->store};
    /* Solvers first: others name their rows. In a transaction of their own, when they are new. */
    bool fresh = false;
    for (uint32_t i = 0; i < ledger->plan->solver_count; i++)
        fresh = fresh || ledger->solver_rows[i] == 0;
    if (!store_begin(ledger->store))
        return false;
    bool ok = save_solvers(&save) && save_strategies(&save) && save_sitting(&save);
    if (!fresh)
        ok = ok && save_seeds(&save) && save_arms(&save) && save_paces(&save) &&
             save_behaviours(&save) && save_sightings(&save) && save_stat(&save);
    if (ok)
        ok = store_commit(ledger->store);
    else
        store_rollback(ledger->store);
    if (ok)
        take_ids(&save);
    if (ok && !fresh)
        all_clean(&save);
    vec_free(ledger->mem, &save.fresh);
    return ok;
}

bool ledger_end(ledger_t *ledger, const char *how) {
    ledger->sitting.ended = slice_of(how);
    return ledger_save(ledger);
}
