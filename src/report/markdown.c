#include "report/markdown.h"

#include <stdio.h>

static void add(strbuf_t *out, store_text_t text) {
    strbuf_add(out, text.data, text.len);
}

static void add_version(const report_t *report, const report_finding_t *finding, strbuf_t *out) {
    const store_solver_t *solver =
        report_solver(report, finding->best.solver, finding->best.options);
    add(out, finding->best.solver);
    if (solver && solver->version.len > 0) {
        strbuf_char(out, ' ');
        add(out, solver->version);
    }
}

/* What went wrong, by kind. */
static const char *observed(store_text_t kind) {
    static const char *const rows[][2] = {
        {"refutation-soundness", "unsat on a satisfiable formula"},
        {"solution-soundness", "sat on an unsatisfiable formula"},
        {"invalid-model", "an invalid model"},
        {"crash", "a crash"},
        {"performance", "slow where others are fast"},
        {"incompleteness", "unknown where others decide"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (report_text_is(kind, rows[i][0]))
            return rows[i][1];
    return "a discrepancy";
}

void report_title(const report_t *report, const report_finding_t *finding, strbuf_t *out) {
    add_version(report, finding, out);
    strbuf_format(out, ": %s", observed(finding->best.kind));
    if (finding->best.logic.len > 0) {
        strbuf_str(out, " (");
        add(out, finding->best.logic);
        strbuf_char(out, ')');
    }
    if (finding->best.signature.len > 0) {
        strbuf_str(out, ": ");
        size_t len = finding->best.signature.len;
        strbuf_add(out, finding->best.signature.data, len < 100 ? len : 100);
    }
}

static const store_answer_t *answer_of(const report_finding_t *finding, const char *role) {
    for (uint32_t i = 0; i < finding->answers.len; i++)
        if (report_text_is(finding->answers.data[i].role, role))
            return &finding->answers.data[i];
    return NULL;
}

void report_expected(const report_finding_t *finding, strbuf_t *out) {
    store_text_t kind = finding->best.kind;
    if (report_text_is(kind, "refutation-soundness"))
        strbuf_str(out, "sat: there is a model that satisfies every assertion.");
    else if (report_text_is(kind, "solution-soundness"))
        strbuf_str(out, "unsat.");
    else if (report_text_is(kind, "invalid-model"))
        strbuf_str(out, "a model that satisfies every assertion, or another verdict.");
    else if (report_text_is(kind, "crash"))
        strbuf_str(out, "any verdict, without a crash.");
    else
        strbuf_str(out, "the verdict that others give.");
}

static void add_block(strbuf_t *out, const char *language, store_text_t text) {
    enum { MOST = 20000 };
    strbuf_format(out, "```%s\n", language);
    strbuf_add(out, text.data, text.len < MOST ? text.len : MOST);
    if (text.len == 0 || text.data[text.len - 1] != '\n')
        strbuf_char(out, '\n');
    if (text.len > MOST)
        strbuf_format(out, "... %zu bytes more\n", text.len - MOST);
    strbuf_str(out, "```\n\n");
}

static void add_grade(const report_finding_t *finding, strbuf_t *out) {
    store_text_t grade = finding->best.grade;
    strbuf_str(out, "Grade: **");
    add(out, grade);
    strbuf_str(out, "**, ");
    if (report_text_is(grade, "certified"))
        strbuf_str(out, "no solver has to be trusted");
    else if (report_text_is(grade, "cross-checked"))
        strbuf_str(out, "another solver says so");
    else
        strbuf_str(out, "it follows from how the formula was made");
    strbuf_str(out, ".\n\n");
}

static void add_answers(const report_finding_t *finding, strbuf_t *out) {
    strbuf_str(out, "| solver | options | answer | CPU |\n|---|---|---|---|\n");
    for (uint32_t i = 0; i < finding->answers.len; i++) {
        const store_answer_t *answer = &finding->answers.data[i];
        strbuf_str(out, "| ");
        add(out, answer->solver);
        strbuf_str(out, " | ");
        add(out, answer->options);
        strbuf_str(out, " | ");
        add(out, answer->outcome);
        strbuf_format(out, " | %.0f ms |\n", answer->cpu_ms);
    }
    strbuf_char(out, '\n');
}

static void add_observed(const report_finding_t *finding, strbuf_t *out) {
    const store_answer_t *culprit = answer_of(finding, "culprit");
    strbuf_str(out, "## Observed\n\n");
    if (culprit && culprit->out.len > 0)
        add_block(out, "", culprit->out);
    if (culprit && culprit->err.len > 0)
        add_block(out, "", culprit->err);
    if (finding->answers.len > 1)
        add_answers(finding, out);
}

static void add_certificate(const report_finding_t *finding, const report_extras_t *extras,
                            strbuf_t *out) {
    strbuf_str(out, "## Expected\n\n");
    report_expected(finding, out);
    strbuf_str(out, "\n\n");
    if (finding->best.evidence.len > 0) {
        add(out, finding->best.evidence);
        strbuf_str(out, "\n\n");
    }
    add_grade(finding, out);
    if (finding->best.witness.len > 0) {
        strbuf_str(out, report_text_is(finding->best.certificate, "witness")
                            ? "A model of the formula as it was found:\n\n"
                            : "The solver's own model of the formula as it was found:\n\n");
        add_block(out, "smt2", finding->best.witness);
    }
    if (extras->check.len > 0) {
        strbuf_str(out,
                   "To check it with any solver, the formula with the model put in, which is ");
        add(out, extras->check_answer);
        strbuf_str(out, ":\n\n");
        add_block(out, "smt2", extras->check);
    }
}

static void add_origin(const report_finding_t *finding, strbuf_t *out) {
    const store_finding_t *best = &finding->best;
    strbuf_format(out, "## How it was found\n\nassay %s, strategy ", ASSAY_VERSION);
    add(out, best->strategy);
    strbuf_format(out, ", %lld trigger%s so far. Recipe: `", (long long)finding->cluster.count,
                  finding->cluster.count == 1 ? "" : "s");
    add(out, best->recipe);
    strbuf_str(out, "`. ");
    if (report_text_is(best->repeat, "confirmed"))
        strbuf_str(out, "It happened again in each of three fresh processes.\n\n");
    else if (report_text_is(best->repeat, "session"))
        strbuf_str(out, "It shows only inside a session; what was sent before is in "
                        "transcript.smt2.\n\n");
    else
        strbuf_str(out, "It is flaky: of three fresh processes, not all showed it.\n\n");
    if (best->reduced.len > 0) {
        strbuf_format(out, "The trigger had %zu bytes and was reduced to %zu:\n\n",
                      best->trigger.len, best->reduced.len);
        add_block(out, "smt2", best->trigger);
    }
}

void report_markdown(const report_t *report, const report_finding_t *finding,
                     const report_extras_t *extras, strbuf_t *out) {
    strbuf_str(out, "# ");
    report_title(report, finding, out);
    strbuf_str(out, "\n\n## Input\n\n");
    add_block(out, "smt2", report_trigger(finding));
    strbuf_str(out, "## Command\n\n");
    add_block(out, "sh", finding->best.command);
    if (finding->best.options.len > 0) {
        strbuf_str(out, "Needed options: `");
        add(out, finding->best.options);
        strbuf_str(out, "`.\n\n");
    } else {
        strbuf_str(out, "No option is needed.\n\n");
    }
    add_observed(finding, out);
    add_certificate(finding, extras, out);
    strbuf_str(out, "## Versions\n\n");
    if (extras->versions.len > 0) {
        add(out, extras->versions);
        strbuf_char(out, '\n');
    } else {
        strbuf_str(out, "Seen with ");
        add_version(report, finding, out);
        strbuf_str(out, ". `assay replay` tries other versions.\n\n");
    }
    add_origin(finding, out);
}

void report_summary(const report_t *report, strbuf_t *out) {
    strbuf_str(out, "| id | kind | grade | solver | logic | triggers | bytes |\n"
                    "|---|---|---|---|---|---|---|\n");
    for (uint32_t i = 0; i < report->findings.len; i++) {
        const report_finding_t *finding = &report->findings.data[i];
        strbuf_format(out, "| %lld | ", (long long)finding->cluster.id);
        add(out, finding->cluster.kind);
        strbuf_str(out, " | ");
        add(out, finding->cluster.grade);
        strbuf_str(out, " | ");
        add(out, finding->cluster.solver);
        strbuf_str(out, " | ");
        add(out, finding->best.logic);
        strbuf_format(out, " | %lld | %zu |\n", (long long)finding->cluster.count,
                      report_trigger(finding).len);
    }
}
