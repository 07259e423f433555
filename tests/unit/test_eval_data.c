/* Datatypes, lists, tuples, nullable values; the sizes and values of all sorts; values as terms. */
#include "eval_fixture.h"

#include "eval/model/domain_priv.h"
#include "eval/theory/data.h"
#include "eval/value/num.h"
#include "smt/term/check.h"

static const char types[] = "(declare-datatypes ((Color 0) (Pair 0) (Tree 0) (List* 1) (Either 2))"
                            " (((red) (green) (blue))"
                            "  ((mk (fst Color) (snd Bool)))"
                            "  ((leaf (val Int)) (node (left Tree) (right Tree)))"
                            "  (par (T) ((null) (cell (head* T) (tail* (List* T)))))"
                            "  (par (A B) ((this (a A)) (that (b B))))))"
                            "(declare-codatatype Stream ((next (now Int) (later Stream))))";

static void in(const char *term, const char *value) {
    expect_in(types, "", term, value);
}

/* --- datatypes --- */

static void constructors_selectors_testers(void **state) {
    in("(fst (mk green true))", "green");
    in("(snd (mk green true))", "true");
    in("(is-leaf (leaf 3))", "true");
    in("((_ is node) (leaf 3))", "false");
    in("(val (left (node (leaf 1) (leaf 2))))", "1");
    in("(= (mk red true) (mk red false))", "false");
    in("(= (node (leaf 1) (leaf 2)) (node (leaf 1) (leaf 2)))", "true");
    in("(= red green)", "false");
    in("(head* (tail* (cell 1 (cell 2 (as null (List* Int))))))", "2");
    in("(= (as null (List* Int)) (cell 1 (as null (List* Int))))", "false");
}

static void a_real_field_argument_of_an_int_field_is_rounded_down(void **state) {
    in("(leaf 2.5)", "(leaf 2)");
    in("(leaf (- 2.5))", "(leaf (- 3))");
}

/* The standard leaves it open; what holds for the choice holds in a model. */
static void a_selector_on_the_wrong_constructor_is_a_choice(void **state) {
    expect_chosen(types, "", "(= (val (node (leaf 1) (leaf 2))) 0)");
    expect_chosen(types, "", "((_ is leaf) (left (leaf 1)))");
    expect_chosen(types, "", "(not (b ((as this (Either Int Bool)) 1)))");
}

static void update_changes_one_field(void **state) {
    in("((_ update snd) (mk red true) false)", "(mk red false)");
    in("((_ update val) (leaf 1) 7)", "(leaf 7)");
    in("((_ update-field right) (node (leaf 1) (leaf 2)) (leaf 3))", "(node (leaf 1) (leaf 3))");
    /* of another constructor: unchanged */
    in("((_ update val) (node (leaf 1) (leaf 2)) 7)", "(node (leaf 1) (leaf 2))");
    in("((_ update head*) (as null (List* Int)) 7)", "(as null (List* Int))");
}

/* Constructors with fields; a field that is no datatype does not count. */
static void dt_size_counts_constructors_with_fields(void **state) {
    in("(dt.size red)", "0");
    in("(dt.size (leaf 100))", "1");
    in("(dt.size (node (leaf 1) (leaf 2)))", "3");
    in("(dt.size (cell 1 (cell 2 (as null (List* Int)))))", "2");
    in("(dt.size (cell (leaf 1) (as null (List* Tree))))", "2");
    in("(dt.size (tuple 1 (leaf 2)))", "2");
    /* the same object as a value of two sorts */
    in("(dt.size (tuple (as null (List* Int)) (as null (List* Tree)) (cell (leaf 1) (as null (List* Tree)))))",
       "3");
}

static void matching(void **state) {
    in("(match (cell 5 (as null (List* Int))) ((null 0) ((cell x y) x)))", "5");
    in("(match (as null (List* Int)) ((null 0) ((cell x y) x)))", "0");
    in("(match blue ((red 1) (other 2)))", "2");
}

/* Finite trees of a codatatype are compared like any others. */
static void codatatypes(void **state) {
    expect_in("(declare-codatatype Conat ((zero) (succ (pred Conat))))", "",
              "(= (pred (succ (succ zero))) (succ zero))", "true");
    expect_unknown("(declare-codatatype S ((next (now Int) (later S)))) (declare-const s S)", "",
                   "(= (now s) 0)", REASON_NO_VALUE);
}

/* --- lists, tuples, nullable values --- */

static void lists(void **state) {
    expect("(head (insert 1 (as nil (List Int))))", "1");
    expect("(tail (insert 1 (insert 2 (as nil (List Int)))))", "(insert 2 (as nil (List Int)))");
    expect_true("(is-nil (as nil (List Int)))");
    expect_true("(is-insert (insert 1 (as nil (List Int))))");
    expect_false("(= (as nil (List Int)) (insert 1 (as nil (List Int))))");
    expect_chosen("", "", "(= (head (as nil (List Int))) 0)");
    expect_chosen("", "", "(is-nil (tail (as nil (List Int))))");
}

static void tuples(void **state) {
    expect("((_ tuple.select 1) (tuple 1 true \"a\"))", "true");
    expect("((_ tuple.update 0) (tuple 1 true) 5)", "(tuple 5 true)");
    expect("((_ tuple.update 0) (tuple 1 true) 5.5)", "(tuple 5 true)");
    expect("((_ tuple.project 2 0 2) (tuple 1 true \"a\"))", "(tuple \"a\" 1 \"a\")");
    expect("(tuple.project (tuple 1 2))", "tuple.unit");
    expect_false("(= (tuple 1 2) (tuple 2 1))");
}

static void nullable_values(void **state) {
    expect("(nullable.val (nullable.some 3))", "3");
    expect_true("(nullable.is_null (as nullable.null (Nullable Int)))");
    expect_true("(nullable.is_some (nullable.some 3))");
    expect_false("(= (nullable.some 0) (as nullable.null (Nullable Int)))");
    expect_chosen("", "", "(= (nullable.val (as nullable.null (Nullable Int))) 0)");
    expect("((_ nullable.lift +) (nullable.some 3) (nullable.some 4))", "(nullable.some 7)");
    expect("((_ nullable.lift +) (nullable.some 3) (as nullable.null (Nullable Int)))",
           "(as nullable.null (Nullable Int))");
    expect("(nullable.lift (lambda ((x Int)) (> x 2)) (nullable.some 3))", "(nullable.some true)");
    expect_in("(define-fun f ((x Int) (y Int)) Int (- x y))", "",
              "((_ nullable.lift f) (nullable.some 3) (nullable.some 4))", "(nullable.some (- 1))");
}

/* --- sorts --- */

/* Constants s0, s1, ... of these sorts. */
static void open_sorts(evaluator_t *e, const char *declarations, const char *const *sorts) {
    strbuf_t text;
    mem_t mem;
    mem_init(&mem);
    strbuf_init(&text, &mem);
    strbuf_str(&text, declarations);
    for (uint32_t i = 0; sorts[i]; i++)
        strbuf_format(&text, "(declare-const s%u %s)", i, sorts[i]);
    evaluator_init(e, strbuf_text(&text), "");
    strbuf_done(&text);
    mem_done(&mem);
}

static sort_t sort_number(evaluator_t *e, uint32_t i) {
    char name[16];
    snprintf(name, sizeof name, "s%u", i);
    return fun_result(&e->f.bank, fun_called(&e->f, name));
}

static const struct {
    const char *sort;
    uint64_t size;
} sizes[] = {
    {"Bool", 2},
    {"Int", SORT_INFINITE},
    {"Real", SORT_INFINITE},
    {"String", SORT_INFINITE},
    {"RegLan", SORT_INFINITE},
    {"RoundingMode", 5},
    {"Unicode", 0x30000},
    {"(_ BitVec 1)", 2},
    {"(_ BitVec 62)", UINT64_C(1) << 62},
    {"(_ BitVec 63)", SORT_INFINITE},
    /* 8 patterns, of which 011 1 and so on are NaN: 2 * (2^2 - 1) * 2 + 2 + 1 */
    {"(_ FloatingPoint 2 2)", 15},
    {"(_ FloatingPoint 3 3)", 59},
    {"Float16", 65536 - 2 * 1023 + 1},
    {"(_ FiniteField 7)", 7},
    {"(Array Bool Bool)", 4},
    {"(Array Bool Color)", 9},
    {"(Array Color Bool)", 8},
    {"(Array Bool Bool Color)", 81},
    {"(Array Int Bool)", SORT_INFINITE},
    {"(Array Bool Int)", SORT_INFINITE},
    {"(Array Int Unit)", 1},
    {"(-> Bool Bool)", 4},
    {"(Seq Bool)", SORT_INFINITE},
    {"(Set Bool)", 4},
    {"(Set Color)", 8},
    {"(Set (Set Bool))", 16},
    {"(Bag Bool)", SORT_INFINITE},
    {"(Tuple Bool Color)", 6},
    {"UnitTuple", 1},
    {"(List Bool)", SORT_INFINITE},
    {"(Nullable Bool)", 3},
    {"(Nullable (Nullable Color))", 5},
    {"U", SORT_INFINITE},
    {"Color", 3},
    {"Pair", 6},
    {"Tree", SORT_INFINITE},
    {"(List* Bool)", SORT_INFINITE},
    {"(Either Bool Color)", 5},
    {"(Either Bool (Either Color Color))", 8},
    {"(Either Int Color)", SORT_INFINITE},
    {"Stream", SORT_INFINITE},
    {"Even", SORT_INFINITE},
    {"(Array Pair Unit)", 1},
    {"(Array (_ BitVec 6) Bool)", SORT_INFINITE},
    {"(Set (_ BitVec 5))", UINT64_C(1) << 32},
};

static void open_all(evaluator_t *e) {
    static const char *names[sizeof sizes / sizeof *sizes + 1];
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        names[i] = sizes[i].sort;
    char script[2000];
    snprintf(script, sizeof script, "%s%s", types,
             "(declare-sort U 0) (declare-datatype Unit ((unit)))"
             "(declare-datatypes ((Even 0) (Odd 0))"
             " (((zero) (even (odd-below Odd))) ((odd (even-below Even)))))");
    open_sorts(e, script, names);
}

static void how_many_values_a_sort_has(void **state) {
    evaluator_t e;
    open_all(&e);
    for (uint32_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint64_t size = sort_size(&e.values, sort_number(&e, i));
        if (size != sizes[i].size)
            print_message("%s has %llu values\n", sizes[i].sort, (unsigned long long)size);
        assert_true(size == sizes[i].size);
    }
    evaluator_done(&e);
}

/* All different, each its own rank, and all exact or arrays. */
static void the_values_of_finite_sorts(void **state) {
    evaluator_t e;
    open_all(&e);
    for (uint32_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        if (sizes[i].size > 70000)
            continue;
        sort_t sort = sort_number(&e, i);
        value_t *all = malloc(sizes[i].size * sizeof *all);
        for (uint64_t k = 0; k < sizes[i].size; k++) {
            all[k] = value_at(&e.values, sort, k);
            assert_int_equal(value_rank(&e.values, sort, all[k]), k);
            assert_true(value_exact(&e.values, sort, all[k]));
        }
        qsort(all, sizes[i].size, sizeof *all, value_order);
        for (uint64_t k = 0; k + 1 < sizes[i].size; k++)
            assert_true(all[k] != all[k + 1]);
        value_t more;
        assert_false(domain_fresh(&e.values, domain_of(&e.values, sort), all,
                                  (uint32_t)sizes[i].size, &more));
        free(all);
    }
    evaluator_done(&e);
}

/* Of every sort but codatatypes: a default, the same one after a release. */
static void defaults(void **state) {
    evaluator_t e;
    open_all(&e);
    for (uint32_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        sort_t sort = sort_number(&e, i);
        bool none = strcmp(sizes[i].sort, "Stream") == 0;
        values_mark_t mark = values_mark(&e.values);
        value_t value, again;
        assert_int_equal(value_default(&e.values, sort, &value), !none);
        if (none)
            continue;
        assert_true(value_default(&e.values, sort, &again));
        assert_true(value == again);
        values_release(&e.values, mark);
        assert_true(value_default(&e.values, sort, &again));
        assert_true(value == again);
        domain_t domain = domain_of(&e.values, sort);
        if (sizes[i].size > 1 && strcmp(sizes[i].sort, "Even") != 0 &&
            strcmp(sizes[i].sort, "RegLan") != 0) {
            assert_true(domain_fresh(&e.values, domain, &value, 1, &again));
            assert_true(value != again);
        }
    }
    evaluator_done(&e);
}

/* The least nested constructor is the default; it may come after others. */
static void defaults_of_recursive_datatypes_are_well_founded(void **state) {
    evaluator_t e;
    open_sorts(&e,
               "(declare-datatypes ((A 0) (B 0))"
               " (((mka (ab B)) (mkb (bb A) (bc B))) ((mkc (ca A)) (stop))))",
               (const char *[]){"A", NULL});
    value_t value;
    assert_true(value_default(&e.values, sort_number(&e, 0), &value));
    assert_int_equal(data_constructor(&e.values, value), fun_called(&e.f, "mka"));
    uint32_t count;
    assert_int_equal(data_constructor(&e.values, data_fields(&e.values, value, &count)[0]),
                     fun_called(&e.f, "stop"));
    assert_int_equal(sort_size(&e.values, sort_number(&e, 0)), SORT_INFINITE);
    evaluator_done(&e);
}

/* A datatype that needs an array of itself has no value that could be built. */
static void a_datatype_that_needs_an_array_of_itself(void **state) {
    evaluator_t e;
    open_sorts(&e, "(declare-datatype D ((mk (f (Array Int D)))))", (const char *[]){"D", NULL});
    sort_t sort = sort_number(&e, 0);
    value_t value;
    assert_false(value_default(&e.values, sort, &value));
    assert_false(sort_exact(&e.values, sort));
    evaluator_done(&e);
}

/* An instance that no sort of the script names; one that grows without end. */
static void instances_of_parametric_datatypes(void **state) {
    evaluator_t e;
    open_sorts(&e,
               "(declare-datatypes ((Box 1) (Nest 1))"
               " ((par (T) ((box (inside (Array T (Tuple T Bool))))))"
               "  (par (T) ((end) (more (one T) (rest (Nest (Tuple T T))))))))",
               (const char *[]){"(Box (_ BitVec 1))", "(Nest Int)", NULL});
    sort_t sort = sort_number(&e, 0);
    uint32_t sorts = e.f.bank.sorts.len;
    assert_int_equal(sort_size(&e.values, sort), 16);
    for (uint64_t i = 0; i < 16; i++)
        assert_int_equal(value_rank(&e.values, sort, value_at(&e.values, sort, i)), i);
    assert_int_equal(e.f.bank.sorts.len, sorts);
    value_t value;
    sort = sort_number(&e, 1);
    assert_int_equal(sort_size(&e.values, sort), SORT_INFINITE);
    assert_false(sort_exact(&e.values, sort));
    (void)value_default(&e.values, sort, &value);
    evaluator_done(&e);
}

/* An id may mean another sort after a release of the bank. */
static void sorts_that_were_released(void **state) {
    evaluator_t e;
    evaluator_init(&e, "", "");
    bank_mark_t mark = bank_mark(&e.f.bank);
    sort_t bits = sort_bitvec(&e.f.bank, 7);
    sort_t array = sort_of(&e.f.bank, SORT_SET, (sort_t[]){SORT_BOOL}, 1);
    assert_int_equal(sort_size(&e.values, bits), 128);
    assert_int_equal(sort_size(&e.values, array), 4);
    bank_release(&e.f.bank, mark);
    sort_t other = sort_bitvec(&e.f.bank, 5);
    sort_t tuple = sort_of(&e.f.bank, SORT_TUPLE, (sort_t[]){SORT_BOOL, SORT_BOOL, SORT_BOOL}, 3);
    assert_true(other == bits && tuple == array);
    assert_int_equal(sort_size(&e.values, other), 32);
    assert_int_equal(sort_size(&e.values, tuple), 8);
    evaluator_done(&e);
}

static void a_sort_nested_too_deep_is_not_exact(void **state) {
    evaluator_t e;
    open_all(&e);
    sort_t sort = SORT_BOOL;
    for (int i = 0; i < 100000; i++)
        sort = sort_of(&e.f.bank, SORT_TUPLE, &sort, 1);
    value_t value;
    assert_false(sort_exact(&e.values, sort));
    assert_false(value_default(&e.values, sort, &value));
    evaluator_done(&e);
}

/* --- values as terms --- */

/* The text, evaluated and printed, is the second; and that text is the same value. */
static void prints(const char *declarations, const char *model, const char *term,
                   const char *printed) {
    char script[3000];
    snprintf(script, sizeof script, "%s(assert (= %s %s))", declarations, term, term);
    evaluator_t e;
    evaluator_init(&e, script, model);
    uint32_t count;
    term_t parsed = term_children(&e.f.bank, assertion(&e.f, 0), &count)[0];
    result_t result = eval_term(&e.eval, parsed);
    assert_true(result.known);
    term_t back = value_term(&e.values, &e.f.bank, term_sort(&e.f.bank, parsed), result.value);
    assert_int_not_equal(back, TERM_NONE);
    assert_term(&e.f, back, printed);
    result_t again = eval_term(&e.eval, back);
    assert_true(again.known);
    bool is_function = sort_kind(&e.f.bank, term_sort(&e.f.bank, parsed)) == SORT_FUN;
    assert_true(is_function || again.value == result.value);
    evaluator_done(&e);
    if (!is_function)
        expect_in(declarations, model, term, printed);
}

static void values_print_as_terms_that_read_back(void **state) {
    prints("", "", "(- 2 7)", "(- 5)");
    prints("", "", "(* 99999999999 99999999999)", "9999999999800000000001");
    prints("", "", "(- (* 99999999999 99999999999))", "(- 9999999999800000000001)");
    prints("", "", "(/ 2.0 6.0)", "(/ 1.0 3.0)");
    prints("", "", "(/ 2.0 (- 6.0))", "(- (/ 1.0 3.0))");
    prints("", "", "(/ 6.0 2.0)", "3.0");
    prints("", "", "(bvadd #b101 #b001)", "#b110");
    prints("", "", "(bvadd #xfe #x01)", "#xff");
    prints("", "", "(concat #xffffffffffffffff #b1)",
           "#b11111111111111111111111111111111111111111111111111111111111111111");
    prints("", "", "(fp.neg (fp #b0 #b10 #b1))", "(fp #b1 #b10 #b1)");
    prints("", "", "(fp.neg (_ +zero 2 3))", "(_ -zero 2 3)");
    prints("", "", "(fp.neg (_ +oo 2 3))", "(_ -oo 2 3)");
    prints("", "", "(fp.neg (_ NaN 2 3))", "(_ NaN 2 3)");
    prints("", "", "roundTowardZero", "RTZ");
    prints("", "", "(str.++ \"a\\u{5c}\" \"\"\"\\u{1F600}\")", "\"a\\u{5c}\"\"\\u{1f600}\"");
    prints("", "", "(ff.add (as ff5 (_ FiniteField 7)) (as ff4 (_ FiniteField 7)))", "#f2m7");
    prints("", "", "(_ Char 65)", "(_ Char 65)");
    prints("", "", "(and true false)", "false");
}

static void containers_print_as_terms_that_read_back(void **state) {
    prints("", "", "(seq.++ (seq.unit 1) (seq.unit 2))", "(seq.++ (seq.unit 1) (seq.unit 2))");
    prints("", "", "(seq.extract (seq.unit 1) 5 1)", "(as seq.empty (Seq Int))");
    prints("", "", "(store (store ((as const (Array Int Int)) 0) 2 3) 1 5)",
           "(store (store ((as const (Array Int Int)) 0) 1 5) 2 3)");
    prints("", "", "(store ((as const (Array Int Bool Real)) 0.5) 2 true 3.0)",
           "(store ((as const (Array Int Bool Real)) (/ 1.0 2.0)) 2 true 3.0)");
    prints("", "", "(tuple 1 (tuple true) tuple.unit)", "(tuple 1 (tuple true) tuple.unit)");
    prints("", "", "(set.insert 3 1 (set.singleton 2))", "(set.insert 1 2 (set.singleton 3))");
    prints("", "", "(set.minus (set.singleton 3) (set.singleton 3))", "(as set.empty (Set Int))");
    prints("", "", "(store ((as const (Set Int)) true) 5 false)",
           "(store ((as const (Set Int)) true) 5 false)");
    prints("", "", "(bag.union_disjoint (bag 1 2) (bag 2 1) (bag 1 1))",
           "(bag.union_disjoint (bag 1 3) (bag 2 1))");
    prints("", "", "(bag 1 0)", "(as bag.empty (Bag Int))");
    prints("", "", "(insert 1 (as nil (List Int)))", "(insert 1 (as nil (List Int)))");
    prints("", "", "(nullable.some (as nullable.null (Nullable Int)))",
           "(nullable.some (as nullable.null (Nullable Int)))");
    prints(types, "", "(tail* (cell (leaf 0) (cell (leaf 1) (as null (List* Tree)))))",
           "(cell (leaf 1) (as null (List* Tree)))");
    prints(types, "",
           "(ite true ((as this (Either Int Bool)) 1) ((as that (Either Int Bool)) true))",
           "((as this (Either Int Bool)) 1)");
}

static void functions_print_as_lambdas(void **state) {
    prints("", "", "(lambda ((x Int)) (+ x 1))", "(lambda ((x Int)) (+ x 1))");
    prints("", "", "(let ((z 7)) (lambda ((x Int)) (+ x z)))", "(lambda ((x Int)) (+ x 7))");
    prints("(declare-fun f (Int) Int)", "((define-fun f ((x Int)) Int (+ x x)))", "(_ as-array f)",
           "(_ as-array f)");
    evaluator_t e;
    evaluator_init(&e, "(declare-const g (-> Int Bool Int))", "");
    sort_t sort = fun_result(&e.f.bank, fun_called(&e.f, "g"));
    value_t key = value_make(&e.values, OBJ_TUPLE, (uint64_t[]){num_of_small(3), 1}, 2);
    value_t table =
        value_make(&e.values, OBJ_ARRAY, (uint64_t[]){num_of_small(0), key, num_of_small(4)}, 3);
    assert_term(&e.f, value_term(&e.values, &e.f.bank, sort, table),
                "(lambda ((x0 Int) (x1 Bool)) (ite (and (= x0 3) (= x1 true)) 4 0))");
    evaluator_done(&e);
}

static void roots_print_as_z3_writes_them(void **state) {
    evaluator_t e;
    evaluator_init(&e, "(declare-const x Real)",
                   "((define-fun x () Real (root-obj (+ (^ x 2) (- 2)) 2)))");
    result_t result = eval_term(&e.eval, check_fun(&e.f.bank, fun_called(&e.f, "x"), NULL, 0));
    assert_true(result.known);
    term_t back = value_term(&e.values, &e.f.bank, SORT_REAL, result.value);
    assert_term(&e.f, back, "(root-obj (+ (^ x 2) (- 2)) 2)");
    result_t again = eval_term(&e.eval, back);
    assert_true(again.known && again.value == result.value);
    evaluator_done(&e);
}

static void elements_print_as_constants(void **state) {
    evaluator_t e;
    open_sorts(&e, "(declare-sort U 0)", (const char *[]){"U", NULL});
    sort_t sort = sort_number(&e, 0);
    value_t value = value_make(&e.values, OBJ_ELEMENT, (uint64_t[]){sort, 3}, 2);
    term_t term = value_term(&e.values, &e.f.bank, sort, value);
    assert_term(&e.f, term, "(as @U_3 U)");
    uint32_t funs = e.f.bank.funs.len;
    assert_int_equal(value_term(&e.values, &e.f.bank, sort, value), term);
    assert_int_equal(e.f.bank.funs.len, funs);
    evaluator_done(&e);
}

/* A list as long as a script may make it. */
static void a_long_list_does_not_recurse(void **state) {
    evaluator_t e;
    open_sorts(&e, types, (const char *[]){"(List* (-> Int Int))", NULL});
    script_t script;
    script_init(&script, &e.f.bank);
    parse_into(&e.f, &script, "(assert (= 0 (select (lambda ((x Int)) 0) 1)))");
    term_t equality = script_words(&script, 0, &(uint32_t){0})[0];
    term_t select = term_children(&e.f.bank, equality, &(uint32_t){0})[1];
    term_t lambda = term_children(&e.f.bank, select, &(uint32_t){0})[0];
    script_done(&script);
    value_t alike = eval_term(&e.eval, lambda).value;
    assert_int_equal(value_kind(&e.values, alike), OBJ_LAMBDA);
    sort_t sort = sort_number(&e, 0);
    fun_t null = fun_called(&e.f, "null");
    fun_t cell = fun_called(&e.f, "cell");
    value_t element = value_make(&e.values, OBJ_ARRAY, (uint64_t[]){num_of_small(0)}, 1);
    value_t list = value_make(&e.values, OBJ_DATA, (uint64_t[]){null}, 1);
    value_t other = list;
    for (int i = 0; i < 300000; i++) {
        list = value_make(&e.values, OBJ_DATA, (uint64_t[]){cell, element, list}, 3);
        other =
            value_make(&e.values, OBJ_DATA, (uint64_t[]){cell, i == 0 ? alike : element, other}, 3);
    }
    assert_true(value_exact(&e.values, sort, list));
    assert_int_not_equal(value_term(&e.values, &e.f.bank, sort, list), TERM_NONE);
    bool equal;
    call_t call = {.term = TERM_BAD};
    assert_true(eval_equal(&e.eval, &call, sort, list, other, &equal));
    assert_true(equal);
    value_t shorter = data_fields(&e.values, list, &(uint32_t){0})[1];
    assert_true(eval_equal(&e.eval, &call, sort, list, shorter, &equal));
    assert_false(equal);
    evaluator_done(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constructors_selectors_testers),
        cmocka_unit_test(a_real_field_argument_of_an_int_field_is_rounded_down),
        cmocka_unit_test(a_selector_on_the_wrong_constructor_is_a_choice),
        cmocka_unit_test(update_changes_one_field),
        cmocka_unit_test(dt_size_counts_constructors_with_fields),
        cmocka_unit_test(matching),
        cmocka_unit_test(codatatypes),
        cmocka_unit_test(lists),
        cmocka_unit_test(tuples),
        cmocka_unit_test(nullable_values),
        cmocka_unit_test(how_many_values_a_sort_has),
        cmocka_unit_test(the_values_of_finite_sorts),
        cmocka_unit_test(defaults),
        cmocka_unit_test(defaults_of_recursive_datatypes_are_well_founded),
        cmocka_unit_test(a_datatype_that_needs_an_array_of_itself),
        cmocka_unit_test(instances_of_parametric_datatypes),
        cmocka_unit_test(sorts_that_were_released),
        cmocka_unit_test(a_sort_nested_too_deep_is_not_exact),
        cmocka_unit_test(values_print_as_terms_that_read_back),
        cmocka_unit_test(containers_print_as_terms_that_read_back),
        cmocka_unit_test(functions_print_as_lambdas),
        cmocka_unit_test(roots_print_as_z3_writes_them),
        cmocka_unit_test(elements_print_as_constants),
        cmocka_unit_test(a_long_list_does_not_recurse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
