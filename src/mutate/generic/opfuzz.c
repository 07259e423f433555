/* Type-aware operator mutation (Winterer, Zhang, Su: "On the Unusual Effectiveness of Type-Aware
 * Operator Mutations for Testing SMT Solvers", OOPSLA 2020): the head of a term becomes another
 * that takes the same arguments.
 *
 * Changed from the paper:
 *   - The new operator gives the same sort, or between Int and Real the other one, in both
 *     directions, where everything above takes either and the logic has both. (abs r) may become
 *     (to_int r), (div x y) may become (/ x y).
 *   - It takes as many arguments as there are, and the same indices if any. It is any such row of
 *     the operator table, of all theories. A function of the script becomes another one of its
 *     signature.
 *   - How many operators change is drawn so that mutants of one seed differ: where there are few
 *     choices, several are combined. */
#include "base/bug.h"
#include "mutate/engine/compat.h"
#include "mutate/engine/strategy_priv.h"
#include "smt/print/print.h"
#include "smt/term/check.h"

#include <math.h>
#include <string.h>

enum { MOST_CHANGES = 8 };

/* One possible change: this head in place of the spot's. */
typedef struct choice {
    uint32_t spot;
    uint32_t len;
    const char *head;
    bool changes_sort; /* from Int to Real or back: then it is the only change of a mutant */
} choice_t;

/* What is known of one seed. */
typedef struct prepared {
    VEC(choice_t) choices;       /* those of one spot are neighbours */
    double shares[MOST_CHANGES]; /* of mutants with at most 1, 2, ... changes */
    bool done;
} prepared_t;

typedef struct state {
    VEC(prepared_t) seeds; /* by number */
    arena_t heads;
    arena_mark_t start;
    strbuf_t text;
    /* Of the seed that is being prepared: operators that may come in, functions with arguments. */
    VEC(struct row {
        op_t op;
        uint32_t indices;
    })
    rows;
    u32_vec_t funs;
    u32_vec_t scope;
} state_t;

static bool opfuzz_open(strategy_t *strategy, diag_list_t *diags) {
    (void)diags;
    state_t *state = mem_zalloc(strategy->mem, 1, sizeof *state);
    arena_init(&state->heads, strategy->mem);
    state->start = arena_mark(&state->heads);
    strbuf_init(&state->text, strategy->mem);
    strategy->state = state;
    return true;
}

static void opfuzz_forget(strategy_t *strategy) {
    state_t *state = strategy->state;
    for (uint32_t i = 0; i < state->seeds.len; i++)
        vec_free(strategy->mem, &state->seeds.data[i].choices);
    state->seeds.len = 0;
    arena_release(&state->heads, state->start);
}

static void opfuzz_close(strategy_t *strategy) {
    state_t *state = strategy->state;
    opfuzz_forget(strategy);
    vec_free(strategy->mem, &state->seeds);
    vec_free(strategy->mem, &state->rows);
    vec_free(strategy->mem, &state->funs);
    vec_free(strategy->mem, &state->scope);
    strbuf_done(&state->text);
    arena_done(&state->heads);
    mem_free(strategy->mem, state);
}

/* --- which operators --- */

static bool is_number(sort_t sort) {
    return sort == SORT_INT || sort == SORT_REAL;
}

/* Whether op may be applied to the arguments; where sorts may change, also / to Ints. */
static bool op_takes(bank_t *bank, op_t op, const term_t *args, uint32_t count,
                     bool may_change_sort) {
    if (compat_call(bank, op, args, count))
        return true;
    for (uint32_t i = 0; i < count; i++)
        may_change_sort &= term_sort(bank, args[i]) == SORT_INT;
    return may_change_sort && op == OP_DIVIDE && count > 1;
}

/* The number of its indices when these are numerals; else UINT32_MAX. */
static uint32_t index_count(op_t op) {
    const char *indices = op_info(op)->indices;
    if (strpbrk(indices, "+ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
        return UINT32_MAX;
    return (uint32_t)op_index_count(op);
}

static bool has_head(op_t op) {
    op_attr_t attr = op_info(op)->attr;
    return attr != OP_ATTR_BIND && attr != OP_ATTR_AS && index_count(op) != UINT32_MAX;
}

static void list_operators(strategy_t *strategy, const seed_t *seed) {
    state_t *state = strategy->state;
    uint32_t theories = compat_theories(strategy->bank, seed);
    uint32_t solvers = compat_solvers(strategy->bank, seed);
    state->rows.len = 0;
    for (uint32_t op = OP_FIRST_ROW; op < OP_COUNT; op++)
        if ((theories >> op_info((op_t)op)->theory & 1) && has_head((op_t)op) &&
            op_info((op_t)op)->args[0] != '\0' && compat_name_is_free(seed, (op_t)op) &&
            compat_solvers_have(solvers, (op_t)op))
            *vec_push(strategy->mem, &state->rows) = (struct row){(op_t)op, index_count((op_t)op)};
}

/* A place to change: the term at it, and what may be done there. */
typedef struct place {
    const seed_t *seed;
    prepared_t *prepared;
    uint32_t spot;
    term_t term;
    sort_t sort;
    const term_t *args;
    uint32_t count;
} place_t;

static void add_choice(strategy_t *strategy, const place_t *at, const char *head, size_t len,
                       bool changes_sort) {
    const prepared_t *prepared = at->prepared;
    assert(len > 0 && (!changes_sort || is_number(at->sort)));
    assert(prepared->choices.len == 0 || vec_last(&prepared->choices).spot <= at->spot);
    *vec_push(strategy->mem, &at->prepared->choices) = (choice_t){
        .spot = at->spot, .len = (uint32_t)len, .head = head, .changes_sort = changes_sort};
}

/* The text in state->text is kept. */
static void add_text(strategy_t *strategy, const place_t *at) {
    state_t *state = strategy->state;
    add_choice(strategy, at, arena_copy(&state->heads, state->text.data, state->text.len),
               state->text.len, false);
}

/* (_ op i j) for the indices that are there: rotate_left, zero_extend, ... */
static void add_indexed(strategy_t *strategy, const place_t *at, op_t op, const uint32_t *indices,
                        uint32_t count) {
    state_t *state = strategy->state;
    strbuf_clear(&state->text);
    strbuf_format(&state->text, "(_ %s", op_info(op)->name);
    for (uint32_t i = 0; i < count; i++) {
        strbuf_char(&state->text, ' ');
        print_index(strategy->bank, indices[i], &state->text);
    }
    strbuf_char(&state->text, ')');
    add_text(strategy, at);
}

/* Operators of the table in place of another. */
static void add_operators(strategy_t *strategy, const place_t *at) {
    enum { MOST_INDICES = 4 };
    bank_t *bank = strategy->bank;
    const state_t *state = strategy->state;
    const char *old = op_info(term_op(bank, at->term))->name;
    uint32_t given;
    const uint32_t *head = term_head(bank, at->term, &given);
    uint32_t indices[MOST_INDICES];
    if (given > MOST_INDICES)
        return;
    memcpy(indices, head, given * sizeof *indices);
    assert(at->count > 0);
    bool may_change_sort =
        is_number(at->sort) && compat_takes_int_and_real(bank, at->seed, at->spot);
    for (uint32_t i = 0; i < state->rows.len; i++) {
        struct row row = state->rows.data[i];
        if (row.indices != 0 && row.indices != given)
            continue;
        sort_t gives =
            check_row(bank, row.op, indices, row.indices, SORT_NONE, at->args, at->count);
        bool changes_sort = gives != at->sort;
        if ((changes_sort && !(may_change_sort && is_number(gives))) ||
            strcmp(op_info(row.op)->name, old) == 0 ||
            !op_takes(bank, row.op, at->args, at->count, may_change_sort) ||
            !compat_call_stays_in_logic(bank, at->seed, row.op, at->args, at->count))
            continue;
        if (row.indices > 0)
            add_indexed(strategy, at, row.op, indices, row.indices);
        else
            add_choice(strategy, at, op_info(row.op)->name, strlen(op_info(row.op)->name),
                       changes_sort);
    }
}

/* --- functions of the script --- */

static void list_functions(strategy_t *strategy, const seed_t *seed) {
    state_t *state = strategy->state;
    state->funs.len = 0;
    for (uint32_t i = 0; i < seed->funs.len; i++) {
        const fun_row_t *row = fun_row(strategy->bank, seed->funs.data[i]);
        if (row->arity > 0 && row->sort_param_count == 0)
            *vec_push(strategy->mem, &state->funs) = seed->funs.data[i];
    }
}

static bool same_signature(const bank_t *bank, fun_t a, fun_t b) {
    uint32_t arity = fun_row(bank, a)->arity;
    if (arity != fun_row(bank, b)->arity || fun_result(bank, a) != fun_result(bank, b))
        return false;
    for (uint32_t i = 0; i < arity; i++)
        if (fun_param(bank, a, i) != fun_param(bank, b, i))
            return false;
    return true;
}

/* Whether a variable around the spot has the name. */
static bool is_bound(strategy_t *strategy, const place_t *at, sym_t name) {
    state_t *state = strategy->state;
    if (at->seed->spots.data[at->spot].scope == SPOT_NONE)
        return false;
    seed_scope(strategy->seeds, at->seed, at->spot, &state->scope);
    uint32_t count;
    for (uint32_t i = 0; i < state->scope.len; i++)
        if (term_head(strategy->bank, state->scope.data[i], &count)[0] == name)
            return true;
    return false;
}

static void add_functions(strategy_t *strategy, const place_t *at) {
    const bank_t *bank = strategy->bank;
    state_t *state = strategy->state;
    uint32_t count;
    fun_t old = term_head(bank, at->term, &count)[0];
    for (uint32_t i = 0; i < state->funs.len; i++) {
        fun_t fun = state->funs.data[i];
        sym_t name = fun_row(bank, fun)->name;
        if (name == fun_row(bank, old)->name || !same_signature(bank, fun, old) ||
            is_bound(strategy, at, name))
            continue;
        strbuf_clear(&state->text);
        print_symbol(bank, name, &state->text);
        add_text(strategy, at);
    }
}

static void add_place(strategy_t *strategy, prepared_t *prepared, const seed_t *seed,
                      uint32_t spot) {
    bank_t *bank = strategy->bank;
    place_t at = {.seed = seed, .prepared = prepared, .spot = spot};
    at.term = seed->spots.data[spot].term;
    at.sort = term_sort(bank, at.term);
    at.args = term_children(bank, at.term, &at.count);
    op_t op = term_op(bank, at.term);
    if (at.count == 0 || (op != OP_APP && (op < OP_FIRST_ROW || !has_head(op))) ||
        !compat_spot_stays_in_logic(bank, seed, spot))
        return;
    if (op == OP_APP)
        add_functions(strategy, &at);
    else
        add_operators(strategy, &at);
}

/* --- how many changes --- */

/* How many mutants have 1, 2, ... changes: the elementary symmetric polynomials of the numbers of
 * choices that the spots have. */
static void count_mutants(const prepared_t *prepared, double counts[MOST_CHANGES + 1]) {
    memset(counts, 0, (MOST_CHANGES + 1) * sizeof *counts);
    counts[0] = 1;
    for (uint32_t i = 0; i < prepared->choices.len;) {
        uint32_t end = i;
        while (end < prepared->choices.len &&
               prepared->choices.data[end].spot == prepared->choices.data[i].spot)
            end++;
        for (uint32_t k = MOST_CHANGES; k > 0; k--)
            counts[k] += counts[k - 1] * (end - i);
        i = end;
    }
}

/* One change in half of the mutants, two in a quarter, and so on. Where there are few mutants with
 * some number of changes, the same ones would come again and again: then fewer draws go there. When
 * a share p of all draws goes to n mutants, p^2 / n is the chance that two draws give the same.
 * With RARE for each number of changes, about 98 of 100 draws are distinct. */
static void share_changes(prepared_t *prepared) {
    static const double RARE = 1e-4;
    static const double FEW = 5000;
    double counts[MOST_CHANGES + 1];
    count_mutants(prepared, counts);
    double total = 0;
    for (uint32_t k = 1; k <= MOST_CHANGES; k++)
        total += counts[k];
    double rest = 1;
    for (uint32_t k = 1; k <= MOST_CHANGES; k++) {
        double share = fmin(rest / 2, sqrt(RARE * counts[k]));
        if (total <= FEW) /* all mutants equally often; none where there are none */
            share = total > 0 ? counts[k] / total : 0;
        rest -= share;
        prepared->shares[k - 1] = 1 - rest;
        assert(k == 1 || prepared->shares[k - 1] >= prepared->shares[k - 2]);
    }
}

static uint32_t draw_changes(const strategy_t *strategy, const prepared_t *prepared, rng_t *rng) {
    if (strategy->options.steps > 0)
        return strategy->options.steps;
    double drawn = rng_unit(rng);
    uint32_t changes = 1;
    while (changes < MOST_CHANGES && drawn >= prepared->shares[changes - 1])
        changes++;
    return changes;
}

static prepared_t *prepare(strategy_t *strategy, const seed_t *seed) {
    state_t *state = strategy->state;
    while (state->seeds.len <= seed->number)
        *vec_push(strategy->mem, &state->seeds) = (prepared_t){.done = false};
    prepared_t *prepared = &state->seeds.data[seed->number];
    if (prepared->done)
        return prepared;
    prepared->done = true;
    phase_t before = strategy_enter(strategy, PHASE_PREPARE);
    list_operators(strategy, seed);
    list_functions(strategy, seed);
    for (uint32_t i = 0; i < seed->spots.len; i++)
        add_place(strategy, prepared, seed, i);
    share_changes(prepared);
    strategy_enter(strategy, before);
    return prepared;
}

static bool opfuzz_takes(strategy_t *strategy, const seed_t *first, const seed_t *second,
                         const char **why) {
    (void)second;
    *why = "no operator in it has another that fits its arguments";
    return prepare(strategy, first)->choices.len > 0;
}

/* --- making --- */

static bool change(strategy_t *strategy, const seed_t *seed, choice_t choice, mutant_t *mutant) {
    /* "(" head " " first argument */
    assert(seed->spots.data[choice.spot + 1].parent == choice.spot);
    uint32_t start = seed->spots.data[choice.spot].start + 1;
    uint32_t end = seed->spots.data[choice.spot + 1].start - 1;
    assert(start < end && seed->text[start - 1] == '(' && seed->text[end] == ' ');
    strategy_try(strategy);
    if (!mutant_replace(mutant, 0, start, end, choice.head, choice.len))
        return strategy_reject(strategy, REJECT_OVERLAP);
    strategy_accept(strategy);
    return true;
}

static bool opfuzz_make(strategy_t *strategy, const seed_t *first, const seed_t *second, rng_t *rng,
                        mutant_t *mutant) {
    (void)second;
    const prepared_t *prepared = prepare(strategy, first);
    if (prepared->choices.len == 0)
        return false;
    uint32_t changed = 0;
    uint32_t changes = draw_changes(strategy, prepared, rng);
    /* A spot may be drawn again, and there may be fewer spots than changes: hence the limit. */
    for (uint32_t tries = 0; tries < 4 * changes && changed < changes; tries++) {
        choice_t choice = prepared->choices.data[rng_below(rng, prepared->choices.len)];
        if (choice.changes_sort && changed > 0)
            continue;
        changed += change(strategy, first, choice, mutant);
        if (choice.changes_sort)
            break;
    }
    assert(changed == mutant->edits.len && changed <= changes);
    mutant->reason = "solvers must agree";
    return changed > 0;
}

const strategy_functions_t opfuzz_functions = {.open = opfuzz_open,
                                               .close = opfuzz_close,
                                               .takes = opfuzz_takes,
                                               .make = opfuzz_make,
                                               .forget = opfuzz_forget};
