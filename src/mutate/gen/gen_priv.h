/* gen_priv.h - what the files of gen.h share. */
#ifndef MUTATE_GEN_PRIV_H
#define MUTATE_GEN_PRIV_H

#include "eval/engine/eval.h"
#include "mutate/engine/random_term.h"
#include "mutate/gen/contradictions.h"
#include "mutate/gen/gen.h"

/* The rows of gen_ops.def. */
enum { GEN_CONNECTIVE = 1, GEN_SMALL = 2 };

typedef struct gen_op {
    op_t op;
    uint32_t weight;
    logic_t needs;
    uint32_t flags;
} gen_op_t;

extern const gen_op_t gen_ops[];
extern const uint32_t gen_op_count;

/* What may be drawn for a sort of one kind, with weights summed up. */
typedef struct gen_menu {
    u32_vec_t ops;
    u32_vec_t sums;
} gen_menu_t;

/* A sort of the formula. */
typedef struct gen_sort {
    const char *text; /* in gen->texts */
    sort_t sort;      /* once the declarations are read */
    uint32_t weight;
    bool constants; /* there are some of this sort */
} gen_sort_t;

/* A function of the script and how it is applied. */
typedef struct gen_fun {
    fun_t fun;
    bool tester; /* (_ is fun) */
    uint32_t weight;
} gen_fun_t;

/* What the model says of one declared symbol or sort. */
typedef struct gen_line {
    uint32_t word; /* fun_t or sortdecl_t */
    bool sort;
    size_t start, end; /* in gen->model_text */
} gen_line_t;

struct gen {
    mem_t *mem;
    bank_t bank;
    bool indent;
    contradictions_t contradictions;
    u32_vec_t kinds; /* by row of gen_ops.def: kinds of sorts that it may give, as bits */

    /* the formula in work */
    rng_t *rng;
    gen_options_t plan; /* all numbers drawn */
    logic_t logic;      /* what the logic has */
    logic_t used;       /* the part of it that is used */
    arena_t texts;
    VEC(gen_sort_t) sorts;
    u32_vec_t drawn; /* sorts to draw from, as often as their weights say */
    u32_vec_t widths;
    strbuf_t prologue; /* set-logic and declarations */
    script_t script;
    VEC(gen_fun_t) funs;
    u32_vec_t constants; /* terms */
    u32_vec_t scope;     /* variables that may be used here */
    u32_vec_t assertions;
    gen_menu_t connectives; /* of Bool */
    gen_menu_t menus[SORT_KINDS];
    uint32_t names;     /* of bound variables and definitions, counted */
    uint32_t budget;    /* terms that the assertion in work may still have */
    random_term_t grow; /* for literals */
    strbuf_t scratch;

    /* sat: the model */
    values_t values;
    model_t model;
    eval_t eval;
    strbuf_t model_text;
    VEC(gen_line_t) model_lines;

    /* unsat: the assertions of one or two contradictions */
    u32_vec_t core;
    uint32_t core_split; /* where those of the second begin */
    const char *core_names[2];
};

/* --- gen_setup.c: sorts, declarations, what may be drawn --- */

/* Draws logic and numbers, and writes the prologue; a contradiction is appended to it by unsat. */
void gen_plan(gen_t *gen, const gen_options_t *options);

/* Reads the prologue; false when it has a mistake, which would be ours. */
bool gen_declare(gen_t *gen);

/* ABV, AUFBV: z3 has arrays from bit-vectors to bit-vectors there, and no others. */
bool gen_wants_bits(const gen_t *gen);

/* Uniform in [low, high]. */
uint32_t gen_between(gen_t *gen, uint32_t low, uint32_t high);

/* True in this many of 100 cases. */
bool gen_chance(gen_t *gen, uint32_t percent);

/* A declared constant with a new name; the declaration is in the script. */
term_t gen_fresh_constant(gen_t *gen, sort_t sort);

/* --- gen_term.c --- */

/* A term of the sort with at most depth operators above each other; TERM_NONE when there is none.
 */
term_t gen_term(gen_t *gen, sort_t sort, uint32_t depth);
term_t gen_bool(gen_t *gen, uint32_t depth);

/* Whether it says something of a symbol or a bound variable. */
bool gen_is_assertion(const gen_t *gen, term_t term);

/* A constant, a bound variable or a literal. */
term_t gen_leaf(gen_t *gen, sort_t sort);

/* A sort of the formula, by weight. */
sort_t gen_draw_sort(gen_t *gen);

/* Makes a function of gen_options.def's definitions. */
void gen_define(gen_t *gen);

/* --- gen_literal.c --- */

term_t gen_literal(gen_t *gen, sort_t sort);

/* A decimal without a sign: what a conversion to floats takes in logics without Reals. */
term_t gen_plain_real(gen_t *gen);

/* A string of one character. */
term_t gen_character(gen_t *gen);

/* A number other than 0, not large. */
term_t gen_factor(gen_t *gen, sort_t sort);

/* --- gen_sat.c, gen_unsat.c: fill gen->assertions --- */

bool gen_sat(gen_t *gen);
bool gen_unsat(gen_t *gen);

/* Appends one or two contradictions that fit the logic to the prologue; false when there is none.
 */
bool gen_add_contradictions(gen_t *gen);

/* --- gen_model.c --- */

/* Draws values for all symbols: gen->model_text, and gen->model read from it. */
bool gen_draw_model(gen_t *gen);

/* Appends what the model says of the symbols that are declared in the script. */
void gen_write_model(const gen_t *gen, const script_t *script, strbuf_t *out);

/* Whether all assertions are definitely true under that text when both are read anew. */
bool gen_model_satisfies(gen_t *gen, const script_t *script, const strbuf_t *text);

#endif
