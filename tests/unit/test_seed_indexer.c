/* An index of a directory is made, used again, and told about. */
#include "pool_fixture.h"
#include "unit.h"

#include "seeds/seed_indexer.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct world {
    pool_bench_t bench;
    seed_learner_t learner;
    seed_indexer_t indexer;
    char directory[64];
    char paths[3][96];
    char conflict[256];
    uint32_t told;
    uint32_t stop_after;
} world_t;

static void keep_conflict(void *arg, const char *path, const char *what) {
    world_t *w = arg;
    snprintf(w->conflict, sizeof w->conflict, "%s", what);
    assert_non_null(strstr(path, w->directory));
}

static void count_progress(void *arg, uint32_t done) {
    world_t *w = arg;
    assert_int_equal(done, ++w->told);
}

static bool stop(void *arg) {
    const world_t *w = arg;
    return w->told >= w->stop_after;
}

/* Three seeds; the solvers say sat and unsat when they are asked. */
static void world_init(world_t *w) {
    static const char *const texts[] = {"(assert true)", "(assert (or true false))",
                                        "(assert (= 1 true))"};
    *w = (world_t){.directory = "/tmp/assay-seed-indexer.XXXXXX", .stop_after = UINT32_MAX};
    bench_open(&w->bench, 1);
    assert_non_null(mkdtemp(w->directory));
    for (size_t i = 0; i < 3; i++) {
        snprintf(w->paths[i], sizeof w->paths[i], "%s/%zu.smt2", w->directory, i);
        FILE *out = fopen(w->paths[i], "w");
        assert_non_null(out);
        fputs(texts[i], out);
        fclose(out);
    }
    solver_t *solvers[] = {add_fake(&w->bench, "answer sat", MODE_SPAWN),
                           add_fake(&w->bench, "answer unsat", MODE_SPAWN)};
    limits_t limits = {.wall = 60};
    seed_learner_init(&w->learner, w->bench.pool, solvers, 2, &limits, &w->bench.mem);
    w->indexer = (seed_indexer_t){.mem = &w->bench.mem,
                                  .learner = &w->learner,
                                  .lanes = 1,
                                  .arg = w,
                                  .conflict = keep_conflict,
                                  .progress = count_progress,
                                  .stop = stop};
}

static void world_done(world_t *w) {
    char path[128];
    snprintf(path, sizeof path, "%s/" SEED_INDEX_NAME, w->directory);
    unlink(path);
    for (size_t i = 0; i < 3; i++)
        unlink(w->paths[i]);
    assert_int_equal(rmdir(w->directory), 0);
    seed_learner_done(&w->learner);
    bench_close(&w->bench);
}

/* Once over these many of the seeds; what is said about files goes to said. */
static void make(world_t *w, uint32_t count, char **said) {
    size_t len;
    const char *const paths[] = {w->paths[0], w->paths[1], w->paths[2]};
    w->told = 0;
    w->indexer.done = w->indexer.reused = 0;
    w->indexer.messages = open_memstream(said, &len);
    assert_true(seed_indexer_open(&w->indexer, NULL, w->directory));
    seed_indexer_run(&w->indexer, paths, count);
    seed_indexer_write(&w->indexer);
    fclose(w->indexer.messages);
}

static void what_is_known_is_used_again(void **state) {
    world_t w;
    world_init(&w);
    char *said;
    make(&w, 2, &said);
    assert_string_equal(said, "");
    assert_int_equal(w.indexer.done, 2);
    assert_int_equal(w.indexer.reused, 0);
    seed_indexer_done(&w.indexer);
    free(said);

    unlink(w.paths[1]);
    make(&w, 1, &said);
    assert_int_equal(w.indexer.reused, 1);
    assert_int_equal(w.indexer.index.rows.len, 2);
    assert_true(seed_index_find(&w.indexer.index, "1.smt2")->gone);
    seed_indexer_done(&w.indexer);
    free(said);

    w.indexer.again = true;
    make(&w, 1, &said);
    assert_int_equal(w.indexer.reused, 0);
    assert_int_equal(w.indexer.index.rows.len, 1);
    seed_indexer_done(&w.indexer);
    free(said);
    world_done(&w);
}

static void what_cannot_be_read_is_trouble(void **state) {
    world_t w;
    world_init(&w);
    char *said;
    make(&w, 3, &said);
    assert_true(w.indexer.trouble);
    assert_int_equal(w.indexer.done, 3);
    assert_int_equal(w.indexer.index.rows.len, 2);
    assert_non_null(strstr(said, "/2.smt2:1:9: error: "));
    seed_indexer_done(&w.indexer);
    free(said);
    world_done(&w);
}

static void conflicts_are_told_and_kept(void **state) {
    world_t w;
    world_init(&w);
    w.indexer.wants = LEARN_STATUS;
    w.learner.thorough = true;
    char *said;
    for (uint32_t round = 0; round < 2; round++) {
        w.conflict[0] = '\0';
        w.indexer.conflicts = false;
        make(&w, 1, &said);
        assert_true(w.indexer.conflicts);
        assert_int_equal(w.indexer.reused, round);
        assert_non_null(strstr(w.conflict, " sat; "));
        seed_indexer_done(&w.indexer);
        free(said);
    }
    world_done(&w);
}

static void it_stops_when_it_is_told(void **state) {
    world_t w;
    world_init(&w);
    w.stop_after = 1;
    char *said;
    make(&w, 2, &said);
    assert_int_equal(w.indexer.done, 1);
    assert_int_equal(w.indexer.index.rows.len, 1);
    seed_indexer_done(&w.indexer);
    free(said);
    world_done(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_known_is_used_again),
        cmocka_unit_test(what_cannot_be_read_is_trouble),
        cmocka_unit_test(conflicts_are_told_and_kept),
        cmocka_unit_test(it_stops_when_it_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
