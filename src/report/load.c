#include "report/load.h"

#include "base/bug.h"

#include <stdlib.h>

static slice_t copy_text(report_t *report, slice_t text) {
    if (text.len > 0)
        text.data = arena_copy(&report->texts, text.data, text.len);
    return text;
}

/* Rows as store_each shows them are good during the visit: their texts are copied. Not all rows are
 * wanted here. */
#define ROW(name, table)                                                                           \
    __attribute__((unused)) static void copy_##name(report_t *report, store_##name##_t *row) {     \
        (void)report;                                                                              \
        (void)row;
#define INT(field)
#define REAL(field)
#define TEXT(field) row->field = copy_text(report, row->field);
#define WORD(field, words)
#define END(name, sql) }
#include "store/rows.def"

#define VISIT(name, list)                                                                          \
    static bool take_##name(void *arg, const store_##name##_t *row) {                              \
        report_t *report = arg;                                                                    \
        store_##name##_t *copy = vec_push(report->mem, &report->list);                             \
        *copy = *row;                                                                              \
        copy_##name(report, copy);                                                                 \
        return true;                                                                               \
    }

VISIT(solver, solvers)
VISIT(strategy, strategies)
VISIT(alarm, alarms)
VISIT(stat, stats)
VISIT(sitting, sittings)
VISIT(sighting, sightings)

bool report_has(const report_t *report, const report_finding_t *finding) {
    return report->findings.len > 0 && finding >= report->findings.data &&
           finding <= &vec_last(&report->findings);
}

static bool take_cluster(void *arg, const store_cluster_t *row) {
    report_t *report = arg;
    report_finding_t *finding = vec_push(report->mem, &report->findings);
    *finding = (report_finding_t){.cluster = *row};
    copy_cluster(report, &finding->cluster);
    return true;
}

typedef struct answers_job {
    report_t *report;
    report_finding_t *finding;
} answers_job_t;

static bool take_answer(void *arg, const store_answer_t *row) {
    answers_job_t *job = arg;
    assert(row->finding == job->finding->best.id && report_has(job->report, job->finding));
    store_answer_t *copy = vec_push(job->report->mem, &job->finding->answers);
    *copy = *row;
    copy_answer(job->report, copy);
    return true;
}

/* --- ranking --- */

#define COMPARE(a, b)                                                                              \
    if ((a) != (b))                                                                                \
    return (a) < (b) ? -1 : 1

static int by_rank(const void *left, const void *right) {
    const store_cluster_t *a = &((const report_finding_t *)left)->cluster;
    const store_cluster_t *b = &((const report_finding_t *)right)->cluster;
    COMPARE(b->repeat, a->repeat);
    COMPARE(a->kind, b->kind);
    COMPARE(a->grade, b->grade);
    COMPARE(b->count, a->count);
    COMPARE(a->id, b->id);
    return 0;
}

/* --- loading --- */

/* The best finding of a cluster that is there. */
static bool load_best(report_t *report, store_t *store, report_finding_t *finding) {
    answers_job_t job = {report, finding};
    assert(finding->answers.len == 0); /* it is loaded once */
    return store_cluster_finding(store, &finding->cluster, &report->texts, &finding->best) &&
           store_finding_answers(store, finding->best.id, take_answer, &job);
}

static bool load_findings(report_t *report, store_t *store) {
    if (!store_each_cluster(store, take_cluster, report))
        return false;
    for (uint32_t i = 0; i < report->findings.len; i++)
        if (!load_best(report, store, &report->findings.data[i]))
            return false;
    if (report->findings.len > 0)
        qsort(report->findings.data, report->findings.len, sizeof *report->findings.data, by_rank);
    return true;
}

bool report_load(report_t *report, store_t *store, mem_t *mem) {
    *report = (report_t){.mem = mem};
    arena_init(&report->texts, mem);
    return load_findings(report, store) && store_each_solver(store, take_solver, report) &&
           store_each_strategy(store, take_strategy, report) &&
           store_each_alarm(store, take_alarm, report) &&
           store_each_stat(store, take_stat, report) &&
           store_each_sitting(store, take_sitting, report) &&
           store_each_sighting(store, take_sighting, report);
}

bool report_load_one(report_t *report, store_t *store, int64_t cluster, mem_t *mem) {
    assert(cluster > 0);
    *report = (report_t){.mem = mem};
    arena_init(&report->texts, mem);
    report_finding_t *finding = vec_push(mem, &report->findings);
    *finding = (report_finding_t){0};
    return store_get_cluster(store, cluster, &report->texts, &finding->cluster) &&
           load_best(report, store, finding) && store_each_solver(store, take_solver, report);
}

void report_done(report_t *report) {
    mem_t *mem = report->mem;
    for (uint32_t i = 0; i < report->findings.len; i++)
        vec_free(mem, &report->findings.data[i].answers);
    vec_free(mem, &report->findings);
    vec_free(mem, &report->solvers);
    vec_free(mem, &report->strategies);
    vec_free(mem, &report->alarms);
    vec_free(mem, &report->stats);
    vec_free(mem, &report->sittings);
    vec_free(mem, &report->sightings);
    arena_done(&report->texts);
}

const report_finding_t *report_find(const report_t *report, int64_t cluster) {
    for (uint32_t i = 0; i < report->findings.len; i++)
        if (report->findings.data[i].cluster.id == cluster)
            return &report->findings.data[i];
    return NULL;
}

const store_solver_t *report_solver(const report_t *report, slice_t name, slice_t options) {
    for (uint32_t i = 0; i < report->solvers.len; i++)
        if (slice_equal(report->solvers.data[i].name, name) &&
            slice_equal(report->solvers.data[i].options, options))
            return &report->solvers.data[i];
    return NULL;
}

slice_t report_version_number(slice_t version) {
    for (size_t i = 0, end; i < version.len; i = end + 1) {
        for (end = i; end < version.len && version.data[end] != ' ';)
            end++;
        const char *word = version.data + i;
        size_t len = end - i;
        if (len > 1 && *word == 'v') {
            word++;
            len--;
        }
        assert(word + len <= version.data + version.len);
        if (len > 0 && *word >= '0' && *word <= '9' && memchr(word, '.', len))
            return (slice_t){word, len};
    }
    return version;
}

void report_solver_name(const report_t *report, slice_t name, slice_t options, strbuf_t *out) {
    const store_solver_t *solver = report_solver(report, name, options);
    strbuf_add(out, name.data, name.len);
    if (!solver || solver->version.len == 0)
        return;
    slice_t number = report_version_number(solver->version);
    strbuf_char(out, ' ');
    strbuf_add(out, number.data, number.len);
}

slice_t report_trigger(const report_finding_t *finding) {
    return finding_smallest(&finding->best);
}

const char *report_input_file(const report_finding_t *finding) {
    if (finding->best.repeat == REPEAT_SESSION)
        return "transcript.smt2";
    return finding->best.reduced.len > 0 ? "reduced.smt2" : "trigger.smt2";
}
