/* core_shrink.h - what can be left out of a seed without making it stronger.
 *
 * A cut is a spot of definite polarity (polarity.h) that the formula is the weaker for losing:
 * a positive one becomes true, a negative one false. If what is left is unsatisfiable, so is the
 * seed with anything at all in the places that were cut. Worth cutting are assertions, parts of
 * conjunctions however these are written (and, not or, not =>), branches of ite and values of let.
 *
 *     core_shrink_t shrink;
 *     core_shrink_init(&shrink, &seeds, seed, mem);
 *     core_shrink_named(&shrink, &text);                       // ask a solver which units matter,
 *     if (core_shrink_read_core(&shrink, out, len)) ...        // and cut away the others
 *     while ((row = core_shrink_next(&shrink)) != CORE_SHRINK_NONE) { // one more, the largest first
 *         shrink.rows.data[row].cut = true;
 *         core_shrink_text(&shrink, &text);                    // what is left, to be asked
 *         core_shrink_settle(&shrink, row, yes);               // is it still unsatisfiable?
 *     }
 *     core_shrink_loose(&shrink, &spots);                      // the largest spots that are cut
 *
 * Units are the cuts at the end of top-level conjunctions: the seed is their conjunction. */
#ifndef SEEDS_CORE_SHRINK_H
#define SEEDS_CORE_SHRINK_H

#include "mutate/engine/polarity.h"

typedef struct cut {
    uint32_t spot;
    bool negative;
    bool unit;
    bool cut;
    bool settled; /* it need not be tried: it is cut, below what is, or was tried and is needed */
} cut_t;

typedef struct core_shrink {
    mem_t *mem;
    const seeds_t *seeds;
    const seed_t *seed;
    VEC(cut_t) rows;    /* in the order of the text: what is below a cut follows it */
    VEC(uint8_t) marks; /* by spot: SPOT_... in core_shrink.c */
    polarity_vec_t polarities;
    u32_vec_t path;
    u32_vec_t order; /* of rows: the largest first */
    uint32_t next;   /* in order */
} core_shrink_t;

void core_shrink_init(core_shrink_t *shrink, const seeds_t *seeds, const seed_t *seed, mem_t *mem);
void core_shrink_done(core_shrink_t *shrink);

/* Appends the seed as one named assertion for each unit. False when the names are taken, or the
 * text would be too long. */
bool core_shrink_named(core_shrink_t *shrink, strbuf_t *out);

/* Cuts the units that are not in the answer to get-unsat-core; false, with nothing done, when there
 * is none in what the solver said, or it has a name that is not ours. */
bool core_shrink_read_core(core_shrink_t *shrink, const char *said, size_t len);

/* Appends the seed without what is cut. */
void core_shrink_text(const core_shrink_t *shrink, strbuf_t *out);

void core_shrink_clear(core_shrink_t *shrink);

/* The next row that is worth trying, or CORE_SHRINK_NONE. */
#define CORE_SHRINK_NONE UINT32_MAX
uint32_t core_shrink_next(core_shrink_t *shrink);

/* The row stays cut, or is needed. */
void core_shrink_settle(core_shrink_t *shrink, uint32_t row, bool cut);

/* The places in seed->roots of the assertions that are not cut as a whole; and the spots that are
 * cut in those, without what is below another. */
void core_shrink_core(const core_shrink_t *shrink, u32_vec_t *places);
void core_shrink_loose(const core_shrink_t *shrink, u32_vec_t *spots);

#endif
