#include "oracle/judge.h"

#include "base/bug.h"
#include "oracle/judge_priv.h"

#include <string.h>

/* --- what the rules need --- */

bool judging_formula(judging_t *judging) {
    if (!judging->read)
        judging->readable =
            witness_read(&judging->judge->witness, judging->c->text, judging->c->len);
    judging->read = true;
    return judging->readable;
}

open_t judging_opened(judging_t *judging) {
    if (!judging_formula(judging))
        return OPEN_DISPUTED;
    open_t worst = witness_opened(&judging->judge->witness)->class;
    for (uint32_t i = 0; i < judging->c->run_count; i++)
        if (judging->voices[i].tested.chosen > worst)
            worst = judging->voices[i].tested.chosen;
    return worst;
}

const char *judging_name(const judging_t *judging, uint32_t run) {
    assert(run < judging->c->run_count || run == RUN_CLAIM);
    if (run >= judging->c->run_count)
        return "the claim";
    return judging->c->runs[run].name ? judging->c->runs[run].name : judging->c->runs[run].solver;
}

bool judging_is_default(const judging_t *judging, uint32_t run) {
    const char *tier = judging->c->runs[run].tier;
    return !tier || strcmp(tier, "default") == 0;
}

bool judging_speaks(const judging_t *judging, uint32_t run, outcome_t said) {
    assert(run < judging->c->run_count && outcome_is_verdict(said));
    return judging->voices[run].said == said && !judging->voices[run].refuted;
}

slice_t judging_keep(judging_t *judging, const char *text, size_t len) {
    if (!text)
        return (slice_t){0};
    return (slice_t){arena_copy(&judging->out->texts, text, len), len};
}

slice_t judging_text(judging_t *judging, const char *format, ...) {
    strbuf_t text;
    strbuf_init(&text, judging->judge->mem);
    va_list args;
    va_start(args, format);
    strbuf_vformat(&text, format, args);
    va_end(args);
    slice_t kept = judging_keep(judging, text.data, text.len);
    strbuf_done(&text);
    return kept;
}

/* --- adding --- */

static bool is_same(const judging_t *judging, const finding_t *a, const finding_t *b) {
    const run_t *runs = judging->c->runs;
    if (a->kind != b->kind || strcmp(runs[a->run].solver, runs[b->run].solver) != 0)
        return false;
    return slice_equal(a->signature, b->signature);
}

static bool is_better(const judging_t *judging, const finding_t *a, const finding_t *b) {
    if (a->grade != b->grade)
        return a->grade < b->grade;
    return judging_is_default(judging, a->run) && !judging_is_default(judging, b->run);
}

/* Whoever accuses a run has looked at what it said. */
static void check_accusation(const judging_t *judging, const finding_t *finding) {
    const case_t *c = judging->c;
    outcome_t right = finding_kind_info(finding->kind)->right;
    assert(finding->run < c->run_count && finding->run != finding->other);
    assert(finding->other < c->run_count || finding->other == RUN_CLAIM ||
           finding->other == RUN_NONE);
    outcome_t said = judging->voices[finding->run].said;
    assert(!outcome_is_verdict(right) || (outcome_is_verdict(said) && said != right));
    assert(!finding->disputed || finding->other < c->run_count);
    assert(finding->says.len > 0);
}

static void check_certificate(const finding_t *finding) {
    bool model = finding->certificate == CERTIFICATE_WITNESS ||
                 finding->certificate == CERTIFICATE_OWN_MODEL ||
                 finding->certificate == CERTIFICATE_SELF_CONTRADICTION;
    assert(!model || finding->witness.data); /* that of a formula without symbols is empty */
    assert(finding_kind_is_crash(finding->kind) || finding->signature.len == 0);
    assert(finding->grade != GRADE_CERTIFIED || finding->certificate != CERTIFICATE_NONE);
    assert(finding->grade != GRADE_CERTIFIED || !finding->disputed);
    assert(finding->certificate != CERTIFICATE_REPEATED); /* nothing runs here */
}

void judging_find(judging_t *judging, finding_t finding) {
    check_accusation(judging, &finding);
    check_certificate(&finding);
    judgement_t *out = judging->out;
    for (uint32_t i = out->suspicions.len; i-- > 0;)
        if (is_same(judging, &finding, &out->suspicions.data[i]))
            out->suspicions.data[i] = vec_pop(&out->suspicions);
    for (uint32_t i = 0; i < out->findings.len; i++)
        if (is_same(judging, &finding, &out->findings.data[i])) {
            if (is_better(judging, &finding, &out->findings.data[i]))
                out->findings.data[i] = finding;
            return;
        }
    *vec_push(out->mem, &out->findings) = finding;
}

/* Why it is no more than a suspicion. */
static slice_t describe_open(judging_t *judging) {
    strbuf_t text;
    strbuf_init(&text, judging->judge->mem);
    strbuf_str(&text, "may depend on what is left open: ");
    if (judging_opened(judging) == OPEN_NOT)
        strbuf_str(&text, "quantifiers, which validators do not understand");
    else if (judging->readable)
        open_describe(&judging->judge->witness.own, witness_opened(&judging->judge->witness),
                      &text);
    else
        strbuf_str(&text, "assay cannot read the formula");
    slice_t kept = judging_keep(judging, text.data, text.len);
    strbuf_done(&text);
    return kept;
}

void judging_suspect(judging_t *judging, finding_t finding) {
    judgement_t *out = judging->out;
    check_accusation(judging, &finding);
    assert(judging_opened(judging) != OPEN_NOT ||
           witness_opened(&judging->judge->witness)->quantified); /* so there is something to say */
    for (uint32_t i = 0; i < out->findings.len; i++)
        if (is_same(judging, &finding, &out->findings.data[i]))
            return;
    for (uint32_t i = 0; i < out->suspicions.len; i++)
        if (is_same(judging, &finding, &out->suspicions.data[i]))
            return;
    finding.why = describe_open(judging);
    *vec_push(out->mem, &out->suspicions) = finding;
}

void judging_alarm(judging_t *judging, alarm_t alarm) {
    assert(outcome_is_verdict(judging->c->claim) && alarm.reason.len > 0);
    assert(alarm.kind == ALARM_UNFOUNDED ? alarm.run == RUN_NONE
                                         : alarm.run < judging->c->run_count);
    *vec_push(judging->out->mem, &judging->out->alarms) = alarm;
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

static void hear(judging_t *judging, uint32_t run) {
    const answer_t *answer = judging->c->runs[run].answer;
    voice_t *voice = &judging->voices[run];
    bool decided = outcome_is_verdict(answer->outcome);
    *voice = (voice_t){.said = decided ? answer->outcome : OUTCOME_UNKNOWN,
                       .tested = {.holds = HOLDS_UNKNOWN},
                       .complaint = judge_is_complaint(answer)};
    if (voice->said != OUTCOME_SAT && !voice->complaint)
        return;
    const answer_t *with_model = model_answer(judging->c, run);
    if (with_model) {
        voice->model = with_model->model.data;
        voice->model_len = with_model->model.len;
    }
}

static slice_t explain(judging_t *judging, const tested_t *tested) {
    strbuf_t text;
    strbuf_init(&text, judging->judge->mem);
    witness_explain(&judging->judge->witness, tested, &text);
    slice_t kept = judging_keep(judging, text.data, text.len);
    strbuf_done(&text);
    return kept;
}

static bool any_says(const judging_t *judging, outcome_t said) {
    for (uint32_t i = 0; i < judging->c->run_count; i++)
        if (judging->voices[i].said == said)
            return true;
    return false;
}

/* Whether what a model is worth would settle something. */
static bool is_contested(const judging_t *judging) {
    return any_says(judging, OUTCOME_UNSAT) || judging->claim == OUTCOME_UNSAT;
}

/* Tests a model; where little depends on it, a quantifier is not worth the time that trying many
 * values takes. */
static tested_t test_model(judging_t *judging, const voice_t *voice) {
    witness_t *witness = &judging->judge->witness;
    uint64_t patience = witness->limits.steps;
    uint64_t quick = JUDGE_STEPS + 4 * (uint64_t)bank_term_count(witness->bank);
    if (quick < patience && !voice->complaint && !is_contested(judging))
        witness->limits.steps = quick;
    tested_t tested = witness_test(witness, voice->model, voice->model_len);
    witness->limits.steps = patience;
    return tested;
}

static void test_models(judging_t *judging) {
    witness_t *witness = &judging->judge->witness;
    for (uint32_t i = 0; i < judging->c->run_count; i++) {
        voice_t *voice = &judging->voices[i];
        if (!voice->model || !judging_formula(judging))
            continue;
        voice->tested = test_model(judging, voice);
        if (voice->tested.holds != HOLDS_NO)
            continue;
        voice->why = explain(judging, &voice->tested);
        voice->refuted = witness_counts(witness, &voice->tested);
    }
}

/* A claim that is contradicted must show its model. One that it cannot show is no claim. */
static void test_claim(judging_t *judging) {
    const case_t *c = judging->c;
    witness_t *witness = &judging->judge->witness;
    if (judging->claim != OUTCOME_SAT || !c->claim_model || !any_says(judging, OUTCOME_UNSAT))
        return;
    tested_t tested = {.holds = HOLDS_UNKNOWN};
    if (judging_formula(judging))
        tested = witness_test(witness, c->claim_model, c->claim_model_len);
    if (tested.holds == HOLDS_YES) {
        if (witness_counts(witness, &tested))
            judging->witness = RUN_CLAIM;
        return;
    }
    judging->claim = OUTCOME_UNKNOWN;
    alarm_t alarm = {.kind = ALARM_UNFOUNDED,
                     .run = RUN_NONE,
                     .model = judging_keep(judging, c->claim_model, c->claim_model_len)};
    alarm.reason = judging_text(judging, "the claim is sat, but its model is %s",
                                tested.holds == HOLDS_NO ? "false" : "not known to be true");
    judging_alarm(judging, alarm);
}

/* A witness is looked for only when a solver or the claim says unsat. */
static void find_witness(judging_t *judging) {
    judging->witness = RUN_NONE;
    test_claim(judging);
    if (!is_contested(judging))
        return;
    for (uint32_t i = 0; i < judging->c->run_count && judging->witness == RUN_NONE; i++)
        if (judging->voices[i].tested.holds == HOLDS_YES &&
            witness_counts(&judging->judge->witness, &judging->voices[i].tested))
            judging->witness = i;
}

/* --- rules: what needs no other solver --- */

static bool another_family_says_unsat(const judging_t *judging, uint32_t run) {
    const run_t *runs = judging->c->runs;
    for (uint32_t i = 0; i < judging->c->run_count; i++)
        if (judging->voices[i].said == OUTCOME_UNSAT &&
            strcmp(runs[i].family, runs[run].family) != 0)
            return true;
    return false;
}

/* Models that are false. */
static void judge_models(judging_t *judging) {
    for (uint32_t i = 0; i < judging->c->run_count; i++) {
        const voice_t *voice = &judging->voices[i];
        if (voice->tested.holds != HOLDS_NO)
            continue;
        bool unsat = voice->said == OUTCOME_SAT && judging->witness == RUN_NONE &&
                     (judging->claim == OUTCOME_UNSAT || another_family_says_unsat(judging, i));
        finding_t finding = {.kind = unsat ? FINDING_SOLUTION : FINDING_INVALID_MODEL,
                             .grade = GRADE_CERTIFIED,
                             .certificate = CERTIFICATE_OWN_MODEL,
                             .run = i,
                             .other = RUN_NONE,
                             .witness = judging_keep(judging, voice->model, voice->model_len),
                             .why = voice->why};
        finding.says =
            judging_text(judging, "%s says sat%s, but its own model is false",
                         judging_name(judging, i), unsat ? " where others say unsat" : "");
        if (voice->refuted)
            judging_find(judging, finding);
        else
            judging_suspect(judging, finding);
    }
}

/* z3's validator has false alarms with quantifiers and open values; others may have, too. */
static void judge_complaint(judging_t *judging, uint32_t run) {
    const voice_t *voice = &judging->voices[run];
    assert(voice->complaint && voice->said == OUTCOME_UNKNOWN);
    if (voice->tested.holds != HOLDS_UNKNOWN)
        return; /* false: judge_models has it; true: a false alarm */
    finding_t finding = {.kind = FINDING_INVALID_MODEL,
                         .grade = GRADE_CLAIMED,
                         .certificate = CERTIFICATE_VALIDATOR,
                         .run = run,
                         .other = RUN_NONE,
                         .witness = judging_keep(judging, voice->model, voice->model_len)};
    finding.says = judging_text(judging, "%s rejects its own model", judging_name(judging, run));
    bool sure = judging_opened(judging) == OPEN_NOT &&
                !witness_opened(&judging->judge->witness)->quantified;
    if (sure)
        judging_find(judging, finding);
    else
        judging_suspect(judging, finding);
}

static void judge_crashes(judging_t *judging) {
    for (uint32_t i = 0; i < judging->c->run_count; i++) {
        const answer_t *answer = judging->c->runs[i].answer;
        if (judging->voices[i].complaint) {
            judge_complaint(judging, i);
        } else if (answer->outcome == OUTCOME_CRASH) {
            finding_t finding = {
                .kind = FINDING_CRASH,
                .grade = GRADE_CLAIMED,
                .certificate = CERTIFICATE_NONE,
                .signature = judging_keep(judging, answer->signature.data, answer->signature.len),
                .run = i,
                .other = RUN_NONE};
            finding.says = judging_text(judging, "%s crashes: %.*s", judging_name(judging, i),
                                        (int)answer->signature.len,
                                        answer->signature.len > 0 ? answer->signature.data : "");
            judging_find(judging, finding);
        }
    }
}

/* --- rules: a witness --- */

static void judge_witness(judging_t *judging) {
    uint32_t from = judging->witness;
    bool claimed = from == RUN_CLAIM;
    const char *text = claimed ? judging->c->claim_model : judging->voices[from].model;
    size_t len = claimed ? judging->c->claim_model_len : judging->voices[from].model_len;
    slice_t model = judging_keep(judging, text, len);
    assert(claimed ? judging->claim == OUTCOME_SAT
                   : judging->voices[from].tested.holds == HOLDS_YES);
    const char *whose = judging_name(judging, from);
    for (uint32_t i = 0; i < judging->c->run_count; i++) {
        if (judging->voices[i].said != OUTCOME_UNSAT)
            continue;
        finding_t finding = {.kind = FINDING_REFUTATION,
                             .grade = GRADE_CERTIFIED,
                             .certificate = CERTIFICATE_WITNESS,
                             .run = i,
                             .other = from,
                             .witness = model};
        finding.says = judging_text(judging, "%s says unsat, but the model of %s is true",
                                    judging_name(judging, i), whose);
        judging_find(judging, finding);
    }
    if (judging->claim != OUTCOME_UNSAT)
        return;
    alarm_t alarm = {.kind = ALARM_REFUTED, .run = from, .model = model};
    alarm.reason = judging_text(judging, "the claim is unsat, but the model of %s is true", whose);
    judging_alarm(judging, alarm);
}

/* --- rules on request --- */

/* The fastest decision of another family, or RUN_NONE. */
static uint32_t fastest_other(const judging_t *judging, uint32_t run) {
    const run_t *runs = judging->c->runs;
    uint32_t best = RUN_NONE;
    for (uint32_t i = 0; i < judging->c->run_count; i++)
        if (outcome_is_verdict(judging->voices[i].said) &&
            strcmp(runs[i].family, runs[run].family) != 0 &&
            (best == RUN_NONE || runs[i].answer->cpu_ms < runs[best].answer->cpu_ms))
            best = i;
    return best;
}

static double at_least_one(double ms) {
    return ms > 1 ? ms : 1;
}

static void judge_speed(judging_t *judging, uint32_t run) {
    const case_t *c = judging->c;
    const run_t *slow = &c->runs[run];
    outcome_t outcome = slow->answer->outcome;
    double ms = slow->answer->cpu_ms;
    assert(c->slow_factor >= 1); /* else what is faster were slow */
    if (!slow->seeded || (outcome != OUTCOME_TIMEOUT && !outcome_is_verdict(outcome)) ||
        ms < c->slow_ms || ms < c->slow_factor * at_least_one(slow->seed_ms))
        return;
    uint32_t other = fastest_other(judging, run);
    if (other == RUN_NONE || ms < c->slow_factor * at_least_one(c->runs[other].answer->cpu_ms))
        return;
    finding_t finding = {.kind = FINDING_PERFORMANCE,
                         .grade = GRADE_CROSS_CHECKED,
                         .certificate = CERTIFICATE_NONE,
                         .run = run,
                         .other = other};
    finding.says = judging_text(
        judging, "%s %s %.0f ms, %s needs %.0f ms, and the seed needed %.0f ms",
        judging_name(judging, run), outcome == OUTCOME_TIMEOUT ? "does not end within" : "needs",
        ms, judging_name(judging, other), c->runs[other].answer->cpu_ms, slow->seed_ms);
    judging_find(judging, finding);
}

static void judge_completeness(judging_t *judging, uint32_t run) {
    const run_t *unsure = &judging->c->runs[run];
    bool both = any_says(judging, OUTCOME_SAT) && any_says(judging, OUTCOME_UNSAT);
    if (unsure->answer->outcome != OUTCOME_UNKNOWN || !unsure->seeded ||
        !outcome_is_verdict(unsure->seed_outcome) || both)
        return;
    uint32_t other = fastest_other(judging, run);
    if (other == RUN_NONE)
        return;
    finding_t finding = {.kind = FINDING_INCOMPLETENESS,
                         .grade = GRADE_CROSS_CHECKED,
                         .certificate = CERTIFICATE_NONE,
                         .run = run,
                         .other = other};
    finding.says =
        judging_text(judging, "%s says unknown, %s says %s, and the seed was %s",
                     judging_name(judging, run), judging_name(judging, other),
                     outcome_name(judging->voices[other].said), outcome_name(unsure->seed_outcome));
    judging_find(judging, finding);
}

/* --- the judge --- */

static void judge_all(judging_t *judging) {
    const case_t *c = judging->c;
    for (uint32_t i = 0; i < c->run_count; i++)
        hear(judging, i);
    test_models(judging);
    find_witness(judging);
    judge_models(judging);
    judge_crashes(judging);
    if (judging->witness != RUN_NONE)
        judge_witness(judging);
    else
        judge_conflict(judging);
    for (uint32_t i = 0; i < c->run_count; i++) {
        if (c->slow_factor > 0)
            judge_speed(judging, i);
        if (c->incompleteness)
            judge_completeness(judging, i);
    }
}

void judge_init(judge_t *judge, mem_t *mem) {
    *judge = (judge_t){.mem = mem};
    witness_init(&judge->witness, mem);
}

void judge_done(judge_t *judge) {
    witness_done(&judge->witness);
}

static void check_case(const case_t *c) {
    assert(!c->claim_model || c->claim == OUTCOME_SAT);
    for (uint32_t i = 0; i < c->reply_count; i++) {
        const reply_t *reply = &c->replies[i];
        assert(reply->run < c->run_count && reply->of < c->run_count);
        assert(reply->kind != FOLLOW_MODEL || reply->of == reply->run);
    }
}

void judge_case(judge_t *judge, const case_t *c, judgement_t *judgement) {
    check_case(c);
    judgement_clear(judgement);
    judging_t judging = {.judge = judge, .c = c, .out = judgement, .claim = c->claim};
    judging.voices = mem_zalloc(judge->mem, c->run_count, sizeof *judging.voices);
    judge_all(&judging);
    mem_free(judge->mem, judging.voices);
}
