/* fusible.h - seeds made ready to be put together in pairs.
 *
 *     fusibles_t all;
 *     fusibles_init(&all, &seeds, &rules, mem);
 *     const fusible_t *one = fusible_of(&all, seed);            // made once for each seed
 *     uint32_t level = fusible_level(one, two);
 *     const fused_text_t *first = fusible_first(&all, one, joined, level);
 *     const fused_text_t *second = fusible_second(&all, two, joined, level);
 *
 * Names stay apart by what they end in. The level of a seed, 0 or a power of ten, is above all
 * numbers k of "!k" in its text. At the level L of a pair, the larger one of its seeds', every name
 * of the second text ends in !L, bound variables too, and new variables end in !(L+1); nothing in
 * the first text does. Only when it has a name that is an operator's, all its names end in !(L+2).
 * So the declarations of any two go together, and no binder captures what is inserted below it. It
 * depends on the two seeds alone.
 *
 * A text is a seed_t of its own with the seed's name: numerals that are Reals have become decimals,
 * since another logic reads them as Ints; joined ones have a single assertion. */
#ifndef MUTATE_FUSIBLE_H
#define MUTATE_FUSIBLE_H

#include "mutate/rules.h"
#include "mutate/seed.h"
#include "smt/rename.h"

/* A constant that can be fused. */
typedef struct fuse_target {
    uint32_t constant; /* in the text's seed->constants */
    sort_t sort;       /* in the bank of the rules */
    form_text_t name;
    bool has_value; /* the seed has a model, and the constant this value there */
    value_t value;  /* in rules->values */
} fuse_target_t;

/* Targets of one sort are neighbours. */
typedef struct fuse_group {
    sort_t sort;
    uint32_t first, count;
} fuse_group_t;

typedef struct fused_text {
    const seed_t *seed;
    bool joined;
    bool second;
    uint32_t level;
    VEC(fuse_target_t) targets;
    VEC(fuse_group_t) groups;
} fused_text_t;

typedef struct fusible {
    const seed_t *seed;
    const char *refusal; /* why it goes with no other seed, or NULL */
    bool op_names;       /* a name in it is that of an operator, which others may use */
    uint32_t level;
    uint32_t open;   /* bits: operators whose value the standard leaves open */
    bool form_names; /* has a name that a rule's datatype could have */
    bool int_real;   /* its logic reads numerals as Reals, and a definition has some */
    logic_t logic;
    VEC(fused_text_t *) texts;
} fusible_t;

typedef struct fusibles {
    mem_t *mem;
    seeds_t *seeds;
    rules_t *rules;
    seeds_t texts;
    rename_t rename;
    arena_t names;
    VEC(fusible_t *) rows; /* by number of the seed; NULL: not yet */
} fusibles_t;

void fusibles_init(fusibles_t *all, seeds_t *seeds, rules_t *rules, mem_t *mem);
void fusibles_done(fusibles_t *all);

fusible_t *fusible_of(fusibles_t *all, const seed_t *seed);

static inline uint32_t fusible_level(const fusible_t *first, const fusible_t *second) {
    return first->level > second->level ? first->level : second->level;
}

/* NULL when the text could not be read back. */
const fused_text_t *fusible_first(fusibles_t *all, fusible_t *one, bool joined, uint32_t level);
const fused_text_t *fusible_second(fusibles_t *all, fusible_t *one, bool joined, uint32_t level);

#endif
