#include "reduce/reduce.h"

#include "base/bug.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/index.h"
#include "reduce/cost.h"
#include "reduce/work_priv.h"
#include "smt/edit/prune.h"
#include "smt/print/print.h"

#include <string.h>

static const pass_t passes[] = {
#define PASS(name, doc) {#name, doc, pass_##name##_list, pass_##name##_make},
#include "reduce/passes.def"
};

enum { PASSES = sizeof passes / sizeof *passes };

const reduce_options_t reduce_defaults = {0};

/* A try under way. */
typedef struct lane {
    bool busy;
    uint32_t era;  /* what was accepted when it began: an older one does not matter */
    uint32_t site; /* its number in the list */
    uint64_t hash;
    strbuf_t text;
} lane_t;

struct reduce {
    mem_t *mem;
    const predicate_t *predicate;
    reduce_options_t options;
    work_t work;
    reduce_stats_t stats;
    double end; /* of the time, or 0 */
    uint32_t pass;
    uint32_t level;
    uint32_t cursor;
    uint32_t era;
    bool listed;  /* sites are those of pass and level */
    bool changed; /* in this round */
    bool stopped;
    site_vec_t sites;
    lane_t *lanes;
    uint32_t busy;
    index_t tried;
    VEC(uint64_t) tried_hashes;
};

/* --- what was asked already --- */

static bool was_tried(const reduce_t *reduce, uint64_t hash) {
    index_cursor_t at = index_find(&reduce->tried, (uint32_t)hash);
    uint32_t id;
    while ((id = index_next(&reduce->tried, &at)) != INDEX_NONE)
        if (reduce->tried_hashes.data[id] == hash)
            return true;
    return false;
}

static void note_tried(reduce_t *reduce, uint64_t hash) {
    assert(!was_tried(reduce, hash)); /* nothing is asked about twice */
    index_cursor_t at = index_find(&reduce->tried, (uint32_t)hash);
    while (index_next(&reduce->tried, &at) != INDEX_NONE)
        continue;
    index_add(reduce->mem, &reduce->tried, at, reduce->tried_hashes.len);
    *vec_push(reduce->mem, &reduce->tried_hashes) = hash;
}

static bool is_under_way(const reduce_t *reduce, uint64_t hash) {
    for (uint32_t i = 0; i < reduce->predicate->lanes; i++)
        if (reduce->lanes[i].busy && reduce->lanes[i].hash == hash)
            return true;
    return false;
}

/* --- candidates --- */

/* Cost, then bytes, then the text: no two texts are equal, so nothing goes round in circles. */
static bool is_smaller(const reduce_t *reduce, const strbuf_t *text) {
    const strbuf_t *best = &reduce->work.text;
    uint64_t cost = cost_of_text(text->data, text->len);
    if (cost != reduce->work.cost)
        return cost < reduce->work.cost;
    if (text->len != best->len)
        return text->len < best->len;
    return best->len > 0 && memcmp(text->data, best->data, best->len) < 0;
}

/* Writes the candidate for a site; false when there is none worth a try. */
static bool make_text(reduce_t *reduce, const site_t *site, strbuf_t *text) {
    work_t *work = &reduce->work;
    bank_mark_t mark = bank_mark(&work->bank);
    uint32_t counted = positions_mark(&work->positions);
    script_t out;
    script_init(&out, &work->bank);
    strbuf_clear(text);
    bool made = passes[reduce->pass].make(work, site, &out);
    if (made) {
        prune_script(&out, PRUNE_DECLARATIONS);
        print_script(&out, NULL, text);
    }
    script_done(&out);
    positions_release(&work->positions, counted);
    bank_release(&work->bank, mark);
    return made && is_smaller(reduce, text);
}

static bool make_candidate(reduce_t *reduce, const site_t *site, lane_t *lane) {
    if (!make_text(reduce, site, &lane->text))
        return false;
    lane->hash = hash_bytes(lane->text.data, lane->text.len);
    if (was_tried(reduce, lane->hash) || is_under_way(reduce, lane->hash)) {
        reduce->stats.known++;
        return false;
    }
    return true;
}

/* --- the loop --- */

static lane_t *free_lane(const reduce_t *reduce) {
    for (uint32_t i = 0; i < reduce->predicate->lanes; i++)
        if (!reduce->lanes[i].busy)
            return &reduce->lanes[i];
    return NULL;
}

/* Starts tries until all lanes have one or the list is at its end. */
static void fill_lanes(reduce_t *reduce) {
    lane_t *lane;
    while (reduce->cursor < reduce->sites.len && (lane = free_lane(reduce)) != NULL) {
        uint32_t site = reduce->cursor++;
        if (!make_candidate(reduce, &reduce->sites.data[site], lane))
            continue;
        assert(!lane->busy && reduce->busy < reduce->predicate->lanes);
        lane->busy = true;
        lane->era = reduce->era;
        lane->site = site;
        reduce->busy++;
        reduce->stats.tries++;
        reduce->predicate->start(reduce->predicate->state, (uint32_t)(lane - reduce->lanes),
                                 lane->text.data, lane->text.len);
    }
}

/* A text that was printed from a formula is one: what does not parse is no success. */
static bool accept(reduce_t *reduce, lane_t *lane) {
    assert(lane->era == reduce->era && lane->site < reduce->sites.len);
    assert(is_smaller(reduce, &lane->text));
    diag_list_t diags;
    diag_init(&diags, reduce->mem);
    strbuf_t old;
    strbuf_init(&old, reduce->mem);
    strbuf_add(&old, reduce->work.text.data, reduce->work.text.len);
    bool ok = work_load(&reduce->work, lane->text.data, lane->text.len, &diags);
    if (ok) {
        reduce->era++;
        reduce->stats.accepted++;
        reduce->changed = true;
        reduce->listed = false;
        reduce->cursor = lane->site;
    } else {
        bool back = work_load(&reduce->work, old.data, old.len, &diags);
        assert(back);
        note_tried(reduce, lane->hash);
        reduce->listed = false;
    }
    strbuf_done(&old);
    diag_done(&diags);
    return ok;
}

/* Waits for one try; true when it was accepted. */
static bool take_answer(reduce_t *reduce) {
    uint32_t number;
    bool interesting = false;
    if (!reduce->predicate->wait(reduce->predicate->state, &number, &interesting)) {
        reduce->stopped = true;
        return false;
    }
    assert(number < reduce->predicate->lanes && reduce->lanes[number].busy && reduce->busy > 0);
    lane_t *lane = &reduce->lanes[number];
    assert(lane->era <= reduce->era);
    lane->busy = false;
    reduce->busy--;
    if (!interesting) {
        note_tried(reduce, lane->hash);
        return false;
    }
    return lane->era == reduce->era && accept(reduce, lane);
}

/* The sites of the present pass and level; false when the pass is at its end. */
static bool list_sites(reduce_t *reduce) {
    if (reduce->listed)
        return true;
    reduce->sites.len = 0;
    reduce->stats.pass = passes[reduce->pass].name;
    reduce->listed = passes[reduce->pass].list(&reduce->work, reduce->level, &reduce->sites);
    return reduce->listed;
}

/* Whether a try of the present best is under way. */
static bool is_trying(const reduce_t *reduce) {
    for (uint32_t i = 0; i < reduce->predicate->lanes; i++)
        if (reduce->lanes[i].busy && reduce->lanes[i].era == reduce->era)
            return true;
    return false;
}

/* To the next level, pass or round; false at the end of everything. */
static bool go_on(reduce_t *reduce, bool level) {
    assert(!is_trying(reduce));
    reduce->listed = false;
    reduce->cursor = 0;
    if (level) {
        reduce->level++;
        return true;
    }
    reduce->level = 0;
    if (++reduce->pass < PASSES)
        return true;
    reduce->pass = 0;
    reduce->stats.round++;
    reduce->stats.finished = !reduce->changed;
    reduce->changed = false;
    return !reduce->stats.finished;
}

bool reduce_step(reduce_t *reduce) {
    while (!reduce->stats.finished && !reduce->stopped) {
        if (reduce->end > 0 && clock_wall() > reduce->end)
            break;
        if (!list_sites(reduce)) {
            if (!go_on(reduce, false))
                break;
            continue;
        }
        fill_lanes(reduce);
        if (reduce->busy > 0) {
            if (take_answer(reduce))
                return true;
        } else if (reduce->cursor >= reduce->sites.len) {
            go_on(reduce, true);
        }
    }
    reduce->stats.pass = NULL;
    return false;
}

/* --- open and close --- */

reduce_t *reduce_open(const char *text, size_t len, const predicate_t *predicate,
                      const reduce_options_t *options, mem_t *mem, diag_list_t *diags) {
    assert(predicate->lanes > 0);
    reduce_t *reduce = mem_zalloc(mem, 1, sizeof *reduce);
    reduce->mem = mem;
    reduce->predicate = predicate;
    reduce->options = *options;
    reduce->stats.round = 1;
    reduce->stats.first_len = len;
    reduce->end = options->time > 0 ? clock_wall() + options->time : 0;
    reduce->lanes = mem_zalloc(mem, predicate->lanes, sizeof *reduce->lanes);
    for (uint32_t i = 0; i < predicate->lanes; i++)
        strbuf_init(&reduce->lanes[i].text, mem);
    index_init(mem, &reduce->tried);
    work_init(&reduce->work, &reduce->options, mem);
    if (work_load(&reduce->work, text, len, diags))
        return reduce;
    reduce_close(reduce);
    return NULL;
}

void reduce_close(reduce_t *reduce) {
    if (!reduce)
        return;
    mem_t *mem = reduce->mem;
    work_done(&reduce->work);
    for (uint32_t i = 0; i < reduce->predicate->lanes; i++)
        strbuf_done(&reduce->lanes[i].text);
    mem_free(mem, reduce->lanes);
    vec_free(mem, &reduce->sites);
    index_done(mem, &reduce->tried);
    vec_free(mem, &reduce->tried_hashes);
    mem_free(mem, reduce);
}

const strbuf_t *reduce_text(const reduce_t *reduce) {
    return &reduce->work.text;
}

const reduce_stats_t *reduce_stats(const reduce_t *reduce) {
    return &reduce->stats;
}
