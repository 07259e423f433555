/* Random terms: every operator can be reached, and what comes out reads back. */
#include "script_fixture.h"

#include "mutate/engine/random_term.h"
#include "smt/edit/invert.h"

static const char declarations[] =
    "(declare-sort U 0)(declare-const u0 U)(declare-const u1 U)"
    "(declare-datatypes ((D 0)) (((leaf) (node (left D) (key Int) (right D)))))"
    "(declare-fun f (Int U) Bool)"
    "(declare-const b3 (_ BitVec 3))(declare-const b8 (_ BitVec 8))(declare-const b18 (_ BitVec "
    "18))(declare-const b1 (_ BitVec 1))(declare-const h (_ FloatingPoint 3 5))"
    "(declare-const s Float32)(declare-const ai (Array Int Int))(declare-const ab (Array Int Bool))"
    "(declare-const a2 (Array Int Int Int))(declare-const a3 (Array Int Int Int Int))"
    "(declare-const ca (Array Unicode Bool))(declare-const si (Set Int))"
    "(declare-const st (Set (Tuple Int Int)))(declare-const s1 (Set (Tuple Int)))"
    "(declare-const bi (Bag Int))(declare-const bt (Bag (Tuple Int Int)))(declare-const bb (Bag (Bag "
    "Int)))(declare-const t2 (Tuple Int Int))(declare-const t1 (Tuple Int))"
    "(declare-const q (Seq Int))(declare-const rq (RegEx (Seq Int)))(declare-const l (List Int))"
    "(declare-const n (Nullable Int))(declare-const ff (_ FiniteField 7))"
    "(declare-const g (-> Int Int))(declare-const g2 (-> Int Int Int))(declare-const gb (-> Int "
    "Bool))(declare-const gbb (-> Int Int Bool))(declare-const gt (-> (Tuple Int Int) Int Int))"
    "(declare-const gi (-> Int Int Int Int))(declare-const c Unicode)(declare-const bo Bool)"
    "(declare-const i Int)(declare-const r Real)(declare-const str String)"
    "(declare-const re RegLan)(declare-const rm RoundingMode)(declare-const ut (Tuple))"
    "(declare-const sc (Array Unicode Bool))(declare-const ss (Set (Set (Tuple Int Int))))"
    "(declare-const s0 (Set (Tuple)))(declare-const b0 (Bag (Tuple)))(declare-const bbt (Bag (Bag (Tuple Int Int))))(declare-const d D)";

/* Rows that need more than patterns say: see check_special.c. */
static bool is_hard(op_t op) {
    switch (op) {
    case OP_AT_BV: /* the width is a numeral among the arguments */
        return true;
    default:
        return false;
    }
}

static void fill(fixture_t *f, random_term_t *source) {
    random_term_init(source, &f->bank);
    for (uint32_t i = 0; i < script_count(&f->script); i++) {
        uint32_t count;
        const uint32_t *words = script_words(&f->script, i, &count);
        if (cmd_info(script_kind(&f->script, i))->shape != SHAPE_FUN)
            continue;
        const fun_row_t *row = fun_row(&f->bank, words[0]);
        random_term_sort(source, fun_result(&f->bank, words[0]));
        if (row->arity == 0)
            random_term_leaf(source,
                             term_make(&f->bank, OP_APP, words, 1, fun_result(&f->bank, words[0])));
        else
            random_term_fun(source, words[0]);
    }
}

static void reads_back(fixture_t *f, term_t term) {
    strbuf_t text;
    strbuf_init(&text, &f->mem);
    strbuf_str(&text, declarations);
    strbuf_str(&text, "(assert (= ");
    print_term(&f->bank, term, &text);
    strbuf_char(&text, ' ');
    print_term(&f->bank, term, &text);
    strbuf_str(&text, "))");
    script_t script;
    script_init(&script, &f->bank);
    bool ok = try_parse(f, &script, text.data, text.len);
    if (!ok)
        print_message("%s\n", strbuf_text(&text) + strlen(declarations));
    script_done(&script);
    strbuf_done(&text);
    assert_true(ok);
}

/* Each operator is the root of some term. */
static void every_operator_is_reached(void **state) {
    fixture_t f;
    random_term_t source;
    fixture_init(&f);
    parse(&f, declarations);
    fill(&f, &source);
    rng_t rng = rng_make(unit_seed());
    uint32_t missing = 0;
    for (uint32_t op = OP_FIRST_ROW; op < OP_COUNT; op++) {
        bool invertible = false;
        for (uint32_t kind = SORT_BAD + 1; kind < SORT_KINDS; kind++)
            invertible |= invert_may_give(&f.bank, (op_t)op, (sort_kind_t)kind);
        if (!invertible || is_hard((op_t)op))
            continue;
        uint32_t made = 0;
        for (uint32_t round = 0; round < 1000 && made < 3; round++)
            for (uint32_t i = 0; i < source.sorts.len && made < 3; i++) {
                term_t term = random_term_row(&source, &rng, (op_t)op, source.sorts.data[i], 2);
                if (term == TERM_NONE)
                    continue;
                made++;
                reads_back(&f, term);
            }
        if (made == 0) {
            print_message("never made: %s (%s)\n", op_info((op_t)op)->name,
                          op_info((op_t)op)->args);
            missing++;
        }
    }
    assert_int_equal(missing, 0);
    random_term_done(&source);
    fixture_done(&f);
}

static void terms_have_the_sort_asked_for(void **state) {
    fixture_t f;
    random_term_t source;
    fixture_init(&f);
    parse(&f, declarations);
    fill(&f, &source);
    for (uint32_t theory = 0; theory < THEORY_COUNT; theory++)
        random_term_allow_theory(&source, (theory_t)theory);
    rng_t rng = rng_make(unit_seed());
    uint32_t made = 0;
    for (int i = 0; i < 3000; i++) {
        sort_t sort = source.sorts.data[rng_below(&rng, source.sorts.len)];
        term_t term = random_term(&source, &rng, sort, 4);
        if (term == TERM_NONE)
            continue;
        made++;
        assert_int_equal(term_sort(&f.bank, term), sort);
        if (i % 10 == 0)
            reads_back(&f, term);
    }
    assert_in_range(made, 2900, 3000);
    random_term_done(&source);
    fixture_done(&f);
}

/* The reader takes a field of any order; one of order 0 has no elements. */
static void a_field_may_be_empty(void **state) {
    fixture_t f;
    random_term_t source;
    fixture_init(&f);
    parse(&f, "(declare-const none (_ FiniteField 0))(declare-const one (_ FiniteField 1))");
    random_term_init(&source, &f.bank);
    rng_t rng = rng_make(unit_seed());
    sort_t none = fun_result(&f.bank, fun_called(&f, "none"));
    sort_t one = fun_result(&f.bank, fun_called(&f, "one"));
    assert_int_equal(random_literal(&source, &rng, none), TERM_NONE);
    assert_term(&f, random_literal(&source, &rng, one), "(as ff0 (_ FiniteField 1))");
    random_term_done(&source);
    fixture_done(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operator_is_reached),
        cmocka_unit_test(terms_have_the_sort_asked_for),
        cmocka_unit_test(a_field_may_be_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
