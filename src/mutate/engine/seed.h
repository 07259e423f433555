/* seed.h - a script made ready to be mutated, once.
 *
 *     seeds_t seeds;
 *     seeds_init(&seeds, &bank, mem);
 *     const seed_t *seed = seed_add(&seeds, name, text, len, &diags);
 *
 * A seed has one check-sat: push, pop and reset are flattened to what is in force at the last
 * check. What is left of the script is its text: set-logic, declarations, assertions, check-sat,
 * each on its line; remarks and options are gone. A mutant is this text with a few spans replaced.
 * So what strategies need of a seed is its text, and where each term stands in it.
 *
 * A spot is an occurrence of a term in the text of an assertion. Spots are in the order of the
 * text, parents first. Terms inside patterns have none. All seeds of a seeds_t are in one bank. */
#ifndef MUTATE_SEED_H
#define MUTATE_SEED_H

#include "base/diag.h"
#include "base/map.h"
#include "eval/model/model.h"
#include "smt/term/script.h"

typedef enum { STATUS_UNKNOWN, STATUS_SAT, STATUS_UNSAT } status_t;

/* How the status is known, weakest first. */
typedef enum {
    SEED_UNSAID,    /* it is not known */
    SEED_SOLVER,    /* solvers of one family say so */
    SEED_LABEL,     /* :status in the script */
    SEED_DIRECTORY, /* a directory sat/ or unsat/ */
    SEED_INDEX,     /* an index that does not say how */
    SEED_SOLVERS,   /* solvers of two families agree */
    SEED_CLAIM,     /* the seed was a mutant, and this was claimed of it */
    SEED_MODEL      /* a model that was evaluated */
} status_source_t;

const char *status_name(status_t status);
bool status_of_name(const char *name, size_t len, status_t *status);

#define SPOT_NONE UINT32_MAX

typedef struct spot {
    term_t term;
    uint32_t start, end; /* bytes of the seed's text */
    uint32_t parent;     /* a spot, or SPOT_NONE for the root of an assertion */
    uint32_t after;      /* the first spot that is not below this one */
    uint32_t child;      /* which of its parent's children it is */
    uint32_t scope;      /* the innermost spot above it that binds variables here, or SPOT_NONE */
} spot_t;

/* A seed's declared constant, and where it occurs free: a list of spots. */
typedef struct constant {
    fun_t fun;
    uint32_t first; /* in seed->uses */
    uint32_t count;
} constant_t;

typedef struct seed {
    const char *name;
    uint32_t number; /* in its seeds_t */
    uint64_t hash;   /* of its text: recipes name it so */
    sym_t logic;     /* SYM_NONE: none set */
    status_t status;
    status_source_t source;
    const char *recipe; /* of the mutant that it was (chain.h); NULL: it was read from a script */
    /* The assertions evaluate to true under the model; NULL: none is known. As text, see
     * eval/model/model_text.h; its hash is 0 when there is no model. */
    const model_t *model;
    const char *model_text;
    uint32_t model_len;
    uint64_t model_hash;
    u32_vec_t core; /* places in roots: an unsatisfiable core, in order; empty: none known */
    /* Spots in the core's assertions, in order, none below another. Whatever stands there, the core
     * is unsatisfiable. */
    u32_vec_t loose;
    script_t script; /* flattened: text is printed from it */
    const char *text;
    uint32_t len;
    /* Where the parts of the text end: set-logic, declarations, assertions. Each begins where the
     * one before it ends; check-sat is last. */
    uint32_t logic_end;
    uint32_t declarations_end;
    uint32_t assertions_end;
    VEC(spot_t) spots;
    u32_vec_t roots; /* spots: the assertions */
    u32_vec_t funs;  /* the functions and constants that it declares and defines, in order */
    VEC(constant_t) constants;
    u32_vec_t uses;
    u32_vec_t terms;   /* the distinct terms of its spots */
    map_t first_spot;  /* each of them to its first spot */
    u32_vec_t sorts;   /* their distinct sorts */
    uint32_t theories; /* bit t: an operator of theory t occurs (theories.def has fewer than 32) */
    bool quantified;
    u32_vec_t hidden;   /* op_t: rows whose name is that of a function or variable in it */
    map_t factors;      /* let variables that are a factor or a divisor somewhere */
    bool real_numerals; /* its logic reads 1 as a Real, and there is one in it */
    struct seed_start { /* what there was before it came, for seeds_drop_last */
        bank_mark_t bank;
        arena_mark_t texts;
        values_mark_t values;
    } start;
} seed_t;

typedef struct seeds {
    mem_t *mem;
    bank_t *bank;
    arena_t texts;
    values_t values; /* of the models */
    VEC(seed_t *) rows;
} seeds_t;

void seeds_init(seeds_t *seeds, bank_t *bank, mem_t *mem);
void seeds_done(seeds_t *seeds);

/* NULL with diags when the text has errors or no assertion. */
seed_t *seed_add(seeds_t *seeds, const char *name, const char *text, size_t len,
                 diag_list_t *diags);

/* Forgets the seed that was added last, and all that was made in the bank since: memory stays flat
 * when seeds come and go. Strategies that saw the seed must forget it as well (strategy_forget). */
void seeds_drop_last(seeds_t *seeds);

/* The status from :status in the script, or a directory sat/ or unsat/ in the name; what is said
 * later and stronger wins. */
void seed_set_status(seed_t *seed, status_t status, status_source_t source);

/* What became of a model that was to be the seed's. */
typedef enum {
    MODEL_KEPT,    /* every assertion is definitely true under it */
    MODEL_FALSE,   /* one is definitely false */
    MODEL_UNKNOWN, /* one could not be evaluated */
    MODEL_UNREAD   /* the text has errors, or it cannot be written and read back */
} model_fit_t;

/* Reads a model in any form that model_read takes and evaluates the assertions. When all are
 * definitely true it replaces an older model, and the status is sat by SEED_MODEL. What is kept is
 * the model that seed->model_text says, so its hash stands for all of it. diags get what cannot be
 * read. */
model_fit_t seed_set_model(seeds_t *seeds, seed_t *seed, const char *text, size_t len,
                           diag_list_t *diags);

/* Takes these assertions, by their places in seed->roots, for an unsatisfiable core; the caller
 * knows that they are. False, with nothing done, when the places are not ascending or one is too
 * large. */
bool seed_set_core(seeds_t *seeds, seed_t *seed, const uint32_t *places, uint32_t count);

/* The spots of the core that do not matter. To be called after seed_set_core, which forgets them.
 * False, with nothing done, when they are not ascending, one is below another or is no formula. */
bool seed_can_be_loose(const seeds_t *seeds, const seed_t *seed, const uint32_t *spots,
                       uint32_t count);
bool seed_set_loose(seeds_t *seeds, seed_t *seed, const uint32_t *spots, uint32_t count);

/* The variables visible at a spot: of all binders above it, outermost first. */
void seed_scope(const seeds_t *seeds, const seed_t *seed, uint32_t spot, u32_vec_t *vars);

/* Whether what stands at the spot is a factor or a divisor, be it through let or as (- 5). */
bool seed_is_factor(const bank_t *bank, const seed_t *seed, uint32_t spot);

/* Whether the term gives a name, (! t :named n); and whether such a name may be used somewhere in
 * the seed: if so, what has the name stands in other places as well. */
bool seed_gives_name(const bank_t *bank, term_t term);
bool seed_uses_names(const bank_t *bank, const seed_t *seed);

const seed_t *seeds_find(const seeds_t *seeds, uint64_t hash);

#endif
