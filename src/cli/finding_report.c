#include "cli/finding_report.h"

#include "campaign/wire.h"
#include "cli/common/campaign_dir.h"
#include "mutate/engine/strategy.h"
#include "oracle/confirm.h"
#include "oracle/substitute.h"
#include "solver/run/child.h"

/* Seconds for the script that shows a certificate. */
static const double check_patience = 10;

/* The culprit's own model, when it is what speaks against it. */
static slice_t own_model(const report_finding_t *finding) {
    for (uint32_t i = 0; i < finding->answers.len; i++)
        if (finding->answers.data[i].role == ROLE_CULPRIT)
            return finding->answers.data[i].model;
    return (slice_t){0};
}

/* A question for the model has been answered. */
static void drop_question(strbuf_t *script) {
    static const char question[] = "(get-model)\n";
    size_t len = sizeof question - 1;
    if (script->len >= len && memcmp(script->data + script->len - len, question, len) == 0)
        script->len -= len;
}

/* The formula with the model put in, when the model does to it what it should. */
static bool put_in(witness_t *work, slice_t formula, slice_t model, holds_t want, strbuf_t *out) {
    return formula.len > 0 && witness_read(work, formula.data, formula.len) &&
           witness_test(work, model.data, model.len).holds == want && substitute_model(work, out);
}

typedef struct check {
    const store_finding_t *best;
    slice_t model;
    bool witness; /* the model satisfies the formula; else it does not */
    mem_t *mem;
} check_t;

enum { CHECKS_INPUT = 'i', CHECKS_TRIGGER = 't' };

/* A witness satisfies the formula as it was found, and often what is left of that, too; the
 * culprit's own model was given to the formula as it was found, and is false there. Writes what the
 * script is made of and the script, or nothing. */
static int write_check(void *arg, int socket) {
    const check_t *check = arg;
    const store_finding_t *best = check->best;
    holds_t want = check->witness ? HOLDS_YES : HOLDS_NO;
    witness_t work;
    strbuf_t text;
    witness_init(&work, check->mem);
    strbuf_init(&text, check->mem);
    bool input = best->reduced.len == 0 ||
                 (check->witness && put_in(&work, best->reduced, check->model, want, &text));
    if (text.len == 0 && !put_in(&work, best->trigger, check->model, want, &text))
        return 0;
    drop_question(&text);
    strbuf_t out;
    strbuf_init(&out, check->mem);
    strbuf_char(&out, (char)(input ? CHECKS_INPUT : CHECKS_TRIGGER));
    strbuf_add(&out, text.data, text.len);
    return wire_send(socket, &out) ? 0 : 1;
}

/* By a child: a formula that the evaluator dies of, or sits over, ends no campaign. */
static void add_check(const report_finding_t *finding, arena_t *texts, mem_t *mem,
                      report_extras_t *extras) {
    const store_finding_t *best = &finding->best;
    bool witness = best->certificate == CERTIFICATE_WITNESS;
    bool own = best->certificate == CERTIFICATE_OWN_MODEL;
    slice_t model = witness ? best->witness : own ? own_model(finding) : (slice_t){0};
    if (model.len == 0)
        return;
    check_t check = {.best = best, .model = model, .witness = witness, .mem = mem};
    strbuf_t text;
    strbuf_init(&text, mem);
    if (child_gather(write_check, &check, check_patience, &text) && text.len > 0) {
        extras->check_input = text.data[0] == CHECKS_INPUT;
        extras->check = (slice_t){arena_copy(texts, text.data + 1, text.len - 1), text.len - 1};
        extras->check_answer = slice_of(outcome_name(witness ? OUTCOME_SAT : OUTCOME_UNSAT));
    }
    strbuf_done(&text);
}

static void add_versions(store_t *store, const report_finding_t *finding, arena_t *texts,
                         mem_t *mem, report_extras_t *extras) {
    strbuf_t key;
    strbuf_init(&key, mem);
    campaign_dir_replay_key(finding->cluster.id, &key);
    extras->versions = slice_of(store_fact(store, strbuf_text(&key), texts));
    strbuf_done(&key);
}

/* The certificate says more than the grade, where there is one. */
static const char *grade_words(grade_t grade, certificate_t certificate) {
    return certificate != CERTIFICATE_NONE ? certificate_doc(certificate) : grade_doc(grade);
}

static const char *with_nul(arena_t *texts, slice_t text) {
    return arena_copy(texts, text.data, text.len);
}

/* What the tables say of the words in the row. */
static void add_words(const report_finding_t *finding, arena_t *texts, report_extras_t *extras) {
    const store_finding_t *best = &finding->best;
    strategy_kind_t strategy;
    extras->grade = slice_of(grade_words(best->grade, best->certificate));
    if (strategy_of_name(with_nul(texts, best->strategy), &strategy))
        extras->strategy = slice_of(strategy_info(strategy)->doc);
    extras->times = confirm_defaults.times;
}

void finding_extras(store_t *store, const report_finding_t *finding, arena_t *texts, mem_t *mem,
                    report_extras_t *extras) {
    *extras = (report_extras_t){0};
    add_check(finding, texts, mem, extras);
    add_versions(store, finding, texts, mem, extras);
    add_words(finding, texts, extras);
}

bool finding_report(store_t *store, int64_t cluster, mem_t *mem, strbuf_t *out) {
    report_t report;
    bool ok = report_load_one(&report, store, cluster, mem);
    if (ok) {
        report_extras_t extras;
        finding_extras(store, &report.findings.data[0], &report.texts, mem, &extras);
        report_markdown(&report, &report.findings.data[0], &extras, out);
    }
    report_done(&report);
    return ok;
}
