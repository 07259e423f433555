#include "report/dashboard.h"

#include <assert.h>
#include <stdio.h>

/* --- numbers for people --- */

/* 1,234,567 */
static const char *grouped_number(uint64_t number, char buffer[32]) {
    char digits[24];
    int len = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    int at = 0;
    for (int i = 0; i < len; i++) {
        if (i > 0 && (len - i) % 3 == 0)
            buffer[at++] = ',';
        buffer[at++] = digits[i];
    }
    assert(at < 32);
    buffer[at] = '\0';
    return buffer;
}

/* In few columns: 950, 12.3k, 4.5M */
static const char *short_number(uint64_t number, char buffer[32]) {
    static const char units[] = " kMGT";
    double rest = (double)number;
    int unit = 0;
    while (rest >= 999.5 && units[unit + 1]) {
        rest /= 1000;
        unit++;
    }
    assert(units[unit]);
    if (unit == 0)
        snprintf(buffer, 32, "%llu", (unsigned long long)number);
    else
        snprintf(buffer, 32, rest < 99.95 ? "%.1f%c" : "%.0f%c", rest, units[unit]);
    return buffer;
}

/* 3 d 04:05:06 */
static const char *duration(double seconds, char buffer[32]) {
    uint64_t all = seconds > 0 ? (uint64_t)seconds : 0;
    unsigned days = (unsigned)(all / 86400);
    unsigned h = (unsigned)(all / 3600 % 24), m = (unsigned)(all / 60 % 60),
             s = (unsigned)(all % 60);
    if (days > 0)
        snprintf(buffer, 32, "%u d %02u:%02u:%02u", days, h, m, s);
    else
        snprintf(buffer, 32, "%u:%02u:%02u", h, m, s);
    return buffer;
}

static double percent(double part, double whole) {
    return whole > 0 ? 100 * part / whole : 0;
}

/* --- parts --- */

static void label(screen_t *screen, uint32_t x, uint32_t y, const char *text) {
    screen_put(screen, x, y, STYLE_FAINT, "%s", text);
}

static void draw_head(screen_t *screen, const stats_view_t *view) {
    char buffer[2][32];
    uint32_t x = screen_put(screen, 1, 0, STYLE_TITLE, "assay %s", ASSAY_VERSION);
    screen_put(screen, x + 2, 0, STYLE_FAINT, "%s", view->directory);
    if (view->limit > 0)
        screen_put_right(screen, screen->width - 1, 0, STYLE_PLAIN, "%s of %s",
                         duration(view->all.elapsed, buffer[0]), duration(view->limit, buffer[1]));
    else
        screen_put_right(screen, screen->width - 1, 0, STYLE_PLAIN, "%s",
                         duration(view->all.elapsed, buffer[0]));
}

enum { ROWS_TOP = 9 };

static void draw_progress(screen_t *screen, const stats_view_t *view, uint32_t y, uint32_t width) {
    char buffer[2][32];
    const stats_t *all = &view->all;
    assert(width <= screen->width);
    assert(view->seeds_left <= view->seeds && view->seeds_rested <= view->seeds);
    screen_box(screen, 0, y, width, ROWS_TOP, "progress");
    label(screen, 2, y + 1, "last new finding");
    if (view->last_cluster < 0)
        screen_put(screen, 20, y + 1, STYLE_PLAIN, "none yet");
    else
        screen_put(screen, 20, y + 1, STYLE_PLAIN, "%s ago",
                   duration(all->elapsed - view->last_cluster, buffer[0]));
    label(screen, 2, y + 2, "mutants tested");
    screen_put(screen, 20, y + 2, STYLE_PLAIN, "%s", grouped_number(all->tested, buffer[0]));
    label(screen, 2, y + 3, "a second");
    screen_put(screen, 20, y + 3, STYLE_PLAIN, "%.1f now, %.1f on average", view->tested_rate,
               view->mean_tested_rate);
    label(screen, 2, y + 4, "undecided");
    double undecided = percent((double)all->undecided, (double)all->tested);
    screen_put(screen, 20, y + 4, undecided > 30 ? STYLE_WARN : STYLE_PLAIN, "%.1f %% of them",
               undecided);
    label(screen, 2, y + 5, "seeds");
    screen_put(screen, 20, y + 5, STYLE_PLAIN, "%u, %u left, %u resting", view->seeds,
               view->seeds_left, view->seeds_rested);
    label(screen, 2, y + 6, "phase");
    screen_put(screen, 20, y + 6, STYLE_PLAIN, "%s, %u worker%s", view->phase, view->workers,
               view->workers == 1 ? "" : "s");
    label(screen, 2, y + 7, "own CPU, memory");
    double own = percent(all->own_cpu, all->own_cpu + all->solver_cpu);
    screen_put(screen, 20, y + 7, own > 10 ? STYLE_WARN : STYLE_PLAIN, "%.1f %%, %llu MB", own,
               (unsigned long long)(view->memory_kb / 1024));
}

static void draw_findings(screen_t *screen, const stats_view_t *view, uint32_t x, uint32_t y,
                          uint32_t width) {
    char buffer[32];
    const stats_t *all = &view->all;
    assert(x < screen->width && width <= screen->width - x);
    screen_box(screen, x, y, width, ROWS_TOP, "findings");
    uint32_t most = ROWS_TOP - 3;
    uint32_t shown = view->finding_count <= most ? view->finding_count : most - 1;
    for (uint32_t i = 0; i < shown; i++) {
        const stats_finding_t *row = &view->findings[i];
        screen_put_right(screen, x + 7, y + 1 + i, STYLE_BAD, "%s",
                         short_number(row->clusters, buffer));
        uint32_t at =
            screen_put(screen, x + 8, y + 1 + i, STYLE_BAD, "%s", finding_kind_name(row->kind));
        screen_put(screen, at + 1, y + 1 + i, STYLE_PLAIN, "%s", grade_name(row->grade));
        screen_put_right(screen, x + width - 2, y + 1 + i, STYLE_FAINT, "%s",
                         short_number(row->triggers, buffer));
    }
    if (shown < view->finding_count)
        label(screen, x + 8, y + 1 + shown, "and others");
    assert(shown < ROWS_TOP - 2); /* the last row is for alarms */
    if (view->finding_count == 0)
        label(screen, x + 2, y + 1, "none yet");
    label(screen, x + 2, y + ROWS_TOP - 2, "alarms");
    screen_put(screen, x + 9, y + ROWS_TOP - 2, all->alarms > 0 ? STYLE_WARN : STYLE_GOOD, "%s",
               short_number(all->alarms, buffer));
    label(screen, x + 16, y + ROWS_TOP - 2, "flaky");
    screen_put(screen, x + 22, y + ROWS_TOP - 2, STYLE_PLAIN, "%s",
               short_number(all->flaky, buffer));
    label(screen, x + 28, y + ROWS_TOP - 2, "gone");
    screen_put(screen, x + 33, y + ROWS_TOP - 2, STYLE_PLAIN, "%s",
               short_number(all->gone, buffer));
}

/* Numbers in columns; a count of 0 is faint, so that what happened stands out. */
static void draw_counts(screen_t *screen, uint32_t x, uint32_t y, const uint64_t *counts,
                        const style_t *styles, uint32_t count) {
    char buffer[32];
    for (uint32_t i = 0; i < count; i++)
        screen_put_right(screen, x + 8 * (i + 1), y, counts[i] == 0 ? STYLE_FAINT : styles[i], "%s",
                         short_number(counts[i], buffer));
}

static void draw_headings(screen_t *screen, uint32_t x, uint32_t y, const char *const *names,
                          uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        screen_put_right(screen, x + 8 * (i + 1), y, STYLE_FAINT, "%s", names[i]);
}

enum { NAME_COLUMNS = 18 };

static uint32_t draw_solvers(screen_t *screen, const stats_view_t *view, uint32_t y) {
    static const char *const names[] = {"sat",   "unsat", "unknown", "timeout",
                                        "crash", "error", "CPU",     "found"};
    static const style_t styles[] = {STYLE_PLAIN, STYLE_PLAIN, STYLE_PLAIN,
                                     STYLE_WARN,  STYLE_BAD,   STYLE_PLAIN};
    uint32_t rows = view->solver_count;
    screen_box(screen, 0, y, screen->width, rows + 3, "solvers");
    draw_headings(screen, NAME_COLUMNS, y + 1, names, 8);
    double cpu = 0;
    for (uint32_t i = 0; i < rows; i++)
        cpu += view->solvers[i].cpu;
    for (uint32_t i = 0; i < rows; i++) {
        const stats_solver_t *row = &view->solvers[i];
        uint32_t line = y + 2 + i;
        uint32_t x = screen_put(screen, 2, line, STYLE_PLAIN, "%.12s", row->name);
        screen_put(screen, x + 1, line, STYLE_FAINT, "%.*s",
                   x < NAME_COLUMNS ? (int)(NAME_COLUMNS - x) : 0,
                   row->options[0] ? row->options : row->mode);
        uint64_t counts[] = {row->sat,     row->unsat, row->unknown,
                             row->timeout, row->crash, row->error + row->unsupported + row->memout};
        draw_counts(screen, NAME_COLUMNS, line, counts, styles, 6);
        screen_put_right(screen, NAME_COLUMNS + 56, line, STYLE_PLAIN, "%.0f %%",
                         percent(row->cpu, cpu));
        draw_counts(screen, NAME_COLUMNS + 56, line, &row->clusters, (style_t[]){STYLE_BAD}, 1);
    }
    return y + rows + 2;
}

static uint32_t draw_strategies(screen_t *screen, const stats_view_t *view, uint32_t y) {
    static const char *const names[] = {"seeds",  "made", "tested", "undec.",
                                        "behav.", "CPU",  "alarms", "found"};
    static const style_t styles[] = {STYLE_PLAIN, STYLE_PLAIN, STYLE_PLAIN, STYLE_PLAIN,
                                     STYLE_PLAIN};
    uint32_t rows = view->strategy_count;
    screen_box(screen, 0, y, screen->width, rows + 3, "strategies");
    draw_headings(screen, NAME_COLUMNS, y + 1, names, 8);
    double cpu = 0;
    for (uint32_t i = 0; i < rows; i++)
        cpu += view->strategies[i].cpu;
    for (uint32_t i = 0; i < rows; i++) {
        const stats_strategy_t *row = &view->strategies[i];
        uint32_t line = y + 2 + i;
        screen_put(screen, 2, line, STYLE_PLAIN, "%.16s", row->name);
        uint64_t counts[] = {row->seeds, row->made, row->tested, row->undecided, row->behaviours};
        draw_counts(screen, NAME_COLUMNS, line, counts, styles, 5);
        screen_put_right(screen, NAME_COLUMNS + 48, line, STYLE_PLAIN, "%.0f %%",
                         percent(row->cpu, cpu));
        uint64_t last[] = {row->alarms, row->clusters};
        draw_counts(screen, NAME_COLUMNS + 48, line, last, (style_t[]){STYLE_WARN, STYLE_BAD}, 2);
    }
    return y + rows + 2;
}

static void draw_events(screen_t *screen, const stats_view_t *view, uint32_t y) {
    char buffer[32];
    assert(view->event_count <= STATS_EVENTS);
    if (y + 3 > screen->height)
        return;
    uint32_t rows = screen->height - y - 2;
    if (rows > STATS_EVENTS)
        rows = STATS_EVENTS;
    assert(rows > 0 && y + rows + 2 <= screen->height);
    screen_box(screen, 0, y, screen->width, rows + 2, "latest");
    for (uint32_t i = 0; i < rows && i < view->event_count; i++) {
        const stats_event_t *event = &view->events[i];
        screen_put_right(screen, 14, y + 1 + i, STYLE_FAINT, "%s", duration(event->at, buffer));
        screen_put(screen, 16, y + 1 + i,
                   strcmp(event->what, "alarm") == 0 ? STYLE_WARN : STYLE_BAD, "%.*s",
                   (int)(screen->width > 18 ? screen->width - 18 : 0), event->text);
    }
}

void dashboard_draw(screen_t *screen, const stats_view_t *view) {
    if (screen->width < 20 || screen->height < 2)
        return;
    draw_head(screen, view);
    uint32_t left = screen->width / 2;
    draw_progress(screen, view, 1, left + 1);
    draw_findings(screen, view, left, 1, screen->width - left);
    uint32_t y = draw_solvers(screen, view, ROWS_TOP);
    y = draw_strategies(screen, view, y);
    draw_events(screen, view, y);
}

void dashboard_line(const stats_view_t *view, strbuf_t *out) {
    char buffer[32];
    const stats_t *all = &view->all;
    strbuf_format(out, "%s  tested %llu (%.1f/s)  undecided %.1f %%  findings %llu  alarms %llu",
                  duration(all->elapsed, buffer), (unsigned long long)all->tested,
                  view->tested_rate, percent((double)all->undecided, (double)all->tested),
                  (unsigned long long)all->clusters, (unsigned long long)all->alarms);
}
