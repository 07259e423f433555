/* Tests of mutate/engine/polarity.h: which formulas are monotone, and how. */
#include "script_fixture.h"

#include "mutate/engine/polarity.h"

typedef struct world {
    fixture_t f;
    seeds_t seeds;
    monotone_vec_t found;
} world_t;

static const seed_t *find(world_t *w, const char *text) {
    diag_list_t diags;
    fixture_init(&w->f);
    seeds_init(&w->seeds, &w->f.bank, &w->f.mem);
    diag_init(&diags, &w->f.mem);
    w->found = (monotone_vec_t){0};
    const seed_t *seed = seed_add(&w->seeds, "seed", text, strlen(text), &diags);
    assert_non_null(seed);
    diag_done(&diags);
    polarity_find(&w->f.bank, seed, &w->f.mem, &w->found);
    return seed;
}

static void done(world_t *w) {
    vec_free(&w->f.mem, &w->found);
    seeds_done(&w->seeds);
    fixture_done(&w->f);
}

/* The monotone atoms in the order of the text, each with + or -. */
static void expect(const char *text, const char *wanted) {
    world_t w;
    const seed_t *seed = find(&w, text);
    strbuf_t out;
    strbuf_init(&out, &w.f.mem);
    for (uint32_t i = 0; i < w.found.len; i++) {
        const spot_t *spot = &seed->spots.data[w.found.data[i].spot];
        if (!w.found.data[i].atom)
            continue;
        strbuf_format(&out, "%s%c%.*s", out.len > 0 ? " " : "",
                      w.found.data[i].negative ? '-' : '+', (int)(spot->end - spot->start),
                      seed->text + spot->start);
    }
    assert_string_equal(strbuf_text(&out), wanted);
    strbuf_done(&out);
    done(&w);
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
    /* Nobody uses it. */
    expect(BOOLS "(assert (let ((x p)) q))", "+q");
    /* No formula. */
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
    world_t w;
    const seed_t *seed = find(&w, BOOLS "(assert (not (and p (xor q r))))");
    assert_int_equal(w.found.len, 4);
    assert_int_equal(w.found.data[0].spot, seed->roots.data[0]);
    assert_false(w.found.data[0].negative);
    assert_false(w.found.data[0].atom);
    assert_true(w.found.data[1].negative); /* and */
    assert_true(w.found.data[2].atom);     /* p */
    assert_true(w.found.data[3].negative); /* xor */
    assert_false(w.found.data[3].atom);
    done(&w);
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
    world_t w;
    find(&w, strbuf_text(&text));
    assert_int_equal(w.found.len, DEPTH + 1);
    assert_false(w.found.data[DEPTH].negative);
    done(&w);
    strbuf_done(&text);
    mem_done(&mem);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_connectives), cmocka_unit_test(test_both),
        cmocka_unit_test(test_quantifiers), cmocka_unit_test(test_match),
        cmocka_unit_test(test_let),         cmocka_unit_test(test_named),
        cmocka_unit_test(test_compound),    cmocka_unit_test(test_deep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
