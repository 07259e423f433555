/* undo_edits.h - takes back steps of a mutant that are not needed for what it shows: the first
 * thing that a reduction does where the recipe is known.
 *
 *     undo_t undo = undo_make(goals_predicate(goals), &undo_defaults);
 *     if (undo_edits(&undo, &mutant)) ...                   // the mutant has fewer edits
 *     if (undo_recipe(&undo, &seeds, &options, recipe, &undone)) ...
 *
 * Edits are taken back (mutant_undo) many at a time and then one by one, as long as the predicate
 * finds the text interesting. Of a chain, links at the end are left out first. What is asked about
 * has strictly fewer edits or links than what was interesting before; that it is smaller as a text
 * is not said. The claim of the mutant is not that of the result. */
#ifndef CAMPAIGN_UNDO_H
#define CAMPAIGN_UNDO_H

#include "mutate/engine/strategy.h"
#include "reduce/reduce.h"

typedef struct undo_options {
    uint32_t tries; /* texts that the predicate is asked about at most */
    double seconds; /* no more are begun after that; 0: however long it takes */
} undo_options_t;

extern const undo_options_t undo_defaults;

/* What is left of the tries and the time, for all that is undone with it. */
typedef struct undo {
    const predicate_t *predicate;
    undo_options_t options;
    double started;
    uint32_t tries; /* so far */
    bool stopped;   /* by the predicate */
} undo_t;

undo_t undo_make(const predicate_t *predicate, const undo_options_t *options);

/* Of a mutant as it was made, with nothing undone. False, and it is as before, when nothing can be
 * taken back. */
bool undo_edits(undo_t *undo, mutant_t *mutant);

typedef struct undone {
    strbuf_t text; /* of the mutant with fewer edits */
    strbuf_t recipe;
    uint32_t edits; /* taken back here, of the last link that is left */
    uint32_t links; /* left out */
} undone_t;

void undone_init(undone_t *undone, mem_t *mem);
void undone_done(undone_t *undone);
void undone_clear(undone_t *undone);

/* The same for the mutant of a recipe, made again from these seeds; edits that the recipe takes
 * back already stay so. The options' files are those that the recipe may need. False, with empty
 * texts, when nothing can be undone, or the recipe makes nothing here: a seed, a model or a file is
 * missing. */
bool undo_recipe(undo_t *undo, const seeds_t *seeds, const strategy_options_t *options,
                 const char *recipe, undone_t *undone);

#endif
