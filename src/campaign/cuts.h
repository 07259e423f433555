/* cuts.h - what can be left out of a seed without making it stronger.
 *
 * A cut is a spot of definite polarity (spot_polarity.h) that the formula is the weaker for losing:
 * a positive one becomes true, a negative one false. If what is left is unsatisfiable, so is the
 * seed with anything at all in the places that were cut. Worth cutting are assertions, parts of
 * conjunctions however these are written (and, not or, not =>), branches of ite and values of let.
 *
 *     cuts_t cuts;
 *     cuts_init(&cuts, &seeds, seed, mem);
 *     cuts_named(&cuts, &text);                       // ask a solver which units matter,
 *     if (cuts_read_core(&cuts, out, len)) ...        // and cut away the others
 *     while ((row = cuts_next(&cuts)) != CUTS_NONE) { // one more, the largest first
 *         cuts.rows.data[row].cut = true;
 *         cuts_text(&cuts, &text);                    // what is left, to be asked
 *         cuts_settle(&cuts, row, yes);               // is it still unsatisfiable?
 *     }
 *     cuts_loose(&cuts, &spots);                      // the largest spots that are cut
 *
 * Units are the cuts at the end of top-level conjunctions: the seed is their conjunction. */
#ifndef CAMPAIGN_CUTS_H
#define CAMPAIGN_CUTS_H

#include "mutate/spot_polarity.h"

typedef struct cut {
    uint32_t spot;
    bool negative;
    bool unit;
    bool cut;
    bool settled; /* it need not be tried: it is cut, below what is, or was tried and is needed */
} cut_t;

typedef struct cuts {
    mem_t *mem;
    const seeds_t *seeds;
    const seed_t *seed;
    VEC(cut_t) rows;    /* in the order of the text: what is below a cut follows it */
    VEC(uint8_t) marks; /* by spot: SPOT_... in cuts.c */
    polarity_vec_t polarities;
    u32_vec_t path;
    u32_vec_t order; /* of rows: the largest first */
    uint32_t next;   /* in order */
} cuts_t;

void cuts_init(cuts_t *cuts, const seeds_t *seeds, const seed_t *seed, mem_t *mem);
void cuts_done(cuts_t *cuts);

/* Appends the seed as one named assertion for each unit. False when the names are taken, or the
 * text would be too long. */
bool cuts_named(cuts_t *cuts, strbuf_t *out);

/* Cuts the units that are not in the answer to get-unsat-core; false, with nothing done, when there
 * is none in what the solver said, or it has a name that is not ours. */
bool cuts_read_core(cuts_t *cuts, const char *said, size_t len);

/* Appends the seed without what is cut. */
void cuts_text(const cuts_t *cuts, strbuf_t *out);

void cuts_clear(cuts_t *cuts);

/* The next row that is worth trying, or CUTS_NONE. */
#define CUTS_NONE UINT32_MAX
uint32_t cuts_next(cuts_t *cuts);

/* The row stays cut, or is needed. */
void cuts_settle(cuts_t *cuts, uint32_t row, bool cut);

/* The places in seed->roots of the assertions that are not cut as a whole; and the spots that are
 * cut in those, without what is below another. */
void cuts_core(const cuts_t *cuts, u32_vec_t *places);
void cuts_loose(const cuts_t *cuts, u32_vec_t *spots);

#endif
