/* clauses.h - a seed as clauses, by Tseitin's transformation.
 *
 *     clauses_t clauses;
 *     clauses_init(&clauses, bank, mem);
 *     if (!clauses_make(&clauses, seed, &why)) ...             // why not
 *     seed_add(&seeds, name, clauses.text.data, clauses.text.len, &diags);
 *
 * Every assertion becomes clauses over literals: atoms, and new Bool constants, each equivalent to
 * a connective of the formula (both directions, as Tseitin has it). Quantified formulas are atoms;
 * let is expanded. The clauses are satisfiable exactly when the seed is, and a model of the seed
 * becomes one of the clauses by the definitions of the constants. */
#ifndef MUTATE_CLAUSES_H
#define MUTATE_CLAUSES_H

#include "mutate/engine/seed.h"
#include "smt/walk/reach.h"

enum { CLAUSES_PREFIX = 16 };

typedef struct clauses {
    mem_t *mem;
    bank_t *bank;
    strbuf_t text;        /* the script */
    strbuf_t definitions; /* (define-fun t () Bool ...) for each new constant */
    /* private */
    strbuf_t asserted;
    u32_vec_t literals; /* by place in reach: twice a number of atoms, and 1 when negated */
    VEC(struct clause_atom {
        term_t term; /* TERM_NONE: a new constant */
        uint32_t name;
    })
    atoms;
    reach_t reach;
    VEC(uint8_t) wanted; /* by place: it is a formula of the skeleton */
    char prefix[CLAUSES_PREFIX];
    uint32_t names;
    size_t most;
    const char *why;
} clauses_t;

/* A beginning that no name in the seed has: the letter, and ! as often as it takes. */
void clauses_find_prefix(const seed_t *seed, char letter, char prefix[CLAUSES_PREFIX]);

void clauses_init(clauses_t *c, bank_t *bank, mem_t *mem);
void clauses_done(clauses_t *c);

/* False when the seed cannot be put into clauses; *why says why. Terms are made in the bank and released. */
bool clauses_make(clauses_t *c, const seed_t *seed, const char **why);

#endif
