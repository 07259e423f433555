/* judge.h - answers of solvers to one formula: findings, alarms, or nothing.
 *
 *     judge_t judge;
 *     judge_init(&judge, mem);
 *     judgement_t judgement;
 *     judgement_init(&judgement, mem);
 *     judge_case(&judge, &(case_t){.text = text, .len = len, .claim = OUTCOME_SAT,
 *                                  .runs = runs, .run_count = 2}, &judgement);
 *     for (uint32_t i = 0; i < judgement.findings.len; i++) ...
 *     judgement_done(&judgement);
 *     judge_done(&judge);
 *
 * Judging runs no solver, and reads the formula only when there is something to look into: a model,
 * a contradiction. Where there is no contradiction a model is evaluated with little patience
 * (JUDGE_STEPS), else with as much as witness.limits has. The rules:
 *
 * witness: a model, the claim's or a solver's, under which the evaluator finds every assertion
 * true.
 *
 *   refutation-soundness  unsat, though there is a witness: certified. Without one, cross-checked
 *                         when another family says sat, claimed when only the claim does.
 *   solution-soundness    sat, though the claim or another family says unsat; certified when the
 *                         solver's own model is false.
 *   invalid-model         the solver's own model is false, and no other family says unsat:
 *                         certified. A validator's complaint alone is claimed, and nothing when
 *                         the evaluator finds the model true.
 *   crash                 claimed, until it happened again (confirm.h).
 *   performance           on request: another family decides far faster, and so was the seed.
 *   incompleteness        on request: unknown, where another family decides and the seed was.
 *   alarm                 a claim that a witness refutes, whose own model is not true, or that all
 *                         families, two or more, contradict: a wrong claim or label is likelier
 *                         than that all solvers err. Never a finding.
 *
 * - Solvers of one family share mistakes: they count as one. A family that contradicts itself
 *   counts for neither side, and the contradiction is a finding: against the run that the evaluator
 *   or the others disagree with, else against the one whose tier is not the default.
 * - Where nothing tells who of two is wrong, the finding is disputed: one of them is.
 * - The claim is one voice more. A label that was not checked does not decide a tie.
 * - An unknown of the evaluator, a model that cannot be read, an error, unknown and timeouts are
 *   evidence for nothing.
 * - What may depend on values that the standard leaves open (open.h) is a suspicion, unless the
 *   evaluator shows that it does not. Suspicions are not findings.
 * - Of several runs of one solver with the same kind of finding one is named: the default tier's if
 *   it is among them.
 *
 * A contradiction that the evaluator cannot resolve leads to questions in judgement.ask. Ask them,
 * and judge again with the answers as replies; the findings are good without, only weaker:
 *   FOLLOW_MODEL        the formula once more, with its model
 *   FOLLOW_SUBSTITUTED  the formula with the sat side's model put in (substitute.h). A solver that
 *                       says unsat to the formula and sat to this contradicts itself, and so does
 *                       the one that said sat with that model and says unsat to this.
 *
 * A script with several checks is judged by the last. */
#ifndef ORACLE_JUDGE_H
#define ORACLE_JUDGE_H

#include "oracle/judgement.h"
#include "oracle/witness.h"
#include "solver/outcome.h"

/* What one solver said. */
typedef struct run {
    const char *solver; /* the profile's name */
    const char *family;
    const char *tier; /* NULL or "default": no options */
    const char *name; /* how to call it in texts; NULL: the solver */
    const answer_t *answer;
    bool seeded;            /* it is known how it did on the seed of this mutant */
    outcome_t seed_outcome; /* seeded: what it said there */
    double seed_ms;         /* seeded: CPU */
} run_t;

/* An answer to a question of judgement.ask. */
typedef struct reply {
    follow_kind_t kind;
    uint32_t run;
    uint32_t of;
    const answer_t *answer; /* NULL: it could not be asked */
} reply_t;

typedef struct case_ {
    const char *text; /* the script, as it was asked: remarks and questions do not matter */
    size_t len;
    uint32_t wants;          /* what was asked besides the verdict: ASK_MODEL, ... (ask.h) */
    outcome_t claim;         /* OUTCOME_SAT, OUTCOME_UNSAT; anything else: none */
    const char *claim_model; /* of a sat claim, or NULL */
    size_t claim_model_len;
    bool labelled; /* the claim follows from a label that was not checked */
    const run_t *runs;
    uint32_t run_count;
    const reply_t *replies;
    uint32_t reply_count;
    double slow_factor;  /* performance: at least this many times slower; 0: not asked for */
    double slow_ms;      /* performance: at least this many ms of CPU */
    bool incompleteness; /* asked for */
} case_t;

/* Steps of the evaluator, besides what the size of the formula needs: a few milliseconds. */
enum { JUDGE_STEPS = 10000 };

typedef struct judge {
    mem_t *mem;
    witness_t witness;
} judge_t;

void judge_init(judge_t *judge, mem_t *mem);
void judge_done(judge_t *judge);

/* Replaces what judgement holds. */
void judge_case(judge_t *judge, const case_t *c, judgement_t *judgement);

/* Whether a crash is the complaint of a solver about its own model. */
bool judge_is_complaint(const answer_t *answer);

#endif
