/* markdown.h - a finding as its solver's developers want to read it.
 *
 * A title that says what is wrong, the smallest input, the exact command, what was observed and
 * what is expected, why that is certain, with a script that anybody can check it by, the versions,
 * the options that are needed, and how it was found. */
#ifndef REPORT_MARKDOWN_H
#define REPORT_MARKDOWN_H

#include "report/load.h"

/* What the report knows besides the row; all may be empty. */
typedef struct report_extras {
    store_text_t check;        /* a script that shows the certificate to any solver */
    store_text_t check_answer; /* what it should say: sat or unsat */
    store_text_t versions;     /* lines: solver and version, what it says; from assay replay */
} report_extras_t;

/* "z3 4.8.12: unsat on a satisfiable QF_S formula" */
void report_title(const report_t *report, const report_finding_t *finding, strbuf_t *out);

/* What is expected, and why, in a sentence or two. */
void report_expected(const report_finding_t *finding, strbuf_t *out);

void report_markdown(const report_t *report, const report_finding_t *finding,
                     const report_extras_t *extras, strbuf_t *out);

/* All findings in a table, with where to find each. */
void report_summary(const report_t *report, strbuf_t *out);

#endif
