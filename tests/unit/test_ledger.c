/* The books of a campaign: what is counted is what is stored, before a save and after; what cannot
 * be is refused. */
#include "mutate_fixture.h"

#include "campaign/ledger.h"

#include <sys/stat.h>

enum { SOLVERS = 2, STRATEGIES = 2, SEEDS = 2 };

typedef struct books {
    world_t world;
    profile_t profiles[SOLVERS];
    plan_solver_t solvers[SOLVERS];
    plan_t plan;
    schedule_t schedule;
    ledger_t ledger;
    strbuf_t why;
    strbuf_t bytes;
    char dir[64];
    char path[96];
} books_t;

static int set_up(void **state) {
    books_t *b = calloc(1, sizeof *b);
    world_init(&b->world);
    add(&b->world, "(set-logic QF_LIA)(declare-const x Int)(assert (> x 0))(check-sat)");
    add(&b->world, "(set-logic QF_LIA)(declare-const y Int)(assert (< y 0))(check-sat)");
    static const char *const names[] = {"z3", "cvc5"};
    for (int i = 0; i < SOLVERS; i++) {
        b->profiles[i] = (profile_t){.name = names[i], .family = names[i]};
        b->solvers[i] = (plan_solver_t){.spec = {.profile = &b->profiles[i]},
                                        .name = names[i],
                                        .tier = "",
                                        .options = "",
                                        .version = "1",
                                        .command = names[i]};
    }
    b->plan = (plan_t){.seeds = &b->world.seeds,
                       .solvers = b->solvers,
                       .solver_count = SOLVERS,
                       .mains = SOLVERS,
                       .strategies = {STRATEGY_OPFUZZ, STRATEGY_TYPEFUZZ},
                       .strategy_count = STRATEGIES,
                       .first_limit = 1,
                       .limit = 1};
    strbuf_init(&b->why, &b->world.f.mem);
    strbuf_init(&b->bytes, &b->world.f.mem);
    snprintf(b->dir, sizeof b->dir, "/tmp/assay-ledger-XXXXXX");
    assert_non_null(mkdtemp(b->dir));
    snprintf(b->path, sizeof b->path, "%s/campaign.db", b->dir);
    *state = b;
    return 0;
}

static bool open_books(books_t *b, bool resume) {
    mem_t *mem = &b->world.f.mem;
    schedule_init(&b->schedule,
                  &(schedule_options_t){.first_limit = 1,
                                        .limit = 1,
                                        .solvers = SOLVERS,
                                        .mains = SOLVERS,
                                        .strategies = STRATEGIES},
                  1, mem);
    schedule_fill(&b->schedule, SEEDS);
    bool ok = ledger_open(&b->ledger, &b->plan, &b->schedule, b->path, resume, "", mem, &b->why);
    if (ok)
        schedule_start(&b->schedule);
    return ok;
}

static void close_books(books_t *b) {
    ledger_close(&b->ledger);
    schedule_done(&b->schedule);
}

static int tear_down(void **state) {
    books_t *b = *state;
    static const char *const files[] = {"", "-wal", "-shm", ".lock"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char name[128];
        snprintf(name, sizeof name, "%s%s", b->path, files[i]);
        unlink(name);
    }
    rmdir(b->dir);
    strbuf_done(&b->why);
    strbuf_done(&b->bytes);
    world_done(&b->world);
    free(b);
    return 0;
}

/* A finding of the arm, in the first solver. */
static stored_t find_that(books_t *b, uint32_t arm, const char *key, const char *recipe,
                          const char *trigger, repeat_t repeat) {
    const wire_answer_t answers[] = {{.solver = 0, .role = ROLE_CULPRIT, .outcome = OUTCOME_UNSAT},
                                     {.solver = 1, .role = ROLE_WITNESS, .outcome = OUTCOME_SAT}};
    const finding_t finding = {.kind = FINDING_REFUTATION,
                               .repeat = repeat,
                               .run = 0,
                               .other = 1,
                               .key = slice_of(key),
                               .recipe = slice_of(recipe),
                               .trigger = slice_of(trigger)};
    uint64_t hash = b->world.seeds.rows.data[0]->hash;
    strbuf_clear(&b->bytes);
    wire_put_answer(&b->bytes, &answers[0]);
    wire_put_answer(&b->bytes, &answers[1]);
    wire_put_finding(&b->bytes, &(wire_finding_t){.arm = arm,
                                                  .hashes = {(const char *)&hash, sizeof hash},
                                                  .finding = finding});
    news_t news;
    assert_true(ledger_finding(&b->ledger, b->bytes.data, b->bytes.len, &news));
    return news.how;
}

static stored_t find(books_t *b, uint32_t arm, const char *key, const char *recipe,
                     const char *trigger) {
    return find_that(b, arm, key, recipe, trigger, REPEAT_CONFIRMED);
}

static void sight(books_t *b, uint32_t arm, const char *key, const char *recipe) {
    ledger_sighting(&b->ledger,
                    &(wire_sighting_t){
                        .arm = arm, .bytes = 9, .key = slice_of(key), .recipe = slice_of(recipe)});
}

static void expect_triggers(const books_t *b, uint64_t all, uint64_t first, uint64_t second) {
    assert_int_equal(b->ledger.all.triggers, all);
    assert_int_equal(b->ledger.strategies[0].triggers, first);
    assert_int_equal(b->ledger.strategies[1].triggers, second);
    uint64_t clusters = 0;
    for (uint32_t i = 0; i < b->ledger.clusters.len; i++)
        clusters += b->ledger.clusters.data[i].count;
    assert_int_equal(clusters, all);
}

/* Sightings that wait for the next save are counted when a finding of their cluster comes, too. */
static void test_triggers(void **state) {
    books_t *b = *state;
    assert_true(open_books(b, false));
    assert_int_equal(find(b, 0, "k", "a", "12345"), STORED_NEW);
    for (int i = 0; i < 3; i++)
        sight(b, 0, "k", (const char *const[]){"b", "c", "d"}[i]);
    expect_triggers(b, 4, 4, 0);
    assert_int_equal(find(b, 1, "k", "e", "123"), STORED_BETTER);
    expect_triggers(b, 5, 4, 1);
    assert_int_equal(find(b, 1, "k", "e", "123"), STORED_DUPLICATE); /* seen */
    expect_triggers(b, 5, 4, 1);
    assert_true(ledger_save(&b->ledger));
    expect_triggers(b, 5, 4, 1);
    assert_int_equal(find(b, 1, "k", "f", "12345678"), STORED_DUPLICATE);
    expect_triggers(b, 6, 4, 2);
    assert_true(ledger_end(&b->ledger, "time"));
    close_books(b);
    assert_true(open_books(b, true));
    expect_triggers(b, 6, 4, 2);
    close_books(b);
}

/* So are those that come before their cluster is stored. */
static void test_early_sightings(void **state) {
    books_t *b = *state;
    assert_true(open_books(b, false));
    sight(b, 1, "k", "b");
    assert_int_equal(find(b, 0, "k", "a", "12345"), STORED_NEW);
    expect_triggers(b, 2, 1, 1);
    assert_true(ledger_end(&b->ledger, "time"));
    close_books(b);
    assert_true(open_books(b, true));
    expect_triggers(b, 2, 1, 1);
    close_books(b);
}

/* What comes and goes is no finding, until it comes every time. */
static void test_flaky(void **state) {
    books_t *b = *state;
    assert_true(open_books(b, false));
    assert_int_equal(find_that(b, 0, "k", "a", "1", REPEAT_FLAKY), STORED_NEW);
    assert_int_equal(b->ledger.all.flaky, 1);
    assert_int_equal(b->ledger.all.clusters, 0);
    assert_true(b->ledger.last_cluster < 0);
    for (int i = 0; i < 2; i++) {
        find(b, 1, "k", (const char *const[]){"b", "c"}[i], "12345");
        assert_int_equal(b->ledger.all.flaky, 0);
        assert_int_equal(b->ledger.all.clusters, 1);
        assert_int_equal(b->ledger.strategies[1].clusters, 1);
        assert_int_equal(b->ledger.events.len, 1);
    }
    assert_true(ledger_end(&b->ledger, "time"));
    close_books(b);
    assert_true(open_books(b, true));
    assert_int_equal(b->ledger.all.flaky, 0);
    assert_int_equal(b->ledger.all.clusters, 1);
    close_books(b);
}

/* What is resumed is what was left. */
static void test_resumed(void **state) {
    books_t *b = *state;
    run_count_t runs[SOLVERS] = {
        {.queries = 3, .outcomes = {[OUTCOME_SAT] = 2, [OUTCOME_TIMEOUT] = 1}},
        {.queries = 2, .outcomes = {[OUTCOME_UNSAT] = 2}}};
    const uint64_t behaviours[] = {7, 8, 7};
    assert_true(open_books(b, false));
    batch_t batch;
    assert_true(schedule_draw(&b->schedule, &batch));
    ledger_result(&b->ledger,
                  &(wire_result_t){.arm = batch.arm,
                                   .count = batch.count,
                                   .last = 1,
                                   .made = 2,
                                   .tested = 2,
                                   .undecided = 1,
                                   .solver_cpu = 1.5,
                                   .own_cpu = 0.5,
                                   .runs = {(const char *)runs, sizeof runs},
                                   .behaviours = {(const char *)behaviours, sizeof behaviours}});
    b->schedule.arms.data[batch.arm].safe = b->schedule.arms.data[batch.arm].next;
    stats_t all = b->ledger.all;
    arm_t arm = b->schedule.arms.data[batch.arm];
    assert_int_equal(all.queries, 5);
    assert_int_equal(all.behaviours, 2);
    assert_true(ledger_save(&b->ledger)); /* solvers, and then the rest */
    assert_true(ledger_end(&b->ledger, "time"));
    close_books(b);
    assert_true(open_books(b, true));
    assert_memory_equal(&b->ledger.all, &all, sizeof all);
    assert_int_equal(b->schedule.arms.data[batch.arm].next, arm.next);
    assert_int_equal(b->schedule.arms.data[batch.arm].tested, 2);
    assert_int_equal(b->ledger.solvers[0].timeout, 1);
    close_books(b);
}

static void expect_refused(books_t *b, const char *why) {
    strbuf_clear(&b->why);
    assert_false(open_books(b, true));
    if (!strstr(strbuf_text(&b->why), why))
        fail_msg("'%s' does not say '%s'", strbuf_text(&b->why), why);
    close_books(b);
}

/* Rows that no campaign can have left. */
static void test_damaged(void **state) {
    books_t *b = *state;
    assert_true(open_books(b, false));
    assert_true(ledger_end(&b->ledger, "time"));
    store_arm_t arm = {.seed = (int64_t)b->world.seeds.rows.data[1]->hash,
                       .strategy = slice_of(b->ledger.strategies[0].name),
                       .next = -1};
    store_alarm_t alarm = {.key = slice_of("k"), .count = -1};
    assert_true(store_put_alarm(b->ledger.store, &alarm));
    assert_true(store_put_arm(b->ledger.store, &arm));
    close_books(b);
    expect_refused(b, "row 1 of arms cannot be: the database is damaged");
    store_t *store = store_open(&b->world.f.mem, b->path, STORE_WRITE, &b->why);
    arm.next = 0;
    assert_true(store_put_arm(store, &arm));
    store_close(store);
    expect_refused(b, "row 1 of alarms cannot be");
}

static void take_wrong_result(void *arg) {
    books_t *b = arg;
    const run_count_t runs[SOLVERS] = {{.queries = 1}}; /* without an outcome */
    ledger_result(&b->ledger, &(wire_result_t){.runs = {(const char *)runs, sizeof runs}});
}

static void test_misuse(void **state) {
    books_t *b = *state;
    char said[300];
    assert_true(open_books(b, false));
    assert_true(unit_aborts(take_wrong_result, b, said, sizeof said));
    assert_non_null(strstr(said, "queries"));
    close_books(b);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_triggers), TEST(test_early_sightings), TEST(test_flaky),
        TEST(test_resumed),  TEST(test_damaged),         TEST(test_misuse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
