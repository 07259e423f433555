/* Sort checking: the doors of check.h on terms made by hand, and tables of terms with the sort or
 * the message that comes out. */
#include "front.h"

#include "smt/term/check.h"

static const char declarations[] =
    "(set-logic HO_ALL)"
    "(declare-sort U 0)(declare-sort P 2)"
    "(declare-datatypes ((L 1)) ((par (X) ((nil) (cons (hd X) (tl (L X)))))))"
    "(declare-datatypes ((E 2)) ((par (X Y) ((left (l X)) (right (r Y))))))"
    "(declare-datatype C ((red) (blue (shade Int))))"
    "(declare-const u U)(declare-const i Int)(declare-const j Int)(declare-const r Real)"
    "(declare-const p Bool)(declare-const q Bool)(declare-const s String)"
    "(declare-const b8 (_ BitVec 8))(declare-const b4 (_ BitVec 4))(declare-const b1 (_ BitVec 1))"
    "(declare-const f32 Float32)(declare-const m RoundingMode)"
    "(declare-const a (Array Int Real))(declare-const ab (Array Int Bool))"
    "(declare-const a2 (Array Int Bool Real))(declare-const ab2 (Array Int Int Bool))"
    "(declare-const si (Set Int))(declare-const qi (Seq Int))(declare-const bi (Bag Int))"
    "(declare-const g (-> Int Real Bool))(declare-const h (-> Int Int))"
    "(declare-fun f (Int Bool) Real)(declare-fun one (Real) Int)(declare-fun ho ((-> Int Int)) Int)"
    "(declare-fun o (Int) Int)(declare-fun o (Bool) Bool)(declare-fun o (Int Int) Real)"
    "(declare-const x Int)(declare-fun x () Bool)"
    "(declare-const ri (Relation Int Bool))(declare-const rb (Relation Bool String))"
    "(declare-const ta (Table Int Bool))(declare-const t (Tuple Int Bool String))"
    "(declare-const c C)(declare-const li (L Int))(declare-const lr (L Real))"
    "(declare-const ni (Nullable Int))(declare-const re RegLan)(declare-const z (List Int))"
    "(declare-const ff (_ FiniteField 7))(declare-const ch Unicode)";

/* Reads "(simplify term)" after the declarations; the term, or TERM_BAD. */
static term_t read_term(front_t *f, const char *term) {
    strbuf_t text;
    front_clear(f);
    strbuf_init(&text, &f->mem);
    strbuf_format(&text, "%s(simplify %s)", declarations, term);
    front_parse(f, text.data, text.len);
    strbuf_done(&text);
    uint32_t last = script_count(&f->script) - 1;
    assert_int_equal(script_kind(&f->script, last), CMD_SIMPLIFY);
    uint32_t count;
    return script_words(&f->script, last, &count)[0];
}

typedef struct expectation {
    const char *term;
    const char *sort; /* or the message */
} expectation_t;

static void all_right(const expectation_t *cases, size_t count) {
    front_t f;
    front_init(&f);
    for (size_t i = 0; i < count; i++) {
        term_t term = read_term(&f, cases[i].term);
        if (term == TERM_BAD || f.diags.total > 0)
            fail_msg("%s: %s", cases[i].term, front_errors(&f));
        if (strcmp(front_sort(&f, term_sort(&f.bank, term)), cases[i].sort) != 0)
            fail_msg("%s is %s, not %s", cases[i].term, front_sort(&f, term_sort(&f.bank, term)),
                     cases[i].sort);
    }
    front_done(&f);
}

/* Each gives one error with just this message. */
static void all_wrong(const expectation_t *cases, size_t count) {
    front_t f;
    front_init(&f);
    for (size_t i = 0; i < count; i++) {
        read_term(&f, cases[i].term);
        if (f.diags.total != 1)
            fail_msg("%s: %s", cases[i].term, front_errors(&f));
        if (strcmp(front_brief(f.diags.rows.data[0].message), cases[i].sort) != 0)
            fail_msg("%s:\n  said     %s\n  expected %s", cases[i].term,
                     f.diags.rows.data[0].message, cases[i].sort);
    }
    front_done(&f);
}

#define ALL_RIGHT(cases) all_right(cases, sizeof(cases) / sizeof *(cases))
#define ALL_WRONG(cases) all_wrong(cases, sizeof(cases) / sizeof *(cases))

/* NONE, LEFT, RIGHT, CHAIN, PAIR: how many arguments each takes. */
static void test_arities(void **state) {
    static const expectation_t right[] = {
        {"(not p)", "Bool"},
        {"(and p)", "Bool"},
        {"(and p q p q)", "Bool"},
        {"(xor p q p)", "Bool"},
        {"(=> p q p)", "Bool"},
        {"(= i j i j)", "Bool"},
        {"(distinct i j 3)", "Bool"},
        {"(- i)", "Int"},
        {"(- i j 3)", "Int"},
        {"(< i j 3)", "Bool"},
        {"(bvadd b8 b8 b8)", "(_ BitVec 8)"},
        {"(ite p b8 b8)", "(_ BitVec 8)"},
        {"(str.++ s s s)", "String"},
        {"true", "Bool"},
        {"(re.union re re re)", "RegLan"},
    };
    static const expectation_t wrong[] = {
        {"(not p q)", "got Bool Bool"},
        {"(=> p)", "got Bool"},
        {"(= i)", "got Int"},
        {"(ite p i)", "got Bool Int"},
        {"(bvult b8 b8 b8)", "got (_ BitVec 8) (_ BitVec 8) (_ BitVec 8)"},
        {"(and p i p p p p p p p p)",
         "got Bool Int Bool Bool Bool Bool Bool Bool ... (10 arguments)"},
    };
    ALL_RIGHT(right);
    ALL_WRONG(wrong);
}

static void test_coercions(void **state) {
    static const expectation_t right[] = {
        {"(+ i r)", "Real"},       {"(+ r i)", "Real"},      {"(+ i j)", "Int"},
        {"(< i r)", "Bool"},       {"(= i r)", "Bool"},      {"(ite p i r)", "Real"},
        {"(ite p r i)", "Real"},   {"(/ i j)", "Real"},      {"(sin i)", "Real"},
        {"(f r p)", "Real"}, /* an Int parameter takes a Real */
        {"(one i)", "Int"},        {"(select a r)", "Real"}, {"(store a i i)", "(Array Int Real)"},
        {"(to_real i)", "Real"},   {"(to_int i)", "Int"},    {"(select ab i)", "Bool"},
        {"(select si i)", "Bool"}, {"(select h i)", "Int"},  {"(distinct i r j)", "Bool"},
    };
    static const expectation_t wrong[] = {
        {"(+ i p)", "got Int Bool"},
        {"(= qi (as seq.empty (Seq Real)))", "got (Seq Int) (Seq Real)"},
        {"(abs p)", "got Bool"},
        {"((as const (Array Int Real)) i)", "got Int as (Array Int Real)"},
        {"(bvadd b8 i)", "got (_ BitVec 8) Int"},
        {"(= u i)", "got U Int"},
        {"(f p p)", "got Bool Bool"},
    };
    ALL_RIGHT(right);
    ALL_WRONG(wrong);
}

static void test_as(void **state) {
    static const expectation_t right[] = {
        {"((as const (Array Int Int)) 3)", "(Array Int Int)"},
        {"((as const (Array Int Bool Int)) 3)", "(Array Int Bool Int)"},
        {"((as const (Set Int)) true)", "(Set Int)"},
        {"(as seq.empty (Seq Bool))", "(Seq Bool)"},
        {"(as seq.empty String)", "String"},
        {"(as set.empty (Set Int))", "(Set Int)"},
        {"(as emptyset (Set Int))", "(Set Int)"},
        {"(as nil (L Bool))", "(L Bool)"},
        {"((as cons (L Int)) 3 (as nil (L Int)))", "(L Int)"},
        {"(as i Int)", "Int"},
        {"(as true Bool)", "Bool"},
        {"((as f Real) i p)", "Real"},
        {"(as ff3 (_ FiniteField 7))", "(_ FiniteField 7)"},
        {"(as x Int)", "Int"},
        {"(as x Bool)", "Bool"},
        {"(as sep.nil U)", "U"},
        {"(let ((v i)) (as v Int))", "Int"},
        {"(as (_ bv1 8) (_ BitVec 8))", "(_ BitVec 8)"},
        {"(as (_ +oo 5 11) Float16)", "(_ FloatingPoint 5 11)"},
        {"(seq.++ qi (as seq.empty (Seq Int)))", "(Seq Int)"},
        {"(set.union si (as set.empty (Set Int)))", "(Set Int)"},
        {"(as bag.empty (Bag U))", "(Bag U)"},
        {"(as nullable.null (Nullable U))", "(Nullable U)"},
    };
    static const expectation_t wrong[] = {
        {"(as i Bool)", "i is a constant of sort Int; got no arguments as Bool"},
        {"(as x U)", "x is a constant of sort Bool; got no arguments as U"},
        {"(let ((v i)) (as v Bool))", "this is not of the sort that as gives it"},
        {"(as nosuch Int)", "nosuch is not declared"},
        {"(as i NoSort)", "sort NoSort is not declared"},
        {"(as ff3 Int)", "ff3 is an element of a FiniteField"},
    };
    ALL_RIGHT(right);
    ALL_WRONG(wrong);
}

static void test_indices(void **state) {
    static const expectation_t right[] = {
        {"((_ extract 7 0) b8)", "(_ BitVec 8)"},
        {"((_ extract 5 2) b8)", "(_ BitVec 4)"},
        {"((_ repeat 3) b4)", "(_ BitVec 12)"},
        {"((_ zero_extend 0) b4)", "(_ BitVec 4)"},
        {"((_ sign_extend 12) b4)", "(_ BitVec 16)"},
        {"((_ rotate_left 100) b4)", "(_ BitVec 4)"},
        {"((_ rotate_left 99999999999) b4)", "(_ BitVec 4)"},
        {"(concat b8 b4 b1)", "(_ BitVec 13)"},
        {"((_ int2bv 9) i)", "(_ BitVec 9)"},
        {"((_ to_fp 8 24) m r)", "(_ FloatingPoint 8 24)"},
        {"((_ to_fp 8 24) m i)", "(_ FloatingPoint 8 24)"},
        {"((_ to_fp 8 24) (concat b8 b8 b8 b8))", "(_ FloatingPoint 8 24)"},
        {"((_ to_fp 11 53) m f32)", "(_ FloatingPoint 11 53)"},
        {"((_ fp.to_ubv 3) m f32)", "(_ BitVec 3)"},
        {"(fp b1 b8 b4)", "(_ FloatingPoint 8 5)"},
        {"(_ +oo 5 11)", "(_ FloatingPoint 5 11)"},
        {"(fp.to_ieee_bv f32)", "(_ BitVec 32)"},
        {"((_ divisible 3) i)", "Bool"},
        {"((_ divisible 123456789012345678901234567890) i)", "Bool"},
        {"((_ re.loop 1 2) re)", "RegLan"},
        {"((_ re.loop 1) re)", "RegLan"},
        {"((_ re.^ 4) re)", "RegLan"},
        {"((_ pbge 2 1 1) p q)", "Bool"},
        {"((_ at-most 2) p q p)", "Bool"},
        {"(_ bv300 8)", "(_ BitVec 8)"},
        {"(_ char #x41)", "String"},
        {"(_ Char 65)", "Unicode"},
        {"#x0f", "(_ BitVec 8)"},
        {"#b101", "(_ BitVec 3)"},
        {"#f3m7", "(_ FiniteField 7)"},
        {"#f3m123456789012", "(_ FiniteField 123456789012)"},
        {"(ff.add ff ff #f1m7)", "(_ FiniteField 7)"},
        {"(ff.neg #f3m123456789012)", "(_ FiniteField 123456789012)"},
        {"(_ fmf.card U 3)", "Bool"},
        {"(bvcomp b8 b8)", "(_ BitVec 1)"},
        {"(@bv 5 12)", "(_ BitVec 12)"},
        {"(mkbv p q p)", "(_ BitVec 3)"},
    };
    static const expectation_t wrong[] = {
        {"((_ extract 8 0) b8)", "got indices 8 0 and (_ BitVec 8)"},
        {"((_ extract 9 0) b8)", "got indices 9 0 and (_ BitVec 8)"},
        {"((_ extract 99999999999 0) b8)", "got indices 99999999999 0 and (_ BitVec 8)"},
        {"((_ is red) i)", "got index red and Int"},
        {"((_ pbge 2 1) p q)", "got indices 2 1 and Bool Bool"},
        {"((_ repeat 0) b4)", "got index 0 and (_ BitVec 4)"},
        {"((_ repeat 999999999) b8)", "got index 999999999 and (_ BitVec 8)"},
        {"((_ repeat 99999999999) b8)", "got index 99999999999 and (_ BitVec 8)"},
        {"((_ int2bv 0) i)", "got index 0 and Int"},
        {"(fp b1 b1 b8)", "got (_ BitVec 1) (_ BitVec 1) (_ BitVec 8)"},
        {"((_ nosuch 1) b8)", "there is no indexed operator nosuch"},
        {"(_ bv3 0)", "the width of a bit-vector is at least 1"},
        {"(ff.add ff #f1m11)", "got (_ FiniteField 7) (_ FiniteField 11)"},
        {"(ff.add #f1m12345678901 #f1m12345678907)",
         "got (_ FiniteField 12345678901) (_ FiniteField 12345678907)"},
        {"(@bv 5 0)", "got Int Int"},
        {"(@bv 5 i)", "got Int Int"},
    };
    ALL_RIGHT(right);
    ALL_WRONG(wrong);
}

static void test_overloads(void **state) {
    static const expectation_t right[] = {
        {"(o i)", "Int"},
        {"(o p)", "Bool"},
        {"(o i j)", "Real"},
        {"(str.len qi)", "Int"},
        {"(seq.nth qi i)", "Int"},
        {"(seq.nth s i)", "Unicode"},
        {"(union si si)", "(Set Int)"},
        {"(union ab ab)", "(Array Int Bool)"},
    };
    static const expectation_t wrong[] = {
        {"x", "x is declared more than once and could be either here; say which with (as x S)"},
        {"(o s)", "got String"},
        {"(union si ab)", "got (Set Int) (Array Int Bool)"},
    };
    ALL_RIGHT(right);
    ALL_WRONG(wrong);
}

static void test_higher_order(void **state) {
    static const expectation_t right[] = {
        {"f", "(-> Int Bool Real)"},
        {"(f i)", "(-> Bool Real)"},
        {"((f i) p)", "Real"},
        {"(g i)", "(-> Real Bool)"},
        {"(g i r)", "Bool"},
        {"(@ g i r)", "Bool"},
        {"(@ g i)", "(-> Real Bool)"},
        {"(@ f i p)", "Real"},
        {"(ho h)", "Int"},
        {"(lambda ((y Int)) (+ y r))", "(-> Int Real)"},
        {"((lambda ((y Int) (w Int)) (< y w)) 1 2)", "Bool"},
        {"(lambda ((y Int)) g)", "(-> Int Int Real Bool)"},
        {"(set.map h si)", "(Set Int)"},
        {"(set.filter (lambda ((y Int)) (> y 0)) si)", "(Set Int)"},
        {"(set.fold (lambda ((y Int) (w Real)) (+ y w)) 0.0 si)", "Real"},
        {"(bag.map (lambda ((y Int)) p) bi)", "(Bag Bool)"},
        {"(seq.map h qi)", "(Seq Int)"},
        {"(a i)", "Real"}, /* z3: an array is a function */
        {"(= a (lambda ((y Int)) r))", "Bool"},
        {"(= ab si)", "Bool"},
    };
    static const expectation_t wrong[] = {
        {"(f p)", "got Bool"},
        {"(f i p p)", "got Int Bool Bool"},
        {"(ho one)", "got (-> Real Int)"},
        {"(@ h p)", "got (-> Int Int) Bool"},
        {"((f i) i)", "a term of sort (-> Bool Real) cannot be applied to these arguments"},
        {"((f i p))", "brackets around a term of sort Real without arguments"},
        {"(= h (lambda ((y Bool)) 1))", "got (-> Int Int) (-> Bool Int)"},
    };
    ALL_RIGHT(right);
    ALL_WRONG(wrong);
}

static void test_generic(void **state) {
    static const expectation_t right[] = {
        {"(cons i li)", "(L Int)"},
        {"(cons i nil)", "(L Int)"},
        {"(hd li)", "Int"},
        {"(tl (cons p nil))", "(L Bool)"},
        {"(cons nil nil)", "(L (L ?))"},
        {"(= nil li)", "Bool"},
        {"(cons li (cons nil nil))", "(L (L Int))"},
        {"(ite p nil li)", "(L Int)"},
        {"(left i)", "(E Int ?)"},
        {"(= (left i) ((as right (E Int Bool)) q))", "Bool"},
        {"(= (left i) (right p))", "Bool"},
        {"((_ is cons) li)", "Bool"},
        {"(is-cons li)", "Bool"},
        {"((_ is red) c)", "Bool"},
        {"((_ update shade) c i)", "C"},
        {"((_ update-field shade) c i)", "C"},
        {"((_ update hd) li j)", "(L Int)"},
        {"(match li ((nil i) ((cons y w) y)))", "Int"},
        {"(match li ((nil r) (y (hd y))))", "Real"},
        {"(match c ((red p) (y q)))", "Bool"},
        {"(dt.size c)", "Int"},
        {"(shade (blue i))", "Int"},
    };
    static const expectation_t wrong[] = {
        {"(cons p li)", "got Bool (L Int); its sort may have to be given, as in (as cons S)"},
        {"(cons i lr)", "got Int (L Real); its sort may have to be given, as in (as cons S)"},
        {"(= li (cons p nil))", "got (L Int) (L Bool)"},
        {"(hd i)", "got Int; its sort may have to be given, as in (as hd S)"},
        {"(as nil Int)", "nil is a constant of sort (L X); got no arguments as Int"},
        {"(hd nil)", "got (L ?); its sort may have to be given, as in (as hd S)"},
        {"(dt.size i)", "got Int"},
        {"(match li ((nil i)))", "this match has no case for some constructors"},
        {"(match li ((nil i) ((cons y w) p)))", "the cases of this match have different sorts"},
        {"(match li ((nil i) ((red y) i) (w j)))",
         "red is no constructor of the sort of the matched term"},
        {"(match li ((nil i) ((cons y) i)))", "constructor cons has 2 fields, the pattern 1"},
    };
    ALL_RIGHT(right);
    ALL_WRONG(wrong);
}

static void test_containers(void **state) {
    static const expectation_t right[] = {
        {"(select a2 i p)", "Real"},
        {"(store a2 i p r)", "(Array Int Bool Real)"},
        {"(default a)", "Real"},
        {"(default a2)", "Real"},
        {"((_ map and) ab ab)", "(Array Int Bool)"},
        {"((_ map o) ab)", "(Array Int Bool)"},
        {"((_ map (as o Bool)) ab)", "(Array Int Bool)"},
        {"((_ map (one (Real) Int)) a)", "(Array Int Int)"},
        {"(_ as-array f)", "(Array Int Bool Real)"},
        {"(set.insert 1 2 si)", "(Set Int)"},
        {"(set.comprehension ((y Int)) (> y 0) (* 2 y))", "(Set Int)"},
        {"(rel.join ri rb)", "(Set (Tuple Int String))"},
        {"(rel.product ri rb)", "(Set (Tuple Int Bool Bool String))"},
        {"(rel.transpose ri)", "(Set (Tuple Bool Int))"},
        {"((_ rel.project 1 0 1) ri)", "(Set (Tuple Bool Int Bool))"},
        {"(rel.project ri)", "(Set (Tuple))"},
        {"((_ rel.table_join 1 0) ri rb)", "(Set (Tuple Int Bool Bool String))"},
        {"((_ rel.group 0) ri)", "(Set (Set (Tuple Int Bool)))"},
        {"((_ table.group 0 1) ta)", "(Bag (Bag (Tuple Int Bool)))"},
        {"((_ table.project 0) ta)", "(Bag (Tuple Int))"},
        {"(table.product ta ta)", "(Bag (Tuple Int Bool Int Bool))"},
        {"((_ rel.aggr 0) (lambda ((y (Tuple Int Bool)) (w Int)) w) 0 ri)", "(Set Int)"},
        {"((_ table.aggr 0) (lambda ((y (Tuple Int Bool)) (w Int)) w) 0 ta)", "(Bag Int)"},
        {"(tuple i p)", "(Tuple Int Bool)"},
        {"tuple", "(Tuple)"},
        {"((_ tuple.select 1) t)", "Bool"},
        {"((_ tuple.update 1) t q)", "(Tuple Int Bool String)"},
        {"((_ tuple.project 2 0) t)", "(Tuple String Int)"},
        {"((_ nullable.lift +) ni ni)", "(Nullable Int)"},
        {"(nullable.lift h ni)", "(Nullable Int)"},
        {"(insert i z)", "(List Int)"},
        {"((_ transitive-closure <) i j)", "Bool"},
        {"(witness ((y Int)) (> y 0))", "Int"},
        {"(let ((y i) (w p)) (ite w y r))", "Real"},
        {"(root-obj (+ (* x x) (- 2)) 1)", "Real"},
    };
    static const expectation_t wrong[] = {
        {"(select a2 i)", "got (Array Int Bool Real) Int"},
        {"(rel.join ri ri)", "got (Set (Tuple Int Bool)) (Set (Tuple Int Bool))"},
        {"(rel.transpose si)", "got (Set Int)"},
        {"(nullable.lift h p)", "got (-> Int Int) Bool"},
        {"(seq.nth seq.empty 0)", "got (Seq ?) Int"}, /* an element of no known sort */
        {"((_ map and) ab ab2)", "got index and and (Array Int Bool) (Array Int Int Bool)"},
        {"(set.insert p si)", "got Bool (Set Int)"},
        {"(set.insert p i)", "got Bool Int"},
        {"(forall ((y Int)) y)", "the body of forall must be Bool; got Int"},
        {"(exists () p)", "exists needs at least one variable"},
    };
    ALL_RIGHT(right);
    ALL_WRONG(wrong);
    front_t f;
    front_init(&f);
    /* Indices out of range are refused, whatever the words for it. */
    static const char *const refused[] = {
        "((_ tuple.select 3) t)",
        "((_ tuple.update 0) t p)",
        "((_ tuple.project 0 3) t)",
        "((_ rel.project 2) ri)",
        "((_ rel.table_join 0 0) ri rb)",
        "((_ rel.table_join 0) ri ri)",
        "((_ rel.group 2) ri)",
        "((_ table.aggr 5) h i ta)",
        "((_ pbge 2 1) p q)",
        "((_ map o) i)",
        "((_ map nosuch) a)",
        "((_ map and) ab si)",
        "((_ map not) ab ab)",
        "((_ is nosuch) c)",
        "((_ is o) c)",
        "((_ update shade) c p)",
        "((_ update red) c i)",
        "(_ as-array nosuch)",
        "(_ as-array i)",
        "(_ as-array and)",
        "((_ nullable.lift and) ni)",
        "((_ nullable.lift +) i)",
        "(tuple.project i)",
        "((_ transitive-closure f) i j)",
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        term_t term = read_term(&f, refused[i]);
        if (term != TERM_BAD || f.diags.total != 1)
            fail_msg("%s: %u errors", refused[i], f.diags.total);
    }
    front_done(&f);
}

/* --- the doors, by hand --- */

static void test_doors(void **state) {
    front_t f;
    front_init(&f);
    term_t i = front_const(&f, "i", SORT_INT);
    term_t p = front_const(&f, "p", SORT_BOOL);
    term_t args[] = {i, i, p};
    assert_int_equal(term_sort(&f.bank, check_op(&f.bank, OP_ADD, args, 2)), SORT_INT);
    assert_int_equal(check_op(&f.bank, OP_ADD, args, 3), TERM_BAD);
    assert_int_equal(term_op(&f.bank, check_op(&f.bank, OP_TRUE, NULL, 0)), OP_TRUE);
    /* The first row that fits is taken: - with one argument is negation. */
    assert_int_equal(term_op(&f.bank, check_op(&f.bank, OP_NEG, args, 1)), OP_NEG);
    assert_int_equal(term_op(&f.bank, check_op(&f.bank, OP_NEG, args, 2)), OP_SUB);
    fun_t fun = front_fun(&f, "f", (sort_t[]){SORT_INT, SORT_BOOL}, 2, SORT_REAL);
    term_t fit[] = {i, p};
    term_t app = check_fun(&f.bank, fun, fit, 2);
    assert_string_equal(front_term(&f, app), "(f i p)");
    assert_int_equal(term_sort(&f.bank, app), SORT_REAL);
    assert_int_equal(check_fun(&f.bank, fun, args, 2), TERM_BAD);
    assert_int_equal(check_fun(&f.bank, fun, fit, 1), TERM_BAD);
    /* Partial application only where the logic has it. */
    head_t head = {.kind = HEAD_FUN, .fun = fun, .as = SORT_NONE, .higher_order = true};
    term_t part = check_apply(&f.bank, &head, fit, 1, &f.out);
    assert_string_equal(front_sort(&f, term_sort(&f.bank, part)), "(-> Bool Real)");
    /* A rejected argument fits everywhere, and nothing more is said. */
    term_t bad[] = {TERM_BAD, p};
    strbuf_clear(&f.out);
    assert_int_equal(check_apply(&f.bank, &head, bad, 2, &f.out), TERM_BAD);
    head = (head_t){.kind = HEAD_OP, .op = OP_NOT, .as = SORT_NONE};
    assert_int_equal(check_apply(&f.bank, &head, bad, 2, &f.out), TERM_BAD);
    assert_int_equal(f.out.len, 0);
    /* The spelling is kept. */
    head.op = op_of_symbol(&f.bank, front_sym(&f, "if"));
    term_t same[] = {p, i, i};
    term_t ite = check_apply(&f.bank, &head, same, 3, NULL);
    assert_string_equal(front_term(&f, ite), "(if p i i)");
    assert_int_equal(term_op(&f.bank, ite), OP_ITE);
    /* Counted indices. */
    uint32_t weights[] = {1, 2, 3};
    head = (head_t){
        .kind = HEAD_OP, .op = OP_PBLE, .indices = weights, .index_count = 3, .as = SORT_NONE};
    term_t pair[] = {p, p};
    assert_string_equal(front_term(&f, check_apply(&f.bank, &head, pair, 2, NULL)),
                        "((_ pble 1 2 3) p p)");
    strbuf_clear(&f.out);
    assert_int_equal(check_apply(&f.bank, &head, pair, 1, &f.out), TERM_BAD);
    assert_non_null(strstr(strbuf_text(&f.out), "; got indices 1 2 3 and Bool"));
    front_done(&f);
}

static void test_fits(void **state) {
    front_t f;
    front_init(&f);
    bank_t *bank = &f.bank;
    sort_t array = sort_of(bank, SORT_ARRAY, (sort_t[]){SORT_INT, SORT_BOOL}, 2);
    sort_t fun = sort_of(bank, SORT_FUN, (sort_t[]){SORT_INT, SORT_BOOL}, 2);
    sort_t set = sort_of(bank, SORT_SET, (sort_t[]){SORT_INT}, 1);
    sort_t other = sort_of(bank, SORT_ARRAY, (sort_t[]){SORT_BOOL, SORT_BOOL}, 2);
    sort_t to_int = sort_of(bank, SORT_ARRAY, (sort_t[]){SORT_INT, SORT_INT}, 2);
    assert_true(check_fits(bank, SORT_INT, SORT_REAL) && check_fits(bank, SORT_REAL, SORT_INT));
    assert_true(check_fits(bank, SORT_BAD, SORT_BOOL) && check_fits(bank, SORT_BOOL, SORT_BAD));
    assert_false(check_fits(bank, SORT_INT, SORT_BOOL));
    assert_true(check_fits(bank, array, fun) && check_fits(bank, fun, array));
    assert_true(check_fits(bank, set, array) && check_fits(bank, array, set));
    assert_true(check_fits(bank, set, fun));
    assert_false(check_fits(bank, set, other) || check_fits(bank, set, to_int));
    assert_false(check_fits(bank, array, to_int));
    assert_false(check_fits(bank, set, SORT_INT));
    /* Where something is not known, the rest must still be the same. */
    sort_t wild = sort_of(bank, SORT_ARRAY, (sort_t[]){SORT_BAD, SORT_BOOL}, 2);
    assert_true(check_fits(bank, wild, array) && check_fits(bank, other, wild));
    assert_false(check_fits(bank, wild, to_int));
    sort_t bv = sort_bitvec(bank, 8);
    sort_t field = sort_of(bank, SORT_TUPLE, (sort_t[]){bv, SORT_BAD}, 2);
    sort_t same = sort_of(bank, SORT_TUPLE, (sort_t[]){bv, SORT_INT}, 2);
    sort_t not_same = sort_of(bank, SORT_TUPLE, (sort_t[]){sort_bitvec(bank, 9), SORT_INT}, 2);
    assert_true(check_fits(bank, field, same));
    assert_false(check_fits(bank, field, not_same));
    /* Very deep ones are trusted, not walked. */
    sort_t deep = SORT_BAD;
    sort_t known = SORT_INT;
    for (int i = 0; i < 1000; i++) {
        deep = sort_of(bank, SORT_TUPLE, (sort_t[]){deep, deep}, 2);
        known = sort_of(bank, SORT_TUPLE, (sort_t[]){known, known}, 2);
    }
    assert_true(check_fits(bank, deep, known));
    /* 40 levels are within the depth, but a tree of 2^40 leaves. */
    deep = SORT_BAD;
    known = SORT_INT;
    for (int i = 0; i < 40; i++) {
        deep = sort_of(bank, SORT_TUPLE, (sort_t[]){deep, deep}, 2);
        known = sort_of(bank, SORT_TUPLE, (sort_t[]){known, known}, 2);
    }
    assert_true(check_fits(bank, deep, known));
    front_done(&f);
}

/* A generic function whose sorts are DAGs with trees of 2^40 leaves; and a message about them. */
static void test_shared_sorts(void **state) {
    front_t f;
    front_init(&f);
    strbuf_t text;
    strbuf_init(&text, &f.mem);
    strbuf_str(&text, "(define-sort A0 (T) (Array T T))");
    for (int i = 1; i <= 40; i++)
        strbuf_format(&text, "(define-sort A%d (T) (Array (A%d T) (A%d T)))", i, i - 1, i - 1);
    strbuf_str(&text, "(declare-datatype D (par (T) ((mk (f (A40 T))))))"
                      "(declare-const a (A40 Int))(declare-const b (A40 Bool))"
                      "(assert (= (mk a) (mk a)))");
    assert_true(front_parse(&f, text.data, text.len));
    strbuf_str(&text, "(assert (= (mk a) (mk b)))(assert a)");
    assert_false(front_parse(&f, text.data, text.len));
    assert_int_equal(f.diags.total, 2);
    assert_true(strlen(f.diags.rows.data[1].message) < 500);
    assert_non_null(strstr(f.diags.rows.data[1].message, "..."));
    strbuf_done(&text);
    front_done(&f);
}

/* The answer does not depend on what was asked before. */
static void test_memory(void **state) {
    front_t f;
    front_init(&f);
    term_t i = front_const(&f, "i", SORT_INT);
    term_t r = front_const(&f, "r", SORT_REAL);
    for (int round = 0; round < 3; round++) {
        term_t ints[] = {i, i};
        term_t reals[] = {r, r};
        term_t mixed[] = {i, r};
        assert_int_equal(term_sort(&f.bank, check_op(&f.bank, OP_ADD, ints, 2)), SORT_INT);
        assert_int_equal(term_sort(&f.bank, check_op(&f.bank, OP_ADD, reals, 2)), SORT_REAL);
        assert_int_equal(term_sort(&f.bank, check_op(&f.bank, OP_ADD, mixed, 2)), SORT_REAL);
        assert_int_equal(term_op(&f.bank, check_op(&f.bank, OP_NEG, ints, 1)), OP_NEG);
        assert_int_equal(term_op(&f.bank, check_op(&f.bank, OP_NEG, ints, 2)), OP_SUB);
        assert_int_equal(check_op(&f.bank, OP_MOD, ints, 1), TERM_BAD);
        assert_int_equal(term_sort(&f.bank, check_op(&f.bank, OP_MOD, ints, 2)), SORT_INT);
    }
    front_done(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arities),      cmocka_unit_test(test_coercions),
        cmocka_unit_test(test_as),           cmocka_unit_test(test_indices),
        cmocka_unit_test(test_overloads),    cmocka_unit_test(test_higher_order),
        cmocka_unit_test(test_generic),      cmocka_unit_test(test_containers),
        cmocka_unit_test(test_doors),        cmocka_unit_test(test_fits),
        cmocka_unit_test(test_shared_sorts), cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
