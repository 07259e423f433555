/* Backward rules of the core theory, of datatypes, and of sums of truth values. */
#include "mutate/diver/backward_priv.h"

#include "base/bug.h"

wanted_t backward_not(backward_t *node, uint32_t i) {
    bool truth;
    return want_truth(node, &truth) ? wanted_truth(node, !truth) : wanted_present(node, i);
}

/* --- and, or, => --- */

/* The value of argument i that decides the junction alone. */
static bool decider(const backward_t *node, uint32_t i) {
    assert(node->op == OP_AND || node->op == OP_OR || node->op == OP_IMPLIES);
    return node->op == OP_OR || (node->op == OP_IMPLIES && i + 1 == node->count);
}

static void count_deciding(backward_t *node) {
    if (node->counted)
        return;
    node->counted = true;
    for (uint32_t i = 0; i < node->count; i++) {
        node->unknown += !node->known[i];
        node->deciding += node->known[i] && node->args[i] == decider(node, i);
    }
}

wanted_t backward_junction(backward_t *node, uint32_t i) {
    bool truth;
    if (!want_truth(node, &truth))
        return wanted_present(node, i);
    bool decides = decider(node, i);
    if (truth != (node->op != OP_AND)) /* nothing may decide */
        return wanted_truth(node, !decides);
    count_deciding(node);
    bool own = node->known[i] && node->args[i] == decides;
    assert(node->deciding >= own && node->deciding + node->unknown <= node->count);
    if (node->deciding > own)
        return wanted_any();
    wanted_t want = wanted_truth(node, decides);
    want.exact &= node->unknown == !node->known[i];
    return want;
}

wanted_t backward_xor(backward_t *node, uint32_t i) {
    return wanted_only_present(node, i);
}

/* --- equality --- */

/* Whether values of the two arguments can be compared by their bits. */
static bool same_kind(const backward_t *node, uint32_t i, uint32_t k) {
    sort_t a = sort_of_child(node, i);
    sort_t b = sort_of_child(node, k);
    bool numbers = (a == SORT_INT || a == SORT_REAL) && (b == SORT_INT || b == SORT_REAL);
    return a == b || numbers;
}

/* All others are equal to each other now, so any of them will do. */
static wanted_t equal_to_others(const backward_t *node, uint32_t i) {
    sort_t sort = sort_of_child(node, i);
    for (uint32_t k = 0; k < node->count; k++) {
        if (k == i || !node->known[k] || !same_kind(node, i, k))
            continue;
        bool exact = value_exact(values_of(node), sort_of_child(node, k), node->args[k]);
        return wanted_set(node, i, constraint_only(node->set, sort, node->args[k]), exact);
    }
    return wanted_present(node, i);
}

static wanted_t unequal_to_others(const backward_t *node, uint32_t i) {
    uint32_t first = i == 0 ? 1 : 0;
    bool alike = true; /* all others are, for sure */
    for (uint32_t k = 0; k < node->count; k++) {
        if (k == i)
            continue;
        int equal = !node->known[k] || !node->known[first] ? -1
                    : k == first                           ? 1
                                                           : args_equal(node, first, k);
        if (equal == 0)
            return wanted_any();
        alike &= equal > 0;
    }
    /* Different from one of them is enough. */
    if (first >= node->count || !node->known[first] || !same_kind(node, i, first))
        return wanted_present(node, i);
    return wanted_set(
        node, i, constraint_but(node->set, sort_of_child(node, i), &node->args[first], 1), alike);
}

wanted_t backward_eq(backward_t *node, uint32_t i) {
    bool truth;
    if (!want_truth(node, &truth))
        return wanted_present(node, i);
    return truth ? equal_to_others(node, i) : unequal_to_others(node, i);
}

/* Some two of the others are equal. */
static bool others_collide(const backward_t *node, uint32_t i) {
    for (uint32_t k = 0; k < node->count; k++)
        for (uint32_t m = k + 1; m < node->count; m++)
            if (k != i && m != i && node->known[k] && node->known[m] && args_equal(node, k, m) > 0)
                return true;
    return false;
}

wanted_t backward_distinct(backward_t *node, uint32_t i) {
    enum { MOST = 16 };
    bool truth;
    if (!want_truth(node, &truth) || node->count > MOST)
        return wanted_present(node, i);
    if (!truth) {
        if (node->count == 2)
            return equal_to_others(node, i);
        return others_collide(node, i) ? wanted_any() : wanted_present(node, i);
    }
    value_t others[MOST];
    uint32_t count = 0;
    for (uint32_t k = 0; k < node->count; k++) {
        if (k == i)
            continue;
        if (!node->known[k] || !same_kind(node, i, k))
            return wanted_present(node, i);
        others[count++] = node->args[k];
    }
    return wanted_set(node, i, constraint_but(node->set, sort_of_child(node, i), others, count),
                      true);
}

/* --- ite, annotations --- */

/* The condition may be anything where both branches would do. */
static wanted_t condition(const backward_t *node) {
    fits_t fits[2];
    for (uint32_t k = 0; k < 2; k++)
        fits[k] = sort_of_child(node, k + 1) == node->sort && node->known[k + 1]
                      ? constraint_has(node->set, node->sort, node->want.set, node->args[k + 1])
                      : FITS_UNKNOWN;
    if (fits[0] == FITS_YES && fits[1] == FITS_YES)
        return wanted_any();
    if (!node->known[0])
        return wanted_nothing();
    bool taken = node->args[0] != 0;
    wanted_t want = wanted_truth(node, taken);
    want.exact &= fits[taken ? 1 : 0] == FITS_NO;
    return want;
}

wanted_t backward_ite(backward_t *node, uint32_t i) {
    assert(node->count == 3);
    if (i == 0)
        return condition(node);
    if (node->known[0] && (node->args[0] != 0) != (i == 1))
        return wanted_any();
    wanted_t want = wanted_pass(node, i);
    want.exact &= node->known[0];
    return want;
}

wanted_t backward_annot(backward_t *node, uint32_t i) {
    return i == 0 ? wanted_pass(node, i) : wanted_any();
}

/* --- datatypes --- */

/* The values that field i must not have: of one value that the term must not have. False when the
 * others fields alone make it another. */
static bool must_differ(const backward_t *node, uint32_t i, fun_t constructor, value_t value,
                        bool *sure) {
    values_t *values = values_of(node);
    uint32_t count;
    const uint64_t *words = value_words(values, value, &count);
    if (value_kind(values, value) != OBJ_DATA || count != node->count + 1)
        return value_kind(values, value) != OBJ_DATA;
    if (words[0] != constructor)
        return false;
    for (uint32_t k = 0; k < node->count; k++) {
        if (k == i)
            continue;
        bool exact = node->known[k] && value_exact(values, sort_of_child(node, k), node->args[k]);
        if (exact && node->args[k] != words[k + 1])
            return false;
        *sure &= exact;
    }
    return true;
}

static wanted_t field_of(const backward_t *node, uint32_t i, fun_t constructor) {
    enum { MOST = 8 };
    values_t *values = values_of(node);
    uint32_t count;
    uint32_t fields;
    const value_t *list = constraint_values(node->set, node->want.set, &count);
    sort_t sort = sort_of_child(node, i);
    if (!list || count > MOST)
        return wanted_present(node, i);
    if (constraint_kind(node->set, node->want.set) == SET_ONLY)
        return wanted_only_present(node, i);
    value_t avoid[MOST];
    uint32_t len = 0;
    bool sure = true;
    for (uint32_t k = 0; k < count; k++) {
        if (!must_differ(node, i, constructor, list[k], &sure))
            continue;
        const uint64_t *words = value_words(values, list[k], &fields);
        if (value_kind(values, list[k]) != OBJ_DATA || fields != node->count + 1)
            return wanted_present(node, i);
        avoid[len++] = words[i + 1];
    }
    return wanted_set(node, i, constraint_but(node->set, sort, avoid, len), sure);
}

wanted_t backward_app(backward_t *node, uint32_t i) {
    const bank_t *bank = node->set->eval->bank;
    uint32_t count;
    fun_t fun = term_head(bank, node->term, &count)[0];
    fun_kind_t kind = fun_row(bank, fun)->kind;
    if (kind == FUN_CONSTRUCTOR)
        return field_of(node, i, fun);
    return wanted_present(node, i);
}

/* A constructor without fields has one value. */
wanted_t backward_is(backward_t *node, uint32_t i) {
    const bank_t *bank = node->set->eval->bank;
    uint32_t count;
    bool truth;
    assert(node->count == 1);
    fun_t constructor = term_head(bank, node->term, &count)[0];
    if (!want_truth(node, &truth) || fun_row(bank, constructor)->arity > 0)
        return wanted_present(node, i);
    value_t value = value_make(values_of(node), OBJ_DATA, (uint64_t[]){constructor}, 1);
    sort_t sort = sort_of_child(node, i);
    return wanted_set(node, i,
                      truth ? constraint_only(node->set, sort, value)
                            : constraint_but(node->set, sort, &value, 1),
                      true);
}

/* --- sums of truth values --- */

static bool sum_holds(op_t op, uint64_t sum, uint64_t bound) {
    switch (op) {
    case OP_AT_MOST:
    case OP_PBLE:
        return sum <= bound;
    case OP_AT_LEAST:
    case OP_PBGE:
        return sum >= bound;
    default:
        assert(op == OP_PBEQ);
        return sum == bound;
    }
}

wanted_t backward_pb(backward_t *node, uint32_t i) {
    bool truth;
    uint32_t bound;
    uint32_t own = 1;
    uint64_t sum = 0;
    bool weighted = node->op != OP_AT_MOST && node->op != OP_AT_LEAST;
    if (!want_truth(node, &truth) || !others_known(node, i) || !node_index(node, 0, &bound))
        return wanted_present(node, i);
    for (uint32_t k = 0; k < node->count; k++) {
        uint32_t weight = 1;
        if (weighted && !node_index(node, k + 1, &weight))
            return wanted_present(node, i);
        if (k == i)
            own = weight;
        else if (node->args[k] != 0)
            sum += weight;
    }
    bool no = sum_holds(node->op, sum, bound) == truth;
    bool yes = sum_holds(node->op, sum + own, bound) == truth;
    if (no && yes)
        return wanted_any();
    return no || yes ? wanted_truth(node, yes) : wanted_present(node, i);
}
