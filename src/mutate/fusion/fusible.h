/* fusible.h - seeds made ready to be put together in pairs.
 *
 *     fusibles_t all;
 *     fusibles_init(&all, &seeds, &rules, mem);
 *     fusible_t *one = fusible_of(&all, seed);                  // made once for each seed
 *     fusible_t *two = fusible_of(&all, other);
 *     uint32_t level = fusible_level(one, two);
 *     const fused_text_t *first = fusible_first(&all, one, joined, level);
 *     const fused_text_t *second = fusible_second(&all, two, joined, level);
 *     uint32_t start = fused_start(first, &one->uses.data[target->first]);
 *
 * Names are told apart by what they end in. All names of the second text, also bound variables, end
 * in !b, and new variables in !c; none in the first text does. Where a seed has such a name, as
 * mutants of mutants do, the pair is on a higher level and its suffixes have a number: !b1, !c1.
 * When a seed has a name that is an operator's, its names as a first text end in !a. So the
 * declarations of any two go together, and no binder captures what is inserted below it. Names
 * depend on the two seeds alone.
 *
 * A text is the seed's own with bytes put in: suffixes, and ".0" after numerals that are Reals,
 * since another logic reads them as Ints. The places are found once for a seed. So a text costs a
 * copy, and an occurrence in it an addition. A joined text has a single assertion. */
#ifndef MUTATE_FUSIBLE_H
#define MUTATE_FUSIBLE_H

#include "base/bug.h"
#include "mutate/engine/seed.h"
#include "mutate/rules/rules.h"
#include "smt/edit/rename.h"
#include "smt/edit/uses.h"

#include <string.h>

/* An occurrence in the seed's text, and what becomes longer before it in other texts. */
typedef struct fuse_use {
    uint32_t start;
    uint32_t names;    /* names before it */
    uint32_t numerals; /* numerals before it that become decimals */
    uint32_t root;     /* which assertion it is in */
} fuse_use_t;

typedef enum { VALUE_UNASKED, VALUE_KNOWN, VALUE_UNKNOWN } value_state_t;

/* A constant that can be fused. */
typedef struct fuse_target {
    uint32_t constant;     /* in the seed's constants */
    uint32_t len;          /* of its name in the seed's text */
    uint32_t first, count; /* in uses */
    sort_t sort;           /* in the bank of the rules; SORT_NONE: one that the seed declares */
    /* Where such a sort is written in the seed's text, its length, and the number of names in
     * it. */
    fuse_use_t sort_at;
    uint32_t sort_len;
    uint32_t sort_names;
    value_state_t state; /* whether the seed's model gives it this value */
    value_t value;       /* in rules->values */
} fuse_target_t;

/* Targets of one sort are neighbours. */
typedef struct fuse_group {
    sort_t sort;
    uint32_t first, count;
} fuse_group_t;

typedef enum { SUFFIX_NONE, SUFFIX_FIRST, SUFFIX_SECOND } suffix_t;

typedef struct fused_text {
    seed_t view; /* its name, text, len and the ends of its parts, and nothing else */
    suffix_t suffix;
    uint32_t level;
    bool joined;
    bool owned;      /* the text is not the seed's */
    char ending[16]; /* of its names; empty: they stay as they are */
    uint32_t ending_len;
    /* text[formula..formula_end) is all from the first assertion's formula to the last one's,
     * without the "(assert " before and the ")" after. */
    uint32_t formula;
    uint32_t formula_end;
} fused_text_t;

typedef struct fusible {
    const seed_t *seed;
    /* Hashes of the seed and its model. When one of them is another, the row is made again. */
    uint64_t hash;
    uint64_t model_hash;
    const char *refusal; /* why it can be fused with no other seed, or NULL */
    bool has_op_names;   /* a name in it is that of an operator, which others may use */
    bool real_numerals;  /* its logic reads numerals as Reals, and it has some */
    bool has_form_names; /* has a name that a rule's datatype could have */
    bool ends_known;     /* name_ends and numeral_ends are filled */
    /* Names cannot be found by their symbols alone: some symbol in the text that is one of its
     * names stands for something else. */
    bool ambiguous_names;
    bool hidden_terms; /* it has terms outside its spots: definitions, patterns */
    uint32_t level;
    uint32_t open; /* bits by open_choice_t: what the standard and its model leave open in it */
    logic_t logic;
    VEC(fuse_target_t) targets;
    VEC(fuse_group_t) groups;
    VEC(fuse_use_t) uses;
    u32_vec_t names; /* symbols, until the ends are known */
    /* Offsets in the seed's text, ascending: where suffixes go, and where ".0" goes. */
    u32_vec_t name_ends;
    u32_vec_t numeral_ends;
    VEC(fused_text_t *) texts;
} fusible_t;

typedef struct fusibles {
    mem_t *mem;
    seeds_t *seeds;
    rules_t *rules;
    rename_t rename;
    uses_t found;
    strbuf_t text;
    u32_vec_t marks; /* by symbol: stamp, when it is a name of the seed at work */
    uint32_t stamp;
    VEC(fusible_t *) rows; /* by number of the seed; NULL: not yet */
    uint64_t work;         /* bytes written to texts, ever: for tests */
} fusibles_t;

void fusibles_init(fusibles_t *all, seeds_t *seeds, rules_t *rules, mem_t *mem);
void fusibles_done(fusibles_t *all);

/* Forgets all seeds. */
void fusibles_forget(fusibles_t *all);

fusible_t *fusible_of(fusibles_t *all, const seed_t *seed);

static inline uint32_t fusible_level(const fusible_t *first, const fusible_t *second) {
    return first->level > second->level ? first->level : second->level;
}

const fused_text_t *fusible_first(fusibles_t *all, fusible_t *one, bool joined, uint32_t level);
const fused_text_t *fusible_second(fusibles_t *all, fusible_t *one, bool joined, uint32_t level);

/* Where an occurrence begins in a text. */
static inline uint32_t fused_start(const fused_text_t *text, const fuse_use_t *use) {
    uint32_t start = use->start + use->names * text->ending_len + 2 * use->numerals;
    /* "(and " in front of the first, " " instead of ")\n(assert " between two. */
    start = text->joined ? start + 5 - 9 * use->root : start;
    assert(text->formula <= start && start < text->formula_end);
    return start;
}

/* The target's name in a text: that in the seed's text with the ending, which in |a name| comes
 * before the second bar. */
static inline slice_t fused_name(const fusible_t *row, const fused_text_t *text,
                                 const fuse_target_t *target) {
    const fuse_use_t *use = &row->uses.data[target->first];
    const char *before = row->seed->text + use->start;
    const char *name = text->view.text + fused_start(text, use);
    assert(memcmp(name, before, target->len - (*before == '|')) == 0);
    return (slice_t){name, target->len + text->ending_len};
}

/* Its sort as the text writes it; only of a target whose sort is the seed's own. */
static inline slice_t fused_sort(const fused_text_t *text, const fuse_target_t *target) {
    const fuse_use_t *at = &target->sort_at;
    uint32_t start = at->start + at->names * text->ending_len + 2 * at->numerals;
    assert(target->sort == SORT_NONE && target->sort_len > 0);
    assert(start < text->view.declarations_end);
    return (slice_t){text->view.text + start,
                     target->sort_len + target->sort_names * text->ending_len};
}

/* The value that the seed's model gives to the target; false when there is none. */
bool fusible_value(fusibles_t *all, const fusible_t *row, fuse_target_t *target, value_t *value);

#endif
