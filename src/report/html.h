/* html.h - a whole campaign as one page that needs nothing else: no network, no other file.
 *
 * Tables, filters, and plots of findings over time, throughput, strategies and solvers. Readable on
 * a phone and in print; without scripts everything is there but the filters. */
#ifndef REPORT_HTML_H
#define REPORT_HTML_H

#include "report/markdown.h"

/* extras are those of report->findings, in order; NULL: none. */
void report_html(const report_t *report, const char *name, const report_extras_t *extras,
                 strbuf_t *out);

#endif
