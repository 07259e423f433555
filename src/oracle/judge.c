#include "oracle/judge.h"

#include "oracle/judge_priv.h"

#include <string.h>

/* --- what the rules need --- */

bool trial_formula(trial_t *trial) {
    if (!trial->read)
        trial->readable = witness_read(&trial->judge->witness, trial->c->text, trial->c->len);
    trial->read = true;
    return trial->readable;
}

open_t trial_opened(trial_t *trial) {
    if (!trial_formula(trial))
        return OPEN_DISPUTED;
    open_t worst = witness_opened(&trial->judge->witness)->class;
    for (uint32_t i = 0; i < trial->c->run_count; i++)
        if (trial->voices[i].tested.chosen > worst)
            worst = trial->voices[i].tested.chosen;
    return worst;
}

const char *trial_name(const trial_t *trial, uint32_t run) {
    if (run >= trial->c->run_count)
        return "the claim";
    return trial->c->runs[run].name ? trial->c->runs[run].name : trial->c->runs[run].solver;
}

bool trial_is_default(const trial_t *trial, uint32_t run) {
    const char *tier = trial->c->runs[run].tier;
    return !tier || strcmp(tier, "default") == 0;
}

bool trial_speaks(const trial_t *trial, uint32_t run, outcome_t said) {
    return trial->voices[run].said == said && !trial->voices[run].refuted;
}

slice_t trial_keep(trial_t *trial, const char *text, size_t len) {
    if (!text)
        return (slice_t){0};
    return (slice_t){arena_copy(&trial->out->texts, text, len), len};
}

slice_t trial_text(trial_t *trial, const char *format, ...) {
    strbuf_t text;
    strbuf_init(&text, trial->judge->mem);
    va_list args;
    va_start(args, format);
    strbuf_vformat(&text, format, args);
    va_end(args);
    slice_t kept = trial_keep(trial, text.data, text.len);
    strbuf_done(&text);
    return kept;
}

/* --- adding --- */

static bool is_same(const trial_t *trial, const finding_t *a, const finding_t *b) {
    const run_t *runs = trial->c->runs;
    if (a->kind != b->kind || strcmp(runs[a->run].solver, runs[b->run].solver) != 0)
        return false;
    return slice_equal(a->signature, b->signature);
}

static bool is_better(const trial_t *trial, const finding_t *a, const finding_t *b) {
    if (a->grade != b->grade)
        return a->grade < b->grade;
    return trial_is_default(trial, a->run) && !trial_is_default(trial, b->run);
}

void trial_find(trial_t *trial, finding_t finding) {
    judgement_t *out = trial->out;
    for (uint32_t i = out->suspicions.len; i-- > 0;)
        if (is_same(trial, &finding, &out->suspicions.data[i]))
            out->suspicions.data[i] = vec_pop(&out->suspicions);
    for (uint32_t i = 0; i < out->findings.len; i++)
        if (is_same(trial, &finding, &out->findings.data[i])) {
            if (is_better(trial, &finding, &out->findings.data[i]))
                out->findings.data[i] = finding;
            return;
        }
    *vec_push(out->mem, &out->findings) = finding;
}

/* Why it is no more than a suspicion. */
static slice_t describe_open(trial_t *trial) {
    strbuf_t text;
    strbuf_init(&text, trial->judge->mem);
    strbuf_str(&text, "may hang on what is left open: ");
    if (trial_opened(trial) == OPEN_NOT)
        strbuf_str(&text, "quantifiers, which validators do not understand");
    else if (trial->readable)
        open_describe(&trial->judge->witness.own, witness_opened(&trial->judge->witness), &text);
    else
        strbuf_str(&text, "assay cannot read the formula");
    slice_t kept = trial_keep(trial, text.data, text.len);
    strbuf_done(&text);
    return kept;
}

void trial_suspect(trial_t *trial, finding_t finding) {
    judgement_t *out = trial->out;
    for (uint32_t i = 0; i < out->findings.len; i++)
        if (is_same(trial, &finding, &out->findings.data[i]))
            return;
    for (uint32_t i = 0; i < out->suspicions.len; i++)
        if (is_same(trial, &finding, &out->suspicions.data[i]))
            return;
    finding.why = describe_open(trial);
    *vec_push(out->mem, &out->suspicions) = finding;
}

static void raise_alarm(trial_t *trial, alarm_t alarm) {
    *vec_push(trial->out->mem, &trial->out->alarms) = alarm;
}

/* --- models --- */

bool judge_is_complaint(const answer_t *answer) {
    static const char *const texts[] = {
#define VALIDATOR(text, who) text,
#include "oracle/validators.def"
    };
    if (answer->outcome != OUTCOME_CRASH || answer->message.len == 0)
        return false;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (memmem(answer->message.data, answer->message.len, texts[i], strlen(texts[i])))
            return true;
    return false;
}

/* The answer that has the model of a run: its own, or that to FOLLOW_MODEL. */
static const answer_t *model_answer(const case_t *c, uint32_t run) {
    const answer_t *answer = c->runs[run].answer;
    if (answer->model.len > 0)
        return answer;
    for (uint32_t i = 0; i < c->reply_count; i++) {
        const reply_t *reply = &c->replies[i];
        if (reply->kind == FOLLOW_MODEL && reply->run == run && reply->answer &&
            reply->answer->outcome == OUTCOME_SAT && reply->answer->model.len > 0)
            return reply->answer;
    }
    return NULL;
}

static void hear(trial_t *trial, uint32_t run) {
    const answer_t *answer = trial->c->runs[run].answer;
    voice_t *voice = &trial->voices[run];
    bool decided = answer->outcome == OUTCOME_SAT || answer->outcome == OUTCOME_UNSAT;
    *voice = (voice_t){.said = decided ? answer->outcome : OUTCOME_UNKNOWN,
                       .tested = {.holds = HOLDS_UNKNOWN},
                       .complaint = judge_is_complaint(answer)};
    if (voice->said != OUTCOME_SAT && !voice->complaint)
        return;
    const answer_t *with_model = model_answer(trial->c, run);
    if (with_model) {
        voice->model = with_model->model.data;
        voice->model_len = with_model->model.len;
    }
}

static slice_t explain(trial_t *trial, const tested_t *tested) {
    strbuf_t text;
    strbuf_init(&text, trial->judge->mem);
    witness_explain(&trial->judge->witness, tested, &text);
    slice_t kept = trial_keep(trial, text.data, text.len);
    strbuf_done(&text);
    return kept;
}

static bool somebody_says(const trial_t *trial, outcome_t said) {
    for (uint32_t i = 0; i < trial->c->run_count; i++)
        if (trial->voices[i].said == said)
            return true;
    return false;
}

/* Whether what a model is worth would settle something. */
static bool is_contested(const trial_t *trial) {
    return somebody_says(trial, OUTCOME_UNSAT) || trial->claim == OUTCOME_UNSAT;
}

/* Tests a model; where little hangs on it, a quantifier is not worth the time that trying many
 * values takes. */
static tested_t test_model(trial_t *trial, const voice_t *voice) {
    witness_t *witness = &trial->judge->witness;
    uint64_t patience = witness->limits.steps;
    uint64_t quick = JUDGE_STEPS + 4 * (uint64_t)bank_term_count(witness->bank);
    if (quick < patience && !voice->complaint && !is_contested(trial))
        witness->limits.steps = quick;
    tested_t tested = witness_test(witness, voice->model, voice->model_len);
    witness->limits.steps = patience;
    return tested;
}

static void test_models(trial_t *trial) {
    witness_t *witness = &trial->judge->witness;
    for (uint32_t i = 0; i < trial->c->run_count; i++) {
        voice_t *voice = &trial->voices[i];
        if (!voice->model || !trial_formula(trial))
            continue;
        voice->tested = test_model(trial, voice);
        if (voice->tested.holds != HOLDS_NO)
            continue;
        voice->why = explain(trial, &voice->tested);
        voice->refuted = witness_counts(witness, &voice->tested);
    }
}

/* A claim that is contradicted must show its model. One that it cannot show is no claim. */
static void test_claim(trial_t *trial) {
    const case_t *c = trial->c;
    witness_t *witness = &trial->judge->witness;
    if (trial->claim != OUTCOME_SAT || !c->claim_model || !somebody_says(trial, OUTCOME_UNSAT))
        return;
    tested_t tested = {.holds = HOLDS_UNKNOWN};
    if (trial_formula(trial))
        tested = witness_test(witness, c->claim_model, c->claim_model_len);
    if (tested.holds == HOLDS_YES) {
        if (witness_counts(witness, &tested))
            trial->witness = RUN_CLAIM;
        return;
    }
    trial->claim = OUTCOME_UNKNOWN;
    raise_alarm(trial, (alarm_t){.kind = ALARM_UNFOUNDED,
                                 .run = RUN_NONE,
                                 .reason = trial_text(
                                     trial, "the claim is sat, but its model is %s",
                                     tested.holds == HOLDS_NO ? "false" : "not known to be true"),
                                 .model = trial_keep(trial, c->claim_model, c->claim_model_len)});
}

/* A witness is looked for only when somebody says unsat. */
static void find_witness(trial_t *trial) {
    trial->witness = RUN_NONE;
    test_claim(trial);
    if (!is_contested(trial))
        return;
    for (uint32_t i = 0; i < trial->c->run_count && trial->witness == RUN_NONE; i++)
        if (trial->voices[i].tested.holds == HOLDS_YES &&
            witness_counts(&trial->judge->witness, &trial->voices[i].tested))
            trial->witness = i;
}

/* --- rules: what needs no other solver --- */

static bool another_family_says_unsat(const trial_t *trial, uint32_t run) {
    const run_t *runs = trial->c->runs;
    for (uint32_t i = 0; i < trial->c->run_count; i++)
        if (trial->voices[i].said == OUTCOME_UNSAT && strcmp(runs[i].family, runs[run].family) != 0)
            return true;
    return false;
}

/* Models that are false. */
static void judge_models(trial_t *trial) {
    for (uint32_t i = 0; i < trial->c->run_count; i++) {
        const voice_t *voice = &trial->voices[i];
        if (voice->tested.holds != HOLDS_NO)
            continue;
        bool unsat = voice->said == OUTCOME_SAT && trial->witness == RUN_NONE &&
                     (trial->claim == OUTCOME_UNSAT || another_family_says_unsat(trial, i));
        finding_t finding = {.kind = unsat ? FINDING_SOLUTION : FINDING_INVALID_MODEL,
                             .grade = GRADE_CERTIFIED,
                             .certificate = CERTIFICATE_OWN_MODEL,
                             .run = i,
                             .other = RUN_NONE,
                             .witness = trial_keep(trial, voice->model, voice->model_len),
                             .why = voice->why};
        finding.says = trial_text(trial, "%s says sat%s, but its own model is false",
                                  trial_name(trial, i), unsat ? " where others say unsat" : "");
        if (voice->refuted)
            trial_find(trial, finding);
        else
            trial_suspect(trial, finding);
    }
}

/* z3's validator has false alarms with quantifiers and open values; others may have, too. */
static void judge_complaint(trial_t *trial, uint32_t run) {
    const voice_t *voice = &trial->voices[run];
    if (voice->tested.holds != HOLDS_UNKNOWN)
        return; /* false: judge_models has it; true: a false alarm */
    finding_t finding = {.kind = FINDING_INVALID_MODEL,
                         .grade = GRADE_CLAIMED,
                         .certificate = CERTIFICATE_VALIDATOR,
                         .run = run,
                         .other = RUN_NONE,
                         .witness = trial_keep(trial, voice->model, voice->model_len)};
    finding.says = trial_text(trial, "%s rejects its own model", trial_name(trial, run));
    bool sure =
        trial_opened(trial) == OPEN_NOT && !witness_opened(&trial->judge->witness)->quantified;
    if (sure)
        trial_find(trial, finding);
    else
        trial_suspect(trial, finding);
}

static void judge_crashes(trial_t *trial) {
    for (uint32_t i = 0; i < trial->c->run_count; i++) {
        const answer_t *answer = trial->c->runs[i].answer;
        if (trial->voices[i].complaint) {
            judge_complaint(trial, i);
        } else if (answer->outcome == OUTCOME_CRASH) {
            finding_t finding = {
                .kind = FINDING_CRASH,
                .grade = GRADE_CLAIMED,
                .certificate = CERTIFICATE_NONE,
                .signature = trial_keep(trial, answer->signature.data, answer->signature.len),
                .run = i,
                .other = RUN_NONE};
            finding.says = trial_text(trial, "%s crashes: %.*s", trial_name(trial, i),
                                      (int)answer->signature.len,
                                      answer->signature.len > 0 ? answer->signature.data : "");
            trial_find(trial, finding);
        }
    }
}

/* --- rules: a witness --- */

static void judge_witness(trial_t *trial) {
    uint32_t from = trial->witness;
    bool claimed = from == RUN_CLAIM;
    const char *text = claimed ? trial->c->claim_model : trial->voices[from].model;
    size_t len = claimed ? trial->c->claim_model_len : trial->voices[from].model_len;
    slice_t model = trial_keep(trial, text, len);
    const char *whose = trial_name(trial, from);
    for (uint32_t i = 0; i < trial->c->run_count; i++) {
        if (trial->voices[i].said != OUTCOME_UNSAT)
            continue;
        finding_t finding = {.kind = FINDING_REFUTATION,
                             .grade = GRADE_CERTIFIED,
                             .certificate = CERTIFICATE_WITNESS,
                             .run = i,
                             .other = from,
                             .witness = model};
        finding.says = trial_text(trial, "%s says unsat, but the model of %s is true",
                                  trial_name(trial, i), whose);
        trial_find(trial, finding);
    }
    if (trial->claim != OUTCOME_UNSAT)
        return;
    raise_alarm(trial,
                (alarm_t){.kind = ALARM_REFUTED,
                          .run = from,
                          .reason = trial_text(
                              trial, "the claim is unsat, but the model of %s is true", whose),
                          .model = model});
}

/* --- rules on request --- */

static bool is_decided(outcome_t outcome) {
    return outcome == OUTCOME_SAT || outcome == OUTCOME_UNSAT;
}

/* The fastest decision of another family, or RUN_NONE. */
static uint32_t fastest_other(const trial_t *trial, uint32_t run) {
    const run_t *runs = trial->c->runs;
    uint32_t best = RUN_NONE;
    for (uint32_t i = 0; i < trial->c->run_count; i++)
        if (is_decided(trial->voices[i].said) && strcmp(runs[i].family, runs[run].family) != 0 &&
            (best == RUN_NONE || runs[i].answer->cpu_ms < runs[best].answer->cpu_ms))
            best = i;
    return best;
}

static double at_least_one(double ms) {
    return ms > 1 ? ms : 1;
}

static void judge_speed(trial_t *trial, uint32_t run) {
    const case_t *c = trial->c;
    const run_t *slow = &c->runs[run];
    outcome_t outcome = slow->answer->outcome;
    double ms = slow->answer->cpu_ms;
    if (!slow->seeded || (outcome != OUTCOME_TIMEOUT && !is_decided(outcome)) || ms < c->slow_ms ||
        ms < c->slow_factor * at_least_one(slow->seed_ms))
        return;
    uint32_t other = fastest_other(trial, run);
    if (other == RUN_NONE || ms < c->slow_factor * at_least_one(c->runs[other].answer->cpu_ms))
        return;
    finding_t finding = {.kind = FINDING_PERFORMANCE,
                         .grade = GRADE_CROSS_CHECKED,
                         .certificate = CERTIFICATE_NONE,
                         .run = run,
                         .other = other};
    finding.says = trial_text(
        trial, "%s %s %.0f ms, %s needs %.0f ms, and the seed needed %.0f ms",
        trial_name(trial, run), outcome == OUTCOME_TIMEOUT ? "does not end within" : "needs", ms,
        trial_name(trial, other), c->runs[other].answer->cpu_ms, slow->seed_ms);
    trial_find(trial, finding);
}

static void judge_completeness(trial_t *trial, uint32_t run) {
    const run_t *unsure = &trial->c->runs[run];
    bool both = somebody_says(trial, OUTCOME_SAT) && somebody_says(trial, OUTCOME_UNSAT);
    if (unsure->answer->outcome != OUTCOME_UNKNOWN || !unsure->seeded ||
        !is_decided(unsure->seed_outcome) || both)
        return;
    uint32_t other = fastest_other(trial, run);
    if (other == RUN_NONE)
        return;
    finding_t finding = {.kind = FINDING_INCOMPLETENESS,
                         .grade = GRADE_CROSS_CHECKED,
                         .certificate = CERTIFICATE_NONE,
                         .run = run,
                         .other = other};
    finding.says =
        trial_text(trial, "%s says unknown, %s says %s, and the seed was %s",
                   trial_name(trial, run), trial_name(trial, other),
                   outcome_name(trial->voices[other].said), outcome_name(unsure->seed_outcome));
    trial_find(trial, finding);
}

/* --- the judge --- */

static void judge_all(trial_t *trial) {
    const case_t *c = trial->c;
    for (uint32_t i = 0; i < c->run_count; i++)
        hear(trial, i);
    test_models(trial);
    find_witness(trial);
    judge_models(trial);
    judge_crashes(trial);
    if (trial->witness != RUN_NONE)
        judge_witness(trial);
    else
        judge_conflict(trial);
    for (uint32_t i = 0; i < c->run_count; i++) {
        if (c->slow_factor > 0)
            judge_speed(trial, i);
        if (c->incompleteness)
            judge_completeness(trial, i);
    }
}

void judge_init(judge_t *judge, mem_t *mem) {
    *judge = (judge_t){.mem = mem};
    witness_init(&judge->witness, mem);
}

void judge_done(judge_t *judge) {
    witness_done(&judge->witness);
}

void judge_case(judge_t *judge, const case_t *c, judgement_t *judgement) {
    judgement_clear(judgement);
    trial_t trial = {.judge = judge, .c = c, .out = judgement, .claim = c->claim};
    trial.voices = mem_zalloc(judge->mem, c->run_count, sizeof *trial.voices);
    judge_all(&trial);
    mem_free(judge->mem, trial.voices);
}
