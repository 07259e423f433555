/* sort.h - sorts, interned to 32-bit ids.
 *
 * A sort is a kind (a row of sorts.def) and words: first its indices, (_ BitVec 8), then its
 * argument sorts, (Array Int Bool).
 *   SORT_USER     [declaration, arguments...]: a free sort, a datatype or a sort parameter
 *   SORT_WRITTEN  [symbol, canonical sort, arguments...]: an abbreviation (define-sort, Float32,
 *                 Relation), kept so that it prints as it was read
 *
 * sort_canon() leads from a written sort to what it stands for. Terms only ever have canonical
 * sorts: two terms have the same sort when the ids are equal. Written sorts live in declarations
 * and binders.
 *
 * Sort 0 is the sort of a term that was rejected: it fits everywhere, so that one mistake gives one
 * error. */
#ifndef SMT_SORT_H
#define SMT_SORT_H

#include "base/strbuf.h"
#include "smt/term/symbol.h"

typedef struct bank bank_t;

typedef uint32_t sort_t;

typedef enum {
    SORT_BAD, /* must be 0 */
#define SORT(id, name, indices, arguments, doc) SORT_##id,
#include "smt/term/sorts.def"
    SORT_KINDS
} sort_kind_t;

#define SORT_NONE UINT32_MAX

/* The kinds without words come first: the id of such a sort is its kind, as in
 * term_sort(bank, t) == SORT_BOOL. */
#define SORT_LAST_PLAIN SORT_CHAR

typedef struct sort_row {
    uint16_t kind;
    bool open;      /* contains a sort parameter */
    bool wild;      /* contains SORT_BAD: nil where the sort of the list is not known */
    uint32_t words; /* start in bank->sort_words; the next row's start is the end */
    sort_t canon;
} sort_row_t;

#define SORT_AT_LEAST(n) (-1 - (n))

typedef struct sort_info {
    const char *name;
    int indices;
    int arguments; /* how many, or SORT_AT_LEAST(n) */
} sort_info_t;

const sort_info_t *sort_info(sort_kind_t kind);

/* A sort of this kind; words as above. */
sort_t sort_make(bank_t *bank, sort_kind_t kind, const uint32_t *words, uint32_t count);

sort_kind_t sort_kind(const bank_t *bank, sort_t sort);
sort_t sort_canon(const bank_t *bank, sort_t sort);
bool sort_is_open(const bank_t *bank, sort_t sort);
bool sort_is_wild(const bank_t *bank, sort_t sort);

/* All words, and the part of them that are argument sorts. */
const uint32_t *sort_words(const bank_t *bank, sort_t sort, uint32_t *count);
const sort_t *sort_args(const bank_t *bank, sort_t sort, uint32_t *count);

/* (_ BitVec width), (_ FloatingPoint e s), (Array k v) and the like. */
sort_t sort_bitvec(bank_t *bank, uint32_t width);
sort_t sort_float(bank_t *bank, uint32_t exponent, uint32_t significand);
sort_t sort_of(bank_t *bank, sort_kind_t kind, const sort_t *args, uint32_t count);

/* (-> params... result), with a result that is a function itself flattened into it. */
sort_t sort_function(bank_t *bank, const sort_t *params, uint32_t count, sort_t result);

/* sort with the parameters of a declaration, first, first + 1, ... replaced by args[0], ... */
sort_t sort_instantiate(bank_t *bank, sort_t sort, uint32_t first, const sort_t *args,
                        uint32_t count);

/* Appends the sort as SMT-LIB. */
void sort_print(const bank_t *bank, sort_t sort, strbuf_t *out);

/* The same for messages, cut off when it is long: a sort is a DAG, and its text may be too large
 * for any memory. */
void sort_describe(const bank_t *bank, sort_t sort, strbuf_t *out);

/* --- declarations of sort names --- */

typedef uint32_t sortdecl_t;

typedef enum {
    SORTDECL_FREE,       /* declare-sort: uninterpreted */
    SORTDECL_DEFINED,    /* define-sort: body over the parameters */
    SORTDECL_DATATYPE,   /* declare-datatype(s) */
    SORTDECL_CODATATYPE, /* declare-codatatype(s) */
    SORTDECL_PARAM       /* a parameter of one of the above, or declare-sort-parameter */
} sortdecl_kind_t;

typedef struct sortdecl_row {
    sym_t name;
    sortdecl_kind_t kind;
    uint32_t arity;
    sortdecl_t params; /* the parameters are the declarations params, params + 1, ... */
    sort_t body;       /* SORTDECL_DEFINED: as written */
    uint32_t members;  /* datatypes: start of the constructors (fun_t) in bank->fun_words */
    uint32_t count;    /* datatypes: number of constructors */
} sortdecl_row_t;

sortdecl_t sortdecl_make(bank_t *bank, sym_t name, sortdecl_kind_t kind, uint32_t arity);
sortdecl_row_t *sortdecl_row(const bank_t *bank, sortdecl_t decl);

/* The declaration of a canonical SORT_USER sort. */
sortdecl_t sort_decl(const bank_t *bank, sort_t sort);

#endif
