/* store.h - the database of a campaign. Only this folder knows that it is SQLite.
 *
 *     store_t *store = store_open(mem, "out/campaign.db", STORE_NEW, &why);
 *     store_begin(store);
 *     store_put_arm(store, &arm);                   // arm.id == 0: a new row, which gets its id
 *     if (!store_commit(store))
 *         fputs(store_why(store), stderr);
 *     store_close(store);
 *
 * SQLite with a write-ahead log: one writer, and any number of readers that see the last commit.
 * What is committed survives the death of the program and of the machine. All writes that belong
 * together are one transaction; without store_begin() each call is one. A call that fails returns
 * false, store_why() says why, and nothing of the transaction has happened: it can be tried again.
 *
 * The writer holds a lock on PATH.lock, so that a campaign has one writer; it ends with the
 * process.
 *
 * The tables, and so the row types and functions below, are those of rows.def. Texts may hold any
 * bytes; an empty one may have NULL as data. The rows of store_get are copied to the arena, those
 * that store_each shows are good during the visit only. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/arena.h"
#include "base/strbuf.h"
#include "words/finding.h"

typedef struct store store_t;

typedef enum {
    STORE_NEW,   /* the file must not exist yet */
    STORE_WRITE, /* it must exist; no other process may write */
    STORE_READ   /* it must exist; another process may be writing */
} store_access_t;

/* The layout of the database. One with a higher number was made by a newer assay. */
enum { STORE_VERSION = 1 };

/* NULL with a message in *why: the file or its directory cannot be used, is damaged, is no
 * campaign, was made by a newer assay, is in use. Nothing is changed then. */
store_t *store_open(mem_t *mem, const char *path, store_access_t access, strbuf_t *why);

/* NULL is allowed. An open transaction is rolled back. */
void store_close(store_t *store);

/* Why the last call failed: "PATH: what". Empty when it did not. */
const char *store_why(const store_t *store);

/* For a process that was forked while the store was open, and has closed its descriptors: forgets
 * it. The child must not use the store in any other way. */
void store_forget(store_t *store);

bool store_begin(store_t *store);
bool store_commit(store_t *store); /* false: rolled back */
void store_rollback(store_t *store);

/* ---- Facts of the campaign as a whole ---- */

bool store_set(store_t *store, const char *key, const char *value);

/* A copy in the arena, or NULL: there is none. */
const char *store_fact(store_t *store, const char *key, arena_t *arena);

/* ---- Rows ---- */

#define ROWS_BUT_FINDING
#define ROW(name, table)                                                                           \
    typedef struct store_##name {                                                                  \
        int64_t id;
#define INT(field) int64_t field;
#define REAL(field) double field;
#define TEXT(field) slice_t field;
#define WORD(field, words) words##_t field;
#define END(name, sql)                                                                             \
    }                                                                                              \
    store_##name##_t;
#include "store/rows.def"
#undef ROWS_BUT_FINDING

typedef finding_t store_finding_t;

#define ROW(name, table)                                                                           \
    typedef bool (*store_##name##_visit_t)(void *arg, const store_##name##_t *row);                \
    bool store_put_##name(store_t *store, store_##name##_t *row);                                  \
    bool store_get_##name(store_t *store, int64_t id, arena_t *arena, store_##name##_t *row);      \
    bool store_each_##name(store_t *store, store_##name##_visit_t visit, void *arg);
#define INT(field)
#define REAL(field)
#define TEXT(field)
#define WORD(field, words)
#define END(name, sql)
#include "store/rows.def"

/* store_put_NAME: writes the row. With id 0 it is new, and gets an id; else it takes the place of
 * the row with that id, which must be there.
 *
 * store_get_NAME: false when there is no row of this id, and then store_why() is empty. A word in
 * the database that is in no vocabulary is a damaged row, and a table with other columns than here
 * is damaged altogether: get and each fail and name it.
 *
 * store_each_NAME: all rows in the order of their ids, until visit returns false. It may not write.
 */

/* For who reads a row that makes no sense: says so in store_why(), and is false. */
bool store_refuse(store_t *store, const char *table, int64_t id);

/* ---- Events ---- */

/* The cluster with this key; false when there is none. */
bool store_find_cluster(store_t *store, slice_t key, arena_t *arena, store_cluster_t *row);

/* How a finding came in. */
typedef enum {
    STORED_NEW,      /* the first of its cluster */
    STORED_BETTER,   /* of a better grade than the one of the cluster, or smaller */
    STORED_DUPLICATE /* counted on its cluster */
} stored_t;

/* Stores a trigger in one transaction (or in the one that is open): its cluster is found by
 * cluster->key or made, the trigger is counted there unless its recipe was seen, and the finding is
 * kept with its answers when it is the first or better than what the cluster has. How a finding
 * repeats counts first, then its grade, then how small it is. *cluster becomes the row that is
 * stored; its texts are the caller's or good until the next event. */
bool store_add_finding(store_t *store, store_cluster_t *cluster, store_finding_t *finding,
                       store_answer_t *answers, uint32_t count, stored_t *how);

/* Counts a trigger that was not kept on the cluster of this key, unless its recipe was seen. A
 * cluster that has STORE_SIGHTINGS is only counted on: a bug that is met all the time would fill
 * the disk. */
enum { STORE_SIGHTINGS = 1000 };
bool store_add_sighting(store_t *store, slice_t key, double at, uint32_t bytes, slice_t recipe);

/* The finding that a cluster shows: its best one. A cluster without one is damaged. */
bool store_cluster_finding(store_t *store, const store_cluster_t *cluster, arena_t *arena,
                           store_finding_t *finding);

/* The answers to the trigger of a finding, in order. */
bool store_finding_answers(store_t *store, int64_t finding, store_answer_visit_t visit, void *arg);

/* Counts an alarm with a key that is known, or stores it; *fresh says which. */
bool store_add_alarm(store_t *store, store_alarm_t *alarm, bool *fresh);

/* A smaller formula that shows the same as the trigger of this finding; empty: none was found. Its
 * cluster is settled, and need not be reduced again. */
bool store_set_reduced(store_t *store, int64_t finding, slice_t reduced);

/* The plain files of the cluster show this finding. */
bool store_set_written(store_t *store, int64_t cluster, int64_t finding);

#endif
