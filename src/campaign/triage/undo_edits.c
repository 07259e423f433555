#include "campaign/triage/undo_edits.h"

#include "base/bug.h"
#include "base/clock.h"
#include "mutate/engine/chain.h"

const undo_options_t undo_defaults = {.tries = 64, .seconds = 3};

undo_t undo_make(const predicate_t *predicate, const undo_options_t *options) {
    return (undo_t){.predicate = predicate, .options = *options, .started = clock_wall()};
}

/* --- asking --- */

static bool is_over(const undo_t *undo) {
    const undo_options_t *options = &undo->options;
    return undo->stopped || undo->tries >= options->tries ||
           (options->seconds > 0 && clock_wall() - undo->started > options->seconds);
}

static bool is_interesting(undo_t *undo, const mutant_t *mutant, strbuf_t *text) {
    const predicate_t *predicate = undo->predicate;
    uint32_t lane = 0;
    bool interesting = false;
    if (is_over(undo))
        return false;
    strbuf_clear(text);
    mutant_print(mutant, text);
    undo->tries++;
    predicate->start(predicate->state, lane, text->data, text->len);
    undo->stopped = !predicate->wait(predicate->state, &lane, &interesting);
    assert(undo->stopped || lane == 0); /* there is no other try */
    return interesting && !undo->stopped;
}

/* --- edits --- */

typedef enum { MARK_KEPT, MARK_TRIED, MARK_GONE } mark_t;

/* Sets of edits of one mutant, one after the other. */
typedef struct search {
    undo_t *undo;
    mutant_t *mutant;
    VEC(edit_t) made;  /* all its edits */
    size_t recipe;     /* bytes of its recipe */
    VEC(mark_t) marks; /* by place in made */
    u32_vec_t places;
    strbuf_t text;
    uint32_t taken; /* edits taken back, besides those that were at the start */
} search_t;

static void search_init(search_t *search, undo_t *undo, mutant_t *mutant) {
    *search = (search_t){.undo = undo, .mutant = mutant, .recipe = mutant->recipe.len};
    strbuf_init(&search->text, mutant->mem);
    for (uint32_t i = 0; i < mutant->edits.len; i++) {
        *vec_push(mutant->mem, &search->made) = mutant->edits.data[i];
        *vec_push(mutant->mem, &search->marks) = MARK_KEPT;
    }
}

static void search_done(search_t *search) {
    mem_t *mem = search->mutant->mem;
    strbuf_done(&search->text);
    vec_free(mem, &search->places);
    vec_free(mem, &search->marks);
    vec_free(mem, &search->made);
}

/* The mutant without the edits that are gone or tried; false, and it is whole, when these cannot be
 * taken back, or are none. */
static bool apply(search_t *search) {
    mutant_t *mutant = search->mutant;
    mutant->edits.len = 0;
    search->places.len = 0;
    for (uint32_t i = 0; i < search->made.len; i++) {
        *vec_push(mutant->mem, &mutant->edits) = search->made.data[i];
        if (search->marks.data[i] != MARK_KEPT)
            *vec_push(mutant->mem, &search->places) = i;
    }
    assert(search->recipe <= mutant->recipe.len);
    mutant->recipe.len = search->recipe;
    return mutant_undo(mutant, search->places.data, search->places.len);
}

static uint32_t count_free(const search_t *search) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < search->made.len; i++)
        count += search->marks.data[i] == MARK_KEPT && !search->made.data[i].required;
    return count;
}

/* Tries the next edits that may be taken back, from *place on, size of them at once. */
static void try_next(search_t *search, uint32_t *place, uint32_t size) {
    uint32_t first = *place;
    uint32_t count = 0;
    assert(size > 0 && search->marks.len == search->made.len);
    for (; *place < search->made.len && count < size; ++*place)
        if (search->marks.data[*place] == MARK_KEPT && !search->made.data[*place].required) {
            search->marks.data[*place] = MARK_TRIED;
            count++;
        }
    bool holds =
        count > 0 && apply(search) && is_interesting(search->undo, search->mutant, &search->text);
    search->taken += holds ? count : 0;
    for (uint32_t i = first; i < *place; i++)
        if (search->marks.data[i] == MARK_TRIED)
            search->marks.data[i] = holds ? MARK_GONE : MARK_KEPT;
}

/* Halves, quarters, ..., and single ones until none of them can go. */
static void take_back(search_t *search) {
    uint32_t size = count_free(search) / 2;
    while (size > 0 && !is_over(search->undo)) {
        uint32_t before = search->taken;
        for (uint32_t place = 0; place < search->made.len && !is_over(search->undo);)
            try_next(search, &place, size);
        if (size == 1 && search->taken == before)
            break;
        size = size > 1 ? size / 2 : 1;
    }
    apply(search);
}

bool undo_edits(undo_t *undo, mutant_t *mutant) {
    search_t search;
    search_init(&search, undo, mutant);
    take_back(&search);
    assert(search.taken == 0 || mutant->edits.len < search.made.len);
    search_done(&search);
    return search.taken > 0;
}

/* --- recipes --- */

void undone_init(undone_t *undone, mem_t *mem) {
    *undone = (undone_t){0};
    strbuf_init(&undone->text, mem);
    strbuf_init(&undone->recipe, mem);
}

void undone_done(undone_t *undone) {
    strbuf_done(&undone->text);
    strbuf_done(&undone->recipe);
}

void undone_clear(undone_t *undone) {
    strbuf_clear(&undone->text);
    strbuf_clear(&undone->recipe);
    undone->edits = undone->links = 0;
}

typedef struct replay {
    undo_t *undo;
    const seeds_t *seeds;
    chain_t chain;
    recipe_t recipe;
    mutant_t mutant;
    strbuf_t text; /* what is asked about, or why nothing is made */
} replay_t;

static bool make_mutant(replay_t *replay) {
    strbuf_clear(&replay->text);
    return chain_replay(&replay->chain, replay->seeds, &replay->recipe, &replay->mutant,
                        &replay->text) != NULL;
}

/* How many links were left out. */
static uint32_t drop_links(replay_t *replay) {
    uint32_t *len = &replay->recipe.links.len;
    uint32_t before = *len;
    assert(before > 0);
    while (*len > 1 && !is_over(replay->undo)) {
        --*len;
        if (!make_mutant(replay) || !is_interesting(replay->undo, &replay->mutant, &replay->text)) {
            ++*len;
            break;
        }
    }
    return before - *len;
}

/* What the last link undoes is the start: a mutant can be undone once only. */
static bool undo_last(replay_t *replay, uint32_t *taken) {
    recipe_link_t *link = &vec_last(&replay->recipe.links);
    const u32_vec_t *numbers = &replay->recipe.numbers;
    uint32_t count = link->undo_count;
    link->undo_count = 0;
    if (!make_mutant(replay))
        return false;
    search_t search;
    search_init(&search, replay->undo, &replay->mutant);
    for (uint32_t i = 0; i < count; i++)
        if (numbers->data[link->undo + i] < search.marks.len)
            search.marks.data[numbers->data[link->undo + i]] = MARK_GONE;
    take_back(&search);
    search_done(&search);
    *taken = search.taken;
    return true;
}

static bool undo_links(replay_t *replay, undone_t *undone) {
    undone->links = drop_links(replay);
    if (!undo_last(replay, &undone->edits) || undone->links + undone->edits == 0)
        return false;
    assert(undone->text.len == 0 && undone->recipe.len == 0);
    mutant_print(&replay->mutant, &undone->text);
    strbuf_add(&undone->recipe, replay->mutant.recipe.data, replay->mutant.recipe.len);
    return true;
}

bool undo_recipe(undo_t *undo, const seeds_t *seeds, const strategy_options_t *options,
                 const char *recipe, undone_t *undone) {
    mem_t *mem = undone->text.mem;
    replay_t replay = {.undo = undo, .seeds = seeds};
    const char *why;
    undone_clear(undone);
    chain_init(&replay.chain, options, mem);
    recipe_init(&replay.recipe, mem);
    mutant_init(&replay.mutant, mem);
    strbuf_init(&replay.text, mem);
    bool found = recipe_read(&replay.recipe, recipe, &why) && undo_links(&replay, undone);
    strbuf_done(&replay.text);
    mutant_done(&replay.mutant);
    recipe_done(&replay.recipe);
    chain_done(&replay.chain);
    return found;
}
