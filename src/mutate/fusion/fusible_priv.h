/* fusible_priv.h - what fusible.c and fused_text.c share. */
#ifndef MUTATE_FUSIBLE_PRIV_H
#define MUTATE_FUSIBLE_PRIV_H

#include "mutate/fusion/fusible.h"

/* Whether it is a numeral that a logic without Ints reads as a Real. */
bool fusible_is_real_numeral(const bank_t *bank, term_t term);

/* Fills row->name_ends and row->numeral_ends, the counts in row->uses, and where the sorts of
 * targets are written. False when names and numerals are not found in the text, which would be a
 * mistake of ours. */
bool fusible_find_ends(fusibles_t *all, fusible_t *row);

/* The ends of names and numerals, found in one of two ways: by comparing the text with that of the
 * renamed script, or, when the names are not odd and nothing is hidden, by looking at its symbols.
 */
bool fusible_compare_ends(fusibles_t *all, fusible_t *row);
void fusible_look_up_ends(fusibles_t *all, fusible_t *row);

#endif
