/* From wishes to the plan of a campaign, and what is said of wishes that cannot be fulfilled. */
#include "pool_fixture.h"
#include "unit.h"

#include "campaign/plan_maker.h"

#include <stdlib.h>
#include <string.h>

typedef struct world {
    mem_t mem;
    plan_maker_t maker;
    char *said;
    size_t said_len;
    unsigned fds;
} world_t;

/* A maker that knows a solver "teller", which has three tiers. */
static void world_init(world_t *w) {
    *w = (world_t){.fds = fixture_fds()};
    mem_init(&w->mem);
    plan_maker_init(&w->maker, open_memstream(&w->said, &w->said_len), &w->mem);
    strbuf_t text, why;
    strbuf_init(&text, &w->mem);
    strbuf_init(&why, &w->mem);
    strbuf_format(&text,
                  "(profile teller (command \"%s\" \"answer\" \"it's sat\") (modes spawn)"
                  " (tier default) (tier odd \"-a\" \"-b c\") (tier even \"-d\"))",
                  fixture_fake());
    if (!profiles_read(&w->maker.solvers.profiles, "test", text.data, text.len, &why))
        fail_msg("%s", strbuf_text(&why));
    strbuf_done(&text);
    strbuf_done(&why);
    *vec_push(&w->mem, &w->maker.solvers.wanted) = "teller";
}

static void world_done(world_t *w) {
    fclose(w->maker.messages);
    free(w->said);
    plan_maker_done(&w->maker);
    assert_true(fixture_no_children());
    assert_int_equal(fixture_fds(), w->fds);
    assert_int_equal(w->mem.used, 0);
    mem_done(&w->mem);
}

static bool make(world_t *w) {
    bool ok = plan_maker_make(&w->maker);
    fflush(w->maker.messages);
    return ok;
}

static void says(const world_t *w, const char *text) {
    if (!strstr(w->said, text))
        fail_msg("'%s' is not in '%s'", text, w->said);
}

static void the_other_tiers_follow_the_main_ones(void **state) {
    world_t w;
    world_init(&w);
    assert_true(make(&w));
    const plan_t *plan = &w.maker.plan;
    assert_int_equal(plan->mains, 1);
    assert_int_equal(plan->solver_count, 3);
    assert_string_equal(plan->solvers[0].tier, "default");
    assert_string_equal(plan->solvers[0].options, "");
    assert_string_equal(plan->solvers[1].options, "-a -b c");
    assert_non_null(strstr(plan->solvers[1].command, " answer 'it'\\''s sat' -a '-b c'"));
    assert_int_equal(plan->strategy_count, STRATEGY_COUNT);
    assert_true(plan->seeds->rows.len > 0);
    world_done(&w);
}

static void what_is_named_is_all(void **state) {
    world_t w;
    world_init(&w);
    const char *wrong;
    w.maker.others = false;
    w.maker.solvers.tier = "even";
    assert_true(plan_maker_strategies(&w.maker, "fusion,opfuzz,fusion", &wrong));
    assert_false(plan_maker_strategies(&w.maker, "gen,nosuch,", &wrong));
    assert_string_equal(wrong, "nosuch");
    assert_true(make(&w));
    assert_int_equal(w.maker.plan.solver_count, 1);
    assert_string_equal(w.maker.plan.solvers[0].options, "-d");
    assert_int_equal(w.maker.plan.strategy_count, 3);
    assert_int_equal(w.maker.plan.strategies[0], STRATEGY_FUSION);
    assert_int_equal(w.maker.plan.strategies[2], STRATEGY_GEN);
    world_done(&w);
}

static void what_is_missing_is_said(void **state) {
    world_t w;
    world_init(&w);
    w.maker.solvers.tier = "none";
    assert_false(make(&w));
    says(&w, "assay: the profile of teller has no tier 'none'\n");
    world_done(&w);

    world_init(&w);
    *vec_push(&w.mem, &w.maker.paths) = "/nosuch/seed.smt2";
    assert_false(make(&w));
    says(&w, "assay: /nosuch/seed.smt2: No such file or directory\n");
    says(&w, "assay: none of the seeds can be used\n");
    world_done(&w);

    world_init(&w);
    w.maker.rules = "/nosuch/rules";
    assert_false(make(&w));
    says(&w, "assay: /nosuch/rules: No such file or directory\n");
    world_done(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_other_tiers_follow_the_main_ones),
        cmocka_unit_test(what_is_named_is_all),
        cmocka_unit_test(what_is_missing_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
