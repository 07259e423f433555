/* Triage with planted solvers: what is known, what is gone, what is new. */
#include "pool_fixture.h"

#include "campaign/triage/triage.h"
#include "oracle/ask.h"

static const char text[] =
    "(set-logic QF_LIA)(declare-const x Int)(assert (> (div x 2) 3))(check-sat)";

enum { MOST = 2 };

typedef struct desk {
    pool_bench_t bench;
    judge_t judge;
    triage_t *triage;
    case_t c;
    solver_t *solvers[MOST];
    run_t runs[MOST];
    answer_t answers[MOST];
    strbuf_t transcripts[MOST];
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
    bench_open(&desk->bench, 2);
    mem_t *mem = &desk->bench.mem;
    judge_init(&desk->judge, mem);
    limits_t limits = {.wall = 60};
    desk->triage = triage_open(&(triage_setup_t){.mem = mem,
                                                 .judge = &desk->judge,
                                                 .pool = desk->bench.pool,
                                                 .confirming = limits,
                                                 .reducing = limits,
                                                 .arg = desk,
                                                 .begins = note_step,
                                                 .goes_on = never_stop});
    desk->c = (case_t){.text = text,
                       .len = strlen(text),
                       .claim = OUTCOME_UNKNOWN,
                       .wants = ASK_MODEL,
                       .runs = desk->runs};
}

static void desk_close(desk_t *desk) {
    for (uint32_t i = 0; i < desk->c.run_count; i++) {
        answer_done(&desk->answers[i]);
        strbuf_done(&desk->transcripts[i]);
    }
    triage_close(desk->triage);
    judge_done(&desk->judge);
    bench_close(&desk->bench);
}

/* A planted solver, and what it is said to have said. */
static void add(desk_t *desk, const char *name, const char *words, outcome_t outcome,
                const char *model) {
    uint32_t at = desk->c.run_count++;
    desk->solvers[at] = add_fake(&desk->bench, words, MODE_SPAWN);
    answer_init(&desk->answers[at], &desk->bench.mem);
    strbuf_init(&desk->transcripts[at], &desk->bench.mem);
    desk->answers[at].outcome = outcome;
    if (model)
        strbuf_str(&desk->answers[at].model, model);
    desk->runs[at] = (run_t){.solver = name, .family = name, .answer = &desk->answers[at]};
}

static triage_end_t triage_of(desk_t *desk, const finding_t *finding) {
    candidate_t candidate = {.c = &desk->c,
                             .finding = finding,
                             .solvers = desk->solvers,
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
    add(&desk, "liar", "answer sat", OUTCOME_UNSAT, NULL); /* what was there is gone */
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
    add(&desk, "liar", "answer unsat", OUTCOME_UNSAT, NULL);
    add(&desk, "honest", "answer 'sat\n((define-fun x () Int 9))'", OUTCOME_SAT, model);
    judgement_t judgement;
    judgement_init(&judgement, &desk.bench.mem);
    judge_case(&desk.judge, &desk.c, &judgement);
    assert_int_equal(judgement.findings.len, 1);
    assert_int_equal(triage_of(&desk, &judgement.findings.data[0]), TRIAGE_FINDING);
    assert_int_equal(desk.finding.kind, FINDING_REFUTATION);
    assert_int_equal(desk.finding.repeat, REPEAT_CONFIRMED);
    assert_true(desk.finding.settled);
    assert_true(desk.finding.reduced.len > 0 && desk.finding.reduced.len < strlen(text));
    assert_true(slice_starts(desk.finding.key, "refutation-soundness liar "));
    assert_int_equal(desk.begun[TRIAGE_REDUCES], 1);
    /* Once it is known, no better one is found. */
    triage_know(desk.triage, desk.finding.key, grade_rank(desk.finding.grade),
                (uint32_t)desk.finding.reduced.len);
    assert_int_equal(triage_of(&desk, &judgement.findings.data[0]), TRIAGE_DUPLICATE);
    judgement_done(&judgement);
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
