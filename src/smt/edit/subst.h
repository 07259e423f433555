/* subst.h - capture-avoiding substitution, and what is made of it.
 *
 *     subst_t subst;
 *     subst_init(&subst, bank);
 *     subst_const(&subst, x, term);            // the constant x becomes term
 *     subst_var(&subst, var, other);           // a variable, where it is free
 *     term_t result = subst_apply(&subst, formula);
 *     subst_clear(&subst);                     // ready for another one
 *
 * All replacements happen at once: what is inserted is not looked into. Functions can be replaced
 * by functions and declarations of sorts by others, wherever a term mentions them: in applications,
 * as constructors in patterns of match, in (_ is c), (_ update s), (as f S), in the sorts of bound
 * variables and in :named.
 *
 * A binder whose variable has the name of something that is inserted below it gets a variable with
 * a fresh name. Only free occurrences are replaced: a variable that is bound again further down is
 * another one there.
 *
 * The work is linear in the number of distinct terms of the formula; what does not change is
 * shared with it, and a formula where nothing changes is the result itself. */
#ifndef SMT_SUBST_H
#define SMT_SUBST_H

#include "base/map.h"
#include "smt/term/bank.h"

/* The new name of a bound variable. SYM_NONE leaves it alone; any name, also its own,
 * makes it a new variable. */
typedef sym_t subst_naming_t(void *context, term_t var);

typedef struct subst {
    bank_t *bank;
    map_t vars;       /* variable to term */
    map_t consts;     /* fun to term */
    map_t funs;       /* fun to fun */
    map_t sortdecls;  /* declaration to declaration */
    map_t sort_names; /* names of abbreviations */
    subst_naming_t *naming;
    void *naming_context;
    struct subst_work *work; /* subst_priv.h */
} subst_t;

void subst_init(subst_t *subst, bank_t *bank);
void subst_done(subst_t *subst);

/* Forgets all replacements. */
void subst_clear(subst_t *subst);

/* Replacements. Sorts must agree (for funs: with the sorts replaced in the signature). */
void subst_var(subst_t *subst, term_t var, term_t by);
void subst_const(subst_t *subst, fun_t constant, term_t by);
void subst_fun(subst_t *subst, fun_t from, fun_t to);
void subst_sortdecl(subst_t *subst, sortdecl_t from, sortdecl_t to);

/* The name of an abbreviation (define-sort), which sorts hold as text. */
void subst_sort_name(subst_t *subst, sym_t from, sym_t to);

/* Gives every variable that is bound in the formula the name that naming says. The names must not
 * be in use below the binder. */
void subst_bound_names(subst_t *subst, subst_naming_t *naming, void *context);

term_t subst_apply(subst_t *subst, term_t term);
sort_t subst_apply_sort(subst_t *subst, sort_t sort);

/* --- without a substitution --- */

/* The term with every let replaced by its body and the variables by their values. Values are shared
 * where the variables were: the result is no larger as a DAG, but its text may be. A :named
 * term among the values is printed at every occurrence.
 *
 * Only a term that holds several versions of a let (a mutant joined with its seed) can grow, since
 * each version is another copy of what is below it. When more than limit terms were made then, the
 * answer is TERM_NONE. */
term_t subst_expand_lets(bank_t *bank, term_t term, uint32_t limit);

/* The term with every application of a define-fun or define-const replaced by its body. Each call
 * with other arguments is another copy of the body; when more than limit terms were made, the
 * answer is TERM_NONE. */
term_t subst_inline(bank_t *bank, term_t term, uint32_t limit);

#endif
