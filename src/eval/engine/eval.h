/* eval.h - the exact value of a term under a model, or unknown with a reason.
 *
 *     values_t values;  model_t model;  eval_t eval;
 *     ...
 *     eval_init(&eval, &bank, &values, &model, mem);
 *     switch (eval_formula(&eval, assertion)) {
 *     case HOLDS_YES: ...                                                // the model satisfies it
 *     case HOLDS_NO: ...                                                 // it does not
 *     case HOLDS_UNKNOWN: eval_why(&eval, eval.reason, &text); ...       // appends why not
 *     }
 *
 * Never a guess. Where the standard leaves a value open ((/ x 0), a selector on the wrong
 * constructor) and the model does not say it, or the model misses a variable, the evaluator
 * chooses one value for it, always the same, and remembers that it did: the choice is listed in
 * eval->choices. A formula that is true under a choice is true in that model made complete, so
 * HOLDS_YES is certain. One that is false under it may be true under another: HOLDS_UNKNOWN.
 * eval_term tells the two apart by result.chosen.
 *
 * Results are kept by term id. After a replacement at a position (position.h) only the terms of
 * the path are new, so only they are evaluated. When the bank is released to a mark, tell the
 * evaluator before:
 *
 *     bank_mark_t mark = bank_mark(&bank);  eval_mark_t known = eval_mark(&eval);
 *     term_t mutant = position_replace(&at, other);
 *     eval_formula(&eval, mutant);
 *     eval_release(&eval, known);  bank_release(&bank, mark);
 *
 * Terms may be a million deep: evaluation does not recurse, except into functions given to
 * operators (set.fold), and there with a limit. No term is made. */
#ifndef EVAL_EVAL_H
#define EVAL_EVAL_H

#include "base/strbuf.h"
#include "eval/model/model.h"

typedef enum {
    REASON_NONE,
#define REASON(id, text) REASON_##id,
#include "eval/engine/reasons.def"
    REASON_COUNT
} reason_kind_t;

typedef struct reason {
    reason_kind_t kind;
    term_t term; /* where */
} reason_t;

typedef enum { HOLDS_NO, HOLDS_YES, HOLDS_UNKNOWN } holds_t;

typedef struct result {
    bool known;
    bool chosen; /* known, but under choices */
    value_t value;
    reason_t reason; /* when not known */
} result_t;

/* What is known of one term: see scope.c. */
typedef struct memo {
    value_t value; /* or the packed reason why it is unknown */
    uint32_t stamp;
    uint32_t level : 26;
    uint32_t state : 4; /* MEMO_... in eval_priv.h */
    uint32_t active : 1;
} memo_t;

typedef struct choice {
    fun_t fun;   /* a function that is missing in the model, or FUN_NONE */
    op_t op;     /* else an operator with a value left open */
    term_t term; /* where it was met */
} choice_t;

typedef struct eval_limits {
    uint64_t steps;     /* nodes evaluated in one call of eval_term; functions may charge more */
    uint32_t words;     /* of new objects (value.h) in such a call */
    uint32_t bits;      /* of an integer, of a numerator; also the width of a bit-vector */
    uint32_t length;    /* elements of a string, a sequence, a set, an array's table */
    uint32_t depth;     /* calls nested in each other, and terms nested in each other */
    uint32_t instances; /* assignments tried for one quantifier */
} eval_limits_t;

/* 20 million steps, 2^25 words, 2^20 bits, 2^22 elements, 4 million deep, 4096 instances. */
extern const eval_limits_t eval_default_limits;

typedef struct eval {
    mem_t *mem;
    bank_t *bank;
    values_t *values;
    const model_t *model;
    eval_limits_t limits;
    uint64_t steps;        /* left in this call */
    uint64_t words;        /* how many there may be at its end */
    uint64_t nodes;        /* evaluated since eval_init, for statistics */
    reason_t reason;       /* of the last unknown */
    VEC(choice_t) choices; /* each function and operator once */
    VEC(memo_t) memos;     /* by term id */
    struct machine *machine;
} eval_t;

/* model may be NULL: nothing has a value. It must outlive the evaluator. */
void eval_init(eval_t *eval, bank_t *bank, values_t *values, const model_t *model, mem_t *mem);
void eval_done(eval_t *eval);

/* Another model, or the same one changed: everything found is forgotten, but not the limits. */
void eval_set_model(eval_t *eval, const model_t *model);

result_t eval_term(eval_t *eval, term_t term);
holds_t eval_formula(eval_t *eval, term_t formula);

/* Appends why an answer was unknown: result.reason, or eval->reason for the last one. */
void eval_why(const eval_t *eval, reason_t reason, strbuf_t *out);

/* Appends the term, or only its head when its text is long. */
void eval_describe(const eval_t *eval, term_t term, strbuf_t *out);
const char *reason_text(reason_kind_t kind);

/* Opens a scope in which the variables have these results, so that terms with these variables free
 * can be evaluated: the inside of a let (with the results of its values), of a quantifier (with
 * results that are not known). Scopes are opened as the binders around a term stand, outermost
 * first; what was found in them is kept as long as the same are open with the same results. No
 * scope may be open where a whole formula is evaluated. */
void eval_enter(eval_t *eval, const term_t *vars, const result_t *results, uint32_t count);
void eval_leave(eval_t *eval);

typedef struct eval_mark {
    uint32_t terms, trail, guard, choices, results, floor;
    values_mark_t values;
} eval_mark_t;

/* Back to what was known at the mark; terms and values made since are forgotten. Marks are released
 * in reverse order, and not while the evaluator is at work. */
eval_mark_t eval_mark(eval_t *eval);
void eval_release(eval_t *eval, eval_mark_t mark);

#endif
