/* dashboard.h - a campaign on the terminal, drawn again every second or so.
 *
 *     dashboard_t *dashboard = dashboard_open(mem);      // NULL: no terminal that can do it
 *     dashboard_show(dashboard, &view);
 *     if (dashboard_quit(dashboard)) ...                 // the user pressed q
 *     dashboard_close(dashboard);                        // the terminal is as it was
 *
 * Colours unless NO_COLOR is set. The size follows the window; in a small one the lower parts are
 * left out. dashboard_draw alone draws on a screen, for tests and pictures. */
#ifndef REPORT_DASHBOARD_H
#define REPORT_DASHBOARD_H

#include "report/screen.h"
#include "store/stats.h"

/* Draws the view on the screen, whose size says how much of it. */
void dashboard_draw(screen_t *screen, const stats_view_t *view);

/* One line that says how it goes, for logs. */
void dashboard_line(const stats_view_t *view, strbuf_t *out);

typedef struct dashboard dashboard_t;

dashboard_t *dashboard_open(mem_t *mem);
void dashboard_show(dashboard_t *dashboard, const stats_view_t *view);
bool dashboard_quit(dashboard_t *dashboard);
void dashboard_close(dashboard_t *dashboard);

#endif
