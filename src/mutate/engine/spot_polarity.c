#include "mutate/engine/spot_polarity.h"

typedef struct work {
    const seeds_t *seeds;
    const seed_t *seed;
    polarity_vec_t *out;
    u32_vec_t stack;
    map_t vars; /* variable of a let to the polarities of its occurrences so far */
} work_t;

/* Pushes the children of a let so that the body, and all below it, is done before the values: what
 * they are depends on where the variables occur. */
static void push_let(work_t *work, uint32_t spot) {
    uint32_t count;
    term_bound(work->seeds->bank, work->seed->spots.data[spot].term, &count);
    for (uint32_t child = spot_first_child(work->seed, spot); child != SPOT_NONE;
         child = spot_next_child(work->seed, child)) {
        *vec_push(work->seeds->mem, &work->stack) = child;
        if (work->seed->spots.data[child].child == count) /* the body comes last */
            work->out->data[child] = work->out->data[spot];
    }
}

static void push_children(work_t *work, uint32_t spot) {
    const bank_t *bank = work->seeds->bank;
    term_t term = work->seed->spots.data[spot].term;
    polarity_t polarity = (polarity_t)work->out->data[spot];
    for (uint32_t child = spot_first_child(work->seed, spot); child != SPOT_NONE;
         child = spot_next_child(work->seed, child)) {
        uint32_t number = work->seed->spots.data[child].child;
        work->out->data[child] = (uint8_t)polarity_below(bank, term, number, polarity);
        *vec_push(work->seeds->mem, &work->stack) = child;
    }
}

/* Whether the spot is a value of a let; *var is the variable. */
static bool is_let_value(const work_t *work, uint32_t spot, term_t *var) {
    const bank_t *bank = work->seeds->bank;
    const spot_t *row = &work->seed->spots.data[spot];
    if (row->parent == SPOT_NONE)
        return false;
    term_t parent = work->seed->spots.data[row->parent].term;
    uint32_t count;
    if (term_op(bank, parent) != OP_LET)
        return false;
    const term_t *vars = term_bound(bank, parent, &count);
    if (row->child >= count)
        return false;
    *var = vars[row->child];
    return true;
}

static void visit(work_t *work, uint32_t spot) {
    const bank_t *bank = work->seeds->bank;
    uint8_t *mine = &work->out->data[spot];
    term_t term = work->seed->spots.data[spot].term;
    term_t var;
    if (is_let_value(work, spot, &var)) {
        uint32_t seen = map_get(&work->vars, var);
        *mine = seen == MAP_NONE ? POLARITY_NONE : (uint8_t)seen;
    }
    if (term_op(bank, term) == OP_VAR) {
        uint32_t *seen = map_put(work->seeds->mem, &work->vars, term);
        *seen = *seen == MAP_NONE ? *mine : *seen | *mine;
    } else if (term_op(bank, term) == OP_LET) {
        push_let(work, spot);
    } else {
        push_children(work, spot);
    }
}

void spot_polarities(const seeds_t *seeds, const seed_t *seed, polarity_vec_t *out) {
    work_t work = {.seeds = seeds, .seed = seed, .out = out};
    out->len = 0;
    uint8_t *all = vec_extend(seeds->mem, out, seed->spots.len);
    for (uint32_t i = 0; i < seed->spots.len; i++)
        all[i] = POLARITY_NONE;
    for (uint32_t i = 0; i < seed->roots.len; i++) {
        out->data[seed->roots.data[i]] = POLARITY_POSITIVE;
        *vec_push(seeds->mem, &work.stack) = seed->roots.data[i];
        while (work.stack.len > 0)
            visit(&work, vec_pop(&work.stack));
    }
    vec_free(seeds->mem, &work.stack);
    map_free(seeds->mem, &work.vars);
}

bool spot_gives_name(const bank_t *bank, term_t term) {
    uint32_t count;
    if (term_op(bank, term) != OP_ANNOT)
        return false;
    const uint32_t *head = term_head(bank, term, &count);
    for (uint32_t i = 1; i + 1 < count; i += 3)
        if (head[i + 1] == ATTR_NAMED)
            return true;
    return false;
}

static bool uses_name(const bank_t *bank, term_t term) {
    uint32_t count;
    return term_op(bank, term) == OP_APP &&
           fun_row(bank, term_head(bank, term, &count)[0])->kind == FUN_NAMED;
}

bool spot_names_are_used(const seeds_t *seeds, const seed_t *seed) {
    for (uint32_t i = 0; i < seed->terms.len; i++)
        if (uses_name(seeds->bank, seed->terms.data[i]))
            return true;
    /* A definition may use one, too: its body is not looked into. */
    for (uint32_t i = 0; i < script_count(&seed->script); i++) {
        uint32_t count;
        const uint32_t *words = script_words(&seed->script, i, &count);
        shape_t shape = cmd_info(script_kind(&seed->script, i))->shape;
        for (uint32_t k = 0; (shape == SHAPE_FUN || shape == SHAPE_FUNS) && k < count; k++)
            if (fun_row(seeds->bank, words[k])->kind != FUN_DECLARED)
                return true;
    }
    return false;
}
