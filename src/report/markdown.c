#include "report/markdown.h"

#include "base/bug.h"

#include <stdio.h>
#include <string.h>

static void add_culprit(const report_t *report, const report_finding_t *finding, strbuf_t *out) {
    report_solver_name(report, finding->best.solver, finding->best.options, out);
}

static const store_answer_t *answer_of(const report_finding_t *finding, role_t role) {
    for (uint32_t i = 0; i < finding->answers.len; i++)
        if (finding->answers.data[i].role == role)
            return &finding->answers.data[i];
    return NULL;
}

static bool is_session(const report_finding_t *finding) {
    return finding->best.repeat == REPEAT_SESSION;
}

/* The formula of the input section. What a session was fed is too long to show. */
static slice_t shown_formula(const report_finding_t *finding) {
    return is_session(finding) ? finding->best.trigger : report_trigger(finding);
}

static bool is_shown_reduced(const report_finding_t *finding) {
    return finding->best.reduced.len > 0 && !is_session(finding);
}

/* What a formula's first line with a set-logic names; reducing and mutating change the logic of the
 * seed. */
static slice_t logic_of(slice_t formula) {
    static const char command[] = "(set-logic ";
    size_t len = sizeof command - 1;
    for (size_t at = 0; at + len < formula.len; at++) {
        const char *line = formula.data + at;
        const char *end = memchr(line, '\n', formula.len - at);
        size_t size = end ? (size_t)(end - line) : formula.len - at;
        const char *close = memchr(line, ')', size);
        if (close && size > len && memcmp(line, command, len) == 0)
            return (slice_t){line + len, (size_t)(close - line) - len};
        at += size;
    }
    return (slice_t){0};
}

/* What a crash says: the solver's own words, or what is always the same in them where it has
 * none. */
static slice_t crash_words(const report_finding_t *finding) {
    const store_answer_t *culprit = answer_of(finding, ROLE_CULPRIT);
    return culprit && culprit->message.len > 0 ? culprit->message : finding->best.signature;
}

/* The beginning of the first line, in whole characters. */
static void add_short(strbuf_t *out, slice_t text) {
    enum { MOST = 100 };
    const char *end = text.len > 0 ? memchr(text.data, '\n', text.len) : NULL;
    size_t len = end ? (size_t)(end - text.data) : text.len;
    if (len > MOST)
        for (len = MOST; len > 0 && ((unsigned char)text.data[len] & 0xC0) == 0x80;)
            len--;
    assert(len <= MOST && len <= text.len);
    strbuf_add(out, text.data, len);
}

void report_title(const report_t *report, const report_finding_t *finding, strbuf_t *out) {
    slice_t logic = logic_of(shown_formula(finding));
    assert(report_has(report, finding));
    add_culprit(report, finding, out);
    if (finding->best.options.len > 0) {
        strbuf_char(out, ' ');
        strbuf_slice_add(out, finding->best.options);
    }
    strbuf_format(out, ": %s", finding_kind_info(finding->best.kind)->title);
    if (logic.len > 0) {
        strbuf_str(out, " (");
        strbuf_slice_add(out, logic);
        strbuf_char(out, ')');
    }
    if (finding->best.signature.len > 0) {
        strbuf_str(out, ": ");
        add_short(out, crash_words(finding));
    }
}

void report_command(const report_finding_t *finding, strbuf_t *out) {
    strbuf_slice_add(out, finding->best.command);
    strbuf_format(out, " <%s", report_input_file(finding));
}

/* A verdict alone is followed by what makes it right. */
void report_expected(const report_finding_t *finding, strbuf_t *out) {
    const store_finding_t *best = &finding->best;
    const finding_kind_info_t *kind = finding_kind_info(best->kind);
    const char *because = certificate_because(best->certificate);
    strbuf_str(out, kind->expected);
    if (outcome_is_verdict(kind->right))
        strbuf_format(out, "%s.", because[0] != '\0' ? because : grade_authority(best->grade));
}

/* The most backquotes that stand together anywhere in the text. */
static uint32_t backquotes(slice_t text) {
    uint32_t most = 0;
    uint32_t run = 0;
    for (size_t i = 0; i < text.len; i++) {
        run = text.data[i] == '`' ? run + 1 : 0;
        most = run > most ? run : most;
    }
    return most;
}

static void add_fence(strbuf_t *out, uint32_t count, const char *after) {
    assert(count > 0);
    while (count-- > 0)
        strbuf_char(out, '`');
    strbuf_str(out, after);
}

/* In a line. */
static void add_code(strbuf_t *out, slice_t text) {
    uint32_t most = backquotes(text);
    add_fence(out, most + 1, most > 0 ? " " : "");
    strbuf_slice_add(out, text);
    strbuf_str(out, most > 0 ? " " : "");
    add_fence(out, most + 1, "");
}

static void add_block(strbuf_t *out, const char *language, slice_t text) {
    enum { MOST = 20000 };
    uint32_t most = backquotes(text);
    uint32_t fence = most < 3 ? 3 : most + 1;
    assert(fence > most); /* or the text would end its block */
    add_fence(out, fence, language);
    strbuf_char(out, '\n');
    strbuf_add(out, text.data, text.len < MOST ? text.len : MOST);
    if (text.len == 0 || text.len > MOST || text.data[text.len - 1] != '\n')
        strbuf_char(out, '\n');
    if (text.len > MOST)
        strbuf_format(out, "... %zu bytes more\n", text.len - MOST);
    add_fence(out, fence, "\n\n");
}

/* --- the parts --- */

/* The answer of the culprit without options, where it had some and ended on its own. */
static const store_answer_t *plain_answer(const report_finding_t *finding) {
    for (uint32_t i = 0; i < finding->answers.len; i++) {
        const store_answer_t *answer = &finding->answers.data[i];
        if (answer->options.len == 0 && slice_equal(answer->solver, finding->best.solver) &&
            answer->outcome != OUTCOME_TIMEOUT)
            return answer;
    }
    return NULL;
}

static void add_options(const report_finding_t *finding, strbuf_t *out) {
    slice_t options = finding->best.options;
    if (options.len == 0) {
        strbuf_str(out, "The command above is all it needs.\n\n");
        return;
    }
    const store_answer_t *plain = plain_answer(finding);
    strbuf_str(out, "It shows with ");
    add_code(out, options);
    if (plain) {
        strbuf_format(out, "; without %s the same solver says ",
                      memchr(options.data, ' ', options.len) ? "these options" : "this option");
        strbuf_str(out, outcome_name(plain->outcome));
        strbuf_str(out, is_shown_reduced(finding) ? " to the formula as it was found" : "");
    }
    strbuf_str(out, ".\n\n");
}

static void add_input(const report_finding_t *finding, strbuf_t *out) {
    strbuf_format(out, "## Input\n\n%s`%s`%s:\n\n",
                  is_shown_reduced(finding) ? ""
                                            : "This is the formula as it was found; it is not "
                                              "reduced.\n\n",
                  report_input_file(finding),
                  is_session(finding) ? " holds all that a session was fed; the last formula of it "
                                        "is"
                                      : "");
    add_block(out, "smt2", shown_formula(finding));
    strbuf_str(out, "## Command\n\n");
    strbuf_t command;
    strbuf_init(&command, out->mem);
    report_command(finding, &command);
    add_block(out, "sh", (slice_t){command.data, command.len});
    strbuf_done(&command);
    add_options(finding, out);
}

/* What the culprit did, in a sentence. */
static void add_deed(const report_finding_t *finding, const store_answer_t *culprit,
                     strbuf_t *out) {
    const store_finding_t *best = &finding->best;
    if (finding_kind_is_crash(best->kind)) {
        strbuf_str(out, "It crashes");
        if (culprit->signal > 0)
            strbuf_format(out, ", ended by signal %lld", (long long)culprit->signal);
        else if (culprit->status >= 0)
            strbuf_format(out, ", with exit status %lld", (long long)culprit->status);
        if (crash_words(finding).len > 0) {
            strbuf_str(out, ": ");
            add_code(out, crash_words(finding));
        }
    } else {
        strbuf_str(out, "Its answer is ");
        strbuf_str(out, outcome_name(culprit->outcome));
        if (best->kind == FINDING_INVALID_MODEL)
            strbuf_str(out, ", with a model that does not satisfy the formula");
        else if (best->kind == FINDING_PERFORMANCE)
            strbuf_format(out, ", after %.1f s of CPU", culprit->cpu_ms / 1e3);
    }
    strbuf_str(out, ".\n\n");
}

/* The answers that are kept were given to the trigger, before it was reduced. */
static void add_observed(const report_finding_t *finding, strbuf_t *out) {
    const store_answer_t *culprit = answer_of(finding, ROLE_CULPRIT);
    strbuf_str(out, "## Observed\n\n");
    if (!culprit)
        return;
    add_deed(finding, culprit, out);
    if (culprit->out.len + culprit->err.len > 0)
        strbuf_str(out, is_shown_reduced(finding)
                            ? "What it printed for the formula as it was found, which is at the "
                              "end:\n\n"
                            : "What it printed:\n\n");
    if (culprit->out.len > 0)
        add_block(out, "", culprit->out);
    if (culprit->err.len > 0)
        add_block(out, "", culprit->err);
}

/* The certificate of a crash is that it came again: how often is said, too. */
static void add_grade(const report_finding_t *finding, const report_extras_t *extras,
                      strbuf_t *out) {
    const store_finding_t *best = &finding->best;
    strbuf_str(out, "Grade: **");
    strbuf_str(out, grade_name(best->grade));
    strbuf_str(out, extras->grade.len > 0 ? "**: " : "**");
    strbuf_slice_add(out, extras->grade);
    if (best->certificate == CERTIFICATE_REPEATED && extras->times > 0) {
        if (best->repeat == REPEAT_CONFIRMED)
            strbuf_format(out, ", in each of %u", extras->times);
        else
            strbuf_format(out, ", though not in each of %u", extras->times);
    }
    strbuf_str(out, ".\n\n");
}

/* Evidence is a sentence and, after an empty line, the steps of it, which are set out in lines. */
static size_t sentence_len(slice_t evidence) {
    const char *gap = evidence.len > 0 ? memmem(evidence.data, evidence.len, "\n\n", 2) : NULL;
    return gap ? (size_t)(gap - evidence.data) : evidence.len;
}

static void add_steps(slice_t evidence, strbuf_t *out) {
    size_t len = sentence_len(evidence);
    assert(len <= evidence.len);
    while (len < evidence.len && evidence.data[len] == '\n')
        len++;
    while (evidence.len > len && evidence.data[evidence.len - 1] == '\n')
        evidence.len--;
    if (len < evidence.len)
        add_block(out, "", (slice_t){evidence.data + len, evidence.len - len});
}

static void add_evidence(slice_t evidence, strbuf_t *out) {
    if (evidence.len == 0)
        return;
    strbuf_add(out, evidence.data, sentence_len(evidence));
    strbuf_str(out, "\n\n");
    add_steps(evidence, out);
}

static slice_t family_of(const report_t *report, slice_t name, slice_t options) {
    const store_solver_t *solver = report_solver(report, name, options);
    return solver ? solver->family : (slice_t){0};
}

/* A solver of another family that decided the formula, and not as the culprit did: solvers of one
 * family share mistakes. */
static const store_answer_t *other_family(const report_t *report, const report_finding_t *finding) {
    const store_finding_t *best = &finding->best;
    slice_t family = family_of(report, best->solver, best->options);
    for (uint32_t i = 0; i < finding->answers.len; i++) {
        const store_answer_t *answer = &finding->answers.data[i];
        slice_t other = family_of(report, answer->solver, answer->options);
        bool decided =
            answer->outcome == OUTCOME_SAT || (answer->outcome == OUTCOME_UNSAT &&
                                               finding_kind_info(best->kind)->right != OUTCOME_SAT);
        if (decided && other.len > 0 && family.len > 0 && !slice_equal(family, other))
            return answer;
    }
    return NULL;
}

static void add_check(const report_t *report, const report_finding_t *finding,
                      const report_extras_t *extras, strbuf_t *out) {
    if (extras->check.len == 0)
        return;
    const store_answer_t *other = other_family(report, finding);
    assert(extras->check_answer.len > 0); /* what to compare with */
    strbuf_format(out,
                  "To check it: this is the %s with the model put in. Save it as `check.smt2` and "
                  "run a solver other than ",
                  extras->check_input ? "input" : "formula as it was found");
    strbuf_slice_add(out, finding->best.solver);
    strbuf_str(out, " on it");
    if (other) {
        strbuf_str(out, ", for instance ");
        report_solver_name(report, other->solver, other->options, out);
    }
    strbuf_str(out, ". The answer to expect is ");
    strbuf_slice_add(out, extras->check_answer);
    strbuf_str(out, ".\n\n");
    add_block(out, "smt2", extras->check);
}

/* That a crash is one needs no evidence: its signature is in the details. */
static void add_why(const report_t *report, const report_finding_t *finding,
                    const report_extras_t *extras, strbuf_t *out) {
    const store_finding_t *best = &finding->best;
    strbuf_str(out, "## Expected\n\n");
    report_expected(finding, out);
    strbuf_str(out, "\n\n## Why\n\n");
    add_grade(finding, extras, out);
    if (!finding_kind_is_crash(best->kind)) {
        if (is_shown_reduced(finding) && best->evidence.len > 0)
            strbuf_str(out, "Of the formula as it was found: ");
        add_evidence(best->evidence, out);
    }
    add_check(report, finding, extras, out);
}

static bool has_options(const report_finding_t *finding) {
    for (uint32_t i = 0; i < finding->answers.len; i++)
        if (finding->answers.data[i].options.len > 0)
            return true;
    return false;
}

static void add_answers(const report_t *report, const report_finding_t *finding, strbuf_t *out) {
    bool options = has_options(finding);
    strbuf_str(out, "## Answers\n\nWhat the solvers said to the formula as it was found. The runs "
                    "were limited to short CPU times: a timeout here says little.\n\n");
    strbuf_str(out, options ? "| solver | options | answer | CPU |\n|---|---|---|---|\n"
                            : "| solver | answer | CPU |\n|---|---|---|\n");
    for (uint32_t i = 0; i < finding->answers.len; i++) {
        const store_answer_t *answer = &finding->answers.data[i];
        strbuf_str(out, "| ");
        report_solver_name(report, answer->solver, answer->options, out);
        strbuf_str(out, " | ");
        strbuf_slice_add(out, answer->options);
        strbuf_str(out, options ? " | " : "");
        strbuf_str(out, outcome_name(answer->outcome));
        strbuf_format(out, " | %.0f ms |\n", answer->cpu_ms);
    }
    strbuf_char(out, '\n');
}

/* The one place where a solver's own words for its version stand: they may name a build. */
static void add_versions(const report_t *report, const report_finding_t *finding,
                         const report_extras_t *extras, strbuf_t *out) {
    const store_solver_t *solver =
        report_solver(report, finding->best.solver, finding->best.options);
    strbuf_str(out, "## Versions\n\nSeen with ");
    add_culprit(report, finding, out);
    if (solver && report_version_number(solver->version).len < solver->version.len) {
        strbuf_str(out, " (");
        strbuf_slice_add(out, solver->version);
        strbuf_char(out, ')');
    }
    strbuf_str(out, extras->versions.len > 0 ? ". When it was last replayed:\n\n"
                                             : ". Not tried with other versions yet; `assay "
                                               "replay` does that.\n");
    strbuf_slice_add(out, extras->versions);
    strbuf_str(out, "\n");
}

/* How often it was seen. */
static void add_sightings(const report_finding_t *finding, const report_extras_t *extras,
                          strbuf_t *out) {
    repeat_t repeat = finding->best.repeat;
    strbuf_format(out, "Seen %lld time%s; ", (long long)finding->cluster.count,
                  finding->cluster.count == 1 ? "" : "s");
    if (repeat == REPEAT_SESSION)
        strbuf_str(out, "it shows only inside a session: what was sent before is in "
                        "transcript.smt2.\n\n");
    else if (repeat != REPEAT_CONFIRMED)
        strbuf_str(out, "it is flaky: not every fresh process showed it.\n\n");
    else
        strbuf_format(out, "reproduced %u of %u times in fresh processes.\n\n", extras->times,
                      extras->times);
}

/* What a reader of the report can do without. */
static void add_details(const report_finding_t *finding, strbuf_t *out) {
    const store_finding_t *best = &finding->best;
    bool model = best->certificate == CERTIFICATE_WITNESS && best->witness.len > 0;
    bool formula = !slice_equal(best->trigger, shown_formula(finding));
    assert(!formula || is_shown_reduced(finding));
    strbuf_format(out, "<details>\n<summary>%s%s%s</summary>\n\nRecipe: ",
                  formula ? "The formula as it was found, " : "",
                  !model    ? ""
                  : formula ? "its model, "
                            : "A model, ",
                  formula || model ? "and the recipe" : "The recipe");
    add_code(out, best->recipe);
    strbuf_str(out, "\n\n");
    if (best->signature.len > 0) {
        strbuf_str(out, "Signature, by which crashes are told apart: ");
        add_code(out, best->signature);
        strbuf_str(out, "\n\n");
    }
    if (finding_kind_is_crash(best->kind))
        add_steps(best->evidence, out);
    if (formula) {
        strbuf_format(out, "The formula as it was found, %zu bytes, was reduced to %zu:\n\n",
                      best->trigger.len, best->reduced.len);
        add_block(out, "smt2", best->trigger);
    }
    if (model) {
        strbuf_str(out, "A model of the formula as it was found:\n\n");
        add_block(out, "smt2", best->witness); /* others are the solver's own: see above */
    }
    strbuf_str(out, "</details>\n");
}

static void add_origin(const report_finding_t *finding, const report_extras_t *extras,
                       strbuf_t *out) {
    strbuf_format(out,
                  "## How it was found\n\nassay finds bugs in SMT solvers by mutating formulas. "
                  "This one was found by assay %s with the strategy ",
                  ASSAY_VERSION);
    strbuf_slice_add(out, finding->best.strategy);
    strbuf_str(out, extras->strategy.len > 0 ? ": " : "");
    strbuf_slice_add(out, extras->strategy);
    strbuf_str(out, ".\n\n");
    add_sightings(finding, extras, out);
    add_details(finding, out);
}

void report_markdown(const report_t *report, const report_finding_t *finding,
                     const report_extras_t *extras, strbuf_t *out) {
    assert(report_has(report, finding));
    strbuf_str(out, "# ");
    report_title(report, finding, out);
    strbuf_str(out, "\n\n");
    add_input(finding, out);
    add_observed(finding, out);
    add_why(report, finding, extras, out);
    add_versions(report, finding, extras, out);
    if (finding->answers.len > 1)
        add_answers(report, finding, out);
    add_origin(finding, extras, out);
}

/* One line of a table, whatever the text has. */
static void add_cell(strbuf_t *out, slice_t text) {
    for (size_t i = 0; i < text.len; i++) {
        if (text.data[i] == '|')
            strbuf_char(out, '\\');
        strbuf_char(out, text.data[i] == '\n' ? ' ' : text.data[i]);
    }
}

static void add_alarms(const report_t *report, strbuf_t *out) {
    if (report->alarms.len == 0)
        return;
    strbuf_str(out,
               "\n## Alarms\n\nSomething is wrong with assay itself, or with what it was told; "
               "none of these is held against a solver.\n\n"
               "| alarm | strategy | times | what |\n|---|---|---|---|\n");
    for (uint32_t i = 0; i < report->alarms.len; i++) {
        const store_alarm_t *row = &report->alarms.data[i];
        strbuf_format(out, "| %s | ", alarm_kind_name(row->kind));
        strbuf_slice_add(out, row->strategy);
        strbuf_format(out, " | %lld | ", (long long)row->count);
        add_cell(out, row->text);
        strbuf_str(out, " |\n");
    }
}

static void add_findings(const report_t *report, strbuf_t *out) {
    strbuf_str(out, "| id | kind | grade | solver | logic | triggers | bytes |\n"
                    "|---|---|---|---|---|---|---|\n");
    for (uint32_t i = 0; i < report->findings.len; i++) {
        const report_finding_t *finding = &report->findings.data[i];
        strbuf_format(out, "| %lld | ", (long long)finding->cluster.id);
        strbuf_str(out, finding_kind_name(finding->cluster.kind));
        strbuf_str(out, " | ");
        strbuf_str(out, grade_name(finding->cluster.grade));
        strbuf_str(out, " | ");
        add_culprit(report, finding, out);
        strbuf_str(out, " | ");
        slice_t logic = logic_of(shown_formula(finding));
        strbuf_slice_add(out, logic.len > 0 ? logic : finding->best.logic);
        strbuf_format(out, " | %lld | %zu |\n", (long long)finding->cluster.count,
                      report_trigger(finding).len);
    }
}

void report_summary(const report_t *report, strbuf_t *out) {
    add_findings(report, out);
    add_alarms(report, out);
}
