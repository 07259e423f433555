/* check_priv.h - the checker's inside, shared by check.c, check_special.c and the parser. */
#ifndef SMT_CHECK_PRIV_H
#define SMT_CHECK_PRIV_H

#include "smt/term/check.h"

/* An application whose words (head, then arguments) are already in place: the parser keeps them on
 * its stack, so that nothing is copied. */
typedef struct call {
    opcode_t op;   /* OP_APP, OP_APP_AS, or the first overload to try */
    fun_t fun;     /* OP_APP, OP_APP_AS: the first overload to try */
    uint32_t head; /* words in front of the arguments */
    sort_t as;     /* as written, or SORT_NONE */
    bool higher_order;
} call_t;

/* words may be changed (the head gets the overload that fits). */
term_t check_call(bank_t *bank, const call_t *call, uint32_t *words, uint32_t count, strbuf_t *why);

/* What a row's patterns bound. */
typedef struct match {
    bank_t *bank;
    const uint32_t *code; /* the pattern being read */
    uint32_t sorts_bound; /* bit v: vars[v] is set */
    uint32_t sorts_top;   /* bit v: vars[v] was bound by a whole argument, and may widen to Real */
    uint32_t nums_bound;  /* bit v: nums[v] is set */
    bool guess;           /* unbound sort variables are SORT_BAD instead of an error */
    sort_t num;           /* what the Nums join to, or SORT_NONE */
    sort_t vars[26];
    uint32_t nums[26];
} match_t;

/* An index word with this bit is a symbol: the text of a numeral of more than 31 bits, or the name
 * of an operator where a function is asked for. */
#define CHECK_TEXT_INDEX 0x80000000u

/* Whether value may be an index of a sort of this kind: (_ BitVec 0) is no sort. */
bool check_sort_index(sort_kind_t kind, int64_t value);

/* The sort that is left when a value of function sort is applied to args; SORT_NONE when they do
 * not fit. */
sort_t check_function_sort(bank_t *bank, sort_t sort, const term_t *args, uint32_t count);

/* The first overload, from code on, that takes this many indices; code when none does. */
opcode_t check_pick_indexed(const bank_t *bank, opcode_t code, uint32_t index_count);

/* TYPED rows: the result sort, or SORT_NONE when the arguments do not fit. The patterns of the row
 * have matched. indices are the index words of the head; an overloaded constructor or selector in
 * them is replaced by the one that fits. */
sort_t check_special(bank_t *bank, op_t op, uint32_t *indices, uint32_t index_count,
                     const term_t *args, uint32_t count);

sort_t check_fun_sort(bank_t *bank, fun_t fun, sort_t as, const term_t *args, uint32_t count,
                      bool higher_order);

#endif
