/* Tests of mutate/engine/polarity.h: the polarities of formulas, and which are monotone. */
#include "bool_fixture.h"
#include "mutate_fixture.h"

#include "mutate/engine/polarity.h"

typedef struct finding {
    world_t w;
    const seed_t *seed;
    monotone_vec_t found;
} finding_t;

static void find(finding_t *finding, const char *text) {
    *finding = (finding_t){0};
    world_init(&finding->w);
    finding->seed = add(&finding->w, text);
    polarity_monotone(&finding->w.f.bank, finding->seed, &finding->w.f.mem, &finding->found);
}

static void done(finding_t *finding) {
    vec_free(&finding->w.f.mem, &finding->found);
    world_done(&finding->w);
}

/* The monotone atoms in the order of the text, each with + or -. */
static void expect(const char *text, const char *wanted) {
    finding_t all;
    find(&all, text);
    strbuf_t *out = &all.w.text;
    for (uint32_t i = 0; i < all.found.len; i++) {
        const monotone_t *found = &all.found.data[i];
        const spot_t *spot = &all.seed->spots.data[found->spot];
        if (found->atom)
            strbuf_format(out, "%s%c%.*s", out->len > 0 ? " " : "", found->negative ? '-' : '+',
                          (int)(spot->end - spot->start), all.seed->text + spot->start);
    }
    assert_string_equal(strbuf_text(out), wanted);
    done(&all);
}

#define BOOLS                                                                                      \
    "(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)(declare-const s Bool)"

static void test_connectives(void **state) {
    expect(BOOLS "(assert p)", "+p");
    expect(BOOLS "(assert (not p))", "-p");
    expect(BOOLS "(assert (and p (or q (not r))))", "+p +q -r");
    expect(BOOLS "(assert (=> p q))", "-p +q");
    expect(BOOLS "(assert (=> p q r))", "-p -q +r");
    expect(BOOLS "(assert (not (=> p q)))", "+p -q");
    expect(BOOLS "(assert (not (and p (not q))))", "-p +q");
    expect(BOOLS "(assert (ite p q r))", "+q +r");
    expect(BOOLS "(assert (not (ite p q r)))", "-q -r");
}

/* Both polarities: left alone. The equation itself is an atom. */
static void test_both(void **state) {
    expect(BOOLS "(assert (xor p q))", "");
    expect(BOOLS "(assert (= p q))", "+(= p q)");
    expect(BOOLS "(assert (distinct p (and q r)))", "+(distinct p (and q r))");
    expect(BOOLS "(assert (or s (= (and p q) r)))", "+s +(= (and p q) r)");
    expect(BOOLS "(declare-fun f (Bool) Bool)(assert (f (and p q)))", "+(f (and p q))");
    expect(BOOLS "(declare-const x Int)(assert (< (ite p x 1) 2))", "+(< (ite p x 1) 2)");
}

static void test_quantifiers(void **state) {
    expect("(assert (forall ((x Int)) (=> (> x 1) (exists ((y Int)) (not (< x y))))))",
           "-(> x 1) -(< x y)");
    expect("(declare-fun f (Int) Int)"
           "(assert (forall ((x Int)) (! (> (f x) 1) :pattern ((f x)))))",
           "+(> (f x) 1)");
    expect("(assert (forall ((b Bool)) (or b (not b))))", "+b -b");
}

static void test_match(void **state) {
    expect("(declare-datatypes ((T 0)) (((c (s Int)) (d))))(declare-const t T)"
           "(assert (match t (((c n) (> n 1)) (d (not (= t d))))))",
           "+(> n 1) -(= t d)");
}

/* A formula that let binds has the polarity of its uses. */
static void test_let(void **state) {
    expect(BOOLS "(assert (let ((x p)) x))", "+p +x");
    expect(BOOLS "(assert (let ((x p)) (not x)))", "-p -x");
    expect(BOOLS "(assert (let ((x p)) (or x (and q x))))", "+p +x +q +x");
    expect(BOOLS "(assert (let ((x p)) (or x (not x))))", "+x -x");
    expect(BOOLS "(assert (let ((x p)) (and q (= x r))))", "+q +(= x r)");
    expect(BOOLS "(assert (let ((x p)) (ite x q r)))", "+q +r");
    /* Through another let, and inside a value. */
    expect(BOOLS "(assert (let ((x p)) (let ((y (not x))) (not y))))", "+p +x -y");
    expect(BOOLS "(assert (let ((x p)) (let ((y (not x))) (or x y))))", "-x +x +y");
    expect(BOOLS "(assert (let ((x (let ((y p)) (and y q)))) (not x)))", "-p -y -q -x");
    /* Bound at once: the values do not see each other. */
    expect(BOOLS "(assert (let ((p q) (q p)) (and p (not q))))", "+q -p +p -q");
    /* It has no use. */
    expect(BOOLS "(assert (let ((x p)) q))", "+q");
    /* It is no formula. */
    expect("(declare-const a Int)(assert (let ((x (ite (> a 0) 1 2))) (> x 1)))", "+(> x 1)");
}

/* What has a name is used where the name is. */
static void test_named(void **state) {
    expect(BOOLS "(assert (! (or p q) :named n))", "+p +q");
    expect(BOOLS "(assert (! (or p q) :named n))(assert (not n))", "-n");
    expect(BOOLS "(assert (! (or p q) :named n))(assert n)(assert (! r :named m))", "+n +r");
}

/* Formulas that are no atoms are monotone, too. */
static void test_compound(void **state) {
    finding_t all;
    find(&all, BOOLS "(assert (not (and p (xor q r))))");
    const monotone_t *found = all.found.data;
    assert_int_equal(all.found.len, 4);
    assert_int_equal(found[0].spot, all.seed->roots.data[0]);
    assert_false(found[0].negative);
    assert_false(found[0].atom);
    assert_true(found[1].negative); /* and */
    assert_true(found[2].atom);     /* p */
    assert_true(found[3].negative); /* xor */
    assert_false(found[3].atom);
    done(&all);
}

/* --- all polarities --- */

/* Those of the occurrences of p, in order: + - = (both) or . (none). */
static void expect_all(const char *formula, const char *wanted) {
    static const char declarations[] =
        BOOLS "(declare-datatypes ((L 0)) (((nil) (cons (head Int)))))(declare-const l L)"
              "(declare-fun g (Int) Bool)(declare-fun f (Bool) Int)";
    strbuf_t text;
    mem_t mem;
    mem_init(&mem);
    strbuf_init(&text, &mem);
    strbuf_format(&text, "%s(assert %s)", declarations, formula);
    finding_t all;
    find(&all, strbuf_text(&text));
    polarity_vec_t polarities = {0};
    polarity_find(&all.w.f.bank, all.seed, &all.w.f.mem, &polarities);
    assert_int_equal(polarities.len, all.seed->spots.len);
    for (uint32_t i = 0; i < polarities.len; i++) {
        const spot_t *spot = &all.seed->spots.data[i];
        if (spot->end - spot->start == 1 && all.seed->text[spot->start] == 'p')
            strbuf_char(&all.w.text, ".+-="[polarities.data[i]]);
    }
    assert_string_equal(strbuf_text(&all.w.text), wanted);
    vec_free(&all.w.f.mem, &polarities);
    done(&all);
    strbuf_done(&text);
    mem_done(&mem);
}

static void test_all(void **state) {
    expect_all("p", "+");
    expect_all("(not (not p))", "+");
    expect_all("(and p (or p (not p)))", "++-");
    expect_all("(=> p p p)", "--+");
    expect_all("(xor p q)", "=");
    expect_all("(= p q)", "=");
    expect_all("(distinct p q)", "=");
    expect_all("(ite p p (not p))", "=+-");
    expect_all("(g (ite p 1 0))", "=");
    expect_all("(< (f p) 1)", "=");
    expect_all("(forall ((z Int)) (exists ((y Int)) (! (or p (g z)) :pattern ((g z)))))", "+");
    expect_all("(match l ((nil p) (z (not p))))", "+-");
    expect_all("(let ((a q)) (not p))", "-");
    expect_all("(let ((a p)) (not a))", "-");
    expect_all("(let ((a p)) (and a (not a)))", "=");
    expect_all("(let ((a p)) q)", ".");
    expect_all("(let ((a (not p)) (b p)) (let ((c (not a)) (d a)) (=> d (or c b))))", "++");
    expect_all("(let ((a (not p)) (b p)) (let ((c (not a))) (=> b c)))", "+-");
    expect_all("(not (let ((a p)) (and a q)))", "-");
    /* A value that is never used: what has a polarity there has none, and an atom both. */
    expect_all("(let ((a p)) (let ((b (and a p))) a))", "+.");
    expect_all("(let ((a p)) (let ((b (= a p))) a))", "==");
    expect_all("(let ((a p)) (let ((b (f a))) a))", "=");
}

/* Makes some of the formulas weaker, those that do not overlap. */
static void weaken(finding_t *all, rng_t *rng, uint32_t share) {
    static const char never[] = "(and p (not p))";
    static const char always[] = "(or p (not p))";
    mutant_t *mutant = &all->w.mutant;
    mutant_start(mutant, all->seed, NULL);
    for (uint32_t i = 0; i < all->found.len; i++) {
        const monotone_t *found = &all->found.data[i];
        const spot_t *spot = &all->seed->spots.data[found->spot];
        const char *by = found->negative ? never : always;
        if (rng_one_in(rng, share))
            (void)mutant_replace(mutant, 0, spot->start, spot->end, by, strlen(by));
    }
    strbuf_clear(&all->w.text);
    mutant_print(mutant, &all->w.text);
}

/* By the truth tables of random formulas: whatever is made weaker, the assertion is, too. */
static void test_weaker(void **state) {
    rng_t rng = rng_make(unit_seed());
    uint64_t changed = 0;
    for (uint32_t i = 0; i < 500; i++) {
        mem_t mem;
        strbuf_t text;
        mem_init(&mem);
        strbuf_init(&text, &mem);
        strbuf_format(&text, "%s(assert ", bool_declarations);
        bool_generate(&text, &rng, 4, (1 << BOOL_CONSTANTS) - 1);
        strbuf_char(&text, ')');
        finding_t all;
        find(&all, strbuf_text(&text));
        fixture_t *f = &all.w.f;
        uint32_t before = bool_table(f, all.seed->spots.data[all.seed->roots.data[0]].term);
        for (uint32_t share = 1; share < 6; share++) {
            weaken(&all, &rng, share);
            parse(f, strbuf_text(&all.w.text));
            uint32_t after = bool_table(f, assertion(f, 0));
            if (before & ~after)
                fail_msg("stronger: %s\n%s", strbuf_text(&text), strbuf_text(&all.w.text));
            changed += before != after;
        }
        done(&all);
        strbuf_done(&text);
        mem_done(&mem);
    }
    assert_true(changed > 500);
}

/* Deep ones take neither stack nor long. */
static void test_deep(void **state) {
    enum { DEPTH = 100000 };
    mem_t mem;
    strbuf_t text;
    mem_init(&mem);
    strbuf_init(&text, &mem);
    strbuf_str(&text, "(declare-const p Bool)(assert ");
    for (int i = 0; i < DEPTH; i++)
        strbuf_str(&text, "(not ");
    strbuf_char(&text, 'p');
    strbuf_fill(&text, ')', DEPTH + 1);
    finding_t all;
    find(&all, strbuf_text(&text));
    assert_int_equal(all.found.len, DEPTH + 1);
    assert_false(all.found.data[DEPTH].negative);
    done(&all);
    strbuf_done(&text);
    mem_done(&mem);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_connectives), cmocka_unit_test(test_both),
        cmocka_unit_test(test_quantifiers), cmocka_unit_test(test_match),
        cmocka_unit_test(test_let),         cmocka_unit_test(test_named),
        cmocka_unit_test(test_compound),    cmocka_unit_test(test_all),
        cmocka_unit_test(test_weaker),      cmocka_unit_test(test_deep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
