/* Solvers that contradict each other or the claim, where no model decides. */
#include "oracle/ask.h"
#include "oracle/judge_priv.h"
#include "oracle/substitute.h"

#include <string.h>

static outcome_t other_side(outcome_t said) {
    return said == OUTCOME_SAT ? OUTCOME_UNSAT : OUTCOME_SAT;
}

/* --- sides --- */

static bool somebody_speaks(const trial_t *trial, outcome_t said) {
    for (uint32_t i = 0; i < trial->c->run_count; i++)
        if (trial_speaks(trial, i, said))
            return true;
    return false;
}

/* Families that say this. One that says both counts on both sides, and so for nobody. */
static uint32_t count_families(const trial_t *trial, outcome_t said) {
    const run_t *runs = trial->c->runs;
    uint32_t count = 0;
    for (uint32_t i = 0; i < trial->c->run_count; i++) {
        if (!trial_speaks(trial, i, said))
            continue;
        bool seen = false;
        for (uint32_t k = 0; k < i; k++)
            seen |= trial_speaks(trial, k, said) && strcmp(runs[k].family, runs[i].family) == 0;
        count += !seen;
    }
    return count;
}

static bool default_speaks(const trial_t *trial, outcome_t said) {
    for (uint32_t i = 0; i < trial->c->run_count; i++)
        if (trial_speaks(trial, i, said) && trial_is_default(trial, i))
            return true;
    return false;
}

/* Who speaks for a side against a run: of another family, else of any; RUN_NONE. */
static uint32_t speaker(const trial_t *trial, outcome_t said, const char *not_family) {
    uint32_t found = RUN_NONE;
    for (uint32_t i = 0; i < trial->c->run_count; i++) {
        if (!trial_speaks(trial, i, said))
            continue;
        if (!not_family || strcmp(trial->c->runs[i].family, not_family) != 0)
            return i;
        if (found == RUN_NONE)
            found = i;
    }
    return found;
}

static bool all_one_solver(const trial_t *trial) {
    const run_t *first = NULL;
    for (uint32_t i = 0; i < trial->c->run_count; i++) {
        if (!trial_speaks(trial, i, OUTCOME_SAT) && !trial_speaks(trial, i, OUTCOME_UNSAT))
            continue;
        if (first && strcmp(first->solver, trial->c->runs[i].solver) != 0)
            return false;
        first = &trial->c->runs[i];
    }
    return true;
}

/* --- questions --- */

static const reply_t *find_reply(const trial_t *trial, follow_kind_t kind, uint32_t run) {
    for (uint32_t i = 0; i < trial->c->reply_count; i++)
        if (trial->c->replies[i].kind == kind &&
            (run == RUN_NONE || trial->c->replies[i].run == run))
            return &trial->c->replies[i];
    return NULL;
}

static void add_question(trial_t *trial, follow_kind_t kind, uint32_t run, uint32_t of,
                         const char *text, size_t len) {
    strbuf_t query;
    strbuf_init(&query, trial->judge->mem);
    follow_t follow = {.kind = kind, .run = run, .of = of};
    ask_text(text, len, kind == FOLLOW_MODEL ? ASK_MODEL : ASK_VERDICT, &query, &follow.prologue);
    follow.text = trial_keep(trial, query.data, query.len).data;
    follow.len = query.len;
    strbuf_done(&query);
    *vec_push(trial->out->mem, &trial->out->ask) = follow;
}

/* The models of those who say sat and showed none. */
static bool ask_models(trial_t *trial) {
    bool asked = false;
    for (uint32_t i = 0; i < trial->c->run_count; i++)
        if (trial_speaks(trial, i, OUTCOME_SAT) && !trial->voices[i].model &&
            !find_reply(trial, FOLLOW_MODEL, i)) {
            add_question(trial, FOLLOW_MODEL, i, i, trial->c->text, trial->c->len);
            asked = true;
        }
    return asked;
}

/* The formula with a model of the sat side put in: to whose model it is, and to all that say unsat.
 */
static void ask_substituted(trial_t *trial) {
    const case_t *c = trial->c;
    witness_t *witness = &trial->judge->witness;
    uint32_t of = 0;
    while (of < c->run_count && !(trial_speaks(trial, of, OUTCOME_SAT) && trial->voices[of].model &&
                                  trial->voices[of].tested.readable))
        of++;
    if (of == c->run_count || find_reply(trial, FOLLOW_SUBSTITUTED, RUN_NONE))
        return;
    strbuf_t text;
    strbuf_init(&text, trial->judge->mem);
    tested_t tested = witness_test(witness, trial->voices[of].model, trial->voices[of].model_len);
    if (tested.readable && substitute_model(witness, &text))
        for (uint32_t i = 0; i < c->run_count; i++)
            if (i == of || trial_speaks(trial, i, OUTCOME_UNSAT))
                add_question(trial, FOLLOW_SUBSTITUTED, i, of, text.data, text.len);
    strbuf_done(&text);
}

/* --- findings --- */

/* Findings, unless the formula may hang on open values of this class or a worse one. */
static void add(trial_t *trial, open_t too_open, finding_t finding) {
    if (trial_opened(trial) < too_open)
        trial_find(trial, finding);
    else
        trial_suspect(trial, finding);
}

static finding_kind_t kind_of(outcome_t said) {
    return said == OUTCOME_SAT ? FINDING_SOLUTION : FINDING_REFUTATION;
}

/* Everybody says the same, and it is not what was claimed. One family may err; two are likelier to
 * be right. */
static void against_claim(trial_t *trial, outcome_t said) {
    if (said == OUTCOME_SAT)
        ask_models(trial);
    const char *claim = outcome_name(trial->claim);
    uint32_t families = count_families(trial, said);
    if (families > 1 && trial_opened(trial) < OPEN_LOOSE) {
        *vec_push(trial->out->mem, &trial->out->alarms) = (alarm_t){
            .kind = ALARM_OUTVOTED,
            .run = speaker(trial, said, NULL),
            .reason = trial_text(trial, "the claim is %s, but %u families of solvers say %s", claim,
                                 families, outcome_name(said))};
        return;
    }
    for (uint32_t i = 0; i < trial->c->run_count; i++) {
        if (!trial_speaks(trial, i, said))
            continue;
        finding_t finding = {.kind = kind_of(said),
                             .grade = GRADE_CLAIMED,
                             .certificate = CERTIFICATE_NONE,
                             .run = i,
                             .other = RUN_CLAIM};
        finding.says = trial_text(trial, "%s says %s to what is %s by %s", trial_name(trial, i),
                                  outcome_name(said), claim,
                                  trial->c->labelled ? "its label" : "construction");
        add(trial, OPEN_FREE, finding);
    }
}

/* Who answered otherwise once the model was put in; true when there is one. */
static bool self_contradictions(trial_t *trial) {
    const case_t *c = trial->c;
    bool found = false;
    for (uint32_t i = 0; i < c->reply_count; i++) {
        const reply_t *reply = &c->replies[i];
        if (reply->kind != FOLLOW_SUBSTITUTED || !reply->answer || reply->run >= c->run_count ||
            reply->of >= c->run_count)
            continue;
        outcome_t first = trial->voices[reply->run].said;
        bool wrong_unsat = first == OUTCOME_UNSAT && reply->answer->outcome == OUTCOME_SAT;
        bool wrong_sat = first == OUTCOME_SAT && reply->answer->outcome == OUTCOME_UNSAT &&
                         reply->run == reply->of;
        if (!wrong_unsat && !wrong_sat)
            continue;
        const voice_t *of = &trial->voices[reply->of];
        finding_t finding = {.kind = kind_of(first),
                             .grade = GRADE_CROSS_CHECKED,
                             .certificate = CERTIFICATE_SELF_CONTRADICTION,
                             .run = reply->run,
                             .other = wrong_sat ? speaker(trial, OUTCOME_UNSAT, NULL) : reply->of,
                             .witness = trial_keep(trial, of->model, of->model_len)};
        finding.says =
            trial_text(trial, "%s says %s, and %s once the model of %s is put in",
                       trial_name(trial, reply->run), outcome_name(first),
                       outcome_name(reply->answer->outcome), trial_name(trial, reply->of));
        add(trial, OPEN_LOOSE, finding);
        found = true;
    }
    return found;
}

/* Which side is wrong; *disputed when nothing tells. */
static outcome_t wrong_side(const trial_t *trial, bool *disputed) {
    uint32_t sat = count_families(trial, OUTCOME_SAT) + (trial->claim == OUTCOME_SAT);
    uint32_t unsat = count_families(trial, OUTCOME_UNSAT) + (trial->claim == OUTCOME_UNSAT);
    bool claimed = trial->claim == OUTCOME_SAT || trial->claim == OUTCOME_UNSAT;
    *disputed = false;
    if (sat != unsat)
        return sat < unsat ? OUTCOME_SAT : OUTCOME_UNSAT;
    if (claimed && !trial->c->labelled)
        return other_side(trial->claim);
    *disputed = true;
    bool sat_default = default_speaks(trial, OUTCOME_SAT);
    return !sat_default && default_speaks(trial, OUTCOME_UNSAT) ? OUTCOME_SAT : OUTCOME_UNSAT;
}

static void contradiction(trial_t *trial) {
    if (!ask_models(trial))
        ask_substituted(trial);
    if (self_contradictions(trial))
        return;
    /* In one solver, whatever its options, an open value is open in the same way. */
    open_t too_open = all_one_solver(trial) ? OPEN_LOOSE : OPEN_FREE;
    bool disputed;
    outcome_t wrong = wrong_side(trial, &disputed);
    for (uint32_t i = 0; i < trial->c->run_count; i++) {
        if (!trial_speaks(trial, i, wrong))
            continue;
        uint32_t other = speaker(trial, other_side(wrong), trial->c->runs[i].family);
        uint32_t sat = wrong == OUTCOME_SAT ? i : other;
        finding_t finding = {.kind = kind_of(wrong),
                             .grade = GRADE_CROSS_CHECKED,
                             .certificate = CERTIFICATE_NONE,
                             .run = i,
                             .other = other,
                             .disputed = disputed};
        finding.says = trial_text(trial, "%s says sat, %s says unsat", trial_name(trial, sat),
                                  trial_name(trial, sat == i ? other : i));
        add(trial, too_open, finding);
        if (disputed)
            return; /* that there is a dispute is all that is known */
    }
}

void judge_conflict(trial_t *trial) {
    bool sat = somebody_speaks(trial, OUTCOME_SAT);
    bool unsat = somebody_speaks(trial, OUTCOME_UNSAT);
    if (sat && unsat)
        contradiction(trial);
    else if (sat && trial->claim == OUTCOME_UNSAT)
        against_claim(trial, OUTCOME_SAT);
    else if (unsat && trial->claim == OUTCOME_SAT)
        against_claim(trial, OUTCOME_UNSAT);
}
