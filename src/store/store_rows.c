/* store_rows.c - what rows.def makes: the tables, and writing and reading their rows. The columns
 * are in the order of the file, after the id. */
#include "base/bug.h"
#include "store/store_priv.h"

const char *const store_schema =
#define ROW(name, table) "CREATE TABLE " #table " (id INTEGER PRIMARY KEY"
#define INT(field) ", \"" #field "\" INTEGER NOT NULL"
#define REAL(field) ", \"" #field "\" REAL NOT NULL"
#define TEXT(field) ", \"" #field "\" TEXT NOT NULL"
#define WORD(field, words) TEXT(field)
#define END(name, sql) sql ") STRICT;\n"
#include "store/rows.def"
    "CREATE TABLE facts (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;\n"
    "CREATE INDEX answers_finding ON answers (finding);\n"
    "CREATE INDEX findings_cluster ON findings (cluster);\n";

static const char *const sql[STATEMENT_COUNT] = {
/* The columns are counted by the place they have in the list of parameters. */
#define ROW(name, table) [STATEMENT_NEW_##name] = "INSERT INTO " #table " VALUES (?"
#define INT(field) ",?"
#define REAL(field) ",?"
#define TEXT(field) ",?"
#define WORD(field, words) ",?"
#define END(name, constraint) ")",
#include "store/rows.def"
#define ROW(name, table) [STATEMENT_PUT_##name] = "UPDATE " #table " SET id = ?1"
#define INT(field) ", \"" #field "\" = ?"
#define REAL(field) ", \"" #field "\" = ?"
#define TEXT(field) ", \"" #field "\" = ?"
#define WORD(field, words) TEXT(field)
#define END(name, constraint) " WHERE id = ?1",
#include "store/rows.def"
#define ROW(name, table) [STATEMENT_GET_##name] = "SELECT * FROM " #table " WHERE id = ?",
#define INT(field)
#define REAL(field)
#define TEXT(field)
#define WORD(field, words)
#define END(name, constraint)
#include "store/rows.def"
#define ROW(name, table) [STATEMENT_EACH_##name] = "SELECT * FROM " #table " ORDER BY id",
#define INT(field)
#define REAL(field)
#define TEXT(field)
#define WORD(field, words)
#define END(name, constraint)
#include "store/rows.def"
#define STATEMENT(id, text) [STATEMENT_##id] = (text),
#include "store/statements.def"
};

sqlite3_stmt *store_prepare(store_t *store, statement_t which) {
    assert(store->db && which < STATEMENT_COUNT);
    strbuf_clear(&store->why);
    sqlite3_stmt **place = &store->statements[which];
    if (!*place) {
        int code =
            sqlite3_prepare_v3(store->db, sql[which], -1, SQLITE_PREPARE_PERSISTENT, place, NULL);
        if (code != SQLITE_OK)
            store_fail(store, code);
        return *place;
    }
    /* One that was left in the middle: a visit jumped out of it. */
    sqlite3_reset(*place);
    sqlite3_clear_bindings(*place);
    return *place;
}

/* The functions of each row type. */

/* A letter for each column: of the id, of integers, reals, texts and words. */
#define ROW(name, table) static const char columns_##name[] = "k"
#define INT(field) "i"
#define REAL(field) "r"
#define TEXT(field) "t"
#define WORD(field, words) "w"
#define END(name, constraint) ;
#include "store/rows.def"

#define ROW(name, table)                                                                           \
    static void bind_##name(sqlite3_stmt *statement, const store_##name##_t *row) {                \
        int at = 2; /* the first is the id */
#define INT(field) sqlite3_bind_int64(statement, at++, row->field);
#define REAL(field) sqlite3_bind_double(statement, at++, row->field);
#define TEXT(field) store_bind_text(statement, at++, row->field);
#define WORD(field, words) store_bind_text(statement, at++, slice_of(words##_name(row->field)));
#define END(name, constraint)                                                                      \
    assert(at == sqlite3_bind_parameter_count(statement) + 1); /* each has its value */            \
    }
#include "store/rows.def"

#define ROW(name, table)                                                                           \
    bool store_read_##name(store_t *store, sqlite3_stmt *statement, store_##name##_t *row) {       \
        int at = 0;                                                                                \
        uint32_t word;                                                                             \
        (void)word;                                                                                \
        *row = (store_##name##_t){0};                                                              \
        if (sqlite3_column_count(statement) != (int)sizeof columns_##name - 1)                     \
            return store_say(store, "other columns in " #table ": the database is damaged");       \
        row->id = sqlite3_column_int64(statement, at++);
#define INT(field) row->field = sqlite3_column_int64(statement, at++);
#define REAL(field) row->field = sqlite3_column_double(statement, at++);
#define TEXT(field) row->field = store_column_text(statement, at++);
#define WORD(field, words)                                                                         \
    if (!store_column_word(store, statement, at++, &words##_vocabulary, &word))                    \
        return false;                                                                              \
    row->field = (words##_t)word;
#define END(name, constraint)                                                                      \
    return true;                                                                                   \
    }
#include "store/rows.def"

#define ROW(name, table)                                                                           \
    static void keep_##name(arena_t *arena, store_##name##_t *row) {                               \
        (void)arena;                                                                               \
        (void)row;
#define INT(field)
#define REAL(field)
#define TEXT(field) row->field = store_copy_text(arena, row->field);
#define WORD(field, words)
#define END(name, constraint) }
#include "store/rows.def"

#define ROW(name, table)                                                                           \
    bool store_put_##name(store_t *store, store_##name##_t *row) {                                 \
        assert(row->id >= 0);                                                                      \
        bool fresh = row->id == 0;                                                                 \
        sqlite3_stmt *statement =                                                                  \
            store_prepare(store, fresh ? STATEMENT_NEW_##name : STATEMENT_PUT_##name);             \
        if (!statement)                                                                            \
            return false;                                                                          \
        if (!fresh)                                                                                \
            sqlite3_bind_int64(statement, 1, row->id);                                             \
        bind_##name(statement, row);                                                               \
        if (!store_run(store, statement))                                                          \
            return false;                                                                          \
        if (fresh)                                                                                 \
            row->id = sqlite3_last_insert_rowid(store->db);                                        \
        return fresh || sqlite3_changes(store->db) == 1 ||                                         \
               store_say(store, "no row %lld in " #table, (long long)row->id);                     \
    }                                                                                              \
    bool store_get_##name(store_t *store, int64_t id, arena_t *arena, store_##name##_t *row) {     \
        sqlite3_stmt *statement = store_prepare(store, STATEMENT_GET_##name);                      \
        if (!statement)                                                                            \
            return false;                                                                          \
        sqlite3_bind_int64(statement, 1, id);                                                      \
        if (store_step(store, statement) != 1)                                                     \
            return false;                                                                          \
        bool read = store_read_##name(store, statement, row);                                      \
        if (read)                                                                                  \
            keep_##name(arena, row);                                                               \
        sqlite3_reset(statement);                                                                  \
        return read;                                                                               \
    }                                                                                              \
    bool store_each_##name(store_t *store, store_##name##_visit_t visit, void *arg) {              \
        sqlite3_stmt *statement = store_prepare(store, STATEMENT_EACH_##name);                     \
        if (!statement)                                                                            \
            return false;                                                                          \
        int got = 0;                                                                               \
        while ((got = store_step(store, statement)) == 1) {                                        \
            store_##name##_t row = {0};                                                            \
            if (!store_read_##name(store, statement, &row))                                        \
                got = -1;                                                                          \
            if (got < 0 || !visit(arg, &row))                                                      \
                break;                                                                             \
        }                                                                                          \
        sqlite3_reset(statement);                                                                  \
        return got >= 0;                                                                           \
    }
#define INT(field)
#define REAL(field)
#define TEXT(field)
#define WORD(field, words)
#define END(name, constraint)
#include "store/rows.def"
