/* planted_fixture.h - a case with planted solvers, and what each is said to have said.
 *
 *     court_t court;
 *     court_open(&court, text);
 *     add(&court, "liar", "answer unsat", OUTCOME_UNSAT, NULL);
 *     add(&court, "honest", "answer sat", OUTCOME_SAT, "((define-fun x () Int 4))");
 *     court_close(&court);
 *
 * What a solver is said to have said need not be what it says when it is asked. */
#ifndef PLANTED_FIXTURE_H
#define PLANTED_FIXTURE_H

#include "pool_fixture.h"

#include "oracle/ask.h"
#include "oracle/judge.h"

enum { COURT_MOST = 4 };

typedef struct court {
    pool_bench_t bench;
    judge_t judge;
    judgement_t judgement;
    case_t c;
    solver_t *solvers[COURT_MOST];
    run_t runs[COURT_MOST];
    answer_t answers[COURT_MOST];
} court_t;

static inline void court_open(court_t *court, const char *script) {
    *court = (court_t){0};
    bench_open(&court->bench, 2);
    judge_init(&court->judge, &court->bench.mem);
    judgement_init(&court->judgement, &court->bench.mem);
    court->c = (case_t){.text = script,
                        .len = strlen(script),
                        .claim = OUTCOME_UNKNOWN,
                        .wants = ASK_MODEL,
                        .runs = court->runs};
}

static inline void court_close(court_t *court) {
    for (uint32_t i = 0; i < court->c.run_count; i++)
        answer_done(&court->answers[i]);
    judgement_done(&court->judgement);
    judge_done(&court->judge);
    bench_close(&court->bench);
}

/* words are what the fake is called with. */
static inline void add(court_t *court, const char *name, const char *words, outcome_t outcome,
                       const char *model) {
    uint32_t at = court->c.run_count++;
    assert_true(at < COURT_MOST);
    court->solvers[at] = add_fake(&court->bench, words, MODE_SPAWN);
    answer_t *answer = &court->answers[at];
    answer_init(answer, &court->bench.mem);
    answer->outcome = outcome;
    if (outcome == OUTCOME_CRASH)
        strbuf_str(&answer->signature, "SIGSEGV");
    if (model)
        strbuf_str(&answer->model, model);
    court->runs[at] = (run_t){.solver = name, .family = name, .answer = answer};
}

#endif
