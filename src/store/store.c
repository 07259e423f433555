#include "store/store.h"

#include "base/bug.h"
#include "store/store_priv.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* "assy" in the file's header: what file(1) and we know a campaign by. */
enum { APPLICATION = 0x61737379 };

/* Milliseconds to wait for another tool that looks at the file and locks it. */
enum { BUSY_MS = 5000 };

const char *store_why(const store_t *store) {
    return store->why.len > 0 ? store->why.data : "";
}

/* ---- Failures ------------------------------------------------------------------------------ */

bool store_say(store_t *store, const char *format, ...) {
    strbuf_clear(&store->why);
    strbuf_format(&store->why, "%s: ", store->path);
    va_list args;
    va_start(args, format);
    strbuf_vformat(&store->why, format, args);
    va_end(args);
    strbuf_text(&store->why);
    return false;
}

bool store_fail(store_t *store, int code) {
    assert(code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE);
    int number = sqlite3_system_errno(store->db);
    const char *detail = sqlite3_errmsg(store->db);
    switch (code & 0xFF) {
    case SQLITE_FULL:
        return store_say(store, "the disk is full");
    case SQLITE_CANTOPEN:
        return store_say(store, "%s", number != 0 ? strerror(number) : detail);
    case SQLITE_IOERR:
        return store_say(store, "%s (is the disk full?)", number != 0 ? strerror(number) : detail);
    case SQLITE_READONLY:
        return store_say(store, "it may not be written to");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return store_say(store, "another program has locked it");
    case SQLITE_CORRUPT:
        return store_say(store, "the database is damaged (%s)", detail);
    case SQLITE_NOTADB:
        return store_say(store, "this is not the database of a campaign");
    default:
        return store_say(store, "%s", detail);
    }
}

bool store_refuse(store_t *store, const char *table, int64_t id) {
    return store_say(store, "row %lld of %s cannot be: the database is damaged", (long long)id,
                     table);
}

/* ---- Statements ---------------------------------------------------------------------------- */

int store_step(store_t *store, sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        return 1;
    if (code != SQLITE_DONE)
        store_fail(store, code);
    sqlite3_reset(statement);
    return code == SQLITE_DONE ? 0 : -1;
}

bool store_run(store_t *store, sqlite3_stmt *statement) {
    assert(!sqlite3_stmt_busy(statement)); /* it starts from the beginning */
    int got;
    do
        got = store_step(store, statement);
    while (got > 0);
    return got == 0;
}

void store_bind_text(sqlite3_stmt *statement, int at, slice_t text) {
    assert(at >= 1 && at <= sqlite3_bind_parameter_count(statement));
    sqlite3_bind_text64(statement, at, text.len > 0 ? text.data : "", text.len, SQLITE_STATIC,
                        SQLITE_UTF8);
}

slice_t store_column_text(sqlite3_stmt *statement, int at) {
    assert(at >= 0 && at < sqlite3_data_count(statement)); /* 0 columns where there is no row */
    const char *data = (const char *)sqlite3_column_text(statement, at);
    return (slice_t){data, (size_t)sqlite3_column_bytes(statement, at)};
}

bool store_column_word(store_t *store, sqlite3_stmt *statement, int at,
                       const vocabulary_t *vocabulary, uint32_t *value) {
    slice_t name = store_column_text(statement, at);
    *value = vocabulary_find(vocabulary, name);
    return *value < vocabulary->count ||
           store_say(store, "'%.*s' is no %s: the database is damaged", (int)name.len, name.data,
                     vocabulary->title);
}

slice_t store_copy_text(arena_t *arena, slice_t text) {
    return (slice_t){arena_copy(arena, text.data, text.len), text.len};
}

static bool execute(store_t *store, const char *sql) {
    int code = sqlite3_exec(store->db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK || store_fail(store, code);
}

/* The number that a pragma gives. */
static bool ask_number(store_t *store, const char *sql, int64_t *number) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        *number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement); /* first: there may be no memory for a message */
    if (code == SQLITE_ROW)
        return true;
    return code == SQLITE_DONE ? store_say(store, "no answer to %s", sql) : store_fail(store, code);
}

/* ---- Opening ------------------------------------------------------------------------------- */

/* One writer for a campaign. The lock belongs to the open file, not to the process: SQLite's own
 * would be lost when any other descriptor of the database is closed. */
static bool take_lock(store_t *store) {
    assert(store->lock < 0);
    strbuf_t path;
    strbuf_init(&path, store->mem);
    strbuf_format(&path, "%s.lock", store->path);
    store->lock = open(strbuf_text(&path), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    strbuf_done(&path);
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (store->lock < 0)
        return store_say(store, "%s", strerror(errno));
    if (fcntl(store->lock, F_OFD_SETLK, &whole) == 0)
        return true;
    if (errno == EAGAIN || errno == EACCES)
        return store_say(store, "another assay works on this campaign");
    return store_say(store, "cannot be locked: %s", strerror(errno));
}

static int open_file(store_t *store, store_access_t access) {
    int flags = access == STORE_NEW     ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                : access == STORE_WRITE ? SQLITE_OPEN_READWRITE
                                        : SQLITE_OPEN_READONLY;
    int code = sqlite3_open_v2(store->path, &store->db, flags | SQLITE_OPEN_EXRESCODE, NULL);
    if (code == SQLITE_OK)
        sqlite3_busy_timeout(store->db, BUSY_MS);
    return code;
}

/* A reader of a write-ahead log writes, too: into the file that readers and writers share. Where it
 * may not, it takes the database for one that does not change. */
static bool open_immutable(store_t *store) {
    strbuf_t uri;
    strbuf_init(&uri, store->mem);
    strbuf_str(&uri, "file:");
    for (const char *at = store->path; *at; at++)
        strbuf_format(&uri, strchr("%?# ", *at) ? "%%%02X" : "%c", (unsigned char)*at);
    strbuf_str(&uri, "?immutable=1");
    sqlite3_close(store->db);
    store->db = NULL;
    int code = sqlite3_open_v2(strbuf_text(&uri), &store->db,
                               SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
    strbuf_done(&uri);
    return code == SQLITE_OK || store_fail(store, code);
}

static bool make_tables(store_t *store) {
    strbuf_t sql;
    strbuf_init(&sql, store->mem);
    strbuf_format(&sql, "PRAGMA application_id = %d; PRAGMA user_version = %d;", (int)APPLICATION,
                  (int)STORE_VERSION);
    bool ok = execute(store, "BEGIN IMMEDIATE") && execute(store, store_schema) &&
              execute(store, strbuf_text(&sql)) && execute(store, "COMMIT");
    strbuf_done(&sql);
    return ok;
}

/* Whether it is a campaign that we understand, and is whole. */
static bool check_file(store_t *store, store_access_t access) {
    int64_t application = 0;
    int64_t version = 0;
    if (!ask_number(store, "PRAGMA application_id", &application)) {
        if (access != STORE_READ || !open_immutable(store) ||
            !ask_number(store, "PRAGMA application_id", &application))
            return false;
        strbuf_clear(&store->why);
    }
    if (!ask_number(store, "PRAGMA user_version", &version))
        return false;
    if (application != APPLICATION)
        return store_say(store, "this is not the database of a campaign");
    if (version > STORE_VERSION)
        return store_say(store, "a newer assay made it: layout %lld, and this one knows %d",
                         (long long)version, (int)STORE_VERSION);
    if (access != STORE_WRITE)
        return true;
    int64_t mistakes = 1;
    /* One row "ok", or a row for each thing that is wrong. */
    if (!ask_number(store, "SELECT count(*) FROM pragma_quick_check WHERE quick_check <> 'ok'",
                    &mistakes))
        return false;
    return mistakes == 0 || store_say(store, "the database is damaged");
}

/* Each commit waits until the disk has it. */
static bool open_store(store_t *store, store_access_t access) {
    struct stat info;
    bool there = stat(store->path, &info) == 0;
    if (access == STORE_NEW && there)
        return store_say(store, "%s", strerror(EEXIST));
    if (access != STORE_NEW && !there)
        return store_say(store, "%s", strerror(errno));
    if (access != STORE_READ && !take_lock(store))
        return false;
    int code = open_file(store, access);
    if (code != SQLITE_OK)
        return store_fail(store, code);
    if (access == STORE_NEW)
        return execute(store, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL") &&
               make_tables(store);
    return check_file(store, access) &&
           (access == STORE_READ ||
            execute(store, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL"));
}

static void close_store(store_t *store) {
    for (uint32_t i = 0; i < STATEMENT_COUNT; i++)
        sqlite3_finalize(store->statements[i]);
    int code = sqlite3_close(store->db);
    assert(code == SQLITE_OK); /* it is busy while a statement is left */
    if (store->lock >= 0)
        close(store->lock);
    mem_t *mem = store->mem;
    strbuf_done(&store->why);
    arena_done(&store->scratch);
    mem_free(mem, store->path);
    mem_free(mem, store);
}

typedef struct open_job {
    store_t *store;
    store_access_t access;
    strbuf_t *why;
    bool ok;
} open_job_t;

static void open_work(void *arg) {
    open_job_t *job = arg;
    job->ok = open_store(job->store, job->access);
    if (!job->ok)
        strbuf_add(job->why, job->store->why.data, job->store->why.len);
    strbuf_clear(&job->store->why);
}

store_t *store_open(mem_t *mem, const char *path, store_access_t access, strbuf_t *why) {
    store_t *store = mem_zalloc(mem, 1, sizeof *store);
    store->mem = mem;
    store->lock = -1;
    strbuf_init(&store->why, mem);
    arena_init(&store->scratch, mem);
    store->clean = arena_mark(&store->scratch);
    size_t size = strlen(path) + 1;
    store->path = memcpy(mem_alloc(mem, size), path, size);
    open_job_t job = {.store = store, .access = access, .why = why};
    bool room = mem_try(mem, open_work, &job);
    if (room && job.ok)
        return store;
    close_store(store);
    if (!room)
        mem_fail(mem);
    return NULL;
}

void store_close(store_t *store) {
    if (!store)
        return;
    store_rollback(store);
    close_store(store);
}

void store_forget(store_t *store) {
    store->lock = -1;
    store->db = NULL;
}

/* ---- Transactions -------------------------------------------------------------------------- */

bool store_begin(store_t *store) {
    assert(!store_in_transaction(store));
    sqlite3_stmt *statement = store_prepare(store, STATEMENT_BEGIN);
    return statement && store_run(store, statement);
}

bool store_commit(store_t *store) {
    assert(store_in_transaction(store));
    sqlite3_stmt *statement = store_prepare(store, STATEMENT_COMMIT);
    if (statement && store_run(store, statement))
        return true;
    store_rollback(store);
    return false;
}

bool store_in_transaction(const store_t *store) {
    return store->db && !sqlite3_get_autocommit(store->db);
}

/* SQLite rolls back by itself after some failures. What went wrong stays said. */
void store_rollback(store_t *store) {
    if (store_in_transaction(store))
        sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
}

/* ---- Facts --------------------------------------------------------------------------------- */

bool store_set(store_t *store, const char *key, const char *value) {
    assert(key[0] != '\0');
    sqlite3_stmt *statement = store_prepare(store, STATEMENT_SET);
    if (!statement)
        return false;
    store_bind_text(statement, 1, slice_of(key));
    store_bind_text(statement, 2, slice_of(value));
    return store_run(store, statement);
}

const char *store_fact(store_t *store, const char *key, arena_t *arena) {
    sqlite3_stmt *statement = store_prepare(store, STATEMENT_FACT);
    if (!statement)
        return NULL;
    store_bind_text(statement, 1, slice_of(key));
    if (store_step(store, statement) != 1)
        return NULL;
    slice_t value = store_copy_text(arena, store_column_text(statement, 0));
    sqlite3_reset(statement);
    return value.data;
}
