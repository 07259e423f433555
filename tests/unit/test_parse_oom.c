/* Parsing while memory runs out: every allocation of it fails once, and the answer is always the
 * same: false, one more error that says so, nothing broken, nothing left over. */
#include "front.h"
#include "script_fixture.h"

static const char rich[] =
    "(set-logic HO_ALL) ; a comment\n(set-info :status sat)\n(set-option :produce-models true)\n"
    "(declare-sort S 1)(define-sort W (T) (Array T (_ BitVec 8)))(declare-const w (W Int))\n"
    "(declare-datatypes ((L 1) (T 0)) ((par (X) ((nil) (cons (hd X) (tl (L X)))))"
    " ((leaf) (node (kids (L T))))))\n"
    "(declare-datatypes (X) ((P (mk (fst X) (snd P)) end)))\n"
    "(declare-fun f (Int (S Bool)) Real)(declare-const l (L Int))(push 1)\n"
    "(assert (forall ((x Int) (y Real)) (! (=> (< x y) (exists ((z Int)) (> z x)))"
    " :pattern ((+ x y) (* x y)) :qid q)))\n"
    "(assert (let ((a (select w 1)) (b #x0F)) (= ((_ extract 3 0) a)"
    " ((_ extract 7 4) (bvadd a b)) (_ bv3 4))))\n"
    "(define-fun-rec len ((k (L Int))) Int (match k ((nil 0) ((cons h t) (+ 1 (len t))))))\n"
    "(define-funs-rec ((e ((n Int)) Bool) (o ((n Int)) Bool)) ((o n) (e n)))\n"
    "(assert (! (= (len (cons 1 (as nil (L Int)))) 1 -1 1.5) :named fact))\n"
    "(assert (str.in_re \"a\"\"b\" ((_ re.loop 1 2) (str.to_re \"x\"))))\n"
    "(assert (@ (lambda ((n Int)) true) 3))(pop 1)(assert (! (= l l) :named true1))\n"
    "(assert (= ((as const (Array Int Int)) 0) ((_ map +) ((as const (Array Int Int)) 0)"
    " ((as const (Array Int Int)) 1))))\n"
    "(assert (= (as ff3 (_ FiniteField 7)) #f1m7))(declare-pool pool Int (1 2))\n"
    "(assert (= (tuple 1 true) ((_ tuple.project 0 1) (tuple 1 true))))\n"
    "(assert ((_ pbge 2 1 1) true1 (= (set.insert 1 2 (as set.empty (Set Int))) pool)))\n"
    "(get-abduct A (= l l) ((G Bool)))(made-up (a b \"c\"))(declare-heap (Int Int))\n"
    "(check-sat-assuming (true1))(get-value (l))(echo \"done\")(exit) and the rest\n";

static const char wrong[] = "(assert (and p (+ 1 true) (f 2 3)))(declare-const x (Array Int))\n"
                            "(assert (= 1\n(check-sat)\n(pop 3)\n";

/* Whether the rows of the bank hang together. */
static void check_bank(const bank_t *bank) {
    for (term_t term = 1; term < bank_term_count(bank); term++) {
        uint32_t count;
        const term_t *children = term_children(bank, term, &count);
        for (uint32_t i = 0; i < count; i++)
            assert_true(children[i] < term);
        assert_true(term_sort(bank, term) + 1 < bank->sorts.len);
    }
    for (sort_t sort = 0; sort + 1 < bank->sorts.len; sort++) {
        uint32_t count;
        const sort_t *args = sort_args(bank, sort, &count);
        for (uint32_t i = 0; i < count; i++)
            assert_true(args[i] < sort);
        assert_true(sort_canon(bank, sort) + 1 < bank->sorts.len);
    }
    for (sym_t sym = 0; sym < bank->symbols.rows.len; sym++)
        assert_int_equal(symbol_find(&bank->symbols, symbol_text(&bank->symbols, sym),
                                     symbol_row(&bank->symbols, sym)->len),
                         sym);
}

static const char *last_message(const front_t *f) {
    return f->diags.rows.len > 0 ? vec_last(&f->diags.rows).message : "";
}

/* The commands that were read are there; what comes after them can be read again. */
static void torture(const char *text, size_t len, bool right) {
    uint64_t failures = 0;
    for (uint64_t n = 1;; n++) {
        front_t f;
        front_init(&f);
        uint64_t before = f.mem.calls;
        f.mem.fail_at = before + n;
        bool ok = parse_script(&f.script, text, len, &f.diags);
        bool failed = strcmp(last_message(&f), "out of memory") == 0;
        f.mem.fail_at = 0;
        assert_null(f.mem.trap);
        check_bank(&f.bank);
        if (failed) {
            failures++;
            assert_false(ok);
            for (uint32_t i = 0; i < script_count(&f.script); i++)
                print_command(&f.script, i, &f.out);
            front_clear(&f);
            assert_int_equal(parse_script(&f.script, text, len, &f.diags), right);
            assert_string_not_equal(last_message(&f), "out of memory");
            check_bank(&f.bank);
        } else {
            assert_int_equal(ok, right);
        }
        mem_done(&f.mem); /* also frees what the parser could not: its stacks */
        if (!failed)
            break;
    }
    assert_true(failures > 10);
}

static void test_right(void **state) {
    torture(rich, sizeof rich - 1, true);
}

static void test_wrong(void **state) {
    torture(wrong, sizeof wrong - 1, false);
}

/* A limit stays in force, also for the message about it. */
static void test_limit(void **state) {
    for (size_t more = 0; more < 40000; more += 311) {
        front_t f;
        front_init(&f);
        f.mem.limit = f.mem.used + more;
        bool ok = parse_script(&f.script, rich, sizeof rich - 1, &f.diags);
        assert_null(f.mem.trap);
        assert_true(ok || f.diags.total > 0);
        mem_done(&f.mem);
    }
}

static void start_all(mem_t *mem, void *arg) {
    bare_script_t bare;
    bare_script_init(&bare, mem);
    bank_done(&bare.bank);
}

static void test_start(void **state) {
    unit_fail_each(start_all, NULL, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right),
        cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_limit),
        cmocka_unit_test(test_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
