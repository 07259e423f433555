/* Commands land with the right words, names have the right meaning at every place, and errors are
 * reported where they are, all of them, each once. */
#include "front.h"

/* --- commands of every shape --- */

static const char *text_of(front_t *f, sym_t sym) {
    return symbol_text(&f->bank.symbols, sym);
}

static void test_plain_commands(void **state) {
    static const struct {
        const char *text;
        cmd_t kind;
    } cases[] = {
        {"(check-sat)", CMD_CHECK_SAT},
        {"(exit)", CMD_EXIT},
        {"(reset)", CMD_RESET},
        {"(reset-assertions)", CMD_RESET_ASSERTIONS},
        {"(get-model)", CMD_GET_MODEL},
        {"(get-assertions)", CMD_GET_ASSERTIONS},
        {"(get-assignment)", CMD_GET_ASSIGNMENT},
        {"(get-unsat-core)", CMD_GET_UNSAT_CORE},
        {"(get-unsat-assumptions)", CMD_GET_UNSAT_ASSUMPTIONS},
        {"(push)", CMD_PUSH},
    };
    front_t f;
    front_init(&f);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        front_ok(&f, cases[i].text);
        assert_int_equal(script_count(&f.script), 1);
        front_command(&f, 0, cases[i].kind, 0);
    }
    front_done(&f);
}

static void test_small_commands(void **state) {
    front_t f;
    front_init(&f);
    front_ok(&f, "(set-logic QF_LIA)(set-info :status sat)(set-option :produce-models true)"
                 "(get-info :name)(get-option :verbosity)(echo \"a \"\"b\"\" c\")(push 2)(pop 1)"
                 "(set-info :source |two\nlines|)(set-info :k (a (b) \"c\"))(set-info :license 1.5)"
                 "(get-proof)(|check-sat|)");
    assert_string_equal(text_of(&f, front_command(&f, 0, CMD_SET_LOGIC, 1)[0]), "QF_LIA");
    const uint32_t *words = front_command(&f, 1, CMD_SET_INFO, 2);
    assert_string_equal(text_of(&f, words[0]), ":status");
    assert_string_equal(text_of(&f, words[1]), "sat");
    words = front_command(&f, 2, CMD_SET_OPTION, 2);
    assert_string_equal(text_of(&f, words[0]), ":produce-models");
    assert_string_equal(text_of(&f, words[1]), "true");
    words = front_command(&f, 3, CMD_GET_INFO, 2);
    assert_string_equal(text_of(&f, words[0]), ":name");
    assert_int_equal(words[1], SYM_NONE);
    assert_int_equal(front_command(&f, 4, CMD_GET_OPTION, 2)[1], SYM_NONE);
    assert_string_equal(text_of(&f, front_command(&f, 5, CMD_ECHO, 1)[0]), "a \"\"b\"\" c");
    assert_int_equal(front_command(&f, 6, CMD_PUSH, 1)[0], 2);
    assert_int_equal(front_command(&f, 7, CMD_POP, 1)[0], 1);
    assert_string_equal(text_of(&f, front_command(&f, 8, CMD_SET_INFO, 2)[1]), "|two\nlines|");
    assert_string_equal(text_of(&f, front_command(&f, 9, CMD_SET_INFO, 2)[1]), "(a (b) \"c\")");
    assert_string_equal(text_of(&f, front_command(&f, 10, CMD_SET_INFO, 2)[1]), "1.5");
    assert_string_equal(text_of(&f, front_command(&f, 11, CMD_TEXT, 1)[0]), "(get-proof)");
    front_command(&f, 12, CMD_CHECK_SAT, 0);
    assert_int_equal(script_count(&f.script), 13);
    assert_string_equal(text_of(&f, script_logic(&f.script)), "QF_LIA");
    front_done(&f);
}

static void test_declarations(void **state) {
    front_t f;
    front_init(&f);
    front_ok(&f, "(declare-sort S 2)(define-sort W (T) (Array T (S T Int)))(declare-sort Z)"
                 "(declare-const c (W Int))(declare-fun f (Int (W Bool)) Bool)"
                 "(define-fun g ((x Int) (y Bool)) Int (ite y x 1))(define-const k Int 7)"
                 "(define-fun-rec h ((n Int)) Int (ite (< n 1) 0 (h (- n 1))))"
                 "(define-funs-rec ((e ((n Int)) Bool) (o ((m Int)) Bool)) ((o n) (e m)))"
                 "(declare-var v Int)(declare-rel r (Int Int) interval_relation)"
                 "(declare-sort-parameter P)");
    const bank_t *bank = &f.bank;
    sortdecl_t s = front_command(&f, 0, CMD_DECLARE_SORT, 1)[0];
    assert_int_equal(sortdecl_row(bank, s)->kind, SORTDECL_FREE);
    assert_int_equal(sortdecl_row(bank, s)->arity, 2);
    sortdecl_t w = front_command(&f, 1, CMD_DEFINE_SORT, 1)[0];
    assert_int_equal(sortdecl_row(bank, w)->kind, SORTDECL_DEFINED);
    assert_int_equal(sortdecl_row(bank, w)->arity, 1);
    assert_string_equal(front_sort(&f, sortdecl_row(bank, w)->body), "(Array T (S T Int))");
    assert_int_equal(sortdecl_row(bank, front_command(&f, 2, CMD_DECLARE_SORT, 1)[0])->arity, 0);
    fun_t c = front_command(&f, 3, CMD_DECLARE_CONST, 1)[0];
    assert_int_equal(fun_row(bank, c)->kind, FUN_DECLARED);
    assert_int_equal(fun_row(bank, c)->arity, 0);
    assert_string_equal(front_sort(&f, fun_row(bank, c)->result), "(W Int)");
    assert_string_equal(front_sort(&f, fun_result(bank, c)), "(Array Int (S Int Int))");
    fun_t fun = front_command(&f, 4, CMD_DECLARE_FUN, 1)[0];
    assert_int_equal(fun_row(bank, fun)->arity, 2);
    assert_int_equal(fun_param(bank, fun, 0), SORT_INT);
    assert_string_equal(front_sort(&f, fun_param(bank, fun, 1)), "(Array Bool (S Bool Int))");
    fun_t g = front_command(&f, 5, CMD_DEFINE_FUN, 1)[0];
    assert_int_equal(fun_row(bank, g)->kind, FUN_DEFINED);
    assert_string_equal(front_term(&f, fun_row(bank, g)->body), "(ite y x 1)");
    term_t x = bank->fun_words.data[fun_row(bank, g)->vars];
    assert_int_equal(term_op(bank, x), OP_VAR);
    assert_string_equal(front_term(&f, x), "x");
    fun_t k = front_command(&f, 6, CMD_DEFINE_CONST, 1)[0];
    assert_int_equal(fun_row(bank, k)->arity, 0);
    fun_t h = front_command(&f, 7, CMD_DEFINE_FUN_REC, 1)[0];
    assert_int_equal(fun_row(bank, h)->kind, FUN_RECURSIVE);
    assert_string_equal(front_term(&f, fun_row(bank, h)->body), "(ite (< n 1) 0 (h (- n 1)))");
    const uint32_t *both = front_command(&f, 8, CMD_DEFINE_FUNS_REC, 2);
    assert_string_equal(front_term(&f, fun_row(bank, both[0])->body), "(o n)");
    assert_string_equal(front_term(&f, fun_row(bank, both[1])->body), "(e m)");
    front_command(&f, 9, CMD_DECLARE_VAR, 1);
    fun_t r = front_command(&f, 10, CMD_DECLARE_REL, 1)[0];
    assert_int_equal(fun_result(bank, r), SORT_BOOL);
    assert_int_equal(fun_row(bank, r)->arity, 2);
    sortdecl_t p = front_command(&f, 11, CMD_DECLARE_SORT_PARAMETER, 1)[0];
    assert_int_equal(sortdecl_row(bank, p)->kind, SORTDECL_PARAM);
    front_done(&f);
}

static fun_t constructor(front_t *f, sortdecl_t decl, uint32_t i) {
    const sortdecl_row_t *row = sortdecl_row(&f->bank, decl);
    assert_true(i < row->count);
    return f->bank.fun_words.data[row->members + i];
}

static void test_datatypes(void **state) {
    static const char *const texts[] = {
        "(declare-datatypes ((L 1) (T 0)) ((par (X) ((nil) (cons (hd X) (tl (L X)))))"
        "  ((leaf) (node (kids (L T))))))",
        "(declare-datatypes ((T 0) (L 1)) (((leaf) (node (kids (L T))))"
        "  (par (X) ((nil) (cons (hd X) (tl (L X)))))))",
        "(declare-codatatypes ((L 1) (T 0)) ((par (X) (nil (cons (hd X) (tl (L X)))))"
        "  (leaf (node (kids (L T))))))",
    };
    front_t f;
    front_init(&f);
    const bank_t *bank = &f.bank;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        front_ok(&f, texts[i]);
        const uint32_t *decls =
            front_command(&f, 0, i == 2 ? CMD_DECLARE_CODATATYPES : CMD_DECLARE_DATATYPES, 2);
        sortdecl_t list = decls[i == 1];
        sortdecl_t tree = decls[i != 1];
        assert_int_equal(sortdecl_row(bank, list)->kind,
                         i == 2 ? SORTDECL_CODATATYPE : SORTDECL_DATATYPE);
        assert_int_equal(sortdecl_row(bank, list)->arity, 1);
        assert_int_equal(sortdecl_row(bank, tree)->count, 2);
        fun_t cons = constructor(&f, list, 1);
        const fun_row_t *row = fun_row(bank, cons);
        assert_int_equal(row->kind, FUN_CONSTRUCTOR);
        assert_int_equal(row->arity, 2);
        assert_string_equal(text_of(&f, row->name), "cons");
        assert_string_equal(front_sort(&f, row->result), "(L X)");
        fun_t tail = bank->fun_words.data[row->members + 1];
        assert_int_equal(fun_row(bank, tail)->kind, FUN_SELECTOR);
        assert_int_equal(fun_row(bank, tail)->owner, cons);
        assert_string_equal(text_of(&f, fun_row(bank, tail)->name), "tl");
        assert_string_equal(front_sort(&f, fun_row(bank, constructor(&f, tree, 1))->result), "T");
    }
    /* One datatype, with and without parameters. */
    front_ok(&f, "(declare-datatype P (par (A B) ((pair (fst A) (snd B)))))"
                 "(declare-datatype E ((a) b (c)))(declare-codatatype S ((s (rest S))))");
    assert_int_equal(sortdecl_row(bank, front_command(&f, 0, CMD_DECLARE_DATATYPE, 1)[0])->arity,
                     2);
    assert_int_equal(sortdecl_row(bank, front_command(&f, 1, CMD_DECLARE_DATATYPE, 1)[0])->count,
                     3);
    front_command(&f, 2, CMD_DECLARE_CODATATYPE, 1);
    /* The syntax of 2.5: parameters in front, datatypes that use each other without arguments. */
    front_ok(&f, "(declare-datatypes (X Y) ((L nil (cons (hd X) (tl L))) (P (mk (a L) (b Y)))))"
                 "(declare-const x (P Int Bool))(assert (= (hd (a x)) 3))(assert (b x))");
    const uint32_t *decls = front_command(&f, 0, CMD_DECLARE_DATATYPES, 2);
    assert_int_equal(sortdecl_row(bank, decls[0])->arity, 2);
    assert_string_equal(front_sort(&f, fun_param(bank, constructor(&f, decls[1], 0), 0)),
                        "(L X Y)");
    front_ok(&f, "(declare-datatypes () ((C red green (blue (shade Int)))))(assert (= red green))");
    front_done(&f);
}

static void test_term_commands(void **state) {
    front_t f;
    front_init(&f);
    front_ok(&f, "(declare-const p Bool)(declare-const x Int)(assert p)"
                 "(assert-soft p :weight 2 :id goal)(check-sat-assuming (p (not p)))"
                 "(get-value (x p (+ x 1)))(minimize (+ x 1))(maximize x)(simplify x :som true)"
                 "(eval x)(rule (=> p p) name)(get-qe (exists ((y Int)) p))"
                 "(get-qe-disjunct (exists ((y Int)) p))(get-abduct A p)"
                 "(get-interpolant I p ((Start Bool)) )(declare-heap (Int Bool))"
                 "(declare-pool pool Int (x 1))(block-model-values (x))");
    assert_string_equal(front_term(&f, front_command(&f, 2, CMD_ASSERT, 2)[0]), "p");
    assert_int_equal(front_command(&f, 2, CMD_ASSERT, 2)[1], SYM_NONE);
    assert_string_equal(text_of(&f, front_command(&f, 3, CMD_ASSERT_SOFT, 2)[1]),
                        ":weight 2 :id goal");
    assert_string_equal(front_term(&f, front_command(&f, 4, CMD_CHECK_SAT_ASSUMING, 2)[1]),
                        "(not p)");
    assert_string_equal(front_term(&f, front_command(&f, 5, CMD_GET_VALUE, 3)[2]), "(+ x 1)");
    front_command(&f, 6, CMD_MINIMIZE, 2);
    front_command(&f, 7, CMD_MAXIMIZE, 2);
    assert_string_equal(text_of(&f, front_command(&f, 8, CMD_SIMPLIFY, 2)[1]), ":som true");
    front_command(&f, 9, CMD_EVAL, 2);
    assert_string_equal(text_of(&f, front_command(&f, 10, CMD_RULE, 2)[1]), "name");
    front_command(&f, 11, CMD_GET_QE, 2);
    front_command(&f, 12, CMD_GET_QE_DISJUNCT, 2);
    const uint32_t *words = front_command(&f, 13, CMD_GET_ABDUCT, 3);
    assert_string_equal(text_of(&f, words[0]), "A");
    assert_string_equal(front_term(&f, words[1]), "p");
    assert_int_equal(words[2], SYM_NONE);
    assert_string_equal(text_of(&f, front_command(&f, 14, CMD_GET_INTERPOLANT, 3)[2]),
                        "((Start Bool))");
    words = front_command(&f, 15, CMD_DECLARE_HEAP, 2);
    assert_int_equal(words[0], SORT_INT);
    assert_int_equal(words[1], SORT_BOOL);
    words = front_command(&f, 16, CMD_DECLARE_POOL, 3);
    assert_string_equal(front_sort(&f, fun_result(&f.bank, words[0])), "(Set Int)");
    front_command(&f, 17, CMD_BLOCK_MODEL_VALUES, 1);
    front_done(&f);
}

/* What has no row is kept to the letter, and so are z3's additional arguments. */
static void test_unknown_commands(void **state) {
    static const char *const texts[] = {
        "(synth-fun f ((x Int))  Int)",
        "(check-sat-using (then simplify smt))",
        "(get-proof)",
        "(check-sat p)",
        "(get-model 0)",
        "(get-value (x) :model_index 0)",
        "(made up \"of (\" |any )| ; and a comment )\n (b #x0F))",
    };
    front_t f;
    front_init(&f);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char text[200];
        snprintf(text, sizeof text, "(declare-const x Int)(declare-const p Bool)%s(check-sat)",
                 texts[i]);
        front_ok(&f, text);
        assert_int_equal(script_count(&f.script), 4);
        assert_string_equal(text_of(&f, front_command(&f, 2, CMD_TEXT, 1)[0]), texts[i]);
        front_command(&f, 3, CMD_CHECK_SAT, 0);
    }
    front_done(&f);
}

/* --- comments, empty lines, the end --- */

static void is_comment(front_t *f, uint32_t i, const char *text, uint32_t flags) {
    assert_string_equal(text_of(f, front_command(f, i, CMD_COMMENT, 1)[0]), text);
    assert_int_equal(f->script.commands.data[i].flags, flags);
}

static void test_comments(void **state) {
    front_t f;
    front_init(&f);
    front_ok(&f, "; head\n;two  \n\n(check-sat) ; after\n; below\n\n\n\n(get-model); x\n"
                 "(assert ; inside\n true) ; after\n\n; last");
    is_comment(&f, 0, "; head", 0);
    is_comment(&f, 1, ";two", 0);
    front_command(&f, 2, CMD_CHECK_SAT, 0);
    assert_int_equal(f.script.commands.data[2].flags, COMMAND_BLANK);
    assert_int_equal(f.script.commands.data[2].offset, 15);
    is_comment(&f, 3, "; after", COMMAND_TRAILING);
    is_comment(&f, 4, "; below", 0);
    front_command(&f, 5, CMD_GET_MODEL, 0);
    assert_int_equal(f.script.commands.data[5].flags, COMMAND_BLANK);
    is_comment(&f, 6, "; x", COMMAND_TRAILING);
    is_comment(&f, 7, "; inside", 0);
    front_command(&f, 8, CMD_ASSERT, 2);
    is_comment(&f, 9, "; after", COMMAND_TRAILING);
    is_comment(&f, 10, "; last", COMMAND_BLANK);
    assert_int_equal(script_count(&f.script), 11);
    front_ok(&f, "; nothing else");
    is_comment(&f, 0, "; nothing else", 0);
    front_ok(&f, "");
    assert_int_equal(script_count(&f.script), 0);
    front_ok(&f, " \n\t\r\n ");
    assert_int_equal(script_count(&f.script), 0);
    front_done(&f);
}

/* Comments in front of the second reading of a bracket, and of old datatypes, are not lost or
 * doubled. */
static void test_comments_inside(void **state) {
    front_t f;
    front_init(&f);
    front_ok(&f, "(declare-const a (Array Int (Array Int Bool)))"
                 "(assert ( ;one\n ( ;two\n select a 1) ;three\n 2))");
    is_comment(&f, 1, ";one", 0);
    is_comment(&f, 2, ";two", 0);
    is_comment(&f, 3, ";three", 0);
    front_command(&f, 4, CMD_ASSERT, 2);
    assert_int_equal(script_count(&f.script), 5);
    front_ok(&f, "(declare-datatypes () ((A a ;one\n) (B ;two\n b)))");
    is_comment(&f, 0, ";one", 0);
    is_comment(&f, 1, ";two", 0);
    front_command(&f, 2, CMD_DECLARE_DATATYPES, 2);
    assert_int_equal(script_count(&f.script), 3);
    front_done(&f);
}

static void test_after_exit(void **state) {
    front_t f;
    front_init(&f);
    front_ok(&f, "(check-sat)\n(exit)\n\n  anything ( goes \" here | ; x\n \xff\n");
    front_command(&f, 1, CMD_EXIT, 0);
    assert_string_equal(text_of(&f, front_command(&f, 2, CMD_TEXT, 1)[0]),
                        "anything ( goes \" here | ; x\n \xff");
    assert_int_equal(script_count(&f.script), 3);
    front_ok(&f, "(exit)  \n");
    assert_int_equal(script_count(&f.script), 1);
    front_done(&f);
}

/* --- scopes --- */

static void test_push_pop(void **state) {
    front_t f;
    front_init(&f);
    front_ok(&f, "(declare-const x Int)(push 1)(declare-const y Int)(push)(declare-sort S 0)"
                 "(declare-const z S)(assert (= z z))(pop 2)(declare-const y Bool)(assert y)"
                 "(push 0)(pop 0)(push 1)(declare-sort S 1)(pop)(declare-sort S 0)");
    front_rejects(&f, "(push 1)\n(declare-const y Int)\n(pop 1)\n(assert (= y 1))",
                  "4:12: y is not declared\n");
    front_rejects(&f, "(push 1)\n(define-sort S () Int)\n(pop 1)\n(declare-const s S)",
                  "4:18: sort S is not declared\n");
    front_rejects(&f, "(pop 1)", "1:1: pop 1: only 0 scopes are open\n");
    front_rejects(&f, "(push 2)(pop 3)", "1:9: pop 3: only 2 scopes are open\n");
    front_rejects(&f, "(push 1048577)", "1:1: push 1048577: too many scopes\n");
    front_rejects(&f, "(push 99999999999)", "1:7: the number of scopes is too large\n");
    /* Inner declarations hide nothing for good. */
    front_ok(&f, "(declare-fun f (Int) Int)(push 1)(declare-fun f (Bool) Bool)"
                 "(assert (f (= (f 1) 2)))(pop 1)(assert (= (f 1) 2))");
    front_rejects(&f,
                  "(declare-fun f (Int) Int)(push 1)(declare-fun f (Bool) Bool)(pop 1)"
                  "(assert (f true))",
                  "1:76: got Bool\n");
    front_done(&f);
}

static void test_resets(void **state) {
    front_t f;
    front_init(&f);
    front_ok(&f, "(set-logic QF_LIA)(declare-const x Int)(push 1)(reset)(set-logic QF_BV)"
                 "(declare-const x Bool)(assert x)");
    front_rejects(&f, "(declare-const x Int)(reset)(assert (= x 1))", "1:40: x is not declared\n");
    front_rejects(&f, "(push 1)(reset)(pop 1)", "1:16: pop 1: only 0 scopes are open\n");
    /* reset-assertions closes the scopes; solvers differ about declarations, so both are fine. */
    front_ok(&f, "(declare-const x Int)(push 1)(reset-assertions)(assert (= x 1))"
                 "(declare-const x Int)(declare-sort S 0)(reset-assertions)(declare-sort S 0)");
    front_rejects(&f, "(push 1)(reset-assertions)(pop 1)", "1:27: pop 1: only 0 scopes are open\n");
    /* Global declarations survive pop, until the reset. */
    front_ok(&f, "(set-option :global-declarations true)(push 1)(declare-const x Int)(pop 1)"
                 "(assert (= x 1))");
    front_rejects(&f,
                  "(set-option :global-declarations true)(reset)(push 1)(declare-const x Int)"
                  "(pop 1)(assert (= x 1))",
                  "1:93: x is not declared\n");
    front_rejects(&f,
                  "(set-option :global-declarations false)(push 1)(declare-const x Int)"
                  "(pop 1)(assert (= x 1))",
                  "1:87: x is not declared\n");
    front_rejects_at(&f, "(reset-assertions)(reset)(declare-const x Int)(declare-const x Int)",
                     "1:62");
    front_rejects(&f, "(set-logic QF_LIA)(set-logic QF_LIA)", "1:19: the logic is already set\n");
    front_done(&f);
}

static void test_binders(void **state) {
    front_t f;
    front_init(&f);
    front_ok(&f, "(declare-const x Bool)"
                 "(assert (forall ((x Int)) (let ((x (> x 0)) (y x)) (and x (> y 0)))))"
                 "(assert (and (exists ((x Int)) (= x 1)) x))"
                 "(define-fun x ((x Real)) Real (+ x 1.0))(assert (= (x 1.0) 2.0))"
                 "(assert (let ((and true)) (and and false)))"
                 "(assert (let ((+ 1)) (= + (+ + 1))))");
    /* Two x are two variables. */
    uint32_t count;
    term_t all = front_command(&f, 1, CMD_ASSERT, 2)[0];
    term_t x = term_bound(&f.bank, all, &count)[0];
    term_t let = term_children(&f.bank, all, &count)[0];
    assert_int_equal(term_op(&f.bank, let), OP_LET);
    assert_true(term_bound(&f.bank, let, &count)[0] != x);
    assert_int_equal(count, 2);
    front_rejects(&f, "(assert (let ((x 1) (y x)) (= y 1)))", "1:24: x is not declared\n");
    front_rejects(&f, "(define-fun f ((x Int)) Int x)(assert (= x 1))",
                  "1:42: x is not declared\n");
    front_rejects(&f, "(define-fun f () Int (f))", "1:22: f is not declared\n");
    front_done(&f);
}

static void test_named(void **state) {
    front_t f;
    front_init(&f);
    front_ok(&f, "(declare-const p Bool)(assert (! p :named n))(assert (=> n p))"
                 "(assert (let ((y p)) (! (and y p) :named m)))(assert m)"
                 "(assert (! (! p :named a) :named b))(assert (and a b))"
                 "(assert (forall ((x Int)) (! (> x 0) :pattern ((+ x 1) (* x 2)) :pattern (x) "
                 ":weight 3 :skolemid |s k| :no-pattern (f (a)) :qid)))");
    const uint32_t *words = front_command(&f, 1, CMD_ASSERT, 2);
    uint32_t count;
    const uint32_t *head = term_head(&f.bank, words[0], &count);
    assert_int_equal(count, 4);
    assert_int_equal(head[0], 3);
    assert_string_equal(text_of(&f, head[1]), ":named");
    assert_int_equal(head[2], ATTR_NAMED);
    assert_int_equal(fun_row(&f.bank, head[3])->kind, FUN_NAMED);
    assert_string_equal(front_term(&f, fun_row(&f.bank, head[3])->body), "p");
    term_t all = front_command(&f, 7, CMD_ASSERT, 2)[0];
    term_t annot = term_children(&f.bank, all, &count)[0];
    head = term_head(&f.bank, annot, &count);
    assert_int_equal(head[0], 18);
    assert_int_equal(head[2], ATTR_PATTERN);
    assert_int_equal(head[3], 2);
    assert_int_equal(head[6], 1);
    assert_int_equal(head[8], ATTR_TEXT);
    assert_string_equal(text_of(&f, head[9]), "3");
    assert_string_equal(text_of(&f, head[12]), "|s k|");
    assert_string_equal(text_of(&f, head[15]), "(f (a))");
    assert_int_equal(head[17], ATTR_NONE);
    const term_t *children = term_children(&f.bank, annot, &count);
    assert_int_equal(count, 4);
    assert_string_equal(front_term(&f, children[2]), "(* x 2)");
    front_done(&f);
}

/* --- literals and logics --- */

static sort_t asserted_sort(front_t *f, const char *logic, const char *term) {
    char text[200];
    snprintf(text, sizeof text, "(set-logic %s)(simplify %s)", logic, term);
    front_ok(f, text);
    return term_sort(&f->bank, front_command(f, 1, CMD_SIMPLIFY, 2)[0]);
}

static void test_numerals(void **state) {
    front_t f;
    front_init(&f);
    assert_int_equal(asserted_sort(&f, "QF_LIA", "1"), SORT_INT);
    assert_int_equal(asserted_sort(&f, "QF_LRA", "1"), SORT_REAL);
    assert_int_equal(asserted_sort(&f, "QF_RDL", "-1"), SORT_REAL);
    assert_int_equal(asserted_sort(&f, "QF_LIRA", "1"), SORT_INT);
    assert_int_equal(asserted_sort(&f, "ALL", "1.0"), SORT_REAL);
    assert_int_equal(asserted_sort(&f, "ALL", "-17"), SORT_INT);
    assert_int_equal(asserted_sort(&f, "ALL", "-0.5"), SORT_REAL);
    front_rejects(&f, "(assert (= 1 -a))", "1:14: -a is not declared\n");
    front_rejects(&f, "(assert (= 1 -1.))", "1:14: -1. is not declared\n");
    front_rejects(&f, "(assert (= 1 -))", "1:14: got no arguments\n");
    front_ok(&f, "(declare-const -5 Bool)(assert -5)"); /* a name like any other */
    front_done(&f);
}

static void test_logics(void **state) {
    front_t f;
    front_init(&f);
    front_rejects(&f, "(set-logic QF_BV)\n(declare-const x Int)",
                  "2:18: logic QF_BV has no sort Int\n");
    front_rejects(&f, "(set-logic QF_UF)\n(assert (< 1 2))", "2:9: logic QF_UF has no <\n");
    front_rejects(&f, "(set-logic QF_LIA)\n(declare-fun f (Int) Int)",
                  "2:14: logic QF_LIA has no functions with arguments\n");
    front_ok(&f, "(set-logic QF_UF)(declare-fun + (Bool Bool) Bool)(assert (+ true false))");
    front_ok(&f, "(set-logic MY_OWN)(assert (implies (iff true true) (< 1 2)))");
    front_ok(&f, "(assert (implies (iff true true) (< 1 2)))"); /* no logic, no limits */
    front_rejects(&f, "(set-logic ALL)(assert (implies true true))",
                  "1:24: logic ALL has no implies\n");
    front_ok(&f, "(set-logic QF_UF)(declare-sort Int 0)(declare-const x Int)");
    front_rejects(&f, "(declare-sort Int 0)", "1:15: Int is a sort already\n");
    front_ok(&f, "(set-logic QF_UFLIA)(declare-fun select (Int) Int)(assert (= (select 1) 2))");
    front_done(&f);
}

/* z3: a String is a sequence of characters, and so on. */
static void test_sort_names(void **state) {
    static const char *const same[][2] = {
        {"(Seq Unicode)", "String"},
        {"(RegEx String)", "RegLan"},
        {"(RegEx (Seq Char))", "RegLan"},
        {"Float16", "(_ FloatingPoint 5 11)"},
        {"(Relation Int Bool)", "(Set (Tuple Int Bool))"},
        {"(Table)", "(Bag (Tuple))"},
        {"UnitTuple", "(Tuple)"},
        {"(FiniteSet Int)", "(Set Int)"},
        {"bool", "Bool"},
        {"(-> Int (-> Bool Int))", "(-> Int Bool Int)"},
    };
    front_t f;
    front_init(&f);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        char text[100];
        snprintf(text, sizeof text, "(declare-const x %s)(declare-const y %s)", same[i][0],
                 same[i][1]);
        front_ok(&f, text);
        fun_t x = front_command(&f, 0, CMD_DECLARE_CONST, 1)[0];
        fun_t y = front_command(&f, 1, CMD_DECLARE_CONST, 1)[0];
        assert_int_equal(fun_result(&f.bank, x), fun_result(&f.bank, y));
    }
    front_done(&f);
}

/* A declaration beside an operator of the same name is an overload of it. */
static void test_operator_overloads(void **state) {
    front_t f;
    front_init(&f);
    front_ok(&f, "(declare-sort V 0)(declare-fun + (V V) V)(declare-const v V)"
                 "(assert (= (+ v v) v))(assert (= (+ 1 2) 3))");
    uint32_t count;
    term_t first = front_command(&f, 3, CMD_ASSERT, 2)[0];
    term_t second = front_command(&f, 4, CMD_ASSERT, 2)[0];
    assert_int_equal(term_op(&f.bank, term_children(&f.bank, first, &count)[0]), OP_APP);
    assert_int_equal(term_op(&f.bank, term_children(&f.bank, second, &count)[0]), OP_ADD);
    front_rejects(&f, "(declare-sort V 0)(declare-fun + (V V) V)(assert (= (+ 1 true) 3))",
                  "1:53: got Int Bool\n");
    front_done(&f);
}

/* --- errors --- */

/* Several mistakes in one file: all are there, at their places, and only they. */
static void test_recovery(void **state) {
    front_t f;
    front_init(&f);
    front_rejects(&f,
                  "(set-logic ALL)\n"
                  "(declare-const x Int)\n"
                  "(declare-const y Nosuch)\n"
                  "(assert (and (= x z) (bvadd x) (= x y)))\n"
                  "(assert (= y (f y)))\n"
                  "(declare-fun g (Int Nosuch) Bool)\n"
                  "(assert (g x 1 2 3))\n"
                  "(assert (forall ((q Bad)) (= q q)))\n"
                  "(define-fun d ((p Int)) Bool (+ p true))\n"
                  "(assert (d true))\n"
                  "(assert (= x 2))\n"
                  "(assert (! (= x w) :named n))\n"
                  "(assert n)\n"
                  "(check-sat) )\n"
                  "(pop 1)\n"
                  "nonsense here (check-sat)\n"
                  "(assert #q)\n"
                  "(get-value ())\n",
                  "3:18: sort Nosuch is not declared\n"
                  "4:19: z is not declared\n"
                  "4:22: got Int\n"
                  "5:14: f is not declared\n"
                  "6:21: sort Nosuch is not declared\n"
                  "8:21: sort Bad is not declared\n"
                  "9:30: got Int Bool\n"
                  "10:9: got Bool\n"
                  "12:17: w is not declared\n"
                  "14:13: this ')' closes nothing\n"
                  "15:1: pop 1: only 0 scopes are open\n"
                  "16:1: expected '(' of a command, got nonsense\n"
                  "17:9: expected digits: #x1F, #b101\n"
                  "18:13: get-value needs at least one term\n");
    front_done(&f);
}

/* What was wrong once is not reported again where it is used. */
static void test_no_cascade(void **state) {
    static const char *const texts[][2] = {
        {"(declare-const x Bad)(assert (= x 1))(assert (and x x))", "1:18"},
        {"(declare-fun f (Bad) Int)(assert (= (f 1 2) f))", "1:17"},
        {"(define-fun f () Bad 1)(assert (f 1))", "1:18"},
        {"(declare-fun f (Bad) Int)(simplify ((_ map f) 1))", "1:17"},
        {"(declare-fun f (Bad) Int)(simplify (_ as-array f))(simplify (as f Int))", "1:17"},
        {"(define-sort S () Bad)(declare-const x (S Int))(assert (x))", "1:19"},
        {"(declare-datatype D ((c (s Bad))))(declare-const d D)(assert (= 1 (s d)))(assert "
         "(= d (c 1)))",
         "1:28"},
        {"(assert (let ((x (+ 1 true))) (and x (> x 2) (x 1))))", "1:18"},
        {"(assert (! (foo) :named n))(assert (and n (n 2)))", "1:12"},
        {"(define-fun-rec f ((x Bad)) Int (f 1 2))(assert (= 1 (f true)))", "1:23"},
        {"(declare-fun f (Int) )\n(assert (= (f 1) (f true)))", "1:22"},
        {"(define-fun f ((x Int) Int x)\n(assert (= (f 1) (f true)))", "1:24"},
        {"(declare-datatypes ((D 0)) ((c (s Int))))\n(declare-const d D)(assert (= d d))", "1:35"},
        {"(assert (match nosuch (((cons a b) a) (c true))))", "1:16"},
        {"(assert ((_ nosuch 1) 2 (+ 1 2)))", "1:10"},
        {"(assert (select (store bad 1 2) (bad 2)))", "1:24 1:33"},
        {"(set-logic QF_LIA)(assert (forall ((x Int)) (> x 0)))", "1:27"},
        {"(declare-datatype D ())(declare-const d D)", "1:19"},
        {"(declare-datatype L ((nil) (cons (h Int) (t L))))(declare-const l L)"
         "(assert (match l ((nil true) ((cons 1 t) true) (y false))))",
         "1:105"},
    };
    front_t f;
    front_init(&f);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        front_rejects_at(&f, texts[i][0], texts[i][1]);
    front_done(&f);
}

/* Mistakes that no file of tests/reject makes. */
static void test_places(void **state) {
    static const char *const texts[][2] = {
        {"(set-info :status maybe)", "1:19"},
        {"(set-info status)", "1:11"},
        {"(set-info :a)", "1:13"},
        {"(set-logic)", "1:11"},
        {"(declare-sort S 9999999999)", "1:17"},
        {"(declare-heap Int Int)", "1:15"},
        {"(declare-pool 1 Int (1))", "1:15"},
        {"(get-abduct 1 true)", "1:13"},
        {"(assert (_ bv1 x))", "1:16"},
        {"(assert (= \"\" (_ char 1.5)))", "1:23"},
        {"(assert (as (f 1) Int))", "1:16"},
        {"(assert (as 1 Int))", "1:13"},
        {"(declare-datatypes ((D 1)) (((c))))", "1:29"},
        {"(declare-datatypes (T U) ((D)))", "1:20"},
        {"(declare-const x (_ BitVec 99999999999))", "1:18"},
        {"(declare-const x (Float32 Int))", "1:18"},
        {"(declare-const x (FiniteSet))", "1:18"},
        {"(declare-const x (bool Int))", "1:18"},
        {"(define-funs-rec ((f () Int)) ())", "1:32"},
        {"(assert (match true ((x true)", "1:30"},
        {"(declare-fun f (Int) Int)(define-fun f ((x Int)) Int x)", "1:38"},
        {"(declare-datatypes ((A 0) (B 0)) (((a (f B))) ((b (g A)))))", "1:20 1:20"},
        {"(assert ((g 1) #q))(assert z)", "1:10 1:16 1:28"}, /* in step after a second reading */
        {"(rule 1)", "1:7"},
        {"(assert-soft 1)", "1:14"},
        {"(declare-const a_symbol_that_is_longer_than_forty_characters)", "1:61"},
        {"(declare-const 12345678901234567890123456789012345678901234567890 Int)", "1:16"},
    };
    front_t f;
    front_init(&f);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        front_rejects_at(&f, texts[i][0], texts[i][1]);
    front_done(&f);
}

static void test_many_errors(void **state) {
    front_t f;
    front_init(&f);
    strbuf_t text;
    strbuf_init(&text, &f.mem);
    for (int i = 0; i < 1000; i++)
        strbuf_str(&text, "(assert x)\n");
    assert_false(front_parse(&f, text.data, text.len));
    assert_int_equal(f.diags.total, 1000);
    assert_int_equal(f.diags.rows.len, DIAG_MAX);
    assert_int_equal(f.diags.rows.data[99].line, 100);
    strbuf_done(&text);
    front_done(&f);
}

/* Two texts into one script and one bank. */
static void test_append(void **state) {
    front_t f;
    front_init(&f);
    front_ok(&f, "(declare-const x Int)");
    assert_true(front_parse(&f, "(declare-const x Bool)(assert x)", 32));
    assert_int_equal(script_count(&f.script), 3);
    fun_t a = front_command(&f, 0, CMD_DECLARE_CONST, 1)[0];
    fun_t b = front_command(&f, 1, CMD_DECLARE_CONST, 1)[0];
    assert_true(a != b); /* two declarations, though of one name */
    front_done(&f);
}

static const char rich[] =
    "(set-logic HO_ALL) ; comment\n(set-info :source |a b|)\n(declare-sort S 1)"
    "(define-sort W (T) (Array T (_ BitVec 8)))(declare-const w (W Int))"
    "(declare-datatypes ((L 1)) ((par (X) ((nil) (cons (hd X) (tl (L X)))))))"
    "(declare-fun |f g| (Int (S Bool)) Real)(declare-const l (L Int))(push 1)"
    "(assert (forall ((x Int) (y Real)) (! (=> (< x y) (exists ((z Int)) (> z x))) "
    ":pattern ((+ x y)) :qid q)))(assert (let ((a (select w 1)) (b #x0F)) (= ((_ extract 3 0) a) "
    "((_ extract 7 4) (bvadd a b)) (_ bv3 4))))\n"
    "(define-fun-rec len ((k (L Int))) Int (match k ((nil 0) ((cons h t) (+ 1 (len t))))))"
    "(assert (= (len (cons 1 (as nil (L Int)))) 1 -1 1.5))(assert (str.in_re \"a\"\"b\" "
    "((_ re.loop 1 2) (str.to_re \"x\"))))(assert (@ (lambda ((n Int)) true) 3))(pop 1)"
    "(assert (= ((as const (Array Int Int)) 0) ((_ map +) ((as const (Array Int Int)) 0) "
    "((as const (Array Int Int)) 1))))(assert (= (as ff3 (_ FiniteField 7)) #f1m7 (_ ff1 7)))"
    "(declare-datatypes () ((C red (blue (shade Int)))))(assert ((_ is red) red))(check-sat)";

/* Every beginning of a text ends in a result. (The sanitizers watch that nothing after it is
 * read.) */
static void test_prefixes(void **state) {
    for (size_t len = 0; len < sizeof rich; len++) {
        front_t f;
        front_init(&f);
        front_parse(&f, rich, len);
        for (uint32_t i = 0; i < f.diags.rows.len; i++)
            assert_true(f.diags.rows.data[i].offset <= len);
        front_done(&f);
    }
}

/* Random damage: bytes lost, doubled, exchanged. */
static void test_damage(void **state) {
    rng_t rng = rng_make(unit_seed());
    front_t f;
    front_init(&f);
    for (int round = 0; round < 1500; round++) {
        char text[sizeof rich + 64];
        size_t len = sizeof rich - 1;
        memcpy(text, rich, len);
        for (uint64_t k = 1 + rng_below(&rng, 4); k > 0; k--) {
            size_t at = rng_below(&rng, len);
            size_t size = 1 + rng_below(&rng, 8);
            if (size > len - at)
                size = len - at;
            switch (rng_below(&rng, 3)) {
            case 0:
                memmove(text + at, text + at + size, len - at - size);
                len -= size;
                break;
            case 1:
                memmove(text + at + size, text + at, len - at);
                len += size;
                break;
            default:
                text[at] = "()|\" ;x1#:_!"[rng_below(&rng, 12)];
                break;
            }
        }
        bank_mark_t mark = bank_mark(&f.bank);
        front_clear(&f);
        bool ok = front_parse(&f, text, len);
        assert_int_equal(ok, f.diags.total == 0);
        front_clear(&f);
        bank_release(&f.bank, mark);
    }
    front_done(&f);
}

static void test_too_large(void **state) {
    front_t f;
    front_init(&f);
    assert_false(parse_script(&f.script, "", (size_t)UINT32_MAX, &f.diags));
    assert_string_equal(front_errors(&f), "1:1: the file is too large: 4 GiB is the most\n");
    front_done(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_commands),
        cmocka_unit_test(test_small_commands),
        cmocka_unit_test(test_declarations),
        cmocka_unit_test(test_datatypes),
        cmocka_unit_test(test_term_commands),
        cmocka_unit_test(test_unknown_commands),
        cmocka_unit_test(test_comments),
        cmocka_unit_test(test_comments_inside),
        cmocka_unit_test(test_after_exit),
        cmocka_unit_test(test_push_pop),
        cmocka_unit_test(test_resets),
        cmocka_unit_test(test_binders),
        cmocka_unit_test(test_named),
        cmocka_unit_test(test_numerals),
        cmocka_unit_test(test_logics),
        cmocka_unit_test(test_sort_names),
        cmocka_unit_test(test_operator_overloads),
        cmocka_unit_test(test_recovery),
        cmocka_unit_test(test_no_cascade),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_many_errors),
        cmocka_unit_test(test_append),
        cmocka_unit_test(test_prefixes),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_too_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
