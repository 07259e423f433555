#include "mutate/diver/backward.h"

#include "base/bug.h"
#include "mutate/diver/backward_priv.h"

static backward_rule_t *const rules[OP_COUNT] = {
#define BACKWARD(id, rule) [OP_##id] = (rule),
#include "mutate/diver/backward.def"
};

void backward_start(backward_t *node, constraints_t *set, term_t term, wanted_t want, value_t *args,
                    bool *known) {
    eval_t *eval = set->eval;
    *node = (backward_t){.set = set,
                         .term = term,
                         .op = term_op(eval->bank, term),
                         .sort = term_sort(eval->bank, term),
                         .args = args,
                         .known = known,
                         .want = want};
    node->children = term_children(eval->bank, term, &node->count);
    assert(!op_is_binder(node->op));
    assert(node->sort != SORT_BOOL || want.set <= CONSTRAINT_TRUE);
    assert(want.set != CONSTRAINT_NONE || !want.exact); /* NONE is no claim */
    if (want.set == CONSTRAINT_ANY)
        return;
    result_t own = eval_term(eval, term);
    node->value_known = own.known;
    node->value = own.value;
    for (uint32_t i = 0; i < node->count; i++) {
        result_t result = eval_term(eval, node->children[i]);
        known[i] = result.known;
        args[i] = result.value;
    }
}

/* Whether what a rule gave may be right, as far as that is quickly seen. The present values of term
 * and argument go together: where the one is wanted, so is the other. */
static bool is_plausible(const backward_t *node, uint32_t i, wanted_t want) {
    if (want.set == CONSTRAINT_NONE || want.set == CONSTRAINT_ANY)
        return want.exact == (want.set == CONSTRAINT_ANY);
    if (want.exact && !node->want.exact)
        return false;
    if (constraint_kind(node->set, want.set) != SET_INTERVALS || !node->known[i] ||
        !node->value_known || constraint_kind(node->set, node->want.set) != SET_INTERVALS)
        return true;
    return constraint_has(node->set, node->sort, node->want.set, node->value) != FITS_YES ||
           constraint_has(node->set, sort_of_child(node, i), want.set, node->args[i]) == FITS_YES;
}

wanted_t backward_child(backward_t *node, uint32_t i) {
    assert(i < node->count);
    if (node->want.set == CONSTRAINT_ANY)
        return wanted_any();
    backward_rule_t *rule = rules[node->op];
    if (node->want.set == CONSTRAINT_NONE || !rule)
        return wanted_present(node, i);
    wanted_t want = rule(node, i);
    assert(is_plausible(node, i, want));
    return want;
}

/* --- answers --- */

wanted_t wanted_present(const backward_t *node, uint32_t i) {
    if (!node->known[i])
        return wanted_nothing();
    return (wanted_t){constraint_only(node->set, sort_of_child(node, i), node->args[i]), false};
}

wanted_t wanted_only_present(const backward_t *node, uint32_t i) {
    wanted_t want = wanted_present(node, i);
    want.exact = want.set != CONSTRAINT_NONE && node->want.exact &&
                 value_exact(values_of(node), sort_of_child(node, i), node->args[i]);
    return want;
}

wanted_t wanted_set(const backward_t *node, uint32_t i, constraint_t set, bool exact) {
    if (set == CONSTRAINT_NONE)
        return wanted_present(node, i);
    return (wanted_t){set, set == CONSTRAINT_ANY || (exact && node->want.exact)};
}

wanted_t wanted_intervals(const backward_t *node, uint32_t i, const value_order_t *order,
                          const intervals_t *intervals, bool exact) {
    constraint_t set = constraint_of_intervals(node->set, order, intervals);
    bool lost = intervals->cut && node->known[i] &&
                constraint_has(node->set, sort_of_child(node, i), set, node->args[i]) == FITS_NO;
    return lost ? wanted_present(node, i) : wanted_set(node, i, set, exact && !intervals->cut);
}

wanted_t wanted_residue(const backward_t *node, uint32_t i, value_t modulus, value_t residue,
                        bool exact) {
    value_order_t order;
    intervals_t intervals;
    assert(rational_sign(values_of(node), modulus) > 0);
    if (!child_order(node, i, &order))
        return wanted_present(node, i);
    intervals_all(values_of(node), &order, &intervals);
    intervals.modulus = modulus;
    intervals.residue = residue;
    return wanted_intervals(node, i, &order, &intervals, exact);
}

wanted_t wanted_pass(const backward_t *node, uint32_t i) {
    sort_t sort = sort_of_child(node, i);
    if (sort == node->sort)
        return node->want;
    value_order_t order;
    intervals_t intervals;
    bool numbers = (sort == SORT_INT || sort == SORT_REAL) &&
                   (node->sort == SORT_INT || node->sort == SORT_REAL);
    if (!numbers || !want_intervals(node, &order, &intervals) || !child_order(node, i, &order))
        return wanted_present(node, i);
    intervals_move(values_of(node), &order, &intervals, &intervals);
    return wanted_intervals(node, i, &order, &intervals, true);
}

/* --- questions --- */

bool want_intervals(const backward_t *node, value_order_t *order, intervals_t *intervals) {
    return ordering_of(values_of(node), node->sort, order) &&
           constraint_intervals(node->set, order, node->want.set, intervals);
}

bool others_known(const backward_t *node, uint32_t i) {
    for (uint32_t k = 0; k < node->count; k++)
        if (k != i && !node->known[k])
            return false;
    return true;
}

int args_equal(const backward_t *node, uint32_t i, uint32_t k) {
    assert(node->known[i] && node->known[k]);
    if (node->args[i] == node->args[k])
        return 1;
    values_t *values = values_of(node);
    bool exact = value_exact(values, sort_of_child(node, i), node->args[i]) &&
                 value_exact(values, sort_of_child(node, k), node->args[k]);
    return exact ? 0 : -1;
}

bool node_index(const backward_t *node, uint32_t i, uint32_t *out) {
    uint32_t count;
    const uint32_t *head = term_head(node->set->eval->bank, node->term, &count);
    if (op_head(node->op) < 0)
        i++;
    if (i >= count || head[i] >> 31)
        return false;
    *out = head[i];
    return true;
}

/* --- chains --- */

/* Whether the link between argument k and the next one holds; -1 when that is not known. */
static int link_holds(const backward_t *node, uint32_t k, link_t *link) {
    value_order_t order;
    intervals_t intervals;
    if (!node->known[k] || !node->known[k + 1] || !child_order(node, k, &order) ||
        !link(node, k, k + 1, &order, &intervals))
        return -1;
    return intervals_has(values_of(node), &intervals,
                         ordering_key(values_of(node), &order, node->args[k]));
}

/* Whether some link that argument i has no part in fails; *sure: all of those are known. */
static bool fails_elsewhere(const backward_t *node, uint32_t i, link_t *link, bool *sure) {
    *sure = true;
    for (uint32_t k = 0; k + 1 < node->count; k++) {
        if (k == i || k + 1 == i)
            continue;
        int holds = link_holds(node, k, link);
        if (holds == 0)
            return true;
        *sure &= holds > 0;
    }
    return false;
}

wanted_t backward_chain(const backward_t *node, uint32_t i, link_t *link) {
    bool truth;
    value_order_t order;
    intervals_t intervals;
    values_t *values = values_of(node);
    assert(node->sort == SORT_BOOL && node->count > 1);
    if (!want_truth(node, &truth) || !child_order(node, i, &order))
        return wanted_present(node, i);
    intervals_all(values, &order, &intervals);
    bool sure = true;
    if (!truth && fails_elsewhere(node, i, link, &sure))
        return wanted_any();
    for (uint32_t side = 0; side < 2; side++) {
        uint32_t k = side == 0 ? i - 1 : i + 1;
        if (k >= node->count) /* 0 - 1, too */
            continue;
        intervals_t linked;
        if (!node->known[k]) {
            /* Breaking the link that is known is enough. */
            if (truth)
                return wanted_present(node, i);
            sure = false;
            continue;
        }
        if (!link(node, i, k, &order, &linked) ||
            !intervals_meet(values, &order, &intervals, &linked, &intervals))
            return wanted_present(node, i);
    }
    if (!truth && !intervals_not(values, &order, &intervals, &intervals))
        return wanted_present(node, i);
    return wanted_intervals(node, i, &order, &intervals, sure);
}
