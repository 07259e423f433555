/* Triage with planted solvers: what is known, what is gone, what is new. */
#include "planted_fixture.h"

#include "campaign/triage/triage.h"

static const char text[] =
    "(set-logic QF_LIA)(declare-const x Int)(assert (> (div x 2) 3))(check-sat)";

typedef struct desk {
    court_t court;
    triage_t *triage;
    strbuf_t transcripts[COURT_MOST]; /* empty: nothing runs in a session */
    rng_t rng;
    uint32_t begun[2]; /* by triage_step_t */
    const char *known;
    finding_t finding;
} desk_t;

static void note_step(void *arg, triage_step_t step) {
    ((desk_t *)arg)->begun[step]++;
}

static bool never_stop(void *arg) {
    (void)arg;
    return true;
}

static void desk_open(desk_t *desk) {
    *desk = (desk_t){.rng = rng_make(7)};
    court_open(&desk->court, text);
    limits_t limits = {.wall = 60};
    desk->triage = triage_open(&(triage_setup_t){.mem = &desk->court.bench.mem,
                                                 .judge = &desk->court.judge,
                                                 .pool = desk->court.bench.pool,
                                                 .confirming = limits,
                                                 .reducing = limits,
                                                 .arg = desk,
                                                 .begins = note_step,
                                                 .goes_on = never_stop});
}

static void desk_close(desk_t *desk) {
    triage_close(desk->triage);
    court_close(&desk->court);
}

static triage_end_t triage_of(desk_t *desk, const finding_t *finding) {
    candidate_t candidate = {.c = &desk->court.c,
                             .finding = finding,
                             .solvers = desk->court.solvers,
                             .transcripts = desk->transcripts,
                             .text = slice_of(text),
                             .recipe = slice_of(""),
                             .rng = &desk->rng};
    return triage_candidate(desk->triage, &candidate, &desk->finding, &desk->known);
}

/* How many of 40 candidates are taken for a cluster without a closer look. */
static uint32_t count_taken(const char *key, finding_kind_t kind) {
    desk_t desk;
    desk_open(&desk);
    add(&desk.court, "liar", "answer sat", OUTCOME_UNSAT, NULL); /* what was there is gone */
    triage_know(desk.triage, slice_of(key), grade_rank(GRADE_CROSS_CHECKED), 10);
    finding_t finding = {.kind = kind,
                         .grade = GRADE_CROSS_CHECKED,
                         .other = RUN_NONE,
                         .says = slice_of("liar errs")};
    uint32_t taken = 0;
    for (uint32_t i = 0; i < 40; i++) {
        triage_end_t end = triage_of(&desk, &finding);
        assert_true(end == TRIAGE_DUPLICATE || end == TRIAGE_GONE);
        if (end == TRIAGE_DUPLICATE)
            assert_string_equal(desk.known, key);
        taken += end == TRIAGE_DUPLICATE;
    }
    assert_int_equal(desk.begun[TRIAGE_CONFIRMS], 40 - taken);
    desk_close(&desk);
    return taken;
}

/* A trigger that has all operators of a cluster is mostly taken for one of it, and never always. */
static void takes_for_known(void **state) {
    uint32_t taken = count_taken("refutation-soundness liar QF_LIA div", FINDING_REFUTATION);
    assert_true(taken > 20 && taken < 40);
    assert_true(count_taken("refutation-soundness liar QF_NIA", FINDING_REFUTATION) > 20);
    assert_int_equal(count_taken("refutation-soundness liar QF_LIA div mod", FINDING_REFUTATION),
                     0);
    assert_int_equal(count_taken("refutation-soundness other QF_LIA div", FINDING_REFUTATION), 0);
    assert_int_equal(count_taken("solution-soundness liar QF_LIA div", FINDING_REFUTATION), 0);
}

/* Where the logic is all that a key has, it must be the same. */
static void takes_a_logic_for_known(void **state) {
    assert_true(count_taken("performance liar QF_NIA", FINDING_PERFORMANCE) > 20);
    assert_int_equal(count_taken("performance liar QF_BV", FINDING_PERFORMANCE), 0);
}

static void finds(void **state) {
    desk_t desk;
    desk_open(&desk);
    static const char model[] = "((define-fun x () Int 9))";
    add(&desk.court, "liar", "answer unsat", OUTCOME_UNSAT, NULL);
    add(&desk.court, "honest", "answer 'sat\n((define-fun x () Int 9))'", OUTCOME_SAT, model);
    const judgement_t *judgement = &desk.court.judgement;
    judge_case(&desk.court.judge, &desk.court.c, &desk.court.judgement);
    assert_int_equal(judgement->findings.len, 1);
    assert_int_equal(triage_of(&desk, &judgement->findings.data[0]), TRIAGE_FINDING);
    assert_int_equal(desk.finding.kind, FINDING_REFUTATION);
    assert_int_equal(desk.finding.repeat, REPEAT_CONFIRMED);
    assert_true(desk.finding.settled);
    assert_true(desk.finding.reduced.len > 0 && desk.finding.reduced.len < strlen(text));
    assert_true(slice_starts(desk.finding.key, "refutation-soundness liar "));
    assert_int_equal(desk.begun[TRIAGE_REDUCES], 1);
    /* Once it is known, no better one is found. */
    triage_know(desk.triage, desk.finding.key, grade_rank(desk.finding.grade),
                (uint32_t)desk.finding.reduced.len);
    assert_int_equal(triage_of(&desk, &judgement->findings.data[0]), TRIAGE_DUPLICATE);
    desk_close(&desk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_for_known),
        cmocka_unit_test(takes_a_logic_for_known),
        cmocka_unit_test(finds),
    };
    process_setup();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
