/* Tests of mutate/sparrow/approx.h: the rules of the tree hold and can be used, wrong ones are
 * found, mistakes are told with their place. */
#include "script_fixture.h"

#include "base/bug.h"
#include "base/file.h"
#include "mutate/sparrow/approx.h"

typedef struct world {
    fixture_t f;
    approxes_t all;
    strbuf_t text;
} world_t;

static void setup(world_t *w) {
    fixture_init(&w->f);
    approx_init(&w->all, &w->f.mem);
    strbuf_init(&w->text, &w->f.mem);
}

static void teardown(world_t *w) {
    strbuf_done(&w->text);
    approx_done(&w->all);
    fixture_done(&w->f);
}

static const char *name_of(const world_t *w, uint32_t rule) {
    return w->all.rows.data[rule].rule.name;
}

/* --- the rules of the tree --- */

static void test_embedded_hold(void **state) {
    world_t w;
    setup(&w);
    approx_embedded(&w.all);
    assert_true(w.all.rows.len > 400);
    uint32_t exhaustive = 0;
    uint32_t tried = 0;
    for (uint32_t i = 0; i < w.all.rows.len; i++) {
        approx_form_t form;
        bool made;
        uint32_t samples = 0;
        for (uint32_t k = 0; approx_sample(&w.all, i, k, &form, &made); k++) {
            if (!made)
                continue;
            strbuf_clear(&w.text);
            trial_result_t result = approx_try(&w.all, &form, 100, &w.text);
            if (result.verdict == TRIAL_REFUTED)
                fail_msg("%s: %s", name_of(&w, i), strbuf_text(&w.text));
            exhaustive += result.exhaustive;
            tried += result.cases > 0;
            samples++;
            approx_form_done(&w.all, &form);
        }
        assert_true(samples > 0);
    }
    assert_true(exhaustive > 300);
    assert_true(tried > 1000);
    teardown(&w);
}

/* The declarations of a form, and (assert F). */
static void write_seed(world_t *w, const approx_form_t *form, term_t formula) {
    for (uint32_t i = 0; i < script_count(&form->script); i++)
        if (script_kind(&form->script, i) != CMD_ASSERT) {
            print_command(&form->script, i, &w->text);
            strbuf_char(&w->text, '\n');
        }
    strbuf_str(&w->text, "(assert ");
    print_term(w->all.base.bank, formula, &w->text);
    strbuf_str(&w->text, ")");
}

/* Fills the holes: a term that is new is the form's own constant. */
static void write_hole(world_t *w, const approx_rule_t *rule, const approx_form_t *form,
                       const seed_t *seed, const approx_match_t *match, const approx_chunk_t *chunk,
                       const approx_pool_t *pool, strbuf_t *out) {
    const bank_t *bank = w->all.base.bank;
    const char *body =
        match->body != SPOT_NONE ? seed->text + seed->spots.data[match->body].start : "";
    int body_len =
        match->body == SPOT_NONE
            ? 0
            : (int)(seed->spots.data[match->body].end - seed->spots.data[match->body].start);
    (void)rule;
    switch (chunk->hole) {
    case PIECE_TERM:
        if (match->spots[chunk->number] == SPOT_NONE) {
            print_symbol(bank, fun_row(bank, form->constants.data[chunk->number])->name, out);
        } else {
            const spot_t *spot = &seed->spots.data[match->spots[chunk->number]];
            strbuf_add(out, seed->text + spot->start, spot->end - spot->start);
        }
        break;
    case PIECE_LITERAL:
        assert(pool);
        strbuf_add(out, pool->literals[chunk->number].data, pool->literals[chunk->number].len);
        break;
    case PIECE_BINDERS:
        strbuf_str(out, "((v ");
        sort_print(bank, fun_param(bank, form->predicate, 0), out);
        strbuf_str(out, "))");
        break;
    case PIECE_BODY:
        strbuf_format(out, "%.*s", body_len, body);
        break;
    case PIECE_INSTANCE:
        strbuf_str(out, "(let ((v ");
        print_symbol(bank, fun_row(bank, form->constants.data[chunk->number])->name, out);
        strbuf_format(out, ")) %.*s)", body_len, body);
        break;
    default:
        break;
    }
}

/* Whether the implication, parsed anew, is false for no values of its constants. */
static void check_implication(world_t *w, const approx_form_t *form, const char *text) {
    fixture_t *f = &w->f;
    parse(f, text);
    term_t goal = assertion(f, 0);
    if (form->predicate != FUN_NONE || form->languages)
        return;
    values_t values;
    model_t model;
    eval_t eval;
    values_init(&values, &f->bank, &f->mem);
    model_init(&model, &values, &f->mem);
    eval_init(&eval, &f->bank, &values, &model, &f->mem);
    rng_t rng = rng_make(7);
    random_term_t grow;
    random_term_init(&grow, &f->bank);
    for (uint32_t i = 0; i < 12; i++) {
        model_clear(&model);
        eval_set_model(&eval, &model);
        for (uint32_t k = 0; k < script_count(&f->script); k++) {
            uint32_t count;
            if (script_kind(&f->script, k) != CMD_DECLARE_FUN)
                continue;
            fun_t fun = script_words(&f->script, k, &count)[0];
            term_t term = random_literal(&grow, &rng, fun_result(&f->bank, fun));
            if (term == TERM_NONE)
                continue;
            result_t value = eval_term(&eval, term);
            if (value.known)
                model_set(&model, fun, value.value);
        }
        eval_set_model(&eval, &model);
        result_t result = eval_term(&eval, goal);
        if (result.known && result.value == 0)
            fail_msg("not implied: %s", text);
    }
    random_term_done(&grow);
    eval_done(&eval);
    model_done(&model);
    values_done(&values);
}

/* Applies the use to a seed that is its own pattern. False when it does not fit. */
static bool apply_use(world_t *w, const approx_use_t *use, const approx_form_t *form) {
    const approx_rule_t *rule = &w->all.rows.data[use->rule];
    bank_mark_t mark = bank_mark(&w->f.bank);
    seeds_t seeds;
    diag_list_t diags;
    seeds_init(&seeds, &w->f.bank, &w->f.mem);
    diag_init(&diags, &w->f.mem);
    strbuf_clear(&w->text);
    write_seed(w, form, form->sides[use->from]);
    const seed_t *seed = seed_add(&seeds, "seed", w->text.data, w->text.len, &diags);
    assert_non_null(seed);
    approx_match_t match;
    bool fits = approx_match(&w->all, use, &w->f.bank, seed, seed->roots.data[0], false, &match);
    if (fits && use->constructors)
        fits = approx_other_constructors(&w->all, use, &w->f.bank, 0, &match);
    const approx_pool_t *pool = NULL;
    if (fits && use->literals) {
        pool = approx_pool(&w->all, use->rule, &w->f.bank, &match);
        fits = pool != NULL;
    }
    if (fits) {
        approx_chunk_vec_t chunks = {0};
        strbuf_t text, result;
        strbuf_init(&text, &w->f.mem);
        strbuf_init(&result, &w->f.mem);
        strbuf_reserve(&text, 1);
        approx_resolve(&w->all, use, &w->f.bank, &match, "n!", &text, &chunks);
        for (uint32_t i = 0; i < chunks.len; i++) {
            strbuf_add(&result, text.data + chunks.data[i].start, chunks.data[i].len);
            write_hole(w, rule, form, seed, &match, &chunks.data[i], pool, &result);
        }
        /* (=> F G), the weaker one last. */
        strbuf_clear(&w->text);
        write_seed(w, form, form->sides[use->from]);
        const char *formula = strstr(strbuf_text(&w->text), "(assert ");
        strbuf_t whole;
        strbuf_init(&whole, &w->f.mem);
        strbuf_add(&whole, w->text.data, (size_t)(formula - w->text.data));
        formula += strlen("(assert ");
        int len = (int)(w->text.len - (size_t)(formula - w->text.data) - 1);
        bool over = use->direction == APPROX_OVER;
        strbuf_format(&whole, "(assert (=> %.*s ", over ? len : (int)result.len,
                      over ? formula : strbuf_text(&result));
        strbuf_format(&whole, "%.*s))", over ? (int)result.len : len,
                      over ? strbuf_text(&result) : formula);
        check_implication(w, form, strbuf_text(&whole));
        script_done(&w->f.script);
        script_init(&w->f.script, &w->f.bank);
        strbuf_done(&whole);
        strbuf_done(&text);
        strbuf_done(&result);
        vec_free(&w->f.mem, &chunks);
    }
    diag_done(&diags);
    seeds_done(&seeds);
    bank_release(&w->f.bank, mark);
    return fits;
}

/* Every use fits its own pattern, for every sample of sorts, and what comes out is well-sorted. */
static void test_every_use(void **state) {
    world_t w;
    setup(&w);
    approx_embedded(&w.all);
    uint32_t applied = 0;
    for (uint32_t u = 0; u < w.all.uses.len; u++) {
        const approx_use_t *use = &w.all.uses.data[u];
        approx_form_t form;
        bool made;
        bool any = false;
        for (uint32_t k = 0; approx_sample(&w.all, use->rule, k, &form, &made); k++) {
            if (!made)
                continue;
            any |= apply_use(&w, use, &form);
            applied++;
            approx_form_done(&w.all, &form);
        }
        if (!any)
            fail_msg("%s %s: never fits", name_of(&w, use->rule),
                     use->direction == APPROX_OVER ? "over" : "under");
    }
    assert_true(applied > 2000);
    teardown(&w);
}

/* All rules are used in one direction at least, most in both. */
static void test_directions(void **state) {
    world_t w;
    setup(&w);
    approx_embedded(&w.all);
    uint32_t both = 0;
    for (uint32_t i = 0; i < w.all.rows.len; i++) {
        bool seen[APPROX_DIRECTIONS] = {false, false};
        for (uint32_t u = 0; u < w.all.uses.len; u++)
            if (w.all.uses.data[u].rule == i)
                seen[w.all.uses.data[u].direction] = true;
        assert_true(seen[APPROX_OVER] || seen[APPROX_UNDER]);
        both += seen[APPROX_OVER] && seen[APPROX_UNDER];
    }
    assert_true(both * 2 > w.all.rows.len);
    /* They are found by their roots. */
    uint32_t count;
    const uint32_t *uses = approx_uses(&w.all, OP_BVULT, APPROX_OVER, &count);
    assert_true(count > 5);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(w.all.uses.data[uses[i]].root, OP_BVULT);
    teardown(&w);
}

/* --- wrong ones --- */

static char *read_file(world_t *w, const char *path) {
    file_text_t file = {0};
    const char *error = NULL;
    if (!file_read(&w->f.mem, path, &file, &error))
        return NULL;
    char *copy = mem_alloc(&w->f.mem, file.len + 1);
    memcpy(copy, file.data, file.len);
    copy[file.len] = '\0';
    file_release(&w->f.mem, &file);
    return copy;
}

/* Each rule of tests/rules/wrong_approx.sexp is refused for its values. */
static void test_wrong_rules(void **state) {
    world_t w;
    setup(&w);
    char *text = read_file(&w, "tests/rules/wrong_approx.sexp");
    if (!text) {
        teardown(&w);
        skip();
    }
    uint32_t count = 0;
    for (const char *at = text; (at = strstr(at, "\n(approx ")) != NULL; at++)
        count++;
    diag_list_t diags;
    diag_init(&diags, &w.f.mem);
    assert_false(approx_read(&w.all, text, strlen(text), true, &diags));
    assert_int_equal(w.all.rows.len, 0);
    assert_int_equal(w.all.uses.len, 0);
    for (uint32_t i = 0; i < diags.rows.len; i++)
        assert_non_null(strstr(diags.rows.data[i].message, "does not hold: "));
    assert_int_equal(diags.rows.len, count);
    diag_done(&diags);
    mem_free(&w.f.mem, text);
    teardown(&w);
}

/* --- mistakes --- */

static const struct {
    const char *text, *message;
    uint32_t line, column;
} mistakes[] = {
    {"(approx)", "expected (approx NAME ...)", 1, 1},
    {"(rule a)", "expected (approx NAME ...)", 1, 1},
    {"(approx 3 (terms (x Int)))", "expected the name of the rule", 1, 9},
    {"(approx a (terms (p Bool)) (strong p))", "has no (strong F) and (weak G)", 1, 1},
    {"(approx a (terms (p Bool)) (strong p) (weak p) (strong p))", "'strong' is here twice", 1, 48},
    {"(approx a (terms (p Bool)) (same p p) (weak p))", "the formulas are here twice", 1, 39},
    {"(approx a (terms (p Bool) (p Int)) (same p p))", "the name 'p' is taken", 1, 28},
    {"(approx a (terms (p)) (same p p))", "expected (NAME ... SORT)", 1, 18},
    {"(approx a (terms (p Bol)) (same p p))", "expected a sort", 1, 21},
    {"(approx a (terms (p (_ BitVec n))) (same p p))", "expected a sort", 1, 21},
    {"(approx a (types A) (among B Int) (terms (x y A)) (strong (= x y)) (weak (= y x)))",
     "expected one of the types", 1, 28},
    {"(approx a (types A) (datatype (D A) (c ...)) (terms (p D)) (same (= p p) true))",
     "expected the name of a datatype, not '(D A)'", 1, 31},
    {"(approx a (terms (p Bool)) (over 1000) (same p (not (not p))))", "expected a weight", 1, 34},
    {"(approx a (terms (p Bool)) (when p) (same p p))", "unknown clause 'when'; known are terms", 1,
     29},
    {"(approx a (terms (x y Int))\n    (strong (< x w)) (weak (< x y)))", "w", 2, 18},
    {"(approx a (terms (x y Int)) (strong (< x y)) (weak (+ x y)))", "Bool", 1, 52},
    {"(approx a (terms (x y Int)) (coefficients c) (strong (< x y)) (weak (<= x y)))",
     "expected (c SORT)", 1, 43},
    {"(approx a (terms (x y Int)) (coefficients (c Int (> c c)))\n"
     "(strong (< x y)) (weak (< x (+ y c))))",
     "no literals were found", 1, 1},
    {"(approx a (types A) (terms (x y A) (p Bool)) (strong p) (weak (= x y)) (under 0))",
     "neither formula of a can be a pattern", 1, 1},
    /* Variables of the seed would capture what is drawn, or each other. */
    {"(approx a (types A) (terms (q Bool)) (predicate P A) (under 0)\n"
     "(strong (forall ((v A)) (P v))) (weak (forall ((v A)) (or (P v) q))))",
     "neither formula of a can be a pattern", 1, 1},
    {"(approx a (types A) (terms (a A)) (predicate P A)\n"
     "(strong (forall ((v A)) (P v))) (weak (exists ((v A)) (and (P v) (P a)))))",
     "neither formula of a can be a pattern", 1, 1},
    {"(approx a (types A) (predicate P A) (under 0)\n"
     "(strong (forall ((v A)) (P v))) (weak (exists ((v A)) (forall ((w A)) (and (P v) (P w))))))",
     "neither formula of a can be a pattern", 1, 1},
    {"(approx a (types A) (predicate P A) (under 0)\n"
     "(strong (forall ((v A)) (P v))) (weak (exists ((v A)) (or (P v) (= v v)))))",
     "neither formula of a can be a pattern", 1, 1},
    {"(approx a (types A) (predicate P A)\n"
     "(strong (forall ((v A) (w A)) (P v))) (weak (exists ((v A) (w A)) (P v))))",
     "neither formula of a can be a pattern", 1, 1},
    {"(approx a (terms (p Bool)) (same p (not (not p))))\n"
     "(approx a (terms (p Bool)) (same p (= p true)))",
     "there is a rule a already", 2, 9},
    {"(approx a (datatype D (c 1)) (terms (x D)) (strong ((_ is c) x)) (weak ((_ is c) x)))",
     "expected up to 3 fields", 1, 26},
    {"(approx a (widths n) (where (foo n)) (terms (x y (_ BitVec n)))\n"
     "(strong (bvult x y)) (weak (bvule x y)))",
     "expected a comparison of widths", 1, 29},
    {"(approx a (widths n) (terms (x y (_ BitVec n)))\n"
     "(strong (= x y)) (weak (= ((_ extract (- n 2) 0) x) ((_ extract (- n 2) 0) y))))",
     "the index is negative", 2, 39},
    {"(approx a (predicate P Int) (weak false)\n"
     "(strong (and (forall ((v Int)) (P v)) (not (exists ((v Int)) (P v))))))",
     "neither formula of a", 1, 1},
    {"(approx a (predicate P Int) (terms (t Int))\n"
     "(strong (forall ((v Int)) (P v))) (weak (and (P t) (= t t))))",
     "neither formula of a", 1, 1},
};

/* A result cannot have the predicate when the pattern has no quantifier that says what it is. */
static void test_predicates(void **state) {
    static const char text[] =
        "(approx a (predicate P Int) (strong false) (weak (forall ((v Int)) (P v))))";
    world_t w;
    diag_list_t diags;
    setup(&w);
    diag_init(&diags, &w.f.mem);
    uint32_t before = w.all.uses.len;
    assert_true(approx_read(&w.all, text, sizeof text - 1, true, &diags));
    assert_int_equal(w.all.uses.len, before + 1);
    assert_int_equal(w.all.uses.data[before].direction, APPROX_UNDER);
    assert_int_equal(w.all.uses.data[before].root, OP_FORALL);
    diag_done(&diags);
    teardown(&w);
}

static void test_mistakes(void **state) {
    for (uint32_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        world_t w;
        diag_list_t diags;
        setup(&w);
        diag_init(&diags, &w.f.mem);
        assert_false(approx_read(&w.all, mistakes[i].text, strlen(mistakes[i].text), true, &diags));
        assert_true(diags.rows.len > 0);
        const diag_t *first = &diags.rows.data[0];
        if (!strstr(first->message, mistakes[i].message) || first->line != mistakes[i].line ||
            first->column != mistakes[i].column)
            fail_msg("%s: %u:%u: %s", mistakes[i].text, first->line, first->column, first->message);
        diag_done(&diags);
        teardown(&w);
    }
}

/* A file may have rules of other kinds; each reader passes over those of the others. */
static void test_kinds_together(void **state) {
    static const char text[] =
        "(fusion f (sort Int) (z (+ x y)) (x (- z y)) (y (- z x)))\n"
        "(approx a (terms (x y Int)) (strong (< x y)) (weak (distinct y x)))\n";
    world_t w;
    diag_list_t diags;
    setup(&w);
    diag_init(&diags, &w.f.mem);
    assert_true(approx_read(&w.all, text, strlen(text), true, &diags));
    assert_int_equal(w.all.rows.len, 1);
    assert_int_equal(w.all.uses.len, 2);
    rules_t rules;
    rules_init(&rules, &w.f.mem);
    assert_true(rules_read(&rules, text, strlen(text), RULES_TRY, &diags));
    assert_int_equal(rules.rows.len, 1);
    rules_done(&rules);
    diag_done(&diags);
    teardown(&w);
}

static void work(void *arg) {
    mem_t *mem = arg;
    static const char text[] =
        "(approx a (types A) (among A Int Real) (terms (x y A)) (coefficients (c A (< c (+ c c))))"
        "(strong (<= x y)) (weak (< x (+ y c))))";
    approxes_t all;
    diag_list_t diags;
    diag_init(&diags, mem);
    approx_init(&all, mem);
    approx_read(&all, text, sizeof text - 1, false, &diags);
    approx_done(&all);
    diag_done(&diags);
}

/* Each allocation fails once: where the parser sees it, the rule is refused; else it is passed on.
 */
static void test_allocations(void **state) {
    uint64_t calls = UINT64_MAX;
    for (uint64_t n = 1; n <= calls; n += 7) {
        mem_t mem;
        mem_init(&mem);
        mem.fail_at = n;
        mem_try(&mem, work, &mem);
        assert_null(mem.trap);
        if (mem.calls < n)
            calls = mem.calls;
        mem_done(&mem);
        assert_int_equal(mem.used, 0);
    }
    assert_true(calls > 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_embedded_hold),  cmocka_unit_test(test_every_use),
        cmocka_unit_test(test_directions),     cmocka_unit_test(test_wrong_rules),
        cmocka_unit_test(test_mistakes),       cmocka_unit_test(test_predicates),
        cmocka_unit_test(test_kinds_together), cmocka_unit_test(test_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
