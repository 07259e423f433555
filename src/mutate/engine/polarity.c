#include "mutate/engine/polarity.h"

#include "base/bug.h"

#include <string.h>

typedef struct finder {
    const bank_t *bank;
    const seed_t *seed;
    mem_t *mem;
    polarity_vec_t *polarities;
    map_t uses;      /* variable of let to the polarities of its uses */
    map_t named;     /* functions of :named that are used */
    u32_vec_t stack; /* spots to come, the next one on top */
    uint32_t seen;   /* spots that were on it */
} finder_t;

static uint8_t opposite(uint8_t set) {
    return (uint8_t)((set & POLARITY_POSITIVE ? POLARITY_NEGATIVE : 0) |
                     (set & POLARITY_NEGATIVE ? POLARITY_POSITIVE : 0));
}

/* The polarity of a child that is a formula, from the parent's. Of let only the body. */
static uint8_t child_polarity(op_t op, uint8_t parent, uint32_t child, bool last) {
    switch (op) {
    case OP_AND:
    case OP_OR:
    case OP_FORALL:
    case OP_EXISTS:
    case OP_LET:
    case OP_ANNOT:
        return parent;
    case OP_NOT:
        return opposite(parent);
    case OP_IMPLIES:
        return last ? parent : opposite(parent);
    case OP_ITE:
    case OP_MATCH:
        return child == 0 ? POLARITY_BOTH : parent;
    default:
        return POLARITY_BOTH;
    }
}

static void note_use(finder_t *f, term_t var, uint8_t set) {
    uint32_t *uses = map_put(f->mem, &f->uses, var);
    *uses = (*uses == MAP_NONE ? POLARITY_NONE : *uses) | set;
}

/* Whether a name that the annotation gives is used somewhere. */
static bool has_used_name(const finder_t *f, term_t annotation) {
    uint32_t count;
    const uint32_t *head = term_head(f->bank, annotation, &count);
    for (uint32_t i = 1; i + 2 < count; i += 3)
        if (head[i + 1] == ATTR_NAMED && map_get(&f->named, head[i + 2]) != MAP_NONE)
            return true;
    return false;
}

/* The functions of :named that occur in the text. */
static void find_names(finder_t *f) {
    for (uint32_t i = 0; i < f->seed->spots.len; i++) {
        term_t term = f->seed->spots.data[i].term;
        uint32_t count;
        if (term_op(f->bank, term) != OP_APP)
            continue;
        uint32_t fun = term_head(f->bank, term, &count)[0];
        if (fun_row(f->bank, fun)->kind == FUN_NAMED)
            *map_put(f->mem, &f->named, fun) = 1;
    }
}

/* Gives the children their polarity and puts them on the stack. The body of a let comes before its
 * values, since it has their uses: so it is put there last. */
static void see_children(finder_t *f, uint32_t spot) {
    const seed_t *seed = f->seed;
    term_t term = seed->spots.data[spot].term;
    op_t op = term_op(f->bank, term);
    uint8_t mine = f->polarities->data[spot];
    if (op == OP_ANNOT && has_used_name(f, term))
        mine = POLARITY_BOTH;
    uint32_t after = seed->spots.data[spot].after;
    for (uint32_t child = spot + 1; child < after; child = seed->spots.data[child].after) {
        bool last = seed->spots.data[child].after == after;
        bool value = op == OP_LET && !last;
        bool formula = term_sort(f->bank, seed->spots.data[child].term) == SORT_BOOL;
        f->polarities->data[child] = value ? POLARITY_NONE
                                           : child_polarity(op, formula ? mine : POLARITY_BOTH,
                                                            seed->spots.data[child].child, last);
        *vec_push(f->mem, &f->stack) = child;
    }
}

/* The value that a let gives to a variable: what the uses of that say. A let that is read has
 * variables of its own, so all their uses are below it. */
static void see_value(finder_t *f, uint32_t spot) {
    const spot_t *row = &f->seed->spots.data[spot];
    if (row->parent == SPOT_NONE)
        return;
    term_t let = f->seed->spots.data[row->parent].term;
    uint32_t count;
    if (term_op(f->bank, let) != OP_LET)
        return;
    assert(map_get(&f->seed->first_spot, let) == row->parent); /* it stands nowhere else */
    const term_t *bound = term_bound(f->bank, let, &count);
    if (row->child >= count)
        return;
    uint32_t uses = map_get(&f->uses, bound[row->child]);
    f->polarities->data[spot] = uses == MAP_NONE ? POLARITY_NONE : (uint8_t)uses;
}

static void see_assertion(finder_t *f, uint32_t root) {
    assert(f->seed->spots.data[root].parent == SPOT_NONE && f->seen == root);
    f->polarities->data[root] = POLARITY_POSITIVE;
    *vec_push(f->mem, &f->stack) = root;
    while (f->stack.len > 0) {
        uint32_t spot = vec_pop(&f->stack);
        f->seen++;
        term_t term = f->seed->spots.data[spot].term;
        see_value(f, spot);
        if (term_op(f->bank, term) == OP_VAR)
            note_use(f, term, f->polarities->data[spot]);
        see_children(f, spot);
    }
}

static bool is_connective(op_t op) {
    return op == OP_AND || op == OP_OR || op == OP_NOT || op == OP_IMPLIES || op == OP_ITE ||
           op == OP_FORALL || op == OP_EXISTS || op == OP_LET || op == OP_ANNOT || op == OP_MATCH ||
           op == OP_XOR;
}

void polarity_find(const bank_t *bank, const seed_t *seed, mem_t *mem, polarity_vec_t *out) {
    finder_t f = {.bank = bank, .seed = seed, .mem = mem, .polarities = out};
    out->len = 0;
    uint8_t *all = vec_extend(mem, out, seed->spots.len);
    assert(all); /* a seed has an assertion */
    memset(all, POLARITY_NONE, seed->spots.len);
    find_names(&f);
    for (uint32_t i = 0; i < seed->roots.len; i++)
        see_assertion(&f, seed->roots.data[i]);
    assert(f.seen == seed->spots.len);
    vec_free(mem, &f.stack);
    map_free(mem, &f.uses);
    map_free(mem, &f.named);
}

void polarity_monotone(const bank_t *bank, const seed_t *seed, mem_t *mem, monotone_vec_t *out) {
    polarity_vec_t polarities = {0};
    polarity_find(bank, seed, mem, &polarities);
    for (uint32_t i = 0; i < seed->spots.len; i++) {
        uint8_t set = polarities.data[i];
        term_t term = seed->spots.data[i].term;
        if ((set == POLARITY_POSITIVE || set == POLARITY_NEGATIVE) &&
            term_sort(bank, term) == SORT_BOOL)
            *vec_push(mem, out) =
                (monotone_t){i, set == POLARITY_NEGATIVE, !is_connective(term_op(bank, term))};
    }
    vec_free(mem, &polarities);
}
