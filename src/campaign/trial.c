#include "campaign/trial.h"

#include "oracle/ask.h"

#include <string.h>

static const char models_on[] = "(set-option :produce-models true)\n";
static const char get_model[] = "(get-model)\n";

/* Beside the CPU time that counts, so much time on the clock is allowed: other programs run, too.
 */
static const double wall_factor = 10, wall_more = 2;

bool trial_open(trial_t *trial, const plan_t *plan, pool_t *pool, mem_t *mem, strbuf_t *why) {
    *trial = (trial_t){.mem = mem, .plan = plan, .pool = pool};
    strbuf_init(&trial->query, mem);
    trial->solvers = mem_zalloc(mem, plan->solver_count, sizeof *trial->solvers);
    trial->counts = mem_zalloc(mem, plan->solver_count, sizeof *trial->counts);
    trial->average = mem_zalloc(mem, plan->solver_count, sizeof *trial->average);
    for (uint32_t i = 0; i < plan->solver_count; i++) {
        trial->solvers[i] = pool_solver(pool, &plan->solvers[i].spec, why);
        if (!trial->solvers[i])
            return false;
    }
    return true;
}

static void drop_runs(trial_t *trial) {
    for (uint32_t i = 0; i < trial->runs.len; i++)
        answer_done(&trial->runs.data[i].answer);
    trial->runs.len = 0;
}

void trial_close(trial_t *trial) {
    drop_runs(trial);
    vec_free(trial->mem, &trial->runs);
    strbuf_done(&trial->query);
    mem_free(trial->mem, trial->solvers);
    mem_free(trial->mem, trial->counts);
    mem_free(trial->mem, trial->average);
}

/* The length of a set-logic at the beginning, with the end of its line. */
static size_t logic_len(const char *text, size_t len) {
    static const char word[] = "(set-logic ";
    if (len < sizeof word - 1 || memcmp(text, word, sizeof word - 1) != 0)
        return 0;
    const char *end = memchr(text, '\n', len);
    return end ? (size_t)(end + 1 - text) : 0;
}

static void make_query(strbuf_t *query, const char *text, size_t len) {
    strbuf_clear(query);
    strbuf_add(query, models_on, sizeof models_on - 1);
    strbuf_add(query, text, len);
    strbuf_add(query, get_model, sizeof get_model - 1);
}

void trial_start(trial_t *trial, const char *text, size_t len) {
    drop_runs(trial);
    make_query(&trial->query, text, len);
    trial->start = sizeof models_on - 1;
    trial->len = len;
    trial->prologue = logic_len(text, len);
}

static bool lacks(const profile_t *profile, const char *command) {
    for (uint32_t i = 0; i < profile->lacks.len; i++)
        if (strcmp(profile->lacks.data[i], command) == 0)
            return true;
    return false;
}

static void run(trial_t *trial, uint32_t number, const query_t *query, answer_t *answer) {
    solver_t *from;
    uint64_t tag;
    pool_submit(trial->pool, trial->solvers[number], query);
    while (!pool_next(trial->pool, -1, &from, &tag, answer))
        continue;
    run_count_t *count = &trial->counts[number];
    double cpu = answer->cpu_ms / 1e3;
    count->queries++;
    count->outcomes[answer->outcome]++;
    count->cpu += cpu;
    bool decided = answer->outcome == OUTCOME_SAT || answer->outcome == OUTCOME_UNSAT;
    if (decided && cpu > count->slowest)
        count->slowest = cpu;
    trial->average[number] += (cpu - trial->average[number]) / 16;
}

limits_t trial_limits(const plan_t *plan, double cpu) {
    return (limits_t){.cpu = cpu, .wall = cpu * wall_factor + wall_more, .memory = plan->memory};
}

/* With its models or without, the query is a part of the same text. It has no prologue (pool.h):
 * seeds of all logics take turns, so one template without any serves them better than several that
 * are started again and again, and costs the solver no more. */
static query_t query_for(const trial_t *trial, uint32_t number, double limit, bool fresh) {
    const profile_t *profile = trial->plan->solvers[number].spec.profile;
    bool models = profile->models && !lacks(profile, "get-model");
    query_t query = {.text = trial->query.data,
                     .len = trial->query.len,
                     .limits = trial_limits(trial->plan, limit),
                     .fresh = fresh};
    if (!models) {
        query.text += trial->start;
        query.len = trial->len;
    }
    return query;
}

const trial_run_t *trial_ask(trial_t *trial, uint32_t solver, double limit, bool fresh) {
    query_t query = query_for(trial, solver, limit, fresh);
    trial_run_t *row = vec_push(trial->mem, &trial->runs);
    *row = (trial_run_t){.solver = solver, .limit = limit};
    answer_init(&row->answer, trial->mem);
    run(trial, solver, &query, &row->answer);
    return row;
}

const trial_run_t *trial_again(trial_t *trial, uint32_t place, double limit) {
    trial_run_t *row = &trial->runs.data[place];
    query_t query = query_for(trial, row->solver, limit, false);
    answer_done(&row->answer);
    row->limit = limit;
    run(trial, row->solver, &query, &row->answer);
    return row;
}

bool trial_fits(const trial_t *trial, uint32_t solver) {
    const profile_t *profile = trial->plan->solvers[solver].spec.profile;
    const char *why;
    query_t query = query_for(trial, solver, 0, false);
    return ask_suits(profile, query.text, query.len, &why);
}

void trial_order(const trial_t *trial, uint32_t count, uint32_t *order) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = i;
        for (; at > 0 && trial->average[order[at - 1]] > trial->average[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}
