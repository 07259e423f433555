/* seed_index.h - the index file of `assay seeds`: what is known of each seed of a directory.
 *
 *     (assay-seeds 1)
 *     (seed "QF_LIA/sat/a.smt2" (hash #x1f..) (shape #x07..) (bytes 812) (logic "QF_LIA")
 *           (theories core ints) (features let) (assertions 3) (spots 80) (terms 41) (operators 7)
 *           (depth 9) (label sat) (status sat model) (by "z3" "cvc5") (asked status model core)
 *           (duplicate-of #x9a..) (model "(define-fun x () Int 7)") (core 0 3) (loose 14 60)
 *           (core-by "z3" "cvc5") (conflict "..."))
 *
 * Paths are relative to the directory of the index, or absolute. Rows that say nothing are left
 * out; words that are not known are passed over, so that older versions read newer files. What a
 * seed gets from a row is checked where that can be done: the hash must be that of its text, and
 * the model is evaluated again.
 *
 *     seed_index_t index;
 *     seed_index_init(&index, mem);
 *     if (!seed_index_read(&index, text, len, &diags)) ...
 *     const seed_row_t *row = seed_index_find(&index, "QF_LIA/sat/a.smt2");
 *     if (row && seed_row_fits(row, seed)) seed_row_apply(row, &seeds, seed); */
#ifndef SEEDS_SEED_INDEX_H
#define SEEDS_SEED_INDEX_H

#include "base/index.h"
#include "seeds/features.h"
#include "seeds/learn.h"

#define SEED_INDEX_NAME "assay-seeds.sexp"

typedef struct seed_row {
    const char *path;
    uint64_t hash;           /* of the seed's text: seed->hash */
    uint64_t canonical_hash; /* canonical_hash.h */
    uint64_t bytes;          /* of the file */
    const char *logic;       /* NULL: none set */
    uint32_t theories;       /* as in seed_t */
    features_t features;
    status_t label; /* what :status or the directory says */
    status_t status;
    status_source_t source;
    uint32_t asked;        /* LEARN_...: what solvers were asked for */
    text_vec_t by;         /* solvers that say the status */
    uint64_t duplicate_of; /* hash of an earlier seed with the same canonical hash, or 0 */
    const char *model;     /* text, or NULL */
    size_t model_len;
    u32_vec_t core;       /* as in seed_t */
    u32_vec_t loose;      /* as in seed_t */
    text_vec_t core_by;   /* solvers that say that the core is unsatisfiable */
    const char *conflict; /* what contradicts what, or NULL */
    bool gone;            /* its file is not there any more: it is not written */
} seed_row_t;

typedef struct seed_index {
    mem_t *mem;
    arena_t texts;
    VEC(seed_row_t) rows;
    index_t by_path;
} seed_index_t;

void seed_index_init(seed_index_t *index, mem_t *mem);
void seed_index_done(seed_index_t *index);

/* Adds the rows of a file. False when something in it is wrong: diags say what and where, and what
 * is right is there. A path that was there before is replaced. */
bool seed_index_read(seed_index_t *index, const char *text, size_t len, diag_list_t *diags);

/* Appends the file: rows in the order of their paths, with duplicate_of found. Rows stay where they
 * are. */
void seed_index_write(seed_index_t *index, strbuf_t *out);

/* NULL when there is none. Good until a row is added. */
seed_row_t *seed_index_find(const seed_index_t *index, const char *path);

/* The row of that path, empty but for it. */
seed_row_t *seed_index_put(seed_index_t *index, const char *path);

/* What the seed says by itself; what was learned of it. The inquiry is over. */
void seed_row_describe(seed_index_t *index, seed_row_t *row, const seeds_t *seeds,
                       const seed_t *seed, uint64_t bytes);
void seed_row_learned(seed_index_t *index, seed_row_t *row, const inquiry_t *inquiry);

bool seed_row_fits(const seed_row_t *row, const seed_t *seed);

/* Gives the seed, which the row must fit, its status, model and core. False when the model does not
 * hold, which is left out then. */
bool seed_row_apply(const seed_row_t *row, seeds_t *seeds, seed_t *seed);

const char *status_source_name(status_source_t source);
bool status_source_of_name(const char *name, status_source_t *source);

#endif
