#include "mutate/rules/workbench.h"

void workbench_init(workbench_t *bench, mem_t *mem) {
    bank_init(&bench->bank, mem);
    script_init(&bench->script, &bench->bank);
    values_init(&bench->values, &bench->bank, mem);
    model_init(&bench->model, &bench->values, mem);
    eval_init(&bench->eval, &bench->bank, &bench->values, &bench->model, mem);
    random_term_init(&bench->random, &bench->bank);
}

void workbench_done(workbench_t *bench) {
    random_term_done(&bench->random);
    eval_done(&bench->eval);
    model_done(&bench->model);
    values_done(&bench->values);
    script_done(&bench->script);
    bank_done(&bench->bank);
}
