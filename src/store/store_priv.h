/* store_priv.h - inside the store: statements, and how they are run. */
#ifndef STORE_STORE_PRIV_H
#define STORE_STORE_PRIV_H

#include "store/store.h"

#include <sqlite3.h>

/* The statements that are kept prepared: four for each table, and those of statements.def. */
typedef enum {
#define ROW(name, table)                                                                           \
    STATEMENT_NEW_##name, STATEMENT_PUT_##name, STATEMENT_GET_##name, STATEMENT_EACH_##name,
#define INT(field)
#define REAL(field)
#define TEXT(field)
#define WORD(field, words)
#define END(name, sql)
#include "store/rows.def"
#define STATEMENT(id, sql) STATEMENT_##id,
#include "store/statements.def"
    STATEMENT_COUNT
} statement_t;

struct store {
    mem_t *mem;
    char *path;
    sqlite3 *db;
    int lock; /* descriptor of PATH.lock, or -1 */
    strbuf_t why;
    arena_t scratch; /* texts of the last event */
    arena_mark_t clean;
    sqlite3_stmt *statements[STATEMENT_COUNT];
};

/* What makes all tables. */
extern const char *const store_schema;

/* Whether one is open: begun, and neither committed nor rolled back. */
bool store_in_transaction(const store_t *store);

/* The statement, ready for its parameters; NULL with store_why(). */
sqlite3_stmt *store_prepare(store_t *store, statement_t which);

/* Runs a statement that gives no rows; false with store_why(). */
bool store_run(store_t *store, sqlite3_stmt *statement);

/* The next row: 1, the end: 0, a failure: -1 with store_why(). The statement is reset but for a
 * row. */
int store_step(store_t *store, sqlite3_stmt *statement);

void store_bind_text(sqlite3_stmt *statement, int at, slice_t text);

/* Good until the next step. */
slice_t store_column_text(sqlite3_stmt *statement, int at);
slice_t store_copy_text(arena_t *arena, slice_t text);

/* Says in why what went wrong: the message of SQLite for this code, in words that help. */
bool store_fail(store_t *store, int code);
bool store_say(store_t *store, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Takes the word of a column; false, with store_why(), when the vocabulary has no such word. */
bool store_column_word(store_t *store, sqlite3_stmt *statement, int at,
                       const vocabulary_t *vocabulary, uint32_t *value);

/* The reading half of a row type, for statements that select all columns in order. False, with
 * store_why(), when a word is unknown. */
#define ROW(name, table)                                                                           \
    bool store_read_##name(store_t *store, sqlite3_stmt *statement, store_##name##_t *row);
#define INT(field)
#define REAL(field)
#define TEXT(field)
#define WORD(field, words)
#define END(name, sql)
#include "store/rows.def"

#endif
