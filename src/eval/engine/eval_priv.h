/* eval_priv.h - what the evaluator's machine and the theories know of each other.
 *
 * machine.c walks the terms. An operator that needs all its arguments has a function in a theory's
 * file, named in rules.def, which gets their values in call->args:
 *
 *     eval_fun_t eval_bv_shift;
 *
 * It stores the value in *out and returns true, or returns eval_unknown(...). It charges work that
 * is more than a small constant with eval_charge, before it does it, and checks sizes before it
 * makes something large. n-ary applications of LEFT, RIGHT, CHAIN and PAIR operators come as they
 * are written, with count arguments. */
#ifndef EVAL_EVAL_PRIV_H
#define EVAL_EVAL_PRIV_H

#include "eval/engine/eval.h"

enum { MEMO_NONE, MEMO_KNOWN, MEMO_CHOSEN, MEMO_UNKNOWN };

typedef struct call {
    op_t op;
    uint32_t count;
    term_t term;
    sort_t sort;           /* of the result */
    const uint32_t *index; /* the operator's indices: words of the head */
    uint32_t index_count;
    const term_t *children; /* have the sorts of the arguments where sorts is NULL */
    const sort_t *sorts;    /* of the arguments, or NULL */
    const value_t *args;
} call_t;

typedef bool eval_fun_t(eval_t *eval, const call_t *call, value_t *out);

static inline sort_t call_sort(const eval_t *eval, const call_t *call, uint32_t i) {
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): one of the two is there */
    return call->sorts ? call->sorts[i] : eval->bank->terms.data[call->children[i]].sort;
}

/* The index as a number; false when it is a numeral too large for 31 bits. */
bool call_index(const eval_t *eval, const call_t *call, uint32_t i, uint32_t *out);

/* Width of a BitVec sort, sizes of a FloatingPoint sort. */
uint32_t sort_width(const bank_t *bank, sort_t sort);
void sort_float_size(const bank_t *bank, sort_t sort, uint32_t *exponent, uint32_t *significand);

/* Notes the reason and returns false. */
bool eval_unknown(eval_t *eval, reason_kind_t kind, term_t term);

/* Takes work from the budget; false, with the reason set, when there is not enough. */
bool eval_charge(eval_t *eval, const call_t *call, uint64_t work);

/* The value of an operator where the standard leaves it open: what the model says for op (z3's
 * names: OP_DIVIDE0 for OP_DIVIDE, ...) applied to args, else a choice: the default of the result
 * sort, or *choice when choice is not NULL. op names the choice in eval->choices. */
bool eval_open(eval_t *eval, const call_t *call, op_t op, const value_t *args, uint32_t count,
               const value_t *choice, value_t *out);

/* The same for a declared function: a selector on the wrong constructor. */
bool eval_open_fun(eval_t *eval, const call_t *call, fun_t fun, const value_t *args, uint32_t count,
                   value_t *out);

/* Notes that the result of the operator in work depends on something that the model leaves open. */
void eval_chose(eval_t *eval);

/* Applies a function value (sort (-> a b), OBJ_FUN, OBJ_OP, OBJ_LAMBDA) or an array to arguments.
 * sort is the function's sort. Runs the machine from inside an operator. */
bool eval_apply(eval_t *eval, const call_t *call, sort_t sort, value_t function,
                const value_t *args, uint32_t count, value_t *out);

/* Applies a function of the script to all its arguments. */
bool eval_call(eval_t *eval, const call_t *call, fun_t fun, const value_t *args, uint32_t count,
               value_t *out);

/* Applies the operator fn of rules.def to values: for (_ map and), nullable.lift, OBJ_OP. sorts are
 * those of the arguments. */
bool eval_operator(eval_t *eval, const call_t *call, op_t op, const uint32_t *index,
                   uint32_t index_count, const sort_t *sorts, const value_t *args, uint32_t count,
                   sort_t result, value_t *out);

/* Equality of two values of a sort, also of functions and languages where it can be decided. False
 * when it cannot; else *equal says. */
bool eval_equal(eval_t *eval, const call_t *call, sort_t sort, value_t a, value_t b, bool *equal);

/* Parts of it, for the sorts that may hold inexact values: array.c, regex.c. */
bool eval_equal_arrays(eval_t *eval, const call_t *call, sort_t sort, value_t a, value_t b,
                       bool *equal);
bool eval_equal_regex(eval_t *eval, const call_t *call, value_t a, value_t b, bool *equal);

/* A lambda that is an array (sort Array) as an OBJ_ARRAY where its body allows; array.c. lambda is
 * the OBJ_LAMBDA. Returns false, without a reason, when it stays a lambda. */
bool eval_tabulate(eval_t *eval, sort_t sort, value_t lambda, value_t *out);

/* The literals: OP_NUMERAL ... OP_FIELD. literal.c */
bool eval_literal(eval_t *eval, term_t term, value_t *out);

/* (root-obj p i), whose polynomial is no term to evaluate. root_obj.c */
bool eval_root_obj(eval_t *eval, term_t term, value_t *out);

/* core.c: equality of all arguments, of no two; the first argument applied to the rest. */
eval_fun_t eval_eq, eval_distinct, eval_apply_term;

/* rules.def */
eval_fun_t *eval_rule(op_t op);

#define RULE(id, fn) eval_fun_t fn;
#define SPECIAL(id)
#include "eval/engine/rules.def"

#endif
