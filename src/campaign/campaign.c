#include "campaign/campaign.h"

#include "base/bug.h"
#include "base/clock.h"
#include "campaign/workers.h"
#include "solver/run/child.h"
#include "solver/run/process.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Seconds between two saves, and how long it is tried when that does not work. */
static const double save_pause = 5, stall_patience = 30;

/* Seconds that rates are taken over. */
static const double rate_window = 5;

/* Seconds that workers are listened to at a time. */
static const double listen_pause = 0.25;

/* The supervisor. */
typedef struct campaign {
    mem_t *mem;
    const plan_t *plan;
    const campaign_options_t *options;
    const campaign_sink_t *sink;
    campaign_end_t *end;
    schedule_t schedule;
    ledger_t ledger;
    workers_t *workers; /* NULL before the start */
    int signals;
    known_vec_t known;
    strbuf_t backlog; /* events that could not be stored yet */
    double stalled;   /* since when nothing can be stored; negative: it can */
    bool ending;
    bool exhausted;   /* no arm is left */
    double begun;     /* clock_wall() */
    double before;    /* seconds of earlier sittings */
    double own_cpu;   /* of this process, when it was last counted */
    double saved;     /* when it was last saved */
    double shown;     /* when it was last shown */
    double sample_at; /* when the numbers were taken that rates are counted from */
    uint64_t sample_made, sample_tested;
    double made_rate, tested_rate;
    uint64_t tested_before; /* mutants that were tested before this sitting */
} campaign_t;

/* ---- Telling ------------------------------------------------------------------------------- */

static void warn(const campaign_t *campaign, const char *text) {
    campaign->sink->warning(campaign->sink->arg, text);
}

static void take_warning(void *arg, const char *text) {
    warn(arg, text);
}

static const char *phase_text(const campaign_t *campaign) {
    if (campaign->ending)
        return "ending";
    switch (schedule_phase(&campaign->schedule)) {
    case SCHEDULE_IN_BREADTH:
        return "breadth";
    case SCHEDULE_LEARNING:
        return "learning";
    case SCHEDULE_UNIFORM:
        return "uniform";
    }
    return "";
}

static void measure_rates(campaign_t *campaign, double now) {
    const stats_t *all = &campaign->ledger.all;
    double passed = now - campaign->sample_at;
    assert(all->made >= campaign->sample_made && all->tested >= campaign->sample_tested);
    if (passed < rate_window && campaign->made_rate > 0)
        return;
    campaign->made_rate = (double)(all->made - campaign->sample_made) / passed;
    campaign->tested_rate = (double)(all->tested - campaign->sample_tested) / passed;
    if (passed < rate_window)
        return;
    campaign->sample_at = now;
    campaign->sample_made = all->made;
    campaign->sample_tested = all->tested;
}

/* The clock, and what this process itself used. */
static void count_time(campaign_t *campaign) {
    stats_t *all = &campaign->ledger.all;
    double cpu = clock_cpu();
    assert(cpu >= campaign->own_cpu);
    all->elapsed = campaign->before + clock_wall() - campaign->begun;
    all->own_cpu += cpu - campaign->own_cpu;
    campaign->own_cpu = cpu;
}

static void show(campaign_t *campaign) {
    double now = clock_wall();
    stats_view_t view = {0};
    measure_rates(campaign, now);
    ledger_view(&campaign->ledger, &view);
    view.limit = campaign->options->time > 0 ? campaign->before + campaign->options->time : 0;
    view.made_rate = campaign->made_rate;
    view.tested_rate = campaign->tested_rate;
    view.mean_tested_rate =
        (double)(view.all.tested - campaign->tested_before) / (now - campaign->begun + 1e-9);
    view.phase = phase_text(campaign);
    view.workers = campaign->options->workers;
    view.directory = campaign->options->directory;
    view.memory_kb = process_resident_kb(getpid());
    if (campaign->workers)
        view.memory_kb += workers_memory_kb(campaign->workers);
    campaign->sink->stats(campaign->sink->arg, &view);
    campaign->shown = now;
}

/* ---- Storing ------------------------------------------------------------------------------- */

static void stall(campaign_t *campaign) {
    if (campaign->stalled >= 0)
        return;
    campaign->stalled = clock_wall();
    strbuf_t text;
    strbuf_init(&text, campaign->mem);
    strbuf_format(&text, "%s; waiting for this to pass", ledger_why(&campaign->ledger));
    warn(campaign, strbuf_text(&text));
    strbuf_done(&text);
}

static void tell_workers(campaign_t *campaign, const cluster_book_t *cluster) {
    if (!campaign->workers)
        return; /* it is the end: what they said is stored when they are gone */
    ledger_known(&campaign->ledger, &campaign->known);
    for (uint32_t i = 0; i < campaign->known.len; i++) {
        const known_t *row = &campaign->known.data[i];
        if (row->key == cluster->key)
            workers_know(campaign->workers, row);
    }
}

static void write_files(campaign_t *campaign, int64_t cluster) {
    strbuf_t why;
    strbuf_init(&why, campaign->mem);
    if (!finding_files_write(campaign->ledger.store, campaign->options->directory, cluster,
                             campaign->options->report, campaign->mem, &why))
        warn(campaign, strbuf_text(&why));
    strbuf_done(&why);
}

static bool store_finding(campaign_t *campaign, const char *bytes, size_t len) {
    news_t news;
    if (!ledger_finding(&campaign->ledger, bytes, len, &news))
        return false;
    if (news.how == STORED_DUPLICATE)
        return true;
    campaign->sink->finding(campaign->sink->arg, &news.row, &news.finding, news.how);
    write_files(campaign, news.cluster->id);
    tell_workers(campaign, news.cluster);
    return true;
}

static bool store_alarm(campaign_t *campaign, const wire_alarm_t *alarm) {
    bool fresh;
    if (!ledger_alarm(&campaign->ledger, alarm, &fresh))
        return false;
    if (!fresh)
        return true;
    const arm_t *arm = &campaign->schedule.arms.data[alarm->arm];
    const slice_t from[] = {alarm->recipe, alarm->text};
    const char *texts[2];
    arena_mark_t mark = arena_mark(&campaign->ledger.texts);
    for (int i = 0; i < 2; i++)
        texts[i] = arena_copy(&campaign->ledger.texts, from[i].data, from[i].len);
    campaign->sink->alarm(campaign->sink->arg, alarm->kind,
                          campaign->ledger.strategies[arm->strategy].name, texts[0], texts[1]);
    arena_release(&campaign->ledger.texts, mark);
    return true;
}

static bool store_event(campaign_t *campaign, const char *bytes, size_t len) {
    wire_in_t in = {.bytes = {.data = (char *)(uintptr_t)bytes, .len = len, .cap = len}};
    wire_body_t body;
    wire_alarm_t alarm;
    if (wire_next(&in, &body) == WIRE_ALARM)
        return !wire_get_alarm(&body, &alarm) || store_alarm(campaign, &alarm);
    return store_finding(campaign, bytes, len);
}

/* Stores an event that came in: a finding with its answers, or an alarm. Puts it aside when that
 * does not work. */
static void take_event(void *arg, const char *bytes, size_t len) {
    campaign_t *campaign = arg;
    assert(len > 0);
    if (campaign->stalled < 0 && store_event(campaign, bytes, len))
        return;
    stall(campaign);
    uint64_t size = len;
    strbuf_add(&campaign->backlog, (const char *)&size, sizeof size);
    strbuf_add(&campaign->backlog, bytes, len);
}

/* An alarm of our own. */
static void take_death(void *arg, uint32_t arm, const char *recipe, const char *text) {
    campaign_t *campaign = arg;
    strbuf_t message;
    strbuf_t key;
    strbuf_init(&message, campaign->mem);
    strbuf_init(&key, campaign->mem);
    strbuf_format(&key, "%s %s", alarm_kind_name(ALARM_WORKER), text);
    wire_put_alarm(&message, &(wire_alarm_t){.arm = arm,
                                             .key = strbuf_slice(&key),
                                             .kind = ALARM_WORKER,
                                             .recipe = slice_of(recipe),
                                             .text = slice_of(text)});
    take_event(campaign, message.data, message.len);
    strbuf_done(&message);
    strbuf_done(&key);
}

static void take_reduced(void *arg, const wire_reduced_t *reduced) {
    campaign_t *campaign = arg;
    int64_t cluster;
    if (campaign->stalled >= 0)
        return; /* it is done again in another sitting */
    if (!ledger_reduced(&campaign->ledger, reduced, &cluster)) {
        stall(campaign);
        return;
    }
    for (uint32_t i = 0; cluster != 0 && i < campaign->ledger.clusters.len; i++)
        if (campaign->ledger.clusters.data[i].id == cluster)
            tell_workers(campaign, &campaign->ledger.clusters.data[i]);
    if (cluster != 0)
        write_files(campaign, cluster);
}

/* Marks all arms as done up to what is at work: mutants that a worker has are not done. */
static void mark_safe(campaign_t *campaign) {
    schedule_t *schedule = &campaign->schedule;
    for (uint32_t i = 0; i < schedule->arms.len; i++)
        if (schedule->arms.data[i].dirty)
            schedule->arms.data[i].safe = schedule->arms.data[i].next;
    if (campaign->workers)
        workers_mark_safe(campaign->workers);
}

/* Tries what could not be stored, in order. */
static bool store_backlog(campaign_t *campaign) {
    strbuf_t *backlog = &campaign->backlog;
    size_t at = 0;
    bool ok = true;
    while (ok && at < backlog->len) {
        uint64_t size;
        memcpy(&size, backlog->data + at, sizeof size);
        assert(size <= backlog->len - at - sizeof size);
        ok = store_event(campaign, backlog->data + at + sizeof size, (size_t)size);
        if (ok)
            at += sizeof size + (size_t)size;
    }
    backlog->len -= at;
    if (at > 0)
        memmove(backlog->data, backlog->data + at, backlog->len);
    return ok;
}

static void save(campaign_t *campaign) {
    count_time(campaign);
    mark_safe(campaign);
    campaign->saved = clock_wall();
    if (!store_backlog(campaign) || !ledger_save(&campaign->ledger)) {
        stall(campaign);
        return;
    }
    if (campaign->stalled >= 0)
        warn(campaign, "the store works again");
    campaign->stalled = -1;
}

/* ---- Running ------------------------------------------------------------------------------- */

/* Why it should end, or NULL. */
static const char *look_for_end(campaign_t *campaign) {
    double now = clock_wall();
    if (signals_take(campaign->signals) != 0 || campaign->sink->quit(campaign->sink->arg))
        return "signal";
    if (campaign->stalled >= 0 && now - campaign->stalled > stall_patience)
        return "error";
    if (campaign->options->time > 0 && now - campaign->begun >= campaign->options->time)
        return "time";
    if (campaign->options->fail_fast && campaign->ledger.all.clusters > 0)
        return "finding";
    return campaign->exhausted && workers_idle(campaign->workers) ? "nothing left" : NULL;
}

static void run(campaign_t *campaign) {
    assert(campaign->workers && !campaign->ending);
    const char *how = NULL;
    while (!how) {
        if (campaign->stalled < 0)
            campaign->exhausted = !workers_feed(campaign->workers);
        workers_listen(campaign->workers, listen_pause);
        count_time(campaign);
        workers_reap(campaign->workers);
        double now = clock_wall();
        if (now - campaign->saved >= (campaign->stalled >= 0 ? 1 : save_pause))
            save(campaign);
        if (now - campaign->shown >= campaign->options->pause)
            show(campaign);
        how = look_for_end(campaign);
    }
    campaign->end->how = how;
    campaign->ending = true;
    workers_stop(campaign->workers);
}

/* What could not be stored is at least said. */
static void report_backlog(campaign_t *campaign) {
    const strbuf_t *backlog = &campaign->backlog;
    for (size_t at = 0; at < backlog->len;) {
        uint64_t size;
        memcpy(&size, backlog->data + at, sizeof size);
        wire_in_t in = {.bytes = {.data = backlog->data + at + sizeof size,
                                  .len = (size_t)size,
                                  .cap = (size_t)size}};
        wire_body_t body;
        wire_kind_t kind;
        wire_finding_t finding;
        while ((kind = wire_next(&in, &body)) != WIRE_NONE)
            if (kind == WIRE_FINDING && wire_get_finding(&body, &finding)) {
                strbuf_t text;
                strbuf_init(&text, campaign->mem);
                const finding_t *lost = &finding.finding;
                strbuf_format(&text, "not stored: %s %s: %.*s", grade_name(lost->grade),
                              finding_kind_name(lost->kind), (int)lost->recipe.len,
                              lost->recipe.data);
                warn(campaign, strbuf_text(&text));
                strbuf_done(&text);
            }
        at += sizeof size + (size_t)size;
    }
}

static void finish(campaign_t *campaign) {
    campaign_end_t *end = campaign->end;
    workers_close(campaign->workers);
    campaign->workers = NULL;
    count_time(campaign);
    mark_safe(campaign);
    bool ok = store_backlog(campaign) && ledger_end(&campaign->ledger, end->how);
    if (!ok && end->error.len == 0)
        strbuf_str(&end->error, ledger_why(&campaign->ledger));
    if (!ok)
        report_backlog(campaign);
    assert(campaign->ledger.all.clusters + campaign->ledger.all.flaky ==
           campaign->ledger.clusters.len);
    end->findings = campaign->ledger.all.clusters;
    end->fails = ledger_fails(&campaign->ledger);
    end->alarms = campaign->ledger.all.alarms;
    show(campaign);
}

static bool prepare(campaign_t *campaign) {
    const plan_t *plan = campaign->plan;
    const campaign_options_t *options = campaign->options;
    strbuf_t *error = &campaign->end->error;
    strbuf_t path;
    strbuf_init(&path, campaign->mem);
    strbuf_format(&path, "%s/" CAMPAIGN_DB, options->directory);
    schedule_init(&campaign->schedule,
                  &(schedule_options_t){.uniform = options->uniform,
                                        .first_limit = plan->first_limit,
                                        .mains = plan->mains,
                                        .limit = plan->limit,
                                        .solvers = plan->solver_count,
                                        .strategies = plan->strategy_count},
                  plan->seed, campaign->mem);
    schedule_fill(&campaign->schedule, plan->seeds->rows.len);
    bool ok = ledger_open(&campaign->ledger, plan, &campaign->schedule, strbuf_text(&path),
                          options->resume, options->command, campaign->mem, error);
    strbuf_done(&path);
    if (!ok)
        return false;
    if (!store_set(campaign->ledger.store, "options", options->record)) {
        strbuf_str(error, ledger_why(&campaign->ledger));
        return false;
    }
    schedule_start(&campaign->schedule);
    finding_files_missing(campaign->ledger.store, options->directory, options->report,
                          campaign->mem, error);
    strbuf_clear(error);
    campaign->signals = signals_open();
    if (campaign->signals >= 0)
        return true;
    strbuf_format(error, "cannot wait for signals: %s", strerror(errno));
    return false;
}

static bool start(campaign_t *campaign) {
    campaign->workers = workers_open(&(workers_setup_t){.mem = campaign->mem,
                                                        .plan = campaign->plan,
                                                        .schedule = &campaign->schedule,
                                                        .ledger = &campaign->ledger,
                                                        .count = campaign->options->workers,
                                                        .signals = campaign->signals,
                                                        .arg = campaign,
                                                        .event = take_event,
                                                        .reduced = take_reduced,
                                                        .died = take_death,
                                                        .warning = take_warning});
    if (workers_start(campaign->workers))
        return true;
    strbuf_str(&campaign->end->error, "the workers cannot be started");
    return false;
}

void campaign_run(const plan_t *plan, const campaign_options_t *options,
                  const campaign_sink_t *sink, mem_t *mem, campaign_end_t *end) {
    campaign_t campaign = {.mem = mem,
                           .plan = plan,
                           .options = options,
                           .sink = sink,
                           .end = end,
                           .signals = -1,
                           .stalled = -1};
    assert(options->workers > 0 && plan->seeds->rows.len > 0 && plan->mains > 0);
    *end = (campaign_end_t){.how = "error"};
    strbuf_init(&end->error, mem);
    strbuf_init(&campaign.backlog, mem);
    if (prepare(&campaign)) {
        campaign.begun = campaign.sample_at = campaign.saved = clock_wall();
        campaign.before = campaign.ledger.all.elapsed;
        campaign.sample_made = campaign.ledger.all.made;
        campaign.sample_tested = campaign.tested_before = campaign.ledger.all.tested;
        if (start(&campaign))
            run(&campaign);
        finish(&campaign);
    }
    if (campaign.signals >= 0)
        close(campaign.signals);
    ledger_close(&campaign.ledger);
    schedule_done(&campaign.schedule);
    vec_free(mem, &campaign.known);
    strbuf_done(&campaign.backlog);
}
