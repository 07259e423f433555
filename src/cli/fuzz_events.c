#include "cli/fuzz_events.h"

#include "base/file.h"
#include "cli/common/json.h"
#include "report/load.h"

#include <stdio.h>
#include <string.h>

/* Seconds between two views: on a terminal, in JSON, as lines. */
static const double dashboard_pause = 0.5, json_pause = 5, line_pause = 10;

#define ARG(text) (int)(text).len, (text).data

/* ---- Lines --------------------------------------------------------------------------------- */

/* A line for people: on stderr, or after the dashboard has closed when there is one. */
static void note(fuzz_events_t *events, const char *text) {
    if (events->dashboard)
        strbuf_format(&events->notes, "%s\n", text);
    else
        fprintf(stderr, "%s\n", text);
}

static void tell_warning(void *arg, const char *text) {
    fuzz_events_t *events = arg;
    strbuf_t line;
    strbuf_init(&line, events->mem);
    strbuf_format(&line, "assay: %s", text);
    note(events, strbuf_text(&line));
    strbuf_done(&line);
}

/* ---- Findings and alarms ------------------------------------------------------------------- */

static void add_path(const fuzz_events_t *events, const store_cluster_t *cluster,
                     const store_finding_t *finding, strbuf_t *out) {
    strbuf_format(out, "%s/", events->campaign->directory);
    finding_files_path(finding->repeat, cluster->id, out);
}

static void json_finding(const fuzz_events_t *events, const store_cluster_t *cluster,
                         const store_finding_t *finding, stored_t how) {
    strbuf_t path;
    strbuf_init(&path, events->mem);
    add_path(events, cluster, finding, &path);
    json_t *object = json_pack("{s:s, s:b, s:I, s:I, s:o}", "event", "finding", "new",
                               how == STORED_NEW, "cluster", (json_int_t)cluster->id, "bytes",
                               (json_int_t)cluster->bytes, "file", json_text(strbuf_text(&path)));
    const struct {
        const char *key;
        slice_t text;
    } rows[] = {{"kind", slice_of(finding_kind_name(finding->kind))},
                {"grade", slice_of(grade_name(finding->grade))},
                {"solver", finding->solver},
                {"options", finding->options},
                {"strategy", finding->strategy},
                {"repeat", slice_of(repeat_name(finding->repeat))},
                {"logic", finding->logic},
                {"certificate", slice_of(certificate_name(finding->certificate))},
                {"claim", slice_of(claim_name(finding->claim))},
                {"signature", finding->signature},
                {"recipe", finding->recipe},
                {"key", cluster->key}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        json_object_set_new(object, rows[i].key, json_bytes(rows[i].text.data, rows[i].text.len));
    json_line(object);
    fflush(stdout);
    strbuf_done(&path);
}

static void tell_finding(void *arg, const store_cluster_t *cluster, const store_finding_t *finding,
                         stored_t how) {
    fuzz_events_t *events = arg;
    if (events->json) {
        json_finding(events, cluster, finding, how);
        return;
    }
    if (how != STORED_NEW)
        return;
    strbuf_t line;
    strbuf_init(&line, events->mem);
    strbuf_format(
        &line, "%s: %s in %.*s (%s, %.*s): ", finding->repeat == REPEAT_FLAKY ? "flaky" : "finding",
        finding_kind_name(finding->kind), ARG(finding->solver), grade_name(finding->grade),
        ARG(finding->strategy));
    add_path(events, cluster, finding, &line);
    if (events->dashboard)
        note(events, strbuf_text(&line));
    else
        puts(strbuf_text(&line));
    fflush(stdout);
    strbuf_done(&line);
}

static void tell_alarm(void *arg, alarm_kind_t kind, const char *strategy, const char *recipe,
                       const char *text) {
    fuzz_events_t *events = arg;
    if (events->json) {
        json_line(json_pack("{s:s, s:s, s:s, s:o, s:o}", "event", "alarm", "kind",
                            alarm_kind_name(kind), "strategy", strategy, "recipe",
                            json_text(recipe), "text", json_text(text)));
        fflush(stdout);
        return;
    }
    strbuf_t line;
    strbuf_init(&line, events->mem);
    strbuf_format(&line, "alarm: %s (%s): %s", alarm_kind_name(kind), strategy, text);
    note(events, strbuf_text(&line));
    strbuf_done(&line);
}

/* ---- Numbers ------------------------------------------------------------------------------- */

static json_t *json_solver(const stats_solver_t *row) {
    json_t *object =
        json_pack("{s:o, s:o}", "solver", json_text(row->name), "options", json_text(row->options));
#define COUNT(field, doc) json_object_set_new(object, #field, json_integer((json_int_t)row->field));
#define TIME(field, doc) json_object_set_new(object, #field, json_real(row->field));
#include "store/solver_stats.def"
    return object;
}

static json_t *json_strategy(const stats_strategy_t *row) {
    json_t *object = json_pack("{s:s}", "strategy", row->name);
#define COUNT(field, doc) json_object_set_new(object, #field, json_integer((json_int_t)row->field));
#define TIME(field, doc) json_object_set_new(object, #field, json_real(row->field));
#include "store/strategy_stats.def"
    return object;
}

static json_t *json_stats(const stats_view_t *view) {
    json_t *object =
        json_pack("{s:s, s:s, s:f, s:i, s:i, s:i, s:I}", "event", "stats", "phase", view->phase,
                  "tested_rate", view->tested_rate, "seeds", (int)view->seeds, "seeds_left",
                  (int)view->seeds_left, "seeds_rested", (int)view->seeds_rested, "memory_kb",
                  (json_int_t)view->memory_kb);
    const stats_t *row = &view->all;
#define COUNT(field, doc) json_object_set_new(object, #field, json_integer((json_int_t)row->field));
#define TIME(field, doc) json_object_set_new(object, #field, json_real(row->field));
#include "store/stats.def"
    json_t *solvers = json_array();
    for (uint32_t i = 0; i < view->solver_count; i++)
        json_array_append_new(solvers, json_solver(&view->solvers[i]));
    json_t *strategies = json_array();
    for (uint32_t i = 0; i < view->strategy_count; i++)
        json_array_append_new(strategies, json_strategy(&view->strategies[i]));
    json_object_set_new(object, "solvers", solvers);
    json_object_set_new(object, "strategies", strategies);
    return object;
}

static void tell_stats(void *arg, const stats_view_t *view) {
    fuzz_events_t *events = arg;
    events->last = view->all;
    if (events->dashboard) {
        dashboard_show(events->dashboard, view);
    } else if (events->json) {
        json_line(json_stats(view));
        fflush(stdout);
    } else if (!events->quiet) {
        strbuf_t line;
        strbuf_init(&line, events->mem);
        dashboard_line(view, &line);
        fprintf(stderr, "%s\n", strbuf_text(&line));
        strbuf_done(&line);
    }
}

static bool ask_quit(void *arg) {
    fuzz_events_t *events = arg;
    return events->dashboard && dashboard_quit(events->dashboard);
}

/* ---- Beginning and end --------------------------------------------------------------------- */

/* After a number. */
static const char *noun(uint64_t count, const char *one, const char *many) {
    return count == 1 ? one : many;
}

static void say_plan(const fuzz_events_t *events, const plan_t *plan) {
    uint32_t seeds = plan->seeds->rows.len;
    uint32_t workers = events->campaign->workers;
    fprintf(stderr, "%u %s, %u %s, %u %s; everything is in %s\n", seeds,
            noun(seeds, "seed", "seeds"), plan->strategy_count,
            noun(plan->strategy_count, "strategy", "strategies"), workers,
            noun(workers, "worker", "workers"), events->campaign->directory);
    for (uint32_t i = 0; i < plan->mains; i++)
        fprintf(stderr, "  %s %s%s%s\n", plan->solvers[i].name, plan->solvers[i].options,
                plan->solvers[i].version[0] ? ": " : "", plan->solvers[i].version);
}

void fuzz_events_open(fuzz_events_t *events, campaign_options_t *campaign, const plan_t *plan,
                      mem_t *mem) {
    events->mem = mem;
    events->campaign = campaign;
    strbuf_init(&events->notes, mem);
    if (!events->quiet && !events->json) {
        say_plan(events, plan);
        events->dashboard = dashboard_open(mem);
    }
    campaign->pause = events->dashboard ? dashboard_pause : events->json ? json_pause : line_pause;
    events->sink = (campaign_sink_t){.arg = events,
                                     .stats = tell_stats,
                                     .finding = tell_finding,
                                     .alarm = tell_alarm,
                                     .warning = tell_warning,
                                     .quit = ask_quit};
}

static void print_summary(const fuzz_events_t *events, const campaign_end_t *end) {
    const stats_t *all = &events->last;
    double cpu = all->solver_cpu + all->own_cpu;
    printf(
        "%s: ended (%s) after %.0f s: %llu mutants tested, %llu runs of solvers, %llu timeouts\n",
        events->campaign->directory, end->how, all->elapsed, (unsigned long long)all->tested,
        (unsigned long long)all->queries, (unsigned long long)all->timeout);
    printf("CPU: solvers %.1f s, assay %.1f s (%.1f %%)\n", all->solver_cpu, all->own_cpu,
           cpu > 0 ? 100 * all->own_cpu / cpu : 0);
    printf("%llu %s with %llu %s, %llu flaky, %llu %s\n", (unsigned long long)end->findings,
           noun(end->findings, "finding", "findings"), (unsigned long long)all->triggers,
           noun(all->triggers, "trigger", "triggers"), (unsigned long long)all->flaky,
           (unsigned long long)end->alarms, noun(end->alarms, "alarm", "alarms"));
    if (end->findings + all->flaky + end->alarms > 0)
        printf("To read about them: assay report %s\n", events->campaign->directory);
}

void fuzz_events_close(fuzz_events_t *events, const campaign_end_t *end, int code) {
    bool shown = events->dashboard != NULL;
    dashboard_close(events->dashboard);
    events->dashboard = NULL;
    if (shown)
        strbuf_write(&events->notes, stderr);
    if (end->error.len > 0)
        fprintf(stderr, "assay: %.*s\n", (int)end->error.len, end->error.data);
    if (events->json)
        json_line(json_pack("{s:s, s:s, s:I, s:I, s:f, s:i}", "event", "end", "how", end->how,
                            "findings", (json_int_t)end->findings, "alarms",
                            (json_int_t)end->alarms, "elapsed", events->last.elapsed, "exit",
                            code));
    else
        print_summary(events, end);
    strbuf_done(&events->notes);
}
