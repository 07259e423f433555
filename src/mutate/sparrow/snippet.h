/* snippet.h - random formulas and terms over what is visible at a spot, written as text.
 *
 *     snippets_t snippets;
 *     snippets_init(&snippets, bank, mem);
 *     lexicon_make(&snippets, seed, logic, &lexicon);          // once for each seed
 *     snippet_enter(&snippets, &lexicon, seed, spot);          // what is visible there
 *     snippet_formula(&snippets, &rng, &out);
 *     snippet_term(&snippets, lexicon_sort(&lexicon, sort), 1, &rng, &out);
 *
 * A formula is what Algorithm 1 of "Skeletal Approximation Enumeration" (FSE 2021) makes, for every
 * theory: a connective, atoms, and terms with few operators, over variables, constants, small terms
 * of the seed and literals. Operators and sorts are those that the seed has, or whose theory its
 * logic names. Linear logics stay linear, difference logics have differences only, and bound
 * variables stay below their binders.
 *
 * All is well-sorted because each entry of the lexicon passed the sort checker, and no term is
 * built: what comes out depends on the text of the seed and the RNG, not on ids. */
#ifndef MUTATE_SNIPPET_H
#define MUTATE_SNIPPET_H

#include "mutate/engine/random_term.h"
#include "mutate/engine/seed.h"
#include "mutate/rules/rules.h"

enum { LEXICON_SORTS = 14, LEXICON_ARGS = 4, SNIPPET_VARS = 32, LEXICON_NONE = 255 };

/* An operator or function: its head, "(op" or "((_ op 3)", and the places of its arguments' sorts
 * in the lexicon. */
typedef struct lexicon_entry {
    uint32_t start, len; /* in lexicon->text */
    uint8_t count;
    uint8_t args[LEXICON_ARGS];
    enum {
        ENTRY_PLAIN,
        ENTRY_SCALED,    /* all arguments but the last are literals */
        ENTRY_SYMBOLS,   /* the arguments are constants: (< x y) */
        ENTRY_DIFFERENCE /* of a difference of constants and a literal: (< (- x y) 3) */
    } kind;
} lexicon_entry_t;

typedef struct lexicon_sort {
    sort_t sort;
    uint32_t leaf, leaves;           /* in lexicon->leaves: closed terms of the seed */
    uint32_t entry, entries;         /* in lexicon->entries: what gives the sort */
    uint32_t symbols;                /* the first of the leaves: those that are constants */
    const struct literals *literals; /* or NULL */
} lexicon_sort_t;

/* Sort 0 is Bool; its entries are the predicates. */
typedef struct lexicon {
    lexicon_sort_t sorts[LEXICON_SORTS];
    uint32_t sort_count;
    VEC(slice_t) leaves; /* in the text of the seed */
    VEC(lexicon_entry_t) entries;
    strbuf_t text;
    VEC(struct literals *) own; /* literals of sorts that the seed declares */
    bool hidden; /* a bound variable has the name of a function: nothing goes below binders */
} lexicon_t;

typedef struct snippet_var {
    sym_t name;
    uint8_t sort;
} snippet_var_t;

typedef struct snippets {
    mem_t *mem;
    bank_t *bank;
    random_term_t grow;
    arena_t texts;
    u32_vec_t rows[SORT_KINDS];       /* by kind of sort: operators that may give one */
    u32_vec_t predicates[SORT_KINDS]; /* by kind of sort: operators that make a formula of one */
    VEC(struct literals *) shared;    /* literals of other sorts, by their text */
    strbuf_t scratch;
    /* of the spot at work */
    const lexicon_t *lexicon;
    snippet_var_t vars[SNIPPET_VARS]; /* innermost first */
    uint32_t var_count;
} snippets_t;

void snippets_init(snippets_t *s, bank_t *bank, mem_t *mem);
void snippets_done(snippets_t *s);

/* logic: what the seed may have in it (logic.h). */
void lexicon_make(snippets_t *s, const seed_t *seed, logic_t logic, lexicon_t *lexicon);
void lexicon_free(snippets_t *s, lexicon_t *lexicon);

/* The place of the sort, or LEXICON_NONE. */
uint32_t lexicon_sort(const lexicon_t *lexicon, sort_t sort);

/* What is drawn next stands at this spot; it is not below a binder when lexicon->hidden. */
void snippet_enter(snippets_t *s, const lexicon_t *lexicon, const seed_t *seed, uint32_t spot);

/* Appends a formula, or a term of the sort with at most depth operators above each other; false,
 * with out as it was, when this draw led nowhere. */
bool snippet_formula(snippets_t *s, rng_t *rng, strbuf_t *out);
bool snippet_term(snippets_t *s, uint32_t sort, uint32_t depth, rng_t *rng, strbuf_t *out);

#endif
