/* prover.h - proof obligations of rules, and what values and solvers say of them.
 *
 *     prover_t prover;
 *     prover_init(&prover, &mem);                  // then options: prover.cpu, prover.log
 *     prover_use(&prover, pool, solver);           // each solver to ask; none: values alone
 *     prover_begin(&prover);                       // a rule
 *     prover_values(&prover, PROOF_UNKNOWN, 1681, NULL);        // it held on 1681 values
 *     prover_ask(&prover, &script, 1, "x");        // for each obligation
 *     proof_t verdict = prover_end(&prover, &line);
 *     prover_done(&prover);
 *
 * An obligation is a script without check-sat whose models are counterexamples: a solver proves it
 * by saying unsat. A model that a solver gives is evaluated: one that is no counterexample counts
 * as nothing. A rule is proved when for each of its obligations some solver proved it, or all
 * values were tried; refuted by one counterexample. Where no solver decides the obligation for all
 * coefficients of a rule, instances of it with literals are asked instead. */
#ifndef PROOF_PROVER_H
#define PROOF_PROVER_H

#include "smt/term/script.h"
#include "solver/run/pool.h"

#include <stdio.h>

enum { PROVER_SOLVERS = 16 };

/* Ordered: of two obligations the greater one is the rule's. */
typedef enum { PROOF_PROVED, PROOF_UNKNOWN, PROOF_REFUTED } proof_t;

const char *proof_name(proof_t proof);

typedef struct prover {
    mem_t *mem;
    double cpu; /* seconds of CPU time for a question; 5 */
    FILE *log;  /* gets a line for each obligation and solver; NULL: they are not told */
    pool_t *pool;
    solver_t *solvers[PROVER_SOLVERS];
    uint32_t solver_count;
    /* of the rule at work */
    proof_t verdict;
    proof_t by[PROVER_SOLVERS];     /* by solver: the worst of its answers */
    uint32_t taken[PROVER_SOLVERS]; /* by solver: how many obligations it supports */
    bool exhausted;                 /* all values of this instance were tried */
    bool partly;                    /* an obligation was shown for a few literals only */
    uint32_t asked;                 /* obligations */
    uint32_t instances;
    uint64_t cases;
    strbuf_t why; /* a counterexample */
} prover_t;

void prover_init(prover_t *prover, mem_t *mem);
void prover_done(prover_t *prover);

/* Asks this solver, too. All are of one pool, which outlives the prover and is its own meanwhile.
 * False when there are PROVER_SOLVERS already. */
bool prover_use(prover_t *prover, pool_t *pool, solver_t *solver);

void prover_begin(prover_t *prover);

/* What trying an instance of the rule (for some sorts) on values showed: PROOF_PROVED when there
 * are no others, PROOF_UNKNOWN when it held, PROOF_REFUTED with the counterexample in why. After
 * it come the obligations of that instance. */
void prover_values(prover_t *prover, proof_t verdict, uint64_t cases, const char *why);

/* Asks the solvers for an obligation: scripts[0], or else all of the count - 1 instances that
 * follow it. what is for messages. */
proof_t prover_ask(prover_t *prover, const script_t *scripts, uint32_t count, const char *what);

/* The verdict on the rule; appends it with what each solver said, and the counterexample. */
proof_t prover_end(prover_t *prover, strbuf_t *out);

#endif
