/* markdown.h - a finding as its solver's developers want to read it.
 *
 * A title that says what is wrong, the smallest input, the exact command with the options that are
 * needed, what was observed and what is expected, why that is certain, with a script that anyone
 * can check it by, the versions, what others said, and how it was found. What few readers need is
 * folded in at the end. No formula is shown twice. */
#ifndef REPORT_MARKDOWN_H
#define REPORT_MARKDOWN_H

#include "report/load.h"

/* What the report knows besides the row; all may be empty. */
typedef struct report_extras {
    slice_t check;        /* a script that shows the certificate to other solvers */
    slice_t check_answer; /* what it should say: sat or unsat */
    bool check_input;     /* it is made of the input; else of the trigger as it was found */
    slice_t versions;     /* lines: solver and version, what it says; from assay replay */
    slice_t grade;        /* what the grade rests on, to stand after a colon */
    slice_t strategy;     /* what the strategy does, to stand after a colon */
    uint32_t times;       /* how many fresh processes must show what is confirmed */
} report_extras_t;

/* "z3 4.8.12 sat.euf=true: unsat on a satisfiable formula (QF_S)": the options are those of its
 * tier, the logic is that of the formula that is shown. A crash adds the solver's words. */
void report_title(const report_t *report, const report_finding_t *finding, strbuf_t *out);

/* The command that shows it where report_input_file() is: "z3 -smt2 -in <reduced.smt2". */
void report_command(const report_finding_t *finding, strbuf_t *out);

/* What is expected, in a sentence. */
void report_expected(const report_finding_t *finding, strbuf_t *out);

void report_markdown(const report_t *report, const report_finding_t *finding,
                     const report_extras_t *extras, strbuf_t *out);

/* All findings in a table, with the number of each, and a table of the alarms, if there are any. */
void report_summary(const report_t *report, strbuf_t *out);

#endif
