/* Complicate (DIVER, section III-B): a leaf m of the new term becomes a fresh variable n, and what
 * m may be, by the pre-analysis of the mutant, is asserted of n. The paper does it for numbers;
 * here it is every sort whose constraints have a formula. In the model n is what m was, so nothing
 * else changes: also for several variables at once, which is evaluated all the same. */
#include "mutate/diver/diver_priv.h"

#include "base/bug.h"
#include "smt/print/print.h"
#include "smt/term/check.h"

#include <stdio.h>

enum { MOST_FRESH = 3 };

/* Whether a variable of the sort can be declared, and its constraint be said, for all solvers.
 * Elements of free sorts have names that are the model's own. */
static bool takes_sort(const diver_t *diver, sort_t sort, constraint_t set) {
    const bank_t *bank = diver->strategy->bank;
    switch (sort_kind(bank, sort)) {
    case SORT_BOOL:
    case SORT_INT:
    case SORT_REAL:
    case SORT_STRING:
    case SORT_BITVEC:
    case SORT_FLOAT:
    case SORT_ROUNDING:
        return true;
    case SORT_USER: /* values of a datatype are terms */
        return !diver->free_sorts &&
               sortdecl_row(bank, sort_decl(bank, sort))->kind == SORTDECL_DATATYPE;
    case SORT_ARRAY: /* values are not, everywhere */
        return !diver->free_sorts && set == CONSTRAINT_ANY;
    default:
        return false;
    }
}

/* What the term at the position diver->inside may be, for the candidate to be what it must. */
static wanted_t wanted_inside(diver_t *diver, const candidate_t *candidate) {
    mem_t *mem = diver->strategy->mem;
    wanted_t want = candidate->want;
    for (uint32_t i = 0; i < diver->inside.path.len; i++) {
        uint32_t count;
        term_t term = diver->inside.terms.data[i];
        term_children(diver->strategy->bank, term, &count);
        diver->args.len = 0;
        diver->known.len = 0;
        value_t *args = vec_extend(mem, &diver->args, count);
        bool *known = vec_extend(mem, &diver->known, count);
        backward_t node;
        backward_start(&node, &diver->set, term, want, args, known);
        want = backward_child(&node, diver->inside.path.data[i]);
    }
    return want;
}

/* A constant with this value. To the evaluator it is a defined function, so the model does not
 * change. */
static term_t make_fresh(diver_t *diver, uint32_t number, sort_t sort, term_t value) {
    bank_t *bank = diver->strategy->bank;
    assert(term_sort(bank, value) == sort);
    char name[32];
    int len = snprintf(name, sizeof name, "d!%u", diver->first_fresh + number);
    sym_t sym = symbol_make(&bank->symbols, name, (size_t)len);
    fun_t fun = fun_make(bank, FUN_DEFINED, sym, NULL, 0, sort);
    fun_row(bank, fun)->body = value;
    return check_fun(bank, fun, NULL, 0);
}

static void write_fresh(diver_t *diver, term_t fresh, sort_t sort, term_t value) {
    const bank_t *bank = diver->strategy->bank;
    strbuf_str(&diver->declarations, "(declare-fun ");
    print_term(bank, fresh, &diver->declarations);
    strbuf_str(&diver->declarations, " () ");
    sort_print(bank, sort, &diver->declarations);
    strbuf_str(&diver->declarations, ")\n");
    strbuf_str(&diver->model_lines, "(define-fun ");
    print_term(bank, fresh, &diver->model_lines);
    strbuf_str(&diver->model_lines, " () ");
    sort_print(bank, sort, &diver->model_lines);
    strbuf_char(&diver->model_lines, ' ');
    print_term(bank, value, &diver->model_lines);
    strbuf_str(&diver->model_lines, ")\n");
}

/* Whether the term around the leaf may have a variable in its place. */
static bool parent_takes(diver_t *diver, term_t fresh) {
    const bank_t *bank = diver->strategy->bank;
    uint32_t depth = diver->inside.path.len;
    for (uint32_t i = 0; i < depth; i++) /* whose argument is a value, (- 5) it may be */
        if (term_op(bank, diver->inside.terms.data[i]) == OP_CONST_ARRAY)
            return false;
    if (depth == 0)
        return true;
    term_t parent = diver->inside.terms.data[depth - 1];
    uint32_t count;
    const term_t *children = term_children(bank, parent, &count);
    op_t op = term_op(bank, parent);
    if (op < OP_FIRST_ROW)
        return true;
    diver->stack.len = 0;
    for (uint32_t i = 0; i < count; i++)
        *vec_push(diver->strategy->mem, &diver->stack) = children[i];
    diver->stack.data[diver->inside.path.data[depth - 1]] = fresh;
    return diver_fits(diver, op, diver->stack.data, count);
}

/* Replaces the leaf at the position; false when it cannot be. */
static bool replace_leaf(diver_t *diver, candidate_t *candidate) {
    bank_t *bank = diver->strategy->bank;
    term_t leaf = position_term(&diver->inside);
    sort_t sort = term_sort(bank, leaf);
    result_t result = eval_term(&diver->eval, leaf);
    if (!result.known || result.chosen)
        return false;
    wanted_t want = wanted_inside(diver, candidate);
    bool strange = !diver_may_declare(diver, sort);
    if (!takes_sort(diver, sort, want.set) || (strange && !diver->free) ||
        constraint_has(&diver->set, sort, want.set, result.value) != FITS_YES)
        return false;
    term_t value = value_term(&diver->values, bank, sort, result.value);
    if (value == TERM_NONE || (sort == SORT_REAL && !rational_is(&diver->values, result.value)))
        return false;
    term_t fresh = make_fresh(diver, diver->fresh, sort, value);
    if (!parent_takes(diver, fresh))
        return false;
    term_t says = constraint_term(&diver->set, sort, want.set, fresh);
    if (says == TERM_NONE || !diver_names_hold(diver, says) ||
        eval_formula(&diver->eval, says) != HOLDS_YES)
        return false;
    (void)position_replace(&diver->inside, fresh);
    write_fresh(diver, fresh, sort, value);
    diver->fresh++;
    candidate->leaves_logic |= strange || !diver_in_logic(diver, says);
    if (want.set == CONSTRAINT_ANY)
        return true;
    strbuf_str(&diver->assertions, "(assert ");
    print_term(bank, says, &diver->assertions);
    strbuf_str(&diver->assertions, ")\n");
    return true;
}

static bool at_leaf(const diver_t *diver) {
    uint32_t count;
    term_children(diver->strategy->bank, position_term(&diver->inside), &count);
    return count == 0;
}

bool diver_complicate(diver_t *diver, candidate_t *candidate, rng_t *rng) {
    candidate_t before = *candidate;
    uint32_t fresh = diver->fresh;
    size_t lengths[] = {diver->declarations.len, diver->assertions.len, diver->model_lines.len};
    uint32_t leaves = 0;
    position_start(&diver->inside, candidate->term);
    do
        leaves += at_leaf(diver);
    while (position_next(&diver->inside));
    /* Each of the leaves that are left with the same chance, until there are enough. */
    uint32_t wanted = rng_one_in(rng, 3) ? 1 + (uint32_t)rng_below(rng, MOST_FRESH) : 1;
    uint32_t made = 0;
    uint32_t scopes = analysis_enter(&diver->analysis, diver->seed, candidate->spot);
    do {
        if (!at_leaf(diver))
            continue;
        if (made < wanted && rng_below(rng, leaves) < wanted - made)
            made += replace_leaf(diver, candidate);
        leaves--;
    } while (position_next(&diver->inside));
    assert(leaves == 0 && made <= wanted); /* each leaf was met once */
    analysis_leave(&diver->analysis, scopes);
    term_t term = position_root(&diver->inside);
    if (made > 0 && diver_judge(diver, candidate, term) == REJECT_COUNT) {
        candidate->term = term;
        return true;
    }
    *candidate = before;
    diver->fresh = fresh;
    diver->declarations.len = lengths[0];
    diver->assertions.len = lengths[1];
    diver->model_lines.len = lengths[2];
    return false;
}
