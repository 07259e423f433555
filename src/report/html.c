#include "report/html.h"

#include "base/embed.h"
#include "report/html_text.h"
#include "report/plot.h"

#include <assert.h>
#include <time.h>

EMBED(page_css);
EMBED(page_js);

/* --- numbers --- */

static void number(strbuf_t *out, const char *name, const char *class, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void number(strbuf_t *out, const char *name, const char *class, const char *format, ...) {
    va_list args;
    strbuf_format(out, "<div class=\"%s\"><b>", class);
    va_start(args, format);
    strbuf_vformat(out, format, args);
    va_end(args);
    strbuf_format(out, "</b>%s</div>\n", name);
}

static void put_duration(strbuf_t *out, double seconds) {
    uint64_t all = seconds > 0 ? (uint64_t)seconds : 0;
    strbuf_format(out, "%u:%02u:%02u", (unsigned)(all / 3600), (unsigned)(all / 60 % 60),
                  (unsigned)(all % 60));
}

static void head_numbers(const report_t *report, strbuf_t *out) {
    static const store_stat_t nothing;
    const store_stat_t *last = report->stats.len > 0 ? &vec_last(&report->stats) : &nothing;
    strbuf_str(out, "<div class=\"numbers\">\n");
    number(out, "findings", report->findings.len > 0 ? "bad" : "", "%u", report->findings.len);
    number(out, "triggers", "", "%lld", (long long)last->triggers);
    strbuf_t time;
    strbuf_init(&time, out->mem);
    put_duration(&time, last->elapsed);
    number(out, "run time", "", "%s", strbuf_text(&time));
    strbuf_done(&time);
    number(out, "mutants tested", "", "%lld", (long long)last->tested);
    number(out, "a second", "", "%.1f",
           last->elapsed > 0 ? (double)last->tested / last->elapsed : 0);
    number(out, "undecided", "", "%.1f %%",
           last->tested > 0 ? 100.0 * (double)last->undecided / (double)last->tested : 0);
    number(out, "alarms", report->alarms.len > 0 ? "bad" : "", "%u", report->alarms.len);
    strbuf_str(out, "</div>\n");
}

/* --- findings --- */

static void attribute(strbuf_t *out, const char *name, slice_t value) {
    strbuf_format(out, " data-%s=\"", name);
    html_text(out, value);
    strbuf_char(out, '"');
}

static void block(strbuf_t *out, const char *title, slice_t text) {
    if (text.len == 0)
        return;
    strbuf_format(out, "<h3>%s</h3><pre>", title);
    html_text(out, text);
    strbuf_str(out, "</pre>\n");
}

static void put_solver(const report_t *report, slice_t name, slice_t options, strbuf_t *out) {
    strbuf_t text;
    strbuf_init(&text, out->mem);
    report_solver_name(report, name, options, &text);
    html_text(out, strbuf_slice(&text));
    strbuf_done(&text);
}

static void put_answers(const report_t *report, const report_finding_t *finding, strbuf_t *out) {
    strbuf_str(out,
               "<div class=\"scroll\"><table><tr><th>solver</th><th>options</th><th>answer</th>"
               "<th>CPU</th></tr>\n");
    for (uint32_t i = 0; i < finding->answers.len; i++) {
        const store_answer_t *answer = &finding->answers.data[i];
        strbuf_str(out, "<tr><td>");
        put_solver(report, answer->solver, answer->options, out);
        strbuf_str(out, "</td><td>");
        html_text(out, answer->options);
        strbuf_str(out, "</td><td>");
        strbuf_str(out, outcome_name(answer->outcome));
        strbuf_format(out, "</td><td>%.0f ms</td></tr>\n", answer->cpu_ms);
    }
    strbuf_str(out, "</table></div>\n");
}

static void put_finding(const report_t *report, const report_finding_t *finding,
                        const report_extras_t *extras, strbuf_t *out) {
    strbuf_t text;
    strbuf_init(&text, out->mem);
    strbuf_str(out, "<details class=\"finding\"");
    attribute(out, "kind", slice_of(finding_kind_name(finding->cluster.kind)));
    attribute(out, "grade", slice_of(grade_name(finding->cluster.grade)));
    attribute(out, "solver", finding->cluster.solver);
    attribute(out, "repeat", slice_of(repeat_name(finding->cluster.repeat)));
    strbuf_format(out, "><summary>%lld <span class=\"kind\">", (long long)finding->cluster.id);
    strbuf_str(out, finding_kind_name(finding->cluster.kind));
    strbuf_str(out, "</span> <span class=\"grade\">");
    strbuf_str(out, grade_name(finding->cluster.grade));
    strbuf_str(out, "</span> ");
    report_title(report, finding, &text);
    html_text(out, strbuf_slice(&text));
    strbuf_format(out, " <span class=\"soft\">&#215;%lld</span></summary><div>\n",
                  (long long)finding->cluster.count);
    block(out, "Input", report_trigger(finding));
    strbuf_clear(&text);
    report_command(finding, &text);
    block(out, "Command", strbuf_slice(&text));
    strbuf_clear(&text);
    report_expected(finding, &text);
    block(out, "Expected", strbuf_slice(&text));
    block(out, "Why", finding->best.evidence);
    if (extras)
        block(out, "To check with another solver", extras->check);
    put_answers(report, finding, out);
    if (extras)
        block(out, "Versions", extras->versions);
    block(out, "Recipe", finding->best.recipe);
    strbuf_str(out, "</div></details>\n");
    strbuf_done(&text);
}

static void put_filters(strbuf_t *out) {
    static const char *const fields[] = {"kind", "grade", "solver", "repeat"};
    strbuf_str(out, "<div class=\"filters\">\n");
    for (size_t i = 0; i < 4; i++)
        strbuf_format(out,
                      "<label>%s<select id=\"filter-%s\"><option value=\"\">all</option></select>"
                      "</label>\n",
                      fields[i], fields[i]);
    strbuf_str(out, "<label>contains<input id=\"search\" type=\"search\"></label></div>\n");
}

static void put_findings(const report_t *report, const report_extras_t *extras, strbuf_t *out) {
    strbuf_format(out, "<h2>Findings: <span id=\"shown\">%u</span></h2>\n", report->findings.len);
    put_filters(out);
    for (uint32_t i = 0; i < report->findings.len; i++) {
        const store_cluster_t *one = &report->findings.data[i].cluster;
        assert(i == 0 || report->findings.data[i - 1].cluster.repeat > one->repeat ||
               report->findings.data[i - 1].cluster.kind <= one->kind);
        put_finding(report, &report->findings.data[i], extras ? &extras[i] : NULL, out);
    }
    if (report->findings.len == 0)
        strbuf_str(out, "<p class=\"soft\">None.</p>\n");
}

/* --- plots --- */

/* The numbers are those of a file, which may be damaged: what goes back in time, or beyond all
 * time, is left out. */
static void add_point(const report_t *report, plot_series_t *series, double x, double y) {
    static const double most = 1e15;
    double last = series->points.len > 0 ? vec_last(&series->points).x : 0;
    if (!(x >= last && x <= most) || !(y >= 0 && y <= most))
        return;
    *vec_push(report->mem, &series->points) = (plot_point_t){x, y};
}

/* Many rows are thinned out: a page is no database. */
static uint32_t stride(uint32_t rows) {
    enum { POINTS = 400 };
    uint32_t step = rows / POINTS + 1;
    assert(rows / step <= POINTS);
    return step;
}

static void plot_findings(const report_t *report, strbuf_t *out) {
    plot_series_t series = {.name = "findings", .steps = true};
    add_point(report, &series, 0, 0);
    for (uint32_t i = 0; i < report->stats.len; i += stride(report->stats.len))
        add_point(report, &series, report->stats.data[i].at,
                  (double)report->stats.data[i].clusters);
    if (report->stats.len > 0)
        add_point(report, &series, vec_last(&report->stats).at,
                  (double)vec_last(&report->stats).clusters);
    plot_lines("Findings over time", &series, 1, out);
    vec_free(report->mem, &series.points);
}

static void plot_speed(const report_t *report, strbuf_t *out) {
    plot_series_t series = {.name = "tested a second"};
    uint32_t step = stride(report->stats.len);
    for (uint32_t i = step; i < report->stats.len; i += step) {
        const store_stat_t *now = &report->stats.data[i];
        const store_stat_t *before = &report->stats.data[i - step];
        double seconds = now->at - before->at;
        if (seconds > 0 && now->tested >= before->tested)
            add_point(report, &series, now->at,
                      ((double)now->tested - (double)before->tested) / seconds);
    }
    plot_lines("Throughput", &series, 1, out);
    vec_free(report->mem, &series.points);
}

static double count(int64_t number) {
    return number > 0 ? (double)number : 0;
}

static void plot_solvers(const report_t *report, strbuf_t *out) {
    enum { PARTS = 6 };
    static const char *const names[PARTS] = {"sat",     "unsat", "unknown",
                                             "timeout", "crash", "other"};
    VEC(plot_bar_t) bars = {0};
    double *parts = mem_zalloc(report->mem, report->solvers.len + 1, PARTS * sizeof *parts);
    for (uint32_t i = 0; i < report->solvers.len; i++) {
        const store_solver_t *row = &report->solvers.data[i];
        double *mine = parts + (size_t)i * PARTS;
        mine[0] = count(row->sat);
        mine[1] = count(row->unsat);
        mine[2] = count(row->unknown);
        mine[3] = count(row->timeout);
        mine[4] = count(row->crash);
        mine[5] = count(row->memout) + count(row->error) + count(row->unsupported);
        *vec_push(report->mem, &bars) = (plot_bar_t){row->name, mine};
    }
    plot_bars("Solvers", names, PARTS, bars.data, bars.len, out);
    vec_free(report->mem, &bars);
    mem_free(report->mem, parts);
}

static void plot_strategies(const report_t *report, strbuf_t *out) {
    static const char *const names[] = {"tested"};
    VEC(plot_bar_t) bars = {0};
    double *parts = mem_zalloc(report->mem, report->strategies.len + 1, sizeof *parts);
    for (uint32_t i = 0; i < report->strategies.len; i++) {
        const store_strategy_t *row = &report->strategies.data[i];
        parts[i] = count(row->tested);
        *vec_push(report->mem, &bars) = (plot_bar_t){row->name, &parts[i]};
    }
    plot_bars("Mutants tested, by strategy", names, 1, bars.data, bars.len, out);
    vec_free(report->mem, &bars);
    mem_free(report->mem, parts);
}

/* --- tables --- */

static void cell(strbuf_t *out, long long value) {
    strbuf_format(out, "<td>%lld</td>", value);
}

static void solver_table(const report_t *report, strbuf_t *out) {
    strbuf_str(out,
               "<h2>Solvers</h2><div class=\"scroll\"><table><tr><th>solver</th><th>version</th>"
               "<th>options</th><th>runs</th><th>sat</th><th>unsat</th><th>unknown</th>"
               "<th>timeout</th><th>crash</th><th>CPU s</th><th>findings</th></tr>\n");
    for (uint32_t i = 0; i < report->solvers.len; i++) {
        const store_solver_t *row = &report->solvers.data[i];
        strbuf_str(out, "<tr><td>");
        html_text(out, row->name);
        strbuf_str(out, "</td><td>");
        html_text(out, report_version_number(row->version));
        strbuf_str(out, "</td><td>");
        html_text(out, row->options);
        strbuf_str(out, "</td>");
        cell(out, row->queries);
        cell(out, row->sat);
        cell(out, row->unsat);
        cell(out, row->unknown);
        cell(out, row->timeout);
        cell(out, row->crash);
        strbuf_format(out, "<td>%.1f</td>", row->cpu);
        cell(out, row->clusters);
        strbuf_str(out, "</tr>\n");
    }
    strbuf_str(out, "</table></div>\n");
}

static void strategy_table(const report_t *report, strbuf_t *out) {
    strbuf_str(out, "<h2>Strategies</h2><div class=\"scroll\"><table><tr><th>strategy</th>"
                    "<th>seeds</th><th>made</th><th>tested</th><th>undecided</th><th>triggers</th>"
                    "<th>findings</th><th>CPU s</th></tr>\n");
    for (uint32_t i = 0; i < report->strategies.len; i++) {
        const store_strategy_t *row = &report->strategies.data[i];
        strbuf_str(out, "<tr><td>");
        html_text(out, row->name);
        strbuf_str(out, "</td>");
        cell(out, row->seeds);
        cell(out, row->made);
        cell(out, row->tested);
        cell(out, row->undecided);
        cell(out, row->triggers);
        cell(out, row->clusters);
        strbuf_format(out, "<td>%.1f</td></tr>\n", row->cpu);
    }
    strbuf_str(out, "</table></div>\n");
}

static void put_alarms(const report_t *report, strbuf_t *out) {
    if (report->alarms.len == 0)
        return;
    strbuf_str(out,
               "<h2>Alarms</h2><p class=\"soft\">Something is wrong with assay itself, or with "
               "what it was told; none of these is held against a solver.</p>\n");
    for (uint32_t i = 0; i < report->alarms.len; i++) {
        const store_alarm_t *row = &report->alarms.data[i];
        strbuf_str(out, "<details><summary>");
        strbuf_str(out, alarm_kind_name(row->kind));
        strbuf_format(out, " &#215;%lld</summary><div>", (long long)row->count);
        block(out, "What", row->text);
        block(out, "Recipe", row->recipe);
        block(out, "Input", row->trigger);
        strbuf_str(out, "</div></details>\n");
    }
}

static void put_head(const report_t *report, const char *name, strbuf_t *out) {
    strbuf_str(out, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                    "<link rel=\"icon\" href=\"data:,\">\n<title>assay: ");
    html_text(out, slice_of(name));
    strbuf_str(out, "</title>\n<style>\n");
    strbuf_add(out, (const char *)embed_page_css, embed_page_css_size);
    strbuf_str(out, "</style></head><body>\n<h1>assay: ");
    html_text(out, slice_of(name));
    strbuf_str(out, "</h1>\n<p class=\"soft\">");
    if (report->sittings.len > 0) {
        char date[64] = "";
        time_t started = (time_t)report->sittings.data[0].started;
        struct tm when;
        if (gmtime_r(&started, &when))
            strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &when);
        strbuf_format(out, "Begun %s, %u sitting%s. ", date, report->sittings.len,
                      report->sittings.len == 1 ? "" : "s");
    }
    strbuf_format(out, "Written by assay %s.</p>\n", ASSAY_VERSION);
}

void report_html(const report_t *report, const char *name, const report_extras_t *extras,
                 strbuf_t *out) {
    put_head(report, name, out);
    head_numbers(report, out);
    put_findings(report, extras, out);
    strbuf_str(out, "<h2>The campaign</h2><div class=\"plots\">\n");
    plot_findings(report, out);
    plot_speed(report, out);
    plot_strategies(report, out);
    plot_solvers(report, out);
    strbuf_str(out, "</div>\n");
    solver_table(report, out);
    strategy_table(report, out);
    put_alarms(report, out);
    strbuf_str(out, "<script>\n");
    strbuf_add(out, (const char *)embed_page_js, embed_page_js_size);
    strbuf_str(out, "</script></body></html>\n");
}
