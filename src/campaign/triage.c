/* triage.c - from a candidate to a finding.
 *
 * A candidate that is like a known cluster, and no better than what is known of it, is counted and
 * no more. Others run again in fresh processes. What happened every time, or some of the time, is
 * made smaller for a few seconds, since the key of a cluster says something only of a small
 * trigger, and then told to the supervisor.
 *
 * Triggers of one bug differ before they are reduced. So that a bug that is met all the time does
 * not take all the time, a candidate that has everything that a known cluster's key has is taken
 * for one of its own, more often the more of them there were, but never always. */
#include "campaign/worker_priv.h"
#include "oracle/cluster.h"
#include "oracle/confirm.h"

#include <string.h>

/* Seconds to make a trigger small enough for its key. */
static const double reduce_seconds = 10;

/* Of candidates that look known, one in LIKELY_LEAST at first, and one in LIKELY_MOST in the end,
 * is looked at. */
enum { LIKELY_LEAST = 2, LIKELY_MOST = 64 };

/* Output of a solver that is kept with a finding. */
enum { OUTPUT_MAX = 1 << 16 };

struct triage {
    worker_t *worker;
    judge_t *judge;
    confirmation_t confirmation;
    strbuf_t key;
    strbuf_t reduced_key;
    strbuf_t reduced;
    undone_t undone; /* the mutant without the steps that it does not need */
    strbuf_t evidence;
    strbuf_t seeds;
    bool whole; /* reduced is as small as it gets */
};

triage_t *triage_open(worker_t *worker, judge_t *judge) {
    mem_t *mem = &worker->mem;
    triage_t *triage = mem_zalloc(mem, 1, sizeof *triage);
    triage->worker = worker;
    triage->judge = judge;
    confirmation_init(&triage->confirmation, mem);
    strbuf_t *const texts[] = {&triage->key, &triage->reduced_key, &triage->reduced,
                               &triage->evidence, &triage->seeds};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        strbuf_init(texts[i], mem);
    undone_init(&triage->undone, mem);
    return triage;
}

void triage_close(triage_t *triage) {
    confirmation_done(&triage->confirmation);
}

/* ---- What is known ------------------------------------------------------------------------- */

static known_t *find_known(const worker_t *worker, const char *key) {
    for (uint32_t i = 0; i < worker->known.len; i++)
        if (strcmp(worker->known.data[i].key, key) == 0)
            return &worker->known.data[i];
    return NULL;
}

/* The next word, from *at on; its length. */
static size_t next_word(const char **at) {
    while (**at == ' ')
        ++*at;
    return strcspn(*at, " ");
}

static bool has_word(const char *text, const char *word, size_t len) {
    for (size_t size; (size = next_word(&text)) > 0; text += size)
        if (size == len && memcmp(text, word, len) == 0)
            return true;
    return false;
}

/* Whether a key, of this kind and solver, has all operators of a known one. The logics differ when
 * one of them was reduced. */
static bool covers(const char *key, const char *known, size_t prefix) {
    if (strncmp(key, known, prefix) != 0)
        return false;
    const char *mine = key + prefix;
    const char *theirs = known + prefix;
    mine += next_word(&mine);
    theirs += next_word(&theirs);
    for (size_t len; (len = next_word(&theirs)) > 0; theirs += len)
        if (!has_word(mine, theirs, len))
            return false;
    return true;
}

/* Of all whose operators it has, the one with the longest key. */
static known_t *find_likely(const worker_t *worker, const char *key, size_t prefix) {
    known_t *best = NULL;
    for (uint32_t i = 0; i < worker->known.len; i++) {
        known_t *known = &worker->known.data[i];
        if (known->rank > 0 && covers(key, known->key, prefix) &&
            (!best || strlen(known->key) > strlen(best->key)))
            best = known;
    }
    return best;
}

static bool is_better(const known_t *known, uint32_t rank, size_t bytes) {
    return rank != known->rank ? rank > known->rank : bytes < known->bytes;
}

static void report_sighting(triage_t *triage, const known_t *known, size_t bytes) {
    worker_t *worker = triage->worker;
    wire_put_sighting(&worker->out,
                      &(wire_sighting_t){.arm = worker->work.arm,
                                         .bytes = (uint32_t)bytes,
                                         .key = slice_of(known->key),
                                         .recipe = strbuf_slice(&worker->mutant.recipe)});
    worker_send(worker);
}

/* The part of a key before the logic and the operators. */
static size_t prefix_len(const candidate_t *candidate) {
    const finding_t *finding = candidate->finding;
    const char *solver = candidate->c->runs[finding->run].solver;
    return strlen(finding_kind_name(finding->kind)) + strlen(solver) + 2;
}

/* Whether it is taken for one that is known, and counted there. */
static bool is_duplicate(triage_t *triage, const candidate_t *candidate) {
    worker_t *worker = triage->worker;
    const finding_t *finding = candidate->finding;
    const char *key = strbuf_text(&triage->key);
    size_t bytes = worker->text.len;
    known_t *known = find_known(worker, key);
    if (finding->kind == FINDING_CRASH) { /* certified, once it has happened again */
        if (!known || is_better(known, grade_rank(GRADE_CERTIFIED), bytes))
            return false;
    } else {
        known = find_likely(worker, key, prefix_len(candidate));
        if (!known || grade_rank(finding->grade) > known->rank)
            return false;
        uint32_t odds = LIKELY_LEAST + known->likely / 4;
        if (rng_one_in(candidate->rng, odds < LIKELY_MOST ? odds : LIKELY_MOST))
            return false;
        known->likely++;
    }
    report_sighting(triage, known, bytes);
    return true;
}

/* ---- Reducing ------------------------------------------------------------------------------ */

static bool goal_of(const candidate_t *candidate, const finding_t *finding, goal_t *goal) {
    if (finding->kind == FINDING_CRASH || !goal_to_reduce(finding->kind, goal))
        return false; /* a crash has its signature; it can wait */
    goal->culprit = candidate->solvers[finding->run];
    goal->certified = finding->grade == GRADE_CERTIFIED;
    if (finding->other < candidate->c->run_count)
        goal->other = candidate->solvers[finding->other];
    if (finding->kind == FINDING_REFUTATION && finding->model) {
        goal->witness = finding->model;
        goal->witness_len = strlen(finding->model);
    }
    return goal->kind == GOAL_MODEL || goal->other ||
           (goal->certified && goal->kind != GOAL_SOLUTION);
}

/* Leaves triage->reduced empty when nothing smaller was found. */
static void reduce(triage_t *triage, const candidate_t *candidate, const finding_t *finding) {
    worker_t *worker = triage->worker;
    reduction_task_t task = {.text = worker->text.data,
                             .len = worker->text.len,
                             .recipe = strbuf_text(&worker->mutant.recipe),
                             .seconds = reduce_seconds};
    if (goal_of(candidate, finding, &task.goal))
        triage->whole = shrink(worker, &task, &triage->undone, &triage->reduced);
}

/* ---- Telling ------------------------------------------------------------------------------- */

static slice_t cut(const strbuf_t *text) {
    return (slice_t){text->data, text->len < OUTPUT_MAX ? text->len : OUTPUT_MAX};
}

static void put_answers(triage_t *triage, const candidate_t *candidate, const finding_t *finding) {
    worker_t *worker = triage->worker;
    for (uint32_t i = 0; i < candidate->c->run_count; i++) {
        const answer_t *answer = candidate->c->runs[i].answer;
        run_mode_t mode = answer->fresh ? MODE_SPAWN : solver_mode(candidate->solvers[i]);
        wire_put_answer(&worker->out,
                        &(wire_answer_t){.solver = candidate->numbers[i],
                                         .role = i == finding->run     ? 1
                                                 : i == finding->other ? 2
                                                                       : 0,
                                         .mode = (uint32_t)mode,
                                         .outcome = answer->outcome,
                                         .status = (uint32_t)answer->exit_status,
                                         .signal = (uint32_t)answer->signal,
                                         .cpu_ms = answer->cpu_ms,
                                         .wall_ms = answer->wall_ms,
                                         .signature = strbuf_slice(&answer->signature),
                                         .message = cut(&answer->message),
                                         .model = cut(&answer->model),
                                         .out = cut(&answer->out),
                                         .err = cut(&answer->err)});
    }
}

static void name_seeds(triage_t *triage, uint64_t hashes[2], uint32_t *count) {
    const worker_t *worker = triage->worker;
    strbuf_clear(&triage->seeds);
    *count = 0;
    for (int i = 0; i < 2; i++) {
        if (!worker->sources[i])
            continue;
        strbuf_format(&triage->seeds, "%s\n", worker->sources[i]->name);
        hashes[(*count)++] = worker->sources[i]->hash;
    }
}

static void report_finding(triage_t *triage, const candidate_t *candidate, const finding_t *finding,
                           repeat_t repeat, const strbuf_t *key) {
    worker_t *worker = triage->worker;
    const mutant_t *mutant = &worker->mutant;
    const symbols_t *symbols = &worker->plan->seeds->bank->symbols;
    sym_t logic = worker->sources[0]->logic;
    uint64_t hashes[2];
    uint32_t count;
    name_seeds(triage, hashes, &count);
    strbuf_clear(&triage->evidence);
    strbuf_str(&triage->evidence, finding->reason);
    if (finding->disputed)
        strbuf_str(&triage->evidence, "\nIt may as well be the other one that is wrong.");
    if (finding->why)
        strbuf_format(&triage->evidence, "\n\n%s", finding->why);
    if (triage->undone.recipe.len > 0) /* the recipe of the finding is that of its trigger */
        strbuf_format(&triage->evidence, "\n\nFewer steps show the same: `%s`",
                      strbuf_text(&triage->undone.recipe));
    put_answers(triage, candidate, finding);
    wire_put_finding(
        &worker->out,
        &(wire_finding_t){
            .arm = worker->work.arm,
            .solver = candidate->numbers[finding->run],
            .repeat = (uint32_t)repeat,
            .rank = grade_rank(finding->grade),
            .reduced_whole = triage->whole,
            .key = strbuf_slice(key),
            .kind = slice_of(finding_kind_name(finding->kind)),
            .grade = slice_of(grade_name(finding->grade)),
            .recipe = strbuf_slice(&mutant->recipe),
            .seeds = strbuf_slice(&triage->seeds),
            .hashes = {(const char *)hashes, count * sizeof *hashes},
            .claim = slice_of(claim_name(mutant->claim)),
            .reason = slice_of(mutant->reason),
            .logic = slice_of(logic == SYM_NONE ? "" : symbol_text(symbols, logic)),
            .signature = strbuf_slice(&candidate->c->runs[finding->run].answer->signature),
            .certificate = slice_of(certificate_name(finding->certificate)),
            .evidence = strbuf_slice(&triage->evidence),
            .witness = slice_of(finding->model),
            .trigger = strbuf_slice(&worker->trial.query),
            .reduced = strbuf_slice(&triage->reduced),
            .transcript = repeat == REPEAT_SESSION
                              ? strbuf_slice(&candidate->transcripts[finding->run])
                              : (slice_t){0},
        });
    worker_send(worker);
    size_t bytes = triage->reduced.len > 0 ? triage->reduced.len : worker->text.len;
    worker_know(worker,
                &(wire_known_t){.key = strbuf_slice(key),
                                .rank = repeat == REPEAT_FLAKY ? 0 : grade_rank(finding->grade),
                                .bytes = (uint32_t)bytes});
}

/* ---- All of it ----------------------------------------------------------------------------- */

/* How it repeats; false when it is gone and nobody can tell how it came about. */
static bool confirm(triage_t *triage, const candidate_t *candidate, repeat_t *repeat) {
    worker_t *worker = triage->worker;
    confirm_options_t options = confirm_defaults;
    options.limits = trial_limits(worker->plan, worker->plan->limit * 2);
    worker->slot->task = TASK_CONFIRM;
    confirm_finding(triage->judge, worker->pool, candidate->solvers, candidate->c,
                    candidate->finding, &options, &triage->confirmation);
    if (triage->confirmation.state == CONFIRM_SURE) {
        *repeat = REPEAT_CONFIRMED;
        return true;
    }
    if (triage->confirmation.state == CONFIRM_FLAKY) {
        *repeat = REPEAT_FLAKY;
        return true;
    }
    worker->result.gone++;
    *repeat = REPEAT_SESSION;
    return candidate->transcripts[candidate->finding->run].len > 0;
}

/* The key of the reduced trigger says which cluster it is of; *known is the one, if it is known. A
 * trigger that could not be reduced to the end is of any cluster whose operators it has. */
static const strbuf_t *find_key(triage_t *triage, const candidate_t *candidate,
                                const finding_t *finding, known_t **known) {
    const worker_t *worker = triage->worker;
    strbuf_t *key = &triage->key;
    if (triage->reduced.len > 0) {
        case_t small = *candidate->c;
        small.text = triage->reduced.data;
        small.len = triage->reduced.len;
        key = &triage->reduced_key;
        strbuf_clear(key);
        cluster_finding(triage->judge, &small, finding, key);
    }
    *known = find_known(worker, strbuf_text(key));
    if (!*known && !triage->whole && finding->kind != FINDING_CRASH)
        *known = find_likely(worker, strbuf_text(key), prefix_len(candidate));
    return key;
}

void triage_candidate(triage_t *triage, const candidate_t *candidate) {
    repeat_t repeat;
    strbuf_clear(&triage->key);
    cluster_finding(triage->judge, candidate->c, candidate->finding, &triage->key);
    if (is_duplicate(triage, candidate) || !confirm(triage, candidate, &repeat))
        return;
    const finding_t *finding = &triage->confirmation.finding;
    strbuf_clear(&triage->reduced);
    undone_clear(&triage->undone);
    triage->whole = false;
    if (repeat == REPEAT_CONFIRMED)
        reduce(triage, candidate, finding);
    known_t *known;
    const strbuf_t *key = find_key(triage, candidate, finding, &known);
    size_t bytes = triage->reduced.len > 0 ? triage->reduced.len : triage->worker->text.len;
    if (known && repeat == REPEAT_CONFIRMED &&
        !is_better(known, grade_rank(finding->grade), bytes)) {
        report_sighting(triage, known, bytes);
        return;
    }
    report_finding(triage, candidate, finding, repeat, key);
}
