/* store_event.c - events that touch several tables, each in one transaction. */
#include "base/bug.h"
#include "store/store_priv.h"

/* Opens a transaction unless the caller has one. */
static bool begin_own(store_t *store, bool *own) {
    *own = !store_in_transaction(store);
    return !*own || store_begin(store);
}

static bool end_own(store_t *store, bool own, bool ok) {
    assert(!ok || store->why.len == 0);
    if (!own)
        return ok;
    if (ok)
        return store_commit(store);
    store_rollback(store);
    return false;
}

bool store_find_cluster(store_t *store, slice_t key, arena_t *arena, store_cluster_t *row) {
    sqlite3_stmt *statement = store_prepare(store, STATEMENT_CLUSTER);
    if (!statement)
        return false;
    store_bind_text(statement, 1, key);
    if (store_step(store, statement) != 1)
        return false;
    int64_t id = sqlite3_column_int64(statement, 0);
    sqlite3_reset(statement);
    return store_get_cluster(store, id, arena, row);
}

/* Notes the trigger; *seen says that it was noted before: work that was done again after the
 * program was killed. */
static bool note_sighting(store_t *store, int64_t cluster, double at, size_t bytes, slice_t recipe,
                          bool *seen) {
    assert(store_in_transaction(store));
    sqlite3_stmt *statement = store_prepare(store, STATEMENT_SIGHT);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, cluster);
    sqlite3_bind_double(statement, 2, at);
    sqlite3_bind_int64(statement, 3, (int64_t)bytes);
    store_bind_text(statement, 4, recipe);
    if (!store_run(store, statement))
        return false;
    *seen = sqlite3_changes(store->db) == 0;
    return true;
}

static bool put_finding(store_t *store, store_finding_t *finding, store_answer_t *answers,
                        uint32_t count) {
    assert(store_in_transaction(store));
    finding->id = 0;
    if (!store_put_finding(store, finding))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        answers[i].id = 0;
        answers[i].finding = finding->id;
        if (!store_put_answer(store, &answers[i]))
            return false;
    }
    return true;
}

/* What the trigger comes down to. */
static int64_t size_of(const store_finding_t *finding) {
    return (int64_t)finding_smallest(finding).len;
}

static bool is_better(const store_cluster_t *cluster, const store_finding_t *finding) {
    if (finding->repeat != cluster->repeat)
        return finding->repeat > cluster->repeat;
    if (finding->grade != cluster->grade)
        return grade_rank(finding->grade) > grade_rank(cluster->grade);
    return size_of(finding) < cluster->bytes;
}

/* The cluster shows this finding from now on. */
static void point_to(store_cluster_t *cluster, const store_finding_t *finding) {
    assert(finding->id > 0 && finding->cluster == cluster->id);
    cluster->kind = finding->kind;
    cluster->grade = finding->grade;
    cluster->repeat = finding->repeat;
    cluster->finding = finding->id;
    cluster->bytes = size_of(finding);
}

/* The row of the cluster is there. */
static bool add_to_cluster(store_t *store, store_cluster_t *cluster, store_finding_t *finding,
                           store_answer_t *answers, uint32_t count, stored_t how) {
    bool seen = false;
    assert(cluster->id > 0);
    finding->cluster = cluster->id;
    if (!note_sighting(store, cluster->id, finding->at, finding->trigger.len, finding->recipe,
                       &seen))
        return false;
    if (how != STORED_DUPLICATE) {
        if (!put_finding(store, finding, answers, count))
            return false;
        point_to(cluster, finding);
    }
    if (!seen) {
        cluster->count++;
        cluster->last = finding->at;
    }
    return store_put_cluster(store, cluster);
}

/* The cluster of this key, or what is to become it. */
static bool find_or_make(store_t *store, store_cluster_t *cluster, const store_finding_t *finding,
                         stored_t *how) {
    store_cluster_t row = {0};
    if (store_find_cluster(store, cluster->key, &store->scratch, &row)) {
        *cluster = row;
        *how = is_better(cluster, finding) ? STORED_BETTER : STORED_DUPLICATE;
        return true;
    }
    if (store->why.len > 0)
        return false;
    *how = STORED_NEW;
    cluster->id = 0;
    cluster->count = 0;
    cluster->first = cluster->last = finding->at;
    return store_put_cluster(store, cluster);
}

bool store_add_finding(store_t *store, store_cluster_t *cluster, store_finding_t *finding,
                       store_answer_t *answers, uint32_t count, stored_t *how) {
    bool own;
    assert(cluster->key.len > 0);
    arena_release(&store->scratch, store->clean);
    if (!begin_own(store, &own))
        return false;
    bool ok = find_or_make(store, cluster, finding, how) &&
              add_to_cluster(store, cluster, finding, answers, count, *how);
    return end_own(store, own, ok);
}

static bool count_sighting(store_t *store, slice_t key, double at, uint32_t bytes, slice_t recipe) {
    store_cluster_t cluster = {0};
    bool seen = false;
    if (!store_find_cluster(store, key, &store->scratch, &cluster))
        return store->why.len == 0; /* it was removed by hand */
    if (cluster.count < STORE_SIGHTINGS &&
        !note_sighting(store, cluster.id, at, bytes, recipe, &seen))
        return false;
    if (seen)
        return true;
    cluster.count++;
    cluster.last = at;
    return store_put_cluster(store, &cluster);
}

bool store_add_sighting(store_t *store, slice_t key, double at, uint32_t bytes, slice_t recipe) {
    bool own;
    arena_release(&store->scratch, store->clean);
    if (!begin_own(store, &own))
        return false;
    return end_own(store, own, count_sighting(store, key, at, bytes, recipe));
}

bool store_cluster_finding(store_t *store, const store_cluster_t *cluster, arena_t *arena,
                           store_finding_t *finding) {
    if (store_get_finding(store, cluster->finding, arena, finding))
        return true;
    return store->why.len == 0 && store_say(store, "no finding %lld, which cluster %lld shows",
                                            (long long)cluster->finding, (long long)cluster->id);
}

bool store_finding_answers(store_t *store, int64_t finding, store_answer_visit_t visit, void *arg) {
    sqlite3_stmt *statement = store_prepare(store, STATEMENT_ANSWERS);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, finding);
    int got = 0;
    while ((got = store_step(store, statement)) == 1) {
        store_answer_t row = {0};
        if (!store_read_answer(store, statement, &row))
            got = -1;
        if (got < 0 || !visit(arg, &row))
            break;
    }
    sqlite3_reset(statement);
    return got >= 0;
}

static bool put_alarm(store_t *store, store_alarm_t *alarm, bool *fresh) {
    assert(store_in_transaction(store) && alarm->key.len > 0);
    sqlite3_stmt *statement = store_prepare(store, STATEMENT_ALARM);
    if (!statement)
        return false;
    store_bind_text(statement, 1, alarm->key);
    int got = store_step(store, statement);
    if (got < 0)
        return false;
    *fresh = got == 0;
    alarm->id = 0;
    alarm->count = 1;
    if (*fresh)
        return store_put_alarm(store, alarm);
    int64_t id = sqlite3_column_int64(statement, 0);
    sqlite3_reset(statement);
    if (!store_get_alarm(store, id, &store->scratch, alarm))
        return false;
    alarm->count++;
    return store_put_alarm(store, alarm);
}

bool store_add_alarm(store_t *store, store_alarm_t *alarm, bool *fresh) {
    bool own;
    arena_release(&store->scratch, store->clean);
    if (!begin_own(store, &own))
        return false;
    return end_own(store, own, put_alarm(store, alarm, fresh));
}

static bool set_reduced(store_t *store, int64_t finding, slice_t reduced) {
    sqlite3_stmt *statement = store_prepare(store, STATEMENT_REDUCE);
    if (!statement)
        return false;
    store_bind_text(statement, 1, reduced);
    sqlite3_bind_int64(statement, 2, finding);
    return store_run(store, statement);
}

static bool set_settled(store_t *store, int64_t finding, size_t bytes) {
    assert(store_in_transaction(store));
    sqlite3_stmt *statement = store_prepare(store, STATEMENT_SETTLE);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, (int64_t)bytes);
    sqlite3_bind_int64(statement, 2, finding);
    return store_run(store, statement);
}

bool store_set_reduced(store_t *store, int64_t finding, slice_t reduced) {
    bool own;
    assert(finding > 0);
    if (!begin_own(store, &own))
        return false;
    bool ok = (reduced.len == 0 || set_reduced(store, finding, reduced)) &&
              set_settled(store, finding, reduced.len);
    return end_own(store, own, ok);
}

bool store_set_written(store_t *store, int64_t cluster, int64_t finding) {
    assert(cluster > 0 && finding > 0);
    sqlite3_stmt *statement = store_prepare(store, STATEMENT_WRITTEN);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, finding);
    sqlite3_bind_int64(statement, 2, cluster);
    return store_run(store, statement);
}
