/* Names with a suffix, canonical names, pruning. */
#include "script_fixture.h"

#include "smt/edit/logic.h"
#include "smt/edit/prune.h"
#include "smt/edit/rename.h"
#include "smt/edit/subst.h"
#include "smt/walk/position.h"

static void suffixed(fixture_t *f, script_t *out, const script_t *script, const char *suffix) {
    rename_t rename;
    rename_init(&rename, &f->bank);
    rename_suffix(&rename, out, script, suffix);
    rename_done(&rename);
}

static void canonical(fixture_t *f, script_t *out, const script_t *script) {
    rename_t rename;
    rename_init(&rename, &f->bank);
    rename_all(&rename, out, script, NULL);
    rename_done(&rename);
}

/* --- a suffix --- */

static void assert_suffixed(const char *script, const char *expected) {
    fixture_t f;
    fixture_init(&f);
    script_t original;
    script_init(&original, &f.bank);
    parse_into(&f, &original, script);
    suffixed(&f, &f.script, &original, "!b");
    assert_script(&f, &f.script, expected);
    assert_script(&f, &original, script);
    /* Both together are one good script. */
    strbuf_t text;
    strbuf_init(&text, &f.mem);
    print_script(&original, NULL, &text);
    print_script(&f.script, NULL, &text);
    script_t both;
    script_init(&both, &f.bank);
    assert_true(try_parse(&f, &both, text.data, text.len));
    strbuf_done(&text);
    script_done(&original);
    script_done(&both);
    fixture_done(&f);
}

static void test_suffix(void **state) {
    assert_suffixed("(declare-const x Bool)\n(assert x)\n",
                    "(declare-const x!b Bool)\n(assert x!b)\n");
    assert_suffixed("(declare-fun f (Int) Int)\n(define-fun g ((y Int)) Int (f y))\n"
                    "(assert (= (g 1) (f 2)))\n",
                    "(declare-fun f!b (Int) Int)\n(define-fun g!b ((y!b Int)) Int (f!b y!b))\n"
                    "(assert (= (g!b 1) (f!b 2)))\n");
}

static void test_suffix_sorts(void **state) {
    assert_suffixed("(declare-sort U 0)\n(declare-sort V 1)\n(define-sort W (T) (Array T (V U)))\n"
                    "(declare-const a (W Int))\n(assert (= (select a 0) (select a 1)))\n",
                    "(declare-sort U!b 0)\n(declare-sort V!b 1)\n"
                    "(define-sort W!b (T!b) (Array T!b (V!b U!b)))\n"
                    "(declare-const a!b (W!b Int))\n(assert (= (select a!b 0) (select a!b 1)))\n");
    assert_suffixed(
        "(define-sort W () Bool)\n(declare-const b (Array W W))\n(assert (select b true))\n",
        "(define-sort W!b () Bool)\n(declare-const b!b (Array W!b W!b))\n"
        "(assert (select b!b true))\n");
}

static void test_suffix_datatypes(void **state) {
    assert_suffixed(
        "(declare-datatypes ((M 1) (N 0)) ((par (T) ((none) (some (hd T) (next N))))"
        " ((end) (go (back (M Int))))))\n"
        "(declare-const m (M Int))\n"
        "(assert (or (= m (as none (M Int))) ((_ is some) m) (is-some m)))\n"
        "(assert (match m ((none true) ((some h t) (= h (hd m) 0)))))\n",
        "(declare-datatypes ((M!b 1) (N!b 0)) ((par (T!b) ((none!b) (some!b (hd!b T!b)"
        " (next!b N!b)))) ((end!b) (go!b (back!b (M!b Int))))))\n"
        "(declare-const m!b (M!b Int))\n"
        "(assert (or (= m!b (as none!b (M!b Int))) ((_ is some!b) m!b) (is-some!b m!b)))\n"
        "(assert (match m!b ((none!b true) ((some!b h!b t!b) (= h!b (hd!b m!b) 0)))))\n");
    assert_suffixed("(declare-datatypes ((L 0)) (((nil) (cons (hd Bool) (tl L)))))\n"
                    "(declare-const l L)\n(assert (= ((_ update hd) l true) nil))\n",
                    "(declare-datatypes ((L!b 0)) (((nil!b) (cons!b (hd!b Bool) (tl!b L!b)))))\n"
                    "(declare-const l!b L!b)\n(assert (= ((_ update hd!b) l!b true) nil!b))\n");
}

/* :named terms, bound variables, parameters, functions that call each other */
static void test_suffix_terms(void **state) {
    assert_suffixed("(declare-const y Int)\n(assert (! (= y 0) :named n))\n"
                    "(assert (or n (= y 1)))\n(get-value (n))\n",
                    "(declare-const y!b Int)\n(assert (! (= y!b 0) :named n!b))\n"
                    "(assert (or n!b (= y!b 1)))\n(get-value (n!b))\n");
    assert_suffixed(
        "(define-fun d ((x Int) (w Int)) Bool (exists ((v Int)) (= x v w)))\n"
        "(assert (let ((x 1)) (d x 2)))\n",
        "(define-fun d!b ((x!b Int) (w!b Int)) Bool (exists ((v!b Int)) (= x!b v!b w!b)))\n"
        "(assert (let ((x!b 1)) (d!b x!b 2)))\n");
    assert_suffixed("(define-funs-rec ((even ((i Int)) Bool) (odd ((i Int)) Bool)) "
                    "((or (= i 0) (odd (- i 1))) (and (> i 0) (even (- i 1)))))\n"
                    "(assert (even 3))\n",
                    "(define-funs-rec ((even!b ((i!b Int)) Bool) (odd!b ((i!b Int)) Bool)) "
                    "((or (= i!b 0) (odd!b (- i!b 1))) (and (> i!b 0) (even!b (- i!b 1)))))\n"
                    "(assert (even!b 3))\n");
}

/* --- canonical --- */

static void assert_canonical(const char *script, const char *expected) {
    fixture_t f;
    fixture_init(&f);
    parse(&f, script);
    script_t out;
    script_init(&out, &f.bank);
    canonical(&f, &out, &f.script);
    assert_script(&f, &out, expected);
    assert_script(&f, &f.script, script);
    /* It is its own canonical form, when it was read again as well. */
    script_t again;
    script_init(&again, &f.bank);
    parse_into(&f, &again, expected);
    script_t same;
    script_init(&same, &f.bank);
    canonical(&f, &same, &again);
    assert_script(&f, &same, expected);
    script_done(&out);
    script_done(&again);
    script_done(&same);
    fixture_done(&f);
}

static void test_canonical(void **state) {
    assert_canonical("(declare-const p Bool)\n(declare-const q Bool)\n(assert (or q p))\n",
                     "(declare-const x0 Bool)\n(declare-const x1 Bool)\n(assert (or x1 x0))\n");
    assert_canonical(
        "(declare-sort A 0)\n(declare-fun x0 (A) A)\n(define-sort B (C) (Array C A))\n"
        "(declare-const b (B Int))\n(assert (! (= (select b 0) (x0 (select b 1))) :named top))\n",
        "(declare-sort S0 0)\n(declare-fun f0 (S0) S0)\n(define-sort S1 (T0) (Array T0 S0))\n"
        "(declare-const x0 (S1 Int))\n"
        "(assert (! (= (select x0 0) (f0 (select x0 1))) :named n0))\n");
    assert_canonical(
        "(declare-datatypes ((L 1)) ((par (E) ((nil) (cons (hd E) (tl (L E)))))))\n"
        "(assert (forall ((l (L Int)) (m (L Int))) (match l ((nil (= l m)) ((cons a b) (= b m))))))\n",
        "(declare-datatypes ((S0 1)) ((par (T0) ((c0) (c1 (s0 T0) (s1 (S0 T0)))))))\n"
        "(assert (forall ((v2 (S0 Int)) (v3 (S0 Int))) "
        "(match v2 ((c0 (= v2 v3)) ((c1 v0 v1) (= v1 v3))))))\n");
    /* Numbers of bound variables do not depend on what else is there. */
    assert_canonical(
        "(define-fun f ((y Int) (z Int)) Bool (exists ((k Int)) (= k y z)))\n"
        "(assert (and (forall ((a Int)) (= a a)) (exists ((b Int)) (f b b))))\n",
        "(define-fun f0 ((v1 Int) (v2 Int)) Bool (exists ((v0 Int)) (= v0 v1 v2)))\n"
        "(assert (and (forall ((v0 Int)) (= v0 v0)) (exists ((v0 Int)) (f0 v0 v0))))\n");
}

/* Two scripts that differ in names only become the same text. */
static void test_same_canonical(void **state) {
    fixture_t f;
    fixture_init(&f);
    script_t scripts[2];
    char *texts[2];
    parse(&f, "(declare-const z Int)(assert (exists ((a Int)) (let ((b (+ a z))) (> b 0))))"
              "(assert (exists ((a Int)) (let ((b (+ a z))) (> b 0))))");
    script_init(&scripts[0], &f.bank);
    canonical(&f, &scripts[0], &f.script);
    parse(&f, "(declare-const a Int)(assert (exists ((z Int)) (let ((z (+ z a))) (> z 0))))"
              "(assert (exists ((y Int)) (let ((x (+ y a))) (> x 0))))");
    script_init(&scripts[1], &f.bank);
    canonical(&f, &scripts[1], &f.script);
    for (uint32_t i = 0; i < 2; i++) {
        const char *text = script_text(&f, &scripts[i]);
        texts[i] = mem_alloc(&f.mem, strlen(text) + 1);
        memcpy(texts[i], text, strlen(text) + 1);
    }
    assert_string_equal(texts[0], texts[1]);
    for (uint32_t i = 0; i < 2; i++) {
        mem_free(&f.mem, texts[i]);
        script_done(&scripts[i]);
    }
    fixture_done(&f);
}

/* --- pruning --- */

static void assert_pruned(const char *script, prune_t what, uint32_t gone, const char *expected) {
    fixture_t f;
    fixture_init(&f);
    parse(&f, script);
    assert_int_equal(prune_script(&f.script, what), gone);
    assert_script(&f, &f.script, expected);
    assert_int_equal(prune_script(&f.script, what), 0);
    assert_script(&f, &f.script, expected);
    fixture_done(&f);
}

static void test_prune(void **state) {
    assert_pruned("(declare-const x Int)\n(declare-const y Int)\n(assert (= x 0))\n(check-sat)\n",
                  PRUNE_DECLARATIONS, 1, "(declare-const x Int)\n(assert (= x 0))\n(check-sat)\n");
    assert_pruned("(declare-const x Int)\n(check-sat)\n(get-value (x))\n", PRUNE_DECLARATIONS, 0,
                  "(declare-const x Int)\n(check-sat)\n(get-value (x))\n");
    /* through definitions, forwards only */
    assert_pruned("(declare-fun f (Int) Int)\n(define-fun g ((x Int)) Int (f x))\n"
                  "(define-fun h ((x Int)) Int (g x))\n(declare-const y Int)\n"
                  "(define-fun k () Int y)\n(assert (= (h 0) 0))\n",
                  PRUNE_DECLARATIONS, 2,
                  "(declare-fun f (Int) Int)\n(define-fun g ((x Int)) Int (f x))\n"
                  "(define-fun h ((x Int)) Int (g x))\n(assert (= (h 0) 0))\n");
    /* sorts: used in signatures, binders, abbreviations */
    assert_pruned("(declare-sort A 0)\n(declare-sort B 0)\n(declare-sort C 0)\n(declare-sort D 0)\n"
                  "(define-sort E () (Array A B))\n(define-sort F () (Array A D))\n"
                  "(declare-const e E)\n(assert (exists ((c C)) (= e e)))\n",
                  PRUNE_DECLARATIONS, 2,
                  "(declare-sort A 0)\n(declare-sort B 0)\n(declare-sort C 0)\n"
                  "(define-sort E () (Array A B))\n"
                  "(declare-const e E)\n(assert (exists ((c C)) (= e e)))\n");
    /* datatypes: together, and with the sorts of their fields */
    assert_pruned(
        "(declare-sort A 0)\n(declare-sort B 0)\n"
        "(declare-datatypes ((T 0) (U 0)) (((t (u U))) ((v (a A)))))\n"
        "(declare-datatypes ((W 0)) (((w (b B)))))\n"
        "(declare-const x T)\n(assert ((_ is t) x))\n",
        PRUNE_DECLARATIONS, 2,
        "(declare-sort A 0)\n(declare-datatypes ((T 0) (U 0)) (((t (u U))) ((v (a A)))))\n"
        "(declare-const x T)\n(assert ((_ is t) x))\n");
}

static void test_prune_recursive(void **state) {
    const char *script = "(define-funs-rec ((f ((x Int)) Int) (g ((x Int)) Int) (h ((x Int)) Int)) "
                         "((g x) (g (- x 1)) (f x)))\n(assert (= (f 0) 0))\n";
    assert_pruned(script, PRUNE_DECLARATIONS, 0, script);
    assert_pruned(script, PRUNE_RECURSIVE, 1,
                  "(define-funs-rec ((f ((x Int)) Int) (g ((x Int)) Int)) ((g x) (g (- x 1))))\n"
                  "(assert (= (f 0) 0))\n");
    assert_pruned("(define-fun-rec f ((x Int)) Int (+ (f x) 1))\n(check-sat)\n", PRUNE_RECURSIVE, 1,
                  "(check-sat)\n");
}

/* Names in texts count. */
static void test_prune_texts(void **state) {
    assert_pruned("(declare-const x Int)\n(declare-const |a b| Int)\n(declare-const y Int)\n"
                  "(declare-const z Int)\n(do-something (x |a b|))\n"
                  "(assert (! true :weight y))\n",
                  PRUNE_DECLARATIONS, 1,
                  "(declare-const x Int)\n(declare-const |a b| Int)\n(declare-const y Int)\n"
                  "(do-something (x |a b|))\n(assert (! true :weight y))\n");
    assert_pruned("; first\n(declare-const x Int) ; x\n; second\n(check-sat)\n", PRUNE_DECLARATIONS,
                  1, "; first\n; second\n(check-sat)\n");
}

/* --- when memory runs out --- */

static void work_on_scripts(mem_t *mem, void *arg) {
    static const char text[] =
        "(declare-datatypes ((L 1)) ((par (E) ((nil) (cons (hd E) (tl (L E)))))))"
        "(define-sort A () (Array Int Int))(declare-const a A)(declare-const x Int)"
        "(define-fun f ((y Int)) Bool (exists ((x Int)) (= x y)))"
        "(assert (let ((z (select a x))) (! (forall ((x Int)) (=> (f z) (= x z))) :named n)))";
    bare_script_t bare;
    bare_script_init(&bare, mem);
    bare_script_parse(&bare, text);
    bank_t *bank = &bare.bank;
    rename_t rename;
    rename_init(&rename, bank);
    script_t apart;
    script_init(&apart, bank);
    rename_suffix(&rename, &apart, &bare.script, "!b");
    rename_all(&rename, &apart, &bare.script, NULL);
    prune_script(&apart, PRUNE_DECLARATIONS);
    logic_infer(&apart);
    for (uint32_t i = 0; i < script_count(&apart); i++) {
        uint32_t count;
        if (script_kind(&apart, i) != CMD_ASSERT)
            continue;
        term_t term = script_words(&apart, i, &count)[0];
        term = subst_inline(bank, subst_expand_lets(bank, term, 1000), 1000);
        positions_t all;
        position_t at;
        positions_init(&all, bank);
        position_init(&at, bank);
        uint64_t n = positions_count(&all, term);
        positions_pick(&all, term, n - 1, &at);
    }
}

static void test_no_memory(void **state) {
    assert_true(unit_fail_each(work_on_scripts, NULL, NULL) > 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_suffix),
        cmocka_unit_test(test_suffix_sorts),
        cmocka_unit_test(test_suffix_datatypes),
        cmocka_unit_test(test_suffix_terms),
        cmocka_unit_test(test_canonical),
        cmocka_unit_test(test_same_canonical),
        cmocka_unit_test(test_prune),
        cmocka_unit_test(test_prune_recursive),
        cmocka_unit_test(test_prune_texts),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
