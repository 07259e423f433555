/* Sharing: the text is linear in the DAG, stands for the same term, and parses. */
#include "unit.h"

#include "base/map.h"
#include "print_fixture.h"
#include "smt/print/print_priv.h"
#include "smt/read/parse.h"
#include "smt/walk/parts.h"

#include <string.h>

static void print_shared(fixture_t *f, term_t term) {
    print_assert(f, term, &(print_style_t){.share = true});
}

static void assert_shared(fixture_t *f, term_t term, const char *text) {
    uint32_t terms = bank_term_count(&f->bank);
    uint32_t symbols = f->bank.symbols.rows.len;
    print_shared(f, term);
    assert_int_equal(bank_term_count(&f->bank), terms);
    assert_int_equal(f->bank.symbols.rows.len, symbols);
    strbuf_t want;
    strbuf_init(&want, &f->mem);
    strbuf_format(&want, "(assert %s)\n", text);
    assert_string_equal(strbuf_text(&f->out), strbuf_text(&want));
    strbuf_done(&want);
}

static void test_closed(void **state) {
    fixture_t f;
    fixture_init(&f);
    term_t p = constant(&f, "p", SORT_BOOL);
    term_t q = constant(&f, "q", SORT_BOOL);
    term_t a = op(&f, OP_AND, 2, p, q);
    term_t o = op(&f, OP_OR, 2, a, a);
    assert_shared(&f, p, "p");
    assert_shared(&f, op(&f, OP_AND, 2, p, p), "(and p p)");
    assert_shared(&f, o, "(let ((_s0 (and p q))) (or _s0 _s0))");
    assert_shared(&f, op(&f, OP_XOR, 2, o, o),
                  "(let ((_s0 (and p q))) (let ((_s1 (or _s0 _s0))) (xor _s1 _s1)))");
    term_t n = op(&f, OP_NOT, 1, p);
    assert_shared(&f, op(&f, OP_XOR, 4, a, n, n, a),
                  "(let ((_s0 (and p q)) (_s1 (not p))) (xor _s0 _s1 _s1 _s0))");
    sym(&f, "_s0");
    sym(&f, "_s2");
    assert_shared(&f, op(&f, OP_XOR, 2, o, o),
                  "(let ((_s1 (and p q))) (let ((_s3 (or _s1 _s1))) (xor _s3 _s3)))");
    fixture_done(&f);
}

static void test_under_binders(void **state) {
    fixture_t f;
    fixture_init(&f);
    bank_t *b = &f.bank;
    term_t p = constant(&f, "p", SORT_BOOL);
    term_t x = term_fresh_var(b, sym(&f, "x"), SORT_BOOL);
    term_t y = term_fresh_var(b, sym(&f, "y"), SORT_BOOL);
    term_t np = op(&f, OP_NOT, 1, p);
    term_t nx = op(&f, OP_NOT, 1, x);
    term_t xy = op(&f, OP_AND, 2, x, y);
    term_t body = op(&f, OP_OR, 4, xy, xy, nx, np);
    term_t inner = term_make(b, OP_EXISTS, (uint32_t[]){1, y, body}, 3, SORT_BOOL);
    term_t outer =
        term_make(b, OP_FORALL, (uint32_t[]){1, x, op(&f, OP_AND, 2, inner, nx)}, 3, SORT_BOOL);
    assert_shared(&f, op(&f, OP_XOR, 2, outer, np),
                  "(let ((_s2 (not p))) (xor (forall ((x Bool)) (let ((_s1 (not x))) (and (exists "
                  "((y Bool)) (let ((_s0 (and x y))) (or _s0 _s0 _s1 _s2))) _s1))) _s2))");
    assert_shared(&f, op(&f, OP_XOR, 2, inner, inner),
                  "(let ((_s1 (exists ((y Bool)) (let ((_s0 (and x y))) (or _s0 _s0 (not x) (not "
                  "p)))))) (xor _s1 _s1))");
    term_t let =
        term_make(b, OP_LET, (uint32_t[]){1, x, np, op(&f, OP_OR, 3, nx, nx, np)}, 4, SORT_BOOL);
    assert_shared(&f, let,
                  "(let ((_s0 (not p))) (let ((x _s0)) (let ((_s1 (not x))) (or _s1 _s1 _s0))))");
    fixture_done(&f);
}

/* Two binders of one variable, and one beside its binder: nothing leaves its place. */
static void test_loose_variables(void **state) {
    fixture_t f;
    fixture_init(&f);
    bank_t *b = &f.bank;
    term_t x = term_fresh_var(b, sym(&f, "x"), SORT_BOOL);
    term_t nx = op(&f, OP_NOT, 1, x);
    term_t nn = op(&f, OP_AND, 2, nx, nx);
    term_t one = term_make(b, OP_FORALL, (uint32_t[]){1, x, nn}, 3, SORT_BOOL);
    term_t two = term_make(b, OP_EXISTS, (uint32_t[]){1, x, nn}, 3, SORT_BOOL);
    assert_shared(&f, op(&f, OP_OR, 2, one, two),
                  "(or (forall ((x Bool)) (and (not x) (not x))) (exists ((x Bool)) (and (not x) "
                  "(not x))))");
    assert_shared(&f, op(&f, OP_OR, 2, one, nx),
                  "(or (forall ((x Bool)) (and (not x) (not x))) (not x))");
    term_t set = term_make(b, OP_SET_COMPREHENSION, (uint32_t[]){1, x, nx, nx}, 4, SORT_BOOL);
    assert_shared(&f, set, "(set.comprehension ((x Bool)) (not x) (not x))");
    /* the inner of two binders is the one that counts */
    assert_shared(&f, term_make(b, OP_FORALL, (uint32_t[]){1, x, two}, 3, SORT_BOOL),
                  "(forall ((x Bool)) (exists ((x Bool)) (let ((_s0 (not x))) (and _s0 _s0))))");
    fixture_done(&f);
}

static void test_annotations(void **state) {
    fixture_t f;
    fixture_init(&f);
    bank_t *b = &f.bank;
    term_t p = constant(&f, "p", SORT_BOOL);
    term_t x = term_fresh_var(b, sym(&f, "x"), SORT_BOOL);
    term_t nx = op(&f, OP_NOT, 1, x);
    term_t body = op(&f, OP_AND, 2, nx, nx);
    uint32_t pattern[] = {3, sym(&f, ":pattern"), ATTR_PATTERN, 1, body, nx};
    term_t annot = term_make(b, OP_ANNOT, pattern, 6, SORT_BOOL);
    assert_shared(&f, term_make(b, OP_FORALL, (uint32_t[]){1, x, annot}, 3, SORT_BOOL),
                  "(forall ((x Bool)) (! (let ((_s0 (not x))) (and _s0 _s0)) :pattern ((not x))))");
    term_t np = op(&f, OP_NOT, 1, p);
    term_t twice = op(&f, OP_AND, 2, np, np);
    fun_t name = fun_make(b, FUN_NAMED, sym(&f, "n"), NULL, 0, SORT_BOOL);
    fun_row(b, name)->body = twice;
    term_t named = term_make(
        b, OP_ANNOT, (uint32_t[]){3, sym(&f, ":named"), ATTR_NAMED, name, twice}, 5, SORT_BOOL);
    assert_shared(&f, named, "(! (let ((_s0 (not p))) (and _s0 _s0)) :named n)");
    assert_shared(&f, op(&f, OP_OR, 2, named, named),
                  "(let ((_s0 (not p))) (let ((_s1 (! (and _s0 _s0) :named n))) (or _s1 _s1)))");
    /* n is used after the place that gives the name, and must stay there */
    term_t n = term_make(b, OP_APP, &name, 1, SORT_BOOL);
    term_t nn = op(&f, OP_NOT, 1, n);
    assert_shared(&f, op(&f, OP_OR, 3, named, nn, nn),
                  "(let ((_s0 (not p))) (or (! (and _s0 _s0) :named n) (not n) (not n)))");
    assert_shared(&f, op(&f, OP_OR, 2, nn, nn), "(let ((_s0 (not n))) (or _s0 _s0))");
    /* an annotation that is written twice has a body that is not */
    uint32_t weight[] = {3, sym(&f, ":weight"), ATTR_TEXT, sym(&f, "3"), np};
    term_t heavy = term_make(b, OP_ANNOT, weight, 5, SORT_BOOL);
    assert_shared(&f, op(&f, OP_OR, 2, heavy, heavy),
                  "(let ((_s0 (not p))) (or (! _s0 :weight 3) (! _s0 :weight 3)))");
    fixture_done(&f);
}

/* --- large terms --- */

static void test_two_to_the_sixty(void **state) {
    fixture_t f;
    fixture_init(&f);
    term_t t = constant(&f, "p", SORT_BOOL);
    for (int i = 0; i < 60; i++)
        t = op(&f, i % 2 ? OP_AND : OP_OR, 2, t, t);
    print_shared(&f, t);
    assert_true(f.out.len < 60 * 40);
    strbuf_t script;
    strbuf_init(&script, &f.mem);
    strbuf_str(&script, "(declare-const p Bool)");
    strbuf_add(&script, f.out.data, f.out.len);
    diag_list_t diags;
    diag_init(&diags, &f.mem);
    assert_true(parse_script(&f.script, script.data, script.len, &diags));
    diag_done(&diags);
    strbuf_done(&script);
    fixture_done(&f);
}

/* Under binders too, and with annotations between. */
static void test_deep_binders(void **state) {
    enum { DEEP = 100000 };
    fixture_t f;
    fixture_init(&f);
    bank_t *b = &f.bank;
    term_t p = constant(&f, "p", SORT_BOOL);
    term_t closed = op(&f, OP_NOT, 1, p);
    term_t t = p;
    for (int i = 0; i < DEEP; i++) {
        term_t x = term_fresh_var(b, sym(&f, "x"), SORT_BOOL);
        term_t nx = op(&f, OP_NOT, 1, x);
        t = op(&f, OP_AND, 5, t, t, nx, nx, closed);
        if (i % 3 == 0)
            t = term_make(b, OP_ANNOT,
                          (uint32_t[]){3, sym(&f, ":weight"), ATTR_TEXT, sym(&f, "3"), t}, 5,
                          SORT_BOOL);
        t = i % 2 ? term_make(b, OP_FORALL, (uint32_t[]){1, x, t}, 3, SORT_BOOL)
                  : term_make(b, OP_LET, (uint32_t[]){1, x, closed, t}, 4, SORT_BOOL);
    }
    print_shared(&f, t);
    assert_true(f.out.len < 150 * (size_t)DEEP);
    fixture_done(&f);
}

/* Annotations are written as often as they occur; what is inside them is not. */
static void test_annotations_in_a_dag(void **state) {
    fixture_t f;
    fixture_init(&f);
    bank_t *b = &f.bank;
    term_t t = constant(&f, "p", SORT_BOOL);
    for (int i = 0; i < 60; i++) {
        term_t x = term_fresh_var(b, sym(&f, "x"), SORT_BOOL);
        term_t y = term_fresh_var(b, sym(&f, "y"), SORT_BOOL);
        uint32_t words[] = {3, sym(&f, ":weight"), ATTR_TEXT, sym(&f, "3"), op(&f, OP_OR, 2, t, t)};
        t = term_make(b, OP_ANNOT, words, 5, SORT_BOOL);
        t = op(&f, OP_AND, 2, term_make(b, OP_FORALL, (uint32_t[]){1, x, t}, 3, SORT_BOOL),
               term_make(b, OP_EXISTS, (uint32_t[]){1, y, t}, 3, SORT_BOOL));
    }
    print_shared(&f, t);
    assert_true(f.out.len < 60 * 200);
    fixture_done(&f);
}

/* --- what a term stands for --- */

/* The term with every let replaced by what it stands for; patterns stay. A value comes before its
 * variable in a reach, because values come before the body. */
static term_t expand(bank_t *bank, term_t term) {
    reach_t reach;
    reach_init(&reach, bank);
    reach.patterns = false;
    reach_add(&reach, term);
    map_t values = {0};
    u32_vec_t now = {0};
    for (uint32_t i = 0; i < reach.order.len; i++) {
        uint32_t count;
        term_t t = reach.order.data[i];
        *vec_push(bank->mem, &now) = t;
        if (term_op(bank, t) != OP_LET)
            continue;
        const term_t *vars = term_bound(bank, t, &count);
        for (uint32_t k = 0; k < count; k++)
            *map_put(bank->mem, &values, vars[k]) = vars[count + k];
    }
    for (uint32_t i = 0; i < reach.order.len; i++) {
        uint32_t count;
        term_t t = reach.order.data[i];
        const term_t *children = parts_children(bank, t, &count);
        uint32_t value = map_get(&values, t);
        if (value != MAP_NONE) {
            assert_true(reach_place(&reach, value) < i);
            now.data[i] = now.data[reach_place(&reach, value)];
        } else if (term_op(bank, t) == OP_LET) {
            now.data[i] = now.data[reach_place(&reach, children[count - 1])];
        } else if (count > 0) {
            term_t copy[16];
            uint32_t all;
            term_children(bank, t, &all);
            assert_true(all <= 16);
            for (uint32_t k = 0; k < all; k++)
                copy[k] = k < count ? now.data[reach_place(&reach, children[k])] : children[k];
            now.data[i] = term_with_children(bank, t, copy);
        }
    }
    term_t result = vec_last(&now);
    vec_free(bank->mem, &now);
    map_free(bank->mem, &values);
    reach_done(&reach);
    return result;
}

/* The number of nodes that would be written, and whether each variable is bound where it stands:
 * both by walking through the text's tree. */
typedef struct walk {
    const bank_t *bank;
    map_t depth; /* by variable: how many binders of it are open */
    uint64_t nodes;
    uint32_t free;
} walk_t;

static void walk_tree(walk_t *walk, mem_t *mem, term_t term) { /* NOLINT(misc-no-recursion) */
    uint32_t count;
    walk->nodes++;
    assert_true(walk->nodes < 1000000);
    if (term_op(walk->bank, term) == OP_VAR) {
        uint32_t open = map_get(&walk->depth, term);
        walk->free += open == MAP_NONE || open == 0;
    }
    const term_t *children = parts_children(walk->bank, term, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t bound;
        const term_t *vars = parts_bound_in(walk->bank, term, i, &bound);
        for (uint32_t k = 0; k < bound; k++) {
            uint32_t *place = map_put(mem, &walk->depth, vars[k]);
            *place = *place == MAP_NONE ? 1 : *place + 1;
        }
        walk_tree(walk, mem, children[i]);
        for (uint32_t k = 0; k < bound; k++)
            --*map_put(mem, &walk->depth, vars[k]);
    }
}

/* What the term means, by going through its tree; a budget keeps that short. x in (c x) of a match
 * is the matched term, and (c x) fits what is true. */
typedef struct meaning {
    const bank_t *bank;
    mem_t *mem;
    map_t env; /* by variable and constant: 0 or 1 */
    uint32_t budget;
} meaning_t;

static uint32_t eval(meaning_t *m, term_t term);

static uint32_t eval_with(meaning_t *m, term_t var, uint32_t value, term_t body) {
    uint32_t before = map_get(&m->env, var);
    *map_put(m->mem, &m->env, var) = value;
    uint32_t result = eval(m, body);
    *map_put(m->mem, &m->env, var) = before;
    return result;
}

/* Bindings of a let from the i-th on. */
static uint32_t eval_let(meaning_t *m, const uint32_t *words, uint32_t i, const uint32_t *values) {
    if (i == words[0])
        return eval(m, words[1 + 2 * words[0]]);
    uint32_t before = map_get(&m->env, words[1 + i]);
    *map_put(m->mem, &m->env, words[1 + i]) = values[i];
    uint32_t result = eval_let(m, words, i + 1, values);
    *map_put(m->mem, &m->env, words[1 + i]) = before;
    return result;
}

static uint32_t eval(meaning_t *m, term_t term) {
    if (m->budget == 0)
        return 0;
    m->budget--;
    uint32_t count;
    const uint32_t *words = term_words(m->bank, term, &count);
    uint32_t values[64];
    switch (term_op(m->bank, term)) {
    case OP_VAR:
    case OP_APP:
        assert_int_not_equal(map_get(&m->env, term), MAP_NONE);
        return map_get(&m->env, term);
    case OP_NOT:
        return !eval(m, words[0]);
    case OP_AND: {
        uint32_t all = 1;
        for (uint32_t i = 0; i < count; i++)
            all &= eval(m, words[i]);
        return all;
    }
    case OP_ITE:
        return eval(m, eval(m, words[0]) ? words[1] : words[2]);
    case OP_ANNOT:
        return eval(m, words[1 + words[0]]);
    case OP_FORALL:
        return eval_with(m, words[1], 0, words[2]) & eval_with(m, words[1], 1, words[2]);
    case OP_LET:
        assert_true(words[0] <= 64);
        for (uint32_t i = 0; i < words[0]; i++)
            values[i] = eval(m, words[1 + words[0] + i]);
        return eval_let(m, words, 0, values);
    case OP_MATCH: /* 6, c, 1, x, FUN_NONE, 1, _, matched, body, otherwise */
        return eval(m, words[7]) ? eval_with(m, words[3], 1, words[8]) : eval(m, words[9]);
    default:
        fail();
        return 0;
    }
}

/* --- random terms --- */

typedef struct maker {
    fixture_t *f;
    rng_t *rng;
    u32_vec_t pool; /* terms to choose from; the variables in them are bound where we are */
    u32_vec_t vars; /* all variables that quantifiers bind */
    bool tangled;   /* bind variables again that are bound elsewhere */
} maker_t;

static term_t random_body(maker_t *m, term_t var, int depth);

static term_t choose(maker_t *m) {
    return m->pool.data[rng_below(m->rng, m->pool.len)];
}

static term_t random_quantifier(maker_t *m, int depth) {
    fixture_t *f = m->f;
    term_t x = m->tangled && m->vars.len > 0 && rng_one_in(m->rng, 2)
                   ? m->vars.data[rng_below(m->rng, m->vars.len)]
                   : term_fresh_var(&f->bank, sym(f, "x"), SORT_BOOL);
    *vec_push(&f->mem, &m->vars) = x;
    term_t body = random_body(m, x, depth);
    if (rng_one_in(m->rng, 3)) {
        uint32_t words[] = {3, sym(f, ":pattern"), ATTR_PATTERN, 1, body, body};
        body = term_make(&f->bank, OP_ANNOT, words, 6, SORT_BOOL);
    }
    return term_make(&f->bank, OP_FORALL, (uint32_t[]){1, x, body}, 3, SORT_BOOL);
}

static term_t random_match(maker_t *m, int depth) {
    fixture_t *f = m->f;
    bank_t *b = &f->bank;
    term_t x = term_fresh_var(b, sym(f, "m"), SORT_BOOL);
    term_t any = term_fresh_var(b, sym(f, "_"), SORT_BOOL);
    term_t body = random_body(m, x, depth);
    fun_t fun = fun_make(b, FUN_CONSTRUCTOR, sym(f, "c"), &(sort_t){SORT_BOOL}, 1, SORT_BOOL);
    uint32_t words[] = {6, fun, 1, x, FUN_NONE, 1, any, choose(m), body, choose(m)};
    return term_make(b, OP_MATCH, words, 10, SORT_BOOL);
}

static term_t random_step(maker_t *m, int depth) {
    fixture_t *f = m->f;
    switch (rng_below(m->rng, depth == 0 ? 3 : 6)) {
    case 0:
        return op(f, OP_NOT, 1, choose(m));
    case 1:
    case 2:
        return op(f, OP_ITE, 3, choose(m), choose(m), choose(m));
    case 3:
        return random_quantifier(m, depth - 1);
    case 4: {
        term_t x = term_fresh_var(&f->bank, sym(f, "l"), SORT_BOOL);
        term_t value = choose(m);
        term_t body = random_body(m, x, depth - 1);
        return term_make(&f->bank, OP_LET, (uint32_t[]){1, x, value, body}, 4, SORT_BOOL);
    }
    default:
        return random_match(m, depth - 1);
    }
}

/* Makes some terms where var is bound, and one out of them. */
static term_t random_body(maker_t *m, term_t var, int depth) {
    mem_t *mem = &m->f->mem;
    uint32_t before = m->pool.len;
    *vec_push(mem, &m->pool) = var;
    uint32_t start = m->pool.len;
    for (uint64_t i = 2 + rng_below(m->rng, 5); i > 0; i--) {
        term_t made = random_step(m, depth);
        *vec_push(mem, &m->pool) = made;
    }
    term_t parts[4];
    for (uint32_t i = 0; i < 4; i++)
        parts[i] = m->pool.data[start + rng_below(m->rng, m->pool.len - start)];
    m->pool.len = before;
    return op(m->f, OP_AND, 4, parts[0], parts[1], parts[2], parts[3]);
}

static void assert_same_meaning(fixture_t *f, term_t a, term_t b, term_t p, term_t q) {
    for (uint32_t k = 0; k < 4; k++) {
        meaning_t m = {.bank = &f->bank, .mem = &f->mem, .budget = 200000};
        *map_put(&f->mem, &m.env, p) = k & 1;
        *map_put(&f->mem, &m.env, q) = k >> 1;
        uint32_t first = eval(&m, a);
        bool done = m.budget > 0;
        m.budget = 200000;
        uint32_t second = eval(&m, b);
        if (done && m.budget > 0)
            assert_int_equal(first, second);
        map_free(&f->mem, &m.env);
    }
}

static void check_random(rng_t *rng, bool tangled) {
    fixture_t f;
    fixture_init(&f);
    maker_t m = {.f = &f, .rng = rng, .tangled = tangled};
    term_t p = constant(&f, "p", SORT_BOOL);
    term_t q = constant(&f, "q", SORT_BOOL);
    *vec_push(&f.mem, &m.pool) = p;
    term_t term = random_body(&m, q, 3);
    printer_t printer;
    printer_init(&printer, &f.bank, NULL);
    share_start(&printer);
    term_t shared = share_term(&printer, term);
    assert_true(expand(&f.bank, shared) == expand(&f.bank, term));
    assert_same_meaning(&f, term, shared, p, q);
    if (!tangled) {
        walk_t walk = {.bank = &f.bank};
        walk_tree(&walk, &f.mem, shared);
        assert_int_equal(walk.free, 0);
        reach_clear(&printer.reach);
        reach_add(&printer.reach, term);
        assert_true(walk.nodes < 8 * (uint64_t)printer.reach.order.len);
        map_free(&f.mem, &walk.depth);
    }
    printer_done(&printer);
    vec_free(&f.mem, &m.pool);
    vec_free(&f.mem, &m.vars);
    fixture_done(&f);
}

static void test_random(void **state) {
    rng_t rng = rng_make(unit_seed());
    for (int round = 0; round < 150; round++)
        check_random(&rng, false);
}

static void test_random_tangled(void **state) {
    rng_t rng = rng_make(unit_seed());
    for (int round = 0; round < 150; round++)
        check_random(&rng, true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_closed),
        cmocka_unit_test(test_under_binders),
        cmocka_unit_test(test_loose_variables),
        cmocka_unit_test(test_annotations),
        cmocka_unit_test(test_two_to_the_sixty),
        cmocka_unit_test(test_deep_binders),
        cmocka_unit_test(test_annotations_in_a_dag),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_random_tangled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
