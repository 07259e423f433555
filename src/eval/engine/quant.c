/* Quantifiers: all assignments where they are few; otherwise some likely ones, of which one may
 * decide (a false instance of forall, a true one of exists). */
#include "eval/engine/machine_priv.h"

#include "eval/value/num.h"

enum { CANDIDATES = 24, LOOK_AT = 256, PLAIN = 16 };

/* The size of a sort in this model. */
static uint64_t domain_size(const eval_t *eval, sort_t sort) {
    uint32_t universe = eval->model ? map_get(&eval->model->universe, sort) : MAP_NONE;
    return universe != MAP_NONE ? universe : sort_size(eval->values, sort);
}

static value_t domain_value(eval_t *eval, sort_t sort, uint64_t i) {
    if (eval->model && map_get(&eval->model->universe, sort) != MAP_NONE)
        return value_make(eval->values, OBJ_ELEMENT, (uint64_t[]){sort, i}, 2);
    return value_at(eval->values, sort, i);
}

/* The candidates of one variable lie on the operand stack, after their number. */
static void add_candidate(eval_t *eval, uint32_t start, value_t value) {
    value_vec_t *operands = &eval->machine->operands;
    for (uint32_t i = start + 1; i < operands->len; i++)
        if (operands->data[i] == value)
            return;
    if (operands->len - start > CANDIDATES)
        return;
    *vec_push(eval->mem, operands) = value;
    operands->data[start]++;
}

static void add_literals(eval_t *eval, uint32_t start, sort_t sort, term_t body) {
    machine_t *m = eval->machine;
    u32_vec_t *todo = &m->list;
    todo->len = 0;
    *vec_push(eval->mem, todo) = body;
    for (uint32_t i = 0; i < todo->len && i < LOOK_AT; i++) {
        term_t term = todo->data[i];
        uint32_t count;
        const term_t *children = term_children(eval->bank, term, &count);
        value_t value;
        if (op_is_literal(term_op(eval->bank, term)) && term_sort(eval->bank, term) == sort &&
            eval_literal(eval, term, &value))
            add_candidate(eval, start, value);
        for (uint32_t k = 0; k < count && todo->len < LOOK_AT; k++)
            *vec_push(eval->mem, todo) = children[k];
    }
}

/* The term of a constant's definition in the model, when it is small and speaks of no other one, or
 * TERM_NONE. */
static term_t plain_body(eval_t *eval, const meant_t *meant) {
    if (meant->body == FUN_NONE || fun_row(eval->bank, meant->body)->arity > 0)
        return TERM_NONE;
    term_t body = fun_row(eval->bank, meant->body)->body;
    u32_vec_t *todo = &eval->machine->list;
    todo->len = 0;
    *vec_push(eval->mem, todo) = body;
    for (uint32_t i = 0; i < todo->len; i++) {
        uint32_t count;
        const term_t *children = term_children(eval->bank, todo->data[i], &count);
        op_t op = term_op(eval->bank, todo->data[i]);
        if ((op >= OP_VAR && op < OP_FIRST_ROW) || op_is_binder(op) || todo->len + count > PLAIN)
            return TERM_NONE;
        for (uint32_t k = 0; k < count; k++)
            *vec_push(eval->mem, todo) = children[k];
    }
    return body;
}

/* Evaluates the model's constants that may become candidates, so that which ones there are does not
 * depend on what was evaluated before. False while one is under way. */
static bool take_constants(eval_t *eval, term_t term) {
    uint32_t bound;
    const term_t *vars = term_bound(eval->bank, term, &bound);
    for (uint32_t i = 0; eval->model && i < eval->model->meanings.len && i < LOOK_AT; i++) {
        term_t body = plain_body(eval, &eval->model->meanings.data[i]);
        bool wanted = false;
        for (uint32_t k = 0; body != TERM_NONE && k < bound && !wanted; k++)
            wanted = term_sort(eval->bank, vars[k]) == term_sort(eval->bank, body);
        if (wanted && !frame_take(eval, body))
            return false;
    }
    return true;
}

static void add_from_model(eval_t *eval, uint32_t start, sort_t sort) {
    const model_t *model = eval->model;
    if (!model)
        return;
    for (uint32_t i = 0; i < model->elements.len; i++) {
        fun_t fun = model->elements.data[i];
        if (fun_result(eval->bank, fun) == sort)
            add_candidate(eval, start,
                          value_make(eval->values, OBJ_ELEMENT,
                                     (uint64_t[]){sort, map_get(&model->element_of, fun)}, 2));
    }
    for (uint32_t i = 0; i < model->meanings.len && i < LOOK_AT; i++) {
        term_t body = plain_body(eval, &model->meanings.data[i]);
        if (body == TERM_NONE || term_sort(eval->bank, body) != sort)
            continue;
        const memo_t *memo = memo_find(eval, body);
        if (memo && memo->state == MEMO_KNOWN)
            add_candidate(eval, start, memo->value);
    }
}

/* Whether there are so few assignments that all are tried. */
static bool are_few(const eval_t *eval, term_t term) {
    uint32_t bound;
    const term_t *vars = term_bound(eval->bank, term, &bound);
    uint64_t limit = eval->limits.instances;
    uint64_t total = 1;
    for (uint32_t i = 0; i < bound; i++) {
        uint64_t size = domain_size(eval, term_sort(eval->bank, vars[i]));
        if (size > limit || total > limit)
            return false;
        total *= size;
    }
    return total <= limit;
}

/* Puts the candidates on the operand stack: for each variable their number and themselves. Returns
 * how many assignments there are; all: they are all there are. */
static uint64_t list_candidates(eval_t *eval, term_t term, bool all) {
    machine_t *m = eval->machine;
    uint32_t bound, count;
    const term_t *vars = term_bound(eval->bank, term, &bound);
    term_t body = term_children(eval->bank, term, &count)[0];
    uint64_t limit = eval->limits.instances;
    uint64_t total = 1;
    for (uint32_t i = 0; i < bound; i++) {
        sort_t sort = term_sort(eval->bank, vars[i]);
        uint32_t start = m->operands.len;
        *vec_push(eval->mem, &m->operands) = 0;
        uint64_t size = domain_size(eval, sort);
        if (all || size <= CANDIDATES) {
            for (uint64_t k = 0; k < size; k++) {
                value_t value = domain_value(eval, sort, k);
                *vec_push(eval->mem, &m->operands) = value;
            }
            m->operands.data[start] = size;
        } else {
            value_t value;
            if (value_default(eval->values, sort, &value))
                add_candidate(eval, start, value);
            if (sort == SORT_INT || sort == SORT_REAL)
                for (int64_t k = -1; k <= 2; k++)
                    add_candidate(eval, start, num_of_small(k));
            add_literals(eval, start, sort, body);
            add_from_model(eval, start, sort);
        }
        total *= m->operands.data[start];
        if (total > limit)
            total = limit;
    }
    return total;
}

/* Whether there may be more elements than were tried, as far as the model says. */
static bool ranges_over_open(const eval_t *eval, term_t term) {
    uint32_t bound;
    const term_t *vars = term_bound(eval->bank, term, &bound);
    for (uint32_t i = 0; eval->model && i < bound; i++) {
        sort_t sort = term_sort(eval->bank, vars[i]);
        if (map_get(&eval->model->universe, sort) != MAP_NONE &&
            !model_is_closed(eval->model, sort))
            return true;
    }
    return false;
}

/* Binds the variables for instance number k. */
static void bind_instance(eval_t *eval, const frame_t *frame, uint64_t k) {
    uint32_t bound;
    const term_t *vars = term_bound(eval->bank, frame->term, &bound);
    uint32_t at = frame->base + 1;
    for (uint32_t i = 0; i < bound; i++) {
        const value_t *operands = eval->machine->operands.data;
        uint64_t count = operands[at];
        scope_bind(eval, vars[i], MEMO_KNOWN, operands[at + 1 + k % count]);
        k /= count;
        at += 1 + (uint32_t)count;
    }
}

/* The operands of the frame: the number of instances, then the candidates. frame->aux counts the
 * instances; frame->next is 1 when they are all there are. */
void step_quantifier(eval_t *eval) {
    machine_t *m = eval->machine;
    frame_t *frame = &vec_last(&m->frames);
    term_t term = frame->term;
    bool forall = term_op(eval->bank, term) == OP_FORALL;
    uint32_t count;
    term_t body = term_children(eval->bank, term, &count)[0];
    if (m->operands.len == frame->base) {
        bool all = are_few(eval, term);
        if (!all && !take_constants(eval, term))
            return;
        frame = &vec_last(&m->frames);
        *vec_push(eval->mem, &m->operands) = 0;
        uint64_t total = list_candidates(eval, term, all);
        m->operands.data[frame->base] = total;
        frame->next = all;
        call_t call = {.op = OP_FORALL, .term = term};
        enum { A_STEP = 4 }; /* listing 4 takes as long as a step */
        if (!eval_charge(eval, &call, (m->operands.len - frame->base) / A_STEP)) {
            frame_fail(eval);
            return;
        }
    }
    uint32_t outside = scope_level(eval) - frame->inside;
    while (frame->aux < m->operands.data[frame->base]) {
        if (!frame->inside) {
            frame->inside = true;
            scope_enter(eval);
            bind_instance(eval, frame, frame->aux);
        }
        uint32_t level = frame->level;
        const memo_t *memo = frame_take(eval, body);
        if (!memo)
            return;
        memo_t found = *memo;
        frame->level = found.level > outside ? outside : found.level;
        if (frame->level < level)
            frame->level = level;
        scope_leave(eval);
        frame->inside = false;
        frame->aux++;
        if (found.state == MEMO_UNKNOWN) {
            frame->unknown = true;
        } else if ((found.value != 0) == forall) {
            frame->chosen |= found.state == MEMO_CHOSEN;
        } else if (found.state == MEMO_KNOWN) {
            frame_finish(eval, MEMO_KNOWN, !forall);
            return;
        } else {
            frame->decided = true;
        }
    }
    if (frame->decided)
        frame_finish(eval, MEMO_CHOSEN, !forall);
    else if (frame->unknown || !frame->next)
        frame_unknown(eval, REASON_QUANTIFIER);
    else
        frame_finish(eval, frame->chosen || ranges_over_open(eval, term) ? MEMO_CHOSEN : MEMO_KNOWN,
                     forall);
}
