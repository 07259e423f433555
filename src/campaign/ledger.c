#include "campaign/ledger.h"

#include "base/bug.h"
#include "base/hash.h"
#include "campaign/ledger_priv.h"

#include <time.h>

const char *ledger_why(const ledger_t *ledger) {
    return store_why(ledger->store);
}

/* ---- Words --------------------------------------------------------------------------------- */

const char *ledger_text(ledger_t *ledger, slice_t text) {
    return arena_copy(&ledger->texts, text.data, text.len);
}

uint32_t ledger_solver(const plan_t *plan, slice_t name, slice_t tier, slice_t options) {
    for (uint32_t i = 0; i < plan->solver_count; i++)
        if (slice_is(name, plan->solvers[i].name) && slice_is(tier, plan->solvers[i].tier) &&
            slice_is(options, plan->solvers[i].options))
            return i;
    return RUN_NONE;
}

/* ---- Opening ------------------------------------------------------------------------------- */

static void name_rows(ledger_t *ledger) {
    const plan_t *plan = ledger->plan;
    for (uint32_t i = 0; i < plan->solver_count; i++) {
        const plan_solver_t *solver = &plan->solvers[i];
        ledger->solvers[i].name = solver->name;
        ledger->solvers[i].options = solver->options;
        ledger->solvers[i].version = solver->version;
        ledger->solvers[i].mode = run_mode_name(solver->spec.mode);
    }
    for (uint32_t i = 0; i < plan->strategy_count; i++)
        ledger->strategies[i].name = strategy_info(plan->strategies[i])->name;
}

bool ledger_open(ledger_t *ledger, const plan_t *plan, schedule_t *schedule, const char *path,
                 bool resume, const char *command, mem_t *mem, strbuf_t *why) {
    assert(schedule->seeds.len == plan->seeds->rows.len);
    assert(schedule->arms.len == schedule->seeds.len * plan->strategy_count);
    *ledger = (ledger_t){.mem = mem, .plan = plan, .schedule = schedule, .last_cluster = -1};
    arena_init(&ledger->texts, mem);
    index_init(mem, &ledger->behaviour_index);
    ledger->solvers = mem_zalloc(mem, plan->solver_count, sizeof *ledger->solvers);
    ledger->solver_rows = mem_zalloc(mem, plan->solver_count, sizeof *ledger->solver_rows);
    ledger->strategies = mem_zalloc(mem, plan->strategy_count, sizeof *ledger->strategies);
    ledger->strategy_rows = mem_zalloc(mem, plan->strategy_count, sizeof *ledger->strategy_rows);
    ledger->seeds = mem_zalloc(mem, plan->seeds->rows.len, sizeof *ledger->seeds);
    for (uint32_t i = 0; i < plan->seeds->rows.len; i++) {
        ledger->seeds[i].status = plan->seeds->rows.data[i]->status;
        ledger->seeds[i].source = plan->seeds->rows.data[i]->source;
    }
    name_rows(ledger);
    ledger->store = store_open(mem, path, resume ? STORE_WRITE : STORE_NEW, why);
    if (!ledger->store || (resume && !ledger_load(ledger, why)))
        return false;
    ledger->sitting = (store_sitting_t){.started = (double)time(NULL),
                                        .at = ledger->all.elapsed,
                                        .until = ledger->all.elapsed,
                                        .version = slice_of(ASSAY_VERSION),
                                        .command = slice_of(command)};
    if (store_put_sitting(ledger->store, &ledger->sitting) && ledger_save(ledger))
        return true;
    strbuf_str(why, store_why(ledger->store));
    return false;
}

void ledger_drop_sightings(ledger_t *ledger) {
    for (uint32_t i = 0; i < ledger->sightings.len; i++) {
        mem_free(ledger->mem, ledger->sightings.data[i].key);
        mem_free(ledger->mem, ledger->sightings.data[i].recipe);
    }
    ledger->sightings.len = 0;
}

void ledger_close(ledger_t *ledger) {
    mem_t *mem = ledger->mem;
    store_close(ledger->store);
    ledger_drop_sightings(ledger);
    for (uint32_t i = 0; i < ledger->plan->seeds->rows.len; i++) {
        mem_free(mem, ledger->seeds[i].model);
        mem_free(mem, ledger->seeds[i].core);
    }
    mem_free(mem, ledger->solvers);
    mem_free(mem, ledger->solver_rows);
    mem_free(mem, ledger->strategies);
    mem_free(mem, ledger->strategy_rows);
    mem_free(mem, ledger->seeds);
    vec_free(mem, &ledger->clusters);
    vec_free(mem, &ledger->sightings);
    vec_free(mem, &ledger->behaviours);
    vec_free(mem, &ledger->events);
    vec_free(mem, &ledger->findings);
    index_done(mem, &ledger->behaviour_index);
    arena_done(&ledger->texts);
}

void ledger_forget(ledger_t *ledger) {
    store_forget(ledger->store);
}

/* ---- Strategies ---------------------------------------------------------------------------- */

/* That of an arm. */
static stats_strategy_t *strategy_of(const ledger_t *ledger, uint32_t arm) {
    assert(arm < ledger->schedule->arms.len);
    return &ledger->strategies[ledger->schedule->arms.data[arm].strategy];
}

/* ---- Clusters ------------------------------------------------------------------------------ */

cluster_book_t *ledger_cluster(ledger_t *ledger, uint64_t hash) {
    for (uint32_t i = 0; i < ledger->clusters.len; i++)
        if (ledger->clusters.data[i].hash == hash)
            return &ledger->clusters.data[i];
    return NULL;
}

bool ledger_fails(const ledger_t *ledger) {
    for (uint32_t i = 0; i < ledger->clusters.len; i++) {
        const cluster_book_t *cluster = &ledger->clusters.data[i];
        if (cluster->repeat != REPEAT_FLAKY && finding_kind_info(cluster->kind)->fails)
            return true;
    }
    return false;
}

void ledger_known(const ledger_t *ledger, known_vec_t *known) {
    known->len = 0;
    for (uint32_t i = 0; i < ledger->clusters.len; i++) {
        const cluster_book_t *cluster = &ledger->clusters.data[i];
        uint32_t rank = cluster->repeat == REPEAT_FLAKY ? 0 : grade_rank(cluster->grade);
        *vec_push(ledger->mem, known) =
            (known_t){.key = cluster->key, .rank = rank, .bytes = cluster->bytes};
    }
}

static void note_event(ledger_t *ledger, const char *what, const char *text) {
    assert(ledger->events.len <= STATS_EVENTS);
    if (ledger->events.len == STATS_EVENTS)
        ledger->events.len--;
    *vec_push(ledger->mem, &ledger->events) = (stats_event_t){0};
    memmove(ledger->events.data + 1, ledger->events.data,
            (ledger->events.len - 1) * sizeof *ledger->events.data);
    ledger->events.data[0] = (stats_event_t){ledger->all.elapsed, what, text};
}

/* Triggers of a cluster that came in since the last save: the store does not count them yet. */
static uint64_t unsaved_sightings(const ledger_t *ledger, const char *key) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < ledger->sightings.len; i++)
        count += strcmp(ledger->sightings.data[i].key, key) == 0;
    return count;
}

/* Adds what the store has counted and the book has not; how many that is. A trigger that was seen
 * before counts once in the store, and may have counted twice here: then nothing is added. */
static uint64_t count_triggers(const ledger_t *ledger, cluster_book_t *book, int64_t stored) {
    uint64_t count = (uint64_t)stored + unsaved_sightings(ledger, book->key);
    uint64_t more = count > book->count ? count - book->count : 0;
    book->count += more;
    return more;
}

static cluster_book_t *open_book(ledger_t *ledger, const store_cluster_t *row, uint64_t hash) {
    cluster_book_t *book = vec_push(ledger->mem, &ledger->clusters);
    *book = (cluster_book_t){.id = row->id, .hash = hash};
    book->key = ledger_text(ledger, row->key);
    book->solver = ledger_text(ledger, row->solver);
    book->count = unsaved_sightings(ledger, book->key);
    return book;
}

/* The cluster shows this finding from now on. */
static void point_to(cluster_book_t *book, const news_t *news) {
    book->kind = news->row.kind;
    book->grade = news->row.grade;
    book->repeat = news->row.repeat;
    book->bytes = (uint32_t)news->row.bytes;
    book->finding = news->row.finding;
    book->whole = news->finding.settled || book->repeat != REPEAT_CONFIRMED;
}

static void count_flaky(ledger_t *ledger, uint32_t arm) {
    ledger->all.flaky++;
    schedule_gain(ledger->schedule, arm, GAIN_FLAKY);
}

static void count_cluster(ledger_t *ledger, uint32_t arm, const cluster_book_t *book) {
    schedule_gain(ledger->schedule, arm, GAIN_CLUSTER);
    ledger->all.clusters++;
    ledger->last_cluster = ledger->all.elapsed;
    strategy_of(ledger, arm)->clusters++;
    strbuf_t text;
    strbuf_init(&text, ledger->mem);
    strbuf_format(&text, "%s %s in %s", grade_name(book->grade), finding_kind_name(book->kind),
                  book->solver);
    note_event(ledger, "finding", ledger_text(ledger, (slice_t){text.data, text.len}));
    strbuf_done(&text);
}

/* The books follow the store. What was flaky until now and is not any more is a finding. */
static void book_cluster(ledger_t *ledger, news_t *news, uint64_t hash) {
    const store_cluster_t *row = &news->row;
    assert(row->id > 0 && (news->how == STORED_DUPLICATE || row->finding == news->finding.id));
    cluster_book_t *book = ledger_cluster(ledger, hash);
    bool fresh = book == NULL;
    bool was_flaky = book && book->repeat == REPEAT_FLAKY;
    if (fresh)
        book = open_book(ledger, row, hash);
    uint64_t more = count_triggers(ledger, book, row->count);
    ledger->all.triggers += more;
    strategy_of(ledger, news->arm)->triggers += more;
    if (news->how != STORED_DUPLICATE)
        point_to(book, news);
    bool flaky = book->repeat == REPEAT_FLAKY;
    if (fresh && flaky)
        count_flaky(ledger, news->arm);
    else if ((fresh || was_flaky) && !flaky)
        count_cluster(ledger, news->arm, book);
    ledger->all.flaky -= was_flaky && !flaky;
    news->cluster = book;
}

/* ---- Findings ------------------------------------------------------------------------------ */

static void answer_row(const ledger_t *ledger, const wire_answer_t *from, store_answer_t *to) {
    assert(from->solver < ledger->plan->solver_count);
    const plan_solver_t *solver = &ledger->plan->solvers[from->solver];
    *to = (store_answer_t){.solver = slice_of(solver->name),
                           .tier = slice_of(solver->tier),
                           .options = slice_of(solver->options),
                           .role = from->role,
                           .mode = from->mode,
                           .outcome = from->outcome,
                           .signature = from->signature,
                           .message = from->message,
                           .model = from->model,
                           .out = from->out,
                           .err = from->err,
                           .cpu_ms = from->cpu_ms,
                           .wall_ms = from->wall_ms,
                           .status = (int32_t)from->status,
                           .signal = (int32_t)from->signal};
}

/* Who and when: what a worker does not know. */
static void complete(const ledger_t *ledger, uint32_t arm, finding_t *finding) {
    assert(finding->run < ledger->plan->solver_count && finding->key.len > 0);
    const plan_solver_t *solver = &ledger->plan->solvers[finding->run];
    finding->at = ledger->all.elapsed;
    finding->solver = slice_of(solver->name);
    finding->tier = slice_of(solver->tier);
    finding->options = slice_of(solver->options);
    finding->command = slice_of(solver->command);
    finding->strategy = slice_of(strategy_of(ledger, arm)->name);
}

/* So that the finding can be made again when the seed's file is gone. */
static void want_seed_text(ledger_t *ledger, uint64_t hash) {
    const seed_t *seed = seeds_find(ledger->plan->seeds, hash);
    assert(!seed || seed->number < ledger->plan->seeds->rows.len);
    if (!seed || ledger->seeds[seed->number].text)
        return;
    ledger->seeds[seed->number].text = true;
    ledger->schedule->seeds.data[seed->number].dirty = true; /* written with the next save */
}

/* Splits the bytes into answers and the finding; false when they are none. */
static bool read_event(const ledger_t *ledger, wire_in_t *in, wire_finding_t *finding,
                       store_answer_t *answers, uint32_t most, uint32_t *count) {
    wire_body_t body;
    wire_kind_t kind;
    *count = 0;
    while ((kind = wire_next(in, &body)) == WIRE_ANSWER) {
        wire_answer_t answer;
        if (*count == most || !wire_get_answer(&body, &answer))
            return false;
        answer_row(ledger, &answer, &answers[(*count)++]);
    }
    return kind == WIRE_FINDING && wire_get_finding(&body, finding);
}

enum { ANSWERS_MAX = 256 };

bool ledger_finding(ledger_t *ledger, const char *bytes, size_t len, news_t *news) {
    wire_in_t in = {.bytes = {.data = (char *)(uintptr_t)bytes, .len = len, .cap = len}};
    wire_finding_t sent;
    store_answer_t *answers = mem_alloc(ledger->mem, ANSWERS_MAX * sizeof *answers);
    uint32_t count;
    bool ok = read_event(ledger, &in, &sent, answers, ANSWERS_MAX, &count);
    assert(ok);
    *news = (news_t){.arm = sent.arm, .finding = sent.finding};
    complete(ledger, sent.arm, &news->finding);
    news->row = (store_cluster_t){.key = news->finding.key,
                                  .kind = news->finding.kind,
                                  .grade = news->finding.grade,
                                  .repeat = news->finding.repeat,
                                  .solver = news->finding.solver,
                                  .strategy = news->finding.strategy};
    for (size_t at = 0; at + sizeof(uint64_t) <= sent.hashes.len; at += sizeof(uint64_t)) {
        uint64_t hash;
        memcpy(&hash, sent.hashes.data + at, sizeof hash);
        want_seed_text(ledger, hash);
    }
    ok = ok &&
         store_add_finding(ledger->store, &news->row, &news->finding, answers, count, &news->how);
    mem_free(ledger->mem, answers);
    if (ok && news->finding.settled && news->how != STORED_DUPLICATE)
        ok = store_set_reduced(ledger->store, news->finding.id, (slice_t){0});
    if (ok)
        book_cluster(ledger, news, hash_bytes(news->finding.key.data, news->finding.key.len));
    return ok;
}

enum { ALARMS_MAX = 5 };

bool ledger_alarm(ledger_t *ledger, const wire_alarm_t *alarm, bool *fresh) {
    stats_strategy_t *strategy = strategy_of(ledger, alarm->arm);
    store_alarm_t row = {.key = alarm->key,
                         .at = ledger->all.elapsed,
                         .kind = alarm->kind,
                         .strategy = slice_of(strategy->name),
                         .recipe = alarm->recipe,
                         .text = alarm->text,
                         .trigger = alarm->trigger};
    if (!store_add_alarm(ledger->store, &row, fresh))
        return false;
    ledger->all.alarms++;
    strategy->alarms++;
    /* One mistake is not worth the time to see it again and again. */
    if (row.count >= ALARMS_MAX)
        schedule_close(ledger->schedule, alarm->arm);
    if (*fresh)
        note_event(ledger, "alarm", ledger_text(ledger, alarm->text));
    return true;
}

/* ---- Counting ------------------------------------------------------------------------------ */

bool ledger_behaviour(ledger_t *ledger, uint64_t hash) {
    index_t *index = &ledger->behaviour_index;
    index_cursor_t at = index_find(index, (uint32_t)(hash >> 32));
    uint32_t id;
    while ((id = index_next(index, &at)) != INDEX_NONE)
        if (ledger->behaviours.data[id] == hash)
            return false;
    index_add(ledger->mem, index, at, ledger->behaviours.len);
    *vec_push(ledger->mem, &ledger->behaviours) = hash;
    return true;
}

static void count_behaviours(ledger_t *ledger, const wire_result_t *result,
                             stats_strategy_t *strategy) {
    assert(result->behaviours.len % sizeof(uint64_t) == 0);
    for (size_t at = 0; at + sizeof(uint64_t) <= result->behaviours.len; at += sizeof(uint64_t)) {
        uint64_t hash;
        memcpy(&hash, result->behaviours.data + at, sizeof hash);
        if (!ledger_behaviour(ledger, hash))
            continue;
        ledger->all.behaviours++;
        strategy->behaviours++;
        schedule_gain(ledger->schedule, result->arm, GAIN_BEHAVIOUR);
    }
}

/* Each outcome has a column of its name in both tables, or this does not compile. */
static void count_outcomes(ledger_t *ledger, stats_solver_t *solver, const run_count_t *runs) {
#define OUTCOME_FIELD(id, field)                                                                   \
    solver->field += runs->outcomes[OUTCOME_##id];                                                 \
    ledger->all.field += runs->outcomes[OUTCOME_##id];
    OUTCOME_FIELD(SAT, sat)
    OUTCOME_FIELD(UNSAT, unsat)
    OUTCOME_FIELD(UNKNOWN, unknown)
    OUTCOME_FIELD(TIMEOUT, timeout)
    OUTCOME_FIELD(MEMOUT, memout)
    OUTCOME_FIELD(CRASH, crash)
    OUTCOME_FIELD(ERROR, error)
    OUTCOME_FIELD(UNSUPPORTED, unsupported)
#undef OUTCOME_FIELD
    _Static_assert(OUTCOME_COUNT == 8, "an outcome is not counted");
}

static uint32_t outcomes_of(const run_count_t *runs) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < OUTCOME_COUNT; i++)
        sum += runs->outcomes[i];
    return sum;
}

static void count_runs(ledger_t *ledger, const wire_result_t *result, batch_result_t *batch) {
    const arm_t *arm = &ledger->schedule->arms.data[result->arm];
    for (uint32_t i = 0; i < ledger->plan->solver_count; i++) {
        run_count_t runs;
        memcpy(&runs, result->runs.data + i * sizeof runs, sizeof runs);
        assert(outcomes_of(&runs) == runs.queries && runs.paid <= runs.stretched);
        stats_solver_t *solver = &ledger->solvers[i];
        solver->queries += runs.queries;
        solver->skipped += runs.skipped;
        solver->cpu += runs.cpu;
        ledger->all.queries += runs.queries;
        ledger->all.stretched += runs.stretched;
        ledger->all.paid += runs.paid;
        count_outcomes(ledger, solver, &runs);
        const pace_result_t pace = {
            .verdicts = runs.outcomes[OUTCOME_SAT] + runs.outcomes[OUTCOME_UNSAT] +
                        runs.outcomes[OUTCOME_UNKNOWN],
            .stuck = runs.outcomes[OUTCOME_TIMEOUT],
            .refused = runs.outcomes[OUTCOME_UNSUPPORTED] + runs.outcomes[OUTCOME_ERROR],
            .slowest = runs.slowest};
        if (runs.queries > 0)
            schedule_pace(ledger->schedule, arm->seed, i, &pace);
        if (i < ledger->plan->mains) {
            batch->runs += runs.queries;
            batch->stuck += runs.outcomes[OUTCOME_TIMEOUT];
        }
    }
}

void ledger_result(ledger_t *ledger, const wire_result_t *result) {
    assert(result->runs.len == ledger->plan->solver_count * sizeof(run_count_t));
    assert(result->tested <= result->made && result->undecided <= result->tested);
    assert(result->own_cpu >= 0 && result->solver_cpu >= 0);
    const arm_t *arm = &ledger->schedule->arms.data[result->arm];
    stats_strategy_t *strategy = strategy_of(ledger, result->arm);
    batch_result_t batch = {.arm = result->arm,
                            .made = result->made,
                            .tested = result->tested,
                            .closed = result->closed != 0,
                            .last = result->last != 0,
                            .cost = result->solver_cpu + result->own_cpu};
    if (arm->made == 0 && result->made > 0)
        strategy->seeds++;
    stats_t *all = &ledger->all;
    all->made += result->made;
    all->nowhere += result->nowhere;
    all->tested += result->tested;
    all->chained += result->chained;
    all->undecided += result->undecided;
    all->candidates += result->candidates;
    all->gone += result->gone;
    all->own_cpu += result->own_cpu;
    all->solver_cpu += result->solver_cpu;
    strategy->made += result->made;
    strategy->nowhere += result->nowhere;
    strategy->tested += result->tested;
    strategy->undecided += result->undecided;
    strategy->cpu += batch.cost;
    count_runs(ledger, result, &batch);
    count_behaviours(ledger, result, strategy);
    schedule_result(ledger->schedule, &batch);
}

static char *copy_bytes(mem_t *mem, slice_t bytes) {
    char *copy = mem_alloc(mem, bytes.len + 1);
    if (bytes.len > 0)
        memcpy(copy, bytes.data, bytes.len);
    copy[bytes.len] = '\0';
    return copy;
}

void ledger_sighting(ledger_t *ledger, const wire_sighting_t *sighting) {
    char *key = copy_bytes(ledger->mem, sighting->key);
    char *recipe = copy_bytes(ledger->mem, sighting->recipe);
    *vec_push(ledger->mem, &ledger->sightings) =
        (sighting_book_t){key, recipe, sighting->bytes, ledger->all.elapsed};
    strategy_of(ledger, sighting->arm)->triggers++;
    ledger->all.triggers++;
    cluster_book_t *book =
        ledger_cluster(ledger, hash_bytes(sighting->key.data, sighting->key.len));
    if (book)
        book->count++;
}

void ledger_learned(ledger_t *ledger, const wire_learned_t *learned) {
    assert(learned->seed < ledger->plan->seeds->rows.len);
    seed_book_t *book = &ledger->seeds[learned->seed];
    book->tried |= learned->tried;
    book->status = (status_t)learned->status;
    book->source = (status_source_t)learned->source;
    if (learned->model.len > 0 && !book->model)
        book->model = copy_bytes(ledger->mem, learned->model);
    if (learned->core.len > 0 && !book->core)
        book->core = copy_bytes(ledger->mem, learned->core);
    if (learned->model.len > 0 || learned->core.len > 0)
        ledger->all.learned++;
    ledger->schedule->seeds.data[learned->seed].dirty = true;
}

/* ---- The view ------------------------------------------------------------------------------ */

static void count_finding(ledger_t *ledger, const cluster_book_t *cluster) {
    if (cluster->repeat == REPEAT_FLAKY)
        return;
    for (uint32_t i = 0; i < ledger->findings.len; i++) {
        stats_finding_t *row = &ledger->findings.data[i];
        if (row->kind == cluster->kind && row->grade == cluster->grade) {
            row->clusters++;
            row->triggers += cluster->count;
            return;
        }
    }
    *vec_push(ledger->mem, &ledger->findings) =
        (stats_finding_t){cluster->kind, cluster->grade, 1, cluster->count};
}

void ledger_view(ledger_t *ledger, stats_view_t *view) {
    ledger->findings.len = 0;
    for (uint32_t i = 0; i < ledger->plan->solver_count; i++)
        ledger->solvers[i].clusters = 0;
    for (uint32_t i = 0; i < ledger->clusters.len; i++) {
        const cluster_book_t *cluster = &ledger->clusters.data[i];
        count_finding(ledger, cluster);
        for (uint32_t k = 0; k < ledger->plan->mains && cluster->repeat != REPEAT_FLAKY; k++)
            if (strcmp(ledger->solvers[k].name, cluster->solver) == 0) {
                ledger->solvers[k].clusters++;
                break;
            }
    }
    view->all = ledger->all;
    view->last_cluster = ledger->last_cluster;
    view->solver_count = ledger->plan->mains;
    view->solvers = ledger->solvers;
    view->strategy_count = ledger->plan->strategy_count;
    view->strategies = ledger->strategies;
    view->finding_count = ledger->findings.len;
    view->findings = ledger->findings.data;
    view->event_count = ledger->events.len;
    view->events = ledger->events.data;
    const schedule_t *schedule = ledger->schedule;
    view->seeds = schedule->seeds.len;
    view->seeds_left = view->seeds_rested = 0;
    for (uint32_t i = 0; i < schedule->seeds.len; i++) {
        view->seeds_left += schedule->seeds.data[i].tested == 0;
        view->seeds_rested += schedule->seeds.data[i].rested > schedule->now;
    }
    view->arms = view->arms_left = 0;
    for (uint32_t i = 0; i < schedule->arms.len; i++) {
        view->arms += !schedule->arms.data[i].closed;
        view->arms_left +=
            !schedule->arms.data[i].closed && schedule->arms.data[i].next < SCHEDULE_BREADTH;
    }
}
