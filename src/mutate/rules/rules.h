/* rules.h - fusion functions with their inversions, read from s-expressions.
 *
 *     (fusion int.linear (sort Int)
 *         (coefficients (c1 Int (not (= c1 0))) (c2 Int (not (= c2 0))) c3)
 *         (z (+ (* c1 x) (* c2 y) c3))
 *         (x (div (- z (* c2 y) c3) c1)) (y (div (- z (* c1 x) c3) c2)))
 *
 *     rules_t rules;
 *     rules_init(&rules, mem);
 *     rules_embedded(&rules);
 *     if (!rules_read(&rules, text, len, RULES_TRY, &diags)) ...     // a user's file
 *     form_list_t *list = rules_forms(&rules, rules_sort(&rules, &bank, sort), ...);
 *     form_t *form = rules_choose(&rules, list, 3);
 *     if (form && form_draw(&rules, form, draw))
 *         form_write(form, FORM_X, fills, draw, &out);       // r_x with names and literals put in
 *
 * data/rules/fusion.sexp is embedded and says what a rule may have. A rule is a pattern; a form is
 * the rule for two sorts: text with holes, and terms over constants x, y, z and the coefficients. A
 * coefficient is a literal out of a fixed number of draws that satisfy the rule's conditions. Which
 * they are depends on the rule, the sorts and the number of the draw alone, so a recipe gives the
 * same bytes again.
 *
 * All of it lives in a bank of its own, so that it neither fills nor depends on the one that seeds
 * and mutants are in: sorts and values are carried over. Forms are made when they are first drawn,
 * and are kept until rules_done; where nothing asks for their terms again, only the texts are, so
 * that memory follows the number of sorts and not of pairs of sorts.
 *
 * A sort that a seed declares has no meaning here: a variable of a rule can stand for it
 * (rules->opaque), and its name is another hole. */
#ifndef MUTATE_RULES_H
#define MUTATE_RULES_H

#include "base/map.h"
#include "base/reader.h"
#include "eval/engine/eval.h"
#include "mutate/engine/random_term.h"
#include "smt/edit/logic.h"

enum { RULE_VARIABLES = 8, RULE_COEFFICIENTS = 8, FORM_DRAWS = 64 };

#define RULE_NO_NODE UINT32_MAX

typedef struct rule_variable {
    slice_t name;
    bool width; /* else a sort */
} rule_variable_t;

typedef struct rule_coefficient {
    uint32_t name;    /* a node: a symbol */
    uint32_t sort;    /* a node: its sort; RULE_NO_NODE: that of x */
    uint32_t holds;   /* a node: a condition; RULE_NO_NODE: there is none */
    uint32_t inverse; /* the number of the coefficient that it inverts, or RULE_NO_NODE */
} rule_coefficient_t;

/* All uint32_t but source and the counts are nodes of the source's tree. */
typedef struct rule {
    const char *name;
    uint32_t source;
    uint32_t node;
    uint32_t sorts[3]; /* of x, y, z */
    uint32_t terms[3]; /* r_x, r_y, f */
    uint32_t needs[2]; /* what r_x and r_y need, or RULE_NO_NODE */
    uint32_t where;    /* the list, or RULE_NO_NODE */
    uint32_t datatype; /* the list, or RULE_NO_NODE */
    bool parametric;   /* the datatype has parameters */
    bool xyz;          /* x, y and z are no names for anything else */
    rule_variable_t variables[RULE_VARIABLES];
    uint32_t variable_count;
    rule_coefficient_t coefficients[RULE_COEFFICIENTS];
    uint32_t coefficient_count;
} rule_t;

/* What is written of a form: r_x, r_y, f; z's sort; the declaration that it needs. */
typedef enum { FORM_X, FORM_Y, FORM_Z, FORM_SORT, FORM_DATATYPE, FORM_PARTS } form_part_t;

/* What is put in: names of x, y and z, and opaque sorts of the first and the second seed. */
typedef enum { FILL_X, FILL_Y, FILL_Z, FILL_SORT_FIRST, FILL_SORT_SECOND, FORM_FILLS } form_fill_t;

#define FORM_NO_HOLE UINT32_MAX

/* Text, then a hole: a form_fill_t, FORM_FILLS + coefficient, or FORM_NO_HOLE. */
typedef struct form_chunk {
    slice_t text;
    uint32_t hole;
} form_chunk_t;

typedef VEC(form_chunk_t) form_chunk_vec_t;

typedef struct form {
    uint32_t rule;
    bool kept; /* what is in the bank is there: funs to values below */
    form_chunk_vec_t chunks[FORM_PARTS];
    logic_t logic;                         /* what its terms need */
    uint32_t draws;                        /* 1 without coefficients */
    sort_t sorts[3];                       /* of x, y, z */
    fun_t funs[3];                         /* x, y, z */
    term_t terms[3];                       /* r_x, r_y, f */
    term_t equations[3];                   /* x = r_x, y = r_y, z = f */
    term_t needs[2];                       /* or TERM_NONE */
    fun_t coefficients[RULE_COEFFICIENTS]; /* its coefficients, as constants */
    uint32_t coefficient_count;
    u32_vec_t holds;   /* formulas: the conditions on its coefficients */
    slice_t *literals; /* by draw, then by coefficient; see form_draw */
    term_t *values;    /* these literals as terms */
    script_t script;   /* what it was made from: declarations, then assertions */
} form_t;

typedef struct form_choice {
    uint32_t rule;
    bool swapped; /* the first variable is the form's y */
    bool failed;  /* it cannot be made: no literals */
    form_t *form; /* NULL: not made yet */
} form_choice_t;

/* The rules for variables of two sorts, in their order, those with a datatype last. */
typedef struct form_list {
    sort_t first, second;
    uint32_t plain; /* how many of the rows, the first ones, have no datatype */
    VEC(form_choice_t) rows;
} form_list_t;

typedef struct rules {
    mem_t *mem;
    bank_t own;
    bank_t *bank; /* own */
    arena_t texts;
    VEC(sexpr_tree_t) sources; /* the files */
    VEC(rule_t) rows;
    VEC(form_t *) forms;
    map_t sort_ids;        /* sorts of fused variables, numbered */
    VEC(u32_vec_t) places; /* by x's and y's number: a list, or MAP_NONE */
    VEC(form_list_t *) lists;
    values_t values; /* for conditions on coefficients and variables */
    model_t model;
    eval_t eval;
    random_term_t grow;
    strbuf_t scratch;
    sort_t opaque[2]; /* stand for sorts that the first and the second seed declare */
} rules_t;

/* How far the rules of a file are looked at. */
typedef enum {
    RULES_TRUST, /* they are read */
    RULES_CHECK, /* they are made for a few sorts as well, to find mistakes */
    RULES_TRY    /* they are tried on small values as well: one that fails is a mistake */
} rules_care_t;

/* It must not be moved afterwards. */
void rules_init(rules_t *rules, mem_t *mem);
void rules_done(rules_t *rules);

/* The rules of this tree. */
void rules_embedded(rules_t *rules);

/* Adds the rules of a text, which is copied. False, with nothing added, when there are mistakes:
 * diags has all of them. */
bool rules_read(rules_t *rules, const char *text, size_t len, rules_care_t care,
                diag_list_t *diags);

/* A rule as it was read; good as long as the rules are. */
slice_t rules_source(const rules_t *rules, const rule_t *rule);

/* A sort of another bank in the bank of the rules; SORT_NONE for one that no rule takes, such as a
 * declared sort, a language or a function. */
sort_t rules_sort(rules_t *rules, const bank_t *bank, sort_t sort);

/* The value that a literal of the sort stands for. */
bool rules_value(rules_t *rules, sort_t sort, const char *text, size_t len, value_t *value);

/* Makes the rule for these sorts of x and y, with its terms; NULL when it does not fit them. */
form_t *rules_form(rules_t *rules, uint32_t number, sort_t x, sort_t y);

/* All rules for a variable of the first sort and one of the second. */
form_list_t *rules_forms(rules_t *rules, sort_t first, sort_t second);

/* The form of a row of the list; NULL when there is none. */
form_t *rules_choose(rules_t *rules, form_list_t *list, uint32_t row);

/* The sorts that a rule is checked for: for each variable of a rule, small and larger ones. Appends
 * forms. */
typedef VEC(form_t *) form_vec_t;
void rules_samples(rules_t *rules, uint32_t rule, form_vec_t *out);

/* Finds literals for the coefficients: draw is below form->draws. False when none fit. */
bool form_draw(rules_t *rules, form_t *form, uint32_t draw);

/* The literals as terms, by coefficient; NULL when there are none. */
const term_t *form_values(rules_t *rules, form_t *form, uint32_t draw);

/* Appends a part. The draw must have been found. */
void form_write(const form_t *form, form_part_t part, const slice_t fills[FORM_FILLS],
                uint32_t draw, strbuf_t *out);

/* Whether the inversion for x or y holds whatever the values. */
static inline bool form_unconditional(const form_t *form, form_part_t side) {
    return form->needs[side] == TERM_NONE;
}

/* --- trying a form on values --- */

typedef enum { TRIAL_HOLDS, TRIAL_OPEN, TRIAL_REFUTED } trial_t;

typedef struct trial_result {
    trial_t verdict;
    uint64_t cases;  /* values of x, y and coefficients that were tried */
    bool exhaustive; /* all values of x and y */
} trial_result_t;

/* Evaluates both inversions on all values of small sorts and on samples of large ones, in no more
 * than about most cases. A counterexample is appended to why. */
trial_result_t form_try(rules_t *rules, form_t *form, uint64_t most, strbuf_t *why);

/* Whether what an inversion needs holds of these values, which are of rules->values. NULL: any
 * value that x, or y, may have. */
bool form_needs_hold(rules_t *rules, const form_t *form, form_part_t side, const value_t *x,
                     const value_t *y);

#endif
