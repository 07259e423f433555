#include "campaign/triage/triage.h"

#include "campaign/triage/triage_priv.h"

#include "base/bug.h"
#include "oracle/cluster.h"

#include <string.h>

/* Seconds to make a trigger small enough for its key. */
static const double key_seconds = 10;

/* Of candidates that look known, one in LIKELY_LEAST at first, and one in LIKELY_MOST in the end,
 * is looked at. */
enum { LIKELY_LEAST = 2, LIKELY_MOST = 64 };

triage_t *triage_open(const triage_setup_t *setup) {
    mem_t *mem = setup->mem;
    triage_t *triage = mem_zalloc(mem, 1, sizeof *triage);
    triage->setup = *setup;
    arena_init(&triage->keys, mem);
    confirmation_init(&triage->confirmation, mem);
    strbuf_t *const texts[] = {&triage->key, &triage->reduced_key, &triage->reduced,
                               &triage->evidence};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        strbuf_init(texts[i], mem);
    undone_init(&triage->undone, mem);
    return triage;
}

void triage_close(triage_t *triage) {
    mem_t *mem = triage->setup.mem;
    vec_free(mem, &triage->known);
    arena_done(&triage->keys);
    confirmation_done(&triage->confirmation);
    strbuf_t *const texts[] = {&triage->key, &triage->reduced_key, &triage->reduced,
                               &triage->evidence};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        strbuf_done(texts[i]);
    undone_done(&triage->undone);
    mem_free(mem, triage);
}

/* ---- What is known ------------------------------------------------------------------------- */

static known_t *find_known(const triage_t *triage, slice_t key) {
    for (uint32_t i = 0; i < triage->known.len; i++)
        if (slice_is(key, triage->known.data[i].key))
            return &triage->known.data[i];
    return NULL;
}

void triage_know(triage_t *triage, slice_t key, uint32_t rank, uint32_t bytes) {
    known_t *known = find_known(triage, key);
    assert(key.len > 0 && rank <= grade_rank((grade_t)0));
    if (!known) {
        known = vec_push(triage->setup.mem, &triage->known);
        *known = (known_t){.key = arena_copy(&triage->keys, key.data, key.len)};
    }
    known->rank = rank;
    known->bytes = bytes;
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

/* The cluster that a trigger with this key is likely to be of. Where operators are in the keys, it
 * is the one with the longest key of all whose operators the trigger has. */
static known_t *find_likely(const triage_t *triage, finding_kind_t kind, slice_t whole,
                            size_t prefix) {
    if (finding_kind_info(kind)->key != KEY_OPERATORS)
        return find_known(triage, whole);
    const char *key = whole.data;
    known_t *best = NULL;
    for (uint32_t i = 0; i < triage->known.len; i++) {
        known_t *known = &triage->known.data[i];
        if (known->rank > 0 && covers(key, known->key, prefix) &&
            (!best || strlen(known->key) > strlen(best->key)))
            best = known;
    }
    return best;
}

static bool is_better(const known_t *known, grade_t grade, size_t bytes) {
    uint32_t rank = grade_rank(grade);
    return rank != known->rank ? rank > known->rank : bytes < known->bytes;
}

static const char *solver_of(const candidate_t *candidate, const finding_t *finding) {
    assert(finding->run < candidate->c->run_count);
    return candidate->c->runs[finding->run].solver;
}

/* The part of a key before the logic and the operators. */
static size_t prefix_len(const candidate_t *candidate, const finding_t *finding) {
    return strlen(finding_kind_name(finding->kind)) + strlen(solver_of(candidate, finding)) + 2;
}

/* The known cluster that the candidate is taken for a part of, before anything else is done; or
 * NULL. */
static const known_t *known_cluster(triage_t *triage, const candidate_t *candidate) {
    const finding_t *finding = candidate->finding;
    if (finding_kind_is_crash(finding->kind)) { /* certified, once it has happened again */
        const known_t *known = find_known(triage, strbuf_slice(&triage->key));
        return known && !is_better(known, GRADE_CERTIFIED, candidate->text.len) ? known : NULL;
    }
    known_t *known = find_likely(triage, finding->kind, slice_of(strbuf_text(&triage->key)),
                                 prefix_len(candidate, finding));
    if (!known || grade_rank(finding->grade) > known->rank)
        return NULL;
    uint32_t odds = LIKELY_LEAST + known->likely / 4;
    if (rng_one_in(candidate->rng, odds < LIKELY_MOST ? odds : LIKELY_MOST))
        return NULL;
    assert(known->rank > 0); /* it happened again once */
    known->likely++;
    return known;
}

/* ---- Again, and smaller -------------------------------------------------------------------- */

/* False when it is gone, and no transcript can tell how it came about. */
static bool confirm(triage_t *triage, const candidate_t *candidate) {
    const triage_setup_t *setup = &triage->setup;
    confirmation_t *confirmation = &triage->confirmation;
    confirm_options_t options = confirm_defaults;
    options.limits = setup->confirming;
    setup->begins(setup->arg, TRIAGE_CONFIRMS);
    confirm_finding(setup->judge, setup->pool, candidate->solvers, candidate->c, candidate->finding,
                    &options, confirmation);
    if (confirmation->same > 0)
        return true;
    assert(confirmation->finding.run == candidate->finding->run); /* nothing came back instead */
    confirmation->finding.repeat = REPEAT_SESSION;
    return candidate->transcripts[candidate->finding->run].len > 0;
}

/* Leaves triage->reduced empty when nothing smaller was found; whether nothing smaller is there. A
 * crash has its signature for a key: it can wait. */
static bool reduce(triage_t *triage, const candidate_t *candidate, const finding_t *finding) {
    reduction_t reduction = {
        .text = candidate->text, .recipe = candidate->recipe, .seconds = key_seconds};
    goal_t *goal = &reduction.goal;
    if (finding_kind_is_crash(finding->kind) || !finding_kind_info(finding->kind)->reduced ||
        !goal_of_finding(finding, goal))
        return false;
    goal->culprit = candidate->solvers[finding->run];
    if (finding->other < candidate->c->run_count)
        goal->other = candidate->solvers[finding->other];
    return goal_is_complete(goal) && reduce_text_of(triage, &reduction, &triage->reduced);
}

/* The key of the reduced trigger says which cluster it is of; *known is the one, if it is known. A
 * trigger that could not be reduced to the end is of any cluster whose operators it has. */
static slice_t find_key(triage_t *triage, const candidate_t *candidate, const finding_t *finding,
                        const known_t **known) {
    strbuf_t *key = &triage->key;
    if (triage->reduced.len > 0) {
        key = &triage->reduced_key;
        strbuf_clear(key);
        cluster_finding(triage->setup.judge, finding, solver_of(candidate, finding),
                        strbuf_slice(&triage->reduced), key);
    }
    *known = find_known(triage, strbuf_slice(key));
    if (!*known && !finding->settled)
        *known = find_likely(triage, finding->kind, slice_of(strbuf_text(key)),
                             prefix_len(candidate, finding));
    return strbuf_slice(key);
}

static slice_t write_evidence(triage_t *triage, const finding_t *finding) {
    strbuf_t *out = &triage->evidence;
    strbuf_clear(out);
    strbuf_slice_add(out, finding->says);
    if (finding->disputed)
        strbuf_str(out, "\nIt may as well be the other one that is wrong.");
    if (finding->why.len > 0)
        strbuf_format(out, "\n\n%s", finding->why.data);
    if (triage->undone.recipe.len > 0) /* the recipe of the finding is that of its trigger */
        strbuf_format(out, "\n\nFewer steps show the same: `%s`",
                      strbuf_text(&triage->undone.recipe));
    return strbuf_slice(out);
}

/* What is stored must be good for a report. */
static void check_finding(const candidate_t *candidate, const finding_t *finding) {
    assert(finding->run < candidate->c->run_count && finding->key.len > 0);
    assert(finding->grade != GRADE_CERTIFIED || finding->certificate != CERTIFICATE_NONE);
    assert(!finding->settled || finding->repeat == REPEAT_CONFIRMED);
    assert(finding->reduced.len == 0 || finding->repeat == REPEAT_CONFIRMED);
    assert((finding->repeat == REPEAT_SESSION) == (finding->transcript.len > 0));
}

triage_end_t triage_candidate(triage_t *triage, const candidate_t *candidate, finding_t *finding,
                              const char **known_key) {
    *finding = *candidate->finding;
    strbuf_clear(&triage->key);
    cluster_finding(triage->setup.judge, finding, solver_of(candidate, finding),
                    (slice_t){candidate->c->text, candidate->c->len}, &triage->key);
    const known_t *known = known_cluster(triage, candidate);
    strbuf_clear(&triage->reduced);
    undone_clear(&triage->undone);
    if (!known) {
        if (!confirm(triage, candidate))
            return TRIAGE_GONE;
        *finding = triage->confirmation.finding;
        if (finding->repeat == REPEAT_CONFIRMED)
            finding->settled = reduce(triage, candidate, finding);
        finding->key = find_key(triage, candidate, finding, &known);
        size_t bytes = triage->reduced.len > 0 ? triage->reduced.len : candidate->text.len;
        if (known &&
            (finding->repeat != REPEAT_CONFIRMED || is_better(known, finding->grade, bytes)))
            known = NULL;
    }
    finding->reduced = strbuf_slice(&triage->reduced);
    if (known) {
        *known_key = known->key;
        return TRIAGE_DUPLICATE;
    }
    finding->recipe = candidate->recipe;
    finding->evidence = write_evidence(triage, finding);
    if (finding->repeat == REPEAT_SESSION)
        finding->transcript = strbuf_slice(&candidate->transcripts[finding->run]);
    check_finding(candidate, finding);
    return TRIAGE_FINDING;
}
