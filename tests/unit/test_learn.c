/* What is learned of seeds: cuts, and inquiries with solvers that say what the test wants. */
#include "pool_fixture.h"
#include "unit.h"

#include "seeds/core_shrink.h"
#include "seeds/learn_needs.h"

#include <string.h>

typedef struct world {
    pool_bench_t bench;
    bank_t bank;
    seeds_t seeds;
    seed_learner_t learner;
    solver_t *solvers[4];
    uint32_t count;
} world_t;

static void world_init(world_t *w) {
    *w = (world_t){0};
    bench_open(&w->bench, 2);
    bank_init(&w->bank, &w->bench.mem);
    seeds_init(&w->seeds, &w->bank, &w->bench.mem);
}

/* A solver of that family that always says this. */
static void hire(world_t *w, const char *family, const char *says) {
    strbuf_t text;
    strbuf_init(&text, &w->bench.mem);
    strbuf_format(&text,
                  "(profile s%u (family %s) (command \"%s\" \"answer\" \"%s\") (modes spawn)"
                  " (models \":produce-models\") (cores \":produce-unsat-cores\"))",
                  w->count, family, fixture_fake(), says);
    bool ok = profiles_read(&w->bench.profiles, "test", text.data, text.len, &w->bench.why);
    if (!ok)
        fail_msg("%s", strbuf_text(&w->bench.why));
    strbuf_clear(&text);
    strbuf_format(&text, "s%u", w->count);
    const profile_t *profile = profiles_find(&w->bench.profiles, strbuf_text(&text));
    strbuf_done(&text);
    w->solvers[w->count++] = add_solver(&w->bench, profile, MODE_SPAWN);
}

static void open_learner(world_t *w) {
    limits_t limits = {.wall = 60};
    seed_learner_init(&w->learner, w->bench.pool, w->solvers, w->count, &limits, &w->bench.mem);
}

static void world_done(world_t *w) {
    seed_learner_done(&w->learner);
    seeds_done(&w->seeds);
    bank_done(&w->bank);
    bench_close(&w->bench);
}

static seed_t *add(world_t *w, const char *text) {
    diag_list_t diags;
    diag_init(&diags, &w->bench.mem);
    seed_t *seed = seed_add(&w->seeds, "seed.smt2", text, strlen(text), &diags);
    assert_non_null(seed);
    diag_done(&diags);
    return seed;
}

static void assert_said(world_t *w, const char *text) {
    if (!strstr(strbuf_text(&w->learner.said), text))
        fail_msg("'%s' is not in '%s'", text, strbuf_text(&w->learner.said));
}

/* --- status --- */

static const char positive[] = "(declare-const x Int)(assert (> x 3))";

static void two_families_make_a_status(void **state) {
    static const struct {
        const char *families[2], *says[2], *label;
        learned_t result;
        status_t status;
        status_source_t source;
        const char *said;
    } cases[] = {
        {{"a", "b"}, {"sat", "sat"}, "", LEARNED, STATUS_SAT, SEED_SOLVERS, ""},
        {{"a", "b"}, {"unsat", "unsat"}, "", LEARNED, STATUS_UNSAT, SEED_SOLVERS, ""},
        {{"a", "a"}, {"sat", "sat"}, "", LEARNED, STATUS_SAT, SEED_SOLVER, ""},
        {{"a", "b"}, {"sat", "unknown"}, "", LEARNED, STATUS_SAT, SEED_SOLVER, ""},
        {{"a", "b"}, {"sat", "unknown"}, "sat", LEARNED, STATUS_SAT, SEED_LABEL, ""},
        {{"a", "b"}, {"sat", "sat"}, "sat", LEARNED, STATUS_SAT, SEED_SOLVERS, ""},
        {{"a", "b"},
         {"unknown", "unknown"},
         "",
         LEARNED_NOT,
         STATUS_UNKNOWN,
         SEED_UNSAID,
         "no solver decides it"},
        {{"a", "b"}, {"unknown", "unknown"}, "sat", LEARNED, STATUS_SAT, SEED_LABEL, ""},
        {{"a", "b"},
         {"sat", "unsat"},
         "",
         LEARNED_CONFLICT,
         STATUS_UNKNOWN,
         SEED_UNSAID,
         "s0 says sat; s1 says unsat"},
        {{"a", "a"},
         {"sat", "unsat"},
         "sat",
         LEARNED_CONFLICT,
         STATUS_UNKNOWN,
         SEED_UNSAID,
         "s0 says sat; s1 says unsat"},
        {{"a", "b"},
         {"unsat", "unsat"},
         "sat",
         LEARNED_CONFLICT,
         STATUS_UNKNOWN,
         SEED_UNSAID,
         "its label says sat; s0 and s1 say unsat"},
    };
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        world_t w;
        world_init(&w);
        for (int k = 0; k < 2; k++)
            hire(&w, cases[i].families[k], cases[i].says[k]);
        open_learner(&w);
        char text[200];
        snprintf(text, sizeof text, "(set-info :status %s)%s",
                 cases[i].label[0] ? cases[i].label : "unknown", positive);
        seed_t *seed = add(&w, text);
        assert_int_equal(learn_status(&w.learner, &w.seeds, seed), cases[i].result);
        assert_int_equal(seed->status, cases[i].status);
        assert_int_equal(seed->source, cases[i].source);
        assert_said(&w, cases[i].said);
        world_done(&w);
    }
}

/* --- models --- */

static void models_are_checked(void **state) {
    world_t w;
    world_init(&w);
    hire(&w, "a", "sat\n((define-fun x () Int 2))"); /* false */
    hire(&w, "b", "unknown");
    hire(&w, "c", "sat\n((define-fun x () Int 5))");
    open_learner(&w);
    seed_t *seed = add(&w, positive);
    assert_int_equal(learn_model(&w.learner, &w.seeds, seed), LEARNED);
    assert_said(&w, "the model of s0 makes an assertion false");
    assert_int_equal(seed->status, STATUS_SAT);
    assert_int_equal(seed->source, SEED_MODEL);
    assert_non_null(strstr(seed->model_text, "5"));
    seed_t *other = add(&w, "(declare-const x Int)(assert (> x 8))");
    assert_int_equal(learn_model(&w.learner, &w.seeds, other), LEARNED_NOT);
    assert_null(other->model);
    assert_said(&w, "no solver gives a model that holds");
    world_done(&w);
}

static void a_model_is_stronger_than_labels_and_solvers(void **state) {
    world_t w;
    world_init(&w);
    hire(&w, "a", "unsat");
    hire(&w, "b", "sat\n((define-fun x () Int 5))");
    open_learner(&w);
    w.learner.thorough = true;
    seed_t *seed = add(&w, "(set-info :status unsat)(declare-const x Int)(assert (> x 3))");
    assert_int_equal(learn_model(&w.learner, &w.seeds, seed), LEARNED_CONFLICT);
    assert_int_equal(seed->status, STATUS_SAT);
    assert_int_equal(seed->source, SEED_MODEL);
    assert_said(&w, "its label says unsat; s0 says unsat, but there is a model");
    world_done(&w);
}

/* --- cuts --- */

static const char parts[] = "(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)"
                            "(assert (let ((v (and p q))) (and v (or q r) (not (=> p (or q r))))))"
                            "(assert (ite p (and q r) q))";

static void cuts_are_where_losing_weakens(void **state) {
    world_t w;
    world_init(&w);
    seed_t *seed = add(&w, parts);
    core_shrink_t shrink;
    core_shrink_init(&shrink, &w.seeds, seed, &w.bench.mem);
    /* Each cut as +text or -text, units in brackets. */
    strbuf_t list;
    strbuf_init(&list, &w.bench.mem);
    for (uint32_t i = 0; i < shrink.rows.len; i++) {
        const cut_t *cut = &shrink.rows.data[i];
        const spot_t *spot = &seed->spots.data[cut->spot];
        strbuf_format(&list, "%s%c%.*s%s|", cut->unit ? "[" : "", cut->negative ? '-' : '+',
                      (int)(spot->end - spot->start), seed->text + spot->start,
                      cut->unit ? "]" : "");
    }
    assert_string_equal(strbuf_text(&list),
                        "+(let ((v (and p q))) (and v (or q r) (not (=> p (or q r)))))|"
                        "+(and p q)|+p|+q|"
                        "[+v]|[+(or q r)]|+(not (=> p (or q r)))|[+p]|-(or q r)|[-q]|[-r]|"
                        "[+(ite p (and q r) q)]|+(and q r)|+q|+r|+q|");
    strbuf_clear(&list);
    assert_true(core_shrink_named(&shrink, &list));
    assert_non_null(strstr(strbuf_text(&list),
                           "(assert (! (let ((v (and p q))) (not (not p))) :named assay!unit!7))\n"
                           "(assert (! (let ((v (and p q))) (not q)) :named assay!unit!9))\n"));
    static const char answer[] = "unsat\n(assay!unit!4\n |assay!unit!9|)\n";
    assert_true(core_shrink_read_core(&shrink, answer, sizeof answer - 1));
    strbuf_clear(&list);
    core_shrink_text(&shrink, &list);
    assert_non_null(
        strstr(strbuf_text(&list),
               "(assert (let ((v (and p q))) (and v true (not (=> true (or q false))))))"
               "\n(check-sat)\n"));
    u32_vec_t numbers = {0};
    core_shrink_core(&shrink, &numbers);
    assert_int_equal(numbers.len, 1);
    assert_int_equal(numbers.data[0], 0);
    core_shrink_loose(&shrink, &numbers);
    assert_int_equal(numbers.len, 3); /* (or q r), p, r; the second assertion is not in the core */
    vec_free(&w.bench.mem, &numbers);
    strbuf_done(&list);
    core_shrink_done(&shrink);
    open_learner(&w);
    world_done(&w);
}

static void strange_cores_are_not_read(void **state) {
    static const char *const answers[] = {"unsat",
                                          "unsat\n()",
                                          "unsat\n(assay!unit!0)",
                                          "unsat\n(assay!unit!4 x)",
                                          "(assay!unit!4)",
                                          "sat\n(assay!unit!4)",
                                          "unsat\n(assay!unit!4",
                                          "unsat\n(assay!unit!99999999999999999999)",
                                          "unsat\n((assay!unit!4))",
                                          "unsat\n(assay!unit!)"};
    world_t w;
    world_init(&w);
    seed_t *seed = add(&w, parts);
    core_shrink_t shrink;
    core_shrink_init(&shrink, &w.seeds, seed, &w.bench.mem);
    for (uint32_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        assert_false(core_shrink_read_core(&shrink, answers[i], strlen(answers[i])));
        for (uint32_t k = 0; k < shrink.rows.len; k++)
            assert_false(shrink.rows.data[k].cut);
    }
    core_shrink_done(&shrink);
    open_learner(&w);
    world_done(&w);
}

/* What is below a name may be used elsewhere, with another polarity. */
static void named_terms_are_not_cut(void **state) {
    world_t w;
    world_init(&w);
    seed_t *seed = add(&w, "(declare-const p Bool)(declare-const q Bool)"
                           "(assert (! (and p q) :named n))(assert (not n))");
    core_shrink_t shrink;
    core_shrink_init(&shrink, &w.seeds, seed, &w.bench.mem);
    assert_int_equal(shrink.rows.len, 2);
    core_shrink_done(&shrink);
    /* One that nobody uses says nothing. */
    seed = add(&w, "(declare-const p Bool)(declare-const q Bool)"
                   "(assert (! (and p q) :named n))(assert (not p))");
    core_shrink_init(&shrink, &w.seeds, seed, &w.bench.mem);
    assert_int_equal(shrink.rows.len, 4);
    strbuf_t text;
    strbuf_init(&text, &w.bench.mem);
    assert_true(core_shrink_named(&shrink, &text));
    assert_non_null(strstr(strbuf_text(&text), "(assert (! p :named assay!unit!1))\n"
                                               "(assert (! q :named assay!unit!2))\n"
                                               "(assert (! (not p) :named assay!unit!3))\n"));
    strbuf_done(&text);
    core_shrink_done(&shrink);
    open_learner(&w);
    world_done(&w);
}

/* --- cores --- */

static void a_core_needs_two_families(void **state) {
    static const char text[] = "(declare-const p Bool)(declare-const q Bool)"
                               "(assert p)(assert q)(assert (not p))";
    world_t w;
    world_init(&w);
    hire(&w, "a", "unsat\n(assay!unit!0 assay!unit!2)");
    hire(&w, "b", "unknown");
    open_learner(&w);
    seed_t *seed = add(&w, text);
    assert_int_equal(learn_core(&w.learner, &w.seeds, seed), LEARNED_NOT);
    assert_int_equal(seed->core.len, 0);
    assert_said(&w, "no two solvers agree on a core");
    world_done(&w);

    world_init(&w);
    hire(&w, "a", "unsat\n(assay!unit!0 assay!unit!2)");
    hire(&w, "b", "unsat");
    open_learner(&w);
    w.learner.core_seconds =
        0; /* solvers that always say unsat would make it smaller and smaller */
    seed = add(&w, text);
    assert_int_equal(learn_core(&w.learner, &w.seeds, seed), LEARNED);
    assert_int_equal(seed->core.len, 2);
    assert_int_equal(seed->core.data[0], 0);
    assert_int_equal(seed->core.data[1], 2);
    assert_int_equal(seed->status, STATUS_UNSAT);
    assert_int_equal(seed->source, SEED_SOLVERS);
    world_done(&w);

    world_init(&w);
    hire(&w, "a", "unsat\n(assay!unit!0 assay!unit!2)");
    hire(&w, "b", "sat");
    open_learner(&w);
    seed = add(&w, text);
    assert_int_equal(learn_core(&w.learner, &w.seeds, seed), LEARNED_CONFLICT);
    assert_said(&w, "s1 says that a core of s0 is satisfiable");
    assert_int_equal(seed->core.len, 0);
    world_done(&w);
}

static void who_calls_nothing_unsatisfiable_is_not_believed(void **state) {
    world_t w;
    world_init(&w);
    hire(&w, "a", "unsat");
    hire(&w, "b", "unsat");
    open_learner(&w);
    seed_t *seed = add(&w, "(declare-const p Bool)(assert p)(assert (or p (not p)))");
    assert_int_equal(learn_core(&w.learner, &w.seeds, seed), LEARNED_CONFLICT);
    assert_int_equal(seed->core.len, 0);
    assert_int_equal(seed->status, STATUS_UNKNOWN);
    assert_said(&w, "even when nothing is left");
    world_done(&w);
}

/* --- many --- */

static void many_at_once(void **state) {
    enum { MANY = 20 };
    world_t w;
    world_init(&w);
    hire(&w, "a", "sat\n((define-fun x () Int 5))");
    hire(&w, "b", "sat");
    open_learner(&w);
    w.learner.thorough = true;
    bool seen[MANY] = {false};
    for (uintptr_t i = 0; i < MANY; i++) {
        char text[100];
        snprintf(text, sizeof text, "(declare-const x Int)(assert (> x %d))", (int)i);
        learn_begin(&w.learner, &w.seeds, add(&w, text), LEARN_STATUS | LEARN_MODEL, &seen[i]);
    }
    for (inquiry_t *inquiry; (inquiry = learn_next(&w.learner));) {
        bool *mine = inquiry->owner;
        assert_false(*mine);
        *mine = true;
        assert_int_equal(inquiry->replies.len, 2);
        assert_int_equal(inquiry->seed->status, STATUS_SAT);
        assert_int_equal(inquiry->seed->source, mine - seen < 5 ? SEED_MODEL : SEED_SOLVERS);
        learn_end(inquiry);
    }
    for (int i = 0; i < MANY; i++)
        assert_true(seen[i]);
    assert_int_equal(w.learner.active, 0);
    world_done(&w);
}

static void count_ended(void *arg, const inquiry_t *inquiry) {
    uint32_t *count = arg;
    assert_int_equal(inquiry->wants, LEARN_MODEL);
    ++*count;
}

static void only_what_is_needed_is_asked(void **state) {
    world_t w;
    world_init(&w);
    hire(&w, "a", "sat\n((define-fun x () Int 5))");
    open_learner(&w);
    add(&w, positive);
    add(&w, "(declare-const x Int)(assert (> x 8))"); /* 5 is no model of it */
    seed_set_status(add(&w, "(assert false)"), STATUS_UNSAT, SEED_LABEL);
    uint32_t ended = 0;
    learn_needs_t needs = {.needs = NEEDS_MODEL, .lanes = 2, .arg = &ended, .ended = count_ended};
    assert_true(learn_needs_any(&needs, &w.seeds));
    assert_int_equal(learn_needs(&needs, &w.learner, &w.seeds), 1);
    assert_int_equal(ended, 2);
    assert_int_equal(learn_needs_wants(w.seeds.rows.data[0], NEEDS_MODEL), 0);
    assert_int_equal(learn_needs_wants(w.seeds.rows.data[1], NEEDS_MODEL), LEARN_MODEL);
    needs.needs = NEEDS_STATUS;
    assert_false(learn_needs_any(&needs, &w.seeds));
    needs.needs = USES_MODEL;
    assert_false(learn_needs_any(&needs, &w.seeds));
    world_done(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_families_make_a_status),
        cmocka_unit_test(models_are_checked),
        cmocka_unit_test(a_model_is_stronger_than_labels_and_solvers),
        cmocka_unit_test(cuts_are_where_losing_weakens),
        cmocka_unit_test(strange_cores_are_not_read),
        cmocka_unit_test(named_terms_are_not_cut),
        cmocka_unit_test(a_core_needs_two_families),
        cmocka_unit_test(who_calls_nothing_unsatisfiable_is_not_believed),
        cmocka_unit_test(many_at_once),
        cmocka_unit_test(only_what_is_needed_is_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
