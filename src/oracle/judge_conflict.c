/* Solvers that contradict each other or the claim, where no model decides. */
#include "base/bug.h"
#include "oracle/ask.h"
#include "oracle/judge_priv.h"
#include "oracle/substitute.h"

#include <string.h>

static outcome_t other_side(outcome_t said) {
    assert(outcome_is_verdict(said));
    return said == OUTCOME_SAT ? OUTCOME_UNSAT : OUTCOME_SAT;
}

/* --- sides --- */

static bool any_speaks(const judging_t *judging, outcome_t said) {
    for (uint32_t i = 0; i < judging->c->run_count; i++)
        if (judging_speaks(judging, i, said))
            return true;
    return false;
}

/* Families that say this. One that says both counts on both sides, and so for neither. */
static uint32_t count_families(const judging_t *judging, outcome_t said) {
    const run_t *runs = judging->c->runs;
    uint32_t count = 0;
    for (uint32_t i = 0; i < judging->c->run_count; i++) {
        if (!judging_speaks(judging, i, said))
            continue;
        bool seen = false;
        for (uint32_t k = 0; k < i; k++)
            seen |= judging_speaks(judging, k, said) && strcmp(runs[k].family, runs[i].family) == 0;
        count += !seen;
    }
    return count;
}

static bool default_speaks(const judging_t *judging, outcome_t said) {
    for (uint32_t i = 0; i < judging->c->run_count; i++)
        if (judging_speaks(judging, i, said) && judging_is_default(judging, i))
            return true;
    return false;
}

/* Who speaks for a side against a run: of another family, else of any; RUN_NONE. */
static uint32_t speaker(const judging_t *judging, outcome_t said, const char *not_family) {
    uint32_t found = RUN_NONE;
    for (uint32_t i = 0; i < judging->c->run_count; i++) {
        if (!judging_speaks(judging, i, said))
            continue;
        if (!not_family || strcmp(judging->c->runs[i].family, not_family) != 0)
            return i;
        if (found == RUN_NONE)
            found = i;
    }
    return found;
}

static bool all_one_solver(const judging_t *judging) {
    const run_t *first = NULL;
    for (uint32_t i = 0; i < judging->c->run_count; i++) {
        if (!judging_speaks(judging, i, OUTCOME_SAT) && !judging_speaks(judging, i, OUTCOME_UNSAT))
            continue;
        if (first && strcmp(first->solver, judging->c->runs[i].solver) != 0)
            return false;
        first = &judging->c->runs[i];
    }
    return true;
}

/* --- questions --- */

static const reply_t *find_reply(const judging_t *judging, follow_kind_t kind, uint32_t run) {
    for (uint32_t i = 0; i < judging->c->reply_count; i++)
        if (judging->c->replies[i].kind == kind &&
            (run == RUN_NONE || judging->c->replies[i].run == run))
            return &judging->c->replies[i];
    return NULL;
}

static void add_question(judging_t *judging, follow_kind_t kind, uint32_t run, uint32_t of,
                         const char *text, size_t len) {
    strbuf_t query;
    strbuf_init(&query, judging->judge->mem);
    follow_t follow = {.kind = kind, .run = run, .of = of};
    ask_text(text, len, kind == FOLLOW_MODEL ? ASK_MODEL : ASK_VERDICT, &query, &follow.prologue);
    assert(query.len > 0 && follow.prologue <= query.len);
    assert(run < judging->c->run_count && (kind == FOLLOW_SUBSTITUTED || of == run));
    follow.text = judging_keep(judging, query.data, query.len).data;
    follow.len = query.len;
    strbuf_done(&query);
    *vec_push(judging->out->mem, &judging->out->ask) = follow;
}

/* The models of those who say sat and showed none. */
static bool ask_models(judging_t *judging) {
    bool asked = false;
    for (uint32_t i = 0; i < judging->c->run_count; i++)
        if (judging_speaks(judging, i, OUTCOME_SAT) && !judging->voices[i].model &&
            !find_reply(judging, FOLLOW_MODEL, i)) {
            add_question(judging, FOLLOW_MODEL, i, i, judging->c->text, judging->c->len);
            asked = true;
        }
    return asked;
}

/* The formula with a model of the sat side put in: to whose model it is, and to all that say unsat.
 */
static void ask_substituted(judging_t *judging) {
    const case_t *c = judging->c;
    witness_t *witness = &judging->judge->witness;
    uint32_t of = 0;
    while (of < c->run_count && !(judging_speaks(judging, of, OUTCOME_SAT) &&
                                  judging->voices[of].model && judging->voices[of].tested.readable))
        of++;
    if (of == c->run_count || find_reply(judging, FOLLOW_SUBSTITUTED, RUN_NONE))
        return;
    strbuf_t text;
    strbuf_init(&text, judging->judge->mem);
    tested_t tested =
        witness_test(witness, judging->voices[of].model, judging->voices[of].model_len);
    if (tested.readable && substitute_model(witness, &text))
        for (uint32_t i = 0; i < c->run_count; i++)
            if (i == of || judging_speaks(judging, i, OUTCOME_UNSAT))
                add_question(judging, FOLLOW_SUBSTITUTED, i, of, text.data, text.len);
    strbuf_done(&text);
}

/* --- findings --- */

/* Findings, unless the formula may depend on open values of this class or a worse one. */
static void add(judging_t *judging, open_t too_open, finding_t finding) {
    if (judging_opened(judging) < too_open)
        judging_find(judging, finding);
    else
        judging_suspect(judging, finding);
}

static finding_kind_t kind_of(outcome_t said) {
    return said == OUTCOME_SAT ? FINDING_SOLUTION : FINDING_REFUTATION;
}

/* All solvers say the same, and it is not what was claimed. One family may err; two are likelier to
 * be right. */
static void against_claim(judging_t *judging, outcome_t said) {
    assert(said == other_side(judging->claim));
    if (said == OUTCOME_SAT)
        ask_models(judging);
    const char *claim = outcome_name(judging->claim);
    uint32_t families = count_families(judging, said);
    if (families > 1 && judging_opened(judging) < OPEN_LOOSE) {
        alarm_t alarm = {.kind = ALARM_OUTVOTED, .run = speaker(judging, said, NULL)};
        alarm.reason = judging_text(judging, "the claim is %s, but %u families of solvers say %s",
                                    claim, families, outcome_name(said));
        judging_alarm(judging, alarm);
        return;
    }
    for (uint32_t i = 0; i < judging->c->run_count; i++) {
        if (!judging_speaks(judging, i, said))
            continue;
        finding_t finding = {.kind = kind_of(said),
                             .grade = GRADE_CLAIMED,
                             .certificate = CERTIFICATE_NONE,
                             .run = i,
                             .other = RUN_CLAIM};
        finding.says = judging_text(judging, "%s says %s to what is %s by %s",
                                    judging_name(judging, i), outcome_name(said), claim,
                                    judging->c->labelled ? "its label" : "construction");
        add(judging, OPEN_FREE, finding);
    }
}

/* Who answered otherwise once the model was put in; true when there is one. */
static bool self_contradictions(judging_t *judging) {
    const case_t *c = judging->c;
    bool found = false;
    for (uint32_t i = 0; i < c->reply_count; i++) {
        const reply_t *reply = &c->replies[i];
        if (reply->kind != FOLLOW_SUBSTITUTED || !reply->answer)
            continue;
        outcome_t first = judging->voices[reply->run].said;
        bool wrong_unsat = first == OUTCOME_UNSAT && reply->answer->outcome == OUTCOME_SAT;
        bool wrong_sat = first == OUTCOME_SAT && reply->answer->outcome == OUTCOME_UNSAT &&
                         reply->run == reply->of;
        if (!wrong_unsat && !wrong_sat)
            continue;
        const voice_t *of = &judging->voices[reply->of];
        assert(of->model); /* it was put in */
        finding_t finding = {.kind = kind_of(first),
                             .grade = GRADE_CROSS_CHECKED,
                             .certificate = CERTIFICATE_SELF_CONTRADICTION,
                             .run = reply->run,
                             .other = wrong_sat ? speaker(judging, OUTCOME_UNSAT, NULL) : reply->of,
                             .witness = judging_keep(judging, of->model, of->model_len)};
        finding.says =
            judging_text(judging, "%s says %s, and %s once the model of %s is put in",
                         judging_name(judging, reply->run), outcome_name(first),
                         outcome_name(reply->answer->outcome), judging_name(judging, reply->of));
        add(judging, OPEN_LOOSE, finding);
        found = true;
    }
    return found;
}

/* Which side is wrong; *disputed when nothing tells. */
static outcome_t wrong_side(const judging_t *judging, bool *disputed) {
    uint32_t sat = count_families(judging, OUTCOME_SAT) + (judging->claim == OUTCOME_SAT);
    uint32_t unsat = count_families(judging, OUTCOME_UNSAT) + (judging->claim == OUTCOME_UNSAT);
    bool claimed = outcome_is_verdict(judging->claim);
    *disputed = false;
    if (sat != unsat)
        return sat < unsat ? OUTCOME_SAT : OUTCOME_UNSAT;
    if (claimed && !judging->c->labelled)
        return other_side(judging->claim);
    *disputed = true;
    bool sat_default = default_speaks(judging, OUTCOME_SAT);
    return !sat_default && default_speaks(judging, OUTCOME_UNSAT) ? OUTCOME_SAT : OUTCOME_UNSAT;
}

static void contradiction(judging_t *judging) {
    if (!ask_models(judging))
        ask_substituted(judging);
    if (self_contradictions(judging))
        return;
    /* In one solver, whatever its options, an open value is open in the same way. */
    open_t too_open = all_one_solver(judging) ? OPEN_LOOSE : OPEN_FREE;
    bool disputed;
    outcome_t wrong = wrong_side(judging, &disputed);
    for (uint32_t i = 0; i < judging->c->run_count; i++) {
        if (!judging_speaks(judging, i, wrong))
            continue;
        uint32_t other = speaker(judging, other_side(wrong), judging->c->runs[i].family);
        assert(other < judging->c->run_count);
        uint32_t sat = wrong == OUTCOME_SAT ? i : other;
        finding_t finding = {.kind = kind_of(wrong),
                             .grade = GRADE_CROSS_CHECKED,
                             .certificate = CERTIFICATE_NONE,
                             .run = i,
                             .other = other,
                             .disputed = disputed};
        finding.says =
            judging_text(judging, "%s says sat, %s says unsat", judging_name(judging, sat),
                         judging_name(judging, sat == i ? other : i));
        add(judging, too_open, finding);
        if (disputed)
            return; /* that there is a dispute is all that is known */
    }
}

void judge_conflict(judging_t *judging) {
    assert(judging->witness == RUN_NONE);
    bool sat = any_speaks(judging, OUTCOME_SAT);
    bool unsat = any_speaks(judging, OUTCOME_UNSAT);
    if (sat && unsat)
        contradiction(judging);
    else if (sat && judging->claim == OUTCOME_UNSAT)
        against_claim(judging, OUTCOME_SAT);
    else if (unsat && judging->claim == OUTCOME_SAT)
        against_claim(judging, OUTCOME_UNSAT);
}
