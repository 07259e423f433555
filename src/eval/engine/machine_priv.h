/* machine_priv.h - the machine that walks terms: its stacks, and what scope.c, machine.c, calls.c
 * and quant.c share.
 *
 * Frames. A term in work is a frame. Its step function asks for the children one after the other:
 * a child whose result is in the memos is taken from there, another one is pushed as a frame of its
 * own, and its result is then in the memos. What was taken lies on the operand stack, so that it
 * does not matter when the memos are forgotten meanwhile.
 *
 * Scopes. Variables are terms, each bound by one binder (term.h), so the value of a variable in
 * scope is simply its memo, and results under a binder can be kept as long as its variables keep
 * their values. A scope is one binder at work; the scopes are numbered from 1, outermost first. The
 * level of a result is the number of the innermost scope whose variables it depends on (0: none, it
 * holds for ever); its stamp is the clock when it was found. The clock ticks whenever a variable
 * gets another value than it had. scope.since is when a variable of this scope or one around it
 * last changed: so a result of level L holds while scope L is open and stamp >= scope[L].since.
 *
 * That a result's scopes are the same as when it was found is made sure by giving up all results
 * of level > 0 (machine.floor) whenever a variable is bound at another level than before, or again
 * inside its own scope (a recursive function). Leaving a let costs nothing: entering it again with
 * the same values, as for the next mutant, finds all results still good. */
#ifndef EVAL_MACHINE_PRIV_H
#define EVAL_MACHINE_PRIV_H

#include "eval/engine/eval_priv.h"
#include "smt/walk/vars.h"

typedef struct frame {
    term_t term;
    uint32_t next;  /* the child to take next, or a phase */
    uint32_t base;  /* start of its operands */
    uint32_t level; /* of what was taken so far */
    uint8_t kind;   /* step function */
    bool chosen;    /* something taken so far depends on a choice */
    bool decided;   /* and, or: decided, but under a choice */
    bool unknown;   /* and, or, quantifier: a child is unknown; aux says why */
    bool inside;    /* its scope is open */
    uint64_t aux;   /* a packed reason; the key of the call in work; the instance being tried */
} frame_t;

typedef struct scope {
    uint32_t since;
    uint32_t saved; /* start in machine.saved */
} scope_t;

typedef struct saved {
    term_t var;
    memo_t memo; /* to put back when it was active */
} saved_t;

typedef struct called {
    value_t key; /* OBJ_CALL */
    value_t value;
    uint32_t state;
} called_t;

typedef struct trailed {
    term_t term;
    memo_t memo;
} trailed_t;

typedef struct machine {
    VEC(frame_t) frames;
    value_vec_t operands;
    u32_vec_t states;    /* of let's operands: state and level */
    VEC(scope_t) scopes; /* [0] is outside of all: since 0 */
    VEC(saved_t) saved;
    VEC(trailed_t) trail;  /* memos of terms below guard, as they were at the mark */
    VEC(called_t) results; /* of calls; the note of an OBJ_CALL is 1 + its place here */
    uint32_t guard;
    uint32_t clock;
    uint32_t floor;
    uint32_t nested; /* runs inside runs */
    bool chose;      /* a choice was made for the operator in work */
    bool aborted;    /* the budget is used up: all frames are given up */
    vars_t vars;     /* work space */
    u32_vec_t list;
    value_vec_t scratch;
} machine_t;

/* --- scope.c --- */

/* The memo of a term when it holds now, else NULL. */
memo_t *memo_find(eval_t *eval, term_t term);
void memo_put(eval_t *eval, term_t term, uint32_t state, value_t value, uint32_t level);

void scope_enter(eval_t *eval);
void scope_bind(eval_t *eval, term_t var, uint32_t state, value_t value);
void scope_leave(eval_t *eval);

/* The number of scopes open. */
static inline uint32_t scope_level(const eval_t *eval) {
    return eval->machine->scopes.len - 1;
}

static inline uint64_t reason_pack(reason_t reason) {
    return (uint64_t)reason.term << 8 | (uint64_t)reason.kind;
}

static inline reason_t reason_unpack(uint64_t packed) {
    return (reason_t){(reason_kind_t)(packed & 0xff), (term_t)(packed >> 8)};
}

/* --- machine.c --- */

/* What a frame has taken so far. */
static inline const value_t *frame_operands(const eval_t *eval, const frame_t *frame) {
    const value_vec_t *operands = &eval->machine->operands;
    return operands->len == 0 ? NULL : operands->data + frame->base;
}

/* Ends the frame on top with a result. */
void frame_finish(eval_t *eval, uint32_t state, value_t value);
void frame_unknown(eval_t *eval, reason_kind_t kind);
void frame_fail(eval_t *eval); /* with eval->reason */

/* A term's result, to whose level the frame on top is raised; NULL when it must be evaluated
 * first, and has been pushed. */
const memo_t *frame_take(eval_t *eval, term_t term);

/* Takes the children that the frame on top has not taken yet, all of which must be known. False
 * when the frame has to wait for one, or was ended because one is unknown. */
static inline bool frame_take_all(eval_t *eval, const term_t *children, uint32_t count) {
    machine_t *m = eval->machine;
    frame_t *frame = &vec_last(&m->frames);
    while (frame->next < count) {
        const memo_t *memo = frame_take(eval, children[frame->next]);
        if (!memo)
            return false;
        if (memo->state == MEMO_UNKNOWN) {
            frame_finish(eval, MEMO_UNKNOWN, memo->value);
            return false;
        }
        frame->chosen |= memo->state == MEMO_CHOSEN;
        *vec_push(eval->mem, &m->operands) = memo->value;
        frame->next++;
    }
    return true;
}

/* How something known is known. */
static inline uint32_t memo_state(bool chosen) {
    return chosen ? MEMO_CHOSEN : MEMO_KNOWN;
}

/* Ends the frame on top with what an operator gave, or could not say. It is a choice when an
 * operand was one, or machine.chose was set since the caller cleared it; outer is what that was
 * before. */
static inline void frame_conclude(eval_t *eval, bool known, value_t value, bool outer) {
    machine_t *m = eval->machine;
    bool chosen = vec_last(&m->frames).chosen || m->chose;
    m->chose = outer;
    if (known)
        frame_finish(eval, memo_state(chosen), value);
    else
        frame_fail(eval);
}

/* Evaluates a term from inside an operator. */
bool machine_nested(eval_t *eval, const call_t *call, term_t term, value_t *out);

/* --- calls.c --- */

void step_app(eval_t *eval);

/* The definition of a function in the script or the model, or FUN_NONE. */
fun_t call_definition(const eval_t *eval, fun_t fun);

/* --- quant.c --- */

void step_quantifier(eval_t *eval);

#endif
