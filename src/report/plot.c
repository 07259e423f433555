#include "report/plot.h"

#include "report/html_text.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

enum { WIDTH = 640, HEIGHT = 240, LEFT = 56, RIGHT = 12, TOP = 30, BOTTOM = 34, BAR = 26 };

/* 1, 2 or 5 times a power of ten, so that about count steps make the range. */
static double nice_step(double range, int count) {
    if (range <= 0)
        return 1;
    double raw = range / count;
    double power = pow(10, floor(log10(raw)));
    double rest = raw / power;
    assert(rest >= 0.99 && rest < 10.01);
    return power * (rest < 1.5 ? 1 : rest < 3.5 ? 2 : rest < 7.5 ? 5 : 10);
}

/* Steps of time that people count in. */
static double time_step(double range) {
    static const double steps[] = {1,   2,   5,    10,   15,   30,    60,    120,   300,
                                   600, 900, 1800, 3600, 7200, 14400, 43200, 86400, 604800};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (range / steps[i] <= 8)
            return steps[i];
    return nice_step(range, 6);
}

static void time_label(double seconds, strbuf_t *out) {
    uint64_t all = (uint64_t)seconds;
    if (all < 120)
        strbuf_format(out, "%u s", (unsigned)all);
    else if (all < 7200)
        strbuf_format(out, "%u min", (unsigned)(all / 60));
    else if (all < 172800)
        strbuf_format(out, "%.3g h", seconds / 3600);
    else
        strbuf_format(out, "%.3g d", seconds / 86400);
}

static void number_label(double number, strbuf_t *out) {
    if (number >= 1e6)
        strbuf_format(out, "%.3gM", number / 1e6);
    else if (number >= 1e4)
        strbuf_format(out, "%.3gk", number / 1e3);
    else
        strbuf_format(out, "%.4g", number);
}

static void open_picture(const char *title, uint32_t height, strbuf_t *out) {
    strbuf_format(out, "<svg class=\"plot\" viewBox=\"0 0 %u %u\" role=\"img\" aria-label=\"",
                  WIDTH, height);
    html_text(out, slice_of(title));
    strbuf_str(out, "\"><text class=\"title\" x=\"0\" y=\"16\">");
    html_text(out, slice_of(title));
    strbuf_str(out, "</text>\n");
}

/* What the colours stand for, right of the title. */
static void legend(const char *const *names, uint32_t count, strbuf_t *out) {
    uint32_t x = WIDTH;
    for (uint32_t i = count; i-- > 0;) {
        uint32_t width = (uint32_t)(8 * strlen(names[i])) + 26;
        assert(width <= x); /* what does not fit would wrap around */
        x -= width;
        strbuf_format(out, "<rect class=\"s%u\" x=\"%u\" y=\"6\" width=\"12\" height=\"12\"/>", i,
                      x);
        strbuf_format(out, "<text class=\"tick\" x=\"%u\" y=\"16\">", x + 16);
        html_text(out, slice_of(names[i]));
        strbuf_str(out, "</text>\n");
    }
}

typedef struct scale {
    double x, y; /* the largest of each */
} scale_t;

static double at_x(const scale_t *scale, double x) {
    assert(x >= 0 && x <= scale->x * 1.001);
    return LEFT + x / scale->x * (WIDTH - LEFT - RIGHT);
}

static double at_y(const scale_t *scale, double y) {
    assert(y >= 0 && y <= scale->y * 1.001);
    return HEIGHT - BOTTOM - y / scale->y * (HEIGHT - TOP - BOTTOM);
}

static void grid(const scale_t *scale, strbuf_t *out) {
    double step = nice_step(scale->y, 4);
    for (uint32_t i = 0; i * step <= scale->y * 1.0001; i++) {
        double y = i * step;
        strbuf_format(out, "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>",
                      LEFT, WIDTH - RIGHT, at_y(scale, y), at_y(scale, y));
        strbuf_format(out, "<text class=\"tick end\" x=\"%d\" y=\"%.1f\">", LEFT - 6,
                      at_y(scale, y) + 4);
        number_label(y, out);
        strbuf_str(out, "</text>\n");
    }
    step = time_step(scale->x);
    for (uint32_t i = 0; i * step <= scale->x * 1.0001; i++) {
        double x = i * step;
        strbuf_format(out, "<text class=\"tick mid\" x=\"%.1f\" y=\"%d\">", at_x(scale, x),
                      HEIGHT - BOTTOM + 18);
        time_label(x, out);
        strbuf_str(out, "</text>\n");
    }
}

static void line(const scale_t *scale, const plot_series_t *series, uint32_t number,
                 strbuf_t *out) {
    strbuf_format(out, "<path class=\"line s%u\" d=\"", number);
    for (uint32_t i = 0; i < series->points.len; i++) {
        plot_point_t point = series->points.data[i];
        assert(i == 0 || series->points.data[i - 1].x <= point.x);
        if (i > 0 && series->steps)
            strbuf_format(out, "H%.1f", at_x(scale, point.x));
        strbuf_format(out, "%c%.1f %.1f", i == 0 ? 'M' : 'L', at_x(scale, point.x),
                      at_y(scale, point.y));
    }
    if (series->steps && series->points.len > 0)
        strbuf_format(out, "H%d", WIDTH - RIGHT);
    strbuf_str(out, "\"/>\n");
}

void plot_lines(const char *title, const plot_series_t *series, uint32_t count, strbuf_t *out) {
    const char *names[PLOT_COLOURS];
    scale_t scale = {0, 0};
    assert(count <= PLOT_COLOURS);
    for (uint32_t i = 0; i < count; i++) {
        names[i] = series[i].name;
        for (uint32_t k = 0; k < series[i].points.len; k++) {
            scale.x = fmax(scale.x, series[i].points.data[k].x);
            scale.y = fmax(scale.y, series[i].points.data[k].y);
        }
    }
    scale.x = scale.x > 0 ? scale.x : 1;
    scale.y = scale.y > 0 ? scale.y * 1.05 : 1;
    open_picture(title, HEIGHT, out);
    legend(names, count, out);
    grid(&scale, out);
    for (uint32_t i = 0; i < count; i++)
        line(&scale, &series[i], i, out);
    strbuf_str(out, "</svg>\n");
}

static double sum_of(const plot_bar_t *bar, uint32_t parts) {
    double sum = 0;
    for (uint32_t i = 0; i < parts; i++)
        sum += bar->parts[i];
    return sum;
}

enum { NAMES = 110, NUMBERS = 70 };

/* A part of a bar, from x on; returns where it ends. */
static double bar_part(const char *name, double number, uint32_t colour, double x, double width,
                       uint32_t y, strbuf_t *out) {
    assert(number >= 0 && x + width <= WIDTH - NUMBERS + 0.5);
    strbuf_format(out,
                  "<rect class=\"s%u\" x=\"%.1f\" y=\"%u\" width=\"%.1f\" height=\"18\"><title>",
                  colour, x, y + 2, width);
    html_text(out, slice_of(name));
    strbuf_str(out, ": ");
    number_label(number, out);
    strbuf_str(out, "</title></rect>");
    return x + width;
}

static void bar(const char *const *parts, uint32_t part_count, const plot_bar_t *row, double scale,
                uint32_t y, strbuf_t *out) {
    double x = NAMES;
    strbuf_format(out, "<text class=\"tick end\" x=\"%d\" y=\"%u\">", NAMES - 8, y + 15);
    html_text(out, row->name);
    strbuf_str(out, "</text>");
    for (uint32_t i = 0; i < part_count; i++)
        x = bar_part(parts[i], row->parts[i], i, x, row->parts[i] * scale, y, out);
    strbuf_format(out, "<text class=\"tick\" x=\"%.1f\" y=\"%u\">", x + 6, y + 15);
    number_label(sum_of(row, part_count), out);
    strbuf_str(out, "</text>\n");
}

void plot_bars(const char *title, const char *const *parts, uint32_t part_count,
               const plot_bar_t *bars, uint32_t count, strbuf_t *out) {
    double most = 0;
    assert(part_count <= PLOT_COLOURS);
    for (uint32_t i = 0; i < count; i++)
        most = fmax(most, sum_of(&bars[i], part_count));
    double scale = most > 0 ? (WIDTH - NAMES - NUMBERS) / most : 0;
    open_picture(title, TOP + count * BAR + 6, out);
    if (part_count > 1)
        legend(parts, part_count, out);
    for (uint32_t i = 0; i < count; i++)
        bar(parts, part_count, &bars[i], scale, TOP + i * BAR, out);
    strbuf_str(out, "</svg>\n");
}
