/* finding_files.h - findings as plain files, for those who would rather not open a database.
 *
 *     DIR/findings/0007/trigger.smt2        what shows it
 *                       reduced.smt2        the same, reduced
 *                       command             a shell script that shows it
 *                       output-SOLVER.txt   what each solver said
 *                       model.smt2          the model that proves it, or the wrong one
 *                       recipe              how the trigger was made
 *                       transcript.smt2     what a session was fed, when it shows only there
 *                       report.md           for the developers of the solver
 *
 * ID is the number of the cluster. Those that do not happen every time are in DIR/flaky. The files
 * are made from the store, and made again when the cluster gets a better finding. */
#ifndef CAMPAIGN_FINDING_FILES_H
#define CAMPAIGN_FINDING_FILES_H

#include "store/store.h"

/* Appends what is to stand in report.md; false when the store cannot be read. Who runs the campaign
 * knows how to write about it. */
typedef bool finding_report_t(store_t *store, int64_t cluster, mem_t *mem, strbuf_t *out);

/* Appends where the files of a finding are in the directory of the campaign: "findings/0007".
 * repeat is that of the finding. */
void finding_files_path(repeat_t repeat, int64_t cluster, strbuf_t *out);

/* Writes the files of a cluster, and notes in the store that they are there. False with a message;
 * what is missing is written with finding_files_missing(). */
bool finding_files_write(store_t *store, const char *directory, int64_t cluster,
                         finding_report_t *report, mem_t *mem, strbuf_t *why);

/* Writes what is not there yet of all clusters. */
bool finding_files_missing(store_t *store, const char *directory, finding_report_t *report,
                           mem_t *mem, strbuf_t *why);

#endif
