/* judge_fixture.h - cases with answers made by hand.
 *
 *     court_open(&court, "(declare-const x Int)(assert (> x 3))");
 *     says(&court, "z3", OUTCOME_SAT, "((define-fun x () Int 4))");
 *     says(&court, "cvc5", OUTCOME_UNSAT, NULL);
 *     judge(&court);
 *     expect_finding(&court, FINDING_REFUTATION, GRADE_CERTIFIED, CERTIFICATE_WITNESS, "cvc5");
 */
#ifndef JUDGE_FIXTURE_H
#define JUDGE_FIXTURE_H

#include "unit.h"

#include "oracle/judge.h"

enum { COURT_MOST = 12 };

typedef struct court {
    mem_t mem;
    judge_t judge;
    judgement_t judgement;
    case_t c;
    run_t runs[COURT_MOST];
    answer_t answers[COURT_MOST];
    reply_t replies[COURT_MOST];
    answer_t reply_answers[COURT_MOST];
} court_t;

static inline void court_open(court_t *court, const char *text) {
    *court = (court_t){0};
    mem_init(&court->mem);
    judge_init(&court->judge, &court->mem);
    judgement_init(&court->judgement, &court->mem);
    court->c = (case_t){.text = text,
                        .len = strlen(text),
                        .claim = OUTCOME_UNKNOWN,
                        .runs = court->runs,
                        .replies = court->replies};
}

static inline void court_close(court_t *court) {
    for (uint32_t i = 0; i < court->c.run_count; i++)
        answer_done(&court->answers[i]);
    for (uint32_t i = 0; i < court->c.reply_count; i++)
        answer_done(&court->reply_answers[i]);
    judgement_done(&court->judgement);
    judge_done(&court->judge);
    assert_int_equal(court->mem.used, 0);
    mem_done(&court->mem);
}

static inline void claims(court_t *court, outcome_t claim, const char *model) {
    court->c.claim = claim;
    court->c.claim_model = model;
    court->c.claim_model_len = model ? strlen(model) : 0;
}

/* cvc4 and cvc5 are one family, other names are families of their own. */
static inline const char *family_of(const char *solver) {
    return strncmp(solver, "cvc", 3) == 0 ? "cvc" : solver;
}

static inline uint32_t says_tier(court_t *court, const char *solver, const char *tier,
                                 outcome_t outcome, const char *model) {
    uint32_t at = court->c.run_count++;
    assert_true(at < COURT_MOST);
    answer_t *answer = &court->answers[at];
    answer_init(answer, &court->mem);
    answer->outcome = outcome;
    if (model)
        strbuf_str(&answer->model, model);
    court->runs[at] =
        (run_t){.solver = solver, .family = family_of(solver), .tier = tier, .answer = answer};
    return at;
}

static inline uint32_t says(court_t *court, const char *solver, outcome_t outcome,
                            const char *model) {
    return says_tier(court, solver, NULL, outcome, model);
}

static inline void crashes(court_t *court, const char *solver, const char *tier,
                           const char *message, const char *model) {
    uint32_t at = says_tier(court, solver, tier, OUTCOME_CRASH, model);
    strbuf_str(&court->answers[at].message, message);
    strbuf_str(&court->answers[at].signature, message);
}

static inline void replies(court_t *court, follow_kind_t kind, uint32_t run, uint32_t of,
                           outcome_t outcome, const char *model) {
    uint32_t at = court->c.reply_count++;
    assert_true(at < COURT_MOST);
    answer_t *answer = &court->reply_answers[at];
    answer_init(answer, &court->mem);
    answer->outcome = outcome;
    if (model)
        strbuf_str(&answer->model, model);
    court->replies[at] = (reply_t){.kind = kind, .run = run, .of = of, .answer = answer};
}

static inline void judge(court_t *court) {
    judge_case(&court->judge, &court->c, &court->judgement);
}

static inline void show(const court_t *court) {
    const judgement_t *j = &court->judgement;
    for (uint32_t i = 0; i < j->findings.len; i++)
        print_message("finding: %s, %s: %s\n", finding_kind_name(j->findings.data[i].kind),
                      grade_name(j->findings.data[i].grade), j->findings.data[i].says.data);
    for (uint32_t i = 0; i < j->suspicions.len; i++)
        print_message("suspicion: %s: %s\n", finding_kind_name(j->suspicions.data[i].kind),
                      j->suspicions.data[i].says.data);
    for (uint32_t i = 0; i < j->alarms.len; i++)
        print_message("alarm: %s: %s\n", alarm_kind_name(j->alarms.data[i].kind),
                      j->alarms.data[i].reason.data);
}

/* There are as many findings, suspicions and alarms. */
static inline void expect_counts(const court_t *court, uint32_t findings, uint32_t suspicions,
                                 uint32_t alarms) {
    const judgement_t *j = &court->judgement;
    if (j->findings.len == findings && j->suspicions.len == suspicions && j->alarms.len == alarms)
        return;
    show(court);
    fail_msg("%u findings, %u suspicions, %u alarms; expected %u, %u, %u", j->findings.len,
             j->suspicions.len, j->alarms.len, findings, suspicions, alarms);
}

static inline void expect_nothing(const court_t *court) {
    expect_counts(court, 0, 0, 0);
}

/* There is this finding; returns it. */
static inline const finding_t *expect_finding(const court_t *court, finding_kind_t kind,
                                              grade_t grade, certificate_t certificate,
                                              const char *solver) {
    const judgement_t *j = &court->judgement;
    for (uint32_t i = 0; i < j->findings.len; i++) {
        const finding_t *f = &j->findings.data[i];
        if (f->kind == kind && f->grade == grade && f->certificate == certificate &&
            strcmp(court->runs[f->run].solver, solver) == 0) {
            assert_non_null(strstr(f->says.data, solver));
            assert_null(strchr(f->says.data, '\n'));
            return f;
        }
    }
    show(court);
    fail_msg("no %s (%s, %s) of %s", finding_kind_name(kind), grade_name(grade),
             certificate_name(certificate), solver);
    return NULL;
}

/* There is this suspicion, and nothing else. */
static inline void expect_suspicion(const court_t *court, finding_kind_t kind) {
    expect_counts(court, 0, 1, 0);
    assert_int_equal(court->judgement.suspicions.data[0].kind, kind);
}

static inline void expect_alarm(const court_t *court, alarm_kind_t kind) {
    for (uint32_t i = 0; i < court->judgement.alarms.len; i++)
        if (court->judgement.alarms.data[i].kind == kind)
            return;
    show(court);
    fail_msg("no alarm %s", alarm_kind_name(kind));
}

#endif
