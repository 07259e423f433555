/* parse_priv.h - the parser's inside, shared by parse.c (commands), parse_scope.c (names),
 * parse_sort.c, parse_decl.c (declarations) and the files of parse_term_priv.h.
 *
 * Scopes. Every symbol has at most one meaning as a term and one as a sort at a time, in two arrays
 * indexed by symbol. A change that must be undone (a binder's variable, a declaration inside a
 * push) is noted on a trail. What is not in the arrays is looked up in the operator table.
 *
 * Errors. parse_error() reports and the caller goes on with TERM_BAD or SORT_BAD, which fit
 * everywhere. A mistake in the bracket structure sets parser->lost: every function returns at
 * once, and parse.c finds the next command. */
#ifndef SMT_PARSE_PRIV_H
#define SMT_PARSE_PRIV_H

#include "base/lexer.h"
#include "base/map.h"
#include "smt/read/parse.h"
#include "smt/term/check_priv.h"
#include "smt/walk/vars.h"

typedef enum {
    MEANS_NOTHING, /* must be 0: not bound */
    MEANS_VAR,     /* id: an OP_VAR term */
    MEANS_FUN,     /* id: the newest fun of this name */
    MEANS_BAD      /* a declaration that went wrong: its uses are not errors */
} meaning_kind_t;

typedef struct meaning {
    uint32_t kind : 2;
    uint32_t id : 30; /* MEANS_NOTHING: 0, or 1 + the operator of this name in this logic */
    term_t term;      /* the symbol alone as a term, once it was asked for; else TERM_NONE */
} meaning_t;

typedef enum { SORT_MEANS_NOTHING, SORT_MEANS_KIND, SORT_MEANS_DECL, SORT_MEANS_BAD } sort_means_t;

typedef struct sort_meaning {
    uint32_t kind : 2;
    uint32_t id : 30;
} sort_meaning_t;

typedef struct undo {
    sym_t sym;
    bool is_sort;
    meaning_t term;
    sort_meaning_t sort;
} undo_t;

/* An open bracket in a term: see parse_term.c. */
typedef struct frame {
    uint8_t kind;
    bool higher_order;
    opcode_t op;
    uint32_t offset; /* of the bracket */
    uint32_t base;   /* first of its words on the stack */
    uint32_t head;   /* how many of them are not children */
    uint32_t aux;    /* first of its entries in names or cases */
    uint32_t trail;  /* where its variables start on the trail */
    sort_t as;
} frame_t;

typedef struct parser {
    mem_t *mem;
    bank_t *bank;
    script_t *script;
    lexer_t lexer;
    token_t token; /* the next one, not yet taken */
    int64_t depth; /* brackets open before token */
    diag_list_t *diags;
    bool lost;
    vars_t vars;  /* work space */
    strbuf_t why; /* a message under construction */

    VEC(meaning_t) meanings;
    VEC(sort_meaning_t) sort_meanings;
    VEC(undo_t) trail;
    u32_vec_t levels; /* the trail's length at each push */

    VEC(frame_t) frames;
    u32_vec_t words;    /* heads and finished children of the open brackets */
    u32_vec_t literals; /* by symbol: the numeral with this text, or TERM_BAD */
    u32_vec_t names;    /* variables of let lists, attributes, match cases */
    u32_vec_t named;    /* the funs that :named made in this command */
    u32_vec_t sorts;    /* the sort parser's stack */
    span_vec_t comments;

    bool real_numerals;  /* numerals are Reals: the logic's doing, or an option's */
    bool higher_order;   /* functions are values in this logic */
    bool global;         /* declarations survive pop */
    bool redeclare;      /* after reset-assertions old declarations may be repeated */
    sym_t logic;         /* its name, or SYM_NONE */
    const char *refused; /* letters of strict.def: what the solvers refuse in it */
    /* While datatypes are read in the syntax of 2.5. */
    sortdecl_t old_datatypes; /* the first of them */
    uint32_t old_count;       /* how many there are */
    uint32_t old_arity;       /* how many sort parameters each has */
    /* While a model is read: parse_model.c. */
    bool model;        /* one is read */
    map_t elements;    /* elements of uninterpreted sorts: name to fun */
    map_t announced;   /* functions of the model that the script does not have: name to fun */
    map_t defined;     /* names that the model has a definition of */
    u32_vec_t entries; /* single values of functions: parse_entries.c */
    struct {
        sym_t underscore, as, named, pattern, implies, iff, store_all;
    } known;
} parser_t;

/* --- tokens (parse.c) --- */

void parse_advance(parser_t *p);

static inline bool parse_at(const parser_t *p, token_kind_t kind) {
    return p->token.kind == kind;
}

/* Takes the token when it is of this kind; otherwise reports "expected what" and is lost. */
bool parse_expect(parser_t *p, token_kind_t kind, const char *what);

bool parse_is_symbol(const parser_t *p);

/* The symbol at hand, taken; SYM_NONE and lost when there is none. what is for the message. */
sym_t parse_symbol(parser_t *p, const char *what);

/* The same for a name that is declared: _ and as are no names unless quoted. */
sym_t parse_name(parser_t *p, const char *what);

/* Takes one s-expression and returns its text as a symbol, as it was written. */
sym_t parse_raw(parser_t *p);

/* Takes a numeral that fits 31 bits. */
bool parse_count(parser_t *p, const char *what, uint32_t *value);

/* The number that a few digits write. No NUL follows them: the text may end there. */
static inline uint32_t parse_digits(const char *digits, size_t len) {
    uint32_t value = 0;
    for (size_t i = 0; i < len; i++)
        value = value * 10 + (uint32_t)(digits[i] - '0');
    return value;
}

void parse_error(parser_t *p, uint32_t offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Reports "expected what, got ..." at the token; the parser is lost. */
void parse_unexpected(parser_t *p, const char *what);

/* Whether the token is a '(' at the start of a line, followed by the name of a command: inside a
 * command, a sign that a bracket is missing before it. */
bool parse_at_command(parser_t *p);

/* --- scopes (parse_scope.c) --- */

meaning_t parse_meaning(parser_t *p, sym_t sym);
void parse_bind_var(parser_t *p, sym_t sym, term_t var);
void parse_bind_fun(parser_t *p, sym_t sym, fun_t fun);
void parse_bind_bad(parser_t *p, sym_t sym);
void parse_cache_term(parser_t *p, sym_t sym, term_t term);

sort_meaning_t parse_sort_meaning(parser_t *p, sym_t sym);
void parse_bind_sort(parser_t *p, sym_t sym, sort_means_t kind, uint32_t id);

/* The operator of this name, unless the logic does not have it. */
opcode_t parse_operator(parser_t *p, sym_t sym);

/* Whether the logic refuses what this letter of strict.def stands for. */
bool parse_refuses(const parser_t *p, char letter);

/* Undoes the trail down to this length. */
void parse_unwind(parser_t *p, uint32_t trail);

void parse_set_logic(parser_t *p, sym_t logic);

/* Whether numerals are Reals from here on, whatever the logic says. */
void parse_set_numerals(parser_t *p, bool real);

void parse_push(parser_t *p, uint32_t count);
void parse_pop(parser_t *p, uint32_t count, uint32_t offset);

/* As (reset): nothing is declared. */
void parse_reset(parser_t *p);

/* --- the parts --- */

/* TERM_BAD when it was wrong or the parser is lost. */
term_t parse_term(parser_t *p);

/* SORT_BAD likewise. As written. */
sort_t parse_sort(parser_t *p);
void parse_sort_names(parser_t *p);

/* Whether a builtin sort, by the id of its meaning, cannot be declared again. */
bool parse_sort_fixed(const parser_t *p, uint32_t id);

/* ((x Int) (y Bool)): appends the variables (OP_VAR) to p->words and binds them. False when lost.
 */
bool parse_sorted_vars(parser_t *p, uint32_t *count);

/* The rest of a command after its name. Each ends before the closing bracket. */
void parse_declare_fun(parser_t *p, cmd_t kind, u32_vec_t *out);
void parse_define_fun(parser_t *p, cmd_t kind, u32_vec_t *out);
void parse_define_funs(parser_t *p, u32_vec_t *out);
void parse_declare_sort(parser_t *p, cmd_t kind, u32_vec_t *out);
void parse_datatypes(parser_t *p, cmd_t kind, u32_vec_t *out);

/* The two parts of a definition: name ((x Int) ...) S, which binds the variables; and the term. */
fun_t parse_definition_head(parser_t *p, fun_kind_t kind, bool has_params);
void parse_definition_body(parser_t *p, fun_t fun);

/* --- models (parse_model.c) --- */

void parse_model_items(parser_t *p, const script_t *script);

/* The element of this name, made when it is new; and its sort, when the name says it. */
term_t parse_element(parser_t *p, sym_t name, sort_t sort, uint32_t offset);
sort_t parse_element_sort(parser_t *p, sym_t name);

/* A value of this sort: a term, or the name of an element that is not known yet. */
term_t parse_value(parser_t *p, sort_t sort);

/* --- single values of functions (parse_entries.c) --- */

/* what, a function applied to values or an array at an index, has the value. */
void parse_entry(parser_t *p, term_t what, term_t value, uint32_t offset);

/* After "(": "function f ..." of yices, up to the closing bracket. */
void parse_function_item(parser_t *p);

/* Reads a line of boolector's that begins with the token; false when it is none. */
bool parse_model_line(parser_t *p);

/* Adds the definitions that say all this. */
void parse_define_entries(parser_t *p);

/* Makes fun what sym means, beside older funs of the name; reports a clash. */
void parse_declare(parser_t *p, sym_t sym, fun_t fun, uint32_t offset);

#endif
