#include "proof/prover.h"

#include "base/bug.h"
#include "eval/engine/eval.h"
#include "oracle/ask.h"
#include "smt/print/print.h"
#include "smt/term/check.h"

const char *proof_name(proof_t proof) {
    static const char *const names[] = {
        [PROOF_PROVED] = "proved", [PROOF_UNKNOWN] = "unknown", [PROOF_REFUTED] = "refuted"};
    return names[proof];
}

void prover_init(prover_t *prover, mem_t *mem) {
    *prover = (prover_t){.mem = mem, .cpu = 5};
    strbuf_init(&prover->why, mem);
}

void prover_done(prover_t *prover) {
    strbuf_done(&prover->why);
}

bool prover_use(prover_t *prover, pool_t *pool, solver_t *solver) {
    assert(!prover->pool || prover->pool == pool);
    if (prover->solver_count == PROVER_SOLVERS)
        return false;
    prover->pool = pool;
    prover->solvers[prover->solver_count++] = solver;
    return true;
}

void prover_begin(prover_t *prover) {
    prover->verdict = PROOF_PROVED;
    prover->exhausted = false;
    prover->partly = false;
    prover->asked = 0;
    prover->cases = 0;
    prover->instances = 0;
    for (uint32_t i = 0; i < PROVER_SOLVERS; i++) {
        prover->by[i] = PROOF_PROVED;
        prover->taken[i] = 0;
    }
    strbuf_clear(&prover->why);
}

void prover_values(prover_t *prover, proof_t verdict, uint64_t cases, const char *why) {
    prover->cases += cases;
    prover->instances++;
    prover->exhausted = verdict == PROOF_PROVED;
    if (verdict != PROOF_REFUTED)
        return;
    prover->verdict = PROOF_REFUTED;
    if (prover->why.len == 0)
        strbuf_str(&prover->why, why);
}

/* --- counterexamples --- */

static void show_constants(eval_t *eval, const script_t *script, strbuf_t *out) {
    bank_t *bank = script->bank;
    const char *between = "";
    for (uint32_t i = 0; i < script_count(script); i++) {
        uint32_t count;
        const uint32_t *words = script_words(script, i, &count);
        cmd_t kind = script_kind(script, i);
        if ((kind != CMD_DECLARE_FUN && kind != CMD_DECLARE_CONST) ||
            fun_row(bank, words[0])->arity > 0)
            continue;
        result_t result = eval_term(eval, check_fun(bank, words[0], NULL, 0));
        sort_t sort = fun_result(bank, words[0]);
        term_t term = result.known ? value_term(eval->values, bank, sort, result.value) : TERM_NONE;
        strbuf_str(out, between);
        between = ", ";
        print_symbol(bank, fun_row(bank, words[0])->name, out);
        strbuf_str(out, " = ");
        if (term == TERM_NONE)
            strbuf_char(out, '?');
        else
            print_term(bank, term, out);
    }
}

/* Whether the solver's model is a counterexample; if so, appends it. One that cannot be evaluated
 * counts, since nothing speaks against it. */
static bool show_model(prover_t *prover, const script_t *script, const strbuf_t *text,
                       strbuf_t *out) {
    mem_t *mem = prover->mem;
    values_t values;
    model_t model;
    eval_t eval;
    diag_list_t diags;
    diag_init(&diags, mem);
    values_init(&values, script->bank, mem);
    model_init(&model, &values, mem);
    bool ok = true;
    if (text->len > 0 && model_read(&model, script, text->data, text->len, &diags)) {
        eval_init(&eval, script->bank, &values, &model, mem);
        for (uint32_t i = 0; i < script_count(script); i++) {
            uint32_t count;
            if (script_kind(script, i) == CMD_ASSERT)
                ok &= eval_formula(&eval, script_words(script, i, &count)[0]) != HOLDS_NO;
        }
        if (ok)
            show_constants(&eval, script, out);
        eval_done(&eval);
    } else {
        strbuf_str(out, "values that cannot be read");
    }
    model_done(&model);
    values_done(&values);
    diag_done(&diags);
    return ok;
}

/* --- asking --- */

static uint32_t number_of(const prover_t *prover, const solver_t *solver) {
    uint32_t i = 0;
    while (prover->solvers[i] != solver)
        i++;
    assert(i < prover->solver_count);
    return i;
}

static proof_t judge(prover_t *prover, const script_t *script, const solver_t *solver,
                     const answer_t *answer, const char *what) {
    if (answer->outcome == OUTCOME_UNSAT)
        return PROOF_PROVED;
    if (answer->outcome != OUTCOME_SAT)
        return PROOF_UNKNOWN;
    strbuf_t text;
    strbuf_init(&text, prover->mem);
    bool shown = show_model(prover, script, &answer->model, &text);
    if (shown && prover->why.len == 0)
        strbuf_format(&prover->why, "%s (%s, by %s)", strbuf_text(&text), what,
                      solver_profile(solver)->name);
    strbuf_done(&text);
    return shown ? PROOF_REFUTED : PROOF_UNKNOWN;
}

/* CPU time is what a proof needs however busy the machine is; the wall is for what sleeps. */
static limits_t limits_of(const prover_t *prover) {
    return (limits_t){
        .cpu = prover->cpu, .wall = 20 * prover->cpu + 10, .memory = UINT64_C(4096) << 20};
}

/* Asks those solvers whose entry is PROOF_UNKNOWN, and fills it. */
static void ask_script_of(prover_t *prover, const script_t *script, const char *what,
                          proof_t *entries, bool *unsupported) {
    strbuf_t text;
    strbuf_init(&text, prover->mem);
    strbuf_str(&text, "(set-option :produce-models true)\n");
    size_t option = text.len;
    size_t prologue;
    ask_script(script, ASK_VERDICT, &text, &prologue);
    prologue += prologue > 0 ? option : 0;
    strbuf_str(&text, "(check-sat)\n(get-model)\n");
    query_t query = {
        .text = text.data, .len = text.len, .prologue = prologue, .limits = limits_of(prover)};
    for (uint32_t i = 0; i < prover->solver_count; i++)
        if (entries[i] == PROOF_UNKNOWN)
            pool_submit(prover->pool, prover->solvers[i], &query);
    solver_t *solver;
    uint64_t tag;
    answer_t answer;
    while (pool_next(prover->pool, -1, &solver, &tag, &answer)) {
        uint32_t number = number_of(prover, solver);
        entries[number] = judge(prover, script, solver, &answer, what);
        unsupported[number] =
            answer.outcome == OUTCOME_UNSUPPORTED || answer.outcome == OUTCOME_ERROR;
        if (prover->log)
            fprintf(prover->log, "    %s: %s: %s\n", what, solver_profile(solver)->name,
                    outcome_name(answer.outcome));
        answer_done(&answer);
    }
    strbuf_done(&text);
}

/* The best of what solvers can say; but one counterexample is enough. */
static proof_t sum_up(const proof_t *entries, uint32_t count) {
    proof_t best = PROOF_UNKNOWN;
    for (uint32_t i = 0; i < count; i++) {
        if (entries[i] == PROOF_REFUTED)
            return PROOF_REFUTED;
        if (entries[i] == PROOF_PROVED)
            best = PROOF_PROVED;
    }
    return best;
}

/* A solver that cannot decide the general script may decide its instances, all of them. */
static void ask_instances(prover_t *prover, const script_t *scripts, uint32_t count,
                          const char *what, proof_t *entries, bool *unsupported) {
    uint32_t solvers = prover->solver_count;
    bool wanted[PROVER_SOLVERS];
    for (uint32_t i = 0; i < solvers; i++)
        wanted[i] = entries[i] == PROOF_UNKNOWN;
    for (uint32_t k = 0; k < count; k++) {
        proof_t round[PROVER_SOLVERS] = {PROOF_UNKNOWN};
        for (uint32_t i = 0; i < solvers; i++)
            round[i] = wanted[i] ? PROOF_UNKNOWN : PROOF_PROVED;
        ask_script_of(prover, &scripts[k], what, round, unsupported);
        for (uint32_t i = 0; i < solvers; i++)
            if (wanted[i] && round[i] != PROOF_PROVED) {
                wanted[i] = false;
                entries[i] = round[i];
            }
    }
    for (uint32_t i = 0; i < solvers; i++)
        if (wanted[i])
            entries[i] = PROOF_PROVED;
}

proof_t prover_ask(prover_t *prover, const script_t *scripts, uint32_t count, const char *what) {
    uint32_t solvers = prover->solver_count;
    proof_t entries[PROVER_SOLVERS] = {PROOF_UNKNOWN};
    bool unsupported[PROVER_SOLVERS] = {false};
    for (uint32_t i = 0; i < solvers; i++)
        entries[i] = PROOF_UNKNOWN;
    prover->asked++;
    if (solvers > 0)
        ask_script_of(prover, &scripts[0], what, entries, unsupported);
    proof_t verdict = sum_up(entries, solvers);
    if (verdict != PROOF_REFUTED && solvers > 0 && count > 1) {
        ask_instances(prover, scripts + 1, count - 1, what, entries, unsupported);
        proof_t later = sum_up(entries, solvers);
        prover->partly |= verdict == PROOF_UNKNOWN && later == PROOF_PROVED;
        verdict = later;
    }
    for (uint32_t i = 0; i < solvers; i++) {
        if (unsupported[i])
            continue;
        prover->taken[i]++;
        prover->by[i] = entries[i] > prover->by[i] ? entries[i] : prover->by[i];
    }
    if (verdict == PROOF_UNKNOWN && prover->exhausted)
        verdict = PROOF_PROVED;
    prover->verdict = verdict > prover->verdict ? verdict : prover->verdict;
    return verdict;
}

static void describe_solver(const prover_t *prover, uint32_t solver, strbuf_t *out) {
    uint32_t taken = prover->taken[solver];
    strbuf_format(out, ", %s: ", solver_profile(prover->solvers[solver])->name);
    strbuf_str(out, taken == 0 ? "unsupported" : proof_name(prover->by[solver]));
    if (taken > 0 && taken < prover->asked)
        strbuf_format(out, " %u of %u", taken, prover->asked);
}

proof_t prover_end(prover_t *prover, strbuf_t *out) {
    strbuf_format(out, "%s (%u sort%s, %llu values", proof_name(prover->verdict), prover->instances,
                  prover->instances == 1 ? "" : "s", (unsigned long long)prover->cases);
    for (uint32_t i = 0; prover->asked > 0 && i < prover->solver_count; i++)
        describe_solver(prover, i, out);
    strbuf_str(out,
               prover->partly && prover->verdict == PROOF_PROVED ? "; a few coefficients)" : ")");
    if (prover->verdict == PROOF_REFUTED)
        strbuf_format(out, ": %s", strbuf_text(&prover->why));
    return prover->verdict;
}
