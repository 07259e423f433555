/* eval_fixture.h - evaluating what a text says: for the tests of the evaluator.
 *
 *     expect("(bvadd #xFF #x01)", "#x00");                        // equal, and nothing chosen
 *     expect_in("(declare-const x Int)", "((x 3))", "(+ x 1)", "4");
 *     expect_unknown("", "", "(exists ((x Int)) (> (f x) x))", REASON_QUANTIFIER);
 *     expect_chosen("", "", "(= (/ 1.0 0.0) (/ 1.0 0.0))");       // true, under a choice
 *     expect_in_little_memory("(assert (= (+ 1 2) 3))");          // whichever allocation fails
 */
#ifndef EVAL_FIXTURE_H
#define EVAL_FIXTURE_H

#include "script_fixture.h"

#include "eval/engine/eval.h"

typedef struct evaluator {
    fixture_t f;
    values_t values;
    model_t model;
    eval_t eval;
} evaluator_t;

/* Reads a script and a model of it; an empty model says nothing. */
static inline void evaluator_init(evaluator_t *e, const char *script, const char *model) {
    fixture_init(&e->f);
    parse(&e->f, script);
    values_init(&e->values, &e->f.bank, &e->f.mem);
    model_init(&e->model, &e->values, &e->f.mem);
    diag_list_t diags;
    diag_init(&diags, &e->f.mem);
    bool ok = model_read(&e->model, &e->f.script, model, strlen(model), &diags);
    for (uint32_t i = 0; i < diags.rows.len; i++)
        print_message("model:%u:%u: %s\n", diags.rows.data[i].line, diags.rows.data[i].column,
                      diags.rows.data[i].message);
    assert_true(ok);
    diag_done(&diags);
    eval_init(&e->eval, &e->f.bank, &e->values, &e->model, &e->f.mem);
}

static inline void evaluator_done(evaluator_t *e) {
    eval_done(&e->eval);
    model_done(&e->model);
    values_done(&e->values);
    fixture_done(&e->f);
}

/* Evaluates the last assertion of script. */
static inline result_t evaluate(const char *script, const char *model, reason_kind_t *why) {
    evaluator_t e;
    evaluator_init(&e, script, model);
    term_t formula = TERM_NONE;
    for (uint32_t i = 0; i < script_count(&e.f.script); i++) {
        uint32_t count;
        if (script_kind(&e.f.script, i) == CMD_ASSERT)
            formula = script_words(&e.f.script, i, &count)[0];
    }
    result_t result = eval_term(&e.eval, formula);
    *why = result.reason.kind;
    evaluator_done(&e);
    return result;
}

/* (assert FORMULA) after the declarations. */
static inline result_t evaluate_formula(const char *declarations, const char *model,
                                        const char *formula, reason_kind_t *why) {
    size_t size = strlen(declarations) + strlen(formula) + 32;
    char *script = malloc(size);
    snprintf(script, size, "%s\n(assert %s)", declarations, formula);
    result_t result = evaluate(script, model, why);
    free(script);
    return result;
}

static inline void expect_in(const char *declarations, const char *model, const char *term,
                             const char *value) {
    size_t size = strlen(term) + strlen(value) + 32;
    char *formula = malloc(size);
    snprintf(formula, size, "(= %s %s)", term, value);
    reason_kind_t why;
    result_t result = evaluate_formula(declarations, model, formula, &why);
    if (!result.known || result.chosen || !result.value)
        print_message("%s is %s%s\n", formula,
                      !result.known  ? "unknown: "
                      : result.value ? "true under a choice"
                                     : "false",
                      result.known ? "" : reason_text(why));
    free(formula);
    assert_true(result.known && !result.chosen && result.value);
}

static inline void expect(const char *term, const char *value) {
    expect_in("", "", term, value);
}

static inline void expect_true(const char *formula) {
    expect_in("", "", formula, "true");
}

static inline void expect_false(const char *formula) {
    expect_in("", "", formula, "false");
}

static inline void expect_unknown(const char *declarations, const char *model, const char *formula,
                                  reason_kind_t reason) {
    reason_kind_t why;
    result_t result = evaluate_formula(declarations, model, formula, &why);
    if (result.known || why != reason)
        print_message("%s is %s\n", formula, result.known ? "known" : reason_text(why));
    assert_false(result.known);
    assert_int_equal(why, reason);
}

static inline void expect_chosen(const char *declarations, const char *model, const char *formula) {
    reason_kind_t why;
    result_t result = evaluate_formula(declarations, model, formula, &why);
    if (!result.known || !result.chosen || !result.value)
        print_message("%s is %s\n", formula,
                      !result.known   ? "unknown"
                      : result.chosen ? "false"
                                      : "true for certain");
    assert_true(result.known && result.chosen && result.value);
}

/* arg: a const char *, a script whose assertions are all true. */
static inline void evaluate_in(mem_t *mem, void *arg) {
    const char *text = *(const char **)arg;
    bank_t bank;
    script_t script;
    diag_list_t diags;
    values_t values;
    eval_t eval;
    bank_init(&bank, mem);
    script_init(&script, &bank);
    diag_init(&diags, mem);
    if (!parse_script(&script, text, strlen(text), &diags))
        mem_fail(mem); /* the parser catches failures; here they go on */
    values_init(&values, &bank, mem);
    eval_init(&eval, &bank, &values, NULL, mem);
    for (uint32_t i = 0; i < script_count(&script); i++) {
        uint32_t count;
        if (script_kind(&script, i) == CMD_ASSERT)
            assert_int_equal(eval_formula(&eval, script_words(&script, i, &count)[0]), HOLDS_YES);
    }
    eval_done(&eval);
    values_done(&values);
    diag_done(&diags);
    script_done(&script);
    bank_done(&bank);
}

/* Memory may run out at any allocation on the way, and nothing is lost. */
static inline void expect_in_little_memory(const char *script) {
    assert_true(unit_fail_each(evaluate_in, NULL, &script) > 10);
}

#endif
