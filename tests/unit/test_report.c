/* A campaign's database as Markdown and as a page. The page is written to $REPORT_PAGE, when that
 * is set, for tests/page.sh to look at in a browser. */
#include "base/file.h"
#include "report/html.h"
#include "unit.h"

#include <string.h>

static int rank_grade(store_text_t grade) {
    return grade.len == 9 ? 1 : 0; /* certified */
}

static void add_finding(store_t *store, const char *key, const char *kind, const char *grade,
                        const char *solver, const char *signature) {
    store_cluster_t cluster = {.key = store_text(key),
                               .kind = store_text(kind),
                               .grade = store_text(grade),
                               .solver = store_text(solver),
                               .repeat = store_text("confirmed"),
                               .strategy = store_text("fusion"),
                               .first = 10,
                               .last = 10};
    store_finding_t finding = {
        .at = 10,
        .kind = store_text(kind),
        .grade = store_text(grade),
        .solver = store_text(solver),
        .options = store_text(""),
        .command = store_text("z3 -smt2 trigger.smt2"),
        .strategy = store_text("fusion"),
        .recipe = store_text("fusion seed=1+2 rng=1,2,3,4"),
        .claim = store_text("sat"),
        .logic = store_text("QF_S"),
        .signature = store_text(signature),
        .certificate = store_text("witness"),
        .evidence = store_text("The model makes all 2 assertions true."),
        .witness = store_text("((define-fun x () String \"<b>\"))"),
        .trigger = store_text("(declare-fun x () String)\n(assert (= x \"<b>&amp;</b>\"))\n"
                              "(assert (not (= x \"\")))\n(check-sat)\n"),
        .reduced = store_text("(declare-fun x () String)\n(assert (= x \"<b>\"))\n(check-sat)\n"),
        .repeat = store_text("confirmed"),
    };
    store_answer_t answers[] = {
        {.solver = store_text(solver),
         .role = store_text("culprit"),
         .outcome = store_text("unsat"),
         .out = store_text("unsat\n"),
         .cpu_ms = 12},
        {.solver = store_text("cvc5"),
         .role = store_text("witness"),
         .outcome = store_text("sat"),
         .out = store_text("sat\n"),
         .cpu_ms = 7},
    };
    stored_t how;
    assert_true(store_add_finding(store, &cluster, &finding, answers, 2, rank_grade, &how));
}

static void fill(store_t *store) {
    store_sitting_t sitting = {.started = 1700000000, .version = store_text("0.1.0")};
    assert_true(store_put_sitting(store, &sitting));
    store_solver_t solver = {.name = store_text("z3"),
                             .version = store_text("4.8.12"),
                             .options = store_text(""),
                             .queries = 100,
                             .sat = 60,
                             .unsat = 30,
                             .timeout = 9,
                             .crash = 1,
                             .cpu = 3.5};
    assert_true(store_put_solver(store, &solver));
    store_strategy_t strategy = {.name = store_text("fusion"), .made = 120, .tested = 100};
    assert_true(store_put_strategy(store, &strategy));
    for (int i = 0; i < 1000; i++) {
        store_stat_t stat = {.at = i * 5.0,
                             .elapsed = i * 5.0,
                             .tested = 50 * i,
                             .clusters = i / 300,
                             .triggers = i / 100};
        assert_true(store_put_stat(store, &stat));
    }
    add_finding(store, "c", "crash", "certified", "z3", "ASSERTION VIOLATION <file.cpp:12>");
    add_finding(store, "i", "invalid-model", "certified", "cvc5", "");
    add_finding(store, "r2", "refutation-soundness", "claimed", "z3", "");
    add_finding(store, "r", "refutation-soundness", "certified", "z3", "");
    store_alarm_t alarm = {.key = store_text("k"),
                           .kind = store_text("claim"),
                           .text = store_text("a claim was contradicted"),
                           .count = 1};
    bool fresh;
    assert_true(store_add_alarm(store, &alarm, &fresh));
}

typedef struct fixture {
    mem_t mem;
    report_t report;
    char directory[64];
} fixture_t;

static void set_up(fixture_t *f, bool filled) {
    mem_init(&f->mem);
    strbuf_t why, path;
    strbuf_init(&why, &f->mem);
    strbuf_init(&path, &f->mem);
    snprintf(f->directory, sizeof f->directory, "/tmp/assay-report-XXXXXX");
    assert_non_null(mkdtemp(f->directory));
    strbuf_format(&path, "%s/campaign.db", f->directory);
    store_t *store = store_open(&f->mem, strbuf_text(&path), STORE_NEW, &why);
    assert_non_null(store);
    if (filled)
        fill(store);
    assert_true(report_load(&f->report, store, &f->mem));
    store_close(store);
}

static void tear_down(fixture_t *f) {
    static const char *const files[] = {"", "-wal", "-shm", ".lock"};
    strbuf_t path;
    strbuf_init(&path, &f->mem);
    for (int i = 0; i < 4; i++) {
        strbuf_clear(&path);
        strbuf_format(&path, "%s/campaign.db%s", f->directory, files[i]);
        unlink(strbuf_text(&path));
    }
    rmdir(f->directory);
    report_done(&f->report);
    mem_done(&f->mem);
}

static void shows(strbuf_t *out, const char *text) {
    if (!strstr(strbuf_text(out), text)) {
        print_error("no '%s' in\n%s", text, strbuf_text(out));
        fail();
    }
}

static void gravest_first(void **state) {
    fixture_t f;
    set_up(&f, true);
    static const char *const order[][2] = {{"refutation-soundness", "certified"},
                                           {"refutation-soundness", "claimed"},
                                           {"invalid-model", "certified"},
                                           {"crash", "certified"}};
    assert_int_equal(f.report.findings.len, 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_true(report_text_is(f.report.findings.data[i].cluster.kind, order[i][0]));
        assert_true(report_text_is(f.report.findings.data[i].cluster.grade, order[i][1]));
        assert_int_equal(f.report.findings.data[i].answers.len, 2);
    }
    tear_down(&f);
}

/* Everything that is needed to reproduce it. */
static void markdown(void **state) {
    fixture_t f;
    set_up(&f, true);
    report_extras_t extras = {.check = store_text("(define-fun x () String \"<b>\")"),
                              .check_answer = store_text("sat")};
    strbuf_t out;
    strbuf_init(&out, &f.mem);
    report_markdown(&f.report, &f.report.findings.data[0], &extras, &out);
    static const char *const texts[] = {
        "# z3 4.8.12: unsat on a satisfiable formula (QF_S)\n",
        "```smt2\n(declare-fun x () String)\n(assert (= x \"<b>\"))\n(check-sat)\n```",
        "```sh\nz3 -smt2 trigger.smt2\n```",
        "No option is needed.",
        "```\nunsat\n```",
        "| cvc5 |  | sat | 7 ms |",
        "The model makes all 2 assertions true.",
        "Grade: **certified**",
        "((define-fun x () String",
        "Recipe: `fusion seed=1+2 rng=1,2,3,4`",
        "(assert (not (= x \"\")))",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        shows(&out, texts[i]);
    strbuf_clear(&out);
    report_summary(&f.report, &out);
    shows(&out, "| 4 | refutation-soundness | certified | z3 | QF_S | 1 | ");
    tear_down(&f);
}

static void page(void **state) {
    fixture_t f;
    set_up(&f, true);
    strbuf_t out;
    strbuf_init(&out, &f.mem);
    report_html(&f.report, "night <1>", NULL, &out);
    shows(&out, "<title>assay: night &lt;1&gt;</title>");
    shows(&out, "(assert (= x &quot;&lt;b&gt;&quot;))");
    shows(&out, "data-kind=\"refutation-soundness\"");
    shows(&out, "a claim was contradicted");
    shows(&out, "ASSERTION VIOLATION &lt;file.cpp:12&gt;");
    assert_null(strstr(strbuf_text(&out), "<b>&amp;</b>"));
    assert_null(strstr(strbuf_text(&out), "http"));
    const char *path = getenv("REPORT_PAGE");
    const char *error = NULL;
    if (path)
        assert_true(file_write(&f.mem, path, out.data, out.len, &error));
    tear_down(&f);
}

static void nothing_found(void **state) {
    fixture_t f;
    set_up(&f, false);
    strbuf_t out;
    strbuf_init(&out, &f.mem);
    report_html(&f.report, "empty", NULL, &out);
    shows(&out, "None.");
    assert_null(strstr(strbuf_text(&out), "nan"));
    tear_down(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gravest_first),
        cmocka_unit_test(markdown),
        cmocka_unit_test(page),
        cmocka_unit_test(nothing_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
