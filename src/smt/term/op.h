/* op.h - operators: the rows of ops.def, and the node kinds that have no name.
 *
 * The names of the operator table are the first symbols of every bank, so an operator is found from
 * a symbol by looking at a number. */
#ifndef SMT_OP_H
#define SMT_OP_H

#include "smt/term/sort.h"

typedef enum {
    OP_BAD, /* must be 0 */
    /* literals, as they are spelled */
    OP_NUMERAL, /* 42 */
    OP_DECIMAL, /* 4.2 */
    OP_HEX,     /* #x2A */
    OP_BINARY,  /* #b101010 */
    OP_STRING,  /* "forty-two": the text without the outer quotes, "" still doubled */
    OP_BVNUM,   /* (_ bv42 8) */
    OP_CHAR,    /* (_ char #x2A) */
    OP_FIELD,   /* (_ ff42 p), #f42mp */
    /* variables and applications */
    OP_VAR,
    OP_APP,
    OP_APP_AS,
    OP_APPLY, /* a function value in head position: ((f x) y), (x y) */
#define OP(id, name, theory, indices, args, result, attr, doc) OP_##id,
#include "smt/term/ops.def"
    OP_COUNT
} op_t;

#define OP_FIRST_ROW (OP_APPLY + 1)
#define OP_NONE OP_COUNT

/* An operator as it was written: the row, and which of the name's spellings (0 is the row's own
 * name, k the k-th ALIAS of it). Terms hold opcodes, so that they print as they were read. */
typedef uint16_t opcode_t;

enum { OP_SPELLING_SHIFT = 11, OP_ROW_MASK = (1 << OP_SPELLING_SHIFT) - 1 };

_Static_assert((int)OP_COUNT <= (int)OP_ROW_MASK, "the operator table outgrew the opcode");

static inline op_t op_of_code(opcode_t code) {
    return (op_t)(code & OP_ROW_MASK);
}

typedef enum {
#define THEORY(id, name, origin, doc) THEORY_##id,
#include "smt/term/theories.def"
    THEORY_COUNT
} theory_t;

/* The ATTR column. */
typedef enum {
    OP_ATTR_NONE,
    OP_ATTR_LEFT,
    OP_ATTR_RIGHT,
    OP_ATTR_CHAIN,
    OP_ATTR_PAIR,
    OP_ATTR_AS,
    OP_ATTR_BIND,
    OP_ATTR_TYPED
} op_attr_t;

typedef struct op_info {
    const char *name; /* "" for the node kinds without a name */
    theory_t theory;
    const char *indices;
    const char *args;
    const char *result;
    op_attr_t attr;
    const char *doc;
} op_info_t;

const op_info_t *op_info(op_t op);

/* Words in the head of a node with this operator; -1 when the first word says how many follow. */
int op_head(op_t op);

/* Indices the operator takes; -1 for one or more. */
int op_index_count(op_t op);

static inline bool op_is_literal(op_t op) {
    return op >= OP_NUMERAL && op <= OP_FIELD;
}

/* Whether it compares numbers; = and distinct compare other things too. */
static inline bool op_is_comparison(op_t op) {
    return op == OP_LE || op == OP_LT || op == OP_GE || op == OP_GT || op == OP_EQ ||
           op == OP_DISTINCT;
}

/* Whether nodes with this operator bind the variables in their head (not OP_MATCH, whose cases have
 * variables of their own). */
bool op_is_binder(op_t op);

/* Whether they bind variables at all: op_is_binder, or OP_MATCH. */
static inline bool op_binds(op_t op) {
    return op == OP_MATCH || op_is_binder(op);
}

/* The first row with this name or alias, spelled so; OP_NONE when there is none. */
opcode_t op_of_symbol(const bank_t *bank, sym_t name);

/* The next row of the same name, in the same spelling; OP_NONE after the last. */
opcode_t op_next_overload(const bank_t *bank, opcode_t code);

/* The name as it was written. */
sym_t op_symbol(const bank_t *bank, opcode_t code);

/* The tables that the three above look up, one per bank. */
typedef struct op_names {
    VEC(opcode_t) codes; /* by symbol: the first row of that name, or OP_NONE */
    u32_vec_t symbols;   /* by row: its name */
    u32_vec_t next;      /* by row: the next row of the same name, or OP_NONE */
    u32_vec_t aliases;   /* pairs: a name, and another spelling of it */
} op_names_t;

void op_names_init(op_names_t *names, symbols_t *symbols, mem_t *mem);
void op_names_done(op_names_t *names, mem_t *mem);

bool theory_is_standard(theory_t theory);
const char *theory_name(theory_t theory);

/* Solvers, by the names that ops.def and theories.def have for them. */
enum {
    HAS_Z3 = 1,
    HAS_OTHER_Z3 = 2, /* newer ones, and other spellings */
    HAS_CVC5 = 4,
    HAS_OLD_CVC = 8, /* cvc4, and what was before it */
    HAS_ALL = 15
};

/* Those that have the operator, as bits: all have what is the standard's. */
uint32_t op_solvers(op_t op);

#endif
