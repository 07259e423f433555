#include "campaign/query_round.h"

#include "base/bug.h"
#include "oracle/ask.h"

#include <string.h>

static const char models_on[] = "(set-option :produce-models true)\n";
static const char get_model[] = "(get-model)\n";

/* CPU time is what counts. On the clock a run may take wall_factor times as long and wall_more
 * seconds more, because other programs run, too. */
static const double wall_factor = 10, wall_more = 2;

bool query_round_open(query_round_t *round, const plan_t *plan, pool_t *pool, mem_t *mem,
                      strbuf_t *why) {
    assert(plan->mains > 0 && plan->mains <= plan->solver_count);
    *round = (query_round_t){.mem = mem, .plan = plan, .pool = pool};
    strbuf_init(&round->query, mem);
    round->solvers = mem_zalloc(mem, plan->solver_count, sizeof *round->solvers);
    round->counts = mem_zalloc(mem, plan->solver_count, sizeof *round->counts);
    round->average = mem_zalloc(mem, plan->solver_count, sizeof *round->average);
    for (uint32_t i = 0; i < plan->solver_count; i++) {
        round->solvers[i] = pool_solver(pool, &plan->solvers[i].spec, why);
        if (!round->solvers[i])
            return false;
    }
    return true;
}

static void drop_runs(query_round_t *round) {
    for (uint32_t i = 0; i < round->runs.len; i++)
        answer_done(&round->runs.data[i].answer);
    round->runs.len = 0;
}

void query_round_close(query_round_t *round) {
    drop_runs(round);
    vec_free(round->mem, &round->runs);
    strbuf_done(&round->query);
    mem_free(round->mem, round->solvers);
    mem_free(round->mem, round->counts);
    mem_free(round->mem, round->average);
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

void query_round_start(query_round_t *round, const char *text, size_t len) {
    assert(len > 0);
    drop_runs(round);
    make_query(&round->query, text, len);
    round->start = sizeof models_on - 1;
    round->len = len;
    round->prologue = logic_len(text, len);
}

static bool lacks(const profile_t *profile, const char *command) {
    for (uint32_t i = 0; i < profile->lacks.len; i++)
        if (strcmp(profile->lacks.data[i], command) == 0)
            return true;
    return false;
}

static void run(query_round_t *round, uint32_t number, const query_t *query, answer_t *answer) {
    solver_t *from;
    uint64_t tag;
    pool_submit(round->pool, round->solvers[number], query);
    while (!pool_next(round->pool, -1, &from, &tag, answer))
        continue;
    assert(from == round->solvers[number]); /* the pool has one lane */
    assert(answer->cpu_ms >= 0);
    run_count_t *count = &round->counts[number];
    double cpu = answer->cpu_ms / 1e3;
    count->queries++;
    count->outcomes[answer->outcome]++;
    count->cpu += cpu;
    if (outcome_is_verdict(answer->outcome) && cpu > count->slowest)
        count->slowest = cpu;
    round->average[number] += (cpu - round->average[number]) / 16;
}

limits_t plan_limits(const plan_t *plan, double cpu) {
    return (limits_t){.cpu = cpu, .wall = cpu * wall_factor + wall_more, .memory = plan->memory};
}

/* With its models or without, the query is a part of the same text. It has no prologue (pool.h):
 * seeds of all logics take turns, so one template without any serves them better than several that
 * are started again and again, and costs the solver no more. */
static query_t query_for(const query_round_t *round, uint32_t number, double limit, bool fresh) {
    assert(number < round->plan->solver_count && round->len > 0);
    const profile_t *profile = round->plan->solvers[number].spec.profile;
    bool models = profile->models && !lacks(profile, "get-model");
    query_t query = {.text = round->query.data,
                     .len = round->query.len,
                     .limits = plan_limits(round->plan, limit),
                     .fresh = fresh};
    if (!models) {
        query.text += round->start;
        query.len = round->len;
    }
    return query;
}

const round_run_t *query_round_ask(query_round_t *round, uint32_t solver, double limit,
                                   bool fresh) {
    query_t query = query_for(round, solver, limit, fresh);
    assert(limit > 0); /* who is spared is not asked */
    round_run_t *row = vec_push(round->mem, &round->runs);
    *row = (round_run_t){.solver = solver, .limit = limit};
    answer_init(&row->answer, round->mem);
    run(round, solver, &query, &row->answer);
    return row;
}

const round_run_t *query_round_again(query_round_t *round, uint32_t place, double limit) {
    assert(place < round->runs.len && limit > 0);
    round_run_t *row = &round->runs.data[place];
    query_t query = query_for(round, row->solver, limit, false);
    answer_done(&row->answer);
    row->limit = limit;
    run(round, row->solver, &query, &row->answer);
    return row;
}

bool query_round_fits(const query_round_t *round, uint32_t solver) {
    const profile_t *profile = round->plan->solvers[solver].spec.profile;
    const char *why;
    query_t query = query_for(round, solver, 0, false);
    return ask_suits(profile, query.text, query.len, &why);
}

void query_round_order(const query_round_t *round, uint32_t count, uint32_t *order) {
    assert(count <= round->plan->solver_count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = i;
        for (; at > 0 && round->average[order[at - 1]] > round->average[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}
