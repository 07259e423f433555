#include "asking.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const struct {
    const char *solver, *says, *text;
} known[] = {
#define KNOWN(solver, says, text, why) {solver, says, text},
#include "known.def"
    {NULL, NULL, NULL},
};

void asking_init(asking_t *asking, mem_t *mem, const char *const *names, uint32_t count) {
    *asking = (asking_t){.mem = mem, .limit = 1};
    strbuf_init(&asking->text, mem);
    profiles_init(&asking->profiles, mem);
    profiles_embedded(&asking->profiles);
    asking->pool = pool_make(mem, 1);
    if (!asking->pool)
        exit(2);
    for (uint32_t i = 0; i < count && asking->count < MOST_SOLVERS; i++) {
        strbuf_t why;
        strbuf_init(&why, mem);
        const profile_t *profile = profiles_find(&asking->profiles, names[i]);
        solver_spec_t spec = {.profile = profile, .mode = MODE_SNAPSHOT};
        solver_t *solver = profile ? pool_solver(asking->pool, &spec, &why) : NULL;
        if (solver)
            asking->solvers[asking->count++] = solver;
        else
            printf("%s is not here\n", names[i]);
        strbuf_done(&why);
    }
}

void asking_done(asking_t *asking) {
    for (uint32_t i = 0; i < MOST_SOLVERS; i++)
        map_free(asking->mem, &asking->refuses[i]);
    strbuf_done(&asking->text);
    pool_end(asking->pool);
    profiles_done(&asking->profiles);
}

void asking_clear(asking_t *asking) {
    memset(asking->asked, 0, sizeof asking->asked);
    asking->disagreed = 0;
}

const char *asking_name(const asking_t *asking, uint32_t solver) {
    return solver_profile(asking->solvers[solver])->name;
}

/* --- one query --- */

static size_t prologue_of(const char *text, size_t len) {
    static const char start[] = "(set-logic ";
    const char *end = memchr(text, '\n', len);
    bool logic = len > sizeof start && memcmp(text, start, sizeof start - 1) == 0;
    return logic && end ? (size_t)(end - text) + 1 : 0;
}

static void ask(asking_t *asking, uint32_t solver, const char *text, size_t len, answer_t *answer) {
    query_t query = {.text = text,
                     .len = len,
                     .prologue = prologue_of(text, len),
                     .limits = {.cpu = asking->limit,
                                .wall = 10 * asking->limit + 2,
                                .memory = UINT64_C(2) << 30}};
    pool_submit(asking->pool, asking->solvers[solver], &query);
    solver_t *from;
    uint64_t tag;
    if (!pool_next(asking->pool, -1, &from, &tag, answer))
        exit(2);
}

static bool is_refusal(outcome_t outcome) {
    return outcome == OUTCOME_ERROR || outcome == OUTCOME_UNSUPPORTED;
}

/* Whether the solver refuses the seed as it is. */
static bool refuses_seed(asking_t *asking, uint32_t solver, const seed_t *seed) {
    uint32_t key = (uint32_t)(seed->hash >> 1 & INT32_MAX);
    uint32_t place = map_get(&asking->refuses[solver], key);
    if (place != MAP_NONE)
        return place == 1;
    answer_t answer;
    ask(asking, solver, seed->text, seed->len, &answer);
    bool refused = is_refusal(answer.outcome);
    answer_done(&answer);
    *map_put(asking->mem, &asking->refuses[solver], key) = refused;
    return refused;
}

/* --- what the answers mean --- */

static bool is_known(asking_t *asking, uint32_t solver, const char *says) {
    for (uint32_t i = 0; known[i].solver; i++)
        if (strcmp(known[i].solver, asking_name(asking, solver)) == 0 &&
            strcmp(known[i].says, says) == 0 && strstr(strbuf_text(&asking->text), known[i].text))
            return true;
    return false;
}

void asking_keep(asking_t *asking, const mutant_t *mutant, const char *what) {
    const seed_t *second = mutant->seeds[1];
    printf("%s: %.*s (%s%s%s)\n", what, (int)mutant->recipe.len, mutant->recipe.data,
           mutant->seeds[0]->name, second ? " + " : "", second ? second->name : "");
    if (!asking->keep)
        return;
    mkdir(asking->keep, 0777);
    strbuf_t path;
    strbuf_init(&path, asking->mem);
    strbuf_format(&path, "%s/%s-%u.smt2", asking->keep, what, asking->kept++);
    FILE *out = fopen(strbuf_text(&path), "w");
    if (out) {
        fprintf(out, "; recipe: %.*s\n; seeds: %s%s%s\n; claim: %s\n%s", (int)mutant->recipe.len,
                mutant->recipe.data, mutant->seeds[0]->name, second ? " + " : "",
                second ? second->name : "", claim_name(mutant->claim), strbuf_text(&asking->text));
        fclose(out);
    }
    strbuf_done(&path);
}

static void count_refusal(asking_t *asking, const mutant_t *mutant, uint32_t solver,
                          const answer_t *answer) {
    asked_t *asked = &asking->asked[solver];
    if (is_known(asking, solver, "error")) {
        asked->known++;
        return;
    }
    for (int i = 0; i < 2; i++)
        if (mutant->seeds[i] && refuses_seed(asking, solver, mutant->seeds[i])) {
            asked->seed_refused++;
            return;
        }
    asked->refused++;
    printf("%s refuses: %.*s\n", asking_name(asking, solver), (int)answer->message.len,
           answer->message.data);
    asking_keep(asking, mutant, "refused");
}

static void count_verdict(asking_t *asking, const mutant_t *mutant, uint32_t solver,
                          outcome_t outcome) {
    asked_t *asked = &asking->asked[solver];
    bool wrong = (mutant->claim == CLAIM_SAT && outcome == OUTCOME_UNSAT) ||
                 (mutant->claim == CLAIM_UNSAT && outcome == OUTCOME_SAT);
    if (!wrong)
        return;
    if (is_known(asking, solver, outcome_name(outcome))) {
        asked->known++;
        return;
    }
    asked->contradicted++;
    printf("%s says %s, claim %s\n", asking_name(asking, solver), outcome_name(outcome),
           claim_name(mutant->claim));
    asking_keep(asking, mutant, "contradicted");
}

void asking_mutant(asking_t *asking, const mutant_t *mutant) {
    strbuf_clear(&asking->text);
    mutant_print(mutant, &asking->text);
    bool sat = false;
    bool unsat = false;
    for (uint32_t i = 0; i < asking->count; i++) {
        answer_t answer;
        ask(asking, i, asking->text.data, asking->text.len, &answer);
        asking->asked[i].outcomes[answer.outcome]++;
        if (is_refusal(answer.outcome))
            count_refusal(asking, mutant, i, &answer);
        count_verdict(asking, mutant, i, answer.outcome);
        sat |= answer.outcome == OUTCOME_SAT;
        unsat |= answer.outcome == OUTCOME_UNSAT;
        answer_done(&answer);
    }
    if (sat && unsat && mutant->claim == CLAIM_NONE) {
        asking->disagreed++;
        asking_keep(asking, mutant, "disagreement");
    }
}
