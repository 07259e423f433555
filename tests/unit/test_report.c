/* A campaign's database as Markdown and as a page. The page is written to $REPORT_PAGE, when that
 * is set, for tests/page.sh to look at in a browser. */
#include "base/file.h"
#include "report/html.h"
#include "unit.h"

#include <math.h>
#include <string.h>

static void add_finding(store_t *store, const char *key, finding_kind_t kind, grade_t grade,
                        const char *solver, const char *signature) {
    store_cluster_t cluster = {.key = slice_of(key),
                               .kind = kind,
                               .grade = grade,
                               .solver = slice_of(solver),
                               .repeat = REPEAT_CONFIRMED,
                               .strategy = slice_of("fusion"),
                               .first = 10,
                               .last = 10};
    store_finding_t finding = {
        .at = 10,
        .kind = kind,
        .grade = grade,
        .solver = slice_of(solver),
        .options = slice_of(""),
        .command = slice_of("z3 -smt2 -in"),
        .strategy = slice_of("fusion"),
        .recipe = slice_of("fusion seed=1+2 rng=1,2,3,4"),
        .claim = CLAIM_SAT,
        .logic = slice_of("QF_S"),
        .signature = slice_of(signature),
        .certificate = CERTIFICATE_WITNESS,
        .evidence = slice_of("The model makes all 2 assertions true."),
        .witness = slice_of("((define-fun x () String \"<b>\"))"),
        .trigger = slice_of("(declare-fun x () String)\n(assert (= x \"<b>&amp;</b>\"))\n"
                            "(assert (not (= x \"\")))\n(check-sat)\n"),
        .reduced = slice_of("(set-logic QF_SLIA)\n(declare-fun x () String)\n"
                            "(assert (= x \"<b>\"))\n(check-sat)\n"),
        .repeat = REPEAT_CONFIRMED,
    };
    store_answer_t answers[] = {
        {.solver = slice_of(solver),
         .role = ROLE_CULPRIT,
         .outcome = OUTCOME_UNSAT,
         .message = slice_of(*signature ? "ASSERTION `x` in <file.cpp:12>" : ""),
         .out = slice_of("unsat\n"),
         .cpu_ms = 12},
        {.solver = slice_of("cvc5"),
         .role = ROLE_WITNESS,
         .outcome = OUTCOME_SAT,
         .out = slice_of("sat\n"),
         .cpu_ms = 7},
    };
    stored_t how;
    assert_true(store_add_finding(store, &cluster, &finding, answers, 2, &how));
}

static void fill(store_t *store, int stats) {
    store_sitting_t sitting = {.started = 1700000000, .version = slice_of("0.1.0")};
    assert_true(store_put_sitting(store, &sitting));
    store_solver_t solver = {.name = slice_of("z3"),
                             .family = slice_of("z3"),
                             .version = slice_of("Z3 version 4.8.12 - 64 bit"),
                             .options = slice_of(""),
                             .queries = 100,
                             .sat = 60,
                             .unsat = 30,
                             .timeout = 9,
                             .crash = 1,
                             .cpu = 3.5};
    assert_true(store_put_solver(store, &solver));
    store_solver_t other = {.name = slice_of("cvc5"),
                            .family = slice_of("cvc"),
                            .version = slice_of("This is cvc5 version 1.0.3"),
                            .options = slice_of("")};
    assert_true(store_put_solver(store, &other));
    store_strategy_t strategy = {.name = slice_of("fusion"), .made = 120, .tested = 100};
    assert_true(store_put_strategy(store, &strategy));
    for (int i = 0; i < stats; i++) {
        store_stat_t stat = {.at = i * 5.0,
                             .elapsed = i * 5.0,
                             .tested = 50 * i,
                             .clusters = i / 300,
                             .triggers = i / 100};
        assert_true(store_put_stat(store, &stat));
    }
    add_finding(store, "c", FINDING_CRASH, GRADE_CERTIFIED, "z3",
                "ASSERTION VIOLATION <file.cpp:12>");
    add_finding(store, "i", FINDING_INVALID_MODEL, GRADE_CERTIFIED, "cvc5", "");
    add_finding(store, "r2", FINDING_REFUTATION, GRADE_CLAIMED, "z3", "");
    add_finding(store, "r", FINDING_REFUTATION, GRADE_CERTIFIED, "z3", "");
    store_alarm_t alarm = {.key = slice_of("k"),
                           .kind = ALARM_REFUTED,
                           .text = slice_of("a claim was contradicted"),
                           .count = 1};
    bool fresh;
    assert_true(store_add_alarm(store, &alarm, &fresh));
}

typedef struct fixture {
    mem_t mem;
    report_t report;
    char directory[64];
} fixture_t;

enum { NOTHING = -1, FEW = 2, MANY = 1000 };

/* With this many rows of statistics. */
static void set_up(fixture_t *f, int stats) {
    mem_init(&f->mem);
    strbuf_t why, path;
    strbuf_init(&why, &f->mem);
    strbuf_init(&path, &f->mem);
    snprintf(f->directory, sizeof f->directory, "/tmp/assay-report-XXXXXX");
    assert_non_null(mkdtemp(f->directory));
    strbuf_format(&path, "%s/campaign.db", f->directory);
    store_t *store = store_open(&f->mem, strbuf_text(&path), STORE_NEW, &why);
    assert_non_null(store);
    if (stats != NOTHING)
        fill(store, stats);
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
    set_up(&f, FEW);
    static const struct {
        finding_kind_t kind;
        grade_t grade;
    } order[] = {{FINDING_REFUTATION, GRADE_CERTIFIED},
                 {FINDING_REFUTATION, GRADE_CLAIMED},
                 {FINDING_INVALID_MODEL, GRADE_CERTIFIED},
                 {FINDING_CRASH, GRADE_CERTIFIED}};
    assert_int_equal(f.report.findings.len, 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_true(f.report.findings.data[i].cluster.kind == order[i].kind);
        assert_true(f.report.findings.data[i].cluster.grade == order[i].grade);
        assert_int_equal(f.report.findings.data[i].answers.len, 2);
    }
    tear_down(&f);
}

static void shows_not(strbuf_t *out, const char *text) {
    if (strstr(strbuf_text(out), text)) {
        print_error("'%s' is in\n%s", text, strbuf_text(out));
        fail();
    }
}

/* The report of a finding of f. */
static void write_report(fixture_t *f, uint32_t number, strbuf_t *out) {
    report_extras_t extras = {.check = slice_of("(define-fun x () String \"<b>\")"),
                              .check_answer = slice_of("sat"),
                              .grade = slice_of("it was computed"),
                              .strategy = slice_of("two formulas fused"),
                              .times = 3};
    strbuf_init(out, &f->mem);
    report_markdown(&f->report, &f->report.findings.data[number], &extras, out);
}

enum { REFUTATION = 0, CLAIMED = 1, INVALID_MODEL = 2, CRASH = 3 }; /* as gravest_first has them */

/* Everything that is needed to reproduce it. */
static void markdown(void **state) {
    fixture_t f;
    set_up(&f, FEW);
    strbuf_t out;
    write_report(&f, REFUTATION, &out);
    static const char *const texts[] = {
        "# z3 4.8.12: unsat on a satisfiable formula (QF_SLIA)\n",
        "## Input\n\n`reduced.smt2`:\n\n```smt2\n(set-logic QF_SLIA)\n(declare-fun x () String)\n"
        "(assert (= x \"<b>\"))\n(check-sat)\n```",
        "```sh\nz3 -smt2 -in <reduced.smt2\n```\n\nThe command above is all it needs.\n",
        "Its answer is unsat.",
        "```\nunsat\n```",
        "a timeout here says little.\n\n| solver | answer | CPU |\n|---|---|---|\n"
        "| z3 4.8.12 | unsat | 12 ms |\n| cvc5 1.0.3 | sat | 7 ms |\n",
        "The model makes all 2 assertions true.",
        "Grade: **certified**: it was computed.\n",
        "this is the formula as it was found with the model put in. Save it as `check.smt2` and "
        "run a solver other than z3 on it, for instance cvc5 1.0.3. The answer to expect is sat.\n",
        "Seen with z3 4.8.12 (Z3 version 4.8.12 - 64 bit). Not tried with other versions yet; "
        "`assay replay` does that.\n",
        "with the strategy fusion: two formulas fused.\n\n"
        "Seen 1 time; reproduced 3 of 3 times in fresh processes.\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        shows(&out, texts[i]);
    shows_not(&out, "not reduced");
    strbuf_clear(&out);
    report_summary(&f.report, &out);
    shows(&out, "| 4 | refutation-soundness | certified | z3 4.8.12 | QF_SLIA | 1 | ");
    f.report.findings.data[REFUTATION].best.reduced = slice_of("(check-sat)\n");
    strbuf_clear(&out);
    report_summary(&f.report, &out);
    shows(&out, "| 4 | refutation-soundness | certified | z3 4.8.12 | QF_S | 1 | ");
    tear_down(&f);
}

/* What is wrong with assay is told, too, in a line each. */
static void alarms(void **state) {
    fixture_t f;
    set_up(&f, FEW);
    strbuf_t out;
    strbuf_init(&out, &f.mem);
    assert_int_equal(f.report.alarms.len, 1);
    f.report.alarms.data[0].strategy = slice_of("fusion");
    f.report.alarms.data[0].count = 3;
    f.report.alarms.data[0].text = slice_of("a claim\nof a | b");
    report_summary(&f.report, &out);
    shows(&out, "none of these is held against a solver.\n\n"
                "| alarm | strategy | times | what |\n|---|---|---|---|\n"
                "| claim-refuted | fusion | 3 | a claim of a \\| b |\n");
    strbuf_clear(&out);
    f.report.alarms.len = 0;
    report_summary(&f.report, &out);
    shows_not(&out, "larm");
    tear_down(&f);
}

/* What few need is folded in, at the end and only there. */
static void details(void **state) {
    fixture_t f;
    set_up(&f, FEW);
    strbuf_t out;
    write_report(&f, REFUTATION, &out);
    static const char *const texts[] = {"Recipe: `fusion seed=1+2 rng=1,2,3,4`",
                                        "(assert (not (= x \"\")))", "((define-fun x () String"};
    const char *fold = strstr(strbuf_text(&out), "<details>\n<summary>The formula as it was found, "
                                                 "its model, and the recipe</summary>\n\n");
    assert_non_null(fold);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_true(strstr(strbuf_text(&out), texts[i]) > fold);
    assert_string_equal(strstr(fold, "</details>"), "</details>\n");
    tear_down(&f);
}

/* What was not reduced is said to be so, and shown once. */
static void not_reduced(void **state) {
    fixture_t f;
    set_up(&f, FEW);
    strbuf_t out;
    f.report.findings.data[REFUTATION].best.reduced = slice_of("");
    write_report(&f, REFUTATION, &out);
    shows(&out, "# z3 4.8.12: unsat on a satisfiable formula\n"); /* it has no logic */
    shows(&out, "as it was found; it is not reduced.\n\n`trigger.smt2`:\n");
    shows(&out, "<summary>A model, and the recipe</summary>");
    const char *once = strstr(strbuf_text(&out), "(assert (not (= x \"\")))");
    assert_non_null(once);
    assert_null(strstr(once + 1, "(assert (not (= x \"\")))"));
    tear_down(&f);
}

/* A set-logic is one where a line begins with it. */
static void logics(void **state) {
    static const char *const rows[][2] = {
        {"(set-logic ALL)\n", "formula (ALL)\n"},
        {"(set-logic QF_UFFP)", "formula (QF_UFFP)\n"},
        {"; (set-logic QF_S)\n\n(set-logic QF_LIA) ; x\n(check-sat)\n", "formula (QF_LIA)\n"},
        {"; (set-logic QF_S)\n(check-sat)\n", "formula\n"},
        {"(set-logic ", "formula\n"},
        {"\n", "formula\n"},
    };
    fixture_t f;
    set_up(&f, FEW);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        strbuf_t out;
        strbuf_init(&out, &f.mem);
        f.report.findings.data[REFUTATION].best.reduced = slice_of(rows[i][0]);
        report_title(&f.report, &f.report.findings.data[REFUTATION], &out);
        strbuf_char(&out, '\n');
        shows(&out, rows[i][1]);
    }
    tear_down(&f);
}

/* Options that matter are in the title, and what the solver says without them. */
static void options(void **state) {
    fixture_t f;
    set_up(&f, FEW);
    strbuf_t out;
    report_finding_t *finding = &f.report.findings.data[REFUTATION];
    finding->best.options = slice_of("sat.euf=true");
    finding->answers.data[0].options = finding->best.options;
    write_report(&f, REFUTATION, &out);
    shows(&out, "# z3 sat.euf=true: unsat on"); /* no such row has a version */
    shows(&out, "It shows with `sat.euf=true`.\n");
    shows(&out, "| z3 | sat.euf=true | unsat | 12 ms |\n| cvc5 1.0.3 |  | sat | 7 ms |\n");
    shows_not(&out, "for instance"); /* nor a family */
    finding->answers.data[1].solver = slice_of("z3");
    write_report(&f, REFUTATION, &out);
    shows(&out, "It shows with `sat.euf=true`; without this option the same solver says sat to the "
                "formula as it was found.\n");
    finding->best.options = slice_of("a=1 b=2");
    write_report(&f, REFUTATION, &out);
    shows(&out, "It shows with `a=1 b=2`; without these options");
    finding->answers.data[1].outcome = OUTCOME_TIMEOUT;
    write_report(&f, REFUTATION, &out);
    shows(&out, "It shows with `a=1 b=2`.\n");
    tear_down(&f);
}

/* Who is to check it: no solver that may share the mistake, or did. */
static void checkers(void **state) {
    fixture_t f;
    set_up(&f, FEW);
    strbuf_t out;
    report_finding_t *finding = &f.report.findings.data[REFUTATION];
    for (uint32_t i = 0; i < f.report.solvers.len; i++)
        f.report.solvers.data[i].family = slice_of("z3");
    write_report(&f, REFUTATION, &out);
    shows(&out, "run a solver other than z3 on it. The answer");
    f.report.solvers.data[1].family = slice_of("cvc");
    write_report(&f, REFUTATION, &out);
    shows(&out, "for instance cvc5 1.0.3.");
    finding->answers.data[1].outcome = OUTCOME_UNSAT;
    write_report(&f, REFUTATION, &out);
    shows_not(&out, "for instance");
    tear_down(&f);
}

/* A crash is told in the solver's words; how crashes are compared is a detail. */
static void crash(void **state) {
    fixture_t f;
    set_up(&f, FEW);
    strbuf_t out;
    report_finding_t *finding = &f.report.findings.data[CRASH];
    finding->best.certificate = CERTIFICATE_REPEATED;
    finding->answers.data[0].signal = 6;
    write_report(&f, CRASH, &out);
    shows(&out, "# z3 4.8.12: a crash (QF_SLIA): ASSERTION `x` in <file.cpp:12>\n");
    shows(&out, "It crashes, ended by signal 6: `` ASSERTION `x` in <file.cpp:12> ``.\n");
    shows(&out, "Grade: **certified**: it was computed, in each of 3.\n");
    const char *signature = strstr(strbuf_text(&out), "ASSERTION VIOLATION <file.cpp:12>");
    assert_true(signature > strstr(strbuf_text(&out), "<details>"));
    finding->best.repeat = REPEAT_FLAKY;
    finding->answers.data[0].message = slice_of("");
    write_report(&f, CRASH, &out);
    shows(&out, "# z3 4.8.12: a crash (QF_SLIA): ASSERTION VIOLATION <file.cpp:12>\n");
    shows(&out, "it was computed, though not in each of 3.\n");
    shows(&out, "Seen 1 time; it is flaky: not every fresh process showed it.\n");
    tear_down(&f);
}

/* A title is one line that is not too long, of whole characters. */
static void short_titles(void **state) {
    static const char nines[] = "999999999999999999999999999999999999999999999999999999999999999999"
                                "999999999999999999999999999999999";
    fixture_t f;
    set_up(&f, FEW);
    report_finding_t *finding = &f.report.findings.data[CRASH];
    strbuf_t message, out;
    strbuf_init(&message, &f.mem);
    strbuf_init(&out, &f.mem);
    strbuf_format(&message, "%s\xC3\xA9 and on", nines);
    assert_int_equal(strlen(nines), 99);
    finding->answers.data[0].message = slice_of(strbuf_text(&message));
    report_title(&f.report, finding, &out);
    assert_string_equal(strrchr(strbuf_text(&out), ' ') + 1, nines);
    strbuf_clear(&out);
    finding->answers.data[0].message = slice_of("first\nsecond");
    report_title(&f.report, finding, &out);
    assert_string_equal(strrchr(strbuf_text(&out), ' '), " first");
    tear_down(&f);
}

static void version_numbers(void **state) {
    static const char *const rows[][2] = {
        {"Z3 version 4.8.12 - 64 bit", "4.8.12"},
        {"This is cvc5 version 1.0.3 [git tag 1.0.3 branch HEAD]", "1.0.3"},
        {"Yices 2.6.4", "2.6.4"},
        {"dReal v4.21.06.2 (release)", "4.21.06.2"},
        {"3.2.2", "3.2.2"},
        {"build of today", "build of today"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_true(slice_is(report_version_number(slice_of(rows[i][0])), rows[i][1]));
}

/* One finding is written about as the same among all. */
static void one_alone(void **state) {
    fixture_t f;
    set_up(&f, FEW);
    strbuf_t path, all, one;
    strbuf_init(&path, &f.mem);
    strbuf_init(&all, &f.mem);
    strbuf_init(&one, &f.mem);
    report_extras_t extras = {0};
    report_markdown(&f.report, &f.report.findings.data[0], &extras, &all);
    strbuf_format(&path, "%s/campaign.db", f.directory);
    store_t *store = store_open(&f.mem, strbuf_text(&path), STORE_READ, &one);
    report_t report;
    assert_true(report_load_one(&report, store, f.report.findings.data[0].cluster.id, &f.mem));
    report_markdown(&report, &report.findings.data[0], &extras, &one);
    assert_string_equal(strbuf_text(&one), strbuf_text(&all));
    report_done(&report);
    assert_false(report_load_one(&report, store, 99, &f.mem));
    report_done(&report);
    store_close(store);
    tear_down(&f);
}

/* A text with backquotes does not end its block. */
static void fences(void **state) {
    fixture_t f;
    set_up(&f, FEW);
    strbuf_t out;
    strbuf_init(&out, &f.mem);
    f.report.findings.data[0].best.reduced = slice_of("; ```\n(check-sat)\n");
    report_markdown(&f.report, &f.report.findings.data[0], &(report_extras_t){0}, &out);
    shows(&out, "````smt2\n; ```\n(check-sat)\n````\n");
    tear_down(&f);
}

static void page(void **state) {
    fixture_t f;
    set_up(&f, MANY);
    strbuf_t out;
    strbuf_init(&out, &f.mem);
    report_html(&f.report, "night <1>", NULL, &out);
    shows(&out, "<title>assay: night &lt;1&gt;</title>");
    shows(&out, "(assert (= x &quot;&lt;b&gt;&quot;))");
    shows(&out, "data-kind=\"refutation-soundness\"");
    shows(&out, "<td>4.8.12</td>");
    shows(&out, "a claim was contradicted");
    shows(&out, "ASSERTION `x` in &lt;file.cpp:12&gt;");
    assert_null(strstr(strbuf_text(&out), "<b>&amp;</b>"));
    assert_null(strstr(strbuf_text(&out), "http"));
    const char *path = getenv("REPORT_PAGE");
    const char *error = NULL;
    if (path)
        assert_true(file_write(&f.mem, path, out.data, out.len, &error));
    tear_down(&f);
}

/* Numbers that no campaign writes, but a damaged file may hold. */
static void damaged_numbers(void **state) {
    fixture_t f;
    set_up(&f, MANY);
    static const double times[] = {-5, 1e300, INFINITY, NAN, 0};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        f.report.stats.data[10 * i + 1].at = times[i];
    f.report.stats.data[3].clusters = f.report.stats.data[3].tested = INT64_MIN;
    f.report.solvers.data[0].sat = -7;
    strbuf_t out;
    strbuf_init(&out, &f.mem);
    report_html(&f.report, "damaged", NULL, &out);
    shows(&out, "</html>");
    assert_null(strstr(strbuf_text(&out), "nan"));
    assert_null(strstr(strbuf_text(&out), "inf\""));
    tear_down(&f);
}

static void nothing_found(void **state) {
    fixture_t f;
    set_up(&f, NOTHING);
    strbuf_t out;
    strbuf_init(&out, &f.mem);
    report_html(&f.report, "empty", NULL, &out);
    shows(&out, "None.");
    assert_null(strstr(strbuf_text(&out), "nan"));
    tear_down(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gravest_first),   cmocka_unit_test(markdown),
        cmocka_unit_test(details),         cmocka_unit_test(not_reduced),
        cmocka_unit_test(logics),          cmocka_unit_test(options),
        cmocka_unit_test(alarms),          cmocka_unit_test(checkers),
        cmocka_unit_test(crash),           cmocka_unit_test(short_titles),
        cmocka_unit_test(version_numbers), cmocka_unit_test(one_alone),
        cmocka_unit_test(fences),          cmocka_unit_test(page),
        cmocka_unit_test(damaged_numbers), cmocka_unit_test(nothing_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
