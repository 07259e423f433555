#include "eval/engine/machine_priv.h"

#include "base/bug.h"
#include "eval/theory/data.h"

/* The step functions, by operator. */
enum {
    STEP_STRICT, /* all children, then the function of rules.def */
    STEP_AND,
    STEP_OR,
    STEP_IMPLIES,
    STEP_ITE,
    STEP_EQ,
    STEP_DISTINCT,
    STEP_LET,
    STEP_FORALL,
    STEP_EXISTS,
    STEP_MATCH,
    STEP_ANNOT,
    STEP_LAMBDA,
    STEP_WITNESS,
    STEP_CHOICE,
    STEP_SET_COMPREHENSION,
    STEP_ROOT_OBJ,
    STEP_LITERAL,
    STEP_VAR,
    STEP_APP,
    STEP_APPLY
};

static const uint8_t steps[OP_COUNT] = {
    [OP_NUMERAL] = STEP_LITERAL, [OP_DECIMAL] = STEP_LITERAL, [OP_HEX] = STEP_LITERAL,
    [OP_BINARY] = STEP_LITERAL,  [OP_STRING] = STEP_LITERAL,  [OP_BVNUM] = STEP_LITERAL,
    [OP_CHAR] = STEP_LITERAL,    [OP_FIELD] = STEP_LITERAL,   [OP_VAR] = STEP_VAR,
    [OP_APP] = STEP_APP,         [OP_APP_AS] = STEP_APP,      [OP_APPLY] = STEP_APPLY,
#define RULE(id, fn) [OP_##id] = STEP_STRICT,
#define SPECIAL(id) [OP_##id] = STEP_##id,
#include "eval/engine/rules.def"
};

static eval_fun_t *const rules[OP_COUNT] = {
#define RULE(id, fn) [OP_##id] = (fn),
#define SPECIAL(id)
#include "eval/engine/rules.def"
};

enum {
#define RULE(id, fn) ROW_##id,
#define SPECIAL(id) ROW_##id,
#include "eval/engine/rules.def"
    RULE_ROWS
};

_Static_assert((int)RULE_ROWS == (int)OP_COUNT - (int)OP_FIRST_ROW,
               "an operator of ops.def has no row in rules.def, or two");

eval_fun_t *eval_rule(op_t op) {
    return rules[op];
}

/* --- frames --- */

static void frame_push(eval_t *eval, term_t term) {
    machine_t *m = eval->machine;
    if (eval->steps == 0 || eval->values->words.len > eval->words ||
        m->frames.len >= eval->limits.depth) {
        eval_unknown(eval, REASON_BUDGET, term);
        m->aborted = true;
        return;
    }
    eval->steps--;
    eval->nodes++;
    op_t op = op_of_code(eval->bank->terms.data[term].op);
    *vec_push(eval->mem, &m->frames) =
        (frame_t){.term = term, .base = m->operands.len, .kind = steps[op]};
}

void frame_finish(eval_t *eval, uint32_t state, value_t value) {
    machine_t *m = eval->machine;
    frame_t frame = vec_pop(&m->frames);
    m->operands.len = frame.base;
    memo_put(eval, frame.term, state, value, frame.level);
}

void frame_fail(eval_t *eval) {
    if (eval->reason.kind == REASON_BUDGET) {
        eval->machine->aborted = true;
        return;
    }
    frame_finish(eval, MEMO_UNKNOWN, reason_pack(eval->reason));
}

void frame_unknown(eval_t *eval, reason_kind_t kind) {
    eval_unknown(eval, kind, vec_last(&eval->machine->frames).term);
    frame_fail(eval);
}

const memo_t *frame_take(eval_t *eval, term_t term) {
    memo_t *memo = memo_find(eval, term);
    if (!memo) {
        frame_push(eval, term);
        return NULL;
    }
    frame_t *frame = &vec_last(&eval->machine->frames);
    if (frame->level < memo->level)
        frame->level = memo->level;
    return memo;
}

/* --- operators that take all their arguments --- */

static void finish_call(eval_t *eval, eval_fun_t *fn, const term_t *children, uint32_t count) {
    machine_t *m = eval->machine;
    frame_t *frame = &vec_last(&m->frames);
    const term_row_t *row = &eval->bank->terms.data[frame->term];
    call_t call = {.op = op_of_code(row->op),
                   .count = count,
                   .term = frame->term,
                   .sort = row->sort,
                   .children = children,
                   .args = frame_operands(eval, frame)};
    call.index = term_head(eval->bank, frame->term, &call.index_count);
    bool outer = m->chose;
    m->chose = false;
    value_t value = 0;
    bool known = fn(eval, &call, &value);
    frame_conclude(eval, known, value, outer);
}

static void step_strict(eval_t *eval, eval_fun_t *fn) {
    uint32_t count;
    const term_t *children =
        term_children(eval->bank, vec_last(&eval->machine->frames).term, &count);
    if (frame_take_all(eval, children, count))
        finish_call(eval, fn, children, count);
}

/* --- Bool --- */

/* and, or, =>: what decides is known without the rest. */
static void step_junction(eval_t *eval, uint32_t kind) {
    machine_t *m = eval->machine;
    frame_t *frame = &vec_last(&m->frames);
    uint32_t count;
    const term_t *children = term_children(eval->bank, frame->term, &count);
    value_t decides = kind != STEP_AND;
    while (frame->next < count) {
        const memo_t *memo = frame_take(eval, children[frame->next]);
        if (!memo)
            return;
        bool negated = kind == STEP_IMPLIES && frame->next + 1 < count;
        frame->next++;
        if (memo->state == MEMO_UNKNOWN) {
            if (!frame->unknown)
                frame->aux = memo->value;
            frame->unknown = true;
        } else if ((memo->value ^ negated) != decides) {
            frame->chosen |= memo->state == MEMO_CHOSEN;
        } else if (memo->state == MEMO_KNOWN) {
            frame_finish(eval, MEMO_KNOWN, decides);
            return;
        } else {
            frame->decided = true;
        }
    }
    if (frame->decided)
        frame_finish(eval, MEMO_CHOSEN, decides);
    else if (frame->unknown)
        frame_finish(eval, MEMO_UNKNOWN, frame->aux);
    else
        frame_finish(eval, memo_state(frame->chosen), !decides);
}

/* With an unknown condition both branches may still agree. */
static void step_ite(eval_t *eval) {
    machine_t *m = eval->machine;
    frame_t *frame = &vec_last(&m->frames);
    uint32_t count;
    const term_t *children = term_children(eval->bank, frame->term, &count);
    const memo_t *memo;
    if (frame->next == 0) {
        if (!(memo = frame_take(eval, children[0])))
            return;
        frame->unknown = memo->state == MEMO_UNKNOWN;
        frame->chosen = memo->state == MEMO_CHOSEN;
        frame->aux = memo->value;
        frame->next = frame->unknown || memo->value ? 1 : 2;
    }
    if (!frame->unknown) {
        if (!(memo = frame_take(eval, children[frame->next])))
            return;
        bool chosen = frame->chosen && memo->state == MEMO_KNOWN;
        frame_finish(eval, chosen ? MEMO_CHOSEN : memo->state, memo->value);
        return;
    }
    uint64_t why = frame->aux;
    while (frame->next <= 2) {
        if (!(memo = frame_take(eval, children[frame->next])))
            return;
        if (memo->state == MEMO_UNKNOWN) {
            frame_finish(eval, MEMO_UNKNOWN, why);
            return;
        }
        frame->chosen |= memo->state == MEMO_CHOSEN;
        *vec_push(eval->mem, &m->operands) = memo->value;
        frame->next++;
    }
    const value_t *branch = frame_operands(eval, frame);
    if (branch[0] == branch[1])
        frame_finish(eval, memo_state(frame->chosen), branch[0]);
    else
        frame_finish(eval, MEMO_UNKNOWN, why);
}

/* A term equals itself, whatever its value. */
static void step_equality(eval_t *eval, uint32_t kind) {
    const frame_t *frame = &vec_last(&eval->machine->frames);
    uint32_t count;
    const term_t *children = term_children(eval->bank, frame->term, &count);
    if (frame->next == 0 && count == 2 && children[0] == children[1])
        frame_finish(eval, MEMO_KNOWN, kind == STEP_EQ);
    else
        step_strict(eval, kind == STEP_EQ ? eval_eq : eval_distinct);
}

/* --- binders --- */

/* Ends the frame with the body, once that is known. What depends on the binder's own variables
 * depends on what is around the binder. */
static void step_body(eval_t *eval, term_t body) {
    frame_t *frame = &vec_last(&eval->machine->frames);
    uint32_t level = frame->level;
    const memo_t *memo = frame_take(eval, body);
    if (!memo)
        return;
    memo_t result = *memo;
    scope_leave(eval);
    frame->level = result.level > scope_level(eval) ? scope_level(eval) : result.level;
    if (frame->level < level)
        frame->level = level;
    bool chosen = frame->chosen && result.state == MEMO_KNOWN;
    frame_finish(eval, chosen ? MEMO_CHOSEN : result.state, result.value);
}

static void step_let(eval_t *eval) {
    machine_t *m = eval->machine;
    frame_t *frame = &vec_last(&m->frames);
    uint32_t count, bound;
    const term_t *children = term_children(eval->bank, frame->term, &count);
    const term_t *vars = term_bound(eval->bank, frame->term, &bound);
    const memo_t *memo;
    while (frame->next < bound) {
        if (!(memo = frame_take(eval, children[frame->next])))
            return;
        *vec_push(eval->mem, &m->operands) = memo->value;
        *vec_push(eval->mem, &m->states) = memo->state;
        frame->next++;
    }
    if (!frame->inside) {
        frame->inside = true;
        scope_enter(eval);
        m->states.len -= bound;
        for (uint32_t i = 0; i < bound; i++)
            scope_bind(eval, vars[i], m->states.data[m->states.len + i],
                       m->operands.data[frame->base + i]);
        m->operands.len = frame->base;
    }
    step_body(eval, children[bound]);
}

/* The case for a value: its child number, and where its words start. */
static uint32_t find_case(const eval_t *eval, term_t term, value_t value, uint32_t *start) {
    uint32_t count;
    const uint32_t *head = term_head(eval->bank, term, &count);
    uint32_t constructor = (uint32_t)data_constructor(eval->values, value);
    uint32_t at = 1;
    uint32_t cases = 0;
    while (at < count) {
        if (head[at] == FUN_NONE || head[at] == constructor) {
            *start = at;
            return cases + 1;
        }
        at += 2 + head[at + 1];
        cases++;
    }
    return 0;
}

static void step_match(eval_t *eval) {
    machine_t *m = eval->machine;
    frame_t *frame = &vec_last(&m->frames);
    uint32_t count;
    const term_t *children = term_children(eval->bank, frame->term, &count);
    const memo_t *memo;
    if (!frame->inside) {
        if (!(memo = frame_take(eval, children[0])))
            return;
        if (memo->state == MEMO_UNKNOWN) {
            frame_finish(eval, MEMO_UNKNOWN, memo->value);
            return;
        }
        frame->chosen = memo->state == MEMO_CHOSEN;
        value_t value = memo->value;
        uint32_t state = memo->state;
        uint32_t start;
        frame->next = find_case(eval, frame->term, value, &start);
        if (frame->next == 0) {
            frame_unknown(eval, REASON_UNSUPPORTED);
            return;
        }
        const uint32_t *words = term_head(eval->bank, frame->term, &count) + start;
        frame->inside = true;
        scope_enter(eval);
        if (words[0] == FUN_NONE) {
            if (words[1] == 1)
                scope_bind(eval, words[2], state, value);
        } else {
            uint32_t fields;
            const uint64_t *field = data_fields(eval->values, value, &fields);
            for (uint32_t i = 0; i < words[1] && i < fields; i++)
                scope_bind(eval, words[2 + i], state, field[i]);
        }
    }
    step_body(eval, children[frame->next]);
}

static void step_lambda(eval_t *eval) {
    machine_t *m = eval->machine;
    frame_t *frame = &vec_last(&m->frames);
    term_t term = frame->term;
    call_t call = {.op = OP_LAMBDA, .term = term};
    enum { A_STEP = 16 }; /* looking at 16 terms takes as long as a step */
    vars_bound(&m->vars, term, &m->list);
    if (!eval_charge(eval, &call, (uint64_t)m->list.len * m->vars.reach.order.len / A_STEP)) {
        frame_fail(eval);
        return;
    }
    vars_free(&m->vars, term, &m->list);
    value_vec_t *words = &m->scratch;
    words->len = 0;
    *vec_push(eval->mem, words) = term;
    for (uint32_t i = 0; i < m->list.len; i++) {
        term_t var = m->list.data[i];
        const memo_t *memo = memo_find(eval, var);
        if (!memo) {
            eval_unknown(eval, REASON_UNBOUND, var);
            frame_fail(eval);
            return;
        }
        if (frame->level < memo->level)
            frame->level = memo->level;
        if (memo->state == MEMO_UNKNOWN) {
            frame_finish(eval, MEMO_UNKNOWN, memo->value);
            return;
        }
        frame->chosen |= memo->state == MEMO_CHOSEN;
        *vec_push(eval->mem, words) = var;
        *vec_push(eval->mem, words) = memo->value;
    }
    value_t value = value_make(eval->values, OBJ_LAMBDA, words->data, words->len);
    sort_t sort = term_sort(eval->bank, term);
    bool outer = m->chose;
    m->chose = false;
    if (sort_kind(eval->bank, sort) == SORT_ARRAY)
        (void)eval_tabulate(eval, sort, value, &value);
    frame_conclude(eval, true, value, outer);
}

/* --- the rest --- */

static void step_pass(eval_t *eval) {
    uint32_t count;
    term_t term = vec_last(&eval->machine->frames).term;
    const memo_t *memo = frame_take(eval, term_children(eval->bank, term, &count)[0]);
    if (memo)
        frame_finish(eval, memo->state, memo->value);
}

static void step_literal(eval_t *eval, uint32_t kind) {
    term_t term = vec_last(&eval->machine->frames).term;
    value_t value;
    if (kind == STEP_LITERAL ? eval_literal(eval, term, &value) : eval_root_obj(eval, term, &value))
        frame_finish(eval, MEMO_KNOWN, value);
    else
        frame_fail(eval);
}

static void step(eval_t *eval) {
    const frame_t *frame = &vec_last(&eval->machine->frames);
    switch (frame->kind) {
    case STEP_STRICT:
        step_strict(eval, rules[op_of_code(eval->bank->terms.data[frame->term].op)]);
        break;
    case STEP_AND:
    case STEP_OR:
    case STEP_IMPLIES:
        step_junction(eval, frame->kind);
        break;
    case STEP_ITE:
        step_ite(eval);
        break;
    case STEP_EQ:
    case STEP_DISTINCT:
        step_equality(eval, frame->kind);
        break;
    case STEP_LET:
        step_let(eval);
        break;
    case STEP_FORALL:
    case STEP_EXISTS:
        step_quantifier(eval);
        break;
    case STEP_MATCH:
        step_match(eval);
        break;
    case STEP_ANNOT:
        step_pass(eval);
        break;
    case STEP_LAMBDA:
        step_lambda(eval);
        break;
    case STEP_LITERAL:
    case STEP_ROOT_OBJ:
        step_literal(eval, frame->kind);
        break;
    case STEP_VAR:
        frame_unknown(eval, REASON_UNBOUND);
        break;
    case STEP_APP:
        step_app(eval);
        break;
    case STEP_APPLY:
        step_strict(eval, eval_apply_term);
        break;
    default:
        frame_unknown(eval, REASON_UNSUPPORTED);
        break;
    }
}

/* Runs until the term has a result, on top of what is in work. */
static result_t run(eval_t *eval, term_t term) {
    machine_t *m = eval->machine;
    uint32_t frames = m->frames.len;
    uint32_t operands = m->operands.len;
    uint32_t states = m->states.len;
    uint32_t scopes = m->scopes.len;
    memo_t *memo;
    while (!(memo = memo_find(eval, term))) {
        frame_push(eval, term);
        while (m->frames.len > frames && !m->aborted)
            step(eval);
        if (!m->aborted)
            continue;
        while (m->scopes.len > scopes)
            scope_leave(eval);
        m->frames.len = frames;
        m->operands.len = operands;
        m->states.len = states;
        return (result_t){.reason = eval->reason};
    }
    if (memo->state == MEMO_UNKNOWN)
        return (result_t){.reason = reason_unpack(memo->value)};
    return (result_t){.known = true, .chosen = memo->state == MEMO_CHOSEN, .value = memo->value};
}

enum { MAX_NESTED = 64 };

bool machine_nested(eval_t *eval, const call_t *call, term_t term, value_t *out) {
    machine_t *m = eval->machine;
    if (m->nested >= MAX_NESTED)
        return eval_unknown(eval, REASON_TOO_LARGE, call->term);
    m->nested++;
    bool outer = m->chose;
    value_vec_t operands = m->operands; /* the arguments of the operator in work must not move */
    m->operands = (value_vec_t){0};
    result_t result = run(eval, term);
    vec_free(eval->mem, &m->operands);
    m->operands = operands;
    m->nested--;
    m->chose = outer || (result.known && result.chosen);
    *out = result.value;
    eval->reason = result.reason;
    return result.known;
}

/* --- the evaluator --- */

const eval_limits_t eval_default_limits = {.steps = 20000000,
                                           .words = 1 << 25,
                                           .bits = 1 << 20,
                                           .length = 1 << 22,
                                           .depth = 4000000,
                                           .instances = 4096};

void eval_init(eval_t *eval, bank_t *bank, values_t *values, const model_t *model, mem_t *mem) {
    *eval = (eval_t){.mem = mem,
                     .bank = bank,
                     .values = values,
                     .model = model,
                     .limits = eval_default_limits,
                     .words = UINT64_MAX};
    eval->machine = mem_zalloc(mem, 1, sizeof *eval->machine);
    vars_init(&eval->machine->vars, bank);
    *vec_push(mem, &eval->machine->scopes) = (scope_t){0};
    eval->machine->clock = eval->machine->floor = 1;
}

void eval_done(eval_t *eval) {
    mem_t *mem = eval->mem;
    machine_t *m = eval->machine;
    vars_done(&m->vars);
    vec_free(mem, &m->frames);
    vec_free(mem, &m->operands);
    vec_free(mem, &m->states);
    vec_free(mem, &m->scopes);
    vec_free(mem, &m->saved);
    vec_free(mem, &m->trail);
    vec_free(mem, &m->results);
    vec_free(mem, &m->list);
    vec_free(mem, &m->scratch);
    mem_free(mem, m);
    vec_free(mem, &eval->choices);
    vec_free(mem, &eval->memos);
}

void eval_set_model(eval_t *eval, const model_t *model) {
    eval->model = model;
    eval->memos.len = 0;
    eval->choices.len = 0;
    eval->machine->results.len = 0;
    eval->machine->trail.len = 0;
    eval->machine->guard = 0;
    eval->machine->clock = eval->machine->floor = 1;
}

/* Before the clock runs over, all that was found under binders is given up. */
static void restart_clock(eval_t *eval) {
    machine_t *m = eval->machine;
    for (uint32_t i = 0; i < eval->memos.len; i++)
        if (eval->memos.data[i].level > 0)
            eval->memos.data[i].state = MEMO_NONE;
    for (uint32_t i = 0; i < m->trail.len; i++)
        if (m->trail.data[i].memo.level > 0)
            m->trail.data[i].memo.state = MEMO_NONE;
    m->clock = m->floor = 1;
}

result_t eval_term(eval_t *eval, term_t term) {
    machine_t *m = eval->machine;
    if (m->clock > UINT32_MAX / 2 && m->scopes.len == 1)
        restart_clock(eval);
    eval->steps = eval->limits.steps;
    eval->words = (uint64_t)eval->values->words.len + eval->limits.words;
    m->aborted = false;
    m->chose = false;
    result_t result = run(eval, term);
    eval->reason = result.reason;
    return result;
}

holds_t eval_formula(eval_t *eval, term_t formula) {
    result_t result = eval_term(eval, formula);
    if (!result.known)
        return HOLDS_UNKNOWN;
    if (result.value)
        return HOLDS_YES;
    if (!result.chosen)
        return HOLDS_NO;
    eval->reason = (reason_t){REASON_OPEN, formula};
    return HOLDS_UNKNOWN;
}

eval_mark_t eval_mark(eval_t *eval) {
    machine_t *m = eval->machine;
    eval_mark_t mark = {.terms = bank_term_count(eval->bank),
                        .trail = m->trail.len,
                        .guard = m->guard,
                        .choices = eval->choices.len,
                        .results = m->results.len,
                        .floor = m->floor,
                        .values = values_mark(eval->values)};
    m->guard = mark.terms;
    return mark;
}

void eval_release(eval_t *eval, eval_mark_t mark) {
    machine_t *m = eval->machine;
    assert(m->frames.len == 0);
    while (m->trail.len > mark.trail) {
        trailed_t trailed = vec_pop(&m->trail);
        if (trailed.term < eval->memos.len)
            eval->memos.data[trailed.term] = trailed.memo;
    }
    if (eval->memos.len > mark.terms)
        eval->memos.len = mark.terms;
    m->guard = mark.guard;
    m->floor = mark.floor;
    eval->choices.len = mark.choices;
    if (m->results.len > mark.results)
        m->results.len = mark.results;
    values_release(eval->values, mark.values);
}
