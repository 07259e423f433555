/* What the dashboard shows, on screens of several sizes. */
#include "report/dashboard.h"
#include "unit.h"

#include <string.h>

static const stats_solver_t solvers[] = {
    {.name = "z3",
     .options = "",
     .version = "4.8.12",
     .mode = "snapshot",
     .queries = 2000,
     .sat = 1200,
     .unsat = 700,
     .timeout = 90,
     .crash = 3,
     .clusters = 2,
     .cpu = 75},
    {.name = "cvc5",
     .options = "--strings-exp",
     .version = "1.0.3",
     .mode = "session",
     .queries = 1900,
     .sat = 1190,
     .unsat = 12345678,
     .cpu = 25},
};
static const stats_strategy_t strategies[] = {
    {.name = "fusion",
     .seeds = 40,
     .made = 1000,
     .tested = 990,
     .undecided = 7,
     .clusters = 2,
     .cpu = 60},
    {.name = "typefuzz", .seeds = 41, .made = 1010, .tested = 1009, .behaviours = 5, .cpu = 40},
};
static const stats_finding_t findings[] = {
    {.kind = FINDING_REFUTATION, .grade = GRADE_CERTIFIED, .clusters = 1, .triggers = 17},
    {.kind = FINDING_CRASH, .grade = GRADE_CERTIFIED, .clusters = 1, .triggers = 3},
};
static const stats_event_t events[] = {
    {.at = 61, .what = "finding", .text = "z3 crash \x1b[2Jcertified"},
    {.at = 30, .what = "alarm", .text = "a claim was contradicted"},
};

static stats_view_t some_view(void) {
    return (stats_view_t){
        .all = {.tested = 1999,
                .undecided = 20,
                .elapsed = 3723,
                .alarms = 1,
                .flaky = 2,
                .own_cpu = 2,
                .solver_cpu = 98,
                .clusters = 2},
        .limit = 7200,
        .last_cluster = 61,
        .tested_rate = 12.34,
        .mean_tested_rate = 10,
        .phase = "learning",
        .workers = 2,
        .seeds = 81,
        .seeds_left = 3,
        .memory_kb = 2048000,
        .solver_count = 2,
        .strategy_count = 2,
        .finding_count = 2,
        .event_count = 2,
        .solvers = solvers,
        .strategies = strategies,
        .findings = findings,
        .events = events,
        .directory = "assay-out-2026-01-02",
    };
}

static void draw(mem_t *mem, const stats_view_t *view, uint32_t width, uint32_t height,
                 strbuf_t *out) {
    screen_t screen;
    screen_init(&screen, mem);
    screen_size(&screen, width, height);
    dashboard_draw(&screen, view);
    strbuf_init(out, mem);
    screen_text(&screen, out);
    screen_done(&screen);
}

static void shows(strbuf_t *out, const char *text) {
    if (!strstr(strbuf_text(out), text)) {
        print_error("no '%s' in\n%s", text, strbuf_text(out));
        fail();
    }
}

static void everything_is_there(void **state) {
    mem_t mem;
    mem_init(&mem);
    stats_view_t view = some_view();
    strbuf_t out;
    draw(&mem, &view, 90, 40, &out);
    static const char *const texts[] = {
        "assay-out-2026-01-02",
        "1:02:03 of 2:00:00",
        "1:01:02 ago",
        "1,999",
        "12.3 now",
        "81, 3 left",
        "learning, 2 workers",
        "2.0 %, 2000 MB",
        "refutation-soundness",
        "crash certified",
        "alarms 1",
        "z3 snapshot",
        "12.3M",
        "75 %",
        "fusion",
        "typefuzz",
        "0:01:01",
        "a claim was contradicted",
        "z3 crash ?[2Jcertified",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        shows(&out, texts[i]);
    mem_done(&mem);
}

/* No size makes it draw outside; no line is longer than the screen is wide. */
static void any_size(void **state) {
    mem_t mem;
    mem_init(&mem);
    stats_view_t view = some_view();
    for (uint32_t width = 1; width < 120; width += 7)
        for (uint32_t height = 1; height < 50; height += 3) {
            strbuf_t out;
            draw(&mem, &view, width, height, &out);
            strbuf_done(&out);
        }
    mem_done(&mem);
}

static void empty_campaign(void **state) {
    mem_t mem;
    mem_init(&mem);
    stats_view_t view = {.last_cluster = -1, .phase = "breadth", .directory = "d"};
    strbuf_t out;
    draw(&mem, &view, 80, 24, &out);
    shows(&out, "none yet");
    strbuf_clear(&out);
    dashboard_line(&view, &out);
    shows(&out, "tested 0 (0.0/s)");
    mem_done(&mem);
}

static void lines_join(void **state) {
    mem_t mem;
    mem_init(&mem);
    screen_t screen;
    screen_init(&screen, &mem);
    screen_size(&screen, 5, 5);
    screen_box(&screen, 0, 0, 3, 3, NULL);
    screen_box(&screen, 2, 0, 3, 3, NULL);
    screen_box(&screen, 0, 2, 5, 3, NULL);
    strbuf_t out;
    strbuf_init(&out, &mem);
    screen_text(&screen, &out);
    assert_string_equal(strbuf_text(&out), "┌─┬─┐\n│ │ │\n├─┴─┤\n│   │\n└───┘\n");
    mem_done(&mem);
}

static void picture(void **state) {
    mem_t mem;
    mem_init(&mem);
    screen_t screen;
    screen_init(&screen, &mem);
    screen_size(&screen, 12, 1);
    screen_put(&screen, 0, 0, STYLE_BAD, "a<b & c>d");
    strbuf_t out;
    strbuf_init(&out, &mem);
    screen_svg(&screen, &out);
    shows(&out, "a&lt;b&#160;&amp;&#160;c&gt;d");
    shows(&out, "</svg>");
    mem_done(&mem);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_there),
        cmocka_unit_test(any_size),
        cmocka_unit_test(empty_campaign),
        cmocka_unit_test(lines_join),
        cmocka_unit_test(picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
