/* workbench.h - a bank of its own with all that it takes to try terms on values.
 *
 *     workbench_t bench;
 *     workbench_init(&bench, mem);
 *     if (parse_script(&bench.script, text, len, &diags)) {
 *         term_t literal = random_literal(&bench.random, &rng, SORT_INT);
 *         result_t result = eval_term(&bench.eval, literal);
 *     }
 *     workbench_done(&bench);
 *
 * The evaluator looks at the model. */
#ifndef MUTATE_WORKBENCH_H
#define MUTATE_WORKBENCH_H

#include "eval/engine/eval.h"
#include "mutate/engine/random_term.h"
#include "smt/term/script.h"

typedef struct workbench {
    bank_t bank;
    script_t script;
    values_t values;
    model_t model;
    eval_t eval;
    random_term_t random;
} workbench_t;

/* It must not be moved afterwards. */
void workbench_init(workbench_t *bench, mem_t *mem);
void workbench_done(workbench_t *bench);

#endif
