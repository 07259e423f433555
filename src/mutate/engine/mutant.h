/* mutant.h - what a strategy makes: a seed's text with spans replaced, a claim, a recipe.
 *
 *     mutant_start(&mutant, seed, NULL);
 *     mutant_replace(&mutant, 0, spot->start, spot->end, "(+ x 1)", 7);
 *     mutant_print(&mutant, &out);                 // or mutant_pieces, to write without copying
 *
 * Edits are kept in the order of the text and do not overlap; the texts they insert are the
 * mutant's. The same mutant_t is used again and again: no allocation once it has grown. */
#ifndef MUTATE_MUTANT_H
#define MUTATE_MUTANT_H

#include "base/rng.h"
#include "base/strbuf.h"
#include "mutate/engine/seed.h"
#include "words/words.h"

typedef struct edit {
    uint16_t seed;       /* 0 or 1: of which seed's text */
    uint16_t required;   /* the others need it: it cannot be undone */
    uint32_t start, end; /* what is replaced: bytes of that text */
    uint32_t text, len;  /* what stands there instead: bytes of mutant->text */
} edit_t;

typedef VEC(slice_t) slice_vec_t;

typedef struct mutant {
    mem_t *mem;
    const seed_t *seeds[2]; /* the second one of fusion, or NULL */
    VEC(edit_t) edits;      /* by seed, then by start */
    strbuf_t text;          /* what is inserted */
    claim_t claim;
    const char *reason; /* why the claim holds, in a few words */
    strbuf_t recipe;
} mutant_t;

void mutant_init(mutant_t *mutant, mem_t *mem);
void mutant_done(mutant_t *mutant);

/* Empties it. second may be NULL. */
void mutant_start(mutant_t *mutant, const seed_t *first, const seed_t *second);

/* Replaces bytes of a seed's text; start == end inserts. False, with nothing done, when it would
 * overlap an edit that is there. The text is copied. */
bool mutant_replace(mutant_t *mutant, uint32_t seed, uint32_t start, uint32_t end, const char *text,
                    size_t len);

/* The same for an edit that others need (a declaration, the logic): mutant_undo leaves it. */
bool mutant_require(mutant_t *mutant, uint32_t seed, uint32_t start, uint32_t end, const char *text,
                    size_t len);

/* Takes edits back, by their places in mutant->edits, ascending, and says so in the recipe
 * (undo=I,J). Once for a mutant: the places in a recipe are those of the mutant as it was made.
 * False, with nothing done, when one is not there or required, or none would be left. Without some
 * of its edits a mutant is well-sorted, since each stands alone; what is claimed of it is then to
 * be shown anew, unless the strategy says that it holds for each edit. */
bool mutant_undo(mutant_t *mutant, const uint32_t *places, uint32_t count);

/* The whole text in order, as pieces of the seeds' texts and mutant->text: the first seed's
 * declarations, the second's, the assertions of both, one check-sat; set-logic comes from the
 * first, or is logic when that is not SYM_NONE. Good until the mutant or a seed changes. */
void mutant_pieces(const mutant_t *mutant, slice_vec_t *pieces);
void mutant_print(const mutant_t *mutant, strbuf_t *out);

#endif
