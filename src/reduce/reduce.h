/* reduce.h - a smaller formula that shows the same.
 *
 *     reduce_t *reduce = reduce_open(text, len, &predicate, &reduce_defaults, mem, &diags);
 *     while (reduce_step(reduce))
 *         save(reduce_text(reduce));                   // after each success: a checkpoint
 *     reduce_close(reduce);
 *
 * What "the same" is, the predicate says: it takes a text and answers whether it is interesting.
 * The reducer makes candidates in passes (passes.def) until a whole round of them finds nothing
 * more, so running it again on its result changes nothing. Every candidate
 *   - is well-sorted: it is made from terms, and a term that does not fit is no candidate;
 *   - is smaller: cost (cost.h), then bytes, then the text itself, compared in this order;
 *   - is asked about once.
 * The text of the present best is always one that was found interesting, or the first one.
 *
 * The predicate answers when it is ready, so that as many candidates are tried side by side as it
 * has lanes. What is still under way when another one is accepted does not matter any more. */
#ifndef REDUCE_REDUCE_H
#define REDUCE_REDUCE_H

#include "base/diag.h"
#include "base/strbuf.h"

typedef struct predicate {
    void *state;
    uint32_t lanes; /* tries at the same time, 1 or more */
    /* Begins a try on a free lane. The text is good until its answer was given. */
    void (*start)(void *state, uint32_t lane, const char *text, size_t len);
    /* Waits for a try that ended. False when the user wants to stop. */
    bool (*wait)(void *state, uint32_t *lane, bool *interesting);
} predicate_t;

typedef struct reduce_options {
    double time;     /* seconds; 0: until nothing more is found */
    slice_t model;   /* define-funs that satisfy the text, or empty: values for its terms */
    bool keep_names; /* leave the names as they are */
} reduce_options_t;

extern const reduce_options_t reduce_defaults;

typedef struct reduce_stats {
    uint64_t tries;    /* asked of the predicate */
    uint64_t accepted; /* of these, interesting */
    uint64_t known;    /* candidates that were not asked about again */
    uint32_t round;    /* from 1 */
    const char *pass;  /* at work, or NULL at the end */
    size_t first_len;  /* bytes at the beginning */
    bool finished;     /* a whole round found nothing more */
} reduce_stats_t;

typedef struct reduce reduce_t;

/* NULL, with diags, when the text has errors. The predicate must outlive it; the text is copied. */
reduce_t *reduce_open(const char *text, size_t len, const predicate_t *predicate,
                      const reduce_options_t *options, mem_t *mem, diag_list_t *diags);
void reduce_close(reduce_t *reduce);

/* Goes on until a candidate is accepted. False when there is none, the time is up, or the predicate
 * wants to stop. */
bool reduce_step(reduce_t *reduce);

/* The present best. */
const strbuf_t *reduce_text(const reduce_t *reduce);
const reduce_stats_t *reduce_stats(const reduce_t *reduce);

#endif
