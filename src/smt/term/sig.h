/* sig.h - the argument and result patterns of ops.def, compiled.
 *
 * A row is compiled when it is first used, into words that check.c runs:
 *
 *   PAT_SORT s              exactly the sort s
 *   PAT_NUM                 Int or Real
 *   PAT_VAR v               a sort variable
 *   PAT_ANY                 any sort
 *   PAT_MAKE k i a          a sort of kind k with i index expressions and a argument patterns next
 *
 * An index expression is a count and that many products, each a factor and two variables
 * (SIG_NO_VAR for none): i-j+1 is 3 products. SIG_ANY_INDEX alone fits every index. */
#ifndef SMT_SIG_H
#define SMT_SIG_H

#include "base/vec.h"
#include "smt/term/op.h"

enum { PAT_SORT, PAT_NUM, PAT_VAR, PAT_ANY, PAT_MAKE };

enum { SIG_VARS = 26, SIG_NO_VAR = 255, SIG_MAX_ARGS = 8 };

#define SIG_ANY_INDEX UINT32_MAX

typedef struct sig_cond {
    uint32_t left, right; /* index expressions in words */
    enum { COND_LE, COND_LT, COND_EQ } relation;
} sig_cond_t;

typedef struct sig {
    bool compiled;
    uint8_t patterns; /* argument patterns */
    uint8_t least;    /* least number of arguments */
    bool repeats;     /* the last pattern repeats */
    uint8_t indices;  /* number of indices; one or more when index_any */
    bool index_any;
    uint8_t index_vars[4]; /* the variables that the indices bind, or SIG_NO_VAR */
    uint8_t conds;
    uint32_t args[SIG_MAX_ARGS]; /* patterns in words */
    uint32_t result;             /* pattern in words */
    sig_cond_t cond[3];
    /* Most calls give a row arguments of one sort, and mostly the same one: what came out last time
     * holds again. SORT_NONE: nothing known. */
    uint32_t last_sort;
    uint32_t last_count;
    uint32_t last_result;
} sig_row_t;

typedef struct sig_cache {
    VEC(sig_row_t) rows; /* by op_t */
    u32_vec_t words;
} sig_cache_t;

void sig_cache_init(sig_cache_t *cache, mem_t *mem);
void sig_cache_done(sig_cache_t *cache, mem_t *mem);

/* Forgets what is known about sorts from this id on. */
void sig_cache_forget(sig_cache_t *cache, sort_t first);

/* The compiled row; the pointer is good for the life of the bank. */
sig_row_t *sig_get(bank_t *bank, op_t op);

#endif
