/* regex_fixture.h - regular languages from text, and strings to try them on: for the tests of both.
 *
 *     lab_t lab;
 *     lab_init(&lab);
 *     value_t regex = lab_value(&lab, "(re.* (str.to_re \"ab\"))");
 *     assert_true(lab_has(&lab, regex, "abab", 4));
 *     lab_done(&lab);
 */
#ifndef REGEX_FIXTURE_H
#define REGEX_FIXTURE_H

#include "eval_fixture.h"

#include "eval/text/regex.h"
#include "eval/text/strings.h"

/* An evaluator, and a call for what needs one. */
typedef struct lab {
    evaluator_t e;
    call_t call;
} lab_t;

static inline void lab_init(lab_t *lab) {
    evaluator_init(&lab->e, "", "");
    lab->call = (call_t){0};
}

static inline void lab_done(lab_t *lab) {
    evaluator_done(&lab->e);
}

/* Limits count from here again. */
static inline void lab_refill(lab_t *lab) {
    lab->e.eval.steps = lab->e.eval.limits.steps;
}

/* The value of a term's text. */
static inline value_t lab_value(lab_t *lab, const char *text) {
    strbuf_t script;
    strbuf_init(&script, &lab->e.f.mem);
    strbuf_format(&script, "(define-fun r () RegLan %s)", text);
    parse(&lab->e.f, strbuf_text(&script));
    strbuf_done(&script);
    term_t term = fun_row(&lab->e.f.bank, fun_called(&lab->e.f, "r"))->body;
    result_t result = eval_term(&lab->e.eval, term);
    if (!result.known)
        fail_msg("%s is unknown: %s", text, reason_text(result.reason.kind));
    lab_refill(lab);
    return result.value;
}

static inline value_t lab_string(lab_t *lab, const char *text, size_t len) {
    value_t string;
    assert_true(string_read(&lab->e.values, text, len, &string));
    return string;
}

static inline bool lab_has(lab_t *lab, value_t regex, const char *text, size_t len) {
    bool has;
    lab_refill(lab);
    assert_true(
        regex_has(&lab->e.eval, &lab->call, regex, SORT_CHAR, lab_string(lab, text, len), &has));
    return has;
}

#endif
