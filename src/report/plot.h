/* plot.h - small pictures of numbers, as SVG that stands inside a page.
 *
 * Colours come from classes (s0, s1, ...) that the page's style names, so that they follow light
 * and dark. Everything scales with the width it is given. */
#ifndef REPORT_PLOT_H
#define REPORT_PLOT_H

#include "base/strbuf.h"
#include "base/vec.h"

typedef struct plot_point {
    double x, y;
} plot_point_t;

typedef struct plot_series {
    const char *name;
    VEC(plot_point_t) points; /* by x; none is below 0 */
    bool steps;               /* stays at y until the next point */
} plot_series_t;

enum { PLOT_COLOURS = 6 }; /* classes s0 to s5 */

/* Up to PLOT_COLOURS lines over time in seconds. title says what is plotted. */
void plot_lines(const char *title, const plot_series_t *series, uint32_t count, strbuf_t *out);

typedef struct plot_bar {
    slice_t name;
    const double *parts; /* stacked; none is below 0 */
} plot_bar_t;

/* Horizontal bars, each of up to PLOT_COLOURS parts that stand for the named things. */
void plot_bars(const char *title, const char *const *parts, uint32_t part_count,
               const plot_bar_t *bars, uint32_t count, strbuf_t *out);

#endif
