/* Properties of the pre-analysis: a value inside the set of a position keeps the formula true, and
 * where the set is exact, a value outside does not.
 *
 * For each operator with a rule of its own, random ground formulas are made with it in them, made
 * true by negation where they are not, and analysed; then random values are put at random
 * positions. ASSAY_LONG=1 does so 100,000 times for each. */
#include "unit.h"

#include "constraint_fixture.h"

#include "mutate/diver/analysis.h"
#include "mutate/engine/random_term.h"
#include "smt/edit/invert.h"
#include "smt/print/print.h"
#include "smt/term/check.h"
#include "smt/walk/position.h"

static const char prelude[] = "(declare-datatypes ((L 0) (E 0)) (((nil) (cons (head Int) (tail L)))"
                              " ((red) (green) (blue))))\n";

typedef struct counts {
    uint64_t any, inside, unknown, outside; /* any: inside, where everything is */
    uint64_t missed;                        /* true, but outside of a set that is not exact */
    uint64_t wrong;                         /* inside and not true, or outside and true */
} counts_t;

typedef struct fixture {
    mem_t mem;
    bank_t bank;
    seeds_t seeds;
    values_t values;
    eval_t eval;
    constraints_t set;
    analysis_t analysis;
    random_term_t grow;
    position_t at;
    rng_t rng;
    u32_vec_t sorts;
    u32_vec_t path;
    strbuf_t text;
    counts_t counts[OP_COUNT]; /* by the operator that a position is an argument of */
} fixture_t;

static void setup(fixture_t *f) {
    mem_init(&f->mem);
    bank_init(&f->bank, &f->mem);
    seeds_init(&f->seeds, &f->bank, &f->mem);
    values_init(&f->values, &f->bank, &f->mem);
    eval_init(&f->eval, &f->bank, &f->values, NULL, &f->mem);
    f->eval.limits.steps = 200000;
    f->eval.limits.length = 1 << 12;
    f->eval.limits.bits = 1 << 12;
    constraints_init(&f->set, &f->eval, &f->mem);
    analysis_init(&f->analysis, &f->set, &f->mem);
    position_init(&f->at, &f->bank);
    random_term_init(&f->grow, &f->bank);
    strbuf_init(&f->text, &f->mem);
    f->rng = rng_make(unit_seed());
}

static void teardown(fixture_t *f) {
    random_term_done(&f->grow);
    vec_free(&f->mem, &f->sorts);
    vec_free(&f->mem, &f->path);
    strbuf_done(&f->text);
    position_done(&f->at);
    analysis_done(&f->analysis);
    constraints_done(&f->set);
    eval_done(&f->eval);
    values_done(&f->values);
    seeds_done(&f->seeds);
    bank_done(&f->bank);
    assert_null(f->mem.head);
    mem_done(&f->mem);
}

/* --- formulas --- */

static bool is_mine(theory_t theory) {
    switch (theory) {
    case THEORY_CORE:
    case THEORY_INTS:
    case THEORY_REALS:
    case THEORY_ARITH:
    case THEORY_BV:
    case THEORY_FP:
    case THEORY_STRINGS:
    case THEORY_PB:
        return true;
    default:
        return false;
    }
}

static const bool has_rule[OP_COUNT] = {
#define BACKWARD(id, rule) [OP_##id] = true,
#include "mutate/diver/backward.def"
};

/* The sorts, the operators, and the functions of the prelude. */
static void fill_grow(fixture_t *f, const seed_t *declared) {
    for (uint32_t op = OP_FIRST_ROW; op < OP_COUNT; op++)
        if ((is_mine(op_info((op_t)op)->theory) || has_rule[op]) &&
            op_info((op_t)op)->args[0] != '\0')
            random_term_allow(&f->grow, (op_t)op);
    sort_t sorts[] = {SORT_BOOL,
                      SORT_INT,
                      SORT_REAL,
                      SORT_STRING,
                      SORT_REGLAN,
                      sort_bitvec(&f->bank, 1),
                      sort_bitvec(&f->bank, 4),
                      sort_bitvec(&f->bank, 8),
                      sort_bitvec(&f->bank, 64),
                      sort_bitvec(&f->bank, 70),
                      sort_float(&f->bank, 3, 5),
                      sort_float(&f->bank, 11, 53)};
    for (uint32_t i = 0; i < sizeof sorts / sizeof *sorts; i++) {
        *vec_push(&f->mem, &f->sorts) = sorts[i];
        random_term_sort(&f->grow, sorts[i]);
    }
    uint32_t count;
    for (uint32_t i = 0; i < script_count(&declared->script); i++) {
        if (script_kind(&declared->script, i) != CMD_DECLARE_DATATYPES)
            continue;
        const uint32_t *words = script_words(&declared->script, i, &count);
        for (uint32_t k = 0; k < count; k++) {
            const sortdecl_row_t *row = sortdecl_row(&f->bank, words[k]);
            sort_t sort = sort_make(&f->bank, SORT_USER, &words[k], 1);
            *vec_push(&f->mem, &f->sorts) = sort;
            random_term_sort(&f->grow, sort);
            for (uint32_t m = 0; m < row->count; m++)
                random_term_fun(&f->grow, f->bank.fun_words.data[row->members + m]);
        }
    }
}

/* A term with the operator at its root, of any sort that it gives. */
static term_t draw_application(fixture_t *f, op_t op) {
    for (int tries = 0; tries < 40; tries++) {
        sort_t sort = f->sorts.data[rng_below(&f->rng, f->sorts.len)];
        if (op == OP_APP) { /* a constructor */
            term_t term =
                random_term(&f->grow, &f->rng, vec_last(&f->sorts) - rng_below(&f->rng, 2), 3);
            if (term != TERM_NONE && term_op(&f->bank, term) == OP_APP)
                return term;
            continue;
        }
        if (!invert_may_give(&f->bank, op, sort_kind(&f->bank, sort)))
            continue;
        term_t term =
            random_term_row(&f->grow, &f->rng, op, sort, 1 + (uint32_t)rng_below(&f->rng, 3));
        if (term != TERM_NONE)
            return term;
    }
    return TERM_NONE;
}

/* A formula about the term. */
static term_t draw_predicate(fixture_t *f, term_t term) {
    static const op_t ops[] = {OP_EQ,        OP_EQ,           OP_DISTINCT,     OP_LE,
                               OP_LT,        OP_GE,           OP_BVULE,        OP_BVSLT,
                               OP_BVUGE,     OP_FP_LEQ,       OP_FP_LT,        OP_FP_EQ,
                               OP_STR_LT,    OP_STR_LE,       OP_STR_PREFIXOF, OP_FP_GEQ,
                               OP_STR_IN_RE, OP_FP_IS_NORMAL, OP_IS_INT,       OP_STR_CONTAINS};
    sort_t sort = term_sort(&f->bank, term);
    if (sort == SORT_BOOL)
        return term;
    if (sort == SORT_REGLAN) {
        term_t args[] = {random_literal(&f->grow, &f->rng, SORT_STRING), term};
        return check_op(&f->bank, OP_STR_IN_RE, args, 2);
    }
    for (int tries = 0; tries < 60; tries++) {
        op_t op = ops[rng_below(&f->rng, sizeof ops / sizeof *ops)];
        term_t args[3];
        uint32_t count = op == OP_FP_IS_NORMAL || op == OP_IS_INT       ? 1
                         : op != OP_STR_IN_RE && rng_one_in(&f->rng, 5) ? 3
                                                                        : 2;
        for (uint32_t i = 0; i < count; i++)
            args[i] = op == OP_STR_IN_RE ? random_term(&f->grow, &f->rng, SORT_REGLAN, 2)
                                         : random_literal(&f->grow, &f->rng, sort);
        args[op == OP_STR_IN_RE ? 0 : rng_below(&f->rng, count)] = term;
        /* Often equal, so that equality is true. */
        if (count == 2 && op == OP_EQ && rng_one_in(&f->rng, 2)) {
            result_t result = eval_term(&f->eval, term);
            if (result.known)
                args[args[0] == term] = value_term(&f->values, &f->bank, sort, result.value);
        }
        bool fine = true;
        for (uint32_t i = 0; i < count; i++)
            fine &= args[i] != TERM_NONE;
        term_t made = fine ? check_op(&f->bank, op, args, count) : TERM_BAD;
        if (made != TERM_BAD)
            return made;
    }
    return TERM_NONE;
}

/* A true formula with the operator somewhere in it; TERM_NONE when this draw has none. */
static term_t draw_formula(fixture_t *f, op_t op) {
    term_t term = draw_application(f, op);
    if (term == TERM_NONE)
        return TERM_NONE;
    for (uint64_t more = rng_below(&f->rng, 3); more > 0; more--) {
        /* Inside of another term, whose value then depends on it. */
        random_term_clear_leaves(&f->grow);
        random_term_leaf(&f->grow, term);
        f->grow.literals = 30;
        sort_t sort = f->sorts.data[rng_below(&f->rng, f->sorts.len)];
        term_t outer = random_term(&f->grow, &f->rng, sort, 2);
        random_term_clear_leaves(&f->grow);
        if (outer != TERM_NONE)
            term = outer;
    }
    term = draw_predicate(f, term);
    if (term == TERM_NONE)
        return TERM_NONE;
    holds_t holds = eval_formula(&f->eval, term);
    if (holds == HOLDS_UNKNOWN)
        return TERM_NONE;
    return holds == HOLDS_YES ? term : check_op(&f->bank, OP_NOT, &term, 1);
}

/* --- trials --- */

/* A random value of the sort, as a term: in the set when it can be drawn there. */
static term_t draw_value(fixture_t *f, sort_t sort, constraint_t set, bool inside) {
    value_t value;
    if (inside && constraint_draw(&f->set, sort, set, &f->rng, &value)) {
        assert_int_equal(constraint_has(&f->set, sort, set, value), FITS_YES);
        return value_term(&f->values, &f->bank, sort, value);
    }
    return sort == SORT_REGLAN ? random_term(&f->grow, &f->rng, sort, 2)
                               : random_literal(&f->grow, &f->rng, sort);
}

static uint32_t find_path(fixture_t *f, const seed_t *seed, uint32_t spot) {
    f->path.len = 0;
    for (; seed->spots.data[spot].parent != SPOT_NONE; spot = seed->spots.data[spot].parent)
        *vec_push(&f->mem, &f->path) = seed->spots.data[spot].child;
    for (uint32_t i = 0; i < f->path.len / 2; i++) {
        uint32_t swap = f->path.data[i];
        f->path.data[i] = f->path.data[f->path.len - 1 - i];
        f->path.data[f->path.len - 1 - i] = swap;
    }
    return spot;
}

static void complain(fixture_t *f, const seed_t *seed, uint32_t spot, term_t value,
                     const char *what) {
    wanted_t want = f->analysis.spots.data[spot];
    sort_t sort = term_sort(&f->bank, seed->spots.data[spot].term);
    strbuf_t text;
    strbuf_init(&text, &f->mem);
    strbuf_add(&text, seed->text + seed->declarations_end,
               seed->assertions_end - seed->declarations_end);
    strbuf_str(&text, "  at ");
    print_term(&f->bank, seed->spots.data[spot].term, &text);
    strbuf_str(&text, want.exact ? " exactly " : " wants ");
    constraint_print(&f->set, sort, want.set, &text);
    strbuf_str(&text, ", put ");
    print_term(&f->bank, value, &text);
    print_message("%s: %s\n", what, strbuf_text(&text));
    strbuf_done(&text);
}

static void try_value(fixture_t *f, const seed_t *seed, uint32_t spot, bool inside) {
    wanted_t want = f->analysis.spots.data[spot];
    sort_t sort = term_sort(&f->bank, seed->spots.data[spot].term);
    uint32_t parent = seed->spots.data[spot].parent;
    op_t op = parent == SPOT_NONE ? OP_AND : term_op(&f->bank, seed->spots.data[parent].term);
    counts_t *counts = &f->counts[op];
    term_t value = draw_value(f, sort, want.set, inside);
    if (value == TERM_NONE)
        return;
    uint32_t scopes = analysis_enter(&f->analysis, seed, spot);
    result_t result = eval_term(&f->eval, value);
    analysis_leave(&f->analysis, scopes);
    if (!result.known || result.chosen)
        return;
    fits_t fits = constraint_has(&f->set, sort, want.set, result.value);
    if (fits == FITS_UNKNOWN)
        return;
    uint32_t root = find_path(f, seed, spot);
    assert_true(position_set(&f->at, seed->spots.data[root].term, f->path.data, f->path.len));
    holds_t holds = eval_formula(&f->eval, position_replace(&f->at, value));
    counts->unknown += holds == HOLDS_UNKNOWN;
    if (fits == FITS_YES) {
        if (want.set == CONSTRAINT_ANY)
            counts->any++;
        else
            counts->inside++;
        if (holds == HOLDS_NO) {
            counts->wrong++;
            complain(f, seed, spot, value, "inside, and false");
        }
        return;
    }
    counts->outside++;
    if (holds != HOLDS_YES)
        return;
    counts->missed++;
    if (want.exact) {
        counts->wrong++;
        complain(f, seed, spot, value, "outside of an exact set, and true");
    }
}

/* The present value is in the set, where there is one. */
static void check_present(fixture_t *f, const seed_t *seed, uint32_t spot) {
    wanted_t want = f->analysis.spots.data[spot];
    term_t term = seed->spots.data[spot].term;
    sort_t sort = term_sort(&f->bank, term);
    result_t result = eval_term(&f->eval, term);
    if (want.set == CONSTRAINT_NONE || !result.known)
        return;
    fits_t fits = constraint_has(&f->set, sort, want.set, result.value);
    if (fits == FITS_NO) {
        complain(f, seed, spot, term, "the present value is outside");
        fail();
    }
}

/* One formula: some positions, some values at each. Returns how many were tried below the
 * operator. */
static uint64_t try_formula(fixture_t *f, term_t formula, op_t op, bool share) {
    diag_list_t diags;
    diag_init(&diags, &f->mem);
    strbuf_clear(&f->text);
    strbuf_str(&f->text, prelude);
    script_t script;
    script_init(&script, &f->bank);
    script_add(&script, CMD_ASSERT, (uint32_t[]){formula, SYM_NONE}, 2, 0, 0);
    print_script(&script, &(print_style_t){.share = share}, &f->text);
    script_done(&script);
    seed_t *seed = seed_add(&f->seeds, "random", f->text.data, f->text.len, &diags);
    if (!seed)
        print_message("%s\n", strbuf_text(&f->text));
    assert_non_null(seed);
    diag_done(&diags);
    eval_mark_t known = eval_mark(&f->eval);
    constraints_mark_t sets = constraints_mark(&f->set);
    uint64_t before = f->counts[op].inside;
    if (analysis_run(&f->analysis, seed)) {
        for (int i = 0; i < 12; i++) {
            uint32_t spot = (uint32_t)rng_below(&f->rng, seed->spots.len);
            uint32_t parent = seed->spots.data[spot].parent;
            /* Mostly below the operator. */
            for (int k = 0; k < 8 && (parent == SPOT_NONE ||
                                      term_op(&f->bank, seed->spots.data[parent].term) != op);
                 k++) {
                spot = (uint32_t)rng_below(&f->rng, seed->spots.len);
                parent = seed->spots.data[spot].parent;
            }
            if (seed->spots.data[spot].scope == SPOT_NONE)
                check_present(f, seed, spot);
            try_value(f, seed, spot, i % 3 != 0);
        }
    }
    constraints_release(&f->set, sets);
    eval_release(&f->eval, known);
    seeds_drop_last(&f->seeds);
    return f->counts[op].inside - before;
}

static uint64_t trials(void) {
    return getenv("ASSAY_LONG") ? 100000 : 250;
}

/* Marks nest: the formula's terms, then the seed's. */
static void try_operator(fixture_t *f, op_t op, bool share) {
    uint64_t done = 0;
    for (uint64_t i = 0; done < trials() && i < 40 * trials(); i++) {
        bank_mark_t mark = bank_mark(&f->bank);
        eval_mark_t known = eval_mark(&f->eval);
        term_t formula = draw_formula(f, op);
        if (formula != TERM_NONE)
            done += try_formula(f, formula, op, share);
        eval_release(&f->eval, known);
        bank_release(&f->bank, mark);
    }
}

static const op_t ruled[] = {
#define BACKWARD(id, rule) OP_##id,
#include "mutate/diver/backward.def"
};

static const char *name_of(op_t op) {
    return op == OP_APP ? "constructor" : op_info(op)->name;
}

static void each_rule_is_sound(void **state) {
    static fixture_t f;
    setup(&f);
    diag_list_t diags;
    diag_init(&diags, &f.mem);
    static const char some[] =
        "(declare-datatypes ((L 0) (E 0)) (((nil) (cons (head Int) (tail L)))"
        " ((red) (green) (blue))))(assert true)";
    seed_t *declared = seed_add(&f.seeds, "declared", some, sizeof some - 1, &diags);
    assert_non_null(declared);
    diag_done(&diags);
    fill_grow(&f, declared);
    for (uint32_t i = 0; i < sizeof ruled / sizeof *ruled; i++)
        if (ruled[i] != OP_ANNOT && ruled[i] != OP_APP_AS && ruled[i] != OP_IS)
            try_operator(&f, ruled[i], i % 2 == 1);
    uint64_t wrong = 0;
    for (uint32_t i = 0; i < sizeof ruled / sizeof *ruled; i++) {
        op_t op = ruled[i];
        const counts_t *c = &f.counts[op];
        wrong += c->wrong;
        print_message("%-16s any %6llu  inside %6llu  outside %6llu  true outside %5llu  "
                      "unknown %llu\n",
                      name_of(op), (unsigned long long)c->any, (unsigned long long)c->inside,
                      (unsigned long long)c->outside, (unsigned long long)c->missed,
                      (unsigned long long)c->unknown);
    }
    assert_int_equal(wrong, 0);
    teardown(&f);
}

/* Of the many intervals that this has, the one with the present value must not be left out. */
static void a_cut_set_has_the_present_value(void **state) {
    static fixture_t f;
    static const char text[] =
        "(assert (distinct 1.5 114.3 (abs (- (abs (- 1.25)) (* 209.3 92.5)))))";
    setup(&f);
    diag_list_t diags;
    diag_init(&diags, &f.mem);
    seed_t *seed = seed_add(&f.seeds, "cut", text, sizeof text - 1, &diags);
    assert_non_null(seed);
    diag_done(&diags);
    assert_true(analysis_run(&f.analysis, seed));
    for (uint32_t i = 0; i < seed->spots.len; i++)
        check_present(&f, seed, i);
    teardown(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cut_set_has_the_present_value),
        cmocka_unit_test(each_rule_is_sound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
