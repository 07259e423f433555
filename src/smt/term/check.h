/* check.h - well-sorted terms.
 *
 * These build a term when its arguments fit, and say what does not fit otherwise. They accept what
 * z3 or cvc5 accepts: Int and Real stand in for each other (z3 puts to_real or to_int between), and
 * so do (Array k v), (-> k v) and, when v is Bool, (Set k). */
#ifndef SMT_CHECK_H
#define SMT_CHECK_H

#include "smt/term/bank.h"

/* Everything that can stand in front of arguments. */
typedef struct head {
    enum { HEAD_OP, HEAD_FUN } kind;
    opcode_t op;             /* HEAD_OP: the first of the overloads to try */
    fun_t fun;               /* HEAD_FUN */
    const uint32_t *indices; /* HEAD_OP: numerals of (_ op i j) */
    uint32_t index_count;
    sort_t as;         /* the sort of (as op S), as written, or SORT_NONE */
    bool higher_order; /* the logic allows partial application */
} head_t;

/* The application of head to args. When it does not fit, the result is TERM_BAD and why says what
 * it got and what it takes; why may be NULL. An argument that is TERM_BAD fits everywhere and makes
 * the result TERM_BAD without a message. */
term_t check_apply(bank_t *bank, const head_t *head, const term_t *args, uint32_t count,
                   strbuf_t *why);

/* Short forms for code that makes terms. */
term_t check_op(bank_t *bank, op_t op, const term_t *args, uint32_t count);
term_t check_fun(bank_t *bank, fun_t fun, const term_t *args, uint32_t count);

/* The sort of a row of ops.def applied to args, or SORT_NONE: no overloads, no node. indices may be
 * NULL when there are none, and as SORT_NONE. */
sort_t check_row(bank_t *bank, op_t op, uint32_t *indices, uint32_t index_count, sort_t as,
                 const term_t *args, uint32_t count);

/* Whether a term of sort got may stand where want is expected. */
bool check_fits(const bank_t *bank, sort_t got, sort_t want);

#endif
