/* The database of a campaign: rows, events, and everything that can go wrong with a file. */
#include "unit.h"

#include "base/file.h"
#include "store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

typedef struct fixture {
    mem_t mem;
    arena_t arena;
    strbuf_t why;
    char dir[64];
    char path[96];
} fixture_t;

static int setup(void **state) {
    fixture_t *f = calloc(1, sizeof *f);
    mem_init(&f->mem);
    arena_init(&f->arena, &f->mem);
    strbuf_init(&f->why, &f->mem);
    snprintf(f->dir, sizeof f->dir, "/tmp/assay-store-XXXXXX");
    assert_non_null(mkdtemp(f->dir));
    assert_int_equal(chmod(f->dir, 0777), 0);
    snprintf(f->path, sizeof f->path, "%s/campaign.db", f->dir);
    *state = f;
    return 0;
}

static int teardown(void **state) {
    fixture_t *f = *state;
    static const char *const parts[] = {"", "-wal", "-shm", "-journal", ".lock"};
    chmod(f->dir, 0777);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char name[128];
        snprintf(name, sizeof name, "%s%s", f->path, parts[i]);
        unlink(name);
    }
    assert_int_equal(rmdir(f->dir), 0);
    mem_done(&f->mem);
    free(f);
    return 0;
}

static store_t *open_store(fixture_t *f, store_access_t access) {
    strbuf_clear(&f->why);
    store_t *store = store_open(&f->mem, f->path, access, &f->why);
    if (!store)
        fail_msg("%s", strbuf_text(&f->why));
    return store;
}

static void expect_refused(fixture_t *f, store_access_t access, const char *why) {
    strbuf_clear(&f->why);
    assert_null(store_open(&f->mem, f->path, access, &f->why));
    if (!strstr(strbuf_text(&f->why), why))
        fail_msg("'%s' does not say '%s'", strbuf_text(&f->why), why);
    assert_non_null(strstr(strbuf_text(&f->why), f->path));
}

static bool same(slice_t text, const char *expected) {
    return text.len == strlen(expected) && memcmp(text.data, expected, text.len) == 0;
}

/* Runs SQL on the file with a connection of its own. */
static void run_sql(const fixture_t *f, const char *sql) {
    sqlite3 *db;
    assert_int_equal(sqlite3_open(f->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

/* ---- Rows ---------------------------------------------------------------------------------- */

#define ROW(name, table)                                                                           \
    static bool same_##name(const store_##name##_t *a, const store_##name##_t *b) {                \
        bool all = a->id == b->id;
#define INT(field) all = all && a->field == b->field;
#define REAL(field) all = all && a->field == b->field;
#define TEXT(field)                                                                                \
    all = all && a->field.len == b->field.len &&                                                   \
          memcmp(a->field.data, b->field.data, a->field.len) == 0;
#define WORD(field, words) all = all && a->field == b->field;
#define END(name, sql)                                                                             \
    return all;                                                                                    \
    }
#include "store/rows.def"

/* Every column of every table comes back as it went in. */
static void test_round_trip(void **state) {
    fixture_t *f = *state;
    store_t *store = open_store(f, STORE_NEW);
    static const char odd[] = "a\0b\xff\n'\"";
    int64_t n = INT64_MIN;
#define ROW(name, table)                                                                           \
    {                                                                                              \
        store_##name##_t row = {0}, back;
#define INT(field) row.field = n++;
#define REAL(field) row.field = (double)n++ / 3;
#define TEXT(field) row.field = (slice_t){odd, sizeof odd - 1};
#define WORD(field, words) row.field = (words##_t)(words##_vocabulary.count - 1);
#define END(name, sql)                                                                             \
    assert_true(store_put_##name(store, &row));                                                    \
    assert_true(row.id > 0);                                                                       \
    assert_true(store_get_##name(store, row.id, &f->arena, &back));                                \
    assert_true(same_##name(&row, &back));                                                         \
    assert_true(store_put_##name(store, &back));                                                   \
    assert_int_equal(back.id, row.id);                                                             \
    back.id += 1000;                                                                               \
    assert_false(store_put_##name(store, &back));                                                  \
    assert_false(store_get_##name(store, back.id, &f->arena, &back));                              \
    }
#include "store/rows.def"
    store_close(store);
}

typedef struct seen {
    uint32_t count;
    uint32_t stop;
    int64_t last;
} seen_t;

static bool visit_arm(void *arg, const store_arm_t *row) {
    seen_t *seen = arg;
    assert_true(row->id > seen->last);
    assert_int_equal(row->next, row->id * 3);
    seen->last = row->id;
    return ++seen->count != seen->stop;
}

static void test_each(void **state) {
    fixture_t *f = *state;
    store_t *store = open_store(f, STORE_NEW);
    assert_true(store_begin(store));
    for (int64_t i = 1; i <= 50; i++) {
        store_arm_t arm = {.seed = i, .strategy = slice_of("opfuzz"), .next = i * 3};
        assert_true(store_put_arm(store, &arm));
        assert_int_equal(arm.id, i);
    }
    assert_true(store_commit(store));
    /* A row that is there twice is refused, and the old one stays. */
    store_arm_t again = {.seed = 7, .strategy = slice_of("opfuzz"), .next = 99};
    assert_false(store_put_arm(store, &again));
    assert_non_null(strstr(store_why(store), "UNIQUE"));
    store_close(store);
    store = open_store(f, STORE_READ);
    seen_t seen = {0};
    assert_true(store_each_arm(store, visit_arm, &seen));
    assert_int_equal(seen.count, 50);
    seen = (seen_t){.stop = 7};
    assert_true(store_each_arm(store, visit_arm, &seen));
    assert_int_equal(seen.count, 7);
    assert_false(store_put_arm(store, &again));
    assert_non_null(strstr(store_why(store), "may not be written"));
    store_close(store);
}

static void test_facts(void **state) {
    fixture_t *f = *state;
    store_t *store = open_store(f, STORE_NEW);
    assert_null(store_fact(store, "seed", &f->arena));
    assert_true(store_set(store, "seed", "1"));
    assert_true(store_set(store, "seed", "42"));
    assert_string_equal(store_fact(store, "seed", &f->arena), "42");
    assert_true(store_begin(store));
    assert_true(store_set(store, "seed", "7"));
    store_rollback(store);
    store_close(store);
    store = open_store(f, STORE_WRITE);
    assert_string_equal(store_fact(store, "seed", &f->arena), "42");
    store_close(store);
}

/* ---- Events -------------------------------------------------------------------------------- */

static bool count_answer(void *arg, const store_answer_t *row) {
    assert_int_equal(row->outcome, OUTCOME_UNSAT);
    ++*(uint32_t *)arg;
    return true;
}

static bool count_sighting(void *arg, const store_sighting_t *row) {
    (void)row;
    ++*(uint32_t *)arg;
    return true;
}

static bool count_finding(void *arg, const store_finding_t *row) {
    (void)row;
    ++*(uint32_t *)arg;
    return true;
}

static stored_t add(store_t *store, const char *key, grade_t grade, const char *trigger,
                    const char *recipe, repeat_t repeat, store_cluster_t *cluster) {
    static double now;
    store_answer_t answers[2] = {{.outcome = OUTCOME_UNSAT}, {.outcome = OUTCOME_UNSAT}};
    store_finding_t finding = {.at = now++,
                               .kind = FINDING_REFUTATION,
                               .grade = grade,
                               .repeat = repeat,
                               .recipe = slice_of(recipe),
                               .trigger = slice_of(trigger)};
    *cluster = (store_cluster_t){.key = slice_of(key), .solver = slice_of("z3")};
    stored_t how;
    if (!store_add_finding(store, cluster, &finding, answers, 2, &how))
        fail_msg("%s", store_why(store));
    return how;
}

static void test_findings(void **state) {
    fixture_t *f = *state;
    store_t *store = open_store(f, STORE_NEW);
    store_cluster_t c;
    assert_int_equal(add(store, "k", GRADE_CROSS_CHECKED, "12345", "a", REPEAT_CONFIRMED, &c),
                     STORED_NEW);
    assert_int_equal(c.count, 1);
    int64_t id = c.id;
    int64_t first = c.finding;
    assert_int_equal(add(store, "k", GRADE_CROSS_CHECKED, "123456", "b", REPEAT_CONFIRMED, &c),
                     STORED_DUPLICATE);
    assert_int_equal(c.finding, first);
    assert_int_equal(add(store, "k", GRADE_CROSS_CHECKED, "1234", "c", REPEAT_CONFIRMED, &c),
                     STORED_BETTER);
    assert_int_equal(add(store, "k", GRADE_CERTIFIED, "1234567", "d", REPEAT_CONFIRMED, &c),
                     STORED_BETTER);
    assert_int_equal(add(store, "k", GRADE_CROSS_CHECKED, "1", "e", REPEAT_CONFIRMED, &c),
                     STORED_DUPLICATE);
    assert_int_equal(add(store, "k", GRADE_CERTIFIED, "1", "f", REPEAT_FLAKY, &c),
                     STORED_DUPLICATE);
    assert_int_equal(c.count, 6);
    /* Work that is done again after a crash counts once. */
    assert_int_equal(add(store, "k", GRADE_CROSS_CHECKED, "1", "e", REPEAT_CONFIRMED, &c),
                     STORED_DUPLICATE);
    assert_int_equal(c.count, 6);
    assert_int_equal(c.id, id);
    assert_int_equal(c.grade, GRADE_CERTIFIED);
    assert_int_equal(c.bytes, 7);
    assert_true(store_add_sighting(store, slice_of("k"), 9, 12, slice_of("h")));
    assert_true(store_add_sighting(store, slice_of("k"), 9, 12, slice_of("h")));
    assert_true(store_add_sighting(store, slice_of("none of this key"), 9, 12, slice_of("h")));
    assert_true(store_find_cluster(store, slice_of("k"), &f->arena, &c));
    assert_int_equal(c.count, 7);
    assert_int_equal(add(store, "other", GRADE_CLAIMED, "1", "a", REPEAT_FLAKY, &c), STORED_NEW);
    assert_int_equal(add(store, "other", GRADE_CLAIMED, "123", "g", REPEAT_CONFIRMED, &c),
                     STORED_BETTER);
    assert_true(store_set_reduced(store, c.finding, slice_of("(check-sat)")));
    assert_true(store_set_written(store, c.id, c.finding));
    store_cluster_t settled;
    assert_true(store_get_cluster(store, c.id, &f->arena, &settled));
    assert_int_equal(settled.bytes, 11);
    assert_int_equal(settled.settled, c.finding);
    assert_true(store_set_reduced(store, c.finding, slice_of("")));
    assert_true(store_get_cluster(store, c.id, &f->arena, &settled));
    assert_int_equal(settled.bytes, 11);

    store_cluster_t found;
    assert_true(store_find_cluster(store, slice_of("other"), &f->arena, &found));
    assert_int_equal(found.count, 2);
    assert_int_equal(found.written, c.finding);
    assert_false(store_find_cluster(store, slice_of("none"), &f->arena, &found));
    store_finding_t finding;
    assert_true(store_get_finding(store, c.finding, &f->arena, &finding));
    assert_true(same(finding.reduced, "(check-sat)"));
    uint32_t count = 0;
    assert_true(store_finding_answers(store, c.finding, count_answer, &count));
    assert_int_equal(count, 2);
    count = 0;
    assert_true(store_each_sighting(store, count_sighting, &count));
    assert_int_equal(count, 9);
    count = 0;
    assert_true(store_each_finding(store, count_finding, &count));
    assert_int_equal(count, 5);
    store_close(store);
}

static void test_alarms(void **state) {
    fixture_t *f = *state;
    store_t *store = open_store(f, STORE_NEW);
    bool fresh;
    for (int i = 1; i <= 3; i++) {
        store_alarm_t alarm = {.key = slice_of("claim fusion"), .text = slice_of("x")};
        assert_true(store_add_alarm(store, &alarm, &fresh));
        assert_int_equal(fresh, i == 1);
        assert_int_equal(alarm.count, i);
    }
    store_alarm_t other = {.key = slice_of("worker")};
    assert_true(store_add_alarm(store, &other, &fresh));
    assert_true(fresh);
    store_close(store);
}

/* ---- Words --------------------------------------------------------------------------------- */

/* What reads a table: one row, and all. */
typedef struct readers {
    bool (*get)(store_t *store, arena_t *arena);
    bool (*each)(store_t *store);
} readers_t;

#define ROW(name, table)                                                                           \
    static bool refuse_##name(void *arg, const store_##name##_t *row) {                            \
        (void)arg, (void)row;                                                                      \
        fail_msg("a row of %s was shown", #table);                                                 \
        return false;                                                                              \
    }                                                                                              \
    static bool get_##name(store_t *store, arena_t *arena) {                                       \
        store_##name##_t row;                                                                      \
        return store_get_##name(store, 1, arena, &row);                                            \
    }                                                                                              \
    static bool each_##name(store_t *store) {                                                      \
        return store_each_##name(store, refuse_##name, NULL);                                      \
    }
#define INT(field)
#define REAL(field)
#define TEXT(field)
#define WORD(field, words)
#define END(name, sql)
#include "store/rows.def"

static void expect_named(const store_t *store, const char *title) {
    char expected[100];
    snprintf(expected, sizeof expected, ": 'rudeness' is no %s: the database is damaged", title);
    if (!strstr(store_why(store), expected))
        fail_msg("'%s' does not say '%s'", store_why(store), expected);
}

static void set_word(const fixture_t *f, const char *table, const char *field, const char *word) {
    char sql[200];
    snprintf(sql, sizeof sql, "UPDATE %s SET \"%s\" = '%s'", table, field, word);
    run_sql(f, sql);
}

/* Row 1 of the table is refused while the word in this column is unknown. */
static void check_word(fixture_t *f, store_t *store, const char *table, const char *field,
                       const vocabulary_t *vocabulary, const readers_t *readers) {
    set_word(f, table, field, "rudeness");
    assert_false(readers->get(store, &f->arena));
    expect_named(store, vocabulary->title);
    assert_false(readers->each(store));
    expect_named(store, vocabulary->title);
    set_word(f, table, field, vocabulary->rows[0].name);
    assert_true(readers->get(store, &f->arena));
}

/* A word that is in no vocabulary is named, whichever column it is in. */
static void test_unknown_words(void **state) {
    fixture_t *f = *state;
    store_t *store = open_store(f, STORE_NEW);
    uint32_t columns = 0;
#define ROW(name, of)                                                                              \
    {                                                                                              \
        static const char table[] = #of;                                                           \
        const readers_t readers = {get_##name, each_##name};                                       \
        store_##name##_t row = {0};                                                                \
        assert_true(store_put_##name(store, &row));                                                \
        (void)table, (void)readers;
#define INT(field)
#define REAL(field)
#define TEXT(field)
#define WORD(field, words)                                                                         \
    check_word(f, store, table, #field, &words##_vocabulary, &readers);                            \
    columns++;
#define END(name, sql) }
#include "store/rows.def"
    assert_int_equal(columns, 12);
    store_close(store);
}

static bool no_answer(void *arg, const store_answer_t *row) {
    (void)arg, (void)row;
    fail_msg("an answer was shown");
    return false;
}

/* Nor is it passed over on the way to something else. */
static void test_unknown_words_of_events(void **state) {
    fixture_t *f = *state;
    store_t *store = open_store(f, STORE_NEW);
    store_cluster_t c;
    add(store, "k", GRADE_CERTIFIED, "12345", "a", REPEAT_CONFIRMED, &c);
    set_word(f, "answers", "outcome", "rudeness");
    assert_false(store_finding_answers(store, c.finding, no_answer, NULL));
    expect_named(store, "outcome");
    set_word(f, "clusters", "grade", "rudeness");
    assert_false(store_find_cluster(store, slice_of("k"), &f->arena, &c));
    expect_named(store, "grade");
    store_finding_t finding = {.trigger = slice_of("1"), .recipe = slice_of("b")};
    c = (store_cluster_t){.key = slice_of("k")};
    stored_t how;
    assert_false(store_add_finding(store, &c, &finding, NULL, 0, &how));
    expect_named(store, "grade");
    uint32_t count = 0;
    assert_true(store_each_finding(store, count_finding, &count));
    assert_int_equal(count, 1);
    store_close(store);
}

static void expect_why(const store_t *store, const char *why) {
    if (!strstr(store_why(store), why))
        fail_msg("'%s' does not say '%s'", store_why(store), why);
}

/* A table with other columns than ours would be read by the wrong ones. */
static void test_other_columns(void **state) {
    fixture_t *f = *state;
    static const char damaged[] = "other columns in alarms: the database is damaged";
    store_t *store = open_store(f, STORE_NEW);
    store_alarm_t alarm = {.key = slice_of("k")};
    bool fresh;
    assert_true(store_add_alarm(store, &alarm, &fresh));
    run_sql(f, "ALTER TABLE alarms ADD COLUMN mood TEXT");
    assert_false(store_get_alarm(store, alarm.id, &f->arena, &alarm));
    expect_why(store, damaged);
    run_sql(f, "ALTER TABLE alarms DROP COLUMN mood; ALTER TABLE alarms DROP COLUMN text");
    assert_false(each_alarm(store));
    expect_why(store, damaged);
    store_close(store);
}

/* A cluster shows a finding, or says that it has none. */
static void test_lost_finding(void **state) {
    fixture_t *f = *state;
    store_t *store = open_store(f, STORE_NEW);
    store_cluster_t c;
    store_finding_t finding;
    add(store, "k", GRADE_CERTIFIED, "12345", "a", REPEAT_CONFIRMED, &c);
    assert_true(store_cluster_finding(store, &c, &f->arena, &finding));
    assert_int_equal(finding.id, c.finding);
    run_sql(f, "DELETE FROM findings");
    assert_false(store_cluster_finding(store, &c, &f->arena, &finding));
    expect_why(store, "no finding 1, which cluster 1 shows");
    store_close(store);
}

/* ---- Layout -------------------------------------------------------------------------------- */

/* Tables as assay 0.1.0 made them, in layout 1. Rows are read by the order of the columns, and a
 * campaign is resumed with the columns that it began with: who changes a table here, changes
 * STORE_VERSION, and has the store read both. */
static const char *const layout_1[][2] = {
    {"clusters",
     "CREATE TABLE clusters (id INTEGER PRIMARY KEY, \"key\" TEXT NOT NULL, "
     "\"kind\" TEXT NOT NULL, \"grade\" TEXT NOT NULL, \"solver\" TEXT NOT NULL, "
     "\"repeat\" TEXT NOT NULL, \"strategy\" TEXT NOT NULL, \"count\" INTEGER NOT NULL, "
     "\"first\" REAL NOT NULL, \"last\" REAL NOT NULL, \"finding\" INTEGER NOT NULL, "
     "\"bytes\" INTEGER NOT NULL, \"written\" INTEGER NOT NULL, "
     "\"settled\" INTEGER NOT NULL, UNIQUE (key)) STRICT"},
    {"findings", "CREATE TABLE findings (id INTEGER PRIMARY KEY, \"cluster\" INTEGER NOT NULL, "
                 "\"at\" REAL NOT NULL, \"kind\" TEXT NOT NULL, \"grade\" TEXT NOT NULL, "
                 "\"solver\" TEXT NOT NULL, \"tier\" TEXT NOT NULL, \"options\" TEXT NOT NULL, "
                 "\"command\" TEXT NOT NULL, \"strategy\" TEXT NOT NULL, \"recipe\" TEXT NOT NULL, "
                 "\"seeds\" TEXT NOT NULL, \"claim\" TEXT NOT NULL, \"reason\" TEXT NOT NULL, "
                 "\"logic\" TEXT NOT NULL, \"signature\" TEXT NOT NULL, "
                 "\"certificate\" TEXT NOT NULL, \"evidence\" TEXT NOT NULL, "
                 "\"witness\" TEXT NOT NULL, \"trigger\" TEXT NOT NULL, \"reduced\" TEXT NOT NULL, "
                 "\"repeat\" TEXT NOT NULL, \"transcript\" TEXT NOT NULL) STRICT"},
    {"answers", "CREATE TABLE answers (id INTEGER PRIMARY KEY, \"finding\" INTEGER NOT NULL, "
                "\"solver\" TEXT NOT NULL, \"tier\" TEXT NOT NULL, \"options\" TEXT NOT NULL, "
                "\"role\" TEXT NOT NULL, \"mode\" TEXT NOT NULL, \"outcome\" TEXT NOT NULL, "
                "\"signature\" TEXT NOT NULL, \"message\" TEXT NOT NULL, \"model\" TEXT NOT NULL, "
                "\"out\" TEXT NOT NULL, \"err\" TEXT NOT NULL, \"cpu_ms\" REAL NOT NULL, "
                "\"wall_ms\" REAL NOT NULL, \"status\" INTEGER NOT NULL, "
                "\"signal\" INTEGER NOT NULL) STRICT"},
    {"alarms", "CREATE TABLE alarms (id INTEGER PRIMARY KEY, \"key\" TEXT NOT NULL, "
               "\"at\" REAL NOT NULL, \"kind\" TEXT NOT NULL, \"strategy\" TEXT NOT NULL, "
               "\"recipe\" TEXT NOT NULL, \"text\" TEXT NOT NULL, \"trigger\" TEXT NOT NULL, "
               "\"count\" INTEGER NOT NULL, UNIQUE (key)) STRICT"},
};

/* The text that made a table. */
static void take_sql(const fixture_t *f, const char *table, strbuf_t *out) {
    sqlite3 *db;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open(f->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "SELECT sql FROM sqlite_master WHERE name = ?", -1,
                                        &statement, NULL),
                     SQLITE_OK);
    sqlite3_bind_text(statement, 1, table, -1, SQLITE_STATIC);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    strbuf_clear(out);
    strbuf_str(out, (const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    sqlite3_close(db);
}

static void test_layout(void **state) {
    fixture_t *f = *state;
    assert_int_equal(STORE_VERSION, 1);
    store_close(open_store(f, STORE_NEW));
    for (size_t i = 0; i < sizeof layout_1 / sizeof *layout_1; i++) {
        take_sql(f, layout_1[i][0], &f->why);
        assert_string_equal(strbuf_text(&f->why), layout_1[i][1]);
    }
}

/* No word that assay 0.1.0 wrote may go: its campaigns would be taken for damaged. */
static void test_old_words(void **state) {
    static const struct {
        const vocabulary_t *vocabulary;
        const char *words[9];
    } rows[] = {
        {&finding_kind_vocabulary,
         {"refutation-soundness", "solution-soundness", "invalid-model", "crash", "performance",
          "incompleteness"}},
        {&grade_vocabulary, {"certified", "cross-checked", "claimed"}},
        {&certificate_vocabulary,
         {"none", "witness", "own-model", "repeated", "self-contradiction", "validator"}},
        {&alarm_kind_vocabulary,
         {"claim-refuted", "claim-unfounded", "claim-outvoted", "seed-conflict", "worker-died"}},
        {&outcome_vocabulary,
         {"sat", "unsat", "unknown", "timeout", "memout", "crash", "error", "unsupported"}},
        {&claim_vocabulary, {"none", "sat", "unsat"}},
        {&run_mode_vocabulary, {"spawn", "session", "snapshot"}},
        {&repeat_vocabulary, {"flaky", "session", "confirmed"}},
        {&role_vocabulary, {"other", "culprit", "witness"}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (const char *const *word = rows[i].words; *word; word++)
            if (vocabulary_find(rows[i].vocabulary, slice_of(*word)) == rows[i].vocabulary->count)
                fail_msg("'%s' is no %s any more", *word, rows[i].vocabulary->title);
}

/* What assay 0.1.0 stored, as it wrote it, is read. */
static void test_older(void **state) {
    fixture_t *f = *state;
    run_sql(f, "PRAGMA application_id = 0x61737379; PRAGMA user_version = 1");
    for (size_t i = 0; i < sizeof layout_1 / sizeof *layout_1; i++)
        run_sql(f, layout_1[i][1]);
    run_sql(f,
            "INSERT INTO clusters VALUES (1, 'invalid-model z3 QF_S', 'invalid-model', "
            "'cross-checked', 'z3', 'session', 'fusion', 5, 1.5, 9, 1, 12, 1, 0);"
            "INSERT INTO findings VALUES (1, 1, 1.5, 'invalid-model', 'cross-checked', 'z3', '', "
            "'', 'z3 -in', 'fusion', 'fusion seed=1', 'a.smt2', 'unsat', 'both are', 'QF_S', '', "
            "'self-contradiction', 'It says otherwise.', '', '(check-sat)', '', 'session', "
            "'(reset)');"
            "INSERT INTO answers VALUES (1, 1, 'z3', '', '', 'culprit', 'snapshot', 'timeout', "
            "'', '', '', 'sat', '', 12, 13, -1, 9);"
            "INSERT INTO alarms VALUES (1, 'k', 2, 'claim-outvoted', 'fusion', 'r', 't', 'f', 3)");
    store_t *store = open_store(f, STORE_WRITE);
    store_cluster_t cluster;
    store_finding_t finding;
    store_answer_t answer;
    store_alarm_t alarm;
    assert_true(store_get_cluster(store, 1, &f->arena, &cluster));
    assert_int_equal(cluster.kind, FINDING_INVALID_MODEL);
    assert_int_equal(cluster.grade, GRADE_CROSS_CHECKED);
    assert_int_equal(cluster.repeat, REPEAT_SESSION);
    assert_int_equal(cluster.written, 1);
    assert_true(store_get_finding(store, 1, &f->arena, &finding));
    assert_true(finding.at == 1.5);
    assert_int_equal(finding.claim, CLAIM_UNSAT);
    assert_int_equal(finding.certificate, CERTIFICATE_SELF_CONTRADICTION);
    assert_true(same(finding.transcript, "(reset)"));
    assert_true(store_get_answer(store, 1, &f->arena, &answer));
    assert_int_equal(answer.role, ROLE_CULPRIT);
    assert_int_equal(answer.mode, MODE_SNAPSHOT);
    assert_int_equal(answer.outcome, OUTCOME_TIMEOUT);
    assert_int_equal(answer.signal, 9);
    assert_true(store_get_alarm(store, 1, &f->arena, &alarm));
    assert_int_equal(alarm.kind, ALARM_OUTVOTED);
    assert_int_equal(alarm.count, 3);
    store_close(store);
}

/* ---- Files that are not as they should be --------------------------------------------------- */

static void write_file(const fixture_t *f, const char *data, size_t len) {
    FILE *out = fopen(f->path, "w");
    assert_non_null(out);
    assert_int_equal(fwrite(data, 1, len, out), len);
    assert_int_equal(fclose(out), 0);
}

static void test_no_file(void **state) {
    fixture_t *f = *state;
    expect_refused(f, STORE_WRITE, "No such file");
    expect_refused(f, STORE_READ, "No such file");
    assert_int_equal(access(f->path, F_OK), -1);
    store_close(open_store(f, STORE_NEW));
    expect_refused(f, STORE_NEW, "File exists");
}

static void test_no_database(void **state) {
    fixture_t *f = *state;
    char text[2000];
    memset(text, 'x', sizeof text);
    write_file(f, text, sizeof text);
    expect_refused(f, STORE_WRITE, "not the database of a campaign");
    expect_refused(f, STORE_READ, "not the database of a campaign");
    file_text_t now;
    const char *error;
    assert_true(file_read(&f->mem, f->path, &now, &error));
    assert_int_equal(now.len, sizeof text);
    assert_memory_equal(now.data, text, sizeof text);
    file_release(&f->mem, &now);
    assert_int_equal(unlink(f->path), 0);
    run_sql(f, "CREATE TABLE notes (text)");
    expect_refused(f, STORE_WRITE, "not the database of a campaign");
}

static void test_newer(void **state) {
    fixture_t *f = *state;
    store_close(open_store(f, STORE_NEW));
    run_sql(f, "PRAGMA user_version = 1000");
    expect_refused(f, STORE_WRITE, "a newer assay made it: layout 1000");
    expect_refused(f, STORE_READ, "a newer assay made it");
}

static void test_damaged(void **state) {
    fixture_t *f = *state;
    store_t *store = open_store(f, STORE_NEW);
    assert_true(store_begin(store));
    for (int i = 0; i < 500; i++) {
        store_behaviour_t row = {.hash = i * 7919};
        assert_true(store_put_behaviour(store, &row));
    }
    assert_true(store_commit(store));
    store_close(store);
    int fd = open(f->path, O_RDWR | O_CLOEXEC);
    struct stat info;
    assert_int_equal(fstat(fd, &info), 0);
    char noise[4096];
    memset(noise, 0x5a, sizeof noise);
    for (off_t at = 4096; at + 4096 <= info.st_size; at += 4096)
        assert_int_equal(pwrite(fd, noise, sizeof noise, at), sizeof noise);
    close(fd);
    expect_refused(f, STORE_WRITE, "damaged");
    assert_int_equal(stat(f->path, &info), 0);
}

/* ---- Others who use it ---------------------------------------------------------------------- */

/* Runs work in a child; its exit status. */
static int in_child(fixture_t *f, int (*work)(fixture_t *f)) {
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0)
        _exit(work(f));
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static int second_writer(fixture_t *f) {
    strbuf_clear(&f->why);
    if (store_open(&f->mem, f->path, STORE_WRITE, &f->why))
        return 1;
    return strstr(strbuf_text(&f->why), "another assay works on this campaign") ? 0 : 2;
}

static int reader(fixture_t *f) {
    store_t *store = store_open(&f->mem, f->path, STORE_READ, &f->why);
    const char *fact = store ? store_fact(store, "k", &f->arena) : NULL;
    return fact && strcmp(fact, "v") == 0 ? 0 : 1;
}

static void test_one_writer(void **state) {
    fixture_t *f = *state;
    store_t *store = open_store(f, STORE_NEW);
    assert_true(store_set(store, "k", "v"));
    assert_int_equal(in_child(f, second_writer), 0);
    assert_int_equal(in_child(f, reader), 0);
    assert_true(store_set(store, "k", "w"));
    store_close(store);
    assert_int_equal(in_child(f, second_writer), 1);
}

/* Another tool looks at it, and keeps it locked for longer than we wait. */
static void test_locked(void **state) {
    fixture_t *f = *state;
    store_t *store = open_store(f, STORE_NEW);
    sqlite3 *db;
    assert_int_equal(sqlite3_open(f->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_false(store_set(store, "k", "v"));
    assert_non_null(strstr(store_why(store), "another program has locked it"));
    assert_int_equal(sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    assert_true(store_set(store, "k", "v"));
    sqlite3_close(db);
    store_close(store);
}

static void drop_root(void) {
    if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
        _exit(99);
}

static int read_only_directory(fixture_t *f) {
    drop_root();
    if (store_open(&f->mem, f->path, STORE_WRITE, &f->why))
        return 1;
    if (!strstr(strbuf_text(&f->why), "Permission denied"))
        return 2;
    return reader(f) == 0 ? 0 : 3;
}

static int make_in_read_only(fixture_t *f) {
    drop_root();
    strbuf_clear(&f->why);
    if (store_open(&f->mem, f->path, STORE_NEW, &f->why))
        return 1;
    return strstr(strbuf_text(&f->why), "Permission denied") ? 0 : 2;
}

static void test_read_only(void **state) {
    fixture_t *f = *state;
    assert_int_equal(chmod(f->dir, 0555), 0);
    assert_int_equal(in_child(f, make_in_read_only), 0);
    assert_int_equal(chmod(f->dir, 0777), 0);
    store_t *store = open_store(f, STORE_NEW);
    assert_true(store_set(store, "k", "v"));
    store_close(store);
    assert_int_equal(chmod(f->path, 0444), 0);
    assert_int_equal(chmod(f->dir, 0555), 0);
    assert_int_equal(in_child(f, read_only_directory), 0);
}

/* ---- Full disks ----------------------------------------------------------------------------- */

static void limit_files(rlim_t bytes) {
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
}

/* Findings are stored until the disk is full; what was stored stays, nothing is stored by halves,
 * and when there is room again it goes on. */
static int fill_disk(fixture_t *f) {
    signal(SIGXFSZ, SIG_IGN);
    store_t *store = open_store(f, STORE_NEW);
    char *big = malloc(20000);
    memset(big, 'a', 20000);
    limit_files(400000);
    store_answer_t answer = {.outcome = OUTCOME_UNSAT};
    store_finding_t finding = {.grade = GRADE_CLAIMED, .trigger = {big, 20000}};
    int stored = 0;
    stored_t how;
    bool ok = true;
    char key[32];
    while (ok && stored < 1000) {
        snprintf(key, sizeof key, "k%d", stored);
        store_cluster_t cluster = {.key = slice_of(key)};
        ok = store_add_finding(store, &cluster, &finding, &answer, 1, &how);
        stored += ok;
    }
    if (ok || stored < 2)
        return 1;
    if (!strstr(store_why(store), "full"))
        return print_error("%s\n", store_why(store)), 2;
    store_cluster_t cluster = {.key = slice_of(key)};
    if (store_add_finding(store, &cluster, &finding, &answer, 1, &how))
        return 3;
    limit_files(RLIM_INFINITY);
    if (!store_add_finding(store, &cluster, &finding, &answer, 1, &how) || how != STORED_NEW)
        return 4;
    store_close(store);
    store = open_store(f, STORE_WRITE);
    uint32_t rows[3] = {0};
    for (uint32_t i = 1; i <= (uint32_t)stored + 1; i++) {
        store_cluster_t row;
        rows[0] +=
            store_get_cluster(store, i, &f->arena, &row) && row.count == 1 && row.finding == i;
    }
    store_each_finding(store, count_finding, &rows[1]);
    for (int64_t i = 1; i <= stored + 1; i++)
        store_finding_answers(store, i, count_answer, &rows[2]);
    store_close(store);
    for (int i = 0; i < 3; i++)
        if (rows[i] != (uint32_t)stored + 1)
            return 10 + i;
    return 0;
}

static void test_full_disk(void **state) {
    fixture_t *f = *state;
    assert_int_equal(in_child(f, fill_disk), 0);
}

/* ---- Death ---------------------------------------------------------------------------------- */

/* Stores for ever, and says after each commit how many there are. */
static _Noreturn void store_for_ever(fixture_t *f, int pipe) {
    store_t *store = open_store(f, STORE_WRITE);
    store_answer_t answer = {.outcome = OUTCOME_UNSAT};
    store_finding_t finding = {.grade = GRADE_CLAIMED, .trigger = slice_of("(check-sat)")};
    uint32_t count = 0;
    store_each_finding(store, count_finding, &count);
    for (;;) {
        char key[32];
        snprintf(key, sizeof key, "k%u", count);
        store_cluster_t cluster = {.key = slice_of(key)};
        stored_t how;
        if (!store_add_finding(store, &cluster, &finding, &answer, 1, &how))
            _exit(1);
        count++;
        if (write(pipe, &count, sizeof count) != sizeof count)
            _exit(2);
    }
}

static void test_killed(void **state) {
    fixture_t *f = *state;
    rng_t rng = rng_make(unit_seed());
    store_close(open_store(f, STORE_NEW));
    uint32_t before = 0;
    for (int round = 0; round < 8; round++) {
        int fds[2];
        assert_int_equal(pipe(fds), 0);
        pid_t pid = fork();
        assert_true(pid >= 0);
        if (pid == 0)
            store_for_ever(f, fds[1]);
        close(fds[1]);
        uint32_t said = before;
        uint32_t wanted = before + 1 + (uint32_t)rng_below(&rng, 12);
        while (said < wanted && read(fds[0], &said, sizeof said) == sizeof said)
            continue;
        assert_true(said >= wanted);
        usleep((useconds_t)rng_below(&rng, 3000));
        kill(pid, SIGKILL);
        assert_int_equal(waitpid(pid, NULL, 0), pid);
        while (read(fds[0], &said, sizeof said) == sizeof said)
            continue;
        close(fds[0]);
        store_t *store = open_store(f, STORE_WRITE);
        uint32_t findings = 0;
        uint32_t answers = 0;
        uint32_t sightings = 0;
        assert_true(store_each_finding(store, count_finding, &findings));
        assert_true(store_each_answer(store, count_answer, &answers));
        assert_true(store_each_sighting(store, count_sighting, &sightings));
        assert_true(findings == said || findings == said + 1);
        assert_int_equal(answers, findings);
        assert_int_equal(sightings, findings);
        before = findings;
        store_close(store);
    }
}

/* ---- Mistakes of callers ------------------------------------------------------------------- */

static void begin_again(void *arg) {
    store_begin(arg);
}

static void commit_nothing(void *arg) {
    store_commit(arg);
}

static void add_without_key(void *arg) {
    store_cluster_t cluster = {0};
    store_finding_t finding = {0};
    stored_t how;
    store_add_finding(arg, &cluster, &finding, NULL, 0, &how);
}

static void settle_none(void *arg) {
    store_set_reduced(arg, 0, slice_of("(check-sat)"));
}

static void test_misuse(void **state) {
    fixture_t *f = *state;
    store_t *store = open_store(f, STORE_NEW);
    char said[300];
    assert_true(unit_aborts(commit_nothing, store, said, sizeof said));
    assert_non_null(strstr(said, "store_in_transaction"));
    assert_true(unit_aborts(add_without_key, store, said, sizeof said));
    assert_true(unit_aborts(settle_none, store, said, sizeof said));
    assert_true(store_begin(store));
    assert_true(unit_aborts(begin_again, store, said, sizeof said));
    assert_true(store_commit(store));
    store_close(store);
}

/* ---- Memory --------------------------------------------------------------------------------- */

static void use_store(mem_t *mem, void *arg) {
    fixture_t *f = arg;
    strbuf_t why;
    strbuf_init(&why, mem);
    store_t *store = store_open(mem, f->path, STORE_WRITE, &why);
    if (store)
        store_close(store);
    assert_null(store_open(mem, "/nowhere/campaign.db", STORE_WRITE, &why));
    assert_null(store_open(mem, "/proc/self/exe", STORE_READ, &why)); /* no database */
    strbuf_done(&why);
}

static unsigned open_files(void) {
    unsigned count = 0;
    for (int fd = 0; fd < 256; fd++)
        count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

static void test_no_memory(void **state) {
    fixture_t *f = *state;
    store_close(open_store(f, STORE_NEW));
    unsigned before = open_files();
    assert_true(unit_fail_each(use_store, NULL, f) > 5);
    assert_int_equal(open_files(), before);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_round_trip),    TEST(test_each),
        TEST(test_facts),         TEST(test_findings),
        TEST(test_alarms),        TEST(test_no_file),
        TEST(test_no_database),   TEST(test_newer),
        TEST(test_damaged),       TEST(test_one_writer),
        TEST(test_locked),        TEST(test_read_only),
        TEST(test_full_disk),     TEST(test_killed),
        TEST(test_no_memory),     TEST(test_layout),
        TEST(test_old_words),     TEST(test_older),
        TEST(test_unknown_words), TEST(test_unknown_words_of_events),
        TEST(test_other_columns), TEST(test_lost_finding),
        TEST(test_misuse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
