/* script.h - a parsed SMT-LIB file: its commands, in order.
 *
 * A command is a kind (a row of commands.def) and words; what they mean is its row's SHAPE:
 *
 *   NONE      -                                        (check-sat) (exit) (reset) ...
 *   COUNT     [n]; none when it was not written        (push 1) (pop)
 *   SYMBOL    [symbol]                                 (set-logic QF_LIA)
 *   STRING    [text without the outer quotes]          (echo "...")
 *   ATTR      [keyword, value as text or SYM_NONE]     (set-info :status sat) (set-option ...)
 *   TERM      [term, rest as text or SYM_NONE]         (assert t) (assert-soft t :weight 2)
 *   TERMS     [terms...]                               (check-sat-assuming (a b)) (get-value (x))
 *   FUN       [fun]                                    (declare-fun f (Int) Int) (define-fun ...)
 *   FUNS      [funs...]                                (define-funs-rec ...)
 *   SORTDECL  [declaration]                            (declare-sort S 0) (define-sort ...)
 *   DATATYPES [declarations...]                        (declare-datatypes ...)
 *   HEAP      [sorts...]                               (declare-heap (Int Int))
 *   POOL      [fun, terms...]                          (declare-pool p Int (0 1))
 *   GOAL      [symbol, term, rest as text or SYM_NONE] (get-abduct A t)
 *   TEXT      [text]                                   everything else, verbatim
 *   COMMENT   [text from ';' to the end of the line]
 *
 * Comments are commands of their own, in front of the command they were in or before; a comment
 * that follows a command on its line has the flag COMMAND_TRAILING. */
#ifndef SMT_SCRIPT_H
#define SMT_SCRIPT_H

#include "smt/term/bank.h"

typedef enum {
#define CMD(id, name, shape, doc) CMD_##id,
#include "smt/term/commands.def"
    CMD_COUNT
} cmd_t;

typedef enum {
    SHAPE_NONE,
    SHAPE_COUNT,
    SHAPE_SYMBOL,
    SHAPE_STRING,
    SHAPE_ATTR,
    SHAPE_TERM,
    SHAPE_TERMS,
    SHAPE_FUN,
    SHAPE_FUNS,
    SHAPE_SORTDECL,
    SHAPE_DATATYPES,
    SHAPE_HEAP,
    SHAPE_POOL,
    SHAPE_GOAL,
    SHAPE_TEXT,
    SHAPE_COMMENT
} shape_t;

enum {
    COMMAND_TRAILING = 1, /* a comment on the line of the command before it */
    COMMAND_BLANK = 2,    /* an empty line stood in front of it */
};

typedef struct command {
    uint16_t kind; /* cmd_t */
    uint16_t flags;
    uint32_t offset; /* in the source, of its '(' or ';' */
    uint32_t words;  /* start in script->words; the next command's start is the end */
} command_t;

typedef struct script {
    bank_t *bank;
    VEC(command_t) commands; /* one row more than there are commands */
    u32_vec_t words;
} script_t;

typedef struct cmd_info {
    const char *name;
    shape_t shape;
    const char *doc;
} cmd_info_t;

const cmd_info_t *cmd_info(cmd_t kind);

void script_init(script_t *script, bank_t *bank);
void script_done(script_t *script);

void script_add(script_t *script, cmd_t kind, const uint32_t *words, uint32_t count, uint32_t flags,
                uint32_t offset);

static inline uint32_t script_count(const script_t *script) {
    return script->commands.len - 1;
}

cmd_t script_kind(const script_t *script, uint32_t i);

/* The words of command i; they may be changed in place (a new term for an assertion). */
uint32_t *script_words(const script_t *script, uint32_t i, uint32_t *count);

/* The name of the last set-logic, or SYM_NONE. */
sym_t script_logic(const script_t *script);

/* The last check-sat or check-sat-assuming; UINT32_MAX when there is none. */
uint32_t script_last_check(const script_t *script);

/* One formula that is in force: the command, and which of its words (an assumption of
 * check-sat-assuming is one of many). */
typedef struct in_force {
    uint32_t command;
    uint32_t word;
    term_t term;
} in_force_t;

typedef VEC(in_force_t) in_force_vec_t;

/* Appends the formulas that hold at command i, which may be the count of commands: assertions that
 * no pop or reset took back, and the assumptions of command i itself. */
void script_in_force(const script_t *script, uint32_t i, mem_t *mem, in_force_vec_t *out);

/* Whether commands of this kind make names known. */
bool cmd_declares(cmd_t kind);

/* Appends the commands before command i whose declarations hold there: no pop or reset took them
 * back. Under :global-declarations a pop takes back none. */
void script_declarations(const script_t *script, uint32_t i, mem_t *mem, u32_vec_t *out);

/* The terms of a command, as positions into script_words: first and count. Terms of definitions are
 * bodies of funs and not among them. */
void script_terms(const script_t *script, uint32_t i, uint32_t *first, uint32_t *count);

#endif
