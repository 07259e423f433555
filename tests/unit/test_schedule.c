/* Which mutants come next: breadth, then what pays; no strategy is starved; limits grow where it
 * pays. */
#include "unit.h"

#include "campaign/schedule.h"

enum { SEEDS = 40, STRATEGIES = 5, SOLVERS = 3, ARMS = SEEDS * STRATEGIES };

typedef struct fixture {
    mem_t mem;
    schedule_t schedule;
} fixture_t;

static void open_schedule(fixture_t *f, bool uniform, uint64_t seed) {
    mem_init(&f->mem);
    schedule_options_t options = {.uniform = uniform,
                                  .first_limit = 0.3,
                                  .limit = 5,
                                  .solvers = SOLVERS,
                                  .mains = SOLVERS,
                                  .strategies = STRATEGIES};
    schedule_init(&f->schedule, &options, seed, &f->mem);
    schedule_fill(&f->schedule, SEEDS);
    schedule_start(&f->schedule);
}

static void close_schedule(fixture_t *f) {
    schedule_done(&f->schedule);
    assert_int_equal(f->mem.used, 0);
    mem_done(&f->mem);
}

static batch_result_t result_of(const batch_t *batch, double each) {
    return (batch_result_t){.arm = batch->arm,
                            .made = batch->count,
                            .tested = batch->count,
                            .last = true,
                            .cost = each * batch->count,
                            .runs = batch->count * SOLVERS};
}

/* Every seed comes up once before any comes up again, and every arm gets the same few. */
static void test_breadth(void **state) {
    fixture_t f;
    open_schedule(&f, false, unit_seed());
    uint32_t seen[ARMS] = {0};
    for (uint32_t turn = 0; turn < STRATEGIES; turn++) {
        uint32_t seeds[SEEDS] = {0};
        for (uint32_t i = 0; i < SEEDS; i++) {
            batch_t batch;
            assert_int_equal(schedule_phase(&f.schedule), SCHEDULE_IN_BREADTH);
            assert_true(schedule_draw(&f.schedule, &batch));
            assert_int_equal(batch.count, SCHEDULE_BREADTH);
            assert_int_equal(batch.first, 0);
            seen[batch.arm]++;
            assert_int_equal(++seeds[f.schedule.arms.data[batch.arm].seed], 1);
            batch_result_t result = result_of(&batch, 0.01);
            schedule_result(&f.schedule, &result);
        }
    }
    for (uint32_t i = 0; i < ARMS; i++)
        assert_int_equal(seen[i], 1);
    batch_t batch;
    assert_true(schedule_draw(&f.schedule, &batch));
    assert_int_equal(schedule_phase(&f.schedule), SCHEDULE_LEARNING);
    close_schedule(&f);
}

/* What a strategy brings, and what a mutant of it costs, in this test's world. */
typedef struct world {
    double gain[STRATEGIES]; /* of a batch */
    double cost[STRATEGIES]; /* of a mutant */
    uint32_t golden;         /* a seed that brings more */
    double spent[STRATEGIES];
    double seed_spent[SEEDS];
} world_t;

static void live(fixture_t *f, world_t *world, double seconds) {
    double end = f->schedule.now + seconds;
    while (f->schedule.now < end) {
        batch_t batch;
        assert_true(schedule_draw(&f->schedule, &batch));
        const arm_t *arm = &f->schedule.arms.data[batch.arm];
        uint32_t strategy = arm->strategy;
        uint32_t seed = arm->seed;
        batch_result_t result = result_of(&batch, world->cost[strategy]);
        schedule_result(&f->schedule, &result);
        world->spent[strategy] += result.cost;
        world->seed_spent[seed] += result.cost;
        double gain = world->gain[strategy] * (seed == world->golden ? 20 : 1);
        if (gain > 0)
            schedule_gain(&f->schedule, batch.arm, gain);
    }
}

static void test_learning(void **state) {
    fixture_t f;
    open_schedule(&f, false, unit_seed());
    world_t world = {.gain = {0, 0, 1, 0, 0}, .cost = {0.01, 0.02, 0.02, 0.3, 0.001}, .golden = 7};
    live(&f, &world, 100);
    memset(world.spent, 0, sizeof world.spent);
    memset(world.seed_spent, 0, sizeof world.seed_spent);
    live(&f, &world, 2000);
    double all = 0;
    for (int i = 0; i < STRATEGIES; i++)
        all += world.spent[i];
    for (int i = 0; i < STRATEGIES; i++)
        assert_true(world.spent[i] > 0.04 * all); /* none is starved */
    assert_true(world.spent[2] > 0.6 * all);      /* what pays gets most */
    double rest = 0;
    for (uint32_t i = 0; i < SEEDS; i++) {
        assert_true(world.seed_spent[i] > 0);
        if (i != world.golden)
            rest += world.seed_spent[i];
    }
    assert_true(world.seed_spent[world.golden] > 3 * rest / (SEEDS - 1));
    close_schedule(&f);
}

/* The world changes, and the schedule with it. */
static void test_changing(void **state) {
    fixture_t f;
    open_schedule(&f, false, unit_seed());
    world_t world = {.gain = {1, 0, 0, 0, 0}, .cost = {0.02, 0.02, 0.02, 0.02, 0.02}};
    live(&f, &world, 2000);
    world.gain[0] = 0;
    world.gain[4] = 1;
    live(&f, &world, 4000);
    memset(world.spent, 0, sizeof world.spent);
    live(&f, &world, 1000);
    for (int i = 0; i < 4; i++)
        assert_true(world.spent[4] > world.spent[i] * 2);
    close_schedule(&f);
}

static void test_uniform(void **state) {
    fixture_t f;
    open_schedule(&f, true, unit_seed());
    world_t world = {.gain = {0, 0, 5, 0, 0}, .cost = {0.01, 0.02, 0.02, 0.3, 0.001}};
    live(&f, &world, 300);
    uint64_t least = UINT64_MAX;
    uint64_t most = 0;
    for (uint32_t i = 0; i < ARMS; i++) {
        uint64_t next = f.schedule.arms.data[i].next;
        least = next < least ? next : least;
        most = next > most ? next : most;
    }
    assert_true(least > 0);
    assert_true(most - least <= SCHEDULE_BREADTH);
    close_schedule(&f);
}

/* A seed that only times out is left alone for a while, and longer the next time. */
static void test_rest(void **state) {
    fixture_t f;
    open_schedule(&f, false, unit_seed());
    double rests[3];
    for (int round = 0; round < 3; round++) {
        seed_state_t *seed = &f.schedule.seeds.data[3];
        while (seed->rested <= f.schedule.now) {
            batch_t batch = {.arm = 3 * STRATEGIES, .count = 2};
            batch_result_t result = result_of(&batch, 0.5);
            result.stuck = result.runs;
            f.schedule.arms.data[batch.arm].busy++;
            schedule_result(&f.schedule, &result);
        }
        rests[round] = seed->rested - f.schedule.now;
        for (int i = 0; i < 300; i++) {
            batch_t batch;
            assert_true(schedule_draw(&f.schedule, &batch));
            assert_int_not_equal(f.schedule.arms.data[batch.arm].seed, 3);
            batch_result_t result = result_of(&batch, 0.0001);
            schedule_result(&f.schedule, &result);
        }
        f.schedule.now = seed->rested + 1;
    }
    assert_true(rests[1] > 1.5 * rests[0]);
    assert_true(rests[2] > 1.5 * rests[1]);
    close_schedule(&f);
}

/* When all seeds are rested, work goes on. */
static void test_all_rested(void **state) {
    fixture_t f;
    open_schedule(&f, false, unit_seed());
    for (uint32_t i = 0; i < SEEDS; i++)
        f.schedule.seeds.data[i].rested = 1e9;
    batch_t batch;
    assert_true(schedule_draw(&f.schedule, &batch));
    close_schedule(&f);
}

/* Arms that make nothing are closed, and when all are there is no more work. */
static void test_closed(void **state) {
    fixture_t f;
    open_schedule(&f, false, unit_seed());
    batch_t batch;
    for (int i = 0; i < 100000 && schedule_draw(&f.schedule, &batch); i++) {
        batch_result_t result = {.arm = batch.arm, .last = true, .cost = 1e-6};
        result.closed = f.schedule.arms.data[batch.arm].strategy == 0;
        schedule_result(&f.schedule, &result);
    }
    assert_false(schedule_draw(&f.schedule, &batch));
    for (uint32_t i = 0; i < ARMS; i++) {
        assert_true(f.schedule.arms.data[i].closed);
        if (f.schedule.arms.data[i].strategy == 0)
            assert_int_equal(f.schedule.arms.data[i].next, SCHEDULE_BREADTH);
    }
    close_schedule(&f);
}

static int count_asked(schedule_t *s, uint32_t seed, uint32_t solver) {
    int asked = 0;
    for (int i = 0; i < 1600; i++)
        asked += schedule_limit(s, seed, solver) > 0;
    return asked;
}

static void test_limits(void **state) {
    fixture_t f;
    open_schedule(&f, false, unit_seed());
    schedule_t *s = &f.schedule;
    assert_true(schedule_limit(s, 2, 1) == 0.3);
    schedule_pace(s, 2, 1, &(pace_result_t){.verdicts = 1, .slowest = 0.01});
    assert_true(schedule_limit(s, 2, 1) == 0.3);
    schedule_pace(s, 2, 1, &(pace_result_t){.verdicts = 1, .slowest = 0.5});
    assert_true(schedule_limit(s, 2, 1) > 0.9); /* it paid to wait */
    assert_true(schedule_limit(s, 2, 0) == 0.3);
    assert_true(schedule_limit(s, 3, 1) == 0.3);
    schedule_pace(s, 2, 1, &(pace_result_t){.verdicts = 1, .slowest = 4});
    assert_true(schedule_limit(s, 2, 1) == 5);
    for (int i = 0; i < 400; i++)
        schedule_pace(s, 2, 1, &(pace_result_t){.verdicts = 1, .slowest = 0.01});
    assert_true(schedule_limit(s, 2, 1) > 0.11 && schedule_limit(s, 2, 1) < 0.13);
    /* A solver that refuses is asked now and then. */
    for (int i = 0; i < 5; i++)
        schedule_pace(s, 2, 2, &(pace_result_t){.refused = 1});
    int asked = count_asked(s, 2, 2);
    assert_true(asked > 40 && asked < 200);
    schedule_pace(s, 2, 2, &(pace_result_t){.verdicts = 1, .slowest = 0.01});
    assert_true(schedule_limit(s, 2, 2) > 0);
    close_schedule(&f);
}

/* A solver that times out is spared a seed where another one does not, and none is where all do. */
static void test_spared(void **state) {
    fixture_t f;
    open_schedule(&f, false, unit_seed());
    schedule_t *s = &f.schedule;
    const pace_result_t stuck = {.stuck = 10};
    const pace_result_t fluent = {.verdicts = 10, .slowest = 0.01};
    schedule_pace(s, 2, 0, &stuck);
    assert_int_equal(count_asked(s, 2, 0), 1600);
    schedule_pace(s, 2, 1, &stuck);
    assert_int_equal(count_asked(s, 2, 0), 1600);
    schedule_pace(s, 2, 2, &fluent);
    int asked = count_asked(s, 2, 0);
    assert_true(asked > 250 && asked < 550);
    assert_int_equal(count_asked(s, 2, 2), 1600);
    assert_int_equal(count_asked(s, 3, 0), 1600);
    for (int i = 0; i < 4; i++)
        schedule_pace(s, 2, 0, &fluent);
    assert_int_equal(count_asked(s, 2, 0), 1600);
    close_schedule(&f);

    open_schedule(&f, true, unit_seed());
    schedule_pace(s, 2, 0, &stuck);
    schedule_pace(s, 2, 2, &fluent);
    assert_int_equal(count_asked(s, 2, 0), 1600);
    assert_true(schedule_limit(s, 2, 2) == 0.3);
    close_schedule(&f);
}

/* Work of a worker that died is handed out again. */
static void test_return(void **state) {
    fixture_t f;
    open_schedule(&f, true, unit_seed());
    batch_t batch, again;
    assert_true(schedule_draw(&f.schedule, &batch));
    schedule_return(&f.schedule, batch.arm, batch.first + 1, true);
    assert_int_equal(f.schedule.arms.data[batch.arm].next, batch.first + 1);
    assert_int_equal(f.schedule.arms.data[batch.arm].busy, 0);
    assert_true(schedule_draw(&f.schedule, &again));
    assert_int_equal(again.arm, batch.arm);
    assert_int_equal(again.first, batch.first + 1);
    assert_int_equal(again.count, 1);
    /* What a worker gives back is never made when a later batch is out. */
    arm_t *arm = &f.schedule.arms.data[again.arm];
    schedule_give_back(&f.schedule, &again, again.first);
    assert_int_equal(arm->next, again.first);
    arm->next = again.first + again.count + 7;
    schedule_give_back(&f.schedule, &again, again.first);
    assert_int_equal(arm->next, again.first + again.count + 7);
    close_schedule(&f);
}

static void test_streams(void **state) {
    rng_t base = rng_make(3);
    rng_t a = schedule_rng(&base, 1, "opfuzz", 5);
    rng_t b = schedule_rng(&base, 1, "opfuzz", 5);
    assert_memory_equal(&a, &b, sizeof a);
    rng_t others[] = {schedule_rng(&base, 2, "opfuzz", 5), schedule_rng(&base, 1, "fusion", 5),
                      schedule_rng(&base, 1, "opfuzz", 6)};
    for (int i = 0; i < 3; i++)
        assert_true(memcmp(&a, &others[i], sizeof a) != 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_breadth),  cmocka_unit_test(test_learning),
        cmocka_unit_test(test_changing), cmocka_unit_test(test_uniform),
        cmocka_unit_test(test_rest),     cmocka_unit_test(test_all_rested),
        cmocka_unit_test(test_closed),   cmocka_unit_test(test_limits),
        cmocka_unit_test(test_spared),   cmocka_unit_test(test_return),
        cmocka_unit_test(test_streams),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
