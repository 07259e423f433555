/* domain_priv.h - sorts as sets of values: how many they have, which, and which one stands for
 * them.
 *
 * A domain is a sort without parameters. Instances of parametric datatypes need no sort of their
 * own in the bank, which is only read here: the fields of (Pair Int Bool) are found by reading the
 * declaration with the arguments in place of the parameters. Domains are interned: equal sorts have
 * equal ids. Ids are good until the next domain_of after sorts of the bank were released.
 *
 * What holds for recursive datatypes is found as a fixpoint over all domains that a domain refers
 * to: nothing here recurses into a datatype without end. */
#ifndef EVAL_DOMAIN_PRIV_H
#define EVAL_DOMAIN_PRIV_H

#include "eval/value/value.h"

typedef uint32_t domain_t;

domain_t domain_of(values_t *values, sort_t sort);
sort_kind_t domain_kind(const values_t *values, domain_t domain);

/* The index words of a sort: the width of a BitVec, the sizes of a FloatingPoint; the declaration
 * of SORT_USER. */
uint32_t domain_index(const values_t *values, domain_t domain, uint32_t i);

/* The argument sorts, in order; none for a datatype, whose fields are below. */
uint32_t domain_part_count(const values_t *values, domain_t domain);
domain_t domain_part(const values_t *values, domain_t domain, uint32_t i);

/* What the keys of an array (or a function's arguments) are: the index sort, or the tuple of
 * several; and what the values are. */
domain_t domain_keys(values_t *values, domain_t array);
domain_t domain_element(const values_t *values, domain_t array);

/* Field i of a value that was made by a constructor: OBJ_DATA of datatypes, List and Nullable. */
domain_t domain_field(values_t *values, domain_t domain, uint64_t constructor, uint32_t i);

/* As sort_size and so on in value.h. */
uint64_t domain_size(values_t *values, domain_t domain);
value_t domain_at(values_t *values, domain_t domain, uint64_t i);
uint64_t domain_rank(values_t *values, domain_t domain, value_t value);
bool domain_default(values_t *values, domain_t domain, value_t *out);
bool domain_exact(values_t *values, domain_t domain);
bool domain_value_exact(values_t *values, domain_t domain, value_t value);

/* Whether an uninterpreted sort is somewhere inside. Its size depends on the model. */
bool domain_free(values_t *values, domain_t domain);

/* Whether nothing is known about it: a codatatype, a sort parameter, one nested too deep. Its size
 * is then SORT_INFINITE without being so, and its values are not exact. */
bool domain_opaque(values_t *values, domain_t domain);

/* For qsort and bsearch: ascending as numbers. */
int value_order(const void *a, const void *b);

/* A value that is not among these, which are ascending as numbers. False when all are there, or
 * another one cannot be built. */
bool domain_fresh(values_t *values, domain_t domain, const value_t *avoid, uint32_t count,
                  value_t *out);

/* Called by value.c: forgets what refers to objects from this one on. */
void domains_release(values_t *values, values_mark_t mark);
void domains_done(values_t *values);

/* --- inside domain.c and domain_values.c --- */

typedef struct domain_member {
    fun_t constructor;
    uint32_t fields; /* start in parts */
    uint32_t count;
} domain_member_t;

/* One domain. What it contains is known once expanded is set; exact, opaque, free, depth, rank,
 * choice and size once solved is. */
typedef struct domain_row {
    uint8_t kind; /* sort_kind_t */
    bool expanded;
    bool solved;
    bool exact;
    bool opaque;
    bool free;
    uint32_t hash;
    sort_t sort;           /* in the bank, or SORT_NONE when nothing there names it */
    uint32_t words;        /* its name: start in words, of indices and arguments */
    uint32_t count;        /* how many words */
    uint32_t parts;        /* what it refers to: start in parts */
    uint32_t part_count;   /* arguments, or the fields of all constructors */
    uint32_t members;      /* datatypes: start in members */
    uint32_t member_count; /* constructors, ascending */
    uint32_t depth;        /* of the sort, where it does not refer back to itself */
    uint32_t rank;         /* how deep its default is nested, or DOMAIN_NO_RANK */
    uint32_t choice;       /* datatypes: the number of the default's constructor */
    uint64_t size;
    value_t standard;   /* the default value of the sort */
    values_mark_t made; /* when standard was made: above all objects it refers to; 0 before */
} domain_row_t;

#define DOMAIN_NO_RANK UINT32_MAX

struct domain {
    VEC(domain_row_t) rows;
    u32_vec_t words;
    u32_vec_t parts;
    VEC(domain_member_t) members;
    index_t index;
    u32_vec_t by_sort;      /* 1 + the domain of a sort, or 0 */
    uint64_t sorts_dropped; /* as the bank's was */
};

static inline domain_row_t *domain_row(const values_t *values, domain_t domain) {
    return &values->domains->rows.data[domain];
}

/* The row, solved. Pointers to rows are good until the next domain is made. */
domain_row_t *domain_solved(values_t *values, domain_t domain);

/* A tuple of domains. */
domain_t domain_tuple(values_t *values, const domain_t *parts, uint32_t count);

/* The member of a datatype for its constructor. */
const domain_member_t *domain_member(const values_t *values, domain_t domain, uint64_t constructor);

#endif
