#include "eval/engine/machine_priv.h"
#include "eval/theory/array.h"
#include "eval/theory/data.h"

/* --- choices --- */

void eval_chose(eval_t *eval) {
    eval->machine->chose = true;
}

static void choose(eval_t *eval, fun_t fun, op_t op, term_t term) {
    eval_chose(eval);
    for (uint32_t i = 0; i < eval->choices.len; i++)
        if (eval->choices.data[i].fun == fun && eval->choices.data[i].op == op)
            return;
    *vec_push(eval->mem, &eval->choices) = (choice_t){fun, op, term};
}

/* --- what a function means --- */

static const meant_t *meaning(const eval_t *eval, fun_t fun) {
    return eval->model ? model_get(eval->model, fun) : NULL;
}

fun_t call_definition(const eval_t *eval, fun_t fun) {
    const fun_row_t *row = fun_row(eval->bank, fun);
    if (row->kind == FUN_DEFINED || row->kind == FUN_RECURSIVE)
        return row->body == TERM_NONE ? FUN_NONE : fun;
    const meant_t *meant = meaning(eval, fun);
    return meant ? meant->body : FUN_NONE;
}

/* The value of a declared function that has no definition: a value in the model, an element of its
 * sort, or a choice. */
static bool declared_value(eval_t *eval, term_t term, sort_t sort, fun_t fun, value_t *out) {
    const meant_t *meant = meaning(eval, fun);
    if (meant) {
        *out = meant->value;
        return true;
    }
    uint32_t element = eval->model ? map_get(&eval->model->element_of, fun) : MAP_NONE;
    if (element != MAP_NONE) {
        *out = value_make(eval->values, OBJ_ELEMENT, (uint64_t[]){sort, element}, 2);
        return true;
    }
    if (!value_default(eval->values, sort, out))
        return eval_unknown(eval, REASON_NO_VALUE, term);
    choose(eval, fun, OP_NONE, term);
    return true;
}

static void bind_params(eval_t *eval, fun_t definition, const value_t *args, uint32_t state) {
    const fun_row_t *row = fun_row(eval->bank, definition);
    for (uint32_t i = 0; i < row->arity; i++)
        scope_bind(eval, eval->bank->fun_words.data[row->vars + i], state, args[i]);
}

/* --- the cache of calls --- */

/* [fun, arguments]: OBJ_CALL is the key of a call; OBJ_FUN, with fewer arguments than the function
 * has parameters, a function of the rest. */
static value_t applied(eval_t *eval, obj_kind_t kind, fun_t fun, const value_t *args,
                       uint32_t count) {
    value_vec_t *words = &eval->machine->scratch;
    words->len = 0;
    *vec_push(eval->mem, words) = fun;
    for (uint32_t i = 0; i < count; i++)
        *vec_push(eval->mem, words) = args[i];
    return value_make(eval->values, kind, words->data, words->len);
}

static const called_t *find_call(eval_t *eval, value_t key) {
    machine_t *m = eval->machine;
    uint64_t note = *value_note(eval->values, key);
    if (note == 0 || note > m->results.len || m->results.data[note - 1].key != key)
        return NULL;
    return &m->results.data[note - 1];
}

static void note_call(eval_t *eval, value_t key, uint32_t state, value_t value) {
    machine_t *m = eval->machine;
    *vec_push(eval->mem, &m->results) = (called_t){key, value, state};
    *value_note(eval->values, key) = m->results.len;
}

/* --- in the machine --- */

/* A function without a definition. */
static void step_declared(eval_t *eval, fun_t fun) {
    machine_t *m = eval->machine;
    term_t term = vec_last(&m->frames).term;
    bool outer = m->chose;
    m->chose = false;
    value_t value = 0;
    bool known = declared_value(eval, term, term_sort(eval->bank, term), fun, &value);
    frame_conclude(eval, known, value, outer);
}

/* A constant: its definition's body, a value, a choice. */
static void step_constant(eval_t *eval, fun_t fun) {
    const fun_row_t *row = fun_row(eval->bank, fun);
    term_t body = TERM_NONE;
    if (row->kind == FUN_NAMED) {
        body = row->body;
    } else {
        fun_t definition = call_definition(eval, fun);
        if (definition != FUN_NONE && fun_row(eval->bank, definition)->arity > 0) {
            frame_finish(eval, MEMO_KNOWN, applied(eval, OBJ_FUN, definition, NULL, 0));
            return;
        }
        if (definition != FUN_NONE)
            body = fun_row(eval->bank, definition)->body;
    }
    if (body != TERM_NONE) {
        const memo_t *memo = frame_take(eval, body);
        if (memo)
            frame_finish(eval, memo->state, memo->value);
        return;
    }
    if (row->kind == FUN_DECLARED)
        step_declared(eval, fun);
    else
        frame_unknown(eval, REASON_UNSUPPORTED);
}

/* Constructors, selectors and testers: no scope of their own. */
static bool step_data(eval_t *eval, const fun_row_t *row, fun_t fun, const term_t *children,
                      uint32_t count) {
    if (row->kind != FUN_CONSTRUCTOR && row->kind != FUN_SELECTOR && row->kind != FUN_TESTER)
        return false;
    machine_t *m = eval->machine;
    frame_t *frame = &vec_last(&m->frames);
    call_t call = {.op = OP_APP,
                   .count = count,
                   .term = frame->term,
                   .sort = term_sort(eval->bank, frame->term),
                   .children = children,
                   .args = frame_operands(eval, frame)};
    bool outer = m->chose;
    m->chose = false;
    value_t value = 0;
    bool known = row->kind == FUN_CONSTRUCTOR ? data_construct(eval, &call, fun, &value)
                 : row->kind == FUN_SELECTOR  ? data_select(eval, &call, fun, &value)
                                              : data_test(eval, &call, row->owner, &value);
    frame_conclude(eval, known, value, outer);
    return true;
}

/* All arguments are there: from the cache, or into the body. */
static void step_enter(eval_t *eval, fun_t fun, uint32_t count) {
    machine_t *m = eval->machine;
    frame_t *frame = &vec_last(&m->frames);
    const value_t *args = frame_operands(eval, frame);
    fun_t definition = call_definition(eval, fun);
    if (definition == FUN_NONE) {
        step_declared(eval, fun);
        return;
    }
    value_t key = applied(eval, OBJ_CALL, fun, args, count);
    const called_t *called = find_call(eval, key);
    if (called) {
        bool chosen = frame->chosen && called->state == MEMO_KNOWN;
        frame_finish(eval, chosen ? MEMO_CHOSEN : called->state, called->value);
        return;
    }
    frame->aux = key;
    frame->inside = true;
    scope_enter(eval);
    bind_params(eval, definition, frame_operands(eval, frame), MEMO_KNOWN);
}

void step_app(eval_t *eval) {
    machine_t *m = eval->machine;
    frame_t *frame = &vec_last(&m->frames);
    fun_t fun = term_words(eval->bank, frame->term, &(uint32_t){0})[0];
    const fun_row_t *row = fun_row(eval->bank, fun);
    uint32_t count;
    const term_t *children = term_children(eval->bank, frame->term, &count);
    if (!frame->inside) {
        if (!frame_take_all(eval, children, count))
            return;
        if (count < row->arity) {
            value_t value = applied(eval, OBJ_FUN, fun, frame_operands(eval, frame), count);
            frame_finish(eval, memo_state(frame->chosen), value);
            return;
        }
        if (step_data(eval, row, fun, children, count))
            return;
        if (count == 0) {
            step_constant(eval, fun);
            return;
        }
        uint32_t depth = m->frames.len;
        step_enter(eval, fun, count);
        if (m->frames.len < depth || m->aborted)
            return;
    }
    fun_t definition = call_definition(eval, fun);
    uint32_t level = frame->level;
    const memo_t *memo = frame_take(eval, fun_row(eval->bank, definition)->body);
    if (!memo)
        return;
    memo_t body = *memo;
    scope_leave(eval);
    frame->level = level; /* a body knows nothing but its parameters */
    note_call(eval, frame->aux, body.state, body.value);
    frame_finish(eval, frame->chosen && body.state == MEMO_KNOWN ? MEMO_CHOSEN : body.state,
                 body.value);
}

/* --- from inside an operator --- */

bool eval_call(eval_t *eval, const call_t *call, fun_t fun, const value_t *args, uint32_t count,
               value_t *out) {
    const fun_row_t *row = fun_row(eval->bank, fun);
    if (count < row->arity) {
        *out = applied(eval, OBJ_FUN, fun, args, count);
        return true;
    }
    call_t inner = {.op = OP_APP,
                    .count = count,
                    .term = call->term,
                    .sort = fun_result(eval->bank, fun),
                    .args = args};
    if (row->kind == FUN_CONSTRUCTOR)
        return data_construct(eval, &inner, fun, out);
    if (row->kind == FUN_SELECTOR)
        return data_select(eval, &inner, fun, out);
    if (row->kind == FUN_TESTER)
        return data_test(eval, &inner, row->owner, out);
    fun_t definition = call_definition(eval, fun);
    if (row->kind == FUN_NAMED)
        return machine_nested(eval, call, row->body, out);
    if (definition == FUN_NONE)
        return declared_value(eval, call->term, inner.sort, fun, out);
    value_t key = applied(eval, OBJ_CALL, fun, args, count);
    const called_t *called = find_call(eval, key);
    uint32_t state;
    if (called) {
        state = called->state;
        *out = called->value;
    } else {
        scope_enter(eval);
        bind_params(eval, definition, args, MEMO_KNOWN);
        bool outer = eval->machine->chose;
        eval->machine->chose = false;
        bool known = machine_nested(eval, call, fun_row(eval->bank, definition)->body, out);
        bool chosen = eval->machine->chose;
        eval->machine->chose = outer;
        scope_leave(eval);
        state = !known ? MEMO_UNKNOWN : chosen ? MEMO_CHOSEN : MEMO_KNOWN;
        if (!known)
            *out = reason_pack(eval->reason);
        if (known || eval->reason.kind != REASON_BUDGET)
            note_call(eval, key, state, *out);
    }
    if (state == MEMO_UNKNOWN) {
        eval->reason = reason_unpack(*out);
        return false;
    }
    eval->machine->chose |= state == MEMO_CHOSEN;
    return true;
}

static bool apply_lambda(eval_t *eval, const call_t *call, value_t lambda, const value_t *args,
                         uint32_t count, value_t *out) {
    uint32_t words, bound, children;
    const uint64_t *captured = value_words(eval->values, lambda, &words);
    term_t term = (term_t)captured[0];
    const term_t *params = term_bound(eval->bank, term, &bound);
    if (count != bound)
        return eval_unknown(eval, REASON_UNSUPPORTED, call->term);
    scope_enter(eval);
    for (uint32_t i = 1; i + 1 < words; i += 2)
        scope_bind(eval, (term_t)captured[i], MEMO_KNOWN, captured[i + 1]);
    for (uint32_t i = 0; i < bound; i++)
        scope_bind(eval, params[i], MEMO_KNOWN, args[i]);
    bool known = machine_nested(eval, call, term_children(eval->bank, term, &children)[0], out);
    scope_leave(eval);
    return known;
}

bool eval_apply(eval_t *eval, const call_t *call, sort_t sort, value_t function,
                const value_t *args, uint32_t count, value_t *out) {
    obj_kind_t kind = value_kind(eval->values, function);
    if (kind == OBJ_LAMBDA)
        return apply_lambda(eval, call, function, args, count, out);
    uint32_t parts;
    const sort_t *sorts = sort_args(eval->bank, sort, &parts);
    if (kind == OBJ_ARRAY && count + 1 == parts)
        return array_select(eval, call, sort, function, args, count, out);
    if (kind == OBJ_OP) {
        uint32_t words;
        const uint64_t *word = value_words(eval->values, function, &words);
        uint32_t index[8];
        uint32_t indices = (uint32_t)word[1];
        if (indices > 8 || count + 1 != parts)
            return eval_unknown(eval, REASON_UNSUPPORTED, call->term);
        for (uint32_t i = 0; i < indices; i++)
            index[i] = (uint32_t)word[2 + i];
        return eval_operator(eval, call, (op_t)word[0], index, indices, sorts, args, count,
                             sorts[parts - 1], out);
    }
    if (kind != OBJ_FUN)
        return eval_unknown(eval, REASON_UNSUPPORTED, call->term);
    uint32_t had;
    const uint64_t *word = value_words(eval->values, function, &had);
    fun_t fun = (fun_t)word[0];
    value_vec_t all = {0};
    for (uint32_t i = 1; i < had; i++)
        *vec_push(eval->mem, &all) = value_words(eval->values, function, &had)[i];
    for (uint32_t i = 0; i < count; i++)
        *vec_push(eval->mem, &all) = args[i];
    bool known = eval_call(eval, call, fun, all.data, all.len, out);
    vec_free(eval->mem, &all);
    return known;
}

/* --- what the standard leaves open --- */

/* The definition's parameters may be fewer than args: z3 writes (/0 x) or (/0 x 0). */
static bool call_open(eval_t *eval, const call_t *call, fun_t definition, const value_t *args,
                      uint32_t count, value_t *out) {
    const fun_row_t *row = fun_row(eval->bank, definition);
    if (row->arity > count)
        return eval_unknown(eval, REASON_UNDERSPECIFIED, call->term);
    if (row->arity == 0)
        return machine_nested(eval, call, row->body, out);
    return eval_call(eval, call, definition, args, row->arity, out);
}

bool eval_open(eval_t *eval, const call_t *call, op_t op, const value_t *args, uint32_t count,
               const value_t *choice, value_t *out) {
    const meant_t *meant = eval->model ? model_get_op(eval->model, op, call->sort) : NULL;
    if (meant && meant->body != FUN_NONE)
        return call_open(eval, call, meant->body, args, count, out);
    if (choice)
        *out = *choice;
    else if (!value_default(eval->values, call->sort, out))
        return eval_unknown(eval, REASON_NO_VALUE, call->term);
    choose(eval, FUN_NONE, op, call->term);
    return true;
}

bool eval_open_fun(eval_t *eval, const call_t *call, fun_t fun, const value_t *args, uint32_t count,
                   value_t *out) {
    const meant_t *meant = meaning(eval, fun);
    if (meant && meant->body != FUN_NONE)
        return call_open(eval, call, meant->body, args, count, out);
    if (!value_default(eval->values, call->sort, out))
        return eval_unknown(eval, REASON_NO_VALUE, call->term);
    choose(eval, fun, OP_NONE, call->term);
    return true;
}
