/* fun.h - declared function symbols.
 *
 * Everything a script can declare and then apply: constants, functions, definitions, datatype
 * constructors, selectors and testers, and terms named with :named. Each declaration has an id of
 * its own: two declarations of the same name, in two scripts or after a pop, are two funs. */
#ifndef SMT_FUN_H
#define SMT_FUN_H

#include "smt/term/sort.h"

typedef uint32_t fun_t;

#define FUN_NONE UINT32_MAX

typedef enum {
    FUN_DECLARED,    /* declare-fun, declare-const: uninterpreted */
    FUN_DEFINED,     /* define-fun, define-const: a macro */
    FUN_RECURSIVE,   /* define-fun-rec, define-funs-rec */
    FUN_CONSTRUCTOR, /* of a datatype */
    FUN_SELECTOR,
    FUN_TESTER, /* is-cons, the older spelling of (_ is cons) */
    FUN_NAMED   /* (! t :named n): a constant equal to t */
} fun_kind_t;

typedef struct fun_row {
    sym_t name;
    fun_kind_t kind;
    uint32_t arity;
    uint32_t params;        /* bank->fun_words[params..+arity): parameter sorts as written */
    sort_t result;          /* as written */
    sortdecl_t sort_params; /* parametric: its sort parameters start at this declaration */
    uint32_t sort_param_count;
    uint32_t vars;   /* definitions: bank->fun_words[vars..+arity): the parameters (OP_VAR terms) */
    uint32_t body;   /* definitions and named terms: the term; TERM_NONE before it is known */
    fun_t owner;     /* selector, tester: its constructor */
    sortdecl_t sort; /* constructor, selector, tester: the datatype */
    fun_t overload;  /* an older declaration of the same name that is visible too, or FUN_NONE */
    uint32_t members; /* constructor: bank->fun_words[members..+arity): its selectors */
} fun_row_t;

fun_t fun_make(bank_t *bank, fun_kind_t kind, sym_t name, const sort_t *params, uint32_t arity,
               sort_t result);
fun_row_t *fun_row(const bank_t *bank, fun_t fun);

/* The i-th parameter sort and the result, canonical. */
sort_t fun_param(const bank_t *bank, fun_t fun, uint32_t i);
sort_t fun_result(const bank_t *bank, fun_t fun);

/* Stores count words for members, vars and the like; returns their start in bank->fun_words. */
uint32_t fun_words_add(bank_t *bank, const uint32_t *words, uint32_t count);

#endif
