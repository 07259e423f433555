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
 *     if (!rules_read(&rules, text, len, &diags)) ...        // a user's file; every mistake is
 * told const form_list_t *forms = rules_forms(&rules, rules_sort(&rules, &bank, sort), ...);
 *     form_write(form, FORM_X, names, draw, &out);           // r_x with names and literals put in
 *
 * rules/fusion.sexp is embedded and says what a rule may have. A rule is a pattern; a form is the
 * rule for two sorts: terms in the bank over constants x, y, z and the coefficients, the same as
 * text with holes, and a fixed number of draws, each a literal for every coefficient that satisfies
 * the rule's conditions. Which draws there are depends on the rule and the sorts alone, so a recipe
 * gives the same bytes again.
 *
 * All of it lives in a bank of its own, so that it neither fills nor depends on the one that seeds
 * and mutants are in: sorts and values are carried over. Forms are kept until rules_done. */
#ifndef MUTATE_RULES_H
#define MUTATE_RULES_H

#include "base/diag.h"
#include "base/map.h"
#include "base/sexpr.h"
#include "eval/eval.h"
#include "mutate/grow.h"
#include "smt/logic.h"

enum { RULE_VARIABLES = 8, RULE_COEFFICIENTS = 8, FORM_DRAWS = 64 };

#define RULE_NO_NODE UINT32_MAX

typedef struct rule_variable {
    const char *name;
    uint32_t len;
    bool width; /* else a sort */
} rule_variable_t;

typedef struct rule_coefficient {
    uint32_t name;    /* nodes: a symbol, */
    uint32_t sort;    /* its sort, or RULE_NO_NODE: x's, */
    uint32_t holds;   /* a condition, or RULE_NO_NODE */
    uint32_t inverse; /* the coefficient it is the inverse of, or RULE_NO_NODE */
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
    rule_variable_t variables[RULE_VARIABLES];
    uint32_t variable_count;
    rule_coefficient_t coefficients[RULE_COEFFICIENTS];
    uint32_t coefficient_count;
} rule_t;

typedef struct rule_source {
    const char *text;
    size_t len;
    sexpr_tree_t tree;
} rule_source_t;

typedef enum { FORM_X, FORM_Y, FORM_Z, FORM_PARTS } form_part_t;

#define FORM_NO_HOLE UINT32_MAX

typedef struct form_text {
    const char *text;
    uint32_t len;
} form_text_t;

/* Text, then a hole: FORM_X, FORM_Y, FORM_Z, FORM_PARTS + coefficient, or FORM_NO_HOLE. */
typedef struct form_chunk {
    form_text_t text;
    uint32_t hole;
} form_chunk_t;

typedef VEC(form_chunk_t) form_chunk_vec_t;

typedef struct form {
    uint32_t rule;
    sort_t sorts[3];                       /* of x, y, z */
    fun_t funs[3];                         /* x, y, z */
    term_t terms[3];                       /* r_x, r_y, f */
    term_t equations[3];                   /* x = r_x, y = r_y, z = f */
    term_t needs[2];                       /* or TERM_NONE */
    fun_t coefficients[RULE_COEFFICIENTS]; /* constants, */
    uint32_t coefficient_count;
    u32_vec_t holds; /* and formulas that hold of them */
    form_chunk_vec_t chunks[FORM_PARTS];
    form_text_t z_sort;
    form_text_t datatype;  /* the declaration that z's sort needs, or len 0 */
    form_text_t *literals; /* by draw, then by coefficient */
    term_t *values;        /* the same as terms */
    uint32_t draws;        /* 1 without coefficients */
    logic_t logic;         /* what its terms need */
    script_t script;       /* what it was made from: declarations, then assertions */
} form_t;

typedef struct form_choice {
    const form_t *form;
    bool swapped; /* the first variable is the form's y */
} form_choice_t;

typedef VEC(form_choice_t) form_list_t;

typedef struct rules {
    mem_t *mem;
    bank_t own;
    bank_t *bank; /* own */
    arena_t texts;
    VEC(rule_source_t) sources;
    VEC(rule_t) rows;
    VEC(form_t *) forms;
    map_t sort_ids;        /* sorts of fused variables, numbered */
    VEC(u32_vec_t) places; /* by x's and y's number: a list, or MAP_NONE */
    VEC(form_list_t *) lists;
    values_t values; /* for conditions on coefficients and variables */
    model_t model;
    eval_t eval;
    grow_t grow;
    strbuf_t scratch;
} rules_t;

/* It must not be moved afterwards. */
void rules_init(rules_t *rules, mem_t *mem);
void rules_done(rules_t *rules);

/* The rules of this tree. */
void rules_embedded(rules_t *rules);

/* Adds the rules of a text, which is copied. Each is made for a few sorts and checked; with trial,
 * it is also tried on small values, and one that fails is a mistake. False, with nothing added,
 * when there are mistakes: diags has all of them. */
bool rules_read(rules_t *rules, const char *text, size_t len, bool trial, diag_list_t *diags);

/* A sort of another bank in the bank of the rules; SORT_NONE for one that no rule takes: declared
 * sorts, languages, functions and the like. */
sort_t rules_sort(rules_t *rules, const bank_t *bank, sort_t sort);

/* The value that a literal of the sort stands for. */
bool rules_value(rules_t *rules, sort_t sort, const char *text, size_t len, value_t *value);

/* Makes the rule for these sorts of x and y; NULL when it does not fit them. */
const form_t *rules_form(rules_t *rules, uint32_t number, sort_t x, sort_t y);

/* All forms for a variable of the first sort and one of the second, in the order of the rules. */
const form_list_t *rules_forms(rules_t *rules, sort_t first, sort_t second);

/* The sorts that a rule is checked for: for each variable of a rule, small and larger ones. Appends
 * forms. */
typedef VEC(const form_t *) form_vec_t;
void rules_samples(rules_t *rules, uint32_t rule, form_vec_t *out);

/* Appends r_x, r_y or f. names are the texts for x, y and z; draw is below form->draws. */
void form_write(const form_t *form, form_part_t part, const form_text_t names[3], uint32_t draw,
                strbuf_t *out);

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

/* Evaluates both inversions on all values of small sorts and on samples of large ones, at most
 * about so many cases. A counterexample is appended to why. */
trial_result_t form_try(rules_t *rules, const form_t *form, uint64_t most, strbuf_t *why);

/* Whether what an inversion needs holds of these values, which are of rules->values. */
bool form_needs_hold(rules_t *rules, const form_t *form, form_part_t side, value_t x, value_t y);

#endif
