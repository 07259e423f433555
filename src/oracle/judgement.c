#include "oracle/judgement.h"

void judgement_init(judgement_t *judgement, mem_t *mem) {
    *judgement = (judgement_t){.mem = mem};
    arena_init(&judgement->texts, mem);
    judgement->empty = arena_mark(&judgement->texts);
}

void judgement_done(judgement_t *judgement) {
    vec_free(judgement->mem, &judgement->findings);
    vec_free(judgement->mem, &judgement->suspicions);
    vec_free(judgement->mem, &judgement->alarms);
    vec_free(judgement->mem, &judgement->ask);
    arena_done(&judgement->texts);
}

void judgement_clear(judgement_t *judgement) {
    judgement->findings.len = 0;
    judgement->suspicions.len = 0;
    judgement->alarms.len = 0;
    judgement->ask.len = 0;
    arena_release(&judgement->texts, judgement->empty);
}
