/* Terms and commands on one line, made by hand. Scripts from files are in test_print_script.c, the
 * indented style in test_fmt.c, sharing in test_share.c. */
#include "unit.h"

#include "print_fixture.h"

#include <string.h>

static void test_leaves(void **state) {
    fixture_t f;
    fixture_init(&f);
    assert_term(&f, constant(&f, "x", SORT_INT), "x");
    assert_term(&f, constant(&f, "two words", SORT_INT), "|two words|");
    assert_term(&f, constant(&f, "", SORT_INT), "||");
    assert_term(&f, constant(&f, "let", SORT_INT), "|let|");
    assert_term(&f, constant(&f, "1x", SORT_INT), "|1x|");
    assert_term(&f, literal(&f, OP_NUMERAL, "42", SORT_INT), "42");
    assert_term(&f, literal(&f, OP_DECIMAL, "4.20", SORT_REAL), "4.20");
    assert_term(&f, literal(&f, OP_HEX, "#x2A", sort_bitvec(&f.bank, 8)), "#x2A");
    assert_term(&f, literal(&f, OP_BINARY, "#b101", sort_bitvec(&f.bank, 3)), "#b101");
    assert_term(&f, literal(&f, OP_STRING, "a\"\"b|\\u{2}", SORT_STRING), "\"a\"\"b|\\u{2}\"");
    assert_term(&f, literal(&f, OP_STRING, "", SORT_STRING), "\"\"");
    assert_term(&f, literal(&f, OP_BVNUM, "5", sort_bitvec(&f.bank, 8)), "(_ bv5 8)");
    sort_t field = sort_make(&f.bank, SORT_FIELD, (uint32_t[]){7}, 1);
    assert_term(&f, literal(&f, OP_FIELD, "#f3m7", field), "#f3m7");
    assert_term(&f, literal(&f, OP_FIELD, "-3", field), "(as ff-3 (_ FiniteField 7))");
    assert_term(&f, literal(&f, OP_CHAR, "#x41", SORT_STRING), "(_ char #x41)");
    assert_term(&f, literal(&f, OP_CHAR, "65", SORT_CHAR), "(_ Char 65)");
    assert_term(&f, term_fresh_var(&f.bank, sym(&f, "a b"), SORT_INT), "|a b|");
    assert_term(&f, op(&f, OP_TRUE, 0), "true");
    assert_term(&f, TERM_BAD, "?");
    fixture_done(&f);
}

/* Every length takes one of the branches of the copying loop. */
static void test_names_of_all_lengths(void **state) {
    fixture_t f;
    fixture_init(&f);
    char name[80];
    for (size_t len = 1; len < sizeof name; len++) {
        for (size_t i = 0; i < len; i++)
            name[i] = (char)('a' + (i * 7 + len) % 26);
        name[len] = '\0';
        if (symbol_reserved(name, len))
            continue;
        assert_term(&f, constant(&f, name, SORT_INT), name);
        char text[200];
        snprintf(text, sizeof text, "(and %s %s)", name, name);
        term_t c = constant(&f, name, SORT_BOOL);
        assert_term(&f, op(&f, OP_AND, 2, c, c), text);
    }
    fixture_done(&f);
}

static void test_applications(void **state) {
    fixture_t f;
    fixture_init(&f);
    term_t p = constant(&f, "p", SORT_BOOL);
    term_t q = constant(&f, "q", SORT_BOOL);
    term_t pq = op(&f, OP_AND, 2, p, q);
    assert_term(&f, pq, "(and p q)");
    assert_term(&f, op(&f, OP_OR, 3, pq, op(&f, OP_NOT, 1, p), pq),
                "(or (and p q) (not p) (and p q))");
    sort_t params[] = {SORT_BOOL, SORT_INT};
    fun_t fun = fun_make(&f.bank, FUN_DECLARED, sym(&f, "my fun"), params, 2, SORT_INT);
    uint32_t words[] = {fun, pq, literal(&f, OP_NUMERAL, "1", SORT_INT)};
    term_t app = term_make(&f.bank, OP_APP, words, 3, SORT_INT);
    assert_term(&f, app, "(|my fun| (and p q) 1)");
    uint32_t apply[] = {constant(&f, "g", SORT_INT), app, p};
    assert_term(&f, term_make(&f.bank, OP_APPLY, apply, 3, SORT_INT),
                "(g (|my fun| (and p q) 1) p)");
    uint32_t apply2[] = {app, p};
    assert_term(&f, term_make(&f.bank, OP_APPLY, apply2, 2, SORT_INT),
                "((|my fun| (and p q) 1) p)");
    opcode_t implies = op_of_symbol(&f.bank, sym(&f, "implies"));
    assert_term(&f, term_make(&f.bank, implies, (uint32_t[]){p, q}, 2, SORT_BOOL), "(implies p q)");
    fixture_done(&f);
}

static void test_heads(void **state) {
    fixture_t f;
    fixture_init(&f);
    bank_t *b = &f.bank;
    sort_t bv8 = sort_bitvec(b, 8);
    term_t x = constant(&f, "x", bv8);
    assert_term(&f, term_make(b, OP_EXTRACT, (uint32_t[]){3, 0, x}, 3, sort_bitvec(b, 4)),
                "((_ extract 3 0) x)");
    assert_term(&f, term_make(b, OP_FP_PLUS_INF, (uint32_t[]){8, 24}, 2, sort_float(b, 8, 24)),
                "(_ +oo 8 24)");
    uint32_t huge = sym(&f, "99999999999999999999") | UINT32_C(1) << 31;
    assert_term(&f, term_make(b, OP_ROTATE_LEFT, (uint32_t[]){huge, x}, 2, bv8),
                "((_ rotate_left 99999999999999999999) x)");
    sort_t array = sort_of(b, SORT_ARRAY, (sort_t[]){SORT_INT, bv8}, 2);
    term_t all = term_make(b, OP_CONST_ARRAY, (uint32_t[]){array, x}, 2, array);
    assert_term(&f, all, "((as const (Array Int (_ BitVec 8))) x)");
    sort_t seq = sort_of(b, SORT_SEQ, (sort_t[]){SORT_INT}, 1);
    assert_term(&f, term_make(b, OP_SEQ_EMPTY, &seq, 1, seq), "(as seq.empty (Seq Int))");
    assert_term(&f, term_make(b, OP_SEQ_EMPTY, (uint32_t[]){SORT_BAD}, 1, seq), "seq.empty");
    fun_t nil = fun_make(b, FUN_CONSTRUCTOR, sym(&f, "nil"), NULL, 0, seq);
    assert_term(&f, term_make(b, OP_APP_AS, (uint32_t[]){nil, seq}, 2, seq), "(as nil (Seq Int))");
    term_t is = term_make(b, OP_IS, (uint32_t[]){nil, x}, 2, SORT_BOOL);
    assert_term(&f, is, "((_ is nil) x)");
    uint32_t plus = sym(&f, "bvadd") | UINT32_C(1) << 31;
    assert_term(
        &f, term_make(b, OP_MAP, (uint32_t[]){plus, all, all}, 3, array),
        "((_ map (bvadd ((_ BitVec 8) (_ BitVec 8)) (_ BitVec 8))) ((as const (Array Int (_ BitVec 8))) x) "
        "((as const (Array Int (_ BitVec 8))) x))");
    assert_term(&f, term_make(b, OP_TUPLE_PROJECT, (uint32_t[]){3, 2, 0, 2, x}, 5, SORT_INT),
                "((_ tuple.project 2 0 2) x)");
    fixture_done(&f);
}

static void test_binders(void **state) {
    fixture_t f;
    fixture_init(&f);
    bank_t *b = &f.bank;
    term_t x = term_fresh_var(b, sym(&f, "x"), SORT_INT);
    term_t y = term_fresh_var(b, sym(&f, "y z"), sort_bitvec(b, 2));
    term_t body = op(&f, OP_EQ, 2, x, x);
    assert_term(&f, term_make(b, OP_FORALL, (uint32_t[]){2, x, y, body}, 4, SORT_BOOL),
                "(forall ((x Int) (|y z| (_ BitVec 2))) (= x x))");
    assert_term(&f, term_make(b, OP_EXISTS, (uint32_t[]){1, x, body}, 3, SORT_BOOL),
                "(exists ((x Int)) (= x x))");
    term_t one = literal(&f, OP_NUMERAL, "1", SORT_INT);
    term_t two = literal(&f, OP_NUMERAL, "2", SORT_INT);
    assert_term(&f, term_make(b, OP_LET, (uint32_t[]){2, x, y, one, two, body}, 6, SORT_BOOL),
                "(let ((x 1) (|y z| 2)) (= x x))");
    assert_term(&f, term_make(b, OP_LET, (uint32_t[]){1, x, one, body}, 4, SORT_BOOL),
                "(let ((x 1)) (= x x))");
    assert_term(&f, term_make(b, OP_LET, (uint32_t[]){0, body}, 2, SORT_BOOL), "(let () (= x x))");
    term_t in = term_make(b, OP_LET, (uint32_t[]){1, x, one, x}, 4, SORT_INT);
    assert_term(
        &f,
        term_make(b, OP_LET, (uint32_t[]){2, y, x, in, in, op(&f, OP_EQ, 2, in, x)}, 6, SORT_INT),
        "(let ((|y z| (let ((x 1)) x)) (x (let ((x 1)) x))) (= (let ((x 1)) x) x))");
    assert_term(&f, term_make(b, OP_SET_COMPREHENSION, (uint32_t[]){1, x, body, x}, 4, SORT_BOOL),
                "(set.comprehension ((x Int)) (= x x) x)");
    fixture_done(&f);
}

static void test_match(void **state) {
    fixture_t f;
    fixture_init(&f);
    bank_t *b = &f.bank;
    fun_t nil = fun_make(b, FUN_CONSTRUCTOR, sym(&f, "nil"), NULL, 0, SORT_INT);
    fun_t cons =
        fun_make(b, FUN_CONSTRUCTOR, sym(&f, "cons"), (sort_t[]){SORT_INT, SORT_INT}, 2, SORT_INT);
    term_t h = term_fresh_var(b, sym(&f, "h"), SORT_INT);
    term_t any = term_fresh_var(b, sym(&f, "_"), SORT_INT);
    term_t v = term_fresh_var(b, sym(&f, "v"), SORT_INT);
    term_t list = constant(&f, "l", SORT_INT);
    term_t one = literal(&f, OP_NUMERAL, "1", SORT_INT);
    uint32_t words[] = {9, nil, 0, cons, 2, h, any, FUN_NONE, 1, v, list, one, h, v};
    assert_term(&f, term_make(b, OP_MATCH, words, 14, SORT_INT),
                "(match l ((nil 1) ((cons h _) h) (v v)))");
    fixture_done(&f);
}

static void test_annotations(void **state) {
    fixture_t f;
    fixture_init(&f);
    bank_t *b = &f.bank;
    term_t p = constant(&f, "p", SORT_BOOL);
    term_t q = op(&f, OP_NOT, 1, p);
    fun_t name = fun_make(b, FUN_NAMED, sym(&f, "my name"), NULL, 0, SORT_BOOL);
    uint32_t named[] = {3, sym(&f, ":named"), ATTR_NAMED, name, p};
    assert_term(&f, term_make(b, OP_ANNOT, named, 5, SORT_BOOL), "(! p :named |my name|)");
    uint32_t many[] = {15,
                       sym(&f, ":pattern"),
                       ATTR_PATTERN,
                       2,
                       sym(&f, ":weight"),
                       ATTR_TEXT,
                       sym(&f, "(3 |a|)"),
                       sym(&f, ":no-pattern"),
                       ATTR_PATTERN,
                       1,
                       sym(&f, ":flag"),
                       ATTR_NONE,
                       0,
                       sym(&f, ":pattern"),
                       ATTR_PATTERN,
                       0,
                       p,
                       p,
                       q,
                       q};
    term_t all = term_make(b, OP_ANNOT, many, 20, SORT_BOOL);
    assert_term(
        &f, all,
        "(! p :pattern (p (not p)) :weight (3 |a|) :no-pattern ((not p)) :flag :pattern ())");
    assert_term(&f, op(&f, OP_AND, 2, all, p),
                "(and (! p :pattern (p (not p)) :weight (3 |a|) :no-pattern ((not p)) :flag "
                ":pattern ()) p)");
    fixture_done(&f);
}

/* --- spans --- */

static void assert_spans(fixture_t *f, term_t term, const char *const *texts, uint32_t count) {
    print_span_vec_t spans = {0};
    strbuf_clear(&f->out);
    strbuf_str(&f->out, "in front ");
    size_t start = f->out.len;
    print_term_spans(&f->bank, term, &f->out, &f->mem, &spans);
    assert_int_equal(spans.len, count);
    for (uint32_t i = 0; i < count; i++) {
        print_span_t span = spans.data[i];
        assert_int_equal(span.end - span.start, strlen(texts[i]));
        assert_memory_equal(f->out.data + start + span.start, texts[i], strlen(texts[i]));
        strbuf_t one;
        strbuf_init(&one, &f->mem);
        print_term(&f->bank, span.term, &one);
        assert_string_equal(strbuf_text(&one), texts[i]);
        strbuf_done(&one);
    }
    vec_free(&f->mem, &spans);
}

static void test_spans(void **state) {
    fixture_t f;
    fixture_init(&f);
    bank_t *b = &f.bank;
    term_t p = constant(&f, "p", SORT_BOOL);
    term_t q = constant(&f, "q", SORT_BOOL);
    term_t not = op(&f, OP_NOT, 1, q);
    assert_spans(&f, p, (const char *[]){"p"}, 1);
    assert_spans(&f, op(&f, OP_AND, 3, not, p, not ),
                 (const char *[]){"(and (not q) p (not q))", "(not q)", "q", "p", "(not q)", "q"},
                 6);
    term_t x = term_fresh_var(b, sym(&f, "x"), SORT_BOOL);
    term_t let = term_make(b, OP_LET, (uint32_t[]){1, x, not, x}, 4, SORT_BOOL);
    assert_spans(&f, let, (const char *[]){"(let ((x (not q))) x)", "(not q)", "q", "x"}, 4);
    fun_t name = fun_make(b, FUN_NAMED, sym(&f, "n"), NULL, 0, SORT_BOOL);
    uint32_t words[] = {
        6,  sym(&f, ":pattern"), ATTR_PATTERN, 2, sym(&f, ":named"), ATTR_NAMED, name, let, not,
        let};
    term_t annot = term_make(b, OP_ANNOT, words, 10, SORT_BOOL);
    const char *text =
        "(! (let ((x (not q))) x) :pattern ((not q) (let ((x (not q))) x)) :named n)";
    char both[200];
    snprintf(both, sizeof both, "(or %s p)", text);
    assert_spans(&f, op(&f, OP_OR, 2, annot, p),
                 (const char *[]){both, text, "(let ((x (not q))) x)", "(not q)", "q", "x", "p"},
                 7);
    fixture_done(&f);
}

/* --- depth --- */

enum { DEEP = 1000000 };

static void test_a_million_deep(void **state) {
    fixture_t f;
    fixture_init(&f);
    term_t t = constant(&f, "p", SORT_BOOL);
    for (uint32_t i = 0; i < DEEP; i++)
        t = op(&f, OP_NOT, 1, t);
    print_term(&f.bank, t, &f.out);
    assert_int_equal(f.out.len, 6 * (size_t)DEEP + 1);
    assert_memory_equal(f.out.data, "(not (not (not ", 15);
    strbuf_clear(&f.out);
    print_span_vec_t spans = {0};
    print_term_spans(&f.bank, t, &f.out, &f.mem, &spans);
    assert_int_equal(spans.len, DEEP + 1);
    assert_int_equal(spans.data[DEEP].end - spans.data[DEEP].start, 1);
    assert_int_equal(spans.data[0].end, f.out.len);
    vec_free(&f.mem, &spans);
    fixture_done(&f);
}

static void test_a_million_binders_deep(void **state) {
    fixture_t f;
    fixture_init(&f);
    bank_t *b = &f.bank;
    term_t t = constant(&f, "p", SORT_BOOL);
    sym_t name = sym(&f, "x");
    for (uint32_t i = 0; i < DEEP; i++) {
        term_t x = term_fresh_var(b, name, SORT_INT);
        t = term_make(b, OP_FORALL, (uint32_t[]){1, x, t}, 3, SORT_BOOL);
    }
    print_term(b, t, &f.out);
    assert_int_equal(f.out.len, strlen("(forall ((x Int)) )") * (size_t)DEEP + 1);
    term_t p = constant(&f, "p", SORT_BOOL);
    term_t let = p;
    for (uint32_t i = 0; i < DEEP; i++) {
        term_t x = term_fresh_var(b, name, SORT_INT);
        let = term_make(b, OP_LET, (uint32_t[]){1, x, i % 2 ? let : p, i % 2 ? p : let}, 4,
                        SORT_BOOL);
    }
    strbuf_clear(&f.out);
    print_term(b, let, &f.out);
    assert_int_equal(f.out.len, strlen("(let ((x p)) )") * (size_t)DEEP + 1);
    fixture_done(&f);
}

/* --- commands --- */

static void add(fixture_t *f, cmd_t kind, const uint32_t *words, uint32_t count, const char *text) {
    script_add(&f->script, kind, words, count, 0, 0);
    strbuf_clear(&f->out);
    print_command(&f->script, script_count(&f->script) - 1, &f->out);
    assert_string_equal(strbuf_text(&f->out), text);
}

static void test_commands(void **state) {
    fixture_t f;
    fixture_init(&f);
    bank_t *b = &f.bank;
    term_t p = constant(&f, "p", SORT_BOOL);
    add(&f, CMD_CHECK_SAT, NULL, 0, "(check-sat)");
    add(&f, CMD_PUSH, NULL, 0, "(push)");
    add(&f, CMD_POP, (uint32_t[]){2}, 1, "(pop 2)");
    add(&f, CMD_SET_LOGIC, (uint32_t[]){sym(&f, "QF_LIA")}, 1, "(set-logic QF_LIA)");
    add(&f, CMD_ECHO, (uint32_t[]){sym(&f, "say \"\"hi\"\"")}, 1, "(echo \"say \"\"hi\"\"\")");
    add(&f, CMD_SET_INFO, (uint32_t[]){sym(&f, ":status"), sym(&f, "sat")}, 2,
        "(set-info :status sat)");
    add(&f, CMD_GET_INFO, (uint32_t[]){sym(&f, ":name"), SYM_NONE}, 2, "(get-info :name)");
    add(&f, CMD_ASSERT, (uint32_t[]){p, SYM_NONE}, 2, "(assert p)");
    add(&f, CMD_ASSERT_SOFT, (uint32_t[]){p, sym(&f, ":weight 2")}, 2, "(assert-soft p :weight 2)");
    add(&f, CMD_GET_VALUE, (uint32_t[]){p, op(&f, OP_NOT, 1, p)}, 2, "(get-value (p (not p)))");
    add(&f, CMD_CHECK_SAT_ASSUMING, NULL, 0, "(check-sat-assuming ())");
    add(&f, CMD_DECLARE_HEAP, (uint32_t[]){SORT_INT, SORT_BOOL}, 2, "(declare-heap (Int Bool))");
    add(&f, CMD_GET_ABDUCT, (uint32_t[]){sym(&f, "A"), p, SYM_NONE}, 3, "(get-abduct A p)");
    add(&f, CMD_TEXT, (uint32_t[]){sym(&f, "(do  it)")}, 1, "(do  it)");
    add(&f, CMD_COMMENT, (uint32_t[]){sym(&f, "; so")}, 1, "; so");
    sort_t set = sort_of(b, SORT_SET, (sort_t[]){SORT_INT}, 1);
    fun_t pool = fun_make(b, FUN_DECLARED, sym(&f, "P"), NULL, 0, set);
    add(&f, CMD_DECLARE_POOL, (uint32_t[]){pool, p}, 2, "(declare-pool P Int (p))");
    fixture_done(&f);
}

static void test_declarations(void **state) {
    fixture_t f;
    fixture_init(&f);
    bank_t *b = &f.bank;
    sort_t params[] = {SORT_INT, sort_bitvec(b, 4)};
    fun_t g = fun_make(b, FUN_DECLARED, sym(&f, "g"), params, 2, SORT_BOOL);
    add(&f, CMD_DECLARE_FUN, &g, 1, "(declare-fun g (Int (_ BitVec 4)) Bool)");
    add(&f, CMD_DECLARE_REL, &g, 1, "(declare-rel g (Int (_ BitVec 4)))");
    fun_t c = fun_make(b, FUN_DECLARED, sym(&f, "c d"), NULL, 0, SORT_REAL);
    add(&f, CMD_DECLARE_FUN, &c, 1, "(declare-fun |c d| () Real)");
    add(&f, CMD_DECLARE_CONST, &c, 1, "(declare-const |c d| Real)");
    add(&f, CMD_DECLARE_VAR, &c, 1, "(declare-var |c d| Real)");

    term_t x = term_fresh_var(b, sym(&f, "x"), SORT_INT);
    term_t y = term_fresh_var(b, sym(&f, "y"), params[1]);
    fun_t d = fun_make(b, FUN_DEFINED, sym(&f, "d"), params, 2, SORT_BOOL);
    uint32_t vars = fun_words_add(b, (uint32_t[]){x, y}, 2);
    term_t body = op(&f, OP_EQ, 2, x, x);
    fun_row(b, d)->vars = vars;
    fun_row(b, d)->body = body;
    add(&f, CMD_DEFINE_FUN, &d, 1, "(define-fun d ((x Int) (y (_ BitVec 4))) Bool (= x x))");
    add(&f, CMD_DEFINE_FUN_REC, &d, 1,
        "(define-fun-rec d ((x Int) (y (_ BitVec 4))) Bool (= x x))");
    fun_t e = fun_make(b, FUN_DEFINED, sym(&f, "e"), NULL, 0, SORT_BOOL);
    term_t yes = op(&f, OP_TRUE, 0);
    fun_row(b, e)->body = yes;
    add(&f, CMD_DEFINE_CONST, &e, 1, "(define-const e Bool true)");
    add(&f, CMD_DEFINE_FUNS_REC, (uint32_t[]){d, e}, 2,
        "(define-funs-rec ((d ((x Int) (y (_ BitVec 4))) Bool) (e () Bool)) ((= x x) true))");

    sortdecl_t s = sortdecl_make(b, sym(&f, "S"), SORTDECL_FREE, 2);
    add(&f, CMD_DECLARE_SORT, &s, 1, "(declare-sort S 2)");
    sortdecl_t a = sortdecl_make(b, sym(&f, "A"), SORTDECL_PARAM, 0);
    add(&f, CMD_DECLARE_SORT_PARAMETER, &a, 1, "(declare-sort-parameter A)");
    sort_t of_a = sort_make(b, SORT_USER, &a, 1);
    sortdecl_t t = sortdecl_make(b, sym(&f, "T"), SORTDECL_DEFINED, 1);
    sort_t as = sort_of(b, SORT_ARRAY, (sort_t[]){of_a, SORT_INT}, 2);
    sortdecl_row(b, t)->params = a;
    sortdecl_row(b, t)->body = as;
    add(&f, CMD_DEFINE_SORT, &t, 1, "(define-sort T (A) (Array A Int))");
    fixture_done(&f);
}

static void test_datatypes(void **state) {
    fixture_t f;
    fixture_init(&f);
    bank_t *b = &f.bank;
    sortdecl_t list = sortdecl_make(b, sym(&f, "List"), SORTDECL_DATATYPE, 1);
    sortdecl_t t = sortdecl_make(b, sym(&f, "T"), SORTDECL_PARAM, 0);
    sort_t of_t = sort_make(b, SORT_USER, &t, 1);
    sort_t lists = sort_make(b, SORT_USER, (uint32_t[]){list, of_t}, 2);
    fun_t nil = fun_make(b, FUN_CONSTRUCTOR, sym(&f, "nil"), NULL, 0, lists);
    fun_t cons = fun_make(b, FUN_CONSTRUCTOR, sym(&f, "cons"), (sort_t[]){of_t, lists}, 2, lists);
    fun_t head = fun_make(b, FUN_SELECTOR, sym(&f, "head"), &lists, 1, of_t);
    fun_t tail = fun_make(b, FUN_SELECTOR, sym(&f, "tail"), &lists, 1, lists);
    uint32_t selectors = fun_words_add(b, (uint32_t[]){head, tail}, 2);
    fun_row(b, cons)->members = selectors;
    uint32_t constructors = fun_words_add(b, (uint32_t[]){nil, cons}, 2);
    *sortdecl_row(b, list) = (sortdecl_row_t){.name = sym(&f, "List"),
                                              .kind = SORTDECL_DATATYPE,
                                              .arity = 1,
                                              .params = t,
                                              .members = constructors,
                                              .count = 2};
    add(&f, CMD_DECLARE_DATATYPE, &list, 1,
        "(declare-datatype List (par (T) ((nil) (cons (head T) (tail (List T))))))");
    sortdecl_t bit = sortdecl_make(b, sym(&f, "Bit"), SORTDECL_DATATYPE, 0);
    fun_t bits[] = {fun_make(b, FUN_CONSTRUCTOR, sym(&f, "o"), NULL, 0, SORT_INT),
                    fun_make(b, FUN_CONSTRUCTOR, sym(&f, "l"), NULL, 0, SORT_INT)};
    uint32_t members = fun_words_add(b, bits, 2);
    sortdecl_row(b, bit)->members = members;
    sortdecl_row(b, bit)->count = 2;
    add(&f, CMD_DECLARE_DATATYPES, (uint32_t[]){list, bit}, 2,
        "(declare-datatypes ((List 1) (Bit 0)) ((par (T) ((nil) (cons (head T) (tail (List T))))) "
        "((o) (l))))");
    add(&f, CMD_DECLARE_CODATATYPE, &bit, 1, "(declare-codatatype Bit ((o) (l)))");
    fixture_done(&f);
}

static void test_script(void **state) {
    fixture_t f;
    fixture_init(&f);
    script_add(&f.script, CMD_COMMENT, (uint32_t[]){sym(&f, "; a")}, 1, COMMAND_TRAILING, 0);
    script_add(&f.script, CMD_CHECK_SAT, NULL, 0, COMMAND_BLANK, 0);
    script_add(&f.script, CMD_COMMENT, (uint32_t[]){sym(&f, "; b")}, 1, COMMAND_TRAILING, 0);
    script_add(&f.script, CMD_COMMENT, (uint32_t[]){sym(&f, "; c")}, 1, COMMAND_TRAILING, 0);
    script_add(&f.script, CMD_EXIT, NULL, 0, 0, 0);
    print_script(&f.script, NULL, &f.out);
    assert_string_equal(strbuf_text(&f.out), "; a\n(check-sat)  ; b\n; c\n(exit)\n");
    fixture_done(&f);
}

typedef struct print_job {
    const bank_t *bank;
    term_t term;
} print_job_t;

static void print_once(mem_t *mem, void *arg) {
    const print_job_t *job = arg;
    strbuf_t out;
    strbuf_init(&out, mem);
    print_term(job->bank, job->term, &out);
    print_span_vec_t spans = {0};
    print_term_spans(job->bank, job->term, &out, mem, &spans);
}

static void test_every_allocation_fails(void **state) {
    fixture_t f;
    fixture_init(&f);
    term_t t = constant(&f, "p", SORT_BOOL);
    for (int i = 0; i < 100; i++) {
        term_t x = term_fresh_var(&f.bank, sym(&f, "x"), SORT_INT);
        t = op(&f, OP_NOT, 1, term_make(&f.bank, OP_FORALL, (uint32_t[]){1, x, t}, 3, SORT_BOOL));
    }
    print_job_t job = {&f.bank, t};
    assert_true(unit_fail_each(print_once, NULL, &job) > 5);
    fixture_done(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_leaves),
        cmocka_unit_test(test_names_of_all_lengths),
        cmocka_unit_test(test_applications),
        cmocka_unit_test(test_heads),
        cmocka_unit_test(test_binders),
        cmocka_unit_test(test_match),
        cmocka_unit_test(test_annotations),
        cmocka_unit_test(test_spans),
        cmocka_unit_test(test_a_million_deep),
        cmocka_unit_test(test_a_million_binders_deep),
        cmocka_unit_test(test_commands),
        cmocka_unit_test(test_declarations),
        cmocka_unit_test(test_datatypes),
        cmocka_unit_test(test_script),
        cmocka_unit_test(test_every_allocation_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
