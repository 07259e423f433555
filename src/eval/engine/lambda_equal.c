/* Whether two lambdas are the same but for the names of what they bind. */
#include "eval/theory/array.h"

#include <string.h>

typedef struct lambda_equal {
    eval_t *eval;
    map_t there;    /* variables bound in the first, to those in the second */
    map_t back;     /* the other way round: no two become one */
    map_t captured; /* variables of both: a place in values */
    value_vec_t values;
    map_t same; /* terms of the first that were compared, with what */
    u32_vec_t todo;
} lambda_equal_t;

static void push(lambda_equal_t *walk, term_t a, term_t b) {
    *vec_push(walk->eval->mem, &walk->todo) = a;
    *vec_push(walk->eval->mem, &walk->todo) = b;
}

/* A variable bound on one side must be bound by the same binder on the other. */
static bool same_vars(const lambda_equal_t *walk, term_t a, term_t b) {
    uint32_t there = map_get(&walk->there, a);
    if (there != MAP_NONE || map_get(&walk->back, b) != MAP_NONE)
        return there == b && map_get(&walk->back, b) == a;
    uint32_t i = map_get(&walk->captured, a);
    uint32_t k = map_get(&walk->captured, b);
    return i != MAP_NONE && k != MAP_NONE && walk->values.data[i] == walk->values.data[k];
}

/* Pairs the variables that two binders bind. One that is bound twice, or captured as well, would
 * mean different things in different places. */
static bool pair_vars(lambda_equal_t *walk, const term_t *a, const term_t *b, uint32_t count) {
    mem_t *mem = walk->eval->mem;
    for (uint32_t i = 0; i < count; i++) {
        if (map_get(&walk->there, a[i]) != MAP_NONE || map_get(&walk->back, b[i]) != MAP_NONE ||
            map_get(&walk->captured, a[i]) != MAP_NONE ||
            map_get(&walk->captured, b[i]) != MAP_NONE ||
            term_sort(walk->eval->bank, a[i]) != term_sort(walk->eval->bank, b[i]))
            return false;
        *map_put(mem, &walk->there, a[i]) = b[i];
        *map_put(mem, &walk->back, b[i]) = a[i];
    }
    return true;
}

static bool step(lambda_equal_t *walk, term_t a, term_t b) {
    const bank_t *bank = walk->eval->bank;
    op_t op = term_op(bank, a);
    if (a == b && !(term_flags(bank, a) & TERM_HAS_VAR))
        return true;
    uint32_t before = map_get(&walk->same, a);
    if (before != MAP_NONE)
        return before == b;
    *map_put(walk->eval->mem, &walk->same, a) = b;
    if (op != term_op(bank, b) || term_sort(bank, a) != term_sort(bank, b) || op == OP_MATCH)
        return false;
    if (op == OP_VAR)
        return same_vars(walk, a, b);
    uint32_t n;
    uint32_t m;
    const uint32_t *x = term_head(bank, a, &n);
    const uint32_t *y = term_head(bank, b, &m);
    if (n != m)
        return false;
    if (op_is_binder(op) ? !pair_vars(walk, x + 1, y + 1, n - 1)
                         : n > 0 && memcmp(x, y, n * sizeof *x) != 0)
        return false;
    x = term_children(bank, a, &n);
    y = term_children(bank, b, &m);
    for (uint32_t i = 0; i < n && n == m; i++)
        push(walk, x[i], y[i]);
    return n == m;
}

static void add_captured(lambda_equal_t *walk, value_t lambda) {
    uint32_t count;
    const uint64_t *words = value_words(walk->eval->values, lambda, &count);
    for (uint32_t i = 1; i + 1 < count; i += 2) {
        *map_put(walk->eval->mem, &walk->captured, (uint32_t)words[i]) = walk->values.len;
        *vec_push(walk->eval->mem, &walk->values) = words[i + 1];
    }
}

bool lambda_equal(eval_t *eval, value_t a, value_t b) {
    enum { MOST = 100000 };
    values_t *values = eval->values;
    if (value_kind(values, a) != OBJ_LAMBDA || value_kind(values, b) != OBJ_LAMBDA)
        return false;
    lambda_equal_t walk = {.eval = eval};
    add_captured(&walk, b);
    uint32_t other = walk.values.len;
    add_captured(&walk, a);
    /* A variable that both captured has to have one value. */
    uint32_t count;
    const uint64_t *words = value_words(values, b, &count);
    bool same = true;
    for (uint32_t i = 0; i < other; i++) {
        uint32_t place = map_get(&walk.captured, (uint32_t)words[1 + 2 * i]);
        same &= walk.values.data[place] == walk.values.data[i];
    }
    push(&walk, (term_t)value_words(values, a, &count)[0],
         (term_t)value_words(values, b, &count)[0]);
    for (uint32_t steps = 0; same && walk.todo.len > 0; steps++) {
        term_t right = vec_pop(&walk.todo);
        term_t left = vec_pop(&walk.todo);
        same = steps < MOST && step(&walk, left, right);
    }
    mem_t *mem = eval->mem;
    map_free(mem, &walk.there);
    map_free(mem, &walk.back);
    map_free(mem, &walk.captured);
    map_free(mem, &walk.same);
    vec_free(mem, &walk.values);
    vec_free(mem, &walk.todo);
    return same;
}
