/* finding_report.h - the report of one finding, made from the store alone: the one in its directory
 * and the one that assay report prints are the same. */
#ifndef CLI_FINDING_REPORT_H
#define CLI_FINDING_REPORT_H

#include "report/markdown.h"

/* What can be said of a finding besides its row: a script that shows the certificate to other
 * solvers, what the last replay saw, and what its grade and its strategy mean. The texts are put
 * into the arena. */
void finding_extras(store_t *store, const report_finding_t *finding, arena_t *texts, mem_t *mem,
                    report_extras_t *extras);

/* Appends the report. False when the store cannot be read: store_why() says why. */
bool finding_report(store_t *store, int64_t cluster, mem_t *mem, strbuf_t *out);

#endif
