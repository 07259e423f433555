/* approx.h - implications between formulas, read from s-expressions: what sparrow works by.
 *
 *     (approx number.lt-le (types A) (among A Int Real) (terms (x y A))
 *         (strong (< x y)) (weak (<= x y)))
 *
 *     approxes_t all;
 *     approx_init(&all, mem);
 *     approx_embedded(&all);
 *     if (!approx_read(&all, text, len, true, &diags)) ...      // a user's file has mistakes
 *     approx_match_t match;
 *     if (approx_match(&all, &all.uses.data[u], bank, seed, spot, false, &match)) ...
 *     approx_done(&all);
 *
 * data/rules/approx.sexp is embedded and says what a rule may have. A rule holds for all terms of
 * its sorts. A use of it is one of its formulas as a pattern and the other as the result: over
 * means that the pattern implies the result, under the other way round. A pattern is matched with
 * the spots of a seed, of any sorts, also declared ones; the result is text with holes.
 *
 * The rules are in a bank of their own (rules.h), where they are also tried and where obligations
 * for solvers are written: for sample sorts. Matching looks at the bank of the seed alone. */
#ifndef MUTATE_APPROX_H
#define MUTATE_APPROX_H

#include "mutate/engine/seed.h"
#include "mutate/rules/rules.h"

enum {
    APPROX_TERMS = 8,
    APPROX_CONSTRUCTORS = 2,
    APPROX_FIELDS = 3,
    APPROX_NODES = 48, /* of a pattern */
    APPROX_DRAWS = 64
};

typedef enum { APPROX_OVER, APPROX_UNDER, APPROX_DIRECTIONS } approx_direction_t;

/* A sort as a pattern: words of approxes_t.codes, in preorder. */
typedef enum {
    CODE_SORT, /* [sort]: one without words */
    CODE_TYPE, /* [variable of the rule] */
    CODE_DATA, /* any datatype without parameters: the rule's own */
    CODE_MAKE  /* [kind, number of indices, number of arguments, indices], then the arguments; an
                  index is a number, or CODE_WIDTH + a variable of the rule */
} code_t;

#define CODE_WIDTH (UINT32_C(1) << 31)

typedef struct approx_term {
    uint32_t name, sort; /* nodes */
    uint32_t code;       /* of the sort */
} approx_term_t;

typedef struct approx_constructor {
    uint32_t name;                     /* a node */
    uint32_t selectors[APPROX_FIELDS]; /* nodes */
    uint32_t codes[APPROX_FIELDS];     /* of the fields' sorts */
    uint32_t fields;
    bool any; /* (c ...): whatever fields it has */
} approx_constructor_t;

typedef struct approx_rule {
    rule_t rule;       /* name, source, variables, where, coefficients: the literals */
    uint32_t sides[2]; /* nodes: the strong formula and the weak one */
    bool same;         /* each implies the other */
    uint32_t weights[APPROX_DIRECTIONS];
    uint32_t among[RULE_VARIABLES]; /* the list (among A S ...) of a type, or RULE_NO_NODE */
    approx_term_t terms[APPROX_TERMS];
    uint32_t term_count;
    uint32_t predicate;      /* a node: its name; or RULE_NO_NODE */
    uint32_t predicate_sort; /* a node: the sort of what it is said of */
    approx_constructor_t constructors[APPROX_CONSTRUCTORS];
    uint32_t constructor_count;
} approx_rule_t;

/* A node of a pattern, in preorder. */
typedef struct approx_node {
    enum {
        NODE_TERM,    /* number: the term */
        NODE_APP,     /* an operator, with indices as in CODE_MAKE */
        NODE_LITERAL, /* text */
        NODE_QUANT,   /* a quantifier; its body is what the predicate says */
        NODE_IS,      /* number: the constructor */
        NODE_MAKE,    /* the same, applied */
        NODE_SELECT   /* number: the constructor; index: the field */
    } kind;
    op_t op;
    uint32_t number;
    uint32_t count; /* children */
    uint32_t index_count;
    uint32_t indices[2];
    slice_t text;
} approx_node_t;

/* A part of a result. */
typedef enum {
    PIECE_TEXT,
    PIECE_NUMBER,      /* node: an index made of widths */
    PIECE_TYPE,        /* number: a variable of the rule, as a sort */
    PIECE_CONSTRUCTOR, /* number */
    PIECE_SELECTOR,    /* number: the constructor; node: the field */
    PIECE_NAME,        /* number: of a name that nothing else has */
    /* what is left for each mutant */
    PIECE_TERM,    /* number */
    PIECE_LITERAL, /* number: the coefficient */
    PIECE_BINDERS, /* ((x S) ...) of the quantifier */
    PIECE_BODY,    /* its body */
    PIECE_INSTANCE /* number: its body with terms drawn for the variables, the same ones for the
                      same number */
} piece_kind_t;

typedef struct approx_piece {
    piece_kind_t kind;
    uint32_t number;
    uint32_t node;
    slice_t text;
} approx_piece_t;

typedef struct approx_use {
    uint32_t rule;
    uint32_t from; /* 0 or 1: which side is the pattern */
    approx_direction_t direction;
    uint32_t weight;
    uint32_t node, node_count;   /* in nodes */
    uint32_t piece, piece_count; /* in pieces */
    op_t root;                   /* OP_NONE: any formula */
    bool swaps;                  /* an equation: its sides may be exchanged */
    uint32_t drawn;              /* bits: terms that the result has and the pattern has not */
    uint32_t names;              /* how many new names the result has */
    bool literals;               /* the result has some */
    uint32_t constructors;       /* bits: those that the result has and the pattern has not */
    uint32_t instances;          /* bits: terms that stand for the variables of the quantifier */
    logic_t needs;               /* of the result alone */
    bool differences;            /* of difference constraints it makes difference constraints */
    bool quantifies;             /* the result has a quantifier that the pattern has not */
} approx_use_t;

typedef struct approxes {
    mem_t *mem;
    rules_t base; /* sources, texts, bank, evaluator; its rows are empty */
    VEC(approx_rule_t) rows;
    VEC(approx_use_t) uses;
    VEC(approx_node_t) nodes;
    VEC(approx_piece_t) pieces;
    u32_vec_t codes;
    u32_vec_t firsts; /* by op_t and direction: place in order; one more at the end */
    u32_vec_t order;  /* uses, by root and direction */
    sort_t free_sort; /* a declared one, for samples */
    VEC(struct approx_pool *) pools;
} approxes_t;

/* It must not be moved afterwards. */
void approx_init(approxes_t *all, mem_t *mem);
void approx_done(approxes_t *all);

/* The rules of this tree. */
void approx_embedded(approxes_t *all);

/* Adds the rules of this kind in a text, which is copied. Each is made for sample sorts and
 * checked; with trial, it is also tried on small values, and one that fails is a mistake. False,
 * with nothing added, when there are mistakes: diags has all of them. */
bool approx_read(approxes_t *all, const char *text, size_t len, bool trial, diag_list_t *diags);

/* The uses in a direction whose pattern has this root; OP_NONE: those that take any formula. */
const uint32_t *approx_uses(const approxes_t *all, op_t root, approx_direction_t direction,
                            uint32_t *count);

/* --- matching --- */

typedef struct approx_match {
    uint32_t values[RULE_VARIABLES]; /* widths, and sorts of the seed's bank */
    uint32_t bound;                  /* bits */
    uint32_t spots[APPROX_TERMS];    /* SPOT_NONE: not in the pattern */
    fun_t constructors[APPROX_CONSTRUCTORS];
    sort_t data;    /* the rule's datatype, or SORT_NONE */
    uint32_t quant; /* spot of the quantifier, or SPOT_NONE */
    uint32_t body;  /* spot of its body, or SPOT_NONE */
} approx_match_t;

/* Whether the use fits the spot. swapped: try the sides of an equation the other way round. */
bool approx_match(const approxes_t *all, const approx_use_t *use, const bank_t *bank,
                  const seed_t *seed, uint32_t spot, bool swapped, approx_match_t *match);

/* Whether a sort fits the pattern; binds variables. */
bool approx_sort_fits(const approxes_t *all, const approx_rule_t *rule, uint32_t code,
                      const bank_t *bank, sort_t sort, approx_match_t *match);

/* Binds the constructors that the result has and the pattern has not, in the k-th way; false when
 * there are fewer ways. */
bool approx_other_constructors(const approxes_t *all, const approx_use_t *use, const bank_t *bank,
                               uint32_t k, approx_match_t *match);

/* --- results --- */

/* A result for a match, ready to be written: text, then a hole (a piece_kind_t from PIECE_TERM on,
 * or PIECE_TEXT for none). */
typedef struct approx_chunk {
    uint32_t start, len; /* in the text handed to approx_resolve */
    piece_kind_t hole;
    uint32_t number;
} approx_chunk_t;

typedef VEC(approx_chunk_t) approx_chunk_vec_t;

/* Appends the chunks; widths, sorts and names are put in. Names are prefix and a number. */
void approx_resolve(const approxes_t *all, const approx_use_t *use, const bank_t *bank,
                    const approx_match_t *match, const char *prefix, strbuf_t *text,
                    approx_chunk_vec_t *chunks);

/* --- literals --- */

/* Literals for all coefficients of a rule that satisfy its conditions. */
typedef struct approx_pool {
    uint32_t rule;
    slice_t key;       /* the sorts */
    uint32_t draws;    /* 0: none were found */
    uint32_t count;    /* coefficients */
    slice_t *literals; /* by draw, then by coefficient */
} approx_pool_t;

/* NULL when there are none, or the sorts are not fixed by the match. */
const approx_pool_t *approx_pool(approxes_t *all, uint32_t rule, const bank_t *bank,
                                 const approx_match_t *match);

/* --- proving --- */

/* A rule for sample sorts, in all->base.bank. */
typedef struct approx_form {
    uint32_t rule;
    script_t script; /* declarations, then assertions: strong, weak, conditions on literals */
    term_t sides[2];
    term_t goal;         /* strong implies weak, or equals it */
    u32_vec_t constants; /* fun_t: terms, then literals */
    uint32_t literals;   /* how many of them are literals */
    u32_vec_t holds;     /* conditions */
    fun_t predicate;     /* or FUN_NONE */
    bool languages;      /* a term is a RegLan: no solver takes such constants */
    strbuf_t sorts;      /* what the variables stand for, for messages */
    eval_mark_t eval_mark;
    bank_mark_t bank_mark;
} approx_form_t;

/* Makes the rule for its k-th sample; false when there are no more. *form is to be ended by
 * approx_form_done, before the next one is made, when *made says so: not all samples fit. */
bool approx_sample(approxes_t *all, uint32_t rule, uint32_t k, approx_form_t *form, bool *made);
void approx_form_done(approxes_t *all, approx_form_t *form);

/* Evaluates the form on all values of small sorts and on samples of large ones, in no more than
 * about most cases. A counterexample is appended to why. */
trial_result_t approx_try(approxes_t *all, const approx_form_t *form, uint64_t most, strbuf_t *why);

/* A script without check-sat whose models are counterexamples. draw: 0 leaves literals open (but
 * not languages), others put some in, the same for the same number. */
void approx_obligation(approxes_t *all, const approx_form_t *form, uint32_t draw, script_t *script);

#endif
